-- Projects may archive their finished tasks after a number of days (settings.auto_archive_days).

-- Finished tasks of an organization and when they are to be archived; not those with open subtasks, nor those
-- that somebody has unarchived since.
create or replace function app.archivable_tasks(org uuid) returns table (id uuid, at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select t.id, f.at + make_interval(days => (p.settings->>'auto_archive_days')::int)
    from projects p join tasks t on t.org_id = p.org_id and t.project_id = p.id and t.status in ('done', 'cancelled')
      cross join lateral (select coalesce(t.completed_at, t.cancelled_at)) f(at)
    where p.org_id = org and p.settings->>'auto_archive_days' is not null and p.deleted_at is null
      and p.archived_at is null and t.deleted_at is null and t.archived_at is null and open_children(t.id) = 0
      and not exists (select from task_events e where e.org_id = org and e.task_id = t.id and e.field = 'archived_at'
        and e.created_at > f.at)
$$;

-- The job `archive`: archives up to 500 tasks in id order and schedules the next run.
create or replace function app.archive_finished() returns void language plpgsql as $$
begin
  update tasks t set archived_at = now() where t.org_id = app.org_id() and t.id in (
    select a.id from app.archivable_tasks(app.org_id()) a where a.at <= now() order by a.id limit 500);
  perform app.schedule(app.org_id(), 'archive', '{}', (select min(a.at) from app.archivable_tasks(app.org_id()) a));
end $$;

create or replace function app.schedule_archiving() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare days int := (select (p.settings->>'auto_archive_days')::int from projects p
  where p.org_id = new.org_id and p.id = new.project_id);
begin
  if days is null then return null; end if;
  perform schedule(new.org_id, 'archive', '{}', coalesce(new.completed_at, new.cancelled_at) + make_interval(days => days));
  return null;
end $$;
create or replace trigger schedule_archiving after update of status, column_id, project_id on tasks for each row
  when (new.status in ('done', 'cancelled') and old.status <> new.status) execute function app.schedule_archiving();

create or replace function app.start_archiving() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(new.org_id, 'archive', '{}', now());
  return null;
end $$;
create or replace trigger start_archiving after update of settings on projects for each row
  when (new.settings->>'auto_archive_days' is not null
    and new.settings->'auto_archive_days' is distinct from old.settings->'auto_archive_days')
  execute function app.start_archiving();

-- Schedules missed runs. Organizations without any do not plan what looks for tasks.
create or replace function app.daily_archiving(org uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from projects p where p.org_id = org and p.settings->>'auto_archive_days' is not null) then
    perform schedule(org, 'archive', '{}', (select min(a.at) from archivable_tasks(org) a));
  end if;
end $$;
