import * as z from 'zod'
import { paymentMethods } from '../../../db/schema/invoice-payments.ts'
import {
  correctionMethods,
  correctionReasons,
  discountKinds,
  roundingModes,
} from '../../../db/schema/invoices.ts'
import { count, idOut, moment, Person } from '../../kit/fields.ts'
import {
  InvoiceKind as Kind,
  InvoiceStatus as Status,
  TaxCategory as Category,
  beforeDiscount,
  lineNet,
} from '../../shared/invoice/printed.ts'
import { InvoiceProfile } from '../../shared/invoice/profiles.ts'
import { decimalOut, minor } from '../../shared/money/fields.ts'
import { ProjectId } from '../../shared/projects.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const dayOut = () => z.iso.date().nullable()
export { Category, Kind, Status }
export const Method = z.enum(correctionMethods).meta({ id: 'CorrectionMethod' })
export const Reason = z.enum(correctionReasons).meta({ id: 'CorrectionReason' })
export const PaymentMethod = z.enum(paymentMethods).meta({ id: 'PaymentMethod' })

const amounts = {
  discount_minor: minor().meta({ description: "The document's discount, taken off the lines already" }),
  net_minor: minor().describe('Without tax, in minor units'),
  tax_minor: minor().describe('Tax, in minor units'),
  surcharge_minor: minor().describe('Equivalence surcharge, in minor units'),
  withholding_minor: minor().describe('What the client keeps back for the tax office, in minor units'),
  total_minor: minor().meta({ description: 'Net, tax and surcharge' }),
  payable_minor: minor().meta({ description: 'The total less what is withheld' }),
}
const Tax = z
  .object({
    category: Category.describe('How it is taxed'),
    rate: decimalOut().describe('In percent'),
    surcharge_rate: decimalOut().describe('Equivalence surcharge, in percent'),
    exemption_code: z.string().nullable().describe('Why no tax is due, by the code of the tax office'),
    base_minor: minor().describe('What the tax is computed on, in minor units'),
    tax_minor: minor().describe('Tax, in minor units'),
    surcharge_minor: minor().describe('Equivalence surcharge, in minor units'),
    exact: z
      .string()
      .meta({ description: 'The tax in minor units before it was rounded', example: '117714.52' }),
  })
  .meta({ id: 'InvoiceTax' })

export const InvoicePreview = z
  .object({
    currency: z.string().describe('ISO 4217, such as EUR'),
    ...amounts,
    taxes: z.array(Tax).describe('The tax per category and rate'),
    lines: z
      .array(
        z.object({
          position: count().describe('Its place among the lines'),
          net_minor: lineNet(),
          before_discount_minor: beforeDiscount(),
        }),
      )
      .describe('What each line comes to'),
  })
  .meta({ id: 'InvoicePreview' })

const Numbered = z
  .object({ id: ownId, number: z.string().nullable().describe('Its number; null for a draft') })
  .meta({ id: 'InvoiceRef' })
export const shown = {
  number: z.string().nullable().meta({ description: 'Given when it is issued', example: 'INV-2026-0001' }),
  kind: Kind.describe('An invoice, or what corrects one'),
  status: Status.describe('Where it stands'),
  overdue: z.boolean().describe('Whether it is unpaid past its due date'),
  client: z
    .object({ id: ownId, name: z.string().describe('The name of the client') })
    .meta({ id: 'ClientRef', description: 'The client that it is for' }),
  contact_id: idOut().nullable().describe('The contact that it is for'),
  project_id: ProjectId(),
  series_id: idOut().nullable().describe('The series of its number'),
  corrects: Numbered.nullable().meta({ description: 'The invoice that it corrects' }),
  correction_method: Method.nullable().describe(
    'How a correction is written: what is taken back, or what is right',
  ),
  correction_reason: Reason.nullable().describe(
    'Why it corrects another: R1 error in law, R2 insolvency, R3 bad debt, R4 other, R5 simplified invoices',
  ),
  issue_date: dayOut().describe('The day that is printed on it'),
  operation_date: dayOut().describe('When it was done, where that is another day'),
  due_date: dayOut().describe('The day on which it is to be paid'),
  payment_terms_days: z.int().nullable().describe('Days from issue until payment is due'),
  currency: z.string().meta({ description: 'ISO 4217, such as EUR', example: 'EUR' }),
  exchange_rate: decimalOut()
    .nullable()
    .describe("Units of the organization's currency for one of the document's"),
  exchange_rate_date: dayOut().meta({
    description: 'The day of that rate; null in the currency of the books',
  }),
  base_currency: z.string().meta({ description: 'The currency of the books', example: 'EUR' }),
  prices_include_tax: z.boolean().describe('Whether unit prices are gross'),
  rounding_mode: z.enum(roundingModes).describe('Where tax is rounded: per rate or per line'),
  discount: z
    .object({
      kind: z.enum(discountKinds).describe('Percent, or an amount'),
      value: decimalOut().describe('The percentage, or the amount in major units'),
    })
    .describe('Off the whole document'),
  withholding_rate: decimalOut().describe('Percent of the net that the client keeps back for the tax office'),
  ...amounts,
  paid_minor: minor().describe('Paid so far, in minor units'),
  credited_minor: minor().describe('What corrections have taken off it, in minor units'),
  outstanding_minor: minor().meta({ description: 'Payable less what was paid and credited; 0 for drafts' }),
  po_number: z.string().nullable().describe("The client's order number"),
  profile: InvoiceProfile.nullable().describe('Whose rules the electronic invoice keeps'),
  buyer_reference: z.string().nullable().describe('Of the buyer, such as a Leitweg-ID'),
  notes: z.string().nullable().describe('Printed on it'),
  internal_notes: z.string().nullable().describe('Never shown to the client'),
  issued_at: moment().nullable().describe('When it got its number'),
  sent_at: moment().nullable().describe('When it was last sent'),
  viewed_at: moment().nullable().describe('When the client first opened it'),
  cancelled_at: moment().nullable().describe('When it was cancelled'),
  cancel_reason: z.string().nullable().describe('Why it was cancelled'),
}

export const InvoiceLine = z
  .object({
    id: ownId,
    position: count().describe('Its place among the lines'),
    description: z.string().meta({ description: 'What was delivered', 'x-outside': '@line' }),
    quantity: decimalOut().describe('How many, as a decimal'),
    unit: z.string().nullable().describe('What the quantity counts, such as h'),
    unit_price: decimalOut().describe('In major units of the currency'),
    discount_percent: decimalOut().describe('Off the line, in percent'),
    tax_rate_id: idOut().nullable().describe('The tax rate of the organization that it took'),
    tax_rate: decimalOut().describe('In percent, as it was then'),
    surcharge_rate: decimalOut().nullable().describe('Equivalence surcharge, in percent'),
    category: Category.describe('How it is taxed'),
    exemption_code: z.string().nullable().describe('Why no tax is due, as the tax office numbers reasons'),
    net_minor: lineNet(),
    before_discount_minor: beforeDiscount(),
    expense_id: idOut().nullable().describe('The expense that it bills'),
    milestone_id: idOut().nullable().describe('The milestone of a contract that it bills'),
  })
  .meta({ id: 'InvoiceLine' })

export const Payment = z
  .object({
    id: ownId,
    invoice_id: idOut().describe('The invoice that was paid'),
    amount_minor: minor().describe('What was paid, in minor units'),
    currency: z.string().describe('ISO 4217, such as EUR'),
    paid_on: z.iso.date().describe('The day of the payment'),
    method: PaymentMethod.describe('How it was paid'),
    reference: z.string().nullable().describe('What the bank says about it'),
    recorded_by: Person.describe('Who recorded it'),
    created_at: createdAt,
    voided_at: moment().nullable().describe('When it was voided, as it never came'),
    voided_by: Person.nullable().describe('Who voided it'),
  })
  .meta({
    id: 'InvoicePayment',
    'x-row': 'id paid_on amount_minor currency method reference voided_at',
  })

export const detail = {
  base_tax_minor: minor()
    .nullable()
    .meta({ description: 'Tax and surcharge in the currency of the books, as printed; null for drafts' }),
  lines: z.array(InvoiceLine).describe('The lines, in order'),
  taxes: z.array(Tax).describe('The tax per category and rate'),
  payments: z.array(Payment).meta({ description: 'Voided ones too' }),
  corrections: z
    .array(
      Numbered.extend({
        status: Status.describe('Where it stands'),
        total_minor: minor().describe('Net, tax and surcharge, in minor units'),
      }),
    )
    .meta({ description: 'Invoices that correct it' }),
  register_records: z
    .array(
      z.object({
        issuer_tax_id: z.string().describe('The tax number of the issuer'),
        seq: count().describe('Its place in the chain of the issuer'),
        record_type: z.string().describe('alta for an invoice, anulacion for a cancellation'),
        hash: z.string().describe('SHA-256 of the record and the hash before it'),
        generated_at: z.string().describe('When the record was made'),
      }),
    )
    .meta({ description: 'Its records in the register' }),
  qr_url: z
    .string()
    .nullable()
    .meta({ description: "The tax agency's check of it; null where the register is internal" }),
}
