import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, taskRow, workspace } from '../kit/makers.ts'

describe('archived projects', () => {
  test('an archived project is read-only until it is unarchived', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website' })
    const path = `${base}/projects/${id}`
    const archived = await owner.call('POST', `${path}/archive`)
    expect([archived.status, archived.roundTrips, typeof archived.body.archived_at]).toEqual([
      200,
      1,
      'string',
    ])
    const writes: [string, string, Json?][] = [
      ['PATCH', '', { name: 'New' }],
      ['POST', '/archive'],
      ['PUT', '/members/me', { role: 'lead' }],
      ['DELETE', '/members/me'],
      ['POST', '/updates', { health: 'on_track', body: 'Good' }],
    ]
    for (const [method, tail, body] of writes) {
      const reply = await owner.call(method, path + tail, body)
      expect([tail, reply.status, reply.body.error]).toMatchObject([
        tail,
        409,
        {
          code: 'conflict',
          message: 'project is archived',
        },
      ])
    }
    expect((await owner.call('GET', `${path}/summary`)).status).toBe(200)
    const back = await owner.call('POST', `${path}/unarchive`)
    expect([back.status, back.roundTrips, back.body.archived_at]).toEqual([200, 1, null])
    const repeated = await owner.call('POST', `${path}/unarchive`)
    expect([repeated.status, repeated.body.error.message]).toEqual([409, 'project is not archived'])
  })
})

describe('the trash', () => {
  test('deleting hides the project everywhere at once, and restoring brings back exactly what was there', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const alive = await taskRow(ws, id)
    const dead = await taskRow(ws, id, { deleted_at: new Date() })
    await owner.ok('POST', `${base}/projects/${id}/archive`)
    const before = await owner.ok('GET', `${base}/projects/${id}`)
    const deleted = await owner.call('DELETE', `${base}/projects/WEB`)
    expect([deleted.status, deleted.roundTrips]).toEqual([204, 1])
    expect((await owner.call('GET', `${base}/projects/${id}`)).status).toBe(404)
    expect((await owner.call('GET', `${base}/projects/WEB`)).status).toBe(404)
    expect((await owner.call('PATCH', `${base}/projects/${id}`, { name: 'New' })).status).toBe(404)
    expect((await owner.call('PUT', `${base}/tasks/${alive.id}/tags`, { names: [] })).status).toBe(404)
    const restored = await owner.call('POST', `${base}/projects/WEB/restore`)
    const { version, updated_at } = restored.body
    expect([restored.status, restored.roundTrips, restored.body]).toEqual([
      200,
      1,
      { ...before, version, updated_at },
    ])
    const rows = await asOwner('select id from tasks where project_id = $1 and deleted_at is not null', [id])
    expect(rows).toEqual([{ id: dead.id }])
    expect((await owner.call('POST', `${base}/projects/${id}/restore`)).status).toBe(404)
  })

  test('a key or name that was taken meanwhile prevents restoring', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    await owner.ok('DELETE', `${base}/projects/${id}`)
    const other = await owner.ok('POST', `${base}/projects`, { name: 'New', key: 'WEB' })
    const key = await owner.call('POST', `${base}/projects/${id}/restore`)
    expect([key.status, key.body.error.message]).toEqual([409, 'this key is taken by another project'])
    await owner.ok('PATCH', `${base}/projects/${other.id}`, { key: 'NEW' })
    const alias = await owner.call('POST', `${base}/projects/${id}/restore`)
    expect([alias.status, alias.body.error.message]).toEqual([
      409,
      'the key WEB is a former key of another project',
    ])
    await owner.ok('DELETE', `${base}/projects/${other.id}`)
    await owner.ok('POST', `${base}/projects/${id}/restore`)
    await owner.ok('DELETE', `${base}/projects/${id}`)
    await owner.ok('POST', `${base}/projects`, { name: 'website', key: 'SITE' })
    const name = await owner.call('POST', `${base}/projects/${id}/restore`)
    expect([name.status, name.body.error.message]).toEqual([409, 'a project of this name already exists'])
  })

  test('the list shows each person what they can restore, and of a tree only its root', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const [admin, member] = [await join(ws, 'admin'), await join(ws, 'member', 'Max')]
    const web = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const app = await owner.ok('POST', `${base}/projects`, { name: 'App', key: 'APP' })
    const stamp = { deleted_at: '2026-01-02T03:04:05Z', deleted_by: member.id }
    const root = await taskRow(ws, web.id, { ...stamp, title: 'Root', reporter_id: member.id })
    await asOwner('update tasks set deleted_root = id where id = $1', [root.id])
    await taskRow(ws, web.id, { ...stamp, parent_id: root.id, deleted_root: root.id, reporter_id: member.id })
    await taskRow(ws, web.id, { ...stamp, title: 'Of somebody else' })
    await taskRow(ws, app.id, { ...stamp, reporter_id: member.id })
    await admin.ok('DELETE', `${base}/projects/${app.id}`)
    const ownTrash = await member.call('GET', `${base}/trash`)
    expect([ownTrash.roundTrips, ownTrash.body]).toEqual([
      1,
      {
        total: 1,
        limit: 50,
        offset: 0,
        items: [
          {
            type: 'task',
            id: root.id,
            label: 'WEB-1 Root',
            deleted_at: '2026-01-02T03:04:05.000Z',
            deleted_by: { user_id: member.id, name: 'Max' },
            purge_after: '2026-02-01T03:04:05.000Z',
            purging: false,
          },
        ],
      },
    ])
    const labels = async (query: string) =>
      (await admin.ok('GET', `${base}/trash${query}`)).items.map(({ label }: Json) => label)
    expect((await labels('')).sort()).toEqual(['App', 'WEB-1 Root', 'WEB-3 Of somebody else'])
    expect(await labels('?type=project')).toEqual(['App'])
    expect(await labels('?type=document')).toEqual([])
    const viewer = await join(ws, 'viewer')
    expect((await viewer.call('GET', `${base}/trash`)).status).toBe(403)
    expect((await owner.call('GET', `${base}/trash?type=invoice`)).status).toBe(422)
  })
})

describe('purging', () => {
  test('only the owner, only from the trash, only with the key', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const path = `${base}/projects/${id}/purge`
    const admin = await join(ws, 'admin')
    expect((await admin.call('POST', path, { confirm_key: 'WEB' })).status).toBe(403)
    const alive = await owner.call('POST', path, { confirm_key: 'WEB' })
    expect([alive.status, alive.body.error.message]).toEqual([
      409,
      'only a project in the trash can be purged',
    ])
    await owner.ok('DELETE', `${base}/projects/${id}`)
    const invalid = await owner.call('POST', path, { confirm_key: 'WEBB' })
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'body.confirm_key: is not the key of the project',
    ])
    expect((await owner.call('POST', path, {})).status).toBe(422)
  })

  test('a running purge is shown in the trash, cannot be started twice, and cannot be undone', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    await owner.ok('DELETE', `${base}/projects/${id}`)
    await asOwner('update projects set purge_started_at = now() where id = $1', [id])
    const purged = await owner.call('POST', `${base}/projects/WEB/purge`, { confirm_key: 'WEB' })
    expect([purged.status, purged.roundTrips]).toEqual([204, 1])
    expect(
      await asOwner("select payload from outbox where org_id = $1 and topic = 'project.purge'", [ws.org.id]),
    ).toEqual([])
    expect((await owner.ok('GET', `${base}/trash`)).items).toMatchObject([{ id, purging: true }])
    const back = await owner.call('POST', `${base}/projects/${id}/restore`)
    expect([back.status, back.body.error.message]).toEqual([409, 'the project is being erased'])
  })

  test('the job erases in steps until nothing remains, whatever the tree of tasks', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const kept = await owner.ok('POST', `${base}/projects`, { name: 'Kept' })
    const other = await taskRow(ws, kept.id)
    let parent: string | null = null
    for (let n = 0; n < 7; n++) parent = (await taskRow(ws, id, { parent_id: parent })).id
    await owner.ok('PUT', `${base}/tasks/${parent}/tags`, { names: ['bug'], create_missing: true })
    await asOwner(
      `insert into task_events (org_id, project_id, task_id, actor_type, change_id, kind)
      select org_id, project_id, id, 'user', uuidv7(), 'updated' from tasks where project_id = $1`,
      [id],
    )
    const step = async () =>
      (await asOwner<{ more: boolean }>('select app.purge_project_step($1, 3) as more', [id]))[0]!.more
    expect(await step()).toBe(false)
    expect((await owner.call('GET', `${base}/projects/${id}`)).status).toBe(200)
    await owner.ok('DELETE', `${base}/projects/${id}`)
    await asOwner('update projects set purge_started_at = now() where id = $1', [id])
    let steps = 1
    while (await step()) steps++
    expect(steps).toBeGreaterThan(5)
    const remaining = await asOwner(
      `select (select count(*)::int from projects where id = $1) as projects,
      (select count(*)::int from tasks where project_id = $1) as tasks,
      (select count(*)::int from task_events where project_id = $1) as events,
      (select count(*)::int from board_columns where project_id = $1) as columns,
      (select count(*)::int from tasks where id = $2) as others`,
      [id, other.id],
    )
    expect(remaining).toEqual([{ projects: 0, tasks: 0, events: 0, columns: 0, others: 1 }])
    expect(
      await asOwner("select action from audit_log where entity_id = $1 and action = 'project.erased'", [id]),
    ).toHaveLength(1)
    expect(await step()).toBe(false)
  })
})
