-- Audit trail exports. Requested with GET, which may be retried: a retry gets the same file.

create or replace function app.request_export(new_id uuid, kind text, since timestamptz, until timestamptz) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare existing uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit export ' || org_id(), 0));
  select e.id into existing from audit_exports e where e.org_id = org_id() and e.user_id = user_id()
    and e.format = kind and e.range_from = since and e.range_to = until
    and e.created_at > now() - interval '23 hours'
    and (until < e.created_at or e.created_at > now() - interval '10 minutes')
    order by e.created_at desc limit 1;
  if found then return existing; end if;
  perform ensure((select count(*) < 20 from audit_exports e where e.org_id = org_id()), 'WM409',
    'at most twenty exports are kept at a time; each is erased a day after it was requested');
  insert into audit_exports (id, org_id, user_id, format, range_from, range_to)
    values (new_id, org_id(), user_id(), kind, since, until);
  perform emit('audit.export', jsonb_build_object('export_id', new_id));
  insert into outbox (org_id, topic, payload, available_at)
    values (org_id(), 'audit.export_expired', jsonb_build_object('export_id', new_id), now() + interval '24 hours');
  return new_id;
end $$;

-- The next rows of an export, with its metadata; null once it is finished or gone. Entries of transactions in
-- flight at the request may or may not be included; committed ones are.
create or replace function app.export_rows(export uuid, max_rows int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with e as (select * from audit_exports x where x.org_id = org_id() and x.id = export and x.state = 'preparing'),
  page as (select t.entry from e cross join lateral (select a as entry from audit_log a where a.org_id = e.org_id
      and a.action not like 'platform.%' and a.created_at between e.range_from and least(e.range_to, e.created_at)
      and (e.after_id is null or (a.created_at, a.id) > (e.after_at, e.after_id))
    order by a.created_at, a.id limit max_rows) t)
  select json_build_object('format', e.format, 'part', cardinality(e.sizes), 'organization_id', e.org_id,
      'from', utc(e.range_from), 'to', utc(e.range_to), 'made_at', utc(e.created_at), 'entries', e.entries,
      'parts', (select coalesce(json_agg(json_build_object('bytes', d.size, 'sha256', d.digest)), '[]')
        from unnest(e.sizes, e.digests) d(size, digest)),
      'rows', (select coalesce(json_agg(json_build_object('entry', entry_json(page.entry), 'text', audit_text(page.entry),
          'position', s.position, 'hash', encode(s.hash, 'hex'),
          'previous', case when s.position = 1 then encode(chain_start(e.org_id), 'hex') else encode(p.hash, 'hex') end)
          order by (page.entry).created_at, (page.entry).id), '[]')
        from page left join lateral (select b.position, b.hash from audit_seals b
            where b.org_id = e.org_id and b.entry_id = (page.entry).id limit 1) s on true
          left join lateral (select b.hash from audit_seals b
            where b.org_id = e.org_id and b.position = s.position - 1 limit 1) p on true))
    from e
$$;

-- An entry as its organization sees it. Impersonation shows only as support, without IP or user agent.
create or replace function app.entry_json(a audit_log) returns json language sql stable as $$
  select json_build_object('id', a.id, 'created_at', app.utc(a.created_at), 'action', a.action,
    'actor', json_build_object('type', a.actor_type, 'user_id', a.actor_user_id, 'label', a.actor_label),
    'via', app.entry_via(a.actor_type, a.impersonator_user_id),
    'entity', json_build_object('type', a.entity_type, 'id', a.entity_id, 'label', a.entity_label,
      'version', a.entity_version),
    'api_key_id', a.api_key_id, 'oauth_authorization_id', a.oauth_authorization_id, 'automation_id', a.automation_id,
    'ip', case when a.impersonator_user_id is null then a.ip end,
    'user_agent', case when a.impersonator_user_id is null then a.user_agent end,
    'request_id', a.request_id, 'changes', a.changes)
$$;
create or replace function app.entry_via(actor_type text, impersonator uuid) returns text
language sql immutable parallel safe as $$
  select case when impersonator is not null then 'support' when actor_type = 'user' then 'session' else actor_type end
$$;

-- Records a stored part: its bytes, entries and last entry; the last part makes the file ready.
create or replace function app.export_stored(export uuid, part int, size int, digest text, entries_added int,
  up_to uuid, file_signature text,
  last boolean) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform suppress_audit();
  update audit_exports e set sizes = e.sizes || size, digests = e.digests || digest, entries = e.entries + entries_added,
      signature = file_signature,
      after_at = coalesce((select a.created_at from audit_log a where a.id = up_to), e.after_at),
      after_id = coalesce(up_to, e.after_id),
      state = case when last then 'ready' else e.state end, ready_at = case when last then now() end
    where e.org_id = org_id() and e.id = export and e.state = 'preparing' and cardinality(e.sizes) = part;
  if found and not last then perform emit('audit.export', jsonb_build_object('export_id', export)); end if;
end $$;

create or replace function app.erase_export(export uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform suppress_audit();
  delete from audit_exports e where e.org_id = org_id() and e.id = export;
end $$;
