-- The document trash. A subtree is trashed as one: its rows share `deleted_at` and, in `deleted_with`, its root.

-- Returns the number the caller could read.
create or replace function app.trash_document(doc uuid) returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare visible int;
begin
  with trashed as (update documents d set deleted_at = now(), deleted_by = user_id(), deleted_with = doc
    where d.org_id = org_id() and d.id in (select u.id from document_subtree(doc) u) returning d.only_for)
  select count(*) into visible from trashed t where t.only_for is null or t.only_for = user_id();
  return visible;
end $$;

-- When a document is restored alone, its trashed children become separate trees.
create or replace function app.detach_trashed_children(doc documents) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare child uuid;
begin
  for child in select c.id from documents c where c.org_id = doc.org_id and c.parent_id = doc.id
      and c.deleted_with = doc.deleted_with loop
    update documents d set deleted_with = child where d.org_id = doc.org_id
      and d.id in (select u.id from document_subtree(child, doc.deleted_with) u);
  end loop;
end $$;

-- Restores a document and what was trashed with it. If its parent is still in the trash, it moves to the end of the
-- nearest live ancestor, as private as it was; returns whether it moved.
create or replace function app.restore_document(doc uuid, children boolean) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before documents; place documents; moved boolean; others uuid[];
begin
  select * into before from documents d where d.org_id = org_id() and d.id = doc;
  perform require(before.deleted_at is not null, 'WM409', 'the document is not in the trash');
  place := before;
  place.parent_id := (select a.id from document_ancestors(doc) a where a.live order by a.distance limit 1);
  moved := place.parent_id is distinct from before.parent_id;
  if moved then place.rank := null; end if;
  if not children then perform detach_trashed_children(before); end if;
  others := array(select u.id from document_subtree(doc, before.deleted_with) u where u.id <> doc);
  update documents d set deleted_at = null, deleted_by = null, deleted_with = null, parent_id = place.parent_id,
      rank = case when moved or exists (select from document_siblings(place) s where s.rank = before.rank)
        then document_rank(place, '{}') else d.rank end,
      visibility = case when moved and before.only_for = before.owner_id then 'private' else d.visibility end
    where d.org_id = before.org_id and d.id = doc;
  update documents d set deleted_at = null, deleted_by = null, deleted_with = null
    where d.org_id = before.org_id and d.id = any (others);
  return moved;
end $$;

-- Erases a trashed document and what was trashed with it. Descendants trashed earlier stay, one level up.
create or replace function app.purge_document(doc uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before documents; erased uuid[];
begin
  select * into before from documents d where d.org_id = org_id() and d.id = doc;
  perform require(before.deleted_at is not null, 'WM409', 'the document is not in the trash; delete it first');
  erased := array(select u.id from document_subtree(doc, before.deleted_with) u);
  update documents d set parent_id = before.parent_id
    where d.org_id = before.org_id and d.parent_id = any (erased) and d.id <> all (erased);
  delete from document_links l
    where l.org_id = before.org_id and l.target_type = 'document' and l.target_id = any (erased);
  delete from documents d where d.org_id = before.org_id and d.id = any (erased);
end $$;

-- Copies a document, and each descendant the caller may read if `recursive`, beside it or under another one.
create or replace function app.duplicate_document(source uuid, copy uuid, wish jsonb) returns void
language plpgsql as $$
declare item documents; root documents; place record; parent text; copies jsonb := '{}'; bytes bigint;
begin
  select * into root from documents d where d.org_id = app.org_id() and d.id = source;
  parent := case when wish ? 'parent_id' then wish->>'parent_id' else root.parent_id::text end;
  place := app.check_document_place(null, jsonb_build_object('parent_id', parent)
    || case when parent is null then jsonb_build_object('project_id', root.project_id) else '{}' end
    || case when parent is not distinct from root.parent_id::text then jsonb_build_object('after_id', source) else '{}' end);
  select sum(octet_length(d.content)) into bytes from documents d
    where d.org_id = app.org_id() and app.can_read_document(d.project_id, d.only_for)
      and d.id in (select u.id from app.document_subtree(source) u where (wish->>'recursive')::boolean);
  perform app.require(bytes is null or bytes <= 5000000, 'WM422', 'body.recursive: these documents hold '
    || round(bytes / 1e6, 1) || ' MB and 5 MB can be copied at once; copy the parts one by one');
  for item in select d.* from documents d where d.org_id = app.org_id() and app.can_read_document(d.project_id, d.only_for)
    and d.id in (
      select u.id from app.document_subtree(source) u where u.id = source or (wish->>'recursive')::boolean)
      order by d.depth, d.rank limit 201 loop
    continue when item.id <> source and not copies ? item.parent_id::text;
    copies := copies || jsonb_build_object(item.id, case when item.id = source then copy else uuidv7() end);
    perform app.require((select count(*) from jsonb_object_keys(copies)) <= 200, 'WM409', 'more than 200 documents');
    insert into documents (id, project_id, parent_id, title, content, icon, visibility, is_template, rank)
      values ((copies->>item.id::text)::uuid, place.project_id,
        case when item.id = source then place.parent_id else (copies->>item.parent_id::text)::uuid end,
        case when item.id <> source then item.title else coalesce(wish->>'title', left(item.title, 193) || ' (copy)') end,
        item.content, item.icon, item.visibility, item.is_template,
        case when item.id = source then place.rank else item.rank end);
  end loop;
end $$;

-- Copies the documents of a project that the caller may read and that are not archived, in their trees.
create or replace function app.copy_documents(source uuid, copy uuid) returns void language plpgsql as $$
declare item documents; copies jsonb := '{}';
begin
  perform app.require(count(*) <= 200 and coalesce(sum(octet_length(d.content)), 0) <= 10000000, 'WM409',
      'the project has more than 200 documents, or 10 MB of them; leave out include.documents')
    from documents d where d.org_id = app.org_id() and d.project_id = source and d.deleted_at is null;
  for item in select d.* from documents d where d.org_id = app.org_id() and d.project_id = source
      and d.deleted_at is null and d.archived_at is null and app.can_read_document(d.project_id, d.only_for)
        order by d.depth, d.rank loop
    continue when item.parent_id is not null and not copies ? item.parent_id::text;
    copies := copies || jsonb_build_object(item.id, uuidv7());
    insert into documents (id, project_id, parent_id, title, content, icon, visibility, is_template, rank)
      values ((copies->>item.id::text)::uuid, copy, (copies->>item.parent_id::text)::uuid, item.title, item.content,
        item.icon, item.visibility, item.is_template, item.rank);
  end loop;
end $$;

-- Erases document trees deleted before a given time.
create or replace function app.purge_expired_documents(before timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare due record;
begin
  for due in select d.id, d.org_id from documents d
      where d.deleted_at < before and d.deleted_with = d.id limit 500 loop
    perform enter_system(due.org_id, 'document.purged', 'daily'), purge_document(due.id);
  end loop;
end $$;
