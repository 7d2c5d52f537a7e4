import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agency, bill, entry, expense, march, projectFor, rate } from '../kit/agency.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import type { Workspace } from '../kit/makers.ts'
import { keyOf, modern } from '../mcp/rpc.ts'

/** Half away from zero. */
const divided = (above: bigint, below: bigint) => {
  const size = (2n * (above < 0n ? -above : above) + below) / (2n * below)
  return Number(above < 0n ? -size : size)
}
type Entry = {
  who: number
  project: number
  day: number
  seconds: number
  billable: boolean
  rate: number | null
  usd: boolean
}
const entries = fc.array(
  fc.record({
    who: fc.integer({ min: 0, max: 2 }),
    project: fc.integer({ min: 0, max: 4 }),
    day: fc.integer({ min: 1, max: 31 }),
    seconds: fc.integer({ min: 1, max: 30_000 }),
    billable: fc.boolean(),
    rate: fc.constantFrom(null, 7001, 8000, 9999),
    usd: fc.boolean(),
  }),
  { minLength: 40, maxLength: 40 },
)

/** What the figures of a client must be, added up one by one in whole numbers. */
function expected(
  mine: Entry[],
  costs: number[],
  isFixed: (project: number) => boolean,
  fixed: number,
  spent: number,
) {
  const sums: Record<string, { worth: bigint; unbilled: bigint; cost: bigint; seconds: number }> = {}
  const of = (currency: string) => (sums[currency] ??= { worth: 0n, unbilled: 0n, cost: 0n, seconds: 0 })
  for (const one of mine) {
    of('EUR').cost += BigInt(one.seconds) * BigInt(costs[one.who]!)
    if (!one.billable || one.rate === null) continue
    const sum = of(one.usd ? 'USD' : 'EUR')
    const value = BigInt(one.seconds) * BigInt(one.rate)
    if (!isFixed(one.project)) sum.worth += value
    sum.unbilled += value
    sum.seconds += one.seconds
  }
  if (fixed || spent) of('EUR')
  const lacking = mine.filter((one) => one.billable && one.rate === null && !isFixed(one.project))
  return {
    seconds: mine.reduce((sum, one) => sum + one.seconds, 0),
    billable_seconds: mine.reduce((sum, one) => sum + (one.billable ? one.seconds : 0), 0),
    gap: lacking.length
      ? {
          reason: 'no_rate',
          entries: lacking.length,
          seconds: lacking.reduce((sum, one) => sum + one.seconds, 0),
        }
      : null,
    money: Object.entries(sums)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => {
        const own = currency === 'EUR'
        return {
          currency,
          unbilled_minor: divided(sum.unbilled, 3600n),
          unbilled_seconds: sum.seconds,
          revenue_minor: divided(sum.worth, 3600n) + (own ? fixed : 0),
          expenses_minor: own ? spent : 0,
          margin_minor: lacking.length
            ? null
            : divided(sum.worth - sum.cost, 3600n) + (own ? fixed - spent : 0),
        }
      }),
  }
}

test.each([
  [[10, 2, null, null], 'yellow', ['late']],
  [[10, 3, null, null], 'red', ['late']],
  [[100, 9, null, null], 'green', []],
  [[0, 0, null, null], null, []],
  [[null, null, 0.79, null], 'green', []],
  [[null, null, 0.8, null], 'yellow', ['burn']],
  [[null, null, 1, null], 'yellow', ['burn']],
  [[null, null, 1.0001, null], 'red', ['burn']],
  [[null, null, null, 0], 'green', []],
  [[null, null, null, 0.0001], 'yellow', ['unpaid']],
  [[null, null, null, 0.5], 'red', ['unpaid']],
  [[10, 1, 0.8, 0.5], 'red', ['unpaid']],
  [[10, 1, 0.8, 0.4], 'yellow', ['late', 'burn', 'unpaid']],
])('the health of %j is %s', async (known, value, reasons) => {
  const [{ health }] = (await asOwner('select app.agency_health($1, $2, $3, $4) as health', known)) as [Json]
  expect([health.value, health.reasons]).toEqual([value, reasons])
})

const seen = (one: Json) => ({
  seconds: one.seconds,
  billable_seconds: one.billable_seconds,
  gap: one.margin_gap,
  money: one.money.map((m: Json) => ({
    currency: m.currency,
    unbilled_minor: m.unbilled_minor,
    unbilled_seconds: m.unbilled_seconds,
    revenue_minor: m.revenue_minor,
    expenses_minor: m.expenses_minor,
    margin_minor: m.margin_minor,
  })),
})

describe('the figures of each client', () => {
  test('are those of an oracle that adds up random entries one by one', async () => {
    const costs = [3101, 4000, 4999]
    for (const list of fc.sample(entries, { numRuns: 6, seed: 20_260_301 })) {
      const { ws, people, acme, summary } = await agency()
      const bolt = await client(ws, { name: 'Bolt' })
      const clients = [acme.id, acme.id, bolt.id, null, bolt.id]
      const projects = []
      for (const [at, id] of clients.entries())
        projects.push(
          await projectFor(ws, id, at === 4 ? 'budget_minor = 500000' : 'hourly_rate_minor = 8000'),
        )
      for (const [at, who] of people.entries()) await rate(ws, who, costs[at]!)
      await bill(ws, bolt.id, '2026-03-15', '150', { project_id: projects[4]!.id })
      await expense(ws, 1234, { client_id: acme.id })
      await expense(ws, 999, { client_id: acme.id, status: 'submitted' })
      for (const { who, project, day, seconds, billable, rate: hourly, usd } of list)
        await entry(ws, people[who]!, {
          client_id: clients[project],
          project_id: projects[project]!.id,
          work_date: `2026-03-${String(day).padStart(2, '0')}`,
          duration_seconds: seconds,
          billable,
          hourly_rate_minor: hourly,
          currency: hourly === null ? null : usd ? 'USD' : 'EUR',
        })
      // Outside of the range, and still running.
      await entry(ws, people[0]!, { client_id: acme.id, work_date: '2026-02-28' })
      await entry(ws, people[0]!, {
        client_id: acme.id,
        kind: 'timer',
        started_at: '2026-03-31T10:00:00Z',
        work_date: '2026-03-31',
        duration_seconds: 0,
      })
      const { items } = await summary()
      const want = (id: string | null, fixed: number, spent: number) =>
        expected(
          list.filter(({ project }) => clients[project] === id),
          costs,
          (at) => at === 4,
          fixed,
          spent,
        )
      expect(items.map((one: Json) => one.client?.name ?? null)).toEqual(['Acme', 'Bolt', null])
      expect(seen(items[0])).toEqual(want(acme.id, 0, 1234))
      expect(seen(items[1])).toEqual(want(bolt.id, 15_000, 0))
      expect(seen(items[2])).toEqual(want(null, 0, 0))
    }
  }, 60_000)

  const booked = (ws: Workspace, who: Caller, client_id: string, more: object) =>
    entry(ws, who, { client_id, hourly_rate_minor: 8000, currency: 'EUR', ...more })

  test('round an amount of time once', async () => {
    const { ws, people, acme, of } = await agency()
    for (const who of people) {
      await rate(ws, who, 0)
      await booked(ws, who, acme.id, { duration_seconds: 1200, hourly_rate_minor: 10_000 })
    }
    expect((await of('Acme')).money[0]).toMatchObject({ revenue_minor: 10_000, margin_minor: 10_000 })
  })

  test('take the cost of all time and the expenses off what billable time earns', async () => {
    const { ws, people, acme, of, boss } = await agency()
    for (const who of people) {
      await rate(ws, who, 4000)
      await booked(ws, who, acme.id, { duration_seconds: 12_000 })
      await booked(ws, who, acme.id, { duration_seconds: 6000, billable: false })
    }
    await expense(ws, 10_000, { client_id: acme.id })
    const money = { revenue_minor: 80_000, expenses_minor: 10_000, margin_minor: 10_000 }
    expect((await of('Acme')).money[0]).toMatchObject(money)
    expect((await of('Acme', boss)).money[0]).toMatchObject(money)
  })

  test('tell a manager no margin of fewer than three people, nor the total that would tell it', async () => {
    const { ws, people, acme, summary, boss } = await agency()
    const bolt = await client(ws, { name: 'Bolt' })
    for (const who of people) {
      await rate(ws, who, 4000)
      await booked(ws, who, acme.id, {})
    }
    await booked(ws, people[0]!, bolt.id, {})
    const told = await summary(boss)
    expect(told.items.map((one: Json) => [one.money[0].margin_minor, one.margin_gap?.reason])).toEqual([
      [12_000, undefined],
      [null, 'small_group'],
    ])
    expect(told.totals.money[0].margin_minor).toBeNull()
    expect(told.totals.margin_gap).toBe('small_group')
    const all = await summary()
    expect(all.items.map((one: Json) => one.money[0].margin_minor)).toEqual([12_000, 4000])
    expect(all.totals.money[0].margin_minor).toBe(16_000)
  })

  test('have no margin while any time has no cost, with how much lacks it', async () => {
    const { ws, people, acme, of } = await agency()
    await rate(ws, people[0]!, 4000, { effective_from: '2026-03-15' })
    await booked(ws, people[0]!, acme.id, { work_date: '2026-03-14', duration_seconds: 60 })
    await booked(ws, people[0]!, acme.id, { work_date: '2026-03-15' })
    const { money, margin_gap } = await of('Acme')
    expect(money[0].margin_minor).toBeNull()
    expect(margin_gap).toEqual({ reason: 'no_cost', entries: 1, seconds: 60 })
  })

  test('have no money as a tool where finance is not for tools', async () => {
    const { ws, people, acme } = await agency()
    await booked(ws, people[0]!, acme.id, {})
    const { token } = await keyOf(ws)
    const use = async (exposed: string, more: object = {}) => {
      const call = {
        name: 'get_agency_summary',
        arguments: { from: '2026-03-01', to: '2026-03-31', ...more },
      }
      const env = { MCP_EXPOSE_SENSITIVE: exposed }
      const { body } = await modern('tools/call', call, { token, query: '?tools=all', env })
      return JSON.parse(body.result.content[0].text)
    }
    expect((await use('true')).items[0]).toMatchObject({
      client: 'Acme',
      seconds: 3600,
      money: [{ currency: 'EUR' }],
    })
    const closed = await use('false')
    expect(closed.items[0]).toMatchObject({ client: 'Acme', seconds: 3600 })
    expect([closed.items[0].money, closed.totals.money ?? null]).toEqual([undefined, null])
    expect((await use('false', { sort: 'margin' })).error.message).toBe('sort: not for your role')
  })

  test('agree with the finance summary about what is invoiced and owed', async () => {
    const { ws, acme, summary } = await agency()
    const bolt = await client(ws, { name: 'Bolt' })
    await bill(ws, acme.id, '2026-03-02', '100')
    await bill(ws, bolt.id, '2026-03-31', '250.55')
    await bill(ws, bolt.id, '2026-04-01', '10')
    const [finance] = (await ws.owner.ok('GET', `${ws.base}/finance/summary?${march}`)).currencies
    const { totals } = await summary()
    expect(totals.money[0].invoiced_net_minor).toBe(finance.invoiced_net_minor)
    expect(totals.money[0].outstanding_minor).toBe(finance.outstanding_minor)
    expect(totals.money[0].invoiced_net_minor).toBe(35_055)
  })
})
