-- The roadmap: projects, milestones, epics and sprints as bars over time.

-- Totals and date range of the tasks under each epic.
create or replace function app.epic_totals(epics uuid[])
returns table (epic uuid, total bigint, done bigint, first date, last date, open_last date)
language sql stable as $$
  with recursive under as (
    select t.id as epic, t.id, 0 as depth from tasks t where t.org_id = app.org_id() and t.id = any (epics)
    union all select u.epic, t.id, u.depth + 1 from under u join tasks t on t.org_id = app.org_id() and t.parent_id = u.id
      and t.deleted_at is null where u.depth < 50)
  select u.epic, count(*) filter (where t.status <> 'cancelled'), count(*) filter (where t.status = 'done'),
      min(coalesce(t.start_date, t.due_date)) filter (where t.status <> 'cancelled'),
      max(coalesce(t.due_date, t.start_date)) filter (where t.status <> 'cancelled'),
      max(t.due_date) filter (where t.status in ('todo', 'in_progress'))
    from under u join tasks t on t.org_id = app.org_id() and t.id = u.id where u.depth > 0 group by u.epic
$$;

-- Tasks an epic waits for that the caller may see.
create or replace function app.epic_blockers(task uuid) returns json language sql stable as $$
  select coalesce(json_agg(r.other order by r.other), '[]') from app.task_relations(task) r
    where r.role = 'blocked_by' and r.is_visible
$$;

-- Every bar: `ended` is when a finished one ended, `open_last` the latest due date of its open work.
create or replace function app.roadmap_bars(project_ids uuid[], statuses text[], levels text[])
returns table (type text, id uuid, place int, project uuid, key text, title text, first date, last date, derived boolean,
  total bigint, done bigint, finished boolean, ended date, open_last date, open bigint, overdue bigint)
language sql stable as $$
  with visible as materialized (select p.* from app.visible_projects() p
    where (project_ids is null or p.id = any (project_ids)) and p.status = any (statuses)),
  epics as materialized (select t.* from tasks t join visible h on h.id = t.project_id where 'epic' = any (levels)
    and t.org_id = app.org_id() and t.type = 'epic' and t.deleted_at is null and t.archived_at is null and t.status <> 'cancelled')
  select 'project', h.id, 1, h.id, h.key, h.name::text, coalesce(h.start_date, w.first), coalesce(h.target_date, w.last),
      h.start_date is null and h.target_date is null, w.total, w.done, h.status in ('completed', 'cancelled'), null::date,
      w.open_last, w.open, w.overdue
    from visible h cross join lateral (select count(*) filter (where t.status <> 'cancelled') as total,
        count(*) filter (where t.status = 'done') as done, count(*) filter (where o.open) as open,
        count(*) filter (where o.open and t.due_date < (select app.own_today())) as overdue,
        min(coalesce(t.start_date, t.due_date)) filter (where t.status <> 'cancelled') as first,
        max(coalesce(t.due_date, t.start_date)) filter (where t.status <> 'cancelled') as last,
        max(t.due_date) filter (where o.open) as open_last
      from tasks t cross join lateral (select t.status in ('todo', 'in_progress')) o(open)
      where t.org_id = app.org_id() and t.project_id = h.id and t.deleted_at is null) w where 'project' = any (levels)
  union all select 'milestone', m.id, 2, m.project_id, null, m.name::text, m.due_date, m.due_date, false, w.total, w.done,
      m.completed_at is not null, app.local_day(m.completed_at, coalesce(h.timezone, 'UTC')), w.last, 0, 0
    from visible h join milestones m on m.org_id = app.org_id() and m.project_id = h.id and m.deleted_at is null
      cross join lateral (select count(*) filter (where t.status <> 'cancelled') as total, count(*) filter (where t.status = 'done')
        as done, max(t.due_date) filter (where t.status in ('todo', 'in_progress')) as last from tasks t
        where t.org_id = app.org_id() and t.milestone_id = m.id and t.deleted_at is null) w where 'milestone' = any (levels)
  union all select 'epic', t.id, 3, t.project_id, h.key || '-' || t.number, t.title::text, coalesce(t.start_date, w.first),
      coalesce(t.due_date, w.last), t.start_date is null and t.due_date is null, coalesce(w.total, 0), coalesce(w.done, 0),
      t.status = 'done', app.local_day(t.completed_at, coalesce(h.timezone, 'UTC')), w.open_last, 0, 0
    from epics t join visible h on h.id = t.project_id
      left join app.epic_totals(array(select e.id from epics e)) w on w.epic = t.id
  union all select 'sprint', s.id, 4, s.project_id, null, s.name::text, s.start_date, s.end_date, false, w.total, w.done,
      s.state = 'completed', null, null, 0, 0
    from visible h join sprints s on s.org_id = app.org_id() and s.project_id = h.id and s.deleted_at is null
      and s.state <> 'cancelled'
      cross join lateral (select count(*) filter (where t.status <> 'cancelled') as total, count(*) filter (where t.status = 'done')
        as done from tasks t where t.org_id = app.org_id() and t.sprint_id = s.id and t.deleted_at is null) w
    where 'sprint' = any (levels)
$$;

-- A page of bars. Late days: past its end today, at completion, or at the latest date of its open work;
-- off_track once its end has passed, at_risk if its work ends after it.
create or replace function app.roadmap(project_ids uuid[], statuses text[], levels text[], since date, until date,
  max_rows int, rows_to_skip int)
returns json language sql stable as $$
  with bars as materialized (select b.*, p.key as project_key, p.name, greatest(0, case when b.finished then b.ended
        else greatest(b.open_last, (select app.own_today())) end - b.last) as late
      from app.roadmap_bars(project_ids, statuses, levels) b join projects p on p.org_id = app.org_id() and p.id = b.project
      where (since is null or coalesce(b.last, b.first) >= since) and (until is null or coalesce(b.first, b.last) <= until)),
  page as (select b.* from bars b order by b.project_key, b.place, coalesce(b.first, b.last) nulls last,
    b.title, b.id limit max_rows offset rows_to_skip)
  select json_build_object('rows', (select coalesce(json_agg(json_build_object('type', s.type, 'id', s.id, 'key', s.key,
      'title', s.title, 'project', json_build_object('id', s.project, 'key', s.project_key, 'name', s.name),
      'start', s.first, 'end', s.last, 'derived', s.derived,
      'progress', json_build_object('done', s.done, 'total', s.total, 'percent', app.percentage(s.done, s.total)),
      'finished', s.finished, 'health', case when s.type = 'project' then app.project_health(s.id,
          jsonb_build_object('open', s.open, 'overdue', s.overdue))->>'value' when s.finished then null
        when s.last < (select app.own_today()) then 'off_track' when s.open_last > s.last then 'at_risk' else 'on_track' end,
      'late_days', coalesce(s.late, 0), 'dependencies', case when s.type = 'epic' then app.epic_blockers(s.id) else '[]' end)
      order by s.project_key, s.place, coalesce(s.first, s.last) nulls last, s.title, s.id), '[]') from page s),
    'total', (select count(*) from bars), 'limit', max_rows, 'offset', rows_to_skip, 'today', app.own_today())
$$;
