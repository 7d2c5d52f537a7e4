-- Reveals a secret: answers with it, sealed, once the log says so. What is refused is an answer too,
-- {refused, why}, so that its entry in the log is committed; the service makes the error of it.

-- Why the caller may not have the secret, with its status; null if they may. Counted in the log itself, under
-- a lock of the person, as the limiter lets everybody pass while it is broken.
create or replace function app.reveal_problem(c credentials, proven boolean, out refused int, out why text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if app.rank() < rank_of(c.min_role) or c.project_id = any (hidden_projects()) then
    refused := 404; why := 'credential not found';
  elsif actor_type() <> 'user' or impersonator() is not null then
    refused := 403; why := 'a secret is shown to its reader alone: in a browser session, not to keys and applications';
  elsif not proven and not exists (select from sessions s where s.id = session_id()
      and s.created_at > now() - interval '15 minutes') then
    refused := 403; why := 'confirm your password first: send it as password, or sign in again';
  end if;
end $$;

create or replace function app.reveal_credential(credential uuid, wanted int, reason text,
  proven boolean) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare c credentials; s credential_secrets; p record; lately record;
begin
  select * into c from credentials x where x.org_id = org_id() and x.id = credential for no key update;
  if c.id is null then return json_build_object('refused', 404, 'why', 'credential not found'); end if;
  p := reveal_problem(c, proven);
  if p.refused is not null then
    perform log_denial(c, wanted, reason);
    return json_build_object('refused', p.refused, 'why', p.why);
  end if;
  perform require(c.secret_version > 0, 'WM409', 'this credential has no secret yet; enter one first');
  perform pg_advisory_xact_lock(hashtextextended('reveals ' || user_id(), 0));
  select count(*) filter (where l.created_at > now() - interval '1 minute') as minute,
      count(*) filter (where l.created_at > now() - interval '10 minutes') as ten, count(*) as day,
      ceil(extract(epoch from coalesce(min(l.created_at) filter (where l.created_at > now() - interval '1 minute')
        + interval '1 minute', now()) - now())) as soon,
      ceil(extract(epoch from min(l.created_at) + interval '1 day' - now())) as late into lately
    from credential_access_log l where l.org_id = org_id() and l.actor_user_id = user_id()
      and l.action = 'revealed'
      and l.created_at > now() - interval '1 day';
  if lately.minute >= 20 or lately.day >= 200 then
    perform log_denial(c, wanted, reason);
    return json_build_object('refused', 429, 'why', case when lately.minute >= 20
      then 'at most 20 secrets a minute'
      else 'at most 200 secrets a day' end || '; go on later',
      'seconds', greatest(1, case when lately.minute >= 20 then lately.soon else lately.late end));
  end if;
  select * into s from credential_secrets x where x.org_id = c.org_id and x.credential_id = c.id
    and x.secret_version = coalesce(wanted, c.secret_version);
  perform require_fields(array[case when s.id is null then 'body.version: not kept; the versions are '
    || array_to_string(credential_versions(c.id), ', ') end]);
  perform log_credential(c, 'revealed', s.secret_version, reason), audit_reveal(c, s.secret_version, reason);
  update credentials x set last_revealed_at = now(), last_revealed_by = user_id() where x.org_id = c.org_id
    and x.id = c.id;
  if lately.ten + 1 = 50 then
    perform tell('security', 'credential', c.id, format('%s revealed 50 secrets within ten minutes',
      (select u.name from users u where u.id = user_id())), admins(), 'reveals:' || s.id || now());
  end if;
  return json_build_object('org', c.org_id, 'id', c.id, 'secret', json_build_object('kek_id', s.kek_id,
    'wrapped_dek', encode(s.wrapped_dek, 'hex'), 'dek_iv', encode(s.dek_iv, 'hex'), 'iv', encode(s.iv, 'hex'),
    'ciphertext', encode(s.ciphertext, 'hex'), 'secret_version', s.secret_version), 'secret_version',
      s.secret_version);
end $$;

-- That a secret was revealed is in the audit log of the organization, too, which nobody can alter unseen.
create or replace function app.audit_reveal(c credentials, version int, reason text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id,
    entity_label,
      changes, ip, user_agent, request_id)
    select c.org_id, actor_type(), u.id, u.email, 'credential.revealed', 'credentials', c.id::text, c.name,
      jsonb_build_object('version', jsonb_build_object('to', version), 'reason',
        jsonb_build_object('to', reason)),
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;
