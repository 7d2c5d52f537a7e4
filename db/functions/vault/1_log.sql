-- The log of the vault: who did what with a credential. It is written in the transaction of what it tells of,
-- so that nothing happens that could not be written down.

-- An entry about a credential by the caller, or by the system; returns its id.
create or replace function app.log_credential(c credentials, action text, version int default null,
  reason text default null, fields text[] default '{}') returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare entry uuid := uuidv7();
begin
  insert into credential_access_log (org_id, id, credential_id, credential_name, min_role, action,
    secret_version,
    reason, fields,
      actor_user_id, actor_label, auth_kind, ip, user_agent, request_id)
    select c.org_id, entry, c.id, c.name, c.min_role, action, version, reason, fields, user_id(),
      (select u.name from users u where u.id = user_id()),
      case when impersonator() is null then actor_type() else 'impersonation' end,
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '');
  return entry;
end $$;

-- Whoever adds, changes or deletes a credential.
create or replace function app.log_credential_change() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare changed text[];
begin
  if tg_op = 'INSERT' then perform log_credential(new, 'created', nullif(new.secret_version, 0));
  elsif tg_op = 'DELETE' then
    if current_setting('app.purging', true) is distinct from 'on'
      then perform log_credential(old, 'deleted'); end if;
  elsif new.secret_version <> old.secret_version
    then perform log_credential(new, 'rotated', new.secret_version);
  elsif new.totp_version <> old.totp_version then
    perform log_credential(new, 'updated', nullif(new.totp_version, 0), null, '{totp}');
  else
    select coalesce(array_agg(n.key order by n.key), '{}') into changed from jsonb_each(to_jsonb(new)) n
      where n.value is distinct from to_jsonb(old)->n.key and n.key <> all
        ('{version,updated_at,rotated_at,last_revealed_at,last_revealed_by,reminded}'::text[]);
    if changed <> '{}' then perform log_credential(new, 'updated', null, null, changed); end if;
  end if;
  return null;
end $$;
create or replace trigger log_change after insert or delete on credentials for each row
  execute function app.log_credential_change();
create or replace trigger log_update after update of name, kind, username, url, client_id, project_id, tags,
  min_role,
  notes, secret_version, totp_version, expires_at on credentials for each row
  execute function app.log_credential_change();

-- An entry of somebody who was denied a credential: one for each person and credential in ten minutes, with
-- how often.
create or replace function app.log_denial(c credentials, version int, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare entry uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('denied ' || c.id || user_id(), 0));
  select l.id into entry from credential_access_log l where l.org_id = c.org_id and l.credential_id = c.id
    and l.action = 'reveal_denied' and l.actor_user_id = user_id()
      and l.created_at > now() - interval '10 minutes'
    order by l.created_at desc limit 1;
  if entry is null then entry := log_credential(c, 'reveal_denied', version, reason); end if;
  insert into credential_denials as d (id) values (entry)
    on conflict (org_id, id) do update set attempts = d.attempts + 1;
end $$;

-- The same of whoever is refused before the credential is looked at.
create or replace function app.note_denied_reveal(credential uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c credentials;
begin
  select * into c from credentials x where x.org_id = org_id() and x.id = credential;
  if found then perform log_denial(c, null, null); end if;
end $$;

-- An entry of the caller about all of the vault. Admins read it, whatever the role of the caller.
create or replace function app.log_vault(its_action text) returns uuid
language sql security definer set search_path = public, app, pg_temp as $$
  select log_credential(jsonb_populate_record(null::credentials,
    jsonb_build_object('org_id', org_id(), 'min_role', 'admin')), its_action)
$$;

-- When the caller last got an entry like this in ten minutes.
create or replace function app.latest_entry(its_action text) returns credential_access_log
language sql stable security definer set search_path = public, app, pg_temp as $$
  select l from credential_access_log l where l.org_id = org_id() and l.actor_user_id = user_id()
      and l.action = its_action and l.created_at > now() - interval '10 minutes'
      and l.auth_kind = case when impersonator() is null then actor_type() else 'impersonation' end
    order by l.created_at desc limit 1
$$;

-- That the caller was answered with a list: one entry in ten minutes, as a program may read one page after the
-- other. Returns for how many more milliseconds there is none to write; whoever lists at the same moment does.
create or replace function app.note_listed() returns int
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare entry credential_access_log := latest_entry('listed');
begin
  if entry.id is null and pg_try_advisory_xact_lock(hashtextextended('listed ' || org_id() || user_id(), 0))
    then perform log_vault('listed'); end if;
  return ceil(extract(epoch from coalesce(entry.created_at, now()) + interval '10 minutes' - now()) * 1000);
end $$;

-- That the caller was denied an export of the organization: one entry in ten minutes, with how often.
create or replace function app.note_denied_export() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare entry uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('denied export ' || org_id() || user_id(), 0));
  entry := coalesce((latest_entry('export_denied')).id, log_vault('export_denied'));
  insert into credential_denials as d (id) values (entry)
    on conflict (org_id, id) do update set attempts = d.attempts + 1;
end $$;

-- Whether the log has a credential that is gone, for those who could see it.
create or replace function app.has_credential_log(credential uuid) returns boolean
language sql stable as $$
  select exists (select from credential_access_log l where l.org_id = app.org_id()
    and l.credential_id = credential
    and l.action = 'deleted' and app.role_level() >= app.level_of(l.min_role))
$$;
