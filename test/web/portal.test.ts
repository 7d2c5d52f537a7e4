import { beforeEach, describe, expect, test } from 'vitest'
import { picture } from '../kit/attachments.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { portalDesk } from '../kit/portal.ts'
import { anyIssuer } from '../kit/invoices.ts'
import { jarOf, newcomer, open, submit, to } from './browse.ts'
import { openedPortal, sendForm } from './portal-browse.ts'

type Home = Awaited<ReturnType<typeof portalDesk>>
let setup: Home['setup']
let access: Home['access']
let link: Home['link']
let write: Home['write']
let headers: { cookie: string }
const tickets = '/portal/tickets'
beforeEach(async () => {
  ;({ setup, access, link, write } = await portalDesk())
  headers = await openedPortal((await link()).link_token)
})

describe('a link', () => {
  test('is used up by the button, not by opening it', async () => {
    const { link_token } = await link()
    for (const _ of [1, 2]) {
      const page = await open(`/portal/open?token=${link_token}`)
      expect([page.status, page.text.includes('Open the portal')]).toEqual([200, true])
    }
    const reply = await submit('/portal/open', { token: link_token })
    const [line] = reply.headers.getSetCookie()
    expect(line).toMatch(
      /^portal_session=svc_ptl_\w{37}; Max-Age=604800; Path=\/portal; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(to(await submit('/portal/open', { token: link_token }))).toEqual([303, '/portal?link=ended'])
    expect((await open('/portal?link=ended')).text).toContain('This link no longer works.')
    expect(to(await open('/portal/open'))).toEqual([303, '/portal?link=ended'])
  })

  test('that was clicked twice has opened the session', async () => {
    expect(to(await open('/portal?link=ended', headers))).toEqual([303, tickets])
  })

  test('is not opened by the form of another site', async () => {
    const { link_token } = await link()
    const reply = await submit('/portal/open', { token: link_token }, { origin: 'https://evil.example' })
    expect(reply.status).toBe(403)
    await openedPortal(link_token)
  })

  test('does not sign out a member in the same browser', async () => {
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

describe('a session', () => {
  test('that has ended shows how to get in, and keeps what was entered', async () => {
    const { id } = await write()
    await setup.ws.owner.call('DELETE', `${setup.ws.base}/portal/accesses/${access.id}`)
    const gone = await open(`${tickets}/${id}`, headers)
    expect([gone.status, gone.text.includes('Your session has ended.')]).toEqual([401, true])
    expect(gone.headers.getSetCookie()[0]).toMatch(/^portal_session=; Max-Age=0; Path=\/portal/)
    const reply = await sendForm(`${tickets}/${id}`, { body: 'A long <story>' }, headers)
    expect([reply.status, reply.text.includes('A long &lt;story&gt;')]).toEqual([401, true])
    expect(reply.text).toContain('your message was not sent')
    const large = await sendForm(`${tickets}/${id}`, { body: 'A' }, headers, new Uint8Array(2 ** 21))
    expect(to(large)).toEqual([303, '/portal'])
    expect((await open('/portal', headers)).status).toBe(401)
    expect(to(await open(tickets))).toEqual([303, '/portal'])
    expect((await open('/portal')).text).toContain('Customer portal')
  })

  test('ends with the button', async () => {
    const reply = await submit('/portal/sign-out', {}, headers)
    expect(to(reply)).toEqual([303, '/portal?link=out'])
    expect((await open(tickets, headers)).status).toBe(401)
    expect((await open('/portal?link=out')).text).toContain('You are signed out.')
  })

  test('of a link to one ticket shows only that', async () => {
    const [mine, other] = [await write({ subject: 'Mine' }), await write({ subject: 'Other one' })]
    const scoped = await openedPortal((await link({ scope_ticket_id: mine.id })).link_token)
    expect(to(await open('/portal', scoped))).toEqual([303, `${tickets}/${mine.id}`])
    const { text } = await open(`${tickets}/${mine.id}`, scoped)
    for (const hidden of ['href="/portal/invoices"', 'href="/portal/tickets"'])
      expect(text).not.toContain(hidden)
    expect((await open(`${tickets}/${other.id}`, scoped)).status).toBe(404)
    expect((await open('/portal/invoices', scoped)).status).toBe(403)
    expect((await open(tickets, scoped)).text).not.toContain('Other one')
    for (const status of ['resolved', 'closed']) await setup.change(mine.id, { status })
    expect((await open(`${tickets}/${mine.id}`, scoped)).text).toContain('your link opens nothing else')
  })
})

describe('the organization', () => {
  test('has its logo and an accessible version of its colour', async () => {
    await setup.ws.owner.ok('PATCH', setup.ws.base, { accent_color: '#FFE600' })
    const logo = Buffer.from(picture()).toString('base64')
    await asOwner(
      `insert into invoice_register_settings (org_id, logo) values ($1, $2)
      on conflict (org_id) do update set logo = excluded.logo`,
      [setup.ws.org.id, logo],
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
    const wrong = await setup.ws.owner.call('PATCH', setup.ws.base, { accent_color: 'yellow' })
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
      setup.ws.owner.ok('POST', `${setup.ws.base}/invoices`, { client_id, lines })
    const [mine, unsent] = [await draft(setup.client), await draft(setup.client)]
    await anyIssuer(setup.ws.org.id)
    const { number } = await setup.ws.owner.ok('POST', `${setup.ws.base}/invoices/${mine.id}/issue`, {})
    const list = await open('/portal/invoices', headers)
    for (const expected of ['1 invoice<', number, '€10.00', 'Town hall'])
      expect(list.text).toContain(expected)
    const page = await open(`/portal/invoices/${mine.id}`, headers)
    for (const expected of [number, 'Bread', 'To be paid', `/portal/invoices/${mine.id}/files/pdf`])
      expect(page.text).toContain(expected)
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

test('a page makes one round trip to the database', async () => {
  const { id } = await write()
  await open(tickets, headers)
  for (const path of [tickets, `${tickets}/${id}`, '/portal/invoices'])
    expect([path, (await open(path, headers)).roundTrips]).toEqual([path, 1])
})
