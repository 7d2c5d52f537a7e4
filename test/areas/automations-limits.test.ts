import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { act, on, rule, runs, automationSetup, statuses } from '../kit/automations.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database, inbox, settled } from '../kit/inbox.ts'
import { actions, join, task } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const set = (status: string) => act('set_status', { status })
const to = (status: string) => on('task.status_changed', { to: status })
const titled = on('task.updated', { fields: ['title'] })

describe('loops', () => {
  test('two rules that would move a task back and forth stop after one round', async () => {
    const { ws, patch, after } = await automationSetup()
    const ping = await rule(ws, { name: 'Ping', ...to('in_progress'), ...set('done') })
    const pong = await rule(ws, { name: 'Pong', ...to('done'), ...set('in_progress') })
    await patch({ status: 'in_progress' })
    expect((await after()).status).toBe('in_progress')
    expect(await statuses(ws, ping)).toEqual(['succeeded', 'loop_blocked'])
    expect(await statuses(ws, pong)).toEqual(['succeeded'])
    const [, blocked] = await runs(ws, ping)
    expect(blocked).toMatchObject({
      chain: [ping.id, pong.id],
      depth: 3,
      error: 'it is among the automations that caused this event',
      changes: [],
    })
  })

  test('a ring of four stops at the fourth, because three led there', async () => {
    const { ws, patch, after } = await automationSetup()
    const ring = ['todo', 'in_progress', 'done', 'cancelled']
    const rules: Json[] = []
    for (let n = 0; n < 4; n++)
      rules.push(await rule(ws, { name: `Rule ${n}`, ...to(ring[n]!), ...set(ring[(n + 1) % 4]!) }))
    await patch({ status: 'in_progress' })
    expect((await after()).status).toBe('todo')
    const [, last] = [0, await runs(ws, rules[0])]
    expect(last).toMatchObject([
      { status: 'loop_blocked', depth: 4, error: 'three automations in a row caused this event' },
    ])
    expect(last[0].chain).toEqual([1, 2, 3].map((n) => rules[n].id))
    for (const n of [1, 2, 3]) expect(await statuses(ws, rules[n])).toEqual(['succeeded'])
  })

  test('a rule that triggers itself by comments, subtasks, tags or another task acts once', async () => {
    const { ws, owner, path, home, tag } = await automationSetup()
    const bug = await tag()
    const created = [
      await rule(ws, { ...on('task.commented'), ...act('add_comment', { template: 'Me too' }) }),
      await rule(ws, {
        ...on('task.created'),
        ...act('create_subtask', { title: 'Part' }),
        project_id: home.id,
      }),
      await rule(ws, {
        ...on('task.tag_added'),
        ...act('remove_tag', { tag_id: bug.id }),
        project_id: home.id,
      }),
    ]
    await owner.ok('POST', `${path}/comments`, { body: 'First' })
    await task(ws, home.id)
    await owner.ok('PUT', `${path}/tags`, { tag_ids: [bug.id] })
    expect(await statuses(ws, created[0])).toEqual(['succeeded', 'loop_blocked'])
    expect(await statuses(ws, created[1])).toEqual(['succeeded', 'loop_blocked'])
    expect(await statuses(ws, created[2])).toEqual(['succeeded'])
  })

  test('do not hide in the job that repeats tasks: the chain continues through it', async () => {
    const { ws, owner, path, patch } = await automationSetup()
    await patch({ due_date: '2030-01-01', rrule: 'FREQ=DAILY', recurrence_mode: 'on_schedule' })
    const close = await rule(ws, { ...titled, ...set('done') })
    const closeNew = await rule(ws, { ...on('task.created'), ...set('done') })
    await patch({ title: 'Again and again' })
    expect(await statuses(ws, close)).toEqual(['succeeded'])
    expect(await statuses(ws, closeNew)).toEqual(['succeeded', 'loop_blocked'])
    expect((await owner.ok('GET', path)).status).toBe('done')
  })

  test('are reported when a rule is saved: the ways in which it could trigger itself', async () => {
    const { ws, owner } = await automationSetup()
    const loopsOf = ({ loop_warnings }: Json) =>
      loop_warnings.map(({ automations }: Json) => automations.map(({ name }: Json) => name).join(' -> '))
    const a = await rule(ws, { name: 'A', ...to('in_progress'), ...set('done') })
    const off = { name: 'Off', ...to('done'), ...set('in_progress'), is_enabled: false }
    const b = await rule(ws, { name: 'B', ...to('cancelled'), ...set('in_progress') })
    expect([loopsOf(a), loopsOf(b)]).toEqual([[], []])
    expect(loopsOf(await rule(ws, off))).toEqual(['Off -> A -> Off'])
    const c = await rule(ws, { name: 'C', ...to('done'), ...set('cancelled') })
    expect(loopsOf(c)).toEqual(['C -> B -> A -> C'])
    expect(c.loop_warnings[0].message).toBe(
      'C -> B -> A -> C; a loop is stopped when it reaches a rule again',
    )
    expect(loopsOf(await owner.ok('GET', `${ws.base}/automations/${a.id}`))).toEqual(['A -> C -> B -> A'])
    expect(loopsOf(await owner.ok('PATCH', `${ws.base}/automations/${c.id}`, set('todo')))).toEqual([])
    const self = await rule(ws, {
      name: 'S',
      ...on('task.commented'),
      ...act('add_comment', { template: 'x' }),
    })
    expect(loopsOf(self)).toEqual(['S -> S'])
    const from = { name: 'F', ...on('task.status_changed', { from: 'done', to: 'todo' }), ...set('todo') }
    expect(loopsOf(await rule(ws, from))).toEqual(['F -> F'])
  })

  test('are not reported for rules that never meet: of other projects, or turned off', async () => {
    const { ws, owner, home } = await automationSetup()
    const other = await owner.ok('POST', `${ws.base}/projects`, { name: 'Other' })
    await rule(ws, { ...to('in_progress'), ...set('done'), project_id: home.id })
    const otherRule = await rule(ws, { ...to('done'), ...set('in_progress'), project_id: other.id })
    expect(otherRule.loop_warnings).toEqual([])
    await rule(ws, { ...on('task.assigned'), ...act('unassign'), is_enabled: false })
    const reporter = act('assign', { to: 'reporter' })
    expect((await rule(ws, { ...on('task.unassigned'), ...reporter })).loop_warnings).toEqual([])
  })
})

describe('limits', () => {
  /** Inserts runs of the rule within the hour. */
  const ran = (id: string, task_id: string, n: number, minutes = 10) =>
    asOwner(
      `insert into automation_runs (org_id, automation_id, event_id, record_kind, record_id, project_id, status, created_at)
        select t.org_id, $1, -n, 'task', t.id, t.project_id, 'succeeded', now() - make_interval(mins => $4)
        from tasks t, generate_series(1, $3) n where t.id = $2`,
      [id, task_id, n, minutes],
    )

  test('a rule runs 100 times an hour, and is then throttled and says so', async () => {
    const { ws, patch, item, owner, path } = await automationSetup()
    const comment = act('add_comment', { template: 'x' })
    const one = await rule(ws, { ...titled, ...comment })
    await ran(one.id, item.id, 99)
    await ran(one.id, item.id, 0)
    await patch({ title: 'The hundredth' })
    await settled(ws)
    await patch({ title: 'One too many' })
    expect((await statuses(ws, one)).slice(-2)).toEqual(['succeeded', 'throttled'])
    expect((await owner.ok('GET', `${path}/comments`)).total).toBe(1)
    expect(await owner.ok('GET', `${ws.base}/automations/${one.id}`)).toMatchObject({ health: 'throttled' })
    await asOwner(`update automation_runs set created_at = now() - interval '61 minutes' where org_id = $1`, [
      ws.org.id,
    ])
    await patch({ title: 'An hour later' })
    await settled(ws)
    expect((await owner.ok('GET', `${path}/comments`)).total).toBe(2)
  })

  test('an organization has 2000 runs an hour, over all rules', async () => {
    const { ws, patch, item } = await automationSetup()
    const many = await rule(ws, { ...on('task.blocked'), ...set('todo') })
    const one = await rule(ws, { ...titled, ...act('unassign') })
    await ran(many.id, item.id, 1999)
    await patch({ title: 'The last' })
    await settled(ws)
    await patch({ title: 'One too many' })
    expect(await statuses(ws, one)).toEqual(['no_change', 'throttled'])
  })

  test('ten failures in a row turn a rule off with its reason, and the admins are notified', async () => {
    const { ws, patch, owner, ada } = await automationSetup()
    const boss = await join(ws, 'admin')
    const one = await rule(ws, { name: 'Hopeless', ...titled, ...act('move_to_sprint', { to: 'active' }) })
    for (let n = 0; n < 9; n++) {
      await patch({ title: `Try ${n}` })
      await settled(ws)
    }
    const at = `${ws.base}/automations/${one.id}`
    expect(await owner.ok('GET', at)).toMatchObject({ is_enabled: true, consecutive_failures: 9 })
    await patch({ title: 'Try 10' })
    await settled(ws)
    expect(await owner.ok('GET', at)).toMatchObject({
      is_enabled: false,
      health: 'disabled',
      disabled_reason: 'it failed 10 times in a row',
      consecutive_failures: 10,
      stats: { runs: 10, by_status: { failed: 10 } },
    })
    for (const who of [owner, boss])
      expect(await inbox(ws, who, '?reason=automation')).toMatchObject([
        {
          reason: 'automation',
          title: 'Hopeless',
          snippet: expect.stringContaining('the project has no active sprint'),
        },
      ])
    expect(await inbox(ws, ada)).toEqual([])
    expect((await actions(ws)).filter((action) => action === 'automation.disabled').length).toBe(1)
    await patch({ title: 'Ignored' })
    expect((await runs(ws, one)).length).toBe(10)
    const on_again = await owner.ok('PATCH', at, { is_enabled: true })
    expect(on_again).toMatchObject({ is_enabled: true, consecutive_failures: 0, disabled_reason: null })
  })

  test('a successful run resets the failures', async () => {
    const { ws, patch, ada, bob, owner } = await automationSetup()
    const one = await rule(ws, { ...titled, ...act('assign', { to: 'user', user_id: ada.id }) })
    await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [ada.id])
    await patch({ title: 'No' })
    await settled(ws)
    await asOwner(`update organization_members set role = 'member' where user_id = $1`, [ada.id])
    await patch({ title: 'Yes' })
    expect(await statuses(ws, one)).toEqual(['failed', 'succeeded'])
    expect(await owner.ok('GET', `${ws.base}/automations/${one.id}`)).toMatchObject({
      health: 'ok',
      run_count: 2,
      consecutive_failures: 0,
      stats: { by_status: { failed: 1, succeeded: 1 }, average_ms: expect.any(Number) },
    })
    expect(bob.id).toBeTruthy()
  })

  test('runs are kept for ninety days', async () => {
    const { ws, item } = await automationSetup()
    const one = await rule(ws, { ...titled, ...act('unassign') })
    await ran(one.id, item.id, 3, 91 * 24 * 60)
    await ran(one.id, item.id, 0)
    await asOwner(
      `insert into automation_runs (org_id, automation_id, event_id, record_kind, record_id, project_id, status, created_at)
        select org_id, $1, -9, 'task', id, project_id, 'succeeded', now() - interval '89 days' from tasks where id = $2`,
      [one.id, item.id],
    )
    await daily(env())
    expect((await runs(ws, one)).map(({ event_id }) => event_id)).toEqual([-9])
  })
  test('rules and their runs are erased with their project', async () => {
    const { ws, patch, owner, home } = await automationSetup()
    const one = await rule(ws, { ...titled, ...set('done'), project_id: home.id })
    await patch({ title: 'Soon erased' })
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    await owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
    await owner.ok('POST', `${ws.base}/projects/${home.id}/purge`, { confirm_key: home.key })
    await drain(database())
    const left = () =>
      asOwner(
        `select (select count(*)::int from automations where org_id = $1) as rules,
          (select count(*)::int from automation_runs where org_id = $1) as runs`,
        [ws.org.id],
      )
    await expect.poll(left).toEqual([{ rules: 0, runs: 0 }])
  })
})
