-- The portal: contacts of clients, whose sessions start from a link. Its statements see one client only, by
-- their own conditions and by row-level security.

-- The first statement of a portal request: authenticates the session and sets what it may see. Raises WM401.
create or replace function app.enter_portal(request jsonb) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p record; settings text[];
begin
  select t.id, t.org_id, t.scope_ticket_id, a.id as access, a.client_id, a.contact_id, a.abilities, c.name,
      t.expires_at < least(now() + interval '11 hours 59 minutes', t.created_at + interval '7 days') as stale into p
    from portal_tokens t join portal_accesses a on a.org_id = t.org_id and a.id = t.access_id and a.status = 'active'
      join client_contacts c on c.org_id = a.org_id and c.id = a.contact_id
      join clients k on k.org_id = a.org_id and k.id = a.client_id and k.archived_at is null and k.portal_enabled
      join organizations o on o.id = t.org_id and o.deleted_at is null and o.status <> 'suspended'
    where t.token_hash = decode(request->>'token', 'hex') and t.kind = 'session' and t.revoked_at is null
      and t.expires_at > now();
  if not found then perform refuse('WM401', 'the session is unknown or has ended; ask for a new link'); end if;
  perform trace(request);
  settings := array[set_config('app.org_id', p.org_id::text, true), set_config('app.user_id', '', true),
    set_config('app.rank', '0', true), set_config('app.hidden_projects', '{}', true),
    set_config('app.only_project', '00000000-0000-0000-0000-000000000000', true),
    set_config('app.actor_type', 'portal', true), set_config('app.actor_label', p.name, true),
    set_config('app.portal_client', p.client_id::text, true), set_config('app.portal_contact', p.contact_id::text, true),
    set_config('app.portal_access', p.access::text, true), set_config('app.portal_token', p.id::text, true),
    set_config('app.portal_abilities', p.abilities::text, true),
    set_config('app.portal_ticket', coalesce(p.scope_ticket_id::text, ''), true)];
  if request ? 'key' then perform claim_idempotency_key(request, p.access, p.org_id); end if;
  return json_build_object('user_id', null, 'kind', 'portal', 'rank', 0, 'key_id', p.id, 'org_id', p.org_id,
    'read_only', false, 'stale', p.stale, 'impersonated_until', null);
end $$;

-- The same for a signed link to a file, which ends with the session that it was created for.
create or replace function app.enter_portal_link(org uuid, session uuid, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform enter_portal(request || jsonb_build_object('token', (select encode(t.token_hash, 'hex') from portal_tokens t
    where t.org_id = org and t.id = session)));
end $$;

-- Creates a link for an access, valid once and for a quarter of an hour.
create or replace function app.create_portal_link(new_id uuid, access uuid, hash bytea, ticket uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare a portal_accesses;
begin
  select * into a from portal_accesses x where x.org_id = org_id() and x.id = access for share;
  perform ensure(a.status = 'active', 'WM409', 'the access was revoked; create another for the contact'),
    ensure((select k.portal_enabled from clients k where k.org_id = a.org_id and k.id = a.client_id), 'WM409',
      'the portal is off for the client; set its portal_enabled first'),
    ensure_fields(array[case when ticket is null then null
      when not exists (select from tickets t where t.org_id = a.org_id and t.id = ticket and t.client_id = a.client_id)
        then 'body.scope_ticket_id: not a ticket of the client'
      when 'tickets' <> all (a.abilities) then 'body.scope_ticket_id: the access does not include tickets' end]);
  insert into portal_tokens (id, org_id, access_id, kind, scope_ticket_id, token_hash, expires_at)
    values (new_id, a.org_id, a.id, 'link', ticket, hash, now() + interval '15 minutes');
end $$;

-- Opens a session with a link. The error does not disclose why a link is rejected.
create or replace function app.open_portal_session(link bytea, session bytea) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare l portal_tokens; until timestamptz := now() + interval '12 hours';
begin
  perform set_config('app.org_id', t.org_id::text, true) from portal_tokens t where t.token_hash = link and t.kind = 'link';
  update portal_tokens t set used_at = now() from portal_accesses a, organizations o, clients k
    where t.token_hash = link and t.kind = 'link' and t.used_at is null and t.revoked_at is null and t.expires_at > now()
      and a.org_id = t.org_id and a.id = t.access_id and a.status = 'active'
      and o.id = t.org_id and o.deleted_at is null and o.status <> 'suspended'
      and k.org_id = a.org_id and k.id = a.client_id and k.archived_at is null and k.portal_enabled
    returning t.* into l;
  if not found then perform refuse('WM401', 'the link is unknown, used or expired; ask for a new one'); end if;
  insert into portal_tokens (org_id, access_id, kind, scope_ticket_id, token_hash, expires_at, ip, user_agent)
    values (l.org_id, l.access_id, 'session', l.scope_ticket_id, session, until,
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300));
  perform set_config('app.actor_type', 'portal', true);
  update portal_accesses a set last_seen_at = now() where a.org_id = l.org_id and a.id = l.access_id;
  return json_build_object('expires_at', utc(until));
end $$;

-- Links and sessions went to an address; they end when the contact gets another one.
create or replace function app.end_portal_sessions() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update portal_tokens t set revoked_at = now() from portal_accesses a
    where a.org_id = new.org_id and a.contact_id = new.id and t.org_id = a.org_id and t.access_id = a.id
      and t.revoked_at is null;
  return null;
end $$;
create or replace trigger end_portal_sessions after update of email on client_contacts for each row
  when (old.email is distinct from new.email) execute function app.end_portal_sessions();

create or replace function app.close_portal_session() returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update portal_tokens set revoked_at = now() where org_id = app.org_id()
    and id = current_setting('app.portal_token')::uuid and revoked_at is null
$$;

-- Revokes an access with its links and sessions.
create or replace function app.revoke_portal_access(access uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update portal_accesses a set status = 'revoked', revoked_at = now()
    where a.org_id = app.org_id() and a.id = access and a.status = 'active';
  update portal_tokens t set revoked_at = now() where t.org_id = app.org_id() and t.access_id = access and t.revoked_at is null
$$;

-- The oldest ids come first, so live tokens are passed over once.
create or replace function app.daily_portal(org uuid, max_rows int) returns boolean
language sql security definer set search_path = public, app, pg_temp as $$
  with gone as (delete from portal_tokens t where t.org_id = org and t.id = any (array(
      select x.id from portal_tokens x where x.org_id = org and x.expires_at < now() - interval '30 days'
        order by x.id limit max_rows)) returning t.id)
  select count(*) = max_rows from gone
$$;

-- Rejects what the contact's access does not include, or what their link does not open.
create or replace function app.require_portal_ability(ability text, all_tickets boolean) returns void
language plpgsql stable as $$
begin
  perform app.ensure(ability = any (current_setting('app.portal_abilities')::text[]), 'WM403',
      format('your access does not include %s', ability)),
    app.ensure(not all_tickets or app.portal_ticket() is null, 'WM403', 'your link opens one ticket only; ask for another link');
end $$;

-- Refuses with the time that is left until a moment, if it has not come; the detail has it in seconds, for
-- Retry-After.
create or replace function app.require_past(moment timestamptz, too_much text) returns void language plpgsql stable as $$
declare seconds int := ceil(extract(epoch from moment - now())); minutes int := ceil(seconds / 60.0);
begin
  if seconds > 0 then
    raise exception using errcode = 'WM429', detail = seconds, message = format('%s; try again in %s', too_much, case
      when minutes > 90 then format('%s hours', ceil(minutes / 60.0)) when minutes > 1 then format('%s minutes', minutes)
      else 'a minute' end);
  end if;
end $$;

-- Limits a contact to what a person can plausibly write: each limit ends when the oldest of what it counts is
-- old enough.
create or replace function app.require_portal_rate() returns void language plpgsql stable as $$
begin
  perform app.require_past((select m.created_at + interval '1 hour' from ticket_messages m where m.org_id = app.org_id()
      and m.author_contact_id = app.portal_contact() order by m.created_at desc offset 59 limit 1),
    'you have written 60 messages within an hour'),
    app.require_past((select t.created_at + interval '1 day' from tickets t where t.org_id = app.org_id()
      and t.contact_id = app.portal_contact() and t.channel = 'portal' order by t.created_at desc offset 49 limit 1),
    'you have opened 50 tickets within a day');
end $$;

create or replace function app.create_portal_ticket(new_id uuid, draft jsonb) returns void language plpgsql as $$
begin
  perform app.require_portal_ability('tickets', true), app.require_portal_rate();
  perform app.add_ticket(new_id, draft || jsonb_build_object('channel', 'portal', 'contact_id', app.portal_contact()));
end $$;

-- The ticket that the contact may see, locked and refreshed.
create or replace function app.lock_portal_ticket(ticket uuid) returns tickets language plpgsql as $$
declare t tickets;
begin
  perform app.require_portal_ability('tickets', false);
  perform from tickets x where x.org_id = app.org_id() and x.client_id = app.portal_client() and x.id = ticket
    and x.id = coalesce(app.portal_ticket(), x.id) for no key update;
  perform app.ensure(found, 'WM404', 'ticket not found'), app.refresh_ticket(ticket);
  select * into t from tickets x where x.org_id = app.org_id() and x.id = ticket;
  return t;
end $$;

-- A message from the contact. On a closed ticket it joins its open follow-up or opens one, and on a merged
-- one it goes to the other ticket. Returns the ticket that has it.
create or replace function app.add_portal_message(ticket uuid, message uuid, follow_up uuid, message_body text) returns uuid
language plpgsql as $$
declare t tickets := app.lock_portal_ticket(ticket); follow_up_id uuid;
begin
  perform app.require_portal_rate();
  while t.merged_into_id is not null and app.portal_ticket() is null loop t := app.lock_portal_ticket(t.merged_into_id); end loop;
  if t.status = 'closed' and app.portal_ticket() is null then
    follow_up_id := (app.open_follow_up(t)).id;
    if follow_up_id is not null then t := app.lock_portal_ticket(follow_up_id); end if;
  end if;
  if t.status = 'closed' then
    perform app.require_portal_ability('tickets', true);
    perform app.create_portal_ticket(follow_up, jsonb_build_object('subject', t.subject, 'description', message_body,
      'follow_up_of_id', t.id));
    return follow_up;
  end if;
  perform app.require_room_for_messages(t.id, 1);
  insert into ticket_messages (id, ticket_id, author_kind, body) values (message, t.id, 'customer', message_body);
  perform app.process_ticket_message(message);
  return t.id;
end $$;

-- Rejects a rating of a ticket that is rated already, or not resolved yet.
create or replace function app.check_rating(t tickets) returns void language plpgsql stable as $$
begin
  perform app.ensure(t.rated_at is null, 'WM409', 'the ticket is rated already'),
    app.ensure(t.merged_into_id is null and t.status in ('resolved', 'closed'), 'WM409',
      format('the ticket is %s; it can be rated once it is resolved',
        case when t.merged_into_id is null then t.status else 'merged' end));
end $$;

create or replace function app.rate_portal_ticket(ticket uuid, score int, remark text) returns void language plpgsql as $$
declare t tickets := app.lock_portal_ticket(ticket);
begin
  perform app.check_rating(t);
  update tickets set csat_score = score, csat_comment = remark, rated_at = now() where org_id = t.org_id and id = t.id;
end $$;

-- An invoice of the client as it was issued, or null.
create or replace function app.portal_invoice(invoice uuid) returns json language plpgsql stable as $$
begin
  perform app.require_portal_ability('invoices', true);
  return (select row_to_json(x) from (select i.id, i.org_id as org,
      i.outstanding_minor > 0 and i.due_date < app.org_today() as overdue, app.invoice_document(i.id) as document
    from invoices i where i.org_id = app.org_id() and i.client_id = app.portal_client() and i.id = invoice
      and i.status <> 'draft') x);
end $$;

create or replace function app.record_portal_view(org uuid, invoice uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update invoices i set viewed_at = now() where i.org_id = org and i.id = invoice and i.viewed_at is null
$$;
