import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { following, recurrence } from '../../src/jobs/recurrence.ts'
import { clampedRules, nextOccurrence, type Recurring } from '../../src/jobs/recurrence-dates.ts'
import { isRuleOfDays } from '../../src/shared/recurrence-rules.ts'
import { openStorage } from '../../src/shared/files/storage.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const task31 = (overrides: Partial<Recurring>): Recurring => ({
  rrule: 'FREQ=MONTHLY',
  recurrence_mode: null,
  start_date: null,
  due_date: '2027-01-31',
  completed_day: '2027-01-20',
  ...overrides,
})
const next = (overrides: Partial<Recurring>) => nextOccurrence(task31(overrides), following)

/** The due dates of a chain of occurrences, each completed on time. */
function chain(overrides: Partial<Recurring>, length: number): (string | null)[] {
  const days: (string | null)[] = []
  let current = task31(overrides)
  for (let n = 0; n < length; n++) {
    const created = nextOccurrence(current, following)
    days.push(created?.due_date ?? null)
    if (!created) break
    current = { ...current, ...created }
  }
  return days
}

describe('the next occurrence', () => {
  test('monthly on the 31st clamps to the last day, and the rule keeps the 31st', () => {
    const days = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']
    expect(chain({}, 4)).toEqual(days)
    expect(chain({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=31' }, 4)).toEqual(days)
    expect(next({})!.rrule).toBe('FREQ=MONTHLY;BYMONTHDAY=31')
    expect(next({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=31' })!.rrule).toBe('FREQ=MONTHLY;BYMONTHDAY=31')
    expect(chain({ due_date: '2028-01-30' }, 2)).toEqual(['2028-02-29', '2028-03-30'])
  })

  test('several days of the month, every other month, and yearly on 29 February', () => {
    expect(chain({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=15,31' }, 4)).toEqual([
      '2027-02-15',
      '2027-02-28',
      '2027-03-15',
      '2027-03-31',
    ])
    expect(chain({ rrule: 'FREQ=MONTHLY;INTERVAL=3' }, 3)).toEqual(['2027-04-30', '2027-07-31', '2027-10-31'])
    expect(chain({ rrule: 'FREQ=YEARLY', due_date: '2028-02-29' }, 4)).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
    expect(chain({ rrule: 'FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31' }, 3)).toEqual([
      '2027-02-28',
      '2027-04-30',
      '2028-02-29',
    ])
    expect(chain({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' }, 2)).toEqual(['2027-02-28', '2027-03-31'])
  })

  test('weekdays, the last Friday and every third day follow the rule', () => {
    expect(chain({ rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR', due_date: '2027-01-29' }, 3)).toEqual([
      '2027-02-01',
      '2027-02-03',
      '2027-02-05',
    ])
    expect(chain({ rrule: 'FREQ=MONTHLY;BYDAY=-1FR', due_date: '2027-01-29' }, 2)).toEqual([
      '2027-02-26',
      '2027-03-26',
    ])
    expect(chain({ rrule: 'FREQ=DAILY;INTERVAL=3' }, 2)).toEqual(['2027-02-03', '2027-02-06'])
  })

  test('start and due date move together, and after completion from the day of completion', () => {
    const spread = { start_date: '2027-01-29', rrule: 'FREQ=WEEKLY', completed_day: '2027-02-10' }
    expect(next(spread)).toEqual({ rrule: 'FREQ=WEEKLY', start_date: '2027-02-05', due_date: '2027-02-07' })
    expect(next({ ...spread, recurrence_mode: 'after_completion' })).toEqual({
      rrule: 'FREQ=WEEKLY',
      start_date: '2027-02-15',
      due_date: '2027-02-17',
    })
    expect(next({ ...spread, due_date: null })).toMatchObject({ start_date: '2027-02-05', due_date: null })
    expect(next({ due_date: null, completed_day: '2027-01-20' })).toMatchObject({
      start_date: null,
      due_date: '2027-02-20',
    })
  })

  test('COUNT is counted down along the chain and UNTIL ends it', () => {
    expect(chain({ rrule: 'FREQ=DAILY;COUNT=3' }, 9)).toEqual(['2027-02-01', '2027-02-02', null])
    expect(chain({ rrule: 'FREQ=DAILY;UNTIL=20270202' }, 9)).toEqual(['2027-02-01', '2027-02-02', null])
  })

  test('a rule that never matches is given up', () => {
    expect(next({ rrule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;BYDAY=MO' })).toBeNull()
    expect(next({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=5' })).toBeNull()
  })

  test('rules are parsed strictly, and only with parts that can match', () => {
    for (const good of [
      'FREQ=DAILY',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU',
      'FREQ=MONTHLY;BYDAY=-1FR,2MO',
      'FREQ=YEARLY;BYMONTH=2,12;BYMONTHDAY=-1;UNTIL=20301231',
      'FREQ=DAILY;COUNT=10',
    ])
      expect([good, isRuleOfDays(good)]).toEqual([good, true])
    for (const bad of [
      '',
      'DAILY',
      'FREQ=HOURLY',
      'freq=daily',
      'FREQ=DAILY;FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=0',
      'FREQ=DAILY;COUNT=2;UNTIL=20300101',
      'FREQ=WEEKLY;BYDAY=2MO',
      'FREQ=DAILY;BYMONTHDAY=31',
      'FREQ=DAILY;BYDAY=MO',
      'FREQ=MONTHLY;BYMONTHDAY=32',
      'INTERVAL=2',
      'FREQ=DAILY;',
      'FREQ=MONTHLY;BYDAY=6MO',
      'FREQ=DAILY;BYHOUR=9',
      'FREQ=DAILY\nDTSTART:1',
    ])
      expect([bad, isRuleOfDays(bad)]).toEqual([bad, false])
  })

  test('a clamped rule lists the days it may fall back to', () => {
    expect(clampedRules({ FREQ: 'MONTHLY', BYMONTHDAY: '15,30' }, '2027-01-01')).toEqual([
      'FREQ=MONTHLY;BYMONTHDAY=15',
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
    ])
  })
})

describe('recurring tasks', () => {
  /** Processes the outbox message, as often as a test wants. */
  const recur = async (org_id: string, task_id: string) => {
    const database = enteredDatabase(org_id, recurrence.action)
    const job = { id: '', org_id, folder: org_id, topic: recurrence.topic, payload: { task_id }, attempts: 1 }
    await database.batch(await recurrence.react(job, database, openStorage(undefined, 0)))
  }

  /** A completed task with an undrained outbox: its status is set by SQL. */
  async function completed(rrule: string) {
    const ws = await workspace()
    const { id } = await project(ws)
    const member = await join(ws)
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'weekly' })
    const created = await task(ws, id, {
      title: 'Report',
      due_date: '2027-01-31',
      estimate_points: 2,
      tag_ids: [tag.id],
    })
    const path = `${ws.base}/tasks/${created.id}`
    await ws.owner.ok('PATCH', path, { rrule, assignee_id: member.id })
    await asOwner(`update tasks set status = 'done' where id = $1`, [created.id])
    const list = () => ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?status=todo`)
    return { ws, id, made: created, path, member, tag, list }
  }

  test('completing one requests its next occurrence, which differs only in dates and rule', async () => {
    const { ws, made, member, tag, list } = await completed('FREQ=MONTHLY')
    const messages = await asOwner('select payload from outbox where org_id = $1 and topic = $2', [
      ws.org.id,
      recurrence.topic,
    ])
    expect(messages).toEqual([{ payload: { task_id: made.id } }])
    await recur(ws.org.id, made.id)
    const {
      items: [secondResult],
      total,
    } = await list()
    expect(total).toBe(1)
    expect(secondResult).toMatchObject({
      number: 2,
      title: 'Report',
      status: 'todo',
      due_date: '2027-02-28',
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=31',
      estimate_points: 2,
      assignee: { user_id: member.id },
      tags: [{ id: tag.id }],
      progress_percent: 0,
      version: 1,
    })
    const events = await asOwner('select kind, actor_type, actor_id from task_events where task_id = $1', [
      secondResult.id,
    ])
    const by = { actor_type: 'system', actor_id: null }
    expect(events).toEqual([
      { kind: 'created', ...by },
      { kind: 'tag_added', ...by },
    ])
    const audit = await asOwner(`select distinct action from audit_log where entity_id = $1`, [
      secondResult.id,
    ])
    expect(audit).toEqual([{ action: 'task.recurred' }])
  })

  test('completing one through the service creates its next occurrence after the response', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await task(ws, id, { title: 'Report', due_date: '2027-01-31' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { rrule: 'FREQ=WEEKLY' })
    const completion = await ws.owner.call('PATCH', `${ws.base}/tasks/${created.id}`, { status: 'done' })
    expect([completion.status, completion.roundTrips]).toEqual([200, 1])
    const open = async () => (await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?status=todo`)).items
    await expect.poll(open).toMatchObject([{ title: 'Report', number: 2, due_date: '2027-02-07' }])
  })

  test(
    'running the job again, at once or after another completion, creates no second one',
    { tags: 'race' },
    async () => {
      const { ws, made, path, list } = await completed('FREQ=WEEKLY')
      await Promise.all([1, 2, 3].map(() => recur(ws.org.id, made.id)))
      await ws.owner.ok('PATCH', path, { status: 'todo' })
      await ws.owner.ok('PATCH', path, { status: 'done' })
      await recur(ws.org.id, made.id)
      expect((await list()).total).toBe(1)
    },
  )

  test('one that was reopened or deleted, or whose project is archived, gets none', async () => {
    for (const undo of ['reopen', 'delete', 'archive']) {
      const { ws, id, made, path, list } = await completed('FREQ=WEEKLY')
      if (undo === 'reopen') await ws.owner.ok('PATCH', path, { status: 'in_progress' })
      if (undo === 'delete') await ws.owner.ok('DELETE', path)
      if (undo === 'archive') await asOwner('update projects set archived_at = now() where id = $1', [id])
      await recur(ws.org.id, made.id)
      expect([undo, (await list()).total]).toEqual([undo, 0])
    }
  })

  test('an assignee who left does not get the next one', async () => {
    const { ws, made, member, list } = await completed('FREQ=WEEKLY')
    await asOwner(`update organization_members set status = 'deactivated' where user_id = $1`, [member.id])
    await recur(ws.org.id, made.id)
    expect((await list()).items[0].assignee).toBeNull()
  })
})
