import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { database } from '../kit/inbox.ts'
import { openSession, portal, portalDesk } from '../kit/portal.ts'
import { desk } from '../kit/tickets.ts'
import { anyIssuer } from '../kit/invoices.ts'

type Home = Awaited<ReturnType<typeof portalDesk>>
let setup: Home['setup']
let who: Home['who']
let errorOf: Home['errorOf']
let write: Home['write']
beforeEach(async () => {
  ;({ setup, who, errorOf, write } = await portalDesk())
})

describe('the tickets of a contact', () => {
  test('are those of their client, without internal notes in any response', async () => {
    const { id } = await setup.create({ tags: ['vip'], description: 'Hello' })
    await setup.addMessage(id, { body: 'zebrafinch', is_internal: true })
    await setup.addMessage(id, { body: 'We look into it.' })
    await setup.create({
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
      contact_id: undefined,
    })
    const list = await who.call('GET', `${portal}/tickets`)
    const one = await who.call('GET', `${portal}/tickets/${id}`)
    expect([list.body.total, one.body.messages_count]).toEqual([1, 1])
    expect(one.body).toEqual({
      id,
      number: 1,
      subject: 'Wrong prices',
      status: 'open',
      created_at: expect.any(String),
      last_agent_message_at: expect.any(String),
      resolved_at: null,
      merged_into_id: null,
      follow_up_of_id: null,
      csat_score: null,
      requester: 'Charles Babbage',
      description: 'Hello',
      files: [],
      messages: [
        {
          id: expect.any(String),
          author_kind: 'agent',
          author: 'Ada Lovelace',
          body: 'We look into it.',
          files: [],
          created_at: expect.any(String),
        },
      ],
      messages_count: 1,
    })
    for (const { text } of [list, one])
      for (const word of ['zebrafinch', 'vip', 'medium', 'Theirs']) expect(text).not.toContain(word)
  })

  test('of another client or organization do not exist, to read, reply or rate', async () => {
    const other = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
    })
    const nobodys = await setup.ws.owner.ok('POST', setup.at, { subject: 'Nobody’s' })
    const foreign = await (await desk()).create()
    const missing = await who.call('GET', `${portal}/tickets/${uuidv7()}`)
    for (const { id } of [other, nobodys, foreign]) {
      const reply = await who.call('GET', `${portal}/tickets/${id}`)
      expect([reply.status, reply.body.error.message]).toEqual([404, missing.body.error.message])
      expect(await errorOf('POST', `/tickets/${id}/messages`, { body: 'A' })).toEqual([
        404,
        'ticket not found',
      ])
      expect(await errorOf('POST', `/tickets/${id}/rating`, { score: 1 })).toEqual([404, 'ticket not found'])
    }
  })

  test('are isolated by row-level security too, with the query conditions removed', async () => {
    const ownTicket = await setup.create()
    const other = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Theirs',
      client_id: await clientRow(setup.ws, 'Other'),
    })
    for (const { id } of [ownTicket, other]) {
      await setup.addMessage(id, { body: 'Note', is_internal: true })
      await setup.addMessage(id, { body: 'Public' })
    }
    const [, visible] = await database().batch([
      sql`select set_config('app.org_id', ${setup.ws.org.id}, true), set_config('app.portal_client', ${setup.client}, true)`,
      sql`select (select string_agg(t.subject, ',') from tickets t) || ':'
        || (select string_agg(m.body, ',') from ticket_messages m)`,
    ])
    expect(visible).toBe('Wrong prices:Public')
  })

  test('are created, replied to and reopened, in the contact’s own words', async () => {
    const created = await write()
    const agentView = await setup.get(created.id)
    expect(agentView).toMatchObject({
      channel: 'portal',
      contact: { id: setup.contact.id },
      client: { id: setup.client },
      created_by: null,
      waiting_since: agentView.created_at,
    })
    await setup.addMessage(created.id, { body: 'Which?', set_status: 'pending' })
    await setup.change(created.id, { snoozed_until: new Date(Date.now() + 3_600_000).toISOString() })
    const answered = await who.ok('POST', `${portal}/tickets/${created.id}/messages`, { body: 'All' })
    expect([
      answered.id,
      answered.status,
      answered.messages.map(({ author, body }: Json) => [author, body]),
    ]).toEqual([
      created.id,
      'open',
      [
        ['Charles Babbage', 'All'],
        ['Ada Lovelace', 'Which?'],
      ],
    ])
    expect((await setup.get(created.id)).snoozed_until).toBeNull()
    const result = (await setup.events(created.id)).map(({ kind, actor, contact }) => [
      kind,
      actor?.name ?? null,
      contact?.name ?? null,
    ])
    expect(result.at(0)).toEqual(['created', null, 'Charles Babbage'])
    expect(result.filter(([kind]) => kind === 'status')).toEqual([
      ['status', 'Ada Lovelace', null],
      ['status', null, 'Charles Babbage'],
    ])
    const trail = await asOwner(
      `select distinct actor_type, actor_label from audit_log where org_id = $1 and action = 'ticket.created'`,
      [setup.ws.org.id],
    )
    expect(trail).toEqual([{ actor_type: 'portal', actor_label: 'Charles Babbage' }])
  })

  test('that are closed continue in a new one, and merged ones where they were merged', async () => {
    const first = await write()
    await setup.change(first.id, { status: 'resolved' })
    await setup.change(first.id, { status: 'closed' })
    const next = await who.ok('POST', `${portal}/tickets/${first.id}/messages`, { body: 'Once more' })
    expect([next.id === first.id, next.follow_up_of_id, next.subject, next.description]).toEqual([
      false,
      first.id,
      'Prices',
      'Once more',
    ])
    const twin = await write()
    await setup.ws.owner.ok('POST', `${setup.at}/${twin.id}/merge`, { into_ticket_id: next.id })
    const followUp = await who.ok('POST', `${portal}/tickets/${twin.id}/messages`, { body: 'Here?' })
    expect([followUp.id, followUp.messages[0].body]).toEqual([next.id, 'Here?'])
    expect((await who.ok('GET', `${portal}/tickets/${twin.id}`)).merged_into_id).toBe(next.id)
  })

  test('are rated once, after they were resolved, which the summary counts', async () => {
    const { id } = await write()
    expect(await errorOf('POST', `/tickets/${id}/rating`, { score: 5 })).toEqual([
      409,
      'the ticket is open; it can be rated once it is resolved',
    ])
    await setup.change(id, { status: 'resolved' })
    expect(await errorOf('POST', `/tickets/${id}/rating`, { score: 6 })).toEqual([
      422,
      'body.score: must be 1 to 5',
    ])
    const replies = await Promise.all(
      [4, 4, 4].map((score) =>
        who.call('POST', `${portal}/tickets/${id}/rating`, { score, comment: 'Fine' }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await errorOf('POST', `/tickets/${id}/rating`, { score: 5 })).toEqual([
      409,
      'the ticket is rated already',
    ])
    expect(await setup.get(id)).toMatchObject({ csat_score: 4, csat_comment: 'Fine' })
    const today = (await setup.get(id)).updated_at.slice(0, 10)
    await asOwner(`update organizations set timezone = 'UTC' where id = $1`, [setup.ws.org.id])
    const { csat } = await setup.ws.owner.ok(
      'GET',
      `${setup.ws.base}/support/summary?from=${today}&to=${today}`,
    )
    expect(csat).toEqual({ ratings: 1, average_score: 4 })
  })

  test('are limited', async () => {
    await asOwner(
      `insert into tickets (org_id, number, subject, channel, client_id, contact_id, created_at)
        select $1, 1000 + n, 'Again', 'portal', $2, $3, now() - interval '20 hours' from generate_series(1, 50) n`,
      [setup.ws.org.id, setup.client, setup.contact.id],
    )
    expect(await errorOf('POST', '/tickets', { subject: 'A', description: 'B' })).toEqual([
      429,
      'you have opened 50 tickets within a day; try again in 4 hours',
    ])
    await asOwner(
      `update tickets set created_at = now() - interval '25 hours' where channel = 'portal' and org_id = $1`,
      [setup.ws.org.id],
    )
    const { id } = await write()
    await asOwner(
      `insert into ticket_messages (org_id, ticket_id, author_kind, author_contact_id, body, created_at)
        select $1, $2, 'customer', $3, 'Again', now() - interval '29 minutes 30 seconds' from generate_series(1, 60)`,
      [setup.ws.org.id, id, setup.contact.id],
    )
    expect(await errorOf('POST', `/tickets/${id}/messages`, { body: 'x' })).toEqual([
      429,
      'you have written 60 messages within an hour; try again in 31 minutes',
    ])
    const { headers } = await who.call('POST', `${portal}/tickets/${id}/messages`, { body: 'x' })
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(29 * 60)
    expect(seconds).toBeLessThanOrEqual(31 * 60)
  })
})

describe('the invoices of a contact', () => {
  const invoice = async (client_id: string) => {
    const lines = [{ description: 'Bread', quantity: '1', unit_price: '10', tax_rate: '0', category: 'zero' }]
    await anyIssuer(setup.ws.org.id)
    return setup.ws.owner.ok('POST', `${setup.ws.base}/invoices`, { client_id, lines })
  }

  test('are those issued to their client, and viewing them is recorded', async () => {
    const [draft, foreign, ownInvoice] = [
      await invoice(setup.client),
      await invoice(await clientRow(setup.ws, 'Other')),
      await invoice(setup.client),
    ]
    for (const { id } of [foreign, ownInvoice])
      await setup.ws.owner.ok('POST', `${setup.ws.base}/invoices/${id}/issue`, {})
    const { items } = await who.ok('GET', `${portal}/invoices`)
    expect(items.map(({ id, total_minor }: Json) => [id, total_minor])).toEqual([[ownInvoice.id, 1000]])
    for (const { id } of [draft, foreign])
      expect(await errorOf('GET', `/invoices/${id}`)).toEqual([404, 'invoice not found'])
    const shown = await who.ok('GET', `${portal}/invoices/${ownInvoice.id}`)
    expect([shown.id, shown.overdue, shown.document.client.name, shown.document.total_minor]).toEqual([
      ownInvoice.id,
      false,
      'Town hall',
      1000,
    ])
    expect(Object.keys(shown).toSorted()).toEqual(['document', 'id', 'overdue'])
    expect(
      (await setup.ws.owner.ok('GET', `${setup.ws.base}/invoices/${ownInvoice.id}`)).viewed_at,
    ).not.toBeNull()
  })

  test('require the ability', async () => {
    const other: Json = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients/${setup.client}/contacts`, {
      name: 'Grace',
    })
    const { who: grace } = await openSession(setup, ['tickets'], other.id)
    for (const path of ['/invoices', `/invoices/${uuidv7()}`])
      expect(await errorOf('GET', path, undefined, grace)).toEqual([
        403,
        'your access does not include invoices',
      ])
  })
})
