import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { invariants } from '../../scripts/stack/invariants.ts'
import { Clock } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { alarmStorage, namespaceOf } from '../kit/alarms.ts'
import { asOwner, call, env } from '../kit/client.ts'
import { join, project, task } from '../kit/makers.ts'
import { makeDue, day, drainOutbox, inHours, jobs, reminderSetup } from '../kit/reminders.ts'
import { startGateway } from '../kit/gateways.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

describe('a reminder that is due', () => {
  test('notifies its person once, however often the job runs', async () => {
    const { remind, notices, get, ws } = await reminderSetup()
    const { id } = await remind({ title: 'Call the printer', body: 'Ask for blue', remind_at: inHours(1) })
    await drainOutbox()
    expect(await notices()).toEqual([])
    await makeDue(id)
    const { version } = await get(id)
    for (let n = 0; n < 3; n++) await drainOutbox()
    expect(await notices()).toMatchObject([
      {
        title: 'Call the printer',
        snippet: 'Ask for blue',
        entity: { type: 'reminder', id },
        why: { text: 'You set a reminder' },
      },
    ])
    expect(await notices(ws.owner)).toEqual([])
    expect(await get(id)).toMatchObject({ status: 'fired', fire_count: 1, next_fire_at: null, version })
    expect(await jobs(id)).toEqual([])
  })

  test('notifies once when ten drain concurrently', { tags: 'race' }, async () => {
    const { remind, notices } = await reminderSetup()
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, n) => remind({ title: `r${n}`, remind_at: inHours(1) })),
    )
    for (const { id } of created) await makeDue(id)
    await Promise.all(Array.from({ length: 10 }, drainOutbox))
    const titles = (await notices()).map(({ title }) => title).toSorted()
    expect(titles).toEqual(created.map(({ title }) => title).toSorted())
  })

  test('notifies once when the worker dies after it took the work, or after it did it', async () => {
    const { remind, notices } = await reminderSetup()
    for (const dies of ['app.fire_reminder', 'app.finish_outbox']) {
      const { id } = await remind({ title: dies, remind_at: inHours(1) })
      await makeDue(id)
      const failing = await startGateway((query) =>
        query.replace(dies, 'app.is_away').replace('app.fail_outbox', 'app.is_away'),
      )
      await drain(openDatabase(env().DATABASE_URL, failing.url, 5000))
      await failing.stop()
      expect((await notices()).filter(({ title }) => title === dies)).toEqual([])
      await asOwner(
        `update outbox set available_at = now() - interval '1 second' where payload->>'reminder_id' = $1`,
        [id],
      )
      await drainOutbox()
      await drainOutbox()
      expect((await notices()).filter(({ title }) => title === dies)).toHaveLength(1)
    }
    // The response of the job was lost, and the same work is delivered again.
    const { id } = await remind({ title: 'lost', remind_at: inHours(1) })
    await makeDue(id)
    const [row] = await asOwner('select next_fire_at as at, org_id from reminders where id = $1', [id])
    await drainOutbox()
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'reminder.due', $2)`, [
      row.org_id,
      { reminder_id: id, at: row.at },
    ])
    await drainOutbox()
    expect((await notices()).filter(({ title }) => title === 'lost')).toHaveLength(1)
  })

  test('moves to the next time of its rule; missed times are one notification', async () => {
    const { remind, notices, get } = await reminderSetup()
    const { id } = await remind({ title: 'Water', remind_at: inHours(1), rrule: 'FREQ=HOURLY' })
    await asOwner(
      `update reminders set remind_at = now() - interval '5 hours 30 minutes',
      next_fire_at = now() - interval '5 hours 30 minutes' where id = $1`,
      [id],
    )
    await drainOutbox()
    await drainOutbox()
    const now = await get(id)
    expect([now.status, now.fire_count, (await notices()).length]).toEqual(['scheduled', 1, 1])
    expect(Math.abs(Date.parse(now.next_fire_at) - Date.parse(inHours(0.5)))).toBeLessThan(30_000)
    expect(await jobs(id)).toEqual([{ at: now.next_fire_at }])
    await makeDue(id)
    await drainOutbox()
    expect((await notices()).length).toBe(2)
  })

  test('that fired can be completed without losing the next one, and snoozed', async () => {
    const { ada, path, remind, notices } = await reminderSetup()
    const { id } = await remind({ title: 'Water', remind_at: inHours(1), rrule: 'FREQ=DAILY' })
    const [, second] = (await ada.ok('GET', `${path}/${id}`)).occurrences
    await makeDue(id)
    await drainOutbox()
    const fired = await ada.ok('GET', `${path}/${id}`)
    expect((await ada.ok('POST', `${path}/${id}/complete`)).next_fire_at).toBe(fired.next_fire_at)
    expect((await ada.ok('POST', `${path}/${id}/complete`)).next_fire_at).toBe(second)
    await ada.ok('POST', `${path}/${id}/snooze`, { minutes: 5 })
    await makeDue(id)
    await drainOutbox()
    expect((await notices()).length).toBe(2)
  })

  test('that was moved or deleted at that very moment is silent', async () => {
    const { ada, path, remind, notices } = await reminderSetup()
    const { id } = await remind({ title: 'Moved', remind_at: inHours(1) })
    const deletedOne = await remind({ title: 'Gone', remind_at: inHours(1) })
    const takenWork = await asOwner(
      `select org_id, topic, payload from outbox where payload->>'reminder_id' = any ($1)`,
      [[id, deletedOne.id]],
    )
    await ada.ok('PATCH', `${path}/${id}`, { remind_at: inHours(2) })
    await ada.ok('DELETE', `${path}/${deletedOne.id}`)
    expect(takenWork.length).toBe(2)
    await asOwner(
      `insert into outbox (org_id, topic, payload)
        select * from jsonb_to_recordset($1) w (org_id uuid, topic text, payload jsonb)`,
      [JSON.stringify(takenWork)],
    )
    await drainOutbox()
    expect(await notices()).toEqual([])
  })

  test('is not shown to people who turned such notifications off, but fires all the same', async () => {
    const { ada, ws, remind, notices, get } = await reminderSetup()
    await ada.ok('PUT', `${ws.base}/notification-preferences`, {
      reasons: { reminder: { in_app: false } },
      muted_project_ids: [],
    })
    const { id } = await remind({ title: 'Quiet', remind_at: inHours(1) })
    await makeDue(id)
    await drainOutbox()
    expect([(await notices()).length, (await get(id)).status]).toEqual([0, 'fired'])
  })
})

describe('the object of a reminder', () => {
  test('moves it with its dates, and reactivates one that fired when the date moves ahead', async () => {
    const { ws, item, remind, get, notices } = await reminderSetup()
    const { id } = await remind({
      title: 'Due',
      entity_id: item.id,
      relative_to: 'due_date',
      timezone: 'UTC',
    })
    const patch = (change: object) => ws.owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, change)
    await patch({ due_date: day(4) })
    expect((await get(id)).next_fire_at).toBe(`${day(4)}T09:00:00.000Z`)
    expect(await jobs(id)).toEqual([{ at: `${day(4)}T09:00:00.000Z` }])
    await patch({ due_date: null })
    expect(await get(id)).toMatchObject({ next_fire_at: null, waiting_for: 'due_date' })
    expect(await jobs(id)).toEqual([])
    await patch({ due_date: day(4) })
    await makeDue(id)
    await drainOutbox()
    expect([(await get(id)).status, (await notices()).length]).toEqual(['fired', 1])
    await patch({ due_date: day(9) })
    expect(await get(id)).toMatchObject({ status: 'scheduled', next_fire_at: `${day(9)}T09:00:00.000Z` })
    await patch({ due_date: day(-3) })
    expect(await get(id)).toMatchObject({ next_fire_at: null, waiting_for: 'due_date' })
  })

  test('silences it while in the trash, with its project too, and restores it only if it is still ahead', async () => {
    const { ws, item, home, remind, get, notices } = await reminderSetup()
    const at = inHours(3)
    const ahead = await remind({ title: 'Ahead', entity_id: item.id, remind_at: at })
    const past = await remind({ title: 'Past', entity_id: item.id, remind_at: inHours(1) })
    const twoReminders = [
      [`/tasks/${item.id}`, `/tasks/${item.id}/restore`],
      [`/projects/${home.id}`, `/projects/${home.id}/restore`],
    ] as const
    for (const [path, restore] of twoReminders) {
      await ws.owner.ok('DELETE', ws.base + path)
      expect([(await get(ahead.id)).next_fire_at, await jobs(ahead.id)]).toEqual([null, []])
      expect((await get(ahead.id)).entity).toBeNull()
      await asOwner(
        `update reminders set remind_at = now() - interval '1 minute', held_at = now() - interval '1 minute'
        where id = $1`,
        [past.id],
      )
      await ws.owner.ok('POST', ws.base + restore)
      expect([(await get(ahead.id)).next_fire_at, await jobs(ahead.id)]).toEqual([at, [{ at }]])
      expect([(await get(past.id)).next_fire_at, await jobs(past.id)]).toEqual([null, []])
    }
    await drainOutbox()
    expect(await notices()).toEqual([])
  })

  test('is removed when the person may no longer open it: dates stay unknown, and the reminder becomes plain', async () => {
    const { ws, remind, notices } = await reminderSetup()
    const closed = await project(ws, { visibility: 'private' })
    const item = await task(ws, closed.id, { title: 'Secret merger', due_date: day(5) })
    const insider = await join(ws, 'member')
    await ws.owner.ok('PUT', `${ws.base}/projects/${closed.id}/members/${insider.id}`, {
      role: 'contributor',
    })
    const draft = { title: 'Papers', entity_id: item.id, relative_to: 'due_date', timezone: 'UTC' }
    const { id, next_fire_at } = await remind(draft, insider)
    const reminderOf = () => insider.ok('GET', `${ws.base}/reminders/${id}`)
    expect((await reminderOf()).entity.title).toBe('Secret merger')
    await ws.owner.ok('DELETE', `${ws.base}/projects/${closed.id}/members/${insider.id}`)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, {
      due_date: day(2),
      title: 'Secret merger of two',
    })
    expect(await reminderOf()).toMatchObject({ entity: null, next_fire_at })
    await makeDue(id)
    await drainOutbox()
    const insiderNotices = await notices(insider)
    expect(insiderNotices).toMatchObject([{ title: 'Papers' }])
    expect(JSON.stringify([insiderNotices, await reminderOf()])).not.toMatch(/merger/)
    expect(await reminderOf()).toMatchObject({ entity_id: null, kind: 'absolute', status: 'fired' })
  })

  test('is removed without a notification when it is erased', async () => {
    const { ws, item, remind, get } = await reminderSetup()
    const { id } = await remind({ title: 'Due', entity_id: item.id, relative_to: 'due_date' })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${item.id}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${item.id}/purge`)
    expect(await get(id)).toMatchObject({ entity_id: null, next_fire_at: null, waiting_for: 'due_date' })
  })

  test('fires nothing for people who left the organization', async () => {
    const { ws, ada, remind } = await reminderSetup()
    const { id } = await remind({ title: 'Later', remind_at: inHours(1), rrule: 'FREQ=DAILY' })
    await ws.owner.ok('DELETE', `${ws.base}/members/${ada.id}`)
    await makeDue(id)
    await drainOutbox()
    expect(
      await asOwner('select id from notifications where user_id = $1 and reason = $2', [ada.id, 'reminder']),
    ).toEqual([])
    expect(await jobs(id)).toEqual([])
  })
})

describe('an idle hour with one reminder in it', () => {
  let gateway: SqlGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  test('sets an alarm for the first one, and takes two round trips when it is due', async () => {
    const { ada, path, notices } = await reminderSetup()
    await drainOutbox()
    await asOwner('delete from outbox where done_at is null')
    const storage = alarmStorage()
    const clock = new Clock({ storage }, env({ SQL_ENDPOINT: gateway.url }))
    const CLOCK = namespaceOf(clock)
    const at = inHours(0.5)
    const sent = { body: { title: 'Tea', remind_at: at }, headers: ada.headers }
    const created = await call('POST', path, sent, { SQL_ENDPOINT: gateway.url, CLOCK })
    expect([created.status, created.roundTrips]).toEqual([201, 1])
    await expect.poll(() => storage.set.length).toBe(2)
    expect(await jobs(created.body.id)).toEqual([{ at }])
    const sealed = `update outbox set done_at = now() where topic = 'audit.seal' and done_at is null
      returning available_at as at`
    const [first] = await asOwner<{ at: Date }>(sealed)
    expect([await storage.getAlarm(), storage.set[1]]).toEqual([first!.at.getTime(), first!.at.getTime()])
    await makeDue(created.body.id)
    const before = gateway.requests()
    await storage.ring(clock)
    expect([gateway.requests() - before, await storage.getAlarm()]).toEqual([2, null])
    expect(await notices()).toMatchObject([{ title: 'Tea' }])
  })
})

test('a reminder has one job at its time whatever happens to it, and the invariants detect one without', async () => {
  const { ws, ada, path, remind } = await reminderSetup()
  const remindersWithoutJob = async () =>
    (
      await asOwner<{ id: string }>(
        `${invariants['a reminder that is to fire has the one job that fires it, at its moment']} and r.org_id = $1`,
        [ws.org.id],
      )
    ).map(({ id }) => id)
  const [tea, stand, deletedOne] = [
    await remind({ title: 'Tea', remind_at: inHours(1) }),
    await remind({ title: 'Stand up', remind_at: inHours(2), rrule: 'FREQ=DAILY' }),
    await remind({ title: 'Gone', remind_at: inHours(3) }),
  ]
  await ada.ok('PATCH', `${path}/${tea.id}`, { remind_at: inHours(4) })
  await ada.ok('POST', `${path}/${stand.id}/complete`)
  await ada.ok('DELETE', `${path}/${deletedOne.id}`)
  expect(await remindersWithoutJob()).toEqual([])
  await asOwner('delete from outbox where id = (select job_id from reminders where id = $1)', [tea.id])
  expect(await remindersWithoutJob()).toEqual([tea.id])
})
