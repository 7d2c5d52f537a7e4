/** The critical path method by the textbook, day by day over a calendar: slow, simple, and without code of the service. */
export type Activity = {
  start?: string | null
  due?: string | null
  estimate?: number | null
  started?: boolean
  changes?: { start_date?: string; due_date?: string; estimate_minutes?: number }
}
export type Dependency = { from: number; to: number; lag: number }
type Placed = { start: string; due: string; days: number; ownStart: string; dated: boolean }

const dayOf = (date: string, more: number) =>
  new Date(Date.parse(date) + more * 864e5).toISOString().slice(0, 10)

export class Calendar {
  readonly #week: boolean
  constructor(week: boolean) {
    this.#week = week
  }
  isWorkday = (date: string) => !this.#week || ![0, 6].includes(new Date(date).getUTCDay())
  /** The day itself if it is a working day, else the next (or previous) one. */
  on = (date: string, direction: 1 | -1 = 1): string =>
    this.isWorkday(date) ? date : this.on(dayOf(date, direction), direction)
  /** The date `days` working days later, or earlier. */
  add(date: string, days: number): string {
    let at = date
    for (let remaining = Math.abs(days); remaining > 0; remaining--)
      at = this.on(dayOf(at, Math.sign(days)), days > 0 ? 1 : -1)
    return at
  }
  between(start: string, due: string): number {
    let days = 0
    for (let at = start; at <= due; at = dayOf(at, 1)) days += Number(this.isWorkday(at))
    return Math.max(days, 1)
  }
}

function lengthOf({ start, due, estimate, changes = {} }: Activity, calendar: Calendar): number {
  const from = changes.start_date ?? start
  const byEstimate = (minutes: number) => Math.max(1, Math.ceil(minutes / 480))
  if (changes.due_date && from) return calendar.between(from, changes.due_date)
  if (changes.estimate_minutes !== undefined) return byEstimate(changes.estimate_minutes)
  if (start && due) return calendar.between(start, due)
  return byEstimate(estimate ?? 0)
}

/** Dates of the activities, in order: each on its own start, or after the last of those that it depends on. */
export function cpm(
  activities: Activity[],
  dependencies: Dependency[],
  today: string,
  calendar: Calendar,
): Placed[] {
  const placed: Placed[] = []
  for (const [n, activity] of activities.entries()) {
    const days = lengthOf(activity, calendar)
    const start = activity.changes?.start_date ?? activity.start
    const due = activity.changes?.due_date ?? activity.due
    const ownStart = start
      ? calendar.on(start)
      : due
        ? calendar.add(calendar.on(due, -1), 1 - days)
        : calendar.on(today)
    const after = dependencies
      .filter(({ to }) => to === n && !activity.started)
      .map(({ from, lag }) => calendar.add(placed[from]!.due, 1 + lag))
    const first = [ownStart, ...after].reduce((latest, day) => (day > latest ? day : latest))
    placed.push({
      start: first,
      due: calendar.add(first, days - 1),
      days,
      ownStart,
      dated: Boolean(start ?? due),
    })
  }
  return placed
}
