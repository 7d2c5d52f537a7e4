-- Sessions and accounts. The service role accesses these tables only through these functions.

create or replace function app.user_json(person uuid, key_row uuid default null) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select row_to_json(r) from (select u.id, u.email, u.name, utc(u.created_at) as created_at,
      u.email_verified_at is not null as email_verified, u.locale, u.timezone, case when key_row is not null then (
        select row_to_json(k) from (select k.id, k.name, k.org_id as organization_id, k.project_id, k.read_only,
          utc(k.expires_at) as expires_at
          from api_keys k where k.org_id = org_id() and k.id = key_row) k) end as api_key
    from users u where u.id = person) r
$$;

create or replace function app.is_verified(person uuid) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select u.email_verified_at is not null from users u where u.id = person
$$;

-- Who is calling and where they can work: an assistant's starting point. An API key sees its organization
-- only.
create or replace function app.me_json(person uuid, key_row uuid) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  with memberships as (
    select m.org_id as id, m.name, m.slug, m.role, m.timezone, m.fiscal_year_start, m.status,
        utc(m.viewer_from) as viewer_since,
        (now() at time zone m.timezone)::date as today,
        m.require_second_factor and not u.second_factor as second_factor_missing
      from memberships_of(person) m join users u on u.id = person
      where m.active and (key_row is null or m.org_id = org_id()) and can_reach_organization(m.org_id))
  select user_json(person, key_row)::jsonb || jsonb_build_object(
    'organizations', (select coalesce(jsonb_agg(to_jsonb(memberships) order by memberships.name, memberships.id), '[]')
      from memberships),
    'default_organization_id', (select (array_agg(memberships.id))[1] from memberships where memberships.status <> 'suspended'
      having count(*) = 1),
    'is_operator', current_setting('app.actor_type', true) = 'user' and impersonator() is null and is_operator(person))
$$;

-- Records a change of a person's account in the platform's audit trail, as an account belongs to no
-- organization.
create or replace function app.audit_account_change(person uuid, facts jsonb default '{}') returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id, entity_label,
      changes, ip, user_agent, request_id)
    select null, 'user', a.id, a.email, current_setting('app.action', true), 'users', u.id::text, left(u.email, 200), facts,
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u join users a on a.id = user_id() where u.id = person
$$;

-- A new account with its first session. Raises 23505 (users_email) if the address is taken.
create or replace function app.register_account(account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into users (id, email, name, password_hash)
    values ((account->>'id')::uuid, account->>'email', account->>'name', account->>'password_hash');
  return open_session(account);
end $$;

create or replace function app.open_session(account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into sessions (id, user_id, refresh_hash, expires_at, ip, user_agent, methods)
    values ((account->>'session')::uuid, (account->>'id')::uuid, decode(account->>'refresh', 'hex'),
      (account->>'expires_at')::timestamptz, account->>'ip', left(account->>'agent', 300),
      array(select jsonb_array_elements_text(coalesce(account->'methods', '["password"]'))));
  return user_json((account->>'id')::uuid);
end $$;

-- The key that failed logins are counted by: the address, or one known device of its person, which strangers
-- cannot lock out.
create or replace function app.login_key(address text, device text) returns bytea language sql immutable as $$
  select sha256(convert_to(address || coalesce(' ' || device, ''), 'UTF8'))
$$;

-- Reserves a login attempt in one statement, before the password is checked, so that a burst cannot exceed
-- the limit: ten attempts within fifteen minutes lock the key for fifteen. Returns what the check needs, and
-- whether the attempt was the last, or until when the key is locked.
create or replace function app.begin_login(address text, device text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare attempt_key bytea := login_key(address, device); failures_row login_failures;
begin
  insert into login_failures as f (email_hash, failures, first_at) values (attempt_key, 1, now())
    on conflict (email_hash) do update set
      failures = case when f.first_at < now() - interval '15 minutes' then 1 else f.failures + 1 end,
      first_at = case when f.first_at < now() - interval '15 minutes' then now() else f.first_at end,
      locked_until = case when f.first_at >= now() - interval '15 minutes' and f.failures >= 9
        then now() + interval '15 minutes' end
      where f.locked_until is null or f.locked_until <= now()
    returning * into failures_row;
  return (select json_build_object('id', u.id, 'password_hash', u.password_hash,
      'active', coalesce(u.status = 'active', true), 'last', failures_row.locked_until is not null,
      'locked_until', case when failures_row.email_hash is null then
        (select utc(f.locked_until) from login_failures f where f.email_hash = attempt_key) end)
    from (select 1) one left join users u on u.id = account_with_address(address));
end $$;

-- Records that the reserved attempt failed. Audited in the platform's trail, as sign-in belongs to no
-- organization, with a hash of the address, which may be nobody's; the work is the same whether or not the
-- address is known.
create or replace function app.record_failed_login(address text, device text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, action, entity_type, entity_id, changes, ip, user_agent,
      request_id)
    values (null, 'user', account_with_address(address), 'login.failed', 'logins',
      encode(login_key(address, null), 'hex'),
      jsonb_build_object('failures', jsonb_build_object('to',
        (select f.failures from login_failures f where f.email_hash = login_key(address, device)))),
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), ''))
$$;

-- Rotates a refresh token: one winner. Reusing a rotated token revokes its session, except within 30 seconds,
-- when two browser tabs may have sent it concurrently: then it is only rejected.
create or replace function app.rotate_session(token_hash bytea, successor bytea, until timestamptz, address text)
returns json language plpgsql security definer set search_path = public, app, pg_temp as $$
declare row sessions;
begin
  update sessions s set refresh_hash = successor, expires_at = until, ip = address, updated_at = now()
    where s.refresh_hash = token_hash and s.revoked_at is null and s.expires_at > now()
      and exists (select from users u where u.id = s.user_id and u.status = 'active')
    returning * into row;
  if found then
    insert into spent_refresh_tokens (hash, session_id) values (token_hash, row.id);
    return json_build_object('session', row.id, 'user', user_json(row.user_id));
  end if;
  update sessions s set revoked_at = now() from spent_refresh_tokens spent
    where spent.hash = token_hash and s.id = spent.session_id and s.revoked_at is null
      and spent.spent_at < now() - interval '30 seconds';
  return null;
end $$;

-- Ends the session that a refresh token, current or rotated, or the session cookie belongs to.
create or replace function app.end_session(token_hash bytea, session uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update sessions s set revoked_at = now() where s.revoked_at is null and s.id in (
    select session union all select r.id from sessions r where r.refresh_hash = token_hash
    union all select t.session_id from spent_refresh_tokens t where t.hash = token_hash)
$$;

-- Whether row-level security binds the current role.
create or replace function app.ready() returns json language sql stable as $$
  select json_build_object('bound', not (r.rolsuper or r.rolbypassrls), 'role', r.rolname,
    'behind', app.minutes_behind(), 'keys', to_json(app.sealing_keys_in_use()))
  from pg_roles r where r.rolname = current_user
$$;
