import { sql } from 'drizzle-orm'
import { check, index, jsonb, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { shared } from './scopes.ts'
import { users } from './accounts.ts'
import { moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf, rank } from './values.ts'

export const filterVisibilities = ['private', 'project', 'organization'] as const

/** Saved task filters. The filter is a validated tree; @me is resolved for the reader. */
export const savedFilters = entity(
  'saved_filters',
  {
    kind: 'filter',
    noun: 'saved filter',
    called: (t) => ({ name: t.name }),
    scope: shared,
    history: 'audited',
    conflicts: { saved_filters_name: 'its owner has a filter of this name already' },
    label: 'name',
    private: (t) => sql`${t.visibility} = 'private'`,
    trash: { days: 30 },
  },
  {
    ...tenant(),
    project_id: uuid(),
    owner_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    name: varchar({ length: 80 }).notNull(),
    description: varchar({ length: 300 }),
    visibility: oneOf(filterVisibilities).notNull().default('private'),
    filter: jsonb().notNull(),
    sort: jsonb().notNull().default([]),
    group_by: varchar({ length: 40 }),
    columns: jsonb().notNull().default([]),
    grammar_version: smallint().notNull().default(1),
    rank: rank().notNull(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('saved_filters_name')
      .on(t.org_id, t.owner_id, sql`app.folded(${t.name})`)
      .where(sql`${t.deleted_at} is null`),
    index('saved_filters_owner')
      .on(t.org_id, t.owner_id, t.rank, t.id)
      .where(sql`${t.deleted_at} is null`),
    index('saved_filters_shared')
      .on(t.org_id, t.visibility, t.project_id)
      .where(sql`${t.deleted_at} is null and ${t.visibility} <> 'private'`),
    reference('saved_filters_project', t, t.project_id, projects).onDelete('cascade'),
    known('saved_filters_visibility', t.visibility),
    check('saved_filters_place', sql`${t.visibility} <> 'project' or ${t.project_id} is not null`),
  ],
)
