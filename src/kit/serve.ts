import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import { settingsOf } from '../base/config.ts'
import { credentialOf } from './credentials.ts'
import type { Call } from './call.ts'
import type { Database } from './database.ts'
import { invalid, notFound, unauthorized } from './errors.ts'
import { type Answer, execute } from './execute.ts'
import { enter, refs } from './authorization.ts'
import { addressOf, json, runAfterResponse, readBytes, tooLarge, type Context, tagOf } from './http.ts'
import { defaultMaxBytes, isWide, parseJson, textProblem } from '../base/json.ts'
import type { Operation } from './operation.ts'
import { hashOf, isToken } from '../base/tokens.ts'

/** Serves an operation over HTTP. */
export async function serve(c: Context, operation: Operation): Promise<Response> {
  const now = new Date()
  c.get('checkQuota')(operation)
  const [authorization, open] = [c.req.header('authorization'), operation.role === 'public']
  const credential = open ? null : await credentialOf(authorization, getCookie(c), c.env.JWT_KEYS, now)
  if (!credential && !open) throw unauthorized()
  const call: Call = {
    operation,
    params: c.req.param(),
    ...queryOf(c),
    body: undefined,
    credential,
    requestId: c.get('requestId'),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
    basic: authorization?.startsWith('Basic ') ? hashOf(authorization.slice(6).trim()) : undefined,
    now,
    idempotencyKey: operation.repeats ? c.req.header('idempotency-key') || undefined : undefined,
    ifMatch: operation.write ? c.req.header('if-match') : undefined,
    settings: settingsOf(c.env, c.req.url),
    outside: c.get('outside')(),
    signal: c.req.raw.signal,
  }
  const answer = await bodyOf(c, call)
    .then((body) => execute(Object.assign(call, body), c.get('database')))
    .finally(() => call.leave?.())
  followUp(c, answer)
  recordOpened(c, call, answer)
  const response = operation.response?.conditional ? respondConditionally(c, answer) : respond(answer)
  if (answer.caller?.impersonated_until)
    response.headers.set('x-impersonation', answer.caller.impersonated_until)
  return response
}

/** The work that remains once an operation is answered, over HTTP or as a tool. */
export function followUp(c: Context, answer: Answer) {
  c.get('countUsage')(answer)
  const { emitted, afterResponse } = answer
  runAfterResponse(c, afterResponse ?? [])
  if (emitted) c.get('after')(() => c.get('drain')(emitted))
}

function respond({ status, text, replayed }: Answer): Response {
  const headers: Record<string, string> = replayed ? { 'idempotency-replayed': 'true' } : {}
  if (text === null) return new Response(null, { status, headers })
  headers['content-type'] = json
  const version = status < 300 ? versionOf(text) : undefined
  if (version) headers.etag = `"v${version}"`
  return new Response(spaced.test(text) ? JSON.stringify(JSON.parse(text)) : text, { status, headers })
}
/** JSON functions of Postgres differ in their spaces; answers have none. In a string a quote has a backslash before it. */
const spaced = /" ?: |, \n? ?["{[\d-]/

function respondConditionally(c: Context, answer: Answer): Response {
  const full = respond(answer)
  const { etag, known } = tagOf(c, answer.text ?? '', full.headers.get('etag'))
  const response = known ? new Response(null, { status: 304 }) : full
  response.headers.set('etag', etag)
  response.headers.set('cache-control', 'private, no-cache')
  return response
}

/** Records what a person opens after the answer, unless somebody impersonates them. */
function recordOpened(c: Context, { operation: { response }, credential }: Call, { text, caller }: Answer) {
  const kind = response?.recordsOpened
  if (!kind || !caller || credential?.kind !== 'session' || credential.impersonation) return
  const { id } = JSON.parse(text!) as { id: string }
  c.get('after')(() =>
    c
      .get('database')
      .batch([sql`select app.record_opened(${caller.org_id}, ${caller.user_id}, ${kind}, ${id}::uuid)`]),
  )
}

/** The version of a single object; lists and texts too long to be one are not parsed. */
const versionOf = (text: string): number | undefined => {
  if (text.length > 200_000 || !text.includes('"version"') || text.startsWith('{"items"')) return undefined
  const value = (JSON.parse(text) as { version?: unknown }).version
  return typeof value === 'number' ? value : undefined
}

/** Parameters of the query string; a repeated one is refused rather than silently dropped. */
function queryOf(c: Context): Pick<Call, 'query' | 'queryProblems'> {
  const query: Record<string, string> = {}
  const queryProblems: string[] = []
  for (const [name, values] of Object.entries(c.req.queries())) {
    const problem = values.length > 1 ? 'given more than once' : textProblem(values[0]!)
    if (problem) queryProblems.push(`query.${name}: ${problem}`)
    query[name] = values[0]!
  }
  return { query, queryProblems }
}

/** Refuses a credential, or a token in the path, that the database does not know. */
async function requireKnown(database: Database, call: Call) {
  const { byToken } = call.operation
  const known = byToken && sql`select app.is_known_token(${byToken.kind}, ${refs(call).token!})`
  const results = await database.batch([enter(call, { alone: true }), ...(known ? [known] : [])])
  if (byToken && results.at(-1) !== 'true') throw notFound(byToken.noun)
}

/** Whose large bodies are counted together: nobody can take the places of others. */
const senderOf = ({ operation, params, credential, ip }: Call): string =>
  (operation.byToken ? params.token : credential?.kind === 'session' ? credential.user : credential?.token) ??
  ip ??
  ''

/** The body. A large or wide one is read only for a credential that the database knows. */
async function bodyOf(c: Context, call: Call): Promise<Pick<Call, 'body' | 'bodyProblem' | 'size'>> {
  const { byToken } = call.operation
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return { body: undefined }
  if (byToken && !isToken(byToken.kind, call.params.token ?? '')) {
    await readBytes(c, 0)
    return { body: undefined }
  }
  const { maxBytes = defaultMaxBytes, mendsText } = call.operation
  const known = () => requireKnown(c.get('database'), call)
  const bytes = await readBytes(c, maxBytes, async () => {
    const size = Number(c.req.header('content-length') ?? maxBytes)
    call.leave ??= await call.outside.takeBody(senderOf(call), size)
    await known()
  })
  if (!bytes) return { body: undefined, bodyProblem: tooLarge(maxBytes) }
  if (isWide(bytes)) await known()
  if (!bytes.byteLength) return { body: undefined }
  const { body, problem } = parseJson(bytes, c.req.header('content-type'), mendsText)
  const bodyProblem = problem === undefined ? undefined : invalid(problem)
  return { body, bodyProblem, size: bytes.byteLength }
}
