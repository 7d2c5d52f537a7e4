import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { inbox } from '../kit/inbox.ts'
import { actions, join, workspace } from '../kit/makers.ts'
import { desk, type Desk } from '../kit/tickets.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const numbers = async ({ ws, at }: Desk, query: string) =>
  (await ws.owner.ok('GET', at + query)).items.map(({ number }: Json) => number)

describe('a ticket', () => {
  test('is created for a contact and their client, numbered, and awaits a response', async () => {
    const setup = await desk()
    const { ws, client, contact } = setup
    const created = await setup.create({ description: 'Since **today**.', type: 'incident', tags: ['shop'] })
    expect(created).toMatchObject({
      number: 1,
      key: '#1',
      subject: 'Wrong prices',
      description: 'Since **today**.',
      status: 'open',
      priority: 'medium',
      type: 'incident',
      channel: 'agent',
      client: { id: client, name: 'Town hall' },
      contact: { id: contact.id, name: 'Charles Babbage', email: 'charles@babbage.example' },
      requester_email: 'charles@babbage.example',
      assignee: null,
      task: null,
      tags: ['shop'],
      first_response_at: null,
      reopened_count: 0,
      messages_count: 0,
      version: 1,
    })
    expect([created.waiting_since, created.last_customer_message_at]).toEqual([
      created.created_at,
      created.created_at,
    ])
    expect(await setup.get(created.id)).toEqual(created)
    expect((await setup.create()).number).toBe(2)
    const internal = await ws.owner.ok('POST', setup.at, { subject: 'Our own printer' })
    expect([internal.number, internal.waiting_since, internal.client]).toEqual([3, null, null])
    expect((await setup.events(created.id)).map(({ kind, data }: Json) => [kind, data])).toEqual([
      ['created', { channel: 'agent' }],
    ])
    expect(await actions(ws)).toContain('ticket.created')
  })

  test('is found by its number in the path', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    for (const key of ['1', '%231']) expect((await setup.get(key)).id).toBe(id)
    expect(await setup.errorOf('GET', '/2')).toEqual([404, 'ticket not found'])
    const other = await desk('Other')
    expect(await other.errorOf('GET', '/1')).toEqual([404, 'ticket not found'])
    expect(await other.errorOf('GET', `/${id}`)).toEqual([404, 'ticket not found'])
  })

  test('created by an API key has the channel API', async () => {
    const setup = await desk()
    const { token } = await setup.ws.owner.ok('POST', `${setup.ws.base}/api-keys`, { name: 'bridge' })
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    const created = await setup.ws.owner.ok('POST', setup.at, { subject: 'By key' }, headers)
    expect(created.channel).toBe('api')
    expect((await setup.create({ channel: 'email' })).channel).toBe('email')
  })

  test('is rejected with each invalid field', async () => {
    const setup = await desk()
    const viewer = await join(setup.ws, 'viewer')
    const gone = await desk('Gone')
    const [archived, open] = [await desk(), await setup.create()]
    const old = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients`, { name: 'Old' })
    await setup.ws.owner.ok('PATCH', `${setup.ws.base}/clients/${old.id}`, { archived: true })
    const other = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients`, { name: 'Other' })
    const invalid: [draft: object, problem: string][] = [
      [{ subject: ' ' }, 'body.subject: must not be empty'],
      [{ subject: 'x'.repeat(201) }, 'body.subject: at most 200 characters'],
      [{ description: 'x'.repeat(20_001) }, 'body.description: at most 20000 characters'],
      [{ priority: 'huge' }, 'body.priority: Invalid option: expected one of "low"|"medium"|"high"|"urgent"'],
      [{ channel: 'portal' }, 'body.channel: Invalid option: expected one of "email"|"api"|"agent"'],
      [{ tags: ['a', 'A'] }, 'body.tags: each tag once'],
      [{ requester_email: 'nobody' }, 'body.requester_email: must be an e-mail address'],
      [{ client_id: gone.client }, 'body.client_id: not found'],
      [{ client_id: old.id }, 'body.client_id: archived; restore the client first'],
      [{ contact_id: gone.contact.id }, 'body.contact_id: not found'],
      [
        { client_id: old.id, contact_id: gone.contact.id },
        'body.client_id: archived; restore the client first; body.contact_id: not found',
      ],
      [{ client_id: other.id, contact_id: setup.contact.id }, 'body.contact_id: not a contact of the client'],
      [
        { contact_id: setup.contact.id, requester_email: 'a@b.example' },
        'body.requester_email: send contact_id or requester_email, not both',
      ],
      [
        { assignee_user_id: archived.ws.owner.id },
        'body.assignee_user_id: not an active member who may work on tickets',
      ],
      [
        { assignee_user_id: viewer.id },
        'body.assignee_user_id: not an active member who may work on tickets',
      ],
      [{ follow_up_of_id: uuidv7() }, 'body.follow_up_of_id: not found'],
      [{ status: 'open' }, 'body.status: unknown field'],
    ]
    for (const [draft, problem] of invalid)
      expect(await setup.errorOf('POST', '', { subject: 'Prices', ...draft })).toEqual([422, problem])
    expect(await setup.errorOf('POST', '', { subject: 'More', follow_up_of_id: open.id })).toEqual([
      409,
      'ticket #1 is open; only a closed one can be followed up; continue in that ticket',
    ])
    const denied = [403, 'needs the role member or above']
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', '/1'],
      ['GET', '/1/messages'],
      ['GET', '/1/events'],
    ] as const)
      expect(
        await setup.errorOf(method, path, method === 'POST' ? { subject: 'A' } : undefined, viewer),
      ).toEqual(denied)
    const { total } = await setup.ws.owner.ok('GET', setup.at)
    expect(total).toBe(1)
  })

  test('changes with its version, with events', async () => {
    const setup = await desk()
    const { ws } = setup
    const agent = await join(ws)
    const { id } = await setup.create()
    const changed = await setup.change(id, { priority: 'urgent', assignee_user_id: agent.id, version: 1 })
    expect([changed.priority, changed.assignee.user_id, changed.version]).toEqual(['urgent', agent.id, 2])
    expect(await setup.errorOf('PATCH', `/${id}`, { priority: 'low', version: 1 })).toEqual([
      409,
      'changed by somebody else since version 1: priority',
    ])
    await setup.change(id, { subject: 'Prices', tags: ['b'], version: 1 })
    expect(
      (await setup.events(id)).map(({ kind, data, actor }: Json) => [kind, data, actor.user_id]),
    ).toEqual([
      ['created', { channel: 'agent' }, ws.owner.id],
      ['priority', { from: 'medium', to: 'urgent' }, ws.owner.id],
      ['assignee', { from: null, to: agent.id }, ws.owner.id],
    ])
    await expect(asOwner('update ticket_events set kind = kind where ticket_id = $1', [id])).rejects.toThrow(
      'append-only',
    )
  })

  test('gets another requester: a contact for an address, and their client with them', async () => {
    const setup = await desk()
    const { id } = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Hello',
      requester_email: 'Ann@Mail.example',
    })
    const known = await setup.change(id, { contact_id: setup.contact.id })
    expect([known.requester_email, known.client.id]).toEqual(['charles@babbage.example', setup.client])
    const other = await setup.ws.owner.ok('POST', `${setup.ws.base}/clients`, { name: 'Other' })
    expect(await setup.errorOf('PATCH', `/${id}`, { client_id: other.id })).toEqual([
      422,
      "body.client_id: the contact of the ticket is another client's; send contact_id too",
    ])
    const moved = await setup.change(id, {
      client_id: other.id,
      contact_id: null,
      requester_email: 'x@y.example',
    })
    expect([moved.client.id, moved.contact, moved.requester_email]).toEqual([other.id, null, 'x@y.example'])
  })

  test('notifies its new assignee, unless they assigned it themselves', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const { id } = await setup.create({ assignee_user_id: agent.id })
    await setup.create({ assignee_user_id: setup.ws.owner.id })
    const notices = (await inbox(setup.ws, agent)).map(({ reason, title, entity }: Json) => [
      reason,
      title,
      entity.id,
    ])
    expect(notices).toEqual([['assigned', '#1 Wrong prices', id]])
    expect(await inbox(setup.ws, setup.ws.owner)).toEqual([])
    await setup.ws.owner.call('DELETE', `${setup.at}/${id}`)
    expect(await inbox(setup.ws, agent)).toEqual([])
  })

  test('is deleted by admins with its messages and history, but not its client and contact', async () => {
    const setup = await desk()
    const [admin, manager] = [await join(setup.ws, 'admin'), await join(setup.ws, 'manager')]
    const { id } = await setup.create()
    await setup.addMessage(id)
    expect(await setup.errorOf('DELETE', `/${id}`, undefined, manager)).toEqual([
      403,
      'needs the role admin or above',
    ])
    const contact = `${setup.ws.base}/clients/${setup.client}/contacts/${setup.contact.id}`
    const kept = await setup.ws.owner.call('DELETE', contact)
    expect([kept.status, kept.body.error.message]).toEqual([
      409,
      'other records refer to the contact; change it instead',
    ])
    expect(await setup.ws.owner.ok('DELETE', `${setup.ws.base}/clients/${setup.client}`)).toEqual({
      result: 'archived',
    })
    expect((await admin.call('DELETE', `${setup.at}/${id}`)).status).toBe(204)
    expect(await setup.errorOf('DELETE', `/${id}`)).toEqual([404, 'ticket not found'])
    const remaining = await asOwner(
      `select 1 from ticket_messages where org_id = $1 union all select 1 from ticket_events where org_id = $1`,
      [setup.ws.org.id],
    )
    expect(remaining).toEqual([])
    expect((await setup.ws.owner.call('DELETE', contact)).status).toBe(204)
  })
})

describe('the list of tickets', () => {
  test('is filtered and sorted, with the longest waiting first', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const first = await setup.create({ priority: 'low', tags: ['shop'] })
    const second = await setup.create({
      assignee_user_id: agent.id,
      subject: 'Printer 50%',
      channel: 'email',
    })
    const third = await setup.ws.owner.ok('POST', setup.at, {
      subject: 'Ours',
      requester_email: 'ann@x.example',
      priority: 'urgent',
    })
    await setup.addMessage(first.id, { set_status: 'pending' })
    await setup.change(third.id, { snoozed_until: inAnHour() })
    const result: [query: string, found: number[]][] = [
      ['', [3, 2, 1]],
      ['?sort=number', [1, 2, 3]],
      ['?sort=waiting_since', [2, 3, 1]],
      ['?sort=-priority', [3, 2, 1]],
      ['?status=open', [3, 2]],
      ['?status=pending,resolved', [1]],
      ['?priority=low,urgent', [3, 1]],
      ['?channel=email', [2]],
      [`?assignee_user_id=${agent.id}`, [2]],
      ['?assignee_user_id=none', [3, 1]],
      [`?client_id=${setup.client}`, [2, 1]],
      ['?tag=shop', [1]],
      ['?snoozed=true', [3]],
      ['?snoozed=false', [2, 1]],
      ['?waiting=true', [3, 2]],
      ['?q=50%25', [2]],
      ['?q=ANN@x', [3]],
      ['?q=%232', [2]],
    ]
    for (const [query, found] of result) expect([query, await numbers(setup, query)]).toEqual([query, found])
    expect((await agent.ok('GET', `${setup.at}?assignee_user_id=me`)).total).toBe(1)
    expect(second.number).toBe(2)
  })

  test('can be searched by members by subject, text and number, and by what is said', async () => {
    const setup = await desk()
    const viewer = await join(setup.ws, 'viewer')
    const { id } = await setup.create({ subject: 'Analytical engine', description: 'It grinds.' })
    await setup.addMessage(id, { body: 'Secretly zebrafinch', is_internal: true })
    await setup.addMessage(id, { body: 'Openly zebrafinch' })
    const found = async (q: string, who = setup.ws.owner) =>
      (await who.ok('GET', `${setup.ws.base}/search?q=${q}`)).items.map((item: Json) => [
        item.type,
        item.id,
        item.key,
      ])
    for (const q of ['analytical', 'grinds', '%231']) expect(await found(q)).toEqual([['ticket', id, '#1']])
    expect(await found('zebrafinch')).toEqual([['ticket', id, '#1']])
    for (const q of ['analytical', 'zebrafinch']) expect(await found(q, viewer)).toEqual([])
    expect(await found('analytical', (await workspace()).owner).catch(() => 'closed')).toBe('closed')
  })
})
