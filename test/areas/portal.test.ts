import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { actions, join } from '../kit/makers.ts'
import { contactOf, openSession, open, portal, portalDesk } from '../kit/portal.ts'
import { desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

const ended = [401, 'the session is unknown or has ended; ask for a new link']
const unknown = [401, 'the link is unknown, used or expired; ask for a new one']

type Home = Awaited<ReturnType<typeof portalDesk>>
let setup: Home['setup']
let who: Home['who']
let access: Home['access']
let token: Home['token']
let link: Home['link']
let errorOf: Home['errorOf']
beforeEach(async () => {
  ;({ setup, who, access, token, link, errorOf } = await portalDesk())
})

describe('a link', () => {
  test('opens one session, for the contact and their client, and is audited', async () => {
    expect(await who.ok('GET', `${portal}/me`)).toEqual({
      contact: { id: setup.contact.id, name: 'Charles Babbage', email: 'charles@babbage.example' },
      client: { id: setup.client, name: 'Town hall' },
      organization: 'Ada & Co',
      branding: { logo: null, accent_color: null, timezone: 'UTC' },
      abilities: ['tickets', 'invoices'],
      only_ticket_id: null,
    })
    const created = await link()
    const replies = await Promise.all(Array.from({ length: 6 }, () => open(created.link_token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    expect(refusal(await open(access.link_token))).toEqual(unknown)
    const stored = await asOwner<{ whole: string }>(
      'select t::text as whole from portal_tokens t where org_id = $1',
      [setup.ws.org.id],
    )
    expect(stored.map(({ whole }) => whole).join()).not.toContain('svc_ptl_')
    const listed = await setup.ws.owner.call('GET', `${setup.ws.base}/portal/accesses`)
    expect(listed.text).not.toContain('token')
    expect(listed.body.items[0]).toMatchObject({
      contact: { id: setup.contact.id },
      client: { id: setup.client },
      status: 'active',
    })
    expect(await actions(setup.ws)).toEqual(
      expect.arrayContaining(['portal_access.created', 'portal_link.created', 'portal_session.opened']),
    )
  })

  test('that is unknown, malformed, used, expired or revoked gets the same response', async () => {
    const expired = await link()
    await asOwner(`update portal_tokens set expires_at = now() where id = $1`, [expired.id])
    const revoked = await link()
    await setup.ws.owner.call('DELETE', `${setup.ws.base}/portal/accesses/${access.id}`)
    for (const one of [
      makeToken('svc_ptl_', 'a'),
      'anything',
      access.link_token,
      expired.link_token,
      revoked.link_token,
      token,
    ])
      expect(refusal(await open(one))).toEqual(unknown)
    expect(refusal(await call('POST', `${portal}/sessions`, { body: {} }))[0]).toBe(422)
  })

  test('is valid for a quarter of an hour', async () => {
    const created = await link()
    const minutes = (Date.parse(created.link_expires_at) - Date.now()) / 60_000
    expect([minutes > 14.9, minutes <= 15.1]).toEqual([true, true])
  })

  test('to one ticket opens only that, to read and to reply', async () => {
    const [ownTicket, other] = [await setup.create(), await setup.create()]
    const { link_token } = await link({ scope_ticket_id: ownTicket.id })
    const scoped = contactOf((await open(link_token)).body.token)
    expect((await scoped.ok('GET', `${portal}/me`)).only_ticket_id).toBe(ownTicket.id)
    expect((await scoped.ok('GET', `${portal}/tickets`)).items.map(({ id }: Json) => id)).toEqual([
      ownTicket.id,
    ])
    await scoped.ok('POST', `${portal}/tickets/${ownTicket.id}/messages`, { body: 'Hello' })
    for (const path of [`/tickets/${other.id}`, `/tickets/${uuidv7()}`])
      expect(await errorOf('GET', path, undefined, scoped)).toEqual([404, 'ticket not found'])
    expect(await errorOf('POST', `/tickets/${other.id}/messages`, { body: 'Hello' }, scoped)).toEqual([
      404,
      'ticket not found',
    ])
    const ticketOnly = [403, 'your link opens one ticket only; ask for another link']
    expect(await errorOf('POST', '/tickets', { subject: 'A', description: 'B' }, scoped)).toEqual(ticketOnly)
    expect(await errorOf('GET', '/invoices', undefined, scoped)).toEqual(ticketOnly)
    const foreign = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
    })
    const result = await setup.ws.owner.call('POST', `${setup.ws.base}/portal/accesses/${access.id}/links`, {
      scope_ticket_id: foreign.id,
    })
    expect(refusal(result)).toEqual([422, 'body.scope_ticket_id: not a ticket of the client'])
  })
})

describe('a session', () => {
  test('is a separate bearer token, and opens only the portal', async () => {
    for (const path of ['/api/v1/auth/me', setup.ws.base, setup.at, `${setup.ws.base}/portal/accesses`])
      expect((await who.call('GET', path)).status).toBe(401)
    expect((await who.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(401)
    expect(refusal(await setup.ws.owner.call('GET', `${portal}/me`))).toEqual(ended)
    const { token: key } = await setup.ws.owner.ok('POST', `${setup.ws.base}/api-keys`, { name: 'bridge' })
    expect(await errorOf('GET', '/me', undefined, contactOf(key))).toEqual(ended)
    expect(await errorOf('GET', '/me', undefined, contactOf(access.link_token))).toEqual(ended)
    expect(await errorOf('GET', '/me', undefined, contactOf((await link()).link_token))).toEqual(ended)
  })

  test('is extended by twelve hours with each use, and seven days at most', async () => {
    const left = async () => {
      const [row] = await asOwner<{ hours: number }>(
        `select extract(epoch from expires_at - now())::float / 3600 as hours from portal_tokens where org_id = $1 and kind = 'session'`,
        [setup.ws.org.id],
      )
      return Math.round(row!.hours)
    }
    const age = (created: string) =>
      asOwner(
        `update portal_tokens set expires_at = now() + interval '1 hour', created_at = now() - $2::interval where org_id = $1 and kind = 'session'`,
        [setup.ws.org.id, created],
      )
    await age('2 days')
    await who.ok('GET', `${portal}/me`)
    expect(await left()).toBe(12)
    await age('6 days 20 hours')
    await who.ok('GET', `${portal}/me`)
    expect(await left()).toBe(4)
    await asOwner(`update portal_tokens set expires_at = now() where org_id = $1`, [setup.ws.org.id])
    expect(await errorOf('GET', '/me')).toEqual(ended)
  })

  test('ends when it is closed, when its access is revoked, and with its organization', async () => {
    const second = contactOf((await open((await link()).link_token)).body.token)
    expect((await who.call('DELETE', `${portal}/sessions`)).status).toBe(204)
    expect(await errorOf('GET', '/me')).toEqual(ended)
    await second.ok('GET', `${portal}/me`)
    await asOwner(`update organizations set status = 'suspended' where id = $1`, [setup.ws.org.id])
    expect(await errorOf('GET', '/me', undefined, second)).toEqual(ended)
    await asOwner(`update organizations set status = 'active' where id = $1`, [setup.ws.org.id])
    const waiting = await link()
    await setup.ws.owner.call('DELETE', `${setup.ws.base}/portal/accesses/${access.id}`)
    expect(await errorOf('GET', '/me', undefined, second)).toEqual(ended)
    expect(refusal(await open(waiting.link_token))).toEqual(unknown)
    const repeated = await setup.ws.owner.call(
      'POST',
      `${setup.ws.base}/portal/accesses/${access.id}/links`,
      {},
    )
    expect(refusal(repeated)).toEqual([409, 'the access was revoked; create another for the contact'])
    expect((await openSession(setup)).access.status).toBe('active')
  })
})

describe('an access', () => {
  test('is one for each contact, with abilities, and granted by managers', async () => {
    const post = async (body: object, by = setup.ws.owner) =>
      refusal(await by.call('POST', `${setup.ws.base}/portal/accesses`, body))
    const draft = { contact_id: setup.contact.id, abilities: ['tickets'] }
    expect(await post(draft)).toEqual([
      409,
      'the contact has an access already; make a link for it, or revoke it first',
    ])
    expect(await post({ ...draft, contact_id: (await desk()).contact.id })).toEqual([
      422,
      'body.contact_id: not found',
    ])
    expect(await post({ ...draft, abilities: [] })).toEqual([422, 'body.abilities: at least one'])
    expect(await post({ ...draft, abilities: ['tickets', 'tickets'] })).toEqual([
      422,
      'body.abilities: each ability once',
    ])
    expect(await post(draft, await join(setup.ws))).toEqual([403, 'needs the role manager or above'])
    const { total } = await setup.ws.owner.ok('GET', `${setup.ws.base}/portal/accesses?status=revoked`)
    expect(total).toBe(0)
  })

  test('includes no more than its abilities', async () => {
    const other: Json = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients/${setup.client}/contacts`, {
      name: 'Grace',
    })
    const { who: grace } = await openSession(setup, ['invoices'], other.id)
    const { id } = await setup.create()
    const closed = [403, 'your access does not include tickets']
    expect(await errorOf('GET', '/tickets', undefined, grace)).toEqual(closed)
    expect(await errorOf('GET', `/tickets/${id}`, undefined, grace)).toEqual(closed)
    expect(await errorOf('POST', '/tickets', { subject: 'A', description: 'B' }, grace)).toEqual(closed)
    expect(await errorOf('POST', `/tickets/${id}/messages`, { body: 'A' }, grace)).toEqual(closed)
    expect(await errorOf('POST', `/tickets/${id}/rating`, { score: 1 }, grace)).toEqual(closed)
    expect((await grace.ok('GET', `${portal}/invoices`)).total).toBe(0)
  })
})
