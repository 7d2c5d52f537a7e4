-- Unique among live siblings, also with null project or parent, which Drizzle cannot express.
create unique index if not exists documents_place on documents (org_id, project_id, parent_id, rank)
  nulls not distinct where deleted_at is null;

-- Documents whose title or text contains the words. Security definer, as row-level security would prevent
-- index use; the calling query checks the visibility of each document again.
create or replace function app.documents_matching(words text) returns setof uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.entity_id from search_entries e where e.org_id = org_id() and e.entity_type = 'document'
    and e.words @@ search_query(org_id(), documents_matching.words, '')
$$;

create or replace function app.visible_child_count(doc uuid) returns bigint language sql stable as $$
  select count(*) from documents c where c.org_id = app.org_id() and c.parent_id = doc and c.deleted_at is null
    and c.archived_at is null and app.can_read_document(c.project_id, c.only_for)
$$;

-- Titles as a tree in preorder: {project_id?: id | none, root_id?, depth}. At most 2000.
create or replace function app.document_tree(params jsonb) returns json language plpgsql stable as $$
declare most int := 2000; nodes json; total int;
begin
  with recursive visible as materialized (
    select d.id, d.parent_id, d.project_id, coalesce(p.key, '') as key, d.rank::text as rank from documents d
      left join projects p on p.org_id = d.org_id and p.id = d.project_id
      where d.org_id = app.org_id() and d.deleted_at is null and d.archived_at is null
        and app.can_read_document(d.project_id, d.only_for) and p.deleted_at is null
        and case when not params ? 'project_id' then true when params->>'project_id' = 'none' then d.project_id is null
          else d.project_id = (params->>'project_id')::uuid end),
  descendants as (select s.id, 1 as level, array[s.key, s.rank] as path from visible s
      where case when params ? 'root_id' then s.id = (params->>'root_id')::uuid else s.parent_id is null end
    union all select s.id, descendants.level + 1, descendants.path || s.rank from descendants
      join visible s on s.parent_id = descendants.id
      where descendants.level < (params->>'depth')::int),
  numbered as (select id, path, row_number() over (order by path collate "C") as n from descendants
    order by path collate "C" limit most + 1),
  children as (select parent_id, count(*) as n from visible group by parent_id)
  select coalesce(json_agg(row_to_json(x) order by l.n) filter (where l.n <= most), '[]'), count(*) into nodes, total
    from numbered l cross join lateral (select d.id, d.title, d.icon, d.parent_id, d.project_id, d.rank,
      c.n is not null as has_children, coalesce(c.n, 0) as child_count, app.utc(d.updated_at) as updated_at
      from documents d left join children c on c.parent_id = d.id
      where d.org_id = app.org_id() and d.id = l.id) x;
  perform app.ensure(not params ? 'root_id' or total > 0, 'WM404', 'document not found');
  return json_build_object('nodes', nodes, 'truncated', total > most);
end $$;

-- A document's ancestors, from the root down.
create or replace function app.breadcrumbs(doc uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by a.distance desc), '[]')
    from app.document_ancestors(doc) a join documents d on d.org_id = app.org_id() and d.id = a.id
$$;

-- A document's links that the caller may see: [{type, id, key?, title}].
create or replace function app.document_links(doc uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('type', l.target_type, 'id', l.target_id, 'key', x.key, 'title', x.title)
      order by l.target_type, x.title, l.target_id), '[]')
    from document_links l cross join lateral (
      select null as key, d.title::text from documents d where l.target_type = 'document' and d.org_id = l.org_id
        and d.id = l.target_id and d.deleted_at is null
        and app.can_read_document(d.project_id, d.only_for) and app.is_live_project(d.project_id)
      union all select p.key || '-' || t.number, t.title::text from tasks t join projects p
        on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
        where l.target_type = 'task' and t.org_id = l.org_id and t.id = l.target_id and t.deleted_at is null
          and app.can_see_project(p.id)
      union all select p.key, p.name::text from projects p where l.target_type = 'project' and p.org_id = l.org_id
        and p.id = l.target_id and p.deleted_at is null and app.can_see_project(p.id)) x
    where l.org_id = app.org_id() and l.document_id = doc
$$;

-- Two versions to compare: by default the newest and the one before it; null if either is missing.
create or replace function app.versions_to_compare(doc uuid, older int, newer int) returns json language sql stable as $$
  with b as (select v.number, v.content from document_versions v where v.org_id = app.org_id() and v.document_id = doc
      and (newer is null or v.number = newer) order by v.number desc limit 1),
  a as (select v.number, v.content from document_versions v, b where v.org_id = app.org_id() and v.document_id = doc
      and case when older is null then v.number < b.number else v.number = older end order by v.number desc limit 1)
  select json_build_object('from', row_to_json(a), 'to', row_to_json(b)) from a, b
$$;
