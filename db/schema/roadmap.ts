import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, project } from './scopes.ts'
import { users } from './accounts.ts'
import { inOrganization, moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf, rank } from './values.ts'

export const milestones = entity(
  'milestones',
  {
    kind: 'milestone',
    called: (t) => ({ name: t.name, project: t.project_id }),
    scope: project,
    history: 'audited',
    conflicts: { milestones_name: 'a milestone of this name already exists in the project' },
    label: 'name',
    trash: { days: 30 },
    item: (t) => ({
      projectKeys: true,
      title: t.name,
      body: t.description,
      follows: ['name', 'description', 'deleted_at'],
    }),
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    name: varchar({ length: 120 }).notNull(),
    description: text(),
    due_date: date().notNull(),
    completed_at: moment(),
    rank: rank().notNull(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('milestones_name')
      .on(t.project_id, sql`app.folded(${t.name})`)
      .where(sql`${t.deleted_at} is null`),
    index('milestones_list')
      .on(t.org_id, t.project_id, t.due_date, t.rank)
      .where(sql`${t.deleted_at} is null`),
    reference('milestones_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)

/** A frozen plan. Only which one is current can change. */
export const projectBaselines = entity(
  'project_baselines',
  { scope: project, history: 'audited', label: 'name' },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    name: varchar({ length: 80 }).notNull(),
    note: varchar({ length: 500 }),
    is_current: boolean().notNull().default(false),
    taken_at: moment().notNull().defaultNow(),
    taken_by: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    unit: oneOf(['minutes', 'cost']).notNull(),
    bac_minutes: bigint({ mode: 'number' }).notNull(),
    bac_minor: bigint({ mode: 'number' }),
    hourly_rate_minor: bigint({ mode: 'number' }),
    start_date: date().notNull(),
    end_date: date().notNull(),
    task_count: integer().notNull(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('project_baselines_current')
      .on(t.project_id)
      .where(sql`${t.is_current}`),
    index('project_baselines_list').on(t.org_id, t.project_id, t.taken_at.desc()),
    reference('project_baselines_project', t, t.project_id, projects).onDelete('cascade'),
    known('project_baselines_unit', t.unit),
    check('project_baselines_dates', sql`${t.end_date} >= ${t.start_date}`),
  ],
)

/** Frozen copies of tasks, kept even if the tasks are erased. */
export const projectBaselineItems = entity(
  'project_baseline_items',
  { scope: organization, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    baseline_id: uuid().notNull(),
    task_id: uuid().notNull(),
    key: text().notNull(),
    title: varchar({ length: 255 }).notNull(),
    start_date: date(),
    due_date: date(),
    planned_minutes: integer().notNull(),
    planned_minor: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.baseline_id, t.task_id] }),
    reference('project_baseline_items_baseline', t, t.baseline_id, projectBaselines).onDelete('cascade'),
  ],
)
