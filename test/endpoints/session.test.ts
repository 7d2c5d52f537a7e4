import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signSession } from '../../src/kit/credentials.ts'
import { newEmail, post, register, strong } from '../kit/accounts.ts'
import { asOwner, call, env, type Reply, uniqueAddress } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'
import { derive } from '../kit/quick-scrypt.ts'

type Cookies = Record<string, { value: string; line: string }>
const cookiesOf = (reply: Reply): Cookies =>
  Object.fromEntries(
    reply.headers.getSetCookie().map((line) => {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      return [name, { value, line }]
    }),
  )
const jar = (reply: Reply) =>
  Object.entries(cookiesOf(reply))
    .map(([name, { value }]) => `${name}=${value}`)
    .join('; ')
const me = (cookie: string) => call('GET', '/api/v1/auth/me', { headers: { cookie } })

describe('signing up', () => {
  test('returns the user and sets both cookies, HttpOnly, Lax and Secure', async () => {
    const email = newEmail()
    const reply = await register(`  ${email.toUpperCase()} `)
    expect([reply.status, reply.body]).toMatchObject([201, { email, name: 'Ada', api_key: null }])
    const { access_token, refresh_token } = cookiesOf(reply)
    expect(access_token!.line).toMatch(/Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(refresh_token!.line).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(refresh_token!.value).toMatch(/^svc_rt_\w{37}$/)
    expect(reply.roundTrips).toBe(1)
    expect((await me(jar(reply))).body).toMatchObject(reply.body)
  })

  test('rejects a taken address, in any case of letters', async () => {
    const email = newEmail()
    await register(email)
    const repeated = await register(email.toUpperCase())
    expect([repeated.status, repeated.body.error.code]).toEqual([409, 'email_taken'])
    expect(repeated.headers.getSetCookie()).toEqual([])
  })

  test.each([
    [{ email: 'nobody', password: strong, name: 'Ada' }, 'body.email: must be an e-mail address'],
    [{ email: 'a@example.com', password: 'short', name: 'Ada' }, 'body.password: at least 8 characters'],
    [
      { email: 'a@example.com', password: 'Password123', name: 'Ada' },
      'body.password: is one of the passwords',
    ],
    [{ email: 'a@example.com', password: 'x'.repeat(129), name: 'Ada' }, 'body.password: at most 128'],
    [{ email: 'a@example.com', password: strong, name: '  ' }, 'body.name: must not be empty'],
    [{ password: strong }, 'body.email: required; body.name: required'],
    [{ email: 'a@example.com', password: strong, name: 'Ada', admin: true }, 'body.admin: unknown field'],
    [{ email: 'a@example.com', password: strong, name: 'A\0' }, 'body.name: must not contain NUL'],
  ])('rejects %j', async (body, message) => {
    const reply = await post('register', body)
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
    expect(reply.body.error.message).toContain(message)
    expect(reply.roundTrips).toBe(0)
  })

  test('stores the password as scrypt and no token in plain text', async () => {
    const email = newEmail()
    const reply = await register(email)
    const [row] = await asOwner('select password_hash from users where email = $1', [email])
    expect(row.password_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
    const sessions = JSON.stringify(
      await asOwner('select * from sessions where user_id = $1', [reply.body.id]),
    )
    expect(sessions).not.toContain(cookiesOf(reply).refresh_token!.value)
  })
})

describe('signing in', () => {
  test('opens a new session in two round trips', async () => {
    const email = newEmail()
    const first = await register(email)
    const reply = await post('login', { email, password: strong })
    expect([reply.status, reply.body.id]).toEqual([200, first.body.id])
    expect(reply.roundTrips).toBe(2)
    expect(cookiesOf(reply).refresh_token!.value).not.toBe(cookiesOf(first).refresh_token!.value)
  })

  test('reveals nothing about whether the address is known', async () => {
    const email = newEmail()
    await register(email)
    const invalid = await post('login', { email, password: 'wrong password' })
    const unknown = await post('login', { email: newEmail(), password: 'wrong password' })
    expect([invalid.status, invalid.body.error.code]).toEqual([401, 'invalid_credentials'])
    expect([unknown.status, unknown.body.error.message]).toEqual([invalid.status, invalid.body.error.message])
    expect(unknown.roundTrips).toBe(invalid.roundTrips)
  })

  test('locks the address after ten failures within fifteen minutes, even for the right password', async () => {
    const email = newEmail()
    await register(email)
    await asOwner(`insert into login_failures values (sha256(convert_to($1, 'UTF8')), 8, now())`, [email])
    const ninth = await post('login', { email, password: 'wrong password' })
    const tenth = await post('login', { email, password: 'wrong password' })
    const blocked = await post('login', { email, password: strong })
    expect([ninth, tenth, blocked].map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 'invalid_credentials'],
      [429, 'account_locked'],
      [429, 'account_locked'],
    ])
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
    await asOwner(
      `update login_failures set locked_until = now() - interval '1 second'
      where email_hash = sha256(convert_to($1, 'UTF8'))`,
      [email],
    )
    expect((await post('login', { email, password: strong })).status).toBe(200)
  })

  test('forgets failures older than fifteen minutes', async () => {
    const email = newEmail()
    await register(email)
    await asOwner(
      `insert into login_failures values (sha256(convert_to($1, 'UTF8')), 9, now() - interval '16 minutes')`,
      [email],
    )
    expect((await post('login', { email, password: 'wrong password' })).status).toBe(401)
  })

  test('renews a password hash if the cost has changed', async () => {
    const email = newEmail()
    await register(email)
    const salt = Buffer.alloc(16, 7)
    const key = await derive(strong, salt, { ln: 12, r: 8, p: 1, length: 32 })
    const old = `$scrypt$ln=12,r=8,p=1$${salt.toString('base64').replace(/=+$/, '')}$${key.toString('base64').slice(0, 43)}`
    await asOwner('update users set password_hash = $2 where email = $1', [email, old])
    expect((await post('login', { email, password: strong })).status).toBe(200)
    const [row] = await asOwner('select password_hash from users where email = $1', [email])
    expect(row.password_hash).toMatch(/ln=14,r=8,p=5/)
  })

  test('rejects a locked account', async () => {
    const email = newEmail()
    await register(email)
    await asOwner(`update users set status = 'locked' where email = $1`, [email])
    expect((await post('login', { email, password: strong })).status).toBe(401)
  })
})

describe('limits', () => {
  beforeEach(() => {
    stopClock()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['login', 'address', 10, () => ({ email: newEmail(), password: 'wrong password' })],
    ['login', 'address and e-mail', 5, null],
  ] as const)('of %s by %s: %i a minute', async (path, _, most, vary) => {
    const email = newEmail()
    const place = uniqueAddress()
    const statuses: number[] = []
    for (let i = 0; i <= most; i++) {
      const body = vary ? vary() : { email, password: 'wrong password' }
      const reply = await post(path, body, place)
      statuses.push(reply.status)
      if (i === most) {
        expect(reply.body.error.code).toBe('too_many_requests')
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(statuses).toEqual([...Array<number>(most).fill(401), 429])
  })

  test('of register: 5 a minute by address, 3 by e-mail', async () => {
    const place = uniqueAddress()
    const byAddress = []
    for (let i = 0; i < 6; i++) byAddress.push((await register(newEmail(), place)).status)
    expect(byAddress).toEqual([201, 201, 201, 201, 201, 429])
    const email = newEmail()
    const byEmail = []
    for (let i = 0; i < 4; i++) byEmail.push((await register(email)).status)
    expect(byEmail).toEqual([201, 409, 409, 429])
  })

  test('of refresh: 30 a minute by address', async () => {
    const place = uniqueAddress()
    const statuses = new Set<number>()
    let cookie = jar(await register(newEmail(), place))
    for (let i = 0; i < 30; i++) {
      const reply = await post('refresh', undefined, { ...place, cookie })
      statuses.add(reply.status)
      cookie = jar(reply)
    }
    expect([...statuses]).toEqual([200])
    expect((await post('refresh', undefined, { ...place, cookie })).status).toBe(429)
  })
})

describe('refreshing', () => {
  test('rotates both cookies in one round trip', async () => {
    const first = await register()
    const reply = await post('refresh', undefined, { cookie: jar(first) })
    expect([reply.status, reply.body, reply.roundTrips]).toEqual([200, first.body, 1])
    expect(cookiesOf(reply).refresh_token!.value).not.toBe(cookiesOf(first).refresh_token!.value)
    expect((await me(jar(reply))).status).toBe(200)
  })

  test('ends the whole session when a rotated token is reused', async () => {
    const first = await register()
    const second = await post('refresh', undefined, { cookie: jar(first) })
    await asOwner(
      `update spent_refresh_tokens set spent_at = now() - interval '31 seconds' where session_id in
      (select id from sessions where user_id = $1)`,
      [first.body.id],
    )
    const stolen = await post('refresh', undefined, { cookie: jar(first) })
    expect([stolen.status, stolen.body.error.code]).toEqual([401, 'unauthorized'])
    expect((await post('refresh', undefined, { cookie: jar(second) })).status).toBe(401)
    expect((await me(jar(second))).status).toBe(401)
  })

  test('rejects the later of two tabs and keeps the session of the earlier one', async () => {
    const first = await register()
    const second = await post('refresh', undefined, { cookie: jar(first) })
    expect((await post('refresh', undefined, { cookie: jar(first) })).status).toBe(401)
    expect((await me(jar(second))).status).toBe(200)
    expect((await post('refresh', undefined, { cookie: jar(second) })).status).toBe(200)
  })

  test('has exactly one winner among 50 parallel uses of a token', { tags: 'race' }, async () => {
    const cookie = jar(await register())
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post('refresh', undefined, { cookie })),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
    expect(replies.filter(({ status }) => status === 401).length).toBe(49)
  })

  test('rejects a missing, malformed, unknown or expired token', async () => {
    const first = await register()
    expect((await post('refresh')).status).toBe(401)
    const malformed = await post('refresh', undefined, { cookie: 'refresh_token=svc_rt_nonsense' })
    expect([malformed.status, malformed.roundTrips]).toEqual([401, 0])
    await asOwner(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
      first.body.id,
    ])
    expect((await post('refresh', undefined, { cookie: jar(first) })).status).toBe(401)
  })
})

describe('signing out', () => {
  test('ends the session at once, clears both cookies and is idempotent', async () => {
    const first = await register()
    const signedOut = await post('logout', undefined, { cookie: jar(first) })
    expect(signedOut.status).toBe(204)
    const cleared = cookiesOf(signedOut)
    expect(Object.keys(cleared).toSorted()).toEqual(['access_token', 'refresh_token'])
    for (const { line } of Object.values(cleared)) expect(line).toContain('Max-Age=0')
    expect((await me(jar(first))).status).toBe(401)
    expect((await post('refresh', undefined, { cookie: jar(first) })).status).toBe(401)
    expect((await post('logout', undefined, { cookie: jar(first) })).status).toBe(204)
    expect((await post('logout')).status).toBe(204)
  })
})

describe('the session cookie', () => {
  const keys = (list: string) => ({ JWT_KEYS: list })
  const a = 'a:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const b = 'b:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'

  test('is valid for 15 minutes, and an expired one costs no round trip', async () => {
    const first = await register()
    const [session] = await asOwner('select id from sessions where user_id = $1', [first.body.id])
    const at = (minutes: number) =>
      signSession(
        env().JWT_KEYS,
        { user: first.body.id, session: session.id },
        new Date(Date.now() - minutes * 60_000),
      )
    expect((await me(`access_token=${await at(14)}`)).status).toBe(200)
    const expired = await me(`access_token=${await at(16)}`)
    expect([expired.status, expired.roundTrips]).toEqual([401, 0])
  })

  test('is accepted from every key of the ring and from no other', async () => {
    const first = await register()
    const [session] = await asOwner('select id from sessions where user_id = $1', [first.body.id])
    const token = await signSession(a, { user: first.body.id, session: session.id }, new Date())
    const statusWith = (ring: string) =>
      call('GET', '/api/v1/auth/me', { headers: { cookie: `access_token=${token}` } }, keys(ring))
    expect((await statusWith(`${b},${a}`)).status).toBe(200)
    expect((await statusWith(b)).status).toBe(401)
    expect((await statusWith('a:cccccccccccccccccccccccccccccccc')).status).toBe(401)
  })

  test('does not allow another site to write', async () => {
    const cookie = jar(await register())
    const create = (headers: Record<string, string>) =>
      call('POST', '/api/v1/organizations', { body: { name: 'X corp' }, headers: { cookie, ...headers } })
    expect((await create({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await create({ origin: 'null' })).status).toBe(403)
    expect((await create({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await create({ origin: 'https://service.test', 'sec-fetch-site': 'same-origin' })).status).toBe(
      201,
    )
  })
})

test('account functions are closed to every role but the service’s', async () => {
  const [row] = await asOwner(`select bool_or(has_function_privilege('public', p.oid, 'execute')) as open
    from pg_proc p where p.pronamespace = 'app'::regnamespace`)
  expect(row.open).toBe(false)
})
