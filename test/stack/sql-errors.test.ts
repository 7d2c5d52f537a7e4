import { neon } from '@neondatabase/serverless'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/stack/ports.ts'
import { startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { START_MS, errorOf, post, startParts } from './parts.ts'
import type { Parts } from './parts.ts'

const LIMIT = 10_485_760

let parts: Parts

beforeAll(async () => {
  parts = await startParts()
  await parts.sql`create table account (id int primary key, mail text constraint mail_once unique)`
  await parts.sql`create table line (id int references account deferrable initially deferred)`
}, START_MS)

afterAll(() => parts.stop())

test('a batch that fails is rolled back and reports its first error', async () => {
  const { sql } = parts
  const error = await errorOf(
    sql.transaction([
      sql`insert into account values (1, 'a@example.org')`,
      sql`insert into account values (2, 'a@example.org')`,
      sql`select 1 / 0`,
    ]),
  )
  expect(error).toMatchObject({
    name: 'NeonDbError',
    code: '23505',
    constraint: 'mail_once',
    detail: 'Key (mail)=(a@example.org) already exists.',
    severity: 'ERROR',
    schema: 'public',
    table: 'account',
  })
  expect(await sql`select * from account`).toEqual([])
})

test('an error at commit is reported', async () => {
  const { sql } = parts
  const error = await errorOf(sql.transaction([sql`insert into line values (99)`, sql`select 1`]))
  expect(error).toMatchObject({ code: '23503', constraint: 'line_id_fkey' })
  expect(await sql`select * from line`).toEqual([])
})

test('a custom SQLSTATE with detail and hint arrives as raised', async () => {
  const body =
    "begin raise exception using errcode = 'WM404', message = 'no task', detail = 'd', hint = 'h'; end"
  const error = await errorOf(parts.sql.query(`do $$ ${body} $$`))
  expect(error).toMatchObject({
    code: 'WM404',
    message: 'no task',
    detail: 'd',
    hint: 'h',
    routine: 'exec_stmt_raise',
  })
  expect(error['where']).toContain('PL/pgSQL')
})

test('a syntax error has its position', async () => {
  const response = await post(parts, { query: 'selec 1' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: '42601',
    position: '1',
    constraint: null,
    internalQuery: null,
  })
})

test('a read-only batch rejects a write', async () => {
  const { sql } = parts
  const write = sql.transaction([sql`insert into account values (3, 'c')`], { readOnly: true })
  expect(await errorOf(write)).toMatchObject({ code: '25006' })
})

test('two statements in one text are rejected', async () => {
  expect(await errorOf(parts.sql.query('select 1; select 2'))).toMatchObject({ code: '42601' })
})

test('a transaction left open by a single statement does not leak into the next request', async () => {
  await parts.sql`begin`
  await parts.sql`insert into account values (4, 'd')`
  const rows = await Promise.all([1, 2, 3].map(() => parts.sql`select * from account where id = 4`))
  expect(rows.flat()).toHaveLength(3)
})

test.each([
  ['not JSON', 'nonsense', {}, 'could not parse the HTTP request body'],
  ['neither form', {}, {}, 'could not parse the HTTP request body'],
  ['params that are not an array', { query: 'select 1', params: 1 }, {}, 'params is not an array'],
  [
    'an unknown isolation level',
    { queries: [] },
    { 'Neon-Batch-Isolation-Level': 'Odd' },
    'invalid isolation level',
  ],
  [
    'no password',
    { query: 'select 1' },
    { 'Neon-Connection-String': 'postgres://u@h/d' },
    'missing password',
  ],
  [
    'no connection string',
    { query: 'select 1' },
    { 'Neon-Connection-String': 'x' },
    'invalid connection string',
  ],
])('a request with %s is rejected', async (_name, body, headers, message) => {
  const response = await post(parts, body, headers)
  expect(response.status).toBe(400)
  expect(((await response.json()) as { message: string }).message).toContain(message)
})

test('another path or method is not served', async () => {
  expect((await fetch(new URL('/other', parts.gateway.url))).status).toBe(404)
  expect((await fetch(parts.gateway.url)).status).toBe(405)
})

test('a wrong password and an unknown database are client errors', async () => {
  const invalid = neon(parts.postgres.url('postgres', 'postgres', 'wrong'))
  expect(await errorOf(invalid`select 1`)).toMatchObject({ name: 'NeonDbError', code: '28P01' })
  const unknown = neon(parts.postgres.url('nowhere'))
  expect(await errorOf(unknown`select 1`)).toMatchObject({ name: 'NeonDbError', code: '3D000' })
  expect(await parts.sql`select 1 as n`).toEqual([{ n: 1 }])
})

test('an unreachable Postgres is a server error', async () => {
  const gateway = await startSqlGateway({ host: '127.0.0.1', pgPort: await freePort() })
  const body = JSON.stringify({ query: 'select 1' })
  const headers = { 'Neon-Connection-String': parts.postgres.url() }
  const response = await fetch(gateway.url, { method: 'POST', body, headers })
  expect(response.status).toBe(500)
  expect(((await response.json()) as { message: string }).message).toContain('ECONNREFUSED')
  await gateway.stop()
})

test('a request over the limit is rejected', async () => {
  const overLimit = await post(parts, { query: 'select 1', params: ['x'.repeat(LIMIT)] })
  expect(overLimit.status).toBe(413)
  expect(await overLimit.json()).toEqual({ message: `request is too large (max is ${LIMIT} bytes)` })
  const withinLimit = { query: 'select length($1::text) as n', params: ['x'.repeat(LIMIT - 100)] }
  expect((await post(parts, withinLimit)).status).toBe(200)
})

test('a response over the limit is rejected and its batch rolled back', async () => {
  const message = `response is too large (max is ${LIMIT} bytes)`
  for (const query of [`select repeat('x', ${LIMIT})`, `select repeat('"', ${LIMIT / 2})`]) {
    const queries = [{ query: "insert into account values (5, 'e')" }, { query }]
    const response = await post(parts, { queries })
    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({ message })
  }
  const longQuery = 'select repeat(md5($1), 1000) from generate_series(1, 1000)'
  expect((await post(parts, { query: longQuery, params: ['a'] })).status).toBe(507)
  expect(await parts.sql`select * from account where id = 5`).toEqual([])
})

test('a connection that died is not reused', async () => {
  const { sql } = parts
  const error = await errorOf(sql`select pg_terminate_backend(pg_backend_pid())`)
  expect(error).toMatchObject({ code: '57P01' })
  // Nothing answers on the one that died.
  const pids = await Promise.all([1, 2, 3].map(() => sql`select pg_backend_pid() as pid`))
  expect(pids.flat().map((row) => Number(row['pid']) > 0)).toEqual([true, true, true])
})

test('a client that disconnects cancels its statement and frees the connection', async () => {
  const controller = new AbortController()
  const body = {
    queries: [{ query: "insert into account values (6, 'f')" }, { query: 'select pg_sleep(600)' }],
  }
  const request = errorOf(post(parts, body, {}, controller.signal))
  const sleepers = async () => {
    const rows = await parts.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`
    return rows.length
  }
  await expect.poll(sleepers).toBe(1)
  controller.abort()
  expect((await request).name).toBe('AbortError')
  await expect.poll(sleepers).toBe(0)
  expect(await parts.sql`select * from account where id = 6`).toEqual([])
})
