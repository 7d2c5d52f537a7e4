-- What stands in the way of deleting the caller's account, and what organizations must keep of the person as
-- an employee: {last_owner_of, kept}.
create or replace function app.deletion_preview() returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare person uuid := user_id(); place record; kept jsonb := '[]'; records json; entered text := org_id();
begin
  for place in select m.org_id, m.name from memberships_of(person) m order by folded(m.name), m.org_id loop
    perform set_config('app.org_id', place.org_id::text, true);
    select retention_json(e.id) into records from employees e
      where e.org_id = place.org_id and e.user_id = person;
    if records::text <> '[]' then
      kept := kept || jsonb_build_object('organization', jsonb_build_object('id', place.org_id, 'name',
        place.name),
        'records', records);
    end if;
  end loop;
  perform set_config('app.org_id', coalesce(entered, ''), true);
  return json_build_object('kept', kept, 'last_owner_of', (
    select coalesce(json_agg(json_build_object('id', o.org_id, 'name', o.name) order by folded(o.name),
      o.org_id), '[]')
      from last_owned_by(person) o));
end $$;

-- The organizations of whom a person is the last owner.
create or replace function app.last_owned_by(person uuid) returns table (org_id uuid, name text)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.org_id, m.name from memberships_of(person) m where m.active and m.role = 'owner' and not exists (
    select from organization_members other where other.org_id = m.org_id and other.user_id <> person
      and other.role = 'owner' and other.status = 'active')
$$;

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
  select string_agg(o.name, ', ' order by folded(o.name), o.org_id) into owned_names
    from last_owned_by(account.id) o;
  perform ensure(owned_names is null, 'WM409', 'you are the last owner of ' || owned_names
    || '; transfer the ownership or delete the organization first');
  for org in select m.org_id from memberships_of(account.id) m order by m.org_id loop
    perform set_config('app.org_id', org::text, true);
    perform remove_member(account.id, null);
    saved := suppress_audit();
    -- Notes that are there and notes in the trash have an index each.
    delete from notes n where n.org_id = org and n.user_id = account.id and n.deleted_at is null;
    delete from notes n where n.org_id = org and n.user_id = account.id and n.deleted_at is not null;
    delete from reminders r where r.org_id = org and r.user_id = account.id;
    perform set_config('app.suppress_audit', saved, true);
  end loop;
  -- What they import belongs to nobody else until it is done.
  for org in select i.id from organization_imports i where i.created_by = account.id
      and i.state in ('receiving', 'running', 'failed') loop
    perform set_config('app.org_id', org::text, true), drop_import(org);
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
