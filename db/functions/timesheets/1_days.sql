-- The days of a week: what was worked, and what was to be worked.

-- The time zones of employees, as `employee_zone` says them.
create or replace function app.employee_zones(people uuid[]) returns table (id uuid, zone text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.id, coalesce(e.time_zone, s.time_zone, o.timezone)
    from employees e join organizations o on o.id = e.org_id
      left join employee_schedules a on a.org_id = e.org_id and a.employee_id = e.id
        and a.valid @> today(o.timezone)
      left join work_schedules u on u.org_id = e.org_id and u.is_default
      left join work_schedules s on s.org_id = e.org_id and s.id = coalesce(a.schedule_id, u.id)
    where e.org_id = org_id() and e.id = any (people)
$$;

-- Each day of some weeks of employees. Time between two moments counts for the local days that it touches,
-- other time for its day. The zone is the one of the sheet, so that moving changes no week that was
-- submitted. A leave takes no more of a day than a holiday leaves.
create or replace function app.week_days(people uuid[], mondays date[])
returns table (employee_id uuid, week_start date, day date, is_employed boolean, contracted int, holiday int,
  leave int, worked int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with weeks as materialized (
    select e.id as employee, e.user_id, p.monday, coalesce(s.time_zone, z.zone) as zone
      from unnest(people, mondays) p(employee, monday)
        join employees e on e.org_id = org_id() and e.id = p.employee
        left join timesheets s on s.org_id = e.org_id and s.employee_id = e.id and s.week_start = p.monday
          and s.status in ('submitted', 'approved')
        join employee_zones(people) z
          on z.id = e.id),
  starts as materialized (select x.zone, x.day, day_start(x.day, x.zone) as since,
      day_start(x.day + 1, x.zone) as until
    from (select distinct w.zone, w.monday + n as day from weeks w cross join generate_series(0, 6) n) x),
  worked as (select x.employee, x.monday, x.day, round(sum(x.seconds) / 60)::int as minutes from (
      select w.employee, w.monday, t.work_date as day, t.duration_seconds as seconds
        from weeks w join time_entries t on t.org_id = org_id() and t.user_id = w.user_id
          and t.started_at is null and t.work_date between w.monday and w.monday + 6
      union all select w.employee, w.monday, d.day,
          extract(epoch from least(t.ended_at, d.until) - greatest(t.started_at, d.since))
        from weeks w join time_entries t on t.org_id = org_id() and t.user_id = w.user_id
            and t.work_date between w.monday - 3 and w.monday + 9
          join starts d on d.zone = w.zone and d.day between w.monday and w.monday + 6
            and t.started_at < d.until and t.ended_at > d.since) x
    group by x.employee, x.monday, x.day),
  due as (select m.monday, d.* from (select w.monday, array_agg(w.employee) as people from weeks w
    group by w.monday) m
    cross join lateral available_days(m.people, m.monday, m.monday + 6) d)
  select d.employee_id, d.monday, d.day, d.is_employed, case when d.is_employed then d.contracted else 0 end,
      case when d.is_employed then d.holiday else 0 end, case when d.is_employed then d.leave else 0 end,
      coalesce(w.minutes, 0)
    from due d left join worked w on w.employee = d.employee_id and w.monday = d.monday and w.day = d.day
$$;

-- The same by week: its days as JSON, as a sheet keeps them, with their sums and hash.
create or replace function app.week_totals(people uuid[], mondays date[])
returns table (employee_id uuid, week_start date, days jsonb, inputs_hash text, is_employed boolean,
  contracted int, holiday int, leave int, worked int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select w.employee_id, w.week_start, w.days, chain_digest(w.days::text), w.is_employed, w.contracted,
      w.holiday, w.leave, w.worked
    from (select d.employee_id, d.week_start, jsonb_agg(jsonb_build_object('date', d.day,
          'is_employed', d.is_employed, 'contracted', d.contracted, 'holiday', d.holiday, 'leave', d.leave,
          'worked', d.worked) order by d.day) as days, bool_or(d.is_employed) as is_employed,
          sum(d.contracted)::int as contracted, sum(d.holiday)::int as holiday, sum(d.leave)::int as leave,
          sum(d.worked)::int as worked
      from week_days(people, mondays) d group by d.employee_id, d.week_start) w
$$;

-- Whether the caller sees a week: as the scope of the table says it.
create or replace function app.reaches_week(s timesheets) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select in_team(s.employee_id) or coalesce(s.asked_employee_id = employee_id()
    and (s.status = 'submitted' or s.decided_at = now()::timestamptz(3)), false)
$$;
create or replace function app.reaches_week(employee uuid, monday date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select in_team(employee) or exists (select from timesheets s where s.org_id = org_id()
    and s.employee_id = employee and s.week_start = monday and reaches_week(s))
$$;

create or replace function app.week_begun(day date) returns date language sql immutable as $$
  select date_trunc('week', day::timestamp)::date
$$;

-- The week of an employee that a path names: a Monday, `current`, or `submitted` for the only one that
-- waits for a decision.
create or replace function app.week_named(employee uuid, said text) returns date
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare waiting date[];
begin
  if said not in ('current', 'submitted') then return said::date; end if;
  if said = 'submitted' then
    waiting := array(select s.week_start from timesheets s where s.org_id = org_id()
      and s.employee_id = employee and s.status = 'submitted' and reaches_week(s) order by s.week_start);
    perform ensure(cardinality(waiting) < 2, 'WM409',
      format('several weeks are submitted: %s; name one', array_to_string(waiting, ', ')));
  end if;
  return coalesce(waiting[1], week_begun(employee_today(employee)));
end $$;

create or replace function app.person_json(person uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('user_id', u.id, 'name', u.name) from users u where u.id = person
$$;
