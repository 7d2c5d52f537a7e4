-- Links and marks as the API answers them.

-- The links of one side, newest first. A parent is told no name before the other side has agreed.
create or replace function app.holding_links_json(parents boolean, only_status text,
  only_link uuid) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', l.id, 'slug', case when l.is_parent then l.slug end,
      'organization', case when not l.is_parent or l.accepted_at is not null
        then json_build_object('id', l.other_org, 'name', l.other_name) end,
      'status', x.status, 'is_available', l.is_alive, 'ownership_percent',
        trim_scale(l.ownership_percent)::text,
      'offered_scopes', l.offered_scopes, 'data_scopes', l.data_scopes, 'created_at', app.utc(l.created_at),
      'expires_at', case when l.status = 'invited' then app.utc(l.expires_at) end, 'accepted_at',
        app.utc(l.accepted_at),
      'ended_at', app.utc(l.ended_at), 'ended_reason', l.ended_reason) order by l.created_at desc, l.id),
        '[]')
    from app.holding_links_here() l cross join lateral (select case when l.status = 'removed'
      and l.ended_reason is null
      then 'expired' else l.status end as status) x
    where l.is_parent = parents and (only_link is null or l.id = only_link)
      and (only_status is null or x.status = only_status)
$$;

-- The place of the entered organization.
create or replace function app.holding_json() returns json language sql stable as $$
  select json_build_object(
    'parent', app.holding_links_json(false, 'active', null)->0,
    'subsidiaries', app.holding_links_json(true, 'active', null),
    'sent', app.holding_links_json(true, 'invited', null),
    'invitations', case when app.role_level() >= 50 then app.holding_links_json(false, 'invited', null) end,
    'organizations', (select json_agg(json_build_object('id', o.id, 'name', o.name)
      order by app.folded(o.name), o.id)
      from app.holding_organizations() o))
$$;

create or replace function app.holding_page(items json, max_rows int, rows_to_skip int) returns json
language sql immutable as $$
  select json_build_object('items', (select coalesce(json_agg(i.item order by i.place), '[]')
      from json_array_elements(items) with ordinality i(item, place)
      where i.place > rows_to_skip and i.place <= rows_to_skip + max_rows),
    'total', json_array_length(items), 'limit', max_rows, 'offset', rows_to_skip)
$$;

-- Clients and suppliers that are organizations of the holding.
create or replace function app.holding_relations_json() returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('kind', x.kind, 'party', json_build_object('id', x.id, 'name',
    x.name),
      'organization', json_build_object('id', o.id, 'name', o.name)) order by x.kind, app.folded(x.name),
        x.id), '[]')
    from (select 'client' as kind, c.id, c.name, c.related_org_id from clients c where c.org_id = app.org_id()
        and c.related_org_id is not null
      union all select 'supplier', s.id, s.name, s.related_org_id from suppliers s
        where s.org_id = app.org_id()
        and s.related_org_id is not null) x
      join app.holding_organizations() o on o.id = x.related_org_id
$$;

create or replace function app.relate_party(client uuid, supplier uuid,
  related uuid) returns void language plpgsql as $$
begin
  perform app.ensure_fields(array[case when related is not null and (related = app.org_id()
    or not exists (select from app.holding_organizations() o where o.id = related))
    then 'body.related_org_id: not an organization of your holding' end]);
  update clients c set related_org_id = related where c.org_id = app.org_id() and c.id = client;
  update suppliers s set related_org_id = related where s.org_id = app.org_id() and s.id = supplier;
end $$;
