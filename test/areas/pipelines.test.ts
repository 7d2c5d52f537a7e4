import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { anotherPipeline, sales, type Sales, stageIds, stages } from '../kit/deals.ts'
import { actions, join, workspace } from '../kit/makers.ts'
import { codedRefusal, conflict, invalid } from '../kit/refusals.ts'

const list = async ({ ws }: Pick<Sales, 'ws'>, query = ''): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/pipelines${query}`)).items
const one = async (shop: Sales, id = shop.pipeline.id): Promise<Json> =>
  (await list(shop)).find((pipeline) => pipeline.id === id)
const names = (pipeline: Json) => pipeline.stages.map(({ name }: Json) => name)

describe('pipelines', () => {
  test('start with none; the first one is the default, and each is listed with its stages in order', async () => {
    const ws = await workspace()
    expect(await list({ ws })).toEqual([])
    const first = await ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'New', currency: 'USD', stages })
    expect(first).toMatchObject({
      name: 'New',
      currency: 'USD',
      is_default: true,
      position: 1,
      version: 1,
      archived_at: null,
    })
    expect(first.stages).toMatchObject([
      { name: 'Qualified', position: 1, probability: 20, rotting_days: null },
      { name: 'Proposal', position: 2, probability: 50, rotting_days: 14 },
      { name: 'Negotiation', position: 3, probability: 80, rotting_days: null },
    ])
    const second = await ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'Renewals', stages })
    expect([second.is_default, second.position]).toEqual([false, 2])
    const third = await ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'Big', stages, is_default: true })
    expect((await list({ ws })).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['New', false],
      ['Renewals', false],
      ['Big', true],
    ])
    expect((await list({ ws }, '?sort=name')).map(({ name }) => name)).toEqual(['Big', 'New', 'Renewals'])
    const back = await ws.owner.ok('PATCH', `${ws.base}/pipelines/${first.id}`, {
      is_default: true,
      name: 'Newer',
    })
    expect([back.name, back.is_default]).toEqual(['Newer', true])
    expect((await list({ ws })).filter(({ is_default }) => is_default)).toHaveLength(1)
    expect(third.id).not.toBe(first.id)
    expect(await actions(ws)).toEqual(expect.arrayContaining(['pipeline.created', 'pipeline.updated']))
  })

  test('are rejected with each invalid field', async () => {
    const { ws, pipeline } = await sales()
    const cases: [draft: object, problem: string][] = [
      [{ name: ' ' }, 'body.name: must not be empty'],
      [{ stages: [] }, 'body.stages: at least one stage'],
      [{ stages: undefined }, 'body.stages: required'],
      [
        { stages: Array.from({ length: 51 }, (_, n) => ({ name: `s${n}`, probability: 1 })) },
        'body.stages: at most 50 stages',
      ],
      [{ stages: [stages[0], { name: 'qualified', probability: 1 }] }, 'body.stages: each name once'],
      [{ stages: [{ name: 'a', probability: 101 }] }, 'body.stages[0].probability: must be 0 to 100'],
      [
        { stages: [{ name: 'a', probability: 1.5 }] },
        'body.stages[0].probability: must be a whole percentage',
      ],
      [
        { stages: [{ name: 'a', probability: 1, rotting_days: 0 }] },
        'body.stages[0].rotting_days: must be 1 to 3650',
      ],
      [{ currency: 'ZZZ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
      [
        { is_default: false },
        'body.is_default: must be true; to take the mark away, make another pipeline the default one',
      ],
      [{ colour: 'red' }, 'body.colour: unknown field'],
    ]
    for (const [draft, problem] of cases)
      expect(
        codedRefusal(await ws.owner.call('POST', `${ws.base}/pipelines`, { name: 'New', stages, ...draft })),
      ).toEqual(invalid(problem))
    expect(
      codedRefusal(await ws.owner.call('POST', `${ws.base}/pipelines`, { name: 'NEW business', stages })),
    ).toEqual(conflict('a pipeline of this name already exists'))
    const member = await join(ws)
    const viewer = await join(ws, 'viewer')
    expect(codedRefusal(await member.call('POST', `${ws.base}/pipelines`, { name: 'Mine', stages }))).toEqual(
      [403, 'forbidden', 'needs the role manager or above'],
    )
    expect(codedRefusal(await viewer.call('GET', `${ws.base}/pipelines`))).toEqual([
      403,
      'forbidden',
      'needs the role member or above',
    ])
    const stranger = (await workspace()).owner
    expect(
      (await stranger.call('PATCH', `${ws.base}/pipelines/${pipeline.id}`, { name: 'Mine' })).status,
    ).toBe(404)
  })

  test('are at most fifty, with fifty stages each', async () => {
    const { ws, pipeline } = await sales()
    await asOwner(
      `insert into pipelines (org_id, name, position, created_by) select $1, 'p' || n, n, $2 from generate_series(2, 50) n`,
      [ws.org.id, ws.owner.id],
    )
    expect(
      codedRefusal(await ws.owner.call('POST', `${ws.base}/pipelines`, { name: 'More', stages })),
    ).toEqual(conflict('an organization has at most 50 pipelines; delete one first'))
    await asOwner(
      `insert into pipeline_stages (org_id, pipeline_id, name, position, probability)
        select $1, $2, 's' || n, n, 1 from generate_series(4, 50) n`,
      [ws.org.id, pipeline.id],
    )
    const more = { name: 'More', probability: 1 }
    expect(
      codedRefusal(await ws.owner.call('POST', `${ws.base}/pipelines/${pipeline.id}/stages`, more)),
    ).toEqual(conflict('a pipeline has at most 50 stages; delete one first'))
  })

  test('that are archived accept no deals and are not listed; the default one cannot be archived', async () => {
    const shop = await sales()
    const { ws, at, draft, tryAction } = shop
    const other = await anotherPipeline(shop)
    const path = `${ws.base}/pipelines/${other.id}`
    const otherPipeline = await draft({ pipeline_id: other.id })
    await shop.act(otherPipeline.id, 'lose', { lost_reason: 'Price' })
    await ws.owner.ok('PATCH', path, { archived: true })
    expect((await list(shop)).map(({ name }) => name)).toEqual(['New business'])
    expect((await list(shop, '?archived=true')).map(({ name }) => name)).toEqual(['Renewals'])
    const closed = conflict('the pipeline is archived; restore it, or choose another one')
    expect(
      codedRefusal(await ws.owner.call('POST', at, { title: 'x', value_minor: 1, pipeline_id: other.id })),
    ).toEqual(closed)
    const { id } = await draft()
    expect(await tryAction(id, 'move', { stage_id: stageIds(other).Qualified })).toEqual(closed)
    expect(await tryAction(otherPipeline.id, 'reopen')).toEqual(
      conflict('the pipeline of the deal is archived; restore the pipeline first'),
    )
    expect(codedRefusal(await ws.owner.call('PATCH', path, { is_default: true }))).toEqual(
      invalid('body.is_default: an archived pipeline cannot be the default one; restore it first'),
    )
    expect(codedRefusal(await ws.owner.call('PATCH', path, { is_default: true, archived: true }))).toEqual(
      invalid('body.is_default: an archived pipeline cannot be the default one; restore it first'),
    )
    expect(
      codedRefusal(
        await ws.owner.call('PATCH', `${ws.base}/pipelines/${shop.pipeline.id}`, { archived: true }),
      ),
    ).toEqual(conflict('new deals go to this pipeline; make another one the default first'))
    expect(codedRefusal(await ws.owner.call('DELETE', path))).toEqual(
      conflict('the pipeline has deals; name the pipeline that takes them in move_to'),
    )
    const back = await ws.owner.ok('PATCH', path, { archived: false, is_default: true })
    expect([back.archived_at, back.is_default]).toEqual([null, true])
  })

  test('conflict only if the same field changed since the given version', async () => {
    const { ws, pipeline } = await sales()
    const path = `${ws.base}/pipelines/${pipeline.id}`
    await ws.owner.ok('PATCH', path, { name: 'Second', version: 1 })
    expect(codedRefusal(await ws.owner.call('PATCH', path, { name: 'Third', version: 1 }))).toEqual(
      conflict('changed by somebody else since version 1: name'),
    )
    expect((await ws.owner.ok('PATCH', path, { currency: 'USD', version: 1 })).version).toBe(3)
  })
})

describe('deleting a pipeline', () => {
  test('requires a target for its deals, and is not possible for the only one', async () => {
    const shop = await sales()
    const { ws, draft } = shop
    await draft()
    const drop = async (query = '', id = shop.pipeline.id) =>
      codedRefusal(await ws.owner.call('DELETE', `${ws.base}/pipelines/${id}${query}`))
    expect(await drop()).toEqual(
      conflict('it is the only pipeline in use; create or restore another one first'),
    )
    const other = await anotherPipeline(shop)
    expect(await drop()).toEqual(
      conflict('the pipeline has deals; name the pipeline that takes them in move_to, or archive it'),
    )
    expect(await drop(`?move_to=${uuidv7()}`)).toEqual(invalid('query.move_to: not found'))
    expect(await drop(`?move_to=${shop.pipeline.id}`)).toEqual(invalid('query.move_to: the pipeline itself'))
    expect(await drop('?move_to=somewhere')).toEqual(invalid('query.move_to: must be a uuid'))
    const foreign = await sales()
    expect(await drop(`?move_to=${foreign.pipeline.id}`)).toEqual(invalid('query.move_to: not found'))
    await ws.owner.ok('PATCH', `${ws.base}/pipelines/${other.id}`, { archived: true })
    expect(await drop()).toEqual(
      conflict('it is the only pipeline in use; create or restore another one first'),
    )
    await anotherPipeline(shop, { name: 'Third' })
    expect(await drop(`?move_to=${other.id}`)).toEqual(invalid('query.move_to: archived; restore it first'))
    expect(await one(shop)).toMatchObject({ name: 'New business', is_default: true })
  })

  test('moves its deals to the stages of the same name, or else to the first, and passes on the default', async () => {
    const shop = await sales()
    const { ws, stage, draft, act, get, history, board } = shop
    const other = await anotherPipeline(shop, {
      stages: [
        { name: 'Talking', probability: 10 },
        { name: 'negotiation', probability: 90 },
      ],
    })
    const otherPipeline = stageIds(other)
    await draft({ title: 'There', stage_id: otherPipeline.negotiation })
    const [a, b, c] = [
      await draft({ title: 'A', stage_id: stage.Proposal }),
      await draft({ title: 'B' }),
      await draft({ title: 'C', stage_id: stage.Negotiation }),
    ]
    await act(c.id, 'win')
    await ws.owner.ok('DELETE', `${ws.base}/pipelines/${shop.pipeline.id}?move_to=${other.id}`)
    expect(await board(otherPipeline.Talking!)).toEqual(['B', 'A'])
    expect(await board(otherPipeline.negotiation!)).toEqual(['There', 'C'])
    expect(await get(c.id)).toMatchObject({
      status: 'won',
      pipeline_id: other.id,
      stage: { name: 'negotiation' },
    })
    expect((await history(a.id)).at(-1)).toMatchObject({
      kind: 'stage',
      from_value: 'Proposal',
      to_value: 'Talking',
      from_stage_id: stage.Proposal,
      seconds_in_previous: expect.any(Number),
    })
    expect((await history(c.id)).at(-1)).toMatchObject({ kind: 'stage', seconds_in_previous: null })
    expect((await history(b.id)).map(({ kind }) => kind)).toEqual(['created', 'stage'])
    expect(await list(shop)).toMatchObject([{ id: other.id, is_default: true }])
    const next = await draft({ title: 'Next' })
    expect(next.stage.name).toBe('Talking')
    expect(await board(otherPipeline.Talking!)).toEqual(['B', 'A', 'Next'])
  })
})

describe('the stages of a pipeline', () => {
  test('are added at the end or at a position, changed, and reordered', async () => {
    const shop = await sales()
    const { ws, pipeline } = shop
    const path = `${ws.base}/pipelines/${pipeline.id}/stages`
    const last = await ws.owner.ok('POST', path, { name: 'Contract', probability: 95 })
    expect(last).toMatchObject({ pipeline_id: pipeline.id, position: 4, rotting_days: null, version: 1 })
    await ws.owner.ok('POST', path, { name: 'Demo', probability: 30, position: 2 })
    await ws.owner.ok('POST', path, { name: 'Far', probability: 99, position: 50 })
    expect((await one(shop)).stages.map(({ name, position }: Json) => [name, position])).toEqual([
      ['Qualified', 1],
      ['Demo', 2],
      ['Proposal', 3],
      ['Negotiation', 4],
      ['Contract', 5],
      ['Far', 6],
    ])
    const changed = await ws.owner.ok('PATCH', `${path}/${last.id}`, { name: 'Signing', rotting_days: 7 })
    expect(changed).toMatchObject({ name: 'Signing', rotting_days: 7, position: 5 })
    const reversed = (await one(shop)).stages.map(({ id }: Json) => id).toReversed()
    const ordered = await ws.owner.ok('PUT', `${path}/order`, { stage_ids: reversed })
    expect(names(ordered)).toEqual(['Far', 'Signing', 'Negotiation', 'Proposal', 'Demo', 'Qualified'])
    expect(ordered.stages.map(({ position }: Json) => position)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are rejected with each invalid field, and an order must be exactly the set', async () => {
    const shop = await sales()
    const { ws, pipeline, stage } = shop
    const other = await anotherPipeline(shop)
    const path = `${ws.base}/pipelines/${pipeline.id}/stages`
    const post = async (draft: object) =>
      codedRefusal(await ws.owner.call('POST', path, { name: 'New', probability: 1, ...draft }))
    expect(await post({ name: 'PROPOSAL' })).toEqual(
      conflict('a stage of this name already exists in the pipeline'),
    )
    expect(await post({ probability: -1 })).toEqual(invalid('body.probability: must be 0 to 100'))
    expect(await post({ rotting_days: 3651 })).toEqual(invalid('body.rotting_days: must be 1 to 3650'))
    expect(await post({ position: 0 })).toEqual(invalid('body.position: must be 1 to 50'))
    const ids = Object.values(stage)
    const put = async (stage_ids: unknown[]) =>
      codedRefusal(await ws.owner.call('PUT', `${path}/order`, { stage_ids }))
    const inexact = invalid('body.stage_ids: must be every stage of the pipeline, each once')
    for (const wrong of [
      ids.slice(1),
      [...ids, ids[0]],
      [...ids.slice(1), ids[1]],
      [...ids.slice(1), stageIds(other).Proposal],
    ])
      expect(await put(wrong)).toEqual(inexact)
    expect(await put([])).toEqual(invalid('body.stage_ids: at least one stage'))
    expect(names(await one(shop))).toEqual(['Qualified', 'Proposal', 'Negotiation'])
    const foreignPath = `${ws.base}/pipelines/${other.id}/stages/${stage.Proposal}`
    for (const method of ['PATCH', 'DELETE'])
      expect(
        codedRefusal(
          await ws.owner.call(method, foreignPath, method === 'PATCH' ? { name: 'x' } : undefined),
        ),
      ).toEqual([404, 'not_found', 'stage not found'])
  })

  test('are deleted with a target for their deals; the only one stays', async () => {
    const shop = await sales()
    const { ws, pipeline, stage, draft, act, history, board, get } = shop
    const path = `${ws.base}/pipelines/${pipeline.id}/stages`
    const other = stageIds(await anotherPipeline(shop))
    const drop = async (id: string | undefined, query = '') =>
      codedRefusal(await ws.owner.call('DELETE', `${path}/${id}${query}`))
    await draft({ title: 'Before', stage_id: stage.Negotiation })
    const [open, lost] = [
      await draft({ title: 'Open', stage_id: stage.Proposal }),
      await draft({ title: 'Lost', stage_id: stage.Proposal }),
    ]
    await act(lost.id, 'lose', { lost_reason: 'Price' })
    expect(await drop(stage.Proposal)).toEqual(
      conflict('the stage has deals; name the stage that takes them in move_to'),
    )
    expect(await drop(stage.Proposal, `?move_to=${stage.Proposal}`)).toEqual(
      invalid('query.move_to: the stage itself'),
    )
    for (const wrong of [uuidv7(), other.Proposal])
      expect(await drop(stage.Proposal, `?move_to=${wrong}`)).toEqual(
        invalid('query.move_to: not found in the pipeline'),
      )
    const before = await get(lost.id)
    await ws.owner.ok('DELETE', `${path}/${stage.Proposal}?move_to=${stage.Negotiation}`)
    expect((await one(shop)).stages.map(({ name, position }: Json) => [name, position])).toEqual([
      ['Qualified', 1],
      ['Negotiation', 2],
    ])
    expect(await board(stage.Negotiation!)).toEqual(['Before', 'Open', 'Lost'])
    expect(await get(lost.id)).toMatchObject({
      status: 'lost',
      stage: { id: stage.Negotiation },
      stage_entered_at: before.stage_entered_at,
    })
    for (const { id } of [open, lost])
      expect((await history(id)).at(-1)).toMatchObject({
        kind: 'stage',
        from_value: 'Proposal',
        to_value: 'Negotiation',
        from_stage_id: stage.Proposal,
        to_stage_id: stage.Negotiation,
      })
    await ws.owner.ok('DELETE', `${path}/${stage.Qualified}`)
    expect(await drop(stage.Negotiation, `?move_to=${stage.Qualified}`)).toEqual(
      invalid('query.move_to: not found in the pipeline'),
    )
    expect(await drop(stage.Negotiation)).toEqual(
      conflict('it is the only stage of the pipeline; add another one first'),
    )
    expect(await actions(ws)).toContain('pipeline_stage.deleted')
  })
})
