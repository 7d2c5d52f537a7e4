import { expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { open, problemBeside, sentUnchanged, submit, to } from './browse.ts'

test('hours and weeks are set by admins, with the weekday of reminders by its name', async () => {
  const ws = await workspace()
  const at = `/organizations/${ws.org.slug}/workforce-settings`
  const settings = () => ws.owner.ok('GET', `${ws.base}/workforce/settings`)
  const before = await settings()
  const { text } = await open(at, ws.owner.headers)
  const unchanged = sentUnchanged(text, at)
  expect(to(await submit(at, unchanged, ws.owner.headers))[0]).toBe(303)
  expect(await settings()).toEqual(before)
  const friday = { ...unchanged, reminder_weekday: '5', reminder_hour: '16', weeks_in_sequence: 'yes' }
  expect(to(await submit(at, friday, ws.owner.headers))[0]).toBe(303)
  expect(await settings()).toEqual({
    ...before,
    reminder_weekday: 5,
    reminder_hour: 16,
    weeks_in_sequence: true,
  })
  const again = await open(at, ws.owner.headers)
  expect(again.text).toMatch(/<option value="5" selected=""[^>]*>Friday/)
  expect(again.text).toMatch(/<option value="16" selected=""[^>]*>16:00/)
  const wrong = await submit(at, { ...unchanged, longest_shift_minutes: '20' }, ws.owner.headers)
  expect([wrong.status, problemBeside('longest_shift_minutes', wrong)]).toEqual([422, 'Must be 480 to 1440.'])
  expect((await open(at, (await join(ws, 'manager')).headers)).status).toBe(403)
})
