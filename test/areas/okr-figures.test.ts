import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { keyOf, modern } from '../mcp/rpc.ts'
import { actions, join, project, taskRow } from '../kit/makers.ts'
import { goals, planning } from '../kit/okr.ts'
import { refusal } from '../kit/refusals.ts'

const done = { metric_type: 'bi', target_value: 10, bi_query: { source: 'tasks', measures: ['done'] } }

test('a figure of a key result is one number for all, over no private project unless it is private', async () => {
  const of = await planning()
  const web = await project(of.ws)
  const secret = await project(of.ws, { visibility: 'private' })
  for (const { id } of [web, web, web, secret]) await taskRow(of.ws, id, { status: 'done' })
  const open = await of.create({ roll_up: 'key_results' })
  const top = await of.create({ title: 'Top', roll_up: 'children' })
  await of.change(open.id, { parent_id: top.id })
  const bound = await of.measure(open.id, done)
  expect(bound).toMatchObject({ current_value: '3', progress: 0.3, computed_over: 'open_projects' })
  expect(await actions(of.ws)).toContain('key_result.bound')
  const member = goals(of.ws, await join(of.ws))
  for (const id of [open.id, top.id])
    expect([(await member.get(id)).progress, (await of.get(id)).progress]).toEqual([0.3, 0.3])
  const { items } = await of.ws.owner.ok('GET', `${of.at}?health=at_risk,off_track,on_track&sort=title`)
  expect(items.map(({ progress }: { progress: number }) => progress)).toEqual([0.3, 0.3])
  const hidden = await of.create({ visibility: 'private' })
  expect(await of.measure(hidden.id, done)).toMatchObject({
    current_value: '4',
    computed_over: 'all_projects',
  })
  await taskRow(of.ws, web.id, { status: 'done' })
  const { items: nodes } = await of.ws.owner.ok('GET', `${of.ws.base}/okr/tree`)
  expect(nodes.map(({ progress }: { progress: number }) => progress)).toEqual([0.4, 0.4, 0.5])
  expect((await of.close(open.id, { status: 'missed' })).body).toMatchObject({ score: 0.4, progress: 0.4 })
  await taskRow(of.ws, web.id, { status: 'done' })
  expect((await of.get(open.id)).key_results[0]).toMatchObject({ current_value: '4', progress: 0.4 })
})

test('a figure is refused that is not one number, or not open to who binds it', async () => {
  const of = await planning()
  const { id } = await of.create()
  const asked = (query: object) =>
    of.tryMeasure(id, { ...done, bi_query: { source: 'tasks', measures: ['done'], ...query } })
  const cases: [object, string][] = [
    [{ measures: ['done', 'open'] }, 'body.bi_query.measures: name one'],
    [{ dimensions: ['status'] }, 'body.bi_query.dimensions: unknown field'],
    [
      { filters: [{ field: 'assignee', op: 'eq', value: '@me' }] },
      'body.bi_query.filters[0].value: @me means somebody else for each reader',
    ],
    [
      { source: 'invoices', measures: ['invoiced_net'] },
      'body.bi_query.in: send base: amounts of several currencies are no one number',
    ],
  ]
  for (const [query, message] of cases) {
    const reply = await asked(query)
    expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining(message)])
  }
  const closed = { source: 'payroll_totals', measures: ['count'], dimensions: undefined }
  expect(refusal(await asked(closed))).toEqual([422, 'body.bi_query.source: pay and leave are not published'])
  const boss = goals(of.ws, await join(of.ws, 'manager'))
  const usage = { source: 'usage_meters', measures: ['quantity'] }
  const mine = await boss.create()
  expect(refusal(await boss.tryMeasure(mine.id, { ...done, bi_query: usage }))).toEqual([
    403,
    'this source is not open to your role',
  ])
  const bound = await boss.measure(mine.id, done)
  expect(refusal(await boss.redefine(bound.id, { bi_query: usage }))).toEqual([
    403,
    'this source is not open to your role',
  ])
  expect(refusal(await of.tryMeasure(id, { metric_type: 'bi', target_value: 1 }))).toEqual([
    422,
    'body.bi_query: required for bi',
  ])
})

test('a figure whose source is there no more has no progress and says why', async () => {
  const of = await planning()
  const { id } = await of.create()
  const bound = await of.measure(id, done)
  await asOwner(`update okr_key_results set bi_query = bi_query || '{"source": "velocity"}' where id = $1`, [
    bound.id,
  ])
  expect(await of.get(id)).toMatchObject({
    progress: null,
    reason: 'nothing_measured',
    key_results: [{ current_value: null, progress: null, reason: 'source_gone' }],
  })
})

test('where figures of a block are closed to tools, they have none of it there', async () => {
  const of = await planning()
  const { id } = await of.create({ title: 'Sell' })
  const money = { source: 'invoices', measures: ['count'] }
  const bound = await of.measure(id, { ...done, bi_query: money })
  await of.measure(id, { title: 'Rest', metric_type: 'boolean' })
  const { token } = await keyOf(of.ws)
  const seen = async (exposed: string) => {
    const call = { name: 'get_objective', arguments: { objective_id: 'Sell' } }
    const env = { MCP_EXPOSE_SENSITIVE: exposed }
    const { body } = await modern('tools/call', call, { token, query: '?tools=all', env })
    const [first] = JSON.parse(body.result.content[0].text).key_results
    return [first.value, first.progress]
  }
  expect(await seen('true')).toEqual(['0', 0])
  expect(await seen('false')).toEqual([undefined, undefined])
  await of.close(id, { status: 'missed', score: 0.1 })
  expect(await seen('false')).toEqual([undefined, undefined])
  expect((await of.get(id)).key_results[0]).toMatchObject({ id: bound.id, current_value: '0', reason: null })
})
