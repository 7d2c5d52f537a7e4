-- Blocks of leave: days on which nobody, or only some at once, may be away. Sickness is never blocked.

-- Whoever asks for days of which only some may have leave waits for others who do.
create or replace function app.lock_blocks(r leave_requests) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select from leave_blocks b where b.org_id = org_id() and b.max_away is not null
    and b.last_day >= r.start_date and b.first_day <= r.end_date order by b.id for update
$$;

-- Why a request may not be, by the blocks of the person's department; null if it may. Others count with the
-- statuses given.
create or replace function app.blocked_leave(r leave_requests, t leave_types, counted text[]) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when b.max_away is null then format('%s: nobody takes leave on %s', b.name,
      said_days(greatest(b.first_day, r.start_date), least(b.last_day, r.end_date)))
    else format('%s: at most %s may be away on %s, and %s are', b.name, b.max_away, said_day(d.day),
      d.away) end
    from leave_blocks b cross join lateral (
      select x.day, (select count(distinct o.employee_id) from leave_requests o
          where o.org_id = org_id() and o.status = any (counted) and o.employee_id <> r.employee_id
            and x.day between o.start_date and o.end_date
            and o.slots && int8range((x.day - date '1970-01-01')::bigint * 1440,
              (x.day - date '1970-01-01' + 1)::bigint * 1440)
            and (b.department_id is null or (position_now(o.employee_id)).department_id in (
              select s.id from departments_below(b.department_id) s))) as away
        from leave_days_of(r, t) x where x.day between b.first_day and b.last_day) d
    where b.org_id = org_id() and b.last_day >= r.start_date and b.first_day <= r.end_date
      and not t.overrides
      and (b.department_id is null or (position_now(r.employee_id)).department_id in (
        select s.id from departments_below(b.department_id) s))
      and (b.max_away is null or d.away >= b.max_away)
    order by d.day, b.id limit 1
$$;
