import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { attachments } from '../../../db/schema/attachments.ts'
import { expenseCategories, expenses } from '../../../db/schema/expenses.ts'
import { invoiceLineSources } from '../../../db/schema/invoice-sources.ts'
import { invoiceLines } from '../../../db/schema/invoices.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  any,
  contains,
  inOrg,
  insert,
  jsonb,
  jsonList,
  me,
  page,
  type Ref,
  rejectStale,
  update,
} from '../../kit/sql.ts'
import { derivedIn } from '../../shared/derived.ts'
import { among, person } from '../../shared/people.ts'
import { targetOf } from '../../kit/targets.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { member, openClient, project, requireSelf, that, unarchived } from '../../shared/references.ts'
import { ofProject, ProjectId, projectId } from '../../shared/projects.ts'
import {
  Computed,
  ExpenseChange,
  ExpenseDraft,
  type ExpenseFilter,
  fields,
  PossibleDuplicate,
  shown,
} from './schemas.ts'

const receipts = sql`(select count(*) from ${attachments} where ${inOrg(attachments)}
  and ${attachments.entity_type} = 'expense' and ${attachments.entity_id} = ${expenses.id}
  and ${attachments.object_id} is not null and ${attachments.deleted_at} is null)`
const billedInvoice = sql`(select ${invoiceLines.invoice_id} from ${invoiceLineSources} join ${invoiceLines}
  on ${inOrg(invoiceLines)} and ${invoiceLines.id} = ${invoiceLineSources.line_id}
  where ${inOrg(invoiceLineSources)} and ${invoiceLineSources.expense_id} = ${expenses.id}
    and ${invoiceLineSources.released_at} is null)`

/** Only the claimant and whoever created it for them may change it, so that an approver never approves their own change. */
const owner = sql`case when ${expenses.created_by} = ${me} then ${expenses.created_by} else ${expenses.user_id} end`

export const expense = resource(expenses, {
  noun: 'expense',
  name: 'Expense',
  row: 'id description expense_date status user total_minor currency billable paid_on receipts',
  at: '/expenses',
  item: '/expenses/{expense_id}',
  fields,
  required: [],
  draft: ExpenseDraft,
  change: ExpenseChange,
  permits: ({ user_id }) => requireSelf(user_id, 'creating an expense'),
  refers: {
    user_id: member,
    category_id: unarchived(
      targetOf(expenseCategories, { noun: 'category' }),
      sql`${expenseCategories.archived_at} is not null`,
      'choose another',
    ),
    client_id: openClient,
    project_id: project,
    supplier_id: that(
      targetOf(suppliers, { noun: 'supplier' }),
      sql`${suppliers.status} = 'active'`,
      sql`${suppliers.status} || '; choose another supplier'`,
    ),
  },
  shown: {
    ...shown,
    tax_rate: [Computed.tax_rate, decimalText(expenses.tax_rate)],
    exchange_rate: [Computed.exchange_rate, decimalText(expenses.exchange_rate)],
    user: [Computed.user, person(expenses.user_id)],
    receipts: [Computed.receipts, receipts],
    billed_invoice_id: [Computed.billed_invoice_id, billedInvoice],
    project_id: [ProjectId(), projectId(expenses.project_id)],
  },
  detail: {
    possible_duplicates: [
      z
        .array(PossibleDuplicate)
        .meta({ description: 'Expenses that may be the same one', 'x-receipt': true }),
      sql`app.expense_duplicates(${expenses})`,
    ],
  },
  target: { ...targetOf(expenses, { noun: 'expense' }), owner },
})

type Query = Partial<z.output<typeof ExpenseFilter>>
const equal = ['category_id', 'supplier_id', 'client_id', 'billable'] as const

/** The expenses visible to the caller that match the query. */
export const matching = (query: Query) => {
  const { status, user_id, q, from, to } = query
  return all(
    expense.visible,
    status && sql`${expenses.status} in ${status}`,
    user_id && among(expenses.user_id, user_id),
    ...equal.map((name) => query[name] !== undefined && sql`${expenses[name]} = ${query[name]}`),
    query.project_id && ofProject(expenses.project_id, query.project_id),
    q && any(contains(expenses.description, q), contains(expenses.supplier_invoice_number, q)),
    from && sql`${expenses.expense_date} >= ${from}`,
    to && sql`${expenses.expense_date} <= ${to}`,
  )
}

const sorts = {
  expense_date: expenses.expense_date,
  created_at: expenses.created_at,
  description: sql`app.folded(${expenses.description})`,
  status: expenses.status,
}
const sumOf = (name: 'net_minor' | 'tax_minor' | 'total_minor') => sql`sum(${expenses[name]})`

/** A page, and the totals of all that match; amounts of different currencies are never added. */
export function listExpenses(query: z.output<typeof ExpenseFilter>) {
  const where = matching(query)
  const totals = jsonList(
    {
      currency: sql`t.currency`,
      count: sql`t.count`,
      net_minor: sql`t.net_minor`,
      tax_minor: sql`t.tax_minor`,
      total_minor: sql`t.total_minor`,
    },
    sql`from (select ${expenses.currency}, count(*), ${sumOf('net_minor')} as net_minor,
      ${sumOf('tax_minor')} as tax_minor, ${sumOf('total_minor')} as total_minor
      from ${expenses} where ${where} group by 1) t`,
    sql`t.currency`,
  )
  return page(query, expense.summary, { where, sorts, extra: { totals } })
}

/** The amounts, which the check derives from those that are sent. */
const amounts = derivedIn('e', [
  'net_minor',
  'tax_minor',
  'total_minor',
  'tax_rate',
  'currency',
  'exchange_rate',
  'base_total_minor',
  'base_currency',
])
const checked = (id: Ref | null, sent: object) => sql`app.check_expense(${id}::uuid, ${jsonb(sent)}) e`

export const addExpense = (id: string, draft: object) => [
  insert(expenses, { ...draft, id, ...amounts }, checked(null, draft)),
  expense.get(id),
]

export const changeExpense = (id: Ref, version: number | undefined, change: object) => [
  ...rejectStale('expenses', id, version, change),
  update(expenses, { ...change, ...amounts }, expense.row(id), checked(id, change)),
  expense.get(id),
]

export const dropExpense = (id: Ref) => [
  sql`select app.require_expense_status(${expenses}, '{draft,rejected}', 'deleted') from ${expenses} where ${expense.row(id)}`,
  sql`delete from ${expenses} where ${expense.row(id)}`,
]

const now = sql`now()`

export const submitExpense = (id: Ref) => [
  sql`select app.check_expense_submission(${id}::uuid)`,
  update(
    expenses,
    { status: 'submitted', submitted_at: now, rejected_by: null, rejection_reason: null },
    expense.row(id),
  ),
  expense.get(id),
]

export const approveExpense = (id: Ref) => [
  sql`select app.check_expense_decision(${id}::uuid, 'approved')`,
  update(expenses, { status: 'approved', approved_by: me, approved_at: now }, expense.row(id)),
  expense.get(id),
]

export const rejectExpense = (id: Ref, reason: string) => [
  sql`select app.check_expense_decision(${id}::uuid, 'rejected')`,
  update(
    expenses,
    { status: 'rejected', rejected_by: me, rejection_reason: reason, submitted_at: null },
    expense.row(id),
  ),
  expense.get(id),
]

export const payExpense = (id: Ref, day: string | undefined) => [
  sql`select app.check_expense_payment(${id}::uuid, ${day ?? null}::date)`,
  update(
    expenses,
    { status: 'paid', paid_on: sql`coalesce(${day ?? null}::date, app.org_today())` },
    expense.row(id),
  ),
  expense.get(id),
]
