import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const supplier = (ws: Workspace, name: string): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/suppliers`, { name })

type Spent = { total: number; day?: string; status?: string } & Record<string, unknown>
/** An expense in the given state. */
async function spend(ws: Workspace, { total, day = '2026-03-10', status = 'approved', ...more }: Spent) {
  const columns: Record<string, unknown> = {
    org_id: ws.org.id,
    user_id: ws.owner.id,
    created_by: ws.owner.id,
    description: 'Something',
    expense_date: day,
    currency: 'EUR',
    net_minor: total,
    tax_minor: 0,
    total_minor: total,
    base_total_minor: total,
    base_currency: 'EUR',
    status,
    ...(status === 'rejected' ? { rejection_reason: 'No' } : {}),
    ...(status === 'paid' && !more.paid_on ? { paid_on: day } : {}),
    ...more,
  }
  const names = Object.keys(columns)
  await asOwner(
    `insert into expenses (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(columns),
  )
}
const march = 'from=2026-03-01&to=2026-03-31'
const dashboard = async (ws: Workspace, query = march): Promise<Json> =>
  ws.owner.ok('GET', `${ws.base}/suppliers/spend?${query}`)
const euros = async (ws: Workspace, query = march): Promise<Json> =>
  (await dashboard(ws, query)).currencies[0]
const sum = (parts: { share: string }[]) =>
  parts.reduce((full, { share }) => full + Math.round(Number(share) * 10), 0) / 10

describe('spend with suppliers', () => {
  test('is what was approved or paid, by the date of the expense, and never mixes currencies', async () => {
    const ws = await workspace()
    const { id: supplier_id } = await supplier(ws, 'Rail')
    for (const [total, status] of [
      [100, 'approved'],
      [200, 'paid'],
      [1000, 'draft'],
      [2000, 'rejected'],
      [4000, 'submitted'],
    ] as const)
      await spend(ws, { total, status, supplier_id })
    await spend(ws, { total: 50, day: '2026-04-01', supplier_id })
    await spend(ws, { total: 70, currency: 'USD', exchange_rate: '0.9', base_total_minor: 63, supplier_id })
    const { currencies, ...about } = await dashboard(ws)
    expect(about).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      compared_from: '2026-01-29',
      compared_to: '2026-02-28',
      basis: 'net where the tax is deductible, else with tax',
    })
    expect(
      currencies.map(({ currency, total_minor, expenses, pending_minor }: Json) => [
        currency,
        total_minor,
        expenses,
        pending_minor,
      ]),
    ).toEqual([
      ['EUR', 300, 2, 4000],
      ['USD', 70, 1, 0],
    ])
  })

  test('counts the net amount if the tax is deductible, otherwise the total', async () => {
    const ws = await workspace()
    const amounts = { net_minor: 1000, tax_minor: 210 }
    await spend(ws, { total: 1210, ...amounts })
    await spend(ws, { total: 1210, ...amounts, tax_deductible: false })
    expect((await euros(ws)).total_minor).toBe(2210)
  })

  test('has shares that add up to exactly 100.0, including those without a supplier and the others', async () => {
    const ws = await workspace()
    for (const name of ['A', 'B', 'C'])
      await spend(ws, { total: 100, supplier_id: (await supplier(ws, name)).id })
    const three = await euros(ws)
    expect(three.top_suppliers.map(({ name, share }: Json) => [name, share])).toEqual([
      ['A', '33.4'],
      ['B', '33.3'],
      ['C', '33.3'],
    ])
    await spend(ws, { total: 99 })
    const { top_suppliers, others, unassigned } = await euros(ws, `${march}&top=1`)
    expect([top_suppliers.length, others.suppliers, others.total_minor, unassigned.total_minor]).toEqual([
      1, 2, 200, 99,
    ])
    expect(sum([...top_suppliers, others, unassigned])).toBe(100)
  })

  test.each([
    [1, [1]],
    [7, [1, 1, 1, 1, 1, 1, 1]],
    [6, [5, 10, 20, 40, 80, 160]],
    [3, [9_999_999_999_999, 1, 1]],
  ])('has shares that add up for %i amounts, %j', async (_, amounts) => {
    const ws = await workspace()
    const category = (name: string): Promise<Json> =>
      ws.owner.ok('POST', `${ws.base}/expense-categories`, { name })
    for (const [place, total] of amounts.entries())
      await spend(ws, {
        total,
        supplier_id: (await supplier(ws, `S${place}`)).id,
        category_id: (await category(`C${place}`)).id,
      })
    const { by_category, top_suppliers } = await euros(ws)
    expect([by_category.length, sum(by_category), sum(top_suppliers)]).toEqual([amounts.length, 100, 100])
  })

  test('has its concentration', async () => {
    const ws = await workspace()
    for (const [name, total] of [
      ['A', 50],
      ['B', 30],
      ['C', 20],
    ] as const)
      await spend(ws, { total, supplier_id: (await supplier(ws, name)).id })
    await spend(ws, { total: 1000 })
    // 50² + 30² + 20²; what has no supplier does not count.
    expect((await euros(ws)).concentration).toEqual({
      suppliers: 3,
      top1_share: '50.0',
      top5_share: '100.0',
      hhi: 3800,
    })
    const none = await workspace()
    await spend(none, { total: 5 })
    expect((await euros(none)).concentration).toBeNull()
  })

  test('is compared with the same number of days before, with a year before, or with nothing', async () => {
    const ws = await workspace()
    const { id: supplier_id } = await supplier(ws, 'Rail')
    await spend(ws, { total: 150, supplier_id })
    await spend(ws, { total: 100, supplier_id, day: '2026-02-01' })
    await spend(ws, { total: 200, supplier_id, day: '2025-03-31' })
    await spend(ws, { total: 7, day: '2026-01-28' })
    const changes = async (query: string) => {
      const { previous_minor, change_percent, top_suppliers } = await euros(ws, `${march}${query}`)
      return [
        previous_minor,
        change_percent,
        top_suppliers[0].previous_minor,
        top_suppliers[0].change_percent,
      ]
    }
    expect(await changes('')).toEqual([100, '50.0', 100, '50.0'])
    expect(await changes('&compare=year')).toEqual([200, '-25.0', 200, '-25.0'])
    expect(await changes('&compare=none')).toEqual([null, null, 0, null])
    const fresh = await euros(ws, 'from=2025-03-01&to=2025-03-31')
    expect([fresh.previous_minor, fresh.change_percent]).toEqual([0, null])
  })

  test('is grouped by month, including empty ones, and by category', async () => {
    const ws = await workspace()
    const travel = await ws.owner.ok('POST', `${ws.base}/expense-categories`, { name: 'Travel' })
    await spend(ws, { total: 30, day: '2026-01-31', category_id: travel.id })
    await spend(ws, { total: 10, day: '2026-03-01' })
    const { by_month, by_category } = await euros(ws, 'from=2026-01-15&to=2026-03-31')
    expect(by_month).toEqual([
      { month: '2026-01', total_minor: 30 },
      { month: '2026-02', total_minor: 0 },
      { month: '2026-03', total_minor: 10 },
    ])
    expect(by_category).toEqual([
      { id: travel.id, name: 'Travel', total_minor: 30, share: '75.0' },
      { id: null, name: null, total_minor: 10, share: '25.0' },
    ])
  })

  test('lists suppliers whose median expense rose by a tenth or more', async () => {
    const ws = await workspace()
    const [increased, steady, rare] = [
      await supplier(ws, 'Dear'),
      await supplier(ws, 'Steady'),
      await supplier(ws, 'Rare'),
    ]
    const days = ['2026-02-10', '2026-03-10']
    for (const [{ id: supplier_id }, amounts] of [
      [
        increased,
        [
          [100, 110, 900],
          [90, 121, 130],
        ],
      ],
      [
        steady,
        [
          [100, 100, 100],
          [109, 109, 109],
        ],
      ],
      [
        rare,
        [
          [100, 100],
          [500, 500],
        ],
      ],
    ] as const)
      for (const [place, totals] of amounts.entries())
        for (const total of totals) await spend(ws, { total, supplier_id, day: days[place]! })
    expect((await euros(ws)).price_increases).toEqual([
      {
        supplier_id: increased.id,
        name: 'Dear',
        median_minor: 121,
        previous_median_minor: 110,
        change_percent: '10.0',
      },
    ])
  })

  test('includes what was spent without a contract on that day', async () => {
    const ws = await workspace()
    const { id: supplier_id } = await supplier(ws, 'Rail')
    const contract = (number: string, status: string, start: string, end: string | null) =>
      asOwner(
        `insert into contracts (org_id, number, title, party_kind, supplier_id, currency, start_date, end_date, status, created_by)
          values ($1, $2, 'Frame', 'supplier', $3, 'EUR', $4, $5, $6, $7)`,
        [ws.org.id, number, supplier_id, start, end, status, ws.owner.id],
      )
    await spend(ws, { total: 10, day: '2026-03-05', supplier_id })
    await spend(ws, { total: 20, day: '2026-03-20', supplier_id })
    await spend(ws, { total: 40, day: '2026-03-20' })
    await contract('1', 'draft', '2026-01-01', null)
    expect((await euros(ws)).without_contract_minor).toBe(30)
    await contract('2', 'active', '2026-03-10', '2026-12-31')
    expect((await euros(ws)).without_contract_minor).toBe(10)
  })

  test('is empty if nothing was spent, and rejected for invalid ranges', async () => {
    const ws = await workspace()
    expect((await dashboard(ws)).currencies).toEqual([])
    const problem = async (query: string) =>
      refusal(await ws.owner.call('GET', `${ws.base}/suppliers/spend?${query}`))
    expect(await problem('from=2026-03-02&to=2026-03-01')).toEqual([422, 'query.to: must not be before from'])
    expect(await problem('from=2025-01-01&to=2026-03-01')).toEqual([
      422,
      'query.to: at most 400 days from the first',
    ])
    expect(await problem('from=2025-01-01&to=2026-01-01&compare=year')).toEqual([
      422,
      'query.compare: must be previous or none for more than 365 days',
    ])
    expect(await problem('from=2025-01-01')).toEqual([422, 'query.to: send from and to, or neither'])
    expect(await problem(`${march}&top=51`)).toEqual([422, 'query.top: must be 1 to 50'])
    const { from, to } = await dashboard(ws, '')
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(364)
    const member = await join(ws)
    expect(refusal(await member.call('GET', `${ws.base}/suppliers/spend`))).toEqual([
      403,
      'needs the role manager or above',
    ])
  })
})

describe('spend with one supplier', () => {
  test('is grouped by month, category and project, with days to payment and contracts that end', async () => {
    const ws = await workspace()
    const [rail, other] = [await supplier(ws, 'Rail'), await supplier(ws, 'Other')]
    const web = await project(ws, { name: 'Web' })
    const hidden = await project(ws, { name: 'Hidden', visibility: 'private' })
    const supplier_id = rail.id
    await spend(ws, { total: 60, supplier_id, project_id: web.id, status: 'paid', paid_on: '2026-03-15' })
    await spend(ws, { total: 30, supplier_id, project_id: hidden.id, status: 'paid', paid_on: '2026-03-20' })
    await spend(ws, { total: 10, supplier_id })
    await spend(ws, { total: 999, supplier_id: other.id })
    await asOwner(
      `insert into contracts (org_id, number, title, party_kind, supplier_id, currency, start_date, end_date, status,
          notice_days, created_by)
        select $1, n::text, 'Frame ' || n, 'supplier', $2, 'EUR', current_date - 300, current_date + n, 'active', 30, $3
          from unnest(array[60, 120]) n`,
      [ws.org.id, supplier_id, ws.owner.id],
    )
    const boss = await join(ws, 'manager')
    const result = await boss.ok('GET', `${ws.base}/suppliers/${supplier_id}/spend?${march}`)
    expect(result.supplier).toEqual({ id: supplier_id, name: 'Rail' })
    expect(result.currencies).toMatchObject([
      {
        currency: 'EUR',
        total_minor: 100,
        expenses: 3,
        by_month: [{ month: '2026-03', total_minor: 100 }],
        by_project: [
          { id: web.id, name: 'Web', total_minor: 60, share: '60.0' },
          { id: null, name: null, total_minor: 40, share: '40.0' },
        ],
      },
    ])
    expect(result.average_days_to_pay).toBe('7.5')
    expect(result.contracts_expiring.map(({ title }: Json) => title)).toEqual(['Frame 60'])
    const owners = await ws.owner.ok('GET', `${ws.base}/suppliers/${supplier_id}/spend?${march}`)
    expect(owners.currencies[0].by_project.map(({ name }: Json) => name)).toEqual(['Web', 'Hidden', null])
  })

  test('is not found in another organization', async () => {
    const ws = await workspace()
    const foreign = await supplier(await workspace(), 'Foreign')
    expect(refusal(await ws.owner.call('GET', `${ws.base}/suppliers/${foreign.id}/spend`))).toEqual([
      404,
      'supplier not found',
    ])
  })
})
