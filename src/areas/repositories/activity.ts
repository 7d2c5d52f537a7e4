import type { Cache } from '../../shared/cache.ts'
import { joining } from '../../shared/joining.ts'
import type { TransformContext, AfterResponse } from '../../kit/operation.ts'
import { askingOf, type Connection, noting, providers, standing } from './account.ts'
import { type Ask, type Found, type Kind, list, type Place, Trouble } from './providers/provider.ts'

export type Link = Place & { id: string }
/** The host's response for one kind in one repository, as cached. */
type Entry = { fetched_at: string; etag: string | null; items: Found[] }
export type Part = { link: Link; kind: Kind; entry?: Entry; trouble?: Trouble; fetched: boolean }

export const lifetime = 60_000
const keptFor = 24 * 3600
const atOnce = 6
/** One call takes at most five seconds; waiting for another request's call may take a little longer. */
const patience = 5500
/** After this long no new call is made: the rest comes from the cache, or is an error. */
const wholePatience = 12_000

type By = Pick<TransformContext, 'outside' | 'now' | 'afterResponse'>

/** Fetches each kind of each repository from the cache if fresh, else from the host, six at a time. */
export async function gather(connection: Connection, links: Link[], kinds: Kind[], by: By): Promise<Part[]> {
  const began = Date.now()
  const jobs = links.flatMap((link) => kinds.map((kind) => ({ link, kind })))
  const asker = once(() => askingOf(connection, by.outside))
  const parts: Part[] = []
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const resting = Date.now() - began > wholePatience ? new Trouble('slow') : restOf(connection, by.now)
      parts.push(await partOf(connection, job, resting, asker, by))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  noteStanding(connection, parts, by.afterResponse)
  return parts
}

/** Respects the host's request to back off. */
function restOf({ status, retry_at }: Connection, now: Date): Trouble | undefined {
  const left = retry_at ? Math.ceil((Date.parse(retry_at) - now.getTime()) / 1000) : 0
  if (left <= 0) return undefined
  return new Trouble(status === 'invalid' ? 'rejected' : 'limited', { seconds: left })
}

async function partOf(
  connection: Connection,
  { link, kind }: { link: Link; kind: Kind },
  resting: Trouble | undefined,
  asker: () => Promise<Ask>,
  { outside, now, afterResponse }: By,
): Promise<Part> {
  const key = `activity:1:${connection.org_id}:${link.id}:${kind}:${connection.id}.${connection.sealed.secret_version}`
  const entry = await kept(outside.cache, key)
  const age = entry ? now.getTime() - Date.parse(entry.fetched_at) : Number.NaN
  if (entry && age < lifetime) return { link, kind, entry, fetched: false }
  const known = entry ? { entry } : {}
  if (resting) return { link, kind, ...known, trouble: resting, fetched: false }
  try {
    const got = await together(key, async () => {
      const fresh = await fetched(connection, link, kind, await asker(), entry, now)
      afterResponse(() => outside.cache.put(key, fresh, keptFor))
      return fresh
    })
    return { link, kind, entry: got, fetched: true }
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    return { link, kind, ...known, trouble: error, fetched: true }
  }
}

async function kept(cache: Cache, key: string): Promise<Entry | undefined> {
  const entry = await cache.get<Entry>(key)
  return entry && Array.isArray(entry.items) && Date.parse(entry.fetched_at) > 0 ? entry : undefined
}

/** One call to the host; an unchanged response costs it nothing. */
async function fetched(
  { provider }: Connection,
  link: Link,
  kind: Kind,
  ask: Ask,
  before: Entry | undefined,
  now: Date,
): Promise<Entry> {
  const { path, read } = providers[provider].activity[kind]
  const fetched_at = now.toISOString()
  try {
    const heard = await ask(path(link), before?.etag)
    if (heard.status === 304 && before) return { ...before, fetched_at }
    const etag = heard.header('etag')?.slice(0, 200) ?? null
    return { fetched_at, etag, items: list(heard).map(read) }
  } catch (error) {
    if (error instanceof Trouble && error.why === 'empty') return { fetched_at, etag: null, items: [] }
    throw error
  }
}

const together = joining<Entry>(patience, () => new Trouble('slow'))

function noteStanding(connection: Connection, parts: Part[], later: (...work: AfterResponse[]) => void) {
  const query = parts.filter(({ fetched }) => fetched)
  const found = query.flatMap(({ trouble }) => (trouble && standing(trouble)) ?? [])
  const worst = found.find(({ status }) => status === 'invalid') ?? found[0]
  const well = query.some(({ trouble }) => !trouble) && connection.status !== 'active'
  if (worst) later(noting(connection, worst))
  else if (well) later(noting(connection, { status: 'active', error: null, seconds: null }))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
