-- Requests whose days would count differently today than when they were written: because a schedule, a place,
-- a holiday or their type changed since. Nothing of them changes until somebody counts them again; the dates
-- that people chose never move.

-- The days of requests from one day on, as they were counted and as they would be counted now.
create or replace function app.recounted_days(people uuid[], since date)
returns table (request_id uuid, day date, had numeric, am numeric, pm numeric, minutes int, amount numeric)
language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with asked as materialized (select r, t, r.id, r.employee_id, t.counts_holidays,
      greatest(r.start_date, since) as first_day, r.end_date
    from leave_requests r join leave_types t on t.org_id = r.org_id and t.id = r.leave_type_id
    where r.org_id = org_id() and r.status in ('pending', 'approved') and r.end_date >= since
      and (people is null or r.employee_id = any (people))),
  spans as (select a.counts_holidays, array_agg(distinct a.employee_id) as people,
      min(a.first_day) as first_day, max(a.end_date) as last_day from asked a group by a.counts_holidays),
  now as (select a.id, d.day, x.am_taken, x.pm_taken, x.minutes, x.amount
    from spans s cross join lateral worked_days(s.people, s.first_day, s.last_day, s.counts_holidays) d
      join asked a on a.employee_id = d.employee_id and a.counts_holidays = s.counts_holidays
        and d.day between a.first_day and a.end_date
      cross join lateral leave_of_day(a.r, a.t, d.day, d.minutes, d.am, d.pm, d.intervals, d.off) x),
  before as (select l.request_id, l.day, l.am, l.pm, l.minutes, l.amount
    from asked a join leave_days l on l.org_id = org_id() and l.request_id = a.id and l.day >= since)
  select coalesce(n.id, b.request_id), coalesce(n.day, b.day), coalesce(b.amount, 0), coalesce(n.am_taken, 0),
      coalesce(n.pm_taken, 0), coalesce(n.minutes, 0), coalesce(n.amount, 0)
    from now n full join before b on b.request_id = n.id and b.day = n.day
    where (n.am_taken, n.pm_taken, n.minutes, n.amount) is distinct from (b.am, b.pm, b.minutes, b.amount)
$$;

-- [{request_id, employee, start_date, end_date, status, total, counted_now}], of some people or null for all.
create or replace function app.affected_requests(people uuid[], since date) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('request_id', r.id,
      'employee', json_build_object('employee_id', e.id, 'name', e.name), 'start_date', r.start_date,
      'end_date', r.end_date, 'status', r.status, 'total', trim_scale(r.total)::text,
      'counted_now', trim_scale(r.total + d.more)::text) order by r.start_date, e.name, r.id), '[]')
    from (select x.request_id, sum(x.amount - x.had) as more from recounted_days(people, since) x
        group by x.request_id) d
      join leave_requests r on r.org_id = org_id() and r.id = d.request_id
      join employees e on e.org_id = r.org_id and e.id = r.employee_id
    where app.role_level() >= 40
$$;

-- Counts requests again from a day on, null for all that are affected, and tells whose they are. What is less
-- returns to the balance. Answers as `affected_requests`, as it was before.
create or replace function app.recount_leave(people uuid[], since date, requests uuid[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; before json;
begin
  perform ensure(app.role_level() >= 40, 'WM403', 'only admins count leave again');
  perform lock_leave(p.id) from (select distinct r.employee_id as id from leave_requests r
    where r.org_id = org_id() and r.status in ('pending', 'approved') and r.end_date >= since
      and (people is null or r.employee_id = any (people))
      and (requests is null or r.id = any (requests)) order by 1) p;
  before := affected_requests(people, since);
  for x in select d.request_id, array_agg(d.day) as days, array_agg(d.am) as am, array_agg(d.pm) as pm,
        array_agg(d.minutes) as minutes, array_agg(d.amount) as amounts, sum(d.amount - d.had) as more
      from recounted_days(people, since) d where requests is null or d.request_id = any (requests)
      group by d.request_id order by d.request_id loop
    insert into leave_days (employee_id, request_id, day, am, pm, minutes, amount)
      select r.employee_id, r.id, d.day, d.am, d.pm, d.minutes, d.amount from leave_requests r
          cross join unnest(x.days, x.am, x.pm, x.minutes, x.amounts) d(day, am, pm, minutes, amount)
        where r.org_id = org_id() and r.id = x.request_id
      on conflict (org_id, request_id, day) do update set am = excluded.am, pm = excluded.pm,
        minutes = excluded.minutes, amount = excluded.amount;
    delete from leave_days l where l.org_id = org_id() and l.request_id = x.request_id
      and l.day = any (x.days) and l.amount = 0;
    update leave_requests r set total = r.total + x.more where r.org_id = org_id() and r.id = x.request_id;
    perform settle_request(x.request_id, case when x.more < 0 then 'cancellation' else 'request' end),
      tell_of_leave(x.request_id, 'counted');
  end loop;
  return (select coalesce(json_agg(j), '[]') from json_array_elements(before) j
    where requests is null or (j->>'request_id')::uuid = any (requests));
end $$;

-- Whose leave the hours of a schedule count: null for all, where it holds for everybody without another.
create or replace function app.people_on_schedule(schedule uuid, since date) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when not s.is_default then array(select a.employee_id from employee_schedules a
      where a.org_id = s.org_id and a.schedule_id = s.id and a.valid && daterange(since, null)) end
    from work_schedules s where s.org_id = org_id() and s.id = schedule
$$;
