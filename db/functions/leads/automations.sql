-- What automations need to know about leads, and how they act on one: see db/README.md.

-- What a rule knows about a lead: its title, assignee, creator, and placeholder values.
create or replace function app.facts_of(l leads) returns app.record_facts language sql stable as $$
  select 'lead', l.id, concat_ws(', ', l.name, l.company_name), l.owner_user_id, l.created_by,
    jsonb_build_object('lead.name', l.name, 'lead.company', coalesce(l.company_name, '-'), 'lead.status', l.status,
    'lead.source', coalesce(l.source, '-'), 'lead.email', coalesce(l.email, '-'),
    'lead.owner', coalesce((select u.name from users u where u.id = l.owner_user_id), '-'))
$$;

-- True if a lead matches the params of a trigger.
create or replace function app.matches_params(p jsonb, l leads) returns boolean language sql stable as $$
  select coalesce(app.folded(p->>'source') = app.folded(coalesce(l.source, '')), true)
$$;

-- Gives a lead to a person, or to nobody, as its operation does; returns the changed fields.
create or replace function app.assign_record(l leads, person uuid) returns jsonb language plpgsql as $$
declare patch jsonb := jsonb_build_object('owner_user_id', person);
begin
  perform app.ensure_fields(array['owner_user_id: ' || app.handler_problem('lead', person)]),
    app.check_lead_change(l.id, patch);
  update leads x set owner_user_id = person where x.org_id = l.org_id and x.id = l.id;
  return app.changed_fields(to_jsonb(l), patch, patch);
end $$;

create or replace function app.raise_lead_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e jsonb := jsonb_build_object('id', new.id, 'key', uuidv7());
begin
  if not has_automations_for(new.org_id, 'lead') then return null; end if;
  if tg_op = 'INSERT' then
    perform raise_events('lead', jsonb_build_array(e || '{"event":"lead.created"}'));
  else
    perform raise_events('lead', jsonb_build_array(e || jsonb_build_object('event', 'lead.status_changed',
        'from', old.status, 'to', new.status))
      || case new.status when 'converted' then jsonb_build_array(e || '{"event":"lead.converted"}') else '[]' end);
  end if;
  return null;
end $$;
create or replace trigger raise_created after insert on leads
  for each row execute function app.raise_lead_events();
create or replace trigger raise_changed after update on leads for each row when (old.status <> new.status)
  execute function app.raise_lead_events();
