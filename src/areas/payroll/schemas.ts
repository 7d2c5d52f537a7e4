import * as z from 'zod'
import {
  componentKinds,
  dayCounts,
  payFrequencies,
  payrollStatuses,
  payslipStatuses,
} from '../../../db/schema/payroll.ts'
import {
  change,
  count,
  csv,
  day,
  id,
  idOut,
  moment,
  paging,
  Person,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { inOrder } from '../../shared/day-range.ts'
import { EmployeeRef } from '../../shared/employees.ts'
import { currencyCode, decimalOut, minor, minorFrom1 } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { ComponentKind } from './components.ts'

const RunStatus = z.enum(payrollStatuses).meta({ id: 'PayrollRunStatus' })
const PayslipStatus = z.enum(payslipStatuses).meta({ id: 'PayslipStatus' })
const department = () =>
  id().meta({ description: 'Pays only people of it and of those within', 'x-names': 'department' })
const people = (description: string) =>
  z
    .array(id().meta({ 'x-names': 'employee' }))
    .max(1000, 'at most 1000')
    .meta({ description })

const fields = {
  name: nameText(80).meta({
    description: 'What it is called; after its month unless sent',
    example: 'November',
  }),
  period_start: day().meta({ description: 'The first of this month unless sent', example: '2026-11-01' }),
  period_end: day().meta({ description: 'The end of that month unless sent', example: '2026-11-30' }),
  pay_date: day().meta({ description: 'The end of the period unless sent', example: '2026-11-30' }),
  currency: currencyCode().describe('That of the organization unless sent'),
  department_id: department().nullable(),
  employee_ids: people('Only these; contractors are paid where they are named')
    .min(1, 'at least one')
    .nullable(),
  excluded_ids: people('Not these').meta({ description: 'Not these', 'x-brief': null }),
  is_extra: z
    .boolean()
    .describe('Pays one of the payments beyond twelve a year, for the period in which it was earned'),
  extra_number: z
    .int('must be 1 to 4')
    .min(1, 'must be 1 to 4')
    .max(4, 'must be 1 to 4')
    .nullable()
    .describe('Which of those payments'),
  day_count: z
    .enum(dayCounts)
    .meta({ id: 'DayCount', description: 'Whether a month has its days, or thirty' }),
}
export const PayrollRunDraft = z.strictObject(fields).partial().meta({ id: 'PayrollRunDraft' })
export const PayrollRunChange = change(fields).meta({ id: 'PayrollRunChange' })

const totals = {
  gross_minor: minor().describe('Before deductions'),
  deductions_minor: minor().describe('What is deducted'),
  net_minor: minor().describe('What is paid out'),
  employer_minor: minor().describe('What the employer pays on top'),
  cost_minor: minor().describe('What it costs the organization'),
}
export const PayrollTotals = z
  .object({ employees: count().describe('How many are paid'), ...totals })
  .meta({ id: 'PayrollTotals' })
export const PayrollException = z
  .object({
    code: z.string().meta({ description: 'What it is about', example: 'missing_compensation' }),
    severity: z
      .enum(['blocking', 'confirm', 'notice'])
      .meta({ id: 'PayrollSeverity', description: 'Prevents approval, needs force, or is only said' }),
    employee: EmployeeRef.nullable().describe('Whom it concerns'),
    payslip_id: idOut().nullable().describe('The payslip'),
    text: z.string().describe('What it is'),
    line: z
      .object({
        code: z.string().describe('Of the line'),
        name: z.string().describe('What it is'),
        kind: ComponentKind.describe('Paid or deducted'),
        amount_minor: minor().describe('The amount'),
      })
      .meta({ id: 'SuggestedLine' })
      .nullable()
      .describe('What can be added to the payslip because of it'),
  })
  .meta({ id: 'PayrollException' })

export const PayrollRun = z
  .object({
    id: ownId,
    name: z.string().describe('What it is called'),
    period_start: day().describe('The first day that it pays'),
    period_end: day().describe('The last'),
    pay_date: day().describe('When it is to be paid'),
    currency: currencyCode(),
    frequency: z
      .enum(payFrequencies)
      .meta({ id: 'PayFrequency', description: 'By the length of its period' }),
    is_extra: fields.is_extra,
    status: RunStatus.describe('How far it is'),
    totals: PayrollTotals.nullable().describe('Once it is calculated'),
    paid_on: day().nullable().describe('When it was paid'),
    created_at: createdAt,
    version: version(),
  })
  .meta({ id: 'PayrollRun', 'x-row': 'id name* status pay_date totals.net_minor currency' })
export const PayrollRunDetail = PayrollRun.extend({
  department_id: idOut().nullable().describe('Whom it pays, if not all'),
  employee_ids: z.array(idOut()).nullable().describe('Only these'),
  excluded_ids: z.array(idOut()).describe('Not these'),
  extra_number: fields.extra_number,
  day_count: fields.day_count,
  exceptions: z.array(PayrollException).describe('What to look at before it is approved'),
  calculated_at: moment().nullable().describe('When it was last calculated'),
  calculated_by: Person.nullable().describe('By whom'),
  approved_at: moment().nullable().describe('When it was approved'),
  approved_by: Person.nullable().describe('By whom'),
  sole_approver: z
    .boolean()
    .describe('Whether the same person calculated and approved it, as nobody else could'),
  published_at: moment().nullable().describe('Since when employees see their payslips'),
  bank_file_at: moment().nullable().describe('When the file for the bank was made'),
  void_numbers: z.array(z.string()).describe('Numbers that were given and taken back'),
}).meta({ id: 'PayrollRunDetail' })

export const RunFilter = z
  .strictObject({
    status: csv(RunStatus).optional(),
    from: day().optional().describe('Whose period ends on or after it'),
    to: day().optional().describe('Whose period begins on or before it'),
    ...paging,
    sort: sorting(['pay_date', 'period_start', 'created_at'], '-pay_date'),
  })
  .refine(...inOrder)

export const Approval = z
  .strictObject({
    force: z.boolean().describe('Despite exceptions that need a yes'),
    publish: z.boolean().meta({
      description: 'Whether people see their payslips at once, not only once they are paid',
      'x-brief': null,
    }),
  })
  .partial()
  .meta({ id: 'PayrollApproval' })
export const Paid = z
  .strictObject({ paid_at: day().describe('The day on which it was paid; today unless sent') })
  .partial()
  .meta({ id: 'PayrollPaid' })
export const TakingBack = z
  .strictObject({
    bank_file_withdrawn: z.boolean().describe('That the bank has stopped the file that was made'),
  })
  .partial()
  .meta({ id: 'PayrollTakingBack' })

export const Payslip = z
  .object({
    id: ownId,
    number: z.string().nullable().describe('Given when it is approved'),
    run_id: idOut().describe('The run that pays it'),
    employee: EmployeeRef.describe('Whose it is'),
    period_start: day().describe('The first day that it pays'),
    period_end: day().describe('The last'),
    pay_date: day().describe('When it is paid'),
    is_extra: z.boolean().describe('Whether it is an extra payment'),
    status: PayslipStatus.describe('Whether it can still change'),
    currency: currencyCode(),
    ...totals,
    published_at: moment().nullable().describe('Since when the person sees it'),
  })
  .meta({ id: 'Payslip', 'x-row': 'id employee.name* period_end net_minor currency status' })
const sums = {
  gross_minor: totals.gross_minor,
  deductions_minor: totals.deductions_minor,
  net_minor: totals.net_minor,
}
export const PayslipLine = z
  .object({
    id: ownId,
    code: z.string().describe('Of its component'),
    name: z.string().describe('What it is'),
    kind: ComponentKind.describe('Paid, deducted, or paid by the employer on top'),
    quantity: decimalOut().nullable().describe('Days or hours'),
    rate: decimalOut().nullable().describe('In percent'),
    base_minor: minor().nullable().describe('What it is computed from'),
    amount_minor: minor().describe('Negative where it is deducted'),
    manual: z.boolean().describe('Entered by hand'),
    note: z.string().nullable().describe('Why'),
  })
  .meta({ id: 'PayslipLine' })
export const PayslipDetail = Payslip.extend({
  employee_number: z.string().describe('The number of the person'),
  department: z.string().nullable().describe('Where the person was'),
  job_title: z.string().nullable().describe('What the person was'),
  base_minor: minor().describe('The base pay of it'),
  paid_days: decimalOut().describe('Days of the period that are paid'),
  total_days: count().describe('Days of the period'),
  worked_minutes: count().nullable().describe('For pay by the hour'),
  unpaid_leave_days: decimalOut().describe('Days of leave that are not paid'),
  iban_last4: z.string().nullable().describe('The end of the account'),
  lines: z.array(PayslipLine).describe('What it consists of'),
  year_to_date: z.object(sums).meta({ id: 'YearToDate' }).describe('Of the year of payment, with this one'),
  version: version(),
}).meta({ id: 'PayslipDetail' })

const ManualLine = z
  .strictObject({
    name: text(120).meta({ description: 'What it is', example: 'Bonus' }),
    kind: ComponentKind.describe('Paid, deducted, or paid by the employer on top'),
    amount_minor: minorFrom1().describe('Also of what is deducted'),
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,29}$/, 'must be lower-case letters, digits and _, at most 30')
      .meta({ description: 'So that bases can name it', example: 'bonus' }),
    taxable: z.boolean().describe('Whether it is part of the base taxable'),
    note: text(300).nullable().describe('Why'),
  })
  .partial()
  .required({ name: true, kind: true, amount_minor: true })
  .meta({ id: 'ManualLine' })
export const PayslipChange = change({
  add: z.array(ManualLine).max(50, 'at most 50').meta({ description: 'Lines by hand' }),
  remove: z.array(id()).max(50, 'at most 50').meta({ description: 'The ids of lines by hand' }),
}).meta({ id: 'PayslipChange' })

export const PayslipFilter = z.strictObject({
  employee_id: id().optional().meta({ description: 'Only this person', 'x-names': 'employee' }),
  ...paging,
  sort: sorting(['name', 'net_minor'], 'name'),
})
export const OwnPayslipFilter = z.strictObject({
  year: z.coerce
    .number()
    .int('must be a year')
    .min(2000, 'must be a year')
    .max(2100, 'must be a year')
    .optional()
    .meta({ type: 'integer', description: 'Of payment', example: 2026 }),
  ...paging,
})

export const PayslipFile = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'payslip-2026-11.pdf' }),
    content_type: z.literal('application/pdf').describe('Media type of the file'),
    content: z.string().meta({ description: 'The file in base64', format: 'byte' }),
  })
  .meta({ id: 'PayslipFile' })

const JournalEntry = z
  .object({
    department: z.string().nullable().describe('Where the people were; null for those of none'),
    side: z.enum(['debit', 'credit']).meta({ id: 'JournalSide', description: 'Spent, or owed' }),
    kind: z
      .enum([...componentKinds, 'net'])
      .meta({ id: 'JournalKind', description: 'Of its component; net is what is paid out' }),
    code: z.string().describe('Of its component'),
    name: z.string().describe('What it is'),
    people: count().describe('How many people it is of'),
    amount_minor: minor().describe('Their sum'),
  })
  .meta({ id: 'PayrollJournalEntry' })
export const PayrollJournal = z
  .object({
    run_id: idOut().describe('The run'),
    name: PayrollRun.shape.name,
    pay_date: PayrollRun.shape.pay_date,
    currency: currencyCode(),
    status: PayrollRun.shape.status,
    debit_minor: minor().describe('The sum of the debit side; the credit side has the same'),
    entries: z.array(JournalEntry).describe('By department, side and component'),
  })
  .meta({ id: 'PayrollJournal' })
