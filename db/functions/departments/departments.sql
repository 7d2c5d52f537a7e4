-- Departments, which form a tree. Whoever changes the tree or who manages whom takes its lock first, in a
-- statement of its own, so that two opposite moves at once cannot make a ring.

create or replace function app.lock_people() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('people:' || app.org_id(), 0))
$$;

-- The department and those below it, with their distance.
create or replace function app.departments_below(department uuid) returns table (id uuid, distance int)
language sql stable as $$
  with recursive below as (select department as id, 0 as distance
    union all select d.id, b.distance + 1 from below b join departments d on d.org_id = app.org_id()
      and d.parent_id = b.id
      where b.distance < 20)
  select * from below
$$;
-- The department and those above it, with their distance.
create or replace function app.departments_above(department uuid) returns table (id uuid, distance int)
language sql stable as $$
  with recursive above as (select department as id, 0 as distance
    union all select d.parent_id, a.distance + 1 from above a
      join departments d on d.org_id = app.org_id() and d.id = a.id
      where d.parent_id is not null and a.distance < 20)
  select * from above
$$;

-- The problems of {parent_id?, manager_employee_id?} for a department, null for a new one.
create or replace function app.check_department(department uuid, input jsonb) returns void
  language plpgsql stable as $$
declare parent uuid := (input->>'parent_id')::uuid; manager uuid := (input->>'manager_employee_id')::uuid;
begin
  perform app.ensure_fields(array[
    case when parent is null then null
      when not exists (select from departments d where d.org_id = app.org_id() and d.id = parent)
        then 'body.parent_id: not found'
      when exists (select from departments d where d.org_id = app.org_id() and d.id = parent
        and d.archived_at is not null)
        then 'body.parent_id: archived; choose another'
      when parent = department then 'body.parent_id: the department itself'
      when exists (select from app.departments_below(department) b where b.id = parent)
        then 'body.parent_id: is below this department'
      when (select max(a.distance) from app.departments_above(parent) a) + 2
          + coalesce((select max(b.distance) from app.departments_below(department) b), 0) > 10
        then 'body.parent_id: at most ten levels' end,
    case when manager is not null and not app.is_employed(manager, app.org_today())
        then 'body.manager_employee_id: not an employee at present' end]);
end $$;

create or replace function app.require_room_for_department() returns void language plpgsql stable as $$
begin
  perform app.ensure((select count(*) < 1000 from departments d where d.org_id = app.org_id()), 'WM409',
    'an organization has at most 1000 departments');
end $$;

-- Whoever belongs to a department today or later, or held a place in it.
create or replace function app.department_people(department uuid) returns int
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(distinct p.employee_id)::int from employee_positions p
      join employees e on e.org_id = p.org_id and e.id = p.employee_id
    where p.org_id = org_id() and p.department_id = department and is_current(p.valid)
      and coalesce(e.termination_date >= org_today(), true)
$$;

create or replace function app.require_empty_department(department uuid, action text) returns void
  language plpgsql stable as $$
declare people int := app.department_people(department);
begin
  perform app.ensure(people = 0, 'WM409', format('%s to it; move them first',
    case people when 1 then '1 employee belongs' else people || ' employees belong' end));
  perform app.ensure(not exists (select from departments d where d.org_id = app.org_id()
    and d.parent_id = department
    and (action = 'deleted' or d.archived_at is null)), 'WM409', format(
    'the department has others below it; move or %s them first', case action when 'deleted' then 'delete'
      else 'archive' end));
end $$;

-- Everybody's headcount in one pass: of each department with those below it. Employees of today.
create or replace function app.department_headcounts() returns table (department_id uuid, own int, whole int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive own as materialized (
    select p.department_id, count(*)::int as people from employee_positions p
        join employees e on e.org_id = p.org_id and e.id = p.employee_id
      where p.org_id = org_id() and p.department_id is not null and p.valid @> org_today()
        and e.hire_date <= org_today()
        and coalesce(e.termination_date >= org_today(), true) group by p.department_id),
  up as (select o.department_id as counted, o.department_id, o.people from own o
    union all select u.counted, d.parent_id, u.people from up u
      join departments d on d.org_id = org_id() and d.id = u.department_id where d.parent_id is not null)
  select d.id, coalesce((select o.people from own o where o.department_id = d.id), 0),
      coalesce((select sum(u.people) from up u where u.department_id = d.id), 0)::int
    from departments d where d.org_id = org_id()
$$;

-- {items, total, limit, offset}: the departments, each with its children, by name. `people` comes once for
-- all.
create or replace function app.department_tree(archived boolean) returns json language plpgsql stable as $$
declare heads jsonb; items jsonb; total int;
begin
  select coalesce(jsonb_object_agg(c.department_id, c.whole)
    filter (where c.whole >= 3 or app.role_level() >= 30),
    '{}') into heads
    from app.department_headcounts() c;
  select count(*) into total from departments d where d.org_id = app.org_id()
    and (d.archived_at is not null) = archived;
  items := app.departments_under(null, archived, heads);
  return json_build_object('items', items, 'total', total, 'limit', greatest(total, 1), 'offset', 0);
end $$;

-- The departments under one, null for the top; a live one under an archived one is at the top.
create or replace function app.departments_under(parent uuid, archived boolean, heads jsonb) returns jsonb
language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'code', d.code,
    'parent_id', d.parent_id,
      'manager_employee_id', d.manager_employee_id, 'cost_center', d.cost_center,
      'manager', case when d.manager_employee_id is not null then jsonb_build_object('employee_id',
        d.manager_employee_id,
        'name', (select e.name from employees e where e.org_id = d.org_id
          and e.id = d.manager_employee_id)) end,
      'headcount', heads->d.id::text, 'archived_at', app.utc(d.archived_at), 'version', d.version,
      'created_at', app.utc(d.created_at), 'updated_at', app.utc(d.updated_at),
      'children', app.departments_under(d.id, archived, heads)) order by app.folded(d.name), d.id), '[]')
    from departments d left join departments p on p.org_id = d.org_id and p.id = d.parent_id
      and (p.archived_at is not null) = archived
    where d.org_id = app.org_id() and (d.archived_at is not null) = archived and p.id is not distinct
      from parent);
end $$;
