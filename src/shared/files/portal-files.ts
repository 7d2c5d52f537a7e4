import { type SQL, sql } from 'drizzle-orm'
import { attachments } from '../../../db/schema/attachments.ts'
import { ticketMessages, tickets } from '../../../db/schema/tickets.ts'
import { all, inOrg, jsonList } from '../../kit/sql.ts'

/** Files on tickets, uploaded and not deleted. */
export const ticketFile = all(
  inOrg(attachments),
  sql`${attachments.entity_type} = 'ticket' and ${attachments.object_id} is not null and ${attachments.deleted_at} is null`,
)

const ofPublicMessage = sql`exists (select from ${ticketMessages} where ${inOrg(ticketMessages)}
    and ${ticketMessages.id} = ${attachments.message_id} and not ${ticketMessages.is_internal})`

/** Files that went out with a message by mail. */
export const mailedFile = all(ticketFile, ofPublicMessage)

/** Files that the portal contact can see: of a contact or of a public message, in a ticket of their client. */
export const portalFile = all(
  ticketFile,
  sql`exists (select from ${tickets} where ${inOrg(tickets)} and ${tickets.id} = ${attachments.entity_id}
    and ${tickets.client_id} = (select app.portal_client())
    and ${tickets.id} = coalesce((select app.portal_ticket()), ${tickets.id}))`,
  sql`(${attachments.contact_id} is not null or ${ofPublicMessage})`,
)

/** The matching files as a JSON list, oldest first. */
export const filesOf = (condition: SQL) => {
  const { id, filename, content_type, size_bytes, created_at } = attachments
  return jsonList(
    { id, filename, content_type, size_bytes },
    sql`from ${attachments} where ${condition} and not ${attachments.is_inline}`,
    sql`${created_at}, ${id}`,
  )
}

/** A file on a task of the share that was entered. */
export const sharedFile = (id: string) => sql`app.is_shared_file(${id}::uuid)`
