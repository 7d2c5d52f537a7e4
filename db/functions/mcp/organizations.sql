-- The organizations of the caller that have the name or slug, as {id, label}; for a key, its own alone.
create or replace function app.find_organizations(said text) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', o.id, 'label', o.name || ' (' || o.slug || ')') order by o.slug), '[]')
    from organization_members m join organizations o on o.id = m.org_id
    where m.user_id = user_id() and m.status = 'active' and o.deleted_at is null
      and coalesce(org_id(), o.id) = o.id
      and (o.slug = lower(btrim(said)) or folded(o.name) = folded(btrim(said)))
$$;
