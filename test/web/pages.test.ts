import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { call, person } from '../kit/client.ts'
import { origin, newcomer, open, submit, to } from './browse.ts'

const signedIn = [
  '/dashboard',
  '/verify',
  '/settings/applications',
  '/settings/keys',
  `/oauth/consent?rid=${uuidv7()}`,
]
const forAll = [
  '/login',
  '/signup',
  '/verify?token=svc_mail_nonsense',
  '/unsubscribe?token=nonsense',
  '/connect',
  '/portal',
  '/ticket-rating/nonsense',
  '/meet/nonsense',
  '/invitations/svc_inv_nonsense',
  '/oauth/consent',
]

describe('the reference', () => {
  test('runs only its own scripts, and none injected through text', async () => {
    const { text, headers } = await open('/docs')
    const policy = headers.get('content-security-policy')!
    const inline = /<script>([^<]*)<\/script>/.exec(text)![1]!
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'; `)
    expect(policy.replace("style-src 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/)
    expect(text.match(/<script/g)).toHaveLength(2)
  })
})

describe('every page', () => {
  test.each([...forAll, ...signedIn])(
    '%s has a strict policy, cannot be framed and is not stored',
    async (path) => {
      const { headers } = await person()
      const reply = await open(path, forAll.includes(path) ? {} : headers)
      const policy = reply.headers.get('content-security-policy')!.split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ]),
      )
      expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        'referrer-policy': path.startsWith('/oauth') ? 'no-referrer' : 'same-origin',
      })
      expect(reply.roundTrips).toBeGreaterThanOrEqual(0)
    },
  )

  test.each([...forAll, ...signedIn])(
    '%s loads nothing from other hosts and has no inline script or style',
    async (path) => {
      const { headers } = await person()
      const { text } = await open(path, forAll.includes(path) ? {} : headers)
      const addresses = [...text.matchAll(/\b(?:src|href|action|srcset|poster|data)="([^"]*)"/g)].map(
        ([, url]) => url!,
      )
      expect(addresses.length).toBeGreaterThan(3)
      for (const url of addresses) expect(url).toMatch(/^(?:\/(?!\/)|#|data:image\/svg\+xml,)/)
      expect(text).not.toMatch(/ style=| on\w+=|<style|<iframe|<object|<base/i)
      for (const [, content] of text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) expect(content).toBe('')
    },
  )

  test.each(signedIn)('%s redirects signed-out people to sign in and back', async (path) => {
    expect(to(await open(path))).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
  })

  test('has a title of its own, a language, landmarks and a way to skip to the content', async () => {
    const { headers } = await person()
    const titles = await Promise.all(
      ['/dashboard', '/settings/keys', '/settings/applications', '/connect'].map(async (path) => {
        const { text } = await open(path, headers, { APP_NAME: 'Ada & <Co>' })
        expect(text).toContain('<html lang="en">')
        expect(text).toContain('<a class="skip" href="#main">')
        for (const part of ['<header', 'aria-label="Main"', '<main id="main"', '<footer'])
          expect(text).toContain(part)
        expect(text).toMatch(/<h1[ >]/)
        return /<title>(.*?)<\/title>/.exec(text)![1]!
      }),
    )
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/ · Ada &amp; &lt;Co&gt;$/)
  })

  test('makes one round trip for concurrent calls, and keeps the request id', async () => {
    const { headers } = await person()
    const reply = await open('/settings/applications', { ...headers, 'x-request-id': 'from-the-browser' })
    expect([reply.roundTrips, reply.headers.get('x-request-id')]).toEqual([1, 'from-the-browser'])
    expect((await open('/login')).roundTrips).toBe(0)
  })
})

describe('/', () => {
  test('redirects to the dashboard or to sign in, without a round trip', async () => {
    const { headers } = await person()
    expect(to(await open('/', headers))).toEqual([303, '/dashboard'])
    const stranger = await open('/')
    expect([...to(stranger), stranger.roundTrips]).toEqual([303, '/login', 0])
  })
})

describe('stylesheet and script', () => {
  test.each(['css', 'js'])(
    '/web.%s is cached forever under its hash, and revalidated without one',
    async (kind) => {
      const { text } = await open('/login')
      const address = new RegExp(`"(/web\\.${kind}\\?v=\\w{6})"`).exec(text)![1]!
      const stamped = await open(address)
      expect([stamped.status, stamped.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      const plain = await open(`/web.${kind}`)
      expect([plain.text === stamped.text, plain.headers.get('cache-control')]).toEqual([true, 'no-cache'])
      expect(plain.text).not.toMatch(/https?:\/\//)
    },
  )
})

describe('where WEB_URL is another host', () => {
  const elsewhere = { WEB_URL: 'https://app.test' }
  test.each([
    '/',
    '/login?next=/x',
    '/signup',
    '/dashboard',
    '/oauth/consent?rid=1',
    '/settings/keys?org=2',
    '/connect',
    '/invitations/t',
  ])('%s redirects there, with path and query', async (path) => {
    expect(to(await open(path, {}, elsewhere))).toEqual([303, `https://app.test${path}`])
  })

  test('forms redirect there too, unread, and the reference stays', async () => {
    expect(to(await submit('/login', { email: 'a@example.com', password: 'x' }, {}, elsewhere))).toEqual([
      303,
      'https://app.test/login',
    ])
    expect((await open('/docs', {}, elsewhere)).status).toBe(200)
  })

  test('that host serves the pages itself if it is this service', async () => {
    const reply = await open('/login', {}, { WEB_URL: origin, BASE_URL: 'https://api.test' })
    expect([reply.status, reply.text.includes('<h1>Sign in</h1>')]).toEqual([200, true])
  })
})

describe('a form', () => {
  const send = async (headers: Record<string, string>) => {
    const { headers: session } = await person()
    const reply = await submit('/dashboard', { name: 'Forged' }, { ...session, ...headers })
    const { body } = await call('GET', '/api/v1/organizations', { headers: session })
    return [reply.status, body.total]
  }
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'null' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'http://service.test' }],
    [{ origin: 'https://sub.service.test', 'sec-fetch-site': 'same-site' }],
  ])('from another site is rejected: %j', async (headers) => expect(await send(headers)).toEqual([403, 0]))

  test.each([
    [{ origin: origin }],
    [{ origin: origin, 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('from a page of the service is accepted: %j', async (headers) =>
    expect(await send(headers)).toEqual([303, 1]),
  )

  test("must be a form, of a form's size", async () => {
    const { headers } = await person()
    const json = await call('POST', '/dashboard', { body: { name: 'X' }, headers })
    const large = await submit('/dashboard', { name: 'x'.repeat(70_000) }, headers)
    expect([json.status, large.status]).toEqual([415, 413])
    for (const { headers } of [json, large]) expect(headers.get('content-type')).toContain('text/html')
  })
})

test('a page at another loopback name redirects to the one that its cookies are for', async () => {
  const env = { BASE_URL: 'http://localhost:8787', WEB_URL: 'http://localhost:8787' }
  const reply = await call('GET', 'http://127.0.0.1:8787/login?next=%2Finbox', {}, env)
  expect(to(reply)).toEqual([303, 'http://localhost:8787/login?next=%2Finbox'])
  expect((await call('GET', 'http://localhost:8787/login', {}, env)).status).toBe(200)
})

describe('an error', () => {
  test('of the database is a page with a reference, and reveals nothing else', async () => {
    const { headers } = await person()
    const reply = await open('/dashboard', headers, { SQL_ENDPOINT: 'http://127.0.0.1:1/sql' })
    expect(reply.status).toBe(503)
    expect(reply.text).toContain('<h1>Not available right now</h1>')
    expect(reply.text).toContain(reply.headers.get('x-request-id'))
    expect(reply.text).not.toMatch(/select|127\.0\.0\.1|\.ts\b/i)
  })

  test('does not affect the sign-in page', async () => {
    const { headers } = await newcomer()
    expect((await open('/login', headers, { SQL_ENDPOINT: 'http://127.0.0.1:1/sql' })).status).toBe(200)
  })
})
