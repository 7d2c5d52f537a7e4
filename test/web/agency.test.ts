import { expect, test } from 'vitest'
import { agency, bill, entry, projectFor } from '../kit/agency.ts'
import { join, taskRow } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

test('shows each client with its health in words and why, and leads to the client', async () => {
  const { ws, people, acme, boss } = await agency()
  const home = await projectFor(ws, acme.id, '', { name: 'Web shop' })
  await projectFor(ws, null)
  await taskRow(ws, home.id, { status: 'todo', due_date: '2026-02-01', created_at: '2026-01-01T00:00:00Z' })
  await entry(ws, people[0]!, {
    client_id: acme.id,
    project_id: home.id,
    hourly_rate_minor: 8000,
    currency: 'EUR',
  })
  await bill(ws, acme.id, '2026-03-02', '100')
  const at = `/organizations/${ws.org.slug}/agency`
  const march = 'from=2026-03-01&to=2026-03-31'
  const { text } = await open(`${at}?${march}`, boss.headers)
  for (const said of [
    'in trouble',
    '100 % of open tasks are late',
    '1 project has no client',
    '€80.00',
    'Web shop',
  ])
    expect(text.includes(said)).toBe(said !== 'Web shop')
  expect(text).toContain('fewer than three people worked')
  const link = `${at}/${acme.id}?${march.replace('&', '&amp;')}`
  expect(text).toContain(`href="${link}"`)
  const one = await open(link.replace('&amp;', '&'), boss.headers)
  for (const said of ['Web shop', 'Because fewer than three people worked', '2026-03', '€100.00'])
    expect(one.text).toContain(said)
  const mine = await open(`${at}?${march}`, people[1]!.headers)
  expect(mine.text).not.toContain('€')
  expect(mine.text).toContain('your own')
  expect((await open(at, (await join(ws, 'viewer')).headers)).status).toBe(403)
  expect((await open(`${at}/no-client`, boss.headers)).status).toBe(404)
})

test('an admin says what an hour costs, and then there is a margin', async () => {
  const { ws, people, acme } = await agency()
  const at = `/organizations/${ws.org.slug}`
  await entry(ws, people[0]!, { client_id: acme.id, hourly_rate_minor: 8000, currency: 'EUR' })
  const page = `${at}/agency?from=2026-03-01&to=2026-03-31`
  expect((await open(page, ws.owner.headers)).text).toContain('Say what an hour costs')
  const fields = { user_id: people[0]!.id, effective_from: '2026-01-01', hourly_minor: '30.00' }
  expect(to(await submit(`${at}/cost-rates`, fields, ws.owner.headers))[0]).toBe(303)
  expect((await open(`${at}/cost-rates`, ws.owner.headers)).text).toContain('€30.00')
  const after = await open(page, ws.owner.headers)
  expect(after.text).toContain('€50.00')
  expect(after.text).not.toContain('Say what an hour costs')
})
