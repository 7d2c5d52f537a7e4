import { minorDigits, majorOf } from '../../money/currencies.ts'
import type { InvoiceDocument, InvoiceLine } from '../document.ts'
import { decimalOf, divided, scaled, sumOf } from './decimals.ts'
import type { NormLine } from './norm.ts'
import { rateOfLine } from './rates.ts'
import { unitCodeOf } from './units.ts'

/** Decimals of a net unit price that had to be derived from one with tax. */
const priceDigits = 8
const hundred = 100_000_000n

/**
 * What a line comes to before the document's discount, in minor units. The line of an invoice has its share of that
 * discount taken off, which the norm wants to see apart.
 */
export const beforeDiscount = (line: InvoiceLine, invoice: InvoiceDocument): number =>
  invoice.discount_minor === 0
    ? line.net_minor
    : netOf(line, invoice, hundred - scaled(line.discount_percent, 6))

/** Quantity times unit price without tax in minor units, of which `kept` millionths of a percent remain; rounded once. */
function netOf(line: InvoiceLine, invoice: InvoiceDocument, kept: bigint): number {
  const product = scaled(line.quantity, 6) * scaled(line.unit_price, 6) * kept
  const minor = 10n ** BigInt(minorDigits(invoice.currency))
  return Number(divided(product * minor, 10n ** 12n * withTax(line, invoice)))
}

/** What a price has of its net price, in millionths of a percent. */
const withTax = (line: InvoiceLine, invoice: InvoiceDocument) =>
  hundred + (invoice.prices_include_tax ? scaled(sumOf(line.tax_rate, line.surcharge_rate ?? '0'), 6) : 0n)

export function normLineOf(line: InvoiceLine, invoice: InvoiceDocument, sign: 1 | -1, id: string): NormLine {
  const price = divided(scaled(line.unit_price, priceDigits) * hundred, withTax(line, invoice))
  const turned = price < 0n ? -sign : sign
  const [name = '', ...more] = line.description.split('\n')
  const discounted = scaled(line.discount_percent, 6) !== 0n
  const taken = netOf(line, invoice, hundred) - beforeDiscount(line, invoice)
  return {
    id,
    name: name.trim() || line.description.trim(),
    description: more.length > 0 ? line.description : undefined,
    quantity: decimalOf(scaled(line.quantity, 6) * BigInt(turned), 6),
    unit: unitCodeOf(line.unit),
    price: decimalOf(price < 0n ? -price : price, priceDigits),
    allowance: discounted && taken !== 0 ? majorOf(sign * taken, invoice.currency) : undefined,
    amount: majorOf(sign * beforeDiscount(line, invoice), invoice.currency),
    ...rateOfLine(line, invoice),
  }
}
