import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, call, password } from '../kit/client.ts'
import { type Provider, startProvider } from '../kit/provider.ts'
import { freshEmail, jarOf, newcomer, only, open, submit, problemBeside, to } from './browse.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const me = (cookie: string) => call('GET', '/api/v1/auth/me', { headers: { cookie } })
let subjects = 5000
const visit = (path: string, cookie = '') => open(path, cookie ? { cookie } : {}, provider.settings)
const send = (path: string, fields: Record<string, string>, cookie = '') =>
  submit(path, fields, cookie ? { cookie } : {}, provider.settings)

/** Follows a link to the provider, and returns with its response. */
async function through(
  path: string,
  person = { subject: String(++subjects), email: freshEmail() },
  cookie = '',
) {
  const redirect = await visit(path, cookie)
  expect(redirect.status).toBe(303)
  const { code, state } = provider.allow(redirect.headers.get('location')!, person)
  const name = path.split(/[/?]/)[2]
  const jar = [cookie, jarOf(redirect)].filter(Boolean).join('; ')
  return visit(`/login/${name}/callback?code=${code}&state=${state}`, jar)
}

describe('the pages', () => {
  test('offer configured providers, and keep the redirect target', async () => {
    for (const path of ['/login', '/signup']) {
      expect((await open(path)).text).not.toContain('Continue with')
      const { text } = await visit(`${path}?next=/inbox`)
      expect(text).toContain('href="/login/google?next=%2Finbox"')
      expect(text).toContain('Continue with GitHub')
    }
    expect((await open('/login/google')).status).toBe(404)
    expect((await visit('/login/gitlab')).status).toBe(404)
  })

  test('sign in and redirect, only within this service', async () => {
    const reply = await through('/login/google?next=/inbox')
    expect(to(reply)).toEqual([303, '/inbox'])
    const cookie = [only('access_token', jarOf(reply)), only('refresh_token', jarOf(reply))].join('; ')
    expect((await visit('/account', cookie)).status).toBe(200)
    expect(to(await through('/login/github?next=https://evil.example/'))).toEqual([303, '/dashboard'])
  })

  test('give a new account the time zone of its browser, and keep one that was chosen', async () => {
    expect((await visit('/login')).text).toMatch(
      /<a class="button full" data-zone[^>]* href="\/login\/google/,
    )
    const zoneOf = async (reply: Parameters<typeof jarOf>[0]) => {
      const cookie = [only('access_token', jarOf(reply)), only('refresh_token', jarOf(reply))].join('; ')
      return { cookie, zone: (await me(cookie)).body.timezone }
    }
    const person = { subject: String(++subjects), email: freshEmail() }
    const { cookie, zone } = await zoneOf(await through('/login/google?zone=Asia%2FTokyo', person))
    expect(zone).toBe('Asia/Tokyo')
    const again = await through('/login/google?zone=Europe%2FMadrid', person, cookie)
    expect((await zoneOf(again)).zone).toBe('Asia/Tokyo')
    expect((await zoneOf(await through('/login/github?zone=Mars%2FPhobos'))).zone).toBeNull()
  })

  test('explain what went wrong at the provider', async () => {
    const denied = await visit('/login/github/callback?error=access_denied&state=x')
    expect([denied.status, denied.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    expect(denied.text).toContain('You did not allow it at GitHub, so nothing has changed here.')
    const other = await visit('/login/google/callback?error=<script>&error_description=<b>')
    expect(other.text).toContain('Google ended the sign-in.')
    expect(other.text).not.toContain('<script>&')
    const stale = await visit('/login/google/callback?code=x&state=y')
    expect([stale.status, stale.text.includes('This sign-in was started in another browser')]).toEqual([
      403,
      true,
    ])
    provider.scenario = { at: '/token', answer: { status: 500 } }
    const broken = await through('/login/google')
    provider.scenario = {}
    expect([broken.status, broken.text.includes('Google did not answer as it should')]).toEqual([502, true])
  })

  test('ask for the second factor', async () => {
    const person = { subject: String(++subjects), email: freshEmail() }
    await through('/login/google', person)
    await asOwner('update users set second_factor = true where email = $1', [person.email])
    const nextStep = await through('/login/google', person)
    expect([nextStep.status, nextStep.text.includes('One more step')]).toEqual([200, true])
    expect(jarOf(nextStep)).not.toContain('access_token=ey')
  })

  test('link and unlink in the account', async () => {
    const { jar } = await newcomer()
    const at = '/account/sign-in'
    expect((await visit('/account', jar)).text).toContain('Link or unlink a provider')
    const wrong = await send(`${at}/link`, { provider: 'google', password: 'wrong' }, jar)
    expect([wrong.status, problemBeside('password', wrong)]).toEqual([
      422,
      'Is wrong; reset the password if you have forgotten it.',
    ])
    const nextStep = await send(`${at}/link`, { provider: 'google', password }, jar)
    const link = /href="(\/login\/google\?ticket=[^"]+)"/.exec(nextStep.text)![1]!
    const linked = await through(link, undefined, jar)
    expect(to(linked)).toEqual([303, `${at}?done=linked`])
    const page = await visit(at, jar)
    const identity_id = /href="[^"]*\?unlink=([^"]+)"/.exec(page.text)![1]!
    expect((await visit(`${at}?unlink=${identity_id}`, jar)).text).toContain('Unlink Google')
    expect(to(await send(`${at}/unlink`, { identity_id, password }, jar))).toEqual([
      303,
      `${at}?done=unlinked`,
    ])
    expect((await send(`${at}/unlink`, { identity_id, password }, jar)).status).toBe(404)
    expect((await send(`${at}/link`, { provider: 'gitlab', password }, jar)).status).toBe(404)
  })

  test('tell people without a password how to choose one', async () => {
    const reply = await through('/login/google')
    const cookie = [only('access_token', jarOf(reply)), only('refresh_token', jarOf(reply))].join('; ')
    expect((await visit('/account', cookie)).text).toContain('choose a password')
    const redirect = await send('/account/delete', { password: 'x' }, cookie)
    expect([redirect.status, problemBeside('password', redirect)]).toEqual([
      422,
      expect.stringContaining(
        'This account has no password yet; choose one by the mail of “Forgot your password?”',
      ),
    ])
  })
})
