-- Reveals a secret: answers with it, sealed, once the log says so. What is refused is an answer too,
-- {refused, why}, so that its entry in the log is committed; the service makes the error of it.

-- Why the caller may not have the secret, with its status; null if they may. Counted in the log itself, under
-- a lock of the person, as the limiter lets everybody pass while it is broken.
create or replace function app.reveal_problem(c credentials, proven boolean, out refused int, out why text)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  if app.role_level() < level_of(c.min_role) or c.project_id = any (hidden_projects()) then
    refused := 404; why := 'credential not found';
  elsif actor_type() <> 'user' or impersonator() is not null then
    refused := 403;
    why := 'a secret is shown to its reader alone: in a browser session, not to keys and applications';
  elsif not proven and not exists (select from sessions s where s.id = session_id()
      and s.created_at > now() - interval '15 minutes') then
    refused := 403; why := 'confirm your password first: send it as password, or sign in again';
  end if;
end $$;

-- How often the caller had this shown lately, and why it is not shown once more: secrets 20 times a minute,
-- codes 60 times, either 200 times a day.
create or replace function app.shown_lately(its_action text, out ten int, out why text, out seconds int)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare lately record; most int := case its_action when 'code_shown' then 60 else 20 end;
  what text := case its_action when 'code_shown' then 'codes' else 'secrets' end;
begin
  select count(*) filter (where l.created_at > now() - interval '1 minute') as minute,
      count(*) filter (where l.created_at > now() - interval '10 minutes') as ten, count(*) as day,
      ceil(extract(epoch from coalesce(min(l.created_at)
        filter (where l.created_at > now() - interval '1 minute') + interval '1 minute',
        now()) - now())) as soon,
      ceil(extract(epoch from min(l.created_at) + interval '1 day' - now())) as late into lately
    from credential_access_log l where l.org_id = org_id() and l.actor_user_id = user_id()
      and l.action = its_action and l.created_at > now() - interval '1 day';
  ten := lately.ten;
  if lately.minute >= most then
    why := format('at most %s %s a minute; go on later', most, what); seconds := greatest(1, lately.soon);
  elsif lately.day >= 200 then
    why := format('at most 200 %s a day; go on later', what); seconds := greatest(1, lately.late);
  end if;
end $$;

-- What the log and the audit trail keep of a secret that was shown, and admins are told of many.
create or replace function app.note_shown(c credentials, s credential_secrets, its_action text, reason text,
  ten int) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform log_credential(c, its_action, s.secret_version, reason,
      case when s.part = 'totp' and its_action = 'revealed' then '{totp}' else '{}' end::text[]),
    audit_reveal(c, its_action, s.part, s.secret_version, reason);
  if its_action = 'revealed' then
    update credentials x set last_revealed_at = now(), last_revealed_by = user_id() where x.org_id = c.org_id
      and x.id = c.id;
  end if;
  if ten + 1 = 50 then
    perform tell('security', 'credential', c.id, format(case its_action when 'code_shown'
        then '%s had 50 codes shown within ten minutes' else '%s revealed 50 secrets within ten minutes' end,
      (select u.name from users u where u.id = user_id())), admins(),
      'reveals:' || its_action || s.id || now());
  end if;
end $$;

-- Answers with a part in this version, sealed under `named`, or with why not.
create or replace function app.take_credential_secret(credential uuid, its_part text, wanted int, reason text,
  proven boolean, its_action text, named text) returns json
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
  perform ensure(version_of_part(c, its_part) > 0, 'WM409', 'this credential has no '
    || case its_part when 'totp' then 'key for one-time codes' else 'secret' end || ' yet; enter one first');
  perform pg_advisory_xact_lock(hashtextextended('reveals ' || user_id(), 0));
  lately := shown_lately(its_action);
  if lately.why is not null then
    perform log_denial(c, wanted, reason);
    return json_build_object('refused', 429, 'why', lately.why, 'seconds', lately.seconds);
  end if;
  select * into s from credential_secrets x where x.org_id = c.org_id and x.credential_id = c.id
    and x.part = its_part and x.secret_version = coalesce(wanted, version_of_part(c, its_part));
  perform ensure_fields(array[case when s.id is null then 'body.version: not kept; the versions are '
    || array_to_string(credential_versions(c.id, its_part), ', ') end]);
  perform note_shown(c, s, its_action, reason, lately.ten);
  return json_build_object('org', c.org_id, 'id', c.id, 'part', its_part, named,
    json_build_object('kek_id', s.kek_id, 'wrapped_dek', encode(s.wrapped_dek, 'hex'), 'dek_iv',
      encode(s.dek_iv, 'hex'), 'iv', encode(s.iv, 'hex'), 'ciphertext', encode(s.ciphertext, 'hex'),
      'secret_version', s.secret_version), 'secret_version', s.secret_version);
end $$;

-- That a secret was revealed is in the audit log of the organization, too, which nobody can alter unseen.
create or replace function app.audit_reveal(c credentials, its_action text, part text, version int,
  reason text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, action, entity_type, entity_id,
    entity_label,
      changes, ip, user_agent, request_id)
    select c.org_id, actor_type(), u.id, u.email, 'credential.' || its_action, 'credentials', c.id::text,
      c.name,
      jsonb_build_object('version', jsonb_build_object('to', version), 'reason',
        jsonb_build_object('to', reason))
        || case when part = 'totp' then jsonb_build_object('part', jsonb_build_object('to', part))
          else '{}' end,
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;
