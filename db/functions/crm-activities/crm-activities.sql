-- The client of an activity as it will be written, null for a new one, from the sent fields: the sent client,
-- or else that of the contact, the deal or the lead. What they name exists (`refers`). Raises 422.
create or replace function app.check_activity(activity uuid, input jsonb) returns uuid language plpgsql stable as $$
declare before crm_activities; a crm_activities; d deals; l leads; p client_contacts;
begin
  select * into before from crm_activities where org_id = app.org_id() and id = activity;
  a := jsonb_populate_record(before, input);
  select * into d from deals where org_id = app.org_id() and id = a.deal_id;
  select * into l from leads where org_id = app.org_id() and id = a.lead_id;
  select * into p from client_contacts where org_id = app.org_id() and id = a.contact_id;
  if not input ? 'client_id' then
    a.client_id := case when input ?| '{contact_id,deal_id,lead_id}'
      then coalesce(p.client_id, d.client_id, l.converted_client_id, a.client_id) else a.client_id end;
  end if;
  perform app.ensure_fields(array[
    case when num_nonnulls(a.client_id, a.deal_id, a.lead_id) = 0
      then 'body.client_id: required, or deal_id or lead_id: an activity is about one of them' end,
    case when input->>'contact_id' is not null and not input ? 'client_id' and p.client_id = a.client_id
      then 'body.contact_id: of a client that is ' || app.client_problem(a.client_id) end,
    case when before.client_id <> p.client_id and input->>'contact_id' is not null and not input ? 'client_id'
      then 'body.contact_id: of another client; send client_id too' end,
    case when p.client_id <> a.client_id or p.id is not null and a.client_id is null then 'body.contact_id: of another client' end,
    case when d.client_id <> a.client_id then 'body.deal_id: of another client' end,
    case when l.converted_client_id <> a.client_id then 'body.lead_id: became another client' end,
    case when (input->>'done_at')::timestamptz > now() + interval '5 minutes' then 'body.done_at: in the future' end]);
  return a.client_id;
end $$;

-- Completes a locked activity, and plans the next one if requested.
create or replace function app.complete_activity(activity uuid, result text, next jsonb, new_id uuid) returns void
language plpgsql as $$
declare a crm_activities;
begin
  select * into a from crm_activities where org_id = app.org_id() and id = activity;
  perform app.ensure(a.done_at is null, 'WM409', format('the activity was done on %s already', app.local_day(a.done_at, (
    select o.timezone from organizations o where o.id = a.org_id))));
  update crm_activities set done_at = now(), outcome = coalesce(result, a.outcome) where org_id = a.org_id and id = a.id;
  if next is not null then
    insert into crm_activities (id, type, subject, due_at, owner_user_id, client_id, contact_id, deal_id, lead_id)
      values (new_id, coalesce(next->>'type', a.type), coalesce(next->>'subject', a.subject), (next->>'due_at')::timestamptz,
        a.owner_user_id, a.client_id, a.contact_id, a.deal_id, a.lead_id);
  end if;
end $$;
