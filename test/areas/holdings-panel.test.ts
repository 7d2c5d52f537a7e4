import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { accept, company, group, join, panel, party, rates, relate, sale } from '../kit/holdings.ts'
import { expense } from '../kit/agency.ts'
import { taskRow, project, type Workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const spent = (ws: Workspace, total: number, more: object = {}, currency = 'EUR') =>
  expense(ws, total, { currency, base_currency: currency, expense_date: '2026-03-12', ...more })
const hire = (ws: Workspace, count: number) =>
  asOwner(
    `insert into employees (org_id, created_by, first_name, last_name, hire_date, employee_number)
      select $1, $2, 'Person', n::text, '2020-01-01', n::text from generate_series(1, $3::int) n`,
    [ws.org.id, ws.owner.id, count],
  )

describe('rates of a holding', () => {
  test('convert flows at the mean of the days and receivables at the last one', async () => {
    const { parent, child } = await group('USD')
    await sale(child, 50_000)
    await spent(child, 10_001, {}, 'USD')
    await rates(parent, ['2026-03-01', '0.9'], ['2026-03-16', '0.96'])
    const { items, rates: used, missing_rates, totals } = await panel(parent)
    expect(items[0]).toMatchObject({
      currency: 'USD',
      revenue: { minor: 50_000, converted_minor: 46_548, reason: null },
      expenses: { minor: 10_001, converted_minor: 9311 },
      result: { minor: 39_999, converted_minor: 37_237 },
      receivables: { minor: 50_000, converted_minor: 48_000 },
    })
    expect(used).toEqual([
      { base: 'USD', quote: 'EUR', kind: 'average', rate: '0.93096774', derived: 'direct' },
      { base: 'USD', quote: 'EUR', kind: 'closing', rate: '0.96', derived: 'direct' },
    ])
    expect([missing_rates, totals.revenue, totals.result.minor]).toEqual([
      [],
      { minor: 46_548, holds: 2, of: 2 },
      37_237,
    ])
  })

  test('round currencies of three decimals', async () => {
    const { parent, child } = await group('KWD')
    await sale(child, 12_345)
    await rates(parent, ['2026-03-01', '3.02', 'KWD'])
    expect((await panel(parent)).items[0].revenue).toEqual({
      minor: 12_345,
      converted_minor: 3728,
      reason: null,
    })
  })

  test('hold for 31 days; one day without leaves the flows out, the last day the receivables', async () => {
    const { parent, child } = await group('USD')
    await sale(child, 10_000)
    await sale(parent, 700)
    const seen = async () => {
      const { items, totals, missing_rates } = await panel(parent)
      const { revenue, receivables } = items[0]
      return [
        revenue.converted_minor,
        revenue.reason,
        receivables.converted_minor,
        totals.revenue,
        totals.receivables,
        missing_rates.map(({ kind }: Json) => kind),
      ]
    }
    const one = { minor: 700, holds: 1, of: 2 }
    expect(await seen()).toEqual([null, 'no_rate', null, one, one, ['average', 'closing']])
    await rates(parent, ['2026-03-02', '0.5'])
    expect(await seen()).toEqual([null, 'no_rate', 5000, one, { minor: 5700, holds: 2, of: 2 }, ['average']])
    await rates(parent, ['2026-01-28', '0.5'])
    expect((await seen())[0]).toBeNull()
    await rates(parent, ['2026-01-29', '0.5'])
    expect(await seen()).toEqual([
      5000,
      null,
      5000,
      { minor: 5700, holds: 2, of: 2 },
      { minor: 5700, holds: 2, of: 2 },
      [],
    ])
    // The last day is one of the range too.
    await rates(parent, ['2026-03-02', null], ['2026-02-27', '0.5'])
    expect(await seen()).toEqual([null, 'no_rate', null, one, one, ['average', 'closing']])
  })

  test('are taken from the reversed pair, or by way of the currency of the parent', async () => {
    const { parent, child } = await group('USD')
    await sale(child, 10_000)
    await sale(parent, 10_000)
    await rates(parent, ['2026-03-01', '1.25', 'EUR', 'USD'], ['2026-03-01', '0.8', 'EUR', 'GBP'])
    const euros = await panel(parent)
    expect([euros.items[0].revenue.converted_minor, euros.rates[0].derived]).toEqual([8000, 'inverse'])
    const pounds = await panel(parent, 'from=2026-03-01&to=2026-03-31&currency=GBP')
    expect(pounds.items[0].revenue.converted_minor).toBe(6400)
    expect(pounds.own.revenue).toEqual({ minor: 10_000, converted_minor: 8000, reason: null })
    expect(pounds.rates.map(({ base, derived }: Json) => [base, derived])).toEqual([
      ['EUR', 'direct'],
      ['EUR', 'direct'],
      ['USD', 'cross'],
      ['USD', 'cross'],
    ])
    await rates(parent, ['2026-03-01', '0.7', 'USD', 'EUR'])
    const corrected = await panel(parent)
    expect([corrected.items[0].revenue.converted_minor, corrected.rates[0].derived]).toEqual([7000, 'direct'])
    expect(Date.parse(corrected.rates_changed_at)).toBeGreaterThan(Date.parse(euros.rates_changed_at))
    await rates(parent, ['2026-03-01', '0.75', 'USD', 'EUR'])
    expect((await panel(parent)).items[0].revenue.converted_minor).toBe(7500)
  })

  test('belong to the parent, and are refused where they make no sense', async () => {
    const { parent, child } = await group('USD')
    await rates(parent, ['2026-03-01', '0.9'])
    expect((await child.owner.ok('GET', `${child.base}/holding/rates`)).total).toBe(0)
    expect((await parent.owner.ok('GET', `${parent.base}/holding/rates?base=USD`)).items).toEqual([
      { day: '2026-03-01', base: 'USD', quote: 'EUR', rate: '0.9', source: null },
    ])
    const put = async (more: object) =>
      refusal(
        await parent.owner.call('PUT', `${parent.base}/holding/rates`, {
          rates: [{ day: '2026-03-01', base: 'USD', quote: 'EUR', rate: '0.9', ...more }],
        }),
      )
    expect(await put({ rate: '0' })).toEqual([422, 'body.rates[0].rate: must be more than 0'])
    expect(await put({ rate: '-1' })).toEqual([422, 'body.rates[0].rate: must be more than 0'])
    expect((await put({ rate: '0.123456789' }))[0]).toBe(422)
    expect(await put({ quote: 'USD' })).toEqual([422, 'body.rates[0].quote: must be another currency'])
    expect((await put({ base: 'XXZ' }))[0]).toBe(422)
    expect(await put({ day: '2099-01-01' })).toEqual([422, 'body.rates[0].day: must not be in the future'])
    const at = `${parent.base}/holding/panel?from=2026-03-01&to=2026-03-31`
    expect(refusal(await parent.owner.call('GET', `${at}&currency=JPY`))).toEqual([
      422,
      'query.currency: nobody of the holding has it, and there is no rate for it',
    ])
    expect((await parent.owner.call('GET', `${at}&currency=EURO`)).status).toBe(422)
  })
})

describe('the panel', () => {
  test('has its own figures alone while there is no subsidiary, equal to its own finance summary', async () => {
    const ws = await company('Alone')
    await sale(ws, 1000)
    await spent(ws, 300)
    const { own, items, totals } = await panel(ws)
    const { converted } = await ws.owner.ok('GET', `${ws.base}/finance/summary?from=2026-03-01&to=2026-03-31`)
    expect(items).toEqual([])
    expect([own.revenue.minor, own.expenses.minor, own.result.minor]).toEqual([
      converted.invoiced_net_minor,
      converted.expenses_minor,
      converted.profit_minor,
    ])
    expect(totals.result).toEqual({ minor: 700, holds: 1, of: 1 })
  })

  test('has a subsidiary’s figures as that has them itself, and those that it does not share with the reason', async () => {
    const { parent, child, link } = await group('EUR', ['projects', 'crm'])
    await sale(child, 1000)
    const { id } = await project(child)
    await project(child, { visibility: 'private' })
    await taskRow(child, id, { status: 'todo', due_date: '2026-01-01' })
    const own = (await panel(child)).own
    const row = async () => (await panel(parent)).items[0]
    const hidden = { minor: null, converted_minor: null, reason: 'not_shared' }
    expect(await row()).toMatchObject({
      projects: { value: 2, reason: null },
      tasks_overdue: { value: 1 },
      open_deals: { value: 0, reason: null },
      revenue: hidden,
      receivables: hidden,
      headcount: { value: null, reason: 'not_shared' },
    })
    await asOwner(`update holding_links set data_scopes = '{finance}' where id = $1`, [link])
    expect(await row()).toMatchObject({
      revenue: own.revenue,
      projects: { value: null, reason: 'not_shared' },
    })
    expect(JSON.stringify(await panel(parent))).not.toContain(id)
  })

  test('takes business between organizations out of the totals and names what does not agree', async () => {
    const { parent, child, link } = await group()
    const [buyer, seller] = [await party(parent, 'clients'), await party(child, 'suppliers')]
    await sale(parent, 30_000, { client_id: buyer.id })
    await sale(parent, 5000)
    await spent(child, 25_000, { supplier_id: seller.id })
    expect((await panel(parent)).eliminated).toEqual([])
    await relate(parent, { client_id: buyer.id, related_org_id: child.org.id })
    await relate(child, { supplier_id: seller.id, related_org_id: parent.org.id })
    const { eliminated, totals } = await panel(parent)
    expect(eliminated).toMatchObject([
      {
        seller: { name: 'Parent' },
        buyer: { name: 'Child' },
        revenue_minor: 30_000,
        expenses_minor: 25_000,
        receivables_minor: 30_000,
        mismatch_minor: 5000,
        reason: null,
      },
    ])
    expect([
      totals.revenue.minor,
      totals.expenses.minor,
      totals.result.minor,
      totals.receivables.minor,
    ]).toEqual([5000, 0, 5000, 5000])
    await accept(child, link, ['crm'])
    const without = await panel(parent)
    expect(without.eliminated).toMatchObject([
      { revenue_minor: null, mismatch_minor: null, reason: 'not_shared' },
    ])
    expect(without.totals.revenue).toEqual({ minor: 35_000, holds: 1, of: 2 })
  })

  test('hides one or two people, and the total that would tell them', async () => {
    const { parent, child } = await group()
    const other = await company('Other')
    await join(parent, other)
    await hire(parent, 4)
    await hire(child, 2)
    await hire(other, 3)
    const heads = async (query?: string) => {
      const { items, own, totals } = await panel(parent, query)
      return [own, ...items]
        .map((one: Json) => one.headcount.value ?? one.headcount.reason)
        .concat(totals.headcount.value)
    }
    expect(await heads()).toEqual([4, 'small_group', 3, null])
    await hire(other, 0)
    await asOwner(
      `insert into employees (org_id, created_by, first_name, last_name, hire_date, employee_number)
        values ($1, $2, 'One', 'More', '2026-03-31', '9')`,
      [child.org.id, child.owner.id],
    )
    expect(await heads()).toEqual([4, 3, 3, 10])
    expect(await heads('from=2026-03-01&to=2026-03-30')).toEqual(
      Array(3).fill('range_too_short').concat(null),
    )
  })

  test('leaves out money of a subsidiary whose currency changed meanwhile', async () => {
    const { parent, child } = await group()
    await sale(child, 1000)
    await asOwner(`update organizations set currency = 'USD' where id = $1`, [child.org.id])
    await rates(parent, ['2026-03-01', '0.9'])
    const { items, totals } = await panel(parent)
    expect(items[0].revenue).toMatchObject({ converted_minor: null, reason: 'currency_changed' })
    expect(totals.revenue).toEqual({ minor: 0, holds: 1, of: 2 })
  })

  test('refuses days that do not exist, and more than 400', async () => {
    const ws = await company('Alone')
    const get = async (query: string) =>
      refusal(await ws.owner.call('GET', `${ws.base}/holding/panel?${query}`))
    expect(await get('from=2026-01-01&to=2027-02-05')).toEqual([
      422,
      'query.to: at most 400 days from the first',
    ])
    expect(await get('from=2026-02-01&to=2026-01-31')).toEqual([422, 'query.to: must not be before from'])
    expect((await get('from=2026-02-30&to=2026-03-01'))[0]).toBe(422)
    expect(await get('to=2026-03-01')).toEqual([422, 'query.to: send from and to, or neither'])
  })
})
