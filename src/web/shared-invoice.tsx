import type { FC } from 'hono/jsx'
import type { Printed } from '../shared/invoice/files.ts'
import { fileFormats } from '../shared/invoice/files.ts'
import { LineRow } from './invoice-parts.tsx'
import { Badge } from './parts.tsx'
import { show } from './layout.tsx'
import { Money, MoneyPairs } from './money.tsx'
import { Day } from './time.tsx'
import { bodyOf, type Page, PageError, type Visit } from './visit.ts'

export type Shared = { overdue: boolean; document: Printed & { outstanding_minor: number } }

const tokenOf = ({ c }: Visit) => encodeURIComponent(c.req.param('token') ?? '')

async function sharedOf(visit: Visit): Promise<Shared> {
  const reply = await visit.api.call<Shared>('GET', `/api/v1/shared-invoices/${tokenOf(visit)}`)
  if (reply.status !== 404) return bodyOf(reply, visit.here)
  throw new PageError(
    404,
    'This link no longer works',
    'It has expired, or the sender revoked it. Ask them for a new one.',
  )
}

/** An invoice for whoever holds a link to it, without an account. */
export const showSharedInvoice: Page = async (visit) => {
  const { overdue, document } = await sharedOf(visit)
  return show(
    visit,
    { title: `Invoice ${document.number} from ${document.issuer.name}`, me: null, centered: 'broad' },
    <InvoiceSheet at={`/invoice/${tokenOf(visit)}`} overdue={overdue} document={document} />,
  )
}

export const downloadSharedInvoice: Page = (visit) => fileOf(visit, () => sharedOf(visit))

/** The file of an invoice in the requested format. */
export async function fileOf(visit: Visit, find: () => Promise<Shared>): Promise<Response> {
  const format = fileFormats.find((one) => one === visit.c.req.param('format'))
  if (!format) throw new PageError(404, 'No such page', 'The address is wrong.')
  const { document } = await find()
  const { renderInvoice, fileResponse } = await import('../endpoints/files/invoices.ts')
  return fileResponse(await renderInvoice(visit.c, document, format))
}

type Props = { at: string; overdue: boolean; document: Shared['document'] }
/** An invoice as issued, with links to its files below `at`. */
export const InvoiceSheet: FC<Props> = ({ at, overdue, document: invoice }) => (
  <section class="card stack">
    <p class="facts">{invoice.issuer.name}</p>
    <h1>{`${invoice.kind === 'corrective' ? 'Credit note' : 'Invoice'} ${invoice.number}`}</h1>
    <p class="marks">
      {invoice.status === 'cancelled' ? <Badge kind="bad">cancelled</Badge> : null}
      {overdue ? <Badge kind="warn">overdue</Badge> : null}
      {invoice.status === 'paid' ? <Badge kind="good">paid</Badge> : null}
      <span>{`For ${invoice.client.name}`}</span>
    </p>
    <Due invoice={invoice} />
    <ul class="rows">
      {invoice.lines.map((line) => (
        <LineRow line={line} currency={invoice.currency} />
      ))}
    </ul>
    <Sums invoice={invoice} />
    {invoice.notes ? <p class="as-typed">{invoice.notes}</p> : null}
    <div class="buttons">
      <a class="button primary" href={`${at}/files/pdf`}>
        Download PDF
      </a>
      <a class="button" href={`${at}/files/ubl`}>
        For accounting software (UBL)
      </a>
    </div>
  </section>
)

/** What is due, by when, and the account to pay into. */
const Due: FC<{ invoice: Shared['document'] }> = ({ invoice }) => {
  const { currency, outstanding_minor: outstanding } = invoice
  return (
    <>
      <dl class="figures">
        <div>
          <dt>{outstanding > 0 ? 'To be paid' : 'Total'}</dt>
          <dd>
            <Money minor={outstanding > 0 ? outstanding : invoice.total_minor} currency={currency} />
            {outstanding > 0 && invoice.due_date ? (
              <small>
                by <Day at={invoice.due_date} />
              </small>
            ) : null}
          </dd>
        </div>
        {invoice.issue_date ? (
          <div>
            <dt>Issued</dt>
            <dd>
              <Day at={invoice.issue_date} />
            </dd>
          </div>
        ) : null}
      </dl>
      {outstanding > 0 && invoice.issuer.iban ? (
        <p>{`Please transfer it to ${invoice.issuer.iban}, naming ${invoice.number}.`}</p>
      ) : null}
    </>
  )
}

const Sums: FC<{ invoice: Shared['document'] }> = ({ invoice }) => (
  <MoneyPairs
    currency={invoice.currency}
    of={[
      ['Net', invoice.net_minor],
      ['Tax', invoice.tax_minor + invoice.surcharge_minor],
      ['Total', invoice.total_minor],
      ['Withheld', -invoice.withholding_minor],
      ['Paid', -invoice.paid_minor],
      ['Credited', -invoice.credited_minor],
    ]}
  />
)
