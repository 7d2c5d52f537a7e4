import type * as z from 'zod'
import type { EmployeeRef } from '../../shared/employees.ts'
import { type HoursEvent, secondsByDay, shiftsOf } from '../../shared/shifts.ts'
import type { causes } from './schemas.ts'

type Day = { date: string; expected: number; leave: number; entries: number }
type Person = {
  employee: z.output<typeof EmployeeRef>
  uses_log: boolean
  days: Day[]
  events: HoursEvent[]
  pending: string[]
}
/** What the database reads for a reconciliation. */
export type Found = { tolerance: number; items: Person[] } & Record<string, unknown>

type Difference = { date: string; code: (typeof causes)[number]; minutes: number }

/** Of each person and week: what was expected, logged and entered, and on which days that differs. */
export const reconciled = ({ items, ...rest }: Found) => ({
  ...rest,
  items: items.map((person) => {
    const weeks = weeksOf(person, rest.tolerance)
    const sum = (pick: (week: (typeof weeks)[number]) => number) =>
      weeks.reduce((total, week) => total + pick(week), 0)
    return {
      employee: person.employee,
      expected: sum(({ expected }) => expected),
      working_hours: person.uses_log ? sum(({ working_hours }) => working_hours ?? 0) : null,
      entries: sum(({ entries }) => entries),
      differences: sum(({ differences }) => differences.length),
      pending: sum(({ pending }) => pending.length),
      weeks,
    }
  }),
})

function weeksOf({ days, events, pending, uses_log }: Person, tolerance: number) {
  const worked = minutesByDay(events)
  const logOf = ({ date }: Day) => (uses_log ? (worked.get(date) ?? 0) : null)
  const waiting = new Set(pending)
  return [...Map.groupBy(days, ({ date }) => mondayOf(date))].map(([week, list]) => ({
    week,
    expected: list.reduce((total, day) => total + day.expected, 0),
    working_hours: uses_log ? list.reduce((total, day) => total + (logOf(day) ?? 0), 0) : null,
    entries: list.reduce((total, day) => total + day.entries, 0),
    differences: list.flatMap((day) =>
      waiting.has(day.date) ? [] : differencesOf(day, logOf(day), tolerance),
    ),
    pending: list.flatMap(({ date }) => (waiting.has(date) ? [date] : [])),
  }))
}

/**
 * What does not agree on a day: the log with the entries, where the person uses it, and the larger of both with the schedule.
 * Work on a day of leave is only called that.
 */
export function differencesOf(
  { date, expected, leave, entries }: Day,
  log: number | null,
  tolerance: number,
): Difference[] {
  const found: Difference[] = []
  const note = (code: Difference['code'], minutes: number) => {
    if (minutes > tolerance) found.push({ date, code, minutes })
  }
  const worked = Math.max(log ?? 0, entries)
  if (leave > 0 && worked - expected > tolerance) {
    note('leave_with_entries', worked - expected)
    return found
  }
  if (log !== null) {
    note('log_without_entries', log - entries)
    note('entries_without_log', entries - log)
  }
  note('missing_entries', expected - worked)
  note('over_expected', worked - expected)
  return found
}

/** Whole minutes of finished shifts, by the day on which they were worked. */
function minutesByDay(events: HoursEvent[]): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const shift of shiftsOf(events))
    for (const [date, length] of shift.work.flatMap((span) => secondsByDay(span, shift)))
      seconds.set(date, (seconds.get(date) ?? 0) + length)
  return new Map([...seconds].map(([date, length]) => [date, Math.floor(length / 60)]))
}

function mondayOf(date: string): string {
  const time = Date.parse(date)
  return new Date(time - ((new Date(time).getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
}
