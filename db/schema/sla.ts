import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { authored, inOrganization, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity, isKindTaking } from './entity.ts'
import { organization } from './scopes.ts'
import { tasks } from './tasks.ts'
import { tickets } from './tickets.ts'
import { known, oneOf } from './values.ts'

export const slaMetrics = ['first_response', 'next_response', 'resolution'] as const
export const slaClockEventKinds = [
  'started',
  'paused',
  'resumed',
  'target_changed',
  'warned',
  'breached',
  'met',
  'missed',
  'cancelled',
] as const

/** Working hours, in the local time of a time zone. */
export const businessCalendars = entity(
  'business_calendars',
  {
    kind: 'business_calendar',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      business_calendars_name: 'a calendar of this name already exists',
      business_calendars_default: 'another calendar became the default one at the same moment; try again',
    },
    derived: ['special_days', 'holidays_edition', 'week_seconds'],
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    time_zone: text().notNull(),
    /** By ISO weekday, 1 to 7: intervals in minutes after midnight, in order. */
    week: jsonb().notNull(),
    /** By date: intervals that replace those of its weekday. */
    exceptions: jsonb().notNull().default({}),
    /** The country or region whose public holidays are off, such as ES or ES-MD. */
    holidays_from_region: varchar({ length: 20 }),
    /** The default calendar of new policies. */
    is_default: boolean().notNull().default(false),
    /** The days that differ from their weekday, in order, after a sentinel far in the past. */
    special_days: date()
      .array()
      .notNull()
      .default(sql`'{0001-01-01}'`),
    /** The public holidays that these are computed from, see app.holidays_edition. */
    holidays_edition: text(),
    /** The working time of an ordinary week. */
    week_seconds: integer().notNull().default(0),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('business_calendars_name').on(t.org_id, sql`app.folded(${t.name})`),
    uniqueIndex('business_calendars_default')
      .on(t.org_id)
      .where(sql`${t.is_default}`),
  ],
)

export const slaPolicies = entity(
  'sla_policies',
  {
    kind: 'sla_policy',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { sla_policies_name: 'a policy of this name already exists' },
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    /** The first one that matches wins. */
    position: integer().notNull(),
    applies_to: text().notNull().default('task'),
    filter: jsonb().notNull().default({}),
    /** Null: around the clock. */
    calendar_id: uuid(),
    /** By priority: minutes for each metric. */
    targets: jsonb().notNull(),
    pause_statuses: text().array().notNull().default([]),
    warn_percent: smallint().notNull().default(80),
    active: boolean().notNull().default(true),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('sla_policies_name')
      .on(t.org_id, sql`app.folded(${t.name})`)
      .where(sql`${t.archived_at} is null`),
    index('sla_policies_order').on(t.org_id, t.position, t.id),
    index('sla_policies_calendar').on(t.org_id, t.calendar_id),
    reference('sla_policies_calendar_id', t, t.calendar_id, businessCalendars),
    check('sla_policies_subject', isKindTaking('clocks', t.applies_to)),
    check('sla_policies_warning', sql`${t.warn_percent} between 1 and 99`),
  ],
)

/** The policy set manually for a task; null for none at all. */
export const slaOverrides = entity(
  'sla_overrides',
  { scope: organization, history: 'audited', access: 'read' },
  { ...tenant(), task_id: uuid().notNull(), policy_id: uuid(), ...authored() },
  (t) => [
    orgKey(t),
    uniqueIndex('sla_overrides_task').on(t.org_id, t.task_id),
    index('sla_overrides_policy').on(t.org_id, t.policy_id),
    reference('sla_overrides_policy_id', t, t.policy_id, slaPolicies),
    reference('sla_overrides_task_id', t, t.task_id, tasks).onDelete('cascade'),
  ],
)

/** Whether a running clock is late or at risk is computed from its timestamps, so that it is correct even if no job has run. */
export const slaClocks = entity(
  'sla_clocks',
  {
    scope: organization,
    history: 'audited',
    access: 'read',
    conflicts: { sla_clocks_open: 'the clock was started at the same moment by somebody else; try again' },
  },
  {
    ...tenant(),
    subject_type: text().notNull(),
    /** The id of the task or ticket, which also has a foreign key column of its own. */
    subject_id: uuid().notNull(),
    task_id: uuid(),
    ticket_id: uuid(),
    policy_id: uuid().notNull(),
    /** The policy when it was applied to the clock: name, targets, pause_statuses, warn_percent. */
    policy_snapshot: jsonb().notNull(),
    calendar_id: uuid(),
    metric: oneOf(slaMetrics).notNull(),
    target_seconds: integer().notNull(),
    started_at: moment().notNull(),
    state: oneOf(['running', 'paused', 'met', 'missed', 'cancelled']).notNull(),
    /** Working time consumed up to `since`, from when it has been running. */
    consumed_seconds: numeric({ precision: 14, scale: 3, mode: 'number' }).notNull().default(0),
    since: moment().notNull(),
    due_at: moment(),
    warn_at: moment(),
    paused_at: moment(),
    /** The reason of a manual pause; null if a status paused it. */
    pause_reason: varchar({ length: 500 }),
    warned_at: moment(),
    breached_at: moment(),
    completed_at: moment(),
    elapsed_seconds: numeric({ precision: 14, scale: 3, mode: 'number' }),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('sla_clocks_open')
      .on(t.org_id, t.subject_id, t.metric)
      .where(sql`${t.state} in ('running', 'paused')`),
    index('sla_clocks_subject').on(t.org_id, t.subject_id, t.metric, t.created_at),
    index('sla_clocks_task')
      .on(t.org_id, t.task_id)
      .where(sql`${t.task_id} is not null`),
    index('sla_clocks_ticket')
      .on(t.org_id, t.ticket_id)
      .where(sql`${t.ticket_id} is not null`),
    index('sla_clocks_due')
      .on(t.org_id, t.due_at, t.warn_at, t.ticket_id)
      .where(sql`${t.state} = 'running'`),
    index('sla_clocks_stamps')
      .on(t.org_id, nextStamp(t))
      .where(sql`${t.state} = 'running'`),
    index('sla_clocks_calendar').on(t.org_id, t.calendar_id),
    index('sla_clocks_policy').on(t.org_id, t.policy_id, t.state),
    index('sla_clocks_completed').on(t.org_id, t.completed_at),
    reference('sla_clocks_policy_id', t, t.policy_id, slaPolicies),
    reference('sla_clocks_calendar_id', t, t.calendar_id, businessCalendars),
    reference('sla_clocks_task_id', t, t.task_id, tasks).onDelete('cascade'),
    reference('sla_clocks_ticket_id', t, t.ticket_id, tickets).onDelete('cascade'),
    check('sla_clocks_subject_type', isKindTaking('clocks', t.subject_type)),
    check(
      'sla_clocks_subject',
      sql`num_nonnulls(${t.task_id}, ${t.ticket_id}) = 1 and ${t.subject_id} = coalesce(${t.task_id}, ${t.ticket_id})
      and (${t.subject_type} = 'task') = (${t.task_id} is not null)`,
    ),
    known('sla_clocks_metric', t.metric),
    known('sla_clocks_state', t.state),
    check('sla_clocks_target', sql`${t.target_seconds} > 0`),
    check('sla_clocks_running', sql`(${t.state} = 'running') = (${t.due_at} is not null)`),
    check('sla_clocks_paused', sql`(${t.state} = 'paused') = (${t.paused_at} is not null)`),
    check('sla_clocks_ended', sql`(${t.state} in ('running', 'paused')) = (${t.completed_at} is null)`),
  ],
)

/** When the next warning or breach of a running clock is to be recorded. */
function nextStamp(t: Record<'warned_at' | 'warn_at' | 'breached_at' | 'due_at', AnyPgColumn>) {
  return sql`least(case when ${t.warned_at} is null and ${t.breached_at} is null then ${t.warn_at} end,
    case when ${t.breached_at} is null then ${t.due_at} end)`
}

/** What happened to a clock. */
export const slaClockEvents = entity(
  'sla_clock_events',
  { scope: organization, history: 'append_only' },
  {
    id: uuid()
      .primaryKey()
      .default(sql`uuidv7()`),
    ...inOrganization(),
    clock_id: uuid().notNull(),
    kind: oneOf(slaClockEventKinds).notNull(),
    at: moment().notNull().defaultNow(),
    actor_id: uuid().default(sql`app.user_id()`),
    data: jsonb().notNull().default({}),
  },
  (t) => [
    index('sla_clock_events_clock').on(t.org_id, t.clock_id, t.id),
    known('sla_clock_events_kind', t.kind),
  ],
)
