-- The task trash. A subtree is trashed as one: its rows share `deleted_at` and `deleted_root`.

create or replace function app.trash_task(task uuid) returns void language sql as $$
  update tasks t set deleted_at = now(), deleted_by = app.user_id(), deleted_root = task
    where t.org_id = app.org_id() and t.id in (select s.id from app.subtree(task) s)
$$;

-- Restores a task and what was trashed with it. If its parent is trashed, erased or transferred, it moves to
-- the nearest live ancestor; warnings report this and dropped dependencies.
create or replace function app.restore_task(task uuid) returns text[] language plpgsql as $$
declare before tasks; new_parent uuid; ids uuid[]; warnings text[];
begin
  select * into before from tasks t where t.org_id = app.org_id() and t.id = task;
  new_parent := (select a.id from app.ancestors(task) a where a.live and a.project_id = before.project_id
    order by a.distance limit 1);
  ids := array(select s.id from app.subtree(task, before.deleted_root) s);
  warnings := app.delete_cycle_edges(ids);
  update tasks t set deleted_at = null, deleted_by = null, deleted_root = null,
      parent_id = case when t.id = task then new_parent else t.parent_id end
    where t.org_id = app.org_id() and t.id = any (ids);
  warnings := warnings || array(select distinct w from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
      cross join lateral app.wip_warning(t, coalesce(p.settings->>'wip_policy', 'warn')) w
    where t.org_id = app.org_id() and t.id = any (ids) and w is not null);
  return warnings || case when new_parent is distinct from before.parent_id or app.parent_was_erased(before)
    then array['its parent is gone or in the trash; ' || coalesce('it is now under ' || app.task_key(new_parent),
      'it now has no parent')] else '{}' end;
end $$;

-- True if the parent was erased while the task was in the trash.
create or replace function app.parent_was_erased(task tasks) returns boolean language sql stable as $$
  select exists (select from task_events e where e.org_id = app.org_id() and e.task_id = task.id
    and e.field = 'parent_id' and e.created_at >= task.deleted_at)
$$;

create or replace function app.task_key(task uuid) returns text language sql stable as $$
  select p.key || '-' || t.number from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
  where t.org_id = app.org_id() and t.id = task
$$;

-- Erases a trashed task and what was trashed with it. Subtasks trashed earlier, or transferred, stay, under
-- the parent of the erased.
create or replace function app.purge_task(task uuid) returns void language plpgsql as $$
declare before tasks; erased uuid[];
begin
  select * into before from tasks t where t.org_id = app.org_id() and t.id = task;
  perform app.ensure(before.deleted_at is not null, 'WM409', 'the task is not in the trash; delete it first');
  erased := array(select s.id from app.subtree(task, before.deleted_root) s);
  update tasks t set parent_id = before.parent_id
    where t.org_id = app.org_id() and t.parent_id = any (erased) and t.id <> all (erased);
  delete from tasks t where t.org_id = app.org_id() and t.id = any (erased);
end $$;

-- Erases task trees deleted before a given time, by the same steps as a manual purge.
create or replace function app.purge_expired_tasks(before timestamptz, max_rows int) returns int
language sql as $$
  select count(app.purge_task(t.id)::text)::int from (select id from tasks where org_id = app.org_id()
    and deleted_at < before and deleted_root = id limit max_rows) t
$$;
