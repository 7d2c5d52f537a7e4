import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { asOwner, env } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const age = (table: string, id: string, days: number) =>
  asOwner(`update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1`, [id, days])

describe('the daily run', () => {
  test('erases tasks that were in the trash for thirty days, with their subtasks, and keeps newer ones', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const old = await task(ws, id)
    const child = await task(ws, id, { parent_id: old.id })
    const recent = await task(ws, id)
    for (const one of [old, recent]) await ws.owner.ok('DELETE', `${ws.base}/tasks/${one.id}`)
    await asOwner(`update tasks set deleted_at = now() - interval '31 days' where deleted_root = $1`, [
      old.id,
    ])
    await age('tasks', recent.id, 29)
    await daily(env())
    const remaining = await asOwner('select id from tasks where project_id = $1', [id])
    expect(remaining).toEqual([{ id: recent.id }])
    const trail = await asOwner(
      `select actor_type from audit_log where action = 'task.purged' and entity_id = any ($1)`,
      [[old.id, child.id]],
    )
    expect(trail).toEqual([{ actor_type: 'system' }, { actor_type: 'system' }])
  })

  test('erases all that is due of an organization, however much', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    const trashed = (one: typeof ws, days: number) =>
      asOwner(
        `insert into notes (org_id, user_id, body, rank, deleted_at)
          select $1, $2, 'note ' || n, 'a', now() - make_interval(days => $3) from generate_series(1, 250) n`,
        [one.org.id, one.owner.id, days],
      )
    await trashed(ws, 31)
    await trashed(other, 29)
    await daily(env())
    const left = await asOwner('select org_id, count(*)::int as n from notes group by org_id')
    expect(left).toEqual([{ org_id: other.org.id, n: 250 }])
  })

  test('erases projects that were in the trash for thirty days', async () => {
    const ws = await workspace()
    const [old, recent] = [await project(ws), await project(ws)]
    await task(ws, old.id)
    for (const one of [old, recent]) await ws.owner.ok('DELETE', `${ws.base}/projects/${one.id}`)
    await age('projects', old.id, 31)
    await age('projects', recent.id, 29)
    await daily(env())
    expect(await asOwner('select id from projects where org_id = $1', [ws.org.id])).toEqual([
      { id: recent.id },
    ])
  })

  test('erases comments that were deleted thirty days ago, and the text of those that still hold a thread', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const path = `${ws.base}/tasks/${(await task(ws, id)).id}/comments`
    const postComment = (body: string, parent_id?: string) => ws.owner.ok('POST', path, { body, parent_id })
    const [purged, root, recent] = [
      await postComment('gone'),
      await postComment('root'),
      await postComment('young'),
    ]
    await postComment('reply', root.id)
    for (const one of [purged, root, recent]) await ws.owner.ok('DELETE', `${path}/${one.id}`)
    for (const one of [purged, root]) await age('comments', one.id, 31)
    await age('comments', recent.id, 29)
    await daily(env())
    expect(await asOwner('select body from comments where org_id = $1 order by id', [ws.org.id])).toEqual([
      { body: null },
      { body: 'young' },
      { body: 'reply' },
    ])
    expect((await ws.owner.ok('GET', path)).items).toMatchObject([{ deleted: true, reply_count: 1 }])
  })

  test('erases a project with its comments', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const path = `${ws.base}/tasks/${(await task(ws, id)).id}/comments`
    const root = await ws.owner.ok('POST', path, { body: 'root' })
    await ws.owner.ok('POST', path, { body: 'reply', parent_id: root.id })
    await ws.owner.ok('DELETE', `${ws.base}/projects/${id}`)
    await age('projects', id, 31)
    await daily(env())
    expect(await asOwner('select from comments where org_id = $1', [ws.org.id])).toEqual([])
    expect(await asOwner('select from projects where id = $1', [id])).toEqual([])
  })

  test('audits what it did: each job has its own action, as the system', async () => {
    const ws = await workspace()
    const [kept, purged] = [await project(ws), await project(ws)]
    const old = await task(ws, kept.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${old.id}`)
    await asOwner(`update tasks set deleted_at = now() - interval '31 days' where id = $1`, [old.id])
    await ws.owner.ok('DELETE', `${ws.base}/projects/${purged.id}`)
    await age('projects', purged.id, 31)
    const draft = { email: 'late@example.com', role: 'member' }
    const { id } = await ws.owner.ok('POST', `${ws.base}/invitations`, draft)
    await asOwner(`update organization_invitations set expires_at = now() where id = $1`, [id])
    await daily(env())
    const trail = await asOwner(
      `select action, entity_id from audit_log where org_id = $1 and request_id = 'daily' and actor_type = 'system'
        and entity_type in ('tasks', 'projects', 'organization_invitations')
        order by action`,
      [ws.org.id],
    )
    expect(trail).toEqual([
      { action: 'invitation.expired', entity_id: id },
      { action: 'project.purged', entity_id: purged.id },
      { action: 'task.purged', entity_id: old.id },
    ])
  })
})

test('the daily run recounts the open blockers of tasks and reports the differences', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const [blocker, blocked, free] = [await task(ws, id), await task(ws, id), await task(ws, id)]
  await ws.owner.ok('POST', `${ws.base}/tasks/${blocker.id}/dependencies`, {
    task_id: blocked.id,
    type: 'blocks',
  })
  const at = (one: { id: string }) => ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`)
  await daily(env())
  const recount = () =>
    asOwner(
      `select entity_id, changes from audit_log where org_id = $1 and action = 'task.blockers_recounted' order by id`,
      [ws.org.id],
    )
  expect(await recount()).toEqual([])
  await asOwner('update tasks set open_blocker_count = 3 where id = any ($1)', [[blocked.id, free.id]])
  await daily(env())
  expect([(await at(blocked)).counts.open_blockers, (await at(free)).counts.open_blockers]).toEqual([1, 0])
  expect(new Set((await recount()).map(({ entity_id }) => entity_id))).toEqual(new Set([blocked.id, free.id]))
  expect((await recount()).map(({ changes }) => changes.open_blocker_count.from)).toEqual([3, 3])
})
