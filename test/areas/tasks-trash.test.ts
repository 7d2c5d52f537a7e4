import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

async function family() {
  const ws = await workspace()
  const { id } = await project(ws)
  const root = await task(ws, id, { title: 'root' })
  const child = await task(ws, id, { title: 'child', parent_id: root.id })
  const leaf = await task(ws, id, { title: 'leaf', parent_id: child.id })
  const at = (what: Json) => `${ws.base}/tasks/${what.id}`
  return {
    ws,
    id,
    root,
    child,
    leaf,
    get: async (what: Json) => (await ws.owner.call('GET', at(what))).body,
    remove: (what: Json) => ws.owner.ok('DELETE', at(what)),
    restore: (what: Json) => ws.owner.ok('POST', `${at(what)}/restore`),
    purge: (what: Json) => ws.owner.call('POST', `${at(what)}/purge`),
  }
}
const rows = (projectId: string) =>
  asOwner(
    `select id, title, status, parent_id, rank, column_id, child_count,
  done_child_count, deleted_at, deleted_by, deleted_root from tasks where project_id = $1 order by number`,
    [projectId],
  )

describe('the trash of tasks', () => {
  test('deleting includes the subtree, and restoring is the inverse', async () => {
    const { ws, id, root, child, leaf, get, remove } = await family()
    const before = await rows(id)
    await remove(root)
    const gone = await rows(id)
    expect(
      new Set(gone.map((row) => `${row.deleted_at.toISOString()} ${row.deleted_root} ${row.deleted_by}`))
        .size,
    ).toBe(1)
    for (const one of [root, child, leaf]) expect((await get(one)).error.code).toBe('not_found')
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks`)).total).toBe(0)
    const reply = await ws.owner.call('POST', `${ws.base}/tasks/${root.key}/restore`)
    expect([reply.status, reply.roundTrips, reply.body.warnings]).toEqual([200, 1, []])
    expect(await rows(id)).toEqual(before)
    const kinds = await asOwner(`select kind from task_events where task_id = $1 order by id`, [leaf.id])
    expect(kinds.map(({ kind }) => kind)).toEqual(['created', 'deleted', 'restored'])
    expect((await ws.owner.call('POST', `${ws.base}/tasks/${root.id}/restore`)).status).toBe(404)
  })

  test('what was deleted before stays deleted when its parent is restored', async () => {
    const { root, child, leaf, get, remove, restore } = await family()
    await remove(leaf)
    await remove(root)
    await restore(root)
    expect((await get(child)).counts.subtasks).toBe(0)
    expect((await get(leaf)).error.code).toBe('not_found')
    expect((await restore(leaf)).warnings).toEqual([])
    expect((await get(child)).counts.subtasks).toBe(1)
  })

  test('a task whose parent is still in the trash goes to the nearest live one above, which is reported', async () => {
    const { root, child, leaf, get, remove, restore } = await family()
    await remove(leaf)
    await remove(child)
    const back = await restore(leaf)
    expect(back.parent.id).toBe(root.id)
    expect(back.warnings).toEqual([`its parent is gone or in the trash; it is now under ${root.key}`])
    await remove(root)
    const alone = await restore(leaf)
    expect([alone.parent, alone.warnings]).toEqual([
      null,
      ['its parent is gone or in the trash; it now has no parent'],
    ])
    await restore(root)
    expect((await get(root)).counts.subtasks).toBe(0)
    expect((await restore(child)).parent.id).toBe(root.id)
  })

  test('a rank that was taken meanwhile is replaced, next to the old one', async () => {
    const { ws, id, root, remove, restore } = await family()
    const [{ rank }] = await asOwner('select rank from tasks where id = $1', [root.id])
    await remove(root)
    const other = await task(ws, id, { title: 'other' })
    await asOwner('update tasks set rank = $2 where id = $1', [other.id, rank])
    await restore(root)
    const list = await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks`)
    expect(list.items.map((item: Json) => item.title)).toEqual(['other', 'root', 'child', 'leaf'])
  })

  test('purging erases a trashed subtree permanently, a live task is a conflict', async () => {
    const { ws, id, root, child, leaf, remove, restore, purge } = await family()
    const live = await purge(root)
    expect([live.status, live.body.error.message]).toEqual([
      409,
      'the task is not in the trash; delete it first',
    ])
    await remove(leaf)
    await remove(child)
    expect([(await purge(child)).status, (await purge(child)).status]).toEqual([204, 404])
    expect((await rows(id)).map(({ title }) => title)).toEqual(['root', 'leaf'])
    const back = await restore(leaf)
    expect([back.parent.id, back.warnings]).toEqual([
      root.id,
      [`its parent is gone or in the trash; it is now under ${root.key}`],
    ])
    const actions = await asOwner(
      `select entity_id from audit_log where org_id = $1 and action = 'task.purged'
      and changes ? 'title'`,
      [ws.org.id],
    )
    expect(actions).toEqual([{ entity_id: child.id }])
  })

  test('the reporter and managers delete and restore; purging requires an admin', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const [reporter, other, manager] = [await join(ws), await join(ws), await join(ws, 'manager')]
    const ownTask = await reporter.ok('POST', `${ws.base}/projects/${id}/tasks`, { title: 'mine' })
    const status = async (who: typeof other, method: string, path = '') =>
      (await who.call(method, `${ws.base}/tasks/${ownTask.id}${path}`)).status
    expect([await status(other, 'DELETE'), await status(reporter, 'DELETE')]).toEqual([403, 204])
    expect([await status(other, 'POST', '/restore'), await status(reporter, 'POST', '/restore')]).toEqual([
      403, 200,
    ])
    expect([await status(manager, 'DELETE'), await status(manager, 'POST', '/purge')]).toEqual([204, 403])
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [reporter.id])
    expect(await status(reporter, 'POST', '/restore')).toBe(403)
  })
})
