-- Certificates: files on a request, for the person and admins. Whoever decides sees whether one is there.

-- Until which day it must be there, or null; not at all where it must be there before the approval.
create or replace function app.certificate_due(r leave_requests, t leave_types) returns date
language sql immutable as $$
  select case when t.requires_attachment and r.status in ('pending', 'approved')
    then r.start_date + t.attachment_due_days end
$$;

-- `there`, `due`, `missing`, or `not_required`.
create or replace function app.certificate_state(r leave_requests, t leave_types) returns text
language sql stable as $$
  select case when r.certificates > 0 then 'there' when not t.requires_attachment
      or r.status not in ('pending', 'approved')
      or app.kept_until('certificates', r.end_date) < app.org_today() then 'not_required'
    when app.certificate_due(r, t) < app.org_today() then 'missing' else 'due' end
$$;

create or replace function app.require_certificate(r leave_requests, t leave_types) returns void
language plpgsql stable as $$
begin
  perform app.ensure(r.certificates > 0 or not t.requires_attachment or t.attachment_due_days is not null,
    'WM409', 'it needs a certificate before it can be approved; the person or an admin attaches one');
end $$;

-- Maintains leave_requests.certificates: ready and live files only.
create or replace function app.count_certificates() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare delta int := (new.object_id is not null and new.deleted_at is null)::int
    - (old.object_id is not null and old.deleted_at is null)::int;
begin
  if delta = 0 or coalesce(new.entity_type, old.entity_type) <> 'leave_request'
    or coalesce(current_setting('app.purging', true) = 'on', false) then return null; end if;
  update leave_requests r set certificates = r.certificates + delta
    where r.org_id = coalesce(new.org_id, old.org_id) and r.id = coalesce(new.entity_id, old.entity_id);
  return null;
end $$;
create or replace trigger count_certificates after insert or delete or update of object_id, deleted_at
  on attachments for each row execute function app.count_certificates();

-- Approved leave whose certificate is missing since the day before, or has been for a week.
create or replace function app.missing_certificates(org uuid, today date)
returns table (request_id uuid, weeks int) language sql stable security definer
set search_path = public, app, pg_temp as $$
  select r.id, (today - certificate_due(r, t) - 1) / 7 from leave_types t
      join leave_requests r on r.org_id = t.org_id and r.leave_type_id = t.id
    where t.org_id = org and t.requires_attachment and r.certificates = 0 and r.status = 'approved'
      and r.start_date between today - t.attachment_due_days - 10 and today - t.attachment_due_days - 1
$$;

-- The person and admins are told, once when it is missing and once a week later. Neither says what it is for.
create or replace function app.remind_of_certificates(today date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare x record;
begin
  for x in select r.id, e.id as employee, e.name, said_days(r.start_date, r.end_date) as days, m.weeks
      from missing_certificates(org_id(), today) m
        join leave_requests r on r.org_id = org_id() and r.id = m.request_id
        join employees e on e.org_id = r.org_id and e.id = r.employee_id
      order by r.id loop
    perform tell('leave_changed', 'leave_request', x.id, 'A document is missing',
        accounts_of(array[x.employee]), format('certificate:%s:%s', x.id, x.weeks), x.days),
      tell('hr_task', 'leave_request', x.id, 'A document is missing', array(select a from unnest(admins()) a
        where a <> all (accounts_of(array[x.employee]))), format('certificate:%s:%s', x.id, x.weeks),
        x.name || ', ' || x.days);
  end loop;
end $$;
