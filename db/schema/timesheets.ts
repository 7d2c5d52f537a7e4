import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { askedForWeek, team } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const sheetStatuses = ['open', 'submitted', 'approved', 'rejected'] as const
export const sheetActions = ['submitted', 'approved', 'rejected', 'withdrawn', 'reopened'] as const

/**
 * The week of an employee, from Monday, once it was submitted. While it is submitted or approved, its time is locked, and its
 * minutes are those of the moment at which it was submitted. Only functions write it.
 */
export const timesheets = entity(
  'timesheets',
  {
    kind: 'timesheet',
    block: 'hr',
    noun: 'timesheet',
    scope: { ...askedForWeek, readOnly: true },
    history: 'audited',
    derived: ['asked_employee_id'],
    private: true,
    page: (t) =>
      sql`(select '/organizations/' || o.slug from organizations o where o.id = ${t.org_id}) || '/weeks/'
        || ${t.employee_id} || '/' || ${t.week_start}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    week_start: date({ mode: 'string' }).notNull(),
    status: oneOf(sheetStatuses).notNull().default('open'),
    /** In which the days of the week begin. */
    time_zone: varchar({ length: 64 }),
    /** `[{date, is_employed, contracted, holiday, leave, worked}]` as submitted, in minutes, and the hash of it. */
    days: jsonb(),
    inputs_hash: char({ length: 64 }),
    contracted_minutes: integer(),
    holiday_minutes: integer(),
    leave_minutes: integer(),
    worked_minutes: integer(),
    submitted_at: moment(),
    submitted_by: uuid(),
    /** Submitted by somebody else than the employee. */
    on_behalf: boolean().notNull().default(false),
    /** Who is asked to decide; null for admins. */
    asked_employee_id: uuid(),
    comment: varchar({ length: 500 }),
    decided_at: moment(),
    decided_by: uuid(),
    note: varchar({ length: 500 }),
    self_decided: boolean().notNull().default(false),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('timesheets_week').on(t.org_id, t.employee_id, t.week_start),
    index('timesheets_status').on(t.org_id, t.status, t.week_start),
    reference('timesheets_employee_id', t, t.employee_id, employees),
    known('timesheets_status_known', t.status),
    check('timesheets_monday', sql`extract(isodow from ${t.week_start}) = 1`),
    check(
      'timesheets_frozen',
      sql`${t.status} not in ('submitted', 'approved') or (${t.days} is not null and ${t.inputs_hash} is not null
        and ${t.time_zone} is not null and ${t.submitted_at} is not null)`,
    ),
  ],
)

/** What happened to a week, in order. Only functions write it. */
export const timesheetEvents = entity(
  'timesheet_events',
  { scope: { ...team, readOnly: true }, history: 'append_only', private: true },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    timesheet_id: uuid().notNull(),
    action: oneOf(sheetActions).notNull(),
    note: varchar({ length: 500 }),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    index('timesheet_events_sheet').on(t.org_id, t.timesheet_id, t.id),
    reference('timesheet_events_sheet_id', t, t.timesheet_id, timesheets),
    known('timesheet_events_action', t.action),
  ],
)
