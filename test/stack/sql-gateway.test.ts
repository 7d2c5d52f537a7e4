import { neon } from '@neondatabase/serverless'
import { eq, sql as raw } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/neon-http'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { START_MS, post, startParts } from './parts.ts'
import type { Parts } from './parts.ts'

let parts: Parts

beforeAll(async () => {
  parts = await startParts()
  await parts.sql`create table note (id int primary key, body text)`
}, START_MS)

afterAll(() => parts.stop())

const rawText = { 'Neon-Raw-Text-Output': 'true', 'Neon-Array-Mode': 'true' }

test('a single statement returns its rows with their types', async () => {
  const [row] = await parts.sql`select ${7}::int as n, ${true}::bool as yes, ${null}::text as none,
    ${[1, 2]}::int[] as list, ${JSON.stringify({ a: 'ä' })}::jsonb as doc,
    9007199254740993::int8 as big, 1.50::numeric as exact, timestamptz '2026-01-02 03:04:05+00' as at,
    ${Buffer.from([0, 255])}::bytea as bytes`
  expect(row).toEqual({
    n: 7,
    yes: true,
    none: null,
    list: [1, 2],
    doc: { a: 'ä' },
    big: '9007199254740993',
    exact: '1.50',
    at: new Date('2026-01-02T03:04:05Z'),
    bytes: Buffer.from([0, 255]),
  })
})

test('full results include command, row count and fields', async () => {
  const sql = neon(parts.postgres.url(), { fullResults: true, arrayMode: true })
  await sql`insert into note values (1, 'one'), (2, 'two')`
  const result = await sql`select id, body from note order by id`
  expect(result).toMatchObject({ command: 'SELECT', rowCount: 2, rowAsArray: true })
  expect(result.rows).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
  expect(result.fields[0]).toEqual({
    name: 'id',
    dataTypeID: 23,
    tableID: expect.any(Number),
    columnID: 1,
    dataTypeSize: 4,
    dataTypeModifier: -1,
    format: 'text',
  })
  expect(await sql`delete from note`).toMatchObject({ command: 'DELETE', rowCount: 2, rows: [] })
  expect(await sql`create table made (id int)`).toMatchObject({ command: 'CREATE', rowCount: null })
})

test('raw text is the text that Postgres sent; without it simple types become JSON', async () => {
  const query = `select 1 as n, true as yes, 1.5::float8 as f, 'NaN'::float8 as nan,
    '{"a":1}'::jsonb as doc, '{1,2}'::int[] as list, null as none`
  const asText = await (await post(parts, { query, params: [] }, rawText)).json()
  expect(asText.rows).toEqual([['1', 't', '1.5', 'NaN', '{"a": 1}', '{1,2}', null]])
  const plain = await (await post(parts, { query })).json()
  expect(plain.rows).toEqual([
    { n: 1, yes: true, f: 1.5, nan: 'NaN', doc: { a: 1 }, list: [1, 2], none: null },
  ])
  expect(plain.rowAsArray).toBe(false)
})

test('parameters of every JSON type are sent as text', async () => {
  const params = ['a', 1.5, true, null, { b: 1 }, ['x "y"', null, [2]]]
  const query = 'select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text'
  const result = await (await post(parts, { query, params }, rawText)).json()
  expect(result.rows).toEqual([['a', '1.5', 'true', null, '{"b":1}', String.raw`{"x \"y\"",NULL,{2}}`]])
})

test('a statement can choose array mode for itself', async () => {
  const query = 'select 1 as n'
  const result = await (await post(parts, { queries: [{ query, arrayMode: true }, { query }] })).json()
  expect(result.results.map((one: { rows: unknown }) => one.rows)).toEqual([[[1]], [{ n: 1 }]])
})

test('a batch runs in one transaction and echoes its modes', async () => {
  const { sql } = parts
  const [first, second] = await sql.transaction([
    sql`select txid_current()::text as id, set_config('my.name', 'one', true) as name`,
    sql`select txid_current()::text as id, current_setting('my.name') as name`,
  ])
  expect(second).toEqual(first)
  expect(await sql`select coalesce(current_setting('my.name', true), '') as name`).toEqual([{ name: '' }])
  const modes = { 'Neon-Batch-Isolation-Level': 'Serializable', 'Neon-Batch-Read-Only': 'true' }
  const response = await post(parts, { queries: [] }, modes)
  expect(response.headers.get('neon-batch-isolation-level')).toBe('Serializable')
  expect(response.headers.get('neon-batch-read-only')).toBe('true')
  expect(await response.json()).toEqual({ results: [] })
})

test('a batch runs in the isolation level, access mode and deferral it requests', async () => {
  const { sql } = parts
  const show = () => [
    sql`show transaction_isolation`,
    sql`show transaction_read_only`,
    sql`show transaction_deferrable`,
  ]
  const defaults = await sql.transaction(show())
  expect(defaults.flat().flatMap(Object.values)).toEqual(['read committed', 'off', 'off'])
  const strict = { isolationLevel: 'Serializable', readOnly: true, deferrable: true } as const
  const custom = await sql.transaction(show(), strict)
  expect(custom.flat().flatMap(Object.values)).toEqual(['serializable', 'on', 'on'])
  const [level] = await sql.transaction([sql`show transaction_isolation`], {
    isolationLevel: 'RepeatableRead',
  })
  expect(level).toEqual([{ transaction_isolation: 'repeatable read' }])
})

test('drizzle runs single statements and batches', async () => {
  const task = pgTable('task', { id: integer().primaryKey(), title: text().notNull() })
  const db = drizzle({ client: parts.sql })
  await db.execute(raw`create table task (id int primary key, title text not null)`)
  const [created, all] = await db.batch([
    db.insert(task).values({ id: 1, title: 'first' }).returning(),
    db.select().from(task),
  ])
  expect(created).toEqual([{ id: 1, title: 'first' }])
  expect(all).toEqual(created)
  const twice = db.batch([
    db.insert(task).values({ id: 2, title: 'second' }),
    db.insert(task).values({ id: 1, title: 'again' }),
  ])
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await db.select().from(task).where(eq(task.id, 2))).toEqual([])
})

test('a request leaves neither settings nor prepared statements on its connection', async () => {
  const one = await startSqlGateway({
    host: parts.postgres.host,
    pgPort: parts.postgres.port,
    atOnce: () => 1,
  })
  const left = `select pg_backend_pid() as process, coalesce(current_setting('my.left', true), '') as setting,
    (select count(*)::int from pg_prepared_statements) as statements`
  const queries = [left, `select set_config('my.left', 'here', false)`, 'prepare kept as select 1']
  const send = async () => {
    const batch = { queries: queries.map((query) => ({ query })) }
    return (await (await post({ ...parts, gateway: one }, batch)).json()).results[0].rows[0]
  }
  const first = await send()
  expect(first).toMatchObject({ setting: '', statements: 0 })
  // The next request may come before the connection is back, and gets another one.
  await new Promise((done) => setTimeout(done, 100))
  expect(await send()).toEqual(first)
  await one.stop()
})

test('a batch of n statements waits for 2n + 2 exchanges, and one that fails leaves its connection usable', async () => {
  const slow = await startSqlGateway({
    host: parts.postgres.host,
    pgPort: parts.postgres.port,
    exchangeMs: 20,
    atOnce: () => 1,
  })
  const send = async (...queries: string[]) =>
    post({ ...parts, gateway: slow }, { queries: queries.map((query) => ({ query })) })
  const timed = async (...queries: string[]) => {
    const begin = performance.now()
    expect((await send(...queries)).status).toBe(200)
    return performance.now() - begin
  }
  await timed('select 1')
  expect(await timed('select 1')).toBeGreaterThan(4 * 19)
  expect(await timed('select 1', 'select 2', 'set local my.name = 1')).toBeGreaterThan(8 * 19)
  for (const wrong of ['select wrong from nowhere', 'select 1 / 0', 'not a statement']) {
    const reply = await send('select 1', wrong)
    expect([reply.status, (await reply.json()).code]).toEqual([400, expect.stringMatching(/^(42|22)/)])
    expect((await (await send('select 7 as n')).json()).results[0].rows).toEqual([{ n: 7 }])
  }
  await slow.stop()
})

test('two hundred concurrent batches all succeed', { tags: 'race' }, async () => {
  const { sql } = parts
  await sql`drop table if exists tally`
  await sql`create table tally (id int primary key, n int not null)`
  await sql`insert into tally select generate_series(0, 199), 0`
  const add = (id: number) => sql`update tally set n = n + 1 where id = ${id} returning n`
  const batches = Array.from({ length: 200 }, (_, id) =>
    sql.transaction([add(id), sql`select ${id}::int as id`]),
  )
  const results = await Promise.all(batches)
  expect(results.map(([, rows]) => (rows as { id: number }[])[0]?.id)).toEqual(results.map((_, id) => id))
  expect(await sql`select sum(n)::int as sum from tally`).toEqual([{ sum: 200 }])
  const [connections] = await sql`select count(*)::int as n from pg_stat_activity
    where backend_type = 'client backend'`
  expect(connections?.['n']).toBeLessThanOrEqual(60)
})

test('a request is served while twenty others wait for a lock', async () => {
  const { sql } = parts
  await sql`create table queue (id int primary key, n int not null)`
  await sql`insert into queue values (1, 0)`
  const holder = new Client({ connectionString: parts.postgres.url() })
  await holder.connect()
  await holder.query('begin; update queue set n = 1')
  const stuck = Array.from({ length: 20 }, async () => {
    await sql`update queue set n = n + 1 where id = 1`
  })
  expect(await sql`select n from queue`).toEqual([{ n: 0 }])
  await holder.query('commit')
  await holder.end()
  await Promise.all(stuck)
  expect(await sql`select n from queue`).toEqual([{ n: 21 }])
})

test('each request is one round trip', async () => {
  const before = parts.gateway.requests()
  await parts.sql.transaction([parts.sql`select 1`, parts.sql`select 2`])
  expect(parts.gateway.requests()).toBe(before + 1)
})
