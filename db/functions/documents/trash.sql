-- The document trash. A subtree is trashed as one: its rows share `deleted_at` and, in `deleted_with`, its
-- root.

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

-- Restores a document and what was trashed with it. If its parent is still in the trash, it moves to the end
-- of the nearest live ancestor, as private as it was; returns whether it moved.
create or replace function app.restore_document(doc uuid, children boolean) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before documents; placed_document documents; was_moved boolean; trashed_with uuid[];
begin
  select * into before from documents d where d.org_id = org_id() and d.id = doc;
  perform ensure(before.deleted_at is not null, 'WM409', 'the document is not in the trash');
  placed_document := before;
  placed_document.parent_id := (select a.id from document_ancestors(doc) a where a.live order by a.distance limit 1);
  was_moved := placed_document.parent_id is distinct from before.parent_id;
  if was_moved then placed_document.rank := null; end if;
  if not children then perform detach_trashed_children(before); end if;
  trashed_with := array(select u.id from document_subtree(doc, before.deleted_with) u where u.id <> doc);
  update documents d set deleted_at = null, deleted_by = null, deleted_with = null, parent_id = placed_document.parent_id,
      rank = case when was_moved or exists (select from document_siblings(placed_document) s where s.rank = before.rank)
        then document_rank(placed_document, '{}') else d.rank end,
      visibility = case when was_moved and before.only_for = before.owner_id then 'private' else d.visibility end
    where d.org_id = before.org_id and d.id = doc;
  update documents d set deleted_at = null, deleted_by = null, deleted_with = null
    where d.org_id = before.org_id and d.id = any (trashed_with);
  return was_moved;
end $$;

-- Erases a trashed document and what was trashed with it. Descendants trashed earlier stay, one level up.
create or replace function app.purge_document(doc uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare before documents; erased uuid[];
begin
  select * into before from documents d where d.org_id = org_id() and d.id = doc;
  perform ensure(before.deleted_at is not null, 'WM409', 'the document is not in the trash; delete it first');
  erased := array(select u.id from document_subtree(doc, before.deleted_with) u);
  update documents d set parent_id = before.parent_id
    where d.org_id = before.org_id and d.parent_id = any (erased) and d.id <> all (erased);
  delete from document_links l
    where l.org_id = before.org_id and l.target_type = 'document' and l.target_id = any (erased);
  delete from documents d where d.org_id = before.org_id and d.id = any (erased);
end $$;

-- Copies a document, and each descendant the caller may read if `recursive`, beside it or under another one.
create or replace function app.duplicate_document(source uuid, copy uuid, target jsonb) returns void
language plpgsql as $$
declare source_document documents; root documents; target_place record; parent text; copies jsonb := '{}'; bytes bigint;
begin
  select * into root from documents d where d.org_id = app.org_id() and d.id = source;
  parent := case when target ? 'parent_id' then target->>'parent_id' else root.parent_id::text end;
  target_place := app.check_document_place(null, jsonb_build_object('parent_id', parent)
    || case when parent is null then jsonb_build_object('project_id', root.project_id) else '{}' end
    || case when parent is not distinct from root.parent_id::text then jsonb_build_object('after_id', source) else '{}' end);
  select sum(octet_length(d.content)) into bytes from documents d
    where d.org_id = app.org_id() and app.can_read_document(d.project_id, d.only_for)
      and d.id in (select u.id from app.document_subtree(source) u where (target->>'recursive')::boolean);
  perform app.ensure(bytes is null or bytes <= 5000000, 'WM422', 'body.recursive: these documents hold '
    || round(bytes / 1e6, 1) || ' MB and 5 MB can be copied at once; copy the parts one by one');
  for source_document in select d.* from documents d where d.org_id = app.org_id()
      and app.can_read_document(d.project_id, d.only_for) and d.id in (
      select u.id from app.document_subtree(source) u where u.id = source or (target->>'recursive')::boolean)
      order by d.depth, d.rank limit 201 loop
    continue when source_document.id <> source and not copies ? source_document.parent_id::text;
    copies := copies || jsonb_build_object(source_document.id, case when source_document.id = source then copy else uuidv7() end);
    perform app.ensure((select count(*) from jsonb_object_keys(copies)) <= 200, 'WM409', 'more than 200 documents');
    insert into documents (id, project_id, parent_id, title, content, icon, visibility, is_template, rank)
      values ((copies->>source_document.id::text)::uuid, target_place.project_id,
        case when source_document.id = source then target_place.parent_id
          else (copies->>source_document.parent_id::text)::uuid end,
        case when source_document.id <> source then source_document.title
          else coalesce(target->>'title', left(source_document.title, 193) || ' (copy)') end,
        source_document.content, source_document.icon, source_document.visibility, source_document.is_template,
        case when source_document.id = source then target_place.rank else source_document.rank end);
  end loop;
end $$;

-- Copies the documents of a project that the caller may read and that are not archived, in their trees.
create or replace function app.copy_documents(source uuid, copy uuid) returns void language plpgsql as $$
declare source_document documents; copies jsonb := '{}';
begin
  perform app.ensure(count(*) <= 200 and coalesce(sum(octet_length(d.content)), 0) <= 10000000, 'WM409',
      'the project has more than 200 documents, or 10 MB of them; leave out include.documents')
    from documents d where d.org_id = app.org_id() and d.project_id = source and d.deleted_at is null;
  for source_document in select d.* from documents d where d.org_id = app.org_id() and d.project_id = source
      and d.deleted_at is null and d.archived_at is null and app.can_read_document(d.project_id, d.only_for)
        order by d.depth, d.rank loop
    continue when source_document.parent_id is not null and not copies ? source_document.parent_id::text;
    copies := copies || jsonb_build_object(source_document.id, uuidv7());
    insert into documents (id, project_id, parent_id, title, content, icon, visibility, is_template, rank)
      values ((copies->>source_document.id::text)::uuid, copy, (copies->>source_document.parent_id::text)::uuid,
        source_document.title, source_document.content,
        source_document.icon, source_document.visibility, source_document.is_template, source_document.rank);
  end loop;
end $$;

-- Erases document trees deleted before a given time.
create or replace function app.purge_expired_documents(before timestamptz, max_rows int) returns int
language sql as $$
  select count(app.purge_document(d.id)::text)::int from (select id from documents where org_id = app.org_id()
    and deleted_at < before and deleted_with = id limit max_rows) d
$$;
