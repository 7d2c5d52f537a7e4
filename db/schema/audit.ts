import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, recipient } from './scopes.ts'
import { bytes } from './accounts.ts'
import { inOrganization, moment, orgKey, tenant } from './columns.ts'
import { known, oneOf } from './values.ts'

export const exportFormats = ['jsonl', 'csv'] as const

/**
 * The hash chain over the audit trail, written by a job about a minute after the entries. Entries without an
 * organization are chained under an id of zeros.
 */
export const auditSeals = entity(
  'audit_seals',
  { scope: { ...organization, readOnly: true }, history: 'append_only', outlives: true },
  {
    ...inOrganization(),
    position: bigint({ mode: 'number' }).notNull(),
    entry_id: uuid().notNull(),
    hash: bytes().notNull(),
    /** The last archived entry's seal: the chain continues from it. */
    archived: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.position] }),
    uniqueIndex('audit_seals_entry').on(t.org_id, t.entry_id),
    index('audit_seals_archived')
      .on(t.org_id, t.position)
      .where(sql`${t.archived}`),
  ],
)

/** A requested export of a range of the audit trail: built by a job in parts, erased after a day. */
export const auditExports = entity(
  'audit_exports',
  { scope: recipient, history: 'audited' },
  {
    ...tenant(),
    user_id: uuid().notNull(),
    format: oneOf(exportFormats).notNull(),
    range_from: moment().notNull(),
    range_to: moment().notNull(),
    state: oneOf(['preparing', 'ready']).notNull().default('preparing'),
    entries: integer().notNull().default(0),
    /** The size of each part in bytes; each part is a storage object. */
    sizes: integer().array().notNull().default([]),
    /** The SHA-256 of each part in hexadecimal, excluding a manifest at the end of the last one. */
    digests: text().array().notNull().default([]),
    /** The signed manifest, once the file is ready. */
    signature: text(),
    /** The next part starts after this entry. */
    after_at: moment(),
    after_id: uuid(),
    ready_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('audit_exports_person').on(t.org_id, t.user_id, t.created_at),
    known('audit_exports_format', t.format),
    known('audit_exports_state', t.state),
  ],
)
