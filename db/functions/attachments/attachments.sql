-- Files attached to objects of several kinds: access, limits and reference counts. Writers of an attachment
-- lock its parent object first, so that all take locks in one order. `app.attachment_parent`, which finds
-- that object, is written by migrating from what the tables say of `files`.

-- 404 if the caller cannot see the object; with `write`, 409 if it is read-only.
create or replace function app.admit_attachment_parent(kind text, entity uuid, write boolean) returns void
language plpgsql as $$
begin
  perform app.admit(kind, replace(kind, '_', ' '), null, app.attachment_parent(kind, entity, write),
    jsonb_build_object('state', write, 'writes', write));
end $$;

-- Fifty files per object; pending uploads count while they may still arrive. Exact, as the caller locks the
-- object.
create or replace function app.require_attachment_room(kind text, entity uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.ensure((select count(*) from attachments a where a.org_id = app.org_id() and a.entity_type = kind
      and a.entity_id = entity and a.deleted_at is null
      and (a.object_id is not null or a.created_at > now() - interval '1 hour')) < 50,
    'WM409', 'holds 50 attachments already');
end $$;

-- Raises an error if the organization's storage quota, or its plan, has no room for this many more bytes.
create or replace function app.require_storage(added_bytes bigint, quota bigint) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare stored bigint := stored_bytes();
begin
  if portal_client() is not null then
    perform ensure(stored + added_bytes <= least(quota, entitlement_limit(org_id(), 'storage_bytes')),
      'WM409', 'the file cannot be stored at the moment; send the message without it');
    return;
  end if;
  perform require_usage('storage_bytes', added_bytes);
  perform ensure(stored + added_bytes <= quota, 'WM409',
    format('the organization keeps at most %s MB of files; delete some, which takes effect when the '
      'trash is erased', trim_scale(quota / 1e6)));
end $$;

-- Enqueues the erasure of an organization's unreferenced bytes, once per transaction.
create or replace function app.schedule_object_erasure(org uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.erasing', true) is distinct from org::text then
    perform set_config('app.erasing', org::text, true);
    insert into outbox (org_id, topic, payload) values (org, 'attachments.erase', '{}');
  end if;
end $$;

-- The object for newly stored bytes: the organization's existing one with the same hash, or a new one. A
-- redundant storage key is erased later.
create or replace function app.store_object(hash bytea, size int, stored_as text) returns uuid
language plpgsql as $$
declare stored attachment_objects;
begin
  insert into attachment_objects as o (sha256, size_bytes, storage_key) values (hash, size, stored_as)
    on conflict (org_id, sha256) where unreferenced_at is null do update set size_bytes = o.size_bytes returning * into stored;
  if stored.storage_key <> stored_as then perform app.discard_object(hash, size, stored_as); end if;
  return stored.id;
end $$;

create or replace function app.discard_object(hash bytea, size int, stored_as text) returns void
language plpgsql as $$
begin
  insert into attachment_objects (sha256, size_bytes, storage_key, unreferenced_at) values (hash, size, stored_as, now());
  perform app.schedule_object_erasure(app.org_id());
end $$;

create or replace function app.schedule_expiry(attachment uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload, available_at) values (app.org_id(), 'attachment.expired',
    jsonb_build_object('attachment_id', attachment), now() + interval '1 hour')
$$;

-- The bytes arrived: cancels the expiry job.
create or replace function app.cancel_expiry(attachment uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update outbox o set done_at = now() where o.org_id = app.org_id() and o.topic = 'attachment.expired'
    and o.done_at is null and o.payload->>'attachment_id' = attachment::text
$$;

create or replace function app.expire_attachment(attachment uuid) returns void language sql as $$
  delete from attachments a where a.org_id = app.org_id() and a.id = attachment and a.object_id is null
$$;

-- Authenticates a signed link as the person it was signed for, with their current rights.
create or replace function app.enter_link(org uuid, person uuid, least_rank int, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare role_name text; org_status text; hidden_ids uuid[] := '{}';
begin
  select acting_role(m.role, m.viewer_from), o.status into role_name, org_status from organization_members m join organizations o on o.id = m.org_id
    join users u on u.id = m.user_id and u.status = 'active'
    where m.org_id = org and m.user_id = person and m.status = 'active' and o.deleted_at is null;
  perform ensure(level_of(role_name) >= least_rank, 'WM404', 'file not found');
  perform ensure(org_status <> 'suspended', 'WM403', 'the organization is suspended');
  if level_of(role_name) < 40 then
    select coalesce(array_agg(p.id), '{}') into hidden_ids from projects p
      where p.org_id = org and p.visibility = 'private' and not exists (
        select from project_members pm where pm.project_id = p.id and pm.user_id = person);
  end if;
  perform set_config('app.user_id', person::text, true), set_config('app.org_id', org::text, true),
    set_config('app.rank', level_of(role_name)::text, true), set_config('app.hidden_projects', hidden_ids::text, true),
    set_config('app.only_project', '', true), set_config('app.key_id', '', true),
    set_config('app.actor_type', 'user', true), set_config('app.family', '', true),
    set_config('app.impersonator', '', true);
  perform trace(request);
end $$;

-- The same for a link that a person opens, who needs a second factor where the organization requires one; or
-- an operator, for as long as they impersonate the person.
create or replace function app.enter_personal_link(org uuid, person uuid, least_rank int, request jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := request->>'operator';
begin
  perform ensure(operator is null or exists (select from impersonation_sessions i where i.admin_user_id = operator
    and i.target_user_id = person and coalesce(i.target_org_id, org) = org and i.status = 'active'
    and i.session_expires_at > now()),
    'WM404', 'file not found');
  perform enter_link(org, person, least_rank, request), ensure(not exists (select from organizations o
    join users u on u.id = person where o.id = org and o.require_second_factor and not u.second_factor),
    'WM2FA', 'the organization requires a second factor; turn one on in your account, at /account');
end $$;

-- The attachment that an upload link names, locked after its parent object.
create or replace function app.pending_upload(attachment uuid) returns attachments language plpgsql as $$
declare upload attachments; parent app.target;
begin
  select * into upload from attachments a where a.org_id = app.org_id() and a.id = attachment and a.deleted_at is null;
  parent := app.attachment_parent(upload.entity_type, upload.entity_id, true);
  perform app.ensure(parent.id is not null, 'WM404', 'file not found');
  perform app.ensure(parent.state is null, 'WM409', parent.state);
  select * into upload from attachments a
    where a.org_id = app.org_id() and a.id = attachment and a.deleted_at is null for no key update;
  perform app.ensure(upload.id is not null, 'WM404', 'file not found');
  return upload;
end $$;

create or replace function app.expected_upload(attachment uuid) returns json language sql as $$
  select json_build_object('content_type', a.content_type, 'size_bytes', a.size_bytes,
    'sha256', encode(a.sha256, 'hex'), 'ready', a.object_id is not null, 'folder', app.folder_of(a.org_id))
    from app.pending_upload(attachment) a
$$;

-- Accepts verified bytes. If they were uploaded twice, the second copy is discarded.
create or replace function app.receive_attachment(attachment uuid, stored_as text, found_width int, found_height int)
returns void language plpgsql as $$
declare before attachments := app.pending_upload(attachment);
begin
  if before.object_id is not null then
    perform app.discard_object(before.sha256, before.size_bytes, stored_as);
  else
    update attachments a set object_id = app.store_object(before.sha256, before.size_bytes, stored_as),
        width = found_width, height = found_height
      where a.org_id = app.org_id() and a.id = attachment;
    perform app.cancel_expiry(attachment);
  end if;
end $$;

-- Copies one object's attachments to another of its kind, keeping uploader and time. The bytes are shared.
create or replace function app.copy_attachments(kind text, source uuid, copy uuid) returns void
language plpgsql as $$
begin
  insert into attachments (entity_type, entity_id, filename, content_type, size_bytes, sha256, width, height, caption,
      object_id, uploaded_by, created_at)
    select a.entity_type, copy, a.filename, a.content_type, a.size_bytes, a.sha256, a.width, a.height, a.caption,
        a.object_id, a.uploaded_by, a.created_at
      from attachments a where a.org_id = app.org_id() and a.entity_type = kind and a.entity_id = source
        and a.deleted_at is null and a.object_id is not null order by a.created_at, a.id;
end $$;

-- Maintains tasks.attachment_count: ready and live only.
create or replace function app.count_attachments() returns trigger language plpgsql as $$
declare delta int := (new.object_id is not null and new.deleted_at is null)::int
    - (old.object_id is not null and old.deleted_at is null)::int;
begin
  if delta = 0 or current_setting('app.purging', true) = 'on' then return null; end if;
  if coalesce(new.entity_type, old.entity_type) = 'task' then
    update tasks t set attachment_count = t.attachment_count + delta
      where t.org_id = coalesce(new.org_id, old.org_id) and t.id = coalesce(new.entity_id, old.entity_id);
  end if;
  return null;
end $$;

-- Counts references to an object. When the last one goes, its bytes are due for erasure and it cannot be
-- reused.
create or replace function app.count_references() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare unreferenced_since timestamptz;
begin
  if new.object_id is not distinct from old.object_id then return null; end if;
  if new.object_id is not null then
    update attachment_objects o set reference_count = o.reference_count + 1
      where o.org_id = new.org_id and o.id = new.object_id;
  end if;
  if old.object_id is not null then
    update attachment_objects o set reference_count = o.reference_count - 1,
        unreferenced_at = case when o.reference_count = 1 then now() end
      where o.org_id = old.org_id and o.id = old.object_id returning o.unreferenced_at into unreferenced_since;
    if unreferenced_since is not null then perform schedule_object_erasure(old.org_id); end if;
  end if;
  return null;
end $$;

create or replace function app.log_attachment_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare kind text := case when old.object_id is null and new.object_id is not null then 'attached'
    when old.deleted_at is null and new.deleted_at is not null and new.object_id is not null then 'attachment_deleted' end;
begin
  if kind is null or new.entity_type <> 'task' or current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, new_value)
    values (new.org_id, project_of_task(new.org_id, new.entity_id), new.entity_id, user_id(),
      coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      nullif(current_setting('app.request_id', true), ''),
      coalesce(nullif(current_setting('app.change_id', true), '')::uuid, uuidv7()), kind,
      jsonb_build_object('attachment_id', new.id, 'filename', new.filename));
  return null;
end $$;

-- How the project activity words an attachment event; null for other events.
create or replace function app.describe_attachment_event(kind text) returns text language sql immutable parallel safe as $$
  select case kind when 'attached' then 'attached a file' when 'attachment_deleted' then 'deleted a file' end
$$;

create or replace trigger count_attachments after insert or delete or update of object_id, deleted_at on attachments
  for each row execute function app.count_attachments();
create or replace trigger count_references after insert or delete or update of object_id on attachments
  for each row execute function app.count_references();
create or replace trigger events after insert or update of object_id, deleted_at on attachments
  for each row execute function app.log_attachment_events();
