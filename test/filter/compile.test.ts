import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tasks } from '../../db/schema/tasks.ts'
import { compileFilter } from '../../src/shared/filter/compile.ts'
import type { Node } from '../../src/shared/filter/grammar.ts'
import { inOrg } from '../../src/kit/sql.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { env, type Json } from '../kit/client.ts'
import type { Workspace } from '../kit/makers.ts'
import { dateSweep, fields, trees } from './arbitraries.ts'
import { type TaskValues, matches, type World } from './evaluator.ts'
import { seed, setUp, weekStart, zone } from './world.ts'

test('1000 random conditions and trees find the same in Postgres as in a separate evaluator', async () => {
  const { ws, ids, names, tokens } = await setUp()
  const { node, condition } = trees(ids)
  const sample: Node[] = [
    ...dateSweep,
    ...fc.sample(condition, { seed, numRuns: 600 }),
    ...fc.sample(node, { seed, numRuns: 300 }),
  ]
  let selective = 0
  for (let n = 0; n < sample.length; n += 100) {
    const part = sample.slice(n, n + 100)
    const { now, facts, found } = await evaluateInPostgres(ws, part)
    const world: World = { zone, now, weekStart, me: ws.owner.id, names, tokens }
    for (const [m, tree] of part.entries()) {
      const expected = facts.filter((row) => matches(tree, row, fields, world)).map(({ number }) => number)
      expect({ tree, found: found[m] }).toEqual({ tree, found: expected })
      selective += expected.length > 0 && expected.length < facts.length ? 1 : 0
    }
  }
  expect(selective).toBeGreaterThan(400)
})

/** What Postgres finds for each tree, and the facts of all tasks at the same time, in one round trip. */
async function evaluateInPostgres({ org, owner }: Workspace, part: Node[]) {
  const enter = sql`select set_config('app.org_id', ${org.id}, true), set_config('app.user_id', ${owner.id}, true),
    set_config('app.rank', '50', true)`
  const facts = sql`select json_build_object('now', extract(epoch from now()) * 1000, 'rows', json_agg(r order by number))
    from (select t.*, extract(epoch from created_at) * 1000 as created_at,
      extract(epoch from updated_at) * 1000 as updated_at, extract(epoch from completed_at) * 1000 as completed_at,
      archived_at is not null as is_archived, array(select w.status from task_dependencies d
        join tasks w on w.id = d.to_task_id where d.from_task_id = t.id) as waiting, app.today(${zone}) as today,
      array(select tag_id from task_tags where task_id = t.id) as tag_id, exists (select from task_watchers w
        where w.task_id = t.id and w.user_id = ${owner.id} and w.state = 'watching') as is_watched_by_me,
      exists (select from sprints s where s.id = t.sprint_id and s.state = 'active') as in_active_sprint
    from tasks t) r`
  const found = (
    tree: Node,
  ) => sql`select coalesce(json_agg(${tasks.number} order by ${tasks.number}), '[]')::text
    from ${tasks} where ${inOrg(tasks)} and (${compileFilter(tree, fields).where})`
  const { DATABASE_URL, SQL_ENDPOINT } = env()
  const [, base, ...responses] = await openDatabase(DATABASE_URL, SQL_ENDPOINT, 20_000).batch([
    enter,
    facts,
    ...part.map(found),
  ])
  const { now, rows: allRows } = JSON.parse(base!) as { now: number; rows: Json[] }
  return { now, facts: allRows.map(factsOf), found: responses.map((text) => JSON.parse(text!) as number[]) }
}

const isOpen = (status: string) => ['todo', 'in_progress'].includes(status)
const factsOf = (row: Json): TaskValues => ({
  ...row,
  text: [row.title, row.description ?? ''],
  title: [row.title],
  key: [`FUZZ-${row.number}`],
  is_overdue: isOpen(row.status) && row.due_date !== null && row.due_date < row.today,
  is_blocked: row.open_blocker_count > 0,
  is_blocking: isOpen(row.status) && row.waiting.some(isOpen),
  has_children: row.child_count > 0,
  is_subtask: row.parent_id !== null,
  has_attachments: row.attachment_count > 0,
  is_recurring: row.rrule !== null,
})
