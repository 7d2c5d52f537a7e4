import { ordered } from '../../shared/day-range.ts'
import { ofProject } from '../../shared/projects.ts'
import { sql } from 'drizzle-orm'
import { invoicePayments } from '../../../db/schema/invoice-payments.ts'
import { invoices, invoiceStatuses } from '../../../db/schema/invoices.ts'
import { boolParam, csv, day, id, pageOf, paging, text } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { any } from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import * as z from 'zod'
import { exportInvoices } from './exporting.ts'
import * as payments from './payments.ts'
import * as queries from './queries.ts'
import { InvoiceChange, InvoiceDraft, TimeBilling } from './draft-schemas.ts'
import {
  CreditNoteDraft,
  InvoiceCancel,
  InvoiceCopy,
  InvoiceIssue,
  PaymentDraft,
  PaymentMade,
} from './action-schemas.ts'
import { InvoicePreview, Kind, Payment } from './schemas.ts'
import { linkTarget, sendingOperations } from './sending.ts'
import { series, seriesOperations } from './series.ts'
import { taxRate, taxRateOperations } from './tax-rates.ts'

const { invoice } = queries
const example = {
  client_id: '{client_id}',
  lines: [{ description: 'Design of the new site', quantity: '16', unit_price: '348.35', tax_rate: '21' }],
}
const statuses = ([...requested]: string[]) =>
  any(
    sql`${invoices.status} = any(${`{${requested.filter((status) => status !== 'overdue').join(',')}}`}::text[])`,
    ...(requested.includes('overdue') ? [queries.overdue] : []),
  )

export default area(
  'invoices',
  'Invoices',
  {
    invoice_id: invoice.target,
    link_id: linkTarget,
    payment_id: targetOf(invoicePayments, { noun: 'payment' }),
    series_id: series.target,
    tax_rate_id: taxRate.target,
  },
  [
    invoice.list('listInvoices', 'List invoices, the newest first', {
      role: 'manager',
      tool: 'list_invoices',
      check: (query) =>
        query.refine(...ordered('issue_date_from', 'issue_date_to')).refine(...ordered('due_from', 'due_to')),
      filter: {
        status: [csv(z.enum([...invoiceStatuses, 'overdue'])), statuses],
        client_id: [
          id().describe('Only for this client'),
          (client: string) => sql`${invoices.client_id} = ${client}`,
        ],
        project_id: [
          id().describe('Only for this project'),
          (project: string) => ofProject(invoices.project_id, project),
        ],
        kind: [Kind.describe('Only of this kind'), (kind: string) => sql`${invoices.kind} = ${kind}`],
        issue_date_from: [
          day().meta({ description: 'Issued on this day or later' }),
          (from: string) => sql`${invoices.issue_date} >= ${from}`,
        ],
        issue_date_to: [
          day().meta({ description: 'Issued on this day or earlier' }),
          (to: string) => sql`${invoices.issue_date} <= ${to}`,
        ],
        due_from: [
          day().meta({ description: 'Due on this day or later' }),
          (from: string) => sql`${invoices.due_date} >= ${from}`,
        ],
        due_to: [
          day().meta({ description: 'Due on this day or earlier' }),
          (to: string) => sql`${invoices.due_date} <= ${to}`,
        ],
        unpaid: [
          boolParam().meta({ description: 'Whether something is outstanding' }),
          (unpaid: boolean) => sql`(${invoices.outstanding_minor} > 0) = ${unpaid}`,
        ],
        q: [
          text(120).meta({ description: 'A part of the number, the order number or the name of the client' }),
          queries.matching,
        ],
      },
      sorts: {
        created_at: invoices.created_at,
        issue_date: invoices.issue_date,
        due_date: invoices.due_date,
        number: invoices.number,
        total_minor: invoices.total_minor,
        outstanding_minor: invoices.outstanding_minor,
        client: queries.clientName,
      },
      sort: '-created_at',
    }),
    write({
      id: 'createInvoice',
      summary: 'Draft an invoice',
      details:
        'Totals after EN 16931: lines are rounded, the discount of the document is shared out to them, tax is computed per ' +
        'category and rate (or per line). Half a minor unit is rounded away from zero. It gets its number when it is issued.',
      at: 'POST /invoices',
      role: 'manager',
      tool: 'create_invoice',
      audit: 'invoice.created',
      body: InvoiceDraft,
      returns: invoice.Detail,
      status: 201,
      example: { body: example },
      run: ({ body, id: nextId }) => queries.createInvoice(nextId(), body),
    }),
    read({
      id: 'previewInvoice',
      summary: 'Compute the totals of an invoice without making one',
      at: 'POST /invoices/preview',
      role: 'manager',
      body: InvoiceDraft,
      returns: InvoicePreview,
      example: { body: example },
      run: ({ body }) => queries.previewInvoice(body),
    }),
    exportInvoices,
    write({
      id: 'createInvoiceFromTime',
      summary: 'Draft an invoice of the billable time of a client that is not billed yet',
      details:
        'Time with an hourly rate, in hours. It counts as billed until the draft is deleted, its lines are replaced or the invoice ' +
        'is cancelled.',
      at: 'POST /invoices/from-time-entries',
      partOf: [
        {
          tool: 'create_invoice',
          argument: 'unbilled',
          says: 'Instead of lines: the time of the client in these days that no invoice bills yet',
          order: 'instead',
          takes: ['project_id', 'from', 'to', 'group_by'],
          given: { client_id: '{client_id}' },
        },
      ],
      role: 'manager',
      audit: 'invoice.created',
      body: TimeBilling,
      returns: invoice.Detail,
      status: 201,
      example: {
        body: { client_id: '{billed_client_id}', from: '2026-01-01', to: '2026-01-31', group_by: 'task' },
      },
      run: ({ body, id: nextId }) => queries.billTime(nextId(), body),
    }),
    invoice.find('getInvoice', 'Get an invoice with its lines, taxes, payments and corrections', {
      role: 'manager',
      tool: 'get_invoice',
    }),
    write({
      id: 'updateInvoice',
      summary: 'Change a draft, or the internal notes, project and due date of an issued invoice',
      details: 'Lines that are sent replace all lines.',
      at: 'PATCH /invoices/{invoice_id}',
      role: 'manager',
      tool: 'update_invoice',
      audit: 'invoice.updated',
      body: InvoiceChange,
      returns: invoice.Detail,
      example: { body: { notes: 'Thank you.' } },
      run: ({ params: { invoice_id }, body }) => queries.changeInvoice(invoice_id, body),
    }),
    write({
      id: 'deleteInvoice',
      summary: 'Delete a draft; what it billed can be billed again',
      at: 'DELETE /invoices/{invoice_id}',
      role: 'manager',
      tool: 'delete_invoice',
      audit: 'invoice.deleted',
      status: 204,
      example: {},
      run: ({ params: { invoice_id } }) => queries.deleteInvoice(invoice_id),
    }),
    write({
      id: 'issueInvoice',
      summary: 'Issue an invoice: number, date, and its record in the register',
      details:
        'Numbers of a series follow without gaps, in the order of days. Issuer and client are kept as they are now.',
      at: 'POST /invoices/{invoice_id}/issue',
      role: 'manager',
      tool: 'issue_invoice',
      asks: { about: 'outside' },
      audit: 'invoice.issued',
      body: InvoiceIssue,
      returns: invoice.Detail,
      example: { body: {} },
      run: ({ params: { invoice_id }, body }) => queries.issueInvoice(invoice_id, body),
    }),
    write({
      id: 'cancelInvoice',
      summary: 'Cancel an invoice that should never have existed',
      details:
        'Only where nothing was paid or corrected. Its number stays used; whatever else is wrong is for a credit note.',
      at: 'POST /invoices/{invoice_id}/cancel',
      role: 'admin',
      tool: 'cancel_invoice',
      audit: 'invoice.cancelled',
      body: InvoiceCancel,
      returns: invoice.Detail,
      example: { body: { reason: 'Issued to the wrong client' } },
      run: ({ params: { invoice_id }, body: { reason } }) => [
        sql`select app.cancel_invoice(${invoice_id}, ${reason})`,
        invoice.get(invoice_id),
      ],
    }),
    write({
      id: 'createCreditNote',
      summary: 'Draft a correction of an issued invoice',
      details:
        'With the method difference the lines say what is taken back, in positive quantities; with substitution they are the ' +
        'right ones in full. The corrected invoice is credited when the draft is issued.',
      at: 'POST /invoices/{invoice_id}/credit-notes',
      role: 'manager',
      tool: 'create_credit_note',
      audit: 'invoice.corrected',
      body: CreditNoteDraft,
      returns: invoice.Detail,
      status: 201,
      example: { body: { notes: 'The work was not done.', reason: 'R1', method: 'difference', full: true } },
      run: ({ params: { invoice_id }, body, id: nextId }) =>
        queries.createCreditNote(invoice_id, nextId(), body),
    }),
    write({
      id: 'duplicateInvoice',
      summary: "Copy an invoice as a new draft, at today's tax rates",
      at: 'POST /invoices/{invoice_id}/duplicate',
      role: 'manager',
      audit: 'invoice.created',
      body: InvoiceCopy,
      returns: invoice.Detail,
      status: 201,
      example: { body: { client_id: '{client_id}' } },
      run: ({ params: { invoice_id }, body, id: nextId }) => queries.copyInvoice(invoice_id, nextId(), body),
    }),
    read({
      id: 'listInvoicePayments',
      summary: 'List the payments of an invoice, voided ones too',
      at: 'GET /invoices/{invoice_id}/payments',
      role: 'manager',
      tool: 'list_invoice_payments',
      query: z.strictObject(paging),
      returns: pageOf(Payment),
      run: ({ params: { invoice_id }, query }) => payments.listPayments(invoice_id, query),
    }),
    write({
      id: 'recordInvoicePayment',
      summary: 'Record a payment of an invoice',
      at: 'POST /invoices/{invoice_id}/payments',
      role: 'manager',
      tool: 'record_invoice_payment',
      audit: 'invoice.paid',
      body: PaymentDraft,
      returns: PaymentMade,
      status: 201,
      example: {
        body: {
          reference: 'Transfer 4711',
          amount_minor: 10_000,
          paid_on: '2026-01-15',
          method: 'bank_transfer',
        },
      },
      run: ({ params: { invoice_id }, body, id: nextId }) =>
        payments.recordPayment(invoice_id, nextId(), body),
    }),
    write({
      id: 'deleteInvoicePayment',
      summary: 'Void a payment, which is kept as void',
      at: 'DELETE /invoices/{invoice_id}/payments/{payment_id}',
      role: 'admin',
      tool: 'delete_invoice_payment',
      audit: 'invoice.payment_voided',
      status: 204,
      example: {},
      run: ({ params: { invoice_id, payment_id } }) => payments.voidPayment(invoice_id, payment_id),
    }),
    ...sendingOperations,
    ...seriesOperations,
    ...taxRateOperations,
  ],
)
