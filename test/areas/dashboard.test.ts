import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { settled } from '../kit/inbox.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { complete, dayFromNow, sprint, start } from '../kit/sprints.ts'
import { parts } from '../kit/parts.ts'

const today = dayFromNow(0)
const board = (ws: Json, who = ws.owner, query = '') => who.ok('GET', `${ws.base}/dashboard${query}`)

describe('the dashboard', () => {
  test('shows in one round trip the state of my work, the projects and the sprints', async () => {
    const ws = await workspace()
    const home = await project(ws, { name: 'Website' })
    const ownFilter = { assignee_id: ws.owner.id }
    const [late, soon, done] = [
      await task(ws, home.id, { title: 'Late', due_date: dayFromNow(-3), estimate_points: 2 }),
      await task(ws, home.id, { title: 'Soon', due_date: today, estimate_points: 3 }),
      await task(ws, home.id, { title: 'Done', estimate_points: 5 }),
    ]
    for (const { id } of [late, soon]) await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, ownFilter)
    const { id } = await sprint(ws, home.id, { name: 'First' })
    await ws.owner.ok('POST', `${ws.base}/sprints/${id}/tasks`, { task_ids: [late.id, soon.id, done.id] })
    await start(ws, id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${done.id}`, { status: 'done' })
    const reply = await ws.owner.call('GET', `${ws.base}/dashboard`)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({
      me: { open: 2, overdue: 1, due_today: 1, blocked: 0 },
      unread: 0,
      projects: [
        {
          id: home.id,
          name: 'Website',
          open: 2,
          overdue: 1,
          progress: { done: 1, total: 3, percent: 33.3 },
          health: { value: 'at_risk', source: 'computed' },
        },
      ],
      active_sprints: [
        { id, name: 'First', project: { id: home.id }, totals: { scope: 10, done: 5, tasks: 3 } },
      ],
      errors: {},
    })
    expect(reply.body.upcoming_deadlines.map(({ type, label }: Json) => [type, label])).toEqual([
      ['task', 'Soon'],
      ['sprint', 'First'],
    ])
    await complete(ws, id)
    expect((await board(ws)).active_sprints).toEqual([])
  })

  test("counts only what the caller may see: a private project is nobody else's", async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const secret = await project(ws, { visibility: 'private', name: 'Secret' })
    await task(ws, secret.id, { due_date: today })
    const open = await project(ws, { name: 'Open' })
    const names = async (who = ws.owner) => (await board(ws, who)).projects.map(({ name }: Json) => name)
    expect([await names(), await names(ada)]).toEqual([['Secret', 'Open'], ['Open']])
    expect((await board(ws, ada)).upcoming_deadlines).toEqual([])
    await ws.owner.ok('POST', `${ws.base}/projects/${open.id}/archive`)
    expect([await names(), await names(ada)]).toEqual([['Secret'], []])
  })

  test('uses the day of the reader’s time zone', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const [{ east, west }] = (await asOwner(
      "select (now() at time zone 'Pacific/Kiritimati')::date::text as east, (now() at time zone 'Pacific/Niue')::date::text as west",
    )) as [{ east: string; west: string }]
    const { id } = await task(ws, home.id, { due_date: west })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: ws.owner.id })
    const me = async (zone: string) => (await board(ws, ws.owner, `?timezone=${zone}`)).me
    expect(await me('Pacific/Niue')).toMatchObject({ overdue: 0, due_today: 1 })
    expect(await me('Pacific/Kiritimati')).toMatchObject(
      east === west ? { due_today: 1 } : { overdue: 1, due_today: 0 },
    )
    const invalid = await ws.owner.call('GET', `${ws.base}/dashboard?timezone=Mars/Base`)
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'query.timezone: must be an IANA time zone',
    ])
  })

  test('counts unread notifications', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const { id } = await task(ws, (await project(ws)).id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: ada.id })
    await settled(ws)
    expect([(await board(ws, ada)).unread, (await board(ws)).unread]).toEqual([1, 0])
  })

  test('leaves out a block that fails or times out, says why, and has the others', async () => {
    const ws = await workspace()
    await project(ws)
    const owner = new Client({ connectionString: parts().ownerUrl })
    await owner.connect()
    try {
      await owner.query(`begin; select app.enter_system('${ws.org.id}', 'test', 'test');
        create or replace function app.dashboard_projects(today date) returns json language sql stable
          as $$ select to_json(1) from pg_sleep(30) $$;
        create or replace function app.dashboard_sprints() returns json language sql stable
          as $$ select to_json(1 / (extract(epoch from now()) * 0)::int) $$`)
      for (const [block, patience] of [
        ['projects', '50ms'],
        ['active_sprints', '10s'],
        ['upcoming_deadlines', '10s'],
      ]) {
        await owner.query(`set local statement_timeout = '${patience}'`)
        await owner.query('select app.dashboard_block($1, null)', [block])
      }
      const { rows } = await owner.query("select current_setting('app.dashboard')::jsonb as made")
      expect(rows).toEqual([
        {
          made: {
            projects: null,
            active_sprints: null,
            upcoming_deadlines: [],
            errors: { projects: 'timeout', active_sprints: 'unavailable' },
          },
        },
      ])
    } finally {
      await owner.end()
    }
  })
})

describe('recent activity', () => {
  test('has tasks, sprints and updates across projects, newest first, with its filters', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const [home, secret] = [await project(ws), await project(ws, { visibility: 'private' })]
    const created = await task(ws, home.id, { title: 'One' })
    await task(ws, secret.id)
    await ada.ok('PATCH', `${ws.base}/tasks/${created.id}`, { status: 'in_progress' })
    const { id } = await sprint(ws, home.id, { name: 'First' })
    await start(ws, id)
    await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/updates`, { health: 'on_track', body: 'Fine' })
    const list = async (query = '', who = ws.owner) =>
      (await who.ok('GET', `${ws.base}/dashboard/activity?${query}`)).items.map(({ type }: Json) => type)
    const visible = [
      'update.posted',
      'sprint.started',
      'sprint.created',
      'task.moved',
      'task.status_changed',
      'task.created',
    ]
    expect(await list('', ada)).toEqual(visible)
    expect(await list(`project_id=${home.id}`)).toEqual(visible)
    expect(await list(`actor_id=${ada.id}`)).toEqual(['task.moved', 'task.status_changed'])
    expect(await list('actor_id=me', ada)).toEqual(['task.moved', 'task.status_changed'])
    expect(await list('types=sprint.started,update.posted')).toEqual(['update.posted', 'sprint.started'])
    expect((await list()).filter((type: string) => type === 'task.created').length).toBe(2)
    expect(await list(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await list(`project_id=${secret.id}`, ada)).toEqual([])
  })
})

describe('the workload', () => {
  test('spreads a task over its working days and counts undated and done tasks separately', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const home = await project(ws)
    const give = async (draft: object) => {
      const { id } = await task(ws, home.id, draft)
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: ada.id })
      return id
    }
    // From Thursday 7 to Wednesday 13 January 2055: five working days, three of them from Monday 11 on.
    await give({ estimate_minutes: 500, start_date: '2055-01-07', due_date: '2055-01-13' })
    await give({ estimate_minutes: 60, due_date: '2055-01-12' })
    await give({ estimate_minutes: 90, due_date: '2055-01-20' })
    await give({ estimate_minutes: 45 })
    const of = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/dashboard/workload?${query}`)).people.find(
        ({ person }: Json) => person.user_id === ada.id,
      )
    expect(await of('from=2055-01-11&to=2055-01-17&unit=minutes')).toEqual({
      person: { user_id: ada.id, name: 'Ada' },
      capacity: 2400,
      planned: 360,
      done: 0,
      undated: 45,
      overdue: 0,
    })
    expect(await of('from=2055-01-11&to=2055-01-17&unit=count')).toMatchObject({
      capacity: null,
      planned: 1.6,
    })
  })

  test('is for managers, and for at most 92 days', async () => {
    const ws = await workspace()
    const ada = await join(ws, 'member', 'Ada')
    const send = async (query: string, who = ws.owner) => {
      const { status, body } = await who.call('GET', `${ws.base}/dashboard/workload?${query}`)
      return [status, body.error?.message]
    }
    expect((await send('from=2055-01-01&to=2055-01-31', ada))[0]).toBe(403)
    expect(await send('from=2055-01-02&to=2055-01-01')).toEqual([422, 'query.to: must not be before from'])
    expect(await send('from=2055-01-01&to=2055-04-03')).toEqual([422, 'query.to: at most 92 days after from'])
    expect((await send('from=2055-01-01&to=2055-04-02'))[0]).toBe(200)
  })
})
