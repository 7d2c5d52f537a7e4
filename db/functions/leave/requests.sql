-- The life of a request: it reserves its days while it is pending, takes them when it is approved, and gives
-- them back when it is rejected, cancelled or cut. Whoever writes has locked the leave of the employee first.

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

-- Raises 409 where a balance would be overdrawn by the days that the request has now; `before` says what was
-- available.
create or replace function app.require_leave(r leave_requests, t leave_types,
  before app.leave_balance[]) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare y record; b app.leave_balance;
begin
  if not t.affects_balance then return; end if;
  for y in select leave_year_of(d.day) as of_year, max(d.day) as last_day
      from leave_days d where d.org_id = org_id() and d.request_id = r.id group by 1 order by 1 loop
    b := leave_balance_on(r.employee_id, t, y.of_year, y.last_day);
    perform ensure(b.granted + b.adjusted + b.spent_carry
        + case when y.last_day > coalesce(b.carried_expires_on, 'infinity') then b.kept else 0 end
        - b.taken - b.planned - b.pending >= -in_ledger(t.max_negative, t), 'WM409',
      format('available %s of %s', said_leave((before[y.of_year - leave_year_of(r.start_date)
        + 1]).available, t), y.of_year));
  end loop;
end $$;

-- What is available in each year of a request, before it, for its first day there.
create or replace function app.available_for(r leave_requests, t leave_types) returns app.leave_balance[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_agg(leave_balance_on(r.employee_id, t, y, greatest(r.start_date, lower(leave_year(y))))
    order by y)
    from generate_series(leave_year_of(r.start_date), leave_year_of(r.end_date)) y
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
      from (select leave_year_of(x.day) as of_year, sum(x.amount) as amount from leave_days x
          where x.org_id = org_id() and x.request_id = request and r.status = 'approved' group by 1) d
        full join (select x.year::int as of_year, sum(x.amount) as amount from leave_ledger x
          where x.org_id = org_id() and x.request_id = request group by 1) l on l.of_year = d.of_year loop
    perform enter_leave(r.employee_id, r.leave_type_id, y.of_year, entry_kind, -y.amount - y.entered,
      r.start_date, request);
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
  perform ensure(o.id is null, 'WM409', format('leave on %s is %s already', said_days(o.start_date,
    o.end_date), o.status));
end $$;

-- Refuses to change a request that is not any more what the caller looked at.
create or replace function app.require_same_leave(r leave_requests, seen int) returns void
language plpgsql stable as $$
begin
  perform app.ensure(seen is null or seen = r.version, 'WM409',
    'the request was changed meanwhile; look again');
end $$;

-- Stores a request, new or changed, with the sent fields and `override`. It is approved at once where nobody
-- needs to decide. `seen` is the version that the caller looked at.
create or replace function app.save_leave_request(request uuid, seen int, employee uuid, input jsonb)
  returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before leave_requests; r leave_requests; t leave_types; available leave_balance[]; is_new boolean;
  own boolean := employee = employee_id(); is_meant boolean := coalesce((input->>'override')::boolean, false);
  block text;
begin
  perform lock_leave(employee);
  select x.* into before from leave_requests x where x.org_id = org_id() and x.id = request;
  is_new := before.id is null;
  perform require_same_leave(before, seen);
  perform ensure(is_new or before.status = 'pending', 'WM409',
    format('the request is %s; only pending ones can be changed', before.status));
  r := with_leave(case when is_new then new_row(null::leave_requests) else before end, input);
  r.id := request; r.org_id := org_id(); r.employee_id := employee; r.slots := null;
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  perform ensure_fields(leave_problems(r, t, app.role_level() >= 40));
  r.overridden := overridden_rules(before, r, t, is_meant);
  r.slots := leave_slots(r);
  if before.leave_type_id <> r.leave_type_id or before.slots <> r.slots then
    update leave_requests x set slots = '{}' where x.org_id = org_id() and x.id = request;
    perform give_back_cut(before, before.slots);
  end if;
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
  perform require_leave(r, t, available), lock_blocks(r);
  block := blocked_leave(r, t, '{pending,approved}');
  perform ensure(block is null or app.role_level() >= 40 and (is_meant or own is not true), 'WM409', block
    || case when app.role_level() < 40 then '; choose other days, or ask an admin to enter it'
      else '; choose other days, or send override' end);
  if block is not null then r.overridden := r.overridden || '{block}'; end if;
  update leave_requests x set (total, overridden) = (r.total, r.overridden)
    where x.org_id = org_id() and x.id = r.id;
  if not t.requires_approval then perform decide_leave(request, 'approved', null, false, null);
  elsif own and not others_decide(employee) then perform decide_leave(request, 'approved', null,
    true, user_id()); end if;
  perform tell_of_leave(request, case when not t.requires_approval then 'taken' else 'asked' end);
  if not coalesce(own, false) then
    perform tell_of_leave(request, case when is_new then 'entered' else 'changed' end);
  end if;
  perform ask_again_while_away(r);
end $$;

-- Approves or rejects a pending request; by nobody where nobody needs to decide.
create or replace function app.decide_leave(request uuid, decision text, decided_note text,
  by_self boolean, decider uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update leave_requests x set status = decision, decided_by = decider, decided_at = now(),
    decision_note = decided_note,
    self_decided = by_self where x.org_id = org_id() and x.id = request;
  if decision = 'approved' then perform settle_request(request, 'request'); end if;
end $$;

-- The decision of somebody else. `seen` is the version that the approver looked at.
create or replace function app.decide_leave_request(request uuid, decision text, decided_note text,
  seen int, overrides_block boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; t leave_types; by_self boolean; block text;
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  perform lock_leave(r.employee_id);
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request for update;
  by_self := r.employee_id = employee_id();
  perform ensure(not coalesce(by_self, false) or not others_decide(r.employee_id), 'WM403',
    format('you cannot decide your own request; %s is asked', name_of_asked(r.employee_id)));
  perform ensure(r.status = 'pending', 'WM409', format('the request is %s already%s', r.status,
    coalesce(', by ' || (select u.name from users u where u.id = r.decided_by), '')));
  perform ensure(seen is null or seen = r.version, 'WM409', format('%s changed it to %s; look again',
    (select e.name from employees e where e.org_id = r.org_id and e.id = r.employee_id),
      said_days(r.start_date, r.end_date)));
  select x.* into t from leave_types x where x.org_id = org_id() and x.id = r.leave_type_id;
  if decision = 'approved' then
    perform require_leave(r, t, available_for(r, t)), require_certificate(r, t), lock_blocks(r);
    block := blocked_leave(r, t, '{approved}');
    perform ensure(block is null or overrides_block, 'WM409',
      block || '; send override to approve it nevertheless');
    update leave_requests x set overridden = x.overridden || '{block}'
      where x.org_id = org_id() and x.id = request and block is not null and 'block' <> all (x.overridden);
  end if;
  perform decide_leave(request, decision, decided_note, coalesce(by_self, false), user_id());
  if decision = 'rejected' then perform give_back_cut(r, r.slots); end if;
  perform tell_of_leave(request, 'decided'), ask_again_while_away(r);
end $$;

-- Cancels a request, or its days from one on. Approved leave that has begun is for others to cancel. `seen`
-- is the version that the caller looked at.
create or replace function app.cancel_leave_request(request uuid, seen int, since date, cancel_note text)
  returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r leave_requests; today date; first_slot bigint; keep int8multirange;
begin
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request;
  perform lock_leave(r.employee_id);
  select x.* into r from leave_requests x where x.org_id = org_id() and x.id = request for update;
  today := employee_today(r.employee_id);
  perform require_same_leave(r, seen);
  perform ensure(r.status in ('pending', 'approved'), 'WM409', format('the request is %s already',
    r.status));
  perform ensure_fields(array[case when since is not null and not since between r.start_date and r.end_date
    then format('body.from_date: not a day of %s', said_days(r.start_date, r.end_date)) end]);
  perform ensure(r.status = 'pending' or r.employee_id is distinct from employee_id()
    or app.role_level() >= 40
      or coalesce(since, r.start_date) > today, 'WM409',
        format(case when r.end_date < today then 'it is over; %s can cancel it'
      else 'it has begun; %s can cancel the days from %s' end,
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
  perform give_back_cut(r, r.slots - coalesce(keep, '{}'));
  perform tell_of_leave(request, case when r.employee_id is distinct from employee_id() then 'changed'
    when r.status = 'approved' then 'withdrawn' else 'settled' end, r.decided_by), ask_again_while_away(r);
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
    perform cancel_leave_request(x.id, null, x.since, 'the employment ends');
  end loop;
end $$;

-- The type that is meant where none is named: the only one of which there is an allowance in a year.
create or replace function app.usual_leave_type() returns uuid language sql stable as $$
  select case when count(*) = 1 then (array_agg(t.id))[1] end from leave_types t
    where t.org_id = app.org_id() and t.archived_at is null and t.annual_allowance > 0 and not t.overrides
$$;
