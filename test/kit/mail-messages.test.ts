import { describe, expect, test } from 'vitest'
import { isToken } from '../../src/base/tokens.ts'
import { compose, type MessageName, messages } from '../../src/shared/mail/messages.ts'
import { languageOf, languages } from '../../src/shared/mail/texts/texts.ts'
import { mailToken } from '../../src/shared/mail/tokens.ts'
import { linkIn, tokenIn } from './mail.ts'
import { ownDatabase } from './own-database.ts'

await ownDatabase()

const keys = 'a:a-secret-of-at-least-32-characters'
const office = (appName = 'Atlas') => ({
  missing: null,
  mailer: { repeatable: true, send: async () => ({ outcome: 'accepted', reason: null }) as const },
  from: { name: appName, email: 'mail@service.test' },
  appName,
  webUrl: 'https://service.test',
  baseUrl: 'https://api.test',
  keys,
  cell: 'a',
})
const facts = {
  name: 'Ada Lovelace',
  inviter: 'Grace Hopper',
  organization: 'Ada & Co',
  role: 'manager',
  note: 'Welcome',
  until: '2026-12-01T09:30:00.000Z',
  timezone: 'Europe/Madrid',
  at: '2026-11-21T09:00:00.000Z',
  device: 'Firefox on Linux',
  place: '203.0.113.9',
  address: 'new@example.com',
  passkey: 'Laptop',
  left: '9',
  number: '#17',
  ticket: '019abc00-0000-7000-8000-000000000004',
  sender: 'Ada support',
  mailbox: 'help@example.com',
  references: ['first@mail.example'],
  body: 'We will **look**.',
  subject_id: '019abc00-0000-7000-8000-000000000003',
  items: [
    { reason: 'mentioned', title: 'Fix the login' },
    { reason: 'system', title: 'Something else' },
  ],
}
const make = (name: MessageName, language = 'en', more: object = {}, app?: string) =>
  compose(office(app), name, {
    id: '019abc00-0000-7000-8000-000000000001',
    to: 'ada@example.com',
    person: '019abc00-0000-7000-8000-000000000002',
    language,
    facts: { ...facts, ...more },
  })

const all = Object.keys(languages).flatMap((language) =>
  (Object.keys(messages) as MessageName[]).map((name) => [language, name] as const),
)

/** Mails that are replied to by mail, and have no link. */
const replyableMails = new Set(['ticket_reply', 'ticket_received', 'meeting'])

/** Mails with a link to unsubscribe. */
const unsubscribable = new Set(['digest', 'ticket_news'])

describe('a message', () => {
  test.each(all)(
    'in %s, %s: names the service, has one link if any, in HTML and in plain text',
    (language, name) => {
      const mail = make(name, language)
      const { subject, text, html } = mail
      expect(text).toContain('Atlas')
      expect(html).toContain(`<html lang="${language}">`)
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
      expect(new Set(links).size).toBe(replyableMails.has(name) ? 0 : unsubscribable.has(name) ? 2 : 1)
      if (links.length) expect(linkIn(mail).origin).toBe('https://service.test')
      expect(html).not.toMatch(/<img|<script|<link|url\(|undefined|null|NaN|\{token\}/)
      expect(text).not.toMatch(/undefined|null|NaN|\{token\}|: \.|\(\)/)
      expect(subject).toMatch(/^[^\p{C}]{10,200}$/u)
      const { token } = messages[name] as { token?: { kind: 'svc_mail_' } }
      if (token) expect(isToken(token.kind, tokenIn(mail))).toBe(true)
      else expect(text).not.toContain('svc_')
    },
  )

  test('differs in all languages', () => {
    for (const name of Object.keys(messages) as MessageName[])
      expect(new Set(Object.keys(languages).map((language) => make(name, language).text)).size).toBe(4)
  })

  test('of a ticket is one thread with its mailbox as the reply address, whatever names people have', () => {
    const { from, replyTo, headers, html, text } = make('ticket_reply', 'en', {
      name: 'Eve>\r\nBcc: <x@y>',
      references: ['a@b\r\nBcc: x', 'c@d'],
    })
    expect({ from, replyTo, headers }).toEqual({
      from: { name: 'Eve> Bcc: <x@y> (Ada support)', email: 'mail@service.test' },
      replyTo: { name: 'Ada support', email: 'help@example.com' },
      headers: {
        'In-Reply-To': '<c@d>',
        References: '<ticket.019abc00-0000-7000-8000-000000000004@service.test> <a@b Bcc: x> <c@d>',
      },
    })
    expect([html.includes('We will <strong>look</strong>.'), text.includes('We will look.')]).toEqual([
      true,
      true,
    ])
    expect(make('ticket_received').headers['Auto-Submitted']).toBe('auto-generated')
  })

  test.each(
    Object.entries(messages).filter(([, message]) => 'ofTicket' in message || 'toCustomer' in message),
  )('to a customer, %s: is replied to at the organization, by one valid address or none', (name) => {
    const replyTo = (reply_to: unknown) =>
      make(name as MessageName, 'en', { reply_to, mailbox: reply_to }).replyTo?.email
    expect(replyTo('billing@ada.example')).toBe('billing@ada.example')
    if ('ofTicket' in messages[name as MessageName]) return
    for (const bad of [null, '', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 7])
      expect(replyTo(bad)).toBe(undefined)
  })

  test('to people with an account is not replied to at an address from its facts', () => {
    for (const [name, message] of Object.entries(messages))
      if (!('ofTicket' in message) && !('toCustomer' in message))
        expect(make(name as MessageName, 'en', { reply_to: 'x@y.example' }).replyTo).toBe(undefined)
  })

  test('has the time in the time zone and language of the organization', () => {
    expect(make('invitation', 'en').text).toContain('December 1, 2026 at 10:30')
    expect(make('invitation', 'es').text).toContain('1 de diciembre de 2026')
    expect(make('invitation', 'de', { timezone: 'Asia/Tokyo' }).text).toContain('1. Dezember 2026 um 18:30')
    expect(make('invitation', 'fr').text).toContain('Votre rôle : gestionnaire')
  })

  test('cannot be given headers, markup or a wall of text by a name', () => {
    const nasty = 'Eve\r\nBcc: all@example.com\u2028<b onclick="x">"\'&</b>\u202e'
    const mail = make(
      'invitation',
      'en',
      { inviter: nasty, organization: 'x'.repeat(5000), note: nasty },
      nasty,
    )
    expect(mail.subject).not.toMatch(/[\r\n\u2028\u202e]/)
    expect(mail.subject.length).toBeLessThanOrEqual(200)
    expect(mail.html).not.toMatch(/<b[ >]|onclick="/)
    expect(mail.html).toContain('&#60;b onclick=&#34;x&#34;&#62;')
    expect(mail.text.split('\n').some((line) => line.startsWith('Bcc'))).toBe(false)
    expect(mail.text.length).toBeLessThan(2500)
  })
})

describe('the token of a mail', () => {
  test('is the same each time, and differs by mail, kind and secret', () => {
    const one = mailToken(keys, 'svc_mail_', 'a', 'a')
    expect(mailToken(keys, 'svc_mail_', 'a', 'a')).toBe(one)
    const others = [
      mailToken(keys, 'svc_mail_', 'a', 'b'),
      mailToken(keys, 'svc_inv_', 'a', 'a'),
      mailToken(`b:${'b'.repeat(32)},${keys}`, 'svc_mail_', 'a', 'a'),
    ]
    expect(new Set([one, ...others].map((token) => token.split('_').at(-1)!.slice(0, 30))).size).toBe(4)
  })
})

describe('the language of a request', () => {
  test.each([
    ['es-ES,es;q=0.9,en;q=0.8', 'es'],
    ['pt-BR,de;q=0.5,fr;q=0.7', 'fr'],
    ['en;q=0,de;q=0.1', 'de'],
    ['*', 'en'],
    ['constructor', 'en'],
    [undefined, 'en'],
  ])('%s: %s', (header, language) => expect(languageOf(header)).toBe(language))
})
