-- A person's landing page, in blocks computed separately: one that fails or times out is omitted and named.
-- Their plans are cached: planning costs as much as running.

-- Live, unarchived projects that the caller can see.
create or replace function app.visible_projects() returns setof projects language sql stable as $$
  select p.* from projects p where p.org_id = app.org_id() and p.deleted_at is null and p.archived_at is null
    and app.can_see_project(p.id)
$$;

-- The caller's own open tasks; `week_end` is the last day of the current week.
create or replace function app.dashboard_my_tasks(today date, week_end date) returns json language sql stable
set plan_cache_mode = force_generic_plan as $$
  select json_build_object('open', count(*), 'overdue', count(*) filter (where t.due_date < today),
      'due_today', count(*) filter (where t.due_date = today),
      'due_week', count(*) filter (where t.due_date between today and week_end),
      'blocked', count(*) filter (where t.open_blocker_count > 0))
    from tasks t join app.visible_projects() p on p.id = t.project_id
    where t.org_id = app.org_id() and t.assignee_id = app.user_id() and t.deleted_at is null
      and t.status in ('todo', 'in_progress') and t.archived_at is null
$$;

-- Favourites first, then those with the most open work.
create or replace function app.dashboard_projects(today date) returns json language sql stable
set plan_cache_mode = force_generic_plan as $$
  with counted as materialized (select t.project_id, count(*) filter (where t.status <> 'cancelled') as total,
      count(*) filter (where t.status = 'done') as done, count(*) filter (where t.status in ('todo', 'in_progress')) as open,
      count(*) filter (where t.status in ('todo', 'in_progress') and t.due_date < today) as overdue
    from tasks t where t.org_id = app.org_id() and t.deleted_at is null group by t.project_id)
  select coalesce(json_agg(json_build_object('id', x.id, 'key', x.key, 'name', x.name, 'is_favorite', x.is_favorite,
      'progress', json_build_object('done', x.done, 'total', x.total, 'percent', app.percentage(x.done, x.total)),
      'open', x.open, 'overdue', x.overdue,
      'health', app.project_health(x.id, jsonb_build_object('open', x.open, 'overdue', x.overdue)))
      order by x.is_favorite desc, x.open desc, x.id), '[]')
    from (select p.id, p.key, p.name, f.user_id is not null as is_favorite, coalesce(c.total, 0) as total,
        coalesce(c.done, 0) as done, coalesce(c.open, 0) as open, coalesce(c.overdue, 0) as overdue
      from app.visible_projects() p left join counted c on c.project_id = p.id
        left join project_favorites f on f.org_id = p.org_id and f.project_id = p.id and f.user_id = app.user_id()
      order by f.user_id is null, c.open desc nulls last, p.id limit 20) x
$$;

create or replace function app.dashboard_sprints() returns json language sql stable
set plan_cache_mode = force_generic_plan as $$
  select coalesce(json_agg(json_build_object('id', s.id, 'number', s.number, 'name', s.name, 'goal', s.goal,
      'project', json_build_object('id', s.project_id, 'key', s.key, 'name', s.project_name),
      'start_date', s.start_date, 'end_date', s.end_date, 'days', app.sprint_days(s.sprint),
      'totals', app.sprint_totals(s.sprint)) order by s.end_date, s.id), '[]')
    from (select s.*, p.key, p.name as project_name, s as sprint from sprints s
      join app.visible_projects() p on p.id = s.project_id
      where s.org_id = app.org_id() and s.state = 'active' and s.deleted_at is null order by s.end_date, s.id limit 10) s
$$;

-- What is due within two weeks: open tasks, milestones, sprint ends, project target dates.
create or replace function app.dashboard_deadlines(today date) returns json language sql stable
set plan_cache_mode = force_generic_plan as $$
  with my_projects as materialized (select * from app.visible_projects()),
  due as (
    (select 'task' as type, t.id, p.key || '-' || t.number as key, t.title as label, t.due_date as day, t.project_id,
        t.assignee_id as person from tasks t join my_projects p on p.id = t.project_id
      where t.org_id = app.org_id() and t.deleted_at is null and t.archived_at is null
        and t.status in ('todo', 'in_progress') and t.due_date between today and today + 14
      order by t.due_date, t.id limit 20)
    union all (select 'sprint', s.id, null, s.name, s.end_date, s.project_id, null
      from sprints s join my_projects p on p.id = s.project_id where s.org_id = app.org_id() and s.state = 'active'
        and s.deleted_at is null and s.end_date between today and today + 14 order by s.end_date, s.id limit 20)
    union all (select 'milestone', m.id, null, m.name, m.due_date, m.project_id, null
      from milestones m join my_projects p on p.id = m.project_id where m.org_id = app.org_id() and m.completed_at is null
        and m.deleted_at is null and m.due_date between today and today + 14 order by m.due_date, m.id limit 20)
    union all (select 'project', p.id, p.key, p.name, p.target_date, p.id, p.lead_user_id from my_projects p
      where p.target_date between today and today + 14 order by p.target_date, p.id limit 20))
  select coalesce(json_agg(json_build_object('type', x.type, 'id', x.id, 'key', x.key, 'label', x.label, 'date', x.day,
      'project', json_build_object('id', p.id, 'key', p.key, 'name', p.name),
      'person', (select json_build_object('user_id', u.id, 'name', u.name) from users u where u.id = x.person))
      order by x.day, x.type, x.id), '[]')
    from (select * from due order by day, type, id limit 20) x join my_projects p on p.id = x.project_id
$$;

-- Computes one block and keeps it for the response. One that fails or times out is null, with the reason.
create or replace function app.dashboard_block(block text, zone text) returns void language plpgsql as $$
declare result json; problem text; today date; week_end date;
  blocks jsonb := coalesce(nullif(current_setting('app.dashboard', true), ''), '{"errors":{}}')::jsonb;
begin
  begin
    select d.today, d.today + (o.week_start + 6 - extract(isodow from d.today)::int) % 7 into today, week_end
      from organizations o, app.today(coalesce(zone, app.own_zone())) d(today) where o.id = app.org_id();
    result := case block when 'me' then app.dashboard_my_tasks(today, week_end)
      when 'projects' then app.dashboard_projects(today) when 'active_sprints' then app.dashboard_sprints()
      when 'upcoming_deadlines' then app.dashboard_deadlines(today) end;
  exception
    when query_canceled then problem := 'timeout';
    when others then
      raise warning 'dashboard block %: %', block, sqlstate;
      problem := 'unavailable';
  end;
  blocks := blocks || jsonb_build_object(block, result);
  if problem is not null then blocks := jsonb_set(blocks, array['errors', block], to_jsonb(problem)); end if;
  perform set_config('app.dashboard', blocks::text, true);
end $$;
