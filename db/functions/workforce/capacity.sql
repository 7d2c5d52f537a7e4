-- How much people can work, what is planned for them, and what they did, by week or month.

-- The weeks or months of a range, cut at its ends.
create or replace function app.buckets(first date, last date, unit text) returns table (first date, last date)
language sql immutable as $$
  select greatest(b.start::date, $1), least((b.start + ('1 ' || $3)::interval)::date - 1, $2)
    from generate_series(date_trunc($3, $1::timestamp), $2::timestamp, ('1 ' || $3)::interval) b(start)
$$;

-- Of employees and weeks or months, in minutes: what the schedule says, what holidays and leave take of
-- it, what is left, and what is allocated. Only days of an employment count.
create or replace function app.capacity_of(people uuid[], since date, until date, unit text)
returns table (employee_id uuid, first date, last date, contracted int, holidays int, leave int,
  available int,
  allocated int, tentative int) language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with buckets as materialized (select b.first, b.last from buckets(since, until, unit) b),
  days as materialized (select b.first + n as day, b.first from buckets b
    cross join lateral generate_series(0, b.last - b.first) n),
  can as materialized (select a.employee_id, d.first, sum(a.contracted) as contracted,
    sum(a.holiday) as holidays,
      sum(a.leave) as leave
    from available_days(people, since, until) a join days d on d.day = a.day where a.is_employed
    group by a.employee_id, d.first),
  planned as materialized (select a.employee_id, d.first, sum(a.minutes) as minutes,
    sum(a.tentative) as tentative
    from allocated_days(people, date_trunc('week', since)::date, date_trunc('week', until)::date + 6) a
      join days d on d.day = a.day group by a.employee_id, d.first)
  select e.id, b.first, b.last, coalesce(c.contracted, 0)::int, coalesce(c.holidays, 0)::int,
      coalesce(c.leave, 0)::int, coalesce(c.contracted - c.holidays - c.leave, 0)::int,
      coalesce(round(p.minutes), 0)::int, coalesce(round(p.tentative), 0)::int
    from (select distinct unnest(people) as id) e cross join buckets b
      left join can c on c.employee_id = e.id and c.first = b.first
      left join planned p on p.employee_id = e.id and p.first = b.first
$$;

-- Whose capacity the caller sees: that of their team in full, and of those allocated to projects that they
-- lead only how much is free or too much. Employed in the range.
create or replace function app.capacity_people(since date, until date, department uuid, employee uuid)
returns table (id uuid, user_id uuid, name text, is_told boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with caller as materialized (select app.role_level() as rank, employee_id() as own, team() as team,
    led_projects() as led)
  select e.id, e.user_id, e.name, t.is_told from employees e cross join caller c
      cross join lateral (select c.rank >= 40 or coalesce(e.id = c.own, false)
        or e.id = any (c.team)) t(is_told)
    where e.org_id = org_id() and (employee is null or e.id = employee)
      and exists (select from employments m where m.org_id = e.org_id and m.employee_id = e.id
        and m.valid && daterange(since, until, '[]'))
      and (t.is_told or exists (select from capacity_allocations a where a.org_id = e.org_id
        and a.employee_id = e.id and a.project_id = any (c.led) and a.valid && daterange(since, until, '[]')))
      and (department is null or (position_now(e.id)).department_id in (
        select d.id from departments_below(department) d))
$$;

-- {from, to, bucket, total, limit, offset, items: [{employee, buckets: [{from, to, contracted, …}]}]}
create or replace function app.capacity(query jsonb) returns json language sql stable
set enable_nestloop = off as $$
  with asked as materialized (select (query->>'from')::date as since, (query->>'to')::date as until,
    query->>'bucket' as unit),
  found as materialized (select p.* from asked q cross join lateral app.capacity_people(q.since, q.until,
    (query->>'department_id')::uuid, (query->>'employee_id')::uuid) p),
  shown as materialized (select f.* from found f order by app.folded(f.name), f.id
    limit (query->>'limit')::int offset (query->>'offset')::int),
  able as materialized (select c.* from asked q cross join lateral app.capacity_of(
    (select coalesce(array_agg(s.id), '{}') from shown s), q.since, q.until, q.unit) c),
  buckets as materialized (select b.* from asked q cross join lateral app.buckets(q.since, q.until,
    q.unit) b),
  tasks as materialized (select t.user_id, t.first, t.last, t.size from app.people_tasks(null, 'minutes') t
    where t.is_open and t.last is not null and t.user_id in (select s.user_id from shown s)),
  assigned as materialized (select t.user_id, b.first,
      round(sum(t.size * app.share_of_days(w.days, t.first, t.last, b.first, b.last)), 2) as minutes
    from tasks t join buckets b on t.first <= b.last and t.last >= b.first
      cross join (select app.org_week() as days offset 0) w group by t.user_id, b.first),
  logged as materialized (select e.user_id, b.first, sum(e.duration_seconds) / 60 as minutes
    from asked q join time_entries e on e.org_id = app.org_id() and e.work_date between q.since and q.until
        and e.user_id in (select s.user_id from shown s)
      join buckets b on e.work_date between b.first and b.last group by e.user_id, b.first),
  rows as materialized (select s.id, s.name, c.available, c.allocated, coalesce(l.minutes, 0) as logged,
      greatest(c.available - c.allocated, 0) as free, greatest(c.allocated - c.available, 0) as over, c.first,
      json_build_object('from', c.first, 'to', c.last, 'contracted', c.contracted,
        'holidays', case when s.is_told then c.holidays end, 'leave', case when s.is_told then c.leave end,
        'not_available', c.holidays + c.leave, 'available', c.available, 'allocated', c.allocated,
        'tentative', c.tentative, 'assigned', trim_scale(coalesce(a.minutes, 0)), 'logged',
          coalesce(l.minutes, 0),
        'utilisation', round(100.0 * c.allocated / nullif(c.available, 0), 1),
        'free', greatest(c.available - c.allocated, 0), 'over', greatest(c.allocated - c.available,
          0)) as bucket
    from able c join shown s on s.id = c.employee_id
      left join assigned a on a.user_id = s.user_id and a.first = c.first
      left join logged l on l.user_id = s.user_id and l.first = c.first),
  items as (select r.id, r.name, json_build_object('employee', json_build_object('employee_id', r.id,
    'name', r.name),
      'available', sum(r.available), 'allocated', sum(r.allocated), 'free', sum(r.free), 'over', sum(r.over),
      'logged', sum(r.logged), 'buckets', json_agg(r.bucket order by r.first)) as item
    from rows r group by r.id, r.name)
  select json_build_object('from', q.since, 'to', q.until, 'bucket', q.unit, 'total', (select count(*)
    from found),
      'limit', (query->>'limit')::int, 'offset', (query->>'offset')::int,
      'items', (select coalesce(json_agg(i.item order by app.folded(i.name), i.id), '[]') from items i))
    from asked q
$$;
