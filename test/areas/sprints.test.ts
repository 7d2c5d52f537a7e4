import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'
import { complete, dayFromNow, sprint, start } from '../kit/sprints.ts'

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

describe('planning a sprint', () => {
  test('assigns the next number, and by default a name with it', async () => {
    const { ws, home } = await open()
    const first = await sprint(ws, home)
    expect(first).toMatchObject({ number: 1, name: 'Sprint 1', state: 'planned', goal: null, version: 1 })
    expect(first.totals).toEqual({
      unit: 'points',
      scope: 0,
      done: 0,
      remaining: 0,
      unestimated: 0,
      tasks: 0,
      tasks_done: 0,
    })
    expect(first.days).toMatchObject({ elapsed: 0, left: 14, working_left: 10 })
    const second = await sprint(ws, home, {
      ...fortnight(1),
      name: 'Launch',
      goal: 'Live',
      capacity_points: 20.5,
    })
    expect(second).toMatchObject({ number: 2, name: 'Launch', goal: 'Live', capacity_points: 20.5 })
  })

  test('rejects an end before the start and more than 60 days', async () => {
    const { ws, home } = await open()
    const plan = (start_date: string, end_date: string) =>
      refused(ws, 'POST', `projects/${home}/sprints`, { start_date, end_date })
    expect(await plan('2026-01-02', '2026-01-01')).toEqual([422, 'body.end_date: before start_date'])
    expect(await plan('2026-01-01', '2026-03-02')).toEqual([
      422,
      'body.end_date: a sprint has at most 60 days',
    ])
    expect((await plan('2026-01-01', '2026-03-01'))[0]).toBe(201)
  })

  test('rejects dates of another planned or active sprint of the project, and names it', async () => {
    const { ws, home } = await open()
    await sprint(ws, home, { start_date: '2026-01-01', end_date: '2026-01-10' })
    const plan = (start_date: string, end_date: string) =>
      refused(ws, 'POST', `projects/${home}/sprints`, { start_date, end_date })
    expect(await plan('2026-01-10', '2026-01-20')).toEqual([
      409,
      'overlaps Sprint 1, 2026-01-01 to 2026-01-10',
    ])
    expect((await plan('2026-01-11', '2026-01-20'))[0]).toBe(201)
    const other = await project(ws)
    expect((await sprint(ws, other.id, { start_date: '2026-01-05', end_date: '2026-01-06' })).number).toBe(1)
  })

  test('accepts one of fifty concurrent plans for the same dates', { tags: 'race' }, async () => {
    const { ws, home } = await open()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        ws.owner.call('POST', `${ws.base}/projects/${home}/sprints`, fortnight(0)),
      ),
    )
    expect(replies.filter(({ status }) => status === 201).length).toBe(1)
    expect(replies.filter(({ status }) => status === 409).length).toBe(49)
  })

  test('is for managers and the lead of the project', async () => {
    const { ws, home } = await open()
    const member = await join(ws)
    const plan = () => member.call('POST', `${ws.base}/projects/${home}/sprints`, fortnight(0))
    expect((await plan()).status).toBe(403)
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'lead', $3)`,
      [ws.org.id, home, member.id],
    )
    expect((await plan()).status).toBe(201)
  })

  test('lists the newest first, by state, and returns 404 in a hidden project', async () => {
    const { ws, home } = await open()
    const first = await sprint(ws, home)
    await sprint(ws, home, fortnight(1))
    await start(ws, first.id)
    const names = async (query = '') =>
      (await ws.owner.ok('GET', `${ws.base}/projects/${home}/sprints${query}`)).items.map(
        ({ name }: Json) => name,
      )
    expect(await names()).toEqual(['Sprint 2', 'Sprint 1'])
    expect(await names('?state=active')).toEqual(['Sprint 1'])
    expect(await names('?state=planned,active&sort=start_date')).toEqual(['Sprint 1', 'Sprint 2'])
    const member = await join(ws)
    await asOwner(`update projects set visibility = 'private' where id = $1`, [home])
    expect((await member.call('GET', `${ws.base}/sprints/${first.id}`)).status).toBe(404)
  })
})

describe('changing a sprint', () => {
  test('moves both dates of a planned one, not into another', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    await sprint(ws, home, fortnight(2))
    const patch = (body: object) => refused(ws, 'PATCH', `sprints/${id}`, body)
    expect(await patch(fortnight(1))).toEqual([200, undefined])
    expect((await patch({ end_date: dayFromNow(30) }))[0]).toBe(409)
    expect(await patch({ end_date: dayFromNow(1) })).toEqual([422, 'body.end_date: before start_date'])
  })

  test('keeps the start of an active one, and everything except name and goal of a completed one', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    await start(ws, id)
    const patch = (body: object) => refused(ws, 'PATCH', `sprints/${id}`, body)
    expect(await patch({ start_date: dayFromNow(1) })).toEqual([
      409,
      'the sprint is active; its start_date cannot change',
    ])
    expect(await patch({ end_date: dayFromNow(20), capacity_points: 5 })).toEqual([200, undefined])
    await complete(ws, id)
    expect(await patch({ end_date: dayFromNow(21) })).toEqual([
      409,
      'the sprint is completed; only its name and goal can change',
    ])
    expect(await patch({ name: 'Renamed', goal: null })).toEqual([200, undefined])
  })

  test('conflicts only if a field changed since the given version', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    await ws.owner.ok('PATCH', `${ws.base}/sprints/${id}`, { goal: 'One' })
    const patch = (body: object) => refused(ws, 'PATCH', `sprints/${id}`, body)
    expect(await patch({ name: 'Mine', version: 1 })).toEqual([200, undefined])
    expect((await patch({ goal: 'Two', version: 1 }))[0]).toBe(409)
  })

  test('deletes a planned one with its tasks back in the backlog, and no other', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    const one = await task(ws, home, { sprint_id: id })
    expect((await ws.owner.call('DELETE', `${ws.base}/sprints/${id}`)).status).toBe(204)
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`)).sprint).toBeNull()
    expect((await ws.owner.call('GET', `${ws.base}/sprints/${id}`)).status).toBe(404)
    const next = await sprint(ws, home)
    await start(ws, next.id)
    expect(await refused(ws, 'DELETE', `sprints/${next.id}`)).toEqual([
      409,
      'the sprint is active; only a planned one is dropped',
    ])
  })

  test('is not possible while the project is archived', async () => {
    const { ws, home } = await open()
    const { id } = await sprint(ws, home)
    await asOwner('update projects set archived_at = now() where id = $1', [home])
    expect(await refused(ws, 'POST', `sprints/${id}/start`)).toEqual([409, 'project is archived'])
    expect((await ws.owner.call('GET', `${ws.base}/sprints/${id}`)).status).toBe(200)
  })
})
