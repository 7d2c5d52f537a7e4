-- Sprint operations: plan, start, complete, add and remove tasks.

-- Takes the locks for a sprint change, in the common order.
create or replace function app.lock_sprint(sprint uuid, ids uuid[], all_tasks boolean) returns void
language plpgsql as $$
declare project uuid := (select s.project_id from sprints s where s.org_id = app.org_id() and s.id = sprint);
  locked uuid[] := ids;
begin
  perform 1 from projects p where p.org_id = app.org_id() and p.id = project for no key update;
  if all_tasks then
    locked := array(select t.id from tasks t where t.org_id = app.org_id() and t.project_id = project
      and t.sprint_id = sprint union select unnest(ids));
  end if;
  -- Each is looked up by its id; a plan for all at once would read the project.
  perform 1 from (select distinct unnest(locked) as id order by 1) i cross join lateral (select from tasks t
    where t.org_id = app.org_id() and t.id = i.id and t.project_id = project for no key update) t;
  perform 1 from sprints s where s.org_id = app.org_id() and s.id = sprint for no key update;
end $$;

create or replace function app.sprint_dates_problem(first date, last date) returns text language sql immutable as $$
  select 'body.end_date: ' || case when last < first then 'before start_date'
    when last - first >= 60 then 'a sprint has at most 60 days' end
$$;

-- Raises 409 if the dates overlap another planned or active sprint of the project.
create or replace function app.require_free_dates(project uuid, sprint uuid, first date, last date) returns void
language plpgsql as $$
declare overlapping sprints;
begin
  select * into overlapping from sprints s where s.org_id = app.org_id() and s.project_id = project
    and s.id is distinct from sprint and s.state in ('planned', 'active') and s.deleted_at is null
    and daterange(s.start_date, s.end_date, '[]') && daterange(first, last, '[]') order by s.start_date limit 1;
  perform app.ensure(overlapping.id is null, 'WM409',
    format('overlaps %s, %s to %s', overlapping.name, overlapping.start_date, overlapping.end_date));
end $$;

-- Raises 422 or 409 if a sprint of the project cannot be planned for these days.
create or replace function app.check_sprint_plan(project uuid, first date, last date) returns void
language plpgsql as $$
begin
  perform app.ensure_fields(array[app.sprint_dates_problem(first, last)]);
  perform app.require_free_dates(project, null, first, last);
end $$;

-- Raises 422 or 409 if this change of the sprint is not allowed.
create or replace function app.check_sprint_change(sprint uuid, change jsonb) returns void language plpgsql as $$
declare before sprints; first date; last date;
begin
  select * into before from sprints s where s.org_id = app.org_id() and s.id = sprint;
  first := coalesce((change->>'start_date')::date, before.start_date);
  last := coalesce((change->>'end_date')::date, before.end_date);
  if change ?| array['start_date', 'end_date'] then
    perform app.ensure_fields(array[app.sprint_dates_problem(first, last)]);
  end if;
  perform app.ensure(before.state in ('planned', 'active') or change - array['name', 'goal'] = '{}', 'WM409',
    format('the sprint is %s; only its name and goal can change', before.state));
  perform app.ensure(before.state <> 'active' or first = before.start_date, 'WM409',
    'the sprint is active; its start_date cannot change');
  if before.state in ('planned', 'active') then
    perform app.require_free_dates(before.project_id, sprint, first, last);
  end if;
end $$;

create or replace function app.delete_sprint(sprint uuid) returns void language plpgsql as $$
declare before sprints;
begin
  select * into before from sprints s where s.org_id = app.org_id() and s.id = sprint;
  perform app.ensure(before.state = 'planned', 'WM409',
    format('the sprint is %s; only a planned one is dropped', before.state));
  update tasks t set sprint_id = null where t.org_id = app.org_id() and t.sprint_id = sprint;
  update sprints s set deleted_at = now() where s.org_id = app.org_id() and s.id = sprint;
end $$;

-- Records the sprint's tasks at its start. Tasks already done are not committed.
create or replace function app.commit_ledger(sprint sprints) returns void language sql
security definer set search_path = public, app, pg_temp as $$
  insert into sprint_ledger (org_id, sprint_id, task_id, reason, scope_points, done_points, scope_minutes, done_minutes,
      scope_count, done_count, actor_id)
    select sprint.org_id, sprint.id, h.task_id, 'committed', h.points, h.points * h.done::int, h.minutes,
      h.minutes * h.done::int, 1, h.done::int, user_id()
    from sprint_shares(sprint.org_id, sprint.id) h order by h.task_id
$$;

-- A sprint's event payload.
create or replace function app.sprint_event(sprint sprints) returns jsonb language sql immutable as $$
  select jsonb_build_object('sprint_id', sprint.id, 'project_id', sprint.project_id, 'name', sprint.name)
$$;

-- Starts a planned sprint and freezes its commitment. Warns of overcommitment.
create or replace function app.start_sprint(sprint uuid, first date, last date) returns text[]
language plpgsql as $$
declare before sprints; started sprints; running_name text;
begin
  select * into before from sprints s where s.org_id = app.org_id() and s.id = sprint;
  first := coalesce(first, before.start_date); last := coalesce(last, before.end_date);
  perform app.ensure_fields(array[app.sprint_dates_problem(first, last)]);
  perform app.ensure(before.state = 'planned', 'WM409', 'the sprint is ' || before.state);
  select s.name into running_name from sprints s
    where s.org_id = app.org_id() and s.id = app.active_sprint(before.project_id);
  perform app.ensure(running_name is null, 'WM409', 'sprint ' || running_name || ' is running; complete it first');
  perform app.require_free_dates(before.project_id, sprint, first, last);
  update sprints s set state = 'active', started_at = now(), start_date = first, end_date = last,
      committed_points = c.points, committed_count = c.counts
    from (select coalesce(sum(h.points), 0) as points, count(*) as counts
      from app.sprint_shares(before.org_id, sprint) h where not h.done) c
    where s.org_id = app.org_id() and s.id = sprint returning s.* into started;
  perform app.commit_ledger(started);
  perform app.announce('sprint.started', app.sprint_event(started));
  return app.commitment_warnings(started);
end $$;

create or replace function app.commitment_warnings(sprint sprints) returns text[] language sql stable as $$
  select array_remove(array[
    case when sprint.committed_points > sprint.capacity_points
      then format('%s points are committed, more than the capacity of %s',
      trim_scale(sprint.committed_points), trim_scale(sprint.capacity_points)) end,
    case when sprint.committed_points > v.median
      then format('%s points are committed, more than the median velocity of %s',
      trim_scale(sprint.committed_points), v.median) end], null)
  from (select (app.velocity(sprint.project_id, 8, 'points')->>'median')::numeric) v(median)
$$;

-- Where a completed sprint's open tasks go: a sprint's {id, name} or nulls, and its description.
create or replace function app.carry_over_target(sprint sprints, destination text, out id uuid, out name text,
  out description text)
language plpgsql stable as $$
begin
  if destination is null or destination = 'backlog' then description := 'backlog'; return; end if;
  select s.id, s.name into id, name from sprints s where s.org_id = sprint.org_id and s.deleted_at is null
    and case when destination = 'next' then s.project_id = sprint.project_id and s.state = 'planned'
        and s.start_date > sprint.start_date
      else s.id::text = destination end order by s.start_date limit 1;
  description := coalesce(name, 'backlog, because no later sprint is planned');
end $$;

create or replace function app.carry_over_problem(sprint sprints, destination text) returns text language plpgsql stable as $$
begin
  if destination is null or destination in ('backlog', 'next') then return null; end if;
  return 'body.move_incomplete_to: ' || case when destination = sprint.id::text then 'the sprint itself'
    else app.sprint_problem(sprint.project_id, destination::uuid) end;
end $$;

-- Completes the active sprint: freezes its charts and report, and only then moves its open tasks. Finished
-- ones stay. Returns {moved, destination, moved_to}.
create or replace function app.complete_sprint(sprint uuid, destination text) returns json language plpgsql as $$
declare before sprints; target record; report json; open_count int; moved_ids uuid[];
begin
  select * into before from sprints s where s.org_id = app.org_id() and s.id = sprint;
  perform app.ensure_fields(array[app.carry_over_problem(before, destination)]);
  perform app.ensure(s.state in ('planned', 'active'), 'WM409', 'the sprint is ' || s.state)
    from sprints s where s.org_id = app.org_id() and s.id::text = destination;
  perform app.ensure(before.state = 'active', 'WM409',
    format('the sprint is %s; only an active one is completed', before.state));
  select count(*) into open_count from tasks t where t.org_id = before.org_id and t.sprint_id = sprint
    and t.deleted_at is null and t.status in ('todo', 'in_progress');
  perform app.ensure(destination is not null or open_count = 0, 'WM422',
    format('body.move_incomplete_to: required, because %s of its tasks are open', open_count));
  target := app.carry_over_target(before, destination);
  report := app.report_text(before, true);
  update sprints s set state = 'completed', completed_at = now(), completed_by = app.user_id(), frozen_report = report,
      completed_points = (report->'completed'->>'points')::numeric,
      completed_count = (report->'completed'->>'count')::int,
      frozen_charts = json_build_object('points', app.compute_burndown(before, 'points'), 'count',
        app.compute_burndown(before, 'count'), 'minutes', app.compute_burndown(before, 'minutes'))
    where s.org_id = app.org_id() and s.id = sprint;
  with moved_tasks as (update tasks t set sprint_id = target.id where t.org_id = before.org_id and t.sprint_id = sprint
      and t.status in ('todo', 'in_progress') returning t.id, t.rank, t.deleted_at)
    select array_agg(g.id order by g.rank) filter (where g.deleted_at is null) into moved_ids from moved_tasks g;
  perform app.announce('sprint.completed', app.sprint_event(before));
  return json_build_object('moved', app.carry_overs_json(moved_ids), 'destination', target.description, 'moved_to',
    case when target.id is not null then json_build_object('id', target.id, 'name', target.name) end);
end $$;

create or replace function app.carry_over_count(task uuid) returns bigint language sql stable as $$
  select count(*) from sprint_ledger l
    where l.org_id = app.org_id() and l.task_id = task and l.reason = 'carried_over'
$$;

create or replace function app.carry_overs_json(ids uuid[]) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', t.id, 'key', app.task_key(t.id), 'title', t.title,
      'carried_over_times', app.carry_over_count(t.id)) order by i.place), '[]')
    from unnest(ids) with ordinality i(id, place) join tasks t on t.org_id = app.org_id() and t.id = i.id
$$;

-- Why a task cannot be put into a sprint of the project, or null.
create or replace function app.sprint_entry_problem(project uuid, task uuid) returns text language sql stable as $$
  select case when t.id is null then 'not found' when t.project_id <> project then 'a task of another project' end
    from (select 1) one left join tasks t
      on t.org_id = app.org_id() and t.id = task and t.deleted_at is null and app.can_see_project(t.project_id)
$$;

create or replace function app.sprint_entry_problems(project uuid, ids uuid[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'reason', m.why) order by m.place), '[]')
    from (select i.*, app.sprint_entry_problem(project, i.id) as why from unnest(ids) with ordinality i(id, place)) m
    where m.why is not null
$$;

-- Puts a task into a sprint, at the requested place.
create or replace function app.move_to_sprint(sprint uuid, task_id uuid, placement jsonb) returns void language plpgsql as $$
declare task tasks; patch jsonb := jsonb_build_object('sprint_id', sprint);
begin
  select * into task from tasks t where t.org_id = app.org_id() and t.id = task_id;
  if placement <> '{}' then patch := patch || jsonb_build_object('rank', app.task_rank(task, placement)); end if;
  perform app.change_task(task_id, patch, 'body');
end $$;

-- Adds tasks to a sprint in order, next to a task if requested. Returns which were added, and why others were
-- not.
create or replace function app.add_sprint_tasks(target_sprint uuid, ids uuid[], placement jsonb) returns json
language plpgsql as $$
declare sprint sprints; candidate record; skipped jsonb; added uuid[] := '{}'; already_in uuid[] := '{}';
begin
  select * into sprint from sprints s where s.org_id = app.org_id() and s.id = target_sprint;
  skipped := app.sprint_entry_problems(sprint.project_id, ids);
  perform app.ensure_fields(array[
    case when cardinality(ids) = 1 then 'body.task_ids[0]: ' || (skipped->0->>'reason') end,
    app.position_problem(sprint.project_id, ids, 'before_id', (placement->>'before_id')::uuid),
    app.position_problem(sprint.project_id, ids, 'after_id', (placement->>'after_id')::uuid)]);
  perform app.ensure(sprint.state in ('planned', 'active'), 'WM409', 'the sprint is ' || sprint.state);
  for candidate in select t.id, t.sprint_id = target_sprint as inside from unnest(ids) with ordinality i(id, place)
      join tasks t on t.org_id = app.org_id() and t.id = i.id
      where app.sprint_entry_problem(sprint.project_id, i.id) is null order by i.place loop
    perform app.move_to_sprint(target_sprint, candidate.id, placement);
    if candidate.inside then already_in := already_in || candidate.id; else added := added || candidate.id; end if;
    if placement ? 'after_id' then placement := jsonb_build_object('after_id', candidate.id); end if;
  end loop;
  return json_build_object('added', added, 'already_in', already_in, 'skipped', skipped);
end $$;

create or replace function app.position_problem(project uuid, ids uuid[], field text, neighbour uuid) returns text
language sql stable as $$
  select 'body.' || field || ': ' || case when neighbour is null then null when neighbour = any (ids) then 'one of the tasks'
    when app.sprint_entry_problem(project, neighbour) is not null then 'not found in the project' end
$$;

-- Removes tasks from a sprint. Returns which were in it and which were not.
create or replace function app.remove_sprint_tasks(target_sprint uuid, ids uuid[]) returns json language plpgsql as $$
declare sprint sprints; removed uuid[];
begin
  select * into sprint from sprints s where s.org_id = app.org_id() and s.id = target_sprint;
  perform app.ensure_fields(array[case when cardinality(ids) = 1
    then 'body.task_ids[0]: ' || app.sprint_entry_problem(sprint.project_id, ids[1]) end]);
  perform app.ensure(sprint.state in ('planned', 'active'), 'WM409', 'the sprint is ' || sprint.state);
  with detached as (update tasks t set sprint_id = null where t.org_id = app.org_id() and t.id = any (ids)
      and t.sprint_id = target_sprint and t.deleted_at is null returning t.id)
    select coalesce(array_agg(o.id), '{}') into removed from detached o;
  return json_build_object('removed', (select coalesce(array_agg(i order by n), '{}')
      from unnest(ids) with ordinality x(i, n) where i = any (removed)),
    'not_in', (select coalesce(array_agg(i order by n), '{}') from unnest(ids) with ordinality x(i, n)
      where i <> all (removed)));
end $$;

-- The lists of tasks in an answer, with keys for the ids of those that the caller may see.
create or replace function app.with_task_keys(answer json) returns json language sql stable as $$
  select json_object_agg(l.name, (select coalesce(json_agg(case when k.key is null then t.value::jsonb
      when json_typeof(t.value) = 'string' then to_jsonb(k.key)
      else t.value::jsonb - 'id' || jsonb_build_object('key', k.key) end order by t.n), '[]')
    from json_array_elements(l.value) with ordinality t(value, n)
    left join lateral (select p.key || '-' || o.number as key from tasks o
      join projects p on p.org_id = o.org_id and p.id = o.project_id
      where o.org_id = app.org_id()
        and o.id = (case json_typeof(t.value) when 'object' then t.value->>'id'
          else t.value #>> '{}' end)::uuid
        and coalesce(p.id <> all ((select app.hidden_projects())::uuid[]), true)
        and coalesce(p.id = app.only_project(), true)) k on true) order by l.n)
  from json_each(answer) with ordinality l(name, value, n)
$$;
