import { describe, expect, test } from 'vitest'
import { earnedValue, type Sums, valueMetrics } from '../../src/areas/roadmap/evm.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { baseline, earned, happened, planOf } from '../kit/plans.ts'

const days = { planned_days: null, actual_days: null, earned_days: null, forecast_finish: null }
const sums = (bac: number, pv: number, ev: number, ac: number): Sums => ({
  bac,
  pv,
  ev,
  ac,
  closed: false,
  ...days,
})

describe('the formulas', () => {
  test('give the results of the fence exercise in Mulcahy, PMP Exam Prep (cost chapter)', () => {
    expect(valueMetrics(sums(4000, 3000, 2500, 2800))).toEqual({
      bac: 4000,
      pv: 3000,
      ev: 2500,
      ac: 2800,
      cv: -300,
      sv: -500,
      cpi: 0.8929,
      spi: 0.8333,
      // The book divides by the rounded 0.893 and has 4479.
      eac: { typical: 4480, atypical: 4300, combined: 4816 },
      etc: 1680,
      vac: -480,
      tcpi: 1.25,
      undefined: [],
    })
  })

  test('give the results of the one-task example in Simplilearn, Earned Value Management part IV', () => {
    expect(valueMetrics(sums(10_000, 10_000, 10_000 * (11 / 12), 11_000))).toMatchObject({
      ev: 9167,
      sv: -833,
      cv: -1833,
      spi: 0.9167,
      cpi: 0.8333,
      eac: { typical: 12_000 },
      etc: 1000,
      vac: -2000,
    })
  })

  test('give the results of the ten houses in Salama, Earned Value Overview, and of the board exam with 5 000 000', () => {
    expect(valueMetrics(sums(10_000, 4000, 3000, 6000))).toMatchObject({
      sv: -1000,
      cv: -3000,
      spi: 0.75,
      cpi: 0.5,
      eac: { typical: 20_000, atypical: 13_000 },
      tcpi: 1.75,
    })
    expect(valueMetrics(sums(5_000_000, 0, 1_500_000, 1_800_000)).eac.typical).toBe(6_000_000)
    expect(valueMetrics(sums(500, 300, 200, 250))).toMatchObject({
      spi: 0.6667,
      cpi: 0.8,
      etc: 375,
      vac: -125,
    })
  })

  test('return null with a reason where a denominator is zero, never NaN, Infinity or 0', () => {
    const reasons = (of: Sums) =>
      Object.fromEntries(earnedValue(of).undefined.map((one) => [one.metric, one.reason]))
    const nothing = earnedValue(sums(0, 0, 0, 0))
    expect([
      nothing.spi,
      nothing.cpi,
      nothing.eac.typical,
      nothing.eac.combined,
      nothing.tcpi,
      nothing.spi_t,
    ]).toEqual(Array(6).fill(null))
    expect(reasons(sums(0, 0, 0, 0))).toMatchObject({
      spi: 'nothing was planned by this day (PV is 0)',
      cpi: 'nothing was spent by this day (AC is 0)',
      tcpi: 'nothing is estimated (BAC is 0)',
    })
    expect(reasons(sums(100, 50, 40, 100))).toMatchObject({
      tcpi: 'nothing of the budget is left (AC has reached BAC)',
    })
    expect(earnedValue(sums(100, 50, 0, 10)).eac).toEqual({ typical: null, atypical: 110, combined: null })
    expect(reasons(sums(100, 50, 0, 10))['eac.typical']).toBe('nothing was earned by this day (CPI is 0)')
    const values = JSON.stringify(
      [0, 1, 100].flatMap((a) =>
        [0, 100].flatMap((b) => [0, 100].map((c) => earnedValue(sums(100, a, b, c)))),
      ),
    )
    expect(values).not.toMatch(/NaN|Infinity/)
  })

  test('make no forecast for a closed project', () => {
    const closed = earnedValue({
      ...sums(100, 100, 100, 90),
      closed: true,
      planned_days: 5,
      actual_days: 5,
      earned_days: 5,
      forecast_finish: '2026-11-06',
    })
    expect([closed.eac.typical, closed.etc, closed.vac, closed.tcpi, closed.forecast_finish]).toEqual(
      Array(5).fill(null),
    )
    expect([closed.spi, closed.cpi, closed.es]).toEqual([1, 1.1111, 5])
    expect(closed.undefined).toContainEqual({ metric: 'forecast_finish', reason: 'the project is closed' })
  })
})

/** Four sides of a fence, a day each from Monday 2 November 2026 on, at 125.00 an hour; measured on Wednesday. */
async function fence() {
  const side = (day: number, more = {}) => ({
    start_date: `2026-11-0${day}`,
    due_date: `2026-11-0${day}`,
    estimate_minutes: 480,
    ...more,
  })
  const plan = await planOf(
    [
      side(2, { status: 'done', progress_percent: 100, spent_minutes: 480, completed_at: new Date() }),
      side(3, { status: 'done', progress_percent: 100, spent_minutes: 576, completed_at: new Date() }),
      side(4, { status: 'done', progress_percent: 100, spent_minutes: 600, completed_at: new Date() }),
      side(5, { status: 'in_progress', progress_percent: 80, spent_minutes: 90 }),
    ],
    12_500,
  )
  const { ws, home, tasks } = plan
  for (const [n, day, spent] of [
    [0, '2026-11-02', 480],
    [1, '2026-11-03', 576],
  ] as const) {
    await happened(ws, home, tasks[n]!, [day, 'status', 'in_progress', 'done'])
    await happened(ws, home, tasks[n]!, [day, 'progress_percent', 0, 100])
    await happened(ws, home, tasks[n]!, [day, 'spent_minutes', 0, spent])
  }
  await happened(ws, home, tasks[2]!, ['2026-11-04', 'progress_percent', 0, 50])
  await happened(ws, home, tasks[2]!, ['2026-11-04', 'spent_minutes', 0, 288])
  await happened(ws, home, tasks[2]!, ['2026-11-06', 'status', 'in_progress', 'done'])
  await happened(ws, home, tasks[2]!, ['2026-11-06', 'progress_percent', 50, 100])
  await happened(ws, home, tasks[2]!, ['2026-11-06', 'spent_minutes', 288, 600])
  await happened(ws, home, tasks[3]!, ['2026-11-05', 'status', 'todo', 'in_progress'])
  await happened(ws, home, tasks[3]!, ['2026-11-09', 'progress_percent', 0, 80])
  await happened(ws, home, tasks[3]!, ['2026-11-09', 'spent_minutes', 0, 90])
  await baseline(plan)
  return plan
}

describe('earned value of a project', () => {
  test('is that of the fence in Mulcahy, PMP Exam Prep, through plan, history and money, in one round trip', async () => {
    const plan = await fence()
    const { ws, path } = plan
    const reply = await ws.owner.call('GET', `${path}/earned-value?as_of=2026-11-04&unit=cost&method=percent`)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({
      unit: 'cost',
      currency: 'EUR',
      baseline: { name: 'Plan' },
      start_date: '2026-11-02',
      end_date: '2026-11-05',
      bac: 400_000,
      pv: 300_000,
      ev: 250_000,
      ac: 280_000,
      cv: -30_000,
      sv: -50_000,
      cpi: 0.8929,
      spi: 0.8333,
      eac: { typical: 448_000, atypical: 430_000, combined: 481_600 },
      etc: 168_000,
      vac: -48_000,
      tcpi: 1.25,
      es: 2.5,
      at: 3,
      spi_t: 0.8333,
      // Four days at five sixths of the speed are 4.8: it ends on the fifth day.
      forecast_finish: '2026-11-06',
      warnings: [],
    })
  })

  test('combines the plan of a day with what was earned by that day, whatever was done since', async () => {
    const plan = await fence()
    const at = async (day: string, method = '0_100') => {
      const { pv, ev, ac } = await earned(plan, `as_of=${day}&method=${method}`)
      return [pv, ev, ac]
    }
    expect(await at('2026-11-01')).toEqual([0, 0, 0])
    expect(await at('2026-11-02')).toEqual([480, 480, 480])
    expect(await at('2026-11-04')).toEqual([1440, 960, 1344])
    expect(await at('2026-11-04', '50_50')).toEqual([1440, 960 + 240, 1344])
    expect(await at('2026-11-05', '50_50')).toEqual([1920, 960 + 480, 1344])
    expect(await at('2026-11-06')).toEqual([1920, 1440, 1656])
    expect(await at('2026-11-09', 'percent')).toEqual([1920, 1440 + 384, 1746])
    const now = await earned(plan)
    expect([now.pv, now.ev, now.ac, now.tcpi]).toEqual([1920, 1440, 1746, 2.7586])
  })

  test('the series has the same sums on each day, and nothing earned on future days', async () => {
    const plan = await fence()
    const { ws, path } = plan
    const query = 'from=2026-11-01&to=2026-11-09&method=percent'
    const { points } = await ws.owner.ok('GET', `${path}/earned-value/series?${query}`)
    for (const { date, pv, ev, ac } of points) {
      const one = await earned(plan, `as_of=${date}&method=percent`)
      expect([date, pv, ev, ac]).toEqual([date, one.pv, one.ev, one.ac])
    }
    const weekly = await ws.owner
      .ok('GET', `${path}/earned-value/series?from=2026-10-26&to=2099-11-05&interval=week`)
      .catch(String)
    expect(weekly).toContain('at most 366 points')
    const weeks = await ws.owner.ok(
      'GET',
      `${path}/earned-value/series?from=2026-11-01&to=2026-11-10&interval=week`,
    )
    expect(weeks.points.map((one: Json) => one.date)).toEqual(['2026-11-01', '2026-11-08', '2026-11-10'])
    const ahead = await ws.owner.ok('GET', `${path}/earned-value/series?from=2099-01-01&to=2099-01-02`)
    expect(ahead.points[0]).toEqual({ date: '2099-01-01', pv: 1920, ev: null, ac: null })
  })

  test('spreads a task over its working days: a weekend plans nothing', async () => {
    // From Thursday 5 to Wednesday 11 November: five working days.
    const plan = await planOf([{ start_date: '2026-11-05', due_date: '2026-11-11', estimate_minutes: 500 }])
    const pv = async (day: string) => (await earned(plan, `as_of=${day}`)).pv
    expect([await pv('2026-11-04'), await pv('2026-11-05'), await pv('2026-11-06')]).toEqual([0, 100, 200])
    expect([await pv('2026-11-08'), await pv('2026-11-09'), await pv('2026-11-12')]).toEqual([200, 300, 500])
    const onSunday = await planOf([
      { start_date: '2026-11-07', due_date: '2026-11-08', estimate_minutes: 60 },
    ])
    expect((await earned(onSunday, 'as_of=2026-11-09')).pv).toBe(60)
  })

  test('a task without dates lasts as long as the plan, and is listed', async () => {
    const plan = await planOf([
      { start_date: '2026-11-02', due_date: '2026-11-03', estimate_minutes: 100 },
      { start_date: '2026-11-04', due_date: '2026-11-05', estimate_minutes: 100 },
      { estimate_minutes: 400 },
    ])
    const result = await earned(plan, 'as_of=2026-11-02')
    expect([
      result.pv,
      result.unscheduled.map((one: Json) => one.task_id),
      result.counts.unscheduled,
    ]).toEqual([50 + 100, [plan.tasks[2]!.id], 1])
  })

  test('counts an estimate once: that of a parent is left out if a subtask is estimated', async () => {
    const plan = await planOf([{ type: 'epic', estimate_minutes: 900, due_date: '2026-11-02' }])
    const { taskRow } = await import('../kit/makers.ts')
    await taskRow(plan.ws, plan.home.id, {
      parent_id: plan.tasks[0]!.id,
      estimate_minutes: 300,
      due_date: '2026-11-02',
    })
    await taskRow(plan.ws, plan.home.id, {
      status: 'cancelled',
      cancelled_at: new Date(),
      estimate_minutes: 50,
    })
    expect((await earned(plan)).bac).toBe(300)
  })

  test('without a baseline it is computed from the current plan, which it says', async () => {
    const result = await earned(await planOf([{ due_date: '2026-11-02', estimate_minutes: 60 }]))
    expect([result.baseline, result.warnings, result.slipped]).toEqual([
      null,
      ['no baseline: computed from the present plan'],
      [],
    ])
    const empty = await earned(await planOf([]))
    expect([empty.bac, empty.spi, empty.es, empty.start_date]).toEqual([0, null, null, null])
    expect(empty.undefined).toContainEqual({ metric: 'es', reason: 'nothing is estimated (BAC is 0)' })
  })

  test('work after the baseline is listed but not counted; cancelled work stays in BAC; slipped work is listed, worst first', async () => {
    const plan = await planOf([
      { due_date: '2026-11-02', estimate_minutes: 60 },
      { due_date: '2026-11-03', estimate_minutes: 60 },
      { due_date: '2026-11-04', estimate_minutes: 60 },
    ])
    const { ws, home, tasks } = plan
    await baseline(plan)
    const late = await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/tasks`, {
      title: 'Later',
      estimate_minutes: 999,
    })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[0]!.id}`, { status: 'cancelled' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[1]!.id}`, { due_date: '2099-01-01' })
    const result = await earned(plan)
    expect([result.bac, result.ev]).toEqual([180, 0])
    const ids = (list: Json[]) => list.map(({ task_id }) => task_id)
    expect([ids(result.unbaselined), ids(result.descoped), ids(result.slipped)]).toEqual([
      [late.id],
      [tasks[0]!.id],
      [tasks[1]!.id, tasks[2]!.id],
    ])
    expect(result.slipped[0]).toMatchObject({ planned_due: '2026-11-03', due: '2099-01-01' })
    await asOwner('update tasks set spent_minutes = 30 where id = $1', [tasks[2]!.id])
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${tasks[2]!.id}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${tasks[2]!.id}/purge`)
    const purged = await earned(plan)
    expect([purged.bac, purged.ac, new Set(ids(purged.descoped))]).toEqual([
      180,
      30,
      new Set([tasks[0]!.id, tasks[2]!.id]),
    ])
  })

  test('time booked on a task is part of its history, so that what was spent by a day stays known', async () => {
    const plan = await planOf([{ due_date: '2026-11-02', estimate_minutes: 60 }])
    await baseline(plan)
    await asOwner('update tasks set spent_minutes = 45 where id = $1', [plan.tasks[0]!.id])
    expect([(await earned(plan, 'as_of=2026-11-10')).ac, (await earned(plan)).ac]).toEqual([0, 45])
  })

  test('a future day, a foreign baseline, money without a rate and money for members are rejected', async () => {
    const plan = await planOf([{ due_date: '2026-11-02', estimate_minutes: 60 }])
    const { ws, path } = plan
    const other = await planOf([])
    const { id } = await baseline(plan)
    const foreign = await baseline(other)
    const send = async (query: string, who = ws.owner) => {
      const { status, body } = await who.call('GET', `${path}/earned-value?${query}`)
      return [status, body.error?.message ?? body.baseline?.id]
    }
    expect(await send('as_of=2099-01-01')).toEqual([422, 'query.as_of: in the future'])
    expect(await send(`baseline_id=${foreign.id}`)).toEqual([422, 'query.baseline_id: not found'])
    expect(await send(`baseline_id=${id}`)).toEqual([200, id])
    expect(await send('unit=cost')).toEqual([409, 'no hourly rate'])
    const member = await join(ws)
    expect(await send('unit=cost', member)).toEqual([403, 'unit=cost needs the role manager or above'])
    expect(await send('', await join(ws, 'viewer'))).toEqual([200, id])
    const series = await member.call(
      'GET',
      `${path}/earned-value/series?from=2026-11-01&to=2026-11-02&unit=cost`,
    )
    expect(series.status).toBe(403)
    expect(
      (await ws.owner.call('GET', `${path}/earned-value/series?from=2026-11-03&to=2026-11-02`)).status,
    ).toBe(422)
  })

  test('the portfolio has the metrics of each visible project, and those of their sums', async () => {
    const plan = await fence()
    const { ws } = plan
    const { project, taskRow } = await import('../kit/makers.ts')
    const other = await project(ws)
    await taskRow(ws, other.id, { due_date: '2026-11-02', estimate_minutes: 80 })
    await asOwner(`update projects set status = 'on_hold' where id = $1`, [other.id])
    const reply = await ws.owner.call('GET', `${ws.base}/earned-value?as_of=2026-11-04`)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body.projects.map(({ project: { id }, ev, pv }: Json) => [id, ev, pv])).toEqual([
      [plan.home.id, 960, 1440],
      [other.id, 0, 80],
    ])
    expect(reply.body.totals).toMatchObject({ bac: 2000, pv: 1520, ev: 960, ac: 1344, spi: 0.6316 })
    const onHold = await ws.owner.ok('GET', `${ws.base}/earned-value?status=on_hold`)
    expect(onHold.projects.length).toBe(1)
    expect((await (await join(ws)).call('GET', `${ws.base}/earned-value`)).status).toBe(403)
  })
})
