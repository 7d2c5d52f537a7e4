import { describe, expect, test } from 'vitest'
import type { Caller, Reply } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import {
  approve,
  timesheetPath,
  crew,
  hours,
  log,
  sheetAt,
  submit,
  submitted,
  week,
} from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

const tuesday = '2026-01-06'
const invalid = (message: string) => [422, message]

describe('a week', () => {
  test('is named by its Monday, and rejected with a reason', async () => {
    const of = await crew()
    const named = invalid('path.week_start: must be a Monday as 2026-11-23, or current, or submitted')
    for (const monday of [tuesday, 'x', '2026-02-30'])
      expect(refusal(await of.ada.call('GET', sheetAt(of, monday)))).toEqual(named)
    for (const action of ['submit', 'approve', 'reject', 'reopen'])
      expect(refusal(await of.boss.call('POST', sheetAt(of, tuesday, action), { note: 'x' }))[0]).toBe(422)
    await submitted(of, week, { empty: true })
    for (const [body, problem] of [
      [{}, 'required'],
      [{ note: ' ' }, 'must not be empty'],
    ] as const)
      expect(refusal(await of.boss.call('POST', sheetAt(of, week, 'reject'), body))).toEqual(
        invalid(`body.note: ${problem}`),
      )
  })

  test('goes from one state to the next alone: what is open is not decided, and what is rejected not approved', async () => {
    const of = await crew()
    const act = (action: string, who: Caller, body: object = {}): Promise<Reply> =>
      who.call('POST', sheetAt(of, week, action), body)
    const open = [409, 'the week is open; Ada submits it first']
    expect(refusal(await act('approve', of.boss))).toEqual(open)
    expect(refusal(await act('reject', of.boss, { note: 'No' }))).toEqual(open)
    expect(refusal(await act('reopen', of.ada))).toEqual([409, 'the week is open already'])
    expect(refusal(await of.boss.call('POST', sheetAt(of, 'submitted', 'approve'), {}))).toEqual(open)
    await submitted(of, week, { empty: true })
    expect(refusal(await submit(of, week, { empty: true }))).toEqual([409, 'the week is submitted already'])
    expect((await act('reject', of.boss, { note: 'No' })).status).toBe(200)
    expect(refusal(await approve(of, week))).toEqual([409, 'the week is rejected already, by Grace'])
    await submitted(of, week, { empty: true })
    expect((await approve(of, week)).status).toBe(200)
    expect(refusal(await act('reject', of.boss, { note: 'No' }))).toEqual([
      409,
      'the week is approved already, by Grace',
    ])
    expect(refusal(await submit(of, week, { empty: true }))).toEqual([
      409,
      'the week is approved already, by Grace',
    ])
    for (const who of [of.ada, of.boss])
      expect(refusal(await act('reopen', who))).toEqual([403, 'an approved week is for admins to reopen'])
  })

  test('that is locked keeps its time: none is recorded, changed, deleted or stopped in it', async () => {
    const of = await crew()
    const entry = await log(of, hours(tuesday, 2))
    await submitted(of, week)
    const path = `${of.ws.base}/time-entries`
    const locked = (action: string) => [
      409,
      `the week of ${week} is submitted, so its time cannot be ${action}; withdraw it first`,
    ]
    expect(refusal(await of.ada.call('POST', path, hours(tuesday, 1)))).toEqual(locked('recorded'))
    for (const who of [of.ada, of.ws.owner]) {
      const one = `${path}/${entry.id}`
      expect(refusal(await who.call('PATCH', one, { duration_seconds: 60 }))).toEqual(locked('changed'))
      expect(refusal(await who.call('PATCH', one, { work_date: '2026-01-13' }))).toEqual(locked('changed'))
      expect(refusal(await who.call('DELETE', one))).toEqual(locked('deleted'))
    }
    const later = await log(of, hours('2026-01-13', 1))
    expect(refusal(await of.ada.call('PATCH', `${path}/${later.id}`, { work_date: tuesday }))).toEqual(
      locked('changed'),
    )
  })
})

test('lists of weeks are of days in order, those of missing ones of at most 26 weeks, for whoever has a team', async () => {
  const of = await crew()
  const { ws, boss } = of
  for (const [query, message] of [
    ['?from=2026-01-01&to=2025-01-01', 'query.to: must not be before from'],
    ['/missing?from=2026-01-01&to=2025-01-01', 'query.to: must not be before from'],
    ['/missing?from=2025-01-01&to=2026-01-01', 'query.to: at most 26 weeks from the first'],
    ['/missing?from=2025-01-01', 'query.from: at most 26 weeks before to, or before today without one'],
  ])
    expect(refusal(await boss.call('GET', timesheetPath(ws, query)))).toEqual(invalid(message!))
  const [plain, manager] = [await join(ws), await join(ws, 'manager')]
  for (const path of ['', '/missing']) {
    expect(refusal(await plain.call('GET', timesheetPath(ws, path)))).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
    expect((await manager.ok('GET', timesheetPath(ws, path))).total).toBe(0)
  }
  const items = (week_start: string) => ({ items: [{ employee_id: of.worker.id, week_start }] })
  for (const [body, message] of [
    [items(tuesday), 'body.items[0].week_start: must be a Monday'],
    [{ items: [] }, 'body.items: at least 1'],
  ] as [object, string][])
    expect(refusal(await boss.call('POST', timesheetPath(ws, '/approve'), body))).toEqual(invalid(message))
})
