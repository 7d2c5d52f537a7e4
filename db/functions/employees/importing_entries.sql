-- What a table of people writes: those who are new at once, of the others only what changes.

-- Enters rows that have no problems.
create or replace function app.enter_imported(people app.imported_employee[], out problems jsonb,
  out changed uuid[])
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; changes jsonb; more uuid[];
begin
  problems := '[]';
  changed := array(select changed_people(people));
  perform add_imported(people);
  update employees e set first_name = coalesce(p.first_name, e.first_name),
      last_name = coalesce(p.last_name, e.last_name), work_email = coalesce(p.work_email, e.work_email),
      work_phone = coalesce(p.work_phone, e.work_phone), time_zone = coalesce(p.time_zone, e.time_zone)
    from unnest(people) p where e.org_id = org_id() and e.id = p.id and p.id = any (changed);
  update employee_records r set personal_email = coalesce(p.personal_email, r.personal_email),
      phone = coalesce(p.phone, r.phone), birth_date = coalesce(p.birth_date, r.birth_date),
      notes = coalesce(p.notes, r.notes)
    from unnest(people) p where r.org_id = org_id() and r.employee_id = p.id and p.id = any (changed);
  changes := coalesce((select jsonb_agg(c) from imported_changes(people) c), '[]');
  for x in select c.* from jsonb_to_recordset(changes) as c("row" int, id uuid, table_name text, change jsonb)
      where c.table_name = 'employments' order by c.row loop
    begin
      perform change_employment(x.id, x.change);
    exception when sqlstate 'WM409' or sqlstate 'WM422' then
      problems := problems || jsonb_build_object('row', x.row,
        'column', coalesce(substring(sqlerrm from '^body\.(\w+): '), 'employee_number'),
        'problem', regexp_replace(sqlerrm, '^body\.\w+: ', ''));
    end;
  end loop;
  perform set_periods(t.table_name, t.entries) from (select c->>'table_name' as table_name,
      jsonb_agg(c order by c->'row') as entries from jsonb_array_elements(changes) c
    where c->>'table_name' <> 'employments' group by 1 order by 1) t;
  changed := changed || array(select (c->>'id')::uuid from jsonb_array_elements(changes) c);
  problems := problems || coalesce((select jsonb_agg(jsonb_build_object('row', m.row, 'column', 'manager',
      'problem', format('not employed on %s', m.day)))
    from (select p.row, p.manager_id, greatest(e.hire_date, org_today()) as day from unnest(people) p
        join employees e on e.org_id = org_id() and e.id = p.id where p.manager_id is not null) m
    where not exists (select from employments y where y.org_id = org_id() and y.employee_id = m.manager_id
      and y.valid @> m.day)), '[]');
  if problems = '[]' then
    select e.problems, e.changed into problems, more from enter_imported_pay(people) e;
    changed := changed || more || enter_imported_balances(people);
  end if;
end $$;

-- Those who are new.
create or replace function app.add_imported(people app.imported_employee[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into employees (id, employee_number, first_name, last_name, work_email, work_phone, time_zone,
      hire_date, termination_date)
    select x.id, coalesce(x.employee_number, lpad(n.n::text, greatest(4, length(n.n::text)), '0')),
        x.first_name, x.last_name, x.work_email, x.work_phone, x.time_zone, x.hire_date, x.termination_date
      from unnest(people) x left join (select o.row, greatest(next_employee_number()::bigint,
          (select max(y.employee_number::bigint) + 1 from unnest(people) y
            where y.employee_number ~ '^[0-9]{1,12}$')) - 1 + row_number() over (order by o.row) as n
        from unnest(people) o where o.is_new and o.employee_number is null) n on n.row = x.row
      where x.is_new order by x.row;
  insert into employments (employee_id, valid, employment_type, probation_end)
    select x.id, daterange(x.hire_date, x.termination_date, '[]'), coalesce(x.employment_type, 'full_time'),
      x.probation_end from unnest(people) x where x.is_new;
  insert into employee_positions (employee_id, valid, department_id, manager_employee_id, job_title)
    select x.id, daterange(x.hire_date, null), x.department_id, x.manager_id, x.job_title
      from unnest(people) x where x.is_new;
  insert into employee_records (employee_id, personal_email, phone, birth_date, notes)
    select x.id, x.personal_email, x.phone, x.birth_date, x.notes from unnest(people) x where x.is_new;
  insert into employee_schedules (employee_id, schedule_id, valid)
    select x.id, x.schedule_id, daterange(x.hire_date, null) from unnest(people) x
      where x.is_new and x.schedule_id is not null;
  insert into employee_places (employee_id, country, region, valid)
    select x.id, x.holiday_country, x.holiday_region, daterange(x.hire_date, null) from unnest(people) x
      where x.is_new and x.holiday_country is not null;
end $$;

-- What rows change of those who are there, by table: only what differs from what holds on the day.
create or replace function app.imported_changes(people app.imported_employee[])
returns table ("row" int, id uuid, table_name text, since date, change jsonb)
language sql stable security definer rows 2000
set search_path = public, app, pg_temp set enable_nestloop = off set jit = off as $$
  with there as materialized (select p.*, greatest(org_today(), e.hire_date) as since from unnest(people) p
      join employees e on e.org_id = org_id() and e.id = p.id where not p.is_new),
  latest as materialized (select distinct on (m.employee_id) m.employee_id, m.valid, m.employment_type,
      m.probation_end from employments m where m.org_id = org_id()
    order by m.employee_id, lower(m.valid) desc),
  positions as materialized (select x.employee_id, x.valid, x.department_id, x.manager_employee_id, x.job_title
    from employee_positions x where x.org_id = org_id()),
  schedules as materialized (select x.employee_id, x.valid, x.schedule_id from employee_schedules x
    where x.org_id = org_id()),
  places as materialized (select x.employee_id, x.valid, x.country, x.region from employee_places x
    where x.org_id = org_id()),
  found as (
    select t.row, t.id, 'employments', t.since, jsonb_strip_nulls(jsonb_build_object(
        'hire_date', nullif(t.hire_date, lower(m.valid)),
        'termination_date', nullif(t.termination_date, upper(m.valid) - 1),
        'employment_type', nullif(t.employment_type, m.employment_type),
        'probation_end', nullif(t.probation_end, m.probation_end)))
      from there t join latest m on m.employee_id = t.id
    union all select t.row, t.id, 'employee_positions', t.since, jsonb_strip_nulls(jsonb_build_object(
        'department_id', nullif(t.department_id, x.department_id),
        'manager_employee_id', nullif(t.manager_id, x.manager_employee_id),
        'job_title', nullif(t.job_title, x.job_title)))
      from there t left join positions x on x.employee_id = t.id and x.valid @> t.since
    union all select t.row, t.id, 'employee_schedules', t.since, jsonb_strip_nulls(jsonb_build_object(
        'schedule_id', nullif(t.schedule_id, x.schedule_id)))
      from there t left join schedules x on x.employee_id = t.id and x.valid @> t.since
    union all select t.row, t.id, 'employee_places', t.since, case when t.holiday_country is null
          or (t.holiday_country, t.holiday_region) is not distinct from (x.country, x.region) then '{}'
        else jsonb_build_object('country', t.holiday_country, 'region', t.holiday_region) end
      from there t left join places x on x.employee_id = t.id and x.valid @> t.since)
  select f.* from found f("row", id, table_name, since, change) where f.change <> '{}'
$$;
