import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import type { World } from './world.ts'

const at = ({ org }: World, path: string) => `/api/v1/organizations/${org}${path}`

/** A day that no other request of this kind is for. */
let next = 0
const freeDay = () => new Date(Date.UTC(2027, 0, 4) + 86_400_000 * (next++ % 400)).toISOString().slice(0, 10)

/** A type that takes nothing from a balance and counts every day, so that a request always fits. */
const anyType = async (world: World): Promise<string> => {
  const draft = {
    name: `Leave ${uuidv7()}`,
    count_by: 'calendar',
    allow_half_day: false,
    affects_balance: false,
  }
  return (await world.people.owner.ok('POST', at(world, '/leave-types'), draft)).id
}

/** A request of the member's, and one of somebody who reports to the member. */
const memberRequest = async (world: World): Promise<string> => {
  const draft = { leave_type_id: await anyType(world), start_date: freeDay() }
  return (await world.people.member.ok('POST', at(world, '/leave-requests'), draft)).id
}
const reportRequest = async (world: World): Promise<string> => {
  const { owner, member } = world.people
  const { id: manager_employee_id } = await member.ok('GET', at(world, '/employees/me'))
  const report = { first_name: 'Report', hire_date: '2026-01-01', manager_employee_id }
  const { id: employee_id } = await owner.ok('POST', at(world, '/employees'), report)
  const draft = { leave_type_id: await anyType(world), start_date: freeDay(), employee_id }
  return (await owner.ok('POST', at(world, '/leave-requests'), draft)).id
}

/** A run that pays one person for a month, calculated; for somebody else than the member a new person. */
const calculatedRun = async (
  world: World,
  employee?: string,
  period_start = '2026-10-01',
): Promise<string> => {
  const { owner, admin } = world.people
  const person = { first_name: 'Paid', hire_date: '2020-01-01' }
  const id = employee ?? (await owner.ok('POST', at(world, '/employees'), person)).id
  const pay = { effective_from: '2026-01-01', currency: 'EUR', pay_basis: 'monthly', amount_minor: 250_000 }
  const { items } = await owner.ok('GET', at(world, `/employees/${id}/compensations`))
  if (!items.length) await owner.ok('POST', at(world, `/employees/${id}/compensations`), pay)
  const run = await owner.ok('POST', at(world, '/payroll-runs'), { period_start, employee_ids: [id] })
  await admin.ok('POST', at(world, `/payroll-runs/${run.id}/calculate`))
  return run.id
}
const approvedRun = async (
  world: World,
  ...of: [employee?: string, period_start?: string]
): Promise<string> => {
  const id = await calculatedRun(world, ...of)
  await world.people.owner.ok('POST', at(world, `/payroll-runs/${id}/approve`), { force: true })
  return id
}
/** The month that the next payslip of the member is for. */
const months = new WeakMap<World, number>()
const nextMonth = (world: World) => {
  const month = (months.get(world) ?? 0) + 1
  months.set(world, month)
  return `2026-${String(month).padStart(2, '0')}-01`
}
/** A kiosk, and somebody with the PIN of the examples. */
const kioskToken = async (world: World): Promise<string> => {
  const { owner } = world.people
  await owner.ok('PUT', at(world, '/workforce/settings'), { kiosks: true })
  const { url } = await owner.ok('POST', at(world, '/working-hours/kiosks'), { name: uuidv7() })
  return url.split('/').at(-1)
}
const kioskNumber = async (world: World): Promise<string> => {
  const { owner } = world.people
  const person = { first_name: 'Clocks', hire_date: '2020-01-01' }
  const { id, employee_number } = await owner.ok('POST', at(world, '/employees'), person)
  await owner.ok('PUT', at(world, `/employees/${id}/kiosk-pin`), { pin: '7294' })
  return employee_number
}
const slipOf = async (world: World, run: string): Promise<string> =>
  (await world.people.owner.ok('GET', at(world, `/payroll-runs/${run}/payslips`))).items[0].id
/** Somebody who reports to the member, hired on the Saturday of a week that is submitted, so that no schedule changes it. */
const reportWithWeek = async (world: World): Promise<string> => {
  const { owner, member } = world.people
  const { id: manager_employee_id } = await member.ok('GET', at(world, '/employees/me'))
  const report = { first_name: 'Report', hire_date: '2026-01-10', manager_employee_id }
  const { id } = await owner.ok('POST', at(world, '/employees'), report)
  await owner.ok('POST', at(world, `/timesheets/${id}/2026-01-05/submit`), { empty: true })
  return id
}

/** Made anew for each request. */
export const peopleGenerated: Record<string, (world: World) => Promise<string>> = {
  submitted_employee_id: reportWithWeek,
  kiosk_number: kioskNumber,
}

/** What people of a world have as its employees. */
export const peopleFixtures: Record<string, (world: World) => Promise<string>> = {
  kiosk_token: kioskToken,
  leave_type_id: anyType,
  /** One with a balance. */
  counted_leave_type_id: async (world) => {
    const { owner } = world.people
    const { items } = await owner.ok('GET', at(world, '/leave-types'))
    const known = items.find((one: Json) => one.affects_balance)
    return (known ?? (await owner.ok('POST', at(world, '/leave-types'), { name: `Counted ${uuidv7()}` }))).id
  },
  leave_request_id: memberRequest,
  /** One that was counted otherwise than it would be now. */
  recounted_request_id: async (world) => {
    const id = await memberRequest(world)
    await asOwner('update leave_days set amount = 0.25 where request_id = $1', [id])
    return id
  },
  report_request_id: reportRequest,
  other_report_request_id: reportRequest,
  // Somebody with an account who is none of the callers.
  deputy_employee_id: async (world) => {
    const { owner, viewer } = world.people
    const draft = { first_name: 'Deputy', hire_date: '2026-01-01', user_id: viewer.id }
    const { status, body } = await owner.call('POST', at(world, '/employees'), draft)
    return status === 201 ? body.id : (await owner.ok('GET', at(world, '/employees?q=Deputy'))).items[0].id
  },
  calculated_run_id: (world) => calculatedRun(world),
  approvable_run_id: (world) => calculatedRun(world),
  reopenable_run_id: (world) => approvedRun(world),
  approved_run_id: (world) => approvedRun(world),
  ordered_run_id: (world) => approvedRun(world),
  /** Of a run that is calculated, and a published one of the member's. */
  payslip_id: async (world) => slipOf(world, await calculatedRun(world)),
  own_payslip_id: async (world) => {
    const { id } = await world.people.member.ok('GET', at(world, '/employees/me'))
    const run = await approvedRun(world, id, nextMonth(world))
    await world.people.owner.ok('POST', at(world, `/payroll-runs/${run}/pay`), { paid_at: '2026-11-01' })
    return slipOf(world, run)
  },
  week_start: () => Promise.resolve('2026-01-05'),
  ...peopleGenerated,
  report_to_approve_id: reportWithWeek,
  report_to_reject_id: reportWithWeek,
  report_to_reopen_id: reportWithWeek,
  own_employee_id: async (world) => (await world.people.member.ok('GET', at(world, '/employees/me'))).id,
}
export const peopleStates: Record<string, Record<string, string>> = {
  recordAtKiosk: { token: 'kiosk_token' },
  getLeaveRequest: { request_id: 'leave_request_id' },
  updateLeaveRequest: { request_id: 'leave_request_id' },
  cancelLeaveRequest: { request_id: 'leave_request_id' },
  approveLeaveRequest: { request_id: 'report_request_id' },
  rejectLeaveRequest: { request_id: 'other_report_request_id' },
  calculatePayrollRun: { run_id: 'calculated_run_id' },
  approvePayrollRun: { run_id: 'approvable_run_id' },
  markPayrollRunPaid: { run_id: 'approved_run_id' },
  reopenPayrollRun: { run_id: 'reopenable_run_id' },
  createPayrollBankFile: { run_id: 'ordered_run_id' },
  listPayslips: { run_id: 'calculated_run_id' },
  comparePayrollRun: { run_id: 'calculated_run_id' },
  getPayslip: { payslip_id: 'own_payslip_id' },
  getPayslipFile: { payslip_id: 'own_payslip_id' },
  getVacationBalance: { employee_id: 'own_employee_id' },
  getTimesheet: { employee_id: 'own_employee_id' },
  submitTimesheet: { employee_id: 'own_employee_id' },
  approveTimesheet: { employee_id: 'report_to_approve_id' },
  rejectTimesheet: { employee_id: 'report_to_reject_id' },
  reopenTimesheet: { employee_id: 'report_to_reopen_id' },
  listLeaveLedger: { employee_id: 'own_employee_id' },
}
