import { expect, test } from 'vitest'
import { join } from '../kit/makers.ts'
import { planning } from '../kit/okr.ts'
import { open, submit, to } from './browse.ts'

test('the objectives of a quarter form a tree, and what is mine is checked in with two clicks', async () => {
  const of = await planning()
  const { ws } = of
  const boss = await join(ws, 'manager', 'Boss')
  const top = await of.create({ title: 'Grow <i>', roll_up: 'children' })
  const low = await of.create({ title: 'Be found', parent_id: top.id, owner_id: boss.id, weight: 2 })
  const kr = await of.measure(low.id, { title: 'Visitors', unit: 'people' })
  const list = `/organizations/${ws.org.slug}/objectives`
  await open(list, boss.headers)
  const page = await open(list, boss.headers)
  expect([page.status, page.roundTrips]).toEqual([200, 1])
  for (const expected of ['Grow &lt;i&gt;', 'Be found', 'weight 2', '0 of 100 people', 'id="mine"'])
    expect(page.text).toContain(expected)
  const at = `/key-results/${kr.id}`
  expect(page.text).toContain(`href="${at}?org=${ws.org.slug}"`)
  const sent = await submit(`${at}/check-in?org=${ws.org.slug}`, { value: '40', once: 'a' }, boss.headers)
  expect(sent.status).toBe(303)
  const after = await open(String(to(sent)[1]), boss.headers)
  for (const expected of ['40 of 100 people', '40 %', 'Boss']) expect(after.text).toContain(expected)
  expect((await open(`${list}?period=2020-Q1`, boss.headers)).text).toContain('None yet.')
  expect((await open(list, (await join(ws, 'viewer')).headers)).status).toBe(403)
})

test('quarters are those of the financial year, and its ranges are offered where figures are asked for', async () => {
  const of = await planning()
  const { ws } = of
  const at = (page: string) => `/organizations/${ws.org.slug}/${page}`
  const { headers } = ws.owner
  const { id } = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, { name: 'Money' })
  const editor = `/figures/${id}/new?source=tasks`
  for (const page of [at('holding'), at('agency'), editor])
    expect((await open(page, headers)).text).not.toContain('financial year')
  await ws.owner.ok('PATCH', ws.base, { fiscal_year_start: 2 })
  await of.create({ title: 'Be found', period_start: null, period_end: null, period_label: '2026/27-Q4' })
  const quarter = (name: string) => open(`${at('objectives')}?period=${encodeURIComponent(name)}`, headers)
  const { text } = await quarter('2026/27-Q4')
  for (const said of ['Objectives of 2026/27 Q4', '2027/28 Q1', 'Be found']) expect(text).toContain(said)
  expect((await quarter('2026/27-Q3')).text).not.toContain('Be found')
  for (const page of [at('holding'), at('agency'), editor])
    expect((await open(page, headers)).text).toContain('his financial year')
  const last = await open(`${at('holding')}?span=fiscal-last`, headers)
  expect(last.text).toMatch(/<a [^>]*aria-current="true"[^>]*>last financial year/)
})

test('the page of an objective says why its progress is what it is, and closes and reopens it', async () => {
  const of = await planning()
  const { ws } = of
  const { id } = await of.create({ title: 'Be found' })
  for (const [value, weight] of [
    [30, 1],
    [90, 2],
  ] as const) {
    const kr = await of.measure(id, { title: `At ${value}`, weight })
    await of.checkIn(kr.id, value)
  }
  const at = (action = '') => `/objectives/${id}${action}?org=${ws.org.slug}`
  const { text } = await open(at(), ws.owner.headers)
  expect(text).toMatch(/At 90<\/td><td>2<\/td><td>90 %/)
  expect(text).toContain('Together 70 %')
  const member = await join(ws)
  expect((await open(at(), member.headers)).text).not.toContain('Close the objective')
  await submit(at('/close'), { status: 'achieved', note: 'Well done' }, ws.owner.headers)
  const closed = await open(at(), ws.owner.headers)
  for (const expected of ['achieved 0.7', 'Well done', 'Reopen']) expect(closed.text).toContain(expected)
  await submit(at('/reopen'), {}, ws.owner.headers)
  expect(await of.get(id)).toMatchObject({ status: 'active', score: null })
})
