import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { type Json } from '../kit/client.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal, conflict } from '../kit/refusals.ts'

const wrong = (message: string) => [422, 'validation_error', message]
const mary = { name: 'Mary Somerville', company_name: 'Orrery Ltd', email: 'Mary+fair@Orrery.example' }

const make = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/leads`, { ...mary, ...draft })
const change = (ws: Workspace, { id }: Json, body: object) =>
  ws.owner.call('PATCH', `${ws.base}/leads/${id}`, body)
const convert = (ws: Workspace, { id }: Json, body: object = {}) =>
  ws.owner.call('POST', `${ws.base}/leads/${id}/convert`, body)
const clientsOf = async (ws: Workspace) => (await ws.owner.ok('GET', `${ws.base}/clients`)).items
const pipeline = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/pipelines`, {
    name: 'Sales',
    stages: [
      { name: 'Qualified', probability: 20 },
      { name: 'Offer', probability: 60 },
    ],
    ...draft,
  })

describe('a lead', () => {
  test('is created, found, changed with its version and deleted', async () => {
    const ws = await workspace()
    const created = await make(ws, { estimated_minor: 500_000, score: 70, source: 'fair' })
    expect(created).toMatchObject({
      name: 'Mary Somerville',
      email: 'mary+fair@orrery.example',
      status: 'new',
      currency: 'EUR',
      owner_user_id: ws.owner.id,
      converted_client_id: null,
      possible_duplicates: [],
      version: 1,
    })
    const { possible_duplicates: _, ...whole } = created
    expect(await ws.owner.ok('GET', `${ws.base}/leads/${created.id}`)).toEqual(whole)
    expect((await change(ws, created, { status: 'contacted', version: 1 })).body.status).toBe('contacted')
    expect((await change(ws, created, { status: 'qualified', version: 1 })).status).toBe(409)
    const manager = await join(ws, 'manager')
    expect((await manager.call('DELETE', `${ws.base}/leads/${created.id}`)).status).toBe(204)
    expect(codedRefusal(await manager.call('GET', `${ws.base}/leads/${created.id}`))).toEqual([
      404,
      'not_found',
      'lead not found',
    ])
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['lead.created', 'lead.updated', 'lead.deleted']),
    )
  })

  test('lists clients and leads that may be the same', async () => {
    const ws = await workspace()
    const company = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'ORRERY ltd' })
    const other = await ws.owner.ok('POST', `${ws.base}/clients`, {
      name: 'Sky',
      email: 'mary@orrery.example',
    })
    const first = await make(ws)
    const second = await make(ws, { name: 'M. Somerville' })
    expect(second.possible_duplicates).toEqual([
      { type: 'client', id: company.id, name: 'ORRERY ltd', same: ['company'] },
      { type: 'client', id: other.id, name: 'Sky', same: ['email'] },
      { type: 'lead', id: first.id, name: 'Mary Somerville', same: ['email'] },
    ])
    const otherLead = await make(await workspace())
    expect(otherLead.possible_duplicates).toEqual([])
  })

  test.each([
    [{ name: ' ' }, 'body.name: must not be empty'],
    [{ score: 101 }, 'body.score: must be 0 to 100'],
    [{ estimated_minor: -1 }, 'body.estimated_minor: must not be negative'],
    [{ owner_user_id: uuidv7() }, 'body.owner_user_id: not an active member'],
    [
      { status: 'converted' },
      'body.status: must be new, contacted, qualified or disqualified; POST …/convert makes it converted',
    ],
    [{ disqualify_reason: 'No budget' }, 'body.disqualify_reason: only where status is disqualified'],
  ])('rejects %j', async (draft, message) => {
    const ws = await workspace()
    expect(codedRefusal(await ws.owner.call('POST', `${ws.base}/leads`, { ...mary, ...draft }))).toEqual(
      wrong(message),
    )
    const created = await make(ws)
    expect(codedRefusal(await change(ws, created, draft))).toEqual(wrong(message))
  })

  test('keeps the reason of its disqualification until it is reopened', async () => {
    const ws = await workspace()
    const created = await make(ws)
    const out = await change(ws, created, { status: 'disqualified', disqualify_reason: 'No budget' })
    expect(out.body.disqualify_reason).toBe('No budget')
    const back = await change(ws, created, { status: 'qualified' })
    expect([back.body.status, back.body.disqualify_reason]).toEqual(['qualified', null])
  })

  test('is listed by status, owner, source and words', async () => {
    const ws = await workspace()
    await make(ws, { source: 'fair' })
    await make(ws, {
      name: 'Grace',
      company_name: null,
      email: null,
      status: 'qualified',
      owner_user_id: null,
    })
    const names = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/leads?${query}`)).items.map(({ name }: Json) => name)
    expect(await names('status=qualified')).toEqual(['Grace'])
    expect(await names('owner_user_id=me')).toEqual(['Mary Somerville'])
    expect(await names('owner_user_id=none')).toEqual(['Grace'])
    expect(await names('source=fair')).toEqual(['Mary Somerville'])
    expect(await names('q=orrery')).toEqual(['Mary Somerville'])
    expect(await names('sort=name')).toEqual(['Grace', 'Mary Somerville'])
  })
})

describe('the conversion of a lead', () => {
  test('creates a client, a contact and a deal, in one round trip, and is idempotent', async () => {
    const ws = await workspace()
    const { stages } = await pipeline(ws)
    const created = await make(ws, { estimated_minor: 500_000, currency: 'USD' })
    const call = await ws.owner.ok('POST', `${ws.base}/crm/activities`, {
      type: 'call',
      subject: 'First call',
      lead_id: created.id,
    })
    const older = await ws.owner.ok('POST', `${ws.base}/deals`, { title: 'Older', value_minor: 1 })
    const about = { type: 'note', subject: 'About both', lead_id: created.id, deal_id: older.id }
    const activity = await ws.owner.ok('POST', `${ws.base}/crm/activities`, about)
    const reply = await convert(ws, created, { create_deal: { stage_id: stages[1].id } })
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    const { client_id, contact_id, deal_id } = reply.body
    expect(await ws.owner.ok('GET', `${ws.base}/clients/${client_id}`)).toMatchObject({
      name: 'Orrery Ltd',
      kind: 'company',
      status: 'prospect',
      contacts: [
        { id: contact_id, name: 'Mary Somerville', email: 'mary+fair@orrery.example', is_primary: true },
      ],
    })
    expect(await ws.owner.ok('GET', `${ws.base}/deals/${deal_id}`)).toMatchObject({
      title: 'Orrery Ltd',
      value_minor: 500_000,
      currency: 'USD',
      stage: { id: stages[1].id },
      client: { id: client_id },
      contact: { id: contact_id },
    })
    expect(await ws.owner.ok('GET', `${ws.base}/leads/${created.id}`)).toMatchObject({
      status: 'converted',
      converted_client_id: client_id,
      converted_contact_id: contact_id,
      converted_deal_id: deal_id,
    })
    const { items } = await ws.owner.ok(
      'GET',
      `${ws.base}/crm/activities?client_id=${client_id}&sort=created_at`,
    )
    expect(items).toMatchObject([
      { id: call.id, contact_id, deal_id },
      { id: activity.id, contact_id, deal_id: older.id },
    ])
    expect((await convert(ws, created, { create_client: true })).body).toEqual(reply.body)
    expect(await clientsOf(ws)).toHaveLength(1)
  })

  test('requested fifty times concurrently creates one client, contact and deal', async () => {
    const ws = await workspace()
    await pipeline(ws)
    const created = await make(ws)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => convert(ws, created, { create_deal: {} })),
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]!.status).toBe(200)
    expect((await clientsOf(ws)).length).toBe(1)
    expect((await ws.owner.ok('GET', `${ws.base}/deals`)).total).toBe(1)
  })

  test('of ten leads with one address concurrently creates one client', async () => {
    const ws = await workspace()
    const created: Json[] = []
    for (let n = 0; n < 10; n++) created.push(await make(ws, { company_name: `Orrery ${n}` }))
    const replies = await Promise.all(created.map((one) => convert(ws, one)))
    expect(new Set(replies.map(({ body }) => body.client_id)).size).toBe(1)
    expect(new Set(replies.map(({ body }) => body.contact_id)).size).toBe(1)
    expect(await clientsOf(ws)).toHaveLength(1)
  })

  test('uses the named client, or the one with the address; create_client creates another', async () => {
    const ws = await workspace()
    const known = await ws.owner.ok('POST', `${ws.base}/clients`, {
      name: 'Sky',
      email: 'mary@orrery.example',
    })
    const named = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Named' })
    expect((await convert(ws, await make(ws))).body.client_id).toBe(known.id)
    expect((await convert(ws, await make(ws), { client_id: named.id })).body.client_id).toBe(named.id)
    const third = (await convert(ws, await make(ws), { create_client: true })).body
    expect([known.id, named.id]).not.toContain(third.client_id)
    const alone = await convert(ws, await make(ws, { company_name: null, email: null }))
    expect(await ws.owner.ok('GET', `${ws.base}/clients/${alone.body.client_id}`)).toMatchObject({
      name: 'Mary Somerville',
      kind: 'person',
    })
  })

  test('is rejected with the reason, and creates nothing then', async () => {
    const ws = await workspace()
    const created = await make(ws, { estimated_minor: 100, currency: 'USD' })
    const gone = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Gone' })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${gone.id}`, { archived: true })
    const foreign = await workspace()
    const foreignClient = await foreign.owner.ok('POST', `${foreign.base}/clients`, { name: 'Theirs' })
    expect(codedRefusal(await convert(ws, created, { create_deal: {} }))[0]).toBe(409)
    await pipeline(ws)
    for (const [body, expected] of [
      [{ client_id: uuidv7() }, wrong('body.client_id: not found')],
      [{ client_id: foreignClient.id }, wrong('body.client_id: not found')],
      [{ client_id: gone.id }, wrong('body.client_id: archived; restore the client first')],
      [
        { client_id: gone.id, create_client: true },
        wrong('body.create_client: send client_id or create_client, not both'),
      ],
      [{ create_deal: { pipeline_id: uuidv7() } }, wrong('body.create_deal.pipeline_id: not found')],
      [
        { create_deal: { currency: 'EUR' } },
        wrong('body.create_deal.value_minor: required, as the estimate of the lead is in USD'),
      ],
    ] as const)
      expect(codedRefusal(await convert(ws, created, body))).toEqual(expected)
    await change(ws, created, { status: 'disqualified' })
    expect(codedRefusal(await convert(ws, created))).toEqual(
      conflict('the lead is disqualified; set its status to qualified first'),
    )
    expect(await clientsOf(ws)).toHaveLength(0)
  })

  test('makes the lead read-only', async () => {
    const ws = await workspace()
    const created = await make(ws)
    await convert(ws, created)
    expect(codedRefusal(await change(ws, created, { score: 1 }))).toEqual(
      conflict('the lead was converted; change the client, contact or deal that it became'),
    )
    expect(codedRefusal(await ws.owner.call('DELETE', `${ws.base}/leads/${created.id}`))).toEqual(
      conflict('the lead was converted, and reports count it; it cannot be deleted'),
    )
  })
})
