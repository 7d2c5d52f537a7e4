import type { Cache } from '../../platform/cache.ts'
import { singleFlight } from '../../base/single-flight.ts'
import type { TransformContext, AfterResponse } from '../../kit/operation.ts'
import { clientOf, type Connection, recordStatus, providers, connectionStatus } from './account.ts'
import {
  type HostClient,
  type Found,
  type Kind,
  list,
  type RepositoryRef,
  RepositoryError,
} from './providers/provider.ts'

export type Link = RepositoryRef & { id: string }
/** The host's response for one kind in one repository, as cached. */
type Entry = { fetched_at: string; etag: string | null; items: Found[] }
export type Part = { link: Link; kind: Kind; entry?: Entry; error?: RepositoryError; fetched: boolean }

export const lifetime = 60_000
const cacheSeconds = 24 * 3600
const maxConcurrent = 6
/** One call takes at most five seconds; waiting for another request's call may take a little longer. */
const callTimeout = 5500
/** After this long no new call is made: the rest comes from the cache, or is an error. */
const totalTimeout = 12_000

type Context = Pick<TransformContext, 'outside' | 'now' | 'afterResponse'>

/** Fetches each kind of each repository from the cache if fresh, else from the host, six at a time. */
export async function gather(
  connection: Connection,
  links: Link[],
  kinds: Kind[],
  context: Context,
): Promise<Part[]> {
  const startedAt = Date.now()
  const jobs = links.flatMap((link) => kinds.map((kind) => ({ link, kind })))
  const getClient = once(() => clientOf(connection, context.outside))
  const parts: Part[] = []
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const backoff =
        Date.now() - startedAt > totalTimeout
          ? new RepositoryError('slow')
          : backoffOf(connection, context.now)
      parts.push(await partOf(connection, job, backoff, getClient, context))
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  recordConnectionStatus(connection, parts, context.afterResponse)
  return parts
}

/** Respects the host's request to back off. */
function backoffOf({ status, retry_at }: Connection, now: Date): RepositoryError | undefined {
  const secondsLeft = retry_at ? Math.ceil((Date.parse(retry_at) - now.getTime()) / 1000) : 0
  if (secondsLeft <= 0) return undefined
  return new RepositoryError(status === 'invalid' ? 'rejected' : 'limited', { seconds: secondsLeft })
}

async function partOf(
  connection: Connection,
  { link, kind }: { link: Link; kind: Kind },
  backoff: RepositoryError | undefined,
  getClient: () => Promise<HostClient>,
  { outside, now, afterResponse }: Context,
): Promise<Part> {
  const key = `activity:1:${connection.org_id}:${link.id}:${kind}:${connection.id}.${connection.sealed.secret_version}`
  const entry = await cachedEntry(outside.cache, key)
  const age = entry ? now.getTime() - Date.parse(entry.fetched_at) : Number.NaN
  if (entry && age < lifetime) return { link, kind, entry, fetched: false }
  const stale = entry ? { entry } : {}
  if (backoff) return { link, kind, ...stale, error: backoff, fetched: false }
  try {
    const { promise: stored, resolve } = Promise.withResolvers<void>()
    const fetchNow = async () => {
      const fetchedEntry = await fetched(connection, link, kind, await getClient(), entry, now)
      afterResponse(() => outside.cache.put(key, fetchedEntry, cacheSeconds).finally(resolve))
      return fetchedEntry
    }
    const updated = await together(key, fetchNow, stored)
    return { link, kind, entry: updated, fetched: true }
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    return { link, kind, ...stale, error, fetched: true }
  }
}

async function cachedEntry(cache: Cache, key: string): Promise<Entry | undefined> {
  const entry = await cache.get<Entry>(key)
  return entry && Array.isArray(entry.items) && Date.parse(entry.fetched_at) > 0 ? entry : undefined
}

/** One call to the host; an unchanged response costs it nothing. */
async function fetched(
  { provider }: Connection,
  link: Link,
  kind: Kind,
  get: HostClient,
  before: Entry | undefined,
  now: Date,
): Promise<Entry> {
  const { path, read } = providers[provider].activity[kind]
  const fetched_at = now.toISOString()
  try {
    const response = await get(path(link), before?.etag)
    if (response.status === 304 && before) return { ...before, fetched_at }
    const etag = response.header('etag')?.slice(0, 200) ?? null
    return { fetched_at, etag, items: list(response).map(read) }
  } catch (error) {
    if (error instanceof RepositoryError && error.why === 'empty')
      return { fetched_at, etag: null, items: [] }
    throw error
  }
}

const together = singleFlight<Entry>(callTimeout, () => new RepositoryError('slow'))

function recordConnectionStatus(
  connection: Connection,
  parts: Part[],
  afterResponse: (...work: AfterResponse[]) => void,
) {
  const fetchedParts = parts.filter(({ fetched }) => fetched)
  const statuses = fetchedParts.flatMap(({ error }) => (error && connectionStatus(error)) ?? [])
  const failure = statuses.find(({ status }) => status === 'invalid') ?? statuses[0]
  const recovered = fetchedParts.some(({ error }) => !error) && connection.status !== 'active'
  if (failure) afterResponse(recordStatus(connection, failure))
  else if (recovered)
    afterResponse(recordStatus(connection, { status: 'active', error: null, seconds: null }))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= make())
}
