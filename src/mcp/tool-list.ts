import type { Exchange } from './server.ts'

type Answer = { parts: string[]; headers: [string, string][] }

/** Lists as the SDK returned them, keyed by everything it saw except the request id. */
const answers = new Map<string, Answer>()
const most = 24
/** What a usual request comes to, many times over; longer ones would only fill the memory of the isolate. */
const longestKey = 4000
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
  const asked = [...c.req.raw.headers].filter(([name]) => name.startsWith('mcp-') || name === 'content-type')
  const who = able?.org_id ? [able.rank, able.read_only] : []
  const key = JSON.stringify([profile, who, MCP_EXPOSE_SENSITIVE, APP_NAME, APP_VERSION, asked, message])
  const known = answers.get(key)
  if (known) return new Response(known.parts.join(JSON.stringify(id)), { headers: known.headers })
  const response = await make({ ...message, id: placeholder })
  const parts = (await response.text()).split(JSON.stringify(placeholder))
  const made = { parts, headers: [...response.headers] }
  if (response.ok && parts.length === 2 && key.length <= longestKey) {
    if (answers.size >= most) answers.clear()
    answers.set(key, made)
  }
  return new Response(parts.join(JSON.stringify(id)), { status: response.status, headers: made.headers })
}
