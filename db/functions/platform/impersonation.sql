-- Impersonation: a one-use token becomes a cookie; the audit trail has both identities.

create or replace function app.audit_impersonation(impersonation impersonation_sessions, action text, facts jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, impersonator_user_id, action, entity_type,
      entity_id, changes, ip, user_agent, request_id)
    values (null, 'user', impersonation.target_user_id, (select email from users where id = impersonation.target_user_id),
      impersonation.admin_user_id, action, 'impersonation_sessions', impersonation.id::text,
      facts || jsonb_build_object('reason', impersonation.reason)
        || jsonb_strip_nulls(jsonb_build_object('organization_id', impersonation.target_org_id)),
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), ''))
$$;

-- Operators: unrevoked allowlist rows of people who are not locked.
create or replace function app.is_operator(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from platform_admins p join users u on u.id = p.user_id and u.status = 'active'
    where p.user_id = person and p.revoked_at is null)
$$;

-- Schedules the expiry instead of leaving it to the daily job. The platform has no organization.
create or replace function app.schedule_impersonation_end(session uuid, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at) values ('00000000-0000-0000-0000-000000000000',
    'impersonation.expired', jsonb_build_object('impersonation_id', session), at)
$$;

-- Redeems the token once, if operator and person still qualify; null otherwise.
create or replace function app.activate_impersonation(token bytea, session bytea, request jsonb) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare activated impersonation_sessions;
begin
  perform trace(request);
  update impersonation_sessions i set status = 'active', activated_at = now(), session_hash = session,
      session_expires_at = now() + interval '30 minutes', ip = request->>'ip', user_agent = left(request->>'agent', 300)
    where i.token_hash = token and i.status = 'issued' and i.token_expires_at > now()
      and exists (select from users u where u.id = i.target_user_id and u.status = 'active')
      and is_operator(i.admin_user_id) and not is_operator(i.target_user_id)
    returning * into activated;
  if not found then return null; end if;
  perform audit_impersonation(activated, 'platform.impersonation_activated', '{}');
  perform schedule_impersonation_end(activated.id, activated.session_expires_at);
  return activated.id::text;
end $$;

create or replace function app.exit_impersonation(session bytea, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ended impersonation_sessions;
begin
  perform trace(request);
  update impersonation_sessions set status = 'ended', ended_at = now(), end_via = 'exit'
    where session_hash = session and status = 'active' and session_expires_at > now() returning * into ended;
  if found then perform audit_impersonation(ended, 'platform.impersonation_ended', '{"via":"exit"}'); end if;
end $$;

-- The active impersonation of a cookie.
create or replace function app.active_impersonation(session text) returns impersonation_sessions
language sql stable security definer set search_path = public, app, pg_temp as $$
  select i from impersonation_sessions i join users u on u.id = i.target_user_id and u.status = 'active'
  where i.session_hash = decode(session, 'hex') and i.status = 'active' and i.session_expires_at > now()
    and is_operator(i.admin_user_id) and not is_operator(i.target_user_id)
$$;

-- Revokes an operator's, a person's or one named impersonation, issued or active; returns how many.
create or replace function app.revoke_impersonations(operator uuid, person uuid, impersonation uuid) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ended impersonation_sessions; n int := 0;
begin
  for ended in update impersonation_sessions i set status = 'revoked', ended_at = now(), end_via = 'revoked'
      where (i.admin_user_id = operator or i.target_user_id = person or i.id = impersonation)
        and ((i.status = 'active' and i.session_expires_at > now()) or (i.status = 'issued' and i.token_expires_at > now()))
      returning * loop
    perform audit_impersonation(ended, 'platform.impersonation_ended',
      jsonb_build_object('via', 'revoked', 'by', user_id()));
    n := n + 1;
  end loop;
  return n;
end $$;

-- Whether nobody has ended an impersonation or its token, and its time is over.
create or replace function app.is_over(i impersonation_sessions) returns boolean language sql stable as $$
  select (i.status = 'active' and i.session_expires_at <= now()) or (i.status = 'issued' and i.token_expires_at <= now())
$$;

-- Expires and audits impersonations: by job when due, and by the daily job where one was missed.
create or replace function app.expire_impersonations(impersonations uuid[]) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ended impersonation_sessions; n int := 0;
begin
  for ended in update impersonation_sessions i set status = 'expired', ended_at = now(), end_via = 'expired'
      where i.id = any (impersonations) and is_over(i) returning * loop
    perform audit_impersonation(ended, 'platform.impersonation_ended', '{"via":"expired"}');
    n := n + 1;
  end loop;
  return n;
end $$;
create or replace function app.daily_impersonations(after uuid, max_rows int) returns json
language sql security definer set search_path = public, app, pg_temp as $$
  select json_build_object('more', expire_impersonations(array(select i.id from impersonation_sessions i
    where i.status in ('issued', 'active') and is_over(i) limit least(max_rows, 100))) = least(max_rows, 100))
$$;
