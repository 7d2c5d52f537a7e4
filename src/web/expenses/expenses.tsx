import type { FC } from 'hono/jsx'
import { fileResponse, PeriodDownload, periodFile } from '../kit/downloads.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { MoneyFigures, Money } from '../kit/money.tsx'
import { type Answer, mayCall, type Schemas } from '../kit/operations.ts'
import { Badge, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { aboutOf, expenseFields, notAsked, taxOf } from './expense-fields.ts'

const kinds = {
  draft: undefined,
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
  paid: 'good',
} as const
export const Status: FC<{ status: Schemas['Expense']['status'] }> = ({ status }) => (
  <Badge kind={kinds[status]}>{inWords(status)}</Badge>
)

/** Expenses: a member's own, or everyone's for managers. */
export default listPage({
  at: '/organizations/:slug/expenses',
  of: 'listExpenses',
  title: 'Expenses',
  lead: (organization) =>
    mayCall(organization, 'approveExpense')
      ? say('What everybody spent for the organization. Nobody approves their own.')
      : say('What you spent for the organization. A manager approves what you submit.'),
  noun: ['expense'],
  states: Object.keys(kinds),
  mine: (organization) => (mayCall(organization, 'approveExpense') ? { user_id: 'me' } : undefined),
  createsApart: true,
  parts: async ({ read, request, organization }) => {
    if (!isCreating(request)) return null
    const [about, { currency }] = await Promise.all([aboutOf(read, organization), read('getOrganization')])
    return { about, currency }
  },
  forms: {
    '': calling('createExpense', {
      title: 'New expense',
      verb: 'Create expense',
      fields: expenseFields('ExpenseDraft'),
      also: taxOf,
      to: ({ organization }, { id }) => `/expenses/${id}?org=${organization.slug}`,
    }),
    payments: calling('createExpensePaymentFile', {
      title: 'Pay suppliers through the bank',
      verb: 'Make the file for the bank',
      fields: bodyFields('ExpensePaymentOrder', {
        debtor_iban: { label: 'Your account (IBAN)', hint: 'That of the invoices unless you enter another.' },
        debtor_bic: { label: 'Its bank (BIC)', hint: 'Where the bank asks for it.' },
        execution_date: { label: 'To be paid on', hint: 'Today unless you choose another day.' },
      }),
      to: (_, file, again) => paymentFile(file, again),
    }),
  },
  create: ({ parts: { more }, organization }) => ({
    values: { currency: more?.currency ?? '', payment_source: 'employee' },
    choices: more?.about ?? {},
    except: notAsked(organization),
  }),
  line: (expense, { organization: { slug }, person }) => ({
    to: `/expenses/${expense.id}?org=${slug}`,
    title: expense.description,
    facts: [
      <Day at={expense.expense_date} />,
      expense.user_id !== person.id && expense.user?.name,
      expense.payment_source === 'company' && say('paid by the company'),
    ],
    amount: <Money minor={expense.total_minor} currency={expense.currency} />,
    marks: <Status status={expense.status} />,
  }),
  above: ({ parts: { list } }) => (
    <MoneyFigures
      of={list.totals.map((sum) => [
        sum.currency,
        sum.total_minor,
        sum.currency,
        count(sum.count, 'expense'),
      ])}
    />
  ),
  below: ({ organization, here, form }) => (
    <>
      {form('payments')}
      {mayCall(organization, 'exportExpenses') ? <PeriodDownload here={here} /> : null}
    </>
  ),
  file: periodFile('exportExpenses'),
})

/** The file with the transfers, to hand to the bank; or why there is nothing to transfer. */
async function paymentFile(file: Answer<'createExpensePaymentFile'>, again: Again) {
  const { content, content_type, filename, left_out } = file
  if (content) return fileResponse(content, content_type, filename)
  return again(
    <Notice kind="warn" title={say('There is nothing to transfer')}>
      <p>
        {say('The file has approved expenses in euros that the company pays to suppliers with an account.')}
      </p>
      <ul>
        {left_out.map(({ description, reason }) => (
          <li>{`${description}: ${reason}`}</li>
        ))}
      </ul>
    </Notice>,
  )
}
