-- What is shown of weeks.

-- The time of a week by local day: [{date, items: [{id, minutes, …}]}], as the caller may see it. Work in
-- a project that is hidden from the caller shows only its minutes.
create or replace function app.week_entries(employee uuid, monday date, zone text)
returns table (day date, items json)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with found as (
    select t as entry, t.work_date as day, t.duration_seconds::numeric as seconds
      from employees e join time_entries t on t.org_id = e.org_id and t.user_id = e.user_id
      where e.org_id = org_id() and e.id = employee and t.started_at is null
        and t.work_date between monday and monday + 6
    union all select t, d.day, extract(epoch from least(coalesce(t.ended_at, now()), d.until)
          - greatest(t.started_at, d.since))
      from employees e join time_entries t on t.org_id = e.org_id and t.user_id = e.user_id
          and t.work_date between monday - 3 and monday + 9
        join (select x.day, day_start(x.day, zone) as since, day_start(x.day + 1, zone) as until
          from (select monday + n as day from generate_series(0, 6) n) x) d
          on t.started_at < d.until and coalesce(t.ended_at, now()) > d.since
      where e.org_id = org_id() and e.id = employee)
  select f.day, json_agg(json_build_object('id', (f.entry).id, 'minutes', greatest(0, round(f.seconds / 60)),
      'description', case when o.sees then (f.entry).description end,
      'project', case when p.id is not null and o.sees
        then json_build_object('id', p.id, 'key', p.key, 'name', p.name) end,
      'task', case when p.id is not null and o.sees and k.id is not null
        then json_build_object('id', k.id, 'key', p.key || '-' || k.number, 'title', k.title) end,
      'started_at', utc((f.entry).started_at), 'ended_at', utc((f.entry).ended_at),
      'running', (f.entry).kind = 'timer' and (f.entry).ended_at is null)
      order by (f.entry).started_at nulls first, (f.entry).id)
    from found f left join projects p on p.org_id = org_id() and p.id = (f.entry).project_id
        and p.deleted_at is null
      left join tasks k on k.org_id = org_id() and k.id = (f.entry).task_id and k.deleted_at is null
      cross join lateral (select (f.entry).user_id = user_id() or (f.entry).project_id is null
        or can_see_project((f.entry).project_id) as sees) o
    where reaches_week(employee, monday) group by f.day
$$;

-- Weeks of some employees that ended before their today, are not submitted, and had work to do or time.
-- Nobody is missing who was on leave or holiday all week.
create or replace function app.weeks_missing_of(people uuid[], first date, last date)
returns table (employee_id uuid, name text, week_start date, status text, worked int, expected int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with asked as materialized (select e.id, e.name, today(z.zone) as today
    from employee_zones(people) z join employees e on e.org_id = org_id() and e.id = z.id),
  weeks as materialized (select p.id, p.name, m.monday::date as monday, s.status from asked p
      cross join generate_series(first::timestamp, last::timestamp, interval '7 days') m(monday)
      left join timesheets s on s.org_id = org_id() and s.employee_id = p.id and s.week_start = m.monday::date
    where m.monday::date + 7 <= p.today and coalesce(s.status, 'open') in ('open', 'rejected')
      and exists (select from employments x where x.org_id = org_id() and x.employee_id = p.id
        and x.valid && daterange(m.monday::date, m.monday::date + 7)))
  select w.id, w.name, w.monday, coalesce(w.status, 'open'), t.worked, t.contracted - t.holiday - t.leave
    from weeks w join week_totals(array(select x.id from weeks x order by x.id, x.monday),
        array(select x.monday from weeks x order by x.id, x.monday)) t
      on t.employee_id = w.id and t.week_start = w.monday
    where t.worked > 0 or t.contracted - t.holiday - t.leave > 0
$$;

-- The same of employees with an account that the caller reaches.
create or replace function app.missing_weeks(first date, last date, only_employee uuid, department uuid,
  is_own boolean)
returns table (employee_id uuid, name text, week_start date, status text, worked int, expected int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with caller as materialized (select app.role_level() as rank, employee_id() as own, team() as team)
  select m.employee_id, m.name, m.week_start, m.status, m.worked, m.expected
    from weeks_missing_of(array(select e.id from employees e cross join caller c
      where e.org_id = org_id() and e.user_id is not null
        and (c.rank >= 40 or coalesce(e.id = c.own, false) or e.id = any (c.team))
        and (only_employee is null or e.id = only_employee)
        and (is_own is null or coalesce(e.id = c.own, false) = is_own)
        and (department is null or (position_now(e.id)).department_id in (
          select d.id from departments_below(department) d))), first, last) m
$$;

-- What is unusual about a week, though it can be submitted.
create or replace function app.week_warnings(employee uuid, monday date, days jsonb) returns text[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array(select case count(*) when 1 then format('the week of %s is not submitted', min(m.week_start))
      else format('%s earlier weeks are not submitted, the first of %s', count(*), min(m.week_start)) end
    from missing_weeks(monday - 56, monday - 7, employee, null, null) m having count(*) > 0)
  || array(select format('time is logged on %s, a day of leave', d.date) from jsonb_to_recordset(days) as
      d(date date, contracted int, holiday int, leave int, worked int)
    where d.worked > 0 and d.leave > 0 and d.contracted - d.holiday - d.leave = 0 order by d.date)
$$;

-- A week as it is, or as it was submitted. The answer of every operation about one week.
create or replace function app.timesheet_json(employee uuid, monday date) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', s.id, 'employee', json_build_object('employee_id', e.id, 'name', e.name),
      'week_start', monday, 'week_end', monday + 6, 'status', coalesce(s.status, 'open'),
      'is_own', coalesce(e.id = employee_id(), false), 'time_zone', z.zone,
      'worked_minutes', t.worked, 'contracted_minutes', t.contracted, 'holiday_minutes', t.holiday,
      'leave_minutes', t.leave, 'expected_minutes', t.contracted - t.holiday - t.leave,
      'balance_minutes', t.worked - (t.contracted - t.holiday - t.leave),
      'days', (select json_agg(json_build_object('date', d.date, 'weekday', to_char(d.date, 'FMDay'),
          'is_employed', d.is_employed, 'worked_minutes', d.worked, 'contracted_minutes', d.contracted,
          'holiday_minutes', d.holiday, 'leave_minutes', d.leave,
          'expected_minutes', d.contracted - d.holiday - d.leave,
          'balance_minutes', d.worked - (d.contracted - d.holiday - d.leave),
          'leave_with_entries', d.worked > 0 and d.leave > 0 and d.contracted - d.holiday - d.leave = 0,
          'entries', coalesce(n.items, '[]')) order by d.date)
        from jsonb_to_recordset(t.days) as d(date date, is_employed boolean, contracted int, holiday int,
          leave int, worked int)
          left join week_entries(employee, monday, z.zone) n on n.day = d.date),
      'stale', cardinality(c.changes) > 0, 'changes', to_json(c.changes),
      'warnings', to_json(week_warnings(employee, monday, t.days)),
      'asked', case when s.status = 'submitted' then (select json_build_object('employee_id', a.id,
        'name', a.name) from employees a where a.org_id = org_id() and a.id = s.asked_employee_id) end,
      'submitted_at', utc(s.submitted_at), 'on_behalf', coalesce(s.on_behalf, false), 'comment', s.comment,
      'decided_at', utc(s.decided_at), 'decided_by', person_json(s.decided_by), 'note', s.note,
      'self_decided', coalesce(s.self_decided, false), 'inputs_hash', s.inputs_hash,
      'events', (select coalesce(json_agg(json_build_object('action', v.action, 'at', utc(v.created_at),
          'by', person_json(v.created_by), 'note', v.note) order by v.id), '[]') from timesheet_events v
        where v.org_id = org_id() and v.timesheet_id = s.id),
      'version', coalesce(s.version, 0))
    from employees e left join timesheets s on s.org_id = e.org_id and s.employee_id = e.id
        and s.week_start = monday
      cross join lateral (select coalesce(s.time_zone, employee_zone(e.id)) as zone) z
      cross join lateral (select w.days, w.contracted, w.holiday, w.leave, w.worked
          from week_totals(array[e.id], array[monday]) w
          where s.status is null or s.status in ('open', 'rejected')
        union all select s.days, s.contracted_minutes, s.holiday_minutes, s.leave_minutes, s.worked_minutes
          where s.status in ('submitted', 'approved')) t
      cross join lateral (select sheet_changes(employee, monday) as changes) c
    where e.org_id = org_id() and e.id = employee and reaches_week(e.id, monday)
$$;
