import { describe, expect, test } from 'vitest'
import type { HoursEvent } from '../../src/shared/shifts.ts'
import { summaryOf } from '../../src/areas/working-hours/summary.ts'

const letters = { i: 'clock_in', o: 'clock_out', b: 'break_start', e: 'break_end' } as const
/** Events such as `i 2026-11-20T09:00:00+01:00`. */
const events = (lines: string[], more: Partial<HoursEvent> = {}): HoursEvent[] =>
  lines.map((line, place) => ({
    seq: place + 1,
    event: letters[line[0] as keyof typeof letters],
    at: line.slice(2),
    mode: 'on_site',
    hours_kind: null,
    is_corrected: false,
    ...more,
  }))
const usual = {
  longest_shift_minutes: 960,
  rest_minutes: 660,
  break_after_minutes: 360,
  day_minutes: 600,
  week_minutes: 2880,
}
const summary = (list: HoursEvent[], from = '2026-01-01', to = '2026-12-31', now = '2026-12-31T00:00:00Z') =>
  summaryOf(
    {
      employee: { employee_id: 'e', name: 'Ada' },
      time_zone: 'Europe/Madrid',
      from,
      to,
      head: null,
      open_corrections: [],
      events: list,
      settings: usual,
    },
    new Date(now),
  )
const minutes = (list: HoursEvent[]) => summary(list).days.map((day) => [day.date, day.minutes])
const codes = (list: HoursEvent[]) =>
  summary(list).warnings.map(({ code, date, minutes: n }) => [code, date, n])

describe('minutes', () => {
  test('are those between clock-in and clock-out, without breaks', () => {
    const { days, months } = summary(
      events([
        'i 2026-11-20T09:00:00+01:00',
        'b 2026-11-20T13:00:00+01:00',
        'e 2026-11-20T13:30:30+01:00',
        'o 2026-11-20T17:30:00+01:00',
      ]),
    )
    expect(days).toEqual([
      {
        date: '2026-11-20',
        weekday: 'Friday',
        first_in: '2026-11-20T09:00:00+01:00',
        last_out: '2026-11-20T17:30:00+01:00',
        minutes: 479,
        break_minutes: 30,
        ordinary: 479,
        overtime: 0,
        complementary: 0,
      },
    ])
    expect(months).toEqual([
      {
        month: '2026-11',
        days: 1,
        minutes: 479,
        break_minutes: 30,
        ordinary: 479,
        overtime: 0,
        complementary: 0,
      },
    ])
  })

  test('are split at midnight, and count what passed where clocks change', () => {
    expect(minutes(events(['i 2026-03-28T22:00:00+01:00', 'o 2026-03-29T06:00:00+02:00']))).toEqual([
      ['2026-03-28', 120],
      ['2026-03-29', 300],
    ])
    expect(minutes(events(['i 2026-10-24T22:00:00+02:00', 'o 2026-10-25T06:00:00+01:00']))).toEqual([
      ['2026-10-24', 120],
      ['2026-10-25', 420],
    ])
    expect(minutes(events(['i 2026-11-15T22:00:00+01:00', 'o 2026-11-16T06:00:00+01:00']))).toEqual([
      ['2026-11-15', 120],
      ['2026-11-16', 360],
    ])
  })

  test('are those of the days of the place where the shift began', () => {
    const flight = events(['i 2026-11-20T20:00:00-05:00', 'o 2026-11-21T08:00:00+01:00'])
    expect(minutes(flight)).toEqual([
      ['2026-11-20', 240],
      ['2026-11-21', 120],
    ])
  })

  test('of an open shift are unknown, whether it goes on or was forgotten', () => {
    const list = events([
      'i 2026-11-19T09:00:00+01:00',
      'i 2026-11-20T09:00:00+01:00',
      'o 2026-11-20T10:00:00+01:00',
      'i 2026-11-20T11:00:00+01:00',
    ])
    const found = summary(list, '2026-11-01', '2026-11-30', '2026-11-20T12:00:00Z')
    expect(found.days.map(({ date, minutes: n, ordinary }) => [date, n, ordinary])).toEqual([
      ['2026-11-19', null, 0],
      ['2026-11-20', null, 60],
    ])
    const open = found.open_shifts.map(({ seq, is_running, minutes }) => [seq, is_running, minutes])
    expect(open).toEqual([
      [1, false, null],
      [4, true, 120],
    ])
    expect(found.warnings.map(({ code, text }) => [code, text])).toEqual([
      [
        'open_shift',
        'the shift that began 2026-11-19T09:00:00+01:00 (record 1) has no clock-out; correct it',
      ],
    ])
  })

  test('are told by what they count as, which the clock-in says', () => {
    const [ordinary, overtime] = [
      events(['i 2026-11-20T09:00:00+01:00', 'o 2026-11-20T17:00:00+01:00']),
      events(['i 2026-11-20T18:00:00+01:00', 'o 2026-11-20T19:00:00+01:00'], { hours_kind: 'overtime' }),
    ]
    expect(summary([...ordinary, ...overtime]).days[0]).toMatchObject({
      minutes: 540,
      ordinary: 480,
      overtime: 60,
    })
  })

  test('of what belongs to no shift are none', () => {
    expect(minutes(events(['o 2026-11-20T09:00:00+01:00', 'b 2026-11-20T10:00:00+01:00']))).toEqual([])
  })
})

describe('warnings', () => {
  test('name a rest of less than eleven hours between two days, not between the parts of one', () => {
    const short = events([
      'i 2026-11-19T14:00:00+01:00',
      'o 2026-11-19T17:00:00+01:00',
      'i 2026-11-19T18:00:00+01:00',
      'o 2026-11-19T22:30:00+01:00',
      'i 2026-11-20T08:00:00+01:00',
      'o 2026-11-20T12:00:00+01:00',
      'i 2026-11-20T23:00:00+01:00',
      'o 2026-11-20T23:30:00+01:00',
    ])
    expect(codes(short)).toEqual([['short_rest', '2026-11-20', 570]])
  })

  test('name six hours without a break, and more than ten in a day', () => {
    expect(codes(events(['i 2026-11-20T09:00:00+01:00', 'o 2026-11-20T15:00:00+01:00']))).toEqual([])
    expect(codes(events(['i 2026-11-20T08:00:00+01:00', 'o 2026-11-20T18:01:00+01:00']))).toEqual([
      ['no_break', '2026-11-20', 601],
      ['long_day', '2026-11-20', 601],
    ])
  })

  test('name a week above 48 hours in the mean of seventeen', () => {
    /** Weeks from a Monday on, of five days with so many hours each. */
    const weeks = (hours: number[]) =>
      hours.flatMap((each, week) =>
        [0, 1, 2, 3, 4].flatMap((day) => {
          const date = new Date(Date.UTC(2026, 0, 5 + week * 7 + day)).toISOString().slice(0, 10)
          const end = String(6 + each).padStart(2, '0')
          return [
            `i ${date}T06:00:00+01:00`,
            `b ${date}T10:00:00+01:00`,
            `e ${date}T10:00:00+01:00`,
            `o ${date}T${end}:00:00+01:00`,
          ]
        }),
      )
    const long = (hours: number[]) => codes(events(weeks(hours))).filter(([code]) => code === 'long_week')
    expect(long([10])).toEqual([['long_week', '2026-01-11', 3000]])
    expect(long([8, 10])).toEqual([])
    expect(long([...Array<number>(16).fill(9), 15]).length).toBe(0)
    expect(long([12, ...Array<number>(16).fill(9)]).map(([, date]) => date)).toEqual([
      '2026-01-11',
      '2026-01-18',
      '2026-01-25',
      '2026-02-01',
    ])
  })
})

test('a shift that runs tells since when, and what was worked until now without its breaks', () => {
  const begun = ['i 2026-11-20T09:00:00+01:00', 'b 2026-11-20T11:00:00+01:00']
  const running = (list: string[], now: string) =>
    summary(events(list), '2026-11-20', '2026-11-20', now).open_shifts.map(({ on_break, since, minutes }) => [
      on_break,
      since,
      minutes,
    ])
  expect(running(begun, '2026-11-20T10:20:00Z')).toEqual([[true, '2026-11-20T11:00:00+01:00', 120]])
  expect(running([...begun, 'e 2026-11-20T11:30:00+01:00'], '2026-11-20T11:00:00Z')).toEqual([
    [false, '2026-11-20T11:30:00+01:00', 150],
  ])
})
