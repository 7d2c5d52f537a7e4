import { describe, expect, test } from 'vitest'
import { call } from '../kit/client.ts'
import { issuer } from '../kit/oauth.ts'

const server = '/.well-known/oauth-authorization-server'
const resource = '/.well-known/oauth-protected-resource'
const open = [server, resource, `${resource}/mcp`]
const posts = ['/api/v1/oauth/register', '/api/v1/oauth/token', '/api/v1/oauth/revoke']

describe('discovery', () => {
  test('the server describes itself under RFC 8414', async () => {
    const reply = await call('GET', server)
    expect([reply.status, reply.roundTrips]).toEqual([200, 0])
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect(reply.body).toEqual({
      issuer,
      authorization_endpoint: `${issuer}/api/v1/oauth/authorize`,
      token_endpoint: `${issuer}/api/v1/oauth/token`,
      registration_endpoint: `${issuer}/api/v1/oauth/register`,
      revocation_endpoint: `${issuer}/api/v1/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: ['none'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['service'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  test('both resource documents are the same bytes and name the tool endpoint', async () => {
    const plain = await call('GET', resource, {}, { APP_NAME: 'Workshop' })
    const derived = await call('GET', `${resource}/mcp`, {}, { APP_NAME: 'Workshop' })
    expect([plain.status, derived.status, plain.roundTrips, derived.roundTrips]).toEqual([200, 200, 0, 0])
    expect(derived.text).toBe(plain.text)
    expect(derived.body).toEqual({
      resource: `${issuer}/mcp`,
      authorization_servers: [issuer],
      scopes_supported: ['service'],
      bearer_methods_supported: ['header'],
      resource_name: 'Workshop',
    })
  })

  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['', 'https://service.test'],
  ])('with BASE_URL %j the issuer is exactly %s', async (BASE_URL, expected) => {
    const [described, guarded] = await Promise.all([
      call('GET', server, {}, { BASE_URL }),
      call('GET', resource, {}, { BASE_URL }),
    ])
    expect(described.body.issuer).toBe(expected)
    expect(guarded.body.authorization_servers).toEqual([expected])
    expect(described.body.token_endpoint).toBe(`${expected}/api/v1/oauth/token`)
  })

  test.each(open)('%s returns the same with any query string', async (path) => {
    const [plain, withQuery] = await Promise.all([
      call('GET', path),
      call('GET', `${path}?tools=all&x=1&x=2&constructor=`),
    ])
    expect([withQuery.status, withQuery.text]).toEqual([200, plain.text])
  })

  test.each(open)('%s may be cached for an hour', async (path) => {
    expect((await call('GET', path)).headers.get('cache-control')).toBe('public, max-age=3600')
  })
})

describe('other origins', () => {
  const origin = 'https://assistant.example'

  test.each(open)('read %s without credentials and see the headers they need', async (path) => {
    const { headers } = await call('GET', path, { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const exposed = headers
      .get('access-control-expose-headers')!
      .split(',')
      .map((name) => name.trim())
    expect(exposed).toEqual(expect.arrayContaining(['WWW-Authenticate', 'Mcp-Session-Id']))
  })

  test.each([...open.map((path) => ['GET', path] as const), ...posts.map((path) => ['POST', path] as const)])(
    'may send %s %s after a preflight',
    async (method, path) => {
      const reply = await call('OPTIONS', path, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      })
      expect([reply.status, reply.roundTrips]).toEqual([204, 0])
      expect(reply.headers.get('access-control-allow-origin')).toBe('*')
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      expect(reply.headers.get('access-control-allow-methods')!.split(',')).toContain(method)
      expect(reply.headers.get('access-control-allow-headers')).toBe('content-type,mcp-protocol-version')
    },
  )

  test.each(posts)('can read the refusals of %s', async (path) => {
    const reply = await call('POST', path, { raw: '', headers: { origin, 'content-type': 'text/plain' } })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
  })

  test('are not allowed at all at the authorization endpoint, not even our own pages', async () => {
    for (const from of [origin, issuer]) {
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await call(method, '/api/v1/oauth/authorize', {
          headers: { origin: from, 'access-control-request-method': 'GET' },
        })
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  test('may not send cookies to the consent endpoint', async () => {
    const path = '/api/v1/oauth/consent/0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    const preflight = async (from: string) =>
      (await call('OPTIONS', path, { headers: { origin: from, 'access-control-request-method': 'POST' } }))
        .headers
    expect((await preflight(origin)).get('access-control-allow-origin')).toBeNull()
    const ownPreflight = await preflight(issuer)
    expect([
      ownPreflight.get('access-control-allow-origin'),
      ownPreflight.get('access-control-allow-credentials'),
    ]).toEqual([issuer, 'true'])
  })
})

describe('an unsupported method', () => {
  test.each([
    ...posts.map((path) => ['GET', path, 'POST'] as const),
    ['POST', '/api/v1/oauth/authorize', 'HEAD, GET'] as const,
  ])('%s %s is 405 as an OAuth error and lists %s', async (method, path, allow) => {
    const reply = await call(method, path)
    expect([reply.status, reply.body.error, reply.headers.get('allow'), reply.roundTrips]).toEqual([
      405,
      'invalid_request',
      allow,
      0,
    ])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['PUT', server, 'HEAD, GET'],
    ['GET', '/api/v1/auth/login', 'POST'],
    ['PATCH', '/api/v1/oauth/consent/0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70', 'HEAD, GET, POST'],
    ['POST', '/api/v1/oauth/authorizations', 'HEAD, GET'],
  ])('%s %s is 405 in the envelope and lists %s', async (method, path, allow) => {
    const reply = await call(method, path)
    expect([reply.status, reply.body.error.code, reply.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ])
  })

  test('a path that is not in the contract stays 404', async () => {
    expect((await call('POST', '/api/v1/oauth/tokens')).status).toBe(404)
    expect((await call('GET', '/xwell-known/oauth-authorization-server')).status).toBe(404)
  })
})
