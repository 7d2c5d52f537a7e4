import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { inbox, mention, settled, inboxSetup, summaries } from '../kit/inbox.ts'
import { project, task } from '../kit/makers.ts'

describe('one event is one notification', () => {
  test('for all watchers, but never for the actor', async () => {
    const { ws, owner, ada, bob, patch, watch } = await inboxSetup()
    await watch(ada)
    await patch(ada, { status: 'in_progress' })
    expect(await inbox(ws, ada)).toEqual([])
    expect(await inbox(ws, bob)).toEqual([])
    const [notice] = await inbox(ws, owner)
    expect(notice).toMatchObject({
      reason: 'status_changed',
      title: 'Fix it',
      count: 1,
      actor: { user_id: ada.id, name: 'Ada' },
      actor_type: 'user',
      entity: { type: 'task' },
      change: { from: 'todo', to: 'in_progress' },
      read_at: null,
    })
  })

  test('with the strongest reason that applies to the person', async () => {
    const { ws, owner, ada, bob, watch, patch, comment } = await inboxSetup()
    await watch(ada)
    await watch(bob)
    const root = await comment(bob, 'first')
    await comment(owner, `look ${mention(ada)}`, { parent_id: root.id })
    expect(summaries(await inbox(ws, ada))).toEqual(['mentioned Fix it', 'commented Fix it'])
    expect(summaries(await inbox(ws, bob))).toEqual(['replied Fix it'])
    await patch(owner, { assignee_id: bob.id, status: 'in_progress' })
    expect(summaries(await inbox(ws, bob))).toEqual(['assigned Fix it', 'replied Fix it'])
    expect(summaries(await inbox(ws, ada))[0]).toBe('status_changed Fix it')
  })

  test('people who resolved a thread are notified of replies, on tasks and on documents', async () => {
    const { ws, owner, ada, bob, path, comment } = await inboxSetup()
    const root = await comment(bob, 'first')
    await ada.ok('POST', `${path}/comments/${root.id}/resolve`)
    await comment(owner, 'and yet', { parent_id: root.id })
    expect(summaries(await inbox(ws, ada))).toEqual(['replied Fix it'])
    const page = await owner.ok('POST', `${ws.base}/documents`, { title: 'Plan' })
    const at = `${ws.base}/documents/${page.id}/comments`
    const { id } = await bob.ok('POST', at, { body: 'Why?' })
    await ada.ok('POST', `${at}/${id}/resolve`)
    await owner.ok('POST', at, { body: 'Because', parent_id: id })
    expect(summaries(await inbox(ws, ada))).toEqual(['replied Plan', 'replied Fix it'])
  })

  test('if the strongest reason is turned off, the next one applies', async () => {
    const { ws, owner, ada, comment } = await inboxSetup()
    const off = { reasons: { mentioned: { in_app: false } }, muted_project_ids: [] }
    await ada.ok('PUT', `${ws.base}/notification-preferences`, off)
    await comment(owner, mention(ada))
    expect(summaries(await inbox(ws, ada))).toEqual(['commented Fix it'])
    const all = { reasons: { commented: { in_app: false } }, muted_project_ids: [] }
    await ada.ok('PUT', `${ws.base}/notification-preferences`, all)
    await comment(owner, 'more')
    expect((await inbox(ws, ada)).length).toBe(1)
    await comment(owner, mention(ada))
    expect(summaries(await inbox(ws, ada))).toEqual(['mentioned Fix it', 'commented Fix it'])
  })

  test('an automation is not its author, who is notified like anyone else', async () => {
    const { ws, owner, home, item } = await inboxSetup()
    await asOwner(
      `insert into task_events (org_id, project_id, task_id, actor_id, actor_type, change_id, kind, field, old_value,
        new_value) values ($1, $2, $3, $4, 'automation', gen_random_uuid(), 'status_changed', 'status', '"todo"', '"done"')`,
      [ws.org.id, home.id, item.id, owner.id],
    )
    expect(await inbox(ws, owner)).toMatchObject([{ reason: 'status_changed', actor_type: 'automation' }])
  })

  test('the assignee of the next occurrence of a recurring task is notified', async () => {
    const { ws, owner, ada, patch } = await inboxSetup()
    await patch(owner, { assignee_id: ada.id, rrule: 'FREQ=DAILY', due_date: '2031-01-05' })
    await patch(owner, { status: 'done' })
    expect((await inbox(ws, ada)).map(({ reason, actor }) => [reason, actor?.name])).toEqual([
      ['assigned', undefined],
      ['status_changed', 'Ada Lovelace'],
      ['assigned', 'Ada Lovelace'],
    ])
  })

  test('watchers are notified of what blocks a task', async () => {
    const { ws, owner, ada, home, item } = await inboxSetup()
    const event = (kind: string) =>
      asOwner(
        `insert into task_events (org_id, project_id, task_id, actor_id, actor_type, change_id, kind, new_value)
          values ($1, $2, $3, $4, 'user', gen_random_uuid(), $5, '{}')`,
        [ws.org.id, home.id, item.id, ada.id, kind],
      )
    await event('blocked')
    expect(summaries(await inbox(ws, owner))).toEqual(['blocked Fix it'])
    await event('unblocked')
    expect(await inbox(ws, owner)).toEqual([])
  })
})

describe('states collapse', () => {
  test('while unread: one notification, from the last seen state to the current one', async () => {
    const { ws, owner, ada, patch } = await inboxSetup()
    await patch(ada, { status: 'in_progress' })
    await patch(ada, { status: 'done' })
    const [notice, ...more] = await inbox(ws, owner)
    expect([notice.count, notice.change, more]).toEqual([2, { from: 'todo', to: 'done' }, []])
    await owner.ok('PATCH', `${ws.base}/notifications/${notice.id}`, { read: true })
    await patch(ada, { status: 'cancelled' })
    expect((await inbox(ws, owner)).map(({ count, change }) => [count, change.to])).toEqual([
      [1, 'cancelled'],
      [2, 'done'],
    ])
  })

  test('an undo removes the notification, and the next change is a new one', async () => {
    const { ws, owner, ada, bob, patch } = await inboxSetup()
    await patch(ada, { status: 'in_progress', assignee_id: bob.id })
    await patch(ada, { status: 'todo', assignee_id: null })
    expect([await inbox(ws, owner), await inbox(ws, bob)]).toEqual([[], []])
    await patch(ada, { status: 'done', assignee_id: bob.id })
    expect((await inbox(ws, owner)).map(({ count, change }) => [count, change])).toEqual([
      [1, { from: 'todo', to: 'done' }],
    ])
    expect(summaries(await inbox(ws, bob))).toEqual(['assigned Fix it'])
  })

  test('an archived notification returns with news', async () => {
    const { ws, owner, ada, patch } = await inboxSetup()
    await patch(ada, { status: 'in_progress' })
    const [notice] = await inbox(ws, owner)
    await owner.ok('PATCH', `${ws.base}/notifications/${notice.id}`, { archived: true })
    expect(await inbox(ws, owner)).toEqual([])
    await patch(ada, { status: 'done' })
    expect((await inbox(ws, owner)).map(({ id, count }) => [id, count])).toEqual([[notice.id, 2]])
  })

  test('mentions and comments never do', async () => {
    const { ws, owner, ada, comment } = await inboxSetup()
    for (const body of ['one', 'two', mention(owner), mention(owner)]) await comment(ada, body)
    expect((await inbox(ws, owner)).map(({ reason, count }) => [reason, count])).toEqual([
      ['mentioned', 1],
      ['mentioned', 1],
      ['commented', 1],
      ['commented', 1],
    ])
  })

  test('work processed out of order ends in the same state', async () => {
    const { ws, owner, ada, patch } = await inboxSetup()
    await patch(ada, { status: 'in_progress' })
    await patch(ada, { status: 'done' })
    await settled(ws)
    await asOwner('delete from notifications where org_id = $1', [ws.org.id])
    const repeat = (payload: object) =>
      asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'notify', $2)`, [ws.org.id, payload])
    const [first, last] = await asOwner(
      `select payload from outbox where org_id = $1 and topic = 'notify' order by id`,
      [ws.org.id],
    )
    await repeat(last!.payload)
    await settled(ws)
    await repeat(first!.payload)
    expect((await inbox(ws, owner)).map(({ count, change }) => [count, change])).toEqual([
      [2, { from: 'todo', to: 'done' }],
    ])
  })
})

describe('muting', () => {
  test('a task still notifies of mentions and of being assigned it', async () => {
    const { ws, owner, ada, patch, comment, watch } = await inboxSetup()
    await watch(ada, 'muted')
    await patch(owner, { status: 'in_progress' })
    await comment(owner, 'nothing for you')
    expect(await inbox(ws, ada)).toEqual([])
    await patch(owner, { assignee_id: ada.id })
    expect(summaries(await inbox(ws, ada))).toEqual(['assigned Fix it'])
    await comment(owner, mention(ada))
    expect(summaries(await inbox(ws, ada))).toEqual(['mentioned Fix it', 'assigned Fix it'])
  })

  test('a project does the same', async () => {
    const { ws, owner, ada, home, patch, comment, watch } = await inboxSetup()
    await watch(ada)
    const mute = { reasons: {}, muted_project_ids: [home.id] }
    await ada.ok('PUT', `${ws.base}/notification-preferences`, mute)
    await patch(owner, { status: 'in_progress' })
    await comment(owner, 'nothing for you')
    expect(await inbox(ws, ada)).toEqual([])
    await comment(owner, mention(ada))
    expect(summaries(await inbox(ws, ada))).toEqual(['mentioned Fix it'])
  })
})

describe('changes of many tasks', () => {
  test('are one outbox entry, and one digest for each person', async () => {
    const { ws, owner, ada, bob, home } = await inboxSetup()
    const items = await Promise.all(Array.from({ length: 12 }, () => task(ws, home.id)))
    await ada.ok('PUT', `${ws.base}/tasks/${items[0].id}/watchers/${ada.id}`, { state: 'watching' })
    const ids = items.map(({ id }) => id)
    await bob.ok('POST', `${ws.base}/tasks/bulk`, {
      task_ids: ids,
      patch: { status: 'done' },
      mode: 'atomic',
    })
    const [digest, ...more] = await inbox(ws, owner)
    expect(more).toEqual([])
    expect(digest).toMatchObject({
      reason: 'status_changed',
      title: '12 tasks',
      count: 12,
      entity: { type: 'project', id: home.id },
      change: null,
    })
    expect(digest.tasks.length).toBe(10)
    expect(digest.tasks[0]).toMatchObject({ id: ids[0], reason: 'status_changed' })
    expect(summaries(await inbox(ws, ada))).toEqual([`status_changed ${items[0].title}`])
    const rows = await asOwner(`select id from outbox where org_id = $1 and topic = 'notify'`, [ws.org.id])
    expect(rows.length).toBe(1)
  })

  test('in several projects show what the reader can still see', async () => {
    const { ws, owner, ada, home, item } = await inboxSetup()
    const closed = await project(ws, { visibility: 'private' })
    const member = (who: string) =>
      asOwner(
        `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'contributor', $4)`,
        [ws.org.id, closed.id, who, owner.id],
      )
    await member(ada.id)
    const hidden = await task(ws, closed.id)
    for (const { id } of [item, hidden])
      await ada.ok('PUT', `${ws.base}/tasks/${id}/watchers/${ada.id}`, { state: 'watching' })
    const body = { task_ids: [item.id, hidden.id], patch: { status: 'done' }, mode: 'atomic' }
    await owner.ok('POST', `${ws.base}/tasks/bulk`, body)
    expect((await inbox(ws, ada)).map(({ tasks, project: its }) => [tasks.length, its])).toEqual([[2, null]])
    await asOwner('delete from project_members where user_id = $1', [ada.id])
    expect((await inbox(ws, ada)).map(({ tasks }) => tasks.map(({ id }: { id: string }) => id))).toEqual([
      [item.id],
    ])
    await owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
    expect(await inbox(ws, ada)).toEqual([])
  })
})
