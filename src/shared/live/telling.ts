import { sql } from 'drizzle-orm'
import { withTimeout } from '../../base/timeout.ts'
import type { Env } from '../../base/config.ts'
import { type Database, unused, type Use } from '../../kit/database.ts'
import { writeSummary } from '../../kit/execute.ts'
import { flagOf, type Telling } from './object.ts'

type Later = (work: () => Promise<unknown>) => void

/**
 * A database that, once a transaction is committed, has live streams told what it changed. It is here that all writes pass,
 * of requests and of jobs. Neither waits for it, and nothing fails with it.
 */
export const telling = (database: Database, env: Env, later: Later): Database =>
  env.LIVE
    ? {
        used: database.used,
        async batch(statements, how) {
          if (how?.readOnly) return database.batch(statements, how)
          const isSummed = statements.at(-1) === writeSummary
          const results = await database.batch(isSummed ? statements : [...statements, liveNotes], how)
          const notes = isSummed ? summed(results.at(-1)) : results.pop()
          if (notes) later(() => tell(env, notes, database.used))
          return results
        },
      }
    : database

const liveNotes = sql`select app.live_notes()`
const summed = (summary: string | null | undefined) => (JSON.parse(summary!) as { live: string | null }).live

/** One transaction tells no more than these; only housekeeping concerns as many. */
const mostOrganizations = 100

/** Tells the objects of the organizations in which somebody listens; `notes` are those of `app.live_notes`. */
export async function tell(env: Env, notes: string, used = unused()): Promise<void> {
  const tellings = new Map<string, Telling>()
  for (const word of notes.trim().split(' ')) {
    const [org, what] = word.split('/') as [string, string]
    const telling = tellings.get(org) ?? { kinds: [], access: false, gone: [] }
    tellings.set(org, telling)
    if (what.startsWith('!')) telling.gone.push(what.slice(1))
    else if (what === 'access') telling.access = true
    else telling.kinds.push(what)
  }
  await Promise.all(
    [...tellings].slice(0, mostOrganizations).map(([org, telling]) => tellOne(env, org, telling, used)),
  )
}

async function tellOne(env: Env, org: string, telling: Telling, used: Use) {
  if (!(await isHeard(env, org, used))) return
  used.calls++
  const init = { method: 'POST', body: JSON.stringify(telling) }
  const answer = await withTimeout(() => liveObject(env, org).fetch('https://live/', init), 3000)
  if (answer?.status === 410) remember(org, false)
}

/** The object of an organization. */
export function liveObject({ LIVE, CLOCK_JURISDICTION }: Env, org: string) {
  const objects = CLOCK_JURISDICTION ? LIVE!.jurisdiction!(CLOCK_JURISDICTION) : LIVE!
  return objects.get(objects.idFromName(org))
}

/** Whether somebody listens, as far as this isolate knows, and until when it believes that. */
let heard = new Map<string, { is: boolean; until: number }>()
/** Half of the minute that knowledge may be old; the other half it may have been in the cache of the KV namespace. */
const believedFor = 30_000
const mostRemembered = 10_000

export function remember(org: string, is: boolean, now = Date.now()): void {
  if (heard.size >= mostRemembered) heard = new Map()
  heard.set(org, { is, until: now + believedFor })
}

/** Without a KV namespace it is the object itself that says so, once in half a minute. */
async function isHeard({ ACTIVITY }: Env, org: string, used: Use): Promise<boolean> {
  const known = heard.get(org)
  if (known && known.until > Date.now()) return known.is
  if (!ACTIVITY) return true
  used.calls++
  const flag = await withTimeout(() => ACTIVITY.get(flagOf(org), { cacheTtl: believedFor / 1000 }), 3000)
  remember(org, Boolean(flag))
  return Boolean(flag)
}

/** For tests: an isolate that knows nothing yet. */
export const forgetWhoListens = () => heard.clear()
