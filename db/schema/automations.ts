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
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { ofRecord, project } from './scopes.ts'
import { authored, inOrganization, moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { deals } from './deals.ts'
import { leads } from './leads.ts'
import { projects } from './projects.ts'
import { tasks } from './tasks.ts'
import { tickets } from './tickets.ts'
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

/** What automations listen to and act on. */
export const recordTypes = ['task', 'ticket', 'deal', 'lead'] as const

/** Automation rules of one or all projects: a trigger, conditions and an action. Those of other records have no project. */
export const automations = entity(
  'automations',
  {
    kind: 'automation',
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

/** A rule's runs: one per event of a record, or per task and due date. */
export const automationRuns = entity(
  'automation_runs',
  { scope: ofRecord, history: 'none' },
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...inOrganization(),
    automation_id: uuid().notNull(),
    event_id: bigint({ mode: 'number' }),
    /** The event of a ticket, deal or lead. */
    event_key: uuid(),
    due_date: date(),
    task_id: uuid(),
    project_id: uuid(),
    ticket_id: uuid(),
    deal_id: uuid(),
    lead_id: uuid(),
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
    uniqueIndex('automation_runs_event')
      .on(t.automation_id, t.event_id, t.task_id)
      .where(sql`${t.event_id} is not null`),
    uniqueIndex('automation_runs_key')
      .on(t.automation_id, t.event_key)
      .where(sql`${t.event_key} is not null`),
    uniqueIndex('automation_runs_day')
      .on(t.automation_id, t.task_id, t.due_date)
      .where(sql`${t.due_date} is not null`),
    index('automation_runs_list').on(t.org_id, t.automation_id, t.id.desc()),
    index('automation_runs_acted').on(t.org_id, t.automation_id, t.created_at).where(acted(t.status)),
    index('automation_runs_recent').on(t.org_id, t.created_at).where(acted(t.status)),
    index('automation_runs_age').on(t.created_at),
    index('automation_runs_task').on(t.org_id, t.task_id),
    index('automation_runs_ticket')
      .on(t.org_id, t.ticket_id)
      .where(sql`${t.ticket_id} is not null`),
    index('automation_runs_deal')
      .on(t.org_id, t.deal_id)
      .where(sql`${t.deal_id} is not null`),
    index('automation_runs_lead')
      .on(t.org_id, t.lead_id)
      .where(sql`${t.lead_id} is not null`),
    reference('automation_runs_automation_id', t, t.automation_id, automations).onDelete('cascade'),
    reference('automation_runs_task_id', t, t.task_id, tasks).onDelete('cascade'),
    reference('automation_runs_ticket_id', t, t.ticket_id, tickets).onDelete('cascade'),
    reference('automation_runs_deal_id', t, t.deal_id, deals).onDelete('cascade'),
    reference('automation_runs_lead_id', t, t.lead_id, leads).onDelete('cascade'),
    check(
      'automation_runs_record',
      sql`num_nonnulls(${t.task_id}, ${t.ticket_id}, ${t.deal_id}, ${t.lead_id}) = 1`,
    ),
    check('automation_runs_project', sql`(${t.task_id} is null) = (${t.project_id} is null)`),
    known('automation_runs_status', t.status),
  ],
)
