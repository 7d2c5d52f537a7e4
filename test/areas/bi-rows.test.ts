import { beforeAll, describe, expect, test } from 'vitest'
import type { Dimension, Time } from '../../db/bi/source.ts'
import { sources } from '../../db/bi/sources.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import type { World } from '../contract/world.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, task, taskRow, type Workspace, workspace } from '../kit/makers.ts'

type At = { base: string; owner: Caller }
const cells = (ws: At, source: string, query: object, who = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/bi/query`, { source, query })
const rows = (ws: At, source: string, query: object, cell: object = {}, who = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/bi/rows`, { source, query, cell })
const refused = async (ws: Workspace, body: object, who = ws.owner) => {
  const reply = await who.call('POST', `${ws.base}/bi/rows`, body)
  return [reply.status, reply.body.error?.message]
}
/** The cell of a row of an answer. */
const cellOf = (row: Json, dimensions: string[], measure: string) => ({
  measure,
  ...(row.time && { time: row.time }),
  group: Object.fromEntries(dimensions.map((name) => [name, row[name]?.id ?? null])),
})
const inZone = (ws: Workspace, zone: string) =>
  asOwner('update organizations set timezone = $2 where id = $1', [ws.org.id, zone])

describe('of every source', { timeout: 120_000 }, () => {
  let at: At
  beforeAll(async () => {
    const world: World = await fullWorld()
    await addHistory(world)
    at = { base: `/api/v1/organizations/${world.org}`, owner: world.people.owner }
  }, 120_000)
  const withRows = Object.entries(sources).filter(([, { row }]) => row)

  test.each(withRows)('as many rows of %s are behind each cell as it counts', async (name, source) => {
    const counting = Object.keys(source.measures).filter((one) => source.measures[one]!.kind === 'count')
    const plain = counting.filter((one) => source.measures[one]!.additive)
    const range = { from: '2024-01-01', to: '2028-12-01' }
    for (const field of Object.keys(source.times))
      for (const dimension of Object.keys(source.dimensions)) {
        const time_dimension = { field, range, granularity: 'quarter' }
        const query = { measures: plain.slice(0, 5), dimensions: [dimension], time_dimension }
        const answer = await cells(at, name, query)
        const filled = answer.rows
          .filter((row: Json) => plain.some((measure) => row[measure] > 0))
          .slice(0, 3)
        for (const row of filled)
          for (const measure of query.measures) {
            const { total } = await rows(at, name, query, cellOf(row, [dimension], measure))
            expect([field, dimension, row[dimension], measure, total]).toEqual([
              field,
              dimension,
              row[dimension],
              measure,
              row[measure],
            ])
          }
      }
    const [measure] = Object.keys(source.measures)
    const all = await rows(at, name, { measures: [measure] })
    expect(all.items).toHaveLength(Math.min(all.total, 50))
  })

  const operators = {
    enum: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
    ref: ['eq', 'ne', 'in', 'not_in', 'is_null', 'not_null'],
    text: ['eq', 'ne', 'in', 'not_in', 'contains', 'not_contains', 'is_null', 'not_null'],
    boolean: ['eq'],
    day: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
    moment: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null', 'not_null'],
  }
  const valueOf = (field: Dimension | Time, op: string) => {
    const one = { enum: 'values' in field ? field.values?.[0] : undefined, ref: at.owner.id, text: 'a' }
    const value =
      field.kind === 'boolean'
        ? true
        : field.kind === 'day' || field.kind === 'moment'
          ? '2026-05-01'
          : (one[field.kind] ?? 'a')
    if (op.endsWith('null')) return {}
    return { value: ['in', 'not_in', 'between'].includes(op) ? [value, value] : value }
  }
  test.each(Object.entries(sources))('%s is filtered by whatever it has', async (name, source) => {
    const [measure] = Object.keys(source.measures)
    const fields = Object.entries({ ...source.dimensions, ...source.times })
    for (const [field, its] of fields)
      for (const op of source.people ? ['eq'] : operators[its.kind]) {
        if (source.people && field in source.times) continue
        const filter = { field, op, ...valueOf(its, op) }
        const grouped = source.people ? {} : { dimensions: [Object.keys(source.dimensions).at(-1)] }
        const query = { measures: [measure], filters: [filter], ...grouped }
        const { status, body } = await at.owner.call('POST', `${at.base}/bi/query`, { source: name, query })
        expect([field, op, status, body.error]).toEqual([field, op, 200, undefined])
      }
  })
})

test('the rows of a day, an hour and a group are those that its cell counts, through changes of the clock', async () => {
  const ws = await workspace()
  await inZone(ws, 'Europe/Madrid')
  const { id } = await project(ws)
  const tag = (await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'web' })).id
  const made = []
  // The day of 25 October has 25 hours, of which two begin at 02:00.
  for (const created_at of [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
  ])
    made.push(await taskRow(ws, id, { created_at, title: created_at }))
  for (const { id: tagged } of made.slice(1, 3))
    await asOwner('insert into task_tags (org_id, task_id, tag_id) values ($1, $2, $3)', [
      ws.org.id,
      tagged,
      tag,
    ])
  const query = (granularity: string, more: object = {}) => ({
    measures: ['count'],
    time_dimension: { field: 'created_at', granularity, range: { from: '2026-10-24', to: '2026-10-26' } },
    ...more,
  })
  const titles = async (...asked: Parameters<typeof rows>) => {
    const { items, total } = await rows(...asked)
    expect(total).toBe(items.length)
    return items.map(({ title }: Json) => title.slice(8, 16))
  }
  expect(await titles(ws, 'tasks', query('day'), { time: '2026-10-25' })).toEqual([
    '25T22:59',
    '25T01:30',
    '25T00:30',
    '24T22:00',
  ])
  expect(await titles(ws, 'tasks', query('hour'), { time: '2026-10-25T02:00+01:00' })).toEqual(['25T01:30'])
  expect(await titles(ws, 'tasks', query('hour'), { time: '2026-10-25T02:00+02:00' })).toEqual(['25T00:30'])
  expect(await titles(ws, 'tasks', query('week'), { time: '2026-10-19' })).toHaveLength(5)
  const byTag = query('day', { dimensions: ['tag'] })
  expect(await titles(ws, 'tasks', byTag, { time: '2026-10-25', group: { tag } })).toHaveLength(2)
  expect(await titles(ws, 'tasks', byTag, { time: '2026-10-25', group: { tag: null } })).toHaveLength(2)
  const adding = query('day', { cumulative: true })
  expect(await titles(ws, 'tasks', adding, { time: '2026-10-25' })).toHaveLength(5)
  const opening = query('day', { cumulative: true, opening: true })
  await taskRow(ws, id, { created_at: '2026-05-01T00:00:00Z', title: 'long before' })
  const day = { time: '2026-10-25' }
  const shown = (await cells(ws, 'tasks', opening)).rows.find((row: Json) => row.time === day.time)
  expect([shown.count, (await rows(ws, 'tasks', opening, day)).total]).toEqual([6, 6])
  const first = (await rows(ws, 'tasks', query('day'), day)).items[0]
  expect(first).toMatchObject({ type: 'task', id: made[4]!.id, note: null, at: '2026-10-25T22:59:59.000Z' })
  expect(first.key).toMatch(/^[A-Z]\w*-\d+$/)
})

test('only rows that a measure counts are behind it', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  for (const [title, more] of Object.entries({
    open: {},
    done: { status: 'done', estimate_points: 3 },
    also: { status: 'done' },
  }))
    await taskRow(ws, id, { title, ...more })
  const query = { measures: ['open', 'points_done', 'done_share'] }
  const titles = async (measure: string) =>
    (await rows(ws, 'tasks', query, { measure })).items.map(({ title }: Json) => title).toSorted()
  expect(await titles('open')).toEqual(['open'])
  expect(await titles('points_done')).toEqual(['done'])
  expect(await titles('done_share')).toEqual(['also', 'done', 'open'])
})

test('rows are those that the reader may open', async () => {
  const ws = await workspace()
  const manager = await join(ws, 'manager')
  const hidden = await project(ws, { visibility: 'private' })
  const secret = await task(ws, hidden.id, { title: 'A secret plan' })
  const { id: open } = await project(ws)
  await task(ws, open, { title: 'A plan' })
  const all = { measures: ['count'] }
  expect((await rows(ws, 'tasks', all, {}, manager)).items.map(({ title }: Json) => title)).toEqual([
    'A plan',
  ])
  const entry = {
    task_id: secret.id,
    work_date: '2026-05-04',
    duration_seconds: 3600,
    description: 'Secretly',
  }
  await ws.owner.ok('POST', `${ws.base}/time-entries`, entry)
  const time = { measures: ['seconds'] }
  expect((await rows(ws, 'time_entries', time)).items).toMatchObject([
    { type: 'task', id: secret.id, title: 'A secret plan', note: 'Secretly' },
  ])
  const seen = await rows(ws, 'time_entries', time, {}, manager)
  expect(seen).toMatchObject({ total: 1, items: [{ id: null, key: null, title: null, note: null }] })
  const member = await join(ws)
  expect((await rows(ws, 'time_entries', time, {}, member)).total).toBe(0)
  expect(await refused(ws, { source: 'invoices', query: all }, member)).toEqual([
    403,
    'invoices needs the role manager or above',
  ])
})

test('a cell that the figure does not have, and rows of people, are refused', async () => {
  const ws = await workspace()
  const query = { measures: ['count'], dimensions: ['status'] }
  const cell = (one: object) => refused(ws, { source: 'tasks', query, cell: one })
  expect(await cell({ group: { priority: 'low' } })).toEqual([
    422,
    'body.cell.group.priority: not one of the dimensions',
  ])
  expect(await cell({ measure: 'open' })).toEqual([422, 'body.cell.measure: not one of the measures'])
  expect(await cell({ time: '2026-05-01' })).toEqual([422, 'body.cell.time: the query has no buckets'])
  expect(await cell({ time: '2026-13-77' })).toEqual([422, 'body.cell.time: must be the time of a row'])
  expect(await cell({ time: 'soon' })).toEqual([422, 'body.cell.time: must be the time of a row'])
  expect(await refused(ws, { source: 'payroll_totals', query: { measures: ['count'] } })).toEqual([
    422,
    'body.source: its figures lead to no rows',
  ])
})

test('a figure of a dashboard leads to its rows, with the filters of both', async () => {
  const ws = await workspace()
  const { id: first } = await project(ws)
  const { id: second, key } = await project(ws)
  await taskRow(ws, first, { title: 'one', status: 'done' })
  await taskRow(ws, second, { title: 'two', status: 'done' })
  await taskRow(ws, second, { title: 'three' })
  const people = { title: 'Pay', source: 'payroll_totals', query: { measures: ['count'] } }
  const counted = { title: 'Tasks', source: 'tasks', query: { measures: ['count'], dimensions: ['status'] } }
  const { id, widgets } = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, {
    name: 'All',
    filters: [{ field: 'status', op: 'eq', value: 'done' }],
    widgets: [counted, people],
  })
  const at = `${ws.base}/bi/dashboards/${id}/widgets/${widgets[0].id}/rows`
  const asked = async (params: Record<string, string>) =>
    (await ws.owner.ok('GET', `${at}?${new URLSearchParams(params)}`)).items.map(({ title }: Json) => title)
  expect((await asked({})).toSorted()).toEqual(['one', 'two'])
  const filters = JSON.stringify([{ field: 'project', op: 'eq', value: key }])
  expect(await asked({ filters })).toEqual(['two'])
  expect(await asked({ cell: '{"group":{"status":"todo"}}' })).toEqual([])
  expect(await asked({ limit: '1', offset: '1' })).toHaveLength(1)
  const wrong = await ws.owner.call('GET', `${at}?cell=${encodeURIComponent('{"x":1}')}`)
  expect([wrong.status, wrong.body.error.message]).toEqual([
    422,
    'query.cell: must be JSON: {"measure", "time", "group"}',
  ])
  expect(await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${id}/widgets/${widgets[1].id}/rows`)).toEqual({
    error: 'no_rows',
  })
})

test('a saved filter narrows a figure, as the reader may read it', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  const member = await join(ws)
  await taskRow(ws, id, { title: 'mine', assignee_id: member.id })
  await taskRow(ws, id, { title: 'yours', assignee_id: ws.owner.id, priority: 'high' })
  await taskRow(ws, id, { title: 'nobody' })
  const save = (filter: object, visibility: string, who = ws.owner) =>
    who.ok('POST', `${ws.base}/filters`, { name: `${visibility} ${who.id}`, filter, visibility })
  const own = { field: 'assignee_id', op: 'eq', value: '@me' }
  const shared = await save(own, 'organization')
  const query = { measures: ['count'], filter_id: shared.id }
  const titles = async (who: Caller) =>
    (await rows(ws, 'tasks', query, {}, who)).items.map(({ title }: Json) => title)
  expect([await titles(member), await titles(ws.owner)]).toEqual([['mine'], ['yours']])
  expect((await cells(ws, 'tasks', query, member)).totals).toEqual([{ count: 1 }])

  const secret = await save({ field: 'priority', op: 'eq', value: 'high' }, 'private')
  const widget = { title: 'High', source: 'tasks', query: { measures: ['count'], filter_id: secret.id } }
  const draft = { name: 'Board', visibility: 'organization', widgets: [widget] }
  const create = await ws.owner.call('POST', `${ws.base}/bi/dashboards`, draft)
  expect([create.status, create.body.error.message]).toEqual([
    422,
    'body.widgets[0].query.filter_id: not shared; share the filter first',
  ])
  const board = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, { ...draft, visibility: 'private' })
  const path = `${ws.base}/bi/dashboards/${board.id}`
  const share = await ws.owner.call('PATCH', path, { visibility: 'organization' })
  expect([share.status, share.body.error.message]).toEqual([
    422,
    'body.visibility: the filter of High is private; share it first',
  ])
  await ws.owner.ok('PATCH', `${ws.base}/filters/${secret.id}`, { visibility: 'organization' })
  await ws.owner.ok('PATCH', path, { visibility: 'organization' })
  const data = `${path}/widgets/${board.widgets[0].id}/data`
  expect((await member.ok('GET', data)).totals).toEqual([{ count: 1 }])
  await ws.owner.ok('PATCH', `${ws.base}/filters/${secret.id}`, { visibility: 'private' })
  expect(await member.ok('GET', data)).toEqual({ error: 'filter_gone' })
  expect((await ws.owner.ok('GET', data)).totals).toEqual([{ count: 1 }])

  const gone = { measures: ['count'], filter_id: ws.org.id }
  expect(await refused(ws, { source: 'tasks', query: gone })).toEqual([
    422,
    'body.query.filter_id: not found',
  ])
  expect(await refused(ws, { source: 'deals', query: gone })).toEqual([
    422,
    'body.query.filter_id: saved filters are of tasks; leave it out',
  ])
})

test('amounts of a currency lead to the rows in it', async () => {
  const ws = await workspace()
  const category = (await ws.owner.ok('GET', `${ws.base}/expense-categories`)).items[0]
  for (const [currency, description] of [
    ['EUR', 'Paper'],
    ['USD', 'Ink'],
  ]) {
    const rate = currency === 'USD' ? { exchange_rate: '0.9' } : {}
    const spent = { ...rate, description, currency, expense_date: '2026-05-04', category_id: category?.id }
    const { id } = await ws.owner.ok('POST', `${ws.base}/expenses`, { ...spent, total_minor: 500 })
    await asOwner(`update expenses set status = 'approved' where id = $1`, [id])
  }
  const query = { measures: ['cost'] }
  const { totals } = await cells(ws, 'expenses', query)
  expect(totals.map(({ currency }: Json) => currency)).toEqual(['EUR', 'USD'])
  const { items, total } = await rows(ws, 'expenses', query, { measure: 'cost', currency: 'USD' })
  expect([total, items[0].title, items[0].type]).toEqual([1, 'Ink', 'expense'])
})
