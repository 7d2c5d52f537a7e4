-- The organizations of the caller that have the name or slug, as {id, label}; for a key, its own alone. None is
-- entered yet, unless by a key.
create or replace function app.find_organizations(said text) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', m.org_id, 'label', m.name || ' (' || m.slug || ')')
      order by m.slug), '[]')
    from app.memberships_of(app.user_id()) m
    where m.active and m.org_id = coalesce(nullif(current_setting('app.org_id', true), '')::uuid, m.org_id)
      and (m.slug = lower(btrim(said)) or app.folded(m.name) = app.folded(btrim(said)))
$$;
