import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const run = (ws: Workspace, source: string, query: object, who = ws.owner) =>
  who.ok('POST', `${ws.base}/bi/query`, { source, query })
const refusal = async (ws: Workspace, source: string, query: object, who = ws.owner) => {
  const { status, body } = await who.call('POST', `${ws.base}/bi/query`, { source, query })
  return [status, body.error?.message]
}
const in2026 = { from: '2026-01-01', to: '2026-12-31' }

/** Tasks as they would stand after a while, in a project of their own. */
async function tasks(ws: Workspace, rows: (Record<string, unknown> & { tags?: string[] })[]) {
  const { id } = await project(ws)
  const named = new Map<string, string>()
  for (const { tags = [], ...columns } of rows) {
    const task = await taskRow(ws, id, columns)
    for (const name of tags) {
      if (!named.has(name)) named.set(name, (await ws.owner.ok('POST', `${ws.base}/tags`, { name })).id)
      const row = [ws.org.id, task.id, named.get(name)]
      await asOwner('insert into task_tags (org_id, task_id, tag_id) values ($1, $2, $3)', row)
    }
  }
}
const zone = (ws: Workspace, timezone: string, week_start = 1) =>
  asOwner('update organizations set timezone = $2, week_start = $3 where id = $1', [
    ws.org.id,
    timezone,
    week_start,
  ])

test('totals are computed by the measure, never by adding rows', async () => {
  const ws = await workspace()
  const rows = [
    { status: 'done', priority: 'low' },
    { status: 'done', priority: 'high' },
    ...Array.from({ length: 8 }, () => ({ priority: 'high' })),
  ]
  await tasks(ws, rows)
  const { rows: groups, totals } = await run(ws, 'tasks', {
    measures: ['done_share'],
    dimensions: ['priority'],
  })
  expect(groups).toEqual([
    { priority: { id: 'low', label: 'low' }, done_share: 1 },
    { priority: { id: 'high', label: 'high' }, done_share: 0.1111 },
  ])
  expect(totals).toEqual([{ done_share: 0.2 }])
})

test('a row in several groups counts once in the whole', async () => {
  const ws = await workspace()
  await tasks(ws, [
    { spent_minutes: 60, tags: ['a', 'b'] },
    { spent_minutes: 30, tags: ['a'] },
    { spent_minutes: 10 },
  ])
  const answer = await run(ws, 'tasks', { measures: ['count', 'spent_seconds'], dimensions: ['tag'] })
  expect(answer.rows.map((row: Json) => [row.tag.label, row.count, row.spent_seconds / 60])).toEqual([
    ['a', 2, 90],
    ['b', 1, 60],
    ['None', 1, 10],
  ])
  expect([answer.totals, answer.overlapping]).toEqual([[{ count: 3, spent_seconds: 6000 }], true])
  expect(
    await refusal(ws, 'tasks', { measures: ['count'], dimensions: ['tag'], limit: 1, other: true }),
  ).toEqual([422, 'body.query.other: needs a limit, and one dimension of which a row has one value'])
})

test('days are those of the organization, through changes of the clock', async () => {
  const ws = await workspace()
  await zone(ws, 'Europe/Madrid')
  // The day of 29 March has 23 hours, that of 25 October 25.
  await tasks(ws, [
    { created_at: '2026-03-28T22:59:59Z' },
    { created_at: '2026-03-28T23:00:00Z' },
    { created_at: '2026-03-29T21:59:59Z' },
    { created_at: '2026-03-29T22:00:00Z' },
    { created_at: '2026-10-25T22:59:59Z' },
  ])
  const by = (granularity: string, from: string, to: string) =>
    run(ws, 'tasks', {
      measures: ['count'],
      time_dimension: { field: 'created_at', granularity, range: { from, to } },
    })
  expect((await by('day', '2026-03-28', '2026-03-30')).rows).toEqual([
    { time: '2026-03-28', count: 1 },
    { time: '2026-03-29', count: 2 },
    { time: '2026-03-30', count: 1 },
  ])
  const long = (await by('hour', '2026-10-25', '2026-10-25')).rows
  expect(long).toHaveLength(25)
  expect(long.slice(1, 5).map(({ time }: Json) => time)).toEqual([
    '2026-10-25T01:00+02:00',
    '2026-10-25T02:00+02:00',
    '2026-10-25T02:00+01:00',
    '2026-10-25T03:00+01:00',
  ])
  expect(long.at(-1)).toMatchObject({ time: '2026-10-25T23:00+01:00', count: 1 })
  expect((await by('hour', '2026-03-29', '2026-03-29')).rows).toHaveLength(23)
})

test.each([
  [1, '2027-01-01', '2026-12-28'],
  [7, '2027-01-01', '2026-12-27'],
  [6, '2027-01-01', '2026-12-26'],
  [1, '2027-01-03', '2026-12-28'],
  [7, '2027-01-03', '2027-01-03'],
  [6, '2027-01-03', '2027-01-02'],
])('weeks that begin on weekday %s: %s is in that of %s', async (week_start, due_date, first) => {
  const ws = await workspace()
  await zone(ws, 'UTC', week_start)
  await tasks(ws, [{ due_date }])
  const time_dimension = {
    field: 'due_date',
    granularity: 'week',
    range: { from: '2026-12-20', to: '2027-01-09' },
  }
  const { rows } = await run(ws, 'tasks', { measures: ['count'], time_dimension })
  expect(rows.filter(({ count }: Json) => count === 1)).toEqual([expect.objectContaining({ time: first })])
})

test('buckets without rows are 0 for what adds up, null for the rest, and null after today', async () => {
  const ws = await workspace()
  await tasks(ws, [
    { status: 'done', started_at: '2026-01-01', completed_at: '2026-01-03' },
    { status: 'done', started_at: '2026-03-01', completed_at: '2026-03-02' },
  ])
  const time_dimension = {
    field: 'completed_at',
    granularity: 'month',
    range: { from: '2026-01-02', to: '2027-01-31' },
  }
  const query = { measures: ['count', 'average_cycle_days'], time_dimension }
  const { rows } = await run(ws, 'tasks', query)
  expect(rows.slice(0, 4)).toEqual([
    { time: '2026-01-01', count: 1, average_cycle_days: 2, partial: true },
    { time: '2026-02-01', count: 0, average_cycle_days: null },
    { time: '2026-03-01', count: 1, average_cycle_days: 1 },
    { time: '2026-04-01', count: 0, average_cycle_days: null },
  ])
  const next = rows.find(({ time }: Json) => time > new Date().toISOString())
  if (next) expect(next.count).toBeNull()
  const complete = await run(ws, 'tasks', { ...query, complete_only: true })
  expect(complete.rows[0].time).toBe('2026-02-01')
})

test('what is cumulated carries over gaps, with what was before', async () => {
  const ws = await workspace()
  const at = (day: string, times: number) =>
    Array.from({ length: times }, () => ({ created_at: `${day}T12:00:00Z` }))
  await tasks(ws, [...at('2025-12-01', 5), ...at('2026-01-01', 2), ...at('2026-01-03', 3)])
  const time_dimension = {
    field: 'created_at',
    granularity: 'day',
    range: { from: '2026-01-01', to: '2026-01-03' },
  }
  const counts = async (more: object) =>
    (await run(ws, 'tasks', { measures: ['count'], time_dimension, cumulative: true, ...more })).rows.map(
      (row: Json) => row.count,
    )
  expect(await counts({})).toEqual([2, 2, 5])
  expect(await counts({ opening: true })).toEqual([7, 7, 10])
})

test('the rest is one group more, recomputed, and shares add up to 100', async () => {
  const ws = await workspace()
  const leads = [50, 50, 50, 50, 49, 49]
  for (const [n, count] of leads.entries())
    await asOwner(
      `insert into leads (org_id, name, source, created_by) select $1, 'L', $2, $3 from generate_series(1, $4::int)`,
      [ws.org.id, `s${n}`, ws.owner.id, count],
    )
  const { rows, groups, truncated } = await run(ws, 'leads', {
    measures: ['count'],
    dimensions: ['source'],
    limit: 4,
    other: true,
    share: true,
  })
  expect(rows.map((row: Json) => [row.source?.label ?? null, row.count, row.share])).toEqual([
    ['s0', 50, 16.8],
    ['s1', 50, 16.8],
    ['s2', 50, 16.8],
    ['s3', 50, 16.7],
    [null, 98, 32.9],
  ])
  expect([rows[4].other, rows[4].groups, groups, truncated]).toEqual([true, 2, 6, true])
})

test('a range is compared with the one before, which may have fewer days', async () => {
  const ws = await workspace()
  const counted = async (first: string, last: string, today: string, word: string, by: string) => {
    const [row] = await asOwner(
      `select b.first::text, b.last::text from app.bi_compared(to_jsonb($1::text), $2::date, 1, 4, $3) b`,
      [word, today, by],
    )
    expect(row).toEqual({ first, last })
  }
  await counted('2026-02-01', '2026-02-28', '2026-03-30', 'this_month', 'previous_period')
  await counted('2026-02-28', '2026-03-29', '2026-04-28', 'last_30_days', 'previous_period')
  await counted('2027-02-28', '2027-02-28', '2028-02-29', 'today', 'previous_year')
  await counted('2025-10-01', '2025-12-31', '2026-04-10', 'last_quarter', 'previous_period')
  await counted('2024-04-01', '2025-03-31', '2026-05-31', 'last_fiscal_year', 'previous_period')
  await counted('2025-04-01', '2025-05-31', '2026-05-31', 'this_fiscal_year', 'previous_period')
  await tasks(ws, [
    ...Array.from({ length: 9 }, () => ({ due_date: '2026-03-05' })),
    ...Array.from({ length: 8 }, () => ({ due_date: '2026-02-05' })),
  ])
  const range = { from: '2026-03-01', to: '2026-03-30' }
  const { previous } = await run(ws, 'tasks', {
    measures: ['count', 'done_share'],
    time_dimension: { field: 'due_date', range },
    compare: 'previous_period',
  })
  expect(previous.range).toEqual({ from: '2026-01-30', to: '2026-02-28' })
  expect(previous.changes).toEqual([
    { measure: 'count', change_percent: 12.5, change_percent_per_day: 12.5 },
    { measure: 'done_share', change_points: 0 },
  ])
})

test('a financial year begins where the organization says', async () => {
  const ws = await workspace()
  const at = `${ws.base}/bi/query`
  const ranged = async (range: string) => {
    const query = { measures: ['count'], time_dimension: { field: 'due_date', range } }
    return (await ws.owner.ok('POST', at, { source: 'tasks', query })).range
  }
  const thisYear = await ranged('this_year')
  expect(await ranged('this_fiscal_year')).toEqual(thisYear)
  const today = new Date(thisYear.to)
  const start = ((today.getUTCMonth() + 2) % 12) + 1
  await ws.owner.ok('PATCH', ws.base, { fiscal_year_start: start })
  // Years begin in two months, so this one began ten months ago.
  const began = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 10, 1)).toISOString()
  expect(await ranged('this_fiscal_year')).toEqual({ from: began.slice(0, 10), to: thisYear.to })
  const { from, to } = await ranged('last_fiscal_year')
  expect(Date.parse(began) - Date.parse(to)).toBe(864e5)
  expect(from.slice(5)).toBe(began.slice(5, 10))
  const quarter = await ranged('last_fiscal_quarter')
  expect(quarter.to < thisYear.to).toBe(true)
  expect(
    await refusal(ws, 'tasks', {
      measures: ['count'],
      time_dimension: { field: 'due_date', range: 'this_fiscal_month' },
    }),
  ).toEqual([
    422,
    'body.query.time_dimension.range: use this_month, last_quarter, last_30_days and the like, or {from, to}',
  ])
  for (const wrong of [0, 13])
    expect((await ws.owner.call('PATCH', ws.base, { fiscal_year_start: wrong })).body.error.message).toBe(
      'body.fiscal_year_start: must be 1 (January) to 12 (December)',
    )
})

test('everybody sees with their own rights', async () => {
  const ws = await workspace()
  const [member, manager] = [await join(ws, 'member'), await join(ws, 'manager')]
  for (const [user, hours] of [
    [member.id, 1],
    [manager.id, 2],
  ] as const)
    await asOwner(
      `insert into time_entries (org_id, user_id, work_date, duration_seconds, created_by)
        values ($1, $2, '2026-05-05', $3, $2)`,
      [ws.org.id, user, hours * 3600],
    )
  const seconds = async (who: typeof member) =>
    (await run(ws, 'time_entries', { measures: ['seconds'] }, who)).totals
  expect(await seconds(member)).toEqual([{ seconds: 3600 }])
  expect(await seconds(manager)).toEqual([{ seconds: 10_800 }])
  expect(await refusal(ws, 'invoices', { measures: ['count'] }, member)).toEqual([
    403,
    'invoices needs the role manager or above',
  ])
  const names = async (who: typeof member) =>
    (await who.ok('GET', `${ws.base}/bi/sources`)).sources.map(({ name }: Json) => name)
  expect(await names(member)).not.toContain('invoices')
  expect(await names(manager)).toContain('invoices')
})

test('what is not in the whitelist is refused with what there is', async () => {
  const ws = await workspace()
  const count = { measures: ['count'] }
  const at = (range: unknown, granularity?: string) => ({
    ...count,
    time_dimension: { field: 'created_at', range, ...(granularity && { granularity }) },
  })
  const filter = (field: string, op: string, value?: unknown) => ({
    ...count,
    filters: [{ field, op, value }],
  })
  const cases: [string, object, string][] = [
    ['salaries', count, 'body.source: unknown; use one of tasks, '],
    ['tasks', { measures: ['invoiced_net'] }, 'body.query.measures[0]: unknown; use count, open, '],
    ['tasks', { measures: ['invoiced_net'] }, 'invoices have something like it'],
    ['tasks', { measures: ['count', 'count'] }, 'body.query.measures[1]: named twice'],
    ['tasks', { measures: [] }, 'body.query.measures: name one'],
    ['tasks', { ...count, dimensions: ['title; drop table tasks'] }, 'body.query.dimensions[0]: unknown'],
    [
      'tasks',
      { ...count, dimensions: ['status', 'type', 'project', 'sprint'] },
      'body.query.dimensions: at most 3',
    ],
    ['tasks', { ...count, limit: 0 }, 'body.query.limit: at least 1'],
    ['tasks', { ...count, limit: 1001 }, 'body.query.limit: at most 1000'],
    [
      'tasks',
      { ...count, order: [{ by: 'open' }] },
      'body.query.order[0].by: not in the answer; use count, time',
    ],
    [
      'tasks',
      { ...count, having: [{ measure: 'count', op: 'gt', value: 1 }] },
      'body.query.having: needs a dimension',
    ],
    ['tasks', { ...count, timezone: '+02:00' }, 'body.query.timezone: must be an IANA time zone'],
    [
      'tasks',
      { ...count, timezone: 'EST5EDT,M3.2.0,M11.1.0' },
      'body.query.timezone: must be an IANA time zone',
    ],
    ['tasks', at({ from: '2026-02-30', to: '2026-03-01' }), 'body.query.time_dimension.range'],
    ['tasks', at({ from: '2026-03-02', to: '2026-03-01' }), 'to must not be before from'],
    [
      'tasks',
      at({ from: '2020-01-01', to: '2026-03-01' }),
      'body.query.time_dimension.range: at most 5 years',
    ],
    [
      'tasks',
      at({ from: '2024-01-01', to: '2026-09-27' }, 'day'),
      'body.query.time_dimension: 1001 buckets, at most 1000; use week',
    ],
    ['tasks', at('last_32_days', 'hour'), 'by hour at most 31 days'],
    ['tasks', filter('status', 'eq', 'finished'), 'body.query.filters[0].value: use one of todo, '],
    ['tasks', filter('status', 'contains', 'o'), 'body.query.filters[0].op: not for status; use eq, '],
    ['tasks', filter('created_at', 'gte', 'soon'), 'must be a day as YYYY-MM-DD'],
    ['tasks', filter('created_at', 'between', ['2026-01-01']), 'must be two days'],
    [
      'tasks',
      filter(
        'status',
        'in',
        Array.from({ length: 101 }, () => 'todo'),
      ),
      'must be a value, or a list of 1 to 100',
    ],
    ['tasks', filter('status', 'is_null', 'todo'), 'is_null takes no value'],
    ['tasks', filter('salary', 'eq', '1'), 'body.query.filters[0].field: unknown; use project, '],
    ['invoices', { measures: ['invoiced_net'], dimensions: ['client'], share: true }, 'needs one currency'],
    ['tasks', { ...count, cumulative: true }, 'body.query.cumulative: needs a time_dimension'],
  ]
  for (const [source, query, said] of cases) {
    const [status, message] = await refusal(ws, source, query)
    expect([said, status, message]).toEqual([said, 422, expect.stringContaining(said)])
  }
  expect((await run(ws, 'tasks', at({ from: '2024-01-01', to: '2026-09-26' }, 'day'))).rows).toHaveLength(
    1000,
  )
  await run(ws, 'tasks', at(in2026, 'week'))
})
