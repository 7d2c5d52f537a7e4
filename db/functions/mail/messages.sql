-- What mails say, read when they are sent, and what follows from sending them.

-- The facts of a mail; null if it is no longer of use.
create or replace function app.mail_facts(mail mails) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case mail.message
    when 'invitation' then (
      select jsonb_build_object('inviter', u.name, 'organization', o.name, 'role', i.role, 'note', i.message,
          'until', utc(i.expires_at), 'timezone', o.timezone)
        from organization_invitations i join organizations o on o.id = i.org_id join users u on u.id = i.invited_by
        where i.id = (mail.facts->>'subject_id')::uuid and i.status = 'pending' and i.expires_at > now()
          and o.deleted_at is null and o.status <> 'suspended')
    when 'verify_address' then (
      select jsonb_build_object('name', u.name) from users u
        where u.id = mail.user_id and lower(u.email) = mail.address and u.email_verified_at is null)
    when 'reset_password' then (
      select jsonb_build_object('name', u.name) from users u
        where lower(u.email) = mail.address and u.status = 'active')
    when 'confirm_address' then (
      select mail.facts || jsonb_build_object('name', u.name) from users u
        where u.id = mail.user_id and u.status = 'active' and not exists (select from users o
          where lower(o.email) = mail.address and o.id <> u.id and o.email_verified_at is not null))
    else (
      select mail.facts || jsonb_build_object('name', u.name, 'timezone', u.timezone) from users u
        where u.id = mail.user_id and u.status = 'active') end
$$;

create or replace function app.mail_settled(mail mails) returns void
language sql security definer set search_path = public, app, pg_temp as $$ select $$;

-- Proves an address by the token that was mailed to it, as long as it is still the person's.
create or replace function app.verify_address(presented bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare used mail_tokens := use_mail_token(presented, 'verify_address');
begin
  update users u set email_verified_at = coalesce(u.email_verified_at, now())
    where u.id = used.user_id and lower(u.email) = used.address;
  if not found then
    perform refuse('WM404', 'this link is unknown, was used or has expired; ask for a new mail');
  end if;
end $$;
