-- Sprints: what each task counts for, and the ledger that every task write updates in its own transaction.
-- Lock order: project, tasks, sprints, task families.

do $$ begin
  if not exists (select from pg_constraint where conname = 'sprints_overlap') then
    alter table sprints add constraint sprints_overlap exclude using gist
      (project_id with =, daterange(start_date, end_date, '[]') with &&)
      where (state in ('planned', 'active') and deleted_at is null);
  end if;
end $$;

create or replace function app.active_sprint(project uuid) returns uuid language sql stable as $$
  select s.id from sprints s where s.org_id = app.org_id() and s.project_id = project and s.state = 'active'
$$;

create or replace function app.project_zone(org uuid, project uuid) returns text language sql stable as $$
  select coalesce(p.timezone, o.timezone) from projects p join organizations o on o.id = p.org_id
    where p.org_id = org and p.id = project
$$;

-- Working days, including half days.
create or replace function app.working_days(org uuid, first date, last date) returns int language sql stable as $$
  select count(*)::int from app.day_shares(org, first, last) d where d.share > 0
$$;

-- Tasks with all their ancestors and descendants, live or not.
create or replace function app.task_families(org uuid, ids uuid[]) returns uuid[]
language sql stable set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
  with recursive up as (
    select t.id, t.parent_id from tasks t where t.org_id = org and t.id = any (ids)
    union select t.id, t.parent_id from up join tasks t on t.org_id = org and t.id = up.parent_id),
  down as (
    select up.id from up
    union select t.id from down join tasks t on t.org_id = org and t.parent_id = down.id)
  select array_agg(d.id) from down d
$$;

-- A sprint's live tasks, except epics and cancelled ones.
create or replace function app.counted_tasks(org uuid, sprint uuid) returns setof tasks language sql stable as $$
  select t.* from tasks t where t.org_id = org and t.sprint_id = sprint and t.deleted_at is null and t.type <> 'epic'
    and t.status <> 'cancelled'
$$;

create or replace function app.estimate_of(unit text, points numeric, minutes int) returns numeric
language sql immutable parallel safe as $$ select case unit when 'points' then points else minutes end $$;

-- The tasks that count in a sprint and for how much; only `ids`, if given, which must be whole families. An
-- estimate is skipped where an estimated descendant counts in the same sprint, so that nothing counts twice.
-- Its setting prevents inlining, which would misestimate its size; two branches, so that one plan serves both
-- a few tasks and a whole sprint.
create or replace function app.sprint_shares(org uuid, sprint uuid, ids uuid[] default null)
returns table (task_id uuid, points numeric, minutes int, done boolean, unestimated_points boolean,
  unestimated_minutes boolean, covered_points boolean, covered_minutes boolean)
language sql stable rows 1000 set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
  with recursive counted as materialized (
    select o.id, o.parent_id, o.status, o.estimate_points, o.estimate_minutes from app.counted_tasks(org, sprint) o
      where ids is null
    union all select o.id, o.parent_id, o.status, o.estimate_points, o.estimate_minutes
      from app.counted_tasks(org, sprint) o where o.id = any (ids)),
  up as (
    select c.parent_id as id, c.estimate_points is not null as points, c.estimate_minutes is not null as minutes
      from counted c where c.parent_id is not null
    union select t.parent_id, up.points, up.minutes from up join tasks t on t.org_id = org and t.id = up.id
      where t.parent_id is not null),
  covered as (select up.id, bool_or(up.points) as points, bool_or(up.minutes) as minutes from up group by up.id),
  shares as (
    select c.*, coalesce(v.points and c.estimate_points is not null, false) as covered_points,
      coalesce(v.minutes and c.estimate_minutes is not null, false) as covered_minutes
    from counted c left join covered v on v.id = c.id)
  select t.id, case when t.covered_points then 0 else coalesce(t.estimate_points, 0) end,
    case when t.covered_minutes then 0 else coalesce(t.estimate_minutes, 0) end, t.status = 'done',
    t.estimate_points is null, t.estimate_minutes is null, t.covered_points, t.covered_minutes from shares t
$$;

-- Why a task's share changed; `was_counted` and `is_counted`: counted, `was_done` and `now_done`: done.
create or replace function app.ledger_reason(sprint sprints, task tasks, last text, was_counted boolean, is_counted boolean,
  was_done boolean, now_done boolean) returns text language sql stable as $$
  select case
    when is_counted and not was_counted then case last when 'deleted' then 'restored' when 'cancelled' then 'uncancelled'
      else 'added' end
    when was_counted and task.sprint_id is distinct from sprint.id then
      case when sprint.completed_at = now()::timestamptz(3) then 'carried_over' else 'removed' end
    when was_counted and task.deleted_at is not null then 'deleted'
    when was_counted and not is_counted and task.status = 'cancelled' then 'cancelled'
    when was_counted and not is_counted then 'removed'
    when now_done and not was_done then 'completed'
    when was_done and not now_done then 'reopened'
    else 'estimated' end
$$;

-- Records how the families' shares in a sprint differ from the ledger's balances; a task alone covers nothing
-- and has its own share. After completion, dated later than the end, so that the closed sprint is unaffected.
-- Its settings keep one plan that serves a task as well as ten thousand.
create or replace function app.reconcile_ledger(sprint sprints, families uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp set plan_cache_mode = force_generic_plan
set enable_nestloop = off as $$
declare counted_ids uuid[]; points numeric[]; minutes int[]; done boolean[];
begin
  if cardinality(families) = 1 then
    select array[o.id], array[coalesce(o.estimate_points, 0)], array[coalesce(o.estimate_minutes, 0)],
        array[o.status = 'done'] into counted_ids, points, minutes, done
      from counted_tasks(sprint.org_id, sprint.id) o where o.id = families[1];
  else
    select array_agg(h.task_id), array_agg(h.points), array_agg(h.minutes), array_agg(h.done)
      into counted_ids, points, minutes, done from sprint_shares(sprint.org_id, sprint.id, families) h;
  end if;
  insert into sprint_ledger (org_id, sprint_id, task_id, at, reason, scope_points, done_points, scope_minutes,
      done_minutes, scope_count, done_count, actor_id, event_id)
    select sprint.org_id, sprint.id, d.task, greatest(now(), sprint.completed_at + interval '1 millisecond'), d.reason,
      d.points, d.done_points, d.minutes, d.done_minutes, d.counts, d.done_counts, user_id(),
      (select max(e.id) from task_events e where e.org_id = sprint.org_id and e.task_id = d.task)
    from (
      select t.id as task, coalesce(h.points, 0) - coalesce(b.scope_points, 0) as points,
        coalesce(h.points, 0) * f.done - coalesce(b.done_points, 0) as done_points,
        coalesce(h.minutes, 0) - coalesce(b.scope_minutes, 0) as minutes,
        coalesce(h.minutes, 0) * f.done - coalesce(b.done_minutes, 0) as done_minutes,
        f.counts - coalesce(b.scope_count, 0) as counts, f.done - coalesce(b.done_count, 0) as done_counts,
        ledger_reason(sprint, t, b.reason, coalesce(b.scope_count > 0, false), f.counts > 0,
          coalesce(b.done_count > 0, false), f.done > 0) as reason
      from tasks t left join unnest(counted_ids, points, minutes, done) h(task_id, points, minutes, done)
          on h.task_id = t.id
        left join (select l.task_id, sum(l.scope_points) as scope_points, sum(l.done_points) as done_points,
            sum(l.scope_minutes) as scope_minutes, sum(l.done_minutes) as done_minutes, sum(l.scope_count) as scope_count,
            sum(l.done_count) as done_count, (array_agg(l.reason order by l.id desc))[1] as reason
          from sprint_ledger l where l.org_id = sprint.org_id and l.sprint_id = sprint.id and l.task_id = any (families)
          group by l.task_id) b on b.task_id = t.id
        cross join lateral (select (h.task_id is not null)::int as counts, coalesce(h.done, false)::int as done) f
      where t.org_id = sprint.org_id and t.id = any (families)) d
    where (d.points, d.done_points, d.minutes, d.done_minutes, d.counts, d.done_counts) <> (0, 0, 0, 0, 0, 0)
    order by d.task;
end $$;

-- Locks what a statement on tasks records: the sprints (shared) against start and completion, and the tasks'
-- families against concurrent recalculation. With many families it locks the sprints exclusively instead,
-- because the lock table is small.
create or replace function app.lock_ledgers(org uuid, families uuid[], touched uuid[]) returns sprints[]
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare locked_sprints sprints[]; family_root uuid;
  family_roots uuid[] := case when cardinality(families) = 1 then families else array(select t.id from tasks t
    where t.org_id = org and t.id = any (families) and t.parent_id is null order by t.id) end;
begin
  if cardinality(family_roots) > 20 then
    return array(select s from sprints s where s.org_id = org and s.id = any (touched) order by s.id for no key update);
  end if;
  locked_sprints := array(select s from sprints s where s.org_id = org and s.id = any (touched) order by s.id for share);
  foreach family_root in array family_roots loop
    perform pg_advisory_xact_lock(hashtextextended('family:' || family_root, 0));
  end loop;
  return locked_sprints;
end $$;

-- Updates the ledgers of the sprints that a statement on tasks affects. A changed parent may affect sprints
-- of tasks above and below; a task without parent and live subtasks is a family by itself. (A full join is
-- never a nested loop, which would compare each row with each.)
create or replace function app.sync_ledgers() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ids uuid[]; touched_sprints uuid[]; moved boolean := false; alone boolean := false; org uuid; families uuid[];
  sprint sprints;
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id), array_agg(distinct n.sprint_id), min(n.org_id::text)::uuid into ids, touched_sprints, org
      from new_rows n where n.sprint_id is not null;
  else
    select array_agg(distinct x.id), array_agg(distinct x.sprint) filter (where x.sprint is not null),
        bool_or(x.moved), bool_and(x.alone), min(x.org::text)::uuid into ids, touched_sprints, moved, alone, org
      from (select o.org_id as org, unnest(array[n.id, n.id, o.parent_id]) as id,
          unnest(array[o.sprint_id, n.sprint_id, null]) as sprint, n.parent_id is distinct from o.parent_id as moved,
          coalesce(o.parent_id, n.parent_id) is null and n.child_count = 0 as alone
        from old_rows o full join new_rows n on n.id = o.id
        where (o.sprint_id, o.status, o.type, o.parent_id, o.deleted_at, o.estimate_points, o.estimate_minutes)
            is distinct from
            (n.sprint_id, n.status, n.type, n.parent_id, n.deleted_at, n.estimate_points, n.estimate_minutes)
          and (o.sprint_id is not null or n.sprint_id is not null or o.parent_id is distinct from n.parent_id)) x
      where x.id is not null;
  end if;
  if touched_sprints is null and moved is not true then return null; end if;
  families := case when alone and cardinality(ids) = 1 then ids else task_families(org, ids) end;
  if moved then
    touched_sprints := touched_sprints || array(select distinct t.sprint_id from tasks t
      where t.org_id = org and t.id = any (families) and t.sprint_id is not null);
  end if;
  foreach sprint in array lock_ledgers(org, families, touched_sprints) loop
    if sprint.started_at is not null then perform reconcile_ledger(sprint, families); end if;
  end loop;
  return null;
end $$;

create or replace trigger ledger_first after insert on tasks referencing new table as new_rows
  for each statement execute function app.sync_ledgers();
create or replace trigger ledger_next after update on tasks referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_ledgers();

-- The active sprints of an organization whose ledger does not match their tasks.
create or replace function app.drifted_sprints(org uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(s.id order by s.id), '{}') from sprints s
    cross join lateral (select coalesce(sum(h.points), 0), coalesce(sum(h.minutes), 0), count(h.task_id),
        coalesce(sum(h.points) filter (where h.done), 0), coalesce(sum(h.minutes) filter (where h.done), 0),
        count(h.task_id) filter (where h.done)
      from app.sprint_shares(s.org_id, s.id) h) live(points, minutes, counts, done_points, done_minutes, done_counts)
    cross join lateral (select coalesce(sum(l.scope_points), 0), coalesce(sum(l.scope_minutes), 0),
        coalesce(sum(l.scope_count), 0), coalesce(sum(l.done_points), 0), coalesce(sum(l.done_minutes), 0),
        coalesce(sum(l.done_count), 0)
      from sprint_ledger l where l.org_id = s.org_id and l.sprint_id = s.id)
      stored(points, minutes, counts, done_points, done_minutes, done_counts)
    where s.org_id = org and s.state = 'active' and (live.points, live.minutes, live.counts, live.done_points, live.done_minutes,
      live.done_counts) <> (stored.points, stored.minutes, stored.counts, stored.done_points, stored.done_minutes,
      stored.done_counts)
$$;

create or replace function app.daily_ledgers(org uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select 'drifted sprints: ' || array_to_string(nullif(drifted_sprints(org), '{}'), ', ')
$$;
