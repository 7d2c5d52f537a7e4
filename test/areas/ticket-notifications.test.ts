import { expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'

test('somebody hears of a new ticket, an answer, a note, a reopening and a rating; nobody of their own', async () => {
  const { supportDesk: desk, process } = await mailDesk()
  const { ws, change, addMessage } = desk
  const boss = await join(ws, 'manager', 'Boss')
  const ada = await join(ws, 'member', 'Ada')
  const bob = await join(ws, 'member', 'Bob')
  const heard = async (who: Caller) =>
    (await who.ok('GET', `${ws.base}/notifications?limit=50`)).items
      .filter(({ entity }: Json) => entity.type === 'ticket')
      .map(({ reason, snippet }: Json) => [reason, snippet].filter(Boolean).join(': '))
      .toReversed()
  const root = { 'Message-ID': '<news@c.example>' }
  const { ticket_id: id } = await process(inbound('staff@client.example', { TextBody: 'Help' }, root))
  expect(await heard(boss)).toEqual(['approval: Help'])
  expect(await heard(ada)).toEqual([])

  await change(id, { assignee_user_id: ada.id })
  await addMessage(id, { body: 'Answered' }, bob)
  await process(inbound('staff@client.example', { TextBody: 'Thanks' }, { References: '<news@c.example>' }))
  await addMessage(id, { body: 'They pay late', is_internal: true }, bob)
  await change(id, { status: 'resolved' })
  await change(id, { status: 'open' })
  expect(await heard(ada)).toEqual([
    'assigned',
    'replied: Thanks',
    'commented: They pay late',
    'status_changed',
  ])
  expect(await heard(bob)).toEqual(['replied: Thanks', 'status_changed'])
  expect(await heard(boss)).toEqual(['approval: Help'])
})

test('whoever does not want it hears nothing', async () => {
  const { supportDesk: desk, process } = await mailDesk()
  await desk.ws.owner.ok('PUT', `${desk.ws.base}/notification-preferences`, {
    reasons: { approval: { in_app: false } },
    muted_project_ids: [],
  })
  await process(inbound('staff@client.example'))
  const { items } = await desk.ws.owner.ok('GET', `${desk.ws.base}/notifications`)
  expect(items.filter(({ entity }: Json) => entity.type === 'ticket')).toEqual([])
})

test('whoever is mentioned in a note hears of it, who may work on tickets; customers mention nobody', async () => {
  const { supportDesk: desk } = await mailDesk()
  const { ws, addMessage, create } = desk
  const [ada, bob] = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Bob')]
  const vera = await join(ws, 'viewer', 'Vera')
  const heard = async (who: Caller) =>
    (await who.ok('GET', `${ws.base}/notifications`)).items
      .filter(({ entity }: Json) => entity.type === 'ticket')
      .map(({ reason, snippet }: Json) => `${reason}: ${snippet}`)
  const { id } = await create({ assignee_user_id: bob.id })
  const body = `Look @[Ada](user:${ada.id}) @[Ada](user:${ada.id}) @[Bob](user:${bob.id}) @[V](user:${vera.id})`
  await addMessage(id, { body, is_internal: true })
  await addMessage(id, { body: `@[Ada](user:${ada.id})`, from_customer: true })
  expect((await heard(ada)).map((one: string) => one.split(':')[0])).toEqual(['mentioned'])
  expect((await heard(bob)).map((one: string) => one.split(':')[0])).toEqual([
    'replied',
    'mentioned',
    'assigned',
  ])
  expect(await heard(vera)).toEqual([])
})
