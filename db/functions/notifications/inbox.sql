-- A person's inbox.

-- Why a notification was sent, per preference.
create or replace function app.notification_reason_text(reason text) returns text language sql immutable parallel safe as $$
  select case reason
    when 'mentioned' then 'You were mentioned'
    when 'assigned' then 'The task was assigned to you'
    when 'unassigned' then 'The task is no longer yours'
    when 'replied' then 'Somebody replied in a thread that you wrote in or resolved'
    when 'commented' then 'You watch the task'
    when 'status_changed' then 'You watch the task'
    when 'blocked' then 'You watch the task, which is now blocked'
    when 'unblocked' then 'You watch the task, which is no longer blocked'
    when 'due_soon' then 'The task is due today or tomorrow, and it is yours or you watch it'
    when 'overdue' then 'The task is overdue, and it is yours or you watch it'
    when 'sprint_started' then 'You have or watch tasks of the sprint'
    when 'sprint_completed' then 'You have or watch tasks of the sprint'
    when 'document_updated' then 'You own the document, or wrote or commented in it'
    when 'document_commented' then 'You own the document, or wrote or commented in it'
    when 'reminder' then 'You set a reminder'
    when 'approval' then 'Something is waiting for your answer'
    when 'security' then 'You own the organization, and somebody opened it further or took data out of it'
    when 'leave_asked' then 'You decide leave of the person'
    when 'leave_decided' then 'It is your leave'
    when 'leave_changed' then 'It is your leave, or that of somebody whose leave you decide'
    when 'timesheet_asked' then 'You decide timesheets of the person'
    when 'timesheet_decided' then 'It is your timesheet'
    when 'hours_correction'
      then 'It is about your working hours, or those of somebody whose hours you confirm'
    when 'payslip_ready' then 'It is your payslip'
    when 'hr_task' then 'It concerns you, your team, or the people that you administer'
    when 'objective' then 'It is about an objective of yours, or one below it'
    when 'meeting' then 'You take part in the meeting'
    when 'automation' then 'An automation notified you, or needs an admin'
    else 'You get notifications of this kind' end
$$;

-- Audits that the caller marked n notifications as read.
create or replace function app.audit_notifications_read(read_count bigint) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, oauth_authorization_id, action,
      entity_type, entity_id, changes, ip, user_agent, request_id)
    select org_id(), current_setting('app.actor_type', true), user_id(), u.email, key_id(), family(),
      current_setting('app.action', true), 'notifications', user_id()::text,
      jsonb_build_object('read', jsonb_build_object('to', read_count)), nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;
