import type { Source } from '../../../db/bi/source.ts'
import type { Problem } from './check.ts'
import type { FigureQuery } from './query.ts'

const never = [
  'having',
  'order',
  'limit',
  'other',
  'share',
  'compare',
  'cumulative',
  'opening',
  'complete_only',
  'timezone',
  'in',
] as const

/**
 * What a query of people may not ask: anything but whole groups of whole months, as other questions, taken off one another,
 * would tell of one person.
 */
export function groupProblems(source: Source, query: FigureQuery): Problem[] {
  const { dimensions = [], filters = [], time_dimension: time } = query
  const fields = new Set([...dimensions, ...filters.map(({ field }) => field)])
  const groups = Object.keys(source.dimensions)
  return [
    ...never.flatMap((key) =>
      query[key] === undefined ? [] : [{ path: [key], message: 'not for figures of people' }],
    ),
    ...filters.flatMap(({ field, op }, n) =>
      op === 'eq' && groups.includes(field)
        ? []
        : [{ path: ['filters', n], message: `only eq, of ${groups.join(' or ')}` }],
    ),
    ...(fields.size > 1
      ? [
          {
            path: ['dimensions'],
            message: `people are grouped and filtered by one of ${groups.join(', ')} at a time`,
          },
        ]
      : []),
    ...(time ? monthProblems(time) : []),
  ]
}

function monthProblems({ granularity, range }: NonNullable<FigureQuery['time_dimension']>): Problem[] {
  const path = ['time_dimension']
  if (granularity && !['month', 'quarter', 'year'].includes(granularity))
    return [{ path: [...path, 'granularity'], message: 'figures of people are by month, quarter or year' }]
  const isWhole =
    typeof range === 'string'
      ? /_(month|quarter|year)$/.test(range)
      : range.from.endsWith('-01') && endsMonth(range.to)
  return isWhole ? [] : [{ path: [...path, 'range'], message: 'figures of people are of whole months' }]
}

const endsMonth = (day: string) => new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1
