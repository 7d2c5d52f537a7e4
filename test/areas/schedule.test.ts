import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { type Activity, Calendar, cpm, type Dependency } from '../kit/cpm.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'

type Made = { path: string; ids: string[] }

/** Inserts tasks and their dependencies, in one round trip. */
async function create(ws: Workspace, activities: Activity[], waits: Dependency[]): Promise<Made> {
  const home = await project(ws)
  const ids = activities.map(() => uuidv7())
  const rows = activities.map(({ start, due, estimate, started }, n) => ({
    id: ids[n],
    number: ((n * 7) % 97) + 1,
    start_date: start ?? null,
    due_date: due ?? null,
    estimate_minutes: estimate ?? null,
    status: started ? 'in_progress' : 'todo',
  }))
  const edges = waits.map(({ from, to, lag }) => ({ from: ids[from], to: ids[to], lag }))
  await asOwner(
    `with t as (insert into tasks (id, org_id, project_id, number, title, rank, status, start_date, due_date, estimate_minutes,
        created_by, reporter_id)
      select r.id, $1, $2, r.number, 'Activity', 'b' || (10000 + r.number), r.status, r.start_date, r.due_date,
        r.estimate_minutes, $3, $3
      from jsonb_to_recordset($4::jsonb) r(id uuid, number int, start_date date, due_date date, estimate_minutes int, status text))
    insert into task_dependencies (org_id, from_task_id, to_task_id, type, lag_days, created_by)
      select $1, e."from", e."to", 'blocks', e.lag, $3 from jsonb_to_recordset($5::jsonb) e("from" uuid, "to" uuid, lag int)`,
    [ws.org.id, home.id, ws.owner.id, JSON.stringify(rows), JSON.stringify(edges)],
  )
  return { path: `${ws.base}/projects/${home.id}/schedule`, ids }
}

const changesOf = (activities: Activity[], ids: string[]) =>
  activities.flatMap(({ changes }, n) => (changes ? [{ task_id: ids[n], ...changes }] : []))

const date = fc
  .integer({ min: 0, max: 60 })
  .map((n) => new Date(Date.UTC(2098, 0, 1 + n)).toISOString().slice(0, 10))
const days = fc.tuple(date, fc.integer({ min: 0, max: 12 })).map(([start, more]) => ({
  start,
  due: new Date(Date.parse(start) + more * 864e5).toISOString().slice(0, 10),
}))
const minutes = fc.integer({ min: 0, max: 5000 })
const activity: fc.Arbitrary<Activity> = fc
  .record(
    {
      span: fc.oneof(
        days,
        date.map((start) => ({ start })),
        date.map((due) => ({ due })),
        fc.constant({}),
      ),
      estimate: fc.option(minutes),
      started: fc.boolean().map((yes) => yes),
      asked: fc.option(
        fc.oneof(
          days.map(({ start, due }) => ({ start_date: start, due_date: due })),
          date.map((start_date) => ({ start_date })),
          date.map((due_date) => ({ due_date })),
          minutes.map((estimate_minutes) => ({ estimate_minutes })),
        ),
        { freq: 2 },
      ),
    },
    { requiredKeys: ['span', 'estimate', 'asked'] },
  )
  .map(({ span, estimate, started, asked }) => {
    const given: Activity = { ...span, estimate, started: started ?? false }
    const start = asked && 'start_date' in asked ? asked.start_date : given.start
    const impossible = asked && 'due_date' in asked && start && asked.due_date < start
    return asked && !impossible ? { ...given, changes: asked } : given
  })
const network = fc.array(activity, { minLength: 1, maxLength: 12 }).chain((activities) =>
  fc.record({
    activities: fc.constant(activities),
    working_days: fc.boolean(),
    waits: fc
      .uniqueArray(
        fc.record({
          a: fc.nat(activities.length - 1),
          b: fc.nat(activities.length - 1),
          lag: fc.integer({ min: -4, max: 8 }),
        }),
        { maxLength: 20, selector: ({ a, b }) => `${Math.min(a, b)}-${Math.max(a, b)}` },
      )
      .map((pairs): Dependency[] =>
        pairs
          .filter(({ a, b }) => a !== b)
          .map(({ a, b, lag }) => ({ from: Math.min(a, b), to: Math.max(a, b), lag })),
      ),
  }),
)

describe('the schedule', () => {
  test('equals a simple critical path method over random networks', { timeout: 240_000 }, async () => {
    const ws = await workspace()
    const today = new Date().toISOString().slice(0, 10)
    await fc.assert(
      fc.asyncProperty(network, async ({ activities, waits, working_days }) => {
        const { path, ids } = await create(ws, activities, waits)
        const calendar = new Calendar(working_days)
        const expected = cpm(activities, waits, today, calendar)
        const result = await ws.owner.ok('POST', `${path}/preview`, {
          changes: changesOf(activities, ids),
          working_days,
        })
        const moved = new Map<string, Json>(result.moved.map((one: Json) => [one.task_id, one.to]))
        for (const [n, { start, due, changes = {} }] of activities.entries()) {
          const to = moved.get(ids[n]!) ?? { start_date: start ?? null, due_date: due ?? null }
          const { ownStart, start: first, due: last } = expected[n]!
          const moves = Object.keys(changes).length > 0 || first > ownStart
          expect([n, to]).toEqual([
            n,
            {
              start_date: (changes.start_date ?? start) ? (moves ? first : start) : null,
              due_date: (changes.due_date ?? due) ? (moves ? last : due) : null,
            },
          ])
        }
        const end = expected
          .map(({ due }) => due)
          .toSorted()
          .at(-1)!
        expect(result.new_end).toBe(end)
        // Critical is what has no float: what ends last, and whatever would delay that if it were late.
        const tight = waits.filter(
          ({ from, to, lag }) =>
            !activities[to]!.started && expected[to]!.start === calendar.add(expected[from]!.due, 1 + lag),
        )
        const critical = new Set([...expected.keys()].filter((n) => expected[n]!.due === end))
        for (const to of critical) for (const wait of tight) if (wait.to === to) critical.add(wait.from)
        expect(result.critical_path.map((id: string) => ids.indexOf(id)).toSorted()).toEqual(
          [...critical].toSorted(),
        )
        const started = waits.filter(
          ({ from, to, lag }) =>
            activities[to]!.started && calendar.add(expected[from]!.due, 1 + lag) > expected[to]!.start,
        )
        expect(result.conflicts.filter(({ type }: Json) => type === 'started').length).toBe(started.length)
      }),
      { numRuns: 80, seed: 18 },
    )
  })

  test('finds the critical path of the Reliable Construction Co. in Hillier and Lieberman, Introduction to Operations Research: 44', async () => {
    const ws = await workspace()
    const durations = [2, 4, 10, 6, 4, 5, 7, 9, 7, 8, 4, 5, 2, 6]
    const letters = 'ABCDEFGHIJKLMN'
    const pairs = 'AB BC CD CE EF DG EH GH CI FJ IJ JK JL HM KN LN'.split(' ')
    const waits = pairs.map(([a, b]) => ({ from: letters.indexOf(a!), to: letters.indexOf(b!), lag: 0 }))
    const activities = durations.map((n, place) => ({
      estimate: n * 480,
      ...(place ? {} : { start: '2099-01-01' }),
    }))
    const { path, ids } = await create(ws, activities, waits)
    const result = await ws.owner.ok('POST', `${path}/preview`, { changes: [], working_days: false })
    expect(result.critical_path.map((id: string) => letters[ids.indexOf(id)]).join('')).toBe('ABCEFJLN')
    expect([result.new_end, result.unscheduled]).toEqual(['2099-02-13', 13])
  })
})
