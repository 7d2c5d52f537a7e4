-- Writing an import in slices, each in a transaction of its own, which also records how far it is.

create or replace function app.emit_import(topic text, import uuid, due timestamptz default now())
returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at)
    values (import, topic, jsonb_build_object('import_id', import), due)
$$;

-- An import that runs and is where the caller takes it to be, locked; null otherwise.
create or replace function app.lock_import(import uuid, at_place jsonb) returns organization_imports
language sql set search_path = public, app, pg_temp as $$
  select i from organization_imports i where i.id = import and i.state = 'running'
      and i.place = at_place for update
$$;

-- Gives an import up. It is thrown away a week later, unless its person does so before.
create or replace function app.fail_organization_import(import uuid, why text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update organization_imports i set state = 'failed', problem = left(why, 1000), finished_at = now()
    where i.id = import and i.state = 'running'
$$;

-- What reading an import keeps for writing it. Another number is another content: an import that was started
-- with a former one cannot go on. Increase it with each change of what `import_read` keeps.
create or replace function app.import_shape() returns smallint language sql immutable as $$
  select 2::smallint
$$;

-- What a run needs: the place, what is rewritten, who the caller is, and the parts in the order in which they
-- are read and written. Null if nobody wants it any more.
create or replace function app.import_work(import uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('place', case i.state when 'done' then '{"step": "done"}' else i.place end,
    'outdated', i.shape is distinct from import_shape(),
    'from', json_build_object('id', i.manifest->'organization'->>'id',
      'slug', i.manifest->'organization'->>'slug', 'origin', i.manifest->>'origin'),
    'to', json_build_object('slug', o.slug, 'origin', i.manifest->>'here'), 'counts', i.manifest->'counts',
        'person', u.id,
    'email', case when u.email_verified_at is not null then lower(u.email) end,
    'read', (select coalesce(json_agg(json_build_object('n', p.n, 'kind', p.kind, 'bytes', p.size_bytes,
        'counted', t.sequence is not null) order by p.kind <> 'person', p.kind <> 'member', p.n), '[]')
      from organization_import_parts p left join import_plans t on t.kind = p.kind
      where p.import_id = i.id and p.name like '%.jsonl'
        and p.kind <> all (i.unknown_kinds) and p.kind not in (select coalesce(e.kind, e.name)
          from entities e join import_archives() a on a.name = e.name)),
    'write', (select coalesce(json_agg(json_build_object('n', p.n, 'kind', p.kind, 'bytes', p.size_bytes,
        'again', t.own is not null) order by p.turn), '[]')
      from organization_import_parts p left join import_plans t on t.kind = p.kind
      where p.import_id = i.id and p.turn is not null))
    from organization_imports i join organizations o on o.id = i.id join users u on u.id = i.created_by
    where i.id = import and i.state in ('running', 'done')
$$;

-- Keeps what the ids of a slice become, the numbers of its rows, and the people whom it names: [old, new, …],
-- [{id, name, email}] and [{id, role}] of members. Returns whether the import was at that place.
drop function if exists app.import_read(uuid, jsonb, jsonb, uuid[], jsonb, jsonb);
create or replace function app.import_read(import uuid, at_place jsonb, next_place jsonb, its_kind text,
  ids uuid[], numbers bigint[], people jsonb, roles jsonb) returns boolean language plpgsql security definer set search_path = public,
      app, pg_temp as $$
begin
  if (lock_import(import, at_place)).id is null then return false; end if;
  insert into organization_import_ids (import_id, old_id, new_id)
    select import, ids[2 * n - 1], ids[2 * n] from generate_series(1,
        cardinality(ids) / 2) n on conflict do nothing;
  insert into organization_import_numbers (import_id, name, old_number)
    select import, t.name, n from unnest(numbers) n join import_plans t on t.kind = its_kind
    on conflict do nothing;
  insert into users (id, email, name, password_hash)
    select p.id, p.id || '@placeholders.invalid', p.name, p.password_hash
      from jsonb_to_recordset(people) p(id uuid, name text, password_hash text) on conflict do nothing;
  insert into organization_import_people (import_id, user_id, name, email)
    select import, p.id, p.name, case when p.email not like '%.invalid' then p.email end
      from jsonb_to_recordset(people) p(id uuid, name text, email text) on conflict do nothing;
  update organization_import_people p set role = r.role from jsonb_to_recordset(roles) r(id uuid, role text)
    where p.import_id = import and p.user_id = r.id;
  update organization_imports i set place = next_place, moved_at = now() where i.id = import;
  return true;
exception when integrity_constraint_violation or data_exception then
  perform fail_organization_import(import, 'its lines cannot be read: ' || sqlerrm);
  return false;
end $$;

-- Gives the numbers after a key, [table, number] or null, those that the database counts next, in the order of
-- the old ones: {lines: [{kind, old, new}], after}, of some thousand, and none at the end. Again is the same.
create or replace function app.number_import(import uuid, at_place jsonb, after_key jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if (lock_import(import, at_place)).id is null then return null; end if;
  with fresh as (select f.*, nextval((select t.sequence from import_plans t where t.name = f.name))
        as new_number
      from (select n.name, n.old_number from organization_import_numbers n where n.import_id = import
        and n.new_number is null
        and (n.name, n.old_number) > (coalesce(after_key->>0, ''), coalesce((after_key->>1)::bigint, 0))
        order by n.name, n.old_number limit 5000) f)
  update organization_import_numbers n set new_number = f.new_number from fresh f
    where n.import_id = import and n.name = f.name and n.old_number = f.old_number;
  return (select json_build_object('lines', coalesce(json_agg(json_build_object('kind', t.kind,
        'old', g.old_number, 'new', g.new_number) order by g.name, g.old_number), '[]'),
      'after', (array_agg(jsonb_build_array(g.name, g.old_number)
        order by g.name desc, g.old_number desc))[1])
    from (select n.name, n.old_number, n.new_number from organization_import_numbers n
        where n.import_id = import and n.new_number is not null
          and (n.name, n.old_number) > (coalesce(after_key->>0, ''), coalesce((after_key->>1)::bigint, 0))
        order by n.name, n.old_number limit 5000) g
      join import_plans t on t.name = g.name);
end $$;

-- What ids become, of those that the import has: {old: new}. One that is of a person here, although the
-- import does not have it, becomes null: nothing that is imported names them.
create or replace function app.import_known(import uuid, ids uuid[]) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_object_agg(w.id, k.new_id), '{}') from unnest(ids) w(id)
    left join lateral (select x.new_id from organization_import_ids x
      where x.import_id = import and x.old_id = w.id offset 0) k on true
    left join lateral (select u.id from users u where u.id = w.id offset 0) here on k.new_id is null
    where coalesce(k.new_id, here.id) is not null
$$;

-- What of the line of the organization becomes part of the new one.
create or replace function app.import_organization(import uuid, lines json) returns int
language sql set search_path = public, app, pg_temp as $$
  update organizations o set timezone = x.timezone, locale = x.locale, country = x.country, region = x.region,
      week_start = x.week_start, working_days = x.working_days, currency = x.currency, logo_url = x.logo_url,
      accent_color = x.accent_color, settings = x.settings, fiscal_year_start = x.fiscal_year_start,
      created_at = x.created_at, version = x.version
    from json_to_recordset(lines) x(timezone text, locale text, country char(2), region varchar(16),
      week_start smallint, working_days smallint[], currency char(3), logo_url text, accent_color char(7),
      settings jsonb, fiscal_year_start smallint, created_at timestamptz, version int)
    where o.id = import;
  select 1
$$;

-- Writes lines of a kind, with their entries for search, and says how many rows that made.
create or replace function app.import_lines(import uuid, its_kind text, lines json) returns int
language plpgsql set search_path = public, app, pg_temp as $$
declare target record; has_id boolean; added int := 0; n int; ids uuid[];
begin
  if its_kind = 'organization' then return import_organization(import, lines); end if;
  select t.name, t.own, e.follows is not null as is_found, t.statement into target
    from import_plans t join entities e on e.name = t.name where t.kind = its_kind;
  if target.name is null then
    raise data_exception using message = 'this kind is not known any more; export the organization again';
  end if;
  loop
    if target.is_found then
      execute format('with made as (%s returning id) select array_agg(id) from made', target.statement)
        into ids using import, lines;
      n := coalesce(cardinality(ids), 0);
      insert into search_entries (org_id, entity_type, entity_id, project_id, owner_user_id, min_rank,
          subject_type,
          subject_id, archived, title, body)
        select s.* from searchable s where s.entity_type = its_kind and s.org_id = import
            and s.entity_id = any (ids)
        on conflict do nothing;
    else
      execute target.statement using import, lines;
      get diagnostics n = row_count;
    end if;
    added := added + n;
    exit when target.own is null or n = 0;
  end loop;
  -- A migration makes triggers anew: whatever was written before they had their condition is written again.
  if exists (select from triggers_to_silence(target.name::regclass)) then
    raise exception 'triggers of % are being replaced', target.name;
  end if;
  return added;
end $$;

-- Writes a slice. Returns the place after it, or null if it was not at that place, or has failed.
create or replace function app.import_write(import uuid, at_place jsonb, next_place jsonb, its_kind text,
  said text, lines json) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp
    set plan_cache_mode = force_custom_plan as $$
declare added int; reached jsonb; reason text; rule text;
begin
  if (lock_import(import, at_place)).id is null then return null; end if;
  perform set_config('app.restoring', 'on', true), suppress_audit();
  begin
    added := import_lines(import, its_kind, lines);
  exception when integrity_constraint_violation or data_exception then
    get stacked diagnostics reason = message_text, rule = constraint_name;
    perform set_config('app.restoring', '', true), set_config('app.suppress_audit', '', true),
      fail_organization_import(import, format('%s: %s', said, reason));
    return null;
  end;
  perform set_config('app.restoring', '', true), set_config('app.suppress_audit', '', true);
  reached := next_place || jsonb_build_object('loaded', coalesce((at_place->>'loaded')::int, 0) + added,
    'added', coalesce((at_place->>'added')::int, 0) + added);
  update organization_imports i set place = reached, moved_at = now(), rows_done = i.rows_done + added
    where i.id = import;
  return reached;
end $$;

-- Goes on at another place without writing anything.
create or replace function app.import_move(import uuid, at_place jsonb, next_place jsonb) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if (lock_import(import, at_place)).id is null then return false; end if;
  update organization_imports i set place = next_place, moved_at = now() where i.id = import;
  return true;
end $$;
