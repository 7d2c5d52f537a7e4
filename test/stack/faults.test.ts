import { Redis } from '@upstash/redis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import type { RedisGateway } from '../../scripts/stack/redis-gateway.ts'
import { START_MS, errorOf, startParts } from './parts.ts'
import type { Parts } from './parts.ts'

let parts: Parts
let gateway: RedisGateway
let redis: Redis

beforeAll(async () => {
  parts = await startParts()
  await parts.sql`create table mark (id int primary key)`
  gateway = await startRedisGateway({ token: 'secret' })
  redis = new Redis({ url: gateway.url, token: 'secret', retry: false })
}, START_MS)

afterEach(() => {
  parts.gateway.fault = null
  gateway.fault = null
})

afterAll(async () => {
  await gateway.stop()
  await parts.stop()
})

test.each([
  ['error500', 'Server error (HTTP status 500)'],
  ['html', 'Server error (HTTP status 502): <html>'],
  ['refuse', 'Error connecting to database'],
] as const)('the SQL fault %s fails the statement without running it', async (kind, message) => {
  parts.gateway.fault = { kind }
  expect((await errorOf(parts.sql`insert into mark values (1)`)).message).toContain(message)
  parts.gateway.fault = null
  expect(await parts.sql`select * from mark where id = 1`).toEqual([])
})

test('the SQL fault cut runs the statement and loses its response', async () => {
  parts.gateway.fault = { kind: 'cut', times: 1 }
  await errorOf(parts.sql`insert into mark values (2) returning id`)
  expect(await parts.sql`select * from mark where id = 2`).toEqual([{ id: 2 }])
})

test('the SQL fault hang does not respond until the caller gives up', async () => {
  const { gateway: sqlGateway, sql } = parts
  sqlGateway.fault = { kind: 'hang', times: 1 }
  const controller = new AbortController()
  const before = sqlGateway.requests()
  const request = errorOf(sql.query('select 1', [], { fetchOptions: { signal: controller.signal } }))
  await expect.poll(() => sqlGateway.requests()).toBe(before + 1)
  controller.abort()
  expect((await request).message).toContain('Abort')
})

test('a fault lasts for the given number of requests', async () => {
  parts.gateway.fault = { kind: 'error500', times: 2 }
  await errorOf(parts.sql`select 1`)
  await errorOf(parts.sql`select 1`)
  expect(await parts.sql`select 1 as n`).toEqual([{ n: 1 }])
  expect(parts.gateway.fault).toBeNull()
  parts.gateway.fault = { kind: null }
  expect(await parts.sql`select 1 as n`).toEqual([{ n: 1 }])
})

test('a delay set while running delays requests without failing them', async () => {
  parts.gateway.delayMs = 1
  expect(await parts.sql`select 1 as n`).toEqual([{ n: 1 }])
  parts.gateway.delayMs = 0
})

test.each(['error500', 'html', 'refuse', 'cut'] as const)(
  'the Redis fault %s fails the command',
  async (kind) => {
    gateway.fault = { kind, times: 2 }
    await errorOf(redis.get('key'))
    gateway.fault = null
    expect(await redis.get('key')).toBeNull()
  },
)

test('the Redis fault hang does not respond until the caller gives up', async () => {
  gateway.fault = { kind: 'hang', times: 1 }
  const controller = new AbortController()
  const signal = () => controller.signal
  const waitingCaller = new Redis({ url: gateway.url, token: 'secret', retry: false, signal })
  const before = gateway.requests()
  const request = errorOf(waitingCaller.get('key'))
  await expect.poll(() => gateway.requests()).toBe(before + 1)
  controller.abort()
  expect((await request).name).toBe('AbortError')
})
