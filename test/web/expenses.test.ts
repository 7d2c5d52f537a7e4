import { describe, expect, test } from 'vitest'
import { minorOf } from '../../src/web/kit/money.tsx'
import { picture } from '../kit/attachments.ts'
import { call, type Caller, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { origin, inputOf, open, submit, to } from './browse.ts'

async function office() {
  const ws = await workspace('Ada & Co')
  const [ada, boss] = [await join(ws, 'member', 'Ada <b>'), await join(ws, 'manager', 'Boss')]
  return { ws, ada, boss, list: `/organizations/${ws.org.slug}/expenses` }
}
const claim = (ws: Workspace, who: Caller, draft: object = {}): Promise<Json> =>
  who.ok('POST', `${ws.base}/expenses`, {
    description: 'Lunch <i>',
    expense_date: '2026-01-15',
    total_minor: 1210,
    tax_rate: '21',
    ...draft,
  })
const filled = {
  description: 'Train',
  expense_date: '2026-01-15',
  total_minor: '12,10',
  currency: 'eur',
  tax_rate: '21',
  tax_minor: '',
  exchange_rate: '',
  category_id: '',
  project_id: '',
  client_id: '',
  billable: 'no',
  payment_source: 'employee',
  supplier_invoice_number: '',
  notes: '',
}

describe('the page of expenses', () => {
  test('has one’s own expenses, or everyone’s for managers, with totals per currency and a filter', async () => {
    const { ws, ada, boss, list } = await office()
    await claim(ws, ada)
    await claim(ws, ada, { description: 'Hotel', currency: 'JPY', exchange_rate: '0.006', total_minor: 9000 })
    await claim(ws, boss, { description: 'Of the boss' })
    const own = (await open(list, ada.headers)).text
    for (const expected of ['Lunch &lt;i&gt;', 'Hotel', '2 expenses', '€12.10', 'JP¥9,000'])
      expect(own).toContain(expected)
    expect(own).not.toContain('Of the boss')
    const all = (await open(list, boss.headers)).text
    for (const expected of ['3 expenses', '€24.20', 'Ada &lt;b&gt;', 'only mine', 'Download CSV'])
      expect(all).toContain(expected)
    expect((await open(`${list}?mine=yes`, boss.headers)).text).toContain('1 expense<')
    expect((await open(`${list}?status=paid`, boss.headers)).text).toContain('No expense here')
    expect((await open(`/organizations/${ws.org.slug}`, ada.headers)).text).toContain(`href="${list}"`)
  })

  test('is not for viewers, nor for others', async () => {
    const { ws, list } = await office()
    const viewer = await join(ws, 'viewer')
    expect((await open(list, viewer.headers)).status).toBe(403)
    expect((await open(`/organizations/${ws.org.slug}`, viewer.headers)).text).not.toContain(list)
    expect((await open(list, (await workspace()).owner.headers)).status).toBe(404)
  })

  test('creates an expense once, and shows errors with what was entered', async () => {
    const { ws, ada, list } = await office()
    const once = 'form-1'
    const created = await submit(list, { ...filled, once }, ada.headers)
    const again = await submit(list, { ...filled, once }, ada.headers)
    expect([created.status, to(again)]).toEqual([303, to(created)])
    const { items } = await ada.ok('GET', `${ws.base}/expenses`)
    expect(items).toMatchObject([{ description: 'Train', net_minor: 1000, tax_minor: 210, currency: 'EUR' }])
    expect(to(created)[1]).toBe(`/expenses/${items[0].id}?org=${ws.org.slug}`)
    const wrong = await submit(list, { ...filled, total_minor: 'many', description: 'Kept' }, ada.headers)
    expect([wrong.status, wrong.text.includes('Must be an amount such as 1250.00.')]).toEqual([422, true])
    expect(inputOf('description', wrong)).toContain('value="Kept"')
    const foreign = await submit(list, { ...filled, currency: 'USD' }, ada.headers)
    expect([foreign.status, inputOf('exchange_rate', foreign)]).toEqual([
      422,
      expect.stringContaining('aria-invalid="true"'),
    ])
    expect((await ada.ok('GET', `${ws.base}/expenses`)).total).toBe(1)
  })

  test('gives managers a file for bookkeeping', async () => {
    const { ws, ada, boss, list } = await office()
    const { id } = await claim(ws, ada)
    await ada.ok('POST', `${ws.base}/expenses/${id}/submit`)
    await boss.ok('POST', `${ws.base}/expenses/${id}/approve`)
    const file = await open(`${list}/files/csv?from=2026-01-01&to=2026-01-31`, boss.headers)
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="expenses-2026-01-01-2026-01-31.csv"',
    ])
    expect(file.text).toContain('2026-01-15,Ada <b>,Lunch <i>')
    expect((await open(`${list}/files/csv?from=2026-01-01&to=2026-01-31`, ada.headers)).status).toBe(403)
    const wrong = await open(`${list}/files/csv?from=2026-02-01&to=2026-01-31`, boss.headers)
    expect([wrong.status, wrong.text.includes('must not be before from')]).toEqual([422, true])
  })
})

describe('the page of an expense', () => {
  test('shows all of it, and is changed only by its claimant', async () => {
    const { ws, ada, boss } = await office()
    const created = await claim(ws, ada, { currency: 'USD', exchange_rate: '0.9', notes: 'With <u>' })
    const at = `/expenses/${created.id}?org=${ws.org.slug}`
    const page = await open(at, ada.headers)
    for (const expected of [
      'US$12.10',
      'Tax at 21 %',
      '€10.89',
      'With &lt;u&gt;',
      'Submit for approval',
      '>Edit<',
    ])
      expect(page.text).toContain(expected)
    expect(inputOf('total_minor', page)).toContain('value="12.10"')
    const others = (await open(at, boss.headers)).text
    for (const action of ['Submit for approval', '>Edit<', 'Approve']) expect(others).not.toContain(action)
    const change = { ...filled, currency: 'USD', exchange_rate: '0.9', total_minor: '24.20', version: '1' }
    expect(to(await submit(at.replace('?', '/change?'), change, ada.headers))).toEqual([
      303,
      `${at}&done=saved`,
    ])
    expect((await ada.ok('GET', `${ws.base}/expenses/${created.id}`)).total_minor).toBe(2420)
    const stale = await submit(at.replace('?', '/change?'), { ...change, description: 'Later' }, ada.headers)
    expect([stale.status, stale.text.includes('save again')]).toEqual([409, true])
    const other = await join(ws)
    expect((await open(at, other.headers)).status).toBe(404)
    expect((await open('/expenses/none', ada.headers)).status).toBe(404)
  })

  test('leads from draft to payment, each step for those who may take it', async () => {
    const { ws, ada, boss } = await office()
    const { id } = await claim(ws, ada)
    const at = (action = '') => `/expenses/${id}${action}?org=${ws.org.slug}`
    const saved = [303, `${at()}&done=saved`]
    expect(to(await submit(at('/submit'), {}, ada.headers))).toEqual(saved)
    expect((await open(at(), ada.headers)).text).not.toContain('Submit for approval')
    expect((await open(at(), boss.headers)).text).toContain('>Approve<')
    const empty = await submit(at('/reject'), { reason: ' ' }, boss.headers)
    expect([empty.status, empty.text.includes('Reason: Must not be empty.')]).toEqual([422, true])
    expect(to(await submit(at('/reject'), { reason: 'No receipt <x>' }, boss.headers))).toEqual(saved)
    expect((await open(at(), ada.headers)).text).toContain('No receipt &lt;x&gt;')
    await submit(at('/submit'), {}, ada.headers)
    expect(to(await submit(at('/approve'), {}, boss.headers))).toEqual(saved)
    expect((await open(at(), boss.headers)).text).not.toContain('Record payment')
    expect(to(await submit(at('/pay'), { paid_on: '2026-02-01' }, ws.owner.headers))).toEqual(saved)
    expect((await open(at(), ada.headers)).text).toContain('1 Feb 2026')
    const late = await submit(at('/delete'), {}, ada.headers)
    expect([late.status, late.text.includes('only draft or rejected ones can be deleted')]).toEqual([
      409,
      true,
    ])
    expect((await submit(at('/none'), {}, ada.headers)).status).toBe(404)
  })

  test('deletes a draft after a confirmation', async () => {
    const { ws, ada, list } = await office()
    const { id } = await claim(ws, ada)
    const done = await submit(`/expenses/${id}/delete?org=${ws.org.slug}`, {}, ada.headers)
    expect(to(done)).toEqual([303, `${list}?done=saved`])
    expect((await ada.ok('GET', `${ws.base}/expenses`)).total).toBe(0)
  })

  test('shows its receipts, adds one and deletes it again', async () => {
    const { ws, ada } = await office()
    const { id } = await claim(ws, ada)
    const at = (action = '') => `/expenses/${id}${action}?org=${ws.org.slug}`
    const form = new FormData()
    form.set('file', new File([picture()], 'receipt.png', { type: 'image/png' }))
    form.set('caption', 'At noon')
    const encoded = new Response(form)
    const sent = await call('POST', at('/files'), {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')!, origin: origin, ...ada.headers },
    })
    expect(to(sent)).toEqual([303, `${at()}&done=saved#files`])
    const { items } = await ada.ok('GET', `${ws.base}/attachments?entity_type=expense&entity_id=${id}`)
    const page = (await open(at(), ada.headers)).text
    for (const expected of ['1 receipt<', 'receipt.png', 'At noon']) expect(page).toContain(expected)
    expect((await open(at(`/files/${items[0].id}`), ada.headers)).status).toBe(303)
    for (let pressed = 0; pressed < 2; pressed++) {
      const dropped = await submit(at('/drop-file'), { attachment_id: items[0].id }, ada.headers)
      expect(to(dropped)).toEqual([303, `${at()}&done=saved#files`])
    }
    expect((await open(at(), ada.headers)).text).toContain('No receipts yet')
  })

  test('warns of one that may be the same', async () => {
    const { ws, ada } = await office()
    const first = await claim(ws, ada, { description: 'The first' })
    const second = await claim(ws, ada, { description: 'The second', expense_date: '2026-01-16' })
    const { text } = await open(`/expenses/${second.id}?org=${ws.org.slug}`, ada.headers)
    expect(text).toContain('Perhaps claimed already')
    expect(text).toContain(`href="/expenses/${first.id}?org=${ws.org.slug}"`)
  })
})

test.each([
  ['12.10', 'EUR', 1210],
  ['12,1', 'EUR', 1210],
  [' 1 200 ', 'EUR', 120_000],
  ['0.01', 'EUR', 1],
  ['1200', 'JPY', 1200],
  ['1.5', 'KWD', 1500],
  ['1.005', 'EUR', undefined],
  ['12.5', 'JPY', undefined],
  ['-1', 'EUR', undefined],
  ['1.2.3', 'EUR', undefined],
  ['', 'EUR', undefined],
])('%j of %s is %j minor units', (typed, currency, minor) => {
  expect(minorOf(typed, currency)).toBe(minor)
})
