import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { clients } from '../schema/clients.ts'
import { contracts } from '../schema/contracts.ts'
import { crmActivities } from '../schema/crm-activities.ts'
import { deals } from '../schema/deals.ts'
import { expenseCategories, expenses } from '../schema/expenses.ts'
import { invoices } from '../schema/invoices.ts'
import { leads } from '../schema/leads.ts'
import { pipelines, pipelineStages } from '../schema/pipelines.ts'
import { projects } from '../schema/projects.ts'
import { ofOrganization, projectVisible } from '../schema/scopes.ts'
import { suppliers } from '../schema/suppliers.ts'
import {
  average,
  choice,
  count,
  day,
  daysBetween,
  flag,
  member,
  moment,
  money,
  ratio,
  type Source,
  sum,
  thing,
  words,
} from './source.ts'

type OfProject = { project_id: AnyPgColumn }
/** Projects that the reader may not open have no name in reports on money. */
const ofProject = ({ project_id }: OfProject) =>
  thing(
    'Project',
    sql`(case when ${projectVisible(project_id)} then ${project_id} end)`,
    'project',
    projects,
    projects.name,
  )
const ofClient = (table: { client_id: AnyPgColumn }) =>
  thing('Client', table.client_id, 'client', clients, clients.name)

const invoice: Source = {
  label: 'Invoices',
  says: 'Invoices that were issued; what a credit note takes back is off',
  role: 'manager',
  like: 'listInvoices',
  block: 'fin',
  from: sql`${invoices}`,
  row: { kind: 'invoice', id: invoices.id },
  where: sql`${ofOrganization(invoices)} and ${invoices.status} in ('issued', 'partially_paid', 'paid')`,
  currency: invoices.currency,
  measures: {
    invoiced_net: money('Invoiced, without tax', invoices.sales_net_minor, invoices.base_net_minor, 'more'),
    invoiced: money('Invoiced, with tax', invoices.sales_minor, undefined, 'more'),
    outstanding: money('Outstanding', sql`greatest(${invoices.outstanding_minor}, 0)`),
    overdue: money(
      'Overdue',
      sql`case when ${invoices.due_date} < (select app.org_today())
        then greatest(${invoices.outstanding_minor}, 0) else 0 end`,
      undefined,
      'less',
    ),
    count: count('Invoices'),
  },
  dimensions: {
    client: ofClient(invoices),
    project: ofProject(invoices),
    status: choice('Status', invoices.status),
    kind: choice('Kind', invoices.kind),
    currency: words('Currency', sql`${invoices.currency}::text`),
  },
  times: { issue_date: day('Issued', invoices.issue_date), due_date: day('Due', invoices.due_date) },
}

const cost = sql`(case when ${expenses.tax_deductible} then ${expenses.net_minor} else ${expenses.total_minor} end)`
const baseCost = sql`app.convert_minor(${cost}, ${expenses.currency}, ${expenses.exchange_rate},
  ${expenses.base_currency})`
const spending = {
  cost: money('Cost', cost, baseCost, 'less'),
  count: count('Expenses'),
}
const spent = sql`${ofOrganization(expenses)} and ${expenses.status} in ('approved', 'paid')`
const expense: Source = {
  label: 'Expenses',
  says: 'My expenses that were approved or paid; for managers those of everybody. Deductible tax is off',
  role: 'member',
  like: 'listExpenses',
  block: 'fin',
  from: sql`${expenses}`,
  row: { kind: 'expense', id: expenses.id, says: expenses.description },
  where: spent,
  currency: expenses.currency,
  measures: spending,
  dimensions: {
    category: thing(
      'Category',
      expenses.category_id,
      'expense_category',
      expenseCategories,
      expenseCategories.name,
    ),
    person: member('Person', expenses.user_id),
    project: ofProject(expenses),
    client: ofClient(expenses),
    billable: flag('Billable', expenses.billable),
    currency: words('Currency', sql`${expenses.currency}::text`),
  },
  times: { expense_date: day('Day', expenses.expense_date) },
}
const supplierSpend: Source = {
  ...expense,
  label: 'Spend with suppliers',
  says: 'Expenses that were approved or paid, by supplier. Deductible tax is off',
  role: 'manager',
  like: 'getSupplierSpendDashboard',
  block: 'sup',
  dimensions: {
    supplier: thing('Supplier', expenses.supplier_id, 'supplier', suppliers, suppliers.name),
    category: expense.dimensions.category!,
    project: expense.dimensions.project!,
    currency: expense.dimensions.currency!,
  },
}

const won = sql`${deals.status} = 'won'`
const lost = sql`${deals.status} = 'lost'`
const deal: Source = {
  label: 'Deals',
  says: 'Deals, open and closed',
  role: 'member',
  like: 'listDeals',
  from: sql`${deals}`,
  row: { kind: 'deal', id: deals.id },
  where: ofOrganization(deals),
  currency: deals.currency,
  measures: {
    count: count('Deals'),
    open: count('Open deals', sql`${deals.status} = 'open'`),
    won: count('Deals won', won, 'more'),
    lost: count('Deals lost', lost, 'less'),
    win_rate: ratio(
      'Win rate',
      sql`count(*) filter (where ${won})`,
      sql`count(*) filter (where ${won} or ${lost})`,
      'more',
    ),
    value: money('Value', deals.value_minor, undefined, 'more'),
    value_won: money('Value won', sql`${deals.value_minor} * (${won})::int`, undefined, 'more'),
    value_open: money(
      'Value open',
      sql`${deals.value_minor} * (${deals.status} = 'open')::int`,
      undefined,
      'more',
    ),
    average_cycle_days: average(
      'Average days until won',
      'days',
      sql`case when ${won} then ${daysBetween(deals.created_at, deals.closed_at)} end`,
      'less',
    ),
  },
  dimensions: {
    pipeline: thing('Pipeline', deals.pipeline_id, 'pipeline', pipelines, pipelines.name),
    stage: thing('Stage', deals.stage_id, 'pipeline_stage', pipelineStages, pipelineStages.name),
    status: choice('Status', deals.status),
    owner: member('Owner', deals.owner_user_id),
    client: ofClient(deals),
    source: words('Source', deals.source),
    currency: words('Currency', sql`${deals.currency}::text`),
  },
  times: {
    created_at: moment('Created', deals.created_at),
    closed_at: moment('Closed', deals.closed_at),
    expected_close_date: day('Expected to close', deals.expected_close_date),
  },
}

const lead: Source = {
  label: 'Leads',
  says: 'Leads, whatever became of them',
  role: 'member',
  like: 'listLeads',
  from: sql`${leads}`,
  row: { kind: 'lead', id: leads.id },
  where: ofOrganization(leads),
  measures: {
    count: count('Leads', undefined, 'more'),
    converted: count('Leads converted', sql`${leads.status} = 'converted'`, 'more'),
    conversion_rate: ratio(
      'Conversion rate',
      sql`count(*) filter (where ${leads.status} = 'converted')`,
      sql`count(*)`,
      'more',
    ),
  },
  dimensions: {
    status: choice('Status', leads.status),
    source: words('Source', leads.source),
    owner: member('Owner', leads.owner_user_id),
  },
  times: {
    created_at: moment('Created', leads.created_at),
    converted_at: moment('Converted', leads.converted_at),
  },
}

const activity: Source = {
  label: 'Customer activities',
  says: 'Calls, meetings, e-mails, tasks and notes about customers',
  role: 'member',
  like: 'listCrmActivities',
  from: sql`${crmActivities}`,
  row: { kind: 'crm_activity', id: crmActivities.id, says: crmActivities.subject },
  where: ofOrganization(crmActivities),
  measures: {
    count: count('Activities'),
    done: count('Activities done', sql`${crmActivities.done_at} is not null`, 'more'),
    seconds: sum('Time', 'seconds', sql`${crmActivities.duration_minutes} * 60`),
  },
  dimensions: {
    type: choice('Type', crmActivities.type),
    owner: member('Owner', crmActivities.owner_user_id),
    client: ofClient(crmActivities),
  },
  times: {
    created_at: moment('Created', crmActivities.created_at),
    due_at: moment('Due', crmActivities.due_at),
    done_at: moment('Done', crmActivities.done_at),
  },
}

const contract: Source = {
  label: 'Contracts',
  says: 'Contracts, from the draft to the end',
  role: 'manager',
  like: 'listContracts',
  block: 'fin',
  from: sql`${contracts}`,
  row: { kind: 'contract', id: contracts.id },
  where: ofOrganization(contracts),
  currency: contracts.currency,
  measures: { count: count('Contracts'), value: money('Value', contracts.value_minor) },
  dimensions: {
    party: choice('With', contracts.party_kind),
    status: words('Status', sql`app.contract_status(${contracts}, (select app.org_today()))`),
    client: ofClient(contracts),
    supplier: thing('Supplier', contracts.supplier_id, 'supplier', suppliers, suppliers.name),
    owner: member('Owner', contracts.owner_user_id),
    currency: words('Currency', sql`${contracts.currency}::text`),
  },
  times: {
    start_date: day('Begins', contracts.start_date),
    end_date: day('Ends', contracts.end_date),
  },
}

export const business = {
  invoices: invoice,
  expenses: expense,
  supplier_spend: supplierSpend,
  deals: deal,
  leads: lead,
  crm_activities: activity,
  contracts: contract,
}
