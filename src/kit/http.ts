import type { Context as HonoContext } from 'hono'
import type { Env, Outside } from '../base/config.ts'
import type { Database } from './database.ts'
import { chunksOf } from '../base/chunks.ts'
import { isKnown } from '../base/entity-tag.ts'
import { envelope, internal, Refusal } from './errors.ts'
import { log } from './log.ts'
import type { Answer } from './execute.ts'
import type { AfterResponse, Operation } from './operation.ts'
import { hashOf } from '../base/tokens.ts'

type Variables = {
  requestId: string
  /** The id of the operation, endpoint or page that is being answered. */
  operation: string
  /** The organization that is addressed or was entered. */
  organization: string | undefined
  database: Database
  after: After
  /** Does the due work of these shards; set by the app, like what follows. */
  drain: (shards: readonly number[]) => Promise<void>
  outside: () => Outside
  /** Refuses a sender over its quota, counts what an answer used, and reports what remains as headers. */
  checkQuota: (operation: Operation) => void
  countUsage: (answer: Answer) => void
  allowance: Record<string, string>
}
export type App = { Bindings: Env; Variables: Variables }
export type Context = HonoContext<App>
/** Schedules work for after the response. */
export type After = (work: () => Promise<unknown>) => void

export const json = 'application/json; charset=utf-8'

const checkAbove = 2 ** 20
const hardLimit = 100 * 2 ** 20

/**
 * The body, or null when it is larger than `max` bytes. Before more than 1 MiB of it is buffered, `check` may refuse. The
 * rest is read and discarded, up to the platform's limit: a sender that is cut off would get no response.
 */
export async function readBytes(c: Context, max: number, check?: () => Promise<unknown>) {
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > max) return null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let [size, keepUpTo, checked] = [0, max, Promise.resolve<unknown>(undefined)]
  for await (const part of c.req.raw.body
    ? chunksOf(c.req.raw.body, Math.min(Math.max(announced, 65_536), checkAbove))
    : []) {
    if (size >= hardLimit) break
    if (size <= checkAbove && size + part.byteLength > checkAbove)
      await (checked = check?.() ?? checked).catch(() => (keepUpTo = 0))
    size += part.byteLength
    if (size <= keepUpTo) parts.push(part)
    else parts.length = 0
  }
  await checked
  return size > max ? null : new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** The ETag of content, given or computed from it, and whether the client already has that version. */
export function tagOf(c: Context, content: string, given?: string | null) {
  const etag = given ?? `"${hashOf(content).slice(0, 32)}"`
  return { etag, known: isKnown(etag, c.req.header('if-none-match')) }
}

export const tooLarge = (maxBytes: number) =>
  new Refusal(413, 'payload_too_large', `body: larger than ${sizeOf(maxBytes)}`)
const sizeOf = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 1024} KiB` : `${bytes / 2 ** 20} MiB`)

export const addressOf = (c: Context) =>
  c.req.header('cf-connecting-ip') ?? c.req.header('x-forwarded-for')?.split(',')[0]?.trim()

/** Runs the work an answer or a refusal left behind: its statements in one batch, other work separately. */
export function runAfterResponse(c: Context, afterResponse: AfterResponse[]) {
  const statements = afterResponse.filter((work) => typeof work !== 'function')
  if (statements.length) c.get('after')(() => c.get('database').batch(statements))
  for (const work of afterResponse) if (typeof work === 'function') c.get('after')(work)
}

/** Logs a failure during a request, with its id and the operation. */
export const logFailure = (event: string, c: Context, error: unknown) =>
  log(event, c.get('requestId'), error, { operation: c.get('operation') })

/** The error response for whatever was thrown. */
export function refuse(error: unknown, c: Context): Response {
  const refusal = error instanceof Refusal ? error : internal()
  if (refusal.status >= 500 && !refusal.isIntended) logFailure('failed', c, error)
  runAfterResponse(c, refusal.afterResponse)
  const headers: Record<string, string> = { 'content-type': json }
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  if (refusal.status === 401) headers['www-authenticate'] = 'Bearer'
  const text = JSON.stringify(envelope(refusal, c.get('requestId')))
  return new Response(text, { status: refusal.status, headers })
}
