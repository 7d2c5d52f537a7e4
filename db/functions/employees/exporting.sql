-- The people as a table, which imports again unchanged.

-- The code of each department, or its path.
create or replace function app.department_paths() returns table (id uuid, path text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive paths as (select d.id, d.code, d.name::text as path from departments d
      where d.org_id = org_id() and d.parent_id is null
    union all select d.id, d.code, p.path || ' / ' || d.name from paths p
      join departments d on d.org_id = org_id() and d.parent_id = p.id)
  select p.id, coalesce(p.code, p.path) from paths p
$$;

-- A row for each employee: as of today, or as of the first day of whoever has not begun.
create or replace function app.exported_employees(wanted text, with_pay boolean) returns json
language sql stable security definer
set search_path = public, app, pg_temp set enable_nestloop = off set jit = off as $$
  with people as materialized (select e.*, greatest(org_today(), e.hire_date) as since from employees e
    where e.org_id = org_id() and case wanted when 'all' then true
      else (coalesce(e.termination_date < org_today(), false)) = (wanted = 'terminated') end),
  latest as materialized (select distinct on (m.employee_id) m.employee_id, m.employment_type, m.probation_end
    from employments m where m.org_id = org_id() order by m.employee_id, lower(m.valid) desc),
  pay as materialized (select distinct on (c.employee_id) c.employee_id, c.effective_from, c.pay_basis,
      c.amount_minor, c.currency::text, c.payments_per_year from employee_compensations c
    where with_pay and c.org_id = org_id() and c.voided_at is null and c.effective_from <= org_today()
    order by c.employee_id, c.effective_from desc)
  select coalesce(json_agg(json_build_object('employee_number', e.employee_number, 'first_name', e.first_name,
      'last_name', e.last_name, 'work_email', e.work_email, 'work_phone', e.work_phone,
      'job_title', x.job_title, 'department', d.path, 'manager', b.employee_number,
      'employment_type', m.employment_type, 'hire_date', e.hire_date,
      'termination_date', e.termination_date, 'probation_end', m.probation_end, 'work_schedule', s.name,
      'holiday_country', h.country, 'holiday_region', h.region, 'time_zone', e.time_zone,
      'birth_date', r.birth_date, 'personal_email', r.personal_email, 'phone', r.phone, 'notes', r.notes,
      'pay_from', c.effective_from, 'pay_basis', c.pay_basis,
      'pay_amount', c.amount_minor, 'pay_currency', c.currency, 'payments_per_year', c.payments_per_year)
      order by folded(e.name), e.id), '[]')
    from people e join latest m on m.employee_id = e.id
      left join employee_records r on r.org_id = org_id() and r.employee_id = e.id
      left join employee_positions x on x.org_id = org_id() and x.employee_id = e.id and x.valid @> e.since
      left join department_paths() d on d.id = x.department_id
      left join employees b on b.org_id = org_id() and b.id = x.manager_employee_id
      left join employee_schedules a on a.org_id = org_id() and a.employee_id = e.id and a.valid @> e.since
      left join work_schedules s on s.org_id = org_id() and s.id = a.schedule_id
      left join employee_places h on h.org_id = org_id() and h.employee_id = e.id and h.valid @> e.since
      left join pay c on c.employee_id = e.id
$$;
