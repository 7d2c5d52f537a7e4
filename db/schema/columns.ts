import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  customType,
  integer,
  pgPolicy,
  text,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

/** A moment, stored with millisecond precision, read by the answer helper as RFC 3339 UTC. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** Text with a CHECK-like list of values known to TypeScript; the table adds the CHECK with `oneOf`. */
export const oneOf = <const T extends [string, ...string[]]>(values: T) => text({ enum: values })

export const timestamps = () => ({
  created_at: moment().notNull().defaultNow(),
  updated_at: moment().notNull().defaultNow(),
})

/** Columns of every tenant table: id, organization and the two stamps. */
export const tenant = () => ({
  id: uuid()
    .primaryKey()
    .default(sql`uuidv7()`),
  ...inOrganization(),
  ...timestamps(),
})

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

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A secret as src/kit/sealing.ts seals it. A table that has these stands in `sealedTables` (src/kit/sealed.ts). */
export const sealed = () => ({
  kek_id: varchar({ length: 40 }).notNull(),
  wrapped_dek: bytea().notNull(),
  dek_iv: bytea().notNull(),
  iv: bytea().notNull(),
  ciphertext: bytea().notNull(),
  secret_version: integer().notNull().default(1),
})

type Owned = { org_id: AnyPgColumn }

/** Row-level security of a tenant table: rows of the entered organization only. */
export const orgPolicy = (table: Owned) =>
  pgPolicy('org_wall', { to: 'svc_app', using: orgMatch(table), withCheck: orgMatch(table) })

/** Row-level security of rows that belong to a project: private projects and project-scoped keys count too. */
export const projectPolicy = (table: Owned & { project_id: AnyPgColumn }, project = table.project_id) => {
  const rule = sql`${orgMatch(table)} and ${projectVisible(project)}`
  return pgPolicy('project_wall', { to: 'svc_app', using: rule, withCheck: rule })
}

/** Row-level security of rows that viewers may not read where `internal` holds. */
export const internalPolicy = (internal: SQL) =>
  pgPolicy('internal_wall', {
    as: 'restrictive',
    for: 'select',
    to: 'svc_app',
    using: sql`(select app.rank()) >= 20 or (${internal}) is not true`,
  })

/** Row-level security of rows that belong to one person inside the organization. */
export const personPolicy = (table: Owned & { user_id: AnyPgColumn }) => {
  const rule = sql`${orgMatch(table)} and ${table.user_id} = (select app.user_id())`
  return pgPolicy('person_wall', { to: 'svc_app', using: rule, withCheck: rule })
}

export const orgMatch = (table: Owned) => sql`${table.org_id} = (select app.org_id())`

/**
 * True for a row outside any project, or in one that the caller may open. `coalesce` says so of null, and keeps the
 * planner from guessing that nearly all rows are hidden.
 */
export const projectVisible = (project: AnyPgColumn) =>
  sql`(coalesce(${project} <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce(${project} = (select app.only_project()), true))`

/** The pair that composite foreign keys refer to, so that no reference can cross organizations. */
export const orgKey = (table: Owned & { id: AnyPgColumn }) => unique().on(table.org_id, table.id)
