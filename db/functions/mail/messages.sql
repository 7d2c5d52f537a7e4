-- The content of mails, read when they are sent, and what follows from sending them.

-- The address at which an organization receives replies of customers: of its mailbox, or else on its
-- invoices.
create or replace function app.customers_reply_to(organization uuid) returns text language sql stable as $$
  select coalesce((select b.address from mailboxes b where b.org_id = organization and b.active order by b.created_at, b.id limit 1),
    (select r.issuer_email from invoice_register_settings r where r.org_id = organization))
$$;

-- The facts of a mail; null if it is no longer needed.
create or replace function app.mail_facts(mail mails) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case mail.message
    when 'invitation' then (
      select jsonb_build_object('inviter', u.name, 'organization', o.name, 'role', i.role, 'note', i.message,
          'until', utc(i.expires_at), 'timezone', o.timezone)
        from organization_invitations i join organizations o on o.id = i.org_id join users u on u.id = i.invited_by
        where i.id = (mail.facts->>'subject_id')::uuid and i.status = 'pending' and i.expires_at > now()
          and o.deleted_at is null and o.status <> 'suspended')
    when 'project_share' then (
      select jsonb_build_object('inviter', u.name, 'organization', o.name, 'name', p.name, 'note', s.message,
          'until', utc(s.expires_at), 'timezone', o.timezone)
        from project_shares s join organizations o on o.id = s.org_id join users u on u.id = s.created_by
          join projects p on p.org_id = s.org_id and p.id = s.project_id
        where s.id = (mail.facts->>'subject_id')::uuid and is_answerable(s))
    when 'invoice' then (
      select jsonb_build_object('organization', coalesce(i.issuer_snapshot->>'name', o.name), 'name', coalesce(i.client_snapshot->>'contact',
          i.client_snapshot->>'name'), 'number', i.number, 'due', i.due_date, 'currency', i.currency, 'minor', i.outstanding_minor,
          'late', i.outstanding_minor > 0 and i.due_date < today(o.timezone), 'timezone', o.timezone,
          'reply_to', coalesce(i.issuer_snapshot->>'email', customers_reply_to(o.id)))
        from invoice_links l join invoices i on i.org_id = l.org_id and i.id = l.invoice_id
          join organizations o on o.id = l.org_id and o.deleted_at is null and o.status <> 'suspended'
        where l.id = (mail.facts->>'subject_id')::uuid and l.revoked_at is null and l.expires_at > now())
    when 'ticket_reply' then (
      select ticket_mail_facts(t, mail.address) || jsonb_build_object('name', u.name, 'body', m.body)
          || message_files(m, mail.created_at)
        from ticket_messages m join tickets t on t.org_id = m.org_id and t.id = m.ticket_id
          left join users u on u.id = m.author_user_id
        where m.id = (mail.facts->>'subject_id')::uuid and m.author_kind = 'agent' and not m.is_internal)
    when 'ticket_received' then (
      select ticket_mail_facts(t, mail.address) from tickets t where t.id = (mail.facts->>'subject_id')::uuid)
    when 'ticket_resolved' then (
      select ticket_mail_facts(t, mail.address) from tickets t where t.id = (mail.facts->>'subject_id')::uuid
        and t.status in ('resolved', 'closed') and t.rated_at is null)
    when 'ticket_news' then ticket_news_facts(mail)
    when 'portal_link' then (
      select jsonb_build_object('organization', o.name, 'name', c.name, 'reply_to', customers_reply_to(o.id))
        from portal_accesses a
          join client_contacts c on c.org_id = a.org_id and c.id = a.contact_id and lower(c.email) = mail.address
          join organizations o on o.id = a.org_id and o.deleted_at is null and o.status <> 'suspended'
        where a.id = (mail.facts->>'subject_id')::uuid and a.status = 'active')
    when 'api_key_offered' then (
      select jsonb_build_object('name', u.name, 'inviter', a.name, 'organization', o.name, 'note', k.name,
          'until', utc(k.answer_until), 'timezone', coalesce(u.timezone, o.timezone))
        from api_keys k join users u on u.id = k.user_id and u.status = 'active' join users a on a.id = k.offered_by
          join organizations o on o.id = k.org_id and o.deleted_at is null and o.status <> 'suspended'
        where k.id = (mail.facts->>'subject_id')::uuid and api_key_state(k) = 'offered')
    when 'verify_address' then (
      select jsonb_build_object('name', u.name) from users u
        where u.id = mail.user_id and lower(u.email) = mail.address and u.email_verified_at is null)
    when 'reset_password' then (
      select jsonb_build_object('name', u.name) from users u
        where u.id = account_with_address(mail.address) and u.status = 'active')
    when 'confirm_address' then (
      select mail.facts || jsonb_build_object('name', u.name) from users u
        where u.id = mail.user_id and u.status = 'active' and not exists (select from users o
          where o.id = account_with_address(mail.address) and o.id <> u.id
            and o.email_verified_at is not null))
    when 'bank_account_changed' then (
      select jsonb_build_object('name', e.name, 'organization', o.name, 'note', mail.facts->>'note')
        from employees e join organizations o on o.id = e.org_id and o.deleted_at is null
        where e.org_id = org_id() and e.id = (mail.facts->>'subject_id')::uuid)
    when 'payment_missing' then (
      select mail.facts || jsonb_build_object('organization', o.name) from organizations o
          join subscriptions s on s.org_id = o.id and s.id = (mail.facts->>'subject_id')::uuid
        where o.id = org_id() and o.deleted_at is null and s.status = 'past_due' and s.ended_at is null)
    when 'meeting' then meeting_mail_facts(mail)
    when 'meeting_guest' then meeting_mail_facts(mail)
    when 'digest' then (
      select mail.facts || jsonb_build_object('name', u.name, 'organization', o.name) from users u
        join organization_members m on m.user_id = u.id and m.status = 'active'
        join organizations o on o.id = m.org_id and o.deleted_at is null and o.status <> 'suspended'
        where u.id = mail.user_id and u.status = 'active' and o.id = (mail.facts->>'subject_id')::uuid
          and (u.second_factor or not o.require_second_factor))
    else (
      select jsonb_build_object('timezone',
          coalesce(u.timezone, (select m.timezone from first_membership(u.id) m))) || mail.facts
          || jsonb_build_object('name', u.name) from users u
        where u.id = mail.user_id and u.status = 'active') end
$$;

-- The consequences of a mail's final state, or of an attempt that will be retried.
create or replace function app.apply_mail_outcome(mail mails) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select enter_mail(mail);
  update organization_invitations i set
      send_count = i.send_count + case mail.state when 'sent' then 1 else 0 end,
      last_sent_at = coalesce(mail.sent_at, i.last_sent_at),
      mail_status = case mail.state when 'sent' then 'sent' when 'queued' then 'waiting' else 'failed' end
    where mail.message = 'invitation' and i.org_id = org_id() and i.id = (mail.facts->>'subject_id')::uuid;
  select record_ticket_delivery(mail) where mail.message = 'ticket_reply';
  update invoice_links l set mail_error = mail.last_error, mail_status = case mail.state when 'sent' then 'sent'
      when 'queued' then 'waiting' when 'dropped' then 'dropped' else 'failed' end
    where mail.message = 'invoice' and l.org_id = org_id() and l.id = (mail.facts->>'subject_id')::uuid;
  -- The content of a digest is not stored with it.
  update mails m set facts = m.facts - 'items' where m.id = mail.id and mail.message = 'digest' and mail.state <> 'queued'
$$;

-- Mails an invitation with a token of its own, if the deployment sends mail; earlier mailed tokens become
-- invalid. One that is sent again is refused where it would not be mailed: the earlier link stays.
create or replace function app.mail_invitation(invitation uuid, send_mail boolean,
  again boolean default false) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare invitation_row organization_invitations; mail uuid;
begin
  select i.* into invitation_row from organization_invitations i where i.org_id = org_id() and i.id = invitation;
  if not found then return; end if;
  if send_mail then perform require_mail('invitation'); end if;
  if send_mail and again then perform require_mail_in_time('invitation', invitation_row.email); end if;
  delete from mail_tokens t where t.subject_id = invitation;
  update mails m set state = 'dropped', last_error = 'sent again' where m.address = invitation_row.email
    and m.message = 'invitation' and m.facts->>'subject_id' = invitation::text and m.state = 'queued';
  if send_mail then
    mail := queue_mail('invitation', null, invitation_row.email,
      jsonb_build_object('subject_id', invitation, 'org_id', invitation_row.org_id));
  end if;
  update organization_invitations i set mail_status = coalesce((
      select case m.state when 'queued' then 'waiting' else 'failed' end from mails m where m.id = mail), 'off')
    where i.org_id = org_id() and i.id = invitation;
end $$;

-- Warns a person of a sign-in on an unknown device, unless it is the first since they signed up.
create or replace function app.mail_new_device(person uuid, details jsonb) returns uuid
language sql security definer set search_path = public, app, pg_temp as $$
  select queue_mail('new_sign_in', person, null, details) from users u where u.id = person
    and (u.created_at < now() - interval '30 days'
      or exists (select from sessions s where s.user_id = person and s.created_at > u.created_at))
$$;

-- Verifies an address by its mailed token, if it is still the person's.
create or replace function app.verify_address(token_hash bytea) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare redeemed mail_tokens := redeem_mail_token(token_hash, 'verify_address');
begin
  update users u set email_verified_at = coalesce(u.email_verified_at, now())
    where u.id = redeemed.user_id and lower(u.email) = redeemed.address;
  if not found then
    perform refuse('WM404', 'this link is unknown, was used or has expired; ask for a new mail');
  end if;
end $$;
