import { expect, test } from 'vitest'
import { monthOf } from '../../src/web/leave/absence-months.ts'
import { asked, hire, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { open } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('a month shows who is away on which days, and masks why as the API does', async () => {
  const place = await office()
  const { ws, ada, boss } = place
  const request = await asked(place, ada, { start_date: '2027-02-01', end_date: '2027-02-05' })
  await asked(place, ada, { start_date: '2027-02-22', end_date: '2027-02-22' })
  await boss.ok('POST', `${ws.base}/leave-requests/${request.id}/approve`, {})
  const bob = await join(ws, 'member', 'Bob')
  await hire(ws, { first_name: 'Bob', user_id: bob.id })
  const at = `/organizations/${ws.org.slug}/absence-calendar?month=2027-02`
  const seen = await open(at, boss.headers)
  expect(seen.text).toContain('colspan="5" class="away" title="Vacation, 1 Feb to 5 Feb"')
  expect(seen.text).toContain('class="asked" title="Vacation, 22 Feb, asked for"')
  const masked = await open(at, bob.headers)
  expect(masked.text).toContain('title="absent, 1 Feb to 5 Feb"')
  expect(masked.text).not.toMatch(/Vacation|asked for/)
  const next = await open(at.replace('02', '03'), bob.headers)
  expect(plain(next.text)).toContain('Nobody is away.')
  expect(seen.text).toContain(`?month=2027-01"`)
  expect((await open(`${at}&department=nowhere`, bob.headers)).status).toBe(422)
})

test('the days of a month are runs, cut at its ends', () => {
  const absence = (name: string, from: string, to: string) => ({
    employee_id: name,
    name,
    from,
    to,
    from_half: 'am' as const,
    to_half: 'pm' as const,
    status: 'approved' as const,
    leave_type: 'absent',
    color: null,
    request_id: null,
  })
  const people = monthOf('2027-02', [
    absence('Eve', '2027-02-27', '2027-03-08'),
    absence('Ada', '2027-01-30', '2027-02-02'),
    absence('Ada', '2027-02-10', '2027-02-10'),
  ])
  expect(
    people.map(({ name, runs }) => [name, runs.map(({ days, absence: one }) => [days, Boolean(one)])]),
  ).toEqual([
    [
      'Ada',
      [
        [2, true],
        [7, false],
        [1, true],
        [18, false],
      ],
    ],
    [
      'Eve',
      [
        [26, false],
        [2, true],
      ],
    ],
  ])
})
