import { sql } from 'drizzle-orm'
import { mailboxes } from '../../db/schema/mailboxes.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { Refusal } from '../kit/errors.ts'
import { all, inOrg, jsonb, type Statement, uuids } from '../kit/sql.ts'
import { inbox, unread } from '../shared/inbox.ts'
import type { Consumer } from './consumer.ts'

type Unread = { id: string; reason: string; title: string; ticket: string | null; of_notes: boolean }

const maxItems = 30

/** The ticket that a notification is about, where members can answer by mail. */
const ticket = sql`case when ${notifications.entity_type} = 'ticket' and exists (select from ${mailboxes}
  where ${inOrg(mailboxes)} and ${mailboxes.active}) then ${notifications.entity_id} end`
/** Unread, not mailed yet, wanted by mail and visible now to the person who is entered. */
const unmailed = sql`select coalesce(json_agg(n), '[]')::text from (
  select ${notifications.id} as id, ${notifications.reason} as reason, ${notifications.title} as title, ${ticket} as ticket,
    ${notifications.reason} in ('commented', 'mentioned') as of_notes
  from ${notifications} where ${all(
    inbox,
    unread,
    sql`${notifications.mailed_at} is null`,
    sql`app.wants_mail(${notifications.org_id}, ${notifications.user_id}, ${notifications.reason})`,
  )} order by ${notifications.created_at}, ${notifications.id} limit ${maxItems}) n`

/** Mails a person their unread notifications. */
export const digesting: Consumer = {
  topic: 'digest',
  action: 'notification.mailed',
  mails: true,
  async react({ org_id, payload }, database) {
    const person = String(payload.user_id)
    const enter = sql`select app.enter_link(${org_id}::uuid, ${person}::uuid, 10, '{}')`
    const read = await database.batch([enter, unmailed]).catch(asEmpty)
    const found = JSON.parse(read.at(-1)!) as Unread[]
    if (!found.length) return []
    const news = Map.groupBy(
      found.filter(({ ticket }) => ticket !== null),
      ({ ticket, of_notes }) => `${ticket} ${of_notes}`,
    )
    const others = found.filter(({ ticket }) => ticket === null)
    return [
      ...[...news.values()].map((ofTicket) => ticketNews(person, ofTicket)),
      ...(others.length ? [digest(person, others)] : []),
    ]
  },
}

const idsOf = (found: Unread[]) => uuids(found.map(({ id }) => id))

/** News of a ticket is a mail of its own, whose answer goes to the ticket; its internal notes are another. */
const ticketNews = (person: string, found: Unread[]): Statement =>
  sql`select app.queue_ticket_news(${person}::uuid, ${found[0]!.ticket}::uuid, ${found[0]!.of_notes}, ${idsOf(found)})`

const digest = (person: string, found: Unread[]): Statement => {
  const items = found.map(({ reason, title }) => ({ reason, title }))
  return sql`select app.queue_digest(${person}::uuid, ${jsonb(items)}, ${idsOf(found)})`
}

/** Former members get nothing. */
function asEmpty(error: unknown): string[] {
  if (error instanceof Refusal && error.status === 404) return ['[]']
  throw error
}
