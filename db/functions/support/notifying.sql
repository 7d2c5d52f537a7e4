-- Somebody hears that a customer wrote, that a colleague left a note, and what became of a ticket: in the
-- inbox, and by mail if they prefer so.

-- Who follows a ticket: its assignee, and the agents who wrote in it; managers while nobody does.
create or replace function app.ticket_followers(t tickets) returns setof uuid language sql stable as $$
  with agents as materialized (select m.user_id, app.level_of(m.role) as rank from organization_members m
      where m.org_id = t.org_id and m.status = 'active' and app.level_of(m.role) >= 20),
    following as materialized (select a.user_id from agents a where a.user_id = t.assignee_user_id or exists (
      select from ticket_messages x where x.org_id = t.org_id and x.ticket_id = t.id and x.author_user_id = a.user_id
        and x.author_kind = 'agent'))
  select f.user_id from following f
  union all select a.user_id from agents a where a.rank >= 30 and not exists (select from following)
$$;

create or replace function app.notify_followers(t tickets, why text, excerpt text, source text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select notify_agents(t, why, excerpt, source, array(select ticket_followers(t)))
$$;

-- Notifies these agents of a ticket, but not whoever caused it. A failure never loses the write.
create or replace function app.notify_agents(t tickets, why text, excerpt text, source text, agents uuid[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications; saved text := suppress_audit(); follower uuid;
begin
  n.org_id := t.org_id; n.reason := why; n.entity_type := 'ticket'; n.entity_id := t.id; n.actor_id := user_id();
  n.actor_type := case when actor_type() in ('user', 'api_key', 'oauth', 'automation') then actor_type() else 'system' end;
  n.title := left('#' || t.number || ' ' || t.subject, 200); n.snippet := left(nullif(excerpt, ''), 300);
  n.source_key := source;
  begin
    for follower in select f from unnest(agents) f where f is distinct from user_id()
        and wants_notification(t.org_id, f, why) order by f loop
      n.user_id := follower;
      perform notify(n);
    end loop;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('notification of a ticket', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Agents whom a note mentions, as comments do.
create or replace function app.mentioned_agents(m ticket_messages) returns setof uuid language sql stable as $$
  select distinct a.user_id from regexp_matches(m.body, '@\[[^\]\n]*\]\(user:([0-9a-fA-F-]{36})\)', 'g') x(found)
    join organization_members a on a.org_id = m.org_id and a.status = 'active' and app.level_of(a.role) >= 20
      and a.user_id::text = lower(x.found[1])
    where m.is_internal
$$;

-- A message of the customer, or a note, whose mentions reach agents who do not follow the ticket too.
-- Messages that a merge moves are not new.
create or replace function app.notify_of_ticket_message() returns trigger language plpgsql as $$
declare t tickets; mentioned uuid[] := array(select app.mentioned_agents(new)); source text := 'ticket_message:' || new.id;
begin
  select * into t from tickets k where k.org_id = new.org_id and k.id = new.ticket_id;
  perform app.notify_agents(t, 'mentioned', new.body, source, mentioned);
  perform app.notify_agents(t, case new.author_kind when 'customer' then 'replied' else 'commented' end, new.body, source,
    array(select f from app.ticket_followers(t) f where f <> all (mentioned)));
  return null;
end $$;
create or replace trigger notify_followers after insert on ticket_messages for each row
  when ((new.author_kind = 'customer' or new.is_internal) and new.created_at >= now()::timestamptz(3))
  execute function app.notify_of_ticket_message();

-- A customer's ticket that nobody was given yet.
create or replace function app.notify_of_waiting_ticket() returns trigger language plpgsql as $$
begin
  perform app.notify_followers(new, 'approval', new.description, 'ticket.waiting:' || new.id);
  return null;
end $$;
create or replace trigger notify_of_waiting after insert on tickets for each row
  when (new.assignee_user_id is null and new.waiting_since is not null and new.channel <> 'agent')
  execute function app.notify_of_waiting_ticket();

-- A ticket that an agent opened again, or that its customer rated.
create or replace function app.notify_of_ticket_news() returns trigger language plpgsql as $$
begin
  if new.rated_at is distinct from old.rated_at and new.rated_at is not null then
    perform app.notify_followers(new, 'replied', concat_ws(': ', new.csat_score || '/5', new.csat_comment),
      'ticket.rated:' || new.id || ':' || new.version);
  end if;
  if new.reopened_count > old.reopened_count and new.waiting_since is not distinct from old.waiting_since then
    perform app.notify_followers(new, 'status_changed', null, 'ticket.reopened:' || new.id || ':' || new.reopened_count);
  end if;
  return null;
end $$;
create or replace trigger notify_of_news after update of status, rated_at on tickets for each row
  when (new.rated_at is distinct from old.rated_at or old.status = 'resolved' and new.status in ('open', 'pending', 'on_hold'))
  execute function app.notify_of_ticket_news();
