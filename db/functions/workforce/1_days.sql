-- What employees can work, and what is planned for them, day by day and for all of them at once.

-- Each day in minutes: what the schedule says, less public holidays, less approved leave. `share` is how
-- much of the day is left, `value` how much the schedule has; days of nobody's employment are those of the
-- schedule.
create or replace function app.available_days(people uuid[], first date, last date)
returns table (employee_id uuid, day date, contracted int, holiday int, leave int, value numeric,
  share numeric,
  is_employed boolean) language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with away as materialized (select l.employee_id, l.day, sum(l.am) as am, sum(l.pm) as pm,
    sum(l.minutes) as minutes
    from leave_days l join leave_requests r on r.org_id = l.org_id and r.id = l.request_id
      and r.status = 'approved'
    where l.org_id = org_id() and l.employee_id = any (people) and l.day between first and last
    group by l.employee_id, l.day),
  employed as materialized (select m.employee_id, m.valid from employments m
    where m.org_id = org_id() and m.employee_id = any (people) and m.valid && daterange(first, last, '[]'))
  select d.employee_id, d.day, d.minutes, h.minutes, least(coalesce(a.minutes, 0),
    d.minutes - h.minutes)::int,
      d.am + d.pm, greatest(0, w.am_left - coalesce(a.am, 0)) + greatest(0, w.pm_left - coalesce(a.pm, 0)),
      m.employee_id is not null
    from people_days(people, first, last) d
      left join away a on a.employee_id = d.employee_id and a.day = d.day
      left join employed m on m.employee_id = d.employee_id and m.valid @> d.day
      cross join lateral halves_left(d.am, d.pm, d.off) w
      cross join lateral (select case when d.am + d.pm = 0 then case when d.off = 1 then d.minutes else 0 end
        else round(d.minutes * (d.am + d.pm - w.am_left - w.pm_left) / (d.am + d.pm))::int end as minutes) h
$$;

-- What allocations take of each day that somebody is employed, in minutes: a percentage of the schedule,
-- or the minutes of a week shared out to its working days. Holidays and leave change nothing of it. The
-- range is of whole weeks.
create or replace function app.allocated_days(people uuid[], first date, last date)
returns table (employee_id uuid, day date, minutes numeric, tentative numeric)
language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with days as materialized (select d.employee_id, d.day, d.contracted, d.value, d.is_employed,
      sum(d.value) over (partition by d.employee_id, date_trunc('week', d.day)) as week
    from available_days(people, first, last) d),
  planned as materialized (select a.* from capacity_allocations a join projects p on p.org_id = a.org_id
      and p.id = a.project_id and p.deleted_at is null and p.archived_at is null
    where a.org_id = org_id() and a.employee_id = any (people) and a.valid && daterange(first, last, '[]'))
  select d.employee_id, d.day, sum(x.minutes),
    coalesce(sum(x.minutes) filter (where a.status = 'tentative'), 0)
    from days d join planned a on a.employee_id = d.employee_id and a.valid @> d.day
      cross join lateral (select coalesce(d.contracted * a.percent / 100.0,
        a.minutes_per_week * d.value / nullif(d.week, 0), 0) as minutes) x
    where d.is_employed group by d.employee_id, d.day
$$;
