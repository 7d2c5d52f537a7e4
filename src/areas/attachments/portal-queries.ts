import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { attachments } from '../../../db/schema/attachments.ts'
import { all, insert, one, type Ref, shape } from '../../kit/sql.ts'
import { portalFile } from '../../shared/files/portal-files.ts'
import { requireStorage, row, type Stored } from './queries.ts'
import { PortalDownload, PortalFile, type PortalFileDraft } from './schemas.ts'

const onTicket = (ticket: Ref) => sql`${attachments.entity_id} = ${ticket}`

/** Rejects the batch unless the contact may attach a file to the ticket, or to that message of theirs; locks the ticket. */
export const requireAttachable = (ticket: Ref, message: string | undefined) =>
  sql`select app.check_portal_file(${ticket}::uuid, ${message ?? null}::uuid)`

type Draft = z.output<typeof PortalFileDraft> & { size_bytes?: number }
export const attach = (
  ticket: Ref,
  id: string,
  { content_base64: _bytes, ...draft }: Draft,
  { storage_key, sha256 }: Stored,
  quota: number,
) => {
  const hash = sql`decode(${sha256}, 'hex')`
  const object_id = sql`app.store_object(${hash}, ${draft.size_bytes}, ${storage_key})`
  return [
    requireAttachable(ticket, draft.message_id),
    requireStorage(draft.size_bytes!, quota),
    insert(attachments, { ...draft, id, entity_type: 'ticket', entity_id: ticket, sha256: hash, object_id }),
    one(shape(PortalFile, attachments, {}), row(id)),
  ]
}

const download = shape(PortalDownload, attachments, {
  /** The claims of the link, to be signed before the response is sent. */
  download_url: sql`concat_ws(' ', ${attachments.org_id}, ${attachments.id}, current_setting('app.portal_token'))`,
  download_expires_at: sql`app.utc(now() + interval '5 minutes')`,
})

export const getFile = (ticket: Ref, id: Ref) => [
  sql`select app.require_portal_ability('tickets', false)`,
  one(download, all(row(id), onTicket(ticket), portalFile)),
]
