import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, issue, issued, line } from '../kit/invoices.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const call = (ws: Workspace, method: string, { id }: Json, tail = '', body?: object) =>
  ws.owner.call(method, `${ws.base}/invoices/${id}${tail}`, body)

describe('a draft', () => {
  test('has no number, the currency of its client and the default tax rate, and is created in one round trip', async () => {
    const ws = await workspace()
    await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21', is_default: true })
    const buyer = await client(ws, { currency: 'USD' })
    const reply = await ws.owner.call('POST', `${ws.base}/invoices`, {
      client_id: buyer.id,
      lines: [{ description: 'Work', unit_price: '10' }],
    })
    expect([reply.status, reply.roundTrips]).toEqual([201, 1])
    expect(reply.body).toMatchObject({
      number: null,
      status: 'draft',
      client: { id: buyer.id, name: buyer.name },
      currency: 'USD',
      net_minor: 1000,
      tax_minor: 210,
      outstanding_minor: 0,
      overdue: false,
      version: 1,
      lines: [{ tax_rate: '21', category: 'standard', quantity: '1', unit_price: '10' }],
      taxes: [{ rate: '21', base_minor: 1000, tax_minor: 210, exact: '210' }],
      payments: [],
      register_records: [],
      qr_url: null,
    })
    expect(await actions(ws)).toContain('invoice.created')
  })

  test('a line may be taxed by a rate, by its own figures, or not at all', async () => {
    const ws = await workspace()
    const { id } = await ws.owner.ok('POST', `${ws.base}/tax-rates`, {
      name: 'Low',
      rate: '10',
      category: 'reduced',
    })
    const created = await draft(ws, {
      lines: [
        { description: 'a', unit_price: '1', tax_rate_id: id },
        line('1', { tax_rate: '4' }),
        { description: 'c', unit_price: '1', tax_rate_id: null },
        { description: 'd', unit_price: '1' },
      ],
    })
    const taxed = created.lines.map(({ tax_rate, category }: Json) => [tax_rate, category])
    expect(taxed).toEqual([
      ['10', 'reduced'],
      ['4', 'standard'],
      ['0', 'not_subject'],
      ['0', 'zero'],
    ])
  })

  test('is replaced as a whole, and its totals follow', async () => {
    const ws = await workspace()
    const created = await draft(ws)
    const changed = await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, {
      discount: { kind: 'percent', value: '10' },
      payment_terms_days: 15,
      version: 1,
    })
    expect(changed).toMatchObject({
      net_minor: 9000,
      tax_minor: 1890,
      payment_terms_days: 15,
      version: expect.any(Number),
    })
    const both = { due_date: '2026-12-01', payment_terms_days: 3 }
    expect(codedRefusal(await call(ws, 'PATCH', created, '', both))[2]).toBe(
      'body.due_date: send due_date or payment_terms_days, not both',
    )
    const other = await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, {
      lines: [line('1'), line('2')],
      discount: { kind: 'none', value: 0 },
    })
    expect([other.net_minor, other.lines.length]).toEqual([300, 2])
    expect(
      codedRefusal(
        await call(ws, 'PATCH', created, '', {
          notes: 'late',
          discount: { kind: 'none', value: 0 },
          version: 1,
        }),
      )[0],
    ).toBe(409)
  })

  test('is deleted permanently; an issued invoice is not', async () => {
    const ws = await workspace()
    const created = await draft(ws)
    expect((await call(ws, 'DELETE', created)).status).toBe(204)
    expect((await call(ws, 'GET', created)).status).toBe(404)
    expect(codedRefusal(await call(ws, 'DELETE', await issued(ws)))).toEqual([
      409,
      'conflict',
      'the invoice is issued; cancel it, or correct it with a credit note',
    ])
  })

  test.each([
    [{ client_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.client_id: not found'],
    [{ contact_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.contact_id: not found'],
    [{ project_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.project_id: not found'],
    [{ series_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.series_id: not found'],
    [
      { lines: [{ description: 'x', unit_price: '1', tax_rate_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }] },
      'body.lines[0].tax_rate_id: not found',
    ],
    [{ currency: 'XYZ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
    [
      { lines: [{ description: 'x' }] },
      'body.lines[0].unit_price: required, unless the line bills an expense or a milestone',
    ],
    [{ lines: [line('1', { quantity: '0' })] }, 'body.lines[0].quantity: must not be 0'],
    [
      { lines: [line('1.1234567')] },
      'body.lines[0].unit_price: must be a decimal number such as "1.5", of at most 6 decimals',
    ],
    [{ lines: [line('1', { tax_rate: '101' })] }, 'body.lines[0].tax_rate: must be 0 to 100'],
    [{ lines: [line('1', { category: 'exempt' })] }, 'body.lines[0].tax_rate: must be 0 in this category'],
    [{ lines: Array.from({ length: 201 }, () => line('1')) }, 'body.lines: at most 200 lines'],
    [{ discount: { kind: 'amount', value: '100.01' } }, 'body.discount.value: more than the lines come to'],
    [{ lines: [line('999999999999')] }, 'body.lines: the total is more than 10000000000000 minor units'],
    [
      { due_date: '2026-12-01', payment_terms_days: 3 },
      'body.due_date: send due_date or payment_terms_days, not both',
    ],
  ])('rejects %j', async (overrides, message) => {
    const ws = await workspace()
    const buyer = await client(ws)
    const body = { client_id: buyer.id, lines: [line('100')], ...overrides }
    expect(codedRefusal(await ws.owner.call('POST', `${ws.base}/invoices`, body))).toEqual([
      422,
      'validation_error',
      message,
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/invoices`)).total).toBe(0)
  })
})

describe('the list of invoices', () => {
  test('finds overdue ones by the organization’s own day, and by number and client', async () => {
    const ws = await workspace()
    const late = await issued(ws, { client_id: (await client(ws, { name: 'Wayne' })).id })
    await asOwner(`update invoices set due_date = '2020-01-01' where id = $1`, [late.id])
    const fresh = await issued(ws)
    await draft(ws)
    const ids = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/invoices?${query}`)).items.map(({ id }: Json) => id)
    expect(await ids('status=overdue')).toEqual([late.id])
    expect((await ids('status=overdue,draft')).length).toBe(2)
    expect(await ids('q=wayn')).toEqual([late.id])
    expect(await ids(`q=${fresh.number}`)).toEqual([fresh.id])
    expect((await ids('unpaid=true')).length).toBe(2)
    expect(await ids('sort=number&status=issued')).toEqual([late.id, fresh.id])
  })

  test('is for managers and above', async () => {
    const ws = await workspace()
    const member = await join(ws, 'member')
    expect((await member.call('GET', `${ws.base}/invoices`)).status).toBe(403)
    const manager = await join(ws, 'manager')
    expect((await manager.call('GET', `${ws.base}/invoices`)).status).toBe(200)
  })
})

test('a copy is a new draft at today’s rate, and a credit note is not copied', async () => {
  const ws = await workspace()
  const rate = await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21' })
  const created = await draft(ws, { lines: [{ description: 'a', unit_price: '100', tax_rate_id: rate.id }] })
  await ws.owner.ok('PATCH', `${ws.base}/tax-rates/${rate.id}`, { rate: '22' })
  const copy = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/duplicate`, {})
  expect([created.tax_minor, copy.tax_minor, copy.status]).toEqual([2100, 2200, 'draft'])
  await issue(ws, copy)
  expect(
    codedRefusal(await ws.owner.call('PATCH', `${ws.base}/tax-rates/${rate.id}`, { rate: '23' })),
  ).toEqual([
    409,
    'conflict',
    'invoices were issued at this rate, so it stays as it is; archive it and create another',
  ])
  const creditNote = await ws.owner.ok('POST', `${ws.base}/invoices/${copy.id}/credit-notes`, {
    reason: 'R1',
    method: 'difference',
    full: true,
  })
  expect(codedRefusal(await call(ws, 'POST', creditNote, '/duplicate', {}))[2]).toBe(
    'a credit note cannot be copied; make another of the invoice that it corrects',
  )
})

describe('series', () => {
  test('number by their prefix and restart each year if configured', async () => {
    const ws = await workspace()
    const series = await ws.owner.ok('POST', `${ws.base}/invoice-series`, {
      code: 'A',
      name: 'A',
      doc_kind: 'invoice',
      prefix: 'A/{YY}/{MM}-',
      padding: 3,
      reset_policy: 'yearly',
      first_number: 7,
      is_default: true,
    })
    const one = await issue(ws, await draft(ws), { issue_date: '2025-12-30' })
    const two = await issue(ws, await draft(ws), { issue_date: '2026-01-02' })
    expect([one.number, two.number]).toEqual(['A/25/12-007', 'A/26/01-007'])
    const { counters } = (await ws.owner.ok('GET', `${ws.base}/invoice-series`)).items[0]
    expect(counters).toMatchObject([
      { period: '2025', count: 1, gaps: 0 },
      { period: '2026', count: 1, gaps: 0 },
    ])
    expect(
      codedRefusal(await ws.owner.call('PATCH', `${ws.base}/invoice-series/${series.id}`, { prefix: 'B' })),
    ).toEqual([
      409,
      'conflict',
      'the series has numbered invoices, so its prefix, padding and reset policy stay; archive it and create another',
    ])
  })

  test.each(['é', '"', "'", '<', '>', '='])('a prefix with %s is rejected', async (sign) => {
    const ws = await workspace()
    const body = { code: 'A', name: 'A', doc_kind: 'invoice', prefix: `A${sign}` }
    expect((await ws.owner.call('POST', `${ws.base}/invoice-series`, body)).status).toBe(422)
  })
})
