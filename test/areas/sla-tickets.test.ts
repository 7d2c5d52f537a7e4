import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project } from '../kit/makers.ts'
import { policy, runDueClocks, targets } from '../kit/sla.ts'
import { desk } from '../kit/tickets.ts'
import { codedRefusal, invalid } from '../kit/refusals.ts'

const each = {
  medium: { first_response_minutes: 30, next_response_minutes: 60, resolution_minutes: 600 },
  urgent: { resolution_minutes: 10 },
}

/** A support desk with a policy for its tickets. */
async function server(draft: object = {}) {
  const setup = await desk()
  const gold = await policy(setup.ws, { applies_to: 'ticket', targets: each, ...draft })
  const clocks = async (id: string): Promise<Json[]> =>
    (await setup.ws.owner.ok('GET', `${setup.ws.base}/sla/clocks?ticket_id=${id}&sort=started_at&limit=200`))
      .items
  const states = async (id: string) =>
    Object.fromEntries((await clocks(id)).map(({ metric, state }) => [metric, state]))
  return { ...setup, gold, clocks, states }
}

describe('the clocks of a ticket', () => {
  test('measure the first response and the resolution', async () => {
    const { create, addMessage, change, states } = await server()
    const { id } = await create()
    expect(await states(id)).toEqual({ first_response: 'running', resolution: 'running' })
    await addMessage(id, { body: 'A note', is_internal: true })
    expect((await states(id)).first_response).toBe('running')
    await addMessage(id)
    expect(await states(id)).toEqual({ first_response: 'met', resolution: 'running' })
    await change(id, { status: 'resolved' })
    expect(await states(id)).toEqual({ first_response: 'met', resolution: 'met' })
    await change(id, { status: 'open' })
    expect((await states(id)).resolution).toBe('running')
  })

  test('measure each next response, from the first unanswered message of the customer', async () => {
    const { create, addMessage, receiveMessage, clocks, change } = await server()
    const { id } = await create()
    await addMessage(id)
    const next = async () => (await clocks(id)).filter(({ metric }) => metric === 'next_response')
    expect(await next()).toEqual([])
    await receiveMessage(id)
    await receiveMessage(id)
    expect(await next()).toMatchObject([{ state: 'running', target_seconds: 3600, subject_type: 'ticket' }])
    await addMessage(id)
    await receiveMessage(id)
    expect((await next()).map(({ state }) => state)).toEqual(['met', 'running'])
    await change(id, { status: 'resolved' })
    expect((await next()).map(({ state }) => state)).toEqual(['met', 'cancelled'])
  })

  test('are missing if the customer did not ask, and cancelled when the ticket is resolved without a response', async () => {
    const { ws, at, create, change, states } = await server()
    const own = await ws.owner.ok('POST', at, { subject: 'Renew the certificate' })
    expect(await states(own.id)).toEqual({ resolution: 'running' })
    const { id } = await create()
    await change(id, { status: 'resolved' })
    expect(await states(id)).toEqual({ first_response: 'cancelled', resolution: 'met' })
  })

  test('pause in the statuses that pause them, follow the priority, and end with a merge', async () => {
    const { ws, at, create, change, states, clocks } = await server({
      pause_statuses: ['pending', 'on_hold'],
    })
    const [a, b] = [await create(), await create()]
    await change(a.id, { status: 'pending' })
    expect(await states(a.id)).toEqual({ first_response: 'paused', resolution: 'paused' })
    await change(a.id, { status: 'open' })
    await change(a.id, { priority: 'urgent' })
    expect(
      (await clocks(a.id)).map(({ metric, state, target_seconds }) => [metric, state, target_seconds]),
    ).toEqual(
      expect.arrayContaining([
        ['resolution', 'running', 600],
        ['first_response', 'cancelled', 1800],
      ]),
    )
    await ws.owner.ok('POST', `${at}/${b.id}/merge`, { into_ticket_id: a.id })
    expect(await states(b.id)).toEqual({ first_response: 'cancelled', resolution: 'cancelled' })
  })

  test('are matched by client, type and tag, only by policies for tickets', async () => {
    const { ws, create, client, clocks } = await server()
    await policy(ws, { name: 'Tasks', position: 1 })
    const of = async ({ id }: Json) => (await clocks(id))[0].policy.name
    const filters = {
      client: { client_ids: [client] },
      type: { types: ['Incident'] },
      tag: { tags: ['VIP'] },
    }
    for (const [name, filter] of Object.entries(filters))
      await policy(ws, { name, applies_to: 'ticket', targets: each, filter, position: 1 })
    expect(await of(await create())).toBe('client')
    expect(await of(await create({ type: 'incident' }))).toBe('type')
    expect(await of(await create({ type: 'incident', tags: ['vip'] }))).toBe('tag')
  })

  test('notify the assignee of a breach, once', async () => {
    const { ws, create, clocks } = await server()
    const ada = await join(ws, 'member', 'Ada')
    const { id, number } = await create({ assignee_user_id: ada.id })
    await asOwner(
      `update sla_clocks set due_at = now() - interval '1 minute', warn_at = now() - interval '2 minutes'
        where ticket_id = $1 and metric = 'first_response'`,
      [id],
    )
    for (let n = 0; n < 2; n++) await runDueClocks(ws)
    expect((await clocks(id)).find(({ metric }) => metric === 'first_response')).toMatchObject({
      state: 'breached',
    })
    const { items } = await ada.ok('GET', `${ws.base}/notifications?reason=system`)
    expect(items).toHaveLength(1)
    expect([items[0].title, items[0].snippet]).toEqual([
      `#${number} Wrong prices`,
      expect.stringMatching(/^It was to be answered by \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
    ])
  })

  test('notify the managers of a breach if nobody is assigned, and nobody of a warning', async () => {
    const { ws, create } = await server()
    const [boss, ada] = [await join(ws, 'manager', 'Boss'), await join(ws, 'member', 'Ada')]
    const formerMember = await join(ws, 'member', 'Left')
    const { id, number } = await create()
    const foreign = await create({ assignee_user_id: formerMember.id })
    await ws.owner.ok('DELETE', `${ws.base}/members/${formerMember.id}`, {})
    const late = (by: string) =>
      asOwner(
        `update sla_clocks set due_at = now() ${by} interval '1 minute', warn_at = now() - interval '2 minutes'
          where ticket_id = any ($1) and metric = 'first_response'`,
        [[id, foreign.id]],
      )
    const noticesOf = async (who = boss) =>
      (await who.ok('GET', `${ws.base}/notifications?reason=system`)).items.map(({ title }: Json) => title)
    await late('+')
    await runDueClocks(ws)
    expect(await noticesOf()).toEqual([])
    await late('-')
    for (let n = 0; n < 2; n++) await runDueClocks(ws)
    const titles = [id, foreign.id].map((_, n) => `#${number + n} Wrong prices`)
    expect([(await noticesOf()).sort(), (await noticesOf(ws.owner)).sort(), await noticesOf(ada)]).toEqual([
      titles,
      titles,
      [],
    ])
    const { items } = await boss.ok('GET', `${ws.base}/notifications?reason=system`)
    expect(new URL(items[0].url).pathname).toMatch(new RegExp(`^/organizations/${ws.org.slug}/tickets/\\d+$`))
  })

  test('that are all late at once are one notification for each person', async () => {
    const { ws, create, gold } = await server()
    const ada = await join(ws, 'member', 'Ada')
    await create({ assignee_user_id: ada.id })
    const many = 10_000
    await asOwner(
      `set session_replication_role = replica;
      with made as (insert into tickets (org_id, number, subject, assignee_user_id)
          select '${ws.org.id}', 1000 + n, 'Ticket ' || n, '${ada.id}' from generate_series(1, ${many}) n returning id)
        insert into sla_clocks (org_id, subject_type, subject_id, ticket_id, policy_id, policy_snapshot, metric, target_seconds,
            started_at, state, since, due_at, warn_at)
          select '${ws.org.id}', 'ticket', m.id, m.id, '${gold.id}', '{"name":"Gold"}', 'resolution', 3600,
            now() - interval '2 hours', 'running', now() - interval '2 hours', now() - interval '1 hour',
            now() - interval '90 minutes' from made m;
      analyze tickets; analyze sla_clocks`,
    )
    for (let n = 0; n < 2; n++) await runDueClocks(ws)
    const { items } = await ada.ok('GET', `${ws.base}/notifications?reason=system`)
    expect(items.map(({ title, count }: Json) => [title, count])).toEqual([
      [`${many} tickets are late`, many],
    ])
    const [{ n: stamps }] = await asOwner(
      `select count(*)::int as n from sla_clock_events where org_id = $1 and kind = 'breached'`,
      [ws.org.id],
    )
    expect(stamps).toBe(many)
  })

  test('are deleted with a ticket, and separate in the report', async () => {
    const { ws, at, create, addMessage, clocks } = await server()
    const [a, b] = [await create(), await create()]
    await addMessage(a.id)
    await ws.owner.ok('DELETE', `${at}/${b.id}`)
    expect(await clocks(b.id)).toEqual([])
    const days = [-1, 1].map((n) => new Date(Date.now() + n * 864e5).toISOString().slice(0, 10))
    const met = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/sla/report?from=${days[0]}&to=${days[1]}&${query}`)).totals.met
    expect([
      await met('metric=first_response'),
      await met(''),
      await met('metric=first_response&subject_type=task'),
    ]).toEqual([1, 0, 0])
  })
})

describe('policies for tickets', () => {
  test('and for tasks have their own fields', async () => {
    const { ws } = await desk()
    const refused = async (draft: object) =>
      codedRefusal(
        await ws.owner.call('POST', `${ws.base}/sla/policies`, { name: 'P', targets: targets(1), ...draft }),
      )
    expect(await refused({ targets: { low: { first_response_minutes: 5, resolution_minutes: 9 } } })).toEqual(
      invalid('body.targets.low.first_response_minutes: only for policies on tickets'),
    )
    expect(await refused({ pause_statuses: ['pending'] })).toEqual(
      invalid('body.pause_statuses: must be of todo, in_progress'),
    )
    expect(await refused({ applies_to: 'ticket', pause_statuses: ['todo'] })).toEqual(
      invalid('body.pause_statuses: must be of open, pending, on_hold'),
    )
    expect(await refused({ filter: { types: ['incident'] } })).toEqual(
      invalid('body.filter.types[0]: no type of task'),
    )
    const { id } = await project(ws)
    expect(await refused({ applies_to: 'ticket', filter: { project_ids: [id] } })).toEqual(
      invalid('body.filter.project_ids: only for policies on tasks'),
    )
  })
})
