import type { Page } from './kit/visit.ts'

const sharedInvoice = () => import('./invoices/shared-invoice.tsx')
const tickets = () => import('./support/tickets.tsx')
const ticket = () => import('./support/ticket.tsx')
const mails = () => import('./support/mails.tsx')

/** The pages of customers and finance. */
export const businessPages: Record<string, () => Promise<Page>> = {
  'GET /invoice/:token': async () => (await sharedInvoice()).showSharedInvoice,
  'GET /invoice/:token/files/:format': async () => (await sharedInvoice()).downloadSharedInvoice,
  'GET /organizations/:slug/tickets': async () => (await tickets()).showTickets,
  'POST /organizations/:slug/tickets': async () => (await tickets()).createTicket,
  'GET /organizations/:slug/tickets/new': async () => (await tickets()).showNewTicket,
  'GET /organizations/:slug/tickets/:number': async () => (await ticket()).showTicket,
  'POST /organizations/:slug/tickets/:number/files': async () => (await ticket()).attachToTicket,
  'GET /organizations/:slug/tickets/:number/files/:id': async () =>
    (await import('./support/ticket-actions.ts')).showTicketFile,
  'POST /organizations/:slug/tickets/:number/:action': async () => (await ticket()).actOnTicket,
  'GET /organizations/:slug/mails': async () => (await mails()).showMails,
  'GET /organizations/:slug/mails/:id': async () => (await mails()).showMail,
  'POST /organizations/:slug/mails/:id/rescue': async () => (await mails()).rescueMail,
}
