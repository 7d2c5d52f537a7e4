import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

/** A project with its board, and helpers for both. */
async function setUp(overrides: Parameters<typeof project>[1] = {}, shared?: Workspace) {
  const ws = shared ?? (await workspace())
  const home = await project(ws, overrides)
  const path = `${ws.base}/projects/${home.id}`
  return {
    ws,
    home,
    path,
    columns: home.columns as Record<'todo' | 'in_progress' | 'done', string>,
    card: (draft: object = {}): Promise<Json> => task(ws, home.id, draft),
    move: (id: string, column_id: string | undefined) =>
      ws.owner.ok('POST', `${ws.base}/tasks/${id}/move`, { column_id }),
    board: (query = ''): Promise<Json> => ws.owner.ok('GET', `${path}/board${query}`),
    add: (draft: object): Promise<Json> => ws.owner.ok('POST', `${path}/columns`, draft),
    names: async () =>
      (await ws.owner.ok('GET', `${path}/columns`)).items.map(({ name }: Json) => name).join(', '),
  }
}
const keysOf = (cards: Json[]) => cards.map(({ key }) => key)

describe('the board', () => {
  test('shows columns with their first cards in one round trip; counts are of the complete column', async () => {
    const { ws, path, card, columns } = await setUp()
    const first = await card({ estimate_points: 2.5, title: 'First' })
    for (let n = 0; n < 2; n++) await card({ estimate_points: 1 })
    const [archived, gone] = [await card(), await card()]
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${archived.id}`, { archived: true })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    const viewer = await join(ws, 'viewer')
    const reply = await viewer.call('GET', `${path}/board?per_column=2`)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({ unmapped: [], unmapped_count: 0 })
    expect(reply.body.lanes).toBe(undefined)
    expect(reply.body.columns).toMatchObject([
      { id: columns.todo, name: 'To do', status: 'todo', count: 3, total: 3, points: 4.5, has_more: true },
      { name: 'In progress', count: 0, points: 0, items: [], has_more: false },
      { name: 'Done', wip_limit: null, over_limit: false },
    ])
    const [shown] = reply.body.columns[0].items
    expect(reply.body.columns[0].items.length).toBe(2)
    expect(shown).toMatchObject({ id: first.id, key: first.key, title: 'First', estimate_points: 2.5 })
    expect(shown.in_column).toEqual({ since: first.created_at, days: 0, ageing: 'fresh' })
  })

  test('cards are ordered by rank', async () => {
    const { ws, card, board } = await setUp()
    const [a, b, c] = [await card(), await card(), await card()]
    await ws.owner.ok('POST', `${ws.base}/tasks/${c.id}/move`, { before_id: a.id })
    expect(keysOf((await board()).columns[0].items)).toEqual([c.key, a.key, b.key])
  })

  test('shows how long a card has been in its column, from its events', async () => {
    const { card, move, board, columns } = await setUp()
    const { id } = await card()
    await move(id, columns.in_progress)
    const age = (days: number) =>
      asOwner(
        `insert into task_events (org_id, project_id, task_id, actor_type, change_id, kind, field, created_at)
          select org_id, project_id, id, 'system', uuidv7(), 'moved', 'column_id',
            now() - make_interval(days => $2, mins => 1) from tasks where id = $1`,
        [id, days],
      )
    for (const [days, ageing] of [
      [0, 'fresh'],
      [2, 'fresh'],
      [3, 'ageing'],
      [6, 'ageing'],
      [7, 'stale'],
    ] as const) {
      await age(days)
      expect((await board()).columns[1].items[0].in_column).toMatchObject({ days, ageing })
    }
    await move(id, columns.done)
    await age(30)
    expect((await board()).columns[2].items[0].in_column).toMatchObject({ days: 30, ageing: null })
  })

  test('shows cards that no column shows instead of hiding them', async () => {
    const { ws, card, board } = await setUp()
    const { id, key } = await card()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { status: 'cancelled' })
    const { unmapped, unmapped_count, columns } = await board()
    expect([keysOf(unmapped), unmapped_count]).toEqual([[key], 1])
    expect(columns.every(({ count }: Json) => count === 0)).toBe(true)
  })

  test('filters by person, tag, type, sprint and words; the limit counts all cards', async () => {
    const { ws, path, card, board, columns } = await setUp()
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'bug' })
    const [login, other] = [
      await card({ title: 'Fix the login', type: 'bug', tag_ids: [tag.id] }),
      await card({ title: 'Paint' }),
    ]
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${other.id}`, { assignee_id: ws.owner.id })
    await ws.owner.ok('PATCH', `${path}/columns/${columns.todo}`, { wip_limit: 1 })
    for (const [query, expected] of [
      ['assignee_id=me', [other.key]],
      ['assignee_id=none', [login.key]],
      [`tag_id=${tag.id}`, [login.key]],
      ['type=bug,epic', [login.key]],
      ['q=LOGIN', [login.key]],
      ['sprint_id=none', [login.key, other.key]],
      ['sprint_id=active', []],
      [`sprint_id=${unknownId}`, []],
    ] as const) {
      const [todo] = (await board(`?${query}`)).columns
      expect([query, keysOf(todo.items), todo.count]).toEqual([query, expected, expected.length])
      expect([todo.total, todo.over_limit]).toEqual([2, true])
    }
  })

  test.each(['per_column=0', 'per_column=101', 'swimlane=team', 'sprint_id=next', 'type=x', 'tag_id=none'])(
    'rejects %s',
    async (query) => {
      const { ws, path } = await setUp()
      const refused = await ws.owner.call('GET', `${path}/board?${query}`)
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        expect.stringContaining(`query.${query.split('=')[0]}`),
      ])
    },
  )
})

describe('swimlanes', () => {
  test('by person and by priority name and count each lane', async () => {
    const { ws, card, board } = await setUp()
    const [mine] = [await card({ priority: 'low', estimate_points: 3 }), await card({ priority: 'urgent' })]
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${mine.id}`, { assignee_id: ws.owner.id })
    const people = await board('?swimlane=assignee')
    expect(people.lanes).toEqual([
      { id: ws.owner.id, name: 'Ada Lovelace', count: 1, points: 3 },
      { id: null, name: null, count: 1, points: 0 },
    ])
    expect(people.columns[0].items.map(({ lane }: Json) => lane)).toEqual([ws.owner.id, null])
    expect((await board('?swimlane=priority')).lanes.map(({ id }: Json) => id)).toEqual(['urgent', 'low'])
  })

  test('by epic use the nearest epic above, at any depth', async () => {
    const { card, board } = await setUp()
    const epic = await card({ type: 'epic', title: 'Big' })
    const story = await card({ type: 'story', parent_id: epic.id })
    await card({ parent_id: story.id })
    await card()
    const { lanes, columns } = await board('?swimlane=epic')
    expect(lanes).toMatchObject([
      { id: epic.id, name: 'Big', count: 3 },
      { id: null, name: null, count: 1 },
    ])
    expect(columns[0].items.map(({ lane }: Json) => lane)).toEqual([epic.id, epic.id, epic.id, null])
  })
})

describe('columns', () => {
  test('are added at the end or next to another, and listed with their counts', async () => {
    const { ws, path, add, names, columns, card } = await setUp()
    await card({ estimate_points: 2 })
    await add({
      name: ' Review ',
      status: 'in_progress',
      before_id: columns.done,
      wip_limit: 3,
      color: '#112233',
    })
    await add({ name: 'Ready', status: 'todo', after_id: columns.todo })
    await add({ name: 'Dropped', status: 'cancelled' })
    await add({ name: 'First', status: 'todo', before_id: columns.todo })
    expect(await names()).toBe('First, To do, Ready, In progress, Review, Done, Dropped')
    const { items } = await ws.owner.ok('GET', `${path}/columns`)
    expect(items[1]).toMatchObject({ count: 1, points: 2, over_limit: false, version: 1 })
    expect(items[4]).toMatchObject({ name: 'Review', wip_limit: 3, color: '#112233' })
  })

  test.each([
    [{ status: 'todo' }, 'body.name: required'],
    [{ name: ' ', status: 'todo' }, 'body.name: must not be empty'],
    [{ name: 'x'.repeat(61), status: 'todo' }, 'body.name: at most 60 characters'],
    [{ name: 'x', status: 'todo', wip_limit: 0 }, 'body.wip_limit: must be 1 to 999, or null'],
    [{ name: 'x', status: 'todo', wip_limit: -1 }, 'body.wip_limit: must be 1 to 999, or null'],
    [{ name: 'x', status: 'todo', wip_limit: 1000 }, 'body.wip_limit: must be 1 to 999, or null'],
    [{ name: 'x', status: 'todo', before_id: unknownId }, 'body.before_id: not found in the project'],
    [{ name: 'x', status: 'todo', after_id: unknownId }, 'body.after_id: not found in the project'],
    [
      { name: 'x', status: 'todo', after_id: unknownId, before_id: unknownId },
      'body: send before_id or after_id, not both',
    ],
  ])('%j is rejected', async (draft, message) => {
    const { ws, path } = await setUp()
    const refused = await ws.owner.call('POST', `${path}/columns`, draft)
    expect([refused.status, refused.body.error.message]).toEqual([422, message])
  })

  test('have unique names, whatever the case', async () => {
    const { ws, path, columns } = await setUp()
    for (const refused of [
      await ws.owner.call('POST', `${path}/columns`, { name: 'TO DO', status: 'todo' }),
      await ws.owner.call('PATCH', `${path}/columns/${columns.done}`, { name: 'to do' }),
    ])
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'a column of this name already exists on the board',
      ])
  })

  test('are at most 20, also when many are added concurrently', { tags: 'race' }, async () => {
    const { ws, path } = await setUp()
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        ws.owner.call('POST', `${path}/columns`, { name: `C${n}`, status: 'todo' }),
      ),
    )
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.length).toBe(8)
    expect(refused[0]!.body.error.message).toBe('body: a board has at most 20 columns')
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]))
    const ranks = await asOwner('select distinct rank from board_columns where org_id = $1', [ws.org.id])
    expect(ranks.length).toBe(20)
  })

  test('are for managers and the lead of the project', async () => {
    const { ws, path, home } = await setUp()
    const [member, lead] = [await join(ws), await join(ws)]
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'lead', $4)`,
      [ws.org.id, home.id, lead.id, ws.owner.id],
    )
    const draft = { name: 'Review', status: 'in_progress' }
    expect((await member.call('POST', `${path}/columns`, draft)).status).toBe(403)
    const { id } = await lead.ok('POST', `${path}/columns`, draft)
    expect((await member.call('PATCH', `${path}/columns/${id}`, {})).status).toBe(403)
    expect((await lead.call('PATCH', `${path}/columns/${id}`, { color: null })).status).toBe(200)
    expect((await member.call('DELETE', `${path}/columns/${id}`)).status).toBe(403)
    expect((await lead.call('DELETE', `${path}/columns/${id}`)).status).toBe(204)
  })

  test('are found only in their own project, and read-only when it is archived', async () => {
    const { ws, path, columns } = await setUp()
    const other = await project(ws)
    const foreign = await ws.owner.call('PATCH', `${path}/columns/${other.columns.todo}`, { name: 'x' })
    expect(foreign.status).toBe(404)
    await ws.owner.ok('POST', `${path}/archive`)
    const refused = await ws.owner.call('PATCH', `${path}/columns/${columns.todo}`, { name: 'x' })
    expect([refused.status, refused.body.error.message]).toEqual([409, 'project is archived'])
  })

  test('are ordered by a list that has each of them once', async () => {
    const { ws, path, names, columns } = await setUp()
    const { todo, in_progress, done } = columns
    const order = (column_ids: string[]) => ws.owner.call('PUT', `${path}/columns/order`, { column_ids })
    const reply = await order([done, todo, in_progress])
    expect([reply.status, reply.body.items.map(({ name }: Json) => name)]).toEqual([
      200,
      ['Done', 'To do', 'In progress'],
    ])
    for (const invalid of [
      [done, todo],
      [done, todo, in_progress, unknownId],
      [done, todo, todo],
      [done, todo, in_progress, todo],
      [],
    ]) {
      const refused = await order(invalid)
      expect([refused.status, refused.body.error.message]).toEqual([
        422,
        'body.column_ids: must name every column of the board once',
      ])
    }
    expect(await names()).toBe('Done, To do, In progress')
  })
})
