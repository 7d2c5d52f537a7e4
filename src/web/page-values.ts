import type { PageValue } from './kit/page.tsx'

/** The pages by their addresses, imported on first use. Each takes its forms at its own address. */
export const pageValues: Record<string, () => Promise<{ default: PageValue }>> = {
  '/organizations/:slug/clients': () => import('./clients/clients.tsx'),
  '/clients/:id': () => import('./clients/client.tsx'),
  '/organizations/:slug/leads': () => import('./leads/leads.tsx'),
  '/leads/:id': () => import('./leads/lead.tsx'),
  '/organizations/:slug/deals': () => import('./deals/deals.tsx'),
  '/organizations/:slug/pipelines': () => import('./pipelines/pipelines.tsx'),
  '/organizations/:slug/tags': () => import('./tags/tags.tsx'),
  '/tasks/:key': () => import('./tasks/task.tsx'),
  '/projects/:key/settings': () => import('./projects/settings.tsx'),
  '/projects/:key/sprints': () => import('./sprints/sprints.tsx'),
  '/organizations/:slug/mailboxes': () => import('./support/mailboxes.tsx'),
  '/organizations/:slug/assignment-rules': () => import('./support/assignment-rules.tsx'),
  '/organizations/:slug/canned-responses': () => import('./support/canned-responses.tsx'),
  '/organizations/:slug/service-levels': () => import('./sla/service-levels.tsx'),
  '/organizations/:slug/contracts': () => import('./contracts/contracts.tsx'),
  '/contracts/:id': () => import('./contracts/contract.tsx'),
  '/deals/:id': () => import('./deals/deal.tsx'),
  '/organizations/:slug/expenses': () => import('./expenses/expenses.tsx'),
  '/expenses/:id': () => import('./expenses/expense.tsx'),
  '/organizations/:slug/invoices': () => import('./invoices/invoices.tsx'),
  '/invoices/:id': () => import('./invoices/invoice.tsx'),
}
