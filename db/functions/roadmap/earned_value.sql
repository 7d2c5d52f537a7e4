-- Inputs of earned value: the plan spread over working days, and what was earned and spent each day according
-- to task events. The formulas are in the service.

call app.make_type('plan_item', 'task_id uuid, key text, title text, due_date date, planned numeric,
  dated boolean, first int, last int');
call app.make_type('task_step', 'task_id uuid, n int, day date, earned numeric, spent int, state text,
  due date');

-- Logged time is part of a task's history, so that time spent by any date can be computed. Who logged it is
-- not: only managers see the time entries of others.
create or replace function app.log_spent_minutes() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, field,
      old_value, new_value)
    values (new.org_id, new.project_id, new.id, null, 'system', nullif(current_setting('app.request_id', true), ''),
      change_id(), 'updated', 'spent_minutes', to_jsonb(old.spent_minutes), to_jsonb(new.spent_minutes));
  return null;
end $$;
create or replace trigger events_spent after update of spent_minutes on tasks for each row
  when (new.spent_minutes <> old.spent_minutes) execute function app.log_spent_minutes();

-- The share of its plan a task has earned: 0_100 credits at the end, 50_50 half at the start.
create or replace function app.earned_share(method text, state text, progress int) returns numeric
language sql immutable parallel safe as $$
  select case when state = 'done' then 1 when state not in ('todo', 'in_progress') then 0
    when method = '50_50' then case state when 'in_progress' then 0.5 else 0 end
    when method = 'percent' then progress / 100.0 else 0 end
$$;

-- Daily changes of tasks, from their events: differences in the share earned and the minutes spent, and the
-- state (`gone` is deleted). Before a field's first event, its old value applies. No nested loops, because
-- the planner cannot estimate the number of events; tasks and events are looked up by id.
create or replace function app.task_steps(ids uuid[], method text, zone text)
returns setof app.task_step language sql stable set enable_nestloop = off as $$
  with e as materialized (select e.task_id, e.id, e.field, e.old_value, e.new_value, e.created_at from task_events e
    where e.org_id = app.org_id() and e.task_id = any (ids)
      and e.field in ('status', 'progress_percent', 'spent_minutes', 'deleted_at', 'due_date')),
  firsts as (select distinct on (e.task_id, e.field) e.task_id, e.field, e.old_value from e order by e.task_id, e.field, e.id),
  initial as (select f.task_id, jsonb_object_agg(f.field, f.old_value) as fields from firsts f group by f.task_id),
  current_tasks as materialized (select t.id, t.status, t.progress_percent, t.spent_minutes, t.deleted_at, t.due_date
    from tasks t where t.org_id = app.org_id() and t.id = any (ids)),
  starts as materialized (
    select i.id as task_id,
      coalesce(case when w.fields ? 'status' then w.fields->>'status' else t.status end, 'todo') as status,
      coalesce(case when w.fields ? 'progress_percent' then (w.fields->>'progress_percent')::int
        else t.progress_percent end, 0)
        as progress,
      coalesce(case when w.fields ? 'spent_minutes' then (w.fields->>'spent_minutes')::int
        else t.spent_minutes end, 0) as minutes,
      case when w.fields ? 'deleted_at' then w.fields->>'deleted_at' is not null
        else t.deleted_at is not null end as gone,
      case when w.fields ? 'due_date' then (w.fields->>'due_date')::date else t.due_date end as due
    from unnest(ids) i(id) left join current_tasks t on t.id = i.id left join initial w on w.task_id = i.id),
  -- For each event, the latest event of every field so far.
  lasts as (
    select e.task_id, e.id, e.created_at, max(e.id) filter (where e.field = 'status') over upto as status,
      max(e.id) filter (where e.field = 'progress_percent') over upto as progress,
      max(e.id) filter (where e.field = 'spent_minutes') over upto as minutes,
      max(e.id) filter (where e.field = 'deleted_at') over upto as gone,
      max(e.id) filter (where e.field = 'due_date') over upto as due
    from e window upto as (partition by e.task_id order by e.id)),
  moments as (
    select s.task_id, 0::bigint as id, '-infinity'::date as day, s.status, s.progress, s.minutes, s.gone, s.due from starts s
    union all select l.task_id, l.id, app.local_day(l.created_at, zone),
      case when l.status is null then s.status else es.new_value #>> '{}' end,
      case when l.progress is null then s.progress else (ep.new_value #>> '{}')::int end,
      case when l.minutes is null then s.minutes else (em.new_value #>> '{}')::int end,
      case when l.gone is null then s.gone else eg.new_value is not null end,
      case when l.due is null then s.due else (ed.new_value #>> '{}')::date end
    from lasts l join starts s on s.task_id = l.task_id left join e es on es.id = l.status
      left join e ep on ep.id = l.progress left join e em on em.id = l.minutes left join e eg on eg.id = l.gone
      left join e ed on ed.id = l.due),
  shares as (
    select m.*, x.state, app.earned_share(method, x.state, m.progress) as share
    from moments m, lateral (values (case when m.gone then 'gone' else m.status end)) x(state))
  select s.task_id, (row_number() over o)::int, s.day, s.share - lag(s.share, 1, 0::numeric) over o,
      s.minutes - lag(s.minutes, 1, 0) over o, s.state, s.due
    from shares s window o as (partition by s.task_id order by s.id)
$$;

-- Tasks at the end of a day as one step each: the share earned and the minutes spent by then. While the day
-- lasts, tasks are as they are now, so only the history of purged ones is read.
create or replace function app.task_states(ids uuid[], method text, zone text, as_of date)
returns setof app.task_step language plpgsql stable rows 1000 as $$
declare is_past boolean := app.day_start(as_of + 1, zone) <= now(); current_count bigint;
begin
  if not is_past then
    return query select t.id, 1, '-infinity'::date, app.earned_share(method, x.state, t.progress_percent::int), t.spent_minutes,
        x.state, t.due_date
      from tasks t cross join lateral (select case when t.deleted_at is null then t.status else 'gone' end) x(state)
      where t.org_id = app.org_id() and t.id = any (ids);
    get diagnostics current_count = row_count;
    if current_count = cardinality(ids) then return; end if;
    ids := array(select unnest(ids) except select t.id from tasks t where t.org_id = app.org_id() and t.id = any (ids));
  end if;
  return query select * from app.past_states(ids, method, zone, as_of);
end $$;

-- Tasks at the end of a day according to their events: each field has the value of its last event by then, or
-- else its value before its first event, or else the task's.
create or replace function app.past_states(ids uuid[], method text, zone text, as_of date)
returns setof app.task_step
language sql stable rows 1000 set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
  with current_tasks as materialized (select t.id, t.status, t.progress_percent, t.spent_minutes, t.deleted_at, t.due_date
    from tasks t where t.org_id = app.org_id() and t.id = any (ids)),
  latest_events as (select distinct on (e.task_id, e.field collate "C") e.task_id, e.field,
      case when u.until then e.new_value else e.old_value end #>> '{}' as value
    from task_events e
      cross join lateral (select e.created_at < (select app.day_start(as_of + 1, zone))) u(until)
    where e.org_id = app.org_id() and e.task_id = any (ids)
      and e.field in ('status', 'progress_percent', 'spent_minutes', 'deleted_at', 'due_date')
    order by e.task_id, e.field collate "C", u.until desc, case when u.until then -e.id else e.id end),
  latest_values as (select t.task_id, array_agg(t.field) as fields, max(t.value) filter (where t.field = 'status') as status,
      max(t.value) filter (where t.field = 'progress_percent')::int as progress,
      max(t.value) filter (where t.field = 'spent_minutes')::int as minutes,
      max(t.value) filter (where t.field = 'deleted_at') as deleted_at,
      max(t.value) filter (where t.field = 'due_date')::date as due
    from latest_events t group by t.task_id)
  select i.id, 1, '-infinity'::date, app.earned_share(method, x.state, coalesce(k.progress, t.progress_percent, 0)),
    coalesce(k.minutes, t.spent_minutes, 0), x.state, case when 'due_date' = any (k.fields) then k.due else t.due_date end
  from unnest(ids) i(id) left join current_tasks t on t.id = i.id left join latest_values k on k.task_id = i.id
    cross join lateral (select case
      when case when 'deleted_at' = any (k.fields) then k.deleted_at is not null else t.deleted_at is not null end then 'gone'
      else coalesce(k.status, t.status, 'todo') end) x(state)
$$;

-- The items of a baseline, or of the current plan, by working-day ordinal. An undated item spans the whole
-- plan.
create or replace function app.plan_items(project uuid, baseline uuid, unit text)
returns setof app.plan_item language sql stable rows 1000 as $$
  with items as materialized (
    select i.task_id, i.key, i.title::text, i.start_date, i.due_date,
      case unit when 'cost' then i.planned_minor else i.planned_minutes end::numeric as planned
    from project_baseline_items i where baseline is not null and i.org_id = app.org_id() and i.baseline_id = baseline
    union all select p.task_id, p.key, p.title, p.start_date, p.due_date, case unit when 'cost'
        then app.labour_cost(p.minutes, (select j.hourly_rate_minor from projects j
          where j.org_id = app.org_id() and j.id = project))
        else p.minutes end
      from app.current_plan(project) p where baseline is null),
  frame as materialized (
    select b.start_date as since, b.end_date as until from project_baselines b
      where b.org_id = app.org_id() and b.id = baseline
    union all select f.since, f.until from (select min(coalesce(i.start_date, i.due_date)) as first,
        max(coalesce(i.due_date, i.start_date)) as last from items i) s
      cross join lateral app.plan_date_range(project, s.first, s.last) f where baseline is null),
  week as materialized (select app.org_week() as days),
  -- Plans have many tasks and few dates.
  days as materialized (select d.day, app.work_start(d.day, w.days) as first, app.work_index(d.day, w.days) as last
    from week w cross join (select i.start_date from items i union select i.due_date from items i
      union select f.since from frame f union select f.until from frame f) d(day))
  select i.task_id, i.key, i.title, i.due_date, i.planned, coalesce(i.start_date, i.due_date) is not null, a.first,
      greatest(a.first, b.last)
    from items i cross join frame f join days a on a.day = coalesce(i.start_date, i.due_date, f.since)
      join days b on b.day = coalesce(i.due_date, f.until)
$$;

-- Planned value at the end of working days (by ordinal): where the slope changes, and at the given points.
create or replace function app.planned_value_line(firsts int[], lasts int[], planned numeric[], points int[])
returns table (at int, value numeric, slope numeric) language sql immutable as $$
  with changes as (
    select b.at, sum(b.change) as change from (
      select x.first - 1 as at, x.planned / (x.last - x.first + 1) as change from unnest(firsts, lasts, planned)
        x(first, last, planned)
      union all select x.last, -x.planned / (x.last - x.first + 1) from unnest(firsts, lasts, planned)
        x(first, last, planned)
      union all select p, 0 from unnest(points) p) b group by b.at),
  slopes as (select b.at, sum(b.change) over (order by b.at) as slope, lag(b.at) over (order by b.at) as before from changes b),
  steps as (select s.at, s.slope, coalesce(lag(s.slope) over (order by s.at) * (s.at - s.before), 0) as gained from slopes s)
  select s.at, sum(s.gained) over (order by s.at), s.slope from steps s
$$;
