-- Writing rows of a file as tasks. While it writes, `app.importing` keeps triggers from telling anybody.

-- A moment of a file, which without an offset is by the clock of a zone.
create or replace function app.import_moment(said text, zone text)
  returns timestamptz language sql stable as $$
  select case when said ~ '(Z|[+-]\d\d:\d\d)$' then said::timestamptz
    else app.from_local_time(said::timestamp, zone) end
$$;

-- The members of a mapping who may be assigned in the project, by their ids.
create or replace function app.importing_members(project uuid, ids uuid[])
  returns uuid[] language sql stable as $$
  select coalesce(array_agg(p.id), '{}') from (select distinct unnest(ids) as id) p
    where p.id is not null and app.assignee_problem(project, p.id) is null
$$;

-- Makes the tags, sprints and columns of drafts that the project lacks, and remembers which.
create or replace function app.make_for_import(i imports, drafts jsonb) returns void language plpgsql as $$
declare tag_ids uuid[]; column_ids uuid[] := '{}'; sprint_ids uuid[] := '{}'; one record; made_id uuid;
  next_day date;
begin
  with wanted as (select distinct on (app.folded(t.name)) t.name from jsonb_array_elements(drafts) d
      cross join lateral jsonb_array_elements_text(d->'tags') t(name) order by app.folded(t.name)),
  added as (insert into tags (project_id, name) select i.project_id, w.name from wanted w
    where not exists (select from tags g where g.org_id = i.org_id and g.deleted_at is null
      and (g.project_id is null or g.project_id = i.project_id) and app.folded(g.name) = app.folded(w.name))
    returning id)
  select coalesce(array_agg(id), '{}') into tag_ids from added;
  for one in select distinct on (app.folded(d->>'column')) d->>'column' as name, d->>'status' as status
      from jsonb_array_elements(drafts) d where d->>'column' is not null
        order by app.folded(d->>'column') loop
    continue when exists (select from board_columns c where c.org_id = i.org_id
      and c.project_id = i.project_id
      and app.folded(c.name) = app.folded(one.name));
    insert into board_columns (project_id, name, status, rank) values (i.project_id, left(one.name, 60),
      one.status,
      app.rank_between((select max(c.rank) from board_columns c where c.org_id = i.org_id
        and c.project_id = i.project_id), null)) returning id into made_id;
    column_ids := column_ids || made_id;
  end loop;
  for one in select d->>'sprint' as name, min(n) from jsonb_array_elements(drafts) with ordinality x(d, n)
      where d->>'sprint' is not null group by 1 order by 2 loop
    continue when exists (select from sprints s where s.org_id = i.org_id and s.project_id = i.project_id
      and s.deleted_at is null and app.folded(s.name) = app.folded(one.name));
    -- The file does not say when: fortnights after all others.
    next_day := greatest(app.org_today(), (select max(s.end_date) + 1 from sprints s where s.org_id = i.org_id
      and s.project_id = i.project_id and s.deleted_at is null));
    update projects p set sprint_counter = p.sprint_counter + 1 where p.org_id = i.org_id
      and p.id = i.project_id;
    insert into sprints (project_id, number, name, start_date, end_date)
      select p.id, p.sprint_counter, one.name, next_day, next_day + 13 from projects p
        where p.org_id = i.org_id and p.id = i.project_id returning id into made_id;
    sprint_ids := sprint_ids || made_id;
  end loop;
  if tag_ids || column_ids || sprint_ids <> '{}' then
    update imports x set made = jsonb_build_object(
        'tags', coalesce(x.made->'tags', '[]') || to_jsonb(tag_ids),
        'columns', coalesce(x.made->'columns', '[]') || to_jsonb(column_ids),
        'sprints', coalesce(x.made->'sprints', '[]') || to_jsonb(sprint_ids))
      where x.org_id = i.org_id and x.id = i.id;
  end if;
end $$;

-- What becomes of each draft: refused, skipped as its task is there already, or created.
create or replace function app.judge_import(i imports, drafts jsonb)
returns table (n int, draft jsonb, result text, object_id uuid, reason text)
language sql stable set plan_cache_mode = force_custom_plan as $$
  with given as materialized (select (d->>'n')::int as n, d, d->>'external_id' as key,
    d->>'problem' as problem,
      min((d->>'n')::int) over (partition by d->>'external_id') as first from jsonb_array_elements(drafts) d),
  judged as (select g.*, coalesce(g.problem, 'it is the same as line ' || coalesce(e.line,
        case when g.first < g.n then (select r.line from import_rows r where r.org_id = i.org_id
          and r.import_id = i.id and r.n = g.first) end)) as why
      from given g left join lateral (select r.line from import_rows r where r.org_id = i.org_id
        and r.import_id = i.id and r.external_id = g.key and r.n < g.n order by r.n limit 1) e on true)
  select x.n, x.d, case when x.why is not null then 'refused' when t.id is not null then 'skipped'
      else 'created' end, coalesce(t.id, case when x.why is null then uuidv7() end),
    coalesce(x.why, case when t.deleted_at is not null then 'it is in the trash' when t.id is not null
      then 'it is there already' else nullif(array_to_string(array(
        select jsonb_array_elements_text(x.d->'warnings')), '; '), '') end)
  from judged x left join lateral (select o.id, o.deleted_at from tasks o where o.project_id = i.project_id
      and x.why is null and o.external_source = split_part(i.source, '_', 1)
        and o.external_id = x.key offset 0) t
    on true
  order by 1
$$;

-- Writes drafts of at most 200 rows. Returns [{n, result, id, reason}].
create or replace function app.write_import(i imports, drafts jsonb) returns jsonb language plpgsql as $$
declare judged jsonb; created jsonb; zone text := i.mapping->>'time_zone'; members uuid[];
  saved text := coalesce(current_setting('app.importing', true),
    ''); copying text := coalesce(current_setting('app.copying', true), '');
  source text := split_part(i.source, '_', 1);
begin
  perform set_config('app.importing', 'on', true), set_config('app.copying', 'on', true),
    set_config('app.untold', 'on', true);
  perform 1 from projects p where p.org_id = i.org_id and p.id = i.project_id for no key update;
  select coalesce(jsonb_agg(to_jsonb(j) order by j.n), '[]') into judged from app.judge_import(i, drafts) j;
  select coalesce(jsonb_agg(j->'draft' || jsonb_build_object('id', j->'object_id') order by j->'n'),
    '[]') into created
    from jsonb_array_elements(judged) j where j->>'result' = 'created';
  perform app.make_for_import(i, created);
  members := app.importing_members(i.project_id, array(select (d->>'assignee')::uuid
    from jsonb_array_elements(created) d));
  perform app.insert_imported_tasks(i, source, app.with_subtasks(created), members, zone);
  insert into task_tags (task_id, tag_id)
    select distinct (d->>'id')::uuid, g.id from jsonb_array_elements(created) d
      cross join lateral jsonb_array_elements_text(d->'tags') t(name)
      cross join lateral (select o.id from tags o where o.org_id = i.org_id and o.deleted_at is null
        and (o.project_id is null or o.project_id = i.project_id) and app.folded(o.name) = app.folded(t.name)
        order by o.project_id nulls last, o.id limit 1) g;
  perform app.insert_imported_comments(i, judged, zone);
  perform app.store_import_results(i, judged);
  perform set_config('app.importing', saved, true), set_config('app.copying', copying, true),
    set_config('app.untold', saved, true);
  return judged;
end $$;

-- The drafts, each followed by its subtasks, which get their ids here.
create or replace function app.with_subtasks(drafts jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(x.value order by x.place, x.inner_place), '[]') from (
    select d.value - 'subtasks' as value, d.place, 0 as inner_place
      from jsonb_array_elements(drafts) with ordinality d(value, place)
    union all
    select jsonb_build_object('id', uuidv7(), 'n', d.value->'n', 'external_id', s.value->'external_id',
      'title',
        s.value->'title', 'parent_id', d.value->'id', 'status', case when (s.value->>'done')::boolean
          then 'done' else 'todo' end,
        'type', 'task', 'priority', 'medium', 'created_at', d.value->'created_at'), d.place, s.place
      from jsonb_array_elements(drafts) with ordinality d(value, place)
        cross join lateral jsonb_array_elements(d.value->'subtasks') with ordinality s(value, place)) x
$$;

-- Tasks in one statement, numbered and ranked after all others, at their own times.
create or replace function app.insert_imported_tasks(i imports, source text, drafts jsonb, members uuid[],
  zone text)
returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare total int := jsonb_array_length(drafts); first int; ranks text[] := '{}';
  rank text := (select t.rank from tasks t where t.org_id = i.org_id and t.project_id = i.project_id
    and t.deleted_at is null order by t.rank desc limit 1); saved text;
begin
  if total = 0 then return; end if;
  saved := app.suppress_audit();
  update projects p set task_counter = p.task_counter + total where p.org_id = i.org_id
    and p.id = i.project_id
    returning p.task_counter - total into first;
  perform set_config('app.suppress_audit', saved, true);
  for n in 1 .. total loop
    rank := app.rank_between(rank, null);
    ranks := ranks || rank;
  end loop;
  insert into tasks (id, project_id, number, rank, title, description, status, column_id, type, priority,
    assignee_id,
      reporter_id, imported_author, parent_id, sprint_id, estimate_points, estimate_minutes, start_date,
        due_date, created_at,
      started_at, completed_at, cancelled_at, progress_percent, archived_at, external_source, external_id)
    select (d->>'id')::uuid, i.project_id, first + x.place::int, ranks[x.place], d->>'title',
      d->>'description', d->>'status',
      coalesce(c.id, app.first_column(i.org_id, i.project_id, d->>'status')), d->>'type', d->>'priority',
        a.id,
      coalesce(r.id, i.started_by, i.created_by), d->>'imported_author', (d->>'parent_id')::uuid, s.id,
      (d->>'points')::numeric, (d->>'minutes')::int, (d->>'start_date')::date,
        (d->>'due_date')::date,
      coalesce(m.created, now()), m.started,
      case d->>'status' when 'done' then coalesce(m.completed, m.created, now()) end,
      case d->>'status' when 'cancelled' then coalesce(m.cancelled, m.created, now()) end,
      case d->>'status' when 'done' then 100 else 0 end, case when (d->>'archived')::boolean then now() end,
        source,
      d->>'external_id'
    from jsonb_array_elements(drafts) with ordinality x(d, place)
      cross join lateral (select least(app.import_moment(d->>'created_at', zone), now()) as created,
        app.import_moment(d->>'started_at', zone) as started, app.import_moment(d->>'completed_at',
          zone) as completed,
        app.import_moment(d->>'cancelled_at', zone) as cancelled offset 0) m
      left join lateral (select o.id from board_columns o where o.org_id = i.org_id
        and o.project_id = i.project_id
        and app.folded(o.name) = app.folded(d->>'column') and o.status = d->>'status') c on true
      left join lateral (select o.id from sprints o where o.org_id = i.org_id and o.project_id = i.project_id
        and o.deleted_at is null and app.folded(o.name) = app.folded(d->>'sprint')
          order by o.number limit 1) s on true
      left join lateral (select (d->>'assignee')::uuid as id
        where (d->>'assignee')::uuid = any (members)) a on true
      left join lateral (select o.user_id as id from organization_members o where o.org_id = i.org_id
        and o.user_id = (d->>'reporter')::uuid and o.status = 'active') r on true
    order by x.place;
end $$;

-- Comments of tasks that were created, and of those that were there what they lack.
create or replace function app.insert_imported_comments(i imports, judged jsonb, zone text)
  returns void language plpgsql as $$
begin
  with added as (
    insert into comments (task_id, body, author_id, imported_author, external_id, created_at, updated_at)
      select (j->>'object_id')::uuid, c->>'body', a.id, c->>'imported_author', c->>'external_id',
        coalesce(least(app.import_moment(c->>'at', zone), now()), now()), now()
      from jsonb_array_elements(judged) j cross join lateral jsonb_array_elements(j->'draft'->'comments')
          with ordinality x(c, place)
        left join lateral (select o.user_id as id from organization_members o where o.org_id = i.org_id
          and o.user_id = (c->>'author')::uuid and o.status = 'active') a on true
      where j->>'result' <> 'refused' and j->>'reason' is distinct from 'it is in the trash'
      order by (j->>'n')::int, x.place
      on conflict (org_id, task_id, external_id) where external_id is not null do nothing returning id,
        task_id)
  update import_rows r set comment_ids = x.ids from (select (j->>'n')::int as n, array_agg(a.id) as ids
      from jsonb_array_elements(judged) j join added a on a.task_id = (j->>'object_id')::uuid
      where j->>'result' = 'skipped' group by 1) x
    where r.org_id = i.org_id and r.import_id = i.id and r.n = x.n;
end $$;

-- What became of the rows, and a row for each file of theirs, which is not taken over.
create or replace function app.store_import_results(i imports, judged jsonb)
  returns void language plpgsql as $$
declare files int;
begin
  update import_rows r set external_id = left(j->'draft'->>'external_id', 255),
    alt_id = j->'draft'->>'alt_id',
      result = j->>'result', object_id = (j->>'object_id')::uuid, written_at = now()::timestamptz(3),
      reason = nullif(concat_ws('; ', j->>'reason', case when cardinality(r.comment_ids) > 0
        then format('%s newer comments were added', cardinality(r.comment_ids)) end), ''),
      data = case when j->>'result' = 'created' then nullif(j->'draft'->'links', 'null') end,
      task_ids = case when j->>'result' = 'created' then (j->>'object_id')::uuid || array(select t.id
        from tasks t
        where t.org_id = i.org_id and t.parent_id = (j->>'object_id')::uuid) else '{}' end
    from jsonb_array_elements(judged) j
    where r.org_id = i.org_id and r.import_id = i.id and r.n = (j->>'n')::int;
  select coalesce(max(r.n), 0) into files from import_rows r where r.org_id = i.org_id and r.import_id = i.id;
  insert into import_rows (import_id, project_id, n, line, object_kind, result, object_id, reason)
    select i.id, i.project_id, files + row_number() over (order by (j->>'n')::int, f.place),
        (select r.line from import_rows r where r.org_id = i.org_id and r.import_id = i.id
          and r.n = (j->>'n')::int),
        'file', 'refused', (j->>'object_id')::uuid, format('%s was not taken over: %s', f.value->>'name',
          f.value->>'url')
      from jsonb_array_elements(judged) j cross join lateral jsonb_array_elements(j->'draft'->'files')
        with ordinality f(value, place)
      where j->>'result' = 'created';
end $$;

-- What a preview of drafts would do: the same, rolled back. Returns the rows as they would be.
create or replace function app.preview_import(import uuid, drafts jsonb, mapping jsonb)
  returns json language plpgsql as $$
declare i imports; judged jsonb; rows json;
begin
  select * into i from imports x where x.org_id = app.org_id() and x.id = import;
  perform app.ensure(i.status = 'ready', 'WM409',
    format('the import is %s; only one that is ready can be previewed',
    i.status));
  i.mapping := mapping; i.started_by := app.user_id();
  begin
    judged := app.write_import(i, drafts);
    select coalesce(json_agg(json_build_object('line', r.line, 'result', j->>'result', 'reason', r.reason,
        'task', case when t.id is not null then json_build_object('title', t.title, 'status', t.status,
          'column', (select c.name from board_columns c where c.org_id = t.org_id and c.id = t.column_id),
          'type', t.type, 'priority', t.priority, 'assignee', (select u.name from users u
            where u.id = t.assignee_id),
          'imported_author', t.imported_author, 'tags', (select coalesce(json_agg(g.name
            order by app.folded(g.name)), '[]')
            from task_tags k join tags g on g.org_id = k.org_id and g.id = k.tag_id
            where k.org_id = t.org_id and k.task_id = t.id),
          'sprint', (select s.name from sprints s where s.org_id = t.org_id and s.id = t.sprint_id),
          'created_at', app.utc(t.created_at), 'completed_at', app.utc(t.completed_at), 'due_date',
            t.due_date,
          'comments', (select count(*) from comments k where k.org_id = t.org_id and k.task_id = t.id),
          'subtasks', t.child_count, 'archived', t.archived_at is not null) end) order by r.n),
            '[]') into rows
      from jsonb_array_elements(judged) j join import_rows r on r.org_id = i.org_id and r.import_id = i.id
          and r.n = (j->>'n')::int
        left join tasks t on t.org_id = i.org_id and t.id = r.object_id and j->>'result' = 'created';
    raise exception using errcode = 'WMPRE';
  exception when sqlstate 'WMPRE' then null;
  end;
  return json_build_object('rows', rows, 'counts', (select json_build_object(
      'created', count(*) filter (where j->>'result' = 'created'), 'skipped',
        count(*) filter (where j->>'result' = 'skipped'),
      'refused', count(*) filter (where j->>'result' = 'refused')) from jsonb_array_elements(judged) j),
    'row_count', i.row_count, 'unmapped_states', app.unmapped_states(i));
end $$;
