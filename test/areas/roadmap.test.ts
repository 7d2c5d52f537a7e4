import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { change, dayFromNow, sprint } from '../kit/sprints.ts'

async function planned() {
  const ws = await workspace()
  const home = await project(ws)
  const add = (draft: object) => ws.owner.ok('POST', `${ws.base}/projects/${home.id}/milestones`, draft)
  return { ws, home, add, beta: await add({ name: 'Beta', due_date: dayFromNow(10) }) }
}
const at = (ws: Workspace, { id }: Json) => `${ws.base}/milestones/${id}`

describe('milestones', () => {
  test('are created, listed by due date, changed, completed once and reopened', async () => {
    const { ws, home, add, beta } = await planned()
    const alpha = await add({ name: 'Alpha', due_date: dayFromNow(3), description: 'First' })
    expect(alpha).toMatchObject({
      name: 'Alpha',
      completed: false,
      completed_at: null,
      version: 1,
      late_days: 0,
    })
    const list = async (query = '') =>
      (await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/milestones${query}`)).items.map(
        (one: Json) => one.name,
      )
    expect(await list()).toEqual(['Alpha', 'Beta'])
    const done = await ws.owner.ok('PATCH', at(ws, alpha), { completed: true })
    expect(done).toMatchObject({ completed: true, completed_at: expect.any(String), version: 2 })
    const repeated = await ws.owner.ok('PATCH', at(ws, alpha), { completed: true, name: 'Alpha 1' })
    expect([repeated.completed_at, repeated.name]).toEqual([done.completed_at, 'Alpha 1'])
    expect([await list('?open=true'), await list('?open=false')]).toEqual([['Beta'], ['Alpha 1']])
    expect(await ws.owner.ok('PATCH', at(ws, alpha), { completed: false })).toMatchObject({
      completed_at: null,
    })
    expect((await ws.owner.ok('GET', at(ws, beta))).name).toBe('Beta')
  })

  test('progress is the share of done tasks among those not cancelled, and null without tasks', async () => {
    const { ws, home, beta } = await planned()
    expect(beta.progress).toEqual({ done: 0, total: 0, percent: null })
    const make = () => task(ws, home.id, { milestone_id: beta.id, due_date: dayFromNow(-2) })
    const [one, two, three, four] = [await make(), await make(), await make(), await make()]
    await change(ws, one.id, { status: 'done' })
    await change(ws, two.id, { status: 'cancelled' })
    await change(ws, three.id, { status: 'in_progress' })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${four.id}`)
    expect(await ws.owner.ok('GET', at(ws, beta))).toMatchObject({
      progress: { done: 1, total: 2, percent: 50 },
      tasks: { todo: 0, in_progress: 1, done: 1, cancelled: 1, overdue: 1, latest_due: dayFromNow(-2) },
    })
  })

  test('a name is unique in a project, until its milestone is deleted', async () => {
    const { ws, home, add, beta } = await planned()
    const twice = await ws.owner.call('POST', `${ws.base}/projects/${home.id}/milestones`, {
      name: 'beta',
      due_date: dayFromNow(1),
    })
    expect([twice.status, twice.body.error.message]).toEqual([
      409,
      'a milestone of this name already exists in the project',
    ])
    const other = await project(ws)
    await ws.owner.ok('POST', `${ws.base}/projects/${other.id}/milestones`, {
      name: 'Beta',
      due_date: dayFromNow(1),
    })
    await ws.owner.ok('DELETE', at(ws, beta))
    expect((await ws.owner.call('GET', at(ws, beta))).status).toBe(404)
    expect((await add({ name: 'Beta', due_date: dayFromNow(1) })).name).toBe('Beta')
  })

  test('deleting one detaches its tasks, including those in the trash, with history', async () => {
    const { ws, home, beta } = await planned()
    const [kept, gone] = [
      await task(ws, home.id, { milestone_id: beta.id }),
      await task(ws, home.id, { milestone_id: beta.id }),
    ]
    expect(kept.milestone).toEqual({ id: beta.id, name: 'Beta' })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    await ws.owner.ok('DELETE', at(ws, beta))
    expect((await ws.owner.ok('POST', `${ws.base}/tasks/${gone.id}/restore`)).milestone).toBe(null)
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${kept.id}`)).milestone).toBe(null)
    const { items } = await ws.owner.ok('GET', `${ws.base}/tasks/${kept.id}/history?fields=milestone_id`)
    expect(items[0].changes[0]).toMatchObject({ from: beta.id, to: null })
  })

  test(
    '50 tasks are assigned to a milestone while it is deleted: none references it afterwards',
    { tags: 'race' },
    async () => {
      const { ws, home, beta } = await planned()
      const tasks = await Promise.all(Array.from({ length: 50 }, () => task(ws, home.id)))
      const point = (one: Json) =>
        ws.owner.call('PATCH', `${ws.base}/tasks/${one.id}`, { milestone_id: beta.id })
      const all = await Promise.all([
        ...tasks.slice(0, 25).map(point),
        ws.owner.call('DELETE', at(ws, beta)),
        ...tasks.slice(25).map(point),
      ])
      expect(all.every(({ status }) => [200, 204, 422].includes(status))).toBe(true)
      expect(await asOwner('select id from tasks where milestone_id = $1', [beta.id])).toEqual([])
    },
  )

  test('two writers of different fields merge, of the same field conflict', async () => {
    const { ws, beta } = await planned()
    await ws.owner.ok('PATCH', at(ws, beta), { name: 'Gamma', version: 1 })
    expect(await ws.owner.ok('PATCH', at(ws, beta), { due_date: dayFromNow(20), version: 1 })).toMatchObject({
      name: 'Gamma',
      due_date: dayFromNow(20),
    })
    const stale = await ws.owner.call('PATCH', at(ws, beta), { name: 'Delta', version: 1 })
    expect([stale.status, stale.body.error.message]).toEqual([409, expect.stringContaining('name')])
    await ws.owner.ok('PATCH', at(ws, beta), { completed: true, version: 3 })
    expect((await ws.owner.call('PATCH', at(ws, beta), { completed: false, version: 3 })).status).toBe(409)
  })

  test('are for managers and the lead of the project; everybody who sees the project can read them', async () => {
    const { ws, home, beta } = await planned()
    const [member, lead, viewer] = [await join(ws), await join(ws), await join(ws, 'viewer')]
    await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${lead.id}`, { role: 'lead' })
    expect((await member.call('PATCH', at(ws, beta), { name: 'Mine' })).status).toBe(403)
    expect((await lead.ok('PATCH', at(ws, beta), { name: 'Mine' })).name).toBe('Mine')
    expect((await viewer.ok('GET', at(ws, beta))).name).toBe('Mine')
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await ws.owner.ok('POST', `${ws.base}/projects/${secret.id}/milestones`, {
      name: 'Hidden',
      due_date: dayFromNow(1),
    })
    expect((await member.call('GET', at(ws, hidden))).status).toBe(404)
  })

  test('a foreign or unknown one is rejected on a task, and leaving the project clears it', async () => {
    const { ws, home, beta } = await planned()
    const other = await project(ws)
    const { id } = await task(ws, home.id, { milestone_id: beta.id })
    const foreign = await task(ws, other.id)
    const refused = await ws.owner.call('PATCH', `${ws.base}/tasks/${foreign.id}`, { milestone_id: beta.id })
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'body.milestone_id: a milestone of another project',
    ])
    const moved = await ws.owner.ok('POST', `${ws.base}/tasks/${id}/transfer`, { project_id: other.id })
    expect([moved.dropped.milestone, moved.milestone]).toEqual([{ id: beta.id, name: 'Beta' }, null])
  })

  test('filter tasks in lists and in the filter grammar, by id and by name', async () => {
    const { ws, home, beta } = await planned()
    const { id } = await task(ws, home.id, { milestone_id: beta.id })
    await task(ws, home.id)
    const ids = (response: Json) => response.items.map((one: Json) => one.id)
    expect(
      ids(await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks?milestone_id=${beta.id}`)),
    ).toEqual([id])
    const query = (text: string) => ws.owner.ok('POST', `${ws.base}/tasks/query`, { text })
    expect(ids(await query('milestone:beta'))).toEqual([id])
    expect(ids(await query(`milestone:${beta.id}`))).toEqual([id])
    expect((await query('milestone:nowhere')).warnings).toEqual([expect.stringContaining('nowhere')])
  })

  test('the next one is in the summary of the project and among the deadlines of the dashboard', async () => {
    const { ws, home, add, beta } = await planned()
    const first = await add({ name: 'Alpha', due_date: dayFromNow(2) })
    const next = async () =>
      (await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/summary`)).next_milestone
    expect(await next()).toEqual({
      id: first.id,
      name: 'Alpha',
      due_date: dayFromNow(2),
      progress: { done: 0, total: 0, percent: null },
    })
    await ws.owner.ok('PATCH', at(ws, first), { completed: true })
    expect((await next()).id).toBe(beta.id)
    const { upcoming_deadlines } = await ws.owner.ok('GET', `${ws.base}/dashboard`)
    expect(upcoming_deadlines.map(({ type, label, date }: Json) => [type, label, date])).toEqual([
      ['milestone', 'Beta', dayFromNow(10)],
    ])
  })
})

describe('the roadmap', () => {
  const rows = async (ws: Workspace, query = '') =>
    (await ws.owner.ok('GET', `${ws.base}/roadmap${query}`)).rows as Json[]

  test('has in one round trip the bars of projects, milestones, epics and sprints', async () => {
    const { ws, home, beta } = await planned()
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, {
      start_date: dayFromNow(-5),
      target_date: dayFromNow(30),
    })
    const epic = await task(ws, home.id, { type: 'epic', title: 'Payment' })
    const story = await task(ws, home.id, { type: 'story', parent_id: epic.id, start_date: dayFromNow(1) })
    await task(ws, home.id, { parent_id: story.id, due_date: dayFromNow(9), milestone_id: beta.id })
    await sprint(ws, home.id, { name: 'First' })
    const reply = await ws.owner.call('GET', `${ws.base}/roadmap?level=project,milestone,epic,sprint`)
    expect([reply.status, reply.roundTrips, reply.body.total]).toEqual([200, 1, 4])
    expect(
      reply.body.rows.map((row: Json) => [row.type, row.title, row.start, row.end, row.derived]),
    ).toEqual([
      ['project', home.name, dayFromNow(-5), dayFromNow(30), false],
      ['milestone', 'Beta', dayFromNow(10), dayFromNow(10), false],
      ['epic', 'Payment', dayFromNow(1), dayFromNow(9), true],
      ['sprint', 'First', dayFromNow(0), dayFromNow(13), false],
    ])
    expect(reply.body.rows[2]).toMatchObject({
      key: epic.key,
      progress: { done: 0, total: 2, percent: 0 },
      health: 'on_track',
      late_days: 0,
      dependencies: [],
    })
    expect((await rows(ws)).length).toBe(3)
  })

  test('an epic’s own dates override those of its tasks; late ones have their days and what they wait for', async () => {
    const { ws, home } = await planned()
    const first = await task(ws, home.id, { type: 'epic', title: 'First', due_date: dayFromNow(-4) })
    const second = await task(ws, home.id, { type: 'epic', title: 'Second', due_date: dayFromNow(5) })
    await task(ws, home.id, { parent_id: second.id, due_date: dayFromNow(8) })
    await ws.owner.ok('POST', `${ws.base}/tasks/${second.id}/dependencies`, {
      task_id: first.id,
      type: 'blocked_by',
    })
    const result = (await rows(ws, '?level=epic')).map((row) => [
      row.title,
      row.end,
      row.derived,
      row.late_days,
      row.health,
    ])
    expect(result).toEqual([
      ['First', dayFromNow(-4), false, 4, 'off_track'],
      ['Second', dayFromNow(5), false, 3, 'at_risk'],
    ])
    expect((await rows(ws, '?level=epic'))[1].dependencies).toEqual([first.id])
    await change(ws, first.id, { status: 'done' })
    expect((await rows(ws, '?level=epic'))[0]).toMatchObject({ finished: true, health: null, late_days: 4 })
  })

  test('is filtered by dates, levels, projects and statuses, and by what the caller can see', async () => {
    const { ws, home } = await planned()
    const over = await project(ws, { name: 'Over' })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${over.id}`, {
      status: 'completed',
      target_date: dayFromNow(-9),
    })
    const secret = await project(ws, { visibility: 'private', name: 'Secret' })
    const titles = async (query: string, who = ws.owner) =>
      (await who.ok('GET', `${ws.base}/roadmap${query}`)).rows.map(({ title }: Json) => title)
    expect(await titles('?level=project')).toEqual([home.name, 'Secret'])
    expect(await titles('?level=project&status=completed')).toEqual(['Over'])
    expect(await titles('?level=project', await join(ws))).toEqual([home.name])
    expect(await titles(`?project_id=${secret.id}`)).toEqual(['Secret'])
    expect(await titles(`?level=milestone&from=${dayFromNow(11)}`)).toEqual([])
    expect(await titles(`?level=milestone&from=${dayFromNow(9)}&to=${dayFromNow(10)}`)).toEqual(['Beta'])
    const invalid = await ws.owner.call('GET', `${ws.base}/roadmap?from=2026-02-01&to=2026-01-01`)
    expect([invalid.status, invalid.body.error.message]).toEqual([422, 'query.to: must not be before from'])
  })
})
