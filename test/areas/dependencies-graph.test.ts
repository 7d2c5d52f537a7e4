import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { graph } from '../kit/dependencies.ts'
import { join, project, task } from '../kit/makers.ts'

const keys = (ids: string[], nodes: Json[]) => ids.map((id) => nodes.find((node) => node.id === id)?.title)

/** Six tasks: 1 -> 2 -> 4, 1 -> 3 (lag 2) -> 4, 5 relates to 6. */
async function plan() {
  const setup = await graph(7)
  const { ws, tasks, add } = setup
  const dates = [
    { start_date: '2026-01-05', due_date: '2026-01-06' },
    { estimate_minutes: 1440 },
    { estimate_minutes: 720 },
  ]
  for (const [n, draft] of dates.entries()) {
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[n].id}`, draft)
  }
  await add(tasks[0], 'blocks', tasks[1].id)
  await add(tasks[0], 'blocks', tasks[2].id, { lag_days: 2 })
  await add(tasks[1], 'blocks', tasks[3].id)
  await add(tasks[2], 'blocks', tasks[3].id)
  await add(tasks[4], 'relates_to', tasks[5].id)
  const path = `${ws.base}/projects/${tasks[0].project.id}/dependencies`
  return { ...setup, path }
}

describe('the graph of a project', () => {
  test('has levels, roots, the critical path by days and lag, and what is blocked now, in one round trip', async () => {
    const { ws, tasks, path } = await plan()
    const { roundTrips, body } = await ws.owner.call('GET', path)
    expect(roundTrips).toBe(1)
    expect(body.nodes).toHaveLength(6)
    expect(body.nodes.map(({ days }: Json) => days)).toEqual([2, 3, 1.5, 1, 1, 1])
    expect(body.edges).toHaveLength(5)
    expect(body.edges[1]).toMatchObject({ from_task_id: tasks[0].id, to_task_id: tasks[2].id, lag_days: 2 })
    expect(body.levels.map((ids: string[]) => keys(ids, body.nodes))).toEqual([
      ['Task 1', 'Task 5', 'Task 6'],
      ['Task 2', 'Task 3'],
      ['Task 4'],
    ])
    expect([keys(body.critical_path, body.nodes), body.critical_days]).toEqual([
      ['Task 1', 'Task 3', 'Task 4'],
      6.5,
    ])
    expect(keys(body.roots, body.nodes)).toEqual(['Task 1'])
    expect(keys(body.blocked_now, body.nodes)).toEqual(['Task 2', 'Task 3', 'Task 4'])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[0].id}`, { status: 'done' })
    const after = await ws.owner.ok('GET', path)
    expect(keys(after.blocked_now, after.nodes)).toEqual(['Task 4'])
    const open = await ws.owner.ok('GET', `${path}?status=todo,in_progress`)
    expect([open.nodes.length, open.edges.length, keys(open.roots, open.nodes)]).toEqual([
      5,
      3,
      ['Task 2', 'Task 3'],
    ])
  })

  test('has the float of each task and all critical ones, not one chain', async () => {
    const { ws, tasks, add } = await graph(6)
    // 1 (2 days) -> 2 (3) -> 4 (1); 1 -> 3 (3) -> 4; 5 (1) -> 4; 6 stands alone.
    for (const [n, days] of [2, 3, 3, 1, 1].entries())
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[n].id}`, { estimate_minutes: days * 480 })
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [4, 3],
    ] as const)
      await add(tasks[from], 'blocks', tasks[to].id)
    await add(tasks[4], 'relates_to', tasks[5].id)
    const body = await ws.owner.ok('GET', `${ws.base}/projects/${tasks[0].project.id}/dependencies`)
    expect(body.nodes.map(({ float_days }: Json) => float_days)).toEqual([0, 0, 0, 0, 4, null])
    expect(keys(body.critical_tasks, body.nodes)).toEqual(['Task 1', 'Task 2', 'Task 3', 'Task 4'])
    expect([body.critical_path.length, body.critical_days]).toEqual([3, 6])
  })

  test('is empty without dependencies', async () => {
    const { ws, tasks } = await graph(2)
    expect(await ws.owner.ok('GET', `${ws.base}/projects/${tasks[0].project.key}/dependencies`)).toEqual({
      nodes: [],
      edges: [],
      levels: [],
      critical_path: [],
      critical_tasks: [],
      critical_days: 0,
      roots: [],
      blocked_now: [],
    })
  })

  test('includes tasks of other projects by default, and says where one is hidden', async () => {
    const { ws, tasks, path, add } = await plan()
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id, { title: 'Hidden' })
    await add(tasks[3], 'blocks', hidden.id)
    await add(tasks[5], 'blocks', hidden.id)
    const ownerView = await ws.owner.ok('GET', path)
    expect([ownerView.nodes.length, ownerView.nodes.at(-1).title]).toEqual([7, 'Hidden'])
    const member = await join(ws)
    const foreign = await member.ok('GET', path)
    expect([foreign.nodes.length, foreign.nodes.at(-1), foreign.edges.length]).toEqual([
      7,
      { restricted: true },
      7,
    ])
    expect(JSON.stringify(foreign)).not.toMatch(new RegExp(`Hidden|${hidden.id}|${hidden.key}`))
    expect(foreign.edges.at(-1)).toMatchObject({ from_task_id: tasks[5].id, to_task_id: null })
    const internalView = await member.ok('GET', `${path}?include_external=false`)
    expect([internalView.nodes.length, internalView.edges.length]).toEqual([6, 5])
  })

  test('of a chain of 400 tasks is returned at once', async () => {
    const { ws, tasks } = await graph(1)
    const { asOwner } = await import('../kit/client.ts')
    const projectId = tasks[0].project.id
    await asOwner(
      `with made as (insert into tasks (org_id, project_id, number, title, rank, created_by, reporter_id)
          select $1, $2, n, 'Link', 'b' || (10000 + n), $3, $3 from generate_series(2, 400) n returning id, number)
        insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
          select $1, a.id, b.id, 'blocks', $3 from made a join made b on b.number = a.number + 1`,
      [ws.org.id, projectId, ws.owner.id],
    )
    const { levels, critical_days } = await ws.owner.ok(
      'GET',
      `${ws.base}/projects/${projectId}/dependencies`,
    )
    expect([levels.length, critical_days]).toEqual([399, 399])
    const reply = await ws.owner.call('POST', `${ws.base}/tasks/${tasks[0].project.key}-400/dependencies`, {
      type: 'blocks',
      task_id: `${tasks[0].project.key}-2`,
    })
    expect([reply.status, reply.body.error.message.split(' -> ').length]).toEqual([409, 400])
  })
})
