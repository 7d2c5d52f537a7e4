-- Signing in through a provider: the identity there, and the account it opens here.

-- Ends everything that whoever registered an address without verifying it may have created: sessions, keys,
-- applications, second factors and identities. Returns how many.
create or replace function app.revoke_claimant_access(person uuid) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare facts jsonb := jsonb_build_object('ended', end_sessions(person, null)) || revoke_credentials(person);
begin
  delete from user_identities i where i.user_id = person;
  delete from totp_secrets t where t.user_id = person;
  delete from passkeys p where p.user_id = person;
  delete from recovery_codes r where r.user_id = person;
  perform update_second_factor(person);
  return facts;
end $$;

-- Links an identity {provider, issuer, subject, address, title} with an account, and notifies its person.
create or replace function app.add_identity(person uuid, identity jsonb, notify_person boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(not exists (select from user_identities i where i.user_id = person and i.issuer = identity->>'issuer'),
    'WM409', 'your account is linked with another ' || (identity->>'title')
      || ' account; sign in in another way and unlink that first');
  insert into user_identities (id, user_id, provider, issuer, subject, address, last_used_at)
    values (uuidv7(), person, identity->>'provider', identity->>'issuer', identity->>'subject', identity->>'address', now());
  if notify_person then
    perform notify_of_account_change('identity_linked', person, jsonb_build_object('note', identity->>'title'));
  end if;
end $$;

-- The account that an identity opens: the one it is linked with; the one whose verified address the provider
-- has verified too; the one that somebody else created with the address unverified, who loses it as by a
-- password reset; or a new one without a password, whose address counts as verified if the provider is
-- authoritative for it. Returns {id, email}.
create or replace function app.account_for_identity(identity jsonb, unusable_hash text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users; facts jsonb := jsonb_build_object('provider', identity->>'provider');
begin
  perform consume_ticket(identity->>'spent', identity->>'until', 'WM403', 'this sign-in was used already; begin again');
  perform pg_advisory_xact_lock(hashtextextended('identity ' || (identity->>'issuer') || ' ' || (identity->>'subject'), 0));
  select u.* into account from user_identities i join users u on u.id = i.user_id
    where i.issuer = identity->>'issuer' and i.subject = identity->>'subject' for update of u;
  if found then
    perform ensure(account.status = 'active', 'WM403', 'this account is locked; ask the operators of the service');
    update user_identities i set last_used_at = now() where i.issuer = identity->>'issuer' and i.subject = identity->>'subject';
    return json_build_object('id', account.id, 'email', lower(account.email));
  end if;
  perform ensure((identity->>'verified')::boolean, 'WM403',
    (identity->>'title') || ' has not verified your e-mail address; verify it there,'
    || ' or sign in with your password and link ' || (identity->>'title') || ' in your account');
  perform pg_advisory_xact_lock(hashtextextended('address ' || (identity->>'address'), 0));
  select * into account from users u where u.id = account_with_address(identity->>'address') for update;
  if not found then
    insert into users (id, email, name, password_hash, email_verified_at)
      values ((identity->>'new_id')::uuid, identity->>'address', identity->>'name', unusable_hash,
        case when (identity->>'authoritative')::boolean then now() end) returning * into account;
    perform act_as(account.id), add_identity(account.id, identity, false),
      invalidate_mail_links(null, identity->>'address', '{reset_password}'),
      audit_account_change(account.id, facts || '{"created":true}');
    return json_build_object('id', account.id, 'email', lower(account.email));
  end if;
  perform ensure(account.status = 'active', 'WM403', 'this account is locked; ask the operators of the service'),
    ensure((identity->>'authoritative')::boolean, 'WM403', 'there is an account with this address, and ' || (identity->>'title')
      || ' cannot tell whose the address is now; sign in as before and link ' || (identity->>'title') || ' in your account');
  if account.email_verified_at is not null then
    perform act_as(account.id), add_identity(account.id, identity, true), audit_account_change(account.id, facts);
  else
    perform act_as(account.id);
    facts := facts || '{"claimed":true}' || revoke_claimant_access(account.id);
    update users u set password_hash = unusable_hash, email_verified_at = now(), name = identity->>'name', updated_at = now()
      where u.id = account.id;
    perform add_identity(account.id, identity, true), invalidate_mail_links(null, identity->>'address', '{reset_password}'),
      invalidate_mail_links(account.id, null, '{confirm_address,verify_address}'), audit_account_change(account.id, facts);
  end if;
  return json_build_object('id', account.id, 'email', lower(account.email));
end $$;

-- Links an identity with the caller's account.
create or replace function app.link_identity(identity jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare owner uuid;
begin
  perform consume_ticket(identity->>'spent', identity->>'until', 'WM403', 'this sign-in was used already; begin again');
  perform from users u where u.id = user_id() for update;
  perform pg_advisory_xact_lock(hashtextextended('identity ' || (identity->>'issuer') || ' ' || (identity->>'subject'), 0));
  select i.user_id into owner from user_identities i where i.issuer = identity->>'issuer' and i.subject = identity->>'subject';
  perform ensure(owner is null or owner = user_id(), 'WM409', 'this ' || (identity->>'title')
    || ' account is linked with another account here; unlink it there first');
  if owner is null then
    perform add_identity(user_id(), identity, true),
      audit_account_change(user_id(), jsonb_build_object('provider', identity->>'provider'));
  end if;
  return user_json(user_id());
end $$;

-- The caller's sign-in methods. `open` are the issuers that this deployment signs in through.
create or replace function app.my_identities(unusable_hash text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('has_password', u.password_hash <> unusable_hash,
    'items', (select coalesce(json_agg(json_build_object('id', i.id, 'provider', i.provider, 'address', i.address,
        'linked_at', utc(i.linked_at), 'last_used_at', utc(i.last_used_at)) order by i.linked_at, i.id), '[]')
      from user_identities i where i.user_id = u.id))
  from users u where u.id = user_id()
$$;

create or replace function app.unlink_identity(identity uuid, verified_hash text, factor jsonb, unusable_hash text, open text[])
returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor); unlinked user_identities;
begin
  select * into unlinked from user_identities i where i.id = identity and i.user_id = account.id;
  perform ensure(found, 'WM404', 'identity not found');
  perform ensure(account.password_hash <> unusable_hash or exists (select from user_identities i where i.user_id = account.id
      and i.id <> unlinked.id and i.issuer = any (open)) or exists (select from passkeys p where p.user_id = account.id),
    'WM409', 'this is your only way to sign in; choose a password first with “Forgot your password?”');
  delete from user_identities i where i.id = unlinked.id;
  perform audit_account_change(account.id, jsonb_build_object('provider', unlinked.provider)),
    notify_of_account_change('identity_unlinked', account.id,
      jsonb_build_object('note', case unlinked.provider when 'google' then 'Google' else 'GitHub' end));
end $$;

-- The person linking an identity: the caller, once they have proven who they are.
create or replace function app.begin_identity_link(verified_hash text, factor jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  return json_build_object('person', account.id, 'session', session_id());
end $$;
