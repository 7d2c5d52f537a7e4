import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { graph } from '../kit/dependencies.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const said = ({ status, body }: { status: number; body: Json }) => [status, body?.error?.message]

describe('a dependency', () => {
  test('is stored once and seen from both ends', async () => {
    const { ws, tasks, at, add } = await graph(2)
    const [a, b] = tasks as [Json, Json]
    const created = await add(a, 'blocked_by', b.key, { lag_days: 2, note: 'The design first' })
    expect([created.status, created.roundTrips, created.body]).toMatchObject([
      201,
      1,
      { type: 'blocked_by', lag_days: 2, note: 'The design first', satisfied: false, task: { key: b.key } },
    ])
    expect(created.body.task).toEqual({
      id: b.id,
      key: b.key,
      title: b.title,
      status: 'todo',
      project: b.project,
    })
    const [blockerView, blockedView] = [await ws.owner.ok('GET', at(a)), await ws.owner.ok('GET', at(b))]
    expect(blockerView).toMatchObject({ blocks: [], relates_to: [], blocked_by: [created.body] })
    expect(blockedView).toMatchObject({
      blocked_by: [],
      relates_to: [],
      blocks: [{ dependency_id: created.body.dependency_id, type: 'blocks', task: { id: a.id } }],
    })
    const rows = await asOwner('select from_task_id, type from task_dependencies where org_id = $1', [
      ws.org.id,
    ])
    expect(rows).toEqual([{ from_task_id: b.id, type: 'blocks' }])
  })

  test('of type relates_to has no direction, no cycle and blocks nothing', async () => {
    const { ws, tasks, at, add, get } = await graph(3)
    const [a, b, c] = tasks as [Json, Json, Json]
    for (const [one, other] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const { status, body } = await add(one, 'relates_to', other.id)
      expect([status, body]).toMatchObject([201, { satisfied: null, task: { id: other.id } }])
    }
    expect(
      (await ws.owner.ok('GET', at(a))).relates_to.map(({ task: { id } }: Json) => id).toSorted(),
    ).toEqual([b.id, c.id].toSorted())
    expect((await get(a)).is_blocked).toBe(false)
  })

  test('is changed and removed from either end, and only by a path that it belongs to', async () => {
    const { ws, tasks, at, add } = await graph(3)
    const [a, b, c] = tasks as [Json, Json, Json]
    const { dependency_id } = (await add(a, 'blocks', b.id, { note: 'x' })).body
    const changed = await ws.owner.call('PATCH', `${at(b)}/${dependency_id}`, { lag_days: -3, note: null })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { type: 'blocked_by', lag_days: -3, note: null },
    ])
    expect(await ws.owner.ok('PATCH', `${at(a)}/${dependency_id}`, { note: 'y' })).toMatchObject({
      lag_days: -3,
    })
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { note: 'y' } : undefined
      expect((await ws.owner.call(method, `${at(c)}/${dependency_id}`, body)).status).toBe(404)
      expect((await ws.owner.call(method, `${at(a)}/${uuidv7()}`, body)).status).toBe(404)
    }
    await ws.owner.ok('DELETE', `${at(b)}/${dependency_id}`)
    expect((await ws.owner.ok('GET', at(a))).blocks).toEqual([])
  })
})

describe('rejected is', () => {
  test('a task with itself, with unknown fields, or a lag without a direction', async () => {
    const { tasks, add, ws, at } = await graph(2)
    const [a, b] = tasks as [Json, Json]
    expect(said(await add(a, 'blocks', a.key))).toEqual([422, 'body.task_id: the task itself'])
    expect(said(await add(a, 'relates_to', b.id, { lag_days: 1 }))[1]).toBe(
      'body.lag_days: only for blocks and blocked_by',
    )
    expect(said(await add(a, 'blocks', b.id, { lag_days: 366 }))).toEqual([
      422,
      'body.lag_days: must be -30 to 365',
    ])
    expect(said(await add(a, 'blocks', 'nonsense'))[1]).toContain('body.task_id: must be a uuid or a key')
    const { dependency_id } = (await add(a, 'relates_to', b.id)).body
    expect(said(await ws.owner.call('PATCH', `${at(a)}/${dependency_id}`, { lag_days: 1 }))).toEqual([
      422,
      'body.lag_days: only for blocks and blocked_by',
    ])
    expect((await ws.owner.call('PATCH', `${at(a)}/${dependency_id}`, {})).status).toBe(422)
  })

  test('an unknown, a foreign, a deleted and a hidden task alike', async () => {
    const { ws, tasks, at } = await graph(2)
    const [a, gone] = tasks as [Json, Json]
    const foreign = await graph(1)
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    const member = await join(ws)
    for (const task_id of [
      uuidv7(),
      'NONE-1',
      foreign.tasks[0].id,
      gone.id,
      gone.key,
      hidden.id,
      hidden.key,
    ]) {
      expect(said(await member.call('POST', at(a), { type: 'blocks', task_id }))).toEqual([
        422,
        'body.task_id: not found',
      ])
    }
  })

  test('a second relation of a pair, in either direction or of another type, naming the first', async () => {
    const { tasks, add } = await graph(2)
    const [a, b] = tasks as [Json, Json]
    const { dependency_id } = (await add(a, 'blocks', b.id)).body
    for (const [one, role, other] of [
      [a, 'blocks', b],
      [b, 'blocks', a],
      [a, 'relates_to', b],
      [b, 'relates_to', a],
    ] as const) {
      expect(said(await add(one, role, other.id))).toEqual([
        409,
        `${a.key} blocks ${b.key} already (dependency ${dependency_id})`,
      ])
    }
  })

  test('a cycle, with its path in keys', async () => {
    const { tasks, add } = await graph(3)
    const [a, b, c] = tasks as [Json, Json, Json]
    await add(a, 'blocks', b.id)
    await add(b, 'blocks', c.id)
    expect(said(await add(c, 'blocks', a.id))).toEqual([
      409,
      `closes a cycle: ${c.key} -> ${a.key} -> ${b.key} -> ${c.key}`,
    ])
    expect(said(await add(a, 'blocked_by', c.id))[1]).toBe(
      `closes a cycle: ${c.key} -> ${a.key} -> ${b.key} -> ${c.key}`,
    )
  })

  test('a parent or subtask as blocker, and a cycle that goes through one', async () => {
    const { ws, tasks, add } = await graph(5)
    const [parent, child, grandchild, x, y] = tasks
    const put = (one: Json, child: Json) =>
      ws.owner.call('PATCH', `${ws.base}/tasks/${one.id}`, { parent_id: child.id })
    await put(child, parent)
    await put(grandchild, child)
    for (const [one, role, other] of [
      [parent, 'blocks', grandchild],
      [grandchild, 'blocks', parent],
      [child, 'blocked_by', parent],
    ] as const) {
      expect(said(await add(one, role, other.id))[0]).toBe(422)
    }
    expect((await add(parent, 'relates_to', child.id)).status).toBe(201)
    await add(parent, 'blocks', x.id)
    expect(said(await add(x, 'blocks', grandchild.id))).toEqual([
      409,
      `closes a cycle: ${x.key} -> ${grandchild.key} -> ${child.key} -> ${parent.key} -> ${x.key}`,
    ])
    await add(x, 'blocks', y.id)
    const refused = await put(y, child)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      `this parent would close a cycle: ${child.key} -> ${parent.key} -> ${x.key} -> ${y.key} -> ${child.key}`,
    ])
    const bulk = { task_ids: [y.id], patch: { parent_id: child.id } }
    expect((await ws.owner.call('POST', `${ws.base}/tasks/bulk`, bulk)).status).toBe(409)
  })

  test('siblings can wait for each other in a row', async () => {
    const { ws, tasks, add } = await graph(4)
    const [parent, a, b, between] = tasks
    for (const one of [a, b])
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { parent_id: parent.id })
    expect((await add(a, 'blocks', between.id)).status).toBe(201)
    expect((await add(between, 'blocks', b.id)).status).toBe(201)
    expect((await add(a, 'blocks', b.id)).status).toBe(201)
  })

  test('more than 100 relations of one task', async () => {
    const { ws, tasks, add } = await graph(2)
    const [a, b] = tasks as [Json, Json]
    const items = Array.from({ length: 100 }, (_, n) => ({ title: `${n}` }))
    const { items: others } = await ws.owner.ok('POST', `${ws.base}/projects/${a.project.id}/tasks/bulk`, {
      items,
    })
    await asOwner(
      `insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
        select $1, $2, o, 'blocks', $4 from unnest($3::uuid[]) o`,
      [ws.org.id, a.id, others.map(({ id }: Json) => id), ws.owner.id],
    )
    expect(said(await add(a, 'blocks', b.id))).toEqual([
      422,
      'body.task_id: the task has 100 relations already',
    ])
    expect(said(await add(b, 'blocks', a.id))).toEqual([422, 'body.task_id: it has 100 relations already'])
  })

  test('a dependency on a task of an archived project', async () => {
    const { ws, tasks, add } = await graph(1)
    const other = await project(ws)
    const archivedTask = await task(ws, other.id)
    await asOwner('update projects set archived_at = now() where id = $1', [other.id])
    expect(said(await add(tasks[0], 'blocks', archivedTask.id))).toEqual([409, 'project is archived'])
    expect(said(await add(archivedTask, 'blocks', tasks[0].id))).toEqual([409, 'project is archived'])
  })
})

describe('the trash', () => {
  test('hides dependencies, and restores those that close no cycle now', async () => {
    const { ws, tasks, at, add } = await graph(3)
    const [a, b, c] = tasks as [Json, Json, Json]
    await add(a, 'blocks', b.id)
    await add(b, 'blocks', c.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${b.id}`)
    expect((await ws.owner.ok('GET', at(a))).blocks).toEqual([])
    expect((await add(c, 'blocks', a.id)).status).toBe(201)
    const { warnings } = await ws.owner.ok('POST', `${ws.base}/tasks/${b.id}/restore`)
    expect(warnings).toEqual([
      `the dependency ${b.key} -> ${c.key} was dropped, because it would close a cycle: ` +
        `${b.key} -> ${c.key} -> ${a.key} -> ${b.key}`,
    ])
    const { blocks, blocked_by } = await ws.owner.ok('GET', at(b))
    expect([blocks, blocked_by.map(({ task: { key } }: Json) => key)]).toEqual([[], [a.key]])
  })
})

test('a dependency between organizations cannot be stored', async () => {
  const [setup, otherWorkspace] = [await graph(1), await workspace()]
  const other = await task(otherWorkspace, (await project(otherWorkspace)).id)
  await expect(
    asOwner(
      `insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
        values ($1, $2, $3, 'blocks', $4)`,
      [setup.ws.org.id, setup.tasks[0].id, other.id, setup.ws.owner.id],
    ),
  ).rejects.toThrow('task_dependencies_to_task')
})
