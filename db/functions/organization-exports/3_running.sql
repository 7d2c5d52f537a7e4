-- Exports of an organization: requested by an owner, written by a job in parts, kept for seven days.

create or replace function app.emit_export(topic text, export uuid, due timestamptz default now())
returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at)
    values (org_id(), topic, jsonb_build_object('export_id', export), due)
$$;

-- Whether the caller proved who they are: with their password now, or by a sign-in of the last 15 minutes.
create or replace function app.require_recent_proof(proven boolean) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(proven or exists (select from sessions s where s.id = session_id()
      and s.created_at > now() - interval '15 minutes'),
    'WM403', 'confirm your password first: send it as password, or sign in again');
end $$;

-- Starts an export: one at a time, and one a day.
create or replace function app.request_organization_export(new_id uuid, wanted text[], with_files boolean,
  home text) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare latest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('organization export ' || org_id(), 0));
  perform ensure_fields(array(select format('body.kinds.%s: no such kind; choose from %s', w.n - 1,
      (select string_agg(k.kind, ', ' order by k.kind) from export_kinds() k))
    from unnest(wanted) with ordinality w(kind, n)
    where w.kind not in (select k.kind from export_kinds() k) limit 1));
  perform ensure(not exists (select from organization_exports e where e.org_id = org_id()
      and e.state = 'preparing'), 'WM409', 'an export is being made; wait until it is ready, or delete it');
  select max(e.created_at) into latest from organization_exports e where e.org_id = org_id()
    and e.state <> 'failed' and e.created_at > now() - interval '1 day';
  perform ensure(latest is null, 'WM409', format('one export a day: use the last one, or try again after %s',
    utc(latest + interval '1 day')));
  insert into organization_exports (id, kinds, has_files, origin, snapshot)
    values (new_id, wanted, with_files, home, pg_current_xact_id()::text);
  if coalesce('credential' = any (wanted), true) then perform log_vault('exported'); end if;
  perform emit_export('organization.export', new_id),
    emit_export('organization.export_watch', new_id, now() + interval '1 hour');
end $$;

-- Writes a place down.
create or replace function app.move_export(export uuid, next_place jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update organization_exports e set place = next_place where e.org_id = org_id() and e.id = export
$$;

-- Whether whatever was being written when it began has ended: no request takes longer than a minute.
create or replace function app.is_export_settled(e organization_exports) returns boolean
language sql stable as $$
  select e.settled or e.created_at < now() - interval '70 seconds'
    or pg_snapshot_xmin(pg_current_snapshot()) >= e.snapshot::xid8
$$;

-- The kind of an export that comes after another, if it is wanted.
create or replace function app.next_export_kind(e organization_exports, former text) returns text
language sql stable as $$
  with k as (select x.kind, row_number() over () as n from app.export_kinds() x)
  select k.kind from k where n > coalesce((select f.n from k f where f.kind = former), 0)
    and (e.kinds is null or k.kind = any (e.kinds)) order by n limit 1
$$;

-- The files of exported attachments, which stay where they are: some hundred become parts at once. Returns
-- where to go on.
create or replace function app.add_export_files(e organization_exports, after_hash text) returns jsonb
language plpgsql as $$
declare last_hash text;
begin
  if not e.has_files or not coalesce('attachment_objects' = any (e.kinds), true) then
    return '{"step":"archives"}';
  end if;
  with found as (select o.id, o.sha256, o.size_bytes from attachment_objects o where o.org_id = e.org_id
      and o.unreferenced_at is null and o.created_at <= e.created_at
      and (after_hash is null or o.sha256 > decode(after_hash, 'hex'))
      and exists (select from attachments a where a.org_id = o.org_id and a.object_id = o.id)
      order by o.sha256 limit 500),
  added as (insert into organization_export_parts (org_id, export_id, n, kind, name, line_count, size_bytes,
      sha256, object_id)
    select e.org_id, e.id, p.taken + row_number() over (order by f.sha256), 'file',
        'files/' || encode(f.sha256, 'hex'), 0, f.size_bytes, f.sha256, f.id
      from found f, (select count(*) as taken from organization_export_parts x
        where x.org_id = e.org_id and x.export_id = e.id) p
    returning sha256)
  select encode((array_agg(a.sha256 order by a.sha256 desc))[1], 'hex') into last_hash from added a
    having count(*) = 500;
  return case when last_hash is null then '{"step":"archives"}'
    else jsonb_build_object('step', 'files', 'after', last_hash) end;
end $$;

-- The key after which an export goes on.
create or replace function app.export_key(e organization_exports) returns text[] language sql stable as $$
  select array_agg(k) from jsonb_array_elements_text(e.place->'after') k
$$;

-- The next lines of the kinds of an export, each of a kind of its own, and where to go on after them.
create or replace function app.export_kind_piece(e organization_exports, max_length int, out kind text,
  out lines text, out line_count int, out people uuid[], out place jsonb) language plpgsql as $$
declare read record; after_key text[] := app.export_key(e);
begin
  kind := coalesce(e.place->>'kind', app.next_export_kind(e, null));
  while kind is not null loop
    select r.* into read from app.export_kinds() k
      cross join lateral app.export_lines(app.export_query(k.kind, k.name), e.org_id, e.created_at, after_key,
        max_length) r
      where k.kind = export_kind_piece.kind;
    place := jsonb_build_object('step', 'kinds', 'kind', kind, 'after', read.last_key);
    if read.last_key is null then
      place := jsonb_build_object('step', 'kinds', 'kind', app.next_export_kind(e, kind));
      if place->>'kind' is null then place := '{"step":"people"}'; end if;
    end if;
    lines := read.lines; line_count := read.line_count; people := read.people;
    exit when line_count > 0;
    kind := place->>'kind'; after_key := null;
  end loop;
  if kind is null then place := '{"step":"people"}'; end if;
end $$;

-- The people whom its rows name: members with their address, former ones by their name alone.
create or replace function app.export_people_piece(e organization_exports, max_length int, out kind text,
  out lines text, out line_count int, out people uuid[], out place jsonb) language plpgsql as $$
declare read record;
begin
  kind := 'person';
  read := app.export_lines('select row_to_json(x)::text as line, array[x.id::text] as key,
      ''{}''::uuid[] as ids
    from organization_exports e cross join lateral unnest(e.people) named(id)
      cross join lateral (select ''person'' as kind, u.id, u.name,
        case when m.id is not null then u.email end as email, m.id is null as "left"
        from users u left join organization_members m on m.org_id = e.org_id
          and m.user_id = u.id where u.id = named.id) x
    where e.org_id = $1 and e.created_at = $2 and e.state = ''preparing''
      and ($3 is null or x.id > ($3)[1]::uuid) order by x.id', e.org_id, e.created_at,
    app.export_key(e), max_length);
  place := case when read.last_key is null then '{"step":"files"}'
    else jsonb_build_object('step', 'people', 'after', read.last_key) end;
  lines := read.lines; line_count := read.line_count; people := '{}';
end $$;

-- The next piece of an export: its lines, if there are any. What it is stands in `app.piece`, as JSON: {part,
-- kind, name, lines, people, place} where there are lines; {step} where there is something else to do (wait,
-- again, archives, manifest); empty once nobody wants it any more.
create or replace function app.organization_export_piece(export uuid) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e organization_exports; piece record; step text; next_part int; max_length constant int := 3000000;
begin
  select * into e from organization_exports x where x.org_id = org_id() and x.id = export
    and x.state = 'preparing' for update;
  perform set_config('app.piece', '', true);
  if e.id is null then return null; end if;
  if not is_export_settled(e) then
    perform set_config('app.piece', '{"step":"wait"}', true);
    return null;
  end if;
  select count(*) + 1 into next_part from organization_export_parts p where p.org_id = e.org_id
    and p.export_id = e.id;
  step := coalesce(e.place->>'step', 'kinds');
  if step in ('archives', 'manifest') then
    perform set_config('app.piece', (e.place || jsonb_build_object('part', next_part,
      'wanted', e.kinds is null or 'audit_log' = any (e.kinds)))::text, true);
    return null;
  elsif step = 'files' then
    perform move_export(export, add_export_files(e, e.place->>'after')),
      set_config('app.piece', '{"step":"again"}', true);
    return null;
  end if;
  if step = 'kinds' then piece := export_kind_piece(e, max_length);
  else piece := export_people_piece(e, max_length); end if;
  if piece.kind is null or piece.line_count = 0 then
    perform move_export(export, piece.place), set_config('app.piece', '{"step":"again"}', true);
    return null;
  end if;
  perform set_config('app.piece', jsonb_build_object('part', next_part, 'kind', piece.kind,
    'name', piece.kind || '.jsonl', 'lines', piece.line_count, 'people', piece.people,
    'place', piece.place)::text, true);
  return piece.lines;
end $$;

-- Records a stored part, and where to go on.
create or replace function app.organization_export_stored(export uuid, part int, said jsonb, size bigint,
  digest text) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform suppress_audit();
  update organization_exports e set place = said->'place', moved_at = now(), settled = true,
      people = case when said->'people' is null then e.people else e.people || array(
        select p::uuid from jsonb_array_elements_text(said->'people') p except select unnest(e.people)) end
    where e.org_id = org_id() and e.id = export and e.state = 'preparing' and part = (select count(*) + 1
      from organization_export_parts p where p.org_id = e.org_id and p.export_id = e.id);
  if not found then return; end if;
  insert into organization_export_parts (export_id, n, kind, name, line_count, size_bytes, sha256)
    values (export, part, said->>'kind', said->>'name', (said->>'lines')::int, size, decode(digest, 'hex'));
end $$;

-- What the manifest says.
create or replace function app.organization_export_manifest(export uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('format', 1, 'origin', e.origin,
      'organization', json_build_object('id', o.id, 'name', o.name, 'slug', o.slug),
      'started_at', utc(e.created_at), 'snapshot', e.snapshot, 'kinds', e.kinds, 'files', e.has_files,
      'counts', (select coalesce(json_object_agg(c.kind, c.n order by c.kind), '{}') from (select p.kind,
          case when p.kind = 'file' then count(*) else sum(p.line_count) end as n
        from organization_export_parts p where p.org_id = e.org_id and p.export_id = e.id group by p.kind) c),
      'left_out', (select json_object_agg(l.name, l.why order by l.name) from export_left_out() l),
      'parts', (select coalesce(json_agg(json_build_object('n', p.n, 'name', p.name, 'bytes', p.size_bytes,
          'sha256', encode(p.sha256, 'hex')) order by p.n), '[]')
        from organization_export_parts p where p.org_id = e.org_id and p.export_id = e.id))
    from organization_exports e join organizations o on o.id = e.org_id
    where e.org_id = org_id() and e.id = export and e.state = 'preparing'
$$;

-- The manifest is stored, too: the export is ready.
create or replace function app.organization_export_ready(export uuid, size bigint, digest text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e organization_exports;
begin
  update organization_exports x set state = 'ready', ready_at = now(), expires_at = now() + interval '7 days'
    where x.org_id = org_id() and x.id = export and x.state = 'preparing' returning * into e;
  if e.id is null then return; end if;
  insert into organization_export_parts (export_id, n, kind, name, line_count, size_bytes, sha256)
    values (export, 0, 'manifest', 'manifest.json', 0, size, decode(digest, 'hex'));
  perform emit_export('organization.export_expired', export, e.expires_at);
end $$;

-- Gives an export up. It is kept for as long as a file would be, so that its reason can be read.
create or replace function app.organization_export_failed(export uuid, why text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update organization_exports e set state = 'failed', problem = left(why, 1000),
      expires_at = now() + interval '7 days'
    where e.org_id = org_id() and e.id = export and e.state = 'preparing';
  if found then perform emit_export('organization.export_expired', export, now() + interval '7 days'); end if;
end $$;

-- Looks after an export each hour: one without a new part for an hour is started again from its place, three
-- times; then it has failed.
create or replace function app.watch_organization_export(export uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e organization_exports; reason text;
begin
  select * into e from organization_exports x where x.org_id = org_id() and x.id = export
    and x.state = 'preparing' for update;
  if e.id is null then return; end if;
  if e.moved_at > now() - interval '1 hour' then
    perform emit_export('organization.export_watch', export, e.moved_at + interval '1 hour');
    return;
  end if;
  if e.tries = 3 then
    select o.last_error into reason from outbox o where o.org_id = e.org_id
      and o.topic = 'organization.export' and o.payload->>'export_id' = export::text
      and o.last_error is not null order by o.id desc limit 1;
    perform organization_export_failed(export, concat_ws(': ',
      'no part was written for an hour, three times over; begin another, or ask whoever runs this deployment',
      reason));
    return;
  end if;
  update organization_exports x set tries = x.tries + 1, moved_at = now() where x.org_id = e.org_id
    and x.id = e.id;
  update outbox o set done_at = now() where o.org_id = e.org_id and o.topic = 'organization.export'
    and o.payload->>'export_id' = export::text and o.done_at is null;
  perform emit_export('organization.export', export),
    emit_export('organization.export_watch', export, now() + interval '1 hour');
end $$;

-- Stops an export and has its parts erased: at once, and again later, as a part may still be on its way.
create or replace function app.delete_organization_export(export uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update organization_exports e set state = 'deleted', expires_at = now() where e.org_id = org_id()
    and e.id = export and e.state <> 'deleted';
  if found then
    delete from organization_export_parts p where p.org_id = org_id() and p.export_id = export;
    perform emit_export('organization.export_expired', export, now() + d.later)
      from (values (interval '0'), (interval '15 minutes')) d(later);
  end if;
end $$;

-- The parts of an export are erased from file storage: its row goes, too, once it no longer counts as that of
-- the day.
create or replace function app.erase_organization_export(export uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare kept_until timestamptz;
begin
  perform suppress_audit();
  select e.created_at + interval '1 day' into kept_until from organization_exports e
    where e.org_id = org_id() and e.id = export;
  if kept_until <= now() then
    delete from organization_exports e where e.org_id = org_id() and e.id = export;
  elsif kept_until is not null then
    delete from organization_export_parts p where p.org_id = org_id() and p.export_id = export;
    perform emit_export('organization.export_expired', export, kept_until);
  end if;
end $$;

-- The exports that a person asked for are deleted with their membership.
create or replace function app.drop_exports_of(person uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select delete_organization_export(e.id) from organization_exports e where e.org_id = org_id()
    and e.created_by = person and e.state <> 'deleted'
$$;

-- The parts of an export for a download, recorded with who took them from where; owners are told once an hour
-- of the same person at the same address, and ranges of the same part are one download. Without `part`, all
-- of them.
create or replace function app.download_organization_export(export uuid, part int) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e organization_exports; parts json; told boolean; taken boolean;
  from_address text := nullif(current_setting('app.ip', true), '');
begin
  select * into e from organization_exports x where x.org_id = org_id() and x.id = export
    and x.state = 'ready' and x.expires_at > now();
  perform ensure(e.id is not null, 'WM404', 'export not found');
  select json_agg(json_build_object('n', p.n, 'name', p.name, 'bytes', p.size_bytes, 'key', o.storage_key)
      order by p.n) into parts
    from organization_export_parts p
      left join attachment_objects o on o.org_id = p.org_id and o.id = p.object_id
    where p.org_id = e.org_id and p.export_id = export and (part is null or p.n = part);
  perform ensure(parts is not null, 'WM404', 'part not found');
  select coalesce(bool_or(a.action = 'organization_export.downloaded'), false),
      coalesce(bool_or(a.changes->'part'->'to' is not distinct from coalesce(to_jsonb(part), 'null')), false)
    into told, taken from audit_log a where a.org_id = e.org_id and a.entity_type = 'organization_exports'
      and a.entity_id = export::text and a.actor_user_id = user_id()
      and a.ip is not distinct from from_address
      and a.action in ('organization_export.downloaded', 'organization_export.part_downloaded')
      and a.created_at > now() - interval '1 hour';
  if not taken then
    insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id,
        changes, ip, user_agent, request_id)
      select e.org_id, actor_type(), u.id, u.email,
        'organization_export.' || case when told then 'part_downloaded' else 'downloaded' end,
        'organization_exports', export::text, jsonb_build_object('part', jsonb_build_object('to', part)),
        from_address, left(nullif(current_setting('app.agent', true), ''), 300),
        nullif(current_setting('app.request_id', true), '')
      from users u where u.id = user_id();
  end if;
  return json_build_object('folder', folder_of(e.org_id), 'parts', parts,
    'made_on', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD'));
end $$;

-- A reference to the bytes of a file, which are kept as long as an export has them.
create or replace trigger count_references
  after insert or delete or update of object_id on organization_export_parts
  for each row execute function app.count_references();
