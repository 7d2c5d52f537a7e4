-- Earned value for the service: totals at a date, the tasks behind them, and the curves.

create or replace function app.current_baseline(project uuid) returns uuid language sql stable as $$
  select b.id from project_baselines b where b.org_id = app.org_id() and b.project_id = project and b.is_current
$$;

create or replace function app.baseline_ref(baseline uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', b.id, 'name', b.name, 'taken_at', app.utc(b.taken_at)) from project_baselines b
    where b.org_id = app.org_id() and b.id = baseline
$$;

-- True if the unit is available: cost needs an hourly rate now, and one when the baseline was taken.
create or replace function app.has_hourly_rate(project uuid, baseline uuid) returns boolean language sql stable as $$
  select exists (select from projects p left join project_baselines b on b.org_id = p.org_id and b.id = baseline
    where p.org_id = app.org_id() and p.id = project and p.hourly_rate_minor is not null
      and (baseline is null or b.bac_minor is not null))
$$;

create or replace function app.project_today(project uuid) returns date language sql stable as $$
  select app.today(app.project_zone(app.org_id(), project))
$$;

-- The cost of one minute of work, or 1 if the unit is minutes.
create or replace function app.cost_per_minute(project uuid, unit text) returns numeric language sql stable as $$
  select case unit when 'cost' then p.hourly_rate_minor / 60.0 else 1 end from projects p
    where p.org_id = app.org_id() and p.id = project
$$;

-- The earned schedule: the (fractional) day ordinal at which planned value equals earned value, interpolated
-- after the last day whose planned value is earned (Lipke 2003).
create or replace function app.earned_schedule(firsts int[], lasts int[], planned numeric[], ev numeric) returns numeric
language sql immutable as $$
  with line as (select l.*, lead(l.at) over (order by l.at) as next from app.planned_value_line(firsts, lasts, planned, '{}') l)
  select case when l.next is null or l.slope <= 0 then l.at else least(l.at + (ev - l.value) / l.slope, l.next) end from line l
    where round(l.value, 6) <= round(ev, 6) order by l.at desc limit 1
$$;

-- Planned totals per date span; the planned-value line bends only there.
create or replace function app.plan_spans(items app.plan_item[]) returns table (first int, last int, planned numeric)
language sql immutable as $$
  select i.first, i.last, sum(i.planned) from unnest(items) i where i.planned > 0 group by i.first, i.last
$$;

-- Totals at the end of a day, with the plan's days by ordinal (start is the day before its first), and, if
-- asked for, the tasks that explain them: unbaselined, unscheduled, descoped and slipped, at most 100 of
-- each, worst first. No nested loops, because the planner cannot estimate the number of tasks.
create or replace function app.evm_at(project uuid, baseline uuid, unit text, method text, as_of date, is_explained boolean,
  out sums jsonb, out explained jsonb)
language sql stable set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
  with plan_items as materialized (select * from app.plan_items(project, baseline, unit)),
  items as materialized (select i.*, s.earned, s.spent, s.state, s.due from plan_items i left join app.task_states(
    array(select n.task_id from plan_items n), method, app.project_zone(app.org_id(), project), as_of) s
      on s.task_id = i.task_id),
  w as (select app.org_week() as days), today as (select app.work_index(as_of, w.days) as n from w),
  groups as materialized (select i.first, i.last, i.earned, sum(i.planned) as planned, sum(i.spent) as spent from items i
    group by i.first, i.last, i.earned),
  plan as (select array_agg(x.first) as firsts, array_agg(x.last) as lasts, array_agg(x.planned) as planned,
      min(x.first) - 1 as start, max(x.last) as finish from (select g.first, g.last, sum(g.planned) as planned from groups g
        where g.planned > 0 group by g.first, g.last) x),
  totals as (select coalesce(sum(g.planned), 0) as bac, coalesce(sum(g.planned * g.earned), 0) as ev,
      coalesce(sum(g.spent), 0) * app.cost_per_minute(project, unit) as ac from groups g),
  listed as (
    select 'unscheduled' as kind, i.task_id, i.key, i.title, null::date as planned_due, null::date as due, 0 as days,
      i.planned as size from items i where not i.dated
    union all select 'descoped', i.task_id, i.key, i.title, null, null, 0, i.planned from items i
      where i.state in ('cancelled', 'gone') and baseline is not null
    union all select 'slipped', i.task_id, i.key, i.title, i.due_date, i.due, x.days, i.planned from items i
      cross join lateral (select greatest(i.due, case when i.state <> 'done' then as_of end) - i.due_date) x(days)
      where baseline is not null and i.state in ('todo', 'in_progress', 'done') and x.days > 0
    union all select 'unbaselined', t.id, p.key || '-' || t.number, t.title, null, null, 0, coalesce(t.estimate_minutes, 0)
      from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
      where baseline is not null and t.org_id = app.org_id() and t.project_id = project
        and t.deleted_at is null and t.status <> 'cancelled'
        and app.local_day(t.created_at, (select app.project_zone(app.org_id(), project))) <= as_of
        and not exists (select from project_baseline_items b where b.org_id = t.org_id and b.baseline_id = baseline
          and b.task_id = t.id)),
  ranked as (select n.*, row_number() over (partition by n.kind order by n.days desc, n.size desc, n.key, n.task_id) as place,
      count(*) over (partition by n.kind) as kind_total from listed n)
  select jsonb_build_object('bac', t.bac, 'ev', t.ev, 'ac', t.ac, 'pv', coalesce((select l.value
        from app.planned_value_line(p.firsts, p.lasts, p.planned, array[n.n]) l where l.at = n.n), 0),
      'planned_days', p.finish - p.start, 'actual_days', greatest(n.n - p.start, 0),
      'earned_days', e.at - p.start, 'start_date', app.work_day(p.start + 1, w.days), 'end_date', app.work_day(p.finish, w.days),
      'forecast_finish', case when e.at > p.start and n.n > p.start then app.work_day(p.start + least(ceil(
        (p.finish - p.start) * (n.n - p.start) / (e.at - p.start)), 3000000)::int, w.days) end),
    case when is_explained then (select jsonb_build_object('counts', jsonb_object_agg(k, (select coalesce(max(r.kind_total), 0)
          from ranked r where r.kind = k)))
        || jsonb_object_agg(k, (select coalesce(jsonb_agg(jsonb_build_object('task_id', r.task_id, 'key', r.key, 'title', r.title)
          || case when k = 'slipped' then jsonb_build_object('planned_due', r.planned_due, 'due', r.due, 'days', r.days)
            else '{}' end order by r.place), '[]') from ranked r where r.kind = k and r.place <= 100))
      from unnest(array['unbaselined', 'unscheduled', 'descoped', 'slipped']) k) end
    from totals t, plan p, w, today n
      cross join lateral (select app.earned_schedule(p.firsts, p.lasts, p.planned, t.ev)) e(at)
$$;

create or replace function app.evm_plan(project uuid, baseline uuid, unit text) returns app.plan_item[] language sql stable as $$
  select coalesce(array_agg(i), '{}') from app.plan_items(project, baseline, unit) i
$$;
create or replace function app.evm_steps(project uuid, items app.plan_item[], method text) returns app.task_step[]
language sql stable as $$
  select coalesce(array_agg(s), '{}') from app.task_steps(
    array(select i.task_id from unnest(items) i), method, app.project_zone(app.org_id(), project)) s
$$;

-- A project's earned value at a date, against a baseline or the current plan.
create or replace function app.earned_value(project uuid, baseline uuid, unit text, method text, as_of date) returns jsonb
language sql stable as $$
  select e.explained || jsonb_build_object('start_date', e.sums->'start_date', 'end_date', e.sums->'end_date', 'sums',
      e.sums || jsonb_build_object('closed', p.status in ('completed', 'cancelled') or p.archived_at is not null),
      'project_id', p.id, 'unit', unit, 'method', method, 'as_of', as_of,
      'currency', case unit when 'cost' then o.currency end, 'baseline', app.baseline_ref(baseline))
    from projects p join organizations o on o.id = p.org_id
      cross join app.evm_at(project, baseline, unit, method, as_of, true) e
    where p.org_id = app.org_id() and p.id = project
$$;

-- The curves: planned value at each given date, earned value and cost up to today.
create or replace function app.earned_value_series(project uuid, baseline uuid, unit text, method text, days date[])
returns json language plpgsql stable as $$
declare items app.plan_item[] := app.evm_plan(project, baseline, unit); week app.work_calendar := app.org_week();
  steps app.task_step[] := app.evm_steps(project, items, method); today date := app.project_today(project);
begin
  return (with i as materialized (select * from unnest(items)),
    line as materialized (select l.at, l.value from (select array_agg(x.first) as firsts, array_agg(x.last) as lasts,
        array_agg(x.planned) as planned from app.plan_spans(items) x) p
          cross join lateral app.planned_value_line(p.firsts, p.lasts,
        p.planned, array(select app.work_index(d, week) from unnest(days) d)) l),
    moves as (select s.day, sum(s.earned * i.planned) as ev, sum(s.spent) * app.cost_per_minute(project, unit) as ac
      from unnest(steps) s join i on i.task_id = s.task_id group by s.day
      union all select d, 0, 0 from unnest(days) d),
    sums as (select m.day, sum(sum(m.ev)) over (order by m.day) as ev, sum(sum(m.ac)) over (order by m.day) as ac
      from moves m group by m.day)
    select json_agg(json_build_object('date', d.day, 'pv', round(coalesce(l.value, 0)),
        'ev', case when d.day <= today then round(s.ev) end, 'ac', case when d.day <= today then round(s.ac) end)
        order by d.day)
      from unnest(days) d(day) join sums s on s.day = d.day left join line l on l.at = app.work_index(d.day, week));
end $$;

-- Totals of all visible, unarchived projects, in minutes.
create or replace function app.portfolio(statuses text[], as_of date) returns json language sql stable as $$
  select coalesce(json_agg(jsonb_build_object('project', jsonb_build_object('id', p.id, 'key', p.key, 'name', p.name),
      'baseline', app.baseline_ref(b.id), 'sums',
        (app.evm_at(p.id, b.id, 'minutes', '0_100', d.day, false)).sums
          || jsonb_build_object('closed', p.status in ('completed', 'cancelled')))
      order by p.key), '[]')
    from app.visible_projects() p cross join lateral (select app.current_baseline(p.id) offset 0) b(id)
      cross join lateral (select least(as_of, app.project_today(p.id)) offset 0) d(day)
    where statuses is null or p.status = any (statuses)
$$;
