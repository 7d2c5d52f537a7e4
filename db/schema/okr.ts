import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, numeric, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { departments } from './departments.ts'
import { entity } from './entity.ts'
import { savedFilters } from './filters.ts'
import { currency, currencyCode } from './money.ts'
import { projects } from './projects.ts'
import { objective, ofKeyResult, ofObjective } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const objectiveLevels = ['organization', 'department', 'project', 'person'] as const
export const objectiveStatuses = [
  'draft',
  'active',
  'achieved',
  'partially_achieved',
  'missed',
  'dropped',
] as const
export const rollUps = ['key_results', 'children', 'combined'] as const
export const confidences = ['on_track', 'at_risk', 'off_track'] as const
export const objectiveVisibilities = ['organization', 'private'] as const
export const metricTypes = ['number', 'percentage', 'currency', 'boolean', 'tasks', 'bi'] as const
export const metricDirections = ['increase', 'decrease', 'maintain'] as const

const weight = () => numeric({ precision: 6, scale: 3 }).notNull().default('1')
const value = () => numeric({ precision: 18, scale: 4 })

/** Objectives. Progress is computed at each read, and frozen when one is closed. */
export const okrObjectives = entity(
  'okr_objectives',
  {
    kind: 'objective',
    called: (t) => ({ name: t.title, begins: true }),
    scope: objective,
    history: 'audited',
    label: 'title',
    derived: ['only_for', 'reader_ids', 'told_off_track'],
    trash: { days: 30 },
    item: (t) => ({
      title: t.title,
      body: t.description,
      person: t.only_for,
      leastLevel: sql`20`,
      follows: ['title', 'description', 'only_for', 'deleted_at'],
    }),
    page: (t) => sql`'/objectives/' || ${t.id}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    parent_id: uuid(),
    title: varchar({ length: 200 }).notNull(),
    description: text(),
    owner_id: uuid().references(() => users.id),
    /** The name of an owner who left. */
    former_owner: varchar({ length: 200 }),
    level: oneOf(objectiveLevels).notNull().default('organization'),
    department_id: uuid(),
    project_id: uuid(),
    period_start: date(),
    period_end: date(),
    period_label: varchar({ length: 20 }),
    status: oneOf(objectiveStatuses).notNull().default('active'),
    roll_up: oneOf(rollUps).notNull().default('key_results'),
    weight: weight(),
    confidence: oneOf(confidences),
    confidence_on: date(),
    /** What it was when the objective was closed. */
    progress: numeric({ precision: 6, scale: 4 }),
    score: numeric({ precision: 3, scale: 2 }),
    closed_at: moment(),
    close_note: varchar({ length: 1000 }),
    visibility: oneOf(objectiveVisibilities).notNull().default('organization'),
    /** Who reads a private one besides admins: its owner, and those of its key results. */
    reader_ids: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The owner of a private one, or the id of nobody. */
    only_for: uuid(),
    /** Whether its owner was told of its fall. */
    told_off_track: date(),
    ...authored(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('okr_objectives_parent')
      .on(t.org_id, t.parent_id)
      .where(sql`${t.parent_id} is not null and ${t.deleted_at} is null`),
    index('okr_objectives_period')
      .on(t.org_id, t.period_start, t.period_end)
      .where(sql`${t.deleted_at} is null`),
    index('okr_objectives_owner')
      .on(t.org_id, t.owner_id)
      .where(sql`${t.deleted_at} is null and ${t.owner_id} is not null`),
    index('okr_objectives_department')
      .on(t.org_id, t.department_id)
      .where(sql`${t.department_id} is not null`),
    index('okr_objectives_project')
      .on(t.org_id, t.project_id)
      .where(sql`${t.project_id} is not null`),
    reference('okr_objectives_parent_id', t, t.parent_id, t),
    reference('okr_objectives_department_id', t, t.department_id, departments).onDelete('set null'),
    reference('okr_objectives_project_id', t, t.project_id, projects).onDelete('set null'),
    known('okr_objectives_level', t.level),
    known('okr_objectives_status', t.status),
    known('okr_objectives_roll_up', t.roll_up),
    known('okr_objectives_confidence', t.confidence),
    known('okr_objectives_visibility', t.visibility),
    check('okr_objectives_weight', sql`${t.weight} >= 0`),
    check('okr_objectives_score', sql`${t.score} between 0 and 1`),
    check(
      'okr_objectives_days',
      sql`${t.status} = 'draft' or (${t.period_start} is not null and ${t.period_end} is not null)`,
    ),
    check('okr_objectives_order', sql`${t.period_end} >= ${t.period_start}`),
  ],
)

/** What an objective is measured by. Values of bound ones, `tasks` and `bi`, are computed at each read. */
export const okrKeyResults = entity(
  'okr_key_results',
  {
    kind: 'key_result',
    noun: 'key result',
    called: (t) => ({
      name: t.title,
      begins: true,
      within: { objective_id: ['objective', (ids) => sql`${t.objective_id} = any(${ids})`] },
    }),
    scope: ofObjective,
    history: 'audited',
    label: 'title',
    derived: ['told_gone'],
    trash: { days: 30 },
  },
  {
    ...tenant(),
    objective_id: uuid().notNull(),
    title: varchar({ length: 200 }).notNull(),
    owner_id: uuid().references(() => users.id),
    former_owner: varchar({ length: 200 }),
    metric_type: oneOf(metricTypes).notNull(),
    unit: varchar({ length: 20 }),
    currency: currency(),
    direction: oneOf(metricDirections).notNull().default('increase'),
    start_value: value(),
    target_value: value(),
    current_value: value(),
    min_value: value(),
    max_value: value(),
    weight: weight(),
    confidence: oneOf(confidences),
    confidence_on: date(),
    /** The day of its latest check-in. */
    checked_on: date(),
    due_date: date(),
    filter_id: uuid(),
    filter: jsonb(),
    bi_query: jsonb(),
    /** {value, done, total, progress, reason, on}: what a bound one was when its objective was closed. */
    frozen: jsonb(),
    /** Whether its owner was told that its source is gone. */
    told_gone: date(),
    ...authored(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('okr_key_results_objective').on(t.org_id, t.objective_id),
    index('okr_key_results_owner')
      .on(t.org_id, t.owner_id)
      .where(sql`${t.deleted_at} is null and ${t.owner_id} is not null`),
    index('okr_key_results_filter')
      .on(t.org_id, t.filter_id)
      .where(sql`${t.filter_id} is not null`),
    reference('okr_key_results_objective_id', t, t.objective_id, okrObjectives).onDelete('cascade'),
    reference('okr_key_results_filter_id', t, t.filter_id, savedFilters).onDelete('set null'),
    known('okr_key_results_metric_type', t.metric_type),
    known('okr_key_results_direction', t.direction),
    known('okr_key_results_confidence', t.confidence),
    currencyCode('okr_key_results_currency', t.currency),
    check('okr_key_results_weight', sql`${t.weight} >= 0`),
    check('okr_key_results_order', sql`${t.min_value} <= ${t.max_value}`),
  ],
)

/** Values over time. They are final: another of the same day corrects one. */
export const okrCheckIns = entity(
  'okr_check_ins',
  { scope: ofKeyResult, history: 'append_only' },
  {
    ...tenant(),
    key_result_id: uuid().notNull(),
    as_of: date().notNull(),
    /** Null for one that only says how confident somebody is. */
    value: value(),
    previous_value: value(),
    progress: numeric({ precision: 6, scale: 4 }),
    confidence: oneOf(confidences),
    comment: varchar({ length: 1000 }),
    author_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
  },
  (t) => [
    orgKey(t),
    index('okr_check_ins_latest').on(t.org_id, t.key_result_id, t.as_of.desc(), t.id.desc()),
    reference('okr_check_ins_key_result_id', t, t.key_result_id, okrKeyResults).onDelete('cascade'),
    known('okr_check_ins_confidence', t.confidence),
  ],
)

/** How the definition of a key result changed: from what, to what, by whom and why. */
export const okrDefinitions = entity(
  'okr_definitions',
  { scope: ofKeyResult, history: 'append_only' },
  {
    ...tenant(),
    key_result_id: uuid().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    reason: varchar({ length: 500 }),
    author_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
  },
  (t) => [
    orgKey(t),
    index('okr_definitions_key_result').on(t.org_id, t.key_result_id, t.id),
    reference('okr_definitions_key_result_id', t, t.key_result_id, okrKeyResults).onDelete('cascade'),
  ],
)
