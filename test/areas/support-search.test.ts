import { expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { desk } from '../kit/tickets.ts'

test('words of conversations, and names and addresses of contacts, are found by whoever may see them', async () => {
  const setup = await desk()
  const { ws, create, addMessage } = setup
  const { id } = await create({ description: 'Since **Whitsun** the shop is odd' })
  await create({ subject: 'Another one', contact_id: undefined })
  await addMessage(id, { body: 'The zeppelin has landed' })
  await addMessage(id, { body: 'A hushed quagmire', is_internal: true })
  const viewer = await join(ws, 'viewer')
  const listed = async (q: string) =>
    (await ws.owner.ok('GET', `${setup.at}?q=${encodeURIComponent(q)}`)).items.map((one: Json) => one.id)
  for (const q of [
    'zeppelin landed',
    'Zeppel',
    'quagmire',
    'whitsun',
    'Babbage',
    'charles@babbage',
    'wrong pri',
  ])
    expect([q, await listed(q)]).toEqual([q, [id]])
  expect(await listed('quagmires')).toEqual([])
  const found = async (q: string, who: Caller = ws.owner) =>
    (await who.ok('GET', `${ws.base}/search?q=${encodeURIComponent(q)}`)).items.map(
      ({ type, id: one, snippet }: Json) => [type, one, snippet],
    )
  expect((await ws.owner.ok('GET', `${ws.base}/search?q=zeppelin&types=ticket`)).total).toBe(1)
  expect((await ws.owner.ok('GET', `${ws.base}/search?q=zeppelin&types=task`)).total).toBe(0)
  expect(await found('zeppelin')).toEqual([['ticket', id, 'The zeppelin has landed']])
  expect(await found('quagmire')).toEqual([['ticket', id, 'A hushed quagmire']])
  expect(await found('charles@babbage.example')).toContainEqual([
    'client',
    setup.client,
    'Charles Babbage charles@babbage.example',
  ])
  for (const q of ['zeppelin', 'quagmire', 'Babbage']) expect(await found(q, viewer)).toEqual([])
  const other = await create({ subject: 'Merged into' })
  await ws.owner.ok('POST', `${setup.at}/${id}/merge`, { into_ticket_id: other.id })
  expect(await found('zeppelin')).toEqual([['ticket', other.id, 'The zeppelin has landed']])
  await ws.owner.ok('DELETE', `${setup.at}/${id}`)
  await ws.owner.ok('DELETE', `${setup.at}/${other.id}`)
  expect(await found('zeppelin')).toEqual([])
})
