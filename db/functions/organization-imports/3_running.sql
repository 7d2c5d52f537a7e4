-- Imports of an organization: begun by a person, who owns the new one once it is complete.

-- An import of the caller: until it is done they are no member of what it makes, and then only while they
-- administer that, as it tells of its people and archives.
create or replace function app.own_import(import uuid) returns organization_imports
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare i organization_imports;
begin
  select * into i from organization_imports x where x.id = import and x.created_by = user_id()
    and x.state <> 'deleted' and (x.state <> 'done' or exists (select from memberships_of(user_id()) m
      where m.org_id = x.id and m.active and m.role in ('owner', 'admin')));
  perform ensure(i.id is not null, 'WM404', 'import not found');
  return i;
end $$;

-- Enters the organization that an import of the caller makes, and returns its id. It runs with the rights of
-- the caller, and comes first: whatever follows is confined to that organization.
create or replace function app.enter_import(import uuid) returns uuid language plpgsql as $$
begin
  perform app.own_import(import), set_config('app.org_id', import::text, true);
  return import;
end $$;

-- What the manifest says that there is of each kind, and what becomes of it: it comes in, stays a closed
-- archive, is kept aside or does not come along.
create or replace function app.import_preview(i organization_imports) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('kind', k.kind, 'count', k.n, 'outcome', k.outcome)
      order by k.outcome, k.kind collate "C"), '[]')
    from (select c.key as kind, c.value::bigint as n, case
        when c.key = any (i.unknown_kinds) then 'kept_aside'
        when c.key = 'audit_archive' or e.name in (select a.name from app.import_archives() a)
          then 'archived'
        when e.name in (select l.name from app.import_left_out() l)
          or e.name in ('attachments', 'attachment_objects') and not (i.manifest->>'files')::boolean
          then 'left_out'
        when c.key in ('person', 'file') or e.name is not null then 'imported'
        else 'kept_aside' end as outcome
      from jsonb_each_text(i.manifest->'counts') c
        left join app.entities e on coalesce(e.kind, e.name) = c.key
      where c.value::bigint > 0) k
$$;

-- An import of the caller, as it is told.
create or replace function app.my_organization_import(import uuid) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare i organization_imports := own_import(import);
begin
  return (select json_build_object('id', i.id, 'state', i.state, 'problem', i.problem,
      'name', i.manifest->'organization'->>'name', 'origin', i.manifest->>'origin',
      'exported_at', i.manifest->>'started_at', 'part_count', (i.manifest->>'part_count')::int,
      'missing_parts', case when i.state = 'receiving' then (select coalesce(json_agg(json_build_object('n',
          p.n,
          'name', p.name, 'size_bytes', p.size_bytes) order by p.n), '[]') from organization_import_parts p
        where p.import_id = i.id and p.received_at is null) else '[]' end,
      'row_count', (i.manifest->>'row_count')::int, 'signature', i.manifest->>'signature',
      'written_count', i.rows_done, 'kinds', import_preview(i),
      'step', case when i.state = 'running' then coalesce(i.place->>'step', 'read') end,
      'unknown_kinds', i.unknown_kinds, 'checklist', coalesce(i.checklist, '[]'),
      'kept_count', i.kept_rows,
      'people', (select coalesce(json_agg(json_build_object('name', p.name, 'email', p.email, 'role', p.role,
          'state', case when p.bound_at is not null then 'bound' when exists (select
            from jsonb_array_elements(i.binding->'people') b where b->>0 = p.user_id::text) then 'binding'
            else 'absent' end)
          order by app.folded(p.name), p.user_id), '[]') from organization_import_people p
              where p.import_id = i.id
        and i.state = 'done' and p.role is not null
        and not exists (select from users u where u.id = i.created_by and lower(u.email) = lower(p.email))),
      'archives', (select coalesce(json_agg(json_build_object('n', p.n, 'name', p.name, 'size_bytes',
          p.size_bytes)
          order by p.n), '[]') from organization_import_parts p where p.import_id = i.id
              and i.state = 'done' and is_kept_part(p.kind, i.unknown_kinds)),
      'slug', case when i.state = 'done' then o.slug end, 'page', '/organization-imports/' || i.id,
      'created_at', utc(i.created_at), 'finished_at', utc(i.finished_at),
      'expires_at', case when i.state <> 'done' then utc(i.expires_at) end)
    from organizations o where o.id = import);
end $$;

-- The imports of the caller, the newest first, without those whose organization they administer no more.
create or replace function app.my_organization_imports(page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with mine as (select i.*, m.slug from organization_imports i
      left join memberships_of(user_id()) m on m.org_id = i.id and m.active and m.role in ('owner', 'admin')
    where i.created_by = user_id() and i.state <> 'deleted' and (i.state <> 'done' or m.slug is not null)),
  page as (select * from mine order by created_at desc, id desc limit page_limit offset page_offset)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', i.id, 'state', i.state,
      'problem', i.problem, 'name', i.manifest->'organization'->>'name', 'origin', i.manifest->>'origin',
      'exported_at', i.manifest->>'started_at', 'part_count', (i.manifest->>'part_count')::int,
      'missing_count', (select count(*) from organization_import_parts p where p.import_id = i.id
        and i.state = 'receiving' and p.received_at is null),
      'row_count', (i.manifest->>'row_count')::int, 'written_count', i.rows_done,
      'slug', i.slug, 'page', '/organization-imports/' || i.id,
      'created_at', utc(i.created_at), 'finished_at', utc(i.finished_at),
      'expires_at', case when i.state <> 'done' then utc(i.expires_at) end)
      order by i.created_at desc, i.id desc)
    from page i), '[]'),
    'total', (select count(*) from mine), 'limit', page_limit, 'offset', page_offset)
$$;

-- The import of the caller that is under way, if there is one, which no other request begins meanwhile.
create or replace function app.open_import() returns organization_imports
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare found organization_imports;
begin
  perform pg_advisory_xact_lock(hashtextextended('organization import ' || user_id(), 0));
  select * into found from organization_imports i where i.created_by = user_id()
    and i.state in ('receiving', 'running');
  return found;
end $$;

-- Begins an import: one at a time, and the same one again where its manifest comes twice. What has failed
-- keeps its parts until it is thrown away.
drop function if exists app.request_organization_import(uuid, jsonb, jsonb, text[], text, bigint);
create or replace function app.request_organization_import(new_id uuid, manifest jsonb, parts jsonb,
  reserved text[], home text, quota bigint, most_rows int) returns json language plpgsql as $$
declare open public.organization_imports := app.open_import();
  said jsonb := manifest || jsonb_build_object('digest', md5(parts::text));
begin
  perform app.ensure(open.id is null or open.manifest = said, 'WM409',
      'another import of yours is under way; finish it, or throw it away'),
    app.ensure(open.id is not null or (manifest->>'row_count')::int <= most_rows, 'WM403',
      format('limit import_rows reached: %s of %s; delete what nobody needs and export again, or ask whoever '
        'runs this deployment for more', manifest->>'row_count', most_rows)),
    set_config('app.org_id', coalesce(open.id, new_id)::text, true);
  if open.id is null then perform app.begin_import(new_id, said, parts, reserved, home, quota); end if;
  return app.my_organization_import(coalesce(open.id, new_id));
end $$;

-- The organization exists from now on, but belongs to nobody, as one that is to be purged.
create or replace function app.begin_import(new_id uuid, manifest jsonb, parts jsonb, reserved text[],
  home text, quota bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit(); until timestamptz := now() + interval '7 days';
  named text := manifest->'organization'->>'name';
begin
  perform ensure((select count(*) from organization_imports i where i.created_by = user_id()
      and i.state = 'failed') < 3, 'WM409',
    'three imports of yours have failed and are kept; throw one away before you begin another');
  perform set_config('app.restoring', 'on', true);
  -- Whoever imports or creates one of this name at the same moment gets one slug after the other.
  loop
    insert into organizations (id, name, slug, home, status, deleted_at, purge_after)
      values (new_id, named, free_slug(slug_of(named), reserved), home, 'pending_deletion', now(),
        until + interval '1 day') on conflict (slug) do nothing;
    exit when found;
  end loop;
  perform set_config('app.restoring', '', true), set_config('app.suppress_audit', saved, true),
    require_storage((select sum(p.bytes) from jsonb_to_recordset(parts) p(bytes bigint))::bigint, quota);
  insert into organization_imports (id, created_by, manifest, unknown_kinds, expires_at)
    values (new_id, user_id(), manifest,
      array(select distinct p.kind from jsonb_to_recordset(parts) p(kind text)
        where p.kind not in ('person', 'file', 'audit_archive')
          and p.kind not in (select k.kind from export_kinds() k) order by 1), until);
  insert into organization_import_parts (import_id, n, kind, name, size_bytes, sha256)
    select new_id, p.n, p.kind, p.name, p.bytes, decode(p.sha256, 'hex')
      from jsonb_to_recordset(parts) p(n int, kind text, name text, bytes bigint, sha256 text);
  perform emit_import('organization.import_expired', new_id, until);
end $$;

-- A part that the caller sends, or gets: only archives of what is done are got.
create or replace function app.my_import_part(import uuid, part int, sending boolean) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare i organization_imports := own_import(import); p organization_import_parts;
begin
  select * into p from organization_import_parts x where x.import_id = import and x.n = part;
  perform ensure(not sending or i.state = 'receiving', 'WM409',
      'the import has been started; no part can change any more'),
    ensure(p.n is not null and (sending or i.state = 'done'), 'WM404', 'part not found');
  return json_build_object('size_bytes', p.size_bytes, 'sha256', encode(p.sha256, 'hex'),
    'received', p.received_at is not null, 'key', import_part_key(import, p.n), 'name', p.name);
end $$;
create or replace function app.receive_import_part(import uuid, part int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform my_import_part(import, part, true);
  update organization_import_parts p set received_at = coalesce(p.received_at, now())
      where p.import_id = import
    and p.n = part;
end $$;
create or replace function app.my_import_folder(import uuid) returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure((own_import(import)).state = 'done', 'WM409',
    'the ids are known once the import is done');
  return folder_of(import);
end $$;

-- Has an import written, once all parts are there; again is the same.
create or replace function app.start_organization_import(import uuid, continues boolean) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i organization_imports; missing text;
begin
  perform own_import(import);
  select * into i from organization_imports x where x.id = import for update;
  if i.state in ('running', 'done') then return my_organization_import(import); end if;
  perform ensure(i.state = 'receiving', 'WM409', 'it has failed; throw it away and begin another');
  select string_agg(m.n::text, ', ' order by m.n) || case when max(m.more) > 10 then ' …'
      else '' end into missing
    from (select p.n, count(*) over () as more from organization_import_parts p where p.import_id = import
      and p.received_at is null order by p.n limit 10) m;
  perform ensure(missing is null, 'WM409', format('parts are missing: %s; send them first', missing));
  update organization_imports x set state = 'running', started_at = now(), moved_at = now(),
      continues_numbering = continues, shape = import_shape() where x.id = import;
  update organization_import_parts p set turn = o.turn
    from (select x.n, row_number() over (order by t.level, x.kind, x.n)::int as turn
      from organization_import_parts x join import_plans t on t.kind = x.kind where x.import_id = import) o
    where p.import_id = import and p.n = o.n;
  perform emit_import('organization.import', import),
    emit_import('organization.import_watch', import, now() + interval '1 hour');
  return my_organization_import(import);
end $$;

-- Throws an import away, with whatever it has written.
create or replace function app.drop_import(import uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit();
begin
  update organization_imports i set state = 'deleted' where i.id = import and i.state in ('receiving',
      'running', 'failed');
  if found then
    update organizations o set purge_after = now() where o.id = import;
    insert into outbox (org_id, topic, payload) values (import, 'organization.purge', '{}');
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;
create or replace function app.delete_organization_import(import uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure((own_import(import)).state <> 'done', 'WM409',
      'it is an organization now; delete the organization instead'), drop_import(import);
end $$;

-- Looks after an import each hour: one that got no further for an hour is started again from its place, three
-- times; then it has failed.
create or replace function app.watch_organization_import(import uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i organization_imports; reason text;
begin
  select * into i from organization_imports x where x.id = import and x.state = 'running' for update;
  if i.id is null then return; end if;
  if i.moved_at > now() - interval '1 hour' then
    perform emit_import('organization.import_watch', import, i.moved_at + interval '1 hour');
    return;
  end if;
  if i.tries = 3 then
    select o.last_error into reason from outbox o where o.org_id = import and o.topic = 'organization.import'
      and o.last_error is not null order by o.id desc limit 1;
    perform fail_organization_import(import, concat_ws(': ',
      'it got no further for an hour, three times over; throw it away, or ask whoever runs this deployment',
          reason));
    return;
  end if;
  update organization_imports x set tries = x.tries + 1, moved_at = now() where x.id = import;
  update outbox o set done_at = now() where o.org_id = import and o.topic = 'organization.import'
      and o.done_at is null;
  perform emit_import('organization.import', import),
    emit_import('organization.import_watch', import, now() + interval '1 hour');
end $$;

drop function if exists app.raise_import_counters(uuid);

-- What is off, was left out or is to be done, with how much of it there is.
create or replace function app.import_checklist(i organization_imports) returns jsonb language sql stable as
    $$
  select coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'count', c.n, 'what', c.what) order by c.place,
      c.key), '[]')
  from (select 1 as place, 'automations' as key, count(*) as n,
        'automations are off: read them with GET …/automations, and switch on those that you want with '
          'PATCH …/automations/{automation_id}' as what
      from automations a where a.org_id = i.id and a.deleted_at is null
    union all select 1, 'mailboxes', count(*),
        'mailboxes are off: make new addresses for your mail provider, then switch them on'
      from mailboxes m where m.org_id = i.id
    union all select 1, 'clocks', count(*),
        'clocks of service levels are paused: resume those that should run, of tasks with '
          'POST …/tasks/{task_id}/sla/resume'
      from sla_clocks k where k.org_id = i.id and k.state = 'paused'
    union all select 1, 'credentials', count(*),
        'enter the secrets of the vault again: they are not part of an export'
      from credentials k where k.org_id = i.id
    union all select 1, 'recurring_tasks', count(*), 'recurring tasks go on when somebody completes one'
      from tasks t where t.org_id = i.id and t.rrule is not null and t.deleted_at is null
          and t.status in ('todo', 'in_progress')
    union all select 2, 'invoices', count(*), case when i.continues_numbering
        then 'invoices are numbered on; never issue another one where they come from'
        else 'series of invoices have a new prefix, so that no number is issued twice' end
      from invoice_series s where s.org_id = i.id
    union all select 3, l.key, sum((i.manifest->'counts'->>coalesce(e.kind, e.name))::bigint), l.what
      from app.import_left_out() l join app.entities e on e.name = l.name group by l.key, l.what
    union all select 4, 'files', (i.manifest->'counts'->>'attachments')::bigint,
        'the export has no files, so attachments were left out: they come with an export of the origin '
          'that has files'
      where not (i.manifest->>'files')::boolean) c
  where c.n > 0
$$;

-- Series go on under a prefix of their own, so that two organizations never issue the same number.
create or replace function app.rename_import_series(import uuid) returns void language sql
set search_path = public, app, pg_temp as $$
  update invoice_series s set prefix = left(format('I%s-%s', to_char(now(), 'YY'), s.prefix), 30)
      where s.org_id = import
$$;

-- Whether a part stays once the import is done: closed archives, and kinds that are kept aside.
create or replace function app.is_kept_part(part_kind text, unknown_kinds text[]) returns boolean
language sql stable as $$
  select part_kind = 'audit_archive' or part_kind = any (unknown_kinds) or part_kind in (
    select coalesce(e.kind, e.name) from app.entities e join app.import_archives() a on a.name = e.name)
$$;

-- The parts of an import that is done became rows, and their files are erased.
create or replace function app.forget_import_parts(import uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  delete from organization_import_parts p using organization_imports i where i.id = import
    and i.state = 'done' and p.import_id = i.id and not is_kept_part(p.kind, i.unknown_kinds)
$$;

-- The import is complete: the organization belongs to its person.
create or replace function app.finish_import(import uuid, at_place jsonb) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i organization_imports := lock_import(import, at_place);
begin
  if i.id is null then return false; end if;
  perform suppress_audit();
  insert into invoice_register_settings (org_id) values (import) on conflict do nothing;
  if not i.continues_numbering then perform rename_import_series(import); end if;
  perform schedule_notices(import, d.due_date, d.timezone) from (select distinct t.due_date, o.timezone
      from tasks t
    join organizations o on o.id = t.org_id where t.org_id = import and t.due_date >= current_date
      and t.deleted_at is null and t.status in ('todo', 'in_progress')) d;
  if not (i.manifest->>'files')::boolean then
    update tasks t set attachment_count = 0 where t.org_id = import and t.attachment_count > 0;
  end if;
  update organization_imports x set state = 'done', finished_at = now(), checklist = import_checklist(i)
    where x.id = import;
  delete from organization_import_ids x where x.import_id = import;
  delete from organization_import_numbers x where x.import_id = import;
  perform set_config('app.suppress_audit', '', true), set_config('app.user_id', i.created_by::text, true),
    set_config('app.actor_type', 'user', true), set_config('app.action', 'organization.imported', true);
  insert into organization_members (org_id, user_id, role) values (import, i.created_by, 'owner');
  update organizations o set status = 'active', deleted_at = null, purge_after = null where o.id = import;
  return true;
end $$;

-- What is not done a week after it was begun is thrown away.
create or replace function app.expire_organization_import(import uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select drop_import(import)
$$;
