import { beforeEach, describe, expect, test } from 'vitest'
import { base64, page, picture } from '../kit/attachments.ts'
import { asOwner, call, files, type Json } from '../kit/client.ts'
import { mailTo, outbox } from '../kit/mail.ts'
import { join } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { refusal } from '../kit/refusals.ts'

type Home = Awaited<ReturnType<typeof mailDesk>>
let desk: Home['supportDesk']
let process: Home['process']
let ticket: Json
const customer = 'charles@babbage.example'
const lastTo = (address: string) => mailTo(address).at(-1)!

beforeEach(async () => {
  outbox.length = 0
  await asOwner('delete from mails')
  ;({ supportDesk: desk, process } = await mailDesk())
  ticket = await desk.create()
})
/** Attaches a file to the ticket, for agents only. */
const attach = (
  bytes: Uint8Array<ArrayBuffer>,
  filename: string,
  more: object = {},
  who = desk.ws.owner,
): Promise<Json> =>
  who.ok('POST', `${desk.ws.base}/attachments`, {
    entity_type: 'ticket',
    entity_id: ticket.id,
    filename,
    content_type: filename.endsWith('pdf') ? 'application/pdf' : 'image/png',
    content_base64: base64(bytes),
    ...more,
  })
/** A PDF of this many bytes. */
const large = (size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(page())
  return bytes
}
const last = async () => (await desk.messages(ticket.id)).at(-1)!

describe('files that are named with a message', () => {
  test('go with it: in the mail, in the conversation, and in the portal', async () => {
    const bytes = picture()
    const { id } = await attach(bytes, 'shop.png')
    const message = await desk.addMessage(ticket.id, { body: 'Like this', attachment_ids: [id] })
    expect(message.files).toMatchObject([{ id, filename: 'shop.png' }])
    expect(lastTo(customer)).toMatchObject({
      text: expect.stringContaining('Like this'),
      attachments: [
        { filename: 'shop.png', type: 'image/png', content: base64(bytes), disposition: 'attachment' },
      ],
    })
    expect(await desk.ws.owner.ok('GET', `${desk.ws.base}/attachments/${id}`)).toMatchObject({
      message_id: message.id,
    })
  })

  test('are links for thirty days where they do not fit, which end with the file', async () => {
    const [small, big] = [await attach(picture(), 'a.png'), await attach(large(4_000_000), 'b [x].pdf')]
    const message = await desk.addMessage(ticket.id, { attachment_ids: [big.id, small.id] })
    const mail = lastTo(customer)
    expect(mail.attachments?.map(({ filename }) => filename)).toEqual(['a.png'])
    expect(mail.text).toMatch(/Files to download, until \w+ \d+, \d{4}:\n\n- b x\.pdf \(https?:/)
    const link = /\((https?:\/\/\S+)\)/.exec(mail.text)![1]!
    expect(mail.html).toContain(`href="${link}"`)
    const open = () => call('GET', new URL(link).pathname)
    const { status, headers } = await open()
    expect([status, headers.get('content-length')]).toEqual([200, '4000000'])
    await asOwner('update ticket_messages set is_internal = true where id = $1', [message.id])
    expect((await open()).status).toBe(404)
    await asOwner('update ticket_messages set is_internal = false where id = $1', [message.id])
    await desk.ws.owner.ok('DELETE', `${desk.ws.base}/attachments/${big.id}`)
    expect((await open()).status).toBe(404)
  })

  test('are retried later while the storage does not answer', async () => {
    const { id } = await attach(picture(), 'shop.png')
    const stored = [...files.stored]
    files.stored.clear()
    const { id: message } = await desk.addMessage(ticket.id, { attachment_ids: [id] })
    expect(mailTo(customer)).toEqual([])
    expect((await last()).deliveries).toMatchObject([
      { state: 'queued', reason: 'the file storage did not answer' },
    ])
    for (const [key, bytes] of stored) files.stored.set(key, bytes)
    await asOwner(`update mails set available_at = now() where facts->>'subject_id' = $1`, [message])
    await desk.addMessage(ticket.id, { body: 'And this' })
    const sent = mailTo(customer).map(({ attachments }) => attachments?.length ?? 0)
    expect(sent).toEqual([1, 0])
  })

  test('must be the author’s own, of this ticket and without a message; nothing is sent otherwise', async () => {
    const ada = await join(desk.ws, 'member', 'Ada')
    const other = await desk.create()
    const wrong = [
      (await attach(picture(), 'a.png', {}, ada)).id,
      (await attach(picture(), 'b.png', { entity_id: other.id })).id,
      crypto.randomUUID(),
    ]
    const fine = await attach(picture(), 'c.png')
    for (const id of wrong)
      expect(
        await desk.errorOf('POST', `/${ticket.id}/messages`, { body: 'x', attachment_ids: [fine.id, id] }),
      ).toEqual([
        422,
        'body.attachment_ids[1]: not a file that you attached to the ticket, without a message',
      ])
    await desk.addMessage(ticket.id, { body: 'Note', is_internal: true, attachment_ids: [fine.id] })
    expect(
      (await desk.errorOf('POST', `/${ticket.id}/messages`, { body: 'x', attachment_ids: [fine.id] }))[0],
    ).toBe(422)
    expect(mailTo(customer)).toEqual([])
  })
})

describe('a message of an agent', () => {
  test('says when and to whom it was mailed; notes and messages of customers go to nobody', async () => {
    const { ticket_id } = await process(
      inbound(customer, { CcFull: [{ Email: 'boss@babbage.example', Name: '' }] }),
    )
    await desk.addMessage(ticket_id)
    await desk.addMessage(ticket_id, { body: 'Note', is_internal: true })
    await desk.receiveMessage(ticket_id)
    const [answer, ...others] = await desk.messages(ticket_id)
    expect(
      answer!.deliveries.map(({ address, state, reason }: Json) => [address, state, reason]).toSorted(),
    ).toEqual([
      ['boss@babbage.example', 'sent', null],
      [customer, 'sent', null],
    ])
    expect(answer!.deliveries[0].at).toEqual(expect.any(String))
    expect(others.map(({ deliveries }) => deliveries)).toEqual([[], []])
  })

  test('says that it was not mailed, and why', async () => {
    await asOwner(
      `insert into mails (message, address, language, facts, state) select 'ticket_reply', $1, 'en',
        jsonb_build_object('sender', $2::text), 'sent' from generate_series(1, 60)`,
      [customer, desk.ws.org.id],
    )
    await desk.addMessage(ticket.id)
    expect((await last()).deliveries).toMatchObject([
      { address: customer, state: 'failed', reason: expect.stringContaining('60 mails of this kind') },
    ])
  })

  test('says that its mail came back, of several recipients from which', async () => {
    const opened = await process(inbound(customer, { CcFull: [{ Email: 'boss@babbage.example', Name: '' }] }))
    await desk.addMessage(opened.ticket_id)
    const { References } = lastTo(customer).headers
    const report = (action: string) =>
      inbound(
        'mailer-daemon@mx.example',
        {
          Subject: 'Undeliverable',
          Attachments: [
            {
              Name: 'status',
              ContentType: 'message/delivery-status; charset=us-ascii',
              Content: btoa(
                `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; Charles@Babbage.example\r\nAction: ${action}\r\n` +
                  'Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n  No such user\r\n',
              ),
            },
            {
              Name: 'original',
              ContentType: 'text/rfc822-headers',
              Content: btoa(`References: ${References}`),
            },
          ],
        },
        { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' },
      )
    const states = async () =>
      (await desk.messages(opened.ticket_id))[0]!.deliveries
        .map(({ address, state, reason }: Json) => [address, state, reason])
        .toSorted()
    expect((await process(report('delayed'))).outcome).toBe('note')
    expect((await states())[1]).toEqual([customer, 'sent', null])
    expect((await process(report('failed'))).outcome).toBe('note')
    expect(await states()).toEqual([
      ['boss@babbage.example', 'sent', null],
      [customer, 'bounced', '550 5.1.1 No such user'],
    ])
  })

  test('is mailed once to whoever asked and is in copy', async () => {
    await process(inbound(customer, { CcFull: [{ Email: customer, Name: '' }] }))
    await desk.addMessage(ticket.id)
    expect(mailTo(customer).filter(({ subject }) => subject.startsWith('Re:')).length).toBe(1)
  })
})

test('too many files are refused with their field', async () => {
  const attachment_ids = Array.from({ length: 11 }, () => crypto.randomUUID())
  expect(
    refusal(
      await desk.ws.owner.call('POST', `${desk.at}/${ticket.id}/messages`, { body: 'x', attachment_ids }),
    ),
  ).toEqual([422, expect.stringContaining('body.attachment_ids: at most 10')])
})
