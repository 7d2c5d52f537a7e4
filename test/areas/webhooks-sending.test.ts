import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import {
  addWebhook,
  atWebhook,
  make,
  messagesOf,
  type Receiver,
  sendAt,
  startReceiver,
} from '../kit/webhooks.ts'

await ownDatabase()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answers = {}
  receiver.mostOpen = 0
})

/** Changes as the organization's owner makes them, without the work after the response. */
const write = (ws: Workspace, statement: string, values: unknown[] = []) =>
  asOwner(
    `with entered as materialized (select set_config('app.org_id', '${ws.org.id}', true),
      set_config('app.user_id', '${ws.owner.id}', true), set_config('app.actor_type', 'user', true)) ${statement}`,
    values,
  )
const addTags = async (ws: Workspace, count: number) => {
  await write(
    ws,
    `insert into tags (org_id, name, color) select $1, 'Tag ' || n, '#336699' from entered, generate_series(1, $2) n`,
    [ws.org.id, count],
  )
  await make(ws)
}
const renameTags = async (ws: Workspace) => {
  await write(ws, `update tags set name = name || '!' from entered where org_id = $1`, [ws.org.id])
  await make(ws)
}
const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)
const start = new Date('2027-01-01T00:00:00.000Z')
const seconds = (at: Date) => (at.getTime() - start.getTime()) / 1000
const endpoint = async (id: string): Promise<Json> =>
  (await asOwner('select * from webhook_endpoints where id = $1', [id]))[0]
/** A workspace with an endpoint for tags, where nothing is due yet. */
const setup = async (draft: object = {}) => {
  const ws = await workspace()
  const hook = await addWebhook(ws, `${receiver.url}/in?key=a%2Fb&x=1`, { types: ['tag.*'], ...draft })
  await asOwner(`update webhook_endpoints set failing_since = null where id = $1`, [hook.id])
  return { ws, hook }
}

describe('a message', () => {
  test('is signed anew, arrives with path and query as they were entered, and says what changed', async () => {
    const { ws, hook } = await setup({ headers: { Authorization: 'Bearer of-the-receiver' } })
    await addTags(ws, 1)
    expect(await sendAt(ws, new Date())).toBe(1)
    const [one] = receiver.received
    expect(one!.path).toBe('/in?key=a%2Fb&x=1')
    expect(one!.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'content-type': 'application/json',
    })
    expect(one!.headers['webhook-replay']).toBeUndefined()
    const told = new Webhook(hook.secret).verify(one!.body, one!.headers) as Json
    const [message] = await messagesOf(ws)
    expect(one!.body).toBe(message.body)
    expect(one!.headers['webhook-id']).toBe(`msg_${message.id.replaceAll('-', '')}`)
    expect(told).toMatchObject({
      type: 'tag.created',
      data: {
        id: message.object_id,
        kind: 'tag',
        fields: [],
        actor: { kind: 'user', id: ws.owner.id },
        organization_id: ws.org.id,
      },
    })
    expect(told.data.name).toBeUndefined()
    expect(message.state).toBe('delivered')
    expect((await endpoint(hook.id)).last_success_at).not.toBeNull()
  })

  test('is attempted ten times within 71 h 35 min 5 s, and then given up', async () => {
    const { ws, hook } = await setup()
    await addTags(ws, 1)
    receiver.answers = { status: 500, body: 'no\u0007pe' }
    const made: number[] = []
    await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
    for (let at = start; ;) {
      // Judged by its messages alone: the three days of the endpoint come first otherwise.
      await asOwner(`update webhook_endpoints set failing_since = null, failures = 0 where id = $1`, [
        hook.id,
      ])
      expect(await sendAt(ws, after(at, -0.001))).toBe(0)
      expect(await sendAt(ws, at)).toBe(1)
      made.push(seconds(at))
      const [{ state, next_at }] = await messagesOf(ws)
      if (state === 'failed') break
      at = next_at
    }
    expect(made).toEqual([0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 257_705])
    const [{ id }] = await messagesOf(ws)
    const detail = await ws.owner.ok('GET', `${atWebhook(ws, hook.id)}/deliveries/${id}`)
    expect(detail).toMatchObject({ state: 'failed', attempts: 10, last_status: 500, last_outcome: 'status' })
    expect(detail.tries[0]).toMatchObject({ n: 10, answer: 'nope', status: 500 })
  })

  test('waits while an older one of its object does, and holds up no other object', async () => {
    const { ws } = await setup()
    await addTags(ws, 2)
    await renameTags(ws)
    receiver.answers = { status: 500 }
    await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
    expect([await sendAt(ws, start), await sendAt(ws, start)]).toEqual([2, 0])
    receiver.answers = {}
    expect([
      await sendAt(ws, after(start, 5)),
      await sendAt(ws, after(start, 5)),
      await sendAt(ws, after(start, 5)),
    ]).toEqual([2, 2, 0])
    const types = receiver.received.map((one) => JSON.parse(one.body).type)
    expect(types).toEqual([
      'tag.created',
      'tag.created',
      'tag.created',
      'tag.created',
      'tag.updated',
      'tag.updated',
    ])
  })

  test('is sent to an endpoint two at once, and of one that keeps failing only the oldest is tried', async () => {
    const { ws } = await setup()
    await addTags(ws, 10)
    await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
    expect(await sendAt(ws, start)).toBe(2)
    expect(receiver.mostOpen).toBeLessThanOrEqual(2)
    receiver.answers = { status: 500 }
    expect([await sendAt(ws, start), await sendAt(ws, start), await sendAt(ws, start)]).toEqual([2, 2, 2])
    expect([
      await sendAt(ws, start),
      await sendAt(ws, after(start, 5)),
      await sendAt(ws, after(start, 6)),
    ]).toEqual([0, 1, 0])
    receiver.answers = {}
    expect(await sendAt(ws, after(start, 400))).toBe(1)
    expect(await sendAt(ws, after(start, 400))).toBe(2)
  })
})

describe('a receiver', () => {
  test.each([429, 503])(
    'that asks for it with %s gets nothing for so long, for any object',
    async (status) => {
      const { ws } = await setup()
      await addTags(ws, 3)
      await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
      receiver.answers = { status, headers: { 'retry-after': '120' } }
      expect(await sendAt(ws, start)).toBe(2)
      receiver.answers = {}
      expect(await sendAt(ws, after(start, 119))).toBe(0)
      expect(await sendAt(ws, after(start, 120))).toBe(2)
    },
  )

  test('that is gone by 410 is disabled at once, and its admins are told', async () => {
    const { ws, hook } = await setup()
    await addTags(ws, 2)
    receiver.answers = { status: 410 }
    await sendAt(ws, new Date())
    expect(await endpoint(hook.id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    expect((await messagesOf(ws)).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
    await renameTags(ws)
    expect((await messagesOf(ws)).map(({ state }) => state)).toEqual(Array(4).fill('skipped'))
    const { items } = await ws.owner.ok('GET', `${ws.base}/notifications`)
    expect(items.map(({ title }: Json) => title)).toContain('CRM gets no more messages')
  })

  test('that redirects is not followed', async () => {
    const { ws } = await setup()
    await addTags(ws, 1)
    receiver.answers = { status: 302, headers: { location: `${receiver.url}/elsewhere` } }
    await sendAt(ws, new Date())
    expect(receiver.received.length).toBe(1)
    const [row] = await asOwner('select outcome, status from webhook_attempts where org_id = $1', [ws.org.id])
    expect(row).toEqual({ outcome: 'redirected', status: 302 })
  })

  test('that takes nothing for a day is told of, and is disabled after three', async () => {
    const { ws, hook } = await setup()
    await addTags(ws, 1)
    receiver.answers = { status: 500 }
    await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
    for (const at of [0, 5, 305, 2105, 9305]) await sendAt(ws, after(start, at))
    const titles = async () =>
      (await ws.owner.ok('GET', `${ws.base}/notifications`)).items.map(({ title }: Json) => title)
    await sendAt(ws, after(start, 86_399))
    expect(await titles()).toEqual([])
    await sendAt(ws, after(start, 86_400))
    await sendAt(ws, after(start, 90_000))
    expect(await titles()).toEqual(['No message has reached CRM for a day'])
    await sendAt(ws, after(start, 3 * 86_400 - 1))
    expect((await endpoint(hook.id)).status).toBe('active')
    await sendAt(ws, after(start, 3 * 86_400))
    expect(await endpoint(hook.id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    expect(await titles()).toEqual(['CRM gets no more messages', 'No message has reached CRM for a day'])
  })
})

test('at most six hundred attempts a minute are made for an organization', async () => {
  const { ws } = await setup()
  await addTags(ws, 3)
  await asOwner(`update webhook_messages set next_at = $2 where org_id = $1`, [ws.org.id, start])
  const [{ id }] = await messagesOf(ws)
  await asOwner(
    `insert into webhook_attempts (org_id, message_id, n, at, ms, outcome) select $1, $2, n + 100, $3, 1, 'ok'
      from generate_series(1, 599) n`,
    [ws.org.id, id, start],
  )
  expect([await sendAt(ws, start), await sendAt(ws, start)]).toEqual([1, 0])
  expect(await sendAt(ws, after(start, 61))).toBe(2)
})

test('what a suspended organization has to send is kept until it may again', async () => {
  const { ws } = await setup()
  await addTags(ws, 1)
  await asOwner(`update organizations set status = 'suspended' where id = $1`, [ws.org.id])
  expect(await sendAt(ws, new Date())).toBe(0)
  await asOwner(`update organizations set status = 'active' where id = $1`, [ws.org.id])
  expect(await sendAt(ws, new Date())).toBe(1)
})

test('an object that is purged takes the bodies of its messages with it', async () => {
  const { ws } = await setup({ types: ['project.*'] })
  const home = await project(ws)
  await write(ws, `update projects set deleted_at = now() from entered where id = $1`, [home.id])
  await make(ws)
  expect((await messagesOf(ws)).map(({ type }) => type)).toContain('project.deleted')
  await write(ws, `delete from board_columns using entered where project_id = $1`, [home.id])
  await write(ws, `delete from projects using entered where id = $1`, [home.id])
  await make(ws)
  const messages = await messagesOf(ws)
  expect(messages.map(({ body }) => body)).toEqual(messages.map(() => null))
})
