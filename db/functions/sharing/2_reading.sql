-- What a share shows. `enter_share` enters the organization of the owner as somebody who may read that one
-- project and nothing else, so that row-level security holds whatever the statements after it name; they
-- answer with a fixed choice of fields. Nothing is copied or kept: each request asks again whether the share
-- stands.

-- Enters what a share shows: of another organization to the entered one, or of the entered one itself, to see
-- what the other side sees.
create or replace function app.enter_share(share uuid, preview boolean default false) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s record; settings text[];
begin
  select x.id, x.org_id, x.project_id, x.include into s
    from project_shares x join organizations o on o.id = x.org_id and o.deleted_at is null
      and o.status = 'active'
      join projects p on p.org_id = x.org_id and p.id = x.project_id and p.deleted_at is null
    where x.id = share and case when preview then x.org_id = org_id() and x.status in ('pending', 'accepted')
      else x.target_org_id = org_id() and x.status = 'accepted' and not is_past(x.access_until,
        o.timezone) end;
  if not found then perform refuse('WM404', 'shared project not found'); end if;
  settings := array[set_config('app.org_id', s.org_id::text, true), set_config('app.user_id', '', true),
    set_config('app.rank', '0', true), set_config('app.hidden_projects', '{}', true),
    set_config('app.viewed_projects', '{}', true), set_config('app.only_project', s.project_id::text, true),
    set_config('app.key_id', '', true), set_config('app.actor_type', 'system', true),
      set_config('app.family', '', true),
    set_config('app.session_id', '', true), set_config('app.impersonator', '', true),
    set_config('app.share', s.id::text, true), set_config('app.share_include', s.include::text, true)];
end $$;

create or replace function app.share_shows(switch text) returns boolean language sql stable as $$
  select switch = any (current_setting('app.share_include')::text[])
$$;

-- A text without what belongs to people or files that the share does not show. Links and keys stay text. One
-- expression, so that it is part of the statement that asks for many texts.
create or replace function app.shared_text(body text) returns text language sql stable as $$
  select regexp_replace(regexp_replace(body,
      replace(app.mention_pattern(), '@\[[^][\n]*\]', '@\[([^][\n]*)\]'),
      case when app.share_shows('people') then '@\1' else '@…' end, 'gi'),
    case when app.share_shows('attachments') then '(?!)' else '!\[([^][\n]*)\]\([^()\n]*\)' end, '\1', 'g')
$$;

-- The fields of a task whose changes the other side may notice.
create or replace function app.shared_fields() returns text[] language sql immutable parallel safe as $$
  select '{title,description,status,column_id,priority,type,parent_id,sprint_id,milestone_id,progress_percent,start_date,
    due_date,project_id,archived_at,deleted_at}'::text[]
$$;

-- The tasks of the shared project, as another organization sees them, in the given order.
create or replace function app.shared_tasks_json(ids uuid[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare org uuid := app.org_id(); project uuid := app.only_project(); today date := app.own_today();
  people boolean := app.share_shows('people'); estimates boolean := app.share_shows('estimates'); prefix text;
begin
  select p.key || '-' into prefix from projects p where p.org_id = org and p.id = project;
  return (select coalesce(array_to_json(array_agg(row_to_json(x) order by i.place)), '[]')
    from unnest(ids) with ordinality i(id, place)
      cross join lateral (select t.* from tasks t where t.org_id = org and t.id = i.id
        and t.project_id = project
        and t.deleted_at is null offset 0) t
      left join lateral (select (select row_to_json(r) from (select c.id, c.name) r) as json
        from board_columns c where c.org_id = org and c.id = t.column_id offset 0) board_column on true
      left join lateral (select u.name from users u where people
        and u.id = t.assignee_id offset 0) assignee on true
      left join lateral (select u.name from users u where people
        and u.id = t.reporter_id offset 0) reporter on true
      left join lateral (select (select row_to_json(r) from (select s.id, s.name) r) as json
        from sprints s where s.org_id = org and s.id = t.sprint_id
          and s.deleted_at is null offset 0) sprint on true
      left join lateral (select (select row_to_json(r) from (select m.id, m.name) r) as json from milestones m
        where m.org_id = org and m.id = t.milestone_id and m.deleted_at is null offset 0) milestone on true
      left join lateral (select max(e.created_at) as at from task_events e where e.org_id = org
        and e.task_id = t.id
        and e.field = any (app.shared_fields()) offset 0) changed on true
      cross join lateral (select t.id, prefix || t.number as key, t.number, app.shared_text(t.title) as title,
        app.shared_text(t.description) as description, t.status, t.priority, t.type,
          board_column.json as column,
        case when t.parent_id is not null then coalesce((select row_to_json(r) from (select o.id, prefix
          || o.number as key,
            o.title from tasks o where o.org_id = org and o.id = t.parent_id and o.project_id = project
              and o.deleted_at is null) r), '{"restricted":true}') end as parent,
        sprint.json as sprint, milestone.json as milestone,
        (select coalesce(array_to_json(array_agg((select row_to_json(r) from (select g.id, g.name, g.color) r)
            order by app.folded(g.name), g.id)), '[]')
          from task_tags tt join tags g on g.org_id = tt.org_id and g.id = tt.tag_id and g.deleted_at is null
          where tt.org_id = org and tt.task_id = t.id) as tags,
        case when estimates then trim_scale(t.estimate_points) end as estimate_points,
        case when estimates then t.estimate_minutes end as estimate_minutes,
        t.progress_percent, t.start_date, t.due_date, app.utc(t.completed_at) as completed_at,
        coalesce(t.due_date < today and t.status in ('todo', 'in_progress'), false) as is_overdue,
        t.archived_at is not null as is_archived, assignee.name as assignee_name,
          reporter.name as reporter_name,
        app.utc(t.created_at) as created_at, app.utc(coalesce(changed.at, t.created_at)) as updated_at) x);
end $$;

-- The tasks that dependencies of a kind lead to from a task, or from which they lead to it: those of the project,
-- and that there are others.
create or replace function app.shared_ends(task uuid, kind text, onwards boolean, back boolean) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  with ends as (select d.to_task_id as id from task_dependencies d
      where onwards and d.org_id = app.org_id() and d.from_task_id = task and d.type = kind
    union all select d.from_task_id from task_dependencies d
      where back and d.org_id = app.org_id() and d.to_task_id = task and d.type = kind),
  seen as (select t.id, p.key || '-' || t.number as key, t.title, t.status, t.number from ends e
    cross join lateral (select x.* from tasks x where x.org_id = app.org_id() and x.id = e.id
      and x.project_id = app.only_project() and x.deleted_at is null offset 0) t
    cross join lateral (select y.key from projects y where y.org_id = app.org_id() and y.id = t.project_id
      offset 0) p)
  select coalesce(json_agg(x.json order by x.place), '[]') from (
    select s.number as place, json_build_object('id', s.id, 'key', s.key, 'title', app.shared_text(s.title),
      'status', s.status) as json from seen s
    union all select 1e9, '{"restricted":true}' where exists (select from ends e
      where e.id not in (select s.id from seen s) and app.is_elsewhere(e.id))) x
$$;
-- True for a task of another project that is not in the trash.
create or replace function app.is_elsewhere(task uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = org_id() and t.id = task and t.deleted_at is null and p.deleted_at is null
      and t.project_id <> only_project())
$$;

-- The public comments on a task, oldest first. Authors without a name are numbered within the task.
create or replace function app.shared_comments(task uuid, page_limit int, page_offset int) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  with shown as materialized (select c.id, c.parent_id, c.body, c.author_id, c.created_at, c.edited_at
    from comments c where app.share_shows('comments') and c.org_id = app.org_id() and c.task_id = task
      and not c.is_internal and c.deleted_at is null and not exists (select from comments r
        where r.org_id = c.org_id and r.id = c.parent_id and (r.is_internal or r.deleted_at is not null))),
  authors as materialized (select s.author_id, row_number() over (order by min(s.created_at),
    min(s.id::text)) as place
    from shown s group by 1)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', x.id, 'parent_id',
    x.parent_id,
        'author_name', case when not app.share_shows('people') then format('Someone at %s (%s)', o.name,
          a.place)
          else coalesce(u.name, 'Automation') end,
        'body', app.shared_text(x.body), 'created_at', app.utc(x.created_at), 'edited_at',
          app.utc(x.edited_at))
        order by x.created_at, x.id)
      from (select * from shown s order by s.created_at, s.id limit page_limit offset page_offset) x
        join authors a on a.author_id is not distinct from x.author_id left
          join users u on u.id = x.author_id), '[]'),
      'total', (select count(*) from shown))
    from organizations o where o.id = app.org_id()
$$;

-- A task with what is around it; null if the share does not show it. It is named by its id or key.
create or replace function app.shared_task(name text, comments_limit int, comments_offset int) returns json
language plpgsql stable as $$
declare task uuid; project projects; prefix text := upper(split_part(name, '-', 1));
begin
  select * into project from projects p where p.org_id = app.org_id() and p.id = app.only_project();
  if name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select t.id into task
      from (select * from tasks x where x.org_id = project.org_id and x.id = name::uuid offset 0) t
      where t.project_id = project.id and t.deleted_at is null;
  elsif prefix = project.key or exists (select from project_key_aliases a where a.org_id = project.org_id
      and a.key = prefix and a.project_id = project.id) then
    select t.id into task from tasks t where t.org_id = project.org_id and t.project_id = project.id
      and t.number = split_part(name, '-', 2)::int and t.deleted_at is null;
  end if;
  if task is null then return null; end if;
  return app.merge_json(app.shared_tasks_json(array[task])->0, json_build_object(
    'blocked_by', app.shared_ends(task, 'blocks', false, true),
    'blocks', app.shared_ends(task, 'blocks', true, false),
    'relates_to', app.shared_ends(task, 'relates_to', true, true),
    'subtasks', (select coalesce(json_agg(json_build_object('id', t.id, 'key', project.key || '-' || t.number,
        'title', app.shared_text(t.title), 'status', t.status) order by t.rank), '[]')
      from (select * from (select * from tasks c where c.org_id = project.org_id and c.parent_id = task
          and c.project_id = project.id and c.deleted_at is null offset 0) c order by c.rank limit 200) t),
    'attachments', (select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename,
        'content_type', a.content_type, 'size_bytes', a.size_bytes) order by a.created_at, a.id), '[]')
      from attachments a where app.share_shows('attachments') and a.org_id = project.org_id
        and a.entity_type = 'task'
        and a.entity_id = task and a.object_id is not null and a.deleted_at is null),
    'comments', app.shared_comments(task, comments_limit, comments_offset)));
end $$;

-- The project itself.
create or replace function app.shared_card() returns json language sql stable set plan_cache_mode = force_custom_plan as $$
  with counted as materialized (select t.column_id, t.sprint_id, t.status, count(*) as tasks from tasks t
    where t.org_id = app.org_id() and t.project_id = app.only_project() and t.deleted_at is null
      and t.archived_at is null group by 1, 2, 3)
  select json_build_object('id', s.id, 'organization_name', o.name,
    'project', json_build_object('key', p.key, 'name', p.name, 'description', app.shared_text(p.description),
      'status', p.status, 'start_date', p.start_date, 'target_date', p.target_date,
      'is_archived', p.archived_at is not null),
    'include', app.switches(s.include), 'access_until', s.access_until,
    'tasks', (select coalesce(sum(c.tasks), 0) from counted c where c.status <> 'cancelled'),
    'done_tasks', (select coalesce(sum(c.tasks), 0) from counted c where c.status = 'done'),
    'columns', (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'status', b.status,
        'tasks', (select coalesce(sum(c.tasks), 0) from counted c where c.column_id = b.id))
          order by b.rank), '[]')
      from board_columns b where b.org_id = p.org_id and b.project_id = p.id),
    'sprints', (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'state', x.state,
        'start_date', x.start_date, 'end_date', x.end_date,
        'tasks', (select coalesce(sum(c.tasks), 0) from counted c where c.sprint_id = x.id
          and c.status <> 'cancelled'),
        'done_tasks', (select coalesce(sum(c.tasks), 0) from counted c where c.sprint_id = x.id
          and c.status = 'done'))
        order by x.number desc), '[]')
      from (select * from sprints x where x.org_id = p.org_id and x.project_id = p.id and x.deleted_at is null
        order by x.number desc limit 20) x),
    'milestones', (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'due_date',
      m.due_date,
        'completed_at', app.utc(m.completed_at)) order by m.due_date, m.rank), '[]')
      from (select * from milestones m where m.org_id = p.org_id and m.project_id = p.id
        and m.deleted_at is null
        order by m.due_date, m.rank limit 200) m),
    'tags', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color)
        order by app.folded(g.name), g.id), '[]')
      from tags g where g.org_id = p.org_id and g.project_id = p.id and g.deleted_at is null),
    'documents', (select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title,
        'updated_at', app.utc(d.updated_at)) order by d.title, d.id), '[]')
      from (select d.* from documents d where app.is_shared_document(d) order by d.title, d.id limit 200) d))
    from project_shares s join organizations o on o.id = s.org_id
      join projects p on p.org_id = s.org_id and p.id = s.project_id
    where s.org_id = app.org_id() and s.id = current_setting('app.share')::uuid
$$;

create or replace function app.is_shared_document(d documents) returns boolean language sql stable as $$
  select app.share_shows('documents') and d.org_id = app.org_id() and d.project_id = app.only_project()
    and d.only_for is null and d.visibility <> 'private' and d.deleted_at is null and d.archived_at is null
      and not d.is_template
$$;
create or replace function app.shared_document(document uuid) returns json language sql stable as $$
  select json_build_object('id', d.id, 'title', d.title, 'content', app.shared_text(d.content),
      'updated_at', app.utc(d.updated_at))
    from documents d where d.org_id = app.org_id() and d.id = document and app.is_shared_document(d)
$$;

-- The same for a signed link to a file, of a member of the other side; the share is asked again each time.
create or replace function app.enter_shared_link(org uuid, person uuid, share uuid,
  request jsonb) returns void
language plpgsql as $$
begin
  perform app.enter_personal_link(org, person, 20, request), app.enter_share(share);
end $$;
create or replace function app.is_shared_file(file uuid) returns boolean language sql stable as $$
  select app.share_shows('attachments') and exists (select from attachments a
    join tasks t on t.org_id = a.org_id
      and t.id = a.entity_id and t.project_id = app.only_project() and t.deleted_at is null
    where a.org_id = app.org_id() and a.id = file and a.entity_type = 'task' and a.object_id is not null
      and a.deleted_at is null)
$$;
