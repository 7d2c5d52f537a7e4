-- A project's plan, and baselines: immutable snapshots of it.

-- The currently planned tasks, with the minutes each counts for. An estimate is skipped where an estimated
-- descendant counts, so that nothing counts twice.
create or replace function app.current_plan(project uuid)
returns table (task_id uuid, key text, title text, start_date date, due_date date, minutes int)
language sql stable rows 1000 set plan_cache_mode = force_generic_plan as $$
  with recursive counted as materialized (
    select t.id, t.number, t.title, t.parent_id, t.start_date, t.due_date, t.estimate_minutes from tasks t
    where t.org_id = app.org_id() and t.project_id = project and t.deleted_at is null and t.status <> 'cancelled'),
  covered as (
    select c.parent_id as id from counted c where c.parent_id is not null and c.estimate_minutes is not null
    union select t.parent_id from covered v join tasks t on t.org_id = app.org_id() and t.id = v.id
      where t.parent_id is not null)
  select c.id, p.key || '-' || c.number, c.title::text, c.start_date, c.due_date,
      case when v.id is null then coalesce(c.estimate_minutes, 0) else 0 end
    from counted c join projects p on p.org_id = app.org_id() and p.id = project left join covered v on v.id = c.id
$$;

-- A plan's date range: the project's dates, else those of its tasks, else today.
create or replace function app.plan_date_range(project uuid, first date, last date, out since date, out until date)
language sql stable as $$
  select f.since, greatest(f.since, coalesce(p.target_date, last)) from projects p
    cross join lateral (select coalesce(p.start_date, first, app.org_today())) f(since)
    where p.org_id = app.org_id() and p.id = project
$$;

create or replace function app.labour_cost(minutes bigint, rate bigint) returns bigint language sql immutable parallel safe
  as $$ select round(minutes * rate / 60.0)::bigint $$;

-- Freezes a project's plan in one statement, so that totals match the items.
create or replace function app.create_baseline(baseline uuid, project uuid, name text, note text, unit text,
  make_current boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare rate bigint := (select p.hourly_rate_minor from projects p where p.org_id = org_id() and p.id = project);
begin
  perform ensure((select count(*) from project_baselines b where b.org_id = org_id() and b.project_id = project) < 20,
    'WM409', 'a project has at most 20 baselines; delete one');
  perform ensure(unit = 'minutes' or rate is not null, 'WM409', 'no hourly rate');
  if make_current then
    update project_baselines b set is_current = false
      where b.org_id = org_id() and b.project_id = create_baseline.project and b.is_current;
  end if;
  with plan as materialized (select p.*, labour_cost(p.minutes, rate) as minor from current_plan(project) p),
  sums as (select count(*) as n, coalesce(sum(p.minutes), 0) as minutes, case when rate is not null
      then coalesce(sum(p.minor), 0) end as minor, min(coalesce(p.start_date, p.due_date)) as first,
      max(coalesce(p.due_date, p.start_date)) as last from plan p),
  inserted as (insert into project_baselines (id, project_id, name, note, is_current, unit, bac_minutes, bac_minor,
      hourly_rate_minor, start_date, end_date, task_count)
    select baseline, project, name, note, make_current, unit, s.minutes, s.minor, rate, f.since, f.until, s.n
      from sums s cross join lateral plan_date_range(project, s.first, s.last) f)
  insert into project_baseline_items (baseline_id, task_id, key, title, start_date, due_date, planned_minutes, planned_minor)
    select baseline, p.task_id, p.key, p.title, p.start_date, p.due_date, p.minutes, p.minor from plan p;
end $$;

create or replace function app.set_current_baseline(project uuid, baseline uuid) returns void language plpgsql as $$
begin
  update project_baselines b set is_current = false where b.org_id = app.org_id()
    and b.project_id = set_current_baseline.project and b.is_current and b.id <> baseline;
  update project_baselines b set is_current = true where b.org_id = app.org_id() and b.id = baseline and not b.is_current;
end $$;

-- Baselines are immutable, except for which one is current.
create or replace function app.prevent_baseline_change() returns trigger language plpgsql as $$
declare may_change text[] := array['is_current', 'updated_at'];
begin
  if tg_table_name = 'project_baselines' and to_jsonb(new) - may_change = to_jsonb(old) - may_change then return new; end if;
  raise exception using errcode = '42501', message = tg_table_name || ' is frozen';
end $$;
create or replace trigger frozen before update on project_baselines for each row execute function app.prevent_baseline_change();
create or replace trigger frozen before update on project_baseline_items
  for each row execute function app.prevent_baseline_change();
