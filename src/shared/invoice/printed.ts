import * as z from 'zod'
import { invoiceKinds, invoiceStatuses } from '../../../db/schema/invoices.ts'
import { taxCategories } from '../../../db/schema/tax-rates.ts'
import { InvoiceProfile } from './profiles.ts'
import { minor } from '../money/fields.ts'

export const InvoiceKind = z.enum(invoiceKinds).meta({ id: 'InvoiceKind' })
export const InvoiceStatus = z.enum(invoiceStatuses).meta({ id: 'InvoiceStatus' })
export const TaxCategory = z.enum(taxCategories).meta({ id: 'TaxCategory' })

const Party = z
  .object({
    name: z.string(),
    legal_name: z.string().nullable(),
    tax_id: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    address_line1: z.string().nullable(),
    address_line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    country: z.string().nullable(),
    contact: z.string().nullable(),
    electronic_address: z.string().nullable(),
  })
  .meta({ id: 'InvoiceParty' })

export const lineNet = () =>
  minor().meta({ description: "Without tax, after its discount and its share of the document's" })
export const beforeDiscount = () =>
  minor().meta({
    description: "Without tax, after its own discount and before its share of the document's, as printed",
  })

/** What is printed on an invoice. */
export const PrintedInvoice = z.object({
  kind: InvoiceKind,
  number: z.string().nullable(),
  status: InvoiceStatus,
  issue_date: z.iso.date().nullable(),
  operation_date: z.iso.date().nullable(),
  due_date: z.iso.date().nullable(),
  currency: z.string(),
  locale: z.string(),
  prices_include_tax: z.boolean(),
  issuer: Party.extend({ iban: z.string().nullable(), footer: z.string().nullable() }),
  client: Party,
  corrects: z.object({ number: z.string(), issue_date: z.iso.date() }).nullable(),
  correction_method: z.string().nullable(),
  correction_reason: z.string().nullable(),
  po_number: z.string().nullable(),
  profile: InvoiceProfile,
  buyer_reference: z.string().nullable(),
  notes: z.string().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unit: z.string().nullable(),
      unit_price: z.string(),
      discount_percent: z.string(),
      tax_rate: z.string(),
      category: TaxCategory,
      surcharge_rate: z.string().nullable(),
      net_minor: lineNet(),
      before_discount_minor: beforeDiscount(),
    }),
  ),
  taxes: z.array(
    z.object({
      category: TaxCategory,
      rate: z.string(),
      base_minor: minor(),
      tax_minor: minor(),
      surcharge_rate: z.string().nullable(),
      surcharge_minor: minor(),
      exemption_code: z.string().nullable(),
    }),
  ),
  accounting: z
    .object({
      currency: z.string(),
      exchange_rate: z.string(),
      exchange_rate_date: z.iso.date().meta({ description: 'The day of that rate' }),
      tax_minor: minor(),
    })
    .nullable()
    .meta({ description: "The tax in the currency of the issuer's books; null if the invoice is in it" }),
  discount_minor: minor(),
  net_minor: minor(),
  tax_minor: minor(),
  surcharge_minor: minor(),
  withholding_rate: z.string(),
  withholding_minor: minor(),
  total_minor: minor(),
  payable_minor: minor(),
  paid_minor: minor(),
  credited_minor: minor(),
  outstanding_minor: minor(),
  qr: z.object({ url: z.string(), caption: z.string() }).nullable(),
  logo: z.string().nullable().meta({ description: 'A PNG or JPEG in base64' }),
})
