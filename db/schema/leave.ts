import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  numeric,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { askedOrTeam, isConfidant, ofAskedRequest, organization, team } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const leaveUnits = ['day', 'hour'] as const
export const countings = ['working', 'calendar', 'six_day'] as const
export const payments = ['paid', 'partial', 'unpaid'] as const
export const accruals = ['upfront', 'monthly', 'per_worked_day', 'none'] as const
export const roundings = ['none', '0.25', '0.5', '1'] as const
export const visibilities = ['masked', 'public'] as const
export const leaveStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const
export const ledgerKinds = [
  'grant',
  'accrual',
  'proration',
  'carryover',
  'carryover_kept',
  'adjustment',
  'request',
  'cancellation',
] as const

export const leaveRules = [
  'min_notice_days',
  'max_backdate_days',
  'max_consecutive_days',
  'usable_after_days',
  'block',
] as const

const days = () => numeric({ precision: 9, scale: 2 })
/** Minutes since 1970 in the person's own calendar; the morning of a day ends at 720. */
const slots = customType<{ data: string }>({ dataType: () => 'int8multirange' })

/** A kind of absence: what it counts, whether it is paid, and how much of it there is in a year. */
export const leaveTypes = entity(
  'leave_types',
  {
    kind: 'leave_type',
    block: 'hr',
    noun: 'leave type',
    called: (t) => ({
      name: t.name,
      begins: true,
      numbers: [t.code],
      words: [sql`case when ${t.overrides} and ${t.archived_at} is null then 'sick' end`],
    }),
    said: 'has the name or code',
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      leave_types_name: 'a leave type of this name exists already',
      leave_types_code: 'another leave type has this code',
      leave_types_fed_by_overtime: 'another leave type is fed by overtime; one at a time is',
    },
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    code: varchar({ length: 20 }),
    unit: oneOf(leaveUnits).notNull().default('day'),
    count_by: oneOf(countings).notNull().default('working'),
    counts_holidays: boolean().notNull().default(false),
    allow_half_day: boolean().notNull().default(true),
    paid: oneOf(payments).notNull().default('paid'),
    paid_percent: smallint().notNull().default(100),
    requires_approval: boolean().notNull().default(true),
    affects_balance: boolean().notNull().default(true),
    requires_attachment: boolean().notNull().default(false),
    /** Days from the first day of leave; null if it must be there before the approval. */
    attachment_due_days: smallint(),
    /** May lie over approved leave, whose days return: sickness. */
    overrides: boolean().notNull().default(false),
    visibility: oneOf(visibilities).notNull().default('masked'),
    color: varchar({ length: 7 }),
    max_negative: days().notNull().default('0'),
    max_consecutive_days: smallint(),
    min_notice_days: smallint(),
    max_backdate_days: smallint(),
    annual_allowance: days().notNull().default('0'),
    accrual: oneOf(accruals).notNull().default('upfront'),
    rounding: oneOf(roundings).notNull().default('0.5'),
    proration: boolean().notNull().default(true),
    /** Nothing is granted for the first days of employment, which are not the days on which it cannot be taken yet. */
    accrual_starts_after_days: smallint().notNull().default(0),
    usable_after_days: smallint().notNull().default(0),
    /** Minutes over what was to be worked come to it with the approval of their week. */
    fed_by_overtime: boolean().notNull().default(false),
    carryover_max: days(),
    carryover_expires: varchar({ length: 5 }),
    /** Carried days on which somebody was ill outlive their day. */
    carry_survives_sickness: boolean().notNull().default(false),
    archived_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('leave_types_name').on(t.org_id, sql`app.folded(${t.name})`),
    uniqueIndex('leave_types_code')
      .on(t.org_id, sql`lower(${t.code})`)
      .where(sql`${t.code} is not null`),
    uniqueIndex('leave_types_fed_by_overtime')
      .on(t.org_id)
      .where(sql`${t.fed_by_overtime} and ${t.archived_at} is null`),
    check(
      'leave_types_fed_by_hour',
      sql`not ${t.fed_by_overtime} or (${t.unit} = 'hour' and ${t.affects_balance})`,
    ),
    check('leave_types_waits', sql`${t.accrual_starts_after_days} >= 0 and ${t.usable_after_days} >= 0`),
    known('leave_types_unit', t.unit),
    known('leave_types_count_by', t.count_by),
    known('leave_types_paid', t.paid),
    known('leave_types_visibility', t.visibility),
    known('leave_types_accrual', t.accrual),
    known('leave_types_rounding', t.rounding),
    check('leave_types_percent', sql`${t.paid_percent} between 0 and 100`),
    check(
      'leave_types_amounts',
      sql`${t.max_negative} >= 0 and ${t.annual_allowance} >= 0 and ${t.carryover_max} >= 0`,
    ),
  ],
)

/** A request for leave and what became of it. Only functions write it. */
/** A request that waits is called by its person. */
const waiting = (t: Record<'status' | 'org_id' | 'employee_id', AnyPgColumn>, name: SQL) =>
  sql`case when ${t.status} = 'pending' then (select app.folded(${name}) from employees e
    where e.org_id = ${t.org_id} and e.id = ${t.employee_id}) end`

export const leaveRequests = entity(
  'leave_requests',
  {
    kind: 'leave_request',
    block: 'hr',
    noun: 'leave request',
    called: (t) => ({
      words: [waiting(t, sql`e.name`), waiting(t, sql`e.first_name`)],
      label: sql`concat((select e.name from employees e where e.org_id = ${t.org_id} and e.id = ${t.employee_id}),
        ', ', to_char(${t.start_date}, 'Dy YYYY-MM-DD'), ' to ', to_char(${t.end_date}, 'Dy YYYY-MM-DD'))`,
    }),
    said: 'that waits is of a person called',
    scope: { ...askedOrTeam, readOnly: true },
    history: 'audited',
    private: true,
    derived: ['asked_at', 'reminders', 'certificates'],
    page: (t) => sql`'/absences/' || ${t.id}`,
    takes: ['notifications'],
    files: (t) => ({
      owner: t.created_by,
      openTo: isConfidant(t.employee_id),
      state: sql`case when ${t.status} in ('rejected', 'cancelled') then 'the request is ' || ${t.status} end`,
    }),
    conflicts: { leave_requests_overlap: 'the employee is absent on some of these days already' },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    leave_type_id: uuid().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    start_half: oneOf(['am', 'pm']).notNull().default('am'),
    end_half: oneOf(['am', 'pm']).notNull().default('pm'),
    start_time: varchar({ length: 5 }),
    end_time: varchar({ length: 5 }),
    slots: slots().notNull(),
    /** Days, or minutes for types by the hour. */
    total: days().notNull(),
    reason: text(),
    status: oneOf(leaveStatuses).notNull().default('pending'),
    asked_employee_id: uuid(),
    /** Since when that person is asked, and how often somebody was reminded: the second time, the next one up is asked. */
    asked_at: moment()
      .notNull()
      .default(sql`now()`),
    reminders: smallint().notNull().default(0),
    decided_by: uuid(),
    decided_at: moment(),
    decision_note: varchar({ length: 500 }),
    self_decided: boolean().notNull().default(false),
    /** Which rules of its type, or blocks, whoever entered or approved it passed over. */
    overridden: oneOf(leaveRules).array().notNull().default([]),
    /** How many files are attached to it, which whoever decides may know; what they are is for the person and admins. */
    certificates: smallint().notNull().default(0),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('leave_requests_employee').on(t.org_id, t.employee_id, t.start_date),
    index('leave_requests_pending')
      .on(t.org_id, t.employee_id)
      .where(sql`${t.status} = 'pending'`),
    index('leave_requests_days').on(t.org_id, t.start_date, t.end_date),
    reference('leave_requests_employee_id', t, t.employee_id, employees),
    reference('leave_requests_type_id', t, t.leave_type_id, leaveTypes),
    index('leave_requests_uncertified')
      .on(t.org_id, t.leave_type_id, t.start_date)
      .where(sql`${t.certificates} = 0 and ${t.status} in ('pending', 'approved')`),
    index('leave_requests_certified')
      .on(t.org_id, t.end_date)
      .where(sql`${t.certificates} > 0`),
    index('leave_requests_rejected')
      .on(t.org_id, t.decided_at)
      .where(sql`${t.status} = 'rejected'`),
    known('leave_requests_status', t.status),
    check('leave_requests_order', sql`${t.end_date} >= ${t.start_date}`),
  ],
)

/** The days of a request that count, each by halves; for types by the hour, its minutes. Only functions write it. */
export const leaveDays = entity(
  'leave_days',
  { scope: { ...ofAskedRequest, readOnly: true }, history: 'none' },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    request_id: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    am: days().notNull(),
    pm: days().notNull(),
    minutes: integer().notNull(),
    /** What it takes from the balance of its year. */
    amount: days().notNull(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('leave_days_day').on(t.org_id, t.request_id, t.day),
    index('leave_days_employee').on(t.org_id, t.employee_id, t.day),
    reference('leave_days_request_id', t, t.request_id, leaveRequests).onDelete('cascade'),
  ],
)

/** What gave and took leave, in days, or minutes for types by the hour. Never changed; only functions write it. */
export const leaveLedger = entity(
  'leave_ledger',
  {
    scope: { ...team, readOnly: true },
    history: 'audited',
    private: true,
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    leave_type_id: uuid().notNull(),
    year: smallint().notNull(),
    kind: oneOf(ledgerKinds).notNull(),
    amount: days().notNull(),
    request_id: uuid(),
    /** The week whose overtime it is. */
    timesheet_id: uuid(),
    /** From which day it counts. */
    effective_on: date({ mode: 'string' }).notNull(),
    note: varchar({ length: 500 }),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    index('leave_ledger_balance').on(t.org_id, t.employee_id, t.leave_type_id, t.year),
    reference('leave_ledger_employee_id', t, t.employee_id, employees),
    reference('leave_ledger_type_id', t, t.leave_type_id, leaveTypes),
    known('leave_ledger_kind', t.kind),
  ],
)
