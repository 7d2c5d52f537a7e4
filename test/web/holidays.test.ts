import { expect, test } from 'vitest'
import { asked, office } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('an admin adds a day off, learns which leave counts differently, and takes it back', async () => {
  const place = await office()
  const { ws, ada, boss } = place
  const page = `/organizations/${ws.org.slug}/holidays`
  const { id } = await asked(place, ada, { start_date: '2027-02-01', end_date: '2027-02-05' })
  await boss.ok('POST', `${ws.base}/leave-requests/${id}/approve`, {})
  const before = plain((await open(`${page}?year=2027`, ws.owner.headers)).text)
  expect(before).toContain('Nothing: the public holidays are kept as they are.')
  expect(before).toMatch(/Public holidays of 2027 Friday, 1 Jan 2027 : New Year/)
  expect(before).not.toContain('The day is entered')

  const day = { date: '2027-02-03', name: 'Company day', kind: 'add' }
  const added = plain((await submit(`${page}?year=2027`, day, ws.owner.headers)).text)
  expect(added).toContain('1 request for leave would count differently now: Ada, 1 Feb 2027 to 5 Feb 2027')
  expect(added).toContain('counted 5, now 4')
  const [own] = (await ws.owner.ok('GET', `${ws.base}/calendar/settings`)).overrides
  expect(own).toMatchObject({ ...day, half_day: false, region: null })
  const quiet = { ...day, date: '2027-03-03', half_day: 'yes', recalculate: 'yes' }
  expect(to(await submit(page, quiet, ws.owner.headers))).toEqual([303, `${page}?done=added`])

  const back = await submit(`${page}/delete`, { override_id: own.id }, ws.owner.headers)
  expect(to(back)).toEqual([303, `${page}?done=delete`])
  const after = plain((await open(`${page}?year=2027`, ws.owner.headers)).text)
  expect(after).toMatch(/Company day Wednesday, 3 Mar 2027 half a day day off/)
  expect(after).not.toContain('3 Feb 2027')
})

test('what is wrong with a day stands beside its field; members see the days and change none', async () => {
  const { ws } = await office()
  const page = `/organizations/${ws.org.slug}/holidays`
  const send = (form: object) =>
    submit(page, { date: '2027-02-03', name: 'Fair', kind: 'add', ...form }, ws.owner.headers)
  const region = await send({ region: 'XX' })
  expect([region.status, problemBeside('region', region)]).toEqual([
    422,
    'No region of the country of the organization.',
  ])
  const nameless = await send({ name: '' })
  expect([nameless.status, !!problemBeside('name', nameless)]).toEqual([422, true])
  expect((await send({})).status).toBe(303)
  const twice = await send({})
  expect([twice.status, twice.text.includes('There is a problem')]).toEqual([409, true])
  const member = await join(ws, 'member')
  const seen = (await open(`${page}?year=2027`, member.headers)).text
  expect(seen).toContain('Fair')
  expect(seen).not.toContain('Add a day off')
  expect((await submit(page, { date: '2027-02-04', name: 'Mine', kind: 'add' }, member.headers)).status).toBe(
    403,
  )
})
