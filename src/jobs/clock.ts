import type { Env } from '../kit/config.ts'
import { outsideOf } from '../shared/outside.ts'
import { lazyDatabase } from '../kit/database.ts'
import { log, note } from '../kit/log.ts'

/** What the clock uses of a Durable Object's storage. */
type Alarms = {
  getAlarm(): Promise<number | null>
  setAlarm(at: number): Promise<void>
}

/** Sets the clock to wake at a time (ISO 8601), unless it is set to an earlier one. Null does nothing. */
export async function wakeAt(env: Env, due: string | null): Promise<void> {
  if (!due || !env.CLOCK) return
  const clock = env.CLOCK.get(env.CLOCK.idFromName('clock'))
  await clock.fetch('https://clock/wake', { method: 'POST', body: due })
}

/** When to retry work that could not even start, such as a drain without a database. */
export const inAMinute = () => new Date(Date.now() + 60_000).toISOString()

/**
 * The one Durable Object that knows when something is due next. Nothing polls: a write that defers work
 * brings its alarm forward, and the alarm does the due work and sets the next one. Without work it sleeps.
 */
export class Clock {
  readonly #alarms: Alarms
  readonly #env: Env
  constructor(state: { storage: Alarms }, env: Env) {
    this.#alarms = state.storage
    this.#env = env
  }

  async fetch(request: Request): Promise<Response> {
    await this.#moveTo(Date.parse(await request.text()))
    return new Response(null, { status: 204 })
  }

  async alarm(): Promise<void> {
    const { drain } = await import('./outbox.ts')
    const { files, linkKeys, mail } = outsideOf(this.#env)
    const next = await drain(this.#database(), files, linkKeys, mail)
    if (next) await this.#moveTo(Date.parse(next))
  }

  #database() {
    const { DATABASE_URL, SQL_ENDPOINT } = this.#env
    return lazyDatabase(DATABASE_URL, SQL_ENDPOINT, 30_000)
  }

  async #moveTo(at: number): Promise<void> {
    const scheduled = await this.#alarms.getAlarm()
    if (scheduled === null || at < scheduled) await this.#alarms.setAlarm(Math.max(at, Date.now()))
  }
}

/**
 * The daily safety net: deletes what has expired, and does work that the clock missed. Rejects when a step failed,
 * after all others.
 */
export async function daily(env: Env): Promise<void> {
  const { sql } = await import('drizzle-orm')
  const { drain } = await import('./outbox.ts')
  const database = lazyDatabase(env.DATABASE_URL, env.SQL_ENDPOINT, 30_000)
  const failures: unknown[] = []
  for (const step of JSON.parse((await database.batch([sql`select app.daily_functions()`]))[0]!)) {
    const [found] = await database.batch([sql`select app.run_daily(${step})`]).catch((failure: unknown) => {
      log('daily_step_failed', step, failure)
      failures.push(failure)
      return [null]
    })
    if (found) note('daily_step_found', { step, found })
  }
  const { files, linkKeys, mail } = outsideOf(env)
  await wakeAt(env, await drain(database, files, linkKeys, mail))
  if (env.FILES) await (await import('./attachments.ts')).eraseOrphans(database, files)
  if (failures.length) throw new AggregateError(failures, 'some daily steps failed')
}
