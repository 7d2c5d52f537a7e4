import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { act, requeue, office, on, rule, runs, statuses, outboxRows } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { database, inbox, settled } from '../kit/inbox.ts'
import { join } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'
import { policy, runDueClocks } from '../kit/sla.ts'

const created = on('ticket.created')
const note = act('add_ticket_note', { template: 'Seen' })
const notifyAction = act('notify', { to: 'roles', roles: ['owner'] })
const priority = (value: string) => act('set_priority', { priority: value })
const status = (value: string) => act('set_ticket_status', { status: value })
const count = (list: string[]) => {
  const counted: Record<string, number> = {}
  for (const one of list) counted[one] = (counted[one] ?? 0) + 1
  return counted
}
const payloads = async (org: string): Promise<Json[]> =>
  (
    await asOwner(`select payload from outbox where org_id = $1 and topic = 'automate.records' order by id`, [
      org,
    ])
  ).map(({ payload }) => payload)

describe('an outbox entry', () => {
  test('that is processed twice more, or by several drains concurrently, has one effect', async () => {
    const { ws, create, messages } = await office()
    const one = await rule(ws, { ...created, ...note })
    const { id } = await create()
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    for (let attempt = 0; attempt < 2; attempt++) {
      await requeue(ws.org.id)
      await settled(ws)
    }
    const [payload] = await payloads(ws.org.id)
    for (let n = 0; n < 6; n++)
      await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'automate.records', $2)`, [
        ws.org.id,
        payload,
      ])
    await Promise.all([drain(database()), drain(database()), drain(database())])
    expect([await statuses(ws, one), (await messages(id)).length]).toEqual([['succeeded'], 1])
  })

  test('that fails halfway leaves neither the effect nor the run, and is retried completely', async () => {
    const { ws, create, messages } = await office()
    const one = await rule(ws, { ...created, ...note })
    const { id } = await create()
    await settled(ws)
    const [payload] = await payloads(ws.org.id)
    const event = { ...payload!.events[0], key: '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70' }
    const statements = [
      sql`select app.enter_system(${ws.org.id}::uuid, 'automation.ran', 'outbox-0')`,
      sql`select app.run_record_automations(${JSON.stringify({ ...payload, events: [event] })}::jsonb, 100)`,
    ]
    const broken = database().batch([...statements, sql`select app.refuse('WM409', 'broken off')`])
    await expect(broken).rejects.toThrow('broken off')
    const seen = async () => [(await runs(ws, one)).length, (await messages(id)).length]
    expect(await seen()).toEqual([1, 1])
    await database().batch(statements)
    await database().batch(statements)
    expect(await seen()).toEqual([2, 2])
  })

  test('with many events and rules is processed in parts, in order, until all is done', async () => {
    const { ws, deal } = await office()
    const { id } = await deal()
    const rules = []
    for (let n = 0; n < 3; n++) rules.push(await rule(ws, { ...on('deal.created'), ...act('unassign') }))
    await asOwner(`begin; select set_config('app.org_id', '${ws.org.id}', true);
      insert into deals (org_id, pipeline_id, stage_id, title, value_minor, currency, rank, created_by)
        select d.org_id, d.pipeline_id, d.stage_id, 'Deal ' || n, 1, 'EUR', d.rank || 'a' || n, d.created_by
        from deals d, generate_series(1, 130) n where d.id = '${id}' order by n; commit`)
    for (const one of rules) expect(count(await statuses(ws, one))).toEqual({ no_change: 100, throttled: 30 })
    const jobs = await payloads(ws.org.id)
    expect(jobs.map(({ events }) => events.length)).toEqual([100, 30, 66, 32])
  })

  test(
    'of a burst of 200 tickets is 100 runs; the rest is throttled, and nothing is lost',
    { timeout: 60_000 },
    async () => {
      const { ws, create, owner, at } = await office()
      const one = await rule(ws, { ...created, ...priority('high') })
      for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 20 }, () => create()))
      await settled(ws)
      const log = async (query = '') =>
        (await owner.ok('GET', `${ws.base}/automations/${one.id}/runs${query}`)).total
      expect([await log(), await log('?status=succeeded'), await log('?status=throttled')]).toEqual([
        200, 100, 100,
      ])
      expect((await owner.ok('GET', `${at}?priority=high`)).total).toBe(100)
      expect((await outboxRows(ws.org.id)).filter(({ done_at }) => !done_at)).toEqual([])
      expect((await owner.ok('GET', `${ws.base}/automations/${one.id}`)).health).toBe('throttled')
    },
  )

  test('of many concurrent deadlines has an event for each ticket', async () => {
    const { ws, create } = await office()
    await policy(ws, { applies_to: 'ticket', targets: { medium: { resolution_minutes: 60 } } })
    const late = await rule(ws, { ...on('ticket.sla_breached'), ...priority('high') })
    for (let n = 0; n < 12; n++) await create({ contact_id: undefined })
    await asOwner(
      `update sla_clocks set due_at = now() - interval '1 minute', warn_at = now() - interval '2 minutes' where org_id = $1`,
      [ws.org.id],
    )
    await runDueClocks(ws)
    expect((await runs(ws, late)).length).toBe(12)
    expect((await payloads(ws.org.id)).map(({ events }) => events.length)).toEqual([12])
  })
})

describe('a chain', () => {
  test('of rules on tickets that would continue forever stops after one round', async () => {
    const { ws, create, change, after } = await office()
    const to = (value: string) => on('ticket.status_changed', { to: value })
    const ping = await rule(ws, { name: 'Ping', ...to('pending'), ...status('on_hold') })
    const pong = await rule(ws, { name: 'Pong', ...to('on_hold'), ...status('pending') })
    expect(pong.loop_warnings).toMatchObject([
      { message: 'Pong -> Ping -> Pong; a loop is stopped when it reaches a rule again' },
    ])
    const { id } = await create()
    await change(id, { status: 'pending' })
    expect((await after(`tickets/${id}`)).status).toBe('pending')
    expect(await statuses(ws, pong)).toEqual(['succeeded'])
    expect(await runs(ws, ping)).toMatchObject([
      { status: 'succeeded', chain: [], depth: 1 },
      {
        status: 'loop_blocked',
        chain: [ping.id, pong.id],
        depth: 3,
        error: 'it is among the automations that caused this event',
      },
    ])
  })

  test('continues from a ticket to its task, and stops after three', async () => {
    const { ws, create, home, tasks, owner } = await office()
    const first = await rule(ws, { ...created, ...priority('urgent') })
    const second = await rule(ws, {
      ...on('ticket.priority_changed', { to: 'urgent' }),
      ...act('create_task', { project_id: home.id, title: 'Help with {{ticket.number}}' }),
    })
    const third = await rule(ws, { ...on('task.created'), ...priority('urgent'), project_id: home.id })
    const fourth = await rule(ws, {
      ...on('task.updated', { fields: ['priority'] }),
      ...act('add_comment', { template: 'Urgent' }),
    })
    await create()
    const [task] = await tasks()
    expect(task).toMatchObject({ title: 'Help with #1', priority: 'urgent' })
    for (const [one, chain] of [
      [first, []],
      [second, [first.id]],
      [third, [first.id, second.id]],
    ] as const)
      expect(await runs(ws, one)).toMatchObject([{ status: 'succeeded', chain, depth: chain.length + 1 }])
    expect(await runs(ws, third)).toMatchObject([
      { task: { id: task!.id }, record: { type: 'task', id: task!.id, title: 'Help with #1' } },
    ])
    expect(await runs(ws, fourth)).toMatchObject([
      { status: 'loop_blocked', depth: 4, error: 'three automations in a row caused this event' },
    ])
    expect((await owner.ok('GET', `${ws.base}/tasks/${task!.id}/comments`)).total).toBe(0)
  })

  test('causes a warning only if one rule can trigger the other', async () => {
    const { ws } = await office()
    const warned = async (draft: object) => (await rule(ws, draft)).loop_warnings.length
    expect(await warned({ ...on('ticket.priority_changed', { to: 'high' }), ...priority('high') })).toBe(1)
    expect(await warned({ ...on('ticket.priority_changed', { to: 'low' }), ...priority('urgent') })).toBe(0)
    expect(await warned({ ...on('task.updated', { fields: ['status'] }), ...priority('low') })).toBe(0)
    expect(await warned({ ...on('ticket.status_changed', { from: 'open' }), ...status('open') })).toBe(0)
    expect(await warned({ ...on('ticket.assigned'), ...act('unassign') })).toBe(0)
  })
})

describe('runs', () => {
  test('of a rule of another organization are never caused', async () => {
    const [setup, otherSetup] = [await office(), await office('Others')]
    const all = ['ticket.created', 'deal.created', 'lead.created'] as const
    const foreign = []
    for (const event of all) foreign.push(await rule(otherSetup.ws, { ...on(event), ...notifyAction }))
    for (const event of all) await rule(setup.ws, { ...on(event), ...notifyAction })
    await setup.create()
    await setup.deal()
    await setup.lead()
    await settled(setup.ws)
    for (const one of foreign) expect(await runs(otherSetup.ws, one)).toEqual([])
    expect(await inbox(otherSetup.ws, otherSetup.owner)).toEqual([])
    expect((await inbox(setup.ws, setup.owner)).length).toBe(3)
  })

  test('are visible to members, never to viewers, and not through a project', async () => {
    const { ws, create, ada } = await office()
    const vera = await join(ws, 'viewer')
    const one = await rule(ws, { ...created, ...note })
    await create()
    await settled(ws)
    const path = `${ws.base}/automations/${one.id}/runs`
    expect((await ada.ok('GET', path)).total).toBe(1)
    expect((await vera.call('GET', path)).status).toBe(403)
    const seen = async (project: string | null) => {
      const [, , text] = await database().batch([
        sql`select set_config('app.org_id', ${ws.org.id}, true)`,
        sql`select set_config('app.only_project', ${project ?? ''}, true)`,
        sql`select count(*) from automation_runs`,
      ])
      return Number(text)
    }
    expect([await seen(null), await seen(ws.org.id)]).toEqual([1, 0])
  })

  test('are listed by their record, and deleted with it', async () => {
    const { ws, create, deal, lead, owner } = await office()
    const records = {
      ticket: [await rule(ws, { ...created, ...notifyAction }), await create(), await create()],
      deal: [await rule(ws, { ...on('deal.created'), ...notifyAction }), await deal(), await deal()],
      lead: [await rule(ws, { ...on('lead.created'), ...notifyAction }), await lead(), await lead()],
    }
    await settled(ws)
    for (const [type, [one, first, second]] of Object.entries(records)) {
      const ids = async (query = '') =>
        (await owner.ok('GET', `${ws.base}/automations/${one!.id}/runs${query}`)).items.map(
          ({ record }: Json) => record.id,
        )
      expect(await ids()).toEqual([second!.id, first!.id])
      expect(await ids(`?${type}_id=${first!.id}`)).toEqual([first!.id])
      await owner.ok('DELETE', `${ws.base}/${type}s/${first!.id}`)
      expect(await ids()).toEqual([second!.id])
    }
    expect((await inbox(ws, owner)).map(({ entity }) => entity.id).toSorted()).toEqual(
      Object.values(records)
        .map(([, , second]) => second!.id)
        .toSorted(),
    )
  })

  test('that fail ten times in a row turn the rule off', async () => {
    const { ws, create, owner } = await office()
    const one = await rule(ws, { ...created, ...status('closed') })
    for (let n = 0; n < 11; n++) await create()
    expect(count(await statuses(ws, one))).toEqual({ failed: 10 })
    expect(await owner.ok('GET', `${ws.base}/automations/${one.id}`)).toMatchObject({
      is_enabled: false,
      disabled_reason: 'it failed 10 times in a row',
    })
  })
})

test('without such a rule, an event costs one index lookup', async () => {
  const { ws, create, deal, lead } = await office()
  await rule(ws, { ...on('task.created'), ...notifyAction })
  // Of a handful any index costs the same: only among many is one better.
  await asOwner(
    `insert into automations (org_id, name, trigger, conditions, action, created_by, is_enabled)
      select a.org_id, 'Other ' || n, a.trigger, a.conditions, a.action, a.created_by, a.is_enabled
        from automations a, generate_series(1, 2000) n where a.org_id = $1`,
    [ws.org.id],
  )
  await asOwner('analyze automations')
  const ids = { tickets: (await create()).id, deals: (await deal()).id, leads: (await lead()).id }
  const client = new Client({ connectionString: parts().ownerUrl })
  const plans: string[] = []
  client.on('notice', ({ message }) => plans.push(String(message)))
  await client.connect()
  // Also where it fails: an open transaction would hold up the tests that follow.
  onTestFinished(() => client.end())
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice; set auto_explain.log_analyze = on; set enable_seqscan = off; begin;
    select set_config('app.org_id', '${ws.org.id}', true)`)
  const changes = {
    tickets: `priority = 'urgent'`,
    deals: `status = 'won', closed_at = now()`,
    leads: `status = 'qualified'`,
  }
  for (const [table, change] of Object.entries(changes)) {
    plans.length = 0
    await client.query(`update ${table} set ${change} where id = '${ids[table as 'deals']}'`)
    const looks = plans.flatMap((plan) => plan.match(/on automations\b.*/g) ?? [])
    expect([
      table,
      looks.length,
      plans.filter((plan) => plan.includes('automations_listening')).length,
    ]).toEqual([table, 1, 1])
    expect(plans.some((plan) => /insert into outbox/.test(plan))).toBe(false)
  }
})
