-- Figures of people by department, by where they were on each day.

-- Where employees were in a range of days: each piece of an employment in one department, or in none.
create or replace function app.placed_days(since date, until date)
returns table (employee_id uuid, department_id uuid, days daterange) language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with employed as materialized (select m.employee_id, range_agg(m.valid * daterange(since, until, '[]')) as days
    from employments m where m.org_id = org_id() and m.valid && daterange(since, until, '[]')
    group by m.employee_id),
  placed as materialized (select p.employee_id, p.department_id, range_agg(p.valid) as days
    from employee_positions p where p.org_id = org_id() and p.valid && daterange(since, until, '[]')
    group by p.employee_id, p.department_id),
  pieces as (select e.employee_id, p.department_id, e.days * p.days as days from employed e
      join placed p on p.employee_id = e.employee_id
    union all select e.employee_id, null, e.days - coalesce((select range_agg(d) from placed p
        cross join unnest(p.days) d where p.employee_id = e.employee_id), '{}') from employed e)
  select p.employee_id, p.department_id, d from pieces p cross join unnest(p.days) d
$$;

-- What a day of leave of employees is worth on a day: their pay of a year over 52 weeks of their working
-- days.
create or replace function app.leave_day_values(people uuid[], day date)
returns table (employee_id uuid, currency text, amount numeric) language sql stable security definer rows 1000
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with paid as materialized (select distinct on (c.employee_id) c.employee_id, c.currency::text,
      c.amount_minor, c.pay_basis from employee_compensations c
    where c.org_id = org_id() and c.employee_id = any (people) and c.voided_at is null
      and c.effective_from <= leave_day_values.day order by c.employee_id, c.effective_from desc),
  weeks as materialized (select d.employee_id, count(*) filter (where d.minutes > 0) / 4.0 as days,
      sum(d.minutes) / 4.0 as minutes
    from people_days(people, leave_day_values.day - 27, leave_day_values.day) d group by d.employee_id)
  select p.employee_id, p.currency, case p.pay_basis when 'annual' then p.amount_minor / (52 * w.days)
      when 'monthly' then p.amount_minor * 12 / (52 * w.days)
      else p.amount_minor * w.minutes / 60 / w.days end
    from paid p join weeks w on w.employee_id = p.employee_id and w.days > 0
$$;

-- {from, to, items: [{department, people, average, joined, left, turnover_percent, absence_percent,
-- overtime_minutes, leave_days, leave_values, costs}]}, with one item for whoever is in no department. Of fewer
-- than three people it is not told how much they were absent.
create or replace function app.people_report(since date, until date) returns json
language sql stable security definer set plan_cache_mode = force_custom_plan set jit = off
set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with placed as materialized (select p.* from placed_days(since, until) p),
  everybody as materialized (select array_agg(distinct p.employee_id) as ids from placed p),
  heads as materialized (select p.department_id, count(distinct p.employee_id) as people,
      round(sum(upper(p.days) - lower(p.days))::numeric / (until - since + 1), 2) as average
    from placed p group by p.department_id),
  moves as materialized (select p.department_id, count(*) filter (where n.came) as joined,
      count(*) filter (where n.went) as gone
    from placed p cross join lateral (select exists (select from employments m where m.org_id = org_id()
          and m.employee_id = p.employee_id and lower(m.valid) = lower(p.days)
          and lower(m.valid) >= since) as came,
        exists (select from employments m where m.org_id = org_id() and m.employee_id = p.employee_id
          and upper(m.valid) = upper(p.days) and upper(m.valid) - 1 <= until) as went) n
    where n.came or n.went group by p.department_id),
  absent as materialized (select p.department_id, sum(a.leave) as leave, sum(a.contracted - a.holiday) as due
    from everybody x cross join lateral available_days(x.ids, since, until) a
      join placed p on p.employee_id = a.employee_id and p.days @> a.day where a.is_employed
    group by p.department_id),
  over as materialized (select p.department_id, sum(d.worked - (d.contracted - d.holiday - d.leave))::int as minutes
    from timesheets s cross join lateral jsonb_to_recordset(s.days)
        d(date date, contracted int, holiday int, leave int, worked int)
      join placed p on p.employee_id = s.employee_id and p.days @> d.date
    where s.org_id = org_id() and s.status = 'approved' and s.week_start between since - 6 and until
    group by p.department_id),
  left_over as materialized (select p.department_id, b.employee_id, sum(greatest((b.balance).on_day, 0)) as days
    from everybody x cross join lateral leave_balances(x.ids, array(select t.id from leave_types t
        where t.org_id = org_id() and t.affects_balance and t.unit = 'day' and t.paid <> 'unpaid'
          and t.archived_at is null), leave_year_of(until), until) b
      join placed p on p.employee_id = b.employee_id and p.days @> until
    group by p.department_id, b.employee_id),
  worth as materialized (select l.department_id, v.currency, round(sum(l.days * v.amount))::bigint as amount
    from left_over l join everybody x on true
      join leave_day_values(x.ids, until) v on v.employee_id = l.employee_id
    group by l.department_id, v.currency),
  paid as materialized (select s.department_id, s.currency::text, sum(s.cost_minor)::bigint as amount
    from payslips s where s.org_id = org_id() and s.status = 'final' and s.pay_date between since and until
    group by s.department_id, s.currency),
  departments_of as (select h.department_id from heads h union select p.department_id from paid p)
  select json_build_object('from', since, 'to', until, 'items', coalesce(json_agg(json_build_object(
      'department', case when d.id is not null then json_build_object('department_id', d.id, 'name', d.name) end,
      'people', coalesce(h.people, 0), 'average', coalesce(h.average, 0)::float, 'joined', coalesce(m.joined, 0),
      'left', coalesce(m.gone, 0), 'turnover_percent', round(100 * coalesce(m.gone, 0)
        / nullif(h.average, 0), 1)::float,
      'absence_percent', case when h.people >= 3 then round(100.0 * a.leave / nullif(a.due, 0), 1)::float end,
      'overtime_minutes', coalesce(o.minutes, 0),
      'leave_days', coalesce((select trim_scale(sum(l.days)) from left_over l
        where l.department_id is not distinct from x.department_id), 0)::text,
      'leave_values', (select coalesce(json_agg(json_build_object('currency', w.currency,
          'amount_minor', w.amount) order by w.currency), '[]') from worth w
        where w.department_id is not distinct from x.department_id),
      'costs', (select coalesce(json_agg(json_build_object('currency', p.currency,
          'amount_minor', p.amount) order by p.currency), '[]') from paid p
        where p.department_id is not distinct from x.department_id))
      order by d.id is null, folded(d.name), d.id), '[]'))
    from departments_of x left join departments d on d.org_id = org_id() and d.id = x.department_id
      left join heads h on h.department_id is not distinct from x.department_id
      left join moves m on m.department_id is not distinct from x.department_id
      left join absent a on a.department_id is not distinct from x.department_id
      left join over o on o.department_id is not distinct from x.department_id
$$;
