import type * as z from 'zod'
import type { Dimension, Source, Time } from '../../../db/bi/source.ts'
import { sources } from '../../../db/bi/sources.ts'
import { day } from '../../kit/fields.ts'
import { groupProblems } from './people.ts'
import { type FigureFilter, type FigureQuery, type FigureRange, limits } from './query.ts'

const operatorsOf = {
  enum: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
  ref: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
  text: ['eq', 'ne', 'in', 'not_in', 'contains', 'not_contains', 'is_null', 'not_null'],
  boolean: ['eq'],
  day: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
  moment: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
} as const
const tokens = ['@today', '@week_start', '@month_start']

type Filter = z.output<typeof FigureFilter>
type Path = (string | number)[]
export type Problem = { path: Path; message: string }

/** All that is wrong with a query of a source, beyond its shape; paths begin in the query. */
export function queryProblems(sourceName: string, query: FigureQuery): Problem[] {
  const source = Object.hasOwn(sources, sourceName) ? sources[sourceName] : undefined
  if (!source) return []
  const problems = [...unknown(source, query), ...filterProblems(source, query.filters ?? [], ['filters'])]
  if (problems.length) return problems
  if (query.filter_id && sourceName !== 'tasks')
    return [{ path: ['filter_id'], message: 'saved filters are of tasks; leave it out' }]
  return [
    ...timeProblems(query),
    ...shapeProblems(source, query),
    ...(source.people ? groupProblems(source, query) : []),
  ]
}

export const sourceProblem = (name: string): string | undefined =>
  Object.hasOwn(sources, name) ? undefined : `unknown; use one of ${Object.keys(sources).join(', ')}`

function unknown(
  source: Source,
  { measures, dimensions = [], time_dimension, order = [], having = [] }: FigureQuery,
) {
  const asked = new Set([...measures, ...dimensions, 'time'])
  return [
    ...measures.flatMap((one, n) => notIn('measures', source, one, ['measures', n])),
    ...dimensions.flatMap((one, n) => notIn('dimensions', source, one, ['dimensions', n])),
    ...(time_dimension ? notIn('times', source, time_dimension.field, ['time_dimension', 'field']) : []),
    ...order.flatMap(({ by }, n) =>
      asked.has(by)
        ? []
        : [{ path: ['order', n, 'by'], message: `not in the answer; use ${[...asked].join(', ')}` }],
    ),
    ...having.flatMap(({ measure }, n) =>
      measures.includes(measure)
        ? []
        : [
            {
              path: ['having', n, 'measure'],
              message: `not one of the measures; use ${measures.join(', ')}`,
            },
          ],
    ),
    ...twice(measures, 'measures'),
    ...twice(dimensions, 'dimensions'),
  ]
}

const twice = (names: string[], where: string): Problem[] =>
  names.flatMap((one, n) => (names.indexOf(one) < n ? [{ path: [where, n], message: 'named twice' }] : []))

type Part = 'measures' | 'dimensions' | 'times'
/** The names that are allowed, and where else the name is found. */
function notIn(part: Part, source: Source, name: string, path: Path): Problem[] {
  if (Object.hasOwn(source[part], name)) return []
  const allowed = Object.keys(source[part]).join(', ')
  const elsewhere = Object.entries(sources).flatMap(([other, its]) =>
    Object.keys(its[part]).some((one) => one === name || one.includes(name)) ? [other] : [],
  )
  const hint = elsewhere.length ? `; ${elsewhere.slice(0, 5).join(', ')} have something like it` : ''
  return [{ path, message: `unknown; use ${allowed}${hint}` }]
}

/** What is wrong with filters of a source; of a dashboard, where the source is open, only their shape counts. */
export function filterProblems(source: Source, filters: Filter[], at: Path): Problem[] {
  return filters.flatMap((filter, n) => {
    const field = fieldOf(source, filter.field)
    const path = [...at, n]
    if (!field) {
      const names = [...Object.keys(source.dimensions), ...Object.keys(source.times)].join(', ')
      return [{ path: [...path, 'field'], message: `unknown; use ${names}` }]
    }
    const allowed: readonly string[] = operatorsOf[field.kind]
    if (!allowed.includes(filter.op))
      return [{ path: [...path, 'op'], message: `not for ${filter.field}; use ${allowed.join(', ')}` }]
    const message = valueProblem(field, filter)
    return message ? [{ path: [...path, 'value'], message }] : []
  })
}

/** The same for filters of many sources: each is checked by those that have its field. */
export function anywhereProblems(filters: Filter[]): Problem[] {
  return filters.flatMap((filter, n) => {
    const having = Object.values(sources).filter((source) => fieldOf(source, filter.field))
    if (!having.length) return [{ path: [n, 'field'], message: 'unknown; no source has it' }]
    const found = having.map((source) => filterProblems(source, [filter], []))
    return found.some((problems) => !problems.length)
      ? []
      : found[0]!.map(({ path, message }) => ({ path: [n, ...path.slice(1)], message }))
  })
}

const fieldOf = (source: Source, name: string): Dimension | Time | undefined =>
  Object.hasOwn(source.dimensions, name)
    ? source.dimensions[name]
    : Object.hasOwn(source.times, name)
      ? source.times[name]
      : undefined

function valueProblem(field: Dimension | Time, { op, value }: Filter): string | undefined {
  if (op === 'is_null' || op === 'not_null') return value === undefined ? undefined : `${op} takes no value`
  if (value === undefined) return 'required'
  const isList = op === 'in' || op === 'not_in' || op === 'between'
  if (isList !== Array.isArray(value)) return isList ? 'must be a list' : 'must be one value'
  const values = [value].flat()
  if (op === 'between' && values.length !== 2) return 'must be two days'
  return values.map((one) => oneProblem(field, one)).find(Boolean)
}

const realDay = day()
function oneProblem(field: Dimension | Time, value: string | boolean): string | undefined {
  if (field.kind === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string') return 'must be text'
  if (field.kind === 'day' || field.kind === 'moment')
    return tokens.includes(value) || realDay.safeParse(value).success
      ? undefined
      : `must be a day as YYYY-MM-DD, or ${tokens.join(', ')}`
  if (field.kind === 'enum' && !field.values?.includes(value)) return `use one of ${field.values?.join(', ')}`
  if (value === '@me') return field.kind === 'ref' && field.of === 'member' ? undefined : '@me is for people'
  return undefined
}

const wordDays = { day: 1, week: 7, month: 31, quarter: 92, year: 366 }
/** The most days that a range can have. */
function daysOf(range: z.output<typeof FigureRange>): number {
  if (typeof range !== 'string') return (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  const counted = /_(\d+)_days$/.exec(range)
  if (counted) return Number(counted[1])
  return wordDays[range.split('_')[1] as keyof typeof wordDays] ?? 1
}

function timeProblems({
  time_dimension: time,
  compare,
  cumulative,
  opening,
  complete_only,
}: FigureQuery): Problem[] {
  const needing = Object.entries({ compare, cumulative, opening, complete_only }).filter(([, value]) => value)
  if (!time) return needing.map(([key]) => ({ path: [key], message: 'needs a time_dimension' }))
  const { range, granularity } = time
  const days = daysOf(range)
  const problem = (message: string, ...path: Path) => [{ path: ['time_dimension', ...path], message }]
  if (days < 1) return problem('to must not be before from', 'range')
  if (days > limits.days) return problem('at most 5 years', 'range')
  if (granularity === 'hour' && days > 31) return problem('by hour at most 31 days', 'granularity')
  if (granularity === 'day' && days > limits.buckets)
    return problem(`${days} buckets, at most ${limits.buckets}; use week`)
  const buckets = needing.find(([key]) => key !== 'compare')
  return buckets && !granularity ? [{ path: [buckets[0]], message: 'needs a granularity' }] : []
}

type Rule = [key: string, breaks: unknown, why: string]

/** Rules between the parts of a query. */
function shapeProblems(source: Source, query: FigureQuery): Problem[] {
  const {
    measures,
    dimensions = [],
    time_dimension,
    having,
    limit,
    other,
    share,
    cumulative,
    opening,
  } = query
  const fanning = dimensions.filter((one) => source.dimensions[one]?.fans)
  const adds = measures.map((one) => source.measures[one]!.additive)
  const rules: Rule[] = [
    ...currencyRules(source, query),
    ['dimensions', fanning.length > 1, `only one of ${fanning.join(', ')}: each row would count often`],
    ['having', having && !dimensions.length, 'needs a dimension'],
    [
      'other',
      other && (limit === undefined || dimensions.length !== 1 || fanning.length),
      'needs a limit, and one dimension of which a row has one value',
    ],
    [
      'share',
      share && (dimensions.length === 0 || time_dimension?.granularity || !adds[0]),
      'needs a dimension, no buckets, and a measure that adds up',
    ],
    ['cumulative', cumulative && adds.includes(false), 'only for measures that add up'],
    ['opening', opening && !cumulative, 'only with cumulative'],
  ]
  return rules.flatMap(([key, breaks, message]) => (breaks ? [{ path: [key], message }] : []))
}

/** Amounts of several currencies have no order, and nothing in common that they are a share of. */
function currencyRules(source: Source, query: FigureQuery): Rule[] {
  const { measures, filters = [], having, order, other, share } = query
  const ofMoney = (name: string) => source.measures[name]?.kind === 'money'
  const isInBase = query.in === 'base'
  const without = measures.filter((name) => ofMoney(name) && !source.measures[name]?.base)
  const isOne = isInBase || filters.some(({ field, op }) => field === 'currency' && op === 'eq')
  const mixes = !isOne && measures.some(ofMoney)
  const why = 'needs one currency: filter by currency, or send in: base'
  return [
    ['order', mixes && order?.some(({ by }) => ofMoney(by)), why],
    ['having', mixes && having?.some(({ measure }) => ofMoney(measure)), why],
    ['other', mixes && other, why],
    ['share', mixes && share, why],
    ['in', isInBase && without.length, `no amounts in the organization’s currency of ${without.join(', ')}`],
  ]
}
