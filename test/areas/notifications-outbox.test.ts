import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, call } from '../kit/client.ts'
import { database, inbox, mention, settled, inboxSetup, summaries } from '../kit/inbox.ts'
import { join, task } from '../kit/makers.ts'
import { complete, sprint, start } from '../kit/sprints.ts'
import { keyOf, modern, open, rpc } from '../mcp/rpc.ts'
import { startGateway, withoutDrain } from '../kit/gateways.ts'

const job = (org: string) =>
  asOwner<{ topic: string; payload: Record<string, unknown>; done_at: Date | null }>(
    `select topic, payload, done_at from outbox where org_id = $1 and topic <> 'audit.seal' order by id`,
    [org],
  )

describe('events are announced', () => {
  test('only if somebody else can react: unwatched changes cost no job', async () => {
    const { ws, owner, ada, patch, comment, path, home } = await inboxSetup()
    await patch(owner, { status: 'in_progress', assignee_id: owner.id, title: 'Mine' })
    await comment(owner, 'a note to myself')
    await task(ws, home.id)
    await owner.ok('DELETE', path)
    await owner.ok('POST', `${path}/restore`)
    await patch(ada, { title: 'Not told to anybody' })
    expect(await job(ws.org.id)).toEqual([])
    await patch(owner, { assignee_id: ada.id })
    await settled(ws)
    expect((await job(ws.org.id)).map(({ topic, payload }) => [topic, payload.event])).toEqual([
      ['notify', 'task.changed'],
    ])
  })

  test('once per change, however many fields and tasks it touches', async () => {
    const { ws, ada, patch } = await inboxSetup()
    await patch(ada, { status: 'done', assignee_id: ada.id, due_date: '2030-01-01', priority: 'high' })
    await settled(ws)
    expect((await job(ws.org.id)).length).toBe(1)
  })

  test('not if rolled back to a savepoint: only what happened is announced', async () => {
    const { ws, owner, ada, home } = await inboxSetup()
    const [one, two] = [await task(ws, home.id), await task(ws, home.id)]
    const invalid = { task_ids: [one.id, two.id, ws.org.id], patch: { status: 'done' }, mode: 'best_effort' }
    const { results } = await ada.ok('POST', `${ws.base}/tasks/bulk`, invalid)
    expect(results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
    expect(summaries(await inbox(ws, owner))).toEqual(['status_changed 2 tasks'])
    const atomic = { ...invalid, mode: 'atomic', patch: { status: 'todo' } }
    expect((await ada.call('POST', `${ws.base}/tasks/bulk`, atomic)).status).toBe(422)
    expect((await job(ws.org.id)).length).toBe(1)
  })
})

describe('after the response', () => {
  const waiting = async (org: string) =>
    (
      await asOwner(
        `select 1 from outbox where org_id = $1 and done_at is null and topic not in ('audit.seal', 'digest')`,
        [org],
      )
    ).length

  test('a comment, which names no job, drains what it announced', async () => {
    const { ws, owner, ada, comment } = await inboxSetup()
    await comment(ada, mention(owner))
    await expect.poll(() => waiting(ws.org.id)).toBe(0)
    expect((await owner.ok('GET', `${ws.base}/notifications`)).total).toBe(1)
  })

  test.each(['in a session', 'without one'])('a tool call drains too, %s', async (mode) => {
    const { ws, owner, ada, item } = await inboxSetup()
    const { token } = await keyOf(ws, {}, await join(ws, 'admin'))
    const params = { name: 'add_comment', arguments: { task_id: item.id, body: mention(owner, ada) } }
    const reply =
      mode === 'without one'
        ? await modern('tools/call', params, { token })
        : await rpc('tools/call', params, { token, session: await open({ token }) })
    expect(reply.body.result.isError).toBeUndefined()
    await expect.poll(() => waiting(ws.org.id)).toBe(0)
    expect((await owner.ok('GET', `${ws.base}/notifications?reason=mentioned`)).total).toBe(1)
  })

  test('only a write that announced something is followed by a round trip', async () => {
    const gateway = await startGateway()
    const { ws, owner, ada, path } = await inboxSetup()
    await owner.ok('GET', path)
    // The first write of a minute also schedules its seal, whose alarm a drain sets.
    await asOwner(
      `select app.schedule_chain_seal(app.chain_of($1, 'task.updated'), clock_timestamp() + minutes * interval '1 minute')
        from generate_series(0, 2) minutes`,
      [ws.org.id],
    )
    const trips = async (who: typeof owner, body: object) => {
      const before = gateway.requests()
      const reply = await call('PATCH', path, { body, headers: who.headers }, { SQL_ENDPOINT: gateway.url })
      expect([reply.status, reply.roundTrips]).toEqual([200, 1])
      await settled(ws)
      return gateway.requests() - before
    }
    expect(await trips(owner, { status: 'in_progress' })).toBe(1)
    const drained = trips(ada, { status: 'done' })
    await expect.poll(() => gateway.requests()).toBeGreaterThanOrEqual(3)
    await drained
    await gateway.stop()
  })

  test('a response neither waits for the drain nor fails with it', async () => {
    const gateway = await withoutDrain()
    const { ws, owner, ada, path } = await inboxSetup()
    const sent = { body: { status: 'done' }, headers: ada.headers }
    const reply = await call('PATCH', path, sent, { SQL_ENDPOINT: gateway.url })
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    await gateway.stop()
    expect(summaries(await inbox(ws, owner))).toEqual(['status_changed Fix it'])
  })
})

describe('the consumer', () => {
  const requeue = (org: string) =>
    asOwner(
      `update outbox set done_at = null, available_at = now() - interval '1 second' where org_id = $1 and topic = 'notify'`,
      [org],
    )
  const rows = (org: string) =>
    asOwner(
      `select id, user_id, reason, count, event_id, read_at, deleted_at from notifications where org_id = $1 order by id`,
      [org],
    )

  test('run twice over the same outbox writes nothing new, whatever happened to the notifications', async () => {
    const { ws, owner, ada, bob, home, patch, comment, watch } = await inboxSetup()
    await watch(bob)
    await comment(ada, mention(owner, bob))
    await comment(ada, 'deleted by its reader')
    await patch(ada, { status: 'in_progress' })
    await settled(ws)
    await patch(ada, { status: 'done', assignee_id: bob.id })
    await settled(ws)
    const [, , gone] = await inbox(ws, owner)
    await owner.ok('DELETE', `${ws.base}/notifications/${gone.id}`)
    await bob.ok('POST', `${ws.base}/notifications/read-all`, { before: new Date().toISOString() })
    await patch(ada, { status: 'cancelled' })
    await patch(ada, { assignee_id: null })
    const many = [await task(ws, home.id), await task(ws, home.id)].map(({ id }) => id)
    await bob.ok('POST', `${ws.base}/tasks/bulk`, {
      task_ids: many,
      patch: { status: 'done' },
      mode: 'atomic',
    })
    await settled(ws)
    const before = await rows(ws.org.id)
    expect(before.length).toBeGreaterThan(7)
    for (let attempt = 0; attempt < 2; attempt++) {
      await requeue(ws.org.id)
      await settled(ws)
      expect(await rows(ws.org.id)).toEqual(before)
    }
  })

  test(
    '50 comments at once give each watcher exactly 50 notices, when two drains run at once',
    { tags: 'race' },
    async () => {
      const { ws, owner, ada, bob, path, watch } = await inboxSetup()
      const cyd = await join(ws)
      for (const who of [ada, bob]) await watch(who)
      const bodies = Array.from({ length: 50 }, (_, n) => ({ body: `comment ${n}` }))
      const done = await Promise.all(bodies.map((body) => cyd.call('POST', `${path}/comments`, body)))
      expect(new Set(done.map(({ status }) => status))).toEqual(new Set([201]))
      await Promise.all([drain(database()), drain(database())])
      for (const who of [owner, ada, bob]) {
        const items = await inbox(ws, who, '?limit=200')
        expect(items.length).toBe(50)
        expect(new Set(items.map(({ comment_id }) => comment_id)).size).toBe(50)
      }
      expect(await inbox(ws, cyd)).toEqual([])
    },
  )

  test('has the original status, in whatever order the work is processed', async () => {
    const gateway = await withoutDrain()
    const { ws, owner, ada, path } = await inboxSetup()
    const way = ['in_progress', 'done', 'in_progress', 'done', 'todo', 'done', 'cancelled']
    for (const status of way)
      await call('PATCH', path, { body: { status }, headers: ada.headers }, { SQL_ENDPOINT: gateway.url })
    await gateway.stop()
    const job = (await asOwner(
      `select id from outbox where org_id = $1 and topic = 'notify' and done_at is null order by id`,
      [ws.org.id],
    )) as { id: string }[]
    const hold = (ids: string[], until: string) =>
      asOwner(`update outbox set available_at = ${until} where id = any ($1::uuid[])`, [ids])
    await hold(
      job.map(({ id }) => id),
      `now() + interval '1 hour'`,
    )
    // The second and third change cancel each other out before the first is known.
    for (const nth of [2, 1, 4, 6, 0, 3, 5]) {
      await hold([job[nth]!.id], 'now()')
      await drain(database())
    }
    const items = await inbox(ws, owner)
    expect(items.map(({ change }) => change)).toEqual([{ from: 'todo', to: 'cancelled' }])
  })

  test(
    '50 changes of a status at once are one unread notice that counts them',
    { tags: 'race' },
    async () => {
      const { ws, owner, ada, bob, path, patch } = await inboxSetup()
      const wishes = Array.from({ length: 50 }, (_, n) => (n % 2 ? 'in_progress' : 'done'))
      await Promise.all(wishes.map((status, n) => (n % 3 ? ada : bob).call('PATCH', path, { status })))
      await Promise.all([drain(database()), drain(database()), drain(database())])
      await patch(ada, { status: 'cancelled' })
      const [notice, ...more] = await inbox(ws, owner)
      expect([notice.change, more]).toEqual([{ from: 'todo', to: 'cancelled' }, []])
      const [{ changes }] = (await asOwner(
        `select count(*)::int as changes from task_events where org_id = $1 and field = 'status'`,
        [ws.org.id],
      )) as [{ changes: number }]
      expect(notice.count).toBeLessThanOrEqual(changes)
      expect(notice.count).toBeGreaterThan(1)
    },
  )
})

describe('a sprint', () => {
  test('that starts or completes notifies assignees and watchers of its tasks, including those that left it', async () => {
    const { ws, owner, ada, bob, viewer, home, path, watch } = await inboxSetup()
    await watch(ada)
    const { id } = await sprint(ws, home.id, { name: 'Sprint 1' })
    await owner.ok('PATCH', path, { assignee_id: bob.id, sprint_id: id })
    await start(ws, id)
    await settled(ws)
    await complete(ws, id)
    for (const who of [ada, bob])
      expect(summaries(await inbox(ws, who)).slice(0, 2)).toEqual([
        'sprint_completed Sprint 1',
        'sprint_started Sprint 1',
      ])
    for (const who of [owner, viewer]) expect(await inbox(ws, who)).toEqual([])
    const [notice] = await inbox(ws, bob)
    expect(notice).toMatchObject({ entity: { type: 'sprint', id }, actor: { user_id: owner.id } })
  })

  test('that concerns nobody else is not announced', async () => {
    const { ws, home } = await inboxSetup()
    const { id } = await sprint(ws, home.id)
    await start(ws, id)
    await complete(ws, id)
    expect(
      (await job(ws.org.id)).filter(({ payload }) => String(payload.event).startsWith('sprint.')),
    ).toEqual([])
  })
})
