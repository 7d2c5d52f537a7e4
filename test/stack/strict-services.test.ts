import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Redis } from '@upstash/redis'
import { type RedisGateway, startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import { type SqlGateway, type SqlGatewayOptions, startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { daily, wakeAt } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import { shardOf } from '../../src/shared/shards.ts'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { clockNamespace } from '../kit/alarms.ts'
import { asOwner, call, env, type Reply } from '../kit/client.ts'
import { portOf } from '../kit/direct.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

let ws: Workspace
let tasks: string
beforeAll(async () => {
  ws = await workspace()
  const { id } = await project(ws)
  await task(ws, id)
  tasks = `${ws.base}/projects/${id}/tasks`
})

const started: SqlGateway[] = []
afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())))
const gateway = async (options: Partial<SqlGatewayOptions>) => {
  const one = await startSqlGateway({ host: '127.0.0.1', pgPort: portOf(parts().ownerUrl), ...options })
  started.push(one)
  return one
}

/** A batch as the driver sends it, without the service. */
const sent = async ({ url }: SqlGateway, ...queries: string[]) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'neon-connection-string': env().DATABASE_URL },
    body: JSON.stringify({ queries: queries.map((query) => ({ query, params: [] })) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const many = (one: SqlGateway, count: number, query: string) =>
  Promise.all(Array.from({ length: count }, () => sent(one, query)))
const list = (one: SqlGateway, settings = {}): Promise<Reply> =>
  call('GET', tasks, { headers: ws.owner.headers }, { SQL_ENDPOINT: one.url, ...settings })
const create = (one: SqlGateway): Promise<Reply> =>
  call(
    'POST',
    tasks,
    { body: { title: 'One' }, headers: ws.owner.headers },
    { SQL_ENDPOINT: one.url, DB_TRIPS_AT_ONCE: '100' },
  )
/** A refusal that says nothing about the database. */
const isPlain503 = ({ status, headers, body }: Reply) =>
  status === 503 &&
  Number(headers.get('retry-after')) > 0 &&
  !/select|app\.|client|permit|error/i.test(body.error.message)

describe('a database with so many connections', () => {
  test('refuses what comes beyond them with 53300', async () => {
    const one = await gateway({ backends: 3 })
    const replies = await many(one, 5, 'select pg_sleep(0.3)')
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 500, 500])
    const refused = replies.filter(({ status }) => status === 500)
    expect(refused.map(({ body }) => body.code)).toEqual(['53300', '53300'])
    expect((await sent(one, 'select 1')).status).toBe(200)
  })

  test('keeps some of them idle, and opens others anew', async () => {
    const one = await gateway({ backends: 10, kept: 2 })
    const replies = await many(one, 6, 'select pg_backend_pid() as pid, pg_sleep(0.2)')
    const pids = replies.map(({ body }) => (body.results as { rows: { pid: number }[] }[])[0]!.rows[0]!.pid)
    expect(new Set(pids).size).toBe(6)
    const open = async () =>
      (await asOwner('select from pg_stat_activity where pid = any ($1)', [pids])).length
    await expect.poll(open).toBe(2)
  })

  test('is answered with 503 and Retry-After, and nothing else than answers', async () => {
    const one = await gateway({ backends: 3, kept: 3 })
    const replies = await Promise.all(Array.from({ length: 24 }, () => create(one)))
    const answered = replies.filter(({ status }) => status === 201)
    expect(answered.length).toBeGreaterThan(2)
    expect(replies.filter((reply) => reply.status !== 201 && !isPlain503(reply))).toEqual([])
    expect(answered.length).toBeLessThan(24)
  })
})

describe('a meter of attempts to connect', () => {
  test('refuses those beyond its bucket without a code, and fills again', async () => {
    const one = await gateway({ attempts: { perSecond: 4, burst: 4 } })
    const replies = await many(one, 8, 'select pg_sleep(0.1)')
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.length).toBe(4)
    expect(refused[0]).toMatchObject({
      status: 500,
      body: {
        code: '',
        message: expect.stringContaining('Failed to acquire permit'),
        'neon:retryable': true,
      },
    })
    await expect.poll(async () => (await many(one, 6, 'select pg_sleep(0.1)')).every(isOk)).toBe(true)
  })
  const isOk = ({ status }: { status: number }) => status === 200

  test('is answered with 503 and Retry-After, and nothing else than answers', async () => {
    const one = await gateway({ attempts: { perSecond: 1, burst: 2 }, kept: 1 })
    const replies = await Promise.all(Array.from({ length: 12 }, () => create(one)))
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(replies.filter(isPlain503).length).toBeGreaterThan(0)
    expect(replies.filter((reply) => reply.status !== 201 && !isPlain503(reply))).toEqual([])
  })
})

describe('a fault', () => {
  test.each([
    ['error500', 500, undefined],
    ['protocol', 400, '08P01'],
    ['full', 500, '53300'],
  ] as const)('%s is an answer %i with the code %s', async (kind, status, code) => {
    const one = await gateway({})
    one.fault = { kind, times: 1 }
    const reply = await sent(one, 'select 1')
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test.each(['error500', 'protocol', 'full', 'cut'] as const)(
    '%s that comes once fails no read, and a write with 503 and Retry-After',
    async (kind) => {
      const one = await gateway({})
      one.fault = { kind, times: 1 }
      expect((await list(one)).status).toBe(200)
      one.fault = { kind, times: 1 }
      expect(await create(one)).toSatisfy(isPlain503)
      one.fault = { kind }
      expect(await list(one)).toSatisfy(isPlain503)
    },
  )
})

describe('a database that sleeps', () => {
  test('answers slowly until it is awake, to all who wait for it', async () => {
    const one = await gateway({ wakeMs: 300 })
    const timed = async () => {
      const began = performance.now()
      await sent(one, 'select 1')
      return performance.now() - began
    }
    await timed()
    one.sleep()
    for (const ms of await Promise.all([timed(), timed()])) expect(ms).toBeGreaterThan(280)
    const reply = await list(one)
    expect(reply.status).toBe(200)
  })

  test('is waited for within the deadline, and beyond it is 503 with Retry-After', async () => {
    const one = await gateway({ wakeMs: 600 })
    one.sleep()
    expect(await list(one, { DB_DEADLINE_MS: '200' })).toSatisfy(isPlain503)
    expect((await list(one)).status).toBe(200)
  })
})

describe('a cache whose quota of the month is used up', () => {
  let cache: RedisGateway
  beforeAll(async () => {
    cache = await startRedisGateway({ token: 'strict' })
  })
  afterAll(() => cache.stop())

  test('refuses commands as Upstash does', async () => {
    const redis = new Redis({ url: cache.url, token: cache.token, retry: false })
    cache.left = 2
    await redis.set('a', 1)
    await redis.get('a')
    await expect(redis.get('a')).rejects.toThrow(/^ERR max requests limit exceeded\. Limit: \d+, Usage: \d+/)
  })

  test('lets requests pass, and says so once', async () => {
    closeBreakers()
    cache.left = 0
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const settings = { UPSTASH_REDIS_REST_URL: cache.url, UPSTASH_REDIS_REST_TOKEN: cache.token }
    const guess = { body: { email: 'nobody@example.com', password: 'wrong password' } }
    for (let n = 0; n < 3; n++)
      expect((await call('POST', '/api/v1/auth/login', guess, settings)).status).toBe(401)
    const events = warn.mock.calls.map(([line]) => JSON.parse(String(line)).event)
    warn.mockRestore()
    expect(events).toEqual(['limiter_open'])
    closeBreakers()
  })
})

describe('an alarm whose handler fails', () => {
  const shard = () => shardOf(ws.org.id)
  /** A clock of each shard, of which the one of the organization cannot write its storage as often as the test says. */
  const clocks = async () => {
    const { known, namespace } = clockNamespace()
    const settings = env({ CLOCK: namespace })
    await wakeAt(settings, shard(), new Date(Date.now() + 60_000).toISOString())
    const { clock, alarms } = known.get(`clock ${shard()}`)!
    const { setAlarm } = alarms
    const storage = { failures: 0 }
    alarms.setAlarm = async (at) => {
      if (storage.failures-- > 0) throw new Error('storage failed')
      return setAlarm(at)
    }
    return { settings, clock, alarms, storage }
  }

  test('is tried again six times, each after twice as long, and then dropped', async () => {
    const { clock, alarms, storage } = await clocks()
    storage.failures = 3
    await alarms.ring(clock)
    expect(alarms.retries).toEqual([2000, 4000, 8000])
    storage.failures = 100
    await alarms.ring(clock)
    expect(alarms.retries.slice(3)).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000])
    expect(await alarms.getAlarm()).toBeNull()
  })

  test.each([
    ['next message', (settings: Env) => wakeAt(settings, shard(), new Date().toISOString())],
    ['daily run', (settings: Env) => daily(settings)],
  ])('and that was dropped is set again by the %s', async (_, wake) => {
    const { settings, clock, alarms, storage } = await clocks()
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'impersonation.expired', $2)`, [
      ws.org.id,
      { impersonation_id: ws.org.id },
    ])
    const left = async () =>
      (await asOwner(`select from outbox where topic = 'impersonation.expired' and done_at is null`)).length
    storage.failures = 100
    await alarms.ring(clock)
    expect([await left(), await alarms.getAlarm()]).toEqual([1, null])
    storage.failures = 0
    await wake(settings)
    expect(await alarms.getAlarm()).toBeLessThan(Date.now() + 1000)
    await alarms.ring(clock)
    expect(await left()).toBe(0)
  })
})
