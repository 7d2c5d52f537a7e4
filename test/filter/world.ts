import fc from 'fast-check'
import { asOwner } from '../kit/client.ts'
import { insert, insertProject, insertTasks, type Row } from '../kit/filter-rows.ts'
import { join, workspace } from '../kit/makers.ts'
import { rows } from './arbitraries.ts'

export const seed = 20261121
export const zone = 'America/St_Johns'
export const weekStart = 7

/** Two plain parents and sixty random tasks, with tags and watchers on some. */
export async function setUp() {
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
  const created = await insertTasks(
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
    [created, sprints],
  )
  const tags = await insert(ws, 'tags', [{ name: 'Bug' }, { name: 'Later' }])
  await asOwner(
    `insert into task_tags (org_id, task_id, tag_id) select $1, t.id, g.id
    from unnest($2::uuid[]) with ordinality t(id, n), unnest($3::uuid[]) with ordinality g(id, m) where n % (m + 1) = 0`,
    [ws.org.id, created, tags],
  )
  await asOwner(
    `insert into task_watchers (org_id, task_id, user_id, state)
    select $1, t.id, $3, case when n % 2 = 0 then 'muted' else 'watching' end
    from unnest($2::uuid[]) with ordinality t(id, n) where n % 5 = 0
    on conflict (task_id, user_id) do update set state = excluded.state`,
    [ws.org.id, created, me],
  )
  await asOwner(
    `insert into task_dependencies (org_id, from_task_id, to_task_id, type, created_by)
    select $1, a.id, b.id, 'blocks', $3 from unnest($2::uuid[]) with ordinality a(id, n),
      unnest($2::uuid[]) with ordinality b(id, n) where b.n - a.n in (3, 11) and a.n % 2 = 0`,
    [ws.org.id, created, me],
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
  const tokens = { '@active_sprint': sprints.slice(0, 1), '@next_sprint': sprints.slice(1) }
  return { ws, ids, names, tokens }
}
