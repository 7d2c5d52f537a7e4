import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import type { Shown } from './invoice.tsx'
import { labels } from './invoice-form.tsx'
import { type Invoice, nameOf, type Payment } from './invoice-parts.tsx'
import { Money } from './money.tsx'
import { Ask, Badge, Choice, Field, Hidden } from './parts.tsx'
import { isAtLeast } from './place.ts'
import { Day } from './time.tsx'

type At = (deed: string) => string
type Props = Omit<Shown, 'at'> & { at: At }

/** What can be done with an invoice in its state. */
export const InvoiceDeeds: FC<Shown> = (shown) => {
  const { object: invoice, home } = shown
  const at: At = (deed) => `/invoices/${invoice.id}/${deed}?org=${home.slug}`
  return (
    <>
      <section class="card stack" aria-label="Next step">
        {invoice.status === 'draft' ? (
          <Drafted invoice={invoice} at={at} />
        ) : (
          <Files invoice={invoice} at={at} />
        )}
        {['draft', 'cancelled'].includes(invoice.status) ? null : <Sending {...shown} at={at} />}
        {invoice.outstanding_minor > 0 ? <Paying {...shown} at={at} /> : null}
        {['draft', 'cancelled'].includes(invoice.status) ? null : <Correcting {...shown} at={at} />}
      </section>
      <Payments {...shown} at={at} />
      <Links {...shown} at={at} />
    </>
  )
}

const Drafted: FC<{ invoice: Invoice; at: At }> = ({ invoice, at }) => (
  <div class="doings">
    {invoice.lines.length ? (
      <Ask
        does="Issue"
        about={nameOf(invoice).toLowerCase()}
        action={at('issue')}
        warning="It gets its number and is registered. After that it can be corrected, but not changed."
      />
    ) : null}
    <a class="button slim" href={at('files/pdf')}>
      See it as PDF
    </a>
    <Ask does="Delete" about="draft" action={at('delete')} warning="The draft is gone for good." />
  </div>
)

const Files: FC<{ invoice: Invoice; at: At }> = ({ invoice: { status }, at }) => (
  <div class="doings">
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

const Sending: FC<Props> = ({ visit, told, at }) => (
  <details class="more" open={'email' in told.problems.fields}>
    <summary>Send</summary>
    <form class="seek" method="post" action={at('send')} novalidate>
      <Field
        values={visit.form}
        problems={told.problems}
        name="email"
        type="email"
        label={labels.email}
        hint="That of the client unless you give another."
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
const ofPayment = ['amount', 'paid_on', 'method', 'reference']

const Paying: FC<Props> = ({ visit, told: { problems }, at, object: { currency } }) => {
  const shared = { values: visit.form, problems }
  return (
    <details class="more" open={ofPayment.some((name) => name in problems.fields)}>
      <summary>Record a payment</summary>
      <form class="stack" method="post" action={at('pay')} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <div class="columns">
          <Field {...shared} name="amount" label={`${labels.amount} in ${currency}`} hint="Such as 121.00." />
          <Field {...shared} name="paid_on" type="date" label={labels.paid_on} />
          <Choice {...shared} name="method" label={labels.method} choices={methods} />
          <Field {...shared} name="reference" label={labels.reference} maxlength={140} optional />
        </div>
        <button class="primary">Record payment</button>
      </form>
    </details>
  )
}

const Correcting: FC<Props> = ({ visit, told: { problems }, at, home, object: invoice }) => (
  <>
    {invoice.kind === 'corrective' ? null : (
      <Ask
        does="Draft a credit note"
        about="for all of it"
        seen
        action={at('credit')}
        warning="It takes back the whole invoice once it is issued. For a part of it, use the API or your assistant."
      />
    )}
    {isAtLeast(home, 'admin') && invoice.status === 'issued' && !invoice.corrections.length ? (
      <details class="more" open={'reason' in problems.fields}>
        <summary>Cancel</summary>
        <form class="stack" method="post" action={at('cancel')} novalidate>
          <p>Only for an invoice that should never have existed. Its number stays used.</p>
          <Field
            values={visit.form}
            problems={problems}
            name="reason"
            label={labels.reason}
            maxlength={500}
          />
          <button class="risky">Cancel the invoice</button>
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
                <span>{payment.method.replace('_', ' ')}</span>
                {payment.reference ? <span>{payment.reference}</span> : null}
              </p>
            </div>
            {payment.voided_at ? <Badge kind="bad">void</Badge> : null}
            {!payment.voided_at && isAtLeast(home, 'admin') ? (
              <Ask
                does="Void"
                about="this payment"
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

const Links: FC<Props> = ({ parts: { links }, at }) => {
  const open = links.filter(({ revoked_at }) => !revoked_at)
  return open.length ? (
    <section class="card stack" aria-labelledby="links">
      <h2 id="links">Links that open it</h2>
      <ul class="rows">
        {open.map(({ id, created_at, expires_at }) => (
          <li class="row">
            <p class="grow facts">
              <span>
                sent <Day at={created_at} />
              </span>
              <span>
                until <Day at={expires_at} />
              </span>
            </p>
            <form method="post" action={at('revoke')}>
              <Hidden fields={{ link: id }} />
              <button class="slim">Revoke</button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  ) : null
}
