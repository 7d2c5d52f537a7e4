import { describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import {
  account,
  otherSession,
  newEmail,
  post,
  refresh,
  register,
  browserOf,
  strong,
} from '../kit/accounts.ts'
import { asOwner, type Caller, call } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/auth/email/change'
const next = 'a pile of wet leaves'
const change = (who: Caller, email: string, password = strong) => who.call('POST', at, { password, email })
const confirm = (token: string, headers = {}) => post('email/confirm', { token }, headers)
const undo = (token: string, headers = {}) => post('email/undo', { token }, headers)
const me = (who: Caller) => who.call('GET', '/api/v1/auth/me')
const login = (email: string, password = strong) =>
  post('login', { email, password }).then(({ status }) => status)
const linkTo = (address: string, path: string) =>
  mailTo(address).filter(({ text }) => text.includes(`https://service.test/${path}?token=`))
const tokenTo = (address: string, path: string) => tokenIn(linkTo(address, path).at(-1)!)
const verify = ({ id }: Caller) => asOwner('update users set email_verified_at = now() where id = $1', [id])
const dead = [404, 'not_found', 'this link is unknown, was used or has expired; ask for a new mail']
const problemOf = ({ status, body }: Awaited<ReturnType<typeof confirm>>) => [
  status,
  body?.error.code,
  body?.error.message,
]

async function verifiedAccount() {
  const who = await account()
  await verify(who)
  return who
}

/** A person whose address was changed and confirmed, with the new address. */
async function movedAccount() {
  const [who, email] = [await verifiedAccount(), newEmail()]
  expect((await change(who, email)).status).toBe(202)
  expect((await confirm(tokenTo(email, 'confirm-address'))).status).toBe(204)
  return { who, email }
}

describe('a new address', () => {
  test('replaces the old one once it is confirmed by mail', async () => {
    const [who, email] = [await verifiedAccount(), newEmail()]
    const reply = await change(who, email.toUpperCase())
    expect([reply.status, reply.body]).toEqual([202, { email: who.email, pending_email: email }])
    expect((await me(who)).body).toMatchObject({ email: who.email })
    expect([await login(who.email), await login(email)]).toEqual([200, 401])
    expect((await confirm(tokenTo(email, 'confirm-address'))).status).toBe(204)
    expect((await me(who)).body).toMatchObject({ email, email_verified: true })
    expect([await login(who.email), await login(email)]).toEqual([401, 200])
    const entries = await asOwner(
      `select action, changes from audit_log where entity_id = $1 and action like 'account.address%' order by id`,
      [who.id],
    )
    expect(entries).toEqual([
      { action: 'account.address_requested', changes: {} },
      { action: 'account.address_changed', changes: { email: { from: who.email, to: email } } },
    ])
  })

  test('is announced to the old one, with a link that undoes it within seven days', async () => {
    const { who, email } = await movedAccount()
    const [undoLink] = linkTo(who.email, 'undo-address')
    expect(undoLink!.text).toContain(email)
    const [{ days }] = await asOwner(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from mail_tokens
        where address = $1 and message = 'address_changed'`,
      [who.email],
    )
    expect(days).toBe(7)
  })

  test('is not announced to an unverified old one, which may be a stranger’s', async () => {
    const [who, email] = [await account(), newEmail()]
    await change(who, email)
    await confirm(tokenTo(email, 'confirm-address'))
    expect(linkTo(who.email, 'undo-address')).toEqual([])
  })

  test('invalidates links to reset the password that were sent to the old one', async () => {
    const [who, email] = [await verifiedAccount(), newEmail()]
    await post('password/forgot', { email: who.email })
    const token = tokenTo(who.email, 'reset')
    await change(who, email)
    await confirm(tokenTo(email, 'confirm-address'))
    expect(problemOf(await post('password/reset', { token, new_password: next }))).toEqual(dead)
  })

  test('is confirmed only by the latest mail', async () => {
    const [who, one, other] = [await verifiedAccount(), newEmail(), newEmail()]
    await change(who, one)
    await change(who, other)
    expect(problemOf(await confirm(tokenTo(one, 'confirm-address')))).toEqual(dead)
    expect((await confirm(tokenTo(other, 'confirm-address'))).status).toBe(204)
  })

  test('is confirmed once, within 24 hours, and not after the password was changed', async () => {
    const { email } = await movedAccount()
    expect(problemOf(await confirm(tokenTo(email, 'confirm-address')))).toEqual(dead)
    const [expiring, changed] = [await verifiedAccount(), await verifiedAccount()]
    const [first, second] = [newEmail(), newEmail()]
    await change(expiring, first)
    await change(changed, second)
    await asOwner('update mail_tokens set expires_at = now() where address = $1', [first])
    await changed.ok('POST', '/api/v1/auth/password/change', { current_password: strong, new_password: next })
    for (const address of [first, second])
      expect(problemOf(await confirm(tokenTo(address, 'confirm-address')))).toEqual(dead)
  })

  test('has one winner of ten concurrent confirmations', { tags: 'race' }, async () => {
    const [who, email] = [await verifiedAccount(), newEmail()]
    await change(who, email)
    const token = tokenTo(email, 'confirm-address')
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(linkTo(who.email, 'undo-address')).toHaveLength(1)
  })

  test.each([
    [{ password: strong, email: 'nobody' }, 'body.email: must be an e-mail address'],
    [{ password: strong }, 'body.email: required'],
    [{ email: 'a@example.com' }, 'body.password: required'],
    [{ password: 'wrong password', email: 'a@example.com' }, 'body.password: is wrong; reset the password'],
  ])('is rejected: %j', async (body, message) => {
    const refused = await (await account()).call('POST', at, body)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(message)])
  })

  test('must differ', async () => {
    const who = await account()
    const { status, body } = await change(who, who.email)
    expect([status, body.error.message]).toEqual([422, 'body.email: is your address already'])
  })

  test('counts wrong passwords together with those of password changes', async () => {
    const who = await account()
    const invalid = { current_password: 'wrong password', new_password: next }
    for (let n = 0; n < 5; n++) await change(who, newEmail(), 'wrong password')
    for (let n = 0; n < 4; n++) await who.call('POST', '/api/v1/auth/password/change', invalid)
    expect((await change(who, newEmail(), 'wrong password')).body.error.code).toBe('account_locked')
    expect((await change(who, newEmail())).body.error.code).toBe('account_locked')
  })

  test('is rejected if the service sends no mail, with the missing setting', async () => {
    const { headers } = await account()
    const body = { password: strong, email: newEmail() }
    const changes = { EMAIL: undefined, APP_ENV: 'production' }
    const refused = await call('POST', at, { body, headers }, changes)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'mail_not_configured'])
    expect(refused.body.error.message).toContain('MAIL_PROVIDER is not set')
  })
})

describe('an address that is taken', () => {
  test('gets the same response as a free one, and nobody gets a mail', async () => {
    const [who, owner] = [await verifiedAccount(), await verifiedAccount()]
    const taken = await change(who, owner.email)
    const free = await change(who, newEmail())
    expect([taken.status, taken.roundTrips, Object.keys(taken.body)]).toEqual([
      free.status,
      free.roundTrips,
      Object.keys(free.body),
    ])
    expect(linkTo(owner.email, 'confirm-address')).toEqual([])
  })

  test('stays with whoever has verified it meanwhile', async () => {
    const [who, email] = [await verifiedAccount(), newEmail()]
    await change(who, email)
    const token = tokenTo(email, 'confirm-address')
    const other = browserOf(await register(email))
    await verify(other)
    expect(problemOf(await confirm(token))).toEqual([
      409,
      'conflict',
      'this address belongs to another account by now',
    ])
    expect((await me(who)).body).toMatchObject({ email: who.email })
    expect((await me(other)).body).toMatchObject({ email })
  })

  test('goes to whoever verifies it if the other account only claims it', async () => {
    const [who, squatter] = [await verifiedAccount(), await account()]
    await change(who, squatter.email)
    expect((await confirm(tokenTo(squatter.email, 'confirm-address'))).status).toBe(204)
    expect((await me(who)).body).toMatchObject({ email: squatter.email, email_verified: true })
    expect((await me(squatter)).body).toMatchObject({
      email: `${squatter.id}@address.invalid`,
      email_verified: false,
    })
    expect(await login(squatter.email)).toBe(200)
    const entries = await asOwner(
      `select actor_user_id, changes from audit_log where entity_id = $1 and action = 'account.address_changed'`,
      [squatter.id],
    )
    expect(entries).toEqual([{ actor_user_id: who.id, changes: { lost: true } }])
  })
})

describe('undoing a change', () => {
  test('restores the address, ends all sessions, and requires a new password by mail', async () => {
    const { who, email } = await movedAccount()
    const thief = await otherSession({ ...who, email })
    expect((await undo(tokenTo(who.email, 'undo-address'))).status).toBe(204)
    for (const one of [who, thief])
      expect([(await me(one)).status, (await refresh(one)).status]).toEqual([401, 401])
    expect([await login(who.email), await login(email)]).toEqual([401, 401])
    const token = tokenTo(who.email, 'reset')
    expect((await post('password/reset', { token, new_password: next })).status).toBe(204)
    expect(await login(who.email, next)).toBe(200)
  })

  test('works once, even after a thief changed the password or address again, or reset it', async () => {
    const { who, email } = await movedAccount()
    const third = newEmail()
    await who.ok('POST', '/api/v1/auth/password/change', { current_password: strong, new_password: next })
    await change(who, third, next)
    await confirm(tokenTo(third, 'confirm-address'))
    await post('password/forgot', { email: third })
    await post('password/reset', { token: tokenTo(third, 'reset'), new_password: `${next} 2` })
    const token = tokenTo(who.email, 'undo-address')
    expect((await undo(token)).status).toBe(204)
    const [{ email: now }] = await asOwner('select email from users where id = $1', [who.id])
    expect(now).toBe(who.email)
    expect(problemOf(await undo(token))).toEqual(dead)
    expect(problemOf(await undo(tokenTo(email, 'undo-address')))).toEqual(dead)
  })

  test('of the later of two changes still allows undoing the earlier one', async () => {
    const { who, email } = await movedAccount()
    const third = newEmail()
    await change(who, third)
    await confirm(tokenTo(third, 'confirm-address'))
    expect((await undo(tokenTo(email, 'undo-address'))).status).toBe(204)
    expect((await undo(tokenTo(who.email, 'undo-address'))).status).toBe(204)
    const [{ email: now }] = await asOwner('select email from users where id = $1', [who.id])
    expect(now).toBe(who.email)
  })

  test('takes the address from an account that only claims it, not from one that has verified it', async () => {
    const [one, other] = [(await movedAccount()).who, (await movedAccount()).who]
    const squatter = browserOf(await register(one.email))
    const owner = browserOf(await register(other.email))
    await verify(owner)
    expect((await undo(tokenTo(one.email, 'undo-address'))).status).toBe(204)
    expect((await me(squatter)).body.email).toBe(`${squatter.id}@address.invalid`)
    expect(problemOf(await undo(tokenTo(other.email, 'undo-address')))[0]).toBe(409)
    expect((await me(owner)).body.email).toBe(other.email)
  })
})

test('a link works only for its own purpose, and not if unknown or mistyped', async () => {
  const [who, email] = [await verifiedAccount(), newEmail()]
  await change(who, email)
  const confirming = tokenTo(email, 'confirm-address')
  await post('password/forgot', { email: who.email })
  const resetting = tokenTo(who.email, 'reset')
  for (const invalid of [resetting, makeToken('svc_mail_', 'a'), makeToken('svc_inv_', 'a'), 'x'])
    expect(problemOf(await confirm(invalid))).toEqual(dead)
  for (const invalid of [resetting, confirming, makeToken('svc_mail_', 'a'), 'x'])
    expect(problemOf(await undo(invalid))).toEqual(dead)
  expect(problemOf(await post('password/reset', { token: confirming, new_password: next }))).toEqual(dead)
  expect((await confirm(confirming)).status).toBe(204)
})

test('only the person can change the address: no key, application, operator or other site', async () => {
  const { owner, base } = await workspace()
  const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
  const { cookie, operator } = await impersonating(owner)
  const body = { password: strong, email: newEmail() }
  const looking = { cookie: `impersonation=${makeToken('svc_imp_', 'a')}` }
  const responses = [
    await call('POST', at, { body, headers: { authorization: `Bearer ${token}` } }),
    await (await connected(owner)).app.call('POST', at, body),
    await operator.call('POST', at, body, { cookie: `${operator.headers.cookie}; ${cookie}` }),
    await owner.call('POST', at, body, { origin: 'https://evil.example' }),
    await confirm(makeToken('svc_mail_', 'a'), looking),
    await undo(makeToken('svc_mail_', 'a'), looking),
    await confirm(makeToken('svc_mail_', 'a'), { origin: 'https://evil.example' }),
    await undo(makeToken('svc_mail_', 'a'), { origin: 'https://evil.example' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403))
  expect(mailTo(body.email)).toEqual([])
})
