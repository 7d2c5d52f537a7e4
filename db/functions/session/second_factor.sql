-- Signing in: the first proof leads to a ticket if a second factor is on, and to a session otherwise.

-- Releases a reserved attempt that did not fail, and the lock that it caused.
create or replace function app.release_attempt(address text, device text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update login_failures f set failures = greatest(f.failures - 1, 0), locked_until = null
    where f.email_hash = login_key(address, device) and f.failures > 0
$$;

-- The first proof of identity succeeded. Opens the session, {user, mailed}; or, if a second factor is on,
-- returns what its ticket must hold, {ticket: {proven, totp, passkeys}}. `account` is {id, device?, proven?,
-- password_hash?, warning?, methods, …session}: a proven password must still be the person's (else WM401).
-- Guesses of codes count with failed logins, which are kept until a session opens.
create or replace function app.sign_in(address text, account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users;
begin
  select * into u from users p where p.id = (account->>'id')::uuid and p.status = 'active'
    and p.password_hash = coalesce(account->>'proven', p.password_hash) for no key update;
  perform ensure(found, 'WM401', 'the password was changed');
  if account ? 'password_hash' then
    update users p set password_hash = account->>'password_hash' where p.id = u.id;
    u.password_hash := account->>'password_hash';
  end if;
  if not u.second_factor then return complete_sign_in(u, account); end if;
  if account ? 'proven' then perform release_attempt(address, account->>'device'); end if;
  return json_build_object('ticket', jsonb_build_object('proven', password_fingerprint(u.password_hash),
    'factors', factors_of(u.id)));
end $$;

-- Opens the session of a person whose proofs are complete, and clears earlier failed logins.
create or replace function app.complete_sign_in(u users, account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mailed uuid;
begin
  delete from login_failures f where f.email_hash = login_key(lower(u.email), account->>'device');
  if account ? 'warning' then mailed := mail_new_device(u.id, account->'warning'); end if;
  return json_build_object('user', open_session(account), 'mailed', mailed is not null);
end $$;

-- Reserves an attempt to prove a second factor, as `app.begin_login` does, and returns what verifying it
-- needs. Null if the ticket {person, proven, device?, hash} is no longer valid.
create or replace function app.begin_second_factor(ticket jsonb) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users;
begin
  select * into u from users p where p.id = (ticket->>'person')::uuid and p.status = 'active' and p.second_factor
    and password_fingerprint(p.password_hash) = ticket->>'proven';
  if not found or exists (select from spent_tickets t where t.hash = decode(ticket->>'hash', 'hex')) then return null; end if;
  return begin_login(lower(u.email), ticket->>'device')::jsonb
    || jsonb_build_object('email', lower(u.email), 'factors', factors_of(u.id));
end $$;

-- The second factor was correct: consumes it and the ticket, and opens the session.
create or replace function app.complete_second_factor(ticket jsonb, factor jsonb, account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users;
begin
  select * into u from users p where p.id = (ticket->>'person')::uuid and p.status = 'active' and p.second_factor
    and password_fingerprint(p.password_hash) = ticket->>'proven' for update;
  perform ensure(found, 'WM401', 'this sign-in has ended; begin again with your password'),
    consume_ticket(ticket->>'hash', ticket->>'until', 'WM401', 'this sign-in has ended; begin again with your password'),
    act_as(u.id), use_factor(u.id, factor);
  return complete_sign_in(u, account);
end $$;

-- Signs in by a passkey alone, which proves its person without a password.
create or replace function app.sign_in_by_passkey(factor jsonb, account jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare u users;
begin
  select * into u from users p where p.id = (account->>'id')::uuid and p.status = 'active' for update;
  perform ensure(found, 'WM401', 'this passkey is not known here; sign in with your password'),
    use_passkey(u.id, factor);
  return complete_sign_in(u, account);
end $$;
