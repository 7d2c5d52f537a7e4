-- Task API responses. As functions, so that plans are cached: planning these joins for every call would cost
-- more than running them.

-- Merges two JSON objects, keeping the order of keys.
create or replace function app.merge_json(base json, extra json) returns json
language plpgsql immutable parallel safe as $$
begin
  return case when base is null then null when coalesce(extra::text, '{}') = '{}' then base
    else (left(base::text, -1) || ',' || substr(extra::text, 2))::json end;
end $$;

-- Extra response fields from a statement, stored until the end of the batch.
create or replace function app.save_for_answer(extra json) returns void language sql as $$
  select set_config('app.saved_fields', extra::text, true)
$$;
create or replace function app.saved_fields() returns json language sql stable as $$
  select coalesce(nullif(current_setting('app.saved_fields', true), ''), '{}')::json
$$;

-- `web-12-fix-the-login`, at most 60 characters. Most titles are plain words, which need only their spaces
-- replaced.
create or replace function app.branch_name(key text, title text) returns text
language sql stable parallel safe as $$
  select rtrim(left(lower(key) || '-' || case when title ~ '[^A-Za-z0-9 ]|  '
    then trim(both '-' from regexp_replace(lower(unaccent(title)), '[^a-z0-9]+', '-', 'g'))
    else replace(lower(trim(title)), ' ', '-') end, 60), '-')
$$;

-- Task responses for the ids the caller may see, in the given order. What tasks of a page share (project,
-- column, people, sprint, milestone) is looked up once for each value, because Postgres memoizes lateral
-- joins. `offset 0` keeps the lookups by id: planned for an average organization, which on a shared
-- deployment is small, a join would read all tasks of the largest too.
create or replace function app.tasks_json(ids uuid[], web text, expand text[] default '{}') returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare org uuid := app.org_id(); today date; blockers boolean := 'blockers' = any (expand);
begin
  today := app.own_today();
  return (select coalesce(array_to_json(array_agg(case when blockers
      then app.merge_json(row_to_json(x), json_build_object('blockers', app.blockers_of(t.id)))
      else row_to_json(x) end order by i.place)), '[]')
    from unnest(ids) with ordinality i(id, place)
      cross join lateral (select t.* from tasks t where t.org_id = org and t.id = i.id offset 0) t
      cross join lateral (select p.key, (select row_to_json(r) from (select p.id, p.key, p.name) r) as json
        from projects p where p.org_id = org and p.id = t.project_id offset 0) p
      left join lateral (select (select row_to_json(r) from (select c.id, c.name) r) as json
        from board_columns c where c.org_id = org and c.id = t.column_id offset 0) board_column on true
      left join lateral (select (select row_to_json(r) from (select u.id as user_id, u.name) r) as json
        from users u where u.id = t.assignee_id offset 0) assignee on true
      left join lateral (select (select row_to_json(r) from (select u.id as user_id, u.name) r) as json
        from users u where u.id = t.reporter_id offset 0) reporter on true
      left join lateral (select (select row_to_json(r) from (select s.id, s.name) r) as json
        from sprints s where s.org_id = org and s.id = t.sprint_id offset 0) sprint on true
      left join lateral (select (select row_to_json(r) from (select m.id, m.name) r) as json
        from milestones m where m.org_id = org and m.id = t.milestone_id offset 0) milestone on true
      cross join lateral (select t.id, p.key || '-' || t.number as key, t.number, p.json as project,
        t.title, t.description, t.status, t.priority, t.type,
        board_column.json as column, assignee.json as assignee, reporter.json as reporter,
        case when t.parent_id is not null then (
          select row_to_json(r) from (select o.id, p.key || '-' || o.number as key, o.title from tasks o
            where o.org_id = org and o.id = t.parent_id) r) end as parent,
        sprint.json as sprint, milestone.json as milestone,
        (select coalesce(array_to_json(array_agg((select row_to_json(r) from (select g.id, g.name, g.color) r)
            order by app.folded(g.name), g.id)), '[]')
          from task_tags tt join tags g on g.org_id = tt.org_id and g.id = tt.tag_id and g.deleted_at is null
          where tt.org_id = org and tt.task_id = t.id) as tags,
        trim_scale(t.estimate_points) as estimate_points, t.estimate_minutes, t.spent_minutes, t.progress_percent,
        t.start_date, t.due_date, app.utc(t.started_at) as started_at, app.utc(t.completed_at) as completed_at,
        app.utc(t.cancelled_at) as cancelled_at,
        coalesce(t.due_date < today and t.status in ('todo', 'in_progress'), false) as is_overdue,
        t.open_blocker_count > 0 as is_blocked, t.archived_at is not null as is_archived,
        (select row_to_json(r) from (select t.comment_count as comments, t.attachment_count as attachments,
          t.child_count as subtasks, t.done_child_count as subtasks_done, t.open_blocker_count as open_blockers) r) as counts,
        t.rrule, app.branch_name(p.key || '-' || t.number, t.title) as branch_name,
        case when t.external_source is not null
          then json_build_object('source', t.external_source, 'id', t.external_id,
            'author', t.imported_author) end as external,
        web || '/tasks/' || p.key || '-' || t.number as url, t.version,
        app.utc(t.created_at) as created_at, app.utc(t.updated_at) as updated_at) x);
end $$;

-- One task, with its details if `expand` is given, else with what earlier statements saved for the answer. Null if there
-- is none.
create or replace function app.task_json(task uuid, web text, expand text[] default null) returns text
language plpgsql stable as $$
begin
  return app.merge_json(app.tasks_json(array[task], web, coalesce(expand, '{}'))->0,
    case when expand is null then app.saved_fields() else app.task_detail(task, expand) end);
end $$;

-- What the caller may do with a task now; nothing with a read-only key.
create or replace function app.task_permissions(task tasks) returns json language sql stable as $$
  select json_build_object('update', c.may, 'move', c.may, 'comment', w.may, 'watch', c.may, 'transfer', c.may,
      'delete', c.may and (app.role_level() >= 30 or task.reporter_id = app.user_id()), 'purge', w.may and app.role_level() >= 40,
      'set_other_watchers', c.may and app.role_level() >= 30)
    from (select app.role_level() >= 20 and p.archived_at is null and not exists (select from api_keys k
        where k.org_id = task.org_id and k.id = app.key_id() and k.read_only) as may
      from projects p where p.org_id = task.org_id and p.id = task.project_id) w,
    lateral (select w.may and (app.role_level() >= 40 or not exists (select from project_members m where m.org_id = task.org_id
      and m.project_id = task.project_id and m.user_id = app.user_id() and m.role = 'viewer')) as may) c
$$;

-- The documents that mention a task and that the caller may read, the latest first: up to twenty of the two
-- hundred that were created last, so that no number of mentions makes a task expensive to read.
create or replace function app.documents_mentioning(task uuid) returns json language sql stable as $$
  select coalesce(array_to_json(array_agg(row_to_json(x))), '[]') from (
    select d.id, d.title from (select k.org_id, k.document_id from document_links k
          where k.org_id = app.org_id() and k.target_type = 'task' and k.target_id = task
          order by k.document_id desc limit 200) l
        join documents d on d.org_id = l.org_id and d.id = l.document_id
      where d.deleted_at is null and app.can_read_document(d.project_id, d.only_for) and app.is_live_project(d.project_id)
      order by d.updated_at desc, d.id limit 20) x
$$;

-- A task's details beyond its list fields.
create or replace function app.task_detail(task_id uuid, expand text[]) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (select app.merge_json((select row_to_json(r) from (select (select row_to_json(c) from (
          select t.child_count as total, t.done_child_count as done,
            case when t.child_count = 0 then 0 else app.open_children(t.id) end as open) c) as children,
        app.documents_mentioning(t.id) as documents, w.watching as watchers_count, w.by_caller as is_watching) r),
      case when 'permissions' = any (expand) then json_build_object('permissions', app.task_permissions(t)) end)
    from tasks t, lateral (select count(*) as watching, coalesce(bool_or(w.user_id = app.user_id()), false) as by_caller
      from task_watchers w where w.org_id = t.org_id and w.task_id = t.id and w.state = 'watching') w
    where t.org_id = app.org_id() and t.id = task_detail.task_id);
end $$;

-- Seconds between two timestamps that fall on working days of the organization, in its time zone. Half days
-- count half.
create or replace function app.working_seconds(org uuid, since timestamptz, until timestamptz, zone text)
returns bigint language sql stable as $$
  select coalesce(sum(w.share * extract(epoch from least(until, (w.day + 1)::timestamp at time zone zone)
      - greatest(since, w.day::timestamp at time zone zone))), 0)::bigint
    from app.day_shares(org, (since at time zone zone)::date, (until at time zone zone)::date) w where w.share > 0
$$;

-- A duration in seconds: by calendar, and on the organization's working days.
create or replace function app.duration(since timestamptz, until timestamptz) returns json
language sql stable as $$
  select json_build_object('calendar', extract(epoch from until - since)::bigint,
      'working', app.working_seconds(o.id, since, until, o.timezone))
    from organizations o where o.id = app.org_id() and since <= until
$$;

-- A task's status history, from its events; lead time from creation and cycle time from the first start, both
-- to the (last) completion and null before it.
create or replace function app.time_in_status(task_id uuid) returns json language sql stable as $$
  with changes as (
    select e.id, e.created_at as at, e.old_value #>> '{}' as previous, e.new_value #>> '{}' as status
    from task_events e
    where e.org_id = app.org_id() and e.task_id = time_in_status.task_id and e.field = 'status'),
  starts as (
    select 0 as id, t.created_at as at,
      coalesce((select c.previous from changes c order by c.id limit 1), t.status) as status
      from tasks t where t.org_id = app.org_id() and t.id = time_in_status.task_id
    union all select c.id, c.at, c.status from changes c),
  spans as (select s.*, lead(s.at) over (order by s.id) as until from starts s)
  select json_build_object(
    'spans', (select json_agg(json_build_object('status', s.status, 'from', app.utc(s.at), 'to', app.utc(s.until),
      'seconds', app.duration(s.at, coalesce(s.until, now()))) order by s.id) from spans s),
    'lead_seconds', app.duration(t.created_at, t.completed_at),
    'cycle_seconds', app.duration(t.started_at, t.completed_at))
  from tasks t where t.org_id = app.org_id() and t.id = time_in_status.task_id
$$;
