import type { Child, FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import { type About, type Expense, ExpenseForm, labels, valuesOf } from './expense-form.tsx'
import { aboutOf, Status } from './expenses.tsx'
import { Files, type Attachment } from '../attachments/files.tsx'
import { show } from '../kit/layout.tsx'
import { Money } from '../kit/money.tsx'
import { ConfirmButton, Notice, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { find, type Found, type Home, isAtLeast } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import {
  bodyOf,
  type Form,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Parts = { files: { items: Attachment[]; total: number }; about: About }
type Shown = Found<Expense> & { parts: Parts; visit: Visit; problems: Problems }

const idOf = ({ c }: Visit) => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such expense', 'The address is incomplete.')
  return id
}
export const theExpense = (visit: Visit) => find<Expense>(visit, `/expenses/${idOf(visit)}`, 'expense')
export const hrefOf = ({ object, home }: Found<Expense>) => `/expenses/${object.id}?org=${home.slug}`

export const showExpense: Page = (visit) => expensePage(visit, noProblems)

/** The page of an expense, with the errors of a submitted form. */
export async function expensePage(visit: Visit, problems: Problems, status?: number) {
  const id = idOf(visit)
  const found = await find<Expense, Parts>(visit, `/expenses/${id}`, 'expense', async (at, _, home) => {
    const [files, about] = await Promise.all([
      visit.api.call<Parts['files']>('GET', `${at}/attachments?entity_type=expense&entity_id=${id}&limit=50`),
      aboutOf(visit, at, home),
    ])
    return { files: bodyOf(files, visit.here), about }
  })
  const { person, home, object } = found
  return show(
    visit,
    { title: object.description, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

/** What the reader may do with it; an impersonating operator may only read. */
function mayDo({ person, home, object: { user_id, created_by, status } }: Found<Expense>) {
  const isOwn = [user_id, created_by].includes(person.id)
  return {
    change: isAtLeast(home, 'member') && isOwn && ['draft', 'rejected'].includes(status),
    decide: isAtLeast(home, 'manager') && !isOwn && status === 'submitted',
    pay: isAtLeast(home, 'admin') && status === 'approved',
    attach:
      isAtLeast(home, 'member') &&
      (isOwn || isAtLeast(home, 'manager')) &&
      ['draft', 'rejected', 'submitted'].includes(status),
  }
}

const editFields = Object.keys(labels).filter(
  (name) => !['reason', 'paid_on', 'file', 'caption'].includes(name),
)

const Content: FC<Shown> = (shown) => {
  const { visit, parts, problems, person, home, object: expense } = shown
  const may = mayDo(shown)
  return (
    <>
      <Head expense={expense} home={home} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      {expense.status === 'rejected' ? (
        <Notice kind="warn" title="Rejected">
          <p>{expense.rejection_reason}</p>
        </Notice>
      ) : null}
      <Duplicates expense={expense} org={home.slug} />
      <Facts expense={expense} about={parts.about} />
      <NextSteps {...shown} may={may} />
      {may.change ? <Editing {...shown} /> : null}
      <Files
        files={parts.files}
        on={`/expenses/${expense.id}`}
        noun="receipt"
        me={person.id}
        home={home}
        may={may.attach}
        problems={problems}
      />
    </>
  )
}

/** The edit form, open after a failed save. */
const Editing: FC<Shown> = ({ visit, parts, problems, home, object: expense }) => {
  const hasErrors = problems.general.length > 0 || editFields.some((name) => name in problems.fields)
  return (
    <details class="more card" open={'description' in visit.form && hasErrors}>
      <summary>Edit</summary>
      <ExpenseForm
        action={`/expenses/${expense.id}?org=${home.slug}`}
        about={parts.about}
        values={{ ...valuesOf(expense), ...visit.form }}
        problems={problems}
        hidden={{ version: visit.form.version ?? String(expense.version) }}
        submitLabel="Save"
      />
    </details>
  )
}

const Head: FC<{ expense: Expense; home: Home }> = ({ expense, home }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={`/organizations/${home.slug}/expenses`}>Expenses</a>
    </p>
    <h1>{expense.description}</h1>
    <p class="marks">
      <Status status={expense.status} />
      <span class="title">
        <Money minor={expense.total_minor} currency={expense.currency} />
      </span>
    </p>
  </div>
)

const Duplicates: FC<{ expense: Expense; org: string }> = ({
  expense: { possible_duplicates: others },
  org,
}) =>
  others.length ? (
    <Notice kind="warn" title="Perhaps claimed already">
      <p>The same total, within three days, of the same person or supplier:</p>
      <ul>
        {others.map(({ id, description, expense_date, status }) => (
          <li>
            <a href={`/expenses/${id}?org=${org}`}>{description}</a>, <Day at={expense_date} />, {status}
          </li>
        ))}
      </ul>
    </Notice>
  ) : null

const nameIn = (all: { id: string; name: string }[], id: string | null) =>
  id && all.find((one) => one.id === id)?.name

const Facts: FC<{ expense: Expense; about: About }> = ({ expense, about }) => {
  const { currency, base_currency, tax_rate } = expense
  const facts: [string, Child][] = [
    ['Claimed by', expense.user.name],
    ['Day', <Day at={expense.expense_date} />],
    ['Without tax', <Money minor={expense.net_minor} currency={currency} />],
    [tax_rate ? `Tax at ${tax_rate} %` : 'Tax', <Money minor={expense.tax_minor} currency={currency} />],
    [
      'In ' + base_currency,
      currency !== base_currency && <Money minor={expense.base_total_minor} currency={base_currency} />,
    ],
    ['Category', nameIn(about.categories, expense.category_id)],
    ['Supplier', nameIn(about.suppliers, expense.supplier_id)],
    ['Invoice number', expense.supplier_invoice_number],
    ['Project', nameIn(about.projects, expense.project_id)],
    ['Client', nameIn(about.clients, expense.client_id)],
    ['Billed to the client', expense.billable && 'Yes'],
    ['Paid with', expense.payment_source === 'company' ? 'The company’s money' : 'Their own money'],
    ['Reimbursed on', expense.paid_on && <Day at={expense.paid_on} />],
    ['Notes', expense.notes && <span class="as-typed">{expense.notes}</span>],
  ]
  return (
    <section class="card" aria-label="Details">
      <Pairs of={facts} />
    </section>
  )
}

/** The actions available to the reader. */
const NextSteps: FC<Shown & { may: ReturnType<typeof mayDo> }> = ({ visit, problems, home, object, may }) => {
  const at = (action: string) => `/expenses/${object.id}/${action}?org=${home.slug}`
  if (!may.change && !may.decide && !may.pay) return null
  return (
    <section class="card stack" aria-label="Next step">
      {may.change ? (
        <div class="buttons">
          <form method="post" action={at('submit')}>
            <button class="primary">Submit for approval</button>
          </form>
          <ConfirmButton
            verb="Delete"
            subject={object.description}
            action={at('delete')}
            warning="It is deleted for good, with its receipts."
          />
        </div>
      ) : null}
      {may.decide ? <ReviewForms at={at} values={visit.form} problems={problems} /> : null}
      {may.pay ? <PaymentForm at={at('pay')} values={visit.form} problems={problems} /> : null}
    </section>
  )
}

type FormInput = { values: Form; problems: Problems }
const ReviewForms: FC<FormInput & { at: (action: string) => string }> = ({ at, ...input }) => (
  <>
    <form method="post" action={at('approve')}>
      <button class="primary">Approve</button>
    </form>
    <details class="more" open={'reason' in input.problems.fields}>
      <summary>Reject</summary>
      <form class="stack" method="post" action={at('reject')} novalidate>
        <Field {...input} name="reason" label={labels.reason} />
        <button class="danger">Reject</button>
      </form>
    </details>
  </>
)

const PaymentForm: FC<FormInput & { at: string }> = ({ at, ...input }) => (
  <form class="search" method="post" action={at} novalidate>
    <Field
      {...input}
      name="paid_on"
      type="date"
      label={labels.paid_on}
      hint="Today unless you choose another day."
      optional
    />
    <button class="primary">Record payment</button>
  </form>
)
