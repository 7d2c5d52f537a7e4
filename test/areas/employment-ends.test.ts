import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { allocate, workforcePath, plan } from '../kit/capacity.ts'
import { log } from '../kit/hours.ts'
import { asked, available, dayFrom, hire, office } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { calculated, compensate, employer, linesOf, paid, paidRun, slipOf } from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const pathOf = (ws: Workspace, { id }: Json, action = '') => `${ws.base}/employees/${id}${action}`
const end = (ws: Workspace, who: Json, termination_date: string): Promise<Json> =>
  ws.owner.ok('POST', pathOf(ws, who, '/terminate'), { termination_date })
const ended = (ws: Workspace, who: Json, termination_date: string) =>
  ws.owner.call('POST', pathOf(ws, who, '/terminate'), { termination_date })
const rehire = (ws: Workspace, who: Json, body: object): Promise<Json> =>
  ws.owner.ok('POST', pathOf(ws, who, '/rehire'), body)
const morning = (ws: Workspace) =>
  asOwner(`select app.enter_system($1, '', 'employee.day'), app.run_people_day()`, [ws.org.id])
const ref = ({ id, name }: Json) => ({ employee_id: id, name })

describe('the end of an employment', () => {
  test('tells what it did: leave is cancelled or cut, allocations end, others get another manager', async () => {
    const all = await plan()
    const { ws, ada, boss, lead, worker } = all
    const top = await hire(ws, { first_name: 'Hedy' })
    const day = (n: number) => dayFrom(n)
    await ws.owner.ok('PATCH', pathOf(ws, lead), { manager_employee_id: top.id })
    const orphan = await hire(ws, { first_name: 'Bob', manager_employee_id: worker.id })
    const department = await ws.owner.ok('POST', `${ws.base}/departments`, {
      name: 'Web',
      manager_employee_id: worker.id,
    })
    await ada.ok('POST', `${ws.base}/leave-requests`, {
      leave_type_id: all.vacation.id,
      start_date: day(8),
      end_date: day(19),
    })
    const later = await asked(all, ada, { start_date: day(40), end_date: day(45) })
    await allocate(ws, boss, all.on({ from: day(-3), to: day(60) }))
    await allocate(ws, boss, all.on({ from: day(30), to: day(60) }))
    await boss.ok('PUT', `${ws.base}/employees/me/deputy`, { employee_id: worker.id })
    const done = await end(ws, worker, day(12))
    expect(done.done).toMatchObject({
      leave: [
        { start_date: day(8), end_date: day(19), cancelled_from: day(13) },
        { request_id: later.id, start_date: day(40), end_date: day(45), cancelled_from: day(40) },
      ],
      reports: [{ employee: ref(orphan), manager: ref(lead) }],
      deputies: [ref(lead)],
      departments: [{ department_id: department.id, name: 'Web' }],
      stopped: { time_entry_id: null, working_hours_seq: null },
      weeks: [],
    })
    expect(done.done.allocations).toHaveLength(2)
    expect(done.left_open.reports).toEqual([])
    const { items } = await ws.owner.ok('GET', workforcePath(ws, `/allocations?employee_id=${worker.id}`))
    expect(items.map(({ to }: Json) => to)).toEqual([day(12)])
    expect((await ws.owner.ok('GET', pathOf(ws, orphan))).manager).toEqual(ref(worker))
    const [position] = await asOwner<{ manager: string }>(
      `select manager_employee_id as manager from employee_positions where employee_id = $1 and valid @> $2::date`,
      [orphan.id, day(13)],
    )
    expect(position!.manager).toBe(lead.id)
    expect((await ws.owner.ok('GET', `${ws.base}/leave-requests/${later.id}`)).status).toBe('cancelled')

    const undone = await ws.owner.ok('PATCH', pathOf(ws, worker), { termination_date: null })
    expect(undone.termination_date).toBeNull()
    expect(undone.end_effects.leave).toEqual(done.done.leave)
    expect((await ws.owner.ok('GET', `${ws.base}/leave-requests/${later.id}`)).status).toBe('cancelled')
    const other = await ws.owner.ok('PATCH', pathOf(ws, worker), { job_title: 'Analyst' })
    expect(other.end_effects).toBeNull()
  })

  test('prorates leave that was granted, also when the end moves or is taken back', async () => {
    const place = await office()
    const { ws, ada, worker } = place
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: '2026' })
    await asked(place, ada, { start_date: '2026-08-03', end_date: '2026-08-26' })
    const done = await end(ws, worker, '2026-12-01')
    const entitled = Math.round(((22 * 335) / 365) * 2) / 2
    expect(done.done.balances).toEqual([
      {
        leave_type_id: place.vacation.id,
        leave_type: 'Vacation',
        unit: 'day',
        available: `${entitled - 18}`,
      },
    ])
    await ws.owner.ok('PATCH', pathOf(ws, worker), { termination_date: null })
    expect(await available(place, '2026-12-31')).toBe('4')
    const gone = await hire(ws, { first_name: 'Gone' })
    const out = await end(ws, gone, '2026-09-30')
    expect(out.done.balances[0].available).toBe('16.5')
  })

  test('stops the timer and the open shift with the last day, and takes the person off departments the day after', async () => {
    const { ws, ada, worker, lead, boss } = await office()
    await boss.ok('PUT', `${ws.base}/employees/me/deputy`, { employee_id: worker.id })
    const department = await ws.owner.ok('POST', `${ws.base}/departments`, {
      name: 'Web',
      manager_employee_id: worker.id,
    })
    const { id } = await ada.ok('POST', `${ws.base}/time-entries/timer/start`, {})
    const yesterday = dayFrom(-1)
    await asOwner(
      `update time_entries set started_at = ($2::date + time '20:00') at time zone 'Europe/Madrid', work_date = $2
        where id = $1`,
      [id, yesterday],
    )
    const offset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', timeZoneName: 'longOffset' })
      .formatToParts(new Date(`${yesterday}T20:00Z`))
      .find(({ type }) => type === 'timeZoneName')!
      .value.slice(3)
    await log(ws, worker, [
      `clock_in ${yesterday}T21:00:00${offset}`,
      `break_start ${yesterday}T22:00:00${offset}`,
    ])
    const { done } = await end(ws, worker, yesterday)
    expect(done.stopped).toEqual({ time_entry_id: id, working_hours_seq: 4 })
    expect((await ws.owner.ok('GET', `${ws.base}/time-entries/${id}`)).duration_seconds).toBe(4 * 3600)
    const records = await ws.owner.ok('GET', `${ws.base}/working-hours?employee_id=${worker.id}`)
    expect(records.items.slice(-2)).toMatchObject([
      { event: 'break_end', reason: 'The employment ended', recorded_by: ws.owner.id },
      { event: 'clock_out', reason: 'The employment ended' },
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/departments/${department.id}`)).manager).toBeNull()
    expect((await boss.ok('GET', `${ws.base}/employees/me/deputy`)).deputy).toBeNull()
    expect((await ws.owner.ok('GET', pathOf(ws, lead))).status).toBe('active')
    expect((await ws.owner.ok('GET', `${ws.base}/working-hours/verify`)).valid).toBe(true)
  })

  test('that was agreed before does so in the morning after, once, and admins hear of the department', async () => {
    const { ws, worker } = await office()
    const admin = await join(ws, 'admin')
    await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web', manager_employee_id: worker.id })
    await end(ws, worker, dayFrom(1))
    await morning(ws)
    const news = async () =>
      (await admin.ok('GET', `${ws.base}/notifications`)).items
        .map(({ title }: Json) => title)
        .filter((title: string) => title.includes('no manager'))
    expect(await news()).toEqual([])
    await asOwner(
      `update employments set valid = daterange(lower(valid), $2::date, '[]') where employee_id = $1`,
      [worker.id, dayFrom(-1)],
    )
    await morning(ws)
    await morning(ws)
    expect(await news()).toEqual(['Web has no manager since Ada left'])
  })

  test('lies after what payroll has paid, and is final once payroll has paid it', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    await paidRun(ws, { period_start: '2026-10-01' })
    expect(refusal(await ended(ws, employee, '2026-10-30'))).toEqual([
      409,
      'payroll has paid this person until 2026-10-31; the employment can end on that day or later',
    ])
    await end(ws, employee, '2026-10-31')
    const last =
      'payroll has paid the last days of this employment, until 2026-10-31; hire the person again instead'
    for (const termination_date of [null, '2026-12-31'])
      expect(refusal(await ws.owner.call('PATCH', pathOf(ws, employee), { termination_date }))).toEqual([
        409,
        `${last} (POST .../employees/{employee_id}/rehire)`,
      ])
    expect(
      refusal(await ws.owner.call('PATCH', pathOf(ws, employee), { termination_date: '2026-09-30' })),
    ).toEqual([
      409,
      'payroll has paid this person until 2026-10-31; the employment can end on that day or later',
    ])
  })

  test('names the weeks with time that nobody has approved', async () => {
    const { ws, ada, worker } = await office()
    const monday = new Date(Date.now() - 14 * 86_400_000)
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    const day = monday.toISOString().slice(0, 10)
    await ada.ok('POST', `${ws.base}/time-entries`, { work_date: day, duration_seconds: 3600 })
    expect((await end(ws, worker, dayFrom(0))).done.weeks).toEqual([{ week_start: day, status: 'open' }])
  })
})

describe('somebody who left', () => {
  test('is hired again with the same number, from a day after the former end', async () => {
    const { ws, worker, boss, lead } = await office()
    const going = await ws.owner.call('POST', pathOf(ws, worker, '/rehire'), { hire_date: dayFrom(90) })
    expect(refusal(going)).toEqual([409, 'the employment goes on; end it first'])
    await end(ws, worker, dayFrom(2))
    const early = await ws.owner.call('POST', pathOf(ws, worker, '/rehire'), { hire_date: dayFrom(90) })
    expect(refusal(early)).toEqual([
      409,
      `the employment goes on until ${dayFrom(2)}; hire the person again after it, or change termination_date`,
    ])
    await ws.owner.ok('PATCH', pathOf(ws, worker), { termination_date: dayFrom(-20) })
    const before = await ws.owner.call('POST', pathOf(ws, worker, '/rehire'), { hire_date: dayFrom(-20) })
    expect(refusal(before)).toEqual([
      422,
      `body.hire_date: must be after ${dayFrom(-20)}, the last day of the former employment`,
    ])
    const again = await rehire(ws, worker, {
      hire_date: dayFrom(-5),
      keep_seniority: true,
      employment_type: 'part_time',
      job_title: 'Lead',
    })
    expect(again).toMatchObject({
      employee_number: worker.employee_number,
      status: 'active',
      job_title: 'Lead',
      manager: ref(lead),
      hire_date: dayFrom(-5),
      termination_date: null,
      employments: [
        { hire_date: dayFrom(-5), employment_type: 'part_time', seniority_from: '2020-01-01' },
        { termination_date: dayFrom(-20), employment_type: 'full_time', seniority_from: '2020-01-01' },
      ],
    })
    expect((await boss.ok('GET', pathOf(ws, worker))).status).toBe('active')
  })

  test('does not come back to a manager who left or to an archived department', async () => {
    const { ws, worker, lead } = await office()
    const department = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web' })
    await ws.owner.ok('PATCH', pathOf(ws, worker), { department_id: department.id })
    await end(ws, worker, dayFrom(-1))
    await end(ws, lead, dayFrom(-1))
    await ws.owner.ok('PATCH', `${ws.base}/departments/${department.id}`, { archived: true })
    const again = await rehire(ws, worker, { hire_date: dayFrom(0) })
    expect([again.manager, again.department]).toEqual([null, null])
  })

  test('gets leave for the days employed; what was paid out or owed before does not come back', async () => {
    const place = await office()
    const { ws, worker, ada } = place
    await end(ws, worker, '2026-03-31')
    await rehire(ws, worker, { hire_date: '2026-10-01', leave_paid_out: true })
    // 22 days for 92 of 365; those of the first quarter were paid out.
    expect(await available(place, '2026-12-31')).toBe('5.5')
    const span = await ada.call('POST', `${ws.base}/leave-requests`, {
      leave_type_id: place.vacation.id,
      start_date: '2026-03-30',
      end_date: '2026-10-02',
    })
    expect(refusal(span)).toEqual([422, 'body.end_date: not employed on all of these days'])
    const debtor = await office({ max_negative: '10' })
    await asked(debtor, debtor.ada, { start_date: '2026-01-12', end_date: '2026-01-23' })
    await debtor.ws.owner.ok('POST', `${debtor.ws.base}/vacation-balances/accruals`, { period: '2026' })
    expect((await end(debtor.ws, debtor.worker, '2026-03-31')).done.balances[0].available).toBe('-4.5')
    await rehire(debtor.ws, debtor.worker, { hire_date: '2026-10-01' })
    expect(await available(debtor, '2026-12-31')).toBe('5.5')
    const kept = await office()
    await end(kept.ws, kept.worker, '2026-03-31')
    await rehire(kept.ws, kept.worker, { hire_date: '2026-10-01' })
    expect(await available(kept, '2026-12-31')).toBe('11')
    const { total } = await kept.ws.owner.ok('GET', `${kept.ws.base}/vacation-balances?year=2025`)
    expect(total).toBe(2)
  })

  test('is paid, and counted as capacity, for the days of each employment', async () => {
    const ws = await employer()
    const employee = await hire(ws)
    await compensate(ws, employee)
    await end(ws, employee, '2026-11-06')
    await rehire(ws, employee, { hire_date: '2026-11-23' })
    const run = await calculated(ws)
    const slip = await slipOf(ws, run, employee)
    // 6 and 8 days of 30.
    expect(linesOf(slip)).toEqual([
      ['base', 50_000],
      ['base', 66_667],
    ])
    const query = `from=2026-11-02&to=2026-11-29&bucket=week&employee_id=${employee.id}`
    const { items } = await ws.owner.ok('GET', workforcePath(ws, `/capacity?${query}`))
    expect(items[0].buckets.map(({ contracted }: Json) => contracted)).toEqual([2400, 0, 0, 2400])
    expect(
      refusal(
        await ws.owner.call('POST', `${ws.base}/working-hours/corrections`, {
          employee_id: employee.id,
          missing: true,
          event: 'clock_in',
          occurred_at: '2026-11-12T09:00:00Z',
          reason: 'Forgot',
        }),
      ),
    ).toEqual([409, `${employee.name} is not employed on 2026-11-12`])
  })
})
