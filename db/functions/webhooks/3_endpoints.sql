-- What admins do with endpoints.

-- Refuses the eleventh endpoint of an organization, and what the plan does not allow; counted under a lock.
create or replace function app.require_webhook_room(is_new boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare most numeric; running int;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks ' || org_id(), 0));
  perform ensure(not is_new or (select count(*) from webhook_endpoints e where e.org_id = org_id()) < 10,
    'WM409',
    'an organization has at most 10 webhooks; delete one first');
  most := entitlement_limit(org_id(), 'webhook_endpoints');
  if most is null then return; end if;
  select count(*) into running from webhook_endpoints e where e.org_id = org_id() and e.status = 'active';
  if running >= most then perform refuse_limit('webhook_endpoints', running, most); end if;
end $$;

-- Refuses types that an endpoint may not have: what is sensitive is named, and open to it.
create or replace function app.check_webhook(endpoint uuid) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare closed text;
begin
  select string_agg(t, ', ' order by t) into closed from webhook_endpoints e
    cross join lateral unnest(e.types) t
    where e.org_id = org_id() and e.id = endpoint and not e.sensitive and is_sensitive_kind(split_part(t,
      '.', 1));
  perform ensure_fields(array[case when closed is not null then 'body.types: ' || closed
    || ': sensitive; an owner has to set sensitive' end]);
end $$;

-- What was not kept while an endpoint was off is told once it is on again: {from_cursor, count}.
create or replace function app.tell_dropped(endpoint uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e webhook_endpoints; told text;
begin
  select * into e from webhook_endpoints x where x.org_id = org_id() and x.id = endpoint and x.dropped > 0
    for update;
  if not found then return; end if;
  told := case when e.format = 'slack' then json_build_object('text',
      format('%s messages were not kept while this was off.', e.dropped))
    else json_build_object('type', 'events.skipped', 'timestamp', utc(now()), 'data', json_build_object(
      'from_cursor', e.dropped_from, 'count', e.dropped, 'organization_id', e.org_id)) end::text;
  insert into webhook_messages (endpoint_id, type, object_id, body, bytes, next_at)
    values (e.id, 'events.skipped', e.id, told, octet_length(told), now());
  update webhook_endpoints x set dropped = 0, dropped_from = null where x.org_id = e.org_id and x.id = e.id;
end $$;

-- Stores what is sealed of an endpoint, unless another version was stored in the meantime.
create or replace function app.store_webhook_secret(endpoint uuid, sealed jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into webhook_secrets as s (id, kek_id, wrapped_dek, dek_iv, iv, ciphertext, secret_version)
    select e.id, sealed->>'kek_id', decode(sealed->>'wrapped_dek', 'hex'), decode(sealed->>'dek_iv', 'hex'),
      decode(sealed->>'iv', 'hex'), decode(sealed->>'ciphertext', 'hex'), (sealed->>'secret_version')::int
    from webhook_endpoints e where e.org_id = org_id() and e.id = endpoint and app.role_level() >= 40
    on conflict (org_id, id) do update set kek_id = excluded.kek_id, wrapped_dek = excluded.wrapped_dek,
      dek_iv = excluded.dek_iv, iv = excluded.iv, ciphertext = excluded.ciphertext,
      secret_version = excluded.secret_version, updated_at = now()
    where s.secret_version = excluded.secret_version - 1;
  perform ensure(found, 'WM409', 'the webhook was changed at the same moment; try again');
end $$;

-- A body as a test sends it, of a type that exists, or of the type webhook.test.
create or replace function app.sample_webhook_body(endpoint uuid, type text, web_url text) returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare l change_log; e webhook_endpoints;
begin
  l.org_id := org_id(); l.kind := split_part(type, '.', 1); l.event := split_part(type, '.', 2);
  l.object_id := endpoint; l.fields := case l.event when 'updated' then '{name}'::text[] else '{}' end;
  l.key := 'TEST-1'; l.label := 'A test'; l.version := 1;
  l.actor_kind := actor_type(); l.actor_id := user_id();
  l.at := now();
  select * into e from webhook_endpoints x where x.org_id = org_id() and x.id = endpoint;
  if e.payload = 'object' and l.event <> 'deleted' then
    l.more := json_build_object('object', json_build_object('id', endpoint, 'name', 'A test'), 'previous',
      json_build_object('name', 'What it was called'));
  end if;
  return case when e.installation_id is not null then json_build_object('text',
      'A test of the chat notices: this is where they come.')::text
    when e.format = 'slack' then slack_body(l, web_url)
    else webhook_body(l, web_url, e.payload = 'object') end;
end $$;

-- What is done with messages changes no row that is audited: its entry is written here.
create or replace function app.log_webhook(endpoint uuid, changes jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform log_of_link('webhook_endpoints', current_setting('app.action', true), endpoint, changes);
end $$;

-- Keeps a test with its attempt, which is no reason to disable the endpoint; answers the attempt.
create or replace function app.record_webhook_test(endpoint uuid, message uuid, type text, body text,
  attempt jsonb)
returns json language plpgsql security definer set search_path = public, app, pg_temp as $$
declare ok boolean := attempt->>'outcome' = 'ok'; kept webhook_attempts;
begin
  insert into webhook_messages (id, endpoint_id, type, object_id, body, bytes, state, attempts, ended_at)
    values (message, endpoint, type, endpoint, body, octet_length(body), case when ok then 'delivered'
      else 'failed' end, 1, now());
  insert into webhook_attempts (message_id, n, at, ms, status, outcome, answer)
    values (message, 1, now(), (attempt->>'ms')::int, (attempt->>'status')::int, attempt->>'outcome',
      attempt->>'answer')
    returning * into kept;
  perform log_webhook(endpoint, jsonb_build_object('outcome', jsonb_build_object('to', kept.outcome)));
  if ok then
    update webhook_endpoints e set failures = 0, unsafe_in_row = 0, failing_since = null, warned = false,
      last_success_at = now() where e.org_id = org_id() and e.id = endpoint;
  end if;
  return json_build_object('delivery_id', message, 'n', kept.n, 'at', utc(kept.at), 'ms', kept.ms, 'status',
    kept.status,
    'outcome', kept.outcome, 'answer', kept.answer);
end $$;

-- Sends one message again, ahead of the others.
create or replace function app.resend_webhook(endpoint uuid, message uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m webhook_messages; running text;
begin
  select e.status into running from webhook_endpoints e where e.org_id = org_id() and e.id = endpoint;
  select * into m from webhook_messages x where x.org_id = org_id() and x.id = message
    and x.endpoint_id = endpoint for update;
  perform ensure(m.id is not null, 'WM404', 'delivery not found'),
    ensure(m.body is not null, 'WM409',
      'the content of the delivery has been erased, so it cannot be sent again'),
    ensure(running = 'active', 'WM409', 'the webhook is ' || running || '; enable it first');
  update webhook_messages x set state = 'pending', urgent = true, failures = 0, next_at = now(),
    ended_at = null
    where x.org_id = org_id() and x.id = message;
  update webhook_endpoints e set held_until = null where e.org_id = org_id() and e.id = endpoint;
  perform log_webhook(endpoint, jsonb_build_object('message', jsonb_build_object('to', message))),
    schedule(org_id(), 'webhooks', '{}', now());
end $$;

-- Sends again what was made in a range of time; answers how many messages that are.
create or replace function app.replay_webhook(endpoint uuid, since timestamptz, until timestamptz,
  types text[],
  states text[]) returns json language plpgsql security definer set search_path = public, app, pg_temp as $$
declare running text; replayed int; most constant int := 10000;
begin
  select e.status into running from webhook_endpoints e where e.org_id = org_id()
    and e.id = endpoint for update;
  perform ensure(running = 'active', 'WM409', 'the webhook is ' || running || '; enable it first'),
    ensure_fields(array[case when since < now() - interval '14 days'
      then 'body.from: at most 14 days back' end]);
  update webhook_messages m set state = 'pending', replayed = true, failures = 0, next_at = now(),
    ended_at = null
    where m.org_id = org_id() and m.endpoint_id = endpoint and m.created_at >= since and m.created_at <= until
      and m.state = any (states) and m.body is not null and m.xid is not null
      and (types is null or m.type = any (types));
  get diagnostics replayed = row_count;
  perform ensure(replayed <= most, 'WM409', replayed || ' messages are in this range; replay at most '
    || most || ' at once'),
    log_webhook(endpoint, jsonb_build_object('messages', jsonb_build_object('to', replayed))),
    schedule(org_id(), 'webhooks', '{}', now());
  return json_build_object('count', replayed);
end $$;

-- What is attempted to deliver stays counted when the attempts go.
create or replace function app.keep_usage_of_webhooks() returns trigger language plpgsql as $$
begin
  perform app.keep_usage_of(g.org_id, 'webhook_attempts', array_agg(g.at)) from gone g group by g.org_id;
  return null;
end $$;
create or replace trigger keep_usage after delete on webhook_attempts referencing old table as gone
  for each statement execute function app.keep_usage_of_webhooks();
