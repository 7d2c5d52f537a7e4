-- Platform operation: who may, and what they change. Platform and cross-tenant tables are accessible only
-- through these functions, each of which checks the caller again.

-- The calling operator. Raises WM403 for everybody else, for tokens of any kind and while impersonating.
create or replace function app.operator_id() returns uuid
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.actor_type', true) is distinct from 'user' or impersonator() is not null
      or not is_operator(user_id()) then
    perform refuse('WM403', 'only operators of the platform may do this');
  end if;
  return user_id();
end $$;

-- Serializes changes to the operator list, and rechecks the caller: nobody can remove themselves, so one
-- operator always remains.
create or replace function app.lock_operator_list() returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('platform operators'));
  return operator_id();
end $$;

-- An entry about the platform, outside any organization's audit trail.
create or replace function app.audit_platform_event(about text, about_id uuid, label text, facts jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id, entity_label,
      changes, ip, user_agent, request_id)
    values (null, coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'), user_id(),
      (select email from users where id = user_id()), current_setting('app.action', true), about, about_id::text,
      left(label, 200), facts, nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300), nullif(current_setting('app.request_id', true), ''))
$$;

-- Suspends, reactivates, sets the plan, which then is no longer that of the subscription, or sets allowances,
-- of which null is that of the deployment. After a reactivation, the drain resumes the waiting jobs.
create or replace function app.platform_change_organization(org uuid, new_status text, new_plan text,
  allowances jsonb, reason text) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare o organizations; saved text; facts jsonb; tier text;
begin
  perform operator_id();
  select * into o from organizations where id = org for update;
  perform ensure(found, 'WM404', 'organization not found');
  if new_plan is not null then
    perform platform_enter(org);
    tier := tier_of(org);
  end if;
  select jsonb_object_agg(w.field, jsonb_build_object('from', w.old_value, 'to', w.new_value)) into facts
    from (values ('status', o.status, new_status), ('plan', o.plan, new_plan)) w(field, old_value, new_value)
      where w.new_value <> w.old_value;
  select coalesce(facts, '{}') || coalesce(jsonb_object_agg(a.key,
      jsonb_build_object('from', to_jsonb(o)->a.key, 'to', a.value)), '{}') into facts
    from jsonb_each(allowances) a where a.value <> to_jsonb(o)->a.key;
  facts := nullif(facts, '{}');
  if facts is null then return; end if;
  perform ensure(not facts ? 'status' or o.deleted_at is null, 'WM409', 'the organization is scheduled for deletion');
  saved := suppress_audit();
  update organizations x set status = coalesce(new_status, x.status), plan = coalesce(new_plan, x.plan),
      plan_override = case when new_plan is null then x.plan_override else nullif(new_plan, tier) end,
      requests_per_minute = case when allowances ? 'requests_per_minute'
        then (allowances->>'requests_per_minute')::int else x.requests_per_minute end,
      rows_per_minute = case when allowances ? 'rows_per_minute' then (allowances->>'rows_per_minute')::int
        else x.rows_per_minute end,
      version = x.version + 1, updated_at = now(), suspended_at = case when not facts ? 'status' then x.suspended_at
        when new_status = 'suspended' then now() end
    where x.id = org;
  perform set_config('app.suppress_audit', saved, true);
  if facts ? 'plan' then perform note_used_up(), settle_seats(); end if;
  perform audit_platform_event('organizations', org, o.name, facts || jsonb_build_object('reason', reason));
  if facts ? 'status' and new_status = 'suspended' then
    insert into outbox (org_id, topic, payload) values (org, 'meeting.room', '{}');
  end if;
  if facts ? 'status' and new_status = 'active' then perform add_emitted(array[shard_of(org)]); end if;
end $$;

-- Locks a person out at once, for every credential, or unlocks them; sessions that were ended stay ended.
create or replace function app.platform_change_user(person uuid, new_status text, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users; facts jsonb; n int; operator uuid := lock_operator_list();
begin
  select * into u from users where id = person for update;
  perform ensure(found, 'WM404', 'person not found');
  perform ensure(person <> operator, 'WM409', 'nobody locks themselves');
  if u.status = new_status then return; end if;
  update users set status = new_status, updated_at = now() where id = person;
  facts := jsonb_build_object('status', jsonb_build_object('from', u.status, 'to', new_status), 'reason', reason);
  if new_status = 'locked' then
    update sessions set revoked_at = now() where user_id = person and revoked_at is null;
    get diagnostics n = row_count;
    facts := facts || jsonb_build_object('ended', jsonb_build_object('sessions', n,
      'impersonations', revoke_impersonations(person, person, null)));
    perform emit_account_job('account.locked', person);
  end if;
  perform audit_platform_event('users', person, u.email, facts);
end $$;

-- Current operators.
create or replace function app.platform_operators()
returns table (user_id uuid, name text, email text, status text, note text, granted_by json, created_at text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select u.id, u.name, u.email, u.status, p.note, (select json_build_object('user_id', g.id, 'name', g.name) from users g
      where g.id = p.granted_by), utc(p.created_at)
    from platform_admins p join users u on u.id = p.user_id where p.revoked_at is null and operator_id() is not null
$$;

create or replace function app.platform_admin_json(person uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select row_to_json(a) from platform_operators() a where a.user_id = person
$$;

-- Makes the person with this id or address an operator.
create or replace function app.platform_add_admin(person uuid, address text, note text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users; operator uuid := lock_operator_list();
begin
  select * into u from users x where x.id = coalesce(person, account_with_address(address));
  perform ensure(found, 'WM422', case when address is not null then 'body.email' else 'body.user_id' end || ': not found');
  perform ensure(u.status = 'active', 'WM409', 'this person is locked');
  perform ensure(not is_operator(u.id), 'WM409', 'this person is an operator already');
  perform add_operator(u.id, note, operator);
  return platform_admin_json(u.id);
end $$;

create or replace function app.add_operator(person uuid, remark text, operator uuid) returns void
language plpgsql as $$
begin
  insert into platform_admins (user_id, granted_by, note) values (person, operator, remark)
    on conflict (user_id) do update set granted_by = operator, note = remark, created_at = now(), revoked_at = null;
  perform app.revoke_impersonations(null, person, null);
  perform app.audit_platform_event('platform_admins', person, (select email from users where id = person),
    jsonb_strip_nulls(jsonb_build_object('note', remark)));
end $$;

-- Adds the first operator: run by the database owner; the service role may not.
create or replace function app.add_first_operator(address text, remark text) returns uuid language plpgsql as $$
declare person uuid;
begin
  select u.id into person from users u
    where u.id = app.account_with_address(lower(trim(address))) and u.status = 'active';
  if person is null then raise exception 'nobody who can sign in has the address %', address; end if;
  perform set_config('app.action', 'platform.admin_added', true);
  if not app.is_operator(person) then perform app.add_operator(person, remark, null); end if;
  return person;
end $$;

create or replace function app.platform_remove_admin(person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := lock_operator_list();
begin
  perform ensure(exists (select from platform_admins where user_id = person and revoked_at is null), 'WM404',
    'operator not found');
  perform ensure(person <> operator, 'WM409', case when (select count(*) from platform_admins where revoked_at is null) = 1
    then 'the last operator cannot be removed' else 'nobody removes themselves; another operator can' end);
  update platform_admins set revoked_at = now() where user_id = person;
  perform revoke_impersonations(person, null, null);
  perform audit_platform_event('platform_admins', person, (select email from users where id = person), '{}');
end $$;

-- Issues an impersonation token for a person, in all of their organizations or one.
create or replace function app.platform_impersonate(new_id uuid, person uuid, org uuid, reason text, token bytea)
returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users; created impersonation_sessions; operator uuid := operator_id();
begin
  select * into u from users where id = person;
  perform ensure_fields(array[case when u.id is null then 'body.user_id: not found' end,
    case when org is not null and not exists (select from organization_members m join organizations o on o.id = m.org_id
        where m.org_id = org and m.user_id = u.id and m.status = 'active' and o.deleted_at is null)
      then 'body.org_id: not an organization of this person' end]);
  perform ensure(u.id <> operator, 'WM409', 'you cannot impersonate yourself');
  perform ensure(not is_operator(u.id), 'WM409', 'operators of the platform cannot be impersonated');
  perform ensure(u.status = 'active', 'WM409', 'this person is locked');
  insert into impersonation_sessions (id, admin_user_id, target_user_id, target_org_id, reason, token_hash, token_expires_at)
    values (new_id, operator, u.id, org, reason, token, now() + interval '5 minutes') returning * into created;
  perform audit_impersonation(created, 'platform.impersonation_started', '{}');
  perform schedule_impersonation_end(new_id, created.token_expires_at);
end $$;

create or replace function app.platform_revoke_impersonation(impersonation uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform operator_id();
  perform ensure(exists (select from impersonation_sessions where id = impersonation), 'WM404', 'impersonation not found');
  perform revoke_impersonations(null, null, impersonation);
end $$;
