import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { invoiceLinks } from '../../../db/schema/invoice-payments.ts'
import { pageOf, paging } from '../../kit/fields.ts'
import { read, type TransformContext, write } from '../../kit/operation.ts'
import { answer, inOrg, json, page, type Ref, ensure, shape, ensureFields } from '../../kit/sql.ts'
import { targetOf, referencesIn } from '../../kit/targets.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { fileUrl, linkHolder } from '../../shared/files/links.ts'
import { type FileFormat, type Printed, requireExpressible } from '../../shared/invoice/files.ts'
import {
  FileFilter,
  InvoiceFile,
  InvoiceLink,
  InvoiceSending,
  InvoiceSent,
  SharedInvoice,
  defaultDays,
} from './sending-schemas.ts'
import { invoices } from '../../../db/schema/invoices.ts'
import { contactOf } from './queries.ts'

export const linkTarget = targetOf(invoiceLinks, { noun: 'link' })
const link = shape(InvoiceLink, invoiceLinks, {})
const fileMinutes = 5

type FileRequest = { format: FileFormat; org: string; user: string; id: string; document: Printed }
/** Signs a link to the file; rejects invoices that the format cannot express. */
function withDownloadUrl(result: string, context: TransformContext): string {
  const { format, org, user, id, document } = JSON.parse(result) as FileRequest
  requireExpressible(document, format)
  const until = new Date(context.now.getTime() + fileMinutes * 60_000).toISOString()
  const download_url = fileUrl(context, { use: 'INVOICE', org, file: `${id}.${format}`, user, until })
  return JSON.stringify({ download_url, expires_at: until })
}

/** Records, after the response is sent, that the client has viewed it. */
function notingView(result: string, { afterResponse }: TransformContext): string {
  const { link_id, ...rest } = JSON.parse(result) as { link_id: string }
  afterResponse(sql`select app.record_invoice_view(${link_id})`)
  return JSON.stringify(rest)
}

const requireLinkOfInvoice = (invoice: Ref, id: Ref) =>
  ensure(
    sql`exists (select from ${invoiceLinks} where ${inOrg(invoiceLinks)} and ${invoiceLinks.id} = ${id}
    and ${invoiceLinks.invoice_id} = ${invoice})`,
    'WM404',
    'link not found',
  )

export const sendingOperations = [
  write({
    id: 'sendInvoice',
    summary: 'Send an invoice: a link that needs no account, and a mail with it',
    details:
      'The mail about an invoice that is unpaid past its due date is a reminder. Each sending makes a link of its own, which works until it expires or is revoked. Where no mail ' +
      'goes out, `mailed_to` is null and the url is for you to pass on.',
    at: 'POST /invoices/{invoice_id}/send',
    partOf: [
      {
        tool: 'issue_invoice',
        argument: 'send',
        is: true,
        says: 'Mails it then; one issued before is mailed again, as a reminder if it is late',
        order: 'resumes',
      },
    ],
    role: 'manager',
    asks: { about: 'outside' },
    audit: 'invoice.sent',
    body: InvoiceSending,
    returns: InvoiceSent,
    response: { shownOnce: 'url' },
    status: 201,
    example: { body: { email: 'ada@example.com' } },
    run: ({ params: { invoice_id }, body, id: nextId, settings, outside }) => {
      const [linkId, token] = [nextId(), makeToken('svc_doc_', outside.cell)]
      const days = body.expires_in_days ?? defaultDays
      const client = sql`(select ${invoices.client_id} from ${invoices} where ${inOrg(invoices)} and ${invoices.id} = ${invoice_id})`
      return [
        ...ensureFields(referencesIn({ contact_id: contactOf(client) }, body)),
        sql`select set_config('app.mailed_to', coalesce(app.send_invoice(${invoice_id}, ${linkId}, decode(${hashOf(token)}, 'hex'), ${days},
          ${body.contact_id ?? null}, ${body.email ?? null}, ${outside.mail.missing === null}), ''), true)`,
        answer(
          sql`(select ${json({
            id: invoiceLinks.id,
            expires_at: invoiceLinks.expires_at,
            revoked_at: invoiceLinks.revoked_at,
            created_at: invoiceLinks.created_at,
            url: sql`${`${settings.webUrl}/invoice/${token}`}::text`,
            mailed_to: sql`nullif(current_setting('app.mailed_to', true), '')`,
            not_mailed: sql`nullif(current_setting('app.not_mailed', true), '')`,
          })} from ${invoiceLinks} where ${inOrg(invoiceLinks)} and ${invoiceLinks.id} = ${linkId})`,
        ),
      ]
    },
  }),
  read({
    id: 'listInvoiceLinks',
    summary: 'List the links by which an invoice was sent',
    at: 'GET /invoices/{invoice_id}/links',
    role: 'manager',
    query: z.strictObject(paging),
    returns: pageOf(InvoiceLink),
    run: ({ params: { invoice_id }, query }) =>
      page({ ...query, sort: [{ key: 'created_at', descending: true }] }, link, {
        where: sql`${inOrg(invoiceLinks)} and ${invoiceLinks.invoice_id} = ${invoice_id}`,
        sorts: { created_at: invoiceLinks.created_at },
      }),
  }),
  write({
    id: 'revokeInvoiceLink',
    summary: 'Revoke a link, so that it opens nothing any more',
    at: 'DELETE /invoices/{invoice_id}/links/{link_id}',
    role: 'manager',
    audit: 'invoice.link_revoked',
    status: 204,
    example: {},
    run: ({ params: { invoice_id, link_id } }) => [
      requireLinkOfInvoice(invoice_id, link_id),
      sql`update ${invoiceLinks} set revoked_at = coalesce(revoked_at, now()) where ${inOrg(invoiceLinks)} and ${invoiceLinks.id} = ${link_id}`,
    ],
  }),
  read({
    id: 'getInvoiceFile',
    summary: 'Get a link to an invoice as PDF, Factur-X or UBL',
    at: 'GET /invoices/{invoice_id}/file',
    role: 'manager',
    query: FileFilter,
    returns: InvoiceFile,
    refuses: [409],
    transform: withDownloadUrl,
    run: ({ params: { invoice_id }, query: { format } }) =>
      answer(
        json({
          format: sql`${format}::text`,
          org: sql`app.org_id()`,
          user: linkHolder,
          id: sql`${invoice_id}::uuid`,
          document: sql`app.invoice_document(${invoice_id})`,
        }),
      ),
  }),
  read({
    id: 'getSharedInvoice',
    summary: 'Show an invoice to whoever holds a link to it',
    at: 'GET ~/shared-invoices/{token}',
    role: 'public',
    byToken: { kind: 'svc_doc_', noun: 'invoice' },
    returns: SharedInvoice,
    transform: notingView,
    run: ({ params: { token } }) => answer(sql`app.shared_invoice(${token})`),
  }),
]
