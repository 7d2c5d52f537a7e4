import { dayAfter, daysOfMonth } from '../kit/days.ts'
import type { Schemas } from '../kit/operations.ts'

export type Absence = Schemas['AbsenceCalendar']['items'][number]
/** Days in a row of a month on which somebody is away for the same reason, or there. */
export type Run = { from: string; days: number; absence: Absence | undefined }
export type PersonMonth = { employee_id: string; name: string; runs: Run[] }

/** The days of a month. */
export function daysIn(month: string): string[] {
  const [first, last] = daysOfMonth(month)
  const days = Number(last.slice(8))
  return Array.from({ length: days }, (_, place) => dayAfter(first, place))
}

/** Everybody who is away in a month, by name, with what their days are. */
export function monthOf(month: string, absences: readonly Absence[]): PersonMonth[] {
  const people = Map.groupBy(absences, ({ employee_id }) => employee_id)
  return [...people]
    .map(([employee_id, own]) => ({ employee_id, name: own[0]!.name, runs: runsOf(daysIn(month), own) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function runsOf(days: string[], own: readonly Absence[]): Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const absence = own.find(({ from, to }) => from <= day && to >= day)
    const last = runs.at(-1)
    if (last && last.absence === absence) last.days += 1
    else runs.push({ from: day, days: 1, absence })
  }
  return runs
}
