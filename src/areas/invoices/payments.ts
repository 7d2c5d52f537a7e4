import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { invoicePayments } from '../../../db/schema/invoice-payments.ts'
import { invoices } from '../../../db/schema/invoices.ts'
import { inOrg, json, one, page, type Ref, ensure, shape } from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { type PaymentDraft, PaymentMade } from './action-schemas.ts'
import { Payment } from './schemas.ts'

export const payment = shape(Payment, invoicePayments, {
  recorded_by: person(invoicePayments.created_by),
  voided_by: person(invoicePayments.voided_by),
})

export const listPayments = (id: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'paid_on', descending: false }] }, payment, {
    where: sql`${inOrg(invoicePayments)} and ${invoicePayments.invoice_id} = ${id}`,
    sorts: { paid_on: invoicePayments.paid_on },
  })

const paymentMade = shape(PaymentMade, invoicePayments, {
  recorded_by: person(invoicePayments.created_by),
  voided_by: person(invoicePayments.voided_by),
  invoice: sql`(select ${json({
    id: invoices.id,
    status: invoices.status,
    paid_minor: invoices.paid_minor,
    outstanding_minor: invoices.outstanding_minor,
    version: invoices.version,
  })} from ${invoices} where ${inOrg(invoices)} and ${invoices.id} = ${invoicePayments.invoice_id})`,
})

export const recordPayment = (id: Ref, newId: string, body: z.output<typeof PaymentDraft>) => [
  sql`select app.record_payment(${id}, ${newId}, ${body.amount_minor}, ${body.paid_on}, ${body.method},
    ${body.reference ?? null}, ${body.idempotency_key ?? null})`,
  one(
    paymentMade,
    sql`${inOrg(invoicePayments)} and (${invoicePayments.id} = ${newId}
      or ${invoicePayments.idempotency_key} = ${body.idempotency_key ?? null})`,
  ),
]

export const voidPayment = (id: Ref, payment: Ref) => [
  ensure(
    sql`exists (select from ${invoicePayments} where ${inOrg(invoicePayments)} and ${invoicePayments.id} = ${payment}
    and ${invoicePayments.invoice_id} = ${id})`,
    'WM404',
    'payment not found',
  ),
  sql`select app.void_payment(${id}, ${payment})`,
]
