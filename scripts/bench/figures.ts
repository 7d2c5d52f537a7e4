import type { Client } from 'pg'
import { ids, type Tenant, tenantOf } from './data.ts'
import { widgets } from './figure-statements.ts'
import { fire } from './fire.ts'
import { bytesOf, type FloorWorker, textOf } from './floors.ts'
import { money } from './money.ts'
import type { Part } from './parts.ts'
import type { Row } from './report.ts'
import { work, year } from './summary-statements.ts'

const org = `app.bench_id('org', 1)`
const status = `(array['todo', 'todo', 'in_progress', 'done', 'done', 'todo', 'in_progress', 'done', 'cancelled', 'todo'])[1 + i % 10]`
const created = `now() - make_interval(mins => i)`

/** Fifty projects of one organization with as many tasks in all and 200 000 hours, over a year, and 100 000 invoices over three. */
const loaded = (tasks: number) => [
  `insert into organizations (id, name, slug, created_by) select ${org}, 'Organization 1', 'organization-1',
    app.bench_id('user', 1)`,
  `insert into users (id, email, name, password_hash) select app.bench_id('user', i), 'person' || i || '@example.com',
    'Person ' || i, 'x' from generate_series(1, 20) i`,
  `insert into organization_members (id, org_id, user_id, role) select app.bench_id('member', i), ${org},
    app.bench_id('user', i), case i when 1 then 'owner' else 'member' end from generate_series(1, 20) i`,
  `insert into projects (id, org_id, key, name, created_by, task_counter) select app.bench_id('project', p), ${org}, 'P' || p,
    'Project ' || p, app.bench_id('user', 1), ${tasks} from generate_series(1, 50) p`,
  `insert into tasks (id, org_id, project_id, number, title, status, priority, type, assignee_id, reporter_id, created_by, rank,
      estimate_points, estimate_minutes, due_date, started_at, completed_at, cancelled_at, created_at, updated_at)
    select app.bench_id('task', i), ${org}, app.bench_id('project', 1 + i % 50), i, 'Fix the login number ' || i, ${status},
      (array['low', 'medium', 'medium', 'high', 'urgent'])[1 + i % 5], (array['task', 'bug', 'story'])[1 + i % 3],
      case when i % 4 > 0 then app.bench_id('user', 1 + i / 10 % 20) end, app.bench_id('user', 1), app.bench_id('user', 1),
      'd' || lpad(i::text, 6, '0'), i % 8, 30 * (i % 16), current_date - 300 + i % 360,
      case when ${status} in ('in_progress', 'done') then ${created} + interval '1 hour' end,
      case when ${status} = 'done' then ${created} + make_interval(hours => 2 + i % 9) end,
      case when ${status} = 'cancelled' then ${created} end, ${created}, ${created}
    from generate_series(1, ${tasks}) i`,
  ...money(100_000, 1),
  ...work,
]

/** Fills an empty database with one organization that has all the tasks. */
export async function loadFigures(
  owner: Client,
  tasks: number,
  step: (text: string) => void,
): Promise<Tenant> {
  await owner.query(ids)
  const { rows } = await owner.query('select 1 from organizations limit 1')
  if (!rows.length) {
    step(`loading ${tasks} tasks and 100 000 invoices of one organization`)
    await owner.query('set session_replication_role = replica')
    for (const statement of loaded(tasks)) await owner.query(statement)
    await owner.query('set session_replication_role = origin')
    await owner.query('vacuum (analyze)')
  }
  const { token } = await tenantOf(owner)
  const { rows: found } = await owner.query<Pick<Tenant, 'org' | 'user'>>(
    `select ${org} as org, app.bench_id('user', 1) as user`,
  )
  return { ...found[0]!, token, project: '', inbox: '', sprint: '', task: '', others: [], drafts: [] }
}

/** After so many milliseconds the rest of a dashboard is left out. */
const budget = 3500

type Measuring = { seconds: number; step: (text: string) => void }

/** A dashboard of ten figures in one round trip, and each of them, beside the same statements written by hand. */
export async function figureRows(
  { url }: Part,
  { org: id, token }: Tenant,
  floors: FloorWorker,
  { seconds, step }: Measuring,
): Promise<Row[]> {
  const at = `${url}/api/v1/organizations/${id}/bi/dashboards`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Bench', widgets: widgets.map(({ draft }) => draft) })
  const made = JSON.parse(await textOf({ method: 'POST', url: at, headers, body })) as {
    id: string
    widgets: { id: string; title: string }[]
  }
  const all = `${at}/${made.id}/data`
  const rows: Row[] = []
  const measured = async (what: string, name: string, path: string, target: string) => {
    step(what)
    const shot = () => ({ method: 'GET', url: path, headers })
    await fire(shot, { seconds: 1 })
    const { p50, p95, perSecond } = await fire(shot, { seconds })
    const floor = await floors.measure(name, await bytesOf(shot()), { seconds })
    const cut = p95 > budget ? ' (some are incomplete)' : ''
    rows.push({ what, p50, ours: `${p50.toFixed(0)} / ${p95.toFixed(0)}${cut}`, perSecond, floor, target })
  }
  await measured('ten figures in one round trip', 'all', all, '≤ 3 × floor')
  for (const { title, id: widget } of made.widgets)
    await measured(title, title, `${at}/${made.id}/widgets/${widget}/data`, '')
  const days = `from=${year.from}&to=${year.to}`
  const home = `${url}/api/v1/organizations/${id}`
  await measured(
    'work of 500 clients over a year',
    'clients',
    `${home}/agency/summary?${days}&limit=50`,
    '≤ 3 × floor',
  )
  await measured(
    'panel of a holding, an organization',
    'panel',
    `${home}/holding/panel?${days}`,
    '≤ 3 × floor',
  )
  return rows
}
