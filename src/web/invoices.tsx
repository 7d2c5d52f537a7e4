import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { ClientChoice, labels, LineFields, type Rate, taxOf } from './invoice-form.tsx'
import { type InvoiceRow, InvoiceState, nameOf, type Party } from './invoice-parts.tsx'
import { show } from './layout.tsx'
import { Money } from './money.tsx'
import { Pager } from './pager.tsx'
import { count, Hidden, Saved, Summary } from './parts.tsx'
import { type Home, isAtLeast, type Person, placeOf } from './place.ts'
import { Day } from './time.tsx'
import { bodyOf, goTo, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'

type Owed = { currency: string; outstanding_minor: number; current_minor: number; invoices: number }
type Parts = { list: { items: InvoiceRow[]; total: number }; owed: Owed[]; clients: Party[]; rates: Rate[] }
type Shown = Parts & { visit: Visit; person: Person; home: Home; problems: Problems }

const size = 50
const statuses = ['draft', 'issued', 'partially_paid', 'overdue', 'paid', 'cancelled'] as const
const offsetOf = ({ query }: Visit) => Math.min(100_000, Math.max(0, Math.floor(Number(query.offset)) || 0))
const statusOf = ({ query }: Visit) => statuses.find((one) => one === query.status)
const hrefOf = (home: Home) => `/organizations/${home.slug}/invoices`

/** What was billed, and what is still to be paid. */
export const showInvoices: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number) {
  const { person, home, parts } = await placeOf(visit, async (at): Promise<Parts> => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const wish = new URLSearchParams({
      limit: String(size),
      offset: String(offsetOf(visit)),
      ...(statusOf(visit) && { status: statusOf(visit)! }),
      ...(visit.query.q && { q: visit.query.q.slice(0, 120) }),
    })
    const [list, { totals: owed }, { items: clients }, { items: rates }] = await Promise.all([
      get<Parts['list']>(`/invoices?${wish}`),
      get<{ totals: Owed[] }>('/finance/receivables?limit=1'),
      get<{ items: Party[] }>('/clients?limit=200'),
      get<{ items: Rate[] }>('/tax-rates?limit=200&archived=false'),
    ])
    return { list, owed, clients, rates }
  })
  return show(
    visit,
    { title: `Invoices of ${home.name}`, me: person, zone: home.timezone, status },
    <Whole {...parts} visit={visit} person={person} home={home} problems={problems} />,
  )
}

/** Drafts an invoice of one line, and opens it for more. */
export const createInvoice: Page = async (visit) => {
  const { at, home } = await placeOf(visit)
  const { once, client_id = '', description = '', quantity = '', unit_price = '', tax } = visit.form
  const line = { description, unit_price: unit_price.replace(',', '.'), ...taxOf(tax) }
  const reply = await visit.api.call<{ id: string }>('POST', `${at}/invoices`, {
    body: { client_id, lines: [{ ...line, ...(quantity && { quantity: quantity.replace(',', '.') }) }] },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, problemsOf(reply, Object.keys(labels)), reply.status)
  return goTo(`/invoices/${bodyOf(reply, visit.here).id}?org=${home.slug}`)
}

const Whole: FC<Shown> = (shown) => {
  const { visit, home, problems } = shown
  return (
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
        </p>
        <h1>Invoices</h1>
        <p class="lead">
          An invoice gets its number when it is issued. From then on it is corrected, not changed.
        </p>
      </div>
      <Saved visit={visit} />
      <Summary problems={problems} labels={labels} />
      <Totals {...shown} />
      {isAtLeast(home, 'manager') ? <New {...shown} /> : null}
      <Listed {...shown} />
    </>
  )
}

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
          <LineFields {...shared} rates={rates} />
          <button class="primary">Create draft</button>
        </form>
      ) : (
        <p>There are no clients yet. Create one through the API or with your assistant first.</p>
      )}
    </details>
  )
}

const Listed: FC<Shown> = ({ visit, home, list: { items, total } }) => {
  const status = statusOf(visit)
  const kept = { ...(status && { status }), ...(visit.query.q && { q: visit.query.q }) }
  return (
    <section class="card stack" aria-labelledby="invoices">
      <h2 id="invoices">{total ? count(total, 'invoice') : 'No invoice here'}</h2>
      <form class="seek" method="get" action={hrefOf(home)} role="search">
        <div class="field">
          <label for="q">Number or client</label>
          <input id="q" name="q" type="search" maxlength={120} value={visit.query.q} />
        </div>
        <button>Find</button>
      </form>
      <nav aria-label="Filter">
        <ul class="tabs">
          {[undefined, ...statuses].map((one) => (
            <li>
              <a
                href={one ? `${hrefOf(home)}?status=${one}` : hrefOf(home)}
                aria-current={one === status ? 'true' : undefined}
              >
                {one?.replace('_', ' ') ?? 'all'}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ul class="rows">
        {items.map((invoice) => (
          <Row invoice={invoice} org={home.slug} />
        ))}
      </ul>
      <Pager at={hrefOf(home)} kept={kept} offset={offsetOf(visit)} size={size} total={total} />
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
