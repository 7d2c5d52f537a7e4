-- Carried days end only for whoever was told before: by a notification sixty days ahead and another one
-- fourteen days ahead, or by an admin who answers for it.

-- What was carried into a leave year, should have ended, and did not as nobody was told.
create or replace function app.unnoticed_carry(of_year int, only_type uuid, only_employee uuid)
returns table (employee_id uuid, leave_type_id uuid) language sql stable security definer
set search_path = public, app, pg_temp as $$
  with due as materialized (select l.employee_id, l.leave_type_id from leave_types t
      join leave_ledger l on l.org_id = t.org_id and l.leave_type_id = t.id and l.year = of_year
        and l.kind = 'carryover'
    where t.org_id = org_id() and carry_expiry(t, of_year) < org_today()
      and (only_type is null or t.id = only_type)
      and (only_employee is null or l.employee_id = only_employee)
      and not exists (select from leave_notices n where n.org_id = t.org_id and n.employee_id = l.employee_id
        and n.leave_type_id = t.id and n.year = of_year)
    group by 1, 2 having sum(l.amount) > 0)
  select b.employee_id, b.leave_type_id from leave_balances(array(select distinct d.employee_id from due d),
      array(select distinct d.leave_type_id from due d), of_year, upper(leave_year(of_year)) - 1) b
    join due d on d.employee_id = b.employee_id and d.leave_type_id = b.leave_type_id
    where (b.balance).carried > (b.balance).spent_carry
$$;

create or replace function app.force_carry_end(of_year int, only_type uuid, only_employee uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into leave_notices (employee_id, leave_type_id, year, forced)
    select u.employee_id, u.leave_type_id, of_year, true
      from unnoticed_carry(of_year, only_type, only_employee) u
$$;

-- Whether carried days of an organization end in sixty or fourteen days, or a few less.
create or replace function app.carry_ends_soon(org uuid, day date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from leave_types t
      cross join generate_series(extract(year from day)::int, extract(year from day)::int + 1) y
      cross join lateral (select (y || '-' || t.carryover_expires)::date - day as days) x
    where t.org_id = org and t.archived_at is null and (x.days between 57 and 60 or x.days between 11 and 14))
$$;

-- Tells who has carried days left when they end, twice, and notes that they were told. Neither how many nor
-- of which type is said.
create or replace function app.tell_of_carry(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; of_year int := leave_year_of(today); source text;
begin
  if not carry_ends_soon(org_id(), today) then return; end if;
  for x in select b.employee_id, b.leave_type_id, t.expiry, case when t.expiry - today <= 14 then 14
        else 60 end as ahead
      from (select k.id, carry_expiry(k, of_year) as expiry from leave_types k where k.org_id = org_id()
          and k.carryover_expires is not null and k.archived_at is null) t
        cross join lateral leave_balances(array(select distinct l.employee_id from leave_ledger l
          where l.org_id = org_id() and l.leave_type_id = t.id and l.year = of_year
            and l.kind = 'carryover'), array[t.id], of_year, today) b
      where t.expiry between today and today + 60 and (b.balance).expiring > 0
      order by b.employee_id, t.expiry loop
    source := format('carry:%s:%s:%s:%s', x.employee_id, x.leave_type_id, of_year, x.ahead);
    perform tell('leave_changed', 'employee', x.employee_id, 'Carried leave ends',
      accounts_of(array[x.employee_id]), source, 'on ' || said_day(x.expiry));
    insert into leave_notices (employee_id, leave_type_id, year)
      select x.employee_id, x.leave_type_id, of_year where exists (select from notifications n
        where n.org_id = org_id() and n.source_key = source) on conflict do nothing;
  end loop;
end $$;

-- Changes on which day leave years begin, from the one of a year on. The one before it ends there, shorter or
-- longer than a year, and grants as much of it.
create or replace function app.set_leave_year(of_year int, starting text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare border date; open int;
begin
  perform pg_advisory_xact_lock(hashtextextended('accruals:' || org_id(), 0));
  perform ensure_fields(array[case when of_year <= leave_year_of(org_today())
    then format('body.from_year: must be after %s, whose leave year has begun',
      leave_year_of(org_today())) end]);
  border := least(leave_year_start(of_year), (of_year || '-' || starting)::date);
  select count(*) into open from leave_requests r where r.org_id = org_id()
    and r.status in ('pending', 'approved') and r.end_date >= border;
  perform ensure(open = 0, 'WM409', format(case open when 1
      then '%s request for leave reaches beyond %s; cancel it first'
      else '%s requests for leave reach beyond %s; cancel them first' end, open, said_day(border - 1))),
    ensure(not exists (select from leave_ledger l where l.org_id = org_id() and l.year >= of_year), 'WM409',
      format('leave of %s is in the ledger already; choose a later year', of_year));
  delete from leave_years y where y.org_id = org_id() and y.from_year > of_year;
  insert into leave_years (from_year, starts) values (of_year, starting)
    on conflict (org_id, from_year) do update set starts = excluded.starts;
end $$;

-- {starts, this_year: {year, from, to}, next_year: {…}}
create or replace function app.leave_year_json() returns json language sql stable as $$
  select json_build_object('starts', to_char(lower(app.leave_year(x.n)), 'MM-DD'),
      'this_year', app.year_json(x.n), 'next_year', app.year_json(x.n + 1),
      'year_after', app.year_json(x.n + 2))
    from (select app.leave_year_of(app.org_today())) x(n)
$$;
create or replace function app.year_json(of_year int) returns json language sql stable as $$
  select json_build_object('year', of_year, 'from', lower(y), 'to', upper(y) - 1)
    from app.leave_year(of_year) y
$$;
