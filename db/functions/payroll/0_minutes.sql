-- The minutes of time entries on the days of a period, and whether their week is approved.
create or replace function app.sheet_minutes(people uuid[], first date, last date)
returns table (employee_id uuid, day date, minutes int, approved boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with weeks as materialized (select p.id, m.monday::date as monday from unnest(people) p(id)
    cross join generate_series(week_begun(first)::timestamp, last::timestamp, interval '7 days') m(monday))
  select d.employee_id, d.day, d.worked, coalesce(s.status = 'approved', false)
    from week_days(array(select w.id from weeks w order by w.id, w.monday),
        array(select w.monday from weeks w order by w.id, w.monday)) d
      left join timesheets s on s.org_id = org_id() and s.employee_id = d.employee_id
        and s.week_start = d.week_start
    where d.day between first and last and d.worked > 0
$$;

-- The minutes of the log of working hours, of shifts that ended; not approved while a correction of the day
-- waits.
create or replace function app.log_minutes(people uuid[], first date, last date)
returns table (employee_id uuid, day date, minutes int, approved boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with events as (select h.*, count(*) filter (where h.event = 'clock_in') over w as shift
    from people_hours(people, first - interval '3 days', last + interval '3 days') h
    window w as (partition by h.employee_id order by h.occurred_at, h.seq)),
  spans as (select e.employee_id, e.event, e.occurred_at as since, lead(e.occurred_at) over w as until,
      first_value(e.occurred_offset) over w as utc_offset,
      bool_or(e.event = 'clock_out') over (partition by e.employee_id, e.shift) as has_ended
    from events e where e.shift > 0 window w as (partition by e.employee_id, e.shift
      order by e.occurred_at, e.seq)),
  local as (select s.employee_id, s.since at time zone 'UTC' + s.utc_offset::interval as since,
      s.until at time zone 'UTC' + s.utc_offset::interval as until
    from spans s where s.has_ended and s.event in ('clock_in', 'break_end') and s.until is not null)
  select l.employee_id, d.day::date, floor(sum(extract(epoch from least(l.until, d.day + interval '1 day')
        - greatest(l.since, d.day))) / 60)::int,
      not exists (select from working_hours_log c where c.org_id = org_id() and c.employee_id = l.employee_id
        and c.event in ('correction', 'void') and hours_day(c) = d.day::date
        and correction_status(c.seq) = 'waiting')
    from local l cross join generate_series(date_trunc('day', l.since), l.until, interval '1 day') d(day)
    where d.day::date between first and last and d.day < l.until group by l.employee_id, d.day
$$;

-- The minutes that pay by the hour is for, from where the organization keeps them.
create or replace function app.paid_minutes(people uuid[], first date, last date)
returns table (employee_id uuid, day date, minutes int, approved boolean)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if (workforce_settings()).hourly_pay_from = 'working_hours' then
    return query select l.* from log_minutes(people, first, last) l where l.minutes > 0;
  else
    return query select s.* from sheet_minutes(people, first, last) s;
  end if;
end $$;
