-- Hiring somebody again: another employment of the same record, so that number, log and payslips go on.

-- Begins another employment {hire_date, employment_type?, probation_end?, keep_seniority?, leave_paid_out?}.
create or replace function app.rehire(employee uuid, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m employments; since date := (input->>'hire_date')::date; last_day date;
begin
  select x.* into m from employments x where x.org_id = org_id() and x.employee_id = rehire.employee
    order by lower(x.valid) desc limit 1 for update;
  last_day := upper(m.valid) - 1;
  perform ensure(last_day is not null, 'WM409', 'the employment goes on; end it first');
  perform ensure(last_day < employee_today(employee), 'WM409', format(
    'the employment goes on until %s; hire the person again after it, or change termination_date', last_day));
  perform ensure_fields(array[
    case when since <= last_day
      then format('body.hire_date: must be after %s, the last day of the former employment', last_day) end,
    case when (input->>'probation_end')::date < since
      then 'body.probation_end: must not be before hire_date' end]);
  perform settle_former_leave(employee, last_day, since,
    coalesce((input->>'leave_paid_out')::boolean, false));
  insert into employments (employee_id, valid, employment_type, probation_end, seniority_from)
    values (employee, daterange(since, null), coalesce(input->>'employment_type', m.employment_type),
      (input->>'probation_end')::date, case when (input->>'keep_seniority')::boolean
        then coalesce(m.seniority_from, lower(m.valid)) end);
  perform settle_entitlements(employee, leave_year_of(since));
end $$;

-- What an ended employment leaves of each type: nothing if it was paid out, and no debt for the next one.
create or replace function app.settle_former_leave(employee uuid, last_day date, since date,
  paid_out boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; of_year int := leave_year_of(last_day);
begin
  perform lock_leave(employee);
  for x in select t.id, b.available from leave_types t
      cross join lateral leave_balance_on(employee, t, of_year, last_day) b
      where t.org_id = org_id() and t.affects_balance order by t.id loop
    if paid_out and x.available > 0 then
      perform enter_leave(employee, x.id, of_year, 'adjustment', -x.available, last_day, null,
        'Paid out at the end of the employment');
    elsif x.available < 0 and leave_year_of(since) = of_year then
      perform enter_leave(employee, x.id, of_year, 'adjustment', -x.available, last_day, null,
        'Taken too much in the former employment');
    end if;
  end loop;
end $$;

-- The position in the next employment: as before where nothing else was sent, without a department that was
-- archived, and without a manager who left.
create or replace function app.place_again(employee uuid, sent jsonb, since date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p employee_positions; placed jsonb;
begin
  select x.* into p from employee_positions x where x.org_id = org_id()
    and x.employee_id = place_again.employee
    and x.valid @> since;
  placed := case when exists (select from departments d where d.org_id = org_id() and d.id = p.department_id
      and d.archived_at is not null) then '{"department_id": null}'::jsonb else '{}' end
    || case when p.manager_employee_id is not null and not is_employed(p.manager_employee_id, since)
      then '{"manager_employee_id": null}'::jsonb else '{}' end
    || sent;
  if placed <> '{}' then perform set_period('employee_positions', employee, since, placed); end if;
end $$;
