-- What the app of chat notices tells: events in the words of people, each a sentence with a link.

-- The event that a change is in its words, or null if it is none of those that can be chosen.
create or replace function app.chat_event(l change_log) returns text language sql immutable as $$
  select case when l.event = 'uninstalled' then 'app.uninstalled'
    when l.kind in ('task', 'comment', 'ticket') and l.event = 'created' then l.kind || '.created'
    when l.event <> 'updated' then null
    when l.kind = 'task' and l.more->'now'->>'status' = 'done' then 'task.completed'
    when l.kind = 'sprint' and l.more->'now'->>'state' = 'active' then 'sprint.started'
    when l.kind = 'sprint' and l.more->'now'->>'state' = 'completed' then 'sprint.completed'
    when l.kind = 'deal' and l.more->'now'->>'status' = 'won' then 'deal.won' end
$$;

-- What a sentence is about: {kind, id, name, project_id}. Null for internal comments and what is gone.
create or replace function app.chat_subject(l change_log) returns jsonb
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare c comments; subject jsonb;
begin
  if l.kind <> 'comment' then
    return jsonb_build_object('kind', l.kind, 'id', l.object_id, 'project_id', l.project_id, 'name',
      concat_ws(' ', case when l.kind = 'task' then (select i.key from item(l.org_id, l.kind, l.object_id) i)
        when l.kind = 'ticket' then '#' || l.key end, l.label));
  end if;
  select * into c from comments x where x.org_id = l.org_id and x.id = l.object_id and x.deleted_at is null;
  if c.id is null or c.is_internal then return null; end if;
  if c.task_id is not null then
    select jsonb_build_object('kind', 'task', 'id', t.id, 'project_id', t.project_id, 'name', concat_ws(' ',
        task_key(t.id), t.title)) into subject
      from tasks t where t.org_id = l.org_id and t.id = c.task_id and t.deleted_at is null;
  else
    select jsonb_build_object('kind', 'document', 'id', d.id, 'project_id', d.project_id, 'name', d.title)
      into subject from documents d where d.org_id = l.org_id and d.id = c.document_id
        and d.deleted_at is null and not is_private(d);
  end if;
  return subject;
end $$;

-- A change as a sentence for a chat; null for what is in a private project, as anybody may read the chat.
create or replace function app.chat_body(l change_log, event text, web_url text) returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare about jsonb := chat_subject(l); who text; page text; named text;
begin
  if about is null or exists (select from projects p where p.org_id = l.org_id
    and p.id = (about->>'project_id')::uuid and (p.visibility = 'private' or p.deleted_at is not null)) then
    return null;
  end if;
  select u.name into who from users u where u.id = l.actor_id;
  who := slack_text(coalesce(who, case l.actor_kind when 'portal' then 'A customer'
    when 'automation' then 'An automation' else 'The service' end));
  page := web_url || page_of(about->>'kind', (about->>'id')::uuid);
  named := slack_text(about->>'name');
  named := case when page is null then named else '<' || page || '|' || replace(named, '|', '/') || '>' end;
  return json_build_object('text', left(format(case event when 'task.created' then '%s created %s'
      when 'task.completed' then '%s completed %s' when 'comment.created' then '%s commented on %s'
      when 'sprint.started' then '%s started the sprint %s'
      when 'sprint.completed' then '%s completed the sprint %s'
      when 'deal.won' then '%s won the deal %s' when 'ticket.created' then '%s opened the ticket %s'
      when 'app.uninstalled' then '%s uninstalled %s; nothing more comes from here' end, who, named),
    3000))::text;
end $$;

-- What is sealed of the address that an app sends to, with the id that it is bound to; null for endpoints
-- of people.
create or replace function app.sealed_address(endpoint uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('id', s.id, 'sealed', json_build_object('kek_id', s.kek_id, 'wrapped_dek',
      encode(s.wrapped_dek, 'hex'), 'dek_iv', encode(s.dek_iv, 'hex'), 'iv', encode(s.iv, 'hex'),
      'ciphertext', encode(s.ciphertext, 'hex'), 'secret_version', s.secret_version))
    from webhook_endpoints e join app_secrets s on s.org_id = e.org_id
      and s.installation_id = e.installation_id and s.field = 'address'
    where e.org_id = org_id() and e.id = endpoint and app.role_level() >= 40
$$;

-- The endpoint of an installed app: {types, url_hint}; without a hint the address is the one that there was.
create or replace function app.set_chat(installation uuid, title text, chat jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare chosen text[] := array(select jsonb_array_elements_text(chat->'types'));
begin
  update webhook_endpoints e set types = chosen, url_hint = coalesce(chat->>'url_hint', e.url_hint),
      failing_since = null, failures = 0, unsafe_in_row = 0, warned = false
    where e.org_id = org_id() and e.installation_id = installation;
  if found then return; end if;
  perform require_webhook_room(true);
  insert into webhook_endpoints (name, url_hint, types, format, installation_id)
    values (title, coalesce(chat->>'url_hint', (select '…' || s.hint from app_secrets s
      where s.org_id = org_id() and s.installation_id = installation and s.field = 'address'), '…'),
      chosen, 'slack', installation);
end $$;

-- What waits for the chat of an app is not sent once it is uninstalled; only that it is.
create or replace function app.end_chat(installation uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select app.skip_webhook_messages(e.id, now()::timestamptz(3)) from webhook_endpoints e
    where e.org_id = org_id() and e.installation_id = installation;
  update webhook_endpoints e set types = '{app.uninstalled}' where e.org_id = org_id()
    and e.installation_id = installation;
$$;
