import { describe, expect, test } from 'vitest'
import { asOwner, call, password } from '../kit/client.ts'
import { addPasskey, codeOf, freezeClock, turnOn, wrongCode } from '../kit/factors.ts'
import { caller } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { inputOf, jarOf, newcomer, open, submit, problemBeside, textOf, to } from './browse.ts'

freezeClock()

const stepsAt = '/account/second-factor'

async function withSecondFactor() {
  const { email, headers } = await newcomer()
  const { body } = await call('GET', '/api/v1/auth/me', { headers })
  const who = caller(headers, { id: body.id, email })
  return { who, email, headers, ...(await turnOn(who)) }
}
const hidden = (name: string, page: Awaited<ReturnType<typeof open>>) =>
  /value="([^"]*)"/.exec(inputOf(name, page) ?? '')?.[1] ?? ''

describe('the second step of signing in', () => {
  test('goes from the password to the code to the requested page, without a script', async () => {
    const { email, secret } = await withSecondFactor()
    const place = { 'cf-connecting-ip': '203.0.113.80' }
    const secondStep = await submit('/login', { email, password, next: '/account' }, place)
    expect([secondStep.status, secondStep.text.includes('One more step'), jarOf(secondStep)]).toEqual([
      200,
      true,
      '',
    ])
    const fields = {
      ticket: hidden('ticket', secondStep),
      methods: hidden('methods', secondStep),
      next: hidden('next', secondStep),
    }
    const wrong = await submit('/login/second-factor', { ...fields, code: wrongCode(secret) }, place)
    expect([wrong.status, problemBeside('code', wrong)]).toEqual([
      401,
      'Is wrong; type the one that your app shows now.',
    ])
    expect(hidden('ticket', wrong)).toBe(fields.ticket)
    const done = await submit('/login/second-factor', { ...fields, code: codeOf(secret) }, place)
    expect(to(done)).toEqual([303, '/account'])
    expect((await open('/account', { cookie: jarOf(done) })).status).toBe(200)
    const again = await submit('/login/second-factor', { ...fields, code: codeOf(secret, 1) }, place)
    expect([
      again.status,
      again.text.includes('This sign-in has ended; begin again with your password.'),
    ]).toEqual([401, true])
  })

  test('never redirects to another site, and rejects forms of one', async () => {
    const { email, secret } = await withSecondFactor()
    const place = { 'cf-connecting-ip': '203.0.113.81' }
    const secondStep = await submit('/login', { email, password }, place)
    const fields = { ticket: hidden('ticket', secondStep), code: codeOf(secret), next: '//evil.example' }
    const foreign = await submit('/login/second-factor', fields, { ...place, origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(to(await submit('/login/second-factor', fields, place))).toEqual([303, '/dashboard'])
  })

  test('reports an invalid passkey', async () => {
    const empty = await submit('/login/passkey', { passkey: '{', passkey_ticket: 'x' })
    expect([empty.status, empty.text.includes('The browser sent no passkey.')]).toEqual([422, true])
    const broken = await submit('/login/second-factor', { ticket: 'x', options: '{' })
    expect([broken.status, broken.text.includes('One more step')]).toEqual([422, true])
  })
})

describe('the pages of the account', () => {
  test('set an app up: the key and a QR code, a code, and the recovery codes once', async () => {
    const { headers, email } = await newcomer()
    expect((await open('/account', headers)).text).toContain('Confirm your e-mail address</a> first.')
    await asOwner('update users set email_verified_at = now() where email = $1', [email])
    const account = (await open('/account', headers)).text
    expect(account).toContain(`href="${stepsAt}/app"`)
    expect(account).not.toContain('Confirm your e-mail address')
    const wrong = await submit(`${stepsAt}/app`, { password: 'wrong password' }, headers)
    expect([wrong.status, problemBeside('password', wrong)]).toEqual([
      422,
      'Is wrong; reset the password if you have forgotten it.',
    ])
    const setup = await submit(`${stepsAt}/app`, { password }, headers)
    expect(setup.text).toMatch(/<svg class="qr"[^>]*role="img" aria-label="QR code for the app">/)
    const [secret, uri] = [hidden('secret', setup), hidden('uri', setup)]
    expect(textOf('secret', setup)).toBe(secret)
    const again = await submit(`${stepsAt}/confirm`, { code: wrongCode(secret), secret, uri }, headers)
    expect([again.status, again.text.includes('class="qr"')]).toEqual([422, true])
    const on = await submit(`${stepsAt}/confirm`, { code: codeOf(secret), secret, uri }, headers)
    expect(textOf('codes', on)!.trim().split('\n')).toHaveLength(10)
    expect((await open('/account', headers)).text).toContain('10 codes left')
  })

  test('ask for a code wherever a second factor is on', async () => {
    const { headers, codes } = await withSecondFactor()
    for (const path of [
      `${stepsAt}/off`,
      `${stepsAt}/codes`,
      `${stepsAt}/passkey`,
      '/account',
      '/account/delete',
    ])
      expect([path, inputOf('code', await open(path, headers)) !== undefined]).toEqual([path, true])
    const lacking = await submit('/account/delete', { password }, headers)
    expect([lacking.status, problemBeside('code', lacking)?.startsWith('Required')]).toEqual([422, true])
    const email = await submit('/account/email', { password, email: 'x@example.com', code: 'AAAA' }, headers)
    expect([email.status, problemBeside('code', email)?.startsWith('Is no code of yours')]).toEqual([
      422,
      true,
    ])
    const off = await submit(`${stepsAt}/off`, { password, code: codes[0]! }, headers)
    expect(to(off)).toEqual([303, '/account?done=factor-off'])
  })

  test('list, rename and remove passkeys', async () => {
    const { who, headers, codes } = await withSecondFactor()
    const { passkey } = await addPasskey(who, { code: codes[0]! })
    const page = await open('/account', headers)
    expect(page.text).toContain(`href="${stepsAt}/remove?id=${passkey.id}"`)
    const renamed = await submit(
      '/account/rename-passkey',
      { passkey_id: passkey.id, name: 'Blue <key>' },
      headers,
    )
    expect(to(renamed)).toEqual([303, '/account?done=passkey-renamed'])
    expect((await open('/account', headers)).text).toContain('Blue &lt;key&gt;')
    const fields = { passkey_id: passkey.id, password, code: codes[1]! }
    expect(to(await submit(`${stepsAt}/remove`, fields, headers))).toEqual([
      303,
      '/account?done=passkey-removed',
    ])
    expect((await submit(`${stepsAt}/remove`, { ...fields, code: codes[2]! }, headers)).status).toBe(404)
    expect((await submit(`${stepsAt}/remove`, { ...fields, passkey_id: 'x' }, headers)).status).toBe(404)
  })

  test('require signing in, and other steps are not found', async () => {
    expect(to(await open(`${stepsAt}/app`))).toEqual([303, '/login?next=%2Faccount'])
    const { headers } = await newcomer()
    for (const step of ['toString', 'made', 'x'])
      expect((await open(`${stepsAt}/${step}`, headers)).status).toBe(404)
  })
})

test('an operator removes the factors of a person on the page, with a reason', async () => {
  const [olga, { who }] = [await operator(), await withSecondFactor()]
  const page = await open(`/platform/users?q=${who.id}`, olga.headers)
  expect(page.text).toContain('action="/platform/users/remove-factor?')
  const fields = { user_id: who.id }
  const form = `/platform/users/remove-factor?q=${who.id}`
  const lacking = await submit(form, { ...fields, reason: '' }, olga.headers)
  expect([lacking.status, problemBeside('reason', lacking)]).toEqual([422, 'Must not be empty.'])
  const reason = 'ticket 4713: the phone is lost'
  const done = await submit(form, { ...fields, reason }, olga.headers)
  expect(to(done)).toEqual([303, `/platform/users?q=${who.id}&done=factor-removed`])
  const after = await open(`/platform/users?q=${who.id}&done=factor-removed`, olga.headers)
  expect(after.text).toContain('The second factor is removed.')
  expect(after.text).not.toContain('action="/platform/users/remove-factor?')
})

test('an organization can require one, and says what to do if it is missing', async () => {
  const { headers, who, codes } = await withSecondFactor()
  const { slug } = await who.ok('POST', '/api/v1/organizations', { name: 'Guarded' })
  const at = `/organizations/${slug}/settings/second-factor`
  expect(to(await submit(at, { on: 'yes' }, headers))).toEqual([
    303,
    `/organizations/${slug}/settings?done=saved#security`,
  ])
  await submit(`${stepsAt}/off`, { password, code: codes[0]! }, headers)
  const shut = await open(`/organizations/${slug}`, headers)
  expect([shut.status, shut.text.includes('href="/account"')]).toEqual([403, true])
  for (const path of ['/dashboard', '/inbox', '/search?q=x'])
    expect((await open(path, headers)).status).toBe(200)
  expect((await open('/dashboard', headers)).text).toContain('A second factor is needed')
  expect((await submit(at, { on: 'no' }, headers)).status).toBe(403)
  const other = await newcomer()
  const me = await call('GET', '/api/v1/auth/me', { headers: other.headers })
  const own = await caller(other.headers, me.body).ok('POST', '/api/v1/organizations', { name: 'Open' })
  const early = await submit(
    `/organizations/${own.slug}/settings/second-factor`,
    { on: 'yes' },
    other.headers,
  )
  expect([early.status, early.text.includes('Turn on a second factor in your own account')]).toEqual([
    409,
    true,
  ])
})
