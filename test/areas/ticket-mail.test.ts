import { beforeEach, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { base64, picture } from '../kit/attachments.ts'
import { asOwner, call, files, type Json } from '../kit/client.ts'
import { mailTo, outbox } from '../kit/mail.ts'
import { join } from '../kit/makers.ts'
import { openSession } from '../kit/portal.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { setResolvedAgo } from '../kit/tickets.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

type Home = Awaited<ReturnType<typeof mailDesk>>
let supportDesk: Home['supportDesk']
let box: Home['box']
let process: Home['process']
let deliver: Home['deliver']
const customer = 'charles@babbage.example'
beforeEach(async () => {
  outbox.length = 0
  // An address gets only some mails an hour, from all organizations.
  await asOwner('delete from mails')
  await asOwner(`update portal_accesses set status = 'revoked', revoked_at = now() where status = 'active'`)
  ;({ supportDesk, box, process, deliver } = await mailDesk())
})
const lastTo = (address: string) => mailTo(address).at(-1)!
/** What a mail program sends as a reply to the last mail. */
const reply = (text: string, more: Json = {}) => {
  const { headers, subject } = lastTo(customer)
  const References = `${headers.References} <given-by-the-provider@mail.example>`
  return inbound(
    customer,
    { Subject: `Re: ${subject}`, TextBody: `${text}\n\n> before`, StrippedTextReply: text, ...more },
    { References, 'In-Reply-To': '<given-by-the-provider@mail.example>' },
  )
}

describe('a mail', () => {
  test('opens a ticket of the contact, who gets its number; delivered again it changes nothing', async () => {
    const mail = inbound('Charles@Babbage.example', {}, { 'Message-ID': '<first@mail.example>' })
    const result = await process(mail)
    expect(result).toEqual({ outcome: 'ticket', reason: null, ticket_id: expect.any(String) })
    const ticket = await supportDesk.get(result.ticket_id)
    expect(ticket).toMatchObject({
      subject: 'Wrong prices',
      description: 'Since this morning.',
      channel: 'email',
      status: 'open',
      contact: { id: supportDesk.contact.id },
      client: { id: supportDesk.client },
      waiting_since: expect.any(String),
      created_by: null,
    })
    expect(await process(mail)).toEqual({ ...result, reason: 'taken_before' })
    const twins = await Promise.all([1, 2, 3, 4].map(() => process(mail)))
    expect(twins.every(({ reason }) => reason === 'taken_before')).toBe(true)
    expect((await supportDesk.ws.owner.ok('GET', supportDesk.at)).total).toBe(1)
    const [told1, ...rest] = mailTo(customer)
    expect(rest).toEqual([])
    expect(told1).toMatchObject({
      subject: `We have your message: Wrong prices [#${ticket.number}]`,
      from: { name: 'Ada support' },
      replyTo: { name: 'Ada support', email: 'help@example.com' },
      headers: { 'In-Reply-To': '<first@mail.example>', 'Auto-Submitted': 'auto-generated' },
    })
    expect(told1!.headers.References).toMatch(
      new RegExp(`^<ticket\\.${result.ticket_id}@[^>]+> <first@mail\\.example>$`),
    )
  })

  test('of four concurrent ones with one Message-ID opens one ticket', async () => {
    const mail = inbound(customer)
    const result = await Promise.all(Array.from({ length: 4 }, () => process(mail)))
    expect(result.map(({ reason }) => reason).toSorted()).toEqual(
      [null, 'taken_before', 'taken_before', 'taken_before'].toSorted(),
    )
    expect((await supportDesk.ws.owner.ok('GET', supportDesk.at)).total).toBe(1)
  })

  test('of an unknown sender opens one with their address, and replies go there', async () => {
    const { ticket_id } = await process(inbound('stranger@example.org'))
    expect(await supportDesk.get(ticket_id)).toMatchObject({
      client: null,
      contact: null,
      requester_email: 'stranger@example.org',
    })
    await supportDesk.addMessage(ticket_id, { body: 'Hello, *stranger*. <b>' })
    const mail = lastTo('stranger@example.org')
    expect(mail.text).toContain('Hello, stranger. <b>')
    expect(mail.html).toContain('Hello, <em>stranger</em>. &lt;b&gt;')
    expect(mail.headers['Auto-Submitted']).toBeUndefined()
  })

  test('that replies to one of ours is a message of the ticket, and wakes or reopens it', async () => {
    const { id, number } = await supportDesk.create()
    const ada = await join(supportDesk.ws, 'member', 'Ada')
    await supportDesk.addMessage(id, { body: 'They pay late', is_internal: true }, ada)
    expect(mailTo(customer)).toEqual([])
    await supportDesk.addMessage(id, { body: 'We will look.' }, ada)
    expect(lastTo(customer)).toMatchObject({
      subject: `Re: Wrong prices [#${number}]`,
      from: { name: 'Ada (Ada support)' },
      text: expect.not.stringContaining('late'),
    })
    await supportDesk.change(id, { snoozed_until: '2999-01-01T00:00:00Z' })
    const result = await process(reply('Any news?'))
    expect(result).toEqual({ outcome: 'message', reason: null, ticket_id: id })
    expect(await supportDesk.get(id)).toMatchObject({
      snoozed_until: null,
      status: 'open',
      messages_count: 3,
    })
    expect((await supportDesk.messages(id)).at(-1)).toMatchObject({
      body: 'Any news?',
      author_kind: 'customer',
      author: null,
      contact: { id: supportDesk.contact.id },
    })
    await supportDesk.addMessage(id, { body: 'Mended.', set_status: 'resolved' })
    expect((await process(reply('Not quite.'))).ticket_id).toBe(id)
    expect(await supportDesk.get(id)).toMatchObject({ status: 'open', reopened_count: 1 })
    const events = await supportDesk.events(id)
    expect(events.at(-1)).toMatchObject({
      kind: 'status',
      contact: { id: supportDesk.contact.id },
      actor: null,
    })
  })

  test('is matched by an earlier mail of its thread, or by the number in its subject', async () => {
    const first = await process(inbound(customer, {}, { 'Message-ID': '<root@mail.example>' }))
    const second = inbound(
      customer,
      { Subject: 'Re: Wrong prices' },
      { 'In-Reply-To': '<root@mail.example>' },
    )
    expect(await process(second)).toMatchObject({ outcome: 'message', ticket_id: first.ticket_id })
    const { number } = await supportDesk.get(first.ticket_id)
    const third = inbound(customer, { Subject: `AW: Wrong prices [#${number}]` })
    expect(await process(third)).toMatchObject({ outcome: 'message', ticket_id: first.ticket_id })
    const other = inbound(customer, { Subject: `Unknown [#${number + 77}]` })
    expect((await process(other)).outcome).toBe('ticket')
  })

  test('of somebody who is not part of a ticket opens another, whatever it references', async () => {
    const { id, number } = await supportDesk.create()
    await supportDesk.addMessage(id)
    const forged = inbound(
      'mallory@example.org',
      { Subject: `Re: Wrong prices [#${number}]` },
      { References: lastTo(customer).headers.References! },
    )
    const result = await process(forged)
    expect([result.outcome, result.ticket_id === id]).toEqual(['ticket', false])
    await supportDesk.ws.owner.ok('POST', `${supportDesk.ws.base}/clients/${supportDesk.client}/contacts`, {
      name: 'Ada Byron',
      email: 'byron@babbage.example',
    })
    const colleague = inbound(
      'byron+work@babbage.example',
      {},
      { References: lastTo(customer).headers.References! },
    )
    expect(await process(colleague)).toMatchObject({ outcome: 'message', ticket_id: id })
    expect((await supportDesk.messages(id)).at(-1)!.contact.name).toBe('Ada Byron')
  })

  test('on a closed ticket opens its follow-up, and on a merged one continues in its target', async () => {
    const { id } = await supportDesk.create()
    await supportDesk.addMessage(id, { set_status: 'resolved' })
    await setResolvedAgo(id, '8 days')
    const result = await process(reply('Once more'))
    expect(result.outcome).toBe('ticket')
    expect(await supportDesk.get(result.ticket_id)).toMatchObject({
      follow_up_of_id: id,
      contact: { id: supportDesk.contact.id },
    })
    const other = await supportDesk.create()
    await supportDesk.addMessage(other.id)
    const late = reply('To the first one')
    await supportDesk.ws.owner.ok('POST', `${supportDesk.at}/${other.id}/merge`, {
      into_ticket_id: result.ticket_id,
    })
    expect(await process(late)).toMatchObject({ outcome: 'message', ticket_id: result.ticket_id })
  })

  test('that is automatic is a note that wakes nobody; without a ticket it is ignored, as are spam and our own mail', async () => {
    const { id } = await supportDesk.create()
    await supportDesk.addMessage(id)
    await supportDesk.change(id, { snoozed_until: '2999-01-01T00:00:00Z' })
    const before = mailTo(customer).length
    const autoReply = reply('I am away')
    autoReply.Headers.push({ Name: 'Auto-Submitted', Value: 'auto-replied' })
    expect(await process(autoReply)).toEqual({ outcome: 'note', reason: 'automatic', ticket_id: id })
    expect(await supportDesk.get(id)).toMatchObject({ snoozed_until: expect.any(String), status: 'open' })
    expect((await supportDesk.messages(id)).at(-1)).toMatchObject({
      is_internal: true,
      body: expect.stringContaining('I am away'),
    })
    const ignored = (reason: string) => ({ outcome: 'ignored', reason, ticket_id: null })
    const cases: [Json, string][] = [
      [inbound(customer, {}, { 'Auto-Submitted': 'auto-replied (vacation)' }), 'automatic'],
      [inbound(customer, {}, { Precedence: 'auto_reply' }), 'automatic'],
      [inbound(customer, {}, { 'Return-Path': '<>' }), 'automatic'],
      [inbound('MAILER-DAEMON@example.net'), 'automatic'],
      [inbound(customer, {}, { 'X-Spam-Status': 'Yes, score=9' }), 'spam'],
      [inbound('HELP@example.com'), 'loop'],
      [inbound('mail@service.test'), 'loop'],
    ]
    for (const [mail, reason] of cases) expect(await process(mail)).toEqual(ignored(reason))
    expect((await process(inbound(customer, {}, { 'Auto-Submitted': 'no' }))).outcome).toBe('ticket')
    expect(mailTo(customer).length).toBe(before + 1)
    const listed = await supportDesk.ws.owner.ok(
      'GET',
      `${supportDesk.ws.base}/support/mails?outcome=ignored`,
    )
    expect(listed.items.map(({ reason }: Json) => reason)).toEqual(
      cases.map(([, reason]) => reason).toReversed(),
    )
  })

  test('of one sender is accepted thirty times an hour, and acknowledged five times', async () => {
    const expected = []
    for (let n = 0; n < 32; n++) expected.push((await process(inbound('loop@example.org'))).outcome)
    expect(expected.filter((outcome) => outcome === 'ticket').length).toBe(30)
    expect(expected.slice(-2)).toEqual(['ignored', 'ignored'])
    expect(mailTo('loop@example.org').length).toBe(5)
  })

  test('is rejected with another token, and by a mailbox that is off, deleted or has a new address', async () => {
    const gone = [404, 'mailbox not found']
    const path = new URL(box.webhook_url).pathname
    const post = async (at: string) => refusal(await call('POST', at, { body: inbound(customer) }))
    expect(await post(`/api/v1/inbound-mail/${makeToken('svc_inb_', 'a')}`)).toEqual(gone)
    expect(await post('/api/v1/inbound-mail/nothing')).toEqual(gone)
    const mailboxPath = `${supportDesk.ws.base}/support/mailboxes/${box.id}`
    await supportDesk.ws.owner.ok('PATCH', mailboxPath, { active: false })
    expect(await post(path)).toEqual(gone)
    await supportDesk.ws.owner.ok('PATCH', mailboxPath, { active: true })
    const next: Json = await supportDesk.ws.owner.ok('POST', `${mailboxPath}/webhook`)
    expect(await post(path)).toEqual(gone)
    const renewed = new URL(next.webhook_url).pathname
    expect((await call('POST', renewed, { body: inbound(customer) })).status).toBe(200)
    await asOwner(`update organizations set status = 'suspended' where id = $1`, [supportDesk.ws.org.id])
    expect(await post(renewed)).toEqual(gone)
    await asOwner(`update organizations set status = 'active' where id = $1`, [supportDesk.ws.org.id])
    await supportDesk.ws.owner.ok('DELETE', mailboxPath)
    expect(await post(renewed)).toEqual(gone)
    expect((await supportDesk.ws.owner.ok('GET', supportDesk.at)).total).toBe(1)
  })

  test('is taken only with user and password where the mailbox asks for them, from its next address on', async () => {
    const at = `${supportDesk.ws.base}/support/mailboxes/${box.id}`
    const send = (url: string, authorization?: string, mail = inbound(customer)) =>
      call('POST', new URL(url).pathname, { body: mail, headers: authorization ? { authorization } : {} })
    await supportDesk.ws.owner.ok('PATCH', at, { basic_auth: true })
    expect((await send(box.webhook_url)).status).toBe(200)
    const { webhook_url: url }: Json = await supportDesk.ws.owner.ok('POST', `${at}/webhook`)
    const { username, password } = new URL(url)
    const basic = (user: string, secret: string) => `Basic ${btoa(`${user}:${secret}`)}`
    const gone = [404, 'mailbox not found']
    for (const wrong of [undefined, basic(username, 'x'), basic('x', password), `Bearer ${password}`])
      expect(refusal(await send(url, wrong))).toEqual(gone)
    const large = inbound(customer, { TextBody: 'x'.repeat(2_000_000) })
    expect(refusal(await send(url, undefined, large))).toEqual(gone)
    for (const mail of [inbound(customer), large])
      expect((await send(url, basic(username, password), mail)).status).toBe(200)
    const stored = await asOwner('select password_hash::text from mailboxes where id = $1', [box.id])
    expect(JSON.stringify(stored)).not.toContain(password)
    await supportDesk.ws.owner.ok('PATCH', at, { basic_auth: false })
    expect(refusal(await send(url))).toEqual(gone)
    const plain: Json = await supportDesk.ws.owner.ok('POST', `${at}/webhook`)
    expect((await send(plain.webhook_url)).status).toBe(200)
  })

  test('has its files attached, which the customer sees in the portal', async () => {
    const Attachments = [{ Name: 'shop.png', Content: base64(picture()) }]
    const first = await deliver(inbound('stranger@example.org', { Attachments }))
    expect([first.status, first.roundTrips]).toEqual([200, 2])
    const filesOf = async (id: string): Promise<Json[]> =>
      (
        await supportDesk.ws.owner.ok(
          'GET',
          `${supportDesk.ws.base}/attachments?entity_type=ticket&entity_id=${id}`,
        )
      ).items
    expect(await filesOf(first.body.ticket_id)).toMatchObject([
      { filename: 'shop.png', content_type: 'image/png', uploaded_by: null, contact: null, message_id: null },
    ])
    const { id } = await supportDesk.create()
    await supportDesk.addMessage(id)
    const mail = reply('Like this', { Attachments })
    await Promise.all([process(mail), process(mail), process(mail)])
    const [own, ...more] = await filesOf(id)
    expect([own, more]).toMatchObject([
      { contact: { id: supportDesk.contact.id }, message_id: expect.any(String) },
      [],
    ])
    const { who } = await openSession(supportDesk)
    const customerView = await who.ok('GET', `/api/v1/portal/tickets/${id}`)
    expect(JSON.stringify(customerView)).toContain('shop.png')
    const stored = files.stored.size
    for (const [name, says] of [
      ['X-Spam-Status', 'Yes'],
      ['Auto-Submitted', 'auto-replied'],
    ] as const)
      expect((await process(inbound(customer, { Attachments }, { [name]: says }))).outcome).toBe('ignored')
    // Their originals are kept.
    expect(files.stored.size).toBe(stored + 2)
    expect(
      (
        await call('POST', `/api/v1/inbound-mail/${makeToken('svc_inb_', 'a')}`, {
          body: inbound(customer, { Attachments }),
        })
      ).status,
    ).toBe(404)
    expect(files.stored.size).toBe(stored + 2)
  })

  test('without required fields is rejected with the field', async () => {
    expect(refusal(await deliver({ Subject: 'x' }))[0]).toBe(422)
    expect(refusal(await deliver({ ...inbound(customer), FromFull: { Name: 'x' } }))[1]).toContain(
      'body.FromFull.Email',
    )
  })

  test('of many megabytes comes in turn: what is refused comes again, and each becomes a ticket once', async () => {
    const TextBody = 'The shop is slow.\n'.repeat(80_000)
    let left = Array.from({ length: 5 }, (_, n) => inbound(`person${n}@example.net`, { TextBody }))
    const tickets = new Set<string>()
    let refused = 0
    for (let round = 0; left.length && round < 10; round++) {
      const replies = await Promise.all([...left.map(deliver), deliver(inbound(`small${round}@example.net`))])
      expect(replies.pop()!.status, 'a small mail waits for nothing').toBe(200)
      for (const { status, body, headers } of replies)
        if (status === 200) tickets.add(body.ticket_id)
        else expect([status, Number(headers.get('retry-after'))]).toEqual([429, 2])
      refused += replies.filter(({ status }) => status === 429).length
      left = left.filter((_, n) => replies[n]!.status === 429)
    }
    expect([left.length, tickets.size]).toEqual([0, 5])
    expect(refused).toBeGreaterThan(0)
  })
})
