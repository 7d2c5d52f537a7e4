import { expect, test } from 'vitest'
import { allowance, type Booking, yearOfLeave } from '../../scripts/seed-leave.ts'

const dayLength = 86_400_000
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
const staff = [5, 5, 5, 5, 4, 5, 5, 3, 5, 5, 4, 3].map((days, n) => ({ days, isBusy: n < 2 }))
const easter: Record<number, string> = {
  2025: '2025-04-18',
  2026: '2026-04-03',
  2027: '2027-03-26',
  2028: '2028-04-14',
  2029: '2029-03-30',
}
const holidays = new Set(
  Object.entries(easter).flatMap(([year, friday]) => [
    friday,
    ...['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'].map(
      (of) => `${year}-${of}`,
    ),
  ]),
)
const works = (who: number, day: string) =>
  (new Date(day).getUTCDay() + 6) % 7 < staff[who]!.days && !holidays.has(day)
const daysOf = ({ who, start_date, end_date }: Booking) => {
  const found: string[] = []
  for (let day = start_date; day <= end_date; day = later(day, 1)) if (works(who, day)) found.push(day)
  return found
}

/** What is wrong with the leave of a demo organization that is made on a day. */
function faults(today: string): string[] {
  const all = yearOfLeave(today, staff, holidays)
  const found: string[] = []
  const say = (isWrong: boolean, what: string) => void (isWrong && found.push(`${today}: ${what}`))
  const count = (of: Partial<Booking>) =>
    all.filter((one) => Object.entries(of).every(([name, value]) => one[name as keyof Booking] === value))
      .length
  const left = new Map<string, number>()
  for (const one of all) {
    say(
      !works(one.who, one.start_date) || !works(one.who, one.end_date),
      `${one.start_date} is no working day`,
    )
    say(!!one.half && one.start_date !== one.end_date, `half of several days from ${one.start_date}`)
    say(one.kind === 'sick' && one.end_date > today, `sick on ${one.end_date}`)
    say(
      one.becomes !== 'approved' && one.start_date <= later(today, 14),
      `${one.becomes} from ${one.start_date}`,
    )
    say(
      all.some(
        (other) =>
          other !== one &&
          other.who === one.who &&
          other.start_date <= one.end_date &&
          other.end_date >= one.start_date,
      ),
      `${one.start_date} is taken twice`,
    )
    if (one.kind === 'vacation')
      for (const day of daysOf(one)) {
        const key = `${one.who} of ${day.slice(0, 4)}`
        left.set(
          key,
          (left.get(key) ?? (Number(allowance) * staff[one.who]!.days) / 5) - (one.half ? 0.5 : 1),
        )
      }
  }
  for (const [key, days] of left) say(days < 0, `${key} has ${days} left`)
  say(count({ becomes: 'pending' }) < 4, 'too little to decide')
  for (const one of [
    { becomes: 'rejected' },
    { becomes: 'cancelled' },
    { kind: 'parental' },
    { kind: 'unpaid' },
  ] as const)
    say(count(one) !== 1, `not one of ${JSON.stringify(one)}`)
  say(count({ kind: 'sick' }) < 9, 'too little sickness')
  say(count({ half: 'am' }) + count({ half: 'pm' }) < 6, 'too few half days')
  say(all.length < 70 || all.length > 150, `${all.length} requests`)
  for (const who of staff.keys()) {
    const taken = all.filter(
      (one) => one.who === who && one.kind === 'vacation' && one.becomes === 'approved',
    )
    const lastYear = String(Number(today.slice(0, 4)) - 1)
    const days = taken.flatMap(daysOf).filter((day) => day.startsWith(lastYear)).length
    say(days < 2 * staff[who]!.days - 1, `${who} took ${days} days last year`)
  }
  return found
}

test('on each day of three years the demo organization has leave of working days that its people have', () => {
  const found: string[] = []
  for (let day = '2026-01-01'; day <= '2028-12-31'; day = later(day, 1)) found.push(...faults(day))
  expect(found.slice(0, 20)).toEqual([])
})
