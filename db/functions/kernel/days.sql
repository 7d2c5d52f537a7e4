create or replace function app.local_day(at timestamptz, zone text) returns date language sql stable parallel safe
  as $$ select (at at time zone zone)::date $$;

-- The first timestamp whose local day is `day`, also where clocks change at midnight.
create or replace function app.day_start(day date, zone text) returns timestamptz language sql stable
  as $$ select app.from_local_time(day::timestamp, zone) $$;

-- The time zone of a member's days: their own, or the organization's.
create or replace function app.person_zone(person uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select u.timezone from organization_members m join users u on u.id = m.user_id
    where m.org_id = o.id and m.user_id = person), o.timezone) from organizations o where o.id = org_id()
$$;

-- The caller's time zone and their current day, which decide what is overdue or due today in what they read;
-- without a person, those of the organization.
create or replace function app.own_zone() returns text language sql stable as $$ select app.person_zone(app.user_id()) $$;
create or replace function app.own_today() returns date language sql stable as $$ select app.today(app.own_zone()) $$;

-- Work that falls due on a date. Its days begin at seven in the morning.

create or replace function app.job_day(zone text, at timestamptz default now()) returns date
language sql stable as $$ select (at at time zone zone - interval '7 hours')::date $$;

create or replace function app.job_time(zone text, day date) returns timestamptz language sql stable
  as $$ select (day + time '07:00') at time zone zone $$;

-- An hour of a day by the clock of a zone: where the clock skips it, an hour later; where it comes twice, the
-- second time.
create or replace function app.hour_of_day(zone text, day date, hour int) returns timestamptz
language sql stable as $$ select (day + make_interval(hours => hour)) at time zone zone $$;

-- Schedules a job (null: none), unless the same one is already due as early. One that a worker has leased may
-- miss what this transaction writes, so it does not count.
create or replace function app.schedule(org uuid, job text, input jsonb, at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare due_at timestamptz := greatest(at, now());
begin
  if at is null or exists (select from outbox b where b.org_id = org and b.topic = job and b.payload = input
    and b.done_at is null and b.attempts = 0 and b.available_at <= due_at) then return; end if;
  insert into outbox (org_id, topic, payload, available_at) values (org, job, input, due_at);
end $$;

-- Schedules what depends on a task's due date: notices, and rules triggered by dates.
create or replace function app.schedule_due_date() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if is_importing() and new.due_date < current_date then return null; end if;
  perform schedule_notices(new.org_id, new.due_date, o.timezone),
      schedule(new.org_id, 'automate.days', jsonb_build_object('zone', coalesce(p.timezone, o.timezone)),
        date_rules_start(new.org_id, new.project_id, new.due_date, coalesce(p.timezone, o.timezone)))
    from organizations o join projects p on p.org_id = o.id and p.id = new.project_id where o.id = new.org_id;
  return null;
end $$;
create or replace trigger schedule_due_date after insert on tasks for each row
  when (new.due_date is not null and new.status in ('todo', 'in_progress'))
  execute function app.schedule_due_date();
create or replace trigger schedule_new_due_date
  after update of due_date, status, column_id, assignee_id, deleted_at, archived_at, project_id on tasks for each row
  when (new.due_date is not null and new.status in ('todo', 'in_progress') and new.deleted_at is null
    and new.archived_at is null and (old.due_date is distinct from new.due_date or old.status in ('done', 'cancelled')
      or old.deleted_at is not null or old.archived_at is not null or old.project_id <> new.project_id
      or old.assignee_id is distinct from new.assignee_id))
  execute function app.schedule_due_date();
