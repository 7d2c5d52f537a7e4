import { describe, expect, test } from 'vitest'
import { act, office, on, rule, runs, statuses } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { inbox, summaries } from '../kit/inbox.ts'
import { join } from '../kit/makers.ts'
import { passTime, policy, runDueClocks } from '../kit/sla.ts'
import { setResolvedAgo } from '../kit/tickets.ts'

const created = on('ticket.created')
const urgent = act('set_priority', { priority: 'urgent' })

describe('an action on a ticket', () => {
  test('set_priority, set_ticket_status and add_ticket_tag change it like an agent, with history and audit log', async () => {
    const { ws, create, after, events } = await office()
    const rules = [
      await rule(ws, { name: 'Urgent', ...created, ...urgent }),
      await rule(ws, { ...created, ...act('set_ticket_status', { status: 'on_hold' }) }),
      await rule(ws, { ...created, ...act('add_ticket_tag', { tag: ' vip ' }) }),
    ]
    const { id } = await create({ tags: ['old'] })
    expect(await after(`tickets/${id}`)).toMatchObject({
      priority: 'urgent',
      status: 'on_hold',
      tags: ['old', 'vip'],
    })
    const changes = []
    for (const one of rules) changes.push((await runs(ws, one))[0]!.changes)
    expect(changes).toEqual([
      [{ field: 'priority', from: 'medium', to: 'urgent' }],
      [{ field: 'status', from: 'open', to: 'on_hold' }],
      [{ field: 'tags', from: ['old'], to: ['old', 'vip'] }],
    ])
    expect((await events(id)).map(({ kind, actor, automation }) => [kind, actor, automation])).toEqual([
      ['created', { user_id: ws.owner.id, name: expect.any(String) }, null],
      ['priority', null, { id: rules[0]!.id, name: 'Urgent' }],
      ['status', null, { id: rules[1]!.id, name: rules[1]!.name }],
    ])
    const trail = await asOwner(
      `select distinct actor_type, automation_id from audit_log where entity_id = $1 and changes ? 'priority' and action = $2`,
      [id, 'automation.ran'],
    )
    expect(trail).toEqual([{ actor_type: 'automation', automation_id: rules[0]!.id }])
  })

  test('without a change writes nothing', async () => {
    const { ws, create, get, ada, after } = await office()
    const rules = [
      await rule(ws, { ...created, ...act('set_priority', { priority: 'medium' }) }),
      await rule(ws, { ...created, ...act('set_ticket_status', { status: 'open' }) }),
      await rule(ws, { ...created, ...act('add_ticket_tag', { tag: 'VIP' }) }),
      await rule(ws, { ...created, ...act('assign', { to: 'user', user_id: ada.id }) }),
    ]
    const { id, version } = await create({ tags: ['vip'], assignee_user_id: ada.id })
    for (const one of rules) expect(await runs(ws, one)).toMatchObject([{ status: 'no_change', changes: [] }])
    expect([(await get(id)).version, (await after(`tickets/${id}`)).version]).toEqual([version, version])
  })

  test('assign gives it to a person or to several in turn, who are notified, and unassign removes them', async () => {
    const { ws, create, after, ada, bob, change } = await office()
    const vera = await join(ws, 'viewer')
    const turns = await rule(ws, {
      ...created,
      ...act('assign', { to: 'round_robin', user_ids: [ada.id, bob.id] }),
    })
    const to: Json[] = []
    for (let n = 0; n < 3; n++) to.push((await after(`tickets/${(await create()).id}`)).assignee.user_id)
    expect(to).toEqual([ada.id, bob.id, ada.id])
    expect(summaries(await inbox(ws, bob))).toEqual(['assigned #2 Wrong prices'])
    await asOwner(`update organization_members set role = 'viewer' where user_id in ($1, $2)`, [
      ada.id,
      bob.id,
    ])
    await create()
    expect((await runs(ws, turns)).at(-1)).toMatchObject({
      status: 'failed',
      error: 'nobody in the list can be assigned',
    })
    await asOwner(`update organization_members set role = 'member' where user_id = $1`, [vera.id])
    await rule(ws, { ...on('ticket.assigned', { user_id: vera.id }), ...act('unassign') })
    const { id } = await create()
    await change(id, { assignee_user_id: vera.id })
    expect((await after(`tickets/${id}`)).assignee).toBeNull()
  })

  test('assign to people who can no longer work on tickets fails with the rule’s message', async () => {
    const { ws, create, ada } = await office()
    const one = await rule(ws, { ...created, ...act('assign', { to: 'user', user_id: ada.id }) })
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [ada.id])
    await create()
    expect(await runs(ws, one)).toMatchObject([
      { status: 'failed', error: 'assignee_user_id: not an active member who may work on tickets' },
    ])
  })

  test('add_ticket_note writes a note with every placeholder, which the customer never gets', async () => {
    const { ws, create, after, ada, messages } = await office()
    const catalog = await ws.owner.ok('GET', `${ws.base}/automations/catalog`)
    const all = catalog.placeholders.filter((one: string) => one.includes('ticket.'))
    await rule(ws, { ...created, ...act('add_ticket_note', { template: all.join('|') }) })
    const { id } = await create({
      subject: '[x](y) {{deal.title}}',
      assignee_user_id: ada.id,
      type: 'refund',
    })
    await after(`tickets/${id}`)
    expect(await messages(id)).toMatchObject([
      {
        body: '#1|\\[x\\](y) {{deal.title}}|open|medium|refund|Charles Babbage|Ada',
        is_internal: true,
        author_kind: 'agent',
        author: null,
      },
    ])
    expect(await after(`tickets/${id}`)).toMatchObject({ first_response_at: null, status: 'open' })
  })

  test('create_task creates the task of the ticket, once', async () => {
    const { ws, create, home, after, tasks, ada } = await office()
    const createTask = act('create_task', {
      project_id: home.id,
      title: 'Look into {{ticket.number}}',
      type: 'bug',
      priority: 'high',
      user_id: ada.id,
    })
    const [one, two] = [
      await rule(ws, { ...created, ...createTask }),
      await rule(ws, { ...created, ...createTask }),
    ]
    const { id } = await create({ subject: 'Prices [wrong]' })
    expect([await statuses(ws, one), await statuses(ws, two)]).toEqual([['succeeded'], ['no_change']])
    const [task, ...more] = await tasks()
    expect(more).toEqual([])
    expect(await after(`tasks/${task!.id}`)).toMatchObject({
      title: 'Look into #1',
      description: 'Ticket: #1 Prices \\[wrong\\]',
      type: 'bug',
      priority: 'high',
      assignee: { user_id: ada.id },
    })
    expect((await after(`tickets/${id}`)).task.id).toBe(task!.id)
  })

  test('never bypasses the rules: closed, merged or full tickets stay as they are', async () => {
    const { ws, create, change, at, owner, after, home } = await office()
    const tried = [
      urgent,
      act('add_ticket_note', { template: 'Late' }),
      act('create_task', { project_id: home.id, title: 'Late' }),
      act('add_ticket_tag', { tag: 'late' }),
    ]
    const late = []
    for (const one of tried)
      late.push(await rule(ws, { ...on('ticket.priority_changed', { to: 'low' }), ...one }))
    const [a, b, c] = [await create(), await create(), await create()]
    const close = async (id: string) => {
      await change(id, { status: 'resolved' })
      await setResolvedAgo(id, '8 days')
    }
    /** The job runs when the ticket is already closed or merged. */
    const event = (id: string) =>
      asOwner(
        `insert into outbox (org_id, topic, payload) values ($1, 'automate.records', jsonb_build_object('type', 'ticket',
          'chain', '[]'::jsonb, 'events', jsonb_build_array(jsonb_build_object('event', 'ticket.priority_changed',
          'id', $2::text, 'key', uuidv7(), 'to', 'low'))))`,
        [ws.org.id, id],
      )
    await close(a.id)
    await event(a.id)
    await owner.ok('POST', `${at}/${b.id}/merge`, { into_ticket_id: c.id })
    await event(b.id)
    const closed =
      'the ticket is closed and cannot change any more; create a follow-up: a ticket with its id as follow_up_of_id'
    for (const one of late)
      expect((await runs(ws, one)).map(({ status, error }) => [status, error])).toEqual([
        ['failed', closed],
        ['failed', 'the ticket was merged into #3; continue there'],
      ])
    const full = await rule(ws, { ...created, ...act('add_ticket_tag', { tag: 'late' }) })
    const { id } = await create({ tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })
    expect(await runs(ws, full)).toMatchObject([{ status: 'failed', error: 'a ticket has at most 20 tags' }])
    expect((await after(`tickets/${id}`)).tags.length).toBe(20)
    const jump = await rule(ws, { ...created, ...act('set_ticket_status', { status: 'closed' }) })
    await create()
    expect(await runs(ws, jump)).toMatchObject([
      { status: 'failed', error: 'the ticket is open; it can become pending or on_hold or resolved' },
    ])
  })
})

describe('an action on a deal or lead', () => {
  test('assign and unassign change its owner', async () => {
    const { ws, deal, dealAction, lead, setLead, after, ada, bob } = await office()
    const give = (to: string) => act('assign', { to: 'user', user_id: to })
    const one = await rule(ws, { ...on('deal.created'), ...give(ada.id) })
    await rule(ws, { ...on('lead.created'), ...act('assign', { to: 'round_robin', user_ids: [bob.id] }) })
    await rule(ws, { ...on('deal.lost'), ...act('unassign') })
    await rule(ws, { ...on('lead.status_changed', { to: 'disqualified' }), ...act('unassign') })
    const [d, l] = [await deal(), await lead()]
    expect((await after(`deals/${d.id}`)).owner.user_id).toBe(ada.id)
    expect((await after(`leads/${l.id}`)).owner_user_id).toBe(bob.id)
    expect((await runs(ws, one))[0]!.changes).toEqual([
      { field: 'owner_user_id', from: ws.owner.id, to: ada.id },
    ])
    await dealAction(d.id, 'lose', { lost_reason: 'Too dear' })
    await setLead(l.id, { status: 'disqualified' })
    expect((await after(`deals/${d.id}`)).owner).toBeNull()
    expect((await after(`leads/${l.id}`)).owner_user_id).toBeNull()
  })

  test('fails by its rules: former members cannot own it, and converted leads stay unchanged', async () => {
    const { ws, deal, lead, owner, ada, bob } = await office()
    const give = (to: string) => act('assign', { to: 'user', user_id: to })
    const assignToAda = [
      await rule(ws, { ...on('deal.created'), ...give(ada.id) }),
      await rule(ws, { ...on('lead.created'), ...give(ada.id) }),
    ]
    const late = await rule(ws, { ...on('lead.converted'), ...give(bob.id) })
    await asOwner('delete from organization_members where user_id = $1', [ada.id])
    await deal()
    const { id } = await lead()
    for (const one of assignToAda)
      expect(await runs(ws, one)).toMatchObject([
        { status: 'failed', error: 'owner_user_id: not an active member' },
      ])
    await owner.ok('POST', `${ws.base}/leads/${id}/convert`, {})
    expect(await runs(ws, late)).toMatchObject([
      {
        status: 'failed',
        error: 'the lead was converted; change the client, contact or deal that it became',
      },
    ])
  })

  test('notify notifies people who may see it, with all placeholders', async () => {
    const { ws, deal, lead, ada, boss, setLead } = await office()
    const vera = await join(ws, 'viewer')
    const catalog = await ws.owner.ok('GET', `${ws.base}/automations/catalog`)
    const message = (type: string) =>
      catalog.placeholders.filter((one: string) => one.includes(`{${type}.`)).join('|')
    const roles = ['manager', 'viewer']
    await rule(ws, {
      ...on('deal.created'),
      ...act('notify', { to: 'roles', roles, message: message('deal') }),
    })
    await rule(ws, {
      ...on('lead.created'),
      ...act('notify', { to: 'assignee', message: message('lead') }),
    })
    await rule(ws, {
      name: 'Qualified',
      ...on('lead.status_changed'),
      ...act('notify', { to: 'users', user_ids: [ada.id] }),
    })
    const created = await deal({ owner_user_id: ada.id })
    const { id } = await lead({ owner_user_id: ada.id, company_name: 'Orrery Ltd', source: 'fair' })
    await setLead(id, { status: 'qualified' })
    const [notice] = await inbox(ws, boss)
    expect(notice).toMatchObject({
      reason: 'automation',
      title: 'Web site',
      snippet: 'Web site|Qualified|open|1000.00 EUR|Town hall|Ada',
      entity: { type: 'deal', id: created.id },
      url: expect.stringContaining(`/deals/${created.id}`),
    })
    expect(await inbox(ws, vera)).toEqual([])
    expect((await inbox(ws, ada)).map(({ title, snippet }) => [title, snippet]).toSorted()).toEqual([
      ['Mary Somerville, Orrery Ltd', 'Mary Somerville|Orrery Ltd|-|new|fair|Ada'],
      ['Mary Somerville, Orrery Ltd', 'Qualified'],
    ])
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [boss.id])
    expect(await inbox(ws, boss)).toEqual([])
  })

  test('create_task creates one for each event, unless the project is deleted', async () => {
    const { ws, lead, home, tasks, owner, setLead } = await office()
    const one = await rule(ws, {
      ...on('lead.status_changed', { to: 'qualified' }),
      ...act('create_task', { project_id: home.id, title: 'Call {{lead.name}} of {{lead.company}}' }),
    })
    const { id } = await lead({ company_name: 'Orrery Ltd' })
    for (const status of ['qualified', 'contacted', 'qualified']) await setLead(id, { status })
    expect((await tasks()).map(({ title }) => title)).toEqual(
      Array.from({ length: 2 }, () => 'Call Mary Somerville of Orrery Ltd'),
    )
    await owner.ok('POST', `${ws.base}/projects/${home.id}/archive`)
    for (const status of ['contacted', 'qualified']) await setLead(id, { status })
    expect((await runs(ws, one)).at(-1)).toMatchObject({ status: 'failed', error: 'the project is archived' })
    await owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
    for (const status of ['contacted', 'qualified']) await setLead(id, { status })
    expect((await runs(ws, one)).at(-1)).toMatchObject({ status: 'failed', error: 'the project is gone' })
  })
})

describe('a scenario', () => {
  test('of an escalation: an overdue ticket becomes urgent, and the manager is notified', async () => {
    const { ws, create, after, boss, ada } = await office()
    await policy(ws, {
      applies_to: 'ticket',
      targets: { medium: { first_response_minutes: 30 }, urgent: { first_response_minutes: 60 } },
    })
    const late = on('ticket.sla_breached', { priorities: ['low', 'medium', 'high'] })
    const roles = { to: 'roles', roles: ['manager'] }
    await rule(ws, {
      ...late,
      ...act('notify', { ...roles, message: '{{ticket.number}} of {{ticket.customer}} is late' }),
      rank: 1,
    })
    await rule(ws, { ...late, ...urgent, rank: 2 })
    const { id } = await create({ assignee_user_id: ada.id })
    await passTime(id, 31, 'ticket_id')
    await runDueClocks(ws)
    const ticket = await after(`tickets/${id}`)
    expect(ticket.priority).toBe('urgent')
    expect(ticket.sla_clocks).toMatchObject([{ metric: 'first_response', state: 'running' }])
    expect(
      (await inbox(ws, boss)).filter(({ reason }) => reason === 'automation').map(({ snippet }) => snippet),
    ).toEqual(['#1 of Charles Babbage is late'])
  })

  test('of a hand-over: a won deal becomes a task of the delivery team', async () => {
    const { ws, deal, dealAction, home, bob, tasks, after } = await office()
    await rule(ws, {
      ...on('deal.won', { currency: 'EUR', at_least_minor: 100_000 }),
      ...act('create_task', {
        project_id: home.id,
        title: 'Deliver {{deal.title}} ({{deal.value}}) to {{deal.client}}',
        user_id: bob.id,
      }),
    })
    const [small, big] = [await deal({ value_minor: 99_999 }), await deal({ value_minor: 250_050 })]
    for (const { id } of [small, big]) await dealAction(id, 'win')
    const [task, ...more] = await tasks()
    expect(more).toEqual([])
    expect(await after(`tasks/${task!.id}`)).toMatchObject({
      title: 'Deliver Web site (2500.50 EUR) to Town hall',
      description: 'Deal: Web site',
      assignee: { user_id: bob.id },
      status: 'todo',
    })
  })
})
