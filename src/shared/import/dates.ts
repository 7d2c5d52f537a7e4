import type { DayOrder } from './model.ts'

/** A moment of the clock: `2026-11-25T09:05:00`, and `Z` or an offset where the text has one. */
export type Clock = { day: string; time: string; zone: string }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clock = String.raw`(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?`
const iso = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${clock}$`)
const named = new RegExp(String.raw`^(\d{1,2})[-/ .]([A-Za-z]{3})[a-z]*\.?[-/ .](\d{4}|\d{2})${clock}$`)
const american = new RegExp(String.raw`^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${clock}$`)
const script =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT([+-]\d{4})(?: \(.*\))?$/
const numbers = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${clock}$`)

/** What a text says of a day and maybe a time, or null. `order` is how days in numbers are written. */
export function clockOf(text: string, order: DayOrder = 'dmy'): Clock | null {
  const value = text.trim()
  let match = iso.exec(value)
  if (match) return made(match[1]!, match[2]!, match[3]!, match.slice(4))
  match = script.exec(value)
  if (match) {
    const [, month, day, year, hour, minute, second, zone] = match
    return made(year!, monthOf(month!), day!, [hour, minute, second, undefined, zone])
  }
  match = named.exec(value)
  if (match) return made(match[3]!, monthOf(match[2]!), match[1]!, match.slice(4))
  match = american.exec(value)
  if (match) return made(match[3]!, monthOf(match[1]!), match[2]!, match.slice(4))
  match = numbers.exec(value)
  if (!match) return null
  const [day, month] = order === 'dmy' ? [match[1]!, match[3]!] : [match[3]!, match[1]!]
  return made(match[4]!, month, day, match.slice(5))
}

const monthOf = (name: string) => String(months.indexOf(name.toLowerCase()) + 1)

function made(year: string, month: string, day: string, rest: (string | undefined)[]): Clock | null {
  const [hour = '0', minute = '00', second = '00', half, zone = ''] = rest
  const [y, m, d] = [Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day)]
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour)
  const date = new Date(Date.UTC(y, m - 1, d))
  if (y < 1900 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return null
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const two = (value: number | string) => String(value).padStart(2, '0')
  return {
    day: `${y}-${two(m)}-${two(d)}`,
    time: `${two(hours)}:${minute}:${second}`,
    zone: /^(?:Z|UTC)$/.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2'),
  }
}

/** The moment as ISO 8601; without an offset where the text has none. */
export const momentOf = ({ day, time, zone }: Clock) => `${day}T${time}${zone}`

/** The orders that a day in numbers fits, or null where it is written otherwise. */
export function ordersOf(text: string): DayOrder[] | null {
  if (!numbers.test(text.trim())) return null
  return (['dmy', 'mdy'] as const).filter((order) => clockOf(text, order))
}
