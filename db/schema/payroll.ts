import { sql } from 'drizzle-orm'
import {
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
import { bytes } from './accounts.ts'
import { authored, moment, orgKey, period, reference, sealed, tenant, versioned } from './columns.ts'
import { departments } from './departments.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, money, moneyBounds } from './money.ts'
import { administration, payslip } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const componentKinds = ['earning', 'deduction', 'employer'] as const
export const calculations = ['fixed', 'percent', 'brackets', 'hours'] as const
export const appliesTo = ['all', 'listed'] as const
export const payFrequencies = ['monthly', 'biweekly', 'weekly', 'custom'] as const
export const dayCounts = ['calendar', 'thirty'] as const
export const payrollStatuses = ['draft', 'calculated', 'approved', 'paid', 'cancelled'] as const
export const payslipStatuses = ['draft', 'final', 'void'] as const

/** What is paid besides the base pay, what is deducted, and what the employer pays on top. Its rates have versions by date. */
export const payrollComponents = entity(
  'payroll_components',
  {
    kind: 'payroll_component',
    block: 'pay',
    noun: 'payroll component',
    scope: administration,
    history: 'audited',
    label: 'name',
    conflicts: { payroll_components_code: 'another payroll component has this code' },
  },
  {
    ...tenant(),
    code: varchar({ length: 30 }).notNull(),
    name: varchar({ length: 80 }).notNull(),
    kind: oneOf(componentKinds).notNull(),
    applies_to: oneOf(appliesTo).notNull().default('all'),
    taxable: boolean().notNull().default(true),
    prorate: boolean().notNull().default(false),
    position: smallint().notNull().default(0),
    archived_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('payroll_components_code').on(t.org_id, sql`lower(${t.code})`),
    known('payroll_components_kind', t.kind),
    known('payroll_components_applies_to', t.applies_to),
  ],
)

/** How a component is computed for what is paid from a day on, and by which source. */
export const payrollComponentVersions = entity(
  'payroll_component_versions',
  { scope: administration, history: 'audited' },
  {
    ...tenant(),
    component_id: uuid().notNull(),
    valid_from: date({ mode: 'string' }).notNull(),
    calc: oneOf(calculations).notNull(),
    base: text().array().notNull().default([]),
    /** In percent. */
    rate: numeric({ precision: 9, scale: 6 }),
    amount_minor: money(),
    /** `[{up_to_minor, rate}]` of a year, ascending; the last one has no end. */
    brackets: jsonb(),
    floor_minor: money(),
    cap_minor: money(),
    source: varchar({ length: 300 }),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('payroll_component_versions_day').on(t.org_id, t.component_id, t.valid_from),
    reference('payroll_component_versions_component', t, t.component_id, payrollComponents).onDelete(
      'cascade',
    ),
    known('payroll_component_versions_calc', t.calc),
    moneyBounds('payroll_component_versions_bounds', t.amount_minor, t.floor_minor, t.cap_minor),
  ],
)

/** A run pays some or all employees for a period. Only functions write what follows from its payslips. */
export const payrollRuns = entity(
  'payroll_runs',
  {
    kind: 'payroll_run',
    block: 'pay',
    noun: 'payroll run',
    called: (t) => ({ name: t.name, begins: true }),
    scope: administration,
    history: 'audited',
    label: 'name',
    private: true,
    derived: ['totals', 'rules', 'lines_changed_by', 'bank_order'],
    page: (t) => sql`'/payroll/' || ${t.id}`,
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    period_start: date({ mode: 'string' }).notNull(),
    period_end: date({ mode: 'string' }).notNull(),
    pay_date: date({ mode: 'string' }).notNull(),
    currency: currency().notNull(),
    frequency: oneOf(payFrequencies).notNull(),
    day_count: oneOf(dayCounts).notNull().default('calendar'),
    is_extra: boolean().notNull().default(false),
    /** Which of the payments beyond twelve a year it is. */
    extra_number: smallint(),
    department_id: uuid(),
    employee_ids: uuid().array(),
    excluded_ids: uuid().array().notNull().default([]),
    status: oneOf(payrollStatuses).notNull().default('draft'),
    totals: jsonb(),
    /** The components as they were for this run. */
    rules: jsonb(),
    calculated_at: moment(),
    calculated_by: uuid(),
    lines_changed_by: uuid(),
    approved_at: moment(),
    approved_by: uuid(),
    sole_approver: boolean().notNull().default(false),
    published_at: moment(),
    bank_file_at: moment(),
    /** The order that the bank was given: message, account, day. */
    bank_order: jsonb(),
    paid_on: date({ mode: 'string' }),
    void_numbers: text().array().notNull().default([]),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('payroll_runs_period').on(t.org_id, t.period_start),
    reference('payroll_runs_department_id', t, t.department_id, departments),
    known('payroll_runs_frequency', t.frequency),
    known('payroll_runs_day_count', t.day_count),
    known('payroll_runs_status', t.status),
    currencyCode('payroll_runs_currency', t.currency),
    check('payroll_runs_order', sql`${t.period_end} >= ${t.period_start}`),
    check('payroll_runs_extra', sql`${t.is_extra} = (${t.extra_number} is not null)`),
    check('payroll_runs_extra_number', sql`${t.extra_number} between 1 and 4`),
  ],
)

/** What a person is paid in a run. `inputs` is the snapshot from which every line follows. */
export const payslips = entity(
  'payslips',
  {
    kind: 'payslip',
    block: 'pay',
    noun: 'payslip',
    called: (t) => ({
      name: t.title,
      begins: true,
      numbers: [t.number],
      words: [
        sql`case when ${t.id} = (select s.id from payslips s where s.org_id = app.org_id()
          and s.employee_id = (select app.employee_id()) and (app.rank() < 40 or s.status = 'final')
          order by s.pay_date desc, s.id desc limit 1) then 'latest' end`,
      ],
      label: sql`${t.employee_name}`,
    }),
    said: 'is of the month, or has the number',
    scope: payslip,
    history: 'none',
    conflicts: {
      payslips_number: 'this number was given at the same moment; try again',
      payslips_employee: 'the employee has a payslip in this run',
      payslips_overlap: 'somebody in this run is paid for some of these days by another run',
    },
    page: (t) => sql`'/payslips/' || ${t.id}`,
  },
  {
    ...tenant(),
    run_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    employee_name: text().notNull(),
    employee_number: varchar({ length: 20 }).notNull(),
    department_id: uuid(),
    department_name: varchar({ length: 80 }),
    job_title: varchar({ length: 120 }),
    period: period().notNull(),
    pay_date: date({ mode: 'string' }).notNull(),
    is_extra: boolean().notNull().default(false),
    status: oneOf(payslipStatuses).notNull().default('draft'),
    number: varchar({ length: 20 }),
    /** "November 2026", of its payment, by which people ask for it. */
    title: varchar({ length: 40 }).notNull(),
    currency: currency().notNull(),
    inputs: jsonb().notNull().default({}),
    base_minor: money().notNull().default(0),
    paid_days: numeric({ precision: 6, scale: 2 }).notNull().default('0'),
    total_days: smallint().notNull(),
    worked_minutes: integer(),
    unpaid_leave_days: numeric({ precision: 6, scale: 2 }).notNull().default('0'),
    gross_minor: money().notNull().default(0),
    deductions_minor: money().notNull().default(0),
    net_minor: money().notNull().default(0),
    employer_minor: money().notNull().default(0),
    cost_minor: money().notNull().default(0),
    /** The end and the fingerprint of the account that is paid, frozen at approval. */
    iban_last4: varchar({ length: 4 }),
    iban_fingerprint: bytes(),
    published_at: moment(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('payslips_number')
      .on(t.org_id, t.number)
      .where(sql`${t.number} is not null`),
    uniqueIndex('payslips_employee').on(t.org_id, t.run_id, t.employee_id),
    index('payslips_of_employee').on(t.org_id, t.employee_id, t.pay_date),
    reference('payslips_run_id', t, t.run_id, payrollRuns).onDelete('cascade'),
    reference('payslips_employee_id', t, t.employee_id, employees),
    known('payslips_status', t.status),
    currencyCode('payslips_currency', t.currency),
    moneyBounds('payslips_bounds', t.gross_minor, t.net_minor, t.cost_minor),
  ],
)

/** A line of a payslip; deductions are negative. Only functions write it. */
export const payslipLines = entity(
  'payslip_lines',
  { scope: payslip, history: 'none' },
  {
    ...tenant(),
    payslip_id: uuid().notNull(),
    employee_id: uuid().notNull(),
    code: varchar({ length: 30 }).notNull(),
    name: varchar({ length: 120 }).notNull(),
    kind: oneOf(componentKinds).notNull(),
    place: integer().notNull(),
    taxable: boolean().notNull().default(true),
    quantity: numeric({ precision: 12, scale: 4 }),
    rate: numeric({ precision: 9, scale: 6 }),
    base_minor: money(),
    amount_minor: money().notNull(),
    manual: boolean().notNull().default(false),
    note: varchar({ length: 300 }),
    /** The payslip of an earlier period that it corrects. */
    arrears_of: uuid(),
    published_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('payslip_lines_payslip').on(t.org_id, t.payslip_id, t.place),
    index('payslip_lines_arrears')
      .on(t.org_id, t.arrears_of)
      .where(sql`${t.arrears_of} is not null`),
    reference('payslip_lines_payslip_id', t, t.payslip_id, payslips).onDelete('cascade'),
    known('payslip_lines_kind', t.kind),
    moneyBounds('payslip_lines_bounds', t.base_minor, t.amount_minor),
  ],
)

/** The account that a payslip is paid to, as it was at the approval: a sealed copy of that of the employee. */
export const payslipIbans = entity(
  'payslip_ibans',
  { scope: { ...administration, readOnly: true }, history: 'none' },
  { ...tenant(), payslip_id: uuid().notNull(), employee_id: uuid().notNull(), ...sealed() },
  (t) => [
    orgKey(t),
    uniqueIndex('payslip_ibans_payslip').on(t.org_id, t.payslip_id),
    reference('payslip_ibans_payslip_id', t, t.payslip_id, payslips).onDelete('cascade'),
  ],
)

/** The last number given to a payslip in a year. */
export const payslipNumbers = entity(
  'payslip_numbers',
  { scope: { ...administration, readOnly: true }, history: 'none' },
  { ...tenant(), year: smallint().notNull(), last: integer().notNull() },
  (t) => [orgKey(t), uniqueIndex('payslip_numbers_year').on(t.org_id, t.year)],
)
