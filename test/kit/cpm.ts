/** The critical path method as a textbook tells it, day by day over a calendar: slow, plain, and sharing nothing with the service. */
export type Activity = {
  start?: string | null
  due?: string | null
  estimate?: number | null
  started?: boolean
  wish?: { start_date?: string; due_date?: string; estimate_minutes?: number }
}
export type Wait = { from: number; to: number; lag: number }
type Placed = { start: string; due: string; days: number; own: string; dated: boolean }

const dayOf = (date: string, more: number) =>
  new Date(Date.parse(date) + more * 864e5).toISOString().slice(0, 10)

export class Calendar {
  readonly #week: boolean
  constructor(week: boolean) {
    this.#week = week
  }
  works = (date: string) => !this.#week || ![0, 6].includes(new Date(date).getUTCDay())
  /** The day itself if it is worked, else the next (or the last) one that is. */
  on = (date: string, direction: 1 | -1 = 1): string =>
    this.works(date) ? date : this.on(dayOf(date, direction), direction)
  /** So many working days later, or earlier. */
  add(date: string, days: number): string {
    let at = date
    for (let left = Math.abs(days); left > 0; left--)
      at = this.on(dayOf(at, Math.sign(days)), days > 0 ? 1 : -1)
    return at
  }
  between(start: string, due: string): number {
    let days = 0
    for (let at = start; at <= due; at = dayOf(at, 1)) days += Number(this.works(at))
    return Math.max(days, 1)
  }
}

function lengthOf({ start, due, estimate, wish = {} }: Activity, calendar: Calendar): number {
  const from = wish.start_date ?? start
  const byEstimate = (minutes: number) => Math.max(1, Math.ceil(minutes / 480))
  if (wish.due_date && from) return calendar.between(from, wish.due_date)
  if (wish.estimate_minutes !== undefined) return byEstimate(wish.estimate_minutes)
  if (start && due) return calendar.between(start, due)
  return byEstimate(estimate ?? 0)
}

/** Where each activity stands: on its own day, or after the last of those that it waits for. Activities come in order. */
export function cpm(activities: Activity[], waits: Wait[], today: string, calendar: Calendar): Placed[] {
  const placed: Placed[] = []
  for (const [n, activity] of activities.entries()) {
    const days = lengthOf(activity, calendar)
    const start = activity.wish?.start_date ?? activity.start
    const due = activity.wish?.due_date ?? activity.due
    const own = start
      ? calendar.on(start)
      : due
        ? calendar.add(calendar.on(due, -1), 1 - days)
        : calendar.on(today)
    const after = waits
      .filter(({ to }) => to === n && !activity.started)
      .map(({ from, lag }) => calendar.add(placed[from]!.due, 1 + lag))
    const first = [own, ...after].reduce((late, day) => (day > late ? day : late))
    placed.push({ start: first, due: calendar.add(first, days - 1), days, own, dated: Boolean(start ?? due) })
  }
  return placed
}
