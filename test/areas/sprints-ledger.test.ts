import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { change, complete, dayFromNow, ledger, reasons, sprint, start } from '../kit/sprints.ts'

/** What counts in a sprint, computed only from the rows of its tasks and their parents. */
async function recount(sprintId: string): Promise<Json> {
  const rows = await asOwner(
    `select id, parent_id, sprint_id, type, status, deleted_at, estimate_points::float as points,
      estimate_minutes as minutes from tasks
      where project_id = (select project_id from sprints where id = $1)`,
    [sprintId],
  )
  const counted = rows.filter(
    (row) =>
      row.sprint_id === sprintId && !row.deleted_at && row.type !== 'epic' && row.status !== 'cancelled',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const above = (row: Json): Json[] => {
    const parent = byId.get(row.parent_id)
    return parent ? [parent, ...above(parent)] : []
  }
  const own = (row: Json, unit: 'points' | 'minutes') =>
    counted.some((other) => other[unit] !== null && above(other).includes(row)) ? 0 : (row[unit] ?? 0)
  const sum = (unit: 'points' | 'minutes', of: Json[]) => of.reduce((all, row) => all + own(row, unit), 0)
  const done = counted.filter((row) => row.status === 'done')
  return {
    scope_points: sum('points', counted),
    done_points: sum('points', done),
    scope_minutes: sum('minutes', counted),
    done_minutes: sum('minutes', done),
    scope_count: counted.length,
    done_count: done.length,
  }
}

const which = fc.nat(5)
const step = fc.oneof(
  fc.record({
    do: fc.constant('status' as const),
    which,
    status: fc.constantFrom('todo', 'in_progress', 'done', 'cancelled'),
  }),
  fc.record({
    do: fc.constant('estimate' as const),
    which,
    points: fc.constantFrom(null, 0, 1, 2.5, 8),
    minutes: fc.constantFrom(null, 30),
  }),
  fc.record({ do: fc.constant('sprint' as const), which, inside: fc.boolean() }),
  fc.record({ do: fc.constant('parent' as const), which, under: fc.option(which) }),
  fc.record({ do: fc.constant('type' as const), which, type: fc.constantFrom('epic', 'task') }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const, 'start' as const), which }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(ws: Workspace, sprintId: string, tasks: string[], one: Step) {
  const at = `${ws.base}/tasks/${tasks[one.which]}`
  const patch = (body: object) => ws.owner.call('PATCH', at, body)
  if (one.do === 'status') return patch({ status: one.status })
  if (one.do === 'estimate') return patch({ estimate_points: one.points, estimate_minutes: one.minutes })
  if (one.do === 'sprint') return patch({ sprint_id: one.inside ? sprintId : null })
  if (one.do === 'parent') return patch({ parent_id: one.under === null ? null : tasks[one.under] })
  if (one.do === 'type') return patch({ type: one.type })
  if (one.do === 'delete') return ws.owner.call('DELETE', at)
  if (one.do === 'restore') return ws.owner.call('POST', `${at}/restore`)
  return ws.owner.call('POST', `${ws.base}/sprints/${sprintId}/start`)
}

describe('the ledger of a sprint', () => {
  test('adds up to what counts in the sprint after any change of its tasks, and after its end', async () => {
    const ws = await workspace()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), fc.nat(10), async (steps, begin) => {
        const { id: home } = await project(ws)
        const created = await sprint(ws, home)
        const drafts = [3, 5, null, 1, 2, 8].map((estimate_points, n) => ({
          title: `T${n}`,
          estimate_points,
          ...(n % 2 ? { sprint_id: created.id } : {}),
        }))
        const { items } = await ws.owner.ok('POST', `${ws.base}/projects/${home}/tasks/bulk`, {
          items: drafts,
        })
        const ids = items.map(({ id }: Json) => id)
        for (const [n, one] of steps.entries()) {
          if (n === begin) await ws.owner.call('POST', `${ws.base}/sprints/${created.id}/start`)
          expect((await take(ws, created.id, ids, one)).status).toBeLessThan(500)
        }
        await ws.owner.call('POST', `${ws.base}/sprints/${created.id}/start`)
        expect(await ledger(created.id)).toEqual(await recount(created.id))
        await complete(ws, created.id)
        expect(await ledger(created.id)).toEqual(await recount(created.id))
        await take(ws, created.id, ids, { do: 'status', which: 1, status: 'todo' })
        await take(ws, created.id, ids, { do: 'delete', which: 3 })
        expect(await ledger(created.id)).toEqual(await recount(created.id))
      }),
      { numRuns: 12 },
    )
  })

  test('has the reason of each change', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    const one = (await task(ws, home, { estimate_points: 3, sprint_id: id })).id
    await start(ws, id)
    for (const body of [
      { estimate_points: 5 },
      { status: 'done' },
      { status: 'in_progress' },
      { status: 'cancelled' },
      { status: 'todo' },
      { sprint_id: null },
      { sprint_id: id },
    ])
      await change(ws, one, body)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${one}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${one}/restore`)
    await complete(ws, id)
    expect(await reasons(id, one)).toEqual([
      'committed',
      'estimated',
      'completed',
      'reopened',
      'cancelled',
      'uncancelled',
      'removed',
      'added',
      'deleted',
      'restored',
      'carried_over',
    ])
    const [{ later }] = (await asOwner(
      `select bool_and(l.at > s.completed_at) as later from sprint_ledger l join sprints s on s.id = l.sprint_id
      where l.reason = 'carried_over' and s.id = $1`,
      [id],
    )) as [Json]
    expect(later).toBe(true)
  })

  test('adds up after fifty concurrent changes to a parent and its subtasks', { tags: 'race' }, async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    const parent = (await task(ws, home, { estimate_points: 13, sprint_id: id })).id
    const below = await Promise.all(
      [1, 2, 3, 4, 5].map(
        async (estimate_points) =>
          (await task(ws, home, { estimate_points, parent_id: parent, sprint_id: id })).id,
      ),
    )
    await start(ws, id)
    const bodies = [
      { estimate_points: null },
      { estimate_points: 2 },
      { status: 'done' },
      { sprint_id: null },
      { sprint_id: id },
    ]
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ws.owner.call('PATCH', `${ws.base}/tasks/${[parent, ...below][n % 6]}`, bodies[n % 5]),
      ),
    )
    expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    expect(await ledger(id)).toEqual(await recount(id))
  })

  test(
    'counts nothing twice if a parent is done while its subtask is estimated',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const { id: home } = await project(ws)
      const { id } = await sprint(ws, home)
      const families: [string, string][] = []
      for (let n = 0; n < 25; n++) {
        const parent = (await task(ws, home, { estimate_points: 5, sprint_id: id })).id
        families.push([parent, (await task(ws, home, { parent_id: parent, sprint_id: id })).id])
      }
      await start(ws, id)
      const replies = await Promise.all(
        families.flatMap(([parent, child]) => [
          ws.owner.call('PATCH', `${ws.base}/tasks/${child}`, { estimate_points: 3 }),
          ws.owner.call('PATCH', `${ws.base}/tasks/${parent}`, { status: 'done' }),
        ]),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await ledger(id)).toEqual(await recount(id))
      expect(await ledger(id)).toMatchObject({ scope_points: 75, done_points: 0, done_count: 25 })
    },
  )

  test('loses nothing that is added while the sprint starts', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    await Promise.all([
      ...Array.from({ length: 20 }, () => task(ws, home, { estimate_points: 1, sprint_id: id })),
      start(ws, id),
    ])
    expect(await ledger(id)).toMatchObject({ scope_points: 20, scope_count: 20 })
  })

  test('is maintained when a job writes a task, and inconsistencies are detected', async () => {
    const ws = await workspace()
    const { id: home } = await project(ws)
    const { id } = await sprint(ws, home)
    const one = (await task(ws, home, { estimate_points: 3, sprint_id: id })).id
    await start(ws, id)
    await asOwner('update tasks set estimate_points = 4 where id = $1', [one])
    expect(await ledger(id)).toMatchObject({ scope_points: 4 })
    const drifted = async () =>
      (await asOwner('select $1 = any (app.drifted_sprints($2)) as it', [id, ws.org.id]))[0].it
    expect(await drifted()).toBe(false)
    await asOwner(
      `insert into sprint_ledger (org_id, sprint_id, task_id, reason, scope_points, done_points, scope_minutes, done_minutes,
        scope_count, done_count) values ($1, $2, $3, 'estimated', 1, 0, 0, 0, 0, 0)`,
      [ws.org.id, id, one],
    )
    expect(await drifted()).toBe(true)
  })

  test('cannot be changed, not even by the owner of the database', async () => {
    for (const attempt of [
      `update sprint_ledger set scope_points = 0`,
      'delete from sprint_ledger',
      'truncate sprint_ledger',
    ])
      await expect(asOwner(attempt)).rejects.toThrow('sprint_ledger is append-only')
    const [grants] = await asOwner(
      `select has_table_privilege('svc_app', 'sprint_ledger', 'insert, update, delete, truncate') as any`,
    )
    expect(grants.any).toBe(false)
  })

  test('is purged with its project, in steps', async () => {
    const ws = await workspace()
    const { id: home, key } = await project(ws)
    const { id } = await sprint(ws, home, { end_date: dayFromNow(5) })
    for (const estimate_points of [1, 2, 3]) await task(ws, home, { estimate_points, sprint_id: id })
    await start(ws, id)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${home}`)
    await ws.owner.call('POST', `${ws.base}/projects/${home}/purge`, { confirm_key: key })
    await asOwner(`update projects set purge_started_at = now() where id = $1`, [home])
    for (let remaining = true; remaining;)
      remaining = (await asOwner('select app.purge_project_step($1, 2) as more', [home]))[0].more
    const [{ sprints, entries }] = (await asOwner(
      `select (select count(*)::int from sprints where id = $1) as sprints,
        (select count(*)::int from sprint_ledger where sprint_id = $1) as entries`,
      [id],
    )) as [Json]
    expect([sprints, entries]).toEqual([0, 0])
  })
})
