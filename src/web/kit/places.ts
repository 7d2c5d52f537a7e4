import type { OperationId } from './operations.ts'

/** A page that the side bar leads to. */
export type Place = {
  name: string
  /** Its address below that of the organization. */
  path: string
  /** What it shows is read by this operation: who may not call it does not see the place. */
  reads: OperationId
  /** Addresses of the pages that belong to it. */
  also?: string[]
}
type Group = { name: string; places: Place[] }

/** The pages of an organization by what they are about, in the order of the side bar. */
export const groups: Group[] = [
  {
    name: 'Work',
    places: [
      { name: 'Projects', path: '', reads: 'listProjects', also: ['/projects/', '/tasks/'] },
      { name: 'Documents', path: '/documents', reads: 'listDocuments', also: ['/documents/'] },
      { name: 'Roadmap', path: '/roadmap', reads: 'getRoadmap' },
    ],
  },
  {
    name: 'Customers',
    places: [
      { name: 'Tickets', path: '/tickets', reads: 'listTickets' },
      { name: 'Deals', path: '/deals', reads: 'listDeals', also: ['/deals/'] },
      { name: 'Leads', path: '/leads', reads: 'listLeads', also: ['/leads/'] },
      { name: 'Clients', path: '/clients', reads: 'listClients', also: ['/clients/'] },
    ],
  },
  {
    name: 'Money',
    places: [
      { name: 'Invoices', path: '/invoices', reads: 'listInvoices', also: ['/invoices/'] },
      { name: 'Contracts', path: '/contracts', reads: 'listContracts', also: ['/contracts/'] },
      { name: 'Expenses', path: '/expenses', reads: 'listExpenses', also: ['/expenses/'] },
      { name: 'Suppliers', path: '/suppliers', reads: 'listSuppliers', also: ['/suppliers/'] },
    ],
  },
  {
    name: 'Settings',
    places: [
      { name: 'Organization', path: '/settings', reads: 'updateOrganization' },
      { name: 'Invoicing', path: '/invoicing', reads: 'updateInvoiceRegisterSettings' },
      { name: 'Tax rates', path: '/tax-rates', reads: 'createTaxRate' },
      { name: 'Numbers of invoices', path: '/invoice-series', reads: 'createInvoiceSeries' },
      { name: 'Categories of expenses', path: '/expense-categories', reads: 'createExpenseCategory' },
      { name: 'Pipelines', path: '/pipelines', reads: 'createPipeline' },
      { name: 'Mailboxes', path: '/mailboxes', reads: 'listMailboxes' },
      { name: 'Assignment rules', path: '/assignment-rules', reads: 'createAssignmentRule' },
      { name: 'Service levels', path: '/service-levels', reads: 'createSlaPolicy' },
      { name: 'Canned responses', path: '/canned-responses', reads: 'createCannedResponse' },
      { name: 'Tags', path: '/tags', reads: 'listTags' },
      { name: 'Audit log', path: '/audit', reads: 'listAuditLog' },
    ],
  },
]

/** What can be created from everywhere: the page with its form. */
export const creations: Place[] = [
  { name: 'Ticket', path: '/tickets?new=yes', reads: 'createTicket' },
  { name: 'Client', path: '/clients?new=yes', reads: 'createClient' },
  { name: 'Lead', path: '/leads?new=yes', reads: 'createLead' },
  { name: 'Deal', path: '/deals?new=yes', reads: 'createDeal' },
  { name: 'Invoice', path: '/invoices?new=yes', reads: 'createInvoice' },
  { name: 'Expense', path: '/expenses?new=yes', reads: 'createExpense' },
  { name: 'Project', path: '?new=project', reads: 'createProject' },
  { name: 'Document', path: '/documents?new=yes', reads: 'createDocument' },
]
