-- Writes a table's trigger that increments a row's version, unless only derived columns changed or
-- app.suppress_audit is on. A counted column moves updated_at alone. It compares named columns, because
-- comparing the rows as JSON would take many times as long.
create or replace function app.attach_touch(table_name text, columns text[], derived text[], counted text[])
returns void language plpgsql as $$
declare changed text; recounted text;
begin
  select string_agg(c.differs, ' or ') filter (where c.name <> all (derived)),
      string_agg(c.differs, ' or ') filter (where c.name = any (counted)) into changed, recounted
    from (select a.attname as name, format('new.%1$I%2$s is distinct from old.%1$I%2$s', a.attname,
          case a.atttypid when 'json'::regtype then '::text' else '' end) as differs
        from pg_attribute a where a.attrelid = table_name::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') c;
  execute format('create or replace function app.%I() returns trigger language plpgsql as $f$
    begin
      if current_setting(''app.suppress_audit'', true) = ''on'' then return new; end if;
      if %s then
        new.updated_at := now();
        %s
      %s
      end if;
      return new;
    end $f$', 'touch_' || table_name, coalesce(changed, 'false'),
    case when 'version' = any (columns) then 'new.version := old.version + 1;' else '' end
    || case when 'updated_by' = any (columns) then ' new.updated_by := coalesce(app.user_id(), old.updated_by);' else '' end,
    coalesce('elsif ' || recounted || ' then new.updated_at := now();', ''));
  execute format('create or replace trigger touch before update on %I for each row execute function app.%I()',
    table_name, 'touch_' || table_name);
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

-- One entry per row that a statement changed, in one insert, with the action, actor and request set by
-- `app.enter`. Arguments: the key columns, the derived columns, whether rows are private (never, always, by
-- row), the label column, the kind, if endpoints outside may be told of it, and what live streams are told.
-- The values of a private side of a change, before or after, are left out. Where the organization has
-- endpoints, the same statement writes the change log, from which their messages are made (see webhooks/).
create or replace function app.audit() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp set plan_cache_mode = force_generic_plan as $$
declare before jsonb[]; after jsonb[]; was_private boolean[]; is_private boolean[]; keys text[]; skipped_columns text[];
  actor uuid; entries bigint; told uuid; written text; live text[];
begin
  if current_setting('app.suppress_audit', true) = 'on' then
    if tg_op = 'INSERT' then written := add_row_count((select count(*) from now_is)); end if;
    return null;
  end if;
  case tg_op
    when 'INSERT' then after := array(select to_jsonb(n) from now_is n);
    when 'DELETE' then before := array(select to_jsonb(o) from was o);
    else select array(select to_jsonb(o) from was o), array(select to_jsonb(n) from now_is n) into before, after;
  end case;
  if coalesce(after, before) = '{}' then return null; end if;
  skipped_columns := tg_argv[1]::text[] || '{org_id,id,created_at}';
  if cardinality(after) = 1 and after[1] - skipped_columns = before[1] - skipped_columns then return null; end if;
  keys := tg_argv[0]; actor := user_id();
  if tg_argv[2] = 'by row' then
    if tg_op <> 'INSERT' then was_private := private_flags(tg_relid, before); end if;
    if tg_op <> 'DELETE' then is_private := private_flags(tg_relid, after); end if;
  end if;
  with changed as (
    select coalesce((r.row_json->>'org_id')::uuid, (case when tg_table_name = 'organizations'
      then r.row_json->>'id' end)::uuid) as org_id,
      coalesce(r.row_json->>'id', r.row_json->>keys[cardinality(keys)]) as id,
      concat_ws(':', r.row_json->>keys[1], r.row_json->>keys[2], r.row_json->>keys[3],
        r.row_json->>keys[4]) as entity_id,
      case when not r.is_private then left(r.row_json->>tg_argv[3], 200) end as label,
        (r.row_json->>'version')::int as version,
      c.changed, r.is_private, r.row_json->>(case tg_table_name when 'projects' then 'id'
        else 'project_id' end) as project_id,
      case when not r.is_private then left(coalesce(r.row_json->>'key', r.row_json->>'number'),
        100) end as key,
      r.before->>'deleted_at' is not null as was_gone, r.after->>'deleted_at' is not null as is_gone
    from (select x.before, x.after, coalesce(x.after, x.before) as row_json,
          coalesce(x.was_private, x.is_private, tg_argv[2] = 'always') as was_private,
          coalesce(x.is_private, x.was_private, tg_argv[2] = 'always') as is_private
        from unnest(before, after, was_private, is_private) x(before, after, was_private, is_private) offset 0) r
      cross join lateral (select jsonb_object_agg(k.key,
          case when is_secret(k.key) or r.was_private and r.is_private then '{"changed":true}'::jsonb
          else case when r.was_private then '{"changed":true}'
              else jsonb_strip_nulls(jsonb_build_object('from', audit_value(r.before->k.key))) end
            || case when r.is_private then '{"changed":true}'
              else jsonb_build_object('to', audit_value(r.after->k.key)) end end) as changed
        from jsonb_each(r.row_json - skipped_columns) k
        where case when tg_op = 'UPDATE' then k.value <> r.before->k.key else k.value <> 'null' end) c
    where c.changed is not null),
  audited as (insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id,
    api_key_id,
      oauth_authorization_id, automation_id, action, entity_type, entity_id, entity_label, entity_version,
        changes, ip,
      user_agent, request_id)
    select x.org_id, actor_type(), actor, coalesce((select u.email from users u where u.id = actor),
        nullif(current_setting('app.actor_label', true), '')), impersonator(), key_id(), family(),
      automation_id(),
      coalesce(nullif(current_setting('app.action', true), ''), tg_table_name || '.' || lower(tg_op)),
        tg_table_name,
      x.entity_id, x.label, x.version, x.changed, nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id',
        true), '')
    from changed x),
  logged as (insert into change_log (org_id, kind, object_id, project_id, event, fields, key, label, version,
    actor_kind,
      actor_id, change_id, more)
    select x.org_id, tg_argv[4], x.id::uuid, x.project_id::uuid,
      case tg_op when 'INSERT' then 'created' when 'DELETE' then case when x.was_gone then 'purged'
        else 'deleted' end
        else case when x.is_gone and not x.was_gone then 'deleted' when x.was_gone and not x.is_gone
          then 'restored'
          else 'updated' end end,
      case when tg_op = 'UPDATE' then array(select f from jsonb_object_keys(x.changed) f
        where not is_secret(f) and f <> 'deleted_at' order by f) else '{}' end,
      x.key, x.label, x.version, actor_type(), actor,
      nullif(current_setting('app.change_id', true), '')::uuid,
      case when tg_op = 'UPDATE' and exists (select from webhook_endpoints w where w.org_id = x.org_id
        and (w.payload = 'object' or w.installation_id is not null)) then values_told(x.changed) end
    from changed x where tg_argv[4] <> '' and x.id ~ '^[0-9a-f-]{36}$' and (tg_argv[2] = 'always'
      or not x.is_private)
      and exists (select from webhook_endpoints w where w.org_id = x.org_id)
      and current_setting('app.untold', true) is distinct from 'on'
    returning org_id)
  select (select count(*) from changed), (select l.org_id from logged l limit 1),
      (select array_agg(distinct x.org_id || '/' || tg_argv[5]) from changed x) into entries, told, live;
  if told is not null then perform announce_to('{webhooks}', 'changed', '{}', told, change_id()); end if;
  written := add_row_count(entries);
  if live[1] is not null then written := note_live(live); end if;
  return null;
end $$;

-- What messages may hold of the values of a change: {previous, now}, the latter of what says how far
-- something is. Values of a private side are left out.
create or replace function app.values_told(changed jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('previous', coalesce(jsonb_object_agg(c.key, c.value->'from'), '{}'),
      'now', coalesce(jsonb_object_agg(c.key, c.value->'to') filter (where c.key in ('status', 'state')), '{}'))
    from jsonb_each(changed) c
    where not app.is_secret(c.key) and c.key <> 'deleted_at' and not c.value ? 'changed'
$$;

-- Which of these rows, as JSON, are private.
create or replace function app.private_flags(table_oid regclass, rows jsonb[]) returns boolean[] language plpgsql stable as $$
declare private boolean[];
begin
  execute format('select array_agg(app.is_private(jsonb_populate_record(null::%s, r.of)) order by r.place)
    from unnest($1) with ordinality r(of, place)', table_oid) into private using rows;
  return private;
end $$;

-- The triggers of `app.audit` on a table, one for each kind of statement.
drop function if exists app.attach_audit(text, text[], text[], text, text, text);
create or replace function app.attach_audit(table_name text, keys text[], derived text[], private text,
  label text, announced text default null, live text default null) returns void language plpgsql as $$
declare kind record;
begin
  perform app.ensure(cardinality(keys) <= 4, 'P0001', table_name || ': an audited table has at most four key columns');
  for kind in select * from (values ('audit_new', 'insert', 'new table as now_is'),
      ('audit', 'update', 'old table as was new table as now_is'), ('audit_gone', 'delete', 'old table as was'))
      k(name, event, rows) loop
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement
      execute function app.audit(%L, %L, %L, %L%s%s)', kind.name, kind.event, table_name, kind.rows, keys,
      derived, private, label,
      case when coalesce(announced, live) is null then '' else format(', %L', coalesce(announced, '')) end,
      case when live is null then '' else format(', %L', live) end);
  end loop;
end $$;

-- Only a purge deletes history, except what outlives it; only archived entries leave the audit trail, and only
-- records whose time is over the log of working hours. What is no chain may be written anew as it was, but
-- for who a person is (`app.restoring`). The service role has no DELETE right here.
create or replace function app.append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.purging', true) = 'on'
      and not (select e.outlives from app.entities e where e.name = tg_table_name)
    or tg_op <> 'TRUNCATE' and tg_table_name in ('audit_log', 'audit_seals')
      and current_setting('app.archiving', true) = 'on'
    or tg_op = 'DELETE' and tg_table_name in ('working_hours_log', 'working_hours_acks')
      and current_setting('app.archiving', true) = 'on'
    or tg_op = 'UPDATE' and current_setting('app.restoring', true) = 'on'
      and tg_table_name not in (select a.name from app.import_archives() a) then
    return null;
  end if;
  raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
end $$;
