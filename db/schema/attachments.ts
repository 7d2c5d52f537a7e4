import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity, isKindTaking } from './entity.ts'
import { ofFile, organization } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { clientContacts } from './clients.ts'
import { moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { ticketMessages } from './tickets.ts'
import { fileTypes, known, oneOf } from './values.ts'

/** Stored files. Identical bytes are stored once per organization; unreferenced ones are erased later. */
export const attachmentObjects = entity(
  'attachment_objects',
  { scope: organization, history: 'none', outlives: true },
  {
    ...tenant(),
    sha256: bytes().notNull(),
    size_bytes: integer().notNull(),
    /** `org/<organization>/<uuid>`, or `org/<home>/<organization>/<uuid>` where the organization has a home. */
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
    check('attachment_objects_key', sql`${t.storage_key} ~ ('^org/([a-z0-9-]+/)?' || ${t.org_id} || '/')`),
  ],
)

/** Files on objects of kinds that take them. Without an object the upload is pending and invisible. */
export const attachments = entity(
  'attachments',
  {
    scope: ofFile,
    history: 'audited',
    private: (t) => sql`${t.entity_type} = 'leave_request'`,
    trash: { days: 30, erase: 'release_expired_attachments' },
  },
  {
    ...tenant(),
    entity_type: text().notNull(),
    entity_id: uuid().notNull(),
    /** For a file on a ticket, the message that it belongs to. */
    message_id: uuid(),
    filename: varchar({ length: 180 }).notNull(),
    content_type: oneOf(fileTypes).notNull(),
    /** An image that a mail shows in its text, and that lists of files leave out. */
    is_inline: boolean().notNull().default(false),
    size_bytes: integer().notNull(),
    sha256: bytes().notNull(),
    width: integer(),
    height: integer(),
    caption: varchar({ length: 200 }),
    object_id: uuid(),
    uploaded_by: uuid()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    /** The contact who uploaded it in the portal. */
    contact_id: uuid().default(sql`app.portal_contact()`),
    ...versioned(),
    deleted_at: moment(),
    deleted_by: uuid(),
  },
  (t) => [
    orgKey(t),
    index('attachments_entity').on(t.org_id, t.entity_type, t.entity_id, t.created_at, t.id),
    index('attachments_message').on(t.org_id, t.message_id),
    index('attachments_contact').on(t.org_id, t.contact_id, t.created_at),
    index('attachments_sha256').on(t.org_id, t.sha256),
    index('attachments_object').on(t.org_id, t.object_id),
    index('attachments_deleted')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    index('attachments_pending')
      .on(t.org_id, t.created_at)
      .where(sql`${t.object_id} is null`),
    reference('attachments_object_id', t, t.object_id, attachmentObjects),
    reference('attachments_message_id', t, t.message_id, ticketMessages).onDelete('cascade'),
    reference('attachments_contact_id', t, t.contact_id, clientContacts),
    check('attachments_entity_type', isKindTaking('files', t.entity_type)),
    known('attachments_content_type', t.content_type),
    // Files of tickets may have come by mail, from somebody who is not a contact.
    check(
      'attachments_uploader',
      sql`num_nonnulls(${t.uploaded_by}, ${t.contact_id}) = 1
        or ${t.entity_type} = 'ticket' and num_nonnulls(${t.uploaded_by}, ${t.contact_id}) = 0`,
    ),
    check(
      'attachments_ticket',
      sql`${t.entity_type} = 'ticket' or num_nonnulls(${t.message_id}, ${t.contact_id}) = 0`,
    ),
    check('attachments_size', sql`${t.size_bytes} between 1 and 10485760`),
    check('attachments_side', sql`${t.width} between 1 and 12000 and ${t.height} between 1 and 12000`),
  ],
)
