import { beforeAll, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { makeType } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { component, compensate, employer } from '../kit/payroll.ts'
import { modern, oauthTokenOf } from './rpc.ts'

type Assistant = (name: string, args?: object) => Promise<Json>

/** The assistant of somebody, who only has tools. */
async function assistant(who: Caller): Promise<Assistant> {
  const token = await oauthTokenOf(who)
  return async (name, args = {}) => {
    const how = { token, query: '?tools=all' }
    const { body } = await modern('tools/call', { name, arguments: args }, how)
    return body.error ?? JSON.parse(body.result.content[0].text)
  }
}
const done = async (answer: Promise<Json>): Promise<Json> => {
  const given = await answer
  expect(given.error).toBeUndefined()
  return given
}

let ws: Workspace
let [owner, boss, ada] = [] as unknown as [Assistant, Assistant, Assistant]
/** What a form asks for and no tool writes: who works when, kinds of leave, what is paid. */
beforeAll(async () => {
  ws = await employer()
  const people = [ws.owner, await join(ws, 'member', 'Grace'), await join(ws, 'member', 'Ada')] as const
  ;[owner, boss, ada] = await Promise.all([assistant(people[0]), assistant(people[1]), assistant(people[2])])
  await makeType(ws, { rounding: '0.5' })
  await makeType(ws, {
    name: 'Sick',
    affects_balance: false,
    requires_approval: false,
    allow_half_day: true,
    overrides: true,
  })
  const rule = { calc: 'percent', base: ['gross'] }
  await component(ws, { code: 'tax', name: 'Tax', kind: 'deduction', rate: '10', ...rule })
})

/** A month of 2025 that is paid, and what the person gets of it, in cents. */
async function paid(month: string, more: object = {}): Promise<Json> {
  const period = { period_start: `2025-${month}-01`, employee_ids: 'Ada', ...more }
  const { name: run_id } = await done(owner('create_payroll_run', period))
  expect(await done(owner('calculate_payroll_run', { run_id }))).toMatchObject({ status: 'calculated' })
  for (const [tool, args] of [
    ['approve_payroll_run', { run_id, force: true }],
    ['mark_payroll_run_paid', { run_id, paid_at: `2025-${month}-28` }],
  ] as const) {
    expect((await owner(tool, args)).error.code).toBe('confirmation_required')
    await done(owner(tool, { ...args, confirm: true }))
  }
  return done(ada('get_payslip', { payslip_id: 'latest' }))
}
const employed = () => done(ada('get_employee'))
/** Gross, less ten percent. */
const slipOf = (gross_minor: number) => {
  const deductions_minor = Math.round(gross_minor / 10)
  return { gross_minor, deductions_minor, net_minor: gross_minor - deductions_minor }
}
const share = (monthly: number, days: number) => Math.round((monthly * days) / 31)
const week = { week_start: '2025-11-10' }

test('hired in the middle of a month, by names alone, and paid for the days since', async () => {
  await done(owner('create_employee', { first_name: 'Grace', user_id: 'Grace', hire_date: '2020-01-01' }))
  await done(owner('create_department', { name: 'Analysis', manager_employee_id: 'Grace' }))
  const place = { job_title: 'Analyst', department_id: 'Analysis', manager_employee_id: 'Grace' }
  const draft = { first_name: 'Ada', user_id: 'Ada', hire_date: '2025-03-17', ...place }
  const hired = await done(owner('create_employee', draft))
  await compensate(ws, hired, { effective_from: '2025-03-17', amount_minor: 250_000 })
  expect(await employed()).toMatchObject({ name: 'Ada', job_title: 'Analyst' })
  expect(await paid('03')).toMatchObject(slipOf(share(250_000, 15)))
})

test('on leave, once a preview was seen and the manager agreed, and ill for an afternoon', async () => {
  const days = { start_date: '2025-08-04', end_date: '2025-08-08', leave_type_id: 'Vacation' }
  expect(await done(ada('create_leave_request', { ...days, dry_run: true }))).toMatchObject({
    total: '5',
    balance_after: '12.5',
    asked: { name: 'Grace' },
  })
  expect(await done(ada('create_leave_request', days))).toMatchObject({ status: 'pending', asked: 'Grace' })
  expect((await ada('approve_leave_request', { request_id: 'Ada' })).error).toBeDefined()
  expect(await done(boss('approve_leave_request', { request_id: 'Ada' }))).toMatchObject({
    status: 'approved',
    left: '12.5',
  })
  const sick = { leave_type_id: 'Sick', start_date: '2025-10-07', half: 'pm' }
  expect(await done(ada('create_leave_request', sick))).toMatchObject({ total: '0.5', status: 'approved' })
  const { items } = await done(boss('get_absence_calendar', { from: '2025-08-01', to: '2025-10-31' }))
  expect(items.map(({ name, from, to }: Json) => [name, from, to])).toEqual([
    ['Ada', 'Mon 2025-08-04', 'Fri 2025-08-08'],
    ['Ada', 'Tue 2025-10-07', 'Tue 2025-10-07'],
  ])
})

test('a week is sent back with a reason, completed and approved; then nobody changes its time', async () => {
  const entry = { duration_seconds: 8 * 3600, description: 'Analysis' }
  await done(ada('create_time_entry', { ...entry, work_date: '2025-11-10' }))
  expect(await done(ada('submit_timesheet', week))).toMatchObject({ status: 'submitted', asked: 'Grace' })
  const back = { employee_id: 'Ada', ...week, note: 'A day is missing' }
  expect(await done(boss('reject_timesheet', back))).toMatchObject({ status: 'rejected' })
  expect(JSON.stringify(await done(ada('get_timesheet', week)))).toContain('A day is missing')
  await done(ada('create_time_entry', { ...entry, work_date: '2025-11-11' }))
  expect(await done(ada('submit_timesheet', week))).toMatchObject({ worked_minutes: 960 })
  const approved = await done(boss('approve_timesheet', { employee_id: 'Ada', ...week }))
  expect(approved).toMatchObject({ employee: 'Ada', status: 'approved' })
  const { error } = await ada('create_time_entry', { ...entry, work_date: '2025-11-12' })
  expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('approved') })
})

test('a better post and more pay from the middle of a month on', async () => {
  const change = { employee_id: 'Ada', job_title: 'Lead analyst', effective_from: '2025-07-16' }
  const { id } = await done(owner('update_employee', change))
  await compensate(ws, { id }, { effective_from: '2025-07-16', amount_minor: 280_000 })
  expect(await employed()).toMatchObject({ job_title: 'Lead analyst' })
  const july = await paid('07')
  expect(july).toMatchObject(slipOf(share(250_000, 15) + share(280_000, 16)))
  expect(july).toMatchObject({ job_title: 'Lead analyst' })
})

test('gone, once that was confirmed: paid until the last day, with the leave that is left', async () => {
  const end = { employee_id: 'Ada', termination_date: '2025-12-12' }
  const question = await owner('terminate_employee', end)
  expect(question.error.code).toBe('confirmation_required')
  expect(JSON.stringify(question.affects)).toContain('Ada')
  await done(owner('terminate_employee', { ...end, confirm: true }))
  expect(await paid('12')).toMatchObject(slipOf(share(280_000, 12)))
  const { items } = await done(ada('get_vacation_balance', { as_of: '2025-12-12' }))
  // 22 days for 271 of 365 days, rounded to halves, less the week in August.
  expect(items).toEqual([expect.objectContaining({ leave_type: 'Vacation', available: '11.5' })])
})
