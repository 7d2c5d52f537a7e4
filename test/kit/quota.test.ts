import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeToken } from '../../src/kit/tokens.ts'
import { closeBreakers } from '../../src/shared/limiter.ts'
import { forgetSenders } from '../../src/shared/quota.ts'
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

/** A call under other allowances than those of the suite. */
const asked = (who: Caller, path: string, allowances: Record<string, string> = few, body?: object) =>
  call(body ? 'POST' : 'GET', path, { headers: who.headers, ...(body ? { body } : {}) }, allowances)
const statuses = async (times: number, send: () => Promise<{ status: number }>) => {
  const all = []
  for (let n = 0; n < times; n++) all.push((await send()).status)
  return all
}

describe('the allowance of a credential', () => {
  test('is told in headers, and what is over it gets 429 before a trip, until the minute is over', async () => {
    const ws = await workspace()
    forgetSenders()
    const first = await asked(ws.owner, ws.base)
    expect(['limit', 'remaining', 'reset'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual([
      '20',
      '19',
      '59',
    ])
    expect(await statuses(19, () => asked(ws.owner, ws.base))).toEqual(Array(19).fill(200))
    const over = await asked(ws.owner, ws.base)
    expect([over.status, over.trips, over.headers.get('retry-after')]).toEqual([429, 0, '59'])
    expect(over.headers.get('ratelimit-remaining')).toBe('0')
    expect(over.body.error).toMatchObject({
      code: 'too_many_requests',
      message: 'over 20 requests a minute; try again in 59 s',
    })
    vi.setSystemTime(Date.now() + 60_000)
    expect((await asked(ws.owner, ws.base)).status).toBe(200)
  })

  test('is no other person’s, whatever organization they share', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member')
    forgetSenders()
    await statuses(21, () => asked(ws.owner, ws.base))
    expect((await asked(ws.owner, ws.base)).status).toBe(429)
    expect((await asked(ada, ws.base)).status).toBe(200)
  })

  test('is shared between isolates', async () => {
    const ws = await workspace()
    forgetSenders()
    await statuses(12, () => asked(ws.owner, ws.base))
    forgetSenders()
    const elsewhere = await statuses(12, () => asked(ws.owner, ws.base))
    expect(elsewhere.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)
    expect(elsewhere.filter((status) => status === 200).length).toBeGreaterThanOrEqual(7)
  })

  test('counts in each isolate alone where the limiter is away', async () => {
    const ws = await workspace()
    forgetSenders()
    const away = { ...few, UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }
    const all = await statuses(22, () => asked(ws.owner, ws.base, away))
    expect(all).toEqual([...Array(20).fill(200), 429, 429])
  })

  test('holds for tools', async () => {
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
  test('is of rows: what writes is refused over it, what reads is not, and no other organization', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    const [home, away] = [await project(ws), await project(other)]
    const rows = { ROWS_PER_MINUTE: '20' }
    const bulk = { items: Array.from({ length: 30 }, (_, n) => ({ title: `Task ${n}` })) }
    const at = (base: string, { id }: Json) => `${base}/projects/${id}/tasks`
    forgetSenders()
    expect((await asked(ws.owner, `${at(ws.base, home)}/bulk`, rows, bulk)).status).toBe(201)
    const over = await asked(ws.owner, at(ws.base, home), rows, { title: 'One more' })
    expect([over.status, over.trips, over.body.error.message]).toEqual([
      429,
      0,
      'your organization has written over 20 rows this minute; try again in 59 s',
    ])
    expect((await asked(ws.owner, at(ws.base, home), rows)).status).toBe(200)
    expect((await asked(other.owner, at(other.base, away), rows, { title: 'Fine' })).status).toBe(201)
  })

  test('counts what a copy writes too, although the copy is one entry of the audit', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    for (let n = 0; n < 5; n++) await task(ws, id)
    forgetSenders()
    const rows = { ROWS_PER_MINUTE: '5' }
    const copy = { name: 'Copy', key: 'COPY', include: { tasks: true } }
    const copied = await asked(ws.owner, `${ws.base}/projects/${id}/duplicate`, rows, copy)
    expect(copied.status).toBe(201)
    expect((await asked(ws.owner, `${ws.base}/projects/${id}/tasks`, rows, { title: 'Over' })).status).toBe(
      429,
    )
  })
})

test('unknown credentials are limited at /mcp too, before a trip', async () => {
  const from = { 'cf-connecting-ip': '203.0.113.78' }
  forgetSenders()
  const guess = () => modern('tools/list', {}, { token: makeToken('svc_live_'), env: few, headers: from })
  expect(await statuses(3, guess)).toEqual([401, 401, 429])
})

test('credentials that nobody has are limited by address, and those that somebody has are not', async () => {
  const ws = await workspace()
  const from = { 'cf-connecting-ip': '203.0.113.77' }
  const forged = () => ({ authorization: `Bearer ${makeToken('svc_live_')}`, ...from })
  const guess = () => call('GET', ws.base, { headers: forged() }, few)
  expect((await call('GET', ws.base, { headers: { ...ws.owner.headers, ...from } }, few)).status).toBe(200)
  expect(await statuses(3, guess)).toEqual([401, 401, 429])
  const refused = await guess()
  expect([refused.trips, refused.headers.get('retry-after')]).toEqual([0, '59'])
  expect((await call('GET', ws.base, { headers: { ...ws.owner.headers, ...from } }, few)).status).toBe(200)
})
