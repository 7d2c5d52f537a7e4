import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import type { Mail } from '../../src/shared/mail/mailer.ts'
import { mailServiceOf, refuseWithoutMail } from '../../src/shared/mail/service.ts'
import { openOutbound } from '../../src/shared/outbound/outbound.ts'
import { env } from './client.ts'
import { type ExternalServer, type FakeResponse, startExternalServer } from './external-server.ts'
import { ownDatabase } from './own-database.ts'

await ownDatabase()

const mail: Mail = {
  id: '019abc00-0000-7000-8000-000000000001',
  from: { name: 'Atlas "1"', email: 'mail@service.test' },
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'plain',
  html: '<p>rich</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  files: [{ filename: 'a.png', type: 'image/png', content: 'aGk=' }],
}
const service = (changes: Partial<Env>) => {
  const { EMAIL: _, ...usual } = env()
  const settings = { ...usual, MAIL_API_KEY: 'secret', ...changes }
  return mailServiceOf(settings, openOutbound(settings.OUTBOUND_TRUSTED, settings.DNS_URL))
}
const mailer = (changes: Partial<Env>) => {
  const mailService = service(changes)
  if (mailService.missing !== null) throw new Error(mailService.missing)
  return mailService.mailer
}

let external: ExternalServer
beforeAll(async () => {
  external = await startExternalServer()
})
beforeEach(() => {
  external.requests.length = 0
})
afterAll(() => external.stop())

const sendThrough = (MAIL_PROVIDER: string, response: FakeResponse) => {
  external.respond = () => response
  return mailer({ MAIL_PROVIDER, MAIL_URL: external.url, OUTBOUND_TRUSTED: external.url }).send(mail)
}

describe('Resend', () => {
  test('gets the mail once, under its id', async () => {
    expect(await sendThrough('resend', { body: { id: 'x' } })).toEqual({ outcome: 'accepted', reason: null })
    expect(external.requests).toHaveLength(1)
    const [{ method, path, headers, body }] = external.requests as [(typeof external.requests)[0]]
    expect([method, path, headers.authorization, headers['idempotency-key']]).toEqual([
      'POST',
      '/emails',
      'Bearer secret',
      mail.id,
    ])
    expect(JSON.parse(body)).toEqual({
      from: `"Atlas '1'" <mail@service.test>`,
      to: ['ada@example.com'],
      subject: 'Hello',
      text: 'plain',
      html: '<p>rich</p>',
      headers: { 'Auto-Submitted': 'auto-generated' },
      tags: [{ name: 'mail', value: mail.id }],
      attachments: [{ filename: 'a.png', content: 'aGk=', content_type: 'image/png' }],
    })
  })

  test.each<[FakeResponse, string, string | null]>([
    [{ status: 422, body: { name: 'validation_error' } }, 'refused', '422 validation_error'],
    [{ status: 401, body: { name: 'missing_api_key' } }, 'again', '401 missing_api_key'],
    [{ status: 429, body: { name: 'rate_limit_exceeded' } }, 'again', '429 rate_limit_exceeded'],
    [
      { status: 409, body: { name: 'concurrent_idempotent_requests' } },
      'again',
      '409 concurrent_idempotent_requests',
    ],
    [{ status: 409, body: { name: 'invalid_idempotent_request' } }, 'accepted', null],
    [{ status: 500, body: {} }, 'unclear', '500'],
    ['cut', 'unclear', 'failed'],
  ])('%j is %s', async (response, outcome, reason) => {
    expect(await sendThrough('resend', response)).toEqual({ outcome, reason })
  })
})

describe('Postmark', () => {
  test('gets the mail in its own format, and cannot deduplicate', async () => {
    expect(await sendThrough('postmark', { body: { ErrorCode: 0 } })).toEqual({
      outcome: 'accepted',
      reason: null,
    })
    const [{ path, headers, body }] = external.requests as [(typeof external.requests)[0]]
    expect([path, headers['x-postmark-server-token']]).toEqual(['/email', 'secret'])
    expect(JSON.parse(body)).toEqual({
      From: `"Atlas '1'" <mail@service.test>`,
      To: 'ada@example.com',
      Subject: 'Hello',
      TextBody: 'plain',
      HtmlBody: '<p>rich</p>',
      Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
      MessageStream: 'outbound',
      Metadata: { mail: mail.id },
      Attachments: [{ Name: 'a.png', Content: 'aGk=', ContentType: 'image/png' }],
    })
    expect(mailer({ MAIL_PROVIDER: 'postmark' }).repeatable).toBe(false)
    expect(mailer({ MAIL_PROVIDER: 'resend' }).repeatable).toBe(true)
  })

  test.each<[FakeResponse, string, string]>([
    [{ status: 422, body: { ErrorCode: 406, Message: 'ada@example.com is inactive' } }, 'refused', '422 406'],
    [{ status: 500, body: {} }, 'unclear', '500'],
  ])('%j is %s', async (response, outcome, reason) => {
    expect(await sendThrough('postmark', response)).toEqual({ outcome, reason })
  })
})

describe('a provider that was never reached', () => {
  test('is tried again: its name leads nowhere, or no resolver responds', async () => {
    const send = (changes: Partial<Env>) => mailer({ MAIL_PROVIDER: 'postmark', ...changes }).send(mail)
    external.respond = (path) => (path.startsWith('/dns') ? { status: 500, body: {} } : undefined)
    const DNS_URL = `${external.url}/dns-query`
    expect(await send({ DNS_URL, OUTBOUND_TRUSTED: '' })).toMatchObject({ outcome: 'again' })
    expect(await send({ MAIL_URL: 'http://10.0.0.1', OUTBOUND_TRUSTED: '' })).toMatchObject({
      outcome: 'again',
    })
    expect(external.requests.every(({ path }) => path.startsWith('/dns'))).toBe(true)
  })
})

describe("the platform's binding", () => {
  test.each([
    ['E_RECIPIENT_SUPPRESSED', 'refused'],
    ['E_VALIDATION_ERROR', 'refused'],
    ['E_RATE_LIMIT_EXCEEDED', 'again'],
    ['E_SENDER_NOT_VERIFIED', 'again'],
    ['E_INTERNAL_SERVER_ERROR', 'unclear'],
    [undefined, 'unclear'],
  ])('that fails with %s: %s', async (code, outcome) => {
    const send = async () => {
      throw Object.assign(new Error('to ada@example.com'), { code })
    }
    const delivery = await mailer({ EMAIL: { send } }).send(mail)
    expect(delivery).toEqual({ outcome, reason: code ?? 'failed' })
  })
})

describe('a deployment without mail', () => {
  test.each<[Partial<Env>, string]>([
    [{}, 'MAIL_PROVIDER is not set'],
    [{ MAIL_PROVIDER: 'pigeon' }, 'MAIL_PROVIDER must be resend or postmark'],
    [{ MAIL_PROVIDER: 'constructor' }, 'MAIL_PROVIDER must be resend or postmark'],
    [{ MAIL_PROVIDER: 'resend', MAIL_API_KEY: '' }, 'MAIL_API_KEY is not set'],
    [{ MAIL_PROVIDER: 'resend', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address, such as'],
    [{ MAIL_PROVIDER: 'resend', BASE_URL: '' }, 'BASE_URL is not set'],
  ])('%j: %s', (changes, missing) => expect(service(changes).missing).toContain(missing))

  test('rejects endpoints that need mail with 409 and the name of the setting', () => {
    const refusal = {
      status: 409,
      code: 'mail_not_configured',
      message: expect.stringContaining('MAIL_PROVIDER'),
    }
    expect(() => refuseWithoutMail(service({}))).toThrow(expect.objectContaining(refusal))
    expect(() => refuseWithoutMail(service({ MAIL_PROVIDER: 'resend' }))).not.toThrow()
  })

  test.each([
    ['mail@service.test', { name: 'Service', email: 'mail@service.test' }],
    ['Atlas Desk <mail@service.test>', { name: 'Atlas Desk', email: 'mail@service.test' }],
  ])('the sender %s', (MAIL_FROM, from) =>
    expect(service({ MAIL_PROVIDER: 'resend', MAIL_FROM })).toMatchObject({ from }),
  )
})
