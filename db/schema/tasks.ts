import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, project, internalPolicy } from './scopes.ts'
import { users } from './accounts.ts'
import { boardColumns } from './board.ts'
import {
  authored,
  globalId,
  inOrganization,
  moment,
  numberKey,
  orgKey,
  tenant,
  versioned,
  reference,
} from './columns.ts'
import { projects } from './projects.ts'
import { milestones } from './roadmap.ts'
import { sprints } from './sprints.ts'
import { known, oneOf, priorities, rank, taskStatuses, taskTypes } from './values.ts'

const taskCounts = [
  'spent_minutes',
  'comment_count',
  'attachment_count',
  'child_count',
  'done_child_count',
  'open_blocker_count',
] as const

export const tasks = entity(
  'tasks',
  {
    kind: 'task',
    said: 'has the key',
    scope: project,
    history: 'audited',
    conflicts: {
      tasks_external: 'a task with this external id exists in the project already',
      tasks_rank: 'another task was placed here at the same moment; try again',
    },
    label: 'title',
    derived: [...taskCounts, 'priority_rank'],
    counted: [...taskCounts],
    trash: { days: 30, erase: 'purge_expired_tasks' },
    item: (t) => ({
      projectKeys: true,
      title: t.title,
      key: sql`home.key || '-' || ${t.number}`,
      body: t.description,
      archived: t.archived_at,
      follows: ['title', 'description', 'project_id', 'archived_at', 'deleted_at'],
    }),
    page: (t) => sql`'/tasks/' || home.key || '-' || ${t.number}`,
    takes: ['links', 'visits', 'notifications', 'automations', 'clocks'],
    files: (t) => ({ owner: t.reporter_id }),
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    number: integer().notNull(),
    title: varchar({ length: 255 }).notNull(),
    description: text(),
    status: oneOf(taskStatuses).notNull().default('todo'),
    priority: oneOf(priorities).notNull().default('medium'),
    priority_rank: smallint().generatedAlwaysAs(
      sql`case priority when 'low' then 1 when 'medium' then 2 when 'high' then 3 else 4 end`,
    ),
    type: oneOf(taskTypes).notNull().default('task'),
    assignee_id: uuid().references(() => users.id),
    reporter_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    parent_id: uuid(),
    sprint_id: uuid(),
    milestone_id: uuid(),
    column_id: uuid(),
    rank: rank().notNull(),
    estimate_points: numeric({ precision: 6, scale: 2, mode: 'number' }),
    estimate_minutes: integer(),
    spent_minutes: integer().notNull().default(0),
    progress_percent: smallint().notNull().default(0),
    start_date: date(),
    due_date: date(),
    started_at: moment(),
    completed_at: moment(),
    cancelled_at: moment(),
    reopen_count: smallint().notNull().default(0),
    rrule: text(),
    recurrence_mode: oneOf(['on_schedule', 'after_completion']),
    recurrence_of: uuid(),
    comment_count: integer().notNull().default(0),
    attachment_count: integer().notNull().default(0),
    child_count: integer().notNull().default(0),
    done_child_count: integer().notNull().default(0),
    open_blocker_count: integer().notNull().default(0),
    external_source: varchar({ length: 60 }),
    external_id: varchar({ length: 255 }),
    /** Who wrote it where it was imported from, if that is no member here. */
    imported_author: varchar({ length: 200 }),
    ...authored(),
    updated_by: uuid(),
    ...versioned(),
    archived_at: moment(),
    deleted_at: moment(),
    deleted_by: uuid(),
    deleted_root: uuid(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('tasks_number').on(t.org_id, t.project_id, t.number),
    uniqueIndex('tasks_rank')
      .on(t.org_id, t.project_id, t.rank)
      .where(sql`${t.deleted_at} is null`),
    uniqueIndex('tasks_external')
      .on(t.project_id, t.external_source, t.external_id)
      .where(sql`${t.external_id} is not null`),
    uniqueIndex('tasks_recurrence')
      .on(t.recurrence_of)
      .where(sql`${t.recurrence_of} is not null`),
    index('tasks_list')
      .on(t.org_id, t.project_id, t.rank, t.id)
      .where(sql`${t.deleted_at} is null and ${t.archived_at} is null`),
    index('tasks_assignee')
      .on(t.org_id, t.assignee_id, t.status, t.due_date)
      .where(sql`${t.deleted_at} is null and ${t.assignee_id} is not null`),
    /* The columns most reports and filters use, for index-only scans. */
    index('tasks_facts')
      .on(
        t.org_id,
        t.project_id,
        t.status,
        t.id,
        t.type,
        t.priority,
        t.assignee_id,
        t.due_date,
        t.estimate_points,
        t.estimate_minutes,
        t.spent_minutes,
        t.open_blocker_count,
        t.archived_at,
        t.rank,
        t.updated_at,
      )
      .where(sql`${t.deleted_at} is null`),
    index('tasks_sprint')
      .on(
        t.org_id,
        t.sprint_id,
        t.id,
        t.project_id,
        t.parent_id,
        t.status,
        t.type,
        t.estimate_points,
        t.estimate_minutes,
      )
      .where(sql`${t.deleted_at} is null and ${t.sprint_id} is not null`),
    index('tasks_milestone')
      .on(t.org_id, t.milestone_id)
      .where(sql`${t.milestone_id} is not null`),
    index('tasks_parent')
      .on(t.org_id, t.parent_id)
      .where(sql`${t.parent_id} is not null`),
    index('tasks_column')
      .on(t.org_id, t.column_id)
      .where(sql`${t.column_id} is not null`),
    index('tasks_board')
      .on(t.org_id, t.project_id, t.column_id, t.rank, t.id, t.estimate_points)
      .where(sql`${t.deleted_at} is null and ${t.archived_at} is null`),
    index('tasks_due')
      .on(t.org_id, t.due_date)
      .where(
        sql`${t.deleted_at} is null and ${t.due_date} is not null and ${t.status} in ('todo', 'in_progress')`,
      ),
    index('tasks_recent')
      .on(t.org_id, t.updated_at.desc(), t.id)
      .where(sql`${t.deleted_at} is null`),
    index('tasks_trash')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    reference('tasks_project', t, t.project_id, projects),
    foreignKey({ name: 'tasks_parent_id', columns: [t.org_id, t.parent_id], foreignColumns: parentOf(t) }),
    reference('tasks_column_id', t, t.column_id, boardColumns),
    reference('tasks_sprint_id', t, t.sprint_id, sprints),
    reference('tasks_milestone_id', t, t.milestone_id, milestones),
    known('tasks_status_value', t.status),
    known('tasks_priority_value', t.priority),
    known('tasks_type_value', t.type),
    check('tasks_points', sql`${t.estimate_points} >= 0`),
    check('tasks_minutes', sql`${t.estimate_minutes} >= 0`),
    check('tasks_progress', sql`${t.progress_percent} between 0 and 100`),
    known('tasks_recurrence_mode', t.recurrence_mode),
    check('tasks_dates', sql`${t.due_date} >= ${t.start_date}`),
  ],
)

function parentOf(t: { org_id: AnyPgColumn; id: AnyPgColumn }): [AnyPgColumn, AnyPgColumn] {
  return [t.org_id, t.id]
}

/** Task history, one row per changed field; the source of notifications and burndown. */
export const taskEvents = entity(
  'task_events',
  { scope: project, history: 'append_only' },
  {
    /** A number, as the contract shows it in histories, comments and runs of automations. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    org_id: uuid().notNull(),
    project_id: uuid().notNull(),
    task_id: uuid().notNull(),
    actor_id: uuid(),
    actor_type: oneOf(['user', 'api_key', 'oauth', 'automation', 'system']).notNull(),
    /** The automations that caused it, oldest first. */
    automation_chain: uuid()
      .array()
      .notNull()
      .default(sql`app.automation_chain()`),
    request_id: text(),
    change_id: uuid().notNull(),
    kind: varchar({ length: 40 }).notNull(),
    field: varchar({ length: 40 }),
    old_value: jsonb(),
    new_value: jsonb(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    numberKey(t),
    index('task_events_task').on(t.org_id, t.task_id, t.id),
    index('task_events_time').on(t.org_id, t.created_at.desc()),
    index('task_events_project').on(t.org_id, t.project_id, t.created_at.desc(), t.id.desc()),
    known('task_events_actor', t.actor_type),
    internalPolicy(sql`${t.new_value} ->> 'is_internal' = 'true'`),
  ],
)

/** Differences in a project's visible task count; their sum is the count. */
export const taskTallies = entity(
  'task_tallies',
  { scope: project, history: 'none', access: 'read' },
  {
    id: globalId(),
    ...inOrganization(),
    project_id: uuid().notNull(),
    shown: integer().notNull(),
  },
  (t) => [
    index('task_tallies_project').on(t.org_id, t.project_id, t.shown),
    reference('task_tallies_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)

const taskPart = { org_id: () => inOrganization().org_id, task_id: () => uuid().notNull() }

export const taskWatchers = entity(
  'task_watchers',
  { scope: organization, history: 'audited' },
  {
    org_id: taskPart.org_id(),
    task_id: taskPart.task_id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    state: oneOf(['watching', 'muted']).notNull(),
    reason: oneOf(['manual', 'author', 'assignee', 'mention', 'comment']).notNull().default('manual'),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.user_id] }),
    index('task_watchers_person').on(t.org_id, t.user_id),
    reference('task_watchers_task', t, t.task_id, tasks).onDelete('cascade'),
    known('task_watchers_state', t.state),
    known('task_watchers_reason', t.reason),
  ],
)

/** Former keys of transferred tasks. */
export const taskKeyAliases = entity(
  'task_key_aliases',
  { scope: organization, history: 'audited' },
  {
    org_id: taskPart.org_id(),
    key: text().notNull(),
    task_id: taskPart.task_id(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.key] }),
    reference('task_key_aliases_task', t, t.task_id, tasks).onDelete('cascade'),
  ],
)
