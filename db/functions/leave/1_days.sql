-- What a day of leave counts: by the schedule and the place of the person on that day.

-- Public holidays of an employee: those of their place on the day, or else the organization's. 0.5 is a half
-- holiday, whose afternoon is free.
create or replace function app.employee_holidays(employee uuid, first date, last date)
returns table (day date, off numeric) language sql stable security definer
set search_path = public, app, pg_temp as $$
  with places as (select p.country, p.region, p.valid from employee_places p where p.org_id = org_id()
    and p.employee_id = employee and p.valid && daterange(first, last, '[]')),
  found as (
    select h.date, h.half_day from places p cross join lateral holidays_of(p.country, p.region, first, last) h
      where h.kind = 'public' and p.valid @> h.date and not exists (select from holiday_overrides v
        where v.org_id = org_id() and v.date = h.date and v.kind = 'remove'
          and coalesce(v.region, p.region) is not distinct from p.region)
    union all select v.date, v.half_day from places p join holiday_overrides v on v.org_id = org_id()
      and v.date between first and last and v.kind = 'add' and p.valid @> v.date
      and coalesce(v.region, p.region) is not distinct from p.region
    union all select h.date, h.half_day from org_holidays(org_id(), first, last) h where h.kind = 'public'
      and not exists (select from places p where p.valid @> h.date))
  select f.date, max(case when f.half_day then 0.5 else 1 end) from found f group by f.date
$$;

-- Each day of a range as an employee works it: the minutes of the schedule, and how much of the morning and
-- the afternoon is worked, 0.5 or 0 each. Holidays are free, unless they are to count.
create or replace function app.employee_days(employee uuid, first date, last date, with_holidays boolean)
returns table (day date, minutes int, am numeric, pm numeric, intervals jsonb, off numeric)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select d.day, coalesce((s.hours->>'minutes')::int, 0),
      case when s.hours is null or h.off = 1 and not with_holidays or s.only = 'pm' then 0 else 0.5 end,
      case when s.hours is null or h.off > 0 and not with_holidays or s.only = 'am' then 0 else 0.5 end,
      coalesce(s.hours->'intervals', '[]'), coalesce(h.off, 0)
    from (select first + n as day from generate_series(0, last - first) n) d
      left join employee_holidays(employee, first, last) h on h.day = d.day
      cross join lateral (select x.hours, case when (x.hours->>'value')::numeric = 0.5 then
          case when (x.hours->'intervals'->0->>0)::int >= 720 then 'pm' else 'am' end end as only
        from (select scheduled_day(schedule_on(employee, d.day), d.day) as hours) x) s
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

-- The days of a request that count, with what each takes: days, or minutes of types by the hour.
create or replace function app.leave_days_of(r leave_requests, t leave_types)
returns table (day date, am numeric, pm numeric, minutes int, amount numeric) language sql stable as $$
  select x.day, x.am, x.pm, x.minutes, case t.unit when 'hour' then x.minutes else x.am + x.pm end
    from (select d.day, c.am, c.pm, case
          when t.unit = 'hour' and jsonb_array_length(d.intervals) = 0
            then least(d.minutes, app.minute_of(r.end_time) - app.minute_of(r.start_time))
          when t.unit = 'hour'
            then app.minutes_within(d.intervals, app.minute_of(r.start_time), app.minute_of(r.end_time))
          else round(d.minutes * (c.am + c.pm) / greatest(d.am + d.pm, 0.5))::int end as minutes
        from app.employee_days(r.employee_id, r.start_date, r.end_date, t.counts_holidays) d
          cross join lateral (select
            case when r.start_date = d.day and r.start_half = 'pm' then 0 when t.unit = 'hour' then 0
              when t.count_by = 'calendar' then 0.5
              when t.count_by = 'six_day' then case when extract(isodow from d.day) < 7 and d.off < 1
                then 0.5 else 0 end
              else d.am end as am,
            case when r.end_date = d.day and r.end_half = 'am' then 0 when t.unit = 'hour' then 0
              when t.count_by = 'calendar' then 0.5
              when t.count_by = 'six_day' then case when extract(isodow from d.day) < 7 and d.off = 0
                then 0.5 else 0 end
              else d.pm end as pm) c) x
    where x.am + x.pm > 0 or t.unit = 'hour' and x.minutes > 0
$$;

-- The minutes since 1970 of a request, by halves of days, or by the clock.
create or replace function app.leave_slots(r leave_requests) returns int8multirange
  language sql immutable as $$
  select int8multirange(int8range(
    (r.start_date - date '1970-01-01')::bigint * 1440
      + case when r.start_time is not null then app.minute_of(r.start_time) when r.start_half = 'pm'
        then 720 else 0 end,
    (r.end_date - date '1970-01-01')::bigint * 1440
      + case when r.end_time is not null then app.minute_of(r.end_time) when r.end_half = 'am' then 720
        else 1440 end))
$$;

-- "7–11 Dec", for people: of one year and month as short as it can be.
create or replace function app.said_days(first date, last date) returns text language sql immutable as $$
  select case when first = last then to_char(first, 'FMDD Mon YYYY')
    when date_trunc('month', first) = date_trunc('month', last) then to_char(first,
      'FMDD') || '–' || to_char(last, 'FMDD Mon YYYY')
    else to_char(first, 'FMDD Mon YYYY') || ' – ' || to_char(last, 'FMDD Mon YYYY') end
$$;
