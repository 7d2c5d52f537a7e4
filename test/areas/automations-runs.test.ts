import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { act, requeue, on, rule, runs, automationSetup, statuses, outboxRows } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { database, inbox, settled } from '../kit/inbox.ts'

const titled = on('task.updated', { fields: ['title'] })
const comment = act('add_comment', { template: 'Seen' })
const trail = (org: string) =>
  asOwner(
    `select (select count(*)::int from task_events where org_id = $1) as events,
      (select count(*)::int from comments where org_id = $1) as comments,
      (select count(*)::int from audit_log where org_id = $1) as audit,
      (select json_agg(r order by r.id)::text from automation_runs r where r.org_id = $1) as runs,
      (select json_agg(to_jsonb(a))::text from automations a where a.org_id = $1) as rules`,
    [org],
  )

describe('an outbox entry', () => {
  test('that is processed twice more has one effect', async () => {
    const { ws, patch } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment })
    await patch({ title: 'Once' })
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    const before = await trail(ws.org.id)
    for (let attempt = 0; attempt < 2; attempt++) {
      await requeue(ws.org.id)
      await settled(ws)
      expect(await trail(ws.org.id)).toEqual(before)
    }
  })

  test('that two drains process concurrently has one effect', async () => {
    const { ws, patch, owner, path } = await automationSetup()
    await rule(ws, { ...titled, ...comment, is_enabled: false })
    const one = await rule(ws, { ...titled, ...comment })
    await patch({ title: 'Twice at once' })
    await settled(ws)
    const [{ payload }] = (await asOwner(
      `select payload from outbox where org_id = $1 and topic = 'automate'`,
      [ws.org.id],
    )) as [Json]
    await asOwner('delete from automation_runs where org_id = $1', [ws.org.id])
    for (let n = 0; n < 6; n++)
      await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'automate', $2)`, [
        ws.org.id,
        payload,
      ])
    await Promise.all([drain(database()), drain(database()), drain(database())])
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    expect((await owner.ok('GET', `${path}/comments`)).total).toBe(2)
  })

  test('that fails halfway leaves neither the effect nor the run, and is retried completely', async () => {
    const { ws, patch, path, owner, item } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment })
    await asOwner(`update automations set is_enabled = false where id = $1`, [one.id])
    await patch({ title: 'Broken off' })
    await asOwner(`update automations set is_enabled = true where id = $1`, [one.id])
    const [{ id }] = (await asOwner(`select max(id)::int as id from task_events where task_id = $1`, [
      item.id,
    ])) as [Json]
    const action = JSON.stringify(one.action)
    const statements = [
      sql`select app.enter_system(${ws.org.id}::uuid, 'automation.ran', 'outbox-0')`,
      sql`select app.run_automation(${one.id}::uuid, ${action}::jsonb, ${id}::bigint, ${item.id}::uuid,
        null, true, true)`,
    ]
    const broken = database().batch([...statements, sql`select app.refuse('WM409', 'broken off')`])
    await expect(broken).rejects.toThrow('broken off')
    expect([await runs(ws, one), (await owner.ok('GET', `${path}/comments`)).total]).toEqual([[], 0])
    await database().batch(statements)
    await database().batch(statements)
    expect([await statuses(ws, one), (await owner.ok('GET', `${path}/comments`)).total]).toEqual([
      ['succeeded'],
      1,
    ])
  })

  test(
    'with many tasks and rules is processed in parts, until all is done',
    { timeout: 60_000 },
    async () => {
      const { ws, home, owner } = await automationSetup()
      const items = Array.from({ length: 100 }, (_, n) => ({ title: `Task ${n}` }))
      const created = await owner.ok('POST', `${ws.base}/projects/${home.id}/tasks/bulk`, { items })
      const status = on('task.updated', { fields: ['status'] })
      const rules = [await rule(ws, { ...status, ...act('set_priority', { priority: 'high' }) })]
      for (let n = 0; n < 2; n++) rules.push(await rule(ws, { ...status, ...act('unassign') }))
      const task_ids = created.items.map(({ id }: Json) => id)
      await owner.ok('POST', `${ws.base}/tasks/bulk`, { task_ids, patch: { status: 'done' }, mode: 'atomic' })
      const done = []
      for (const one of rules) done.push(await statuses(ws, one))
      expect(done.map((list) => [list.length, ...new Set(list)])).toEqual([
        [100, 'succeeded'],
        [100, 'no_change'],
        [100, 'no_change'],
      ])
      expect((await outboxRows(ws.org.id)).length).toBe(2)
    },
  )
})

describe('conditions', () => {
  /** Changes the task twice before the rule runs, as with a slow outbox. */
  const runAfterChanges = async (first: object, then: object) => {
    const created = await automationSetup()
    const { ws, patch } = created
    const urgent = { conditions: { field: 'priority', op: 'eq', value: 'urgent' } }
    const one = await rule(ws, { ...on('task.status_changed'), ...comment, ...urgent })
    await asOwner(`update automations set is_enabled = false where id = $1`, [one.id])
    await patch({ status: 'in_progress', ...first })
    const [event] = (await asOwner(
      `select change_id, created_at from task_events where org_id = $1 and field = 'status'`,
      [ws.org.id],
    )) as [Json]
    await patch(then)
    await asOwner(`update automations set is_enabled = true where id = $1`, [one.id])
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'automate', $2)`, [
      ws.org.id,
      { event: 'task.changed', change_id: event.change_id, at: event.created_at },
    ])
    return (await runs(ws, one)).map(({ status, error }) => [status, error])
  }

  test('that hold at the event and when it runs let the rule act', async () => {
    expect(await runAfterChanges({ priority: 'urgent' }, { title: 'Meanwhile' })).toEqual([
      ['succeeded', null],
    ])
  })

  test('that held only at the event are not met', async () => {
    expect(await runAfterChanges({ priority: 'urgent' }, { priority: 'low' })).toEqual([
      ['conditions_not_met', 'the conditions do not hold any more'],
    ])
  })

  test('that hold only since are not met: they are checked against the state at the event', async () => {
    expect(await runAfterChanges({ priority: 'low' }, { priority: 'urgent' })).toEqual([
      ['conditions_not_met', 'the conditions did not hold'],
    ])
  })

  test('are parsed by the grammar of filters, with its tokens and names', async () => {
    const { ws, patch, tag, owner, path } = await automationSetup()
    await tag('bug', null)
    const conditions = {
      and: [
        { field: 'tag_id', op: 'eq', value: '#bug' },
        { not: { field: 'due_date', op: 'lt', value: '@today' } },
        {
          or: [
            { field: 'is_blocked', op: 'is', value: true },
            { field: 'title', op: 'contains', value: 'fix' },
          ],
        },
      ],
    }
    const one = await rule(ws, { ...titled, ...comment, conditions })
    await patch({ title: 'Fix, without the tag' })
    await settled(ws)
    await owner.ok('PUT', `${path}/tags`, { names: ['bug'] })
    await patch({ title: 'Fix, with the tag' })
    expect(await statuses(ws, one)).toEqual(['conditions_not_met', 'succeeded'])
  })

  test('that the grammar no longer knows are a clear failure', async () => {
    const { ws, patch } = await automationSetup()
    const one = await rule(ws, { ...titled, ...comment })
    await asOwner(
      `update automations set conditions = '{"field":"gone","op":"eq","value":1}' where id = $1`,
      [one.id],
    )
    await patch({ title: 'Unreadable' })
    expect((await runs(ws, one))[0]).toMatchObject({
      status: 'failed',
      error: 'its conditions are no longer valid; save them again',
    })
  })
})

describe('several rules of one event', () => {
  test('run by rank and then by age, and each sees the result of earlier ones', async () => {
    const { ws, patch, get } = await automationSetup()
    const when = (value: string) => ({ conditions: { field: 'priority', op: 'eq', value } })
    const set = (priority: string) => act('set_priority', { priority })
    const last = await rule(ws, { ...titled, ...set('urgent'), ...when('high'), rank: 200 })
    const first = await rule(ws, { ...titled, ...set('low'), ...when('medium'), rank: 1 })
    const second = await rule(ws, { ...titled, ...set('high'), ...when('low') })
    const third = await rule(ws, { ...titled, ...set('low'), ...when('low') })
    await patch({ title: 'Step by step' })
    for (const one of [first, second, last]) expect(await statuses(ws, one)).toEqual(['succeeded'])
    expect(await statuses(ws, third)).toEqual(['conditions_not_met'])
    expect((await get()).priority).toBe('urgent')
    const ids = await asOwner('select automation_id from automation_runs where org_id = $1 order by id', [
      ws.org.id,
    ])
    expect(ids.map(({ automation_id }) => automation_id)).toEqual(
      [first, second, third, last].map(({ id }) => id),
    )
    const { items } = await ws.owner.ok('GET', `${ws.base}/automations`)
    expect(items.map(({ id }: Json) => id)).toEqual([first, second, third, last].map(({ id }) => id))
  })

  test('a rule that changes nothing writes no event, and nobody is notified', async () => {
    const { ws, patch, ada, owner, path } = await automationSetup()
    await owner.ok('PUT', `${path}/watchers/${ada.id}`, { state: 'watching' })
    const one = await rule(ws, { ...titled, ...act('set_status', { status: 'todo' }) })
    await patch({ title: 'Still to do' })
    const [run] = await runs(ws, one)
    expect(run).toMatchObject({ status: 'no_change', changes: [], error: null })
    const events = await asOwner(
      `select 1 from task_events where org_id = $1 and actor_type = 'automation'`,
      [ws.org.id],
    )
    expect([events, await inbox(ws, ada)]).toEqual([[], []])
  })
})
