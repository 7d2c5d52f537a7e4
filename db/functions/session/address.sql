-- Changing the e-mail address: requested with the password, verified by mail, and revertible by whoever reads
-- the old address.

-- Queues the mail to the new address, whoever owns it: that is looked up when it is sent, so that the
-- response reveals nothing. Only the link of the latest mail is valid.
create or replace function app.change_address(verified_hash text, factor jsonb, new_address text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor);
begin
  perform ensure(new_address <> lower(account.email), 'WM422', 'body.email: is your address already');
  perform require_mail_in_time('confirm_address', new_address),
    invalidate_mail_links(account.id, null, '{confirm_address}'),
    queue_mail('confirm_address', account.id, new_address, jsonb_build_object('address', new_address)),
    audit_account_change(account.id);
  return json_build_object('email', account.email, 'pending_email', new_address);
end $$;

-- Gives a person the address that they verified. An account that holds it unverified loses it, and gets a
-- placeholder.
create or replace function app.assign_address(person uuid, verified_address text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare claimant uuid;
begin
  update users u set email = u.id || '@address.invalid', updated_at = now()
    where u.id = account_with_address(verified_address) and lower(u.email) = verified_address
      and u.id <> person and u.email_verified_at is null returning u.id into claimant;
  if found then perform audit_account_change(claimant, '{"lost":true}'); end if;
  perform ensure(coalesce(account_with_address(verified_address), person) = person,
    'WM409', 'this address belongs to another account by now');
  update users u set email = verified_address, email_verified_at = now(), updated_at = now() where u.id = person;
end $$;

-- Redeems the link in the mail to the new address. The old address is notified if it was verified; a mistyped
-- one may belong to somebody else.
create or replace function app.confirm_address(token_hash bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare redeemed mail_tokens := redeem_mail_token(token_hash, 'confirm_address'); account users;
begin
  select * into account from users u where u.id = redeemed.user_id and u.status = 'active' for update;
  if not found then perform refuse_link(); end if;
  perform act_as(account.id), assign_address(account.id, redeemed.address);
  perform invalidate_mail_links(account.id, null, '{confirm_address,verify_address}'),
    invalidate_mail_links(null, lower(account.email), '{reset_password}');
  if account.email_verified_at is not null then
    perform queue_mail('address_changed', account.id, account.email, jsonb_build_object('address', redeemed.address));
  end if;
  perform audit_account_change(account.id, jsonb_build_object('email',
    jsonb_build_object('from', account.email, 'to', redeemed.address)));
end $$;

-- Redeems the link in the mail to the old address: the address is restored, and the password is removed, as
-- whoever took over the account may know it, so that a new one is chosen by mail. Links to later addresses
-- become invalid; those to earlier ones stay.
create or replace function app.restore_address(token_hash bytea, unusable_hash text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare redeemed mail_tokens := redeem_mail_token(token_hash, 'address_changed'); account users;
begin
  select * into account from users u where u.id = redeemed.user_id and u.status = 'active' for update;
  if not found then perform refuse_link(); end if;
  perform act_as(account.id), assign_address(account.id, redeemed.address);
  update users u set password_hash = unusable_hash where u.id = account.id;
  update mail_tokens t set used_at = now() where t.user_id = account.id and t.message = 'address_changed'
    and t.used_at is null and t.expires_at > redeemed.expires_at;
  perform invalidate_mail_links(account.id, null, '{confirm_address,verify_address}'),
    invalidate_mail_links(null, lower(account.email), '{reset_password}'),
    queue_mail('reset_password', null, redeemed.address),
    audit_account_change(account.id, jsonb_build_object('ended', end_sessions(account.id, null), 'email',
      jsonb_build_object('from', account.email, 'to', redeemed.address)));
end $$;
