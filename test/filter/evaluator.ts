import { operators } from '../../src/shared/filter/grammar.ts'
import type { Condition, Field, Node, Scalar } from '../../src/shared/filter/grammar.ts'

/** A task as the evaluator sees it: times as milliseconds, days as text, sets of ids as lists. */
export type TaskValues = Record<string, string | number | boolean | string[] | null>
export type World = {
  zone: string
  now: number
  weekStart: number
  me: string
  names: Record<string, string[]>
  /** What words for several objects stand for. */
  tokens: Record<string, string[]>
}

/** The meaning of the grammar, implemented again over plain values with two-valued logic. */
export function matches(node: Node, facts: TaskValues, fields: Record<string, Field>, world: World): boolean {
  if ('and' in node) return node.and.every((inner) => matches(inner, facts, fields, world))
  if ('or' in node) return node.or.some((inner) => matches(inner, facts, fields, world))
  if ('not' in node) return !matches(node.not, facts, fields, world)
  return test(node, facts, fields[node.field]!, world)
}

const negations: Record<string, Condition['op']> = {
  ne: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_null: 'is_null',
}

function test(condition: Condition, facts: TaskValues, field: Field, world: World): boolean {
  const { op, field: name, value } = condition
  if (negations[op]) return !test({ ...condition, op: negations[op] }, facts, field, world)
  const fact = facts[name]!
  const empty = fact === null || (Array.isArray(fact) && fact.length === 0)
  if (op === 'is_null') return empty
  if (op === 'is') return fact === value
  if (empty) return false
  const values = Array.isArray(value) ? value : [value!]
  if (field.kind === 'date')
    return compare(
      op,
      values.map((one) => position(fact as string | number, String(one), field.of, world)),
    )
  if (field.kind === 'number')
    return compare(
      op,
      values.map((one) => Number(fact) - Number(one)),
    )
  if (field.kind === 'text')
    return (fact as string[]).some((text) => search(op, text.toLowerCase(), String(values[0]).toLowerCase()))
  const among = field.kind === 'id' ? values.flatMap((one) => idsOf(one, world)) : values
  return [fact].flat().some((one) => among.includes(one))
}

const search = (op: string, text: string, needle: string) =>
  op === 'contains' ? text.includes(needle) : op === 'eq' ? text === needle : text.startsWith(needle)

const idsOf = (value: Scalar, { me, names, tokens }: World): Scalar[] =>
  value === '@me'
    ? [me]
    : String(value).startsWith('#')
      ? (names[String(value).toLowerCase()] ?? [])
      : (tokens[String(value)] ?? [value])

/** Compares by the sign of fact minus value. */
const compare = (op: string, [first, second]: number[]): boolean =>
  ({
    eq: first === 0,
    lt: first! < 0,
    lte: first! <= 0,
    gt: first! > 0,
    gte: first! >= 0,
    between: first! >= 0 && second! <= 0,
  })[op]!

/** Below (-1), inside (0) or above (1) the day or time that the value names. */
function position(fact: string | number, value: string, of: 'day' | 'moment', world: World): number {
  const moment = of === 'moment' ? momentOf(value, world) : undefined
  if (moment !== undefined) return (fact as number) - moment
  const day = typeof fact === 'number' ? localDay(fact, world.zone) : fact
  const other = dayOf(value, world)
  return day < other ? -1 : day > other ? 1 : 0
}

function momentOf(value: string, { now }: World): number | undefined {
  if (value === '@now') return now
  if (value.includes('T') && !/P/.test(value)) return Date.parse(value)
  const hours = /^(-?)PT(\d+)H$/.exec(value)
  return hours ? now + Number(`${hours[1]}${hours[2]}`) * 3_600_000 : undefined
}

const localDay = (moment: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)

function dayOf(value: string, { zone, now, weekStart }: World): string {
  const today = localDay(now, zone)
  const daysAgo = (days: number) => shift(today, -days, 0)
  if (value === '@today' || value === '@now') return today
  if (value === '@month_start') return `${today.slice(0, 8)}01`
  if (value === '@week_start') return daysAgo(((new Date(today).getUTCDay() || 7) - weekStart + 7) % 7)
  const weekday = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].indexOf(
    value.slice(1),
  )
  if (weekday >= 0)
    return [1, 2, 3, 4, 5, 6, 7]
      .map((days) => daysAgo(-days))
      .find((day) => new Date(day).getUTCDay() === weekday)!
  const duration = /^(-?)P(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/.exec(value)
  if (!duration) return value
  const [months, weeks, days] = duration.slice(2).map((part) => Number(`${duration[1]}${part ?? 0}`)) as [
    number,
    number,
    number,
  ]
  return shift(today, weeks * 7 + days, months)
}

/** Months first, clamped to the end of the month; then days. */
function shift(day: string, days: number, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  date.setUTCDate(Math.min(wanted, date.getUTCDate()) + days)
  return date.toISOString().slice(0, 10)
}

export const operatorsOf = (field: Field): readonly Condition['op'][] => operators[field.kind]
