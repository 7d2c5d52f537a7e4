import type { FC, PropsWithChildren } from 'hono/jsx'
import type { ShowForm } from '../kit/forms.tsx'
import { Money, MoneyPairs } from '../kit/money.tsx'
import type { Answer, Schemas } from '../kit/operations.ts'
import type { Part } from '../kit/pager.tsx'
import { Badge } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Day, onDay } from '../kit/time.tsx'
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
  <Badge kind={overdue ? 'warn' : kinds[status]}>
    {children ?? (overdue ? say('overdue') : inWords(status))}
  </Badge>
)

export const nameOf = ({ number, kind }: { number: string | null; kind: string }) =>
  number ?? (kind === 'corrective' ? say('Draft of a credit note') : say('Draft'))

/** The lines of an invoice with their sums. */
export const Lines: FC<PropsWithChildren<{ invoice: Invoice }>> = ({ invoice, children }) => (
  <ListSection
    id="lines"
    title={invoice.lines.length ? say('Lines') : say('No lines yet')}
    of={invoice.lines}
    line={(line) => ({
      title: <span class="as-typed">{line.description}</span>,
      facts: [
        `${line.quantity}${line.unit ? ` ${line.unit}` : ''} × ${line.unit_price}`,
        line.discount_percent === '0' ? null : `− ${line.discount_percent} %`,
        say('tax {tax_rate} %', { tax_rate: line.tax_rate }),
      ],
      amount: <Money minor={line.before_discount_minor} currency={invoice.currency} />,
    })}
  >
    <Sums invoice={invoice} />
    {children}
  </ListSection>
)

const subtotalOf = ({ lines }: Invoice) => lines.reduce((sum, line) => sum + line.before_discount_minor, 0)

const Sums: FC<{ invoice: Invoice }> = ({ invoice }) => (
  <MoneyPairs
    currency={invoice.currency}
    of={[
      [say('Subtotal'), invoice.discount_minor === 0 ? 0 : subtotalOf(invoice)],
      [say('Discount'), invoice.discount_minor === 0 ? 0 : invoice.net_minor - subtotalOf(invoice)],
      [say('Net'), invoice.net_minor, true],
      ...invoice.taxes.map(({ rate, tax_minor }): [string, number] => [
        say('Tax at {rate} %', { rate }),
        tax_minor,
      ]),
      [say('Surcharge'), invoice.surcharge_minor],
      [say('Total'), invoice.total_minor, true],
      [say('Withheld'), -invoice.withholding_minor],
      [say('Paid'), -invoice.paid_minor],
      [say('Credited'), -invoice.credited_minor],
      [say('Outstanding'), invoice.status === 'draft' ? 0 : invoice.outstanding_minor],
    ]}
  />
)

type PaymentsProps = { of: Invoice['payments']; currency: string; form: ShowForm }
export const Payments: FC<PaymentsProps> = ({ of, currency, form }) => (
  <ListSection
    id="payments"
    title={say('Payments')}
    of={of}
    line={({ id, amount_minor, paid_on, method, reference, voided_at }) => ({
      title: <Money minor={amount_minor} currency={currency} />,
      facts: [<Day at={paid_on} />, inWords(method), reference],
      marks: voided_at ? (
        <Badge kind="bad">{say('void')}</Badge>
      ) : (
        form('void', { of: { id }, about: say('this payment') })
      ),
    })}
    orNothing
  />
)

type Mailing = Pick<Link, 'mailed_to' | 'not_mailed' | 'mail_status' | 'mail_error'>
/** What became of the mail with a link. */
function mailingOf({ mailed_to, not_mailed, mail_status, mail_error }: Mailing): string {
  if (!mailed_to) return not_mailed ? say('not mailed: {reason}', { reason: say(notMailed[not_mailed]) }) : ''
  if (mail_status === 'failed')
    return say('to {mailed_to}: {mail_error}', { mailed_to, mail_error: mail_error ?? say('not sent') })
  return `${mail_status === 'sent' ? say('mailed to') : say('on its way to')} ${mailed_to}`
}

type LinksProps = { of: Answer<'listInvoiceLinks'> & { part: Part }; form: ShowForm }
/** The links to the invoice that still work. */
export const Links: FC<LinksProps> = ({ of: { items, total, part }, form }) => {
  const open = items.filter(({ revoked_at }) => !revoked_at)
  return open.length || total > items.length ? (
    <ListSection
      id="links"
      title={say('Shared links')}
      of={open}
      line={({ id, created_at, expires_at, ...mailing }) => ({
        title: onDay('Sent', created_at),
        facts: [onDay('until', expires_at), mailingOf(mailing)],
        marks: mailing.mail_status === 'failed' ? <Badge kind="bad">{say('not delivered')}</Badge> : null,
        buttons: [form('revoke', { of: { id } })],
      })}
      part={part}
      total={total}
    />
  ) : null
}
