-- Task placement: rank in the project's single order, transfer to another project, copies. All need the
-- project lock, taken before any of its tasks' locks.

-- Why a task cannot be placed next to another, or null.
create or replace function app.neighbour_problem(task tasks, neighbour uuid) returns text language sql stable as $$
  select case when neighbour = task.id then 'the task itself'
    when not exists (select from tasks t where t.org_id = app.org_id() and t.project_id = task.project_id
      and t.id = neighbour and t.deleted_at is null) then 'not found in the project' end
$$;

-- A task's rank for a requested place in its project.
create or replace function app.task_rank(task tasks, placement jsonb) returns text language sql as $$
  select app.rank_for_place('tasks', format('r.project_id = %L and r.deleted_at is null', task.project_id), task.id, placement)
$$;

create or replace function app.transfer_problem(task tasks, target uuid) returns text
language plpgsql stable as $$
declare project projects;
begin
  select * into project from projects p
    where p.org_id = app.org_id() and p.id = target and p.deleted_at is null and app.can_see_project(p.id);
  return 'body.project_id: ' || case when project.id is null then 'not found'
    when project.id = task.project_id then 'the task is in this project already'
    when project.archived_at is not null then 'the project is archived' end;
end $$;

-- What tasks leave behind when transferred: the old project's tags, and the first task's other placements.
create or replace function app.transfer_losses(task tasks, ids uuid[]) returns json language sql stable as $$
  select json_build_object(
    'tags', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color)
        order by app.folded(g.name)), '[]') from tags g where g.org_id = app.org_id() and g.project_id = task.project_id
      and exists (select from task_tags tt where tt.org_id = g.org_id and tt.tag_id = g.id and tt.task_id = any (ids))),
    'sprint', case when task.sprint_id is not null then json_build_object('id', task.sprint_id) end,
    'milestone', (select json_build_object('id', m.id, 'name', m.name) from milestones m
      where m.org_id = app.org_id() and m.id = task.milestone_id),
    'column', (select json_build_object('id', c.id, 'name', c.name) from board_columns c
      where c.org_id = app.org_id() and c.id = task.column_id))
$$;

-- Transfers one task: number, rank, column and the alias of the old key come by trigger.
create or replace function app.transfer_single_task(task tasks, target uuid, parent uuid) returns text[]
language plpgsql as $$
declare keeps_assignee boolean := app.assignee_problem(target, task.assignee_id) is null; updated tasks;
begin
  update tasks t set project_id = target, parent_id = parent, sprint_id = null, milestone_id = null,
      assignee_id = case when keeps_assignee then t.assignee_id end
    where t.org_id = app.org_id() and t.id = task.id returning t.* into updated;
  delete from task_tags tt using tags g where tt.org_id = app.org_id() and tt.task_id = task.id
    and g.org_id = tt.org_id and g.id = tt.tag_id and g.project_id = task.project_id;
  return app.check_task(task, updated) || case when keeps_assignee then '{}'
    else array['unassigned: the assignee has no access to the project'] end;
end $$;

-- Moves a task to another project, with its subtasks or leaving them behind without a parent. Returns what
-- was dropped.
create or replace function app.transfer_task(task_id uuid, target uuid, with_subtasks boolean) returns json
language plpgsql as $$
declare task tasks; item tasks; ids uuid[]; losses json; warnings text[] := '{}';
begin
  select * into task from tasks t where t.org_id = app.org_id() and t.id = task_id;
  perform app.ensure_fields(array[app.transfer_problem(task, target)]);
  if not with_subtasks then
    update tasks t set parent_id = null where t.org_id = app.org_id() and t.parent_id = task_id;
  end if;
  ids := array(select s.id from app.subtree(task_id) s);
  losses := app.transfer_losses(task, ids);
  for item in select t.* from unnest(ids) with ordinality i(id, place) join tasks t
      on t.org_id = app.org_id() and t.id = i.id order by i.place loop
    warnings := warnings || app.transfer_single_task(item, target, case when item.id <> task_id then item.parent_id end);
  end loop;
  return json_build_object('warnings', array(select distinct w from unnest(warnings || (
      select format('shared: %s now see%s it', case when count(*) = 1 then 'one other organization' else count(*)
        || ' other organizations' end, case when count(*) = 1 then 's' else '' end)
      from project_shares s where s.org_id = app.org_id() and s.project_id = target and s.status = 'accepted'
      having count(*) > 0)) w where w is not null), 'dropped', losses);
end $$;

-- Copies a task as new (to do, last, without assignee, sprint, recurrence and external id; the system that its
-- text came from stays). `include` has switches for subtasks, tags, comments and attachments. `copy` is the id
-- of the new task.
create or replace function app.duplicate_task(source uuid, copy uuid, include jsonb) returns text[]
language plpgsql as $$
declare item tasks; draft jsonb; copies jsonb := jsonb_build_object(source::text, copy); warnings text[] := '{}';
begin
  for item in select t.* from app.subtree(source) s join tasks t on t.org_id = app.org_id() and t.id = s.id
      where s.depth = 0 or (include->>'subtasks')::boolean order by s.path loop
    copies := jsonb_build_object(item.id::text, uuidv7()) || copies;
    draft := to_jsonb(item) || jsonb_build_object('id', copies->>item.id::text, 'column_id', null, 'sprint_id', null,
      'parent_id', coalesce(copies->>item.parent_id::text, item.parent_id::text),
      'external_id', null, 'tag_ids', case when (include->>'tags')::boolean then app.tags_of(item.id)
        else '[]' end);
    if item.id = source then
      perform app.require_free_parent(item);
      draft := draft || jsonb_build_object('title', left(item.title, 248) || ' (copy)');
    end if;
    warnings := warnings || app.create_task(item.project_id, draft);
    if (include->>'comments')::boolean then perform app.copy_comments(item.id, (copies->>item.id::text)::uuid); end if;
    if (include->>'attachments')::boolean then
      perform app.copy_attachments('task', item.id, (copies->>item.id::text)::uuid);
    end if;
  end loop;
  return array(select distinct w from unnest(warnings) w);
end $$;

-- Copies the comments of a task that the caller may read, keeping author and time. Nobody is notified of them
-- again.
create or replace function app.copy_comments(source uuid, copy uuid) returns void
language plpgsql as $$
declare saved text := coalesce(current_setting('app.copying', true), ''); c comments; copies jsonb := '{}';
begin
  perform set_config('app.copying', 'on', true);
  for c in select o.* from comments o where o.org_id = app.org_id() and o.task_id = source
      and o.deleted_at is null order by o.parent_id nulls first, o.id loop
    continue when c.parent_id is not null and not copies ? c.parent_id::text;
    copies := copies || jsonb_build_object(c.id::text, uuidv7());
    insert into comments (id, task_id, parent_id, body, author_id, author_type, is_internal, created_at, edited_at,
        resolved_at, resolved_by, imported_author)
      values ((copies->>c.id::text)::uuid, copy, (copies->>c.parent_id::text)::uuid, c.body, c.author_id, c.author_type,
        c.is_internal, c.created_at, c.edited_at, c.resolved_at, c.resolved_by, c.imported_author);
  end loop;
  perform set_config('app.copying', saved, true);
end $$;

create or replace function app.require_free_parent(task tasks) returns void language plpgsql as $$
declare problem text := app.parent_problem(task.project_id, null, task.parent_id);
begin
  perform app.ensure(problem is null, 'WM409', 'parent ' || problem);
end $$;

create or replace function app.tags_of(task uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(tt.tag_id), '[]') from task_tags tt join tags g on g.org_id = tt.org_id and g.id = tt.tag_id
  where tt.org_id = app.org_id() and tt.task_id = task and g.deleted_at is null
$$;
