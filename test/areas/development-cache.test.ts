import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { activity, asOwner, call, type Json } from '../kit/client.ts'
import { project, workspace } from '../kit/makers.ts'
import type { FakeResponse } from '../kit/external-server.ts'
import { commit } from '../kit/external-responses.ts'
import { connect, type RepositoryHost, linkRepository, startHost } from '../kit/repositories.ts'

let host: RepositoryHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => {
  host.reset()
  activity.stored.clear()
})

async function connected() {
  const ws = await workspace()
  const { id } = await project(ws)
  await connect(ws, host)
  const link = await linkRepository(ws, id)
  host.requests.length = 0
  const path = `${ws.base}/projects/${id}/development?kinds=commit`
  const status = async () => (await ws.owner.ok('GET', `${ws.base}/repository-integration`)).status
  return { ws, id, link, path, status, look: (): Promise<Json> => ws.owner.ok('GET', path) }
}
const only = (respond: FakeResponse, part = '/commits') => {
  host.respond = (path) => (path.includes(part) ? respond : undefined)
}

describe('for sixty seconds', () => {
  test('nothing is requested again, and after that it is', async () => {
    const { look } = await connected()
    const first = await look()
    activity.age(58)
    const second = await look()
    expect([host.requests.length, second.items]).toEqual([1, first.items])
    expect(Date.parse(first.cached_at) - Date.parse(second.cached_at)).toBe(58_000)
    activity.age(2)
    const third = await look()
    expect([host.requests.length, third.stale]).toEqual([2, false])
    expect(Date.parse(third.cached_at)).toBeGreaterThan(Date.parse(second.cached_at))
  })

  test('an unchanged response is revalidated with its ETag and kept', async () => {
    const { look } = await connected()
    const first = await look()
    activity.age(61)
    const second = await look()
    expect([host.requests[1]!.headers['if-none-match'], second.items]).toEqual([
      expect.stringMatching(/^".+"$/),
      first.items,
    ])
    activity.age(61)
    only({ body: [commit('Something new')] })
    expect((await look()).items[0].title).toBe('Something new')
  })

  test('another token starts over: no entry and no ETag of the old one is used', async () => {
    const { ws, look } = await connected()
    await look()
    await connect(ws, host, { token: 'ghp_another0123456789' })
    host.requests.length = 0
    await look()
    expect(host.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined])
    const keys = [...activity.stored.keys()]
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })

  test('another organization has its own entries', async () => {
    const [one, other] = [await connected(), await connected()]
    await one.look()
    await other.look()
    expect([host.requests.length, activity.stored.size]).toEqual([2, 2])
  })

  test('entries are kept after the minute, for a day', async () => {
    const { look } = await connected()
    await look()
    expect([...activity.stored.values()].map(({ expirationTtl }) => expirationTtl)).toEqual([86_400])
  })

  test('of fifty concurrent requests, one calls the provider', async () => {
    const { look } = await connected()
    const result = await Promise.all(Array.from({ length: 50 }, look))
    expect([host.requests.length, new Set(result.map(({ items }) => JSON.stringify(items))).size]).toEqual([
      1, 1,
    ])
  })

  test('requests that come while the response is still being stored call nobody', async () => {
    const { look } = await connected()
    const put = vi.spyOn(activity, 'put').mockImplementation(() => setTimeout(300).then(() => undefined))
    const first = look()
    await expect.poll(() => put.mock.calls.length).toBe(1)
    const others = await Promise.all(Array.from({ length: 4 }, look))
    put.mockRestore()
    expect(new Set([await first, ...others].map(({ cached_at }) => cached_at)).size).toBe(1)
    expect(host.requests.length).toBe(1)
  })

  test('at most six provider requests are open at once', async () => {
    const { ws, id } = await connected()
    host.respond = (path) => {
      const number = /repositories\/(\d+)$/.exec(path)?.[1]
      if (number) return { body: { id: Number(number), full_name: `ada/r${number}` } }
      return path.includes('/repositories/') ? { after: 20, body: [] } : undefined
    }
    for (let n = 1; n <= 10; n++)
      await ws.owner.ok('POST', `${ws.base}/projects/${id}/repositories`, { external_id: String(n) })
    host.maxConcurrent = 0
    host.requests.length = 0
    await ws.owner.ok('GET', `${ws.base}/projects/${id}/development`)
    expect(host.requests.length).toBe(33)
    expect(host.maxConcurrent).toBe(6)
  })
})

describe('a failing provider', () => {
  const plays: [string, FakeResponse][] = [
    ['a failure', { status: 500, body: { message: 'boom' } }],
    ['a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['an object', { body: { not: 'a list' } }],
    ['half an answer', 'cut'],
    ['an endless answer', 'huge'],
    ['a redirect to another host', { status: 302, headers: { location: 'https://elsewhere.example.com/' } }],
  ]
  test.each(plays)('keeps the previous response, and says so: %s', async (_, respond) => {
    const { look } = await connected()
    const before = await look()
    activity.age(90)
    only(respond)
    const after = await look()
    expect([after.stale, after.items]).toEqual([true, before.items])
    expect(Date.parse(before.cached_at) - Date.parse(after.cached_at)).toBe(90_000)
    expect(after.errors).toEqual([expect.objectContaining({ full_name: 'ada/engine', kind: 'commit' })])
    expect(JSON.stringify(after)).not.toContain('boom')
  })

  test.each(plays)('is a specific error without a previous response: %s', async (_, respond) => {
    const { ws, path } = await connected()
    only(respond)
    const refused = await ws.owner.call('GET', path)
    expect([refused.status, refused.body.error.code]).toEqual([502, 'upstream_error'])
    expect(refused.text).not.toContain('boom')
  })

  test('is given up after five seconds, and the previous response is served', async () => {
    const { look } = await connected()
    await look()
    activity.age(61)
    only('hangs')
    const began = performance.now()
    const [one, other] = await Promise.all([look(), look()])
    expect([one.stale, other.stale, one.errors[0].code]).toEqual([true, true, 'slow'])
    expect(performance.now() - began).toBeLessThan(7000)
  })

  test('for one repository affects only that one', async () => {
    const { ws, id, link, look } = await connected()
    await linkRepository(ws, id, { full_name: 'ada/notes' })
    host.requests.length = 0
    only({ status: 404, body: { message: 'Not Found' } }, '/1296269/')
    const result = await look()
    expect(result.items.length).toBe(1)
    expect(result.errors).toEqual([
      {
        repository_id: link.id,
        full_name: 'ada/engine',
        kind: 'commit',
        code: 'gone',
        message: 'the repository is not there any more, or hidden from the token',
      },
    ])
    only({ status: 500 }, '/1296269/')
    activity.age(61)
    expect((await look()).errors.map(({ code }: Json) => code)).toEqual(['failed'])
  })

  test('with the only repository deleted is a response with that error', async () => {
    const { look, status } = await connected()
    only({ status: 404 })
    expect(await look()).toMatchObject({ items: [], errors: [{ code: 'gone' }] })
    only({ status: 403, body: { message: 'Resource not accessible by personal access token' } })
    expect(await look()).toMatchObject({ items: [], errors: [{ code: 'forbidden' }] })
    expect(await status()).toBe('active')
  })
})

describe('the connection', () => {
  test('is marked as rate limited, not used until the provider allows, and active again after that', async () => {
    const { ws, look, path, status } = await connected()
    await look()
    activity.age(61)
    only({
      status: 403,
      headers: { 'retry-after': '120' },
      body: { message: 'You have exceeded a secondary rate limit' },
    })
    expect(await look()).toMatchObject({ stale: true, errors: [{ code: 'limited' }] })
    await expect.poll(status).toBe('rate_limited')
    host.reset()
    expect((await look()).stale).toBe(true)
    expect(host.requests).toEqual([])
    activity.stored.clear()
    const refused = await ws.owner.call('GET', path)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds > 60 && seconds <= 120]).toEqual([502, true])
    await asOwner(`update repository_connections set retry_at = now() where org_id = $1`, [ws.org.id])
    expect((await look()).stale).toBe(false)
    await expect.poll(status).toBe('active')
  })

  test('is rate limited by 429 and by an exhausted allowance too', async () => {
    for (const respond of [{ status: 429 }, { status: 403, headers: { 'x-ratelimit-remaining': '0' } }]) {
      const { ws, path, status } = await connected()
      only(respond)
      expect((await ws.owner.call('GET', path)).status).toBe(502)
      await expect.poll(status).toBe('rate_limited')
    }
  })

  test('is marked as invalid if the token is rejected, with our own reason', async () => {
    const { ws, path } = await connected()
    only({ status: 401, body: { message: 'Bad credentials' } })
    expect((await ws.owner.call('GET', path)).status).toBe(502)
    const integration = () => ws.owner.ok('GET', `${ws.base}/repository-integration`)
    await expect.poll(async () => (await integration()).status).toBe('invalid')
    expect((await integration()).last_error).toBe('the provider rejected the token; replace it')
    host.reset()
    await ws.owner.call('GET', path)
    expect(host.requests).toEqual([])
    await connect(ws, host)
    expect((await ws.owner.call('GET', path)).status).toBe(200)
  })

  test('to a host that is no longer trusted is not used: an error, and no request', async () => {
    const { ws, path } = await connected()
    const refused = await call('GET', path, { headers: ws.owner.headers }, { OUTBOUND_TRUSTED: '' })
    expect([refused.status, refused.body.error.code, host.requests]).toEqual([502, 'upstream_error', []])
  })

  test('is not marked by the result of an old token', async () => {
    const { ws, status } = await connected()
    const [{ id }] = (await asOwner('select id from repository_connections where org_id = $1', [
      ws.org.id,
    ])) as [Json]
    await connect(ws, host, { token: 'ghp_another0123456789' })
    await asOwner(`select app.record_connection_state($1, $2, 1, 'invalid', 'late', 60)`, [ws.org.id, id])
    expect(await status()).toBe('active')
  })
})

describe('a cache', () => {
  const broken = {
    'that fails': { get: () => Promise.reject(new Error('kv')), put: () => Promise.reject(new Error('kv')) },
    'that throws at once': {
      get: () => {
        throw new Error('kv')
      },
      put: () => {
        throw new Error('kv')
      },
    },
    'that hangs': { get: () => new Promise<null>(() => {}), put: () => new Promise<void>(() => {}) },
    'that holds nonsense': { get: async () => '{"half', put: async () => {} },
    'that holds something else': { get: async () => '{"fetched_at":"soon","items":7}', put: async () => {} },
  }
  test.each(Object.entries(broken))('%s does not fail a response', async (_, ACTIVITY) => {
    const { ws, path } = await connected()
    const began = performance.now()
    const result = await call('GET', path, { headers: ws.owner.headers }, { ACTIVITY })
    expect([result.status, result.body.items.length, host.requests.length]).toEqual([200, 1, 1])
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('that is missing is not required', async () => {
    const { ws, path } = await connected()
    const result = await call('GET', path, { headers: ws.owner.headers }, { ACTIVITY: undefined as never })
    expect(result.status).toBe(200)
  })
})
