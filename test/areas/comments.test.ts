import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { asOwner, type Caller, env, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Project, type Workspace } from '../kit/makers.ts'

let ws: Workspace
let home: Project
let member: Caller
let manager: Caller
let viewer: Caller
beforeAll(async () => {
  ws = await workspace()
  home = await project(ws)
  member = await join(ws, 'member', 'Grace Hopper')
  manager = await join(ws, 'manager')
  viewer = await join(ws, 'viewer')
})

/** A task, and helpers for its comments. */
async function setUp(projectId = home.id) {
  const { id, key } = await task(ws, projectId)
  const path = `${ws.base}/tasks/${id}/comments`
  return {
    id,
    key,
    path,
    say: (body: string, more: object = {}, who: Caller = member): Promise<Json> =>
      who.ok('POST', path, { body, ...more }),
    list: (query = '', who: Caller = member): Promise<Json> => who.ok('GET', `${path}${query}`),
  }
}
const texts = ({ items }: Json) => items.map(({ body }: Json) => body)

describe('writing a comment', () => {
  test('can reference one change in the history of the task, and of no other', async () => {
    const { id, path, say } = await setUp()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { priority: 'urgent' })
    const { items } = await member.ok('GET', `${ws.base}/tasks/${id}/history`)
    const [{ event_id, field }] = items[0].changes
    expect([field, (await say('Why?', { event_id })).event_id, (await say('Hm')).event_id]).toEqual([
      'priority',
      event_id,
      null,
    ])
    const other = await setUp()
    for (const invalid of [event_id, 1_000_000_000]) {
      const { status, body } = await member.call('POST', other.path, { body: 'Why?', event_id: invalid })
      expect([status, body.error.message]).toEqual([422, 'body.event_id: not a change of the task'])
    }
    expect((await member.call('POST', path, { body: 'Why?', event_id: 'x' })).status).toBe(422)
  })

  test('returns it completely, in one round trip, and counts it on the task', async () => {
    const { path, id } = await setUp()
    const created = await member.call('POST', path, { body: 'Looks **good**' })
    expect([created.status, created.roundTrips, created.body]).toMatchObject([
      201,
      1,
      {
        task_id: id,
        parent_id: null,
        body: 'Looks **good**',
        author: { user_id: member.id, name: 'Grace Hopper' },
        author_type: 'user',
        is_internal: false,
        deleted: false,
        edited_at: null,
        reply_count: 0,
        reactions: [],
        mentioned: [],
        version: 1,
      },
    ])
    expect((await viewer.ok('GET', `${ws.base}/tasks/${id}`)).counts.comments).toBe(1)
  })

  test.each([
    [{ body: '' }, 'body.body: must not be empty'],
    [{ body: ' \n\t ' }, 'body.body: must not be empty'],
    [{ body: 'x'.repeat(20_001) }, 'body.body: at most 20000 characters'],
    [{}, 'body.body: required'],
    [{ body: 'x', mentions: [] }, 'body.mentions: unknown field'],
    [{ body: 'x', parent_id: 'x' }, 'body.parent_id: must be a uuid'],
  ])('%j is rejected', async (draft, message) => {
    const { path } = await setUp()
    const refused = await member.call('POST', path, draft)
    expect([refused.status, refused.body.error.message]).toEqual([422, message])
  })

  test('accepts 20000 characters, and stores text as it is', async () => {
    const { say } = await setUp()
    expect((await say('x'.repeat(20_000))).body.length).toBe(20_000)
    expect((await say('    code\n')).body).toBe('    code\n')
  })

  test('a comment of another task, or an unknown one, cannot be replied to', async () => {
    const [one, other] = [await setUp(), await setUp()]
    const { id } = await one.say('here')
    for (const parent_id of [id, '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70']) {
      const refused = await member.call('POST', other.path, { body: 'x', parent_id })
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        'body.parent_id: not found among the comments of the task',
      ])
    }
  })

  test('a reply to a reply goes to the root of the thread', async () => {
    const { say, list } = await setUp()
    const root = await say('root')
    const first = await say('first', { parent_id: root.id })
    expect((await say('second', { parent_id: first.id })).parent_id).toBe(root.id)
    const { items, total } = await list()
    expect([total, items[0].reply_count, texts({ items: items[0].replies })]).toEqual([
      1,
      2,
      ['first', 'second'],
    ])
    expect(items[0].last_reply_at).toBe(items[0].replies[1].created_at)
  })

  test('viewers may not, which is checked before the body', async () => {
    const { path } = await setUp()
    expect((await viewer.call('POST', path, { body: '' })).status).toBe(403)
  })
})

describe('access to comments', () => {
  test('those of a task in the trash cannot be reached, and are back with it', async () => {
    const { id, path, say } = await setUp()
    const comment = await say('kept')
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${id}`)
    for (const [method, at, body] of [
      ['GET', path],
      ['POST', path, { body: 'x' }],
      ['GET', `${path}/${comment.id}`],
      ['PATCH', `${path}/${comment.id}`, { body: 'x' }],
    ] as const) {
      expect([method, (await member.call(method, at, body)).status]).toEqual([method, 404])
    }
    await ws.owner.ok('POST', `${ws.base}/tasks/${id}/restore`)
    expect((await member.ok('GET', `${path}/${comment.id}`)).body).toBe('kept')
  })

  test('an archived project can be read and not written', async () => {
    const old = await project(ws)
    const { path, say, list } = await setUp(old.id)
    const { id } = await say('before')
    await asOwner('update projects set archived_at = now() where id = $1', [old.id])
    for (const [method, at, body] of [
      ['POST', path, { body: 'x' }],
      ['PATCH', `${path}/${id}`, { body: 'x' }],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/resolve`],
      ['PUT', `${path}/${id}/reactions/👍`],
    ] as const) {
      const refused = await member.call(method, at, body)
      expect([method, refused.status, refused.body?.error.message]).toEqual([
        method,
        409,
        'project is archived',
      ])
    }
    expect((await list()).total).toBe(1)
  })

  test('a private project hides them', async () => {
    const secret = await project(ws, { visibility: 'private' })
    const { path, say } = await setUp(secret.id)
    await say('between us', {}, ws.owner)
    expect((await manager.call('GET', path)).status).toBe(404)
  })

  test('a comment is found only under its own task', async () => {
    const [one, other] = [await setUp(), await setUp()]
    const { id } = await one.say('here')
    expect((await member.call('GET', `${other.path}/${id}`)).status).toBe(404)
    expect((await member.call('GET', `${ws.base}/tasks/${one.key}/comments/${id}`)).status).toBe(200)
  })
})

describe('listing threads', () => {
  test('is oldest first, or newest first, and pages by threads', async () => {
    const { say, list } = await setUp()
    const roots: Json[] = []
    for (const body of ['a', 'b', 'c']) roots.push(await say(body))
    for (const body of ['1', '2', '3']) await say(body, { parent_id: roots[0].id })
    expect(texts(await list())).toEqual(['a', 'b', 'c'])
    expect(texts(await list('?order=desc'))).toEqual(['c', 'b', 'a'])
    const page = await list('?limit=1&offset=0&replies=2')
    expect([page.total, page.items.length, page.items[0].reply_count]).toEqual([3, 1, 3])
    expect(texts({ items: page.items[0].replies })).toEqual(['1', '2'])
    expect((await list('?replies=0')).items[0].replies).toEqual([])
    const full = await member.ok('GET', `${ws.base}/tasks/${page.items[0].task_id}/comments/${roots[0].id}`)
    expect(texts({ items: full.replies })).toEqual(['1', '2', '3'])
  })

  test.each(['replies=51', 'replies=-1', 'order=up', 'resolved=maybe'])('rejects %s', async (query) => {
    const { path } = await setUp()
    const refused = await member.call('GET', `${path}?${query}`)
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      expect.stringContaining(`query.${query.split('=')[0]}: `),
    ])
  })

  test('filters open and resolved threads', async () => {
    const { path, say, list } = await setUp()
    const [done] = [await say('done'), await say('open')]
    await member.ok('POST', `${path}/${done.id}/resolve`)
    expect(texts(await list('?resolved=true'))).toEqual(['done'])
    expect(texts(await list('?resolved=false'))).toEqual(['open'])
    expect((await list()).total).toBe(2)
  })
})

describe('internal comments', () => {
  test('are not for viewers: not in lists, counts, threads, history or activity', async () => {
    const { id, path, say, list } = await setUp()
    const open = await say('open')
    await say('hushed reply', { parent_id: open.id, is_internal: true })
    const hushed = await say('hushed', { is_internal: true })
    const { is_internal } = await say('under it', { parent_id: hushed.id })
    expect(is_internal).toBe(true)
    expect([(await list()).total, (await list()).items[0].reply_count]).toEqual([2, 1])
    const visible = await list('', viewer)
    expect([visible.total, texts(visible), visible.items[0].reply_count, visible.items[0].replies]).toEqual([
      1,
      ['open'],
      0,
      [],
    ])
    expect(visible.items[0].last_reply_at).toBe(null)
    expect((await viewer.call('GET', `${path}/${hushed.id}`)).status).toBe(404)
    const kinds = async (who: Caller) =>
      (await who.ok('GET', `${ws.base}/tasks/${id}/history`)).items.flatMap(({ changes }: Json) =>
        changes.map(({ kind }: Json) => kind),
      )
    expect((await kinds(member)).toSorted()).toEqual([
      'commented',
      'commented',
      'commented',
      'commented',
      'created',
    ])
    expect((await kinds(viewer)).toSorted()).toEqual(['commented', 'created'])
    const stream = await viewer.ok('GET', `${ws.base}/projects/${home.id}/activity?limit=200`)
    expect(JSON.stringify(stream)).not.toContain(hushed.id)
    expect(JSON.stringify(stream)).toContain(open.id)
    expect(stream.items.find(({ type }: Json) => type === 'task.commented').summary).toBe(
      'commented on the task',
    )
  })

  test('row-level security hides them even if a query does not', async () => {
    const { say } = await setUp()
    const { id } = await say('hushed', { is_internal: true })
    const { DATABASE_URL, SQL_ENDPOINT } = env()
    const held = async (rank: number) => {
      const responses = await openDatabase(DATABASE_URL, SQL_ENDPOINT, 5000).batch([
        sql`select set_config('app.org_id', ${ws.org.id}, true), set_config('app.rank', ${String(rank)}, true)`,
        sql`select count(*) from comments where id = ${id}`,
        sql`select count(*) from task_events where new_value->>'comment_id' = ${id}`,
      ])
      return responses.slice(1).map(Number)
    }
    expect([await held(10), await held(20)]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})
