import { inbox, mention, inboxSetup } from '../kit/inbox.ts'
import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('transferring tasks', () => {
  test('a task gets a new number and rank, is still found by its old key, and returns what was dropped', async () => {
    const ws = await workspace()
    const [from, to] = [await project(ws), await project(ws)]
    await task(ws, to.id)
    const local = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'local', project_id: from.id })
    const global = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'global' })
    const parent = await task(ws, from.id)
    const created = await task(ws, from.id, { parent_id: parent.id, tag_ids: [local.id, global.id] })
    const child = await task(ws, from.id, { parent_id: created.id, title: 'child' })
    const reply = await ws.owner.call('POST', `${ws.base}/tasks/${created.id}/transfer`, {
      project_id: to.id,
    })
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({
      key: `${to.key}-2`,
      parent: null,
      column: { id: to.columns.todo },
      tags: [{ name: 'global' }],
      warnings: [],
      dropped: {
        tags: [{ id: local.id, name: 'local' }],
        sprint: null,
        milestone: null,
        column: { id: from.columns.todo, name: 'To do' },
      },
    })
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${created.key}`)).id).toBe(created.id)
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${child.key}`)).toMatchObject({
      key: `${to.key}-3`,
      parent: { key: `${to.key}-2` },
    })
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${parent.id}`)).counts.subtasks).toBe(0)
    expect(
      await asOwner(`select kind from task_events where task_id = $1 and field = 'project_id'`, [created.id]),
    ).toEqual([{ kind: 'transferred' }])
  })

  test('subtasks can stay, without a parent', async () => {
    const ws = await workspace()
    const [from, to] = [await project(ws), await project(ws)]
    const created = await task(ws, from.id)
    const child = await task(ws, from.id, { parent_id: created.id })
    const moved = await ws.owner.ok('POST', `${ws.base}/tasks/${created.id}/transfer`, {
      project_id: to.id,
      include_subtasks: false,
    })
    expect(moved.counts.subtasks).toBe(0)
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${child.id}`)).toMatchObject({
      key: child.key,
      parent: null,
    })
  })

  test('the target must be another open project that I can see', async () => {
    const ws = await workspace()
    const [from, hidden, closed] = [
      await project(ws),
      await project(ws, { visibility: 'private' }),
      await project(ws),
    ]
    await asOwner('update projects set archived_at = now() where id = $1', [closed.id])
    const member = await join(ws)
    const created = await task(ws, from.id)
    const refused = async (project_id: string) => {
      const reply = await member.call('POST', `${ws.base}/tasks/${created.id}/transfer`, { project_id })
      expect(reply.status).toBe(422)
      return reply.body.error.message
    }
    const other = await workspace()
    for (const unknown of [unknownId, hidden.id, (await project(other)).id]) {
      expect(await refused(unknown)).toBe('body.project_id: not found')
    }
    expect(await refused(closed.id)).toBe('body.project_id: the project is archived')
    expect(await refused(from.id)).toBe('body.project_id: the task is in this project already')
  })

  test('an assignee without access to the new project is removed, which is reported', async () => {
    const ws = await workspace()
    const [from, hidden] = [await project(ws), await project(ws, { visibility: 'private' })]
    const member = await join(ws)
    const created = await task(ws, from.id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { assignee_id: member.id })
    const moved = await ws.owner.ok('POST', `${ws.base}/tasks/${created.id}/transfer`, {
      project_id: hidden.id,
    })
    expect(moved).toMatchObject({
      assignee: null,
      warnings: ['unassigned: the assignee has no access to the project'],
    })
  })
})

describe('duplicating tasks', () => {
  test('a copy is new: to do, unassigned, at the end, with tags and the complete tree', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    const created = await task(ws, id, {
      title: 'Root',
      description: 'text',
      type: 'story',
      priority: 'high',
      estimate_points: 5,
      due_date: '2027-01-01',
      tag_ids: [tag.id],
      external_source: 'x',
      external_id: '1',
    })
    const child = await task(ws, id, { title: 'Child', parent_id: created.id })
    await task(ws, id, { title: 'Grandchild', parent_id: child.id })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, {
      status: 'done',
      assignee_id: ws.owner.id,
      rrule: 'FREQ=DAILY',
    })
    const reply = await ws.owner.call('POST', `${ws.base}/tasks/${created.id}/duplicate`, {})
    expect([reply.status, reply.roundTrips]).toEqual([201, 1])
    expect(reply.body).toMatchObject({
      number: 5, // 4 is the next occurrence of what was done
      title: 'Root (copy)',
      description: 'text',
      type: 'story',
      priority: 'high',
      estimate_points: 5,
      due_date: '2027-01-01',
      status: 'todo',
      assignee: null,
      tags: [{ id: tag.id }],
      external: { source: 'x', id: null, author: null },
      rrule: null,
      counts: { subtasks: 1, subtasks_done: 0 },
      version: 1,
    })
    const tree = await ws.owner.ok('GET', `${ws.base}/tasks/${reply.body.id}/subtasks?tree=true`)
    expect(tree.items.map((item: Json) => item.title)).toEqual(['Child', 'Grandchild'])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${created.id}/subtasks?tree=true`)).total).toBe(2)
  })

  test('subtasks and tags can be left out', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    const created = await task(ws, id, { tag_ids: [tag.id] })
    await task(ws, id, { parent_id: created.id })
    const path = `${ws.base}/tasks/${created.id}/duplicate`
    expect(await ws.owner.ok('POST', path, { include: { subtasks: false, tags: false } })).toMatchObject({
      tags: [],
      counts: { subtasks: 0, comments: 0 },
    })
  })

  test('comments are copied on request, with author and time, and nobody is notified again', async () => {
    const { ws, owner, ada, item, path, comment } = await inboxSetup()
    const root = await comment(owner, `look ${mention(ada)}`)
    await comment(ada, 'an answer', { parent_id: root.id })
    const gone = await comment(owner, 'a slip')
    await owner.ok('DELETE', `${path}/comments/${gone.id}`)
    await comment(owner, 'for us', { is_internal: true })
    const before = await inbox(ws, ada)
    const copy = await owner.ok('POST', `${path}/duplicate`, { include: { comments: true } })
    expect(copy.counts.comments).toBe(3)
    const texts = async (id: string) =>
      (await owner.ok('GET', `${ws.base}/tasks/${id}/comments`)).items.map((one: Json) => [
        one.body,
        one.author.user_id,
        one.created_at,
        one.is_internal,
        one.replies?.map(({ body }: Json) => body),
      ])
    expect(await texts(copy.id)).toEqual(await texts(item.id))
    expect(await inbox(ws, ada)).toEqual(before)
  })
})
