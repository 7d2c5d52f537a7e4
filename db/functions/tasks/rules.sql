-- Validation of every task write, before and after it. Problems are collected into one 422; conflicts with
-- the current state are 409; the rest are warnings.

-- True if the caller may see the project; the same rule as `visible` and the row-level policies.
create or replace function app.can_see_project(project uuid) returns boolean language sql stable as $$
  select project is null or (project <> all (app.hidden_projects())
    and (app.only_project() is null or project = app.only_project()))
$$;

-- Today in the organization.
create or replace function app.org_today() returns date language sql stable as $$
  select app.today(o.timezone) from organizations o where o.id = app.org_id()
$$;

-- True for an active member who may open the project: it is public, or they are a member of it, or an admin.
create or replace function app.can_open(project uuid, person uuid) returns boolean language sql stable as $$
  select exists (select from projects p
    join organization_members m on m.org_id = p.org_id and m.user_id = person and m.status = 'active'
    where p.org_id = app.org_id() and p.id = project and (p.visibility = 'organization'
      or app.level_of(app.acting_role(m.role, m.viewer_from)) >= 40
      or exists (select from project_members pm
        where pm.org_id = p.org_id and pm.project_id = p.id and pm.user_id = person)))
$$;

-- Why a person cannot be assigned in a project, or null.
create or replace function app.assignee_problem(project uuid, person uuid) returns text
language sql stable as $$
  select case when person is null then null when m.role is null then 'not an active member'
      when m.role = 'viewer' then 'a viewer cannot be assigned'
      when not app.can_open(project, person) then 'has no access to the project' end
    from (select 1) one left join organization_members m
      on m.org_id = app.org_id() and m.user_id = person and m.status = 'active'
$$;

create or replace function app.column_problem(project uuid, requested uuid, status text) returns text
language sql stable as $$
  select case when requested is null then null when s.shown is null then 'not found'
      when s.shown <> status then 'shows the status ' || s.shown || ', not ' || status end
    from (select app.status_of_column(app.org_id(), project, requested) shown) s
$$;

create or replace function app.sprint_problem(project uuid, requested uuid) returns text
language sql stable as $$
  select case when requested is null then null when s.id is null then 'not found'
      when s.project_id <> project then 'a sprint of another project' end
    from (select 1) one left join sprints s
      on s.org_id = app.org_id() and s.id = requested and s.deleted_at is null and app.can_see_project(s.project_id)
$$;

create or replace function app.milestone_problem(project uuid, requested uuid) returns text
language sql stable as $$
  select case when requested is null then null when m.id is null then 'not found'
      when m.project_id <> project then 'a milestone of another project' end
    from (select 1) one left join milestones m
      on m.org_id = app.org_id() and m.id = requested and m.deleted_at is null and app.can_see_project(m.project_id)
$$;

-- A task's ancestors, nearest first.
create or replace function app.ancestors(task uuid)
returns table (id uuid, distance int, live boolean, project_id uuid)
language sql stable as $$
  with recursive up as (
    select t.parent_id as id, 1 as distance from tasks t where t.org_id = app.org_id() and t.id = task
    union all select t.parent_id, up.distance + 1 from up
      join tasks t on t.org_id = app.org_id() and t.id = up.id where up.distance < 50)
  select t.id, up.distance, t.deleted_at is null, t.project_id from up
    join tasks t on t.org_id = app.org_id() and t.id = up.id order by up.distance
$$;

-- A task and its descendants: the live ones, or those trashed with `root`. In tree order.
create or replace function app.subtree(task uuid, root uuid default null)
returns table (id uuid, depth int, path text[]) language sql stable as $$
  with recursive down as (
    select t.id, 0 as depth, array[t.rank, t.id::text] as path
      from tasks t where t.org_id = app.org_id() and t.id = task
    union all select t.id, down.depth + 1, down.path || array[t.rank, t.id::text] from down
      join tasks t on t.org_id = app.org_id() and t.parent_id = down.id and down.depth < 50
        and t.deleted_root is not distinct from root)
  select d.id, d.depth, d.path from down d order by d.path
$$;

create or replace function app.open_children(task uuid) returns bigint language sql stable as $$
  select count(*) from tasks t where t.org_id = app.org_id() and t.parent_id = task and t.deleted_at is null
    and t.status in ('todo', 'in_progress')
$$;

-- Why a task (null for a new one) cannot be put under a parent, or null. Five levels of subtasks, 200 open
-- ones per parent. Safe against concurrent edges only under the project lock.
create or replace function app.parent_problem(project uuid, task uuid, parent uuid) returns text
language plpgsql stable as $$
declare parent_task tasks;
begin
  if parent is null then return null; end if;
  if parent = task then return 'the task itself'; end if;
  select * into parent_task from tasks t
    where t.org_id = app.org_id() and t.id = parent and t.deleted_at is null and app.can_see_project(t.project_id);
  if not found then return 'not found'; end if;
  if parent_task.project_id <> project then return 'a task of another project'; end if;
  if exists (select from app.ancestors(parent) a where a.id = task) then return 'one of its own subtasks'; end if;
  if 1 + (select count(*) from app.ancestors(parent)) + coalesce((select max(s.depth) from app.subtree(task) s), 0) > 5
  then return 'more than 5 levels of subtasks'; end if;
  if app.open_children(parent) >= 200 then return 'has 200 open subtasks already'; end if;
  return null;
end $$;

create or replace function app.tags_problem(project uuid, requested jsonb) returns text language sql stable as $$
  select case when (select count(*) from tags g where g.org_id = app.org_id() and g.deleted_at is null
      and (g.project_id is null or g.project_id = project)
      and g.id in (select value::uuid from jsonb_array_elements_text(requested))) <> jsonb_array_length(requested)
    then 'not found, or a tag of another project' end
$$;

-- All problems with a change from `before` (all null for a new task) to `after`. Only changes are checked.
create or replace function app.task_problems(before tasks, after tasks, patch jsonb, field_prefix text) returns text[]
language sql stable as $$
  select coalesce(array_agg(field_prefix || '.' || p.field || ': ' || p.why), '{}') from (values
    ('assignee_id', case when after.assignee_id is distinct from before.assignee_id
      then app.assignee_problem(after.project_id, after.assignee_id) end),
    ('parent_id', case when after.parent_id is distinct from before.parent_id
      then app.parent_problem(after.project_id, before.id, after.parent_id) end),
    ('sprint_id', case when after.sprint_id is distinct from before.sprint_id
      then app.sprint_problem(after.project_id, after.sprint_id) end),
    ('milestone_id', case when after.milestone_id is distinct from before.milestone_id
      then app.milestone_problem(after.project_id, after.milestone_id) end),
    ('column_id', case when patch ? 'column_id'
      then app.column_problem(after.project_id, after.column_id, patch->>'status') end),
    ('due_date', case when patch ? 'due_date' and after.due_date < after.start_date then 'before start_date' end),
    ('start_date', case when not patch ? 'due_date' and after.due_date < after.start_date then 'after due_date' end),
    ('tag_ids', case when patch ? 'tag_ids' then app.tags_problem(after.project_id, patch->'tag_ids') end),
    ('before_id', case when patch ? 'before_id' then app.neighbour_problem(before, (patch->>'before_id')::uuid) end),
    ('after_id', case when patch ? 'after_id' then app.neighbour_problem(before, (patch->>'after_id')::uuid) end)
  ) p(field, why) where p.why is not null
$$;

-- Warnings about a written task, or 409 if the project's settings forbid it. Used in `returning`, so it must
-- not rely on seeing the row itself. For a new task this also decides a race with archiving or deleting its
-- project, whose lock it holds since it took its number.
create or replace function app.check_task(before tasks, after tasks) returns text[] language plpgsql as $$
declare settings jsonb; unit text; is_open boolean; warnings text[] := '{}'; problem text; sprint sprints;
begin
  if (after.column_id, after.status, after.sprint_id, after.archived_at, after.estimate_points, after.estimate_minutes)
      is not distinct from (before.column_id, before.status, before.sprint_id, before.archived_at, before.estimate_points,
        before.estimate_minutes) then
    return warnings;
  end if;
  select p.settings, p.estimate_unit, p.archived_at is null and p.deleted_at is null into settings, unit, is_open
    from projects p where p.org_id = app.org_id() and p.id = after.project_id;
  if before.id is null then perform app.ensure(is_open, 'WM409', 'project is archived or deleted'); end if;
  if after.status = 'done' and before.status is distinct from 'done' then
    warnings := array_remove(array[app.children_warning(after.id),
      app.blockers_warning(after, (settings->>'enforce_blockers')::boolean)], null);
  end if;
  if after.sprint_id is not null then
    select * into sprint from sprints s where s.org_id = app.org_id() and s.id = after.sprint_id;
    perform app.ensure(after.sprint_id is not distinct from before.sprint_id or sprint.state in ('planned', 'active'), 'WM409',
      'the sprint is ' || sprint.state);
    if sprint.state = 'active' and after.status in ('todo', 'in_progress')
        and (case unit when 'minutes' then after.estimate_minutes else after.estimate_points end) is null then
      warnings := warnings || format('not estimated in %s, though in the running sprint %s', unit, sprint.name);
    end if;
  end if;
  if after.column_id is distinct from before.column_id or before.archived_at is not null and after.archived_at is null then
    problem := app.wip_warning(after, coalesce(settings->>'wip_policy', 'warn'));
  end if;
  return case when problem is null then warnings else warnings || problem end;
end $$;

create or replace function app.children_warning(task uuid) returns text language sql stable as $$
  select case when n = 1 then '1 subtask is still open' when n > 1 then n || ' subtasks are still open' end
  from (select app.open_children(task) offset 0) o(n)
$$;

create or replace function app.blockers_warning(task tasks, enforced boolean) returns text
language plpgsql as $$
declare problem text;
begin
  if task.open_blocker_count > 0 then problem := 'blocked by ' || app.blocker_keys(task.id); end if;
  if problem is null then return null; end if;
  perform app.ensure(enforced is not true, 'WM409', problem);
  return problem;
end $$;

-- A column counts its live, unarchived cards. Entering a full one is a warning, or rejected by policy
-- `block`; the count is exact under the project lock.
create or replace function app.wip_warning(task tasks, policy text) returns text language plpgsql as $$
declare col board_columns; card_total bigint; problem text;
begin
  select * into col from board_columns c where c.org_id = app.org_id() and c.id = task.column_id;
  if policy = 'off' or col.wip_limit is null or task.archived_at is not null then return null; end if;
  select count(*) + 1 into card_total from tasks t where t.org_id = app.org_id() and t.project_id = task.project_id
    and t.column_id = col.id and t.id <> task.id and t.deleted_at is null and t.archived_at is null;
  if card_total <= col.wip_limit then return null; end if;
  problem := format('column %s holds %s of at most %s', col.name, card_total, col.wip_limit);
  perform app.ensure(policy <> 'block', 'WM409', problem);
  return problem;
end $$;

-- Raises 422 or 409 if a change of a task is invalid, else returns the resulting row: keys that are present
-- are set, null clears. `field_prefix` precedes the field of each problem; `expected_version` is the version
-- that the change is based on, to merge with later changes.
create or replace function app.check_task_change(task_id uuid, patch jsonb, field_prefix text, expected_version int default null)
returns tasks language plpgsql as $$
declare before tasks; changed tasks;
begin
  select * into before from tasks t
    where t.org_id = app.org_id() and t.id = task_id and t.deleted_at is null for no key update;
  changed := jsonb_populate_record(before, patch);
  perform app.ensure_fields(app.task_problems(before, changed, patch, field_prefix));
  if expected_version is not null then
    perform app.check_version('tasks', task_id, expected_version, array(select jsonb_object_keys(patch)));
  end if;
  if changed.parent_id <> coalesce(before.parent_id, task_id) then
    perform app.require_no_cycle(task_id, changed.parent_id);
  end if;
  return changed;
end $$;

-- Changes a task in bulk, in a sprint or by a rule. Returns the warnings.
create or replace function app.change_task(task_id uuid, patch jsonb, field_prefix text) returns text[]
language plpgsql as $$
declare changed tasks := app.check_task_change(task_id, patch, field_prefix); warnings text[];
begin
  if patch ? 'archived' then
    changed.archived_at := case when (patch->>'archived')::boolean then coalesce(changed.archived_at, now()) end;
  end if;
  update tasks t set title = changed.title, description = changed.description, status = changed.status,
      priority = changed.priority, type = changed.type, assignee_id = changed.assignee_id,
      parent_id = changed.parent_id, sprint_id = changed.sprint_id, milestone_id = changed.milestone_id,
      column_id = changed.column_id, rank = changed.rank, estimate_points = changed.estimate_points,
      estimate_minutes = changed.estimate_minutes, progress_percent = changed.progress_percent,
      start_date = changed.start_date, due_date = changed.due_date, rrule = changed.rrule,
      recurrence_mode = changed.recurrence_mode, archived_at = changed.archived_at
    where t.org_id = app.org_id() and t.id = task_id returning app.check_task(old, new) into warnings;
  return warnings;
end $$;
