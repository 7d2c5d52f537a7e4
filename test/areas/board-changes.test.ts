import { describe, expect, test } from 'vitest'
import { asOwner, type Json, type Reply } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const problemOf = ({ status, body }: Reply) => [status, body?.error?.message]

/** A project with its board and a second column in progress, `review`. */
async function setUp(settings: object = {}) {
  const ws = await workspace()
  const home = await project(ws, { settings })
  const at = `${ws.base}/projects/${home.id}/columns`
  const review = await ws.owner.ok('POST', at, { name: 'Review', status: 'in_progress' })
  const columns = { ...home.columns, review: review.id } as Record<string, string>
  return {
    ws,
    home,
    at,
    columns,
    card: async (column?: string): Promise<Json> => {
      const created = await task(ws, home.id)
      if (!column || column === 'todo') return created
      return ws.owner.ok('POST', `${ws.base}/tasks/${created.id}/move`, { column_id: columns[column] })
    },
    patch: (column: string, body: object) => ws.owner.call('PATCH', `${at}/${columns[column]}`, body),
    remove: (column: string, query = '') => ws.owner.call('DELETE', `${at}/${columns[column]}${query}`),
    get: (id: string): Promise<Json> => ws.owner.ok('GET', `${ws.base}/tasks/${id}`),
    events: (id: string) =>
      asOwner(
        `select kind || ' ' || coalesce(field, '') as said, change_id from task_events where task_id = $1 order by id`,
        [id],
      ),
  }
}
const lost = (projectId: string) =>
  asOwner(
    `select t.id, t.status, c.status as shown from tasks t join board_columns c on c.id = t.column_id
      where t.project_id = $1 and t.status <> c.status`,
    [projectId],
  )

describe('moving between columns of one status', () => {
  test('does not change the status, and is only reported as moved', async () => {
    const { card, ws, columns, events } = await setUp()
    const { id } = await card('in_progress')
    const before = (await events(id)).length
    await ws.owner.ok('POST', `${ws.base}/tasks/${id}/move`, { column_id: columns.review })
    expect((await events(id)).slice(before).map(({ said }) => said)).toEqual(['moved column_id'])
  })
})

describe('remapping a column', () => {
  test('gives its status to every card, in one change, each with its events', async () => {
    const { card, patch, get, events, home } = await setUp()
    const cards = [await card('review'), await card('review'), await card('review')]
    const reply = await patch('review', { status: 'done', name: 'Shipped' })
    expect([reply.status, reply.roundTrips, reply.body]).toMatchObject([
      200,
      1,
      { name: 'Shipped', status: 'done', count: 3, moved_tasks: 3 },
    ])
    const changes = new Set()
    for (const { id } of cards) {
      expect(await get(id)).toMatchObject({
        status: 'done',
        progress_percent: 100,
        completed_at: expect.any(String),
        column: { name: 'Shipped' },
      })
      const last = (await events(id)).slice(-2)
      expect(last.map(({ said }) => said)).toEqual(['status_changed status', 'updated progress_percent'])
      changes.add(last[0]!.change_id)
    }
    expect(changes.size).toBe(1)
    expect(await lost(home.id)).toEqual([])
  })

  test('writes nothing about cards whose status stays', async () => {
    const { card, patch } = await setUp()
    await card('review')
    expect((await patch('review', { wip_limit: 5, status: 'in_progress' })).body.moved_tasks).toBe(undefined)
  })

  test('keeps the status of what is archived or in the trash, and restoring finds it a column', async () => {
    const { card, patch, get, ws, home } = await setUp()
    const [gone, archived] = [await card('review'), await card('review')]
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${archived.id}`, { archived: true })
    expect((await patch('review', { status: 'done' })).body.moved_tasks).toBe(0)
    await ws.owner.ok('POST', `${ws.base}/tasks/${gone.id}/restore`)
    for (const { id } of [gone, archived])
      expect(await get(id)).toMatchObject({ status: 'in_progress', column: { name: 'In progress' } })
    expect(await lost(home.id)).toEqual([])
  })

  test('that is the last of a status is rejected', async () => {
    const { patch, remove } = await setUp()
    for (const [column, name, status] of [
      ['todo', 'To do', 'todo'],
      ['done', 'Done', 'done'],
    ]) {
      const message = `${name} is the last column of the status ${status}`
      expect(problemOf(await patch(column!, { status: 'cancelled' }))).toEqual([409, message])
      expect(problemOf(await remove(column!))).toEqual([409, message])
    }
    expect((await patch('review', { status: 'cancelled' })).status).toBe(200)
    expect((await patch('review', { status: 'todo' })).status).toBe(200)
  })

  test('to done is rejected if blockers are enforced and a card is blocked', async () => {
    const { card, patch, remove, columns } = await setUp({ enforce_blockers: true })
    const { id, key } = await card('review')
    await asOwner('update tasks set open_blocker_count = 1 where id = $1', [id])
    expect(problemOf(await patch('review', { status: 'done' }))).toEqual([409, `still blocked: ${key}`])
    expect(problemOf(await remove('review', `?move_to=${columns.done}`))).toEqual([
      409,
      `still blocked: ${key}`,
    ])
  })

  test('to a status without a column takes its cards', async () => {
    const { card, patch, get, ws } = await setUp()
    const { id } = await card()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { status: 'cancelled' })
    expect((await get(id)).column).toBe(null)
    await patch('review', { status: 'cancelled' })
    expect((await get(id)).column).toMatchObject({ name: 'Review' })
  })

  test('with a version conflicts if the same field changed since, and merges the rest', async () => {
    const { patch } = await setUp()
    await patch('review', { name: 'Check' })
    expect((await patch('review', { wip_limit: 4, version: 1 })).body).toMatchObject({ name: 'Check' })
    expect((await patch('review', { name: 'Look', version: 1 })).status).toBe(409)
  })
})

describe('deleting a column', () => {
  test('with cards requires another column of the board for them', async () => {
    const { card, remove, columns, get, home, ws, events } = await setUp()
    const { id } = await card('review')
    const other = await project(ws)
    expect(problemOf(await remove('review'))).toEqual([
      422,
      'query.move_to: required, the column holds cards',
    ])
    expect(problemOf(await remove('review', `?move_to=${columns.review}`))).toEqual([
      422,
      'query.move_to: the column itself',
    ])
    for (const unknown of [other.columns.todo, id])
      expect(problemOf(await remove('review', `?move_to=${unknown}`))).toEqual([
        422,
        'query.move_to: not found in the project',
      ])
    const done = await remove('review', `?move_to=${columns.done}`)
    expect([done.status, done.roundTrips]).toEqual([204, 1])
    expect(await get(id)).toMatchObject({ status: 'done', column: { id: columns.done } })
    expect((await events(id)).slice(-3).map(({ said }) => said)).toEqual([
      'status_changed status',
      'moved column_id',
      'updated progress_percent',
    ])
    expect(await lost(home.id)).toEqual([])
  })

  test('does not move what is archived or in the trash', async () => {
    const { card, remove, get, ws } = await setUp()
    const [gone, archived] = [await card('review'), await card('review')]
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${gone.id}`)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${archived.id}`, { archived: true })
    expect((await remove('review')).status).toBe(204)
    await ws.owner.ok('POST', `${ws.base}/tasks/${gone.id}/restore`)
    for (const { id } of [gone, archived])
      expect(await get(id)).toMatchObject({ status: 'in_progress', column: { name: 'In progress' } })
  })

  test('of cancelled work only leaves cards without a column', async () => {
    const { card, patch, remove, get, ws } = await setUp()
    await patch('review', { status: 'cancelled' })
    const { id } = await card()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { status: 'cancelled', archived: true })
    expect((await remove('review')).status).toBe(204)
    expect(await get(id)).toMatchObject({ status: 'cancelled', column: null })
  })

  test('into one with too little room is rejected by the policy block', async () => {
    const { card, patch, remove, columns } = await setUp({ wip_policy: 'block' })
    await card('review')
    await card('review')
    await patch('done', { wip_limit: 1 })
    expect(problemOf(await remove('review', `?move_to=${columns.done}`))).toEqual([
      409,
      'column Done would hold more than 1',
    ])
  })
})

describe('work in progress', () => {
  test('over the limit is a warning, and with the policy block a conflict, only on entry', async () => {
    const { card, patch, columns, ws, home } = await setUp()
    await patch('review', { wip_limit: 1 })
    const inside = await card('review')
    const entered = await card('review')
    expect(entered.warnings).toEqual(['column Review holds 2 of at most 1'])
    const board = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/board`)
    expect(board.columns.find(({ id }: Json) => id === columns.review)).toMatchObject({
      over_limit: true,
      total: 2,
    })
    await asOwner(`update projects set settings = '{"wip_policy": "block"}' where id = $1`, [home.id])
    const { id } = await card()
    const refused = await ws.owner.call('POST', `${ws.base}/tasks/${id}/move`, { column_id: columns.review })
    expect(problemOf(refused)).toEqual([409, 'column Review holds 3 of at most 1'])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${inside.id}`, { title: 'Edited' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${inside.id}/move`, { after_id: entered.id })
  })

  test(
    'blocked at the limit admits exactly the limit, of 50 concurrent moves and status changes',
    { tags: 'race' },
    async () => {
      const { patch, columns, ws, home } = await setUp({ wip_policy: 'block' })
      await patch('in_progress', { wip_limit: 7 })
      const items = Array.from({ length: 50 }, (_, n) => ({ title: `${n}` }))
      const { items: created } = await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/tasks/bulk`, {
        items,
      })
      const replies = await many(50, (n) =>
        n % 3
          ? ws.owner.call('POST', `${ws.base}/tasks/${created[n].id}/move`, {
              column_id: columns.in_progress,
            })
          : ws.owner.call('PATCH', `${ws.base}/tasks/${created[n].id}`, { status: 'in_progress' }),
      )
      expect(replies.filter(({ status }) => status === 200).length).toBe(7)
      expect(replies.filter(({ status }) => status === 409).length).toBe(43)
      expect((await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/board`)).columns[1].total).toBe(7)
    },
  )
})

describe('under contention', () => {
  test('100 concurrent moves keep a total order', { tags: 'race' }, async () => {
    const { columns, ws, home } = await setUp()
    const items = Array.from({ length: 40 }, (_, n) => ({ title: `${n}` }))
    const { items: created } = await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/tasks/bulk`, {
      items,
    })
    const ids = Object.values(columns)
    const replies = await many(100, (n) => {
      const [card, neighbour] = [created[n % 40], created[(n * 7 + 3) % 40]]
      const next =
        card === neighbour
          ? { position: 'top' }
          : n % 2
            ? { before_id: neighbour.id }
            : { after_id: neighbour.id }
      return ws.owner.call('POST', `${ws.base}/tasks/${card.id}/move`, {
        column_id: ids[n % ids.length],
        ...next,
      })
    })
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    const ranks = await asOwner('select rank from tasks where project_id = $1', [home.id])
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(40)
    const board = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/board`)
    const shown = board.columns.flatMap(({ items }: Json) => items.map(({ id }: Json) => id))
    expect([shown.length, new Set(shown).size]).toEqual([40, 40])
    expect(await lost(home.id)).toEqual([])
  })

  test('remapping and deleting columns while cards change status leaves no card in a wrong column', async () => {
    const { columns, ws, home, at, remove } = await setUp()
    const items = Array.from({ length: 20 }, (_, n) => ({ title: `${n}` }))
    const { items: created } = await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/tasks/bulk`, {
      items,
    })
    await ws.owner.ok('PUT', `${at}/order`, {
      column_ids: [columns.review, columns.in_progress, columns.todo, columns.done],
    })
    const replies = await many(50, (n) => {
      if (n === 45) return remove('review', `?move_to=${columns.done}`)
      if (n % 10 === 5)
        return ws.owner.call('PATCH', `${at}/${columns.review}`, {
          status: n % 20 === 5 ? 'todo' : 'in_progress',
        })
      return ws.owner.call('PATCH', `${ws.base}/tasks/${created[n % 20].id}`, {
        status: ['todo', 'in_progress', 'done'][n % 3],
      })
    })
    expect(replies.filter(({ status }) => ![200, 204, 404].includes(status)).map(({ text }) => text)).toEqual(
      [],
    )
    expect(await lost(home.id)).toEqual([])
    expect(
      await asOwner('select id from tasks where project_id = $1 and column_id is null', [home.id]),
    ).toEqual([])
  })
})

test('a full column cannot be entered from the archive or the trash either', async () => {
  const { ws, home } = await setUp({ wip_policy: 'block' })
  const [first, second] = [await task(ws, home.id), await task(ws, home.id)]
  const path = (id: string) => `${ws.base}/tasks/${id}`
  const full = [409, expect.stringContaining('of at most 1')]
  const said = ({ status, body }: Json) => [status, body?.error?.message]
  await ws.owner.ok('PATCH', path(first.id), { archived: true })
  await asOwner('update board_columns set wip_limit = 1 where id = $1', [second.column.id])
  expect(said(await ws.owner.call('PATCH', path(first.id), { archived: false }))).toEqual(full)
  await ws.owner.ok('DELETE', path(second.id))
  await ws.owner.ok('PATCH', path(first.id), { archived: false })
  expect(said(await ws.owner.call('POST', `${path(second.id)}/restore`))).toEqual(full)
  await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { settings: { wip_policy: 'warn' } })
  const { warnings } = await ws.owner.ok('POST', `${path(second.id)}/restore`)
  expect(warnings).toEqual([expect.stringContaining('holds 2 of at most 1')])
})
