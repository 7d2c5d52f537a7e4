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
  perform require_fields(array[
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

-- Changes {hire_date?, termination_date?, employment_type?, probation_end?, reason?} of the latest
-- employment.
create or replace function app.change_employment(employee uuid, change jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m employments; first_day date; last_day date; problems text[];
begin
  select x.* into m from employments x where x.org_id = org_id() and x.employee_id = employee
    order by lower(x.valid) desc limit 1 for update;
  first_day := coalesce((change->>'hire_date')::date, lower(m.valid));
  last_day := case when change ? 'termination_date' then (change->>'termination_date')::date
    else upper(m.valid) - 1 end;
  problems := array[
    case when last_day < first_day then 'body.termination_date: must not be before hire_date' end,
    case when first_day > lower(m.valid) and exists (select from time_entries t
      join employees e on e.org_id = t.org_id
          and e.user_id = t.user_id where e.org_id = org_id() and e.id = employee and t.work_date < first_day
          and t.work_date >= lower(m.valid))
        then 'body.hire_date: time was logged before that day' end,
    case when (change->>'probation_end')::date < first_day then
      'body.probation_end: must not be before hire_date' end];
  perform require_fields(problems);
  update employments x set valid = daterange(first_day, last_day, '[]'),
      employment_type = coalesce(change->>'employment_type', x.employment_type),
      probation_end = case when change ? 'probation_end' then (change->>'probation_end')::date
        else x.probation_end end,
      reason = case when change ? 'reason' then change->>'reason' when last_day is null then null
        else x.reason end
    where x.org_id = org_id() and x.id = m.id;
  if first_day < lower(m.valid) then
    update employee_positions p set valid = daterange(first_day, upper(p.valid)) where p.org_id = org_id()
      and p.employee_id = employee and lower(p.valid) = lower(m.valid);
  end if;
end $$;

-- Ends an employment with a day, which is the last one employed. The timer that runs beyond it stops.
create or replace function app.terminate_employee(employee uuid, last_day date, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e employees;
begin
  select x.* into e from employees x where x.org_id = org_id() and x.id = employee;
  perform require(e.termination_date is null or e.termination_date >= employee_today(employee), 'WM409',
    format('the employment ended on %s already', e.termination_date));
  perform require(last_day >= e.hire_date, 'WM409',
    format('the employment begins on %s; delete the employee instead',
    e.hire_date));
  perform change_employment(employee, jsonb_build_object('termination_date', last_day, 'reason', reason));
  perform end_leave(employee, last_day);
end $$;

-- What the end of an employment leaves open, for whoever ended it.
create or replace function app.after_termination(employee uuid) returns json language sql stable as $$
  select json_build_object(
    'reports', (select coalesce(json_agg(json_build_object('employee_id', r.id, 'name', r.name)
      order by r.name, r.id), '[]')
      from employees r where r.org_id = app.org_id() and (app.position_now(r.id)).manager_employee_id =
        employee
        and coalesce(r.termination_date >= app.org_today(), true)),
    'departments', (select coalesce(json_agg(json_build_object('department_id', d.id, 'name', d.name)
      order by d.name, d.id),
        '[]') from departments d where d.org_id = app.org_id() and d.manager_employee_id = employee
          and d.archived_at is null),
    'account', (select json_build_object('user_id', u.id, 'name', u.name) from employees e
      join organization_members m
        on m.org_id = e.org_id and m.user_id = e.user_id and m.status = 'active'
          join users u on u.id = e.user_id
      where e.org_id = app.org_id() and e.id = employee))
$$;

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

-- The problems of a compensation {effective_from, pay_basis, amount_minor, replaces?}.
create or replace function app.check_compensation(employee uuid, input jsonb) returns void
  language plpgsql stable as $$
declare since date := (input->>'effective_from')::date; former employee_compensations; first_day date; type
  text;
begin
  select min(lower(m.valid)), (array_agg(m.employment_type order by lower(m.valid) desc))[1] into first_day,
    type
    from employments m where m.org_id = app.org_id() and m.employee_id = employee;
  select c.* into former from employee_compensations c where c.org_id = app.org_id()
    and c.employee_id = employee
    and c.id = (input->>'replaces')::uuid;
  perform app.require_fields(array[
    case when since < first_day then format('body.effective_from: the employment begins on %s',
      first_day) end,
    case when (input->>'amount_minor')::bigint = 0 and type = 'full_time'
      then 'body.amount_minor: must be more than 0 for full-time work' end,
    case when input->>'replaces' is null then null when former.id is null then 'body.replaces: not found'
      when former.effective_from <> since then
        format('body.replaces: is effective from %s, not from that day',
        former.effective_from) end]);
  perform app.require(former.id is null or former.voided_at is null, 'WM409',
    'that compensation was corrected already');
end $$;
