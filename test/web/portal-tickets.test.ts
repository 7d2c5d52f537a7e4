import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { picture } from '../kit/attachments.ts'
import { asOwner, call } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { portalDesk } from '../kit/portal.ts'
import { open, submit, to } from './browse.ts'
import { openedPortal, sendForm } from './portal-browse.ts'

type Home = Awaited<ReturnType<typeof portalDesk>>
let setup: Home['setup']
let write: Home['write']
let headers: { cookie: string }
const tickets = '/portal/tickets'
beforeEach(async () => {
  const desk = await portalDesk()
  ;({ setup, write } = desk)
  headers = await openedPortal((await desk.link()).link_token)
})
const idIn = (address: string | null) => /\/tickets\/([0-9a-f-]{36})/.exec(address!)![1]!

describe('tickets', () => {
  test('are listed by what they mean to the customer, with the name of the organization', async () => {
    const first = await write({ subject: 'Prices <b>' })
    const second = await write({ subject: 'Bread' })
    await setup.change(second.id, { status: 'resolved' })
    await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
    })
    const { text } = await open(tickets, headers)
    for (const expected of [
      'Ada &amp; Co',
      '2 tickets',
      'Prices &lt;b&gt;',
      'we are on it',
      'solved',
      'Invoices',
    ])
      expect(text).toContain(expected)
    expect(text.indexOf('>Bread<')).toBeLessThan(text.indexOf('>Prices'))
    for (const hidden of ['Theirs', 'Connect an assistant', 'API reference'])
      expect(text).not.toContain(hidden)
    const only = async (show: string) => (await open(`${tickets}?show=${show}`, headers)).text
    expect([(await only('open')).includes(first.id), (await only('open')).includes(second.id)]).toEqual([
      true,
      false,
    ])
    expect((await only('solved')).includes(second.id)).toBe(true)
    expect((await open(`${tickets}?offset=50`, headers)).text).toContain('Previous')
  })

  test('are created with a file, once however often the form is sent', async () => {
    const form = { once: uuidv7(), subject: 'Prices', description: 'Of **bread**' }
    const wrong = await sendForm(`${tickets}/new`, { ...form, subject: '' }, headers)
    expect([wrong.status, wrong.text.includes('Subject: Must not be empty.')]).toEqual([422, true])
    expect((await sendForm(`${tickets}/new`, { ...form, description: ' ' }, headers)).text).toContain(
      'Your question: Must not be empty.',
    )
    const bytes = picture()
    const [one, again] = [
      await sendForm(`${tickets}/new`, form, headers, bytes),
      await sendForm(`${tickets}/new`, form, headers, bytes),
    ]
    const id = idIn(to(one)[1] as string)
    expect(to(again)).toEqual(to(one))
    const { text } = await open(to(one)[1] as string, headers)
    for (const expected of [
      'Your ticket is with us',
      '<strong>bread</strong>',
      'a.png',
      `${tickets}/${id}/files/`,
    ])
      expect(text).toContain(expected)
    expect(text.split('>a.png<')).toHaveLength(2)
  })

  test('show what was written, never an internal note, in the time zone of the organization', async () => {
    await asOwner(`update organizations set timezone = 'Asia/Tokyo' where id = $1`, [setup.ws.org.id])
    const { id } = await write()
    await setup.addMessage(id, { body: 'zebrafinch', is_internal: true })
    await setup.addMessage(id, { body: '**We** look [x](javascript:alert(1))\n\n<script>alert(1)</script>' })
    await asOwner(`update ticket_messages set created_at = '2031-03-05T20:30:00Z' where ticket_id = $1`, [id])
    const { text } = await open(`${tickets}/${id}`, headers)
    for (const expected of ['<strong>We</strong> look', '6 Mar 2031, 05:30', 'Ada Lovelace', 'Of bread'])
      expect(text).toContain(expected)
    for (const hidden of ['zebrafinch', '<script>alert', 'href="javascript'])
      expect(text).not.toContain(hidden)
  })

  test('are answered, with a file that is checked before anything is sent', async () => {
    const { id } = await write()
    const page = `${tickets}/${id}`
    const form = { once: uuidv7(), body: 'See the picture' }
    const refused = await sendForm(page, form, headers, new TextEncoder().encode('no picture'))
    expect([refused.status, refused.text.includes('File: It is not a PNG, JPG, WEBP, GIF or PDF.')]).toEqual([
      422,
      true,
    ])
    expect([refused.text.includes('See the picture</textarea>'), await setup.messages(id)]).toEqual([
      true,
      [],
    ])
    expect((await sendForm(page, { ...form, body: ' ' }, headers)).text).toContain(
      'Your message: Must not be empty.',
    )
    const reply = await sendForm(page, form, headers, picture())
    expect(to(reply)).toEqual([303, `${page}?done=sent#done`])
    const [message] = await setup.messages(id)
    expect([message!.body, message!.files.length]).toEqual(['See the picture', 1])
    const file = await open(`${page}/files/${message!.files[0].id}`, headers)
    expect([file.status, file.headers.get('location')!.includes('/files/')]).toEqual([303, true])
    expect((await call('GET', new URL(file.headers.get('location')!).pathname)).status).toBe(200)
  })

  test('keep what was entered if the file is too large', async () => {
    const { id } = await write()
    const large = new Uint8Array(10 * 1024 * 1024 + 1)
    const reply = await sendForm(`${tickets}/${id}`, { once: uuidv7(), body: 'See' }, headers, large)
    expect([reply.status, reply.text.includes('It is larger than 10 MiB.')]).toEqual([422, true])
    expect([reply.text.includes('See</textarea>'), await setup.messages(id)]).toEqual([true, []])
  })

  test('say so if the message was saved and its file was not', async () => {
    const { id } = await write()
    await asOwner(
      `insert into attachments (org_id, entity_type, entity_id, filename, content_type, size_bytes, sha256, contact_id)
        select $1, 'ticket', $2, 'a.png', 'image/png', 1, '\\x00', $3 from generate_series(1, 30)`,
      [setup.ws.org.id, id, setup.contact.id],
    )
    const reply = await sendForm(`${tickets}/${id}`, { once: uuidv7(), body: 'See' }, headers, picture())
    expect([
      reply.status,
      reply.text.includes('Your message is sent, but its file is not. You have attached 30 files'),
    ]).toEqual([422, true])
    expect((await setup.messages(id)).map(({ body }) => body)).toEqual(['See'])
  })

  test('that are closed say that a new message opens a new one, and it does', async () => {
    const { id } = await write()
    for (const status of ['resolved', 'closed']) await setup.change(id, { status })
    expect((await open(`${tickets}/${id}`, headers)).text).toContain('A new message opens a new ticket')
    const reply = await sendForm(
      `${tickets}/${id}`,
      { once: uuidv7(), body: 'Once more' },
      headers,
      picture(),
    )
    const next = idIn(to(reply)[1] as string)
    expect(next).not.toBe(id)
    const { text } = await open(to(reply)[1] as string, headers)
    for (const expected of ['your message is in this one', 'Once more', 'a.png', 'an earlier ticket'])
      expect(text).toContain(expected)
  })

  test('are rated once they are solved', async () => {
    const { id } = await write()
    const page = `${tickets}/${id}`
    expect((await open(page, headers)).text).not.toContain('Your rating')
    await setup.change(id, { status: 'resolved' })
    expect((await open(page, headers)).text).toContain('Your rating')
    const none = await submit(`${page}/rating`, { comment: 'Fine' }, headers)
    expect([none.status, none.text.includes('Your rating: Choose from 1 to 5.')]).toEqual([422, true])
    expect(to(await submit(`${page}/rating`, { score: '4', comment: 'Fine' }, headers))[1]).toBe(
      `${page}?done=rated#done`,
    )
    expect((await open(page, headers)).text).toContain('You rated it 4 of 5.')
    expect(await setup.get(id)).toMatchObject({ csat_score: 4, csat_comment: 'Fine' })
    expect((await submit(`${page}/rating`, { score: '5' }, headers)).text).toContain(
      'The ticket is rated already.',
    )
  })

  test('of others, and invalid ids, are not found, in the layout of the organization', async () => {
    const theirs = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
    })
    for (const id of [theirs.id, uuidv7(), 'nonsense']) {
      const reply = await open(`${tickets}/${id}`, headers)
      expect([reply.status, reply.text.includes('Ada &amp; Co'), reply.text.includes('Theirs')]).toEqual([
        404,
        true,
        false,
      ])
    }
  })
})
