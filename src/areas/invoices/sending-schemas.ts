import * as z from 'zod'
import { mailStatuses, unmailedReasons } from '../../../db/schema/invoice-payments.ts'
import { id, moment } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { fileFormats } from '../../shared/invoice/files.ts'
import { PrintedInvoice } from '../../shared/invoice/printed.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const maxDays = 365
export const defaultDays = 60
const link = {
  id: ownId,
  expires_at: moment().describe('Until when the link works'),
  revoked_at: moment().nullable().describe('When the link was taken back'),
  created_at: createdAt,
}
export const InvoiceSending = z
  .strictObject({
    contact_id: id().meta({
      description: 'Who gets it; else the contact of the invoice, the primary one, the client',
    }),
    email: email().meta({ description: 'Instead of the address of the contact' }),
    expires_in_days: z
      .int()
      .min(1, 'at least 1')
      .max(maxDays, `at most ${maxDays}`)
      .meta({ description: `How long the link works; ${defaultDays} without it`, example: defaultDays }),
  })
  .partial()
  .meta({ id: 'InvoiceSending' })
const mailing = {
  mailed_to: z
    .string()
    .nullable()
    .meta({ description: 'Null where no mail goes out; `not_mailed` says why: pass the url on' }),
  not_mailed: z
    .enum(unmailedReasons)
    .nullable()
    .meta({
      description:
        'no_address: none is known; no_mail: the deployment sends none; limit: the organization has sent the address ' +
        'as many invoices within the hour as it may: 100, or 5 while no owner has verified their address',
    }),
}
export const InvoiceSent = z
  .object({
    ...link,
    url: z.string().nullable().meta({ description: 'Opens the invoice without an account; shown only now' }),
    ...mailing,
  })
  .meta({ id: 'InvoiceSent' })
export const InvoiceLink = z
  .object({
    ...link,
    ...mailing,
    mail_status: z.enum(mailStatuses).nullable().meta({
      description:
        'dropped: the link was revoked before; null where no mail went out, or for links of earlier versions',
    }),
    mail_error: z.string().nullable().meta({ description: 'Why the mail failed or waits' }),
  })
  .meta({ id: 'InvoiceLink' })

export const FileFilter = z.strictObject({
  format: z.enum(fileFormats).default('pdf').meta({
    description: 'pdf; facturx: PDF/A-3 with EN 16931 as XML in it (ZUGFeRD); ubl: EN 16931 as UBL 2.1',
  }),
})
export const InvoiceFile = z
  .object({
    download_url: z.string().meta({ description: 'Works for five minutes' }),
    expires_at: moment().describe('Until when the link works'),
  })
  .meta({ id: 'InvoiceFile' })

export const SharedInvoice = z
  .object({
    organization: z.string().describe('The organization that issued it'),
    expires_at: moment().describe('Until when the link works'),
    overdue: z.boolean().describe('Whether it is unpaid past its due date'),
    document: PrintedInvoice.describe('The invoice, as it is printed'),
  })
  .meta({ id: 'SharedInvoice', description: 'What is printed on an invoice, for whoever holds its link' })
