import { type Env, isDeployed } from '../base/config.ts'
import { telling } from '../shared/live/telling.ts'
import { outsideOf } from '../shared/outside.ts'
import { lazyDatabase } from '../kit/database.ts'
import { uuidv7 } from '../base/id.ts'
import { log, logWholeMessages } from '../kit/log.ts'
import { everyShard } from '../shared/shards.ts'
import { type Allowance, callsOfRun, callsToClock, limitsOfAlarm } from './allowance.ts'
import type { Outward } from './consumer.ts'

/** What the clock uses of a Durable Object's storage. */
type Alarms = {
  getAlarm(): Promise<number | null>
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
  get(key: 'shard'): Promise<number | undefined>
  put(key: 'shard', shard: number): Promise<void>
}
/** Work is next due at a time (ISO 8601), or a run begins, which reports back with the same id. */
type Message = { shard: number } & ({ begins: string } | { next: string | null; ends?: string })

/** When the clock takes over from a run that has not reported back, and when work that could not start is retried. */
const patience = 60_000
/** The shortest pause between two runs, in milliseconds. */
const pause = 100
export const inAMinute = () => new Date(Date.now() + 60_000).toISOString()

/** Sets the clock of a shard to wake at a time (ISO 8601), unless it is set to an earlier one. Null does nothing. */
export async function wakeAt(env: Env, shard: number, due: string | null): Promise<void> {
  if (due) await tell(env, { shard, next: due })
}

/** Jobs do not wait for what they have told. */
const atOnce = (work: () => Promise<unknown>) =>
  void work().catch((error: unknown) => log('live_failed', uuidv7(), error))

/** What work calls outside. */
export const outwardOf = (env: Env): Outward => {
  const { billing, rooms, webhooks } = outsideOf(env)
  return { billing, rooms, webhooks, wake: (shard) => wakeAt(env, shard, new Date().toISOString()) }
}

/**
 * Runs `work` for each of the shards, which returns when more is due. Their clock is set before it begins: if the worker is
 * stopped meanwhile, the clock does what remains. Work that fails is due again in a minute. Without clocks, all is done. For
 * what an allowance has no room for, the clock is woken.
 */
export async function runWatched(
  env: Env,
  shards: readonly number[],
  work: (shards: readonly number[]) => Promise<string | null>,
  allowance?: Allowance,
): Promise<void> {
  if (!env.CLOCK) return void (await attempted(uuidv7(), () => work(everyShard)))
  for (const shard of shards) {
    if (allowance && !allowance.has(callsOfRun)) {
      await wakeAt(env, shard, new Date().toISOString())
      continue
    }
    allowance?.spend(callsToClock)
    const run = uuidv7()
    await tell(env, { shard, begins: run }).catch((error: unknown) => log('clock_not_set', run, error))
    const next = await attempted(run, () => work([shard]))
    await tell(env, { shard, next, ends: run })
  }
}

const attempted = (run: string, work: () => Promise<string | null>) =>
  work().catch((error: unknown) => {
    log('drain_failed', run, error)
    return inAMinute()
  })

async function tell({ CLOCK, CLOCK_LOCATION, CLOCK_JURISDICTION }: Env, message: Message): Promise<void> {
  if (!CLOCK) return
  const clocks = CLOCK_JURISDICTION ? CLOCK.jurisdiction!(CLOCK_JURISDICTION) : CLOCK
  const clock = clocks.get(
    clocks.idFromName(`clock ${message.shard}`),
    CLOCK_LOCATION ? { locationHint: CLOCK_LOCATION } : undefined,
  )
  await clock.fetch('https://clock/', { method: 'POST', body: JSON.stringify(message) })
}

/**
 * The Durable Object that knows when something is due next in a shard of organizations. Nothing polls: a write that defers work brings its alarm
 * forward, and the alarm does the due work and sets the next one. Without work it sleeps. An alarm is set before any work
 * begins, and is only ever removed when the work is done, so that neither a stopped worker nor a database that is away
 * stops the clock.
 */
export class Clock {
  readonly #alarms: Alarms
  readonly #env: Env
  /** When work is due, as far as is known; undefined before the first look at the alarm. */
  #due: number | null | undefined
  /** Whose work it does; undefined before its first message or alarm. */
  #shard: number | undefined
  /** The alarm as it was last set by this instance. */
  #set: number | null = null
  /** The runs that have not reported back, and when they are given up. */
  readonly #runs = new Map<string, number>()
  constructor(state: { storage: Alarms }, env: Env) {
    this.#alarms = state.storage
    this.#env = env
    logWholeMessages(!isDeployed(env))
  }

  async fetch(request: Request): Promise<Response> {
    const message = (await request.json()) as Message
    if (message.shard !== this.#shard) await this.#alarms.put('shard', (this.#shard = message.shard))
    if (this.#due === undefined) this.#due = await this.#alarms.getAlarm()
    if ('begins' in message) this.#runs.set(message.begins, Date.now() + patience)
    else this.#ended(message.next, message.ends)
    await this.#setAlarm()
    return new Response(null, { status: 204 })
  }

  async alarm(): Promise<void> {
    const run = uuidv7()
    const began = Date.now()
    this.#due = this.#set = null
    for (const [other, until] of this.#runs) if (until <= began) this.#runs.delete(other)
    this.#runs.set(run, began + patience)
    await this.#setAlarm()
    const next = await this.#drain().catch((error: unknown) => {
      log('alarm_failed', run, error)
      return inAMinute()
    })
    this.#ended(next, run)
    await this.#setAlarm()
  }

  async #drain() {
    const { drain } = await import('./outbox.ts')
    const { files, linkKeys, mail } = outsideOf(this.#env)
    const { DATABASE_URL, SQL_ENDPOINT } = this.#env
    this.#shard ??= await this.#alarms.get('shard')
    const budget = {
      ...limitsOfAlarm(this.#env),
      shards: this.#shard === undefined ? everyShard : [this.#shard],
    }
    const database = telling(lazyDatabase(DATABASE_URL, SQL_ENDPOINT, 30_000), this.#env, atOnce)
    return drain(database, files, linkKeys, mail, budget, outwardOf(this.#env))
  }

  #ended(next: string | null, run?: string) {
    if (run) this.#runs.delete(run)
    if (next) this.#due = Math.min(this.#due ?? Infinity, Date.parse(next))
  }

  /** To the earliest of what is due and of the runs to take over; one in the past is replaced. */
  async #setAlarm(): Promise<void> {
    const at = Math.min(this.#due ?? Infinity, ...this.#runs.values())
    if (at === this.#set && at > Date.now()) return
    this.#set = at === Infinity ? null : Math.max(at, Date.now() + pause)
    await (this.#set === null ? this.#alarms.deleteAlarm() : this.#alarms.setAlarm(this.#set))
  }
}

/** The daily safety net: queues the parts of the daily work, and does work that the clock missed. */
export async function daily(env: Env): Promise<void> {
  logWholeMessages(!isDeployed(env))
  const { sql } = await import('drizzle-orm')
  const { drain } = await import('./outbox.ts')
  const database = telling(lazyDatabase(env.DATABASE_URL, env.SQL_ENDPOINT, 30_000), env, atOnce)
  const { files, linkKeys, mail, billing } = outsideOf(env)
  await database.batch([
    sql`select app.keep_billing_provider(${billing.provider ?? null}::text)`,
    sql`select app.queue_daily()`,
  ])
  if (env.CLOCK) await Promise.all(everyShard.map((shard) => wakeAt(env, shard, new Date().toISOString())))
  else {
    const run = uuidv7()
    const work = () =>
      attempted(run, () => drain(database, files, linkKeys, mail, limitsOfAlarm(env), outwardOf(env)))
    for (let due = await work(); due && Date.parse(due) <= Date.now();) due = await work()
  }
}
