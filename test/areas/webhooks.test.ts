import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announcedKinds } from '../../db/schema/kinds.ts'
import toolbox from '../../openapi/tools.json' with { type: 'json' }
import { areas } from '../../src/areas/index.ts'
import { FoundTasksChange } from '../../src/areas/tasks/schemas.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { actions, join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { addWebhook, atWebhook, deliver, messagesOf, type Receiver, startReceiver } from '../kit/webhooks.ts'
import { refusal } from '../kit/refusals.ts'

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
/** What was sent, once everything is that may be. */
const sent = async (ws: Workspace): Promise<Json[]> => {
  await deliver(ws)
  const all: Json[] = receiver.received.map(({ body }) => JSON.parse(body))
  return all.filter(({ data }) => !data || data.organization_id === ws.org.id)
}

describe('a webhook', () => {
  test('is created, listed and changed; its secret is shown once, its address and headers never', async () => {
    const ws = await workspace()
    const url = `${receiver.url}/services/T00/B00/key-of-the-receiver`
    const created = await addWebhook(ws, url, {
      types: ['tag.*', 'task.created'],
      headers: { 'X-Key': 'value-of-the-header' },
    })
    expect(created).toMatchObject({
      name: 'CRM',
      url_hint: `${receiver.url}/…iver`,
      types: ['tag.*', 'task.created'],
      project_ids: null,
      payload: 'thin',
      format: 'standard',
      header_names: ['x-key'],
      sensitive: false,
      status: 'active',
      disabled_reason: null,
      created_by: { user_id: ws.owner.id, has_left: false },
      version: 1,
    })
    expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const { secret, ...shown } = created
    const seen = await ws.owner.ok('GET', atWebhook(ws, created.id))
    expect(seen).toMatchObject({ ...shown, last_attempt: null, waiting: 0 })
    const list = await ws.owner.ok('GET', `${ws.base}/webhooks`)
    const changed = await ws.owner.ok('PATCH', atWebhook(ws, created.id), { url: `${receiver.url}/b` })
    expect([changed.url_hint, changed.version]).toEqual([receiver.url, 2])
    const audit = await asOwner('select * from audit_log where org_id = $1', [ws.org.id])
    for (const text of [seen, list, changed, audit].map((one) => JSON.stringify(one))) {
      for (const hidden of [secret, 'key-of-the', 'value-of-the-header']) expect(text).not.toContain(hidden)
    }
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
    await deliver(ws)
    expect(receiver.received.at(-1)).toMatchObject({
      path: '/b',
      headers: { 'x-key': 'value-of-the-header' },
    })
    await ws.owner.ok('DELETE', atWebhook(ws, created.id))
    expect(await messagesOf(ws)).toEqual([])
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['webhook.created', 'webhook.updated', 'webhook.deleted']),
    )
  })

  test('is for admins, and what it cannot be is refused with the remedy', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    const at = `${ws.base}/webhooks`
    expect((await manager.call('GET', at)).status).toBe(403)
    const other = await workspace()
    const foreign = await project(other)
    const draft = { name: 'CRM', url: receiver.url, types: ['*'] }
    const refused = async (changes: object) =>
      refusal(await ws.owner.call('POST', at, { ...draft, ...changes }))
    const why = async (url: string) => (await refused({ url }))[1]
    expect(await why('http://hooks.example.com/a')).toBe('body.url: must be an https address')
    expect(await why('https://10.0.0.1/a')).toBe('body.url: must be a host on the public internet')
    expect(await why('https://user:word@hooks.example.com/a')).toBe('body.url: must hold no credentials')
    expect(await why('https://hooks.example.com/a#b')).toBe('body.url: must have no #')
    expect(await why('https://hooks.example.com:444/a')).toBe('body.url: must be at the port 443 or 8443')
    expect(await why('https://hooks.example.com/a b')).toBe('body.url: must be an https address')
    expect(await why("https://hooks.example.com/a?b='c'")).toBe(
      'body.url: must be written as https://hooks.example.com/a?b=%27c%27',
    )
    expect(await why(`${env().BASE_URL}/api/v1`)).toBe('body.url: must not be this service itself')
    const [status, unknown] = await refused({ types: ['task.moved'] })
    expect([status, unknown]).toEqual([
      422,
      expect.stringMatching(/^body\.types\[0\]: unknown type; use \*.* task, /),
    ])
    expect(await refused({ types: [] })).toEqual([422, 'body.types: must not be empty'])
    expect(await refused({ project_ids: [foreign.id] })).toEqual([422, 'body.project_ids[0]: not found'])
    expect(await refused({ headers: { 'Webhook-Id': 'a' } })).toEqual([
      422,
      'body.headers.Webhook-Id: is set by the service itself',
    ])
    const name = 'X'.repeat(61)
    const six = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`X-${n}`, 'a']))
    const wrong: [object, string][] = [
      [{ headers: { [name]: 'a' } }, `headers.${name}: must be named by letters, digits and hyphens`],
      [{ headers: { 'X-A': 'a\nb' } }, 'headers.X-A: must be 1 to 500 printable signs'],
      [{ headers: six }, 'headers: at most 5'],
      ...['Host', 'Content-Type', 'Cookie', 'Transfer-Encoding', 'Proxy-Authorization', 'CF-Ray'].map(
        (one): [object, string] => [
          { headers: { [one]: 'a' } },
          `headers.${one}: is set by the service itself`,
        ],
      ),
      [{ url: `https://a.example/${'a'.repeat(1000)}` }, 'url: at most 1000 characters'],
      [{ types: Array.from({ length: 201 }, () => '*') }, 'types: at most 200'],
      [{ project_ids: [] }, 'project_ids: must not be empty'],
    ]
    for (const [changes, why] of wrong) expect(await refused(changes)).toEqual([422, `body.${why}`])
    expect(await refused({ types: ['invoice.created'] })).toEqual([
      422,
      'body.types: invoice.created: sensitive; an owner has to set sensitive',
    ])
    const admin = await join(ws, 'admin')
    const sensitive = { ...draft, types: ['invoice.*'], sensitive: true }
    expect(refusal(await admin.call('POST', at, sensitive))).toEqual([
      403,
      'sensitive is set by an owner alone',
    ])
    const { id } = await ws.owner.ok('POST', at, sensitive)
    expect(refusal(await admin.call('PATCH', atWebhook(ws, id), { url: `${receiver.url}/mine` }))).toEqual([
      403,
      'the webhook is told of what is sensitive, so an owner decides where it goes and what it holds',
    ])
    expect(refusal(await admin.call('POST', `${atWebhook(ws, id)}/rotate-secret`, {}))).toEqual([
      403,
      'the webhook is told of what is sensitive, so an owner replaces its secret',
    ])
    for (let n = 0; n < 9; n++) await ws.owner.ok('POST', at, draft)
    expect(await refused({})).toEqual([409, 'an organization has at most 10 webhooks; delete one first'])
  })

  test('gets a message for each task of a change of many: a thousand at most, so none is announced before', () => {
    const task_ids = Array.from({ length: 101 }, () => uuidv7())
    const allows = (many: number) =>
      FoundTasksChange.safeParse({ task_ids: task_ids.slice(0, many), patch: { priority: 'low' } }).success
    expect([allows(1000 / 10), allows(1000 / 10 + 1)]).toEqual([true, false])
  })

  test('is limited by the plan, and the newest above it get nothing more', async () => {
    const ws = await workspace()
    const [first, second] = [await addWebhook(ws, receiver.url), await addWebhook(ws, receiver.url)]
    await asOwner(
      `insert into entitlement_overrides (org_id, key, value, reason) values ($1, 'webhook_endpoints', '1', 'test')`,
      [ws.org.id],
    )
    const third = await ws.owner.call('POST', `${ws.base}/webhooks`, {
      name: 'A',
      url: receiver.url,
      types: ['*'],
    })
    expect(refusal(third)).toEqual([
      403,
      'plan limit webhook_endpoints reached: 2 of 1; an owner can change the plan under Plan and usage',
    ])
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
    await deliver(ws)
    const state = async ({ id }: Json) => (await ws.owner.ok('GET', atWebhook(ws, id))).disabled_reason
    expect([await state(first), await state(second)]).toEqual([null, 'plan'])
  })
})

describe('a secret', () => {
  test('is replaced with an overlap, in which messages are signed with both, the new one first', async () => {
    const ws = await workspace()
    const hook = await addWebhook(ws, receiver.url, { types: ['tag.*'] })
    const rotate = (body: object = {}) =>
      ws.owner.call('POST', `${atWebhook(ws, hook.id)}/rotate-secret`, body)
    const { body: rotated } = await rotate()
    expect(rotated.secret).not.toBe(hook.secret)
    expect(rotated.previous_secret_until).not.toBeNull()
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
    await deliver(ws)
    expect(receiver.received.at(-1)!.headers['webhook-signature']!.split(' ').length).toBe(2)
    expect(refusal(await rotate())).toEqual([
      409,
      expect.stringMatching(/^the former secret is valid until .*; send end_previous to end it/),
    ])
    expect((await rotate({ end_previous: true, keep_previous_hours: 0 })).status).toBe(200)
    const both = await Promise.all(
      [1, 2, 3].map(() => rotate({ end_previous: true, keep_previous_hours: 0 })),
    )
    for (const reply of both.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual([409, 'the webhook was changed at the same moment; try again'])
    expect(both.map(({ status }) => status)).toContain(200)
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Red', color: '#336699' })
    await deliver(ws)
    expect(receiver.received.at(-1)!.headers['webhook-signature']!.split(' ').length).toBe(1)
    for (const keep_previous_hours of [-1, 73])
      expect(refusal(await rotate({ keep_previous_hours }))).toEqual([
        422,
        'body.keep_previous_hours: must be 0 to 72',
      ])
  })
})

describe('deliveries', () => {
  test('are listed with what failed first, and sent again by hand or by range', async () => {
    const ws = await workspace()
    const hook = await addWebhook(ws, receiver.url, { types: ['tag.*'] })
    const at = atWebhook(ws, hook.id)
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Blue', color: '#336699' })
    await deliver(ws)
    const { items } = await ws.owner.ok('GET', `${at}/deliveries`)
    expect(items).toMatchObject([{ type: 'tag.created', state: 'delivered', attempts: 1, last_status: 200 }])
    const one = `${at}/deliveries/${items[0].id}`
    const detail = await ws.owner.ok('GET', one)
    const first = receiver.received.find(({ body }) => body.includes(ws.org.id))
    expect(detail).toMatchObject({ body: first!.body, tries: [{ n: 1, answer: 'ok' }] })
    expect((await ws.owner.call('POST', `${one}/resend`)).status).toBe(202)
    await deliver(ws)
    expect(receiver.received.length).toBe(2)
    expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id'])
    await ws.owner.ok('PATCH', at, { status: 'paused' })
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Red', color: '#336699' })
    await deliver(ws)
    expect(receiver.received.length).toBe(2)
    const range = {
      from: new Date(Date.now() - 36e5).toISOString(),
      to: new Date(Date.now() + 36e5).toISOString(),
    }
    const replay = (body: object) => ws.owner.call('POST', `${at}/replay`, { ...range, ...body })
    const paused = [409, 'the webhook is paused; enable it first']
    expect(refusal(await replay({ only: 'skipped' }))).toEqual(paused)
    expect(refusal(await ws.owner.call('POST', `${one}/resend`))).toEqual(paused)
    const enabled = await ws.owner.ok('PATCH', at, { status: 'active' })
    expect(enabled.last_attempt).toMatchObject({ outcome: 'ok', status: 200 })
    expect((await sent(ws)).at(-1)).toMatchObject({ type: 'webhook.test' })
    expect((await replay({ only: 'skipped' })).body).toEqual({ count: 1 })
    await deliver(ws)
    expect(receiver.received.at(-1)!.headers['webhook-replay']).toBe('true')
    expect((await sent(ws)).at(-1).type).toBe('tag.created')
    expect(refusal(await replay({ to: '2020-01-01T00:00:00Z' }))).toEqual([
      422,
      'body.to: must not be before from',
    ])
    expect(refusal(await replay({ from: '2020-01-01T00:00:00Z' }))).toEqual([
      422,
      'body.from: at most 14 days back',
    ])
    await asOwner(
      `insert into webhook_messages (org_id, endpoint_id, xid, seq, type, object_id, body, bytes, state, next_at)
        select org_id, endpoint_id, xid, n, type, object_id, body, bytes, 'failed', now()
          from webhook_messages, generate_series(1000001, 1010001) n where id = $1`,
      [items[0].id],
    )
    expect(refusal(await replay({}))).toEqual([
      409,
      '10001 messages are in this range; replay at most 10000 at once',
    ])
    await asOwner('delete from webhook_messages where endpoint_id = $1 and seq > 1000000', [hook.id])
    await asOwner('update webhook_messages set body = null where id = $1', [items[0].id])
    expect(refusal(await ws.owner.call('POST', `${one}/resend`))).toEqual([
      409,
      'the content of the delivery has been erased, so it cannot be sent again',
    ])
    const foreign = await addWebhook(ws, receiver.url)
    const elsewhere = `${atWebhook(ws, foreign.id)}/deliveries/${items[0].id}`
    for (const [method, path] of [
      ['GET', elsewhere],
      ['POST', `${elsewhere}/resend`],
    ] as const)
      expect(refusal(await ws.owner.call(method, path))).toEqual([404, 'delivery not found'])
    const { items: failing } = await ws.owner.ok(
      'GET',
      `${at}/deliveries?state=failed,skipped&type=tag.created`,
    )
    expect(failing).toEqual([])
  })

  test('are tried out with an answer, which does no harm to the webhook', async () => {
    const ws = await workspace()
    const { id } = await addWebhook(ws, receiver.url, { types: ['tag.*'] })
    const attempt = await ws.owner.ok('POST', `${atWebhook(ws, id)}/test`, { type: 'task.updated' })
    expect(attempt).toMatchObject({ status: 200, outcome: 'ok', answer: 'ok', n: 1 })
    expect((await sent(ws))[0]).toMatchObject({
      type: 'task.updated',
      data: { key: 'TEST-1', fields: ['name'] },
    })
    receiver.answers = { status: 500, body: 'x'.repeat(40_000) }
    const failed = await ws.owner.ok('POST', `${atWebhook(ws, id)}/test`, {})
    expect([failed.outcome, failed.answer.length]).toEqual(['status', 1000])
    expect((await ws.owner.ok('GET', atWebhook(ws, id))).failing_since).toBeNull()
  })
})

describe('what is told', () => {
  test('is what happens to tasks, with key, fields and page, and only of the projects that were named', async () => {
    const ws = await workspace()
    const [home, other] = [await project(ws), await project(ws, { visibility: 'private' })]
    await addWebhook(ws, receiver.url, { types: ['task.*'], project_ids: [home.id] })
    await task(ws, other.id)
    const one = await task(ws, home.id, { title: 'Not told' })
    const at = `${ws.base}/tasks/${one.id}`
    await ws.owner.ok('PATCH', at, { title: 'Neither', priority: 'high' })
    await ws.owner.ok('PATCH', at, { priority: 'high' })
    await deliver(ws)
    await ws.owner.ok('DELETE', at)
    await ws.owner.ok('POST', `${at}/restore`)
    const told = await sent(ws)
    expect(told.map(({ type }) => type)).toEqual([
      'task.created',
      'task.updated',
      'task.deleted',
      'task.restored',
    ])
    expect(told[1]).toMatchObject({
      data: { id: one.id, key: `${home.key}-1`, fields: ['priority', 'title'], project_id: home.id },
    })
    expect(told[1].data.url).toContain('https://service.test/')
    expect(JSON.stringify(told[1])).not.toContain('Neither')
    expect(told[2].data.label).toBe('Neither')
  })

  test('is never what belongs to one person, and of what is sensitive only where an owner opened it', async () => {
    const ws = await workspace()
    await addWebhook(ws, receiver.url, { types: ['*'] })
    await ws.owner.ok('POST', `${ws.base}/notes`, { title: 'Canary', body: 'canary' })
    await ws.owner.ok('POST', `${ws.base}/suppliers`, { name: 'Canary Ltd' })
    await ws.owner.ok('POST', `${ws.base}/vault/credentials`, {
      name: 'Canary',
      kind: 'password',
      secret: 'canary-secret',
    })
    await ws.owner
      .ok('POST', `${ws.base}/filters`, { name: 'Canary', filter: {}, visibility: 'private' })
      .catch(() => {})
    expect(
      (await sent(ws)).map(({ type }) => type).filter((type: string) => type !== 'webhook.created'),
    ).toEqual(['credential.created'])
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/canary/i)
    await addWebhook(ws, receiver.url, { types: ['supplier.*'], sensitive: true })
    await ws.owner.ok('POST', `${ws.base}/suppliers`, { name: 'Canary Inc' })
    expect((await sent(ws)).at(-1).type).toBe('supplier.created')
  })

  test('is listed with a sample, for members, as the facts of the tables say', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const { items, schema } = await member.ok('GET', `${ws.base}/webhooks/event-types`)
    expect(schema.required).toEqual(['type', 'timestamp', 'data'])
    const kinds = [...new Set(items.map(({ kind }: Json) => kind))]
    expect(kinds).toEqual([...announcedKinds().map(({ kind }) => kind), 'app'])
    expect(items.filter(({ sensitive }: Json) => sensitive).map(({ kind }: Json) => kind)).toEqual(
      items
        .filter(({ block }: Json) => ['fin', 'pay', 'hr', 'sup'].includes(block))
        .map(({ kind }: Json) => kind),
    )
    for (const kind of ['note', 'reminder', 'notification', 'desktop_state'])
      expect(kinds).not.toContain(kind)
    expect(JSON.parse(items[0].sample)).toMatchObject({ type: items[0].type, data: { kind: items[0].kind } })
  })

  test('of kinds whose operations are in a sensitive block is sensitive', async () => {
    const blocks = new Map<string, Set<string>>()
    for (const { area, block } of toolbox as Json[])
      if (['fin', 'pay', 'hr', 'sup'].includes(block))
        blocks.set(area, (blocks.get(area) ?? new Set()).add(block))
    const open: string[] = []
    const isSensitive = new Map(announcedKinds().map((one) => [one.kind, one.isSensitive]))
    for (const name of blocks.keys())
      for (const { targets } of (await areas[name]!()).default.operations)
        for (const [, { kind }] of targets.slice(-1))
          if (isSensitive.get(kind) === false && !open.includes(kind)) open.push(kind)
    expect(open).toEqual([])
  })

  test('to a chat is a sentence that addresses nobody', async () => {
    const ws = await workspace()
    const home = await project(ws)
    await addWebhook(ws, receiver.url, { types: ['task.created'], format: 'slack' })
    await task(ws, home.id, { title: 'Ask <!channel> & <@U1>' })
    const [{ text }] = await sent(ws)
    expect(text).toContain(
      `|Task ${home.key}-1 Ask &lt;!channel&gt; &amp; &lt;@U1&gt;> was created by Ada Lovelace`,
    )
    expect(text).toMatch(/^<https:\/\/service\.test\//)
  })
})
