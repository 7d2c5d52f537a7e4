import { minorDigits } from '../money/currencies.ts'
import { divided, scaled, sumOf } from './decimals.ts'
import type { InvoiceDocument, InvoiceLine } from './document.ts'

/** A hundred percent in millionths. */
export const hundred = 100_000_000n

/**
 * What a line comes to before the document's discount, in minor units without tax. The line of an invoice has its share
 * of that discount taken off, which papers show apart.
 */
export const beforeDiscount = (line: InvoiceLine, invoice: InvoiceDocument): number =>
  invoice.discount_minor === 0
    ? line.net_minor
    : netOf(line, invoice, hundred - scaled(line.discount_percent, 6))

/** What all lines come to before the document's discount. */
export const beforeDiscounts = (invoice: InvoiceDocument): number =>
  invoice.lines.reduce((sum, line) => sum + beforeDiscount(line, invoice), 0)

/** What a line comes to before any discount. */
export const undiscounted = (line: InvoiceLine, invoice: InvoiceDocument) => netOf(line, invoice, hundred)

/** Quantity times unit price without tax, of which `kept` millionths of a percent remain; rounded once. */
function netOf(line: InvoiceLine, invoice: InvoiceDocument, kept: bigint): number {
  const product = scaled(line.quantity, 6) * scaled(line.unit_price, 6) * kept
  const minor = 10n ** BigInt(minorDigits(invoice.currency))
  return Number(divided(product * minor, 10n ** 12n * withTax(line, invoice)))
}

/** What a price has of its net price, in millionths of a percent. */
export const withTax = (line: InvoiceLine, invoice: InvoiceDocument) =>
  hundred + (invoice.prices_include_tax ? scaled(sumOf(line.tax_rate, line.surcharge_rate ?? '0'), 6) : 0n)
