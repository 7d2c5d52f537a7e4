-- What becomes of a department that ends: it is merged into another and kept for the past, or deleted.

-- The problems of another department that takes over: 422 naming the field, 409 if it is archived.
create or replace function app.check_heir(department uuid, heir uuid, field text) returns void
  language plpgsql stable as $$
declare archived text;
begin
  perform app.ensure_fields(array[field || ': ' || case
    when not exists (select from departments d where d.org_id = app.org_id() and d.id = heir) then 'not found'
    when heir = department then 'the department itself'
    when exists (select from app.departments_below(department) b where b.id = heir)
      then 'is below this department'
    when (select max(a.distance) from app.departments_above(heir) a) + 1
        + (select max(b.distance) from app.departments_below(department) b) > 10
      then 'at most ten levels' end]);
  select d.name into archived from departments d where d.org_id = app.org_id() and d.id = heir
    and d.archived_at is not null;
  perform app.ensure(archived is null, 'WM409',
    format('%s is archived; restore it or choose another', archived));
end $$;

-- Whatever else is of a department and still open goes to another: the departments below it, payroll runs
-- that are not approved, and what other tables refer to. Positions are for the caller.
create or replace function app.move_references(department uuid, heir uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare reference record;
begin
  for reference in select * from references_to('departments') r
      where r.referrer <> 'employee_positions'::regclass order by r.name loop
    execute format('update %s r set %I = $1 where r.org_id = app.org_id() and r.%2$I = $2 %s',
      reference.referrer, reference.refers_by, case when reference.referrer = 'payroll_runs'::regclass
        then 'and r.status in (''draft'', ''calculated'')' else '' end) using heir, department;
  end loop;
end $$;

-- Merges a department into another from today on, and archives it. The past stays as it was.
create or replace function app.merge_department(department uuid, heir uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p record; today date := org_today(); d departments;
begin
  select x.* into d from departments x where x.org_id = org_id() and x.id = department;
  perform ensure(d.archived_at is null, 'WM409', format('%s is archived already', d.name));
  perform check_heir(department, heir, 'body.into');
  for p in select x.employee_id, greatest(lower(x.valid), today) as since from employee_positions x
      where x.org_id = org_id() and x.department_id = department and is_current(x.valid)
        and exists (select from employments m where m.org_id = x.org_id and m.employee_id = x.employee_id
          and m.valid && x.valid * daterange(today, null)) order by x.employee_id, x.valid loop
    perform set_period('employee_positions', p.employee_id, p.since,
      jsonb_build_object('department_id', heir));
  end loop;
  perform move_references(department, heir);
  update departments x set archived_at = now() where x.org_id = org_id() and x.id = department;
end $$;

-- Moves everything of a department to another, of the past too, before it is deleted.
create or replace function app.reassign_department(department uuid, heir uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform check_heir(department, heir, 'query.reassign_to');
  update employee_positions p set department_id = heir where p.org_id = org_id()
    and p.department_id = department;
  perform move_references(department, heir);
end $$;

-- Positions that people left stay, without the department that is deleted. What is final keeps it.
create or replace function app.forget_positions_in(department uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update employee_positions p set department_id = null where p.org_id = org_id()
    and p.department_id = department;
  perform ensure(not is_referenced('departments', department), 'WM409',
    'payroll runs are of this department: merge it into another instead, which keeps it for the past');
end $$;
