import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { draft, issue, issued, line } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const today = () => new Date().toISOString().slice(0, 10)
const call = (ws: Workspace, method: string, { id }: Json, tail = '', body?: object) =>
  ws.owner.call(method, `${ws.base}/invoices/${id}${tail}`, body)

test('an invoice in another currency requires the rate, and fixes the total in the books', async () => {
  const ws = await workspace()
  const created = await draft(ws, { currency: 'JPY', lines: [line('1000', { tax_rate: '10' })] })
  expect(codedRefusal(await call(ws, 'POST', created, '/issue', {}))).toEqual([
    422,
    'validation_error',
    'body.exchange_rate: required, as the invoice is in JPY and the organization keeps its books in EUR',
  ])
  expect(await issue(ws, created, { exchange_rate: '0.0061' })).toMatchObject({
    exchange_rate: '0.0061',
    total_minor: 1100,
  })
  const [row] = await asOwner<{ base_total_minor: string }>(
    'select base_total_minor from invoices where id = $1',
    [created.id],
  )
  expect(Number(row!.base_total_minor)).toBe(671)
})

test('an invoice in another currency states its tax in that of the books, at a rate with a day, wherever it is read', async () => {
  const ws = await workspace()
  const lines = [line('100'), line('33.33', { tax_rate: '10', surcharge_rate: '1.4' })]
  const created = await draft(ws, {
    currency: 'USD',
    lines,
    exchange_rate: '0.9',
    exchange_rate_date: '2026-01-05',
  })
  expect(created).toMatchObject({
    base_currency: 'EUR',
    base_tax_minor: null,
    exchange_rate_date: '2026-01-05',
  })
  const late = { exchange_rate: '0.9', exchange_rate_date: '2999-01-01' }
  expect(codedRefusal(await call(ws, 'POST', created, '/issue', late))).toEqual([
    422,
    'validation_error',
    `body.exchange_rate_date: 2999-01-01 is after the day of issue, ${today()}`,
  ])
  const after = await issue(ws, created)
  const stated = { exchange_rate: '0.9', exchange_rate_date: '2026-01-05', base_tax_minor: 2232 }
  expect(after).toMatchObject(stated)
  const { url } = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/send`, {})
  const shared = await ws.owner.ok('GET', `/api/v1/shared-invoices/${url.split('/').at(-1)}`)
  expect(shared.document.accounting).toEqual({
    currency: 'EUR',
    exchange_rate: '0.9',
    exchange_rate_date: '2026-01-05',
    tax_minor: 2232,
  })
  const note = await call(ws, 'POST', created, '/credit-notes', {
    reason: 'R1',
    method: 'difference',
    full: true,
  })
  expect(await issue(ws, note.body)).toMatchObject({ ...stated, base_tax_minor: -2232 })
  const newer = await draft(ws, { currency: 'USD', exchange_rate: '0.9', exchange_rate_date: '2026-01-05' })
  expect(await issue(ws, newer, { exchange_rate: '0.8' })).toMatchObject({
    exchange_rate: '0.8',
    exchange_rate_date: today(),
    base_tax_minor: 1680,
  })
  expect(await issued(ws)).toMatchObject({
    exchange_rate: '1',
    exchange_rate_date: null,
    base_tax_minor: 2100,
  })
})
