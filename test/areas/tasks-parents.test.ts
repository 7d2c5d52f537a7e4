import { describe, expect, test } from 'vitest'
import { join, project, task, workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('parents', () => {
  test('a parent is live, in the project, not a descendant, at most five levels up', async () => {
    const ws = await workspace()
    const [{ id }, other] = [await project(ws), await project(ws)]
    const chain = [await task(ws, id)]
    for (let n = 0; n < 5; n++) chain.push(await task(ws, id, { parent_id: chain.at(-1)!.id }))
    const refused = async (taskId: string, parent_id: string) => {
      const reply = await ws.owner.call('PATCH', `${ws.base}/tasks/${taskId}`, { parent_id })
      expect(reply.status).toBe(422)
      return reply.body.error.message.replace('body.parent_id: ', '')
    }
    const lone = await task(ws, id)
    expect(await refused(lone.id, chain[5]!.id)).toBe('more than 5 levels of subtasks')
    expect(await refused(chain[0]!.id, lone.id)).toBe('more than 5 levels of subtasks')
    expect(await refused(chain[0]!.id, chain[3]!.id)).toBe('one of its own subtasks')
    expect(await refused(lone.id, (await task(ws, other.id)).id)).toBe('a task of another project')
    const foreign = await workspace()
    const alien = await task(foreign, (await project(foreign)).id)
    expect(await refused(lone.id, alien.id)).toBe('not found')
    expect(await refused(lone.id, unknownId)).toBe('not found')
    expect(
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${lone.id}`, { parent_id: chain[4]!.id }),
    ).toMatchObject({ parent: { id: chain[4]!.id, key: chain[4]!.key } })
  })

  test('a task of a hidden project is reported like an unknown one', async () => {
    const ws = await workspace()
    const [{ id }, hidden] = [await project(ws), await project(ws, { visibility: 'private' })]
    const member = await join(ws)
    const secret = await task(ws, hidden.id)
    const reply = await member.call('POST', `${ws.base}/projects/${id}/tasks`, {
      title: 'x',
      parent_id: secret.id,
    })
    expect(reply.body.error.message).toBe('body.parent_id: not found')
    expect((await member.call('GET', `${ws.base}/tasks/${secret.id}`)).status).toBe(404)
  })

  test('the limit of 200 counts only open subtasks', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const parent = await task(ws, id, { type: 'bug' })
    const items = Array.from({ length: 100 }, () => ({ title: 'x', parent_id: parent.id }))
    const bulk = (some: object[]) =>
      ws.owner.call('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items: some })
    const first = await bulk(items)
    expect([first.status, (await bulk(items)).status]).toEqual([201, 201])
    const overLimit = await bulk(items.slice(0, 1))
    expect(overLimit.body.error.message).toBe('body.items[0].parent_id: has 200 open subtasks already')
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${first.body.items[0].id}`, { status: 'done' })
    const two = await bulk(items.slice(0, 2))
    expect(two.body.error.message).toBe('body.items[1].parent_id: has 200 open subtasks already')
    expect((await bulk(items.slice(0, 1))).status).toBe(201)
  })
})
