import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, call, type Caller, env, type Json, person } from '../kit/client.ts'
import { act, on, rule, statuses } from '../kit/automations.ts'
import { operator } from '../kit/impersonation.ts'
import { database } from '../kit/inbox.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { issue, reactivate, suspend } from '../kit/platform.ts'
import { makeDue, day, reminderSetup } from '../kit/reminders.ts'
import { withoutDrain } from '../kit/gateways.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const drained = () => drain(database())
const pendingWork = (org: string) =>
  asOwner<{ topic: string }>(
    `select topic from outbox where org_id = $1 and done_at is null and topic <> 'audit.seal' order by id`,
    [org],
  )

/** A write without the work after its response, as when the worker was stopped. */
async function callWithoutDrain(method: string, path: string, who: Caller, body: object) {
  const gateway = await withoutDrain()
  const reply = await call(method, path, { body, headers: who.headers }, { SQL_ENDPOINT: gateway.url })
  expect(reply.status).toBe(200)
  await gateway.stop()
}

describe('the jobs of a suspended organization', () => {
  test('pause, and the clock does not wait for them; then they continue, each reminder once', async () => {
    const { ws, remind, notices } = await reminderSetup()
    const created = await remind({
      title: 'Water the plants',
      remind_at: new Date(Date.now() + 36e5).toISOString(),
      rrule: 'FREQ=DAILY',
    })
    await drained()
    await suspend(ws.org.id)
    await makeDue(created.id)
    await asOwner(`update reminders set next_fire_at = now() - interval '5 days' where id = $1`, [created.id])
    const due = await drained()
    expect(due === null || Date.parse(due) > Date.now()).toBe(true)
    expect((await pendingWork(ws.org.id)).map(({ topic }) => topic)).toContain('reminder.due')
    await reactivate(ws.org.id)
    await expect.poll(async () => (await drained(), (await notices()).length), { timeout: 20_000 }).toBe(1)
  })

  test('keep earlier work for later: notifications, automations and recurring tasks', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const home = await project(ws)
    const one = await rule(ws, {
      ...on('task.status_changed'),
      ...act('set_priority', { priority: 'urgent' }),
    })
    const item = await task(ws, home.id, { due_date: day(1), title: 'Again' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, { rrule: 'FREQ=DAILY' })
    await drained()
    await callWithoutDrain('PATCH', `${ws.base}/tasks/${item.id}`, ws.owner, {
      assignee_id: ada.id,
      status: 'done',
    })
    await suspend(ws.org.id)
    await drained()
    const pendingTopics = (await pendingWork(ws.org.id)).map(({ topic }) => topic)
    expect(pendingTopics).toEqual(expect.arrayContaining(['notify', 'automate', 'task.recurred']))
    await reactivate(ws.org.id)
    expect(await statuses(ws, one)).toEqual(['succeeded'])
    const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks?status=todo`)
    expect(items.map(({ title }: Json) => title)).toEqual(['Again'])
    const notices = await ada.ok('GET', `${ws.base}/notifications`)
    expect(notices.items.length).toBeGreaterThan(0)
  })

  test('plan no mornings, but erase what is to be erased', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const { id } = await task(ws, home.id, { due_date: day(0) })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: ws.owner.id })
    await ws.owner.ok('DELETE', `${ws.base}/projects/${home.id}`)
    await drained()
    await suspend(ws.org.id)
    await asOwner(`update projects set deleted_at = now() - interval '31 days' where id = $1`, [home.id])
    await asOwner(`delete from outbox where org_id = $1 and topic = 'due'`, [ws.org.id])
    await daily(env())
    await drained()
    expect(await asOwner('select id from projects where id = $1', [home.id])).toEqual([])
    expect((await pendingWork(ws.org.id)).filter(({ topic }) => topic.startsWith('due'))).toEqual([])
  })
})

test('reactivation resumes the paused work', async () => {
  const ws = await workspace()
  const olga = await operator()
  await suspend(ws.org.id, olga)
  await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'due', '{}')`, [ws.org.id])
  await drained()
  expect(await pendingWork(ws.org.id)).toEqual([{ topic: 'due' }])
  await reactivate(ws.org.id, olga)
  await expect.poll(() => pendingWork(ws.org.id), { timeout: 20_000 }).toEqual([])
})

test('an expired impersonation is audited when it expires, not a day later', async () => {
  const { id } = await issue(await operator(), await person())
  const due = Date.parse((await drained())!)
  expect(due).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
  await asOwner(`update impersonation_sessions set token_expires_at = now() where id = $1`, [id])
  await asOwner(
    `update outbox set available_at = now() - interval '1 second' where topic = 'impersonation.expired'
      and payload->>'impersonation_id' = $1`,
    [id],
  )
  await drained()
  await asOwner('select app.daily_impersonations(null, 100)')
  const trail = await asOwner(
    `select action, changes->>'via' as via, request_id from audit_log where entity_id = $1 order by id`,
    [id],
  )
  expect(trail.slice(1)).toEqual([
    {
      action: 'platform.impersonation_ended',
      via: 'expired',
      request_id: expect.stringMatching(/^outbox-/),
    },
  ])
})
