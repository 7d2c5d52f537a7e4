import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { adjust, ask, asked, available, carry, hire, makeType, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const at = ({ ws }: Place, path = '') => `${ws.base}/leave-requests${path}`
const act = ({ ws }: Place, { id }: Json, action: string, who = ws.owner, body: object = {}) =>
  who.call('POST', `${ws.base}/leave-requests/${id}/${action}`, body)
const year = '2026-12-31'

/** Five days of vacation that were taken, perhaps with the weekend, over which sickness can be entered. */
async function wasAway(type: object = {}, sickness: object = {}, until = '2026-11-13') {
  const place = await office(type)
  const { ws, ada } = place
  const sick = await makeType(ws, { name: 'Sick', overrides: true, affects_balance: false, ...sickness })
  const vacation = await asked(place, ada, { start_date: '2026-11-09', end_date: until })
  expect((await act(place, vacation, 'approve')).status).toBe(200)
  const ill = (span: object, who = ada): Promise<Json> => asked({ ws, vacation: sick }, who, span)
  const left = async () => [
    await available(place, year),
    (await ada.ok('GET', at(place, `/${vacation.id}`))).total,
    (await ada.ok('GET', at(place, `/${vacation.id}`))).status,
  ]
  return { ...place, sick, taken: vacation, ill, left }
}
const whole = { start_date: '2026-11-09', end_date: '2026-11-13' }

describe('vacation over which sickness lay', () => {
  test('is taken again when the sickness is withdrawn, rejected or cancelled', async () => {
    for (const [action, by, body] of [
      ['cancel', 'ada', {}],
      ['reject', 'boss', { note: 'You were seen at the beach' }],
      ['cancel', 'boss', {}],
    ] as const) {
      const place = await wasAway()
      const { left, ill } = place
      expect(await left()).toEqual(['17', '5', 'approved'])
      const request = await ill(whole)
      expect(await left()).toEqual(['22', '0', 'cancelled'])
      expect((await act(place, request, action, place[by], body)).status).toBe(200)
      expect(await left()).toEqual(['17', '5', 'approved'])
      const { days } = await place.ada.ok('GET', at(place, `/${place.taken.id}`))
      expect(days.map(({ amount, minutes }: Json) => [amount, minutes])).toEqual(Array(5).fill(['1', 480]))
      const [entered] = await asOwner<{ sum: string }>(
        'select sum(amount)::text from leave_ledger where request_id = $1',
        [place.taken.id],
      )
      expect(Number(entered!.sum)).toBe(-5)
    }
  })

  test('is cancelled where only free days are left of it, and taken again with them', async () => {
    const place = await wasAway({}, {}, '2026-11-15')
    const request = await place.ill(whole)
    expect(await place.left()).toEqual(['22', '0', 'cancelled'])
    expect((await act(place, request, 'cancel', place.ada)).status).toBe(200)
    expect(await place.left()).toEqual(['17', '5', 'approved'])
  })

  test('is taken again as far as the sickness becomes shorter, by halves', async () => {
    const place = await wasAway()
    const { left, ill, ada, boss } = place
    const { id } = await ill({ ...whole, end_date: '2026-11-11' })
    expect(await left()).toEqual(['20', '2', 'approved'])
    await ada.ok('PATCH', at(place, `/${id}`), {
      start_date: '2026-11-10',
      end_date: '2026-11-11',
      end_half: 'am',
    })
    expect(await left()).toEqual(['18.5', '3.5', 'approved'])
    await ada.ok('PATCH', at(place, `/${id}`), { reason: 'flu' })
    expect(await left()).toEqual(['18.5', '3.5', 'approved'])
    expect((await act(place, { id }, 'approve', boss)).status).toBe(200)
    expect((await act(place, { id }, 'cancel', boss, { from_date: '2026-11-11' })).status).toBe(200)
    expect(await left()).toEqual(['18', '4', 'approved'])
  })

  test('needs its days: who has spent them meanwhile cannot withdraw the sickness', async () => {
    const place = await wasAway({ annual_allowance: '5' })
    const request = await place.ill(whole)
    await asked(place, place.ada, { start_date: '2026-12-14', end_date: '2026-12-17' })
    expect(refusal(await act(place, request, 'cancel', place.ada))).toEqual([409, 'available 1.0 of 2026'])
    expect(await place.left()).toEqual(['1', '0', 'cancelled'])
    expect((await act(place, request, 'reject', place.boss, { note: 'No' })).status).toBe(200)
    expect(await place.left()).toEqual(['-4', '5', 'approved'])
  })

  test('does not come back after the employment, nor where other leave lies now', async () => {
    const place = await wasAway()
    const { ws, ada, worker, left } = place
    const later = await asked(place, ada, { start_date: '2026-12-14', end_date: '2026-12-18' })
    expect((await act(place, later, 'approve')).status).toBe(200)
    await place.ill({ start_date: '2026-12-14', end_date: '2026-12-18' })
    await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
      termination_date: '2026-12-13',
    })
    expect((await ada.ok('GET', at(place, `/${later.id}`))).status).toBe('cancelled')
    const first = await place.ill({ ...whole, end_date: '2026-11-10' })
    await place.ill({ ...whole, start_date: '2026-11-11' })
    expect((await act(place, first, 'cancel', ada)).status).toBe(200)
    expect((await left()).slice(1)).toEqual(['2', 'approved'])
  })

  test('loses again the carried days that sickness had kept', async () => {
    const place = await wasAway({
      carryover_max: '5',
      carryover_expires: '11-30',
      carry_survives_sickness: true,
    })
    const { worker, ill, ada } = place
    await carry(place, '5')
    const request = await ill(whole)
    await act(place, request, 'cancel', ada)
    const [entered] = await asOwner<{ sum: string }>(
      `select sum(amount)::text from leave_ledger where employee_id = $1 and kind = 'carryover_kept'`,
      [worker.id],
    )
    expect(Number(entered!.sum)).toBe(0)
  })
})

describe('a type by the hour', () => {
  test('may be overdrawn and carried over by hours, as it is granted', async () => {
    const place = await office({ unit: 'hour', annual_allowance: '8', max_negative: '4', carryover_max: '2' })
    const { ws, ada, vacation } = place
    const hours = (start_date: string, end_time: string) =>
      ask(place, ada, { start_date, start_time: '09:00', end_time })
    expect((await hours('2026-12-09', '17:00')).status).toBe(201)
    const preview = {
      leave_type_id: vacation.id,
      start_date: '2026-12-10',
      start_time: '09:00',
      end_time: '13:01',
    }
    expect((await ada.ok('POST', at(place, '/preview'), preview)).warnings).toEqual([
      'available 0 minutes of 2026',
    ])
    expect(refusal(await hours('2026-12-10', '13:01'))).toEqual([409, 'available 0 minutes of 2026'])
    expect((await hours('2026-12-10', '13:00')).status).toBe(201)
    expect(refusal(await adjust(place, '-1'))).toEqual([
      409,
      'that would leave -241 available; the balance may be overdrawn by at most 240',
    ])
    expect((await adjust(place, '600')).body.available).toBe('360')
    await ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period: '2027' })
    expect(await available(place, '2027-06-01')).toBe('600')
  })
})

describe('a preview', () => {
  test('charges each year with its own days, as the request does', async () => {
    const place = await office({ annual_allowance: '3' })
    const over = { leave_type_id: place.vacation.id, start_date: '2026-12-28', end_date: '2027-01-05' }
    const preview = await place.ada.ok('POST', at(place, '/preview'), over)
    expect([preview.total, preview.balance_after, preview.warnings]).toEqual([
      '6',
      '-1',
      ['available 3.0 of 2026'],
    ])
    const fits = { ...over, start_date: '2026-12-30' }
    const { total, balance_after, warnings } = await place.ada.ok('POST', at(place, '/preview'), fits)
    expect([total, balance_after, warnings]).toEqual(['4', '1', []])
    expect((await asked(place, place.ada, fits)).balance_after).toBe('1')
  })

  test('counts colleagues who are away, and those who only asked for who decides about them', async () => {
    const place = await office()
    const { ws, ada, boss, worker, lead } = place
    const { id: department_id } = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Sales' })
    for (const { id } of [worker, lead])
      await ws.owner.ok('PATCH', `${ws.base}/employees/${id}`, { department_id })
    const bob = await join(ws)
    await hire(ws, { first_name: 'Bob', user_id: bob.id, department_id })
    const { id } = await asked(place, ada, { start_date: '2027-02-03' })
    const away = async (who = bob): Promise<number> =>
      (
        await who.ok('POST', at(place, '/preview'), {
          leave_type_id: place.vacation.id,
          start_date: '2027-02-03',
        })
      ).away
    expect([await away(), await away(boss)]).toEqual([0, 1])
    await act(place, { id }, 'approve')
    expect([await away(), await away(boss)]).toEqual([1, 1])
  })
})

test('of many who ask at once for days on which one may be away, one gets them', async () => {
  const place = await office()
  const { ws, boss, ada } = place
  const people = [boss, ada]
  for (let n = 0; n < 4; n++) {
    people.push(await join(ws))
    await hire(ws, { first_name: `P${n}`, user_id: people.at(-1)!.id })
  }
  const block = { name: 'Fair', first_day: '2027-02-01', last_day: '2027-02-28', max_away: 1 }
  await ws.owner.ok('POST', `${ws.base}/leave-blocks`, block)
  const replies = await Promise.all(people.map((who) => ask(place, who, { start_date: '2027-02-03' })))
  expect(replies.filter(({ status }) => status === 201).length).toBe(1)
  const lost = replies.find(({ status }) => status !== 201)
  expect(refusal(lost!)).toEqual([
    409,
    'Fair: at most 1 may be away on 3 Feb 2027, and 1 are; choose other days, or ask an admin to enter it',
  ])
})
