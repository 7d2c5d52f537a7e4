-- Reminders when they fire, and when their subject changes.

-- Fires a reminder once per due time, however often the job runs: notification and next occurrence are one
-- write. Missed occurrences collapse into one. A subject its person may no longer open is unlinked.
create or replace function app.fire_reminder(reminder uuid, at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); r reminders; n notifications; next_at timestamptz;
begin
  select * into r from reminders x where x.org_id = org_id() and x.id = reminder and x.next_fire_at = at
    and x.deleted_at is null for update;
  if not found then perform set_config('app.suppress_audit', saved, true); return; end if;
  if is_trashed(r.entity_type, r.entity_id) or not exists (select from organization_members m
      where m.org_id = r.org_id and m.user_id = r.user_id and m.status = 'active') then
    update reminders x set next_fire_at = null, held_at = at where x.org_id = r.org_id and x.id = r.id;
    perform set_config('app.suppress_audit', saved, true); return;
  end if;
  if r.rrule is not null then next_at := reminder_after(r, greatest(at, now())); end if;
  update reminders x set next_fire_at = next_at, status = case when next_at is null then 'fired' else 'scheduled' end,
      fired_at = now(), fire_count = x.fire_count + 1 where x.org_id = r.org_id and x.id = r.id;
  if r.entity_id is not null and not can_open_item(r.entity_type, r.entity_id, r.user_id) then
    perform detach_reminder(r, coalesce(reminder_start(r), at));
  end if;
  if not wants_notification(r.org_id, r.user_id, 'reminder') then
    perform set_config('app.suppress_audit', saved, true); return;
  end if;
  n.org_id := r.org_id; n.user_id := r.user_id; n.reason := 'reminder'; n.actor_type := 'system';
  n.entity_type := 'reminder'; n.entity_id := r.id; n.title := r.title; n.snippet := left(r.body, 300);
  n.source_key := 'reminder:' || r.id || ':' || utc(at);
  perform notify(n);
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Unlinks a reminder from its subject, giving it a time of its own.
create or replace function app.detach_reminder(r reminders, at timestamptz) returns void language sql as $$
  update reminders x set entity_type = null, entity_id = null, kind = 'absolute', remind_at = at, relative_to = null,
      offset_minutes = null where x.org_id = r.org_id and x.id = r.id
$$;

-- Reminders about trashed items are held; about restored ones they fire if their time is still ahead.
create or replace function app.hold_or_release_reminders(org uuid, item_kind text, items uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); r reminders; is_held boolean;
begin
  for r in select * from reminders x where x.org_id = org and x.entity_type = item_kind and x.entity_id = any (items)
      and x.status = 'scheduled' and x.deleted_at is null order by x.id for update loop
    is_held := is_trashed(item_kind, r.entity_id);
    if is_held and r.next_fire_at is not null then
      update reminders x set next_fire_at = null, held_at = r.next_fire_at where x.org_id = org and x.id = r.id;
    elsif not is_held and r.held_at is not null then
      update reminders x set held_at = null,
          next_fire_at = case when r.held_at > now() then r.held_at else reminder_after(r, now()) end
        where x.org_id = org and x.id = r.id;
    end if;
  end loop;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- A row of the kind that is the argument went into the trash or came back; a project with all that is in it.
create or replace function app.hold_or_release_reminders() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if tg_argv[0] = 'project' then
    perform hold_or_release_reminders(new.org_id, r.entity_type, array_agg(r.entity_id))
      from reminders r cross join lateral item(new.org_id, r.entity_type, r.entity_id) i
      where r.org_id = new.org_id and r.entity_id is not null and i.project_id = new.id group by r.entity_type;
  else perform hold_or_release_reminders(new.org_id, tg_argv[0], array[new.id]);
  end if;
  return null;
end $$;

-- Reminders follow their task's dates for those who may still open it; a fired one fires again on a new date.
create or replace function app.move_reminders() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); r reminders; next_at timestamptz;
begin
  for r in select * from reminders x where x.org_id = new.org_id and x.entity_type = 'task' and x.entity_id = new.id
      and x.kind = 'relative' and x.status in ('scheduled', 'fired') and x.deleted_at is null
      and case x.relative_to when 'due_date' then new.due_date is distinct from old.due_date
        else new.start_date is distinct from old.start_date end
      order by x.id for update loop
    continue when not can_open_item('task', new.id, r.user_id);
    next_at := reminder_after(r, now());
    update reminders x set next_fire_at = next_at, status = case when next_at is null then x.status else 'scheduled' end
      where x.org_id = r.org_id and x.id = r.id;
  end loop;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger move_reminders after update of due_date, start_date on tasks for each row
  when ((new.due_date, new.start_date) is distinct from (old.due_date, old.start_date))
  execute function app.move_reminders();
