import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { issue, line, pay } from '../kit/invoices.ts'
import { join, workspace } from '../kit/makers.ts'
import { compute, type Line, type Terms } from '../money/oracle.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const terms: Terms = {
  digits: 2,
  prices_include_tax: false,
  rounding_mode: 'per_rate',
  discount_kind: 'none',
  discount_value: '0',
  withholding_rate: '0',
}
const oracle = (lines: Partial<Line>[], more: Partial<Terms> = {}) =>
  compute(
    { ...terms, ...more },
    lines.map((overrides) => ({
      quantity: '1',
      unit_price: '0',
      discount_percent: '0',
      tax_rate: '21',
      surcharge_rate: '0',
      ...overrides,
    })),
  )

const today = new Date().toISOString().slice(0, 10)

test('a month of an accountant: from the contract to the tax return, exact to the cent', async () => {
  const ws = await workspace('Estudio Ada')
  const manager = await join(ws, 'manager')
  const send = (method: string, path: string, body?: object): Promise<Json> =>
    ws.owner.ok(method, ws.base + path, body)

  // Setup: the Spanish register, the usual tax rate, a client.
  await send('PUT', '/invoice-register/settings', {
    issuer_name: 'Estudio Ada SL',
    issuer_tax_id: '89890001K',
    country: 'ES',
    time_zone: 'Europe/Madrid',
    mode: 'verifactu',
  })
  await send('POST', '/tax-rates', { name: 'IVA 21 %', rate: '21', is_default: true })
  const buyer = await send('POST', '/clients', { name: 'Wayne SL', tax_id: 'B12345674', country: 'ES' })

  // A quote becomes a contract with two payments.
  const contract = await send('POST', '/contracts', {
    title: 'New site',
    party_kind: 'client',
    client_id: buyer.id,
    body: 'We build the site.',
    value_minor: 1_000_001,
    currency: 'EUR',
    start_date: '2026-01-01',
    milestones: [
      { name: 'Design', percent: '33.3333' },
      { name: 'Launch', percent: '66.6667' },
    ],
  })
  await send('POST', `/contracts/${contract.id}/send`)
  await send('POST', `/contracts/${contract.id}/sign`, {
    signed_by_name: 'Ada',
    counterparty_name: 'Bruce Wayne',
    counterparty_signed_at: '2026-01-02T10:00:00Z',
  })
  const { items: milestones } = await send('GET', `/contracts/${contract.id}/milestones`)
  const amounts = milestones.map(({ amount_minor }: Json) => amount_minor)
  expect(amounts).toEqual([333_333, 666_668])

  // The design is done, and billed only once.
  const at = `/contracts/${contract.id}/milestones/${milestones[0].id}`
  await send('POST', `${at}/complete`)
  await send('POST', `${at}/invoice`)
  const repeated = await ws.owner.call('POST', `${ws.base}${at}/invoice`)
  expect(repeated.status).toBe(409)
  const { items: drafts } = await send('GET', '/invoices?status=draft')
  expect(drafts.length).toBe(1)
  const design = await issue(ws, drafts[0])
  const first = oracle([{ unit_price: '3333.33' }])
  expect([design.net_minor, design.tax_minor, design.total_minor]).toEqual([
    first.net,
    first.tax,
    first.total,
  ])

  // A separate invoice with a discount and withholding, and an approved expense billed to the client.
  const expense = await manager.ok('POST', `${ws.base}/expenses`, {
    description: 'Fonts',
    expense_date: today,
    net_minor: 4_999,
    tax_minor: 1_050,
    billable: true,
    client_id: buyer.id,
    payment_source: 'company',
  })
  await manager.ok('POST', `${ws.base}/expenses/${expense.id}/submit`)
  await send('POST', `/expenses/${expense.id}/approve`)
  const mixed = await send('POST', '/invoices', {
    client_id: buyer.id,
    lines: [
      line('348.35', { quantity: '16', discount_percent: '4' }),
      line('19.99', { quantity: '3', tax_rate: '10' }),
      { expense_id: expense.id },
    ],
    discount: { kind: 'percent', value: '2.5' },
    withholding_rate: '15',
  })
  const second = oracle(
    [
      { unit_price: '348.35', quantity: '16', discount_percent: '4' },
      { unit_price: '19.99', quantity: '3', tax_rate: '10' },
      { unit_price: '49.99' },
    ],
    { discount_kind: 'percent', discount_value: '2.5', withholding_rate: '15' },
  )
  const mixedIssued = await issue(ws, mixed)
  expect(mixedIssued.lines.map(({ net_minor }: Json) => net_minor)).toEqual(second.nets)
  expect([mixedIssued.total_minor, mixedIssued.withholding_minor]).toEqual([second.total, second.withholding])
  const twice = { client_id: buyer.id, lines: [{ expense_id: expense.id }] }
  expect((await ws.owner.call('POST', `${ws.base}/invoices`, twice)).status).toBe(409)

  // A partial payment is made, by mistake twice; the second is voided, and the milestone follows.
  await pay(ws, design, 200_000)
  const invalid = await pay(ws, design, design.total_minor - 200_000)
  const statusOf = async () => (await send('GET', `/contracts/${contract.id}/milestones`)).items[0].status
  expect(await statusOf()).toBe('paid')
  await ws.owner.call('DELETE', `${ws.base}/invoices/${design.id}/payments/${invalid.id}`)
  expect(await statusOf()).toBe('invoiced')

  // A credit note for a part of one, a substitution of the other, and an invoice cancelled as an error.
  const credit = await issue(
    ws,
    await send('POST', `/invoices/${design.id}/credit-notes`, {
      reason: 'R4',
      method: 'difference',
      lines: [line('333.33')],
    }),
  )
  const third = oracle([{ unit_price: '-333.33' }])
  expect([credit.net_minor, credit.tax_minor]).toEqual([third.net, third.tax])
  const substitution = await issue(
    ws,
    await send('POST', `/invoices/${mixed.id}/credit-notes`, {
      reason: 'R4',
      method: 'substitution',
      lines: [line('5000')],
    }),
  )
  const fourth = oracle([{ unit_price: '5000' }], {
    discount_kind: 'percent',
    discount_value: '2.5',
    withholding_rate: '15',
  })
  expect(substitution.total_minor).toBe(fourth.total)
  const cancelledInvoice = await issue(
    ws,
    await send('POST', '/invoices', { client_id: buyer.id, lines: [line('1')] }),
  )
  await send('POST', `/invoices/${cancelledInvoice.id}/cancel`, { reason: 'Issued by mistake' })

  // The register has all of it, and the numbers have no gap.
  const { items: records } = await send('GET', '/invoice-register')
  expect(records.map(({ record_type, invoice_type }: Json) => invoice_type ?? record_type)).toEqual([
    'F1',
    'F1',
    'R4',
    'R4',
    'F1',
    'anulacion',
  ])
  expect(await send('GET', '/invoice-register/verify')).toMatchObject({ valid: true, checked: 6 })
  const { items: series } = await send('GET', '/invoice-series')
  const gaps = series.flatMap(({ counters }: Json) => counters.map((counter: Json) => counter.gaps))
  expect(gaps).toEqual([0, 0])

  // Outstanding amounts and tax are those that the oracle computes.
  const { totals } = await send('GET', '/finance/receivables')
  const owed = first.total - 200_000 + third.total + fourth.total - fourth.withholding
  expect(totals).toMatchObject([{ currency: 'EUR', outstanding_minor: owed }])
  const year = today.slice(0, 4)
  const tax = await send('GET', `/finance/tax-summary?from=${year}-01-01&to=${year}-12-31`)
  const perRate = (rate: string) =>
    tax.periods
      .flatMap(({ output }: Json) => output)
      .filter((one: Json) => one.rate === rate)
      .reduce((sum: number, one: Json) => sum + one.tax_minor, 0)
  expect([perRate('21') + perRate('10'), tax.converted.output_tax_minor]).toEqual([
    first.tax + third.tax + fourth.tax,
    first.tax + third.tax + fourth.tax,
  ])
  expect(perRate('10')).toBe(0)
  expect(tax.converted).toMatchObject({ input_tax_minor: 1_050, withholding_minor: fourth.withholding })
  const [row] = await asOwner<{ sum: string }>(
    `select sum(tax_total::numeric) as sum from invoice_register where org_id = $1 and record_type = 'alta'
      and invoice_id <> $2`,
    [ws.org.id, cancelledInvoice.id],
  )
  const registered = new Decimal(first.tax + second.tax + third.tax + fourth.tax).div(100)
  expect(Number(row!.sum)).toBe(registered.toNumber())
})
