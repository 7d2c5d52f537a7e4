-- The lines of payslips, which follow from their snapshots and the components of their run.

-- The brackets of a year's pay, which end inclusively; the last one has no end.
create or replace function app.bracket_steps(brackets jsonb) returns table (since numeric, upto numeric,
  rate numeric) language sql immutable as $$
  select coalesce(lag((x->>'up_to_minor')::numeric) over (order by n), 0), (x->>'up_to_minor')::numeric,
      (x->>'rate')::numeric
    from jsonb_array_elements(brackets) with ordinality e(x, n)
$$;

-- Base pay: a line for each part, and what absence takes from it and leaves of it.
create or replace function app.add_base_lines(run uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into payslip_lines (payslip_id, employee_id, code, name, kind, place, quantity, rate, base_minor,
      amount_minor)
    select s.id, s.employee_id, l.code, l.name || case when s.parts > 1
        then ' from ' || to_char(s.first_day, 'FMDD Mon') else '' end, 'earning', s.n * 3 + l.place,
          l.quantity,
        null, l.base, l.amount
      from (select s.id, s.employee_id, n::int, jsonb_array_length(s.inputs->'parts') as parts,
            (p->>'first_day')::date as first_day, (p->>'days')::numeric as days,
            (p->>'minutes')::numeric as minutes, (p->>'payment')::numeric as payment,
            (p->>'rate')::bigint as rate, (p->>'absent')::numeric as absent, a.*
          from payslips s cross join lateral jsonb_array_elements(s.inputs->'parts') with ordinality x(p, n)
            cross join lateral app.part_amounts((p->>'payment')::numeric, (p->>'rate')::numeric,
              (p->>'days')::numeric, (p->>'total')::numeric, (p->>'scheduled')::numeric,
              (p->>'absent')::numeric, (p->>'kept')::numeric, (p->>'minutes')::numeric) a
          where s.org_id = app.org_id() and s.run_id = run offset 0) s
        cross join lateral (values
          ('base', 'Base pay', 0, coalesce(s.minutes / 60, s.days), coalesce(round(s.payment),
            s.rate)::bigint,
            s.whole),
          ('reduction', 'Reduction for absence', 1, s.absent / 60, s.whole, s.present - s.whole),
          ('continued', 'Continued pay', 2, s.absent / 60, s.whole, s.due - s.present))
          l(code, name, place, quantity, base, amount)
      where l.amount <> 0
$$;

-- Corrections of earlier periods.
create or replace function app.add_arrears(run uuid, payslip uuid, amount bigint, arrear jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into payslip_lines (payslip_id, employee_id, code, name, kind, place, amount_minor, arrears_of)
    select s.id, s.employee_id, 'arrears', 'Arrears ' || (arrear->>'period'), 'earning', 300, amount,
        (arrear->>'payslip_id')::uuid
      from payslips s where s.org_id = app.org_id() and s.id = payslip and s.run_id = run and amount <> 0
$$;

-- The lines of one component on these payslips, or all of the run. Payslips are found by their run or one by
-- one, and lines by their payslip: what Postgres plans for any ids might compare each row of the organization
-- with each id.
create or replace function app.add_component(r payroll_runs, slips uuid[], rule jsonb, nth int) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  with c as (select rule->>'code' as code, rule->>'name' as name, rule->>'kind' as kind,
    rule->>'calc' as calc,
    (rule->>'prorate')::boolean as prorate, (rule->>'taxable')::boolean as taxable,
    array(select lower(b) from jsonb_array_elements_text(rule->'base') b) as base,
    array(select f->>'code' from jsonb_array_elements(r.rules) f where f->>'calc' = 'fixed') as fixed),
  found as (
    select s.*, (select x from jsonb_array_elements(s.inputs->'components') x
          where lower(x->>'code') = lower(c.code) limit 1) as own,
        case when c.calc not in ('fixed', 'hours') then (
          select array[sum(p.amount_minor) * case when bool_or(p.kind = 'deduction') and not
                bool_or(p.kind = 'earning') then -1 else 1 end,
              sum(p.base_minor) filter (where p.kind = 'earning' and p.code = any (c.fixed))]
            from payslip_lines p where p.org_id = org_id() and p.payslip_id = s.id
              and (lower(p.code) = any (c.base)
                or 'gross' = any (c.base) and p.kind = 'earning'
                or 'taxable' = any (c.base) and p.kind = 'earning' and p.taxable
                or 'base' = any (c.base) and p.code in ('base', 'reduction', 'continued'))) end as sums
      from c cross join (
          select p.id, p.employee_id, p.inputs from payslips p
            where slips is null and p.org_id = org_id() and p.run_id = r.id
          union all select p.* from unnest(slips) i(id) cross join lateral (
            select p.id, p.employee_id, p.inputs from payslips p
              where p.org_id = org_id() and p.id = i.id offset 0) p) s offset 0),
  listed as (
    select f.id, f.employee_id, f.inputs, coalesce((f.own->>'amount_minor')::numeric,
        (rule->>'amount_minor')::numeric) as amount, coalesce((f.own->>'rate')::numeric,
        (rule->>'rate')::numeric) as rate,
        coalesce((f.inputs->'month'->>(rule->>'code'))::numeric, 0) as used,
        coalesce(f.sums[1], 0) as total, coalesce(f.sums[2], 0) as full_year
      from found f where rule->>'applies_to' = 'all' or f.own is not null),
  based as (
    select l.*, case when l.total > 0
        then greatest(l.total, coalesce((rule->>'floor_minor')::numeric - l.used, l.total))
        else l.total end as raised
      from listed l),
  capped as (
    select b.*, least(b.raised, greatest(0, coalesce((rule->>'cap_minor')::numeric - b.used, b.raised)))
        as basis, coalesce(nullif((b.inputs->>'annual')::numeric, 0) + 12 * b.full_year,
          12 * b.total) as annual,
      case when c.calc = 'fixed' and c.prorate then (select coalesce(sum((p->>'days')::numeric
          / (p->>'total')::numeric * (1 - coalesce(((p->>'absent')::numeric - (p->>'kept')::numeric)
          / nullif((p->>'scheduled')::numeric, 0), 0))), 0)
        from jsonb_array_elements(b.inputs->'parts') p) end as share,
      case c.calc when 'hours' then (select sum((p->>'minutes')::numeric) / 60
        from jsonb_array_elements(b.inputs->'parts') p) end as hours
      from c, based b),
  steps as materialized (select b.* from bracket_steps(rule->'brackets') b where rule->>'calc' = 'brackets'),
  rated as (
    select k.id, k.employee_id, k.amount, k.rate, k.basis, k.share, k.hours,
      case c.calc when 'brackets' then (
        select sum(greatest(0, least(k.annual, coalesce(b.upto, k.annual)) - b.since) * b.rate / 100)
          / nullif(k.annual, 0) from steps b) end as average
      from c, capped k where not (r.is_extra and c.calc in ('fixed', 'hours')) offset 0),
  computed as (
    select k.*, round(case c.calc
        when 'fixed' then k.amount * coalesce(k.share, 1)
        when 'hours' then k.amount * k.hours
        when 'percent' then k.basis * k.rate / 100
        else k.basis * k.average end)::bigint as due
      from c, rated k offset 0)
  insert into payslip_lines (payslip_id, employee_id, code, name, kind, place, taxable, quantity, rate,
      base_minor, amount_minor)
    select k.id, k.employee_id, c.code, c.name, c.kind, nth, c.taxable,
        case c.calc when 'hours' then k.hours when 'fixed' then k.share end,
        case c.calc when 'percent' then k.rate when 'brackets' then 100 * k.average end,
        case c.calc when 'fixed' then k.amount when 'hours' then k.amount else round(k.basis) end::bigint,
        case c.kind when 'deduction' then -k.due else k.due end
      from c, computed k where k.due <> 0
$$;

-- Writes what components add to these payslips, or all of the run, in place of what they added before.
create or replace function app.apply_components(r payroll_runs, slips uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare rule jsonb; nth int := 400;
  ids uuid[] := coalesce(slips, array(select s.id from payslips s where s.org_id = org_id()
    and s.run_id = r.id));
begin
  if cardinality(ids) = 0 then return; end if;
  delete from payslip_lines l where l.org_id = org_id() and l.payslip_id = any (ids) and not l.manual
    and l.place >= 400;
  for rule in select x from jsonb_array_elements(r.rules) x loop
    perform add_component(r, slips, rule, nth);
    nth := nth + 1;
  end loop;
  update payslips s set base_minor = t.base, gross_minor = t.gross, deductions_minor = -t.deductions,
      net_minor = t.gross + t.deductions, employer_minor = t.employer, cost_minor = t.gross + t.employer
    from (select p.id, coalesce(sum(l.amount_minor) filter (where l.code in ('base', 'reduction', 'continued')
          and not l.manual), 0) as base,
        coalesce(sum(l.amount_minor) filter (where l.kind = 'earning'), 0) as gross,
        coalesce(sum(l.amount_minor) filter (where l.kind = 'deduction'), 0) as deductions,
        coalesce(sum(l.amount_minor) filter (where l.kind = 'employer'), 0) as employer
      from payslips p left join payslip_lines l on l.org_id = p.org_id and l.payslip_id = p.id
      where p.org_id = org_id() and p.id = any (ids) group by p.id) t
    where s.org_id = org_id() and s.id = t.id;
end $$;

-- Writes the lines of all payslips of a run anew, but those entered by hand. What was overpaid earlier is
-- taken back only as far as the net pay goes; the rest is left for the next run.
create or replace function app.write_payslips(r payroll_runs) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare late uuid[]; owed record; room bigint;
begin
  delete from payslip_lines l using payslips s where s.org_id = org_id() and s.run_id = r.id
    and l.org_id = s.org_id and l.payslip_id = s.id and not l.manual;
  perform add_base_lines(r.id);
  late := array(select s.id from payslips s where s.org_id = org_id() and s.run_id = r.id
    and s.inputs ? 'arrears');
  perform add_arrears(r.id, s.id, (a->>'amount')::bigint, a)
    from payslips s cross join jsonb_array_elements(s.inputs->'arrears') a
    where s.org_id = org_id() and s.id = any (late) and (a->>'amount')::bigint > 0;
  perform apply_components(r, null);
  for owed in select s.id, s.net_minor, a as arrear, s.net_minor - sum(-(a->>'amount')::bigint)
        over (partition by s.id order by a->>'period', a->>'payslip_id') as after
      from payslips s cross join jsonb_array_elements(s.inputs->'arrears') a
      where s.org_id = org_id() and s.id = any (late) and (a->>'amount')::bigint < 0 loop
    room := greatest(0, owed.after - (owed.arrear->>'amount')::bigint);
    perform add_arrears(r.id, owed.id, greatest((owed.arrear->>'amount')::bigint, -room), owed.arrear);
  end loop;
  perform apply_components(r, array(select s.id from payslips s
    where s.org_id = org_id() and s.id = any (late) and exists (
      select from jsonb_array_elements(s.inputs->'arrears') a where (a->>'amount')::bigint < 0)));
end $$;
