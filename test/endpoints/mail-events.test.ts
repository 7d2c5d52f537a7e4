import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { asOwner, call, type Json } from '../kit/client.ts'
import { mailDesk } from '../kit/ticket-mail.ts'

const at = '/api/v1/mail-events'
const key = Buffer.from('a secret of this webhook')
const secret = `whsec_${key.toString('base64')}`

let desk: Awaited<ReturnType<typeof mailDesk>>['supportDesk']
let ticket: Json
/** The id that the provider got with the mail of a message. */
let mail: string
beforeEach(async () => {
  ;({ supportDesk: desk } = await mailDesk())
  ticket = await desk.create()
  const { id } = await desk.addMessage(ticket.id)
  const [row] = await asOwner<{ mail_id: string }>(
    'select mail_id from ticket_deliveries where message_id = $1',
    [id],
  )
  mail = row!.mail_id
})
const delivery = async () => (await desk.messages(ticket.id)).at(-1)!.deliveries[0]

const tags = (list: boolean) => (list ? [{ name: 'mail', value: mail }] : { mail })
const bounced = (more: object = {}) => ({
  type: 'email.bounced',
  created_at: '2026-11-22T23:41:12.126Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    to: ['delivered@resend.dev'],
    bounce: { type: 'Permanent', subType: 'Suppressed', message: 'The address is on the suppression list' },
    tags: tags(true),
    ...more,
  },
})
const resend = (event: unknown, change: { at?: number; key?: Buffer; id?: string } = {}) => {
  const raw = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = String(Math.round((change.at ?? Date.now()) / 1000))
  const signed = createHmac('sha256', change.key ?? key)
    .update(`msg_1.${timestamp}.${raw}`)
    .digest('base64')
  const headers = {
    'svix-id': change.id ?? 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,c2lnbmF0dXJl v1,${signed}`,
  }
  return call('POST', at, { raw, headers }, { MAIL_PROVIDER: 'resend', MAIL_WEBHOOK_SECRET: secret })
}
const postmark = (event: object, authorization?: string) =>
  call(
    'POST',
    at,
    { body: event, headers: authorization ? { authorization } : {} },
    { MAIL_PROVIDER: 'postmark', MAIL_WEBHOOK_SECRET: 'post:mark' },
  )
const hardBounce = (more: object = {}) => ({
  RecordType: 'Bounce',
  Type: 'HardBounce',
  TypeCode: 1,
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Email: 'john@example.com',
  Description: 'The server was unable to deliver your message.',
  Details: 'smtp;550 5.1.1\r\n No such user',
  Metadata: { mail },
  ...more,
})

describe('Resend', () => {
  test.each([true, false])('reports a bounce once, with tags as a list: %s', async (list) => {
    expect(await delivery()).toMatchObject({ state: 'sent', reason: null })
    const event = bounced({ tags: tags(list) })
    expect((await resend(event)).status).toBe(204)
    const after = await delivery()
    expect(after).toMatchObject({ state: 'bounced', reason: 'The address is on the suppression list' })
    expect((await resend(event)).status).toBe(204)
    expect(await delivery()).toEqual(after)
  })

  test('says why by the answer of the server of the recipient, if there is one', async () => {
    const bounce = { message: 'bounced', diagnosticCode: ['smtp; 550 5.5.0 Requested action not taken'] }
    await resend(bounced({ bounce }))
    expect(await delivery()).toMatchObject({ reason: 'smtp; 550 5.5.0 Requested action not taken' })
  })

  test('is heard only with a fresh signature of its own secret', async () => {
    const event = bounced()
    const wrong = [
      await resend(event, { key: Buffer.from('another') }),
      await resend(event, { at: Date.now() - 6 * 60_000 }),
      await resend(event, { at: Date.now() + 6 * 60_000 }),
      await resend(event, { id: 'msg_2' }),
      await call('POST', at, { body: event }, { MAIL_PROVIDER: 'resend', MAIL_WEBHOOK_SECRET: secret }),
    ]
    expect(wrong.map(({ status, roundTrips }) => [status, roundTrips])).toEqual(wrong.map(() => [401, 0]))
    expect((await delivery()).state).toBe('sent')
  })

  test('may report what has no effect: other events, other mail, no mail at all', async () => {
    const foreign = [{ name: 'mail', value: crypto.randomUUID() }]
    for (const event of [
      { ...bounced(), type: 'email.delivered' },
      { ...bounced(), type: 'email.delivery_delayed' },
      bounced({ tags: foreign }),
      bounced({ tags: [{ name: 'mail', value: "'; drop table mails" }] }),
      bounced({ tags: null }),
      { type: 'email.bounced' },
      [],
    ])
      expect((await resend(event)).status).toBe(204)
    expect((await resend('{')).status).toBe(422)
    expect((await delivery()).state).toBe('sent')
  })
})

describe('Postmark', () => {
  const right = `Basic ${btoa('post:mark')}`
  test('reports a bounce with the user and password of its webhook', async () => {
    for (const wrong of [undefined, `Basic ${btoa('post:mary')}`, 'Bearer post:mark'])
      expect((await postmark(hardBounce(), wrong)).status).toBe(401)
    expect((await delivery()).state).toBe('sent')
    expect((await postmark(hardBounce(), right)).status).toBe(204)
    expect(await delivery()).toMatchObject({ state: 'bounced', reason: 'smtp;550 5.1.1 No such user' })
  })

  test('reports what it still tries, and what else happens, without effect', async () => {
    for (const more of [
      { Type: 'Transient' },
      { Type: 'AutoResponder' },
      { RecordType: 'Delivery' },
      { Metadata: {} },
    ])
      expect((await postmark(hardBounce(more), right)).status).toBe(204)
    expect((await delivery()).state).toBe('sent')
  })
})

test('without a secret, or for another provider, there is no webhook', async () => {
  for (const settings of [{}, { MAIL_PROVIDER: 'resend' }, { MAIL_PROVIDER: 'x', MAIL_WEBHOOK_SECRET: 'x' }])
    expect((await call('POST', at, { body: {} }, settings)).status).toBe(404)
  const large = { ...hardBounce(), Content: 'x'.repeat(300_000) }
  expect((await postmark(large, `Basic ${btoa('post:mark')}`)).status).toBe(413)
})
