-- What became of the mails that carry messages of agents, and their files.

-- The last state of a mail, or that of an attempt that will be retried.
create or replace function app.record_ticket_delivery(mail mails) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update ticket_deliveries d set at = coalesce(mail.sent_at, now()), reason = left(mail.last_error, 300),
      state = case mail.state when 'queued' then 'queued' when 'sent' then 'sent' when 'unclear' then 'unclear' else 'failed' end
    where d.org_id = org_id() and d.mail_id = mail.id and d.state <> 'bounced'
$$;

-- A mail came back: it was the last one to that address.
create or replace function app.mark_bounced(ticket uuid, mail jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update ticket_deliveries d set state = 'bounced', at = now(), reason = left(b->>'reason', 300)
    from jsonb_array_elements(mail->'bounces') b
    where d.org_id = org_id() and d.id = (select x.id from ticket_messages m join ticket_deliveries x on x.org_id = m.org_id and x.message_id = m.id
      where m.org_id = org_id() and m.ticket_id = ticket and x.address = b->>'address' order by x.created_at desc, x.id desc limit 1)
$$;

-- The provider reports that a mail came back: app.record_bounce(mail, '550 5.1.1 No such user'). Repeats
-- change nothing.
create or replace function app.record_bounce(mail uuid, why text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare returned mails;
begin
  update mails m set last_error = left('it came back: ' || why, 300) where m.id = mail and m.state in ('sent', 'unclear')
    returning * into returned;
  if not found then return; end if;
  perform enter_mail(returned);
  update ticket_deliveries d set state = 'bounced', at = now(), reason = left(why, 300)
    where d.org_id = org_id() and d.mail_id = mail and d.state <> 'bounced';
end $$;

-- The files that go out with a message: small ones in the mail, the others as links, which work until the
-- given time.
create or replace function app.message_files(message ticket_messages, mailed_at timestamptz) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('org', message.org_id, 'files_until', utc(mailed_at + interval '30 days'), 'files', (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'filename', a.filename, 'content_type', a.content_type,
        'size_bytes', a.size_bytes, 'storage_key', o.storage_key) order by a.created_at, a.id), '[]')
      from attachments a join attachment_objects o on o.org_id = a.org_id and o.id = a.object_id
      where a.org_id = message.org_id and a.message_id = message.id and a.deleted_at is null))
$$;

-- Moves files that the caller attached to a ticket to a message, with which they become as visible as it is.
create or replace function app.attach_to_message(ticket uuid, message uuid, files uuid[]) returns void language plpgsql as $$
begin
  perform app.ensure_fields(array(select format('body.attachment_ids[%s]: not a file that you attached to the ticket, without a message',
      f.n - 1) from unnest(files) with ordinality f(id, n) where not exists (select from attachments a where a.org_id = app.org_id()
        and a.id = f.id and a.entity_type = 'ticket' and a.entity_id = ticket and a.message_id is null and a.object_id is not null
        and a.deleted_at is null and a.uploaded_by = app.user_id()) order by f.n));
  update attachments a set message_id = message where a.org_id = app.org_id() and a.id = any (files);
end $$;

-- Enters the organization of a link in a mail, which opens one file of a public message, whoever has it.
create or replace function app.enter_mailed_link(org uuid, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure(exists (select from organizations o where o.id = org and o.deleted_at is null and o.status <> 'suspended'),
      'WM404', 'file not found'),
    set_config('app.org_id', org::text, true), set_config('app.user_id', '', true), set_config('app.rank', '0', true),
    set_config('app.actor_type', 'system', true);
  perform trace(request);
end $$;
