import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const day = (shift: number) => new Date(Date.now() + shift * 864e5).toISOString().slice(0, 10)
const create = ({ owner, base }: Workspace, body: Json = {}): Promise<Json> =>
  owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB', ...body })

describe('the summary of a project', () => {
  test('counts everything in one statement', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    await taskRow(ws, id, { status: 'done', type: 'bug', assignee_id: ws.owner.id, spent_minutes: 30 })
    await taskRow(ws, id, { priority: 'urgent', due_date: day(-2), estimate_points: 3, estimate_minutes: 60 })
    await taskRow(ws, id, {
      status: 'in_progress',
      due_date: day(2),
      open_blocker_count: 1,
      assignee_id: ws.owner.id,
    })
    await taskRow(ws, id, { status: 'cancelled', due_date: day(-2) })
    await taskRow(ws, id, { deleted_at: new Date() })
    const reply = await ws.owner.call('GET', `${ws.base}/projects/WEB/summary`)
    expect([reply.status, reply.roundTrips, reply.body]).toEqual([
      200,
      1,
      {
        by_status: { todo: 1, in_progress: 1, done: 1, cancelled: 1 },
        by_type: { epic: 0, story: 0, task: 3, bug: 1, spike: 0, chore: 0 },
        by_priority: { low: 0, medium: 3, high: 0, urgent: 1 },
        by_assignee: [
          { user_id: ws.owner.id, name: 'Ada Lovelace', total: 2, open: 1, done: 1 },
          { user_id: null, name: null, total: 2, open: 1, done: 0 },
        ],
        open: 2,
        overdue: 1,
        unestimated: 1,
        blocked: 1,
        estimate_minutes: 60,
        spent_minutes: 30,
        progress: { done: 1, total: 3, percent: 33.3 },
        health: { value: 'at_risk', source: 'computed' },
        active_sprint: null,
        next_milestone: null,
      },
    ])
  })

  test('without tasks it has null, not NaN', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    await taskRow(ws, id, { status: 'cancelled' })
    const { progress, health, by_assignee } = await ws.owner.ok('GET', `${ws.base}/projects/${id}/summary`)
    expect([progress, health, by_assignee]).toEqual([
      { done: 0, total: 0, percent: null },
      { value: 'on_track', source: 'computed' },
      expect.any(Array),
    ])
  })

  test('health is computed until somebody posts an update', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { start_date: day(-30), target_date: day(-2) })
    const health = async () => (await ws.owner.ok('GET', `${ws.base}/projects/${id}/summary`)).health
    expect(await health()).toEqual({ value: 'on_track', source: 'computed' })
    for (let n = 0; n < 5; n++) await taskRow(ws, id, n ? {} : { due_date: day(-2) })
    expect(await health()).toEqual({ value: 'off_track', source: 'computed' })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { target_date: day(20) })
    expect(await health()).toEqual({ value: 'on_track', source: 'computed' })
    await taskRow(ws, id, { due_date: day(-2) })
    expect(await health()).toEqual({ value: 'at_risk', source: 'computed' })
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/updates`, {
      health: 'off_track',
      body: 'Server down',
    })
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/updates`, { health: 'on_track', body: 'Up again' })
    expect(await health()).toEqual({ value: 'on_track', source: 'posted' })
  })

  test('health is off track when the forecast of 85 percent is past the target', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { start_date: day(-40), target_date: day(40) })
    await asOwner(`update projects set created_at = now() - interval '40 days' where id = $1`, [id])
    // One task every second day: half a task a day.
    for (let n = 2; n <= 40; n += 2) {
      const { id: one } = await taskRow(ws, id, { status: 'done' })
      await asOwner(`update tasks set completed_at = now() - $2 * interval '1 day' where id = $1`, [one, n])
    }
    for (let n = 0; n < 10; n++) await taskRow(ws, id)
    const health = async () => (await ws.owner.ok('GET', `${ws.base}/projects/${id}/summary`)).health.value
    const { p85 } = await ws.owner.ok('GET', `${ws.base}/projects/${id}/forecast?seed=1`)
    expect(await health()).toBe('on_track')
    // The forecast samples days where health assumes a normal distribution of the sum: they differ by a day or two.
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { target_date: day(p85.days + 3) })
    expect(await health()).toBe('on_track')
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { target_date: day(p85.days - 3) })
    expect(await health()).toBe('off_track')
  })

  test('overdue is determined by the organization’s own day, in the summary, in the task and in filters', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    const [{ east, west }] =
      await asOwner(`select (now() at time zone 'Pacific/Kiritimati')::date::text as east,
      (now() at time zone 'Pacific/Pago_Pago')::date::text as west`)
    await taskRow(ws, id, { due_date: west })
    const overdue = async (timezone: string) => {
      await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { timezone: 'Pacific/Midway' })
      await ws.owner.ok('PATCH', ws.base, { timezone })
      const listed = await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks`)
      const filtered = await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?overdue=true`)
      const { overdue: counted } = await ws.owner.ok('GET', `${ws.base}/projects/${id}/summary`)
      expect([Number(listed.items[0].is_overdue), filtered.total]).toEqual([counted, counted])
      return counted
    }
    expect(east > west).toBe(true)
    expect([await overdue('Pacific/Kiritimati'), await overdue('Pacific/Pago_Pago')]).toEqual([1, 0])
  })
})

describe('status updates', () => {
  test('an update stores the counts of its time', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    const one = await taskRow(ws, id)
    const posted = await ws.owner.call('POST', `${ws.base}/projects/${id}/updates`, {
      health: 'at_risk',
      body: 'Late',
    })
    expect([posted.status, posted.roundTrips, posted.body]).toMatchObject([
      201,
      1,
      {
        health: 'at_risk',
        body: 'Late',
        author: { user_id: ws.owner.id },
        snapshot: { by_status: { todo: 1 }, open: 1 },
      },
    ])
    await asOwner("update tasks set status = 'done' where id = $1", [one.id])
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/updates`, { health: 'on_track', body: 'Done' })
    const list = await ws.owner.call('GET', `${ws.base}/projects/${id}/updates`)
    expect([list.roundTrips, list.body]).toMatchObject([
      1,
      {
        total: 2,
        items: [
          { body: 'Done', snapshot: { progress: { percent: 100 } } },
          { body: 'Late', snapshot: { progress: { percent: 0 } } },
        ],
      },
    ])
    for (const body of [
      { health: 'fine', body: 'x' },
      { health: 'on_track', body: ' ' },
    ]) {
      expect((await ws.owner.call('POST', `${ws.base}/projects/${id}/updates`, body)).status).toBe(422)
    }
  })
})

describe('the activity of a project', () => {
  const event = (project: string, taskId: string, actor: string, at: string, more: Json = {}) =>
    asOwner(
      `insert into task_events (org_id, project_id, task_id, actor_id, actor_type, change_id, kind, field, old_value,
        new_value, created_at)
      select org_id, $1, $2, $3, 'user', uuidv7(), $4, $5, $6, $7, $8 from projects where id = $1`,
      [project, taskId, actor, more.kind ?? 'status_changed', more.field ?? 'status', '"todo"', '"done"', at],
    )

  test('tasks, the project and its updates form one stream, newest first', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member', 'Grace')
    const { id } = await create(ws)
    const one = await taskRow(ws, id, { title: 'Fix the login' })
    await event(id, one.id, grace.id, '2020-01-01T00:00:00Z')
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, {
      name: 'Site',
      status: 'on_hold',
      budget_minor: 5,
    })
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/updates`, { health: 'at_risk', body: 'Late' })
    const path = `${ws.base}/projects/${id}/activity`
    const reply = await ws.owner.call(
      'GET',
      `${path}?types=project.created,project.updated,update.posted,task.status_changed`,
    )
    expect([reply.status, reply.roundTrips, reply.body.total]).toEqual([200, 1, 5])
    const [posted, name, status, created, changed] = reply.body.items
    expect(posted).toMatchObject({ type: 'update.posted', to: 'at_risk', summary: 'Late', task: null })
    expect([name, status].map(({ field, from, to }) => [field, from, to]).sort()).toEqual([
      ['name', 'Website', 'Site'],
      ['status', 'active', 'on_hold'],
    ])
    expect(created).toMatchObject({ type: 'project.created', field: null, summary: 'created the project' })
    expect(changed).toEqual({
      at: '2020-01-01T00:00:00.000Z',
      actor: { user_id: grace.id, name: 'Grace' },
      type: 'task.status_changed',
      task: { id: one.id, key: 'WEB-1', title: 'Fix the login', origin: null },
      field: 'status',
      from: 'todo',
      to: 'done',
      summary: 'changed status to done',
      origin: null,
    })
    const types = async (query: string) =>
      (await ws.owner.ok('GET', `${path}?${query}`)).items.map(({ type }: Json) => type)
    expect(await types('types=update.posted')).toEqual(['update.posted'])
    expect(await types(`actor_id=${grace.id}`)).toEqual(['task.status_changed'])
    expect(await types('to=2020-06-01T00:00:00Z')).toEqual(['task.status_changed'])
    expect(await types('actor_id=me&types=project.updated')).toEqual(['project.updated', 'project.updated'])
    expect(await types('from=2999-01-01T00:00:00Z')).toEqual([])
    const { total } = await ws.owner.ok('GET', path)
    const paged = await Promise.all(
      Array.from({ length: total }, (_, n) => ws.owner.ok('GET', `${path}?limit=1&offset=${n}`)),
    )
    const full = await ws.owner.ok('GET', path)
    expect(paged.flatMap(({ items }) => items)).toEqual(full.items)
  })

  test('keeps the key of a task in the trash, and nothing of one that moved out of sight', async () => {
    const ws = await workspace()
    const home = await create(ws)
    const secret = await create(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
    const member = await join(ws)
    const [trashed, moved] = [(await taskRow(ws, home.id)).id, (await taskRow(ws, home.id)).id]
    for (const id of [trashed, moved])
      await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { title: `Palimpsest ${id}` })
    const { key } = await ws.owner.ok('GET', `${ws.base}/tasks/${trashed}`)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${trashed}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${moved}/transfer`, { project_id: secret.id })
    for (const path of [`projects/${home.id}/activity`, 'dashboard/activity']) {
      const { items } = await member.ok('GET', `${ws.base}/${path}`)
      expect([path, JSON.stringify(items).includes(`Palimpsest ${moved}`)]).toEqual([path, false])
      const deletion = items.find((one: Json) => one.type === 'task.deleted')
      expect([path, deletion.task.key]).toEqual([path, key])
    }
    expect(JSON.stringify(await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/activity`))).toContain(
      `Palimpsest ${moved}`,
    )
  })

  test('for each reader by their own day, wherever it is counted', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    const milestone = await ws.owner.ok('POST', `${ws.base}/projects/${id}/milestones`, {
      name: 'Launch',
      due_date: '2999-01-01',
    })
    const [{ west }] = await asOwner(`select (now() at time zone 'Pacific/Pago_Pago')::date::text as west`)
    const readers = [await join(ws, 'manager', 'East'), await join(ws, 'manager', 'West')] as const
    for (const [n, zone] of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].entries())
      await asOwner('update users set timezone = $2 where id = $1', [readers[n]!.id, zone])
    await taskRow(ws, id, { due_date: west, milestone_id: milestone.id, assignee_id: ws.owner.id })
    const counts = async (reader: Caller) => {
      const get = (path: string) => reader.ok('GET', `${ws.base}/${path}`)
      const { people } = await get('dashboard/workload?from=2026-01-01&to=2026-02-01')
      return {
        task: Number((await get(`projects/${id}/tasks`)).items[0].is_overdue),
        filter: (await get(`projects/${id}/tasks?overdue=true`)).total,
        query: (await reader.ok('POST', `${ws.base}/tasks/query`, { text: 'due < @today' })).total,
        summary: (await get(`projects/${id}/summary`)).overdue,
        milestone: (await get(`milestones/${milestone.id}`)).tasks.overdue,
        workload: people.find((one: Json) => one.person.user_id === ws.owner.id).overdue,
      }
    }
    const [early, late] = [await counts(readers[0]), await counts(readers[1])]
    for (const [found, n] of [
      [early, 1],
      [late, 0],
    ] as const)
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, n])))
  })
})
