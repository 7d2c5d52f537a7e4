import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { message, documentSetup } from '../kit/documents.ts'
import { project, task } from '../kit/makers.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})

/** A document with this text, and helpers for its comments. */
async function page(content = 'The train leaves at nine. The train is red.', draft: object = {}) {
  const { id } = await s.write({ content, ...draft })
  const path = `${s.base}/${id}/comments`
  return {
    id,
    path,
    say: (body: string, more: object = {}, who: Caller = s.member): Promise<Json> =>
      who.ok('POST', path, { body, ...more }),
    list: async (query = '', who: Caller = s.member): Promise<Json> => who.ok('GET', `${path}${query}`),
  }
}

describe('a comment on a document', () => {
  test('is created in one round trip, and readable by everybody who can read the document', async () => {
    const { id, path, list } = await page()
    const created = await s.member.call('POST', path, { body: 'Looks **good**' })
    expect([created.status, created.roundTrips, created.body]).toMatchObject([
      201,
      1,
      {
        document_id: id,
        parent_id: null,
        body: 'Looks **good**',
        author: { user_id: s.member.id },
        anchor: null,
        anchor_state: 'none',
        mentioned: [],
        version: 1,
      },
    ])
    expect(created.body).not.toHaveProperty('task_id')
    expect((await list('', s.viewer)).total).toBe(1)
    expect((await s.viewer.call('POST', path, { body: '' })).status).toBe(403)
  })

  test('has replies of one level, counts them and is resolved as a thread', async () => {
    const { path, say, list } = await page()
    const root = await say('root')
    const first = await say('first', { parent_id: root.id })
    const second = await say('second', { parent_id: first.id }, s.other)
    expect(second.parent_id).toBe(root.id)
    expect((await list()).items).toMatchObject([
      { reply_count: 2, replies: [{ body: 'first' }, { body: 'second' }] },
    ])
    expect(message(await s.member.call('POST', `${path}/${first.id}/resolve`))).toEqual([
      422,
      'path.comment_id: a reply; name the first comment of its thread',
    ])
    const resolved = await s.other.ok('POST', `${path}/${root.id}/resolve`)
    expect(resolved).toMatchObject({ resolved_by: { user_id: s.other.id } })
    expect((await s.member.ok('POST', `${path}/${root.id}/resolve`)).resolved_at).toBe(resolved.resolved_at)
    expect([(await list('?resolved=true')).total, (await list('?resolved=false')).total]).toEqual([1, 0])
    expect((await s.member.ok('POST', `${path}/${root.id}/unresolve`)).resolved_at).toBe(null)
  })

  test.each([
    [{ body: ' ' }, 'body.body: must not be empty'],
    [{ body: 'x', is_internal: true }, 'body.is_internal: unknown field'],
    [
      { body: 'x', anchor: { quote: 'not there' } },
      'body.anchor.quote: not in the current version of the document',
    ],
    [{ body: 'x', anchor: { quote: 'x'.repeat(501) } }, 'body.anchor.quote: at most 500 characters'],
    [{ body: 'x', anchor: { quote: '' } }, 'body.anchor.quote: must not be empty'],
  ])('%j is rejected', async (draft, reason) => {
    const { path } = await page()
    expect(message(await s.member.call('POST', path, draft))).toEqual([422, reason])
  })

  test('cannot be replied to, or found, from another document or a task', async () => {
    const [one, other] = [await page(), await page()]
    const home = await project(s.ws)
    const { id: taskId } = await task(s.ws, home.id)
    const onTask = await s.member.ok('POST', `${s.ws.base}/tasks/${taskId}/comments`, { body: 'x' })
    const setup = await one.say('here')
    for (const parent_id of [setup.id, onTask.id])
      expect(message(await s.member.call('POST', other.path, { body: 'x', parent_id }))).toEqual([
        422,
        'body.parent_id: not found among the comments of the document',
      ])
    const reply = await s.member.call('POST', `${s.ws.base}/tasks/${taskId}/comments`, {
      body: 'x',
      parent_id: setup.id,
    })
    expect(message(reply)).toEqual([422, 'body.parent_id: not found among the comments of the task'])
    for (const path of [`${other.path}/${setup.id}`, `${s.ws.base}/tasks/${taskId}/comments/${setup.id}`])
      expect((await s.member.call('PATCH', path, { body: 'x' })).status).toBe(404)
  })

  test('is edited only by its author, safely with a version, and deleted by managers too', async () => {
    const { path, say, list } = await page()
    const { id } = await say('mine')
    for (const who of [s.other, s.manager, s.ws.owner])
      expect(message(await who.call('PATCH', `${path}/${id}`, { body: 'forged' }))).toEqual([
        403,
        'only its author may do this',
      ])
    expect(await s.member.ok('PATCH', `${path}/${id}`, { body: 'edited', version: 1 })).toMatchObject({
      body: 'edited',
      version: 2,
      edited_at: expect.any(String),
    })
    expect((await s.member.call('PATCH', `${path}/${id}`, { body: 'late', version: 1 })).status).toBe(409)
    await say('reply', { parent_id: id }, s.other)
    expect((await s.other.call('DELETE', `${path}/${id}`)).status).toBe(403)
    expect((await s.manager.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await list()).items).toMatchObject([
      { id, deleted: true, body: null, author: null, reply_count: 1 },
    ])
  })

  test('returns who was mentioned, and who cannot read the document', async () => {
    const open = await page()
    const ownDocument = await page('x', { visibility: 'private' })
    const text = `@[Kai](user:${s.other.id}) @[Me](user:${s.member.id})`
    expect((await open.say(text)).mentioned).toEqual([
      { user_id: s.other.id, notified: true },
      { user_id: s.member.id, notified: false, reason: 'yourself' },
    ])
    expect((await ownDocument.say(text)).mentioned[0]).toEqual({
      user_id: s.other.id,
      notified: false,
      reason: 'no_access',
    })
  })

  test(
    'can be written on a locked document, and 50 concurrent ones are all counted',
    { tags: 'race' },
    async () => {
      const { id, say, list } = await page()
      await s.member.ok('PUT', `${s.base}/${id}/lock`, { locked: true })
      const root = await say('root', {}, s.other)
      await Promise.all(Array.from({ length: 50 }, (_, n) => say(`${n}`, { parent_id: root.id }, s.other)))
      expect((await list()).items[0].reply_count).toBe(50)
    },
  )
})

describe('an anchor', () => {
  test('is words of the current version; the text around them distinguishes several', async () => {
    const { id, say } = await page()
    const { version: _, ...first } = (await say('which?', { anchor: { quote: 'The train' } })).anchor
    expect(first).toEqual({ quote: 'The train', prefix: null, suffix: null, start: 0 })
    const second = await say('this', { anchor: { quote: 'The train', suffix: ' is red' } })
    expect([second.anchor, second.anchor_state]).toMatchObject([{ start: 26, version: 1 }, 'attached'])
    const behind = await say('this', { anchor: { quote: 'The train', prefix: 'nine. ', suffix: ' is gone' } })
    expect(behind.anchor.start).toBe(26)
    await s.edit(id, { content: 'Listen! ', edit_mode: 'prepend' })
    expect((await s.open(id)).content.indexOf('The train', 10)).toBe(10)
    const moved = (await s.member.ok('GET', `${s.base}/${id}/comments`)).items
    expect(moved.map(({ anchor }: Json) => anchor.start)).toEqual([10, 36, 36])
    expect(moved.map(({ version }: Json) => version)).toEqual([1, 1, 1])
  })

  test('on a reply is rejected', async () => {
    const { path, say } = await page()
    const root = await say('root')
    const draft = { body: 'x', parent_id: root.id, anchor: { quote: 'train' } }
    expect(message(await s.member.call('POST', path, draft))).toEqual([
      422,
      'body.anchor: a reply has none; its thread has',
    ])
  })

  test('whose words are deleted is orphaned, reported by the edit, and found again when they return', async () => {
    const { id, path, say, list } = await page()
    const red = await say('Why red?', { anchor: { quote: 'is red' } })
    const nine = await say('Too late', { anchor: { quote: 'nine' } })
    const saved = await s.edit(id, { content: 'blue', edit_mode: 'patch', find: 'red' }, s.other)
    expect(saved.orphaned_comments).toEqual([red.id])
    expect((await list()).items).toMatchObject([
      { id: red.id, anchor_state: 'orphaned', anchor: { quote: 'is red', start: null, version: 1 } },
      { id: nine.id, anchor_state: 'attached' },
    ])
    expect((await s.edit(id, { title: 'Trains' })).orphaned_comments).toEqual([])
    expect((await s.edit(id, { content: '!', edit_mode: 'append' })).orphaned_comments).toEqual([])
    const back = await s.member.ok('POST', `${s.base}/${id}/versions/1/restore`)
    expect(back.orphaned_comments).toEqual([])
    expect((await list()).items[0]).toMatchObject({ anchor_state: 'attached', anchor: { start: 36 } })
    await s.member.ok('POST', `${path}/${red.id}/resolve`)
  })

  test('is matched by words, whatever characters they contain', async () => {
    const { say } = await page('A %_\\ (x) [y] 𝒳𝒴 end')
    for (const [quote, start] of [
      ['%_\\', 2],
      ['(x) [y]', 6],
      ['𝒴 end', 15],
    ] as const)
      expect((await say('?', { anchor: { quote } })).anchor.start).toBe(start)
  })
})

test('comments are trashed and restored with the document', async () => {
  const { id, path, say, list } = await page()
  await say('kept')
  await s.member.ok('DELETE', `${s.base}/${id}`)
  expect((await s.member.call('GET', path)).status).toBe(404)
  await s.member.ok('POST', `${s.base}/${id}/restore`)
  expect((await list()).total).toBe(1)
  const events = await asOwner(
    `select from task_events where new_value->>'comment_id' in
    (select id::text from comments where document_id = $1)`,
    [id],
  )
  expect(events).toEqual([])
})
