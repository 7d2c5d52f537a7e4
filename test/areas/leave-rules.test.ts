import { describe, expect, test } from 'vitest'
import { type Caller, type Json } from '../kit/client.ts'
import {
  around,
  ask,
  asked,
  available,
  carry,
  dayFrom,
  hire,
  makeType,
  named,
  nextYear,
  nextYearDay,
  office,
} from '../kit/leave.ts'
import { join, project, taskRow, type Workspace } from '../kit/makers.ts'
import { addMeeting } from '../kit/meetings.ts'
import { clearNews, morning, news } from '../kit/news.ts'
import { refusal } from '../kit/refusals.ts'

type Place = Awaited<ReturnType<typeof office>>
const at = ({ ws }: Place, path = '') => `${ws.base}/leave-requests${path}`
const block = ({ ws }: Place, draft: object): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/leave-blocks`, { name: 'Stocktaking', ...draft })
const thisYear = nextYear - 1
const balance = async ({ ws, worker, vacation }: Place, as_of: string): Promise<Json> => {
  const path = `${ws.base}/employees/${worker.id}/vacation-balance?as_of=${as_of}`
  const { items } = await ws.owner.ok('GET', path)
  return items.find(({ leave_type_id }: Json) => leave_type_id === vacation.id)
}
const run = ({ ws }: Place, period: string, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/vacation-balances/accruals`, { period, ...more })

describe('a block of leave', () => {
  test('refuses days to the person, which the preview tells; an admin enters them, and who approves overrides it', async () => {
    const place = await office()
    const { ws, ada, boss, worker } = place
    const early = await asked(place, ada, { start_date: nextYearDay(2, 2) })
    await block(place, { first_day: nextYearDay(2, 1), last_day: nextYearDay(2, 3) })
    const span = { start_date: nextYearDay(2), end_date: nextYearDay(2, 1) }
    const why = `Stocktaking: nobody takes leave on ${named(nextYearDay(2, 1))}`
    expect(refusal(await ask(place, ada, span))).toEqual([
      409,
      `${why}; choose other days, or ask an admin to enter it`,
    ])
    const preview = await ada.ok('POST', at(place, '/preview'), { leave_type_id: place.vacation.id, ...span })
    expect(preview.warnings).toEqual([why])
    expect((await ask(place, ws.owner, { ...span, employee_id: worker.id })).status).toBe(201)
    const approve = (body: object) => boss.call('POST', at(place, `/${early.id}/approve`), body)
    expect(refusal(await approve({}))).toEqual([
      409,
      `Stocktaking: nobody takes leave on ${named(nextYearDay(2, 2))}; send override to approve it nevertheless`,
    ])
    expect((await approve({ override: true })).body.status).toBe('approved')
    const sick = await makeType(ws, { name: 'Sick', overrides: true, affects_balance: false })
    expect((await ask({ ws, vacation: sick }, ada, { start_date: nextYearDay(2, 3) })).status).toBe(201)
  })

  test('lets so many of a department be away at once, and those below it count', async () => {
    const place = await office()
    const { ws, ada, worker } = place
    const make = (name: string, parent_id?: string): Promise<Json> =>
      ws.owner.ok('POST', `${ws.base}/departments`, { name, parent_id })
    const sales = await make('Sales')
    const inside = await make('Inside', sales.id)
    const bob = await join(ws)
    const colleague = await hire(ws, { first_name: 'Bob', user_id: bob.id })
    for (const [{ id }, department_id] of [
      [worker, sales.id],
      [colleague, inside.id],
    ])
      await ws.owner.ok('PATCH', `${ws.base}/employees/${id}`, { department_id })
    await block(place, {
      first_day: nextYearDay(2),
      last_day: nextYearDay(2, 20),
      department_id: sales.id,
      max_away: 1,
    })
    await asked(place, bob, { start_date: nextYearDay(2, 2) })
    expect(
      refusal(await ask(place, ada, { start_date: nextYearDay(2, 1), end_date: nextYearDay(2, 3) })),
    ).toEqual([
      409,
      `Stocktaking: at most 1 may be away on ${named(nextYearDay(2, 2))}, and 1 are; choose other days, or ask an admin to enter it`,
    ])
    expect((await ask(place, ada, { start_date: nextYearDay(2, 3) })).status).toBe(201)
    expect((await ask(place, place.boss, { start_date: nextYearDay(2, 2) })).status).toBe(201)
  })

  test('is of days in order, and of a department that is there', async () => {
    const { ws } = await office()
    const create = (body: object) =>
      ws.owner.call('POST', `${ws.base}/leave-blocks`, { name: 'Fair', ...body })
    expect(refusal(await create({ first_day: nextYearDay(2, 1), last_day: nextYearDay(2) }))).toEqual([
      422,
      'body.last_day: must not be before first_day',
    ])
    const department_id = ws.org.id
    expect(
      refusal(await create({ first_day: nextYearDay(2, 1), last_day: nextYearDay(2, 1), department_id })),
    ).toEqual([422, 'body.department_id: not found'])
  })

  test('stands beside what is due on the days', async () => {
    const place = await office()
    const { ws, ada } = place
    const home = await project(ws)
    await taskRow(ws, home.id, { due_date: nextYearDay(2, 1), assignee_id: ada.id })
    await taskRow(ws, home.id, { due_date: nextYearDay(2, 3), assignee_id: ada.id })
    const span = { leave_type_id: place.vacation.id, start_date: nextYearDay(2), end_date: nextYearDay(2, 2) }
    expect((await ada.ok('POST', at(place, '/preview'), span)).due_tasks).toBe(1)
  })
})

describe('meetings in the time of leave', () => {
  const when = (hour: number) => ({
    starts_at: `${nextYearDay(2)}T${String(hour).padStart(2, '0')}:00:00Z`,
    ends_at: `${nextYearDay(2)}T${String(hour + 1).padStart(2, '0')}:00:00Z`,
  })
  const meet = (ws: Workspace, title: string, hour: number, people: Caller[], who = ws.owner) =>
    addMeeting(ws, { title, ...when(hour), participants: people.map(({ id }) => ({ user_id: id })) }, who)
  const titles = ({ meetings }: Json) => meetings.map(({ title }: Json) => title)

  test('are told in the preview and of the request: the own ones, and none that was declined, moved or cancelled', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    await meet(ws, 'Review', 9, [ada])
    const declined = await meet(ws, 'Lunch', 11, [ada])
    const cancelled = await meet(ws, 'Dinner', 18, [ada])
    await meet(ws, 'Others', 10, [boss])
    await meet(ws, 'Own', 15, [], ada)
    await ada.ok('PUT', `${ws.base}/meetings/${declined.id}/response`, { response: 'declined' })
    await ws.owner.ok('DELETE', `${ws.base}/meetings/${cancelled.id}`)
    const draft = { leave_type_id: place.vacation.id, start_date: nextYearDay(2) }
    const preview = (more: object = {}) => ada.ok('POST', at(place, '/preview'), { ...draft, ...more })
    expect(titles(await preview())).toEqual(['Review', 'Own'])
    expect(titles(await preview({ half: 'am' }))).toEqual(['Review'])
    expect(titles(await preview({ start_date: nextYearDay(2, 1) }))).toEqual([])
    const { id } = await asked(place, ada, { start_date: nextYearDay(2) })
    expect(titles(await ada.ok('GET', at(place, `/${id}`)))).toEqual(['Review', 'Own'])
    await ada.ok('POST', at(place, `/${id}/cancel`), {})
    expect(titles(await ada.ok('GET', at(place, `/${id}`)))).toEqual([])
  })

  test('are not told to who decides, unless they may see them', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    await meet(ws, 'Doctor', 9, [ada])
    await meet(ws, 'Together', 12, [ada, boss])
    const { id } = await asked(place, ada, { start_date: nextYearDay(2) })
    expect(titles(await boss.ok('GET', at(place, `/${id}`)))).toEqual(['Together'])
    expect(titles(await ws.owner.ok('GET', at(place, `/${id}`)))).toEqual(['Doctor', 'Together'])
  })
})

describe('a leave year', () => {
  const set = ({ ws }: Place, starts: string, from_year: number) =>
    ws.owner.call('PUT', `${ws.base}/leave-year`, { starts, from_year })

  test('can begin in March: the one before is longer and grants as much more; balances are named by its year', async () => {
    const place = await office({ carryover_max: '5', carryover_expires: '06-30' })
    const { body } = await set(place, '03-01', nextYear)
    const endIn = (year: number) => new Date(Date.UTC(year, 2, 0)).toISOString().slice(0, 10)
    expect(body).toEqual({
      starts: '01-01',
      this_year: { year: thisYear, from: `${thisYear}-01-01`, to: endIn(nextYear) },
      next_year: { year: nextYear, from: `${nextYear}-03-01`, to: endIn(nextYear + 1) },
      year_after: { year: nextYear + 1, from: `${nextYear + 1}-03-01`, to: endIn(nextYear + 2) },
    })
    // 22 · 424 / 365 = 25.6, and in leap years no less than 25.5
    expect(await balance(place, endIn(nextYear))).toMatchObject({ year: thisYear, granted: '25.5' })
    expect(await balance(place, `${nextYear}-03-01`)).toMatchObject({ year: nextYear, granted: '22' })
    const request = await asked(place, place.ada, around(endIn(nextYear)))
    await place.boss.ok('POST', at(place, `/${request.id}/approve`), {})
    const { items } = await place.ws.owner.ok(
      'GET',
      `${place.ws.base}/employees/${place.worker.id}/leave-ledger`,
    )
    const byYear = items.map(({ year, amount }: Json) => [year, amount])
    expect(byYear.toSorted()).toEqual([
      [thisYear, '-2'],
      [nextYear, '-2'],
    ])
    await carry(place, '5', nextYear)
    expect((await balance(place, `${nextYear}-05-03`)).carried_expires_on).toBe(`${nextYear}-06-30`)
  })

  test('can begin earlier again, and grants month by month what there is of it', async () => {
    const place = await office({ accrual: 'monthly', annual_allowance: '24' })
    await set(place, '07-01', nextYear)
    expect((await set(place, '04-01', nextYear)).body.this_year.to).toBe(`${nextYear}-03-31`)
    await set(place, '01-01', nextYear + 1)
    expect(await balance(place, `${nextYear}-12-31`)).toMatchObject({ year: nextYear, granted: '18' })
    expect(await run(place, `${nextYear}-02`)).toMatchObject({ created: 2 })
    expect(await balance(place, `${nextYear}-02-28`)).toMatchObject({ year: thisYear, granted: '28' })
  })

  test('does not change under requests, in the past, or where leave is in the ledger', async () => {
    const place = await office()
    const { id } = await asked(place, place.ada, { start_date: nextYearDay(2) })
    expect(refusal(await set(place, '04-01', nextYear))).toEqual([
      409,
      `1 request for leave reaches beyond 31 Dec ${thisYear}; cancel it first`,
    ])
    await place.ada.ok('POST', at(place, `/${id}/cancel`), {})
    expect(refusal(await set(place, '04-01', thisYear))).toEqual([
      422,
      `body.from_year: must be after ${thisYear}, whose leave year has begun`,
    ])
    await run(place, String(nextYear))
    expect(refusal(await set(place, '04-01', nextYear))).toEqual([
      409,
      `leave of ${nextYear} is in the ledger already; choose a later year`,
    ])
    expect(refusal(await set(place, '02-30', nextYear + 1))[0]).toBe(422)
  })
})

describe('leave for each day worked', () => {
  test('is granted for the months that are over, without unpaid leave, and comes to the year', async () => {
    const place = await office({ accrual: 'per_worked_day', rounding: 'none', annual_allowance: '26.1' })
    // 2026 has 261 Mondays to Fridays: 0.1 of a day each, of which January has 22 and February 20.
    expect(await available(place, '2026-01-30')).toBe('0')
    expect(await available(place, '2026-01-31')).toBe('2.2')
    expect(await available(place, '2026-02-28')).toBe('4.2')
    expect(await available(place, '2026-12-31')).toBe('26.1')
    const { ws, ada, boss } = place
    const unpaid = await makeType(ws, { name: 'Unpaid', paid: 'unpaid', affects_balance: false })
    const { id } = await asked({ ws, vacation: unpaid }, ada, {
      start_date: '2026-12-14',
      end_date: '2026-12-18',
    })
    await boss.ok('POST', at(place, `/${id}/approve`), {})
    expect(await available(place, '2026-12-31')).toBe('25.6')
    expect(await run(place, '2026-01')).toMatchObject({ created: 2 })
    expect(await run(place, '2026-01')).toMatchObject({ created: 0, skipped: 2 })
    expect([await available(place, '2026-01-31'), await available(place, '2026-02-28')]).toEqual([
      '2.2',
      '4.2',
    ])
  })
})

describe('carried days', () => {
  /** A day as a month and day, of which the last is the 28th. */
  const monthDay = (days: number) =>
    dayFrom(days)
      .slice(5)
      .replace(/-(?:29|3[01])$/, '-28')

  // What is carried into a year is known once it begins, so nobody is told before, and jobs of a morning are of the day before.
  const isTurnOfYear = dayFrom(20).slice(0, 4) !== dayFrom(-1).slice(0, 4)
  test.skipIf(isTurnOfYear)('end only for whoever was told sixty days and fourteen days before', async () => {
    const place = await office({ carryover_max: '5', carryover_expires: monthDay(20) })
    const { ws, ada } = place
    await carry(place, '5', Number(dayFrom(0).slice(0, 4)))
    await clearNews(ws)
    await morning(ws)
    expect(await news(ws, ada)).toEqual([])
    await ws.owner.ok('PATCH', `${ws.base}/leave-types/${place.vacation.id}`, {
      carryover_expires: monthDay(13),
    })
    await morning(ws)
    await morning(ws)
    const told = (await news(ws, ada)).filter((line) => line.includes('Carried'))
    expect(told).toEqual([expect.stringMatching(/^leave_changed \| Carried leave ends \| on \d+ \w+ \d{4}$/)])
    expect(await balance(place, dayFrom(1))).toMatchObject({ expiring: '5', available: '27' })
  })

  test.skipIf(isTurnOfYear)(
    'stay where nobody was told, as the run of the next year says, unless an admin answers for it',
    async () => {
      const year = Number(dayFrom(0).slice(0, 4))
      const next = String(year + 1)
      // It ended yesterday, or at the latest on the last day of the year.
      const place = await office({ carryover_max: '30', carryover_expires: monthDay(-1) })
      await carry(place, '5', year)
      expect(await balance(place, dayFrom(0))).toMatchObject({ expired: '0', available: '27' })
      expect(await run(place, next)).toMatchObject({ notice_missing: 1 })
      expect(await run(place, next, { force: true })).toMatchObject({ notice_missing: 0 })
      expect(await balance(place, dayFrom(0))).toMatchObject({ expired: '5', available: '22' })
      const { items } = await place.ws.owner.ok(
        'GET',
        `${place.ws.base}/employees/${place.worker.id}/leave-ledger?year=${next}`,
      )
      const carried = items.filter(({ kind }: Json) => kind === 'carryover')
      expect(carried.map(({ amount }: Json) => amount).toSorted()).toEqual(['-5', '27'])
    },
  )
})

describe('a balance on a day', () => {
  test('names its parts: what is left by then, and what ends', async () => {
    const place = await office({ carryover_max: '5', carryover_expires: '03-31' })
    await carry(place, '5', nextYear)
    for (const [start_date, end_date] of [
      [nextYearDay(2), nextYearDay(2, 2)],
      [nextYearDay(5, 7), nextYearDay(5, 11)],
    ]) {
      const { id } = await asked(place, place.ada, { start_date, end_date })
      await place.boss.ok('POST', at(place, `/${id}/approve`), {})
    }
    await asked(place, place.ada, { start_date: nextYearDay(6) })
    expect(await balance(place, `${nextYear}-03-01`)).toMatchObject({
      granted: '22',
      carried: '5',
      carried_expires_on: `${nextYear}-03-31`,
      expiring: '2',
      taken: '0',
      planned: '8',
      pending: '1',
      balance: '24',
      available: '18',
    })
    expect(await balance(place, `${nextYear}-05-01`)).toMatchObject({
      expiring: '0',
      balance: '22',
      available: '16',
    })
  })
})
