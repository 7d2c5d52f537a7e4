import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { type About, draftOf, type Expense, ExpenseForm, labels } from './expense-form.tsx'
import { show } from '../kit/layout.tsx'
import {
  withoutEmpty,
  mineTab,
  offsetOf,
  pageSize,
  pageQuery,
  send,
  statusIn,
  statusTabs,
  Tabs,
  ListHeader,
} from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { Pager } from '../kit/pager.tsx'
import { Badge, count } from '../kit/parts.tsx'
import { type Home, isAtLeast, type Person, organizationContext } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import { bodyOf, redirectTo, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

type Total = { currency: string; count: number; total_minor: number }
type Row = Omit<Expense, 'possible_duplicates'>
type List = { items: Row[]; total: number; totals: Total[] }
type Parts = { list: List; about: About; currency: string }
type Shown = Parts & { visit: Visit; person: Person; home: Home; problems: Problems }

const statuses = ['draft', 'submitted', 'approved', 'rejected', 'paid'] as const
const statusOf = (visit: Visit) => statusIn(visit, statuses)
const hrefOf = (home: Home) => `/organizations/${home.slug}/expenses`

/** The categories, projects, clients and suppliers to choose from in expense forms. */
export async function aboutOf(visit: Visit, at: string, home: Home): Promise<About> {
  const list = (path: string) => allOf<{ id: string; name: string }>(visit, at + path)
  const [categories, projects, clients, suppliers] = await Promise.all([
    list('/expense-categories'),
    list('/projects'),
    list('/clients'),
    isAtLeast(home, 'manager') ? list('/suppliers?status=active') : [],
  ])
  return { categories, projects, clients, suppliers }
}

/** Expenses: a member's own, or everyone's for managers. */
export const showExpenses: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at, it): Promise<Parts> => {
    const params = pageQuery(visit, { status: statusOf(visit), user_id: visit.query.mine && 'me' })
    const [list, about, organization] = await Promise.all([
      visit.api.call<List>('GET', `${at}/expenses?${params}`),
      isAtLeast(it, 'member') ? aboutOf(visit, at, it) : undefined,
      visit.api.call<{ currency: string }>('GET', at),
    ])
    const { currency } = bodyOf(organization, visit.here)
    return { list: bodyOf(list, visit.here), about: about ?? noChoices, currency }
  })
  return show(
    visit,
    { title: `Expenses of ${home.name}`, me: person, zone: home.timezone, status },
    <Content {...parts} visit={visit} person={person} home={home} problems={problems} />,
  )
}
const noChoices: About = { categories: [], projects: [], clients: [], suppliers: [] }

export const createExpense: Page = async (visit) => {
  const { at, home } = await organizationContext(visit)
  const { body, problems } = draftOf(visit.form)
  if (Object.keys(problems).length) return page(visit, { fields: problems, general: [] }, 422)
  const { rejected, result } = await send<Expense>(visit, {
    path: `${at}/expenses`,
    body,
    fields: Object.keys(labels),
  })
  return rejected ? page(visit, ...rejected) : redirectTo(`/expenses/${result.id}?org=${home.slug}`)
}

const Content: FC<Shown> = (shown) => (
  <>
    <ListHeader
      {...shown}
      title="Expenses"
      lead={
        isAtLeast(shown.home, 'manager')
          ? 'What everybody spent for the organization. Nobody approves their own.'
          : 'What you spent for the organization. A manager approves what you submit.'
      }
      labels={labels}
    />
    <New {...shown} />
    <Listed {...shown} />
  </>
)

const New: FC<Shown> = ({ visit, home, about, currency, problems }) => (
  <details class="more card" open={problems !== noProblems}>
    <summary>New expense</summary>
    <ExpenseForm
      action={hrefOf(home)}
      about={about}
      values={{ currency, ...visit.form }}
      problems={problems}
      hidden={{ once: uuidv7() }}
      submitLabel="Create expense"
    />
  </details>
)

const Listed: FC<Shown> = ({ visit, person, home, list: { items, total, totals } }) => {
  const manager = isAtLeast(home, 'manager')
  const status = statusOf(visit)
  const mine = visit.query.mine && 'yes'
  const tabs = statusTabs(hrefOf(home), statuses, status, { mine })
  return (
    <section class="card stack" aria-labelledby="expenses">
      <h2 id="expenses">{total ? count(total, 'expense') : 'No expense here'}</h2>
      <Tabs of={manager ? [...tabs, mineTab(hrefOf(home), Boolean(mine), { status })] : tabs} />
      {totals.length ? (
        <dl class="figures">
          {totals.map(({ currency, count: n, total_minor }) => (
            <div>
              <dt>{currency}</dt>
              <dd>
                <Money minor={total_minor} currency={currency} />
                <small>{count(n, 'expense')}</small>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <ul class="rows">
        {items.map((expense) => (
          <Line expense={expense} org={home.slug} mine={expense.user_id === person.id} />
        ))}
      </ul>
      <Pager
        at={hrefOf(home)}
        query={withoutEmpty({ status, mine })}
        offset={offsetOf(visit)}
        size={pageSize}
        total={total}
      />
      {manager ? <Download home={home} /> : null}
    </section>
  )
}

const Line: FC<{ expense: Row; org: string; mine: boolean }> = ({ expense, org, mine }) => (
  <li class="row">
    <div class="grow">
      <p class="title">
        <a href={`/expenses/${expense.id}?org=${org}`}>{expense.description}</a>
      </p>
      <p class="facts">
        <Day at={expense.expense_date} />
        {mine ? null : <span>{expense.user.name}</span>}
        {expense.payment_source === 'company' ? <span>paid by the company</span> : null}
      </p>
    </div>
    <p class="title">
      <Money minor={expense.total_minor} currency={expense.currency} />
    </p>
    <Status status={expense.status} />
  </li>
)

const kinds = {
  draft: undefined,
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
  paid: 'good',
} as const
export const Status: FC<{ status: Expense['status'] }> = ({ status }) => (
  <Badge kind={kinds[status]}>{status}</Badge>
)

/** A CSV export for bookkeeping. */
const Download: FC<{ home: Home }> = ({ home }) => (
  <details class="more small">
    <summary>Download for bookkeeping</summary>
    <form class="search" method="get" action={`${hrefOf(home)}.csv`}>
      {(['from', 'to'] as const).map((name) => (
        <div class="field short">
          <label for={name}>{name === 'from' ? 'First day' : 'Last day'}</label>
          <input type="date" id={name} name={name} required />
        </div>
      ))}
      <button>Download CSV</button>
    </form>
  </details>
)
