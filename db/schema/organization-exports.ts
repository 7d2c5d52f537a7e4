import { bigint, boolean, index, integer, jsonb, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { attachmentObjects } from './attachments.ts'
import { authored, inOrganization, moment, orgKey, reference, tenant } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const organizationExportStates = ['preparing', 'ready', 'failed', 'deleted'] as const

/** A file of everything that an organization has, written by a job in parts and kept for seven days. */
export const organizationExports = entity(
  'organization_exports',
  {
    scope: organization,
    history: 'audited',
    block: 'org',
    derived: ['place', 'people', 'moved_at', 'settled', 'tries'],
  },
  {
    ...tenant(),
    state: oneOf(organizationExportStates).notNull().default('preparing'),
    /** The kinds that were asked for; null for all. */
    kinds: text().array(),
    has_files: boolean().notNull(),
    /** The address of the service that made it. */
    origin: text().notNull(),
    /** The transaction that began it: what earlier ones wrote is part of it. */
    snapshot: text().notNull(),
    /** Whether whatever was being written when it began has ended. */
    settled: boolean().notNull().default(false),
    /** How far it is: {step, kind, after}. */
    place: jsonb().notNull().default({}),
    /** People whom its rows name. */
    people: uuid().array().notNull().default([]),
    /** When the last part was written. */
    moved_at: moment().notNull().defaultNow(),
    /** How often it was started again after an hour without a part. */
    tries: smallint().notNull().default(0),
    /** Why it failed. */
    problem: text(),
    ready_at: moment(),
    expires_at: moment(),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    index('organization_exports_newest').on(t.org_id, t.created_at.desc(), t.id.desc()),
    known('organization_exports_state', t.state),
  ],
)

/** A part of an export: lines of one kind, or a file. Number 0 is its manifest. */
export const organizationExportParts = entity(
  'organization_export_parts',
  { scope: organization, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    export_id: uuid().notNull(),
    n: integer().notNull(),
    kind: text().notNull(),
    /** What it is called in the export; parts of the same name belong one after the other. */
    name: text().notNull(),
    line_count: integer().notNull(),
    size_bytes: bigint({ mode: 'number' }).notNull(),
    sha256: bytes().notNull(),
    /** A file that the organization keeps anyway: its bytes are not stored again. */
    object_id: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.export_id, t.n] }),
    index('organization_export_parts_object').on(t.org_id, t.object_id),
    reference('organization_export_parts_export', t, t.export_id, organizationExports).onDelete('cascade'),
    reference('organization_export_parts_object_id', t, t.object_id, attachmentObjects),
  ],
)
