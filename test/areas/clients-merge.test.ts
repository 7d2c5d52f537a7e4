import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { issued } from '../kit/invoices.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const client = (ws: Workspace, name: string, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/clients`, { name, ...more })
const merge = (ws: Workspace, { id }: Json, source: Json) =>
  ws.owner.call('POST', `${ws.base}/clients/${id}/merge`, {
    source_client_id: source.id,
  })
const pipeline = (ws: Workspace): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'Sales', stages: [{ name: 'New', probability: 40 }] })

/** A row in every table that references clients, mostly created by the API. */
async function everywhere(ws: Workspace, { id: client_id }: Json) {
  const post = (path: string, body: object): Promise<Json> => ws.owner.ok('POST', `${ws.base}${path}`, body)
  const contact = await post(`/clients/${client_id}/contacts`, { name: 'Grace', is_primary: true })
  await post('/portal/accesses', { contact_id: contact.id, abilities: ['tickets'] })
  await post('/deals', { title: 'Site', value_minor: 1000, client_id })
  await post('/crm/activities', { type: 'note', subject: 'x', client_id })
  await post('/tickets', { subject: 'x', client_id })
  await issued(ws, { client_id })
  await post('/expenses', { description: 'x', expense_date: '2026-01-05', total_minor: 5, client_id })
  await post('/contracts', {
    title: 'x',
    party_kind: 'client',
    client_id,
    start_date: '2026-01-01',
    value_minor: 5,
    currency: 'EUR',
  })
  await post('/vault/credentials', { name: 'x', kind: 'other', client_id })
  await post('/meetings', {
    title: 'x',
    starts_at: '2099-01-05T09:00:00Z',
    ends_at: '2099-01-05T10:00:00Z',
    client_id,
  })
  await post('/notes', { title: 'x', linked_type: 'client', linked_id: client_id })
  const lead = await post('/leads', { name: 'Mary' })
  await post(`/leads/${lead.id}/convert`, { client_id })
  const home = await project(ws)
  await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { client_id })
  await asOwner(
    `insert into time_entries (org_id, user_id, created_by, client_id, work_date, duration_seconds)
      values ($1, $2, $2, $3, '2026-01-05', 60)`,
    [ws.org.id, ws.owner.id, client_id],
  )
  const old = await client(ws, `Merged before ${client_id}`)
  await asOwner('update clients set merged_into_id = $1, archived_at = now() where id = $2', [
    client_id,
    old.id,
  ])
}

/** How many rows of each column reference a client, by the foreign keys of the schema. */
async function references({ id }: Json): Promise<Record<string, number>> {
  const columns = await asOwner<{ referrer: string; refers_by: string }>(
    `select referrer::text, refers_by::text from app.references_to('clients')`,
    [],
  )
  const counts: Record<string, number> = {}
  for (const { referrer, refers_by } of columns) {
    const [row] = await asOwner<{ n: string }>(
      `select count(*) as n from ${referrer} where ${refers_by} = $1`,
      [id],
    )
    counts[`${referrer}.${refers_by}`] = Number(row!.n)
  }
  return counts
}

describe('merging two clients', () => {
  test('moves every reference, whatever table it is in', async () => {
    const ws = await workspace()
    await pipeline(ws)
    const [kept, gone] = [await client(ws, 'Kept'), await client(ws, 'Gone')]
    await everywhere(ws, gone)
    const before = await references(gone)
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    expect((await merge(ws, kept, gone)).status).toBe(200)
    const after = await references(kept)
    expect(Object.values(await references(gone)).every((count) => count === 0)).toBe(true)
    expect(after).toEqual({ ...before, 'clients.merged_into_id': 2 })
    const { items } = await ws.owner.ok('GET', `${ws.base}/notes`)
    expect(items[0].linked).toMatchObject({ type: 'client', id: kept.id, title: 'Kept' })
  })

  test('moves the clients that rules are about, each once', async () => {
    const ws = await workspace()
    const [kept, gone, other] = [
      await client(ws, 'Kept'),
      await client(ws, 'Gone'),
      await client(ws, 'Other'),
    ]
    const post = (path: string, body: object): Promise<Json> => ws.owner.ok('POST', `${ws.base}${path}`, body)
    const rule = await post('/support/assignment-rules', {
      name: 'Theirs',
      filter: { client_ids: [gone.id, other.id, kept.id] },
      assignee_ids: [ws.owner.id],
    })
    const policy = await post('/sla/policies', {
      name: 'Theirs',
      applies_to: 'ticket',
      filter: { client_ids: [other.id, gone.id] },
      targets: { high: { resolution_minutes: 60 } },
    })
    const automation = await post('/automations', {
      name: 'Theirs',
      trigger: { event: 'ticket.created', params: { client_ids: [gone.id] } },
      action: { type: 'set_priority', params: { priority: 'high' } },
    })
    expect((await merge(ws, kept, gone)).status).toBe(200)
    const read = (path: string): Promise<Json> => ws.owner.ok('GET', `${ws.base}${path}`)
    expect((await read('/support/assignment-rules')).items[0]).toMatchObject({
      id: rule.id,
      filter: { client_ids: [kept.id, other.id] },
    })
    expect((await read(`/sla/policies/${policy.id}`)).filter.client_ids).toEqual([other.id, kept.id])
    expect((await read(`/automations/${automation.id}`)).trigger.params.client_ids).toEqual([kept.id])
  })

  test('fills in missing fields, keeps the primary contact, and leaves a reference in the other', async () => {
    const ws = await workspace()
    const kept = await client(ws, 'Kept', { email: 'kept@x.example', city: 'Paris' })
    const gone = await client(ws, 'Gone', {
      email: 'gone@x.example',
      tax_id: 'B12345678',
      city: 'Rome',
      country: 'IT',
      payment_terms_days: 14,
    })
    for (const { id } of [kept, gone])
      await ws.owner.ok('POST', `${ws.base}/clients/${id}/contacts`, { name: `Of ${id}`, is_primary: true })
    const { body } = await merge(ws, kept, gone)
    expect(body).toMatchObject({
      name: 'Kept',
      email: 'kept@x.example',
      tax_id: 'B12345678',
      city: 'Paris',
      country: null,
      payment_terms_days: 14,
      contacts: [
        { name: `Of ${kept.id}`, is_primary: true },
        { name: `Of ${gone.id}`, is_primary: false },
      ],
    })
    const trace = await ws.owner.ok('GET', `${ws.base}/clients/${gone.id}`)
    expect([trace.merged_into_id, trace.archived_at]).toEqual([kept.id, expect.any(String)])
    expect(
      refusal(await ws.owner.call('PATCH', `${ws.base}/clients/${gone.id}`, { archived: false })),
    ).toEqual([409, 'the client was merged into another; change that one, which merged_into_id names'])
  })

  test('into itself, with an unknown client, or with one that is archived or merged is rejected', async () => {
    const ws = await workspace()
    const [a, b, c] = [await client(ws, 'A'), await client(ws, 'B'), await client(ws, 'C')]
    const foreign = await workspace()
    const foreignClient = await client(foreign, 'Theirs')
    expect(refusal(await merge(ws, a, a))).toEqual([422, 'body.source_client_id: the client itself'])
    for (const unknown of [{ id: uuidv7() }, foreignClient])
      expect(refusal(await merge(ws, a, unknown))).toEqual([422, 'body.source_client_id: not found'])
    await ws.owner.ok('PATCH', `${ws.base}/clients/${c.id}`, { archived: true })
    expect(refusal(await merge(ws, c, a))).toEqual([
      409,
      'the client is archived; restore it first, or merge into another',
    ])
    expect(refusal(await merge(ws, a, c))).toEqual([
      409,
      'the client to be merged is archived; restore it first',
    ])
    await merge(ws, a, b)
    expect(refusal(await merge(ws, a, b))).toEqual([
      409,
      'the client to be merged was merged into another already',
    ])
    const member = await join(ws)
    expect(
      (await member.call('POST', `${ws.base}/clients/${a.id}/merge`, { source_client_id: b.id })).status,
    ).toBe(403)
  })

  test('in both directions concurrently merges one way', async () => {
    const ws = await workspace()
    const [a, b] = [await client(ws, 'A'), await client(ws, 'B')]
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? merge(ws, a, b) : merge(ws, b, a))),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
  })
})

describe('the summary of a client', () => {
  test('has deals, activities, projects, time and money; money only for managers', async () => {
    const ws = await workspace()
    await pipeline(ws)
    const buyer = await client(ws, 'Buyer')
    await everywhere(ws, buyer)
    const at = `${ws.base}/clients/${buyer.id}/summary`
    expect(await ws.owner.ok('GET', at)).toEqual({
      deals: {
        open: 1,
        won: 0,
        lost: 0,
        by_currency: [{ currency: 'EUR', open_minor: 1000, weighted_minor: 400, won_minor: 0 }],
      },
      activities: { open: 1, overdue: 0, last_done_at: null, next_due_at: null },
      tickets: { open: 1, waiting: 1 },
      projects: [expect.objectContaining({ status: 'active' })],
      time: { seconds: 60, billable_seconds: 60 },
      money: {
        by_currency: [
          { currency: 'EUR', invoiced_net_minor: 10_000, outstanding_minor: 12_100, overdue_minor: 0 },
        ],
        active_contracts: 0,
      },
    })
    await asOwner(`update projects set visibility = 'private' where org_id = $1`, [ws.org.id])
    const member = await join(ws)
    expect(await member.ok('GET', at)).toMatchObject({
      deals: { open: 1 },
      projects: [],
      time: { seconds: 0 },
      money: null,
    })
  })
})
