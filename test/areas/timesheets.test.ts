import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asked, away, makeType } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import {
  approve,
  timesheetPath,
  crew,
  get,
  hours,
  log,
  nextWeek,
  sheetAt,
  submit,
  submitted,
  week,
} from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

describe('a week', () => {
  test('is submitted, then approved by whoever has the person in the team, and tells what happened', async () => {
    const of = await crew()
    await log(of, hours('2026-01-07', 8))
    const sheet = await submitted(of, week, { comment: 'As agreed' })
    expect(sheet).toMatchObject({
      status: 'submitted',
      asked: { name: 'Grace' },
      comment: 'As agreed',
      version: 2,
    })
    expect(sheet.inputs_hash).toMatch(/^[0-9A-F]{64}$/i)
    const approved = await of.boss.ok('POST', sheetAt(of, week, 'approve'), {
      note: 'Good',
      version: sheet.version,
    })
    expect(approved).toMatchObject({
      status: 'approved',
      decided_by: { name: 'Grace' },
      note: 'Good',
      self_decided: false,
      on_behalf: false,
      worked_minutes: 480,
      balance_minutes: -1440,
    })
    expect(approved.events.map(({ action, by }: Json) => [action, by.name])).toEqual([
      ['submitted', 'Ada'],
      ['approved', 'Grace'],
    ])
  })

  test('is decided once, and the other hears by whom', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    const both = await Promise.all([
      approve(of, week),
      of.ws.owner.call('POST', sheetAt(of, week, 'reject'), { note: 'No' }),
    ])
    const [won, lost] = both.toSorted((one, other) => one.status - other.status)
    expect([won!.status, lost!.status]).toEqual([200, 409])
    const { status, decided_by } = won!.body
    expect(refusal(lost!)).toEqual([409, `the week is ${status} already, by ${decided_by.name}`])
  })

  test('is submitted once, by however many at once', async () => {
    const of = await crew()
    const all = await Promise.all(Array.from({ length: 5 }, () => submit(of, week, { empty: true })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await get(of, week)).events).toHaveLength(1)
  })

  test('is not decided by its own person, unless there is nobody else', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    expect(refusal(await approve(of, week, of.ada))).toEqual([
      403,
      'you cannot decide your own timesheet; Grace is asked',
    ])
    const alone = await crew()
    const own = await alone.ws.owner.ok('POST', `${alone.ws.base}/employees`, {
      first_name: 'Olga',
      hire_date: '2020-01-01',
      user_id: alone.ws.owner.id,
    })
    const sheet = await alone.ws.owner.ok('POST', timesheetPath(alone.ws, `/${own.id}/${week}/submit`), {
      empty: true,
    })
    expect(sheet).toMatchObject({ status: 'approved', self_decided: true, asked: null })
  })

  test('is not found by colleagues, whatever their role', async () => {
    const of = await crew()
    const bob = await join(of.ws, 'manager')
    await of.ws.owner.ok('POST', `${of.ws.base}/employees`, {
      first_name: 'Bob',
      hire_date: '2020-01-01',
      user_id: bob.id,
    })
    await submitted(of, week, { empty: true })
    const stranger = await join(of.ws)
    for (const action of ['', '/submit', '/approve'])
      expect(
        refusal(
          await stranger.call(
            action ? 'POST' : 'GET',
            timesheetPath(of.ws, `/me/${week}${action}`),
            action ? {} : undefined,
          ),
        ),
      ).toEqual([404, 'no employee record is linked to your account; ask an administrator'])
    const missing = [404, 'employee not found']
    expect(refusal(await bob.call('GET', sheetAt(of, week)))).toEqual(missing)
    expect(refusal(await approve(of, week, bob))).toEqual(missing)
    expect(refusal(await submit(of, nextWeek, {}, bob))).toEqual(missing)
    expect((await bob.ok('GET', timesheetPath(of.ws))).items).toEqual([])
  })

  test('is named by me and the current week, by its Monday alone', async () => {
    const of = await crew()
    const own = await of.ada.ok('GET', timesheetPath(of.ws, '/me/current'))
    expect(own).toMatchObject({ is_own: true, status: 'open', employee: { name: 'Ada' } })
    for (const wrong of ['2026-01-06', '2026-02-30', 'monday'])
      expect(refusal(await of.ada.call('GET', timesheetPath(of.ws, `/me/${wrong}`)))).toEqual([
        422,
        'path.week_start: must be a Monday as 2026-11-23, or current, or submitted',
      ])
    await submitted(of, week, { empty: true })
    expect((await approve(of, 'submitted')).body).toMatchObject({ week_start: week, status: 'approved' })
    await submitted(of, nextWeek, { empty: true })
    await submitted(of, '2026-01-19', { empty: true })
    expect(refusal(await approve(of, 'submitted'))).toEqual([
      409,
      'several weeks are submitted: 2026-01-12, 2026-01-19; name one',
    ])
  })

  test('is not submitted before it begins, while a timer runs in it, or empty by mistake', async () => {
    const of = await crew()
    const coming = '2096-01-02'
    expect(refusal(await submit(of, coming))).toEqual([
      409,
      `the week has not begun; it can be submitted from ${coming}`,
    ])
    expect(refusal(await submit(of, week))).toEqual([
      409,
      'no time is logged in this week; send empty: true to submit it nevertheless',
    ])
    await of.ada.ok('POST', `${of.ws.base}/time-entries/timer/start`, {})
    const running = await of.ada.call('POST', timesheetPath(of.ws, '/me/current/submit'), { empty: true })
    expect(refusal(running)).toEqual([
      409,
      expect.stringMatching(/^a timer has been running since \S+Z; stop it first$/),
    ])
    await of.ada.ok('POST', `${of.ws.base}/time-entries/timer/stop`, {})
    expect(
      (await of.ada.call('POST', timesheetPath(of.ws, '/me/current/submit'), { empty: true })).status,
    ).toBe(200)
    const again = await of.ada.call('POST', `${of.ws.base}/time-entries/timer/start`, {})
    expect(refusal(again)).toEqual([
      409,
      expect.stringMatching(
        /^the week of \S+ is submitted, so its time cannot be recorded; withdraw it first$/,
      ),
    ])
  })

  test('of a whole leave needs no word that it is empty', async () => {
    const of = await crew()
    const vacation = await makeType(of.ws)
    const all = await asked({ ...of, vacation }, of.ada, { start_date: week, end_date: '2026-01-09' })
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${all.id}/approve`, {})
    expect((await submitted(of, week)).expected_minutes).toBe(0)
  })

  test('tells of earlier weeks that are not submitted', async () => {
    const of = await crew({ hire_date: '2026-01-05' })
    const open = await submitted(of, nextWeek, { empty: true })
    expect(open.warnings).toEqual([`the week of ${week} is not submitted`])
    const later = await submitted(of, '2026-01-26', { empty: true })
    expect(later.warnings).toEqual([`2 earlier weeks are not submitted, the first of ${week}`])
  })

  test('waits for the deputy of whoever is on leave, who sees it and nothing else of the person', async () => {
    const of = await crew()
    const vacation = await makeType(of.ws)
    const eve = await join(of.ws, 'member', 'Eve')
    const draft = { first_name: 'Eve', hire_date: '2020-01-01', user_id: eve.id }
    const deputy = await of.ws.owner.ok('POST', `${of.ws.base}/employees`, draft)
    await of.boss.ok('PUT', `${of.ws.base}/employees/me/deputy`, { employee_id: deputy.id })
    await submitted(of, week, { empty: true })
    expect((await eve.call('GET', sheetAt(of, week))).status).toBe(404)
    await away({ ws: of.ws, vacation }, of.lead, 0, 20)
    expect((await get(of, week)).asked.name).toBe('Eve')
    expect((await eve.ok('GET', timesheetPath(of.ws))).items).toMatchObject([
      { week_start: week, version: 2 },
    ])
    expect((await eve.call('GET', sheetAt(of, nextWeek))).status).toBe(404)
    expect((await approve(of, 'submitted', eve)).body).toMatchObject({ decided_by: { name: 'Eve' } })
    expect((await eve.ok('GET', timesheetPath(of.ws))).items).toEqual([])
  })

  test('goes from rejected back to submitted only, also by the manager, marked as such', async () => {
    const of = await crew()
    expect(refusal(await approve(of, week))).toEqual([409, 'the week is open; Ada submits it first'])
    await submitted(of, week, { empty: true })
    const empty = await of.boss.call('POST', sheetAt(of, week, 'reject'), {})
    expect(refusal(empty)).toEqual([422, expect.stringContaining('body.note')])
    await of.boss.ok('POST', sheetAt(of, week, 'reject'), { note: 'Friday is missing' })
    expect(refusal(await approve(of, week))).toEqual([409, 'the week is rejected already, by Grace'])
    await log(of, hours('2026-01-09', 8))
    const sheet = await of.boss.ok('POST', sheetAt(of, week, 'submit'), {})
    expect(sheet).toMatchObject({ status: 'submitted', on_behalf: true, note: null, worked_minutes: 480 })
    const stale = await approve(of, week, of.boss, { version: 2 })
    expect(refusal(stale)).toEqual([409, 'Ada submitted it again; look again'])
    expect((await approve(of, week)).status).toBe(200)
  })

  test('is withdrawn while it is submitted, and opened by admins once it is approved', async () => {
    const of = await crew()
    const reopen = (who = of.ada) => who.call('POST', sheetAt(of, week, 'reopen'), {})
    expect(refusal(await reopen())).toEqual([409, 'the week is open already'])
    await submitted(of, week, { empty: true })
    expect((await reopen()).body).toMatchObject({ status: 'open', submitted_at: null, inputs_hash: null })
    await submitted(of, week, { empty: true })
    await approve(of, week)
    for (const who of [of.ada, of.boss])
      expect(refusal(await reopen(who))).toEqual([403, 'an approved week is for admins to reopen'])
    const { events } = (await reopen(of.ws.owner)).body
    expect(events.map(({ action }: Json) => action)).toEqual([
      'submitted',
      'withdrawn',
      'submitted',
      'approved',
      'reopened',
    ])
  })
})

describe('lists', () => {
  test('of weeks are one’s own and those of the team, by status, person and days', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    await submitted(of, nextWeek, { empty: true })
    await approve(of, week)
    const list = async (query: string, who = of.boss): Promise<string[]> =>
      (await who.ok('GET', timesheetPath(of.ws, `?${query}`))).items.map(({ week_start }: Json) => week_start)
    expect(await list('')).toEqual([nextWeek, week])
    expect(await list('sort=week_start&limit=1&offset=1')).toEqual([nextWeek])
    expect(await list('status=submitted')).toEqual([nextWeek])
    expect(await list('from=2026-01-12')).toEqual([nextWeek])
    expect(await list('to=2026-01-11')).toEqual([week])
    expect(await list('mine=true')).toEqual([])
    expect(await list('mine=true', of.ada)).toEqual([nextWeek, week])
    expect(await list(`employee_id=${of.worker.id}`, of.ws.owner)).toEqual([nextWeek, week])
    const stranger = await join(of.ws)
    expect(refusal(await stranger.call('GET', timesheetPath(of.ws)))).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
  })

  test('of what is missing leave out who was away all week, and weeks outside of the employment', async () => {
    const of = await crew({ hire_date: '2026-01-07' })
    const vacation = await makeType(of.ws)
    const away = await asked({ ...of, vacation }, of.ada, { start_date: nextWeek, end_date: '2026-01-16' })
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${away.id}/approve`, {})
    await log(of, hours('2026-01-20', 3))
    await submitted(of, '2026-01-26', { empty: true })
    const range = 'from=2025-12-29&to=2026-02-01'
    const missing = async (query = '', who = of.boss): Promise<Json[]> =>
      (await who.ok('GET', timesheetPath(of.ws, `/missing?${range}${query}`))).items
    const own = await missing(`&employee_id=${of.worker.id}`)
    expect(own.map((one) => [one.week_start, one.worked_minutes, one.expected_minutes])).toEqual([
      ['2026-01-19', 180, 2400],
      [week, 0, 1440],
    ])
    expect((await missing('&mine=true', of.ada)).length).toBe(2)
    expect((await missing('&mine=true')).map(({ employee }) => employee.name)).toContain('Grace')
    expect(
      (await of.boss.call('GET', timesheetPath(of.ws, '/missing?from=2025-01-06&to=2026-02-01'))).status,
    ).toBe(422)
    expect((await of.boss.ok('GET', timesheetPath(of.ws, '/missing?mine=false'))).items.length).toBe(4)
  })
})

describe('approving many', () => {
  test('has a result for each', async () => {
    const of = await crew()
    await submitted(of, week, { empty: true })
    const other = (
      await of.ws.owner.ok('POST', `${of.ws.base}/employees`, { first_name: 'Eve', hire_date: '2020-01-01' })
    ).id
    const items = [
      { employee_id: of.worker.id, week_start: nextWeek },
      { employee_id: of.worker.id, week_start: week },
      { employee_id: other, week_start: week },
      { employee_id: of.lead.id, week_start: week },
    ]
    const { results } = await of.boss.ok('POST', timesheetPath(of.ws, '/approve'), { items })
    expect(results.map(({ approved, error }: Json) => [approved, error?.code, error?.message])).toEqual([
      [false, 'conflict', 'the week is open; Ada submits it first'],
      [true, undefined, undefined],
      [false, 'not_found', 'employee not found'],
      [false, 'forbidden', expect.stringContaining('you cannot decide your own timesheet')],
    ])
    expect((await get(of, week)).status).toBe('approved')
    const many = { items: Array.from({ length: 101 }, () => items[0]) }
    expect(refusal(await of.boss.call('POST', timesheetPath(of.ws, '/approve'), many))).toEqual([
      422,
      'body.items: at most 100',
    ])
  })
})
