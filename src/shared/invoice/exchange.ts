import type { InvoiceDocument } from './document.ts'
import type { Words } from './texts/words.ts'
import type { Values } from '../money/values.ts'

/** The exchange rate and its day, if the tax is stated in another currency, too. */
export function rateRemarkOf(invoice: InvoiceDocument, words: Words, values: Values): string[] {
  const { accounting, currency } = invoice
  if (!accounting) return []
  const rate = `1\u00a0${currency} = ${values.rate(accounting.exchange_rate)}\u00a0${accounting.currency}`
  return [words.exchangeRate(rate, values.date(accounting.exchange_rate_date))]
}
