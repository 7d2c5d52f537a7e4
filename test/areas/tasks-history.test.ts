import { describe, expect, test } from 'vitest'
import { historyFields } from '../../src/areas/tasks/filters.ts'
import { asOwner } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

describe('history', () => {
  test('changes of one request are one entry, newest first', async () => {
    const ws = await workspace()
    const taskRow = await task(ws, (await project(ws)).id, { title: 'Old' })
    const member = await join(ws, 'member', 'Grace Hopper')
    const path = `${ws.base}/tasks/${taskRow.id}`
    await member.ok('PATCH', path, { title: 'New', priority: 'high', description: 'secret words' })
    await ws.owner.ok('PATCH', path, { status: 'in_progress' })
    const reply = await ws.owner.call('GET', `${path}/history`)
    expect([reply.roundTrips, reply.body.total]).toEqual([1, 3])
    const [started, edited, created] = reply.body.items
    expect(started.changes.map((change: { field: string }) => change.field)).toEqual(['status', 'column_id'])
    expect(edited).toMatchObject({
      actor: { type: 'user', user_id: member.id, name: 'Grace Hopper' },
      changes: [
        { kind: 'updated', field: 'title', from: 'Old', to: 'New' },
        { kind: 'updated', field: 'description', from: null, to: { length: 12 } },
        { kind: 'updated', field: 'priority', from: 'medium', to: 'high' },
      ],
    })
    expect(created.changes).toMatchObject([
      { kind: 'created', field: null, from: null, to: { title: 'Old', status: 'todo' } },
    ])
    expect(reply.text).not.toContain('secret words')
    const some = await ws.owner.ok('GET', `${path}/history?fields=priority,status&limit=1`)
    expect([some.total, some.items.length, some.items[0].changes.length]).toEqual([2, 1, 1])
    expect((await ws.owner.call('GET', `${path}/history?fields=colour`)).status).toBe(422)
    const ofMember = await ws.owner.ok('GET', `${path}/history?actor_id=${member.id}`)
    expect(ofMember).toMatchObject({ total: 1, items: [{ actor: { name: 'Grace Hopper' } }] })
    const own = await ws.owner.ok('GET', `${path}/history?actor_id=me&fields=status`)
    expect(own.items.map((one: { changes: { field: string }[] }) => one.changes[0]!.field)).toEqual([
      'status',
    ])
  })

  test('every field with events can be filtered by', async () => {
    const [{ fields }] = await asOwner('select app.event_fields() as fields')
    expect(fields.toSorted()).toEqual(historyFields.toSorted())
  })

  test('events can be neither changed nor deleted', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    for (const statement of ['update task_events set kind = $2', 'delete from task_events']) {
      await expect(
        asOwner(`${statement} where task_id = $1 ${statement.includes('$2') ? '' : 'and $2 <> $1::text'}`, [
          created.id,
          'x',
        ]),
      ).rejects.toThrow('append-only')
    }
  })
})

describe('time in status', () => {
  test('follows the events; lead and cycle time count calendar and working days', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    const path = `${ws.base}/tasks/${created.id}`
    expect(await ws.owner.ok('GET', `${path}/time-in-status`)).toMatchObject({
      spans: [{ status: 'todo', to: null }],
      lead_seconds: null,
      cycle_seconds: null,
    })
    await ws.owner.ok('PATCH', path, { status: 'in_progress' })
    await ws.owner.ok('PATCH', path, { status: 'done' })
    const friday = '2026-11-20T22:00:00Z'
    const monday = '2026-11-23T12:00:00Z'
    await asOwner(`update organizations set timezone = 'Europe/Madrid' where id = $1`, [ws.org.id])
    await asOwner('update tasks set created_at = $2, started_at = $2, completed_at = $3 where id = $1', [
      created.id,
      friday,
      monday,
    ])
    const reply = await ws.owner.call('GET', `${path}/time-in-status`)
    expect(reply.roundTrips).toBe(1)
    expect(reply.body.spans.map((span: { status: string }) => span.status)).toEqual([
      'todo',
      'in_progress',
      'done',
    ])
    expect(reply.body.lead_seconds).toEqual({ calendar: 62 * 3600, working: (1 + 13) * 3600 })
    expect(reply.body.cycle_seconds).toEqual(reply.body.lead_seconds)
  })
})

describe('watchers', () => {
  test('people watch, mute and stop for themselves; for others a manager is required', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    const [member, other, viewer, manager] = [
      await join(ws),
      await join(ws),
      await join(ws, 'viewer'),
      await join(ws, 'manager'),
    ]
    const path = `${ws.base}/tasks/${created.id}/watchers`
    const put = (who: typeof member, whom: string, state = 'watching') =>
      who.call('PUT', `${path}/${whom}`, { state })
    const watching = await put(member, 'me')
    expect([watching.status, watching.roundTrips, watching.body]).toMatchObject([
      200,
      1,
      {
        user_id: member.id,
        state: 'watching',
        reason: 'manual',
      },
    ])
    expect((await put(member, member.id, 'muted')).body.state).toBe('muted')
    expect((await put(member, other.id)).status).toBe(403)
    expect((await put(viewer, 'me')).status).toBe(403)
    expect((await put(manager, other.id)).status).toBe(200)
    expect((await put(member, 'me', 'gone')).status).toBe(422)
    const list = await viewer.ok('GET', path)
    expect(list.items).toHaveLength(3)
    expect((await other.call('DELETE', `${path}/${member.id}`)).status).toBe(403)
    expect((await member.call('DELETE', `${path}/me`)).status).toBe(204)
    expect((await member.call('DELETE', `${path}/me`)).status).toBe(204)
    expect((await viewer.ok('GET', path)).items).toHaveLength(2)
    const audit = await asOwner(
      `select action from audit_log where org_id = $1 and entity_type = 'task_watchers'
      order by id`,
      [ws.org.id],
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'task.watcher_set',
      'task.watcher_set',
      'task.watcher_set',
      'task.watcher_removed',
    ])
  })

  test('only members who can open the project can watch', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws, { visibility: 'private' })).id)
    const [member, stranger] = [await join(ws), (await workspace()).owner]
    const put = async (whom: string) =>
      await ws.owner.call('PUT', `${ws.base}/tasks/${created.id}/watchers/${whom}`, { state: 'watching' })
    expect((await put(stranger.id)).body.error.message).toBe('member not found')
    const refused = await put(member.id)
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'path.user_id: has no access to the project',
    ])
  })
})
