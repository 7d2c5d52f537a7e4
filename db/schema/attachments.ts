import { sql } from 'drizzle-orm'
import { check, index, integer, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { attachables, fileTypes, known, oneOf } from './values.ts'

/** Stored files. Identical bytes are stored once per organization; unreferenced ones are erased later. */
export const attachmentObjects = entity(
  'attachment_objects',
  { scope: organization, history: 'none', outlives: true },
  {
    ...tenant(),
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
    /** `org/<organization>/<uuid>` */
    storage_key: text().notNull(),
    reference_count: integer().notNull().default(0),
    unreferenced_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('attachment_objects_storage_key').on(t.storage_key),
    uniqueIndex('attachment_objects_sha256')
      .on(t.org_id, t.sha256)
      .where(sql`${t.unreferenced_at} is null`),
    index('attachment_objects_unreferenced')
      .on(t.org_id, t.id)
      .where(sql`${t.unreferenced_at} is not null`),
    check('attachment_objects_count', sql`${t.reference_count} >= 0`),
    check('attachment_objects_key', sql`${t.storage_key} like 'org/' || ${t.org_id} || '/%'`),
  ],
)

/** Files on tasks, invoices and expenses. Without an object the upload is pending and invisible. */
export const attachments = entity(
  'attachments',
  { scope: organization, history: 'audited', trash: { days: 30, erase: 'release_expired_attachments' } },
  {
    ...tenant(),
    entity_type: oneOf(attachables).notNull(),
    entity_id: uuid().notNull(),
    filename: varchar({ length: 180 }).notNull(),
    content_type: oneOf(fileTypes).notNull(),
    size_bytes: integer().notNull(),
    sha256: bytes().notNull(),
    width: integer(),
    height: integer(),
    caption: varchar({ length: 200 }),
    object_id: uuid(),
    uploaded_by: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    ...versioned(),
    deleted_at: moment(),
    deleted_by: uuid(),
  },
  (t) => [
    orgKey(t),
    index('attachments_entity').on(t.org_id, t.entity_type, t.entity_id, t.created_at, t.id),
    index('attachments_sha256').on(t.org_id, t.sha256),
    index('attachments_object').on(t.org_id, t.object_id),
    index('attachments_deleted')
      .on(t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    index('attachments_pending')
      .on(t.created_at)
      .where(sql`${t.object_id} is null`),
    reference('attachments_object_id', t, t.object_id, attachmentObjects),
    known('attachments_entity_type', t.entity_type),
    known('attachments_content_type', t.content_type),
    check('attachments_size', sql`${t.size_bytes} between 1 and 10485760`),
    check('attachments_side', sql`${t.width} between 1 and 12000 and ${t.height} between 1 and 12000`),
  ],
)
