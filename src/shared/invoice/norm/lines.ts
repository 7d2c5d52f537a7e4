import { majorOf } from '../../money/currencies.ts'
import { decimalOf, divided, scaled } from '../decimals.ts'
import { beforeDiscount, hundred, undiscounted, withTax } from '../discount.ts'
import type { InvoiceDocument, InvoiceLine } from '../document.ts'
import type { NormLine } from './norm.ts'
import { rateOfLine } from './rates.ts'
import { unitCodeOf } from './units.ts'

/** Decimals of a net unit price that had to be derived from one with tax. */
const priceDigits = 8

export function normLineOf(line: InvoiceLine, invoice: InvoiceDocument, sign: 1 | -1, id: string): NormLine {
  const price = divided(scaled(line.unit_price, priceDigits) * hundred, withTax(line, invoice))
  const quantitySign = price < 0n ? -sign : sign
  const [name = '', ...more] = line.description.split('\n')
  const discounted = scaled(line.discount_percent, 6) !== 0n
  const discount = undiscounted(line, invoice) - beforeDiscount(line, invoice)
  return {
    id,
    name: name.trim() || line.description.trim(),
    description: more.length > 0 ? line.description : undefined,
    quantity: decimalOf(scaled(line.quantity, 6) * BigInt(quantitySign), 6),
    unit: unitCodeOf(line.unit),
    price: decimalOf(price < 0n ? -price : price, priceDigits),
    allowance: discounted && discount !== 0 ? majorOf(sign * discount, invoice.currency) : undefined,
    amount: majorOf(sign * beforeDiscount(line, invoice), invoice.currency),
    ...rateOfLine(line, invoice),
  }
}
