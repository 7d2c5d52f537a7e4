import type * as z from 'zod'
import type { HoursSummary } from './schemas.ts'
import { dayLength, dayOf, type Shift, timeOf } from '../../shared/shifts.ts'

type Answer = z.output<typeof HoursSummary>
type Warning = Answer['warnings'][number]

/** In minutes, as the organization sets them. */
export type Limits = Record<'rest_minutes' | 'break_after_minutes' | 'day_minutes' | 'week_minutes', number>
type Worked = { shifts: Shift[]; days: Answer['days']; open: Answer['open_shifts'] }

/** "10 hours", or minutes where they are no whole hours. */
const said = (minutes: number) => (minutes % 60 ? `${minutes} minutes` : `${minutes / 60} hours`)

/** The weeks over which the hours of a week are averaged (article 16). */
const meanWeeks = 17

const minutesIn = (from: number, to: number) => Math.floor((to - from) / 60_000)

/** What is against usual limits, by day. Nothing is refused for it. */
export const warningsOf = ({ shifts, days, open }: Worked, limits: Limits): Warning[] =>
  [
    ...shifts.flatMap((shift, place) => shortRest(shifts[place - 1], shift, limits)),
    ...shifts.flatMap((shift) => withoutBreak(shift, limits)),
    ...days.flatMap((day) => longDay(day, limits)),
    ...longWeeks(days, limits),
    ...open.filter(({ is_running }) => !is_running).map(forgotten),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))

/** Between the shifts of two days; those of one day are parts of it. */
function shortRest(before: Shift | undefined, shift: Shift, { rest_minutes: due }: Limits): Warning[] {
  if (!before?.end) return []
  const date = dayOf(timeOf(shift.start), shift)
  const rest = minutesIn(timeOf(before.end), timeOf(shift.start))
  if (dayOf(timeOf(before.start), before) === date || rest >= due) return []
  const text = `${rest} minutes of rest since ${before.end.at}, of ${said(due)}`
  return [{ code: 'short_rest', date, minutes: rest, text }]
}

const withoutBreak = (shift: Shift, { break_after_minutes: most }: Limits): Warning[] =>
  shift.work.flatMap(([from, to]) => {
    const minutes = minutesIn(from, to)
    if (minutes <= most) return []
    const text = `${minutes} minutes without a break, which is due after ${said(most)}`
    return [{ code: 'no_break', date: dayOf(from, shift), minutes, text } as const]
  })

const longDay = ({ date, minutes }: Answer['days'][number], { day_minutes: most }: Limits): Warning[] =>
  (minutes ?? 0) > most
    ? [{ code: 'long_day', date, minutes, text: `${minutes} minutes in a day, of ${said(most)}` }]
    : []

/** Monday of the week of a day, as a number of days. */
const weekOf = (date: string) => Math.floor((Date.parse(date) / dayLength + 3) / 7) * 7 - 3

/** Weeks in which the mean of up to 17 weeks, those since the first record, is above the limit. */
function longWeeks(days: Answer['days'], { week_minutes: most }: Limits): Warning[] {
  const weeks = new Map<number, number>()
  for (const { date, ordinary, overtime, complementary } of days)
    weeks.set(weekOf(date), (weeks.get(weekOf(date)) ?? 0) + ordinary + overtime + complementary)
  const first = Math.min(...weeks.keys())
  return [...weeks.keys()].flatMap((week) => {
    const since = Math.max(first, week - (meanWeeks - 1) * 7)
    const count = (week - since) / 7 + 1
    const total = [...weeks].reduce(
      (sum, [at, minutes]) => sum + (at >= since && at <= week ? minutes : 0),
      0,
    )
    const mean = Math.floor(total / count)
    if (mean <= most) return []
    const date = new Date((week + 6) * dayLength).toISOString().slice(0, 10)
    const text = `${mean} minutes a week in the mean of ${count} weeks, of ${said(most)}`
    return [{ code: 'long_week', date, minutes: mean, text } as const]
  })
}

const forgotten = ({ seq, started_at }: Answer['open_shifts'][number]): Warning => ({
  code: 'open_shift',
  date: started_at.slice(0, 10),
  minutes: null,
  text: `the shift that began ${started_at} (record ${seq}) has no clock-out; correct it`,
})
