import { money } from './money.ts'
import type { Client } from 'pg'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'

export type Tenant = {
  org: string
  project: string
  /** A separate project for creating tasks, so that the measured one keeps its size between runs. */
  inbox: string
  sprint: string
  task: string
  user: string
  token: string
  /** A thousand other tasks of the project. */
  others: { id: string; status: string }[]
  /** Drafts of invoices, each to be issued once. */
  drafts: string[]
}

const perProject = 10_000

/** What to load; `entries` are those of the first organization's audit log, and `invoices` are its too. */
export type Load = { tasks: number; entries: number; invoices: number }

/**
 * Fills an empty database with organizations that have one project of 10 000 tasks each, with their events,
 * audit entries, tags and an active sprint of all of them. Triggers are off, so every column is written
 * explicitly. Returns the first organization with an API key of its owner.
 */
export async function load(
  client: Client,
  { tasks, entries, invoices }: Load,
  step: (text: string) => void = () => undefined,
): Promise<Tenant> {
  const organizations = Math.max(1, Math.round(tasks / perProject))
  await withoutIndexes(client, async () => {
    await client.query('set session_replication_role = replica')
    for (let n = 1; n <= organizations; n++) {
      await client.query(organization, [n])
      for (const statement of project) await client.query(statement, [n, perProject])
      for (const statement of sprint) await client.query(statement, [n])
      if (n % 10 === 0 || n === organizations) step(`${n * perProject} tasks in ${n} organizations`)
    }
    for (const statement of [...inbox, ...money(invoices)]) await client.query(statement)
    step(`${invoices} invoices`)
    await client.query('set session_replication_role = origin')
    await client.query(`insert into invoice_register_settings (org_id, issuer_name, address_line1, city, country)
      select id, name, 'Calle de Alcalá 42', 'Madrid', 'ES' from organizations`)
    await client.query(`insert into task_tallies (org_id, project_id, shown)
      select org_id, project_id, count(*) from tasks where deleted_at is null and archived_at is null group by 1, 2`)
  })
  // As a part of each organization: keys and names are those that somebody in it sees.
  await withoutIndexes(
    client,
    async () => {
      for (let n = 1; n <= organizations; n++)
        await client.query(`select app.enter_system(app.bench_id('org', ${n}), '', 'bench'); ${index}`)
    },
    'search_entries',
  )
  step('entries of the search')
  // Entries of many minutes would plan the sealing of each; all are sealed below.
  await client.query('alter table audit_log disable trigger plan_seal')
  await client.query(trail, [entries])
  await client.query('alter table audit_log enable trigger plan_seal')
  for (let n = 1; n <= organizations; n++) {
    await client.query(`select app.seal(app.bench_id('org', $1), 1000000)`, [n])
    if (n % 10 === 0 || n === organizations) step(`the trails of ${n} organizations are sealed`)
  }
  await client.query('vacuum (analyze)')
  return tenantOf(client)
}

/**
 * Builds the indexes that are not unique after the rows, in a fraction of the time of keeping them up to date. They are not
 * made anew: of two that cost a plan the same, Postgres takes the newer, so their order is that of the migrations.
 * Invalid, they are not read meanwhile either. Those of the table of that name, or of all.
 */
async function withoutIndexes(client: Client, insert: () => Promise<void>, table?: string) {
  const { rows } = await client.query<{ name: string }>(
    `update pg_index i set indisready = false, indisvalid = false from pg_class c
      where c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace and not i.indisunique and not i.indisexclusion
        and c.relname = coalesce($1, c.relname)
      returning i.indexrelid::regclass::text as name`,
    [table],
  )
  await insert()
  for (const { name } of rows) await client.query(`reindex index ${name}`)
}

/** The first organization of a loaded database, with a new key; null if nothing is loaded. */
export async function tenantOf(client: Client): Promise<Tenant> {
  const token = makeToken('svc_live_', 'a')
  await client.query(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint)
      values ($1, app.bench_id('org', 1), app.bench_id('user', 1), 'bench', decode($2, 'hex'), 'svc_live_…')`,
    [uuidv7(), hashOf(token)],
  )
  const { rows } = await client.query<Omit<Tenant, 'token'>>(
    `select t.org_id as org, t.project_id as project, (select array_agg(i.id order by i.id) from invoices i
          where i.org_id = t.org_id and i.status = 'draft') as drafts,
        app.bench_id('inbox', 1) as inbox, t.sprint_id as sprint, t.id as task, app.bench_id('user', 1) as user,
        (select json_agg(json_build_object('id', o.id, 'status', o.status) order by o.number) from tasks o where o.project_id = t.project_id
          and o.number between 4000 and 4999) as others
      from tasks t where t.project_id = app.bench_id('project', 1) and t.number = 5000`,
  )
  return { ...rows[0]!, token }
}

const index = `insert into search_entries (org_id, entity_type, entity_id, project_id, owner_user_id, min_rank,
  subject_type, subject_id, archived, title, body)
  select s.* from app.searchable s where s.org_id = app.org_id()`

/** Tops up the first organization's audit log to $1 entries, one per minute until an hour ago. */
const trail = `insert into audit_log (id, org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id,
    entity_label, entity_version, changes, ip, user_agent, request_id, created_at)
  select uuidv7(n.ago), app.bench_id('org', 1), 'user', app.bench_id('user', 1), 'person1@example.com',
    'task.updated', 'tasks', app.bench_id('task', 100000 + i)::text, 'Fix the login number ' || i, 2,
    '{"status": {"from": "todo", "to": "done"}, "due_date": {"from": "2026-01-01", "to": "2026-02-01"}}',
    '203.0.113.9', 'Mozilla/5.0 (X11; Linux x86_64)', uuidv7()::text, now() + n.ago
  from generate_series(1, $1 - (select count(*) from audit_log where org_id = app.bench_id('org', 1))) i,
    make_interval(hours => -1, mins => -i::int) n(ago)`

const inbox = [
  `insert into projects (id, org_id, key, name, created_by) select app.bench_id('inbox', 1), app.bench_id('org', 1), 'NEW',
    'Inbox', app.bench_id('user', 1)`,
  `insert into board_columns (id, org_id, project_id, name, status, rank) select app.bench_id('inbox' || c, 1),
    app.bench_id('org', 1), app.bench_id('inbox', 1), c, c, 'a' || n
    from (values ('todo', 0), ('in_progress', 1), ('done', 2)) v(c, n)`,
]

/** Ids computed before the rows exist. */
export const ids = `create or replace function app.bench_id(kind text, n bigint) returns uuid language sql immutable as $$
  select (substr(md5(kind || n), 1, 12) || '7' || substr(md5(kind || n), 14, 3) || '8' || substr(md5(kind || n), 18))::uuid $$`

const organization = `with org as (
    insert into organizations (id, name, slug, created_by) select app.bench_id('org', $1), 'Organization ' || $1,
      'organization-' || $1, app.bench_id('user', $1 * 20 - 19) returning id),
  people as (insert into users (id, email, name, password_hash) select app.bench_id('user', $1 * 20 - 20 + i),
      'person' || ($1 * 20 - 20 + i) || '@example.com', 'Person ' || i, 'x' from generate_series(1, 20) i returning id)
  insert into organization_members (id, org_id, user_id, role) select app.bench_id('member', $1 * 20 - 20 + i),
      app.bench_id('org', $1), app.bench_id('user', $1 * 20 - 20 + i), case i when 1 then 'owner' else 'member' end
    from generate_series(1, 20) i`

const taskOf = `app.bench_id('task', $1::bigint * 100000 + i)`
const person = (of: string) => `app.bench_id('user', $1 * 20 - 20 + 1 + ${of} % 20)`
const status = `(array['todo', 'todo', 'in_progress', 'done', 'done', 'todo', 'in_progress', 'done', 'cancelled', 'todo'])[1 + i % 10]`
const project = [
  `insert into projects (id, org_id, key, name, created_by, task_counter) select app.bench_id('project', $1),
    app.bench_id('org', $1), 'BEN', 'Bench', app.bench_id('user', $1 * 20 - 19), $2`,
  `insert into board_columns (id, org_id, project_id, name, status, rank) select app.bench_id('column' || c, $1),
    app.bench_id('org', $1), app.bench_id('project', $1), c, c, 'a' || n
    from (values ('todo', 0), ('in_progress', 1), ('done', 2)) v(c, n) where $2 > 0`,
  `insert into tags (id, org_id, name, created_by) select app.bench_id('tag' || n, $1), app.bench_id('org', $1),
    'tag ' || n, app.bench_id('user', $1 * 20 - 19) from generate_series(1, 10) n where $2 > 0`,
  `insert into tasks (id, org_id, project_id, number, title, description, status, priority, type, assignee_id,
      reporter_id, created_by, column_id, sprint_id, rank, estimate_points, estimate_minutes, due_date, completed_at, cancelled_at,
      started_at, created_at, updated_at)
    select ${taskOf}, app.bench_id('org', $1), app.bench_id('project', $1), i,
      (array['Fix', 'Write', 'Review', 'Design', 'Measure'])[1 + i % 5] || ' the ' ||
      (array['login', 'invoice', 'report', 'export', 'search', 'board', 'import'])[1 + i % 7] || ' number ' || i,
      repeat('What is to be done, and how one sees that it is done. ', 1 + i % 8), ${status},
      (array['low', 'medium', 'medium', 'high', 'urgent'])[1 + i % 5], (array['task', 'bug', 'story'])[1 + i % 3],
      case when i % 4 > 0 then ${person('i')} end, ${person('i / 3')}, ${person('i / 3')},
      case when ${status} <> 'cancelled' then app.bench_id('column' || ${status}, $1) end,
      case when ${status} <> 'cancelled' then app.bench_id('sprint', $1) end,
      'd' || lpad(i::text, 4, '0'), i % 8, 30 * (i % 16), current_date - 60 + i % 120,
      case when ${status} = 'done' then now() - make_interval(mins => i) end,
      case when ${status} = 'cancelled' then now() - make_interval(mins => i) end,
      case when ${status} in ('in_progress', 'done') then now() - make_interval(mins => i + 600) end,
      now() - make_interval(mins => 20000 - i), now() - make_interval(mins => 10000 - i)
    from generate_series(1, $2::int - 1) i`,
  `insert into task_tags (org_id, task_id, tag_id, added_by) select app.bench_id('org', $1), ${taskOf},
    app.bench_id('tag' || (1 + i % 10), $1), ${person('i')} from generate_series(1, $2::int - 1) i where i % 2 = 0`,
  `insert into task_events (org_id, project_id, task_id, actor_id, actor_type, change_id, kind, field, old_value, new_value, created_at)
    select t.org_id, t.project_id, t.id, t.created_by, 'user', uuidv7(), e.kind, e.field, e.was, e.now_is, t.created_at + e.later
    from tasks t, lateral (values ('created', null, null::jsonb, jsonb_build_object('title', t.title), interval '0'),
      ('status_changed', 'status', '"todo"', to_jsonb(t.status), interval '1 day')) e(kind, field, was, now_is, later)
    where t.org_id = app.bench_id('org', $1) and $2 > 0 and (e.kind = 'created' or t.status <> 'todo')`,
  `insert into audit_log (id, org_id, actor_type, actor_user_id, action, entity_type, entity_id, entity_label, entity_version, changes, created_at)
    select uuidv7(t.created_at - now()), t.org_id, 'user', t.created_by, 'task.created', 'tasks', t.id::text, t.title, 1,
      jsonb_build_object('title', jsonb_build_object('to', t.title), 'status', jsonb_build_object('to', t.status)), t.created_at
    from tasks t where t.org_id = app.bench_id('org', $1) and $2 > 0`,
]

/** A two-week sprint, half over, with all the tasks of the project and their ledger. */
const sprint = [
  `insert into sprints (id, org_id, project_id, number, name, state, start_date, end_date, started_at, committed_points, committed_count)
    select app.bench_id('sprint', $1), app.bench_id('org', $1), app.bench_id('project', $1), 1, 'Sprint 1', 'active',
      current_date - 7, current_date + 7, now() - interval '7 days',
      sum(estimate_points), count(*) from tasks where org_id = app.bench_id('org', $1) and status <> 'cancelled'`,
  `insert into sprint_ledger (org_id, sprint_id, task_id, at, reason, scope_points, done_points, scope_minutes, done_minutes, scope_count, done_count)
    select t.org_id, t.sprint_id, t.id, e.at, e.reason, e.scope * t.estimate_points, e.done * t.estimate_points,
      e.scope * t.estimate_minutes, e.done * t.estimate_minutes, e.scope, e.done
    from tasks t, lateral (values (now() - interval '7 days', 'committed', 1, 0),
      (t.completed_at, 'completed', 0, 1)) e(at, reason, scope, done)
    where t.org_id = app.bench_id('org', $1) and t.sprint_id = app.bench_id('sprint', $1) and e.at is not null`,
]

let issued = 0
/** A draft that was not issued yet in this run. */
export const nextDraft = ({ drafts }: Tenant): string => drafts[issued++ % drafts.length]!

let turns = 0
/**
 * The next task to change and a status that it does not have: tasks in turn, the same for each product, so
 * that every request changes something.
 */
export function turn({ others }: Tenant): { task: string; status: string } {
  const other = others[turns++ % others.length]!
  other.status = other.status === 'done' ? 'in_progress' : 'done'
  return { task: other.id, status: other.status }
}
