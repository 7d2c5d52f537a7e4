import * as z from 'zod'
import { correctionMethods, correctionReasons } from '../../../db/schema/invoices.ts'
import { day, id, longText, text, version } from '../../kit/fields.ts'
import { minor, minorFrom1 } from '../../shared/money/fields.ts'
import { lines, rate, rateDay } from './draft-schemas.ts'
import { Payment, PaymentMethod, Status } from './schemas.ts'
import { ownId } from '../../shared/common-fields.ts'

export const InvoiceIssue = z
  .strictObject({
    issue_date: day().meta({ description: 'Today without it; not before the last of its series' }),
    exchange_rate: rate(),
    exchange_rate_date: rateDay(),
  })
  .partial()
  .meta({ id: 'InvoiceIssue' })
export const InvoiceCancel = z
  .strictObject({ reason: text(500).meta({ description: 'Why, for the register' }) })
  .meta({ id: 'InvoiceCancel' })

export const CreditNoteDraft = z
  .strictObject({
    reason: z.enum(correctionReasons).meta({
      description: 'R1 error in law, R2 insolvency, R3 bad debt, R4 other, R5 simplified',
    }),
    method: z.enum(correctionMethods).meta({
      description: 'difference: what is taken back; substitution: what is right, in full',
    }),
    lines: lines('What is taken back, or what is right').min(1, 'must not be empty').optional(),
    notes: longText(4000).optional().meta({ description: 'Printed on it: why, for the client' }),
    full: z.literal(true).optional().meta({ description: 'All that is not credited yet' }),
  })
  .refine((draft) => !draft.lines === (draft.full === true), {
    message: 'send either lines or full: true',
    path: ['lines'],
  })
  .meta({ id: 'CreditNoteDraft' })

export const PaymentDraft = z
  .strictObject({
    amount_minor: minorFrom1().meta({ description: 'In minor units of the currency of the invoice' }),
    paid_on: day().meta({ description: 'Not in the future' }),
    method: PaymentMethod.describe('How it was paid'),
    reference: text(140).nullable().optional().meta({ description: 'Of the bank, for example' }),
    idempotency_key: text(64)
      .optional()
      .meta({ description: 'A payment with a key that is known is answered again, not recorded twice' }),
  })
  .meta({ id: 'InvoicePaymentDraft' })
export const PaymentMade = Payment.extend({
  invoice: z
    .object({
      id: ownId,
      status: Status.describe('Where the invoice stands'),
      paid_minor: minor().describe('Paid so far, in minor units'),
      outstanding_minor: minor().describe('Still to be paid, in minor units'),
      version: version(),
    })
    .describe('The invoice after the payment'),
}).meta({ id: 'InvoicePaymentMade' })

export const InvoiceCopy = z
  .strictObject({ client_id: id().meta({ description: 'For another client' }) })
  .partial()
  .meta({ id: 'InvoiceCopy' })
