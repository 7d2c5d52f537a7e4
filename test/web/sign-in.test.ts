import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signSession } from '../../src/kit/credentials.ts'
import { asOwner, call, env, password, uniqueAddress } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'
import { freshEmail, origin, inputOf, jarOf, newcomer, only, open, submit, textOf, to } from './browse.ts'

const me = (cookie: string) => call('GET', '/api/v1/auth/me', { headers: { cookie } })

beforeEach(() => {
  stopClock()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('signing up', () => {
  test('forwards the cookies and redirects to the dashboard', async () => {
    const email = freshEmail()
    const reply = await submit('/signup', { name: 'Ada', email, password, zone: 'Asia/Tokyo' })
    expect(to(reply)).toEqual([303, '/dashboard'])
    const lines = reply.headers.getSetCookie()
    expect(lines.length).toBe(3)
    for (const line of lines) expect(line).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    expect((await me(jarOf(reply))).body).toMatchObject({ email, timezone: 'Asia/Tokyo' })
    const fields = { name: 'Ada', email: freshEmail(), password, zone: 'Mars/Phobos' }
    expect((await me(jarOf(await submit('/signup', fields)))).body.timezone).toBeNull()
  })

  test('shows each error linked to its field, and keeps what was entered except the password', async () => {
    const reply = await submit('/signup', {
      name: '"><script>alert(1)</script>',
      email: 'nobody',
      password: 'canary!',
    })
    expect(reply.status).toBe(422)
    expect(textOf('email-problem', reply)).toBe('Must be an e-mail address.')
    expect(textOf('password-problem', reply)).toBe('At least 8 characters.')
    expect(inputOf('email', reply)).toMatch(
      /value="nobody".*aria-invalid="true" aria-describedby="email-problem"/,
    )
    expect(inputOf('password', reply)).toMatch(/aria-describedby="password-hint password-problem"/)
    expect(inputOf('name', reply)).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(inputOf('name', reply)).not.toContain('aria-invalid')
    expect(reply.text).toContain('<a href="#email">E-mail address: Must be an e-mail address.</a>')
    expect(reply.text).toMatch(
      /<div class="notice bad" role="alert" id="problems" tabindex="-1" autofocus=""/,
    )
    expect(reply.text).toContain('<title>Problem: Create an account')
    expect(reply.text).not.toContain('canary')
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('says that an address is taken, and offers to sign in instead', async () => {
    const { email } = await newcomer()
    const reply = await submit('/signup', { name: 'Ada', email, password, next: '/connect' })
    expect(reply.status).toBe(409)
    expect(textOf('problems', reply)).toContain('This e-mail address is already registered.')
    expect(reply.text).toContain('<a href="/login?next=%2Fconnect">Sign in instead</a>')
  })

  test('says if there were too many attempts, and how long to wait', async () => {
    const place = uniqueAddress()
    for (let i = 0; i < 5; i++) await submit('/signup', { name: 'Ada', email: freshEmail(), password }, place)
    const reply = await submit('/signup', { name: 'Ada', email: freshEmail(), password }, place)
    expect(reply.status).toBe(429)
    expect(textOf('problems', reply)).toMatch(/Too many requests; try again in \d+ s\./)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('signing in', () => {
  test('redirects to the original page', async () => {
    const { email } = await newcomer()
    const form = await open('/login?next=%2Fsettings%2Fkeys%3Forg%3D1')
    expect(form.text).toContain('<input type="hidden" name="next" value="/settings/keys?org=1"/>')
    expect(to(await submit('/login', { email, password, next: '/settings/keys?org=1' }))).toEqual([
      303,
      '/settings/keys?org=1',
    ])
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2fevil.example',
    '/.//evil.example',
    '/%255cevil',
  ])('never redirects to another site: %s', async (next) => {
    const { email, headers } = await newcomer()
    expect(to(await submit('/login', { email, password, next }))).toEqual([303, '/dashboard'])
    expect(to(await open(`/login?next=${encodeURIComponent(next)}`, headers))).toEqual([303, '/dashboard'])
    expect(to(await submit('/signup', { name: 'Ada', email: freshEmail(), password, next }))).toEqual([
      303,
      '/dashboard',
    ])
    expect(to(await submit('/logout', { next }, headers))).toEqual([303, '/login'])
    expect((await open(`/login?next=${encodeURIComponent(next)}`)).text).not.toContain('evil')
  })

  test('shows above the form that address or password is wrong', async () => {
    const { email } = await newcomer()
    const reply = await submit('/login', { email, password: 'wrong canary' })
    expect(reply.status).toBe(401)
    expect(textOf('problems', reply)).toContain('E-mail address or password is wrong.')
    expect(inputOf('email', reply)).toContain(`value="${email}"`)
    expect(reply.text).not.toContain('canary')
  })

  test('reports missing fields', async () => {
    const reply = await submit('/login', {})
    expect([reply.status, textOf('email-problem', reply), textOf('password-problem', reply)]).toEqual([
      422,
      'Must be an e-mail address.',
      'Required.',
    ])
  })

  test('counts attempts by the address of the browser, not of the service', async () => {
    const place = uniqueAddress()
    const attempt = async () => (await submit('/login', { email: freshEmail(), password: 'x' }, place)).status
    for (let i = 0; i < 10; i++) expect(await attempt()).toBe(401)
    expect(await attempt()).toBe(429)
    expect((await submit('/login', { email: freshEmail(), password: 'x' })).status).toBe(401)
  })

  test('records where the session started', async () => {
    const { email } = await newcomer()
    await submit(
      '/login',
      { email, password },
      { 'user-agent': 'Browser/1', 'cf-connecting-ip': '192.0.2.7' },
    )
    const rows = await asOwner(
      `select s.ip, s.user_agent from sessions s join users u on u.id = s.user_id where u.email = $1
      and s.user_agent is not null`,
      [email],
    )
    expect(rows).toEqual([{ ip: '192.0.2.7', user_agent: 'Browser/1' }])
  })

  test('explains an expired support link, and ignores unknown errors', async () => {
    expect((await open('/login?error=impersonation_invalid')).text).toContain(
      'That support link is not valid any more.',
    )
    const unknown = await open('/login?error=%3Cb%3Econstructor')
    expect(unknown.text).not.toMatch(/constructor|class="notice/)
    expect((await open('/login?error=constructor')).text).not.toContain('class="notice')
  })
})

describe('signing out', () => {
  test('ends the session, clears both cookies and redirects to sign in', async () => {
    const { jar, headers } = await newcomer()
    const reply = await submit('/logout', {}, headers)
    expect(to(reply)).toEqual([303, '/login'])
    expect(reply.headers.getSetCookie().filter((line) => line.includes('Max-Age=0')).length).toBe(2)
    expect((await me(jar)).status).toBe(401)
  })

  test('returns to the page after signing in as somebody else', async () => {
    const { headers } = await newcomer()
    expect(to(await submit('/logout', { next: '/connect' }, headers))).toEqual([
      303,
      '/login?next=%2Fconnect',
    ])
  })

  test('is rejected from another site', async () => {
    const { jar, headers } = await newcomer()
    expect((await submit('/logout', {}, { ...headers, origin: 'https://evil.example' })).status).toBe(403)
    expect((await me(jar)).status).toBe(200)
  })
})

describe('a session whose cookie has expired', () => {
  test('is renewed by the page, which forwards the new cookies', async () => {
    const { jar } = await newcomer()
    const reply = await open('/settings/applications', {
      cookie: only('refresh_token', jar),
      ...uniqueAddress(),
    })
    expect(reply.status).toBe(200)
    expect(only('refresh_token', jarOf(reply))).not.toBe(only('refresh_token', jar))
    expect((await me(jarOf(reply))).status).toBe(200)
    expect(reply.roundTrips).toBe(2)
  })

  test('is renewed once for all calls of a page, also where the browser still sends the old cookie', async () => {
    const { jar, email } = await newcomer()
    const [row] = await asOwner(
      'select s.id, s.user_id from sessions s join users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    const old = await signSession(
      env().JWT_KEYS,
      { user: row.user_id, session: row.id },
      new Date(Date.now() - 16 * 60_000),
    )
    const reply = await open('/dashboard', {
      cookie: `access_token=${old}; ${only('refresh_token', jar)}`,
      ...uniqueAddress(),
    })
    expect([reply.status, reply.headers.getSetCookie().length]).toEqual([200, 3])
    expect((await me(jarOf(reply))).status).toBe(200)
  })

  test('is renewed for a form too', async () => {
    const { jar } = await newcomer()
    const reply = await submit('/dashboard', { name: 'Ada & Co' }, { cookie: only('refresh_token', jar) })
    expect(to(reply)).toEqual([303, expect.stringMatching(/^\/organizations\/ada-co/)])
    const { body } = await call('GET', '/api/v1/organizations', { headers: { cookie: jarOf(reply) } })
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Ada & Co'])
  })

  test('that cannot be renewed redirects to sign in', async () => {
    const { jar, headers } = await newcomer()
    await submit('/logout', {}, headers)
    expect(to(await open('/dashboard', { cookie: jar, ...uniqueAddress() }))).toEqual([
      303,
      '/login?next=%2Fdashboard',
    ])
    expect((await open('/login', { cookie: jar, ...uniqueAddress() })).status).toBe(200)
  })

  test('reports the rate limit of renewals', async () => {
    const place = uniqueAddress()
    const { jar } = await newcomer()
    for (let i = 0; i < 30; i++) {
      const { headers } = await call('POST', '/api/v1/auth/refresh', {
        headers: { cookie: jar, ...place, origin: origin },
      })
      expect(headers.get('x-request-id')).toBeTruthy()
    }
    const refused = await open('/dashboard', { cookie: only('refresh_token', jar), ...place })
    expect([refused.status, refused.text.includes('<h1>A moment, please</h1>')]).toEqual([429, true])
  })
})
