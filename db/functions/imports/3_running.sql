-- The slices of an import: each in a transaction of its own, after which the next goes on.

-- Rows that are not written yet, from the first: [{n, line, cells, more}]. Null if the import does not run.
create or replace function app.import_slice(import uuid, most int) returns text language plpgsql as $$
declare i imports;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import;
  if i.status is distinct from 'running' then return null; end if;
  return json_build_object('source', i.source, 'mapping', i.mapping, 'step', i.place->'step', 'rows', (
    select coalesce(json_agg(r.data || jsonb_build_object('n', r.n, 'line', r.line) order by r.n), '[]')
      from (
      select * from import_rows r where r.org_id = i.org_id and r.import_id = i.id
        and i.place->>'step' = 'rows'
        and r.n > (i.place->>'after')::int and r.object_kind = 'task' and r.result is null
          order by r.n limit most) r))::text;
end $$;

-- Whether the person who started it, and the project, still are what they were.
create or replace function app.import_obstacle(i imports) returns text language sql stable as $$
  select case when not exists (select from organization_members m where m.org_id = i.org_id
    and m.user_id = i.started_by
      and m.status = 'active' and app.level_of(app.acting_role(m.role, m.viewer_from)) >= 30)
        then 'who started it has left, or is no manager any more'
    when not exists (select from projects p where p.org_id = i.org_id and p.id = i.project_id
      and p.deleted_at is null and p.archived_at is null) then 'the project is archived or deleted' end
$$;

-- Writes a slice; a running import is locked, so that one that is stopped meanwhile writes nothing more.
create or replace function app.run_import(import uuid, drafts jsonb) returns void language plpgsql as $$
declare i imports; obstacle text; last int := (select max((d->>'n')::int)
  from jsonb_array_elements(drafts) d);
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import
    and x.status = 'running' for update;
  if not found then return; end if;
  obstacle := app.import_obstacle(i);
  if obstacle is not null then
    update imports x set status = 'stopped', problem = obstacle, finished_at = now()
      where x.org_id = i.org_id and x.id = i.id;
    return;
  end if;
  perform set_config('app.user_id', i.started_by::text, true);
  -- A second run of the same slice finds its rows written.
  drafts := (select jsonb_agg(d.value) from jsonb_array_elements(drafts) d
    join import_rows r on r.org_id = i.org_id
    and r.import_id = i.id and r.n = (d.value->>'n')::int and r.result is null);
  if drafts is not null then perform app.write_import(i, drafts); end if;
  update imports x set place = case when last is null then '{"step":"links","after":0}'
      else jsonb_build_object('step', 'rows', 'after', last) end
    where x.org_id = i.org_id and x.id = i.id;
  perform app.queue_import(import, 'run');
end $$;

-- The task that a link of a row names: one of the file, or one that came from there before.
create or replace function app.import_target(i imports, key text, alt text)
  returns uuid[] language sql stable as $$
  select coalesce(nullif(array(select distinct r.object_id from import_rows r where r.org_id = i.org_id
      and r.import_id = i.id and r.object_id is not null and r.object_kind = 'task'
      and (r.external_id = key or r.alt_id = coalesce(alt, key))), '{}'),
    array(select t.id from tasks t where t.project_id = i.project_id
      and t.external_source = split_part(i.source, '_', 1)
      and t.external_id = key and t.deleted_at is null))
$$;

-- Puts a task under its parent. Returns why not, or null.
create or replace function app.import_parent(i imports, task uuid, ref jsonb)
  returns text language plpgsql as $$
declare found uuid[] := app.import_target(i, ref->>'key', ref->>'alt'); why text; saved text;
begin
  if found = '{}' then return format('its parent %s is not in the file', coalesce(ref->>'key',
    ref->>'alt')); end if;
  if cardinality(found) > 1 then return format('several tasks are called %s, so it has no parent',
    ref->>'alt'); end if;
  why := app.parent_problem(i.project_id, task, found[1]);
  if why is null and coalesce(app.waiting_path(found[1], true, task, true),
      app.waiting_path(task, false, found[1], false)) is not null then
    why := 'would wait for itself';
  end if;
  if why is not null then return format('it has no parent: %s %s', coalesce(ref->>'key', ref->>'alt'),
    why); end if;
  saved := app.suppress_audit();
  update tasks t set parent_id = found[1] where t.org_id = i.org_id and t.id = task;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;

-- Links two tasks. Returns why not, or null; a pair that is linked stays as it is.
create or replace function app.import_link(i imports, task uuid, kind text, key text)
  returns text language plpgsql as $$
declare found uuid[] := app.import_target(i, key, null); blocker uuid; blocked uuid;
begin
  if found = '{}' then return format('%s, to which it is linked, is not in the file', key); end if;
  if cardinality(found) > 1 then return format('several tasks are called %s, so it is not linked to them',
    key); end if;
  if found[1] = task then return 'it is linked to itself'; end if;
  if exists (select from task_dependencies d where d.org_id = i.org_id and least(d.from_task_id, d.to_task_id)
      = least(task, found[1]) and greatest(d.from_task_id, d.to_task_id) = greatest(task, found[1]))
        then return null; end if;
  if kind = 'relates_to' then
    blocker := least(task, found[1]); blocked := greatest(task, found[1]);
  else
    blocker := case kind when 'blocks' then task else found[1] end;
    blocked := case kind when 'blocks' then found[1] else task end;
    if app.waiting_path(blocked, false, blocker, true) is not null then
      return format('it is not linked to %s, as they would wait for each other', key);
    end if;
  end if;
  insert into task_dependencies (from_task_id, to_task_id, type)
    values (blocker, blocked, case kind when 'relates_to' then kind else 'blocks' end);
  return null;
end $$;

-- Links a slice of tasks once all are written; the last slice ends the import.
create or replace function app.link_import(import uuid, most int) returns void language plpgsql as $$
declare i imports; r import_rows; obstacle text; reasons text[]; n int := 0; one record;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import and x.status = 'running'
    and x.place->>'step' = 'links' for update;
  if not found then return; end if;
  obstacle := app.import_obstacle(i);
  if obstacle is not null then
    update imports x set status = 'stopped', problem = obstacle, finished_at = now()
      where x.org_id = i.org_id and x.id = i.id;
    return;
  end if;
  perform set_config('app.user_id', i.started_by::text, true), set_config('app.importing', 'on', true),
    set_config('app.untold', 'on', true), app.lock_dependencies();
  for r in select x.* from import_rows x where x.org_id = i.org_id and x.import_id = i.id
    and x.object_kind = 'task'
      and x.result = 'created' and x.data is not null order by x.n limit most loop
    n := n + 1; reasons := '{}';
    if jsonb_typeof(r.data->'parent') = 'object' then
      reasons := reasons || app.import_parent(i, r.object_id, r.data->'parent');
    end if;
    for one in select k.key as kind, v.value as name from jsonb_each(r.data - 'parent') k
        cross join lateral jsonb_array_elements_text(k.value) v loop
      reasons := reasons || app.import_link(i, r.object_id, one.kind, one.name);
    end loop;
    update import_rows x set data = null, reason = nullif(concat_ws('; ', x.reason,
        nullif(array_to_string(array_remove(reasons, null), '; '), '')), '')
      where x.org_id = i.org_id and x.import_id = i.id and x.n = r.n;
  end loop;
  perform set_config('app.importing', '', true), set_config('app.untold', '', true);
  if n = most then perform app.queue_import(import, 'run'); return; end if;
  update imports x set status = 'done', finished_at = now() where x.org_id = i.org_id and x.id = i.id;
  perform app.tell_of_import(i);
end $$;

-- Who started it and who leads the project are told once.
create or replace function app.tell_of_import(i imports) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare counts record;
begin
  select count(*) filter (where r.result = 'created') as created,
    count(*) filter (where r.result = 'skipped') as skipped,
      count(*) filter (where r.result = 'refused') as refused into counts
    from import_rows r where r.org_id = i.org_id and r.import_id = i.id and r.object_kind = 'task';
  perform set_config('app.user_id', '', true), tell('security', 'organization', i.org_id,
    format('%s is imported: %s tasks are new, %s were there, %s were refused', left(i.filename, 80),
      counts.created,
      counts.skipped, counts.refused),
    array(select distinct p from projects o cross join lateral unnest(array[i.started_by, o.lead_user_id]) p
      where o.org_id = i.org_id and o.id = i.project_id and p is not null), 'import:' || i.id);
  perform tell_endpoints('import', i.id, i.project_id, 'completed', i.filename, json_build_object('counts',
    counts)::jsonb);
end $$;

-- Why a task that was imported stays when that is undone, or null.
create or replace function app.kept_import_reason(task tasks, written timestamptz)
  returns text language sql stable as $$
  select case when task.version > 1 or task.deleted_at is not null then 'changed since'
    when exists (select from comments c where c.org_id = task.org_id and c.task_id = task.id
      and (c.external_id is null or c.updated_at > written + interval '1 minute')) then 'commented since'
    when task.spent_minutes > 0 or task.attachment_count > 0 then 'has time or files'
    when task.updated_at > written then 'changed since' end
$$;

-- Decides of a slice of rows what may go, before any of it does: a task that goes touches its parent.
create or replace function app.judge_undo(i imports, most int) returns void language plpgsql as $$
declare last int;
begin
  with slice as (select r.n, r.written_at, t.id, app.kept_import_reason(t, r.written_at) as why
      from (select x.n, x.written_at, x.object_id from import_rows x where x.org_id = i.org_id
          and x.import_id = i.id and x.object_kind = 'task' and x.result = 'created'
          and x.n > (i.place->>'after')::int order by x.n limit most) r
        left join lateral (select o.* from tasks o where o.org_id = i.org_id
          and o.id = r.object_id offset 0) t
          on true),
  judged as (update import_rows r set undone = case when s.id is null then 'removed'
      else coalesce(s.why, 'removing') end
    from slice s where r.org_id = i.org_id and r.import_id = i.id and r.n = s.n returning r.n)
  select max(g.n) into last from judged g;
  update imports x set place = case when last is null then '{"step":"remove"}'
      else jsonb_build_object('step', 'judge', 'after', last) end
    where x.org_id = i.org_id and x.id = i.id;
end $$;

-- Removes a slice of what an import made and nobody changed, leaves first, until nothing more can go.
create or replace function app.undo_import_slice(import uuid, most int) returns void language plpgsql as $$
declare i imports; ids uuid[];
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import
    and x.status = 'undoing' for update;
  if not found then return; end if;
  perform set_config('app.importing', 'on', true), set_config('app.untold', 'on', true);
  if i.place->>'step' = 'judge' then
    perform app.judge_undo(i, most), app.queue_import(import, 'undo');
    return;
  end if;
  select array_agg(x.id) into ids from (select t.id from import_rows r cross
    join lateral unnest(r.task_ids) k(id)
      cross join lateral (select o.* from tasks o where o.org_id = i.org_id and o.id = k.id offset 0) t
    where r.org_id = i.org_id and r.import_id = i.id and r.result = 'created' and r.undone = 'removing'
      and t.version = 1 and not exists (select from comments c where c.org_id = i.org_id and c.task_id = t.id
        and c.external_id is null)
      and not exists (select from tasks c where c.org_id = i.org_id and c.parent_id = t.id) limit most) x;
  if ids is not null then
    delete from tasks t where t.org_id = i.org_id and t.id = any (ids);
    update import_rows r set undone = 'removed' where r.org_id = i.org_id and r.import_id = i.id
      and r.undone = 'removing' and r.object_id = any (ids);
    perform app.queue_import(import, 'undo');
    return;
  end if;
  update import_rows r set undone = case when exists (select from tasks t where t.org_id = i.org_id
      and t.parent_id = r.object_id) then 'has subtasks that stay' else 'changed since' end
    where r.org_id = i.org_id and r.import_id = i.id and r.undone = 'removing';
  delete from comments c using import_rows r where r.org_id = i.org_id and r.import_id = i.id
    and c.org_id = i.org_id and c.id = any (r.comment_ids) and c.version = 1
    and not exists (select from comments o where o.org_id = c.org_id and o.parent_id = c.id);
  perform app.unmake_import(i), set_config('app.untold', '', true);
  update imports x set status = 'undone', undone_at = now() where x.org_id = i.org_id and x.id = i.id;
end $$;

-- Tags, columns and sprints that an import made go where nothing is in them.
create or replace function app.unmake_import(i imports) returns void language plpgsql as $$
declare purging text := coalesce(current_setting('app.purging', true), '');
begin
  delete from tags g where g.org_id = i.org_id
    and g.id::text in (select jsonb_array_elements_text(i.made->'tags'))
    and g.version = 1 and not exists (select from task_tags t where t.org_id = g.org_id and t.tag_id = g.id);
  -- Only sprints that never began, of which the ledger says nothing.
  perform set_config('app.purging', 'on', true);
  delete from sprints s where s.org_id = i.org_id
    and s.id::text in (select jsonb_array_elements_text(i.made->'sprints'))
    and s.state = 'planned' and s.version = 1 and not exists (select from tasks t where t.org_id = s.org_id
      and t.sprint_id = s.id);
  perform set_config('app.purging', purging, true);
  delete from board_columns c where c.org_id = i.org_id
    and c.id::text in (select jsonb_array_elements_text(i.made->'columns')) and c.version = 1
    and not exists (select from tasks t where t.org_id = c.org_id and t.column_id = c.id);
end $$;
