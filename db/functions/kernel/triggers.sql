-- Columns that follow from others or are bookkeeping: a change of these alone is no new version and no audit entry.
create or replace function app.derived_columns() returns text[] language sql immutable parallel safe as $$
  select '{version,updated_at,updated_by,rank_text,task_counter,sprint_counter,comment_count,attachment_count,
    child_count,done_child_count,open_blocker_count,spent_minutes,reply_count,last_reply_at,priority_rank,
    last_seen_at,last_used_at,last_fetched_at,frozen_report,frozen_charts,
    run_count,last_run_at,last_status,consecutive_failures,turn,
    word_count,depth,only_for,anchor_state,anchor_start,job_id,
    kek_id,wrapped_dek,dek_iv,retry_at}'::text[]
$$;
create or replace function app.is_derived(name text) returns boolean language sql immutable as $$
  select name = any (app.derived_columns())
$$;

-- Every versioned row counts its changes; nothing counts when nothing but derived columns changed, or when a
-- repair that nobody should see is under way (app.quiet).
create or replace function app.touch() returns trigger language plpgsql as $$
begin
  if current_setting('app.quiet', true) = 'on' then return new; end if;
  if to_jsonb(new) - app.derived_columns() is distinct from to_jsonb(old) - app.derived_columns() then
    new.updated_at := now();
    if 'version' = any (tg_argv) then new.version := old.version + 1; end if;
    if 'updated_by' = any (tg_argv) then new.updated_by := coalesce(app.user_id(), old.updated_by); end if;
  end if;
  return new;
end $$;

create or replace function app.is_secret(name text) returns boolean language sql immutable as $$
  select name like '%\_hash' or name like '%secret%' or name like 'password%' or name like '%token%'
    or name like '%cipher%' or name in ('sha256', 'storage_key', 'iv', 'dek_iv', 'wrapped_dek')
$$;
-- What belongs to one person alone: the trail tells that it changed, never what it says.
create or replace function app.is_private(entity text) returns boolean language sql immutable as $$
  select entity in ('notes', 'reminders')
$$;
-- A long text as the trail keeps it: its length and hash.
create or replace function app.text_digest(value text) returns jsonb language sql immutable as $$
  select jsonb_build_object('length', length(value), 'sha256', encode(sha256(convert_to(value, 'UTF8')), 'hex'))
$$;
create or replace function app.audit_value(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 400
    then app.text_digest(value #>> '{}') else value end
$$;

-- One entry for each changed row, with the action, actor and request that `app.enter` established.
create or replace function app.audit() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare was jsonb; now_is jsonb; whole jsonb; changed jsonb; parts text[] := tg_argv; id text;
begin
  if current_setting('app.quiet', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then now_is := to_jsonb(new); end if;
  whole := coalesce(now_is, was);
  select jsonb_object_agg(key, case when is_secret(key) or is_private(tg_table_name) then '{"changed":true}'::jsonb else
      jsonb_strip_nulls(jsonb_build_object('from', audit_value(was->key)))
      || jsonb_build_object('to', audit_value(now_is->key)) end)
    into changed from jsonb_object_keys(whole) key
    where (was->key) is distinct from (now_is->key) and not is_derived(key)
      and (tg_op = 'UPDATE' or (whole->key) <> 'null'::jsonb) and key not in ('org_id', 'id', 'created_at');
  if changed is null then return null; end if;
  select string_agg(whole->>part, ':' order by place) into id from unnest(parts) with ordinality p(part, place);
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id, api_key_id,
      oauth_authorization_id, automation_id, action, entity_type, entity_id, entity_label, entity_version, changes, ip, user_agent, request_id)
    values (coalesce((whole->>'org_id')::uuid, (case when tg_table_name = 'organizations' then whole->>'id' end)::uuid),
      coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'), user_id(),
      coalesce((select email from users where users.id = user_id()),
        nullif(current_setting('app.actor_label', true), '')), impersonator(), key_id(), family(),
      nullif(current_setting('app.automation_id', true), '')::uuid,
      coalesce(nullif(current_setting('app.action', true), ''), tg_table_name || '.' || lower(tg_op)),
      tg_table_name, id, case when tg_table_name <> 'notifications' and not is_private(tg_table_name) then left(coalesce(whole->>'name', whole->>'title', whole->>'email'), 200) end,
      (whole->>'version')::int, changed, nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id', true), ''));
  return null;
end $$;

create or replace trigger audit after insert or update or delete on oauth_authorizations
  for each row execute function app.audit('id');

-- Only a purge erases history, and of the audit trail only what was archived; the service role has no right to delete
-- here at all.
create or replace function app.append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name not in ('audit_log', 'audit_seals') and current_setting('app.purging', true) = 'on'
    or tg_op <> 'TRUNCATE' and tg_table_name in ('audit_log', 'audit_seals') and current_setting('app.archiving', true) = 'on' then
    return null;
  end if;
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;

-- Attaches the rules to every table, so that a table added later cannot forget them.
do $$
declare t record; keys text; touched text; has_updated boolean;
  append_only text[] := array['audit_log', 'audit_seals', 'task_events', 'sprint_ledger'];
  unaudited text[] := array['audit_log', 'audit_seals', 'task_events', 'sprint_ledger', 'task_tallies', 'outbox', 'idempotency_keys',
    'attachment_objects', 'automation_runs', 'document_links', 'project_baseline_items', 'desktop_states',
    'search_entries', 'recent_items'];
begin
  for t in select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'organizations' or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)) loop
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    select string_agg(quote_literal(a.attname), ', ') filter (where a.attname <> 'updated_at'),
        bool_or(a.attname = 'updated_at') into touched, has_updated
      from pg_attribute a where a.attrelid = t.oid and not a.attisdropped
        and a.attname in ('updated_at', 'version', 'updated_by');
    if has_updated then
      execute format('create or replace trigger touch before update on %I for each row execute function app.touch(%s)',
        t.relname, touched);
    end if;
    if t.relname = any (append_only) then
      execute format('create or replace trigger append_only before update or delete or truncate on %I
        for each statement execute function app.append_only()', t.relname);
      execute format('grant select on %I to svc_app', t.relname);
    elsif t.relname <> 'outbox' then
      execute format('grant select, insert, update, delete on %I to svc_app', t.relname);
    end if;
    if not t.relname = any (unaudited) then
      select case when bool_or(a.attname = 'id') then quote_literal('id')
          else string_agg(quote_literal(a.attname), ', ' order by a.attnum) end into keys
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = t.oid and i.indisprimary;
      execute format('create or replace trigger audit after insert or update or delete on %I
        for each row execute function app.audit(%s)', t.relname, keys);
    end if;
  end loop;
end $$;
