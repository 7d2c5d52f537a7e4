import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { payrollRuns, payslipLines, payslips } from '../../../db/schema/payroll.ts'
import { isSelf } from '../../../db/schema/scopes.ts'
import {
  all,
  ensure,
  ensureFields,
  inOrg,
  jsonb,
  jsonList,
  one,
  page,
  type Ref,
  shape,
  uuids,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { openDepartment } from '../../shared/departments.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { person } from '../../shared/people.ts'
import { noOwnRecord } from '../../shared/employees.ts'
import {
  type Approval,
  type OwnPayslipFilter,
  PayrollJournal,
  Payslip,
  type PayslipChange,
  PayslipDetail,
  type PayslipFilter,
  PayrollRun,
  PayrollRunDetail,
  type RunFilter,
} from './schemas.ts'

export const runTarget = { ...targetOf(payrollRuns, { noun: 'payroll run' }), locksItself: true as const }
export const payslipTarget = { ...targetOf(payslips, { noun: 'payslip' }), locksItself: true as const }

const exceptions = sql`(select coalesce(json_agg(json_build_object('code', x.code, 'severity', x.severity,
    'employee', case when x.employee_id is not null
      then json_build_object('employee_id', x.employee_id, 'name', x.name) end,
    'payslip_id', x.payslip_id, 'text', x.said, 'line', x.line) order by x.severity, x.code, app.folded(x.name)), '[]')
  from app.payroll_exceptions(${payrollRuns}) x)`

const listedRun = shape(PayrollRun, payrollRuns, {})
const wholeRun = shape(PayrollRunDetail, payrollRuns, {
  exceptions,
  calculated_by: person(payrollRuns.calculated_by),
  approved_by: person(payrollRuns.approved_by),
})
const runRow = (id: Ref) => all(runTarget.notDeleted, sql`${payrollRuns.id} = ${id}`)

export const getRun = (id: Ref) => one(wholeRun, runRow(id))

export const listRuns = ({ status, from, to, ...query }: z.output<typeof RunFilter>) =>
  page({ ...query, status, from, to } as typeof query, listedRun, {
    where: all(
      runTarget.notDeleted,
      status !== undefined && sql`${payrollRuns.status} in ${status}`,
      from !== undefined && sql`${payrollRuns.period_end} >= ${from}`,
      to !== undefined && sql`${payrollRuns.period_start} <= ${to}`,
    ),
    sorts: {
      pay_date: payrollRuns.pay_date,
      period_start: payrollRuns.period_start,
      created_at: payrollRuns.created_at,
    },
  })

const refers = {
  department_id: openDepartment,
}

export const createRun = (id: string, body: object) => [
  ...ensureFields(referencesIn(refers, body)),
  sql`select app.save_payroll_run(${id}::uuid, null, ${jsonb(body)})`,
  getRun(id),
]
export const changeRun = (id: Ref, version: number | undefined, body: object) => [
  ...ensureFields(referencesIn(refers, body)),
  sql`select app.save_payroll_run(${id}::uuid, ${version ?? null}::int, ${jsonb(body)})`,
  getRun(id),
]
export const removeRun = (id: Ref) => sql`select app.delete_payroll_run(${id}::uuid)`

export const calculate = (id: Ref) => [sql`select app.calculate_payroll(${id}::uuid)`, getRun(id)]
export const approve = (id: Ref, { force = false, publish = false }: z.output<typeof Approval> = {}) => [
  sql`select app.approve_payroll(${id}::uuid, ${force})`,
  ...(publish ? [sql`select app.publish_payslips(${id}::uuid)`] : []),
  getRun(id),
]
export const pay = (id: Ref, paidAt: string | undefined) => [
  sql`select app.pay_payroll(${id}::uuid, ${paidAt ?? null}::date)`,
  getRun(id),
]
export const reopen = (id: Ref, withdrawn: boolean) => [
  sql`select app.reopen_payroll(${id}::uuid, ${withdrawn})`,
  getRun(id),
]
export const cancel = (id: Ref, withdrawn: boolean) => [
  sql`select app.cancel_payroll(${id}::uuid, ${withdrawn})`,
  getRun(id),
]

const journal = shape(PayrollJournal, payrollRuns, {
  run_id: payrollRuns.id,
  debit_minor: sql`(select coalesce(sum(j.amount), 0) from app.payroll_journal(${payrollRuns.id}) j
    where j.side = 'debit')`,
  entries: sql`(select coalesce(json_agg(json_build_object('department', j.department, 'side', j.side,
      'kind', j.kind, 'code', j.code, 'name', j.name, 'people', j.people, 'amount_minor', j.amount)
      order by app.folded(j.department), j.side desc, array_position(array['earning', 'employer', 'deduction', 'net'],
        j.kind), j.code), '[]') from app.payroll_journal(${payrollRuns.id}) j where j.amount <> 0)`,
})
export const getJournal = (id: Ref) => one(journal, runRow(id))

const shownPayslip = {
  employee: { employee_id: payslips.employee_id, name: payslips.employee_name },
  period_start: sql`lower(${payslips.period})`,
  period_end: sql`upper(${payslips.period}) - 1`,
}
const listedPayslip = shape(Payslip, payslips, shownPayslip)
const line = {
  id: payslipLines.id,
  code: payslipLines.code,
  name: payslipLines.name,
  kind: payslipLines.kind,
  quantity: decimalText(payslipLines.quantity),
  rate: decimalText(payslipLines.rate),
  base_minor: payslipLines.base_minor,
  amount_minor: payslipLines.amount_minor,
  manual: payslipLines.manual,
  note: payslipLines.note,
}
export const wholePayslip = shape(PayslipDetail, payslips, {
  ...shownPayslip,
  department: payslips.department_name,
  paid_days: decimalText(payslips.paid_days),
  unpaid_leave_days: decimalText(payslips.unpaid_leave_days),
  lines: jsonList(
    line,
    sql`from ${payslipLines} where ${inOrg(payslipLines)} and ${payslipLines.payslip_id} = ${payslips.id}`,
    sql`array_position(array['earning', 'deduction', 'employer'], ${payslipLines.kind}::text), ${payslipLines.place}, ${payslipLines.id}`,
  ),
  year_to_date: sql`(select json_build_object('gross_minor', coalesce(sum(y.gross_minor), 0),
      'deductions_minor', coalesce(sum(y.deductions_minor), 0), 'net_minor', coalesce(sum(y.net_minor), 0))
    from payslips y where y.org_id = ${payslips.org_id} and y.employee_id = ${payslips.employee_id}
      and y.currency = ${payslips.currency} and y.pay_date <= ${payslips.pay_date}
      and y.pay_date >= date_trunc('year', ${payslips.pay_date}) and (y.status = 'final' or y.id = ${payslips.id}))`,
})

export const getPayslip = (id: Ref) =>
  one(wholePayslip, all(payslipTarget.notDeleted, sql`${payslips.id} = ${id}`))

export const listPayslips = (run: Ref, { employee_id, ...query }: z.output<typeof PayslipFilter>) =>
  page(query, listedPayslip, {
    where: all(
      payslipTarget.notDeleted,
      sql`${payslips.run_id} = ${run}`,
      employee_id !== undefined && sql`${payslips.employee_id} = ${employee_id}`,
    ),
    sorts: { name: sql`app.folded(${payslips.employee_name})`, net_minor: payslips.net_minor },
  })

export const listOwn = ({ year, ...query }: z.output<typeof OwnPayslipFilter>): SQL[] => [
  ensure(sql`(select app.employee_id()) is not null`, 'WM404', noOwnRecord),
  page({ ...query, sort: [{ key: 'pay_date', descending: true }] }, listedPayslip, {
    where: all(
      payslipTarget.notDeleted,
      isSelf(payslips.employee_id),
      sql`${payslips.published_at} is not null`,
      year !== undefined && sql`extract(year from ${payslips.pay_date}) = ${year}::int`,
    ),
    sorts: { pay_date: payslips.pay_date },
  }) as SQL,
]

export const editPayslip = (
  id: Ref,
  version: number | undefined,
  { add = [], remove = [] }: Omit<z.output<typeof PayslipChange>, 'version'>,
) => [
  sql`select app.audit_event('payslip.updated', 'payslips', ${id}::text, (select app.org_id()))`,
  sql`select app.edit_payslip(${id}::uuid, ${version ?? null}::int, ${jsonb(add)}, ${uuids(remove)})`,
  getPayslip(id),
]
