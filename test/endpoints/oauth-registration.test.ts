import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RedisGateway, startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { call, type Json, person, uniqueAddress } from '../kit/client.ts'
import { callback, client, oauthRefusal, register, request } from '../kit/oauth.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('registering a client', () => {
  test('returns the complete record that the server applies, uncached, in one round trip', async () => {
    const reply = await register({
      client_name: 'Helper',
      redirect_uris: [callback, 'http://localhost:8123/cb'],
    })
    expect([reply.status, reply.roundTrips]).toEqual([201, 1])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const { client_id, client_id_issued_at, ...rest } = reply.body
    expect(client_id).toMatch(uuid)
    expect(Math.abs(client_id_issued_at - Date.now() / 1000)).toBeLessThan(60)
    expect(rest).toEqual({
      client_name: 'Helper',
      redirect_uris: [callback, 'http://localhost:8123/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'service',
    })
  })

  test('never issues a secret', async () => {
    expect(Object.keys((await register()).body).filter((name) => name.includes('secret'))).toEqual([])
  })

  test.each<[string, Json]>([
    ['nothing but redirect URIs', {}],
    [
      'null for everything that may be null',
      {
        client_name: null,
        token_endpoint_auth_method: null,
        grant_types: null,
        response_types: null,
        scope: null,
      },
    ],
    ['one grant', { grant_types: ['authorization_code'] }],
    ['no grant', { grant_types: [], response_types: [] }],
    ['another scope', { scope: 'openid profile service' }],
    [
      'metadata the server does not know',
      { logo_uri: 'https://x.example/i.png', contacts: ['a@x.example'], x: { y: 1 } },
    ],
  ])('accepts %s and returns both grants and the only scope', async (_, metadata) => {
    const reply = await register(metadata)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      client_name: null,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'service',
      token_endpoint_auth_method: 'none',
    })
    expect(Object.keys(reply.body).length).toBe(8)
  })

  test.each([
    [callback],
    ['https://client.example'],
    ['https://client.example:8443/a/b?c=d&e=%20f'],
    ['HTTPS://Client.example/cb'],
    ['http://localhost'],
    ['http://localhost:3000/callback'],
    ['http://127.0.0.1/x'],
    ['http://127.0.0.1:49152?y=1'],
    ['https://xn--bcher-kva.example/cb'],
    ['http://[::1]/cb'],
    ['http://[::1]:49152/cb'],
  ])('accepts the redirect URI %s and stores it as it was sent', async (uri) => {
    const reply = await register({ redirect_uris: [uri] })
    expect([reply.status, reply.body.redirect_uris]).toEqual([201, [uri]])
  })

  test('accepts ten redirect URIs', async () => {
    const uris = Array.from({ length: 10 }, (_, n) => `${callback}/${n}`)
    expect((await register({ redirect_uris: uris })).body.redirect_uris).toEqual(uris)
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['myapp://callback'],
    ['com.example.app:/cb'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    ['ftp://client.example/'],
    ['http://client.example/cb'],
    ['http://localhost.evil.example/'],
    ['http://127.0.0.1.evil.example/'],
    ['http://127.0.0.2/'],
    ['http://127.1/'],
    ['http://2130706433/'],
    ['http://0.0.0.0/'],
    ['http://[::2]/cb'],
    ['http:localhost/cb'],
    ['https:client.example'],
    ['https:///client.example/cb'],
  ])('leaves out the redirect URI %s, and rejects it alone', async (uri) => {
    const reply = await register({ redirect_uris: [callback, uri] })
    expect([reply.status, reply.body.redirect_uris]).toEqual([201, [callback]])
    const alone = await register({ redirect_uris: [uri] })
    expect([...oauthRefusal(alone), alone.roundTrips]).toEqual([400, 'invalid_redirect_uri', 0])
  })

  test('registers the loopback and the hosted address of Cursor, without that of its own scheme', async () => {
    const hosted = 'https://www.cursor.com/agents/mcp/oauth/callback'
    const loopback = 'http://localhost:8787/callback'
    const sent = ['cursor://anysphere.cursor-mcp/oauth/callback', hosted, loopback]
    const reply = await register({ client_name: 'Cursor', redirect_uris: sent })
    expect([reply.status, reply.body.redirect_uris]).toEqual([201, [hosted, loopback]])
  })

  test.each([
    ['https://'],
    ['//client.example/cb'],
    ['/callback'],
    ['callback'],
    [''],
    ['https://client.example/cb#part'],
    ['https://client.example/cb#'],
    ['https://user@client.example/'],
    ['https://user:pw@client.example/'],
    ['https://@client.example/'],
    ['http://localhost@evil.example/'],
    ['http://localhost:80@evil.example/'],
    ['https://client.example/a b'],
    [' https://client.example/'],
    ['https://client.example/\n'],
    ['https://client.example/\u0000'],
    ['https://client.example\\@evil.example/'],
    ['https://bücher.example/'],
    ['https://client.example/ü'],
    ['http://localhost:99999/'],
    [`https://client.example/${'x'.repeat(2000)}`],
    [7],
    [null],
    [['https://client.example']],
  ])('rejects the redirect URI %j', async (uri) => {
    const reply = await register({ redirect_uris: [callback, uri] })
    expect([...oauthRefusal(reply), reply.roundTrips]).toEqual([400, 'invalid_redirect_uri', 0])
  })

  test.each([
    ['none', undefined],
    ['null', null],
    ['an empty list', []],
    ['a text', callback],
    ['an object', {}],
    ['eleven', Array.from({ length: 11 }, (_, n) => `${callback}/${n}`)],
  ])('rejects redirect_uris that are %s', async (_, redirect_uris) => {
    expect(oauthRefusal(await register({ redirect_uris }))).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each<[Json]>([
    [{ token_endpoint_auth_method: 'client_secret_basic' }],
    [{ token_endpoint_auth_method: 'client_secret_post' }],
    [{ token_endpoint_auth_method: 'private_key_jwt' }],
    [{ token_endpoint_auth_method: '' }],
    [{ token_endpoint_auth_method: ['none'] }],
    [{ grant_types: ['client_credentials'] }],
    [{ grant_types: ['implicit'] }],
    [{ grant_types: ['authorization_code', 'password'] }],
    [{ grant_types: 'authorization_code' }],
    [{ response_types: ['token'] }],
    [{ response_types: ['id_token'] }],
    [{ response_types: ['code', 'token'] }],
    [{ response_types: ['code token'] }],
    [{ response_types: 'code' }],
    [{ scope: ['service'] }],
    [{ scope: 1 }],
    [{ client_name: 5 }],
    [{ client_name: 'x'.repeat(121) }],
    [{ client_name: 'Bell\u0007' }],
    [{ client_name: 'a\nb' }],
    [{ client_name: 'a\u0000b' }],
    [{ client_name: 'Bank\u202Egnp.exe' }],
    [{ client_name: '\ud800' }],
  ])('rejects %j', async (metadata) => {
    const reply = await register(metadata)
    expect([...oauthRefusal(reply), reply.roundTrips]).toEqual([400, 'invalid_client_metadata', 0])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['', '{', '[]', 'null', '"text"', '7'])('rejects the body %j', async (raw) => {
    const headers = { ...uniqueAddress(), 'content-type': 'application/json' }
    expect(oauthRefusal(await call('POST', '/api/v1/oauth/register', { raw, headers }))).toEqual([
      400,
      'invalid_client_metadata',
    ])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'rejects the media type %s',
    async (type) => {
      const reply = await call('POST', '/api/v1/oauth/register', {
        raw: JSON.stringify({ redirect_uris: [callback] }),
        headers: { ...uniqueAddress(), 'content-type': type },
      })
      expect(oauthRefusal(reply)).toEqual([400, 'invalid_client_metadata'])
    },
  )

  test('accepts at most 16 KiB', async () => {
    const sized = (bytes: number) => {
      const start = JSON.stringify({ redirect_uris: [callback], x: '' }).slice(0, -2)
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
    }
    const send = (raw: string) =>
      call('POST', '/api/v1/oauth/register', {
        raw,
        headers: { ...uniqueAddress(), 'content-type': 'application/json' },
      })
    expect((await send(sized(16_384))).status).toBe(201)
    expect(oauthRefusal(await send(sized(16_385)))).toEqual([413, 'invalid_client_metadata'])
  })

  test('stores HTML in a name as text', async () => {
    const client_name = '<img src=x onerror=alert(1)>'
    const id = await client({ client_name })
    const consent = await (await person()).ok('GET', `/api/v1/oauth/consent/${await request(id)}`)
    expect(consent.client_name).toBe(client_name)
  })
})

describe('the limit of registrations', () => {
  let redis: RedisGateway
  beforeAll(async () => {
    redis = await startRedisGateway({ token: 'registrations' })
  })
  afterAll(() => redis.stop())
  beforeEach(closeBreakers)
  const limited = () => ({ UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token })

  test('is sixty a minute for an address, and no limit for another', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 20_000 })
    const address = uniqueAddress()
    for (let sent = 0; sent < 59; sent++) await register({}, address, limited())
    const [last, overLimit] = [await register({}, address, limited()), await register({}, address, limited())]
    expect([last.status, ...oauthRefusal(overLimit), overLimit.roundTrips]).toEqual([
      201,
      429,
      'temporarily_unavailable',
      0,
    ])
    expect(overLimit.headers.get('retry-after')).toBe('40')
    expect((await register({}, uniqueAddress(), limited())).status).toBe(201)
    vi.useRealTimers()
  })

  test('allows everything when its backend is down', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    redis.fault = { kind: 'error500' }
    const address = uniqueAddress()
    const replies = await Promise.all(Array.from({ length: 65 }, () => register({}, address, limited())))
    redis.fault = null
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(['limiter_open'])
    warn.mockRestore()
  })
})
