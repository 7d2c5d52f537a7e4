-- File storage jobs: the database lists unneeded bytes, the job erases them from storage, and only then are
-- their rows deleted. Every step is idempotent.

-- Up to `max_rows` storage keys of an organization's unreferenced bytes.
create or replace function app.unreferenced_objects(org uuid, max_rows int) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(json_agg(d.storage_key), '[]') from (select o.storage_key from attachment_objects o
    where o.org_id = org and o.unreferenced_at is not null order by o.id limit max_rows) d
$$;

create or replace function app.erase_objects(org uuid, keys jsonb) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from attachment_objects o where o.org_id = org and o.unreferenced_at is not null
    and o.storage_key in (select jsonb_array_elements_text(keys))
$$;

-- The given storage keys that no row names. Files of an import are named by it until they are attachments.
create or replace function app.unknown_objects(keys jsonb) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(json_agg(k.key), '[]') from jsonb_array_elements_text(keys) k(key)
      left join lateral regexp_match(k.key, '([0-9a-f-]{36})/import-([0-9]{1,9})$') part(named) on true
    where not exists (select from attachment_objects o where o.storage_key = k.key)
      and not exists (select from organization_import_parts p where p.import_id = part.named[1]::uuid
        and p.n = part.named[2]::int)
$$;

-- Deletes attachments trashed before a given time and uploads not received within an hour, and re-enqueues
-- the erasure of bytes that an earlier run left.
create or replace function app.release_expired_attachments(before timestamptz, max_rows int) returns int
language plpgsql as $$
declare erased int;
begin
  perform app.begin_change('attachment.purged');
  delete from attachments where org_id = app.org_id() and id = any (array(select a.id from attachments a
    where a.org_id = app.org_id() and (a.deleted_at < before
      or a.object_id is null and a.created_at < now() - interval '1 hour') limit max_rows));
  get diagnostics erased = row_count;
  perform app.schedule_object_erasure(app.org_id()) where exists (select from attachment_objects o
    where o.org_id = app.org_id() and o.unreferenced_at is not null);
  return erased;
end $$;
