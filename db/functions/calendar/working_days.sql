-- Working days as ordinals, skipping holidays: the calendar's first Monday is 1 if Mondays are worked. Span
-- lengths and end dates become arithmetic.

-- Working days are ISO weekdays, 1 (Monday) to 7; an empty list means every day.
create or replace function app.weekdays_or_all(days smallint[]) returns smallint[] language sql immutable parallel safe
  as $$ select case when cardinality(days) > 0 then days else '{1,2,3,4,5,6,7}' end $$;

-- The working weekdays in order, the holidays that fall on them, and for each the ordinal from which later
-- working days shift by one.
call app.make_type('work_calendar', 'days smallint[], off date[], skips int[]');

-- How many of these weekdays (sorted) lie up to and including a date. The first day of the year 1 was a
-- Monday.
create or replace function app.week_index(day date, days smallint[]) returns int language sql immutable parallel safe as $$
  select (day - date '0001-01-01') / 7 * cardinality(days)
    + width_bucket(((day - date '0001-01-01') % 7 + 1)::smallint, days)
$$;

-- The working calendar. A half holiday is a working day.
create or replace function app.org_week() returns app.work_calendar language sql stable as $$
  select row(w.days, h.off, h.skips)::app.work_calendar from organizations o
    cross join lateral (select array(select distinct d from unnest(app.weekdays_or_all(o.working_days)) d order by d)) w(days)
    cross join lateral (select coalesce(array_agg(f.day order by f.day), '{}'),
        coalesce(array_agg(f.n - f.place::int + 1 order by f.day), '{}') from (
        select x.date as day, app.week_index(x.date, w.days) as n, row_number() over (order by x.date) as place
          from (select distinct k.date from app.org_holidays(o.id, '0001-01-01', '9999-12-31') k
            where k.kind = 'public' and not k.half_day and extract(isodow from k.date)::smallint = any (w.days)) x) f) h(off, skips)
    where o.id = app.org_id()
$$;

-- How many working days lie up to and including a date.
create or replace function app.work_index(day date, week app.work_calendar) returns int
language sql immutable parallel safe as $$
  select app.week_index(day, (week).days) - case when (week).off = '{}' then 0 else width_bucket(day, (week).off) end
$$;

-- The ordinal of the first working day on or after a date.
create or replace function app.work_start(day date, week app.work_calendar) returns int
language sql immutable parallel safe as $$
  select app.work_index(day - 1, week) + 1
$$;

-- The date of an ordinal.
create or replace function app.work_day(n int, week app.work_calendar) returns date
language sql immutable parallel safe as $$
  select case when n is not null then least(date '0001-01-01' + b.at / cardinality((week).days) * 7
      + (week).days[b.at % cardinality((week).days) + 1] - 1, date '9999-12-31') end
    from (select greatest(n, 1) - 1 + case when (week).skips = '{}' then 0 else width_bucket(n, (week).skips) end) b(at)
$$;

-- The date n working days after (negative: before) a date, which is first moved to the next working day.
create or replace function app.add_working_days(day date, n int, week app.work_calendar) returns date
language sql immutable parallel safe strict as $$ select app.work_day(app.work_start(day, week) + n, week) $$;

-- Working days between two dates: add_working_days(first, this) is the working day of the last.
create or replace function app.working_days_between(first date, last date, week app.work_calendar) returns int
language sql immutable parallel safe strict as $$ select app.work_start(last, week) - app.work_start(first, week) $$;
