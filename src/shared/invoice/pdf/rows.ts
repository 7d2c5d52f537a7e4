import type { Table } from '../../pdf/table.ts'
import { beforeDiscount } from '../discount.ts'
import type { InvoiceDocument, InvoiceLine } from '../document.ts'
import type { Words } from '../texts/words.ts'
import type { Values } from '../../money/values.ts'

type Column = { head: string; cell: (line: InvoiceLine) => string }

/** The lines of an invoice; there is a column of discounts only if a line has one. */
export function rowsOf(invoice: InvoiceDocument, words: Words, values: Values): Table {
  const discounted = invoice.lines.some(({ discount_percent }) => Number(discount_percent) !== 0)
  const discount: Column = {
    head: words.discount,
    cell: (line) => (Number(line.discount_percent) === 0 ? '' : values.percent(line.discount_percent)),
  }
  const columns: Column[] = [
    { head: words.description, cell: (line) => line.description },
    {
      head: words.quantity,
      cell: (line) => [values.number(line.quantity), line.unit].filter(Boolean).join('\u00a0'),
    },
    {
      head: invoice.prices_include_tax ? words.unitPriceWithTax : words.unitPrice,
      cell: (line) => values.price(line.unit_price),
    },
    ...(discounted ? [discount] : []),
    { head: words.taxRate, cell: (line) => rateOf(line, values) },
    { head: words.amount, cell: (line) => values.amount(beforeDiscount(line, invoice)) },
  ]
  return {
    head: columns.map(({ head }) => head),
    rows: invoice.lines.map((line) => columns.map(({ cell }) => cell(line))),
  }
}

const rateOf = ({ tax_rate, surcharge_rate }: InvoiceLine, values: Values) =>
  [tax_rate, ...(surcharge_rate ? [surcharge_rate] : [])].map(values.percent).join(' + ')
