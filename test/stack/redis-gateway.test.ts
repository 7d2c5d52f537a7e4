import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/stack/ports.ts'
import { startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import type { RedisGateway } from '../../scripts/stack/redis-gateway.ts'
import { startMemory } from '../../scripts/stack/redis-memory.ts'
import { startRedisServer } from '../../scripts/stack/redis-server.ts'
import { START_MS, errorOf } from './parts.ts'

const TOKEN = 'secret'

/** Reads the limiter's own script from its package, which does not export it. */
async function limiterScript(): Promise<{ script: string; hash: string }> {
  const file = createRequire(import.meta.url).resolve('@upstash/ratelimit')
  const script = /fixedWindowLimitScript = `([^`]+)`/.exec(await readFile(file, 'utf8'))?.[1] ?? ''
  return { script, hash: createHash('sha1').update(script).digest('hex') }
}

const server = await startRedisServer()
const engines = server ? (['memory', 'redis'] as const) : (['memory'] as const)

afterAll(() => server?.stop())

describe.each(engines)('the gateway with the engine %s', (engine) => {
  let gateway: RedisGateway
  let redis: Redis

  beforeAll(async () => {
    const place = engine === 'redis' && server ? { redisUrl: server.url } : {}
    gateway = await startRedisGateway({ token: TOKEN, ...place })
    redis = new Redis({ url: gateway.url, token: TOKEN, retry: false })
  }, START_MS)

  beforeEach(async () => {
    await redis.flushall()
    await redis.scriptFlush()
  })

  afterAll(() => gateway.stop())

  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    })

  test('reports its engine', () => {
    expect(gateway.engine).toBe(engine)
  })

  test('strings, numbers and expiry', async () => {
    expect(await redis.ping()).toBe('PONG')
    expect(await redis.set('a', 'ä€😀')).toBe('OK')
    expect(await redis.get('a')).toBe('ä€😀')
    expect(await redis.set('word', 'OK')).toBe('OK')
    expect(await redis.get('word')).toBe('OK')
    expect(await redis.mget('a', 'none')).toEqual(['ä€😀', null])
    expect([await redis.ttl('a'), await redis.ttl('none')]).toEqual([-1, -2])
    expect(await redis.set('a', 'b', { nx: true })).toBeNull()
    expect(await redis.set('none', 'b', { xx: true })).toBeNull()
    expect(await redis.set('timed', 'b', { ex: 1000, nx: true })).toBe('OK')
    expect(await redis.ttl('timed')).toBeGreaterThan(0)
    expect(await redis.pexpire('a', 100_000)).toBe(1)
    expect(await redis.pttl('a')).toBeGreaterThan(0)
    expect([await redis.incr('n'), await redis.incrby('n', 5), await redis.decr('n')]).toEqual([1, 6, 5])
    expect(await redis.expire('n', -1)).toBe(1)
    expect(await redis.exists('n', 'a')).toBe(1)
    expect(await redis.del('a', 'n')).toBe(1)
    expect(await redis.set('doc', { x: [1] })).toBe('OK')
    expect(await redis.get('doc')).toEqual({ x: [1] })
  })

  test('hashes', async () => {
    expect(await redis.hset('h', { a: 1, b: 'two' })).toBe(2)
    expect([await redis.hget('h', 'b'), await redis.hget('h', 'c')]).toEqual(['two', null])
    expect(await redis.hincrby('h', 'a', 2)).toBe(3)
    expect(await redis.hgetall('h')).toEqual({ a: 3, b: 'two' })
    expect(await redis.hdel('h', 'a', 'b')).toBe(2)
    expect(await redis.exists('h')).toBe(0)
  })

  test('errors have the text of Redis, and HTTP status 400', async () => {
    await redis.set('word', 'x')
    expect((await errorOf(redis.incr('word'))).message).toContain(
      'ERR value is not an integer or out of range',
    )
    expect((await errorOf(redis.hget('word', 'f'))).message).toContain('WRONGTYPE')
    for (const command of [
      ['NOPE'],
      ['GET'],
      ['SET', 'a', 'b', 'ODD'],
      ['MONITOR'],
      ['SET', 'a', 'b', 'EX', 0],
    ]) {
      const response = await send('/', command)
      expect(response.status).toBe(400)
      expect(((await response.json()) as { error: string }).error).toMatch(/^ERR /)
    }
    expect((await send('/', { not: 'a command' })).status).toBe(400)
    expect((await send('/nowhere', ['PING'])).status).toBe(404)
  })

  test('a wrong token is rejected', async () => {
    expect((await send('/', ['PING'], { Authorization: 'Bearer wrong' })).status).toBe(401)
    const stranger = new Redis({ url: gateway.url, token: 'wrong', retry: false })
    expect((await errorOf(stranger.ping())).message).toContain('WRONGPASS')
  })

  test('responses are base64 only on request, and OK stays plain', async () => {
    await send('/', ['SET', 'a', 'ä'])
    const encoded = { 'Upstash-Encoding': 'base64' }
    expect(await (await send('/', ['GET', 'a'])).json()).toEqual({ result: 'ä' })
    expect(await (await send('/', ['GET', 'a'], encoded)).json()).toEqual({ result: 'w6Q=' })
    expect(await (await send('/', ['MGET', 'a', 'b'], encoded)).json()).toEqual({ result: ['w6Q=', null] })
    expect(await (await send('/', ['SET', 'a', 1], encoded)).json()).toEqual({ result: 'OK' })
    expect(await (await send('/', ['INCR', 'a'], encoded)).json()).toEqual({ result: 2 })
  })

  test('a pipeline returns each result or error', async () => {
    const results = await redis.pipeline().set('a', 'x').incr('a').get('a').exec({ keepErrors: true })
    expect(results[0]).toMatchObject({ result: 'OK' })
    expect(results[1]?.error).toContain('ERR value is not an integer')
    expect(results[2]).toMatchObject({ result: 'x' })
  })

  test('a transaction runs completely, or not at all if a command is wrong', async () => {
    expect(await redis.multi().set('a', 1).incr('a').exec()).toEqual(['OK', 2])
    const response = await send('/multi-exec', [['SET', 'a', 'z'], ['NOPE']])
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toContain('EXECABORT')
    expect(await redis.get('a')).toBe(2)
    const mixed = await (
      await send('/multi-exec', [
        ['SET', 'w', 'x'],
        ['INCR', 'w'],
      ])
    ).json()
    expect(mixed).toEqual([{ result: 'OK' }, { error: expect.stringContaining('ERR value') }])
  })

  test('an unknown hash is NOSCRIPT', async () => {
    expect((await errorOf(redis.evalsha('0'.repeat(40), [], []))).message).toContain('NOSCRIPT')
  })

  test('a loaded script runs by its hash', async () => {
    const { script, hash } = await limiterScript()
    expect(await redis.scriptExists(hash)).toEqual([0])
    expect(await redis.scriptLoad(script)).toBe(hash)
    expect(await redis.scriptExists(hash, '0'.repeat(40))).toEqual([1, 0])
    expect(await redis.evalsha(hash, ['count'], ['5', '1000', '2'])).toEqual([2, 5])
  })

  test('any script runs, and its errors are errors', async () => {
    expect(await redis.eval('return {KEYS[1], ARGV[1], 3.7, false}', ['k'], ['a'])).toEqual([
      'k',
      'a',
      3,
      null,
    ])
    expect((await errorOf(redis.eval('return redis.call("NOPE")', [], []))).message).toContain('ERR')
    expect((await errorOf(redis.eval('return nil + 1', [], []))).message).toContain('arithmetic')
  })

  test('a script is atomic', { tags: 'race' }, async () => {
    const script = 'local n = redis.call("GET", KEYS[1]) or 0; return redis.call("SET", KEYS[1], n + 1)'
    await Promise.all(Array.from({ length: 50 }, () => redis.eval(script, ['n'], [])))
    expect(await redis.get('n')).toBe(50)
  })

  describe('the limiter', () => {
    const limiterOf = (tokens: number, dynamicLimits = false) =>
      new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(tokens, '3650 d'),
        prefix: 'limit',
        ephemeralCache: false,
        dynamicLimits,
      })

    test('allows as many as it should, also concurrently', { tags: 'race' }, async () => {
      const limiter = limiterOf(5)
      const results = await Promise.all(Array.from({ length: 12 }, () => limiter.limit('me')))
      expect(results.filter((one) => one.success)).toHaveLength(5)
      expect(results.map((one) => one.remaining).sort((a, b) => a - b)).toEqual([
        0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4,
      ])
      expect((await limiter.limit('you', { rate: 2 })).remaining).toBe(3)
      expect(await limiter.getRemaining('you')).toMatchObject({ remaining: 3, limit: 5 })
      expect(await limiter.getRemaining('nobody')).toMatchObject({ remaining: 5 })
    })

    test('counts the past window in a sliding one', async () => {
      const window = 3_650 * 86_400_000
      const limiter = new Ratelimit({
        redis,
        limiter: Ratelimit.slidingWindow(10, `${window} ms`),
        prefix: 'slide',
        ephemeralCache: false,
      })
      const now = Math.floor(Date.now() / window)
      await redis.set(`slide:me:${now - 1}`, 8)
      const part = 1 - (Date.now() % window) / window
      const remaining = 10 - Math.floor(8 * part)
      const results = await Promise.all(Array.from({ length: 12 }, () => limiter.limit('me')))
      expect(results.filter(({ success }) => success)).toHaveLength(remaining)
      expect(await limiter.getRemaining('me')).toMatchObject({ remaining: 0, limit: 10 })
      expect(await redis.pttl(`slide:me:${now}`)).toBeGreaterThan(window)
      expect((await limiter.limit('you')).remaining).toBe(9)
      await limiter.resetUsedTokens('me')
      expect((await limiter.limit('me')).remaining).toBe(9)
    })

    test('refills a token bucket', { tags: 'race' }, async () => {
      const limiter = new Ratelimit({
        redis,
        limiter: Ratelimit.tokenBucket(2, '3650 d', 5),
        prefix: 'bucket',
        ephemeralCache: false,
      })
      expect(await limiter.getRemaining('me')).toMatchObject({ remaining: 5 })
      const results = await Promise.all(Array.from({ length: 8 }, () => limiter.limit('me')))
      expect(results.filter(({ success }) => success)).toHaveLength(5)
      expect(await redis.pttl('bucket:me')).toBeGreaterThan(0)
      const hour = 3_600_000
      await redis.hincrby('bucket:me', 'refilledAt', -3_650 * 24 * hour - hour)
      expect(await limiter.limit('me')).toMatchObject({ success: true, remaining: 1 })
      expect((await limiter.limit('me', { rate: 2 })).success).toBe(false)
      expect(await limiter.getRemaining('me')).toMatchObject({ remaining: 1, limit: 5 })
      await limiter.resetUsedTokens('me')
      expect((await limiter.limit('me', { rate: 4 })).remaining).toBe(1)
    })

    test('its keys expire with their window', async () => {
      const limiter = limiterOf(5)
      const { reset } = await limiter.limit('me')
      const bucket = reset / (3650 * 86_400_000) - 1
      expect(await redis.pttl(`limit:me:${bucket}`)).toBeGreaterThan(0)
    })

    test('can be reset', async () => {
      const limiter = limiterOf(1)
      await limiter.limit('me')
      await limiter.limit('other')
      expect((await limiter.limit('me')).success).toBe(false)
      await limiter.resetUsedTokens('me')
      expect((await limiter.limit('me')).success).toBe(true)
      expect((await limiter.limit('other')).success).toBe(false)
    })

    test('follows a limit that changes while it runs', async () => {
      const limiter = limiterOf(1, true)
      await limiter.setDynamicLimit({ limit: 3 })
      expect(await limiter.limit('me')).toMatchObject({ success: true, limit: 3, remaining: 2 })
      expect(await limiter.getRemaining('me')).toMatchObject({ remaining: 2, limit: 3 })
    })

    test('loads its script itself if the engine does not know it', async () => {
      const before = gateway.requests()
      await limiterOf(5).limit('me')
      expect(gateway.requests()).toBe(before + 2)
      await limiterOf(5).limit('me')
      expect(gateway.requests()).toBe(before + 3)
    })
  })
})

test('a Redis that cannot be reached is a server error', async () => {
  const gateway = await startRedisGateway({ token: TOKEN, redisUrl: `redis://127.0.0.1:${await freePort()}` })
  const redis = new Redis({ url: gateway.url, token: TOKEN, retry: false })
  expect((await errorOf(redis.ping())).message).toContain('ECONNREFUSED')
  await gateway.stop()
})

test('a lost connection is reopened', async () => {
  const memory = await startMemory()
  const sockets: Socket[] = []
  const between = createServer((socket) => {
    sockets.push(socket)
    pipeline(socket, connect(memory.port, '127.0.0.1'), socket, () => undefined)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  const redisUrl = `redis://127.0.0.1:${(between.address() as AddressInfo).port}`
  const gateway = await startRedisGateway({ token: TOKEN, redisUrl })
  const redis = new Redis({ url: gateway.url, token: TOKEN, retry: false })
  expect(await Promise.all([redis.ping(), redis.ping()])).toEqual(['PONG', 'PONG'])
  sockets[0]?.destroy()
  await expect.poll(() => redis.ping().catch(() => 'lost')).toBe('PONG')
  expect(sockets).toHaveLength(2)
  await gateway.stop()
  between.close()
  await memory.stop()
})

test('a URL of another kind is rejected', async () => {
  await expect(startRedisGateway({ token: TOKEN, redisUrl: 'http://x' })).rejects.toThrow('redis://')
})
