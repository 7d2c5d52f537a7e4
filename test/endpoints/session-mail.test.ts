import { describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { newEmail, post, register, strong } from '../kit/accounts.ts'
import { asOwner, call, caller, type Caller, person, type Reply } from '../kit/client.ts'
import { linkIn, mailTo, tokenIn } from '../kit/mail.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const send = '/api/v1/auth/email/verify/send'
const verify = (token: string) => post('email/verify', { token })
const verified = async (who: Caller) => (await who.ok('GET', '/api/v1/auth/me')).email_verified
const jarOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function signUp(headers: Record<string, string> = {}) {
  const email = newEmail()
  const reply = await register(email, headers)
  return caller({ cookie: jarOf(reply) }, { id: reply.body.id, email })
}

describe('verifying an address', () => {
  test('starts at sign-up: a mail in the language of the browser, with a link that works once', async () => {
    const ada = await signUp({ 'accept-language': 'de-AT,en;q=0.5' })
    expect(mailTo(ada.email)).toHaveLength(1)
    const mail = mailTo(ada.email)[0]!
    expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Service')
    expect(linkIn(mail).pathname).toBe('/verify')
    expect(await verified(ada)).toBe(false)
    const reply = await verify(tokenIn(mail))
    expect([reply.status, reply.roundTrips, await verified(ada)]).toEqual([204, 1, true])
    const repeated = await verify(tokenIn(mail))
    expect([repeated.status, repeated.body.error.code]).toEqual([404, 'not_found'])
  })

  test('can be repeated on request, in the same language', async () => {
    const ada = await signUp({ 'accept-language': 'fr' })
    const reply = await ada.call('POST', send)
    expect([reply.status, reply.roundTrips, reply.body]).toEqual([202, 1, { email: ada.email }])
    expect(reply.text).not.toContain('svc_mail_')
    expect(mailTo(ada.email).map(({ subject }) => subject)).toEqual(
      Array<string>(2).fill('Confirmez votre adresse e-mail pour Service'),
    )
    const tokens = mailTo(ada.email).map(tokenIn)
    expect(new Set(tokens).size).toBe(2)
    expect((await verify(tokens[0]!)).status).toBe(204)
    const known = await ada.call('POST', send)
    expect([known.status, known.body.error.message]).toEqual([409, 'your address is verified already'])
  })

  test('fails after 24 hours, and when the address changed meanwhile', async () => {
    const [expired, moved] = [await signUp(), await signUp()]
    await asOwner(`update mail_tokens set expires_at = expires_at - interval '24 hours' where user_id = $1`, [
      expired.id,
    ])
    await asOwner('update users set email = $2 where id = $1', [moved.id, newEmail()])
    for (const who of [expired, moved]) {
      expect((await verify(tokenIn(mailTo(who.email)[0]!))).status).toBe(404)
      expect(await verified(who)).toBe(false)
    }
  })

  test('accepts only a token, and an unknown one costs little', async () => {
    const malformed = await verify('svc_mail_nonsense')
    expect([malformed.status, malformed.roundTrips, malformed.body.error.message]).toEqual([
      404,
      0,
      'link not found',
    ])
    const unknown = await verify(makeToken('svc_mail_', 'a'))
    expect([unknown.status, unknown.roundTrips]).toEqual([404, 1])
    const invalid = await post('email/verify', { code: 1 })
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'body.token: required; body.code: unknown field',
    ])
  })

  test('has one winner among fifty concurrent uses of a token', { tags: 'race' }, async () => {
    const ada = await signUp()
    const token = tokenIn(mailTo(ada.email)[0]!)
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(token)))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('names the missing setting if no mail is sent; signing up and in work without', async () => {
    const off = { MAIL_FROM: '' }
    const email = newEmail()
    const body = { email, password: strong, name: 'Ada' }
    expect((await call('POST', '/api/v1/auth/register', { body }, off)).status).toBe(201)
    const entered = await call('POST', '/api/v1/auth/login', { body: { email, password: strong } }, off)
    expect(entered.status).toBe(200)
    const reply = await call('POST', send, { headers: { cookie: jarOf(entered) } }, off)
    expect([reply.status, reply.body.error.code]).toEqual([409, 'mail_not_configured'])
    expect(reply.body.error.message).toContain('MAIL_FROM must be an address')
    expect((await call('POST', send, {}, off)).status).toBe(401)
    expect(mailTo(email)).toEqual([])
  })
})

describe('signing in on an unknown device', () => {
  const login = (email: string, headers: Record<string, string> = {}) =>
    post('login', { email, password: strong }, headers)
  const warnings = (email: string) =>
    mailTo(email).filter(({ subject }) => subject === 'New sign-in to Service')

  test('is announced by mail, but neither the first time after sign-up nor on a known device', async () => {
    const ada = await signUp()
    expect((await login(ada.email)).status).toBe(200)
    expect(warnings(ada.email)).toEqual([])
    expect((await login(ada.email, ada.headers)).status).toBe(200)
    expect(warnings(ada.email)).toEqual([])
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
    const reply = await login(ada.email, { 'user-agent': agent, 'cf-connecting-ip': '203.0.113.9' })
    expect([reply.status, reply.roundTrips]).toEqual([200, 2])
    expect(warnings(ada.email)).toHaveLength(1)
    for (const line of ['Device: Firefox on Linux', 'IP address: 203.0.113.9', 'Time: '])
      expect(warnings(ada.email)[0]!.text).toContain(line)
  })

  test('is announced even if the older sessions of the account are gone', async () => {
    const ada = await signUp()
    await asOwner(`update users set created_at = now() - interval '31 days' where id = $1`, [ada.id])
    await asOwner('delete from sessions where user_id = $1', [ada.id])
    await login(ada.email)
    expect(warnings(ada.email)).toHaveLength(1)
  })

  test('is not announced if the password was wrong', async () => {
    const ada = await person()
    await post('login', { email: ada.email, password: 'wrong password' })
    expect(mailTo(ada.email)).toEqual([])
  })
})
