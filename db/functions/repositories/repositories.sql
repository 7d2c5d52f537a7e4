-- Records the outcome of calling the repository host, after the response: nothing if the token was replaced
-- or removed meanwhile, and no new version if the state is unchanged.
create or replace function app.record_connection_state(org uuid, connection uuid, seen_version int, state text, reason text,
  seconds int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform enter_system(org, 'repository_integration.noted', 'after');
  update repository_connections c set status = state, last_error = reason, retry_at = now() + make_interval(secs => seconds)
    where c.org_id = org and c.id = connection and c.secret_version = seen_version
      and (state <> 'active' or c.status <> 'active');
end $$;

-- Current and former keys of the projects visible to the caller, each with the current key.
create or replace function app.task_prefixes() returns json language sql stable as $$
  select coalesce(json_object_agg(k.key, k.now), '{}') from (
    select p.key, p.key as now from projects p where p.org_id = app.org_id() and p.deleted_at is null
      and p.id <> all (app.hidden_projects()) and coalesce(p.id = app.only_project(), true)
    union all
    select a.key, p.key from project_key_aliases a join projects p on p.org_id = a.org_id and p.id = a.project_id
      where a.org_id = app.org_id() and p.deleted_at is null
        and p.id <> all (app.hidden_projects()) and coalesce(p.id = app.only_project(), true)) k
$$;
