import { beforeEach, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { desk, type Desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

let setup: Desk
let agents: Caller[]
let at: string
beforeEach(async () => {
  setup = await desk()
  agents = [
    await join(setup.ws, 'member', 'Ada'),
    await join(setup.ws, 'member', 'Ben'),
    await join(setup.ws, 'member', 'Cy'),
  ]
  at = `${setup.ws.base}/support/assignment-rules`
})
const ids = () => agents.map(({ id }) => id)
const rule = (draft: object = {}): Promise<Json> =>
  setup.ws.owner.ok('POST', at, { name: `Rule ${Math.random()}`, assignee_ids: ids(), ...draft })
const assignees = (tickets: Json[]) => tickets.map(({ assignee }) => assignee?.user_id ?? null)
const several = async (count: number, draft: object = {}) => {
  const created = []
  for (let n = 0; n < count; n++) created.push(await setup.create(draft))
  return created
}

test('new unassigned tickets go to each agent in turn', async () => {
  await rule()
  const [a, b, c] = ids()
  expect(assignees(await several(4))).toEqual([a, b, c, a])
  expect(assignees([await setup.create({ assignee_user_id: c })])).toEqual([c])
  expect(assignees([await setup.create({ assignee_user_id: null })])).toEqual([null])
  expect(assignees(await several(1))).toEqual([b])
  const result = await agents[1]!.ok('GET', `${setup.ws.base}/notifications`)
  expect(result.items.filter(({ title }: Json) => title.startsWith('#')).length).toBe(2)
})

test('a burst is distributed evenly', async () => {
  await rule()
  const created = await Promise.all(Array.from({ length: 30 }, () => setup.create()))
  const counts = ids().map((id) => assignees(created).filter((one) => one === id).length)
  expect(counts).toEqual([10, 10, 10])
})

test('whoever has the fewest unresolved tickets gets the next', async () => {
  const [a, b, c] = ids()
  await several(2, { assignee_user_id: a })
  const { id } = await setup.create({ assignee_user_id: b })
  await setup.create({ assignee_user_id: b })
  await setup.create({ assignee_user_id: c })
  await rule({ strategy: 'least_open' })
  expect(assignees(await several(1))).toEqual([c])
  await setup.change(id, { status: 'resolved' })
  expect(assignees(await several(1))).toEqual([b])
})

test('the first matching rule with an available agent decides', async () => {
  const [a, b, c] = ids()
  await rule({ assignee_ids: [c] })
  await rule({ assignee_ids: [a], filter: { priorities: ['urgent'] }, position: 1 })
  const words = await rule({
    assignee_ids: [b],
    filter: { words: ['INVOICE'], channels: ['agent'] },
    position: 2,
  })
  const listed = await setup.ws.owner.ok('GET', at)
  expect(listed.items.map(({ position, assignee_ids }: Json) => [position, assignee_ids[0]])).toEqual([
    [1, a],
    [2, b],
    [3, c],
  ])
  expect(assignees([await setup.create({ priority: 'urgent' })])).toEqual([a])
  expect(assignees([await setup.create({ subject: 'My last Invoice' })])).toEqual([b])
  expect(assignees([await setup.create({ description: 'the invoice', type: 'x' })])).toEqual([b])
  await setup.ws.owner.ok('PATCH', `${at}/${words.id}`, { active: false })
  expect(assignees([await setup.create({ subject: 'My last Invoice' })])).toEqual([c])
  await setup.ws.owner.call('DELETE', `${setup.ws.base}/members/${a}`)
  expect(assignees([await setup.create({ priority: 'urgent' })])).toEqual([c])
  await setup.ws.owner.ok('DELETE', `${at}/${words.id}`)
  expect((await setup.ws.owner.ok('GET', at)).items.map(({ position }: Json) => position)).toEqual([1, 2])
})

test('filters by client, tag and type must all match', async () => {
  const [a] = ids()
  const other = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients`, { name: 'Other' })
  await rule({ assignee_ids: [a], filter: { client_ids: [other.id], tags: ['VIP'], types: ['Incident'] } })
  const draft = { contact_id: null, client_id: other.id, tags: ['vip', 'x'], type: 'incident' }
  expect(assignees([await setup.create(draft)])).toEqual([a])
  expect(assignees([await setup.create({ ...draft, tags: ['x'] })])).toEqual([null])
  expect(assignees([await setup.create({ ...draft, type: undefined })])).toEqual([null])
  expect(assignees([await setup.create({ tags: ['vip'], type: 'incident' })])).toEqual([null])
})

test('tickets from mail are assigned as well', async () => {
  const home = await mailDesk()
  const agent = await join(home.supportDesk.ws, 'member', 'Ada')
  await home.supportDesk.ws.owner.ok('POST', `${home.supportDesk.ws.base}/support/assignment-rules`, {
    name: 'Mail',
    assignee_ids: [agent.id],
    filter: { channels: ['email'] },
  })
  const { ticket_id } = await home.process(inbound('somebody@example.org'))
  expect((await home.supportDesk.get(ticket_id)).assignee.user_id).toBe(agent.id)
})

test('what a rule references must exist in the organization', async () => {
  const other = await workspace()
  const viewer = await join(setup.ws, 'viewer')
  const post = async (body: object, who = setup.ws.owner) =>
    refusal(await who.call('POST', at, { name: 'x', assignee_ids: ids(), ...body }))
  expect(await post({ assignee_ids: [] })).toEqual([422, 'body.assignee_ids: at least one'])
  const nobody = (n: number) => [422, `body.assignee_ids[${n}]: not an active member who may work on tickets`]
  expect(await post({ assignee_ids: [ids()[0], other.owner.id] })).toEqual(nobody(1))
  expect(await post({ assignee_ids: [viewer.id] })).toEqual(nobody(0))
  expect(await post({ assignee_ids: [ids()[0], ids()[0]] })).toEqual([
    422,
    'body.assignee_ids: each member once',
  ])
  expect(await post({ filter: { client_ids: [other.owner.id] } })).toEqual([
    422,
    'body.filter.client_ids[0]: not found',
  ])
  expect((await post({ filter: { words: [] } }))[1]).toBe(
    'body.filter.words: at least one; leave it out for all',
  )
  expect((await post({}, agents[0]))[0]).toBe(403)
  const { id, version } = await rule({ name: 'Twice' })
  expect(await post({ name: 'twice' })).toEqual([409, 'a rule of this name already exists'])
  await setup.ws.owner.ok('PATCH', `${at}/${id}`, { name: 'Once', version })
  expect((await setup.ws.owner.call('PATCH', `${at}/${id}`, { name: 'Thrice', version })).status).toBe(409)
  expect(
    (await other.owner.call('PATCH', `${other.base}/support/assignment-rules/${id}`, { name: 'x' })).status,
  ).toBe(404)
})
