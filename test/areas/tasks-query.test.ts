import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { insert, insertProject, insertTasks, type Row } from '../kit/filter-rows.ts'
import { join, workspace, type Workspace } from '../kit/makers.ts'

const path = (ws: Workspace) => `${ws.base}/tasks/query`
const send = (who: Caller, ws: Workspace, body: object): Promise<Json> => who.ok('POST', path(ws), body)
const numbers = ({ items }: Json) =>
  items.map(({ number }: Json) => number).sort((a: number, b: number) => a - b)
const found = async (ws: Workspace, filter: object | string, who = ws.owner) =>
  numbers(await send(who, ws, typeof filter === 'string' ? { text: filter } : { filter }))

async function setUp(rows: Row[]) {
  const ws = await workspace()
  const project = await insertProject(ws)
  return { ws, project, ids: await insertTasks(ws, project, rows) }
}

describe('a query', () => {
  test('returns a page of matches, in one round trip, sorted as requested', async () => {
    const { ws } = await setUp([
      { priority: 'low' },
      { priority: 'urgent' },
      { priority: 'high' },
      { status: 'done' },
    ])
    const reply = await ws.owner.call('POST', path(ws), {
      filter: { field: 'status', op: 'eq', value: 'todo' },
      sort: '-priority',
      limit: 2,
      offset: 0,
    })
    expect(reply.roundTrips).toBe(1)
    expect([reply.status, reply.body]).toMatchObject([200, { total: 3, limit: 2, offset: 0, warnings: [] }])
    expect(reply.body.items.map(({ number }: Json) => number)).toEqual([2, 3])
    expect(reply.body).not.toHaveProperty('groups')
    expect((await send(ws.owner, ws, {})).total).toBe(4)
  })

  test('leaves out archived projects, whose contents count as archived', async () => {
    const { ws, project } = await setUp([{ priority: 'low' }])
    const other = await insertProject(ws, { key: 'OTHER' })
    await insertTasks(ws, other, [{ priority: 'high' }])
    await ws.owner.ok('POST', `${ws.base}/projects/${other}/archive`)
    const projects = async (text: string) =>
      (await send(ws.owner, ws, { text })).items.map((task: Json) => task.project.id)
    expect([
      await projects('priority:low,high'),
      await projects('is:archived'),
      await projects('-is:archived'),
    ]).toEqual([[project], [other], [project]])
  })

  test('accepts numbers, not text, and nothing unknown', async () => {
    const { ws } = await setUp([])
    for (const [body, message] of [
      [{ limit: '5' }, 'body.limit'],
      [{ limit: 201 }, 'body.limit: must be 1 to 200'],
      [{ limit: 0 }, 'body.limit'],
      [{ offset: -1 }, 'body.offset'],
      [{ offset: 2 ** 53 }, 'body.offset'],
      [{ sort: 'colour' }, 'body.sort: unknown key'],
      [{ group_by: 'title' }, 'body.group_by'],
      [{ colour: 1 }, 'body.colour: unknown field'],
      [{ text: '' }, 'body.text: must'],
      [{ text: 'due<banana' }, 'body.text: due<banana: must be a day'],
      [{ text: 'a\0' }, 'body.text: must not contain NUL'],
      [
        { text: 'a', filter: { field: 'status', op: 'eq', value: 'todo' } },
        'body: send filter or text, not both',
      ],
      [
        { filter: { and: [{ field: 'title', op: 'eq', value: 'a\0' }] } },
        'body.filter.and[0].value: must not contain NUL',
      ],
      [
        { filter: { and: [{ field: 'due_date', op: 'is', value: true }] } },
        'body.filter.and[0].op: not allowed for date',
      ],
    ] as const) {
      const reply = await ws.owner.call('POST', path(ws), body)
      expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
      expect(reply.body.error.message).toContain(message)
    }
  })

  test('has how many tasks and points each group of the complete result has', async () => {
    const { ws } = await setUp([
      { estimate_points: 3 },
      { estimate_points: 0.5 },
      {},
      { status: 'done', estimate_points: 8 },
      { status: 'cancelled' },
    ])
    const filter = { field: 'status', op: 'ne', value: 'cancelled' }
    const reply = await send(ws.owner, ws, { filter, group_by: 'status', limit: 1 })
    expect(reply).toMatchObject({
      total: 4,
      groups: [
        { value: 'todo', count: 3, points: 3.5 },
        { value: 'done', count: 1, points: 8 },
      ],
    })
    expect((await send(ws.owner, ws, { group_by: 'assignee_id' })).groups).toEqual([
      { value: null, name: null, count: 5, points: 11.5 },
    ])
  })

  test('leaves out archived tasks by default, and never has those in the trash', async () => {
    const { ws } = await setUp([{}, { archived_at: '2026-01-01' }, { deleted_at: '2026-01-01' }])
    expect(await found(ws, { field: 'number', op: 'gte', value: 1 })).toEqual([1])
    expect(await found(ws, 'is:archived')).toEqual([2])
    expect(
      await found(ws, {
        or: [
          { field: 'is_archived', op: 'is', value: true },
          { field: 'number', op: 'gte', value: 1 },
        ],
      }),
    ).toEqual([1, 2])
  })
})

describe('a filter never widens what the caller can see', () => {
  const all = {
    or: [
      { field: 'number', op: 'gte', value: 0 },
      { field: 'number', op: 'is_null' },
    ],
  }

  test('not into another organization', async () => {
    const { ws: foreign, project } = await setUp([{}])
    const { ws } = await setUp([{}, {}])
    expect(await found(ws, all)).toEqual([1, 2])
    const reply = await send(ws.owner, ws, { filter: { field: 'project_id', op: 'eq', value: project } })
    const random = uuidv7()
    const unknown = await send(ws.owner, ws, { filter: { field: 'project_id', op: 'eq', value: random } })
    expect([reply.total, reply.warnings[0].replace(project, random)]).toEqual([0, unknown.warnings[0]])
    expect((await ws.owner.call('POST', path(foreign), { filter: all })).status).toBe(404)
  })

  test('nor into a private project or one in the trash', async () => {
    const { ws } = await setUp([{}])
    const hidden = await insertProject(ws, { key: 'SECRET', visibility: 'private' })
    const trashed = await insertProject(ws, { key: 'GONE', deleted_at: '2026-01-01' })
    const [task] = await insertTasks(ws, hidden, [{ number: 7 }])
    await insertTasks(ws, trashed, [{ number: 8 }])
    const viewer = await join(ws, 'viewer')
    expect(await found(ws, all)).toEqual([1, 7])
    expect(await found(ws, all, viewer)).toEqual([1])
    for (const filter of [
      { field: 'project_id', op: 'in', value: [hidden, '#secret'] },
      { field: 'parent_id', op: 'in', value: [task, '#SECRET-7'] },
    ]) {
      expect((await send(viewer, ws, { filter })).warnings).toHaveLength(2)
      expect((await send(ws.owner, ws, { filter })).warnings).toEqual([])
    }
  })
})

describe('tokens', () => {
  test('@me is the reader', async () => {
    const { ws, project } = await setUp([])
    const bob = await join(ws, 'member', 'Bob Stone')
    await insertTasks(ws, project, [{ assignee_id: ws.owner.id }, { assignee_id: bob.id }, {}])
    const filter = { field: 'assignee_id', op: 'eq', value: '@me' }
    expect([await found(ws, filter), await found(ws, filter, bob)]).toEqual([[1], [2]])
    expect(await found(ws, { field: 'assignee_id', op: 'ne', value: '@me' })).toEqual([2, 3])
    expect(await found(ws, 'assignee:"bob stone"')).toEqual([2])
    await asOwner(
      `insert into task_watchers (org_id, task_id, user_id, state)
      select org_id, id, $2, case number when 1 then 'watching' else 'muted' end from tasks where org_id = $1 and number < 3
      on conflict (task_id, user_id) do update set state = excluded.state`,
      [ws.org.id, bob.id],
    )
    expect([
      await found(ws, 'is:watched', bob),
      await found(ws, 'is:watched'),
      await found(ws, '-is:watched', bob),
    ]).toEqual([[1], [1, 2, 3], [2, 3]])
  })

  test('days and weeks are those of the organization', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const days = await asOwner<{ day: string }>(
      'select (now() at time zone z)::date::text as day from unnest($1::text[]) z',
      [zones],
    )
    expect(days[0]!.day).not.toBe(days[1]!.day)
    const { ws } = await setUp(days.map(({ day }) => ({ due_date: day })))
    for (const [n, zone] of zones.entries()) {
      await asOwner(
        'update organizations set timezone = $2, week_start = extract(isodow from $3::date) where id = $1',
        [ws.org.id, zone, days[n]!.day],
      )
      expect(await found(ws, 'due=today')).toEqual([n + 1])
      expect(await found(ws, 'due:week_start')).toEqual([n + 1])
      expect(await found(ws, 'is:overdue')).toEqual(n === 0 ? [2] : [])
    }
  })
})

describe('a person’s own time zone', () => {
  test.each([
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
  ])('of %s, not the organization’s %s, decides what is today and overdue', async (own, of) => {
    const [{ day, other } = { day: '', other: '' }] = await asOwner<{ day: string; other: string }>(
      `select app.today($1)::text as day, app.today($2)::text as other`,
      [own, of],
    )
    expect(day).not.toBe(other)
    const { ws, ids } = await setUp([{ due_date: day }, { due_date: other }])
    await asOwner('update organizations set timezone = $2 where id = $1', [ws.org.id, of])
    await asOwner('update users set timezone = $2 where id = $1', [ws.owner.id, own])
    await asOwner('update tasks set assignee_id = $2 where id = any ($1)', [ids, ws.owner.id])
    const late = other < day
    const { items, counters } = await ws.owner.ok('GET', `${ws.base}/my-work`)
    expect(items.map((task: Json) => [task.due_date, task.is_overdue])).toEqual(
      expect.arrayContaining([
        [day, false],
        [other, late],
      ]),
    )
    expect([counters.due_today, counters.overdue]).toEqual([1, late ? 1 : 0])
    expect([await found(ws, 'due=today'), await found(ws, 'is:overdue')]).toEqual([[1], late ? [2] : []])
    const dashboard = await ws.owner.ok('GET', `${ws.base}/dashboard`)
    expect(JSON.stringify(dashboard)).toContain(day)
    const calendar = await ws.owner.ok('GET', `${ws.base}/calendar/feed?from=${day}&to=${day}`)
    expect(calendar.timezone).toBe(own)
  })
})

describe('empty fields', () => {
  test('match negated conditions', async () => {
    const { ws } = await setUp([{ due_date: '2020-01-01' }, {}, { due_date: '2999-01-01' }])
    const due = { field: 'due_date', op: 'lt', value: '@today' }
    expect(await found(ws, due)).toEqual([1])
    expect(await found(ws, { not: due })).toEqual([2, 3])
    expect(await found(ws, { not: { not: due } })).toEqual([1])
    expect(await found(ws, { field: 'due_date', op: 'ne', value: '2020-01-01' })).toEqual([2, 3])
    expect(await found(ws, { field: 'assignee_id', op: 'not_in', value: ['@me'] })).toEqual([1, 2, 3])
    expect(await found(ws, { field: 'due_date', op: 'is_null' })).toEqual([2])
  })
})

describe('text is matched literally', () => {
  test('wildcards, quotes and SQL match only themselves', async () => {
    const titles = ['100% sure', '100 sure', 'a_b', 'aXb', 'c\\d', `x'; drop table tasks; --`, '$1 ?']
    const { ws } = await setUp(titles.map((title) => ({ title })))
    for (const [needle, n] of [
      ['0%', 1],
      ['A_B', 3],
      ['\\', 5],
      [`'; DROP`, 6],
      ['$1', 7],
    ] as const) {
      expect(await found(ws, { field: 'text', op: 'contains', value: needle })).toEqual([n])
    }
    expect(await found(ws, { field: 'title', op: 'starts_with', value: '100%' })).toEqual([1])
    expect(await found(ws, { field: 'key', op: 'eq', value: 'web-3' })).toEqual([3])
  })
})

describe('a missing object', () => {
  let ws: Workspace, project: string, ids: string[], tag: string, column: string
  beforeAll(async () => {
    ;({ ws, project, ids } = await setUp([{}, {}]))
    tag = (await insert(ws, 'tags', [{ name: 'Bug' }]))[0]!
    column = (
      await insert(
        ws,
        'board_columns',
        [{ project_id: project, name: 'Doing', status: 'todo', rank: 'a0' }],
        '',
      )
    )[0]!
    await ws.owner.ok('PUT', `${ws.base}/tasks/${ids[0]}/tags/${tag}`)
  })

  test('is reported with its path, matches nothing and does not fail the list', async () => {
    const gone = uuidv7()
    const kinds = {
      tag_id: 'tag',
      assignee_id: 'member',
      project_id: 'project',
      parent_id: 'task',
      column_id: 'column',
    }
    const known = {
      tag_id: tag,
      assignee_id: ws.owner.id,
      project_id: project,
      parent_id: ids[1]!,
      column_id: column,
    }
    const conditions = Object.keys(kinds).map((field) => ({
      field,
      op: 'in',
      value: [known[field as keyof typeof known], gone],
    }))
    const { total, warnings } = await send(ws.owner, ws, { filter: { or: conditions } })
    expect(total).toBe(2)
    expect(warnings).toEqual(
      Object.values(kinds).map(
        (what, n) => `body.filter.or[${n}].value[1]: there is no ${what} ${gone}; it matches nothing`,
      ),
    )
    expect(await send(ws.owner, ws, { filter: { field: 'tag_id', op: 'eq', value: gone } })).toMatchObject({
      total: 0,
    })
  })

  test('is reported for names too, and names match in any case', async () => {
    expect(await send(ws.owner, ws, { text: 'tag:bug project:web -column:doing' })).toMatchObject({
      total: 1,
      warnings: [],
    })
    expect(
      await send(ws.owner, ws, { text: '-tag:lost parent:WEB-99,nonsense OR assignee:"No Body"' }),
    ).toMatchObject({
      total: 0,
      warnings: ['tag lost', 'task WEB-99', 'task nonsense', 'member No Body'].map(
        (what) => `body.text: there is no ${what}; it matches nothing`,
      ),
    })
  })

  test('can be a deleted tag', async () => {
    await ws.owner.ok('DELETE', `${ws.base}/tags/${tag}`)
    expect(await send(ws.owner, ws, { filter: { field: 'tag_id', op: 'eq', value: tag } })).toMatchObject({
      total: 0,
      warnings: [`body.filter.value: there is no tag ${tag}; it matches nothing`],
    })
  })
})
