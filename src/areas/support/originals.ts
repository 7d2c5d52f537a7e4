import { sql } from 'drizzle-orm'
import { attachmentObjects } from '../../../db/schema/attachments.ts'
import { ticketMails } from '../../../db/schema/support.ts'
import { inOrg, roleLevel, type Ref } from '../../kit/sql.ts'

/** Ignored mail is for managers; that of tickets for all who see the ticket. */
export const mayReadMail = sql`(${roleLevel} >= 30 or ${ticketMails.ticket_id} is not null)`

/** What the download of a mail as it came needs, while it is kept and the holder of the link may see it. */
export const originalMail = (
  id: Ref,
) => sql`select json_build_object('storage_key', ${attachmentObjects.storage_key},
    'filename', 'mail-' || to_char(${ticketMails.created_at}, 'YYYY-MM-DD-HH24MI') || '.eml', 'content_type', 'message/rfc822',
    'size_bytes', ${attachmentObjects.size_bytes})::text as answer
  from ${ticketMails} join ${attachmentObjects} on ${inOrg(attachmentObjects)} and ${attachmentObjects.id} = ${ticketMails.object_id}
  where ${inOrg(ticketMails)} and ${ticketMails.id} = ${id} and ${mayReadMail}`
