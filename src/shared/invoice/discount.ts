import { minorDigits } from '../money/currencies.ts'
import { divided, scaled, sumOf } from './decimals.ts'
import type { InvoiceDocument, InvoiceLine } from './document.ts'

/** A hundred percent in millionths. */
export const hundred = 100_000_000n

/**
 * The amount of a line before the document's discount, in minor units without tax. Stored lines have their share of that
 * discount deducted; documents show it separately.
 */
export const beforeDiscount = (line: InvoiceLine, invoice: InvoiceDocument): number =>
  invoice.discount_minor === 0
    ? line.net_minor
    : netOf(line, invoice, hundred - scaled(line.discount_percent, 6))

/** The amount of all lines before the document's discount. */
export const beforeDiscounts = (invoice: InvoiceDocument): number =>
  invoice.lines.reduce((sum, line) => sum + beforeDiscount(line, invoice), 0)

/** The amount of a line before any discount. */
export const undiscounted = (line: InvoiceLine, invoice: InvoiceDocument) => netOf(line, invoice, hundred)

/** Quantity times unit price without tax, times `remainingShare` in millionths of a percent; rounded once. */
function netOf(line: InvoiceLine, invoice: InvoiceDocument, remainingShare: bigint): number {
  const product = scaled(line.quantity, 6) * scaled(line.unit_price, 6) * remainingShare
  const minor = 10n ** BigInt(minorDigits(invoice.currency))
  return Number(divided(product * minor, 10n ** 12n * withTax(line, invoice)))
}

/** The price relative to its net price, in millionths of a percent. */
export const withTax = (line: InvoiceLine, invoice: InvoiceDocument) =>
  hundred + (invoice.prices_include_tax ? scaled(sumOf(line.tax_rate, line.surcharge_rate ?? '0'), 6) : 0n)
