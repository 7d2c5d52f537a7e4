-- Events of tickets, deals and leads, raised by triggers whoever writes, and only if an enabled automation listens to
-- records of that type; otherwise a write costs one index lookup.

create or replace function app.has_automations_for(org uuid, kind text) returns boolean language sql stable as $$
  select exists (select from automations a where a.org_id = org and a.is_enabled and a.deleted_at is null
    and split_part(a.trigger->>'event', '.', 1) = kind)
$$;

-- True if a trigger matches an event: {event, from?, to?}.
create or replace function app.matches_event(trigger jsonb, e jsonb) returns boolean language sql immutable parallel safe as $$
  select trigger->>'event' = e->>'event' and coalesce(p->>'from' = e->>'from', true)
      and coalesce(coalesce(p->>'to', p->>'user_id', p->>'stage_id') = e->>'to', true)
      and case when p ? 'most' then (e->>'to')::int <= (p->>'most')::int else true end
    from (select trigger->'params') t(p)
$$;

-- True if a record matches the params of a trigger.
create or replace function app.matches_params(p jsonb, t tickets) returns boolean language sql stable as $$
  select app.rule_matches(p, t)
$$;
create or replace function app.matches_params(p jsonb, d deals) returns boolean language sql stable as $$
  select coalesce(p->>'pipeline_id' = d.pipeline_id::text, true) and coalesce(p->>'currency' = d.currency, true)
    and coalesce((p->>'at_least_minor')::bigint <= d.value_minor, true)
$$;
create or replace function app.matches_params(p jsonb, l leads) returns boolean language sql stable as $$
  select coalesce(app.folded(p->>'source') = app.folded(coalesce(l.source, '')), true)
$$;
-- True if a record matches a trigger's filter in its current state; null if it is gone.
create or replace function app.matches_record(trigger jsonb, kind text, record uuid) returns boolean language plpgsql stable as $$
declare is_match boolean;
begin
  execute format('select app.matches_params($2, r) from %I r where r.org_id = app.org_id() and r.id = $1', app.table_of(kind))
    into is_match using record, trigger->'params';
  return is_match;
end $$;

-- Announces the events that a rule listens to: [{event, id, key, from?, to?}], up to 100 per job. The key makes a rule
-- run once per event. A rule that cannot be read never loses the write that it follows.
create or replace function app.raise_events(kind text, events jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare batch jsonb;
begin
  for batch in select jsonb_agg(m.value order by m.place) from (
      select e.value, row_number() over (order by e.n) - 1 as place from jsonb_array_elements(events) with ordinality e(value, n)
        where exists (select from automations a where a.org_id = org_id() and a.is_enabled and a.deleted_at is null
          and split_part(a.trigger->>'event', '.', 1) = raise_events.kind and matches_event(a.trigger, e.value))) m
      group by m.place / 100 order by m.place / 100 loop
    perform emit('automate.records', jsonb_build_object('type', kind, 'chain', automation_chain(), 'events', batch));
  end loop;
exception when data_exception or integrity_constraint_violation or plpgsql_error then
  perform note_side_effect('automations', sqlstate);
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

create or replace function app.raise_deal_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not has_automations_for(app.org_id(), 'deal') then return null; end if;
  perform raise_events('deal', coalesce(jsonb_agg(jsonb_build_object('event', 'deal.' || case a.kind
      when 'stage' then 'stage_changed' when 'status' then a.to_value else a.kind end, 'id', a.deal_id, 'key', a.id,
      'to', a.to_stage_id) order by a.changed_at, a.id), '[]')) from added a;
  return null;
end $$;
create or replace trigger raise_events after insert on deal_history referencing new table as added
  for each statement execute function app.raise_deal_events();

create or replace function app.raise_lead_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e jsonb := jsonb_build_object('id', new.id, 'key', uuidv7());
begin
  if not has_automations_for(new.org_id, 'lead') then return null; end if;
  if tg_op = 'INSERT' then
    perform raise_events('lead', jsonb_build_array(e || '{"event":"lead.created"}'));
  else
    perform raise_events('lead', jsonb_build_array(e || jsonb_build_object('event', 'lead.status_changed', 'from', old.status,
        'to', new.status)) || case new.status when 'converted' then jsonb_build_array(e || '{"event":"lead.converted"}')
      else '[]' end);
  end if;
  return null;
end $$;
create or replace trigger raise_created after insert on leads for each row execute function app.raise_lead_events();
create or replace trigger raise_changed after update on leads for each row when (old.status <> new.status)
  execute function app.raise_lead_events();
