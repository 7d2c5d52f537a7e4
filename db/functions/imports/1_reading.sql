-- What a file of tasks holds: its bytes, its rows, and what they are taken for.

-- A reference to the bytes, which are erased with the last one.
create or replace trigger count_references after insert or delete or update of object_id on imports
  for each row execute function app.count_references();

-- Enqueues the next step of an import.
create or replace function app.queue_import(import uuid, step text) returns void language sql as $$
  select app.emit('import.' || step, jsonb_build_object('import_id', import))
$$;

-- The bytes are there: they are read next.
create or replace function app.receive_import(import uuid, stored_as text) returns void language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  perform app.ensure(i.id is not null, 'WM404', 'file not found');
  if i.object_id is not null then
    perform app.discard_object(i.sha256, i.size_bytes, stored_as);
    return;
  end if;
  update imports x set object_id = app.store_object(i.sha256, i.size_bytes, stored_as), status = 'analysing'
    where x.org_id = i.org_id and x.id = i.id;
  perform app.queue_import(import, 'analyse');
end $$;

-- What the holder of an upload link is to send.
create or replace function app.expected_import(import uuid) returns json language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import;
  perform app.ensure(i.id is not null, 'WM404', 'file not found');
  return json_build_object('size_bytes', i.size_bytes, 'sha256', encode(i.sha256, 'hex'),
    'ready', i.object_id is not null, 'folder', app.folder_of(i.org_id));
end $$;

-- An import for a job: {source, key, row_count, analysis, mapping}; null if it is gone or no longer to be
-- done.
create or replace function app.import_work(import uuid, wanted text) returns text language sql stable as $$
  select json_build_object('source', i.source, 'key', o.storage_key, 'row_count', i.row_count,
      'analysis', i.analysis, 'mapping', coalesce(i.mapping, i.analysis->'suggested'))::text
    from imports i left join attachment_objects o on o.org_id = i.org_id and o.id = i.object_id
    where i.org_id = app.org_id() and i.id = import and i.status = wanted
$$;

-- Stores rows of the file: [{line, cells, more}], the first of them as number `first`.
create or replace function app.store_import_rows(import uuid, first int, rows jsonb)
  returns void language sql as $$
  insert into import_rows (import_id, project_id, n, line, data)
    select i.id, i.project_id, first + r.place::int - 1, (r.value->>'line')::int, r.value - 'line'
    from imports i, jsonb_array_elements(rows) with ordinality r(value, place)
    where i.org_id = app.org_id() and i.id = import
$$;
create or replace function app.stored_import_rows(import uuid) returns int language sql stable as $$
  select coalesce(max(r.n), 0) from import_rows r where r.org_id = app.org_id() and r.import_id = import
$$;
create or replace function app.forget_import_rows(import uuid) returns void language sql as $$
  delete from import_rows r where r.org_id = app.org_id() and r.import_id = import
$$;

-- The members whose verified address is the name of a person in the file: {name: id}.
create or replace function app.import_people(names text[]) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(jsonb_object_agg(n.name, (select u.id from users u
      join organization_members m on m.user_id = u.id and m.org_id = org_id() and m.status = 'active'
      where lower(u.email) = lower(n.name) and u.email_verified_at is not null)), '{}')
    from unnest(names) n(name)
$$;

-- The file was read: `analysis` is {columns, states, people, warnings, suggested}.
create or replace function app.import_analysed(import uuid, analysis jsonb, rows int) returns void
language plpgsql as $$
declare zone text;
begin
  select coalesce(p.timezone, o.timezone) into zone from imports i join projects p on p.org_id = i.org_id
      and p.id = i.project_id join organizations o on o.id = i.org_id
    where i.org_id = app.org_id() and i.id = import;
  analysis := jsonb_set(analysis, '{suggested,people}',
    app.import_people(array(select p->>'name' from jsonb_array_elements(analysis->'people') p)));
  analysis := jsonb_set(analysis, '{suggested,time_zone}', to_jsonb(zone));
  update imports i set status = 'ready', analysis = import_analysed.analysis, row_count = rows
    where i.org_id = app.org_id() and i.id = import and i.status = 'analysing';
end $$;

create or replace function app.import_failed(import uuid, why text) returns void language plpgsql as $$
begin
  perform app.forget_import_rows(import);
  update imports i set status = 'failed', problem = left(why, 1000), finished_at = now()
    where i.org_id = app.org_id() and i.id = import and i.status = 'analysing';
end $$;

-- All problems with what a person says that columns, states and people of a file mean.
create or replace function app.mapping_problems(i imports, given jsonb) returns text[]
language sql stable as $$
  select array(
    select format('body.mapping.%s: the file has no such column', m.key) from jsonb_each(given->'mapping') m
      where not exists (select from jsonb_array_elements(i.analysis->'columns') c where c->>'name' = m.key)
    union all select 'body.mapping: no column is the title'
      where not exists (select from jsonb_each(given->'mapping') m where m.value->>'field' = 'title')
    union all select format('body.states.%s.column: shows the status %s, not %s', s.key, c.status,
      s.value->>'status')
      from jsonb_each(given->'states') s join board_columns c on c.org_id = i.org_id
        and c.project_id = i.project_id
        and app.folded(c.name) = app.folded(s.value->>'column')
      where c.status <> s.value->>'status'
    union all select format('body.people.%s: not an active member', p.key)
      from jsonb_each_text(given->'people') p
      where p.value is not null and not exists (select from organization_members m where m.org_id = i.org_id
        and m.user_id = p.value::uuid and m.status = 'active'))
$$;

-- Keeps what a person says that the file means, with the states and people that follow from it.
create or replace function app.map_import(import uuid, given jsonb, read jsonb, order_problems text[])
  returns void
language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  perform app.ensure_fields(app.mapping_problems(i, given) || order_problems);
  perform app.ensure(i.status = 'ready', 'WM409',
    format('the import is %s; only one that is ready can be mapped',
    i.status));
  update imports x set mapping = given, analysis = x.analysis || coalesce(read, '{}')
    where x.org_id = i.org_id and x.id = i.id;
end $$;

-- States of which nobody said what they are, though tasks depend on it.
create or replace function app.unmapped_states(i imports) returns text[] language sql stable as $$
  select array(select coalesce(nullif(s->>'name', ''), '(none)')
    from jsonb_array_elements(i.analysis->'states') s
    where (s->>'decides')::int > 0
      and coalesce(i.mapping, i.analysis->'suggested')->'states'->(s->>'name')->>'status' is null)
$$;

-- Begins to write. Raises 409 or 403.
create or replace function app.start_import(import uuid) returns void language plpgsql as $$
declare i imports; unmapped text[]; most numeric := app.entitlement_limit(app.org_id(),
  'import_rows'); problems text[];
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  perform app.ensure(i.status = 'ready', 'WM409',
    format('the import is %s; only one that is ready can start', i.status));
  if i.row_count > most then perform app.refuse_limit('import_rows', i.row_count, most); end if;
  problems := app.mapping_problems(i, coalesce(i.mapping, i.analysis->'suggested'));
  perform app.ensure(problems = '{}', 'WM409', 'the mapping is not complete: ' || replace(problems[1],
    'body.', ''));
  perform app.ensure(i.mapping is not null or coalesce(i.analysis->'unordered', '[]') = '[]', 'WM409',
    'the mapping must say how days are written in ' || array_to_string(array(
      select jsonb_array_elements_text(i.analysis->'unordered')), ', '));
  unmapped := app.unmapped_states(i);
  perform app.ensure(unmapped = '{}', 'WM409', 'the mapping must say what these states are: '
    || array_to_string(unmapped[1:20], ', '));
  update imports x set status = 'running', started_by = app.user_id(), started_at = now(), problem = null,
      mapping = coalesce(x.mapping, x.analysis->'suggested'), place = '{"step":"rows","after":0}'
    where x.org_id = i.org_id and x.id = i.id;
  perform app.queue_import(import, 'run');
end $$;

create or replace function app.stop_import(import uuid) returns void language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  if i.status = 'stopped' then return; end if;
  perform app.ensure(i.status in ('awaiting', 'analysing', 'running'), 'WM409',
    format('the import is %s, so there is nothing to stop', i.status));
  update imports x set status = 'stopped', finished_at = now(), problem = 'it was stopped by a person'
    where x.org_id = i.org_id and x.id = i.id;
end $$;

-- Begins to undo. An import that is undone stays so.
create or replace function app.undo_import(import uuid) returns void language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  if i.status in ('undoing', 'undone') then return; end if;
  perform app.ensure(i.status in ('done', 'stopped'), 'WM409', case when i.status = 'running'
    then 'the import is running; stop it first' else format('the import is %s, so there is nothing to undo',
      i.status) end);
  perform app.ensure(i.finished_at > now() - interval '30 days', 'WM409',
    'an import can be undone for 30 days; this one is older');
  update imports x set status = 'undoing', place = '{"step":"judge","after":0}' where x.org_id = i.org_id
    and x.id = i.id;
  perform app.queue_import(import, 'undo');
end $$;

create or replace function app.require_idle_import(import uuid) returns void language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import for update;
  perform app.ensure(i.status not in ('running', 'undoing'), 'WM409',
    format('the import is %s; wait until it is done%s',
    i.status, case i.status when 'running' then ', or stop it' else '' end));
end $$;
