import { InvoiceState } from '../invoices/invoice-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { portalList } from './portal-page.tsx'

export default portalList('listPortalInvoices', (say) => ({
  at: '/portal/invoices',
  title: say('invoices'),
  lead: ({ organization, client }) => say('invoices_lead', { organization, client: client.name }),
  counted: (count) => say('invoices_counted', { count }),
  line: (invoice, me) => {
    const { id, issue_date, due_date, outstanding_minor: outstanding, total_minor, currency, kind } = invoice
    const [today] = shownIn(me.branding.timezone, new Date().toISOString())
    const overdue = outstanding > 0 && due_date !== null && due_date < today
    return {
      to: `/portal/invoices/${id}`,
      title: invoice.number,
      facts: [
        kind === 'corrective' && say('invoice_credit'),
        issue_date && say.with('invoice_issued', { at: <Day at={issue_date} /> }),
        outstanding > 0 && due_date && say.with('invoice_due', { at: <Day at={due_date} /> }),
      ],
      marks: (
        <InvoiceState invoice={{ status: invoice.status, overdue }}>
          {overdue ? say('invoice_overdue') : say(`invoice_status.${invoice.status}`)}
        </InvoiceState>
      ),
      amount: <Money minor={total_minor} currency={currency} />,
    }
  },
}))
