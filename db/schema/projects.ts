import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { entity } from './entity.ts'
import { organization, project, recipient, ofOrganization, projectVisible } from './scopes.ts'
import { users } from './accounts.ts'
import {
  authored,
  globalId,
  inOrganization,
  moment,
  orgKey,
  reference,
  tenant,
  versioned,
} from './columns.ts'
import { known, oneOf } from './values.ts'

export const projectStatuses = ['planning', 'active', 'on_hold', 'completed', 'cancelled'] as const
export const projectRoles = ['lead', 'contributor', 'viewer'] as const
export const healths = ['on_track', 'at_risk', 'off_track'] as const

export const projects = entity(
  'projects',
  {
    kind: 'project',
    said: 'has the key or name',
    scope: null,
    history: 'audited',
    conflicts: {
      projects_key: 'this key is taken by another project',
      projects_name: 'a project of this name already exists',
      projects_dates: 'body.target_date: before start_date',
    },
    label: 'name',
    derived: ['task_counter', 'sprint_counter'],
    trash: { days: 30, erase: 'purge_expired_projects' },
    item: (t) => ({
      projectKeys: true,
      project: t.id,
      title: t.name,
      key: t.key,
      body: t.description,
      archived: t.archived_at,
      follows: ['name', 'description', 'archived_at', 'deleted_at'],
    }),
    page: (t) => sql`'/projects/' || ${t.key}`,
    takes: ['links', 'visits'],
  },
  {
    ...tenant(),
    key: varchar({ length: 10 }).notNull(),
    name: varchar({ length: 120 }).notNull(),
    description: text(),
    status: oneOf(projectStatuses).notNull().default('active'),
    visibility: oneOf(['organization', 'private']).notNull().default('organization'),
    lead_user_id: uuid().references(() => users.id),
    color: varchar({ length: 7 }),
    icon: varchar({ length: 32 }),
    start_date: date(),
    target_date: date(),
    client_id: uuid(),
    timezone: text(),
    task_counter: integer().notNull().default(0),
    sprint_counter: integer().notNull().default(0),
    estimate_unit: oneOf(['points', 'minutes']).notNull().default('points'),
    budget_minutes: integer(),
    budget_minor: bigint({ mode: 'number' }),
    hourly_rate_minor: bigint({ mode: 'number' }),
    settings: jsonb().notNull().default({}),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
    deleted_at: moment(),
    deleted_by: uuid(),
    purge_started_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('projects_key')
      .on(t.org_id, t.key)
      .where(sql`${t.deleted_at} is null`),
    uniqueIndex('projects_name')
      .on(t.org_id, sql`app.folded(${t.name})`)
      .where(sql`${t.deleted_at} is null`),
    index('projects_trash')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    index('projects_private')
      .on(t.org_id)
      .where(sql`${t.visibility} = 'private'`),
    index('projects_client').on(t.org_id, t.client_id),
    reference('projects_client_id', t, t.client_id, clients),
    check('projects_key_format', sql`${t.key} ~ '^[A-Z][A-Z0-9]{1,9}$'`),
    known('projects_status', t.status),
    known('projects_visibility', t.visibility),
    check('projects_dates', sql`${t.target_date} >= ${t.start_date}`),
    pgPolicy('project', {
      to: 'svc_app',
      using: sql`${ofOrganization(t)} and ${projectVisible(t.id)}`,
      withCheck: ofOrganization(t),
    }),
  ],
)

export const projectMembers = entity(
  'project_members',
  { scope: organization, history: 'audited' },
  {
    ...inOrganization(),
    project_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    role: oneOf(projectRoles).notNull(),
    added_by: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index('project_members_user').on(t.org_id, t.user_id),
    reference('project_members_project', t, t.project_id, projects).onDelete('cascade'),
    known('project_members_role', t.role),
  ],
)

/** Former project keys: still resolve, and cannot be taken by other projects. */
export const projectKeyAliases = entity(
  'project_key_aliases',
  { scope: organization, history: 'audited' },
  {
    ...inOrganization(),
    key: varchar({ length: 10 }).notNull(),
    project_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.key] }),
    reference('project_key_aliases_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)

export const projectFavorites = entity(
  'project_favorites',
  { scope: recipient, history: 'audited' },
  {
    ...inOrganization(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    project_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.project_id] }),
    index('project_favorites_project').on(t.project_id),
    reference('project_favorites_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)

export const projectUpdates = entity(
  'project_updates',
  { scope: project, history: 'audited' },
  {
    ...tenant(),
    id: globalId(),
    project_id: uuid().notNull(),
    author_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    health: oneOf(healths).notNull(),
    body: text().notNull(),
    snapshot: jsonb().notNull(),
  },
  (t) => [
    index('project_updates_list').on(t.org_id, t.project_id, t.created_at.desc()),
    reference('project_updates_project', t, t.project_id, projects).onDelete('cascade'),
    known('project_updates_health', t.health),
  ],
)
