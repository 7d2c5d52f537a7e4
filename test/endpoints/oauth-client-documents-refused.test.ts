import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { call, type Json, uniqueAddress } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'
import {
  age,
  documentOf,
  type ClientSite,
  noDocument,
  refusalFor,
  startClientSite,
  storedClients,
} from '../kit/client-site.ts'
import { authorize, callback, locationOf, redeem, refresh, oauthRefusal, request } from '../kit/oauth.ts'

let home: ClientSite
beforeAll(async () => {
  home = await startClientSite()
})
afterAll(() => home.close())
afterEach(() => {
  vi.useRealTimers()
})

describe('a document', () => {
  test.each<[string, Json]>([
    ['with nothing but its address and redirect URIs', { client_name: undefined, grant_types: undefined }],
    ['with null for what may be absent', { client_name: null, grant_types: null, response_types: null }],
    [
      'that lists more than this service has',
      {
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code', 'id_token'],
        jwks_uri: 'https://app.example/jwks.json',
        x: 1,
      },
    ],
    [
      'of a client that prefers to sign and can do without',
      {
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      },
    ],
  ])('%s is accepted', async (_, changes) => {
    expect((await authorize(home.publish(changes))).status).toBe(302)
  })

  test.each<[string, Json, RegExp]>([
    [
      'another client_id',
      { client_id: 'https://evil.example/client.json' },
      /client_id: must be the address/,
    ],
    ['no client_id', { client_id: undefined }, /client_id: must be the address/],
    ['no redirect URIs', { redirect_uris: undefined }, /redirect_uris: 1 to 10/],
    ['no redirect URI', { redirect_uris: [] }, /redirect_uris: 1 to 10/],
    [
      'only a redirect URI over http',
      { redirect_uris: ['http://client.example/'] },
      /redirect_uris: at least one over https/,
    ],
    [
      'only a redirect URI of a scheme of its own',
      { redirect_uris: ['desk://callback'] },
      /redirect_uris: at least one over https/,
    ],
    ['a redirect URI with a fragment', { redirect_uris: [`${callback}#x`] }, /redirect_uris: no fragment/],
    ['a name that is too long', { client_name: 'x'.repeat(121) }, /client_name: at most 120/],
    ['a name with control characters', { client_name: 'a\u202Eb' }, /client_name: no control/],
    ['a secret', { client_secret: 'x' }, /client_secret: must not be there/],
    ['the end of a secret', { client_secret_expires_at: 0 }, /client_secret_expires_at: must not/],
    [
      'a secret as its method',
      { token_endpoint_auth_method: 'client_secret_post' },
      /auth_method: only none/,
    ],
    ['nothing but signatures', { token_endpoint_auth_method: 'private_key_jwt' }, /auth_method: only none/],
    [
      'a secret as its method, although it could do without',
      {
        token_endpoint_auth_method: 'client_secret_basic',
        token_endpoint_auth_methods_supported: ['none'],
      },
      /auth_method: only none/,
    ],
    ['no grant that is here', { grant_types: ['implicit'] }, /grant_types: must include authorization_code/],
    ['grants that are no list', { grant_types: 'authorization_code' }, /grant_types: must include/],
    ['no response type that is here', { response_types: ['token'] }, /response_types: must include code/],
  ])('with %s is rejected; nothing is stored', async (_, changes, problem) => {
    const url = home.publish({ canary: 'c4n4ry', ...changes })
    const response = await refusalFor(url)
    expect(response).toEqual(noDocument(problem))
    expect(response.at(-1)).toMatch(/^in the document at client_id, /)
    expect(await storedClients(url)).toEqual([])
  })

  test.each([['[]'], ['null'], ['"text"'], ['7']])('that is %s is rejected', async (body) => {
    const url = home.publish()
    home.respondWith(url, { body })
    expect(await refusalFor(url)).toEqual(noDocument(/one JSON object/))
  })

  test('has at most 16 KiB', async () => {
    const sized = (bytes: number) => {
      const url = `${home.url}/clients/${uuidv7()}.json`
      const baseLength = JSON.stringify(documentOf(url, { x: '' })).length
      home.respondWith(url, { body: documentOf(url, { x: 'x'.repeat(bytes - baseLength) }) })
      return url
    }
    expect((await authorize(sized(16_384))).status).toBe(302)
    expect(await refusalFor(sized(16_385))).toEqual(noDocument(/larger than 16 KiB/))
  })

  test.each<[string, Parameters<ClientSite['respondWith']>[1], RegExp]>([
    ['is not there', { status: 404 }, /no document/],
    ['is gone', { status: 410 }, /no document/],
    ['is elsewhere', { status: 302, headers: { location: 'https://evil.example/' } }, /redirect/],
    ['comes with another status', { status: 201, body: {} }, /status 200/],
    ['is for others', { status: 403, body: { why: 'c4n4ry' } }, /status 200/],
    ['fails', { status: 500, body: 'c4n4ry' }, /status 200/],
    ['is no JSON', { headers: { 'content-type': 'text/html' }, body: 'c4n4ry' }, /application\/json/],
    ['is broken JSON', { body: '{"c4n4ry' }, /JSON/],
    ['is cut off', 'cut', /cannot be reached/],
    ['is endless', 'huge', /larger than 16 KiB/],
    ['does not come within three seconds', 'hangs', /within 3 seconds/],
  ])('that %s is rejected, and its content is not repeated', async (_, respond, problem) => {
    const url = home.publish()
    home.respondWith(url, respond)
    const response = await refusalFor(url)
    expect(response).toEqual(noDocument(problem))
    expect(JSON.stringify(response)).not.toContain('c4n4ry')
    expect(await storedClients(url)).toEqual([])
  })
})

test.each<[string, string]>([
  ['http://client.example/client.json', 'https'],
  ['https://client.example', 'path'],
  ['https://client.example/', 'path'],
  ['https://client.example/?x=1', 'path'],
  ['https://client.example/a#b', 'fragment'],
  ['https://client.example/a#', 'fragment'],
  ['https://ada@client.example/a', 'user name'],
  ['https://ada:pw@client.example/a', 'user name'],
  ['https://@client.example/a', 'user name'],
  ['https://client.example/./a', 'part of the path'],
  ['https://client.example/a/..', 'part of the path'],
  ['https://client.example/a/../b', 'part of the path'],
  ['https://client.example/a/%2e%2E/b', 'part of the path'],
  ['https://Client.example/a', 'lower case'],
  ['HTTPS://client.example/a', 'lower case'],
  ['https://client.example:443/a', 'default port'],
  ['https://client.example/<a>', 'special characters'],
  ['https://client.example/a b', 'without spaces'],
  ['https://client.example\\a', 'backslashes'],
  ['https://bücher.example/a', 'ASCII'],
  ['https://client.example/a\0', 'ASCII'],
  [`https://client.example/${'a'.repeat(1978)}`, '2000'],
  ['https:client.example/a', 'ASCII'],
  ['https://service.test/a', 'this service'],
  ['https://localhost/a', 'public internet'],
  ['https://127.0.0.1/a', 'public internet'],
  ['https://10.0.0.1/a', 'public internet'],
  ['https://[::1]/a', 'public internet'],
  ['https://169.254.169.254/latest/meta-data', 'public internet'],
  ['https://intranet/a', 'public internet'],
  ['ftp://client.example/a', 'not registered'],
  ['javascript:alert(1)', 'not registered'],
])('%s names no client, and no host is called', async (url, problem) => {
  const before = home.requests.length
  const reply = await authorize(url)
  expect([...oauthRefusal(reply), reply.headers.get('location'), reply.roundTrips]).toEqual([
    400,
    'invalid_client',
    null,
    0,
  ])
  expect(reply.body.error_description).toMatch(/^client_id: /)
  expect(reply.body.error_description).toContain(problem)
  expect(home.requests.length).toBe(before)
})

describe('no host is called', () => {
  test('if the name resolves to a private network', async () => {
    for (const name of ['inside', 'mixed', 'meta', 'unknown'])
      expect(await refusalFor(`https://${name}.example.com/client.json`)).toEqual(
        noDocument(/public internet/),
      )
  })

  test('if the deployment does not trust the origin', async () => {
    const url = home.publish()
    expect(oauthRefusal(await authorize(url, {}, { OUTBOUND_TRUSTED: '' }))).toEqual([400, 'invalid_client'])
    expect(home.visits(url)).toBe(0)
  })

  test('for a request that is invalid in itself, which gets a response from stored data', async () => {
    const url = home.publish()
    const invalid = { code_challenge: 'short' }
    expect(oauthRefusal(await authorize(url, invalid))).toEqual([400, 'invalid_request'])
    expect(oauthRefusal(await authorize(url, { redirect_uri: undefined }))).toEqual([400, 'invalid_request'])
    expect(oauthRefusal(await authorize(url, { client_id: [url, url] }))).toEqual([400, 'invalid_request'])
    expect(home.visits(url)).toBe(0)
    await request(url)
    await age(url, 2)
    const params = locationOf(await authorize(url, invalid))
    expect([params.origin + params.pathname, params.searchParams.get('error')]).toEqual([
      callback,
      'invalid_request',
    ])
    expect(home.visits(url)).toBe(1)
  })

  test('for an address that is over its limit', async () => {
    stopClock()
    const [url, address] = [home.publish(), uniqueAddress()]
    for (let sent = 0; sent < 60; sent++) await call('GET', '/api/v1/oauth/authorize', { headers: address })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: url,
      redirect_uri: callback,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    })
    const send = (headers: Record<string, string>) =>
      call('GET', `/api/v1/oauth/authorize?${query}`, { headers })
    expect([(await send(address)).status, home.visits(url)]).toEqual([429, 0])
    expect([(await send(uniqueAddress())).status, home.visits(url)]).toEqual([302, 1])
  })

  test('at the token endpoint, for an unknown URL', async () => {
    const url = home.publish()
    expect(oauthRefusal(await redeem(url, 'svc_code_x'))).toEqual([401, 'invalid_client'])
    expect(oauthRefusal(await refresh(url, 'svc_ort_x'))).toEqual([401, 'invalid_client'])
    expect(home.visits(url)).toBe(0)
  })
})
