import { sql } from 'drizzle-orm'
import { boolean, check, date, index, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, exchangeRate, money, moneyBounds, percent, percentBounds } from './money.ts'
import { projects } from './projects.ts'
import { claims, organization } from './scopes.ts'
import { suppliers } from './suppliers.ts'
import { known, oneOf } from './values.ts'

export const expenseStatuses = ['draft', 'submitted', 'approved', 'rejected', 'paid'] as const
export const paymentSources = ['company', 'employee'] as const

export const expenseCategories = entity(
  'expense_categories',
  {
    kind: 'expense_category',
    block: 'fin',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { expense_categories_name: 'a category of this name already exists' },
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    parent_id: uuid(),
    account_code: varchar({ length: 20 }),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('expense_categories_name').on(t.org_id, sql`app.folded(${t.name})`),
    index('expense_categories_parent').on(t.org_id, t.parent_id),
    reference('expense_categories_parent_id', t, t.parent_id, t),
  ],
)

/** What somebody spent for the organization. `user_id` is the claimant. */
export const expenses = entity(
  'expenses',
  {
    kind: 'expense',
    block: 'fin',
    called: (t) => ({
      name: t.description,
      numbers: [t.supplier_invoice_number],
      label: sql`concat(${t.description}, ' (', ${t.expense_date}, ')')`,
      leastLevel: 20,
    }),
    said: 'has the description or number',
    scope: claims,
    history: 'audited',
    label: 'description',
    conflicts: {
      expenses_supplier_number: 'an expense with this invoice number of the supplier already exists',
    },
    page: (t) => sql`'/expenses/' || ${t.id}`,
    files: (t) => ({
      owner: t.user_id,
      leastLevel: sql`20`,
      state: sql`case when ${t.status} in ('approved', 'paid')
        then 'the expense is ' || ${t.status} || '; its receipts cannot change any more' end`,
    }),
  },
  {
    ...tenant(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    supplier_id: uuid(),
    category_id: uuid(),
    project_id: uuid(),
    client_id: uuid(),
    description: varchar({ length: 500 }).notNull(),
    expense_date: date({ mode: 'string' }).notNull(),
    supplier_invoice_number: varchar({ length: 60 }),
    currency: currency().notNull(),
    net_minor: money().notNull(),
    tax_minor: money().notNull().default(0),
    total_minor: money().notNull(),
    tax_rate: percent(),
    tax_deductible: boolean().notNull().default(true),
    exchange_rate: exchangeRate().notNull().default('1'),
    base_total_minor: money().notNull(),
    base_currency: currency().notNull(),
    payment_source: oneOf(paymentSources).notNull().default('employee'),
    billable: boolean().notNull().default(false),
    notes: text(),
    status: oneOf(expenseStatuses).notNull().default('draft'),
    submitted_at: moment(),
    approved_by: uuid(),
    approved_at: moment(),
    rejected_by: uuid(),
    rejection_reason: varchar({ length: 500 }),
    paid_on: date({ mode: 'string' }),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('expenses_supplier_number')
      .on(t.org_id, t.supplier_id, sql`lower(${t.supplier_invoice_number})`)
      .where(sql`${t.supplier_invoice_number} is not null and ${t.status} <> 'rejected'`),
    index('expenses_person').on(t.org_id, t.user_id, t.expense_date, t.id),
    index('expenses_status').on(t.org_id, t.status, t.expense_date),
    index('expenses_day').on(t.org_id, t.expense_date, t.id),
    index('expenses_supplier').on(t.org_id, t.supplier_id, t.expense_date),
    index('expenses_category').on(t.org_id, t.category_id),
    index('expenses_project').on(t.org_id, t.project_id),
    index('expenses_client').on(t.org_id, t.client_id),
    reference('expenses_supplier_id', t, t.supplier_id, suppliers),
    reference('expenses_category_id', t, t.category_id, expenseCategories),
    reference('expenses_project_id', t, t.project_id, projects),
    reference('expenses_client_id', t, t.client_id, clients),
    known('expenses_status_known', t.status),
    known('expenses_source', t.payment_source),
    currencyCode('expenses_currency', t.currency),
    percentBounds('expenses_rate', t.tax_rate),
    moneyBounds('expenses_bounds', t.net_minor, t.tax_minor, t.total_minor, t.base_total_minor),
    check('expenses_total', sql`${t.total_minor} = ${t.net_minor} + ${t.tax_minor}`),
    check('expenses_exchange', sql`${t.exchange_rate} > 0`),
    check('expenses_positive', sql`${t.total_minor} > 0 and ${t.tax_minor} >= 0 and ${t.net_minor} >= 0`),
    check('expenses_rejected', sql`(${t.status} = 'rejected') = (${t.rejection_reason} is not null)`),
    check('expenses_paid', sql`(${t.status} = 'paid') = (${t.paid_on} is not null)`),
  ],
)
