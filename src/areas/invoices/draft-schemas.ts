import * as z from 'zod'
import { discountKinds, roundingModes } from '../../../db/schema/invoices.ts'
import { change, day, id, longText, text } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { buyerReference, InvoiceProfile } from '../../shared/invoice/profiles.ts'
import { currencyCode, decimal, percent } from '../../shared/money/fields.ts'
import { Category } from './schemas.ts'

const maxLines = 200
const isNotZero = (value: string) => Number(value) !== 0
export const InvoiceLineDraft = z
  .strictObject({
    description: text(1000).meta({ description: 'What was delivered', example: 'Design of the new site' }),
    quantity: decimal(10, 4)
      .refine(isNotZero, 'must not be 0')
      .meta({
        type: ['string', 'number'],
        description: '1 without it; not 0',
        'x-brief': 'How many',
        example: '16',
      }),
    unit: text(20).nullable().meta({ description: 'What the quantity counts, such as h', example: 'h' }),
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
    milestone_id: id().meta({
      description: 'A reached milestone of a contract that the line bills',
      'x-names': 'contract_milestone',
    }),
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
    kind: z.enum(discountKinds).describe('Percent, or an amount'),
    value: decimal(12, 4)
      .refine((value) => Number(value) >= 0, 'must not be negative')
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

export const rate = () =>
  decimal(10, 8)
    .refine((value) => Number(value) > 0, 'must be more than 0')
    .meta({
      type: ['string', 'number'],
      description: "Units of the organization's currency for one of the invoice's",
      example: '0.92',
    })
export const rateDay = () =>
  day().meta({ description: 'The day of the exchange rate; that of issue without it, and not after it' })
export const lines = (description = 'What is billed; sent lines replace all that were there') =>
  z.array(InvoiceLineDraft).max(maxLines, `at most ${maxLines} lines`).meta({ description })

const fields = {
  client_id: id().describe('The client that is invoiced'),
  contact_id: id().nullable().meta({ description: 'The contact of the client whom it is for' }),
  project_id: id().nullable().describe('The project that it is for'),
  kind: z.enum(['standard', 'simplified']).meta({
    description: 'simplified: without the data of its recipient, up to a limit',
  }),
  lines: lines(),
  currency: currencyCode().meta({ description: "That of the client without it, else the organization's" }),
  exchange_rate: rate().nullable(),
  exchange_rate_date: rateDay().nullable(),
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
  profile: InvoiceProfile.nullable().meta({
    description:
      "Whose rules it keeps as an electronic invoice; those of the client without it, else EN 16931's",
  }),
  buyer_reference: buyerReference().nullable().meta({ description: 'That of the client without it' }),
  notes: longText(4000).nullable().meta({ description: 'Printed on the invoice' }),
  internal_notes: longText(4000).nullable().meta({ description: 'Never shown to the client' }),
}
const { client_id, ...rest } = fields

type Due = { due_date?: string | null | undefined; payment_terms_days?: number | null | undefined }
const oneDueDay = [
  (sent: Due) => !(sent.due_date && sent.payment_terms_days != null),
  { message: 'send due_date or payment_terms_days, not both', path: ['due_date'] as PropertyKey[] },
] as const

export const InvoiceDraft = z
  .strictObject({ client_id, ...rest })
  .partial()
  .extend({ client_id })
  .refine(...oneDueDay)
  .meta({ id: 'InvoiceDraft' })
export const InvoiceChange = change({ client_id, ...rest })
  .refine(...oneDueDay)
  .meta({ id: 'InvoiceChange' })
export type InvoiceFields = z.output<typeof InvoiceChange>

/** What else an invoice of logged time may say; its lines and amounts follow from the time. */
const heading = z.strictObject(rest).partial().pick({
  contact_id: true,
  series_id: true,
  operation_date: true,
  due_date: true,
  payment_terms_days: true,
  po_number: true,
  buyer_reference: true,
  notes: true,
  internal_notes: true,
})

export const TimeBilling = z
  .strictObject({
    client_id: fields.client_id,
    ...heading.shape,
    project_id: id().optional().meta({ description: 'Only the time of this project' }),
    from: from(),
    to: to(),
    group_by: z
      .enum(['entry', 'task', 'project'])
      .default('task')
      .meta({ description: 'What a line stands for' }),
  })
  .refine(...inOrder)
  .refine(...notTooLong)
  .refine(...oneDueDay)
  .meta({ id: 'InvoiceTimeBilling' })
