import { sql } from 'drizzle-orm'
import { tickets } from '../../../db/schema/tickets.ts'
import { insert, jsonb, type Ref, rejectStale, update } from '../../kit/sql.ts'
import { derivedIn } from '../../shared/derived.ts'
import { settle, ticket } from './queries.ts'

/** What the check derives: who asks. */
const requester = ['client_id', 'contact_id', 'requester_email']
const opening = ['number', 'channel', 'assignee_user_id', 'waiting_since', 'last_customer_message_at']

export const addTicket = (id: string, draft: object) => [
  insert(
    tickets,
    { ...draft, id, ...derivedIn('t', [...requester, ...opening]) },
    sql`app.check_new_ticket(${jsonb(draft)}) t`,
  ),
  ticket.get(id),
]

export const changeTicket = (id: Ref, version: number | undefined, change: object) => [
  settle(id),
  ...rejectStale('tickets', id, version, change),
  update(
    tickets,
    { ...change, ...derivedIn('t', requester) },
    ticket.row(id),
    sql`app.check_ticket(${id}::uuid, ${jsonb(change)}) t`,
  ),
  ticket.get(id),
]
