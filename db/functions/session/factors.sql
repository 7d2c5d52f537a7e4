-- A person's second factor: an authenticator app, passkeys, and recovery codes for when those are lost.

-- What verifying a second factor needs, which never leaves the service; null if none is on.
create or replace function app.factors_of(person uuid) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('person', u.id,
      'totp', (select jsonb_build_object('id', t.id, 'last_step', t.last_step, 'sealed', sealed_secret(t))
        from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null),
      'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'credential_id', p.credential_id,
          'public_key', p.public_key, 'counter', p.counter, 'transports', p.transports) order by p.id), '[]')
        from passkeys p where p.user_id = u.id),
      'recovery_codes', (select coalesce(jsonb_agg(encode(r.hash, 'hex')), '[]')
        from recovery_codes r where r.user_id = u.id and r.used_at is null))
    from users u where u.id = person and u.second_factor
$$;

-- The caller's second factor, as the API shows it.
create or replace function app.my_second_factor() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('on', u.second_factor,
      'totp_since', (select utc(t.confirmed_at) from totp_secrets t where t.user_id = u.id),
      'passkeys', (select count(*) from passkeys p where p.user_id = u.id),
      'recovery_codes_left', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
      'required_by', (select coalesce(json_agg(m.name order by folded(m.name), m.org_id), '[]')
        from memberships_of(u.id) m where m.active and m.require_second_factor))
    from users u where u.id = user_id()
$$;

-- Locks the caller's account as `app.lock_proven_account` does, and consumes the second factor if one is on.
create or replace function app.lock_account_with_factor(verified_hash text, factor jsonb) returns users
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_proven_account(verified_hash);
begin
  if account.second_factor then
    perform ensure(factor is not null, 'WM422', 'body.code: required, as a second factor is on'),
      use_factor(account.id, factor);
  end if;
  return account;
end $$;

-- Consumes the proof of a second factor: {method: totp, step}, {method: recovery_code, hash} or {method:
-- passkey, …}. Each counts once: of two concurrent requests, one wins. The caller has locked the person's
-- row.
create or replace function app.use_factor(person uuid, factor jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  case factor->>'method'
    when 'totp' then
      update totp_secrets t set last_step = (factor->>'step')::int where t.user_id = person
        and t.confirmed_at is not null and coalesce(t.last_step, 0) < (factor->>'step')::int;
      perform ensure(found, 'WM422', 'body.code: was used already; wait for the next one');
    when 'recovery_code' then
      update recovery_codes r set used_at = now()
        where r.user_id = person and r.hash = decode(factor->>'hash', 'hex') and r.used_at is null;
      perform ensure(found, 'WM422', 'body.code: was used already; each recovery code works once'),
        audit_account_action('account.recovery_code_used', person),
        notify_of_account_change('recovery_code_used', person, jsonb_build_object('left', (select count(*)::text
          from recovery_codes r where r.user_id = person and r.used_at is null)));
    when 'passkey' then
      perform use_passkey(person, factor);
  end case;
end $$;

-- Records on the person's row whether a second factor is on; removing the last one deletes the recovery
-- codes. The caller has locked the row.
create or replace function app.update_second_factor(person uuid) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare has_factor boolean := exists (select from totp_secrets t where t.user_id = person and t.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = person);
begin
  update users u set second_factor = has_factor, updated_at = now() where u.id = person and u.second_factor <> has_factor;
  if not has_factor then delete from recovery_codes r where r.user_id = person; end if;
  return has_factor;
end $$;

-- Replaces the hashes of the recovery codes.
create or replace function app.replace_recovery_codes(person uuid, hashes text[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  delete from recovery_codes r where r.user_id = person;
  insert into recovery_codes (user_id, hash) select person, decode(hash, 'hex') from unnest(hashes) hash;
end $$;

-- A person's first factor comes with recovery codes; true if they were stored.
create or replace function app.store_first_recovery_codes(person uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from recovery_codes r where r.user_id = person and r.used_at is null) then return false; end if;
  perform replace_recovery_codes(person, hashes);
  return true;
end $$;

create or replace function app.create_recovery_codes(verified_hash text, factor jsonb, hashes text[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  perform ensure(account.second_factor, 'WM409', 'turn on an authenticator app or add a passkey first');
  perform replace_recovery_codes(account.id, hashes), audit_account_change(account.id);
end $$;

-- Removes every factor of a person who lost them all and has identified themselves to the platform's
-- operators.
create or replace function app.platform_remove_factors(person uuid, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users; app_count int; keys int; operator uuid := lock_operator_list();
begin
  select * into u from users where id = person for update;
  perform ensure(found, 'WM404', 'person not found');
  perform ensure(person <> operator, 'WM409', 'you cannot remove your own second factor here; turn it off in your account');
  delete from totp_secrets t where t.user_id = person and t.confirmed_at is not null;
  get diagnostics app_count = row_count;
  delete from passkeys p where p.user_id = person;
  get diagnostics keys = row_count;
  perform update_second_factor(person), audit_platform_event('users', person, u.email, jsonb_build_object('reason', reason,
    'removed', jsonb_build_object('authenticator_apps', app_count, 'passkeys', keys)));
  if u.second_factor then perform notify_of_account_change('factors_removed', person, '{}', false); end if;
end $$;

-- Audits a change of a person's account that follows from another action, under an action name of its own.
create or replace function app.audit_account_action(action text, person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare previous_action text := current_setting('app.action', true);
begin
  perform set_config('app.action', action, true), audit_account_change(person), set_config('app.action', previous_action, true);
end $$;

-- Notifies a person of a change of their account: what, when and, unless it should not be disclosed, from
-- where.
create or replace function app.notify_of_account_change(kind text, person uuid, details jsonb default '{}',
  with_origin boolean default true)
returns void language sql security definer set search_path = public, app, pg_temp as $$
  select queue_mail(kind, person, null, details || jsonb_build_object('at', utc(now())) || case when with_origin then
    jsonb_build_object('agent', nullif(current_setting('app.agent', true), ''),
      'place', nullif(current_setting('app.ip', true), '')) else '{}' end)
$$;

-- Consumes a ticket or a challenge: of two uses, one wins. Its hash is stored until it expires.
create or replace function app.consume_ticket(ticket_hash text, until text, code text, message text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into spent_tickets (hash, expires_at) values (decode(ticket_hash, 'hex'), until::timestamptz) on conflict do nothing;
  perform ensure(found, code, message);
end $$;
