import { describe, expect, test } from 'vitest'
import { asOwner, type Json, type Reply } from '../kit/client.ts'
import { client, issue } from '../kit/invoices.ts'
import { project, task, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

/** An hour at 75.00 by default. */
async function worked(ws: Workspace, client_id: string, more: Record<string, unknown> = {}) {
  const row = {
    org_id: ws.org.id,
    user_id: ws.owner.id,
    created_by: ws.owner.id,
    client_id,
    work_date: '2026-01-05',
    duration_seconds: 3600,
    hourly_rate_minor: 7500,
    currency: 'EUR',
    ...more,
  }
  const names = Object.keys(row)
  await asOwner(
    `insert into time_entries (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  )
}
const bill = (ws: Workspace, client_id: string, more: object = {}) =>
  ws.owner.call('POST', `${ws.base}/invoices/from-time-entries`, {
    client_id,
    from: '2026-01-01',
    to: '2026-01-31',
    ...more,
  })
const lines = ({ body }: Reply) =>
  body.lines.map(({ description, quantity, unit_price, net_minor }: Json) => [
    description,
    quantity,
    unit_price,
    net_minor,
  ])

describe('billing time', () => {
  test('creates a line for each task and rate, and bills nothing twice', async () => {
    const ws = await workspace()
    await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT', rate: '21', is_default: true })
    const [buyer, home] = [await client(ws), await project(ws, { key: 'WEB', name: 'Site' })]
    const item = await task(ws, home.id, { title: 'Draw' })
    const about = { project_id: home.id, task_id: item.id }
    await worked(ws, buyer.id, about)
    await worked(ws, buyer.id, { ...about, duration_seconds: 1200, work_date: '2026-01-06' })
    await worked(ws, buyer.id, { ...about, hourly_rate_minor: 9000, work_date: '2026-01-07' })
    await worked(ws, buyer.id, { project_id: home.id, work_date: '2026-01-08' })
    for (const not of [
      { billable: false },
      { work_date: '2026-02-01' },
      { needs_review: true },
      { hourly_rate_minor: null, currency: null },
      { kind: 'timer', started_at: '2026-01-05T10:00:00Z' },
      { client_id: (await client(ws)).id },
    ])
      await worked(ws, buyer.id, not)
    const created = await bill(ws, buyer.id)
    expect([created.status, created.roundTrips]).toEqual([201, 1])
    expect(lines(created)).toEqual([
      ['WEB-1 Draw', '1.3333', '75', 10000],
      ['WEB-1 Draw', '1', '90', 9000],
      ['Site', '1', '75', 7500],
    ])
    expect(created.body.tax_minor).toBe(5565)
    const none = [
      409,
      'conflict',
      'the client has no billable time with an hourly rate in these days that is not billed already',
    ]
    expect(codedRefusal(await bill(ws, buyer.id))).toEqual(none)
    await ws.owner.ok('DELETE', `${ws.base}/invoices/${created.body.id}`)
    const repeated = await bill(ws, buyer.id, { group_by: 'project' })
    expect(lines(repeated)).toEqual([
      ['Site', '2.3333', '75', 17500],
      ['Site', '1', '90', 9000],
    ])
    await issue(ws, repeated.body)
    await ws.owner.ok('POST', `${ws.base}/invoices/${repeated.body.id}/cancel`, { reason: 'wrong month' })
    expect(lines(await bill(ws, buyer.id, { group_by: 'entry' })).length).toBe(4)
  })

  test('of ten concurrent attempts succeeds once', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    await worked(ws, buyer.id)
    const replies = await Promise.all(Array.from({ length: 10 }, () => bill(ws, buyer.id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('is rejected in several currencies, for unknown clients and for dates in the wrong order', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    await worked(ws, buyer.id)
    await worked(ws, buyer.id, { currency: 'USD' })
    expect(codedRefusal(await bill(ws, buyer.id))[2]).toBe(
      'the time is in several currencies (EUR, USD); bill them one by one, by project or by days',
    )
    expect(codedRefusal(await bill(ws, ws.org.id))[2]).toBe('body.client_id: not found')
    expect(codedRefusal(await bill(ws, buyer.id, { to: '2025-01-01' }))[2]).toBe(
      'body.to: must not be before from',
    )
  })
})

describe('the lines of a draft that bills time', () => {
  /** A draft with a line for each of three projects, and how many hours of the client are still to be billed. */
  async function drafted() {
    const ws = await workspace()
    const buyer = await client(ws)
    for (const [n, key] of ['ONE', 'TWO', 'SIX'].entries()) {
      const { id } = await project(ws, { key, name: key })
      await worked(ws, buyer.id, { project_id: id, duration_seconds: 3600 * (n + 1) })
    }
    const { body: invoice } = await bill(ws, buyer.id, { group_by: 'project' })
    const left = async () => {
      const reply = await bill(ws, buyer.id)
      if (reply.status === 409) return []
      await ws.owner.ok('DELETE', `${ws.base}/invoices/${reply.body.id}`)
      return reply.body.lines.map(({ description }: Json) => description).toSorted()
    }
    const sent = (one: Json) => ({
      description: one.description,
      quantity: one.quantity,
      unit_price: one.unit_price,
    })
    const path = `${ws.base}/invoices/${invoice.id}`
    const change = (body: object) => ws.owner.ok('PATCH', path, body)
    return { ws, invoice, left, change, path, own: invoice.lines.map(sent) as Json[] }
  }

  test('keep billing it when their texts, prices or order change', async () => {
    const { left, change, own } = await drafted()
    expect(own).toHaveLength(3)
    expect(await left()).toEqual([])
    await change({
      lines: own.map((one, n) => (n ? one : { ...one, description: 'Design', unit_price: '80' })),
    })
    expect(await left()).toEqual([])
    // The text "Design" is gone, and in its place stands another line.
    await change({ lines: own.toReversed() })
    expect(await left()).toEqual([own[0]!.description])
  })

  test('release only the time of lines that are removed', async () => {
    const { left, change, own } = await drafted()
    await change({ lines: own.slice(1) })
    expect(await left()).toEqual([own[0]!.description])
    await change({ lines: [own[2]!, own[2]!] })
    expect(await left()).toEqual([own[0]!.description, own[1]!.description].toSorted())
    await change({ lines: [] })
    expect(await left()).toEqual(own.map(({ description }) => description).toSorted())
  })

  test('bill no time of another client', async () => {
    const { ws, left, change, path, own } = await drafted()
    const other = await client(ws)
    expect(codedRefusal(await ws.owner.call('PATCH', path, { client_id: other.id }))[2]).toBe(
      'a line bills an expense, a milestone or time of another client or currency; send the lines, too',
    )
    await change({ client_id: other.id, lines: own })
    expect(await left()).toHaveLength(3)
  })
})

test('invoices and time outlive a purged project or task that they reference', async () => {
  const ws = await workspace()
  const [buyer, home] = [await client(ws), await project(ws, { key: 'WEB' })]
  const item = await task(ws, home.id)
  await worked(ws, buyer.id, { project_id: home.id, task_id: item.id })
  const created = (await bill(ws, buyer.id)).body
  const of = { project_id: home.id }
  await ws.owner.ok('PATCH', `${ws.base}/invoices/${created.id}`, of)
  await issue(ws, created)
  await ws.owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
  const purged = await ws.owner.call('POST', `${ws.base}/projects/${home.id}/purge`, { confirm_key: 'WEB' })
  expect(purged.status).toBeLessThan(300)
  expect(await asOwner('select id from projects where id = $1', [home.id])).toEqual([])
  const invoice = await ws.owner.ok('GET', `${ws.base}/invoices/${created.id}`)
  expect([invoice.project_id, invoice.number]).toEqual([null, expect.any(String)])
  const [entry] = await asOwner('select org_id, project_id, task_id from time_entries where org_id = $1', [
    ws.org.id,
  ])
  expect(entry).toEqual({ org_id: ws.org.id, project_id: null, task_id: null })
})
