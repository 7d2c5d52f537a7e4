import * as z from 'zod'
import { day, id, text } from '../../kit/fields.ts'
import { timezone } from '../timezone.ts'

/** Limits of a query. */
export const limits = {
  measures: 5,
  dimensions: 3,
  filters: 20,
  rows: 1000,
  days: 1827,
  buckets: 1000,
} as const

export const granularities = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export const operators = [
  'eq',
  'ne',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'contains',
  'not_contains',
  'is_null',
  'not_null',
] as const
const word =
  /^(today|yesterday|(this|last)_(week|month|(fiscal_)?(quarter|year))|(last|next)_[1-9]\d{0,3}_days)$/
const name = (what: string) => text(40).describe(what)

export const FigureFilter = z
  .strictObject({
    field: name('A dimension or time of the source'),
    op: z.enum(operators, { error: `use ${operators.join(', ')}` }).describe('How it is compared'),
    value: z
      .union([text(200), z.boolean(), z.array(text(200)).min(1).max(100)], {
        error: 'must be a value, or a list of 1 to 100',
      })
      .optional()
      .meta({
        description: 'A value, or several for in, not_in and between: an id or name, @me, a day, @today',
        example: 'done',
      }),
  })
  .meta({ id: 'FigureFilter' })

export const FigureRange = z
  .union([
    z.string().regex(word, {
      error: 'use this_month, last_quarter, last_30_days and the like, or {from, to}',
    }),
    z.strictObject({ from: day().describe('The first day'), to: day().describe('The last day') }),
  ])
  .meta({
    id: 'FigureRange',
    description:
      'today, yesterday, this_… or last_… week, month, quarter, year, fiscal_quarter or fiscal_year, last_30_days, or {from, to}',
    example: 'this_quarter',
  })

/** What is asked of a source. */
export const FigureQuery = z
  .strictObject({
    measures: z
      .array(name('A measure of the source'))
      .min(1, 'name one')
      .max(5, 'at most 5')
      .meta({
        description: 'What is counted',
        example: ['count'],
      }),
    dimensions: z
      .array(name('A dimension of the source'))
      .max(3, 'at most 3')
      .optional()
      .meta({
        description: 'What it is grouped by',
        example: ['status'],
      }),
    time_dimension: z
      .strictObject({
        field: name('A time of the source'),
        granularity: z
          .enum(granularities)
          .optional()
          .describe('The buckets; without it, only the range counts'),
        range: FigureRange,
      })
      .optional()
      .describe('When'),
    filters: z.array(FigureFilter).max(20, 'at most 20').optional().describe('All of these must hold'),
    filter_id: id().optional().meta({
      description: 'A saved filter that must hold too; of tasks only',
      'x-names': 'saved_filter',
    }),
    having: z
      .array(
        z.strictObject({
          measure: name('One of the measures'),
          op: z.enum(['eq', 'lt', 'lte', 'gt', 'gte']).describe('How it is compared'),
          value: z.number().describe('With what'),
        }),
      )
      .max(5, 'at most 5')
      .optional()
      .describe('Which groups are shown, by their figures over the whole range'),
    order: z
      .array(
        z.strictObject({
          by: name('A measure, a dimension, or time'),
          descending: z.boolean().default(false).describe('The largest first'),
        }),
      )
      .max(5, 'at most 5')
      .optional()
      .describe('The order of groups; the largest first unless sent'),
    limit: z
      .int()
      .min(1, 'at least 1')
      .max(1000, 'at most 1000')
      .optional()
      .describe('How many groups are shown'),
    other: z.boolean().optional().describe('Adds the rest as one group'),
    share: z.boolean().optional().describe('Adds the share of each group in percent'),
    compare: z
      .enum(['previous_period', 'previous_year'])
      .optional()
      .describe('Adds the same of the days before, or of a year ago'),
    cumulative: z.boolean().optional().describe('Adds up from bucket to bucket'),
    opening: z.boolean().optional().describe('Begins with what was before the range'),
    complete_only: z.boolean().optional().describe('Leaves out buckets that the range or the present cuts'),
    in: z.literal('base').optional().describe('Amounts in the organization’s currency, at frozen rates'),
    timezone: timezone().optional().describe('Another time zone for instants than the organization’s'),
  })
  .meta({
    id: 'FigureQuery',
    'x-tool':
      '{measures, dimensions, time_dimension: {field, granularity, range}, filters: [{field, op, value}], limit}, see list_bi_sources',
  })
export type FigureQuery = z.output<typeof FigureQuery>

/** What each part of a query means, for those who put one together. */
export const queryParts: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(FigureQuery.shape).map(([name, schema]) => [name, schema.description ?? '']),
  ),
  'time_dimension.range':
    'today, yesterday, this_ or last_ week, month, quarter or year, last_30_days, next_30_days, or {from, to}',
  'filters[].op': operators.join(', '),
  'filters[].value':
    'an id or name, @me for people, a day or @today, @week_start, @month_start; a list for in and between',
}
