-- People's workload, by the organization's calendar.

-- The fraction of a date range inside another, by working days, or by calendar days if it has none.
create or replace function app.share_of_days(week app.work_calendar, first date, last date, since date, until date)
returns numeric language sql immutable parallel safe as $$
  select case when last < since or first > until then 0 else coalesce(
    (app.work_index(least(last, until), week) - app.work_index(greatest(first, since) - 1, week))::numeric
      / nullif(app.work_index(last, week) - app.work_index(first - 1, week), 0),
    (least(last, until) - greatest(first, since) + 1)::numeric / (last - first + 1)) end
$$;

-- The tasks that people have, of those that the caller can see: open ones and those that are done. Planned
-- work begins on `first`, or falls on its due date.
create or replace function app.people_tasks(project uuid, unit text)
returns table (user_id uuid, is_open boolean, first date, last date, size int, completed_at timestamptz)
language sql stable as $$
  select t.assignee_id, t.status <> 'done', coalesce(t.start_date, t.due_date), t.due_date,
      case unit when 'points' then coalesce(t.estimate_points, 0) when 'minutes' then coalesce(t.estimate_minutes, 0)
        else 1 end, t.completed_at
    from tasks t join app.visible_projects() p on p.id = t.project_id and (project is null or p.id = project)
    where t.org_id = app.org_id() and t.deleted_at is null and t.archived_at is null and t.assignee_id is not null
      and t.status in ('todo', 'in_progress', 'done')
$$;

-- People's load between two dates: planned work (a task with a start date is spread over its working days,
-- others fall on the due date), completed work, and capacity (none for points and counts): what the
-- schedule and the absences of employees leave, and eight hours per working day of others.
create or replace function app.workload(project uuid, since date, until date, unit text) returns json
language sql stable as $$
  with week as materialized (select app.org_week() as days, app.own_today() as today, app.day_start(since,
    o.timezone) as begins,
      app.day_start(until + 1, o.timezone) as ends,
      case when unit = 'minutes' then app.working_days(o.id, since, until) * 480 end as capacity
    from organizations o where o.id = app.org_id()),
  work as (select t.user_id as assignee_id, t.is_open as open, t.last < w.today as late,
    t.last is null as undated,
      t.completed_at >= w.begins and t.completed_at < w.ends as done_here, t.size, t.first, t.last
    from app.people_tasks(project, unit) t cross join week w),
  able as materialized (select e.user_id, a.minutes from employees e join (
      select d.employee_id, sum(case when d.is_employed then d.contracted - d.holiday - d.leave
        else 0 end) as minutes
      from app.available_days(case when unit = 'minutes' then (select coalesce(array_agg(x.id), '{}')
        from employees x
        where x.org_id = app.org_id() and x.user_id is not null) else '{}' end, since, until) d
      group by d.employee_id) a on a.employee_id = e.id where e.org_id = app.org_id()),
  load as (select w.assignee_id,
      round(coalesce(sum(w.size * app.share_of_days(week.days, w.first, w.last, since, until))
        filter (where w.open and not w.undated and w.first <= until and w.last >= since), 0), 2) as planned,
      coalesce(sum(w.size) filter (where w.done_here), 0) as done,
      coalesce(sum(w.size) filter (where w.open and w.undated), 0) as undated,
      count(*) filter (where w.open and w.late) as overdue
    from work w cross join week group by w.assignee_id)
  select json_build_object('from', since, 'to', until, 'unit', unit, 'people', coalesce(json_agg(json_build_object(
      'person', json_build_object('user_id', u.id, 'name', u.name),
      'capacity', coalesce((select a.minutes from able a where a.user_id = m.user_id),
        (select week.capacity from week)),
      'planned', trim_scale(coalesce(l.planned, 0)), 'done', trim_scale(coalesce(l.done, 0)::numeric),
      'undated', trim_scale(coalesce(l.undated, 0)::numeric), 'overdue', coalesce(l.overdue, 0))
      order by coalesce(l.planned, 0) desc, app.folded(u.name), u.id), '[]'))
    from organization_members m join users u on u.id = m.user_id left join load l on l.assignee_id = m.user_id
    where m.org_id = app.org_id() and m.status = 'active' and m.role <> 'viewer' and not m.is_app
$$;
