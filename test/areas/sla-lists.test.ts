import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task } from '../kit/makers.ts'
import { desk, passTime, policy, targets } from '../kit/sla.ts'
import { codedRefusal, invalid } from '../kit/refusals.ts'

describe('the list of clocks', () => {
  test('has those that are due first at the top, and filters by their current state', async () => {
    const { ws, home, boss, add, patch } = await desk()
    const other = await policy(ws, { filter: { types: ['bug'] }, position: 1, targets: targets(120) })
    const [late, risk, fine, bug, done] = [
      await add(),
      await add(),
      await add(),
      await add({ type: 'bug' }),
      await add(),
    ]
    await passTime(late.id, 61)
    await passTime(risk.id, 50)
    await patch(fine.id, { assignee_id: boss.id })
    await patch(done.id, { status: 'done' })
    const names = new Map(Object.entries({ late, risk, fine, bug, done }).map(([name, { id }]) => [id, name]))
    const list = async (query = ''): Promise<string[]> =>
      (await boss.ok('GET', `${ws.base}/sla/clocks?${query}`)).items.map(({ task: { id } }: Json) =>
        names.get(id),
      )
    expect(await list()).toEqual(['late', 'risk', 'fine', 'bug', 'done'])
    expect(await list('state=breached,at_risk')).toEqual(['late', 'risk'])
    expect([await list('state=running'), await list('state=met')]).toEqual([['fine', 'bug'], ['done']])
    expect(await list(`policy_id=${other.id}`)).toEqual(['bug'])
    expect(await list('assignee_id=me')).toEqual(['fine'])
    expect(await list('assignee_id=none&sort=-due_at')).toEqual(['bug', 'risk', 'late', 'done'])
    expect(await list(`due_before=${new Date().toISOString()}`)).toEqual(['late'])
    expect([await list('subject_type=ticket'), await list(`project_id=${home.id}&limit=1`)]).toEqual([
      [],
      ['late'],
    ])
    const { items, total } = await boss.ok('GET', `${ws.base}/sla/clocks?state=at_risk`)
    expect([total, items[0]]).toMatchObject([
      1,
      {
        state: 'at_risk',
        percent: 83,
        task: { key: risk.key, priority: 'medium', project: { id: home.id } },
      },
    ])
    expect(codedRefusal(await boss.call('GET', `${ws.base}/sla/clocks?state=late`))[0]).toBe(422)
  })

  test('leaves out tasks that are hidden from the caller, in the trash, or in a project there', async () => {
    const { ws, boss, add } = await desk()
    const [secret, gone] = [await project(ws, { visibility: 'private' }), await project(ws)]
    const hidden = await task(ws, secret.id)
    const trashed = await add()
    await task(ws, gone.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${trashed.id}`)
    await asOwner('update projects set deleted_at = now() where id = $1', [gone.id])
    const total = async (who = boss) => (await who.ok('GET', `${ws.base}/sla/clocks`)).total
    expect([await total(), await total(ws.owner)]).toEqual([0, 1])
    expect((await boss.call('GET', `${ws.base}/tasks/${hidden.id}/sla`)).status).toBe(404)
    expect((await boss.call('POST', `${ws.base}/tasks/${hidden.id}/sla/pause`, { reason: 'x' })).status).toBe(
      404,
    )
  })
})

describe('the report', () => {
  type Row = { policy: string; priority: string; assignee: string; state: string; seconds: number }
  const median = (of: number[]) => {
    const sorted = of.toSorted((a, b) => a - b)
    const half = (sorted.length - 1) / 2
    return sorted.length ? Math.round((sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2) : null
  }
  const figures = (rows: Row[]) => {
    const [met, missed] = ['met', 'missed'].map(
      (state) => rows.filter((row) => row.state === state).length,
    ) as [number, number]
    return {
      met,
      missed,
      overdue: rows.filter(({ state }) => state === 'running').length,
      met_percent: met + missed ? Math.round((1000 * met) / (met + missed)) / 10 : null,
      median_elapsed_seconds: median(
        rows.flatMap(({ state, seconds }) => (state === 'running' ? [] : seconds)),
      ),
    }
  }

  test('equals manual sums, in every group', async () => {
    const { ws, home, boss, gold, add } = await desk()
    const slow = await policy(ws, { name: 'Slow', filter: { types: ['chore'] }, position: 1 })
    const rows: Row[] = []
    for (let n = 0; n < 24; n++) {
      const priority = ['low', 'high', 'urgent'][n % 3]!
      const { id } = await add({ type: n % 5 ? 'task' : 'chore', priority })
      const state = ['met', 'missed', 'met', 'running'][n % 4]!
      const row = {
        policy: n % 5 ? gold.id : slow.id,
        priority,
        assignee: n % 2 ? boss.id : '',
        state,
        seconds: 100 + ((n * 977) % 5000),
      }
      rows.push(row)
      await asOwner(`update tasks set assignee_id = nullif($2, '')::uuid where id = $1`, [id, row.assignee])
      if (state === 'running')
        await asOwner(`update sla_clocks set due_at = '2026-03-10T12:00Z' where task_id = $1`, [id])
      else
        await asOwner(
          `update sla_clocks set state = $2, due_at = null, completed_at = '2026-03-31T21:59:59Z', elapsed_seconds = $3
            where task_id = $1`,
          [id, state, row.seconds],
        )
    }
    await ws.owner.ok('PATCH', ws.base, { timezone: 'Europe/Madrid' })
    const report = (group: string, range = 'from=2026-03-01&to=2026-03-31'): Promise<Json> =>
      boss.ok('GET', `${ws.base}/sla/report?${range}&group_by=${group}`)
    for (const group of ['policy', 'priority', 'assignee'] as const) {
      const { items, totals } = await report(group)
      for (const { key, name: _, ...told } of items)
        expect([key, told]).toEqual([key, figures(rows.filter((row) => row[group] === (key ?? '')))])
      expect(items).toHaveLength(new Set(rows.map((row) => row[group])).size)
      expect(totals).toEqual({ key: null, name: null, ...figures(rows) })
    }
    expect((await report('project')).items).toMatchObject([
      { key: home.id, name: home.name, ...figures(rows) },
    ])
    const empty = await report('policy', 'from=2026-04-01&to=2026-04-30')
    expect([empty.items, empty.totals]).toEqual([[], { key: null, name: null, ...figures([]) }])
  })

  test('leaves out projects that are hidden from the caller', async () => {
    const { ws, boss } = await desk()
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${hidden.id}`, { status: 'done' })
    const days = [-1, 1].map((n) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10))
    const met = async (who = boss) =>
      (await who.ok('GET', `${ws.base}/sla/report?from=${days[0]}&to=${days[1]}`)).totals.met
    expect([await met(), await met(ws.owner)]).toEqual([0, 1])
  })

  test('is for 400 days at most, in order', async () => {
    const { ws, boss } = await desk()
    const refused = async (from: string, to: string) =>
      codedRefusal(await boss.call('GET', `${ws.base}/sla/report?from=${from}&to=${to}`))
    expect(await refused('2026-01-02', '2026-01-01')).toEqual(invalid('query.to: must not be before from'))
    expect(await refused('2025-01-01', '2026-02-05')).toEqual(
      invalid('query.to: at most 400 days from the first'),
    )
  })
})
