import { beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { base64, picture } from '../kit/attachments.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { mailTo, outbox } from '../kit/mail.ts'
import { shapes, type Thread } from '../kit/mail-shapes.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

type Home = Awaited<ReturnType<typeof mailDesk>>
let desk: Home['supportDesk']
let process: Home['process']
let thread: Thread
let ticket: Json
const customer = 'charles@babbage.example'

beforeAll(async () => {
  outbox.length = 0
  await asOwner('delete from mails')
  ;({ supportDesk: desk, process } = await mailDesk())
  ticket = await desk.create()
  await desk.addMessage(ticket.id)
  thread = { references: mailTo(customer).at(-1)!.headers.References!, number: ticket.number, customer }
})

const listed = async (query: string): Promise<Json[]> =>
  (await desk.ws.owner.ok('GET', `${desk.ws.base}/support/mails?limit=200&${query}`)).items
const filesOf = async (id: string, query = ''): Promise<Json[]> =>
  (await desk.ws.owner.ok('GET', `${desk.ws.base}/attachments?entity_type=ticket&entity_id=${id}${query}`))
    .items

describe('a mail as programs write it', () => {
  test.each(shapes)('%s', async (_, make, becomes, acknowledged) => {
    // Charles writes more often than a person would.
    await asOwner(`update ticket_mails set created_at = now() - interval '2 hours' where org_id = $1`, [
      desk.ws.org.id,
    ])
    await desk.change(ticket.id, { status: 'pending' })
    const sent = outbox.length
    const result = await process(make(thread))
    expect([result.outcome, result.reason].filter(Boolean).join(' ')).toBe(becomes)
    expect(outbox.length - sent).toBe(acknowledged ? 1 : 0)
    const isHere = result.ticket_id === ticket.id
    expect(isHere).toBe(/^(?:note|message)/.test(becomes))
    expect((await desk.get(ticket.id)).status).toBe(becomes === 'message' ? 'open' : 'pending')
    if (becomes.startsWith('note')) {
      const note = (await desk.messages(ticket.id)).at(-1)!
      expect([note.is_internal, note.contact]).toEqual([true, null])
      if (becomes.endsWith('unverified')) expect(note.body).toContain('Unverified')
    }
  })

  test('goes to the person behind a group or a form', async () => {
    const seen = (await desk.ws.owner.ok('GET', `${desk.at}?limit=200`)).items.map(
      (t: Json) => t.requester_email,
    )
    for (const one of [
      'ada@dmarc.example',
      'visitor1@web.example',
      'visitor2@web.example',
      'visitor3@web.example',
    ])
      expect(seen).toContain(one)
    expect(seen.filter((one: string | null) => one && !/^[^\s,;@]+@[^\s,;@]+$/.test(one))).toEqual([])
  })
})

describe('nothing of a mail is lost', () => {
  test('an ignored one is listed with its text, and can be rescued once', async () => {
    const mail = inbound(
      'unlucky@example.org',
      { TextBody: 'I am no spam', Attachments: [{ Name: 'a.png', Content: base64(picture()) }] },
      { 'X-Spam-Status': 'Yes' },
    )
    expect((await process(mail)).outcome).toBe('ignored')
    const [row] = await listed('outcome=ignored')
    expect(row).toMatchObject({ from_address: 'unlucky@example.org', reason: 'spam', can_rescue: true })
    const at = `${desk.ws.base}/support/mails/${row!.id}`
    expect(await desk.ws.owner.ok('GET', at)).toMatchObject({ text: 'I am no spam', file_names: ['a.png'] })
    const sent = outbox.length
    const rescued = await desk.ws.owner.ok('POST', `${at}/rescue`)
    expect(rescued).toMatchObject({ outcome: 'ticket', can_rescue: false, ticket_id: expect.any(String) })
    expect(await desk.get(rescued.ticket_id)).toMatchObject({
      requester_email: 'unlucky@example.org',
      description: 'I am no spam\n\n[Files, in the original mail only: a.png]',
    })
    expect(outbox.length).toBe(sent)
    expect(refusal(await desk.ws.owner.call('POST', `${at}/rescue`))[0]).toBe(409)
  })

  test('another one under the same Message-ID is kept; the same one again changes nothing', async () => {
    const id = { 'Message-ID': '<same@mail.example>' }
    const first = await process(inbound('twin@example.org', { TextBody: 'One' }, id))
    const second = await process(inbound('twin@example.org', { TextBody: 'Two' }, id))
    expect([first.outcome, second.outcome, second.ticket_id]).toEqual(['ticket', 'message', first.ticket_id])
    for (const text of ['One', 'Two'])
      expect((await process(inbound('twin@example.org', { TextBody: text }, id))).reason).toBe('taken_before')
    expect((await process(inbound('other@example.org', { TextBody: 'Three' }, id))).outcome).toBe('ticket')
  })

  test('NUL and half characters are removed from its text, name and headers', async () => {
    const mail = inbound(
      'broken@example.org',
      { TextBody: 'a\u0000b\ud800c', Subject: 'S\u0000\udfff' },
      { References: '<x\u0000\ud800@y>' },
    )
    const { ticket_id } = await process(mail)
    expect(await desk.get(ticket_id)).toMatchObject({ subject: 'S', description: 'abc' })
  })

  test('images that its text shows are kept, but not listed with the files', async () => {
    const Content = base64(picture())
    const result = await process(
      inbound('gmail@example.org', {
        HtmlBody: '<img src="cid:ii_logo">',
        Attachments: [
          { Name: 'ticket.png', Content, ContentID: '<f_l8x9>' },
          { Name: 'logo.png', Content: base64(picture(2)), ContentID: '<ii_logo>' },
          { Name: 'list.xlsx', Content: base64(Uint8Array.from([80, 75, 3, 4])), ContentID: '<f_l8x0>' },
        ],
      }),
    )
    expect((await filesOf(result.ticket_id)).map(({ filename }) => filename)).toEqual(['ticket.png'])
    expect((await filesOf(result.ticket_id, '&inline=true')).map(({ filename }) => filename)).toEqual([
      'logo.png',
    ])
    expect((await desk.get(result.ticket_id)).description).toContain('[Files that were not taken: list.xlsx]')
  })
})

describe('people in copy', () => {
  test('take part: they get the answers, and may write', async () => {
    const people = {
      CcFull: [
        { Email: 'Boss@Client.example', Name: 'Boss' },
        { Email: 'noreply@x.example', Name: '' },
      ],
    }
    const { ticket_id } = await process(inbound('staff@client.example', people))
    expect((await desk.get(ticket_id)).cc).toEqual(['boss@client.example'])
    await desk.addMessage(ticket_id, { body: 'Done.' })
    const [mail] = mailTo('boss@client.example')
    expect(mail!.text).toContain('Done.')
    const reply = inbound(
      'boss@client.example',
      { TextBody: 'Thanks' },
      { References: mail!.headers.References! },
    )
    expect(await process(reply)).toMatchObject({ outcome: 'message', ticket_id })
  })
})

test('a large body is read only for a token that the database knows', async () => {
  const body = inbound('a@example.org', { TextBody: 'x'.repeat(2_000_000) })
  for (const token of ['svc_inb_wrong', makeToken('svc_inb_', 'a')]) {
    const answer = await call('POST', `/api/v1/inbound-mail/${token}`, { body })
    expect(refusal(answer)).toEqual([404, 'mailbox not found'])
    expect(answer.roundTrips).toBe(token === 'svc_inb_wrong' ? 0 : 1)
  }
})
