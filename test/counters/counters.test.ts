import fc from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../scripts/stack/invariants.ts'
import type { Json, Reply } from '../kit/client.ts'
import { project, workspace, type Workspace } from '../kit/makers.ts'
import { dayFromNow, sprint, start } from '../kit/sprints.ts'
import { parts } from '../kit/parts.ts'

/** The running sprints whose totals are not the sum of the shares of their tasks. */
const otherTotals = `select s.number, app.sprint_totals(s) as told, h.* from sprints s, lateral (
    select coalesce(sum(h.points), 0) as scope, coalesce(sum(h.points) filter (where h.done), 0) as done, count(*) as tasks,
      count(*) filter (where h.done) as tasks_done, count(*) filter (where h.unestimated_points) as unestimated
    from app.sprint_shares(s.org_id, s.id) h) h
  where s.org_id = $1 and s.state = 'active' and (app.sprint_totals(s)::jsonb - 'unit')
    <> to_jsonb(h) || jsonb_build_object('remaining', h.scope - h.done)`

const numRuns = Number(process.env.FUZZ_RUNS ?? 8)
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() : Number(process.env.FUZZ_SEED ?? 20261121)

type Step = { act: keyof typeof acts; a: number; b: number; value: number }
type Place = {
  ws: Workspace
  projects: string[]
  tasks: string[]
  comments: [string, string][]
  edges: [string, string][]
  entries: string[]
}

const one = <T>(list: T[], at: number): T | undefined => list[at % list.length]
const patch = ({ ws, tasks }: Place, at: number, body: Json) =>
  tasks.length ? ws.owner.call('PATCH', `${ws.base}/tasks/${one(tasks, at)}`, body) : undefined
const onTask = ({ ws, tasks }: Place, at: number, method: string, rest: string, body?: Json) =>
  tasks.length ? ws.owner.call(method, `${ws.base}/tasks/${one(tasks, at)}${rest}`, body) : undefined

async function running({ ws, projects }: Place, at: number): Promise<string | null> {
  const { items } = await ws.owner.ok('GET', `${ws.base}/projects/${one(projects, at)}/sprints?state=active`)
  return items[0]?.id ?? null
}

/** What people do, each with numbers that pick whom it befalls. */
const acts = {
  async create(place: Place, { a, b, value }: Step) {
    const draft = { title: 'T', estimate_points: value % 9, type: value % 5 ? 'task' : 'epic' }
    const parent = b % 3 ? {} : { parent_id: one(place.tasks, b) }
    const sprints = a % 2 ? { sprint_id: await running(place, b) } : {}
    const path = `${place.ws.base}/projects/${one(place.projects, b)}/tasks`
    const made = await place.ws.owner.call('POST', path, { ...draft, ...parent, ...sprints })
    if (made.status === 201) place.tasks.push(made.body.id)
    return made
  },
  status: (place: Place, { a, value }: Step) =>
    patch(place, a, { status: ['todo', 'in_progress', 'done', 'cancelled'][value % 4] }),
  estimate: (place: Place, { a, value }: Step) => patch(place, a, { estimate_points: value % 14 }),
  reparent: (place: Place, { a, b, value }: Step) =>
    patch(place, a, { parent_id: value % 4 ? (one(place.tasks, b) ?? null) : null }),
  plan: async (place: Place, { a, b, value }: Step) =>
    patch(place, a, { sprint_id: value % 3 ? await running(place, b) : null }),
  trash: (place: Place, { a }: Step) => onTask(place, a, 'DELETE', ''),
  restore: (place: Place, { a }: Step) => onTask(place, a, 'POST', '/restore'),
  transfer: (place: Place, { a, b }: Step) =>
    onTask(place, a, 'POST', '/transfer', { project_id: one(place.projects, b) }),
  duplicate: (place: Place, { a }: Step) =>
    onTask(place, a, 'POST', '/duplicate', { include: { comments: true } }),
  async log({ ws, tasks, entries }: Place, { a, value }: Step) {
    const draft = { work_date: '2026-01-15', duration_seconds: 1 + value, task_id: one(tasks, a) ?? null }
    const made = await ws.owner.call('POST', `${ws.base}/time-entries`, draft)
    if (made.status === 201) entries.push(made.body.id)
    return made
  },
  relog({ ws, tasks, entries }: Place, { a, b, value }: Step) {
    const change = { duration_seconds: 1 + value, task_id: one(tasks, b) ?? null }
    const path = `${ws.base}/time-entries/${one(entries, a)}`
    return entries.length
      ? ws.owner.call(value % 5 ? 'PATCH' : 'DELETE', path, value % 5 ? change : undefined)
      : null
  },
  async comment(place: Place, { a }: Step) {
    const made = await onTask(place, a, 'POST', '/comments', { body: 'said' })
    if (made?.status === 201) place.comments.push([one(place.tasks, a)!, made.body.id])
    return made
  },
  async silence(place: Place, { a }: Step) {
    const [task, comment] = one(place.comments, a) ?? []
    return task && place.ws.owner.call('DELETE', `${place.ws.base}/tasks/${task}/comments/${comment}`)
  },
  async block(place: Place, { a, b }: Step) {
    const body = { task_id: one(place.tasks, b), type: 'blocks' }
    const made = await onTask(place, a, 'POST', '/dependencies', body)
    if (made?.status === 201) place.edges.push([one(place.tasks, a)!, made.body.dependency_id])
    return made
  },
  async unblock(place: Place, { a }: Step) {
    const [task, edge] = one(place.edges, a) ?? []
    return task && place.ws.owner.call('DELETE', `${place.ws.base}/tasks/${task}/dependencies/${edge}`)
  },
  async turn(place: Place, { b, value }: Step) {
    const id = value % 4 ? null : await running(place, b)
    const to = { move_incomplete_to: 'backlog' }
    return id && place.ws.owner.call('POST', `${place.ws.base}/sprints/${id}/complete`, to)
  },
}

const step = fc.record({
  act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]), 'create', 'create', 'status', 'plan'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  value: fc.nat(1000),
}) as fc.Arbitrary<Step>

test(
  'every counter and every ledger is what a recount says, after whatever people did at once',
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
          const place: Place = {
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
              round.map(async (one) => [one.act, await acts[one.act](place, one)] as const),
            )
            for (const [act, reply] of replies as [string, Reply | undefined | '' | null][]) {
              if (!reply) continue
              expect([act, reply.status, reply.text], act).toEqual([
                act,
                expect.toSatisfy((status: number) => status < 500),
                reply.text,
              ])
              if (reply.status < 300) done.set(act, (done.get(act) ?? 0) + 1)
            }
          }
          expect((await checkInvariants(client)).filter(({ broken }) => broken)).toEqual([])
          expect((await client.query(otherTotals, [ws.org.id])).rows).toEqual([])
        },
      ),
      { numRuns, seed },
    )
    await client.end()
    expect([...done.keys()].toSorted()).toEqual(Object.keys(acts).toSorted())
  },
)
