import { type Invoice, lineDraft } from './invoice-parts.tsx'
import { labels, taxOf } from './invoice-form.tsx'
import { hrefOf, invoicePage, theInvoice } from './invoice.tsx'
import type { Reply } from './client.ts'
import { minorOf } from './money.tsx'
import { type Found, saveAgain } from './place.ts'
import {
  bodyOf,
  type Failure,
  goTo,
  noProblems,
  type Page,
  problemsOf,
  Trouble,
  type Visit,
} from './visit.ts'

const names = Object.keys(labels)
type Deed = (visit: Visit, found: Found<Invoice>, at: string) => Promise<Reply<unknown>>

const changed = (visit: Visit, at: string, lines: object[]) =>
  visit.api.call('PATCH', at, { body: { lines, version: Number(visit.form.version) || undefined } })
const dot = (typed = '') => typed.trim().replace(',', '.')

const deeds: Record<string, Deed> = {
  'add-line': (visit, { object }, at) => {
    const { description = '', quantity, unit_price, tax } = visit.form
    const line = { description, quantity: dot(quantity), unit_price: dot(unit_price), ...taxOf(tax) }
    return changed(visit, at, [...object.lines.map(lineDraft), line])
  },
  'remove-line': (visit, { object }, at) =>
    changed(visit, at, object.lines.filter((_, place) => String(place) !== visit.form.line).map(lineDraft)),
  issue: ({ api }, _, at) => api.call('POST', `${at}/issue`, { body: {} }),
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

/** Where to go after a deed, if not back to the invoice. */
const after: Record<string, (found: Found<Invoice>, answer: unknown) => string> = {
  delete: ({ home }) => `/organizations/${home.slug}/invoices?done=saved`,
  credit: ({ home }, answer) => `/invoices/${(answer as { id: string }).id}?org=${home.slug}`,
}

/** What the form calls the fields of the API. */
const asInForm = (reply: Reply<unknown>): Reply => {
  const { error } = reply.body as Failure
  const message = (error?.message ?? '')
    .replaceAll(/body\.lines\[\d+\]\./g, 'body.')
    .replaceAll('body.amount_minor', 'body.amount')
    .replaceAll('body.tax_rate_id', 'body.tax')
  return { ...reply, body: { error: { ...error, message } } }
}

export const actOnInvoice: Page = async (visit) => {
  const deed = visit.c.req.param('deed') ?? ''
  const act = Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
  if (!act) throw new Trouble(404, 'No such page', 'The address is wrong.')
  const found = await theInvoice(visit)
  const reply = await act(visit, found, `${found.at}/invoices/${found.object.id}`)
  if ([403, 409, 422].includes(reply.status)) {
    const problems = saveAgain(problemsOf(asInForm(reply), names), deed.endsWith('-line') ? reply.status : 0)
    return invoicePage(visit, { problems }, reply.status)
  }
  const answer = bodyOf(reply, visit.here)
  return goTo(after[deed]?.(found, answer) ?? `${hrefOf(found)}&done=saved`)
}

/** Sends it. The link is shown once; to load the page again does not show it again. */
export const sendInvoice: Page = async (visit) => {
  const found = await theInvoice(visit)
  const { email } = visit.form
  const reply = await visit.api.call<{ url: string | null; mailed_to: string | null }>(
    'POST',
    `${found.at}/invoices/${found.object.id}/send`,
    { body: email ? { email } : {} },
  )
  if ([403, 409, 422].includes(reply.status))
    return invoicePage(visit, { problems: problemsOf(reply, names) }, reply.status)
  const { url, mailed_to } = bodyOf(reply, visit.here)
  visit.form = {}
  return invoicePage(visit, { problems: noProblems, sent: { url, mailed_to } })
}

/** Leads to the file, which is drawn when it is fetched. */
export const downloadInvoice: Page = async (visit) => {
  const found = await theInvoice(visit)
  const format = encodeURIComponent(visit.c.req.param('format') ?? '')
  const path = `${found.at}/invoices/${found.object.id}/file?format=${format}`
  const reply = await visit.api.call<{ download_url: string }>('GET', path)
  if ([403, 409, 422].includes(reply.status))
    return invoicePage(visit, { problems: problemsOf(reply, []) }, reply.status)
  return goTo(bodyOf(reply, visit.here).download_url)
}
