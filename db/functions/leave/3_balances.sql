-- Balances follow from the ledger and from the days of requests. Carried days are spent before those of the
-- year, as long as they are valid on the day; what is not spent by then is lost. So a late entry needs no
-- correction of others.

do $$ begin
  if not exists (select from pg_constraint where conname = 'leave_requests_overlap') then
    alter table leave_requests add constraint leave_requests_overlap exclude using gist
      (org_id with =, employee_id with =, slots with &&) where (status in ('pending', 'approved'));
  end if;
end $$;

create or replace trigger append_only before update or delete or truncate on leave_ledger
  for each statement execute function app.append_only();

-- When the carried days of a leave year are lost: after this day of it.
create or replace function app.carry_expiry(t leave_types, of_year int) returns date
  language sql stable as $$
  select case when t.carryover_expires is null then 'infinity'::date
    when (of_year || '-' || t.carryover_expires)::date >= app.leave_year_start(of_year)
      then (of_year || '-' || t.carryover_expires)::date
    else (of_year + 1 || '-' || t.carryover_expires)::date end
$$;

call app.make_type('leave_balance',
  'granted numeric, carried numeric, carried_expires_on date, adjusted numeric,
  taken numeric, planned numeric, pending numeric, expired numeric, available numeric, kept numeric,
  spent_carry numeric, expiring numeric, on_day numeric');

-- The balances of employees and types in a leave year, on a day of it. Grants that no run has entered yet are
-- projected. Carried days end only for whoever was told before. `available` is what may be requested for that
-- day, `on_day` what is left on it by what was approved until then, `expiring` what ends with the carried
-- days unless it is taken, and `kept` what sickness kept of them.
create or replace function app.leave_balances(people uuid[], types uuid[], of_year int, day date)
returns table (employee_id uuid, leave_type_id uuid, balance app.leave_balance)
language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off
  set plan_cache_mode = force_generic_plan as $$
  with span as materialized (select leave_year(of_year) as days),
  years as materialized (select w.days as waits, y from (select t.accrual_starts_after_days as days,
        bool_or(t.accrual = 'per_worked_day') as by_work from leave_types t
      where t.org_id = org_id() and t.id = any (types) group by t.accrual_starts_after_days) w
    cross join lateral employed_years(people, of_year, w.by_work, w.days) y),
  pairs as materialized (select z.id as employee_id, today(z.zone) as today, t,
      case when today(z.zone) <= x.expiry or n.id is not null then x.expiry else 'infinity' end as expiry
    from employee_zones(people) z
      cross join (select t, carry_expiry(t, of_year) as expiry from leave_types t
        where t.org_id = org_id() and t.id = any (types)) x
      left join leave_notices n on n.org_id = org_id() and n.employee_id = z.id
        and n.leave_type_id = (x.t).id and n.year = of_year),
  ledger as materialized (select l.employee_id, l.leave_type_id,
      coalesce(sum(l.amount) filter (where l.kind in ('grant', 'proration')
        or l.kind = 'accrual' and l.effective_on <= day), 0) as granted,
      coalesce(sum(l.amount) filter (where l.kind = 'carryover'), 0) as carried,
      coalesce(sum(l.amount) filter (where l.kind = 'adjustment'), 0) as adjusted,
      coalesce(sum(l.amount) filter (where l.kind = 'carryover_kept'), 0) as kept,
      max(l.effective_on) filter (where l.kind in ('grant', 'accrual')) as entered_until
    from leave_ledger l where l.org_id = org_id() and l.employee_id = any (people)
      and l.leave_type_id = any (types) and l.year = of_year group by l.employee_id, l.leave_type_id),
  spent as materialized (select r.employee_id, r.leave_type_id, r.status, d.day, d.amount
    from leave_requests r join leave_days d on d.org_id = r.org_id and d.request_id = r.id
      cross join span s
    where r.org_id = org_id() and r.employee_id = any (people) and r.leave_type_id = any (types)
      and r.status in ('pending', 'approved') and s.days @> d.day),
  sums as materialized (select p.employee_id, (p.t).id as leave_type_id,
      sum(s.amount) as used, coalesce(sum(s.amount) filter (where s.day <= p.expiry), 0) as early,
      coalesce(sum(s.amount) filter (where s.status = 'approved' and s.day <= p.today), 0) as taken,
      coalesce(sum(s.amount) filter (where s.status = 'approved' and s.day > p.today), 0) as planned,
      coalesce(sum(s.amount) filter (where s.status = 'pending'), 0) as pending,
      coalesce(sum(s.amount) filter (where s.status = 'approved' and s.day <= $4), 0) as until_day
    from pairs p join spent s on s.employee_id = p.employee_id and s.leave_type_id = (p.t).id
    group by p.employee_id, (p.t).id),
  parts as (select p.*, coalesce(l.carried, 0) as carried, coalesce(l.adjusted, 0) as adjusted,
      case when (p.t).accrual_starts_after_days > 0 and coalesce((y.y).since > day, true) then 0
        else coalesce(l.granted, 0) end + case
        when l.entered_until is null then granted_until(day, p.t, y.y)
        when (p.t).accrual in ('monthly', 'per_worked_day') and day > l.entered_until then greatest(0,
          granted_until(day, p.t, y.y) - granted_until(l.entered_until, p.t, y.y))
        else 0 end as granted,
      coalesce(u.used, 0) as used, coalesce(u.early, 0) as early, coalesce(u.taken, 0) as taken,
      coalesce(u.planned, 0) as planned, coalesce(u.pending, 0) as pending,
      coalesce(u.until_day, 0) as until_day, least(coalesce(l.carried, 0), coalesce(u.early, 0)) as spent,
      least(coalesce(l.kept, 0), greatest(0, coalesce(l.carried, 0) - coalesce(u.early, 0))) as kept
    from pairs p left join years y on (y.y).employee_id = p.employee_id
        and y.waits = (p.t).accrual_starts_after_days
      left join ledger l on l.employee_id = p.employee_id and l.leave_type_id = (p.t).id
      left join sums u on u.employee_id = p.employee_id and u.leave_type_id = (p.t).id)
  select b.employee_id, (b.t).id, row(b.granted, b.carried,
      case when b.carried <> 0 then nullif(b.expiry, 'infinity') end, b.adjusted, b.taken, b.planned,
      b.pending,
      case when b.today > b.expiry then greatest(0, b.carried - b.spent - b.kept) else 0 end,
      b.granted + b.adjusted + b.spent - b.used + o.still,
      b.kept, b.spent, case when day <= b.expiry and b.expiry < 'infinity'
        then b.carried - b.spent - b.kept else 0 end,
      b.granted + b.adjusted + b.spent + o.still - b.until_day)::app.leave_balance
    from parts b cross join lateral (select case when day <= b.expiry then b.carried - b.spent
      else b.kept end as still) o
$$;
create or replace function app.leave_balance_on(employee uuid, t leave_types, of_year int, day date)
returns app.leave_balance language sql stable as $$
  select b.balance from app.leave_balances(array[employee], array[t.id], of_year, day) b
$$;

create or replace function app.balance_json(employee uuid, t leave_types, of_year int, day date,
  b app.leave_balance) returns json language sql stable as $$
  select json_build_object('employee_id', employee, 'leave_type_id', t.id, 'leave_type', t.name, 'unit',
      case t.unit when 'hour' then 'minute' else 'day' end, 'year', of_year, 'as_of', day,
      'granted', trim_scale(b.granted)::text, 'carried', trim_scale(b.carried)::text,
      'carried_expires_on', b.carried_expires_on, 'expired', trim_scale(b.expired)::text,
      'adjusted', trim_scale(b.adjusted)::text, 'taken', trim_scale(b.taken)::text,
      'planned', trim_scale(b.planned)::text, 'pending', trim_scale(b.pending)::text,
      'available', trim_scale(b.available)::text, 'balance', trim_scale(b.on_day)::text,
      'expiring', trim_scale(b.expiring)::text, 'usable_from', app.usable_from(employee, t, day))
$$;

-- An entry in the ledger; none of 0. True if there is one.
create or replace function app.enter_leave(employee uuid, type uuid, of_year int, entry_kind text,
  entry numeric, since date, request uuid default null, entry_note text default null,
  week uuid default null) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if entry = 0 then return false; end if;
  insert into leave_ledger (employee_id, leave_type_id, year, kind, amount, effective_on, request_id, note,
      timesheet_id)
    values (employee, type, of_year, entry_kind, entry, since, request, entry_note, week);
  return true;
end $$;

-- What spends the balance of an employee waits for what does so already.
create or replace function app.lock_leave(employee uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('leave:' || app.org_id() || employee, 0))
$$;
