import { describe, expect, test } from 'vitest'
import type { Caller, Json, Reply } from '../kit/client.ts'
import { ask, asked, dayFrom, hire, makeType, nextYear, nextYearDay, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const none = [404, 'no employee record is linked to your account; ask an administrator']
const admins = [403, 'needs the role admin or above']
const post = ({ ws }: Place, path: string, body: object, who: Caller = ws.owner) =>
  who.call('POST', ws.base + path, body)
/** What a create or change with each of these bodies is refused with. */
async function refused(send: (body: object) => Promise<Reply>, cases: [object, number, string][]) {
  for (const [body, status, message] of cases)
    expect(refusal(await send(body)), JSON.stringify(body)).toEqual([status, message])
}
const archived = async ({ ws }: Place): Promise<Json> => {
  const { id } = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Old' })
  return ws.owner.ok('PATCH', `${ws.base}/departments/${id}`, { archived: true })
}

describe('a type of leave', () => {
  test('is refused with what does not fit, and is for admins', async () => {
    const place = await office({ code: 'VAC' })
    const monthDay = 'body.carryover_expires: must be a month and day as 03-31'
    await refused(
      (body) => post(place, '/leave-types', { name: 'Other', ...body }),
      [
        [{ name: ' vacation ' }, 409, 'a leave type of this name exists already'],
        [{ code: 'vac' }, 409, 'another leave type has this code'],
        [{ carryover_expires: '02-30' }, 422, monthDay],
        [{ carryover_expires: '31-03' }, 422, monthDay],
        [{ max_negative: '-1' }, 422, 'body.max_negative: must not be negative'],
        [{ carryover_max: '-1' }, 422, 'body.carryover_max: must not be negative'],
        [{ annual_allowance: '-1' }, 422, 'body.annual_allowance: must not be negative'],
        [{ paid_percent: 101 }, 422, 'body.paid_percent: must be 0 to 100'],
        [{ min_notice_days: 366 }, 422, 'body.min_notice_days: must be 0 to 365'],
        [{ max_consecutive_days: -1 }, 422, 'body.max_consecutive_days: must be 0 to 1000'],
      ],
    )
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${place.vacation.id}`],
      ['DELETE', `/${place.vacation.id}`],
    ])
      expect(
        refusal(
          await place.boss.call(
            method!,
            `${place.ws.base}/leave-types${path}`,
            method === 'DELETE' ? undefined : {},
          ),
        ),
      ).toEqual(admins)
    const presets = `${place.ws.base}/leave-types/presets?country=es`
    expect(refusal(await place.ws.owner.call('GET', presets))).toEqual([
      422,
      'query.country: must be an ISO 3166 code',
    ])
  })
})

describe('a request', () => {
  test('that is sent twice is there once: the key answers the same, and without it the first is named', async () => {
    const place = await office()
    const send = (start_date: string, key?: string) =>
      place.ada.call(
        'POST',
        `${place.ws.base}/leave-requests`,
        { leave_type_id: place.vacation.id, start_date },
        key ? { 'idempotency-key': key } : {},
      )
    const [first, again] = [await send('2027-04-05', 'click'), await send('2027-04-05', 'click')]
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(refusal(await send('2027-04-06', 'click'))).toEqual([
      409,
      'this Idempotency-Key was used with another request',
    ])
    expect(refusal(await send('2027-04-05'))).toEqual([409, 'leave on 5 Apr 2027 is pending already'])
  })

  test('needs a type where there is no one usual type', async () => {
    const place = await office()
    const start = { start_date: nextYearDay(2) }
    expect((await post(place, '/leave-requests/preview', start, place.ada)).status).toBe(200)
    await makeType(place.ws, { name: 'Second' })
    for (const path of ['', '/preview'])
      expect(refusal(await post(place, `/leave-requests${path}`, start, place.ada))).toEqual([
        422,
        'body.leave_type_id: required, as there is no one usual type',
      ])
  })

  test('is changed by the person or an admin, decided with a note where it is rejected, and hidden from colleagues', async () => {
    const place = await office()
    const { ws, ada, boss, worker } = place
    const bob = await join(ws)
    await hire(ws, { first_name: 'Bob', user_id: bob.id })
    const { id } = await asked(place, ada, { start_date: nextYearDay(2) })
    const change = { start_date: nextYearDay(2, 1) }
    const path = `${ws.base}/leave-requests/${id}`
    expect(refusal(await boss.call('PATCH', path, change))).toEqual([
      403,
      'only the person or an admin changes a request',
    ])
    for (const note of [undefined, ' '])
      expect(refusal(await boss.call('POST', `${path}/reject`, { note }))).toEqual([
        422,
        `body.note: ${note ? 'must not be empty' : 'required'}`,
      ])
    const missing = [404, 'leave request not found']
    expect(refusal(await bob.call('PATCH', path, change))).toEqual(missing)
    for (const action of ['approve', 'reject', 'cancel'])
      expect(refusal(await bob.call('POST', `${path}/${action}`, { note: 'x' }))).toEqual(missing)
    for (const file of ['vacation-balance', 'leave-ledger'])
      expect(refusal(await bob.call('GET', `${ws.base}/employees/${worker.id}/${file}`))).toEqual([
        404,
        'employee not found',
      ])
    expect((await ws.owner.ok('PATCH', path, change)).start_date).toBe(change.start_date)
  })

  test('that is over is for others to cancel, and they are told so', async () => {
    const place = await office()
    const { ws, ada, worker } = place
    const past = await asked(place, ws.owner, { start_date: '2026-06-01', employee_id: worker.id })
    await ws.owner.ok('POST', `${ws.base}/leave-requests/${past.id}/approve`, {})
    for (const body of [{}, { from_date: '2026-06-01' }])
      expect(refusal(await post(place, `/leave-requests/${past.id}/cancel`, body, ada))).toEqual([
        409,
        'it is over; Grace can cancel it',
      ])
    const cancelled = await place.boss.ok('POST', `${ws.base}/leave-requests/${past.id}/cancel`, {})
    expect(cancelled.status).toBe('cancelled')
  })

  test('of an admin in days that are blocked is meant, or refused', async () => {
    const place = await office()
    const { ws } = place
    await hire(ws, { first_name: 'Olga', user_id: ws.owner.id })
    const days = { first_day: '2027-06-07', last_day: '2027-06-11' }
    await ws.owner.ok('POST', `${ws.base}/leave-blocks`, { name: 'Fair', ...days })
    const send = (more: object = {}) => ask(place, ws.owner, { start_date: '2027-06-08', ...more })
    expect(refusal(await send())).toEqual([
      409,
      'Fair: nobody takes leave on 8 Jun 2027; choose other days, or send override',
    ])
    expect((await send({ override: true })).body.overridden).toEqual(['block'])
  })

  test('is listed to whoever has a record or a role; the ranges of lists are in order', async () => {
    const place = await office()
    const { ws, ada } = place
    const [plain, manager] = [await join(ws), await join(ws, 'manager')]
    for (const path of ['/leave-requests', '/leave-requests?mine=true', '/vacation-balances'])
      for (const [who, outcome] of [
        [plain, none],
        [manager, undefined],
      ] as const) {
        const reply = await who.call('GET', ws.base + path)
        if (outcome) expect(refusal(reply)).toEqual(outcome)
        else expect([reply.status, reply.body.total]).toEqual([200, 0])
      }
    for (const path of ['/leave-requests', '/leave-requests/preview'])
      expect(refusal(await post(place, path, { start_date: '2027-02-01' }, plain))).toEqual(none)
    const range = `${ws.base}/leave-requests?from=2026-02-01&to=2026-01-01`
    expect(refusal(await ada.call('GET', range))).toEqual([422, 'query.to: must not be before from'])
  })
})

describe('what is left of leave', () => {
  test('is corrected with a reason, of a type with a balance, in a year of employment', async () => {
    const place = await office()
    const [free, old] = [
      await makeType(place.ws, { name: 'Free', affects_balance: false }),
      await makeType(place.ws, { name: 'Old' }),
    ]
    await place.ws.owner.ok('PATCH', `${place.ws.base}/leave-types/${old.id}`, { archived: true })
    const left = { termination_date: '2026-03-31', hire_date: '2025-01-01', first_name: 'Left' }
    const gone = await hire(place.ws, left)
    const draft = { employee_id: place.worker.id, leave_type_id: place.vacation.id, year: 2026 }
    const adjust = (body: object) =>
      post(place, '/vacation-balances/adjustments', { ...draft, amount: '1', note: 'x', ...body })
    await refused(adjust, [
      [{ note: undefined }, 422, 'body.note: required'],
      [{ note: ' ' }, 422, 'body.note: must not be empty'],
      [{ amount: '0' }, 422, 'body.amount: must not be 0'],
      [{ year: 1999 }, 422, 'body.year: must be 2000 to 2100'],
      [{ year: 2101 }, 422, 'body.year: must be 2000 to 2100'],
      [{ year: 2019 }, 422, 'body.year: not employed in the leave year of 2019'],
      [{ employee_id: gone.id, year: 2027 }, 422, 'body.year: not employed in the leave year of 2027'],
      [{ employee_id: old.id }, 422, 'body.employee_id: not found'],
      [{ leave_type_id: free.id }, 422, 'body.leave_type_id: has no balance; choose a type with one'],
      [{ leave_type_id: old.id }, 422, 'body.leave_type_id: archived; choose another'],
    ])
    expect((await adjust({ employee_id: gone.id })).status).toBe(201)
    const accrue = (body: object) => post(place, '/vacation-balances/accruals', { period: '2026', ...body })
    const period = 'body.period: must be a year as 2026 or a month as 2026-03'
    await refused(accrue, [
      ...['2026-13', '26', '2026-1', 'June'].map((one): [object, number, string] => [
        { period: one },
        422,
        period,
      ]),
      [{ leave_type_id: free.id }, 422, 'body.leave_type_id: has no balance; choose a type with one'],
      [{ employee_id: old.id }, 422, 'body.employee_id: not found'],
    ])
    for (const path of ['adjustments', 'accruals'])
      expect(refusal(await post(place, `/vacation-balances/${path}`, {}, place.boss))).toEqual(admins)
  })

  test('changes its year only where no request lies beyond it, to a day that every year has', async () => {
    const place = await office()
    const set = (body: object) => place.ws.owner.call('PUT', `${place.ws.base}/leave-year`, body)
    await refused(set, [
      [
        { starts: '02-29', from_year: nextYear },
        422,
        'body.starts: must be a month and day as 04-01, up to the 28th',
      ],
      [{ starts: '04-01', from_year: 2101 }, 422, 'body.from_year: must be 2000 to 2100'],
      [{ starts: '04-01', from_year: 2027.5 }, 422, 'body.from_year: must be a year'],
    ])
    for (const month of [2, 3]) await asked(place, place.ada, { start_date: nextYearDay(month) })
    expect(refusal(await set({ starts: '04-01', from_year: nextYear }))).toEqual([
      409,
      `2 requests for leave reach beyond 31 Dec ${nextYear - 1}; cancel them first`,
    ])
  })
})

test('the calendar of absences has at most 92 days, in order', async () => {
  const { ws, ada } = await office()
  for (const [query, message] of [
    ['from=2026-01-01&to=2026-04-03', 'query.to: at most 92 days'],
    [`to=${dayFrom(92)}`, 'query.from: required with a to so far away; at most 92 days'],
    ['from=2026-04-01&to=2026-03-31', 'query.to: must not be before from'],
  ])
    expect(refusal(await ada.call('GET', `${ws.base}/absence-calendar?${query}`))).toEqual([422, message])
  for (const query of ['from=2026-01-01&to=2026-04-02', `to=${dayFrom(91)}`])
    expect((await ada.call('GET', `${ws.base}/absence-calendar?${query}`)).status).toBe(200)
})

test('a block of leave is of one to a thousand who may be away, of a live department, and made by admins', async () => {
  const place = await office()
  const draft = { name: 'Fair', first_day: '2027-01-04', last_day: '2027-01-05' }
  const { id } = await archived(place)
  await refused(
    (body) => post(place, '/leave-blocks', { ...draft, ...body }),
    [
      [{ name: '' }, 422, 'body.name: must not be empty'],
      [{ max_away: 0 }, 422, 'body.max_away: must be 1 to 1000'],
      [{ max_away: 1001 }, 422, 'body.max_away: must be 1 to 1000'],
      [{ department_id: id }, 422, 'body.department_id: archived; choose another'],
    ],
  )
  expect(refusal(await post(place, '/leave-blocks', draft, place.boss))).toEqual(admins)
})

test('leave is counted again by admins, of requests that there are', async () => {
  const place = await office()
  const { ws, boss } = place
  await refused(
    (body) => post(place, '/leave-requests/recount', body),
    [
      [{ request_ids: [ws.org.id] }, 422, `body.request_ids: not found: ${ws.org.id}`],
      [{ request_ids: [] }, 422, 'body.request_ids: at least one'],
    ],
  )
  expect(refusal(await post(place, '/leave-requests/recount', {}, boss))).toEqual(admins)
  expect(refusal(await boss.call('GET', `${ws.base}/leave-requests/affected`))).toEqual(admins)
})
