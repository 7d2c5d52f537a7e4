import type { IconName } from './icons.tsx'
import type { OperationId } from './operations.ts'

/** A page that the side bar leads to. */
export type NavigationItem = {
  name: string
  icon: IconName
  /** Its address below that of the organization. */
  path: string
  /** What it shows is read by this operation: who may not call it does not see the item. */
  reads: OperationId
  /** Addresses of the pages that belong to it. */
  also?: string[]
}
type Group = { name: string; items: NavigationItem[] }

/** The pages of an organization by what they are about, in the order of the side bar. */
export const navigation: Group[] = [
  {
    name: 'Work',
    items: [
      {
        name: 'Projects',
        icon: 'projects',
        path: '',
        reads: 'listProjects',
        also: ['/projects/', '/tasks/'],
      },
      {
        name: 'Documents',
        icon: 'documents',
        path: '/documents',
        reads: 'listDocuments',
        also: ['/documents/'],
      },
      {
        name: 'Shared with us',
        icon: 'departments',
        path: '/shared',
        reads: 'listSharedProjects',
        also: ['/organizations/:slug/shared/', '/organizations/:slug/shared-invitation/'],
      },
      {
        name: 'Meetings',
        icon: 'calendar',
        path: '/meetings',
        reads: 'listMeetings',
        also: ['/meetings/'],
      },
      { name: 'Roadmap', icon: 'roadmap', path: '/roadmap', reads: 'getRoadmap' },
      { name: 'Figures', icon: 'figures', path: '/figures', reads: 'listBiSources', also: ['/figures/'] },
      {
        name: 'Objectives',
        icon: 'objectives',
        path: '/objectives',
        reads: 'getObjectiveTree',
        also: ['/objectives/', '/key-results/'],
      },
    ],
  },
  {
    name: 'Customers',
    items: [
      { name: 'Tickets', icon: 'tickets', path: '/tickets', reads: 'listTickets' },
      { name: 'Deals', icon: 'deals', path: '/deals', reads: 'listDeals', also: ['/deals/'] },
      { name: 'Leads', icon: 'leads', path: '/leads', reads: 'listLeads', also: ['/leads/'] },
      { name: 'Clients', icon: 'clients', path: '/clients', reads: 'listClients', also: ['/clients/'] },
      {
        name: 'Client work',
        icon: 'rates',
        path: '/agency',
        reads: 'getAgencySummary',
        also: ['/organizations/:slug/cost-rates'],
      },
    ],
  },
  {
    name: 'Money',
    items: [
      { name: 'Invoices', icon: 'invoices', path: '/invoices', reads: 'listInvoices', also: ['/invoices/'] },
      {
        name: 'Contracts',
        icon: 'contracts',
        path: '/contracts',
        reads: 'listContracts',
        also: ['/contracts/'],
      },
      { name: 'Expenses', icon: 'expenses', path: '/expenses', reads: 'listExpenses', also: ['/expenses/'] },
      {
        name: 'Suppliers',
        icon: 'suppliers',
        path: '/suppliers',
        reads: 'listSuppliers',
        also: ['/suppliers/'],
      },
    ],
  },
  {
    name: 'People',
    items: [
      {
        name: 'People',
        icon: 'people',
        path: '/people',
        reads: 'listEmployees',
        also: [
          '/people/',
          '/organizations/:slug/departments',
          '/organizations/:slug/org-chart',
          '/organizations/:slug/people-report',
          '/organizations/:slug/first-steps',
        ],
      },
      {
        name: 'Clock',
        icon: 'clock',
        path: '/clock',
        reads: 'recordWorkingHours',
        also: ['/organizations/:slug/hours'],
      },
      {
        name: 'My week',
        icon: 'week',
        path: '/week',
        reads: 'submitTimesheet',
        also: ['/organizations/:slug/weeks/me/'],
      },
      {
        name: 'Approvals',
        icon: 'approvals',
        path: '/approvals',
        reads: 'approveTimesheets',
        also: ['/organizations/:slug/deputy'],
      },
      {
        name: 'Leave',
        icon: 'calendar',
        path: '/absences',
        reads: 'listLeaveRequests',
        also: ['/organizations/:slug/absence-calendar', '/organizations/:slug/leave-ledger/'],
      },
      { name: 'My payslips', icon: 'invoicing', path: '/payslips', reads: 'listMyPayslips' },
      {
        name: 'Payroll',
        icon: 'payroll',
        path: '/payroll',
        reads: 'listPayrollRuns',
        also: ['/payroll/', '/payslips/', '/organizations/:slug/payroll-components'],
      },
      { name: 'Capacity', icon: 'levels', path: '/capacity', reads: 'getWorkforceCapacity' },
    ],
  },
  {
    name: 'Settings',
    items: [
      {
        name: 'Organization',
        icon: 'organization',
        path: '/settings',
        reads: 'updateOrganization',
        also: ['/organizations/:slug/holding'],
      },
      { name: 'Invoicing', icon: 'invoicing', path: '/invoicing', reads: 'updateInvoiceRegisterSettings' },
      { name: 'Tax rates', icon: 'rates', path: '/tax-rates', reads: 'createTaxRate' },
      { name: 'Numbers of invoices', icon: 'numbers', path: '/invoice-series', reads: 'createInvoiceSeries' },
      {
        name: 'Categories of expenses',
        icon: 'categories',
        path: '/expense-categories',
        reads: 'createExpenseCategory',
      },
      { name: 'Pipelines', icon: 'pipelines', path: '/pipelines', reads: 'createPipeline' },
      { name: 'Mailboxes', icon: 'mailboxes', path: '/mailboxes', reads: 'listMailboxes' },
      { name: 'Assignment rules', icon: 'rules', path: '/assignment-rules', reads: 'createAssignmentRule' },
      { name: 'Service levels', icon: 'levels', path: '/service-levels', reads: 'createSlaPolicy' },
      {
        name: 'Canned responses',
        icon: 'responses',
        path: '/canned-responses',
        reads: 'createCannedResponse',
      },
      {
        name: 'Hours and weeks',
        icon: 'clock',
        path: '/workforce-settings',
        reads: 'updateWorkforceSettings',
        also: ['/organizations/:slug/kiosks', '/organizations/:slug/hours-log'],
      },
      { name: 'Holidays', icon: 'calendar', path: '/holidays', reads: 'createHolidayOverride' },
      { name: 'Tags', icon: 'tags', path: '/tags', reads: 'listTags' },
      { name: 'Plan and usage', icon: 'levels', path: '/plan', reads: 'getBillingOverview' },
      {
        name: 'Apps',
        icon: 'applications',
        path: '/apps',
        reads: 'listApps',
        also: ['/webhooks/', '/imports/', '/organizations/:slug/webhooks', '/organizations/:slug/imports'],
      },
      { name: 'Vault', icon: 'keys', path: '/vault', reads: 'listCredentials', also: ['/credentials/'] },
      { name: 'Audit log', icon: 'audit', path: '/audit', reads: 'listAuditLog' },
    ],
  },
]

/** What can be created from everywhere: the page with its form. */
export const creations: NavigationItem[] = [
  { name: 'Ticket', icon: 'tickets', path: '/tickets?new=yes', reads: 'createTicket' },
  { name: 'Client', icon: 'clients', path: '/clients?new=yes', reads: 'createClient' },
  { name: 'Lead', icon: 'leads', path: '/leads?new=yes', reads: 'createLead' },
  { name: 'Deal', icon: 'deals', path: '/deals?new=yes', reads: 'createDeal' },
  { name: 'Invoice', icon: 'invoices', path: '/invoices?new=yes', reads: 'createInvoice' },
  { name: 'Expense', icon: 'expenses', path: '/expenses?new=yes', reads: 'createExpense' },
  { name: 'Project', icon: 'projects', path: '?new=project', reads: 'createProject' },
  { name: 'Document', icon: 'documents', path: '/documents?new=yes', reads: 'createDocument' },
]
