import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { type Json } from '../kit/client.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const client = (ws: Workspace, name = 'Babbage'): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/clients`, { name })
const post = (ws: Workspace, draft: object) =>
  ws.owner.call('POST', `${ws.base}/crm/activities`, { type: 'call', subject: 'Call', ...draft })
const plan = async (ws: Workspace, draft: object): Promise<Json> => {
  const reply = await post(ws, draft)
  expect(reply.status).toBe(201)
  return reply.body
}
const complete = (ws: Workspace, { id }: Json, body: object = {}) =>
  ws.owner.call('POST', `${ws.base}/crm/activities/${id}/complete`, body)

describe('an activity', () => {
  test('is about a client, a deal or a lead, and the client follows from the others', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    const contact = await ws.owner.ok('POST', `${ws.base}/clients/${buyer.id}/contacts`, { name: 'Grace' })
    const lead = await ws.owner.ok('POST', `${ws.base}/leads`, { name: 'Mary' })
    const created = await plan(ws, { contact_id: contact.id, due_at: '2026-12-01T09:00:00Z' })
    expect(created).toMatchObject({
      client: { id: buyer.id, name: 'Babbage' },
      contact: { id: contact.id, name: 'Grace' },
      deal: null,
      lead: null,
      owner: { user_id: ws.owner.id },
      done_at: null,
    })
    expect((await plan(ws, { lead_id: lead.id })).lead).toEqual({ id: lead.id, name: 'Mary' })
    const at = `${ws.base}/crm/activities/${created.id}`
    const changed = await ws.owner.ok('PATCH', at, { duration_minutes: 30, version: 1 })
    expect([changed.duration_minutes, changed.client_id]).toEqual([30, buyer.id])
    expect((await ws.owner.call('PATCH', at, { duration_minutes: 40, version: 1 })).status).toBe(409)
    expect((await ws.owner.call('DELETE', at)).status).toBe(204)
    expect((await ws.owner.ok('GET', `${ws.base}/crm/activities?client_id=${buyer.id}`)).total).toBe(0)
  })

  test('is rejected with what is wrong', async () => {
    const ws = await workspace()
    const [one, two] = [await client(ws), await client(ws, 'Other')]
    const contact = await ws.owner.ok('POST', `${ws.base}/clients/${one.id}/contacts`, { name: 'Grace' })
    const foreign = await workspace()
    const foreignClient = await client(foreign)
    for (const [draft, message] of [
      [{}, 'body.client_id: required, or deal_id or lead_id: an activity is about one of them'],
      [{ client_id: foreignClient.id }, 'body.client_id: not found'],
      [{ deal_id: uuidv7() }, 'body.deal_id: not found'],
      [{ lead_id: uuidv7() }, 'body.lead_id: not found'],
      [{ client_id: two.id, contact_id: contact.id }, 'body.contact_id: of another client'],
      [{ client_id: one.id, owner_user_id: foreign.owner.id }, 'body.owner_user_id: not an active member'],
      [{ client_id: one.id, done_at: '2999-01-01T00:00:00Z' }, 'body.done_at: in the future'],
      [{ client_id: one.id, duration_minutes: 1441 }, 'body.duration_minutes: must be 0 to 1440'],
    ] as const)
      expect(refusal(await post(ws, draft))).toEqual([422, message])
    const created = await plan(ws, { client_id: one.id })
    expect(
      refusal(await ws.owner.call('PATCH', `${ws.base}/crm/activities/${created.id}`, { client_id: null })),
    ).toEqual([422, 'body.client_id: required, or deal_id or lead_id: an activity is about one of them'])
  })

  test('is completed once, also by twenty concurrent calls, and plans one follow-up about the same', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    const created = await plan(ws, { client_id: buyer.id })
    const next = {
      outcome: 'They want an offer',
      follow_up: { type: 'email', due_at: '2026-12-18T09:00:00Z' },
    }
    const replies = await Promise.all(Array.from({ length: 20 }, () => complete(ws, created, next)))
    const done = replies.find(({ status }) => status === 200)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)])
    expect(done!.body).toMatchObject({
      done_at: expect.any(String),
      outcome: 'They want an offer',
      follow_up: { type: 'email', subject: 'Call', client: { name: 'Babbage' }, done_at: null },
    })
    expect((await ws.owner.ok('GET', `${ws.base}/crm/activities`)).total).toBe(2)
    expect(refusal(await complete(ws, created))[1]).toMatch(
      /^the activity was done on \d{4}-\d\d-\d\d already$/,
    )
    expect((await complete(ws, done!.body.follow_up)).body.follow_up).toBeNull()
  })

  test('is listed by what is due, done, overdue, and by owner', async () => {
    const ws = await workspace()
    const { id: client_id } = await client(ws)
    await plan(ws, { client_id, subject: 'late', due_at: '2026-01-05T09:00:00Z' })
    await plan(ws, { client_id, subject: 'ahead', due_at: '2999-01-05T09:00:00Z', owner_user_id: null })
    await plan(ws, { client_id, subject: 'done', type: 'note', done_at: '2026-01-04T09:00:00Z' })
    const subjects = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/crm/activities?${query}`)).items.map(
        ({ subject }: Json) => subject,
      )
    expect(await subjects('')).toEqual(['late', 'ahead', 'done'])
    expect(await subjects('done=false')).toEqual(['late', 'ahead'])
    expect(await subjects('overdue=true')).toEqual(['late'])
    expect(await subjects('overdue=false')).toEqual(['ahead', 'done'])
    expect(await subjects('due_from=2026-06-01T00:00:00Z')).toEqual(['ahead'])
    expect(await subjects('due_to=2026-06-01T00:00:00Z')).toEqual(['late'])
    expect(await subjects('owner_user_id=none')).toEqual(['ahead'])
    expect(await subjects('type=note')).toEqual(['done'])
    expect(await subjects('q=AHEA')).toEqual(['ahead'])
  })
})
