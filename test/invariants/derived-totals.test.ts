import fc from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import type { Json, Reply } from '../kit/client.ts'
import { project, workspace, type Workspace } from '../kit/makers.ts'
import { dayFromNow, sprint, start } from '../kit/sprints.ts'
import { parts } from '../kit/parts.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

/** The running sprints whose totals differ from the sum of their tasks' shares. */
const otherTotals = `select s.number, app.sprint_totals(s) as told, h.* from sprints s, lateral (
    select coalesce(sum(h.points), 0) as scope, coalesce(sum(h.points) filter (where h.done), 0) as done, count(*) as tasks,
      count(*) filter (where h.done) as tasks_done, count(*) filter (where h.unestimated_points) as unestimated
    from app.sprint_shares(s.org_id, s.id) h) h
  where s.org_id = $1 and s.state = 'active' and (app.sprint_totals(s)::jsonb - 'unit')
    <> to_jsonb(h) || jsonb_build_object('remaining', h.scope - h.done)`

const numRuns = Number(process.env.FUZZ_RUNS ?? 8)
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() : Number(process.env.FUZZ_SEED ?? 20261121)

type Step = { act: keyof typeof actions; a: number; b: number; value: number }
type State = {
  ws: Workspace
  projects: string[]
  tasks: string[]
  comments: [string, string][]
  edges: [string, string][]
  entries: string[]
}

const one = <T>(list: T[], at: number): T | undefined => list[at % list.length]
const patch = ({ ws, tasks }: State, at: number, body: Json) =>
  tasks.length ? ws.owner.call('PATCH', `${ws.base}/tasks/${one(tasks, at)}`, body) : undefined
const callOnTask = ({ ws, tasks }: State, at: number, method: string, suffix: string, body?: Json) =>
  tasks.length ? ws.owner.call(method, `${ws.base}/tasks/${one(tasks, at)}${suffix}`, body) : undefined

async function activeSprint({ ws, projects }: State, at: number): Promise<string | null> {
  const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${one(projects, at)}/sprints?state=active`)
  return items[0]?.id ?? null
}

/** What people do; the numbers choose the objects. */
const actions = {
  async create(state: State, { a, b, value }: Step) {
    const draft = { title: 'T', estimate_points: value % 9, type: value % 5 ? 'task' : 'epic' }
    const parent = b % 3 ? {} : { parent_id: one(state.tasks, b) }
    const sprints = a % 2 ? { sprint_id: await activeSprint(state, b) } : {}
    const path = `${state.ws.base}/projects/${one(state.projects, b)}/tasks`
    const created = await state.ws.owner.call('POST', path, { ...draft, ...parent, ...sprints })
    if (created.status === 201) state.tasks.push(created.body.id)
    return created
  },
  status: (state: State, { a, value }: Step) =>
    patch(state, a, { status: ['todo', 'in_progress', 'done', 'cancelled'][value % 4] }),
  estimate: (state: State, { a, value }: Step) => patch(state, a, { estimate_points: value % 14 }),
  reparent: (state: State, { a, b, value }: Step) =>
    patch(state, a, { parent_id: value % 4 ? (one(state.tasks, b) ?? null) : null }),
  plan: async (state: State, { a, b, value }: Step) =>
    patch(state, a, { sprint_id: value % 3 ? await activeSprint(state, b) : null }),
  trash: (state: State, { a }: Step) => callOnTask(state, a, 'DELETE', ''),
  restore: (state: State, { a }: Step) => callOnTask(state, a, 'POST', '/restore'),
  transfer: (state: State, { a, b }: Step) =>
    callOnTask(state, a, 'POST', '/transfer', { project_id: one(state.projects, b) }),
  duplicate: (state: State, { a }: Step) =>
    callOnTask(state, a, 'POST', '/duplicate', { include: { comments: true } }),
  async log({ ws, tasks, entries }: State, { a, value }: Step) {
    const draft = { work_date: '2026-01-15', duration_seconds: 1 + value, task_id: one(tasks, a) ?? null }
    const created = await ws.owner.call('POST', `${ws.base}/time-entries`, draft)
    if (created.status === 201) entries.push(created.body.id)
    return created
  },
  relog({ ws, tasks, entries }: State, { a, b, value }: Step) {
    const change = { duration_seconds: 1 + value, task_id: one(tasks, b) ?? null }
    const path = `${ws.base}/time-entries/${one(entries, a)}`
    return entries.length
      ? ws.owner.call(value % 5 ? 'PATCH' : 'DELETE', path, value % 5 ? change : undefined)
      : null
  },
  async comment(state: State, { a }: Step) {
    const created = await callOnTask(state, a, 'POST', '/comments', { body: 'said' })
    if (created?.status === 201) state.comments.push([one(state.tasks, a)!, created.body.id])
    return created
  },
  async silence(state: State, { a }: Step) {
    const [task, comment] = one(state.comments, a) ?? []
    return task && state.ws.owner.call('DELETE', `${state.ws.base}/tasks/${task}/comments/${comment}`)
  },
  async block(state: State, { a, b }: Step) {
    const body = { task_id: one(state.tasks, b), type: 'blocks' }
    const created = await callOnTask(state, a, 'POST', '/dependencies', body)
    if (created?.status === 201) state.edges.push([one(state.tasks, a)!, created.body.dependency_id])
    return created
  },
  async unblock(state: State, { a }: Step) {
    const [task, dependency] = one(state.edges, a) ?? []
    return task && state.ws.owner.call('DELETE', `${state.ws.base}/tasks/${task}/dependencies/${dependency}`)
  },
  async turn(state: State, { b, value }: Step) {
    const id = value % 4 ? null : await activeSprint(state, b)
    const to = { move_incomplete_to: 'backlog' }
    return id && state.ws.owner.call('POST', `${state.ws.base}/sprints/${id}/complete`, to)
  },
}

const step = fc.record({
  act: fc.constantFrom(
    ...(Object.keys(actions) as (keyof typeof actions)[]),
    'create',
    'create',
    'status',
    'plan',
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
  value: fc.nat(1000),
}) as fc.Arbitrary<Step>

test(
  'every counter and ledger equals a recount, after any concurrent actions',
  { timeout: 600_000 },
  async () => {
    const client = new Client({ connectionString: parts().ownerUrl })
    await client.connect()
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 15, maxLength: 25 }),
        async (rounds) => {
          const ws = await workspace()
          const homes = [await project(ws), await project(ws)]
          const state: State = {
            ws,
            projects: homes.map(({ id }) => id),
            tasks: [],
            comments: [],
            edges: [],
            entries: [],
          }
          for (const { id } of homes) {
            await start(ws, (await sprint(ws, id)).id)
            await sprint(ws, id, { start_date: dayFromNow(20), end_date: dayFromNow(30) })
          }
          for (const round of rounds) {
            const replies = await Promise.all(
              round.map(async (one) => [one.act, await actions[one.act](state, one)] as const),
            )
            for (const [action, reply] of replies as [string, Reply | undefined | '' | null][]) {
              if (!reply) continue
              expect([action, reply.status, reply.text], action).toEqual([
                action,
                expect.toSatisfy((status: number) => status < 500),
                reply.text,
              ])
              if (reply.status < 300) done.set(action, (done.get(action) ?? 0) + 1)
            }
          }
          expect((await checkInvariants(client)).filter(({ broken }) => broken)).toEqual([])
          expect((await client.query(otherTotals, [ws.org.id])).rows).toEqual([])
        },
      ),
      { numRuns, seed },
    )
    await client.end()
    expect([...done.keys()].toSorted()).toEqual(Object.keys(actions).toSorted())
  },
)
