import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Json } from '../kit/client.ts'
import { actions, join, project, task, workspace, type Project, type Workspace } from '../kit/makers.ts'

let ws: Workspace
let home: Project
let author: Caller
let member: Caller
let manager: Caller
beforeAll(async () => {
  ws = await workspace()
  home = await project(ws)
  author = await join(ws, 'member', 'Grace Hopper')
  member = await join(ws)
  manager = await join(ws, 'manager')
})

async function setUp() {
  const { id } = await task(ws, home.id)
  const path = `${ws.base}/tasks/${id}/comments`
  return {
    id,
    path,
    say: (body: string, more: object = {}): Promise<Json> => author.ok('POST', path, { body, ...more }),
    list: (): Promise<Json> => author.ok('GET', path),
    count: async () => (await author.ok('GET', `${ws.base}/tasks/${id}`)).counts.comments,
  }
}

describe('editing a comment', () => {
  test('is only for its author, whatever the role, and that is checked before the body', async () => {
    const { path, say } = await setUp()
    const { id } = await say('mine')
    for (const who of [member, manager, ws.owner]) {
      for (const body of [{ body: 'forged' }, { body: '' }]) {
        const refused = await who.call('PATCH', `${path}/${id}`, body)
        expect([refused.status, refused.body.error]).toMatchObject([
          403,
          { code: 'forbidden', message: 'only its author may do this' },
        ])
      }
    }
    const edited = await author.call('PATCH', `${path}/${id}`, { body: 'still mine' })
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { body: 'still mine', edited_at: expect.any(String), version: 2, mentioned: [] },
    ])
    for (const body of [{}, { body: '  ' }, { parent_id: id }]) {
      expect((await author.call('PATCH', `${path}/${id}`, body)).status).toBe(422)
    }
  })

  test('to the same text changes nothing', async () => {
    const { path, say } = await setUp()
    const { id } = await say('same')
    expect(await author.ok('PATCH', `${path}/${id}`, { body: 'same' })).toMatchObject({
      version: 1,
      edited_at: null,
    })
  })

  test('with a version conflicts if the text changed since', async () => {
    const { path, say } = await setUp()
    const { id } = await say('first')
    await author.ok('PATCH', `${path}/${id}`, { body: 'second', version: 1 })
    const late = await author.call('PATCH', `${path}/${id}`, { body: 'third', version: 1 })
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'changed by somebody else since version 1: body',
    ])
    const [one, two] = await Promise.all(
      ['a', 'b'].map((body) => author.call('PATCH', `${path}/${id}`, { body }, { 'if-match': '"v2"' })),
    )
    expect([one!.status, two!.status].toSorted()).toEqual([200, 409])
  })
})

describe('deleting a comment', () => {
  test('is for its author and managers', async () => {
    const { path, say } = await setUp()
    const [one, two] = [await say('one'), await say('two')]
    expect((await member.call('DELETE', `${path}/${one.id}`)).status).toBe(403)
    expect((await author.call('DELETE', `${path}/${one.id}`)).status).toBe(204)
    expect((await manager.call('DELETE', `${path}/${two.id}`)).status).toBe(204)
    expect((await author.call('DELETE', `${path}/${one.id}`)).status).toBe(404)
  })

  test('without replies removes it, and updates counts', async () => {
    const { path, say, list, count } = await setUp()
    const root = await say('root')
    const reply = await say('reply', { parent_id: root.id })
    expect(await count()).toBe(2)
    await author.ok('DELETE', `${path}/${reply.id}`)
    expect((await list()).items[0]).toMatchObject({ reply_count: 0, last_reply_at: null, replies: [] })
    await author.ok('DELETE', `${path}/${root.id}`)
    expect([await count(), (await list()).total]).toEqual([0, 0])
    expect((await author.call('GET', `${path}/${root.id}`)).status).toBe(404)
  })

  test('with replies leaves a placeholder: no text, no author, and the thread stays', async () => {
    const { path, say, list, count } = await setUp()
    const root = await say(`root @[Grace](user:${member.id})`)
    await author.ok('PUT', `${path}/${root.id}/reactions/👍`)
    const reply = await say('reply', { parent_id: root.id })
    await author.ok('DELETE', `${path}/${root.id}`)
    const placeholder = {
      id: root.id,
      deleted: true,
      body: null,
      author: null,
      mentions: [],
      reactions: [],
      reply_count: 1,
      replies: [{ body: 'reply' }],
    }
    expect((await list()).items).toMatchObject([placeholder])
    const one = await author.ok('GET', `${path}/${root.id}`)
    expect(one).toMatchObject(placeholder)
    expect(JSON.stringify({ ...one, replies: [] })).not.toContain(author.id)
    expect((await author.call('PATCH', `${path}/${root.id}`, { body: 'back' })).status).toBe(404)
    expect((await author.call('DELETE', `${path}/${root.id}`)).status).toBe(404)
    expect((await author.call('PUT', `${path}/${root.id}/reactions/👍`)).status).toBe(404)
    expect((await say('more', { parent_id: root.id })).parent_id).toBe(root.id)
    expect(await count()).toBe(2)
    for (const id of [reply.id, (await list()).items[0].replies[1].id])
      await author.ok('DELETE', `${path}/${id}`)
    expect([(await list()).total, await count()]).toEqual([0, 0])
    const late = await author.call('POST', path, { body: 'x', parent_id: root.id })
    expect(late.status).toBe(422)
  })

  test('is final: it is not in any trash', async () => {
    const { path, say } = await setUp()
    const { id } = await say('gone')
    await author.ok('DELETE', `${path}/${id}`)
    expect((await ws.owner.ok('GET', `${ws.base}/trash?type=comment`)).total).toBe(0)
  })
})

describe('threads', () => {
  test('are resolved and reopened, idempotently', async () => {
    const { path, say } = await setUp()
    const { id } = await say('question')
    const first = await member.ok('POST', `${path}/${id}/resolve`)
    expect(first).toMatchObject({ resolved_by: { user_id: member.id }, resolved_at: expect.any(String) })
    const repeated = await manager.call('POST', `${path}/${id}/resolve`)
    expect([repeated.status, repeated.body]).toEqual([200, first])
    expect(await member.ok('POST', `${path}/${id}/unresolve`)).toMatchObject({
      resolved_at: null,
      resolved_by: null,
    })
    expect((await member.call('POST', `${path}/${id}/unresolve`)).status).toBe(200)
  })

  test('can be resolved only at their first comment', async () => {
    const { path, say } = await setUp()
    const { id } = await say('answer', { parent_id: (await say('question')).id })
    for (const action of ['resolve', 'unresolve']) {
      const refused = await member.call('POST', `${path}/${id}/${action}`)
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        'path.comment_id: a reply; name the first comment of its thread',
      ])
    }
  })

  test('stay resolved when a reply is added', async () => {
    const { path, say, list } = await setUp()
    const { id } = await say('question')
    await member.ok('POST', `${path}/${id}/resolve`)
    await say('late', { parent_id: id })
    expect((await list()).items[0]).toMatchObject({
      resolved_by: { user_id: member.id },
      reply_count: 1,
      replies: [{ resolved_at: null }],
    })
  })

  test('can be resolved when their first comment is deleted', async () => {
    const { path, say } = await setUp()
    const { id } = await say('question')
    await say('answer', { parent_id: id })
    await author.ok('DELETE', `${path}/${id}`)
    expect(await member.ok('POST', `${path}/${id}/resolve`)).toMatchObject({
      deleted: true,
      resolved_at: expect.any(String),
    })
  })
})

describe('reactions', () => {
  test('count people, each once per emoji, and can be removed', async () => {
    const { path, say, list } = await setUp()
    const { id } = await say('ship it')
    const react = (who: Caller, emoji: string) => who.ok('PUT', `${path}/${id}/reactions/${emoji}`)
    await react(member, '🎉')
    await react(member, '🎉')
    await react(author, '🎉')
    expect(await react(author, '👩🏽‍🚀')).toEqual({
      reactions: [
        { emoji: '🎉', count: 2, mine: true },
        { emoji: '👩🏽‍🚀', count: 1, mine: true },
      ],
    })
    expect((await author.call('DELETE', `${path}/${id}/reactions/🎉`)).status).toBe(204)
    expect((await author.call('DELETE', `${path}/${id}/reactions/🎉`)).status).toBe(204)
    expect((await list()).items[0].reactions[0]).toEqual({ emoji: '🎉', count: 1, mine: false })
  })

  test.each(['thumbsup', 'a', '👍👍', '%00', '1', '%F0%9F'])('%s is not an emoji', async (emoji) => {
    const { path, say } = await setUp()
    const { id } = await say('ship it')
    const refused = await member.call('PUT', `${path}/${id}/reactions/${emoji}`)
    expect([refused.status, refused.body.error.message]).toEqual([422, 'path.emoji: must be one emoji'])
  })
})

test('each write is audited under its own action', async () => {
  const own = await workspace()
  const { id: projectId } = await project(own)
  const { id: taskId } = await task(own, projectId)
  const path = `${own.base}/tasks/${taskId}/comments`
  const before = (await actions(own)).length
  const { id } = await own.owner.ok('POST', path, { body: 'x' })
  await own.owner.ok('PATCH', `${path}/${id}`, { body: 'y' })
  await own.owner.ok('PUT', `${path}/${id}/reactions/👍`)
  await own.owner.ok('DELETE', `${path}/${id}/reactions/👍`)
  await own.owner.ok('POST', `${path}/${id}/resolve`)
  await own.owner.ok('POST', `${path}/${id}/unresolve`)
  await own.owner.ok('DELETE', `${path}/${id}`)
  expect((await actions(own)).slice(before)).toEqual([
    'comment.created',
    'comment.updated',
    'comment.reaction_set',
    'comment.reaction_removed',
    'comment.resolved',
    'comment.reopened',
    'comment.deleted',
  ])
})
