import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json, person } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const named = (...people: { id: string }[]) =>
  people.map(({ id }, n) => `@[Person ${n}](user:${id})`).join(' ')

/** A workspace with a task, people in every role, and helpers for its comments. */
async function setUp(visibility = 'organization') {
  const ws = await workspace()
  const [author, colleague, viewer] = [await join(ws), await join(ws), await join(ws, 'viewer')]
  const home = await project(ws, { visibility })
  if (visibility === 'private')
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'contributor', $4)`,
      [ws.org.id, home.id, author.id, ws.owner.id],
    )
  const { id } = await task(ws, home.id)
  const path = `${ws.base}/tasks/${id}/comments`
  return {
    ws,
    author,
    colleague,
    viewer,
    home,
    id,
    path,
    say: (body: string, more: object = {}, who: Caller = author): Promise<Json> =>
      who.ok('POST', path, { body, ...more }),
    events: () =>
      asOwner(
        `select kind, actor_id, actor_type, request_id, field, old_value, new_value from task_events
          where task_id = $1 and kind <> 'created' order by id`,
        [id],
      ),
    watching: async () =>
      Object.fromEntries(
        (await asOwner('select user_id, state, reason from task_watchers where task_id = $1', [id])).map(
          ({ user_id, state, reason }) => [user_id, `${state} ${reason}`],
        ),
      ),
  }
}

describe('mentions', () => {
  test('return who was notified, and why others were not', async () => {
    const { ws, author, colleague, viewer, say } = await setUp('private')
    const stranger = await person()
    const admin = await join(ws, 'admin')
    const body = named(author, colleague, viewer, stranger, admin, admin)
    expect((await say(body)).mentioned).toEqual([
      { user_id: author.id, notified: false, reason: 'yourself' },
      { user_id: colleague.id, notified: false, reason: 'no_access' },
      { user_id: viewer.id, notified: false, reason: 'no_access' },
      { user_id: stranger.id, notified: false, reason: 'not_a_member' },
      { user_id: admin.id, notified: true },
    ])
  })

  test('of viewers on an internal comment, and of former members, have no effect', async () => {
    const { ws, viewer, colleague, say } = await setUp()
    await asOwner(
      `update organization_members set status = 'deactivated' where org_id = $1 and user_id = $2`,
      [ws.org.id, colleague.id],
    )
    const { mentioned, mentions } = await say(named(viewer, colleague), { is_internal: true })
    expect(mentioned).toEqual([
      { user_id: viewer.id, notified: false, reason: 'internal' },
      { user_id: colleague.id, notified: false, reason: 'not_a_member' },
    ])
    expect(mentions).toEqual([viewer.id, colleague.id])
    expect((await say(named(viewer))).mentioned).toEqual([{ user_id: viewer.id, notified: true }])
  })

  test('are parsed from the text alone', async () => {
    const { colleague, say } = await setUp()
    const upper = `@[Grace](user:${colleague.id.toUpperCase()})`
    expect((await say(`(${upper}) and ${upper}`)).mentions).toEqual([colleague.id])
    for (const body of [
      `@[Grace](${colleague.id})`,
      `[Grace](user:${colleague.id})`,
      `@[Gr\nace](user:${colleague.id})`,
      `@[Grace](user:${colleague.id.slice(1)})`,
      `user:${colleague.id}`,
    ])
      expect((await say(body)).mentions).toEqual([])
  })

  test('are at most 50 in a comment', async () => {
    const { author, colleague, path, say } = await setUp()
    const { id, mentioned } = await say(named(...Array.from({ length: 50 }, () => colleague)))
    expect(mentioned.length).toBe(1)
    const body = named(...Array.from({ length: 51 }, () => colleague))
    for (const refused of [
      await author.call('POST', path, { body }),
      await author.call('PATCH', `${path}/${id}`, { body }),
    ])
      expect([refused.status, refused.body.error.message]).toEqual([422, 'body.body: at most 50 mentions'])
  })

  test('of an edit notify only newly added people', async () => {
    const { ws, author, colleague, path, say, events } = await setUp()
    const { id } = await say(named(colleague))
    const body = named(colleague, ws.owner)
    const edited = await author.ok('PATCH', `${path}/${id}`, { body })
    expect(edited.mentions).toEqual([colleague.id, ws.owner.id])
    expect(edited.mentioned).toEqual([{ user_id: ws.owner.id, notified: true }])
    await author.ok('PATCH', `${path}/${id}`, { body: 'nobody' })
    expect((await events()).map(({ new_value }) => new_value.mentions)).toEqual([
      [colleague.id],
      [ws.owner.id],
      [],
    ])
  })

  test('do not slow down on hostile text', async () => {
    const { say } = await setUp()
    const began = performance.now()
    await say('@['.repeat(10_000))
    await say(`${'@[a'.repeat(6000)}](user:`)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('events', () => {
  test('have each change with actor and request, and never the text', async () => {
    const { author, colleague, path, say, events } = await setUp()
    const root = await author.call('POST', path, { body: `secret words ${named(colleague)}` })
    const { id } = root.body
    const reply = await say('more secret words', { parent_id: id })
    await author.ok('PATCH', `${path}/${id}`, { body: 'other secret words' })
    await colleague.ok('POST', `${path}/${id}/resolve`)
    const late = await say('late', { parent_id: id })
    await colleague.ok('POST', `${path}/${id}/unresolve`)
    await author.ok('DELETE', `${path}/${reply.id}`)
    const expected = { comment_id: id, parent_id: null, is_internal: false }
    const child = { comment_id: reply.id, parent_id: id, is_internal: false }
    const all = await events()
    expect(all.map(({ kind, actor_id, new_value }) => [kind, actor_id, new_value])).toEqual([
      ['commented', author.id, { ...expected, mentions: [colleague.id] }],
      ['commented', author.id, { ...child, mentions: [] }],
      ['comment_edited', author.id, { ...expected, mentions: [] }],
      ['thread_resolved', colleague.id, expected],
      ['commented', author.id, { ...child, comment_id: late.id, mentions: [], resolved_by: colleague.id }],
      ['thread_reopened', colleague.id, expected],
      ['comment_deleted', author.id, child],
    ])
    expect(all[0]).toMatchObject({
      actor_type: 'user',
      request_id: root.headers.get('x-request-id'),
      field: null,
      old_value: null,
    })
    expect(JSON.stringify(all)).not.toContain('secret')
  })

  test('are not written if nothing changed or the write was rejected', async () => {
    const { author, path, say, events } = await setUp()
    const { id } = await say('x')
    await author.ok('PATCH', `${path}/${id}`, { body: 'x' })
    await author.ok('POST', `${path}/${id}/unresolve`)
    await author.call('POST', path, { body: 'x', parent_id: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' })
    await author.ok('PUT', `${path}/${id}/reactions/👍`)
    expect((await events()).map(({ kind }) => kind)).toEqual(['commented'])
  })
})

describe('watching', () => {
  test('starts with a comment and with a mention', async () => {
    const { ws, author, colleague, viewer, say, watching } = await setUp()
    const stranger = await person()
    await say(named(colleague, viewer, stranger))
    expect(await watching()).toEqual({
      [ws.owner.id]: 'watching author',
      [author.id]: 'watching comment',
      [colleague.id]: 'watching mention',
      [viewer.id]: 'watching mention',
    })
  })

  test('stays muted when the person comments, and starts again with a mention', async () => {
    const { ws, author, colleague, id, say, watching } = await setUp()
    for (const who of [author, colleague])
      await who.ok('PUT', `${ws.base}/tasks/${id}/watchers/me`, { state: 'muted' })
    await say('my word')
    expect((await watching())[author.id]).toBe('muted manual')
    await say(named(colleague))
    expect((await watching())[colleague.id]).toBe('watching mention')
    await colleague.ok('PUT', `${ws.base}/tasks/${id}/watchers/me`, { state: 'watching' })
    await say(named(colleague))
    expect((await watching())[colleague.id]).toBe('watching mention')
  })
})

/** Counters of comments that differ from a recount. */
const drift = (taskId: string) =>
  asOwner(
    `select id::text, comment_count as kept from tasks t where id = $1 and comment_count <> (
      select count(*) from comments c where c.task_id = t.id and c.deleted_at is null)
    union all select c.id::text, c.reply_count from comments c cross join lateral (
        select count(*) as n, max(r.created_at) as last from comments r
        where r.parent_id = c.id and r.deleted_at is null) f
      where c.task_id = $1 and (c.reply_count <> f.n or c.last_reply_at is distinct from f.last)`,
    [taskId],
  )

describe('counters', () => {
  const step = fc.record({
    what: fc.constantFrom('add', 'reply', 'reply', 'delete', 'edit', 'resolve'),
    at: fc.nat(30),
  })

  test('equal a recount after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        const { author, id, path } = await setUp()
        const created: string[] = []
        for (const { what, at } of steps) {
          const one = created[at % (created.length || 1)]
          const reply =
            what === 'add' || !one
              ? await author.call('POST', path, { body: 'x' })
              : what === 'reply'
                ? await author.call('POST', path, { body: 'x', parent_id: one })
                : what === 'delete'
                  ? await author.call('DELETE', `${path}/${one}`)
                  : what === 'edit'
                    ? await author.call('PATCH', `${path}/${one}`, { body: `${at}` })
                    : await author.call('POST', `${path}/${one}/resolve`)
          if (reply.status >= 500) throw new Error(`${what}: ${reply.text}`)
          if (reply.status === 201) created.push(reply.body.id)
        }
        expect(await drift(id)).toEqual([])
      }),
      { numRuns: 8 },
    )
  })

  test('equal a recount after 50 concurrent replies and deletions', { tags: 'race' }, async () => {
    const { author, id, path, say } = await setUp()
    const root = await say('root')
    const old: Json[] = []
    for (let n = 0; n < 10; n++) old.push(await say(`${n}`, { parent_id: root.id }))
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 5
          ? author.call('POST', path, { body: 'x', parent_id: root.id })
          : author.call('DELETE', `${path}/${n % 2 ? root.id : old[n / 5]!.id}`),
      ),
    )
    expect(replies.filter(({ status }) => ![201, 204, 404].includes(status)).map(({ text }) => text)).toEqual(
      [],
    )
    expect(await drift(id)).toEqual([])
  })
})

test('erasing a task erases its comments and reactions', async () => {
  const { ws, author, id, path, say } = await setUp()
  const root = await say('root')
  await say('reply', { parent_id: root.id })
  await author.ok('PUT', `${path}/${root.id}/reactions/👍`)
  await ws.owner.ok('DELETE', `${ws.base}/tasks/${id}`)
  await ws.owner.ok('POST', `${ws.base}/tasks/${id}/purge`)
  for (const table of ['comments', 'comment_reactions'])
    expect(await asOwner(`select from ${table} where org_id = $1`, [ws.org.id])).toEqual([])
})
