-- Who is away, the one source for calendars, lists and workload, with the same mask everywhere: what kind of
-- absence it is, and that it is only asked for, is told to the person, their managers and admins, and for
-- public types to all.

create or replace function app.slot_day(slot bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (slot / 1440)::int
$$;

-- The absences of employees that the caller finds in the directory. For whoever may not know the kind, what
-- adjoins is one.
create or replace function app.absence_runs(first date, last date) returns table (employee_id uuid,
  user_id uuid, name text,
  slots int8range, status text, request_id uuid, leave_type text, color text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with caller as materialized (select app.role_level() as rank, employee_id() as own, team() as team,
    org_today() as today),
  seen as materialized (select e.id, e.user_id, e.name, x.is_in from employees e cross join caller c
      cross join lateral (select c.rank >= 40 or coalesce(e.id = c.own, false)
        or e.id = any (c.team) as is_in) x
    where e.org_id = org_id() and only_project() is null and c.rank >= 10
      and (e.termination_date is null or e.termination_date >= c.today or x.is_in)),
  found as (select s.id, s.user_id, s.name, r.id as request_id, r.status, r.slots, t.name as type, t.color,
      s.is_in or t.visibility = 'public' as told
    from leave_requests r join seen s on s.id = r.employee_id
      join leave_types t on t.org_id = r.org_id and t.id = r.leave_type_id
    where r.org_id = org_id() and r.end_date >= first and r.start_date <= last
      and (r.status = 'approved' or r.status = 'pending' and s.is_in))
  select f.id, f.user_id, f.name, x.run, f.status, f.request_id, f.type, f.color from found f
      cross join unnest(f.slots) x(run) where f.told
  union all select m.id, m.user_id, m.name, x.run, 'approved', null, 'absent', null
    from (select f.id, f.user_id, f.name, range_agg(f.slots) as slots from found f where not f.told
      group by f.id, f.user_id, f.name) m cross join unnest(m.slots) x(run)
$$;

-- The same by account, for calendars: whole days, or half days at their ends.
create or replace function app.absences(first date, last date)
returns table (user_id uuid, first_day date, last_day date, half_days int, kind text)
  language sql stable as $$
  select a.user_id, app.slot_day(lower(a.slots)), app.slot_day(upper(a.slots) - 1),
      (lower(a.slots) % 1440 <> 0)::int + (upper(a.slots) % 1440 <> 0)::int, nullif(a.leave_type, 'absent')
    from app.absence_runs(first, last) a where a.user_id is not null and a.status = 'approved'
$$;

-- {from, to, items: [{employee_id, name, from, to, from_half, to_half, status, leave_type, color,
-- request_id}]}.
create or replace function app.absence_calendar(first date, last date, department uuid, employee uuid)
  returns json
language sql stable as $$
  select json_build_object('from', first, 'to', last, 'items', coalesce(json_agg(json_build_object(
      'employee_id', a.employee_id, 'name', a.name, 'from', x.starts, 'to', x.ends,
      'from_half', case when lower(a.slots) % 1440 >= 720 then 'pm' else 'am' end,
      'to_half', case when upper(a.slots) % 1440 between 1 and 720 then 'am' else 'pm' end,
      'status', a.status, 'leave_type', a.leave_type, 'color', a.color, 'request_id', a.request_id)
      order by x.starts, a.name, a.employee_id, lower(a.slots)), '[]'))
    from app.absence_runs(first, last) a
      cross join lateral (select app.slot_day(lower(a.slots)) as starts,
        app.slot_day(upper(a.slots) - 1) as ends) x
    where x.ends >= first and x.starts <= last and (employee is null or a.employee_id = employee)
      and (department is null or (app.position_now(a.employee_id)).department_id in (
        select d.id from app.departments_below(department) d))
$$;
