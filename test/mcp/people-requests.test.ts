import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { hire, makeType, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { compensate } from '../kit/payroll.ts'
import { modern, oauthTokenOf } from './rpc.ts'

/** What people ask an assistant of their own work, and of their team. */
let at: Awaited<ReturnType<typeof office>>
let ada: (name: string, args?: object, env?: object) => Promise<Json>
let boss: typeof ada
let owner: typeof ada
const assistant = async (who: Caller) => {
  const token = await oauthTokenOf(who)
  return async (name: string, args: object = {}, env: object = {}): Promise<Json> => {
    const how = { token, query: '?tools=all', env }
    const { body } = await modern('tools/call', { name, arguments: args }, how)
    return body.error ?? JSON.parse(body.result.content[0].text)
  }
}
/** The Monday so many weeks from now, and so many days later. */
const monday = (weeks: number, days = 0) => {
  const now = new Date(Date.now() + 7 * weeks * 864e5)
  return new Date(now.getTime() + (days - ((now.getUTCDay() + 6) % 7)) * 864e5).toISOString().slice(0, 10)
}
/** A day as tools tell it. */
const told = (day: string) =>
  `${new Date(day).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })} ${day}`
beforeAll(async () => {
  at = await office()
  ada = await assistant(at.ada)
  boss = await assistant(at.boss)
  owner = await assistant(at.ws.owner)
})

describe('leave', () => {
  test('is asked for without naming its type, is told with what is left and who decides, and approved by a name', async () => {
    const friday = { start_date: monday(10, 4), half: 'pm' }
    const receipt = await ada('create_leave_request', friday)
    expect(receipt).toMatchObject({ employee: 'Ada', type: 'Vacation', status: 'pending', asked: 'Grace' })
    const friday_told = told(friday.start_date)
    expect(friday_told).toMatch(/^Fri /)
    expect(receipt).toMatchObject({ start_date: friday_told, end_date: friday_told, start_half: 'pm' })
    expect(receipt.left).toEqual(expect.any(String))
    expect((await boss('approve_leave_request', { request_id: 'Bob' })).error.message).toBe(
      'request_id: no leave request that waits is of a person called "Bob"',
    )
    expect(await boss('approve_leave_request', { request_id: 'Ada' })).toMatchObject({
      id: receipt.id,
      status: 'approved',
    })
    for (const week of [12, 13]) await ada('create_leave_request', { start_date: monday(week) })
    const { error } = await boss('approve_leave_request', { request_id: 'ada' })
    expect(error.message).toContain('request_id')
    for (const week of [12, 13]) expect(error.message).toContain(`Ada, ${told(monday(week))} to`)
    await makeType(at.ws, { name: 'Study', annual_allowance: '5' })
    expect((await ada('create_leave_request', { start_date: monday(14) })).error.message).toContain(
      'leave_type_id: required, as there is no one usual type',
    )
  })

  test('that is left is one’s own unless somebody is named, and who is away is told for the coming week', async () => {
    const [mine, named] = [
      await ada('get_vacation_balance'),
      await boss('get_vacation_balance', { employee_id: 'Ada' }),
    ]
    expect(mine).toEqual(named)
    expect(await ada('get_vacation_balance', { employee_id: 'me' })).toEqual(mine)
    expect((await owner('get_vacation_balance')).error.message).toContain('employee_id: no employee')
    const { from, to } = await boss('get_absence_calendar')
    expect((Date.parse(to) - Date.parse(from)) / 864e5).toBe(6)
    const days = { from: monday(10), to: monday(10, 6) }
    const stranger = await join(at.ws)
    await hire(at.ws, { first_name: 'Zoe', user_id: stranger.id })
    const { items } = await (await assistant(stranger))('get_absence_calendar', days)
    const day = told(monday(10, 4))
    expect(items).toEqual([{ name: 'Ada', from: day, to: day, from_half: 'pm' }])
  })

  test('that would be taken is told without asking for it, with the names of the days', async () => {
    const before = (await ada('list_leave_requests')).total
    const span = { start_date: monday(15, 3), end_date: told(monday(15, 4)), dry_run: true }
    const { days, ...preview } = await ada('create_leave_request', { ...span, leave_type_id: 'Vacation' })
    expect(days).toEqual(
      [3, 4].map((day) => ({ date: told(monday(15, day)), am: true, pm: true, amount: '1' })),
    )
    expect(preview).toMatchObject({ total: '2', unit: 'day', asked: { name: 'Grace' }, warnings: [] })
    expect(Number(preview.balance_after)).toBeLessThan(20)
    expect((await ada('list_leave_requests')).total).toBe(before)
    const wrong = { start_date: told(monday(15, 4)).replace('Fri', 'Thu'), dry_run: true }
    expect((await ada('create_leave_request', wrong)).error.message).toContain('is no day')
  })

  test('because of illness is one call, of the one type that lies over other leave, whatever it is called', async () => {
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })
    const sick = { start_date: 'today', leave_type_id: 'sick' }
    expect((await ada('create_leave_request', sick)).error.message).toBe(
      'leave_type_id: no leave type has the name or code "sick"',
    )
    const kind = { affects_balance: false, requires_approval: false }
    await makeType(at.ws, { name: 'Baja', overrides: true, count_by: 'calendar', ...kind })
    expect(await ada('create_leave_request', sick)).toMatchObject({
      employee: 'Ada',
      type: 'Baja',
      start_date: told(today),
      end_date: told(today),
      total: '1',
      status: 'approved',
    })
  })
})

test('working hours and weeks are one’s own, and late ones are told', async () => {
  const early = { event: 'clock_in', occurred_at: new Date(Date.now() - 36e5).toISOString() }
  expect((await ada('record_working_hours', early)).error.message).toBe(
    'occurred_at: more than 5 minutes ago; correct it instead (POST .../working-hours/corrections)',
  )
  const recorded = await ada('record_working_hours', { event: 'clock_in' })
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })
  expect(recorded).toMatchObject({ employee: 'Ada', occurred_at: expect.stringContaining(told(day)) })
  const week = await ada('submit_timesheet', { empty: true })
  expect(week).toMatchObject({ employee: 'Ada', status: 'submitted', asked: 'Grace' })
  const { items } = await boss('list_timesheets', { missing: true })
  expect(items.map(({ employee }: Json) => employee)).toContain('Ada')
})

test('payroll runs for the month, asks before it is approved, and names its payslips by month or as the latest', async () => {
  for (const who of [at.worker, at.lead])
    await compensate(at.ws, who, { effective_from: '2020-01-01', amount_minor: 250_000 })
  const zoe = (await at.ws.owner.ok('GET', `${at.ws.base}/employees?q=Zoe`)).items
  for (const who of zoe) await compensate(at.ws, who, { effective_from: '2020-01-01', amount_minor: 250_000 })
  const run = await owner('create_payroll_run')
  const calculated = await owner('calculate_payroll_run', { run_id: run.id })
  expect(JSON.stringify(calculated)).not.toContain('Ada')
  expect((await owner('approve_payroll_run', { run_id: run.id, force: true })).error.code).toBe(
    'confirmation_required',
  )
  expect((await ada('get_payslip', { payslip_id: 'latest' })).error.message).toContain('no payslip')
  await owner('approve_payroll_run', { run_id: run.id, confirm: true, force: true })
  await owner('mark_payroll_run_paid', { run_id: run.id, confirm: true })
  const latest = await ada('get_payslip', { payslip_id: 'latest' })
  expect(latest).toMatchObject({ employee: { name: 'Ada' } })
  expect(await ada('get_payslip')).toEqual(latest)
  expect(await ada('get_employee')).toMatchObject({ name: 'Ada' })
  expect(JSON.stringify(latest)).toContain('250000')
  for (const name of ['create_payroll_run', 'get_payslip', 'create_leave_request'])
    expect(JSON.stringify(await ada(name, {}, { MCP_EXPOSE_SENSITIVE: 'false' }))).toMatch(/unknown|not|no /i)
})
