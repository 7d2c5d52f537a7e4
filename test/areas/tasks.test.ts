import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('creating tasks', () => {
  test('a new task is to do, unassigned, in the first column, with key, branch name and url', async () => {
    const ws = await workspace()
    const { id, key, name, columns } = await project(ws)
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, {
      title: '  Fix the Lögin!  ',
      type: 'bug',
      priority: 'urgent',
      estimate_points: 2.5,
      due_date: '2026-12-01',
    })
    expect([reply.status, reply.roundTrips]).toEqual([201, 1])
    expect(reply.body).toMatchObject({
      key: `${key}-1`,
      number: 1,
      project: { id, key, name },
      title: 'Fix the Lögin!',
      status: 'todo',
      type: 'bug',
      priority: 'urgent',
      column: { id: columns.todo, name: 'To do' },
      assignee: null,
      reporter: { user_id: ws.owner.id, name: 'Ada Lovelace' },
      parent: null,
      sprint: null,
      milestone: null,
      tags: [],
      estimate_points: 2.5,
      progress_percent: 0,
      start_date: null,
      due_date: '2026-12-01',
      started_at: null,
      is_blocked: false,
      is_archived: false,
      external: null,
      version: 1,
      warnings: [],
      counts: { comments: 0, attachments: 0, subtasks: 0, subtasks_done: 0, open_blockers: 0 },
      branch_name: `${key.toLowerCase()}-1-fix-the-login`,
      url: `https://service.test/tasks/${key}-1`,
    })
    const read = await ws.owner.call('GET', `${ws.base}/tasks/${key.toLowerCase()}-1`)
    expect([read.status, read.roundTrips, read.headers.get('etag')]).toEqual([200, 1, '"v1"'])
    expect(read.body).toMatchObject({
      id: reply.body.id,
      children: { total: 0, done: 0, open: 0 },
      watchers_count: 1,
      is_watching: true,
    })
  })

  test('status and assignee are rejected by name at creation, with all other problems', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, {
      title: ' ',
      status: 'done',
      assignee_id: ws.owner.id,
      estimate_points: -1,
      colour: 'red',
      priority: 'top',
    })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
    for (const problem of [
      'body.status: not accepted at creation',
      'body.assignee_id: not accepted at creation',
      'body.title: must not be empty',
      'body.estimate_points: must not be negative',
      'body.colour: unknown field',
      'body.priority:',
    ])
      expect(reply.body.error.message).toContain(problem)
  })

  const refusals: [body: object, message: string][] = [
    [{ title: 'x'.repeat(256) }, 'body.title: at most 255 characters'],
    [{ title: 'x', estimate_points: 1.234 }, 'body.estimate_points: at most 2 decimals'],
    [{ title: 'x', estimate_minutes: -5 }, 'body.estimate_minutes: must not be negative'],
    [{ title: 'x', start_date: '2026-12-02', due_date: '2026-12-01' }, 'body.due_date: before start_date'],
    [{ title: 'x', sprint_id: unknownId }, 'body.sprint_id: not found'],
    [{ title: 'x', milestone_id: unknownId }, 'body.milestone_id: not found'],
    [{ title: 'x', parent_id: unknownId }, 'body.parent_id: not found'],
    [{ title: 'x', column_id: unknownId }, 'body.column_id: not found'],
    [{ title: 'x', tag_ids: [unknownId] }, 'body.tag_ids: not found, or a tag of another project'],
    [{ title: 'x', external_id: '7' }, 'body.external_id: send external_source and external_id together'],
    [{}, 'body.title: required'],
  ]
  test.each(refusals.map(([body, message]) => [message, body] as const))('%s', async (message, body) => {
    const ws = await workspace()
    const { id } = await project(ws)
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, body)
    expect([reply.status, reply.body.error.message, reply.roundTrips]).toEqual([422, message, 1])
  })

  test('a column of another status is rejected at creation; null sprint, tags and a to-do column are accepted', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const invalid = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, {
      title: 'x',
      column_id: columns.done,
    })
    expect(invalid.body.error.message).toBe('body.column_id: shows the status done, not todo')
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    const created = await task(ws, id, { column_id: columns.todo, sprint_id: null, tag_ids: [tag.id] })
    expect(created).toMatchObject({ column: { id: columns.todo }, tags: [{ id: tag.id, name: 'bug' }] })
  })

  test('the same external id in a project is a conflict', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const external = { external_source: 'github', external_id: '42' }
    expect((await task(ws, id, external)).external).toEqual({ source: 'github', id: '42', author: null })
    const repeated = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, {
      title: 'x',
      ...external,
    })
    expect([repeated.status, repeated.body.error.message]).toEqual([
      409,
      'a task with this external id exists in the project already',
    ])
  })

  test('among many, a repeated external id is named by its place', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const item = (external_id: string, external_source = 'github') => ({
      title: 'x',
      external_source,
      external_id,
    })
    const bulk = async (...items: object[]) => {
      const { status, body } = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items })
      return [status, body.error?.message]
    }
    expect(await bulk(item('1'), item('2'), item('2', 'jira'), item('2'))).toEqual([
      422,
      'body.items[3].external_id: is that of body.items[1] too',
    ])
    expect(await bulk({ title: 'none' }, item('1'), item('2'), item('2', 'jira'), { title: 'none' })).toEqual(
      [201, undefined],
    )
    expect(await bulk({ title: 'none' }, item('3'), item('2'))).toEqual([
      409,
      'body.items[2].external_id: a task with this external id exists in the project already',
    ])
  })

  test('many are created in the order of the input, with one block of numbers', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    await task(ws, id)
    const titles = Array.from({ length: 100 }, (_, n) => `Step ${n}`)
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks/bulk`, {
      items: titles.map((title) => ({ title })),
    })
    expect([reply.status, reply.roundTrips, reply.body.items.length]).toEqual([201, 1, 100])
    expect(reply.body.items.map((item: { title: string }) => item.title)).toEqual(titles)
    expect(reply.body.items.map((item: { number: number }) => item.number)).toEqual(
      titles.map((_, n) => n + 2),
    )
    const list = await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?limit=200`)
    expect(list.items.slice(1).map((item: { title: string }) => item.title)).toEqual(titles)
  })

  test('one invalid item rolls back the bulk, including its numbers', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks/bulk`, {
      items: [{ title: 'a' }, { title: 'b', parent_id: unknownId }, { title: 'c', sprint_id: unknownId }],
    })
    expect([reply.status, reply.body.error.message]).toEqual([
      422,
      'body.items[1].parent_id: not found; body.items[2].sprint_id: not found',
    ])
    const many = { items: Array.from({ length: 101 }, () => ({ title: 'x' })) }
    expect((await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks/bulk`, many)).status).toBe(422)
    expect((await task(ws, id)).number).toBe(1)
    const remaining = await asOwner('select count(*)::int as n from task_events where org_id = $1', [
      ws.org.id,
    ])
    expect(remaining).toEqual([{ n: 1 }])
  })

  test('numbers of deleted tasks are not reused', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${created.id}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${created.id}/purge`)
    expect((await task(ws, id)).number).toBe(2)
  })

  test('an Idempotency-Key creates one task, once', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const send = () =>
      ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, { title: 'x' }, { 'idempotency-key': 'k1' })
    const [first, second] = [await send(), await send()]
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks`)).total).toBe(1)
  })

  test('an Idempotency-Key whose response was not stored is rejected', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const send = () =>
      ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, { title: 'x' }, { 'idempotency-key': 'k1' })
    await send()
    await asOwner('update idempotency_keys set status = null, answer = null where org_id = $1', [ws.org.id])
    const { status, body } = await send()
    expect([status, body.error.message]).toEqual([
      409,
      'the first request with this Idempotency-Key may have taken effect, but its response was not kept; ' +
        'see what it did before you try again with another key',
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks`)).total).toBe(1)
  })

  test('viewers cannot create, strangers see nothing, archived projects are closed', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const viewer = await join(ws, 'viewer')
    const path = `${ws.base}/projects/${id}/tasks`
    expect((await viewer.call('POST', path, { title: 'x' })).status).toBe(403)
    expect((await viewer.call('GET', path)).status).toBe(200)
    const other = await workspace()
    expect((await other.owner.call('POST', path, { title: 'x' })).status).toBe(404)
    expect(
      (await other.owner.call('POST', `${other.base}/projects/${id}/tasks`, { title: 'x' })).status,
    ).toBe(404)
    await asOwner('update projects set archived_at = now() where id = $1', [id])
    const closed = await ws.owner.call('POST', path, { title: 'x' })
    expect([closed.status, closed.body.error.message]).toEqual([409, 'project is archived'])
  })

  test('creating writes one audit entry for the task and one event', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id)
    const audit = await asOwner(
      `select action, entity_type from audit_log where org_id = $1 and action = 'task.created'`,
      [ws.org.id],
    )
    expect(audit).toEqual([{ action: 'task.created', entity_type: 'tasks' }])
    const events = await asOwner('select kind, field, actor_id from task_events where task_id = $1', [
      created.id,
    ])
    expect(events).toEqual([{ kind: 'created', field: null, actor_id: ws.owner.id }])
    expect(await asOwner('select version from projects where id = $1', [id])).toEqual([{ version: 1 }])
  })
})
