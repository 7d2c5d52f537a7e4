-- The sealed secrets of credentials, and their keys for one-time codes: `part` is `secret` or `totp`. The
-- service role cannot read their table: a secret leaves it by `app.take_credential_secret` alone, sealed, and with
-- an entry in the log.

-- The version of a part, 0 if there is none.
create or replace function app.version_of_part(c credentials, part text) returns int
language sql immutable as $$
  select case part when 'totp' then c.totp_version else c.secret_version end
$$;

-- The version and the fingerprint of a part, for whoever is about to replace it; null if there is none.
create or replace function app.credential_secret_mark(credential uuid, its_part text) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select jsonb_build_object('version', s.secret_version, 'key', s.fingerprint_key, 'print',
    encode(s.fingerprint, 'hex'))
    from credentials c join credential_secrets s on s.org_id = c.org_id and s.credential_id = c.id
      and s.part = its_part and s.secret_version = version_of_part(c, its_part)
    where c.org_id = org_id() and c.id = credential and app.role_level() >= greatest(30, level_of(c.min_role))
$$;

-- Stores a sealed secret of the next version, or the first of a new credential, unless another was stored in
-- the meantime. The last five versions are kept.
create or replace function app.store_credential_secret(credential uuid, its_part text, sealed jsonb,
  print text, print_key text)
returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare next int := (sealed->>'secret_version')::int;
begin
  update credentials c set secret_version = case its_part when 'secret' then next else c.secret_version end,
      totp_version = case its_part when 'totp' then next else c.totp_version end,
      rotated_at = case its_part when 'secret' then now() else c.rotated_at end
    where c.org_id = org_id() and c.id = credential and version_of_part(c, its_part) = next - 1
      and app.role_level() >= greatest(30, level_of(c.min_role));
  perform ensure(found or exists (select from credentials c where c.org_id = org_id() and c.id = credential
      and version_of_part(c, its_part) = next) and credential_versions(credential, its_part) = '{}', 'WM409',
        case its_part when 'totp' then 'the key for one-time codes' else 'the secret' end
          || ' was changed at the same moment; try again');
  insert into credential_secrets (credential_id, part, secret_version, kek_id, wrapped_dek, dek_iv, iv,
      ciphertext, fingerprint, fingerprint_key)
    values (credential, its_part, next, sealed->>'kek_id', decode(sealed->>'wrapped_dek', 'hex'),
      decode(sealed->>'dek_iv', 'hex'),
      decode(sealed->>'iv', 'hex'), decode(sealed->>'ciphertext', 'hex'), decode(print, 'hex'), print_key);
  delete from credential_secrets s where s.org_id = org_id() and s.credential_id = credential
    and s.part = its_part and s.secret_version <= next - 5;
end $$;

-- Destroys the key for one-time codes in all its versions.
create or replace function app.forget_credential_totp(credential uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update credentials c set totp_version = 0 where c.org_id = org_id() and c.id = credential
    and c.totp_version > 0 and app.role_level() >= greatest(30, level_of(c.min_role));
  if found then
    delete from credential_secrets s where s.org_id = org_id() and s.credential_id = credential
      and s.part = 'totp';
  end if;
end $$;

-- The versions of a part that are kept, the newest first.
create or replace function app.credential_versions(credential uuid, its_part text) returns int[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(s.secret_version order by s.secret_version desc), '{}') from credential_secrets s
    where s.org_id = org_id() and s.credential_id = credential and s.part = its_part
$$;

-- The credentials that have the same secret at present, of those that the caller sees.
create or replace function app.credentials_with_same_secret(credential uuid) returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(o.id order by o.id), '{}') from credentials c
    join credential_secrets s on s.org_id = c.org_id and s.credential_id = c.id
      and s.part = 'secret' and s.secret_version = c.secret_version
    join credential_secrets t on t.org_id = s.org_id and t.fingerprint = s.fingerprint and t.part = 'secret'
      and t.fingerprint_key = s.fingerprint_key and t.credential_id <> s.credential_id
    join credentials o on o.org_id = t.org_id and o.id = t.credential_id
      and o.secret_version = t.secret_version
    where c.org_id = org_id() and c.id = credential and app.role_level() >= level_of(c.min_role)
      and app.role_level() >= level_of(o.min_role)
      and coalesce(o.project_id <> all (hidden_projects()), true)
$$;

-- Up to so many secrets whose key is one of these and not the current one, to be wrapped anew.
create or replace function app.credential_secrets_to_rewrap(current_key text, keys text[],
  most int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(x), '[]') from (select s.id, s.credential_id, s.part, s.secret_version, s.kek_id,
      encode(s.wrapped_dek, 'hex') as wrapped_dek, encode(s.dek_iv, 'hex') as dek_iv from credential_secrets s
    where s.org_id = org_id() and app.role_level() >= 50 and s.kek_id <> current_key and s.kek_id = any (keys)
    order by s.id limit most) x
$$;

-- Stores keys that were wrapped anew, of the secrets that are still the same; returns how many, and what
-- remains.
create or replace function app.rewrap_credential_secrets(wrapped jsonb, current_key text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare done int;
begin
  with fresh as (select * from jsonb_to_recordset(wrapped)
      w(id uuid, was text, kek_id text, wrapped_dek text, dek_iv text)),
  changed as (update credential_secrets s set kek_id = f.kek_id, wrapped_dek = decode(f.wrapped_dek, 'hex'),
      dek_iv = decode(f.dek_iv, 'hex'), updated_at = now() from fresh f
    where s.org_id = org_id() and s.id = f.id and s.kek_id = f.was and app.role_level() >= 50
    returning s.credential_id, s.secret_version),
  logged as (select log_credential(c, 'rewrapped', x.secret_version) from changed x
    join credentials c on c.org_id = org_id() and c.id = x.credential_id)
  select count(*) into done from logged;
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, oauth_authorization_id,
      action, entity_type, entity_id, changes, ip, user_agent, request_id)
    select org_id(), actor_type(), u.id, u.email, key_id(), family(), 'credential.rewrapped', 'credentials',
      '',
      jsonb_build_object('done', jsonb_build_object('to', done)), nullif(current_setting('app.ip', true), ''),
      left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id();
  return json_build_object('done', done, 'remaining', (select count(*) from credential_secrets s
    where s.org_id = org_id() and s.kek_id <> current_key));
end $$;
