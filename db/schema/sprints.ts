import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  json,
  numeric,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, project } from './scopes.ts'
import { inOrganization, moment, numberKey, orgKey, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf, sprintReasons, sprintStates } from './values.ts'

const points = () => numeric({ precision: 10, scale: 2, mode: 'number' })

/** Sprints. An exclusion constraint in db/functions prevents overlaps within a project. */
export const sprints = entity(
  'sprints',
  {
    kind: 'sprint',
    said: 'is called',
    scope: project,
    history: 'audited',
    conflicts: {
      sprints_overlap: 'overlaps another planned or active sprint of the project',
      sprints_active: 'another sprint of the project is running',
    },
    label: 'name',
    derived: ['frozen_report', 'frozen_charts'],
    trash: { days: 30 },
    item: (t) => ({
      projectKeys: true,
      title: t.name,
      body: t.goal,
      follows: ['name', 'goal', 'deleted_at'],
    }),
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    number: integer().notNull(),
    name: varchar({ length: 80 }).notNull(),
    goal: varchar({ length: 500 }),
    state: oneOf(sprintStates).notNull().default('planned'),
    start_date: date().notNull(),
    end_date: date().notNull(),
    started_at: moment(),
    completed_at: moment(),
    completed_by: uuid(),
    capacity_points: points(),
    committed_points: points(),
    committed_count: integer(),
    completed_points: points(),
    completed_count: integer(),
    /** Frozen at completion, as immutable text: the report, and the chart per unit. */
    frozen_report: json(),
    frozen_charts: json(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('sprints_number').on(t.project_id, t.number),
    uniqueIndex('sprints_active')
      .on(t.project_id)
      .where(sql`${t.state} = 'active'`),
    index('sprints_list').on(t.org_id, t.project_id, t.number),
    reference('sprints_project', t, t.project_id, projects).onDelete('cascade'),
    known('sprints_state', t.state),
    check('sprints_dates', sql`${t.end_date} >= ${t.start_date}`),
    check('sprints_capacity', sql`${t.capacity_points} >= 0`),
  ],
)

/** Work added to, removed from and completed in a started sprint, as signed differences. Append-only. */
export const sprintLedger = entity(
  'sprint_ledger',
  { scope: organization, history: 'append_only' },
  {
    /** A number: reports read what happened to a task by its order, which no clock that is set back may change. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ...inOrganization(),
    sprint_id: uuid().notNull(),
    task_id: uuid().notNull(),
    at: moment().notNull().defaultNow(),
    reason: oneOf(sprintReasons).notNull(),
    scope_points: points().notNull(),
    done_points: points().notNull(),
    scope_minutes: integer().notNull(),
    done_minutes: integer().notNull(),
    scope_count: smallint().notNull(),
    done_count: smallint().notNull(),
    actor_id: uuid(),
    event_id: bigint({ mode: 'number' }),
  },
  (t) => [
    numberKey(t),
    index('sprint_ledger_time').on(t.org_id, t.sprint_id, t.at),
    index('sprint_ledger_scope')
      .on(t.org_id, t.sprint_id, t.at.desc(), t.id.desc())
      .where(sql`${t.reason} not in ('committed', 'completed', 'reopened')`),
    index('sprint_ledger_task').on(t.org_id, t.task_id, t.sprint_id, t.id),
    reference('sprint_ledger_sprint', t, t.sprint_id, sprints).onDelete('cascade'),
    check(
      'sprint_ledger_reason',
      sql`${t.reason} in ('committed', 'added', 'removed', 'estimated', 'completed', 'reopened', 'cancelled',
        'uncancelled', 'deleted', 'restored', 'carried_over')`,
    ),
  ],
)
