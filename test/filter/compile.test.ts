import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tasks } from '../../db/schema/tasks.ts'
import { compileFilter } from '../../src/kit/filter/compile.ts'
import type { Node } from '../../src/kit/filter/grammar.ts'
import { inOrg } from '../../src/kit/sql.ts'
import { openDatabase } from '../../src/kit/trip.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { insert, insertProject, insertTasks, type Row } from '../kit/filter-rows.ts'
import { join, workspace, type Workspace } from '../kit/makers.ts'
import { dateSweep, fields, rows, trees } from './arbitraries.ts'
import { type Facts, holds, type World } from './evaluator.ts'

const seed = 20261121
const zone = 'America/St_Johns'
const weekStart = 7

test('1000 random conditions and trees find in Postgres what they find by a second reading', async () => {
  const { ws, ids, names, activeSprints } = await setUp()
  const { node, condition } = trees(ids)
  const sample: Node[] = [
    ...dateSweep,
    ...fc.sample(condition, { seed, numRuns: 600 }),
    ...fc.sample(node, { seed, numRuns: 300 }),
  ]
  let telling = 0
  for (let n = 0; n < sample.length; n += 100) {
    const part = sample.slice(n, n + 100)
    const { now, facts, found } = await ask(ws, part)
    const world: World = { zone, now, weekStart, me: ws.owner.id, names, activeSprints }
    for (const [m, tree] of part.entries()) {
      const expected = facts.filter((row) => holds(tree, row, fields, world)).map(({ number }) => number)
      expect({ tree, found: found[m] }).toEqual({ tree, found: expected })
      telling += expected.length > 0 && expected.length < facts.length ? 1 : 0
    }
  }
  expect(telling).toBeGreaterThan(400)
})

/** Two plain parents and sixty random tasks, with tags and watchers on some. */
async function setUp() {
  const ws = await workspace()
  await asOwner('update organizations set timezone = $2, week_start = $3 where id = $1', [
    ws.org.id,
    zone,
    weekStart,
  ])
  const { id: bob } = await join(ws, 'member', 'Bob Stone')
  const me = ws.owner.id
  const project = await insertProject(ws, { key: 'FUZZ' })
  const columns = await insert(
    ws,
    'board_columns',
    ['Doing', 'Later'].map((name) => ({ project_id: project, name, status: 'todo', rank: name })),
    '',
  )
  const parents = await insertTasks(ws, project, [{}, {}])
  const random: Row[] = fc.sample(rows([me, bob], columns, parents), { seed, numRuns: 60 })
  const made = await insertTasks(
    ws,
    project,
    random.map((row, n) => ({ ...row, number: n + 3, rank: `b${1000 + n}` })),
  )
  const sprints = await insert(
    ws,
    'sprints',
    ['active', 'planned'].map((state, n) => ({
      project_id: project,
      name: `Sprint ${n + 1}`,
      number: n + 1,
      state,
      start_date: `2026-0${n + 1}-01`,
      end_date: `2026-0${n + 1}-14`,
    })),
    '',
  )
  await asOwner(
    `update tasks t set sprint_id = s.id from unnest($1::uuid[]) with ordinality m(id, n),
      unnest($2::uuid[]) with ordinality s(id, k) where t.id = m.id and n % 3 = k`,
    [made, sprints],
  )
  const tags = await insert(ws, 'tags', [{ name: 'Bug' }, { name: 'Later' }])
  await asOwner(
    `insert into task_tags (org_id, task_id, tag_id) select $1, t.id, g.id
    from unnest($2::uuid[]) with ordinality t(id, n), unnest($3::uuid[]) with ordinality g(id, m) where n % (m + 1) = 0`,
    [ws.org.id, made, tags],
  )
  await asOwner(
    `insert into task_watchers (org_id, task_id, user_id, state)
    select $1, t.id, $3, case when n % 2 = 0 then 'muted' else 'watching' end
    from unnest($2::uuid[]) with ordinality t(id, n) where n % 5 = 0
    on conflict (task_id, user_id) do update set state = excluded.state`,
    [ws.org.id, made, me],
  )
  const names = {
    '#bob stone': [bob],
    '#fuzz': [project],
    '#fuzz-1': [parents[0]!],
    '#later': [columns[1]!],
    '#bug': [tags[0]!],
  }
  const ids = {
    assignee_id: [me, bob, '#bob STONE'],
    reporter_id: [bob],
    project_id: [project, '#fuzz'],
    parent_id: [...parents, '#FUZZ-1'],
    column_id: [...columns, '#later'],
    sprint_id: sprints,
    tag_id: [...tags, '#bug'],
  }
  return { ws, ids, names, activeSprints: sprints.slice(0, 1) }
}

/** What Postgres finds for each tree, and the facts of all tasks at the same moment, in one trip. */
async function ask({ org, owner }: Workspace, part: Node[]) {
  const enter = sql`select set_config('app.org_id', ${org.id}, true), set_config('app.user_id', ${owner.id}, true),
    set_config('app.rank', '50', true)`
  const facts = sql`select json_build_object('now', extract(epoch from now()) * 1000, 'rows', json_agg(r order by number))
    from (select t.*, extract(epoch from created_at) * 1000 as created_at,
      extract(epoch from updated_at) * 1000 as updated_at, extract(epoch from completed_at) * 1000 as completed_at,
      archived_at is not null as is_archived, app.today(${zone}) as today,
      array(select tag_id from task_tags where task_id = t.id) as tag_id, exists (select from task_watchers w
        where w.task_id = t.id and w.user_id = ${owner.id} and w.state = 'watching') as is_watched_by_me,
      exists (select from sprints s where s.id = t.sprint_id and s.state = 'active') as in_active_sprint
    from tasks t) r`
  const found = (
    tree: Node,
  ) => sql`select coalesce(json_agg(${tasks.number} order by ${tasks.number}), '[]')::text
    from ${tasks} where ${inOrg(tasks)} and (${compileFilter(tree, fields).where})`
  const { DATABASE_URL, SQL_ENDPOINT } = env()
  const [, base, ...answers] = await openDatabase(DATABASE_URL, SQL_ENDPOINT, 20_000).batch([
    enter,
    facts,
    ...part.map(found),
  ])
  const { now, rows: whole } = JSON.parse(base!) as { now: number; rows: Json[] }
  return { now, facts: whole.map(factsOf), found: answers.map((text) => JSON.parse(text!) as number[]) }
}

const factsOf = (row: Json): Facts => ({
  ...row,
  text: [row.title, row.description ?? ''],
  title: [row.title],
  key: [`FUZZ-${row.number}`],
  is_overdue:
    ['todo', 'in_progress'].includes(row.status) && row.due_date !== null && row.due_date < row.today,
  is_blocked: row.open_blocker_count > 0,
  is_blocking: false,
  has_children: row.child_count > 0,
  is_subtask: row.parent_id !== null,
  has_attachments: row.attachment_count > 0,
  is_recurring: row.rrule !== null,
})
