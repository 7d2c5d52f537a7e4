-- Exports of a person's own data. Jobs about a person belong to no organization.

create or replace function app.emit_account_job(topic text, about uuid, due timestamptz default now())
returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at)
    values ('00000000-0000-0000-0000-000000000000', topic,
      jsonb_build_object(case topic when 'account.locked' then 'user_id' else 'export_id' end, about), due)
$$;

-- Starts an export: one at a time, and three a day.
create or replace function app.request_account_export(new_id uuid, verified_hash text, factor jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  perform ensure(not exists (select from account_exports e where e.user_id = account.id and e.state = 'preparing'
        and e.created_at > now() - interval '1 day'),
      'WM409', 'a file is already being prepared; wait for it'),
    ensure((select count(*) < 3 from account_exports e where e.user_id = account.id
        and e.created_at > now() - interval '1 day'), 'WM409',
      'three files were prepared within a day; use the last one, or try again tomorrow');
  insert into account_exports (id, user_id) values (new_id, account.id);
  perform emit_account_job('account.export', new_id), audit_account_change(account.id);
end $$;

-- The caller's latest export. `download_url` is what its link is signed from.
create or replace function app.my_account_export() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('state', coalesce(e.state, 'none'), 'requested_at', utc(e.created_at),
      'ready_at', utc(e.ready_at), 'expires_at', utc(e.expires_at),
      'size_bytes', case when e.state = 'ready' then (select coalesce(sum(size), 0) from unnest(e.sizes) size) end,
      'download_url', case when e.state = 'ready' then e.user_id || ' ' || e.id end)
    from (select 1) one left join lateral (select x.* from account_exports x where x.user_id = user_id()
      and (x.expires_at is null or x.expires_at > now()) order by x.created_at desc limit 1) e on true
$$;

-- What a download of one's own export needs.
create or replace function app.account_export_file(export uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('parts', cardinality(e.sizes), 'made_on', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD'),
      'size_bytes', (select coalesce(sum(size), 0) from unnest(e.sizes) size))
    from account_exports e where e.id = export and e.user_id = user_id() and e.state = 'ready' and e.expires_at > now()
$$;

-- The next organization after a given one that the person may enter.
create or replace function app.next_export_organization(person uuid, after_org uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.org_id from memberships_of(person) m where m.active and m.status <> 'suspended'
      and (not m.require_second_factor or (select u.second_factor from users u where u.id = person))
      and (after_org is null or m.org_id > after_org) order by m.org_id limit 1
$$;

-- The rows of a section after a key, up to `max_rows` rows or half a million characters. Returns where to
-- resume, or null at the end. Secrets are omitted by column name, as in the audit trail.
create or replace function app.account_export_rows(section record, person uuid, org uuid, after_key text, max_rows int,
  out texts text[], out last_key text) language plpgsql security definer set search_path = public, app, pg_temp as $$
declare found_row record; rows_read int := 0; total_length int := 0;
begin
  texts := '{}';
  for found_row in execute format('select (%1$s)::text as key, case when %2$s then (%3$s) end as content from %4$I t
      where %5$s %6$s and ($3 is null or %1$s > $3::%7$s) order by %1$s limit $4', section.key, section.holds,
      section.content, section.source, section.narrow,
      case when section.per_organization then 'and t.org_id = $2' else 'and $2 is null' end, section.key_type)
      using person, org, after_key, max_rows loop
    rows_read := rows_read + 1; last_key := found_row.key;
    if found_row.content is not null then
      texts := texts || (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(found_row.content) e
        where not is_secret(e.key))::text;
      total_length := total_length + length(texts[cardinality(texts)]);
      if total_length > 500000 then return; end if;
    end if;
  end loop;
  if rows_read < max_rows then last_key := null; end if;
end $$;

-- The next piece of an export in progress: {text, place, done}, or null if it is no longer wanted. Writes
-- nothing, so that after a crash the next worker produces the same piece again.
create or replace function app.account_export_piece(export uuid, at jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare exported account_exports; section record; org uuid := at->>'home'; after_key text := at->>'past'; chunk text := '';
  row_texts text[]; n int := coalesce((at->>'section')::int, 0); rows_before int := coalesce((at->>'rows')::int, 0);
begin
  select e.* into exported from account_exports e join users u on u.id = e.user_id and u.status = 'active'
    where e.id = export and e.state = 'preparing';
  if not found then return null; end if;
  if n = 0 then
    chunk := '{' || E'\n"made_at": ' || to_json(utc(exported.created_at)) || E',\n"account": ' || to_json(exported.user_id);
    n := 1; rows_before := -1;
  end if;
  for turn in 1 .. 500 loop
    select * into section from account_export_sections() s where s.place = n;
    if not found then
      return json_build_object('text', chunk || E'\n}\n', 'place', json_build_object('section', n), 'done', true);
    end if;
    if rows_before < 0 then chunk := chunk || E',\n' || to_json(section.name) || ': ['; rows_before := 0; end if;
    if section.per_organization and after_key is null then org := next_export_organization(exported.user_id, org); end if;
    if section.per_organization and (org is null or not exists (select from organization_members m
        where m.org_id = org and m.user_id = exported.user_id and m.status = 'active')) then
      after_key := null;
      if org is null then chunk := chunk || ']'; n := n + 1; rows_before := -1; end if;
      continue;
    end if;
    perform set_config('app.org_id', coalesce(org::text, ''), true);
    select r.texts, r.last_key into row_texts, after_key
      from account_export_rows(section, exported.user_id, org, after_key, 2000) r;
    if cardinality(row_texts) > 0 then
      chunk := chunk || case when rows_before > 0 then ',' else '' end || E'\n' || array_to_string(row_texts, E',\n');
      rows_before := rows_before + cardinality(row_texts);
    end if;
    if after_key is null and not section.per_organization then
      chunk := chunk || ']'; n := n + 1; rows_before := -1; org := null;
    end if;
    exit when length(chunk) > 500000 or after_key is not null;
  end loop;
  return json_build_object('text', chunk, 'done', false,
    'place', json_build_object('section', n, 'home', org, 'past', after_key, 'rows', rows_before));
end $$;

-- Records a stored part. After the last one the export is ready, the person is notified, and it is erased
-- after seven days.
create or replace function app.account_export_stored(export uuid, part int, size int, up_to jsonb, last boolean)
returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare exported account_exports;
begin
  update account_exports e set sizes = e.sizes || size, place = up_to,
      state = case when last then 'ready' else e.state end, ready_at = case when last then now() end,
      expires_at = case when last then now() + interval '7 days' end
    where e.id = export and e.state = 'preparing' and cardinality(e.sizes) = part returning * into exported;
  if not found then return; end if;
  if not last then perform emit_account_job('account.export', export); return; end if;
  perform emit_account_job('account.export_expired', export, exported.expires_at),
    queue_mail('export_ready', exported.user_id, null, jsonb_build_object('until', utc(exported.expires_at)));
end $$;

-- Schedules the erasure of a person's exports, including any in progress.
create or replace function app.schedule_export_erasure(person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform emit_account_job('account.export_expired', e.id, now() + d.later) from account_exports e,
    (values (interval '0'), (interval '15 minutes')) d(later) where e.user_id = person;
  update account_exports e set expires_at = now() where e.user_id = person;
end $$;

create or replace function app.account_export_of(export uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('user_id', e.user_id, 'part', cardinality(e.sizes), 'place', e.place) from account_exports e
    where e.id = export
$$;
create or replace function app.erase_account_export(export uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  delete from account_exports e where e.id = export
$$;
