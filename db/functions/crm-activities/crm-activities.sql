-- The defaults of a new activity.
create or replace function app.new_activity(new_id uuid) returns crm_activities language sql stable as $$
  select jsonb_populate_record(null::crm_activities, jsonb_build_object('id', new_id, 'org_id', app.org_id(),
    'created_at', now(), 'updated_at', now(), 'created_by', app.user_id(), 'version', 1, 'owner_user_id', app.user_id()))
$$;

-- The activity with the sent fields applied. Without a client, its subject follows from the contact, the deal or the
-- lead. Raises 422.
create or replace function app.check_activity(before crm_activities, input jsonb) returns crm_activities
language plpgsql stable as $$
declare a crm_activities := jsonb_populate_record(before, input); d deals; l leads; p client_contacts;
begin
  select * into d from deals where org_id = a.org_id and id = a.deal_id;
  select * into l from leads where org_id = a.org_id and id = a.lead_id;
  select * into p from client_contacts where org_id = a.org_id and id = a.contact_id;
  if not input ? 'client_id' then
    a.client_id := case when input ?| '{contact_id,deal_id,lead_id}'
      then coalesce(p.client_id, d.client_id, l.converted_client_id, a.client_id) else a.client_id end;
  end if;
  perform app.require_fields(array[
    case when num_nonnulls(a.client_id, a.deal_id, a.lead_id) = 0
      then 'body.client_id: required, or deal_id or lead_id: an activity is about one of them' end,
    case when input->>'client_id' is not null then 'body.client_id: ' || app.client_problem(a.client_id)
      when input->>'contact_id' is not null and p.client_id = a.client_id
        then 'body.contact_id: of a client that is ' || app.client_problem(a.client_id) end,
    case when before.client_id <> p.client_id and input->>'contact_id' is not null and not input ? 'client_id'
      then 'body.contact_id: of another client; send client_id too' end,
    case when a.contact_id is not null and p.id is null then 'body.contact_id: not found'
      when p.client_id <> a.client_id or p.id is not null and a.client_id is null then 'body.contact_id: of another client' end,
    case when a.deal_id is not null and d.id is null then 'body.deal_id: not found'
      when d.client_id <> a.client_id then 'body.deal_id: of another client' end,
    case when a.lead_id is not null and l.id is null then 'body.lead_id: not found'
      when l.converted_client_id <> a.client_id then 'body.lead_id: became another client' end,
    case when input->>'owner_user_id' is not null and not app.is_active_member(a.owner_user_id)
      then 'body.owner_user_id: not an active member' end,
    case when input->>'done_at' is not null and a.done_at > now() + interval '5 minutes' then 'body.done_at: in the future' end]);
  return a;
end $$;

-- Completes a locked activity, and plans the next one if requested.
create or replace function app.complete_activity(activity uuid, result text, next jsonb, new_id uuid) returns void
language plpgsql as $$
declare a crm_activities; n crm_activities;
begin
  select * into a from crm_activities where org_id = app.org_id() and id = activity;
  perform app.require(a.done_at is null, 'WM409', format('the activity was done on %s already', app.local_day(a.done_at, (
    select o.timezone from organizations o where o.id = a.org_id))));
  update crm_activities set done_at = now(), outcome = coalesce(result, a.outcome) where org_id = a.org_id and id = a.id;
  if next is not null then
    n := jsonb_populate_record(app.new_activity(new_id), jsonb_build_object('type', a.type, 'subject', a.subject,
      'owner_user_id', a.owner_user_id, 'client_id', a.client_id, 'contact_id', a.contact_id, 'deal_id', a.deal_id,
      'lead_id', a.lead_id) || next);
    insert into crm_activities select n.*;
  end if;
end $$;
