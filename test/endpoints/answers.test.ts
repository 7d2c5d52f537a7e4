import { describe, expect, test } from 'vitest'
import { detailsOf } from '../../src/kit/errors.ts'
import { call, person } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'

const service = 'https://service.test'

describe('a validation error', () => {
  test('lists each problem by itself, besides the message', async () => {
    const { headers } = await person()
    const { status, body } = await call('POST', '/api/v1/organizations', {
      headers,
      body: { name: '', country: 'x', colour: 1 },
    })
    expect([status, body.error.code]).toEqual([422, 'validation_error'])
    const { details, message } = body.error
    expect(details.map(({ location, field }: Record<string, string>) => [location, field])).toEqual([
      ['body', 'name'],
      ['body', 'country'],
      ['body', 'colour'],
    ])
    expect(details[2].reason).toBe('unknown field')
    expect(message).toBe(
      details.map((one: Record<string, string>) => `${one.location}.${one.field}: ${one.reason}`).join('; '),
    )
  })

  test.each([
    ['body: not valid JSON in UTF-8', [{ location: 'body', field: null, reason: 'not valid JSON in UTF-8' }]],
    ['body.items[0].name: required', [{ location: 'body', field: 'items[0].name', reason: 'required' }]],
    [
      'path.org_id: say which organization; you belong to none or to several; query.a:b: unknown parameter',
      [
        {
          location: 'path',
          field: 'org_id',
          reason: 'say which organization; you belong to none or to several',
        },
        { location: 'query', field: 'a:b', reason: 'unknown parameter' },
      ],
    ],
    ['malformed', []],
  ])('%s', (message, details) => expect(detailsOf(message)).toEqual(details))

  test('has no details for other errors', async () => {
    const { status, body } = await call('GET', '/api/v1/auth/me')
    expect([status, Object.keys(body.error)]).toEqual([401, ['code', 'message', 'request_id']])
  })

  test('for too many bytes is 413', async () => {
    const { headers } = await person()
    const raw = JSON.stringify({ name: 'x'.repeat(300 * 1024) })
    const json = { ...headers, 'content-type': 'application/json' }
    const { status, body } = await call('POST', '/api/v1/organizations', { headers: json, raw })
    expect([status, body.error.code, body.error.message]).toEqual([
      413,
      'payload_too_large',
      'body: larger than 256 KiB',
    ])
  })
})

describe('paths outside the contract', () => {
  test.each([
    ['/api/v1/organizations/', '/api/v1/organizations'],
    ['/api/v1//organizations', '/api/v1/organizations'],
    ['/health/', '/health'],
  ])('%s names the path that was meant', async (path, meant) => {
    const { status, body } = await call('GET', path)
    const message = `no such endpoint; its path has no empty part and no slash at the end: ${meant}`
    expect([status, body.error.message]).toEqual([404, message])
  })

  test('other paths link to the reference', async () => {
    const { status, body } = await call('GET', '/api/v1/nothing/')
    expect([status, body.error.message]).toEqual([404, 'no such endpoint; see /docs'])
  })
})

describe('entry points', () => {
  test('the root of the API lists what there is, and all of it responds', async () => {
    const { body, roundTrips } = await call('GET', '/api/v1')
    expect([body.name, roundTrips]).toEqual(['Service', 0])
    for (const address of [body.reference, body.openapi, body.authorization]) {
      expect(address.startsWith(service)).toBe(true)
      expect((await call('GET', address.slice(service.length))).status).toBe(200)
    }
    expect((await call('POST', body.mcp.slice(service.length))).status).toBe(401)
  })

  test('there is an icon, and crawlers may read only the reference', async () => {
    const icon = await call('GET', '/favicon.ico')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(icon.text).toContain('<svg')
    const robots = await call('GET', '/robots.txt')
    expect([robots.status, robots.text]).toEqual([200, 'User-agent: *\nAllow: /docs\nDisallow: /\n'])
  })
})

describe('pages of other origins', () => {
  const given = (headers: Headers) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-credentials'),
  ]
  const preflight = {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type',
  }

  test.each(['https://elsewhere.example', 'null'])('%s may call with a bearer token', async (origin) => {
    const preflightReply = await call('OPTIONS', '/api/v1/auth/me', { headers: { origin, ...preflight } })
    expect([preflightReply.status, ...given(preflightReply.headers)]).toEqual([204, '*', null])
    expect(preflightReply.headers.get('access-control-allow-headers')).toContain('authorization')
    const reply = await call('GET', '/api/v1/auth/me', { headers: { origin } })
    expect([reply.status, ...given(reply.headers)]).toEqual([401, '*', null])
    expect(reply.headers.get('vary')).toContain('Origin')
  })

  test('can see that a response is replayed', async () => {
    const ws = await workspace()
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'Page' })
    const headers = {
      origin: 'https://elsewhere.example',
      authorization: `Bearer ${token}`,
      'idempotency-key': 'once',
    }
    const create = () => call('POST', `${ws.base}/tags`, { headers, body: { name: 'Urgent' } })
    const replies = [await create(), await create()]
    expect(replies.map((reply) => reply.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    for (const { headers } of replies)
      expect(headers.get('access-control-expose-headers')!.split(',')).toContain('Idempotency-Replayed')
  })

  test.each([service, 'https://app.example'])('%s may use cookies', async (origin) => {
    const { headers } = await person()
    const settings = { WEB_URL: 'https://app.example' }
    const preflightReply = await call(
      'OPTIONS',
      '/api/v1/auth/me',
      { headers: { origin, ...preflight } },
      settings,
    )
    expect(given(preflightReply.headers)).toEqual([origin, 'true'])
    const reply = await call('GET', '/api/v1/auth/me', { headers: { ...headers, origin } }, settings)
    expect([reply.status, ...given(reply.headers)]).toEqual([200, origin, 'true'])
  })

  test('pages of the service cannot be read by scripts of other origins', async () => {
    const { headers } = await call('GET', '/login', { headers: { origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
