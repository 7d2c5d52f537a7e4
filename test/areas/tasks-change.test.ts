import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const events = (taskId: string) =>
  asOwner(
    'select kind, field, old_value, new_value, change_id from task_events where task_id = $1 order by id',
    [taskId],
  )

describe('changing tasks', () => {
  test('starting, finishing and reopening set and clear the timestamps and move the card', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const { id: taskId } = await task(ws, id)
    const patch = async (status: string) => ws.owner.call('PATCH', `${ws.base}/tasks/${taskId}`, { status })
    const started = await patch('in_progress')
    expect([started.status, started.roundTrips]).toEqual([200, 1])
    expect(started.body).toMatchObject({
      column: { id: columns.in_progress },
      version: 2,
      completed_at: null,
    })
    const done = (await patch('done')).body
    expect(done).toMatchObject({
      column: { id: columns.done },
      progress_percent: 100,
      started_at: started.body.started_at,
    })
    expect(done.completed_at).not.toBeNull()
    const reopened = (await patch('in_progress')).body
    expect(reopened).toMatchObject({ completed_at: null, started_at: started.body.started_at })
    const cancelled = (await patch('cancelled')).body
    expect(cancelled).toMatchObject({ column: null, completed_at: null })
    expect(cancelled.cancelled_at).not.toBeNull()
    expect((await patch('todo')).body).toMatchObject({ cancelled_at: null, column: { id: columns.todo } })
    expect(await asOwner('select reopen_count from tasks where id = $1', [taskId])).toEqual([
      { reopen_count: 2 },
    ])
  })

  test('setting the same values again creates no event, audit entry or version', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const created = await task(ws, id, { description: 'a'.repeat(500), estimate_points: 3 })
    const reply = await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, {
      title: created.title,
      description: created.description,
      status: 'todo',
      column_id: columns.todo,
      estimate_points: 3,
      assignee_id: null,
      archived: false,
    })
    expect([reply.version, reply.updated_at]).toEqual([1, created.updated_at])
    expect(await events(created.id)).toHaveLength(1)
    expect(
      await asOwner(`select from audit_log where org_id = $1 and action = 'task.updated'`, [ws.org.id]),
    ).toEqual([])
  })

  test('each changed field is one event, and all of one request share a change', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, {
      title: 'New',
      description: 'Long',
      status: 'in_progress',
      assignee_id: ws.owner.id,
      due_date: '2026-12-24',
    })
    const [, ...changed] = await events(created.id)
    expect(changed.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      'updated title',
      'updated description',
      'status_changed status',
      'moved column_id',
      'assigned assignee_id',
      'updated due_date',
    ])
    expect(new Set(changed.map(({ change_id }) => change_id)).size).toBe(1)
    expect(changed[1]).toMatchObject({ old_value: null, new_value: { length: 4 } })
    expect(changed[2]).toMatchObject({ old_value: 'todo', new_value: 'in_progress' })
  })

  test('a column sets its status; between columns of one status only a move is reported', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const [review] = await asOwner(
      `insert into board_columns (org_id, project_id, name, status, rank)
      values ($1, $2, 'Review', 'in_progress', 'a1V') returning id`,
      [ws.org.id, id],
    )
    const created = await task(ws, id)
    const path = `${ws.base}/tasks/${created.id}`
    expect(await ws.owner.ok('PATCH', path, { column_id: review.id })).toMatchObject({
      status: 'in_progress',
    })
    expect(await ws.owner.ok('PATCH', path, { status: 'in_progress' })).toMatchObject({
      column: { id: review.id },
      version: 2,
    })
    await ws.owner.ok('PATCH', path, { column_id: columns.in_progress })
    expect((await events(created.id)).at(-1)).toMatchObject({ kind: 'moved', field: 'column_id' })
    expect((await events(created.id)).filter(({ kind }) => kind === 'status_changed')).toHaveLength(1)
    const both = await ws.owner.call('PATCH', path, { status: 'done', column_id: review.id })
    expect([both.status, both.body.error.message]).toEqual([
      422,
      'body.column_id: shows the status in_progress, not done',
    ])
    expect(await ws.owner.ok('PATCH', path, { column_id: null, status: 'done' })).toMatchObject({
      column: { id: columns.done },
    })
  })

  test('bodies are rejected with all their problems', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id, { start_date: '2026-12-10' })
    const refused = async (body: unknown) => {
      const reply = await ws.owner.call('PATCH', `${ws.base}/tasks/${created.id}`, body)
      expect(reply.status).toBe(422)
      return reply.body.error.message
    }
    expect(await refused({})).toBe('body: at least one field required')
    expect(await refused({ version: 1 })).toBe('body: at least one field required')
    expect(await refused({ due_date: '2026-12-09' })).toBe('body.due_date: before start_date')
    expect(await refused({ sprint_id: unknownId, assignee_id: unknownId, parent_id: created.id })).toBe(
      'body.assignee_id: not an active member; body.parent_id: the task itself; body.sprint_id: not found',
    )
    expect(await refused({ rrule: 'every day' })).toContain('body.rrule: must be an RRULE')
    expect(await refused({ rank: 'a0' })).toContain('body.rank: unknown field')
    expect(await refused({ progress_percent: 101 })).toBe('body.progress_percent: must be 0 to 100')
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { due_date: '2026-12-20' })
    expect(await refused({ start_date: '2026-12-21' })).toBe('body.start_date: after due_date')
    expect(
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { sprint_id: null, start_date: null }),
    ).toMatchObject({ start_date: null, due_date: '2026-12-20' })
  })

  test('only active members, from the role member on and with access, can be assigned', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const hidden = await project(ws, { visibility: 'private' })
    const [member, viewer, gone] = [await join(ws), await join(ws, 'viewer'), await join(ws)]
    await asOwner(`update organization_members set status = 'deactivated' where user_id = $1`, [gone.id])
    const [open, secret] = [await task(ws, id), await task(ws, hidden.id)]
    const assign = async (taskId: string, who: { id: string }) =>
      (await ws.owner.call('PATCH', `${ws.base}/tasks/${taskId}`, { assignee_id: who.id })).body
    expect(await assign(open.id, member)).toMatchObject({ assignee: { user_id: member.id } })
    expect((await assign(open.id, viewer)).error.message).toBe(
      'body.assignee_id: a viewer cannot be assigned',
    )
    expect((await assign(open.id, gone)).error.message).toBe('body.assignee_id: not an active member')
    expect((await assign(secret.id, member)).error.message).toBe(
      'body.assignee_id: has no access to the project',
    )
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by)
      values ($1, $2, $3, 'contributor', $4)`,
      [ws.org.id, hidden.id, member.id, ws.owner.id],
    )
    expect(await assign(secret.id, member)).toMatchObject({ assignee: { user_id: member.id } })
  })

  test('the same version twice: different fields both win, the same field is a conflict', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id)
    const path = `${ws.base}/tasks/${created.id}`
    await ws.owner.ok('PATCH', path, { title: 'First', version: 1 })
    expect(await ws.owner.ok('PATCH', path, { priority: 'high' }, { 'if-match': '"v1"' })).toMatchObject({
      title: 'First',
      priority: 'high',
      version: 3,
    })
    const late = await ws.owner.call('PATCH', path, { title: 'Second', archived: true, version: 1 })
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'changed by somebody else since version 1: title',
    ])
    await ws.owner.ok('PATCH', path, { archived: true })
    const archiving = await ws.owner.call('PATCH', path, { archived: false, version: 3 })
    expect([archiving.status, archiving.body.error.message]).toEqual([
      409,
      'changed by somebody else since version 3: archived_at',
    ])
  })

  test('what others do to a task moves updated_at, without a version', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const [changing, other] = [await task(ws, id), await task(ws, id)]
    const at = `${ws.base}/tasks/${changing.id}`
    let [latest, version] = [changing.updated_at, changing.version]
    const act = async (step: string, ...[method, path, body]: Parameters<typeof ws.owner.ok>) => {
      const answer = await ws.owner.ok(method, path, body)
      const found = await ws.owner.ok('GET', `${ws.base}/tasks?project_id=${id}&updated_since=${latest}`)
      const reread = await ws.owner.ok('GET', at)
      expect([step, reread.updated_at > latest, reread.version]).toEqual([step, true, version])
      expect([step, found.items.map((item: Json) => item.id).includes(changing.id)]).toEqual([step, true])
      latest = reread.updated_at
      return answer
    }
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Urgent' })
    await act('tag added', 'PUT', `${at}/tags/${tag.id}`)
    await act('tag removed', 'DELETE', `${at}/tags/${tag.id}`)
    const subtask = await act('subtask', 'POST', `${ws.base}/projects/${id}/tasks`, {
      title: 'Part',
      parent_id: changing.id,
    })
    await act('subtask done', 'PATCH', `${ws.base}/tasks/${subtask.id}`, { status: 'done' })
    const comment = await act('comment', 'POST', `${at}/comments`, { body: 'Ahoy' })
    await act('comment deleted', 'DELETE', `${at}/comments/${comment.id}`)
    const edge = await act('blocker', 'POST', `${at}/dependencies`, { task_id: other.id, type: 'blocked_by' })
    await act('blocker done', 'PATCH', `${ws.base}/tasks/${other.id}`, { status: 'done' })
    await act('dependency removed', 'DELETE', `${at}/dependencies/${edge.dependency_id}`)
    await act('time', 'POST', `${ws.base}/time-entries`, {
      task_id: changing.id,
      work_date: '2026-01-15',
      duration_seconds: 5400,
    })
    version += 1
    await act('moved', 'POST', `${at}/move`, { position: 'bottom' })
  })

  test('finishing with open subtasks and open blockers is reported, and rejected if the project enforces it', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const parent = await task(ws, id)
    await task(ws, id, { parent_id: parent.id })
    const path = `${ws.base}/tasks/${parent.id}`
    const blockers = [await task(ws, id), await task(ws, id)]
    for (const { id: task_id } of blockers)
      await ws.owner.ok('POST', `${path}/dependencies`, { task_id, type: 'blocked_by' })
    const result = `blocked by ${blockers.map(({ key }) => key).join(', ')}`
    expect((await ws.owner.ok('PATCH', path, { status: 'done' })).warnings).toEqual([
      '1 subtask is still open',
      result,
    ])
    expect((await ws.owner.ok('PATCH', path, { status: 'todo' })).warnings).toEqual([])
    await asOwner(`update projects set settings = '{"enforce_blockers": true}' where id = $1`, [id])
    const forbidden = await ws.owner.call('PATCH', path, { status: 'done' })
    expect([forbidden.status, forbidden.body.error.message]).toEqual([409, result])
    expect((await ws.owner.ok('GET', path)).status).toBe('todo')
  })

  test('the author and the assignee watch automatically; people who muted stay muted', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const member = await join(ws)
    const created = await task(ws, id)
    const path = `${ws.base}/tasks/${created.id}`
    const watchers = async (caller: Caller) => (await caller.ok('GET', `${path}/watchers`)).items
    expect(await watchers(ws.owner)).toMatchObject([
      { user_id: ws.owner.id, state: 'watching', reason: 'author' },
    ])
    await member.ok('PUT', `${path}/watchers/me`, { state: 'muted' })
    await ws.owner.ok('PATCH', path, { assignee_id: member.id })
    expect(await watchers(member)).toMatchObject([
      { reason: 'author' },
      { user_id: member.id, state: 'muted' },
    ])
  })
})
