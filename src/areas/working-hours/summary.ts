import type * as z from 'zod'
import { hoursKinds } from '../../../db/schema/working-hours.ts'
import type { HoursSummary } from './schemas.ts'
import {
  dayOf,
  type HoursEvent,
  minutesIn,
  secondsByDay,
  type Shift,
  shiftsOf,
  timeOf,
} from '../../shared/shifts.ts'
import { type Limits, warningsOf } from './warnings.ts'

type Answer = z.output<typeof HoursSummary>
type Day = Answer['days'][number]
/** What the database reads for a summary; events begin before its days. */
export type Report = Pick<Answer, 'employee' | 'time_zone' | 'from' | 'to' | 'head' | 'open_corrections'> & {
  events: HoursEvent[]
  settings: Limits & { longest_shift_minutes: number }
}

/** Working hours by local day and month, with what is open and what is against usual limits. */
export function summaryOf(report: Report, now: Date): Answer {
  const { from, to, events, settings, ...rest } = report
  const longestShift = settings.longest_shift_minutes * 60_000
  const shifts = shiftsOf(events)
  const all = daysOf(shifts)
  const isWithin = (date: string) => date >= from && date <= to
  const days = all.filter(({ date }) => isWithin(date))
  const open_shifts = openOf(shifts, longestShift, now).filter(({ started_at }) =>
    isWithin(started_at.slice(0, 10)),
  )
  const warnings = warningsOf({ shifts, days: all, open: open_shifts }, settings).filter(({ date }) =>
    isWithin(date),
  )
  return { ...rest, from, to, days, months: monthsOf(days), open_shifts, warnings }
}

/** Shifts without an end; the last of them runs, unless its end was forgotten. */
export const openOf = (shifts: Shift[], longest: number, now: Date): Answer['open_shifts'] =>
  shifts.flatMap((shift) => {
    if (shift.end) return []
    const is_running = now.getTime() - timeOf(shift.start) <= longest && shift === shifts.at(-1)
    const until = shift.events.at(-1)!
    const running: [number, number] = [timeOf(until), Math.max(timeOf(until), now.getTime())]
    return [
      {
        seq: shift.start.seq,
        started_at: shift.start.at,
        is_running,
        on_break: shift.isBreak,
        since: until.at,
        minutes: is_running ? minutesIn([...shift.worked, ...(shift.isBreak ? [] : [running])]) : null,
      },
    ]
  })

type Tally = { seconds: Record<string, number>; pause: number; first: string; last: string; isOpen: boolean }

export function daysOf(shifts: Shift[]): Day[] {
  const tallies = new Map<string, Tally>()
  const on = (date: string) => {
    const found = tallies.get(date) ?? { seconds: {}, pause: 0, first: '', last: '', isOpen: false }
    tallies.set(date, found)
    return found
  }
  for (const shift of shifts) {
    const begun = on(dayOf(timeOf(shift.start), shift))
    begun.first ||= shift.start.at
    begun.isOpen ||= !shift.end
    if (shift.end) on(dayOf(timeOf(shift.end), shift)).last = shift.end.at
    for (const [date, seconds] of shift.work.flatMap((span) => secondsByDay(span, shift)))
      on(date).seconds[shift.kind] = (on(date).seconds[shift.kind] ?? 0) + seconds
    for (const [date, seconds] of shift.breaks.flatMap((span) => secondsByDay(span, shift)))
      on(date).pause += seconds
  }
  return [...tallies].map(([date, tally]) => dayFrom(date, tally)).toSorted(byDate)
}
const byDate = (a: Day, b: Day) => (a.date < b.date ? -1 : 1)

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

function dayFrom(date: string, { seconds, pause, first, last, isOpen }: Tally): Day {
  const of = Object.fromEntries(
    hoursKinds.map((kind) => [kind, Math.floor((seconds[kind] ?? 0) / 60)]),
  ) as Record<(typeof hoursKinds)[number], number>
  return {
    date,
    weekday: weekday.format(new Date(date)),
    first_in: first || null,
    last_out: last || null,
    minutes: isOpen ? null : of.ordinary + of.overtime + of.complementary,
    break_minutes: Math.floor(pause / 60),
    ...of,
  }
}

function monthsOf(days: Day[]): Answer['months'] {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7))
  return [...months].map(([month, list]) => {
    const sum = (pick: (day: Day) => number) => list.reduce((total, day) => total + pick(day), 0)
    return {
      month,
      days: list.length,
      minutes: sum((day) => day.ordinary + day.overtime + day.complementary),
      break_minutes: sum((day) => day.break_minutes),
      ordinary: sum((day) => day.ordinary),
      overtime: sum((day) => day.overtime),
      complementary: sum((day) => day.complementary),
    }
  })
}
