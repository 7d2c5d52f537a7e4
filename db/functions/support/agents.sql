-- Agents work by mail too: they are mailed the news of a ticket, and their reply is a message of theirs.

-- Queues the mail of these notifications of a ticket, which are about internal notes or about anything else.
create or replace function app.queue_ticket_news(person uuid, ticket uuid, of_notes boolean, notification_ids uuid[])
returns void language sql security definer set search_path = public, app, pg_temp as $$
  select mark_mailed(person, notification_ids, queue_mail('ticket_news', person, null, jsonb_build_object('org_id', org_id(),
    'subject_id', ticket, 'of_notes', of_notes, 'notifications', to_jsonb(notification_ids))))
$$;

-- What a notification of a ticket is about: who wrote, and what.
create or replace function app.ticket_news_text(n notifications, t tickets) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when n.source_key like 'ticket\_message:%' then (select concat_ws(E':\n\n', coalesce(u.name, c.name,
          t.requester_email), m.body) from ticket_messages m left join users u on u.id = m.author_user_id and m.author_kind = 'agent'
        left join client_contacts c on c.org_id = m.org_id and c.id = m.author_contact_id
      where m.org_id = t.org_id and m.ticket_id = t.id and m.id = split_part(n.source_key, ':', 2)::uuid
        and m.is_internal = (n.reason in ('commented', 'mentioned')))
    when n.reason in ('approval', 'assigned') then nullif(t.description, '') else n.snippet end
$$;

-- The facts of such a mail; null once its recipient may not see the ticket any more.
create or replace function app.ticket_news_facts(mail mails) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('organization', o.name, 'org', o.id, 'note', t.subject, 'ticket', t.id, 'of_notes', mail.facts->'of_notes',
      'number', case when (mail.facts->>'of_notes')::boolean then 'note #' else '#' end || t.number,
      'page', '/organizations/' || o.slug || '/tickets/' || t.number, 'mailbox', b.address, 'sender', b.name,
      'items', n.items, 'body', left(n.body, 60000))
    from tickets t join organizations o on o.id = t.org_id and o.deleted_at is null and o.status <> 'suspended'
      join organization_members m on m.org_id = t.org_id and m.user_id = mail.user_id and m.status = 'active'
        and level_of(m.role) >= 20
      join users u on u.id = m.user_id and u.status = 'active' and (u.second_factor or not o.require_second_factor)
      cross join lateral reply_mailbox(t) b
      cross join lateral (select jsonb_agg(jsonb_build_object('reason', x.reason, 'title', x.title) order by x.created_at, x.id) as items,
          string_agg(ticket_news_text(x, t), E'\n\n' order by x.created_at, x.id) as body
        from notifications x where x.org_id = t.org_id and x.user_id = mail.user_id and x.entity_id = t.id
          and x.id in (select jsonb_array_elements_text(mail.facts->'notifications')::uuid)) n
    where t.id = (mail.facts->>'subject_id')::uuid and b.id is not null and n.items is not null
$$;

-- The member whose address a mail comes from, and whether that is proven: by the checks of the sender, and by
-- the address and the second factor of the member.
create or replace function app.agent_of_mail(mail jsonb, out agent uuid, out is_proven boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select u.id, u.email_verified_at is not null and (u.second_factor or not o.require_second_factor)
      and (mail->>'proven')::boolean and not (mail->>'unverified')::boolean
    from users u join organization_members m on m.org_id = org_id() and m.user_id = u.id and m.status = 'active'
        and level_of(m.role) >= 20
      join organizations o on o.id = m.org_id
    where lower(u.email) = mail->>'from' and u.status = 'active' order by u.email_verified_at nulls last limit 1
$$;

-- Adds the reply of a member to a ticket: a public message, or a note where it answers our mail about notes.
-- Returns why it is only recorded in a note of nobody, or null.
create or replace function app.add_agent_mail(ticket uuid, new_message_id uuid, mail jsonb) returns text language plpgsql as $$
declare t tickets; sender record; is_note boolean := (mail->>'about_note')::boolean; reason text;
begin
  select * into sender from app.agent_of_mail(mail);
  perform from tickets k where k.org_id = app.org_id() and k.id = ticket for no key update;
  perform app.refresh_ticket(ticket);
  select * into t from tickets k where k.org_id = app.org_id() and k.id = ticket;
  reason := case when not sender.is_proven then 'unverified' when t.status = 'closed' or (select count(*) from ticket_messages m
    where m.org_id = t.org_id and m.ticket_id = t.id) >= 2000 then 'closed' end;
  if reason is not null then
    perform app.add_mailed_note(t.id, new_message_id, reason, mail);
    return reason;
  end if;
  perform set_config('app.user_id', sender.agent::text, true), set_config('app.actor_type', 'user', true),
    set_config('app.rank', '20', true), set_config('app.portal_contact', '', true);
  insert into ticket_messages (id, org_id, ticket_id, author_kind, body, is_internal)
    values (new_message_id, t.org_id, t.id, 'agent', mail->>'text', is_note);
  perform app.process_ticket_message(new_message_id);
  if not is_note then perform app.add_people(t, mail); end if;
  return null;
end $$;
