-- Of the halves that sickness cuts out of leave, those that carried days would have paid stay carried, for
-- types where these outlive it.
create or replace function app.keep_carry(request uuid, t leave_types, cut int8multirange, times int)
  returns void language sql security definer set search_path = public, app, pg_temp as $$
  select enter_leave(r.employee_id, t.id, x.of_year, 'carryover_kept', times * x.amount, r.start_date)
    from leave_requests r cross join lateral (select leave_year_of(d.day) as of_year, sum(
          case when cut @> int8range(s.start, s.start + 720) then d.am else 0 end
          + case when cut @> int8range(s.start + 720, s.start + 1440) then d.pm else 0 end) as amount
        from leave_days d cross join lateral (select (d.day - date '1970-01-01')::bigint * 1440 as start) s
        where d.org_id = r.org_id and d.request_id = r.id and d.day <= carry_expiry(t, leave_year_of(d.day))
        group by 1) x
    where r.org_id = org_id() and r.id = request and t.carry_survives_sickness
      and t.carryover_expires is not null
$$;

-- Cuts days out of the approved leave of an employee, for sickness over it: the halves that are covered
-- return. Leave of which only free days are left is cancelled.
create or replace function app.cut_leave(r leave_requests) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select o.id, o.decided_by, t as type from leave_requests o
    join leave_types t on t.org_id = o.org_id and t.id = o.leave_type_id
      where o.org_id = org_id() and o.employee_id = r.employee_id and o.status = 'approved'
        and not t.overrides
        and o.id <> r.id and o.slots && r.slots loop
    perform keep_carry(x.id, x.type, r.slots, 1);
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
    if (x.type).unit = 'hour' then
      update leave_days d set minutes = c.minutes, amount = c.minutes
        from (select y.id, coalesce(n.minutes, 0) as minutes from leave_days y join leave_requests o
              on o.org_id = y.org_id and o.id = y.request_id
            left join lateral leave_days_of(o, x.type) n on n.day = y.day
          where y.org_id = org_id() and y.request_id = x.id) c where d.org_id = org_id() and d.id = c.id;
    end if;
    delete from leave_days d where d.org_id = org_id() and d.request_id = x.id and d.amount = 0;
    update leave_requests o set total = n.total, slots = case when n.total > 0 then o.slots else '{}' end,
        status = case when n.total > 0 then o.status else 'cancelled' end
      from (select coalesce(sum(d.amount), 0) as total from leave_days d
        where d.org_id = org_id() and d.request_id = x.id) n
      where o.org_id = org_id() and o.id = x.id;
    perform settle_request(x.id, 'cancellation'), tell_of_leave(x.id, 'cut', x.decided_by);
  end loop;
end $$;

-- The minutes since 1970 in which somebody is employed.
create or replace function app.employed_slots(employee uuid) returns int8multirange
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(range_agg(int8range((lower(m.valid) - date '1970-01-01')::bigint * 1440,
      (upper(m.valid) - date '1970-01-01')::bigint * 1440)), '{}')
    from employments m where m.org_id = org_id() and m.employee_id = employed_slots.employee
$$;

-- Takes again what sickness cut out of leave, for the time that it gave up: it was withdrawn, rejected,
-- cancelled or moved. Whoever does so with their own sickness needs the balance for it.
create or replace function app.give_back_cut(sick leave_requests, given_up int8multirange) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; again leave_requests; available leave_balance[];
begin
  if not exists (select from leave_types t where t.org_id = org_id() and t.id = sick.leave_type_id
    and t.overrides) then return; end if;
  for x in select o as request, t as type, b.slots from leave_requests o
      join leave_types t on t.org_id = o.org_id and t.id = o.leave_type_id and not t.overrides
      cross join lateral (select (leave_slots(o) - o.slots) * given_up * employed_slots(o.employee_id)
        - coalesce((select range_agg(s) from leave_requests k cross join unnest(k.slots) s
          where k.org_id = o.org_id and k.employee_id = o.employee_id and k.id <> o.id
            and k.status in ('pending', 'approved')), '{}') as slots) b
      where o.org_id = org_id() and o.employee_id = sick.employee_id and not isempty(b.slots)
        and (o.status = 'approved' or o.status = 'cancelled' and isempty(o.slots)) order by o.start_date loop
    again := x.request;
    again.slots := x.slots;
    available := available_for(again, x.type);
    insert into leave_days as d (employee_id, request_id, day, am, pm, minutes, amount)
      select again.employee_id, again.id, n.day, n.am, n.pm, n.minutes, n.amount
        from leave_days_of(again, x.type) n
      on conflict (org_id, request_id, day) do update set am = d.am + excluded.am, pm = d.pm + excluded.pm,
        minutes = d.minutes + excluded.minutes, amount = d.amount + excluded.amount;
    update leave_requests o set status = 'approved', slots = o.slots + x.slots,
      total = (select coalesce(sum(d.amount), 0) from leave_days d where d.org_id = o.org_id
        and d.request_id = o.id)
      where o.org_id = org_id() and o.id = again.id;
    perform keep_carry(again.id, x.type, x.slots, -1), settle_request(again.id, 'request');
    if sick.employee_id = employee_id() and app.role_level() < 40 then
      perform require_leave(again, x.type, available);
    end if;
    perform tell_of_leave(again.id, 'cut', again.decided_by);
  end loop;
end $$;
