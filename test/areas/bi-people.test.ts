import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { planning } from '../kit/okr.ts'
import { keyOf, modern } from '../mcp/rpc.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'

const run = (ws: Workspace, query: object, source = 'payroll_totals', who = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/bi/query`, { source, query })
const refusal = async (ws: Workspace, query: object, source = 'payroll_totals', who = ws.owner) => {
  const { status, body } = await who.call('POST', `${ws.base}/bi/query`, { source, query })
  return [status, body.error?.message]
}
const july = { field: 'pay_date', range: { from: '2026-07-01', to: '2026-07-31' } }

/** Payslips of 1 000.00 for as many people in each department, by month. */
async function payroll(ws: Workspace, months: Record<string, Record<string, number>>) {
  const ids: Record<string, string> = {}
  for (const [month, sizes] of Object.entries(months)) {
    const [run] = await asOwner(
      `insert into payroll_runs (org_id, name, period_start, period_end, pay_date, currency, frequency, created_by)
        values ($1, $2::text, ($2::text || '-01')::date, ($2::text || '-28')::date, ($2::text || '-28')::date, 'EUR', 'monthly', $3) returning id`,
      [ws.org.id, month, ws.owner.id],
    )
    for (const [name, size] of Object.entries(sizes)) {
      ids[name] ??= (await ws.owner.ok('POST', `${ws.base}/departments`, { name })).id
      await asOwner(
        `with hired as (insert into employees (org_id, employee_number, first_name, created_by)
            select $1, $4::text || $5::text || n, 'P' || n, $6 from generate_series(1, $3::int) n returning id)
          insert into payslips (org_id, run_id, employee_id, employee_name, employee_number, department_id, period, pay_date,
            status, title, currency, total_days, gross_minor)
          select $1, $2, h.id, 'P', '1', $7, daterange(($4::text || '-01')::date, ($4 || '-28')::date), ($4 || '-28')::date,
            'final', $4, 'EUR', 30, 100000 from hired h`,
        [ws.org.id, run!.id, size, month, name, ws.owner.id, ids[name]],
      )
    }
  }
  return ids
}
const told = (rows: Json[]) =>
  rows.map(({ department, gross, suppressed }) => [department?.label, gross, suppressed])
const hidden = (name?: string) => [name, null, 'small_group']

test('pay of fewer than three people is hidden, with the next smallest group, whatever is asked', async () => {
  const ws = await workspace()
  const ids = await payroll(ws, { '2026-07': { A: 5, B: 4, C: 2 } })
  const gross = { measures: ['gross'], time_dimension: july }
  const by = await run(ws, { ...gross, dimensions: ['department'] })
  expect(told(by.rows)).toEqual([['A', 500_000, undefined], hidden('B'), hidden('C')])
  expect(by.totals).toEqual([{ gross: 1_100_000, currency: 'EUR' }])
  expect((await run(ws, gross)).totals).toEqual([{ gross: 1_100_000, currency: 'EUR' }])
  for (const name of ['B', 'C']) {
    const filters = [{ field: 'department', op: 'eq', value: ids[name] }]
    const alone = await run(ws, { ...gross, filters })
    expect(told(alone.totals)).toEqual([hidden()])
    expect(told((await run(ws, { ...gross, dimensions: ['department'], filters })).rows)).toEqual([
      hidden(name),
    ])
  }
})

test('three queries never give the hidden figure, not over several months either', async () => {
  const ws = await workspace()
  await payroll(ws, {
    '2026-06': { A: 5, B: 5, C: 5 },
    '2026-07': { A: 5, B: 4, C: 2 },
    '2026-08': { A: 4, D: 1, E: 1 },
  })
  const over = (from: string, to: string, more: object = {}) =>
    run(ws, {
      measures: ['gross'],
      dimensions: ['department'],
      time_dimension: { field: 'pay_date', range: { from, to }, ...more },
    })
  const june = await over('2026-06-01', '2026-06-30')
  expect(june.rows.map(({ gross }: Json) => gross)).toEqual([500_000, 500_000, 500_000])
  const both = await over('2026-06-01', '2026-07-31')
  expect(told(both.rows)).toEqual([['A', 1_000_000, undefined], hidden('B'), hidden('C')])
  expect(both.totals).toEqual([{ gross: 2_600_000, currency: 'EUR' }])
  const quarter = await over('2026-04-01', '2026-09-30', { granularity: 'quarter' })
  expect(told(quarter.rows)).toEqual([
    ['A', 500_000, undefined],
    ['B', 500_000, undefined],
    ['C', 500_000, undefined],
    ['A', 900_000, undefined],
    ...['B', 'C', 'D', 'E'].map(hidden),
  ])
  // Two people alone are behind D and E: the whole less A would be theirs.
  const august = await over('2026-08-01', '2026-08-31')
  expect(told(august.rows)).toEqual([['A', 400_000, undefined], hidden('D'), hidden('E')])
  expect(august.totals).toEqual([{ gross: null, currency: 'EUR', suppressed: 'small_group' }])
})

test('people are asked for by whole groups of whole months', async () => {
  const ws = await workspace()
  const gross = { measures: ['gross'] }
  const cases: [object, string][] = [
    [{ ...gross, limit: 1, dimensions: ['department'] }, 'body.query.limit: not for figures of people'],
    [
      { ...gross, filters: [{ field: 'department', op: 'ne', value: 'B' }] },
      'body.query.filters[0]: only eq, of department',
    ],
    [
      { ...gross, filters: [{ field: 'pay_date', op: 'eq', value: '2026-07-28' }] },
      'body.query.filters[0]: only eq, of department',
    ],
    [
      { ...gross, time_dimension: { ...july, granularity: 'day' } },
      'body.query.time_dimension.granularity: figures of people are by month, quarter or year',
    ],
    [
      { ...gross, time_dimension: { field: 'pay_date', range: 'last_30_days' } },
      'body.query.time_dimension.range: figures of people are of whole months',
    ],
  ]
  for (const [query, said] of cases) expect(await refusal(ws, query)).toEqual([422, said])
  expect(
    await refusal(ws, { measures: ['count'], dimensions: ['department', 'leave_type'] }, 'leave_requests'),
  ).toEqual([
    422,
    'body.query.dimensions: people are grouped and filtered by one of department, leave_type at a time',
  ])
  const manager = await join(ws, 'manager', 'Meg')
  expect(await refusal(ws, gross, 'payroll_totals', manager)).toEqual([
    403,
    'payroll_totals needs the role admin or above',
  ])
})

test('leave is counted over the team of who asks', async () => {
  const ws = await workspace()
  const manager = await join(ws, 'manager', 'Meg')
  await asOwner(
    `with type as (insert into leave_types (org_id, name, created_by) values ($1, 'Sick', $3) returning id),
      hired as (insert into employees (org_id, user_id, employee_number, first_name, created_by)
        select $1, case n when 1 then $2::uuid end, 'P' || n, 'P', $3 from generate_series(1, 6) n returning id, user_id,
          employee_number),
      employed as (insert into employments (org_id, employee_id, valid, employment_type)
        select $1, h.id, '[2026-01-01,)', 'full_time' from hired h),
      placed as (insert into employee_positions (org_id, employee_id, valid, manager_employee_id)
        select $1, h.id, '[2026-01-01,)', m.id from hired h left join hired m on m.user_id = $2 and h.id <> m.id
          and h.employee_number in ('P2', 'P3', 'P4'))
    insert into leave_requests (org_id, employee_id, leave_type_id, start_date, end_date, slots, total, status, created_by)
      select $1, h.id, t.id, '2026-07-01', '2026-07-02', '{[1, 5)}', 2, 'approved', $3 from hired h, type t
        where h.user_id is null`,
    [ws.org.id, manager.id, ws.owner.id],
  )
  const count = { measures: ['count'] }
  const seen = async (who = ws.owner) => (await run(ws, count, 'leave_requests', who)).totals
  expect(await seen()).toEqual([{ count: 5 }])
  expect(await seen(manager)).toEqual([{ count: 3 }])
  expect((await run(ws, { ...count, dimensions: ['leave_type'] }, 'leave_requests')).rows).toEqual([
    { leave_type: { id: expect.any(String), label: 'Sick' }, count: 5 },
  ])
})

test('key results are counted as far as their objectives are read', async () => {
  const { ws, create, measure } = await planning()
  const open = await create()
  await measure(open.id)
  const own = await create({ visibility: 'private' })
  await measure(own.id)
  const member = await join(ws)
  const count = { measures: ['count'] }
  expect((await run(ws, count, 'okr_key_results')).totals).toEqual([{ count: 2 }])
  expect((await run(ws, count, 'okr_key_results', member)).totals).toEqual([{ count: 1 }])
})

test('where what is of people is closed to tools, they do not see these sources', async () => {
  const ws = await workspace()
  const { token } = await keyOf(ws)
  const names = async (exposed: string): Promise<string[]> => {
    const how = { token, query: '?tools=all', env: { MCP_EXPOSE_SENSITIVE: exposed } }
    const { body } = await modern('tools/call', { name: 'list_bi_sources', arguments: {} }, how)
    return JSON.parse(body.result.content[0].text).sources.map(({ name }: Json) => name)
  }
  const people = ['leave_requests', 'payroll_totals']
  expect(await names('true')).toEqual(expect.arrayContaining(people))
  const left = await names('false')
  expect(left).toContain('okr_key_results')
  expect(left.filter((name) => people.includes(name))).toEqual([])
})

test('filters of a dashboard take no person out of the groups of its widgets', async () => {
  const ws = await workspace()
  const ids = await payroll(ws, { '2026-07': { A: 5, B: 4, C: 2 } })
  const widget = {
    title: 'Pay',
    source: 'payroll_totals',
    query: { measures: ['gross'], dimensions: ['department'] },
  }
  const { id, widgets } = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, {
    name: 'Pay',
    widgets: [widget],
  })
  const data = async (...filters: object[]): Promise<Json> => {
    const query = encodeURIComponent(JSON.stringify(filters))
    const all = await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${id}/data?filters=${query}`)
    return all.widgets[widgets[0].id]
  }
  const but = await data({ field: 'department', op: 'ne', value: ids.C })
  expect([but.filters_not_applied, but.totals[0].gross]).toEqual([['department'], 1_100_000])
  const one = await data({ field: 'department', op: 'eq', value: ids.C })
  expect(told(one.rows)).toEqual([hidden('C')])
})
