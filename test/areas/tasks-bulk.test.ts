import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const events = (taskId: string) =>
  asOwner(
    'select kind, field, old_value, new_value, change_id from task_events where task_id = $1 order by id',
    [taskId],
  )

describe('changing many tasks', () => {
  test('atomic changes all of them, as one change in history', async () => {
    const ws = await workspace()
    const [one, two] = [await project(ws), await project(ws)]
    const created = [await task(ws, one.id), await task(ws, two.id)]
    const ids = created.map(({ id }) => id)
    const reply = await ws.owner.call('POST', `${ws.base}/tasks/bulk`, {
      task_ids: ids,
      patch: { status: 'in_progress', priority: 'low' },
    })
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body.results).toEqual(
      created.map(({ id, key }: Json) => ({ task_id: id, key, ok: true, warnings: [] })),
    )
    const found = await asOwner(
      `select distinct change_id from task_events where task_id = any ($1) and field = 'status'`,
      [ids],
    )
    expect(found).toHaveLength(1)
  })

  test('one failing task of an atomic change leaves rows, events and audit untouched', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const good = await task(ws, id)
    const bulk = (task_ids: string[], patch: object) =>
      ws.owner.call('POST', `${ws.base}/tasks/bulk`, { task_ids, patch })
    const missing = await bulk([good.id, unknownId], { priority: 'low' })
    expect([missing.status, missing.body.error.message]).toEqual([422, 'body.task_ids[1]: not found'])
    const invalid = await bulk([good.id], { assignee_id: unknownId })
    expect(invalid.body.error.message).toBe('body.patch.assignee_id: not an active member')
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${good.id}`)).toMatchObject({
      version: 1,
      priority: 'medium',
    })
    expect(await events(good.id)).toHaveLength(1)
    expect(
      await asOwner(`select from audit_log where org_id = $1 and action = 'task.updated'`, [ws.org.id]),
    ).toEqual([])
  })

  test('best effort returns the result of each', async () => {
    const ws = await workspace()
    const [{ id }, closed] = [await project(ws), await project(ws)]
    const [good, dated, frozen] = [
      await task(ws, id),
      await task(ws, id, { start_date: '2027-01-01' }),
      await task(ws, closed.id),
    ]
    await asOwner('update projects set archived_at = now() where id = $1', [closed.id])
    const { results } = await ws.owner.ok('POST', `${ws.base}/tasks/bulk`, {
      task_ids: [good.id, dated.id, unknownId, frozen.id],
      patch: { due_date: '2026-12-31' },
      mode: 'best_effort',
    })
    expect(results).toEqual([
      { task_id: good.id, key: good.key, ok: true, warnings: [] },
      {
        task_id: dated.id,
        ok: false,
        error: { code: 'validation_error', message: 'body.patch.due_date: before start_date' },
      },
      {
        task_id: unknownId,
        ok: false,
        error: { code: 'validation_error', message: 'body.task_ids[2]: not found' },
      },
      { task_id: frozen.id, ok: false, error: { code: 'conflict', message: 'project is archived' } },
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${good.id}`)).due_date).toBe('2026-12-31')
  })

  test('too many, repeated or no ids and an empty patch are rejected; viewers may not', async () => {
    const ws = await workspace()
    const created = await task(ws, (await project(ws)).id)
    const refused = async (body: object) =>
      (await ws.owner.call('POST', `${ws.base}/tasks/bulk`, body)).body.error.message
    expect(await refused({ task_ids: [created.id, created.id], patch: { priority: 'low' } })).toBe(
      'body.task_ids: duplicate ids',
    )
    expect(await refused({ task_ids: [], patch: { priority: 'low' } })).toBe(
      'body.task_ids: must not be empty',
    )
    expect(await refused({ task_ids: Array(101).fill(created.id), patch: { priority: 'low' } })).toContain(
      'at most 100 tasks',
    )
    expect(await refused({ task_ids: [created.id], patch: {} })).toBe(
      'body.patch: at least one field required',
    )
    const viewer = await join(ws, 'viewer')
    const reply = await viewer.call('POST', `${ws.base}/tasks/bulk`, {
      task_ids: [created.id],
      patch: { priority: 'low' },
    })
    expect(reply.status).toBe(403)
  })
})
