import { describe, expect, test } from 'vitest'
import { act, office, type Office, on, rule } from '../kit/automations.ts'
import type { Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const notifyAction = act('notify', { to: 'roles', roles: ['owner'] })
const created = on('ticket.created')
const refused = async ({ ws, owner }: Office, draft: object) =>
  refusal(
    await owner.call('POST', `${ws.base}/automations`, {
      name: 'Wrong',
      ...created,
      ...notifyAction,
      ...draft,
    }),
  )

describe('bad input', () => {
  const prefix = 'body.action.type: not an action on'
  const invalid: [string, (setup: Office) => object | Promise<object>, string][] = [
    [
      'conditions',
      () => ({ conditions: { field: 'priority', op: 'eq', value: 'high' } }),
      'body.conditions: for automations of tasks only; narrow the trigger by its params',
    ],
    [
      'a project',
      ({ home }) => ({ project_id: home.id }),
      'body.project_id: for automations of tasks only; leave it out, as tickets have no project',
    ],
    [
      'an action of tasks on a ticket',
      () => act('add_comment', { template: 'Hi' }),
      `${prefix} tickets; use set_priority, assign, unassign, create_task, set_ticket_status, add_ticket_tag, add_ticket_note, notify`,
    ],
    [
      'an action of tickets on a deal',
      () => ({ ...on('deal.won'), ...act('add_ticket_tag', { tag: 'x' }) }),
      `${prefix} deals; use assign, unassign, create_task, notify`,
    ],
    [
      'an action of tickets on a task',
      () => ({ ...on('task.created'), ...act('set_ticket_status', { status: 'open' }) }),
      `${prefix} tasks; use set_status, set_priority, assign, unassign, add_tag, remove_tag, add_comment, move_to_sprint, ` +
        'set_due_date, create_subtask, notify',
    ],
    [
      'a priority on a lead',
      () => ({ ...on('lead.created'), ...act('set_priority', { priority: 'high' }) }),
      `${prefix} leads; use assign, unassign, create_task, notify`,
    ],
    [
      'people that only tasks have',
      () => act('notify', { to: 'watchers' }),
      'body.action.params.to: watchers is for tasks only',
    ],
    [
      'a reporter',
      () => act('assign', { to: 'reporter' }),
      'body.action.params.to: reporter is for tasks only',
    ],
    [
      'a placeholder of tasks for a ticket',
      () => act('add_ticket_note', { template: '{{ticket.number}} {{ task.key }}' }),
      'body.action.params.template: {{task.key}} does not go with a trigger of tickets; use {{ticket.number}}, {{ticket.subject}}, ' +
        '{{ticket.status}}, {{ticket.priority}}, {{ticket.type}}, {{ticket.customer}}, {{ticket.assignee}}',
    ],
    [
      'a placeholder of leads for a deal',
      ({ home }) => ({
        ...on('deal.won'),
        ...act('create_task', { project_id: home.id, title: 'Of {{lead.name}}' }),
      }),
      'body.action.params.title: {{lead.name}} does not go with a trigger of deals; use {{deal.title}}, {{deal.stage}}, ' +
        '{{deal.status}}, {{deal.value}}, {{deal.client}}, {{deal.owner}}',
    ],
    [
      'a placeholder that no ticket has',
      () => act('notify', { to: 'roles', roles: ['owner'], message: '{{ticket.mood}}' }),
      'body.action.params.message: unknown placeholder {{ticket.mood}}; use {{ticket.number}}, {{ticket.subject}}, ' +
        '{{ticket.status}}, {{ticket.priority}}, {{ticket.type}}, {{ticket.customer}}, {{ticket.assignee}}',
    ],
    [
      'a client that is not there',
      ({ client }) => on('ticket.created', { client_ids: [client, unknownId] }),
      'body.trigger.params.client_ids[1]: not found',
    ],
    [
      'a pipeline that is not there',
      () => on('deal.won', { pipeline_id: unknownId }),
      'body.trigger.params.pipeline_id: not found',
    ],
    [
      'a stage that is not there',
      () => on('deal.stage_changed', { stage_id: unknownId }),
      'body.trigger.params.stage_id: not found',
    ],
    [
      'a stage of another pipeline',
      async ({ ws, owner, stage }) => {
        const stages = [{ name: 'Asked', probability: 1 }]
        const { id } = await owner.ok('POST', `${ws.base}/pipelines`, { name: 'Renewals', stages })
        return on('deal.stage_changed', { stage_id: stage.Proposal, pipeline_id: id })
      },
      'body.trigger.params.stage_id: not a stage of the pipeline',
    ],
    [
      'a value without a currency',
      () => on('deal.won', { at_least_minor: 5 }),
      'body.trigger.params.currency: required with at_least_minor',
    ],
    [
      'a currency that there is not',
      () => on('deal.won', { currency: 'euro' }),
      'body.trigger.params.currency: must be an ISO 4217 code such as EUR',
    ],
    [
      'a score out of bounds',
      () => on('ticket.rated', { most: 6 }),
      'body.trigger.params.most: must be a whole number from 1 to 5',
    ],
    [
      'a type that is too long',
      () => on('ticket.created', { types: ['x'.repeat(41)] }),
      'body.trigger.params.types[0]: must be text of 1 to 40 characters',
    ],
    [
      'a project that is not there',
      () => act('create_task', { project_id: unknownId, title: 'x' }),
      'body.action.params.project_id: not found',
    ],
    [
      'an assignee without access to the project',
      async ({ ws, owner, ada }) => {
        const { id } = await owner.ok('POST', `${ws.base}/projects`, {
          name: 'Secret',
          visibility: 'private',
        })
        return act('create_task', { project_id: id, title: 'x', user_id: ada.id })
      },
      'body.action.params.user_id: has no access to the project',
    ],
    [
      'an assignee who may not work on tickets',
      async ({ ws }) => act('assign', { to: 'user', user_id: (await join(ws, 'viewer')).id }),
      'body.action.params.user_id: not an active member who may work on tickets',
    ],
    [
      'one of several owners who is no member',
      ({ ada }) => ({
        ...on('deal.won'),
        ...act('assign', { to: 'round_robin', user_ids: [ada.id, unknownId] }),
      }),
      'body.action.params.user_ids[1]: not an active member',
    ],
    [
      'somebody to tell who sees no tickets',
      async ({ ws }) => act('notify', { to: 'users', user_ids: [(await join(ws, 'viewer')).id] }),
      'body.action.params.user_ids[0]: a viewer cannot see it',
    ],
  ]
  test.each(invalid)('%s is rejected with the remedy', async (_, part, message) => {
    const setup = await office()
    expect(await refused(setup, await part(setup))).toEqual([422, message])
  })

  test('a mismatch is also rejected if a change sends only one of the two', async () => {
    const { ws, owner, home } = await office()
    const changed = async ({ id }: Json, body: object) =>
      refusal(await owner.call('PATCH', `${ws.base}/automations/${id}`, body))
    const task = { ...on('task.created'), ...notifyAction }
    const inProject = await rule(ws, { ...task, project_id: home.id })
    expect(await changed(inProject, created)).toEqual([
      422,
      'body.project_id: for automations of tasks only; leave it out, as tickets have no project',
    ])
    const conditions = { field: 'priority', op: 'eq', value: 'high' }
    const filtered = await rule(ws, { ...task, conditions })
    const onlyTasks = 'body.conditions: for automations of tasks only; narrow the trigger by its params'
    expect(await changed(filtered, created)).toEqual([422, onlyTasks])
    const ticket = await rule(ws, { ...created, ...notifyAction })
    expect(await changed(ticket, { conditions })).toEqual([422, onlyTasks])
    expect((await changed(ticket, { project_id: home.id }))[0]).toBe(422)
    expect((await changed(ticket, act('add_comment', { template: 'Hi' })))[1]).toContain('body.action.type: ')
    const note = await rule(ws, { ...created, ...act('add_ticket_note', { template: '{{ticket.number}}' }) })
    expect((await changed(note, on('deal.won')))[1]).toContain('body.action.type: not an action on deals')
    const result = await rule(ws, {
      ...created,
      ...act('notify', { to: 'roles', roles: ['owner'], message: '{{ticket.number}}' }),
    })
    expect((await changed(result, on('deal.won')))[1]).toContain(
      'body.action.params.message: {{ticket.number}} does not go with a trigger of deals',
    )
    await owner.ok('PATCH', `${ws.base}/automations/${filtered.id}`, { ...created, conditions: {} })
    await owner.ok('PATCH', `${ws.base}/automations/${inProject.id}`, {
      ...on('lead.created'),
      project_id: null,
    })
  })
})

describe('a dry run', () => {
  const tried = async ({ ws, owner }: Office, { id }: Json, body: object) =>
    owner.call('POST', `${ws.base}/automations/${id}/test`, body)

  test('of each type of record shows what would change, and changes nothing', async () => {
    const setup = await office()
    const { ws, create, deal, lead, ada, after, home } = setup
    const give = act('assign', { to: 'user', user_id: ada.id })
    const task = act('create_task', { project_id: home.id, title: 'x' })
    const [t, d, l] = [await create(), await deal(), await lead()]
    const cases = [
      [on('ticket.sla_breached'), { ticket_id: t.id }, `tickets/${t.id}`],
      [on('deal.won'), { deal_id: d.id }, `deals/${d.id}`],
      [on('lead.converted'), { lead_id: l.id }, `leads/${l.id}`],
    ] as const
    for (const [trigger, body, path] of cases)
      for (const action of [give, task]) {
        const one = await rule(ws, { ...trigger, ...action })
        const before = await after(path)
        const { status, body: result } = await tried(setup, one, body)
        expect([status, result]).toMatchObject([200, { would_run: true, reason: null, conditions: [] }])
        expect(result.changes).toMatchObject([{ to: action === give ? ada.id : expect.any(String) }])
        expect(await after(path)).toEqual(before)
        const { items } = await ws.owner.ok('GET', `${ws.base}/automations/${one.id}/runs`)
        expect(items).toMatchObject([
          { id: result.run_id, status: 'dry_run', task: null, record: { id: path.split('/')[1] } },
        ])
      }
    expect(await setup.tasks()).toEqual([])
  })

  test('says why a rule would not act', async () => {
    const setup = await office()
    const { ws, create, change } = setup
    const one = await rule(ws, {
      ...on('ticket.created', { priorities: ['urgent'] }),
      ...act('set_ticket_status', { status: 'closed' }),
    })
    const { id } = await create()
    const reason = async () => (await tried(setup, one, { ticket_id: id })).body
    expect(await reason()).toMatchObject({
      would_run: false,
      reason: 'the ticket does not match the params of the trigger',
    })
    await change(id, { priority: 'urgent' })
    expect(await reason()).toMatchObject({
      would_run: false,
      reason: 'the ticket is open; it can become pending or on_hold or resolved',
    })
  })

  test('requires an existing record of the trigger’s type', async () => {
    const setup = await office()
    const { ws, create } = setup
    const one = await rule(ws, { ...created, ...notifyAction })
    const foreign = await (await office()).create()
    const { id } = await create()
    const problemFor = async (body: object) => refusal(await tried(setup, one, body))
    const exactly = 'body: send one of deal_id, lead_id, task_id and ticket_id'
    expect(await problemFor({})).toEqual([422, exactly])
    expect(await problemFor({ ticket_id: id, task_id: id })).toEqual([422, exactly])
    expect(await problemFor({ task_id: id })).toEqual([
      422,
      'body.task_id: the automation listens to tickets; send ticket_id instead',
    ])
    for (const ticket_id of [foreign.id, unknownId])
      expect(await problemFor({ ticket_id })).toEqual([422, 'body.ticket_id: not found'])
  })
})
