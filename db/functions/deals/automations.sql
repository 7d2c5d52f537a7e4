-- What automations need to know about deals, and how they act on one: see db/README.md.

-- What a rule knows about a deal: its title, assignee, creator, and placeholder values.
create or replace function app.facts_of(d deals) returns app.record_facts language sql stable as $$
  select 'deal', d.id, d.title::text, d.owner_user_id, d.created_by, jsonb_build_object('deal.title', d.title,
    'deal.status', d.status, 'deal.stage', coalesce(app.stage_name(d.org_id, d.stage_id), '-'),
    'deal.value', round(d.value_minor / 10::numeric ^ app.minor_digits(d.currency),
      app.minor_digits(d.currency)) || ' ' || d.currency,
    'deal.client', coalesce((select c.name from clients c
      where c.org_id = d.org_id and c.id = d.client_id), '-'),
    'deal.owner', coalesce((select u.name from users u where u.id = d.owner_user_id), '-'))
$$;

-- True if a deal matches the params of a trigger.
create or replace function app.matches_params(p jsonb, d deals) returns boolean language sql stable as $$
  select coalesce(p->>'pipeline_id' = d.pipeline_id::text, true)
    and coalesce(p->>'currency' = d.currency, true)
    and coalesce((p->>'at_least_minor')::bigint <= d.value_minor, true)
$$;

-- Gives a deal to a person, or to nobody, as its operation does; returns the changed fields.
create or replace function app.assign_record(d deals, person uuid) returns jsonb language plpgsql as $$
declare patch jsonb := jsonb_build_object('owner_user_id', person);
begin
  perform app.ensure_fields(array['owner_user_id: ' || app.handler_problem('deal', person)]),
    app.check_deal(d.id, patch);
  update deals x set owner_user_id = person where x.org_id = d.org_id and x.id = d.id;
  return app.changed_fields(to_jsonb(d), patch, patch);
end $$;

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
