import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { ask, asked, available, dayFrom, makeType, nextYearDay, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { clearNews, news } from '../kit/news.ts'
import { approve, crew, get, hours, log, nextWeek, sheetAt, submitted } from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const run = ({ ws }: Place, period: string): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period })
const ledger = async ({ ws, worker }: { ws: Place['ws']; worker: Json }): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/leave-ledger`)).items
const balance = async ({ ws, worker, vacation }: Place, as_of: string): Promise<Json> =>
  (await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/vacation-balance?as_of=${as_of}`)).items.find(
    ({ leave_type_id }: Json) => leave_type_id === vacation.id,
  )

describe('leave that is granted only after some days of employment', () => {
  test('gives nothing until then, and a part of the year from then on, in the ledger too', async () => {
    const place = await office({ accrual_starts_after_days: 90 }, { hire_date: '2026-01-01' })
    const days = async () => [await available(place, '2026-03-31'), await available(place, '2026-04-01')]
    // 22 · 275 / 365 = 16.58
    expect(await days()).toEqual(['0', '16.5'])
    expect(await run(place, '2026')).toMatchObject({ created: 2 })
    expect(await days()).toEqual(['0', '16.5'])
    expect(await run(place, '2026')).toMatchObject({ created: 0 })
    expect(await available(place, '2027-01-01')).toBe('22')
  })

  test('is counted again by the difference when the wait changes, also where it takes the year', async () => {
    const place = await office({}, { hire_date: '2026-01-01' })
    const { ws, worker, vacation } = place
    const wait = (accrual_starts_after_days: number) =>
      ws.owner.ok('PATCH', `${ws.base}/leave-types/${vacation.id}`, { accrual_starts_after_days })
    await run(place, '2026')
    await wait(90)
    await run(place, '2026')
    await wait(400)
    expect(await available(place, '2026-12-31')).toBe('0')
    await run(place, '2026')
    expect(await run(place, '2026')).toMatchObject({ created: 0 })
    const mine = (await ledger(place)).filter(({ year }) => year === 2026)
    expect(mine.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
      'grant 22',
      'proration -16.5',
      'proration -5.5',
    ])
    // From 5 February 2027: 22 · 330 / 365 = 19.89
    expect(await available(place, '2027-12-31')).toBe('20')
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { hire_date: '2025-01-01' })
    await run(place, '2026')
    expect(await available(place, '2026-12-31')).toBe('20')
  })

  test('of months begins in the middle of one', async () => {
    const type = {
      accrual: 'monthly',
      annual_allowance: '24',
      rounding: 'none',
      accrual_starts_after_days: 45,
    }
    const place = await office(type, { hire_date: '2026-01-01' })
    const months = async () => [
      await available(place, '2026-02-14'),
      await available(place, '2026-02-28'),
      await available(place, '2026-12-31'),
    ]
    expect(await months()).toEqual(['0', '1', '21'])
    for (const month of ['2026-01', '2026-02', '2026-03']) await run(place, month)
    expect(await months()).toEqual(['0', '1', '21'])
  })

  test('of days worked counts those after the wait', async () => {
    const type = { accrual: 'per_worked_day', annual_allowance: '26.1', rounding: 'none' }
    const place = await office({ ...type, accrual_starts_after_days: 31 }, { hire_date: '2026-01-01' })
    expect([await available(place, '2026-01-31'), await available(place, '2026-02-28')]).toEqual(['0', '2'])
  })

  test('waits no second time for somebody whose earlier employments count', async () => {
    const place = await office({ accrual_starts_after_days: 90, usable_after_days: 90 })
    const { ws, worker } = place
    const employee = `${ws.base}/employees/${worker.id}`
    await ws.owner.ok('POST', `${employee}/terminate`, { termination_date: dayFrom(-10) })
    await ws.owner.ok('POST', `${employee}/rehire`, { hire_date: dayFrom(-1), keep_seniority: true })
    expect(Number(await available(place, dayFrom(0)))).toBeGreaterThan(0)
    expect((await balance(place, dayFrom(0))).usable_from).toBeNull()
  })
})

describe('leave that can be taken only after some days of employment', () => {
  test('is granted before, is refused until then, and the balance tells from which day', async () => {
    const place = await office({ usable_after_days: 400 }, { hire_date: '2026-01-01' })
    expect(await balance(place, '2027-02-04')).toMatchObject({ available: '22', usable_from: '2027-02-05' })
    expect((await balance(place, '2027-02-05')).usable_from).toBeNull()
    const why = 'body.start_date: can be taken from 2027-02-05 on, 400 days after being hired'
    expect(refusal(await ask(place, place.ada, { start_date: '2027-02-04' }))).toEqual([422, why])
    expect((await ask(place, place.ada, { start_date: '2027-02-05' })).body.overridden).toEqual([])
  })
})

describe('an override', () => {
  const entered = async (type: object, body: object) => {
    const place = await office(type)
    const send = (more: object = {}) =>
      ask(place, place.ws.owner, { employee_id: place.worker.id, ...body, ...more })
    return { place, send }
  }

  test('is said by an admin who passes over notice, and marks the request, which is found by it', async () => {
    const { place, send } = await entered({ min_notice_days: 300 }, { start_date: nextYearDay(2) })
    const { ws, ada } = place
    expect(refusal(await send())).toEqual([
      422,
      'body.start_date: needs 300 working days of notice; send override to enter it nevertheless',
    ])
    const { status, body } = await send({ override: true })
    expect([status, body.overridden]).toEqual([201, ['min_notice_days']])
    const list = async (overridden: boolean) =>
      (await ada.ok('GET', `${ws.base}/leave-requests?overridden=${overridden}`)).total
    expect([await list(true), await list(false)]).toEqual([1, 0])
    const request = `${ws.base}/leave-requests/${body.id}`
    expect((await ada.ok('PATCH', request, { reason: 'Family' })).overridden).toEqual(['min_notice_days'])
    expect(refusal(await ada.call('PATCH', request, { start_date: nextYearDay(2, 1) }))).toEqual([
      422,
      'body.start_date: needs 300 working days of notice',
    ])
  })

  test('passes over days back and days at once, and is for admins alone', async () => {
    const { place, send } = await entered(
      { max_backdate_days: 2, max_consecutive_days: 3 },
      { start_date: '2026-06-01', end_date: '2026-06-05' },
    )
    expect(refusal(await send())[0]).toBe(422)
    expect((await send({ override: true })).body.overridden).toEqual([
      'max_backdate_days',
      'max_consecutive_days',
    ])
    expect(refusal(await ask(place, place.ada, { start_date: '2027-06-01', override: true }))).toEqual([
      403,
      'only admins pass over the rules of a type',
    ])
  })

  test('of a block is marked for who enters and who approves it', async () => {
    const { place, send } = await entered({}, { start_date: nextYearDay(2, 2) })
    const { ws, ada, boss } = place
    const early = await asked(place, ada, { start_date: nextYearDay(2, 1) })
    await ws.owner.ok('POST', `${ws.base}/leave-blocks`, {
      name: 'Fair',
      first_day: nextYearDay(2, 1),
      last_day: nextYearDay(2, 3),
    })
    expect((await send()).body.overridden).toEqual(['block'])
    const approved = await boss.ok('POST', `${ws.base}/leave-requests/${early.id}/approve`, {
      override: true,
    })
    expect(approved.overridden).toEqual(['block'])
  })
})

test('a request that was changed meanwhile is not cancelled by whoever saw it before', async () => {
  const place = await office()
  const { id, version } = await asked(place, place.ada, { start_date: nextYearDay(2) })
  const request = `${place.ws.base}/leave-requests/${id}`
  const changed = await place.ada.ok('PATCH', request, { start_date: nextYearDay(2, 1) })
  expect(refusal(await place.ada.call('POST', `${request}/cancel`, { version }))).toEqual([
    409,
    'the request was changed meanwhile; look again',
  ])
  const cancelled = await place.ada.ok('POST', `${request}/cancel`, { version: changed.version })
  expect(cancelled.status).toBe('cancelled')
})

test('a request is changed once by changes of the same version at the same moment', async () => {
  const place = await office()
  const { id, version } = await asked(place, place.ada, { start_date: '2027-02-01' })
  const request = `${place.ws.base}/leave-requests/${id}`
  const replies = await Promise.all(
    [2, 3, 4, 5].map((day) =>
      place.ada.call('PATCH', request, { start_date: '2027-02-01', end_date: `2027-02-0${day}`, version }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(refusal(replies.find(({ status }) => status === 409)!)).toEqual([
    409,
    'the request was changed meanwhile; look again',
  ])
  const { version: seen } = await place.ada.ok('GET', request)
  const cuts = await Promise.all(
    [1, 2, 3].map(() =>
      place.ada.call('POST', `${request}/cancel`, { from_date: '2027-02-02', version: seen }),
    ),
  )
  expect(cuts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

describe('compensatory time', () => {
  const company = async () => {
    const of = await crew()
    const type = {
      name: 'Time off',
      unit: 'hour',
      annual_allowance: '0',
      accrual: 'none',
      fed_by_overtime: true,
    }
    return { ...of, vacation: await makeType(of.ws, type) }
  }
  /** A week of forty-four hours. */
  const overtime = async (of: Awaited<ReturnType<typeof company>>) => {
    for (const day of [12, 13, 14, 15]) await log(of, hours(`2026-01-${day}`, 11))
    await submitted(of, nextWeek)
  }
  const year = '2026-12-31'

  test('comes with the approval of a week over what was to be worked, and goes with its reopening', async () => {
    const of = await company()
    await overtime(of)
    expect(await available(of, year)).toBe('0')
    await approve(of, nextWeek)
    expect(await available(of, year)).toBe('240')
    const { id } = await get(of, nextWeek)
    const reopen = () => of.ws.owner.ok('POST', sheetAt(of, nextWeek, 'reopen'), {})
    await reopen()
    expect(await available(of, year)).toBe('0')
    await submitted(of, nextWeek)
    await approve(of, nextWeek)
    const rows = await ledger(of)
    expect(
      rows.map(({ kind, amount, timesheet_id, effective_on }) => [kind, amount, timesheet_id, effective_on]),
    ).toEqual(['240', '-240', '240'].map((amount) => ['adjustment', amount, id, '2026-01-18']))
    expect(await available(of, year)).toBe('240')
  })

  test('that was spent already leaves a debt, of which admins hear', async () => {
    const of = await company()
    await overtime(of)
    await approve(of, nextWeek)
    const spent = { start_date: '2026-12-09', start_time: '09:00', end_time: '11:00' }
    const { id } = await asked(of, of.ada, spent)
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${id}/approve`, {})
    const other = await join(of.ws, 'admin')
    await clearNews(of.ws)
    await of.ws.owner.ok('POST', sheetAt(of, nextWeek, 'reopen'), {})
    expect(await available(of, year)).toBe('-120')
    expect(await news(of.ws, other)).toEqual([
      'hr_task | Ada has taken more leave than is left | The week of 12 Jan 2026 was opened again',
    ])
  })

  test('a week of less gives nothing and takes nothing', async () => {
    const of = await company()
    await log(of, hours('2026-01-12', 4))
    await submitted(of, nextWeek)
    await approve(of, nextWeek)
    expect(await ledger(of)).toEqual([])
  })

  test('is of one type, by the hour and with a balance', async () => {
    const of = await company()
    const make = (draft: object) =>
      of.ws.owner.call('POST', `${of.ws.base}/leave-types`, { fed_by_overtime: true, ...draft })
    const why =
      'body.fed_by_overtime: overtime is counted in minutes; the type must be by the hour, with a balance'
    expect(refusal(await make({ name: 'Days' }))).toEqual([422, why])
    expect(refusal(await make({ name: 'Free', unit: 'hour', affects_balance: false }))).toEqual([422, why])
    expect(refusal(await make({ name: 'Two', unit: 'hour' }))).toEqual([
      409,
      'another leave type is fed by overtime; one at a time is',
    ])
  })
})
