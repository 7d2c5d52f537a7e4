-- How long records of people are kept: one calendar for what is refused and for what ends by itself.

create or replace function app.kept_months(kind text) returns int language sql stable as $$
  select case kind when 'working_hours' then 48 when 'leave' then 36
    when 'payslips' then 12 * (app.workforce_settings()).payslip_retention_years else 12 end
$$;
create or replace function app.kept_until(kind text, since date) returns date language sql stable as $$
  select (since + make_interval(months => app.kept_months(kind)))::date
$$;

-- What is kept how long, from which day, and why.
create or replace function app.retention_rules()
returns table (kind text, months int, counted_from text, source text, is_setting boolean)
language sql stable as $$
  select x.kind, app.kept_months(x.kind), x.counted_from, x.source, x.kind = 'payslips' from (values
    ('working_hours', 'the day of the last record', 'Spain, Estatuto de los Trabajadores, art. 34.9'),
    ('payslips', 'the last day of payment', 'setting of the organization'),
    ('leave', 'the last day of employment', 'claims of former employees; Directive 2003/88/EC, art. 7'),
    ('certificates', 'the last day of the leave', 'GDPR, arts. 5 and 9: health, no longer than needed'),
    ('rejected_leave', 'the day of the decision', 'GDPR, art. 5: no longer than needed'))
    x(kind, counted_from, source)
$$;

-- What is kept of an employee, and until when; null while the employment, from whose end it counts, goes on.
create or replace function app.retained(employee uuid) returns table (kind text, records int, until date)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select x.kind, x.records, kept_until(x.kind, x.since) from (
    select 'working_hours' as kind, count(*)::int as records,
        max(greatest(l.recorded_at, l.occurred_at))::date as since
      from working_hours_log l where l.org_id = org_id() and l.employee_id = retained.employee
    union all select 'payslips', count(*)::int, max(s.pay_date) from payslips s
      where s.org_id = org_id() and s.employee_id = retained.employee and s.status = 'final'
    union all select 'leave', count(*)::int, (select e.termination_date from employees e
        where e.org_id = org_id() and e.id = retained.employee)
      from leave_requests r where r.org_id = org_id() and r.employee_id = retained.employee
        and r.status = 'approved'
    union all select 'certificates', sum(r.certificates)::int, max(r.end_date) from leave_requests r
      where r.org_id = org_id() and r.employee_id = retained.employee and r.certificates > 0) x
    where x.records > 0
$$;

-- The log of working hours of the organization: how many records, and until when it is kept.
create or replace function app.kept_log(out records int, out until date) language sql stable
security definer set search_path = public, app, pg_temp as $$
  select count(*)::int, kept_until('working_hours', max(greatest(l.recorded_at, l.occurred_at))::date)
    from working_hours_log l where l.org_id = org_id()
$$;

-- [{kind, months, counted_from, source, is_setting, records, until}], of what is there of an employee.
create or replace function app.retention_json(employee uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('kind', r.kind, 'months', r.months, 'counted_from',
      r.counted_from, 'source', r.source, 'is_setting', r.is_setting, 'records', k.records, 'until', k.until)
      order by r.kind), '[]')
    from app.retention_rules() r join app.retained(employee) k on k.kind = r.kind
$$;

-- Refuses to delete an employee before all of it has ended, with kinds and days.
create or replace function app.require_unretained(employee uuid) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare kept text;
begin
  select string_agg(replace(k.kind, '_', ' ') || ' until ' || coalesce(said_day(k.until),
      r.months / 12 || ' years after ' || r.counted_from), ', ' order by k.kind) into kept
    from retained(employee) k join retention_rules() r on r.kind = k.kind
    where coalesce(k.until, 'infinity') >= org_today();
  perform ensure(kept is null, 'WM409', format('kept of this employee: %s; end the employment instead', kept));
end $$;

create or replace function app.keep_retained_employee() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.purging', true) is distinct from 'on' then perform require_unretained(old.id); end if;
  return old;
end $$;
drop trigger if exists keep_logged_employee on employees;
create or replace trigger keep_retained_employee before delete on employees
  for each row execute function app.keep_retained_employee();

-- The last certificate of approved leave that needs one stays until its day; another one takes its place
-- first.
create or replace function app.keep_certificate() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare until date;
begin
  select kept_until('certificates', r.end_date) into until from leave_requests r
      join leave_types t on t.org_id = r.org_id and t.id = r.leave_type_id
    where r.org_id = new.org_id and r.id = new.entity_id and r.status = 'approved' and r.certificates = 1
      and t.requires_attachment;
  perform ensure(coalesce(until < org_today(), true), 'WM409',
    format('the certificate is kept until %s; attach another one before you delete it', said_day(until)));
  return new;
end $$;
create or replace trigger keep_certificate before update of deleted_at, object_id on attachments for each row
  when (new.entity_type = 'leave_request' and old.deleted_at is null and new.deleted_at is not null
    and old.object_id is not null)
  execute function app.keep_certificate();

-- Certificates and rejected requests go when their time is over, with their files; of records of working
-- hours the hashes stay.
create or replace function app.daily_retention(org uuid, max_rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare today date := org_today(); saved text := app.suppress_audit(); n int;
begin
  delete from attachments x where x.org_id = org and x.id = any (array(select a.id from leave_requests r
      join attachments a on a.org_id = r.org_id and a.entity_type = 'leave_request' and a.entity_id = r.id
    where r.org_id = org and r.certificates > 0 and kept_until('certificates', r.end_date) < today
    limit max_rows));
  get diagnostics n = row_count;
  max_rows := max_rows - n;
  delete from leave_requests x where x.org_id = org and x.id = any (array(select r.id from leave_requests r
    where r.org_id = org and r.status = 'rejected' and kept_until('rejected_leave', r.decided_at::date) < today
    limit max_rows));
  get diagnostics n = row_count;
  max_rows := max_rows - n - erase_ended_hours(today, max_rows - n);
  perform set_config('app.suppress_audit', saved, true);
  return max_rows <= 0;
end $$;
