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

-- Half away from zero, to the step of the type.
create or replace function app.round_leave(amount numeric, t leave_types) returns numeric
  language sql immutable as $$
  select case when t.rounding = 'none' then round(amount, 2)
    else round(amount / t.rounding::numeric) * t.rounding::numeric end
$$;

-- The days of a range on which somebody was employed, each by the share of a full week that the schedule has:
-- a week of three days counts 0.6 a day. Without a schedule a day counts whole.
create or replace function app.weighted_days(employee uuid, during daterange) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  with employed as (select range_agg(m.valid * during) as days from employments m where m.org_id = org_id()
      and m.employee_id = employee and m.valid && during),
  own as (select a.schedule_id, a.valid * during as days from employee_schedules a
    where a.org_id = org_id() and a.employee_id = employee and a.valid && during),
  pieces as (
    select o.schedule_id, x.days from own o cross join employed e cross
      join unnest(e.days * datemultirange(o.days)) x(days)
    union all select (select s.id from work_schedules s where s.org_id = org_id() and s.is_default), x.days
      from employed e cross join unnest(e.days - coalesce((select range_agg(o.days) from own o),
        '{}')) x(days)),
  versions as (select v.schedule_id, daterange(v.valid_from, lead(v.valid_from) over w) as days,
      least(1, (select sum((d->>'value')::numeric) from jsonb_array_elements(v.days) d) / v.cycle_weeks / 5)
        as share
    from work_schedule_versions v where v.org_id = org_id()
    window w as (partition by v.schedule_id order by v.valid_from))
  select coalesce(sum(x.count * x.share), 0) from (
    select upper(y.days) - lower(y.days) as count, y.share from (
      select p.days * coalesce(v.days, p.days) as days, coalesce(v.share, 1) as share from pieces p
        left join versions v on v.schedule_id = p.schedule_id and v.days && p.days) y) x
$$;

-- What a type grants to an employee in a year, up to a day: all of it at once, or month by month.
create or replace function app.leave_entitlement(employee uuid, t leave_types, of_year int, through date)
returns numeric language plpgsql stable as $$
declare annual numeric := t.annual_allowance * case t.unit when 'hour' then 60
  else 1 end; first_day date := make_date(of_year, 1, 1);
begin
  if t.accrual = 'none' or annual = 0 or through < first_day then return 0; end if;
  if t.accrual = 'upfront' then
    return case when not t.proration then annual else app.round_leave(annual
      * app.weighted_days(employee, daterange(first_day, make_date(of_year + 1, 1, 1)))
      / (make_date(of_year + 1, 1, 1) - first_day), t) end;
  end if;
  return (select app.round_leave(annual * coalesce(sum(case when t.proration then
        app.weighted_days(employee, daterange(m.day, (m.day + interval '1 month')::date))
          / ((m.day + interval '1 month')::date - m.day) else 1 end), 0) / 12, t)
    from (select (first_day + make_interval(months => n))::date as day from generate_series(0, 11) n) m
    where m.day <= through);
end $$;

-- When the carried days of a year are lost: after this day.
create or replace function app.carry_expiry(t leave_types, of_year int) returns date
  language sql immutable as $$
  select case when t.carryover_expires is null then 'infinity'::date
    else (of_year || '-' || t.carryover_expires)::date end
$$;

call app.make_type('leave_balance',
  'granted numeric, carried numeric, carried_expires_on date, adjusted numeric,
  taken numeric, planned numeric, pending numeric, expired numeric, available numeric');

-- The balance of an employee and a type in a year, on a day of it. Grants that no run has entered yet are
-- projected. `available` is what may be requested for that day.
create or replace function app.leave_balance_on(employee uuid, t leave_types, of_year int, day date)
returns app.leave_balance language plpgsql stable security definer set search_path = public, app,
  pg_temp as $$
declare b app.leave_balance; entered_until date; used numeric; early numeric; expiry date := carry_expiry(t,
  of_year);
  today date := employee_today(employee);
begin
  select coalesce(sum(l.amount) filter (where l.kind in ('grant', 'proration')
        or l.kind = 'accrual' and l.effective_on <= day), 0),
      coalesce(sum(l.amount) filter (where l.kind = 'carryover'), 0),
      coalesce(sum(l.amount) filter (where l.kind = 'adjustment'), 0),
      max(l.effective_on) filter (where l.kind in ('grant', 'accrual'))
    into b.granted, b.carried, b.adjusted, entered_until
    from leave_ledger l where l.org_id = org_id() and l.employee_id = employee and l.leave_type_id = t.id
      and l.year = of_year;
  if entered_until is null then b.granted := b.granted + leave_entitlement(employee, t, of_year, day);
  elsif t.accrual = 'monthly' and day > entered_until then
    b.granted := b.granted + greatest(0, leave_entitlement(employee, t, of_year, day)
      - leave_entitlement(employee, t, of_year, entered_until));
  end if;
  select coalesce(sum(d.amount), 0), coalesce(sum(d.amount) filter (where d.day <= expiry), 0),
      coalesce(sum(d.amount) filter (where r.status = 'approved' and d.day <= today), 0),
      coalesce(sum(d.amount) filter (where r.status = 'approved' and d.day > today), 0),
      coalesce(sum(d.amount) filter (where r.status = 'pending'), 0)
    into used, early, b.taken, b.planned, b.pending
    from leave_requests r join leave_days d on d.org_id = r.org_id and d.request_id = r.id
    where r.org_id = org_id() and r.employee_id = employee and r.leave_type_id = t.id
      and r.status in ('pending', 'approved') and d.day between make_date(of_year, 1, 1)
        and make_date(of_year, 12, 31);
  b.carried_expires_on := case when b.carried <> 0 then nullif(expiry, 'infinity') end;
  b.expired := case when today > expiry then greatest(0, b.carried - early) else 0 end;
  b.available := b.granted + b.adjusted - (used - least(b.carried, early))
    + case when day <= expiry then b.carried - least(b.carried, early) else 0 end;
  return b;
end $$;

create or replace function app.balance_json(employee uuid, t leave_types, of_year int, day date) returns json
language sql stable as $$
  select json_build_object('employee_id', employee, 'leave_type_id', t.id, 'leave_type', t.name, 'unit',
      case t.unit when 'hour' then 'minute' else 'day' end, 'year', of_year, 'as_of', day,
      'granted', trim_scale(b.granted)::text, 'carried', trim_scale(b.carried)::text,
      'carried_expires_on', b.carried_expires_on, 'expired', trim_scale(b.expired)::text,
      'adjusted', trim_scale(b.adjusted)::text, 'taken', trim_scale(b.taken)::text,
      'planned', trim_scale(b.planned)::text, 'pending', trim_scale(b.pending)::text,
      'available', trim_scale(b.available)::text)
    from app.leave_balance_on(employee, t, of_year, day) b
$$;

-- Enters what is due for employees in a period, `2026` or `2026-03`: grants of the year with what is carried
-- over, or accruals up to the month. What was entered already is skipped, and what changed since is entered
-- as a difference.
create or replace function app.run_accruals(period text, only_type uuid, only_employee uuid) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare of_year int := left(period, 4)::int; pair record; amount numeric; entered numeric; created int := 0;
  skipped int := 0;
  last_day date := case length(period) when 4 then make_date(left(period, 4)::int, 12, 31)
    else ((period || '-01')::date + interval '1 month')::date - 1 end;
  before app.leave_balance; kinds text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('accruals:' || org_id(), 0));
  for pair in select e.id as employee, t as type, t.accrual from employees e
    join leave_types t on t.org_id = e.org_id
      where e.org_id = org_id() and t.archived_at is null and t.affects_balance
        and (only_type is null or t.id = only_type) and (only_employee is null or e.id = only_employee)
        and exists (select from employments m where m.org_id = e.org_id and m.employee_id = e.id
          and m.valid && daterange(make_date(of_year, 1, 1), last_day, '[]')) loop
    if pair.accrual = 'upfront' and length(period) = 4 or pair.accrual = 'monthly' and length(period) = 7 then
      kinds := case pair.accrual when 'monthly' then '{accrual,proration}'
        else '{grant,proration}' end::text[];
      amount := leave_entitlement(pair.employee, pair.type, of_year, last_day);
      select sum(l.amount) into entered from leave_ledger l where l.org_id = org_id()
        and l.employee_id = pair.employee and l.leave_type_id = (pair.type).id and l.year = of_year
        and l.kind = any (kinds) and l.effective_on <= last_day;
      if enter_leave(pair.employee, (pair.type).id, of_year, case when pair.accrual = 'monthly' then 'accrual'
          when entered is null then 'grant' else 'proration' end, amount - coalesce(entered, 0),
          case pair.accrual when 'monthly' then date_trunc('month', last_day)::date else make_date(of_year,
            1, 1) end)
        then created := created + 1; else skipped := skipped + 1; end if;
    end if;
    if length(period) = 4 and (pair.type).carryover_max is not null then
      before := leave_balance_on(pair.employee, pair.type, of_year - 1, make_date(of_year - 1, 12, 31));
      amount := least((pair.type).carryover_max, greatest(0, before.available));
      select coalesce(sum(l.amount), 0) into entered from leave_ledger l where l.org_id = org_id()
        and l.employee_id = pair.employee and l.leave_type_id = (pair.type).id and l.year = of_year
        and l.kind = 'carryover';
      if enter_leave(pair.employee, (pair.type).id, of_year, 'carryover', amount - entered,
        make_date(of_year, 1, 1))
        then created := created + 1; else skipped := skipped + 1; end if;
    end if;
  end loop;
  return json_build_object('created', created, 'skipped', skipped);
end $$;

-- An entry in the ledger; none of 0. True if there is one.
create or replace function app.enter_leave(employee uuid, type uuid, of_year int, entry_kind text,
  entry numeric, since date,
  request uuid default null, entry_note text default null) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if entry = 0 then return false; end if;
  insert into leave_ledger (employee_id, leave_type_id, year, kind, amount, effective_on, request_id, note)
    values (employee, type, of_year, entry_kind, entry, since, request, entry_note);
  return true;
end $$;

-- What spends the balance of an employee waits for what does so already.
create or replace function app.lock_leave(employee uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('leave:' || app.org_id() || employee, 0))
$$;

-- Corrects a balance by hand, within what the type allows to be negative.
create or replace function app.adjust_leave(input jsonb) returns json language plpgsql as $$
declare t leave_types; employee uuid := (input->>'employee_id')::uuid; of_year int := (input->>'year')::int; b
  app.leave_balance;
  last_day date := make_date((input->>'year')::int, 12, 31);
begin
  perform app.lock_leave(employee);
  select x.* into t from leave_types x where x.org_id = app.org_id()
    and x.id = (input->>'leave_type_id')::uuid;
  perform app.enter_leave(employee, t.id, of_year, 'adjustment', (input->>'amount')::numeric,
    make_date(of_year, 1, 1),
    null, input->>'note');
  b := app.leave_balance_on(employee, t, of_year, last_day);
  perform app.require((input->>'amount')::numeric > 0 or b.available >= -t.max_negative, 'WM409',
    format('that would leave %s available; at most %s below 0 are allowed', trim_scale(b.available),
      trim_scale(t.max_negative)));
  return app.balance_json(employee, t, of_year, last_day);
end $$;
