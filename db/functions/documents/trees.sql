-- Document placement. Changing a tree takes the organization's document lock before any row lock: concurrent
-- moves cannot form a cycle, and ranks, depths and readers stay consistent.

create or replace function app.lock_documents() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('documents:' || app.org_id(), 0))
$$;

-- True if the caller may read documents of this project and reader. Rows are never passed whole: that would
-- detoast their text.
create or replace function app.can_read_document(project uuid, reader uuid) returns boolean language sql stable as $$
  select app.can_see_project(project) and (project is not null or app.only_project() is null)
    and (reader is null or reader = app.own_id())
$$;

create or replace function app.is_live_project(project uuid) returns boolean language sql stable as $$
  select project is null or exists (select from projects p
    where p.org_id = app.org_id() and p.id = project and p.deleted_at is null)
$$;

-- True if another person may read it.
create or replace function app.person_can_read_document(doc uuid, person uuid) returns boolean language sql stable as $$
  select exists (select from documents d where d.org_id = app.org_id() and d.id = doc and d.deleted_at is null
    and (d.only_for is null or d.only_for = person) and (d.project_id is null or app.can_open(d.project_id, person)))
$$;

-- A document and its descendants, live or trashed with `root`, visible or not.
create or replace function app.document_subtree(doc uuid, root uuid default null) returns table (id uuid)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive descendants as (select d.id from documents d where d.org_id = org_id() and d.id = doc
    union all select d.id from descendants join documents d on d.org_id = org_id() and d.parent_id = descendants.id
      and d.deleted_with is not distinct from root)
  select descendants.id from descendants
$$;

create or replace function app.document_ancestors(doc uuid) returns table (id uuid, distance int, live boolean)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive up as (select d.parent_id as id, 1 as distance from documents d where d.org_id = org_id() and d.id = doc
    union all select d.parent_id, up.distance + 1 from up join documents d on d.org_id = org_id() and d.id = up.id
      where up.distance < 50)
  select up.id, up.distance, d.deleted_at is null from up join documents d on d.org_id = org_id() and d.id = up.id
$$;

-- Project, depth and sole reader follow from the parent; conflicting private owners leave no reader.
create or replace function app.place_document() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare parent documents; private_owner uuid;
begin
  select * into parent from documents d where d.org_id = new.org_id and d.id = new.parent_id;
  if parent.id is not null then new.project_id := parent.project_id; end if;
  if new.project_id is null and new.visibility = 'project' then new.visibility := 'organization'; end if;
  private_owner := case when new.visibility = 'private' then new.owner_id end;
  new.depth := coalesce(parent.depth, 0) + 1;
  new.only_for := case when parent.only_for <> private_owner then '00000000-0000-0000-0000-000000000000'::uuid
    else coalesce(parent.only_for, private_owner) end;
  return new;
end $$;
create or replace trigger place_document before insert or update of parent_id, project_id, visibility, owner_id
  on documents for each row execute function app.place_document();

create or replace function app.propagate_to_children() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update documents c set project_id = new.project_id where c.org_id = new.org_id and c.parent_id = new.id;
  return null;
end $$;
create or replace trigger carry_children after update on documents for each row
  when ((old.project_id, old.depth, old.only_for) is distinct from (new.project_id, new.depth, new.only_for))
  execute function app.propagate_to_children();

-- A document's live siblings: under the same parent, or the other roots of its project.
create or replace function app.document_siblings(doc documents)
returns table (id uuid, rank text, project_id uuid, only_for uuid)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select d.id, d.rank, d.project_id, d.only_for from documents d
    where d.org_id = doc.org_id and d.project_id is not distinct from doc.project_id
      and d.parent_id is not distinct from doc.parent_id and d.deleted_at is null and d.id <> doc.id
$$;

create or replace function app.sibling_problem(doc documents, field text, sibling uuid) returns text
language sql stable as $$
  select 'body.' || field || ': ' || case when sibling is null then null when sibling = doc.id then 'the document itself'
    when not exists (select from app.document_siblings(doc) s where s.id = sibling
      and app.can_read_document(s.project_id, s.only_for))
      then 'not found among the documents beside it' end
$$;

-- The rank for {before_id?, after_id?} among its siblings, else last. Those hidden from the caller count too.
create or replace function app.document_rank(doc documents, placement jsonb) returns text
language sql security definer set search_path = public, app, pg_temp as $$
  select rank_for_place('documents', format('r.project_id is not distinct from %L and r.parent_id is not distinct from %L
    and r.deleted_at is null', doc.project_id, doc.parent_id), doc.id, placement)
$$;

-- What is wrong with a placement {parent_id?, project_id?, before_id?, after_id?} of `doc`, already placed
-- there.
create or replace function app.place_problems(doc documents, parent documents, placement jsonb) returns text[]
language sql stable as $$
  select array[case when doc.parent_id is not null and parent.id is null then 'body.parent_id: not found' end,
    case when parent.id is not null and placement->>'project_id' is distinct from parent.project_id::text
      and placement ? 'project_id' then 'body.project_id: not that of the document above' end,
    case when doc.project_id is null then case when app.only_project() is not null
        then 'body.project_id: required, the key reaches one project only' end
      when not exists (select from projects p where p.org_id = app.org_id() and p.id = doc.project_id
        and p.deleted_at is null and app.can_see_project(p.id)) then 'body.project_id: not found'
      when exists (select from projects p where p.org_id = app.org_id() and p.id = doc.project_id
        and p.archived_at is not null) then 'body.project_id: the project is archived' end,
    app.sibling_problem(doc, 'before_id', (placement->>'before_id')::uuid),
    app.sibling_problem(doc, 'after_id', (placement->>'after_id')::uuid)]
$$;

-- Where a document may be placed with its descendants, for {parent_id?, project_id?, before_id?, after_id?}
-- and, if it is new (null), {visibility?}. Raises 422, 409 or 403.
create or replace function app.check_document_place(doc uuid, placement jsonb, out parent_id uuid, out project_id uuid,
  out rank text) language plpgsql as $$
declare before documents; placed_document documents; parent documents;
begin
  select * into before from documents d where d.org_id = app.org_id() and d.id = doc;
  placed_document := before; placed_document.id := coalesce(doc, uuidv7()); placed_document.org_id := app.org_id();
  if placement ? 'project_id' then placed_document.project_id := (placement->>'project_id')::uuid; end if;
  if placement ? 'parent_id' then placed_document.parent_id := (placement->>'parent_id')::uuid;
  elsif placed_document.project_id is distinct from before.project_id then placed_document.parent_id := null; end if;
  parent := app.readable_document(placed_document.parent_id);
  if parent.id is not null then placed_document.project_id := parent.project_id; end if;
  perform app.ensure_fields(app.place_problems(placed_document, parent, placement)
    || app.visibility_problem(placed_document.project_id, parent, placement->>'visibility'));
  if doc is not null then
    perform app.require_unlocked(before), app.ensure(parent.id is distinct from doc and not exists (
      select from app.document_ancestors(parent.id) a where a.id = doc), 'WM409', 'a document cannot be moved under itself');
    if parent.only_for is not null and parent.only_for is distinct from before.only_for then
      perform app.require_document_owner(before);
    end if;
  end if;
  parent_id := placed_document.parent_id; project_id := placed_document.project_id;
  rank := app.document_rank(placed_document, placement);
end $$;
