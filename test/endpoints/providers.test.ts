import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { account, browserOf, newEmail, cookiesOf, post, strong } from '../kit/accounts.ts'
import { asOwner, call, type Caller, type Json, type Reply, uniqueAddress } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { connected } from '../kit/oauth.ts'
import { type Person, type Provider, startProvider } from '../kit/provider.ts'
import { isAuthoritative } from '../../src/shared/providers/google.ts'
import { hashOf } from '../../src/base/tokens.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterEach(() => void (provider.scenario = {}))
afterAll(() => provider.stop())

type Name = 'google' | 'github'
let subjects = 1000
const newPerson = (more: Partial<Person> = {}): Person => ({
  subject: String(++subjects),
  email: newEmail(),
  ...more,
})
const problemOf = ({ status, body }: Reply) => [status, body?.error?.code, body?.error?.message]
const callAuth = (path: string, body: object, cookie = '') =>
  call(
    'POST',
    `/api/v1/auth/providers/${path}`,
    { body, headers: { ...uniqueAddress(), ...(cookie ? { cookie } : {}) } },
    provider.settings,
  )
const begin = async (name: Name, more: object = {}, cookie = '') => {
  const reply = await callAuth('begin', { provider: name, ...more }, cookie)
  return { reply, url: String(reply.body.authorization_url), jar: cookiesOf(reply) }
}
/** Signs in through a provider from the start, in a browser that has these cookies. */
async function signIn(name: Name, person: Person, cookie = '', more: object = {}): Promise<Reply> {
  const { url, jar } = await begin(name, more, cookie)
  const returned = provider.allow(url, person)
  return callAuth('finish', { provider: name, ...returned }, [jar, cookie].filter(Boolean).join('; '))
}
const identities = (who: Caller): Promise<Json> =>
  call('GET', '/api/v1/auth/identities', { headers: who.headers }, provider.settings).then(({ body }) => body)
const verify = ({ id }: Caller) => asOwner('update users set email_verified_at = now() where id = $1', [id])
const link = async (who: Caller, name: Name, person: Person, password: string | null = strong) => {
  const startReply = await who.call('POST', '/api/v1/auth/identities/link', password ? { password } : {})
  if (startReply.status !== 200) return startReply
  return signIn(name, person, who.headers.cookie, { ticket: startReply.body.ticket })
}
const unlink = async (who: Caller, body: object = { password: strong }) => {
  const [{ id }] = (await identities(who)).items
  return call(
    'POST',
    `/api/v1/auth/identities/${id}/unlink`,
    { body, headers: who.headers },
    provider.settings,
  )
}

describe.each(['google', 'github'] as const)('signing in through %s', (name) => {
  test('creates an account with a verified address and no password, and finds it again', async () => {
    const person = newPerson({ name: 'Grace Hopper' })
    const first = await signIn(name, person)
    expect([first.status, first.body.email, first.body.name, first.body.email_verified]).toEqual([
      200,
      person.email,
      'Grace Hopper',
      true,
    ])
    const who = browserOf(first)
    expect(await identities(who)).toMatchObject({
      has_password: false,
      items: [{ provider: name, address: person.email }],
      providers: ['google', 'github'],
    })
    const repeated = await signIn(name, { ...person, email: newEmail() })
    expect([repeated.status, repeated.body.id, repeated.body.email]).toEqual([
      200,
      first.body.id,
      person.email,
    ])
    const [{ methods }] = await asOwner('select methods from sessions where user_id = $1 limit 1', [who.id])
    expect(methods).toEqual([name])
  })

  test('opens the account with the same verified address, and tells its person by mail', async () => {
    const who = await account()
    await verify(who)
    const reply = await signIn(name, newPerson({ email: who.email }))
    expect([reply.status, reply.body.id]).toEqual([200, who.id])
    expect((await who.call('GET', '/api/v1/auth/me')).status).toBe(200)
    await expect
      .poll(() => mailTo(who.email).map(({ subject }) => subject))
      .toContain('Service: A way to sign in was added')
    const [entry] = await asOwner(
      `select changes->>'provider' as provider from audit_log where entity_id = $1 and action = 'account.identity_linked'`,
      [who.id],
    )
    expect(entry).toEqual({ provider: name })
  })

  test('takes over an account whose address was never verified, and ends what its creator had', async () => {
    const squatter = await account()
    const { app } = await connected(squatter)
    await link(squatter, name === 'google' ? 'github' : 'google', newPerson())
    await asOwner(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name) values ($1, $2, $3, 'x', 0, 'x')`,
      [uuidv7(), squatter.id, uuidv7()],
    )
    await asOwner('update users set second_factor = true where id = $1', [squatter.id])
    const reply = await signIn(name, newPerson({ email: squatter.email, name: 'The Owner' }))
    expect([reply.status, reply.body.id, reply.body.name]).toEqual([200, squatter.id, 'The Owner'])
    expect((await squatter.call('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await app.call('GET', '/api/v1/auth/me')).status).toBe(401)
    expect((await post('login', { email: squatter.email, password: strong })).status).toBe(401)
    const { items, has_password } = await identities(browserOf(reply))
    expect([items.map((one: Json) => one.provider), has_password]).toEqual([[name], false])
  })

  test('is rejected if the provider has not verified the address', async () => {
    expect(problemOf(await signIn(name, newPerson({ verified: false })))).toEqual([
      403,
      'forbidden',
      expect.stringMatching(
        /^(?:Google|GitHub) has not verified your e-mail address; verify it there, or sign in with your password/,
      ),
    ])
  })

  test('accepts a code and a state once, and none from another browser', async () => {
    const { url, jar } = await begin(name)
    const returned = provider.allow(url, newPerson())
    const other = await begin(name)
    const ended = [
      403,
      'sign_in_expired',
      'this sign-in was started in another browser, or more than ten minutes ago; start again',
    ]
    for (const cookie of ['', other.jar, jar.replace(/.{6}$/, 'xxxxxx')])
      expect(problemOf(await callAuth('finish', { provider: name, ...returned }, cookie))).toEqual(ended)
    expect(problemOf(await callAuth('finish', { provider: name, ...returned, state: 'wrong' }, jar))).toEqual(
      ended,
    )
    expect((await callAuth('finish', { provider: name, ...returned }, jar)).status).toBe(200)
    expect(problemOf(await callAuth('finish', { provider: name, ...returned }, jar))).toEqual([
      403,
      'sign_in_refused',
      expect.stringMatching(/^(?:Google|GitHub) did not accept this sign-in; begin again$/),
    ])
    const renewed = provider.allow(url, newPerson())
    expect(problemOf(await callAuth('finish', { provider: name, ...renewed }, jar))).toEqual([
      403,
      'forbidden',
      'this sign-in was used already; begin again',
    ])
  })

  test('race: two browsers of a new person get one account', async () => {
    const person = newPerson()
    const replies = await Promise.all([signIn(name, person), signIn(name, person), signIn(name, person)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  })

  test('reports that the provider does not respond as it should', async () => {
    const token = name === 'google' ? '/token' : '/hub/login/oauth/access_token'
    for (const response of [
      { status: 500 },
      { status: 200, body: 'not JSON' },
      { status: 200, body: {} },
      { status: 302 },
      { status: 400, body: { error: 'unauthorized_client' } },
    ]) {
      provider.scenario = { at: token, answer: response }
      expect(problemOf(await signIn(name, newPerson()))).toEqual([
        502,
        'upstream_error',
        expect.stringMatching(/did not answer as it should; try again later$/),
      ])
    }
    provider.scenario = { at: token, answer: 'hangs' }
    expect(problemOf(await signIn(name, newPerson()))[2]).toMatch(/did not answer in time; try again$/)
  })
})

test.each([
  ['another nonce', { claims: { nonce: 'other' } }],
  ['another audience', { claims: { aud: 'other-client' } }],
  ['another authorized party', { claims: { azp: 'other-client' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an expired time', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
  ['no subject', { claims: { sub: undefined } }],
  ['the signature of another key', { forged: true }],
])('an ID token with %s signs nobody in', async (_, respond) => {
  provider.scenario = respond
  const person = newPerson()
  expect(problemOf(await signIn('google', person))).toEqual([
    502,
    'upstream_error',
    'the answer of Google could not be verified; begin again',
  ])
  expect(await asOwner('select from users where email = $1', [person.email])).toEqual([])
})

describe('a provider', () => {
  test('is not offered if it is not configured', async () => {
    const reply = await call('POST', '/api/v1/auth/providers/begin', {
      body: { provider: 'google' },
      headers: uniqueAddress(),
    })
    expect(problemOf(reply)).toEqual([404, 'not_found', 'provider not found'])
  })

  test('gets state, nonce and PKCE, and only a request for identity', async () => {
    const google = new URL((await begin('google')).url).searchParams
    expect(Object.fromEntries(google)).toMatchObject({
      response_type: 'code',
      client_id: 'google-client',
      redirect_uri: 'https://service.test/login/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    const { reply, url } = await begin('github')
    expect(new URL(url).searchParams.get('scope')).toBe('read:user user:email')
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^provider_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    for (const param of ['state', 'nonce', 'code_challenge']) expect(google.get(param)).toMatch(/^[\w-]{43}$/)
  })

  test('does not sign in locked people, and requires the second factor', async () => {
    const person = newPerson()
    const { body } = await signIn('google', person)
    await asOwner(`update users set second_factor = true where id = $1`, [body.id])
    const startReply = await signIn('google', person)
    expect([
      startReply.status,
      startReply.body.error.code,
      startReply.body.second_factor.ticket.length > 20,
    ]).toEqual([401, 'second_factor_required', true])
    expect(cookiesOf(startReply)).not.toContain('access_token')
    await asOwner(`update users set status = 'locked' where id = $1`, [body.id])
    expect(problemOf(await signIn('google', person))[2]).toBe(
      'this account is locked; ask the operators of the service',
    )
  })
})

describe('an account without a password', () => {
  test('says how to choose one, and gets one by mail', async () => {
    const person = newPerson()
    const who = browserOf(await signIn('google', person))
    const isUnset = (field: string) => [
      422,
      'validation_error',
      `body.${field}: this account has no password yet; choose one by the mail of “Forgot your password?”`,
    ]
    const change = { current_password: 'x', new_password: 'a pile of wet leaves' }
    expect(problemOf(await who.call('POST', '/api/v1/auth/password/change', change))).toEqual(
      isUnset('current_password'),
    )
    expect(problemOf(await who.call('DELETE', '/api/v1/auth/me', { password: 'x' }))).toEqual(
      isUnset('password'),
    )
    expect(problemOf(await who.call('POST', '/api/v1/auth/export', { password: 'x' }))).toEqual(
      isUnset('password'),
    )
    expect((await post('login', { email: person.email, password: strong })).status).toBe(401)
    await post('password/forgot', { email: person.email })
    await expect.poll(() => mailTo(person.email).some(({ text }) => text.includes('/reset?'))).toBe(true)
    const mail = mailTo(person.email).find(({ text }) => text.includes('/reset?'))!
    const reset = { token: tokenIn(mail), new_password: strong }
    expect((await post('password/reset', reset)).status).toBe(204)
    const returned = browserOf(await post('login', { email: person.email, password: strong }))
    expect(await identities(returned)).toMatchObject({ has_password: true, items: [{ provider: 'google' }] })
  })

  test('keeps a way to sign in; after a recent sign-in it may change them', async () => {
    const who = browserOf(await signIn('google', newPerson()))
    expect(problemOf(await unlink(who, {}))).toEqual([
      409,
      'conflict',
      'this is your only way to sign in; choose a password first with “Forgot your password?”',
    ])
    expect((await link(who, 'github', newPerson(), null)).status).toBe(200)
    await asOwner(`update sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [
      who.id,
    ])
    expect(problemOf(await unlink(who, {}))).toEqual([
      422,
      'validation_error',
      'body.password: this account has none; sign out and in again, then do this within ten minutes',
    ])
    await asOwner(`update sessions set created_at = now() where user_id = $1`, [who.id])
    expect((await unlink(who, {})).status).toBe(204)
    expect((await identities(who)).items).toMatchObject([{ provider: 'github' }])
  })
})

describe('linking', () => {
  test('requires the password, and rejects another person’s identity', async () => {
    const [who, person] = [await account(), newPerson()]
    expect(problemOf(await link(who, 'google', person, 'wrong'))[2]).toBe(
      'body.password: is wrong; reset the password if you have forgotten it',
    )
    expect(problemOf(await who.call('POST', '/api/v1/auth/identities/link', {}))[2]).toBe(
      'body.password: required',
    )
    expect((await link(who, 'google', person)).status).toBe(200)
    expect((await link(who, 'google', person)).status).toBe(200)
    expect((await signIn('google', { ...person, verified: false })).body.id).toBe(who.id)
    expect(problemOf(await link(who, 'google', newPerson()))[2]).toBe(
      'your account is linked with another Google account; sign in in another way and unlink that first',
    )
    const other = await account()
    expect(problemOf(await link(other, 'google', person))[2]).toBe(
      'this Google account is linked with another account here; unlink it there first',
    )
    expect((await unlink(who)).status).toBe(204)
    await expect.poll(() => mailTo(who.email).at(-1)?.subject).toBe('Service: A way to sign in was removed')
    expect((await identities(who)).items).toEqual([])
  })

  test('works only in the session that started it, and not for keys, applications and operators', async () => {
    const [who, other] = [await account(), await account()]
    const { body } = await who.call('POST', '/api/v1/auth/identities/link', { password: strong })
    const foreign = await signIn('google', newPerson(), other.headers.cookie, { ticket: body.ticket })
    expect(problemOf(foreign)[1]).toBe('sign_in_expired')
    expect(problemOf(await signIn('google', newPerson(), '', { ticket: body.ticket }))).toEqual([
      401,
      'unauthorized',
      'sign in, then link it again',
    ])
    expect(problemOf((await begin('google', { ticket: 'forged' })).reply)[1]).toBe('sign_in_expired')
    const { app } = await connected(who)
    const { send } = await impersonating(who)
    expect((await app.call('GET', '/api/v1/auth/identities')).status).toBe(403)
    expect((await app.call('POST', '/api/v1/auth/identities/link', { password: strong })).status).toBe(403)
    expect((await send('GET', '/api/v1/auth/identities')).status).toBe(403)
    expect((await identities(other)).items).toEqual([])
  })

  test('ends with the account, and by a reset if it was not verified', async () => {
    const [who, person] = [await account(), newPerson()]
    await link(who, 'google', person)
    await post('password/forgot', { email: who.email })
    await expect.poll(() => mailTo(who.email).some(({ text }) => text.includes('/reset?'))).toBe(true)
    const mail = mailTo(who.email).find(({ text }) => text.includes('/reset?'))!
    await post('password/reset', { token: tokenIn(mail), new_password: 'a pile of wet leaves' })
    expect(await asOwner('select from user_identities where user_id = $1', [who.id])).toEqual([])
    const deletedAccount = await account()
    await link(deletedAccount, 'google', person)
    await deletedAccount.ok('DELETE', '/api/v1/auth/me', { password: strong })
    expect(await asOwner('select from user_identities where user_id = $1', [deletedAccount.id])).toEqual([])
  })
})

test('no code, token, secret or verifier is stored', async () => {
  const person = newPerson()
  const { url, jar } = await begin('google')
  const returned = provider.allow(url, person)
  await callAuth('finish', { provider: 'google', ...returned }, jar)
  const spent = await asOwner(`select encode(hash, 'hex') as hash from spent_tickets`)
  expect(spent.map(({ hash }) => hash)).toContain(hashOf(returned.state))
  const trail = await asOwner(`select to_jsonb(a)::text as text from audit_log a where a.org_id is null`)
  for (const secret of [returned.code, returned.state, 'google-secret'])
    expect(trail.filter(({ text }) => text.includes(secret))).toEqual([])
})

describe('an address that Google does not host', () => {
  const google = 'https://accounts.google.com'
  test.each([
    [google, 'ada@gmail.com', undefined, true],
    [google, 'ada@example.com', 'example.com', true],
    [google, 'ada@example.com', undefined, false],
    [google, 'ada@notgmail.com', '', false],
    [google, null, undefined, false],
    ['https://id.example.com', 'ada@example.com', undefined, true],
  ])('%s %s %s', (issuer, address, domain, holds) =>
    expect(isAuthoritative(issuer, address, domain)).toBe(holds),
  )

  const claimFor = (address: string) => ({
    provider: 'google',
    issuer: google,
    title: 'Google',
    subject: uuidv7(),
    address,
    verified: true,
    authoritative: false,
    name: 'Grace',
    new_id: uuidv7(),
    spent: hashOf(uuidv7()),
    until: new Date(Date.now() + 60_000).toISOString(),
  })
  const open = (overrides: object) =>
    asOwner(
      `with trace as materialized (select app.trace('{"action":"session.opened"}'))
        select app.account_for_identity($1, $2) as told from trace where trace::text is not null`,
      [overrides, 'x'],
    )

  test('creates an account whose address is not verified yet', async () => {
    const claim = claimFor(newEmail())
    await open(claim)
    const [row] = await asOwner('select email_verified_at as proven from users where id = $1', [claim.new_id])
    expect(row).toEqual({ proven: null })
    // From now on, the identity itself opens it.
    const [repeated] = await open({ ...claim, spent: hashOf(uuidv7()), new_id: uuidv7() })
    expect(repeated.told.id).toBe(claim.new_id)
  })

  test.each([true, false])('opens no existing account (verified: %s)', async (proven) => {
    const who = await account()
    if (proven) await verify(who)
    await expect(open(claimFor(who.email))).rejects.toThrow(
      'there is an account with this address, and Google cannot tell whose the address is now',
    )
    expect((await who.call('GET', '/api/v1/auth/me')).status).toBe(200)
  })
})
