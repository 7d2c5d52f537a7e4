import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { asked, fullWeek, makeType } from '../kit/leave.ts'
import { project, task } from '../kit/makers.ts'
import { acted, calculated, compensate, slipOf } from '../kit/payroll.ts'
import { spentOn } from '../kit/time.ts'
import {
  approve,
  timesheetPath,
  crew,
  entered,
  get,
  hours,
  log,
  nextWeek,
  sheetAt,
  submit,
  submitted,
  week,
} from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

const minutesOf = (sheet: Json) => sheet.days.map(({ worked_minutes }: Json) => worked_minutes)

describe('the days of a week', () => {
  test('are worked by the local day, across midnight and changes of the clock', async () => {
    const of = await crew()
    await entered(of, '2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00')
    await entered(of, '2026-10-24T22:00:00+02:00', '2026-10-25T06:00:00+01:00')
    await entered(of, '2026-11-15T22:00:00+01:00', '2026-11-16T06:00:00+01:00')
    expect(minutesOf(await get(of, '2026-03-23'))).toEqual([0, 0, 0, 0, 0, 120, 300])
    expect(minutesOf(await get(of, '2026-10-19'))).toEqual([0, 0, 0, 0, 0, 120, 420])
    expect(minutesOf(await get(of, '2026-11-09'))).toEqual([0, 0, 0, 0, 0, 0, 120])
    expect(minutesOf(await get(of, '2026-11-16'))).toEqual([360, 0, 0, 0, 0, 0, 0])
  })

  test('are to be worked by the schedule, without holidays and approved leave', async () => {
    const of = await crew()
    const vacation = await makeType(of.ws)
    const { id } = await asked({ ...of, vacation }, of.ada, { start_date: '2026-12-09', half: 'am' })
    expect((await get(of, '2026-12-07')).expected_minutes).toBe(1920)
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${id}/approve`, {})
    await entered(of, '2026-12-10T08:00:00+01:00', '2026-12-11T08:00:00+01:00')
    await entered(of, '2026-12-11T08:00:00+01:00', '2026-12-11T12:20:00+01:00')
    const sheet = await get(of, '2026-12-07')
    expect(sheet).toMatchObject({
      contracted_minutes: 2400,
      holiday_minutes: 480,
      leave_minutes: 240,
      expected_minutes: 1680,
      worked_minutes: 1700,
      balance_minutes: 20,
    })
    expect(sheet.days[2]).toMatchObject({
      weekday: 'Wednesday',
      expected_minutes: 240,
      balance_minutes: -240,
    })
  })

  test('count nothing before the first day and after the last one', async () => {
    const of = await crew({ hire_date: '2026-01-08' })
    const sheet = await get(of, week)
    expect(sheet).toMatchObject({ contracted_minutes: 960, expected_minutes: 960 })
    expect(sheet.days.map(({ is_employed }: Json) => is_employed)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ])
    expect(refusal(await submit(of, '2025-12-29'))).toEqual([
      422,
      'path.week_start: not employed in that week',
    ])
  })

  test('tell of work on a whole day of leave, which counts, while the leave stays', async () => {
    const of = await crew()
    const vacation = await makeType(of.ws)
    const { id } = await asked({ ...of, vacation }, of.ada, { start_date: '2026-12-10' })
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${id}/approve`, {})
    await entered(of, '2026-12-10T09:00:00+01:00', '2026-12-10T10:00:00+01:00')
    const sheet = await get(of, '2026-12-07')
    expect(sheet.days[3]).toMatchObject({ leave_minutes: 480, balance_minutes: 60, leave_with_entries: true })
    expect(sheet.warnings).toContain('time is logged on 2026-12-10, a day of leave')
  })

  test('follow half holidays, of the place of the person', async () => {
    const of = await crew()
    await asOwner(
      `insert into holiday_overrides (org_id, date, name, kind, half_day, created_by) values ($1, $2, 'Half', 'add', true, $3)`,
      [of.ws.org.id, '2026-01-07', of.ws.owner.id],
    )
    expect((await get(of, week)).holiday_minutes).toBe(480 + 240)
    await asOwner(
      `insert into employee_places (org_id, employee_id, country, valid) values ($1, $2, 'GB', '[2020-01-01,)')`,
      [of.ws.org.id, of.worker.id],
    )
    expect((await get(of, week)).holiday_minutes).toBe(240)
  })

  test('show the work to a manager, but not what a hidden project is about', async () => {
    const of = await crew()
    const shut = await project(of.ws, { key: 'SHUT', visibility: 'private' })
    const mine = await project(of.ws, { key: 'OPEN' })
    await log(
      of,
      { ...hours('2026-01-07', 2), user_id: of.ada.id, project_id: shut.id, description: 'Secret' },
      of.ws.owner,
    )
    await log(of, { ...hours('2026-01-08', 1), project_id: mine.id, description: 'Plain' })
    const { days } = await get(of, week, of.boss)
    expect(days[2].entries).toMatchObject([{ minutes: 120, description: null, project: null }])
    expect(days[3].entries).toMatchObject([{ minutes: 60, description: 'Plain', project: { key: 'OPEN' } }])
  })
})

describe('what a week was submitted with', () => {
  test('stays, and what changes afterwards makes it stale', async () => {
    const of = await crew()
    const vacation = await makeType(of.ws)
    const { id } = await asked({ ...of, vacation }, of.ada, { start_date: '2026-01-09' })
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${id}/approve`, {})
    await log(of, hours('2026-01-07', 8))
    await submitted(of, week)
    expect((await of.boss.ok('GET', timesheetPath(of.ws))).items).toMatchObject([
      { stale: false, leave_minutes: 480 },
    ])
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${id}/cancel`, {})
    const gone = 'leave on 2026-01-09 was cancelled after submission'
    expect(await get(of, week)).toMatchObject({ stale: true, changes: [gone], leave_minutes: 480 })
    expect((await of.boss.ok('GET', timesheetPath(of.ws))).items).toMatchObject([
      { stale: true, leave_minutes: 480 },
    ])
    expect(refusal(await approve(of, week))).toEqual([
      409,
      `${gone}; reject the week, so that it is submitted again`,
    ])
    await of.boss.ok('POST', sheetAt(of, week, 'reject'), { note: gone })
    await submitted(of, week)
    await approve(of, week)
    await asOwner(
      `insert into holiday_overrides (org_id, date, name, kind, created_by) values ($1, '2026-01-08', 'New', 'add', $2)`,
      [of.ws.org.id, of.ws.owner.id],
    )
    expect((await get(of, week)).changes).toEqual(['the holiday on 2026-01-08 was added after submission'])
    const short = await of.ws.owner.ok('POST', `${of.ws.base}/work-schedules`, {
      name: 'Four days',
      days: fullWeek.slice(0, 4),
    })
    await asOwner(
      `insert into employee_schedules (org_id, employee_id, schedule_id, valid) values ($1, $2, $3, '[2020-01-01,)')`,
      [of.ws.org.id, of.worker.id, short.id],
    )
    expect((await get(of, week)).changes).toEqual([
      'the holiday on 2026-01-08 was added after submission',
      'the work schedule of 2026-01-09 changed after submission',
    ])
  })

  test('also names leave that came later, and the end of an employment', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    const vacation = await makeType(of.ws, { requires_approval: false })
    await asked({ ...of, vacation }, of.ada, { start_date: '2026-01-07' })
    await of.ws.owner.ok('POST', `${of.ws.base}/employees/${of.worker.id}/terminate`, {
      termination_date: '2026-01-08',
    })
    expect((await get(of, week)).changes).toEqual([
      'leave on 2026-01-07 was approved after submission',
      ...['09', '10', '11'].map((day) => `the employment on 2026-01-${day} changed after submission`),
    ])
    await of.boss.ok('POST', sheetAt(of, week, 'reject'), { note: 'Again' })
    expect(refusal(await of.ada.call('POST', sheetAt(of, week, 'reopen'), {}))).toEqual([
      409,
      'the week is rejected, so its time can be changed already',
    ])
  })

  test('is paid by the hour once it is approved, and not opened once it is paid', async () => {
    const of = await crew()
    await compensate(of.ws, of.worker, { pay_basis: 'hourly', amount_minor: 1550 })
    await log(of, hours('2026-01-07', 8))
    await log(of, hours('2026-01-14', 4))
    await submitted(of, week)
    await approve(of, week)
    const run = await calculated(of.ws, { period_start: '2026-01-01', employee_ids: [of.worker.id] })
    const slip = await slipOf(of.ws, run, of.worker)
    expect(slip).toMatchObject({ worked_minutes: 480, base_minor: 12_400 })
    expect(run.exceptions.map(({ text }: Json) => text)).toContain(
      '240 minutes are not approved, and not paid yet',
    )
    await acted(of.ws, run, 'approve', { force: true })
    await acted(of.ws, run, 'pay', { paid_at: '2026-01-31' })
    expect(refusal(await of.ws.owner.call('POST', sheetAt(of, week, 'reopen'), {}))).toEqual([
      409,
      `the payroll run ${run.name} has paid this week; what is wrong is for the next run`,
    ])
  })

  test('does not depend on where the person lives afterwards', async () => {
    const of = await crew()
    await entered(of, '2026-01-07T22:00:00+01:00', '2026-01-08T02:00:00+01:00')
    await submitted(of, week)
    await of.ws.owner.ok('PATCH', `${of.ws.base}/employees/${of.worker.id}`, { time_zone: 'Asia/Tokyo' })
    expect(await get(of, week)).toMatchObject({ stale: false, time_zone: 'Europe/Madrid' })
  })
})

describe('time of a week that is submitted or approved', () => {
  const locked = (action: string, monday = week) => [
    409,
    `the week of ${monday} is submitted, so its time cannot be ${action}; withdraw it first`,
  ]

  test('is locked for whoever writes it, until the week is open again', async () => {
    const of = await crew()
    const entry = await log(of, hours('2026-01-07', 8))
    await submitted(of, week)
    const path = `${of.ws.base}/time-entries/${entry.id}`
    const late = { ...hours('2026-01-08', 1), user_id: of.ada.id }
    expect(refusal(await of.ada.call('PATCH', path, { description: 'x' }))).toEqual(locked('changed'))
    expect(refusal(await of.ws.owner.call('DELETE', path))).toEqual(locked('deleted'))
    expect(refusal(await of.ws.owner.call('POST', `${of.ws.base}/time-entries`, late))).toEqual(
      locked('recorded'),
    )
    await approve(of, week)
    expect(refusal(await of.ada.call('PATCH', path, { description: 'x' }))).toEqual([
      409,
      `the week of ${week} is approved, so its time cannot be changed; an admin can reopen it`,
    ])
    await of.ws.owner.ok('POST', sheetAt(of, week, 'reopen'))
    await of.ada.ok('PATCH', path, { description: 'x' })
    await of.ada.ok('DELETE', path)
  })

  test('is not moved out of it, nor other time into it', async () => {
    const of = await crew()
    const inside = await log(of, hours('2026-01-07', 8))
    const outside = await log(of, hours('2026-01-13', 8))
    await submitted(of, week)
    const move = (entry: Json, work_date: string) =>
      of.ada.call('PATCH', `${of.ws.base}/time-entries/${entry.id}`, { work_date })
    expect(refusal(await move(inside, '2026-01-14'))).toEqual(locked('changed'))
    expect(refusal(await move(outside, '2026-01-08'))).toEqual(locked('changed'))
    expect((await move(outside, '2026-01-14')).status).toBe(200)
  })

  test('is locked where any part of it is in the week', async () => {
    const of = await crew()
    const night = { started_at: '2026-01-11T21:00:00Z', ended_at: '2026-01-12T05:00:00Z' }
    const entry = await log(of, night)
    await submitted(of, nextWeek)
    const path = `${of.ws.base}/time-entries/${entry.id}`
    expect(refusal(await of.ada.call('DELETE', path))).toEqual(locked('deleted', nextWeek))
    await of.ada.ok('POST', sheetAt(of, nextWeek, 'reopen'))
    await submitted(of, week, {})
    expect(refusal(await of.ada.call('DELETE', path))).toEqual(locked('deleted'))
    await of.ada.ok('POST', sheetAt(of, week, 'reopen'))
    await of.ada.ok('DELETE', path)
  })

  test('of others and of people who are no employees is open', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    await log(of, hours('2026-01-07', 1), of.boss)
    await log(of, hours('2026-01-07', 1), of.ws.owner)
  })

  test('keeps its lock and what it adds to its task, and is kept when the task goes', async () => {
    const of = await crew()
    const web = await project(of.ws, { key: 'WEB' })
    const page = await task(of.ws, web.id, { title: 'Page' })
    const entry = await log(of, { ...hours('2026-01-07', 2), task_id: page.id })
    await submitted(of, week)
    expect(await spentOn(of.ws, page)).toBe(120)
    await of.ws.owner.ok('DELETE', `${of.ws.base}/tasks/${page.id}`)
    expect(refusal(await of.ada.call('DELETE', `${of.ws.base}/time-entries/${entry.id}`))).toEqual(
      locked('deleted'),
    )
    expect((await get(of, week)).changes).toEqual([])
  })

  test('never slips in beside a submission', async () => {
    const of = await crew()
    for (const monday of ['2026-01-19', '2026-01-26', '2026-02-02']) {
      await log(of, hours(monday, 1))
      await Promise.all([
        submit(of, monday),
        ...Array.from({ length: 4 }, () =>
          of.ada.call('POST', `${of.ws.base}/time-entries`, hours(monday, 1)),
        ),
      ])
      expect(await get(of, monday)).toMatchObject({ status: 'submitted', stale: false })
    }
  })
})
