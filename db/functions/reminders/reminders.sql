-- When reminders fire. `next_fire_at` is the source of truth; the outbox job follows it.

-- A reminder's first time: as given, or 09:00 local time on its task's date plus the offset.
create or replace function app.reminder_start(r reminders) returns timestamptz language sql stable as $$
  select case when r.kind = 'absolute' then r.remind_at else (
    select app.from_local_time(d.day + time '09:00' + make_interval(mins => r.offset_minutes), r.timezone)
      from tasks t cross join lateral (select case r.relative_to when 'due_date' then t.due_date else t.start_date end) d(day)
      where r.entity_type = 'task' and t.org_id = r.org_id and t.id = r.entity_id
        and d.day between current_date - 1000 and current_date + 36500) end
$$;

-- A reminder's first time strictly after another, or null.
create or replace function app.reminder_after(r reminders, after timestamptz) returns timestamptz
language sql stable as $$
  select case when r.rrule is null then case when s.start > after then s.start end
    when s.start is not null then (select o from app.occurrences(r.rrule, s.start, r.timezone, after, 1) o) end
  from (select app.reminder_start(r)) s(start)
$$;

-- A reminder's next `max_rows` times for the response: the next one (snoozed or not), then its rule's.
create or replace function app.reminder_times(r reminders, max_rows int) returns json language sql stable as $$
  select coalesce(json_agg(app.utc(m.at) order by m.at), '[]') from (
    select r.next_fire_at where r.next_fire_at is not null
    union all select o from app.occurrences(r.rrule, app.reminder_start(r), r.timezone, r.next_fire_at, max_rows - 1) o
      where r.rrule is not null and r.next_fire_at is not null) m(at)
$$;

-- Schedules a new or changed reminder after `since`, which is now or a minute ago. Completed or dismissed
-- ones stay so unless they got another time. A rule without future occurrences is rejected.
create or replace function app.schedule_reminder(reminder uuid, since timestamptz, reactivate boolean) returns void
language plpgsql as $$
declare saved text := app.suppress_audit(); r reminders; next_at timestamptz; is_held boolean;
begin
  select * into r from reminders x where x.org_id = app.org_id() and x.user_id = app.user_id() and x.id = reminder;
  if r.status in ('completed', 'dismissed') and not reactivate then
    perform set_config('app.suppress_audit', saved, true); return;
  end if;
  next_at := app.reminder_after(r, since);
  perform app.ensure_fields(array[case when r.rrule is not null and next_at is null
    and app.reminder_start(r) is not null then 'body.rrule: no occurrence lies in the future' end]);
  is_held := r.entity_id is not null and app.is_trashed(r.entity_type, r.entity_id);
  update reminders x set next_fire_at = case when not is_held then next_at end, held_at = case when is_held then next_at end,
      status = case when next_at is not null or r.kind = 'relative' then 'scheduled' else r.status end
    where x.org_id = r.org_id and x.id = r.id;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Completes a reminder. With a rule: the last one fired, or the next if that is done; later occurrences still
-- fire.
create or replace function app.complete_reminder(reminder uuid) returns void language plpgsql as $$
declare r reminders; next_at timestamptz;
begin
  select * into r from reminders x where x.org_id = app.org_id() and x.user_id = app.user_id() and x.id = reminder;
  if r.status in ('completed', 'dismissed') then return; end if;
  if r.rrule is not null then
    next_at := case when r.fired_at > coalesce(r.completed_at, '-infinity') then r.next_fire_at
      else app.reminder_after(r, greatest(r.next_fire_at, now())) end;
  end if;
  update reminders x set completed_at = now(), next_fire_at = next_at, held_at = null,
      status = case when next_at is null then 'completed' else 'scheduled' end
    where x.org_id = r.org_id and x.id = r.id;
end $$;

-- Keeps a reminder's outbox job in step with `next_fire_at`.
create or replace function app.sync_reminder_job() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare previous timestamptz; due_at timestamptz;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then previous := old.next_fire_at; end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then due_at := new.next_fire_at; end if;
  if tg_op = 'INSERT' or due_at is distinct from previous then
    if tg_op <> 'INSERT' then delete from outbox where id = old.job_id and done_at is null; end if;
    if tg_op <> 'DELETE' then new.job_id := null; end if;
    if due_at is not null then
      insert into outbox (org_id, topic, payload, available_at) values (new.org_id, 'reminder.due',
        jsonb_build_object('reminder_id', new.id, 'at', due_at), due_at) returning id into new.job_id;
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger keep_job before insert or update or delete on reminders
  for each row execute function app.sync_reminder_job();
