import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import { activity, type Caller, call, type Json, type Reply } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import type { FakeResponse } from '../kit/external-server.ts'
import { type RepositoryHost, startHost } from '../kit/repositories.ts'

let host: RepositoryHost
let ws: Workspace
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(async () => {
  host.reset()
  activity.stored.clear()
  ws = await workspace()
})

const photon = (): Partial<Env> => ({ ADDRESS_PROVIDER: 'photon', ADDRESS_URL: `${host.url}/photon` })
const google = (): Partial<Env> => ({
  ADDRESS_PROVIDER: 'google',
  ADDRESS_URL: `${host.url}/google`,
  ADDRESS_KEY: 'AIza-canary-key',
})
const get = (path: string, settings = photon(), who: Caller = ws.owner): Promise<Reply> =>
  call('GET', `${ws.base}/addresses/${path}`, { headers: who.headers }, settings)
const look = (query: string, settings = photon(), who?: Caller) => get(`autocomplete?${query}`, settings, who)
const linden = 'q=unter%20den%20linden'

describe('suggestions of Photon', () => {
  test('are built field by field, with our own ids', async () => {
    const { status, body, text } = await look(linden)
    expect([status, body.provider, body.configured, body.degraded]).toEqual([200, 'photon', true, false])
    expect(body.items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{60,}$/),
      label: 'Unter den Linden 1, 10117 Berlin, Germany',
      line1: 'Unter den Linden 1',
      postcode: '10117',
      city: 'Berlin',
      region: 'Berlin',
      country_code: 'DE',
      lat: 52.5170365,
      lon: 13.3888599,
    })
    expect(body.items[1].line1).toBe('10 Downing Street')
    for (const raw of ['240109189', 'osm_', 'FeatureCollection']) expect(text).not.toContain(raw)
    expect(host.faults).toEqual([])
  })

  test('resolve to the full address without another request', async () => {
    const [{ id }] = (await look(linden)).body.items
    host.requests.length = 0
    const { status, body } = await get(id)
    expect([status, body.line1, body.line2, body.city, host.requests.length]).toEqual([
      200,
      'Unter den Linden 1',
      null,
      'Berlin',
      0,
    ])
  })

  test('respect countries, language, location and number', async () => {
    const { body } = await look(`${linden}&country=gb,fr&lang=de-AT&near=51.5,-0.12&limit=1`)
    expect(body.items.map((item: Json) => item.country_code)).toEqual(['GB'])
    const sent = new URL(host.requests[0]!.path, host.url).searchParams
    expect([sent.get('q'), sent.get('lang'), sent.get('lat'), sent.get('lon')]).toEqual([
      'unter den linden',
      'de',
      '51.5',
      '-0.12',
    ])
    host.requests.length = 0
    await look(`${linden}&lang=pt`)
    expect(new URL(host.requests[0]!.path, host.url).searchParams.get('lang')).toBe(null)
  })

  test('are cached for a day, under a key that reveals nothing of what was typed', async () => {
    await look(linden)
    await look('q=Unter%20den%20%20LINDEN')
    expect(host.requests.length).toBe(1)
    const kept = [...activity.stored].map(([key, { expirationTtl }]) => [expirationTtl, /linden/i.test(key)])
    expect(kept).toEqual([[86_400, false]])
    await look(`${linden}&country=DE`)
    expect(host.requests.length).toBe(2)
  })
})

describe('suggestions of Google', () => {
  test('come with the key in a header and the session of the caller, and are never cached', async () => {
    const session = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    const { body, text } = await look(
      `q=1600%20amph&session=${session}&country=us&near=37.4,-122&lang=en`,
      google(),
    )
    expect(body.items).toEqual([
      expect.objectContaining({
        label: '1600 Amphitheatre Parkway, Mountain View',
        line1: '1600 Amphitheatre Parkway',
      }),
    ])
    expect(text).not.toContain('ChIJ_google')
    const [result] = host.requests
    expect([result!.headers['x-goog-api-key'], result!.path.includes('canary')]).toEqual([
      'AIza-canary-key',
      false,
    ])
    expect(JSON.parse(result!.body)).toMatchObject({
      sessionToken: session,
      includedRegionCodes: ['US'],
      languageCode: 'en',
    })
    await look(`q=1600%20amph&session=${session}`, google())
    expect([host.requests.length, activity.stored.size]).toEqual([2, 0])
  })

  test('have their own session if the caller sends none', async () => {
    await look('q=1600%20amph', google())
    await look('q=1600%20amph', google())
    const sessions = host.requests.map(({ body }) => JSON.parse(body).sessionToken)
    expect([sessions.every((one) => /^[0-9a-f-]{36}$/.test(one)), new Set(sessions).size]).toEqual([true, 2])
  })

  test('resolve to the full address, which ends the session', async () => {
    const [{ id }] = (await look('q=1600%20amph', google())).body.items
    host.requests.length = 0
    const session = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    const { body } = await get(`${id}?session=${session}&lang=en`, google())
    expect(body).toEqual({
      label: '1600 Amphitheatre Pkwy, Mountain View, CA 94043, USA',
      line1: '1600 Amphitheatre Pkwy',
      line2: 'Building 40',
      postcode: '94043',
      city: 'Mountain View',
      region: 'CA',
      country_code: 'US',
      lat: 37.42,
      lon: -122.08,
    })
    expect(host.requests[0]!.path).toContain(`sessionToken=${session}`)
    expect(host.faults).toEqual([])
  })

  test('require the key: without it no provider is configured', async () => {
    const { body } = await look(linden, { ...google(), ADDRESS_KEY: '' })
    expect([body.configured, body.items, host.requests.length]).toEqual([false, [], 0])
  })
})

describe('an id', () => {
  test('is valid only in its own organization', async () => {
    const [{ id }] = (await look(linden)).body.items
    const other = await workspace()
    const reply = await call(
      'GET',
      `${other.base}/addresses/${id}`,
      { headers: other.owner.headers },
      photon(),
    )
    expect([reply.status, reply.body.error.message]).toEqual([404, 'address not found'])
  })

  test('that was made up, changed or is of another provider is not found; a malformed one is rejected', async () => {
    const [{ id }] = (await look(linden)).body.items
    const changed = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    for (const invalid of ['ab'.repeat(40), changed])
      expect([invalid, (await get(invalid)).status]).toEqual([invalid, 404])
    expect((await get(id, google())).status).toBe(404)
    for (const invalid of ['ChIJ_google', 'ab', 'abc'.repeat(31), '..%2f..'])
      expect((await get(invalid)).status).toBe(422)
  })

  test('of a place that the provider removed is not found; a failure of the provider is reported', async () => {
    const [{ id }] = (await look('q=1600%20amph', google())).body.items
    host.respond = () => ({ status: 404 })
    expect((await get(id, google())).status).toBe(404)
    host.respond = () => ({ status: 500, body: { error: 'AIza-canary-key' } })
    const failed = await get(id, google())
    expect([failed.status, failed.body.error.code, failed.text.includes('AIza')]).toEqual([
      502,
      'upstream_error',
      false,
    ])
  })
})

describe('bad input', () => {
  test('is rejected with its field, and the provider is not called', async () => {
    const invalid: [string, string][] = [
      ['q', 'q=ab'],
      ['q', 'q=%20%20a%20'],
      ['q', `q=${'x'.repeat(201)}`],
      ['q', 'limit=3'],
      ['country', `${linden}&country=XX`],
      ['country', `${linden}&country=DEU`],
      ['country', `${linden}&country=EU`],
      ['country', `${linden}&country=${Array.from({ length: 16 }, () => 'DE').join(',')}`],
      ['lang', `${linden}&lang=x`],
      ['lang', `${linden}&lang=de_DE`],
      ['near', `${linden}&near=91,0`],
      ['near', `${linden}&near=0,181`],
      ['near', `${linden}&near=here`],
      ['session', `${linden}&session=1`],
      ['limit', `${linden}&limit=11`],
    ]
    for (const [field, query] of invalid) {
      const refused = await look(query)
      expect([query, refused.status, refused.body.error?.message]).toEqual([
        query,
        422,
        expect.stringContaining(`query.${field}`),
      ])
    }
    expect(host.requests).toEqual([])
  })

  test('one Chinese, Japanese or Korean character is enough', async () => {
    for (const q of ['京', 'か', 'カ', '서'])
      expect((await look(`q=${encodeURIComponent(q)}`)).status).toBe(200)
    expect((await look('q=%C3%A9')).status).toBe(422)
  })
})

describe('a form can continue', () => {
  test('without a provider: the response is empty and says so', async () => {
    for (const ADDRESS_PROVIDER of ['', 'nominatim', 'constructor']) {
      const { status, body } = await look(linden, { ADDRESS_PROVIDER })
      expect([status, body]).toEqual([200, { items: [], provider: null, configured: false, degraded: false }])
    }
    expect(host.requests).toEqual([])
  })

  const plays: [string, FakeResponse][] = [
    ['a failure', { status: 500, body: { error: 'boom' } }],
    ['a refusal of the key', { status: 403, body: { error: 'boom' } }],
    ['a page', { body: 'boom', headers: { 'content-type': 'text/html' } }],
    ['half an answer', 'cut'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.com/' } }],
  ]
  test.each(plays)('without suggestions if the provider returns %s', async (_, respond) => {
    host.respond = () => respond
    const { status, body, text } = await look(linden)
    expect([status, body]).toEqual([200, { items: [], provider: 'photon', configured: true, degraded: true }])
    expect([text.includes('boom'), activity.stored.size]).toEqual([false, 0])
  })

  test('after two seconds where the provider hangs', async () => {
    host.respond = () => 'hangs'
    const began = performance.now()
    expect((await look(linden)).body.degraded).toBe(true)
    expect(performance.now() - began).toBeLessThan(3500)
  })

  test('with what is usable of a malformed response', async () => {
    host.respond = () => ({
      body: { features: [null, 7, {}, { properties: { name: 'Only\u0000 a name', countrycode: 'ZZ' } }] },
    })
    const { body } = await look(linden)
    expect(body.items).toEqual([
      expect.objectContaining({ label: 'Only a name', country_code: null, lat: null, lon: null }),
    ])
  })
})

test('sixty requests a minute are allowed, for each person separately', async () => {
  const other = await join(ws)
  const replies = await Promise.all(Array.from({ length: 63 }, () => look(linden)))
  expect(replies.filter(({ status }) => status === 200).length).toBe(60)
  const refused = replies.find(({ status }) => status === 429)!
  expect([refused.body.error.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
    'too_many_requests',
    true,
  ])
  expect((await look(linden, photon(), other)).status).toBe(200)
})

test('if the limiter is down, requests are allowed', async () => {
  const withoutLimiter = { ...photon(), UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:9' }
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect((await look(linden, withoutLimiter)).status).toBe(200)
  vi.restoreAllMocks()
})

test('what is typed is not logged', async () => {
  const outputs = ['debug', 'error', 'info', 'log', 'warn'] as const
  const spies = outputs.map((output) => vi.spyOn(console, output).mockImplementation(() => undefined))
  host.respond = () => ({ status: 500 })
  await look('q=canary%20street')
  await look('q=canary%20street', { ADDRESS_PROVIDER: 'photon', ADDRESS_URL: 'https://127.0.0.1' })
  const printed = spies.flatMap((spy) => spy.mock.calls.flat().map(String))
  vi.restoreAllMocks()
  expect(printed.filter((line) => line.includes('canary'))).toEqual([])
})

test('the request to the provider is aborted when the caller disconnects', async () => {
  let arrived = () => {}
  const result = new Promise<void>((resolve) => (arrived = resolve))
  host.respond = () => (arrived(), 'hangs')
  const gone = new AbortController()
  const { app, env } = await import('../kit/client.ts')
  const path = `https://service.test${ws.base}/addresses/autocomplete?${linden}`
  const answering = app.request(
    path,
    { headers: ws.owner.headers, signal: gone.signal },
    { ...env(), ...photon() },
  )
  const began = performance.now()
  await result
  gone.abort()
  await Promise.resolve(answering).catch(() => undefined)
  expect(performance.now() - began).toBeLessThan(1500)
})
