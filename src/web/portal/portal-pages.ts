import type { Page } from '../kit/visit.ts'

const portal = () => import('./portal.tsx')
const tickets = () => import('./portal-tickets.tsx')
const ticket = () => import('./portal-ticket.tsx')
const rating = () => import('./ticket-rating.tsx')
const projects = () => import('./portal-projects.tsx')
const contracts = () => import('./portal-contracts.tsx')
const invoices = () => import('./portal-invoices.tsx')

/** The pages of customers, who sign in with a link and have no account. */
export const portalPages: Record<string, () => Promise<Page>> = {
  'GET /portal': async () => (await portal()).showPortalHome,
  'POST /portal': async () => (await import('./portal-link-request.tsx')).requestLink,
  'GET /portal/open': async () => (await portal()).showOpenLink,
  'POST /portal/open': async () => (await portal()).openPortal,
  'POST /portal/sign-out': async () => (await portal()).signOut,
  'GET /portal/tickets': async () => (await tickets()).showTickets,
  'GET /portal/tickets/new': async () => (await import('./portal-new.tsx')).showNewTicket,
  'POST /portal/tickets/new': async () => (await import('./portal-new.tsx')).createTicket,
  'GET /portal/tickets/:id': async () => (await ticket()).showTicket,
  'POST /portal/tickets/:id': async () => (await ticket()).reply,
  'GET /ticket-rating/:token': async () => (await rating()).showRating,
  'POST /ticket-rating/:token/rating': async () => (await rating()).sendRating,
  'POST /portal/tickets/:id/rating': async () => (await ticket()).rate,
  'GET /portal/tickets/:id/files/:file': async () => (await ticket()).downloadFile,
  'GET /portal/invoices': async () => (await invoices()).showInvoices,
  'GET /portal/invoices/:id': async () => (await invoices()).showInvoice,
  'GET /portal/invoices/:id/files/:format': async () => (await invoices()).downloadInvoice,
  'GET /portal/projects': async () => (await projects()).showProjects,
  'GET /portal/projects/:id': async () => (await projects()).showProject,
  'GET /portal/contracts': async () => (await contracts()).showContracts,
  'GET /portal/contracts/:id': async () => (await contracts()).showContract,
}
