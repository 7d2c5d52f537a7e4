import type { Tenant } from './data.ts'

/**
 * The least that can answer a request: one prepared statement that is written by hand,
   or a text that is always the same.
 * The statements know neither caller nor role,
   audit nor events; those of reports call the function that computes the
 * report, and nothing around it.
 */
export type Floor =
  | { statement: string; params?: readonly string[] | ((n: number) => readonly string[]) }
  | { constant: true }

const task = `select t.id, p.key || '-' || t.number as key, t.number, json_build_object('id', p.id, 'key',
  p.key, 'name', p.name) as project,
    t.title, t.description, t.status, t.priority, t.type,
    (select json_build_object('id', c.id, 'name', c.name) from board_columns c where c.org_id = t.org_id
      and c.id = t.column_id) as column,
    (select json_build_object('user_id', u.id, 'name', u.name) from users u where u.id = t.assignee_id)
      as assignee,
    (select json_build_object('user_id', u.id, 'name', u.name) from users u where u.id = t.reporter_id)
      as reporter, t.parent_id as parent,
    (select json_build_object('id', s.id, 'name', s.name) from sprints s where s.org_id = t.org_id
      and s.id = t.sprint_id) as sprint,
    t.milestone_id as milestone, array(select json_build_object('id', g.id, 'name', g.name, 'color', g.color)
      from task_tags x join tags g on g.org_id = x.org_id and g.id = x.tag_id where x.org_id = t.org_id
        and x.task_id = t.id) as tags,
    t.estimate_points, t.estimate_minutes, t.spent_minutes, t.progress_percent, t.start_date, t.due_date,
      t.started_at,
    t.completed_at, t.cancelled_at, t.due_date < current_date as is_overdue, t.open_blocker_count > 0
      as is_blocked,
    t.archived_at is not null as is_archived, json_build_object('comments', t.comment_count, 'attachments',
      t.attachment_count,
      'subtasks', t.child_count, 'subtasks_done', t.done_child_count, 'open_blockers', t.open_blocker_count)
        as counts, t.rrule,
    lower(p.key || '-' || t.number || '-' || replace(t.title, ' ', '-')) as branch_name, t.external_id
      as external,
    'http://127.0.0.1/tasks/' || p.key || '-' || t.number as url, t.version, t.created_at, t.updated_at`
const ofProject = `join projects p on p.org_id = t.org_id and p.id = t.project_id`
const oneTask = `select row_to_json(x) from (${task} from tasks t ${ofProject} where t.org_id = $1::uuid
  and t.id = $2::uuid) x`

const listed = (found: string, rest: string, limit = 50) => `with found as (${found})
  select json_build_object('items', (select coalesce(json_agg(x), '[]') from (${rest} limit ${limit}) x),
    'total', (select count(*) from found), 'limit', ${limit}, 'offset', 0)`

const ofTenant = 't.org_id = $1::uuid and t.deleted_at is null and t.archived_at is null'
const tasksOf = (offset: number, where = '') => `select json_build_object('items', (select json_agg(x) from (
      ${task} from (select f.id, f.rank from tasks f where f.org_id = $1::uuid and f.project_id = $2::uuid
          and f.deleted_at is null and f.archived_at is null ${where} order by f.rank,
            f.id limit 50 offset ${offset}) f
        join tasks t on t.org_id = $1::uuid and t.id = f.id ${ofProject} order by f.rank, f.id) x),
    'total', ${
      where
        ? `(select count(*) from tasks f where f.org_id = $1::uuid and f.project_id = $2::uuid
            and f.deleted_at is null and f.archived_at is null ${where})`
        : '(select sum(y.shown) from task_tallies y where y.org_id = $1::uuid and y.project_id = $2::uuid)'
    },
    'limit', 50, 'offset', ${offset})`

const overdue = `with found as materialized (select t.id, t.rank, t.project_id from tasks t where ${ofTenant}
    and t.priority in ('high', 'urgent') and t.due_date < current_date and t.status in ('todo',
      'in_progress'))
  select json_build_object('items', (select json_agg(x) from (
      ${task} from (select f.id, f.rank from found f order by f.rank, f.id limit 50) f
        join tasks t on t.org_id = $1::uuid and t.id = f.id ${ofProject} order by f.rank, f.id) x),
    'total', (select count(*) from found), 'limit', 50, 'offset', 0)`

const create = `with p as (update projects p set task_counter = task_counter + 1 where p.org_id = $1::uuid
  and p.id = $2::uuid
      returning p.id, p.org_id, p.key, p.name, p.task_counter),
    t as (insert into tasks (id, org_id, project_id, number, title, reporter_id, created_by, rank, column_id)
      select uuidv7(), p.org_id, p.id, p.task_counter, $3, $4::uuid, $4::uuid, 'a' || p.task_counter, c.id
        from p, board_columns c where c.org_id = p.org_id and c.project_id = p.id
          and c.status = 'todo' returning *)
  select row_to_json(x) from (${task} from t, p) x`

const setStatus = `with t as (update tasks t set status = $3, version = t.version + 1, updated_at = now(),
        completed_at = case when $3 = 'done' then now() end, column_id = (select c.id from board_columns c
          where c.org_id = t.org_id and c.project_id = t.project_id and c.status = $3)
      where t.org_id = $1::uuid and t.id = $2::uuid returning *)
  select row_to_json(x) from (${task} from t ${ofProject}) x`

const board = `with counted as materialized (select t.column_id, count(*) as count, sum(t.estimate_points)
  as points from tasks t
    where ${ofTenant} and t.project_id = $2::uuid group by t.column_id)
  select json_build_object('columns', (select json_agg(json_build_object('id', c.id, 'name', c.name,
    'status', c.status,
    'count', k.count, 'points', k.points, 'items', (select json_agg(json_build_object('id', s.id,
      'key', 'BEN-' || s.number, 'title', s.title, 'status', s.status, 'type', s.type, 'priority', s.priority,
      'assignee', (select json_build_object('user_id', u.id, 'name', u.name) from users u
        where u.id = s.assignee_id),
      'tags', array(select json_build_object('id', g.id, 'name', g.name, 'color', g.color) from task_tags x
        join tags g on g.org_id = x.org_id and g.id = x.tag_id where x.org_id = s.org_id
          and x.task_id = s.id),
      'estimate_points', s.estimate_points, 'due_date', s.due_date, 'is_overdue', s.due_date < current_date,
      'is_blocked', s.open_blocker_count > 0, 'counts', json_build_object('comments', s.comment_count,
        'attachments', s.attachment_count, 'subtasks', s.child_count, 'subtasks_done', s.done_child_count),
      'in_column', json_build_object('since', s.created_at, 'days', 0, 'ageing', 'fresh')))
      from (select * from tasks t where ${ofTenant} and t.project_id = $2::uuid and t.column_id = c.id
        order by t.rank, t.id limit 50) s)) order by c.rank)
    from board_columns c left join counted k on k.column_id = c.id
      where c.org_id = $1::uuid and c.project_id = $2::uuid))`

const invoices = listed(
  'select i.id from invoices i where i.org_id = $1::uuid',
  `select i.*, (select json_build_object('id', c.id, 'name', c.name) from clients c
    where c.org_id = i.org_id and c.id = i.client_id) as client,
      (select json_build_object('id', s.id, 'code', s.code, 'name', s.name) from invoice_series s
        where s.org_id = i.org_id and s.id = i.series_id) as series
    from invoices i where i.org_id = $1::uuid order by i.created_at desc nulls last, i.id`,
)

/** The queue of tickets, by a condition and an order. */
const tickets = (where: string, order: string): Floor => ({
  statement: listed(
    `select t.id from tickets t where t.org_id = app.org_id() and ${where}`,
    `select t.*, (select json_build_object('id', c.id, 'name', c.name) from clients c
      where c.org_id = t.org_id and c.id = t.client_id) as client,
        (select json_build_object('user_id', u.id, 'name', u.name) from users u
          where u.id = t.assignee_user_id) as assignee,
        (select json_agg(json_build_object('metric', k.metric, 'state', k.state, 'due_at', k.due_at))
          from sla_clocks k
          where k.org_id = t.org_id and k.ticket_id = t.id) as clocks
      from tickets t where t.org_id = app.org_id() and ${where} order by ${order}`,
  ),
})

export const ticketFloors: Record<string, Floor> = {
  'newest first': tickets('true', 't.created_at desc nulls last, t.id'),
  'due first': tickets('true', 't.sla_due_at, t.id'),
  'not resolved, due first': tickets(`t.status in ('open', 'pending', 'on_hold')`, 't.sla_due_at, t.id'),
  'open and mine, due first': tickets(
    `t.status = 'open' and t.assignee_user_id = app.user_id()`,
    't.sla_due_at, t.id',
  ),
  'open and mine, newest first': tickets(
    `t.status = 'open' and t.assignee_user_id = app.user_id()`,
    't.created_at desc nulls last, t.id',
  ),
  'late or at risk, due first': tickets(
    `t.id in (select k.ticket_id from sla_clocks k where k.org_id = app.org_id()
      and k.state = 'running' and k.warn_at < now())`,
    't.sla_due_at, t.id',
  ),
  'unassigned, waiting longest': tickets(
    `t.status = 'open' and t.assignee_user_id is null`,
    't.waiting_since, t.id',
  ),
}

/** The floors of the requests, by name. `turn` gives the next task to change and its next status. */
export function floorsOf(tenant: Tenant, turn: () => { task: string; status: string }) {
  const { org, project, inbox, sprint, user } = tenant
  const inProject = (statement: string): Floor => ({ statement, params: [org, project] })
  const report = (call: string, ...params: string[]): Floor => ({ statement: `select ${call}`, params })
  const words = (q: string) => JSON.stringify({ q, limit: 20, offset: 0 })
  const get: Floor = { statement: oneTask, params: [org, tenant.task] }
  const money = `date '2026-01-01', date '2026-11-20'`
  return {
    get,
    call: get,
    list: inProject(tasksOf(0)),
    deep: inProject(tasksOf(9900)),
    text: inProject(tasksOf(0, `and f.title ilike '%invoice%' and f.status in ('todo', 'in_progress')`)),
    query: { statement: overdue, params: [org] },
    create: { statement: create, params: (n) => [org, inbox, `Floor ${n}`, user] },
    status: {
      statement: setStatus,
      params: () => {
        const { task: id, status } = turn()
        return [org, id, status]
      },
    },
    board: inProject(board),
    invoices: { statement: invoices, params: [org] },
    burndown: report('app.burndown($1::uuid, null)', sprint),
    summary: report(
      `app.project_counts($1::uuid) || jsonb_build_object('next_milestone', app.next_milestone($1::uuid))`,
      project,
    ),
    dashboard: report(`json_build_object('me', app.dashboard_my_tasks(current_date, current_date + 6),
      'projects', app.dashboard_projects(current_date), 'active_sprints', app.dashboard_sprints(),
      'upcoming_deadlines', app.dashboard_deadlines(current_date))`),
    workload: report(`app.workload(null, date '2026-11-01', date '2026-11-30', 'points')`),
    flow: report('app.flow($1::uuid, null, null, 1)', project),
    report: report('app.sprint_report($1::uuid)', sprint),
    value: report(`app.earned_value($1::uuid, null, 'minutes', 'binary', current_date)`, project),
    verify: report('app.verify_chain($1::uuid, null, null, 100000)', org),
    finance: report(`app.finance_summary(${money}, null)`),
    receivables: report('app.receivables(null, null, 50, 0)'),
    taxes: report(`app.tax_summary(${money}, 'quarter')`),
    search: report('app.search($1::jsonb)', words('review invoice')),
    typo: report('app.search($1::jsonb)', words('reviwe invocie')),
    key: report('app.search($1::jsonb)', words('BEN-5000')),
    suggest: report('app.suggest($1::jsonb)', words('rev').replace('20', '8')),
    tools: { constant: true },
    allTools: { constant: true },
  } satisfies Record<string, Floor>
}
