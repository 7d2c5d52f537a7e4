import type { Floor } from './floor-statements.ts'

const ofTasks = `t.org_id = $1::uuid and t.deleted_at is null
  and exists (select from projects p where p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null)`
const ofInvoices = `i.org_id = $1::uuid and i.status in ('issued', 'partially_paid', 'paid')`
const inZone = (column: string) => `(${column} at time zone 'UTC')::date`
const year = `date_trunc('year', current_date)::date`

/** Groups with their total, as {rows, totals}. */
const grouped = (label: string, key: string, measure: string, rest: string) => `(
  with g as (select ${key} as k, grouping(${key}) as whole, ${measure} as v ${rest} group by grouping sets ((${key}), ()))
  select json_build_object('rows', (select json_agg(json_build_object('group', json_build_object('id', g.k, 'label', ${label}),
      'v', g.v) order by g.v desc nulls last) from g where g.whole = 0),
    'totals', (select json_agg(json_build_object('v', g.v)) from g where g.whole = 1)))`
/** The same by the units of a range, with those that have no row. */
const bucketed = (unit: string, first: string, day: string, measure: string, rest: string) => `(
  with g as (select x.k, grouping(x.k) as whole, ${measure} as v ${rest.replace(
    ' where ',
    `
      cross join lateral (select date_trunc('${unit}', ${day}::timestamp)::date as k) x where `,
  )} group by grouping sets ((x.k), ()))
  select json_build_object('rows', (select json_agg(json_build_object('time', b::date, 'v', g.v) order by b)
      from generate_series(date_trunc('${unit}', (${first})::timestamp), current_date, interval '1 ${unit}') b
        left join g on g.whole = 0 and g.k = b::date),
    'totals', (select json_agg(json_build_object('v', g.v)) from g where g.whole = 1)))`
const one = (measure: string, rest: string) =>
  `(select json_build_object('totals', json_agg(x)) from (select ${measure} as v ${rest}) x)`

const month = `date_trunc('month', current_date)::date`
const doneIn = (from: string, to: string) =>
  one(
    `count(*) filter (where t.status = 'done')`,
    `from tasks t where ${ofTasks} and t.completed_at >= (${from}) and t.completed_at < (${to})`,
  )

type Written = { draft: { title: string; source: string; query: object; viz?: string }; statement: string }
const written = (title: string, source: string, query: object, statement: string, viz?: string): Written => ({
  draft: { title, source, query, ...(viz && { viz }) },
  statement,
})

const over = (field: string, range: string, granularity?: string) => ({
  time_dimension: { field, range, ...(granularity && { granularity }) },
})

/** Ten figures, each with the statement that somebody would write for it who needs no policies. */
export const widgets: Written[] = [
  written(
    'Open tasks',
    'tasks',
    { measures: ['open'] },
    one(`count(*) filter (where t.status in ('todo', 'in_progress'))`, `from tasks t where ${ofTasks}`),
  ),
  written(
    'Overdue tasks',
    'tasks',
    { measures: ['overdue'] },
    one(
      `count(*) filter (where t.status in ('todo', 'in_progress') and t.due_date < current_date)`,
      `from tasks t where ${ofTasks}`,
    ),
  ),
  written(
    'Done this month and before',
    'tasks',
    { measures: ['done'], ...over('completed_at', 'this_month'), compare: 'previous_period' },
    `json_build_object('now', ${doneIn(month, `current_date + 1`)}, 'before', ${doneIn(
      `${month} - interval '1 month'`,
      `least(${month} - interval '1 month' + (current_date - ${month} + 1) * interval '1 day', ${month})`,
    )})`,
  ),
  written(
    'Done by week',
    'tasks',
    { measures: ['done'], ...over('completed_at', 'last_90_days', 'week') },
    bucketed(
      'week',
      'current_date - 89',
      inZone('t.completed_at'),
      `count(*) filter (where t.status = 'done')`,
      `from tasks t where ${ofTasks} and t.completed_at >= current_date - 89 and t.completed_at < current_date + 1`,
    ),
  ),
  written(
    'Tasks by project and status',
    'tasks',
    { measures: ['count'], dimensions: ['project', 'status'] },
    `(with g as (select t.project_id, t.status, grouping(t.status) as whole, count(*) as v from tasks t where ${ofTasks}
        group by grouping sets ((t.project_id, t.status), ()))
      select json_build_object('rows', (select json_agg(json_build_object('project', json_build_object('id', p.id, 'label', p.name),
          'status', json_build_object('id', g.status, 'label', g.status), 'v', g.v) order by g.v desc)
          from g join projects p on p.org_id = $1::uuid and p.id = g.project_id),
        'totals', (select json_agg(json_build_object('v', g.v)) from g where g.whole = 1)))`,
    'stacked',
  ),
  written(
    'Tasks by assignee',
    'tasks',
    { measures: ['count'], dimensions: ['assignee'] },
    grouped(
      `(select u.name from users u where u.id = g.k)`,
      't.assignee_id',
      'count(*)',
      `from tasks t where ${ofTasks}`,
    ),
  ),
  written(
    'Median days until done by month',
    'tasks',
    { measures: ['median_lead_days'], ...over('completed_at', 'this_year', 'month') },
    bucketed(
      'month',
      year,
      inZone('t.completed_at'),
      `percentile_cont(0.5) within group (order by case when t.status = 'done'
        then extract(epoch from t.completed_at - t.created_at) / 86400 end)`,
      `from tasks t where ${ofTasks} and t.completed_at >= ${year} and t.completed_at < current_date + 1`,
    ),
  ),
  written(
    'Outstanding',
    'invoices',
    { measures: ['outstanding'] },
    grouped(
      'g.k',
      'i.currency',
      'sum(greatest(i.outstanding_minor, 0))',
      `from invoices i where ${ofInvoices}`,
    ),
  ),
  written(
    'Invoiced by month',
    'invoices',
    { measures: ['invoiced_net'], in: 'base', ...over('issue_date', 'this_year', 'month') },
    bucketed(
      'month',
      year,
      'i.issue_date',
      'sum(i.base_net_minor)',
      `from invoices i where ${ofInvoices} and i.issue_date between ${year} and current_date`,
    ),
  ),
  written(
    'Invoiced by client',
    'invoices',
    { measures: ['invoiced_net'], in: 'base', dimensions: ['client'] },
    grouped(
      '(select c.name from clients c where c.org_id = $1::uuid and c.id = g.k)',
      'i.client_id',
      'sum(i.base_net_minor)',
      `from invoices i where ${ofInvoices}`,
    ),
    'bar',
  ),
]

export const figureFloors = (org: string): Record<string, Floor> => ({
  ...Object.fromEntries(
    widgets.map(({ draft, statement }) => [draft.title, { statement: `select ${statement}`, params: [org] }]),
  ),
  all: {
    statement: `select json_build_object(${widgets
      .map(({ draft, statement }) => `'${draft.title}', ${statement}`)
      .join(', ')})`,
    params: [org],
  },
})
