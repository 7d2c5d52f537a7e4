import { describe, expect, test } from 'vitest'
import { call } from '../kit/client.ts'
import { linkIn, mailTo, tokenIn } from '../kit/mail.ts'
import { origin, newcomer, open, submit, to } from './browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const verified = async ({ headers }: { headers: Record<string, string> }) =>
  (await call('GET', '/api/v1/auth/me', { headers })).body.email_verified as boolean

describe('the link in the mail', () => {
  test('verifies when the button is pressed, not when the page is opened, signed in or not', async () => {
    const ada = await newcomer()
    const page = linkIn(mailTo(ada.email)[0]!).href.slice(origin.length)
    const token = tokenIn(mailTo(ada.email)[0]!)
    for (const headers of [{}, ada.headers]) {
      const opened = await open(page, headers)
      expect([opened.status, opened.text.includes(`name="token" value="${token}"`)]).toEqual([200, true])
      expect(opened.roundTrips).toBe(0)
    }
    expect(await verified(ada)).toBe(false)
    expect((await submit('/verify', { token }, { origin: 'https://evil.example' })).status).toBe(403)
    const done = await submit('/verify', { token })
    expect([done.status, done.text.includes('<h1>Your address is confirmed</h1>')]).toEqual([200, true])
    expect(done.text).toContain('href="/login"')
    expect(await verified(ada)).toBe(true)
  })

  test('that was used or is unknown explains what to do next', async () => {
    const ada = await newcomer()
    const token = tokenIn(mailTo(ada.email)[0]!)
    await submit('/verify', { token })
    for (const stale of [token, 'nonsense', 'x'.repeat(300)]) {
      const reply = await submit('/verify', { token: stale })
      expect([reply.status, reply.text.includes('<h1>This link does not work any more</h1>')]).toEqual([
        404,
        true,
      ])
      expect(reply.text).toContain('href="/login?next=%2Fverify"')
      expect((await submit('/verify', { token: stale }, ada.headers)).text).toContain('action="/verify/send"')
    }
  })
})

describe('asking for the mail', () => {
  test('requires signing in, and sends the mail', async () => {
    expect(to(await open('/verify'))).toEqual([303, '/login?next=%2Fverify'])
    const ada = await newcomer()
    const page = await open('/verify', ada.headers)
    expect(page.text).toContain(ada.email)
    expect(page.text).toContain('action="/verify/send"')
    const sent = await submit('/verify/send', {}, ada.headers)
    expect([sent.status, sent.text.includes('<h1>Check your mailbox</h1>')]).toEqual([200, true])
    expect(mailTo(ada.email)).toHaveLength(2)
    await submit('/verify', { token: tokenIn(mailTo(ada.email)[1]!) })
    expect((await open('/verify', ada.headers)).text).toContain('Your address is confirmed')
    expect((await submit('/verify/send', {}, ada.headers)).status).toBe(409)
  })

  test('says so if no mail can be sent', async () => {
    const ada = await newcomer()
    const reply = await submit('/verify/send', {}, ada.headers, { MAIL_FROM: '' })
    expect([reply.status, reply.text.includes('MAIL_FROM must be an address')]).toEqual([409, true])
  })

  test('is offered on the dashboard until the address is verified', async () => {
    const ada = await newcomer()
    const offer = 'href="/verify"'
    expect((await open('/dashboard', ada.headers)).text).toContain(offer)
    expect((await open('/dashboard', ada.headers, { MAIL_FROM: '' })).text).not.toContain(offer)
    await submit('/verify', { token: tokenIn(mailTo(ada.email)[0]!) })
    expect((await open('/dashboard', ada.headers)).text).not.toContain(offer)
  })
})
