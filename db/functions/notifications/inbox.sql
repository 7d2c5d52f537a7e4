-- A person's inbox.

-- Why a notification came, in the words of its preference.
create or replace function app.notification_why(reason text) returns text language sql immutable parallel safe as $$
  select case reason
    when 'mentioned' then 'You were mentioned'
    when 'assigned' then 'The task was given to you'
    when 'unassigned' then 'The task is no longer yours'
    when 'replied' then 'Somebody replied in a thread that you wrote in'
    when 'commented' then 'You watch the task'
    when 'status_changed' then 'You watch the task'
    when 'blocked' then 'You watch the task, which something is in the way of'
    when 'unblocked' then 'You watch the task, which nothing is in the way of any more'
    when 'due_soon' then 'The task is due today or tomorrow, and it is yours or you watch it'
    when 'overdue' then 'The task is overdue, and it is yours or you watch it'
    when 'sprint_started' then 'You have or watch tasks of the sprint'
    when 'sprint_completed' then 'You have or watch tasks of the sprint'
    when 'document_updated' then 'You own the document, or wrote or commented in it'
    when 'document_commented' then 'You own the document, or wrote or commented in it'
    when 'reminder' then 'You set a reminder'
    when 'automation' then 'An automation tells you, or needs an admin'
    else 'You get notifications of this kind' end
$$;

-- Audits that the caller marked n notifications as read.
create or replace function app.note_read(n bigint) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, oauth_authorization_id, action,
      entity_type, entity_id, changes, ip, user_agent, request_id)
    select org_id(), current_setting('app.actor_type', true), user_id(), u.email, key_id(), family(),
      current_setting('app.action', true), 'notifications', user_id()::text,
      jsonb_build_object('read', jsonb_build_object('to', n)), nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;

-- Sets all of the caller's preferences: reasons that are absent or at their defaults have no row.
create or replace function app.set_notification_preferences(wanted jsonb, muted uuid[]) returns void
language plpgsql as $$
declare org uuid := app.org_id(); person uuid := app.user_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('notifications:' || org || person, 0));
  delete from notification_preferences p where p.org_id = org and p.user_id = person
    and not exists (select from app.switches_in(wanted) s where s.reason = p.reason);
  insert into notification_preferences as p (reason, in_app, email)
    select s.reason, s.in_app, s.email from app.switches_in(wanted) s
    on conflict (user_id, org_id, reason) do update set in_app = excluded.in_app, email = excluded.email
      where (p.in_app, p.email) <> (excluded.in_app, excluded.email);
  delete from notification_mutes m where m.org_id = org and m.user_id = person and m.project_id <> all (muted)
    and app.can_see_project(m.project_id);
  insert into notification_mutes (project_id) select unnest(muted) on conflict do nothing;
end $$;

create or replace function app.switches_in(wanted jsonb) returns table (reason text, in_app boolean, email boolean)
language sql immutable parallel safe as $$
  select s.reason, s.in_app, s.email from jsonb_each(wanted) w(reason, switches)
    cross join lateral (select w.reason, coalesce((w.switches->>'in_app')::boolean, true) as in_app,
      coalesce((w.switches->>'email')::boolean, false) as email) s
    where s.in_app is not true or s.email
$$;
