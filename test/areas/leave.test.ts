import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import {
  ask,
  asked,
  available,
  dayFrom,
  fullWeek,
  hire,
  makeType,
  namedSpan,
  nextYear,
  nextYearDay,
  office,
} from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const at = (ws: { base: string }, path = '') => `${ws.base}/leave-requests${path}`

/** A Friday to a Monday to come on which people work. */
async function overWeekend({ ws, ada, vacation }: Awaited<ReturnType<typeof office>>) {
  for (let day = 14; ; day++) {
    const span = { start_date: dayFrom(day), end_date: dayFrom(day + 3) }
    if (new Date(span.start_date).getUTCDay() !== 5) continue
    const { total } = await ada.ok('POST', at(ws, '/preview'), { leave_type_id: vacation.id, ...span })
    if (total === '2') return span
  }
}

describe('days of leave', () => {
  test('are those of the schedule, without holidays, by halves at the ends', async () => {
    const place = await office()
    const { ws, ada } = place
    const days: [object, string][] = [
      [{ start_date: '2026-12-04', end_date: '2026-12-08' }, '2'],
      [{ start_date: '2026-12-04', end_date: '2026-12-07', start_half: 'pm', end_half: 'am' }, '1'],
      [{ start_date: '2026-12-04', half: 'pm' }, '0.5'],
      [{ start_date: '2026-12-04', half: 'am' }, '0.5'],
    ]
    for (const [span, total] of days) {
      const preview = await ada.ok('POST', at(ws, '/preview'), { leave_type_id: place.vacation.id, ...span })
      expect(preview).toMatchObject({ total, asked: { name: 'Grace' } })
      const minutes = preview.days.reduce((sum: number, one: Json) => sum + one.minutes, 0)
      expect(minutes).toBe(Number(total) * 480)
    }
    const over = await asked(place, ada, { start_date: '2026-12-30', end_date: '2027-01-05' })
    const byYear = over.days.map(({ date }: Json) => date.slice(0, 4))
    expect([over.total, byYear]).toEqual(['4', ['2026', '2026', '2027', '2027']])
  })

  test('follow the schedule of each person: a Friday that is free does not count', async () => {
    const place = await office()
    const { ws, ada, worker } = place
    const short = await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
      name: 'Four days',
      days: fullWeek.slice(0, 4),
    })
    const span = await overWeekend(place)
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { work_schedule_id: short.id })
    const { total } = await asked(place, ada, span)
    expect(total).toBe('1')
  })

  test('count by the calendar, by six days, or not at all where only half a day is worked', async () => {
    const place = await office()
    const { ws, ada } = place
    const span = { start_date: '2026-12-04', end_date: '2026-12-08' }
    for (const [count_by, total] of [
      ['calendar', '5'],
      ['six_day', '3'],
    ]) {
      const type = await makeType(ws, { name: count_by, count_by })
      const preview = await ada.ok('POST', at(ws, '/preview'), { leave_type_id: type.id, ...span })
      expect(preview.total).toBe(total)
    }
    for (const date of ['2026-12-24', '2026-12-31'])
      await asOwner(
        `insert into holiday_overrides (org_id, date, name, kind, half_day, created_by) values ($1, $2, 'Half', 'add', true, $3)`,
        [ws.org.id, date, ws.owner.id],
      )
    const christmas = await asked(place, ada, { start_date: '2026-12-21', end_date: '2026-12-31' })
    expect(christmas.total).toBe('7')
    await ws.owner.ok('POST', at(ws, `/${christmas.id}/cancel`), {})
    expect(refusal(await ask(place, ada, { start_date: '2026-12-24', half: 'pm' }))).toEqual([
      422,
      'body.start_half: 2026-12-24 pm is free already',
    ])
  })

  test('by the hour are the scheduled minutes within them', async () => {
    const place = await office({ unit: 'hour', annual_allowance: '10' })
    const { ws, ada } = place
    const hours = (start_time: string, end_time: string) =>
      ask(place, ada, { start_date: '2026-12-09', start_time, end_time })
    expect((await hours('09:00', '11:30')).body).toMatchObject({ total: '150', balance_after: '450' })
    expect((await hours('16:00', '18:00')).body.total).toBe('60')
    expect(refusal(await hours('17:00', '18:00'))).toEqual([422, 'body.start_date: no working days in range'])
    expect(refusal(await hours('11:00', '12:00'))[0]).toBe(409)
    expect(await available({ ws, vacation: place.vacation, worker: place.worker }, '2026-12-31')).toBe('390')
  })
})

describe('a half holiday', () => {
  test('frees the second half of the minutes of a day, a whole one all of them', async () => {
    const place = await office()
    const { ws, ada } = place
    const add = (date: string, half_day: boolean) =>
      ws.owner.ok('POST', `${ws.base}/calendar/holidays/overrides`, {
        name: 'Ours',
        kind: 'add',
        date,
        half_day,
      })
    await add('2026-12-24', true)
    await add('2026-12-23', false)
    const hours = await makeType(ws, { name: 'Hours', unit: 'hour', annual_allowance: '100' })
    const preview = (leave_type_id: string, span: object) =>
      ada.call('POST', at(ws, '/preview'), { leave_type_id, ...span })
    const days = await preview(place.vacation.id, { start_date: '2026-12-22', end_date: '2026-12-24' })
    expect(days.body.days.map(({ date, minutes, amount }: Json) => [date, minutes, amount])).toEqual([
      ['2026-12-22', 480, '1'],
      ['2026-12-24', 240, '0.5'],
    ])
    const within = (date: string, start_time: string, end_time: string) =>
      preview(hours.id, { start_date: date, start_time, end_time })
    expect((await within('2026-12-24', '09:00', '17:00')).body.total).toBe('240')
    expect((await within('2026-12-24', '11:00', '14:00')).body.total).toBe('120')
    const free = [422, 'body.start_date: no working days in range']
    expect(refusal(await within('2026-12-24', '13:00', '17:00'))).toEqual(free)
    expect(refusal(await within('2026-12-23', '09:00', '17:00'))).toEqual(free)
  })
})

describe('a request', () => {
  test('is refused with what does not fit', async () => {
    const place = await office({ min_notice_days: 2, max_backdate_days: 5, max_consecutive_days: 15 })
    const { ws, ada, worker } = place
    const day = '2099-01-01'
    const drafts: [object, number, string][] = [
      [
        { start_date: nextYearDay(2, 4), end_date: nextYearDay(2, 3) },
        422,
        'body.end_date: must not be before start_date',
      ],
      [
        { start_date: nextYearDay(2, 4), start_half: 'pm', end_half: 'am' },
        422,
        'body.end_half: an afternoon does not end in the morning; send half for half a day',
      ],
      [
        { start_date: nextYearDay(2, 5), end_date: nextYearDay(2, 6) },
        422,
        'body.start_date: no working days in range',
      ],
      [
        { start_date: nextYearDay(2, 5), half: 'pm' },
        422,
        `body.start_half: ${nextYearDay(2, 5)} pm is free already`,
      ],
      [{ start_date: day }, 422, 'body.end_date: at most 18 months ahead'],
      [
        { start_date: nextYearDay(2, 2), start_time: '09:00', end_time: '10:00' },
        422,
        'body.start_time: this type counts days; send half for one half of a day',
      ],
      [{ start_date: nextYearDay(2, 2), leave_type_id: uuidv7() }, 422, 'body.leave_type_id: not found'],
      [{ start_date: dayFrom(-34), end_date: dayFrom(-28) }, 422, 'body.start_date: at most 5 days back'],
      [
        { start_date: nextYearDay(2), end_date: nextYearDay(2, 25) },
        422,
        'body.end_date: at most 15 days at once',
      ],
      [
        { start_date: nextYearDay(2, 2), employee_id: place.lead.id },
        403,
        'leave for somebody else is for admins to enter',
      ],
      [
        { start_date: nextYearDay(2, 2), end_date: nextYearDay(2, 3), half: 'am' },
        422,
        'body.half: is of a single day; send start_half and end_half for more',
      ],
    ]
    for (const [body, status, message] of drafts)
      expect(refusal(await ask(place, ada, body))).toEqual([status, message])
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: nextYearDay(2, 8),
    })
    expect(
      refusal(await ask(place, ada, { start_date: nextYearDay(2, 7), end_date: nextYearDay(2, 11) })),
    ).toEqual([422, 'body.end_date: not employed on that day'])
    await ws.owner.ok('PATCH', `${ws.base}/leave-types/${place.vacation.id}`, { archived: true })
    expect(refusal(await ask(place, ada, { start_date: nextYearDay(2, 7) }))).toEqual([
      422,
      'body.leave_type_id: archived; choose another',
    ])
    expect(refusal(await ask(place, await join(ws), { start_date: nextYearDay(2, 7) }))).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
  })

  test('may not overlap another, which is named', async () => {
    const place = await office()
    const { ada } = place
    await asked(place, ada, { start_date: '2026-12-09', half: 'am' })
    await asked(place, ada, { start_date: '2026-12-09', half: 'pm' })
    expect(refusal(await ask(place, ada, { start_date: '2026-12-07', end_date: '2026-12-11' }))).toEqual([
      409,
      'leave on 9 Dec 2026 is pending already',
    ])
  })

  test('is decided by the manager, whatever the role, never by the person', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const stranger = await join(ws, 'manager')
    await hire(ws, { first_name: 'Eve', user_id: stranger.id })
    const {
      id,
      asked: manager,
      version,
    } = await asked(place, ada, { start_date: '2026-12-07', end_date: '2026-12-11', reason: 'secret' })
    expect(manager.name).toBe('Grace')
    expect(refusal(await ada.call('POST', at(ws, `/${id}/approve`), {}))).toEqual([
      403,
      'you cannot decide your own request; Grace is asked',
    ])
    expect((await stranger.call('POST', at(ws, `/${id}/approve`), {})).status).toBe(404)
    expect((await stranger.call('GET', at(ws, `/${id}`))).status).toBe(404)
    await ada.ok('PATCH', at(ws, `/${id}`), { end_date: '2026-12-10' })
    expect(refusal(await boss.call('POST', at(ws, `/${id}/approve`), { version }))).toEqual([
      409,
      'Ada changed it to 7–10 Dec 2026; look again',
    ])
    expect(refusal(await boss.call('POST', at(ws, `/${id}/reject`), {}))).toEqual([
      422,
      'body.note: required',
    ])
    const approved = await boss.ok('POST', at(ws, `/${id}/approve`), {})
    expect(approved).toMatchObject({ status: 'approved', reason: 'secret', total: '3', balance_after: '19' })
    const again = await boss.call('POST', at(ws, `/${id}/reject`), { note: 'late' })
    expect([again.status, again.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^the request is approved already, by /),
    ])
    expect(refusal(await ada.call('PATCH', at(ws, `/${id}`), { end_date: '2026-12-11' }))).toEqual([
      409,
      'the request is approved; only pending ones can be changed',
    ])
  })

  test('of somebody above whom there is nobody is approved at once', async () => {
    const place = await office()
    const { ws } = place
    await hire(ws, { first_name: 'Owner', user_id: ws.owner.id })
    const request = await asked(place, ws.owner, { start_date: '2026-12-09' })
    expect(request).toMatchObject({
      status: 'approved',
      self_decided: true,
      asked: null,
      decided_by: { user_id: ws.owner.id },
    })
  })

  test('that nobody needs to decide is approved at once, by nobody', async () => {
    const place = await office({ requires_approval: false })
    const request = await asked(place, place.ada, { start_date: '2026-12-09' })
    expect(request).toMatchObject({ status: 'approved', self_decided: false, decided_by: null })
    expect(request.decided_at).not.toBeNull()
  })

  test('gives back what it took when it is cancelled, whole or from a day on', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const { id } = await asked(place, ada, { start_date: nextYearDay(2), end_date: nextYearDay(2, 4) })
    await boss.ok('POST', at(ws, `/${id}/approve`), {})
    expect(await available(place, `${nextYear}-06-01`)).toBe('17')
    const cut = await ada.ok('POST', at(ws, `/${id}/cancel`), { from_date: nextYearDay(2, 3) })
    expect(cut).toMatchObject({ status: 'approved', end_date: nextYearDay(2, 2), total: '3' })
    expect(await available(place, `${nextYear}-06-01`)).toBe('19')
    expect(
      refusal(await ada.call('POST', at(ws, `/${id}/cancel`), { from_date: nextYearDay(2, 4) })),
    ).toEqual([422, `body.from_date: not a day of ${namedSpan(nextYearDay(2), nextYearDay(2, 2))}`])
    expect((await ada.ok('POST', at(ws, `/${id}/cancel`), {})).status).toBe('cancelled')
    expect(await available(place, `${nextYear}-06-01`)).toBe('22')
    expect(refusal(await ada.call('POST', at(ws, `/${id}/cancel`), {}))).toEqual([
      409,
      'the request is cancelled already',
    ])
  })

  test('cannot be cancelled by the person once it has begun', async () => {
    const place = await office({ annual_allowance: '300' })
    const { ws, ada, boss } = place
    const { id } = await asked(place, ada, { start_date: '2026-01-07', end_date: '2026-12-31' })
    await boss.ok('POST', at(ws, `/${id}/approve`), {})
    const late = await ada.call('POST', at(ws, `/${id}/cancel`), {})
    expect([late.status, late.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^it has begun; Grace can cancel the days from \d{4}-\d\d-\d\d$/),
    ])
    expect((await boss.ok('POST', at(ws, `/${id}/cancel`), { from_date: '2026-02-01' })).end_date).toBe(
      '2026-01-31',
    )
  })

  test('never overdraws a balance: of ten at once only those that fit succeed', async () => {
    const place = await office({ annual_allowance: '17' })
    const { ada } = place
    const weeks = Array.from({ length: 10 }, (_, week) => {
      const monday = new Date(Date.UTC(2027, 1, 1 + 7 * week))
      const day = (offset: number) =>
        new Date(monday.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
      return ask(place, ada, { start_date: day(0), end_date: day(3) })
    })
    const done = await Promise.all(weeks)
    const granted = done
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + Number(body.total), 0)
    expect(granted).toBeLessThanOrEqual(17)
    expect(17 - granted).toBeLessThan(4)
    expect(done.filter(({ status }) => status === 409).map(({ body }) => body.error.message)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^available \d+\.0 of 2027$/)]),
    )
  })
})

describe('sickness', () => {
  test('over approved leave gives its days back, and its reason is for the person and admins', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const sick = await makeType(ws, {
      name: 'Sick',
      requires_approval: false,
      affects_balance: false,
      overrides: true,
    })
    const { id } = await asked(place, ada, { start_date: '2026-12-14', end_date: '2026-12-18' })
    await boss.ok('POST', at(ws, `/${id}/approve`), {})
    const ill = await ada.ok('POST', at(ws), {
      leave_type_id: sick.id,
      start_date: '2026-12-16',
      end_date: '2026-12-17',
      reason: 'flu',
    })
    expect(ill).toMatchObject({ status: 'approved', total: '2' })
    expect(await ada.ok('GET', at(ws, `/${id}`))).toMatchObject({ total: '3', status: 'approved' })
    expect(await available(place, '2026-12-31')).toBe('19')
    expect((await boss.ok('GET', at(ws, `/${ill.id}`))).reason).toBeNull()
    expect((await ws.owner.ok('GET', at(ws, `/${ill.id}`))).reason).toBe('flu')
    expect(refusal(await ask(place, ada, { start_date: '2026-12-16' }))).toEqual([
      409,
      'leave on 16–17 Dec 2026 is approved already',
    ])
    const half = await ada.ok('POST', at(ws), {
      leave_type_id: sick.id,
      start_date: '2026-12-14',
      half: 'am',
    })
    expect(half.total).toBe('0.5')
    expect((await ada.ok('GET', at(ws, `/${id}`))).total).toBe('2.5')
  })
})

describe('the calendar of absences', () => {
  test('tells colleagues who is away and not why; managers, admins and the person the type and what is pending', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const bob = await join(ws)
    await hire(ws, { first_name: 'Bob', user_id: bob.id })
    const sick = await makeType(ws, {
      name: 'Sick',
      requires_approval: false,
      affects_balance: false,
      overrides: true,
    })
    const { id } = await asked(place, ada, { start_date: '2026-12-14', end_date: '2026-12-18' })
    const range = `${ws.base}/absence-calendar?from=2026-12-01&to=2026-12-31`
    expect((await bob.ok('GET', range)).items).toEqual([])
    expect((await boss.ok('GET', range)).items).toMatchObject([
      { name: 'Ada', status: 'pending', leave_type: 'Vacation' },
    ])
    await boss.ok('POST', at(ws, `/${id}/approve`), {})
    await ada.ok('POST', at(ws), { leave_type_id: sick.id, start_date: '2026-12-16', end_date: '2026-12-17' })
    const told = (await bob.ok('GET', range)).items
    expect(told).toEqual([
      {
        employee_id: place.worker.id,
        name: 'Ada',
        from: '2026-12-14',
        to: '2026-12-18',
        from_half: 'am',
        to_half: 'pm',
        status: 'approved',
        leave_type: 'absent',
        color: null,
        request_id: null,
      },
    ])
    for (const who of [boss, ada, ws.owner])
      expect((await who.ok('GET', range)).items.map(({ leave_type }: Json) => leave_type)).toEqual([
        'Vacation',
        'Sick',
        'Vacation',
      ])
    const listed = await bob.ok('GET', at(ws))
    expect(listed.total).toBe(0)
  })
})
