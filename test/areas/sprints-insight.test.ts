import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  daysUntil,
  doneWithin,
  forecast,
  maxDays,
  percentile,
  randomFrom,
} from '../../src/areas/sprints/forecast.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, taskRow, workspace, type Workspace } from '../kit/makers.ts'
import { change, complete, dayFromNow, sprint, start } from '../kit/sprints.ts'

const open = async () => {
  const ws = await workspace()
  return { ws, home: (await project(ws)).id }
}
const ids = (section: Json) => section.items.map((item: Json) => item.task.id)

test('the report distinguishes committed, completed, not completed, added, removed, outside, cancelled and carried over', async () => {
  const { ws, home } = await open()
  const { id } = await sprint(ws, home)
  const make = async (estimate_points: number, inside = true) =>
    (await task(ws, home, { estimate_points, estimate_minutes: 60, ...(inside ? { sprint_id: id } : {}) })).id
  const [done, remaining, removed, cancelled, early] = [
    await make(1),
    await make(2),
    await make(4),
    await make(8),
    await make(16),
  ]
  await change(ws, early, { status: 'done' })
  await start(ws, id)
  const added = await make(32)
  await change(ws, done, { status: 'done' })
  await change(ws, removed, { sprint_id: null })
  await change(ws, cancelled, { status: 'cancelled' })
  const report = () => ws.owner.ok('GET', `${ws.base}/sprints/${id}/report`)
  const running = await report()
  expect(running.carried_over).toEqual({ points: 0, minutes: 0, count: 0, items: [] })
  const { report: result } = await complete(ws, id)
  expect(
    Object.fromEntries(
      Object.entries(result).flatMap(([name, section]: Json) =>
        section.items ? [[name, [section.points, section.minutes, ids(section)]]] : [],
      ),
    ),
  ).toEqual({
    committed: [15, 240, [done, remaining, removed, cancelled]],
    completed: [1, 60, [done]],
    not_completed: [34, 120, [remaining, added]],
    added_after_start: [32, 60, [added]],
    removed: [4, 60, [removed]],
    completed_outside: [16, 60, [early]],
    carried_over: [34, 120, [remaining, added]],
    cancelled: [8, 60, [cancelled]],
  })
  expect(await report()).toEqual(result)
  expect({ ...running, carried_over: null }).toEqual({ ...result, carried_over: null })
})

describe('velocity', () => {
  const finish = async (ws: Workspace, home: string, n: number, points: number[], early: number) => {
    const { id } = await sprint(ws, home, {
      start_date: dayFromNow(14 * n),
      end_date: dayFromNow(14 * n + 13),
    })
    const created = []
    for (const estimate_points of [...points, early])
      created.push((await task(ws, home, { estimate_points, estimate_minutes: 30, sprint_id: id })).id)
    await change(ws, created.at(-1), { status: 'done' })
    await start(ws, id)
    for (const one of created.slice(0, -2)) await change(ws, one, { status: 'done' })
    await complete(ws, id)
  }

  test('has mean, median and deviation of what was completed inside, not of what was done before', async () => {
    const { ws, home } = await open()
    const velocity = (query = '') => ws.owner.ok('GET', `${ws.base}/projects/${home}/velocity${query}`)
    expect(await velocity()).toEqual({ unit: 'points', items: [], mean: null, median: null, stdev: null })
    await finish(ws, home, 0, [2, 1], 50)
    await finish(ws, home, 1, [3, 1], 50)
    await finish(ws, home, 2, [7, 5], 50)
    const result = await velocity()
    expect(
      result.items.map(({ sprint: of, committed, completed }: Json) => [of.name, committed, completed]),
    ).toEqual([
      ['Sprint 1', 3, 2],
      ['Sprint 2', 4, 3],
      ['Sprint 3', 12, 7],
    ])
    expect([result.mean, result.median, result.stdev]).toEqual([4, 3, 2.65])
    expect(await velocity('?last=1&unit=minutes')).toMatchObject({ mean: 30, median: 30, stdev: null })
    expect(await velocity('?unit=count&last=2')).toMatchObject({ unit: 'count', mean: 1, stdev: 0 })
    const invalid = await ws.owner.call('GET', `${ws.base}/projects/${home}/velocity?last=21`)
    expect([invalid.status, invalid.body.error.message]).toEqual([422, 'query.last: must be 1 to 20'])
  })
})

/** Tasks completed at noon some days ago, in a project that is old enough. */
async function finished(ws: Workspace, home: string, days: number[]) {
  await asOwner(`update projects set created_at = now() - interval '400 days' where id = $1`, [home])
  for (const day of days)
    await taskRow(ws, home, {
      status: 'done',
      completed_at: `${dayFromNow(-day)}T12:00:00Z`,
      started_at: `${dayFromNow(-day - 2)}T12:00:00Z`,
    })
}

describe('flow', () => {
  test('counts statuses at the end of each local day, and arrivals and completions', async () => {
    const { ws, home } = await open()
    const one = (await task(ws, home)).id
    const two = (await task(ws, home)).id
    await task(ws, home, { type: 'epic' })
    await change(ws, one, { status: 'in_progress' })
    await change(ws, one, { status: 'done' })
    await change(ws, two, { status: 'in_progress' })
    await asOwner(`begin; set local app.suppress_audit = 'on';
      update tasks set created_at = now() - interval '3 days' where id in ('${one}', '${two}');
      update tasks set started_at = now() - interval '2 days' where id = '${one}'; commit`)
    const flow = (query: string) => ws.owner.call('GET', `${ws.base}/projects/${home}/flow?${query}`)
    const result = await flow(`from=${dayFromNow(-4)}`)
    expect([result.status, result.roundTrips]).toEqual([200, 1])
    expect(
      result.body.series.map((day: Json) => [
        day.todo,
        day.in_progress,
        day.done,
        day.created,
        day.completed,
      ]),
    ).toEqual([
      [0, 0, 0, 0, 0],
      [2, 0, 0, 2, 0],
      [2, 0, 0, 0, 0],
      [2, 0, 0, 0, 0],
      [0, 1, 1, 0, 1],
    ])
    expect(result.body.percentiles).toEqual({ p50: 2, p85: 2, p95: 2, sample_size: 1 })
    const weeks = (await flow(`from=${dayFromNow(-9)}&interval=week`)).body.series
    expect(weeks.map(({ from, to, done, created }: Json) => [from, to, done, created])).toEqual([
      [dayFromNow(-9), dayFromNow(-3), 0, 2],
      [dayFromNow(-2), dayFromNow(0), 1, 0],
    ])
  })

  test('counts a task with its whole history in the project where it is now', async () => {
    const { ws, home } = await open()
    const { id } = await task(ws, home)
    const { id: away } = await project(ws)
    await asOwner(`begin; set local app.suppress_audit = 'on';
      update tasks set created_at = now() - interval '1 day' where id = '${id}'; commit`)
    await change(ws, id, { status: 'in_progress' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${id}/transfer`, { project_id: away })
    await change(ws, id, { status: 'done' })
    const counts = async (place: string) => {
      const path = `${ws.base}/projects/${place}/flow?from=${dayFromNow(-2)}`
      const { series } = await ws.owner.ok('GET', path)
      return series.map(({ todo, in_progress, done }: Json) => [todo, in_progress, done])
    }
    const nothing = [0, 0, 0]
    expect([await counts(home), await counts(away)]).toEqual([
      [nothing, nothing, nothing],
      [nothing, [1, 0, 0], [0, 0, 1]],
    ])
  })

  test('rejects an end before the start and more than a year', async () => {
    const { ws, home } = await open()
    const problemOf = async (query: string) =>
      (await ws.owner.call('GET', `${ws.base}/projects/${home}/flow?${query}`)).body.error?.message
    expect(await problemOf('from=2026-02-01&to=2026-01-01')).toBe('query.to: before from')
    expect(await problemOf('from=2025-01-01&to=2026-12-01')).toBe('query.to: at most 366 days after from')
  })
})

describe('the forecast', () => {
  const send = (ws: Workspace, home: string, query = '') =>
    ws.owner.call('GET', `${ws.base}/projects/${home}/forecast${query}`)

  test('rejects fewer than five days with a completion', async () => {
    const { ws, home } = await open()
    await finished(ws, home, [1, 2, 3, 4, 4, 4])
    const { status, roundTrips, body } = await send(ws, home, '?items=3')
    expect([status, roundTrips, body.insufficient_data, body.p50, body.p85, body.histogram]).toEqual([
      200,
      1,
      true,
      null,
      null,
      [],
    ])
    await finished(ws, home, [5])
    expect((await send(ws, home, '?items=3')).body.insufficient_data).toBe(false)
  })

  test('returns percentiles of days, sampled from all days of the history including those without a completion', async () => {
    const { ws, home } = await open()
    await finished(ws, home, [1, 3, 5, 7, 9, 11, 13])
    await task(ws, home)
    await task(ws, home)
    const { body } = await send(ws, home, '?history_days=14')
    expect([body.question, body.items, body.sample_size, body.clamped]).toEqual(['when', 2, 14, false])
    // Seven of fourteen days have one: two tasks need four such draws on average.
    expect([body.p50.days, body.p85.days >= body.p70.days, body.p95.days > body.p50.days]).toEqual([
      3,
      true,
      true,
    ])
    expect(body.p50.date).toBe(dayFromNow(3))
    expect(body.histogram.reduce((all: number, { trials }: Json) => all + trials, 0)).toBe(10_000)
  })

  test('is the same to the byte for the same seed, and differs for another', async () => {
    const { ws, home } = await open()
    await finished(ws, home, [1, 2, 2, 4, 5, 9, 12])
    const text = async (seed: number) => (await send(ws, home, `?items=40&seed=${seed}`)).text
    expect(await text(7)).toBe(await text(7))
    expect(await text(7)).not.toBe(await text(8))
  })

  test('returns how many are finished by a day, fewer with higher certainty', async () => {
    const { ws, home } = await open()
    await finished(ws, home, [1, 2, 2, 4, 5, 9, 12])
    const { body } = await send(ws, home, `?by_date=${dayFromNow(20)}&history_days=14`)
    expect([body.question, body.items, body.p50.date]).toEqual(['how_many', null, dayFromNow(20)])
    expect(body.p50.items).toBeGreaterThan(body.p95.items)
    const invalid = await send(ws, home, '?by_date=2020-01-01')
    expect([invalid.status, invalid.body.error.message]).toEqual([422, 'query.by_date: must be after today'])
    const both = await send(ws, home, `?items=3&by_date=${dayFromNow(20)}`)
    expect([both.status, both.body.error.message]).toEqual([
      422,
      'query.by_date: send items or by_date, not both',
    ])
  })

  test('ends trials at a thousand days and says so', () => {
    const samples = [...Array.from({ length: 360 }, () => 0), 1, 1, 1, 1, 1]
    const result = forecast({ today: '2026-01-01', samples, open: 0 }, { items: 1000, trials: 100, seed: 1 })
    expect([result.clamped, result.p50?.days]).toEqual([true, maxDays])
  })

  test('draws days in proportion to its trials', () => {
    const drawsOf = (trials: number) => {
      let draws = 0
      const days = Array.from({ length: 60 }, (_, day) => [0, 1, 3, 0, 2, 0, 0][day % 7]!)
      const samples = new Proxy(days, {
        get: (target, key) => (draws++, Reflect.get(target, key) as unknown),
      })
      forecast({ today: '2026-01-01', samples, open: 0 }, { items: 40, trials, seed: 1 })
      return draws
    }
    const ratio = drawsOf(10_000) / drawsOf(1000)
    expect(ratio).toBeGreaterThan(9)
    expect(ratio).toBeLessThan(11)
  })
})

describe('the arithmetic of the forecast', () => {
  test('one completion every day takes as many days as tasks', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(), (items, seed) => {
        expect(daysUntil(items, [1], randomFrom(seed))).toBe(items)
        expect(doneWithin(items, [2], randomFrom(seed))).toBe(2 * items)
      }),
    )
  })

  test('random numbers are from 0 up to 1, follow from the seed and spread evenly', () => {
    const draw = (seed: number) => {
      const random = randomFrom(seed)
      return Array.from({ length: 20_000 }, random)
    }
    const drawn = draw(3)
    expect(drawn).toEqual(draw(3))
    expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true)
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = drawn.filter((one) => Math.floor(one * 10) === tenth).length
      expect(Math.abs(share - 2000)).toBeLessThan(200)
    }
  })

  test('a percentile is the smallest value that so many do not exceed', () => {
    const sorted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect([0, 5, 10, 50, 85, 100].map((percent) => percentile(sorted, percent))).toEqual([1, 1, 1, 5, 9, 10])
  })
})
