import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { actions, join, project } from '../kit/makers.ts'
import { desk, type Desk, refusal } from '../kit/tickets.ts'

const into = (id: string) => ({ into_ticket_id: id })
const merge = (here: Desk, source: string, target: string): Promise<Json> =>
  here.ws.owner.ok('POST', `${here.at}/${source}/merge`, into(target))

describe('merging', () => {
  test('moves messages in their order and with their authors, and tells in both', async () => {
    const here = await desk()
    const agent = await join(here.ws)
    const target = await here.create({ subject: 'First' })
    await here.addMessage(target.id, { body: 'Which prices?' })
    const source = await here.create({ subject: 'Again', description: 'The prices of bread.' })
    await here.addMessage(source.id, { body: 'A duplicate', is_internal: true }, agent)
    await here.addMessage(target.id, { body: 'Thank you.' })
    const merged = await merge(here, source.id, target.id)
    expect(merged).toMatchObject({
      id: source.id,
      status: 'closed',
      merged_into_id: target.id,
      messages_count: 0,
    })
    const all = await here.messages(target.id)
    expect(
      all.map((one) => [
        one.body,
        one.author_kind,
        one.author.user_id,
        one.contact?.id ?? null,
        one.is_internal,
      ]),
    ).toEqual([
      ['Which prices?', 'agent', here.ws.owner.id, null, false],
      ['The prices of bread.', 'customer', here.ws.owner.id, here.contact.id, false],
      ['A duplicate', 'agent', agent.id, null, true],
      ['Thank you.', 'agent', here.ws.owner.id, null, false],
    ])
    const stayed = await here.get(target.id)
    expect(stayed).toMatchObject({ status: 'open', waiting_since: source.created_at, messages_count: 4 })
    const told = async (id: string) =>
      (await here.events(id)).filter(({ kind }) => kind === 'merge').map(({ data }) => data)
    expect(await told(target.id)).toEqual([{ from: source.id, to: target.id }])
    expect(await told(source.id)).toEqual([{ from: null, to: target.id }])
    expect(await actions(here.ws)).toContain('ticket.merged')
    expect(await here.errorOf('POST', `/${source.id}/messages`, { body: 'Hello' })).toEqual([
      409,
      'the ticket was merged into #1; continue there',
    ])
  })

  test('opens a resolved ticket for whoever still waits, and keeps the earlier answer', async () => {
    const here = await desk()
    const [target, source] = [await here.create(), await here.create()]
    const first = await here.addMessage(source.id)
    await here.receiveMessage(source.id)
    await here.addMessage(target.id, { set_status: 'resolved' })
    await merge(here, source.id, target.id)
    expect(await here.get(target.id)).toMatchObject({
      status: 'open',
      reopened_count: 1,
      first_response_at: first.created_at,
    })
  })

  test('of what is another client’s, itself, closed or merged is refused, as it is to members', async () => {
    const here = await desk()
    const other = await clientRow(here.ws, 'Other')
    const [a, b, c, closed] = [
      await here.create(),
      await here.create(),
      await here.create(),
      await here.create(),
    ]
    const elsewhere = await here.ws.owner.ok('POST', here.at, { subject: 'Other', client_id: other })
    const foreign = await (await desk('Foreign')).create()
    await here.change(closed.id, { status: 'resolved' })
    await here.change(closed.id, { status: 'closed' })
    await merge(here, b.id, a.id)
    const wrong: [from: string, to: string, status: number, why: string][] = [
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
        elsewhere.id,
        409,
        'the tickets are of different clients; only those of one client can be merged',
      ],
      [c.id, foreign.id, 422, 'body.into_ticket_id: not found'],
      [c.id, uuidv7(), 422, 'body.into_ticket_id: not found'],
    ]
    for (const [from, to, status, why] of wrong)
      expect(await here.errorOf('POST', `/${from}/merge`, into(to))).toEqual([status, why])
    const member = await join(here.ws)
    expect(await here.errorOf('POST', `/${c.id}/merge`, into(a.id), member)).toEqual([
      403,
      'needs the role manager or above',
    ])
    expect(await here.errorOf('DELETE', `/${a.id}`)).toEqual([
      409,
      'tickets were merged into this one; delete them first: #2',
    ])
  })

  test('of each of two into the other at once happens exactly once', { tags: ['race'] }, async () => {
    const here = await desk()
    const [a, b] = [await here.create({ description: 'A' }), await here.create({ description: 'B' })]
    const replies = await Promise.all(
      [a, b, a, b].map(({ id }, n) =>
        here.ws.owner.call('POST', `${here.at}/${id}/merge`, into((n % 2 ? a : b).id)),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const merged = [await here.get(a.id), await here.get(b.id)].filter((one) => one.merged_into_id)
    expect(merged).toHaveLength(1)
    expect(await here.messages(merged[0]!.merged_into_id)).toHaveLength(1)
  })

  test('of tickets whose messages are too many together is refused', async () => {
    const here = await desk()
    const [a, b] = [await here.create(), await here.create()]
    for (const { id } of [a, b])
      await asOwner(
        `insert into ticket_messages (org_id, ticket_id, author_kind, body) select $1, $2, 'customer', 'Hello?' from generate_series(1, 1000)`,
        [here.ws.org.id, id],
      )
    expect(await here.errorOf('POST', `/${a.id}/merge`, into(b.id))).toEqual([
      409,
      'a ticket has at most 2000 messages; resolve it, and create another',
    ])
  })
})

describe('the task of a ticket', () => {
  test('is made of its subject and text, once, and each names the other', async () => {
    const here = await desk()
    const home = await project(here.ws, { key: 'WEB' })
    const { id } = await here.create({ description: 'The prices of bread.' })
    const task = await here.ws.owner.ok('POST', `${here.at}/${id}/task`, { project_id: home.id })
    expect(task).toMatchObject({
      key: 'WEB-1',
      title: 'Wrong prices',
      description: 'The prices of bread.',
      status: 'todo',
    })
    expect(task.external).toEqual({ source: 'ticket', id: '#1' })
    expect((await here.get(id)).task).toEqual({
      id: task.id,
      key: 'WEB-1',
      title: 'Wrong prices',
      status: 'todo',
    })
    expect(await here.errorOf('POST', `/${id}/task`, { project_id: home.id })).toEqual([
      409,
      'the ticket has a task already, WEB-1',
    ])
    expect((await here.events(id)).at(-1)).toMatchObject({ kind: 'task', data: { from: false, to: true } })
    const other = await here.create()
    const named = await here.ws.owner.ok('POST', `${here.at}/${other.id}/task`, {
      project_id: home.id,
      title: 'Bread',
    })
    expect(named.title).toBe('Bread')
  })

  test('obeys the rules of its project', async () => {
    const here = await desk()
    const agent = await join(here.ws)
    const { id } = await here.create()
    const post = async (project_id: string, who = agent) =>
      refusal(await who.call('POST', `${here.at}/${id}/task`, { project_id }))
    const hidden = await project(here.ws, { visibility: 'private' })
    const archived = await project(here.ws)
    await asOwner('update projects set archived_at = now() where id = $1', [archived.id])
    const watched = await project(here.ws)
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'viewer', $3)`,
      [here.ws.org.id, watched.id, agent.id],
    )
    const full = await project(here.ws, { settings: { wip_policy: 'block' } })
    await asOwner('update board_columns set wip_limit = 1 where id = $1', [full.columns.todo])
    const elsewhere = await project((await desk()).ws)
    const unknown = [422, 'body.project_id: not found']
    expect([await post(hidden.id), await post(elsewhere.id), await post(uuidv7())]).toEqual([
      unknown,
      unknown,
      unknown,
    ])
    expect(await post(archived.id)).toEqual([409, 'project is archived'])
    expect((await post(watched.id))[0]).toBe(403)
    await here.ws.owner.ok('POST', `${here.ws.base}/projects/${full.id}/tasks`, { title: 'One' })
    expect(await post(full.id)).toEqual([409, 'column To do holds 2 of at most 1'])
    expect((await here.get(id)).task).toBeNull()
    const viewer = await join(here.ws, 'viewer')
    expect(await post(watched.id, viewer)).toEqual([403, 'needs the role member or above'])
  })

  test('in a project that is hidden from the reader is not disclosed, and one that is deleted is free', async () => {
    const here = await desk()
    const agent = await join(here.ws)
    const hidden = await project(here.ws, { visibility: 'private' })
    const { id } = await here.create()
    const task = await here.ws.owner.ok('POST', `${here.at}/${id}/task`, {
      project_id: hidden.id,
      title: 'Secret',
    })
    const open = await project(here.ws)
    for (const path of [`/${id}`, '', `/${id}/events`]) {
      const { text } = await agent.call('GET', here.at + path)
      for (const word of ['Secret', task.key, task.id, hidden.id]) expect(text).not.toContain(word)
    }
    expect((await here.get(id, agent)).task).toBeNull()
    expect(await here.errorOf('POST', `/${id}/task`, { project_id: open.id }, agent)).toEqual([
      409,
      'the ticket has a task already',
    ])
    await here.ws.owner.call('DELETE', `${here.ws.base}/tasks/${task.id}`)
    expect((await here.get(id)).task).toBeNull()
    expect((await here.errorOf('POST', `/${id}/task`, { project_id: open.id }))[1]).toBe(
      `the ticket has a task already, ${task.key} in the trash; restore it, or delete it for good first`,
    )
    await here.ws.owner.ok('POST', `${here.ws.base}/tasks/${task.id}/purge`)
    const next = await agent.ok('POST', `${here.at}/${id}/task`, { project_id: open.id })
    expect((await here.get(id, agent)).task.id).toBe(next.id)
  })

  test('is made once, however many ask at the same time', { tags: ['race'] }, async () => {
    const here = await desk()
    const home = await project(here.ws)
    const { id } = await here.create()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        here.ws.owner.call('POST', `${here.at}/${id}/task`, { project_id: home.id }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await here.ws.owner.ok('GET', `${here.ws.base}/projects/${home.id}/tasks`)).total).toBe(1)
  })
})
