import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { change, complete, dayFromNow, sprint, start } from '../kit/sprints.ts'
import { uuidv7 } from '../../src/base/id.ts'

const titles = (page: Json) => page.items.map(({ title }: Json) => title)
const put = (ws: Workspace, id: string, body: object) =>
  ws.owner.call('POST', `${ws.base}/sprints/${id}/tasks`, body)

async function planned() {
  const ws = await workspace()
  const { id: home } = await project(ws)
  return { ws, home, id: (await sprint(ws, home)).id as string }
}

describe('putting tasks into a sprint', () => {
  test('reports which were added, which were there, and why others were skipped', async () => {
    const { ws, home, id } = await planned()
    const [a, b] = [await task(ws, home), await task(ws, home, { sprint_id: id })]
    const foreign = await task(ws, (await project(ws)).id)
    const unknownId = uuidv7()
    const reply = await put(ws, id, { task_ids: [a.id, b.id, foreign.id, unknownId] })
    expect([reply.status, reply.roundTrips, reply.body]).toEqual([
      200,
      1,
      {
        added: [a.id],
        already_in: [b.id],
        skipped: [
          { id: foreign.id, reason: 'a task of another project' },
          { id: unknownId, reason: 'not found' },
        ],
      },
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${a.id}`)).sprint).toEqual({ id, name: 'Sprint 1' })
  })

  test('rejects a single task that cannot be added, duplicates, none and more than a hundred', async () => {
    const { ws, id } = await planned()
    const foreign = await task(ws, (await project(ws)).id)
    const problemOf = async (task_ids: string[]) => {
      const { status, body } = await put(ws, id, { task_ids })
      return [status, body.error.message]
    }
    expect(await problemOf([foreign.id])).toEqual([422, 'body.task_ids[0]: a task of another project'])
    expect(await problemOf([foreign.id, foreign.id])).toEqual([422, 'body.task_ids: duplicate ids'])
    expect(await problemOf([])).toEqual([422, 'body.task_ids: must not be empty'])
    expect((await problemOf(Array.from({ length: 101 }, () => uuidv7())))[0]).toBe(422)
  })

  test('places them next to a task in the order that they are sent', async () => {
    const { ws, home, id } = await planned()
    const [a, b, c, d] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => task(ws, home, { title, sprint_id: id })),
    )
    const order = async () => titles(await ws.owner.ok('GET', `${ws.base}/sprints/${id}/tasks`)).join('')
    expect((await put(ws, id, { task_ids: [d.id, a.id], after_id: b.id })).status).toBe(200)
    expect((await order()).replace(/.*b/, 'b')).toContain('bda')
    await put(ws, id, { task_ids: [c.id, b.id], before_id: d.id })
    expect(await order()).toBe('cbda')
    expect((await put(ws, id, { task_ids: [a.id], after_id: a.id })).body.error.message).toBe(
      'body.after_id: one of the tasks',
    )
    expect((await put(ws, id, { task_ids: [a.id], before_id: uuidv7() })).body.error.message).toBe(
      'body.before_id: not found in the project',
    )
  })

  test('is rejected for a completed sprint, by every operation', async () => {
    const { ws, home, id } = await planned()
    const one = await task(ws, home)
    await start(ws, id)
    await complete(ws, id)
    const problemOf = async (path: string, method: string, body: object) => {
      const reply = await ws.owner.call(method, `${ws.base}/${path}`, body)
      return [reply.status, reply.body.error.message]
    }
    expect(await problemOf(`sprints/${id}/tasks`, 'POST', { task_ids: [one.id] })).toEqual([
      409,
      'the sprint is completed',
    ])
    expect(await problemOf(`sprints/${id}/tasks/remove`, 'POST', { task_ids: [one.id] })).toEqual([
      409,
      'the sprint is completed',
    ])
    const closed = [409, 'the sprint is completed']
    expect(await problemOf(`tasks/${one.id}`, 'PATCH', { sprint_id: id })).toEqual(closed)
    expect(await problemOf(`tasks/${one.id}/move`, 'POST', { sprint_id: id })).toEqual(closed)
    expect(await problemOf(`projects/${home}/tasks`, 'POST', { title: 'x', sprint_id: id })).toEqual(closed)
  })

  test('of another project is rejected when a task names the sprint', async () => {
    const { ws, id } = await planned()
    const { id: other } = await project(ws)
    const one = await task(ws, other)
    const reply = await ws.owner.call('PATCH', `${ws.base}/tasks/${one.id}`, { sprint_id: id })
    expect([reply.status, reply.body.error.message]).toEqual([
      422,
      'body.sprint_id: a sprint of another project',
    ])
  })

  test('allows the active sprint and tasks that are done, which count as completed outside', async () => {
    const { ws, home, id } = await planned()
    await start(ws, id)
    const done = await task(ws, home, { estimate_points: 5 })
    await change(ws, done.id, { status: 'done' })
    expect((await put(ws, id, { task_ids: [done.id] })).body.added).toEqual([done.id])
    const { sprint: ended, report } = await complete(ws, id)
    expect([ended.completed_points, report.completed.count, report.completed_outside.points]).toEqual([
      0, 0, 5,
    ])
  })

  test('from both sides concurrently ends in one sprint, without an error', { tags: 'race' }, async () => {
    const { ws, home, id } = await planned()
    const next = await sprint(ws, home, { start_date: dayFromNow(20), end_date: dayFromNow(30) })
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await task(ws, home)).id))
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        put(ws, n % 2 ? id : next.id, { task_ids: n % 3 ? ids : ids.toReversed() }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const counts = await Promise.all(
      [id, next.id].map(async (one) => (await ws.owner.ok('GET', `${ws.base}/sprints/${one}/tasks`)).total),
    )
    expect(counts.sort()).toEqual([0, 6])
  })
})

test('removing tasks puts them back into the backlog and reports which were not in the sprint', async () => {
  const { ws, home, id } = await planned()
  const [a, b] = [await task(ws, home, { sprint_id: id }), await task(ws, home)]
  const reply = await ws.owner.call('POST', `${ws.base}/sprints/${id}/tasks/remove`, {
    task_ids: [b.id, a.id],
  })
  expect([reply.status, reply.body]).toEqual([200, { removed: [a.id], not_in: [b.id] }])
  expect((await ws.owner.ok('GET', `${ws.base}/projects/${home}/backlog`)).total).toBe(2)
  const alone = await ws.owner.call('POST', `${ws.base}/sprints/${id}/tasks/remove`, { task_ids: [uuidv7()] })
  expect([alone.status, alone.body.error.message]).toEqual([422, 'body.task_ids[0]: not found'])
})

describe('the backlog', () => {
  test('has the open tasks in no sprint by rank, with their points', async () => {
    const { ws, home, id } = await planned()
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    await task(ws, home, { title: 'first', estimate_points: 2, type: 'bug', tag_ids: [tag.id] })
    const second = await task(ws, home, { title: 'second', estimate_points: 5 })
    await task(ws, home, { title: 'third', parent_id: second.id, estimate_points: 1.5 })
    await task(ws, home, { title: 'epic', type: 'epic', estimate_points: 40 })
    await task(ws, home, { title: 'planned', sprint_id: id })
    await change(ws, (await task(ws, home, { title: 'done' })).id, { status: 'done' })
    const backlog = (query = '') => ws.owner.ok('GET', `${ws.base}/projects/${home}/backlog${query}`)
    const all = await backlog()
    expect([titles(all), all.total, all.points]).toEqual([['first', 'second', 'third', 'epic'], 4, 3.5])
    expect(titles(await backlog('?type=bug'))).toEqual(['first'])
    expect(titles(await backlog(`?tag_id=${tag.id}`))).toEqual(['first'])
    expect(titles(await backlog('?q=SEC&limit=1'))).toEqual(['second'])
  })

  test('contains a task again that is reopened after its sprint ended', async () => {
    const { ws, home, id } = await planned()
    const one = await task(ws, home, { title: 'again', sprint_id: id })
    await start(ws, id)
    await change(ws, one.id, { status: 'done' })
    await complete(ws, id)
    await change(ws, one.id, { status: 'todo' })
    expect(titles(await ws.owner.ok('GET', `${ws.base}/projects/${home}/backlog`))).toEqual(['again'])
  })
})

describe('other operations', () => {
  test('lists, queries and the summary of the project know the active sprint', async () => {
    const { ws, home, id } = await planned()
    const sprintTask = await task(ws, home, { title: 'inside', sprint_id: id })
    await task(ws, home, { title: 'outside' })
    const list = async (query: string) =>
      titles(await ws.owner.ok('GET', `${ws.base}/projects/${home}/tasks?${query}`))
    expect(await list('sprint_id=active')).toEqual([])
    await start(ws, id)
    expect(await list('sprint_id=active')).toEqual(['inside'])
    expect(await list('sprint_id=active,none')).toEqual(['inside', 'outside'])
    expect(await list(`sprint_id=${id}`)).toEqual(['inside'])
    const found = await ws.owner.ok('POST', `${ws.base}/tasks/query`, { text: 'sprint:active' })
    expect(found.items.map((one: Json) => one.id)).toEqual([sprintTask.id])
    const { active_sprint } = await ws.owner.ok('GET', `${ws.base}/projects/${home}/summary`)
    expect(active_sprint).toMatchObject({ id, number: 1, name: 'Sprint 1' })
  })

  test('a task that goes to another project leaves its sprint', async () => {
    const { ws, home, id } = await planned()
    const one = await task(ws, home, { sprint_id: id })
    const { id: other } = await project(ws)
    const gone = await ws.owner.ok('POST', `${ws.base}/tasks/${one.id}/transfer`, { project_id: other })
    expect([gone.sprint, gone.dropped.sprint]).toEqual([null, { id }])
  })

  test('the tasks of a sprint are listed by rank and filtered by status', async () => {
    const { ws, home, id } = await planned()
    const [a] = [
      await task(ws, home, { title: 'a', sprint_id: id }),
      await task(ws, home, { title: 'b', sprint_id: id }),
    ]
    await change(ws, a.id, { status: 'in_progress' })
    const list = async (query = '') =>
      titles(await ws.owner.ok('GET', `${ws.base}/sprints/${id}/tasks${query}`))
    expect(await list()).toEqual(['a', 'b'])
    expect(await list('?status=in_progress,done')).toEqual(['a'])
  })
})
