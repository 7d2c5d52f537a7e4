-- A person's desktop in an organization.

-- The size of a value as compact JSON, as clients send it.
create or replace function app.json_bytes(value jsonb) returns int language sql immutable parallel safe as $$
  select octet_length(value::text)
    - regexp_count(regexp_replace(value::text, '"(?:[^"\\]|\\.)*"', '', 'g'), '[,:] ')
$$;

-- RFC 7396: objects are merged, null deletes a member, everything else replaces the old value.
create or replace function app.merge_patch(target jsonb, patch jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare member record; merged jsonb := '{}';
begin
  if jsonb_typeof(patch) <> 'object' then return patch; end if;
  if jsonb_typeof(target) = 'object' then
    select coalesce(jsonb_object_agg(t.key, t.value), '{}') into merged from jsonb_each(target) t where not patch ? t.key;
  end if;
  select merged || coalesce(jsonb_object_agg(p.key, app.merge_patch(case when jsonb_typeof(target) = 'object'
      then target -> p.key end, p.value)), '{}') into merged from jsonb_each(patch) p where p.value <> 'null';
  return merged;
end $$;

-- Writes one key of the caller's desktop, or merges a patch into it. A person's writes are serialized, so
-- that the limits hold.
create or replace function app.write_desktop(desktop_key text, input jsonb, merge boolean, expected_version int) returns void
language plpgsql as $$
declare before desktop_states; new_value jsonb := input; field_prefix text := 'body.value: '; usage record;
begin
  perform pg_advisory_xact_lock(hashtextextended('desktop:' || app.org_id()::text || app.user_id()::text, 0));
  select * into before from desktop_states d
    where d.org_id = app.org_id() and d.user_id = app.user_id() and d.key = desktop_key;
  if merge then
    if before.key is null then perform app.refuse('WM404', 'key not found'); end if;
    new_value := app.merge_patch(before.value, input); field_prefix := 'body: ';
  end if;
  perform app.ensure(expected_version is null or expected_version is not distinct from before.version, 'WM409',
    'written by another tab or device since version ' || expected_version);
  perform app.ensure(app.json_bytes(new_value) <= 65536, 'WM422', field_prefix || 'at most 64 kB');
  insert into desktop_states as d (key, value, size_bytes) values (desktop_key, new_value, app.json_bytes(new_value))
    on conflict (org_id, user_id, key) do update
      set value = excluded.value, size_bytes = excluded.size_bytes, version = d.version + 1, updated_at = now();
  select count(*) as keys, sum(d.size_bytes) as bytes into usage from desktop_states d
    where d.org_id = app.org_id() and d.user_id = app.user_id();
  perform app.ensure_fields(array[case when usage.keys > 100 then 'path.key: at most 100 keys' end,
    case when usage.bytes > 524288 then field_prefix || 'at most 512 kB in all keys' end]);
end $$;
