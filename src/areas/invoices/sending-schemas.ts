import * as z from 'zod'
import { email, id, idOut, moment } from '../../kit/fields.ts'
import { fileFormats } from '../../shared/invoice/files.ts'
import { minor } from '../../shared/money/fields.ts'
import { Category, Kind, Status } from './schemas.ts'

const mostDays = 365
export const usualDays = 60
const link = {
  id: idOut(),
  expires_at: moment(),
  revoked_at: moment().nullable(),
  created_at: moment(),
}
export const InvoiceLink = z.object(link).meta({ id: 'InvoiceLink' })
export const InvoiceSending = z
  .strictObject({
    contact_id: id().meta({
      description: 'Who gets it; else the contact of the invoice, the primary one, the client',
    }),
    email: email().meta({ description: 'Instead of the address of the contact' }),
    expires_in_days: z
      .int()
      .min(1, 'at least 1')
      .max(mostDays, `at most ${mostDays}`)
      .meta({ description: `How long the link works; ${usualDays} without it`, example: usualDays }),
  })
  .partial()
  .meta({ id: 'InvoiceSending' })
export const InvoiceSent = z
  .object({
    ...link,
    url: z.string().nullable().meta({ description: 'Opens the invoice without an account; shown only now' }),
    mailed_to: z.string().nullable().meta({
      description:
        'Null where no mail goes out, as no address is known, the deployment sends none, or the address got five within the hour: pass the url on',
    }),
  })
  .meta({ id: 'InvoiceSent' })

export const FileFilter = z.strictObject({
  format: z.enum(fileFormats).default('pdf').meta({
    description: 'pdf; facturx: PDF/A-3 with EN 16931 as XML in it (ZUGFeRD); ubl: EN 16931 as UBL 2.1',
  }),
})
export const InvoiceFile = z
  .object({
    download_url: z.string().meta({ description: 'Works for five minutes' }),
    expires_at: moment(),
  })
  .meta({ id: 'InvoiceFile' })

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
  })
  .meta({ id: 'InvoiceParty' })

export const SharedInvoice = z
  .object({
    organization: z.string(),
    expires_at: moment(),
    overdue: z.boolean(),
    document: z.object({
      kind: Kind,
      number: z.string().nullable(),
      status: Status,
      issue_date: z.iso.date().nullable(),
      operation_date: z.iso.date().nullable(),
      due_date: z.iso.date().nullable(),
      currency: z.string(),
      locale: z.string(),
      prices_include_tax: z.boolean(),
      issuer: Party.extend({ iban: z.string().nullable(), footer: z.string().nullable() }),
      client: Party.extend({ contact: z.string().nullable() }),
      corrects: z.object({ number: z.string(), issue_date: z.iso.date() }).nullable(),
      correction_method: z.string().nullable(),
      correction_reason: z.string().nullable(),
      po_number: z.string().nullable(),
      notes: z.string().nullable(),
      lines: z.array(
        z.object({
          description: z.string(),
          quantity: z.string(),
          unit: z.string().nullable(),
          unit_price: z.string(),
          discount_percent: z.string(),
          tax_rate: z.string(),
          category: Category,
          surcharge_rate: z.string().nullable(),
          net_minor: minor(),
        }),
      ),
      taxes: z.array(
        z.object({
          category: Category,
          rate: z.string(),
          base_minor: minor(),
          tax_minor: minor(),
          surcharge_rate: z.string().nullable(),
          surcharge_minor: minor(),
          exemption_code: z.string().nullable(),
        }),
      ),
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
    }),
  })
  .meta({ id: 'SharedInvoice', description: 'What is printed on an invoice, for whoever holds its link' })
