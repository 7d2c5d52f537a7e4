-- What a payslip follows from. A snapshot of it is kept with each, so that a run knows what has changed
-- since.

-- The days of a part of a period. Counted by thirty, each whole month has 30.
create or replace function app.pay_days(first date, last date, counting text) returns int
language sql immutable as $$
  select case counting when 'thirty' then
      (extract(year from last)::int * 12 + extract(month from last)::int
        - extract(year from first)::int * 12 - extract(month from first)::int) * 30
      + case when extract(day from last + 1) = 1 then 30 else extract(day from last)::int end
      - least(extract(day from first)::int, 30) + 1
    else last - first + 1 end
$$;

-- What one payment of a compensation is before anything is prorated; null for pay by the hour, and for extra
-- payments that it does not have. The payments of a year add up to it exactly: the k-th is what k payments
-- come to, less what k - 1 do. Those of the months come first.
create or replace function app.payment_of(c employee_compensations, frequency text, extra int, first date,
  last date) returns numeric language sql immutable as $$
  select case
    when c.pay_basis = 'hourly' or extra > c.payments_per_year - 12 then null
    when (extra is not null or frequency = 'monthly') and c.pay_basis = 'monthly' then c.amount_minor
    when extra is not null or frequency = 'monthly' then
      round(c.amount_minor * coalesce(12::numeric + extra, extract(month from last)) / c.payments_per_year)
      - round(c.amount_minor * (coalesce(12::numeric + extra, extract(month from last)) - 1)
        / c.payments_per_year)
    else c.amount_minor * 12::numeric / case c.pay_basis when 'monthly' then 1 else c.payments_per_year end
      * case frequency when 'weekly' then 1 / 52.0 when 'biweekly' then 1 / 26.0
        else (last - first + 1) / 365.0 end end
$$;

-- What people are paid for a period: a part for each compensation and employment in it, with the minutes of
-- the schedule in it, those of leave that is not fully paid, and what is paid of them nevertheless.
create or replace function app.pay_parts(people uuid[], frequency text, extra int, counting text, first date,
  last date)
returns table (employee_id uuid, compensation_id uuid, first_day date, last_day date, days int, total int,
  basis text, currency text, rate bigint, payment numeric, scheduled int, absent int, kept numeric,
    minutes int,
  unapproved int)
language sql stable security definer set enable_nestloop = off set jit = off set search_path = public, app,
  pg_temp as $$
  with dated as (
    select c as row, c.employee_id, daterange(c.effective_from, lead(c.effective_from)
        over (partition by c.employee_id order by c.effective_from)) as valid
      from employee_compensations c where c.org_id = org_id() and c.employee_id = any (people)
        and c.voided_at is null and c.effective_from <= last),
  parts as (
    select d.row, d.employee_id, lower(x.both) as first_day, upper(x.both) - 1 as last_day
      from dated d join employments m on m.org_id = org_id() and m.employee_id = d.employee_id
        cross join lateral (select d.valid * m.valid * daterange(first, last, '[]') as both) x
      where not isempty(x.both)),
  away as (
    select d.employee_id, d.day, sum(d.minutes) as minutes,
        sum(d.minutes * case t.paid when 'partial' then t.paid_percent else 0 end / 100.0) as kept
      from leave_types t join leave_requests r on r.org_id = t.org_id and r.leave_type_id = t.id
          and r.status = 'approved' and r.end_date >= first and r.start_date <= last
        join leave_days d on d.org_id = r.org_id and d.request_id = r.id and d.day between first and last
      where t.org_id = org_id() and t.paid <> 'paid' and r.employee_id = any (people)
      group by d.employee_id, d.day),
  absentees as materialized (select array_agg(distinct a.employee_id) as ids from away a
    having count(*) > 0),
  scheduled as (
    select p.employee_id, p.first_day, sum(w.minutes)::int as minutes,
        sum(least(a.minutes, w.minutes)) filter (where a.day is not null)::int as absent,
        sum(a.kept * least(1, w.minutes / nullif(a.minutes, 0)::numeric)) as kept
      from absentees x cross join lateral worked_days(x.ids, first, last, false) w
        join parts p on p.employee_id = w.employee_id and w.day between p.first_day and p.last_day
        left join away a on a.employee_id = p.employee_id and a.day = w.day
      where w.am + w.pm > 0 group by p.employee_id, p.first_day),
  by_hour as materialized (select array_agg(distinct q.employee_id) as ids from parts q
    where (q.row).pay_basis = 'hourly' and extra is null having count(*) > 0),
  hourly as (
    select p.employee_id, p.first_day, sum(h.minutes) filter (where h.approved)::int as minutes,
        sum(h.minutes) filter (where not h.approved)::int as unapproved
      from by_hour x cross join lateral paid_minutes(x.ids, first, last) h
        join parts p on p.employee_id = h.employee_id and h.day between p.first_day and p.last_day
      group by p.employee_id, p.first_day)
  select p.employee_id, (p.row).id, p.first_day, p.last_day, pay_days(p.first_day, p.last_day, counting),
      pay_days(first, last, counting), (p.row).pay_basis, (p.row).currency, (p.row).amount_minor,
      payment_of(p.row, frequency, extra, first, last), s.minutes, s.absent, s.kept,
      case when (p.row).pay_basis = 'hourly' and extra is null then coalesce(h.minutes, 0) end, coalesce(h.unapproved, 0)
    from parts p left join scheduled s using (employee_id, first_day) left join hourly h using (employee_id,
      first_day)
$$;

-- What a part comes to: as if nobody had been absent, without the time that was not paid, and with what of it
-- was paid nevertheless. Each is rounded once. As a set, it is part of the statement that asks for many.
create or replace function app.part_amounts(payment numeric, rate numeric, days numeric, total numeric,
  scheduled numeric, absent numeric, kept numeric, minutes numeric)
returns table (whole bigint, present bigint, due bigint) language sql immutable rows 1 as $$
  select round(x.whole)::bigint, round(x.whole * (1 - x.share))::bigint,
      round(x.whole * (1 - x.share + x.kept))::bigint
    from (select coalesce(minutes * rate / 60, payment * days / total, 0) as whole,
      case when minutes is null then coalesce(absent / nullif(scheduled, 0), 0) else 0 end as share,
      case when minutes is null then coalesce(kept / nullif(scheduled, 0), 0) else 0 end as kept) x
$$;

-- Whom a run pays: those employed in its period, by the department of their last day in it. Contractors, and
-- people who have left, are paid only where they are named.
create or replace function app.payroll_people(r payroll_runs)
returns table (employee_id uuid, last_day date, employed_days int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.id, m.last_day, m.days
    from employees e left join (
        select y.employee_id, max(upper(x.both) - 1) as last_day, sum(pay_days(lower(x.both),
            upper(x.both) - 1, r.day_count))::int as days, bool_or(y.employment_type <> 'contractor') as employs
          from employments y cross join lateral (select y.valid * daterange(r.period_start, r.period_end,
            '[]') as both) x
          where y.org_id = org_id() and not isempty(x.both) group by y.employee_id) m on m.employee_id = e.id
    where e.org_id = org_id() and e.id <> all (r.excluded_ids)
      and (r.employee_ids is not null and e.id = any (r.employee_ids) or r.employee_ids is null and m.employs)
      and (r.department_id is null or exists (select from employee_positions p
        join departments_below(r.department_id) b on b.id = p.department_id
        where p.org_id = e.org_id and p.employee_id = e.id and p.valid @> m.last_day))
$$;

-- What earlier periods still owe, or overpaid: what they come to by what is known today, less what was paid
-- for them. Goes back two years.
create or replace function app.payroll_arrears(r payroll_runs, people uuid[])
returns table (employee_id uuid, payslip_id uuid, period text, amount bigint)
language sql stable security definer set enable_nestloop = off set jit = off set search_path = public, app,
  pg_temp as $$
  with paid as (
    select o.id as run_id, o.frequency, o.extra_number, o.day_count, o.period_start, o.period_end
      from payroll_runs o where o.org_id = org_id() and o.status = 'paid' and o.id <> r.id
        and o.currency = r.currency and o.period_end < r.period_start
        and o.period_end >= r.period_start - interval '2 years'),
  slips as materialized (
    select s.* from payslips s where s.org_id = org_id() and s.run_id in (select run_id from paid)
      and s.employee_id = any (people) and s.status = 'final' and not r.is_extra),
  whom as materialized (select s.run_id, array_agg(s.employee_id) as people from slips s group by s.run_id),
  parts as materialized (
    select o.run_id, p.employee_id, sum(a.due) as amount
      from whom w join paid o using (run_id)
        cross join lateral pay_parts(w.people, o.frequency, o.extra_number, o.day_count, o.period_start,
          o.period_end) p
        cross join lateral part_amounts(p.payment, p.rate, p.days, p.total, p.scheduled, p.absent, p.kept,
          p.minutes) a
      where p.currency = r.currency group by o.run_id, p.employee_id),
  given as materialized (
    select l.arrears_of as id, sum(l.amount_minor) as amount
      from payslip_lines l join payslips o on o.org_id = l.org_id and o.id = l.payslip_id
      where l.org_id = org_id() and l.arrears_of is not null and l.employee_id = any (people)
        and o.status = 'final' and o.run_id <> r.id group by l.arrears_of)
  select s.employee_id, s.id, to_char(lower(s.period), 'YYYY-MM') || case when s.is_extra then ' extra'
      else '' end, x.amount
    from slips s left join parts d on d.run_id = s.run_id and d.employee_id = s.employee_id
      left join given g on g.id = s.id
      cross join lateral (select (coalesce(d.amount, 0) - s.base_minor - coalesce(g.amount, 0))::bigint
        as amount) x
    where x.amount <> 0
$$;

-- The components of a run, as they are for its day of payment, in the order in which they follow from each
-- other.
create or replace function app.payroll_rules(day date) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive found as (
    select c.code, c.position, jsonb_build_object('code', c.code, 'name', c.name, 'kind', c.kind,
        'applies_to', c.applies_to, 'taxable', c.taxable, 'prorate', c.prorate, 'calc', v.calc, 'base',
          v.base,
        'rate', v.rate, 'amount_minor', v.amount_minor, 'brackets', v.brackets, 'floor_minor', v.floor_minor,
        'cap_minor', v.cap_minor, 'valid_from', v.valid_from, 'source', v.source) as rule,
        array_position(array['earning', 'deduction', 'employer'], c.kind::text) as stage
      from payroll_components c cross join lateral (select v.* from payroll_component_versions v
        where v.org_id = c.org_id and v.component_id = c.id and v.valid_from <= day
        order by v.valid_from desc limit 1) v
      where c.org_id = org_id() and c.archived_at is null),
  depths as (
    select f.code, 0 as depth from found f
    union select f.code, d.depth + 1 from depths d join found f on f.rule->'base' ? d.code and d.depth < 50)
  select coalesce(jsonb_agg(f.rule order by f.stage, d.depth, f.position, f.code), '[]')
    from found f join (select code, max(depth) as depth from depths group by code) d using (code)
$$;

-- The snapshot of each person in a run.
create or replace function app.payroll_inputs(r payroll_runs) returns table (employee_id uuid, inputs jsonb)
language plpgsql stable security definer set enable_nestloop = off set jit = off set search_path = public,
  app, pg_temp as $$
declare people uuid[]; everybody jsonb;
begin
  select array_agg(p.employee_id), jsonb_agg(p) into people, everybody from payroll_people(r) p;
  return query
  with parts as (
    select p.employee_id, jsonb_agg(to_jsonb(p) - 'employee_id' order by p.first_day) as list,
        (array_agg(p.compensation_id order by p.first_day desc))[1] as last_one
      from pay_parts(people, r.frequency, r.extra_number, r.day_count, r.period_start, r.period_end) p
      group by p.employee_id),
  owed as (
    select a.employee_id, jsonb_agg(jsonb_build_object('payslip_id', a.payslip_id, 'period', a.period,
        'amount', a.amount) order by a.period, a.payslip_id) as list
      from payroll_arrears(r, people) a group by a.employee_id),
  month as (
    select x.employee_id, jsonb_object_agg(x.code, x.used) as used from (
      select s.employee_id, l.code, sum(l.base_minor) as used
        from payroll_runs o join payslips s on s.org_id = o.org_id and s.run_id = o.id and s.status = 'final'
          join payslip_lines l on l.org_id = s.org_id and l.payslip_id = s.id
        where o.org_id = org_id() and o.id <> r.id and o.period_end between date_trunc('month', r.period_end)
            and date_trunc('month', r.period_end) + interval '1 month - 1 day'
          and s.employee_id = any (people) and l.kind <> 'earning' and l.base_minor is not null
        group by s.employee_id, l.code) x group by x.employee_id),
  unpaid as (
    select d.employee_id, sum((d.am + d.pm) * (100 - case t.paid when 'partial' then t.paid_percent
        else 0 end) / 100.0) as days
      from leave_types t join leave_requests q on q.org_id = t.org_id and q.leave_type_id = t.id
          and q.status = 'approved' and q.end_date >= r.period_start and q.start_date <= r.period_end
        join leave_days d on d.org_id = q.org_id and d.request_id = q.id
          and d.day between r.period_start and r.period_end
      where t.org_id = org_id() and t.paid <> 'paid' and q.employee_id = any (people) group by d.employee_id)
  select p.employee_id, jsonb_strip_nulls(jsonb_build_object(
      'employed_days', coalesce(p.employed_days, 0), 'last_day', p.last_day,
      'department_id', o.department_id, 'job_title', o.job_title,
      'parts', coalesce(w.list, '[]'), 'components', nullif(c.components, '[]'),
      'annual', case c.pay_basis when 'annual' then c.amount_minor
        when 'monthly' then c.amount_minor * c.payments_per_year end,
      'arrears', a.list, 'month', m.used, 'unpaid_days', u.days))
    from jsonb_to_recordset(everybody) p(employee_id uuid, last_day date, employed_days int)
      left join employee_positions o on o.org_id = org_id() and o.employee_id = p.employee_id
        and o.valid @> p.last_day
      left join parts w on w.employee_id = p.employee_id
      left join employee_compensations c on c.org_id = org_id() and c.id = w.last_one
      left join owed a on a.employee_id = p.employee_id
      left join month m on m.employee_id = p.employee_id
      left join unpaid u on u.employee_id = p.employee_id;
end $$;
