-- Rules of tickets: what their fields may reference, and how they are merged and deleted.

-- Numbers are consecutive; a deleted ticket leaves a gap.
create or replace function app.next_ticket_number() returns bigint language sql as $$
  insert into ticket_counters as c (last) values (1) on conflict (org_id) do update set last = c.last + 1 returning last
$$;

-- Problems with the sent fields, other than what they name.
create or replace function app.ticket_problems(t tickets, input jsonb) returns text[] language sql stable as $$
  select array[
    case when input->>'contact_id' is not null and input->>'client_id' is null and t.client_id is not null
        then 'body.contact_id: of a client that is ' || app.client_problem(t.client_id) end,
    case when t.contact_id is not null and not exists (select from client_contacts c where c.org_id = t.org_id
        and c.id = t.contact_id and c.client_id = t.client_id) then case when input ? 'contact_id'
          then 'body.contact_id: not a contact of the client'
          else 'body.client_id: the contact of the ticket is another client''s; send contact_id too' end end,
    case when input->>'snoozed_until' is not null and t.snoozed_until <= now()
      then 'body.snoozed_until: must be in the future' end]
$$;

-- The ticket as it will be written, from the sent fields. A contact implies their client, and is the
-- requester; but one of another client does not move a ticket into that client's portal unawares.
create or replace function app.check_ticket(before tickets, input jsonb) returns tickets language plpgsql stable as $$
declare t tickets := jsonb_populate_record(before, input);
begin
  if input->>'contact_id' is not null then
    t.requester_email := null;
    if not input ? 'client_id' then
      perform app.ensure_fields(array[case when before.client_id <> (select c.client_id from client_contacts c
        where c.org_id = t.org_id and c.id = t.contact_id) then 'body.contact_id: of another client; send client_id too' end]);
      t.client_id := (select c.client_id from client_contacts c where c.org_id = t.org_id and c.id = t.contact_id);
    end if;
  elsif input->>'requester_email' is not null or input ? 'client_id' and t.client_id is null then
    t.contact_id := null;
  end if;
  perform app.ensure_fields(app.ticket_problems(t, input)), app.require_open_ticket(before),
    app.check_ticket_status(before, t.status),
    app.ensure(input->>'snoozed_until' is null or t.status not in ('resolved', 'closed'), 'WM409',
      format('the ticket is %s; only one that is open, pending or on_hold can be snoozed', t.status));
  return t;
end $$;

create or replace function app.check_ticket(ticket uuid, input jsonb) returns tickets language sql stable as $$
  select app.check_ticket(t, input) from tickets t where t.org_id = app.org_id() and t.id = ticket
$$;

-- The same for a new ticket, with its number, its channel and whoever it is assigned to. The requester is
-- waiting from then on. A follow-up has the same client and requester unless others are sent.
create or replace function app.check_new_ticket(input jsonb) returns tickets language plpgsql as $$
declare t tickets := app.new_row(null::tickets); former tickets;
begin
  if input ? 'follow_up_of_id' then
    select * into former from tickets f where f.org_id = app.org_id() and f.id = (input->>'follow_up_of_id')::uuid;
    perform app.ensure(app.ticket_status(former) = 'closed', 'WM409',
      format('ticket #%s is %s; only a closed one can be followed up; continue in that ticket', former.number, former.status));
    if not input ?| '{client_id,contact_id,requester_email}' then
      t.client_id := former.client_id; t.contact_id := former.contact_id; t.requester_email := former.requester_email;
    end if;
  end if;
  if app.actor_type() = 'api_key' then t.channel := 'api'; end if;
  t := app.check_ticket(t, input);
  if not input ? 'assignee_user_id' then t.assignee_user_id := app.assignee_for(t); end if;
  if num_nonnulls(t.client_id, t.requester_email) > 0 then
    t.waiting_since := now(); t.last_customer_message_at := now();
  end if;
  t.number := app.next_ticket_number();
  return t;
end $$;

-- A new ticket by what was sent; other columns take their defaults. For customers and their mails.
create or replace function app.add_ticket(new_id uuid, input jsonb) returns void language sql as $$
  insert into tickets (id, number, subject, description, channel, client_id, contact_id, requester_email, mailbox_id, type, priority,
      tags, assignee_user_id, follow_up_of_id, waiting_since, last_customer_message_at)
    select new_id, t.number, t.subject, t.description, t.channel, t.client_id, t.contact_id, t.requester_email, t.mailbox_id, t.type,
        t.priority, t.tags, t.assignee_user_id, t.follow_up_of_id, t.waiting_since, t.last_customer_message_at
      from app.check_new_ticket(input) t
$$;

-- The open follow-up of a closed ticket, or of its follow-ups, that further answers join: the newest one.
-- Null for none.
create or replace function app.open_follow_up(t tickets) returns tickets language sql stable as $$
  with recursive later as (
    select k.id, 1 as depth from tickets k where k.org_id = t.org_id and k.follow_up_of_id = t.id
    union select k.id, l.depth + 1 from later l join tickets k on k.org_id = t.org_id and k.follow_up_of_id = l.id
      where l.depth < 50)
  select k.* from tickets k where k.org_id = t.org_id and k.id in (select l.id from later l) and k.merged_into_id is null
    and app.ticket_status(k) <> 'closed' and k.client_id is not distinct from t.client_id
    order by k.created_at desc, k.id desc limit 1
$$;

-- Rejects a message if the ticket accepts none. For a customer who writes again, see
-- `app.process_ticket_message`.
create or replace function app.check_ticket_message(ticket uuid, new_status text) returns void language plpgsql stable as $$
declare t tickets;
begin
  select * into t from tickets x where x.org_id = app.org_id() and x.id = ticket;
  perform app.require_open_ticket(t), app.require_room_for_messages(ticket, 1);
  if new_status is not null then perform app.check_ticket_status(t, new_status); end if;
end $$;

create or replace function app.require_room_for_messages(ticket uuid, added bigint) returns void language plpgsql stable as $$
begin
  perform app.ensure(added + (select count(*) from ticket_messages m where m.org_id = app.org_id() and m.ticket_id = ticket)
    <= 2000, 'WM409', 'a ticket has at most 2000 messages; resolve it, and create another');
end $$;

-- What follows from a new message: a public one from an agent answers the customer, who is mailed; one from
-- the customer ends a snooze and reopens the ticket. Internal notes change nothing.
create or replace function app.process_ticket_message(message uuid) returns void language sql as $$
  update tickets t set first_response_at = coalesce(t.first_response_at, m.agent), last_agent_message_at = coalesce(m.agent,
      t.last_agent_message_at), last_customer_message_at = coalesce(m.customer, t.last_customer_message_at),
      waiting_since = case when m.agent is null then coalesce(t.waiting_since, m.customer) end,
      snoozed_until = case when m.agent is not null then t.snoozed_until end,
      status = case when m.agent is not null then t.status else 'open' end
    from (select x.ticket_id, case x.author_kind when 'agent' then x.created_at end as agent,
        case x.author_kind when 'customer' then x.created_at end as customer
      from ticket_messages x where x.org_id = app.org_id() and x.id = message and not x.is_internal) m
    where t.org_id = app.org_id() and t.id = m.ticket_id;
  select app.mail_requester('ticket_reply', t, m.id) from ticket_messages m
    join tickets t on t.org_id = m.org_id and t.id = m.ticket_id
    where m.org_id = app.org_id() and m.id = message and m.author_kind = 'agent' and not m.is_internal
$$;

-- Rejects merging tickets of different clients, or closed ones. The caller has locked and refreshed both.
create or replace function app.check_ticket_merge(s tickets, t tickets) returns void language plpgsql stable as $$
begin
  perform app.ensure(s.id <> t.id, 'WM409', 'a ticket cannot be merged into itself; name another one'),
    app.require_open_ticket(s), app.ensure(t.merged_into_id is null, 'WM409', format(
      'ticket #%s was merged into #%s; merge into that one', t.number,
      (select o.number from tickets o where o.org_id = t.org_id and o.id = t.merged_into_id))),
    app.ensure(t.status <> 'closed', 'WM409', format('ticket #%s is closed; merge into one that is not', t.number)),
    app.ensure(s.client_id is not distinct from t.client_id, 'WM409',
      'the tickets are of different clients; only those of one client can be merged'),
    app.require_room_for_messages(t.id, 1 + (select count(*) from ticket_messages m
      where m.org_id = s.org_id and m.ticket_id = s.id));
end $$;

-- Moves the messages of a ticket into another, its description as the first of them. Waiting times carry
-- over.
create or replace function app.merge_tickets(source uuid, target uuid) returns void language plpgsql as $$
declare s tickets; t tickets; has_requester boolean;
begin
  perform app.refresh_ticket(source), app.refresh_ticket(target);
  select * into s from tickets x where x.org_id = app.org_id() and x.id = source;
  select * into t from tickets x where x.org_id = app.org_id() and x.id = target;
  perform app.check_ticket_merge(s, t);
  has_requester := num_nonnulls(s.client_id, s.requester_email) > 0;
  insert into ticket_messages (ticket_id, author_kind, author_user_id, author_contact_id, body, is_internal, created_at)
    select t.id, case when has_requester then 'customer' else 'agent' end, s.created_by, s.contact_id, s.description,
      not has_requester, s.created_at where s.description ~ '\S';
  update ticket_messages m set ticket_id = t.id where m.org_id = s.org_id and m.ticket_id = s.id;
  update attachments a set entity_id = t.id where a.org_id = s.org_id and a.entity_type = 'ticket' and a.entity_id = s.id;
  update tickets set status = 'closed', merged_into_id = t.id, task_id = case when t.task_id is null then null else s.task_id end
    where org_id = s.org_id and id = s.id;
  update tickets set first_response_at = least(t.first_response_at, s.first_response_at),
      last_customer_message_at = greatest(t.last_customer_message_at, s.last_customer_message_at),
      last_agent_message_at = greatest(t.last_agent_message_at, s.last_agent_message_at),
      waiting_since = least(t.waiting_since, s.waiting_since), task_id = coalesce(t.task_id, s.task_id),
      status = case when t.status = 'resolved' and s.waiting_since is not null then 'open' else t.status end
    where org_id = t.org_id and id = t.id;
  perform app.log_ticket_event(t.org_id, t.id, 'merge', jsonb_build_object('from', s.id, 'to', t.id), app.user_id());
end $$;

-- Erases a ticket with its messages and its history.
create or replace function app.delete_ticket(ticket uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare merged_numbers text; saved text := coalesce(current_setting('app.purging', true), '');
begin
  select string_agg('#' || m.number, ', ' order by m.number) into merged_numbers from (select t.number from tickets t
    where t.org_id = org_id() and t.merged_into_id = ticket order by t.number limit 10) m;
  perform ensure(merged_numbers is null, 'WM409',
    format('tickets were merged into this one; delete them first: %s', merged_numbers)),
    set_config('app.purging', 'on', true);
  delete from tickets t where t.org_id = app.org_id() and t.id = ticket;
  perform set_config('app.purging', saved, true);
end $$;

-- Rejects a second task; the message does not name a task that the caller may not see.
create or replace function app.check_ticket_task(ticket uuid) returns void language plpgsql stable as $$
declare t tickets; existing text;
begin
  select * into t from tickets x where x.org_id = app.org_id() and x.id = ticket;
  select p.key || '-' || k.number || case when k.deleted_at is null then '' else
      ' in the trash; restore it, or delete it for good first' end into existing
    from tasks k join projects p on p.org_id = k.org_id and p.id = k.project_id
    where k.org_id = t.org_id and k.id = t.task_id and app.can_see_project(p.id);
  perform app.require_open_ticket(t),
    app.ensure(t.task_id is null, 'WM409', concat('the ticket has a task already', ', ' || existing));
end $$;

-- The text of a canned response for a ticket. Values are inserted once and not expanded again.
create or replace function app.fill_canned_response(body text, ticket uuid) returns text language sql stable as $$
  select string_agg(s.text || coalesce(v.value, ''), '' order by s.place)
    from regexp_split_to_table(body, '\{\{[^{}]*\}\}') with ordinality s(text, place)
      left join unnest(app.placeholders_in(body)) with ordinality n(key, place) on n.place = s.place
      left join (select k.key, k.value from tickets t cross join lateral (values
          ('number', '#' || t.number), ('subject', t.subject),
          ('customer', coalesce((select c.name from client_contacts c where c.org_id = t.org_id and c.id = t.contact_id),
            (select c.name from clients c where c.org_id = t.org_id and c.id = t.client_id), t.requester_email)),
          ('agent', (select u.name from users u where u.id = app.user_id())),
          ('organization', (select o.name from organizations o where o.id = t.org_id))) k(key, value)
        where t.org_id = app.org_id() and t.id = ticket) v on v.key = n.key
$$;

-- Tickets with all words of a text, the last of which may go on, in themselves or in a message. For members
-- alone.
create or replace function app.tickets_with_words(value text) returns setof uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(e.subject_id, e.entity_id) from search_entries e where e.org_id = org_id()
    and app.role_level() >= 20
    and e.entity_type in ('ticket', 'ticket_message') and e.words @@ search_query(org_id(), value, '')
$$;
