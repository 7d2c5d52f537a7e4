import type { Child, FC } from 'hono/jsx'
import { attachmentFile, fileForms, PageFiles } from '../attachments/page-files.tsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { Facts, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { aboutOf, expenseFields, notAsked, taxOf } from './expense-fields.ts'
import { Status } from './expenses.tsx'

type Expense = Answer<'getExpense'>
const partsOf = async ({ read, id, organization }: ObjectFetching<'getExpense'>) =>
  together({
    files: read('listAttachments', { entity_type: 'expense', entity_id: id, limit: 50 }),
    about: aboutOf(read, organization),
  })
type Parts = PartsOf<typeof partsOf>
type ShownExpense = Shown<Expense, Parts>

const fields = expenseFields('ExpenseChange')

/** An expense with its receipts, and what comes next. */
export default objectPage<'getExpense', Parts>({
  at: '/expenses/:id',
  of: 'getExpense',
  noun: 'expense',
  under: (organization) => [[say('Expenses'), addressIn(organization, 'expenses')]],
  title: ({ description }) => description,
  marks: ({ status, total_minor, currency }) => (
    <>
      <Status status={status} />
      <span class="title">
        <Money minor={total_minor} currency={currency} />
      </span>
    </>
  ),
  parts: partsOf,
  file: attachmentFile,
  forms: {
    ...fileForms<Expense>('expense', 'receipt'),
    change: calling('updateExpense', { title: 'Edit', fields, also: taxOf }),
    submit: calling('submitExpense', { verb: 'Submit for approval' }),
    approve: calling('approveExpense', { verb: 'Approve' }),
    reject: calling('rejectExpense', {
      title: 'Reject',
      verb: 'Reject',
      fields: bodyFields('ExpenseRejection', { reason: 'Reason' }),
    }),
    pay: calling('payExpense', {
      verb: 'Record payment',
      fields: bodyFields('ExpensePayment', {
        paid_on: { label: 'Paid on', hint: 'Today unless you choose another day.' },
      }),
    }),
    delete: calling('deleteExpense', {
      warning: 'It is deleted for good, with its receipts.',
      to: backTo('expenses'),
    }),
  },
  Content: (shown) => {
    const { parts, organization, object: expense } = shown
    const { status, rejection_reason } = expense
    return (
      <>
        {status === 'rejected' ? (
          <Notice kind="warn" title={say('Rejected')}>
            <p>{rejection_reason}</p>
          </Notice>
        ) : null}
        <Duplicates expense={expense} org={organization.slug} />
        <Facts of={factsOf(shown)} />
        <Steps {...shown} />
        <PageFiles
          shown={shown}
          files={parts.files}
          noun="receipt"
          may={
            (isOwn(shown) || mayCall(organization, 'approveExpense')) &&
            ['draft', 'rejected', 'submitted'].includes(status)
          }
        />
      </>
    )
  },
})

const isOwn = ({ person, object: { user_id, created_by } }: ShownExpense) =>
  [user_id, created_by].includes(person.id)

/** What its state and the reader's role allow: nobody decides on their own. */
const Steps: FC<ShownExpense> = (shown) => {
  const { object: expense, organization, parts, form } = shown
  const { status, description } = expense
  const steps =
    isOwn(shown) && ['draft', 'rejected'].includes(status)
      ? ['submit', 'delete', 'change']
      : !isOwn(shown) && status === 'submitted'
        ? ['approve', 'reject']
        : status === 'approved'
          ? ['pay']
          : []
  const options = { about: description, choices: parts.about, except: notAsked(organization) }
  const permitted = steps.map((step) => form(step, options)).filter(Boolean)
  return permitted.length ? (
    <section class="card buttons" aria-label={say('Next step')}>
      {permitted}
    </section>
  ) : null
}

function factsOf({ object: expense, parts }: ShownExpense): [string, Child][] {
  const { currency, base_currency, tax_rate } = expense
  return [
    [say('Claimed by'), expense.user?.name],
    [say('Without tax'), <Money minor={expense.net_minor} currency={currency} />],
    [
      tax_rate ? say('Tax at {tax_rate} %', { tax_rate }) : say('Tax'),
      <Money minor={expense.tax_minor} currency={currency} />,
    ],
    [
      say('In {base_currency}', { base_currency }),
      currency !== base_currency && <Money minor={expense.base_total_minor} currency={base_currency} />,
    ],
    ...fields.factsOf(
      expense,
      ['description', 'total_minor', 'currency', 'tax_rate', 'tax_minor', 'exchange_rate'],
      parts.about,
    ),
    [say('Reimbursed on'), expense.paid_on && <Day at={expense.paid_on} />],
  ]
}

const Duplicates: FC<{ expense: Expense; org: string }> = ({
  expense: { possible_duplicates: others },
  org,
}) =>
  others.length ? (
    <Notice kind="warn" title={say('Perhaps claimed already')}>
      <p>{say('The same total, within three days, of the same person or supplier:')}</p>
      <ul>
        {others.map(({ id, description, expense_date, status }) => (
          <li>
            <a href={`/expenses/${id}?org=${org}`}>{description}</a>, <Day at={expense_date} />,{' '}
            {inWords(status)}
          </li>
        ))}
      </ul>
    </Notice>
  ) : null
