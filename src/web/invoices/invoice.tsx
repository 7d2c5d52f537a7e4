import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import { InvoiceActionForms } from './invoice-action-forms.tsx'
import { labels, LineFields, profileName, type Rate } from './invoice-form.tsx'
import { type Invoice, InvoiceState, LineRow, type Link, nameOf, notMailed } from './invoice-parts.tsx'
import { show } from '../kit/layout.tsx'
import { Money, MoneyPairs } from '../kit/money.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Copy, Hidden, Notice, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, type Home } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import { bodyOf, noProblems, type Page, type Problems, PageError, type Visit } from '../kit/visit.ts'

type Parts = { rates: Rate[]; links: { items: Link[]; total: number; part: Part } }
export type Sending = {
  url: string | null
  mailed_to: string | null
  not_mailed: keyof typeof notMailed | null
}
/** The errors of a form, or the link of a sent invoice, which is shown only once. */
type Outcome = { problems: Problems; sent?: Sending }
export type Shown = Found<Invoice> & { parts: Parts; visit: Visit; outcome: Outcome }

const idOf = ({ c }: Visit) => {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new PageError(404, 'No such invoice', 'The address is incomplete.')
  return id
}
const linksOn = (visit: Visit) => partOf(visit, `/invoices/${idOf(visit)}`, 'links_from', 20, 'links')
export const theInvoice = (visit: Visit) => find<Invoice>(visit, `/invoices/${idOf(visit)}`, 'invoice')
export const hrefOf = ({ object, home }: Found<Invoice>) => `/invoices/${object.id}?org=${home.slug}`
export const showInvoice: Page = (visit) => invoicePage(visit, { problems: noProblems })

export async function invoicePage(visit: Visit, outcome: Outcome, status?: number) {
  const id = idOf(visit)
  const found = await find<Invoice, Parts>(visit, `/invoices/${id}`, 'invoice', async (at) => {
    const [rates, links] = await Promise.all([
      allOf<Rate>(visit, `${at}/tax-rates?archived=false`),
      visit.api.call<Omit<Parts['links'], 'part'>>(
        'GET',
        `${at}/invoices/${id}/links?${linksOn(visit).query}`,
      ),
    ])
    return { rates, links: { ...bodyOf(links, visit.here), part: linksOn(visit) } }
  })
  const { person, home, object } = found
  return show(
    visit,
    { title: `${nameOf(object)} · ${object.client.name}`, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} outcome={outcome} />,
  )
}

const Content: FC<Shown> = (shown) => {
  const { visit, outcome, home, object: invoice } = shown
  return (
    <>
      <Head invoice={invoice} home={home} />
      <Saved visit={visit} />
      <Summary problems={outcome.problems} labels={labels} />
      {outcome.sent ? <Sent sent={outcome.sent} /> : null}
      {invoice.cancel_reason ? (
        <Notice kind="warn" title="Cancelled">
          <p>{invoice.cancel_reason}</p>
        </Notice>
      ) : null}
      <Lines {...shown} />
      <InvoiceActionForms {...shown} />
      <Facts invoice={invoice} org={home.slug} />
    </>
  )
}

const Sent: FC<{ sent: Sending }> = ({ sent: { url, mailed_to, not_mailed } }) => (
  <Notice kind="good" title={mailed_to ? `Mailed to ${mailed_to}` : 'The link is ready'}>
    <p>
      {mailed_to
        ? 'Whoever has this link can open the invoice, too.'
        : `No mail was sent: ${notMailed[not_mailed ?? 'no_mail']}. Pass the link on; it is shown only now.`}
    </p>
    {url ? <Copy id="link" what="Link to the invoice" text={url} fold /> : null}
  </Notice>
)

const Head: FC<{ invoice: Invoice; home: Home }> = ({ invoice, home }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={`/organizations/${home.slug}/invoices`}>Invoices</a>
    </p>
    <h1>{nameOf(invoice)}</h1>
    <p class="marks">
      <InvoiceState invoice={invoice} />
      <span>{invoice.client.name}</span>
      <span class="title">
        <Money minor={invoice.total_minor} currency={invoice.currency} />
      </span>
    </p>
  </div>
)

const Lines: FC<Shown> = ({ visit, outcome, home, parts, object: invoice }) => {
  const draft = invoice.status === 'draft' && invoice.kind !== 'corrective'
  const at = (action: string) => `/invoices/${invoice.id}/${action}?org=${home.slug}`
  const shared = { values: { quantity: '1', ...visit.form }, problems: outcome.problems }
  return (
    <section class="card stack" aria-labelledby="lines">
      <h2 id="lines">{invoice.lines.length ? 'Lines' : 'No lines yet'}</h2>
      <ul class="rows">
        {invoice.lines.map((line, place) => (
          <LineRow line={line} currency={invoice.currency}>
            {draft ? (
              <form method="post" action={at('remove-line')}>
                <Hidden fields={{ line: String(place), version: String(invoice.version) }} />
                <button class="slim">
                  Remove<span class="hidden">{` ${line.description}`}</span>
                </button>
              </form>
            ) : null}
          </LineRow>
        ))}
      </ul>
      <Sums invoice={invoice} />
      {draft ? (
        <details class="more" open={'description' in visit.form}>
          <summary>Add a line</summary>
          <form class="stack" method="post" action={at('add-line')} novalidate>
            <Hidden fields={{ version: String(invoice.version) }} />
            <LineFields {...shared} rates={parts.rates} org={home.slug} currency={invoice.currency} />
            <button class="primary">Add line</button>
          </form>
        </details>
      ) : null}
    </section>
  )
}

const subtotalOf = ({ lines }: Invoice) => lines.reduce((sum, line) => sum + line.before_discount_minor, 0)

const Sums: FC<{ invoice: Invoice }> = ({ invoice }) => (
  <MoneyPairs
    currency={invoice.currency}
    of={[
      ['Subtotal', invoice.discount_minor === 0 ? 0 : subtotalOf(invoice)],
      ['Discount', invoice.discount_minor === 0 ? 0 : invoice.net_minor - subtotalOf(invoice)],
      ['Net', invoice.net_minor, true],
      ...invoice.taxes.map(({ rate, tax_minor }): [string, number] => [`Tax at ${rate} %`, tax_minor]),
      ['Surcharge', invoice.surcharge_minor],
      ['Total', invoice.total_minor, true],
      ['Withheld', -invoice.withholding_minor],
      ['Paid', -invoice.paid_minor],
      ['Credited', -invoice.credited_minor],
      ['Outstanding', invoice.status === 'draft' ? 0 : invoice.outstanding_minor],
    ]}
  />
)

const Facts: FC<{ invoice: Invoice; org: string }> = ({ invoice, org }) => {
  const other = ({ id, number }: { id: string; number: string | null }) => (
    <a href={`/invoices/${id}?org=${org}`}>{number ?? 'Draft'}</a>
  )
  const foreign = invoice.base_tax_minor !== null && invoice.currency !== invoice.base_currency
  const facts = [
    ['Issued', invoice.issue_date && <Day at={invoice.issue_date} />],
    ['Due', invoice.due_date && <Day at={invoice.due_date} />],
    [
      `Tax in ${invoice.base_currency}`,
      foreign && <Money minor={invoice.base_tax_minor ?? 0} currency={invoice.base_currency} />,
    ],
    [
      'Exchange rate',
      foreign && (
        <>
          {`1 ${invoice.currency} = ${invoice.exchange_rate} ${invoice.base_currency}, `}
          <Day at={invoice.exchange_rate_date ?? invoice.issue_date ?? ''} />
        </>
      ),
    ],
    ['Electronic invoice', invoice.profile && profileName(invoice.profile)],
    ['Buyer reference', invoice.buyer_reference],
    ['Corrects', invoice.corrects && other(invoice.corrects)],
    ['Corrected by', invoice.corrections.length > 0 && invoice.corrections.map(other)],
    ['Sent', invoice.sent_at && <Day at={invoice.sent_at} />],
    ['First opened', invoice.viewed_at && <Day at={invoice.viewed_at} />],
    ['Notes', invoice.notes && <span class="as-typed">{invoice.notes}</span>],
  ] as const
  if (facts.every(([, value]) => !value)) return null
  return (
    <section class="card" aria-label="Details">
      <Pairs of={facts} />
    </section>
  )
}
