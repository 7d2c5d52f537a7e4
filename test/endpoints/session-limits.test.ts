import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signClaims } from '../../src/base/jwt.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { newEmail, post, register, strong } from '../kit/accounts.ts'
import { asOwner, call, type Reply, uniqueAddress } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'

const invalid = 'wrong password'
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  post('login', { email, password }, headers)

const cookiesOf = (reply: Reply) =>
  new Map(reply.headers.getSetCookie().map((line) => line.split(';')[0]!.split('=') as [string, string]))
const cookieOf = (reply: Reply, ...names: string[]) =>
  ({ cookie: names.map((name) => `${name}=${cookiesOf(reply).get(name)}`).join('; ') }) as const
const me = (reply: Reply) =>
  call('GET', '/api/v1/auth/me', { headers: cookieOf(reply, 'access_token') }).then(({ status }) => status)
const concurrently = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
/** Ten wrong passwords, in two minutes. */
async function lock(email: string, headers?: Record<string, string>) {
  for (let minute = 0; minute < 2; minute++) {
    await concurrently(5, () => login(email, invalid, headers))
    vi.setSystemTime(Date.now() + 60_000)
  }
}
const checkedCount = (replies: Reply[]) => replies.filter(({ status }) => status !== 429).length

beforeEach(() => {
  stopClock()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a burst', { tags: 'race' }, () => {
  test('of 50 logins from one address is checked at most ten times', async () => {
    const place = uniqueAddress()
    expect(checkedCount(await concurrently(50, () => login(newEmail(), invalid, place)))).toBe(10)
  })

  test('of 32 sign-ups from one address creates at most five accounts', async () => {
    const place = uniqueAddress()
    const emails = Array.from({ length: 32 }, newEmail)
    expect(checkedCount(await concurrently(32, (n) => register(emails[n], place)))).toBe(5)
    expect(await asOwner('select id from users where email = any($1)', [emails])).toHaveLength(5)
  })

  test('of 20 guesses from many addresses is checked five times a minute, and ten times in all', async () => {
    const email = newEmail()
    await register(email)
    const replies: Reply[] = []
    for (let minute = 0; minute < 4; minute++) {
      const burst = await concurrently(20, () => login(email, invalid))
      const taken = burst.filter(({ body }) => body.error.code !== 'too_many_requests')
      expect([minute, taken.length]).toEqual([minute, 5])
      replies.push(...taken)
      vi.setSystemTime(Date.now() + 60_000)
    }
    expect(replies.filter(({ body }) => body.error.code === 'invalid_credentials').length).toBe(9)
    expect(replies.filter(({ body }) => body.error.code === 'account_locked').length).toBe(11)
    const [{ count }] = await asOwner(
      `select count(*)::int as count from audit_log where action = 'login.failed' and entity_id =
        encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [email],
    )
    expect(count).toBe(10)
    expect((await login(email, strong)).body.error.code).toBe('account_locked')
  })
})

describe('attackers', () => {
  test('who fail five times, from anywhere, slow down new devices for a minute, and no known one', async () => {
    const email = newEmail()
    const home = await register(email)
    for (let n = 0; n < 5; n++) expect((await login(email, invalid)).status).toBe(401)
    expect((await login(email, strong)).body.error.code).toBe('too_many_requests')
    expect((await login(email, strong, cookieOf(home, 'device'))).status).toBe(200)
    vi.setSystemTime(Date.now() + 60_000)
    expect((await login(email, strong)).status).toBe(200)
  })

  test('who lock the account lock out neither a known device nor open sessions', async () => {
    const email = newEmail()
    const home = await register(email)
    await lock(email)
    expect((await login(email, strong)).body.error.code).toBe('account_locked')
    expect((await login(email, strong, cookieOf(home, 'device'))).status).toBe(200)
    expect(await me(home)).toBe(200)
    expect((await login(email, strong)).body.error.code).toBe('account_locked')
  })

  test('cannot get a known device with a cookie that is forged, from a session or for another account', async () => {
    const email = newEmail()
    const home = await register(email)
    await lock(email)
    const other = await register()
    const claims = { device: uuidv7(), accounts: [email] }
    const forged = await signClaims('k:another-secret-of-at-least-32-chars', claims, 60, new Date())
    for (const cookie of [
      `device=${forged}`,
      `device=${cookiesOf(home).get('access_token')}`,
      cookieOf(other, 'device').cookie,
    ])
      expect((await login(email, strong, { cookie })).body.error.code).toBe('account_locked')
    const { status } = await call('GET', '/api/v1/auth/me', {
      headers: { cookie: `access_token=${cookiesOf(home).get('device')}` },
    })
    expect(status).toBe(401)
  })
})

describe('a device', () => {
  test('has its own count, whose lock does not affect others', async () => {
    const email = newEmail()
    const device = cookieOf(await register(email), 'device')
    await lock(email, device)
    expect((await login(email, strong, device)).body.error.code).toBe('account_locked')
    expect((await login(email, strong)).status).toBe(200)
  })

  test('is known for all accounts that signed in on it', async () => {
    const [ada, bob] = [newEmail(), newEmail()]
    const first = await register(ada)
    const second = await register(bob, cookieOf(first, 'device'))
    for (const email of [ada, bob]) await lock(email)
    for (const email of [ada, bob])
      expect((await login(email, strong, cookieOf(second, 'device'))).status).toBe(200)
  })

  test('has a cookie for 400 days, inaccessible to scripts, that identifies nobody', async () => {
    const email = newEmail()
    const reply = await register(email)
    const line = reply.headers.getSetCookie().find((one) => one.startsWith('device='))!
    expect(line).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(atob(line.split('.')[1]!)).not.toContain(email)
  })
})

test('clients of one IPv6 network count as one', async () => {
  const network = `2001:db8:${uuidv7().slice(-4)}:7`
  const replies = await concurrently(12, (n) =>
    login(newEmail(), invalid, { 'cf-connecting-ip': `${network}:0:0:0:${n + 1}` }),
  )
  expect(checkedCount(replies)).toBe(10)
})

describe('signing out', () => {
  const out = (cookie: { cookie: string }) => post('logout', undefined, cookie).then(({ status }) => status)

  test('ends only the session of the access cookie', async () => {
    const reply = await register()
    expect(await out(cookieOf(reply, 'access_token'))).toBe(204)
    expect(await me(reply)).toBe(401)
  })

  test('ends the session of a refresh token that was rotated meanwhile', async () => {
    const before = await register()
    const after = await post('refresh', undefined, cookieOf(before, 'refresh_token'))
    expect(await out(cookieOf(before, 'refresh_token'))).toBe(204)
    expect(await me(after)).toBe(401)
    expect((await post('refresh', undefined, cookieOf(after, 'refresh_token'))).status).toBe(401)
  })

  test('does not affect the sessions of others', async () => {
    const [own, other] = [await register(), await register()]
    expect(await out(cookieOf(own, 'access_token', 'refresh_token'))).toBe(204)
    expect(await me(other)).toBe(200)
  })
})
