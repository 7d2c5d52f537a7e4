import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { dayFromNow, goals, planning } from '../kit/okr.ts'
import { refusal } from '../kit/refusals.ts'

const measuring = async (objective: object = {}, definition: object = {}) => {
  const of = await planning()
  const goal = await of.create(objective)
  return { ...of, goal, kr: await of.measure(goal.id, definition) }
}

describe('check-ins', () => {
  test('show what they do to the key result and every objective above', async () => {
    const of = await planning()
    const top = await of.create({ title: 'Top', roll_up: 'children' })
    const low = await of.create({ title: 'Low', parent_id: top.id })
    const kr = await of.measure(low.id)
    await of.measure(low.id)
    const effect = await of.checkIn(kr.id, 50, { comment: 'Half way' })
    expect(effect).toMatchObject({
      check_in: {
        value: '50',
        previous_value: '0',
        progress: 0.5,
        comment: 'Half way',
        as_of: dayFromNow(0),
      },
      key_result: { current_value: '50', progress: 0.5, checked_on: dayFromNow(0) },
      objectives: [
        { title: 'Low', progress_before: 0, progress: 0.25 },
        { title: 'Top', progress_before: 0, progress: 0.25 },
      ],
    })
  })

  test('count by their day, then by when they were made; what came before is that of the day', async () => {
    const { kr, checkIn, checkIns, get, goal } = await measuring()
    await checkIn(kr.id, 30, { as_of: dayFromNow(-10) })
    await checkIn(kr.id, 60, { as_of: dayFromNow(-2) })
    const late = await checkIn(kr.id, 40, { as_of: dayFromNow(-5) })
    expect([late.check_in.previous_value, late.key_result.current_value]).toEqual(['30', '60'])
    const right = await checkIn(kr.id, 65, { as_of: dayFromNow(-2) })
    expect([right.check_in.previous_value, right.key_result.current_value]).toEqual(['60', '65'])
    const { items, total } = await checkIns(kr.id)
    expect([total, items.map(({ value }: Json) => value)]).toEqual([4, ['65', '60', '40', '30']])
    expect((await get(goal.id)).progress).toBe(0.65)
  })

  test('of the mood alone leave the value', async () => {
    const { kr, checkIn, tryCheckIn } = await measuring()
    await checkIn(kr.id, 30)
    const mood = await tryCheckIn(kr.id, { confidence: 'off_track', comment: 'The site is slow' })
    expect(mood.body).toMatchObject({
      check_in: { value: null, previous_value: '30', progress: null },
      key_result: { current_value: '30', health: 'off_track', health_source: 'confidence' },
    })
  })

  test('are refused where they make no sense', async () => {
    const { kr, goal, ws, create, measure, tryCheckIn, change, close } = await measuring()
    const cases: [object, string][] = [
      [{}, 'body.value: required, unless confidence or comment is sent'],
      [{ value: 1, as_of: dayFromNow(2) }, 'body.as_of: in the future'],
      [
        { value: 1, as_of: dayFromNow(-50) },
        `body.as_of: before the period, which begins on ${dayFromNow(-49)}`,
      ],
      [{ value: 1.00001 }, 'body.value: must be a decimal number such as "1.5", of at most 4 decimals'],
      [{ value: '1e3' }, 'body.value: must be a decimal number such as "1.5", of at most 4 decimals'],
      [{ value: 'NaN' }, 'body.value: must be a decimal number such as "1.5", of at most 4 decimals'],
      [
        { value: '123456789012345' },
        'body.value: must be a decimal number such as "1.5", of at most 4 decimals',
      ],
    ]
    for (const [body, message] of cases)
      expect(refusal(await tryCheckIn(kr.id, body))).toEqual([422, message])
    const yes = await measure(goal.id, { metric_type: 'boolean' })
    expect(refusal(await tryCheckIn(yes.id, { value: 2 }))).toEqual([422, 'body.value: must be 0 or 1'])
    const bound = await measure(goal.id, {
      metric_type: 'tasks',
      filter: { field: 'status', op: 'eq', value: 'done' },
    })
    expect(refusal(await tryCheckIn(bound.id, { value: 2 }))).toEqual([
      409,
      'its value is computed; nothing is checked in',
    ])
    const old = await create({ period_start: dayFromNow(-60), period_end: dayFromNow(-20) })
    const late = await measure(old.id)
    expect((await tryCheckIn(late.id, { value: 1, as_of: dayFromNow(-6) })).status).toBe(201)
    expect(refusal(await tryCheckIn(late.id, { value: 1, as_of: dayFromNow(-5) }))).toEqual([
      422,
      'body.as_of: more than 14 days after the period',
    ])
    const draft = await create({ status: 'draft' })
    const early = await measure(draft.id)
    expect(refusal(await tryCheckIn(early.id, { value: 1 }))).toEqual([
      409,
      'the objective is a draft; make it active first',
    ])
    expect((await change(draft.id, { status: 'active' })).status).toBe(200)
    await close(goal.id, { status: 'dropped' })
    expect(refusal(await tryCheckIn(kr.id, { value: 1 }))).toEqual([409, 'the objective is closed'])
    const member = goals(ws, await join(ws))
    expect((await member.tryCheckIn(kr.id, { value: 1 })).status).toBe(403)
  })

  test('at once are all kept, and the last one counts', async () => {
    const { kr, tryCheckIn, checkIns, get, goal } = await measuring()
    const values = Array.from({ length: 10 }, (_, n) => n * 10)
    const replies = await Promise.all(values.map((value) => tryCheckIn(kr.id, { value })))
    expect(replies.map(({ status }) => status)).toEqual(values.map(() => 201))
    const { items } = await checkIns(kr.id)
    expect(items).toHaveLength(10)
    expect((await get(goal.id)).key_results[0].current_value).toBe(items[0].value)
  })

  test('project where the period ends, by the latest value of each of three days or more', async () => {
    const { kr, goal, checkIn, get } = await measuring()
    await asOwner(`update okr_objectives set period_start = $2, period_end = $3 where id = $1`, [
      goal.id,
      dayFromNow(-20),
      dayFromNow(71),
    ])
    await checkIn(kr.id, 10, { as_of: dayFromNow(-20) })
    await checkIn(kr.id, 999, { as_of: dayFromNow(-10) })
    await checkIn(kr.id, 20, { as_of: dayFromNow(-10) })
    const projected = async () => (await get(goal.id)).key_results[0].projected
    expect(await projected()).toBe(null)
    await checkIn(kr.id, 60, { as_of: dayFromNow(0) })
    expect(await projected()).toBe('232.5')
  })
})

describe('a definition', () => {
  test('that changes leaves what was checked in, and is kept with who changed it and why', async () => {
    const { kr, goal, checkIn, checkIns, redefine, get } = await measuring()
    await checkIn(kr.id, 40, { as_of: dayFromNow(-5) })
    const { body } = await redefine(kr.id, { target_value: 80, reason: 'The campaign was cut' })
    expect(body).toMatchObject({
      progress: 0.5,
      target_value: '80',
      target_history: [
        {
          before: { target_value: '100' },
          after: { target_value: '80' },
          reason: 'The campaign was cut',
          by: { name: 'Ada Lovelace' },
        },
      ],
    })
    expect((await checkIns(kr.id)).items[0].progress).toBe(0.4)
    expect((await get(goal.id)).progress).toBe(0.5)
    expect(refusal(await redefine(kr.id, { metric_type: 'boolean' }))).toEqual([
      409,
      'it has check-ins of another metric_type; add another key result instead',
    ])
  })

  test('gives up what belonged to the type or direction that it had', async () => {
    const { kr, redefine } = await measuring({}, { unit: 'visitors', target_value: 9 })
    const kept = await redefine(kr.id, { direction: 'maintain', min_value: 1, max_value: 2 })
    expect(kept.body).toMatchObject({ target_value: null, min_value: '1', max_value: '2' })
    const back = await redefine(kr.id, { direction: 'increase', target_value: 7 })
    expect(back.body).toMatchObject({ target_value: '7', min_value: null, max_value: null })
    const yes = await redefine(kr.id, { metric_type: 'boolean' })
    expect(yes.body).toMatchObject({ unit: null, start_value: '0', target_value: '1', current_value: '0' })
    const filter = { field: 'status', op: 'eq', value: 'done' }
    const bound = await redefine(kr.id, { metric_type: 'tasks', filter })
    expect(bound.body).toMatchObject({ start_value: null, target_value: null, reason: 'no_tasks' })
  })

  test('is refused where its parts do not fit', async () => {
    const { goal, tryMeasure } = await measuring()
    const range = { direction: 'maintain', min_value: 1, max_value: 2 }
    const filter = { field: 'status', op: 'eq', value: 'done' }
    const cases: [object, string][] = [
      [{ start_value: 1, target_value: 1 }, 'body.target_value: must differ from start_value'],
      [
        { start_value: 2, target_value: 1 },
        'body.direction: an increase needs a target_value above start_value',
      ],
      [
        { direction: 'decrease', start_value: 1, target_value: 2 },
        'body.direction: a decrease needs a target_value below start_value',
      ],
      [{ direction: 'decrease' }, 'body.target_value: required'],
      [
        { direction: 'maintain' },
        'body.min_value: required with maintain; body.max_value: required with maintain',
      ],
      [{ ...range, max_value: 0 }, 'body.min_value: above max_value'],
      [
        { ...range, target_value: 5 },
        'body.target_value: not with maintain, which has min_value and max_value',
      ],
      [{ target_value: 5, min_value: 1 }, 'body.min_value: only with maintain'],
      [{ metric_type: 'boolean', direction: 'decrease' }, 'body.direction: must be increase for boolean'],
      [{ metric_type: 'boolean', target_value: 5 }, 'body.target_value: must be 1 for boolean'],
      [{ metric_type: 'percentage', target_value: 101 }, 'body.target_value: must be 0 to 100'],
      [{ metric_type: 'currency', target_value: 5 }, 'body.currency: required for currency'],
      [{ target_value: 5, currency: 'EUR' }, 'body.currency: only for currency'],
      [{ metric_type: 'percentage', target_value: 5, unit: 'kg' }, 'body.unit: only for number'],
      [{ metric_type: 'tasks' }, 'body.filter: send filter_id or filter'],
      [{ target_value: 5, filter }, 'body.filter: only for tasks'],
      [{ metric_type: 'tasks', filter, start_value: 1 }, 'body.start_value: not for tasks'],
      [
        { metric_type: 'tasks', filter: { field: 'assignee_id', op: 'eq', value: '@me' } },
        'body.filter: @me and is_watched_by_me mean somebody else for each reader',
      ],
      [{ metric_type: 'tasks', filter_id: goal.id }, 'body.filter_id: not found'],
      [{ target_value: 5, bi_query: { source: 'tasks', measures: ['done'] } }, 'body.bi_query: only for bi'],
      [{ target_value: 5, weight: -1 }, 'body.weight: must not be negative'],
    ]
    for (const [definition, message] of cases)
      expect(refusal(await tryMeasure(goal.id, definition))).toEqual([422, message])
  })
})
