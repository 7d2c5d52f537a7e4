import { minorDigits } from '../../money/currencies.ts'
import type { InvoiceDocument } from '../document.ts'
import { categoryOf } from './rates.ts'

/** Why EN 16931 cannot express an invoice, as `field: what to do`; empty if it can. */
export function problemsOf(invoice: InvoiceDocument): string[] {
  const categories = new Set(invoice.taxes.map(categoryOf))
  const buyerPays = categories.has('AE') || categories.has('K')
  const problems: [boolean, string][] = [
    [
      !invoice.number || !invoice.issue_date,
      'status: issue the invoice first, so that it has a number and a date',
    ],
    [
      invoice.status === 'cancelled',
      'status: a cancelled invoice is not sent; send the one that replaces it',
    ],
    [minorDigits(invoice.currency) > 2, 'currency: electronic invoices have two decimals at most'],
    [!invoice.issuer.country, 'issuer.country: give the country of the issuer'],
    [!invoice.issuer.tax_id, 'issuer.tax_id: give the tax number of the issuer'],
    [!invoice.client.country, 'client.country: give the country of the client'],
    [
      buyerPays && !invoice.client.tax_id,
      'client.tax_id: give the tax number of the client, who owes the tax',
    ],
    [
      categories.has('O') && categories.size > 1,
      'lines: put what is not subject to tax on an invoice of its own, as the norm requires',
    ],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => problem)
}
