import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { resetQuota } from '../../src/platform/quota.ts'
import { call, type Caller, type Json } from './client.ts'
import { stopClock } from './clock.ts'
import { join, project, task, workspace } from './makers.ts'
import { keyOf, modern } from '../mcp/rpc.ts'

const few = { REQUESTS_PER_MINUTE: '20' }

beforeEach(() => {
  stopClock()
  closeBreakers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A call with lower allowances than the suite's. */
const send = (who: Caller, path: string, allowances: Record<string, string> = few, body?: object) =>
  call(body ? 'POST' : 'GET', path, { headers: who.headers, ...(body ? { body } : {}) }, allowances)
const statuses = async (times: number, send: () => Promise<{ status: number }>) => {
  const all = []
  for (let n = 0; n < times; n++) all.push((await send()).status)
  return all
}

describe('the allowance of a credential', () => {
  test('is in headers, and requests over it get 429 before a database round trip, until the minute is over', async () => {
    const ws = await workspace()
    resetQuota()
    const first = await send(ws.owner, ws.base)
    expect(['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual([
      '20',
      '19',
      '59',
    ])
    expect(await statuses(19, () => send(ws.owner, ws.base))).toEqual(Array(19).fill(200))
    const overLimit = await send(ws.owner, ws.base)
    expect([overLimit.status, overLimit.roundTrips, overLimit.headers.get('retry-after')]).toEqual([
      429,
      0,
      '59',
    ])
    expect(overLimit.headers.get('ratelimit-remaining')).toBe('0')
    expect(overLimit.body.error).toMatchObject({
      code: 'too_many_requests',
      message: 'over 20 requests a minute; try again in 59 s',
    })
    vi.setSystemTime(Date.now() + 60_000)
    expect((await send(ws.owner, ws.base)).status).toBe(200)
  })

  test('is not shared with another person of the same organization', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member')
    resetQuota()
    await statuses(21, () => send(ws.owner, ws.base))
    expect((await send(ws.owner, ws.base)).status).toBe(429)
    expect((await send(ada, ws.base)).status).toBe(200)
  })

  test('is shared between isolates', async () => {
    const ws = await workspace()
    resetQuota()
    await statuses(12, () => send(ws.owner, ws.base))
    resetQuota()
    const otherIsolate = await statuses(12, () => send(ws.owner, ws.base))
    expect(otherIsolate.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
    expect(otherIsolate.filter((status) => status === 200).length).toBeGreaterThanOrEqual(7)
  })

  test('is counted by each isolate alone when the limiter is down', async () => {
    const ws = await workspace()
    resetQuota()
    const withoutLimiter = { ...few, UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }
    const all = await statuses(22, () => send(ws.owner, ws.base, withoutLimiter))
    expect(all).toEqual([...Array(20).fill(200), 429, 429])
  })

  test('applies to tools', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    const list = () => modern('tools/call', { name: 'list_projects', arguments: {} }, { token, env: few })
    expect((await list()).body.result.isError ?? false).toBe(false)
    await statuses(20, list)
    const { result } = (await list()).body
    expect([result.isError, result.content[0].text]).toEqual([
      true,
      expect.stringContaining('over 20 requests'),
    ])
  })
})

describe('the allowance of an organization', () => {
  test('counts rows: over it, writes are rejected, but not reads, nor another organization', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    const [home, otherProject] = [await project(ws), await project(other)]
    const rows = { ROWS_PER_MINUTE: '20' }
    const bulk = { items: Array.from({ length: 30 }, (_, n) => ({ title: `Task ${n}` })) }
    const at = (base: string, { id }: Json) => `${base}/projects/${id}/tasks`
    resetQuota()
    expect((await send(ws.owner, `${at(ws.base, home)}/bulk`, rows, bulk)).status).toBe(201)
    const overLimit = await send(ws.owner, at(ws.base, home), rows, { title: 'One more' })
    expect([overLimit.status, overLimit.roundTrips, overLimit.body.error.message]).toEqual([
      429,
      0,
      'your organization has written over 20 rows this minute; try again in 59 s',
    ])
    expect((await send(ws.owner, at(ws.base, home), rows)).status).toBe(200)
    expect((await send(other.owner, at(other.base, otherProject), rows, { title: 'Fine' })).status).toBe(201)
  })

  test('counts what a copy writes, although the copy is one audit entry', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    for (let n = 0; n < 5; n++) await task(ws, id)
    resetQuota()
    const rows = { ROWS_PER_MINUTE: '5' }
    const copy = { name: 'Copy', key: 'COPY', include: { tasks: true } }
    const reply = await send(ws.owner, `${ws.base}/projects/${id}/duplicate`, rows, copy)
    expect(reply.status).toBe(201)
    expect((await send(ws.owner, `${ws.base}/projects/${id}/tasks`, rows, { title: 'Over' })).status).toBe(
      429,
    )
  })
})

test('unknown credentials are limited at /mcp too, before a database round trip', async () => {
  const address = { 'cf-connecting-ip': '203.0.113.78' }
  resetQuota()
  const guess = () =>
    modern('tools/list', {}, { token: makeToken('svc_live_', 'a'), env: few, headers: address })
  expect(await statuses(3, guess)).toEqual([401, 401, 429])
})

test('unknown credentials are limited by address, and valid ones are not', async () => {
  const ws = await workspace()
  const address = { 'cf-connecting-ip': '203.0.113.77' }
  const forged = () => ({ authorization: `Bearer ${makeToken('svc_live_', 'a')}`, ...address })
  const guess = () => call('GET', ws.base, { headers: forged() }, few)
  expect((await call('GET', ws.base, { headers: { ...ws.owner.headers, ...address } }, few)).status).toBe(200)
  expect(await statuses(3, guess)).toEqual([401, 401, 429])
  const refused = await guess()
  expect([refused.roundTrips, refused.headers.get('retry-after')]).toEqual([0, '59'])
  expect((await call('GET', ws.base, { headers: { ...ws.owner.headers, ...address } }, few)).status).toBe(200)
})
