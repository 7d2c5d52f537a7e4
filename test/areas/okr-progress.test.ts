import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, taskRow } from '../kit/makers.ts'
import { dayFromNow, goals, planning } from '../kit/okr.ts'
import { join } from '../kit/makers.ts'

type Measured = [weight: string, value: number | undefined, definition?: object]

/** An objective with key results of these weights and values; without a value it is one that counts no tasks. */
async function measured(of: Awaited<ReturnType<typeof planning>>, all: Measured[], more: object = {}) {
  const { id } = await of.create(more)
  const none = { metric_type: 'tasks', filter: { field: 'number', op: 'eq', value: -1 } }
  for (const [weight, value, definition = {}] of all) {
    const made = await of.measure(id, { weight, ...(value === undefined ? none : definition) })
    if (value !== undefined) await of.checkIn(made.id, value)
  }
  return id as string
}
const progressOf = async (of: { get: (id: string) => Promise<Json> }, id: string) =>
  (await of.get(id)).progress

describe('a key result', () => {
  test('goes from start to target in both directions, below and above them, and counts between 0 and 1', async () => {
    const of = await planning()
    const { id } = await of.create()
    const cases: [definition: object, value: number | undefined, progress: number, raw: number][] = [
      [{ direction: 'decrease', start_value: 40, target_value: 20 }, 30, 0.5, 0.5],
      [{ direction: 'decrease', start_value: 40, target_value: 20 }, 45, 0, -0.25],
      [{ direction: 'decrease', start_value: 40, target_value: 20 }, 10, 1, 1.5],
      [{ start_value: -10, target_value: 10 }, 0, 0.5, 0.5],
      [{ start_value: 5, target_value: 10 }, undefined, 0, 0],
      [{ direction: 'maintain', min_value: 95, max_value: 99.9 }, 99.9, 1, 1],
      [{ direction: 'maintain', min_value: 95, max_value: 99.9 }, 94.9999, 0, 0],
      [{ metric_type: 'boolean' }, 1, 1, 1],
      [{ metric_type: 'boolean' }, 0, 0, 0],
    ]
    for (const [definition, value, progress, raw] of cases) {
      const made = await of.measure(id, definition)
      const now = value === undefined ? made : (await of.checkIn(made.id, value)).key_result
      expect([now.progress, now.progress_raw]).toEqual([progress, raw])
      await of.change(id, { description: 'Next' })
      await asOwner('update okr_key_results set deleted_at = now() where id = $1', [made.id])
    }
  })

  test('counts done tasks of those not cancelled, archived ones too, and none of private projects', async () => {
    const of = await planning()
    const web = await project(of.ws)
    const done = await taskRow(of.ws, web.id, { status: 'done' })
    for (const status of ['done', 'done', 'cancelled', 'todo', 'in_progress'])
      await taskRow(of.ws, web.id, { status })
    await taskRow(of.ws, web.id, { status: 'done', deleted_at: new Date() })
    const secret = await project(of.ws, { visibility: 'private' })
    await taskRow(of.ws, secret.id, { status: 'done' })
    const filter = { field: 'reporter_id', op: 'eq', value: of.ws.owner.id }
    const open = await of.create()
    const tasks = { title: 'Finish', metric_type: 'tasks', filter }
    const bound = await of.measure(open.id, tasks)
    expect(bound).toMatchObject({ done: 3, total: 5, progress: 0.6, computed_over: 'open_projects' })
    await asOwner('update tasks set archived_at = now() where id = $1', [done.id])
    expect(await progressOf(of, open.id)).toBe(0.6)
    const closed = await of.create({ visibility: 'private' })
    const counted = await of.measure(closed.id, tasks)
    expect(counted).toMatchObject({ done: 4, total: 6, computed_over: 'all_projects' })
    const member = await join(of.ws)
    expect((await goals(of.ws, member).get(open.id)).key_results[0]).toMatchObject({ done: 3, total: 5 })
  })

  test('whose saved filter is gone, or became personal, has no progress and says why', async () => {
    const of = await planning()
    const web = await project(of.ws)
    await taskRow(of.ws, web.id, { status: 'done' })
    const saved = await of.ws.owner.ok('POST', `${of.ws.base}/filters`, {
      name: 'Done',
      visibility: 'organization',
      filter: { field: 'status', op: 'eq', value: 'done' },
    })
    const { id } = await of.create()
    await of.measure(id, { metric_type: 'tasks', filter_id: saved.id })
    const reason = async () => (await of.get(id)).key_results[0].reason
    expect([await progressOf(of, id), await reason()]).toEqual([1, null])
    const mine = { filter: { field: 'assignee_id', op: 'eq', value: '@me' } }
    await of.ws.owner.ok('PATCH', `${of.ws.base}/filters/${saved.id}`, mine)
    expect([await progressOf(of, id), await reason()]).toEqual([null, 'filter_personal'])
    await of.ws.owner.ok('DELETE', `${of.ws.base}/filters/${saved.id}`)
    expect([await progressOf(of, id), await reason()]).toEqual([null, 'filter_gone'])
    expect((await of.get(id)).reason).toBe('nothing_measured')
  })
})

describe('the progress of an objective', () => {
  test('is the weighted mean of what has one', async () => {
    const of = await planning()
    const id = await measured(of, [
      ['2', 50],
      ['3', undefined],
      ['1', 120],
    ])
    expect(await of.get(id)).toMatchObject({
      progress: 0.6667,
      members: [
        { weight: '2', progress: 0.5, counts: true },
        { weight: '3', progress: null, counts: false },
        { weight: '1', progress: 1, counts: true },
      ],
    })
    const weightless = await measured(of, [['0', 50]])
    expect(await of.get(weightless)).toMatchObject({ progress: null, reason: 'no_weight', health: null })
    expect(await of.get((await of.create()).id)).toMatchObject({ progress: null, reason: 'nothing_measured' })
  })

  test('combines key results as one member with each child, whose weights do not matter then', async () => {
    const of = await planning()
    const both = await measured(of, [['1', 60]], { roll_up: 'combined' })
    const children: [weight: string, value: number | undefined][] = [
      ['3', 50],
      ['1', undefined],
      ['1', 100],
    ]
    for (const [weight, value] of children) await measured(of, [['1', value]], { parent_id: both, weight })
    expect(await progressOf(of, both)).toBe(0.7)
    const alone = await measured(of, [['1', undefined]], { roll_up: 'combined' })
    for (const [weight, value] of children) await measured(of, [['1', value]], { parent_id: alone, weight })
    expect(await progressOf(of, alone)).toBe(0.75)
  })

  test('goes up unrounded, level by level', async () => {
    const of = await planning()
    const top = await of.create({ roll_up: 'children' })
    const low = await measured(
      of,
      [
        ['1', 30],
        ['2', 90],
      ],
      { parent_id: top.id, weight: 3 },
    )
    await measured(of, [['1', 20]], { parent_id: top.id, weight: 1 })
    expect([await progressOf(of, low), await progressOf(of, top.id)]).toEqual([0.7, 0.575])
    const thirds = await of.create({ roll_up: 'children' })
    const third = { start_value: 0, target_value: 3 }
    for (const weight of ['1', '1', '1'])
      await measured(of, [['1', 1, third]], { parent_id: thirds.id, weight })
    await measured(of, [['1', 0]], { parent_id: thirds.id, weight: '0' })
    expect(await progressOf(of, thirds.id)).toBe(0.3333)
  })

  test('counts closed children by their score, and neither drafts, dropped nor deleted ones', async () => {
    const of = await planning()
    const top = await of.create({ roll_up: 'children' })
    const child = (more: object = {}) => measured(of, [['1', 50]], { parent_id: top.id, ...more })
    const ids = [await child(), await child(), await child()]
    await of.close(ids[0]!, { status: 'achieved', score: 0.9 })
    await of.close(ids[1]!, { status: 'dropped', score: 1 })
    await of.remove(ids[2]!)
    await of.create({ parent_id: top.id, status: 'draft' })
    await child()
    expect(await of.get(top.id)).toMatchObject({
      progress: 0.7,
      members: [{ progress: 0.9 }, { progress: 0.5 }],
    })
  })
})

describe('health', () => {
  test('follows from the share of the days that have passed, without errors of binary fractions', async () => {
    const [row] = await asOwner(`with o as (select jsonb_populate_record(app.new_row(null::okr_objectives),
        '{"period_start": "2026-10-01", "period_end": "2026-12-31", "status": "active"}') as o),
      ten as (select jsonb_populate_record(o, '{"period_start": "2026-10-01", "period_end": "2026-10-10"}') as o from o)
      select (select array_agg(trim_scale(app.expected_progress(o.o, d)) order by d)::text
          from o, unnest('{2026-09-30,2026-11-15,2027-01-05}'::date[]) d) as expected,
        (select array_agg(h.health order by p desc)::text from ten, unnest('{0.31,0.3,0.29,0.1,0.09}'::numeric[]) p,
          app.okr_health(ten.o, p, null, null, '2026-10-04') h) as health`)
    expect(row).toEqual({ expected: '{0,0.5,1}', health: '{on_track,on_track,at_risk,at_risk,off_track}' })
  })

  test('is what somebody said within two weeks, and nothing for drafts', async () => {
    const of = await planning()
    const id = await measured(of, [['1', 0]])
    expect(await of.get(id)).toMatchObject({ expected: 0.5, health: 'off_track', health_source: 'progress' })
    await of.change(id, { confidence: 'on_track' })
    expect(await of.get(id)).toMatchObject({ health: 'on_track', health_source: 'confidence' })
    await asOwner('update okr_objectives set confidence_on = confidence_on - 15 where id = $1', [id])
    expect(await of.get(id)).toMatchObject({ confidence: 'on_track', health: 'off_track' })
    const draft = await of.create({ status: 'draft' })
    expect(draft).toMatchObject({ health: null, health_source: null })
  })

  test('of a key result is stale from the fourteenth day without a check-in on', async () => {
    const of = await planning()
    const { id } = await of.create()
    const made = await of.measure(id)
    const since = (days: number) =>
      asOwner('update okr_key_results set created_at = now() - make_interval(days => $2) where id = $1', [
        made.id,
        days,
      ])
    const stale = async () => (await of.get(id)).key_results[0].stale
    await since(13)
    expect(await stale()).toBe(false)
    await since(14)
    expect(await stale()).toBe(true)
    await of.checkIn(made.id, 10, { as_of: dayFromNow(-13) })
    expect(await stale()).toBe(false)
  })
})
