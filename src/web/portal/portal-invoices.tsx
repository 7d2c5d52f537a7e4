import type { FC } from 'hono/jsx'
import { nameOf, type InvoiceRow, InvoiceState } from '../invoices/invoice-parts.tsx'
import { offsetOf, pageSize, pageQuery } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { Pager } from '../kit/pager.tsx'
import { count } from '../kit/parts.tsx'
import { showPortal } from './portal-frame.tsx'
import type { Contact } from './portal-session.ts'
import { contactPage } from './contact-page.tsx'
import { fileOf, InvoiceSheet, type Shared, viewOf } from '../invoices/shared-invoice.tsx'
import { Day } from '../kit/time.tsx'

type Invoice = Omit<InvoiceRow, 'client' | 'overdue'>
const at = '/portal/invoices'

export const showInvoices = contactPage(async ({ visit, me, get }) => {
  const [who, { items, total }] = await Promise.all([
    me(),
    get<{ items: Invoice[]; total: number }>(`/invoices?${pageQuery(visit, {})}`),
  ])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: who.branding.timezone }).format(new Date())
  return showPortal(
    visit,
    { title: 'Invoices', me: who },
    <>
      <div>
        <h1>Invoices</h1>
        <p class="lead">{`What ${who.organization} has billed to ${who.client.name}.`}</p>
      </div>
      <section class="card stack" aria-labelledby="invoices">
        <h2 id="invoices">{total ? count(total, 'invoice') : 'No invoice yet'}</h2>
        <ul class="rows">
          {items.map((invoice) => (
            <Row invoice={invoice} today={today} />
          ))}
        </ul>
        <Pager at={at} query={{}} offset={offsetOf(visit)} size={pageSize} total={total} />
      </section>
    </>,
  )
})

const Row: FC<{ invoice: Invoice; today: string }> = ({ invoice, today }) => {
  const { id, issue_date, due_date, outstanding_minor: outstanding, total_minor, currency, kind } = invoice
  const overdue = outstanding > 0 && due_date !== null && due_date < today
  return (
    <li class="row">
      <div class="grow">
        <p class="title">
          <a href={`${at}/${id}`}>{nameOf(invoice)}</a>
        </p>
        <p class="facts">
          {kind === 'corrective' ? <span>Credit note</span> : null}
          {issue_date ? (
            <span>
              Issued <Day at={issue_date} />
            </span>
          ) : null}
          {outstanding > 0 && due_date ? (
            <span>
              Due <Day at={due_date} />
            </span>
          ) : null}
        </p>
      </div>
      <InvoiceState invoice={{ status: invoice.status, overdue }} />
      <p class="title">
        <Money minor={total_minor} currency={currency} />
      </p>
    </li>
  )
}

const theInvoice = ({ visit, get }: Contact) =>
  get<Shared>(`/invoices/${encodeURIComponent(visit.c.req.param('id') ?? '')}`)

export const showInvoice = contactPage(async (contact) => {
  const { visit, me } = contact
  const [who, invoice] = await Promise.all([me(), theInvoice(contact)])
  const view = await viewOf(invoice)
  return showPortal(
    visit,
    { title: `Invoice ${invoice.document.number}`, me: who },
    <>
      <p class="facts">
        <a href={at}>Invoices</a>
      </p>
      <InvoiceSheet at={`${at}/${visit.c.req.param('id')}`} {...invoice} view={view} />
    </>,
  )
})

export const downloadInvoice = contactPage((contact) => fileOf(contact.visit, () => theInvoice(contact)))
