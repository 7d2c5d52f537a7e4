import { describe, expect, test } from 'vitest'
import { type Json } from '../kit/client.ts'
import {
  around,
  ask,
  asked,
  available,
  carry,
  dayFrom,
  fullWeek,
  hire,
  makeType,
  nextYear,
  nextYearDay,
  office,
} from '../kit/leave.ts'
import { join, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const at = ({ ws }: Place, path = '') => `${ws.base}/leave-requests${path}`
const preview = ({ ws, ada, vacation }: Place, body: object, type = vacation) =>
  ada.call('POST', `${ws.base}/leave-requests/preview`, { leave_type_id: type.id, ...body })
const total = async (place: Place, body: object, type?: Json) => (await preview(place, body, type)).body.total
const approved = async (place: Place, start_date: string, end_date: string) => {
  const { id } = await asked(place, place.ada, { start_date, end_date })
  await place.boss.ok('POST', at(place, `/${id}/approve`), {})
  return id as string
}
/** A schedule for Ada, from the beginning. */
async function works({ ws, worker }: Place, schedule: object, effective_from = '2026-01-01') {
  const { id } = await ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Own', ...schedule })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { work_schedule_id: id, effective_from })
}
/** A full week whose Wednesday afternoon is free. */
const fourAndAHalf = fullWeek.map((day) =>
  day.weekday === 3 ? { weekday: 3, intervals: [[540, 780]], value: 0.5 } : day,
)

describe('what leave counts', () => {
  test('has no halves by the calendar', async () => {
    const place = await office({ count_by: 'calendar' })
    expect(refusal(await preview(place, { start_date: '2026-12-04', half: 'pm' }))).toEqual([
      422,
      'body.start_half: this type counts whole days only',
    ])
  })

  test('is half a day on a half holiday, however it is asked for', async () => {
    const place = await office()
    const holiday = { name: 'Eve', kind: 'add', date: '2026-12-24', half_day: true }
    await place.ws.owner.ok('POST', `${place.ws.base}/calendar/holidays/overrides`, holiday)
    expect(await total(place, { start_date: '2026-12-24' })).toBe('0.5')
    expect(await total(place, { start_date: '2026-12-24', half: 'am' })).toBe('0.5')
    await asked(place, place.ada, { start_date: '2026-12-24', half: 'am' })
    expect((await ask(place, place.ada, { start_date: '2026-12-24', half: 'pm' })).status).toBe(422)
  })

  test('is 4.5 days for a week whose Wednesday afternoon is free, which cannot be taken', async () => {
    const place = await office()
    await works(place, { days: fourAndAHalf })
    expect(await total(place, { start_date: '2027-02-01', end_date: '2027-02-05' })).toBe('4.5')
    expect(refusal(await preview(place, { start_date: '2027-02-03', half: 'pm' }))).toEqual([
      422,
      'body.start_half: 2027-02-03 pm is free already',
    ])
  })

  test('is by the hour what is scheduled within it, or its length where hours are flexible', async () => {
    const place = await office({ unit: 'hour', annual_allowance: '100' })
    const days = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, intervals: [[480, 840]] }))
    await works(place, { days })
    const within = (start_time: string, end_time: string) => ({
      start_date: '2027-02-01',
      start_time,
      end_time,
    })
    expect(await total(place, within('09:00', '11:30'))).toBe('150')
    expect(await total(place, within('13:00', '16:00'))).toBe('60')
    expect(refusal(await preview(place, within('15:00', '16:00')))).toEqual([
      422,
      'body.start_date: no working days in range',
    ])
    const flexible = { name: 'Flexible', kind: 'flexible', days: [{ weekday: 1, minutes: 240 }] }
    await works(place, flexible)
    expect(await total(place, within('09:00', '11:30'))).toBe('150')
    expect(await total(place, within('09:00', '16:00'))).toBe('240')
  })

  test('is at most a year of days for oneself, and 1100 days for admins, whom notice does not bind', async () => {
    const place = await office({ min_notice_days: 10, max_backdate_days: 1, annual_allowance: '900' })
    const { ws, worker } = place
    const long = { start_date: '2024-01-01', end_date: '2027-02-01' }
    expect(refusal(await preview(place, long))).toEqual([422, 'body.end_date: at most 366 days'])
    const entered = (body: object) => ask(place, ws.owner, { employee_id: worker.id, ...body })
    expect(refusal(await entered(long))).toEqual([422, 'body.end_date: at most 1100 days'])
    const soon = { start_date: dayFrom(3), end_date: dayFrom(7) }
    expect(refusal(await preview(place, soon))[1]).toBe('body.start_date: needs 10 working days of notice')
    expect((await entered({ start_date: dayFrom(-30), end_date: dayFrom(-24), override: true })).status).toBe(
      201,
    )
  })
})

describe('a request', () => {
  test('by the hour names its hours, of one day', async () => {
    const place = await office({ unit: 'hour', annual_allowance: '100' })
    const hours = { start_date: '2026-12-09', start_time: '09:00', end_time: '10:00' }
    for (const [span, message] of [
      [{ start_date: '2026-12-09' }, 'body.start_time: required for leave by the hour, with end_time'],
      [{ ...hours, end_time: null }, 'body.start_time: required for leave by the hour, with end_time'],
      [{ ...hours, end_date: '2026-12-10' }, 'body.end_date: leave by the hour is within one day'],
      [{ ...hours, end_time: '09:00' }, 'body.end_time: must be after start_time'],
    ] as [object, string][])
      expect(refusal(await ask(place, place.ada, span))).toEqual([422, message])
  })

  test('lies in one employment, and ends with a half that is worked', async () => {
    const place = await office({}, { hire_date: '2026-01-12' })
    const { ws, worker, ada } = place
    await works(
      place,
      {
        days: fullWeek.map((day) =>
          day.weekday === 3 ? { weekday: 3, intervals: [[840, 1020]], value: 0.5 } : day,
        ),
      },
      '2026-01-12',
    )
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: '2026-03-31',
    })
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/rehire`, { hire_date: '2026-05-04' })
    for (const [start_date, end_date, message, more] of [
      ['2026-01-09', '2026-01-12', 'body.start_date: not employed on that day'],
      ['2026-03-30', '2026-04-01', 'body.end_date: not employed on that day'],
      ['2026-03-30', '2026-05-05', 'body.end_date: not employed on all of these days'],
      ['2026-02-02', '2026-02-04', 'body.end_half: 2026-02-04 am is free already', { end_half: 'am' }],
    ] as [string, string, string, object?][])
      expect(refusal(await ask(place, ada, { start_date, end_date, ...more }))).toEqual([422, message])
  })

  test('of whom no work schedule is known is refused by the day', async () => {
    const ws = await workspace()
    const ada = await join(ws)
    await hire(ws, { user_id: ada.id })
    const vacation = await makeType(ws)
    expect(refusal(await ask({ ws, vacation }, ada, { start_date: '2026-12-04' }))).toEqual([
      422,
      'body.start_date: no work schedule on 2026-12-04',
    ])
  })

  test('is approved only while the balance has its days', async () => {
    const place = await office()
    const { id } = await asked(place, place.ada, { start_date: '2027-01-11', end_date: '2027-01-22' })
    const type = `${place.ws.base}/leave-types/${place.vacation.id}`
    await place.ws.owner.ok('PATCH', type, { annual_allowance: '9' })
    const approve = () => place.boss.call('POST', at(place, `/${id}/approve`), {})
    expect(refusal(await approve())).toEqual([409, 'available -1.0 of 2027'])
    await place.ws.owner.ok('PATCH', type, { max_negative: '1' })
    expect((await approve()).body.status).toBe('approved')
  })
})

describe('carried days', () => {
  test('that were spent before they ended cost the year nothing', async () => {
    const place = await office({
      annual_allowance: '16',
      carryover_max: '5',
      carryover_expires: '02-28',
      rounding: 'none',
    })
    await carry(place, '5', nextYear)
    await approved(place, nextYearDay(1, 7), nextYearDay(1, 11))
    expect(await available(place, `${nextYear}-03-01`)).toBe('16')
  })

  const spring = { carryover_max: '5', carryover_expires: '02-28', carry_survives_sickness: true }
  const may = nextYearDay(5, 7)
  const spanning = async (type: object = {}) => {
    const place = await office({ ...spring, ...type })
    await carry(place, '5', nextYear)
    await approved(place, nextYearDay(2), nextYearDay(2, 2))
    const span = around(`${nextYear}-02-28`)
    const id = await approved(place, span.start_date, span.end_date)
    expect(await available(place, may)).toBe('20')
    return { ...place, id }
  }

  test('come back with leave that is cancelled, and end on their day', async () => {
    const place = await spanning()
    await place.boss.ok('POST', at(place, `/${place.id}/cancel`), {})
    expect(await available(place, may)).toBe('22')
  })

  test('outlive their day where sickness took the leave, for types that say so', async () => {
    for (const [survives, left] of [
      [true, '24'],
      [false, '22'],
    ] as const) {
      const place = await spanning({ carry_survives_sickness: survives })
      const { ws, ada } = place
      const sick = await makeType(ws, { name: 'Sick', overrides: true, affects_balance: false })
      const request = around(`${nextYear}-02-28`)
      await asked({ ws, vacation: sick }, ada, request)
      expect(await available(place, may)).toBe(left)
      const rest = await ask(place, ada, { start_date: may, end_date: nextYearDay(5, 38) })
      expect(rest.status).toBe(survives ? 201 : 409)
    }
  })
})

describe('what a year grants', () => {
  test('comes by months of which each is the rounded sum less the one before', async () => {
    const place = await office({ accrual: 'monthly' })
    const steps: number[] = []
    let before = 0
    for (let month = 1; month <= 12; month++) {
      const now = Number(await available(place, `2026-${String(month).padStart(2, '0')}-28`))
      steps.push(now - before)
      before = now
    }
    expect(steps).toEqual([2, 1.5, 2, 2, 1.5, 2, 2, 1.5, 2, 2, 1.5, 2])
  })

  test('is a part in the month of the first day', async () => {
    const type = { accrual: 'monthly', annual_allowance: '30', rounding: 'none' }
    const place = await office(type, { hire_date: '2026-02-15' })
    expect(await available(place, '2026-02-28')).toBe('1.25')
    expect(await available(place, '2026-03-31')).toBe('3.75')
  })

  test('is 19.8 of 22 for a week of 4.5 days', async () => {
    for (const [rounding, left] of [
      ['none', '19.8'],
      ['0.5', '20'],
    ]) {
      const place = await office({ rounding })
      await works(place, { days: fourAndAHalf }, '2020-01-01')
      expect(await available(place, '2026-12-31')).toBe(left)
    }
  })

  test('is by minutes for types by the hour, and by days for others', async () => {
    const place = await office({ unit: 'hour', annual_allowance: '100', rounding: 'none' })
    const days = await makeType(place.ws, { name: 'Days' })
    const mornings = fullWeek.map(({ weekday }) => ({ weekday, intervals: [[540, 780]] }))
    await works(place, { days: mornings }, '2020-01-01')
    expect(await available(place, '2026-12-31')).toBe('3000')
    expect(await available({ ...place, vacation: days }, '2026-12-31')).toBe('22')
  })

  test('is corrected in the ledger where the week changed within it', async () => {
    const place = await office()
    const { ws, worker } = place
    const run = () => ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: '2026' })
    await run()
    await works(place, { days: fullWeek.slice(0, 3) }, '2026-07-01')
    await run()
    const { items } = await ws.owner.ok('GET', `${ws.base}/employees/${worker.id}/leave-ledger`)
    expect(items.map(({ kind, amount }: Json) => [kind, amount])).toEqual([
      ['proration', '-4.5'],
      ['grant', '22'],
    ])
  })
})

describe('whoever left', () => {
  test('is in the calendar of colleagues no more, nor is the leave that they had', async () => {
    const place = await office({ requires_approval: false })
    const { ws, ada, worker } = place
    const bob = await join(ws)
    await hire(ws, { first_name: 'Bob', user_id: bob.id })
    await asked(place, ws.owner, { start_date: dayFrom(-14), end_date: dayFrom(-8), employee_id: worker.id })
    const range = `${ws.base}/absence-calendar?from=${dayFrom(-20)}&to=${dayFrom(10)}`
    expect((await bob.ok('GET', range)).items).toMatchObject([{ name: 'Ada', leave_type: 'absent' }])
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: dayFrom(-1),
    })
    expect((await bob.ok('GET', range)).items).toEqual([])
    expect((await ada.ok('GET', range)).items.length).toBe(1)
  })
})
