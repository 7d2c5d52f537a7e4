-- How many working days a copy shifts, so that its earliest date lands on the wanted one.
create or replace function app.copy_shift(source uuid, start date, with_tasks boolean, week app.work_calendar)
returns int language sql stable as $$
  select app.working_days_between(min(day), start, week) from (
    select least(p.start_date, p.target_date) as day from projects p where p.org_id = app.org_id() and p.id = source
    union all select least(t.start_date, t.due_date) from tasks t
      where with_tasks and t.org_id = app.org_id() and t.project_id = source and t.deleted_at is null) d
$$;

-- Copies a project under another name and key, its dates shifted to begin on a day. `include` has switches
-- for columns, tags, tasks, documents and automations. Tasks start over: to do, unassigned, numbered from 1,
-- in the same tree.
create or replace function app.duplicate_project(source uuid, copy uuid, new_key text, new_name text, start date,
  include jsonb) returns void language plpgsql as $$
declare org uuid := app.org_id(); week app.work_calendar := app.org_week();
  shift int := app.copy_shift(source, start, (include->>'tasks')::boolean, week);
begin
  insert into projects (id, key, name, description, visibility, color, icon, start_date, target_date, client_id,
      timezone, estimate_unit, budget_minutes, budget_minor, hourly_rate_minor, settings)
    select copy, coalesce(new_key, app.generate_project_key(new_name)), new_name, p.description, p.visibility, p.color, p.icon,
      app.shift_date(p.start_date, shift, week),
      app.shift_date(p.target_date, shift, week),
      p.client_id, p.timezone, p.estimate_unit, p.budget_minutes, p.budget_minor, p.hourly_rate_minor, p.settings
    from projects p where p.org_id = org and p.id = source;
  if (include->>'columns')::boolean then perform app.copy_columns(source, copy);
  else perform app.default_columns(copy); end if;
  perform app.copy_tasks(source, copy, (include->>'tags')::boolean, (include->>'tasks')::boolean, shift, week);
  if (include->>'documents')::boolean then perform app.copy_documents(source, copy); end if;
  if (include->>'automations')::boolean then perform app.copy_automations(source, copy); end if;
end $$;

create or replace function app.shift_date(day date, shift int, week app.work_calendar) returns date
language sql immutable parallel safe
  as $$ select case when shift is null then day else app.add_working_days(day, shift, week) end $$;

create or replace function app.default_columns(project uuid) returns void language sql as $$
  insert into board_columns (project_id, name, status, rank)
    values (project, 'To do', 'todo', 'a0'), (project, 'In progress', 'in_progress', 'a1'),
      (project, 'Done', 'done', 'a2')
$$;

create or replace function app.copy_columns(source uuid, copy uuid) returns void language sql as $$
  insert into board_columns (project_id, name, status, rank, wip_limit, color)
    select copy, c.name, c.status, c.rank, c.wip_limit, c.color from board_columns c
    where c.org_id = app.org_id() and c.project_id = source
$$;

create or replace function app.copy_tasks(source uuid, copy uuid, with_tags boolean, with_tasks boolean, shift int,
  week app.work_calendar) returns void language plpgsql as $$
declare org uuid := app.org_id();
begin
  with labels as materialized (select g.*, uuidv7() as new from tags g
      where with_tags and g.org_id = org and g.project_id = source and g.deleted_at is null),
  tagged as (insert into tags (id, project_id, name, color, description)
    select new, copy, name, color, description from labels),
  map as materialized (select t.id as old, uuidv7() as new, row_number() over (order by t.number) as number
      from tasks t where with_tasks and t.org_id = org and t.project_id = source and t.deleted_at is null),
  copied as (insert into tasks (id, project_id, number, title, description, priority, type, parent_id, column_id, rank,
      estimate_points, estimate_minutes, start_date, due_date, rrule, recurrence_mode, external_source,
      imported_author)
    select m.new, copy, m.number, t.title, t.description, t.priority, t.type, parent.new, app.column_in_copy(
      copy, t.column_id), t.rank, t.estimate_points, t.estimate_minutes, app.shift_date(t.start_date, shift, week),
      app.shift_date(t.due_date, shift, week), t.rrule, t.recurrence_mode, t.external_source,
      t.imported_author
    from map m join tasks t on t.id = m.old left join map parent on parent.old = t.parent_id)
  insert into task_tags (task_id, tag_id)
    select m.new, coalesce(l.new, g.id) from map m join task_tags tt on tt.org_id = org and tt.task_id = m.old
      join tags g on g.id = tt.tag_id and g.deleted_at is null left join labels l on l.id = g.id
      where l.id is not null or g.project_id is null;
  update tasks t set child_count = c.children from (select parent_id, count(*) as children from tasks
      where org_id = org and project_id = copy and parent_id is not null group by parent_id) c
    where t.org_id = org and t.id = c.parent_id and t.child_count <> c.children;
  update projects p set task_counter = greatest(p.task_counter, (select max(t.number) from tasks t
      where t.org_id = org and t.project_id = copy)) where p.org_id = org and p.id = copy;
end $$;

-- The board column of a copied task: the old column's namesake if it shows todo, else the first that does.
create or replace function app.column_in_copy(project uuid, source_column uuid) returns uuid language sql stable as $$
  select c.id from board_columns c left join board_columns o on o.org_id = c.org_id and o.id = source_column
    where c.org_id = app.org_id() and c.project_id = project and c.status = 'todo'
    order by (app.folded(c.name) = app.folded(o.name)) is true desc, c.rank limit 1
$$;
