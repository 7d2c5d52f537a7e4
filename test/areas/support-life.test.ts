import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { actions, join } from '../kit/makers.ts'
import { desk, type Desk, setResolvedAgo } from '../kit/tickets.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const steps = async (setup: Desk, id: string) =>
  (await setup.events(id))
    .filter(({ kind }) => kind === 'status')
    .map(({ data, actor }) => `${data.from} ${data.to} ${actor ? 'by hand' : 'by the days'}`)
const over =
  'the ticket is closed and cannot change any more; create a follow-up: a ticket with its id as follow_up_of_id'

describe('the status of a ticket', () => {
  test('has exactly these transitions', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    const set = (status: string) => setup.errorOf('PATCH', `/${id}`, { status })
    const ways: Record<string, string> = {
      open: 'pending or on_hold or resolved',
      pending: 'open or on_hold or resolved',
      on_hold: 'open or pending or resolved',
      resolved: 'open or closed',
    }
    const all = [...Object.keys(ways), 'closed']
    for (const [from, next] of Object.entries(ways)) {
      for (const to of all.filter((one) => one !== from && !next.split(' or ').includes(one)))
        expect(await set(to)).toEqual([409, `the ticket is ${from}; it can become ${next}`])
      for (const to of next.split(' or ').filter((one) => one !== 'closed')) {
        expect((await setup.change(id, { status: to })).status).toBe(to)
        if (to === 'resolved') await setup.change(id, { status: 'open' })
        if (from !== 'resolved') await setup.change(id, { status: from })
      }
      const following = all[all.indexOf(from) + 1]!
      if (following !== 'closed') await setup.change(id, { status: following })
    }
    await setup.change(id, { status: 'resolved' })
    expect((await setup.change(id, { status: 'closed' })).closed_at).not.toBeNull()
    for (const to of all) expect(await set(to)).toEqual([409, over])
    expect(await setup.errorOf('PATCH', `/${id}`, { tags: ['late'] })).toEqual([409, over])
    expect(await setup.errorOf('POST', `/${id}/messages`, { body: 'Hello' })).toEqual([409, over])
    expect(await setup.errorOf('POST', `/${id}/messages`, { body: 'Hello', is_internal: true })).toEqual([
      409,
      over,
    ])
    const next = await setup.ws.owner.ok('POST', setup.at, { subject: 'Again', follow_up_of_id: id })
    expect([next.follow_up_of_id, next.client.id, next.contact.id]).toEqual([
      id,
      setup.client,
      setup.contact.id,
    ])
    await setup.ws.owner.call('DELETE', `${setup.at}/${id}`)
    expect((await setup.get(next.id)).follow_up_of_id).toBeNull()
  })

  test('that is already set changes nothing and is no event', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    const first = await setup.change(id, { status: 'resolved' })
    const repeated = await setup.change(id, { status: 'resolved' })
    expect(repeated).toEqual(first)
    expect(await steps(setup, id)).toEqual(['open resolved by hand'])
  })

  test('becomes open again when the customer writes, which counts as reopened if it was resolved', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    for (const status of ['pending', 'on_hold']) {
      await setup.change(id, { status })
      await setup.receiveMessage(id)
      expect(await setup.get(id)).toMatchObject({ status: 'open', reopened_count: 0 })
    }
    const resolved = await setup.addMessage(id, { set_status: 'resolved' }).then(() => setup.get(id))
    expect([resolved.status, resolved.waiting_since]).toEqual(['resolved', null])
    await setup.receiveMessage(id)
    const back = await setup.get(id)
    expect([back.status, back.reopened_count, back.resolved_at]).toEqual(['open', 1, null])
    expect(back.waiting_since).toBe(back.last_customer_message_at)
  })

  test('is closed a week after it was resolved, in every response, even before a job runs', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    await setup.change(id, { status: 'resolved' })
    await setResolvedAgo(id, '6 days 23 hours')
    expect((await setup.get(id)).status).toBe('resolved')
    await setResolvedAgo(id, '7 days')
    const closed = await setup.get(id)
    expect([closed.status, Date.parse(closed.closed_at) - Date.parse(closed.resolved_at)]).toEqual([
      'closed',
      7 * 86_400_000,
    ])
    const count = async (status: string) =>
      (await setup.ws.owner.ok('GET', `${setup.at}?status=${status}`)).total
    expect([await count('resolved'), await count('closed'), await count('open')]).toEqual([0, 1, 0])
    expect(await setup.errorOf('PATCH', `/${id}`, { status: 'open' })).toEqual([409, over])
    expect(await setup.errorOf('POST', `/${id}/messages`, { body: 'Hello?', from_customer: true })).toEqual([
      409,
      over,
    ])
    expect(await steps(setup, id)).toEqual(['open resolved by hand'])
  })

  test('is stored by the daily job, with the time of closing and no actor', async () => {
    const setup = await desk()
    const [due, fresh] = [await setup.create(), await setup.create()]
    for (const { id } of [due, fresh]) await setup.change(id, { status: 'resolved' })
    await setResolvedAgo(due.id, '8 days')
    const before = await setup.get(due.id)
    await daily(env())
    await drain(database())
    expect(
      await asOwner('select status from tickets where org_id = $1 order by number', [setup.ws.org.id]),
    ).toEqual([{ status: 'closed' }, { status: 'resolved' }])
    const after = await setup.get(due.id)
    expect([after.status, after.closed_at]).toEqual([before.status, before.closed_at])
    expect((await steps(setup, due.id)).toSorted()).toEqual([
      'open resolved by hand',
      'resolved closed by the days',
    ])
    expect((await setup.events(due.id)).find(({ data }) => data.to === 'closed')!.at).toBe(after.closed_at)
    expect(await actions(setup.ws)).toContain('ticket.closed')
  })

  test('is snoozed until then, or until the customer writes', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect((await setup.change(id, { snoozed_until: later })).snoozed_until).toBe(later)
    await setup.addMessage(id, { is_internal: true })
    expect((await setup.get(id)).snoozed_until).toBe(later)
    await setup.receiveMessage(id)
    expect((await setup.get(id)).snoozed_until).toBeNull()
    await setup.change(id, { snoozed_until: later })
    await asOwner(`update tickets set snoozed_until = now() - interval '1 second' where id = $1`, [id])
    expect((await setup.get(id)).snoozed_until).toBeNull()
    expect((await setup.ws.owner.ok('GET', `${setup.at}?snoozed=false`)).total).toBe(1)
    expect(await setup.errorOf('PATCH', `/${id}`, { snoozed_until: '2020-01-01T00:00:00Z' })).toEqual([
      422,
      'body.snoozed_until: must be in the future',
    ])
    await setup.change(id, { status: 'resolved' })
    expect(await setup.errorOf('PATCH', `/${id}`, { snoozed_until: later })).toEqual([
      409,
      'the ticket is resolved; only one that is open, pending or on_hold can be snoozed',
    ])
  })
})

describe('the messages of a ticket', () => {
  test('are listed oldest first with their authors, including internal notes, page by page', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const { id } = await setup.create()
    await setup.receiveMessage(id)
    await setup.addMessage(id, { body: 'Call them?', is_internal: true }, agent)
    const result = await setup.addMessage(id, { body: 'We do.' }, agent)
    const all = await setup.messages(id)
    expect(
      all.map((one) => [
        one.author_kind,
        one.author.user_id,
        one.contact?.name ?? null,
        one.body,
        one.is_internal,
      ]),
    ).toEqual([
      ['customer', setup.ws.owner.id, 'Charles Babbage', 'Any news?', false],
      ['agent', agent.id, null, 'Call them?', true],
      ['agent', agent.id, null, 'We do.', false],
    ])
    expect(all[2]).toEqual(result)
    const page = await agent.ok('GET', `${setup.at}/${id}/messages?limit=1&offset=1`)
    expect([page.total, page.items]).toEqual([3, [all[1]]])
    expect((await setup.get(id)).messages_count).toBe(3)
  })

  test('count a public message of an agent as the first response, never a note', async () => {
    const setup = await desk()
    const { id, created_at, version } = await setup.create()
    await setup.addMessage(id, { is_internal: true })
    expect(await setup.get(id)).toMatchObject({
      first_response_at: null,
      last_agent_message_at: null,
      waiting_since: created_at,
    })
    const first = await setup.addMessage(id)
    await setup.receiveMessage(id)
    const result = await setup.messages(id).then((all) => all.at(-1)!)
    await setup.receiveMessage(id)
    const waiting = await setup.get(id)
    expect(waiting).toMatchObject({
      first_response_at: first.created_at,
      last_agent_message_at: first.created_at,
      waiting_since: result.created_at,
      version,
    })
    const second = await setup.addMessage(id)
    expect(await setup.get(id)).toMatchObject({
      first_response_at: first.created_at,
      last_agent_message_at: second.created_at,
      waiting_since: null,
    })
  })

  test('are rejected with what is wrong, and then nothing is written', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    const invalid: [draft: object, problem: string][] = [
      [{ body: ' ' }, 'body.body: must not be empty'],
      [{ body: 'x'.repeat(100_000) }, 'body.body: at most 20000 characters'],
      [
        { body: 'A', is_internal: true, from_customer: true },
        'body.is_internal: a message of the customer is never internal',
      ],
      [
        { body: 'A', set_status: 'open', from_customer: true },
        'body.set_status: not with from_customer: a message of the customer opens the ticket',
      ],
      [{ body: 'A', author_kind: 'customer' }, 'body.author_kind: unknown field'],
    ]
    for (const [draft, problem] of invalid)
      expect(await setup.errorOf('POST', `/${id}/messages`, draft)).toEqual([422, problem])
    expect(await setup.errorOf('POST', `/${id}/messages`, { body: 'Done', set_status: 'closed' })).toEqual([
      409,
      'the ticket is open; it can become pending or on_hold or resolved',
    ])
    expect(await setup.messages(id)).toEqual([])
  })

  test('are at most two thousand', async () => {
    const setup = await desk()
    const { id } = await setup.create()
    await asOwner(
      `insert into ticket_messages (org_id, ticket_id, author_kind, body) select $1, $2, 'customer', 'Hello?' from generate_series(1, 1999)`,
      [setup.ws.org.id, id],
    )
    await setup.addMessage(id)
    expect(await setup.errorOf('POST', `/${id}/messages`, { body: 'One more' })).toEqual([
      409,
      'a ticket has at most 2000 messages; resolve it, and create another',
    ])
  })

  test(
    'two concurrent ones of agents are both stored, and the first is the response',
    { tags: ['race'] },
    async () => {
      const setup = await desk()
      const { id } = await setup.create()
      const sent: Json[] = await Promise.all(Array.from({ length: 8 }, () => setup.addMessage(id)))
      const first = sent.map(({ created_at }) => created_at).toSorted()[0]
      const { first_response_at, messages_count } = await setup.get(id)
      expect([sent.map(({ created_at }) => created_at).includes(first_response_at), messages_count]).toEqual([
        true,
        8,
      ])
      expect(Date.parse(first_response_at) - Date.parse(first)).toBeLessThan(1000)
    },
  )
})
