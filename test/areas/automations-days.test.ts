import { describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { act, on, rule, runs, automationSetup, statuses } from '../kit/automations.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { task } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/** The time zone in which it is that hour now, in whole hours from UTC. */
function zoneAt(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
const [noon, night] = [12, 3]
const comment = act('add_comment', { template: 'Due {{task.due_date}}' })

/** A workspace where it is that hour, and a helper for tasks due `n` days from its today. */
async function setUp(hour: number) {
  const created = await automationSetup()
  const zone = zoneAt(hour)
  await asOwner('update organizations set timezone = $2 where id = $1', [created.ws.org.id, zone])
  const due = async (n: number, otherZone = zone): Promise<Json> => {
    const [{ day }] = (await asOwner('select ((now() at time zone $1)::date + $2::int)::text as day', [
      otherZone,
      n,
    ])) as [Json]
    return task(created.ws, created.home.id, { title: `Due ${n}`, due_date: day })
  }
  const titles = async (one: Json) =>
    (await runs(created.ws, one)).map(({ task: its, status }) => `${its.title} ${status}`).sort()
  const planned = () =>
    asOwner(
      `select (available_at at time zone $2)::time::text as at, payload->>'zone' as zone from outbox
        where org_id = $1 and topic = 'automate.days' and done_at is null order by id`,
      [created.ws.org.id, zone],
    )
  return { ...created, zone, due, titles, planned }
}

describe('upcoming days', () => {
  test('run a rule once for each task and due date, however often the clock runs', async () => {
    const { ws, due, titles, patch, owner } = await setUp(noon)
    const [moved] = [await due(3), await due(0), await due(4), await due(-1), await due(-31)]
    await patch({ status: 'done' }, owner, `${ws.base}/tasks/${(await due(1)).id}`)
    const soon = await rule(ws, { ...on('task.due_soon', { days: 3 }), ...comment })
    const late = await rule(ws, { ...on('task.overdue'), ...comment })
    for (let attempt = 0; attempt < 3; attempt++) await daily(env())
    expect(await titles(soon)).toEqual(['Due 0 succeeded', 'Due 3 succeeded'])
    expect(await titles(late)).toEqual(['Due -1 succeeded'])
    await patch({ due_date: (await due(2)).due_date }, owner, `${ws.base}/tasks/${moved!.id}`)
    await daily(env())
    await daily(env())
    expect(await titles(soon)).toEqual([
      'Due 0 succeeded',
      'Due 2 succeeded',
      'Due 3 succeeded',
      'Due 3 succeeded',
    ])
    expect((await runs(ws, soon))[0]).toMatchObject({
      event_id: null,
      depth: 1,
      due_date: expect.any(String),
    })
  })

  test('are today and tomorrow by default', async () => {
    const { ws, due, titles } = await setUp(noon)
    const soon = await rule(ws, { ...on('task.due_soon'), ...comment })
    for (const n of [0, 1, 2]) await due(n)
    await daily(env())
    expect(await titles(soon)).toEqual(['Due 0 succeeded', 'Due 1 succeeded'])
  })

  test('run in the morning, and nothing is planned without a rule', async () => {
    const { ws, due, titles, planned } = await setUp(night)
    await due(-1)
    await daily(env())
    expect(await planned()).toEqual([])
    const late = await rule(ws, { ...on('task.overdue'), ...comment })
    await daily(env())
    await daily(env())
    expect([await planned(), await titles(late)]).toMatchObject([[{ at: '07:00:00' }], []])
  })

  test('are those of the project if it has its own time zone', async () => {
    const { ws, home, due, titles, planned } = await setUp(noon)
    const otherZone = zoneAt(noon - 10)
    await asOwner('update projects set timezone = $2 where id = $1', [home.id, otherZone])
    const late = await rule(ws, { ...on('task.overdue'), ...comment, project_id: home.id })
    await due(-1, otherZone)
    await due(-2, otherZone)
    await daily(env())
    expect(await titles(late)).toEqual(['Due -2 succeeded'])
    expect((await planned()).map(({ zone }) => zone)).toEqual([otherZone])
  })

  test('cause no run if conditions do not hold, and are checked again the next morning', async () => {
    const { ws, due, titles, patch, owner } = await setUp(noon)
    const conditions = { field: 'priority', op: 'eq', value: 'urgent' }
    const late = await rule(ws, { ...on('task.overdue'), ...comment, conditions })
    const { id } = await due(-1)
    await daily(env())
    expect(await titles(late)).toEqual([])
    await patch({ priority: 'urgent' }, owner, `${ws.base}/tasks/${id}`)
    await daily(env())
    expect(await titles(late)).toEqual(['Due -1 succeeded'])
  })

  test('are processed once by two concurrent clocks', { tags: 'race' }, async () => {
    const { ws, due, zone } = await setUp(noon)
    const late = await rule(ws, { ...on('task.overdue'), ...comment })
    for (let n = 1; n <= 5; n++) await due(-n)
    for (let n = 0; n < 4; n++)
      await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'automate.days', $2)`, [
        ws.org.id,
        { zone },
      ])
    await Promise.all([drain(database()), drain(database()), drain(database())])
    await drain(database())
    expect(await statuses(ws, late)).toEqual(Array(5).fill('succeeded'))
  })
})

describe('without the daily job', () => {
  const plan = async ({ ws }: { ws: { org: { id: string } } }) =>
    (
      await asOwner<{ at: string }>(
        `select ((available_at at time zone (payload->>'zone'))::date - (now() at time zone (payload->>'zone'))::date)
            || ' ' || (available_at at time zone (payload->>'zone'))::time as at
          from outbox where org_id = $1 and topic = 'automate.days' and done_at is null order by available_at`,
        [ws.org.id],
      )
    ).map(({ at }) => at)

  test('a rule fires for what is due when it is created, and plans the mornings of later dates', async () => {
    const setup = await setUp(noon)
    await setup.due(2)
    await setup.due(9)
    const soon = await rule(setup.ws, { ...on('task.due_soon', { days: 3 }), ...comment })
    await drain(database())
    expect([await setup.titles(soon), await plan(setup)]).toEqual([['Due 2 succeeded'], ['6 07:00:00']])
  })

  test('a rule fires when a date is set', async () => {
    const setup = await setUp(noon)
    const soon = await rule(setup.ws, { ...on('task.due_soon'), ...comment })
    const late = await rule(setup.ws, { ...on('task.overdue'), ...comment })
    await drain(database())
    await setup.due(1)
    await setup.due(-1)
    await drain(database())
    expect([await setup.titles(soon), await setup.titles(late)]).toEqual([
      ['Due 1 succeeded'],
      ['Due -1 succeeded'],
    ])
    expect(await plan(setup)).toEqual(['2 07:00:00'])
    await setup.due(6)
    expect(await plan(setup)).toEqual(['2 07:00:00'])
  })
})
