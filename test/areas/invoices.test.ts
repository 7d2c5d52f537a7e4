import { describe, expect, test } from 'vitest'
import type { Json, Reply } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, issue, issued, line, pay } from '../kit/invoices.ts'
import { actions, join, project, type Workspace, workspace } from '../kit/makers.ts'

const today = () => new Date().toISOString().slice(0, 10)
const refusal = ({ status, body }: Reply) => [status, body.error.code, body.error.message]
const get = (ws: Workspace, { id }: Json): Promise<Json> => ws.owner.ok('GET', `${ws.base}/invoices/${id}`)
const call = (ws: Workspace, method: string, { id }: Json, tail = '', body?: object) =>
  ws.owner.call(method, `${ws.base}/invoices/${id}${tail}`, body)

describe('a draft', () => {
  test('has no number, takes the currency of its client and the default tax rate, and is one trip', async () => {
    const ws = await workspace()
    await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21', is_default: true })
    const buyer = await client(ws, { currency: 'USD' })
    const reply = await ws.owner.call('POST', `${ws.base}/invoices`, {
      client_id: buyer.id,
      lines: [{ description: 'Work', unit_price: '10' }],
    })
    expect([reply.status, reply.trips]).toEqual([201, 1])
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
    const made = await draft(ws, {
      lines: [
        { description: 'a', unit_price: '1', tax_rate_id: id },
        line('1', { tax_rate: '4' }),
        { description: 'c', unit_price: '1', tax_rate_id: null },
        { description: 'd', unit_price: '1' },
      ],
    })
    const taxed = made.lines.map(({ tax_rate, category }: Json) => [tax_rate, category])
    expect(taxed).toEqual([
      ['10', 'reduced'],
      ['4', 'standard'],
      ['0', 'not_subject'],
      ['0', 'zero'],
    ])
  })

  test('changes as a whole, and its totals follow', async () => {
    const ws = await workspace()
    const made = await draft(ws)
    const changed = await ws.owner.ok('PATCH', `${ws.base}/invoices/${made.id}`, {
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
    const other = await ws.owner.ok('PATCH', `${ws.base}/invoices/${made.id}`, {
      lines: [line('1'), line('2')],
      discount: { kind: 'none', value: 0 },
    })
    expect([other.net_minor, other.lines.length]).toEqual([300, 2])
    expect(
      refusal(
        await call(ws, 'PATCH', made, '', {
          notes: 'late',
          discount: { kind: 'none', value: 0 },
          version: 1,
        }),
      )[0],
    ).toBe(409)
  })

  test('is deleted for good; an issued invoice is not', async () => {
    const ws = await workspace()
    const made = await draft(ws)
    expect((await call(ws, 'DELETE', made)).status).toBe(204)
    expect((await call(ws, 'GET', made)).status).toBe(404)
    expect(refusal(await call(ws, 'DELETE', await issued(ws)))).toEqual([
      409,
      'conflict',
      'the invoice is issued; cancel it, or correct it with a credit note',
    ])
  })

  test.each([
    [{ client_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.client_id: not found, or archived'],
    [
      { contact_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' },
      'body.contact_id: not found, or of another client',
    ],
    [{ project_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }, 'body.project_id: not found'],
    [
      { series_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' },
      'body.series_id: not found, archived, or for another kind of document',
    ],
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
  ])('refuses %j', async (given, message) => {
    const ws = await workspace()
    const buyer = await client(ws)
    const body = { client_id: buyer.id, lines: [line('100')], ...given }
    expect(refusal(await ws.owner.call('POST', `${ws.base}/invoices`, body))).toEqual([
      422,
      'validation_error',
      message,
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/invoices`)).total).toBe(0)
  })
})

describe('issuing', () => {
  test('gives number, day, due date, snapshots and a record, in one trip', async () => {
    const ws = await workspace('Acme')
    const buyer = await client(ws, { payment_terms_days: 10 })
    const made = await draft(ws, { client_id: buyer.id })
    const reply = await call(ws, 'POST', made, '/issue', {})
    const year = today().slice(0, 4)
    expect([reply.status, reply.trips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({
      number: `INV-${year}-0001`,
      status: 'issued',
      issue_date: today(),
      due_date: new Date(Date.parse(today()) + 10 * 864e5).toISOString().slice(0, 10),
      exchange_rate: '1',
      outstanding_minor: 12100,
      register_records: [{ seq: 1, record_type: 'alta', hash: expect.stringMatching(/^[0-9A-F]{64}$/) }],
    })
    await asOwner('update clients set name = $2 where id = $1', [buyer.id, 'Renamed'])
    expect((await get(ws, made)).client.name).toBe(buyer.name)
  })

  test('is refused twice, without lines, in the future, or before the last of its series', async () => {
    const ws = await workspace()
    const first = await issued(ws)
    expect(refusal(await call(ws, 'POST', first, '/issue', {}))).toEqual([
      409,
      'conflict',
      `the invoice is issued already, as ${first.number}`,
    ])
    const empty = await draft(ws, { lines: [] })
    expect(refusal(await call(ws, 'POST', empty, '/issue', {}))[2]).toBe(
      'the invoice has no lines; add at least one',
    )
    const other = await draft(ws)
    expect(refusal(await call(ws, 'POST', other, '/issue', { issue_date: '2999-01-01' }))[2]).toBe(
      'issue_date 2999-01-01 is in the future; it would break chronological numbering',
    )
    const before = new Date(Date.parse(today()) - 864e5).toISOString().slice(0, 10)
    if (before.slice(0, 4) === today().slice(0, 4))
      expect(refusal(await call(ws, 'POST', other, '/issue', { issue_date: before }))[2]).toBe(
        `issue_date ${before} is before ${today()}, the last of series INV; it would break chronological numbering`,
      )
    expect((await issue(ws, other)).number).toBe(first.number.replace('0001', '0002'))
  })

  test('sixty drafts, three calls each at once: sixty numbers without a gap, and the chain in their order', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    const drafts: Json[] = []
    for (let n = 0; n < 60; n++) drafts.push(await draft(ws, { client_id: buyer.id }))
    const replies = await Promise.all(
      drafts.flatMap((one) => [1, 2, 3].map(() => call(ws, 'POST', one, '/issue', {}))),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(200), count(409)]).toEqual([60, 120])
    const [series] = (await ws.owner.ok('GET', `${ws.base}/invoice-series`)).items
    expect(series.counters).toMatchObject([{ first: 1, last: 60, count: 60, gaps: 0, next_number: 61 }])
    const chain = await asOwner<{ number: string }>(
      'select number from invoice_register where org_id = $1 order by seq',
      [ws.org.id],
    )
    expect(chain.map(({ number }) => number)).toEqual(chain.map(({ number }) => number).toSorted())
    expect(chain.length).toBe(60)
  }, 60_000)

  test('in another currency asks for the rate, and freezes the total in the books', async () => {
    const ws = await workspace()
    const made = await draft(ws, { currency: 'JPY', lines: [line('1000', { tax_rate: '10' })] })
    expect(refusal(await call(ws, 'POST', made, '/issue', {}))).toEqual([
      422,
      'validation_error',
      'body.exchange_rate: required, as the invoice is in JPY and the organization keeps its books in EUR',
    ])
    expect(await issue(ws, made, { exchange_rate: '0.0061' })).toMatchObject({
      exchange_rate: '0.0061',
      total_minor: 1100,
    })
    const [row] = await asOwner<{ base_total_minor: string }>(
      'select base_total_minor from invoices where id = $1',
      [made.id],
    )
    expect(Number(row!.base_total_minor)).toBe(671)
  })

  test('a simplified invoice has a limit and a series of its own', async () => {
    const ws = await workspace()
    const made = await draft(ws, { kind: 'simplified', lines: [line('2479.35')] })
    expect(refusal(await call(ws, 'POST', made, '/issue', {}))[2]).toBe(
      'path.invoice_id: a simplified invoice comes to at most 300000 minor units; make it a standard one',
    )
    const small = await draft(ws, { kind: 'simplified' })
    expect((await issue(ws, small)).number).toMatch(/^SIM-\d{4}-0001$/)
  })

  test('what is issued keeps its contents', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    expect(refusal(await call(ws, 'PATCH', made, '', { notes: 'x' }))).toEqual([
      409,
      'conflict',
      'the invoice is issued; only internal_notes, project_id and due_date can be changed, the rest is corrected with a credit note',
    ])
    const home = await project(ws)
    const later = await ws.owner.ok('PATCH', `${ws.base}/invoices/${made.id}`, {
      internal_notes: 'called',
      project_id: home.id,
      due_date: '2999-01-01',
    })
    expect(later).toMatchObject({ internal_notes: 'called', project_id: home.id, due_date: '2999-01-01' })
    expect(refusal(await call(ws, 'PATCH', made, '', { due_date: '2020-01-01' }))[2]).toBe(
      `body.due_date: before ${made.issue_date}, when the invoice was issued`,
    )
  })
})

describe('payments', () => {
  test('bring the invoice from issued to paid and back', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const first = await pay(ws, made, 10000)
    expect(first.invoice).toMatchObject({
      status: 'partially_paid',
      paid_minor: 10000,
      outstanding_minor: 2100,
    })
    const second = await pay(ws, made, 2100)
    expect(second.invoice).toMatchObject({ status: 'paid', outstanding_minor: 0 })
    expect((await call(ws, 'DELETE', made, `/payments/${first.id}`)).status).toBe(204)
    expect(await get(ws, made)).toMatchObject({
      status: 'partially_paid',
      paid_minor: 2100,
      outstanding_minor: 10000,
    })
    expect(refusal(await call(ws, 'DELETE', made, `/payments/${first.id}`))[2]).toBe(
      'the payment is void already',
    )
    const list = await ws.owner.ok('GET', `${ws.base}/invoices/${made.id}/payments`)
    expect(list.items.map(({ voided_at }: Json) => voided_at !== null)).toEqual([true, false])
  })

  test('more than is outstanding, on a draft, or in the future is refused', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const body = { amount_minor: 12101, paid_on: '2026-01-15', method: 'card' }
    expect(refusal(await call(ws, 'POST', made, '/payments', body))).toEqual([
      422,
      'validation_error',
      'body.amount_minor: exceeds outstanding, which is 12100',
    ])
    expect(refusal(await call(ws, 'POST', await draft(ws), '/payments', body))[2]).toBe(
      'the invoice is a draft; only an issued one can be paid',
    )
    expect(
      refusal(
        await call(ws, 'POST', made, '/payments', { ...body, amount_minor: 1, paid_on: '2999-01-01' }),
      )[2],
    ).toBe('body.paid_on: in the future')
  })

  test('a payment with the same key is one payment, however many come at once', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const body = { amount_minor: 100, paid_on: '2026-01-15', method: 'card', idempotency_key: 'bank-1' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call(ws, 'POST', made, '/payments', body)),
    )
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1)
    expect((await get(ws, made)).paid_minor).toBe(100)
    expect(refusal(await call(ws, 'POST', made, '/payments', { ...body, amount_minor: 101 }))[2]).toBe(
      'another payment has this idempotency_key',
    )
  })

  test('ten at once never pay more than is outstanding', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const body = { amount_minor: 5000, paid_on: '2026-01-15', method: 'card' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call(ws, 'POST', made, '/payments', body)),
    )
    expect(replies.filter(({ status }) => status === 201).length).toBe(2)
    expect((await get(ws, made)).outstanding_minor).toBe(2100)
  })
})

describe('corrections', () => {
  const credit = (ws: Workspace, one: Json, body: object) => call(ws, 'POST', one, '/credit-notes', body)

  test('a credit note in full leaves nothing outstanding, without cancelling', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const note = await credit(ws, made, { reason: 'R1', method: 'difference', full: true })
    expect([note.status, note.trips]).toEqual([201, 1])
    expect(note.body).toMatchObject({
      kind: 'corrective',
      total_minor: -12100,
      corrects: { id: made.id, number: made.number },
      lines: [{ quantity: '-1' }],
    })
    const after = await issue(ws, note.body)
    expect(after).toMatchObject({ number: expect.stringMatching(/^CN-\d{4}-0001$/), outstanding_minor: 0 })
    expect(await get(ws, made)).toMatchObject({
      status: 'issued',
      credited_minor: 12100,
      outstanding_minor: 0,
      overdue: false,
      corrections: [{ id: after.id, status: 'issued', total_minor: -12100 }],
    })
  })

  test('a part of a line is taken back in positive quantities, and never more than is left', async () => {
    const ws = await workspace()
    const made = await issued(ws, { lines: [line('10', { quantity: '5' })] })
    const body = { reason: 'R4', method: 'difference', lines: [line('10', { quantity: '2' })] }
    const note = await issue(ws, (await credit(ws, made, body)).body)
    expect([note.total_minor, (await get(ws, made)).outstanding_minor]).toEqual([-2420, 3630])
    const much = { ...body, lines: [line('10', { quantity: '4' })] }
    expect(refusal(await credit(ws, made, much))).toEqual([
      422,
      'validation_error',
      `body.lines: they take back 4840 minor units, and 3630 of invoice ${made.number} are not credited yet`,
    ])
  })

  test('two drafts that each fit do not both get issued', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const body = { reason: 'R4', method: 'difference', lines: [line('80')] }
    const [one, two] = [await credit(ws, made, body), await credit(ws, made, body)]
    const replies = await Promise.all([one, two].map((note) => call(ws, 'POST', note.body, '/issue', {})))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await get(ws, made)).credited_minor).toBe(9680)
  })

  test('a substitution replaces the invoice and keeps what it replaced', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    await pay(ws, made, 2100)
    const note = await credit(ws, made, { reason: 'R4', method: 'substitution', lines: [line('90')] })
    const after = await issue(ws, note.body)
    expect(after).toMatchObject({ total_minor: 10890, outstanding_minor: 10890 })
    expect(await get(ws, made)).toMatchObject({
      credited_minor: 12100,
      outstanding_minor: -2100,
      status: 'paid',
    })
    const [row] = await asOwner<Json>('select payload from invoice_register where invoice_id = $1', [
      after.id,
    ])
    expect(row!.payload).toMatchObject({
      TipoRectificativa: 'S',
      ImporteRectificacion: { BaseRectificada: '100.00', CuotaRectificada: '21.00' },
      FacturaRectificada: { NumSerieFactura: made.number },
    })
  })

  test('drafts and cancelled invoices are not corrected, nor corrected before their day', async () => {
    const ws = await workspace()
    const body = { reason: 'R1', method: 'difference', full: true }
    expect(refusal(await credit(ws, await draft(ws), body))[2]).toBe(
      'the invoice is a draft; only an issued one can be corrected',
    )
    const gone = await issued(ws)
    await ws.owner.ok('POST', `${ws.base}/invoices/${gone.id}/cancel`, { reason: 'mistake' })
    expect(refusal(await credit(ws, gone, body))[2]).toBe(
      'the invoice is cancelled; only an issued one can be corrected',
    )
    const made = await issued(ws)
    const note = await credit(ws, made, body)
    expect(refusal(await call(ws, 'POST', note.body, '/issue', { issue_date: '2026-01-01' }))).toEqual([
      422,
      'validation_error',
      `body.issue_date: before ${made.issue_date}, when the corrected invoice was issued`,
    ])
  })
})

describe('cancelling', () => {
  test('keeps the number, and is registered', async () => {
    const ws = await workspace()
    const made = await issued(ws)
    const gone = await ws.owner.ok('POST', `${ws.base}/invoices/${made.id}/cancel`, { reason: 'mistake' })
    expect(gone).toMatchObject({
      status: 'cancelled',
      number: made.number,
      cancel_reason: 'mistake',
      outstanding_minor: 0,
      register_records: [{ record_type: 'alta' }, { record_type: 'anulacion', seq: 2 }],
    })
    expect((await issued(ws)).number).toBe(made.number.replace('0001', '0002'))
  })

  test('is refused for drafts, paid and corrected invoices', async () => {
    const ws = await workspace()
    const cancel = (one: Json) => call(ws, 'POST', one, '/cancel', { reason: 'x' })
    expect(refusal(await cancel(await draft(ws)))[2]).toBe('the invoice is a draft; delete it instead')
    const paid = await issued(ws)
    await pay(ws, paid, 1)
    expect(refusal(await cancel(paid))[2]).toBe(
      'the invoice is partially paid; only one on which nothing was paid can be cancelled: void its payments, or make a credit note',
    )
    const made = await issued(ws)
    const note = (
      await call(ws, 'POST', made, '/credit-notes', { reason: 'R1', method: 'difference', full: true })
    ).body
    expect(refusal(await cancel(made))[2]).toBe(
      'the invoice was corrected; cancel or delete the correction first',
    )
    await issue(ws, note)
    await ws.owner.ok('POST', `${ws.base}/invoices/${note.id}/cancel`, { reason: 'wrong note' })
    expect(await get(ws, made)).toMatchObject({
      credited_minor: 0,
      outstanding_minor: 12100,
      status: 'issued',
    })
    expect((await cancel(made)).status).toBe(200)
  })
})

describe('the list of invoices', () => {
  test('knows overdue ones by the day of the organization, and finds by number and client', async () => {
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

test('a copy is a new draft at the rate of today, and a credit note is not copied', async () => {
  const ws = await workspace()
  const rate = await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21' })
  const made = await draft(ws, { lines: [{ description: 'a', unit_price: '100', tax_rate_id: rate.id }] })
  await ws.owner.ok('PATCH', `${ws.base}/tax-rates/${rate.id}`, { rate: '22' })
  const copy = await ws.owner.ok('POST', `${ws.base}/invoices/${made.id}/duplicate`, {})
  expect([made.tax_minor, copy.tax_minor, copy.status]).toEqual([2100, 2200, 'draft'])
  await issue(ws, copy)
  expect(refusal(await ws.owner.call('PATCH', `${ws.base}/tax-rates/${rate.id}`, { rate: '23' }))).toEqual([
    409,
    'conflict',
    'invoices were issued at this rate, so it stays as it is; archive it and create another',
  ])
  const note = await ws.owner.ok('POST', `${ws.base}/invoices/${copy.id}/credit-notes`, {
    reason: 'R1',
    method: 'difference',
    full: true,
  })
  expect(refusal(await call(ws, 'POST', note, '/duplicate', {}))[2]).toBe(
    'a credit note cannot be copied; make another of the invoice that it corrects',
  )
})

describe('series', () => {
  test('number by their prefix and start again each year where they say so', async () => {
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
      refusal(await ws.owner.call('PATCH', `${ws.base}/invoice-series/${series.id}`, { prefix: 'B' })),
    ).toEqual([
      409,
      'conflict',
      'the series has numbered invoices, so its prefix, padding and reset policy stay; archive it and create another',
    ])
  })

  test.each(['é', '"', "'", '<', '>', '='])('a prefix with %s is refused', async (sign) => {
    const ws = await workspace()
    const body = { code: 'A', name: 'A', doc_kind: 'invoice', prefix: `A${sign}` }
    expect((await ws.owner.call('POST', `${ws.base}/invoice-series`, body)).status).toBe(422)
  })
})
