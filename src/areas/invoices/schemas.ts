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

const dayOut = () => z.iso.date().nullable()
export { Category, Kind, Status }
export const Method = z.enum(correctionMethods).meta({ id: 'CorrectionMethod' })
export const Reason = z.enum(correctionReasons).meta({ id: 'CorrectionReason' })
export const PaymentMethod = z.enum(paymentMethods).meta({ id: 'PaymentMethod' })

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
    lines: z.array(
      z.object({ position: count(), net_minor: lineNet(), before_discount_minor: beforeDiscount() }),
    ),
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
  project_id: ProjectId(),
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
  exchange_rate_date: dayOut().meta({
    description: 'The day of that rate; null in the currency of the books',
  }),
  base_currency: z.string().meta({ description: 'The currency of the books', example: 'EUR' }),
  prices_include_tax: z.boolean(),
  rounding_mode: z.enum(roundingModes),
  discount: z.object({ kind: z.enum(discountKinds), value: decimalOut() }),
  withholding_rate: decimalOut(),
  ...amounts,
  paid_minor: minor(),
  credited_minor: minor(),
  outstanding_minor: minor().meta({ description: 'Payable less what was paid and credited; 0 for drafts' }),
  po_number: z.string().nullable(),
  profile: InvoiceProfile.nullable(),
  buyer_reference: z.string().nullable(),
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
    net_minor: lineNet(),
    before_discount_minor: beforeDiscount(),
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
  base_tax_minor: minor()
    .nullable()
    .meta({ description: 'Tax and surcharge in the currency of the books, as printed; null for drafts' }),
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
