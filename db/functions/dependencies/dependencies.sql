-- Dependencies between tasks: blocking edges, the open blocker count derived from them, and cycle prevention.
-- An edge is live while both tasks are; a blocker counts while live and open.

-- Taken before any row lock to add an edge or a parent: two edges that together close a cycle cannot both
-- pass.
create or replace function app.lock_dependencies() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('dependencies:' || app.org_id()::text, 0))
$$;

-- `offset 0` keeps the lookups by id (see app.tasks_json).
create or replace function app.count_blockers(org uuid, task uuid) returns bigint language sql stable as $$
  select count(*) from task_dependencies d
    cross join lateral (select b.project_id from tasks b where b.org_id = d.org_id and b.id = d.from_task_id
      and b.status in ('todo', 'in_progress') and b.deleted_at is null offset 0) b
    join projects p on p.org_id = d.org_id and p.id = b.project_id
  where d.org_id = org and d.to_task_id = task and d.type = 'blocks' and p.deleted_at is null
$$;

-- Recounts the open blockers of tasks, under their locks, and writes an event when a task becomes blocked or
-- unblocked. `cause` is the task whose change triggered this. Blockers hidden from the caller count too.
create or replace function app.recount_blockers(org uuid, ids uuid[], cause uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform 1 from (select distinct unnest(ids) as id order by 1) i cross join lateral (select from tasks t
    where t.org_id = org and t.id = i.id for no key update) t;
  with counted as materialized (select t.id, t.open_blocker_count as previous, app.count_blockers(org, t.id) as n
      from (select distinct unnest(ids) as id) i cross join lateral (select t.id, t.open_blocker_count from tasks t
        where t.org_id = org and t.id = i.id offset 0) t),
  changed as (update tasks t set open_blocker_count = c.n from counted c
    where t.org_id = org and t.id = c.id and c.previous <> c.n returning t.id, t.project_id, c.previous, c.n)
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, new_value)
    select org, c.project_id, c.id, user_id(), coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      nullif(current_setting('app.request_id', true), ''),
      coalesce(nullif(current_setting('app.change_id', true), '')::uuid, uuidv7()),
      case when c.n > 0 then 'blocked' else 'unblocked' end, jsonb_build_object('by', cause)
    from changed c where (c.previous = 0) <> (c.n = 0)
      and coalesce(current_setting('app.suppress_audit', true), '') <> 'on';
end $$;

-- A new edge is counted under its blocker's lock, so that it cannot miss that task's status change.
create or replace function app.sync_blockers_of_dependency() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare edge task_dependencies := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'INSERT' then
    perform 1 from tasks t where t.org_id = edge.org_id and t.id = edge.from_task_id for no key update;
  end if;
  perform recount_blockers(edge.org_id, array[edge.to_task_id], edge.from_task_id);
  return null;
end $$;
create or replace trigger count_new after insert on task_dependencies for each row
  when (new.type = 'blocks') execute function app.sync_blockers_of_dependency();
create or replace trigger count_gone after delete on task_dependencies for each row
  when (old.type = 'blocks') execute function app.sync_blockers_of_dependency();

create or replace function app.sync_blockers_of_task() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ids uuid[] := array(select d.to_task_id from task_dependencies d
  where d.org_id = new.org_id and d.from_task_id = new.id and d.type = 'blocks');
begin
  if ids <> '{}' then perform recount_blockers(new.org_id, ids, new.id); end if;
  return null;
end $$;
create or replace trigger tell_blocked after update of status, column_id, project_id, deleted_at on tasks for each row
  when ((old.status in ('todo', 'in_progress') and old.deleted_at is null)
    <> (new.status in ('todo', 'in_progress') and new.deleted_at is null))
  execute function app.sync_blockers_of_task();

-- Tasks in a trashed project block nothing.
create or replace function app.sync_blockers_of_project() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform recount_blockers(new.org_id, array(select d.to_task_id from task_dependencies d
    join tasks b on b.org_id = d.org_id and b.id = d.from_task_id
    where d.org_id = new.org_id and b.project_id = new.id and d.type = 'blocks'), null);
  return null;
end $$;
create or replace trigger tell_blocked after update of deleted_at on projects for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function app.sync_blockers_of_project();

-- Tasks of an organization whose count of open blockers is wrong. One pass over all of its tasks, without
-- nested loops, which are quadratic where statistics are missing.
create or replace function app.drifted_blockers(org uuid) returns table (id uuid, stored int, counted int)
language sql stable set enable_nestloop = off set plan_cache_mode = force_generic_plan as $$
  select t.id, t.open_blocker_count, coalesce(c.n, 0)::int
    from tasks t left join (select d.to_task_id, count(*) as n from task_dependencies d
        join tasks b on b.org_id = org and b.id = d.from_task_id and b.deleted_at is null
          and b.status in ('todo', 'in_progress')
        join projects p on p.org_id = org and p.id = b.project_id and p.deleted_at is null
      where d.org_id = org and d.type = 'blocks' group by d.to_task_id) c on c.to_task_id = t.id
    where t.org_id = org and t.open_blocker_count <> coalesce(c.n, 0)
$$;

create or replace function app.daily_blockers(org uuid, max_rows int) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ids uuid[]; stored int[]; counted int[];
begin
  select array_agg(d.id), array_agg(d.stored), array_agg(d.counted) into ids, stored, counted
    from (select * from drifted_blockers(org) limit max_rows) d;
  if ids is null then return null; end if;
  perform begin_change('task.blockers_recounted'), recount_blockers(org, ids, null);
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, request_id, changes)
    select org, 'system', 'task.blockers_recounted', 'tasks', d.id::text, 'daily',
        jsonb_build_object('open_blocker_count', jsonb_build_object('from', d.was, 'to', d.n))
      from unnest(ids, stored, counted) d(id, was, n);
  return 'blockers recounted: ' || cardinality(ids);
end $$;

-- A task's key, if the caller may see it.
create or replace function app.visible_key(task uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when can_see_project(t.project_id) then task_key(t.id) else '(restricted)' end
  from tasks t where t.org_id = org_id() and t.id = task
$$;

-- The path by which one end of a task waits for an end of another, as keys; null if there is none. A task
-- starts before it finishes; a blocker finishes before the blocked starts; a parent starts before its
-- subtasks and finishes after them. `ignored_edges` names edges to ignore, `restored` tasks to treat as live.
create or replace function app.waiting_path(source uuid, source_finish boolean, goal uuid, goal_finish boolean,
  ignored_edges uuid[] default '{}', restored uuid[] default '{}') returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive reached(task, finish, via, via_finish) as (
    select source, source_finish, null::uuid, null::boolean
    union select n.task, n.finish, w.task, w.finish from reached w cross join lateral (
      select w.task, true as finish where not w.finish
      union all select c.id, false from tasks c where not w.finish and c.org_id = org_id() and c.parent_id = w.task
      union all select t.parent_id, true from tasks t
        where w.finish and t.org_id = org_id() and t.id = w.task and t.parent_id is not null
      union all select d.to_task_id, false from task_dependencies d
        join tasks a on a.org_id = d.org_id and a.id = d.from_task_id
        join tasks b on b.org_id = d.org_id and b.id = d.to_task_id
        where w.finish and d.org_id = org_id() and d.from_task_id = w.task and d.type = 'blocks'
          and d.id <> all (ignored_edges) and (a.deleted_at is null or a.id = any (restored))
          and (b.deleted_at is null or b.id = any (restored))) n
    where (w.task, w.finish) <> (goal, goal_finish)),
  backwards(task, finish, n) as (
    (select w.task, w.finish, 1 from reached w where (w.task, w.finish) = (goal, goal_finish) limit 1)
    union all select p.via, p.via_finish, b.n + 1 from backwards b cross join lateral (
      select w.via, w.via_finish from reached w
      where w.task = b.task and w.finish = b.finish and w.via is not null order by w.via limit 1) p
    where b.n < 1000),
  steps as (select b.task, b.n, lag(b.task) over (order by b.n desc) as before from backwards b)
  select string_agg(visible_key(s.task), ' -> ' order by s.n desc) from steps s where s.task is distinct from s.before
$$;

-- Raises 409 if a task under this parent would wait for itself. The caller must take the lock first where
-- others may hold rows it needs.
create or replace function app.require_no_cycle(task uuid, parent uuid) returns void language plpgsql as $$
declare path text;
begin
  perform app.lock_dependencies();
  path := coalesce(app.waiting_path(parent, true, task, true) || ' -> ' || app.visible_key(parent),
    app.waiting_path(task, false, parent, false) || ' -> ' || app.visible_key(task));
  perform app.ensure(path is null, 'WM409', 'this parent would close a cycle: ' || path);
end $$;

-- Among the edges restored with trashed tasks, drops those that would now close a cycle, and reports them.
create or replace function app.delete_cycle_edges(restored uuid[]) returns text[]
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare edge record; path text; pending uuid[]; warnings text[] := '{}';
begin
  perform lock_dependencies();
  pending := array(select d.id from task_dependencies d where d.org_id = org_id() and d.type = 'blocks'
    and (d.from_task_id = any (restored) or d.to_task_id = any (restored)));
  for edge in select d.* from task_dependencies d join tasks a on a.org_id = d.org_id and a.id = d.from_task_id
      join tasks b on b.org_id = d.org_id and b.id = d.to_task_id where d.org_id = org_id() and d.id = any (pending)
        and (a.deleted_at is null or a.id = any (restored)) and (b.deleted_at is null or b.id = any (restored))
      order by d.created_at, d.id loop
    path := waiting_path(edge.to_task_id, false, edge.from_task_id, true, pending, restored);
    pending := array_remove(pending, edge.id);
    if path is not null then
      delete from task_dependencies d where d.org_id = org_id() and d.id = edge.id;
      warnings := warnings || format('the dependency %s -> %s was dropped, because it would close a cycle: %s -> %s',
        visible_key(edge.from_task_id), visible_key(edge.to_task_id), visible_key(edge.from_task_id), path);
    end if;
  end loop;
  return warnings;
end $$;
