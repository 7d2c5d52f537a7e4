-- Document edits: who may change what, based on which version.

-- The owner and managers may still edit a locked document.
create or replace function app.require_unlocked(doc documents) returns void language plpgsql as $$
begin
  perform app.ensure(not doc.is_locked or doc.owner_id = app.user_id() or app.role_level() >= 30, 'WM409',
    'the document is locked');
end $$;

-- Nobody may lock themselves out by making it private.
create or replace function app.require_document_owner(doc documents) returns void language plpgsql as $$
begin
  perform app.ensure(doc.owner_id = app.user_id(), 'WM403', 'only its owner may make a document private');
end $$;

-- Raises 409 if the document changed since the version that the editor saw. A version overwritten by later
-- saves of the same burst counts as changed.
create or replace function app.require_base_version(doc documents, patch jsonb) returns void language plpgsql as $$
declare base_number int := (patch->>'base_version')::int; base_version document_versions;
begin
  if base_number is null or base_number = doc.current_version then return; end if;
  perform app.ensure_fields(array[case when base_number > doc.current_version
    then 'body.base_version: the document is at version ' || doc.current_version end]);
  select * into base_version from document_versions v
    where v.org_id = doc.org_id and v.document_id = doc.id and v.number = base_number;
  perform app.ensure(base_version.id is not null and (not patch ? 'content' or base_version.content = doc.content)
      and (not patch ? 'title' or base_version.title = doc.title), 'WM409',
    format('changed since version %s; current_version is %s', base_number, doc.current_version));
end $$;

-- The text after an edit. Added text is its own paragraph; `patch` replaces the only occurrence of `find`.
create or replace function app.apply_edit(content text, mode text, new_text text, find text) returns text
language plpgsql immutable as $$
declare result text := new_text; position_found int := strpos(content, find);
begin
  if mode = 'append' then
    result := content || case when content = '' or right(content, 1) = E'\n' then '' else E'\n\n' end || new_text;
  elsif mode = 'prepend' then
    result := new_text || case when content = '' or right(new_text, 1) = E'\n' then '' else E'\n\n' end || content;
  elsif mode = 'patch' then
    perform app.ensure(position_found > 0, 'WM409', 'the text to find is not in the document'),
      app.ensure(strpos(substr(content, position_found + 1), find) = 0, 'WM409',
        'the text to find is in the document more than once; send more of the surrounding text');
    result := left(content, position_found - 1) || new_text || substr(content, position_found + length(find));
  end if;
  perform app.ensure_fields(array[case when octet_length(result) > 1500000
    then 'body.content: the document would be larger than 1.5 MB' end]);
  return result;
end $$;

create or replace function app.visibility_rank(visibility text) returns int language sql immutable as $$
  select array_position('{private,project,organization}'::text[], visibility)
$$;

-- Why a visibility is not allowed, or null.
create or replace function app.visibility_problem(project uuid, parent documents, requested text) returns text
language sql stable as $$
  select 'body.visibility: ' || case when requested = 'project' and project is null then 'the document is in no project'
    when app.visibility_rank(requested) > app.visibility_rank(
      case when parent.only_for is not null then 'private' else parent.visibility end)
      then 'wider than that of the document above' end
$$;

-- A live document by its id, if the caller may read it, else null.
create or replace function app.readable_document(document uuid) returns documents language sql stable as $$
  select d from documents d where d.org_id = app.org_id() and d.id = document and d.deleted_at is null
    and app.can_read_document(d.project_id, d.only_for) and app.is_live_project(d.project_id)
$$;

-- Raises 422, 409 or 403 if a document cannot be edited this way: {title?, content?, visibility?,
-- base_version?}. Passes {edit_mode?, summary?} to the triggers, which create the version, links and comment
-- anchors.
create or replace function app.check_document_edit(doc uuid, edit jsonb) returns void language plpgsql as $$
declare before documents;
begin
  select * into before from documents d where d.org_id = app.org_id() and d.id = doc;
  perform app.ensure_fields(array[case when edit->>'visibility' <> before.visibility then
    app.visibility_problem(before.project_id, app.readable_document(before.parent_id), edit->>'visibility') end]);
  perform app.require_unlocked(before), app.require_base_version(before, edit);
  if edit->>'visibility' = 'private' and before.visibility <> 'private' then perform app.require_document_owner(before); end if;
  perform set_config('app.edit_mode', coalesce(edit->>'edit_mode', 'replace'), true),
    set_config('app.edit_summary', coalesce(edit->>'summary', ''), true), app.save_for_answer('{"orphaned_comments": []}');
end $$;
