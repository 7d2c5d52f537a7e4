-- What holds for an employee by date: employments, positions, schedules and places. Periods of one kind never
-- overlap.

-- Whether a period is not over: it holds today, or will.
create or replace function app.is_current(valid daterange) returns boolean language sql stable as $$
  select coalesce(upper(valid) > app.org_today(), true)
$$;

create or replace procedure app.forbid_overlap(table_name text) language plpgsql as $$
begin
  if exists (select from pg_constraint where conname = table_name || '_overlap') then return; end if;
  execute format('alter table %I add constraint %I exclude using gist
    (org_id with =, employee_id with =, valid with &&)', table_name, table_name || '_overlap');
end $$;
call app.forbid_overlap('employments');
call app.forbid_overlap('employee_positions');
call app.forbid_overlap('employee_schedules');
call app.forbid_overlap('employee_places');

-- Sets columns of an employee from a day on: the period that holds on that day ends before it, unless it
-- begins on it. What was set for later days stays. Columns that were not sent go on as they are.
create or replace function app.set_period(table_name text, employee uuid, since date, change jsonb)
  returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare former record; names text := (select string_agg(format('%I', k), ', ')
  from jsonb_object_keys(change) k);
  next_day date;
begin
  execute format('select t.*, to_jsonb(t) as columns from %I t where t.org_id = $1 and t.employee_id = $2
    and t.valid @> $3', table_name) into former using org_id(), employee, since;
  if former.id is not null and lower(former.valid) = since then
    execute format('update %1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $3))
      where t.org_id = $1 and t.id = $2', table_name, names) using org_id(), former.id, change;
    return;
  end if;
  if former.id is not null then
    execute format('update %I t set valid = daterange(lower(t.valid), $3) where t.org_id = $1 and t.id = $2',
      table_name)
      using org_id(), former.id, since;
    next_day := upper(former.valid);
  else
    execute format('select min(lower(t.valid)) from %I t where t.org_id = $1 and t.employee_id = $2
      and lower(t.valid) > $3', table_name) into next_day using org_id(), employee, since;
  end if;
  execute format('insert into %1$I
      select (jsonb_populate_record(app.new_row(null::%1$I), coalesce($1, ''{}'') || $2)).*', table_name)
    using former.columns - '{id,created_at,updated_at}'::text[], change || jsonb_build_object(
      'org_id', org_id(), 'employee_id', employee, 'valid', daterange(since, next_day));
end $$;

-- The same for many employees at once, [{id, since, change}], each of them once.
create or replace function app.set_periods(table_name text, entries jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
declare found jsonb; names text := (select string_agg(distinct format('%I', k), ', ')
  from jsonb_array_elements(entries) e cross join jsonb_object_keys(e->'change') k);
begin
  if names is null then return; end if;
  execute format('select jsonb_agg(jsonb_build_object(''employee'', n.id, ''since'', n.since,
      ''change'', n.change, ''id'', t.id, ''first_day'', lower(t.valid), ''columns'', to_jsonb(t),
      ''next_day'', case when t.id is not null then upper(t.valid) else x.day end))
    from jsonb_to_recordset($1) as n(id uuid, since date, change jsonb)
      left join %1$I t on t.org_id = org_id() and t.employee_id = n.id and t.valid @> n.since
      left join (select o.id, min(lower(l.valid)) as day from jsonb_to_recordset($1) as o(id uuid, since date)
          join %1$I l on l.org_id = org_id() and l.employee_id = o.id and lower(l.valid) > o.since
        group by o.id) x on x.id = n.id', table_name) into found using entries;
  execute format('update %1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, n.change))
    from jsonb_to_recordset($1) as n(id uuid, since date, first_day date, change jsonb)
    where t.org_id = org_id() and t.id = n.id and n.first_day = n.since', table_name, names) using found;
  execute format('update %1$I t set valid = daterange(lower(t.valid), n.since)
    from jsonb_to_recordset($1) as n(id uuid, since date, first_day date)
    where t.org_id = org_id() and t.id = n.id and n.first_day < n.since', table_name) using found;
  execute format('insert into %1$I select (jsonb_populate_record(r, coalesce(n.columns, ''{}'')
        - ''{created_at,updated_at}''::text[] || n.change || jsonb_build_object(''id'', uuidv7(),
          ''employee_id'', n.employee, ''valid'', daterange(n.since, n.next_day)))).*
      from (select app.new_row(null::%1$I) as r) d
        cross join jsonb_to_recordset($1) as n(employee uuid, since date, first_day date, next_day date,
          columns jsonb, change jsonb)
      where n.first_day is distinct from n.since', table_name) using found;
end $$;

-- The days of an employee are those of their own time zone, or else that of their work schedule or of the
-- organization.
create or replace function app.employee_zone(employee uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(e.time_zone, (select s.time_zone from work_schedules s where s.org_id = o.id
      and s.id = schedule_on(e.id, today(o.timezone))), o.timezone)
    from employees e join organizations o on o.id = e.org_id where e.org_id = org_id() and e.id = employee
$$;
create or replace function app.employee_today(employee uuid) returns date language sql stable as $$
  select app.today(app.employee_zone(employee))
$$;

create or replace function app.is_employed(employee uuid, day date) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from employments m where m.org_id = org_id() and m.employee_id = employee
    and m.valid @> day)
$$;

-- The first and last day of the latest employment, which the directory reads.
create or replace function app.set_employment_days() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare employee uuid := coalesce(new.employee_id, old.employee_id);
  org uuid := coalesce(new.org_id, old.org_id);
begin
  if tg_op = 'INSERT' and exists (select from employees e where e.org_id = org and e.id = employee
    and e.hire_date = lower(new.valid) and e.termination_date is not distinct from upper(new.valid) - 1) then
    return null;
  end if;
  update employees e set hire_date = m.first_day, termination_date = m.last_day
    from (select max(lower(x.valid)) as first_day, (array_agg(upper(x.valid) - 1
      order by lower(x.valid) desc))[1] as last_day
      from employments x where x.org_id = org and x.employee_id = employee) m
    where e.org_id = org and e.id = employee
      and (e.hire_date, e.termination_date) is distinct from (m.first_day, m.last_day);
  return null;
end $$;
create or replace trigger set_employment_days after insert or update of valid or delete on employments
  for each row execute function app.set_employment_days();

-- Ends what holds for an employee on a day, so that it holds no more from that day on.
create or replace function app.end_period(table_name text, employee uuid, since date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  execute format('delete from %I t where t.org_id = $1 and t.employee_id = $2 and lower(t.valid) = $3',
    table_name)
    using org_id(), employee, since;
  execute format('update %I t set valid = daterange(lower(t.valid), $3) where t.org_id = $1 and t.employee_id = $2
    and t.valid @> $3', table_name) using org_id(), employee, since;
end $$;

-- The first day of the latest employment.
create or replace function app.first_day(employee uuid) returns date
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.hire_date from employees e where e.org_id = org_id() and e.id = employee
$$;
create or replace function app.check_effective(employee uuid, since date) returns void
  language plpgsql stable as $$
begin
  perform app.ensure_fields(array[case when not app.is_employed(employee, since)
    then 'body.effective_from: not employed on that day' end]);
end $$;
