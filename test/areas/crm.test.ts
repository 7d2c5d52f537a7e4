import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { randomHistory, insertHistory } from '../kit/crm.ts'
import * as oracle from '../kit/crm-oracle.ts'
import { age, anotherPipeline, sales, type Sales } from '../kit/deals.ts'
import { join } from '../kit/makers.ts'
import { codedRefusal, invalid } from '../kit/refusals.ts'

const quarter = { from: '2026-01-01', to: '2026-03-31' }
const analytics = ({ ws }: Sales, query: string, who = ws.owner): Promise<Json> =>
  who.ok('GET', `${ws.base}/crm/analytics?${query}`)
const forecast = ({ ws }: Sales, query = ''): Promise<Json> =>
  ws.owner.ok('GET', `${ws.base}/crm/forecast?${query}`)
const lately = () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `from=${at(-200)}&to=${at(1)}`
}

describe('the figures of a random quarter', () => {
  test.each([
    [1, 'UTC'],
    [2, 'America/New_York'],
    [3, 'Pacific/Auckland'],
  ])('equal those recomputed in simple steps (seed %i, %s)', { timeout: 60_000 }, async (seed, zone) => {
    const shop = await sales()
    const { ws } = shop
    await asOwner('update organizations set timezone = $2 where id = $1', [ws.org.id, zone])
    const pipelines = [shop.pipeline, await anotherPipeline(shop)]
    const ada = await join(ws)
    const owners = [ws.owner.id, ada.id, null]
    const [from, to] = [Date.parse('2025-12-15T00:00:00Z'), Date.parse('2026-04-20T00:00:00Z')]
    const imagined = randomHistory(seed, { pipelines, owners, from, to, deals: 250 })
    await insertHistory(shop, imagined)
    const all = { zone, ...quarter }
    const range = `from=${quarter.from}&to=${quarter.to}`
    expect(await analytics(shop, range)).toEqual(oracle.analytics(all, imagined, pipelines))
    expect(await forecast(shop, range)).toEqual(oracle.forecast(all, imagined, pipelines))
    const ownFilter = { ...all, pipeline: shop.pipeline.id, owners: [ws.owner.id, null] }
    const narrowed = `${range}&pipeline_id=${shop.pipeline.id}&owner_user_id=me,none`
    expect(await analytics(shop, narrowed)).toEqual(oracle.analytics(ownFilter, imagined, pipelines))
    expect(await forecast(shop, narrowed)).toEqual(oracle.forecast(ownFilter, imagined, pipelines))
    const hers = { ...all, owners: [ada.id] }
    expect(await analytics(shop, `${range}&owner_user_id=${ada.id}`)).toEqual(
      oracle.analytics(hers, imagined, pipelines),
    )
    const oneDay = { zone, from: '2026-02-01', to: '2026-02-01' }
    expect(await analytics(shop, 'from=2026-02-01&to=2026-02-01')).toEqual(
      oracle.analytics(oneDay, imagined, pipelines),
    )
  })
})

describe('CRM analytics', () => {
  test('show what deals that were moved, lost, reopened and won did', async () => {
    const shop = await sales()
    const { ws, stage, at, draft, act } = shop
    const pass = (id: string, days: number) => age(id, days * 86_400)
    const first = await draft({ value_minor: 1000, currency: 'EUR' })
    await pass(first.id, 4)
    await act(first.id, 'move', { stage_id: stage.Proposal })
    await pass(first.id, 2)
    await act(first.id, 'move', { stage_id: stage.Qualified })
    await pass(first.id, 6)
    await act(first.id, 'move', { stage_id: stage.Negotiation })
    await pass(first.id, 8)
    await act(first.id, 'win')
    const second = await draft({ value_minor: 300, currency: 'EUR' })
    await pass(second.id, 20)
    await act(second.id, 'lose', { lost_reason: 'Too expensive' })
    const third = await draft({ value_minor: 500, currency: 'USD', stage_id: stage.Proposal })
    await act(third.id, 'lose', { lost_reason: 'too Expensive' })
    await draft({ value_minor: 9 })
    const result = await analytics(shop, lately())
    const brief = result.funnel.map(
      ({ name, entered, left_forward, conversion_percent, median_days }: Json) => [
        name,
        entered,
        left_forward,
        conversion_percent,
        median_days,
      ],
    )
    expect(brief).toEqual([
      ['Qualified', 3, 1, 33.3, 15],
      ['Proposal', 2, 0, 0, 1],
      ['Negotiation', 1, 1, 100, 8],
    ])
    expect(result.outcome).toEqual({
      won: 1,
      lost: 2,
      win_rate_percent: 33.3,
      average_cycle_days: 20,
      median_cycle_days: 20,
    })
    expect(result.values).toEqual([
      { currency: 'EUR', won: 1, lost: 1, won_minor: 1000, lost_minor: 300 },
      { currency: 'USD', won: 0, lost: 1, won_minor: 0, lost_minor: 500 },
    ])
    expect(result.lost_reasons).toEqual([{ reason: 'Too expensive', deals: 2 }])
    await act(third.id, 'reopen')
    await ws.owner.ok('DELETE', `${at}/${second.id}`)
    expect((await analytics(shop, lately())).outcome).toMatchObject({
      won: 1,
      lost: 0,
      win_rate_percent: 100,
    })
  })

  test('of nothing are zeros and nulls, and leave out archived pipelines unless requested', async () => {
    const shop = await sales()
    const other = await anotherPipeline(shop)
    await shop.ws.owner.ok('PATCH', `${shop.ws.base}/pipelines/${other.id}`, { archived: true })
    const result = await analytics(shop, 'from=2026-01-01&to=2026-03-31')
    expect(result.funnel.map(({ pipeline_id }: Json) => pipeline_id)).toEqual(Array(3).fill(shop.pipeline.id))
    expect(result.funnel[0]).toMatchObject({
      entered: 0,
      left_forward: 0,
      conversion_percent: null,
      median_days: null,
    })
    expect(result).toMatchObject({
      outcome: { won: 0, lost: 0, win_rate_percent: null, average_cycle_days: null, median_cycle_days: null },
      values: [],
      lost_reasons: [],
      slippage: { deals: 0, late: 0, in_time: 0, average_days: null },
      leads: [],
    })
    const archived = await analytics(shop, `from=2026-01-01&to=2026-03-31&pipeline_id=${other.id}`)
    expect(archived.funnel.map(({ pipeline_id }: Json) => pipeline_id)).toEqual(Array(3).fill(other.id))
  })

  test('count nobody else, and are rejected with what is wrong', async () => {
    const shop = await sales()
    const foreign = await sales()
    await foreign.act((await foreign.draft()).id, 'win')
    expect((await analytics(shop, lately())).outcome.won).toBe(0)
    const { ws } = shop
    const refused = async (query: string, who = ws.owner) =>
      codedRefusal(await who.call('GET', `${ws.base}/crm/${query}`))
    expect(await refused('analytics')).toEqual(invalid('query.from: required; query.to: required'))
    expect(await refused('analytics?from=2026-02-30&to=2026-03-01')).toEqual(
      invalid('query.from: must be a day as YYYY-MM-DD'),
    )
    expect(await refused('analytics?from=2026-03-02&to=2026-03-01')).toEqual(
      invalid('query.to: must not be before from'),
    )
    for (const report of ['analytics', 'forecast'])
      expect(await refused(`${report}?from=2025-01-01&to=2026-02-05`)).toEqual(
        invalid('query.to: at most 400 days from the first'),
      )
    expect((await analytics(shop, 'from=2025-01-01&to=2026-02-04')).to).toBe('2026-02-04')
    for (const id of [uuidv7(), foreign.pipeline.id])
      expect(await refused(`forecast?pipeline_id=${id}`)).toEqual(invalid('query.pipeline_id: not found'))
    expect(await refused('forecast?from=2026-01-01')).toEqual(
      invalid('query.to: send from and to, or neither'),
    )
    expect(await refused('forecast?owner_user_id=somebody')).toEqual(
      invalid('query.owner_user_id[0]: must be a uuid, me or none'),
    )
    const low = (role: string) => [403, 'forbidden', `needs the role ${role} or above`]
    expect(await refused('forecast', await join(ws))).toEqual(low('manager'))
    expect(await refused('analytics?from=2026-01-01&to=2026-03-31', await join(ws, 'viewer'))).toEqual(
      low('member'),
    )
    expect((await analytics(shop, 'from=2026-01-01&to=2026-03-31', await join(ws))).from).toBe('2026-01-01')
  })
})

describe('the forecast', () => {
  test('is of this month and the next eleven by default', async () => {
    const shop = await sales()
    const [{ today }] = (await asOwner(
      'select (now() at time zone timezone)::date::text as today from organizations where id = $1',
      [shop.ws.org.id],
    )) as [{ today: string }]
    const month = today.slice(0, 7)
    await shop.draft({ value_minor: 1001, currency: 'EUR', expected_close_date: today, probability: 50 })
    await shop.draft({ value_minor: 1001, currency: 'EUR', expected_close_date: today })
    const won = await shop.draft({ value_minor: 70, currency: 'EUR' })
    await shop.act(won.id, 'win')
    const lost = await shop.draft({ value_minor: 5000, currency: 'EUR', expected_close_date: today })
    await shop.act(lost.id, 'lose', { lost_reason: 'Price' })
    await shop.draft({ value_minor: 8, currency: 'USD', expected_close_date: '2020-01-01' })
    await shop.draft({ value_minor: 9, currency: 'USD', probability: 0 })
    const result = await forecast(shop)
    expect(result).toEqual({
      from: `${month}-01`,
      to: new Date(Date.UTC(Number(month.slice(0, 4)) + 1, Number(month.slice(5)) - 1, 0))
        .toISOString()
        .slice(0, 10),
      months: [
        { month, currency: 'EUR', open: 2, open_minor: 2002, weighted_minor: 701, won: 1, won_minor: 70 },
      ],
      overdue: [{ currency: 'USD', open: 1, open_minor: 8, weighted_minor: 2 }],
      undated: [{ currency: 'USD', open: 1, open_minor: 9, weighted_minor: 0 }],
    })
  })
})
