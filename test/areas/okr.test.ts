import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { actions, join, project } from '../kit/makers.ts'
import type { Json } from '../kit/client.ts'
import { dayFromNow, goals, planning } from '../kit/okr.ts'
import { refusal } from '../kit/refusals.ts'

describe('objectives', () => {
  test('are created with key results, and answer with progress, what is expected, and why', async () => {
    const { ws, create, checkIn, get } = await planning()
    const made = await create({
      title: 'Be found',
      period_label: 'Autumn',
      key_results: [
        { title: 'Visitors', metric_type: 'number', target_value: '1000.5', unit: 'people' },
        {
          title: 'Price',
          metric_type: 'currency',
          currency: 'EUR',
          start_value: 9,
          target_value: 19,
          weight: 3,
        },
      ],
    })
    expect(made).toMatchObject({
      title: 'Be found',
      status: 'active',
      level: 'organization',
      owner: { user_id: ws.owner.id },
      period_label: 'Autumn',
      roll_up: 'key_results',
      weight: '1',
      progress: 0,
      expected: 0.5,
      health: 'off_track',
      key_results_count: 2,
      children_count: 0,
      key_results: [
        { title: 'Visitors', target_value: '1000.5', current_value: '0', unit: 'people' },
        { title: 'Price', weight: '3', start_value: '9', currency: 'EUR' },
      ],
      warnings: [],
    })
    await checkIn(made.key_results[1].id, 14)
    expect(await get(made.id)).toMatchObject({ progress: 0.375, health: 'at_risk' })
    expect(await actions(ws)).toContain('objective.created')
  })

  test('are listed by period, owner, level, status, health, parent and text, in one round trip', async () => {
    const { ws, at, create, measure, checkIn } = await planning()
    const ada = await join(ws, 'manager', 'Ada')
    const good = await create({ title: 'Good', owner_id: ada.id, level: 'person' })
    await checkIn((await measure(good.id)).id, 90)
    const bad = await create({ title: 'Bad', parent_id: good.id, description: 'Ünnötig' })
    await measure(bad.id)
    await create({ title: 'Old', period_label: '2024-Q2', period_start: null, period_end: null })
    const titles = async (query: string) => {
      const reply = await ws.owner.call('GET', `${at}?sort=title&${query}`)
      expect([reply.status, reply.roundTrips]).toEqual([200, 1])
      expect(reply.body.total).toBe(reply.body.items.length)
      return reply.body.items.map(({ title }: Json) => title)
    }
    expect(await titles('')).toEqual(['Bad', 'Good', 'Old'])
    expect(await titles('period=current')).toEqual(['Bad', 'Good'])
    expect(await titles('period=2024-H1')).toEqual(['Old'])
    expect(await titles('period=2024-Q3')).toEqual([])
    expect(await titles('period=2024-05')).toEqual(['Old'])
    expect(await titles(`owner_id=${ada.id}`)).toEqual(['Good'])
    expect(await titles('owner_id=me&level=organization')).toEqual(['Bad', 'Old'])
    expect(await titles('status=active,draft&health=off_track')).toEqual(['Bad'])
    expect(await titles(`parent_id=${good.id}`)).toEqual(['Bad'])
    expect(await titles('q=unnotig')).toEqual(['Bad'])
    const second = await ws.owner.ok('GET', `${at}?sort=title&limit=1&offset=1`)
    expect([second.items[0].title, second.total]).toEqual(['Good', 3])
  })

  test('have a period that is named as calendars do, or by its days', async () => {
    const of = await planning()
    const quarter = await of.create({ period_label: '2026-Q4', period_start: null, period_end: null })
    expect(quarter).toMatchObject({ period_start: '2026-10-01', period_end: '2026-12-31' })
    const days = (period_start: string | null, period_end: string | null, more: object = {}) => ({
      period_start,
      period_end,
      ...more,
    })
    const cases: [object, string][] = [
      [days(null, '2026-12-31'), 'body.period_start: required'],
      [days('2026-10-01', null), 'body.period_end: required'],
      [days('2026-10-01', '2026-09-30'), 'body.period_end: before period_start'],
      [days('2026-10-01', '2028-10-01'), 'body.period_end: at most two years'],
      [
        days('2026-10-01', '2026-12-30', { period_label: '2026-Q4' }),
        'body.period_label: 2026-Q4 is from 2026-10-01 to 2026-12-31',
      ],
      [days('2026-10-01', '2026-02-30'), 'body.period_end: must be a day as YYYY-MM-DD'],
    ]
    for (const [body, message] of cases) expect(refusal(await of.try(body))).toEqual([422, message])
    expect((await of.try(days('2026-10-01', '2028-09-30'))).status).toBe(201)
    const draft = await of.create(days(null, null, { status: 'draft' }))
    expect(refusal(await of.change(draft.id, { status: 'active' }))).toEqual([
      422,
      'body.period_start: required; body.period_end: required',
    ])
  })

  test('have a period of the financial year, where that is not the calendar year', async () => {
    const of = await planning()
    const label = { period_label: '2026/27-Q4', period_start: null, period_end: null }
    const required = [422, 'body.period_start: required; body.period_end: required']
    expect(refusal(await of.try(label))).toEqual(required)
    await of.ws.owner.ok('PATCH', of.ws.base, { fiscal_year_start: 2 })
    const quarter = await of.create({ ...label, title: 'Fiscal' })
    expect(quarter).toMatchObject({ period_start: '2026-11-01', period_end: '2027-01-31' })
    expect(refusal(await of.try({ ...label, period_label: '2026/28-Q4' }))).toEqual(required)
    expect(await of.create({ ...label, period_label: '2026/27' })).toMatchObject({
      period_start: '2026-02-01',
      period_end: '2027-01-31',
    })
    const { items } = await of.ws.owner.ok(
      'GET',
      `${of.ws.base}/okr/tree?period=${encodeURIComponent('2026/27-Q1')}`,
    )
    expect(items.map(({ title }: { title: string }) => title)).not.toContain('Fiscal')
  })

  test('are refused with what does not fit', async () => {
    const of = await planning()
    const { ws } = of
    const department = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web' })
    const secret = await project(ws, { visibility: 'private' })
    const manager = goals(ws, await join(ws, 'manager'))
    const gone = await join(ws)
    await ws.owner.ok('DELETE', `${ws.base}/members/${gone.id}`, {})
    const cases: [object, string][] = [
      [{ title: ' ' }, 'body.title: must not be empty'],
      [{ weight: -1 }, 'body.weight: must not be negative'],
      [{ weight: 0.0005 }, 'body.weight: must be a decimal number such as "1.5", of at most 3 decimals'],
      [{ parent_id: uuidv7() }, 'body.parent_id: not found'],
      [{ owner_id: gone.id }, 'body.owner_id: not an active member'],
      [
        { department_id: department.id, level: 'project' },
        'body.department_id: only at the level department',
      ],
      [{ project_id: secret.id, level: 'department' }, 'body.project_id: not found'],
      [{ project_id: uuidv7() }, 'body.project_id: not found'],
      [{ copy_from: uuidv7() }, 'body.copy_from: not found'],
      [
        { visibility: 'private', owner_id: ws.owner.id },
        'body.visibility: only its owner and admins may make it private',
      ],
      [
        {
          key_results: [
            { title: 'A', metric_type: 'boolean' },
            { title: 'B', metric_type: 'number' },
          ],
        },
        'body.key_results[1].target_value: required',
      ],
    ]
    for (const [body, message] of cases) expect(refusal(await manager.try(body))).toEqual([422, message])
    const member = goals(ws, await join(ws))
    expect((await member.try()).status).toBe(403)
    expect((await manager.create({ department_id: department.id })).level).toBe('department')
  })

  test('have ten key results at most, also by what they copy', async () => {
    const of = await planning()
    const many = Array.from({ length: 11 }, (_, n) => ({ title: `${n}`, metric_type: 'boolean' }))
    const limit = [409, 'an objective has at most 10 key results']
    expect(refusal(await of.try({ key_results: many }))).toEqual(limit)
    const full = await of.create({ key_results: many.slice(1) })
    expect(refusal(await of.tryMeasure(full.id))).toEqual(limit)
    const copy = await of.create({ copy_from: full.id })
    expect(refusal(await of.tryMeasure(copy.id))).toEqual(limit)
    const raced = await of.create({ key_results: many.slice(3) })
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => of.tryMeasure(raced.id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
  })

  test('are carried over with what is not reached, from its last values and without check-ins', async () => {
    const of = await planning()
    const old = await of.create({ title: 'Grow', weight: 2, description: 'Why' })
    const kr = await of.measure(old.id, { title: 'Visitors', target_value: 100, weight: 3, unit: 'people' })
    await of.checkIn(kr.id, 40)
    const done = await of.measure(old.id, { title: 'Launch', metric_type: 'boolean' })
    await of.checkIn(done.id, 1)
    await of.close(old.id, { status: 'partially_achieved' })
    const next = await of.ws.owner.ok('POST', of.at, { copy_from: old.id, period_label: '2027-Q1' })
    expect(next).toMatchObject({
      title: 'Grow',
      weight: '2',
      description: 'Why',
      status: 'active',
      score: null,
      period_start: '2027-01-01',
      key_results: [
        {
          title: 'Visitors',
          start_value: '40',
          current_value: '40',
          target_value: '100',
          weight: '3',
          progress: 0,
        },
      ],
    })
    expect((await of.checkIns(next.key_results[0].id)).total).toBe(0)
  })
})

describe('closing', () => {
  test('keeps a score of two decimals, half away from zero, and its band', async () => {
    const of = await planning()
    const cases: [value: number, score: number, band: string][] = [
      [69.5, 0.7, 'green'],
      [69.49, 0.69, 'yellow'],
      [39.5, 0.4, 'yellow'],
      [39.49, 0.39, 'red'],
    ]
    for (const [value, score, band] of cases) {
      const { id } = await of.create()
      await of.checkIn((await of.measure(id)).id, value)
      const { body } = await of.close(id, { status: 'missed', note: 'Next time' })
      expect(body).toMatchObject({
        status: 'missed',
        score,
        band,
        progress: Math.round(value * 100) / 10_000,
        close_note: 'Next time',
      })
      expect(body).toMatchObject({ health: null, key_results: [{ health: null }] })
    }
    const { id } = await of.create()
    expect(refusal(await of.close(id, { status: 'achieved' }))).toEqual([
      422,
      'body.score: required, as nothing is measured',
    ])
    for (const score of [0.705, 1.01, -0.1])
      expect((await of.close(id, { status: 'achieved', score })).status).toBe(422)
    for (const status of ['active', 'draft']) expect((await of.close(id, { status })).status).toBe(422)
    expect((await of.close(id, { status: 'dropped' })).body).toMatchObject({ score: null, band: null })
    const draft = await of.create({ status: 'draft' })
    expect(refusal(await of.close(draft.id, { status: 'missed', score: 0 }))).toEqual([
      409,
      'the objective is a draft, which can only be dropped',
    ])
  })

  test('freezes what is computed, and only the description changes until it is reopened', async () => {
    const of = await planning()
    const { ws } = of
    const web = await project(ws)
    const task = await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/tasks`, { title: 'One' })
    await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/tasks`, { title: 'Two' })
    const { id } = await of.create()
    const filter = { field: 'project_id', op: 'eq', value: web.id }
    const kr = await of.measure(id, { metric_type: 'tasks', filter })
    const child = await of.create({ title: 'Open part', parent_id: id })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${task.id}`, { status: 'done' })
    const closed = await of.close(id, { status: 'achieved', score: '0.9' })
    expect(closed.body).toMatchObject({ progress: 0.5, score: 0.9, warnings: ['still_active: Open part'] })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${task.id}`)
    expect(await of.get(id)).toMatchObject({
      progress: 0.5,
      key_results: [{ done: 1, total: 2, progress: 0.5 }],
    })
    const message = 'the objective is closed: only its description changes; reopen it by the status active'
    expect(refusal(await of.change(id, { title: 'New' }))).toEqual([409, message])
    expect((await of.change(id, { description: 'It went well' })).status).toBe(200)
    expect(refusal(await of.close(id, { status: 'missed' }))).toEqual([
      409,
      'the objective is closed already',
    ])
    for (const reply of [await of.tryMeasure(id), await of.redefine(kr.id, { title: 'X' })])
      expect(refusal(reply)).toEqual([409, 'the objective is closed'])
    const again = await of.change(id, { status: 'active' })
    expect(again.body).toMatchObject({ status: 'active', score: null, closed_at: null, progress: 0 })
    expect(await of.get(child.id)).toMatchObject({ status: 'active' })
  })

  test('of two at once succeeds once', async () => {
    const of = await planning()
    const { id } = await of.create()
    const replies = await Promise.all(
      ['achieved', 'missed'].map((status) => of.close(id, { status, score: 0.5 })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('does not happen by changing the status, and what has check-ins is no draft again', async () => {
    const of = await planning()
    const { id } = await of.create()
    expect((await of.change(id, { status: 'achieved' })).status).toBe(422)
    expect((await of.change(id, { status: 'draft' })).status).toBe(200)
    await of.change(id, { status: 'active' })
    await of.checkIn((await of.measure(id)).id, 1, { as_of: dayFromNow(-1) })
    expect(refusal(await of.change(id, { status: 'draft' }))).toEqual([
      409,
      'it has check-ins; close it instead',
    ])
  })
})
