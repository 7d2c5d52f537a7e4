import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const tasksOf = (project: string): Promise<Json[]> =>
  asOwner(
    `select t.number, t.title, t.status, t.assignee_id, t.rank,
    p.number as parent, c.name as column, t.start_date::text, t.due_date::text, t.estimate_points::float as points,
    t.child_count, t.reporter_id, array(select g.name from task_tags tt join tags g on g.id = tt.tag_id
      where tt.task_id = t.id order by g.name) as tags
  from tasks t left join tasks p on p.id = t.parent_id left join board_columns c on c.id = t.column_id
  where t.project_id = $1 order by t.number`,
    [project],
  )

async function source(ws: Workspace): Promise<Json> {
  const { owner, base } = ws
  const created = await owner.ok('POST', `${base}/projects`, {
    name: 'Website',
    key: 'WEB',
    color: '#112233',
    start_date: '2026-01-05',
    target_date: '2026-01-30',
    settings: { wip_policy: 'block' },
  })
  await asOwner("update board_columns set wip_limit = 3 where project_id = $1 and name = 'In progress'", [
    created.id,
  ])
  await taskRow(ws, created.id, { deleted_at: new Date() })
  const epic = await taskRow(ws, created.id, {
    title: 'Epic',
    status: 'done',
    assignee_id: owner.id,
    estimate_points: 5,
  })
  const part = await taskRow(ws, created.id, {
    title: 'Part',
    parent_id: epic.id,
    start_date: '2026-01-07',
    due_date: '2026-01-10',
  })
  await owner.ok('POST', `${base}/tags`, { name: 'everywhere' })
  await owner.ok('PUT', `${base}/tasks/${part.id}/tags`, {
    names: ['everywhere', 'here'],
    create_missing: true,
  })
  return created
}

describe('duplicating a project', () => {
  test('structure only: columns, tags and settings, no tasks', async () => {
    const ws = await workspace()
    const { id } = await source(ws)
    const copy = await ws.owner.call('POST', `${ws.base}/projects/${id}/duplicate`, { name: 'Website 2' })
    expect([copy.status, copy.roundTrips, copy.body]).toMatchObject([
      201,
      1,
      {
        name: 'Website 2',
        key: 'W2',
        color: '#112233',
        start_date: '2026-01-05',
        settings: { wip_policy: 'block' },
        progress: { total: 0 },
        lead: null,
        version: 1,
      },
    ])
    expect(
      await asOwner('select name, wip_limit from board_columns where project_id = $1 order by rank', [
        copy.body.id,
      ]),
    ).toEqual([
      { name: 'To do', wip_limit: null },
      { name: 'In progress', wip_limit: 3 },
      { name: 'Done', wip_limit: null },
    ])
    expect(await asOwner('select name from tags where project_id = $1', [copy.body.id])).toEqual([
      { name: 'here' },
    ])
    expect(await tasksOf(copy.body.id)).toEqual([])
  })

  test('tasks become new ones: to do, unassigned, renumbered, with tree and tags', async () => {
    const ws = await workspace()
    const { id } = await source(ws)
    const manager = await join(ws, 'manager')
    const copy = await manager.ok('POST', `${ws.base}/projects/${id}/duplicate`, {
      name: 'Copy',
      key: 'CPY',
      include: { tasks: true },
    })
    const plain = { status: 'todo', assignee_id: null, column: 'To do', reporter_id: manager.id }
    expect(await tasksOf(copy.id)).toMatchObject([
      { ...plain, number: 1, title: 'Epic', parent: null, points: 5, child_count: 1, tags: [] },
      {
        ...plain,
        number: 2,
        title: 'Part',
        parent: 1,
        due_date: '2026-01-10',
        child_count: 0,
        tags: ['everywhere', 'here'],
      },
    ])
    expect(copy.progress).toEqual({ done: 0, total: 2, percent: 0 })
    expect(await asOwner('select task_counter from projects where id = $1', [copy.id])).toEqual([
      { task_counter: 2 },
    ])
    expect(
      await asOwner(
        `select count(distinct g.id)::int as n from tags g where g.org_id = $1 and g.name = 'here'`,
        [ws.org.id],
      ),
    ).toEqual([{ n: 2 }])
  })

  test('without tags and columns the copy has the default columns and the tags of the organization', async () => {
    const ws = await workspace()
    const { id } = await source(ws)
    const copy = await ws.owner.ok('POST', `${ws.base}/projects/${id}/duplicate`, {
      name: 'Copy',
      include: { tasks: true, tags: false, columns: false },
    })
    expect((await tasksOf(copy.id)).map(({ tags }) => tags)).toEqual([[], ['everywhere']])
    expect(await asOwner('select wip_limit from board_columns where project_id = $1', [copy.id])).toEqual([
      { wip_limit: null },
      { wip_limit: null },
      { wip_limit: null },
    ])
  })

  test('dates move by working days and land on working days', async () => {
    const ws = await workspace()
    const { id } = await source(ws)
    const copy = await ws.owner.ok('POST', `${ws.base}/projects/${id}/duplicate`, {
      name: 'Copy',
      include: { tasks: true },
      shift_dates_to: '2026-03-05',
    })
    expect([copy.start_date, copy.target_date]).toEqual(['2026-03-05', '2026-04-01'])
    expect((await tasksOf(copy.id)).map((t) => [t.start_date, t.due_date])).toEqual([
      [null, null],
      ['2026-03-09', '2026-03-12'],
    ])
  })

  test('a project without dates still has none', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website' })
    const copy = await owner.ok('POST', `${base}/projects/${id}/duplicate`, {
      name: 'Copy',
      shift_dates_to: '2026-03-05',
    })
    expect([copy.start_date, copy.target_date]).toEqual([null, null])
  })

  test('taken names and keys are conflicts, and a private copy belongs to its creator', async () => {
    const ws = await workspace()
    const { id } = await ws.owner.ok('POST', `${ws.base}/projects`, {
      name: 'Secret',
      key: 'SEC',
      visibility: 'private',
    })
    const manager = await join(ws, 'manager')
    await ws.owner.ok('PUT', `${ws.base}/projects/${id}/members/${manager.id}`, { role: 'viewer' })
    expect(
      (await manager.call('POST', `${ws.base}/projects/${id}/duplicate`, { name: 'SECRET' })).status,
    ).toBe(409)
    expect(
      (await manager.call('POST', `${ws.base}/projects/${id}/duplicate`, { name: 'New', key: 'SEC' })).status,
    ).toBe(409)
    expect(await manager.ok('POST', `${ws.base}/projects/SEC/duplicate`, { name: 'New' })).toMatchObject({
      visibility: 'private',
      role: 'lead',
    })
  })
})

test('a copy includes the documents, in their trees, and shifts dates over holidays', async () => {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'DE', region: 'BE' })
  const draft = { name: 'Website', start_date: '2026-04-01', target_date: '2026-04-02' }
  const { id } = await ws.owner.ok('POST', `${ws.base}/projects`, draft)
  const page = await ws.owner.ok('POST', `${ws.base}/documents`, {
    title: 'Plan',
    content: 'Go',
    project_id: id,
  })
  await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Details', parent_id: page.id })
  const gone = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Gone', project_id: id })
  await ws.owner.ok('DELETE', `${ws.base}/documents/${gone.id}`)
  // Friday 3 April is Good Friday, Monday 6 April Easter Monday.
  const copy = await ws.owner.ok('POST', `${ws.base}/projects/${id}/duplicate`, {
    name: 'Copy',
    include: { documents: true },
    shift_dates_to: '2026-04-02',
  })
  expect([copy.start_date, copy.target_date]).toEqual(['2026-04-02', '2026-04-07'])
  const { nodes } = await ws.owner.ok('GET', `${ws.base}/documents/tree?project_id=${copy.id}`)
  expect(nodes.map(({ title, child_count }: Json) => [title, child_count])).toEqual(
    expect.arrayContaining([['Plan', 1]]),
  )
  const { items } = await ws.owner.ok('GET', `${ws.base}/documents?project_id=${copy.id}&sort=title`)
  expect(items.map(({ title }: Json) => title)).toEqual(['Details', 'Plan'])
  const copied = items.find(({ title }: Json) => title === 'Plan')
  expect((await ws.owner.ok('GET', `${ws.base}/documents/${copied.id}`)).content).toBe('Go')
  const without = await ws.owner.ok('POST', `${ws.base}/projects/${id}/duplicate`, { name: 'Bare' })
  expect((await ws.owner.ok('GET', `${ws.base}/documents?project_id=${without.id}`)).total).toBe(0)
})

describe('working days', () => {
  const week = `row($3::smallint[], '{}', '{}')::app.work_calendar`
  const shifted = async (day: string, n: number, days = '{1,2,3,4,5}') =>
    (await asOwner(`select app.add_working_days($1::date, $2, ${week})::text as day`, [day, n, days]))[0].day
  const between = async (a: string, b: string, days = '{1,2,3,4,5}') =>
    (await asOwner(`select app.working_days_between($1::date, $2::date, ${week}) as n`, [a, b, days]))[0].n

  test('2026-01-02 is a Friday: the next working day is Monday, the fifth the Friday after', async () => {
    expect(await shifted('2026-01-02', 0)).toBe('2026-01-02')
    expect(await shifted('2026-01-02', 1)).toBe('2026-01-05')
    expect(await shifted('2026-01-02', 5)).toBe('2026-01-09')
    expect(await shifted('2026-01-02', -1)).toBe('2026-01-01')
    expect(await shifted('2026-01-05', -1)).toBe('2026-01-02')
    expect(await shifted('2026-01-03', 0)).toBe('2026-01-05')
    expect(await shifted('2026-01-03', -1)).toBe('2026-01-02')
    expect(await shifted('2026-01-02', 261)).toBe('2027-01-04')
  })

  test('a week with one working day, and with seven', async () => {
    expect(await shifted('2026-01-02', 2, '{3}')).toBe('2026-01-21')
    expect(await shifted('2026-01-02', 2, '{1,2,3,4,5,6,7}')).toBe('2026-01-04')
  })

  test('counting and adding are inverse operations, in both directions', async () => {
    const invalid =
      await asOwner(`select a, b, days from generate_series(date '2026-01-01', '2026-01-10', '1 day') a,
        generate_series(date '2025-12-01', '2026-02-10', '1 day') b,
        (values ('{1,2,3,4,5}'::smallint[]), ('{1,2,3,4,7}'), ('{2}'), ('{1,4}'), ('{1,2,3,4,5,6,7}')) d(days)
      cross join lateral (select row(days, '{}', '{}')::app.work_calendar) w(week)
      where app.add_working_days(a::date, app.working_days_between(a::date, b::date, week), week)
        <> app.add_working_days(b::date, 0, week)`)
    expect(invalid).toEqual([])
    expect([await between('2026-01-02', '2026-01-09'), await between('2026-01-09', '2026-01-02')]).toEqual([
      5, -5,
    ])
  })
})

describe('templates', () => {
  test('a new project gets the columns and settings of its template', async () => {
    const ws = await workspace()
    const { id } = await source(ws)
    const created = await ws.owner.ok('POST', `${ws.base}/projects`, {
      name: 'From template',
      template_project_id: id,
      settings: { auto_archive_days: 7 },
    })
    expect(created).toMatchObject({ color: null, settings: { wip_policy: 'block', auto_archive_days: 7 } })
    expect(
      await asOwner('select wip_limit from board_columns where project_id = $1 order by rank', [created.id]),
    ).toEqual([{ wip_limit: null }, { wip_limit: 3 }, { wip_limit: null }])
  })
})
