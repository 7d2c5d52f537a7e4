import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { Calendar } from '../kit/cpm.ts'
import { asked, fullWeek, makeType, nextYearDay, office } from '../kit/leave.ts'
import { project, taskRow } from '../kit/makers.ts'

type Place = Awaited<ReturnType<typeof office>>

/** A project of an office where nobody needs to decide leave. */
async function place() {
  const at = await office({ requires_approval: false, annual_allowance: '300' })
  const home = await project(at.ws)
  return { ...at, home, path: `${at.ws.base}/projects/${home.id}/schedule` }
}
const chain = async ({ ws, home }: Place & { home: { id: string } }, rows: Record<string, unknown>[]) => {
  const tasks: { id: string }[] = []
  for (const columns of rows) tasks.push(await taskRow(ws, home.id, columns))
  for (const [n, { id }] of tasks.slice(1).entries())
    await ws.owner.ok('POST', `${ws.base}/tasks/${tasks[n]!.id}/dependencies`, {
      task_id: id,
      type: 'blocks',
    })
  return tasks.map(({ id }) => id)
}
const spans = (moved: Json[]) => moved.map(({ to }) => [to.start_date, to.due_date])

describe('the schedule of tasks', () => {
  test('goes around the leave of whoever a task is assigned to, and keeps its days of work', async () => {
    const at = await place()
    const { ws, ada, path } = at
    const ids = await chain(at, [
      { start_date: nextYearDay(2), due_date: nextYearDay(2, 1) },
      { start_date: nextYearDay(2, 2), due_date: nextYearDay(2, 3), assignee_id: ada.id },
      { start_date: nextYearDay(2, 4), due_date: nextYearDay(2, 4) },
    ])
    await asked(at, ada, { start_date: nextYearDay(2, 4), end_date: nextYearDay(2, 7) })
    const pushed = { changes: [{ task_id: ids[0], start_date: nextYearDay(2, 1) }] }
    const preview = await ws.owner.ok('POST', `${path}/preview`, pushed)
    expect(spans(preview.moved)).toEqual([
      [nextYearDay(2, 1), nextYearDay(2, 2)],
      [nextYearDay(2, 3), nextYearDay(2, 8)],
      [nextYearDay(2, 9), nextYearDay(2, 9)],
    ])
    expect([preview.new_end, preview.critical_path, preview.conflicts]).toEqual([nextYearDay(2, 9), ids, []])
    const everyDay = await ws.owner.ok('POST', `${path}/preview`, { ...pushed, working_days: false })
    expect(spans(everyDay.moved)[1]).toEqual([nextYearDay(2, 3), nextYearDay(2, 4)])
    const applied = await ws.owner.ok('POST', `${path}/apply`, pushed)
    expect(spans(applied.moved)).toEqual(spans(preview.moved))
  })

  test('begins after leave where a task would begin in it, and takes an estimate around it', async () => {
    const at = await place()
    const { ws, ada, path } = at
    await asked(at, ada, { start_date: nextYearDay(2, 2), end_date: nextYearDay(2, 4) })
    const [first, second] = await chain(at, [
      { start_date: nextYearDay(2), due_date: nextYearDay(2), assignee_id: ada.id },
      { start_date: nextYearDay(2, 1), estimate_minutes: 960, assignee_id: ada.id },
    ])
    const kept = await ws.owner.ok('POST', `${path}/preview`, { changes: [] })
    expect([kept.moved, kept.new_end]).toEqual([[], nextYearDay(2, 7)])
    const changes = [
      { task_id: first, start_date: nextYearDay(2, 3) },
      { task_id: second, due_date: nextYearDay(2, 11) },
    ]
    expect(spans((await ws.owner.ok('POST', `${path}/preview`, { changes })).moved)).toEqual([
      [nextYearDay(2, 7), nextYearDay(2, 7)],
      [nextYearDay(2, 8), nextYearDay(2, 15)],
    ])
  })

  test('names tasks that keep their days although the person is on leave on some of them', async () => {
    const at = await place()
    const { ws, ada, boss, path } = at
    const [task] = await chain(at, [
      { start_date: nextYearDay(2), due_date: nextYearDay(2, 4), assignee_id: ada.id },
      { start_date: nextYearDay(2, 7), due_date: nextYearDay(2, 8), assignee_id: boss.id },
    ])
    await asked(at, ada, { start_date: nextYearDay(2, 3) })
    const { conflicts, moved } = await ws.owner.ok('POST', `${path}/preview`, { changes: [] })
    expect([moved, conflicts]).toEqual([[], [{ type: 'absent', task_id: task, by_task_id: null }]])
  })

  test('follows the schedule of each person, and pending leave moves nothing', async () => {
    const at = await place()
    const { ws, ada, worker, path } = at
    const days = fullWeek.slice(0, 4)
    const short = await ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Four days', days })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { work_schedule_id: short.id })
    const vacation = await makeType(ws, { name: 'To decide' })
    await asked({ ws, vacation }, ada, { start_date: nextYearDay(2, 7) })
    const [first] = await chain(at, [
      { start_date: nextYearDay(2), due_date: nextYearDay(2, 1), assignee_id: ada.id },
    ])
    const changes = [{ task_id: first, start_date: nextYearDay(2, 3) }]
    expect(spans((await ws.owner.ok('POST', `${path}/preview`, { changes })).moved)).toEqual([
      [nextYearDay(2, 3), nextYearDay(2, 7)],
    ])
  })

  test('equals a walk over the days, for random chains and leave', { timeout: 120_000 }, async () => {
    const at = await place()
    const { ws, ada, boss, path } = at
    const away = new Map<string | undefined, Set<string>>()
    for (const [n, who] of [ada, boss].entries()) {
      const free = new Set<string>()
      for (const from of [3, 9, 24, 36]) {
        const span = [from + 3 * n, from + 3 * n + (from % 7)].map((day) => dayOf(day))
        const request = await asked(at, who, { start_date: span[0], end_date: span[1] })
        for (const { date } of request.days) free.add(date)
      }
      away.set(who.id, free)
    }
    const calendar = new Calendar(true)
    /** The days from one on that somebody works, as many as they need. */
    const walk = (who: string | undefined, from: string, days: number) => {
      const worked: string[] = []
      for (let day = from; worked.length < days; day = calendar.add(day, 1))
        if (!away.get(who)?.has(day)) worked.push(day)
      return [worked[0], worked.at(-1)]
    }
    const link = fc.record({
      who: fc.constantFrom(undefined, ada.id, boss.id),
      days: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 5 }), fc.nat(10), async (links, begin) => {
        const home = await project(ws)
        const rows = links.map(({ who, days }, n) => ({
          ...(n ? {} : { start_date: nextYearDay(2) }),
          estimate_minutes: days * 480,
          assignee_id: who ?? null,
        }))
        const ids = await chain({ ...at, home }, rows)
        const start = calendar.on(dayOf(begin))
        const { new_end } = await ws.owner.ok('POST', `${path.replace(at.home.id, home.id)}/preview`, {
          changes: [{ task_id: ids[0], start_date: start }],
        })
        let end = calendar.add(start, -1)
        for (const { who, days } of links) end = walk(who, calendar.add(end, 1), days)[1]!
        expect(new_end).toBe(end)
      }),
      { numRuns: 15, seed: 4 },
    )
  })
})
const dayOf = (n: number) => nextYearDay(2, n)
