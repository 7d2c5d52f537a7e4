import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { account, otherSession, post, refresh, strong } from '../kit/accounts.ts'
import { asOwner, type Caller, call } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'
import { impersonating } from '../kit/impersonation.ts'
import { mailTo } from '../kit/mail.ts'
import { workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { hashing } from '../kit/quick-scrypt.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/auth/password/change'
const next = 'a pile of wet leaves'
const change = (who: Caller, current_password = strong, new_password = next) =>
  who.call('POST', at, { current_password, new_password })
const login = ({ email }: Caller, password: string) => post('login', { email, password })
const me = async (who: Caller) => (await who.call('GET', '/api/v1/auth/me')).status
const failures = ({ id }: Caller) =>
  asOwner(
    `select a.user_agent, a.ip from audit_log a where a.action = 'login.failed' and a.actor_user_id = $1`,
    [id],
  )

beforeEach(() => {
  stopClock()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('changing the password', () => {
  test('makes the new one valid and the old one invalid', async () => {
    const who = await account()
    const { status, text } = await change(who)
    expect([status, text]).toEqual([204, ''])
    expect((await login(who, strong)).status).toBe(401)
    expect((await login(who, next)).status).toBe(200)
    const [row] = await asOwner('select password_hash from users where id = $1', [who.id])
    expect(row.password_hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
  })

  test('ends all other sessions of the person, but not this one', async () => {
    const who = await account()
    const [other, stranger] = [await otherSession(who), await account()]
    await change(who)
    expect([await me(who), (await refresh(who)).status]).toEqual([200, 200])
    expect([await me(other), (await refresh(other)).status]).toEqual([401, 401])
    expect(await me(stranger)).toBe(200)
    const entries = await asOwner(
      `select entity_type, entity_id, changes from audit_log where actor_user_id = $1 and
        action = 'account.password_changed'`,
      [who.id],
    )
    expect(entries).toEqual([{ entity_type: 'users', entity_id: who.id, changes: { ended: 1 } }])
  })

  test('is announced by mail, which says where to end keys and applications', async () => {
    const who = await account()
    const language = await who.call('PATCH', '/api/v1/auth/me', { locale: 'de-AT', timezone: 'Asia/Tokyo' })
    expect(language.status).toBe(200)
    await change(who)
    const notice = mailTo(who.email).find(({ subject }) => subject.includes('Passwort'))
    expect(notice!.subject).toBe('Ihr Passwort für Service wurde geändert')
    expect(notice!.text).toMatch(/am \d+\. \p{L}+ \d{4} um [\d:]+ (?:JST|GMT\+9|UTC\+9)/u)
    expect(notice!.text).toContain('API-Schlüssel und verbundene Anwendungen gelten vielleicht weiter')
    await who.ok('POST', at, { current_password: next, new_password: `${next} 2` })
    expect(mailTo(who.email).filter(({ subject }) => subject.includes('Passwort'))).toHaveLength(2)
  })

  test('has one winner of two concurrent changes', { tags: 'race' }, async () => {
    const who = await account()
    hashing.milliseconds = 50
    onTestFinished(() => void (hashing.milliseconds = 0))
    const replies = await Promise.all([change(who), change(who, strong, `${next} too`)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const won = replies[0].status === 204 ? next : `${next} too`
    expect((await login(who, won)).status).toBe(200)
    const lost = replies.find(({ status }) => status === 409)!
    expect(lost.body.error.message).toBe(
      'the password was changed at the same moment; try again with the new one',
    )
  })

  test.each([
    [{ current_password: strong, new_password: 'short' }, 'body.new_password: at least 8 characters'],
    [{ current_password: strong, new_password: 'password123' }, 'body.new_password: is one of the passwords'],
    [{ current_password: strong, new_password: 'x'.repeat(129) }, 'body.new_password: at most 128'],
    [{ current_password: strong, new_password: strong }, 'body.new_password: must differ from the current'],
    [{ current_password: '', new_password: next }, 'body.current_password: required'],
    [{ new_password: next }, 'body.current_password: required'],
    [{ current_password: strong, new_password: next, email: 'x' }, 'body.email: unknown field'],
  ])('rejects %j', async (body, message) => {
    const who = await account()
    const { status, body: refused } = await who.call('POST', at, body)
    expect([status, refused.error.code]).toEqual([422, 'validation_error'])
    expect(refused.error.message).toContain(message)
    expect((await login(who, strong)).status).toBe(200)
  })
})

describe('a wrong current password', () => {
  test('is reported at its field, changes nothing and is recorded as a failed attempt', async () => {
    const who = await account()
    const other = await otherSession(who)
    const { status, body } = await change(who, 'wrong password')
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'validation_error',
      'body.current_password: is wrong; reset the password if you have forgotten it',
    ])
    expect([await me(other), (await login(who, strong)).status]).toEqual([200, 200])
    expect(await failures(who)).toHaveLength(1)
  })

  test('locks only this session from further attempts after the tenth, even with the right one', async () => {
    const who = await account()
    const other = await otherSession(who)
    for (let n = 1; n < 10; n++) expect((await change(who, 'wrong password')).status).toBe(422)
    const [tenth, blocked] = [await change(who, 'wrong password'), await change(who)]
    expect([tenth, blocked].map(({ status, body }) => [status, body.error.code])).toEqual([
      [429, 'account_locked'],
      [429, 'account_locked'],
    ])
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect([await me(who), (await login(who, strong)).status]).toEqual([200, 200])
    expect((await change(other)).status).toBe(204)
  })

  test('is checked at most ten times in a burst', { tags: 'race' }, async () => {
    const who = await account()
    const replies = await Promise.all(Array.from({ length: 20 }, () => change(who, 'wrong password')))
    expect(replies.filter(({ status }) => status === 422).length).toBe(9)
    expect(replies.filter(({ body }) => body.error.code === 'account_locked').length).toBe(11)
    expect(await failures(who)).toHaveLength(10)
  })

  test('stops counting after a right one', async () => {
    const who = await account()
    for (let n = 1; n < 10; n++) await change(who, 'wrong password')
    vi.setSystemTime(Date.now() + 60_000)
    expect((await change(who)).status).toBe(204)
    expect((await change(who, 'wrong password')).status).toBe(422)
  })
})

test('right passwords are checked at most ten times a minute', async () => {
  const who = await account()
  const passwords = Array.from({ length: 12 }, (_, n) => `${next} ${n}`)
  let current = strong
  for (const following of passwords.slice(0, 10)) {
    expect((await change(who, current, following)).status).toBe(204)
    current = following
  }
  const over = await change(who, current, passwords[10])
  expect([over.status, over.body.error.code]).toEqual([429, 'too_many_requests'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('only the person can change the password: no key, application, operator or other site', async () => {
  const { owner, base } = await workspace()
  const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
  const { cookie, operator } = await impersonating(owner)
  const body = { current_password: strong, new_password: next }
  const responses = [
    await call('POST', at, { body, headers: { authorization: `Bearer ${token}` } }),
    await (await connected(owner)).app.call('POST', at, body),
    await operator.call('POST', at, body, { cookie: `${operator.headers.cookie}; ${cookie}` }),
    await owner.call('POST', at, body, { origin: 'https://evil.example' }),
  ]
  expect(responses.map(({ status, body: refused }) => [status, refused.error.message])).toEqual([
    [403, 'this operation is not open to API keys'],
    [403, 'this operation is not open to connected applications'],
    [403, 'impersonation only reads; end it at /api/v1/auth/impersonation/exit'],
    [403, 'this origin may not act with the session cookie'],
  ])
  expect((await login(owner, strong)).status).toBe(200)
})
