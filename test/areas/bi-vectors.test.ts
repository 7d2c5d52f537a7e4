import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { client, draft, issue, line } from '../kit/invoices.ts'
import { join, project, task, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const run = (ws: Workspace, source: string, query: object, who = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/bi/query`, { source, query })
const refusal = async (ws: Workspace, source: string, query: object, who = ws.owner) => {
  const { status, body } = await who.call('POST', `${ws.base}/bi/query`, { source, query })
  return [status, body.error?.message]
}
const set = (ws: Workspace, columns: string) =>
  asOwner(`update organizations set ${columns} where id = $1`, [ws.org.id])
const count = { measures: ['count'] }
const between = (from: string, to: string, granularity?: string, field = 'created_at') => ({
  time_dimension: { field, range: { from, to }, ...(granularity && { granularity }) },
})
const leads = (ws: Workspace, source: string | null, count: number) =>
  asOwner(
    `insert into leads (org_id, name, source, created_by) select $1, 'L', $2, $3 from generate_series(1, $4::int)`,
    [ws.org.id, source, ws.owner.id, count],
  )

test('a day begins where its midnight is left out at one o’clock, and has 23 or 25 hours', async () => {
  const ws = await workspace()
  await set(ws, `timezone = 'America/Santiago'`)
  const { id } = await project(ws)
  for (const created_at of ['2026-09-06T03:59:59Z', '2026-09-06T04:00:00Z', '2026-09-07T02:59:59Z'])
    await taskRow(ws, id, { created_at })
  const { rows } = await run(ws, 'tasks', { ...count, ...between('2026-09-05', '2026-09-06', 'day') })
  expect(rows).toEqual([
    { time: '2026-09-05', count: 1 },
    { time: '2026-09-06', count: 2 },
  ])
  const hours = async (day: string) =>
    (await run(ws, 'tasks', { ...count, ...between(day, day, 'hour') })).rows.map(({ time }: Json) => time)
  const short = await hours('2026-09-06')
  expect([short.length, short[0]]).toEqual([23, '2026-09-06T01:00-03:00'])
  expect(await hours('2026-04-04')).toHaveLength(25)
})

test('another time zone moves instants, and no day of a calendar', async () => {
  const ws = await workspace()
  await set(ws, `timezone = 'UTC'`)
  const { id } = await project(ws)
  await taskRow(ws, id, { created_at: '2026-05-04T23:30:00Z', due_date: '2026-05-04' })
  const days = async (field: string, timezone?: string) => {
    const answer = await run(ws, 'tasks', {
      ...count,
      ...between('2026-05-04', '2026-05-05', 'day', field),
      ...(timezone && { timezone }),
    })
    expect([answer.timezone, answer.week_start, answer.range]).toEqual([
      timezone ?? 'UTC',
      1,
      { from: '2026-05-04', to: '2026-05-05' },
    ])
    expect(Date.parse(answer.generated_at)).toBeGreaterThan(0)
    return answer.rows.map((row: Json) => row.count)
  }
  expect(await days('created_at')).toEqual([1, 0])
  expect(await days('created_at', 'Asia/Tokyo')).toEqual([0, 1])
  expect(await days('due_date', 'Asia/Tokyo')).toEqual([1, 0])
})

test('every series has every bucket, and what is chosen by its whole figure keeps all of its own', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const at = (day: string, priority: string, n: number) =>
    Promise.all(Array.from({ length: n }, () => taskRow(ws, id, { due_date: day, priority })))
  await at('2026-01-05', 'high', 3)
  await at('2026-02-05', 'low', 1)
  const query = {
    ...count,
    dimensions: ['priority'],
    ...between('2026-01-01', '2026-02-28', 'month', 'due_date'),
  }
  const rows = async (more: object = {}) =>
    (await run(ws, 'tasks', { ...query, ...more })).rows.map((row: Json) => [
      row.time.slice(5, 7),
      row.priority?.label ?? 'others',
      row.count,
    ])
  const high = [
    ['01', 'high', 3],
    ['02', 'high', 0],
  ]
  expect((await rows()).toSorted()).toEqual([...high, ['01', 'low', 0], ['02', 'low', 1]].toSorted())
  expect(await rows({ having: [{ measure: 'count', op: 'gte', value: 2 }] })).toEqual(high)
  // The largest over the whole range, not of each month.
  expect(await rows({ limit: 1 })).toEqual(high)
  expect((await rows({ limit: 1, other: true })).toSorted()).toEqual(
    [...high, ['01', 'others', 0], ['02', 'others', 1]].toSorted(),
  )
})

test('a change is told in percent, by day where days differ, in points of a ratio, or why there is none', async () => {
  const ws = await workspace()
  const told = async (
    source: string,
    measure: string,
    now: number | null,
    was: number | null,
    days = [30, 30],
  ) => {
    const q = JSON.stringify({ measures: [measure] })
    const totals = [now, was].map((value) => JSON.stringify([{ [measure]: value }]))
    const [row] = await asOwner(`select app.bi_changes(app.bi_source($1), $2, $3, $4, $5, $6)->0 as one`, [
      source,
      q,
      ...totals,
      ...days,
    ])
    const { measure: _, ...change } = row.one
    return change
  }
  expect(await told('tasks', 'count', 900, 840, [30, 28])).toEqual({
    change_percent: 7.1,
    change_percent_per_day: 0,
  })
  expect((await told('tasks', 'count', 50, -100)).change_percent).toBe(150)
  expect(await told('tasks', 'count', 5, 0)).toEqual({ change_percent: null, change_reason: 'previous_zero' })
  expect(await told('tasks', 'count', 5, null)).toEqual({
    change_percent: null,
    change_reason: 'no_previous',
  })
  expect(await told('tasks', 'done_share', 0.25, 0.2)).toEqual({ change_points: 5 })
  const { id } = await project(ws)
  await taskRow(ws, id, { due_date: '2026-03-05' })
  const year = await run(ws, 'tasks', {
    ...count,
    ...between('2026-01-01', '2026-12-31', undefined, 'due_date'),
    compare: 'previous_year',
  })
  expect([year.days, year.previous.days, year.unequal_days]).toEqual([365, 365, false])
  const leap = await run(ws, 'tasks', {
    ...count,
    ...between('2024-02-01', '2024-02-29', undefined, 'due_date'),
    compare: 'previous_year',
  })
  expect([leap.days, leap.previous.days, leap.unequal_days]).toEqual([29, 28, true])
})

test('shares of groups that overlap are told as they are, and none where there is nothing', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const tags: Json[] = []
  for (const name of ['a', 'b']) tags.push(await ws.owner.ok('POST', `${ws.base}/tags`, { name }))
  for (const [spent_minutes, names] of [
    [60, [0, 1]],
    [30, [0]],
    [10, []],
  ] as const) {
    const { id: one } = await taskRow(ws, id, { spent_minutes })
    for (const n of names)
      await asOwner('insert into task_tags (org_id, task_id, tag_id) values ($1, $2, $3)', [
        ws.org.id,
        one,
        tags[n]!.id,
      ])
  }
  const shares = async (measure: string, more: object = {}) =>
    (await run(ws, 'tasks', { measures: [measure], dimensions: ['tag'], share: true, ...more })).rows.map(
      ({ share }: Json) => share,
    )
  expect(await shares('spent_seconds')).toEqual([90, 60, 10])
  expect(await shares('count')).toEqual([66.7, 33.3, 33.3])
  expect(await shares('points')).toEqual([null, null, null])
})

test('groups of equal size stand in one order at every read, and none is a group of its own', async () => {
  const ws = await workspace()
  for (const source of ['b', 'a', null, 'c']) await leads(ws, source, 2)
  await leads(ws, 'z', 3)
  const names = async (more: object) =>
    (await run(ws, 'leads', { ...count, dimensions: ['source'], ...more })).rows.map(
      (row: Json) => row.source?.label ?? row.groups,
    )
  const all = ['z', 'a', 'b', 'c', 'None']
  for (let again = 0; again < 3; again++) expect(await names({})).toEqual(all)
  expect(await names({ limit: 3, other: true })).toEqual(['z', 'a', 'b', 2])
  expect(await names({ order: [{ by: 'source', descending: true }] })).toEqual(['z', 'c', 'b', 'a', 'None'])
})

test('amounts stand by currency, and together at the rates frozen with them, with how many have none', async () => {
  const ws = await workspace()
  const buyer = await client(ws)
  for (const [currency, net, rate] of [
    ['EUR', '1000', {}],
    ['USD', '500', { exchange_rate: '0.92' }],
  ] as const) {
    const made = await draft(ws, { client_id: buyer.id, currency, lines: [line(net)] })
    await issue(ws, made, rate)
  }
  const query = { measures: ['invoiced_net'] }
  expect((await run(ws, 'invoices', query)).totals).toEqual([
    { invoiced_net: 100_000, currency: 'EUR' },
    { invoiced_net: 50_000, currency: 'USD' },
  ])
  const base = async () => (await run(ws, 'invoices', { ...query, in: 'base' })).totals
  expect(await base()).toEqual([{ invoiced_net: 146_000, unconverted: 0 }])
  await asOwner(`update invoices set base_net_minor = null where org_id = $1 and currency = 'USD'`, [
    ws.org.id,
  ])
  expect(await base()).toEqual([{ invoiced_net: 100_000, unconverted: 1 }])
})

test('figures beyond what a number of JSON holds are text, and their column says so', async () => {
  const [row] = await asOwner(`select app.bi_number(9007199254740991, 'count') as kept,
    app.bi_number(9007199254740992, 'count') as text, app.bi_number(0.66666, 'ratio') as ratio,
    (app.bi_columns(app.bi_source('tasks'), '{"measures": ["points", "count"]}',
      '[{"points": "9007199254740992", "count": 1}]')) as columns`)
  expect([row.kept, row.text, row.ratio]).toEqual([9_007_199_254_740_991, '9007199254740992', 0.6667])
  expect(row.columns.map(({ name, text }: Json) => [name, text])).toEqual([
    ['points', true],
    ['count', undefined],
  ])
})

test('people are groups by who they are, also once they left or are nobody any more', async () => {
  const ws = await workspace()
  const [ada, other] = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Ada')]
  const { id } = await project(ws)
  for (const who of [ada, ada, other]) await taskRow(ws, id, { assignee_id: who.id, status: 'done' })
  const rows = async () =>
    (await run(ws, 'tasks', { ...count, dimensions: ['assignee'] })).rows.map((row: Json) => [
      row.assignee.id,
      row.assignee.label,
      row.count,
    ])
  expect(await rows()).toEqual([
    [ada.id, 'Ada', 2],
    [other.id, 'Ada', 1],
  ])
  await ws.owner.ok('DELETE', `${ws.base}/members/${ada.id}`, {})
  expect((await rows())[0]).toEqual([ada.id, 'Ada (left)', 2])
  const filters = [{ field: 'assignee', op: 'eq', value: ada.id }]
  const answer = await run(ws, 'tasks', { ...count, filters })
  expect([answer.totals, answer.warnings]).toEqual([[{ count: 2 }], undefined])
})

test('what may not be opened has no name in any figure, nor is it in one', async () => {
  const ws = await workspace()
  const manager = await join(ws, 'manager')
  const hidden = await project(ws, { visibility: 'private', name: 'Hush' })
  const secret = await task(ws, hidden.id)
  const entry = { task_id: secret.id, work_date: '2026-05-04', duration_seconds: 3600 }
  await ws.owner.ok('POST', `${ws.base}/time-entries`, entry)
  const text = async (source: string, measures: string[], who = manager) =>
    JSON.stringify(
      await run(
        ws,
        source,
        { measures, dimensions: ['project'], limit: 1, ...(source === 'tasks' && { other: true }) },
        who,
      ),
    )
  for (const [source, measures] of [
    ['tasks', ['count']],
    ['time_entries', ['seconds']],
  ] as const) {
    expect(await text(source, [...measures], ws.owner)).toContain('Hush')
    const seen = await text(source, [...measures])
    for (const word of ['Hush', hidden.id]) expect(seen).not.toContain(word)
  }
  expect((await run(ws, 'tasks', count, manager)).totals).toEqual([{ count: 0 }])
})

test('filters that name what is gone match nothing, and say so', async () => {
  const ws = await workspace()
  const [kept, gone] = [await project(ws), await project(ws)]
  for (const { id } of [kept, gone]) await taskRow(ws, id)
  await ws.owner.ok('DELETE', `${ws.base}/projects/${gone.id}`)
  const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Red' })
  await ws.owner.ok('DELETE', `${ws.base}/tags/${tag.id}`)
  const asked = async (filter: object) => {
    const { totals, warnings } = await run(ws, 'tasks', { ...count, filters: [filter] })
    return [totals[0].count, warnings]
  }
  const of = (field: string, value: unknown, op = 'eq') => ({ field, op, value })
  expect(await asked(of('project', kept.key))).toEqual([1, undefined])
  expect(await asked(of('project', gone.id))).toEqual([
    0,
    [`filters[0]: project ${gone.id} is not there any more`],
  ])
  expect(await asked(of('project', [kept.id, gone.key], 'in'))).toEqual([
    1,
    [`filters[0]: project ${gone.key} is not there any more`],
  ])
  expect(await asked(of('tag', tag.id))).toEqual([0, [`filters[0]: tag ${tag.id} is not there any more`]])
  expect((await asked(of('assignee', '@me')))[1]).toBeUndefined()
  const bare = { ...count, ...between('2026-01-01', '2026-03-31', 'month'), limit: 1 }
  const series = await run(ws, 'tasks', bare)
  expect([series.rows.length, series.warnings]).toEqual([
    3,
    ['limit: cuts nothing of a series of time without groups; the range decides'],
  ])
})

test('a text is looked for in more than a hundred thousand rows only within a range', async () => {
  const ws = await workspace()
  await leads(ws, 'fair', 3)
  const looking = { ...count, filters: [{ field: 'source', op: 'contains', value: 'air' }] }
  expect((await run(ws, 'leads', looking)).totals).toEqual([{ count: 3 }])
  const large = async (most: number) => {
    const [answer] = await enteredDatabase(ws.org.id).batch([
      sql`select app.bi_is_large(app.bi_source('leads'), ${most})::text as answer`,
    ])
    return answer
  }
  expect([await large(3), await large(2)]).toEqual(['false', 'true'])
})

test('rules between the parts of a query are told one by one', async () => {
  const ws = await workspace()
  const time = between('2026-01-01', '2026-03-31', 'month')
  const cases: [string, object, string][] = [
    [
      'tasks',
      { measures: ['done_share'], ...time, cumulative: true },
      'body.query.cumulative: only for measures that add up',
    ],
    ['tasks', { ...count, ...time, opening: true }, 'body.query.opening: only with cumulative'],
    [
      'tasks',
      { ...count, dimensions: ['tag'], ...time, share: true },
      'body.query.share: needs a dimension, no buckets',
    ],
    ['tasks', { ...count, limit: 3, other: true }, 'body.query.other: needs a limit, and one dimension'],
    [
      'tasks',
      { ...count, filters: [{ field: 'status', op: 'eq', value: 'to\0do' }] },
      'body.query.filters[0].value',
    ],
    [
      'tasks',
      { ...count, having: [{ measure: 'status', op: 'gt', value: 1 }], dimensions: ['status'] },
      'not one of the measures',
    ],
    [
      'invoices',
      { measures: ['invoiced_net'], dimensions: ['client'], order: [{ by: 'invoiced_net' }] },
      'body.query.order: needs one currency: filter by currency, or send in: base',
    ],
    [
      'invoices',
      {
        measures: ['invoiced_net'],
        dimensions: ['client'],
        having: [{ measure: 'invoiced_net', op: 'gt', value: 1 }],
      },
      'body.query.having: needs one currency: filter by currency, or send in: base',
    ],
    [
      'deals',
      { measures: ['value'], in: 'base' },
      'body.query.in: no amounts in the organization’s currency of value',
    ],
  ]
  for (const [source, query, said] of cases) {
    const [status, message] = await refusal(ws, source, query)
    expect([said, status, message]).toEqual([said, 422, expect.stringContaining(said)])
  }
})

test('a figure that takes too long says so, and the others stand', async () => {
  const ws = await workspace()
  const widget = (source: string) => ({ title: source, source, query: count })
  const { id, widgets } = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, {
    name: 'All',
    visibility: 'organization',
    widgets: [widget('tasks'), widget('leads'), widget('documents')],
  })
  const busy = asOwner('begin; lock table leads in access exclusive mode; select pg_sleep(1.5); commit')
  await new Promise((done) => setTimeout(done, 200))
  const answers = await enteredDatabase(ws.org.id).batch([
    sql`select set_config('app.rank', '50', true) || set_config('statement_timeout', '400', true)`,
    sql`select app.bi_dashboard_data(${id}::uuid, '[]', '{}')::text as answer`,
  ])
  await busy
  const data = JSON.parse(String(answers.at(-1))).widgets
  expect(widgets.map((one: Json) => data[one.id].error)).toEqual([undefined, 'timeout', undefined])
})
