-- Clears references to a row that is about to be erased, where the referring row can exist without it, such
-- as the project of an invoice. These are the foreign keys without an action.
create or replace function app.clear_references(target regclass, org uuid, erased_id uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r record;
begin
  for r in select x.referrer as child, x.refers_by as name from references_to(target) x
      where x.action = 'a' and x.may_be_null loop
    execute format('update %1$s set %2$I = null where org_id = $1 and %2$I = $2', r.child, r.name) using org, erased_id;
  end loop;
end $$;

-- Erases up to `rows` rows of a project marked for purging; true while rows remain. Leaf tasks go first, so
-- that none loses its parent. The job repeats it until it returns false.
create or replace function app.purge_project_step(project uuid, rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare target projects; erased int; batch int;
begin
  select * into target from projects p
    where p.org_id = coalesce(org_id(), (select o.org_id from projects o where o.id = project)) and p.id = project
      and p.purge_started_at is not null and p.deleted_at is not null for update;
  if not found then return false; end if;
  perform set_config('app.suppress_audit', 'on', true), set_config('app.purging', 'on', true);
  delete from task_events where org_id = target.org_id and id in (select e.id from task_events e
    where e.org_id = target.org_id and e.project_id = project limit rows);
  get diagnostics erased = row_count;
  delete from comments where id in (select c.id from comments c
    join tasks t on t.org_id = c.org_id and t.id = c.task_id
    where c.org_id = target.org_id and t.project_id = project and not exists (
      select from comments r where r.org_id = c.org_id and r.parent_id = c.id) limit rows - erased);
  get diagnostics batch = row_count;
  erased := erased + batch;
  delete from tasks where id in (select t.id from tasks t where t.org_id = target.org_id and t.project_id = project
    and not exists (select from tasks c where c.org_id = t.org_id and c.parent_id = t.id) limit rows - erased);
  get diagnostics batch = row_count;
  if erased + batch > 0 then return true; end if;
  delete from documents where id in (select d.id from documents d where d.org_id = target.org_id
    and d.project_id = project and not exists (select from documents c
      where c.org_id = d.org_id and c.parent_id = d.id) limit rows);
  get diagnostics erased = row_count;
  if erased > 0 then return true; end if;
  delete from sprint_ledger where org_id = target.org_id and id in (select l.id from sprint_ledger l join sprints s
    on s.org_id = l.org_id and s.id = l.sprint_id
    where s.org_id = target.org_id and s.project_id = project limit rows);
  get diagnostics erased = row_count;
  if erased > 0 then return true; end if;
  perform app.clear_references('projects', target.org_id, project);
  delete from projects p where p.org_id = target.org_id and p.id = project;
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    values (target.org_id, 'system', 'project.erased', 'projects', project::text, target.name, '{}');
  return false;
end $$;

-- Schedules purges of projects deleted before a given time.
create or replace function app.purge_expired_projects(before timestamptz, max_rows int) returns int
language sql as $$
  with expired as (update projects set purge_started_at = now() where org_id = app.org_id() and id = any (array(
    select p.id from projects p where p.org_id = app.org_id() and p.deleted_at < before
      and p.purge_started_at is null limit max_rows)) returning id)
  select count(app.emit('project.purge', jsonb_build_object('project_id', e.id))::text)::int from expired e
$$;
