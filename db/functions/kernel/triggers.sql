-- Increments a row's version, unless only derived columns changed or app.suppress_audit is on. Arguments: the derived
-- columns, whether it has a version, whether it has updated_by.
create or replace function app.touch() returns trigger language plpgsql as $$
declare derived text[] := tg_argv[0]::text[];
begin
  if current_setting('app.suppress_audit', true) = 'on' then return new; end if;
  if to_jsonb(new) - derived is distinct from to_jsonb(old) - derived then
    new.updated_at := now();
    if tg_argv[1]::boolean then new.version := old.version + 1; end if;
    if tg_argv[2]::boolean then new.updated_by := coalesce(app.user_id(), old.updated_by); end if;
  end if;
  return new;
end $$;

-- Secrets never reach the audit trail, whatever a table says.
create or replace function app.is_secret(name text) returns boolean language sql immutable as $$
  select name like '%\_hash' or name like '%secret%' or name like 'password%' or name like '%token%'
    or name like '%cipher%' or name in ('sha256', 'storage_key', 'iv', 'dek_iv', 'wrapped_dek')
$$;
-- A long text as audited: its length and hash.
create or replace function app.text_digest(value text) returns jsonb language sql immutable as $$
  select jsonb_build_object('length', length(value), 'sha256', encode(sha256(convert_to(value, 'UTF8')), 'hex'))
$$;
create or replace function app.audit_value(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 400
    then app.text_digest(value #>> '{}') else value end
$$;

-- One entry per changed row, with the action, actor and request set by `app.enter`. Arguments: the key columns, the
-- derived columns, whether rows are private (never, always, by row), and the label column. The values of a private side of
-- a change, before or after, are left out.
create or replace function app.audit() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before jsonb; after jsonb; whole jsonb; changed jsonb; was_private boolean := tg_argv[2] = 'always'; is_private boolean := tg_argv[2] = 'always';
  skipped text[] := tg_argv[1]::text[] || '{org_id,id,created_at}'; id text;
begin
  if current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
  whole := coalesce(after, before);
  if tg_argv[2] = 'by row' then
    if tg_op <> 'INSERT' then execute 'select app.is_private($1)' into was_private using old; end if;
    if tg_op <> 'DELETE' then execute 'select app.is_private($1)' into is_private using new; else is_private := was_private; end if;
    if tg_op = 'INSERT' then was_private := is_private; end if;
  end if;
  select jsonb_object_agg(k.key, case when is_secret(k.key) or was_private and is_private then '{"changed":true}'::jsonb else
      case when was_private then '{"changed":true}' else jsonb_strip_nulls(jsonb_build_object('from', audit_value(before->k.key))) end
      || case when is_private then '{"changed":true}' else jsonb_build_object('to', audit_value(after->k.key)) end end)
    into changed from jsonb_each(whole - skipped) k
    where case when tg_op = 'UPDATE' then k.value <> before->k.key else k.value <> 'null'::jsonb end;
  if changed is null then return null; end if;
  id := case when tg_argv[0] = '{id}' then whole->>'id' else (select string_agg(whole->>p.part, ':' order by p.place)
    from unnest(tg_argv[0]::text[]) with ordinality p(part, place)) end;
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id, api_key_id,
      oauth_authorization_id, automation_id, action, entity_type, entity_id, entity_label, entity_version, changes, ip, user_agent, request_id)
    values (coalesce((whole->>'org_id')::uuid, (case when tg_table_name = 'organizations' then whole->>'id' end)::uuid),
      coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'), user_id(),
      coalesce((select email from users where users.id = user_id()),
        nullif(current_setting('app.actor_label', true), '')), impersonator(), key_id(), family(),
      nullif(current_setting('app.automation_id', true), '')::uuid,
      coalesce(nullif(current_setting('app.action', true), ''), tg_table_name || '.' || lower(tg_op)),
      tg_table_name, id, case when not is_private then left(whole->>tg_argv[3], 200) end,
      (whole->>'version')::int, changed, nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id', true), ''));
  return null;
end $$;

-- Only a purge deletes history, and only archived entries leave the audit trail; the service role has no DELETE right
-- here.
create or replace function app.append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name not in ('audit_log', 'audit_seals') and current_setting('app.purging', true) = 'on'
    or tg_op <> 'TRUNCATE' and tg_table_name in ('audit_log', 'audit_seals') and current_setting('app.archiving', true) = 'on' then
    return null;
  end if;
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;
