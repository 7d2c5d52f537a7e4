-- People's workload, by the organization's calendar.

-- The fraction of a date range inside another, by working days, or by calendar days if it has none.
create or replace function app.share_of_days(week app.work_calendar, first date, last date, since date, until date)
returns numeric language sql immutable parallel safe as $$
  select case when last < since or first > until then 0 else coalesce(
    (app.work_index(least(last, until), week) - app.work_index(greatest(first, since) - 1, week))::numeric
      / nullif(app.work_index(last, week) - app.work_index(first - 1, week), 0),
    (least(last, until) - greatest(first, since) + 1)::numeric / (last - first + 1)) end
$$;

-- People's load between two dates: planned work (a task with a start date is spread over its working days, others
-- fall on the due date), completed work, and capacity (eight hours per working day; none for points and counts).
create or replace function app.workload(project uuid, since date, until date, unit text) returns json
language sql stable as $$
  with visible as materialized (select p.id from app.visible_projects() p where project is null or p.id = project),
  week as materialized (select app.org_week() as days, app.own_today() as today, app.day_start(since, o.timezone) as begins,
      app.day_start(until + 1, o.timezone) as ends,
      case when unit = 'minutes' then app.working_days(o.id, since, until) * 480 end as capacity
    from organizations o where o.id = app.org_id()),
  work as (select t.assignee_id, t.status in ('todo', 'in_progress') as open, t.due_date < w.today as late,
      t.due_date is null as undated, t.completed_at >= w.begins and t.completed_at < w.ends as done_here,
      case unit when 'points' then coalesce(t.estimate_points, 0) when 'minutes' then coalesce(t.estimate_minutes, 0)
        else 1 end as size, coalesce(t.start_date, t.due_date) as first, t.due_date as last
    from tasks t join visible h on h.id = t.project_id cross join week w
    where t.org_id = app.org_id() and t.deleted_at is null and t.archived_at is null and t.assignee_id is not null
      and (t.status in ('todo', 'in_progress') or t.status = 'done')),
  load as (select w.assignee_id,
      round(coalesce(sum(w.size * app.share_of_days(week.days, w.first, w.last, since, until))
        filter (where w.open and not w.undated and w.first <= until and w.last >= since), 0), 2) as planned,
      coalesce(sum(w.size) filter (where w.done_here), 0) as done,
      coalesce(sum(w.size) filter (where w.open and w.undated), 0) as undated,
      count(*) filter (where w.open and w.late) as overdue
    from work w cross join week group by w.assignee_id)
  select json_build_object('from', since, 'to', until, 'unit', unit, 'people', coalesce(json_agg(json_build_object(
      'person', json_build_object('user_id', u.id, 'name', u.name),
      'capacity', (select week.capacity from week),
      'planned', trim_scale(coalesce(l.planned, 0)), 'done', trim_scale(coalesce(l.done, 0)::numeric),
      'undated', trim_scale(coalesce(l.undated, 0)::numeric), 'overdue', coalesce(l.overdue, 0))
      order by coalesce(l.planned, 0) desc, app.folded(u.name), u.id), '[]'))
    from organization_members m join users u on u.id = m.user_id left join load l on l.assignee_id = m.user_id
    where m.org_id = app.org_id() and m.status = 'active' and m.role <> 'viewer'
$$;
