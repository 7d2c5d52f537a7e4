-- Passwords: verified for the signed-in person, and changed.

-- Reserves an attempt of the caller to prove their password and second factor, as `app.begin_login` does.
-- Each session has its own count, so that nobody else can lock it.
create or replace function app.begin_proof() returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare address text := (select lower(u.email) from users u where u.id = user_id());
begin
  return begin_login(address, session_id()::text)::jsonb || jsonb_build_object('email', address,
    'session', session_id(), 'fresh', (select s.created_at > now() - interval '10 minutes' from sessions s
      where s.id = session_id()), 'factors', factors_of(user_id()), 'trace', jsonb_build_object('request', current_setting('app.request_id', true),
      'ip', nullif(current_setting('app.ip', true), ''), 'agent', nullif(current_setting('app.agent', true), '')));
end $$;

-- Locks the caller's account if its password is still the one that was verified: of two concurrent changes,
-- one wins.
create or replace function app.lock_proven_account(verified_hash text) returns users
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users;
begin
  select * into account from users u where u.id = user_id() and u.password_hash = verified_hash for update;
  perform ensure(found, 'WM409', 'the password was changed at the same moment; try again with the new one');
  delete from login_failures f where f.email_hash = login_key(lower(account.email), session_id()::text);
  return account;
end $$;

create or replace function app.change_password(verified_hash text, successor text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_proven_account(verified_hash);
begin
  update users u set password_hash = successor, updated_at = now() where u.id = account.id;
  perform invalidate_mail_links(null, lower(account.email), '{reset_password}'),
    invalidate_mail_links(account.id, null, '{confirm_address}'),
    audit_account_change(account.id, jsonb_build_object('ended', end_sessions(account.id, session_id()))),
    notify_of_password_change(account.id);
end $$;
