import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { actions, join, project } from '../kit/makers.ts'
import { desk, type Desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

const into = (id: string) => ({ into_ticket_id: id })
const merge = (setup: Desk, source: string, target: string): Promise<Json> =>
  setup.ws.owner.ok('POST', `${setup.at}/${source}/merge`, into(target))

describe('merging', () => {
  test('moves messages in their order and with their authors, with an event in both', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const target = await setup.create({ subject: 'First' })
    await setup.addMessage(target.id, { body: 'Which prices?' })
    const source = await setup.create({ subject: 'Again', description: 'The prices of bread.' })
    await setup.addMessage(source.id, { body: 'A duplicate', is_internal: true }, agent)
    await setup.addMessage(target.id, { body: 'Thank you.' })
    const merged = await merge(setup, source.id, target.id)
    expect(merged).toMatchObject({
      id: source.id,
      status: 'closed',
      merged_into_id: target.id,
      messages_count: 0,
    })
    const all = await setup.messages(target.id)
    expect(
      all.map((one) => [
        one.body,
        one.author_kind,
        one.author.user_id,
        one.contact?.id ?? null,
        one.is_internal,
      ]),
    ).toEqual([
      ['Which prices?', 'agent', setup.ws.owner.id, null, false],
      ['The prices of bread.', 'customer', setup.ws.owner.id, setup.contact.id, false],
      ['A duplicate', 'agent', agent.id, null, true],
      ['Thank you.', 'agent', setup.ws.owner.id, null, false],
    ])
    const stayed = await setup.get(target.id)
    expect(stayed).toMatchObject({ status: 'open', waiting_since: source.created_at, messages_count: 4 })
    const mergeEvents = async (id: string) =>
      (await setup.events(id)).filter(({ kind }) => kind === 'merge').map(({ data }) => data)
    expect(await mergeEvents(target.id)).toEqual([{ from: source.id, to: target.id }])
    expect(await mergeEvents(source.id)).toEqual([{ from: null, to: target.id }])
    expect(await actions(setup.ws)).toContain('ticket.merged')
    expect(await setup.errorOf('POST', `/${source.id}/messages`, { body: 'Hello' })).toEqual([
      409,
      'the ticket was merged into #1; continue there',
    ])
  })

  test('reopens a resolved ticket if the other is waiting, and keeps the earlier response', async () => {
    const setup = await desk()
    const [target, source] = [await setup.create(), await setup.create()]
    const first = await setup.addMessage(source.id)
    await setup.receiveMessage(source.id)
    await setup.addMessage(target.id, { set_status: 'resolved' })
    await merge(setup, source.id, target.id)
    expect(await setup.get(target.id)).toMatchObject({
      status: 'open',
      reopened_count: 1,
      first_response_at: first.created_at,
    })
  })

  test('into another client’s ticket, itself, a closed or merged one is rejected, and also for members', async () => {
    const setup = await desk()
    const other = await clientRow(setup.ws, 'Other')
    const [a, b, c, closed] = [
      await setup.create(),
      await setup.create(),
      await setup.create(),
      await setup.create(),
    ]
    const otherTicket = await setup.ws.owner.ok('POST', setup.at, { subject: 'Other', client_id: other })
    const foreign = await (await desk('Foreign')).create()
    await setup.change(closed.id, { status: 'resolved' })
    await setup.change(closed.id, { status: 'closed' })
    await merge(setup, b.id, a.id)
    const invalid: [from: string, to: string, status: number, why: string][] = [
      [a.id, a.id, 409, 'a ticket cannot be merged into itself; name another one'],
      [c.id, b.id, 409, 'ticket #2 was merged into #1; merge into that one'],
      [b.id, c.id, 409, 'the ticket was merged into #1; continue there'],
      [c.id, closed.id, 409, 'ticket #4 is closed; merge into one that is not'],
      [
        closed.id,
        c.id,
        409,
        'the ticket is closed and cannot change any more; create a follow-up: a ticket with its id as follow_up_of_id',
      ],
      [
        c.id,
        otherTicket.id,
        409,
        'the tickets are of different clients; only those of one client can be merged',
      ],
      [c.id, foreign.id, 422, 'body.into_ticket_id: not found'],
      [c.id, uuidv7(), 422, 'body.into_ticket_id: not found'],
    ]
    for (const [from, to, status, reason] of invalid)
      expect(await setup.errorOf('POST', `/${from}/merge`, into(to))).toEqual([status, reason])
    const member = await join(setup.ws)
    expect(await setup.errorOf('POST', `/${c.id}/merge`, into(a.id), member)).toEqual([
      403,
      'needs the role manager or above',
    ])
    expect(await setup.errorOf('DELETE', `/${a.id}`)).toEqual([
      409,
      'tickets were merged into this one; delete them first: #2',
    ])
  })

  test('of two into each other concurrently happens exactly once', { tags: ['race'] }, async () => {
    const setup = await desk()
    const [a, b] = [await setup.create({ description: 'A' }), await setup.create({ description: 'B' })]
    const replies = await Promise.all(
      [a, b, a, b].map(({ id }, n) =>
        setup.ws.owner.call('POST', `${setup.at}/${id}/merge`, into((n % 2 ? a : b).id)),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const merged = [await setup.get(a.id), await setup.get(b.id)].filter((one) => one.merged_into_id)
    expect(merged).toHaveLength(1)
    expect(await setup.messages(merged[0]!.merged_into_id)).toHaveLength(1)
  })

  test('of tickets with too many messages together is rejected', async () => {
    const setup = await desk()
    const [a, b] = [await setup.create(), await setup.create()]
    for (const { id } of [a, b])
      await asOwner(
        `insert into ticket_messages (org_id, ticket_id, author_kind, body) select $1, $2, 'customer', 'Hello?' from generate_series(1, 1000)`,
        [setup.ws.org.id, id],
      )
    expect(await setup.errorOf('POST', `/${a.id}/merge`, into(b.id))).toEqual([
      409,
      'a ticket has at most 2000 messages; resolve it, and create another',
    ])
  })
})

describe('the task of a ticket', () => {
  test('is created from its subject and text, once, and each references the other', async () => {
    const setup = await desk()
    const home = await project(setup.ws, { key: 'WEB' })
    const { id } = await setup.create({ description: 'The prices of bread.' })
    const task = await setup.ws.owner.ok('POST', `${setup.at}/${id}/task`, { project_id: home.id })
    expect(task).toMatchObject({
      key: 'WEB-1',
      title: 'Wrong prices',
      description: 'The prices of bread.',
      status: 'todo',
    })
    expect(task.external).toEqual({ source: 'ticket', id: '#1', author: null })
    expect((await setup.get(id)).task).toEqual({
      id: task.id,
      key: 'WEB-1',
      title: 'Wrong prices',
      status: 'todo',
    })
    expect(await setup.errorOf('POST', `/${id}/task`, { project_id: home.id })).toEqual([
      409,
      'the ticket has a task already, WEB-1',
    ])
    expect((await setup.events(id)).at(-1)).toMatchObject({ kind: 'task', data: { from: false, to: true } })
    const other = await setup.create()
    const named = await setup.ws.owner.ok('POST', `${setup.at}/${other.id}/task`, {
      project_id: home.id,
      title: 'Bread',
    })
    expect(named.title).toBe('Bread')
  })

  test('obeys the rules of its project', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const { id } = await setup.create()
    const post = async (project_id: string, who = agent) =>
      refusal(await who.call('POST', `${setup.at}/${id}/task`, { project_id }))
    const hidden = await project(setup.ws, { visibility: 'private' })
    const archived = await project(setup.ws)
    await asOwner('update projects set archived_at = now() where id = $1', [archived.id])
    const watched = await project(setup.ws)
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'viewer', $3)`,
      [setup.ws.org.id, watched.id, agent.id],
    )
    const full = await project(setup.ws, { settings: { wip_policy: 'block' } })
    await asOwner('update board_columns set wip_limit = 1 where id = $1', [full.columns.todo])
    const otherProject = await project((await desk()).ws)
    const unknown = [422, 'body.project_id: not found']
    expect([await post(hidden.id), await post(otherProject.id), await post(uuidv7())]).toEqual([
      unknown,
      unknown,
      unknown,
    ])
    expect(await post(archived.id)).toEqual([409, 'project is archived'])
    expect((await post(watched.id))[0]).toBe(403)
    await setup.ws.owner.ok('POST', `${setup.ws.base}/projects/${full.id}/tasks`, { title: 'One' })
    expect(await post(full.id)).toEqual([409, 'column To do holds 2 of at most 1'])
    expect((await setup.get(id)).task).toBeNull()
    const viewer = await join(setup.ws, 'viewer')
    expect(await post(watched.id, viewer)).toEqual([403, 'needs the role member or above'])
  })

  test('in a hidden project is not disclosed, and a deleted one is released', async () => {
    const setup = await desk()
    const agent = await join(setup.ws)
    const hidden = await project(setup.ws, { visibility: 'private' })
    const { id } = await setup.create()
    const task = await setup.ws.owner.ok('POST', `${setup.at}/${id}/task`, {
      project_id: hidden.id,
      title: 'Secret',
    })
    const open = await project(setup.ws)
    for (const path of [`/${id}`, '', `/${id}/events`]) {
      const { text } = await agent.call('GET', setup.at + path)
      for (const word of ['Secret', task.key, task.id, hidden.id]) expect(text).not.toContain(word)
    }
    expect((await setup.get(id, agent)).task).toBeNull()
    expect(await setup.errorOf('POST', `/${id}/task`, { project_id: open.id }, agent)).toEqual([
      409,
      'the ticket has a task already',
    ])
    await setup.ws.owner.call('DELETE', `${setup.ws.base}/tasks/${task.id}`)
    expect((await setup.get(id)).task).toBeNull()
    expect((await setup.errorOf('POST', `/${id}/task`, { project_id: open.id }))[1]).toBe(
      `the ticket has a task already, ${task.key} in the trash; restore it, or delete it for good first`,
    )
    await setup.ws.owner.ok('POST', `${setup.ws.base}/tasks/${task.id}/purge`)
    const next = await agent.ok('POST', `${setup.at}/${id}/task`, { project_id: open.id })
    expect((await setup.get(id, agent)).task.id).toBe(next.id)
  })

  test('is created once, however many concurrent requests there are', { tags: ['race'] }, async () => {
    const setup = await desk()
    const home = await project(setup.ws)
    const { id } = await setup.create()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        setup.ws.owner.call('POST', `${setup.at}/${id}/task`, { project_id: home.id }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await setup.ws.owner.ok('GET', `${setup.ws.base}/projects/${home.id}/tasks`)).total).toBe(1)
  })
})
