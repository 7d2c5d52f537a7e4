import { expect, test } from 'vitest'
import { asOwner, type Json, type Reply } from '../kit/client.ts'
import { anotherPipeline, sales, type Sales, stageIds, stages } from '../kit/deals.ts'
import { project, workspace } from '../kit/makers.ts'

const times = (count: number) => Array.from({ length: count }, (_, n) => n)
const counted = (replies: Reply[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Checks that each deal is where its history ends, its entries are in order, and no two have the same rank.
 */
async function expectConsistent({ ws }: Sales) {
  const invalid = await asOwner(
    `select d.id from deals d where d.org_id = $1 and d.stage_id is distinct from (
        select h.to_stage_id from deal_history h where h.deal_id = d.id and h.to_stage_id is not null
          order by h.changed_at desc, h.id desc limit 1)
      union all select h.deal_id from (select x.*, lag(x.to_stage_id) over w as stood from deal_history x
          where x.org_id = $1 and (x.from_stage_id is not null or x.to_stage_id is not null)
          window w as (partition by x.deal_id order by x.changed_at, x.id)) h
        where h.kind = 'stage' and h.stood is distinct from h.from_stage_id
      union all select min(d.id::text)::uuid from deals d where d.org_id = $1 group by d.stage_id, d.rank having count(*) > 1`,
    [ws.org.id],
  )
  expect(invalid).toEqual([])
}

test(
  'fifty concurrent moves leave each deal in one place, and its history in order',
  { tags: 'race' },
  async () => {
    const shop = await sales()
    const { ws, at, stage, draft, board } = shop
    const other = stageIds(await anotherPipeline(shop))
    const created: Json[] = []
    for (const n of times(10)) created.push(await draft({ title: `D${n}` }))
    const goals = [...Object.values(stage), other.Proposal]
    const replies = await Promise.all(
      times(50).map((n) =>
        ws.owner.call('POST', `${at}/${created[n % 10]!.id}/move`, {
          stage_id: goals[n % goals.length],
          ...(n % 3 ? { position: n % 2 ? 'top' : 'bottom' } : {}),
        }),
      ),
    )
    expect(counted(replies)).toEqual({ 200: 50 })
    await expectConsistent(shop)
    const shown = await Promise.all([...Object.values(stage), other.Proposal!].map(board))
    expect(shown.flat().toSorted()).toEqual(times(10).map((n) => `D${n}`))
  },
)

test(
  'of fifty concurrent wins of a deal one succeeds, and one project is created',
  { tags: 'race' },
  async () => {
    const { ws, at, draft, history } = await sales()
    const { id } = await draft({ title: 'Once' })
    const replies = await Promise.all(
      times(50).map(() => ws.owner.call('POST', `${at}/${id}/win`, { create_project: {} })),
    )
    expect(counted(replies)).toEqual({ 200: 1, 409: 49 })
    expect(
      new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.error.message)),
    ).toEqual(new Set(['the deal is won; only an open one can be won: reopen it first']))
    expect((await history(id)).map(({ kind }) => kind)).toEqual(['created', 'status'])
    expect(await asOwner('select name from projects where org_id = $1', [ws.org.id])).toEqual([
      { name: 'Once' },
    ])
  },
)

test('a deal is won or lost, not both, whatever the order', { tags: 'race' }, async () => {
  const { ws, at, draft, get, history } = await sales()
  const created = await Promise.all(times(10).map(() => draft()))
  const replies = await Promise.all(
    created.flatMap(({ id }) => [
      ws.owner.call('POST', `${at}/${id}/win`, {}),
      ws.owner.call('POST', `${at}/${id}/lose`, { lost_reason: 'Price' }),
    ]),
  )
  expect(counted(replies)).toEqual({ 200: 10, 409: 10 })
  for (const { id } of created) expect((await history(id)).at(-1).to_value).toBe((await get(id)).status)
})

test('a stage is deleted while deals enter and leave it, and none is lost', { tags: 'race' }, async () => {
  const shop = await sales()
  const { ws, at, pipeline, stage, draft } = shop
  const created: Json[] = []
  for (const n of times(12)) created.push(await draft({ stage_id: Object.values(stage)[n % 3] }))
  const gone = `${ws.base}/pipelines/${pipeline.id}/stages/${stage.Proposal}?move_to=${stage.Negotiation}`
  const [deleted, ...others] = await Promise.all([
    ws.owner.call('DELETE', gone),
    ...created.map(({ id }, n) =>
      ws.owner.call('POST', `${at}/${id}/move`, { stage_id: n % 2 ? stage.Proposal : stage.Negotiation }),
    ),
    ...times(12).map(() =>
      ws.owner.call('POST', at, { title: 'New', value_minor: 1, stage_id: stage.Proposal }),
    ),
  ])
  expect(deleted.status).toBe(204)
  expect(others.filter(({ status }) => ![200, 201, 422].includes(status)).map(({ text }) => text)).toEqual([])
  const refused = others.filter(({ status }) => status === 422).map(({ body }) => body.error.message)
  expect(new Set([...refused, 'body.stage_id: not found'])).toEqual(new Set(['body.stage_id: not found']))
  await expectConsistent(shop)
  expect(await asOwner('select 1 from deals where stage_id = $1', [stage.Proposal])).toEqual([])
})

test(
  'two pipelines that are deleted into each other leave one with all deals',
  { tags: 'race' },
  async () => {
    const shop = await sales()
    const { ws, draft } = shop
    const other = await anotherPipeline(shop)
    for (const pipeline_id of [shop.pipeline.id, other.id]) await draft({ pipeline_id })
    const drop = (id: string, to: string) =>
      ws.owner.call('DELETE', `${ws.base}/pipelines/${id}?move_to=${to}`)
    const replies = await Promise.all([drop(shop.pipeline.id, other.id), drop(other.id, shop.pipeline.id)])
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    const { items } = await ws.owner.ok('GET', `${ws.base}/pipelines`)
    expect(items).toMatchObject([{ is_default: true }])
    const { total } = await ws.owner.ok('GET', `${ws.base}/deals?pipeline_id=${items[0].id}`)
    expect(total).toBe(2)
  },
)

test('deals created while the default pipeline is deleted go to the next one', { tags: 'race' }, async () => {
  const shop = await sales()
  const { ws, at } = shop
  const other = await anotherPipeline(shop)
  const create = () => ws.owner.call('POST', at, { title: 'New', value_minor: 1 })
  const [deleted, ...replies] = await Promise.all([
    ws.owner.call('DELETE', `${ws.base}/pipelines/${shop.pipeline.id}?move_to=${other.id}`),
    ...times(30).map(create),
  ])
  expect([deleted.status, counted(replies)]).toEqual([204, { 201: 30 }])
  expect((await ws.owner.ok('GET', `${at}?pipeline_id=${other.id}`)).total).toBe(30)
  await expectConsistent(shop)
})

test('of pipelines created concurrently exactly one is the default', { tags: 'race' }, async () => {
  const ws = await workspace()
  const replies = await Promise.all(
    times(20).map((n) =>
      ws.owner.call('POST', `${ws.base}/pipelines`, {
        name: `P${n}`,
        stages,
        ...(n % 4 ? {} : { is_default: true }),
      }),
    ),
  )
  expect(counted(replies)).toEqual({ 201: 20 })
  const { items } = await ws.owner.ok('GET', `${ws.base}/pipelines`)
  expect(items.filter(({ is_default }: Json) => is_default)).toHaveLength(1)
  expect(items.map(({ position }: Json) => position)).toEqual(times(20).map((n) => n + 1))
  const marks = await Promise.all(
    items.map(({ id }: Json) => ws.owner.call('PATCH', `${ws.base}/pipelines/${id}`, { is_default: true })),
  )
  expect(counted(marks)).toEqual({ 200: 20 })
})

test('a project requested twice by name is created once', { tags: 'race' }, async () => {
  const { ws, at, draft, get } = await sales()
  await project(ws, { name: 'Other' })
  const created = await Promise.all(times(10).map(() => draft({ title: 'Same' })))
  const replies = await Promise.all(
    created.map(({ id }) => ws.owner.call('POST', `${at}/${id}/win`, { create_project: {} })),
  )
  expect(counted(replies)).toEqual({ 200: 1, 409: 9 })
  const states = await Promise.all(created.map(async ({ id }) => (await get(id)).status))
  expect(states.filter((status) => status === 'open')).toHaveLength(9)
})
