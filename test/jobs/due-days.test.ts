import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, type Caller, env } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/** The time zone in which it is that hour now, in whole hours from UTC. */
function zoneAt(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
const [noon, night] = [12, 3]

/** A workspace where it is that hour, with dates counted from its own today. */
async function workspaceAt(hour: number) {
  const ws = await workspace()
  const zone = zoneAt(hour)
  await asOwner('update organizations set timezone = $2 where id = $1', [ws.org.id, zone])
  const home = await project(ws)
  const ada = await join(ws)
  const day = async (n: number) =>
    (
      await asOwner<{ day: string }>('select ((now() at time zone $1)::date + $2::int)::text as day', [
        zone,
        n,
      ])
    )[0]!.day
  const dueTask = async (n: number, who: Caller | null = ada) => {
    const { id } = await task(ws, home.id, { due_date: await day(n), title: `Due ${n}` })
    if (who) await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: who.id })
    return `${ws.base}/tasks/${id}`
  }
  return { ws, ada, due: dueTask, day, zone }
}
const plannedTimes = (ws: Workspace, zone: string) =>
  asOwner(
    `select (available_at at time zone $2)::text as at from outbox
      where org_id = $1 and topic = 'due' and done_at is null order by id`,
    [ws.org.id, zone],
  )
/** The due date notifications of a person. */
const days = async (ws: Workspace, who: Caller) =>
  (await who.ok('GET', `${ws.base}/notifications?limit=200`)).items
    .filter(({ due_date }: { due_date: string | null }) => due_date)
    .map(
      ({ reason, title, count }: { reason: string; title: string; count: number }) =>
        `${reason} ${title} ${count}`,
    )
    .sort()
/** Runs the job as if its planned morning had come. */
async function morning(ws: Workspace) {
  await asOwner(
    `update outbox set available_at = now() - interval '1 second' where org_id = $1 and topic = 'due'`,
    [ws.org.id],
  )
  await drain(database())
}

describe('upcoming days', () => {
  test('are notified once for each task and date, however often the job runs', async () => {
    const { ws, ada, due: dueTask, day } = await workspaceAt(noon)
    const path = await dueTask(1)
    await dueTask(0)
    await dueTask(-1)
    await dueTask(3)
    await daily(env())
    const expectedNotices = ['due_soon Due 0 1', 'due_soon Due 1 1', 'overdue Due -1 1']
    expect(await days(ws, ada)).toEqual(expectedNotices)
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'due', '{}')`, [ws.org.id])
    await daily(env())
    await daily(env())
    expect(await days(ws, ada)).toEqual(expectedNotices)
    await ada.ok('POST', `${ws.base}/notifications/read-all`, { before: new Date().toISOString() })
    await ws.owner.ok('PATCH', path, { due_date: await day(0) })
    await daily(env())
    expect(await days(ws, ada)).toEqual([expectedNotices[0], 'due_soon Due 1 1', ...expectedNotices.slice(1)])
  })

  test('are notified in the morning of the organization, and nothing is planned if nothing is due', async () => {
    const { ws, ada, due: dueTask, day, zone } = await workspaceAt(night)
    await dueTask(0)
    await dueTask(1)
    await dueTask(2)
    await asOwner('update tasks set due_date = due_date + 1 where org_id = $1', [ws.org.id])
    await daily(env())
    expect(await days(ws, ada)).toEqual([])
    expect(await plannedTimes(ws, zone)).toEqual([{ at: `${await day(0)} 07:00:00` }])
    await daily(env())
    expect((await plannedTimes(ws, zone)).length).toBe(1)
    await morning(ws)
    expect(await days(ws, ada)).toEqual(['due_soon Due 0 1'])
    await asOwner(`update tasks set status = 'done' where org_id = $1`, [ws.org.id])
    await morning(ws)
    await daily(env())
    expect(await plannedTimes(ws, zone)).toEqual([])
  })

  test('are planned for tomorrow if this morning is over', async () => {
    const { ws, ada, due: dueTask, day, zone } = await workspaceAt(noon)
    await dueTask(2)
    await daily(env())
    expect([await plannedTimes(ws, zone), await days(ws, ada)]).toEqual([
      [{ at: `${await day(1)} 07:00:00` }],
      [],
    ])
  })

  test('that passed while no job ran are notified as they are now', async () => {
    const { ws, ada, due: dueTask } = await workspaceAt(noon)
    await dueTask(-5)
    await dueTask(-31)
    await daily(env())
    expect(await days(ws, ada)).toEqual(['overdue Due -5 1'])
  })

  test('turn an unread notification from due soon into overdue', async () => {
    const { ws, ada, due: dueTask } = await workspaceAt(noon)
    await dueTask(0)
    await daily(env())
    await asOwner(`update organizations set timezone = 'Etc/GMT-14' where id = $1`, [ws.org.id])
    await asOwner('update tasks set due_date = due_date - 1 where org_id = $1', [ws.org.id])
    await asOwner(
      `update notifications set data = jsonb_set(data, '{due_date}', to_jsonb((data ->> 'due_date')::date - 1))
        where org_id = $1 and data ? 'due_date'`,
      [ws.org.id],
    )
    await daily(env())
    expect(await days(ws, ada)).toEqual(['overdue Due 0 2'])
  })

  test('that were moved, or whose task is closed, remove unread notifications', async () => {
    const { ws, ada, due: dueTask, day } = await workspaceAt(noon)
    const [moved, closed] = [await dueTask(0), await dueTask(1)]
    await daily(env())
    expect((await days(ws, ada)).length).toBe(2)
    await ada.ok('PATCH', moved, { due_date: await day(20) })
    await ada.ok('PATCH', closed, { status: 'done' })
    expect(await days(ws, ada)).toEqual([])
    await ada.ok('PATCH', moved, { due_date: await day(0) })
    expect(await days(ws, ada)).toEqual(['due_soon Due 0 1'])
  })

  test('notify watchers of unassigned tasks, except those who muted them or turned them off', async () => {
    const { ws, ada, due: dueTask } = await workspaceAt(noon)
    const bob = await join(ws)
    const alone = await dueTask(0, null)
    const muted = await dueTask(1)
    await ws.owner.ok('PUT', `${muted}/watchers/${ada.id}`, { state: 'muted' })
    await ws.owner.ok('PUT', `${alone}/watchers/${bob.id}`, { state: 'watching' })
    await bob.ok('PUT', `${ws.base}/notification-preferences`, {
      reasons: { due_soon: { in_app: false } },
      muted_project_ids: [],
    })
    await daily(env())
    expect(await days(ws, ws.owner)).toEqual(['due_soon Due 0 1'])
    expect([await days(ws, ada), await days(ws, bob)]).toEqual([[], []])
  })

  test('wake the clock at the planned morning', async () => {
    const { ws, due: dueTask, zone } = await workspaceAt(night)
    await dueTask(1)
    await daily(env())
    const [{ at }] = (await plannedTimes(ws, zone)) as [{ at: string }]
    const next = await drain(database())
    const [{ due: expected }] = (await asOwner(
      'select min(available_at) as due from outbox where done_at is null',
    )) as [{ due: Date }]
    expect([at.slice(11), next]).toEqual(['07:00:00', expected.toISOString()])
  })
})

describe('setting a date', () => {
  const at = (ws: Workspace, zone: string) => plannedTimes(ws, zone).then((rows) => rows.map((row) => row.at))

  test('plans the morning before it, once for all tasks of that day and later days', async () => {
    const { ws, due: dueTask, day, zone } = await workspaceAt(noon)
    await dueTask(5)
    expect(await at(ws, zone)).toEqual([`${await day(4)} 07:00:00`])
    for (const n of [5, 8, 30]) await dueTask(n)
    expect(await at(ws, zone)).toEqual([`${await day(4)} 07:00:00`])
    await dueTask(3)
    expect(await at(ws, zone)).toEqual([`${await day(4)} 07:00:00`, `${await day(2)} 07:00:00`])
  })

  test('notifies without the daily job: of today’s at once, but not the person who set it', async () => {
    const { ws, ada, due: dueTask, day } = await workspaceAt(noon)
    await dueTask(0)
    await drain(database())
    expect(await days(ws, ada)).toEqual(['due_soon Due 0 1'])
    const home = await project(ws)
    const ownTask = await task(ws, home.id, { title: 'Mine' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${ownTask.id}`, { assignee_id: ada.id })
    await ada.ok('PATCH', `${ws.base}/tasks/${ownTask.id}`, { due_date: await day(0) })
    await drain(database())
    expect(await days(ws, ada)).toEqual(['due_soon Due 0 1'])
  })

  test('plans the next morning from each, until nothing is left', async () => {
    const { ws, ada, due: dueTask, day, zone } = await workspaceAt(noon)
    await dueTask(1)
    expect(await at(ws, zone)).toEqual([`${await day(1)} 07:00:00`])
    await dueTask(4)
    await morning(ws)
    expect(await days(ws, ada)).toEqual(['due_soon Due 1 1'])
    expect(await at(ws, zone)).toEqual([`${await day(2)} 07:00:00`])
    await asOwner(`update tasks set status = 'done' where org_id = $1`, [ws.org.id])
    await morning(ws)
    expect(await at(ws, zone)).toEqual([])
  })

  test('ignores a job that is already leased, as it may not see the date', async () => {
    const { ws, due: dueTask } = await workspaceAt(noon)
    await dueTask(5)
    await asOwner(`update outbox set attempts = 1 where org_id = $1 and topic = 'due'`, [ws.org.id])
    await dueTask(5)
    const pendingQuery = `select from outbox where org_id = $1 and topic = 'due' and done_at is null and attempts = 0`
    expect((await asOwner(pendingQuery, [ws.org.id])).length).toBe(1)
  })

  test('in the past, or of a closed or deleted task, plans nothing', async () => {
    const { ws, due: dueTask } = await workspaceAt(noon)
    const path = await dueTask(5)
    await asOwner(`delete from outbox where org_id = $1 and topic = 'due'`, [ws.org.id])
    await ws.owner.ok('PATCH', path, { due_date: null })
    await ws.owner.ok('PATCH', path, { title: 'No date' })
    expect(await asOwner(`select from outbox where org_id = $1 and topic = 'due'`, [ws.org.id])).toEqual([])
  })
})
