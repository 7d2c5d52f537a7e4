/**
 * The first occurrence of an RFC 5545 rule that starts on a day, strictly after that day; null when there is
 * none.
 */
export type Following = (rule: string, start: string) => string | null

export type Recurring = {
  rrule: string
  recurrence_mode: 'on_schedule' | 'after_completion' | null
  start_date: string | null
  due_date: string | null
  /** The day of completion in the organization's time zone. */
  completed_day: string
}
export type Occurrence = { rrule: string; start_date: string | null; due_date: string | null }
type Parts = Record<string, string>

/**
 * The dates of the next occurrence, or null when the rule has ended. On schedule the rule counts from the due
 * date (else the start date), after completion from the day of completion; both dates move by the same number
 * of days. A day missing from a month becomes its last day, but the rule keeps the original day: 31 January,
 * 28 February, 31 March.
 */
export function nextOccurrence(task: Recurring, following: Following): Occurrence | null {
  const { COUNT: count, ...parts } = partsOf(task.rrule)
  const scheduled = task.due_date ?? task.start_date
  const onSchedule = task.recurrence_mode !== 'after_completion'
  const from = (onSchedule ? scheduled : null) ?? task.completed_day
  const [next] = clampedRules(parts, from)
    .map((rule) => following(rule, from))
    .filter((day) => day !== null)
    .sort()
  if (next === undefined || count === '1') return null
  const days = daysBetween(scheduled ?? from, next)
  return {
    rrule: textOf({ ...(onSchedule ? withOriginalDay(parts, from, next) : parts), ...countedDown(count) }),
    start_date: task.start_date && plus(task.start_date, days),
    due_date: task.due_date ? plus(task.due_date, days) : task.start_date ? null : next,
  }
}

/**
 * Rules that together are equivalent, but take the last day of a month for a day it lacks (RFC 5545 would
 * skip the month). They are few, as each is searched: days that every month has are in one.
 */
export function clampedRules(parts: Parts, start: string): string[] {
  if (!byDayOfMonth(parts)) return [textOf(parts)]
  const [, month, day] = start.split('-').map(Number) as [number, number, number]
  const days = parts.BYMONTHDAY?.split(',').map(Number) ?? [day]
  const defaultMonths = parts.BYMONTHDAY ? Array.from({ length: 12 }, (_month, at) => at + 1) : [month]
  const months = parts.BYMONTH?.split(',') ?? defaultMonths
  const everywhere = days.filter((day) => day <= lastEverywhere)
  const together: Parts = {
    ...(parts.FREQ === 'YEARLY' ? { BYMONTH: months.join(',') } : {}),
    BYMONTHDAY: everywhere.join(','),
  }
  const alone = days
    .filter((day) => day > lastEverywhere)
    .flatMap((day) =>
      parts.FREQ === 'MONTHLY'
        ? [lastUpTo(day)]
        : months.map((one): Parts => ({ BYMONTH: String(one), ...lastUpTo(day) })),
    )
  const ways = everywhere.length ? [together, ...alone] : alone
  return ways.map((way) => textOf({ ...parts, ...way }))
}

/** True for rules that pick days by day of month, stated or taken from their start date. */
const byDayOfMonth = (parts: Parts) =>
  (parts.FREQ === 'MONTHLY' || parts.FREQ === 'YEARLY') && !parts.BYDAY && !parts.BYSETPOS

/** A day that every month has. */
const lastEverywhere = 28

/** The given day of a month, or the month's last day if it is shorter. */
function lastUpTo(day: number): Parts {
  const candidates = Array.from({ length: day - lastEverywhere + 1 }, (_, at) => lastEverywhere + at)
  return { BYMONTHDAY: candidates.join(','), BYSETPOS: '-1' }
}

/**
 * A rule without a day takes it from its start date; if that was clamped, the successor must state the day.
 */
function withOriginalDay(parts: Parts, from: string, next: string): Parts {
  if (!byDayOfMonth(parts) || parts.BYMONTHDAY || from.slice(8) === next.slice(8)) return parts
  const month: Parts =
    parts.FREQ === 'YEARLY' && !parts.BYMONTH ? { BYMONTH: unpadded(from.slice(5, 7)) } : {}
  return { ...parts, ...month, BYMONTHDAY: unpadded(from.slice(8)) }
}

/** `02` as rules write it: `2`. */
const unpadded = (digits: string) => String(Number(digits))
/** COUNT is decremented along the chain of tasks, because each rule starts anew. */
const countedDown = (count: string | undefined): Parts => (count ? { COUNT: String(Number(count) - 1) } : {})

const partsOf = (rule: string): Parts =>
  Object.fromEntries(rule.split(';').map((part) => part.split('=') as [string, string]))
const textOf = (parts: Parts) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')

const dayLength = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
