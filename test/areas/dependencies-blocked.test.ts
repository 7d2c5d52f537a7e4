import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { type Graph, graph } from '../kit/dependencies.ts'
import { join, project, task } from '../kit/makers.ts'

const said = ({ status, body }: { status: number; body: Json }) => [status, body?.error?.message]

describe('blocked', () => {
  const blocked = async ({ get }: Graph, one: Json) => {
    const { is_blocked, counts } = await get(one)
    expect(is_blocked).toBe(counts.open_blockers > 0)
    return counts.open_blockers
  }
  const events = (one: Json) =>
    asOwner(
      `select kind, new_value->>'by' as by from task_events where task_id = $1 and kind like '%blocked'
      order by id`,
      [one.id],
    )

  test('follows the dependencies, and the status, trash and purge of the blockers, with events', async () => {
    const setup = await graph(3)
    const { ws, tasks, at, add } = setup
    const [a, b, c] = tasks as [Json, Json, Json]
    const set = (one: Json, status: string) => ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { status })
    await add(a, 'blocks', c.id)
    const { dependency_id } = (await add(b, 'blocks', c.id)).body
    expect(await blocked(setup, c)).toBe(2)
    await set(a, 'done')
    await set(b, 'cancelled')
    expect(await blocked(setup, c)).toBe(0)
    await set(b, 'in_progress')
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${b.id}`)
    expect(await blocked(setup, c)).toBe(0)
    await ws.owner.ok('POST', `${ws.base}/tasks/${b.id}/restore`)
    expect(await blocked(setup, c)).toBe(1)
    await ws.owner.ok('DELETE', `${at(c)}/${dependency_id}`)
    expect(await blocked(setup, c)).toBe(0)
    await add(c, 'blocked_by', b.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${b.id}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${b.id}/purge`)
    expect(await blocked(setup, c)).toBe(0)
    expect(await events(c)).toEqual(
      [a, b, b, b, b, b, b, b].map((by, n) => ({ kind: n % 2 ? 'unblocked' : 'blocked', by: by.id })),
    )
    const { version } = await setup.get(c)
    expect(version).toBe(c.version)
  })

  test('counts blockers in projects that the caller cannot see, and none of a project in the trash', async () => {
    const setup = await graph(1)
    const { ws, tasks, at } = setup
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id, { title: 'Hidden' })
    await ws.owner.ok('POST', at(tasks[0]), { type: 'blocked_by', task_id: hidden.id, note: 'Hush' })
    const member = await join(ws)
    const { blocked_by } = await member.ok('GET', at(tasks[0]))
    expect(blocked_by).toMatchObject([{ task: { restricted: true }, note: null, satisfied: false }])
    expect(JSON.stringify(blocked_by)).not.toMatch(new RegExp(`Hidden|Hush|${hidden.id}|${hidden.key}`))
    const item = await member.ok('GET', `${ws.base}/tasks/${tasks[0].id}?expand=blockers`)
    expect([item.counts.open_blockers, item.blockers ?? [{ restricted: true }]]).toEqual([
      1,
      [{ restricted: true }],
    ])
    for (const place of [`tasks/${tasks[0].id}/history`, `projects/${tasks[0].project.id}/activity`]) {
      const { text } = await member.call('GET', `${ws.base}/${place}`)
      expect([place, text.includes('blocked'), text.includes(hidden.id)]).toEqual([place, true, false])
      expect((await ws.owner.call('GET', `${ws.base}/${place}`)).text).toContain(hidden.id)
    }
    const path = `${at(tasks[0])}/${blocked_by[0].dependency_id}`
    expect((await member.call('DELETE', path)).status).toBe(403)
    expect((await member.call('PATCH', path, { note: 'x' })).status).toBe(403)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${secret.id}`)
    expect(await blocked(setup, tasks[0])).toBe(0)
    expect((await member.ok('GET', at(tasks[0]))).blocked_by).toEqual([])
    await ws.owner.ok('POST', `${ws.base}/projects/${secret.id}/restore`)
    expect(await blocked(setup, tasks[0])).toBe(1)
  })

  test('also follows a change by somebody who cannot see the blocked task', async () => {
    const setup = await graph(1)
    const { ws, tasks } = setup
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id)
    await ws.owner.ok('POST', `${ws.base}/tasks/${hidden.id}/dependencies`, {
      type: 'blocked_by',
      task_id: tasks[0].id,
    })
    const member: Caller = await join(ws)
    await member.ok('PATCH', `${ws.base}/tasks/${tasks[0].id}`, { status: 'done' })
    expect(await blocked(setup, hidden)).toBe(0)
  })

  test('finishing a blocked task warns with the keys of its blockers, or is rejected if the project wants that', async () => {
    const { ws, tasks, add } = await graph(3)
    const [a, b, c] = tasks as [Json, Json, Json]
    await add(a, 'blocks', c.id)
    await add(b, 'blocks', c.id)
    const finish = () => ws.owner.call('PATCH', `${ws.base}/tasks/${c.id}`, { status: 'done' })
    expect((await finish()).body.warnings).toEqual([`blocked by ${a.key}, ${b.key}`])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${c.id}`, { status: 'todo' })
    await asOwner(`update projects set settings = '{"enforce_blockers":true}' where id = $1`, [c.project.id])
    expect(said(await finish())).toEqual([409, `blocked by ${a.key}, ${b.key}`])
  })

  test('the open blockers of listed tasks are included on request', async () => {
    const { ws, tasks, add } = await graph(2)
    const [a, b] = tasks as [Json, Json]
    await add(a, 'blocks', b.id)
    const { items } = await ws.owner.ok(
      'GET',
      `${ws.base}/projects/${a.project.id}/tasks?expand=blockers&sort=number`,
    )
    expect(items.map(({ blockers }: Json) => blockers)).toEqual([
      [],
      [{ id: a.id, key: a.key, title: a.title, status: 'todo' }],
    ])
    const sendRequest = (filter: object) => ws.owner.ok('POST', `${ws.base}/tasks/query`, { filter })
    const is = (field: string) => ({ field, op: 'is', value: true })
    expect((await sendRequest(is('is_blocking'))).items.map(({ id }: Json) => id)).toEqual([a.id])
    expect((await sendRequest(is('is_blocked'))).items.map(({ id }: Json) => id)).toEqual([b.id])
  })
})
