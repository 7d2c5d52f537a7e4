import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { ask, asked, makeType, nextYear, nextYearDay, office } from '../kit/leave.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const nights = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, intervals: [[1320, 1800]] }))

/** Ada works every night from ten to six; 28 March 2027 has no hour from two to three, 31 October has it twice. */
async function nightShift(): Promise<Place> {
  const place = await office({ name: 'Hours', unit: 'hour', annual_allowance: '100' })
  const { ws, worker } = place
  const { id } = await ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Nights', days: nights })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, {
    work_schedule_id: id,
    effective_from: '2027-01-01',
  })
  return place
}
const hours = (start_date: string, start_time: string, end_time: string) => ({
  start_date,
  start_time,
  end_time,
})

describe('hours of a night shift', () => {
  test('go over midnight, are of the day on which it begins, and count what is scheduled within them', async () => {
    const place = await nightShift()
    const totals: [string, string, string][] = [
      ['21:00', '02:00', '240'],
      ['22:00', '06:00', '480'],
      ['26:00', '28:00', '120'],
      ['23:30', '24:30', '60'],
      ['29:00', '32:00', '60'],
    ]
    for (const [from, to, total] of totals) {
      const { id, ...one } = await asked(place, place.ada, hours('2027-02-01', from, to))
      expect([one.total, one.days]).toEqual([
        total,
        [{ date: '2027-02-01', am: false, pm: false, minutes: Number(total), amount: total }],
      ])
      await place.ada.ok('POST', `${place.ws.base}/leave-requests/${id}/cancel`, {})
    }
  })

  test('do not lie over leave of the morning after', async () => {
    const place = await nightShift()
    await asked(place, place.ada, hours('2027-02-01', '22:00', '02:00'))
    const days = await makeType(place.ws, { name: 'Days' })
    expect(refusal(await ask({ ...place, vacation: days }, place.ada, { start_date: '2027-02-02' }))).toEqual(
      [409, 'leave on 1 Feb 2027 is pending already'],
    )
    expect((await ask(place, place.ada, hours('2027-02-01', '26:00', '28:00'))).status).toBe(201)
  })

  test('are none where no shift goes on after midnight, nor of a day or more', async () => {
    const place = await nightShift()
    const why = async (...of: [string, string, string]) => refusal(await ask(place, place.ada, hours(...of)))
    const late = 'body.end_time: less than a day after start_time'
    expect(await why('2027-02-01', '22:00', '22:00')).toEqual([422, late])
    expect(await why('2027-02-01', '30:00', '29:00')).toEqual([422, late])
    expect(await why('2027-02-01', '12:00', '48:00')).toEqual([
      422,
      'body.end_time: must be a time of day as 09:30, or after midnight as 26:00',
    ])
    expect(await why('2027-02-01', '06:00', '21:00')).toEqual([
      422,
      'body.start_date: no working days in range',
    ])
    expect(await why('2026-12-01', '22:00', '02:00')).toEqual([
      422,
      'body.end_time: must be after start_time',
    ])
    expect(await why('2026-12-01', '16:00', '25:00')).toEqual([
      422,
      'body.end_time: no shift of 2026-12-01 goes on after midnight',
    ])
  })

  test('that the clock leaves out are refused; those that it repeats count once, as they are scheduled', async () => {
    const place = await nightShift()
    const why = async (...of: [string, string, string]) => refusal(await ask(place, place.ada, hours(...of)))
    const lost = 'the clock goes forward on 2027-03-28 and has no'
    expect(await why('2027-03-27', '26:00', '27:00')).toEqual([422, `body.start_time: ${lost} 02:00`])
    expect(await why('2027-03-27', '22:00', '02:30')).toEqual([422, `body.end_time: ${lost} 02:30`])
    expect((await asked(place, place.ada, hours('2027-03-27', '25:00', '27:00'))).total).toBe('120')
    expect((await asked(place, place.ada, hours('2027-10-30', '26:00', '27:00'))).total).toBe('60')
    expect((await asked(place, place.ada, hours('2027-10-30', '22:00', '02:00'))).total).toBe('240')
  })

  test('return to the balance where sickness lies over them, by the minute', async () => {
    const place = await nightShift()
    const { ws, ada, boss } = place
    const { id } = await asked(place, ada, hours(nextYearDay(2), '22:00', '02:00'))
    await boss.ok('POST', `${ws.base}/leave-requests/${id}/approve`, {})
    const sick = await makeType(ws, { name: 'Sick', overrides: true, affects_balance: false })
    await asked({ ...place, vacation: sick }, ada, { start_date: nextYearDay(2) })
    const cut: Json = await ada.ok('GET', `${ws.base}/leave-requests/${id}`)
    expect([cut.status, cut.total]).toEqual(['approved', '120'])
    const path = `${ws.base}/employees/${place.worker.id}/vacation-balance?as_of=${nextYear}-12-31`
    expect((await ada.ok('GET', path)).items.find((one: Json) => one.leave_type === 'Hours').planned).toBe(
      '120',
    )
  })
})
