import type { Answer, Read, Schemas } from '../kit/operations.ts'
import { dayAfter } from '../kit/days.ts'

type Span = { start_date: string; end_date: string }
export type Absence = Schemas['AbsenceCalendar']['items'][number]

/** What the calendar of absences shows at most. */
const longest = 91
const most = 4

/** Stretches of days that a calendar can show, which together have the days of some leave. */
export function stretchesOf(leave: readonly Span[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = []
  for (const { start_date, end_date } of leave.toSorted((a, b) => a.start_date.localeCompare(b.start_date))) {
    const last = stretches.at(-1)
    const limit = dayAfter(last?.from ?? start_date, longest)
    if (last && end_date <= limit) last.to = last.to > end_date ? last.to : end_date
    else {
      const end = dayAfter(start_date, longest)
      stretches.push({ from: start_date, to: end_date < end ? end_date : end })
    }
  }
  return stretches.slice(0, most)
}

/** Who is away while some leave lasts. */
export async function absencesAround(read: Read, leave: readonly Span[]): Promise<Absence[]> {
  const found = await Promise.all(
    stretchesOf(leave).map(async (days): Promise<Answer<'getAbsenceCalendar'>> =>
      read('getAbsenceCalendar', days),
    ),
  )
  return found.flatMap(({ items }) => items)
}

/** Who else is away while somebody's leave lasts, each once; pending leave of others is marked. */
export function alsoAway(
  { start_date, end_date, employee }: Span & { employee: { employee_id: string | null } },
  absences: readonly Absence[],
): string[] {
  const names = new Map<string, string>()
  for (const { employee_id, name, from, to, status } of absences)
    if (employee_id !== employee.employee_id && from <= end_date && to >= start_date)
      names.set(name, status === 'approved' || names.get(name) === name ? name : `${name} (asked for)`)
  return [...names.values()]
}
