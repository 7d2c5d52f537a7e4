import type { Context as HonoContext } from 'hono'
import { type Env, type Outside, settingsOf } from './config.ts'
import { type Database, lazyDatabase } from './database.ts'
import { envelope, internal, Refusal } from './errors.ts'
import { uuidv7 } from './id.ts'
import { log } from './log.ts'
import type { Answer } from './execute.ts'
import type { AfterResponse, Operation } from './operation.ts'
import { hashOf } from './tokens.ts'

type Variables = {
  requestId: string
  database: Database
  after: After
  /** Set by the app, which knows what is outside of the kit. */
  drain: () => Promise<void>
  outside: () => Outside
  /** Refuses a sender for what it is, not for what it asks; counts what an answer used; says what is left, as headers. */
  admit: (operation: Operation) => void
  charge: (answer: Answer) => void
  allowance: Record<string, string>
}
export type App = { Bindings: Env; Variables: Variables }
export type Context = HonoContext<App>
/** Work that the write left behind, done after the answer has left. */
export type After = (work: () => Promise<unknown>) => void

export const json = 'application/json; charset=utf-8'

const large = 2 ** 20
const largest = 100 * 2 ** 20

/**
 * The body, or null when it is larger than `most` bytes. Before more than 1 MiB of it is kept, `admit` has its say. What is
 * not kept passes by, up to the most that the platform takes: a sender who is cut off hears no answer.
 */
export async function readBytes(c: Context, most: number, admit?: () => Promise<unknown>) {
  if (Number(c.req.header('content-length') ?? 0) > most) return null
  const reader = c.req.raw.body?.getReader()
  const parts: Uint8Array[] = []
  let [size, kept, admitted] = [0, most, Promise.resolve<unknown>(undefined)]
  for (let read = await reader?.read(); read && !read.done && size < largest; read = await reader?.read()) {
    if (size <= large && size + read.value.byteLength > large)
      await (admitted = admit?.() ?? admitted).catch(() => (kept = 0))
    size += read.value.byteLength
    if (size <= kept) parts.push(read.value)
    else parts.length = 0
  }
  await admitted
  return size > most ? null : new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** The ETag of what is asked for again and again, given or made of its content, and whether the asker has just that: then it is not sent. */
export function tagOf(c: Context, content: string, given?: string | null) {
  const etag = given ?? `"${hashOf(content).slice(0, 32)}"`
  const tags = c.req.header('if-none-match')?.split(',') ?? []
  return { etag, known: tags.some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, ''))) }
}

export const addressOf = (c: Context) =>
  c.req.header('cf-connecting-ip') ?? c.req.header('x-forwarded-for')?.split(',')[0]?.trim()

/** What every request gets: its id, its database, and the headers of every answer. */
export async function requestContext(c: Context, next: () => Promise<void>) {
  const given = c.req.header('x-request-id')
  const requestId = given && /^[\w.:-]{8,80}$/.test(given) ? given : uuidv7()
  c.set('requestId', requestId)
  const { deadline } = settingsOf(c.env, c.req.url)
  const database = lazyDatabase(c.env.DATABASE_URL, c.env.SQL_ENDPOINT, deadline)
  c.set('database', database)
  const left: (() => Promise<unknown>)[] = []
  let answered = false
  c.set('after', (work) => (answered ? later(c, work()) : left.push(work)))
  await next()
  answered = true
  addHeaders(c, {
    'x-request-id': requestId,
    'server-timing': `db;desc="${database.trips}"`,
    'x-content-type-options': 'nosniff',
    ...c.get('allowance'),
    'cache-control': c.res.headers.get('cache-control') ?? 'no-store',
  })
  for (const work of left) later(c, work())
}

/** Adds headers to the answer; one that comes from elsewhere, whose headers are not to be changed, is copied. */
export function addHeaders(c: Context, added: Record<string, string>) {
  try {
    for (const name in added) c.res.headers.set(name, added[name]!)
  } catch {
    const response = new Response(c.res.body, { status: c.res.status, headers: c.res.headers })
    c.res = undefined
    c.res = response
    for (const name in added) response.headers.set(name, added[name]!)
  }
}

function later(c: Context, work: Promise<unknown>) {
  const quiet = work.catch((error: unknown) => log('after_failed', c.get('requestId'), error))
  try {
    c.executionCtx.waitUntil(quiet)
  } catch {
    // Outside the edge runtime nothing has to be kept alive: the process lives on.
  }
}

/** Does what an answer or a refusal left to do: its statements in one batch, and what is no statement by itself. */
export function runAfterResponse(c: Context, afterResponse: AfterResponse[]) {
  const statements = afterResponse.filter((work) => typeof work !== 'function')
  if (statements.length) c.get('after')(() => c.get('database').batch(statements))
  for (const work of afterResponse) if (typeof work === 'function') c.get('after')(work)
}

/** The envelope for whatever was thrown. Causes that are not refusals are logged by name only. */
export function refuse(error: unknown, c: Context): Response {
  const refusal = error instanceof Refusal ? error : internal()
  if (refusal.status >= 500) log('failed', c.get('requestId'), error)
  runAfterResponse(c, refusal.afterResponse)
  const headers: Record<string, string> = { 'content-type': json }
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  if (refusal.status === 401) headers['www-authenticate'] = 'Bearer'
  const text = JSON.stringify(envelope(refusal, c.get('requestId')))
  return new Response(text, { status: refusal.status, headers })
}
