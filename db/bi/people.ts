import { sql } from 'drizzle-orm'
import { departments } from '../schema/departments.ts'
import { leaveRequests, leaveTypes } from '../schema/leave.ts'
import { okrKeyResults, okrObjectives } from '../schema/okr.ts'
import { payslips } from '../schema/payroll.ts'
import { ofOrganization } from '../schema/scopes.ts'
import { choice, count, day, member, money, type Source, thing } from './source.ts'

const leave: Source = {
  label: 'Leave',
  says: 'Approved leave of my team, for admins of everybody, by the month in which it begins',
  role: 'member',
  like: 'listLeaveRequests',
  block: 'hr',
  people: leaveRequests.employee_id,
  from: sql`${leaveRequests}`,
  where: sql`${ofOrganization(leaveRequests)} and ${leaveRequests.status} = 'approved'`,
  measures: { count: count('Absences') },
  dimensions: {
    department: thing(
      'Department',
      sql`(select p.department_id from employee_positions p where p.org_id = ${leaveRequests.org_id}
        and p.employee_id = ${leaveRequests.employee_id} and p.valid @> ${leaveRequests.start_date})`,
      'department',
      departments,
      departments.name,
    ),
    leave_type: thing(
      'Type of leave',
      leaveRequests.leave_type_id,
      'leave_type',
      leaveTypes,
      leaveTypes.name,
    ),
  },
  times: { start_date: day('Begins', leaveRequests.start_date) },
}

const pay: Source = {
  label: 'Payroll',
  says: 'What payslips that were approved add up to',
  role: 'admin',
  like: 'listPayrollRuns',
  block: 'pay',
  people: payslips.employee_id,
  from: sql`${payslips}`,
  where: sql`${ofOrganization(payslips)} and ${payslips.status} = 'final'`,
  currency: payslips.currency,
  measures: {
    gross: money('Gross pay', payslips.gross_minor),
    net: money('Net pay', payslips.net_minor),
    cost: money('Cost of pay', payslips.cost_minor, undefined, 'less'),
    count: count('Payslips'),
  },
  dimensions: {
    department: thing('Department', payslips.department_id, 'department', departments, departments.name),
  },
  times: { pay_date: day('Paid', payslips.pay_date) },
}

const said = (confidence: string) =>
  sql`${okrKeyResults.confidence} = ${confidence} and ${okrObjectives.status} = 'active'`
const keyResult: Source = {
  label: 'Key results',
  says: 'Key results of objectives that I may read',
  role: 'member',
  like: 'listObjectives',
  from: sql`${okrKeyResults} join ${okrObjectives} on ${okrObjectives.org_id} = ${okrKeyResults.org_id}
    and ${okrObjectives.id} = ${okrKeyResults.objective_id}`,
  where: sql`${ofOrganization(okrKeyResults)} and ${okrKeyResults.deleted_at} is null
    and ${okrObjectives.deleted_at} is null`,
  row: { kind: 'objective', id: okrKeyResults.objective_id, says: okrKeyResults.title },
  measures: {
    count: count('Key results'),
    at_risk: count('Said to be at risk', said('at_risk'), 'less'),
    off_track: count('Said to be off track', said('off_track'), 'less'),
    checked: count('With a check-in', sql`${okrKeyResults.checked_on} is not null`, 'more'),
  },
  dimensions: {
    objective: thing(
      'Objective',
      okrKeyResults.objective_id,
      'objective',
      okrObjectives,
      okrObjectives.title,
    ),
    status: choice('Status of the objective', okrObjectives.status),
    metric: choice('Measured by', okrKeyResults.metric_type),
    confidence: choice('Confidence', okrKeyResults.confidence),
    owner: member('Owner', okrKeyResults.owner_id),
  },
  times: {
    checked_on: day('Last check-in', okrKeyResults.checked_on),
    period_end: day('End of the period', okrObjectives.period_end),
  },
}

export const people = { leave_requests: leave, payroll_totals: pay, okr_key_results: keyResult }
