-- What a leave year grants to people: of their schedules and the months that they are employed.

-- Half away from zero, to the step of the type.
create or replace function app.round_leave(amount numeric, t leave_types) returns numeric
  language sql immutable as $$
  select case when t.rounding = 'none' then round(amount, 2)
    else round(amount / t.rounding::numeric) * t.rounding::numeric end
$$;

-- The leave year that begins in a year, and its months.
create or replace function app.leave_year_start(of_year int) returns date language sql stable as $$
  select (of_year || '-' || coalesce((select y.starts from leave_years y where y.org_id = app.org_id()
    and y.from_year <= of_year order by y.from_year desc limit 1), '01-01'))::date
$$;
create or replace function app.leave_year(of_year int) returns daterange language sql stable as $$
  select daterange(app.leave_year_start(of_year), app.leave_year_start(of_year + 1))
$$;
create or replace function app.leave_months(of_year int) returns daterange[] language sql stable as $$
  select array_agg(daterange(m::date, (m + interval '1 month')::date) order by m)
    from app.leave_year(of_year) y
      cross join generate_series(lower(y)::timestamp, upper(y) - 1, interval '1 month') m
$$;
-- The year in which the leave year of a day begins.
create or replace function app.leave_year_of(day date) returns int language sql stable as $$
  select extract(year from day)::int
    - case when day < app.leave_year_start(extract(year from day)::int) then 1 else 0 end
$$;

-- Employment in a leave year: from which day on, and by month, added up, in how many and in which share of
-- them, and how much was worked in those that are over. `starts` has the day after the year too. `days` are
-- those of the year, of `year_days`, each by the share of a full week that the schedule has; `hours` and
-- `hour_shares` are the same by its minutes, for types by the hour. `week_days` are its Mondays to Fridays.
call app.make_type('employed_year', 'employee_id uuid, since date, starts date[], months int[],
  shares numeric[], days numeric, year_days int, worked numeric[], week_days int, hour_shares numeric[],
  hours numeric');

-- Since when an employment counts as service.
create or replace function app.service_start(m employments) returns date language sql immutable as $$
  select coalesce(m.seniority_from, lower(m.valid))
$$;

-- From which day on a type can be taken by somebody who is employed on a day; null if on that day already.
create or replace function app.usable_from(employee uuid, t leave_types, day date) returns date
language sql stable security definer set search_path = public, app, pg_temp as $$
  select service_start(m) + t.usable_after_days from employments m
    where t.usable_after_days > 0 and m.org_id = org_id() and m.employee_id = employee and m.valid @> day
      and service_start(m) + t.usable_after_days > day
$$;

-- How much of each day of a range employees work, or are paid for: not of unpaid leave.
create or replace function app.earned_days(people uuid[], first date, last date)
returns table (employee_id uuid, day date, value numeric) language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off
  set plan_cache_mode = force_generic_plan as $$
  with unpaid as materialized (select d.employee_id, d.day, sum(d.am + d.pm) as value
    from leave_types t join leave_requests r on r.org_id = t.org_id and r.leave_type_id = t.id
        and r.status = 'approved' and r.employee_id = any (people)
      join leave_days d on d.org_id = r.org_id and d.request_id = r.id and d.day between first and last
    where t.org_id = org_id() and t.paid = 'unpaid' group by d.employee_id, d.day),
  employed as materialized (select m.employee_id, m.valid from employments m where m.org_id = org_id()
    and m.employee_id = any (people) and m.valid && daterange(first, last, '[]'))
  select d.employee_id, d.day, d.am + d.pm - least(d.am + d.pm, coalesce(u.value, 0))
    from people_days(people, first, last) d
      join employed m on m.employee_id = d.employee_id and m.valid @> d.day
      left join unpaid u on u.employee_id = d.employee_id and u.day = d.day
$$;

-- Of employees, in a leave year: a week of three days counts 0.6 a day, and one of twenty hours half of the
-- hours of the default schedule, or else of forty. Without a schedule a day counts whole. What they worked is
-- only found where a type goes by it. The first days of service do not count where a type waits for them.
create or replace function app.employed_years(people uuid[], of_year int, by_work boolean, waits int)
returns setof app.employed_year
language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off
  set plan_cache_mode = force_generic_plan as $$
  with span as materialized (select leave_year(of_year) as days),
  months as materialized (select m.n, m.month, lower(m.month) as first_day,
      upper(m.month) - lower(m.month) as count
    from unnest(leave_months(of_year)) with ordinality m(month, n)),
  employed as materialized (select m.employee_id, range_agg(m.valid * x.days) as days
    from employments m cross join span s
      cross join lateral (select s.days * daterange(service_start(m) + waits, null) as days) x
    where m.org_id = org_id() and m.employee_id = any (people) and m.valid && x.days group by m.employee_id),
  own as materialized (select a.employee_id, a.schedule_id, a.valid
    from employee_schedules a cross join span s where a.org_id = org_id() and a.employee_id = any (people)
      and a.valid && s.days),
  pieces as (
    select e.employee_id, o.schedule_id, e.days * datemultirange(o.valid) as days
      from employed e join own o on o.employee_id = e.employee_id
    union all select e.employee_id,
        (select s.id from work_schedules s where s.org_id = org_id() and s.is_default),
        e.days - coalesce(o.days, '{}')
      from employed e left join (select x.employee_id, range_agg(x.valid) as days from own x
        group by x.employee_id) o on o.employee_id = e.employee_id),
  worked as materialized (select d.employee_id, m.n, sum(d.value) as days
    from span s cross join lateral earned_days(case when by_work then people else '{}' end, lower(s.days),
        upper(s.days) - 1) d
      join employed e on e.employee_id = d.employee_id and e.days @> d.day
      join months m on m.month @> d.day group by d.employee_id, m.n),
  full_week as (select coalesce((select nullif(weekly_minutes(s.id, org_today()), 0) from work_schedules s
    where s.org_id = org_id() and s.is_default), 2400)::numeric as minutes),
  versions as (select v.schedule_id, daterange(v.valid_from, lead(v.valid_from) over w) as days,
      least(1, x.value / v.cycle_weeks / 5) as share,
      least(1, x.minutes / v.cycle_weeks / f.minutes) as hour_share
    from full_week f cross join work_schedule_versions v cross join lateral (
        select sum((d->>'value')::numeric) as value, sum((d->>'minutes')::numeric) as minutes
          from jsonb_array_elements(v.days) d) x
    where v.org_id = org_id()
    window w as (partition by v.schedule_id order by v.valid_from)),
  counted as (select v.employee_id, m.n, sum(v.share * (upper(d) - lower(d))) as days,
      sum(v.hour_share * (upper(d) - lower(d))) as hours
    from (select x.employee_id, coalesce(x.days * datemultirange(y.days), x.days) as days,
        coalesce(y.share, 1) as share, coalesce(y.hour_share, 1) as hour_share
      from pieces x left join versions y on y.schedule_id = x.schedule_id and y.days && x.days) v(employee_id,
        days, share, hour_share)
      cross join months m cross join unnest(v.days * datemultirange(m.month)) d
    group by v.employee_id, m.n)
  select x.employee_id, x.since, array_agg(x.first_day order by x.n) || x.next_year,
      array_agg(x.months order by x.n), array_agg(x.shares order by x.n), sum(x.days), x.year_days,
      array_agg(x.worked order by x.n), week_days.n, array_agg(x.hour_shares order by x.n), sum(x.hours)
    from (select count(*) filter (where extract(isodow from lower(s.days) + d) < 6)::int as n
        from span s cross join generate_series(0, upper(s.days) - lower(s.days) - 1) d) week_days,
      (select upper(s.days) as next_year, sum(coalesce(k.days, 0)) over w as worked, e.employee_id,
        lower(e.days) as since, m.n, m.first_day, coalesce(c.days, 0) as days,
        (lower(s.days) + interval '1 year')::date - lower(s.days) as year_days,
        (sum((e.days && m.month)::int) over w)::int as months,
        sum(coalesce(c.days, 0) / m.count) over w as shares, coalesce(c.hours, 0) as hours,
        sum(coalesce(c.hours, 0) / m.count) over w as hour_shares
      from employed e cross join span s cross join months m
        left join counted c on c.employee_id = e.employee_id and c.n = m.n
        left join worked k on k.employee_id = e.employee_id and k.n = m.n
      window w as (partition by e.employee_id order by m.n)) x
    group by x.employee_id, x.since, x.year_days, x.next_year, week_days.n
$$;

-- An amount of a type, in days or hours, as the ledger has it: in days or minutes.
create or replace function app.in_ledger(amount numeric, t leave_types) returns numeric
language sql immutable as $$
  select amount * case t.unit when 'hour' then 60 else 1 end
$$;

-- What a type grants in a whole year: days, or minutes.
create or replace function app.annual_leave(t leave_types) returns numeric language sql immutable as $$
  select app.in_ledger(t.annual_allowance, t)
$$;

-- What a type grants in a leave year, up to a day: all of it from the first day of employment on, or month by
-- month, or for the days worked in each month that is over. Without proration, a part of the year gives all
-- of it, and a part of a month the whole month.
create or replace function app.granted_until(through date, t leave_types, y app.employed_year)
returns numeric language sql immutable as $$
  select case when t.accrual = 'none' or y.since is null or through < y.since then 0
    when t.accrual = 'upfront' and not t.proration then app.annual_leave(t)
    when t.accrual = 'upfront' then app.round_leave(app.annual_leave(t)
      * case t.unit when 'hour' then y.hours else y.days end / y.year_days, t)
    when t.accrual = 'per_worked_day' then app.round_leave(app.annual_leave(t)
      * coalesce(y.worked[least(width_bucket(through + 1, y.starts) - 1, cardinality(y.worked))], 0)
      / y.week_days, t)
    else app.round_leave(app.annual_leave(t) * (case when not t.proration then y.months::numeric[]
        when t.unit = 'hour' then y.hour_shares else y.shares end)[least(width_bucket(through, y.starts),
          cardinality(y.months))] / 12, t) end
$$;

-- Whether a type is part of the paid leave that is due in a year: not sickness, and not what comes of
-- overtime or by hand alone.
create or replace function app.grants_leave(t leave_types) returns boolean language sql immutable as $$
  select t.archived_at is null and t.affects_balance and t.paid = 'paid' and t.accrual <> 'none'
    and not t.overrides and not t.fed_by_overtime and t.annual_allowance > 0
$$;

-- A week of leave of a full-time employee, in the unit of a type.
create or replace function app.leave_week(t leave_types) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when t.unit = 'hour' then coalesce((select nullif(weekly_minutes(s.id, org_today()), 0)
      from work_schedules s where s.org_id = org_id() and s.is_default), 2400)
    when t.count_by = 'calendar' then 7 when t.count_by = 'six_day' then 6 else 5 end
$$;

-- {weeks, source} of the least paid leave by the law of the country of the organization.
create or replace function app.least_leave(minimum jsonb) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(minimum->o.country, minimum->'elsewhere') from organizations o where o.id = org_id()
$$;

-- What is wrong where all types together grant a full-time employee less than the law of the country of the
-- organization; null if they do not. minimum: {country or elsewhere: {weeks, source}}.
create or replace function app.leave_shortfall(minimum jsonb) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select format('Full-time employees get %s weeks of paid leave a year; at least %s are due (%s)',
      trim_scale(round(x.weeks, 1)), trim_scale(round((y.due->>'weeks')::numeric, 1)), y.due->>'source')
    from (select sum(annual_leave(t) / leave_week(t)) as weeks
        from leave_types t where t.org_id = org_id() and grants_leave(t)) x
      cross join (select least_leave(minimum) as due) y
    where round(x.weeks, 2) < round((y.due->>'weeks')::numeric, 2)
$$;
