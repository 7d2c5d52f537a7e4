import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import type { Shown } from './invoice.tsx'
import { invoiceProfileChoices, labels } from './invoice-form.tsx'
import { type Invoice, type Link, nameOf, notMailed, type Payment } from './invoice-parts.tsx'
import { Money } from '../kit/money.tsx'
import { ConfirmButton, Badge, Hidden } from '../kit/parts.tsx'
import { Choice, Field } from '../kit/inputs.tsx'
import { isAtLeast } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'

type At = (action: string) => string
type Props = Omit<Shown, 'at'> & { at: At }

/** The actions that the state of the invoice allows. */
export const InvoiceActionForms: FC<Shown> = (shown) => {
  const { object: invoice, home } = shown
  const at: At = (action) => `/invoices/${invoice.id}/${action}?org=${home.slug}`
  return (
    <>
      <section class="card stack" aria-label="Next step">
        {invoice.status === 'draft' ? (
          <>
            {invoice.lines.length && isForeign(invoice) ? <ForeignIssueForm {...shown} at={at} /> : null}
            <DraftActions invoice={invoice} at={at} />
            <ProfileForm {...shown} at={at} />
          </>
        ) : (
          <Files invoice={invoice} at={at} />
        )}
        {['draft', 'cancelled'].includes(invoice.status) ? null : <SendForm {...shown} at={at} />}
        {invoice.outstanding_minor > 0 ? <PaymentForm {...shown} at={at} /> : null}
        {['draft', 'cancelled'].includes(invoice.status) ? null : <CorrectionForms {...shown} at={at} />}
      </section>
      <Payments {...shown} at={at} />
      <Links {...shown} at={at} />
    </>
  )
}

const isForeign = ({ currency, base_currency }: Invoice) => currency !== base_currency

const DraftActions: FC<{ invoice: Invoice; at: At }> = ({ invoice, at }) => (
  <div class="buttons">
    {invoice.lines.length && !isForeign(invoice) ? (
      <ConfirmButton
        verb="Issue"
        subject={nameOf(invoice).toLowerCase()}
        action={at('issue')}
        warning="It gets its number and is registered. After that it can be corrected, but not changed."
      />
    ) : null}
    <a class="button slim" href={at('files/pdf')}>
      View as PDF
    </a>
    <ConfirmButton
      verb="Delete"
      subject="draft"
      action={at('delete')}
      warning="The draft is deleted for good."
    />
  </div>
)

/** What an electronic invoice needs where its client demands more than the norm. */
const ProfileForm: FC<Props> = ({ visit, outcome: { problems }, object: invoice, at }) => {
  const { profile, buyer_reference } = invoice
  const known = { ...(profile && { profile }), ...(buyer_reference && { buyer_reference }) }
  const shared = { values: { ...known, ...visit.form }, problems }
  return (
    <details class="more" open={'profile' in problems.fields || 'buyer_reference' in problems.fields}>
      <summary>Electronic invoice</summary>
      <form class="stack" method="post" action={at('profile')} novalidate>
        <Hidden fields={{ version: String(invoice.version) }} />
        <div class="columns">
          <Choice
            {...shared}
            name="profile"
            label={labels.profile}
            choices={[['', 'that of the client'], ...invoiceProfileChoices.slice(1)]}
          />
          <Field
            {...shared}
            name="buyer_reference"
            label={labels.buyer_reference}
            hint="Such as a Leitweg-ID; that of the client unless you enter another."
            optional
          />
        </div>
        <button class="primary">Save</button>
      </form>
    </details>
  )
}

/** The tax is stated in the currency of the books, too, so issuing needs the rate. */
const ForeignIssueForm: FC<Props> = ({ visit, outcome: { problems }, object: invoice, at }) => {
  const { currency, base_currency, exchange_rate, exchange_rate_date } = invoice
  const known = {
    ...(exchange_rate && { exchange_rate }),
    ...(exchange_rate_date && { exchange_rate_date }),
  }
  const shared = { values: { ...known, ...visit.form }, problems }
  return (
    <details
      class="more"
      open={'exchange_rate' in problems.fields || 'exchange_rate_date' in problems.fields}
    >
      <summary>Issue</summary>
      <form class="stack" method="post" action={at('issue')} novalidate>
        <p>It gets its number and is registered. After that it can be corrected, but not changed.</p>
        <div class="columns">
          <Field
            {...shared}
            name="exchange_rate"
            label={labels.exchange_rate}
            hint={`${base_currency} for 1 ${currency}, such as 0.92.`}
          />
          <Field
            {...shared}
            name="exchange_rate_date"
            type="date"
            label={labels.exchange_rate_date}
            hint="The day of issue unless you enter an earlier one."
            optional
          />
        </div>
        <button class="danger">Issue the invoice</button>
      </form>
    </details>
  )
}

const Files: FC<{ invoice: Invoice; at: At }> = ({ invoice: { status }, at }) => (
  <div class="buttons">
    <a class="button slim" href={at('files/pdf')}>
      PDF
    </a>
    {status === 'cancelled' ? null : (
      <>
        <a class="button slim" href={at('files/facturx')}>
          Factur-X
        </a>
        <a class="button slim" href={at('files/ubl')}>
          UBL
        </a>
      </>
    )}
  </div>
)

const SendForm: FC<Props> = ({ visit, outcome, at }) => (
  <details class="more" open={'email' in outcome.problems.fields}>
    <summary>Send</summary>
    <form class="search" method="post" action={at('send')} novalidate>
      <Field
        values={visit.form}
        problems={outcome.problems}
        name="email"
        type="email"
        label={labels.email}
        hint="That of the client unless you enter another."
        optional
      />
      <button class="primary">Send</button>
    </form>
  </details>
)

const methods: [string, string][] = [
  ['bank_transfer', 'Bank transfer'],
  ['card', 'Card'],
  ['cash', 'Cash'],
  ['direct_debit', 'Direct debit'],
  ['other', 'Other'],
]
const paymentFields = ['amount', 'paid_on', 'method', 'reference']

const PaymentForm: FC<Props> = ({ visit, outcome: { problems }, at, object: { currency } }) => {
  const shared = { values: visit.form, problems }
  return (
    <details class="more" open={paymentFields.some((name) => name in problems.fields)}>
      <summary>Record a payment</summary>
      <form class="stack" method="post" action={at('pay')} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          <Field {...shared} name="amount" label={`${labels.amount} in ${currency}`} hint="Such as 121.00." />
          <Field {...shared} name="paid_on" type="date" label={labels.paid_on} />
          <Choice {...shared} name="method" label={labels.method} choices={methods} />
          <Field {...shared} name="reference" label={labels.reference} optional />
        </div>
        <button class="primary">Record payment</button>
      </form>
    </details>
  )
}

const CorrectionForms: FC<Props> = ({ visit, outcome: { problems }, at, home, object: invoice }) => (
  <>
    {invoice.kind === 'corrective' ? null : (
      <ConfirmButton
        verb="Draft a credit note"
        subject="for all that is left"
        showSubject
        action={at('credit')}
        warning="Once issued, it takes back all that is not credited yet. For a part of it, use the API or your assistant."
      />
    )}
    {isAtLeast(home, 'admin') && invoice.status === 'issued' && !invoice.corrections.length ? (
      <details class="more" open={'reason' in problems.fields}>
        <summary>Cancel</summary>
        <form class="stack" method="post" action={at('cancel')} novalidate>
          <p>Only for an invoice that should never have existed. Its number stays used.</p>
          <Field values={visit.form} problems={problems} name="reason" label={labels.reason} />
          <button class="danger">Cancel the invoice</button>
        </form>
      </details>
    ) : null}
  </>
)

const Payments: FC<Props> = ({ object: { payments, currency }, home, at }) =>
  payments.length ? (
    <section class="card stack" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <ul class="rows">
        {payments.map((payment: Payment) => (
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
            {payment.voided_at ? <Badge kind="bad">void</Badge> : null}
            {!payment.voided_at && isAtLeast(home, 'admin') ? (
              <ConfirmButton
                verb="Void"
                subject="this payment"
                action={at('void')}
                fields={{ payment: payment.id }}
                warning="It stays in the list as void, and the amount is outstanding again."
              />
            ) : null}
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

const Links: FC<Props> = ({ parts: { links }, at }) => {
  const open = links.items.filter(({ revoked_at }) => !revoked_at)
  return open.length || links.total > links.items.length ? (
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
            <form method="post" action={at('revoke')}>
              <Hidden fields={{ link: id }} />
              <button class="slim">Revoke</button>
            </form>
          </li>
        ))}
      </ul>
      {links.part.pager(links.total)}
    </section>
  ) : null
}
