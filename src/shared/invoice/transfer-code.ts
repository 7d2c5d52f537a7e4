import { majorOf } from '../money/currencies.ts'
import { asksForPayment, type InvoiceDocument, outstandingOf } from './document.ts'

const maxMinor = 99_999_999_999

/**
 * The text of the QR code that opens a SEPA transfer in a bank's app, by EPC069-12 (version 002); null unless something
 * is left to pay, in euro, to an account that is known.
 */
export function transferCode(invoice: InvoiceDocument): string | null {
  const { issuer, currency, number } = invoice
  const minor = outstandingOf(invoice)
  if (!issuer.iban || currency !== 'EUR' || !asksForPayment(invoice) || minor > maxMinor) return null
  const name = oneLine(issuer.legal_name ?? issuer.name, 70)
  const amount = `EUR${majorOf(minor, currency)}`
  return ['BCD', '002', '1', 'SCT', '', name, issuer.iban, amount, '', '', oneLine(number ?? '', 140)].join(
    '\n',
  )
}

const oneLine = (text: string, length: number) =>
  Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, length).join('')
