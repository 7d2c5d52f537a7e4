import { expect, test } from 'vitest'
import { available, makeType, office } from '../kit/leave.ts'
import { open, problemBeside, submit, to } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const year = new Date().getUTCFullYear()
const lastDay = `${year}-12-31`

test('an admin corrects a balance on the page of the person, and learns where the law is short', async () => {
  const place = await office()
  const { ws, worker, vacation, boss } = place
  const page = `/people/${worker.id}`
  const org = `?org=${ws.org.slug}`
  expect((await open(page + org, ws.owner.headers)).text).toContain('Correct the balance')
  expect((await open(page + org, boss.headers)).text).not.toContain('Correct the balance')
  const correct = (form: object, who = ws.owner) =>
    submit(
      `${page}/adjust${org}`,
      { leave_type_id: vacation.id, year: String(year), note: 'Worked on a Sunday', ...form },
      who.headers,
    )
  expect(to(await correct({ amount: '1.5' }))[0]).toBe(303)
  expect(await available(place, lastDay)).toBe('23.5')
  const short = await correct({ amount: '-5' })
  expect(plain(short.text)).toMatch(/The balance is corrected .* weeks of paid leave of \d{4} are left/)
  expect(await available(place, lastDay)).toBe('18.5')

  const none = await correct({ amount: '0' })
  expect([none.status, problemBeside('adjust-amount', none)]).toEqual([422, 'Must not be 0.'])
  const silent = await correct({ amount: '1', note: '' })
  expect([silent.status, !!problemBeside('adjust-note', silent)]).toEqual([422, true])
  const much = await correct({ amount: '-30' })
  expect([much.status, plain(much.text)]).toEqual([
    409,
    expect.stringContaining('That would leave -11.5 available; the balance may not be overdrawn.'),
  ])
  expect((await correct({ amount: '1' }, boss)).status).toBe(403)
  expect(await available(place, lastDay)).toBe('18.5')
})

test('an admin enters what a year grants, once, and reads how much was missing', async () => {
  const { ws, boss } = await office()
  await makeType(ws, { name: 'Sick', affects_balance: false })
  const page = `/organizations/${ws.org.slug}/leave-types`
  const { text } = await open(page, ws.owner.headers)
  expect(text).toContain('Enter what is granted and carried over')
  expect(/<select[^>]*id="accrue-leave_type_id".*?<\/select>/s.exec(text)?.[0]).not.toContain('Sick')
  const enter = (form: object, who = ws.owner) =>
    submit(`${page}/accrue`, { period: String(year), ...form }, who.headers)
  expect(plain((await enter({})).text)).toMatch(/\d+ entries made/)
  expect(plain((await enter({})).text)).toContain('Nothing was missing 2 balances were right already.')
  const wrong = await enter({ period: '26' })
  expect([wrong.status, problemBeside('accrue-period', wrong)]).toEqual([
    422,
    'Must be a year as 2026 or a month as 2026-03.',
  ])
  expect((await enter({}, boss)).status).toBe(403)
})
