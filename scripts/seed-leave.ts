type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>
type Kind = 'vacation' | 'sick' | 'parental' | 'unpaid'

/** Leave to enter: whose, of which days, and what becomes of it. */
export type Booking = {
  /** The place in the list of people. */
  who: number
  kind: Kind
  start_date: string
  end_date: string
  half?: 'am' | 'pm'
  reason?: string
  becomes: 'approved' | 'pending' | 'rejected' | 'cancelled'
}
type Person = { days: number; isBusy: boolean }

const dayLength = 86_400_000
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7
const yearOf = (day: string) => Number(day.slice(0, 4))
/** The first Monday from a day on. */
const mondayFrom = (day: string) => later(day, (7 - weekdayOf(day)) % 7)

/** Whole days of vacation in a year, by the days of a week's work: a little less than is granted. */
export const allowance = '23'
const most = (days: number) => Math.floor((Number(allowance) * days) / 5)

/**
 * The leave of the last calendar year, of this one and of the months to come, from and to days that the person works.
 * Whoever is busy, as they log time these weeks, is there then. Leave that would lie over other leave, or for which the
 * year gives too little, is left out.
 */
export function yearOfLeave(today: string, people: Person[], holidays: ReadonlySet<string>): Booking[] {
  const kept: Booking[] = []
  const used = new Map<string, number>()
  const workdays = (who: number, from: string, to: string) => {
    const all = Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayLength + 1 }, (_, n) =>
      later(from, n),
    )
    return all.filter((day) => weekdayOf(day) < people[who]!.days && !holidays.has(day))
  }
  const isFree = (who: number, from: string, to: string) =>
    !(people[who]!.isBusy && from <= later(today, 14) && to >= later(today, -35)) &&
    !kept.some((one) => one.who === who && one.start_date <= to && one.end_date >= from)
  /** Whether leave of these days was entered. */
  const enter = (who: number, days: string[], more: Partial<Booking> = {}): boolean => {
    const [start_date, end_date] = [days[0], days.at(-1)]
    if (!start_date || !end_date || start_date > later(today, 200) || !isFree(who, start_date, end_date))
      return false
    const booking: Booking = { who, kind: 'vacation', becomes: 'approved', ...more, start_date, end_date }
    if (booking.kind === 'vacation') {
      const sums = new Map<string, number>()
      for (const day of days) {
        const key = `${who} ${yearOf(day)}`
        sums.set(key, (sums.get(key) ?? used.get(key) ?? 0) + (booking.half ? 0.5 : 1))
      }
      if ([...sums.values()].some((sum) => sum > most(people[who]!.days))) return false
      for (const [key, sum] of sums) used.set(key, sum)
    }
    kept.push(booking)
    return true
  }
  for (const { who, from, days, ...more } of aroundToday) {
    const begin = later(today, from)
    const [first, last] = from > 0 ? [begin, later(begin, 20)] : [later(begin, -20), begin]
    const found = workdays(who, days > 2 && from > 0 ? mondayFrom(first) : first, last)
    enter(who, from > 0 ? found.slice(0, days) : found.slice(-days), more)
  }
  for (const year of [-1, 0, 1].map((ahead) => yearOf(today) + ahead))
    for (const who of people.keys()) {
      // In threes, so that not everybody is away at once; later where other leave is in between.
      const summer = later(mondayFrom(`${year}-07-01`), 14 * (who % 4))
      const weeks = (begin: string) => workdays(who, begin, later(begin, who % 4 === 2 ? 13 : 20))
      void [0, 7, 14, 21, 28, 35].some((delay) => enter(who, weeks(later(summer, delay))))
      for (const { from, to, ...more } of inYear(year, who)) enter(who, workdays(who, from, to), more)
    }
  return kept
}

/** Christmas or the days after it, a few days in spring and half a day in autumn. */
function inYear(year: number, who: number): { from: string; to: string; half?: 'am' | 'pm' }[] {
  const spring = later(mondayFrom(`${year}-03-20`), 7 * (who % 5))
  const autumn = later(mondayFrom(`${year}-10-05`), 7 * (who % 4) + (who % 3))
  return [
    who % 2
      ? { from: `${year}-12-27`, to: who % 3 ? `${year}-12-31` : `${year + 1}-01-02` }
      : { from: `${year}-01-02`, to: `${year}-01-05` },
    ...(who % 3 ? [{ from: spring, to: later(spring, 2) }] : []),
    ...(who % 2 ? [] : [{ from: autumn, to: autumn, half: who % 4 ? 'pm' : 'am' } as const]),
  ]
}

type Near = Omit<Partial<Booking>, 'who'> & { who: number; from: number; days: number }
/** Of working days from so many days ahead on, or up to so many days ago. */
const aroundToday: Near[] = [
  { who: 1, from: 21, days: 5, becomes: 'pending' },
  { who: 3, from: 16, days: 3, becomes: 'pending' },
  { who: 6, from: 45, days: 4, becomes: 'pending' },
  { who: 9, from: 30, days: 2, becomes: 'pending' },
  { who: 11, from: 24, days: 1, half: 'pm', reason: 'The school play', becomes: 'pending' },
  { who: 8, from: 18, days: 5, becomes: 'rejected' },
  { who: 10, from: 27, days: 2, becomes: 'cancelled' },
  { who: 9, from: 0, days: 2 },
  { who: 4, from: -87, days: 12, kind: 'parental' },
  { who: 7, from: -45, days: 3, kind: 'unpaid', reason: 'Moving house' },
  { who: 8, from: 0, days: 1, kind: 'sick', reason: 'A cold' },
  { who: 2, from: -12, days: 2, kind: 'sick', reason: 'Flu' },
  { who: 5, from: -40, days: 4, kind: 'sick', reason: 'Flu' },
  { who: 10, from: -75, days: 1, kind: 'sick', reason: 'Migraine' },
  { who: 3, from: -110, days: 3, kind: 'sick', reason: 'A cold' },
  { who: 6, from: -150, days: 1, kind: 'sick', half: 'am', reason: 'The dentist' },
  { who: 11, from: -190, days: 2, kind: 'sick', reason: 'Flu' },
  { who: 1, from: -230, days: 2, kind: 'sick', reason: 'A cold' },
  { who: 7, from: -260, days: 3, kind: 'sick', reason: 'Flu' },
  { who: 4, from: -300, days: 1, kind: 'sick', reason: 'Migraine' },
]

const types = {
  vacation: {
    name: 'Annual leave',
    annual_allowance: allowance,
    carryover_max: '5',
    carryover_expires: '03-31',
    color: '#0f766e',
  },
  sick: {
    name: 'Sick leave',
    affects_balance: false,
    requires_approval: false,
    overrides: true,
    color: '#b45309',
  },
  parental: { name: 'Parental leave', affects_balance: false, color: '#6d28d9' },
  unpaid: { name: 'Unpaid leave', affects_balance: false, paid: 'unpaid', color: '#475569' },
} as const

/**
 * Two years of leave, which the people of the demo organization ask for where they have an account: the first is Dana, who
 * enters that of all others but Kai, the second; who leads them decides.
 */
export async function seedLeave(
  dana: Api,
  kai: Api,
  home: string,
  people: (Person & { id: string; ledBy: Api })[],
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const year = yearOf(today)
  const typeIds = new Map<string, string>()
  for (const [kind, draft] of Object.entries(types))
    typeIds.set(kind, (await dana('POST', `${home}/leave-types`, draft)).id)
  const holidays = new Set<string>()
  for (const each of [year - 1, year, year + 1]) {
    const { items } = await dana('GET', `${home}/calendar/holidays?year=${each}&types=public`)
    for (const { date } of items as { date: string }[]) holidays.add(date)
  }
  for (const { who, kind, becomes, ...draft } of yearOfLeave(today, people, holidays)) {
    const { id, ledBy } = people[who]!
    const ask = who === 1 ? kai : dana
    const asked = await ask('POST', `${home}/leave-requests`, {
      ...(ask === dana && { employee_id: id }),
      leave_type_id: typeIds.get(kind),
      ...draft,
    })
    const change = (by: Api, verb: string, body = {}) =>
      by('POST', `${home}/leave-requests/${asked.id}/${verb}`, body)
    if (becomes === 'rejected') await change(ledBy, 'reject', { note: 'The launch is in that week.' })
    else if (becomes !== 'pending' && asked.status === 'pending') await change(ledBy, 'approve')
    if (becomes === 'cancelled') await change(dana, 'cancel', { note: 'The trip was called off.' })
  }
  await dana('POST', `${home}/vacation-balances/accruals`, { period: String(year) })
}
