import { createHash } from 'node:crypto'
import { type Answer, ask, type Check, jsonOf, NotTried, rounded, type Site, Wrong } from './asking.ts'

const json = { 'content-type': 'application/json' }
/** What the checks make is called so, for whoever finds it. */
const name = 'Deployment check'
/** Password hashing takes some 100 ms of processor time; what takes longer than this is not the network. */
const slowSignIn = 3000

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const cookiesOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

function done({ status, text }: Answer, remedy = '') {
  if (status >= 300) throw new Wrong(`${status}: ${text.slice(0, 300)}${remedy && `; ${remedy}`}`)
}

/** What needs to sign in, in this order; the last one removes what the others made. */
export function accountChecks(): Check[] {
  let cookie: string | undefined
  let organization: string | undefined
  let key: { id: string; token: string } | undefined
  let task: string | undefined

  const path = ({ base }: Site) => {
    if (!organization) throw new NotTried('not tried, as signing in failed')
    return `${base}/api/v1/organizations/${organization}`
  }
  const bySession = (url: string, method = 'GET', body?: object): Promise<Answer> =>
    ask(url, {
      method,
      headers: { cookie: cookie ?? '', ...(body ? json : {}) },
      ...(body && { body: JSON.stringify(body) }),
    })

  const leave = async (base: string) => done(await bySession(`${base}/api/v1/auth/logout`, 'POST'))

  async function signIn({ base, account }: Site): Promise<string> {
    const { email, password, organization: slug } = account!
    const times: number[] = []
    for (let turn = 0; turn < 2; turn++) {
      const body = JSON.stringify({ email, password })
      const answer = await ask(`${base}/api/v1/auth/login`, { method: 'POST', headers: json, body })
      if (/\b1102\b/.test(answer.text))
        throw new Wrong(
          'hashing a password needs more processor time than the free plan of Workers has: use the paid one',
        )
      if (answer.text.includes('second_factor_required'))
        throw new Wrong('the account asks for a second factor: use one without')
      jsonOf(answer, 200)
      cookie = cookiesOf(answer)
      times.push(answer.ms)
      // The first one may have started an isolate.
      if (turn === 0) await leave(base)
    }
    const listed = await bySession(`${base}/api/v1/organizations`)
    const { items } = jsonOf(listed, 200) as { items: { id: string; slug: string }[] }
    const chosen = slug ? items.find((one) => one.slug === slug) : items[0]
    if (!chosen)
      throw new Wrong(
        slug
          ? `the account is in no organization with the address ${slug}`
          : 'the account is in no organization: make one for it, for these checks alone',
      )
    if (!slug && items.length > 1)
      throw new Wrong('the account is in several organizations: set CHECK_ORGANIZATION')
    organization = chosen.id
    const best = Math.min(...times)
    if (best > slowSignIn)
      throw new Wrong(`it takes ${rounded(best)}: look at the placement of Worker and database`)
    return times.map(rounded).join(', then ')
  }

  async function callTool(site: Site): Promise<string> {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const made = await bySession(`${path(site)}/api-keys`, 'POST', { name, expires_at })
    key = jsonOf(made, 201) as { id: string; token: string }
    const rpc = (method: string, params: object) =>
      ask(`${site.base}/mcp`, {
        method: 'POST',
        headers: {
          ...json,
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${key!.token}`,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: client } }),
      })
    type Result<T> = { result?: T; error?: { message: string } }
    const listed = jsonOf(await rpc('tools/list', {}), 200) as Result<{ tools: unknown[] }>
    const called = await rpc('tools/call', { name: 'get_context', arguments: {} })
    const { result, error } = jsonOf(called, 200) as Result<{ isError?: boolean; content: object }>
    if (!result || result.isError) throw new Wrong(error?.message ?? JSON.stringify(result).slice(0, 300))
    return `${listed.result?.tools.length} tools; get_context in ${rounded(called.ms)}`
  }

  async function upload(site: Site): Promise<string> {
    const projects = await bySession(`${path(site)}/projects?limit=200`)
    const known = (jsonOf(projects, 200) as { items: { id: string; name: string }[] }).items
    const project =
      known.find((one) => one.name === name) ??
      (jsonOf(await bySession(`${path(site)}/projects`, 'POST', { name, visibility: 'private' }), 201) as {
        id: string
      })
    const created = await bySession(`${path(site)}/projects/${project.id}/tasks`, 'POST', { title: name })
    task = (jsonOf(created, 201) as { id: string }).id
    const announced = await bySession(`${path(site)}/attachments`, 'POST', {
      entity_type: 'task',
      entity_id: task,
      filename: 'check.png',
      content_type: 'image/png',
      size_bytes: picture.length,
      sha256: createHash('sha256').update(picture).digest('hex'),
    })
    const remedy = 'is the bucket of the binding FILES there?'
    const { id, upload_url } = jsonOf(announced, 201, remedy) as { id: string; upload_url: string }
    const sent = await ask(upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: picture,
    })
    done(sent, remedy)
    const read = await bySession(`${path(site)}/attachments/${id}`)
    const { download_url } = jsonOf(read, 200) as { download_url: string }
    const back = await fetch(download_url, { signal: AbortSignal.timeout(20_000) })
    const bytes = Buffer.from(await back.arrayBuffer())
    if (!bytes.equals(picture)) throw new Wrong(`${back.status}: the file that comes back is another`)
    done(await bySession(`${path(site)}/attachments/${id}`, 'DELETE'))
    return `${picture.length} bytes there and back in ${rounded(sent.ms)}`
  }

  async function cleanUp(site: Site): Promise<string> {
    const at = path(site)
    if (task) done(await bySession(`${at}/tasks/${task}`, 'DELETE'))
    if (key) done(await bySession(`${at}/api-keys/${key.id}`, 'DELETE'))
    await leave(site.base)
    return 'the key is revoked, the task in the trash; the private project stays for the next time'
  }

  return [
    { what: 'signing in', run: signIn },
    { what: 'tools', run: callTool },
    { what: 'files', run: upload },
    { what: 'cleaning up', run: cleanUp },
  ]
}

const client = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'deploy-check', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
