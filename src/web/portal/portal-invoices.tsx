import { nameOf, InvoiceState } from '../invoices/invoice-parts.tsx'
import { fileOf, InvoiceSheet, type Shared, viewOf } from '../invoices/shared-invoice.tsx'
import { Money } from '../kit/money.tsx'
import type { Item } from '../kit/operations.ts'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { contactPage } from './contact-page.tsx'
import { showPortal } from './portal-frame.tsx'
import { portalList } from './portal-lists.tsx'
import type { Contact } from './portal-session.ts'

const at = '/portal/invoices'

export const showInvoices = portalList<Item<'listPortalInvoices'>>({
  path: '/invoices',
  title: 'Invoices',
  lead: ({ organization, client }) => `What ${organization} has billed to ${client.name}.`,
  noun: 'invoice',
  Row: ({ item: invoice, me }) => {
    const { id, issue_date, due_date, outstanding_minor: outstanding, total_minor, currency, kind } = invoice
    const [today] = shownIn(me.branding.timezone, new Date().toISOString())
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
  },
})

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
