import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task } from '../kit/makers.ts'
import { type Plan, planOf } from '../kit/plans.ts'
import { parts } from '../kit/parts.ts'

/** A chain of three in the week of Monday 5 January 2099: two days, two days, then one after the weekend. */
async function chain(): Promise<
  Plan & { wait: (from: number, to: number, lag?: number) => Promise<unknown> }
> {
  const plan = await planOf([
    { start_date: '2099-01-05', due_date: '2099-01-06' },
    { start_date: '2099-01-07', due_date: '2099-01-08' },
    { start_date: '2099-01-09', due_date: '2099-01-09' },
  ])
  const { ws, tasks } = plan
  const wait = (from: number, to: number, lag_days = 0) =>
    ws.owner.ok('POST', `${ws.base}/tasks/${tasks[from]!.id}/dependencies`, {
      task_id: tasks[to]!.id,
      type: 'blocks',
      lag_days,
    })
  await wait(0, 1)
  await wait(1, 2)
  return { ...plan, wait }
}
const preview = ({ ws, path }: Plan, changes: object[], more: object = {}) =>
  ws.owner.call('POST', `${path}/schedule/preview`, { changes, ...more })
const apply = ({ ws, path }: Plan, changes: object[], more: object = {}) =>
  ws.owner.call('POST', `${path}/schedule/apply`, { changes, ...more })
const later = { start_date: '2099-01-06' }
const datesOf = ({ ws, tasks }: Plan) =>
  Promise.all(
    tasks.map(async ({ id }) => {
      const one = await ws.owner.ok('GET', `${ws.base}/tasks/${id}`)
      return [one.start_date, one.due_date]
    }),
  )

/** As the owner of the database, without triggers. */
async function bulk(text: string, values: unknown[]) {
  const client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(text, values)
  await client.end()
}

describe('holidays', () => {
  const off = (plan: Plan, date: string, half_day = false) =>
    plan.ws.owner.ok('POST', `${plan.ws.base}/calendar/holidays/overrides`, {
      name: 'Ours',
      kind: 'add',
      date,
      half_day,
    })

  test('are not working days: work that is pushed skips them, and keeps its length', async () => {
    const plan = await chain()
    for (const date of ['2099-01-07', '2099-01-10', '2099-01-12']) await off(plan, date)
    await off(plan, '2099-01-08', true)
    const { body } = await preview(plan, [{ task_id: plan.tasks[0]!.id, start_date: '2099-01-06' }])
    expect(body.moved.map(({ to }: Json) => [to.start_date, to.due_date])).toEqual([
      ['2099-01-06', '2099-01-08'],
      ['2099-01-09', '2099-01-09'],
      ['2099-01-13', '2099-01-13'],
    ])
    const every = await preview(plan, [{ task_id: plan.tasks[0]!.id, ...later }], { working_days: false })
    expect(every.body.moved[0].to).toEqual({ start_date: '2099-01-06', due_date: '2099-01-07' })
  })

  test('working day number and date are inverse functions', async () => {
    const plan = await planOf([])
    const dates = ['2099-01-01', '2099-01-02', '2099-01-05', '2099-01-10', '2099-01-23', '2099-02-02']
    for (const date of dates) await off(plan, date)
    const invalid = await asOwner(
      `with s as (select set_config('app.org_id', $1, false)), w as materialized (select app.org_week() as week from s),
        d as (select g::date as day, extract(isodow from g) < 6 and not g::date::text = any ($2) as worked
          from generate_series(timestamp '2098-12-20', timestamp '2099-03-01', interval '1 day') g),
        n as (select d.*, app.work_index(d.day, week) as n, app.work_start(d.day, week) as first, week from d, w)
        select n.day::text from n where (n.worked and (app.work_day(n.n, week) <> n.day or n.first <> n.n))
          or (not n.worked and app.work_day(n.first, week) <> (select min(o.day) from d o where o.worked and o.day > n.day))
          or n.n - (select min(x.n) from n x) <> (select count(*) from d o where o.worked and o.day <= n.day
            and o.day > (select min(day) from d))`,
      [plan.ws.org.id, dates],
    )
    expect(invalid).toEqual([])
  })
})

describe('a preview', () => {
  test('pushes what waits, over the weekend, and writes nothing, in one round trip', async () => {
    const plan = await chain()
    const [a, b, c] = plan.tasks
    const before = await datesOf(plan)
    const { status, roundTrips, body } = await preview(plan, [{ task_id: a!.id, ...later }])
    expect([status, roundTrips]).toEqual([200, 1])
    expect(body).toMatchObject({
      moved: [
        {
          task_id: a!.id,
          from: { start_date: '2099-01-05', due_date: '2099-01-06' },
          to: { start_date: '2099-01-06', due_date: '2099-01-07' },
        },
        { task_id: b!.id, to: { start_date: '2099-01-08', due_date: '2099-01-09' } },
        { task_id: c!.id, to: { start_date: '2099-01-12', due_date: '2099-01-12' } },
      ],
      old_end: '2099-01-09',
      new_end: '2099-01-12',
      critical_path: [a!.id, b!.id, c!.id],
      conflicts: [],
      milestones_at_risk: [],
      unscheduled: 0,
    })
    expect(await datesOf(plan)).toEqual(before)
    const [{ n }] = await asOwner(
      `select count(*)::int as n from audit_log where action like 'schedule%' and org_id = $1`,
      [plan.ws.org.id],
    )
    expect(n).toBe(0)
  })

  test('uses all days if working_days is false, and a longer estimate as a later end', async () => {
    const plan = await chain()
    const [a, , c] = plan.tasks
    const all = (await preview(plan, [{ task_id: a!.id, ...later }], { working_days: false })).body
    expect(all.new_end).toBe('2099-01-10')
    const longer = (await preview(plan, [{ task_id: a!.id, estimate_minutes: 3 * 480 }])).body
    expect(longer.moved[0].to).toEqual({ start_date: '2099-01-05', due_date: '2099-01-07' })
    expect(longer.moved.at(-1)).toMatchObject({ task_id: c!.id, to: { start_date: '2099-01-12' } })
  })

  test('keeps the lag of a dependency in working days, and a negative one allows overlap', async () => {
    const plan = await planOf([
      { start_date: '2099-01-05', due_date: '2099-01-08' },
      { start_date: '2099-01-05', due_date: '2099-01-05' },
      { start_date: '2099-01-05', due_date: '2099-01-05' },
    ])
    const { ws, tasks } = plan
    for (const [to, lag_days] of [
      [1, 2],
      [2, -2],
    ] as const)
      await ws.owner.ok('POST', `${ws.base}/tasks/${tasks[0]!.id}/dependencies`, {
        task_id: tasks[to]!.id,
        type: 'blocks',
        lag_days,
      })
    const { moved } = (await preview(plan, [])).body
    expect(moved.map((one: Json) => [one.task_id, one.to.start_date])).toEqual([
      [tasks[1]!.id, '2099-01-13'],
      [tasks[2]!.id, '2099-01-07'],
    ])
  })

  test('leaves out done blockers, does not push started tasks, and says so', async () => {
    const plan = await chain()
    const { ws, tasks } = plan
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[1]!.id}`, { status: 'in_progress' })
    const started = (await preview(plan, [{ task_id: tasks[0]!.id, ...later }])).body
    expect(started.moved.map((one: Json) => one.task_id)).toEqual([tasks[0]!.id])
    expect(started.conflicts).toEqual([{ type: 'started', task_id: tasks[1]!.id, by_task_id: tasks[0]!.id }])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[1]!.id}`, { status: 'done' })
    const done = (await preview(plan, [{ task_id: tasks[0]!.id, ...later }])).body
    expect([done.moved.length, done.conflicts]).toEqual([1, []])
  })

  test('reports what cannot be satisfied, a missed target and which milestones are at risk', async () => {
    const plan = await chain()
    const { ws, tasks, path } = plan
    await ws.owner.ok('PATCH', path, { target_date: '2099-01-09' })
    const beta = await ws.owner.ok('POST', `${path}/milestones`, { name: 'Beta', due_date: '2099-01-09' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[2]!.id}`, { milestone_id: beta.id })
    expect((await preview(plan, [])).body).toMatchObject({ moved: [], conflicts: [], milestones_at_risk: [] })
    const wishes = [
      { task_id: tasks[0]!.id, ...later },
      { task_id: tasks[1]!.id, start_date: '2099-01-07' },
    ]
    expect((await preview(plan, wishes)).body).toMatchObject({
      conflicts: [
        { type: 'pushed', task_id: tasks[1]!.id, by_task_id: tasks[0]!.id },
        { type: 'after_target', task_id: tasks[2]!.id, by_task_id: null },
      ],
      milestones_at_risk: [
        { id: beta.id, name: 'Beta', due_date: '2099-01-09', projected: '2099-01-12', late_days: 3 },
      ],
    })
  })

  test('subtasks are between the start and the end of their parent, for dependencies in both directions', async () => {
    const plan = await planOf([
      { start_date: '2099-01-05', due_date: '2099-01-05' },
      { type: 'epic', due_date: '2099-01-07' },
      { start_date: '2099-01-08', due_date: '2099-01-08' },
    ])
    const { ws, home, tasks } = plan
    const [before, epic, after] = tasks
    const child = await task(ws, home.id, {
      parent_id: epic!.id,
      start_date: '2099-01-06',
      due_date: '2099-01-07',
    })
    const block = (from: string, task_id: string) =>
      ws.owner.ok('POST', `${ws.base}/tasks/${from}/dependencies`, { task_id, type: 'blocks' })
    await block(before!.id, epic!.id)
    await block(epic!.id, after!.id)
    const result = (await preview(plan, [{ task_id: before!.id, start_date: '2099-01-06' }])).body
    expect(result.moved.map((one: Json) => [one.task_id, one.to.start_date])).toEqual([
      [before!.id, '2099-01-06'],
      [after!.id, '2099-01-09'],
      [child.id, '2099-01-07'],
    ])
    expect(result.conflicts).toEqual([{ type: 'after_parent', task_id: child.id, by_task_id: epic!.id }])
    expect(result.critical_path).toEqual([before!.id, child.id, after!.id])
    const full = (
      await preview(plan, [{ task_id: epic!.id, start_date: '2099-01-12', due_date: '2099-01-14' }])
    ).body
    expect(full.moved.find((one: Json) => one.task_id === child.id).to.start_date).toBe('2099-01-12')
  })

  test('tasks of other projects do not move: as blockers they count, as followers they are reported', async () => {
    const plan = await chain()
    const { ws, tasks } = plan
    const other = await project(ws)
    const blocker = await task(ws, other.id, { due_date: '2099-01-09' })
    const follower = await task(ws, other.id, { start_date: '2099-01-14' })
    const block = (from: string, task_id: string) =>
      ws.owner.ok('POST', `${ws.base}/tasks/${from}/dependencies`, { task_id, type: 'blocks' })
    await block(blocker.id, tasks[1]!.id)
    await block(tasks[2]!.id, follower.id)
    const result = (await preview(plan, [])).body
    expect(result.moved.map((one: Json) => one.to.start_date)).toEqual(['2099-01-12', '2099-01-14'])
    expect(result.conflicts).toEqual([
      { type: 'other_project', task_id: follower.id, by_task_id: tasks[2]!.id },
    ])
    const secret = await project(ws, { visibility: 'private' })
    const hidden = await task(ws, secret.id, { due_date: '2099-06-01' })
    await block(hidden.id, tasks[1]!.id)
    const member = await join(ws)
    const foreign = await member.ok('POST', `${plan.path}/schedule/preview`, { changes: [] })
    expect(foreign.moved).toEqual(result.moved)
    expect((await preview(plan, [])).body.new_end).toBe('2099-06-04')
  })

  test('rejects too many changes, unknown or closed tasks, dates in the wrong order, and a cycle', async () => {
    const plan = await chain()
    const { ws, tasks } = plan
    const refusal = async (changes: object[]) => {
      const { status, body } = await preview(plan, changes)
      return [status, body.error?.message]
    }
    const params = (task_id = uuidv7()) => ({ task_id, ...later })
    expect(await refusal(Array.from({ length: 501 }, () => params()))).toEqual([
      422,
      'body.changes: at most 500 changes',
    ])
    expect(await refusal([params(tasks[0]!.id), params(tasks[0]!.id)])).toEqual([
      422,
      'body.changes: duplicate task_id',
    ])
    const missing = 'task_id: not an open task of the project'
    const foreign = await task(ws, (await project(ws)).id)
    expect(await refusal([params(), params(tasks[0]!.id), params(foreign.id)])).toEqual([
      422,
      `body.changes[0].${missing}; body.changes[2].${missing}`,
    ])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[2]!.id}`, { status: 'done' })
    expect(await refusal([params(tasks[2]!.id)])).toEqual([422, `body.changes[0].${missing}`])
    expect(await refusal([{ task_id: tasks[0]!.id, due_date: '2099-01-02' }])).toEqual([
      422,
      'body.changes[0].due_date: before start_date',
    ])
    const extra = await task(ws, plan.home.id)
    await asOwner(
      `insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
        values ($1, $2, $3, 'blocks', $5), ($1, $3, $4, 'blocks', $5)`,
      [ws.org.id, tasks[1]!.id, extra.id, tasks[0]!.id, ws.owner.id],
    )
    expect(await refusal([])).toEqual([409, 'the dependencies of the project form a cycle'])
  })

  test(
    'of 10 000 tasks in chains, and their earned value, take one round trip each',
    { timeout: 120_000 },
    async () => {
      const plan = await planOf([])
      const { ws, home, path } = plan
      await bulk(
        `with made as (insert into tasks (org_id, project_id, number, title, rank, created_by, reporter_id, start_date, due_date,
          estimate_minutes, open_blocker_count)
          select $1, $2, n, 'Link', 'b' || (10000 + n), $3, $3, date '2099-01-01' + n / 50, date '2099-01-01' + n / 50 + 3, 480,
            (n > 100)::int
            from generate_series(1, 10000) n returning id, number)
        insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
          select $1, a.id, b.id, 'blocks', $3 from made a join made b on b.number = a.number + 100`,
        [ws.org.id, home.id, ws.owner.id],
      )
      await asOwner('analyze tasks, task_dependencies, task_events')
      const timedReply = async (method: string, at: string, body?: object) => {
        const reply = await ws.owner.call(method, at, body)
        expect([at, reply.status, reply.roundTrips]).toEqual([
          at,
          method === 'POST' && at.endsWith('baselines') ? 201 : 200,
          1,
        ])
        return reply.body
      }
      const preview = await timedReply('POST', `${path}/schedule/preview`, { changes: [] })
      expect(preview.moved.length).toBeGreaterThan(9000)
      expect((await timedReply('POST', `${path}/baselines`, { name: 'Whole' })).task_count).toBe(10_000)
      expect((await timedReply('GET', `${path}/earned-value`)).bac).toBe(4_800_000)
      await timedReply('GET', `${path}/earned-value/series?from=2098-12-01&to=2099-11-30`)
      await timedReply('GET', `${ws.base}/earned-value`)
      await timedReply('GET', `${ws.base}/roadmap?level=project,milestone,epic,sprint`)
    },
  )
})

describe('applying a schedule', () => {
  test('writes what the preview shows, with history, and returns how many tasks changed', async () => {
    const plan = await chain()
    const { ws, tasks } = plan
    const changes = [{ task_id: tasks[0]!.id, estimate_minutes: 1440 }]
    const shown = (await preview(plan, changes)).body
    const done = await apply(plan, changes, { token: shown.token })
    expect([done.status, done.roundTrips, done.body]).toEqual([
      200,
      1,
      { updated: 3, moved: shown.moved, new_end: shown.new_end },
    ])
    expect(await datesOf(plan)).toEqual([
      ['2099-01-05', '2099-01-07'],
      ['2099-01-08', '2099-01-09'],
      ['2099-01-12', '2099-01-12'],
    ])
    const { items } = await ws.owner.ok('GET', `${ws.base}/tasks/${tasks[0]!.id}/history`)
    expect(items[0].changes.map(({ field }: Json) => field).toSorted()).toEqual([
      'due_date',
      'estimate_minutes',
    ])
    expect((await apply(plan, [])).body).toEqual({ updated: 0, moved: [], new_end: '2099-01-12' })
  })

  test(
    'conflicts if the plan changed after the preview; of 50 concurrent ones with one token one is written',
    { tags: 'race' },
    async () => {
      const plan = await chain()
      const { ws, tasks } = plan
      const changes = [{ task_id: tasks[0]!.id, ...later }]
      const { token } = (await preview(plan, changes)).body
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[1]!.id}`, { title: 'Changed' })
      const stale = await apply(plan, changes, { token })
      expect([stale.status, stale.body.error.message]).toEqual([
        409,
        'the plan has changed since the preview; preview it again',
      ])
      const fresh = (await preview(plan, changes)).body.token
      const all = await Promise.all(Array.from({ length: 50 }, () => apply(plan, changes, { token: fresh })))
      expect([200, 409].map((code) => all.filter(({ status }) => status === code).length)).toEqual([1, 49])
    },
  )

  test('is for managers and the lead of the project; members can preview', async () => {
    const plan = await chain()
    const { ws, path } = plan
    const [member, lead, viewer] = [await join(ws), await join(ws), await join(ws, 'viewer')]
    await ws.owner.ok('PUT', `${path}/members/${lead.id}`, { role: 'lead' })
    const body = { changes: [{ task_id: plan.tasks[0]!.id, ...later }] }
    expect((await viewer.call('POST', `${path}/schedule/preview`, body)).status).toBe(403)
    expect((await member.call('POST', `${path}/schedule/preview`, body)).status).toBe(200)
    expect((await member.call('POST', `${path}/schedule/apply`, body)).status).toBe(403)
    expect((await lead.call('POST', `${path}/schedule/apply`, body)).status).toBe(200)
    await ws.owner.ok('POST', `${path}/archive`)
    expect((await apply(plan, [])).status).toBe(409)
  })
})
