import { describe, expect, test } from 'vitest'
import { act, office, type Office, on, rule, runs, statuses, outboxRows } from '../kit/automations.ts'
import type { Json } from '../kit/client.ts'
import { settled } from '../kit/inbox.ts'
import { openSession, portal } from '../kit/portal.ts'
import { passTime, policy, runDueClocks } from '../kit/sla.ts'
import { inbound, mailDesk } from '../kit/ticket-mail.ts'

const notifyAction = act('notify', { to: 'roles', roles: ['owner'] })
const targets = { medium: { first_response_minutes: 30 }, urgent: { resolution_minutes: 10 } }

/** Moves the clocks of a ticket ahead, and runs their job. */
const lapse = async (setup: Office, id: string, minutes: number) => {
  await passTime(id, minutes, 'ticket_id')
  await runDueClocks(setup.ws)
}

type Case = {
  params?: (setup: Office) => object | Promise<object>
  /** What does not fire, and what does. */
  not?: (setup: Office, id: string) => Promise<unknown>
  do: (setup: Office, id: string) => Promise<unknown>
}

describe('tickets', () => {
  const cases: Record<string, Case> = {
    'ticket.status_changed': {
      params: () => ({ from: 'pending', to: 'resolved' }),
      not: async ({ change }, id) => {
        await change(id, { status: 'resolved' })
        await change(id, { status: 'open' })
        await change(id, { status: 'pending' })
      },
      do: ({ change }, id) => change(id, { status: 'resolved' }),
    },
    'ticket.priority_changed': {
      params: () => ({ to: 'urgent' }),
      not: ({ change }, id) => change(id, { priority: 'high' }),
      do: ({ change }, id) => change(id, { priority: 'urgent' }),
    },
    'ticket.assigned': {
      params: ({ ada }) => ({ user_id: ada.id }),
      not: async ({ change, bob }, id) => {
        await change(id, { assignee_user_id: bob.id })
        await change(id, { assignee_user_id: null })
      },
      do: ({ change, ada }, id) => change(id, { assignee_user_id: ada.id }),
    },
    'ticket.customer_replied': {
      not: ({ addMessage }, id) => addMessage(id),
      do: ({ receiveMessage }, id) => receiveMessage(id),
    },
    'ticket.agent_replied': {
      not: async ({ addMessage, receiveMessage }, id) => {
        await addMessage(id, { body: 'A note', is_internal: true })
        await receiveMessage(id)
      },
      do: ({ addMessage }, id) => addMessage(id),
    },
    'ticket.sla_at_risk': {
      not: (setup, id) => lapse(setup, id, 10),
      do: (setup, id) => lapse(setup, id, 16),
    },
    'ticket.sla_breached': {
      not: (setup, id) => lapse(setup, id, 26),
      do: (setup, id) => lapse(setup, id, 10),
    },
  }

  test.each(Object.keys(cases))('%s fires when it should, once, and for nothing else', async (event) => {
    const one = cases[event]!
    const setup = await office()
    if (event.includes('sla')) await policy(setup.ws, { applies_to: 'ticket', targets })
    const created = await rule(setup.ws, { ...on(event, await one.params?.(setup)), ...notifyAction })
    const { id, number, subject } = await setup.create()
    await one.not?.(setup, id)
    expect(await runs(setup.ws, created)).toEqual([])
    await one.do(setup, id)
    expect(await runs(setup.ws, created)).toMatchObject([
      {
        status: 'succeeded',
        task: null,
        record: { type: 'ticket', id, title: `#${number} ${subject}` },
        chain: [],
        depth: 1,
        event_id: null,
      },
    ])
  })

  test('ticket.created and ticket.assigned fire for a ticket that is created with an assignee', async () => {
    const { ws, create, ada } = await office()
    const [created, assigned] = [
      await rule(ws, { ...on('ticket.created'), ...notifyAction }),
      await rule(ws, { ...on('ticket.assigned', { user_id: ada.id }), ...notifyAction }),
    ]
    await create()
    expect([await statuses(ws, created), await statuses(ws, assigned)]).toEqual([['succeeded'], []])
    await create({ assignee_user_id: ada.id })
    expect([(await runs(ws, created)).length, (await runs(ws, assigned)).length]).toEqual([2, 1])
  })

  test('ticket.rated fires for scores up to one, whoever asks the customer', async () => {
    const setup = await office()
    const { who } = await openSession(setup)
    const bad = await rule(setup.ws, { ...on('ticket.rated', { most: 2 }), ...notifyAction })
    for (const score of [3, 2]) {
      const { id } = await setup.create()
      await setup.change(id, { status: 'resolved' })
      await who.ok('POST', `${portal}/tickets/${id}/rating`, { score })
    }
    expect(await statuses(setup.ws, bad)).toEqual(['succeeded'])
  })

  test('fire however a record changes, including by the portal and mail', async () => {
    const { supportDesk, process } = await mailDesk()
    const { who } = await openSession(supportDesk)
    const [created, wrote] = [
      await rule(supportDesk.ws, {
        ...on('ticket.created', { channels: ['email', 'portal'] }),
        ...notifyAction,
      }),
      await rule(supportDesk.ws, { ...on('ticket.customer_replied'), ...notifyAction }),
    ]
    await supportDesk.create()
    expect(await runs(supportDesk.ws, created)).toEqual([])
    const result = await process(inbound('stranger@elsewhere.example'))
    const own = await who.ok('POST', `${portal}/tickets`, { subject: 'Prices', description: 'Of bread' })
    await who.ok('POST', `${portal}/tickets/${own.id}/messages`, { body: 'Anybody?' })
    const ids = async (one: Json) => (await runs(supportDesk.ws, one)).map(({ record }) => record.id)
    expect(await ids(created)).toEqual([result.ticket_id, own.id])
    expect(await ids(wrote)).toEqual([own.id])
  })

  test('that are merged are not replies, though their messages move', async () => {
    const { ws, create, at, owner } = await office()
    const one = await rule(ws, { ...on('ticket.customer_replied'), ...notifyAction })
    const [a, b] = [await create({ description: 'Hello' }), await create()]
    await owner.ok('POST', `${at}/${a.id}/merge`, { into_ticket_id: b.id })
    expect(await runs(ws, one)).toEqual([])
  })

  test('are filtered by their state when the rule runs', async () => {
    const { ws, create, client, change } = await office()
    const narrow: [object, object, object][] = [
      [{ priorities: ['high', 'urgent'] }, { priority: 'high' }, { priority: 'low' }],
      [{ types: ['Billing', 'Refund'] }, { type: 'refund' }, { type: 'question' }],
      [{ tags: ['VIP'] }, { tags: ['vip', 'new'] }, { tags: ['old'] }],
      [{ client_ids: [client] }, {}, { contact_id: undefined, requester_email: 'a@elsewhere.example' }],
      [{ channels: ['agent'], priorities: ['urgent'] }, { priority: 'urgent' }, { priority: 'medium' }],
    ]
    for (const [params, fits, misfits] of narrow) {
      const one = await rule(ws, { ...on('ticket.created', params), ...notifyAction })
      await create(misfits)
      const { id } = await create(fits)
      expect((await runs(ws, one)).map(({ record }) => record.id)).toEqual([id])
      await ws.owner.ok('DELETE', `${ws.base}/automations/${one.id}`)
    }
    const replied = await rule(ws, {
      ...on('ticket.status_changed', { priorities: ['urgent'] }),
      ...notifyAction,
    })
    const { id } = await create()
    await change(id, { status: 'pending', priority: 'urgent' })
    expect(await statuses(ws, replied)).toEqual(['succeeded'])
  })
})

describe('deals', () => {
  test('fire when they are created, change stage, are won and are lost', async () => {
    const { ws, deal, dealAction, stage, lead } = await office()
    const listening = async (event: string, params = {}) =>
      rule(ws, { ...on(event, params), ...notifyAction })
    const [created, anyStage, offer, won, lost] = [
      await listening('deal.created'),
      await listening('deal.stage_changed'),
      await listening('deal.stage_changed', { stage_id: stage.Proposal }),
      await listening('deal.won'),
      await listening('deal.lost'),
    ]
    const [a, b] = [await deal(), await deal({ title: 'Shop' })]
    await dealAction(a.id, 'move', { stage_id: stage.Proposal })
    await dealAction(a.id, 'move', { stage_id: stage.Negotiation })
    await dealAction(a.id, 'win')
    await dealAction(b.id, 'lose', { lost_reason: 'Too dear' })
    await dealAction(b.id, 'reopen')
    const titles = async (one: Json) => (await runs(ws, one)).map(({ record }) => record.title)
    expect(await titles(created)).toEqual(['Web site', 'Shop'])
    expect(await titles(anyStage)).toEqual(['Web site', 'Web site'])
    for (const one of [offer, won]) expect(await titles(one)).toEqual(['Web site'])
    expect(await titles(lost)).toEqual(['Shop'])
    const { id } = await lead()
    await ws.owner.ok('POST', `${ws.base}/leads/${id}/convert`, { create_deal: { value_minor: 1 } })
    expect((await titles(created)).at(-1)).toBe('Mary Somerville')
  })

  test('are filtered by their pipeline, and by their value in its currency', async () => {
    const { ws, deal, owner, pipeline } = await office()
    const other = await owner.ok('POST', `${ws.base}/pipelines`, {
      name: 'Renewals',
      stages: [{ name: 'Asked', probability: 50 }],
    })
    const big = await rule(ws, {
      ...on('deal.created', { pipeline_id: pipeline.id, currency: 'EUR', at_least_minor: 500_000 }),
      ...notifyAction,
    })
    await deal({ value_minor: 499_999 })
    await deal({ value_minor: 900_000, currency: 'USD' })
    await deal({ value_minor: 900_000, pipeline_id: other.id })
    const { id } = await deal({ value_minor: 500_000 })
    expect((await runs(ws, big)).map(({ record }) => record.id)).toEqual([id])
  })
})

describe('leads', () => {
  test('fire when they are created, change status and are converted', async () => {
    const { ws, lead, setLead, owner } = await office()
    const listening = async (event: string, params = {}) =>
      rule(ws, { ...on(event, params), ...notifyAction })
    const [created, qualified, converted] = [
      await listening('lead.created', { source: 'Fair' }),
      await listening('lead.status_changed', { to: 'qualified' }),
      await listening('lead.converted'),
    ]
    await lead({ source: 'web' })
    const { id } = await lead({ source: 'fair' })
    await setLead(id, { status: 'contacted' })
    await setLead(id, { status: 'qualified' })
    await setLead(id, { name: 'Mary S.' })
    await owner.ok('POST', `${ws.base}/leads/${id}/convert`, {})
    await owner.ok('POST', `${ws.base}/leads/${id}/convert`, {})
    for (const one of [created, qualified, converted])
      expect(await runs(ws, one)).toMatchObject([{ status: 'succeeded', record: { type: 'lead', id } }])
  })
})

test('events without a listening rule are not announced', async () => {
  const { ws, create, change, deal, dealAction, lead, owner } = await office()
  const quiet = async () => (await outboxRows(ws.org.id)).filter(({ topic }) => topic === 'automate.records')
  const all = async () => {
    const { id } = await create()
    await change(id, { priority: 'high' })
    await dealAction((await deal()).id, 'win')
    await lead()
    await settled(ws)
  }
  await all()
  expect(await quiet()).toEqual([])
  await rule(ws, { ...on('ticket.rated'), ...notifyAction })
  await rule(ws, { ...on('deal.lost'), ...notifyAction, is_enabled: false })
  const gone = await rule(ws, { ...on('lead.created'), ...notifyAction })
  await owner.ok('DELETE', `${ws.base}/automations/${gone.id}`)
  await all()
  expect(await quiet()).toEqual([])
})
