import type { Floor } from './floor-statements.ts'

const org = `app.bench_id('org', 1)`

/** A client for each of the fifty projects, 200 000 hours of a year's work, and what an hour of each person costs. */
export const work = [
  `update projects set client_id = app.bench_id('client', substr(key, 2)::int) where org_id = ${org}`,
  `insert into cost_rates (org_id, user_id, effective_from, hourly_minor, currency, created_by) select ${org},
    app.bench_id('user', i), date '2020-01-01', 4000, 'EUR', app.bench_id('user', 1) from generate_series(1, 20) i`,
  `insert into time_entries (id, org_id, user_id, client_id, project_id, work_date, duration_seconds, billable,
      hourly_rate_minor, currency, created_by)
    select app.bench_id('entry', i), ${org}, app.bench_id('user', 1 + i % 20), app.bench_id('client', 1 + i % 50),
      app.bench_id('project', 1 + i % 50), current_date - i % 365, 1800 + 60 * (i % 90), i % 5 > 0, 8000, 'EUR',
      app.bench_id('user', 1 + i % 20)
    from generate_series(1, 200000) i`,
]

const tasks = `tasks t where t.org_id = $1::uuid and t.project_id = p.id and t.deleted_at is null`
const live = `p.org_id = $1::uuid and p.deleted_at is null and p.archived_at is null`
const entries = `time_entries e where e.org_id = $1::uuid and e.work_date`

/** The summary of all clients over a year: a group for each measure, joined by client. */
const clients = `with worked as (select e.client_id, sum(e.duration_seconds) as seconds,
    sum(e.duration_seconds) filter (where e.billable) as billable,
    sum(e.duration_seconds::numeric * e.hourly_rate_minor) filter (where e.billable) as worth,
    sum(e.duration_seconds::numeric * r.hourly_minor) as cost
    from time_entries e join cost_rates r on r.org_id = e.org_id and r.user_id = e.user_id
    where e.org_id = $1::uuid and e.work_date between $2::date and $3::date group by 1),
  months as (select x.client_id, json_agg(x.seconds order by x.month) as seconds from (select e.client_id,
      date_trunc('month', e.work_date::timestamp) as month, sum(e.duration_seconds) as seconds from ${entries}
      between (date_trunc('month', $3::date) - interval '11 months')::date and $3::date group by 1, 2) x group by 1),
  done as (select p.client_id, count(*) filter (where x.open) as open,
    count(*) filter (where x.open and t.due_date < $3::date) as overdue,
    count(*) filter (where t.status = 'done' and t.completed_at >= $2::date and t.completed_at < $3::date + 1) as done
    from projects p join tasks t on t.org_id = p.org_id and t.project_id = p.id and t.deleted_at is null
      cross join lateral (select t.status in ('todo', 'in_progress') as open) x where ${live} group by 1),
  billed as (select i.client_id, i.currency, sum(i.net_minor) filter (where i.issue_date between $2::date and $3::date) as net,
    sum(i.outstanding_minor) as owed, sum(i.outstanding_minor) filter (where i.due_date < $3::date - 30) as late
    from invoices i where i.org_id = $1::uuid and i.status in ('issued', 'partially_paid', 'paid') group by 1, 2),
  rows as (select c.id, c.name, w.seconds, w.billable, d.open, d.overdue, d.done, m.seconds as months,
    (select json_agg(json_build_object('currency', b.currency, 'invoiced_net_minor', b.net, 'outstanding_minor', b.owed,
      'unpaid_over_30_minor', b.late, 'revenue_minor', round(w.worth / 3600), 'unbilled_seconds', w.billable,
      'margin_minor', round((w.worth - w.cost) / 3600))) from billed b where b.client_id = c.id) as money
    from clients c left join worked w on w.client_id = c.id left join done d on d.client_id = c.id
      left join months m on m.client_id = c.id where c.org_id = $1::uuid)
  select json_build_object('items', (select json_agg(x) from (select json_build_object('client', json_build_object('id', r.id,
      'name', r.name, 'status', 'active', 'archived', false), 'projects_active', 1, 'tasks_open', r.open, 'tasks_overdue',
      r.overdue, 'tasks_done', r.done, 'seconds', r.seconds, 'billable_seconds', r.billable, 'seconds_by_month', r.months,
      'money', r.money, 'health', json_build_object('value', case when r.overdue >= 0.3 * r.open then 'red' else 'green' end)) as x
      from rows r order by r.overdue::numeric / nullif(r.open, 0) desc nulls last limit 50) y),
    'totals', (select json_build_object('seconds', sum(r.seconds), 'open', sum(r.open)) from rows r), 'total', (select count(*) from rows))`

/** What the panel has of one organization: its sums. */
const panel = `select json_build_object(
  'revenue', (select sum(i.base_net_minor) from invoices i where i.org_id = $1::uuid and i.issue_date between $2::date and $3::date
    and i.status in ('issued', 'partially_paid', 'paid')),
  'receivables', (select sum(i.outstanding_minor) from invoices i where i.org_id = $1::uuid and i.outstanding_minor > 0),
  'headcount', (select count(*) from employees e where e.org_id = $1::uuid),
  'projects', (select count(*) from projects p where ${live}),
  'tasks_overdue', (select sum(n) from projects p cross join lateral (select count(*) as n from ${tasks}
    and t.status in ('todo', 'in_progress') and t.due_date < $3::date) x where ${live}),
  'open_deals', (select count(*) from deals d where d.org_id = $1::uuid and d.status = 'open'))`

const day = (ago: number) => new Date(Date.now() - ago * 864e5).toISOString().slice(0, 10)
/** The year that both summaries are of. */
export const year = { from: day(364), to: day(0) }
export const summaryFloors = (id: string): Record<string, Floor> => ({
  clients: { statement: clients, params: [id, year.from, year.to] },
  panel: { statement: panel, params: [id, year.from, year.to] },
})
