import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { settingsOf, type Env } from './config.ts'
import { credentialOf } from './credentials.ts'
import { envelope, forbidden, internal, invalid, Refusal } from './errors.ts'
import { type Answer, type Call, execute, idempotencyKeyOf, ifMatchOf } from './execute.ts'
import { uuidv7 } from './id.ts'
import { log } from './log.ts'
import type { Operation } from './operation.ts'
import { type Database, openDatabase } from './trip.ts'

export type App = { Bindings: Env; Variables: { requestId: string; database: Database; after: After; drain: () => Promise<void> } }
export type Request = Context<App>
/** Work that the write left behind, done after the answer has left. */
export type After = (work: () => Promise<unknown>) => void

const largestBody = 4 * 1024 * 1024
const json = 'application/json; charset=utf-8'

/** Answers an operation by HTTP. */
export async function serve(c: Request, operation: Operation): Promise<Response> {
  const now = new Date()
  if (operation.role !== 'public') guardCookieWrite(c, operation)
  const credential = operation.role === 'public' ? null
    : await credentialOf(c.req.header('authorization'), getCookie(c, 'access_token'), c.env.JWT_KEYS, now)
  const { body, problem } = await bodyOf(c)
  const call: Call = {
    operation, params: c.req.param() as Record<string, string>, query: queryOf(c), body, bodyProblem: problem,
    credential, requestId: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent'), now,
    idempotencyKey: operation.repeats ? idempotencyKeyOf(c.req.header('idempotency-key')) : undefined,
    ifMatch: operation.write ? ifMatchOf(c.req.header('if-match')) : undefined,
    settings: settingsOf(c.env, c.req.url),
  }
  const answer = await execute(call, c.get('database'))
  noteUse(c, answer)
  if (operation.write && operation.emits && answer.status < 300) c.get('after')(c.get('drain'))
  return respond(answer)
}

function respond({ status, text, replayed }: Answer): Response {
  if (text === null) return new Response(null, { status })
  const headers = new Headers({ 'content-type': json })
  const version = status < 300 ? versionOf(text) : undefined
  if (version) headers.set('etag', `"v${version}"`)
  if (replayed) headers.set('idempotency-replayed', 'true')
  return new Response(text, { status, headers })
}

/** The version of a single object: the last `version` of its JSON text is its own unless it holds a list. */
const versionOf = (text: string): number | undefined => {
  if (text.length > 200_000 || !text.includes('"version"') || text.startsWith('{"items"')) return undefined
  const value = (JSON.parse(text) as { version?: unknown }).version
  return typeof value === 'number' ? value : undefined
}

/** When key, application and member were last seen: at most once a minute, and never in the way of the answer. */
function noteUse(c: Request, { caller }: Answer) {
  if (!caller?.stale) return
  const { user_id, org_id, key_id } = caller
  c.get('after')(() => c.get('database').batch([sql`select app.note_use(${user_id}, ${org_id}, ${key_id})`]))
}

/** Cookies ride along with requests of other sites; a write by cookie must come from our own pages. */
function guardCookieWrite(c: Request, operation: Operation) {
  if (!operation.write || c.req.header('authorization') !== undefined) return
  refuseForeignOrigin(c)
}

export function refuseForeignOrigin(c: Request) {
  const { webUrl, baseUrl } = settingsOf(c.env, c.req.url)
  const origin = c.req.header('origin')
  if (origin !== undefined) {
    if (origin === new URL(webUrl).origin || origin === new URL(baseUrl).origin) return
    throw forbidden('this origin may not act with the session cookie')
  }
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site') throw forbidden('a cross-site request may not act with the session cookie')
}

/** Parameters of the query string; a repeated one is refused rather than silently dropped. */
function queryOf(c: Request): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw invalid(`query.${name}: given more than once`)
    const unclean = textProblem(values[0]!)
    if (unclean) throw invalid(`query.${name}: ${unclean}`)
    found[name] = values[0]!
  }
  return found
}

type Body = { body: unknown; problem?: string }

/** The body as text, or null when it is larger than `most` bytes. */
export async function limitedBody(c: Request, most: number): Promise<string | null> {
  const bytes = await limited(c, most)
  return bytes && new TextDecoder().decode(bytes)
}

async function bodyOf(c: Request): Promise<Body> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return { body: undefined }
  const bytes = await limited(c, largestBody)
  if (!bytes) return { body: undefined, problem: 'body: larger than 4 MiB' }
  if (bytes.byteLength === 0) return { body: undefined }
  return parseJson(bytes, c.req.header('content-type'))
}

async function limited(c: Request, most: number): Promise<ArrayBuffer | null> {
  if (Number(c.req.header('content-length') ?? 0) > most) return null
  const bytes = await c.req.arrayBuffer()
  return bytes.byteLength > most ? null : bytes
}

/** A JSON body, or the sentence that says what is wrong with it. */
export function parseJson(bytes: ArrayBuffer, contentType: string | undefined): Body {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '')) {
    return { body: undefined, problem: 'body: send JSON with Content-Type: application/json' }
  }
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const problem = unclean(body, 'body', 0)
    return problem ? { body: undefined, problem } : { body }
  } catch {
    return { body: undefined, problem: 'body: not valid JSON in UTF-8' }
  }
}

/** Postgres stores neither NUL nor lone surrogates, and no sane body nests past 40. */
function unclean(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') {
    const problem = textProblem(value)
    return problem && `${path}: ${problem}`
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > 40) return `${path}: nested too deeply`
  for (const [key, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`
    const problem = textProblem(key) ? `${path}: a field name holds a forbidden character` : unclean(inner, place, depth + 1)
    if (problem) return problem
  }
  return undefined
}

const textProblem = (text: string) =>
  text.includes('\0') ? 'must not contain NUL' : text.isWellFormed() ? undefined : 'not valid Unicode'

export const addressOf = (c: Request) =>
  c.req.header('cf-connecting-ip') ?? c.req.header('x-forwarded-for')?.split(',')[0]?.trim()

/** What every request gets: its id, its database, and the headers of every answer. */
export async function around(c: Request, next: () => Promise<void>) {
  const given = c.req.header('x-request-id')
  const requestId = given && /^[\w.:-]{8,80}$/.test(given) ? given : uuidv7()
  c.set('requestId', requestId)
  const { deadline } = settingsOf(c.env, c.req.url)
  const database = openDatabase(c.env.DATABASE_URL, c.env.SQL_ENDPOINT, deadline)
  c.set('database', database)
  const left: (() => Promise<unknown>)[] = []
  c.set('after', (work) => left.push(work))
  await next()
  c.res = withHeaders(c.res, {
    'x-request-id': requestId,
    'server-timing': `db;desc="${database.trips}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': c.res.headers.get('cache-control') ?? 'no-store',
  })
  for (const work of left) later(c, work())
}

function withHeaders(response: Response, added: Record<string, string>): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(added)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

function later(c: Request, work: Promise<unknown>) {
  const quiet = work.catch((error: unknown) => log('after_failed', c.get('requestId'), error))
  try {
    c.executionCtx.waitUntil(quiet)
  } catch {
    // Outside the edge runtime nothing has to be kept alive: the process lives on.
  }
}

/** The envelope for whatever was thrown. Causes that are not refusals are logged by name only. */
export function refuse(error: unknown, c: Request): Response {
  const refusal = error instanceof Refusal ? error : internal()
  if (refusal.status >= 500) log('failed', c.get('requestId'), error)
  const headers = new Headers({ 'content-type': json })
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter))
  if (refusal.status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(envelope(refusal, c.get('requestId'))), { status: refusal.status, headers })
}
