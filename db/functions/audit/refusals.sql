-- Refusals are audited too, after the response is sent: the refused batch itself is rolled back.

-- Records an active member's refusal on a sensitive route, at most once a minute per operation.
create or replace function app.record_refusal(org uuid, operation text, impersonation_token text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare impersonation_row impersonation_sessions;
begin
  if not exists (select from organization_members m join organizations o on o.id = m.org_id
      where m.org_id = org and m.user_id = user_id() and m.status = 'active') then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('refused ' || org || user_id() || operation, 0))
    or exists (select from audit_log a where a.org_id = org and a.actor_user_id = user_id()
      and a.created_at > now() - interval '1 minute' and a.action = 'access.refused' and a.entity_id = operation) then
    return;
  end if;
  if impersonation_token is not null then impersonation_row := active_impersonation(impersonation_token); end if;
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id, api_key_id,
      oauth_authorization_id, action, entity_type, entity_id, changes, ip, user_agent, request_id)
    select org, coalesce(nullif(current_setting('app.actor_type', true), ''), 'user'), user_id(), u.email,
      impersonation_row.admin_user_id, key_id(), family(), 'access.refused', 'operations', operation, '{}',
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id();
end $$;
