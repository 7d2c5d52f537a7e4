import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { pageOf, paging } from '../../kit/fields.ts'
import { area, read, type TransformContext, write } from '../../kit/operation.ts'
import { answer, json } from '../../kit/sql.ts'
import { requireMail } from '../../shared/mail/service.ts'
import * as queries from './queries.ts'
import * as schemas from './schemas.ts'
import { workOperations } from './work-operations.ts'

const contact = { role: 'portal' } as const

/** Records, after the response is sent, that the client has viewed it. */
function notingView(result: string, { afterResponse }: TransformContext): string {
  const { org, ...shown } = JSON.parse(result) as { org: string; id: string }
  afterResponse(sql`select app.record_portal_view(${org}, ${shown.id})`)
  return JSON.stringify(shown)
}

export default area('portal', 'Customer portal', {}, [
  write({
    id: 'openPortalSession',
    summary: 'Open a session of the portal with a link, which is used up',
    at: 'POST ~/portal/sessions',
    role: 'public',
    audit: 'portal_session.opened',
    body: schemas.LinkOpening,
    returns: schemas.Session,
    refuses: [401],
    details: 'Links that are unknown, used, expired or revoked are answered alike.',
    example: { body: { token: '{portal_link}' } },
    run: ({ body: { token }, outside }) => queries.openSession(token, outside.cell),
  }),
  write({
    id: 'requestPortalLink',
    summary: 'Ask for a link to the portal by mail',
    at: 'POST ~/portal/links',
    role: 'public',
    perMinute: 5,
    audit: 'portal_link.requested',
    body: schemas.LinkRequest,
    returns: schemas.LinkRequested,
    status: 202,
    details: 'The answer is the same whoever has the address. The link works once, within 15 minutes.',
    example: { body: { email: 'ada@example.com' } },
    run: ({ body: { email }, outside }) => [
      ...requireMail(outside.mail),
      sql`select app.request_portal_link(${email}, null)`,
      answer(json({ email: sql`${email}::text` })),
    ],
  }),
  write({
    id: 'closePortalSession',
    summary: 'End my session',
    at: 'DELETE ~/portal/sessions',
    ...contact,
    audit: 'portal_session.closed',
    status: 204,
    example: {},
    run: () => queries.closeSession(),
  }),
  read({
    id: 'getPortalMe',
    summary: 'Get who I am and what I may do',
    at: 'GET ~/portal/me',
    ...contact,
    returns: schemas.Me,
    run: () => queries.getMe(),
  }),
  read({
    id: 'listPortalTickets',
    summary: 'List the tickets of my company, newest first',
    at: 'GET ~/portal/tickets',
    ...contact,
    query: schemas.TicketFilter,
    returns: pageOf(schemas.Ticket),
    run: ({ query }) => queries.listTickets(query),
  }),
  write({
    id: 'createPortalTicket',
    summary: 'Ask for help',
    at: 'POST ~/portal/tickets',
    ...contact,
    audit: 'ticket.created',
    body: schemas.TicketDraft,
    returns: schemas.TicketDetail,
    status: 201,
    example: { body: { subject: 'The shop shows yesterday’s prices', description: 'Since this morning.' } },
    run: ({ body, id }) => queries.addTicket(id(), body),
  }),
  read({
    id: 'getPortalTicket',
    summary: 'Get a ticket of my company with what was written',
    at: 'GET ~/portal/tickets/{ticket_id}',
    ...contact,
    noun: 'ticket',
    query: schemas.MessageFilter,
    returns: schemas.TicketDetail,
    run: ({ params: { ticket_id }, query }) =>
      queries.getTicket(ticket_id, query.messages_limit, query.messages_offset),
  }),
  write({
    id: 'createPortalMessage',
    summary: 'Write in a ticket',
    at: 'POST ~/portal/tickets/{ticket_id}/messages',
    ...contact,
    audit: 'ticket_message.created',
    body: schemas.MessageDraft,
    returns: schemas.TicketDetail,
    status: 201,
    details:
      'The answer is the ticket that has the message: where this one is closed, a new one that follows it up.',
    example: { body: { body: 'Any news?' } },
    run: ({ params: { ticket_id }, body, id }) => queries.addMessage(ticket_id, id(), id(), body.body),
  }),
  write({
    id: 'ratePortalTicket',
    summary: 'Rate how a ticket was resolved, once',
    at: 'POST ~/portal/tickets/{ticket_id}/rating',
    ...contact,
    audit: 'ticket.rated',
    body: schemas.Rating,
    returns: schemas.TicketDetail,
    example: { body: { score: 5, comment: 'Quick and friendly' } },
    run: ({ params: { ticket_id }, body }) => queries.rate(ticket_id, body),
  }),
  read({
    id: 'listPortalInvoices',
    summary: 'List the invoices of my company, newest first',
    at: 'GET ~/portal/invoices',
    ...contact,
    query: z.strictObject(paging),
    returns: pageOf(schemas.Invoice),
    run: ({ query }) => queries.listInvoices(query),
  }),
  read({
    id: 'getPortalInvoice',
    summary: 'Get an invoice of my company as it was issued',
    at: 'GET ~/portal/invoices/{invoice_id}',
    ...contact,
    noun: 'invoice',
    returns: schemas.InvoiceDetail,
    transform: notingView,
    run: ({ params: { invoice_id } }) => queries.getInvoice(invoice_id),
  }),
  ...workOperations,
])
