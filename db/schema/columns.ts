import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  customType,
  foreignKey,
  integer,
  primaryKey,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

/** A timestamp with millisecond precision, serialized as RFC 3339 UTC. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const timestamps = () => ({
  created_at: moment().notNull().defaultNow(),
  updated_at: moment().notNull().defaultNow(),
})

/** Columns of every tenant table: id, organization, timestamps. The primary key is `orgKey`. */
export const tenant = () => ({
  id: uuid()
    .notNull()
    .default(sql`uuidv7()`),
  ...inOrganization(),
  ...timestamps(),
})

/** The id of a tenant table that is also found by it alone, before the organization is known, or that none refers to. */
export const globalId = () =>
  uuid()
    .primaryKey()
    .default(sql`uuidv7()`)

export const inOrganization = () => ({
  org_id: uuid()
    .notNull()
    .default(sql`app.org_id()`),
})

export const versioned = () => ({ version: integer().notNull().default(1) })

export const authored = () => ({
  created_by: uuid()
    .notNull()
    .default(sql`app.user_id()`),
})

/** A range of days, as `[first,next)`; the last day is the one before `next`. */
export const period = customType<{ data: string }>({ dataType: () => 'daterange' })

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A secret sealed by src/shared/sealing/sealing.ts. Tables with these columns are in `sealedTables` (src/shared/sealing/sealed.ts). */
export const sealed = () => ({
  kek_id: varchar({ length: 40 }).notNull(),
  wrapped_dek: bytea().notNull(),
  dek_iv: bytea().notNull(),
  iv: bytea().notNull(),
  ciphertext: bytea().notNull(),
  secret_version: integer().notNull().default(1),
})

type Owned = { org_id: AnyPgColumn }

type Keyed = Owned & { id: AnyPgColumn }

/** The primary key, which composite foreign keys reference, so that no reference crosses organizations. */
export const orgKey = (table: Keyed) => primaryKey({ columns: [table.org_id, table.id] })

/**
 * The primary key where ids are numbers, which two organizations may share once one is moved. It begins with the number: among
 * few rows, Postgres would take a key that begins with the organization for any condition, and the last row of a task for the
 * last of the organization.
 */
export const numberKey = (table: Keyed) => primaryKey({ columns: [table.id, table.org_id] })

/** What composite foreign keys reference where the primary key is a `globalId`. */
export const orgPair = (table: Keyed) => unique().on(table.org_id, table.id)

/** A composite foreign key within the organization: cross-organization references cannot be stored. */
export const reference = (name: string, table: Owned, column: AnyPgColumn, to: Keyed) =>
  foreignKey({ name, columns: [table.org_id, column], foreignColumns: [to.org_id, to.id] })
