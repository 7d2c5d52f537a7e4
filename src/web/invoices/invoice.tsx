import type { Child, FC } from 'hono/jsx'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling, type Sent, type Subject } from '../kit/forms.tsx'
import { send, withQuery } from '../kit/lists.tsx'
import { Money } from '../kit/money.tsx'
import { type Answer, mayCall, pathOf } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Copy, Facts, LinkButton, Notice } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { Redirect, redirectTo } from '../kit/page-request.ts'
import { creditFields, invoiceFields, taxChoices } from './invoice-fields.ts'
import { InvoiceState, Lines, Links, nameOf, notMailed, Payments } from './invoice-parts.tsx'

type Invoice = Answer<'getInvoice'>
const partsOf = async ({ request, read, id }: ObjectFetching<'getInvoice'>) =>
  together({
    rates: readAll(read, 'listTaxRates', { archived: false }),
    clients: readAll(read, 'listClients'),
    links: readPart(read, 'listInvoiceLinks', partOf(request, `/invoices/${id}`, 'links_from', 20, 'links')),
  })
type Parts = PartsOf<typeof partsOf>
type ShownInvoice = Shown<Invoice, Parts>

const opened = ({ organization }: Subject<unknown>, { id }: { id: string }) =>
  `/invoices/${id}?org=${organization.slug}`

/** An invoice with its lines, and what its state allows. */
export default objectPage<'getInvoice', Parts>({
  at: '/invoices/:id',
  of: 'getInvoice',
  noun: 'invoice',
  under: (organization) => [[say('Invoices'), addressIn(organization, 'invoices')]],
  title: nameOf,
  marks: (invoice) => (
    <>
      <InvoiceState invoice={invoice} />
      <span>{invoice.client.name}</span>
      <span class="title">
        <Money minor={invoice.total_minor} currency={invoice.currency} />
      </span>
    </>
  ),
  parts: partsOf,
  file: async (request, again, about) => {
    const path = pathOf('getInvoiceFile', (await about()).ids)
    const format = request.c.req.param('file')
    const { rejected, result } = await send<Answer<'getInvoiceFile'>>(request, {
      method: 'GET',
      path: withQuery(path, { format }),
    })
    return rejected ? again(...rejected) : redirectTo(result.download_url)
  },
  forms: {
    change: calling('updateInvoice', { title: 'Edit', fields: invoiceFields }),
    issue: calling('issueInvoice', {
      title: 'Issue',
      verb: 'Issue',
      warning: 'It gets its number and is registered. After that it can be corrected, but not changed.',
      fields: bodyFields('InvoiceIssue', {
        exchange_rate: {
          label: 'Exchange rate',
          hint: 'Units of your currency for one of the invoice, such as 0.92.',
        },
        exchange_rate_date: {
          label: 'Day of the rate',
          hint: 'The day of issue unless you enter an earlier one.',
        },
      }),
      sends: (_, subject, call) => issuing(subject, call),
    }),
    delete: calling('deleteInvoice', {
      warning: 'The draft is deleted for good.',
      to: backTo('invoices'),
    }),
    send: calling('sendInvoice', {
      title: 'Send',
      verb: 'Send',
      fields: bodyFields('InvoiceSending', {
        email: { label: 'E-mail address', hint: 'That of the client unless you enter another.' },
        expires_in_days: { label: 'Days for which its link works', hint: 'Empty for the usual time.' },
      }),
      to: (_, sent, again) => linkShown(sent, again),
    }),
    pay: calling('recordInvoicePayment', {
      title: 'Record a payment',
      verb: 'Record payment',
      fields: bodyFields('InvoicePaymentDraft', {
        amount_minor: { label: 'Amount', hint: 'Such as 121.00, in the currency of the invoice.' },
        paid_on: 'Paid on',
        method: 'Method',
        reference: 'Reference',
      }),
    }),
    void: calling('deleteInvoicePayment', {
      verb: 'Void',
      warning: 'It stays in the list as void, and the amount is outstanding again.',
    }),
    revoke: calling('revokeInvoiceLink', { verb: 'Revoke' }),
    copy: calling('duplicateInvoice', { verb: 'Duplicate', to: opened }),
    credit: calling('createCreditNote', {
      title: 'Draft a credit note',
      verb: 'Create the draft',
      fields: creditFields,
      also: (_, __, { lines }) =>
        Array.isArray(lines) && lines.length ? {} : { lines: undefined, full: true },
      to: opened,
    }),
    register: calling('createInvoiceRegisterCorrection', {
      title: 'Register it again',
      verb: 'Register it again',
      fields: bodyFields('InvoiceRegisterCorrection', {
        reason: {
          label: 'Reason',
          hint: 'Such as a mistake in the name of the client, who is registered as they are now. Amounts stay.',
        },
      }),
      also: (_, { object }) => ({ invoice_id: object.id }),
    }),
    cancel: calling('cancelInvoice', {
      title: 'Cancel',
      verb: 'Cancel the invoice',
      warning: 'Only for an invoice that should never have existed. Its number stays used.',
      fields: bodyFields('InvoiceCancel', { reason: 'Reason' }),
    }),
  },
  Content: (shown) => {
    const { parts, organization, object: invoice, form } = shown
    return (
      <>
        {invoice.cancel_reason ? (
          <Notice kind="warn" title={say('Cancelled')}>
            <p>{invoice.cancel_reason}</p>
          </Notice>
        ) : null}
        <Lines invoice={invoice}>
          {isDraft(invoice) && !parts.rates.length ? (
            <p class="hint">
              {say(
                'There are no tax rates yet, so that lines have no tax. An admin creates them under {link}.',
                { link: <a href={addressIn(organization, 'tax-rates')}>{say('Tax rates')}</a> },
              )}
            </p>
          ) : null}
        </Lines>
        <Steps {...shown} />
        <Payments of={invoice.payments} currency={invoice.currency} form={form} />
        <Links of={parts.links} form={form} />
        <Facts of={factsOf(invoice, organization.slug)} />
      </>
    )
  },
})

const isDraft = ({ status }: Invoice) => status === 'draft'

/** An invoice names who issues it: without that, its owner is asked for it first, and led back. */
async function issuing(
  { organization, read, here }: Subject<Invoice>,
  call: () => Promise<Sent>,
): Promise<Sent> {
  const { missing } = await read('getInvoiceIssuer')
  if (!missing.length) return call()
  if (mayCall(organization, 'getInvoiceRegisterSettings'))
    throw new Redirect(withQuery(addressIn(organization, 'invoicing'), { next: here }))
  const why = say(
    'Invoices name who issues them, and that is not set yet. The owner sets it on the page Invoicing.',
  )
  return { refused: [{ fields: {}, general: [why] }, 409] }
}

const linkShown = ({ url, mailed_to, not_mailed }: Answer<'sendInvoice'>, again: Again) =>
  again(
    <Notice
      kind="good"
      title={mailed_to ? say('Mailed to {mailed_to}', { mailed_to }) : say('The link is ready')}
    >
      <p>
        {mailed_to
          ? say('Whoever has this link can open the invoice, too.')
          : say('No mail was sent: {reason}. Pass the link on; it is shown only now.', {
              reason: say(notMailed[not_mailed ?? 'no_mail']),
            })}
      </p>
      {url ? <Copy id="link" what={say('Link to the invoice')} text={url} fold /> : null}
    </Notice>,
  )

/** The files of an invoice by what its state has them for. */
const filesOf = ({ status }: Invoice): [format: string, label: string][] =>
  status === 'draft'
    ? [['pdf', say('View as PDF')]]
    : status === 'cancelled'
      ? [['pdf', 'PDF']]
      : [
          ['pdf', 'PDF'],
          ['facturx', 'Factur-X'],
          ['ubl', 'UBL'],
        ]

/** What the state of the invoice allows. */
const Steps: FC<ShownInvoice> = ({ object: invoice, parts, organization, form }) => {
  const { status, kind, currency, base_currency, exchange_rate, exchange_rate_date: day } = invoice
  const isValid = !isDraft(invoice) && status !== 'cancelled'
  const choices = { client_id: parts.clients, tax_rate_id: taxChoices(parts.rates) }
  const rate = { exchange_rate: exchange_rate ?? '', exchange_rate_date: day ?? '' }
  return (
    <section class="card stack" aria-label={say('Next step')}>
      {isDraft(invoice) && kind !== 'corrective' ? form('change', { choices }) : null}
      {isValid ? form('send') : null}
      {invoice.outstanding_minor > 0 ? form('pay', { currency }) : null}
      <div class="buttons">
        {isDraft(invoice) && invoice.lines.length
          ? form('issue', {
              about: nameOf(invoice).toLowerCase(),
              ...(currency === base_currency ? { except: Object.keys(rate) } : { values: rate }),
            })
          : null}
        {filesOf(invoice).map(([format, label]) => (
          <LinkButton to={`/invoices/${invoice.id}/files/${format}?org=${organization.slug}`} kind="slim">
            {label}
          </LinkButton>
        ))}
        {kind === 'corrective' ? null : form('copy')}
        {isDraft(invoice) ? form('delete', { about: 'draft' }) : null}
      </div>
      {isValid && kind !== 'corrective'
        ? form('credit', {
            values: { reason: kind === 'simplified' ? 'R5' : 'R1', method: 'difference' },
            choices,
          })
        : null}
      {invoice.register_records.length && status !== 'cancelled' ? form('register') : null}
      {status === 'issued' && !invoice.corrections.length ? form('cancel') : null}
    </section>
  )
}

function factsOf(invoice: Invoice, org: string): [string, Child][] {
  const other = ({ id, number }: { id: string; number: string | null }) => (
    <a href={`/invoices/${id}?org=${org}`}>{number ?? say('Draft')}</a>
  )
  const { currency, base_currency, base_tax_minor, exchange_rate, exchange_rate_date, issue_date } = invoice
  const isForeign = base_tax_minor !== null && currency !== base_currency
  return [
    [say('Issued'), issue_date && <Day at={issue_date} />],
    [
      say('Tax in {base_currency}', { base_currency }),
      isForeign && <Money minor={base_tax_minor ?? 0} currency={base_currency} />,
    ],
    [
      say('Exchange rate'),
      isForeign && [
        `1 ${currency} = ${exchange_rate} ${base_currency}, `,
        <Day at={exchange_rate_date ?? issue_date ?? ''} />,
      ],
    ],
    ...invoiceFields.factsOf(invoice, [
      ...(['client_id', 'lines', 'currency', 'prices_include_tax', 'payment_terms_days'] as const),
      ...(invoice.withholding_rate === '0' ? (['withholding_rate'] as const) : []),
    ]),
    [say('Corrects'), invoice.corrects && other(invoice.corrects)],
    [say('Corrected by'), invoice.corrections.length > 0 && invoice.corrections.map(other)],
    [say('Sent'), invoice.sent_at && <Day at={invoice.sent_at} />],
    [say('First opened'), invoice.viewed_at && <Day at={invoice.viewed_at} />],
  ]
}
