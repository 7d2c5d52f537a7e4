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
    name: z.string().describe('What the party is called'),
    legal_name: z.string().nullable().describe('Its name in the register of companies'),
    tax_id: z.string().nullable().describe('Its tax number'),
    email: z.string().nullable().describe('Its e-mail address'),
    phone: z.string().nullable().describe('With its country code'),
    website: z.string().nullable().describe('Its website'),
    address_line1: z.string().nullable().describe('Street and number'),
    address_line2: z.string().nullable().describe('What else the street line needs'),
    postal_code: z.string().nullable().describe('Postal code'),
    city: z.string().nullable().describe('Town'),
    region: z.string().nullable().describe('ISO 3166-2 without the country, such as BY'),
    country: z.string().nullable().describe('ISO 3166-1, such as DE'),
    contact: z.string().nullable().describe('Whom to ask there'),
    electronic_address: z.string().nullable().describe('Peppol ID: a code of the list EAS and a number'),
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
  kind: InvoiceKind.describe('An invoice, or what corrects one'),
  number: z.string().nullable().describe('Its number; null for a draft'),
  status: InvoiceStatus.describe('Where it stands'),
  issue_date: z.iso.date().nullable().describe('The day that is printed on it'),
  operation_date: z.iso.date().nullable().describe('When it was done, where that is another day'),
  due_date: z.iso.date().nullable().describe('The day on which it is to be paid'),
  currency: z.string().describe('ISO 4217, such as EUR'),
  locale: z.string().describe('BCP 47, such as en-GB'),
  prices_include_tax: z.boolean().describe('Whether unit prices are gross'),
  issuer: Party.extend({
    iban: z.string().nullable().describe('The account to pay to'),
    footer: z.string().nullable().describe('The last lines of each page'),
  }).describe('Who issued it, as they were then'),
  client: Party.describe('Whom it is for, as they were then'),
  corrects: z
    .object({
      number: z.string().describe('The number of that invoice'),
      issue_date: z.iso.date().describe('The day that is printed on that invoice'),
    })
    .nullable()
    .describe('The invoice that it corrects'),
  correction_method: z
    .string()
    .nullable()
    .describe('How a correction is written: what is taken back, or what is right'),
  correction_reason: z
    .string()
    .nullable()
    .describe(
      'Why it corrects another: R1 error in law, R2 insolvency, R3 bad debt, R4 other, R5 simplified invoices',
    ),
  po_number: z.string().nullable().describe("The client's order number"),
  profile: InvoiceProfile,
  buyer_reference: z.string().nullable().describe('Of the buyer, such as a Leitweg-ID'),
  notes: z.string().nullable().describe('Printed on it'),
  lines: z
    .array(
      z.object({
        description: z.string().describe('What was delivered'),
        quantity: z.string().describe('How many, as a decimal'),
        unit: z.string().nullable().describe('What the quantity counts, such as h'),
        unit_price: z.string().describe('In major units of the currency'),
        discount_percent: z.string().describe('Off the line, in percent'),
        tax_rate: z.string().describe('In percent, as it was then'),
        category: TaxCategory.describe('How it is taxed'),
        surcharge_rate: z.string().nullable().describe('Equivalence surcharge, in percent'),
        net_minor: lineNet(),
        before_discount_minor: beforeDiscount(),
      }),
    )
    .describe('The lines, in order'),
  taxes: z
    .array(
      z.object({
        category: TaxCategory.describe('How it is taxed'),
        rate: z.string().describe('In percent'),
        base_minor: minor().describe('What the tax is computed on'),
        tax_minor: minor().describe('Tax, in minor units'),
        surcharge_rate: z.string().nullable().describe('Equivalence surcharge, in percent'),
        surcharge_minor: minor().describe('Equivalence surcharge, in minor units'),
        exemption_code: z.string().nullable().describe('Why no tax is due, by the code of the tax office'),
      }),
    )
    .describe('The tax per category and rate'),
  accounting: z
    .object({
      currency: z.string().describe('ISO 4217, such as EUR'),
      exchange_rate: z.string().describe("Units of the organization's currency for one of the document's"),
      exchange_rate_date: z.iso.date().meta({ description: 'The day of that rate' }),
      tax_minor: minor().describe('Tax, in minor units'),
    })
    .nullable()
    .meta({ description: "The tax in the currency of the issuer's books; null if the invoice is in it" }),
  discount_minor: minor().describe('Off the whole document'),
  net_minor: minor().describe('Without tax, in minor units'),
  tax_minor: minor().describe('Tax, in minor units'),
  surcharge_minor: minor().describe('Equivalence surcharge, in minor units'),
  withholding_rate: z.string().describe('Percent of the net that the client keeps back for the tax office'),
  withholding_minor: minor().describe('What the client keeps back for the tax office'),
  total_minor: minor().describe('Net, tax and surcharge, in minor units'),
  payable_minor: minor().describe('The total less what is withheld'),
  paid_minor: minor().describe('What was paid, without voided payments'),
  credited_minor: minor().describe('What corrections have taken off it'),
  outstanding_minor: minor().describe('What is still to be paid'),
  qr: z
    .object({
      url: z.string().describe('What the code says'),
      caption: z.string().describe('What stands beside the code'),
    })
    .nullable()
    .describe('A code that the law wants on the invoice'),
  logo: z.string().nullable().meta({ description: 'A PNG or JPEG in base64' }),
})
