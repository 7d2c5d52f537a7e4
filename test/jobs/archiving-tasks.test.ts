import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, env } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

async function projectSetup(settings: object = { auto_archive_days: 7 }) {
  const ws = await workspace()
  const home = await project(ws, { settings })
  const path = (id: string) => `${ws.base}/tasks/${id}`
  const finishedTask = async (days: number, status = 'done') => {
    const { id } = await task(ws, home.id)
    await ws.owner.ok('PATCH', path(id), { status })
    await asOwner(
      `update tasks set completed_at = completed_at - $2 * interval '1 day',
        cancelled_at = cancelled_at - $2 * interval '1 day' where id = $1`,
      [id, days],
    )
    return id as string
  }
  const isArchived = async (id: string) => (await ws.owner.ok('GET', path(id))).is_archived
  /** Runs the job as if its planned time had come. */
  const run = async () => {
    await asOwner(
      `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = 'archive'`,
      [ws.org.id],
    )
    await drain(database())
  }
  const plannedTimes = async () =>
    (
      await asOwner<{ days: number }>(
        `select round(extract(epoch from available_at - now()) / 86400)::int as days from outbox
          where org_id = $1 and topic = 'archive' and done_at is null order by available_at`,
        [ws.org.id],
      )
    ).map(({ days }) => days)
  return { ws, home, path, finished: finishedTask, isArchived, run, planned: plannedTimes }
}

describe('archiving finished tasks', () => {
  test('is planned when a task is finished, and happens after the configured days', async () => {
    const { finished: finishedTask, isArchived, run, planned: plannedTimes } = await projectSetup()
    const old = await finishedTask(8)
    expect(await plannedTimes()).toEqual([7])
    const [dropped, fresh] = [await finishedTask(8, 'cancelled'), await finishedTask(2)]
    expect(await plannedTimes()).toEqual([7])
    await run()
    expect([await isArchived(old), await isArchived(dropped), await isArchived(fresh)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await plannedTimes()).toEqual([5])
  })

  test('waits for open subtasks, and skips tasks that somebody unarchived', async () => {
    const { ws, home, path, finished: finishedTask, isArchived, run } = await projectSetup()
    const parent = await finishedTask(8)
    await task(ws, home.id, { parent_id: parent })
    const wanted = await finishedTask(8)
    await run()
    expect([await isArchived(parent), await isArchived(wanted)]).toEqual([false, true])
    await ws.owner.ok('PATCH', path(wanted), { archived: false })
    await daily(env())
    await run()
    expect(await isArchived(wanted)).toBe(false)
  })

  test('starts when the project turns it on, is in the history as the system’s, and turning it off needs no days', async () => {
    const {
      ws,
      home,
      path,
      finished: finishedTask,
      isArchived,
      run,
      planned: plannedTimes,
    } = await projectSetup({})
    const id = await finishedTask(8)
    expect(await plannedTimes()).toEqual([])
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { settings: { auto_archive_days: 5 } })
    await run()
    expect(await isArchived(id)).toBe(true)
    const [entry] = await asOwner(
      `select action, actor_type from audit_log where org_id = $1 and entity_id = $2 order by id desc limit 1`,
      [ws.org.id, id],
    )
    expect(entry).toEqual({ action: 'task.archived', actor_type: 'system' })
    const { items } = await ws.owner.ok('GET', `${path(id)}/history`)
    expect(items[0]).toMatchObject({ changes: [{ field: 'archived_at' }] })
  })
})

describe('the default assignee of a project', () => {
  test('gets an unassigned task that is started, if they may have it', async () => {
    const ws = await workspace()
    const ada = await join(ws)
    const home = await project(ws, { settings: { default_assignee_id: ada.id } })
    const start = async (draft: object = {}) => {
      const { id } = await task(ws, home.id)
      const { assignee } = await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, {
        status: 'in_progress',
        ...draft,
      })
      return assignee?.user_id ?? null
    }
    expect(await start()).toBe(ada.id)
    expect(await start({ assignee_id: ws.owner.id })).toBe(ws.owner.id)
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [ada.id])
    expect(await start()).toBe(null)
  })
})
