import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, password } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { linkIn, mailTo, tokenIn } from '../kit/mail.ts'
import { freshEmail, inputOf, jarOf, newcomer, open, submit, problemBeside, textOf, to } from './browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const next = 'a pile of wet leaves'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
const signIn = (email: string, typedPassword: string, headers = {}) =>
  submit('/login', { email, password: typedPassword }, headers)
const linkTo = (email: string, path: string) => {
  const mail = mailTo(email).findLast(({ text }) => text.includes(`${path}?token=`))!
  return { path: linkIn(mail).pathname + linkIn(mail).search, token: tokenIn(mail) }
}
const linksOf = ({ text }: { text: string }) => [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map((m) => m[1])

describe('the account page', () => {
  test('shows the person, and links to keys and applications; every page links to it', async () => {
    const { email, headers } = await newcomer('Ada <Lovelace>')
    const page = await open('/account', headers)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.text).toContain('Ada &lt;Lovelace&gt;')
    expect(page.text).toContain(email)
    expect(linksOf(page)).toEqual(
      expect.arrayContaining(['/dashboard', '/settings/keys', '/settings/applications', '/forgot']),
    )
    expect(page.text.length).toBeLessThan(60_000)
    for (const path of ['/dashboard', '/settings/keys', '/settings/applications', '/connect'])
      expect(linksOf(await open(path, headers))).toContain('/account')
  })

  test('redirects signed-out people to sign in, and back', async () => {
    expect(to(await open('/account'))).toEqual([303, '/login?next=%2Faccount'])
    for (const path of ['profile', 'password', 'email', 'end-others'])
      expect(to(await submit(`/account/${path}`, {}))).toEqual([303, '/login?next=%2Faccount'])
  })

  test('rejects forms of other sites', async () => {
    const { headers } = await newcomer()
    for (const path of ['profile', 'password', 'email', 'end-session', 'end-others']) {
      const foreign = { ...headers, origin: 'https://evil.example' }
      expect((await submit(`/account/${path}`, { name: 'Eve' }, foreign)).status).toBe(403)
    }
  })

  test('is closed to an impersonating operator', async () => {
    const { email } = await newcomer()
    const [{ id }] = await asOwner('select id from users where email = $1', [email])
    const { cookie, operator } = await impersonating({ id, email, headers: {} } as never)
    const page = await open('/account', { cookie: `${operator.headers.cookie}; ${cookie}` })
    expect(page.status).toBe(403)
    expect(linksOf(page)).not.toContain('/account')
  })
})

describe('the profile', () => {
  test('is saved', async () => {
    const { headers } = await newcomer()
    const fields = { name: 'Ada King', locale: 'de', timezone: 'Europe/Vienna' }
    expect(to(await submit('/account/profile', fields, headers))).toEqual([303, '/account?done=profile'])
    const page = await open('/account?done=profile', headers)
    expect(page.text).toContain('Your profile is saved.')
    expect(inputOf('name', page)).toContain('value="Ada King"')
    expect(page.text).toContain('<option value="de" selected="">Deutsch</option>')
    expect(page.text).toContain('<option selected="">Europe/Vienna</option>')
    await submit('/account/profile', { ...fields, locale: '', timezone: '' }, headers)
    const { body } = await call('GET', '/api/v1/auth/me', { headers })
    expect(body).toMatchObject({ name: 'Ada King', locale: null, timezone: null })
  })

  test('keeps a language that the list does not have', async () => {
    const { headers } = await newcomer()
    await call('PATCH', '/api/v1/auth/me', { body: { locale: 'pt-BR' }, headers })
    expect((await open('/account', headers)).text).toContain('<option selected="">pt-BR</option>')
  })

  test('shows its problems beside their fields and keeps what was typed', async () => {
    const { headers } = await newcomer()
    const fields = { name: ' ', locale: 'de', timezone: 'Europe/Atlantis' }
    const page = await submit('/account/profile', fields, headers)
    expect([page.status, problemBeside('name', page), problemBeside('timezone', page)]).toEqual([
      422,
      'Must not be empty.',
      'Must be an IANA time zone.',
    ])
    expect(page.text).toContain('<option value="de" selected="">Deutsch</option>')
    expect(page.text.match(/id="problems"/g)).toHaveLength(1)
  })
})

describe('the password', () => {
  test('is changed', async () => {
    const { email, headers } = await newcomer()
    const fields = { current_password: password, new_password: next }
    expect(to(await submit('/account/password', fields, headers))).toEqual([303, '/account?done=password'])
    expect((await open('/account?done=password', headers)).text).toContain('Your password is changed.')
    expect([(await signIn(email, password)).status, (await signIn(email, next)).status]).toEqual([401, 303])
  })

  test('stays if the current one is wrong; the error is shown at its field, and passwords are never sent back', async () => {
    const { headers } = await newcomer()
    const fields = { current_password: 'my wrong password', new_password: next }
    const page = await submit('/account/password', fields, headers)
    expect([page.status, problemBeside('current_password', page)]).toEqual([
      422,
      'Is wrong; reset the password if you have forgotten it.',
    ])
    for (const typedPassword of Object.values(fields)) expect(page.text).not.toContain(typedPassword)
  })
})

describe('the e-mail address', () => {
  test('is changed by the link sent to the new one, and restored by the link sent to the old one', async () => {
    const { email, headers } = await newcomer()
    await asOwner('update users set email_verified_at = now() where email = $1', [email])
    const another = freshEmail()
    expect(to(await submit('/account/email', { email: another, password }, headers))).toEqual([
      303,
      '/account?done=email',
    ])
    const link = linkTo(another, '/confirm-address')
    const linkPage = await open(link.path)
    expect([linkPage.status, (await signIn(another, password)).status]).toEqual([200, 401])
    expect(inputOf('token', linkPage)).toContain(link.token)
    const confirmed = await submit('/confirm-address', { token: link.token })
    expect([confirmed.status, textOf('main', confirmed)]).toEqual([
      200,
      expect.stringContaining('Your address is confirmed'),
    ])
    expect((await signIn(another, password)).status).toBe(303)

    const back = linkTo(email, '/undo-address')
    expect((await open(back.path)).text).toContain('<form method="post" action="/undo-address"')
    expect((await signIn(another, password)).status).toBe(303)
    const undone = await submit('/undo-address', { token: back.token })
    expect([undone.status, linksOf(undone)]).toEqual([
      200,
      expect.arrayContaining(['/forgot', '/settings/keys', '/settings/applications']),
    ])
    expect((await signIn(another, password)).status).toBe(401)
    const chosen = await submit('/reset', { token: linkTo(email, '/reset').token, new_password: next })
    expect([chosen.status, (await signIn(email, next)).status]).toEqual([200, 303])
  })

  test('shows its problems', async () => {
    const { email, headers } = await newcomer()
    const page = await submit('/account/email', { email: 'nobody', password }, headers)
    expect([page.status, problemBeside('email', page)]).toEqual([422, 'Must be an e-mail address.'])
    expect(inputOf('email', page)).toContain('value="nobody"')
    const same = await submit('/account/email', { email, password }, headers)
    expect(problemBeside('email', same)).toBe('Is your address already.')
  })
})

describe('the sessions', () => {
  async function twoBrowsers() {
    const { email, headers } = await newcomer()
    const other = { cookie: jarOf(await signIn(email, password, firefox)) }
    return { headers, other }
  }
  const isIn = async (headers: Record<string, string>) => (await open('/account', headers)).status === 200

  test('are listed, this one marked', async () => {
    const { other } = await twoBrowsers()
    const { text } = await open('/account', other)
    const [, mine, theirs] = /id="sessions">.*?<ul class="rows">(.*?<\/li>)(.*?<\/li>)<\/ul>/s.exec(text)!
    expect([mine!.includes('this one'), mine!.includes('Firefox on Linux'), mine!.includes('<form')]).toEqual(
      [true, true, false],
    )
    expect([theirs!.includes('this one'), theirs!.includes('action="/account/end-session"')]).toEqual([
      false,
      true,
    ])
  })

  test('end one by one', async () => {
    const { headers, other } = await twoBrowsers()
    const [, id] = /name="session_id" value="([^"]+)"/.exec((await open('/account', headers)).text)!
    expect(to(await submit('/account/end-session', { session_id: id! }, headers))).toEqual([
      303,
      '/account?done=session',
    ])
    expect([await isIn(headers), await isIn(other)]).toEqual([true, false])
    for (const unknown of [id!, uuidv7(), '../x', ''])
      expect((await submit('/account/end-session', { session_id: unknown }, headers)).status).toBe(404)
  })

  test('end all at once but this one', async () => {
    const { headers, other } = await twoBrowsers()
    expect(to(await submit('/account/end-others', {}, headers))).toEqual([303, '/account?done=sessions'])
    expect([await isIn(headers), await isIn(other)]).toEqual([true, false])
    expect((await open('/account', headers)).text).not.toContain('/account/end-session')
  })
})

describe('a forgotten password', () => {
  test('can be reset from the password field, after a wrong password and after signing up with a taken address', async () => {
    const { email } = await newcomer()
    expect(linksOf(await open('/login'))).toContain('/forgot')
    const wrong = await signIn(email, 'wrong password')
    expect(textOf('problems', wrong)).toContain('Choose a new password by mail')
    const taken = await submit('/signup', { name: 'Ada', email, password })
    expect(textOf('problems', taken)).toContain('choose a new password by mail')
  })

  test('is reset by the mailed link, which changes nothing when it is only opened', async () => {
    const { email, headers } = await newcomer()
    const sent = await submit('/forgot', { email })
    expect([sent.status, textOf('main', sent)]).toEqual([200, expect.stringContaining('Check your e-mail')])
    const link = linkTo(email, '/reset')
    for (let times = 0; times < 2; times++) {
      const linkPage = await open(link.path)
      expect([linkPage.status, linkPage.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
      expect(inputOf('new_password', linkPage)).toContain('autocomplete="new-password"')
    }
    expect((await signIn(email, password)).status).toBe(303)
    const weak = await submit('/reset', { token: link.token, new_password: 'short' })
    expect([weak.status, textOf('new_password-problem', weak)]).toEqual([422, 'At least 8 characters.'])
    const chosen = await submit('/reset', { token: link.token, new_password: next })
    expect([chosen.status, linksOf(chosen)]).toEqual([
      200,
      expect.arrayContaining(['/login?next=%2Faccount', '/settings/keys', '/settings/applications']),
    ])
    expect(to(await open('/account', headers))).toEqual([303, '/login?next=%2Faccount'])
    expect((await signIn(email, next)).status).toBe(303)
    const again = await submit('/reset', { token: link.token, new_password: `${next} 2` })
    expect([again.status, textOf('main', again)]).toEqual([
      404,
      expect.stringContaining('This link is no longer valid'),
    ])
  })

  test('gets the same response for an unknown address', async () => {
    const { email } = await newcomer()
    const unknown = freshEmail()
    const [one, other] = [await submit('/forgot', { email }), await submit('/forgot', { email: unknown })]
    expect([other.status, other.text]).toEqual([one.status, one.text.replaceAll(email, unknown)])
  })

  test('shows its problems', async () => {
    const page = await submit('/forgot', { email: '<nobody>' })
    expect([page.status, problemBeside('email', page)]).toEqual([422, 'Must be an e-mail address.'])
    expect(inputOf('email', page)).toContain('value="&lt;nobody&gt;"')
  })

  test('says what is missing if the service sends no mail', async () => {
    const page = await submit('/forgot', { email: freshEmail() }, {}, { EMAIL: undefined })
    expect([page.status, textOf('problems', page)]).toEqual([409, expect.stringContaining('MAIL_PROVIDER')])
  })
})

test.each(['/reset', '/confirm-address', '/undo-address'])(
  '%s without a valid link offers a way on',
  async (path) => {
    for (const page of [
      await open(path),
      await submit(path, { token: makeToken('svc_mail_', 'a'), new_password: next }),
      await submit(path, { token: 'x', new_password: next }),
    ]) {
      expect([page.status, linksOf(page)]).toEqual([404, expect.arrayContaining(['/forgot', '/account'])])
    }
    const foreign = { origin: 'https://evil.example' }
    expect((await submit(path, { token: makeToken('svc_mail_', 'a') }, foreign)).status).toBe(403)
  },
)

describe("the file of one's own data", () => {
  test('is requested with the password, and downloaded from the page', async () => {
    const who = await newcomer()
    const wrong = await submit('/account/export', { password: 'wrong' }, who.headers)
    expect([wrong.status, textOf('password-problem', wrong)]).toEqual([
      422,
      'Is wrong; reset the password if you have forgotten it.',
    ])
    const linkPage = await submit('/account/export', { password }, who.headers)
    expect(to(linkPage)).toEqual([303, '/account?done=export'])
    const link = async () => /href="(\/files\/[^"]+)"/.exec((await open('/account', who.headers)).text)?.[1]
    await expect.poll(link).toBeDefined()
    const file = await open((await link())!, who.headers)
    expect([file.status, file.body.profile[0].email]).toEqual([200, who.email])
    await submit('/account/export', { password }, who.headers)
    await submit('/account/export', { password }, who.headers)
    const fourth = await submit('/account/export', { password }, who.headers)
    expect(fourth.status).toBe(409)
  })
})
