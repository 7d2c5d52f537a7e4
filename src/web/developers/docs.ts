import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * For signed-in readers, the sample ids in the examples are replaced by ids from their own organization; the contract says
 * where each is listed. Lists that their role may not read are skipped, since a refusal goes to the audit log.
 */
const start = `
const roles = ['public', 'signed_in', 'viewer', 'member', 'manager', 'admin', 'owner']
const json = async (path) => { const response = await fetch(path); return response.ok ? response.json() : null }
const listed = async (path) => {
  const body = await json(path)
  return body && (Array.isArray(body) ? body : body.items || body.organizations) || []
}
async function withOwnSamples(contract) {
  const found = {}
  const samples = Object.entries(contract['x-samples'])
  const mayRead = (list) => {
    const needed = contract.paths[list].get['x-role']
    const role = found.org_id ? found.org_id.role : 'signed_in'
    return roles.includes(needed) && roles.indexOf(role) >= roles.indexOf(needed)
  }
  const load = async (depth) => Promise.all(samples.map(async ([name, { list }]) => {
    const needs = list ? [...list.matchAll(/{(\\w+)}/g)].map((match) => match[1]) : []
    if (!list || name in found || !mayRead(list) || needs.length !== depth) return
    if (!needs.every((need) => found[need])) return
    const items = (await listed(list.replace(/{(\\w+)}/g, (_, need) => found[need].id))).filter((one) => {
      const home = one.project_id || (one.project && one.project.id)
      return !home || !found.project_id || home === found.project_id.id
    })
    const fits = name.startsWith('issued_') ? (one) => one.number : name.startsWith('counted_') ? (one) => one.affects_balance : null
    found[name] = fits ? items.find(fits) : items[name.startsWith('other_') ? 1 : 0]
  }))
  await load(0)
  if (!found.org_id) return contract
  Object.assign(found, { project_id: (await listed('/api/v1/organizations/' + found.org_id.id + '/projects'))[0] })
  for (const depth of [1, 2]) await load(depth)
  let text = JSON.stringify(contract)
  for (const [name, { value }] of samples) {
    const id = found[name] && (found[name].id || found[name].user_id)
    if (id) text = text.replaceAll(value, id)
  }
  const filled = JSON.parse(text)
  for (const parameter of Object.values(filled.components.parameters)) {
    const object = parameter.in === 'path' && found[parameter.name]
    if (object && !parameter.schema.format) parameter.schema.example = object.key || object.id || object.user_id
  }
  return filled
}
async function start() {
  const container = document.querySelector('#reference')
  const contract = await json('/api/v1/openapi.json')
  const content = 'signedIn' in container.dataset ? await withOwnSamples(contract).catch((error) => (console.error(error), contract)) : contract
  Scalar.createApiReference(container, { content, withDefaultFonts: false, telemetry: false,
    authentication: { preferredSecurityScheme: 'bearer' }, hideClientButton: true, agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never',
    defaultOpenAllTags: false, documentDownloadType: 'json' })
  window.contract = content
}
start()
`
const hashed = (script: string) => `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))}'`

/** The library writes its styles into the page; the only scripts that run are its file and the one above. */
const policy =
  `default-src 'none'; script-src 'self' ${hashed(start)}; style-src 'unsafe-inline'; ` +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

const html = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * The interactive reference: the published contract, rendered by Scalar, whose script the service hosts itself.
 */
export const referencePage = (appName: string, signedIn: boolean): Response =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(appName)} API reference</title><link rel="icon" href="/favicon.ico">
<style>body{margin:0}noscript{display:block;padding:2rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><noscript>This page needs JavaScript. The contract itself is at <a href="/api/v1/openapi.json">openapi.json</a>.
</noscript><div id="reference"${signedIn ? ' data-signed-in' : ''}></div><script src="/docs/reference.js"></script><script>${start}</script></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } },
  )
