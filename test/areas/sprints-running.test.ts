import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, project, task, workspace, type Workspace } from '../kit/makers.ts'
import { change, complete, dayFromNow, sprint, start } from '../kit/sprints.ts'

const refused = async (ws: Workspace, method: string, path: string, body?: unknown) => {
  const reply = await ws.owner.call(method, `${ws.base}/${path}`, body)
  return [reply.status, reply.body?.error?.message]
}
const open = async () => {
  const ws = await workspace()
  return { ws, home: (await project(ws)).id }
}
/** Dates that no other sprint of the test has: the n-th fortnight from today. */
const fortnight = (n: number) => ({ start_date: dayFromNow(14 * n), end_date: dayFromNow(14 * n + 13) })

describe('starting a sprint', () => {
  test('freezes the commitment: what is open, not what is done, cancelled or an epic', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    for (const estimate_points of [3, 2.5]) await task(ws, home, { estimate_points, sprint_id: id })
    const done = await task(ws, home, { estimate_points: 8, sprint_id: id })
    await change(ws, done.id, { status: 'done' })
    const off = await task(ws, home, { estimate_points: 8, sprint_id: id })
    await change(ws, off.id, { status: 'cancelled' })
    await task(ws, home, { type: 'epic', estimate_points: 40, sprint_id: id })
    expect(await start(ws, id)).toMatchObject({
      state: 'active',
      committed_points: 5.5,
      committed_count: 2,
      warnings: [],
      totals: { scope: 13.5, done: 8, remaining: 5.5, tasks: 3, tasks_done: 1 },
    })
    await task(ws, home, { estimate_points: 1, sprint_id: id })
    expect(await ws.owner.ok('GET', `${ws.base}/sprints/${id}`)).toMatchObject({ committed_points: 5.5 })
  })

  test('is rejected for a sprint that is not planned, and next to a running one, which it names', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home, { name: 'First' })
    const next = await sprint(ws, home, fortnight(1))
    await start(ws, id)
    expect(await refused(ws, 'POST', `sprints/${id}/start`)).toEqual([409, 'the sprint is active'])
    expect(await refused(ws, 'POST', `sprints/${next.id}/start`)).toEqual([
      409,
      'sprint First is running; complete it first',
    ])
    await complete(ws, id)
    expect(await refused(ws, 'POST', `sprints/${id}/start`)).toEqual([409, 'the sprint is completed'])
  })

  test('accepts other dates, validated like those of a plan', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home, fortnight(1))
    expect((await refused(ws, 'POST', `sprints/${id}/start`, { start_date: dayFromNow(99) }))[0]).toBe(422)
    expect(await start(ws, id, { start_date: dayFromNow(0) })).toMatchObject({ start_date: dayFromNow(0) })
  })

  test('has exactly one winner among fifty concurrent calls', { tags: 'race' }, async () => {
    const { ws, home } = await open()
    const created: Json[] = []
    for (let n = 0; n < 5; n++) created.push(await sprint(ws, home, fortnight(n)))
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ws.owner.call('POST', `${ws.base}/sprints/${created[n % 5]!.id}/start`),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
    expect(replies.filter(({ status }) => status === 409).length).toBe(49)
    const active = await ws.owner.ok('GET', `${ws.base}/projects/${home}/sprints?state=active`)
    expect(active.total).toBe(1)
  })

  test('warns of more than the capacity and more than the median velocity', async () => {
    const { ws, home } = await open()
    const first = await sprint(ws, home)
    const one = await task(ws, home, { estimate_points: 2, sprint_id: first.id })
    await start(ws, first.id)
    await change(ws, one.id, { status: 'done' })
    await complete(ws, first.id)
    const { id } = await sprint(ws, home, { ...fortnight(1), capacity_points: 4 })
    await task(ws, home, { estimate_points: 5, sprint_id: id })
    expect((await start(ws, id)).warnings).toEqual([
      '5 points are committed, more than the capacity of 4',
      '5 points are committed, more than the median velocity of 2',
    ])
  })
})

describe('completing a sprint', () => {
  test('requires a target for open tasks, and only for those', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    expect(await refused(ws, 'POST', `sprints/${id}/complete`)).toEqual([
      409,
      'the sprint is planned; only an active one is completed',
    ])
    const one = await task(ws, home, { sprint_id: id })
    await start(ws, id)
    expect(await refused(ws, 'POST', `sprints/${id}/complete`)).toEqual([
      422,
      'body.move_incomplete_to: required, because 1 of its tasks are open',
    ])
    await change(ws, one.id, { status: 'done' })
    const { sprint: ended, moved } = await ws.owner.ok('POST', `${ws.base}/sprints/${id}/complete`)
    expect([ended.state, ended.completed_count, moved]).toEqual(['completed', 1, []])
    expect(await refused(ws, 'POST', `sprints/${id}/complete`)).toEqual([
      409,
      'the sprint is completed; only an active one is completed',
    ])
  })

  test('rejects moving tasks into itself, a completed sprint, one of another project or an unknown one', async () => {
    const { ws, home } = await open()
    const past = await sprint(ws, home)
    await start(ws, past.id)
    await complete(ws, past.id)
    const { id } = await sprint(ws, home)
    await start(ws, id)
    const other = await sprint(ws, (await project(ws)).id)
    const problemOf = async (to: string) =>
      refused(ws, 'POST', `sprints/${id}/complete`, { move_incomplete_to: to })
    const field = 'body.move_incomplete_to: '
    expect(await problemOf(id)).toEqual([422, `${field}the sprint itself`])
    expect(await problemOf(past.id)).toEqual([409, 'the sprint is completed'])
    expect(await problemOf(other.id)).toEqual([422, `${field}a sprint of another project`])
    expect(await problemOf(uuidv7())).toEqual([422, `${field}not found`])
    expect(await problemOf('somewhere')).toEqual([422, `${field}must be backlog, next or a uuid`])
  })

  test('moves open tasks to the next planned sprint, or to the backlog, which it reports', async () => {
    const { ws, home } = await open()
    const first = await sprint(ws, home)
    await sprint(ws, home, fortnight(3))
    const next = await sprint(ws, home, { ...fortnight(1), name: 'Second' })
    const one = await task(ws, home, { sprint_id: first.id })
    await start(ws, first.id)
    const ended = await complete(ws, first.id, 'next')
    expect([ended.destination, ended.moved_to]).toEqual(['Second', { id: next.id, name: 'Second' }])
    expect(ended.moved).toEqual([{ id: one.id, key: one.key, title: one.title, carried_over_times: 1 }])
    await ws.owner.ok('DELETE', `${ws.base}/sprints/${(await sprint(ws, home, fortnight(5))).id}`)
    await start(ws, next.id)
    const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${home}/sprints?state=planned`)
    await ws.owner.ok('DELETE', `${ws.base}/sprints/${items[0].id}`)
    const repeated = await complete(ws, next.id, 'next')
    expect([repeated.destination, repeated.moved_to]).toEqual([
      'backlog, because no later sprint is planned',
      null,
    ])
    expect(repeated.moved[0].carried_over_times).toBe(2)
    const backlog = await ws.owner.ok('GET', `${ws.base}/projects/${home}/backlog`)
    expect(backlog.items.map(({ id, carried_over_times }: Json) => [id, carried_over_times])).toEqual([
      [one.id, 2],
    ])
  })

  test('leaves finished subtasks in the sprint where they were finished', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    const parent = await task(ws, home, { sprint_id: id })
    const below = await task(ws, home, { sprint_id: id, parent_id: parent.id })
    await start(ws, id)
    await change(ws, below.id, { status: 'done' })
    const { moved } = await complete(ws, id)
    expect(moved.map((one: Json) => one.id)).toEqual([parent.id])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${below.id}`)).sprint.id).toBe(id)
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${parent.id}`)).sprint).toBeNull()
  })

  test('moves open tasks in the trash out of the sprint too, so that a restored one is in the backlog', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    const one = await task(ws, home, { sprint_id: id })
    await start(ws, id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${one.id}`)
    expect((await complete(ws, id)).moved).toEqual([])
    expect((await ws.owner.ok('POST', `${ws.base}/tasks/${one.id}/restore`)).sprint).toBeNull()
  })

  test('writes an event for each moved task and one audit entry', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    const one = await task(ws, home, { sprint_id: id })
    await start(ws, id)
    await complete(ws, id)
    const events = await asOwner(
      `select old_value, new_value from task_events where task_id = $1 and field = 'sprint_id'`,
      [one.id],
    )
    expect(events).toEqual([{ old_value: id, new_value: null }])
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['sprint.created', 'sprint.started', 'sprint.completed']),
    )
  })

  test(
    'accepts one of ten concurrent completions, and loses no task that is finished meanwhile',
    { tags: 'race' },
    async () => {
      const { ws, home } = await open()
      const { id } = await sprint(ws, home)
      const ids = await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await task(ws, home, { estimate_points: 1, sprint_id: id })).id,
        ),
      )
      await start(ws, id)
      const replies = await Promise.all([
        ...ids.map((one) => ws.owner.call('PATCH', `${ws.base}/tasks/${one}`, { status: 'done' })),
        ...Array.from({ length: 10 }, () =>
          ws.owner.call('POST', `${ws.base}/sprints/${id}/complete`, { move_incomplete_to: 'backlog' }),
        ),
      ])
      expect(replies.slice(0, 8).map(({ status }) => status)).toEqual(ids.map(() => 200))
      expect(replies.slice(8).filter(({ status }) => status === 200).length).toBe(1)
      const { completed, carried_over } = await ws.owner.ok('GET', `${ws.base}/sprints/${id}/report`)
      expect(completed.count + carried_over.count).toBe(8)
    },
  )
})
