import { pageOf } from '../../kit/fields.ts'
import { area, read } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { CurrentSubscription, Entitlements, Invoice, InvoiceFilter, Overview, Plans } from './schemas.ts'

export default area('billing', 'Billing', {}, [
  read({
    id: 'getBillingOverview',
    summary: 'Tell which plan the organization has, and what of it is nearly used up',
    at: 'GET /billing',
    role: 'admin',
    tool: 'get_billing_overview',
    allows: ['suspended'],
    returns: Overview,
    run: ({ params: { org_id }, outside }) => [queries.named(outside), queries.overview(org_id)],
  }),
  read({
    id: 'listBillingPlans',
    summary: 'List the plans to choose from, and the one that counts now',
    at: 'GET /billing/plans',
    role: 'admin',
    tool: 'list_billing_plans',
    allows: ['suspended'],
    returns: Plans,
    run: ({ params: { org_id }, outside }) => [queries.named(outside), queries.plans(org_id)],
  }),
  read({
    id: 'getEntitlements',
    summary: 'Tell what the organization may use, how much of it is left, and why',
    at: 'GET /billing/entitlements',
    role: 'member',
    tool: 'get_entitlements',
    allows: ['suspended'],
    returns: Entitlements,
    details: 'An owner can change the plan, under Plan.',
    run: ({ params: { org_id }, outside }) => [queries.named(outside), queries.entitlements(org_id)],
  }),
  read({
    id: 'getSubscription',
    summary: 'Get the subscription of the organization',
    at: 'GET /billing/subscription',
    role: 'admin',
    allows: ['suspended'],
    returns: CurrentSubscription,
    run: ({ params: { org_id } }) => queries.subscription(org_id),
  }),
  read({
    id: 'listBillingInvoices',
    summary: 'List what the provider charged, the newest first',
    at: 'GET /billing/invoices',
    role: 'admin',
    allows: ['suspended'],
    query: InvoiceFilter,
    returns: pageOf(Invoice),
    run: ({ query }) => queries.invoices(query),
  }),
])
