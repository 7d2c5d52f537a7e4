import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import {
  asked,
  available,
  fullWeek,
  makeType,
  namedSpan,
  nextYear,
  nextYearDay,
  office,
} from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { clearNews, news } from '../kit/news.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const at = ({ ws }: Place, path = '') => `${ws.base}/leave-requests${path}`
/** A week from Monday to Friday in February of next year, approved. */
async function week(place: Place, span = { start_date: nextYearDay(2), end_date: nextYearDay(2, 4) }) {
  const { id } = await asked(place, place.ada, span)
  return place.boss.ok('POST', at(place, `/${id}/approve`), {})
}
const total = async (place: Place, { id }: Json, who: Caller = place.ada) =>
  (await who.ok('GET', at(place, `/${id}`))).total
const holiday = ({ ws }: Place, date: string, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/calendar/holidays/overrides`, { name: 'Ours', kind: 'add', date, ...more })
const affected = async ({ ws }: Place) =>
  (await ws.owner.ok('GET', `${ws.base}/leave-requests/affected`)).items
const shortWeek = ({ ws }: Place): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Four days', days: fullWeek.slice(0, 4) })

describe('a holiday that is added later', () => {
  test('changes no request, which is listed until it is counted again; then the day returns and the person is told', async () => {
    const place = await office()
    const { ws, ada } = place
    const request = await week(place)
    const pending = await asked(place, ada, { start_date: nextYearDay(2, 7) })
    const { affected_requests: listed } = await holiday(place, nextYearDay(2, 2))
    expect(listed).toEqual([
      {
        request_id: request.id,
        employee: { employee_id: place.worker.id, name: 'Ada' },
        start_date: nextYearDay(2),
        end_date: nextYearDay(2, 4),
        status: 'approved',
        total: '5',
        counted_now: '4',
      },
    ])
    expect([await total(place, request), await affected(place)]).toEqual(['5', listed])
    expect(await available(place, `${nextYear}-06-01`)).toBe('16')
    await clearNews(ws)
    const recounted = await ws.owner.ok('POST', at(place, '/recount'), { request_ids: [request.id] })
    expect(recounted.items).toEqual(listed)
    expect(await available(place, `${nextYear}-06-01`)).toBe('17')
    expect(await ada.ok('GET', at(place, `/${request.id}`))).toMatchObject({
      start_date: nextYearDay(2),
      end_date: nextYearDay(2, 4),
      total: '4',
      days: [
        { date: nextYearDay(2) },
        { date: nextYearDay(2, 1) },
        { date: nextYearDay(2, 3) },
        { date: nextYearDay(2, 4) },
      ],
    })
    expect(await news(ws, ada)).toEqual([
      `leave_changed | Leave was counted again | ${namedSpan(nextYearDay(2), nextYearDay(2, 4))}`,
    ])
    const { items } = await ws.owner.ok('GET', `${ws.base}/employees/${place.worker.id}/leave-ledger`)
    expect(items.map(({ kind, amount }: Json) => [kind, amount])).toEqual([
      ['cancellation', '1'],
      ['request', '-5'],
    ])
    expect([await affected(place), await total(place, pending)]).toEqual([[], '1'])
    expect((await ws.owner.ok('POST', at(place, '/recount'), {})).items).toEqual([])
  })

  test('can be counted at once, and takes the day again when it is taken back', async () => {
    const place = await office()
    const { ws } = place
    const request = await week(place)
    const half = await holiday(place, nextYearDay(2, 3), { half_day: true, recalculate: true })
    expect([half.affected_requests, await total(place, request)]).toEqual([[], '4.5'])
    await ws.owner.ok('DELETE', `${ws.base}/calendar/holidays/overrides/${half.id}`)
    expect((await affected(place)).map(({ counted_now }: Json) => counted_now)).toEqual(['5'])
    await ws.owner.ok('POST', at(place, '/recount'), {})
    expect(await total(place, request)).toBe('5')
    expect(await available(place, `${nextYear}-06-01`)).toBe('17')
  })
})

describe('a schedule that changes', () => {
  test('answers with the requests that it affects, and counts them again when that is asked for', async () => {
    const place = await office()
    const { ws, worker } = place
    const request = await week(place)
    const short = await shortWeek(place)
    const path = `${ws.base}/employees/${worker.id}`
    const change = { work_schedule_id: short.id, effective_from: `${nextYear}-01-01` }
    const { affected_requests: listed } = await ws.owner.ok('PATCH', path, change)
    expect(listed.map(({ request_id, counted_now }: Json) => [request_id, counted_now])).toEqual([
      [request.id, '4'],
    ])
    expect(await total(place, request)).toBe('5')
    const again = await ws.owner.ok('PATCH', path, { ...change, recalculate: true })
    expect([again.affected_requests, await total(place, request)]).toEqual([[], '4'])
    const hours = { days: fullWeek.slice(0, 2), effective_from: `${nextYear}-01-01` }
    const schedule = `${ws.base}/work-schedules/${short.id}`
    expect((await ws.owner.ok('PATCH', schedule, hours)).affected_requests).toMatchObject([
      { total: '4', counted_now: '2' },
    ])
    expect((await ws.owner.ok('PATCH', schedule, { ...hours, recalculate: true })).affected_requests).toEqual(
      [],
    )
    expect(await total(place, request)).toBe('2')
  })

  test('brings nothing back that sickness cut out of leave', async () => {
    const place = await office()
    const { ws, ada } = place
    const sick = { name: 'Sick', requires_approval: false, affects_balance: false, overrides: true }
    const vacation = await makeType(ws, sick)
    const request = await week(place)
    await asked({ ws, vacation }, ada, { start_date: nextYearDay(2, 1), half: 'am' })
    await asked({ ws, vacation }, ada, { start_date: nextYearDay(2, 2) })
    expect([await total(place, request), await affected(place)]).toEqual(['3.5', []])
    await holiday(place, nextYearDay(2, 1), { recalculate: true })
    expect(await total(place, request)).toBe('3')
  })

  test('is for admins to see and to count', async () => {
    const place = await office()
    const manager = await join(place.ws, 'manager')
    const refused = [403, 'needs the role admin or above']
    expect(refusal(await manager.call('GET', at(place, '/affected')))).toEqual(refused)
    expect(refusal(await manager.call('POST', at(place, '/recount'), {}))).toEqual(refused)
    const own = await place.ada.call('PATCH', `${place.ws.base}/employees/${place.worker.id}`, {
      recalculate: true,
    })
    expect(own.status).toBe(403)
    expect(own.body.error.message).toMatch(/^recalculate: only admins change it/)
  })
})
