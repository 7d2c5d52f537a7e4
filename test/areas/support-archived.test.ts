import { describe, expect, test } from 'vitest'
import { call, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { mailTo } from '../kit/mail.ts'
import { open as openPortal, openSession } from '../kit/portal.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { desk, setResolvedAgo } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

describe('an archived or merged client', () => {
  test('is refused wherever it is reached: by path, by contact, by portal and by mail', async () => {
    const { supportDesk, process } = await mailDesk()
    const { ws, client, contact, at, create } = supportDesk
    const other = await clientRow(ws)
    const { who } = await openSession(supportDesk)
    const { id } = await create()
    await ws.owner.ok('POST', `${ws.base}/pipelines`, {
      name: 'Sales',
      stages: [{ name: 'New', probability: 10 }],
    })
    const open: Json = await ws.owner.ok('POST', `${ws.base}/deals`, {
      title: 'x',
      value_minor: 1,
      client_id: client,
    })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${client}`, { archived: true })
    expect(
      refusal(await ws.owner.call('PATCH', `${ws.base}/deals/${open.id}`, { contact_id: contact.id })),
    ).toEqual([422, 'body.contact_id: of a client that is archived; restore the client first'])
    const post = async (path: string, body: object) =>
      refusal(await ws.owner.call('POST', `${ws.base}${path}`, body))
    const why = 'archived; restore the client first'
    expect(await post(`/clients/${client}/contacts`, { name: 'New' })).toEqual([409, `the client is ${why}`])
    expect(await post('/tickets', { subject: 'x', contact_id: contact.id })).toEqual([
      422,
      `body.contact_id: of a client that is ${why}`,
    ])
    const deal = { title: 'x', value_minor: 1, client_id: client }
    expect((await post('/deals', deal))[1]).toContain(why)
    const clients = { filter: { client_ids: [client] } }
    for (const [path, draft] of [
      ['/support/assignment-rules', { name: 'x', assignee_ids: [ws.owner.id], ...clients }],
      [
        '/sla/policies',
        { name: 'x', applies_to: 'ticket', targets: { low: { resolution_minutes: 60 } }, ...clients },
      ],
    ] as const)
      expect(await post(path, draft)).toEqual([422, `body.filter.client_ids[0]: ${why}`])
    const call = { type: 'call', subject: 'x' }
    expect((await post('/crm/activities', { ...call, contact_id: contact.id }))[1]).toContain(why)
    expect((await post('/crm/activities', { ...call, client_id: client }))[1]).toContain(why)
    expect((await post('/portal/accesses', { contact_id: contact.id, abilities: ['tickets'] }))[1]).toContain(
      why,
    )
    expect((await who.call('GET', '/api/v1/portal/me')).status).toBe(401)
    const { ticket_id } = await process(inbound('charles@babbage.example'))
    expect(await supportDesk.get(ticket_id)).toMatchObject({
      client: null,
      requester_email: 'charles@babbage.example',
    })
    const known: Json = await ws.owner.ok('PATCH', `${at}/${id}`, { priority: 'high' })
    expect(known.priority).toBe('high')
    expect(other).not.toBe(client)
  })
})

test('a contact of another client moves a ticket only together with client_id', async () => {
  const { ws, create, change, errorOf } = await desk()
  const other = await clientRow(ws)
  const grace = await ws.owner.ok('POST', `${ws.base}/clients/${other}/contacts`, { name: 'Grace' })
  const { id } = await create()
  expect(await errorOf('PATCH', `/${id}`, { contact_id: grace.id })).toEqual([
    422,
    'body.contact_id: of another client; send client_id too',
  ])
  expect(await change(id, { contact_id: grace.id, client_id: other })).toMatchObject({
    client: { id: other },
  })
  const unknown = await ws.owner.ok('POST', `${ws.base}/tickets`, {
    subject: 'x',
    requester_email: 'a@example.org',
  })
  expect(await change(unknown.id, { contact_id: grace.id })).toMatchObject({ client: { id: other } })
})

test('answers to a closed ticket join its open follow-up, by mail and in the portal', async () => {
  const { supportDesk, process } = await mailDesk()
  const first = await process(inbound('staff@client.example', {}, { 'Message-ID': '<root@c.example>' }))
  await supportDesk.addMessage(first.ticket_id, { set_status: 'resolved' })
  await setResolvedAgo(first.ticket_id, '8 days')
  const answer = (text: string) =>
    process(inbound('staff@client.example', { TextBody: text }, { References: '<root@c.example>' }))
  const outcomes = [await answer('one'), await answer('two'), await answer('three')]
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ticket', 'message', 'message'])
  expect(new Set(outcomes.map(({ ticket_id }) => ticket_id)).size).toBe(1)

  const mine = await supportDesk.create()
  await supportDesk.addMessage(mine.id, { set_status: 'resolved' })
  await setResolvedAgo(mine.id, '8 days')
  const { who } = await openSession(supportDesk)
  for (const body of ['one', 'two'])
    await who.ok('POST', `/api/v1/portal/tickets/${mine.id}/messages`, { body })
  const { items } = await supportDesk.ws.owner.ok('GET', `${supportDesk.at}?follow_up_of_id=${mine.id}`)
  expect(items.length).toBe(1)
})

test('a session of the portal ends when its contact gets another address', async () => {
  const home = await desk()
  const { who } = await openSession(home)
  await who.ok('GET', '/api/v1/portal/me')
  const path = `${home.ws.base}/clients/${home.client}/contacts/${home.contact.id}`
  await home.ws.owner.ok('PATCH', path, { email: 'other@babbage.example' })
  expect((await who.call('GET', '/api/v1/portal/me')).status).toBe(401)
})

test('the box of the list finds tickets by the name and the address of their contact', async () => {
  const { ws, at, create } = await desk()
  const { id } = await create()
  await ws.owner.ok('POST', at, { subject: 'Something else' })
  for (const q of ['babbage.example', 'charles bab'])
    expect(
      (await ws.owner.ok('GET', `${at}?q=${encodeURIComponent(q)}`)).items.map((t: Json) => t.id),
    ).toEqual([id])
})

test('a client whose portal is off has no sessions, links or mail to it, until it is on again', async () => {
  const { supportDesk: home } = await mailDesk()
  const { ws, client } = home
  const at = `${ws.base}/clients/${client}`
  const email = 'portal.off@babbage.example'
  const contact: Json = await ws.owner.ok('PATCH', `${at}/contacts/${home.contact.id}`, { email })
  const { who, access } = await openSession(home)
  const links = `${ws.base}/portal/accesses/${access.id}/links`
  const { link_token } = await ws.owner.ok('POST', links, {})
  expect((await ws.owner.ok('GET', at)).portal_enabled).toBe(true)
  await ws.owner.ok('PATCH', at, { portal_enabled: false })
  expect((await who.call('GET', '/api/v1/portal/me')).status).toBe(401)
  expect((await openPortal(link_token)).status).toBe(401)
  const off = [409, 'the portal is off for the client; set its portal_enabled first']
  expect(refusal(await ws.owner.call('POST', links, {}))).toEqual(off)
  const mails = mailTo(contact.email).length
  const asked = await call('POST', '/api/v1/portal/links', { body: { email: contact.email } })
  expect([asked.status < 300, mailTo(contact.email).length]).toEqual([true, mails])
  await ws.owner.ok('DELETE', `${ws.base}/portal/accesses/${access.id}`)
  const draft = { contact_id: contact.id, abilities: ['tickets'] }
  expect(refusal(await ws.owner.call('POST', `${ws.base}/portal/accesses`, draft))).toEqual(off)
  await ws.owner.ok('PATCH', at, { portal_enabled: true })
  expect((await ws.owner.call('POST', `${ws.base}/portal/accesses`, draft)).status).toBe(201)
})
