import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { workforcePath, plan } from '../kit/capacity.ts'
import { log } from '../kit/hours.ts'
import { join } from '../kit/makers.ts'

describe('the reconciliation', () => {
  test('compares schedule, log and entries by day, and leaves out days with an open correction', async () => {
    const own = await plan()
    const entry = (work_date: string, hours: number) =>
      own.ada.ok('POST', `${own.ws.base}/time-entries`, { work_date, duration_seconds: hours * 3600 })
    await own.ws.owner.ok('POST', `${own.ws.base}/leave-requests`, {
      leave_type_id: own.vacation.id,
      employee_id: own.worker.id,
      start_date: '2026-11-06',
    })
    const shift = (day: string, end: string) => [
      `clock_in ${day}T09:00:00+01:00`,
      `clock_out ${day}T${end}:00+01:00`,
    ]
    await log(own.ws, own.worker, [
      ...shift('2026-11-03', '17:10'),
      ...shift('2026-11-04', '17:00'),
      ...shift('2026-11-05', '19:00'),
      ...shift('2026-11-06', '10:00'),
    ])
    await entry('2026-11-03', 8)
    await entry('2026-11-05', 10)
    const get = async (more = ''): Promise<Json> => {
      const query = `from=2026-11-02&to=2026-11-08&employee_id=${own.worker.id}${more}`
      return own.boss.ok('GET', workforcePath(own.ws, `/reconciliation?${query}`))
    }
    const { items, tolerance } = await get()
    expect(tolerance).toBe(15)
    expect(items).toEqual([
      {
        employee: { employee_id: own.worker.id, name: 'Ada' },
        expected: 1920,
        working_hours: 1630,
        entries: 1080,
        differences: 4,
        pending: 0,
        weeks: [
          {
            week: '2026-11-02',
            expected: 1920,
            working_hours: 490 + 480 + 600 + 60,
            entries: 1080,
            differences: [
              { date: '2026-11-02', code: 'missing_entries', minutes: 480 },
              { date: '2026-11-04', code: 'log_without_entries', minutes: 480 },
              { date: '2026-11-05', code: 'over_expected', minutes: 120 },
              { date: '2026-11-06', code: 'leave_with_entries', minutes: 60 },
            ],
            pending: [],
          },
        ],
      },
    ])
    expect((await get('&tolerance=9')).items[0].differences).toBe(6)
    await own.ada.ok('POST', `${own.ws.base}/working-hours/corrections`, {
      missing: true,
      event: 'clock_in',
      occurred_at: '2026-11-02T08:00:00Z',
      reason: 'Forgot',
    })
    const [after] = (await get()).items
    expect([after.differences, after.pending, after.weeks[0].pending]).toEqual([3, 1, ['2026-11-02']])
    expect(JSON.stringify(after)).not.toMatch(/Vacation|Forgot/)
  })

  test('counts time over midnight for the days that it touches, as weeks do', async () => {
    const own = await plan()
    await own.ada.ok('POST', `${own.ws.base}/time-entries`, {
      started_at: '2026-11-15T21:00:00Z',
      ended_at: '2026-11-16T05:00:00Z',
    })
    const query = `from=2026-11-09&to=2026-11-22&employee_id=${own.worker.id}`
    const { items } = await own.boss.ok('GET', workforcePath(own.ws, `/reconciliation?${query}`))
    const weeks = items[0].weeks.map(({ week, entries }: Json) => [week, entries])
    expect(weeks).toEqual([
      ['2026-11-09', 120],
      ['2026-11-16', 360],
    ])
    const sheet = async (monday: string) =>
      (await own.ada.ok('GET', `${own.ws.base}/timesheets/me/${monday}`)).worked_minutes
    expect([await sheet('2026-11-09'), await sheet('2026-11-16')]).toEqual([120, 360])
  })

  test('leaves the log out for people who do not use it, and ends yesterday', async () => {
    const own = await plan()
    const query = `from=2026-11-02&to=2027-01-31&employee_id=${own.worker.id}`
    const { items } = await own.boss.ok('GET', workforcePath(own.ws, `/reconciliation?${query}`))
    const today = new Date().toISOString().slice(0, 10)
    for (const { working_hours, differences } of items[0].weeks) {
      expect(working_hours).toBe(null)
      for (const { date, code } of differences) {
        expect(date < today).toBe(true)
        expect(code).toBe('missing_entries')
      }
    }
  })
})

describe('schedule and absences', () => {
  test('are in the working days of a person, half days too, and tell nothing else', async () => {
    const own = await plan()
    await own.ws.owner.ok('POST', `${own.ws.base}/leave-requests`, {
      leave_type_id: own.vacation.id,
      employee_id: own.worker.id,
      start_date: '2026-12-10',
      end_date: '2026-12-11',
      end_half: 'am',
    })
    const colleague = await join(own.ws)
    const path = `${own.ws.base}/calendar/working-days?from=2026-12-07&to=2026-12-13&user_id=${own.ada.id}`
    expect(await colleague.ok('GET', path)).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
      count: 2.5,
      days: [
        { date: '2026-12-07', share: 1 },
        { date: '2026-12-09', share: 1 },
        { date: '2026-12-11', share: 0.5 },
      ],
    })
  })

  test('decide who is given new tickets', async () => {
    const own = await plan()
    await own.ws.owner.ok('POST', `${own.ws.base}/support/assignment-rules`, {
      name: 'All',
      assignee_ids: [own.ada.id, own.boss.id],
    })
    const assignee = async () =>
      (await own.ws.owner.ok('POST', `${own.ws.base}/tickets`, { subject: 'Help', description: 'Please' }))
        .assignee?.user_id
    expect([await assignee(), await assignee(), await assignee()]).toEqual([
      own.ada.id,
      own.boss.id,
      own.ada.id,
    ])
    const today = (await asOwner<{ day: string }>(`select app.today('Europe/Madrid')::text as day`))[0]!.day
    const sick = await own.ws.owner.ok('POST', `${own.ws.base}/leave-types`, {
      name: 'Sick',
      count_by: 'calendar',
      affects_balance: false,
      overrides: true,
      requires_approval: false,
    })
    await own.ws.owner.ok('POST', `${own.ws.base}/leave-requests`, {
      leave_type_id: sick.id,
      employee_id: own.lead.id,
      start_date: today,
    })
    expect([await assignee(), await assignee()]).toEqual([own.ada.id, own.ada.id])
  })
})
