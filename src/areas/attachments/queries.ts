import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { attachmentObjects, attachments } from '../../../db/schema/attachments.ts'
import { clientContacts } from '../../../db/schema/clients.ts'
import {
  all,
  inOrg,
  insert,
  json,
  me,
  one,
  page,
  type Ref,
  rejectStale,
  ensureFields,
  shape,
  update,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import type { Target } from '../../kit/targets.ts'
import { typesOf } from '../../shared/files/names.ts'
import {
  Attachment,
  type AttachmentChange,
  type AttachmentDraft,
  AttachmentFile,
  type AttachmentFilter,
  AttachmentUpload,
} from './schemas.ts'
import { linkHolder } from '../../shared/files/links.ts'

export const ready = sql`${attachments.object_id} is not null`
export const notDeleted = sql`${attachments.deleted_at} is null`
const parent = sql`app.attachment_parent(${attachments.entity_type}, ${attachments.entity_id}, false)`

export const attachmentTarget: Target = {
  kind: 'attachment',
  noun: 'attachment',
  table: attachments,
  notDeleted: all(notDeleted, ready, sql`(${parent}).id is not null`),
  owner: attachments.uploaded_by,
  state: sql`(${parent}).state`,
}

const computed = {
  status: sql`case when ${ready} then 'ready' else 'pending' end`,
  uploaded_by: person(attachments.uploaded_by),
  contact: sql`(select ${json({ id: clientContacts.id, name: clientContacts.name })} from ${clientContacts}
    where ${inOrg(clientContacts)} and ${clientContacts.id} = ${attachments.contact_id})`,
}
/** The claims of a link, to be signed before the response is sent. */
const claims = sql`concat_ws(' ', ${attachments.org_id}, ${attachments.id}, ${linkHolder})`
const attachment = shape(Attachment, attachments, computed)
const uploaded = shape(AttachmentUpload, attachments, {
  ...computed,
  upload_url: sql`case when not (${ready}) then ${claims} end`,
  upload_expires_at: sql`case when not (${ready}) then app.utc(now() + interval '15 minutes') end`,
})
const file = shape(AttachmentFile, attachments, {
  ...computed,
  download_url: claims,
  download_expires_at: sql`app.utc(now() + interval '5 minutes')`,
})

export const row = (id: Ref) => all(inOrg(attachments), sql`${attachments.id} = ${id}`)

type Parent = { entity_type: string; entity_id: string; message_id?: string | undefined }
const admitParent = ({ entity_type, entity_id }: Parent, write: boolean) =>
  sql`select app.admit_attachment_parent(${entity_type}, ${entity_id}::uuid, ${write})`

export const listAttachments = ({
  entity_type,
  entity_id,
  inline = false,
  ...query
}: z.output<typeof AttachmentFilter>) => [
  admitParent({ entity_type, entity_id }, false),
  page({ ...query, sort: [{ key: 'created_at', descending: false }] }, attachment, {
    where: all(
      inOrg(attachments),
      sql`${attachments.entity_type} = ${entity_type} and ${attachments.entity_id} = ${entity_id}`,
      notDeleted,
      ready,
      inline ? sql`${attachments.is_inline}` : sql`not ${attachments.is_inline}`,
    ),
    sorts: { created_at: attachments.created_at },
  }),
]

/** Rejects the batch if the object is missing, cannot be changed or has no room; otherwise locks it. */
export const requireAttachable = (draft: Parent) => [
  admitParent(draft, true),
  sql`select app.check_attachment(${draft.entity_type}, ${draft.entity_id}::uuid,
    ${draft.message_id ?? null}::uuid)`,
  sql`select app.require_attachment_room(${draft.entity_type}, ${draft.entity_id}::uuid)`,
]

export const requireStorage = (bytes: number, quota: number) =>
  sql`select app.require_storage(${bytes}::bigint, ${quota}::bigint)`

export type Stored = { storage_key?: string; sha256?: string }

/** The row for stored bytes, or for an announced upload, which must arrive within an hour. */
export const attach = (
  id: string,
  { content_base64: _bytes, ...draft }: z.output<typeof AttachmentDraft>,
  { storage_key, sha256 = draft.sha256 }: Stored = {},
  quota: number,
) => {
  const hash = sql`decode(${sha256}, 'hex')`
  const object_id = storage_key && sql`app.store_object(${hash}, ${draft.size_bytes}, ${storage_key})`
  return [
    ...requireAttachable(draft),
    requireStorage(draft.size_bytes!, quota),
    insert(attachments, { ...draft, id, sha256: hash, object_id }),
    ...(storage_key ? [] : [sql`select app.schedule_expiry(${id})`]),
    one(uploaded, row(id)),
  ]
}

export const getAttachment = (id: Ref) => one(file, row(id))
export const getWithoutLink = (id: Ref) => one(attachment, row(id))

/** Locks the parent of an attachment, which serializes changes of its attachments and their count. */
export const lockParent = (attachment: SQL) =>
  sql`select app.attachment_parent(${attachments.entity_type}, ${attachments.entity_id}, true)
    from ${attachments}
    where ${inOrg(attachments)} and ${attachment}`

export const changeAttachment = (id: Ref, { version, ...change }: z.output<typeof AttachmentChange>) => [
  ...ensureFields({
    'body.filename': change.filename !== undefined && [
      sql`exists (select from ${attachments} where ${row(id)}
        and ${attachments.content_type} = any(${`{${typesOf(change.filename).join(',')}}`}::text[]))`,
      'its ending is not one of the kind of file that this is',
    ],
  }),
  ...rejectStale('attachments', id, version, change),
  update(attachments, change, row(id)),
  getWithoutLink(id),
]

export const deleteAttachment = (id: Ref) =>
  update(attachments, { deleted_at: sql`now()`, deleted_by: me }, row(id))

/** What a download needs, if the holder of the link can still see the file. */
export const storedFile = (
  id: string,
  visible: SQL = attachmentTarget.notDeleted,
) => sql`select json_build_object('storage_key', ${attachmentObjects.storage_key},
    'filename', ${attachments.filename}, 'content_type', ${attachments.content_type},
    'size_bytes', ${attachments.size_bytes})::text as answer
  from ${attachments} join ${attachmentObjects} on ${inOrg(attachmentObjects)}
    and ${attachmentObjects.id} = ${attachments.object_id}
  where ${row(id)} and ${visible}`
