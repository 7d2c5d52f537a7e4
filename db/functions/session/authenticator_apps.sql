-- Authenticator apps (TOTP, RFC 6238): set up with the password, activated by a code.

create or replace function app.sealed_secret(t totp_secrets) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('kek_id', t.kek_id, 'wrapped_dek', encode(t.wrapped_dek, 'hex'),
    'dek_iv', encode(t.dek_iv, 'hex'), 'iv', encode(t.iv, 'hex'), 'ciphertext', encode(t.ciphertext, 'hex'),
    'secret_version', t.secret_version)
$$;

-- Stores a new sealed secret in place of one that was not confirmed.
create or replace function app.begin_totp(verified_hash text, factor jsonb, new_id uuid, sealed jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor); stored totp_secrets;
begin
  perform ensure(not exists (select from totp_secrets t where t.user_id = account.id and t.confirmed_at is not null),
    'WM409', 'an authenticator app is on already; turn it off first');
  delete from totp_secrets t where t.user_id = account.id;
  insert into totp_secrets (id, user_id, kek_id, wrapped_dek, dek_iv, iv, ciphertext, secret_version)
    values (new_id, account.id, sealed->>'kek_id', decode(sealed->>'wrapped_dek', 'hex'),
      decode(sealed->>'dek_iv', 'hex'), decode(sealed->>'iv', 'hex'), decode(sealed->>'ciphertext', 'hex'),
      (sealed->>'secret_version')::int)
    returning * into stored;
  return json_build_object('id', stored.id, 'person', account.id, 'email', account.email, 'sealed', sealed_secret(stored));
end $$;

-- The caller's secret awaiting its first code.
create or replace function app.unconfirmed_totp() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', t.id, 'person', t.user_id, 'sealed', sealed_secret(t))
    from totp_secrets t where t.user_id = user_id() and t.confirmed_at is null
$$;

-- Activates the app after a correct code; true if the recovery codes that come with the first factor were
-- stored.
create or replace function app.confirm_totp(secret uuid, step int, hashes text[]) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users;
begin
  select * into account from users u where u.id = user_id() for update;
  update totp_secrets t set confirmed_at = now(), last_step = step
    where t.id = secret and t.user_id = account.id and t.confirmed_at is null;
  perform ensure(found, 'WM409', 'the authenticator app was confirmed or set up again at the same moment'),
    update_second_factor(account.id), audit_account_change(account.id), notify_of_account_change('factor_on', account.id);
  return store_first_recovery_codes(account.id, hashes);
end $$;

create or replace function app.disable_totp(verified_hash text, factor jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  delete from totp_secrets t where t.user_id = account.id and t.confirmed_at is not null;
  perform ensure(found, 'WM409', 'no authenticator app is on'),
    update_second_factor(account.id), audit_account_change(account.id), notify_of_account_change('factor_off', account.id);
end $$;
