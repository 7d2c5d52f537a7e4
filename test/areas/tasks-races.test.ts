import fc from 'fast-check'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, type Workspace, workspace } from '../kit/makers.ts'
import { parts } from '../kit/parts.ts'

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/**
 * Makes 50 connections plan a create, each in its own project, so that a race is about locks, not cold plans.
 */
async function warmUp() {
  const ws = await workspace()
  const projects = await asOwner<{ id: string }>(
    `insert into projects (org_id, key, name, created_by) select $1, 'W' || n, 'W' || n, $2
      from generate_series(1, 50) n returning id`,
    [ws.org.id, ws.owner.id],
  )
  await many(50, (n) => task(ws, projects[n]!.id))
}

describe('tasks under contention', () => {
  beforeAll(warmUp)

  test('50 concurrent creates get 50 consecutive numbers and distinct ranks', { tags: 'race' }, async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const created = await many(50, () => task(ws, id))
    expect(created.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
    const [{ n }] = await asOwner('select count(distinct rank)::int as n from tasks where project_id = $1', [
      id,
    ])
    expect(n).toBe(50)
  })

  test('concurrent bulk creates each get one block of numbers', { tags: 'race' }, async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const items = Array.from({ length: 10 }, (_, n) => ({ title: `${n}` }))
    const blocks = await many(10, () =>
      ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items }),
    )
    for (const block of blocks) {
      const numbers = block.items.map((item: Json) => item.number)
      expect(numbers).toEqual(items.map((_, n) => numbers[0] + n))
    }
  })

  test(
    '100 concurrent moves to the same positions keep a total order of distinct ranks',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const { id } = await project(ws)
      const items = Array.from({ length: 20 }, (_, n) => ({ title: `${n}` }))
      const { items: created } = await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items })
      const cramped = `a0${'0'.repeat(96)}`
      await asOwner('update tasks set rank = $2 where id = $1', [created[0].id, `${cramped}1`])
      const replies = await many(100, (n) => {
        const [moved, neighbour] = [created[1 + (n % 19)], created[(n * 7) % 20]]
        const body =
          moved === neighbour
            ? { position: 'top' }
            : n % 2
              ? { before_id: neighbour.id }
              : { after_id: neighbour.id }
        return ws.owner.call('POST', `${ws.base}/tasks/${moved.id}/move`, body)
      })
      expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
      const ranks = await asOwner('select rank from tasks where project_id = $1', [id])
      expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(20)
      expect(ranks.every(({ rank }) => rank.length <= 100)).toBe(true)
    },
  )

  test.each(['archived_at', 'deleted_at'])(
    'a task is not created in a project whose %s is set in the meantime',
    { tags: 'race' },
    async (column) => {
      const ws = await workspace()
      const { id } = await project(ws)
      const { status, body } = await createdDuring(
        ws,
        id,
        `update projects set ${column} = now() where id = $1`,
      )
      expect([status, body.error.message]).toEqual([409, 'project is archived or deleted'])
      const [after] = await asOwner('select task_counter from projects where id = $1', [id])
      expect([await asOwner('select from tasks where project_id = $1', [id]), after.task_counter]).toEqual([
        [],
        0,
      ])
    },
  )

  test(
    'a task is put where the board and the order are when it gets its number',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const { id, columns } = await project(ws)
      const path = `${ws.base}/projects/${id}`
      const first = await task(ws, id)
      const { id: next } = await ws.owner.ok('POST', `${path}/columns`, { name: 'Next', status: 'todo' })
      const { body } = await createdDuring(
        ws,
        id,
        'update projects set task_counter = 7 where id = $1',
        `update tasks set rank = 'a7', column_id = '${next}' where project_id = $1`,
        `delete from board_columns where project_id = $1 and id = '${columns.todo}'`,
      )
      const rows = await asOwner('select id, number from tasks where project_id = $1 order by rank', [id])
      expect([body.column.id, rows]).toEqual([
        next,
        [
          { id: first.id, number: 1 },
          { id: body.id, number: 8 },
        ],
      ])
    },
  )

  test('parents added concurrently never close a cycle', { tags: 'race' }, async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const items = Array.from({ length: 6 }, (_, n) => ({ title: `${n}` }))
    const { items: created } = await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items })
    const replies = await many(60, (n) =>
      ws.owner.call('PATCH', `${ws.base}/tasks/${created[n % 6].id}`, {
        parent_id: created[(n + 1 + (n % 5)) % 6].id,
      }),
    )
    expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const cycles = await asOwner(
      `with recursive up as (
        select id, parent_id from tasks where project_id = $1
        union select up.id, t.parent_id from up join tasks t on t.id = up.parent_id)
      select id from up where id = parent_id`,
      [id],
    )
    expect(cycles).toEqual([])
  })

  test(
    'deleting a parent while its subtasks are finished never breaks a count',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const { id } = await project(ws)
      const parent = await task(ws, id)
      const children = await many(8, () => task(ws, id, { parent_id: parent.id }))
      const replies = await many(9, (n) =>
        n === 4
          ? ws.owner.call('DELETE', `${ws.base}/tasks/${parent.id}`)
          : ws.owner.call('PATCH', `${ws.base}/tasks/${children[n % 8]!.id}`, { status: 'done' }),
      )
      expect(replies.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
      await ws.owner.call('POST', `${ws.base}/tasks/${parent.id}/restore`)
      expect(await drift(id)).toEqual([])
    },
  )
})

/** The reply to a task's creation that began before these statements on its project were committed. */
async function createdDuring({ base, owner }: Workspace, id: string, ...statements: string[]) {
  const other = new Client({ connectionString: parts().ownerUrl })
  await other.connect()
  try {
    await other.query('begin')
    for (const statement of statements) await other.query(statement, [id])
    const reply = owner.call('POST', `${base}/projects/${id}/tasks`, { title: 'Late' })
    const { pid } = (await other.query('select pg_backend_pid() as pid')).rows[0]
    await expect
      .poll(() => asOwner('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid]))
      .toHaveLength(1)
    await other.query('commit')
    return await reply
  } finally {
    await other.end()
  }
}

/** Tasks whose stored counters differ from a count. */
const drift = (projectId: string) =>
  asOwner(
    `select t.id, t.child_count, t.done_child_count from tasks t
  where t.project_id = $1 and (t.child_count, t.done_child_count) <> (
    select count(*), count(*) filter (where c.status = 'done') from tasks c
    where c.parent_id = t.id and c.deleted_at is null)`,
    [projectId],
  )

describe('counters of subtasks', () => {
  const step = fc.record({
    what: fc.constantFrom(
      'create',
      'status',
      'status',
      'parent',
      'parent',
      'delete',
      'restore',
      'purge',
      'bulk',
      'transfer',
    ),
    a: fc.nat(11),
    b: fc.nat(11),
    status: fc.constantFrom('todo', 'in_progress', 'done', 'cancelled'),
  })

  test('equal a recount after any sequence of writes', { tags: 'race' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const ws = await workspace()
        const [{ id }, other] = [await project(ws), await project(ws)]
        const ids: string[] = (
          await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, {
            items: Array.from({ length: 6 }, () => ({ title: 'x' })),
          })
        ).items.map((item: Json) => item.id)
        const call = (method: string, path: string, body?: object) =>
          ws.owner.call(method, `${ws.base}/tasks/${path}`, body)
        for (const { what: moved, a, b, status } of steps) {
          const [one, two] = [ids[a % ids.length]!, ids[b % ids.length]!]
          const reply =
            moved === 'create'
              ? await ws.owner.call('POST', `${ws.base}/projects/${id}/tasks`, { title: 'x', parent_id: two })
              : moved === 'status'
                ? await call('PATCH', one, { status })
                : moved === 'parent'
                  ? await call('PATCH', one, { parent_id: b % 4 ? two : null })
                  : moved === 'delete'
                    ? await call('DELETE', one)
                    : moved === 'restore' || moved === 'purge'
                      ? await call('POST', `${one}/${moved}`)
                      : moved === 'transfer'
                        ? await call('POST', `${one}/transfer`, {
                            project_id: other.id,
                            include_subtasks: b % 2 > 0,
                          })
                        : await call('POST', 'bulk', {
                            task_ids: [...new Set([one, two])],
                            patch: { status },
                            mode: 'best_effort',
                          })
          if (reply.status >= 500) throw new Error(`${moved}: ${reply.text}`)
          if (moved === 'create' && reply.status === 201) ids.push(reply.body.id)
        }
        expect([...(await drift(id)), ...(await drift(other.id))]).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})

describe('how many tasks a project has', () => {
  test(
    'is correct after any concurrent changes, and stays so when the tallies are folded',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const [home, other] = [await project(ws), await project(ws)]
      const created = await Promise.all(Array.from({ length: 40 }, () => task(ws, home.id)))
      const path = ({ id }: Json) => `${ws.base}/tasks/${id}`
      await Promise.all([
        ...created.slice(0, 10).map((one) => ws.owner.ok('DELETE', path(one))),
        ...created
          .slice(10, 15)
          .map((one) => ws.owner.ok('POST', `${path(one)}/transfer`, { project_id: other.id })),
        ...Array.from({ length: 10 }, () => task(ws, home.id)),
      ])
      await asOwner('update tasks set archived_at = now() where id = $1', [created[20]!.id])
      await Promise.all(created.slice(0, 4).map((one) => ws.owner.ok('POST', `${path(one)}/restore`)))
      const total = async ({ id }: Json, query = '') =>
        (await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?limit=1${query}`)).total
      const all = '&status=todo'
      expect([await total(home), await total(other)]).toEqual([38, 5])
      await asOwner(`select app.enter_system(id, '', 'daily'), app.daily_tallies(id, 100) from organizations`)
      expect([await total(home), await total(other)]).toEqual([38, 5])
      expect([await total(home, all), await total(other, all)]).toEqual([38, 5])
      const rows = 'select count(*)::int as n from task_tallies where project_id = $1'
      expect(await asOwner(rows, [home.id])).toEqual([{ n: 1 }])
    },
  )
})
