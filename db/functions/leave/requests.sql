-- The life of a request: it reserves its days while it is pending, takes them when it is approved, and gives
-- them back when it is rejected, cancelled or cut. Whoever writes has locked the leave of the employee first.

-- Who is asked: the next above who is employed, has an account that is a member, and is not the employee;
-- managers first, then those who lead the department and the departments above it. Null if nobody is.
create or replace function app.asked_for(employee uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive chain(id, step) as (
    select (position_now(employee)).manager_employee_id, 1
    union all select (position_now(c.id)).manager_employee_id, c.step + 1 from chain c
      where c.id is not null and c.step < 20),
  leads as (select d.manager_employee_id as id, 100 + a.distance as step
    from departments_above((position_now(employee)).department_id) a
      join departments d on d.org_id = org_id() and d.id = a.id)
  select x.id from (select * from chain union all select * from leads) x
      join employees e on e.org_id = org_id() and e.id = x.id and e.id <> employee
      join organization_members m on m.org_id = e.org_id and m.user_id = e.user_id and m.status = 'active'
    where is_employed(e.id, org_today()) order by x.step limit 1
$$;

-- Whether anybody but the person can decide: somebody asked, or another admin.
create or replace function app.others_decide(employee uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select asked_for(employee) is not null or exists (select from organization_members m
    where m.org_id = org_id()
    and m.status = 'active' and rank_of(m.role) >= 40 and m.user_id is distinct from
      (select e.user_id from employees e where e.org_id = org_id() and e.id = employee))
$$;

create or replace function app.name_of_asked(employee uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select e.name from employees e where e.org_id = org_id() and e.id = asked_for(employee)),
    'an admin')
$$;

-- The amount of a type in words.
create or replace function app.said_leave(amount numeric, t leave_types) returns text
  language sql immutable as $$
  select case t.unit when 'hour' then trim_scale(amount) || ' minutes' else to_char(amount, 'FM999990.0') end
$$;

-- The request of an employee with the sent fields {leave_type_id, start_date, end_date, start_half, end_half,
-- half, start_time, end_time, reason}.
create or replace function app.with_leave(before leave_requests, input jsonb) returns leave_requests
language plpgsql stable as $$
declare r leave_requests := jsonb_populate_record(before, input);
begin
  if not input ? 'end_date' and input ? 'start_date' then r.end_date := r.start_date; end if;
  if input ? 'half' then
    r.start_half := coalesce(input->>'half', 'am');
    r.end_half := coalesce(input->>'half', 'pm');
  end if;
  if input ? 'start_date' and not input ?| '{start_half,half}' then r.start_half := 'am'; end if;
  if input ? 'start_date' and not input ?| '{end_half,half}' then r.end_half := 'pm'; end if;
  return r;
end $$;

-- The problems of a request for leave, as 422.
create or replace function app.leave_problems(r leave_requests, t leave_types, is_admin boolean)
  returns text[]
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare today date := employee_today(r.employee_id); halves boolean := r.start_half = 'pm'
  or r.end_half = 'am';
  counted numeric; notice int; free date;
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
  if t.unit = 'hour' then
    if r.start_time is null or r.end_time is null then return
      array['body.start_time: required for leave by the hour, with end_time']; end if;
    if r.end_date <> r.start_date then return array['body.end_date: leave by the hour is within one day']; end
      if;
    if minute_of(r.end_time) <= minute_of(r.start_time) then return
      array['body.end_time: must be after start_time']; end if;
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
  if is_admin then return '{}'; end if;
  select count(*) into notice from employee_days(r.employee_id, today + 1, greatest(today + 1, r.start_date),
    false) d
    where d.am + d.pm > 0 and d.day <= r.start_date;
  return array[
    case when notice < t.min_notice_days and r.start_date >= today
      then format('body.start_date: needs %s working days of notice', t.min_notice_days) end,
    case when today - r.start_date > t.max_backdate_days and not t.overrides
      then format('body.start_date: at most %s days back', t.max_backdate_days) end,
    case when t.unit = 'day' and counted > t.max_consecutive_days
      then format('body.end_date: at most %s days at once', t.max_consecutive_days) end];
end $$;

-- Raises 409 where a balance would be overdrawn by the days that the request has now; `before` says what was
-- available.
create or replace function app.require_leave(r leave_requests, t leave_types,
  before app.leave_balance[]) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare y record; b app.leave_balance;
begin
  if not t.affects_balance then return; end if;
  for y in select extract(year from d.day)::int as of_year, max(d.day) as last_day
      from leave_days d where d.org_id = org_id() and d.request_id = r.id group by 1 order by 1 loop
    b := leave_balance_on(r.employee_id, t, y.of_year, y.last_day);
    perform require(b.granted + b.adjusted + least(b.carried, spent_early(r.employee_id, t, y.of_year))
        - b.taken - b.planned - b.pending >= -t.max_negative, 'WM409',
      format('available %s of %s', said_leave((before[y.of_year - extract(year
        from r.start_date)::int + 1]).available, t), y.of_year));
  end loop;
end $$;
create or replace function app.spent_early(employee uuid, t leave_types, of_year int) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(sum(d.amount), 0) from leave_requests r join leave_days d on d.org_id = r.org_id
    and d.request_id = r.id
    where r.org_id = org_id() and r.employee_id = employee and r.leave_type_id = t.id
      and r.status in ('pending', 'approved') and d.day between make_date(of_year, 1, 1)
        and least(carry_expiry(t, of_year),
        make_date(of_year, 12, 31))
$$;

-- What is available in each year of a request, before it, for its first day there.
create or replace function app.available_for(r leave_requests, t leave_types) returns app.leave_balance[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_agg(leave_balance_on(r.employee_id, t, y, greatest(r.start_date, make_date(y, 1, 1)))
    order by y)
    from generate_series(extract(year from r.start_date)::int, extract(year from r.end_date)::int) y
$$;

-- Writes the days of a request anew.
create or replace function app.write_leave_days(r leave_requests, t leave_types) returns numeric
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare counted numeric;
begin
  delete from leave_days d where d.org_id = org_id() and d.request_id = r.id;
  insert into leave_days (employee_id, request_id, day, am, pm, minutes, amount)
    select r.employee_id, r.id, d.day, d.am, d.pm, d.minutes, d.amount from leave_days_of(r, t) d;
  select coalesce(sum(d.amount), 0) into counted from leave_days d where d.org_id = org_id()
    and d.request_id = r.id;
  return counted;
end $$;

-- Enters what the approved days of a request take from each year, less what was entered before.
create or replace function app.settle_request(request uuid, entry_kind text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; y record;
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  for y in select coalesce(d.of_year, l.of_year) as of_year, coalesce(d.amount, 0) as amount,
    coalesce(l.amount, 0) as entered
      from (select extract(year from x.day)::int as of_year, sum(x.amount) as amount from leave_days x
          where x.org_id = org_id() and x.request_id = request and r.status = 'approved' group by 1) d
        full join (select x.year::int as of_year, sum(x.amount) as amount from leave_ledger x
          where x.org_id = org_id() and x.request_id = request group by 1) l on l.of_year = d.of_year loop
    perform enter_leave(r.employee_id, r.leave_type_id, y.of_year, entry_kind, -y.amount - y.entered,
      r.start_date, request);
  end loop;
end $$;

-- Cuts days out of the approved leave of an employee, for sickness over it: the halves that are covered
-- return.
create or replace function app.cut_leave(r leave_requests) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select o.id from leave_requests o join leave_types t on t.org_id = o.org_id
    and t.id = o.leave_type_id
      where o.org_id = org_id() and o.employee_id = r.employee_id and o.status = 'approved'
        and not t.overrides
        and o.id <> r.id and o.slots && r.slots loop
    update leave_requests o set slots = o.slots - r.slots where o.org_id = org_id() and o.id = x.id;
    update leave_days d set am = case when h.am_gone then 0 else d.am end, pm = case when h.pm_gone
      then 0 else d.pm end,
        amount = case when d.am + d.pm = 0 then d.amount else case when h.am_gone then 0 else d.am end
          + case when h.pm_gone then 0 else d.pm end end,
        minutes = case when d.am + d.pm = 0 then d.minutes else round(d.minutes * (case when h.am_gone
          then 0 else d.am end
          + case when h.pm_gone then 0 else d.pm end) / (d.am + d.pm)) end
      from (select v.id, r.slots @> int8range(v.start, v.start + 720) as am_gone,
            r.slots @> int8range(v.start + 720, v.start + 1440) as pm_gone
          from (select y.id, (y.day - date '1970-01-01')::bigint * 1440 as start from leave_days y
            where y.org_id = org_id() and y.request_id = x.id) v) h
      where d.org_id = org_id() and d.id = h.id and (h.am_gone or h.pm_gone);
    delete from leave_days d where d.org_id = org_id() and d.request_id = x.id and d.amount = 0;
    update leave_requests o set total = (select coalesce(sum(d.amount), 0) from leave_days d
      where d.org_id = o.org_id
      and d.request_id = o.id), status = case when isempty(o.slots) then 'cancelled' else o.status end
      where o.org_id = org_id() and o.id = x.id;
    perform settle_request(x.id, 'cancellation');
  end loop;
end $$;

create or replace function app.refuse_leave_overlap(r leave_requests, t leave_types) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare o leave_requests;
begin
  select x.* into o from leave_requests x join leave_types k on k.org_id = x.org_id and k.id = x.leave_type_id
    where x.org_id = org_id() and x.employee_id = r.employee_id and x.id <> r.id and x.slots && r.slots
      and (x.status = 'pending' and not t.overrides or x.status = 'approved' and (k.overrides
        or not t.overrides))
    order by x.start_date limit 1;
  perform require(o.id is null, 'WM409', format('leave on %s is %s already', said_days(o.start_date,
    o.end_date), o.status));
end $$;

-- Stores a request, new or changed, with the sent fields. It is approved at once where nobody needs to
-- decide.
create or replace function app.save_leave_request(request uuid, employee uuid, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before leave_requests; r leave_requests; t leave_types; available leave_balance[]; own boolean :=
  employee = employee_id();
  is_new boolean;
begin
  perform lock_leave(employee);
  select x.* into before from leave_requests x where x.org_id = org_id() and x.id = request;
  is_new := before.id is null;
  perform require(is_new or before.status = 'pending', 'WM409',
    format('the request is %s; only pending ones can be changed', before.status));
  r := with_leave(case when is_new then new_row(null::leave_requests) else before end, input);
  r.id := request; r.org_id := org_id(); r.employee_id := employee;
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  perform require_fields(leave_problems(r, t, app.rank() >= 40));
  r.slots := leave_slots(r);
  perform refuse_leave_overlap(r, t);
  delete from leave_days d where d.org_id = org_id() and d.request_id = request;
  available := available_for(r, t);
  r.total := 0; r.status := 'pending'; r.asked_employee_id := asked_for(employee);
  if t.overrides then perform cut_leave(r); end if;
  if is_new then insert into leave_requests select r.*;
  else
    update leave_requests x set (leave_type_id, start_date, end_date, start_half, end_half, start_time,
      end_time, slots,
        reason, asked_employee_id) = (r.leave_type_id, r.start_date, r.end_date, r.start_half, r.end_half,
          r.start_time,
        r.end_time, r.slots, r.reason, r.asked_employee_id) where x.org_id = org_id() and x.id = r.id;
  end if;
  r.total := write_leave_days(r, t);
  update leave_requests x set total = r.total where x.org_id = org_id() and x.id = r.id;
  perform require_leave(r, t, available);
  if not t.requires_approval then perform decide_leave(request, 'approved', null, false);
  elsif own and not others_decide(employee) then perform decide_leave(request, 'approved', null,
    true); end if;
end $$;

-- Approves or rejects a pending request.
create or replace function app.decide_leave(request uuid, decision text, decided_note text,
  by_self boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update leave_requests x set status = decision, decided_by = user_id(), decided_at = now(),
    decision_note = decided_note,
    self_decided = by_self where x.org_id = org_id() and x.id = request;
  if decision = 'approved' then perform settle_request(request, 'request'); end if;
end $$;

-- The decision of somebody else. `seen` is the version that the approver looked at.
create or replace function app.decide_leave_request(request uuid, decision text, decided_note text,
  seen int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; t leave_types; by_self boolean;
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  perform lock_leave(r.employee_id);
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request for update;
  by_self := r.employee_id = employee_id();
  perform require(not coalesce(by_self, false) or not others_decide(r.employee_id), 'WM403',
    format('you cannot decide your own request; %s is asked', name_of_asked(r.employee_id)));
  perform require(r.status = 'pending', 'WM409', format('the request is %s already%s', r.status,
    coalesce(', by ' || (select u.name from users u where u.id = r.decided_by), '')));
  perform require(seen is null or seen = r.version, 'WM409', format('%s changed it to %s; look again',
    (select e.name from employees e where e.org_id = r.org_id and e.id = r.employee_id),
      said_days(r.start_date, r.end_date)));
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  if decision = 'approved' then perform require_leave(r, t, available_for(r, t)); end if;
  perform decide_leave(request, decision, decided_note, coalesce(by_self, false));
end $$;

-- Cancels a request, or its days from one on. Approved leave that has begun is for others to cancel.
create or replace function app.cancel_leave_request(request uuid, since date, cancel_note text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; today date; first_slot bigint; keep int8multirange;
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  perform lock_leave(r.employee_id);
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request for update;
  today := employee_today(r.employee_id);
  perform require(r.status in ('pending', 'approved'), 'WM409', format('the request is %s already',
    r.status));
  perform require_fields(array[case when since is not null and not since between r.start_date and r.end_date
    then format('body.from_date: not a day of %s', said_days(r.start_date, r.end_date)) end]);
  perform require(r.status = 'pending' or r.employee_id is distinct from employee_id() or app.rank() >= 40
      or coalesce(since, r.start_date) > today, 'WM409',
        format('it has begun; %s can cancel the days from %s',
    name_of_asked(r.employee_id), greatest(r.start_date, today)));
  if since is null or since = r.start_date then
    update leave_requests x set status = 'cancelled', decided_by = user_id(), decided_at = now(),
      decision_note = cancel_note
      where x.org_id = org_id() and x.id = request;
  else
    first_slot := (since - date '1970-01-01')::bigint * 1440;
    keep := r.slots - int8multirange(int8range(first_slot, null));
    delete from leave_days d where d.org_id = org_id() and d.request_id = request and d.day >= since;
    update leave_requests x set slots = keep, end_date = since - 1, end_half = 'pm',
      decision_note = cancel_note,
      total = (select coalesce(sum(d.amount), 0) from leave_days d where d.org_id = x.org_id
        and d.request_id = x.id)
      where x.org_id = org_id() and x.id = request;
  end if;
  if r.status = 'approved' then perform settle_request(request, 'cancellation'); end if;
end $$;

-- What the end of an employment does to leave: days after it are cancelled. {cancelled: [{request_id, days}]}
create or replace function app.end_leave(employee uuid, last_day date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  perform lock_leave(employee);
  for x in select r.id, greatest(r.start_date, last_day + 1) as since from leave_requests r
    where r.org_id = org_id()
      and r.employee_id = employee and r.status in ('pending', 'approved') and r.end_date > last_day loop
    perform cancel_leave_request(x.id, x.since, 'the employment ends');
  end loop;
end $$;

-- What a request would do, without storing it: {days, total, balance_after, conflicts, warnings}.
create or replace function app.preview_leave(employee uuid, input jsonb) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; t leave_types; counted numeric; available leave_balance[]; warnings text[];
begin
  r := with_leave(new_row(null::leave_requests), input);
  r.employee_id := employee; r.org_id := org_id();
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  perform require_fields(leave_problems(r, t, app.rank() >= 40));
  r.slots := leave_slots(r);
  perform refuse_leave_overlap(r, t);
  available := available_for(r, t);
  select sum(d.amount) into counted from leave_days_of(r, t) d;
  warnings := array[case when t.affects_balance and counted > (available[1]).available + t.max_negative
    then format('available %s', said_leave((available[1]).available, t)) end];
  return json_build_object('total', trim_scale(counted)::text, 'days',
    (select json_agg(json_build_object('date', d.day,
        'am', d.am > 0, 'pm', d.pm > 0, 'minutes', d.minutes, 'amount', trim_scale(d.amount)::text)
          order by d.day)
      from leave_days_of(r, t) d),
    'balance_after', case when t.affects_balance then trim_scale((available[1]).available - counted)::text
      end,
    'asked', (select json_build_object('employee_id', e.id, 'name', e.name) from employees e
      where e.org_id = org_id()
      and e.id = asked_for(employee)),
    'away', (select count(distinct x.employee_id) from leave_requests x where x.org_id = org_id()
      and x.slots && r.slots
      and x.status in ('pending', 'approved') and x.employee_id <> employee
      and (position_now(x.employee_id)).department_id = (position_now(employee)).department_id),
    'warnings', (select coalesce(json_agg(w), '[]') from unnest(warnings) w where w is not null));
end $$;
