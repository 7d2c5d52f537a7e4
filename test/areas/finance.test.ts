import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, issue, line, pay } from '../kit/invoices.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

/** An approved expense, by default with deductible tax. */
const spend = (
  ws: Workspace,
  expense_date: string,
  net: number,
  tax: number,
  more: Record<string, unknown> = {},
) => {
  const row = {
    org_id: ws.org.id,
    user_id: ws.owner.id,
    created_by: ws.owner.id,
    description: 'Paper',
    expense_date,
    currency: 'EUR',
    net_minor: net,
    tax_minor: tax,
    total_minor: net + tax,
    base_total_minor: net + tax,
    base_currency: 'EUR',
    tax_rate: '21',
    status: 'approved',
    ...more,
  }
  const names = Object.keys(row)
  return asOwner(
    `insert into expenses (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  )
}
const bill = async (ws: Workspace, buyer: { id: string }, day: string, lines: object[], more: object = {}) =>
  issue(ws, await draft(ws, { client_id: buyer.id, lines, ...more }), {
    issue_date: day,
    ...('currency' in more && { exchange_rate: '0.9' }),
  })

/** Half a year of an organization, in two currencies, with every type of correction. */
async function books() {
  const ws = await workspace()
  const [wayne, stark] = [await client(ws, { name: 'Wayne' }), await client(ws, { name: 'Stark' })]
  const one = await bill(ws, wayne, '2026-01-10', [line('1000'), line('100', { tax_rate: '10' })])
  const two = await bill(ws, stark, '2026-02-10', [line('500')], { withholding_rate: '15' })
  const cancelledInvoice = await bill(ws, stark, '2026-02-11', [line('77')])
  const dollars = await bill(ws, stark, '2026-03-01', [line('200')], { currency: 'USD' })
  await ws.owner.ok('POST', `${ws.base}/invoices/${cancelledInvoice.id}/cancel`, { reason: 'mistake' })
  const correct = async (to: Json, method: string, lines: object[], day: string) => {
    const body = { reason: 'R4', method, lines }
    const creditNote = await ws.owner.ok('POST', `${ws.base}/invoices/${to.id}/credit-notes`, body)
    return issue(ws, creditNote, { issue_date: day })
  }
  await correct(one, 'difference', [line('300')], '2026-03-05')
  await correct(two, 'substitution', [line('400')], '2026-04-02')
  await pay(ws, one, 50000, { paid_on: '2026-02-01' })
  await pay(ws, one, 30000, { paid_on: '2026-03-02' })
  await pay(ws, dollars, 10000, { paid_on: '2026-04-01' })
  await spend(ws, '2026-01-20', 10000, 2100)
  await spend(ws, '2026-02-20', 5000, 1050, { tax_deductible: false })
  await spend(ws, '2026-02-21', 9999, 0, { status: 'submitted' })
  await spend(ws, '2026-02-22', 8888, 0, { status: 'rejected', rejection_reason: 'no' })
  return { ws, wayne, stark }
}

describe('the summary', () => {
  test('is what an accountant computes, per currency', async () => {
    const { ws, wayne, stark } = await books()
    const result = await ws.owner.ok('GET', `${ws.base}/finance/summary?from=2026-01-01&to=2026-06-30`)
    const [euros, dollars] = result.currencies
    // 1100 + 500 - 300 + (400 - 500)
    expect(euros).toMatchObject({
      currency: 'EUR',
      invoiced_net_minor: 120000,
      invoiced_minor: 121000 + 11000 + 60500 - 36300 + (48400 - 60500),
      collected_minor: 80000,
      expenses_minor: 10000 + 6050,
      profit_minor: 120000 - 16050,
      outstanding_minor: 121000 + 11000 - 36300 - 80000 + (48400 - 6000),
      top_clients: [
        { client: { id: wayne.id, name: 'Wayne' }, invoiced_net_minor: 80000 },
        { client: { id: stark.id, name: 'Stark' }, invoiced_net_minor: 40000 },
      ],
    })
    expect(euros.by_month).toEqual([
      {
        month: '2026-01',
        invoiced_net_minor: 110000,
        collected_minor: 0,
        expenses_minor: 10000,
        profit_minor: 100000,
      },
      {
        month: '2026-02',
        invoiced_net_minor: 50000,
        collected_minor: 50000,
        expenses_minor: 6050,
        profit_minor: 43950,
      },
      {
        month: '2026-03',
        invoiced_net_minor: -30000,
        collected_minor: 30000,
        expenses_minor: 0,
        profit_minor: -30000,
      },
      {
        month: '2026-04',
        invoiced_net_minor: -10000,
        collected_minor: 0,
        expenses_minor: 0,
        profit_minor: -10000,
      },
    ])
    expect(dollars).toMatchObject({ currency: 'USD', invoiced_net_minor: 20000, collected_minor: 10000 })
    expect(result.converted).toEqual({
      invoiced_net_minor: 120000 + 18000,
      expenses_minor: 16050,
      profit_minor: 138000 - 16050,
    })
    const only = await ws.owner.ok(
      'GET',
      `${ws.base}/finance/summary?from=2026-01-01&to=2026-06-30&currency=USD`,
    )
    expect(only.currencies.map(({ currency }: Json) => currency)).toEqual(['USD'])
  })

  test.each([
    ['from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    ['from=2024-01-01&to=2026-01-01', 'query.to: at most 400 days from the first'],
    ['from=2026-01-01', 'query.to: required'],
    [
      'from=2026-01-01&to=2026-01-02&currency=XYZ',
      'query.currency: unknown currency; send an ISO 4217 code such as EUR',
    ],
  ])('rejects %s', async (query, message) => {
    const ws = await workspace()
    expect(codedRefusal(await ws.owner.call('GET', `${ws.base}/finance/summary?${query}`))).toEqual([
      422,
      'validation_error',
      message,
    ])
  })

  test('is for managers and above', async () => {
    const ws = await workspace()
    const member = await join(ws, 'member')
    for (const path of [
      'summary?from=2026-01-01&to=2026-01-02',
      'receivables',
      'tax-summary?from=2026-01-01&to=2026-01-02',
    ])
      expect((await member.call('GET', `${ws.base}/finance/${path}`)).status).toBe(403)
  })
})

describe('the receivables', () => {
  test('are grouped by how long they are overdue, by the organization’s own day', async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    const due = async (days: number) => {
      const created = await issue(
        ws,
        await draft(ws, { client_id: buyer.id, lines: [line('100', { tax_rate: '0' })] }),
      )
      await asOwner(`update invoices set due_date = current_date - $2::int where id = $1`, [created.id, days])
      return created
    }
    for (const days of [-5, 0, 1, 30, 31, 60, 61, 90, 91, 400]) await due(days)
    const result = await ws.owner.ok('GET', `${ws.base}/finance/receivables`)
    expect(result.items).toEqual([
      {
        client: { id: buyer.id, name: buyer.name },
        currency: 'EUR',
        outstanding_minor: 100000,
        credit_minor: 0,
        current_minor: 20000,
        days_1_30_minor: 20000,
        days_31_60_minor: 20000,
        days_61_90_minor: 20000,
        days_over_90_minor: 20000,
        invoices: 10,
      },
    ])
    expect(result.totals[0].outstanding_minor).toBe(100000)
  })

  test('show separately what a client has overpaid', async () => {
    const { ws, stark } = await books()
    const result = await ws.owner.ok(
      'GET',
      `${ws.base}/finance/receivables?client_id=${stark.id}&currency=EUR`,
    )
    expect(result.items).toMatchObject([{ outstanding_minor: 42400, credit_minor: 0 }])
  })
})

describe('the tax summary', () => {
  test('has output and input tax per rate and quarter, and withholding', async () => {
    const { ws } = await books()
    const result = await ws.owner.ok('GET', `${ws.base}/finance/tax-summary?from=2026-01-01&to=2026-06-30`)
    const of = (period: string, currency = 'EUR') =>
      result.periods.find((one: Json) => one.period === period && one.currency === currency)
    expect(of('2026-Q1')).toEqual({
      period: '2026-Q1',
      currency: 'EUR',
      output: [
        {
          category: 'standard',
          rate: '21',
          surcharge_rate: '0',
          base_minor: 120000,
          tax_minor: 25200,
          surcharge_minor: 0,
        },
        {
          category: 'standard',
          rate: '10',
          surcharge_rate: '0',
          base_minor: 10000,
          tax_minor: 1000,
          surcharge_minor: 0,
        },
      ],
      input: [{ rate: '21', base_minor: 10000, tax_minor: 2100 }],
      output_tax_minor: 26200,
      input_tax_minor: 2100,
      withholding_minor: 7500,
      net_minor: 24100,
    })
    expect(of('2026-Q2')).toMatchObject({
      output: [{ rate: '21', base_minor: -10000, tax_minor: -2100 }],
      withholding_minor: 6000 - 7500,
      net_minor: -2100,
    })
    expect(of('2026-Q1', 'USD')).toMatchObject({ output_tax_minor: 4200 })
    expect(result.converted).toEqual({
      output_tax_minor: 26200 - 2100 + 3780,
      input_tax_minor: 2100,
      withholding_minor: 6000,
      net_minor: 26200 - 2100 + 3780 - 2100,
    })
    const months = await ws.owner.ok(
      'GET',
      `${ws.base}/finance/tax-summary?from=2026-01-01&to=2026-06-30&group_by=month`,
    )
    expect(months.periods.map(({ period }: Json) => period)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-03',
      '2026-04',
    ])
  })
})
