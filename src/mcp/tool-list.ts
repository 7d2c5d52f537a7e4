import { Buffer } from 'node:buffer'
import type { Exchange } from './server.ts'

/** As bytes: encoding so long a text for each response would take longer than copying it. */
type Answer = { parts: Buffer[]; headers: [string, string][] }

/** Lists as the SDK returned them, keyed by everything it saw except the request id. */
const answers = new Map<string, Answer>()
const maxEntries = 24
/** Many times the length of an ordinary key; longer ones would only fill the memory of the isolate. */
const maxKeyLength = 4000
const placeholder = 'the id of the request'

/**
 * Returns `tools/list` from a cache of earlier responses, with the request's own id: the list is constant per
 * deployment and kind of caller, and hundreds of kB. `make` has the SDK handle a body.
 */
export async function listTools(
  { c, profile, able }: Exchange,
  { id, ...message }: Record<string, unknown>,
  make: (body: object) => Promise<Response>,
): Promise<Response> {
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return make({ ...message, id })
  const { MCP_EXPOSE_SENSITIVE, APP_NAME, APP_VERSION } = c.env
  const headers = [...c.req.raw.headers].filter(
    ([name]) => name.startsWith('mcp-') || name === 'content-type',
  )
  const callerKind = able?.org_id ? [able.rank, able.read_only, able.one_project, able.scopes] : []
  const key = JSON.stringify([
    profile,
    callerKind,
    MCP_EXPOSE_SENSITIVE,
    APP_NAME,
    APP_VERSION,
    headers,
    message,
  ])
  const cached = answers.get(key)
  if (cached) return responseOf(cached, id)
  const response = await make({ ...message, id: placeholder })
  const text = await response.text()
  const parts = text.split(JSON.stringify(placeholder)).map((part) => Buffer.from(part))
  const entry = { parts, headers: [...response.headers] }
  if (response.ok && !/^[^[]*"error":/.test(text) && parts.length === 2 && key.length <= maxKeyLength) {
    if (answers.size >= maxEntries) answers.clear()
    answers.set(key, entry)
  }
  return responseOf(entry, id, response.status)
}

function responseOf({ parts: [first, ...rest], headers }: Answer, id: unknown, status = 200): Response {
  const own = Buffer.from(JSON.stringify(id))
  return new Response(Buffer.concat([first!, ...rest.flatMap((part) => [own, part])]), { status, headers })
}
