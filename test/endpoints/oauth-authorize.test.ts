import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call } from '../kit/client.ts'
import {
  paramsOf,
  authorize,
  callback,
  challengeFor,
  client,
  encoded,
  type Params,
  issuer,
  locationOf,
  oauthRefusal,
  request,
  verifier,
} from '../kit/oauth.ts'

const stored = async (rid: string) => (await asOwner('select * from oauth_requests where id = $1', [rid]))[0]
/** The target of a redirected error without its parameters, and the parameters. */
const targetAndParams = (location: URL) =>
  [`${location.origin}${location.pathname}`, paramsOf(location)] as const

describe('requesting an authorization', () => {
  let id: string
  beforeAll(async () => {
    id = await client({ redirect_uris: [callback, `${callback}?tenant=a%20b&x=1`] })
  })

  test('redirects to the consent page of the web host, in one round trip, and is not cached', async () => {
    const reply = await authorize(id, {}, { WEB_URL: 'https://pages.example/' })
    expect([reply.status, reply.roundTrips, reply.headers.get('cache-control')]).toEqual([302, 1, 'no-store'])
    const rid = locationOf(reply).searchParams.get('rid')!
    expect(reply.headers.get('location')).toBe(`https://pages.example/oauth/consent?rid=${rid}`)
    expect(await stored(rid)).toMatchObject({
      client_id: id,
      redirect_uri: callback,
      scope: 'service',
      state: 'xyz',
      code_challenge: challengeFor(verifier),
      status: 'pending',
      authorization_id: null,
      code_hash: null,
    })
  })

  test('stores the request for ten minutes', async () => {
    const rid = await request(id)
    const [{ minutes }] = await asOwner(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from oauth_requests where id = $1`,
      [rid],
    )
    expect(minutes).toBe(10)
  })

  test.each<[string, Params]>([
    ['without scope, state and resource', { scope: undefined, state: undefined }],
    ['with parameters that have no value', { scope: '', state: '', resource: '' }],
    ['with the scope twice in one value', { scope: 'service service' }],
    ['with parameters the server does not know', { prompt: 'consent', constructor: 'x', toString: 'y' }],
  ])('works %s', async (_, overrides) => {
    expect(await stored(await request(id, overrides))).toMatchObject({ scope: 'service', resource: null })
  })

  test.each([
    ['https://service.test/mcp', 'https://service.test/mcp'],
    ['https://service.test/mcp?tools=all', 'https://service.test/mcp'],
  ])('stores the resource %j as %j', async (resource, kept) => {
    expect((await stored(await request(id, { resource }))).resource).toBe(kept)
  })
})

describe('a wrong client or redirect URI is reported, never redirected:', () => {
  let id: string
  beforeAll(async () => {
    id = await client({ redirect_uris: [callback, 'http://localhost:8000/cb'] })
  })

  test.each<[string, Params, string, number]>([
    ['no client', { client_id: undefined }, 'invalid_request', 0],
    ['an empty client', { client_id: '' }, 'invalid_request', 0],
    ['a client that is no uuid', { client_id: 'me' }, 'invalid_client', 0],
    ['an unknown client', { client_id: uuidv7() }, 'invalid_client', 1],
    ['a client given twice', { client_id: [uuidv7(), uuidv7()] }, 'invalid_request', 0],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request', 0],
    ['a redirect URI given twice', { redirect_uri: [callback, callback] }, 'invalid_request', 0],
    ['an unregistered one', { redirect_uri: 'https://evil.example/callback' }, 'invalid_request', 1],
    ['a prefix', { redirect_uri: callback.slice(0, -1) }, 'invalid_request', 1],
    ['a suffix', { redirect_uri: `${callback}/more` }, 'invalid_request', 1],
    ['a query added', { redirect_uri: `${callback}?x=1` }, 'invalid_request', 1],
    ['a fragment added', { redirect_uri: `${callback}#x` }, 'invalid_request', 1],
    ['another case', { redirect_uri: callback.replace('callback', 'Callback') }, 'invalid_request', 1],
    [
      'another case of the host',
      { redirect_uri: callback.replace('client', 'Client') },
      'invalid_request',
      1,
    ],
    ['another encoding', { redirect_uri: callback.replace('callback', 'call%62ack') }, 'invalid_request', 1],
    [
      'a path that resolves to it',
      { redirect_uri: callback.replace('callback', 'x/../callback') },
      'invalid_request',
      1,
    ],
    [
      'the default port named',
      { redirect_uri: callback.replace('.example', '.example:443') },
      'invalid_request',
      1,
    ],
    ['http', { redirect_uri: callback.replace('https', 'http') }, 'invalid_request', 1],
    [
      'a user before the host',
      { redirect_uri: callback.replace('client', 'me@client') },
      'invalid_request',
      1,
    ],
    ['a trailing space', { redirect_uri: `${callback} ` }, 'invalid_request', 1],
    ['a NUL', { redirect_uri: `${callback}\0` }, 'invalid_request', 0],
    ['javascript:', { redirect_uri: 'javascript:alert(1)' }, 'invalid_request', 1],
    ['another path on loopback', { redirect_uri: 'http://localhost:8001/other' }, 'invalid_request', 1],
  ])('%s', async (_, overrides, error, trips) => {
    const reply = await authorize(id, overrides)
    expect([...oauthRefusal(reply), reply.roundTrips, reply.headers.get('location')]).toEqual([
      400,
      error,
      trips,
      null,
    ])
    expect(Object.keys(reply.body)).toEqual(['error', 'error_description'])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test('even when everything else is wrong too', async () => {
    const reply = await authorize(id, {
      redirect_uri: 'https://evil.example/',
      response_type: 'token',
      scope: 'all',
    })
    expect([...oauthRefusal(reply), reply.headers.get('location')]).toEqual([400, 'invalid_request', null])
  })

  test('with characters that error_description may contain', async () => {
    const reply = await call(
      'GET',
      `/api/v1/oauth/authorize?${encoded({ client_id: 'x' })}&redirect_uri=1&redirect_uri=%22`,
    )
    expect(reply.body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  })
})

describe('every other error is redirected to the client, with state and issuer, and stores no request:', () => {
  let id: string
  const withQuery = `${callback}?tenant=a%20b&x=~1`
  beforeAll(async () => {
    id = await client({ redirect_uris: [callback, withQuery] })
  })

  test.each<[string, Params, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type=code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge method without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge: verifier, code_challenge_method: 'plain' }, 'invalid_request'],
    ['the method s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'abc' }, 'invalid_request'],
    ['a challenge with padding', { code_challenge: `${challengeFor(verifier)}=` }, 'invalid_request'],
    ['a challenge in base64', { code_challenge: `+/${challengeFor(verifier).slice(2)}` }, 'invalid_request'],
    ['a challenge with NUL', { code_challenge: '\0' }, 'invalid_request'],
    ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
    ['an unknown scope beside the known', { scope: 'service openid' }, 'invalid_scope'],
    ['another case of the scope', { scope: 'Service' }, 'invalid_scope'],
    ['a scope given twice', { scope: ['service', 'service'] }, 'invalid_request'],
    [
      'a challenge given twice',
      { code_challenge: [challengeFor('a'), challengeFor('b')] },
      'invalid_request',
    ],
    ['two resources', { resource: ['https://a.example', 'https://b.example'] }, 'invalid_request'],
    ['an unknown parameter given twice', { 'x"\\ü': ['1', '2'] }, 'invalid_request'],
  ])('%s', async (_, overrides, error) => {
    const reply = await authorize(id, overrides)
    expect([reply.status, reply.roundTrips]).toEqual([302, 1])
    const [target, response] = targetAndParams(locationOf(reply))
    expect(target).toBe(callback)
    expect(response).toEqual({ error, error_description: expect.any(String), state: 'xyz', iss: issuer })
    expect(response.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    expect((await asOwner('select 1 from oauth_requests where client_id = $1', [id])).length).toBe(0)
  })

  test('a repeated state, which is not returned', async () => {
    const [, response] = targetAndParams(locationOf(await authorize(id, { state: ['a', 'b'] })))
    expect(response).toEqual({
      error: 'invalid_request',
      error_description: 'state: given more than once',
      iss: issuer,
    })
  })

  test.each([
    ['of 2001 characters', 'x'.repeat(2001)],
    ['with NUL', 'a\0b'],
  ])('a state %s, which comes back as sent', async (_, state) => {
    const [, response] = targetAndParams(locationOf(await authorize(id, { state })))
    expect([response.error, response.state]).toEqual(['invalid_request', state])
  })

  test('a state of special characters comes back as sent', async () => {
    const state = ' &=+%20/?#\'"<>\\{}|^`~ü€😀\r\n\t;,:@'
    const [, response] = targetAndParams(locationOf(await authorize(id, { state, scope: 'admin' })))
    expect(response.state).toBe(state)
  })

  test('a state is not invented', async () => {
    const [, response] = targetAndParams(
      locationOf(await authorize(id, { state: undefined, scope: 'admin' })),
    )
    expect('state' in response).toBe(false)
  })

  test('the query of the redirect URI itself is preserved byte for byte', async () => {
    const reply = await authorize(id, { redirect_uri: withQuery, scope: 'admin' })
    expect(reply.headers.get('location')!.startsWith(`${withQuery}&error=invalid_scope&`)).toBe(true)
    expect(paramsOf(locationOf(reply))).toMatchObject({
      tenant: 'a b',
      x: '~1',
      error: 'invalid_scope',
      state: 'xyz',
    })
  })
})

describe('a redirect to a loopback host', () => {
  const statusFor = async (registered: string, redirect_uri: string, changes = {}) =>
    (await authorize(await client({ redirect_uris: [registered] }), { redirect_uri }, changes)).status

  test.each([
    ['http://localhost:8000/cb', 'http://localhost:61234/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1/cb'],
    ['http://127.0.0.1:9/cb?a=1', 'http://127.0.0.1/cb?a=1'],
    ['http://localhost:8000', 'http://localhost:8001'],
    ['http://[::1]:8000/cb', 'http://[::1]:61234/cb'],
    ['http://[::1]/cb', 'http://[::1]:1/cb'],
  ])('accepts any port: %s accepts %s, unless the setting forbids it', async (registered, requested) => {
    expect(await statusFor(registered, requested)).toBe(302)
    expect(await statusFor(registered, requested, { OAUTH_LOOPBACK_ANY_PORT: 'false' })).toBe(400)
  })

  test.each([
    ['http://localhost:8000/cb', 'http://localhost:8001/other'],
    ['http://localhost:8000/cb', 'http://127.0.0.1:8000/cb'],
    ['http://localhost:8000/cb', 'http://localhost:8001/cb?x=1'],
    ['http://localhost:8000/cb', 'https://localhost:8001/cb'],
    ['http://localhost:8000/cb', 'http://localhost:1@evil.example/cb'],
    ['http://localhost:8000/cb', 'http://localhost:999999/cb'],
    ['http://localhost/cb', 'http://localhost.evil.example:8000/cb'],
    ['http://localhost/cb', 'http://localhost:80:80/cb'],
    ['https://client.example:8000/cb', 'https://client.example:8001/cb'],
    ['http://[::1]/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]/cb', 'http://[::2]:80/cb'],
  ])('%s still does not accept %s', async (registered, requested) => {
    expect(await statusFor(registered, requested)).toBe(400)
  })
})
