import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { ClientChoice, labels, LineFields, type Rate, taxOf, withDecimalPoint } from './invoice-form.tsx'
import { type InvoiceRow, InvoiceState, nameOf, type Party } from './invoice-parts.tsx'
import { show } from '../kit/layout.tsx'
import {
  withoutEmpty,
  offsetOf,
  pageSize,
  pageQuery,
  SearchForm,
  send,
  statusIn,
  statusTabs,
  Tabs,
  ListHeader,
} from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { Pager } from '../kit/pager.tsx'
import { count, Hidden } from '../kit/parts.tsx'
import { type Home, isAtLeast, type Person, organizationContext } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import { bodyOf, redirectTo, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

type Owed = { currency: string; outstanding_minor: number; current_minor: number; invoices: number }
type Parts = { list: { items: InvoiceRow[]; total: number }; owed: Owed[]; clients: Party[]; rates: Rate[] }
type Shown = Parts & { visit: Visit; person: Person; home: Home; problems: Problems }

const statuses = ['draft', 'issued', 'partially_paid', 'overdue', 'paid', 'cancelled'] as const
const statusOf = (visit: Visit) => statusIn(visit, statuses)
const hrefOf = (home: Home) => `/organizations/${home.slug}/invoices`

/** The invoices of an organization and what is outstanding. */
export const showInvoices: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await organizationContext(visit, async (at): Promise<Parts> => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const params = pageQuery(visit, { status: statusOf(visit), q: visit.query.q?.slice(0, 120) })
    const [list, { totals: owed }, clients, rates] = await Promise.all([
      get<Parts['list']>(`/invoices?${params}`),
      get<{ totals: Owed[] }>('/finance/receivables?limit=1'),
      allOf<Party>(visit, `${at}/clients`),
      allOf<Rate>(visit, `${at}/tax-rates?archived=false`),
    ])
    return { list, owed, clients, rates }
  })
  return show(
    visit,
    { title: `Invoices of ${home.name}`, me: person, zone: home.timezone, status },
    <Content {...parts} visit={visit} person={person} home={home} problems={problems} />,
  )
}

/** Creates a draft with one line and opens it. */
export const createInvoice: Page = async (visit) => {
  const { at, home } = await organizationContext(visit)
  const { client_id = '', description = '', quantity = '', unit_price = '', tax } = visit.form
  const line = { description, unit_price: withDecimalPoint(unit_price), ...taxOf(tax) }
  const { rejected, result } = await send<{ id: string }>(visit, {
    path: `${at}/invoices`,
    body: { client_id, lines: [{ ...line, ...(quantity && { quantity: withDecimalPoint(quantity) }) }] },
    fields: Object.keys(labels),
  })
  return rejected ? page(visit, ...rejected) : redirectTo(`/invoices/${result.id}?org=${home.slug}`)
}

const Content: FC<Shown> = (shown) => (
  <>
    <ListHeader
      {...shown}
      title="Invoices"
      lead={
        <>
          An invoice gets its number when it is issued. From then on it is corrected, not changed.
          {isAtLeast(shown.home, 'admin') ? (
            <>
              {' '}
              <a href={`/organizations/${shown.home.slug}/invoicing`}>Issuer, taxes and numbers</a>
            </>
          ) : null}
        </>
      }
      labels={labels}
    />
    <Totals {...shown} />
    {isAtLeast(shown.home, 'manager') ? <New {...shown} /> : null}
    <Listed {...shown} />
  </>
)

const Totals: FC<Shown> = ({ owed }) =>
  owed.length ? (
    <section class="card" aria-label="To be paid">
      <dl class="figures">
        {owed.map(({ currency, outstanding_minor, current_minor, invoices }) => (
          <>
            <div>
              <dt>Outstanding</dt>
              <dd>
                <Money minor={outstanding_minor} currency={currency} />
                <small>{count(invoices, 'invoice')}</small>
              </dd>
            </div>
            <div>
              <dt>Overdue</dt>
              <dd>
                <Money minor={outstanding_minor - current_minor} currency={currency} />
              </dd>
            </div>
          </>
        ))}
      </dl>
    </section>
  ) : null

const New: FC<Shown> = ({ visit, home, clients, rates, problems }) => {
  const shared = { values: { quantity: '1', ...visit.form }, problems }
  return (
    <details class="more card" open={problems !== noProblems}>
      <summary>New invoice</summary>
      {clients.length ? (
        <form class="stack" method="post" action={hrefOf(home)} novalidate>
          <Hidden fields={{ once: uuidv7() }} />
          <ClientChoice {...shared} clients={clients} />
          <LineFields {...shared} rates={rates} org={home.slug} />
          <button class="primary">Create draft</button>
        </form>
      ) : (
        <p>
          There are no clients yet. <a href={`/organizations/${home.slug}/clients`}>Create one</a> first.
        </p>
      )}
    </details>
  )
}

const Listed: FC<Shown> = ({ visit, home, list: { items, total } }) => {
  const status = statusOf(visit)
  const { q } = visit.query
  return (
    <section class="card stack" aria-labelledby="invoices">
      <h2 id="invoices">{total ? count(total, 'invoice') : 'No invoice here'}</h2>
      <SearchForm at={hrefOf(home)} label="Number or client" q={q} />
      <Tabs of={statusTabs(hrefOf(home), statuses, status)} />
      <ul class="rows">
        {items.map((invoice) => (
          <Row invoice={invoice} org={home.slug} />
        ))}
      </ul>
      <Pager
        at={hrefOf(home)}
        query={withoutEmpty({ status, q })}
        offset={offsetOf(visit)}
        size={pageSize}
        total={total}
      />
    </section>
  )
}

const Row: FC<{ invoice: InvoiceRow; org: string }> = ({ invoice, org }) => (
  <li class="row">
    <div class="grow">
      <p class="title">
        <a href={`/invoices/${invoice.id}?org=${org}`}>{nameOf(invoice)}</a>
      </p>
      <p class="facts">
        <span>{invoice.client.name}</span>
        {invoice.issue_date ? <Day at={invoice.issue_date} /> : null}
        {invoice.outstanding_minor > 0 && invoice.due_date ? (
          <span>
            due <Day at={invoice.due_date} />
          </span>
        ) : null}
      </p>
    </div>
    <p class="title">
      <Money minor={invoice.total_minor} currency={invoice.currency} />
    </p>
    <InvoiceState invoice={invoice} />
  </li>
)
