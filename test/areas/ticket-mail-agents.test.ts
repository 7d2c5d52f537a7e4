import { beforeEach, describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { outsideOf } from '../../src/shared/outside.ts'
import { base64, picture } from '../kit/attachments.ts'
import { asOwner, type Caller, env, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { linkIn, mailTo, outbox, type Sent } from '../kit/mail.ts'
import { join } from '../kit/makers.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'
import { setResolvedAgo } from '../kit/tickets.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

type Home = Awaited<ReturnType<typeof mailDesk>>
let desk: Home['supportDesk']
let process: Home['process']
let ada: Caller
let ticket: Json
const customer = 'charles@babbage.example'
const valid = { 'X-Spam-Tests': 'DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS' }

/** A member with a proven address who is mailed of tickets. */
async function agent(name: string, role: 'member' | 'viewer' = 'member') {
  const who = await join(desk.ws, role, name)
  await asOwner('update users set email_verified_at = now() where id = $1', [who.id])
  await who.ok('PUT', `${desk.ws.base}/notification-preferences`, {
    reasons: Object.fromEntries(
      ['replied', 'commented', 'assigned'].map((reason) => [reason, { email: true }]),
    ),
    muted_project_ids: [],
  })
  return who
}
async function tenMinutesLater() {
  await asOwner(
    `update outbox set available_at = now() where org_id = $1 and topic = 'digest' and done_at is null`,
    [desk.ws.org.id],
  )
  await drain(database(), undefined, '', outsideOf(env()).mail)
}
const lastTo = (address: string) => mailTo(address).at(-1)!
const answer = (mail: Sent, from: string, text: string, headers: object = valid, more: Json = {}) =>
  inbound(
    from,
    { Subject: mail.subject, TextBody: text, ...more },
    { References: `${mail.headers.References} <given@provider.example>`, ...headers },
  )

beforeEach(async () => {
  outbox.length = 0
  await asOwner('delete from mails')
  ;({ supportDesk: desk, process } = await mailDesk())
  ada = await agent('Ada')
  ticket = await desk.create({ assignee_user_id: ada.id })
  await desk.receiveMessage(ticket.id)
  await tenMinutesLater()
})

describe('news of a ticket', () => {
  test('is mailed with what the customer wrote, to be answered at the mailbox', () => {
    const [mail, ...more] = mailTo(ada.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: `Re: Wrong prices [#${ticket.number}]`,
      replyTo: { email: 'help@example.com' },
      headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': expect.any(String) },
    })
    expect(mail!.headers.References).toMatch(new RegExp(`^<ticket\\.${ticket.id}@[^>]+>$`))
    expect(mail!.text).toContain('A reply: #')
    expect(mail!.text).toContain('Charles Babbage:\n\nAny news?')
    expect(linkIn(mail!).pathname).toMatch(new RegExp(`^/organizations/[\\w-]+/tickets/${ticket.number}$`))
  })

  test('is no part of a digest, and not mailed to whoever left', async () => {
    await desk.receiveMessage(ticket.id)
    await desk.ws.owner.ok('DELETE', `${desk.ws.base}/members/${ada.id}`)
    await tenMinutesLater()
    expect(mailTo(ada.email).length).toBe(1)
  })
})

describe('the reply of a member', () => {
  test('is a public message of theirs, with files, which the customer and the people in copy get', async () => {
    const reply = answer(lastTo(ada.email), ada.email, 'Mended.\n\n> Any news?', valid, {
      CcFull: [{ Email: 'boss@babbage.example', Name: 'Boss' }],
      Attachments: [{ Name: 'shop.png', Content: base64(picture()) }],
    })
    expect(await process(reply)).toEqual({ outcome: 'message', reason: null, ticket_id: ticket.id })
    expect(await process(reply)).toMatchObject({ outcome: 'message', reason: 'taken_before' })
    expect((await desk.messages(ticket.id)).at(-1)).toMatchObject({
      author_kind: 'agent',
      author: { user_id: ada.id },
      contact: null,
      is_internal: false,
      body: expect.stringContaining('Mended.'),
      files: [{ filename: 'shop.png' }],
    })
    expect(await desk.get(ticket.id)).toMatchObject({
      waiting_since: null,
      first_response_at: expect.any(String),
      cc: ['boss@babbage.example'],
    })
    expect(lastTo(customer)).toMatchObject({ from: { name: 'Ada (Ada support)' } })
    expect(lastTo(customer).text).toContain('Mended.')
    expect(mailTo(ada.email).length).toBe(1)
    await desk.addMessage(ticket.id, { body: 'One more thing.' })
    expect(lastTo('boss@babbage.example').text).toContain('One more thing.')
    const trail = await asOwner<{ actor_type: string; actor_user_id: string }>(
      `select actor_type, actor_user_id from audit_log where org_id = $1 and entity_type = 'ticket_messages'
        and changes::text like '%Mended%' or org_id = $1 and action = 'ticket.mailed' and actor_user_id = $2 limit 1`,
      [desk.ws.org.id, ada.id],
    )
    expect(trail).toEqual([{ actor_type: 'user', actor_user_id: ada.id }])
  })

  test.each([
    [{ 'Authentication-Results': 'mx.example; dmarc=pass header.from=example.com' }, 'message'],
    [{ 'Authentication-Results': 'mx.example; dkim=pass header.d=example.com' }, 'message'],
    [{ 'Authentication-Results': 'mx.example; spf=pass (ok) smtp.mailfrom=x@example.com' }, 'message'],
    [
      {
        'X-Spam-Tests': 'SPF_PASS',
        'Received-SPF': 'Pass (sender SPF authorized) identity=mailfrom; envelope-from=ada@example.com;',
      },
      'message',
    ],
    [{}, 'note'],
    [{ 'Authentication-Results': 'mx.example; dmarc=fail header.from=example.com' }, 'note'],
    [{ 'Authentication-Results': 'mx.example; dkim=pass header.d=mallory.example' }, 'note'],
    [{ 'Authentication-Results': 'mx.example; spf=pass smtp.mailfrom=x@mallory.example' }, 'note'],
    [{ 'Authentication-Results': 'mx.example; dmarc=none' }, 'note'],
    [
      { 'X-Spam-Tests': 'DKIM_VALID,SPF_PASS', 'Received-SPF': 'Pass envelope-from=x@mallory.example' },
      'note',
    ],
    // Written by the sender, below what the provider says.
    [
      { 'X-Spam-Tests': 'SPF_FAIL', 'Authentication-Results': 'me; dmarc=pass header.from=example.com' },
      'note',
    ],
  ])('with the results %o is a %s', async (headers, outcome) => {
    expect(ada.email.endsWith('@example.com')).toBe(true)
    const sent = mailTo(customer).length
    const result = await process(answer(lastTo(ada.email), ada.email, 'Hello', headers))
    expect(result).toMatchObject({ outcome, ticket_id: ticket.id })
    const last = (await desk.messages(ticket.id)).at(-1)!
    if (outcome === 'message') expect([last.author.user_id, last.is_internal]).toEqual([ada.id, false])
    else {
      expect(result.reason).toBe('unverified')
      expect([last.author, last.is_internal, last.body]).toEqual([
        null,
        true,
        expect.stringContaining('Unverified: this mail says it is from'),
      ])
    }
    expect(mailTo(customer).length - sent).toBe(outcome === 'message' ? 1 : 0)
  })

  test('to mail about a note is a note, even where the references are lost', async () => {
    const bob = await agent('Bob')
    await desk.addMessage(ticket.id, { body: 'They pay late', is_internal: true }, bob)
    await tenMinutesLater()
    const note = lastTo(ada.email)
    expect(note).toMatchObject({
      subject: `Re: Wrong prices [note #${ticket.number}]`,
      text: expect.stringContaining('They pay late'),
    })
    const sent = mailTo(customer).length
    for (const references of [note.headers.References!, '<lost@x>'])
      expect(
        await process(
          answer(note, ada.email, `They do. ${references}`, { ...valid, References: references }),
        ),
      ).toEqual({ outcome: 'note', reason: null, ticket_id: ticket.id })
    for (const { author, is_internal } of (await desk.messages(ticket.id)).slice(-2))
      expect([author.user_id, is_internal]).toEqual([ada.id, true])
    expect(mailTo(customer).length).toBe(sent)
  })

  test('by the number in the subject counts if it is proven; else it opens a ticket, as from anybody', async () => {
    const subject = { Subject: `Fwd: [#${ticket.number}]`, TextBody: 'By number' }
    expect(await process(inbound(ada.email, subject, valid))).toMatchObject({
      outcome: 'message',
      ticket_id: ticket.id,
    })
    const forged = await process(inbound(ada.email, subject))
    expect([forged.outcome, forged.ticket_id === ticket.id]).toEqual(['ticket', false])
  })

  test('to a closed ticket is a note that says so; absences of members are ignored', async () => {
    const mail = lastTo(ada.email)
    const away = answer(mail, ada.email, 'I am away', { ...valid, 'Auto-Submitted': 'auto-replied' })
    expect(await process(away)).toEqual({ outcome: 'ignored', reason: 'automatic', ticket_id: null })
    await desk.change(ticket.id, { status: 'resolved' })
    await setResolvedAgo(ticket.id, '8 days')
    expect(await process(answer(mail, ada.email, 'Too late'))).toEqual({
      outcome: 'note',
      reason: 'closed',
      ticket_id: ticket.id,
    })
  })

  test('counts as a customer’s where the ticket is their own, and viewers may not answer', async () => {
    const own = await process(
      inbound(ada.email, { TextBody: 'My keyboard' }, { ...valid, 'Message-ID': '<own@x>' }),
    )
    expect(own.outcome).toBe('ticket')
    await process(inbound(ada.email, { TextBody: 'Any news?' }, { ...valid, References: '<own@x>' }))
    expect((await desk.messages(own.ticket_id)).at(-1)).toMatchObject({ author_kind: 'customer' })
    const vera = await agent('Vera', 'viewer')
    const result = await process(answer(lastTo(ada.email), vera.email, 'Me too'))
    expect([result.outcome, result.ticket_id === ticket.id]).toEqual(['ticket', false])
  })
})

describe('Reply-To', () => {
  test('is whom a form is from, who gets the answers; nobody gets into a ticket by a form', async () => {
    const form = (text: string, more: Json = {}) =>
      inbound(
        'wordpress@shop.example',
        { TextBody: text, Subject: 'Contact form', ...more },
        { 'Reply-To': 'Visitor <visitor@web.example>' },
      )
    const { ticket_id } = await process(form('Please call me.'))
    const opened = await desk.get(ticket_id)
    expect(opened.requester_email).toBe('visitor@web.example')
    expect(mailTo('visitor@web.example').length).toBe(1)
    expect(mailTo('wordpress@shop.example')).toEqual([])
    const forged = await process(form('I am Charles', { Subject: `[#${opened.number}]` }))
    expect(forged).toMatchObject({ outcome: 'ticket' })
    expect(forged.ticket_id).not.toBe(ticket_id)
    const reply = inbound(
      'visitor@web.example',
      { TextBody: 'Thanks' },
      { References: lastTo('visitor@web.example').headers.References! },
    )
    expect(await process(reply)).toMatchObject({ outcome: 'message' })
  })

  test('does not change whom a known contact or a member is', async () => {
    const { ticket_id } = await process(inbound(customer, {}, { 'Reply-To': 'other@web.example' }))
    expect((await desk.get(ticket_id)).contact.id).toBe(desk.contact.id)
  })
})
