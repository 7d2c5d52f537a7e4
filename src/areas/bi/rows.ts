import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { sources } from '../../../db/bi/sources.ts'
import { biWidgets } from '../../../db/schema/bi.ts'
import { idOut, paging, text } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { currencyCode } from '../../shared/money/fields.ts'
import { FigureQuery } from '../../shared/figures/query.ts'
import * as queries from './queries.ts'
import { checked, DataFilter, jsonParam, source } from './schemas.ts'

const group = z.string().max(200, 'at most 200 characters').nullable()
/** A cell of a figure: a row of its answer, and one of the measures. */
const BiCell = z
  .strictObject({
    measure: text(40).optional().describe('One of the measures: only rows that count in it'),
    time: z
      .string()
      .refine((time) => /^\d{4}-\d{2}-\d{2}/.test(time) && !Number.isNaN(Date.parse(time)), {
        error: 'must be the time of a row',
      })
      .optional()
      .meta({ description: 'The time of the row', example: '2026-11-01' }),
    group: z
      .record(z.string(), group)
      .optional()
      .describe('The ids of its groups by dimension; null where there is none'),
    currency: currencyCode().optional().describe('The currency of the row'),
  })
  .meta({ id: 'BiCell', description: 'Only what one cell of the answer counts' })

const page = {
  limit: z.int().min(1).max(200).default(50).describe('Rows on a page, 1 to 200'),
  offset: z.int().min(0).max(1_000_000).default(0).describe('Rows to skip'),
}
const BiRowsQuery = z
  .strictObject({
    source: source(),
    query: FigureQuery.describe('What was asked of it'),
    cell: BiCell.optional(),
    ...page,
  })
  .superRefine(checked)
  .refine(({ source: name }) => !sources[name] || sources[name].row, {
    message: 'its figures lead to no rows',
    path: ['source'],
  })
  .meta({ id: 'BiRowsQuery' })

const CellFilter = DataFilter.extend({
  cell: jsonParam(BiCell, '{"measure", "time", "group"}').optional().meta({
    type: 'string',
    description: 'Only what one cell of the figure counts, as JSON',
    example: '{"group":{"status":"done"}}',
  }),
  ...paging,
})

const BiRows = z
  .object({
    error: z
      .enum(['forbidden', 'unknown_field', 'filter_gone', 'needs_range', 'no_rows'])
      .optional()
      .describe('Why there is no answer; no_rows where figures of people or usage are not shown one by one'),
    path: z.string().optional().describe('What of the query is no longer there, or is missing'),
    did_you_mean: z.array(z.string()).optional().describe('The names that are most like it'),
    items: z
      .array(
        z.object({
          type: z.string().meta({ description: 'The kind of object', example: 'task' }),
          id: idOut().nullable().describe('Which one; null if it is not for you'),
          key: z.string().nullable().describe('Its key or number, if it has one'),
          title: z.string().nullable().describe('What it is called'),
          note: z.string().nullable().describe('What of it is counted'),
          at: z.string().nullable().describe('Its day or instant, by the time of the query'),
        }),
      )
      .optional()
      .describe('What is counted, the latest first'),
    total: z.int().optional().describe('How many rows are counted'),
    limit: z.int().optional().describe('At most so many'),
    offset: z.int().optional().describe('How many were skipped'),
  })
  .meta({ id: 'BiRows' })

export const rowOperations = [
  read({
    id: 'listBiWidgetRows',
    summary: 'List the rows that a figure of a dashboard counts, or those of one cell, with my rights',
    at: 'GET /bi/dashboards/{dashboard_id}/widgets/{widget_id}/rows',
    role: 'member',
    heavy: true,
    query: CellFilter,
    returns: BiRows,
    run: ({ params: { dashboard_id, widget_id }, query: { filters, cell, limit, offset }, settings }) =>
      sql`select app.bi_widget_rows(${biWidgets}, ${queries.filtersOf(dashboard_id, filters)}, ${jsonb(cell ?? {})},
        ${limit}, ${offset}, ${queries.blocks(settings.closedBlocks)})::text as answer
        from ${biWidgets} where ${queries.row(widget_id)}`,
  }),
  read({
    id: 'listBiRows',
    summary: 'List the rows that a query of figures counts, or those of one cell of its answer',
    at: 'POST /bi/rows',
    role: 'member',
    heavy: true,
    body: BiRowsQuery,
    returns: BiRows,
    refuses: [403],
    example: {
      body: {
        source: 'tasks',
        query: { measures: ['count'], dimensions: ['status'] },
        cell: { group: { status: 'done' } },
      },
    },
    run: ({ body: { source: name, query, cell, limit, offset }, settings }) => [
      queries.ensureOpen(name, settings.closedBlocks),
      ...queries.ensureSavedFilter(query),
      answer(sql`app.bi_behind(${jsonb({ ...query, source: name })}, ${jsonb(cell ?? {})}, 'body.cell', ${limit},
        ${offset}, ${queries.blocks(settings.closedBlocks)})`),
    ],
  }),
]
