import { inWords } from '../kit/words.ts'
import { say } from '../kit/say.ts'
import { InvoiceState } from '../invoices/invoice-parts.tsx'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'
import { portalList } from './portal-page.tsx'

export default portalList('listPortalInvoices', {
  at: '/portal/invoices',
  title: 'Invoices',
  lead: ({ organization, client }) =>
    say('What {organization} has billed to {client}.', { organization, client: client.name }),
  counted: (n) => say('{n, plural, =0 {No invoice here} one {# invoice} other {# invoices}}', { n }),
  line: (invoice, me) => {
    const { id, issue_date, due_date, outstanding_minor: outstanding, total_minor, currency, kind } = invoice
    const [today] = shownIn(me.branding.timezone, new Date().toISOString())
    const overdue = outstanding > 0 && due_date !== null && due_date < today
    return {
      to: `/portal/invoices/${id}`,
      title: invoice.number,
      facts: [
        kind === 'corrective' && say('Credit note'),
        issue_date && say('Issued {at}', { at: <Day at={issue_date} /> }),
        outstanding > 0 && due_date && say('Due {at}', { at: <Day at={due_date} /> }),
      ],
      marks: (
        <InvoiceState invoice={{ status: invoice.status, overdue }}>
          {overdue ? say('overdue') : inWords(invoice.status)}
        </InvoiceState>
      ),
      amount: <Money minor={total_minor} currency={currency} />,
    }
  },
})
