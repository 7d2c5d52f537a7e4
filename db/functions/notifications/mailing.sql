-- Notifications by e-mail: collected for ten minutes, reminders at once.

-- The reasons whose notifications are mailed to people who have not chosen.
create or replace function app.mailed_by_default() returns text[] language sql immutable parallel safe as $$
  select '{leave_decided,payslip_ready,security}'::text[]
$$;
create or replace function app.is_mailed_by_default(reason text) returns boolean language sql immutable parallel safe as $$
  select reason = any (app.mailed_by_default())
$$;

create or replace function app.wants_mail(org uuid, person uuid, notification_reason text) returns boolean
language sql stable as $$
  select coalesce((select p.email from notification_preferences p
    where p.user_id = person and p.org_id = org and p.reason = notification_reason), app.is_mailed_by_default(notification_reason))
$$;

create or replace function app.schedule_digest() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  -- What is told of meetings is mailed at once, with an entry for calendars.
  if new.reason <> 'meeting' and wants_mail(new.org_id, new.user_id, new.reason) then
    perform schedule(new.org_id, 'digest', jsonb_build_object('user_id', new.user_id),
      now() + case new.reason when 'reminder' then interval '0' else interval '10 minutes' end);
  end if;
  return null;
end $$;
create or replace trigger schedule_digest after insert on notifications for each row
  execute function app.schedule_digest();

-- Queues the mail of these notifications, each of which is mailed once. They wait while the address is over
-- its limit.
create or replace function app.queue_digest(person uuid, items jsonb, notification_ids uuid[]) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select mark_mailed(person, notification_ids, queue_mail('digest', person, null,
    jsonb_build_object('org_id', org_id(), 'subject_id', org_id(), 'items', items)))
$$;

create or replace function app.mark_mailed(person uuid, notification_ids uuid[], mail uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit();
begin
  if exists (select from mails m where m.id = mail and m.state = 'queued') then
    update notifications n set mailed_at = now() where n.org_id = org_id() and n.user_id = person
      and n.id = any (notification_ids);
  else
    perform schedule(org_id(), 'digest', jsonb_build_object('user_id', person), now() + interval '1 hour');
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Stops the mail of an organization's notifications to a person.
create or replace function app.unsubscribe(person uuid, org uuid, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform trace(request);
  perform set_config('app.org_id', org::text, true), set_config('app.user_id', person::text, true),
    set_config('app.actor_type', 'user', true);
  delete from notification_preferences p where p.user_id = person and p.org_id = org and p.email and p.in_app
    and not is_mailed_by_default(p.reason);
  update notification_preferences p set email = false where p.user_id = person and p.org_id = org and p.email;
  insert into notification_preferences (user_id, org_id, reason, email)
    select person, org, r.reason, false from unnest(mailed_by_default()) r(reason)
    on conflict (user_id, org_id, reason) do nothing;
  update mails m set state = 'dropped', last_error = 'unsubscribed', facts = m.facts - 'items'
    where m.user_id = person and m.message in ('digest', 'ticket_news') and m.facts->>'sender' = org::text
      and m.state = 'queued';
end $$;
