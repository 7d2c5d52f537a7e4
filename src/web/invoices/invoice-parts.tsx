import type { FC, PropsWithChildren } from 'hono/jsx'
import type { ShowForm } from '../kit/forms.tsx'
import { Money, MoneyPairs } from '../kit/money.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import type { Part } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Invoice = Schemas['InvoiceDetail']
type Link = Answer<'listInvoiceLinks'>['items'][number]

/** Why no mail went out with a link. */
export const notMailed = {
  no_address: 'no address is known',
  no_mail: 'this service sends none',
  limit: 'too many went to this address within an hour, so try again later',
}

const kinds = {
  draft: undefined,
  issued: 'accent',
  partially_paid: 'accent',
  paid: 'good',
  cancelled: 'bad',
} as const
/** The state of an invoice; "overdue" takes precedence. */
type StateProps = PropsWithChildren<{ invoice: { status: keyof typeof kinds; overdue: boolean } }>
export const InvoiceState: FC<StateProps> = ({ invoice: { status, overdue }, children }) => (
  <Badge kind={overdue ? 'warn' : kinds[status]}>{children ?? (overdue ? 'overdue' : inWords(status))}</Badge>
)

export const nameOf = ({ number, kind }: { number: string | null; kind: string }) =>
  number ?? (kind === 'corrective' ? 'Draft of a credit note' : 'Draft')

/** The lines of an invoice with their sums. */
export const Lines: FC<PropsWithChildren<{ invoice: Invoice }>> = ({ invoice, children }) => (
  <section class="card stack" aria-labelledby="lines">
    <h2 id="lines">{invoice.lines.length ? 'Lines' : 'No lines yet'}</h2>
    <ul class="rows">
      {invoice.lines.map((line) => (
        <li class="row">
          <div class="grow">
            <p class="as-typed">{line.description}</p>
            <p class="facts">
              <span>{`${line.quantity}${line.unit ? ` ${line.unit}` : ''} × ${line.unit_price}`}</span>
              {line.discount_percent === '0' ? null : <span>{`− ${line.discount_percent} %`}</span>}
              <span>{`tax ${line.tax_rate} %`}</span>
            </p>
          </div>
          <p class="title">
            <Money minor={line.before_discount_minor} currency={invoice.currency} />
          </p>
        </li>
      ))}
    </ul>
    <Sums invoice={invoice} />
    {children}
  </section>
)

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

type PaymentsProps = { of: Invoice['payments']; currency: string; form: ShowForm }
export const Payments: FC<PaymentsProps> = ({ of, currency, form }) =>
  of.length ? (
    <section class="card stack" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <ul class="rows">
        {of.map((payment) => (
          <li class="row">
            <div class="grow">
              <p class="title">
                <Money minor={payment.amount_minor} currency={currency} />
              </p>
              <p class="facts">
                <Day at={payment.paid_on} />
                <span>{inWords(payment.method)}</span>
                {payment.reference ? <span>{payment.reference}</span> : null}
              </p>
            </div>
            {payment.voided_at ? (
              <Badge kind="bad">void</Badge>
            ) : (
              form('void', { of: { id: payment.id }, about: 'this payment' })
            )}
          </li>
        ))}
      </ul>
    </section>
  ) : null

type Mailing = Pick<Link, 'mailed_to' | 'not_mailed' | 'mail_status' | 'mail_error'>
/** What became of the mail with a link. */
function mailingOf({ mailed_to, not_mailed, mail_status, mail_error }: Mailing): string {
  if (!mailed_to) return not_mailed ? `not mailed: ${notMailed[not_mailed]}` : ''
  if (mail_status === 'failed') return `to ${mailed_to}: ${mail_error ?? 'not sent'}`
  return `${mail_status === 'sent' ? 'mailed to' : 'on its way to'} ${mailed_to}`
}

type LinksProps = { of: Answer<'listInvoiceLinks'>; pager: Part['pager']; form: ShowForm }
/** The links to the invoice that still work. */
export const Links: FC<LinksProps> = ({ of: { items, total }, pager, form }) => {
  const open = items.filter(({ revoked_at }) => !revoked_at)
  return open.length || total > items.length ? (
    <section class="card stack" aria-labelledby="links">
      <h2 id="links">Shared links</h2>
      <ul class="rows">
        {open.map(({ id, created_at, expires_at, ...mailing }) => (
          <li class="row">
            <p class="grow facts">
              <span>
                sent <Day at={created_at} />
              </span>
              <span>
                until <Day at={expires_at} />
              </span>
              <span>{mailingOf(mailing)}</span>
            </p>
            {mailing.mail_status === 'failed' ? <Badge kind="bad">not delivered</Badge> : null}
            {form('revoke', { of: { id } })}
          </li>
        ))}
      </ul>
      {pager(total)}
    </section>
  ) : null
}
