import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import { picture } from '../kit/attachments.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { portalDesk } from '../kit/portal.ts'
import { jarOf, newcomer, open, submit, to } from './browse.ts'

type Home = Awaited<ReturnType<typeof portalDesk>>
let here: Home['here']
let access: Home['access']
let link: Home['link']
let write: Home['write']
let headers: { cookie: string }
const tickets = '/portal/tickets'

/** A browser in which a link was opened. */
async function entered(token: string) {
  const reply = await submit('/portal/open', { token })
  expect(to(reply)).toEqual([303, '/portal'])
  return { cookie: jarOf(reply) }
}

beforeEach(async () => {
  ;({ here, access, link, write } = await portalDesk())
  headers = await entered((await link()).link_token)
})

/** A form with a file as browsers send it. */
async function sendForm(
  path: string,
  fields: Record<string, string>,
  bytes?: Uint8Array<ArrayBuffer>,
  name = 'a.png',
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new File(bytes ? [bytes] : [], bytes ? name : '', { type: 'image/png' }))
  const request = new Response(form)
  return call('POST', path, {
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: {
      ...headers,
      'content-type': request.headers.get('content-type')!,
      origin: 'https://service.test',
    },
  })
}
const idIn = (address: string | null) => /\/tickets\/([0-9a-f-]{36})/.exec(address!)![1]!

describe('a link', () => {
  test('is used up by the button, not by whatever opens it', async () => {
    const { link_token } = await link()
    for (const _ of [1, 2]) {
      const page = await open(`/portal/open?token=${link_token}`)
      expect([page.status, page.text.includes('Open the portal')]).toEqual([200, true])
    }
    const reply = await submit('/portal/open', { token: link_token })
    const [line] = reply.headers.getSetCookie()
    expect(line).toMatch(
      /^portal_session=svc_ptl_\w{36}; Max-Age=604800; Path=\/portal; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(to(await submit('/portal/open', { token: link_token }))).toEqual([303, '/portal?link=ended'])
    expect((await open('/portal?link=ended')).text).toContain('This link opens nothing any more.')
    expect(to(await open('/portal/open'))).toEqual([303, '/portal?link=ended'])
  })

  test('that was clicked twice has let in whoever clicked', async () => {
    expect(to(await open('/portal?link=ended', headers))).toEqual([303, tickets])
  })

  test('is not opened by the form of another site', async () => {
    const { link_token } = await link()
    const reply = await submit('/portal/open', { token: link_token }, { origin: 'https://evil.example' })
    expect(reply.status).toBe(403)
    await entered(link_token)
  })

  test('leaves a member who is signed in in the same browser signed in', async () => {
    const { jar } = await newcomer()
    const { link_token } = await link()
    const reply = await submit('/portal/open', { token: link_token }, { cookie: jar })
    expect(reply.headers.getSetCookie().every((line) => line.startsWith('portal_session='))).toBe(true)
    const both = { cookie: `${jar}; ${jarOf(reply)}` }
    expect((await open('/dashboard', both)).status).toBe(200)
    expect((await open(tickets, both)).text).toContain('Charles Babbage')
    const out = await submit('/portal/sign-out', {}, both)
    expect(out.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['portal_session'])
    expect((await open('/dashboard', { cookie: jar })).status).toBe(200)
    expect(to(await open(tickets, { cookie: jar }))).toEqual([303, '/portal'])
  })
})

describe('tickets', () => {
  test('are listed by what they mean to the customer, with the name of the organization', async () => {
    const first = await write({ subject: 'Prices <b>' })
    const second = await write({ subject: 'Bread' })
    await here.change(second.id, { status: 'resolved' })
    await here.ws.owner.ok('POST', here.at, {
      subject: 'Theirs',
      client_id: await clientRow(here.ws, 'Other'),
    })
    const { text } = await open(tickets, headers)
    for (const said of [
      'Ada &amp; Co',
      '2 tickets',
      'Prices &lt;b&gt;',
      'we are on it',
      'solved',
      'Invoices',
    ])
      expect(text).toContain(said)
    expect(text.indexOf('>Bread<')).toBeLessThan(text.indexOf('>Prices'))
    for (const hidden of ['Theirs', 'Connect an assistant', 'API reference'])
      expect(text).not.toContain(hidden)
    const only = async (show: string) => (await open(`${tickets}?show=${show}`, headers)).text
    expect([(await only('open')).includes(first.id), (await only('open')).includes(second.id)]).toEqual([
      true,
      false,
    ])
    expect((await only('solved')).includes(second.id)).toBe(true)
    expect((await open(`${tickets}?offset=50`, headers)).text).toContain('Before')
  })

  test('are asked with a file, once however often the form is sent', async () => {
    const form = { once: uuidv7(), subject: 'Prices', description: 'Of **bread**' }
    const wrong = await sendForm(`${tickets}/new`, { ...form, subject: '' })
    expect([wrong.status, wrong.text.includes('Subject: Must not be empty.')]).toEqual([422, true])
    expect((await sendForm(`${tickets}/new`, { ...form, description: ' ' })).text).toContain(
      'Your question: Must not be empty.',
    )
    const bytes = picture()
    const [one, again] = [
      await sendForm(`${tickets}/new`, form, bytes),
      await sendForm(`${tickets}/new`, form, bytes),
    ]
    const id = idIn(to(one)[1] as string)
    expect(to(again)).toEqual(to(one))
    const { text } = await open(to(one)[1] as string, headers)
    for (const said of [
      'Your ticket is with us',
      '<strong>bread</strong>',
      'a.png',
      `${tickets}/${id}/files/`,
    ])
      expect(text).toContain(said)
    expect(text.split('>a.png<')).toHaveLength(2)
  })

  test('show what was written, never an internal note, in the time zone of the organization', async () => {
    await asOwner(`update organizations set timezone = 'Asia/Tokyo' where id = $1`, [here.ws.org.id])
    const { id } = await write()
    await here.say(id, { body: 'zebrafinch', is_internal: true })
    await here.say(id, { body: '**We** look [x](javascript:alert(1))\n\n<script>alert(1)</script>' })
    await asOwner(`update ticket_messages set created_at = '2031-03-05T20:30:00Z' where ticket_id = $1`, [id])
    const { text } = await open(`${tickets}/${id}`, headers)
    for (const said of ['<strong>We</strong> look', '6 Mar 2031, 05:30', 'Ada Lovelace', 'Of bread'])
      expect(text).toContain(said)
    for (const hidden of ['zebrafinch', '<script>alert', 'href="javascript'])
      expect(text).not.toContain(hidden)
  })

  test('are answered, with a file that is judged before anything is sent', async () => {
    const { id } = await write()
    const page = `${tickets}/${id}`
    const form = { once: uuidv7(), body: 'See the picture' }
    const refused = await sendForm(page, form, new TextEncoder().encode('no picture'))
    expect([refused.status, refused.text.includes('File: It is no PNG, JPG, WEBP, GIF or PDF.')]).toEqual([
      422,
      true,
    ])
    expect([refused.text.includes('See the picture</textarea>'), await here.messages(id)]).toEqual([true, []])
    expect((await sendForm(page, { ...form, body: ' ' })).text).toContain('Your message: Must not be empty.')
    const reply = await sendForm(page, form, picture())
    expect(to(reply)).toEqual([303, `${page}?done=sent#done`])
    const [said] = await here.messages(id)
    expect([said!.body, said!.files.length]).toEqual(['See the picture', 1])
    const file = await open(`${page}/files/${said!.files[0].id}`, headers)
    expect([file.status, file.headers.get('location')!.includes('/files/')]).toEqual([303, true])
    expect((await call('GET', new URL(file.headers.get('location')!).pathname)).status).toBe(200)
  })

  test('say so where the message was kept and its file was not', async () => {
    const { id } = await write()
    await asOwner(
      `insert into attachments (org_id, entity_type, entity_id, filename, content_type, size_bytes, sha256, contact_id)
        select $1, 'ticket', $2, 'a.png', 'image/png', 1, '\\x00', $3 from generate_series(1, 30)`,
      [here.ws.org.id, id, here.contact.id],
    )
    const reply = await sendForm(`${tickets}/${id}`, { once: uuidv7(), body: 'See' }, picture())
    expect([
      reply.status,
      reply.text.includes('Your message is sent, but its file is not. You have attached 30 files'),
    ]).toEqual([422, true])
    expect((await here.messages(id)).map(({ body }) => body)).toEqual(['See'])
  })

  test('that are closed say that writing opens a new one, and do so', async () => {
    const { id } = await write()
    for (const status of ['resolved', 'closed']) await here.change(id, { status })
    expect((await open(`${tickets}/${id}`, headers)).text).toContain('What you write opens a new ticket')
    const reply = await sendForm(`${tickets}/${id}`, { once: uuidv7(), body: 'Once more' }, picture())
    const next = idIn(to(reply)[1] as string)
    expect(next).not.toBe(id)
    const { text } = await open(to(reply)[1] as string, headers)
    for (const said of ['your message is in this one', 'Once more', 'a.png', 'an earlier ticket'])
      expect(text).toContain(said)
  })

  test('are rated once they are solved', async () => {
    const { id } = await write()
    const page = `${tickets}/${id}`
    expect((await open(page, headers)).text).not.toContain('Your rating')
    await here.change(id, { status: 'resolved' })
    expect((await open(page, headers)).text).toContain('Your rating')
    const none = await submit(`${page}/rating`, { comment: 'Fine' }, headers)
    expect([none.status, none.text.includes('Your rating: Choose from 1 to 5.')]).toEqual([422, true])
    expect(to(await submit(`${page}/rating`, { score: '4', comment: 'Fine' }, headers))[1]).toBe(
      `${page}?done=rated#done`,
    )
    expect((await open(page, headers)).text).toContain('You rated it 4 of 5.')
    expect(await here.get(id)).toMatchObject({ csat_score: 4, csat_comment: 'Fine' })
    expect((await submit(`${page}/rating`, { score: '5' }, headers)).text).toContain(
      'The ticket is rated already.',
    )
  })

  test('of others, and addresses that are none, are not found, in the frame of the organization', async () => {
    const theirs = await here.ws.owner.ok('POST', here.at, {
      subject: 'Theirs',
      client_id: await clientRow(here.ws, 'Other'),
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

describe('a session', () => {
  test('that has ended leads to how to get in, and keeps what was typed', async () => {
    const { id } = await write()
    await here.ws.owner.call('DELETE', `${here.ws.base}/portal/accesses/${access.id}`)
    const gone = await open(`${tickets}/${id}`, headers)
    expect([gone.status, gone.text.includes('Your session has ended.')]).toEqual([401, true])
    expect(gone.headers.getSetCookie()[0]).toMatch(/^portal_session=; Max-Age=0; Path=\/portal/)
    const reply = await sendForm(`${tickets}/${id}`, { body: 'A long <story>' })
    expect([reply.status, reply.text.includes('A long &lt;story&gt;')]).toEqual([401, true])
    expect(reply.text).toContain('your message was not sent')
    expect(to(await open(tickets))).toEqual([303, '/portal'])
    expect((await open('/portal')).text).toContain('Customer portal')
  })

  test('ends with the button', async () => {
    const reply = await submit('/portal/sign-out', {}, headers)
    expect(to(reply)).toEqual([303, '/portal?link=out'])
    expect((await open(tickets, headers)).status).toBe(401)
    expect((await open('/portal?link=out')).text).toContain('You are signed out.')
  })

  test('of a link to one ticket shows that alone', async () => {
    const [mine, other] = [await write({ subject: 'Mine' }), await write({ subject: 'Other one' })]
    const scoped = await entered((await link({ scope_ticket_id: mine.id })).link_token)
    expect(to(await open('/portal', scoped))).toEqual([303, `${tickets}/${mine.id}`])
    const { text } = await open(`${tickets}/${mine.id}`, scoped)
    for (const hidden of ['href="/portal/invoices"', 'href="/portal/tickets"'])
      expect(text).not.toContain(hidden)
    expect((await open(`${tickets}/${other.id}`, scoped)).status).toBe(404)
    expect((await open('/portal/invoices', scoped)).status).toBe(403)
    expect((await open(tickets, scoped)).text).not.toContain('Other one')
    for (const status of ['resolved', 'closed']) await here.change(mine.id, { status })
    expect((await open(`${tickets}/${mine.id}`, scoped)).text).toContain('your link opens nothing else')
  })
})

describe('the organization', () => {
  test('lends its logo and its colour, in which texts can be read', async () => {
    await here.ws.owner.ok('PATCH', here.ws.base, { accent_color: '#FFE600' })
    const logo = Buffer.from(picture()).toString('base64')
    await asOwner(
      `insert into invoice_register_settings (org_id, logo) values ($1, $2)
      on conflict (org_id) do update set logo = excluded.logo`,
      [here.ws.org.id, logo],
    )
    const { text } = await open(tickets, headers)
    expect(text).toContain(`src="data:image/png;base64,${logo}"`)
    const address = /href="(\/portal\.css[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    const css = await open(address)
    expect([css.status, css.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(css.text).toMatch(/--accent:#(?!ffe600)[0-9a-f]{6}/)
    const wrong = await here.ws.owner.call('PATCH', here.ws.base, { accent_color: 'yellow' })
    expect([wrong.status, wrong.body.error.message]).toEqual([
      422,
      'body.accent_color: must be a color as #rrggbb',
    ])
  })
})

describe('invoices', () => {
  test('are listed and opened as they were issued, and have a file', async () => {
    const lines = [{ description: 'Bread', quantity: '1', unit_price: '10', tax_rate: '0', category: 'zero' }]
    const draft = (client_id: string): Promise<Json> =>
      here.ws.owner.ok('POST', `${here.ws.base}/invoices`, { client_id, lines })
    const [mine, unsent] = [await draft(here.client), await draft(here.client)]
    const { number } = await here.ws.owner.ok('POST', `${here.ws.base}/invoices/${mine.id}/issue`, {})
    const list = await open('/portal/invoices', headers)
    for (const said of ['1 invoice<', number, '€10.00', 'Town hall']) expect(list.text).toContain(said)
    const page = await open(`/portal/invoices/${mine.id}`, headers)
    for (const said of [number, 'Bread', 'To be paid', `/portal/invoices/${mine.id}/files/pdf`])
      expect(page.text).toContain(said)
    expect((await open(`/portal/invoices/${unsent.id}`, headers)).status).toBe(404)
    expect((await open(`/portal/invoices/${mine.id}/files/doc`, headers)).status).toBe(404)
  })

  test('are not offered to a contact who may not see them', async () => {
    await asOwner(`update portal_accesses set abilities = '{tickets}' where id = $1`, [access.id])
    expect((await open(tickets, headers)).text).not.toContain('/portal/invoices')
    const reply = await open('/portal/invoices', headers)
    expect([reply.status, reply.text.includes('Your access does not include invoices.')]).toEqual([403, true])
    await asOwner(`update portal_accesses set abilities = '{invoices}' where id = $1`, [access.id])
    expect(to(await open('/portal', headers))).toEqual([303, '/portal/invoices'])
    expect((await open('/portal/invoices', headers)).text).not.toContain('href="/portal/tickets"')
  })
})

test('a page asks the database once', async () => {
  const { id } = await write()
  await open(tickets, headers)
  for (const path of [tickets, `${tickets}/${id}`, '/portal/invoices'])
    expect([path, (await open(path, headers)).trips]).toEqual([path, 1])
})
