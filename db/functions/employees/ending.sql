-- The end of an employment: what it does to leave, plans, running time and those who reported to the person,
-- and what is left for others to settle. To take an end back restores nothing by itself.

-- Changes {hire_date?, termination_date?, employment_type?, probation_end?, reason?} of the latest
-- employment.
create or replace function app.change_employment(employee uuid, change jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m employments; first_day date; last_day date; former_day date; effects jsonb;
begin
  select x.* into m from employments x where x.org_id = org_id() and x.employee_id = employee
    order by lower(x.valid) desc limit 1 for update;
  former_day := upper(m.valid) - 1;
  first_day := coalesce((change->>'hire_date')::date, lower(m.valid));
  last_day := case when change ? 'termination_date' then (change->>'termination_date')::date
    else former_day end;
  perform ensure_fields(array[
    case when last_day < first_day then 'body.termination_date: must not be before hire_date' end,
    case when first_day > lower(m.valid) and exists (select from time_entries t
      join employees e on e.org_id = t.org_id
          and e.user_id = t.user_id where e.org_id = org_id() and e.id = employee and t.work_date < first_day
          and t.work_date >= lower(m.valid))
        then 'body.hire_date: time was logged before that day' end,
    case when (change->>'probation_end')::date < first_day then
      'body.probation_end: must not be before hire_date' end]);
  if last_day is distinct from former_day then
    perform check_last_day(employee, m, last_day);
    if coalesce(last_day < former_day, last_day is not null) then
      effects := effects_of_end(employee, m, last_day);
    end if;
  end if;
  update employments x set valid = daterange(first_day, last_day, '[]'),
      employment_type = coalesce(change->>'employment_type', x.employment_type),
      probation_end = case when change ? 'probation_end' then (change->>'probation_end')::date
        else x.probation_end end,
      end_effects = coalesce(effects, x.end_effects),
      reason = case when change ? 'reason' then change->>'reason' when last_day is null then null
        else x.reason end
    where x.org_id = org_id() and x.id = m.id;
  if first_day < lower(m.valid) then
    update employee_positions p set valid = daterange(first_day, upper(p.valid)) where p.org_id = org_id()
      and p.employee_id = employee and lower(p.valid) = lower(m.valid);
  end if;
  if effects is not null then perform end_leave(employee, last_day), end_reports(effects, last_day); end if;
  if last_day is distinct from former_day then
    perform settle_entitlements(employee, leave_year_of(least(former_day, last_day)));
    perform settle_end(employee);
  end if;
end $$;

-- Until when payroll has paid somebody, extra payments aside.
create or replace function app.paid_until(employee uuid, during daterange) returns date
language sql stable security definer set search_path = public, app, pg_temp as $$
  select max(upper(s.period)) - 1 from payslips s join payroll_runs r on r.org_id = s.org_id
      and r.id = s.run_id and r.status = 'paid'
    where s.org_id = org_id() and s.employee_id = employee and s.status = 'final' and not s.is_extra
      and s.period && during
$$;

-- What was paid stays as it was: an end lies after it, and one that it covers is final.
create or replace function app.check_last_day(employee uuid, m employments, last_day date) returns void
language plpgsql as $$
declare paid date := app.paid_until(employee, m.valid); former_day date := upper(m.valid) - 1;
begin
  perform app.ensure(coalesce(paid < former_day, true) or coalesce(last_day <= former_day, false), 'WM409',
    format('payroll has paid the last days of this employment, until %s; hire the person again instead '
      '(POST .../employees/{employee_id}/rehire)', paid));
  perform app.ensure(coalesce(last_day >= paid, true), 'WM409', format(
    'payroll has paid this person until %s; the employment can end on that day or later', paid));
end $$;

-- Who manages the reports of somebody who leaves: the next manager up who is employed on a day.
create or replace function app.next_manager(leaver uuid, day date) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive chain(id, place) as (
    select p.manager_employee_id, 1 from employee_positions p where p.org_id = org_id()
      and p.employee_id = leaver and p.valid @> day
    union all select p.manager_employee_id, c.place + 1 from chain c
      join employee_positions p on p.org_id = org_id() and p.employee_id = c.id and p.valid @> day
      where c.place < 20)
  select c.id from chain c where is_employed(c.id, day) order by c.place limit 1
$$;

-- What an end with a last day does, as the employment keeps it: {by, leave, allocations, reports, deputies,
-- departments}. Those of the last two wait for the end.
create or replace function app.effects_of_end(leaver uuid, m employments, last_day date) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('by', user_id(), 'leaver', leaver,
    'leave', (select coalesce(jsonb_agg(jsonb_build_object('request_id', r.id, 'start_date', r.start_date,
        'end_date', r.end_date, 'cancelled_from', greatest(r.start_date, last_day + 1))
        order by r.start_date, r.id), '[]') from leave_requests r where r.org_id = org_id()
          and r.employee_id = leaver and r.status in ('pending', 'approved') and r.end_date > last_day
          and m.valid @> r.end_date),
    'allocations', (select coalesce(jsonb_agg(a.id order by lower(a.valid), a.id), '[]')
      from capacity_allocations a where a.org_id = org_id() and a.employee_id = leaver
        and a.valid && m.valid and not a.valid <@ daterange(lower(m.valid), last_day, '[]')),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('employee_id', p.employee_id,
        'manager_employee_id', next_manager(leaver, last_day + 1)) order by p.employee_id), '[]')
      from (select distinct x.employee_id from employee_positions x where x.org_id = org_id()
        and x.manager_employee_id = leaver and x.valid && daterange(last_day + 1, null)
        and exists (select from employments y where y.org_id = x.org_id and y.employee_id = x.employee_id
          and y.valid && x.valid * daterange(last_day + 1, null))) p),
    'deputies', (select coalesce(jsonb_agg(e.id order by e.id), '[]') from employees e
      where e.org_id = org_id() and e.deputy_employee_id = leaver),
    'departments', (select coalesce(jsonb_agg(d.id order by d.id), '[]') from departments d
      where d.org_id = org_id() and d.manager_employee_id = leaver and d.archived_at is null))
$$;

-- Gives the reports of somebody who leaves to the next manager up, from the day after.
create or replace function app.end_reports(effects jsonb, last_day date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r record; heir jsonb;
begin
  for r in select x.employee_id, x.manager_employee_id as heir, p.manager_employee_id as leaver, p.id,
        lower(p.valid) as since
      from jsonb_to_recordset(effects->'reports') as x(employee_id uuid, manager_employee_id uuid)
        join employee_positions p on p.org_id = org_id() and p.employee_id = x.employee_id
          and p.valid && daterange(last_day + 1, null)
      where p.manager_employee_id = (effects->>'leaver')::uuid order by x.employee_id, p.valid loop
    heir := jsonb_build_object('manager_employee_id', r.heir);
    perform set_period('employee_positions', r.employee_id, greatest(r.since, last_day + 1), heir);
  end loop;
end $$;

-- What waits for the day after an employment: the timer that runs and the shift that is open end with the
-- last day, and nobody has the person as deputy or their department as manager any more.
create or replace function app.settle_end(leaver uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e employees; d record; last_day date; ended timestamptz;
begin
  select x.* into e from employees x where x.org_id = org_id() and x.id = leaver;
  last_day := e.termination_date;
  if last_day >= employee_today(leaver) is not false then return; end if;
  ended := day_start(last_day + 1, employee_zone(leaver));
  perform lock_weeks(leaver, false);
  update time_entries t set ended_at = x.ended, duration_seconds = extract(epoch from x.ended - t.started_at)
    from (select o.id, least(ended, o.started_at + interval '24 hours') as ended from time_entries o
      where o.org_id = org_id() and o.user_id = e.user_id and o.kind = 'timer' and o.ended_at is null
        and o.started_at < ended) x
    where t.org_id = org_id() and t.id = x.id;
  perform close_shift(e, ended);
  update employees x set deputy_employee_id = null where x.org_id = org_id()
    and x.deputy_employee_id = leaver;
  for d in update departments x set manager_employee_id = null where x.org_id = org_id()
      and x.manager_employee_id = leaver returning x.id, x.name, x.archived_at loop
    if d.archived_at is null then
      perform tell('hr_task', 'employee', leaver, format('%s has no manager since %s left', d.name, e.name),
        admins(), 'department:' || d.id || ':' || leaver || ':' || last_day);
    end if;
  end loop;
end $$;

-- Clocks out a shift that is open at the end of an employment, in the name of whoever ended it. One that
-- began more than a day before was forgotten: it stays open, as its end is not known.
create or replace function app.close_shift(worker employees, ended timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare last record; n working_hours_log; shift_start timestamptz;
begin
  select h.* into last from effective_hours(worker.id, ended - interval '24 hours', 'infinity') h
    order by h.occurred_at desc, h.seq desc limit 1;
  if coalesce(last.event, 'clock_out') = 'clock_out' or last.occurred_at >= ended then return; end if;
  select max(h.occurred_at) into shift_start
    from effective_hours(worker.id, ended - interval '24 hours', ended) h where h.event = 'clock_in';
  if shift_start is null then return; end if;
  n.employee_id := worker.id; n.occurred_at := ended; n.mode := last.mode; n.hours_kind := last.hours_kind;
  n.occurred_offset := right(local_iso(ended, employee_zone(worker.id)), 6);
  n.source := case actor_type() when 'oauth' then 'mcp' when 'user' then 'web' else 'api' end;
  n.reason := 'The employment ended';
  n.recorded_by := coalesce(user_id(), (select (m.end_effects->>'by')::uuid from employments m
    where m.org_id = org_id() and m.employee_id = worker.id order by lower(m.valid) desc limit 1));
  if last.event = 'break_start' then
    n.event := 'break_end';
    perform append_working_hours(lock_working_hours(), n);
  end if;
  n.event := 'clock_out'; n.seq := null;
  perform append_working_hours(lock_working_hours(), n);
end $$;

-- Enters by how much what was granted to somebody differs from what is due, since the days employed changed.
create or replace function app.settle_entitlements(employee uuid, since int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record; due numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('accruals:' || org_id(), 0)), lock_leave(employee);
  for x in select t as type, l.year, max(l.effective_on) filter (where l.kind <> 'proration')
    as entered_until,
        sum(l.amount) as entered
      from leave_ledger l join leave_types t on t.org_id = l.org_id and t.id = l.leave_type_id
      where l.org_id = org_id() and l.employee_id = settle_entitlements.employee and l.year >= since
        and l.kind in ('grant', 'accrual', 'proration')
      group by t.*, t.id, l.year order by l.year, t.id loop
    if x.entered_until is null then continue; end if;
    select granted_until(case (x.type).accrual
        when 'monthly' then (date_trunc('month', x.entered_until) + interval '1 month')::date - 1
        when 'per_worked_day' then x.entered_until
        else upper(leave_year(x.year)) - 1 end, x.type, y)
      into due from (select) one left join employed_years(array[employee], x.year,
        (x.type).accrual = 'per_worked_day', (x.type).accrual_starts_after_days) y on true;
    perform enter_leave(employee, (x.type).id, x.year, 'proration', due - x.entered, x.entered_until);
  end loop;
end $$;

-- Those who left in the last week.
create or replace function app.settle_ends(today date) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select settle_end(e.id) from employees e where e.org_id = org_id()
    and e.termination_date between today - 8 and today order by e.id
$$;

-- Ends an employment with a day, which is the last one employed.
create or replace function app.terminate_employee(employee uuid, last_day date, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e employees;
begin
  select x.* into e from employees x where x.org_id = org_id() and x.id = employee;
  perform ensure(e.termination_date is null or e.termination_date >= employee_today(employee), 'WM409',
    format('the employment ended on %s already', e.termination_date));
  perform ensure(last_day >= e.hire_date, 'WM409',
    format('the employment begins on %s; delete the employee instead',
    e.hire_date));
  perform change_employment(employee, jsonb_build_object('termination_date', last_day, 'reason', reason));
end $$;

create or replace function app.employee_ref(employee uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('employee_id', e.id, 'name', e.name) from employees e
    where e.org_id = org_id() and e.id = employee
$$;

-- What the last end of an employment did, or null.
create or replace function app.end_json(employee uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('leave', x.effects->'leave', 'allocations', x.effects->'allocations',
    'reports', (select coalesce(json_agg(json_build_object('employee', employee_ref(r.employee_id),
        'manager', employee_ref(r.manager_employee_id)) order by r.employee_id), '[]')
      from jsonb_to_recordset(x.effects->'reports') as r(employee_id uuid, manager_employee_id uuid)),
    'deputies', (select coalesce(json_agg(employee_ref(d::uuid) order by d), '[]')
      from jsonb_array_elements_text(x.effects->'deputies') d),
    'departments', (select coalesce(json_agg(json_build_object('department_id', d.id, 'name', d.name)
        order by d.name, d.id), '[]')
      from departments d where d.org_id = org_id() and x.effects->'departments' ? d.id::text))
    from (select m.end_effects as effects from employments m where m.org_id = org_id()
      and m.employee_id = end_json.employee order by lower(m.valid) desc limit 1) x
    where x.effects is not null
$$;

-- The same after ending it, with {stopped, balances, weeks}: what was running, what is left of leave, and the
-- weeks that nobody has approved.
create or replace function app.after_end(employee uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select (end_json(e.id)::jsonb || jsonb_build_object(
    'stopped', json_build_object(
      'time_entry_id', (select t.id from time_entries t where t.org_id = e.org_id and t.user_id = e.user_id
        and t.kind = 'timer' and t.updated_at = now()::timestamptz(3) and t.ended_at is not null limit 1),
      'working_hours_seq', (select max(l.seq) from working_hours_log l where l.org_id = e.org_id
        and l.employee_id = e.id and l.event = 'clock_out'
          and l.recorded_at >= date_trunc('milliseconds', now()))),
    'balances', (select coalesce(json_agg(json_build_object('leave_type_id', t.id, 'leave_type', t.name,
        'unit', case t.unit when 'hour' then 'minute' else 'day' end,
        'available', trim_scale(b.available)::text) order by folded(t.name), t.id), '[]')
      from leave_types t cross join lateral leave_balance_on(e.id, t,
          leave_year_of(e.termination_date), e.termination_date) b
      where t.org_id = e.org_id and t.affects_balance and t.archived_at is null),
    'weeks', (select coalesce(json_agg(json_build_object('week_start', w.week_start, 'status', w.status)
        order by w.week_start), '[]')
      from (select m.week_start, m.status from missing_weeks(week_begun(e.termination_date) - 175,
            week_begun(e.termination_date), e.id, null, null) m where m.worked > 0 or m.status = 'rejected'
        union all select s.week_start, s.status from timesheets s where s.org_id = e.org_id
          and s.employee_id = e.id and s.status = 'submitted') w)))::json
    from employees e where e.org_id = org_id() and e.id = after_end.employee
$$;

-- What the end of an employment leaves open, for whoever ended it.
create or replace function app.after_termination(employee uuid) returns json language sql stable as $$
  select json_build_object(
    'reports', (select coalesce(json_agg(r->'employee' order by r->'employee'->>'name'), '[]')
      from json_array_elements(app.end_json(employee)->'reports') r
      where json_typeof(r->'manager') = 'null'),
    'departments', app.end_json(employee)->'departments',
    'account', (select json_build_object('user_id', u.id, 'name', u.name) from employees e
      join organization_members m
        on m.org_id = e.org_id and m.user_id = e.user_id and m.status = 'active'
          join users u on u.id = e.user_id
      where e.org_id = app.org_id() and e.id = employee))
$$;
