import { type SQL, sql } from 'drizzle-orm'
import { causeOf, log } from '../kit/log.ts'
import { Allowance, callsOfJob, type Limits, servicesWithin, Unfinished } from './allowance.ts'
import type { Database } from '../kit/database.ts'
import { openStorage, type Storage } from '../shared/files/storage.ts'
import type { MailService } from '../shared/mail/service.ts'
import { everyShard } from '../shared/shards.ts'
import type { Outward, Work } from './consumer.ts'
import { consumers } from './index.ts'

const batchSize = 20
/** Topics processed whatever the state of their organization, as a Postgres array. */
export const always = `{${consumers.flatMap(({ topic, whenSuspended }) => (whenSuspended ? topic : [])).join(',')}}`
const mailing = new Set(consumers.flatMap(({ topic, mails }) => (mails ? topic : [])))

/** Jobs that have not begun so many milliseconds after they were leased are given back, as their lease ends after a minute. */
const patience = 30_000

/**
 * What one drain may do: batches of work and of mail, calls of other services, and time, for all organizations or some shards
 * of them. What it has leased and has no room for is given back.
 */
export type Budget = Limits & { batches?: number; allowance?: Allowance; shards?: readonly number[] }

/**
 * Does the due work of the outbox and sends the due mail, within a budget; `keys` sign what it writes to storage.
 * Returns when the next work is due (ISO 8601), which has passed where the budget left some, or null if nothing is left.
 */
export async function drain(
  database: Database,
  files: Storage = openStorage(undefined, 0),
  keys = '',
  mail: MailService = { missing: 'no mail service was given' },
  { batches = Infinity, shards = everyShard, allowance, ...limits }: Budget = {},
  outward: Outward = {},
): Promise<string | null> {
  const room = allowance ?? new Allowance(database.used, limits)
  const whose = sql`${always}::text[], ${`{${shards.join()}}`}::smallint[]`
  const run: Run = { database, files, keys, whose, outward, room }
  if (!room.has(1 + callsOfJob)) return new Date().toISOString()
  for (let batch = 1; ; batch++) {
    const size = Math.min(batchSize, Math.floor(room.left / 2))
    const [taken] = await database.batch([sql`select app.lease_outbox(${size}, ${whose})`])
    const { work, next, mails } = JSON.parse(taken!) as { work: Work[]; next: string | null; mails?: boolean }
    const { due, gaveBack } = await attemptAll(work, next, run)
    if ((gaveBack || work.length === size) && batch < batches && room.has(1 + callsOfJob)) continue
    const mustSendMail = mails || work.some(({ topic }) => mailing.has(topic))
    return mustSendMail
      ? (await import('./mailing.ts')).sendMails(database, mail, whose, files, { batches, allowance: room })
      : due
  }
}

/** A database whose every batch begins by entering an organization as the system. */
export const enteredAs = (database: Database, org: string, action: string, request: string): Database => ({
  used: database.used,
  async batch(statements, how) {
    const enter = sql`select app.enter_system(${org}::uuid, ${action}, ${request})`
    return (await database.batch([enter, ...statements], how)).slice(1)
  },
})

type Run = {
  database: Database
  files: Storage
  keys: string
  whose: SQL
  outward: Outward
  room: Allowance
}

/** Does jobs one after the other, and gives back those for which there is no room. Returns when more is due. */
async function attemptAll(work: Work[], next: string | null, run: Run) {
  const began = Date.now()
  let due = next
  for (const [n, piece] of work.entries()) {
    const mustStop = !run.room.has(callsOfJob) || Date.now() - began > patience
    if (n > 0 && mustStop) return { due: await giveBack(work.slice(n), run), gaveBack: true }
    due = await attempt(piece, run, n === 0 && run.room.isFresh)
  }
  return { due, gaveBack: false }
}

/** As if the jobs had not been leased. */
async function giveBack(work: Work[], { database, whose }: Run): Promise<string | null> {
  const given = await database.batch(work.map(({ id }) => sql`select app.fail_outbox(${id}, null, ${whose})`))
  return given.at(-1) ?? null
}

/** One outbox item in one batch; a failure is recorded and retried. Returns when more is due. */
async function attempt(piece: Work, run: Run, hasAll: boolean): Promise<string | null> {
  const { database, files, keys, whose, outward, room } = run
  const request = `outbox-${piece.id}`
  const consumer = consumers.find(({ topic }) => topic === piece.topic)
  try {
    if (!consumer) throw new Error(`nothing reacts to ${piece.topic}`)
    const entered = enteredAs(database, piece.org_id, consumer.action, request)
    const within = servicesWithin(room, { database: entered, files, outward }, consumer.inSteps ?? false)
    const statements = await consumer.react(piece, within.database, within.files, keys, within.outward)
    const results = await entered.batch([...statements, sql`select app.finish_outbox(${piece.id}, ${whose})`])
    return results.at(-1) ?? null
  } catch (error) {
    // One that is cut although it had a whole invocation, and would begin anew, never ends.
    if (error instanceof Unfinished && (consumer?.inSteps || !hasAll))
      return giveBack([piece], run).catch(() => null)
    log('outbox_failed', request, error, { operation: piece.topic, attempt: String(piece.attempts) })
    const { error: name, sqlstate, in: functions } = causeOf(error)
    const reason = [name, sqlstate, ...(functions ?? [])].join(' ')
    const noted = await database
      .batch([sql`select app.fail_outbox(${piece.id}, ${reason}, ${whose})`])
      .catch(() => [null])
    return noted[0] ?? null
  }
}
