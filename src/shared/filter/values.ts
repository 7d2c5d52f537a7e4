import { isUuid } from '../../base/id.ts'
import { type Field, type FieldOf, limits } from './grammar.ts'

/** Why a single value does not suit a field, or undefined. */
export function valueProblem(field: Field, value: unknown): string | undefined {
  switch (field.kind) {
    case 'enum':
      return field.values.some((one) => one === value) ? undefined : `must be ${field.values.join(', ')}`
    case 'id':
      return idProblem(field, value)
    case 'text':
      return textProblem(value)
    case 'number':
      return typeof value === 'number' && Math.abs(value) <= limits.number
        ? undefined
        : `must be a number from -${limits.number} to ${limits.number}`
    case 'date':
      return dateProblem(field, value)
    case 'predicate':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
  }
}

function idProblem({ tokens = {}, of }: FieldOf<'id'>, value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (isUuid(value) || Object.hasOwn(tokens, value)) return undefined
    if (of?.named && value.startsWith('#') && !textProblem(value.slice(1))) return undefined
  }
  return `must be ${['a uuid', ...Object.keys(tokens), ...(of?.named ? ['#name'] : [])].join(' or ')}`
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length < 1 || value.length > limits.text) {
    return `must be text of 1 to ${limits.text} characters`
  }
  if (value.includes('\0')) return 'must not contain NUL'
  return value.isWellFormed() ? undefined : 'must be valid Unicode'
}

export const dateTokens = ['@today', '@now', '@week_start', '@month_start'] as const
export type DateToken = (typeof dateTokens)[number]
export const isDateToken = (value: string): value is DateToken => dateTokens.some((token) => token === value)
/** The next day of that name after today, from Monday on. */
export const weekdayTokens = [
  '@monday',
  '@tuesday',
  '@wednesday',
  '@thursday',
  '@friday',
  '@saturday',
  '@sunday',
] as const
export const isWeekday = (value: string): value is (typeof weekdayTokens)[number] =>
  weekdayTokens.some((token) => token === value)

function dateProblem({ of }: FieldOf<'date'>, value: unknown): string | undefined {
  const duration = typeof value === 'string' ? durationOf(value) : undefined
  if (duration?.clock && of === 'day') return 'must be a duration without hours: a day has none'
  if (duration) return duration.days > 36_525 ? 'must be a duration of at most 100 years' : undefined
  if (isDay(value) || (of === 'moment' && isMoment(value))) return undefined
  if (typeof value === 'string' && (isDateToken(value) || isWeekday(value))) return undefined
  const moment = of === 'moment' ? 'a moment as 2026-11-21T09:00:00Z, ' : ''
  return `must be a day as YYYY-MM-DD, ${moment}${dateTokens.join(', ')}, @friday, or a duration such as -P7D or P2W`
}

/** A day that the calendar has; `2026-02-30` would be read by Date as a day of March. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const momentFormat = /^(.{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?Z$/
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && isDay(momentFormat.exec(value)?.[1])

/** True for two numbers, days or moments in the wrong order; what tokens stand for only Postgres knows. */
export const isReversed = ([low, high]: unknown[]): boolean => {
  if (typeof low === 'number' && typeof high === 'number') return low > high
  return [isDay, isMoment].some((is) => is(low) && is(high) && Date.parse(low) > Date.parse(high))
}

const part = (unit: string) => `(?:(\\d{1,9})${unit})?`
const calendar = ['Y', 'M', 'W', 'D'].map(part).join('')
const clock = ['H', 'M', 'S'].map(part).join('')
const durationFormat = new RegExp(`^(-?)(P(?=[\\dT])${calendar}(?:T(?=\\d)${clock})?)$`)
const unitDays = [365.25, 30.44, 7, 1, 1 / 24, 1 / 1440, 1 / 86_400]

type Duration = { back: boolean; length: string; clock: boolean; days: number }

/** An ISO 8601 duration with its sign in front: `-P7D`. `clock`: it has hours; `days`: about its length. */
export function durationOf(value: string): Duration | undefined {
  const found = durationFormat.exec(value)
  if (!found) return undefined
  const days = unitDays.reduce((sum, unit, n) => sum + unit * Number(found[n + 3] ?? 0), 0)
  return { back: found[1] === '-', length: found[2]!, clock: value.includes('T'), days }
}
