-- What causes notifications: task changes, sprints and due dates. Also their cleanup when their subject moves
-- or is erased.

-- The consumer of the topic `notify`. Notifications are not audited: they follow from audited events.
create or replace function app.notify_of_event(work jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  if work->>'event' = 'task.changed' then
    perform notify_of_tasks(org_id(), (work->>'change_id')::uuid, (work->>'at')::timestamptz);
  elsif work->>'event' in ('sprint.started', 'sprint.completed') then
    perform notify_of_sprint(work);
  elsif work->>'event' like 'document.%' then
    perform notify_of_document(work);
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;

create or replace function app.notify_of_tasks(org uuid, change uuid, at timestamptz) returns void
language plpgsql as $$
declare recipient record; e task_events;
begin
  for recipient in select t.person, count(*) as tasks,
        (array_agg(t.event_id order by app.reason_strength(t.reason), t.event_id))[1] as event_id,
        (array_agg(t.reason order by app.reason_strength(t.reason), t.event_id))[1] as reason,
        jsonb_agg(jsonb_build_object('id', t.task_id, 'reason', t.reason)
          order by app.reason_strength(t.reason), t.event_id) as items
      from app.change_recipients(org, change, at) t group by t.person order by t.person loop
    select * into e from task_events x where x.org_id = app.org_id() and x.id = recipient.event_id;
    perform app.notify(case when recipient.tasks = 1 then app.task_notification(e, recipient.person, recipient.reason)
      else app.bulk_notification(e, recipient.person, recipient.reason, recipient.items) end);
  end loop;
end $$;

-- The people of a sprint: assignees and watchers of its tasks, or of those removed by this change.
create or replace function app.sprint_people(org uuid, sprint uuid, change text, at timestamptz) returns setof uuid
language sql stable as $$
  with task_ids as (
    select t.id from tasks t where t.org_id = org and t.sprint_id = sprint and t.deleted_at is null
    union select e.task_id from task_events e where e.org_id = org and e.created_at = sprint_people.at
      and e.change_id::text = change and e.field = 'sprint_id' and e.old_value #>> '{}' = sprint::text)
  select t.assignee_id from task_ids join tasks t on t.org_id = org and t.id = task_ids.id where t.assignee_id is not null
  union select w.user_id from task_ids join task_watchers w on w.org_id = org and w.task_id = task_ids.id
    where w.state = 'watching'
$$;

create or replace function app.notify_of_sprint(work jsonb) returns void language plpgsql as $$
declare n notifications; recipient uuid; project uuid := (work->>'project_id')::uuid;
begin
  n.org_id := app.org_id(); n.reason := replace(work->>'event', '.', '_');
  n.actor_id := work->>'actor_id'; n.actor_type := work->>'actor_type';
  n.entity_type := 'sprint'; n.entity_id := work->>'sprint_id'; n.project_id := project;
  n.title := left(work->>'name', 200);
  n.source_key := (work->>'event') || ':' || (work->>'change_id');
  for recipient in select s.person from app.sprint_people(n.org_id, n.entity_id, work->>'change_id',
        (work->>'at')::timestamptz) s(person)
      where s.person is distinct from app.human_actor(n.actor_type, n.actor_id)
        and app.wants_notification(n.org_id, s.person, n.reason)
        and not app.is_muted(n.org_id, project, null, s.person) and app.suppression_reason(project, s.person, false) is null
      order by s.person loop
    n.user_id := recipient;
    perform app.notify(n);
  end loop;
end $$;

-- Open tasks due today or tomorrow or overdue by up to thirty days, and whom to notify: the assignee, or else
-- the watchers. Those already notified of this date are left out.
create or replace function app.due_date_audience(org uuid, today date)
returns table (person uuid, task_id uuid, project_id uuid, title text, due date, reason text)
language sql stable as $$
  select p.person, t.id, t.project_id, t.title, t.due_date, r.reason
    from tasks t join projects o on o.org_id = t.org_id and o.id = t.project_id
      cross join lateral (select case when t.due_date < today then 'overdue' else 'due_soon' end) r(reason)
      cross join lateral (select t.assignee_id where t.assignee_id is not null
        union select w.user_id from task_watchers w where t.assignee_id is null and w.org_id = t.org_id
          and w.task_id = t.id and w.state = 'watching') p(person)
    where t.org_id = org and t.due_date between today - 30 and today + 1 and t.deleted_at is null
      and t.archived_at is null and t.status in ('todo', 'in_progress')
      and o.deleted_at is null and o.archived_at is null
      and app.wants_notification(org, p.person, r.reason) and not app.is_muted(org, t.project_id, t.id, p.person)
      and not exists (select from notifications n where n.user_id = p.person
        and n.source_key = app.due_key(t.id, t.due_date, r.reason))
$$;

create or replace function app.due_key(task uuid, due date, reason text) returns text
language sql immutable parallel safe as $$ select reason || ':' || task || ':' || due $$;

-- The consumer of the topic `due`: notifies of dates reached in the organization's time zone. Idempotent,
-- however late it runs. `at_once`: only tasks given a due date of today during today, and not the person who
-- set it.
create or replace function app.notify_of_due_dates(at_once boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); d record; n notifications; today date := org_today();
begin
  for d in select * from due_date_audience(org_id(), today) p
      where suppression_reason(p.project_id, p.person, false) is null and (not at_once or p.due = today
        and not exists (select from tasks t where t.org_id = org_id() and t.id = p.task_id and coalesce(t.updated_by, t.created_by) = p.person))
      order by p.person, p.task_id loop
    n.org_id := org_id(); n.user_id := d.person; n.reason := d.reason; n.actor_type := 'system';
    n.entity_type := 'task'; n.entity_id := d.task_id; n.project_id := d.project_id; n.title := left(d.title, 200);
    n.group_key := 'task:' || d.task_id || ':due';
    n.source_key := due_key(d.task_id, d.due, d.reason);
    n.data := jsonb_build_object('due_date', d.due);
    perform notify(n);
  end loop;
  perform set_config('app.suppress_audit', saved, true);
  if not at_once then perform schedule(org_id(), 'due', '{}', next_notices(org_id())); end if;
end $$;

-- Schedules the notices of a date: the morning before it; for one that is nearer or past, the next morning;
-- for the current day, at once.
create or replace function app.schedule_notices(org uuid, due date, zone text) returns void language sql
security definer set search_path = public, app, pg_temp as $$
  select case when due = day and due = today(zone) then schedule(org, 'due', '{"at_once":true}', now())
    else schedule(org, 'due', '{}', job_time(zone, greatest(due - 1, day + 1))) end from job_day(zone) day
$$;

-- When the next notices of an organization's dates are due, other than those due now: the mornings before and
-- after.
create or replace function app.next_notices(org uuid) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  with zones as (select o.timezone as zone, job_day(o.timezone) as day from organizations o where o.id = org),
  open as (select t.due_date as due from zones, tasks t where t.org_id = org and t.due_date >= zones.day
    and t.deleted_at is null and t.archived_at is null and t.status in ('todo', 'in_progress'))
  select job_time(zones.zone, least((select min(o.due) + 1 from open o where o.due <= zones.day + 1),
    (select min(o.due) - 1 from open o where o.due > zones.day + 1))) from zones
$$;

-- Each run schedules the next; the daily job schedules what was missed, and what follows from other changes.
create or replace function app.daily_notices(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(o.id, 'due', '{}',
      case when exists (select from due_date_audience(o.id, job_day(o.timezone))) then now()
        else next_notices(o.id) end),
      schedule_people_day(o.id, o.timezone), schedule_week_reminders(), schedule_okr_day(o.id, o.timezone),
      schedule(o.id, 'vault', '{}', next_expiry_reminder(o.id))
    from organizations o where o.id = org and o.deleted_at is null and o.status <> 'suspended'
$$;

-- Notifications follow their task or document to another project, and are erased with it, unaudited.
create or replace function app.move_notifications() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  update notifications n set project_id = new.project_id
    where n.org_id = new.org_id and n.entity_type = tg_argv[0] and n.entity_id = new.id;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger move_notifications after update of project_id on tasks for each row
  when (new.project_id <> old.project_id) execute function app.move_notifications('task');
create or replace trigger move_notifications after update on documents for each row
  when (new.project_id is distinct from old.project_id) execute function app.move_notifications('document');

create or replace function app.erase_notifications() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  delete from notifications n using gone g
    where n.org_id = g.org_id and n.entity_type = tg_argv[0] and n.entity_id = g.id;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger erase_notifications after delete on tasks referencing old table as gone
  for each statement execute function app.erase_notifications('task');
create or replace trigger erase_notifications after delete on documents referencing old table as gone
  for each statement execute function app.erase_notifications('document');

-- Erases what an organization keeps for a person when they leave. What is in the inbox and what was put away
-- have an index each.
create or replace function app.erase_notifications_of(org uuid, person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  delete from notifications n where n.org_id = org and n.user_id = person
    and n.archived_at is null and n.deleted_at is null;
  delete from notifications n where n.org_id = org and n.user_id = person
    and (n.archived_at is not null or n.deleted_at is not null);
  delete from notification_preferences p where p.org_id = org and p.user_id = person;
  delete from notification_mutes m where m.org_id = org and m.user_id = person;
  perform set_config('app.suppress_audit', saved, true);
end $$;
