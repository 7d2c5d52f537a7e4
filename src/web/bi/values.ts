import { useContext } from 'hono/jsx'
import { majorOf } from '../../shared/money/currencies.ts'
import { moneyIn } from '../kit/money.tsx'
import type { Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import { Reader } from '../kit/time.tsx'
import { asTitle, inWords } from '../kit/words.ts'

export type Data = Schemas['BiData']
export type Column = NonNullable<Data['columns']>[number]
export type Row = Record<string, unknown>
type Group = { id: string | null; label: string } | null

/** What the answer has besides its figures. */
export const groupsOf = ({ columns = [] }: Data) =>
  columns.filter(({ name, additive }) => name !== 'time' && additive === undefined)
export const measuresOf = ({ columns = [] }: Data) => columns.filter(({ additive }) => additive !== undefined)
export const bucketsOf = ({ columns = [] }: Data) => columns.find(({ name }) => name === 'time')

/** A figure as a number; null where there is none. */
export const numberIn = (row: Row, { name }: Column): number | null => {
  const value = row[name]
  return value === null || value === undefined ? null : Number(value)
}
/** What a group is called: values of lists as words. */
export const labelIn = (row: Row, { name, type }: Column): string => {
  if (row.other === true) return say('{number} others', { number: Number(row.groups ?? 0) })
  const label = (row[name] as Group)?.label ?? say('None')
  return type === 'enum' || type === 'text' ? worded(label) : label
}
const worded = (label: string) => {
  return asTitle(inWords(label))
}

/** Formats figures on an axis, as short as they can be. */
export function useMarks() {
  const { locale } = useContext(Reader)
  const number = (value: number) =>
    new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  return (value: number, { type }: Column, currency?: unknown): string => {
    if (type === 'money')
      return number(Number(majorOf(value, typeof currency === 'string' ? currency : 'EUR')))
    if (type === 'seconds') return `${number(value / 3600)} h`
    return type === 'ratio' ? `${number(value * 100)} %` : number(value)
  }
}

/** Formats figures for the reader. */
export function useFigures() {
  const { locale } = useContext(Reader)
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
  return (value: number | null, { type }: Column, currency?: unknown): string => {
    if (value === null) return '–'
    if (type === 'money') return moneyIn(locale, value, typeof currency === 'string' ? currency : 'EUR')
    if (type === 'seconds') return `${number(value / 3600, 1)} h`
    if (type === 'days') return `${number(value, 1)} d`
    if (type === 'ratio') return `${number(value * 100, 1)} %`
    return number(value, type === 'count' ? 0 : 2)
  }
}

/** Formats the first day of a bucket, or the hour. */
export function useBuckets() {
  const { locale } = useContext(Reader)
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  return (time: string, unit: string | null | undefined): string => {
    if (unit === 'hour') return time.slice(11, 16)
    const at = new Date(`${time}T00:00:00Z`)
    if (unit === 'year') return time.slice(0, 4)
    if (unit === 'quarter') return `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${time.slice(0, 4)}`
    if (unit === 'month') return form({ month: 'short', year: 'numeric' }).format(at)
    return form({ day: 'numeric', month: 'short' }).format(at)
  }
}
