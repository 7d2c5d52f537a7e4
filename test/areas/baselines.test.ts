import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project } from '../kit/makers.ts'
import { baseline, earned, planOf } from '../kit/plans.ts'

const plannedTasks = [
  { start_date: '2026-11-02', due_date: '2026-11-03', estimate_minutes: 120 },
  { due_date: '2026-11-06', estimate_minutes: 90 },
]
const items = (id: string) =>
  asOwner(
    `select key, title, start_date::text, due_date::text, planned_minutes, planned_minor::int from project_baseline_items
      where baseline_id = $1 order by key`,
    [id],
  )

describe('a baseline', () => {
  test('is a copy of the plan with its sums and window, in minutes and, with a rate, in money', async () => {
    const plan = await planOf(plannedTasks, 5000)
    const created = await baseline(plan, { note: 'As agreed', unit: 'cost' })
    expect(created).toMatchObject({
      name: 'Plan',
      note: 'As agreed',
      is_current: true,
      unit: 'cost',
      bac_minutes: 210,
      bac_minor: 17_500,
      start_date: '2026-11-02',
      end_date: '2026-11-06',
      task_count: 2,
      taken_by: { user_id: plan.ws.owner.id },
    })
    expect(await items(created.id)).toEqual([
      {
        key: `${plan.home.key}-1`,
        title: 'Task 1',
        start_date: '2026-11-02',
        due_date: '2026-11-03',
        planned_minutes: 120,
        planned_minor: 10_000,
      },
      expect.objectContaining({ start_date: null, planned_minutes: 90, planned_minor: 7500 }),
    ])
  })

  test('never changes: neither by changes of its tasks nor by an update in the database', async () => {
    const plan = await planOf(plannedTasks)
    const { id } = await baseline(plan)
    const before = [await items(id), (await earned(plan)).bac]
    for (const one of plan.tasks)
      await plan.ws.owner.ok('PATCH', `${plan.ws.base}/tasks/${one.id}`, {
        title: 'Other',
        estimate_minutes: 1,
        due_date: '2027-01-01',
      })
    expect([await items(id), (await earned(plan)).bac]).toEqual(before)
    const refused = (text: string) => asOwner(text, [id]).catch(({ code }: Json) => code)
    expect(
      await refused('update project_baseline_items set planned_minutes = 1 where baseline_id = $1'),
    ).toBe('42501')
    expect(await refused('update project_baselines set bac_minutes = 1 where id = $1')).toBe('42501')
    const [{ may }] = await asOwner(
      `select has_table_privilege('svc_app', 'project_baseline_items', 'insert, update, delete') as may`,
    )
    expect(may).toBe(false)
  })

  test('one is current: a new one by default, or the one that is chosen', async () => {
    const plan = await planOf(plannedTasks)
    const { ws, path } = plan
    const first = await baseline(plan)
    const second = await baseline(plan, { name: 'Second' })
    const third = await baseline(plan, { name: 'Third', make_current: false })
    const current = async () =>
      (await ws.owner.ok('GET', `${path}/baselines`)).items.map((one: Json) => [one.name, one.is_current])
    expect(await current()).toEqual([
      ['Third', false],
      ['Second', true],
      ['Plan', false],
    ])
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ws.owner.ok('PUT', `${path}/baselines/${(n % 2 ? first : third).id}/current`),
      ),
    )
    expect((await current()).filter(([, is]: Json) => is).length).toBe(1)
    expect((await ws.owner.ok('PUT', `${path}/baselines/${first.id}/current`)).is_current).toBe(true)
    expect((await earned(plan)).baseline.id).toBe(first.id)
    expect((await earned(plan, `baseline_id=${second.id}`)).baseline.id).toBe(second.id)
  })

  test('the current one cannot be deleted; an administrator can delete others, with their items', async () => {
    const plan = await planOf(plannedTasks)
    const { ws, path } = plan
    const [old, current] = [await baseline(plan), await baseline(plan, { name: 'New' })]
    const kept = await ws.owner.call('DELETE', `${path}/baselines/${current.id}`)
    expect([kept.status, kept.body.error.message]).toEqual([
      409,
      'it is the current baseline; choose another one first',
    ])
    const manager = await join(ws, 'manager')
    expect((await manager.call('DELETE', `${path}/baselines/${old.id}`)).status).toBe(403)
    expect((await ws.owner.call('DELETE', `${path}/baselines/${old.id}`)).status).toBe(204)
    expect(await items(old.id)).toEqual([])
    const other = await project(ws)
    const reply = await ws.owner.call(
      'PUT',
      `${ws.base}/projects/${other.id}/baselines/${current.id}/current`,
    )
    expect(reply.status).toBe(404)
  })

  test(
    'a project has at most 20, even if 30 are created concurrently; money requires a rate',
    { tags: 'race' },
    async () => {
      const plan = await planOf(plannedTasks)
      const { ws, path } = plan
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          ws.owner.call('POST', `${path}/baselines`, { name: `Plan ${n}` }),
        ),
      )
      expect([201, 409].map((code) => all.filter(({ status }) => status === code).length)).toEqual([20, 10])
      const poor = await planOf(plannedTasks)
      const refused = await ws.owner.call('POST', `${path}/baselines`, { name: 'x', unit: 'cost' })
      expect(refused.status).toBe(409)
      const money = await poor.ws.owner.call('POST', `${poor.path}/baselines`, { name: 'x', unit: 'cost' })
      expect([money.status, money.body.error.message]).toEqual([409, 'no hourly rate'])
    },
  )

  test('its money is shown only to managers', async () => {
    const plan = await planOf(plannedTasks, 5000)
    await baseline(plan)
    const money = async (role: string) =>
      (await (await join(plan.ws, role)).ok('GET', `${plan.path}/baselines`)).items[0].bac_minor
    expect([await money('manager'), await money('member'), await money('viewer')]).toEqual([
      17_500,
      null,
      null,
    ])
  })

  test('is erased with its project', async () => {
    const plan = await planOf(plannedTasks)
    const { id } = await baseline(plan)
    const { ws, path, home } = plan
    await ws.owner.ok('POST', `${path}/milestones`, { name: 'Beta', due_date: '2026-12-01' })
    await ws.owner.ok('DELETE', path)
    await ws.owner.ok('POST', `${path}/purge`, { confirm_key: home.key })
    await asOwner(`select app.purge_project_step($1, 1000), app.purge_project_step($1, 1000)`, [home.id])
    await asOwner(`select app.purge_project_step($1, 1000)`, [home.id])
    expect([await items(id), await asOwner('select 1 from projects where id = $1', [home.id])]).toEqual([
      [],
      [],
    ])
  })
})
