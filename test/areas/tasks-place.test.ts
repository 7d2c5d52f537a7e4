import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const order = async (ws: Workspace, projectId: string) =>
  (await ws.owner.ok('GET', `${ws.base}/projects/${projectId}/tasks`)).items
    .map((item: { title: string }) => item.title)
    .join('')
const four = async (ws: Workspace, projectId: string) => {
  const created: Record<string, Json> = {}
  for (const title of ['a', 'b', 'c', 'd']) created[title] = await task(ws, projectId, { title })
  return created
}

describe('moving tasks', () => {
  test('before, after, top and bottom', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { a, b, c, d } = await four(ws, id)
    const move = async (card: Json, body: object) => {
      const reply = await ws.owner.call('POST', `${ws.base}/tasks/${card.id}/move`, body)
      expect([reply.status, reply.roundTrips]).toEqual([200, 1])
      return order(ws, id)
    }
    expect(await move(d, { before_id: b.id })).toBe('adbc')
    expect(await move(a, { after_id: b.id })).toBe('dbac')
    expect(await move(c, { position: 'top' })).toBe('cdba')
    expect(await move(d, { position: 'bottom' })).toBe('cbad')
    expect(await move(c, { after_id: d.id })).toBe('badc')
  })

  test('a move to the current place changes nothing', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { a, b, d } = await four(ws, id)
    for (const [card, body] of [
      [a, { before_id: b.id }],
      [b, { after_id: a.id }],
      [a, { position: 'top' }],
      [d, { position: 'bottom' }],
    ] as const) {
      expect((await ws.owner.ok('POST', `${ws.base}/tasks/${card.id}/move`, body)).version).toBe(1)
    }
    expect(
      await asOwner(`select from audit_log where org_id = $1 and action = 'task.moved'`, [ws.org.id]),
    ).toEqual([])
  })

  test('neighbours must be live tasks of the project, and only one place can be requested', async () => {
    const ws = await workspace()
    const [{ id, columns }, other] = [await project(ws), await project(ws)]
    const { a, b, c } = await four(ws, id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${c.id}`)
    const refused = async (body: object) => {
      const reply = await ws.owner.call('POST', `${ws.base}/tasks/${a.id}/move`, body)
      return [reply.status, reply.body.error.message]
    }
    const foreign = await task(ws, other.id)
    for (const unknown of [unknownId, foreign.id, c.id]) {
      expect(await refused({ before_id: unknown })).toEqual([422, 'body.before_id: not found in the project'])
    }
    expect(await refused({ after_id: a.id })).toEqual([422, 'body.after_id: the task itself'])
    expect(
      await refused({ column_id: other.columns.done, after_id: unknownId, sprint_id: unknownId }),
    ).toEqual([
      422,
      'body.sprint_id: not found; body.column_id: not found; body.after_id: not found in the project',
    ])
    expect(await refused({ before_id: b.id, position: 'top' })).toEqual([
      422,
      'body: send one of before_id, after_id and position',
    ])
    expect(await refused({})).toEqual([422, 'body: at least one field required'])
    const viewer = await join(ws, 'viewer')
    expect(
      (await viewer.call('POST', `${ws.base}/tasks/${a.id}/move`, { column_id: columns.done })).status,
    ).toBe(403)
  })

  test('a column sets its status, null is the backlog, and consequences are returned', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const { a, b } = await four(ws, id)
    await task(ws, id, { parent_id: a.id })
    const moved = await ws.owner.ok('POST', `${ws.base}/tasks/${a.id}/move`, {
      column_id: columns.done,
      after_id: b.id,
      sprint_id: null,
    })
    expect(moved).toMatchObject({
      status: 'done',
      progress_percent: 100,
      warnings: ['1 subtask is still open'],
    })
    const kinds = await asOwner(
      `select kind, field from task_events where task_id = $1 order by id offset 1`,
      [a.id],
    )
    expect(kinds.map((event) => `${event.kind} ${event.field}`)).toEqual([
      'status_changed status',
      'moved column_id',
      'updated progress_percent',
    ])
  })

  test('ranks are redistributed silently when there is no room left', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { a, b, c, d } = await four(ws, id)
    const close = `a0${'0'.repeat(99)}`
    await asOwner('update tasks set rank = $2 where id = $1', [b.id, `${close}1`])
    await asOwner('update tasks set rank = $2 where id = $1', [c.id, `${close}2`])
    expect(await order(ws, id)).toBe('abcd')
    const before = await asOwner('select count(*)::int as n from task_events where org_id = $1', [ws.org.id])
    await ws.owner.ok('POST', `${ws.base}/tasks/${d.id}/move`, { before_id: c.id })
    expect(await order(ws, id)).toBe('abdc')
    const ranks = await asOwner('select id, rank, version from tasks where project_id = $1', [id])
    expect(ranks.every(({ rank }) => rank.length < 10)).toBe(true)
    expect(ranks.find((row) => row.id === a.id)!.version).toBe(1)
    expect(
      await asOwner('select count(*)::int as n from task_events where org_id = $1', [ws.org.id]),
    ).toEqual(before)
    const audit = await asOwner(
      `select entity_id from audit_log where org_id = $1 and action = 'task.moved'`,
      [ws.org.id],
    )
    expect(audit).toEqual([{ entity_id: d.id }])
  })

  test('many inserts at one position keep the order and the length', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { a, b, c, d } = await four(ws, id)
    for (let n = 0; n < 60; n++) {
      await ws.owner.ok('POST', `${ws.base}/tasks/${[c, d][n % 2].id}/move`, { before_id: b.id })
    }
    expect(await order(ws, id)).toBe('acdb')
    expect(
      (await asOwner('select max(length(rank))::int as n from tasks where project_id = $1', [id]))[0].n,
    ).toBeLessThan(101)
    expect(a.version).toBe(1)
  })

  test('a full column warns by default, rejects by policy, and never affects cards that are inside', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws)
    const { a, b, c } = await four(ws, id)
    await asOwner('update board_columns set wip_limit = 1 where id = $1', [columns.in_progress])
    const enter = (card: Json) =>
      ws.owner.call('POST', `${ws.base}/tasks/${card.id}/move`, { column_id: columns.in_progress })
    const policy = (wip_policy: string) =>
      asOwner('update projects set settings = $2 where id = $1', [id, { wip_policy }])
    expect((await enter(a)).body.warnings).toEqual([])
    expect((await enter(b)).body.warnings).toEqual(['column In progress holds 2 of at most 1'])
    await policy('block')
    const refused = await enter(c)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'column In progress holds 3 of at most 1',
    ])
    expect((await ws.owner.call('PATCH', `${ws.base}/tasks/${c.id}`, { status: 'in_progress' })).status).toBe(
      409,
    )
    const inside = await ws.owner.call('POST', `${ws.base}/tasks/${b.id}/move`, {
      column_id: columns.in_progress,
      position: 'top',
    })
    expect([inside.status, inside.body.warnings]).toEqual([200, []])
    expect((await ws.owner.call('PATCH', `${ws.base}/tasks/${b.id}`, { title: 'still' })).status).toBe(200)
    await policy('off')
    expect((await enter(c)).body.warnings).toEqual([])
  })

  test('of two moves into the last free place, one wins', async () => {
    const ws = await workspace()
    const { id, columns } = await project(ws, { settings: { wip_policy: 'block' } })
    await asOwner('update board_columns set wip_limit = 1 where id = $1', [columns.in_progress])
    const created = Object.values(await four(ws, id))
    const replies = await Promise.all(
      created.map((one, n) =>
        n % 2
          ? ws.owner.call('PATCH', `${ws.base}/tasks/${one.id}`, { status: 'in_progress' })
          : ws.owner.call('POST', `${ws.base}/tasks/${one.id}/move`, { column_id: columns.in_progress }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })
})
