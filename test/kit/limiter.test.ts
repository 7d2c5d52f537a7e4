import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RedisGateway, startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import { networkOf } from '../../src/base/network.ts'
import { closeBreakers, limit } from '../../src/platform/limiter.ts'
import { call, env } from './client.ts'
import { stopClock } from './clock.ts'

const rules = (key: string) => [{ name: 'test', key, most: 3 }]

describe('the limiter', () => {
  let gateway: RedisGateway
  const settings = () => env({ UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token })
  beforeAll(async () => {
    gateway = await startRedisGateway({ token: 'limiter' })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => {
    stopClock()
    closeBreakers()
    gateway.fault = null
  })

  test('allows as many requests in a window as the rule says, and returns when to try again', async () => {
    const verdicts = []
    for (let i = 0; i < 4; i++) verdicts.push(await limit(settings(), rules('counted')))
    expect(verdicts.map(({ passes }) => passes)).toEqual([true, true, true, false])
    expect(verdicts[3]!.retryAfter).toBeGreaterThan(0)
    expect(verdicts[3]!.retryAfter).toBeLessThanOrEqual(60)
  })

  test('checks two rules in one call to the backend', async () => {
    const before = gateway.requests()
    await limit(settings(), [...rules('one'), ...rules('two')])
    expect(gateway.requests() - before).toBe(1)
  })

  test.each(['refuse', 'error500', 'hang'] as const)(
    'allows requests when its backend returns %s',
    async (kind) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      gateway.fault = { kind }
      const verdicts = []
      for (let i = 0; i < 8; i++) verdicts.push(await limit(settings(), rules(kind)))
      expect(verdicts.every(({ passes }) => passes)).toBe(true)
      expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(['limiter_open'])
      warn.mockRestore()
    },
  )

  test('skips a failing backend for five seconds, then tries again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    gateway.fault = { kind: 'error500' }
    const now = Date.now()
    await limit(settings(), rules('breaker'), now)
    const requestsSent = gateway.requests()
    await limit(settings(), rules('breaker'), now + 4999)
    expect(gateway.requests()).toBe(requestsSent)
    await limit(settings(), rules('breaker'), now + 5001)
    expect(gateway.requests()).toBe(requestsSent + 1)
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })

  test('is counted by each isolate for itself while its backend is away, where passwords are at stake', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    gateway.fault = { kind: 'error500' }
    const away = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token }
    const signIn = async (email: string, address: string) =>
      (
        await call(
          'POST',
          '/api/v1/auth/login',
          { body: { email, password: 'wrong password' }, headers: { 'cf-connecting-ip': address } },
          away,
        )
      ).status
    const guesses = []
    for (let n = 0; n < 12; n++) guesses.push(await signIn(`${n}@guessed.example`, '203.0.113.77'))
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
    expect(await signIn('12@guessed.example', '203.0.113.78')).toBe(401)
    gateway.fault = null
    closeBreakers()
    expect(await signIn('13@guessed.example', '203.0.113.77')).toBe(401)
    warn.mockRestore()
  })

  test('does not blame its backend for a busy event loop', async () => {
    const verdicts = []
    for (let i = 0; i < 4; i++) {
      const verdict = limit(settings(), rules('busy'))
      await new Promise((done) => setImmediate(done))
      const until = performance.now() + 400
      while (performance.now() < until);
      verdicts.push((await verdict).passes)
    }
    expect(verdicts).toEqual([true, true, true, false])
  })

  test('is tried again after one late response, and skipped after the second', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const requestsSent = async () => {
      const before = gateway.requests()
      await limit(settings(), rules('late'))
      return gateway.requests() - before
    }
    expect(await requestsSent()).toBe(1)
    gateway.fault = { kind: 'hang' }
    await requestsSent()
    gateway.fault = null
    expect(await requestsSent()).toBe(1)
    gateway.fault = { kind: 'hang' }
    await requestsSent()
    await requestsSent()
    gateway.fault = null
    expect(await requestsSent()).toBe(0)
    warn.mockRestore()
  })

  test('gives up on a backend that hangs within 250 ms', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    gateway.fault = { kind: 'hang' }
    const began = performance.now()
    expect((await limit(settings(), rules('hung'))).passes).toBe(true)
    expect(performance.now() - began).toBeLessThan(400)
    warn.mockRestore()
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['not an address', 'unknown'],
    [undefined, 'unknown'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('allows requests if no backend is configured', async () => {
    expect(await limit(env({ UPSTASH_REDIS_REST_URL: '' }), rules('none'))).toEqual({
      passes: true,
      retryAfter: 0,
    })
  })
})
