import { sql } from 'drizzle-orm'
import { once } from '../base/config.ts'
import type { Answer } from '../kit/execute.ts'
import type { Context } from '../kit/http.ts'
import { uuidv7 } from '../base/id.ts'
import { jsonb, type Statement } from '../kit/sql.ts'
import { takeTallies } from './tally.ts'

/** How often each organization used a meter in a minute, since the last report of this isolate. */
let counts = new Map<string, Map<string, number>>()
let [isolate, reports, waitsUntil] = ['', 0, 0]
/** What could not be delivered, or may have been: it goes along with the next report. */
let undelivered: Statement[] = []

const minute = 60_000
/** The rest waits for the next report. */
const mostOrganizations = 100
/** What is beyond is lost, as with the isolate. */
const mostUndelivered = 400

const waiting = once((env) => Math.min(Number(env.USAGE_REPORT_SECONDS ?? 20), 25) * 1000)

const lookups = new Set(['autocompleteAddress', 'getAddress'])
const metersOf = (c: Context) => [
  c.req.path === '/mcp' ? 'tool_calls' : 'requests',
  ...(lookups.has(c.get('operation')) ? ['address_lookups'] : []),
]

/**
 * Counts an answered request for its organization, in memory, and records when key, application and member were last seen,
 * at most once a minute.
 *
 * What a burst costs: nothing for each request; one round trip for each isolate and 20 seconds, however many requests and
 * organizations are in it, and two statements for each of these. A single request after a pause costs no round trip at all: what
 * was counted goes along where the use of a credential is recorded anyway. An isolate that is evicted loses what it has
 * counted since its last report.
 */
export function recordUse(c: Context, { caller }: Answer, now = Date.now()): void {
  if (!caller) return
  const { user_id: user, org_id: org, key_id: key, stale } = caller
  if (org) count(org, metersOf(c), now)
  if (stale)
    c.get('after')(() => deliver(c, [sql`select app.record_use(${user}, ${org}, ${key})`], takeReport()))
  else if (org) reportLater(c)
}

function count(org: string, meters: string[], now: number) {
  const used = counts.get(org) ?? new Map<string, number>()
  counts.set(org, used)
  for (const meter of meters) {
    const key = `${meter} ${now - (now % minute)}`
    used.set(key, (used.get(key) ?? 0) + 1)
  }
}

/** Sends what was counted until then, once for all that is counted meanwhile. */
function reportLater(c: Context) {
  const pause = waiting(c.env)
  // The runtime may end what waits; then another one does.
  if (!pause || Date.now() < waitsUntil + 1000) return
  waitsUntil = Date.now() + pause
  c.get('after')(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause))
    waitsUntil = 0
    const statements = takeReport()
    if (statements.length) await deliver(c, [], statements)
  })
}

/** Sends a report behind other statements, and does the work that it left, such as mail about a limit. */
async function deliver(c: Context, before: Statement[], report: Statement[]) {
  try {
    const all = [...before, ...report, sql`select app.write_summary()`]
    const results = await c.get('database').batch(all)
    const { emitted } = JSON.parse(results.at(-1)!) as { emitted: number[] | null }
    if (emitted) c.get('after')(() => c.get('drain')(emitted))
  } catch (error) {
    undelivered = [...undelivered, ...report].slice(0, mostUndelivered)
    throw error
  }
}

/**
 * The report of this isolate, of which nothing is left then. Its events have ids of their own, so that it counts once
 * however often it arrives.
 */
function takeReport(): Statement[] {
  isolate ||= uuidv7()
  const report = `${isolate}-${++reports}`
  const taken = [...counts].slice(0, mostOrganizations)
  counts = new Map([...counts].slice(mostOrganizations))
  const again = undelivered
  undelivered = []
  const incidents = takeTallies()
  return again.concat(
    incidents ? sql`select app.count_service(${jsonb(incidents)})` : [],
    taken.flatMap(([org, used]) => [
      sql`select app.enter_system(${org}::uuid, 'usage.counted', ${report})`,
      sql`select app.count_usage(${jsonb([...used].map((entry) => eventOf(report, entry)))})`,
    ]),
  )
}

function eventOf(report: string, [key, quantity]: [string, number]) {
  const [meter, at] = key.split(' ') as [string, string]
  const occurred_at = new Date(Number(at)).toISOString()
  return { source: 'service', event_id: `${report} ${key}`, meter, quantity, occurred_at }
}
