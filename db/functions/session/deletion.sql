-- Deletes the caller's account. They leave each organization like a removed member: what they wrote stays,
-- their open tasks become unassigned, and their keys are revoked; notes and reminders, which nobody else
-- sees, are deleted. The row stays for references to it, without name, address and password.
create or replace function app.delete_account(verified_hash text, factor jsonb, unusable_hash text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare account users := lock_account_with_factor(verified_hash, factor); owned_names text; org uuid; saved text;
begin
  -- Owners are locked in the same order as by other membership changes, so that of two who leave at once one
  -- stays.
  perform from organization_members m where (m.role = 'owner' or m.user_id = account.id)
    and m.org_id in (select x.org_id from memberships_of(account.id) x)
    order by m.id for update;
  select string_agg(m.name, ', ' order by folded(m.name), m.org_id) into owned_names
    from memberships_of(account.id) m where m.active and m.role = 'owner' and not exists (
      select from organization_members other where other.org_id = m.org_id and other.user_id <> account.id
        and other.role = 'owner' and other.status = 'active');
  perform require(owned_names is null, 'WM409', 'you are the last owner of ' || owned_names
    || '; transfer the ownership or delete the organization first');
  for org in select m.org_id from memberships_of(account.id) m order by m.org_id loop
    perform set_config('app.org_id', org::text, true);
    perform remove_member(account.id, null);
    saved := suppress_audit();
    delete from notes n where n.org_id = org and n.user_id = account.id;
    delete from reminders r where r.org_id = org and r.user_id = account.id;
    perform set_config('app.suppress_audit', saved, true);
  end loop;
  perform set_config('app.org_id', '', true);
  perform audit_account_change(account.id, revoke_credentials(account.id)), end_sessions(account.id, null),
    schedule_export_erasure(account.id);
  delete from totp_secrets t where t.user_id = account.id;
  delete from user_identities i where i.user_id = account.id;
  delete from passkeys p where p.user_id = account.id;
  perform update_second_factor(account.id);
  delete from mails m where m.user_id = account.id or m.address = lower(account.email);
  delete from mail_tokens t where t.user_id = account.id or t.address = lower(account.email);
  update platform_admins p set revoked_at = now() where p.user_id = account.id and p.revoked_at is null;
  update users u set name = 'Deleted account', email = u.id || '@address.invalid', email_verified_at = null,
      password_hash = unusable_hash, status = 'locked', locale = null, timezone = null, updated_at = now()
    where u.id = account.id;
end $$;
