-- What contacts see of the work for their client: its projects, except private and archived ones, as names,
-- dates and counts, never tasks; and its contracts once they were sent.

create or replace function app.portal_projects(only_project uuid default null, most int default null,
  skipped int default 0) returns setof projects
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p.* from projects p where p.org_id = org_id() and p.client_id = portal_client() and p.visibility = 'organization'
    and p.deleted_at is null and p.archived_at is null and p.id = coalesce(only_project, p.id)
    order by p.name, p.id limit most offset skipped
$$;

create or replace function app.portal_project_json(p projects) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', p.id, 'key', p.key, 'name', p.name, 'status', p.status, 'start_date', p.start_date,
    'target_date', p.target_date, 'tasks', count(*), 'done_tasks', count(*) filter (where t.status = 'done'))
  from tasks t where t.org_id = org_id() and p.client_id = portal_client() and t.project_id = p.id and t.deleted_at is null
    and t.status <> 'cancelled'
$$;

create or replace function app.list_portal_projects(most int, skipped int) returns json language plpgsql stable as $$
begin
  perform app.require_portal_ability('projects', true);
  return (select json_build_object('items', coalesce((select json_agg(app.portal_project_json(p) order by p.name, p.id)
      from app.portal_projects(null, most, skipped) p), '[]'),
    'total', (select count(*) from app.portal_projects()), 'limit', most, 'offset', skipped));
end $$;

-- With its milestones: when they are due, and whether they were reached.
create or replace function app.portal_milestones(project uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'due_date', m.due_date,
      'completed_at', utc(m.completed_at)) order by m.due_date, m.id), '[]')
    from portal_projects(project) p join milestones m on m.org_id = p.org_id and m.project_id = p.id and m.deleted_at is null
$$;

create or replace function app.portal_project(project uuid) returns json language plpgsql stable as $$
begin
  perform app.require_portal_ability('projects', true);
  return (select (app.portal_project_json(p)::jsonb || jsonb_build_object('description', p.description,
    'milestones', app.portal_milestones(p.id)::jsonb))::json from app.portal_projects(project) p);
end $$;
