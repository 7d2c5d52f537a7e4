-- The life cycle of a ticket: open, pending and on hold until it is resolved, and closed a week later. That
-- it is closed follows from the date, so that reads do not depend on a job; `app.refresh_ticket` writes it
-- down.

create or replace function app.ticket_closes_at(resolved_at timestamptz) returns timestamptz
language sql immutable parallel safe as $$ select resolved_at + interval '168 hours' $$;

-- The current status of a ticket.
create or replace function app.ticket_status(t tickets) returns text language sql stable parallel safe as $$
  select case when t.status = 'resolved' and app.ticket_closes_at(t.resolved_at) <= now() then 'closed' else t.status end
$$;

-- Writes the status changes that passing time has caused. Called first by every change of a ticket, and by
-- the daily job. The caller has locked it.
create or replace function app.refresh_ticket(ticket uuid) returns void language sql as $$
  update tickets t set status = 'closed', closed_at = app.ticket_closes_at(t.resolved_at)
    where t.org_id = app.org_id() and t.id = ticket and t.status = 'resolved' and app.ticket_closes_at(t.resolved_at) <= now()
$$;

-- What follows from a new status, whoever sets it.
create or replace function app.apply_ticket_status() returns trigger language plpgsql as $$
begin
  if new.status in ('resolved', 'closed') then
    new.snoozed_until := null;
    new.waiting_since := null;
  end if;
  if new.status = 'resolved' then
    new.resolved_at := now();
  elsif new.status = 'closed' then
    new.closed_at := coalesce(new.closed_at, now());
  elsif old.status = 'resolved' then
    new.resolved_at := null;
    new.reopened_count := old.reopened_count + 1;
  end if;
  return new;
end $$;
create or replace trigger follow_ticket_status before update on tickets for each row
  when (old.status <> new.status) execute function app.apply_ticket_status();

-- Rejects a status that cannot follow the current one.
create or replace function app.check_ticket_status(t tickets, new_status text) returns void language plpgsql stable as $$
declare allowed text[] := case t.status when 'open' then '{pending,on_hold,resolved}'
  when 'pending' then '{open,on_hold,resolved}'
  when 'on_hold' then '{open,pending,resolved}' when 'resolved' then '{open,closed}' end;
begin
  perform app.ensure(new_status = t.status or new_status = any (allowed), 'WM409',
    format('the ticket is %s; it can become %s', t.status, array_to_string(allowed, ' or ')));
end $$;

-- Rejects changes of a closed or merged ticket. The caller has refreshed it.
create or replace function app.require_open_ticket(t tickets) returns void language plpgsql stable as $$
begin
  perform app.ensure(t.merged_into_id is null, 'WM409', format('the ticket was merged into #%s; continue there', (
      select o.number from tickets o where o.org_id = t.org_id and o.id = t.merged_into_id))),
    app.ensure(t.status <> 'closed', 'WM409',
      'the ticket is closed and cannot change any more; create a follow-up: a ticket with its id as follow_up_of_id');
end $$;

create or replace function app.log_ticket_event(org uuid, ticket uuid, event text, details jsonb, actor uuid,
  occurred_at timestamptz default now())
returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into ticket_events (org_id, ticket_id, kind, data, actor_id, contact_id, automation_id, at)
    values (org, ticket, event, details, actor, case when occurred_at = now() then app.portal_contact() end,
      case when occurred_at = now() then app.automation_id() end, occurred_at)
$$;

-- The history of a ticket. Automatic closing has no actor.
create or replace function app.log_ticket_change() returns trigger language plpgsql as $$
declare actor uuid := app.user_id(); occurred_at timestamptz := now();
begin
  if tg_op = 'INSERT' then
    perform app.log_ticket_event(new.org_id, new.id, 'created', jsonb_build_object('channel', new.channel), actor);
    return null;
  end if;
  if new.status = 'closed' and new.closed_at = app.ticket_closes_at(old.resolved_at) then
    actor := null; occurred_at := new.closed_at;
  end if;
  perform app.log_ticket_event(new.org_id, new.id, c.kind, jsonb_build_object('from', c.was, 'to', c.becomes), actor, occurred_at)
    from (values (1, 'status', to_jsonb(old.status), to_jsonb(new.status)),
      (2, 'priority', to_jsonb(old.priority), to_jsonb(new.priority)),
      (3, 'assignee', to_jsonb(old.assignee_user_id), to_jsonb(new.assignee_user_id)),
      (4, 'snooze', to_jsonb(app.utc(old.snoozed_until)), to_jsonb(app.utc(new.snoozed_until))),
      (5, 'merge', null, to_jsonb(new.merged_into_id)),
      (6, 'task', to_jsonb(old.task_id is not null), to_jsonb(new.task_id is not null))) c(place, kind, was, becomes)
    where c.was is distinct from c.becomes order by c.place;
  return null;
end $$;
create or replace trigger note_new_ticket after insert on tickets for each row execute function app.log_ticket_change();
create or replace trigger note_ticket_change after update on tickets for each row
  when ((old.status, old.priority, old.assignee_user_id, old.snoozed_until, old.merged_into_id, old.task_id is null)
    is distinct from (new.status, new.priority, new.assignee_user_id, new.snoozed_until, new.merged_into_id, new.task_id is null))
  execute function app.log_ticket_change();

-- The job `tickets`: closes up to 500 tickets resolved a week ago; the rest follow a minute later.
create or replace function app.close_due_tickets() returns void language plpgsql as $$
declare ticket uuid; closed_count int := 0;
begin
  for ticket in select t.id from tickets t where t.org_id = app.org_id() and t.status = 'resolved'
      and t.resolved_at <= now() - interval '168 hours' order by t.resolved_at limit 500 loop
    perform app.refresh_ticket(ticket);
    closed_count := closed_count + 1;
  end loop;
  if closed_count = 500 then perform app.schedule(app.org_id(), 'tickets', '{}', now() + interval '1 minute'); end if;
end $$;

create or replace function app.daily_tickets(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(o.id, 'tickets', '{}', now()) from organizations o
    where o.id = org and o.deleted_at is null and o.status <> 'suspended' and exists (select from tickets t
      where t.org_id = o.id and t.status = 'resolved' and t.resolved_at <= now() - interval '168 hours')
$$;

-- Notifies a member of a ticket that somebody else assigned to them.
create or replace function app.notify_of_ticket() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications; saved text;
begin
  if new.assignee_user_id is not distinct from user_id()
    or not wants_notification(new.org_id, new.assignee_user_id, 'assigned') then
    return null;
  end if;
  saved := suppress_audit();
  n.org_id := new.org_id; n.user_id := new.assignee_user_id; n.reason := 'assigned';
  n.actor_id := user_id(); n.actor_type := actor_type();
  n.entity_type := 'ticket'; n.entity_id := new.id; n.title := left('#' || new.number || ' ' || new.subject, 200);
  n.source_key := 'ticket.assigned:' || new.id || ':' || new.version;
  begin
    perform notify(n);
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('notification of a ticket', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger notify_of_new_ticket after insert on tickets for each row
  when (new.assignee_user_id is not null) execute function app.notify_of_ticket();
create or replace trigger notify_of_ticket after update on tickets for each row
  when (new.assignee_user_id is not null and new.assignee_user_id is distinct from old.assignee_user_id)
  execute function app.notify_of_ticket();
