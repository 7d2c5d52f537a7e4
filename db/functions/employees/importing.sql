-- A table of people: all of it is entered, or nothing.

call app.make_type('imported_employee', 'id uuid, is_new boolean, "row" int, employee_number text,
  first_name text, last_name text, work_email text, work_phone text, time_zone text, job_title text,
  department text, manager text, work_schedule text, holiday_country text, holiday_region text,
  employment_type text, hire_date date, termination_date date, probation_end date, birth_date date,
  personal_email text, phone text, notes text, pay_from date, pay_basis text,
  pay_amount numeric, pay_currency text, payments_per_year int, balances jsonb, department_id uuid,
  schedule_id uuid, manager_id uuid');

-- "Engineering > Web" as it is compared: "engineering / web".
create or replace function app.said_path(said text) returns text language sql immutable as $$
  select string_agg(app.folded(trim(part)), ' / ' order by n)
    from regexp_split_to_table(said, '[/>]') with ordinality x(part, n)
$$;

-- By what the departments that are not archived can be named: code, path, and name; several may have a name.
create or replace function app.department_keys() returns table (key text, id uuid, place int, count int)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive paths as (select d.id, d.name, d.code, d.archived_at, said_path(d.name) as path
      from departments d where d.org_id = org_id() and d.parent_id is null
    union all select d.id, d.name, d.code, d.archived_at, p.path || ' / ' || said_path(d.name) from paths p
      join departments d on d.org_id = org_id() and d.parent_id = p.id)
  select distinct on (k.key) k.key, p.id, k.place, count(*) over (partition by k.key, k.place)::int
    from paths p cross join lateral (values (said_path(p.code), 1), (p.path, 2),
      (said_path(p.name), 3)) k(key, place)
    where p.archived_at is null and k.key is not null order by k.key, k.place
$$;

-- The rows with the employees, departments, schedules and managers that they name.
create or replace function app.imported_rows(rows jsonb) returns setof app.imported_employee
language sql stable security definer rows 2000
set search_path = public, app, pg_temp set enable_nestloop = off set jit = off as $$
  with given as materialized (select r from jsonb_array_elements(rows) x
      cross join lateral jsonb_populate_record(null::app.imported_employee, x) r),
  numbers as materialized (select e.id, lower(e.employee_number) as key from employees e
    where e.org_id = org_id()),
  addresses as materialized (select e.id, lower(e.work_email) as key from employees e
    where e.org_id = org_id() and e.work_email is not null),
  matched as materialized (select coalesce(n.id, a.id, uuidv7()) as id, n.id is null and a.id is null
    as is_new,
      g.r from given g left join numbers n on n.key = lower((g.r).employee_number)
        left join addresses a on a.key = (g.r).work_email and (g.r).employee_number is null),
  keys as materialized (select distinct on (k.key) k.key, k.id from (
      select n.key, n.id from numbers n union all select a.key, a.id from addresses a
      union all select lower((m.r).employee_number), m.id from matched m where m.is_new
      union all select (m.r).work_email, m.id from matched m where m.is_new) k
    where k.key is not null order by k.key),
  departments as materialized (select k.key, k.id from department_keys() k where k.count = 1),
  schedules as materialized (select folded(s.name) as key, s.id from work_schedules s
    where s.org_id = org_id())
  select n.* from matched m left join keys k on k.key = lower((m.r).manager)
    left join departments d on d.key = said_path((m.r).department)
    left join schedules s on s.key = folded((m.r).work_schedule)
    cross join lateral jsonb_populate_record(m.r, jsonb_build_object('id', m.id, 'is_new', m.is_new,
      'department_id', d.id, 'schedule_id', s.id, 'manager_id', k.id)) n
$$;

-- What is wrong with rows, before anything is written.
create or replace function app.import_problems(people app.imported_employee[])
returns table ("row" int, "column" text, problem text)
language sql stable security definer set search_path = public, app, pg_temp
  set enable_nestloop = off set jit = off as $$
  with p as materialized (select x.* from unnest(people) x)
  select p.row, 'employee_number', 'send it, or work_email, by which the person is found' from p
    where p.employee_number is null and p.work_email is null
  union all select x.row, 'employee_number', 'also in row ' || x.first from (select p.row, min(p.row)
    over (partition by lower(p.employee_number)) as first from p where p.employee_number is not null) x
    where x.first < x.row
  union all select x.row, 'work_email', 'also in row ' || x.first from (select p.row, min(p.row)
    over (partition by p.work_email) as first from p where p.work_email is not null) x where x.first < x.row
  union all select p.row, 'work_email', 'employee ' || e.employee_number || ' has this address' from p
    join employees e on e.org_id = org_id() and lower(e.work_email) = p.work_email and e.id <> p.id
  union all select p.row, x.name, 'required for somebody new' from p
    cross join lateral (values ('first_name', p.first_name), ('hire_date', p.hire_date::text)) x(name, value)
    where p.is_new and x.value is null
  union all select p.row, x.name, 'must not be before hire_date' from p
    cross join lateral (values ('termination_date', p.termination_date),
      ('probation_end', p.probation_end)) x(name, day) where p.is_new and x.day < p.hire_date
  union all select p.row, 'department', case when exists (select from department_keys() d
      where d.key = said_path(p.department)) then 'several have this name; write its path, such as '
        || 'Engineering / Web' else 'no department has this code, name or path' end
    from p where p.department is not null and p.department_id is null
  union all select p.row, 'work_schedule', 'no work schedule has this name' from p
    where p.work_schedule is not null and p.schedule_id is null
  union all select p.row, 'manager',
    'no employee has this number or work e-mail address, here or in the table'
    from p where p.manager is not null and p.manager_id is null
  union all select p.row, 'holiday_country', 'no holidays are known for it' from p
    where p.holiday_country is not null and not is_holiday_place(p.holiday_country, null)
  union all select p.row, 'holiday_region', 'not a region of holiday_country; send both' from p
    where p.holiday_region is not null and is_holiday_place(p.holiday_country, p.holiday_region) is not true
  union all select p.row, 'manager', c.problem from p join import_rings(people) c on c.id = p.id
  union all select x.row, x."column", x.problem from pay_problems(people) x
$$;

-- Who would report to themselves, by the managers of the rows and those whom others have: with the names.
create or replace function app.import_rings(people app.imported_employee[]) returns table (id uuid,
  problem text)
language sql stable security definer set search_path = public, app, pg_temp
  set enable_nestloop = off set jit = off as $$
  with recursive given as materialized (select p.* from unnest(people) p where p.manager_id is not null),
  managers as materialized (
    select g.id, g.manager_id as manager, coalesce(e.name, concat_ws(' ', g.first_name, g.last_name)) as name
      from given g left join employees e on e.org_id = org_id() and e.id = g.id
    union all select x.employee_id, x.manager_employee_id, e.name from employee_positions x
        join employees e on e.org_id = x.org_id and e.id = x.employee_id
        left join given g on g.id = x.employee_id
      where x.org_id = org_id() and x.manager_employee_id is not null and is_current(x.valid)
        and g.id is null),
  chain as (select g.id as start, m.manager as at, array[m.name] as names from given g
      join managers m on m.id = g.id
    union all select c.start, m.manager, c.names || m.name from chain c join managers m on m.id = c.at
      where c.at <> c.start and cardinality(c.names) < 50)
  select distinct on (c.start) c.start, case cardinality(c.names) when 1 then 'the person itself'
      else 'reports to this person: ' || array_to_string(c.names || c.names[1], ' → ') end
    from chain c where c.at = c.start order by c.start, cardinality(c.names)
$$;

-- Those who are there already, and whose names, addresses or record the rows change.
create or replace function app.changed_people(people app.imported_employee[]) returns setof uuid
language sql stable security definer
set search_path = public, app, pg_temp set enable_nestloop = off set jit = off as $$
  select x.id from unnest(people) x join employees e on e.org_id = org_id() and e.id = x.id
      join employee_records r on r.org_id = org_id() and r.employee_id = x.id
    where not x.is_new and (coalesce(x.first_name, e.first_name), coalesce(x.last_name, e.last_name),
        coalesce(x.work_email, e.work_email), coalesce(x.work_phone, e.work_phone),
        coalesce(x.time_zone, e.time_zone), coalesce(x.personal_email, r.personal_email),
        coalesce(x.phone, r.phone), coalesce(x.birth_date, r.birth_date), coalesce(x.notes, r.notes))
      is distinct from (e.first_name, e.last_name, e.work_email, e.work_phone, e.time_zone, r.personal_email,
        r.phone, r.birth_date, r.notes)
$$;

create or replace function app.require_room_for_employees(more int) returns void language plpgsql stable
security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure((select count(*) + more <= 10000 from employees e where e.org_id = org_id()), 'WM409',
    'an organization has at most 10000 employees');
end $$;

-- {dry_run, created, updated, unchanged, invited, problems}. Problems of a real run refuse it, with those of each
-- row. Whoever has an address and no account is invited to a role, if one is sent.
drop function if exists app.import_employees(jsonb, jsonb, boolean);
create or replace function app.import_employees(rows jsonb, noticed jsonb, dry boolean, invited_role text)
  returns json
language plpgsql security definer set search_path = public, app, pg_temp set jit = off as $$
declare people app.imported_employee[]; problems jsonb := noticed; more jsonb; changed uuid[]; created int;
  invited int := 0; saved text := current_setting('app.untold', true);
begin
  people := array(select x from imported_rows(rows) x order by x.row);
  select problems || coalesce(jsonb_agg(to_jsonb(x)), '[]') into problems from import_problems(people) x
    where not noticed @> jsonb_build_array(jsonb_build_object('row', x.row, 'column', x.column));
  created := (select count(*) from unnest(people) x where x.is_new);
  perform require_room_for_employees(created), set_config('app.untold', 'on', true);
  if problems = '[]' then
    begin
      select e.problems, e.changed into problems, changed from enter_imported(people) e;
      if problems = '[]' and invited_role is not null then invited := invite_imported(people, invited_role); end if;
      if dry or problems <> '[]' then raise exception using errcode = 'WMDRY'; end if;
    exception when sqlstate 'WMDRY' then null;
    end;
  end if;
  perform set_config('app.untold', coalesce(saved, ''), true);
  select coalesce(jsonb_agg(x order by (x->>'row')::int, x->>'column'), '[]') into problems
    from (select x from jsonb_array_elements(problems) x order by (x->>'row')::int,
      x->>'column' limit 100) y(x);
  if not dry then
    perform ensure_fields(array(select format('body.csv: row %s, %s: %s', x->>'row', x->>'column',
      x->>'problem')
      from jsonb_array_elements(problems) x));
  end if;
  return json_build_object('dry_run', dry, 'created', created,
    'updated', (select count(distinct c) from unnest(changed) c join unnest(people) x on x.id = c
      where not x.is_new),
    'unchanged', (select count(*) from unnest(people) x where not x.is_new
      and x.id <> all (coalesce(changed, '{}'))),
    'invited', invited, 'problems', problems);
end $$;
