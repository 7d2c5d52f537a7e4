/** The issuer or recipient of an invoice, as of its issue. */
export type Party = {
  name: string
  legal_name: string | null
  tax_id: string | null
  email: string | null
  phone: string | null
  website: string | null
  address_line1: string | null
  address_line2: string | null
  postal_code: string | null
  city: string | null
  region: string | null
  country: string | null
  /** A person or department. */
  contact: string | null
  /** A code of the list EAS, a colon, and a number. */
  electronic_address: string | null
}

export type TaxCategory = 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'not_subject'

export type InvoiceLine = {
  description: string
  quantity: string
  unit: string | null
  unit_price: string
  discount_percent: string
  tax_rate: string
  category: TaxCategory
  surcharge_rate: string | null
  /** After the line's discount and its share of the document's. */
  net_minor: number
}

export type InvoiceTax = {
  category: TaxCategory
  rate: string
  base_minor: number
  tax_minor: number
  surcharge_rate: string | null
  surcharge_minor: number
  exemption_code: string | null
}

/** The rate is units of this currency for one of the invoice's. */
export type Accounting = {
  currency: string
  exchange_rate: string
  exchange_rate_date: string
  tax_minor: number
}

/**
 * A finished invoice, the source of every format: PDF, UBL, Factur-X. Amounts are whole minor units of the currency,
 * quantities and rates are decimal strings, dates are `YYYY-MM-DD`.
 */
export type InvoiceDocument = {
  kind: 'standard' | 'simplified' | 'corrective'
  /** Null while it is a draft. */
  number: string | null
  status: 'draft' | 'issued' | 'partially_paid' | 'paid' | 'cancelled'
  issue_date: string | null
  operation_date: string | null
  due_date: string | null
  currency: string
  locale: string
  /** Whether unit prices contain tax. */
  prices_include_tax: boolean
  issuer: Party & { iban: string | null; footer: string | null }
  client: Party
  corrects: { number: string; issue_date: string } | null
  correction_method: 'difference' | 'substitution' | null
  correction_reason: string | null
  po_number: string | null
  profile: 'en16931' | 'xrechnung' | 'peppol'
  buyer_reference: string | null
  notes: string | null
  lines: InvoiceLine[]
  taxes: InvoiceTax[]
  /** The tax in the currency of the issuer's books, with surcharge; null if the invoice is in that currency, or a draft. */
  accounting: Accounting | null
  /** The discount on the whole document, which the bases already reflect. */
  discount_minor: number
  net_minor: number
  tax_minor: number
  surcharge_minor: number
  withholding_rate: string
  withholding_minor: number
  total_minor: number
  payable_minor: number
  paid_minor: number
  credited_minor: number
  /** A QR code that the law requires, such as that of VERI*FACTU. */
  qr: { url: string; caption: string } | null
}

/** What is left to pay, in minor units. */
export const outstandingOf = (invoice: InvoiceDocument) =>
  invoice.payable_minor - invoice.paid_minor - invoice.credited_minor

/** Whether something is left to pay; not for a cancelled document, nor for one that is paid or credited in full. */
export const asksForPayment = (invoice: InvoiceDocument): boolean =>
  invoice.status !== 'cancelled' && outstandingOf(invoice) > 0
