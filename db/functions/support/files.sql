-- Files on tickets. Agents see all of them; customers those that contacts uploaded, and those of public
-- messages.

-- Rejects a member's file on an object it cannot be attached to. The caller has locked the object.
create or replace function app.check_attachment(kind text, entity uuid, message uuid) returns void language plpgsql as $$
declare t tickets;
begin
  perform app.ensure_fields(array[case when message is null then null
    when kind <> 'ticket' then 'body.message_id: only with the entity_type ticket'
    when not exists (select from ticket_messages m where m.org_id = app.org_id() and m.ticket_id = entity and m.id = message)
      then 'body.message_id: not a message of the ticket' end]);
  if kind = 'ticket' then
    perform app.refresh_ticket(entity);
    select * into t from tickets x where x.org_id = app.org_id() and x.id = entity;
    perform app.require_open_ticket(t);
  end if;
end $$;

-- The same for a contact in the portal, who attaches to a ticket of their client or to a message of their
-- own.
create or replace function app.check_portal_file(ticket uuid, message uuid) returns void language plpgsql as $$
declare t tickets := app.lock_portal_ticket(ticket);
begin
  perform app.ensure_fields(array[case when message is not null and not exists (select from ticket_messages m
      where m.org_id = t.org_id and m.ticket_id = t.id and m.id = message and m.author_contact_id = app.portal_contact())
      then 'body.message_id: not a message of yours in the ticket' end]),
    app.ensure(t.status <> 'closed', 'WM409',
      'the ticket is closed; write in it first, and attach the file to the ticket that the answer names'),
    app.require_past((select a.created_at + interval '1 hour' from attachments a where a.org_id = app.org_id()
      and a.contact_id = app.portal_contact() order by a.created_at desc offset 29 limit 1),
      'you have attached 30 files within an hour'),
    app.require_attachment_room('ticket', ticket);
end $$;
