import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { change, complete, dayFromNow, happened, sprint, start } from '../kit/sprints.ts'

const burndown = (ws: Workspace, id: string, query = '') =>
  ws.owner.call('GET', `${ws.base}/sprints/${id}/burndown${query}`)
const line = ({ date, working, scope, done, remaining, ideal }: Json) => [
  date.slice(5),
  working,
  scope,
  done,
  remaining,
  ideal,
]

/** A workspace and a project in the time zone of Madrid. */
async function madrid() {
  const ws = await workspace()
  const created = await project(ws)
  await asOwner(`update projects set timezone = 'Europe/Madrid' where id = $1`, [created.id])
  return { ws, project: created.id }
}

/** A sprint over the last Sunday of October 2025, when clocks go back in Madrid, with four tasks of 12 points. */
async function october() {
  const { ws, project } = await madrid()
  const { id } = await sprint(ws, project, { start_date: '2025-10-20', end_date: '2025-10-31' })
  const tasks = []
  for (const estimate_points of [5, 3, 3, 1])
    tasks.push((await task(ws, project, { estimate_points, sprint_id: id })).id)
  await happened('2025-10-20T07:00:00Z', id, () => start(ws, id))
  return { ws, project, id, tasks: tasks as [string, string, string, string] }
}

describe('the burndown', () => {
  test('is the running sum of the ledger by local day: added, re-estimated, reopened, cancelled, weekend, clock change', async () => {
    const { ws, project, id, tasks } = await october()
    const [a, b, c, d] = tasks
    // 23:30 in Madrid, while it is summer there (UTC+2) and 21:30 in UTC.
    await happened('2025-10-21T21:30:00Z', id, () => change(ws, a, { status: 'done' }))
    await happened('2025-10-22T10:00:00Z', id, () => task(ws, project, { estimate_points: 2, sprint_id: id }))
    await happened('2025-10-23T10:00:00Z', id, () => change(ws, b, { estimate_points: 8 }))
    await happened('2025-10-24T10:00:00Z', id, () => change(ws, a, { status: 'in_progress' }))
    // On the Sunday itself: 00:30 summer time is still Saturday in UTC, 23:30 is winter time (UTC+1).
    await happened('2025-10-25T22:30:00Z', id, () => change(ws, c, { status: 'done' }))
    await happened('2025-10-26T22:30:00Z', id, () => change(ws, a, { status: 'done' }))
    await happened('2025-10-28T10:00:00Z', id, () => change(ws, d, { status: 'cancelled' }))
    const { days, committed, scope_changes } = (await burndown(ws, id)).body
    expect(committed).toBe(12)
    expect(days.slice(0, 12).map(line)).toEqual([
      ['10-20', true, 12, 0, 12, 12],
      ['10-21', true, 12, 5, 7, 10.67],
      ['10-22', true, 14, 5, 9, 9.33],
      ['10-23', true, 19, 5, 14, 8],
      ['10-24', true, 19, 0, 19, 6.67],
      ['10-25', false, 19, 0, 19, 6.67],
      ['10-26', false, 19, 8, 11, 6.67],
      ['10-27', true, 19, 8, 11, 5.33],
      ['10-28', true, 18, 8, 10, 4],
      ['10-29', true, 18, 8, 10, 2.67],
      ['10-30', true, 18, 8, 10, 1.33],
      ['10-31', true, 18, 8, 10, 0],
    ])
    const by = { user_id: ws.owner.id, name: 'Ada Lovelace' }
    expect(scope_changes.map(({ task: of, ...rest }: Json) => ({ ...rest, task: of.id }))).toEqual([
      {
        at: '2025-10-22T10:00:00.000Z',
        date: '2025-10-22',
        reason: 'added',
        change: 2,
        by,
        task: expect.any(String),
      },
      {
        at: '2025-10-23T10:00:00.000Z',
        date: '2025-10-23',
        reason: 'estimated',
        change: 5,
        by,
        task: b,
      },
      {
        at: '2025-10-28T10:00:00.000Z',
        date: '2025-10-28',
        reason: 'cancelled',
        change: -1,
        by,
        task: d,
      },
    ])
  })

  test('in March: 23:30 after the clocks went forward is on the local day, in both halves of the sprint', async () => {
    const { ws, project } = await madrid()
    const { id } = await sprint(ws, project, { start_date: '2025-03-27', end_date: '2025-04-01' })
    const [a, b] = [
      await task(ws, project, { estimate_points: 2, sprint_id: id }),
      await task(ws, project, { estimate_points: 1, sprint_id: id }),
    ]
    await happened('2025-03-27T08:00:00Z', id, () => start(ws, id))
    // 23:30 on Saturday is 22:30 in UTC; 23:30 on Sunday is 21:30 in UTC.
    await happened('2025-03-29T22:30:00Z', id, () => change(ws, a.id, { status: 'done' }))
    await happened('2025-03-30T21:30:00Z', id, () => change(ws, b.id, { status: 'done' }))
    const { days } = (await burndown(ws, id)).body
    expect(days.slice(0, 6).map(line)).toEqual([
      ['03-27', true, 3, 0, 3, 3],
      ['03-28', true, 3, 0, 3, 2],
      ['03-29', false, 3, 2, 1, 2],
      ['03-30', false, 3, 3, 0, 2],
      ['03-31', true, 3, 3, 0, 1],
      ['04-01', true, 3, 3, 0, 0],
    ])
  })

  test('of a sprint left open extends to today, with an ideal of nothing after its end', async () => {
    const { ws, id } = await october()
    const { days } = (await burndown(ws, id)).body
    const madridToday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(Date.now())
    expect([days.at(-1).date, days.at(-1).ideal, days.at(-1).remaining, days.at(-1).is_future]).toEqual([
      madridToday,
      0,
      12,
      false,
    ])
  })

  test('has null for future days, never 0', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home, { start_date: dayFromNow(-1), end_date: dayFromNow(3) })
    await task(ws, home, { estimate_points: 2, sprint_id: id })
    await start(ws, id)
    const { days } = (await burndown(ws, id)).body
    expect(days.map(({ remaining, is_future }: Json) => [remaining, is_future])).toEqual([
      [2, false],
      [2, false],
      [null, true],
      [null, true],
      [null, true],
    ])
  })

  test('of a planned sprint returns only the ideal line', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home, { start_date: '2025-10-20', end_date: '2025-10-22' })
    await task(ws, home, { estimate_points: 4, sprint_id: id })
    const reply = await burndown(ws, id)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body.days.map(line)).toEqual([
      ['10-20', true, null, null, null, 4],
      ['10-21', true, null, null, null, 2],
      ['10-22', true, null, null, null, 0],
    ])
  })

  test('in minutes with nothing estimated returns zeros and how many are unestimated', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    await task(ws, home, { estimate_points: 4, sprint_id: id })
    await task(ws, home, { sprint_id: id })
    await start(ws, id)
    const { days, unestimated } = (await burndown(ws, id, '?unit=minutes')).body
    expect([days[0].scope, days[0].remaining, days[0].ideal, unestimated]).toEqual([0, 0, 0, 2])
    expect((await burndown(ws, id)).body.unestimated).toBe(1)
    expect((await burndown(ws, id, '?unit=count')).body.days[0].scope).toBe(2)
  })

  test('leaves out epics and parents whose subtasks are estimated, and lists them', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    const epic = await task(ws, home, { type: 'epic', estimate_points: 20, sprint_id: id })
    const parent = await task(ws, home, { estimate_points: 8, sprint_id: id })
    await task(ws, home, { estimate_points: 3, parent_id: parent.id, sprint_id: id })
    await start(ws, id)
    const { days, excluded, committed } = (await burndown(ws, id)).body
    expect([days[0].scope, committed]).toEqual([3, 3])
    expect(excluded.map(({ id: one, reason }: Json) => [one, reason])).toEqual([
      [epic.id, 'epic'],
      [parent.id, 'estimated_subtasks'],
    ])
    const { totals } = await ws.owner.ok('GET', `${ws.base}/sprints/${id}`)
    expect(totals).toMatchObject({ scope: 3, done: 0, remaining: 3, unestimated: 0, tasks: 2, tasks_done: 0 })
  })

  test('shows the scope on the first day even before a nightly job', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    await task(ws, home, { estimate_points: 4, sprint_id: id })
    await start(ws, id)
    expect((await burndown(ws, id)).body.days[0]).toMatchObject({ scope: 4, remaining: 4, ideal: 4 })
  })

  test('of a completed sprint stays the same to the byte whatever happens to its tasks', async () => {
    const { ws, project: home, id, tasks } = await october()
    const [a, b, c, d] = tasks
    await happened('2025-10-21T21:30:00Z', id, () => change(ws, a, { status: 'done' }))
    await happened('2025-10-22T10:00:00Z', id, () => change(ws, d, { status: 'cancelled' }))
    const units = ['', '?unit=points', '?unit=count', '?unit=minutes']
    await complete(ws, id)
    const seen = async () => [
      ...(await Promise.all(units.map(async (unit) => (await burndown(ws, id, unit)).text))),
      (await ws.owner.call('GET', `${ws.base}/sprints/${id}/report`)).text,
    ]
    const before = await seen()
    expect(before[0]).toContain('"scope":11')
    const next = await sprint(ws, home)
    await ws.owner.ok('POST', `${ws.base}/sprints/${next.id}/tasks`, { task_ids: [a, b] })
    await change(ws, a, { status: 'todo', estimate_points: 99, title: 'Another title' })
    await change(ws, d, { status: 'todo' })
    for (const gone of [a, b, c, d]) await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone}`)
    for (const gone of [a, b]) await ws.owner.ok('POST', `${ws.base}/tasks/${gone}/purge`)
    await asOwner(`update projects set timezone = 'Asia/Tokyo' where id = $1`, [home])
    expect(await seen()).toEqual(before)
  })
})

test('a sprint of ten thousand tasks is burnt down to the remaining points', async () => {
  const ws = await workspace()
  const { id: home } = await project(ws)
  const { id } = await sprint(ws, home)
  await asOwner(`set app.suppress_audit = 'on';
    insert into tasks (org_id, project_id, number, title, rank, created_by, reporter_id, sprint_id, estimate_points)
    select '${ws.org.id}', '${home}', n, 'Task ' || n, 'b' || lpad(n::text, 8, '0'), '${ws.owner.id}', '${ws.owner.id}',
      '${id}', n % 8 from generate_series(1, 10000) n`)
  await start(ws, id)
  await asOwner(`set app.suppress_audit = 'on';
    update tasks set status = 'done' where project_id = '${home}' and number % 3 = 0; analyze tasks, sprint_ledger`)
  const points = Array.from({ length: 10_000 }, (_, n) => ({ of: (n + 1) % 8, isDone: (n + 1) % 3 === 0 }))
  const sum = (some: typeof points) => some.reduce((total, { of }) => total + of, 0)
  const { committed, days } = (await burndown(ws, id, '?unit=points')).body
  const today = days.findLast(({ is_future }: Json) => !is_future)
  expect([committed, today.scope, today.remaining]).toEqual([
    sum(points),
    sum(points),
    sum(points.filter(({ isDone }) => !isDone)),
  ])
})
