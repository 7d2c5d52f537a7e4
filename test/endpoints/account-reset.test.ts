import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { account, browserOf, otherSession, newEmail, post, refresh, strong } from '../kit/accounts.ts'
import { asOwner, type Caller, call, uniqueAddress } from '../kit/client.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const next = 'a pile of wet leaves'
const forgot = (email: string, headers: Record<string, string> = {}) =>
  post('password/forgot', { email }, headers)
const reset = (token: string, new_password = next, headers: Record<string, string> = {}) =>
  post('password/reset', { token, new_password }, headers)
const login = ({ email }: Caller, password: string) => post('login', { email, password })
const me = async (who: Caller) => (await who.call('GET', '/api/v1/auth/me')).status
const mails = ({ email }: Caller, path: string) => mailTo(email).filter(({ text }) => text.includes(path))
const dead = [404, 'not_found', 'this link is unknown, was used or has expired; ask for a new mail']
const problemOf = ({ status, body }: Awaited<ReturnType<typeof reset>>) => [
  status,
  body?.error.code,
  body?.error.message,
]

/** The token of the mailed link. */
async function linkFor(who: Caller) {
  expect((await forgot(who.email)).status).toBe(202)
  return tokenIn(mails(who, '/reset?').at(-1)!)
}

/** The limiter's clock is stopped, so that no window ends within a test. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a forgotten password', () => {
  test('sends one mail with a link, and writes an audit entry without the address', async () => {
    const who = await account()
    const { status, text, roundTrips } = await forgot(` ${who.email.toUpperCase()}`)
    expect([status, text, roundTrips]).toEqual([202, '', 1])
    expect(mails(who, 'https://service.test/reset?token=svc_mail_')).toHaveLength(1)
    const entries = await asOwner(
      `select entity_id, actor_user_id, changes from audit_log where action = 'account.password_forgotten' and
        entity_id = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [who.email],
    )
    expect(entries).toEqual([{ entity_id: expect.any(String), actor_user_id: null, changes: {} }])
  })

  test('gets the same response for an unknown address, with the same round trips and no mail', async () => {
    const [known, unknown] = [(await account()).email, newEmail()]
    const [one, other] = [await forgot(known), await forgot(unknown)]
    const comparable = ({ status, text, roundTrips, headers }: typeof one) => [
      status,
      text,
      roundTrips,
      [...headers.keys()].toSorted(),
    ]
    expect(comparable(other)).toEqual(comparable(one))
    expect(mailTo(unknown)).toEqual([])
  })

  test('writes the same to the database for both, so that both take the same time', async () => {
    const addresses = [(await account()).email, newEmail()]
    for (const email of addresses) await forgot(email)
    const rows = await asOwner(
      `select address, state <> 'queued' as done, user_id from mails where address = any($1) and
        message = 'reset_password' order by id`,
      [addresses],
    )
    expect(rows).toEqual(addresses.map((address) => ({ address, done: true, user_id: null })))
  })

  test('sends no mail to a locked person', async () => {
    const who = await account()
    await asOwner(`update users set status = 'locked' where id = $1`, [who.id])
    expect((await forgot(who.email)).status).toBe(202)
    expect(mails(who, '/reset?')).toEqual([])
  })

  test('is limited to five requests a minute from a network and five an hour for an address', async () => {
    const place = uniqueAddress()
    for (let n = 0; n < 5; n++) expect((await forgot(newEmail(), place)).status).toBe(202)
    expect((await forgot(newEmail(), place)).body.error.code).toBe('too_many_requests')
    for (const email of [(await account()).email, newEmail()]) {
      for (let n = 0; n < 5; n++) expect((await forgot(email)).status).toBe(202)
      vi.setSystemTime(Date.now() + 120_000)
      const over = await forgot(email)
      expect([over.status, over.body.error.code]).toEqual([429, 'too_many_requests'])
    }
  })

  test('is rejected if the service sends no mail, with the missing setting', async () => {
    const { status, body } = await call(
      'POST',
      '/api/v1/auth/password/forgot',
      { body: { email: newEmail() } },
      { EMAIL: undefined, APP_ENV: 'production' },
    )
    expect([status, body.error.code]).toEqual([409, 'mail_not_configured'])
    expect(body.error.message).toContain('MAIL_PROVIDER is not set')
  })

  test.each([
    [{ email: 'nobody' }, 'body.email: must be an e-mail address'],
    [{}, 'body.email: required'],
    [{ email: 'a@example.com', token: 'x' }, 'body.token: unknown field'],
  ])('rejects %j', async (body, message) => {
    const refused = await post('password/forgot', body)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(message)])
  })
})

describe('the link', () => {
  test('sets the password, once', async () => {
    const who = await account()
    const token = await linkFor(who)
    const { status, text } = await reset(token)
    expect([status, text]).toEqual([204, ''])
    expect([(await login(who, strong)).status, (await login(who, next)).status]).toEqual([401, 200])
    expect(problemOf(await reset(token, `${next} again`))).toEqual(dead)
    expect((await login(who, next)).status).toBe(200)
  })

  test('ends all sessions at once', async () => {
    const [who, stranger] = [await account(), await account()]
    const all = [who, await otherSession(who)]
    await reset(await linkFor(who))
    for (const one of all) expect([await me(one), (await refresh(one)).status]).toEqual([401, 401])
    expect(await me(stranger)).toBe(200)
  })

  test('invalidates a sign-in that is in progress with the old password', { tags: 'race' }, async () => {
    const who = await account()
    const token = await linkFor(who)
    const [resetReply, loginReply] = await Promise.all([reset(token), login(who, strong)])
    expect(resetReply.status).toBe(204)
    if (loginReply.status === 200) expect(await me(browserOf(loginReply))).toBe(401)
    else expect([loginReply.status, loginReply.body.error.code]).toEqual([401, 'invalid_credentials'])
    const open = await asOwner('select from sessions where user_id = $1 and revoked_at is null', [who.id])
    expect(open).toEqual([])
  })

  test('verifies the address', async () => {
    const who = await account()
    expect(await who.ok('GET', '/api/v1/auth/me')).toMatchObject({ email_verified: false })
    await reset(await linkFor(who))
    expect((await login(who, next)).body).toMatchObject({ email_verified: true })
  })

  test('lifts the lock of failed logins', async () => {
    const who = await account()
    for (let n = 0; n < 10; n++) {
      await login(who, 'wrong password')
      if (n % 5 === 4) vi.setSystemTime(Date.now() + 60_000)
    }
    expect((await login(who, strong)).body.error.code).toBe('account_locked')
    await reset(await linkFor(who))
    expect((await login(who, next)).status).toBe(200)
  })

  test('is announced by mail, which says where to end keys and applications', async () => {
    const who = await account()
    const token = await linkFor(who)
    await reset(token, next, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'cf-connecting-ip': '203.0.113.5',
    })
    const notice = mailTo(who.email).find(
      ({ subject }) => subject === 'Your password for Service was changed',
    )!
    for (const fact of [
      'Firefox on Linux',
      '203.0.113.5',
      'API keys and connected applications may keep working',
    ])
      expect(notice.text).toContain(fact)
    const [entry] = await asOwner(
      `select actor_user_id, entity_type, entity_id from audit_log where action = 'account.password_reset' and
        entity_id = $1`,
      [who.id],
    )
    expect(entry).toEqual({ actor_user_id: who.id, entity_type: 'users', entity_id: who.id })
  })

  test('works only from the latest mail', async () => {
    const who = await account()
    const [first, second] = [await linkFor(who), await linkFor(who)]
    expect(problemOf(await reset(first))).toEqual(dead)
    expect((await reset(second)).status).toBe(204)
  })

  test('expires after 30 minutes, and does not work for a locked person or one with another address', async () => {
    const [expired, locked, moved] = [await account(), await account(), await account()]
    const tokens = [await linkFor(expired), await linkFor(locked), await linkFor(moved)]
    const [{ minutes }] = await asOwner(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from mail_tokens where address = $1
        and message = 'reset_password'`,
      [expired.email],
    )
    expect(minutes).toBe(30)
    await asOwner('update mail_tokens set expires_at = now() where address = $1', [expired.email])
    await asOwner(`update users set status = 'locked' where id = $1`, [locked.id])
    await asOwner('update users set email = $2 where id = $1', [moved.id, newEmail()])
    for (const token of tokens) expect(problemOf(await reset(token))).toEqual(dead)
  })

  test('does not work once the password was changed', async () => {
    const who = await account()
    const token = await linkFor(who)
    await who.ok('POST', '/api/v1/auth/password/change', { current_password: strong, new_password: next })
    expect(problemOf(await reset(token))).toEqual(dead)
  })

  test('has one winner of ten concurrent uses', { tags: 'race' }, async () => {
    const who = await account()
    const token = await linkFor(who)
    const passwords = Array.from({ length: 10 }, (_, n) => `${next} ${n}`)
    const replies = await Promise.all(passwords.map((password) => reset(token, password)))
    const won = replies.flatMap(({ status }, n) => (status === 204 ? [passwords[n]!] : []))
    expect(won).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 204)) expect(problemOf(reply)).toEqual(dead)
    expect((await login(who, won[0]!)).status).toBe(200)
  })

  test('is not a token of another kind, unknown or mistyped; those cost no hash', async () => {
    const who = await account()
    const token = await linkFor(who)
    const refreshing = /refresh_token=(\w+)/.exec(who.headers.cookie!)![1]!
    for (const invalid of [
      refreshing,
      makeToken('svc_inv_', 'a'),
      `${token}x`,
      token.toLowerCase(),
      'x',
      '',
    ]) {
      const reply = await reset(invalid)
      expect([...problemOf(reply), reply.roundTrips]).toEqual([...dead, 0])
    }
    const unknown = await reset(makeToken('svc_mail_', 'a'))
    expect([...problemOf(unknown), unknown.roundTrips]).toEqual([...dead, 1])
    await asOwner(`update mail_tokens set message = 'verify_address' where address = $1`, [who.email])
    expect(problemOf(await reset(token))).toEqual(dead)
    expect((await login(who, strong)).status).toBe(200)
  })

  test.each([
    ['short', 'body.new_password: at least 8 characters'],
    ['password123', 'body.new_password: is one of the passwords that are guessed first'],
  ])('is not used up by a password that is rejected: %s', async (password, message) => {
    const who = await account()
    const token = await linkFor(who)
    const refused = await reset(token, password)
    expect([refused.status, refused.body.error.message]).toEqual([422, message])
    expect((await reset(token)).status).toBe(204)
  })
})

describe('keys and applications', () => {
  const verified = ({ id }: Caller) =>
    asOwner('update users set email_verified_at = now() where id = $1', [id])
  async function personWithKeyAndApp() {
    const { owner, base } = await workspace()
    const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
    const { app } = await connected(owner)
    const statuses = async () => [
      (await call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })).status,
      await me(app),
    ]
    expect(await statuses()).toEqual([200, 200])
    return { owner, ask: statuses }
  }

  test('stay if the address was verified before', async () => {
    const { owner, ask: statuses } = await personWithKeyAndApp()
    await verified(owner)
    await reset(await linkFor(owner))
    expect(await statuses()).toEqual([200, 200])
  })

  test('end if it was not, since somebody else may have registered it', async () => {
    const { owner, ask: statuses } = await personWithKeyAndApp()
    await reset(await linkFor(owner))
    expect(await statuses()).toEqual([401, 401])
  })
})

test('neither works while impersonating or from another site', async () => {
  const looking = { cookie: `impersonation=${makeToken('svc_imp_', 'a')}` }
  const foreign = { origin: 'https://evil.example' }
  for (const headers of [looking, foreign]) {
    const replies = [
      await forgot(newEmail(), headers),
      await reset(makeToken('svc_mail_', 'a'), next, headers),
    ]
    expect(replies.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
      [403, 0],
      [403, 0],
    ])
  }
})
