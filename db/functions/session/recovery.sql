-- Forgotten passwords: a mailed link proves the address and sets a new one.

-- Invalidates links of these kinds that were mailed to an address or for a person, and drops unsent mails:
-- mails first, since one that is being sent has its token by the time its row is unlocked.
create or replace function app.invalidate_mail_links(person uuid, mailed_to text, kinds text[], except_id uuid default null)
returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update mails m set state = 'dropped', last_error = 'a later one counts'
    where (m.user_id = person or m.address = mailed_to) and m.message = any (kinds) and m.state in ('queued', 'sending')
      and m.id is distinct from except_id;
  update mail_tokens t set used_at = now()
    where (t.user_id = person or t.address = mailed_to) and t.message = any (kinds) and t.used_at is null;
end $$;

-- Queues the mail with the link, even for an unknown address: its owner is looked up when it is sent, so that
-- both cases cost the same here. Only the link of the latest mail is valid.
create or replace function app.request_password_reset(address text, language text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mail uuid := queue_mail('reset_password', null, address, jsonb_build_object('language', language));
begin
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes, ip, user_agent, request_id)
    values (null, 'user', current_setting('app.action', true), 'logins', encode(login_key(address, null), 'hex'), '{}',
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), ''));
  if exists (select from mails m where m.id = mail and m.state = 'queued') then
    perform invalidate_mail_links(null, address, '{reset_password}', mail);
  end if;
end $$;

-- The person whose password a link sets, if it is still valid.
create or replace function app.reset_link_person(token_hash bytea) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('email', lower(u.email)) from mail_tokens t
      join users u on u.id = account_with_address(t.address) and u.status = 'active'
    where t.hash = token_hash and t.message = 'reset_password' and t.used_at is null and t.expires_at > now()
$$;

create or replace function app.refuse_link() returns void language plpgsql as $$
begin
  perform app.refuse('WM404', 'this link is unknown, was used or has expired; ask for a new mail');
end $$;

-- Whoever holds a mailed link acts as the person it was sent to.
create or replace function app.act_as(person uuid) returns void language sql as $$
  select set_config('app.user_id', person::text, true), set_config('app.actor_type', 'user', true)
$$;

-- Redeems the link: of two concurrent uses, one wins. Sessions and other links end, and so does a lock after
-- failed logins, unless it counts guesses of a second factor, which no mail proves. An address that was not
-- verified before may have been registered by somebody else, whose keys, applications, second factors and
-- identities end with their password.
create or replace function app.reset_password(token_hash bytea, new_hash text, device text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare redeemed mail_tokens := redeem_mail_token(token_hash, 'reset_password'); account users; facts jsonb;
begin
  select * into account from users u where u.id = account_with_address(redeemed.address)
    and lower(u.email) = redeemed.address and u.status = 'active' for update;
  if not found then perform refuse_link(); end if;
  perform act_as(account.id);
  update users u set password_hash = new_hash, email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now()
    where u.id = account.id;
  facts := case when account.email_verified_at is null then revoke_claimant_access(account.id)
    else jsonb_build_object('ended', end_sessions(account.id, null)) end;
  perform invalidate_mail_links(null, redeemed.address, '{reset_password}'),
    invalidate_mail_links(account.id, null, '{confirm_address,verify_address}');
  if not account.second_factor or account.email_verified_at is null then
    delete from login_failures f where f.email_hash in (login_key(redeemed.address, null), login_key(redeemed.address, device));
  end if;
  perform audit_account_change(account.id, facts), notify_of_password_change(account.id);
end $$;

-- Revokes a person's API keys and disconnects their applications; returns how many.
create or replace function app.revoke_credentials(person uuid) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare families int;
begin
  perform oauth_revoke_family(a.id, 'owner') from oauth_authorizations a
    where a.user_id = person and a.revoked_at is null;
  get diagnostics families = row_count;
  return jsonb_build_object('api_keys', revoke_keys_of(person, null), 'applications', families);
end $$;

-- Notifies a person that their password was changed, and from where.
create or replace function app.notify_of_password_change(person uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform notify_of_account_change('password_changed', person);
end $$;
