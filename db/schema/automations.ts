import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity, isKindTaking } from './entity.ts'
import { ofRecord, project } from './scopes.ts'
import {
  authored,
  inOrganization,
  moment,
  numberKey,
  orgKey,
  tenant,
  versioned,
  reference,
} from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf } from './values.ts'

export const runStatuses = [
  'succeeded',
  'no_change',
  'conditions_not_met',
  'failed',
  'loop_blocked',
  'throttled',
  'dry_run',
] as const

/** Automation rules of one or all projects: a trigger, conditions and an action. Those of other records have no project. */
export const automations = entity(
  'automations',
  {
    kind: 'automation',
    called: (t) => ({ name: t.name }),
    scope: project,
    history: 'audited',
    label: 'name',
    derived: ['run_count', 'last_run_at', 'last_status', 'consecutive_failures', 'turn'],
    trash: { days: 30 },
  },
  {
    ...tenant(),
    project_id: uuid(),
    name: varchar({ length: 80 }).notNull(),
    description: varchar({ length: 500 }),
    is_enabled: boolean().notNull().default(true),
    trigger: jsonb().notNull(),
    conditions: jsonb().notNull().default({}),
    action: jsonb().notNull(),
    rank: smallint().notNull().default(100),
    run_as: oneOf(['system']).notNull().default('system'),
    ...authored(),
    run_count: integer().notNull().default(0),
    last_run_at: moment(),
    last_status: oneOf(runStatuses),
    consecutive_failures: smallint().notNull().default(0),
    /** Round-robin counter. */
    turn: integer().notNull().default(0),
    disabled_reason: varchar({ length: 40 }),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('automations_enabled')
      .on(t.org_id, t.project_id)
      .where(sql`${t.is_enabled} and ${t.deleted_at} is null`),
    // Serves the lookup before an event of a record is announced.
    index('automations_listening')
      .on(t.org_id, sql`split_part(${t.trigger} ->> 'event', '.', 1)`)
      .where(sql`${t.is_enabled} and ${t.deleted_at} is null`),
    index('automations_list')
      .on(t.org_id, t.rank, t.created_at, t.id)
      .where(sql`${t.deleted_at} is null`),
    reference('automations_project_id', t, t.project_id, projects).onDelete('cascade'),
    known('automations_run_as', t.run_as),
    known('automations_last_status', t.last_status),
  ],
)

/** Runs that count for the limits of an hour. */
const acted = (status: AnyPgColumn) => sql`${status} in ('succeeded', 'no_change', 'failed')`

/** A rule's runs: one per event of a record, or per record and due date. */
export const automationRuns = entity(
  'automation_runs',
  { scope: ofRecord, history: 'none' },
  {
    /** A number, as the contract shows it. */
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ...inOrganization(),
    automation_id: uuid().notNull(),
    event_id: bigint({ mode: 'number' }),
    /** The event of a ticket, deal or lead. */
    event_key: uuid(),
    due_date: date(),
    record_kind: text().notNull(),
    record_id: uuid().notNull(),
    /** Of a record in a project. */
    project_id: uuid(),
    status: oneOf(runStatuses).notNull(),
    /** The rules that caused the event, oldest first. */
    chain: uuid().array().notNull().default([]),
    depth: smallint().notNull().default(1),
    changes: jsonb().notNull().default([]),
    error: varchar({ length: 300 }),
    duration_ms: integer().notNull().default(0),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    numberKey(t),
    uniqueIndex('automation_runs_event')
      .on(t.automation_id, t.event_id, t.record_id)
      .where(sql`${t.event_id} is not null`),
    uniqueIndex('automation_runs_key')
      .on(t.automation_id, t.event_key)
      .where(sql`${t.event_key} is not null`),
    uniqueIndex('automation_runs_day')
      .on(t.automation_id, t.record_id, t.due_date)
      .where(sql`${t.due_date} is not null`),
    index('automation_runs_list').on(t.org_id, t.automation_id, t.id.desc()),
    index('automation_runs_acted').on(t.org_id, t.automation_id, t.created_at).where(acted(t.status)),
    index('automation_runs_recent').on(t.org_id, t.created_at).where(acted(t.status)),
    index('automation_runs_age').on(t.created_at),
    index('automation_runs_record').on(t.org_id, t.record_kind, t.record_id),
    reference('automation_runs_automation_id', t, t.automation_id, automations).onDelete('cascade'),
    check('automation_runs_record', isKindTaking('automations', t.record_kind)),
    check('automation_runs_project', sql`(${t.record_kind} = 'task') = (${t.project_id} is not null)`),
    known('automation_runs_status', t.status),
  ],
)
