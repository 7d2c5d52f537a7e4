-- What enters grants into the ledger: the run of a year or a month, and corrections by hand.

-- Enters what is due for employees in a period, `2026` or `2026-03`: grants of the year with what is carried
-- over, or accruals up to the month. What was entered already is skipped, and what changed since is entered
-- as a difference.
create or replace function app.run_accruals(period text, only_type uuid, only_employee uuid, forced boolean)
  returns json
language plpgsql security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
declare of_year int := left(period, 4)::int; is_year boolean := length(period) = 4; span daterange;
  counted jsonb; untold int; first_day date; last_day date; people uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('accruals:' || org_id(), 0));
  if not is_year then
    of_year := leave_year_of(((period || '-01')::date + interval '1 month')::date - 1);
  end if;
  span := leave_year(of_year);
  first_day := case when is_year then lower(span) else (period || '-01')::date end;
  last_day := case when is_year then upper(span) - 1 else (first_day + interval '1 month')::date - 1 end;
  people := array(select distinct m.employee_id from employments m where m.org_id = org_id()
    and m.valid && daterange(lower(span), last_day, '[]')
    and (only_employee is null or m.employee_id = only_employee));
  if forced then perform force_carry_end(of_year - 1, only_type, only_employee); end if;
  with types as materialized (select t from leave_types t where t.org_id = org_id() and t.archived_at is null
      and t.affects_balance and (only_type is null or t.id = only_type)),
  years as materialized (select w.days as waits, y from (select (t).accrual_starts_after_days as days,
        bool_or((t).accrual = 'per_worked_day') as by_work from types group by 1) w
    cross join lateral employed_years(people, of_year, w.by_work, w.days) y),
  entered as materialized (select l.employee_id, l.leave_type_id, l.kind = 'carryover' as is_carried,
      sum(l.amount) as amount
    from leave_ledger l where l.org_id = org_id() and l.employee_id = any (people) and l.year = of_year
      and (l.kind = 'carryover' or l.kind in ('grant', 'accrual', 'proration') and l.effective_on <= last_day)
    group by 1, 2, 3),
  former as materialized (select b.employee_id, b.leave_type_id, (b.balance).available
    from leave_balances(case when is_year then people else '{}' end, array(select (t).id from types
        where (t).carryover_max is not null), of_year - 1, lower(span) - 1) b),
  due(employee_id, type, kind, amount, by_work) as materialized (
    select p.id, (k.t).id as type, case when (k.t).accrual <> 'upfront' then 'accrual'
        else case when e.amount is null then 'grant' else 'proration' end end as kind,
        granted_until(last_day, k.t, y.y) - coalesce(e.amount, 0) as amount,
        (k.t).accrual = 'per_worked_day' as by_work
      from unnest(people) p(id) cross join types k
        left join years y on (y.y).employee_id = p.id and y.waits = (k.t).accrual_starts_after_days
        left join entered e on e.employee_id = p.id and e.leave_type_id = (k.t).id and not e.is_carried
      where (k.t).accrual = any (case when is_year then '{upfront}'
        else '{monthly,per_worked_day}' end::text[])
    union all select f.employee_id, (k.t).id, 'carryover',
        least(in_ledger((k.t).carryover_max, k.t), greatest(0, f.available)) - coalesce(e.amount, 0), false
      from former f join types k on (k.t).id = f.leave_type_id
        left join entered e on e.employee_id = f.employee_id and e.leave_type_id = f.leave_type_id
          and e.is_carried),
  made as (insert into leave_ledger (employee_id, leave_type_id, year, kind, amount, effective_on)
    select d.employee_id, d.type, of_year, d.kind, d.amount,
        case when d.by_work then last_day else first_day end
      from due d where d.amount <> 0
      order by d.employee_id, d.type, d.kind returning 1)
  select jsonb_build_object('created', (select count(*) from made),
      'skipped', (select count(*) from due d where d.amount = 0)) into counted;
  untold := (select count(*) from unnoticed_carry(of_year - 1, only_type, only_employee));
  return (counted || jsonb_build_object('notice_missing', untold))::json;
end $$;

-- Corrects a balance by hand, within what the type allows to be negative.
create or replace function app.adjust_leave(input jsonb, minimum jsonb) returns jsonb language plpgsql as $$
declare t leave_types; employee uuid := (input->>'employee_id')::uuid; of_year int := (input->>'year')::int; b
  app.leave_balance;
  span daterange := app.leave_year((input->>'year')::int); last_day date := upper(span) - 1;
begin
  perform app.ensure_fields(array[case when not exists (select from employments m
      where m.org_id = app.org_id() and m.employee_id = employee and m.valid && span)
    then format('body.year: not employed in the leave year of %s', of_year) end]);
  perform app.lock_leave(employee);
  select x.* into t from leave_types x where x.org_id = app.org_id()
    and x.id = (input->>'leave_type_id')::uuid;
  perform app.enter_leave(employee, t.id, of_year, 'adjustment', (input->>'amount')::numeric,
    lower(span),
    null, input->>'note');
  b := app.leave_balance_on(employee, t, of_year, last_day);
  perform app.ensure((input->>'amount')::numeric > 0 or b.available >= -app.in_ledger(t.max_negative, t),
    'WM409',
    format('that would leave %s available; the balance may %s', trim_scale(b.available),
      case when t.max_negative = 0 then 'not be overdrawn'
        else 'be overdrawn by at most ' || trim_scale(app.in_ledger(t.max_negative, t)) end));
  return app.balance_json(employee, t, of_year, last_day, b)::jsonb || jsonb_build_object('warnings',
    array_remove(array[case when (input->>'amount')::numeric < 0 and app.grants_leave(t)
      then app.adjusted_shortfall(employee, of_year, last_day, minimum) end], null));
end $$;

-- What is wrong where corrections leave an employee less paid leave of a year than the law gives for the part
-- of a full year and of full time that was granted; null if they do not.
create or replace function app.adjusted_shortfall(employee uuid, of_year int, last_day date, minimum jsonb)
returns text language sql stable security definer set search_path = public, app, pg_temp as $$
  select format('%s weeks of paid leave of %s are left to this employee; at least %s are due (%s)',
      trim_scale(round(x.weeks, 1)), of_year, trim_scale(round(x.part * (y.due->>'weeks')::numeric, 1)),
      y.due->>'source')
    from (select sum(((b.balance).granted + (b.balance).adjusted) / leave_week(t)) as weeks,
        sum((b.balance).granted / leave_week(t)) / sum(annual_leave(t) / leave_week(t)) as part
      from leave_balances(array[employee], array(select k.id from leave_types k where k.org_id = org_id()
        and grants_leave(k)), of_year, last_day) b
      join leave_types t on t.org_id = org_id() and t.id = b.leave_type_id) x
      cross join (select least_leave(minimum) as due) y
    where round(x.weeks, 2) < round(x.part * (y.due->>'weeks')::numeric, 2)
$$;
