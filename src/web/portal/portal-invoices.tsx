import { InvoiceState, nameOf } from '../invoices/invoice-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { portalList } from './portal-page.tsx'

export default portalList({
  at: '/portal/invoices',
  of: 'listPortalInvoices',
  title: 'Invoices',
  lead: ({ organization, client }) => `What ${organization} has billed to ${client.name}.`,
  noun: ['invoice'],
  line: (invoice, me) => {
    const { id, issue_date, due_date, outstanding_minor: outstanding, total_minor, currency, kind } = invoice
    const [today] = shownIn(me.branding.timezone, new Date().toISOString())
    const overdue = outstanding > 0 && due_date !== null && due_date < today
    return {
      to: `/portal/invoices/${id}`,
      title: nameOf(invoice),
      facts: [
        kind === 'corrective' && 'Credit note',
        issue_date && (
          <>
            Issued <Day at={issue_date} />
          </>
        ),
        outstanding > 0 && due_date && (
          <>
            Due <Day at={due_date} />
          </>
        ),
      ],
      marks: <InvoiceState invoice={{ status: invoice.status, overdue }} />,
      amount: <Money minor={total_minor} currency={currency} />,
    }
  },
})
