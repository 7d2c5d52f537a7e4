-- Unique among live siblings, also where project or parent is null, which the schema language cannot say.
create unique index if not exists documents_place on documents (org_id, project_id, parent_id, rank)
  nulls not distinct where deleted_at is null;

create or replace function app.shows(d documents) returns boolean language sql stable as $$
  select d.deleted_at is null and d.archived_at is null and app.reads(d)
$$;

create or replace function app.shown_children(d documents) returns bigint language sql stable as $$
  select count(*) from documents c where c.org_id = app.org_id() and c.parent_id = d.id and app.shows(c)
$$;

-- Titles as a tree, each document before what is under it: {project_id?: id | none, root_id?, depth}. At most 2000.
create or replace function app.document_tree(asked jsonb) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare most int := 2000; nodes json; total int;
begin
  with recursive down as (
    select d.id, 1 as level, array[coalesce(p.key, ''), d.rank::text] as path from documents d
      left join projects p on p.org_id = d.org_id and p.id = d.project_id
      where d.org_id = app.org_id() and app.shows(d) and case when asked ? 'root_id'
          then d.id = (asked->>'root_id')::uuid else d.parent_id is null end
        and case when not asked ? 'project_id' then true when asked->>'project_id' = 'none' then d.project_id is null
          else d.project_id = (asked->>'project_id')::uuid end
    union all select d.id, down.level + 1, down.path || d.rank::text from down join documents d
      on d.org_id = app.org_id() and d.parent_id = down.id where down.level < (asked->>'depth')::int and app.shows(d)),
  listed as (select down.path, row_to_json(n) as node from down join documents d on d.org_id = app.org_id() and d.id = down.id
    cross join lateral (select d.id, d.title, d.icon, d.parent_id, d.project_id, d.rank, c.n > 0 as has_children,
      c.n as child_count, app.utc(d.updated_at) as updated_at from (select app.shown_children(d)) c(n)) n
    order by down.path collate "C" limit most + 1)
  select coalesce(json_agg(l.node order by l.path collate "C") filter (where l.n <= most), '[]'), count(*)
    into nodes, total from (select path, node, row_number() over (order by path collate "C") as n from listed) l;
  perform app.require(not asked ? 'root_id' or total > 0, 'WM404', 'document not found');
  return json_build_object('nodes', nodes, 'truncated', total > most);
end $$;

-- The documents above one, from the root down.
create or replace function app.breadcrumbs(doc uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by a.distance desc), '[]')
    from app.documents_above(doc) a join documents d on d.org_id = app.org_id() and d.id = a.id
$$;

-- What a document names that the caller may see: [{type, id, key?, title}].
create or replace function app.links_of(doc uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('type', l.target_type, 'id', l.target_id, 'key', x.key, 'title', x.title)
      order by l.target_type, x.title, l.target_id), '[]')
    from document_links l cross join lateral (
      select null as key, d.title::text from documents d where l.target_type = 'document' and d.org_id = l.org_id
        and d.id = l.target_id and d.deleted_at is null and app.reads(d)
      union all select p.key || '-' || t.number, t.title::text from tasks t join projects p
        on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
        where l.target_type = 'task' and t.org_id = l.org_id and t.id = l.target_id and t.deleted_at is null
          and app.sees(p.id)
      union all select p.key, p.name::text from projects p where l.target_type = 'project' and p.org_id = l.org_id
        and p.id = l.target_id and p.deleted_at is null and app.sees(p.id)) x
    where l.org_id = app.org_id() and l.document_id = doc
$$;

-- Two versions to compare: the newest where none is named, and the one before that; null where one is missing.
create or replace function app.two_versions(doc uuid, older int, newer int) returns json language sql stable as $$
  with b as (select v.number, v.content from document_versions v where v.org_id = app.org_id() and v.document_id = doc
      and (newer is null or v.number = newer) order by v.number desc limit 1),
  a as (select v.number, v.content from document_versions v, b where v.org_id = app.org_id() and v.document_id = doc
      and case when older is null then v.number < b.number else v.number = older end order by v.number desc limit 1)
  select json_build_object('from', row_to_json(a), 'to', row_to_json(b)) from a, b
$$;
