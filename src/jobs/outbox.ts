import { type SQL, sql } from 'drizzle-orm'
import { causeOf, log } from '../kit/log.ts'
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

/**
 * What one drain may do: batches of work and of mail, trips to the database, and time, for all organizations or some shards
 * of them. A batch that began is finished.
 */
export type Budget = { batches?: number; trips?: number; milliseconds?: number; shards?: readonly number[] }

/**
 * Does the due work of the outbox and sends the due mail, within a budget; `keys` sign what it writes to storage.
 * Returns when the next work is due (ISO 8601), which has passed where the budget left some, or null if nothing is left.
 */
export async function drain(
  database: Database,
  files: Storage = openStorage(undefined, 0),
  keys = '',
  mail: MailService = { missing: 'no mail service was given' },
  { batches = Infinity, trips = Infinity, milliseconds = Infinity, shards = everyShard }: Budget = {},
  outward: Outward = {},
): Promise<string | null> {
  const [began, before] = [Date.now(), database.used.trips]
  const whose = sql`${always}::text[], ${`{${shards.join()}}`}::smallint[]`
  const isSpent = (done: number) =>
    done >= batches || database.used.trips - before >= trips || Date.now() - began >= milliseconds
  for (let batch = 1; ; batch++) {
    const [taken] = await database.batch([sql`select app.lease_outbox(${batchSize}, ${whose})`])
    const { work, next, mails } = JSON.parse(taken!) as { work: Work[]; next: string | null; mails?: boolean }
    let due = next
    for (const piece of work) due = await attempt(piece, database, { files, keys, whose, outward })
    if (work.length === batchSize && !isSpent(batch)) continue
    const mustSendMail = mails || work.some(({ topic }) => mailing.has(topic))
    return mustSendMail
      ? (await import('./mailing.ts')).sendMails(database, mail, whose, files, isSpent)
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

type With = { files: Storage; keys: string; whose: SQL; outward: Outward }
/** One outbox item in one batch; a failure is recorded and retried. Returns when more is due. */
async function attempt(piece: Work, database: Database, { files, keys, whose, outward }: With) {
  const request = `outbox-${piece.id}`
  try {
    const consumer = consumers.find(({ topic }) => topic === piece.topic)
    if (!consumer) throw new Error(`nothing reacts to ${piece.topic}`)
    const entered = enteredAs(database, piece.org_id, consumer.action, request)
    const statements = await consumer.react(piece, entered, files, keys, outward)
    const results = await entered.batch([...statements, sql`select app.finish_outbox(${piece.id}, ${whose})`])
    return results.at(-1) ?? null
  } catch (error) {
    log('outbox_failed', request, error, { operation: piece.topic, attempt: String(piece.attempts) })
    const { error: name, sqlstate, in: functions } = causeOf(error)
    const reason = [name, sqlstate, ...(functions ?? [])].join(' ')
    const noted = await database
      .batch([sql`select app.fail_outbox(${piece.id}, ${reason}, ${whose})`])
      .catch(() => [null])
    return noted[0] ?? null
  }
}
