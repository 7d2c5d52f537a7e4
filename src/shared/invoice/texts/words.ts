import type { TaxCategory } from '../document.ts'

/** The texts on an invoice besides its values, in one language. */
export type Words = {
  standard: string
  simplified: string
  corrective: string
  draft: string
  cancelled: string
  creditedInFull: string
  from: string
  to: string
  number: string
  issueDate: string
  operationDate: string
  dueDate: string
  poNumber: string
  buyerReference: string
  corrects: (number: string, date: string) => string
  difference: string
  substitution: string
  reason: (code: string) => string
  taxId: string
  description: string
  quantity: string
  unitPrice: string
  unitPriceWithTax: string
  discount: string
  taxRate: string
  amount: string
  base: string
  tax: string
  surcharge: (rate: string) => string
  categories: Record<TaxCategory, string>
  /** What the law requires to be stated about a category without tax. */
  mentions: Partial<Record<TaxCategory, string>>
  /** A rate, such as 1 USD = 0.92 EUR, and its day. */
  exchangeRate: (rate: string, date: string) => string
  /** What the lines come to before the document's discount. */
  subtotal: string
  net: string
  withholding: (rate: string) => string
  total: string
  payable: string
  paid: string
  credited: string
  outstanding: string
  payTo: (iban: string) => string
  /** Terms of an electronic invoice without a due date, and of one on which nothing is left to pay. */
  payOnReceipt: string
  nothingToPay: string
  notes: string
  page: (page: number, pages: number) => string
}
