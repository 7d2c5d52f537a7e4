import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import {
  adjust,
  around,
  ask,
  asked,
  available,
  carry,
  fullWeek,
  hire,
  makeType,
  nextYear,
  nextYearDay,
  office,
} from '../kit/leave.ts'
import { refusal } from '../kit/refusals.ts'

const at = (ws: { base: string }, path = '') => `${ws.base}/leave-requests${path}`

describe('a balance', () => {
  test('spends carried days first, as long as they are valid on the day', async () => {
    const place = await office({ carryover_max: '5', carryover_expires: '02-28', max_negative: '0' })
    const may = nextYearDay(5, 7)
    await carry(place, '5', nextYear)
    expect(await available(place, nextYearDay(2))).toBe('27')
    expect(await available(place, may)).toBe('22')
    const refused = await ask(place, place.ada, { start_date: may, end_date: nextYearDay(5, 37) })
    expect(refusal(refused)).toEqual([409, `available 22.0 of ${nextYear}`])
    await asked(place, place.ada, { start_date: nextYearDay(2), end_date: nextYearDay(2, 2) })
    await asked(place, place.ada, around(`${nextYear}-02-28`))
    expect(await available(place, may)).toBe('20')
  })

  test('of a part of a year or week is a part, rounded to the step', async () => {
    const parts: [object, object, string][] = [
      [{ hire_date: '2026-07-01' }, {}, '11'],
      [{ termination_date: '2026-09-30' }, {}, '16.5'],
      [{ hire_date: '2026-07-01' }, { rounding: 'none' }, '11.09'],
      [
        { hire_date: '2026-02-15' },
        { accrual: 'monthly', annual_allowance: '30', rounding: 'none' },
        '26.25',
      ],
      [{ hire_date: '2026-07-01' }, { proration: false }, '22'],
    ]
    for (const [person, type, total] of parts)
      expect(await available(await office(type, person), '2026-12-31')).toBe(total)
  })

  test('grants nothing before the first day of employment, with proration or without, nor carries it over', async () => {
    for (const type of [{ proration: false }, {}, { proration: false, accrual: 'monthly' }]) {
      const place = await office({ carryover_max: '5', ...type }, { hire_date: '2026-07-01' })
      expect(await available(place, '2025-12-31')).toBe('0')
      expect(await available(place, '2026-06-30')).toBe('0')
    }
    const place = await office({ carryover_max: '5', proration: false }, { hire_date: '2026-01-01' })
    const { ws, worker } = place
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: '2026' })
    const { items } = await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/leave-ledger`)
    expect(items.map(({ kind, amount }: Json) => [kind, amount])).toEqual([['grant', '22']])
  })

  test('of months without proration has a whole month for each that somebody is employed in', async () => {
    const type = { accrual: 'monthly', proration: false, annual_allowance: '24' }
    const place = await office(type, { hire_date: '2026-07-20' })
    expect(await available(place, '2026-07-31')).toBe('2')
    expect(await available(place, '2026-12-31')).toBe('12')
  })

  test('of a month is the rounded sum up to it, so that the year is exact', async () => {
    const place = await office({ accrual: 'monthly', annual_allowance: '19', rounding: '1' })
    const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`)
    let before = 0
    const steps: number[] = []
    for (const month of months) {
      const now = Number(await available(place, `${month}-28`))
      steps.push(now - before)
      before = now
    }
    expect(steps).toEqual([2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 1, 2])
  })

  test('of three days a week, and of a week that changes, is weighted by days', async () => {
    const place = await office()
    const { ws, worker } = place
    const three = await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
      name: 'Three',
      days: fullWeek.slice(0, 3),
    })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, {
      work_schedule_id: three.id,
      effective_from: '2026-07-01',
    })
    expect(await available(place, '2026-12-31')).toBe('17.5')
    expect(await available(place, '2027-12-31')).toBe('13')
  })

  test('is entered once however often the run is repeated, and by the difference when something changed', async () => {
    const place = await office()
    const { ws, worker } = place
    const run = (period: string) => ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period })
    expect(await run('2026')).toMatchObject({ created: 2, skipped: 0 })
    expect(await run('2026')).toMatchObject({ created: 0, skipped: 2 })
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: '2026-12-31',
    })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { termination_date: '2026-11-30' })
    expect(await run('2026')).toMatchObject({ created: 0, skipped: 2 })
    const { items } = await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/leave-ledger`)
    expect(items.map(({ kind, amount }: Json) => [kind, amount])).toEqual([
      ['proration', '-2'],
      ['grant', '22'],
    ])
  })

  test('is corrected by hand with a reason, within what may be negative', async () => {
    const place = await office()
    expect((await adjust(place, '1.5')).body).toMatchObject({ adjusted: '1.5', available: '23.5' })
    expect(refusal(await adjust(place, '-24'))).toEqual([
      409,
      'that would leave -0.5 available; the balance may not be overdrawn',
    ])
    expect(refusal(await adjust(place, '0'))).toEqual([422, 'body.amount: must not be 0'])
  })

  test('warns where a correction leaves less paid leave than the law gives for the time employed', async () => {
    const { ws, worker, vacation } = await office()
    await ws.owner.ok('PATCH', ws.base, { country: 'DE' })
    const adjusted = async (employee: Json, year: number, amount: string): Promise<string[]> =>
      (
        await ws.owner.ok('POST', `${ws.base}/vacation-balances/adjustments`, {
          employee_id: employee.id,
          leave_type_id: vacation.id,
          year,
          amount,
          note: 'Booked twice',
        })
      ).warnings
    const law = '(Bundesurlaubsgesetz § 3: 24 working days of Monday to Saturday)'
    expect(await adjusted(worker, 2026, '-2')).toEqual([])
    expect(await adjusted(worker, 2026, '-0.5')).toEqual([
      `3.9 weeks of paid leave of 2026 are left to this employee; at least 4 are due ${law}`,
    ])
    expect(await adjusted(worker, 2026, '0.5')).toEqual([])
    // Half of the year: 11 of the 10 days that the law gives for it.
    const late = await hire(ws, { first_name: 'Eve', hire_date: '2026-07-01' })
    expect(await adjusted(late, 2026, '-1')).toEqual([])
    expect((await adjusted(late, 2026, '-1')).length).toBe(1)
  })

  test('keeps its unit once something is entered: a request, a grant or a correction', async () => {
    const place = await office()
    const { ws, ada, worker, vacation } = place
    const [asked_for, corrected, unused] = await Promise.all(
      ['Asked', 'Corrected', 'Unused'].map((name) =>
        makeType(ws, { name, accrual: 'none', max_negative: '9' }),
      ),
    )
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: '2026' })
    await asked({ ws, vacation: asked_for! }, ada, { start_date: '2027-02-01' })
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/adjustments`, {
      employee_id: worker.id,
      leave_type_id: corrected!.id,
      year: 2026,
      amount: '1',
      note: 'Worked on a Sunday',
    })
    const to = (type: Json, unit: string) =>
      ws.owner.call('PATCH', `${ws.base}/leave-types/${type.id}`, { unit })
    for (const type of [vacation, asked_for!, corrected!]) {
      expect(refusal(await to(type, 'hour'))).toEqual([409, 'the type is in use, so its unit stays'])
      expect((await to(type, 'day')).status).toBe(200)
    }
    expect((await to(unused, 'hour')).body.unit).toBe('hour')
  })

  test('equals its ledger after random changes', async () => {
    const place = await office({ max_negative: '50' })
    const { ws, ada, boss } = place
    let seed = 7
    const next = (most: number) => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 8) % most
    const open: string[] = []
    for (let step = 0; step < 25; step++) {
      const start = new Date(Date.UTC(2027, 0, 4 + next(300))).toISOString().slice(0, 10)
      const end = new Date(Date.parse(start) + next(6) * 86_400_000).toISOString().slice(0, 10)
      const reply = await ask(place, ada, { start_date: start, end_date: end })
      if (reply.status === 201) open.push(reply.body.id)
      const id = open[next(open.length || 1)]
      if (!id) continue
      const act = next(3)
      if (act === 0) await boss.call('POST', at(ws, `/${id}/approve`), {})
      if (act === 1) await ada.call('POST', at(ws, `/${id}/cancel`), {})
    }
    const [sums] = await asOwner<{ ledger: string; days: string }>(
      `select (select coalesce(-sum(amount), 0) from leave_ledger where employee_id = $1 and kind in ('request', 'cancellation')) as ledger,
        (select coalesce(sum(d.amount), 0) from leave_days d join leave_requests r on r.id = d.request_id
          where r.employee_id = $1 and r.status = 'approved') as days`,
      [place.worker.id],
    )
    expect(sums!.ledger).toBe(sums!.days)
    expect(Number(sums!.days)).toBeGreaterThan(0)
  })
})
