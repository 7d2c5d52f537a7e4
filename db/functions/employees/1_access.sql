-- Who the caller is among the employees, and whose rows they reach.

-- The caller's employee record; nobody while an operator impersonates them.
create or replace function app.employee_id() returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.id from employees e where e.org_id = org_id() and e.user_id = own_id()
$$;

-- Those above an employee: managers, managers of their departments and of those that contain these, and so
-- on. Positions that begin later count too. Includes the employee; not somebody who leads a department of the
-- employee and reports to them.
create or replace function app.people_above(employee uuid) returns table (employee_id uuid)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive above(employee_id, department_id) as (
    select employee, null::uuid
    union select n.* from above a cross join lateral (
      select p.manager_employee_id, null::uuid from employee_positions p where p.org_id = org_id()
          and p.employee_id = a.employee_id and p.manager_employee_id is not null and is_current(p.valid)
      union all select null, p.department_id from employee_positions p where p.org_id = org_id()
          and p.employee_id = a.employee_id and p.department_id is not null and is_current(p.valid)
      union all select d.manager_employee_id, d.parent_id from departments d where d.org_id = org_id()
          and d.id = a.department_id) n)
  select a.employee_id from above a where a.employee_id = employee or not reports_to(a.employee_id, employee)
$$;

-- Those below an employee: reports, people in the departments that they or their reports manage, and in those
-- within.
create or replace function app.people_below(employee uuid) returns table (employee_id uuid)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive below(employee_id, department_id) as (
    select employee, null::uuid
    union select n.* from below b cross join lateral (
      select p.employee_id, null::uuid from employee_positions p where p.org_id = org_id()
          and p.manager_employee_id = b.employee_id and is_current(p.valid)
      union all select p.employee_id, null from employee_positions p where p.org_id = org_id()
          and p.department_id = b.department_id and is_current(p.valid)
      union all select null, d.id from departments d where d.org_id = org_id()
        and d.manager_employee_id = b.employee_id
      union all select null, d.id from departments d where d.org_id = org_id()
        and d.parent_id = b.department_id) n)
  select b.employee_id from below b where b.employee_id is not null
$$;

-- The employees whose leave, weeks and hours somebody decides: those below, without themselves and those
-- above them.
create or replace function app.team_of(employee uuid) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(x.employee_id), '{}') from (
    select b.employee_id from people_below(employee) b except select a.employee_id
      from people_above(employee) a) x
$$;

-- The caller's team; no role has one by itself.
create or replace function app.team() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select team_of(e) from employee_id() e where e is not null), '{}')
$$;

-- As the scopes `team` and `confidential` say it.
create or replace function app.in_team(employee uuid) returns boolean language sql stable as $$
  select app.role_level() >= 40 or employee = app.employee_id() or employee = any (app.team())
$$;
create or replace function app.is_confidant(employee uuid) returns boolean language sql stable as $$
  select app.impersonator() is null and (app.role_level() >= 40 or employee = app.employee_id())
$$;
