import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { insert, insertProject, insertTasks } from '../kit/filter-rows.ts'
import { join, serial, workspace, type Workspace } from '../kit/makers.ts'

const ownFilter = { field: 'assignee_id', op: 'eq', value: '@me' }
const path = (ws: Workspace) => `${ws.base}/filters`
const save = (who: Caller, ws: Workspace, draft: object = {}) =>
  who.call('POST', path(ws), { name: `Filter ${serial()}`, filter: ownFilter, ...draft })
const create = async (who: Caller, ws: Workspace, draft: object = {}): Promise<Json> => {
  const { status, body, text } = await save(who, ws, draft)
  expect([status, text]).toEqual([201, expect.anything()])
  return body
}
const numbers = ({ items }: Json) => items.map(({ number }: Json) => number)
const run = (who: Caller, ws: Workspace, { id }: Json, query = '') =>
  who.ok('GET', `${path(ws)}/${id}/tasks${query}`)

describe('a saved filter', () => {
  test('is returned as it was saved, from a tree or from one line of text', async () => {
    const { owner, ...rest } = await workspace()
    const ws = { owner, ...rest }
    const draft = {
      name: 'Mine',
      filter: ownFilter,
      sort: ['-priority', 'due_date'],
      group_by: 'status',
      columns: ['key', 'title'],
    }
    const reply = await owner.call('POST', path(ws), draft)
    expect([reply.status, reply.roundTrips, reply.body]).toMatchObject([
      201,
      1,
      {
        ...draft,
        visibility: 'private',
        project_id: null,
        grammar_version: 1,
        version: 1,
        owner: { user_id: owner.id },
      },
    ])
    expect(await owner.ok('GET', `${path(ws)}/${reply.body.id}`)).toEqual(reply.body)
    const { filter } = await create(owner, ws, { filter: undefined, text: 'priority:high -is:blocked' })
    expect(filter).toEqual({
      and: [
        { field: 'priority', op: 'eq', value: 'high' },
        { field: 'is_blocked', op: 'is', value: false },
      ],
    })
  })

  test('runs in two round trips with its order, its groups and the columns of the page', async () => {
    const ws = await workspace()
    const project = await insertProject(ws)
    await insertTasks(ws, project, [
      { priority: 'low', estimate_points: 2 },
      { priority: 'urgent' },
      { priority: 'high', status: 'done', estimate_points: 3 },
      { status: 'cancelled' },
    ])
    const filter = await create(ws.owner, ws, {
      text: 'status:todo,done',
      filter: undefined,
      sort: ['-priority'],
      group_by: 'status',
    })
    const reply = await ws.owner.call('GET', `${path(ws)}/${filter.id}/tasks?limit=2`)
    expect([reply.roundTrips, numbers(reply.body), reply.body]).toMatchObject([
      2,
      [2, 3],
      {
        total: 3,
        limit: 2,
        warnings: [],
        groups: [
          { value: 'todo', count: 2, points: 2 },
          { value: 'done', count: 1, points: 3 },
        ],
      },
    ])
    expect(numbers(await run(ws.owner, ws, filter, '?sort=number&offset=1'))).toEqual([2, 3])
    const invalid = await ws.owner.call('GET', `${path(ws)}/${filter.id}/tasks?sort=colour`)
    expect([invalid.status, invalid.roundTrips]).toEqual([422, 1])
    await ws.owner.ok('DELETE', `${path(ws)}/${filter.id}`)
    const gone = await ws.owner.call('GET', `${path(ws)}/${filter.id}/tasks`)
    expect([gone.status, gone.roundTrips]).toEqual([404, 1])
  })

  test('resolves @me to whoever runs it, and never widens what they can see', async () => {
    const ws = await workspace()
    const bob = await join(ws, 'viewer')
    const [open, hidden] = [
      await insertProject(ws),
      await insertProject(ws, { key: 'SECRET', visibility: 'private' }),
    ]
    await insertTasks(ws, open, [{ assignee_id: ws.owner.id }, { assignee_id: bob.id }, {}])
    await insertTasks(ws, hidden, [{ number: 9, assignee_id: bob.id }])
    const filter = await create(ws.owner, ws, { visibility: 'organization' })
    const all = await create(ws.owner, ws, {
      visibility: 'organization',
      sort: ['number'],
      filter: {
        or: [
          { field: 'number', op: 'gte', value: 0 },
          { field: 'project_id', op: 'eq', value: hidden },
        ],
      },
    })
    expect([numbers(await run(ws.owner, ws, filter)), numbers(await run(bob, ws, filter))]).toEqual([
      [1],
      [2],
    ])
    expect(numbers(await run(ws.owner, ws, all))).toEqual([1, 2, 3, 9])
    const foreign = await run(bob, ws, all)
    expect([numbers(foreign), foreign.warnings]).toEqual([
      [1, 2, 3],
      [`filter.or[1].value: there is no project ${hidden}; it matches nothing`],
    ])
  })

  test('still runs when its objects are deleted: that matches nothing and is reported', async () => {
    const ws = await workspace()
    const bob = await join(ws)
    const project = await insertProject(ws)
    const [one] = await insertTasks(ws, project, [{}, { assignee_id: bob.id, status: 'done' }, {}])
    const [tag] = await insert(ws, 'tags', [{ name: 'Bug' }])
    await ws.owner.ok('PUT', `${ws.base}/tasks/${one}/tags/${tag}`)
    const filter = await create(ws.owner, ws, {
      filter: {
        or: [
          { field: 'tag_id', op: 'in', value: [tag] },
          { field: 'assignee_id', op: 'eq', value: bob.id },
          { field: 'number', op: 'eq', value: 3 },
        ],
      },
      sort: ['number'],
    })
    expect(await run(ws.owner, ws, filter)).toMatchObject({ total: 3, warnings: [] })
    await ws.owner.ok('DELETE', `${ws.base}/tags/${tag}`)
    await ws.owner.ok('DELETE', `${ws.base}/members/${bob.id}`)
    const after = await run(ws.owner, ws, filter)
    expect([numbers(after), after.warnings]).toEqual([
      [3],
      [
        `filter.or[0].value[0]: there is no tag ${tag}; it matches nothing`,
        `filter.or[1].value: there is no member ${bob.id}; it matches nothing`,
      ],
    ])
  })

  test('that is no longer valid matches nothing and says so', async () => {
    const ws = await workspace()
    await insertTasks(ws, await insertProject(ws), [{}])
    const filter = await create(ws.owner, ws)
    for (const broken of [
      { field: 'colour', op: 'eq', value: 1 },
      { or: [] },
      '1=1',
      { field: 'id); drop', op: 'is' },
    ]) {
      await asOwner('update saved_filters set filter = $2 where id = $1', [filter.id, JSON.stringify(broken)])
      expect(await run(ws.owner, ws, filter)).toMatchObject({
        total: 0,
        warnings: [expect.stringContaining('does not fit the grammar')],
      })
    }
  })
})

describe('a name', () => {
  test('is unique for each owner, whatever its case, and free again after deletion', async () => {
    const ws = await workspace()
    const bob = await join(ws)
    const first = await create(ws.owner, ws, { name: 'Mine' })
    expect((await save(ws.owner, ws, { name: 'MINE' })).status).toBe(409)
    await create(bob, ws, { name: 'mine' })
    const other = await create(ws.owner, ws)
    expect((await ws.owner.call('PATCH', `${path(ws)}/${other.id}`, { name: 'mine' })).status).toBe(409)
    await ws.owner.ok('DELETE', `${path(ws)}/${first.id}`)
    await create(ws.owner, ws, { name: 'Mine' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(bob, ws, { name: 'Race' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(409)])
  })
})

describe('the order', () => {
  test('is the order of saving, and changes by naming a neighbour', async () => {
    const ws = await workspace()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await create(ws.owner, ws)).id)
    const order = async () =>
      (await ws.owner.ok('GET', path(ws))).items
        .map(({ id }: Json) => ids.indexOf(id))
        .filter((n: number) => n >= 0)
    const place = (n: number, target: object) => ws.owner.call('PATCH', `${path(ws)}/${ids[n]}`, target)
    expect(await order()).toEqual([0, 1, 2])
    await place(2, { before_id: ids[0] })
    expect(await order()).toEqual([2, 0, 1])
    await place(2, { after_id: ids[0] })
    expect(await order()).toEqual([0, 2, 1])
    const foreign = await create(await join(ws, 'manager'), ws, { visibility: 'organization' })
    for (const invalid of [ids[0], foreign.id, uuidv7()]) {
      expect((await place(0, { before_id: invalid })).body.error.message).toBe(
        'body.before_id: no other filter of the same owner',
      )
    }
    expect((await place(0, { before_id: ids[1], after_id: ids[2] })).status).toBe(422)
    await asOwner('update saved_filters set rank = $2 where id = $1', [ids[2], `a0${'0'.repeat(98)}1`])
    await place(1, { after_id: ids[0] })
    expect(await order()).toEqual([0, 1, 2])
    const ranks = await asOwner('select rank from saved_filters where org_id = $1 and owner_id = $2', [
      ws.org.id,
      ws.owner.id,
    ])
    expect(ranks.every(({ rank }) => rank.length <= 100)).toBe(true)
  })

  test('of filters saved at the same time is a total one', async () => {
    const ws = await workspace()
    await Promise.all(Array.from({ length: 50 }, () => create(ws.owner, ws)))
    const [{ n }] = await asOwner(
      'select count(distinct rank)::int as n from saved_filters where org_id = $1',
      [ws.org.id],
    )
    expect(n).toBe(50)
  })
})
