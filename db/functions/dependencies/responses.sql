-- Dependencies as the API returns them, and how to add one.

-- A task's live relations from its own point of view, including those to tasks hidden from the caller.
create or replace function app.task_relations(task uuid)
returns table (id uuid, role text, other uuid, is_visible boolean, satisfied boolean, edge task_dependencies)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select d.id, r.role, o.id, can_see_project(o.project_id), case r.role when 'blocked_by' then o.status in ('done', 'cancelled')
      when 'blocks' then t.status in ('done', 'cancelled') end, d
    from task_dependencies d join tasks t on t.org_id = d.org_id and t.id = task
    cross join lateral (select case when d.type = 'relates_to' then 'relates_to' when d.from_task_id = task
      then 'blocks' else 'blocked_by' end, case when d.from_task_id = task then d.to_task_id else d.from_task_id end
    ) r(role, other) join tasks o on o.org_id = d.org_id and o.id = r.other
    join projects p on p.org_id = o.org_id and p.id = o.project_id
  where d.org_id = org_id() and (d.from_task_id = task or d.to_task_id = task) and o.deleted_at is null
    and p.deleted_at is null
$$;

-- A reference to a task, or only that it exists if the caller may not see it.
create or replace function app.task_ref(task uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when can_see_project(t.project_id) then json_build_object('id', t.id, 'key', p.key || '-' || t.number,
      'title', t.title, 'status', t.status, 'project', json_build_object('id', p.id, 'key', p.key, 'name', p.name))
    else json_build_object('restricted', true) end
  from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id where t.org_id = org_id() and t.id = task
$$;

create or replace function app.dependencies_json(task uuid, dependency uuid default null) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with relation_rows as materialized (select r.role, (r.edge).created_at as at, r.id, json_build_object('dependency_id', r.id,
      'type', r.role, 'task', task_ref(r.other), 'lag_days', (r.edge).lag_days, 'note', case when r.is_visible
      then (r.edge).note end, 'satisfied', r.satisfied, 'created_at', utc((r.edge).created_at)) as relation
    from task_relations(task) r where dependency is null or r.id = dependency)
  select case when dependency is not null then (select f.relation from relation_rows f) else (select json_build_object(
      'blocks', coalesce(json_agg(f.relation order by f.at, f.id) filter (where f.role = 'blocks'), '[]'),
      'blocked_by', coalesce(json_agg(f.relation order by f.at, f.id) filter (where f.role = 'blocked_by'), '[]'),
      'relates_to', coalesce(json_agg(f.relation order by f.at, f.id) filter (where f.role = 'relates_to'), '[]'))
    from relation_rows f) end
$$;

-- A task's open blockers.
create or replace function app.blockers_of(task uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(case when r.is_visible then json_build_object('id', t.id, 'key', task_key(t.id), 'title', t.title,
      'status', t.status) else json_build_object('restricted', true) end order by (r.edge).created_at, r.id), '[]')
    from task_relations(task) r join tasks t on t.org_id = org_id() and t.id = r.other
    where r.role = 'blocked_by' and not r.satisfied
$$;

create or replace function app.blocker_keys(task uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select string_agg(visible_key(r.other), ', ' order by (r.edge).created_at, r.id) from task_relations(task) r
    where r.role = 'blocked_by' and not r.satisfied
$$;

-- Why two tasks cannot be related, cycles aside; null if they can.
create or replace function app.dependency_problem(task uuid, other uuid, role text) returns text
language plpgsql stable as $$
begin
  if other = task then return 'the task itself'; end if;
  if role <> 'relates_to' and (exists (select from app.ancestors(task) a where a.id = other)
      or exists (select from app.ancestors(other) a where a.id = task)) then
    return 'a parent or subtask of the task; they cannot block each other';
  end if;
  if (select count(*) from app.task_relations(task)) >= 100 then return 'the task has 100 relations already'; end if;
  if (select count(*) from app.task_relations(other)) >= 100 then return 'it has 100 relations already'; end if;
  return null;
end $$;

-- True for a live, visible task.
create or replace function app.can_see_task(task uuid) returns boolean language sql stable as $$
  select exists (select from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = app.org_id() and t.id = task and t.deleted_at is null and p.deleted_at is null
      and app.can_see_project(t.project_id))
$$;

-- The direction of a relation that `task` has in a role. Raises 404, 422 or 409. Locks the blocker before the
-- blocked, as a change of the blocker's status does, then checks again.
create or replace function app.check_dependency(task uuid, other uuid, role text, out source uuid, out target uuid)
language plpgsql as $$
declare path text; existing text;
begin
  source := case role when 'blocked_by' then other else task end;
  target := case role when 'blocked_by' then task else other end;
  if role = 'relates_to' and source > target then source := other; target := task; end if;
  perform 1 from tasks t where t.org_id = app.org_id() and t.id = source for no key update;
  perform 1 from tasks t where t.org_id = app.org_id() and t.id = target for no key update;
  perform app.ensure(app.can_see_task(task), 'WM404', 'task not found');
  perform app.ensure(app.can_see_task(other), 'WM422', 'body.task_id: not found');
  if (select t.project_id from tasks t where t.org_id = app.org_id() and t.id = other) = any (app.viewed_projects()) then
    perform app.refuse_viewer();
  end if;
  perform app.ensure_fields(array['body.task_id: ' || app.dependency_problem(task, other, role)]);
  perform app.ensure(not exists (select from projects p join tasks t on t.org_id = p.org_id and t.project_id = p.id
    where t.org_id = app.org_id() and t.id = other and p.archived_at is not null), 'WM409', 'project is archived');
  select format('%s %s %s already (dependency %s)', app.task_key(d.from_task_id),
      case d.type when 'blocks' then 'blocks' else 'relates to' end, app.task_key(d.to_task_id), d.id) into existing
    from task_dependencies d where d.org_id = app.org_id()
      and (d.from_task_id, d.to_task_id) in ((task, other), (other, task));
  perform app.ensure(existing is null, 'WM409', existing);
  if role <> 'relates_to' then
    path := app.waiting_path(target, false, source, true);
    perform app.ensure(path is null, 'WM409', 'closes a cycle: ' || app.visible_key(source) || ' -> ' || path);
  end if;
end $$;
