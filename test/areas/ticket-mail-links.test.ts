import { beforeEach, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Json, uniqueAddress } from '../kit/client.ts'
import { mailTo, outbox, tokenIn } from '../kit/mail.ts'
import { join, workspace } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

type Home = Awaited<ReturnType<typeof mailDesk>>
let supportDesk: Home['supportDesk']
let box: Home['box']
let process: Home['process']
const customer = 'charles@babbage.example'
beforeEach(async () => {
  outbox.length = 0
  // An address gets only some mails an hour, from all organizations.
  await asOwner('delete from mails')
  await asOwner(`update portal_accesses set status = 'revoked', revoked_at = now() where status = 'active'`)
  ;({ supportDesk, box, process } = await mailDesk())
})
const lastTo = (address: string) => mailTo(address).at(-1)!

describe('a mailbox', () => {
  test('is managed by admins; its address is unique; its webhook is shown once', async () => {
    const at = `${supportDesk.ws.base}/support/mailboxes`
    const draft = { address: 'HELP@example.com', name: 'Again' }
    expect(refusal(await supportDesk.ws.owner.call('POST', at, draft))).toEqual([
      409,
      'another mailbox has this address',
    ])
    const manager = await join(supportDesk.ws, 'manager')
    expect((await manager.call('POST', at, { ...draft, address: 'b@example.com' })).status).toBe(403)
    const listed = await manager.call('GET', at)
    expect(listed.body.items).toMatchObject([
      { id: box.id, acknowledges: true, asks_rating: true, active: true },
    ])
    expect(listed.text).not.toContain('svc_inb_')
    const [row] = await asOwner<{ whole: string }>(
      'select b::text as whole from mailboxes b where b.id = $1',
      [box.id],
    )
    expect(row!.whole).not.toContain('svc_inb_')
    const other = await workspace()
    expect((await other.owner.call('GET', `${other.base}/support/mails`)).body.items).toEqual([])
    expect(
      (await other.owner.call('PATCH', `${other.base}/support/mailboxes/${box.id}`, { name: 'x' })).status,
    ).toBe(404)
  })

  test('that is deleted leaves its tickets, whose replies come from another one, or are not mailed', async () => {
    const { ticket_id } = await process(inbound(customer))
    const second: Json = await supportDesk.ws.owner.ok('POST', `${supportDesk.ws.base}/support/mailboxes`, {
      address: 'second@example.com',
      name: 'Second',
    })
    await supportDesk.ws.owner.ok('DELETE', `${supportDesk.ws.base}/support/mailboxes/${box.id}`)
    await supportDesk.addMessage(ticket_id)
    expect(lastTo(customer).replyTo).toEqual({ name: 'Second', email: 'second@example.com' })
    await supportDesk.ws.owner.ok('PATCH', `${supportDesk.ws.base}/support/mailboxes/${second.id}`, {
      active: false,
    })
    const before = mailTo(customer).length
    await supportDesk.addMessage(ticket_id)
    expect(mailTo(customer).length).toBe(before)
  })
})

describe('a rating', () => {
  const rate = (token: string, body: object) => call('POST', `/api/v1/ticket-ratings/${token}`, { body })
  const open = (token: string) => call('GET', `/api/v1/ticket-ratings/${token}`)

  test('is requested when a ticket is resolved, and given once by the link, without an account', async () => {
    const { id, number } = await supportDesk.create()
    await supportDesk.addMessage(id, { set_status: 'resolved' })
    const mail = lastTo(customer)
    expect(mail.subject).toBe(`How did we do? Wrong prices [#${number}]`)
    const token = tokenIn(mail)
    const result = {
      organization: 'Ada & Co',
      number: `#${number}`,
      subject: 'Wrong prices',
      score: null,
      comment: null,
      rated_at: null,
    }
    expect((await open(token)).body).toEqual(result)
    expect(refusal(await rate(token, { score: 6 }))).toEqual([422, 'body.score: must be 1 to 5'])
    const replies = await Promise.all([4, 4, 4].map((score) => rate(token, { score, comment: 'Quick' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await open(token)).body).toMatchObject({
      score: 4,
      comment: 'Quick',
      rated_at: expect.any(String),
    })
    expect(refusal(await rate(token, { score: 1 }))).toEqual([409, 'the ticket is rated already'])
    expect(await supportDesk.get(id)).toMatchObject({ csat_score: 4, csat_comment: 'Quick' })
    await supportDesk.receiveMessage(id)
    const before = mailTo(customer).length
    await supportDesk.change(id, { status: 'resolved' })
    expect(mailTo(customer).length).toBe(before)
  })

  test('is not possible while the ticket is open again, or with any other token', async () => {
    const { id } = await supportDesk.create()
    await supportDesk.change(id, { status: 'resolved' })
    const token = tokenIn(lastTo(customer))
    await supportDesk.receiveMessage(id)
    expect(refusal(await rate(token, { score: 1 }))).toEqual([
      409,
      'the ticket is open; it can be rated once it is resolved',
    ])
    for (const other of [makeToken('svc_mail_', 'a'), 'nothing', token.replace('svc_mail_', 'svc_ptl_')])
      expect(refusal(await rate(other, { score: 1 }))).toEqual([404, 'rating not found'])
    await supportDesk.ws.owner.ok('DELETE', `${supportDesk.at}/${id}`)
    expect((await open(token)).status).toBe(404)
  })

  test('is not requested if the mailbox says so', async () => {
    await supportDesk.ws.owner.ok('PATCH', `${supportDesk.ws.base}/support/mailboxes/${box.id}`, {
      asks_rating: false,
    })
    const { id } = await supportDesk.create()
    await supportDesk.change(id, { status: 'resolved' })
    expect(mailTo(customer)).toEqual([])
  })
})

describe('a link to the portal', () => {
  const send = (email: string) => call('POST', '/api/v1/portal/links', { body: { email } })
  const enter = (token: string) => call('POST', '/api/v1/portal/sessions', { body: { token } })

  test('is mailed to people with access, and the response does not reveal who has it', async () => {
    await supportDesk.ws.owner.ok('POST', `${supportDesk.ws.base}/portal/accesses`, {
      contact_id: supportDesk.contact.id,
      abilities: ['tickets'],
    })
    const known = await send('Charles@babbage.example')
    const unknown = await send('nobody@babbage.example')
    expect([known.status, unknown.status, known.roundTrips, unknown.roundTrips]).toEqual([202, 202, 1, 1])
    expect(unknown.body).toEqual({ email: 'nobody@babbage.example' })
    expect(mailTo('nobody@babbage.example')).toEqual([])
    const [mail, ...more] = mailTo(customer)
    expect([mail!.subject, more.length]).toEqual(['Your link to Ada & Co', 0])
    const token = tokenIn(mail!)
    expect(token).toMatch(/^svc_ptl_/)
    expect((await enter(token)).status).toBe(200)
    expect((await enter(token)).status).toBe(401)
    for (let n = 0; n < 6; n++) await send(customer)
    expect(mailTo(customer).length).toBe(5)
  })

  test('is limited to five requests a minute from one address; a provider may deliver more mails', async () => {
    const headers = uniqueAddress()
    const result = []
    for (let n = 0; n < 6; n++)
      result.push((await call('POST', '/api/v1/portal/links', { body: { email: customer }, headers })).status)
    expect(result).toEqual([202, 202, 202, 202, 202, 429])
    const unknown = `/api/v1/inbound-mail/${makeToken('svc_inb_', 'a')}`
    const brought = await Promise.all(
      Array.from({ length: 80 }, () => call('POST', unknown, { body: inbound(customer), headers })),
    )
    expect(new Set(brought.map(({ status }) => status))).toEqual(new Set([404]))
  })

  test('is mailed to the contact when access is granted, if they have an address', async () => {
    const { id } = await supportDesk.create()
    const at = `${supportDesk.ws.base}/portal/accesses`
    const access: Json = await supportDesk.ws.owner.ok('POST', at, {
      contact_id: supportDesk.contact.id,
      abilities: ['tickets'],
      send_link: true,
    })
    expect(access.mailed_to).toBe(customer)
    expect(tokenIn(lastTo(customer))).not.toBe(access.link_token)
    expect(lastTo(customer).replyTo?.email).toBe(box.address)
    const link = await supportDesk.ws.owner.ok('POST', `${at}/${access.id}/links`, {
      scope_ticket_id: id,
      send_link: true,
    })
    expect(link.mailed_to).toBe(customer)
    const { token } = (await enter(tokenIn(lastTo(customer)))).body
    const me = await call('GET', '/api/v1/portal/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.body.only_ticket_id).toBe(id)
    const mute = await supportDesk.ws.owner.ok(
      'POST',
      `${supportDesk.ws.base}/clients/${supportDesk.client}/contacts`,
      {
        name: 'Mute',
      },
    )
    expect(
      refusal(
        await supportDesk.ws.owner.call('POST', at, {
          contact_id: mute.id,
          abilities: ['tickets'],
          send_link: true,
        }),
      ),
    ).toEqual([422, 'body.send_link: the contact has no e-mail address'])
    await supportDesk.ws.owner.call('DELETE', `${at}/${access.id}`)
    const before = mailTo(customer).length
    await send(customer)
    expect(mailTo(customer).length).toBe(before)
  })
})
