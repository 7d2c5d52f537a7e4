-- Merging two clients into one.

-- A list of ids with one replaced by another, without duplicates.
create or replace function app.with_id_replaced(ids jsonb, old_id uuid, new_id uuid) returns jsonb language sql immutable as $$
  select jsonb_agg(x.id order by x.n) from (select
    case i.id when old_id::text then new_id::text else i.id end as id, min(i.n) as n
    from jsonb_array_elements_text(ids) with ordinality i(id, n) group by 1) x
$$;

-- Replaces a client in the assignment rules, SLA policies and automations that list it.
create or replace function app.replace_client_in_rules(old_id uuid, new_id uuid) returns void language sql as $$
  update assignment_rules r set filter = r.filter || jsonb_build_object('client_ids',
      app.with_id_replaced(r.filter->'client_ids', old_id, new_id))
    where r.org_id = app.org_id() and r.filter->'client_ids' ? old_id::text;
  update sla_policies p set filter = p.filter || jsonb_build_object('client_ids',
      app.with_id_replaced(p.filter->'client_ids', old_id, new_id))
    where p.org_id = app.org_id() and p.filter->'client_ids' ? old_id::text;
  update automations a set trigger = jsonb_set(a.trigger, '{params,client_ids}',
      app.with_id_replaced(a.trigger #> '{params,client_ids}', old_id, new_id))
    where a.org_id = app.org_id() and a.trigger #> '{params,client_ids}' ? old_id::text
$$;

-- Moves all references from the other client to the target, which also takes over the details that it lacks.
-- The other client is archived and points to the target. The target is locked; of two concurrent merges in
-- opposite directions, one is rejected.
create or replace function app.merge_clients(target uuid, other uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare t clients; s clients; r record; saved text;
begin
  perform ensure_fields(array[case when other = target then 'body.source_client_id: the client itself' end]);
  select * into s from clients where org_id = org_id() and id = other for update;
  select * into t from clients where org_id = org_id() and id = target;
  perform ensure(t.archived_at is null, 'WM409', 'the client is archived; restore it first, or merge into another'),
    ensure(s.merged_into_id is null, 'WM409', 'the client to be merged was merged into another already'),
    ensure(s.archived_at is null, 'WM409', 'the client to be merged is archived; restore it first');
  update client_contacts p set is_primary = false where p.org_id = s.org_id and p.client_id = other and p.is_primary
    and exists (select from client_contacts o where o.org_id = s.org_id and o.client_id = target and o.is_primary);
  for r in select * from references_to('clients') loop
    execute format('update %s x set %I = $1 where x.org_id = $2 and x.%I = $3', r.referrer, r.refers_by, r.refers_by)
      using target, s.org_id, other;
  end loop;
  perform replace_client_in_rules(other, target);
  saved := suppress_audit();
  update notes n set linked_id = target where n.org_id = s.org_id and n.linked_type = 'client' and n.linked_id = other;
  update reminders m set entity_id = target where m.org_id = s.org_id and m.entity_type = 'client' and m.entity_id = other;
  perform set_config('app.suppress_audit', saved, true);
  update clients set archived_at = now(), merged_into_id = target where org_id = s.org_id and id = other;
  update clients set legal_name = coalesce(t.legal_name, s.legal_name), tax_id = coalesce(t.tax_id, s.tax_id),
      email = coalesce(t.email, s.email), phone = coalesce(t.phone, s.phone), website = coalesce(t.website, s.website),
      domain = coalesce(t.domain, s.domain), currency = coalesce(t.currency, s.currency),
      payment_terms_days = coalesce(t.payment_terms_days, s.payment_terms_days), profile = coalesce(t.profile, s.profile),
      buyer_reference = coalesce(t.buyer_reference, s.buyer_reference),
      electronic_address = coalesce(t.electronic_address, s.electronic_address),
      owner_user_id = coalesce(t.owner_user_id, s.owner_user_id), source = coalesce(t.source, s.source),
      (address_line1, address_line2, postal_code, city, region, country) = (select
        a.address_line1, a.address_line2, a.postal_code, a.city, a.region, a.country from clients a where a.org_id = s.org_id
          and a.id = case when num_nonnulls(t.address_line1, t.postal_code, t.city, t.region, t.country) > 0 then target
            else other end)
    where org_id = s.org_id and id = target;
end $$;
