import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { age, anotherPipeline, sales, type Sales, stageIds } from '../kit/deals.ts'
import { actions, join, project, workspace } from '../kit/makers.ts'
import { codedRefusal, conflict, invalid } from '../kit/refusals.ts'

const contactOf = async ({ ws }: Sales, client: string, name = 'Grace Hopper') =>
  (await ws.owner.ok('POST', `${ws.base}/clients/${client}/contacts`, { name })).id
const tryCreate = async ({ ws, at }: Sales, draft: object, who = ws.owner) =>
  codedRefusal(await who.call('POST', at, { title: 'Web site', value_minor: 1, ...draft }))
const titles = async ({ ws, at }: Sales, query = '') =>
  (await ws.owner.ok('GET', `${at}?sort=title${query}`)).items.map(({ title }: Json) => title)

describe('a deal', () => {
  test('is created in the first stage of the default pipeline, found, changed and audited', async () => {
    const shop = await sales()
    const { ws, pipeline, stage, client, at, get } = shop
    const contact_id = await contactOf(shop, client)
    const draft = {
      title: 'Web site',
      value_minor: 1001,
      currency: 'USD',
      client_id: client,
      contact_id,
      expected_close_date: '2026-12-18',
      source: 'fair',
      tags: ['retail'],
    }
    const created = await ws.owner.ok('POST', at, draft)
    const { client_id: _, contact_id: __, ...same } = draft
    expect(created).toMatchObject({
      ...same,
      pipeline_id: pipeline.id,
      stage: { id: stage.Qualified, name: 'Qualified', position: 1 },
      client: { id: client, name: 'Town hall' },
      contact: { id: contact_id, name: 'Grace Hopper' },
      owner: { user_id: ws.owner.id },
      probability: null,
      effective_probability: 20,
      weighted_minor: 200,
      status: 'open',
      project_id: null,
      lead_id: null,
      days_in_stage: 0,
      rotten: false,
      closed_at: null,
      lost_reason: null,
      version: 1,
    })
    expect(await get(created.id)).toEqual(created)
    const path = `${at}/${created.id}`
    const changed = await ws.owner.ok('PATCH', path, { value_minor: 2000, probability: 0, version: 1 })
    expect(changed).toMatchObject({
      value_minor: 2000,
      probability: 0,
      effective_probability: 0,
      weighted_minor: 0,
      version: 2,
    })
    expect(codedRefusal(await ws.owner.call('PATCH', path, { value_minor: 3000, version: 1 }))).toEqual(
      conflict('changed by somebody else since version 1: value_minor'),
    )
    expect((await ws.owner.call('DELETE', path)).status).toBe(204)
    expect(codedRefusal(await ws.owner.call('GET', path))).toEqual([404, 'not_found', 'deal not found'])
    expect(await asOwner('select 1 from deal_history where deal_id = $1', [created.id])).toEqual([])
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['deal.created', 'deal.updated', 'deal.deleted']),
    )
  })

  test('without any pipeline is rejected with what to do', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const noPipeline = conflict(
      'there is no pipeline for deals yet; a manager creates one with create_pipeline (POST /pipelines)',
    )
    expect(
      codedRefusal(await member.call('POST', `${ws.base}/deals`, { title: 'x', value_minor: 0 })),
    ).toEqual(noPipeline)
  })

  test('goes to the named stage and pipeline, and has their currency unless one is sent', async () => {
    const shop = await sales()
    const { ws, stage, draft } = shop
    const other = await anotherPipeline(shop, { currency: 'JPY' })
    const otherStages = stageIds(other)
    expect((await draft({ stage_id: stage.Negotiation })).stage.name).toBe('Negotiation')
    const first = await draft({ pipeline_id: other.id })
    expect([first.stage.id, first.currency]).toEqual([otherStages.Qualified, 'JPY'])
    const both = await draft({ pipeline_id: other.id, stage_id: otherStages.Proposal, currency: 'EUR' })
    expect([both.stage.id, both.currency]).toEqual([otherStages.Proposal, 'EUR'])
    const [{ currency }] = (await asOwner('select currency from organizations where id = $1', [
      ws.org.id,
    ])) as [Json]
    expect((await draft()).currency).toBe(currency)
    expect(await tryCreate(shop, { pipeline_id: other.id, stage_id: stage.Proposal })).toEqual(
      invalid('body.stage_id: not a stage of the pipeline'),
    )
  })

  test('is rejected with each invalid field', async () => {
    const shop = await sales()
    const { ws, client, at } = shop
    const foreign = await sales()
    const [gone, other] = [
      await clientRow(ws, 'Gone', { archived_at: new Date() }),
      await clientRow(ws, 'Other'),
    ]
    const contact = await contactOf(shop, other)
    const cases: [draft: object, problem: string][] = [
      [{ title: ' ' }, 'body.title: must not be empty'],
      [{ value_minor: undefined }, 'body.value_minor: required'],
      [{ value_minor: -1 }, 'body.value_minor: must not be negative'],
      [{ value_minor: 1.5 }, 'body.value_minor: must be a whole number of minor units'],
      [{ value_minor: 10_000_000_000_001 }, 'body.value_minor: must be within 10000000000000 minor units'],
      [{ currency: 'ZZZ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
      [{ probability: 101 }, 'body.probability: must be 0 to 100'],
      [{ probability: 50.5 }, 'body.probability: must be a whole percentage'],
      [{ expected_close_date: '2026-02-30' }, 'body.expected_close_date: must be a day as YYYY-MM-DD'],
      [{ tags: ['a', 'A'] }, 'body.tags: each tag once'],
      [{ status: 'won' }, 'body.status: unknown field'],
      [{ pipeline_id: uuidv7() }, 'body.pipeline_id: not found'],
      [{ pipeline_id: foreign.pipeline.id }, 'body.pipeline_id: not found'],
      [{ stage_id: uuidv7() }, 'body.stage_id: not found'],
      [{ stage_id: foreign.stage.Proposal }, 'body.stage_id: not found'],
      [{ owner_user_id: foreign.ws.owner.id }, 'body.owner_user_id: not an active member'],
      [{ client_id: foreign.client }, 'body.client_id: not found'],
      [{ client_id: gone }, 'body.client_id: archived; restore the client first'],
      [
        { client_id: client, contact_id: contact },
        'body.contact_id: not a contact of the client of the deal',
      ],
      [{ contact_id: contact }, 'body.contact_id: not a contact of the client of the deal'],
      [{ project_id: uuidv7() }, 'body.project_id: not found'],
    ]
    for (const [draft, problem] of cases) expect(await tryCreate(shop, draft)).toEqual(invalid(problem))
    const viewer = await join(ws, 'viewer')
    const member = await join(ws)
    const low = (role: string) => [403, 'forbidden', `needs the role ${role} or above`]
    expect(await tryCreate(shop, {}, viewer)).toEqual(low('member'))
    expect(codedRefusal(await viewer.call('GET', at))).toEqual(low('member'))
    const { id } = await shop.draft()
    expect(codedRefusal(await member.call('DELETE', `${at}/${id}`))).toEqual(low('manager'))
    expect(codedRefusal(await foreign.ws.owner.call('GET', `${at}/${id}`))[0]).toBe(404)
    for (const change of [{ status: 'won' }, { stage_id: shop.stage.Proposal }, {}])
      expect((await ws.owner.call('PATCH', `${at}/${id}`, change)).status).toBe(422)
  })

  test('loses its contact with its client, keeps it with the same one, and both survive a contact’s deletion', async () => {
    const shop = await sales()
    const { ws, client, at, draft, get } = shop
    const other = await clientRow(ws, 'Other')
    const contact_id = await contactOf(shop, client)
    const { id } = await draft({ contact_id })
    const patch = (change: object): Promise<Json> => ws.owner.ok('PATCH', `${at}/${id}`, change)
    expect((await patch({ client_id: client })).contact.id).toBe(contact_id)
    expect(await patch({ client_id: other })).toMatchObject({ client: { id: other }, contact: null })
    const otherContact = await contactOf(shop, other)
    expect((await patch({ contact_id: otherContact })).contact.id).toBe(otherContact)
    expect((await patch({ client_id: client, contact_id })).contact.id).toBe(contact_id)
    await ws.owner.ok('DELETE', `${ws.base}/clients/${client}/contacts/${contact_id}`)
    expect(await get(id)).toMatchObject({ client: { id: client }, contact: null })
    expect(await patch({ client_id: null })).toMatchObject({ client: null })
    const kept = await ws.owner.ok('DELETE', `${ws.base}/clients/${other}`)
    await draft({ client_id: client })
    expect([kept.result, (await ws.owner.ok('DELETE', `${ws.base}/clients/${client}`)).result]).toEqual([
      'deleted',
      'archived',
    ])
  })

  test('is weighted by its probability, half a unit rounded away from zero; 0 percent is not missing', async () => {
    const { ws, at, draft, act, tryAction } = await sales()
    const weight = async (value_minor: number, probability: number | null) => {
      const { id } = await draft({ value_minor, probability })
      const { weighted_minor } = await ws.owner.ok('GET', `${at}/${id}`)
      return weighted_minor
    }
    expect(await weight(1, 50)).toBe(1)
    expect(await weight(3, 50)).toBe(2)
    expect(await weight(1, 49)).toBe(0)
    expect(await weight(150, 1)).toBe(2)
    expect(await weight(1000, 0)).toBe(0)
    expect(await weight(1000, null)).toBe(200)
    expect(await weight(9_999_999_999_999, 33)).toBe(3_300_000_000_000)
    const won = await draft({ value_minor: 999, probability: 10 })
    expect(await act(won.id, 'win')).toMatchObject({
      effective_probability: 100,
      weighted_minor: 999,
      probability: 10,
    })
    const lost = await draft({ value_minor: 999 })
    expect(await act(lost.id, 'lose', { lost_reason: 'Price' })).toMatchObject({
      effective_probability: 0,
      weighted_minor: 0,
    })
    expect(await tryAction(lost.id, 'win')).toEqual(
      conflict('the deal is lost; only an open one can be won: reopen it first'),
    )
  })

  test('is rotten if it was longer in its stage than that allows, until it is closed', async () => {
    const { stage, draft, act, get } = await sales()
    const { id } = await draft({ stage_id: stage.Proposal })
    await age(id, 14 * 86_400 - 60)
    expect(await get(id)).toMatchObject({ days_in_stage: 13, rotten: false })
    await age(id, 120)
    expect(await get(id)).toMatchObject({ days_in_stage: 14, rotten: true })
    await act(id, 'lose', { lost_reason: 'Silence' })
    await age(id, 86_400)
    expect(await get(id)).toMatchObject({ days_in_stage: 14, rotten: false })
    const patient = await draft()
    await age(patient.id, 900 * 86_400)
    expect(await get(patient.id)).toMatchObject({ days_in_stage: 900, rotten: false })
  })

  test('can be searched by members, and nobody below', async () => {
    const { ws, draft } = await sales()
    await draft({ title: 'Difference engine', tags: ['mechanical'] })
    const find = async (who = ws.owner, q = 'mechanical') =>
      (await who.ok('GET', `${ws.base}/search?q=${q}`)).items
    expect(await find()).toMatchObject([{ type: 'deal', title: 'Difference engine' }])
    expect(await find(await join(ws))).toHaveLength(1)
    expect(await find(await join(ws, 'viewer'))).toEqual([])
  })

  test('leaves no link in notes when it is deleted', async () => {
    const { ws, at, draft } = await sales()
    const { id } = await draft()
    const note = await ws.owner.ok('POST', `${ws.base}/notes`, {
      title: 'Call',
      linked_type: 'deal',
      linked_id: id,
    })
    expect(note.linked).toMatchObject({ type: 'deal', id, title: 'Web site' })
    await ws.owner.ok('DELETE', `${at}/${id}`)
    expect((await ws.owner.ok('GET', `${ws.base}/notes/${note.id}`)).linked).toBeNull()
  })
})

describe('the project of a deal', () => {
  test('that the caller may not open is treated as not found, and not shown', async () => {
    const shop = await sales()
    const { ws, at, draft, get } = shop
    const hidden = await project(ws, { visibility: 'private' })
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'lead', $3)`,
      [ws.org.id, hidden.id, ws.owner.id],
    )
    const outsider = await join(ws)
    const { id } = await draft({ project_id: hidden.id })
    expect((await get(id)).project_id).toBe(hidden.id)
    expect((await get(id, outsider)).project_id).toBeNull()
    expect((await outsider.ok('GET', at)).items[0].project_id).toBeNull()
    expect((await outsider.ok('GET', `${at}?project_id=${hidden.id}`)).items).toEqual([])
    expect((await ws.owner.ok('GET', `${at}?project_id=${hidden.id}`)).total).toBe(1)
    const missing = invalid('body.project_id: not found')
    expect(await tryCreate(shop, { project_id: hidden.id }, outsider)).toEqual(missing)
    expect(codedRefusal(await outsider.call('PATCH', `${at}/${id}`, { project_id: hidden.id }))).toEqual(
      missing,
    )
    const archived = await project(ws)
    await ws.owner.ok('POST', `${ws.base}/projects/${archived.id}/archive`)
    expect(await tryCreate(shop, { project_id: archived.id })).toEqual(conflict('project is archived'))
  })
})

describe('the list of deals', () => {
  test('is filtered by pipeline, stage, status, owner, client, tag, project, text and closing date', async () => {
    const shop = await sales()
    const { ws, stage, at, draft, act } = shop
    const other = await anotherPipeline(shop)
    const ada = await join(ws)
    const mill = await clientRow(ws, 'Paper mill')
    await draft({ title: 'A', expected_close_date: '2026-03-31', tags: ['north'] })
    await draft({ title: 'B', stage_id: stage.Proposal, owner_user_id: ada.id, client_id: mill })
    await draft({ title: 'C', pipeline_id: other.id, owner_user_id: null })
    const won = await draft({ title: 'D', expected_close_date: '2020-01-01' })
    await act(won.id, 'win')
    expect(await titles(shop)).toEqual(['A', 'B', 'C', 'D'])
    expect(await titles(shop, `&pipeline_id=${other.id}`)).toEqual(['C'])
    expect(await titles(shop, `&stage_id=${stage.Proposal},${stageIds(other).Qualified}`)).toEqual(['B', 'C'])
    expect(await titles(shop, '&status=won,lost')).toEqual(['D'])
    expect(await titles(shop, `&owner_user_id=${ada.id},none`)).toEqual(['B', 'C'])
    expect(await titles(shop, '&owner_user_id=me')).toEqual(['A', 'D'])
    expect(await titles(shop, `&client_id=${mill}`)).toEqual(['B'])
    expect(await titles(shop, '&tag=north')).toEqual(['A'])
    expect(await titles(shop, '&q=PAPER')).toEqual(['B'])
    expect(await titles(shop, '&q=%25')).toEqual([])
    expect(await titles(shop, '&from=2026-03-31&to=2026-03-31')).toEqual(['A'])
    expect(await titles(shop, '&to=2020-12-31')).toEqual([])
    expect(await titles(shop, '&from=2026-04-01')).toEqual(['D'])
    expect(await titles(shop, `&pipeline_id=${uuidv7()}`)).toEqual([])
    const refused = async (query: string) => codedRefusal(await ws.owner.call('GET', `${at}?${query}`))
    expect(await refused('from=2026-03-02&to=2026-03-01')).toEqual(
      invalid('query.to: must not be before from'),
    )
    expect(await refused('status=dead')).toEqual(
      invalid('query.status[0]: Invalid option: expected one of "open"|"won"|"lost"'),
    )
    expect(await refused('sort=rank')).toEqual(
      invalid(
        'query.sort: unknown key; use created_at, updated_at, title, value_minor, expected_close_date, closed_at, position',
      ),
    )
  })
})
