-- Mail of tickets. Incoming mail becomes a ticket or a message; replies are sent from the ticket's mailbox.

-- The mailbox that replies on a ticket: where it came in, or else the organization's first. Null if none is
-- active.
create or replace function app.reply_mailbox(t tickets) returns mailboxes language sql stable as $$
  select b.* from mailboxes b where b.org_id = t.org_id and b.active
    order by b.id = t.mailbox_id desc nulls last, b.created_at, b.id limit 1
$$;

-- The requester's address, if it is known.
create or replace function app.requester_address(t tickets) returns text language sql stable as $$
  select lower(coalesce(t.requester_email, (select c.email from client_contacts c
    where c.org_id = t.org_id and c.id = t.contact_id)))
$$;

-- Queues a mail of a kind about a ticket to the requester, in the language of the contact or of the
-- organization; a reply goes to the people in copy too, and notes to whom it goes.
create or replace function app.mail_requester(kind text, t tickets, subject uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare requester text := requester_address(t); recipient text; requester_language text; mail uuid;
begin
  if (reply_mailbox(t)).id is null then return; end if;
  select lower(split_part(c.language, '-', 1)) into requester_language from client_contacts c
    where c.org_id = t.org_id and c.id = t.contact_id;
  for recipient in select x from unnest(case kind when 'ticket_reply' then t.cc else '{}' end) x where x is distinct from requester
      union all select requester where requester is not null loop
    mail := queue_mail(kind, null, recipient, jsonb_build_object('subject_id', subject) || case
      when recipient = requester and requester_language in ('en', 'es', 'de', 'fr')
        then jsonb_build_object('language', requester_language)
      else jsonb_build_object('org_id', t.org_id) end);
    if kind = 'ticket_reply' then
      insert into ticket_deliveries (org_id, message_id, mail_id, address, state, at, reason)
        select t.org_id, subject, m.id, m.address, case m.state when 'dropped' then 'failed' else 'queued' end,
            case m.state when 'dropped' then now() end, m.last_error from mails m where m.id = mail;
    end if;
  end loop;
exception when data_exception or integrity_constraint_violation or plpgsql_error then
  perform note_side_effect('mail of a ticket', sqlstate);
end $$;

-- The ticket's part of every mail about it; null if the mail is no longer needed. References to the
-- customer's last ten mails keep the mail programs of both sides on one thread.
create or replace function app.ticket_mail_facts(t tickets, recipient text) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('organization', o.name, 'number', '#' || t.number, 'note', t.subject, 'ticket', t.id,
      'mailbox', b.address, 'sender', b.name, 'references', (
        select coalesce(jsonb_agg(m.external_id order by m.created_at, m.id), '[]')
        from (select x.* from ticket_mails x where x.org_id = t.org_id and x.ticket_id = t.id and x.external_id ~ '^[^ ]+@[^ ]+$'
          order by x.created_at desc, x.id desc limit 10) m))
    from reply_mailbox(t) b, organizations o
    where o.id = t.org_id and o.deleted_at is null and o.status <> 'suspended' and b.id is not null
      and (requester_address(t) = recipient or recipient = any (t.cc))
$$;

-- Asks for a rating when a ticket is resolved, once per unrated ticket.
create or replace function app.request_rating() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if (reply_mailbox(new)).asks_rating then perform mail_requester('ticket_resolved', new, new.id); end if;
  return null;
end $$;
create or replace trigger ask_rating after update on tickets for each row
  when (new.status = 'resolved' and old.status <> 'resolved' and new.rated_at is null and new.merged_into_id is null)
  execute function app.request_rating();

create or replace function app.is_mailbox(mail_address text) returns boolean language sql stable as $$
  select exists (select from mailboxes b where b.org_id = app.org_id() and lower(b.address) = mail_address)
$$;

-- The mail with what follows from its sender: `from` is the person it is for, which is not always whom its
-- header names, and `unverified` is true where it may not speak for them in a ticket. A group puts its own
-- address in front, and a form on a website writes from ours or from one that takes no answers. `answers_to`
-- is where a stranger wants the answers, as forms do that write from an address of their site.
create or replace function app.with_sender(mail jsonb) returns jsonb language plpgsql stable as $$
declare sender text := mail->>'from'; is_ours boolean := app.is_mailbox(mail->>'from'); behind text;
begin
  behind := coalesce(mail->>'behind_group', case when is_ours or (mail->>'no_reply')::boolean then mail->>'reply_to' end);
  if app.is_mailbox(behind) then behind := null; end if;
  if behind is null and mail->>'reply_to' <> sender and not app.is_mailbox(mail->>'reply_to') and not is_ours
      and app.contact_with_email(sender) is null and (app.agent_of_mail(mail)).agent is null then
    mail := mail || jsonb_build_object('answers_to', mail->'reply_to');
  end if;
  return mail || case when behind is null or behind = sender then jsonb_build_object('unverified', mail->'failed', 'loop',
      is_ours, 'unattended', (mail->>'unattended')::boolean or (mail->>'no_reply')::boolean or sender is null)
    else jsonb_build_object('from', behind, 'loop', false, 'unverified', (mail->>'failed')::boolean or not is_ours or mail->>'behind_group' is null
        or coalesce(mail->>'dmarc', 'pass') <> 'pass') end;
end $$;

-- True if an address takes part in a ticket: the requester, a person in copy, whoever wrote in it, or another
-- contact of its client, who has to answer a mail of the thread.
create or replace function app.takes_part(t tickets, person_address text, in_thread boolean) returns boolean
language sql stable as $$
  select coalesce(app.requester_address(t) = person_address or person_address = any (t.cc) or exists (select from ticket_mails m
      where m.org_id = t.org_id and m.ticket_id = t.id and m.from_address = person_address and m.outcome in ('ticket', 'message'))
    or in_thread and exists (select from client_contacts c where c.org_id = t.org_id and c.client_id = t.client_id
      and c.email_normalized = app.plain_email(person_address)), false)
$$;

-- The ticket that a mail continues: one that its references name, one that another mail of the thread belongs
-- to, or the one whose number is in its subject. Only who takes part in it may write there, and agents, in
-- whose own tickets they are customers; a report about our own mail comes from a machine that does not.
-- Whoever fills in a form on a website writes its subject.
create or replace function app.ticket_of_mail(mail jsonb, out t tickets, out in_thread boolean, out by_agent boolean)
language plpgsql stable as $$
declare candidate record; found_ticket tickets; sender record;
begin
  select * into sender from app.agent_of_mail(mail);
  for candidate in select x.id, x.place from (
      select k.id, 1 as place from jsonb_array_elements_text(mail->'tickets') r(id) join tickets k on k.org_id = app.org_id()
        and k.id = r.id::uuid
      union all select m.ticket_id, 2 from ticket_mails m where m.org_id = app.org_id() and m.ticket_id is not null
        and m.external_id in (select jsonb_array_elements_text(mail->'references'))
      union all select k.id, 3 from tickets k where k.org_id = app.org_id() and k.number = (mail->>'number')::bigint) x
      order by x.place limit 20 loop
    select * into found_ticket from tickets k where k.org_id = app.org_id() and k.id = candidate.id;
    while found_ticket.merged_into_id is not null loop
      select * into found_ticket from tickets k where k.org_id = app.org_id() and k.id = found_ticket.merged_into_id;
    end loop;
    continue when candidate.place = 3 and mail ? 'answers_to';
    by_agent := sender.agent is not null and not coalesce(app.requester_address(found_ticket) = mail->>'from', false)
      and mail->>'from' <> all (found_ticket.cc);
    if app.ticket_status(found_ticket) = 'closed'
        and (by_agent or app.takes_part(app.open_follow_up(found_ticket), mail->>'from', true)) then
      found_ticket := coalesce(app.open_follow_up(found_ticket), found_ticket);
    end if;
    if by_agent then
      continue when candidate.place = 3 and not sender.is_proven;
      t := found_ticket; in_thread := candidate.place < 3;
      return;
    end if;
    if app.takes_part(found_ticket, mail->>'from', candidate.place < 3)
        or mail->>'kind' <> 'message' and candidate.place < 3 then
      t := found_ticket; in_thread := candidate.place < 3;
      return;
    end if;
  end loop;
end $$;

-- The contact with this address, if only one client has it that is not archived.
create or replace function app.contact_with_email(address text) returns uuid language sql stable as $$
  select (array_agg(c.id order by c.created_at, c.id))[1] from client_contacts c
    where c.org_id = app.org_id() and c.email_normalized = app.plain_email(address) and app.client_problem(c.client_id) is null
    having count(distinct c.client_id) = 1
$$;

-- Why a mail is rejected, or null. More than 30 mails of one sender within an hour are a loop or abuse; those
-- that were rejected count too.
create or replace function app.mail_rejection(mail jsonb, mailbox mailboxes) returns text language sql stable as $$
  select case
    when (mail->>'spam')::boolean then 'spam'
    when (mail->>'loop')::boolean or (mail->>'own')::boolean then 'loop'
    when exists (select from ticket_mails m where m.org_id = mailbox.org_id and m.from_address = coalesce(mail->>'from', '')
        and m.created_at > now() - interval '1 hour' offset case when mail ? 'answers_to' then 300 else 30 end)
      or exists (select from ticket_mails m where m.org_id = mailbox.org_id
        and m.created_at > now() - interval '1 hour' offset 2000)
      then 'too_many' end
$$;

-- Whether the request brought the user and the password of a mailbox that asks for them. Only their hash is
-- known.
create or replace function app.knows_password(b mailboxes) returns boolean language sql stable as $$
  select b.password_hash is null or encode(b.password_hash, 'hex') = current_setting('app.basic', true)
$$;

-- The mailbox of a token; from then on the transaction acts as the sender of the mail. Raises WM404.
create or replace function app.enter_mailbox(token bytea, mail jsonb) returns mailboxes
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mailbox mailboxes;
begin
  select b.* into mailbox from mailboxes b join organizations o on o.id = b.org_id and o.deleted_at is null
      and o.status <> 'suspended' where b.token_hash = token and b.active and knows_password(b);
  perform ensure(mailbox.id is not null, 'WM404', 'mailbox not found'), set_config('app.org_id', mailbox.org_id::text, true),
    set_config('app.user_id', '', true), set_config('app.actor_type', 'system', true),
    set_config('app.actor_label', left(mail->>'from', 100), true);
  return mailbox;
end $$;

-- Records a mail once: one that comes again has the same Message-ID and the same content. Another one with
-- the same Message-ID is told apart by its content.
create or replace function app.record_ticket_mail(mailbox mailboxes, mail jsonb) returns ticket_mails
language plpgsql as $$
declare recorded ticket_mails; hash bytea := decode(mail->>'content_hash', 'hex'); name text := mail->>'external_id';
begin
  for attempt in 1..2 loop
    insert into ticket_mails (org_id, mailbox_id, external_id, content_hash, from_address, from_name, subject)
      values (mailbox.org_id, mailbox.id, name, hash, coalesce(mail->>'from', ''), mail->>'name', mail->>'subject')
      on conflict (org_id, external_id) do nothing returning * into recorded;
    exit when recorded.id is not null or exists (select from ticket_mails m where m.org_id = mailbox.org_id
      and m.external_id = name and coalesce(m.content_hash, hash) = hash);
    name := (mail->>'external_id') || ' ' || (mail->>'content_hash');
  end loop;
  return recorded;
end $$;

-- The earlier mail that this one repeats, if any.
create or replace function app.mail_taken_before(mail jsonb) returns ticket_mails language sql stable as $$
  select m.* from ticket_mails m where m.org_id = app.org_id()
    and (m.external_id = (mail->>'external_id') || ' ' || (mail->>'content_hash') or m.external_id = mail->>'external_id'
      and coalesce(m.content_hash = decode(mail->>'content_hash', 'hex'), true)) limit 1
$$;

-- Accepts an incoming mail: {outcome, reason, ticket_id}. A mail already accepted changes nothing. Of
-- `files`, `files` are those of the message and `original` is the mail as it came. Security definer, since a
-- sender is not a caller with rights of their own.
create or replace function app.accept_ticket_mail(token bytea, mail jsonb, new_id uuid, new_message_id uuid, files jsonb,
  quota bigint)
returns json language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mailbox mailboxes := enter_mailbox(token, mail); accepted ticket_mails; rejection text; original jsonb;
begin
  mail := with_sender(mail);
  accepted := record_ticket_mail(mailbox, mail);
  original := files->'original';
  if jsonb_typeof(files) = 'object' then files := files->'files'; end if;
  if accepted.id is null then
    if original is not null then
      perform discard_object(decode(original->>'sha256', 'hex'), (original->>'size_bytes')::int, original->>'storage_key');
    end if;
    perform attach_mailed_files(null, null, files, quota);
    accepted := mail_taken_before(mail);
    return json_build_object('outcome', accepted.outcome, 'reason', 'taken_before', 'ticket_id', accepted.ticket_id);
  end if;
  rejection := mail_rejection(mail, mailbox);
  if rejection is null then
    accepted := place_mail(accepted, mailbox, mail, new_id, new_message_id);
  else accepted.reason := rejection;
  end if;
  if original is not null then
    accepted.object_id := store_object(decode(original->>'sha256', 'hex'), (original->>'size_bytes')::int,
      original->>'storage_key');
  end if;
  return settle_ticket_mail(accepted, mail, new_message_id, files, quota);
end $$;

-- Writes down what became of a mail, and attaches its files.
create or replace function app.settle_ticket_mail(accepted ticket_mails, mail jsonb, new_message_id uuid, files jsonb,
  quota bigint) returns json language plpgsql security definer set search_path = public, app, pg_temp as $$
declare settled ticket_mails;
begin
  update ticket_mails m set outcome = accepted.outcome, reason = accepted.reason, ticket_id = accepted.ticket_id,
      message_id = case when accepted.outcome in ('message', 'note') then new_message_id end,
      original = mail, object_id = accepted.object_id
    where m.org_id = accepted.org_id and m.id = accepted.id returning * into settled;
  perform attach_mailed_files(settled.ticket_id, settled.message_id, files, quota);
  return json_build_object('outcome', settled.outcome, 'reason', settled.reason, 'ticket_id', settled.ticket_id);
end $$;

-- What becomes of a mail that is not rejected. A report or a receipt is a note in its ticket, and reopens
-- nothing. So is a mail that is not from who it says: it never speaks for a customer in a ticket. That an
-- agent is away is of no use.
create or replace function app.place_mail(accepted ticket_mails, mailbox mailboxes, mail jsonb, new_id uuid,
  new_message_id uuid) returns ticket_mails language plpgsql as $$
declare found_ticket record; t tickets; unverified boolean; reason text;
begin
  select * into found_ticket from app.ticket_of_mail(mail) m;
  t := found_ticket.t;
  if t.id is not null and found_ticket.by_agent then
    if mail->>'kind' <> 'message' then
      accepted.reason := 'automatic';
    else
      accepted.reason := app.add_agent_mail(t.id, new_message_id, mail);
      accepted.outcome := case when accepted.reason is null and not (mail->>'about_note')::boolean then 'message' else 'note' end;
      accepted.ticket_id := t.id;
    end if;
    return accepted;
  end if;
  unverified := (mail->>'unverified')::boolean or not coalesce(found_ticket.in_thread, true) and (mail->>'doubtful')::boolean;
  reason := case when mail->>'kind' = 'receipt' then 'receipt' when mail->>'kind' = 'report' then 'automatic'
    when t.id is not null and unverified and app.ticket_status(t) <> 'closed' then 'unverified' end;
  accepted.reason := reason;
  if t.id is not null and reason is not null then
    perform app.add_mailed_note(t.id, new_message_id, reason, mail), app.mark_bounced(t.id, mail);
    accepted.outcome := 'note';
  elsif t.id is not null and reason is null and not unverified and app.add_mailed_message(t.id, new_message_id, mail) then
    accepted.outcome := 'message';
  elsif reason is null then
    t := app.open_mailed_ticket(new_id, mailbox, case when not unverified then t end, mail);
    accepted.outcome := 'ticket';
  end if;
  accepted.ticket_id := t.id;
  return accepted;
end $$;

-- Takes an ignored mail after all, as whoever asks: as a message of the ticket that it continues, or as a
-- ticket.
create or replace function app.rescue_ticket_mail(mail_id uuid, new_id uuid, new_message_id uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare accepted ticket_mails; mailbox mailboxes; mail jsonb; person text := current_setting('app.user_id', true);
begin
  select * into accepted from ticket_mails m where m.org_id = org_id() and m.id = mail_id for update;
  perform ensure(accepted.id is not null, 'WM404', 'mail not found'), ensure(accepted.outcome = 'ignored', 'WM409', 'this mail was taken; its ticket_id names where it is'),
    ensure(accepted.original is not null, 'WM409', 'nothing is kept of this mail; ask its sender to write again');
  select * into mailbox from mailboxes b where b.org_id = accepted.org_id and b.id = accepted.mailbox_id;
  mail := accepted.original || '{"kind":"message","unattended":true}' || jsonb_build_object('text', left(
    concat_ws(E'\n\n', accepted.original->>'text', '[Files, in the original mail only: ' || (select string_agg(f, ', ')
      from jsonb_array_elements_text(accepted.original->'file_names') f) || ']'), 20000));
  accepted := place_mail(accepted, mailbox, mail, new_id, new_message_id);
  perform settle_ticket_mail(accepted, mail, new_message_id, '[]', 0), set_config('app.user_id', person, true);
end $$;

-- Where to store a mail and its files: {org, files}. An ignored mail is kept without files of its own; null
-- if it came before, or too many came.
create or replace function app.mail_storage(token bytea, mail jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare mailbox mailboxes := enter_mailbox(token, mail); known ticket_mails; rejection text;
begin
  mail := with_sender(mail);
  known := mail_taken_before(mail);
  rejection := mail_rejection(mail, mailbox);
  if known.id is not null or rejection = 'too_many' then return null; end if;
  return json_build_object('folder', folder_of(mailbox.org_id), 'files', rejection is null
    and (mail->>'kind' = 'message' or (select (m.t).id is not null and not m.by_agent from ticket_of_mail(mail) m)));
end $$;

-- Counts a stored original as long as a mail names it.
create or replace trigger count_references after insert or delete or update of object_id on ticket_mails
  for each row execute function app.count_references();

-- Attaches stored files to a ticket, or to its message; those without a ticket, or over a limit, are erased,
-- and a note names them. An image that the text of every mail shows, such as a logo, is kept once.
create or replace function app.attach_mailed_files(ticket uuid, message uuid, files jsonb, quota bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare f record; left_out text[] := '{}'; is_known boolean;
begin
  for f in select * from jsonb_to_recordset(files) x(id uuid, filename text, content_type text, is_inline boolean,
      size_bytes int, sha256 text, storage_key text, width int, height int) loop
    is_known := f.is_inline and exists (select from attachments a where a.org_id = org_id() and a.entity_type = 'ticket'
      and a.entity_id = ticket and a.is_inline and a.sha256 = decode(f.sha256, 'hex') and a.deleted_at is null);
    if ticket is null or is_known or (select count(*) from attachments a where a.org_id = org_id()
          and a.entity_type = 'ticket' and a.entity_id = ticket and a.deleted_at is null and a.is_inline = f.is_inline) >= 50
        or f.size_bytes + stored_bytes() > quota then
      perform discard_object(decode(f.sha256, 'hex'), f.size_bytes, f.storage_key);
      if not is_known then left_out := left_out || f.filename; end if;
    else
      insert into attachments (id, entity_type, entity_id, message_id, filename, content_type, is_inline, size_bytes, sha256,
          width, height, object_id)
        values (f.id, 'ticket', ticket, message, f.filename, f.content_type, f.is_inline, f.size_bytes, decode(f.sha256, 'hex'),
          f.width, f.height, store_object(decode(f.sha256, 'hex'), f.size_bytes, f.storage_key));
    end if;
  end loop;
  if ticket is not null and left_out <> '{}' then
    insert into ticket_messages (org_id, ticket_id, author_kind, author_contact_id, body, is_internal) values (org_id(), ticket,
      'agent', null, 'Files of a mail that were not kept: ' || array_to_string(left_out, ', '), true);
  end if;
end $$;

-- The rest of the work, in parts. A note changes nothing in its ticket.
create or replace function app.add_mailed_note(ticket uuid, new_message_id uuid, reason text, mail jsonb) returns void
language sql as $$
  insert into ticket_messages (id, org_id, ticket_id, author_kind, author_contact_id, body, is_internal)
    values (new_message_id, app.org_id(), ticket, 'agent', null, left(concat_ws(E'\n\n', case reason
      when 'unverified' then case when (mail->>'failed')::boolean or (app.agent_of_mail(mail)).agent is null
        then format('Unverified: this mail says it is from %s, but the checks of its sender failed.', mail->>'from')
        else format('Unverified: this mail says it is from %s, but no check of its sender proves it. The customer did not get it.',
          mail->>'from') end
      when 'closed' then format('By mail from %s, after the ticket was closed. The customer did not get it.', mail->>'from')
      when 'receipt' then format('Receipt from %s:', coalesce(mail->>'from', mail->>'name'))
      else format('Automatic reply from %s:', coalesce(mail->>'from', mail->>'name')) end, mail->>'text'), 20000), true)
$$;

-- Adds mailed text to a ticket; false if the ticket accepts no more, because it is closed or full.
create or replace function app.add_mailed_message(ticket uuid, new_message_id uuid, mail jsonb) returns boolean
language plpgsql as $$
declare t tickets;
begin
  perform from tickets k where k.org_id = app.org_id() and k.id = ticket for no key update;
  perform app.refresh_ticket(ticket);
  select * into t from tickets k where k.org_id = app.org_id() and k.id = ticket;
  if t.status = 'closed' or (select count(*) from ticket_messages m
      where m.org_id = t.org_id and m.ticket_id = t.id) >= 2000 then
    return false;
  end if;
  perform set_config('app.portal_contact', coalesce((select c.id::text from client_contacts c where c.org_id = t.org_id
    and c.client_id = t.client_id and c.email_normalized = app.plain_email(mail->>'from')
    order by c.id = t.contact_id desc, c.created_at limit 1), ''), true);
  insert into ticket_messages (id, org_id, ticket_id, author_kind, body)
    values (new_message_id, t.org_id, t.id, 'customer', mail->>'text');
  perform app.process_ticket_message(new_message_id), app.add_people(t, mail);
  return true;
end $$;

-- People whom a customer's mail also went to take part in its ticket from then on, but for our own addresses.
create or replace function app.add_people(t tickets, mail jsonb) returns void language sql as $$
  update tickets k set cc = n.cc from (select array(select x.address from (
      select a as address, min(p.place) as place from (select c, 1 from unnest(t.cc) c
          union all select o, 2 from jsonb_array_elements_text(mail->'others') o) p(a, place) group by a) x
        where x.address is distinct from app.requester_address(t) and not exists (select from mailboxes b
          where b.org_id = t.org_id and lower(b.address) = x.address) and not exists (select from organization_members m
          join users u on u.id = m.user_id where m.org_id = t.org_id and m.status = 'active' and lower(u.email) = x.address)
        order by x.place, x.address limit 20)) n(cc)
    where k.org_id = t.org_id and k.id = t.id and k.cc <> n.cc
$$;

-- Opens a ticket from a mail, as a follow-up if the mail continues a closed one, and acknowledges it to the
-- sender.
create or replace function app.open_mailed_ticket(new_id uuid, mailbox mailboxes, former tickets, mail jsonb) returns tickets
language plpgsql as $$
declare t tickets; requester text := coalesce(mail->>'answers_to', mail->>'from'); contact uuid;
begin
  contact := app.contact_with_email(requester);
  perform set_config('app.portal_contact', coalesce(contact::text, ''), true);
  perform app.add_ticket(new_id, jsonb_build_object('subject', mail->>'subject',
      'description', mail->>'text', 'channel', 'email', 'mailbox_id', mailbox.id)
    || case when contact is null then jsonb_build_object('requester_email', requester)
      else jsonb_build_object('contact_id', contact) end
    || case when app.ticket_status(former) = 'closed' then jsonb_build_object('follow_up_of_id', former.id) else '{}' end);
  select * into t from tickets x where x.org_id = app.org_id() and x.id = new_id;
  if not (mail->>'failed')::boolean then perform app.add_people(t, mail); end if;
  if mailbox.acknowledges and not (mail->>'unattended')::boolean and not (mail->>'failed')::boolean then
    perform app.mail_requester('ticket_received', t, t.id);
  end if;
  return t;
end $$;

-- Enters the organization of the ticket that a mailed link rates.
create or replace function app.enter_rating(token bytea) returns tickets
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare t tickets;
begin
  select x.* into t from mail_tokens k join tickets x on x.id = k.subject_id
    join organizations o on o.id = x.org_id and o.deleted_at is null and o.status <> 'suspended'
    where k.hash = token and k.message = 'ticket_resolved' and k.expires_at > now();
  perform ensure(t.id is not null, 'WM404', 'rating not found'),
    set_config('app.org_id', t.org_id::text, true), set_config('app.actor_type', 'system', true);
  return t;
end $$;

-- What a mailed link asks to rate.
create or replace function app.rating_request(token bytea) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare t tickets := enter_rating(token);
begin
  return (select json_build_object('organization', o.name, 'number', '#' || t.number, 'subject', t.subject,
    'score', t.csat_score, 'comment', t.csat_comment, 'rated_at', utc(t.rated_at))
    from organizations o where o.id = t.org_id);
end $$;

-- Rates the ticket of a link, once.
create or replace function app.rate_by_link(token bytea, score int, remark text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare t tickets := enter_rating(token);
begin
  perform from tickets x where x.org_id = t.org_id and x.id = t.id for no key update;
  perform check_rating(x) from tickets x where x.org_id = t.org_id and x.id = t.id;
  update tickets set csat_score = score, csat_comment = remark, rated_at = now()
    where org_id = t.org_id and id = t.id;
  return rating_request(token);
end $$;

-- Mails a link to every access of an address; for an address without one, queues a mail that is never sent,
-- so that both cases cost the same.
create or replace function app.request_portal_link(address text, requested_language text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare access record; is_sent boolean := false;
begin
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, changes, ip, user_agent, request_id)
    values (null, 'portal', current_setting('app.action', true), 'portal_links',
      encode(sha256(convert_to(lower(address), 'UTF8')), 'hex'), '{}', nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), ''));
  for access in select a.id, a.org_id from client_contacts c join portal_accesses a on a.org_id = c.org_id and a.contact_id = c.id
      and a.status = 'active' join clients k on k.org_id = a.org_id and k.id = a.client_id and k.archived_at is null
      and k.portal_enabled where lower(c.email) = lower(address) order by a.created_at limit 5 loop
    perform set_config('app.org_id', access.org_id::text, true);
    perform mail_portal_link(access.id, null, requested_language);
    is_sent := true;
  end loop;
  perform set_config('app.org_id', '', true);
  if not is_sent then
    perform queue_mail('portal_link', null, address, jsonb_build_object('language', requested_language));
  end if;
end $$;

-- Mails a contact a link of their access, to all of it or to one ticket. Returns where it goes to, or null.
create or replace function app.mail_portal_link(access uuid, ticket uuid, requested_language text default null) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare a record; mail uuid;
begin
  select x.org_id, c.email, lower(split_part(c.language, '-', 1)) as language into a from portal_accesses x
    join client_contacts c on c.org_id = x.org_id and c.id = x.contact_id where x.org_id = org_id() and x.id = access;
  if a.email is not null then
    mail := queue_mail('portal_link', null, a.email,
      jsonb_strip_nulls(jsonb_build_object('subject_id', access, 'scope', ticket))
        || case when coalesce(a.language, requested_language) in ('en', 'es', 'de', 'fr')
          then jsonb_build_object('language', coalesce(a.language, requested_language))
          else jsonb_build_object('org_id', a.org_id) end);
  end if;
  return (select m.address from mails m where m.id = mail and m.state <> 'dropped');
end $$;

-- Mail is kept as it came for as long as its mailbox says; ignored mail is forgotten then.
create or replace function app.daily_ticket_mails(org uuid, max_rows int) returns boolean
language sql security definer set search_path = public, app, pg_temp as $$
  with due as materialized (select m.id, m.outcome from ticket_mails m
    left join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
    where m.org_id = org and m.created_at < now() - make_interval(days => coalesce(b.keep_days, 30))
      and (m.outcome = 'ignored' or m.original is not null or m.object_id is not null) limit max_rows),
  forgotten as (delete from ticket_mails m using due d
    where m.org_id = org and m.id = d.id and d.outcome = 'ignored'),
  emptied as (update ticket_mails m set original = null, object_id = null from due d
    where m.org_id = org and m.id = d.id and d.outcome <> 'ignored')
  select count(*) = max_rows from due
$$;
