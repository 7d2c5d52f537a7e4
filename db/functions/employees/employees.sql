-- Rules of employees: their number, place, employment and end.

-- The next free number: one more than the highest that is a number, with four digits at least. The caller
-- holds the lock.
create or replace function app.next_employee_number() returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select lpad(x.n::text, greatest(4, length(x.n::text)), '0')
    from (select coalesce(max(e.employee_number::bigint), 0) + 1 as n
    from employees e where e.org_id = org_id() and e.employee_number ~ '^[0-9]{1,12}$') x
$$;

-- The position of an employee today; before the first day, the first one.
create or replace function app.position_now(employee uuid) returns employee_positions
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p from employee_positions p where p.org_id = org_id() and p.employee_id = employee
    order by lower(p.valid) > org_today(), abs(lower(p.valid) - org_today()) limit 1
$$;

-- Whether making this employee the manager closes a ring, now or later.
create or replace function app.reports_to(manager uuid, employee uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive above(id) as (select manager
    union select p.manager_employee_id from above a join employee_positions p on p.org_id = org_id()
      and p.employee_id = a.id
      and p.manager_employee_id is not null and is_current(p.valid))
  select exists (select from above a where a.id = employee)
$$;

-- The problems of {department_id?, manager_employee_id?, work_schedule_id?} for an employee from a day on.
create or replace function app.check_position(employee uuid, input jsonb, since date) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare manager uuid := (input->>'manager_employee_id')::uuid; department uuid :=
  (input->>'department_id')::uuid;
begin
  perform ensure_fields(array[
    case when department is null then null
      when exists (select from departments d where d.org_id = org_id() and d.id = department
        and d.archived_at is not null)
        then 'body.department_id: archived; choose another' end,
    case when manager is null then null
      when manager = employee then 'body.manager_employee_id: the employee itself'
      when not is_employed(manager, greatest(since, org_today()))
        then format('body.manager_employee_id: not employed on %s', greatest(since, org_today()))
      when reports_to(manager, employee) then 'body.manager_employee_id: reports to this employee' end]);
end $$;

-- Member accounts with the work e-mail address of an employee who has none: a suggestion, never a link by
-- itself.
create or replace function app.suggested_account(employee employees) returns json language sql stable as $$
  select json_build_object('user_id', u.id, 'name', u.name) from organization_members m
    join users u on u.id = m.user_id
    where employee.user_id is null and m.org_id = app.org_id() and m.status = 'active'
      and u.email = lower(employee.work_email)
      and not exists (select from employees x where x.org_id = m.org_id and x.user_id = u.id)
$$;

-- Who leaves the organization stays its employee, without an account.
create or replace function app.unlink_employee(person uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update employees e set user_id = null where e.org_id = org_id() and e.user_id = person
$$;

-- The problems of a compensation {effective_from, pay_basis, amount_minor, components?, replaces?}.
create or replace function app.check_compensation(employee uuid, input jsonb) returns void
  language plpgsql stable as $$
declare since date := (input->>'effective_from')::date; former employee_compensations; first_day date; type text;
  paid_until date := (select max(upper(s.period)) - 1 from payslips s join payroll_runs r
    on r.org_id = s.org_id and r.id = s.run_id and r.status = 'paid'
    where s.org_id = app.org_id() and s.employee_id = employee and s.status = 'final');
begin
  select min(lower(m.valid)), (array_agg(m.employment_type order by lower(m.valid) desc))[1] into first_day,
    type
    from employments m where m.org_id = app.org_id() and m.employee_id = employee;
  select c.* into former from employee_compensations c where c.org_id = app.org_id()
    and c.employee_id = employee
    and c.id = (input->>'replaces')::uuid;
  perform app.ensure_fields(array[
    case when since < first_day then format('body.effective_from: the employment begins on %s',
      first_day) end,
    case when (input->>'amount_minor')::bigint = 0 and type = 'full_time'
      then 'body.amount_minor: must be more than 0 for full-time work' end,
    (select format('body.components[%s].code: no payroll component in use has this code', c.n - 1)
      from jsonb_array_elements(input->'components') with ordinality c(one, n)
      where not exists (select from payroll_components p where p.org_id = app.org_id()
        and lower(p.code) = lower(c.one->>'code') and p.archived_at is null) order by c.n limit 1),
    case when input->>'replaces' is null then null when former.id is null then 'body.replaces: not found'
      when former.effective_from <> since then
        format('body.replaces: is effective from %s, not from that day',
        former.effective_from) end]);
  perform app.ensure(former.id is null or former.voided_at is null, 'WM409',
    'that compensation was corrected already');
  perform app.ensure(coalesce((input->>'retroactive')::boolean, false) or paid_until is null
      or since > paid_until, 'WM409',
        format('payroll has paid this person until %s; send retroactive, and the '
      'next run pays or takes back the difference', paid_until));
end $$;

-- Who set a secret, and when; sealing it with another key is no change.
create or replace function app.note_secret() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.secret_version <> old.secret_version then
    new.changed_at := now();
    new.changed_by := app.user_id();
  end if;
  return new;
end $$;
create or replace trigger note_secret before insert or update of secret_version on employee_ibans
  for each row execute function app.note_secret();
create or replace trigger note_secret before insert or update of secret_version on employee_national_ids
  for each row execute function app.note_secret();
