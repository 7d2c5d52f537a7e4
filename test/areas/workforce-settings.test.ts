import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { crew as workers, log as clock } from '../kit/hours.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { acted, act, calculated, employer, linesOf, makeRun, paid, slipOf } from '../kit/payroll.ts'
import { crew, hours, log, nextWeek, submit, submitted, week } from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

const at = (ws: Workspace) => `${ws.base}/workforce/settings`
const set = (ws: Workspace, settings: object): Promise<Json> => ws.owner.ok('PUT', at(ws), settings)

describe('the settings of the workforce', () => {
  test('have defaults, are for admins, and change one by one', async () => {
    const ws = await workspace()
    const before = await ws.owner.ok('GET', at(ws))
    expect(before).toEqual({
      weeks_in_sequence: false,
      reminder_weekday: null,
      reminder_hour: 7,
      overlapping_time: 'allowed',
      longest_shift_minutes: 960,
      rest_minutes: 660,
      break_after_minutes: 360,
      day_minutes: 600,
      week_minutes: 2880,
      tolerance_minutes: 15,
      four_eyes: true,
      payroll_day_count: 'calendar',
      hourly_pay_from: 'timesheets',
      payslip_retention_years: 10,
      show_birthdays: false,
      kiosks: false,
    })
    expect(await set(ws, { day_minutes: 540 })).toEqual({ ...before, day_minutes: 540 })
    expect(await set(ws, { four_eyes: false })).toEqual({ ...before, day_minutes: 540, four_eyes: false })
    expect((await (await join(ws, 'manager')).call('GET', at(ws))).status).toBe(403)
    expect(refusal(await ws.owner.call('PUT', at(ws), { longest_shift_minutes: 1441 }))).toEqual([
      422,
      'body.longest_shift_minutes: must be 480 to 1440',
    ])
    expect(refusal(await ws.owner.call('PUT', at(ws), { reminder_hour: 24 }))).toEqual([
      422,
      'body.reminder_hour: must be 0 to 23',
    ])
  })

  test('let weeks be submitted only one after the other', async () => {
    const of = await crew({ hire_date: week })
    await set(of.ws, { weeks_in_sequence: true })
    await log(of, hours('2026-01-07', 8))
    await log(of, hours('2026-01-13', 8))
    expect(refusal(await submit(of, nextWeek))).toEqual([
      409,
      'the week of 2026-01-05 is not submitted; weeks are submitted one after the other',
    ])
    await submitted(of, week)
    await submitted(of, nextWeek)
  })

  test('refuse time that overlaps', async () => {
    const of = await crew()
    const entry = (from: string, to: string) => ({
      started_at: `2026-01-13T${from}:00Z`,
      ended_at: `2026-01-13T${to}:00Z`,
    })
    await log(of, entry('08:00', '10:00'))
    await set(of.ws, { overlapping_time: 'refused' })
    const path = `${of.ws.base}/time-entries`
    expect(refusal(await of.ada.call('POST', path, entry('09:00', '11:00')))).toEqual([
      409,
      'overlaps time from 2026-01-13T08:00:00.000Z to 2026-01-13T10:00:00.000Z; change one of them',
    ])
    const next = await log(of, entry('10:00', '11:00'))
    const moved = await of.ada.call('PATCH', `${path}/${next.id}`, entry('09:59', '11:00'))
    expect(moved.status).toBe(409)
    const both = await Promise.all([1, 2].map(() => of.ada.call('POST', path, entry('12:00', '13:00'))))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await log(of, entry('09:00', '11:00'), of.boss)
  })

  test('say of how much work summaries warn, and when a shift was forgotten', async () => {
    const { ws, ada, worker } = await workers()
    await clock(ws, worker, ['clock_in 2026-11-16T09:00:00+01:00', 'clock_out 2026-11-16T17:00:00+01:00'])
    const warnings = async () =>
      (await ada.ok('GET', `${ws.base}/working-hours/summary?from=2026-11-16&to=2026-11-18`)).warnings.map(
        ({ text }: Json) => text,
      )
    expect(await warnings()).toEqual(['480 minutes without a break, which is due after 6 hours'])
    await set(ws, { break_after_minutes: 480, day_minutes: 450 })
    expect(await warnings()).toEqual(['480 minutes in a day, of 450 minutes'])
    const began = new Date(Date.now() - 10 * 3_600_000).toISOString().replace(/\.\d+Z/, '+00:00')
    await clock(ws, worker, [`clock_in ${began}`])
    const again = () => ada.call('POST', `${ws.base}/working-hours`, { event: 'clock_in' })
    expect((await again()).status).toBe(409)
    await set(ws, { longest_shift_minutes: 480 })
    expect((await again()).status).toBe(201)
  })

  test('give the tolerance of the reconciliation', async () => {
    const { ws } = await workers()
    await set(ws, { tolerance_minutes: 30 })
    const query = `${ws.base}/workforce/reconciliation?from=2026-11-16&to=2026-11-22`
    expect((await ws.owner.ok('GET', query)).tolerance).toBe(30)
    expect((await ws.owner.ok('GET', `${query}&tolerance=5`)).tolerance).toBe(5)
  })

  test('let one owner calculate and approve a payroll run', async () => {
    const ws = await employer()
    await join(ws, 'owner', 'Hedy')
    await paid(ws)
    const run = await calculated(ws)
    expect(refusal(await act(ws, run, 'approve'))).toEqual([
      403,
      'you calculated this run; Hedy can approve it',
    ])
    await set(ws, { four_eyes: false })
    expect((await acted(ws, run, 'approve')).sole_approver).toBe(true)
  })

  test('say how payroll runs count days, unless they say so themselves', async () => {
    const ws = await employer()
    await set(ws, { payroll_day_count: 'thirty' })
    expect((await makeRun(ws)).day_count).toBe('thirty')
    expect((await makeRun(ws, { day_count: 'calendar' })).day_count).toBe('calendar')
  })

  test('pay by the hour from the log, by local day and without what waits for a correction', async () => {
    const ws = await employer()
    const pay = { pay_basis: 'hourly', amount_minor: 1_000 }
    const worker = await paid(ws, pay, { time_zone: 'Europe/Madrid' })
    await clock(ws, worker, [
      'clock_in 2026-10-31T22:00:00+01:00',
      'break_start 2026-10-31T23:00:00+01:00',
      'break_end 2026-10-31T23:30:00+01:00',
      'clock_out 2026-11-01T06:00:00+01:00',
      'clock_in 2026-11-03T09:00:00+01:00',
      'clock_out 2026-11-03T10:00:00+01:00',
      'clock_in 2026-11-04T09:00:00+01:00',
    ])
    await set(ws, { hourly_pay_from: 'working_hours' })
    const run = await calculated(ws)
    // Six hours after midnight and one on the third.
    expect(linesOf(await slipOf(ws, run, worker))).toEqual([['base', 7_000]])
    await ws.owner.ok('POST', `${ws.base}/working-hours/corrections`, {
      employee_id: worker.id,
      corrects_seq: 6,
      event: 'clock_out',
      occurred_at: '2026-11-03T11:00:00Z',
      reason: 'Late',
    })
    const { exceptions } = await acted(ws, run, 'calculate')
    expect(exceptions.map(({ text }: Json) => text)).toContain(
      '60 minutes are not approved, and not paid yet',
    )
  })
})
