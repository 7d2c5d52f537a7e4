-- What time and new versions do to installations.

-- Every day each organization with apps is looked at with the store of that day.
create or replace function app.daily_apps(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'apps', '{}', now()) where exists (select from app_installations i where i.org_id = org
    and (i.status <> 'uninstalled' or i.uninstalled_at < now() - interval '30 days' and i.settings <> '{}'))
$$;

-- Compares what is installed with the store, [{key, name, version, requested_scopes, required_entitlement}]:
-- what is asked for no longer is taken away at once, what is asked for in addition waits for an admin, and
-- what the plan does not include is suspended until it does. Settings of what was uninstalled go after
-- 30 days.
create or replace function app.review_apps(store jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i record; kept text[]; state text; reason text;
begin
  for i in select x.id, x.status, x.suspended_reason, x.granted_scopes, x.user_id, x.key_id, s.name,
        s.version, s.requested_scopes, s.required_entitlement
      from app_installations x join jsonb_to_recordset(store) s(key text, name text, version text,
        requested_scopes text[], required_entitlement text) on s.key = x.app_key
      where x.org_id = org_id() and x.status <> 'uninstalled' order by x.id for update of x loop
    kept := array(select g from unnest(i.granted_scopes) g where g = any (i.requested_scopes));
    reason := case when i.required_entitlement is not null and not entitled(org_id(), i.required_entitlement)
      then 'entitlement' when i.suspended_reason = 'credential' then 'credential' end;
    state := case when reason is not null then 'suspended'
      when not i.requested_scopes <@ kept then 'needs_reapproval' else 'active' end;
    if state = 'needs_reapproval' and i.status = 'active' then
      perform tell('security', 'organization', org_id(), i.name || ' asks for more', admins(),
        format('app:%s:%s', i.id, i.version), 'See what under Apps; until then it does what it did.');
    end if;
    if row(kept, state, reason) is distinct from row(i.granted_scopes, i.status, i.suspended_reason) then
      update app_installations x set granted_scopes = kept, status = state, suspended_reason = reason
        where x.org_id = org_id() and x.id = i.id;
      update api_keys k set scopes = scopes_of_key(kept) where k.org_id = org_id() and k.id = i.key_id;
      update users u set status = case when reason is null then 'active' else 'locked' end
        where u.id = i.user_id;
    end if;
  end loop;
  delete from app_secrets s using app_installations x where s.org_id = org_id() and x.org_id = s.org_id
    and x.id = s.installation_id and x.uninstalled_at < now() - interval '30 days';
  update app_installations x set settings = '{}' where x.org_id = org_id()
    and x.uninstalled_at < now() - interval '30 days' and x.settings <> '{}';
end $$;
