-- The life of a week: open, submitted, then approved or rejected. Its time is locked while it is submitted or
-- approved.

-- Whoever submits a week waits for writes of time of the employee, and the other way round, so that no time
-- slips in that the sheet does not count.
create or replace function app.lock_weeks(employee uuid, alone boolean) returns void language plpgsql as $$
declare key bigint := hashtextextended('weeks:' || app.org_id() || employee, 0);
begin
  if alone then perform pg_advisory_xact_lock(key); else perform pg_advisory_xact_lock_shared(key); end if;
end $$;

-- Refuses to write time of a week that is submitted or approved: of any week that it touches. Users
-- without an employee have no weeks. Volatile, so that it sees what was submitted while it waited.
create or replace function app.require_open_week(e time_entries, action text) returns void
language plpgsql volatile security definer set search_path = public, app, pg_temp as $$
declare employee uuid; s timesheets; day date := coalesce(e.work_date, e.started_at::date);
begin
  select x.id into employee from employees x where x.org_id = org_id() and x.user_id = e.user_id;
  if employee is null then return; end if;
  perform lock_weeks(employee, false);
  select t.* into s from timesheets t where t.org_id = org_id() and t.employee_id = employee
    and t.status in ('submitted', 'approved') and t.week_start between day - 9 and day + 3
    and case when e.started_at is null then day between t.week_start and t.week_start + 6
      else e.started_at < day_start(t.week_start + 7, t.time_zone)
        and coalesce(e.ended_at, greatest(now(), e.started_at + interval '1 millisecond'))
          > day_start(t.week_start, t.time_zone) end
    order by t.week_start limit 1;
  perform ensure(s.id is null, 'WM409', format('the week of %s is %s, so its time cannot be %s; %s',
    s.week_start, s.status, action, case s.status when 'submitted' then 'withdraw it first'
      else 'an admin can reopen it' end));
end $$;

create or replace function app.note_sheet(s timesheets, what text, said text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into timesheet_events (employee_id, timesheet_id, action, note) values (s.employee_id, s.id, what,
    said)
$$;

-- "by Grace", who decided.
create or replace function app.said_decider(s timesheets) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(', by ' || (select u.name from users u where u.id = s.decided_by), '')
$$;

-- Refuses to open a week whose minutes a payroll run has paid by the hour.
create or replace function app.check_sheet_unpaid(employee uuid, monday date) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare run text;
begin
  select r.name into run from payslips p join payroll_runs r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = org_id() and p.employee_id = employee and p.status = 'final' and r.status = 'paid'
      and p.period && daterange(monday, monday + 7) and jsonb_path_exists(p.inputs,
        '$.parts[*] ? (@.basis == "hourly")') limit 1;
  perform ensure(run is null, 'WM409',
    format('the payroll run %s has paid this week; what is wrong is for the next run', run));
end $$;

-- Where weeks are submitted in sequence, those before come first.
create or replace function app.require_former_weeks(employee uuid, monday date) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare former date;
begin
  if not (workforce_settings()).weeks_in_sequence then return; end if;
  select min(m.week_start) into former from missing_weeks(monday - 56, monday - 7, employee, null, null) m;
  perform ensure(former is null, 'WM409',
    format('the week of %s is not submitted; weeks are submitted one after the other', former));
end $$;

-- Submits a week {comment?, empty?}: by the employee, or on behalf by whoever has the employee in the
-- team. It is approved at once where nobody else could decide.
create or replace function app.submit_timesheet(employee uuid, monday date, input jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s timesheets; w record; since timestamptz; zone text; own boolean := employee = employee_id();
begin
  perform ensure(in_team(employee), 'WM404', 'employee not found');
  perform lock_weeks(employee, true);
  zone := employee_zone(employee);
  perform ensure_fields(array[case when not exists (select from employments m where m.org_id = org_id()
      and m.employee_id = employee and m.valid && daterange(monday, monday + 7))
    then 'path.week_start: not employed in that week' end]);
  perform ensure(monday <= today(zone), 'WM409',
    format('the week has not begun; it can be submitted from %s',
    monday));
  insert into timesheets (employee_id, week_start) values (employee, monday) on conflict do nothing;
  select t.* into s from timesheets t where t.org_id = org_id() and t.employee_id = employee
    and t.week_start = monday for update;
  perform ensure(s.status in ('open', 'rejected'), 'WM409', format('the week is %s already%s', s.status,
    said_decider(s)));
  select min(t.started_at) into since from time_entries t join employees e on e.org_id = t.org_id
      and e.user_id = t.user_id
    where t.org_id = org_id() and e.id = employee and t.kind = 'timer' and t.ended_at is null
      and t.started_at < day_start(monday + 7, zone);
  perform ensure(since is null, 'WM409', format('a timer has been running since %s; stop it first',
    utc(since)));
  perform require_former_weeks(employee, monday);
  select t.* into w from week_totals(array[employee], array[monday]) t;
  perform ensure(w.worked > 0 or w.contracted - w.holiday - w.leave = 0
      or coalesce((input->>'empty')::boolean, false), 'WM409',
    'no time is logged in this week; send empty: true to submit it nevertheless');
  update timesheets t set status = 'submitted', time_zone = zone, days = w.days, inputs_hash = w.inputs_hash,
      contracted_minutes = w.contracted, holiday_minutes = w.holiday, leave_minutes = w.leave,
      worked_minutes = w.worked, submitted_at = now(), submitted_by = user_id(),
      on_behalf = not coalesce(own, false), comment = input->>'comment',
        asked_employee_id = asked_for(employee), decided_at = null,
      decided_by = null, note = null, self_decided = false
    where t.org_id = org_id() and t.id = s.id;
  perform note_sheet(s, 'submitted', input->>'comment');
  if own and not others_decide(employee) then
    perform settle_sheet(s, 'approved', null, true);
  else
    perform tell_of_week(s.id, 'asked'), tell_of_week(s.id, 'submitted');
  end if;
end $$;

create or replace function app.settle_sheet(s timesheets, decision text, said text, by_self boolean)
  returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update timesheets t set status = decision, decided_at = now(), decided_by = user_id(), note = said,
    self_decided = by_self where t.org_id = org_id() and t.id = s.id;
  perform note_sheet(s, decision, said), feed_overtime(s.id), tell_of_week(s.id, decision);
end $$;

-- What has changed since a week was submitted, day by day: its leave, holidays, schedule and time.
create or replace function app.sheet_changes(employee uuid, monday date) returns text[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(c.text order by c.day) filter (where c.text is not null), '{}')
    from timesheets s cross join lateral week_totals(array[s.employee_id], array[s.week_start]) w
      cross join lateral jsonb_to_recordset(w.days) as n(date date, is_employed boolean, contracted int,
        holiday int, leave int, worked int)
      join lateral jsonb_to_recordset(s.days) as o(date date, is_employed boolean, contracted int,
        holiday int, leave int, worked int) on o.date = n.date
      cross join lateral (select n.date as day, case
        when n.is_employed <> o.is_employed then format('the employment on %s changed after submission',
          n.date)
        when n.holiday <> o.holiday and n.contracted = o.contracted
          then format('the holiday on %s was %s after submission', n.date,
            case when n.holiday > o.holiday then 'added' else 'removed' end)
        when n.contracted <> o.contracted
          then format('the work schedule of %s changed after submission', n.date)
        when n.leave < o.leave then format('leave on %s was cancelled after submission', n.date)
        when n.leave > o.leave then format('leave on %s was approved after submission', n.date)
        when n.worked <> o.worked then format('the time of %s changed after submission',
          n.date) end as text) c
    where s.org_id = org_id() and s.employee_id = employee and s.week_start = monday
      and s.status in ('submitted', 'approved') and w.inputs_hash <> s.inputs_hash
$$;

-- Those of some sheets whose inputs are not any more what they were when they were submitted.
create or replace function app.stale_sheets(sheets uuid[]) returns table (id uuid)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with kept as materialized (select s.id, s.employee_id, s.week_start, s.inputs_hash from timesheets s
    where s.org_id = org_id() and s.id = any (sheets) and s.status in ('submitted', 'approved'))
  select k.id from kept k join week_totals(array(select x.employee_id from kept x order by x.id),
      array(select x.week_start from kept x order by x.id)) w
    on w.employee_id = k.employee_id and w.week_start = k.week_start where w.inputs_hash <> k.inputs_hash
$$;

-- Approves or rejects a week. `seen` is the version that the approver looked at.
create or replace function app.decide_timesheet(employee uuid, monday date, decision text, said text,
  seen int)
  returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s timesheets; by_self boolean; changes text[]; who text;
begin
  perform ensure(reaches_week(employee, monday), 'WM404', 'employee not found');
  select t.* into s from timesheets t where t.org_id = org_id() and t.employee_id = employee
    and t.week_start = monday for update;
  select e.name into who from employees e where e.org_id = org_id() and e.id = employee;
  by_self := coalesce(employee = employee_id(), false);
  perform ensure(not by_self or not others_decide(employee), 'WM403',
    format('you cannot decide your own timesheet; %s is asked', name_of_asked(employee)));
  perform ensure(coalesce(s.status, 'open') <> 'open', 'WM409',
    format('the week is open; %s submits it first', who));
  perform ensure(s.status = 'submitted', 'WM409', format('the week is %s already%s', s.status,
    said_decider(s)));
  perform ensure(seen is null or seen = s.version, 'WM409', format('%s submitted it again; look again',
    who));
  changes := case when decision = 'approved' then sheet_changes(employee, monday) end;
  perform ensure(coalesce(cardinality(changes), 0) = 0, 'WM409',
    format('%s; reject the week, so that it is submitted again', array_to_string(changes, '; ')));
  perform settle_sheet(s, decision, said, by_self);
end $$;

-- Opens a week again: one that is submitted for whoever reaches it, one that is approved for admins.
create or replace function app.reopen_timesheet(employee uuid, monday date, said text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s timesheets;
begin
  perform ensure(in_team(employee), 'WM404', 'employee not found');
  select t.* into s from timesheets t where t.org_id = org_id() and t.employee_id = employee
    and t.week_start = monday for update;
  perform ensure(s.status is distinct from 'approved' or app.role_level() >= 40, 'WM403',
    'an approved week is for admins to reopen');
  perform ensure(s.status in ('submitted', 'approved'), 'WM409', case s.status
    when 'rejected' then 'the week is rejected, so its time can be changed already'
    else 'the week is open already' end);
  if s.status = 'approved' then perform check_sheet_unpaid(employee, monday); end if;
  update timesheets t set status = 'open', time_zone = null, days = null, inputs_hash = null,
      contracted_minutes = null, holiday_minutes = null, leave_minutes = null, worked_minutes = null,
      submitted_at = null, submitted_by = null, asked_employee_id = null, on_behalf = false,
        decided_at = null, decided_by = null,
      note = null, self_decided = false
    where t.org_id = org_id() and t.id = s.id;
  perform note_sheet(s, case when s.status = 'submitted' then 'withdrawn' else 'reopened' end, said),
    feed_overtime(s.id), tell_of_week(s.id, 'reopened');
end $$;

-- Approves weeks [{employee_id, week_start, version?}], each for itself, in one order for all who do so at
-- once: [{employee_id, week_start, approved, error: {code, message}}].
create or replace function app.approve_timesheets(items jsonb) returns json language plpgsql as $$
declare i record; results jsonb := '{}'; failure jsonb;
begin
  for i in select x.n, x.one->>'employee_id' as employee, x.one->>'week_start' as monday,
      (x.one->>'version')::int as version from jsonb_array_elements(items) with ordinality x(one, n)
      order by x.one->>'employee_id', x.one->>'week_start', x.n loop
    failure := null;
    begin
      perform app.decide_timesheet(i.employee::uuid, i.monday::date, 'approved', null, i.version);
    exception when sqlstate 'WM403' or sqlstate 'WM404' or sqlstate 'WM409' then
      failure := jsonb_build_object('code', case sqlstate when 'WM403' then 'forbidden'
        when 'WM404' then 'not_found' else 'conflict' end, 'message', sqlerrm);
    end;
    results := results || jsonb_build_object(i.n, jsonb_build_object('employee_id', i.employee,
      'week_start', i.monday, 'approved', failure is null, 'error', failure));
  end loop;
  return (select json_build_object('results', json_agg(r.value order by r.key::int))
    from jsonb_each(results) r);
end $$;
