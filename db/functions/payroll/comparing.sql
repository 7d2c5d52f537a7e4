-- A payroll run against another one: what each person gets more or less, and why.

-- The run that another one follows: the latest one before it that is calculated and pays alike, for the same
-- people.
create or replace function app.run_before(r payroll_runs) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select x.id from payroll_runs x where x.org_id = org_id() and x.id <> r.id
      and x.status in ('calculated', 'approved', 'paid') and x.currency = r.currency
      and x.is_extra = r.is_extra and x.frequency = r.frequency
      and x.department_id is not distinct from r.department_id and x.pay_date < r.pay_date
    order by x.pay_date desc, x.id desc limit 1
$$;

-- Why somebody gets another amount than before, by the snapshots of both payslips.
create or replace function app.pay_reasons(s payslips, b payslips, by_hand boolean) returns text[]
language sql immutable as $$
  select case when b.id is null then '{joined}' when s.id is null then '{left}' else array_remove(array[
    case when x.rates is distinct from x.rates_before then 'compensation' end,
    case when (s.inputs->>'employed_days')::int * b.total_days
      <> (b.inputs->>'employed_days')::int * s.total_days then 'days' end,
    case when s.unpaid_leave_days <> b.unpaid_leave_days or x.absent is distinct from x.absent_before
      then 'leave' end,
    case when s.worked_minutes is distinct from b.worked_minutes then 'hours' end,
    case when s.inputs->'arrears' is distinct from b.inputs->'arrears' then 'arrears' end,
    case when s.inputs->'components' is distinct from b.inputs->'components' then 'components' end,
    case when by_hand then 'by_hand' end], null) end
    from (select (select jsonb_agg(distinct p->'rate')
          from jsonb_array_elements(s.inputs->'parts') p) as rates,
        (select jsonb_agg(distinct p->'rate')
          from jsonb_array_elements(b.inputs->'parts') p) as rates_before,
        (select sum((p->>'absent')::numeric - (p->>'kept')::numeric)
          from jsonb_array_elements(s.inputs->'parts') p) as absent,
        (select sum((p->>'absent')::numeric - (p->>'kept')::numeric)
          from jsonb_array_elements(b.inputs->'parts') p) as absent_before) x
$$;

-- Everybody of a run or of the one before it: [{employee, amounts, reasons, lines that differ}] of a page,
-- the largest difference first. More than a tenth, and who came or went, is marked.
create or replace function app.compare_payroll(r payroll_runs, other uuid, shown text, most int, skipped int)
returns json language sql stable security definer set plan_cache_mode = force_custom_plan
set search_path = public, app, pg_temp as $$
  with slips as materialized (select s, s.employee_id, s.run_id = r.id as is_now from payslips s
      where s.org_id = org_id() and s.run_id in (r.id, other) and s.status <> 'void'),
  codes as materialized (select x.employee_id, l.code, max(l.name) as name, min(l.kind::text) as kind,
      bool_or(l.manual) as manual, coalesce(sum(l.amount_minor) filter (where x.is_now), 0)::bigint as amount,
      coalesce(sum(l.amount_minor) filter (where not x.is_now), 0)::bigint as before
    from slips x join payslip_lines l on l.org_id = org_id() and l.payslip_id = (x.s).id
    group by x.employee_id, l.code),
  changed as materialized (select c.employee_id, bool_or(c.manual) as by_hand, json_agg(json_build_object(
      'code', c.code, 'name', c.name, 'kind', c.kind, 'before_minor', c.before, 'amount_minor', c.amount)
      order by array_position(array['earning', 'deduction', 'employer'], c.kind), c.code) as lines
    from codes c where c.amount <> c.before group by c.employee_id),
  pairs as materialized (select coalesce(n.employee_id, b.employee_id) as employee_id, n.s as now,
      b.s as before, coalesce((n.s).employee_name, (b.s).employee_name) as name,
      coalesce((n.s).net_minor, 0) - coalesce((b.s).net_minor, 0) as difference,
      round(100.0 * ((n.s).net_minor - (b.s).net_minor) / nullif((b.s).net_minor, 0), 1)::float as percent
    from (select x.* from slips x where x.is_now) n full join (select x.* from slips x where not x.is_now) b
      on b.employee_id = n.employee_id),
  judged as materialized (select p.*, c.lines, coalesce(c.by_hand, false) as by_hand,
      coalesce(abs(p.percent) > 10, p.difference <> 0) as marked
    from pairs p left join changed c on c.employee_id = p.employee_id),
  picked as materialized (select j.*, row_number() over (order by abs(j.difference) desc, folded(j.name),
      j.employee_id) as place
    from judged j where shown = 'all' or shown = 'changed' and j.lines is not null
      or shown = 'marked' and j.marked)
  select json_build_object('run_id', r.id, 'before', (select json_build_object('run_id', x.id, 'name', x.name,
      'pay_date', x.pay_date) from payroll_runs x where x.org_id = org_id() and x.id = other),
    'rules_changed', coalesce(r.rules is distinct from (select x.rules from payroll_runs x
      where x.org_id = org_id() and x.id = other) and other is not null, false),
    'currency', r.currency, 'people', (select count(*) from slips x where x.is_now),
    'people_before', (select count(*) from slips x where not x.is_now),
    'net_minor', (select coalesce(sum((x.s).net_minor), 0) from slips x where x.is_now),
    'before_minor', (select coalesce(sum((x.s).net_minor), 0) from slips x where not x.is_now),
    'marked', (select count(*) from judged j where j.marked), 'total', (select count(*) from picked),
    'items', (select coalesce(json_agg(json_build_object(
        'employee', json_build_object('employee_id', k.employee_id, 'name', k.name),
        'payslip_id', (k.now).id, 'before_payslip_id', (k.before).id, 'net_minor', (k.now).net_minor,
        'before_minor', (k.before).net_minor, 'difference_minor', k.difference, 'percent', k.percent,
        'is_marked', k.marked, 'reasons', pay_reasons(k.now, k.before, k.by_hand),
        'lines', coalesce(k.lines, '[]')) order by k.place), '[]')
      from picked k where k.place > skipped and k.place <= skipped + most),
    'limit', most, 'offset', skipped)
$$;

-- Refuses runs that cannot be compared.
create or replace function app.check_comparison(r payroll_runs, other uuid) returns void
language plpgsql stable as $$
declare o payroll_runs;
begin
  perform app.ensure(r.status in ('calculated', 'approved', 'paid'), 'WM409',
    format('the run is %s; %s', r.status,
      case r.status when 'draft' then 'calculate it first' else 'it pays nobody' end));
  if other is null then return; end if;
  select x.* into o from payroll_runs x where x.org_id = app.org_id() and x.id = other;
  perform app.ensure_fields(array[case when o.id is null then 'query.with_run_id: not found'
    when o.id = r.id then 'query.with_run_id: is this run; name another'
    when o.currency <> r.currency
      then format('query.with_run_id: is paid in %s, this run in %s', o.currency, r.currency)
    when o.status not in ('calculated', 'approved', 'paid')
      then format('query.with_run_id: is %s; name one that is calculated', o.status) end]);
end $$;
