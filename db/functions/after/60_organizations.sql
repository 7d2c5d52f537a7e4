-- The caller's organizations with counters, in one grouped query; crosses tenants from the caller outwards.
create or replace function app.my_organizations(page_limit int, page_offset int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with mine as (
    select o.id, o.name, o.slug, m.role from organization_members m join organizations o on o.id = m.org_id
    where m.user_id = app.user_id() and m.status = 'active' and o.deleted_at is null
      and (app.key_id() is null or o.id = app.org_id())),
  page as (select * from mine order by lower(name), id limit page_limit offset page_offset)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name,
      'slug', p.slug, 'role', p.role, 'counters', json_build_object(
        'members', (select count(*) from organization_members m where m.org_id = p.id and m.status = 'active'),
        'projects', (select count(*) from projects pr where pr.org_id = p.id and pr.deleted_at is null),
        'open_tasks', (select count(*) from tasks t where t.org_id = p.id and t.deleted_at is null
          and t.status in ('todo', 'in_progress')))) order by lower(p.name), p.id) from page p), '[]'::json),
    'total', (select count(*) from mine), 'limit', page_limit, 'offset', page_offset)
$$;

-- Creates an organization with the caller as owner and enters it, so that the statements after it see it.
create or replace function app.create_organization(id uuid, draft jsonb, slug text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare base text; candidate text; n int := 1;
begin
  perform set_config('app.org_id', id::text, true), set_config('app.rank', '50', true);
  base := coalesce(slug, trim(both '-' from left(regexp_replace(lower(unaccent(draft->>'name')), '[^a-z0-9]+', '-', 'g'), 40)));
  if length(base) < 3 then base := trim(both '-' from base || '-org'); end if;
  candidate := base;
  if slug is null then
    perform pg_advisory_xact_lock(hashtextextended('slug:' || base, 0));
    while exists (select from organizations o where o.slug = candidate) loop
      n := n + 1; candidate := base || '-' || n;
    end loop;
  end if;
  insert into organizations (id, name, slug, timezone, country, currency)
    values (id, draft->>'name', candidate, coalesce(draft->>'timezone', 'UTC'), draft->>'country',
      coalesce(draft->>'currency', 'EUR'));
  insert into organization_members (org_id, user_id, role) values (id, app.user_id(), 'owner');
end $$;
