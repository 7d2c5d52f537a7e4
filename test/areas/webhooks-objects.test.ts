import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import readers from '../../openapi/readers.json' with { type: 'json' }
import { objectsOf } from '../../src/jobs/webhook-objects.ts'
import { operations } from '../contract/world.ts'
import { fullWorld } from '../contract/full-world.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { board, imported } from '../kit/imports.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import {
  addWebhook,
  atWebhook,
  deliver,
  make,
  messagesOf,
  type Receiver,
  startReceiver,
} from '../kit/webhooks.ts'
import { open } from '../web/browse.ts'

await ownDatabase()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answers = {}
})
const sent = async (ws: Workspace): Promise<Json[]> => {
  await deliver(ws)
  const all: Json[] = receiver.received.map(({ body }) => JSON.parse(body))
  return all.filter(({ data }) => data?.organization_id === ws.org.id)
}

describe('a webhook that asks for objects', () => {
  test('gets them as an admin reads them, and what they had before', async () => {
    const ws = await workspace()
    const home = await project(ws)
    await addWebhook(ws, receiver.url, { types: ['task.*'], payload: 'object' })
    const { id } = await task(ws, home.id, { title: 'Before', due_date: null })
    await deliver(ws)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { title: 'After', due_date: '2027-01-02' })
    const admin = await join(ws, 'admin')
    const { permissions: _, ...read } = await admin.ok('GET', `${ws.base}/tasks/${id}`)
    const [created, updated] = await sent(ws)
    expect([created.data.object.title, created.data.previous]).toEqual(['Before', undefined])
    const { permissions: __, ...object } = updated.data.object
    expect(object).toEqual({ ...read, is_watching: object.is_watching })
    expect(updated.data).toMatchObject({
      fields: ['due_date', 'title'],
      previous: { title: 'Before', due_date: null },
    })
    expect(Object.keys(updated)).toEqual(['type', 'timestamp', 'data'])
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${id}`)
    const gone = (await sent(ws)).at(-1)
    expect([gone.data.label, gone.data.object, gone.data.previous]).toEqual(['After', undefined, undefined])
  })

  test('gets the rest of what is too long, which says so', async () => {
    const ws = await workspace()
    await addWebhook(ws, receiver.url, { types: ['document.created'], payload: 'object' })
    await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Long', content: 'x'.repeat(70_000) })
    const [{ data }] = await sent(ws)
    expect([data.truncated, data.object, data.kind]).toEqual([true, undefined, 'document'])
  })

  test('gets nothing of them beside one that asks for what changed alone', async () => {
    const ws = await workspace()
    const home = await project(ws)
    await addWebhook(ws, receiver.url, { types: ['task.*'] })
    await addWebhook(ws, `${receiver.url}/whole`, { types: ['task.*'], payload: 'object' })
    const { id } = await task(ws, home.id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { title: 'After' })
    await deliver(ws)
    const thin = receiver.received.filter(({ path, body }) => path === '/' && body.includes(ws.org.id))
    expect(thin.length).toBe(2)
    for (const { body } of thin) expect(body).not.toMatch(/"(?:object|previous|now)":/)
  })

  test('is refused what is neither', async () => {
    const ws = await workspace()
    const draft = { name: 'A', url: receiver.url, types: ['*'], payload: 'everything' }
    const { status, body } = await ws.owner.call('POST', `${ws.base}/webhooks`, draft)
    expect([status, body.error.message]).toEqual([
      422,
      expect.stringMatching(/^body\.payload: .*"thin"\|"object"$/),
    ])
  })

  test('can get each kind that an operation shows, with the fields that an admin reads', async () => {
    const world = await fullWorld()
    const wrong: string[] = []
    for (const [kind, [, id]] of Object.entries(readers)) {
      const operation = operations.find((one) => one.id === id)!
      const object = await world.value(operation.params[1]!)
      const read = await world.people.admin.call(
        'GET',
        operation.path.replace('{org_id}', world.org).replace(/\{\w+\}$/, object),
      )
      if (read.status !== 200) continue
      const got = (await objectsOf(kind, [object], enteredDatabase(world.org), 'https://service.test')).get(
        read.body.id ?? object,
      )
      const fields = Object.keys(got ? JSON.parse(got) : {})
      if (fields.toSorted().join() !== Object.keys(read.body).toSorted().join())
        wrong.push(`${kind}: ${fields.join()}`)
    }
    expect(wrong).toEqual([])
  }, 120_000)
})

describe('what was not kept while a webhook was off', () => {
  test('is told in one message once it is on, with where it began', async () => {
    const ws = await workspace()
    const hook = await addWebhook(ws, receiver.url, { types: ['tag.*'] })
    const at = atWebhook(ws, hook.id)
    await ws.owner.ok('PATCH', at, { status: 'paused' })
    await asOwner(
      `insert into webhook_messages (org_id, id, endpoint_id, xid, seq, type, object_id, body, bytes, state, ended_at)
        select $1, uuidv7(), $2, n::text::xid8, n, 'tag.created', uuidv7(), '{}', 2, 'skipped',
          case n when 1 then now() - interval '15 days' else now() end from generate_series(1, 50001) n`,
      [ws.org.id, hook.id],
    )
    for (const name of ['Red', 'Blue'])
      await ws.owner.ok('POST', `${ws.base}/tags`, { name, color: '#336699' })
    await make(ws)
    await ws.owner.ok('PATCH', at, { status: 'active' })
    await deliver(ws)
    const skipped = receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ type, data }) => type === 'events.skipped' && data.organization_id === ws.org.id)
    expect(skipped).toMatchObject([{ data: { count: 3 } }])
    expect(skipped[0].data.from_cursor).toMatch(/^\d+:\d+$/)
    await ws.owner.ok('PATCH', at, { status: 'active' })
    await deliver(ws)
    expect(receiver.received.filter(({ body }) => body.includes('events.skipped')).length).toBe(1)
  })
})

test('an import is told as one thing that is done, with its counts', async () => {
  const at = await board()
  await addWebhook(at.ws, receiver.url, { types: ['import.completed', 'task.*', 'tag.*'] })
  await imported(at, 'Title,Status,Labels\nA,Done,web\nB,Done,\n,Done,\n')
  const told = await sent(at.ws)
  expect(told).toMatchObject([
    {
      type: 'import.completed',
      data: { kind: 'import', project_id: at.home.id, counts: { created: 2, skipped: 0, refused: 1 } },
    },
  ])
})

test('an endpoint whose name leads inside is not called, and is disabled after five attempts in a row', async () => {
  const ws = await workspace()
  const { id } = await addWebhook(ws, 'https://inside.example.com/in', { types: ['tag.*'] })
  for (const name of 'abcde') await ws.owner.ok('POST', `${ws.base}/tags`, { name, color: '#336699' })
  await deliver(ws)
  const seen = await ws.owner.ok('GET', atWebhook(ws, id))
  expect(seen).toMatchObject({
    status: 'disabled',
    disabled_reason: 'unsafe',
    last_attempt: { outcome: 'unsafe' },
  })
  expect((await messagesOf(ws)).every(({ state }) => state === 'skipped')).toBe(true)
  const { items } = await ws.owner.ok('GET', `${ws.base}/notifications`)
  expect(items[0]).toMatchObject({ title: 'CRM gets no more messages' })
  expect(items[0].snippet ?? items[0].body).toContain(
    'Its name leads to an address that must not be reached.',
  )
})

test('an endpoint stays when whoever set it up leaves, and says so', async () => {
  const ws = await workspace()
  const admin = await join(ws, 'admin', 'Grace Hopper')
  const { id } = await admin.ok('POST', `${ws.base}/webhooks`, {
    name: 'CRM',
    url: receiver.url,
    types: ['tag.*'],
  })
  await ws.owner.ok('DELETE', `${ws.base}/members/${admin.id}`)
  const seen = await ws.owner.ok('GET', atWebhook(ws, id))
  expect(seen).toMatchObject({ status: 'active', created_by: { name: 'Grace Hopper', has_left: true } })
  const page = await open(`/webhooks/${id}?org=${ws.org.slug}`, ws.owner.headers)
  expect(page.text).toContain('Grace Hopper, who left')
  await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
  expect((await sent(ws)).map(({ type }) => type)).toEqual(['tag.created'])
})
