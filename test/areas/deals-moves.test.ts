import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { age, anotherPipeline, sales, stageIds } from '../kit/deals.ts'
import { actions, join, project } from '../kit/makers.ts'
import { codedRefusal, conflict, invalid } from '../kit/refusals.ts'

describe('moving a deal', () => {
  test('places it between neighbours, at an end of its stage, or in another pipeline', async () => {
    const shop = await sales()
    const { stage, draft, act, board, get } = shop
    const ids: Record<string, string> = {}
    for (const title of ['A', 'B', 'C', 'D']) ids[title] = (await draft({ title })).id
    const to = (title: string, body: object) => act(ids[title]!, 'move', body)
    const inStage = { stage_id: stage.Qualified }
    await to('D', { ...inStage, before_id: ids.B })
    expect(await board(stage.Qualified!)).toEqual(['A', 'D', 'B', 'C'])
    await to('A', { ...inStage, after_id: ids.C })
    expect(await board(stage.Qualified!)).toEqual(['D', 'B', 'C', 'A'])
    await to('C', { ...inStage, position: 'top' })
    await to('B', { stage_id: stage.Proposal })
    await to('A', { stage_id: stage.Proposal, position: 'top' })
    expect(await board(stage.Qualified!)).toEqual(['C', 'D'])
    expect(await board(stage.Proposal!)).toEqual(['A', 'B'])
    const other = await anotherPipeline(shop)
    await to('A', { stage_id: stageIds(other).Negotiation })
    expect(await get(ids.A!)).toMatchObject({
      pipeline_id: other.id,
      stage: { name: 'Negotiation' },
      effective_probability: 80,
    })
    expect(await actions(shop.ws)).toContain('deal.moved')
  })

  test('within its stage is no new version and no history', async () => {
    const { stage, draft, act, history } = await sales()
    const { id, version, stage_entered_at } = await draft()
    await draft()
    const moved = await act(id, 'move', { stage_id: stage.Qualified, position: 'bottom' })
    expect([moved.version, moved.stage_entered_at]).toEqual([version, stage_entered_at])
    expect(await history(id)).toHaveLength(1)
  })

  test('is rejected with what is wrong, and for a closed deal', async () => {
    const { ws, stage, draft, act, tryAction } = await sales()
    const [{ id }, other] = [await draft(), await draft({ stage_id: stage.Proposal })]
    const foreign = await sales()
    const cases: [body: object, problem: string][] = [
      [{}, 'body.stage_id: required'],
      [{ stage_id: uuidv7() }, 'body.stage_id: not found'],
      [{ stage_id: foreign.stage.Proposal }, 'body.stage_id: not found'],
      [
        { stage_id: stage.Proposal, position: 'middle' },
        'body.position: Invalid option: expected one of "top"|"bottom"',
      ],
      [
        { stage_id: stage.Proposal, position: 'top', after_id: other.id },
        'body: send one of before_id, after_id and position',
      ],
      [{ stage_id: stage.Negotiation, after_id: other.id }, 'body.after_id: not found in the stage'],
      [{ stage_id: stage.Negotiation, before_id: uuidv7() }, 'body.before_id: not found in the stage'],
      [{ stage_id: stage.Qualified, before_id: id }, 'body.before_id: the deal itself'],
    ]
    for (const [body, problem] of cases) expect(await tryAction(id, 'move', body)).toEqual(invalid(problem))
    await act(id, 'win')
    expect(await tryAction(id, 'move', { stage_id: stage.Proposal })).toEqual(
      conflict('the deal is won; only an open one can be moved: reopen it first'),
    )
    const viewer = await join(ws, 'viewer')
    expect((await tryAction(other.id, 'move', { stage_id: stage.Qualified }, viewer))[0]).toBe(403)
    expect(await tryAction(uuidv7(), 'move', { stage_id: stage.Qualified })).toEqual([
      404,
      'not_found',
      'deal not found',
    ])
  })
})

describe('winning a deal', () => {
  test('requires a client, which can be sent, and closes it now or when it was won', async () => {
    const { ws, draft, act, tryAction } = await sales()
    const bare = await draft({ client_id: null })
    expect(await tryAction(bare.id, 'win')).toEqual(
      invalid('body.client_id: required, as a deal that is won has a client'),
    )
    expect(await tryAction(bare.id, 'win', { client_id: uuidv7() })).toEqual(
      invalid('body.client_id: not found'),
    )
    const mill = await clientRow(ws, 'Paper mill')
    expect(await act(bare.id, 'win', { client_id: mill })).toMatchObject({
      status: 'won',
      client: { id: mill },
      closed_at: expect.stringMatching(/Z$/),
    })
    expect(
      codedRefusal(await ws.owner.call('PATCH', `${ws.base}/deals/${bare.id}`, { client_id: null })),
    ).toEqual(invalid('body.client_id: required, as a deal that is won has a client'))
    const { id } = await draft()
    await age(id, 10 * 86_400)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    expect(await tryAction(id, 'win', { closed_at: daysAgo(-1) })).toEqual(
      invalid('body.closed_at: in the future'),
    )
    expect(await tryAction(id, 'win', { closed_at: daysAgo(11) })).toEqual(
      invalid('body.closed_at: before the deal was created'),
    )
    const closed_at = daysAgo(4)
    expect(await act(id, 'win', { closed_at })).toMatchObject({ closed_at, days_in_stage: 6 })
  })

  test('creates its project in the same call, as creating a project does', async () => {
    const { ws, client, draft, act, tryAction } = await sales()
    const { id } = await draft({ title: 'Town web site' })
    const won = await act(id, 'win', { create_project: {} })
    const created = await ws.owner.ok('GET', `${ws.base}/projects/${won.project_id}`)
    const same = await ws.owner.ok('POST', `${ws.base}/projects`, { name: 'Twin' })
    expect(created).toMatchObject({
      name: 'Town web site',
      key: 'TWS',
      client_id: client,
      status: 'active',
      version: 1,
    })
    expect(Object.keys(created).toSorted()).toEqual(Object.keys(same).toSorted())
    for (const key of ['visibility', 'role', 'lead', 'settings', 'estimate_unit', 'created_by'])
      expect([key, created[key]]).toEqual([key, same[key]])
    const columns = (project: string): Promise<Json> =>
      ws.owner.ok('GET', `${ws.base}/projects/${project}/columns`)
    const shown = async (project: string) =>
      (await columns(project)).items.map(({ name, status }: Json) => [name, status])
    expect(await shown(created.id)).toEqual(await shown(same.id))
    const secondDeal = await draft({ title: 'Town web site' })
    expect(await tryAction(secondDeal.id, 'win', { create_project: {} })).toEqual(
      conflict('a project of this name already exists'),
    )
    const named = await act(secondDeal.id, 'win', { create_project: { name: 'Second site' } })
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${named.project_id}`)).name).toBe('Second site')
    expect(await tryAction(secondDeal.id, 'win', { create_project: {} })).toEqual(
      conflict('the deal is won; only an open one can be won: reopen it first'),
    )
  })

  test('with a project is for managers, and not for a deal that has one', async () => {
    const { ws, draft, tryAction, get } = await sales()
    const { id } = await draft({ project_id: (await project(ws)).id })
    const member = await join(ws)
    expect(await tryAction(id, 'win', { create_project: {} }, member)).toEqual([
      403,
      'forbidden',
      'creating a project needs the role manager or above',
    ])
    expect(await tryAction(id, 'win', { create_project: {} })).toEqual(
      conflict('the deal has a project already; leave create_project out'),
    )
    expect(await tryAction(id, 'win', { create_project: { name: ' ' } })).toEqual(
      invalid('body.create_project.name: must not be empty'),
    )
    expect((await get(id)).status).toBe('open')
    const before = await asOwner('select id from projects where org_id = $1', [ws.org.id])
    const long = await draft({ title: 'x'.repeat(200) })
    const { project_id } = await ws.owner.ok('POST', `${ws.base}/deals/${long.id}/win`, {
      create_project: {},
    })
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${project_id}`)).name).toBe('x'.repeat(120))
    expect(await asOwner('select id from projects where org_id = $1', [ws.org.id])).toHaveLength(
      before.length + 1,
    )
  })
})

describe('losing and reopening a deal', () => {
  test('keeps its stage, and requires a reason', async () => {
    const { stage, draft, act, tryAction } = await sales()
    const { id } = await draft({ stage_id: stage.Negotiation })
    expect(await tryAction(id, 'lose')).toEqual(invalid('body.lost_reason: required'))
    expect(await tryAction(id, 'lose', { lost_reason: ' ' })).toEqual(
      invalid('body.lost_reason: must not be empty'),
    )
    expect(await tryAction(id, 'reopen')).toEqual(conflict('the deal is open already'))
    expect(await act(id, 'lose', { lost_reason: 'Price' })).toMatchObject({
      status: 'lost',
      lost_reason: 'Price',
      stage: { name: 'Negotiation' },
    })
    expect(await tryAction(id, 'lose', { lost_reason: 'Price' })).toEqual(
      conflict('the deal is lost; only an open one can be lost: reopen it first'),
    )
    expect(await act(id, 'reopen')).toMatchObject({
      status: 'open',
      lost_reason: null,
      closed_at: null,
      stage: { name: 'Negotiation' },
      effective_probability: 80,
    })
  })
})

describe('the history of a deal', () => {
  test('has every change of stage, status, value and owner, with the time in each stage, also when it returns', async () => {
    const { ws, stage, at, draft, act, history } = await sales()
    const ada = await join(ws)
    const { id } = await draft()
    const pass = (days: number) => age(id, days * 86_400)
    await pass(3)
    await act(id, 'move', { stage_id: stage.Proposal })
    await pass(5)
    await act(id, 'move', { stage_id: stage.Qualified })
    await pass(2)
    await ws.owner.ok('PATCH', `${at}/${id}`, {
      value_minor: 5000,
      currency: 'USD',
      owner_user_id: ada.id,
      title: 'New',
    })
    await act(id, 'lose', { lost_reason: 'Price' })
    await pass(30)
    await act(id, 'reopen')
    await pass(1)
    await act(id, 'win')
    const day = 86_400
    const result = (await history(id)).map((entry) => [
      entry.kind,
      entry.from_value,
      entry.to_value,
      entry.from_stage_id,
      entry.to_stage_id,
      entry.seconds_in_previous === null ? null : Math.round(entry.seconds_in_previous / day),
    ])
    const { Qualified: q, Proposal: p } = stage
    expect(result).toEqual([
      ['created', null, 'Qualified', null, q, null],
      ['stage', 'Qualified', 'Proposal', q, p, 3],
      ['stage', 'Proposal', 'Qualified', p, q, 5],
      ['value', expect.stringMatching(/^1001 [A-Z]{3}$/), '5000 USD', null, null, null],
      ['owner', ws.owner.id, ada.id, null, null, null],
      ['status', 'open', 'lost', q, null, 2],
      ['status', 'lost', 'open', null, q, 30],
      ['status', 'open', 'won', q, null, 1],
    ])
    const page = await ws.owner.ok('GET', `${at}/${id}/history?limit=1`)
    expect(page).toMatchObject({
      total: 8,
      items: [{ to_value: 'won', changed_by: { user_id: ws.owner.id } }],
    })
  })

  test('is written with the change or not at all, and cannot be changed or deleted', async () => {
    const { ws, draft, act, tryAction, history } = await sales()
    const { id } = await draft({ title: 'Twin' })
    await project(ws, { name: 'Twin' })
    await tryAction(id, 'win', { create_project: {} })
    expect(await history(id)).toHaveLength(1)
    await act(id, 'win')
    expect(await history(id)).toHaveLength(2)
    for (const statement of [
      'update deal_history set kind = kind',
      'delete from deal_history',
      'truncate deal_history',
    ])
      await expect(asOwner(statement)).rejects.toThrow('append-only')
    const rights = await asOwner<{ right: string }>(
      `select privilege_type as right from information_schema.role_table_grants
        where grantee = 'svc_app' and table_name = 'deal_history'`,
    )
    expect(rights).toEqual([{ right: 'SELECT' }])
  })
})
