-- What a day of leave counts: by the schedule and the place of the person on that day.

-- Each day of a range for several employees: the minutes of their schedule, or else of the organization's
-- week at eight hours a day; how much of the morning and the afternoon it has, 0.5 or 0 each; and how much
-- of the day is a public holiday of their place, or else of the organization. 0.5 is a half holiday, whose
-- afternoon is free.
create or replace function app.people_days(people uuid[], first date, last date)
returns table (employee_id uuid, day date, minutes int, am numeric, pm numeric, intervals jsonb, off numeric)
language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off
  set plan_cache_mode = force_generic_plan as $$
  with days as materialized (select first + n as day from generate_series(0, last - first) n),
  own as materialized (select a.employee_id, a.schedule_id, a.valid from employee_schedules a
    where a.org_id = org_id() and a.employee_id = any (people) and a.valid && daterange(first, last, '[]')),
  usual as materialized (select s.id from work_schedules s where s.org_id = org_id() and s.is_default),
  hours as materialized (select s.id::text, d.day, x.hours,
      case when (x.hours->>'value')::numeric = 0.5 then
        case when (x.hours->'intervals'->0->>0)::int >= 720 then 'pm' else 'am' end end as only
    from (select o.schedule_id as id from own o union select u.id from usual u) s cross join days d
      cross join lateral (select scheduled_day(s.id, d.day) as hours) x
    union all select '', d.day, jsonb_build_object('minutes', 480), null from days d
      join organizations o on o.id = org_id() and extract(isodow from d.day)::smallint = any (o.working_days)
      where not exists (select from usual)),
  places as materialized (select p.employee_id, p.country, p.region, p.valid from employee_places p
    where p.org_id = org_id() and p.employee_id = any (people) and p.valid && daterange(first, last, '[]')),
  sites as (select distinct p.country, p.region from places p),
  closed as materialized (select f.country, f.region, f.date as day,
      max(case when f.half_day then 0.5 else 1 end) as off from (
    select s.country, s.region, h.date, h.half_day from sites s
      cross join lateral holidays_of(s.country, s.region, first, last) h
      where h.kind = 'public' and not exists (select from holiday_overrides v where v.org_id = org_id()
        and v.date = h.date and v.kind = 'remove' and coalesce(v.region, s.region) is not distinct
          from s.region)
    union all select s.country, s.region, v.date, v.half_day from sites s
      join holiday_overrides v on v.org_id = org_id() and v.date between first and last and v.kind = 'add'
        and coalesce(v.region, s.region) is not distinct from s.region) f group by f.country, f.region,
          f.date),
  usually_closed as materialized (select h.date as day, max(case when h.half_day then 0.5 else 1 end) as off
    from org_holidays(org_id(), first, last) h where h.kind = 'public' group by h.date)
  select e.id, d.day, coalesce((h.hours->>'minutes')::int, 0),
      case when h.hours is null or h.only = 'pm' then 0 else 0.5 end,
      case when h.hours is null or h.only = 'am' then 0 else 0.5 end,
      coalesce(h.hours->'intervals', '[]'), coalesce(case when p.employee_id is null then u.off
        else c.off end, 0)
    from (select distinct unnest(people) as id) e cross join days d
      left join own o on o.employee_id = e.id and o.valid @> d.day
      left join hours h on h.day = d.day and h.id = coalesce((coalesce(o.schedule_id, (select x.id
        from usual x)))::text, '')
      left join places p on p.employee_id = e.id and p.valid @> d.day
      left join closed c on c.country = p.country and coalesce(c.region, '') = coalesce(p.region, '')
        and c.day = d.day
      left join usually_closed u on u.day = d.day
$$;

-- What is left of the morning and the afternoon of a working day on a holiday. As a set, it is part of the
-- statement that asks for many days.
create or replace function app.halves_left(am numeric, pm numeric, off numeric)
returns table (am_left numeric, pm_left numeric) language sql immutable rows 1 as $$
  select case when off = 1 then 0 else am end, case when off > 0 then 0 else pm end
$$;

-- The intervals that make up the first minutes of a day.
create or replace function app.first_minutes(intervals jsonb, minutes int) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_array(x.start, least(x.stop, x.start + minutes - x.before))
      order by x.start), '[]')
    from (select (i->>0)::int as start, (i->>1)::int as stop, coalesce(sum((i->>1)::int - (i->>0)::int)
        over (order by (i->>0)::int rows between unbounded preceding and 1 preceding), 0)::int as before
      from jsonb_array_elements(intervals) i) x where x.before < minutes
$$;

-- Each day of a range as employees work it. Holidays are free, unless they are to count: of a half one, the
-- second half of the minutes is.
create or replace function app.worked_days(people uuid[], first date, last date, with_holidays boolean)
returns table (employee_id uuid, day date, minutes int, am numeric, pm numeric, intervals jsonb, off numeric)
language sql stable as $$
  select d.employee_id, d.day, m.minutes, h.am_left, h.pm_left,
      case when m.minutes = d.minutes then d.intervals
        else app.first_minutes(d.intervals, m.minutes) end, d.off
    from app.people_days(people, first, last) d
      cross join lateral app.halves_left(d.am, d.pm, case when with_holidays then 0 else d.off end) h
      cross join lateral (select case when d.am + d.pm = 0 then d.minutes
        else round(d.minutes * (h.am_left + h.pm_left) / (d.am + d.pm))::int end as minutes) m
$$;
create or replace function app.employee_days(employee uuid, first date, last date, with_holidays boolean)
returns table (day date, minutes int, am numeric, pm numeric, intervals jsonb, off numeric)
language sql stable as $$
  select d.day, d.minutes, d.am, d.pm, d.intervals, d.off
    from app.worked_days(array[employee], first, last, with_holidays) d
$$;

-- The minutes of a day that lie between two of its minutes.
create or replace function app.minutes_within(intervals jsonb, first int, last int) returns int
language sql immutable as $$
  select coalesce(sum(greatest(0, least((i->>1)::int, last) - greatest((i->>0)::int, first))), 0)::int
    from jsonb_array_elements(intervals) i
$$;
create or replace function app.minute_of(clock text) returns int language sql immutable as $$
  select split_part(clock, ':', 1)::int * 60 + split_part(clock, ':', 2)::int
$$;

-- The end of hours of leave in minutes of the day: after midnight where it is not after their start.
create or replace function app.end_minute(r leave_requests) returns int language sql immutable as $$
  select app.minute_of(r.end_time) + case when app.minute_of(r.end_time) <= app.minute_of(r.start_time)
    then 1440 else 0 end
$$;

-- The minutes since 1970 of a request, by halves of days, or by the clock.
create or replace function app.leave_slots(r leave_requests) returns int8multirange
  language sql immutable as $$
  select int8multirange(int8range(
    (r.start_date - date '1970-01-01')::bigint * 1440
      + case when r.start_time is not null then app.minute_of(r.start_time) when r.start_half = 'pm'
        then 720 else 0 end,
    (r.end_date - date '1970-01-01')::bigint * 1440
      + case when r.end_time is not null then app.end_minute(r) when r.end_half = 'am' then 720
        else 1440 end))
$$;

-- What a request takes of a day that is worked so: the halves of it and its minutes; halves that were cut out
-- of the request are not of it.
create or replace function app.leave_of_day(r leave_requests, t leave_types, day date, worked int, am numeric,
  pm numeric, intervals jsonb, off numeric)
returns table (am_taken numeric, pm_taken numeric, minutes int, amount numeric)
language sql immutable rows 1 as $$
  select c.am, c.pm, m.minutes, case t.unit when 'hour' then m.minutes else c.am + c.pm end
    from (select (day - date '1970-01-01')::bigint * 1440 as start) s
      cross join lateral (select
        case when r.start_date = day and r.start_half = 'pm' or t.unit = 'hour'
            or not coalesce(r.slots @> int8range(s.start, s.start + 720), true) then 0
          when t.count_by = 'calendar' then 0.5
          when t.count_by = 'six_day' then case when extract(isodow from day) < 7 and off < 1
            then 0.5 else 0 end
          else am end as am,
        case when r.end_date = day and r.end_half = 'am' or t.unit = 'hour'
            or not coalesce(r.slots @> int8range(s.start + 720, s.start + 1440), true) then 0
          when t.count_by = 'calendar' then 0.5
          when t.count_by = 'six_day' then case when extract(isodow from day) < 7 and off = 0
            then 0.5 else 0 end
          else pm end as pm) c
      cross join lateral (select case
        when t.unit = 'hour' then (select coalesce(case when jsonb_array_length(intervals) = 0
            then least(worked, sum(upper(x) - lower(x)))
            else sum(app.minutes_within(intervals, (lower(x) - s.start)::int, (upper(x) - s.start)::int)) end,
            0)::int
          from unnest(coalesce(r.slots, app.leave_slots(r))) x)
        else round(worked * least(1, (c.am + c.pm)
          / greatest(leave_of_day.am + leave_of_day.pm, 0.5)))::int end as minutes) m
    where c.am + c.pm > 0 or t.unit = 'hour' and m.minutes > 0
$$;

-- The days of a request that count, with what each takes: days, or minutes of types by the hour.
create or replace function app.leave_days_of(r leave_requests, t leave_types)
returns table (day date, am numeric, pm numeric, minutes int, amount numeric) language sql stable as $$
  select d.day, x.am_taken, x.pm_taken, x.minutes, x.amount
    from app.employee_days(r.employee_id, r.start_date, r.end_date, t.counts_holidays) d
      cross join lateral app.leave_of_day(r, t, d.day, d.minutes, d.am, d.pm, d.intervals, d.off) x
$$;

-- "7–11 Dec", for people: of one year and month as short as it can be.
create or replace function app.said_days(first date, last date) returns text language sql immutable as $$
  select case when first = last then to_char(first, 'FMDD Mon YYYY')
    when date_trunc('month', first) = date_trunc('month', last) then to_char(first,
      'FMDD') || '–' || to_char(last, 'FMDD Mon YYYY')
    else to_char(first, 'FMDD Mon YYYY') || ' – ' || to_char(last, 'FMDD Mon YYYY') end
$$;
