import { expect, test } from 'vitest'
import { company, group, invite, sale } from '../kit/holdings.ts'
import { join } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

const day = new Date().toISOString().slice(0, 10)

test('a parent invites, sees which rate is missing, enters it, and then has the sum of all', async () => {
  const { parent, child, link } = await group('USD')
  await sale(child, 10_000, { issue_date: day, due_date: day })
  const at = `/organizations/${parent.org.slug}/holding`
  const before = await open(at, parent.owner.headers)
  for (const said of ['Child', '1 rate is missing: USD in EUR', 'no rate', '$100.00'])
    expect(before.text).toContain(said)
  const first = `${day.slice(0, 7)}-01`
  const row = { day: first, base: 'USD', rate: '0.5', quote: 'EUR' }
  const rate = Object.fromEntries(Object.entries(row).map(([name, value]) => [`rates:0:${name}`, value]))
  expect(to(await submit(`${at}/rates`, { rates: 'asked', ...rate }, parent.owner.headers))[0]).toBe(303)
  const after = await open(at, parent.owner.headers)
  expect(after.text).toContain('€50.00')
  expect(after.text).not.toContain('missing')
  const csv = `base;quote;rate;day;source\r\nUSD;EUR;0.25;${first};A bank\r\n`
  const wrong = await submit(`${at}/table`, { csv: csv.replace('0.25', '0') }, parent.owner.headers)
  expect([wrong.status, wrong.text.includes('Table: Must be more than 0.')]).toEqual([422, true])
  expect((await submit(`${at}/table`, { csv: 'nothing' }, parent.owner.headers)).status).toBe(422)
  expect(to(await submit(`${at}/table`, { csv }, parent.owner.headers))[0]).toBe(303)
  const table = await open(at, parent.owner.headers)
  for (const said of ['€25.00', '1 USD is 0.25 EUR', 'A bank']) expect(table.text).toContain(said)
  const draft = { organization_slug: 'somebody-else', ownership_percent: '50', data_scopes: 'finance' }
  expect(to(await submit(`${at}/invite`, draft, parent.owner.headers))[0]).toBe(303)
  expect((await open(at, parent.owner.headers)).text).toContain('somebody-else')
  expect(to(await submit(`${at}/remove`, { link_id: link }, parent.owner.headers))[0]).toBe(303)
  expect((await open(at, parent.owner.headers)).text).not.toContain('Child')
  expect((await open(at, (await join(parent, 'manager')).headers)).status).toBe(403)
})

test('an owner sees the figures before agreeing, shows fewer, and leaves', async () => {
  const [parent, child] = [await company('Parent'), await company('Child')]
  await sale(child, 12_300, { issue_date: day, due_date: day })
  const { id } = await invite(parent, child, { data_scopes: ['finance', 'crm'] })
  const at = `/organizations/${child.org.slug}/holding`
  const { headers } = child.owner
  expect((await open(at, headers)).text).toContain('waits for you')
  const page = await open(`${at}/${id}`, headers)
  for (const said of ['€123.00', 'It asks for money, deals', 'Let it see these'])
    expect(page.text).toContain(said)
  expect(page.text).not.toContain('number of people')
  expect(to(await submit(`${at}/${id}/accept`, { link_id: id, data_scopes: 'crm' }, headers))[0]).toBe(303)
  expect((await open(at, headers)).text).toContain('sees deals')
  expect((await open(`${at}/${id}`, headers)).text).toContain('Change what it sees')
  expect(to(await submit(`${at}/${id}/leave`, { link_id: id }, headers))[0]).toBe(303)
  expect((await open(`${at}/${id}`, headers)).status).toBe(404)
})
