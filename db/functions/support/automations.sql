-- What automations need to know about tickets, and how they act on one: see db/README.md.

-- What a rule knows about a ticket: its title, assignee, creator, and placeholder values.
create or replace function app.facts_of(t tickets) returns app.record_facts language sql stable as $$
  select 'ticket', t.id, format('#%s %s', t.number, t.subject), t.assignee_user_id, t.created_by, jsonb_build_object(
    'ticket.number', '#' || t.number, 'ticket.subject', t.subject, 'ticket.status', app.ticket_status(t),
    'ticket.priority', t.priority, 'ticket.type', coalesce(t.type, '-'), 'ticket.customer', coalesce(
      (select c.name from client_contacts c where c.org_id = t.org_id and c.id = t.contact_id),
      (select c.name from clients c where c.org_id = t.org_id and c.id = t.client_id), t.requester_email, '-'),
    'ticket.assignee', coalesce((select u.name from users u where u.id = t.assignee_user_id), '-'))
$$;

-- True if a ticket matches the params of a trigger.
create or replace function app.matches_params(p jsonb, t tickets) returns boolean language sql stable as $$
  select app.rule_matches(p, t)
$$;

-- Gives a ticket to a person, or to nobody, as its operation does; returns the changed fields.
create or replace function app.assign_record(t tickets, person uuid) returns jsonb language plpgsql as $$
begin
  perform app.ensure_fields(array['assignee_user_id: ' || app.handler_problem('ticket', person)]);
  return app.change_ticket(t.id, jsonb_build_object('assignee_user_id', person));
end $$;

-- Most events of a ticket come from its history. One created with an assignee is also an assignment.
create or replace function app.raise_ticket_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e jsonb := jsonb_build_object('id', new.ticket_id, 'key', new.id, 'from', new.data->'from', 'to', new.data->'to');
begin
  if not has_automations_for(new.org_id, 'ticket') then return null; end if;
  perform raise_events('ticket', jsonb_build_array(case new.kind when 'created' then e || '{"event":"ticket.created"}'
        when 'status' then e || '{"event":"ticket.status_changed"}'
        when 'priority' then e || '{"event":"ticket.priority_changed"}' else '{}' end)
      || case when new.kind = 'assignee' and new.data->>'to' is not null
        then jsonb_build_array(e || '{"event":"ticket.assigned"}') else '[]' end
      || (select coalesce(jsonb_agg(e || jsonb_build_object('event', 'ticket.assigned', 'to', t.assignee_user_id)), '[]')
        from tickets t where new.kind = 'created' and t.org_id = new.org_id and t.id = new.ticket_id
          and t.assignee_user_id is not null));
  return null;
end $$;
create or replace trigger raise_events after insert on ticket_events for each row
  when (new.kind in ('created', 'status', 'priority', 'assignee')) execute function app.raise_ticket_events();

create or replace function app.raise_reply() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not has_automations_for(new.org_id, 'ticket') then return null; end if;
  perform raise_events('ticket', jsonb_build_array(jsonb_build_object('event', 'ticket.' || new.author_kind || '_replied',
    'id', new.ticket_id, 'key', new.id)));
  return null;
end $$;
-- Messages moved by a merge are not new.
create or replace trigger raise_events after insert on ticket_messages for each row
  when (not new.is_internal and new.created_at = now()::timestamptz(3)) execute function app.raise_reply();

create or replace function app.raise_rating() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not has_automations_for(new.org_id, 'ticket') then return null; end if;
  perform raise_events('ticket', jsonb_build_array(jsonb_build_object('event', 'ticket.rated', 'id', new.id,
    'key', uuidv7(), 'to', new.csat_score)));
  return null;
end $$;
create or replace trigger raise_rating after update on tickets for each row
  when (new.csat_score is not null and old.csat_score is distinct from new.csat_score) execute function app.raise_rating();

-- Warnings and breaches of tickets, which a job may record in bulk.
create or replace function app.raise_clock_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from added where kind in ('warned', 'breached')) or not has_automations_for(app.org_id(), 'ticket') then
    return null;
  end if;
  perform raise_events('ticket', coalesce(jsonb_agg(jsonb_build_object('event', case a.kind when 'warned'
      then 'ticket.sla_at_risk' else 'ticket.sla_breached' end, 'id', k.ticket_id, 'key', a.id) order by a.at, a.id), '[]'))
    from added a join sla_clocks k on k.org_id = a.org_id and k.id = a.clock_id and k.ticket_id is not null
    where a.kind in ('warned', 'breached');
  return null;
end $$;
create or replace trigger raise_events after insert on sla_clock_events referencing new table as added
  for each statement execute function app.raise_clock_events();
