-- What a request may be. Problems are refused to everybody; the rules of a type only to those who may not
-- pass over them, or do not say that they do.

-- Why hours of leave cannot be: a clock that goes forward has no such time, and only a shift over midnight
-- has hours after it, from 24:00 on. They are of the day on which it begins.
create or replace function app.clock_problem(r leave_requests) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case
    when c.until > 1440 and not x.is_over_midnight and minute_of(r.end_time) <= minute_of(r.start_time)
      then 'body.end_time: must be after start_time'
    when c.until > 1440 and not x.is_over_midnight
      then format('body.end_time: no shift of %s goes on after midnight', r.start_date)
    when c.until > 2880 or c.until - c.since >= 1440 then 'body.end_time: less than a day after start_time'
    else (select format('body.%s: the clock goes forward on %s and has no %s', e.name, e.at::date,
        to_char(e.at, 'HH24:MI')) from (values
          ('start_time', r.start_date + make_interval(mins => c.since)),
          ('end_time', r.start_date + make_interval(mins => c.until))) e(name, at)
      where e.at at time zone z.zone at time zone z.zone <> e.at order by e.at limit 1) end
    from (select minute_of(r.start_time) as since, end_minute(r) as until) c
      cross join (select employee_zone(r.employee_id) as zone) z
      cross join lateral (select exists (select from employee_days(r.employee_id, r.start_date, r.start_date,
          true) d cross join jsonb_array_elements(d.intervals) i where (i->>1)::int > 1440)
        as is_over_midnight) x
$$;

-- The problems of a request for leave, as 422.
create or replace function app.leave_problems(r leave_requests, t leave_types, is_admin boolean)
  returns text[]
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare today date := employee_today(r.employee_id); halves boolean := r.start_half = 'pm'
  or r.end_half = 'am';
  counted numeric; free date; refused text;
begin
  if r.end_date < r.start_date then return array['body.end_date: must not be before start_date']; end if;
  if r.start_date = r.end_date and r.start_half = 'pm' and r.end_half = 'am' then
    return array['body.end_half: an afternoon does not end in the morning; send half for half a day'];
  end if;
  if r.end_date - r.start_date >= (case when is_admin then 1100 else 366 end) then
    return array[format('body.end_date: at most %s days', case when is_admin then 1100 else 366 end)];
  end if;
  if r.end_date > today + 550 then return array['body.end_date: at most 18 months ahead']; end if;
  if not is_employed(r.employee_id, r.start_date) then return
    array['body.start_date: not employed on that day']; end if;
  if not is_employed(r.employee_id, r.end_date) then return array['body.end_date: not employed on that day'];
    end if;
  if exists (select from employments m where m.org_id = org_id() and m.employee_id = r.employee_id
      and upper(m.valid) between r.start_date and r.end_date
      and not is_employed(r.employee_id, upper(m.valid))) then
    return array['body.end_date: not employed on all of these days'];
  end if;
  if t.unit = 'hour' then
    if r.start_time is null or r.end_time is null then return
      array['body.start_time: required for leave by the hour, with end_time']; end if;
    if r.end_date <> r.start_date then return array['body.end_date: leave by the hour is within one day']; end
      if;
    refused := clock_problem(r);
    if refused is not null then return array[refused]; end if;
  elsif r.start_time is not null or r.end_time is not null then
    return array['body.start_time: this type counts days; send half for one half of a day'];
  end if;
  if halves and not (t.allow_half_day and t.count_by <> 'calendar') then
    return array['body.start_half: this type counts whole days only'];
  end if;
  if schedule_on(r.employee_id, r.start_date) is null and t.count_by = 'working' then
    return array[format('body.start_date: no work schedule on %s', r.start_date)];
  end if;
  if halves then
    select d.day into free from employee_days(r.employee_id, r.start_date, r.end_date, t.counts_holidays) d
      where d.day = r.start_date and r.start_half = 'pm' and d.pm = 0 limit 1;
    if free is not null then return array[format('body.start_half: %s pm is free already', free)]; end if;
    select d.day into free from employee_days(r.employee_id, r.start_date, r.end_date, t.counts_holidays) d
      where d.day = r.end_date and r.end_half = 'am' and d.am = 0 limit 1;
    if free is not null then return array[format('body.end_half: %s am is free already', free)]; end if;
  end if;
  select sum(d.amount) into counted from leave_days_of(r, t) d;
  if coalesce(counted, 0) = 0 then return array['body.start_date: no working days in range']; end if;
  return '{}';
end $$;

-- The rules of its type that a request breaks, each with a problem as 422.
create or replace function app.broken_leave_rules(r leave_requests, t leave_types)
returns table (rule text, problem text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare today date := employee_today(r.employee_id); notice int; counted numeric;
  usable date := usable_from(r.employee_id, t, r.start_date);
begin
  select count(*) into notice from employee_days(r.employee_id, today + 1, greatest(today + 1, r.start_date),
    false) d
    where d.am + d.pm > 0 and d.day <= r.start_date;
  select sum(d.amount) into counted from leave_days_of(r, t) d;
  return query select x.rule, x.problem from (values
    ('min_notice_days', case when notice < t.min_notice_days and r.start_date >= today
      then format('body.start_date: needs %s working days of notice', t.min_notice_days) end),
    ('max_backdate_days', case when today - r.start_date > t.max_backdate_days and not t.overrides
      then format('body.start_date: at most %s days back', t.max_backdate_days) end),
    ('max_consecutive_days', case when t.unit = 'day' and counted > t.max_consecutive_days
      then format('body.end_date: at most %s days at once', t.max_consecutive_days) end),
    ('usable_after_days', format('body.start_date: can be taken from %s on, %s days after being hired',
      usable, t.usable_after_days))) x(rule, problem)
    where x.problem is not null and (x.rule <> 'usable_after_days' or usable is not null);
end $$;

-- Which rules of its type a request passes over, as an admin may who says so; raises 422 for others. What was
-- passed over before stays so while type and days are the same.
create or replace function app.overridden_rules(before leave_requests, r leave_requests, t leave_types,
  is_meant boolean) returns text[]
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare kept text[] := case when (before.leave_type_id, before.start_date, before.end_date)
    is not distinct from (r.leave_type_id, r.start_date, r.end_date) then before.overridden else '{}' end;
  broken text[]; problems text[]; is_admin boolean := app.role_level() >= 40;
begin
  perform ensure(is_admin or not is_meant, 'WM403', 'only admins pass over the rules of a type');
  select array_agg(b.rule order by b.rule), array_agg(b.problem || case when is_admin
        then '; send override to enter it nevertheless' else '' end order by b.rule)
      filter (where b.rule <> all (kept)) into broken, problems from broken_leave_rules(r, t) b;
  if not is_meant then perform ensure_fields(problems); end if;
  return coalesce(broken, '{}');
end $$;
