import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { log, note } from '../kit/log.ts'
import { uuids } from '../kit/sql.ts'
import { hashOf } from '../base/tokens.ts'
import { type Allowance, callsOutside, countedFiles, countedMail } from './allowance.ts'
import type { Storage } from '../shared/files/storage.ts'
import { type MailedFiles, mailedFiles } from '../shared/mail/files.ts'
import type { Delivery, Mail } from '../shared/mail/mailer.ts'
import { compose, type MessageName, messageOf, tokenOf } from '../shared/mail/messages.ts'
import type { MailService } from '../shared/mail/service.ts'

const batchSize = 10
/** A mail is begun, sent and recorded; its files come on top of that. */
const callsOfMail = 2 + callsOutside

type QueuedMail = { id: string; message: string; attempts: number }
type OpenedMail = { to: string; person: string | null; language: string; facts: Record<string, unknown> }
type Service = Extract<MailService, { missing: null }>

/**
 * Sends the mails that are due, or drops them where the deployment cannot send any. `whose` are
 * the topics that suspension does not stop, and the shards. Mails for which there is no room are given back. Returns when the
 * next work is due (ISO 8601), or null if nothing is left.
 */
export async function sendMails(
  database: Database,
  given: MailService,
  whose: SQL,
  storage: Storage,
  { batches, allowance }: { batches: number; allowance: Allowance },
): Promise<string | null> {
  const service = countedMail(given, allowance)
  const files = countedFiles(storage, () => allowance.spend())
  if (service.missing !== null) {
    const reason = `mail is not configured: ${service.missing}`
    return (await database.batch([sql`select app.discard_mails(${reason}, ${whose})`]))[0] ?? null
  }
  const { repeatable } = service.mailer
  for (let batch = 1; ; batch++) {
    const size = Math.min(batchSize, Math.floor((allowance.left - 1) / callsOfMail))
    if (size < 1 || allowance.isOver) return new Date().toISOString()
    const take = sql`select app.lease_mails(${size}, ${repeatable}, ${whose})`
    const { mails, next } = JSON.parse((await database.batch([take]))[0]!) as {
      mails: QueuedMail[]
      next: string | null
    }
    if (!mails.length) return next
    for (const [n, mail] of mails.entries()) {
      if (n > 0 && !allowance.has(callsOfMail)) return returned(mails.slice(n), database)
      await send(mail, database, service, files)
    }
    if (mails.length === size && batch >= batches) return next
  }
}

async function returned(mails: QueuedMail[], database: Database): Promise<string> {
  await database.batch([sql`select app.return_mails(${uuids(mails.map(({ id }) => id))})`])
  return new Date().toISOString()
}

/** Sends one mail. The outcome is recorded before the next one is started. */
async function send(
  { id, message: name, attempts }: QueuedMail,
  database: Database,
  service: Service,
  files: Storage,
) {
  const message = messageOf(name)
  const token = message && tokenOf(id, message, service)
  const hash = token ? hashOf(token) : null
  const minutes = message?.token?.minutes ?? null
  const open = sql`select app.begin_mail(${id}::uuid, ${attempts}, decode(${hash}, 'hex'), ${minutes}::int)`
  const [opened] = await database.batch([open])
  if (!opened) return
  const { outcome, reason } = await deliver(
    { id, ...(JSON.parse(opened) as OpenedMail) },
    message,
    service,
    files,
  )
  if (outcome !== 'accepted') note('mail_not_sent', { mail: id, message: name, outcome, reason })
  const final = outcome === 'unclear' && service.mailer.repeatable ? 'again' : outcome
  await database.batch([sql`select app.record_mail_outcome(${id}::uuid, ${attempts}, ${final}, ${reason})`])
}

async function deliver(
  opened: OpenedMail & { id: string },
  message: ReturnType<typeof messageOf>,
  service: Service,
  storage: Storage,
): Promise<Delivery> {
  const files = await mailedFiles(opened.facts, storage, service).catch(() => null)
  if (!files) return { outcome: 'again', reason: 'the file storage did not answer' }
  const mail = message && composed(service, message.name, { ...opened, files })
  return mail ? service.mailer.send(mail) : { outcome: 'refused', reason: 'it cannot be written' }
}

/** The mail, or null if its facts are unusable: one broken mail must not hold up the others. */
function composed(
  service: Service,
  name: MessageName,
  opened: OpenedMail & { id: string; files: MailedFiles },
): Mail | null {
  try {
    return compose(service, name, opened)
  } catch (error) {
    log('mail_failed', opened.id, error)
    return null
  }
}
