-- What automations know about tickets, deals and leads. That they act on a kind is declared at its table (`takes`); such a
-- kind has overloads of `app.facts_of`, `app.matches_params` and `app.assign_record`.

call app.make_type('record_facts', 'type text, id uuid, title text, person uuid, created_by uuid,
  placeholders jsonb');

-- What a rule knows about a record: its title, assignee, creator, and placeholder values.
create or replace function app.facts_of(t tickets) returns app.record_facts language sql stable as $$
  select 'ticket', t.id, format('#%s %s', t.number, t.subject), t.assignee_user_id, t.created_by, jsonb_build_object(
    'ticket.number', '#' || t.number, 'ticket.subject', t.subject, 'ticket.status', app.ticket_status(t),
    'ticket.priority', t.priority, 'ticket.type', coalesce(t.type, '-'), 'ticket.customer', coalesce(
      (select c.name from client_contacts c where c.org_id = t.org_id and c.id = t.contact_id),
      (select c.name from clients c where c.org_id = t.org_id and c.id = t.client_id), t.requester_email, '-'),
    'ticket.assignee', coalesce((select u.name from users u where u.id = t.assignee_user_id), '-'))
$$;
create or replace function app.facts_of(d deals) returns app.record_facts language sql stable as $$
  select 'deal', d.id, d.title::text, d.owner_user_id, d.created_by, jsonb_build_object('deal.title', d.title,
    'deal.status', d.status, 'deal.stage', coalesce(app.stage_name(d.org_id, d.stage_id), '-'),
    'deal.value', round(d.value_minor / 10::numeric ^ app.minor_digits(d.currency), app.minor_digits(d.currency))
      || ' ' || d.currency,
    'deal.client', coalesce((select c.name from clients c where c.org_id = d.org_id and c.id = d.client_id), '-'),
    'deal.owner', coalesce((select u.name from users u where u.id = d.owner_user_id), '-'))
$$;
create or replace function app.facts_of(l leads) returns app.record_facts language sql stable as $$
  select 'lead', l.id, concat_ws(', ', l.name, l.company_name), l.owner_user_id, l.created_by, jsonb_build_object(
    'lead.name', l.name, 'lead.company', coalesce(l.company_name, '-'), 'lead.status', l.status,
    'lead.source', coalesce(l.source, '-'), 'lead.email', coalesce(l.email, '-'),
    'lead.owner', coalesce((select u.name from users u where u.id = l.owner_user_id), '-'))
$$;

-- The same for the record of a run: a kind of records that automations act on has a function `app.facts_of` of its own.
create or replace function app.record_facts_of(run automation_runs) returns app.record_facts language plpgsql stable as $$
declare facts app.record_facts;
begin
  execute format('select f.* from %I r cross join lateral app.facts_of(r) f where r.org_id = app.org_id() and r.id = $1',
    app.table_of(run.record_kind)) into facts using run.record_id;
  return facts;
end $$;
