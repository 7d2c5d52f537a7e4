import { expect, test } from 'vitest'
import { objectiveDays } from '../../src/jobs/objectives.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { dayFromNow, goals, planning } from '../kit/okr.ts'

const told = async (ws: Workspace, who: Caller): Promise<string[]> => {
  const { items } = await who.ok('GET', `${ws.base}/notifications?limit=100`)
  return items.map(({ title }: Json) => title)
}
const clear = (ws: Workspace) => asOwner('delete from notifications where org_id = $1', [ws.org.id])
const morning = async (ws: Workspace) =>
  enteredDatabase(ws.org.id).batch(await objectiveDays.react({} as never, {} as never, {} as never))

test('owners are told of what becomes theirs, and where it is; nobody of what they do themselves', async () => {
  const { ws, create, change } = await planning()
  const grace = await join(ws, 'manager', 'Grace Hopper')
  const { id } = await create({ title: 'Grow', owner_id: grace.id })
  expect(await told(ws, grace)).toEqual(['You own an objective: Grow'])
  const { items } = await grace.ok('GET', `${ws.base}/notifications`)
  expect(items[0]).toMatchObject({ reason: 'objective', entity: { type: 'objective', id } })
  expect(items[0].url).toContain(`/objectives/${id}`)
  await change(id, { owner_id: ws.owner.id })
  expect(await told(ws, ws.owner)).toEqual([])
})

test('a fall to off track is told once, and again only after a rise', async () => {
  const of = await planning()
  const { ws } = of
  const grace = await join(ws, 'manager')
  const top = await of.create({ title: 'Top', roll_up: 'children', owner_id: grace.id })
  const low = await of.create({ title: 'Low', parent_id: top.id })
  const kr = await of.measure(low.id)
  await clear(ws)
  for (const value of [10, 12]) await of.checkIn(kr.id, value)
  expect(await told(ws, grace)).toEqual(['Top is off track'])
  await of.checkIn(kr.id, 60)
  await of.checkIn(kr.id, 5)
  await morning(ws)
  expect(await told(ws, grace)).toEqual(['Top is off track', 'Top is off track'])
})

test('each week without a check-in is told once, in the morning', async () => {
  const of = await planning()
  const { ws } = of
  const grace = await join(ws, 'manager')
  const { id } = await of.create({ owner_id: grace.id, confidence: 'on_track' })
  const kr = await of.measure(id, { title: 'Visitors' })
  await clear(ws)
  await of.checkIn(kr.id, 1, { as_of: dayFromNow(-6) })
  await morning(ws)
  expect(await told(ws, grace)).toEqual([])
  await asOwner('update okr_key_results set checked_on = checked_on - 2 where id = $1', [kr.id])
  for (let again = 0; again < 2; again++) await morning(ws)
  expect(await told(ws, grace)).toEqual(['Check in: Visitors'])
  await asOwner('update okr_key_results set checked_on = checked_on - 6 where id = $1', [kr.id])
  await morning(ws)
  expect(await told(ws, grace)).toHaveLength(2)
  const [job] = await asOwner(
    `select count(*)::int as n from outbox where org_id = $1 and topic = 'okr' and done_at is null
      and available_at > now()`,
    [ws.org.id],
  )
  expect(job).toEqual({ n: 1 })
})

test('an end is told to the owner of what is above, and a lost filter to who looks after it, once', async () => {
  const of = await planning()
  const { ws } = of
  const [grace, bob] = [await join(ws, 'manager'), await join(ws, 'manager')]
  const top = await of.create({ title: 'Top', owner_id: grace.id })
  const low = await of.create({ title: 'Low', parent_id: top.id })
  const saved = await ws.owner.ok('POST', `${ws.base}/filters`, {
    name: 'Done',
    visibility: 'organization',
    filter: { field: 'status', op: 'eq', value: 'done' },
  })
  const bound = { title: 'Finish', metric_type: 'tasks', filter_id: saved.id, owner_id: bob.id }
  await of.measure(top.id, bound)
  await ws.owner.ok('DELETE', `${ws.base}/filters/${saved.id}`)
  await clear(ws)
  for (let again = 0; again < 2; again++) await morning(ws)
  expect(await told(ws, bob)).toEqual(['Finish counts nothing any more: what it is bound to is gone'])
  await clear(ws)
  await of.close(low.id, { status: 'missed', score: 0.2 })
  expect(await told(ws, grace)).toEqual(['Low is closed: missed'])
})

test('a private objective is told of to nobody who may not read it', async () => {
  const of = await planning()
  const { ws } = of
  const [grace, bob] = [await join(ws, 'manager'), await join(ws, 'manager', 'Bob')]
  const top = await of.create({ title: 'Top', owner_id: grace.id })
  const mine = goals(ws, bob)
  const secret = await mine.create({ title: 'Hush', visibility: 'private', parent_id: top.id })
  const kr = await mine.measure(secret.id)
  await clear(ws)
  const comment = `Ask @[Grace](user:${grace.id}) and @[Ada](user:${ws.owner.id})`
  await mine.checkIn(kr.id, 3, { comment })
  expect([await told(ws, grace), await told(ws, ws.owner)]).toEqual([[], ['Hush']])
  await mine.close(secret.id, { status: 'achieved' })
  expect(await told(ws, grace)).toEqual([])
})

test('admins and the owner above are told of what nobody owns any more', async () => {
  const of = await planning()
  const { ws } = of
  const [grace, bob] = [await join(ws, 'manager'), await join(ws, 'manager', 'Bob')]
  const admin = await join(ws, 'admin')
  const top = await of.create({ title: 'Top', owner_id: grace.id })
  await of.create({ title: 'Low', parent_id: top.id, owner_id: bob.id })
  await clear(ws)
  await ws.owner.ok('DELETE', `${ws.base}/members/${bob.id}`, {})
  const said = ['Low has nobody who owns it any more']
  expect([await told(ws, grace), await told(ws, admin), await told(ws, ws.owner)]).toEqual([said, said, []])
})
