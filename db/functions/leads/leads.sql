-- Clients and other leads that share the e-mail address (a client's own or a contact's) or the company with a
-- lead, at most ten of each, clients first. Security definer, as row-level security would prevent use of the
-- expression indexes.
create or replace function app.lead_duplicates(l leads) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with matches as (
    (select 'client' as type, p.client_id as id, 'email' as reason from client_contacts p
      where l.org_id = org_id() and p.org_id = l.org_id and p.email_normalized = l.email_normalized limit 10)
    union (select 'client', c.id, 'email' from clients c
      where l.org_id = org_id() and c.org_id = l.org_id and plain_email(c.email) = l.email_normalized limit 10)
    union (select 'client', c.id, 'company' from clients c
      where l.org_id = org_id() and c.org_id = l.org_id and folded(c.name) = folded(l.company_name) limit 10)
    union (select 'lead', o.id, 'email' from leads o
      where l.org_id = org_id() and o.org_id = l.org_id and o.email_normalized = l.email_normalized and o.id <> l.id limit 10))
  select coalesce(array_to_json(array_agg(row_to_json(x) order by x.type, cardinality(x.same) desc, x.id)), '[]') from (
    select a.type, a.id, coalesce(c.name, o.name) as name, array_agg(a.reason order by a.reason desc) as same
      from matches a left join clients c on a.type = 'client' and c.org_id = l.org_id and c.id = a.id and c.merged_into_id is null
        left join leads o on a.type = 'lead' and o.org_id = l.org_id and o.id = a.id
      where coalesce(c.id, o.id) is not null group by 1, 2, 3) x
$$;

-- Rejects changes that a lead does not allow. The caller has locked the lead.
create or replace function app.check_lead_change(lead uuid, change jsonb) returns void language plpgsql as $$
declare l leads;
begin
  select * into l from leads where org_id = app.org_id() and id = lead;
  perform app.ensure(l.status <> 'converted', 'WM409',
      'the lead was converted; change the client, contact or deal that it became'),
    app.ensure_fields(array[
      case when change->>'disqualify_reason' is not null and coalesce(change->>'status', l.status) <> 'disqualified'
        then 'body.disqualify_reason: only where status is disqualified' end,
      case when change ? 'currency' and change->>'currency' is null
          and coalesce(change->'estimated_minor', to_jsonb(l.estimated_minor), 'null') <> 'null'
        then 'body.currency: required, as the lead has an estimate' end]);
end $$;

-- The client with an e-mail address, its own or a contact's. Security definer, for the sake of the indexes.
create or replace function app.client_with_email(address text) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select c.id from clients c where c.org_id = org_id() and c.archived_at is null and c.id in (
      select p.client_id from client_contacts p where p.org_id = org_id() and p.email_normalized = address
      union select o.id from clients o where o.org_id = org_id() and plain_email(o.email) = address)
    order by c.created_at, c.id limit 1
$$;

-- The client that a lead is converted to: the named one, else the one with its address, else a new one.
create or replace function app.client_for_lead(l leads, new_id uuid, options jsonb) returns uuid language plpgsql as $$
declare client uuid := (options->>'client_id')::uuid;
begin
  if client is not null then
    perform 1 from clients where org_id = l.org_id and id = client for share;
    perform app.ensure_fields(array['body.client_id: ' || app.client_problem(client)]);
    return client;
  end if;
  if not coalesce((options->>'create_client')::boolean, false) then
    client := app.client_with_email(l.email_normalized);
    if client is not null then return client; end if;
  end if;
  insert into clients (id, kind, name, email, phone, currency, owner_user_id, status, source)
    values (new_id, case when l.company_name is null then 'person' else 'company' end, coalesce(l.company_name, l.name),
      case when l.company_name is null then l.email end, case when l.company_name is null then l.phone end, l.currency,
      l.owner_user_id, 'prospect', l.source);
  return new_id;
end $$;

-- The client's contact with the address of the lead, else a new one.
create or replace function app.contact_for_lead(l leads, client uuid, new_id uuid) returns uuid language plpgsql as $$
declare contact uuid;
begin
  perform 1 from clients where org_id = l.org_id and id = client for no key update;
  select p.id into contact from client_contacts p
    where p.org_id = l.org_id and p.client_id = client and p.email_normalized = l.email_normalized order by p.created_at limit 1;
  if contact is not null then return contact; end if;
  perform app.ensure((select count(*) < 100 from client_contacts p where p.org_id = l.org_id and p.client_id = client), 'WM409',
    'the client has 100 contacts already; delete one first, or choose another client');
  insert into client_contacts (id, client_id, name, email, email_normalized, phone, is_primary)
    values (new_id, client, l.name, l.email, l.email_normalized, l.phone, not exists (select from client_contacts p
      where p.org_id = l.org_id and p.client_id = client and p.is_primary));
  return new_id;
end $$;

create or replace function app.create_deal_for_lead(l leads, client uuid, contact uuid, new_id uuid, offer jsonb) returns void
language plpgsql as $$
declare money text := coalesce(offer->>'currency', l.currency);
begin
  perform app.select_stage((offer->>'pipeline_id')::uuid, (offer->>'stage_id')::uuid, 'body.create_deal'),
    app.ensure_fields(array[case when not offer ? 'value_minor' and l.estimated_minor is not null and money <> l.currency
      then format('body.create_deal.value_minor: required, as the estimate of the lead is in %s', l.currency) end]);
  insert into deals (id, pipeline_id, stage_id, client_id, contact_id, lead_id, title, value_minor, currency, owner_user_id,
    source, rank)
    select new_id, s.pipeline_id, s.id, client, contact, l.id, coalesce(offer->>'title', l.company_name, l.name),
        coalesce((offer->>'value_minor')::bigint, l.estimated_minor, 0), coalesce(money, p.currency, o.currency),
        l.owner_user_id, l.source, app.deal_rank(new_id, '{}')
      from pipeline_stages s join pipelines p on p.org_id = s.org_id and p.id = s.pipeline_id
        join organizations o on o.id = s.org_id
      where s.org_id = l.org_id and s.id = app.target_id('stage');
end $$;

-- Converts a locked lead to a client, a contact and, if requested, a deal; a lead already converted is left
-- as it is. If several leads with one address are converted at once, each finds the client created for the
-- one before.
create or replace function app.convert_lead(lead uuid, new_ids jsonb, options jsonb) returns void language plpgsql as $$
declare l leads; client uuid; contact uuid;
begin
  select * into l from leads where org_id = app.org_id() and id = lead for no key update;
  if l.status = 'converted' then return; end if;
  perform app.ensure(l.status <> 'disqualified', 'WM409', 'the lead is disqualified; set its status to qualified first'),
    pg_advisory_xact_lock(hashtextextended(format('convert %s %s', l.org_id, coalesce(l.email_normalized, l.id::text)), 0));
  client := app.client_for_lead(l, (new_ids->>'client')::uuid, options);
  contact := app.contact_for_lead(l, client, (new_ids->>'contact')::uuid);
  if options ? 'create_deal' then
    perform app.create_deal_for_lead(l, client, contact, (new_ids->>'deal')::uuid, options->'create_deal');
  end if;
  update leads set status = 'converted', converted_client_id = client, converted_contact_id = contact, converted_at = now()
    where org_id = l.org_id and id = l.id;
  update crm_activities a set client_id = client, contact_id = coalesce(a.contact_id, contact),
      deal_id = coalesce(a.deal_id, case when options ? 'create_deal' then (new_ids->>'deal')::uuid end)
    where a.org_id = l.org_id and a.lead_id = l.id and a.client_id is null;
end $$;
