import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openStorage } from '../../src/shared/files/storage.ts'
import { emlOf } from '../../src/shared/mail/eml.ts'
import { eraseObjects } from '../../src/jobs/attachments.ts'
import { base64, follow, picture } from '../kit/attachments.ts'
import { asOwner, call, files, type Json } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

type Home = Awaited<ReturnType<typeof mailDesk>>
let desk: Home['supportDesk']
let process: Home['process']
let box: Home['box']
beforeAll(async () => {
  ;({ supportDesk: desk, process, box } = await mailDesk())
})
const at = () => `${desk.ws.base}/support/mails`
const textIn = async (url: string) => {
  const { status, headers, bytes } = await follow(url)
  expect([status, headers.get('content-type')]).toEqual([200, 'message/rfc822'])
  return new TextDecoder().decode(bytes)
}
const decodedParts = (eml: string) =>
  [...eml.matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map(([, part]) =>
    Buffer.from(part!, 'base64').toString(),
  )

describe('a mail that was taken', () => {
  test('is kept as it came, named by its message, and shown to whoever sees the ticket', async () => {
    const mail = inbound('Ada@Example.org', {
      Subject: 'Größe?',
      FromFull: { Email: 'ada@example.org', Name: 'Ada "Lovelace"' },
      TextBody: 'New\n\nOn 23 Nov 2026 at 10:00, Bob <b@c.example> wrote:\n> old',
      HtmlBody: '<p>New</p>',
      Attachments: [{ Name: 'shop é.png', ContentType: 'image/png', Content: base64(picture()) }],
    })
    const { ticket_id } = await process(mail)
    const ticket = await desk.get(ticket_id)
    expect(ticket.description).toBe('New')
    const viewer = await join(desk.ws, 'member', 'Vera')
    const shown: Json = await viewer.ok('GET', `${at()}/${ticket.mail_id}`)
    expect(shown).toMatchObject({
      outcome: 'ticket',
      can_rescue: false,
      text: mail.TextBody,
      file_names: ['shop é.png'],
    })
    const eml = await textIn(shown.download_url)
    expect(eml).toMatch(
      /^Message-ID: <[^>]+>\r\nFrom: "Ada 'Lovelace'" <ada@example\.org>\r\nTo: help@example\.com\r\n/,
    )
    expect(eml).toContain(`Subject: =?utf-8?B?${btoa('GrÃ¶Ã\u009fe?')}?=`)
    expect(eml).toContain(`filename*=utf-8''shop%20%C3%A9.png`)
    expect(decodedParts(eml).slice(0, 2)).toEqual([mail.TextBody, mail.HtmlBody])
    expect(eml.split('\r\n').every((line) => line.length <= 998)).toBe(true)
    const answer = inbound('ada@example.org', { TextBody: 'More' }, { References: mail.Headers[0].Value })
    await process(answer)
    const [message] = await desk.messages(ticket_id)
    expect(message!.mail_id).toEqual(expect.any(String))
    expect((await viewer.ok('GET', `${at()}/${message!.mail_id}`)).text).toBe('More')
  })

  test('is the raw mail where the provider sends it', async () => {
    const RawEmail = 'From: x@example.org\r\nSubject: Raw\r\n\r\nAs it came'
    const { ticket_id } = await process(inbound('x@example.org', { RawEmail }))
    const { mail_id } = await desk.get(ticket_id)
    expect(await textIn((await desk.ws.owner.ok('GET', `${at()}/${mail_id}`)).download_url)).toBe(RawEmail)
  })

  test('is kept without its files where it is large, in little time', () => {
    const mail = {
      ...inbound('x@example.org'),
      TextBody: 'ü'.repeat(3_000_000),
      HtmlBody: '<p>'.repeat(1_000_000),
    }
    const Attachments = [{ Name: 'a.bin', Content: 'A'.repeat(9_000_000) }]
    const began = performance.now()
    const eml = emlOf({ ...mail, Attachments } as never, 2 * 1024 * 1024)
    expect(performance.now() - began).toBeLessThan(1000)
    expect([eml.length <= 3 * 1024 * 1024, new TextDecoder().decode(eml).includes('a.bin')]).toEqual([
      true,
      false,
    ])
  })

  test('is taken although it cannot be kept; its files are not given up', async () => {
    const put = vi.spyOn(files, 'put').mockRejectedValue(new Error('away'))
    try {
      const { ticket_id } = await process(inbound('unkept@example.org'))
      const { mail_id } = await desk.get(ticket_id)
      expect(await desk.ws.owner.ok('GET', `${at()}/${mail_id}`)).toMatchObject({
        download_url: null,
        text: 'Since this morning.',
      })
    } finally {
      put.mockRestore()
    }
  })

  test('that comes again leaves nothing behind', async () => {
    const mail = inbound('again@example.org')
    await process(mail)
    await eraseObjects(desk.ws.org.id, enteredDatabase(desk.ws.org.id), openStorage(files, 1000))
    const before = files.stored.size
    await Promise.all([process(mail), process(mail), process(mail)])
    await eraseObjects(desk.ws.org.id, enteredDatabase(desk.ws.org.id), openStorage(files, 1000))
    expect(files.stored.size).toBe(before)
  })
})

describe('an ignored mail', () => {
  test('is for managers alone, with its files in the original', async () => {
    const Attachments = [{ Name: 'a.png', Content: base64(picture()) }]
    await process(inbound('spam@example.org', { Attachments }, { 'X-Spam-Status': 'Yes' }))
    const [row] = (await desk.ws.owner.ok('GET', `${at()}?outcome=ignored`)).items
    const member = await join(desk.ws, 'member')
    expect(refusal(await member.call('GET', `${at()}/${row.id}`))).toEqual([404, 'mail not found'])
    const manager = await join(desk.ws, 'manager')
    const { download_url } = await manager.ok('GET', `${at()}/${row.id}`)
    expect(await textIn(download_url)).toContain(Attachments[0]!.Content.slice(0, 60))
    await asOwner(`update organization_members set role = 'member' where user_id = $1`, [manager.id])
    expect((await call('GET', new URL(download_url).pathname)).status).toBe(404)
  })
})

test('mail is kept for as long as its mailbox says, then its bytes are erased too', async () => {
  await desk.ws.owner.ok('PATCH', `${desk.ws.base}/support/mailboxes/${box.id}`, { keep_days: 7 })
  const mailbox = desk.ws.owner.call('PATCH', `${desk.ws.base}/support/mailboxes/${box.id}`, { keep_days: 0 })
  expect(refusal(await mailbox)).toEqual([422, 'body.keep_days: must be 1 to 365'])
  const { ticket_id } = await process(inbound('old@example.org'))
  await process(inbound('old@example.org', {}, { 'X-Spam-Status': 'Yes' }))
  const { mail_id } = await desk.get(ticket_id)
  const age = (days: number) =>
    asOwner(
      `update ticket_mails set created_at = now() - make_interval(days => $2) where org_id = $1 and from_address = 'old@example.org'`,
      [desk.ws.org.id, days],
    )
  const daily = async () => {
    await asOwner('select app.daily_ticket_mails($1, 500)', [desk.ws.org.id])
    await eraseObjects(desk.ws.org.id, enteredDatabase(desk.ws.org.id), openStorage(files, 1000))
  }
  await age(6)
  await daily()
  const before = files.stored.size
  expect((await desk.ws.owner.ok('GET', `${at()}/${mail_id}`)).download_url).not.toBeNull()
  await age(8)
  await daily()
  expect(await desk.ws.owner.ok('GET', `${at()}/${mail_id}`)).toMatchObject({
    download_url: null,
    text: null,
  })
  expect(
    (await desk.ws.owner.ok('GET', `${at()}?limit=200&outcome=ignored`)).items.map(
      (m: Json) => m.from_address,
    ),
  ).not.toContain('old@example.org')
  expect(files.stored.size).toBe(before - 2)
  await desk.ws.owner.ok('DELETE', `${desk.at}/${ticket_id}`)
})
