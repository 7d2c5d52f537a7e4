import type { FC } from 'hono/jsx'
import { PeriodDownload, periodFile } from '../kit/downloads.tsx'
import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { Figures, Money } from '../kit/money.tsx'
import { mayCall, type Schemas } from '../kit/operations.ts'
import { Badge, count } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { aboutOf, expenseFields, notAsked, taxOf } from './expense-fields.ts'

const kinds = {
  draft: undefined,
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
  paid: 'good',
} as const
export const Status: FC<{ status: Schemas['Expense']['status'] }> = ({ status }) => (
  <Badge kind={kinds[status]}>{status}</Badge>
)

/** Expenses: a member's own, or everyone's for managers. */
export default listPage({
  at: '/organizations/:slug/expenses',
  of: 'listExpenses',
  title: 'Expenses',
  lead: (home) =>
    mayCall(home, 'approveExpense')
      ? 'What everybody spent for the organization. Nobody approves their own.'
      : 'What you spent for the organization. A manager approves what you submit.',
  noun: ['expense'],
  states: Object.keys(kinds),
  mine: (home) => (mayCall(home, 'approveExpense') ? { user_id: 'me' } : undefined),
  createsApart: true,
  parts: async ({ read, visit, home }) => {
    if (!isCreating(visit)) return null
    const [about, { currency }] = await Promise.all([aboutOf(read, home), read('getOrganization')])
    return { about, currency }
  },
  forms: {
    '': calling('createExpense', {
      title: 'New expense',
      verb: 'Create expense',
      fields: expenseFields('ExpenseDraft'),
      also: taxOf,
      to: ({ home }, { id }) => `/expenses/${id}?org=${home.slug}`,
    }),
  },
  create: ({ parts: { more }, home }) => ({
    values: { currency: more?.currency ?? '', payment_source: 'employee' },
    choices: more?.about ?? {},
    except: notAsked(home),
  }),
  line: (expense, { home: { slug }, person }) => ({
    to: `/expenses/${expense.id}?org=${slug}`,
    title: expense.description,
    facts: [
      <Day at={expense.expense_date} />,
      expense.user_id !== person.id && expense.user?.name,
      expense.payment_source === 'company' && 'paid by the company',
    ],
    amount: <Money minor={expense.total_minor} currency={expense.currency} />,
    marks: <Status status={expense.status} />,
  }),
  above: ({ parts: { list } }) => (
    <Figures
      of={list.totals.map((sum) => [
        sum.currency,
        sum.total_minor,
        sum.currency,
        count(sum.count, 'expense'),
      ])}
    />
  ),
  below: ({ home, here }) => (mayCall(home, 'exportExpenses') ? <PeriodDownload here={here} /> : null),
  file: periodFile('exportExpenses'),
})
