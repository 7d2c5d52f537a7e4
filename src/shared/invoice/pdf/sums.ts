import type { Total } from '../../pdf/blocks.ts'
import type { Table } from '../../pdf/table.ts'
import { beforeDiscounts } from '../discount.ts'
import { type Accounting, outstandingOf, type InvoiceDocument } from '../document.ts'
import type { Words } from '../texts/words.ts'
import { valuesOf, type Values } from '../../money/values.ts'

/** The tax by rate; there is a column of surcharges only if a rate has one. */
export function taxesOf(invoice: InvoiceDocument, words: Words, values: Values): Table {
  const surcharged = invoice.taxes.some(({ surcharge_rate }) => surcharge_rate)
  const rows = invoice.taxes.map((tax) => {
    const category = words.categories[tax.category]
    return [
      [tax.exemption_code ? `${category} (${tax.exemption_code})` : category, values.percent(tax.rate)].join(
        ' ',
      ),
      values.amount(tax.base_minor),
      values.amount(tax.tax_minor),
      ...(surcharged ? [surchargeOf(tax.surcharge_rate, tax.surcharge_minor, values)] : []),
    ]
  })
  const last = surcharged ? [words.surcharge('').trim()] : []
  return { head: [words.taxRate, words.base, words.tax, ...last], rows }
}

const surchargeOf = (rate: string | null, minor: number, values: Values) =>
  rate ? `${values.percent(rate)}: ${values.amount(minor)}` : ''

/** The sums of an invoice, without those that are zero. */
export function totalsOf(invoice: InvoiceDocument, words: Words, values: Values): Total[] {
  const { withholding_minor: withheld, surcharge_minor: surcharge, paid_minor: paid } = invoice
  const [subtotal, discounted] = [beforeDiscounts(invoice), invoice.discount_minor !== 0]
  const settled = paid !== 0 || invoice.credited_minor !== 0
  const { accounting } = invoice
  const rows: [label: string, minor: number, shown: boolean, strong?: boolean][] = [
    [words.subtotal, subtotal, discounted],
    [words.discount, invoice.net_minor - subtotal, discounted],
    [words.net, invoice.net_minor, true],
    [words.tax, invoice.tax_minor, true],
    [words.surcharge('').trim(), surcharge, surcharge !== 0],
    [words.total, invoice.total_minor, true, true],
    [words.withholding(values.percent(invoice.withholding_rate)), -withheld, withheld !== 0],
    [words.payable, invoice.payable_minor, withheld !== 0, true],
    [words.paid, -paid, paid !== 0],
    [words.credited, -invoice.credited_minor, invoice.credited_minor !== 0],
    [words.outstanding, outstandingOf(invoice), settled, true],
  ]
  const shown = rows
    .filter(([, , isShown]) => isShown)
    .map(([label, minor, , strong = false]) => ({ label, value: values.amount(minor), strong }))
  return accounting ? [...shown, inBooks(accounting, words, invoice.locale)] : shown
}

/** The tax in the currency of the issuer's books, in which the tax office wants it. */
const inBooks = ({ currency, tax_minor }: Accounting, words: Words, locale: string): Total => ({
  label: `${words.tax} (${currency})`,
  value: valuesOf(locale, currency).amount(tax_minor),
  strong: false,
})
