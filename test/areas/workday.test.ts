import { expect, test } from 'vitest'
import { hoursPath, crew, log } from '../kit/hours.ts'
import { asked, away, dayFrom, makeType, office } from '../kit/leave.ts'

test('a day without a record as an employee is empty', async () => {
  const { ws } = await crew()
  expect(await ws.owner.ok('GET', hoursPath(ws, '/today'))).toEqual({
    employee: null,
    shift: null,
    minutes: 0,
    leave: [],
    next_leave: null,
    birthdays: [],
  })
})

test('a day has what was worked until now, with the shift that runs', async () => {
  const { ws, ada, worker } = await crew()
  const ago = (minutes: number) =>
    `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)}+00:00`
  await log(ws, worker, [`clock_in ${ago(90)}`, `break_start ${ago(60)}`])
  const pause = await ada.ok('GET', hoursPath(ws, '/today'))
  expect(pause).toMatchObject({
    employee: { name: 'Ada' },
    shift: { on_break: true, minutes: 30 },
    minutes: 30,
  })
  await log(ws, worker, [`break_end ${ago(40)}`])
  expect(await ada.ok('GET', hoursPath(ws, '/today'))).toMatchObject({
    shift: { on_break: false, minutes: 70 },
    minutes: 70,
  })
})

test('a shift whose end was forgotten does not run', async () => {
  const { ws, ada, worker } = await crew()
  const start = new Date(Date.now() - 20 * 3_600_000).toISOString().slice(0, 19)
  await log(ws, worker, [`clock_in ${start}+00:00`])
  expect(await ada.ok('GET', hoursPath(ws, '/today'))).toMatchObject({ shift: null, minutes: 0 })
})

test('a day has what leave is left, and the next that is approved', async () => {
  const place = await office()
  const { ws, ada, worker } = place
  await makeType(ws, { name: 'Sickness', affects_balance: false })
  await asked(place, ada, { start_date: dayFrom(3), end_date: dayFrom(3) }).catch(() => null)
  const id = await away(place, worker, 30, 31)
  const today = await ada.ok('GET', hoursPath(ws, '/today'))
  expect(today.next_leave).toEqual({ id, start_date: dayFrom(30), end_date: dayFrom(31) })
  expect(today.leave).toEqual([{ leave_type: 'Vacation', unit: 'day', available: expect.any(String) }])
  const { items } = await ada.ok('GET', `${ws.base}/vacation-balances?mine=true`)
  expect(today.leave[0].available).toBe(items[0].available)
})
