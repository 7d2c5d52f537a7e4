import { describe, expect, test } from 'vitest'
import { sources } from '../../db/bi/sources.ts'
import { roleLevels } from '../../src/kit/operation.ts'
import { operations } from '../contract/world.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { insertHistory, random, randomHistory } from '../kit/crm.ts'
import { anotherPipeline, sales } from '../kit/deals.ts'
import { client, draft, issue, line } from '../kit/invoices.ts'
import { join, project, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const quarter = { from: '2026-01-01', to: '2026-03-31' }
const figures = async (ws: Workspace, source: string, query: object, who = ws.owner): Promise<Json> =>
  (await who.ok('POST', `${ws.base}/bi/query`, { source, query })).totals
const at = (field: string) => ({ time_dimension: { field, range: quarter } })
const inZone = (ws: Workspace, zone: string) =>
  asOwner('update organizations set timezone = $2 where id = $1', [ws.org.id, zone])
const zones: [number, string][] = [
  [1, 'UTC'],
  [2, 'America/New_York'],
  [3, 'Pacific/Auckland'],
]

test.each(Object.entries(sources))(
  '%s is open to those who may read the same elsewhere',
  (_, { like, role }) => {
    const its = operations.find(({ id }) => id === like)
    const least = its && its.role in roleLevels ? roleLevels[its.role as keyof typeof roleLevels] : undefined
    expect([like, roleLevels[role]]).toEqual([like, Math.max(least ?? Number.NaN, roleLevels.member)])
  },
)

test('a field has one kind of values in all sources, so that filters of dashboards fit', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { dimensions, times } of Object.values(sources))
    for (const [name, { kind }] of Object.entries({ ...dimensions, ...times })) {
      const group = kind === 'enum' ? 'text' : kind === 'moment' ? 'day' : kind
      kinds.set(name, (kinds.get(name) ?? new Set()).add(group))
    }
  expect([...kinds].filter(([, { size }]) => size > 1)).toEqual([])
})

describe('the same figures as the report of the area', () => {
  test.each(zones)('deals and leads (seed %i, %s)', { timeout: 60_000 }, async (seed, zone) => {
    const shop = await sales()
    const { ws } = shop
    await inZone(ws, zone)
    const pipelines = [shop.pipeline, await anotherPipeline(shop)]
    const [from, to] = [Date.parse('2025-12-15T00:00:00Z'), Date.parse('2026-04-20T00:00:00Z')]
    const owners = [ws.owner.id, (await join(ws)).id, null]
    await insertHistory(shop, randomHistory(seed, { pipelines, owners, from, to, deals: 120 }))
    const report = await ws.owner.ok('GET', `${ws.base}/crm/analytics?from=${quarter.from}&to=${quarter.to}`)
    const [closed] = await figures(ws, 'deals', { measures: ['won', 'lost', 'win_rate'], ...at('closed_at') })
    const { won, lost, win_rate_percent } = report.outcome
    expect([closed.won, closed.lost, Math.round(closed.win_rate * 1000) / 10]).toEqual([
      won,
      lost,
      win_rate_percent,
    ])
    const values = await figures(ws, 'deals', { measures: ['value_won'], ...at('closed_at') })
    expect(values.map(({ currency, value_won }: Json) => [currency, value_won])).toEqual(
      report.values.map(({ currency, won_minor }: Json) => [currency, won_minor]),
    )
    const [{ count }] = await figures(ws, 'leads', { measures: ['count'], ...at('created_at') })
    expect(count).toBe(report.leads.reduce((sum: number, one: Json) => sum + one.leads, 0))
  })

  test.each(zones)('invoices and expenses (seed %i, %s)', { timeout: 60_000 }, async (seed, zone) => {
    const ws = await workspace()
    await inZone(ws, zone)
    const next = random(seed)
    const buyer = await client(ws)
    for (let n = 0; n < 6; n++) {
      const currency = next() < 0.5 ? 'EUR' : 'USD'
      const day = new Date(Date.UTC(2025, 11, 20 + n * 20)).toISOString().slice(0, 10)
      const made = await draft(ws, {
        client_id: buyer.id,
        currency,
        lines: [line(String(Math.ceil(next() * 900)))],
      })
      await issue(ws, made, { issue_date: day, ...(currency === 'USD' && { exchange_rate: '0.92' }) })
    }
    for (let n = 0; n < 20; n++) {
      const net = Math.ceil(next() * 10_000)
      await asOwner(
        `insert into expenses (org_id, user_id, created_by, description, expense_date, currency, net_minor, tax_minor,
            total_minor, base_total_minor, base_currency, tax_rate, status, tax_deductible)
          values ($1, $2, $2, 'Paper', $3::date + $4::int, 'EUR', $5::bigint, 21, $5::bigint + 21, $5::bigint + 21, 'EUR', '21', $6, $7)`,
        [ws.org.id, ws.owner.id, '2025-12-20', n * 6, net, next() < 0.7 ? 'approved' : 'draft', next() < 0.5],
      )
    }
    const report = await ws.owner.ok(
      'GET',
      `${ws.base}/finance/summary?from=${quarter.from}&to=${quarter.to}`,
    )
    const invoiced = await figures(ws, 'invoices', {
      measures: ['invoiced_net', 'invoiced'],
      ...at('issue_date'),
    })
    const spent = await figures(ws, 'expenses', { measures: ['cost'], ...at('expense_date') })
    const of = (totals: Json[], measure: string, currency: string) =>
      totals.find((one) => one.currency === currency)?.[measure] ?? 0
    for (const one of report.currencies)
      expect([
        one.currency,
        of(invoiced, 'invoiced_net', one.currency),
        of(invoiced, 'invoiced', one.currency),
        of(spent, 'cost', one.currency),
      ]).toEqual([one.currency, one.invoiced_net_minor, one.invoiced_minor, one.expenses_minor])
    const [base] = await figures(ws, 'invoices', {
      measures: ['invoiced_net'],
      in: 'base',
      ...at('issue_date'),
    })
    expect(base.invoiced_net).toBe(report.converted.invoiced_net_minor)
    const suppliers = await ws.owner.ok(
      'GET',
      `${ws.base}/suppliers/spend?from=${quarter.from}&to=${quarter.to}`,
    )
    expect(
      of(await figures(ws, 'supplier_spend', { measures: ['cost'], ...at('expense_date') }), 'cost', 'EUR'),
    ).toBe(suppliers.currencies.find(({ currency }: Json) => currency === 'EUR').total_minor)
  })

  test('tasks and time', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const next = random(7)
    for (let n = 0; n < 30; n++)
      await taskRow(ws, id, {
        status: ['todo', 'in_progress', 'done', 'cancelled'][Math.floor(next() * 4)],
        due_date: `2026-0${1 + Math.floor(next() * 4)}-1${Math.floor(next() * 10)}`,
      })
    const member = await join(ws)
    for (let n = 0; n < 20; n++)
      await asOwner(
        `insert into time_entries (org_id, user_id, created_by, work_date, duration_seconds, billable)
          values ($1, $2, $2, $3, $4, $5)`,
        [
          ws.org.id,
          next() < 0.5 ? member.id : ws.owner.id,
          `2026-0${1 + Math.floor(next() * 4)}-12`,
          Math.ceil(next() * 9000),
          next() < 0.5,
        ],
      )
    for (const status of ['todo', 'in_progress', 'done', 'cancelled']) {
      const { total } = await ws.owner.ok('GET', `${ws.base}/tasks?status=${status}`)
      const filters = [{ field: 'status', op: 'eq', value: status }]
      expect([status, (await figures(ws, 'tasks', { measures: ['count'], filters }))[0].count]).toEqual([
        status,
        total,
      ])
    }
    for (const who of [ws.owner, member]) {
      const { totals } = await who.ok('GET', `${ws.base}/time-entries?from=${quarter.from}&to=${quarter.to}`)
      const [mine] = await figures(
        ws,
        'time_entries',
        { measures: ['seconds', 'billable_seconds'], ...at('work_date') },
        who,
      )
      expect([mine.seconds, mine.billable_seconds]).toEqual([totals.seconds, totals.billable_seconds])
    }
  })
})
