import { isDeployed, settingsOf } from '../base/config.ts'
import { lazyDatabase } from '../kit/database.ts'
import { type Context, logFailure } from '../kit/http.ts'
import { uuidv7 } from '../base/id.ts'
import { logWholeMessages } from '../kit/log.ts'
import { timingOf } from './database-use.ts'
import { batchedReads } from './read-batching.ts'
import { logRequest } from './request-log.ts'
import { bounded } from './bounded-database.ts'

/** Sets up each request's id and database, and the headers of every response. */
export async function requestContext(c: Context, next: () => Promise<void>) {
  const sentId = c.req.header('x-request-id')
  const requestId = sentId && /^[\w.:-]{8,80}$/.test(sentId) ? sentId : uuidv7()
  const began = performance.now()
  c.set('requestId', requestId)
  logWholeMessages(!isDeployed(c.env))
  const { deadline } = settingsOf(c.env, c.req.url)
  const { DATABASE_URL, SQL_ENDPOINT, DB_TRIPS_AT_ONCE } = c.env
  // Pages name it beside their path.
  const [, organization = c.req.query('org')] = /\/organizations\/([^/]+)/.exec(c.req.path) ?? []
  c.set('organization', organization)
  const opened = lazyDatabase(DATABASE_URL, SQL_ENDPOINT, deadline, requestId)
  const database = bounded(opened, Number(DB_TRIPS_AT_ONCE ?? 8), organization)
  c.set('database', database)
  const pending: (() => Promise<unknown>)[] = []
  let answered = false
  c.set('after', (work) => (answered ? inBackground(c, work()) : pending.push(work)))
  await next()
  answered = true
  addHeaders(c, {
    'x-request-id': requestId,
    'server-timing': timingOf(database.used),
    'x-content-type-options': 'nosniff',
    ...(isDeployed(c.env) && { 'strict-transport-security': 'max-age=31536000' }),
    ...c.get('allowance'),
    'cache-control': c.res.headers.get('cache-control') ?? 'no-store',
  })
  // Those that a page makes in this process are part of its own line.
  if (!batchedReads.has(c.req.raw)) logRequest(c, began)
  for (const work of pending) inBackground(c, work())
}

/** Adds headers to the response; one with immutable headers is copied. */
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

function inBackground(c: Context, work: Promise<unknown>) {
  const settled = work.catch((error: unknown) => logFailure('after_failed', c, error))
  try {
    c.executionCtx.waitUntil(settled)
  } catch {
    // Outside the edge runtime the process lives on by itself.
  }
}
