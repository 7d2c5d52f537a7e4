import * as z from 'zod'
import {
  correctionMethods,
  correctionReasons,
  discountKinds,
  invoiceKinds,
  invoiceStatuses,
  paymentMethods,
  roundingModes,
  taxCategories,
} from '../../../db/schema/invoices.ts'
import { change, count, day, id, idOut, longText, moment, Person, text, version } from '../../kit/fields.ts'
import { currencyCode, decimal, decimalOut, minor, minorFrom1, percent } from '../../shared/money/fields.ts'

const mostLines = 200
const dayOut = () => z.iso.date().nullable()
export const Kind = z.enum(invoiceKinds).meta({ id: 'InvoiceKind' })
export const Status = z.enum(invoiceStatuses).meta({ id: 'InvoiceStatus' })
export const Category = z.enum(taxCategories).meta({ id: 'TaxCategory' })
const Method = z.enum(correctionMethods).meta({ id: 'CorrectionMethod' })
const Reason = z.enum(correctionReasons).meta({ id: 'CorrectionReason' })
const PaymentMethod = z.enum(paymentMethods).meta({ id: 'PaymentMethod' })

const isNot0 = (given: string) => Number(given) !== 0
export const InvoiceLineDraft = z
  .strictObject({
    description: text(1000).meta({ example: 'Design of the new site' }),
    quantity: decimal(10, 4)
      .refine(isNot0, 'must not be 0')
      .meta({ type: ['string', 'number'], description: '1 without it; not 0', example: '16' }),
    unit: text(20).nullable().meta({ example: 'h' }),
    unit_price: decimal(12, 6).meta({
      type: ['string', 'number'],
      description: 'In major units of the currency, at most 6 decimals',
      example: '348.35',
    }),
    discount_percent: percent(),
    tax_rate_id: id()
      .nullable()
      .meta({ description: 'The default rate without it; null where the line is not subject to tax' }),
    tax_rate: percent().meta({ description: 'In percent, instead of tax_rate_id', example: '21' }),
    surcharge_rate: percent().meta({ description: 'In percent, with tax_rate', example: '5.2' }),
    category: Category.meta({ description: 'With tax_rate; standard without it' }),
    exemption_code: text(10).meta({ description: 'Why no tax is due, as the tax office numbers reasons' }),
    expense_id: id().meta({ description: 'An approved, billable expense that the line bills' }),
    milestone_id: id().meta({ description: 'A reached milestone of a contract that the line bills' }),
  })
  .partial()
  .refine((line) => line.description !== undefined || line.expense_id || line.milestone_id, {
    message: 'required, unless the line bills an expense or a milestone',
    path: ['description'],
  })
  .refine((line) => line.unit_price !== undefined || line.expense_id || line.milestone_id, {
    message: 'required, unless the line bills an expense or a milestone',
    path: ['unit_price'],
  })
  .refine((line) => !(line.expense_id && line.milestone_id), {
    message: 'send expense_id or milestone_id, not both',
    path: ['milestone_id'],
  })
  .refine((line) => line.tax_rate === undefined || line.tax_rate_id === undefined, {
    message: 'send tax_rate_id or tax_rate, not both',
    path: ['tax_rate'],
  })
  .refine((line) => line.tax_rate !== undefined || (!line.surcharge_rate && !line.category), {
    message: 'required with surcharge_rate or category',
    path: ['tax_rate'],
  })
  .refine(
    ({ category, tax_rate }) =>
      !category || ['standard', 'reduced'].includes(category) || Number(tax_rate) === 0,
    { message: 'must be 0 in this category', path: ['tax_rate'] },
  )
  .meta({ id: 'InvoiceLineDraft' })

const Discount = z
  .strictObject({
    kind: z.enum(discountKinds),
    value: decimal(12, 4)
      .refine((given) => Number(given) >= 0, 'must not be negative')
      .meta({
        type: ['string', 'number'],
        description: 'Percent, or an amount in major units',
        example: '10',
      }),
  })
  .refine(({ kind, value }) => kind !== 'percent' || Number(value) <= 100, {
    message: 'at most 100 percent',
    path: ['value'],
  })
  .meta({ id: 'InvoiceDiscount' })

const rate = () =>
  decimal(10, 8)
    .refine((given) => Number(given) > 0, 'must be more than 0')
    .meta({
      type: ['string', 'number'],
      description: "Units of the organization's currency for one of the invoice's",
      example: '0.92',
    })
const lines = (description = 'What is billed; sent lines replace all that were there') =>
  z.array(InvoiceLineDraft).max(mostLines, `at most ${mostLines} lines`).meta({ description })

const fields = {
  client_id: id(),
  contact_id: id().nullable().meta({ description: 'The contact of the client whom it is for' }),
  project_id: id().nullable(),
  kind: z.enum(['standard', 'simplified']).meta({
    description: 'simplified: without the data of its recipient, up to a limit',
  }),
  lines: lines(),
  currency: currencyCode().meta({ description: "That of the client without it, else the organization's" }),
  exchange_rate: rate().nullable(),
  operation_date: day().nullable().meta({ description: 'When it was done, where that is another day' }),
  due_date: day().nullable().meta({ description: 'Instead of payment_terms_days' }),
  payment_terms_days: z
    .int()
    .min(0, 'must not be negative')
    .max(365, 'at most 365')
    .nullable()
    .meta({ description: 'From the day of issue; those of the client without it, else 30', example: 30 }),
  series_id: id().nullable().meta({ description: 'The default series of its kind without it' }),
  discount: Discount.describe('Off the whole document'),
  withholding_rate: percent().meta({ description: 'In percent of the net; reduces what is payable' }),
  prices_include_tax: z.boolean().meta({ description: 'Unit prices are gross; false without it' }),
  rounding_mode: z.enum(roundingModes).meta({ description: 'Where tax is rounded' }),
  po_number: text(60).nullable().meta({ description: "The client's order number" }),
  notes: longText(4000).nullable().meta({ description: 'Printed on the invoice' }),
  internal_notes: longText(4000).nullable().meta({ description: 'Never shown to the client' }),
}
const { client_id, ...rest } = fields

export const InvoiceDraft = z
  .strictObject({ client_id, ...rest })
  .partial()
  .extend({ client_id })
  .refine((draft) => !(draft.due_date && draft.payment_terms_days != null), {
    message: 'send due_date or payment_terms_days, not both',
    path: ['due_date'],
  })
  .meta({ id: 'InvoiceDraft' })
export const InvoiceChange = change({ client_id, ...rest }).meta({ id: 'InvoiceChange' })
export type InvoiceFields = z.output<typeof InvoiceChange>

const amounts = {
  discount_minor: minor().meta({ description: "The document's discount, taken off the lines already" }),
  net_minor: minor(),
  tax_minor: minor(),
  surcharge_minor: minor(),
  withholding_minor: minor(),
  total_minor: minor().meta({ description: 'Net, tax and surcharge' }),
  payable_minor: minor().meta({ description: 'The total less what is withheld' }),
}
const Tax = z
  .object({
    category: Category,
    rate: decimalOut(),
    surcharge_rate: decimalOut(),
    exemption_code: z.string().nullable(),
    base_minor: minor(),
    tax_minor: minor(),
    surcharge_minor: minor(),
    exact: z
      .string()
      .meta({ description: 'The tax in minor units before it was rounded', example: '117714.52' }),
  })
  .meta({ id: 'InvoiceTax' })

export const InvoicePreview = z
  .object({
    currency: z.string(),
    ...amounts,
    taxes: z.array(Tax),
    lines: z.array(z.object({ position: count(), net_minor: minor() })),
  })
  .meta({ id: 'InvoicePreview' })

const Numbered = z.object({ id: idOut(), number: z.string().nullable() }).meta({ id: 'InvoiceRef' })
export const shown = {
  number: z.string().nullable().meta({ description: 'Given when it is issued', example: 'INV-2026-0001' }),
  kind: Kind,
  status: Status,
  overdue: z.boolean(),
  client: z.object({ id: idOut(), name: z.string() }).meta({ id: 'ClientRef' }),
  contact_id: idOut().nullable(),
  project_id: idOut().nullable(),
  series_id: idOut().nullable(),
  corrects: Numbered.nullable().meta({ description: 'The invoice that it corrects' }),
  correction_method: Method.nullable(),
  correction_reason: Reason.nullable(),
  issue_date: dayOut(),
  operation_date: dayOut(),
  due_date: dayOut(),
  payment_terms_days: z.int().nullable(),
  currency: z.string().meta({ example: 'EUR' }),
  exchange_rate: decimalOut().nullable(),
  prices_include_tax: z.boolean(),
  rounding_mode: z.enum(roundingModes),
  discount: z.object({ kind: z.enum(discountKinds), value: decimalOut() }),
  withholding_rate: decimalOut(),
  ...amounts,
  paid_minor: minor(),
  credited_minor: minor(),
  outstanding_minor: minor().meta({ description: 'Payable less what was paid and credited; 0 for drafts' }),
  po_number: z.string().nullable(),
  notes: z.string().nullable(),
  internal_notes: z.string().nullable(),
  issued_at: moment().nullable(),
  sent_at: moment().nullable(),
  viewed_at: moment().nullable(),
  cancelled_at: moment().nullable(),
  cancel_reason: z.string().nullable(),
}

export const InvoiceLine = z
  .object({
    id: idOut(),
    position: count(),
    description: z.string(),
    quantity: decimalOut(),
    unit: z.string().nullable(),
    unit_price: decimalOut(),
    discount_percent: decimalOut(),
    tax_rate_id: idOut().nullable(),
    tax_rate: decimalOut(),
    surcharge_rate: decimalOut().nullable(),
    category: Category,
    exemption_code: z.string().nullable(),
    net_minor: minor().meta({ description: "After its discount and its share of the document's" }),
    expense_id: idOut().nullable(),
    milestone_id: idOut().nullable(),
  })
  .meta({ id: 'InvoiceLine' })

export const Payment = z
  .object({
    id: idOut(),
    invoice_id: idOut(),
    amount_minor: minor(),
    currency: z.string(),
    paid_on: z.iso.date(),
    method: PaymentMethod,
    reference: z.string().nullable(),
    recorded_by: Person,
    created_at: moment(),
    voided_at: moment().nullable(),
    voided_by: Person.nullable(),
  })
  .meta({ id: 'InvoicePayment' })

export const detail = {
  lines: z.array(InvoiceLine),
  taxes: z.array(Tax),
  payments: z.array(Payment).meta({ description: 'Voided ones too' }),
  corrections: z
    .array(Numbered.extend({ status: Status, total_minor: minor() }))
    .meta({ description: 'Invoices that correct it' }),
  register_records: z
    .array(
      z.object({
        issuer_tax_id: z.string(),
        seq: count(),
        record_type: z.string(),
        hash: z.string(),
        generated_at: z.string(),
      }),
    )
    .meta({ description: 'Its records in the register' }),
  qr_url: z
    .string()
    .nullable()
    .meta({ description: "The tax agency's check of it; null where the register is internal" }),
}

export const InvoiceIssue = z
  .strictObject({
    issue_date: day().meta({ description: 'Today without it; not before the last of its series' }),
    exchange_rate: rate(),
  })
  .partial()
  .meta({ id: 'InvoiceIssue' })
export const InvoiceCancel = z
  .strictObject({ reason: text(500).meta({ description: 'Why, for the register' }) })
  .meta({ id: 'InvoiceCancel' })

export const CreditNoteDraft = z
  .strictObject({
    reason: Reason.meta({
      description: 'R1 error in law, R2 insolvency, R3 bad debt, R4 other, R5 simplified',
    }),
    method: Method.meta({
      description: 'difference: what is taken back; substitution: what is right, in full',
    }),
    lines: lines('What is taken back, or what is right').min(1, 'must not be empty').optional(),
    notes: longText(4000).optional().meta({ description: 'Printed on it: why, for the client' }),
    full: z.literal(true).optional().meta({ description: 'All lines of the invoice' }),
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
    method: PaymentMethod,
    reference: text(140).nullable().optional().meta({ description: 'Of the bank, for example' }),
    idempotency_key: text(64)
      .optional()
      .meta({ description: 'A payment with a key that is known is answered again, not recorded twice' }),
  })
  .meta({ id: 'InvoicePaymentDraft' })
export const PaymentMade = Payment.extend({
  invoice: z.object({
    id: idOut(),
    status: Status,
    paid_minor: minor(),
    outstanding_minor: minor(),
    version: version(),
  }),
}).meta({ id: 'InvoicePaymentMade' })

export const InvoiceCopy = z
  .strictObject({ client_id: id().meta({ description: 'For another client' }) })
  .partial()
  .meta({ id: 'InvoiceCopy' })
