import * as z from 'zod'
import { expenseStatuses, paymentSources } from '../../../db/schema/expenses.ts'
import {
  boolParam,
  change,
  count,
  csv,
  day,
  id,
  idOut,
  longText,
  moment,
  paging,
  Person,
  sorting,
  text,
  userParam,
} from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { bic, sepaIban } from '../../shared/sepa/fields.ts'
import {
  currencyCode,
  decimal,
  decimalOut,
  minorFrom0,
  minorFrom1,
  percent,
} from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const Status = z.enum(expenseStatuses).meta({ id: 'ExpenseStatus' })

const exchangeRate = () =>
  decimal(10, 8)
    .refine((value) => Number(value) > 0, 'must be more than 0')
    .meta({
      type: ['string', 'number'],
      description: "Units of the organization's currency for one of this; required where they differ",
      example: '1.0842',
    })

export const fields = {
  description: text(500).meta({ description: 'What was bought', example: 'Train to the fair' }),
  expense_date: day().meta({ description: 'The day on the receipt', example: '2026-01-15' }),
  supplier_id: id().nullable().meta({ description: 'Whom it was bought from' }),
  category_id: id().nullable().meta({ description: 'Its category of expenses' }),
  project_id: id().nullable().describe('The project that it was for'),
  client_id: id().nullable().meta({ description: 'Required for a billable expense' }),
  supplier_invoice_number: text(60).nullable().meta({ description: 'The number on the invoice or receipt' }),
  currency: currencyCode().meta({ description: "The organization's unless sent" }),
  net_minor: minorFrom0().meta({ description: 'Without tax; follows from total_minor unless sent' }),
  tax_minor: minorFrom0().meta({ description: 'Follows from tax_rate unless sent', example: 2100 }),
  total_minor: minorFrom1().meta({ description: 'With tax; follows from net_minor unless sent' }),
  tax_rate: percent().meta({ description: 'In percent; tax_minor follows from it' }),
  tax_deductible: z
    .boolean()
    .meta({ description: 'The tax is claimed back, so that only net_minor is spent' }),
  exchange_rate: exchangeRate(),
  payment_source: z
    .enum(paymentSources)
    .meta({ description: 'Who has paid and, if an employee, is paid back' }),
  billable: z.boolean().meta({ description: 'Is billed to the client' }),
  notes: longText(5000).nullable().meta({ description: 'For whoever approves it' }),
}

export const ExpenseDraft = z
  .strictObject({ ...fields, user_id: id().meta({ description: 'Who claims it; you unless sent' }) })
  .partial()
  .required({ description: true, expense_date: true })
  .refine(({ net_minor, total_minor }) => net_minor !== undefined || total_minor !== undefined, {
    message: 'required, or net_minor',
    path: ['total_minor'],
  })
  .meta({ id: 'ExpenseDraft' })

export const ExpenseChange = change(fields).meta({ id: 'ExpenseChange' })

export const shown = {
  user_id: idOut().describe('Who spent it'),
  base_total_minor: minorFrom1().meta({ description: "total_minor in the organization's currency" }),
  base_currency: currencyCode().meta({ description: "The organization's currency when it was written" }),
  status: Status.describe('How far it has come on its way to payment'),
  submitted_at: moment().nullable().meta({ description: 'When it was last submitted' }),
  approved_by: idOut().nullable().meta({ description: 'The member who approved it' }),
  approved_at: moment().nullable().meta({ description: 'When it was approved' }),
  rejected_by: idOut().nullable().meta({ description: 'The member who rejected it' }),
  rejection_reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  paid_on: z.iso.date().nullable().meta({ description: 'The day on which it was paid' }),
  created_by: idOut().describe('Who entered it'),
}
/** Computed fields of the response. */
export const Computed = {
  tax_rate: decimalOut()
    .nullable()
    .meta({ description: 'In percent; null where the tax was sent as an amount' }),
  exchange_rate: decimalOut().meta({
    description: "Units of the organization's currency for one of this",
    example: '1.0842',
  }),
  user: Person.describe('Who spent it'),
  receipts: count().meta({ description: 'Files attached to it' }),
  billed_invoice_id: idOut().nullable().meta({ description: 'The invoice that bills it to the client' }),
}

export const PossibleDuplicate = z
  .object({
    id: ownId,
    description: z.string().describe('What was bought'),
    expense_date: fields.expense_date,
    user_id: idOut().describe('Who spent it'),
    supplier_id: fields.supplier_id,
    status: Status.describe('How far it has come'),
  })
  .meta({ id: 'PossibleExpenseDuplicate', 'x-row': 'id description' })

export const ExpenseFilter = z
  .strictObject({
    status: csv(Status).optional(),
    user_id: csv(userParam())
      .optional()
      .meta({ type: 'string', description: 'Only of these claimants, separated by commas; `me` too' }),
    category_id: id().optional().meta({ description: 'Only of this category' }),
    supplier_id: id().optional().meta({ description: 'Only of this supplier' }),
    project_id: id().optional().describe('Only for this project'),
    client_id: id().optional().describe('Only for this client'),
    billable: boolParam()
      .optional()
      .meta({ type: 'boolean', description: 'Only billable ones, or only the others' }),
    q: text(100).optional().meta({ description: 'Part of the description or of the invoice number' }),
    from: from().optional().meta({ description: 'Spent on this day or later', example: '2026-01-01' }),
    to: to().optional().meta({ description: 'Spent on this day or earlier', example: '2026-12-31' }),
    ...paging,
    sort: sorting(['expense_date', 'created_at', 'description', 'status'], '-expense_date'),
  })
  .refine(...inOrder)

export const Totals = z.object({
  totals: z
    .array(
      z.object({
        currency: z.string().meta({ description: 'ISO 4217, such as EUR', example: 'EUR' }),
        count: count().describe('How many expenses'),
        net_minor: minorFrom0().meta({ description: 'Without tax' }),
        tax_minor: minorFrom0().meta({ description: 'The tax' }),
        total_minor: minorFrom0().meta({ description: 'With tax' }),
      }),
    )
    .describe('Sums per currency of all that the filters let through'),
}).shape

export const Rejection = z
  .strictObject({
    reason: text(500).meta({ description: 'Told to the claimant', example: 'The receipt is missing' }),
  })
  .meta({ id: 'ExpenseRejection' })
export const Payment = z
  .strictObject({
    paid_on: day().optional().meta({ description: 'Today unless sent', example: '2026-02-01' }),
  })
  .meta({ id: 'ExpensePayment' })

export const ExportFilter = z
  .strictObject({ from: from(), to: to(), status: csv(Status).optional() })
  .refine(...inOrder)
  .refine(...notTooLong)
export const Export = z
  .object({
    filename: z
      .string()
      .meta({ description: 'Name of the file', example: 'expenses-2026-01-01-2026-03-31.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'ExpenseExport' })

export const categoryFields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Travel' }),
  parent_id: id().nullable().meta({ description: 'The category that it is a part of' }),
  account_code: text(20).nullable().meta({ description: 'The account in the books', example: '6290' }),
}
export const CategoryChange = change({
  ...categoryFields,
  archived: z.boolean().meta({ description: 'Archived categories take no new expenses' }),
}).meta({ id: 'ExpenseCategoryChange' })

export const PaymentOrder = z
  .strictObject({
    debtor_iban: sepaIban().optional().meta({
      description: 'The account that pays; issuer_iban of the settings of the invoice register unless sent',
      example: 'ES9121000418450200051332',
    }),
    debtor_bic: bic().optional().meta({ description: 'Its bank', example: 'CAIXESBBXXX' }),
    execution_date: day()
      .optional()
      .meta({ description: 'When the bank is asked to pay; today unless sent' }),
    expense_ids: z
      .array(id())
      .min(1, 'must not be empty')
      .max(200, 'at most 200 expenses')
      .optional()
      .meta({ description: 'Only these; all that are approved unless sent' }),
  })
  .meta({ id: 'ExpensePaymentOrder' })
export const PaymentFile = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'payments-2026-03-02.xml' }),
    content_type: z.literal('application/xml').describe('Media type of the file'),
    content: z.string().nullable().meta({ description: 'pain.001.001.09; null where nothing can be paid' }),
    execution_date: day().meta({ description: 'When the bank is asked to pay', example: '2026-03-02' }),
    total_minor: minorFrom0().meta({ description: 'What is paid, in cents of a euro' }),
    expense_ids: z.array(idOut()).meta({ description: 'The expenses that it pays' }),
    left_out: z
      .array(
        z.object({
          expense_id: idOut().meta({ description: 'The expense' }),
          description: z.string().describe('What was bought'),
          reason: z
            .string()
            .meta({ description: 'Why it is not in the file', example: 'its supplier has no IBAN' }),
        }),
      )
      .meta({ description: 'Approved expenses that it does not pay' }),
  })
  .meta({ id: 'ExpensePaymentFile' })
