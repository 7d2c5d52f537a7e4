-- Pay and leave of a table of people.

-- Pay needs its day, basis and amount; balances are of types that have one.
create or replace function app.pay_problems(people app.imported_employee[])
returns table ("row" int, "column" text, problem text)
language sql stable security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
  select p.row, x.name, 'required with pay' from unnest(people) p
    cross join lateral (values ('pay_from', p.pay_from::text), ('pay_basis', p.pay_basis),
      ('pay_amount', p.pay_amount::text)) x(name, value)
    where num_nonnulls(p.pay_from, p.pay_basis, p.pay_amount, p.pay_currency, p.payments_per_year) > 0
      and x.value is null
  union all select p.row, 'pay_from', 'the employment begins on ' || p.hire_date from unnest(people) p
    where p.is_new and p.pay_from < p.hire_date
  union all select p.row, 'pay_amount', 'must be more than 0 for full-time work' from unnest(people) p
    where p.is_new and p.pay_amount = 0 and coalesce(p.employment_type, 'full_time') = 'full_time'
  union all select p.row, 'pay_amount', 'has more decimals than ' || c.code from unnest(people) p
    cross join lateral (select import_currency(p) as code) c
    where round(p.pay_amount, minor_digits(c.code)) <> p.pay_amount
  union all select p.row, 'balance: ' || b.name, 'no type of leave with a balance has this name'
    from unnest(people) p cross join lateral jsonb_object_keys(p.balances) b(name)
    where not exists (select from leave_types t where t.org_id = org_id() and t.affects_balance
      and t.archived_at is null and folded(t.name) = folded(b.name))
$$;

create or replace function app.import_currency(p app.imported_employee) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(p.pay_currency, (select o.currency from organizations o where o.id = org_id()))
$$;

-- What people are paid from a day on. What holds from that day already stays, and another amount for it is a
-- problem, as a mistake is corrected where it can be seen.
create or replace function app.enter_imported_pay(people app.imported_employee[], out problems jsonb,
  out changed uuid[])
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; due jsonb;
begin
  problems := '[]';
  changed := '{}';
  perform ensure(impersonator() is null or not exists (select from unnest(people) p
    where p.pay_amount is not null), 'WM403', 'pay is not entered while impersonating');
  for x in select p.row, p.id, p.is_new, c.id as there, n.* from unnest(people) p
        cross join lateral (select p.pay_from as effective_from, p.pay_basis, import_currency(p) as currency,
          (p.pay_amount * 10 ^ minor_digits(import_currency(p)))::bigint as amount_minor,
          coalesce(p.payments_per_year, 12) as payments_per_year) n
        left join employee_compensations c on c.org_id = org_id() and c.employee_id = p.id
          and c.effective_from = n.effective_from and c.voided_at is null
      where p.pay_amount is not null and (c.id is null or (c.pay_basis, c.currency::text, c.amount_minor)
          is distinct from (n.pay_basis, n.currency, n.amount_minor)
        or c.payments_per_year <> coalesce(p.payments_per_year, c.payments_per_year)) order by p.row loop
    due := to_jsonb(x) - '{row,id,is_new,there}'::text[];
    begin
      perform ensure(x.there is null, 'WM409', 'another compensation is effective from that day; correct it there');
      if not x.is_new then perform check_compensation(x.id, due); end if;
      insert into employee_compensations (employee_id, effective_from, currency, pay_basis, amount_minor,
        payments_per_year) values (x.id, x.effective_from, x.currency, x.pay_basis, x.amount_minor,
        x.payments_per_year);
      changed := changed || x.id;
    exception when sqlstate 'WM409' or sqlstate 'WM422' then
      problems := problems || jsonb_build_object('row', x.row, 'column', 'pay_from',
        'problem', regexp_replace(sqlerrm, '^body\.\w+: ', ''));
    end;
  end loop;
end $$;

-- Corrects balances so that as much can be taken until the end of this leave year as the table says.
create or replace function app.enter_imported_balances(people app.imported_employee[]) returns uuid[]
language plpgsql security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
declare changed uuid[]; of_year int := leave_year_of(org_today()); types uuid[];
begin
  types := array(select distinct t.id from leave_types t join (select distinct folded(b.name) as name
      from unnest(people) p cross join lateral jsonb_object_keys(p.balances) b(name)) n
      on n.name = folded(t.name) where t.org_id = org_id() and t.affects_balance and t.archived_at is null);
  if types = '{}' then return '{}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('accruals:' || org_id(), 0));
  perform lock_leave(p.id) from unnest(people) p where p.balances is not null and not p.is_new;
  with wanted as materialized (select p.id as employee, t.id as type, b.value::numeric as amount
    from unnest(people) p cross join lateral jsonb_each_text(p.balances) b
      join leave_types t on t.org_id = org_id() and t.id = any (types) and folded(t.name) = folded(b.key)),
  made as (insert into leave_ledger (employee_id, leave_type_id, year, kind, amount, effective_on, note)
    select w.employee, w.type, of_year, 'adjustment', w.amount - (b.balance).available,
        lower(leave_year(of_year)), 'Imported'
      from wanted w join leave_balances(array(select distinct x.employee from wanted x), types, of_year,
          upper(leave_year(of_year)) - 1) b on b.employee_id = w.employee and b.leave_type_id = w.type
      where w.amount <> (b.balance).available returning employee_id)
  select array(select distinct m.employee_id from made m) into changed;
  return changed;
end $$;
