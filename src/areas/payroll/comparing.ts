import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { componentKinds, payrollRuns } from '../../../db/schema/payroll.ts'
import { count, day, id, idOut, paging } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { all } from '../../kit/sql.ts'
import { EmployeeRef } from '../../shared/employees.ts'
import { currencyCode, minor } from '../../shared/money/fields.ts'
import { runTarget } from './queries.ts'

const Filter = z.strictObject({
  with_run_id: id().optional().describe('The other run; the one before that pays alike unless sent'),
  show: z
    .enum(['all', 'changed', 'marked'])
    .default('changed')
    .meta({ description: 'changed: only people with a line that differs; marked: by more than a tenth' }),
  ...paging,
})
const Line = z
  .object({
    code: z.string().describe('Of the component'),
    name: z.string().describe('What it is called'),
    kind: z.enum(componentKinds).describe('What it is'),
    before_minor: minor().describe('In the other run'),
    amount_minor: minor().describe('In this run'),
  })
  .meta({ id: 'PayrollDifferenceLine' })
const reasons = [
  'joined',
  'left',
  'compensation',
  'days',
  'leave',
  'hours',
  'arrears',
  'components',
  'by_hand',
] as const
const Difference = z
  .object({
    employee: EmployeeRef.describe('Who it is'),
    payslip_id: idOut().nullable().describe('In this run; null where the person is not in it'),
    before_payslip_id: idOut().nullable().describe('In the other run; null where the person is not in it'),
    net_minor: minor().nullable().describe('Net pay in this run'),
    before_minor: minor().nullable().describe('Net pay in the other run'),
    difference_minor: z.int().describe('How much more, or less, is paid out'),
    percent: z.number().nullable().describe('Of the net pay in the other run'),
    is_marked: z.boolean().describe('Whether it is more than ten percent, or the person came or left'),
    reasons: z
      .array(z.enum(reasons).meta({ id: 'PayrollReason' }))
      .describe('Why, by what both payslips follow from'),
    lines: z.array(Line).describe('The lines that differ'),
  })
  .meta({ id: 'PayrollDifference' })
const Comparison = z
  .object({
    run_id: idOut().describe('The run'),
    before: z
      .object({
        run_id: idOut().describe('Which one'),
        name: z.string().describe('What it is called'),
        pay_date: day().describe('When it is paid'),
      })
      .nullable()
      .describe('The other run; null for the first one'),
    rules_changed: z.boolean().describe('Whether components have other rates or brackets than then'),
    currency: currencyCode(),
    people: count().describe('Payslips of this run'),
    people_before: count().describe('Payslips of the other'),
    net_minor: minor().describe('Paid out by this run'),
    before_minor: minor().describe('Paid out by the other'),
    marked: count().describe('People who are marked'),
    total: count().describe('People in the list'),
    items: z.array(Difference).describe('The largest difference first'),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
  })
  .meta({ id: 'PayrollComparison' })

export const comparison = read({
  id: 'comparePayrollRun',
  summary: 'Compare a payroll run with the one before: what each person gets more or less, and why',
  at: 'GET /payroll-runs/{run_id}/comparison',
  role: 'admin',
  not: ['impersonation'],
  heavy: true,
  query: Filter,
  returns: Comparison,
  refuses: [409],
  run: ({ params: { run_id }, query: { with_run_id = null, show, limit, offset } }) => {
    const run = sql`from ${payrollRuns} where ${all(runTarget.notDeleted, sql`${payrollRuns.id} = ${run_id}`)}`
    return [
      sql`select app.check_comparison(${payrollRuns}, ${with_run_id}::uuid) ${run}`,
      sql`select app.compare_payroll(${payrollRuns}, coalesce(${with_run_id}::uuid, app.run_before(${payrollRuns})),
        ${show}, ${limit}::int, ${offset}::int)::text as answer ${run}`,
    ]
  },
})
