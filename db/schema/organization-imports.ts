import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, users } from './accounts.ts'
import { moment } from './columns.ts'
import { entity } from './entity.ts'
import { organizations } from './organizations.ts'
import { known, oneOf } from './values.ts'

/** By whom a manifest is signed: by this deployment, by keys that are not known here, or by nobody. */
export const organizationImportSignatures = ['verified', 'unknown_key', 'absent'] as const
export const organizationImportStates = ['receiving', 'running', 'done', 'failed', 'deleted'] as const

/**
 * An export of an organization that becomes a new one, whose id it has. Until that is complete it belongs to nobody and is
 * to be purged.
 */
export const organizationImports = entity(
  'organization_imports',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    created_by: uuid()
      .notNull()
      .references(() => users.id),
    state: oneOf(organizationImportStates).notNull().default('receiving'),
    /** Why it failed. */
    problem: text(),
    /** What its manifest says: {origin, organization, started_at, files, counts, signature}. */
    manifest: jsonb().notNull(),
    /** Kinds that are not known here: their parts are kept aside. */
    unknown_kinds: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether its invoices are numbered on from where the origin, which is closed, has stopped. */
    continues_numbering: boolean().notNull().default(false),
    /** How far it is: {step, part, offset, loaded, added, after}; `part` counts in the order in which parts are read. */
    place: jsonb().notNull().default({}),
    /** What was kept while it was read, as `app.import_shape()` was when it started. */
    shape: smallint(),
    /** Rows written so far. */
    rows_done: integer().notNull().default(0),
    /** When it last got further. */
    moved_at: moment().notNull().defaultNow(),
    /** How often it was started again after an hour without progress. */
    tries: smallint().notNull().default(0),
    /** What is off or was left out, once it is done: [{key, count, what}]. */
    checklist: jsonb(),
    /** How far members are given what is under their names: {people: [[old, new]], place, after, kept, revision}; null if none is. */
    binding: jsonb(),
    /** Rows that stayed with a name, as the member has one of which there may be only one. */
    kept_rows: integer().notNull().default(0),
    created_at: moment().notNull().defaultNow(),
    started_at: moment(),
    finished_at: moment(),
    /** When it is thrown away unless it is done. */
    expires_at: moment().notNull(),
  },
  (t) => [
    uniqueIndex('organization_imports_open')
      .on(t.created_by)
      .where(sql`${t.state} in ('receiving', 'running')`),
    index('organization_imports_person').on(t.created_by, t.created_at.desc(), t.id.desc()),
    known('organization_imports_state', t.state),
  ],
)

/** A part of it: lines of one kind, or a file. Once it is done, only closed archives. */
export const organizationImportParts = entity(
  'organization_import_parts',
  { scope: null, history: 'none', access: 'functions' },
  {
    import_id: uuid()
      .notNull()
      .references(() => organizationImports.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    size_bytes: bigint({ mode: 'number' }).notNull(),
    sha256: bytes().notNull(),
    received_at: moment(),
    /** When it is written, of those that become rows: counted from the start on, whatever later versions would say. */
    turn: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.n] }),
    index('organization_import_parts_file').on(t.import_id, t.sha256),
  ],
)

/** The ids that its lines have, and what they become; until it is done. */
export const organizationImportIds = entity(
  'organization_import_ids',
  { scope: null, history: 'none', access: 'functions' },
  {
    import_id: uuid()
      .notNull()
      .references(() => organizationImports.id, { onDelete: 'cascade' }),
    old_id: uuid().notNull(),
    new_id: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.old_id] })],
)

/** The numbers that its lines have, by the table that counts, and what they become; until it is done. */
export const organizationImportNumbers = entity(
  'organization_import_numbers',
  { scope: null, history: 'none', access: 'functions' },
  {
    import_id: uuid()
      .notNull()
      .references(() => organizationImports.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    old_number: bigint({ mode: 'number' }).notNull(),
    /** Given out once all of them are known, in the order of the old ones. */
    new_number: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.name, t.old_number] })],
)

/** The people whom its rows name, as accounts that nobody can sign in with, and who they were there. */
export const organizationImportPeople = entity(
  'organization_import_people',
  { scope: null, history: 'none', access: 'functions' },
  {
    import_id: uuid()
      .notNull()
      .references(() => organizationImports.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    name: varchar({ length: 120 }).notNull(),
    /** Until they are bound. */
    email: text(),
    role: text(),
    /** The member to whom everything was given that named them, and when that was done. */
    bound_to: uuid().references(() => users.id),
    bound_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.import_id, t.user_id] }),
    index('organization_import_people_user').on(t.user_id),
    index('organization_import_people_email')
      .on(t.import_id, sql`lower(${t.email})`)
      .where(sql`${t.email} is not null`),
    index('organization_import_people_bound')
      .on(t.bound_to)
      .where(sql`${t.bound_to} is not null`),
  ],
)
