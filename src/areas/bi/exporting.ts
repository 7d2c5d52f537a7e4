import * as z from 'zod'
import { count } from '../../kit/fields.ts'
import { line } from '../../shared/csv.ts'
import { majorOf } from '../../shared/money/currencies.ts'
import { BiData } from './schemas.ts'

export const BiExport = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'figure.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    error: BiData.shape.error,
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'BiExport' })

type Data = z.output<typeof BiData>
type Row = Record<string, unknown>
type Column = NonNullable<Data['columns']>[number]

/** The rows of a figure as a CSV file, whose last line says if groups were cut off; only the totals where it has no groups. */
export function toCsv(result: string): string {
  const { columns = [], rows = [], totals = [], truncated, groups, error } = JSON.parse(result) as Data
  const shown: Row[] = rows.length || columns.some(({ additive }) => additive === undefined) ? rows : totals
  const hasCurrency = shown.some(({ currency }) => currency !== undefined)
  const headings = [...columns.map(({ label }) => label), ...(hasCurrency ? ['Currency'] : [])]
  const lines = shown.map((row) => [
    ...columns.map((column) => told(row, column)),
    ...(hasCurrency ? [row.currency] : []),
  ])
  const cut = truncated ? [[`Cut off: there are ${groups ?? 0} groups`]] : []
  return JSON.stringify({
    filename: 'figure.csv',
    content_type: 'text/csv',
    rows: lines.length,
    ...(error && { error }),
    content: error ? '' : [headings, ...lines, ...cut].map(line).join(''),
  })
}

function told(row: Row, { name, type, additive }: Column): unknown {
  const value = row[name]
  if (row.suppressed && additive !== undefined) return 'too few people'
  if (name === 'time') return value
  if (additive === undefined) return row.other ? 'Others' : (value as { label: string } | null)?.label
  return type === 'money' && typeof value === 'number' && typeof row.currency === 'string'
    ? Number(majorOf(value, row.currency))
    : value
}
