import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const start = `
Scalar.createApiReference('#reference', { url: '/api/v1/openapi.json', withDefaultFonts: false, telemetry: false,
  hideClientButton: true, agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never',
  defaultOpenAllTags: false, documentDownloadType: 'json' })
`
const hashed = (script: string) => `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))}'`

/** The library writes its styles into the page; of scripts, only its file and the one above run. */
const policy =
  `default-src 'none'; script-src 'self' ${hashed(start)}; style-src 'unsafe-inline'; ` +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

const html = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * The interactive reference: the published contract, rendered by Scalar, whose script the service hosts
 * itself.
 */
export const referencePage = (appName: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(appName)} API reference</title><link rel="icon" href="data:,">
<style>body{margin:0}noscript{display:block;padding:2rem;font:1rem/1.5 system-ui,sans-serif}</style></head>
<body><noscript>This page needs JavaScript. The contract itself is at <a href="/api/v1/openapi.json">openapi.json</a>.
</noscript><div id="reference"></div><script src="/docs/reference.js"></script><script>${start}</script></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } },
  )
