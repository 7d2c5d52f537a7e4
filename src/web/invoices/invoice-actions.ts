import { type Invoice, lineDraft } from './invoice-parts.tsx'
import { labels, taxOf, withDecimalPoint } from './invoice-form.tsx'
import { askForIssuer } from './invoicing.tsx'
import { hrefOf, invoicePage, theInvoice, type Sending } from './invoice.tsx'
import type { Reply } from '../kit/api.ts'
import { minorOf } from '../kit/money.tsx'
import { type Found, isAtLeast, withConflictHint } from '../kit/organization-context.ts'
import {
  bodyOf,
  type Failure,
  redirectTo,
  noProblems,
  type Page,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'

const names = Object.keys(labels)
type Action = (visit: Visit, found: Found<Invoice>, at: string) => Promise<Reply<unknown>>

const replaceLines = (visit: Visit, at: string, lines: object[]) =>
  visit.api.call('PATCH', at, { body: { lines, version: Number(visit.form.version) || undefined } })

const actions: Record<string, Action> = {
  'add-line': (visit, { object }, at) => {
    const { description = '', quantity, unit_price, tax } = visit.form
    const line = {
      description,
      quantity: withDecimalPoint(quantity),
      unit_price: withDecimalPoint(unit_price),
      ...taxOf(tax),
    }
    return replaceLines(visit, at, [...object.lines.map(lineDraft), line])
  },
  'remove-line': (visit, { object }, at) =>
    replaceLines(
      visit,
      at,
      object.lines.filter((_, place) => String(place) !== visit.form.line).map(lineDraft),
    ),
  profile: ({ api, form }, _, at) =>
    api.call('PATCH', at, {
      body: {
        profile: form.profile || null,
        buyer_reference: form.buyer_reference?.trim() || null,
        version: Number(form.version) || undefined,
      },
    }),
  issue: ({ api, form }, _, at) => {
    const { exchange_rate, exchange_rate_date } = form
    return api.call('POST', `${at}/issue`, {
      body: {
        ...(exchange_rate && { exchange_rate: withDecimalPoint(exchange_rate) }),
        ...(exchange_rate_date && { exchange_rate_date }),
      },
    })
  },
  credit: ({ api }, _, at) =>
    api.call('POST', `${at}/credit-notes`, { body: { reason: 'R1', method: 'difference', full: true } }),
  cancel: ({ api, form }, _, at) => api.call('POST', `${at}/cancel`, { body: { reason: form.reason ?? '' } }),
  delete: ({ api }, _, at) => api.call('DELETE', at),
  pay: ({ api, form }, { object }, at) => {
    const { once, amount = '', paid_on = '', method = '', reference } = form
    return api.call('POST', `${at}/payments`, {
      body: {
        amount_minor: minorOf(amount, object.currency) ?? 0,
        paid_on,
        method,
        ...(reference && { reference }),
      },
      headers: once ? { 'idempotency-key': once } : {},
    })
  },
  void: ({ api, form }, _, at) =>
    api.call('DELETE', `${at}/payments/${encodeURIComponent(form.payment ?? '')}`),
  revoke: ({ api, form }, _, at) => api.call('DELETE', `${at}/links/${encodeURIComponent(form.link ?? '')}`),
}

/** Where to go after an action, if not back to the invoice. */
const nextUrls: Record<string, (found: Found<Invoice>, result: unknown) => string> = {
  delete: ({ home }) => `/organizations/${home.slug}/invoices?done=saved`,
  credit: ({ home }, result) => `/invoices/${(result as { id: string }).id}?org=${home.slug}`,
}

/** The API's errors with the field names of the form. */
const withFormNames = (reply: Reply<unknown>): Reply => {
  const { error } = reply.body as Failure
  const message = (error?.message ?? '')
    .replaceAll(/body\.lines\[\d+\]\./g, 'body.')
    .replaceAll('body.amount_minor', 'body.amount')
    .replaceAll('body.tax_rate_id', 'body.tax')
  return { ...reply, body: { error: { ...error, message } } }
}

/** Where to say who issues the invoices, if nobody has done so. */
async function withoutIssuer(visit: Visit, found: Found<Invoice>): Promise<Response | null> {
  const reply = await visit.api.call<{ missing: string[] }>('GET', `${found.at}/invoice-register/issuer`)
  if (reply.status !== 200 || !reply.body.missing.length) return null
  if (isAtLeast(found.home, 'admin')) return askForIssuer(found.home, hrefOf(found))
  const why =
    'Invoices name who issues them, and that is not set yet. The owner sets it on the page Invoicing.'
  return invoicePage(visit, { problems: { fields: {}, general: [why] } }, 409)
}

export const actOnInvoice: Page = async (visit) => {
  const action = visit.c.req.param('action') ?? ''
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act) throw new PageError(404, 'No such page', 'The address is wrong.')
  const found = await theInvoice(visit)
  const unready = action === 'issue' && (await withoutIssuer(visit, found))
  if (unready) return unready
  const reply = await act(visit, found, `${found.at}/invoices/${found.object.id}`)
  if ([403, 409, 422].includes(reply.status)) {
    const problems = withConflictHint(
      problemsOf(withFormNames(reply), names),
      action.endsWith('-line') ? reply.status : 0,
    )
    return invoicePage(visit, { problems }, reply.status)
  }
  const result = bodyOf(reply, visit.here)
  return redirectTo(nextUrls[action]?.(found, result) ?? `${hrefOf(found)}&done=saved`)
}

/** Sends the invoice. The link is shown once; reloading the page does not show it again. */
export const sendInvoice: Page = async (visit) => {
  const found = await theInvoice(visit)
  const { email } = visit.form
  const reply = await visit.api.call<Sending>('POST', `${found.at}/invoices/${found.object.id}/send`, {
    body: email ? { email } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return invoicePage(visit, { problems: problemsOf(reply, names) }, reply.status)
  const { url, mailed_to, not_mailed } = bodyOf(reply, visit.here)
  visit.form = {}
  return invoicePage(visit, { problems: noProblems, sent: { url, mailed_to, not_mailed } })
}

/** Redirects to the file, which is generated when it is fetched. */
export const downloadInvoice: Page = async (visit) => {
  const found = await theInvoice(visit)
  const format = encodeURIComponent(visit.c.req.param('format') ?? '')
  const path = `${found.at}/invoices/${found.object.id}/file?format=${format}`
  const reply = await visit.api.call<{ download_url: string }>('GET', path)
  if ([403, 409, 422].includes(reply.status))
    return invoicePage(visit, { problems: problemsOf(reply, []) }, reply.status)
  return redirectTo(bodyOf(reply, visit.here).download_url)
}
