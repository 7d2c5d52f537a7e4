import { locale } from './say.ts'

const dayLength = 86_400_000

/** The day so many days later, or earlier. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)
export const mondayOf = (day: string) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
/** The weekday of a day in the language of the page, such as "Mon". */
export const weekdayOf = (day: string, weekday: 'short' | 'narrow' = 'short') =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(new Date(day))
export const isDay = (text = '') =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text

/** The month `2026-11` so many months later, or earlier. */
export const monthAfter = (month: string, months: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
/** The first month of the financial year that a month is in, where years begin with the month `start`, 1 to 12. */
export const fiscalYearOf = (month: string, start: number) => {
  const [year = 0] = monthAfter(month, 1 - start)
    .split('-')
    .map(Number)
  return monthAfter(`${year}-01`, start - 1)
}
export const isMonth = (text = '') => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
/** The first and the last day of a month. */
export const daysOfMonth = (month: string): [first: string, last: string] => [
  `${month}-01`,
  dayAfter(`${monthAfter(month, 1)}-01`, -1),
]
