-- Events of records, raised by the triggers of their areas whoever writes, and only if an enabled automation
-- listens to records of that type; otherwise a write costs one index lookup.

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

-- True if a record matches a trigger's filter in its current state; null if it is gone.
create or replace function app.matches_record(trigger jsonb, kind text, record uuid) returns boolean language plpgsql stable as $$
declare is_match boolean;
begin
  execute format('select app.matches_params($2, r) from %I r where r.org_id = app.org_id() and r.id = $1', app.table_of(kind))
    into is_match using record, trigger->'params';
  return is_match;
end $$;

-- Announces the events that a rule listens to: [{event, id, key, from?, to?}], up to 100 per job. The key
-- makes a rule run once per event. A rule that cannot be read never loses the write that it follows.
create or replace function app.raise_events(kind text, events jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare batch jsonb;
begin
  for batch in select jsonb_agg(m.value order by m.place) from (
      select e.value, row_number() over (order by e.n) - 1 as place from jsonb_array_elements(events) with ordinality e(value, n)
        where exists (select from automations a where a.org_id = org_id() and a.is_enabled and a.deleted_at is null
          and split_part(a.trigger->>'event', '.', 1) = raise_events.kind and matches_event(a.trigger, e.value))) m
      group by m.place / 100 order by m.place / 100 loop
    perform emit('automate.records', jsonb_build_object('kind', kind, 'chain', automation_chain(), 'events', batch));
  end loop;
exception when data_exception or integrity_constraint_violation or plpgsql_error then
  perform note_side_effect('automations', sqlstate);
end $$;
