-- Creating tasks alone, in bulk and with subtasks, and bulk changes.

-- All problems with a new task of a project.
create or replace function app.draft_problems(project uuid, draft jsonb, field_prefix text) returns text[]
language sql stable as $$
  select app.task_problems(null, jsonb_populate_record(null::tasks, d.draft_row), d.draft_row, field_prefix)
    from (select draft || jsonb_build_object('project_id', project, 'status', 'todo')) d(draft_row)
$$;

-- The project of a new task. Raises 422 if the draft is invalid.
create or replace function app.check_task_draft(project uuid, draft jsonb) returns uuid language plpgsql as $$
begin
  perform app.ensure_fields(app.draft_problems(project, draft, 'body'));
  return project;
end $$;

-- Creates a task from a validated draft, as a copy or in bulk. Returns the warnings.
create or replace function app.create_task(project uuid, draft jsonb) returns text[] language plpgsql as $$
declare new_task tasks := jsonb_populate_record(null::tasks, draft); warnings text[];
begin
  insert into tasks (id, project_id, title, description, type, priority, parent_id, sprint_id, milestone_id,
      column_id, estimate_points, estimate_minutes, start_date, due_date, external_source, external_id,
      imported_author)
    values (new_task.id, project, new_task.title, new_task.description, coalesce(new_task.type, 'task'),
      coalesce(new_task.priority, 'medium'), new_task.parent_id, new_task.sprint_id, new_task.milestone_id, new_task.column_id,
      new_task.estimate_points, new_task.estimate_minutes, new_task.start_date, new_task.due_date, new_task.external_source,
      new_task.external_id, new_task.imported_author)
    returning app.check_task(old, new) into warnings;
  if draft ? 'tag_ids' then
    insert into task_tags (task_id, tag_id)
      select new_task.id, value::uuid from jsonb_array_elements_text(draft->'tag_ids');
  end if;
  return warnings;
end $$;

-- The first of drafts whose external id another one or a task of the project has is refused, by its place.
create or replace function app.require_new_external_ids(project uuid, drafts jsonb, field_prefix text) returns void
language plpgsql as $$
declare twin record; taken int;
begin
  select x.n, x.first into twin from (select d.n - 1 as n, min(d.n) over (partition by d.value->>'external_source',
          d.value->>'external_id') - 1 as first
        from jsonb_array_elements(drafts) with ordinality d(value, n) where d.value->>'external_id' is not null) x
    where x.n <> x.first order by x.n limit 1;
  perform app.ensure(twin is null, 'WM422', format('%1$s[%2$s].external_id: is that of %1$s[%3$s] too',
    field_prefix, twin.n, twin.first));
  select min(d.n) - 1 into taken from jsonb_array_elements(drafts) with ordinality d(value, n)
    join tasks t on t.org_id = app.org_id() and t.project_id = project and t.external_source = d.value->>'external_source'
      and t.external_id = d.value->>'external_id';
  perform app.ensure(taken is null, 'WM409',
    format('%s[%s].external_id: a task with this external id exists in the project already', field_prefix, taken));
end $$;

-- Creates all drafts in order, or none; the assignees that drafts name are set at this point. The caller
-- locks the project.
create or replace function app.create_tasks(project uuid, drafts jsonb, field_prefix text) returns text[] language plpgsql as $$
declare draft jsonb; n int := 0; problems text[] := '{}'; warnings text[] := '{}';
begin
  if drafts @? '$[*].external_id' then perform app.require_new_external_ids(project, drafts, field_prefix); end if;
  for draft in select d.value from jsonb_array_elements(drafts) with ordinality d(value, n) order by d.n loop
    problems := problems || app.draft_problems(project, draft, format('%s[%s]', field_prefix, n));
    if problems = '{}' then warnings := warnings || app.create_assigned_task(project, draft); end if;
    n := n + 1;
  end loop;
  perform app.ensure_fields(problems);
  return array(select distinct w from unnest(warnings) w);
end $$;

create or replace function app.create_assigned_task(project uuid, draft jsonb) returns text[] language plpgsql as $$
declare warnings text[] := app.create_task(project, draft);
begin
  if draft->>'assignee_id' is null then return warnings; end if;
  return warnings
    || app.change_task((draft->>'id')::uuid, jsonb_build_object('assignee_id', draft->'assignee_id'), 'body');
end $$;

-- Creates a task with its subtasks, or nothing. Returns {warnings, subtasks} for the response.
create or replace function app.create_task_tree(project uuid, root jsonb, children jsonb, web text) returns json
language plpgsql as $$
declare warnings text[];
begin
  perform app.check_task_draft(project, root);
  warnings := app.create_assigned_task(project, root) || app.create_tasks(project, children, 'body.children');
  return json_build_object('warnings', array(select distinct w from unnest(warnings) w), 'subtasks', app.tasks_json(
    array(select (d.value->>'id')::uuid from jsonb_array_elements(children) with ordinality d(value, n) order by d.n), web));
end $$;

-- Locks the tasks' projects and then the tasks, in a consistent order.
create or replace function app.lock_tasks(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from projects p where p.org_id = app.org_id() and p.id = any (array(select t.project_id
    from tasks t where t.org_id = app.org_id() and t.id = any (ids))) order by p.id for no key update;
  perform 1 from tasks t where t.org_id = app.org_id() and t.id = any (ids) order by t.id for no key update;
end $$;

-- One task of a bulk change: the checks of path admission for a single one, then the change.
create or replace function app.change_listed_task(task uuid, patch jsonb, field_prefix text) returns text[]
language plpgsql as $$
declare project projects;
begin
  select p.* into project from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = app.org_id() and t.id = task and t.deleted_at is null and p.deleted_at is null and app.can_see_project(p.id);
  if not found then perform app.refuse('WM422', field_prefix || ': not found'); end if;
  perform app.ensure(project.archived_at is null, 'WM409', 'project is archived');
  return app.change_task(task, patch, 'body.patch');
end $$;

create or replace function app.try_change(task uuid, patch jsonb, field_prefix text) returns json
language plpgsql as $$
begin
  return json_build_object('task_id', task, 'key', app.task_key(task), 'ok', true, 'warnings',
    app.change_listed_task(task, patch, field_prefix));
exception when sqlstate 'WM409' or sqlstate 'WM422' then
  return json_build_object('task_id', task, 'ok', false, 'error', json_build_object('code',
    case sqlstate when 'WM409' then 'conflict' else 'validation_error' end, 'message', sqlerrm));
end $$;

-- Changes many tasks: all or none if atomic, else independently. Returns a result per task, in the given
-- order.
create or replace function app.change_tasks(ids uuid[], patch jsonb, atomic boolean) returns json
language plpgsql as $$
declare results json[] := '{}'; field_prefix text; warnings text[];
begin
  perform app.lock_tasks(ids);
  for n in 1 .. cardinality(ids) loop
    field_prefix := format('body.task_ids[%s]', n - 1);
    if atomic then
      warnings := app.change_listed_task(ids[n], patch, field_prefix);
      results := results || json_build_object('task_id', ids[n], 'key', app.task_key(ids[n]), 'ok', true, 'warnings', warnings);
    else
      results := results || app.try_change(ids[n], patch, field_prefix);
    end if;
  end loop;
  return json_build_object('results', results);
end $$;

-- Changes the tasks that match a filter: at most 100, and none if the filter references something that does
-- not exist.
create or replace function app.change_matching_tasks(ids uuid[], missing json, patch jsonb, atomic boolean) returns json
language plpgsql as $$
begin
  perform app.ensure_fields(array(select json_array_elements_text(missing)));
  perform app.ensure(cardinality(ids) <= 100, 'WM422', 'body.filter: matches more than 100 tasks; narrow it');
  return app.change_tasks(ids, patch, atomic);
end $$;
