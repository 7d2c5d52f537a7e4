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
  expect([page.status, page.trips]).toEqual([200, 1])
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
