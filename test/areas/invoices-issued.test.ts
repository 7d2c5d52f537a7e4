import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, draftWithoutIssuer, issue, issued, issuer, line, pay } from '../kit/invoices.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const today = () => new Date().toISOString().slice(0, 10)
const get = (ws: Workspace, { id }: Json): Promise<Json> => ws.owner.ok('GET', `${ws.base}/invoices/${id}`)
const call = (ws: Workspace, method: string, { id }: Json, tail = '', body?: object) =>
  ws.owner.call(method, `${ws.base}/invoices/${id}${tail}`, body)

describe('issuing', () => {
  test('needs an issuer, which drafts do not', async () => {
    const ws = await workspace('Acme')
    const created = await draftWithoutIssuer(ws)
    const missing = async () => codedRefusal(await call(ws, 'POST', created, '/issue', {}))
    expect(await missing()).toEqual([
      409,
      'conflict',
      'nothing says who issues the invoices; the owner sets issuer_name, address_line1, city, country first, ' +
        'in the settings of the register or on the page Invoicing',
    ])
    await issuer(ws, { city: undefined })
    expect((await missing())[2]).toContain('the owner sets city first')
    expect(await get(ws, created)).toMatchObject({ status: 'draft', number: null })
    await issuer(ws)
    expect((await call(ws, 'POST', created, '/issue', {})).status).toBe(200)
  })

  test('assigns number, date, due date, snapshots and a record, in one round trip', async () => {
    const ws = await workspace('Acme')
    const buyer = await client(ws, { payment_terms_days: 10 })
    const created = await draft(ws, { client_id: buyer.id })
    const reply = await call(ws, 'POST', created, '/issue', {})
    const year = today().slice(0, 4)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
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
    expect((await get(ws, created)).client.name).toBe(buyer.name)
  })

  test('is rejected twice, without lines, in the future, or before the last of its series', async () => {
    const ws = await workspace()
    const first = await issued(ws)
    expect(codedRefusal(await call(ws, 'POST', first, '/issue', {}))).toEqual([
      409,
      'conflict',
      `the invoice is issued already, as ${first.number}`,
    ])
    const empty = await draft(ws, { lines: [] })
    expect(codedRefusal(await call(ws, 'POST', empty, '/issue', {}))[2]).toBe(
      'the invoice has no lines; add at least one',
    )
    const other = await draft(ws)
    expect(codedRefusal(await call(ws, 'POST', other, '/issue', { issue_date: '2999-01-01' }))[2]).toBe(
      'issue_date 2999-01-01 is in the future; it would break chronological numbering',
    )
    const before = new Date(Date.parse(today()) - 864e5).toISOString().slice(0, 10)
    if (before.slice(0, 4) === today().slice(0, 4))
      expect(codedRefusal(await call(ws, 'POST', other, '/issue', { issue_date: before }))[2]).toBe(
        `issue_date ${before} is before ${today()}, the last of series INV; it would break chronological numbering`,
      )
    expect((await issue(ws, other)).number).toBe(first.number.replace('0001', '0002'))
  })

  test('is rejected when the draft is due before the day of issue, until that is mended', async () => {
    const ws = await workspace()
    const created = await draft(ws, { due_date: '2020-01-31' })
    expect(codedRefusal(await call(ws, 'POST', created, '/issue', {}))).toEqual([
      409,
      'conflict',
      `due_date 2020-01-31 is before the day of issue, ${today()}; change the due date of the draft or remove it`,
    ])
    expect((await call(ws, 'PATCH', created, '', { due_date: today() })).status).toBe(200)
    expect(await issue(ws, created)).toMatchObject({ issue_date: today(), due_date: today() })
  })

  test('sixty drafts, three concurrent calls each: sixty numbers without a gap, and the chain in their order', async () => {
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

  test('a draft whose type changed does not take a number of the other type’s series', async () => {
    const ws = await workspace()
    await issued(ws)
    const [series] = (await ws.owner.ok('GET', `${ws.base}/invoice-series`)).items
    const created = await draft(ws, { series_id: series.id })
    await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, { kind: 'simplified' })
    expect(codedRefusal(await call(ws, 'POST', created, '/issue', {}))).toEqual([
      409,
      'conflict',
      'series INV numbers documents of another kind (invoice, not simplified); choose another with PATCH',
    ])
    await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, { series_id: null })
    expect((await issue(ws, created)).number).toMatch(/^SIM-/)
  })

  test('a simplified invoice has its own limit and series', async () => {
    const ws = await workspace()
    const created = await draft(ws, { kind: 'simplified', lines: [line('2479.35')] })
    expect(codedRefusal(await call(ws, 'POST', created, '/issue', {}))[2]).toBe(
      'path.invoice_id: a simplified invoice comes to at most 300000 minor units; make it a standard one',
    )
    const small = await draft(ws, { kind: 'simplified' })
    expect((await issue(ws, small)).number).toMatch(/^SIM-\d{4}-0001$/)
  })

  test('issued invoices keep their contents', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    expect(codedRefusal(await call(ws, 'PATCH', created, '', { notes: 'x' }))).toEqual([
      409,
      'conflict',
      'the invoice is issued; only internal_notes, project_id and due_date can be changed, the rest is corrected with a credit note',
    ])
    const home = await project(ws)
    const later = await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, {
      internal_notes: 'called',
      project_id: home.id,
      due_date: '2999-01-01',
    })
    expect(later).toMatchObject({ internal_notes: 'called', project_id: home.id, due_date: '2999-01-01' })
    expect(codedRefusal(await call(ws, 'PATCH', created, '', { due_date: '2020-01-01' }))[2]).toBe(
      `body.due_date: before ${created.issue_date}, when the invoice was issued`,
    )
  })
})

describe('payments', () => {
  test('change the invoice from issued to paid and back', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const first = await pay(ws, created, 10000)
    expect(first.invoice).toMatchObject({
      status: 'partially_paid',
      paid_minor: 10000,
      outstanding_minor: 2100,
    })
    const second = await pay(ws, created, 2100)
    expect(second.invoice).toMatchObject({ status: 'paid', outstanding_minor: 0 })
    expect((await call(ws, 'DELETE', created, `/payments/${first.id}`)).status).toBe(204)
    expect(await get(ws, created)).toMatchObject({
      status: 'partially_paid',
      paid_minor: 2100,
      outstanding_minor: 10000,
    })
    expect(codedRefusal(await call(ws, 'DELETE', created, `/payments/${first.id}`))[2]).toBe(
      'the payment is void already',
    )
    const list = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}/payments`)
    expect(list.items.map(({ voided_at }: Json) => voided_at !== null)).toEqual([true, false])
  })

  test('over the outstanding amount, on a draft, or in the future are rejected', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const body = { amount_minor: 12101, paid_on: '2026-01-15', method: 'card' }
    expect(codedRefusal(await call(ws, 'POST', created, '/payments', body))).toEqual([
      422,
      'validation_error',
      'body.amount_minor: exceeds outstanding, which is 12100',
    ])
    expect(codedRefusal(await call(ws, 'POST', await draft(ws), '/payments', body))[2]).toBe(
      'the invoice is a draft; only an issued one can be paid',
    )
    expect(
      codedRefusal(
        await call(ws, 'POST', created, '/payments', { ...body, amount_minor: 1, paid_on: '2999-01-01' }),
      )[2],
    ).toBe('body.paid_on: in the future')
  })

  test('with the same key are one payment, however many are concurrent', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const body = { amount_minor: 100, paid_on: '2026-01-15', method: 'card', idempotency_key: 'bank-1' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call(ws, 'POST', created, '/payments', body)),
    )
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1)
    expect((await get(ws, created)).paid_minor).toBe(100)
    expect(
      codedRefusal(await call(ws, 'POST', created, '/payments', { ...body, amount_minor: 101 }))[2],
    ).toBe('another payment has this idempotency_key')
  })

  test('ten concurrent ones never exceed what is outstanding', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const body = { amount_minor: 5000, paid_on: '2026-01-15', method: 'card' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call(ws, 'POST', created, '/payments', body)),
    )
    expect(replies.filter(({ status }) => status === 201).length).toBe(2)
    expect((await get(ws, created)).outstanding_minor).toBe(2100)
  })
})

describe('corrections', () => {
  const credit = (ws: Workspace, one: Json, body: object) => call(ws, 'POST', one, '/credit-notes', body)

  test('a full credit note leaves nothing outstanding, without cancelling', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const creditNote = await credit(ws, created, { reason: 'R1', method: 'difference', full: true })
    expect([creditNote.status, creditNote.roundTrips]).toEqual([201, 1])
    expect(creditNote.body).toMatchObject({
      kind: 'corrective',
      total_minor: -12100,
      corrects: { id: created.id, number: created.number },
      lines: [{ quantity: '-1' }],
    })
    const after = await issue(ws, creditNote.body)
    expect(after).toMatchObject({ number: expect.stringMatching(/^CN-\d{4}-0001$/), outstanding_minor: 0 })
    expect(await get(ws, created)).toMatchObject({
      status: 'issued',
      credited_minor: 12100,
      outstanding_minor: 0,
      overdue: false,
      corrections: [{ id: after.id, status: 'issued', total_minor: -12100 }],
    })
  })

  test('a part of a line is credited with positive quantities, and never more than remains', async () => {
    const ws = await workspace()
    const created = await issued(ws, { lines: [line('10', { quantity: '5' })] })
    const body = { reason: 'R4', method: 'difference', lines: [line('10', { quantity: '2' })] }
    const creditNote = await issue(ws, (await credit(ws, created, body)).body)
    expect([creditNote.total_minor, (await get(ws, created)).outstanding_minor]).toEqual([-2420, 3630])
    const much = { ...body, lines: [line('10', { quantity: '4' })] }
    expect(codedRefusal(await credit(ws, created, much))).toEqual([
      422,
      'validation_error',
      `body.lines: they take back 4840 minor units, and 3630 of invoice ${created.number} are not credited yet`,
    ])
  })

  test('two drafts that fit separately are not both issued', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const body = { reason: 'R4', method: 'difference', lines: [line('80')] }
    const [one, two] = [await credit(ws, created, body), await credit(ws, created, body)]
    const replies = await Promise.all(
      [one, two].map((creditNote) => call(ws, 'POST', creditNote.body, '/issue', {})),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await get(ws, created)).credited_minor).toBe(9680)
  })

  test('a substitution replaces the invoice and keeps what it replaced', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    await pay(ws, created, 2100)
    const creditNote = await credit(ws, created, {
      reason: 'R4',
      method: 'substitution',
      lines: [line('90')],
    })
    const after = await issue(ws, creditNote.body)
    expect(after).toMatchObject({ total_minor: 10890, outstanding_minor: 10890 })
    expect(await get(ws, created)).toMatchObject({
      credited_minor: 12100,
      outstanding_minor: -2100,
      status: 'paid',
    })
    const [row] = await asOwner('select payload from invoice_register where invoice_id = $1', [after.id])
    expect(row!.payload).toMatchObject({
      TipoRectificativa: 'S',
      ImporteRectificacion: { BaseRectificada: '100.00', CuotaRectificada: '21.00' },
      FacturaRectificada: { NumSerieFactura: created.number },
    })
  })

  test('a replaced invoice is not corrected again, nor one replaced that was corrected by difference', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const replacing = { reason: 'R4', method: 'substitution', lines: [line('90')] }
    const part = { reason: 'R4', method: 'difference', lines: [line('10')] }
    const [one, two, late] = [
      await credit(ws, created, replacing),
      await credit(ws, created, replacing),
      await credit(ws, created, part),
    ]
    const { number } = await issue(ws, one.body)
    const replaced = [409, 'conflict', `the invoice was replaced by ${number}; correct that one instead`]
    for (const draft of [two, late])
      expect(codedRefusal(await call(ws, 'POST', draft.body, '/issue', {}))).toEqual(replaced)
    for (const body of [replacing, part])
      expect(codedRefusal(await credit(ws, created, body))).toEqual(replaced)
    expect((await get(ws, created)).credited_minor).toBe(12100)
    expect((await credit(ws, one.body, part)).status).toBe(201)

    const other = await issued(ws)
    const waiting = await credit(ws, other, replacing)
    const creditNote = await issue(ws, (await credit(ws, other, part)).body)
    const corrected = [
      409,
      'conflict',
      `the invoice was corrected by ${creditNote.number}; take back the rest with method difference`,
    ]
    expect(codedRefusal(await call(ws, 'POST', waiting.body, '/issue', {}))).toEqual(corrected)
    expect(codedRefusal(await credit(ws, other, replacing))).toEqual(corrected)
    await ws.owner.ok('POST', `${ws.base}/invoices/${creditNote.id}/cancel`, { reason: 'mistake' })
    expect((await issue(ws, waiting.body)).status).toBe('issued')
  })

  test('of two substitutions issued concurrently one replaces the invoice', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const body = { reason: 'R4', method: 'substitution', lines: [line('90')] }
    const drafts = [await credit(ws, created, body), await credit(ws, created, body)]
    const replies = await Promise.all(
      drafts.map((creditNote) => call(ws, 'POST', creditNote.body, '/issue', {})),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await get(ws, created)).credited_minor).toBe(12100)
  })

  test('drafts and cancelled invoices are not corrected, and others not before their date', async () => {
    const ws = await workspace()
    const body = { reason: 'R1', method: 'difference', full: true }
    expect(codedRefusal(await credit(ws, await draft(ws), body))[2]).toBe(
      'the invoice is a draft; only an issued one can be corrected',
    )
    const gone = await issued(ws)
    await ws.owner.ok('POST', `${ws.base}/invoices/${gone.id}/cancel`, { reason: 'mistake' })
    expect(codedRefusal(await credit(ws, gone, body))[2]).toBe(
      'the invoice is cancelled; only an issued one can be corrected',
    )
    const created = await issued(ws)
    const creditNote = await credit(ws, created, body)
    expect(
      codedRefusal(await call(ws, 'POST', creditNote.body, '/issue', { issue_date: '2026-01-01' })),
    ).toEqual([
      422,
      'validation_error',
      `body.issue_date: before ${created.issue_date}, when the corrected invoice was issued`,
    ])
  })
})

describe('cancelling', () => {
  test('keeps the number, and is registered', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const gone = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/cancel`, { reason: 'mistake' })
    expect(gone).toMatchObject({
      status: 'cancelled',
      number: created.number,
      cancel_reason: 'mistake',
      outstanding_minor: 0,
      register_records: [{ record_type: 'alta' }, { record_type: 'anulacion', seq: 2 }],
    })
    expect((await issued(ws)).number).toBe(created.number.replace('0001', '0002'))
  })

  test('is rejected for drafts, paid and corrected invoices', async () => {
    const ws = await workspace()
    const cancel = (one: Json) => call(ws, 'POST', one, '/cancel', { reason: 'x' })
    expect(codedRefusal(await cancel(await draft(ws)))[2]).toBe('the invoice is a draft; delete it instead')
    const paid = await issued(ws)
    await pay(ws, paid, 1)
    expect(codedRefusal(await cancel(paid))[2]).toBe(
      'the invoice is partially paid; only one on which nothing was paid can be cancelled: void its payments, or make a credit note',
    )
    const created = await issued(ws)
    const creditNote = (
      await call(ws, 'POST', created, '/credit-notes', { reason: 'R1', method: 'difference', full: true })
    ).body
    expect(codedRefusal(await cancel(created))[2]).toBe(
      'the invoice was corrected; cancel or delete the correction first',
    )
    await issue(ws, creditNote)
    await ws.owner.ok('POST', `${ws.base}/invoices/${creditNote.id}/cancel`, { reason: 'wrong note' })
    expect(await get(ws, created)).toMatchObject({
      credited_minor: 0,
      outstanding_minor: 12100,
      status: 'issued',
    })
    expect((await cancel(created)).status).toBe(200)
  })
})
