import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boolParam, count } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { line } from '../../shared/csv.ts'
import { majorOf } from '../../shared/money/currencies.ts'
import { payColumns } from './importing.ts'

const Filter = z.strictObject({
  status: z
    .enum(['active', 'terminated', 'all'])
    .default('active')
    .meta({ description: 'Who is here or will be, who left, or both' }),
  pay: boolParam().default(false).meta({ type: 'boolean', description: 'With what people are paid today' }),
})
const Export = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'people.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'EmployeeExport' })

type Row = Record<string, unknown> & { pay_amount: number | null; pay_currency: string | null }

/** The rows from the database as a CSV file. */
function toCsv(result: string): string {
  const { pay, rows } = JSON.parse(result) as { pay: boolean; rows: Row[] }
  const headings = Object.keys(rows[0] ?? { employee_number: '' }).filter(
    (name) => pay || !(name in payColumns),
  )
  const lines = rows.map(({ pay_amount, ...row }) => ({
    ...row,
    pay_amount: pay_amount === null ? null : majorOf(pay_amount, row.pay_currency!),
  }))
  const content = [
    headings,
    ...lines.map((row: Record<string, unknown>) => headings.map((name) => row[name])),
  ]
    .map(line)
    .join('')
  return JSON.stringify({ filename: 'people.csv', content_type: 'text/csv', rows: rows.length, content })
}

export const exportOperation = read({
  id: 'exportEmployees',
  summary: 'Export the people as a table, which imports again unchanged',
  at: 'GET /employees/export',
  role: 'admin',
  not: ['impersonation'],
  exports: true,
  audit: 'employee.exported',
  heavy: true,
  details: 'Neither national ids nor account numbers are in it.',
  query: Filter,
  returns: Export,
  run: ({ query: { status, pay } }) =>
    answer(sql`json_build_object('pay', ${pay}::boolean, 'rows', app.exported_employees(${status}, ${pay}))`),
  computes: true,
  transform: toCsv,
})
