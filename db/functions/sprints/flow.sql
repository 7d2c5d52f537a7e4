-- Flow of work through a project, from the events of its live tasks, without epics.

-- Tasks in each status at the end of each day or week, and how many were created and completed. Changes are
-- read by project, which is faster than by task; only those that a task brought from another project are
-- looked up by task.
create or replace function app.flow_series(org uuid, project uuid, zone text, first date, last date, step int)
returns json language sql stable set enable_nestloop = off as $$
  with live as materialized (
    select t.id, t.status, app.local_day(t.created_at, zone) as created, app.local_day(t.completed_at, zone) as completed
    from tasks t where t.org_id = org and t.project_id = project and t.deleted_at is null and t.type <> 'epic'),
  moved_in as (
    select distinct e.task_id from task_events e where e.org_id = org and e.project_id = project and e.field = 'project_id'),
  events as (
    select e.* from task_events e where e.org_id = org and e.project_id = project and e.field = 'status'
    union all select e.* from moved_in m cross join lateral (select e.* from task_events e where e.org_id = org
      and e.task_id = m.task_id and e.field = 'status' and e.project_id <> project offset 0) e),
  changes as materialized (
    select e.task_id, e.id, app.local_day(e.created_at, zone) as day, e.old_value #>> '{}' as previous,
      e.new_value #>> '{}' as status
    from events e where e.task_id in (select l.id from live l)),
  initial_statuses as (select distinct on (c.task_id) c.task_id, c.previous as status from changes c order by c.task_id, c.id),
  deltas as (
    select l.created as day, coalesce(b.status, l.status) as status, 1 as n from live l
      left join initial_statuses b on b.task_id = l.id
    union all select c.day, c.status, 1 from changes c
    union all select c.day, c.previous, -1 from changes c),
  daily as (
    select greatest(d.day, first) as day, sum(d.n) filter (where d.status = 'todo') as todo,
      sum(d.n) filter (where d.status = 'in_progress') as in_progress,
      sum(d.n) filter (where d.status = 'done') as done,
      sum(d.n) filter (where d.status = 'cancelled') as cancelled from deltas d group by 1),
  created_count as (select l.created as day, count(*) as n from live l group by 1),
  ended as (select l.completed as day, count(*) as n from live l where l.status = 'done' group by 1),
  days as (
    select i.day, (i.day - first) / step as span, sum(coalesce(d.todo, 0)) over past as todo,
      sum(coalesce(d.in_progress, 0)) over past as in_progress, sum(coalesce(d.done, 0)) over past as done,
      sum(coalesce(d.cancelled, 0)) over past as cancelled, coalesce(b.n, 0) as created, coalesce(e.n, 0) as completed
    from (select first + g from generate_series(0, last - first) g) i(day) left join daily d on d.day = i.day
      left join created_count b on b.day = i.day left join ended e on e.day = i.day
    window past as (order by i.day)),
  ends as (
    select y.*, min(y.day) over span as since, max(y.day) over span as until, sum(y.created) over span as created_count,
      sum(y.completed) over span as ended from days y window span as (partition by y.span))
  select json_agg(json_build_object('from', x.since, 'to', x.until, 'todo', x.todo, 'in_progress', x.in_progress,
      'done', x.done, 'cancelled', x.cancelled, 'created', x.created_count, 'completed', x.ended) order by x.day)
    from ends x where x.day = x.until
$$;

-- Days from first start to completion, for tasks completed between two dates.
create or replace function app.cycle_times(org uuid, project uuid, zone text, first date, last date)
returns json language sql stable as $$
  select json_build_object('p50', round(p.at[1]::numeric, 2), 'p85', round(p.at[2]::numeric, 2),
      'p95', round(p.at[3]::numeric, 2), 'sample_size', p.n)
    from (select percentile_cont(array[0.5, 0.85, 0.95]) within group (
        order by extract(epoch from t.completed_at - t.started_at) / 86400), count(*)
      from tasks t where t.org_id = org and t.project_id = project and t.deleted_at is null and t.type <> 'epic'
        and t.status = 'done' and t.started_at <= t.completed_at
        and app.local_day(t.completed_at, zone) between first and last) p(at, n)
$$;

create or replace function app.flow(project uuid, first date, last date, step int) returns json
language plpgsql stable as $$
declare org uuid := app.org_id(); zone text := app.project_zone(org, project);
begin
  last := coalesce(last, app.local_day(now(), zone)); first := coalesce(first, last - 29);
  perform app.ensure_fields(array['query.to: ' || case when last < first then 'before from'
    when last - first > 365 then 'at most 366 days after from' end]);
  return json_build_object('from', first, 'to', last, 'timezone', zone,
    'series', app.flow_series(org, project, zone, first, last, step),
    'percentiles', app.cycle_times(org, project, zone, first, last));
end $$;

-- Inputs of a forecast: tasks completed on each of the last days before today, and open ones. A younger
-- project counts from its first day.
create or replace function app.throughput(project uuid, days int) returns json language sql stable as $$
  with project_days as (
    select p.org_id, p.id, z.zone, app.local_day(now(), z.zone) as today, app.local_day(p.created_at, z.zone) as created_day
    from projects p cross join lateral (select app.project_zone(p.org_id, p.id)) z(zone)
    where p.org_id = app.org_id() and p.id = project),
  counted as (select t.* from project_days h join tasks t on t.org_id = h.org_id and t.project_id = h.id
    where t.deleted_at is null and t.type <> 'epic'),
  done as (
    select app.local_day(t.completed_at, h.zone) as day, count(*) as n from project_days h, counted t
    where t.status = 'done' group by 1),
  span as (
    select h.today, greatest(h.today - days, least(h.created_day, (select min(d.day) from done d))) as since from project_days h)
  select json_build_object('today', s.today, 'since', s.since,
      'samples', (select coalesce(json_agg(coalesce(d.n, 0) order by x.n), '[]')
        from generate_series(0, s.today - 1 - s.since) x(n) left join done d on d.day = s.since + x.n),
      'open', (select count(*) from counted t where t.status in ('todo', 'in_progress')))
    from span s
$$;
