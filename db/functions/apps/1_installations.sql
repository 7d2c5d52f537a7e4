-- Apps of the store: what is in it stands in src/areas/apps/manifests.ts and comes with each call.

-- What scopes let a key do: writing includes reading, and every app may ask who it is.
create or replace function app.scopes_of_key(granted text[]) returns text[] language sql immutable as $$
  select array(select distinct s from unnest(granted || '{session:read}'::text[]) g
    cross join lateral unnest(array[g, case when g like '%:write' then replace(g, ':write', ':read') end]) s
    where s is not null order by s)
$$;

-- An installation as it is told. Settings are for admins; of the sealed ones only whether they are set.
create or replace function app.installation_json(i app_installations) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('status', i.status, 'suspended_reason', i.suspended_reason,
    'version', i.app_version, 'granted_scopes', i.granted_scopes, 'generation', i.generation,
    'user_id', i.user_id, 'installed_at', utc(i.created_at),
    'installed_by', json_build_object('user_id', i.created_by, 'name', bi_person(i.created_by)),
    'settings', case when app.role_level() >= 40 then i.settings || coalesce((select jsonb_object_agg(s.field,
        jsonb_build_object('set', true, 'hint', s.hint)) from app_secrets s
      where s.org_id = i.org_id and s.installation_id = i.id), '{}') end)
$$;

-- {app key: installation} of what is installed.
create or replace function app.installations_json() returns json language sql stable as $$
  select coalesce(json_object_agg(i.app_key, app.installation_json(i)), '{}') from app_installations i
    where i.org_id = app.org_id() and i.status <> 'uninstalled'
$$;

-- What is known before an app is installed or changed: whether it is installed, and the settings with the
-- names of the sealed ones, of the installation or of one that was uninstalled within 30 days.
create or replace function app.app_state(wanted text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('installed', i.status <> 'uninstalled', 'settings', i.settings,
      'sealed', array(select s.field from app_secrets s where s.org_id = i.org_id
        and s.installation_id = i.id))
    from app_installations i where i.org_id = org_id() and i.app_key = wanted and app.role_level() >= 40
      and (i.status <> 'uninstalled' or i.uninstalled_at > now() - interval '30 days')
    order by i.status = 'uninstalled', i.uninstalled_at desc limit 1
$$;

-- Stores what was sealed, and takes away what is no longer set.
create or replace function app.store_app_secrets(installation uuid, secrets jsonb, cleared text[])
returns void
language sql security definer set search_path = public, app, pg_temp as $$
  delete from app_secrets s where s.org_id = org_id() and s.installation_id = installation
    and (s.field = any (cleared) or s.field in (select x->>'field' from jsonb_array_elements(secrets) x));
  insert into app_secrets (org_id, id, installation_id, field, hint, kek_id, wrapped_dek, dek_iv, iv,
      ciphertext, secret_version)
    select org_id(), x.id, installation, x.field, x.hint, s.kek_id, decode(s.wrapped_dek, 'hex'),
        decode(s.dek_iv, 'hex'), decode(s.iv, 'hex'), decode(s.ciphertext, 'hex'), s.secret_version
      from jsonb_to_recordset(secrets) x(id uuid, field text, hint text, sealed jsonb)
        cross join lateral jsonb_to_record(x.sealed) s(kek_id text, wrapped_dek text, dek_iv text, iv text,
          ciphertext text, secret_version int)
$$;

-- The member that an app acts as: the same one in each of its installations here.
create or replace function app.app_member(wanted text, title text, fresh uuid, unusable_hash text)
returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare person uuid;
begin
  select i.user_id into person from app_installations i where i.org_id = org_id() and i.app_key = wanted
    and i.user_id is not null limit 1;
  if person is null then
    person := fresh;
    insert into users (id, email, name, password_hash)
      values (person, format('%s.%s@apps.invalid', wanted, left(replace(person::text, '-', ''), 20)), title,
        unusable_hash);
  end if;
  update users u set status = 'active', name = title where u.id = person;
  insert into organization_members (id, org_id, user_id, role, is_app, title)
    values (uuidv7(), org_id(), person, 'member', true, 'App') on conflict do nothing;
  return person;
end $$;

-- Installs an app: {id, key, name, version, scopes, entitlement, settings, restores, secrets, user, key_id,
-- hash, hint, password_hash}. What it is granted, its member and its key come into being together.
create or replace function app.install_app(draft jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i app_installations; before app_installations; granted text[] := array(
  select jsonb_array_elements_text(draft->'scopes'));
begin
  perform pg_advisory_xact_lock(hashtextextended('app ' || org_id() || (draft->>'key'), 0)),
    require_app_entitlement(draft->>'entitlement');
  perform ensure(not exists (select from app_installations x where x.org_id = org_id()
    and x.app_key = draft->>'key' and x.status <> 'uninstalled'), 'WM409', 'the app is installed already');
  select x.* into before from app_installations x where x.org_id = org_id() and x.app_key = draft->>'key'
    order by x.generation desc limit 1;
  i.id := (draft->>'id')::uuid;
  if cardinality(granted) > 0 then
    i.user_id := app_member(draft->>'key', draft->>'name', (draft->>'user')::uuid,
      draft->>'password_hash');
    i.key_id := (draft->>'key_id')::uuid;
    insert into api_keys (id, org_id, user_id, name, token_hash, hint, scopes, oauth_authorization_id)
      values (i.key_id, org_id(), i.user_id, draft->>'name', decode(draft->>'hash', 'hex'), draft->>'hint',
        scopes_of_key(granted), null);
  end if;
  insert into app_installations (id, org_id, app_key, app_version, granted_scopes, settings, generation,
      user_id, key_id)
    values (i.id, org_id(), draft->>'key', draft->>'version', granted, draft->'settings',
      coalesce(before.generation, 0) + 1, i.user_id, i.key_id);
  if (draft->>'restores')::boolean then
    update app_secrets s set installation_id = i.id where s.org_id = org_id()
      and s.installation_id = before.id;
  end if;
  perform store_app_secrets(i.id, draft->'secrets', '{}');
  if draft ? 'chat' then perform set_chat(i.id, draft->>'name', draft->'chat'); end if;
end $$;

create or replace function app.require_app_entitlement(entitlement text) returns void language plpgsql as $$
begin
  perform app.ensure(entitlement is null or app.entitled(app.org_id(), entitlement), 'WM403',
    'the plan does not include this app; an owner can change the plan under Plan and usage');
end $$;

-- The live installation of an app, locked; 404 without one.
create or replace function app.installed_app(wanted text) returns app_installations
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i app_installations;
begin
  select x.* into i from app_installations x where x.org_id = org_id() and x.app_key = wanted
    and x.status <> 'uninstalled' for update;
  perform ensure(i.id is not null, 'WM404', 'installation not found');
  return i;
end $$;

-- Changes settings, or grants what a new version of the app asks for: {key, version, scopes, settings,
-- secrets, cleared}; what is absent stays.
create or replace function app.change_app(draft jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i app_installations := installed_app(draft->>'key'); granted text[];
begin
  if draft ? 'scopes' then
    granted := array(select jsonb_array_elements_text(draft->'scopes'));
    update app_installations x set granted_scopes = granted, app_version = draft->>'version',
        status = case when x.status = 'needs_reapproval' then 'active' else x.status end
      where x.org_id = i.org_id and x.id = i.id;
    update api_keys k set scopes = scopes_of_key(granted) where k.org_id = i.org_id and k.id = i.key_id;
  end if;
  if draft ? 'settings' then
    update app_installations x set settings = draft->'settings' where x.org_id = i.org_id and x.id = i.id;
    perform store_app_secrets(i.id, draft->'secrets', array(
      select jsonb_array_elements_text(draft->'cleared')));
    if draft ? 'chat' then perform set_chat(i.id, draft->>'name', draft->'chat'); end if;
  end if;
end $$;

-- Uninstalls an app at once: its key and its rules stop, its member goes, its settings stay for 30 days.
create or replace function app.uninstall_app(wanted text, title text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i app_installations := installed_app(wanted);
begin
  update app_installations x set status = 'uninstalled', uninstalled_at = now(), uninstalled_by = user_id()
    where x.org_id = i.org_id and x.id = i.id;
  perform end_chat(i.id), tell_endpoints('app', i.id, null, 'uninstalled', title, jsonb_build_object(
    'app_key', wanted));
  if i.user_id is null then return; end if;
  update api_keys k set revoked_at = now() where k.org_id = i.org_id and k.user_id = i.user_id
    and k.revoked_at is null;
  update automations a set is_enabled = false where a.org_id = i.org_id and a.created_by = i.user_id
    and a.is_enabled and a.deleted_at is null;
  perform remove_member(i.user_id, null);
end $$;
