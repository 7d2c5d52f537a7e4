-- Owners are told of what opens or carries away their organization: a new admin, a key that may write, an
-- export, a connection to a provider. It follows from the entry in the audit trail, whoever caused it by
-- whatever means.

-- What owners hear of, in a line; null for all other entries. This is the whole list.
create or replace function app.owner_news(e audit_log) returns text language sql immutable as $$
  select case e.action
    when 'audit_log.exported' then 'The audit log was exported'
    when 'organization_export.started' then 'An export of the whole organization was started'
    when 'organization_export.downloaded'
      then 'The export of the whole organization was downloaded' || coalesce(' from ' || e.ip, '')
    when 'employee.exported' then 'The table of people was exported'
    when 'expense.exported' then 'Expenses were exported'
    when 'expense.payment_file_made' then 'A file of payments to suppliers was made'
    when 'payroll_run.bank_file_made' then 'A file of salaries for the bank was made'
    when 'invoice.exported' then 'Invoices were exported'
    when 'invoice_register.exported' then 'The invoice register was exported'
    when 'bi_widget.exported' then 'A figure of a dashboard was exported'
    when 'working_hours.log_exported' then 'The whole log of working hours was exported'
    when 'people_report.exported' then 'The figures of people were exported'
    when 'time_entry.exported' then 'Time entries were exported'
    when 'working_hours.exported' then 'Working hours were exported'
    when 'working_hours.printed' then 'A paper of working hours was made'
    when 'mailbox.created' then concat('The mailbox ', e.entity_label, ' was connected')
    when 'repository_integration.connected' then concat('A repository provider was connected: ', e.changes->'provider'->>'to')
    else case
      when e.entity_type = 'api_keys' and e.changes ? 'token_hash' then concat('The API key “', e.entity_label, '” may write')
      when e.entity_type = 'organization_members' and e.changes->'role'->>'to' in ('owner', 'admin')
        then 'There is a new ' || (e.changes->'role'->>'to') end end
$$;

-- Notifies each owner, but not the one who did it in a session of their own, unless everything was carried
-- away. A failure never loses the write.
create or replace function app.notify_owners() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications; owner uuid; saved text := suppress_audit();
  person uuid := case when new.entity_type = 'organization_members' then split_part(new.entity_id, ':', 1) end;
begin
  n.org_id := new.org_id; n.reason := 'security'; n.actor_id := new.actor_user_id;
  n.actor_type := case when new.actor_type = 'portal' then 'system' else new.actor_type end;
  n.entity_type := 'audit_entry'; n.entity_id := new.id; n.source_key := 'audit:' || new.id;
  begin
    n.title := left(concat_ws(', by ', owner_news(new) || coalesce(': ' || (select u.email from organization_members m
      join users u on u.id = m.user_id where m.id = person), ''), new.actor_label), 200);
    for owner in select m.user_id from organization_members m where m.org_id = new.org_id and m.status = 'active'
        and m.role = 'owner' and wants_notification(new.org_id, m.user_id, n.reason)
        and (new.actor_type <> 'user' or new.impersonator_user_id is not null
          or m.user_id <> new.actor_user_id or new.entity_type = 'organization_exports')
        and (new.entity_type <> 'api_keys' or exists (select from api_keys k
          where k.org_id = new.org_id and k.id::text = new.entity_id and k.token_hash is not null and not k.read_only))
        order by m.user_id loop
      n.user_id := owner;
      perform notify(n);
    end loop;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('notification of owners', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
-- The kinds of objects come first: all other entries cost no call.
create or replace trigger notify_owners after insert on audit_log for each row
  when (new.org_id is not null and new.entity_type in ('api_keys', 'audit_exports', 'expenses', 'exports', 'mailboxes',
      'organization_exports', 'organization_members', 'payroll_runs', 'repository_connections')
    and app.owner_news(new) is not null) execute function app.notify_owners();

-- The entry of a read that hands out an export.
create or replace function app.record_export(operation text, query jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id, api_key_id,
      oauth_authorization_id, action, entity_type, entity_id, changes, ip, user_agent, request_id)
    select org_id(), actor_type(), user_id(), u.email, impersonator(), key_id(), family(),
      current_setting('app.action', true), 'exports', operation,
      (select coalesce(jsonb_object_agg(q.key, jsonb_build_object('to', q.value)), '{}') from jsonb_each(query) q),
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;
