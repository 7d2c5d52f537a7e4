import type { FC } from 'hono/jsx'
import type { Printed } from '../../shared/invoice/files.ts'
import { fileFormats } from '../../shared/invoice/files.ts'
import type { View } from '../../shared/invoice/pdf/view.ts'
import { transferCode } from '../../shared/invoice/transfer-code.ts'
import { noSuchPage } from '../kit/page-value.tsx'
import { Badge, LinkButton, Pairs } from '../kit/parts.tsx'
import type { Answer } from '../kit/operations.ts'
import { QrCode } from '../kit/qr-code.tsx'
import { say } from '../kit/say.ts'
import { Money } from '../kit/money.tsx'
import { Day } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'

type Shared = { overdue: boolean; document: Printed & { outstanding_minor: number } }

type Published = Answer<'getSharedInvoice'> | Answer<'getPortalInvoice'>
/** The document as renderers take it: it is what they were given when it was issued, its codes being published as texts. */
const sharedOf = (published: Published) => published as Shared

/** The file of an invoice that the address names by its format. */
export async function invoiceFile(request: PageRequest, find: () => Promise<Published>): Promise<Response> {
  const format = fileFormats.find((one) => one === request.c.req.param('file'))
  if (!format) throw noSuchPage()
  const { document } = sharedOf(await find())
  const { renderInvoice, fileResponse, perReader } = await import('../../endpoints/files/invoices.ts')
  return fileResponse(await renderInvoice(request.c, document, format, [perReader(request.c)]))
}

type Viewed = Shared & { view: View }
/** An invoice with what is printed on it; loaded on demand, like the renderers. */
export const withView = async (published: Published): Promise<Viewed> => {
  const shared = sharedOf(published)
  const { viewOf } = await import('../../shared/invoice/pdf/view.ts')
  return { ...shared, view: viewOf(shared.document) }
}

export const titleOf = ({ document: { kind, number } }: Shared) =>
  say('{kind, select, corrective {Credit note} other {Invoice}} {number}', { kind, number: number ?? '' })

/** What has become of an invoice, and whom it is for. */
export const Marks: FC<Viewed> = ({ overdue, document: invoice, view }) => (
  <>
    {view.stamp ? <Badge kind="bad">{view.stamp.toLocaleLowerCase(invoice.locale)}</Badge> : null}
    {overdue ? <Badge kind="warn">{say('overdue')}</Badge> : null}
    {invoice.status === 'paid' ? <Badge kind="good">{say('paid')}</Badge> : null}
    <span>{say('For {name}', { name: invoice.client.name })}</span>
  </>
)

/** An invoice as issued, with the content of its PDF and links to its files below `at`. */
export const InvoiceSheet: FC<Viewed & { at: string }> = ({ at, document: invoice, view }) => (
  <section class="card stack" aria-label={titleOf({ overdue: false, document: invoice })}>
    <p class="facts">{invoice.issuer.name}</p>
    <Due invoice={invoice} />
    <Content view={view} language={invoice.locale} />
    <Codes invoice={invoice} captions={view.captions} />
    <div class="buttons">
      <LinkButton to={`${at}/files/pdf`} kind="primary">
        {say('Download PDF')}
      </LinkButton>
      <LinkButton to={`${at}/files/ubl`}>{say('For accounting software (UBL)')}</LinkButton>
    </div>
  </section>
)

/** What is left to pay, by when, or else the total. */
const Due: FC<{ invoice: Shared['document'] }> = ({ invoice }) => {
  const { currency, due_date: due, status } = invoice
  const outstanding = status === 'cancelled' ? 0 : invoice.outstanding_minor
  return (
    <dl class="figures">
      <div>
        <dt>{outstanding > 0 ? say('To be paid') : say('Total')}</dt>
        <dd>
          <Money minor={outstanding > 0 ? outstanding : invoice.total_minor} currency={currency} />
          {outstanding > 0 && due ? <small>{say('by {at}', { at: <Day at={due} /> })}</small> : null}
        </dd>
      </div>
    </dl>
  )
}

/** The content of the PDF, in its language. */
const Content: FC<{ view: View; language: string }> = ({ view, language }) => (
  <div class="stack" lang={language}>
    <Pairs of={view.facts.map(({ label, value }) => [label, value])} />
    <Pairs of={[view.issuer, view.client].map((side) => [side.label, <Side side={side} />])} />
    {view.remarks.map((remark) => (
      <p>{remark}</p>
    ))}
    <Rows table={view.rows} />
    <Rows table={view.taxes} />
    <Pairs
      of={view.totals.map(({ label, value, strong }) => [label, strong ? <strong>{value}</strong> : value])}
    />
    {view.payment ? <p>{view.payment}</p> : null}
    {view.notes ? <p class="as-typed">{view.notes.text}</p> : null}
    {view.footer ? <p class="as-typed facts">{view.footer}</p> : null}
  </div>
)

const Side: FC<{ side: View['issuer'] }> = ({ side }) => (
  <span class="as-typed">{[side.name, ...side.lines].join('\n')}</span>
)

const Rows: FC<{ table: View['rows'] }> = ({ table: { head, rows } }) => (
  <div class="prose">
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td class="as-typed">{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The code of the tax agency, and the one that opens the transfer in a bank's app. */
const Codes: FC<{ invoice: Shared['document']; captions: string[] }> = ({ invoice, captions }) => {
  const transfer = transferCode(invoice)
  return (
    <>
      {invoice.qr ? (
        <figure>
          <figcaption>{captions[0]}</figcaption>
          <QrCode text={invoice.qr.url} label={captions.join(' ')} />
          {captions.length > 1 ? <p>{captions.slice(1).join(' ')}</p> : null}
        </figure>
      ) : null}
      {transfer ? (
        <figure>
          <figcaption>{say('Scan it in your bank’s app to transfer the amount')}</figcaption>
          <QrCode text={transfer} label={say('QR code of the transfer')} />
        </figure>
      ) : null}
    </>
  )
}
