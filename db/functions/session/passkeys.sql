-- Passkeys (WebAuthn): a person may have several, each with a name.

-- Whom a passkey is created for, once the password is proven; authenticators already registered are excluded.
create or replace function app.begin_passkey(verified_hash text, factor jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  return json_build_object('person', account.id, 'session', session_id(), 'email', account.email, 'name', account.name,
    'proven', password_fingerprint(account.password_hash), 'passkeys', (select coalesce(json_agg(json_build_object(
      'credential_id', p.credential_id, 'transports', p.transports) order by p.id), '[]')
      from passkeys p where p.user_id = account.id));
end $$;

-- The fingerprint of a password in tickets, so that they become invalid when it changes.
create or replace function app.password_fingerprint(password_hash text) returns text language sql immutable as $$
  select encode(sha256(convert_to(password_hash, 'UTF8')), 'hex')
$$;

create or replace function app.my_session() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('person', user_id(), 'session', session_id(), 'passkeys', coalesce(json_agg(json_build_object(
      'credential_id', p.credential_id, 'transports', p.transports) order by p.id), '[]'))
    from passkeys p where p.user_id = user_id()
$$;

create or replace function app.passkey_json(p passkeys) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'created_at', utc(p.created_at),
    'last_used_at', utc(p.last_used_at))
$$;

create or replace function app.my_passkeys(page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('items', coalesce((select json_agg(passkey_json(p) order by p.id) from (
      select * from passkeys k where k.user_id = user_id() order by k.id limit page_limit offset page_offset) p), '[]'),
    'total', (select count(*) from passkeys k where k.user_id = user_id()), 'limit', page_limit, 'offset', page_offset)
$$;

-- Adds a verified passkey: {id, credential_id, public_key, counter, transports, name} by a ticket {hash,
-- until, proven}. Returns it, and whether the recovery codes that come with the first factor were stored.
create or replace function app.add_passkey(passkey jsonb, ticket jsonb, hashes text[]) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users; added passkeys;
begin
  select * into account from users u where u.id = user_id() for update;
  perform ensure(password_fingerprint(account.password_hash) = ticket->>'proven', 'WM409',
    'the password was changed; begin again with the new one');
  perform consume_ticket(ticket->>'hash', ticket->>'until', 'WM422', 'body.ticket: was used already; begin again');
  perform ensure((select count(*) < 20 from passkeys p where p.user_id = account.id), 'WM409',
    'an account has twenty passkeys at most; remove one first');
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    values ((passkey->>'id')::uuid, account.id, passkey->>'credential_id', passkey->>'public_key', (passkey->>'counter')::bigint,
      array(select jsonb_array_elements_text(passkey->'transports')), passkey->>'name')
    returning * into added;
  perform update_second_factor(account.id), audit_account_change(account.id, jsonb_build_object('passkey', added.name)),
    notify_of_account_change('passkey_added', account.id, jsonb_build_object('passkey', added.name));
  return passkey_json(added) || jsonb_build_object('new_codes', store_first_recovery_codes(account.id, hashes));
end $$;

create or replace function app.rename_passkey(passkey uuid, new_name text) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before text; after passkeys;
begin
  select p.name into before from passkeys p where p.id = passkey and p.user_id = user_id() for update;
  perform ensure(found, 'WM404', 'passkey not found');
  update passkeys p set name = new_name where p.id = passkey returning * into after;
  perform audit_account_change(user_id(), jsonb_build_object('passkey', jsonb_build_object('from', before, 'to', new_name)));
  return passkey_json(after);
end $$;

create or replace function app.remove_passkey(passkey uuid, verified_hash text, factor jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor); removed text;
begin
  delete from passkeys p where p.id = passkey and p.user_id = account.id returning p.name into removed;
  perform ensure(found, 'WM404', 'passkey not found'), update_second_factor(account.id),
    audit_account_change(account.id, jsonb_build_object('passkey', removed)),
    notify_of_account_change('passkey_removed', account.id, jsonb_build_object('passkey', removed));
end $$;

-- Consumes a verified passkey assertion: {passkey, counter, ticket, until}. The counter never decreases,
-- unless the authenticator does not count at all.
create or replace function app.use_passkey(person uuid, factor jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare new_counter bigint := (factor->>'counter')::bigint;
begin
  if factor ? 'ticket' then
    perform consume_ticket(factor->>'ticket', factor->>'until', 'WM422', 'body.passkey: was used already; try again');
  end if;
  update passkeys p set counter = new_counter, last_used_at = now() where p.id = (factor->>'passkey')::uuid
    and p.user_id = person and (p.counter < new_counter or (p.counter = 0 and new_counter = 0));
  perform ensure(found, 'WM422', 'body.passkey: was removed, or a copy of it was used; try another one');
end $$;

-- The person of a passkey, and what verifies it; null if it is unknown.
create or replace function app.find_passkey(credential text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', u.id, 'email', lower(u.email), 'passkey', jsonb_build_object('id', p.id,
      'credential_id', p.credential_id, 'public_key', p.public_key, 'counter', p.counter, 'transports', p.transports))
    from passkeys p join users u on u.id = p.user_id and u.status = 'active' where p.credential_id = credential
$$;
