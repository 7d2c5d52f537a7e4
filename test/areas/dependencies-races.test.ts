import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOwner, type Json, type Reply } from '../kit/client.ts'
import { graph } from '../kit/dependencies.ts'

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Tasks that wait for themselves, recomputed: what blocks ends before the blocked starts, parents span. */
const cycles = (org: string) =>
  asOwner(
    `with recursive step(task, fin, next, next_fin) as (
        select id, false, id, true from tasks where org_id = $1 and deleted_at is null
        union all select parent_id, false, id, false from tasks where org_id = $1 and deleted_at is null
        union all select id, true, parent_id, true from tasks where org_id = $1 and deleted_at is null
        union all select d.from_task_id, true, d.to_task_id, false from task_dependencies d
          join tasks a on a.id = d.from_task_id and a.deleted_at is null
          join tasks b on b.id = d.to_task_id and b.deleted_at is null
          where d.org_id = $1 and d.type = 'blocks'),
      walk as (select task, fin, next, next_fin from step where next is not null and task is not null
        union select w.task, w.fin, s.next, s.next_fin from walk w
          join step s on s.task = w.next and s.fin = w.next_fin and s.next is not null)
      select task from walk where task = next and fin = next_fin`,
    [org],
  )

const drift = (org: string) =>
  asOwner(
    `select t.id, t.open_blocker_count from tasks t where t.org_id = $1 and t.open_blocker_count <> (
      select count(*) from task_dependencies d join tasks b on b.id = d.from_task_id
      where d.to_task_id = t.id and d.type = 'blocks' and b.deleted_at is null and b.status in ('todo', 'in_progress'))`,
    [org],
  )

const failed = (replies: Reply[]) =>
  replies.filter(({ status }) => ![200, 201, 204, 404, 409, 422].includes(status)).map(({ text }) => text)

describe('dependencies under contention', () => {
  test('of 50 concurrent A -> B and B -> A exactly one is stored', { tags: 'race' }, async () => {
    const { ws, tasks, add } = await graph(2)
    const replies = await many(50, (n) => add(tasks[n % 2], 'blocks', tasks[(n + 1) % 2].id))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(49).fill(409)])
    expect(await asOwner('select from task_dependencies where org_id = $1', [ws.org.id])).toHaveLength(1)
    expect(await drift(ws.org.id)).toEqual([])
  })

  test('a ring of 10 dependencies added concurrently is not closed', { tags: 'race' }, async () => {
    const { ws, tasks, add } = await graph(10)
    const replies = await many(10, (n) => add(tasks[n], 'blocks', tasks[(n + 1) % 10].id))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(9)
    expect(await cycles(ws.org.id)).toEqual([])
  })

  test(
    'a dependency and the parents that would close its cycle cannot both be added',
    { tags: 'race' },
    async () => {
      const { ws, tasks, add } = await graph(3)
      const [parent, child, x] = tasks as [Json, Json, Json]
      await add(parent, 'blocks', x.id)
      const replies = await many(20, (n) =>
        n % 2
          ? add(x, 'blocks', child.id)
          : ws.owner.call('PATCH', `${ws.base}/tasks/${child.id}`, { parent_id: parent.id }),
      )
      expect(failed(replies)).toEqual([])
      expect(await cycles(ws.org.id)).toEqual([])
    },
  )

  test(
    '50 changes of blockers while dependencies change leave the count correct',
    { tags: 'race' },
    async () => {
      const { ws, tasks, add, at } = await graph(8)
      const [blocked, ...others] = tasks as [Json, ...Json[]]
      const replies = await many(50, async (n) => {
        const one = others[n % 7]!
        if (n % 3 === 0) return add(one, 'blocks', blocked.id)
        if (n % 3 === 1)
          return ws.owner.call('PATCH', `${ws.base}/tasks/${one.id}`, { status: n % 2 ? 'done' : 'todo' })
        const edge = (await ws.owner.ok('GET', at(one))).blocks[0]
        return edge
          ? ws.owner.call('DELETE', `${at(one)}/${edge.dependency_id}`)
          : ws.owner.call('DELETE', `${ws.base}/tasks/${one.id}`)
      })
      expect(failed(replies)).toEqual([])
      expect(await drift(ws.org.id)).toEqual([])
    },
  )
})

const step = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'add',
    'parent',
    'status',
    'status',
    'remove',
    'delete',
    'restore',
    'purge',
    'bulk',
  ),
  a: fc.nat(7),
  b: fc.nat(7),
  status: fc.constantFrom('todo', 'in_progress', 'done', 'cancelled'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** One step of a random history; its objects may be deleted or its rules violated by then. */
async function perform(
  { ws, tasks, add, at }: Awaited<ReturnType<typeof graph>>,
  { what, a, b, status }: Step,
) {
  const [one, two] = [tasks[a], tasks[b]]
  const call = (method: string, path: string, body?: object) =>
    ws.owner.call(method, `${ws.base}/tasks/${path}`, body)
  if (what === 'add') return add(one, status === 'done' ? 'blocked_by' : 'blocks', two.id)
  if (what === 'parent') return call('PATCH', one.id, { parent_id: status === 'done' ? null : two.id })
  if (what === 'status') return call('PATCH', one.id, { status })
  if (what === 'bulk') {
    const body = { task_ids: [...new Set([one.id, two.id])], patch: { status }, mode: 'best_effort' }
    return call('POST', 'bulk', body)
  }
  if (what === 'delete') return call('DELETE', one.id)
  if (what !== 'remove') return call('POST', `${one.id}/${what}`)
  const reply = await ws.owner.call('GET', at(one))
  const edge = reply.body.blocks?.[0]
  return edge ? call('DELETE', `${one.id}/dependencies/${edge.dependency_id}`) : reply
}

describe('any history of writes', () => {
  test('in sequence leaves no cycle and every count equal to a recount', { tags: 'race' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const setup = await graph(8)
        for (const one of steps) expect(failed([await perform(setup, one)])).toEqual([])
        expect(await drift(setup.ws.org.id)).toEqual([])
        expect(await cycles(setup.ws.org.id)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('concurrently leaves no cycle and every count equal to a recount', { tags: 'race' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const setup = await graph(8)
        expect(failed(await Promise.all(steps.map((one) => perform(setup, one))))).toEqual([])
        expect(await drift(setup.ws.org.id)).toEqual([])
        expect(await cycles(setup.ws.org.id)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})
