import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { invoices } from '../../../db/schema/invoices.ts'
import { count } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer, inOrg, ensure } from '../../kit/sql.ts'
import { line } from '../../shared/csv.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { majorOf } from '../../shared/money/currencies.ts'

const maxRows = 10_000

const ExportFilter = z
  .strictObject({ from: from(), to: to() })
  .refine(...inOrder)
  .refine(...notTooLong)
const Export = z
  .object({
    filename: z
      .string()
      .meta({ description: 'Name of the file', example: 'invoices-2026-01-01-2026-03-31.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'InvoiceExport' })

const headings =
  `number kind status issue_date due_date client client_tax_id client_country corrects category tax_rate base tax
  surcharge_rate surcharge currency total withheld payable paid credited exchange_rate base_currency base_total`.split(
    /\s+/,
  )
/** The amount columns, with the column of their currency. */
const amounts: Record<string, 'currency' | 'base_currency'> = {
  base: 'currency',
  tax: 'currency',
  surcharge: 'currency',
  total: 'currency',
  withheld: 'currency',
  payable: 'currency',
  paid: 'currency',
  credited: 'currency',
  base_total: 'base_currency',
}
type Row = Record<string, unknown>

/** A row for each tax rate of each invoice; values of the entire invoice appear in its first row only. */
const exportRows = ({ from: since, to: until }: z.output<typeof ExportFilter>) => [
  ensure(
    sql`(select count(*) from ${invoices} where ${inOrg(invoices)} and ${invoices.issue_date} between ${since} and ${until})
    <= ${maxRows}`,
    'WM409',
    `there are more than ${maxRows} invoices; ask for a shorter period`,
  ),
  answer(sql`(select row_to_json(f) from (select ${`invoices-${since}-${until}.csv`}::text as filename,
    (select array_to_json(array_agg(row_to_json(r))) from app.invoice_rows(${since}, ${until}) r) as rows) f)`),
]

function toCsv(result: string): string {
  const { filename, rows } = JSON.parse(result) as { filename: string; rows: Row[] | null }
  const cells = (row: Row) =>
    headings.map((name) => {
      const currency = amounts[name]
      return currency && row[name] !== null
        ? majorOf(row[name] as number, row[currency] as string)
        : row[name]
    })
  const lines = (rows ?? []).map((row) => line(cells(row)))
  const content = [line(headings), ...lines].join('')
  return JSON.stringify({ filename, content_type: 'text/csv', rows: lines.length, content })
}

export const exportInvoices = read({
  id: 'exportInvoices',
  summary: 'Export the invoices of a time as CSV, for whoever keeps the books',
  details:
    'By the day of issue, cancelled ones too: a row for each tax rate. What is of the invoice as a whole, such as its total, ' +
    `stands in its first row alone, so that columns can be added up. At most ${maxRows} invoices.`,
  at: 'GET /invoices/export',
  role: 'manager',
  exports: true,
  audit: 'invoice.exported',
  query: ExportFilter,
  returns: Export,
  refuses: [409],
  example: { query: 'from=2026-01-01&to=2026-01-31' },
  computes: true,
  transform: toCsv,
  run: ({ query }) => exportRows(query),
})
