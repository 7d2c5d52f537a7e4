-- What is sent when, and what follows from an answer. All times are given, so that days pass in a test at
-- once.

-- How long after so many failures in a row the next attempt is made; null after the last.
create or replace function app.webhook_wait(failures int) returns interval language sql immutable as $$
  select (array['5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours',
    '20 hours',
    '20 hours']::interval[])[failures]
$$;

-- The messages that may be sent next, and when: of each object the oldest, and ahead of all what was resent
-- by hand. Of an endpoint that failed five times in a row only the oldest.
create or replace function app.webhook_heads() returns table (message_id uuid, endpoint_id uuid,
  due timestamptz,
  place bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.id, e.id, greatest(m.next_at, m.leased_until, e.held_until),
      row_number() over (partition by e.id order by m.urgent desc, m.next_at, m.xid, m.seq)
    from webhook_endpoints e cross join lateral (select p.* from webhook_messages p
      where p.org_id = e.org_id and p.endpoint_id = e.id and p.state = 'pending' and not p.incomplete
        and app_lets_send(e.org_id, e.installation_id, p.type) and (p.urgent or not exists (
        select from webhook_messages b where b.org_id = p.org_id and b.endpoint_id = p.endpoint_id
          and b.object_id = p.object_id and b.state = 'pending' and (b.xid, b.seq) < (p.xid, p.seq)))
      order by p.urgent desc, case when e.failures < 5 then greatest(p.next_at, p.leased_until) end, p.xid,
        p.seq
      limit case when e.failures < 5 then 100 else 1 end) m
    where e.org_id = org_id() and e.status = 'active'
$$;

-- Whether the app that an endpoint belongs to, if any, lets it send: once it is uninstalled, only that it
-- is.
create or replace function app.app_lets_send(org uuid, installation uuid, type text) returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return installation is null or exists (select from app_installations i where i.org_id = org
    and i.id = installation and case i.status when 'suspended' then false
      when 'uninstalled' then type = 'app.uninstalled' else true end);
end $$;

-- Has the clock send what is due next; whether anything waits.
create or replace function app.schedule_webhooks(at timestamptz) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare due_at timestamptz;
begin
  select least(min(h.due), (select min(j.moment) from webhook_endpoints e
        cross join lateral (values (e.failing_since + interval '24 hours'),
          (e.failing_since + interval '72 hours')) j(moment)
      where e.org_id = org_id() and e.status = 'active' and j.moment > schedule_webhooks.at)) into due_at
    from webhook_heads() h;
  perform schedule(org_id(), 'webhooks.send', '{}', due_at);
  return due_at is not null;
end $$;

-- Leases up to five messages that are due, at most two of an endpoint at once and 600 attempts a minute in
-- all; each with what it is sent by, still sealed.
create or replace function app.lease_webhook_messages(at timestamptz) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare leased json; room bigint;
begin
  perform judge_webhooks(lease_webhook_messages.at);
  if exists (select from organizations o where o.id = org_id() and (o.deleted_at is not null
    or o.status = 'suspended')) then
    return '[]';
  end if;
  room := 600 - (select count(*) from webhook_attempts a where a.org_id = org_id()
    and a.at > lease_webhook_messages.at - interval '1 minute');
  perform from webhook_endpoints e where e.org_id = org_id() order by e.id for update;
  with open as (select m.endpoint_id, count(*) as n from webhook_messages m where m.org_id = org_id()
      and m.state = 'pending' and m.leased_until > lease_webhook_messages.at group by 1),
  due as (select h.* from webhook_heads() h left join open o on o.endpoint_id = h.endpoint_id
    where h.due <= lease_webhook_messages.at and h.place <= 2 - coalesce(o.n, 0)
    order by h.place, h.due limit greatest(least(room, 5), 0)),
  taken as (update webhook_messages m set leased_until = lease_webhook_messages.at + interval '1 minute',
      attempts = m.attempts + 1
    from due d where m.org_id = org_id() and m.id = d.message_id returning m.*)
  select coalesce(json_agg(json_build_object('id', t.id, 'n', t.attempts, 'body', t.body, 'replayed',
    t.replayed,
      'endpoint', t.endpoint_id, 'sealed', s.sealed, 'setting', a.setting)), '[]') into leased
    from taken t cross join lateral (select sealed_webhook(t.endpoint_id) as sealed) s
      cross join lateral (select sealed_address(t.endpoint_id) as setting) a;
  return leased;
end $$;

create or replace function app.sealed_webhook(endpoint uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('kek_id', s.kek_id, 'wrapped_dek', encode(s.wrapped_dek, 'hex'),
      'dek_iv', encode(s.dek_iv, 'hex'), 'iv', encode(s.iv, 'hex'), 'ciphertext', encode(s.ciphertext, 'hex'),
      'secret_version', s.secret_version)
    from webhook_secrets s where s.org_id = org_id() and s.id = endpoint and app.role_level() >= 40
$$;

-- Records attempts: [{id, n, ms, status, outcome, answer, retry_after, jitter}]. `retry_after` are seconds
-- that the receiver asked for, `jitter` the tenth of a wait that is left out, 0 to 0.1.
create or replace function app.record_webhook_attempts(results jsonb, at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r record; m webhook_messages; wait interval; e webhook_endpoints;
begin
  for r in select * from jsonb_to_recordset(results) x(id uuid, n int, ms int, status int, outcome text,
    answer text,
      retry_after int, jitter numeric) loop
    select * into m from webhook_messages x where x.org_id = org_id() and x.id = r.id for update;
    continue when not found;
    insert into webhook_attempts (org_id, message_id, n, at, ms, status, outcome, answer)
      values (m.org_id, m.id, r.n, record_webhook_attempts.at, r.ms, r.status, r.outcome, r.answer)
        on conflict do nothing;
    if r.outcome = 'ok' then
      update webhook_messages x set state = 'delivered', leased_until = null, next_at = null, urgent = false,
        ended_at = record_webhook_attempts.at where x.org_id = m.org_id and x.id = m.id
          and x.state = 'pending';
      update webhook_endpoints x set failures = 0, unsafe_in_row = 0, failing_since = null, warned = false,
        last_success_at = record_webhook_attempts.at where x.org_id = m.org_id and x.id = m.endpoint_id;
      continue;
    end if;
    wait := webhook_wait(m.failures + 1) * (1 - coalesce(r.jitter, 0));
    if r.status in (429, 503) and wait is not null then
      wait := greatest(wait, least(r.retry_after, 86400) * interval '1 second');
      update webhook_endpoints x set held_until = greatest(x.held_until, record_webhook_attempts.at + wait)
        where x.org_id = m.org_id and x.id = m.endpoint_id;
    end if;
    update webhook_messages x set failures = x.failures + 1, leased_until = null,
        state = case when wait is null then 'failed' else 'pending' end,
        ended_at = case when wait is null then record_webhook_attempts.at end,
        next_at = record_webhook_attempts.at + wait
      where x.org_id = m.org_id and x.id = m.id and x.state = 'pending';
    update webhook_endpoints x set failures = x.failures + 1,
        failing_since = coalesce(x.failing_since, record_webhook_attempts.at),
        unsafe_in_row = case r.outcome when 'unsafe' then x.unsafe_in_row + 1 else 0 end
      where x.org_id = m.org_id and x.id = m.endpoint_id returning * into e;
    if r.status = 410 then perform disable_webhook(e.id, 'gone', record_webhook_attempts.at); end if;
    if e.unsafe_in_row >= 5 then perform disable_webhook(e.id, 'unsafe', record_webhook_attempts.at); end if;
  end loop;
  perform judge_webhooks(record_webhook_attempts.at), schedule_webhooks(record_webhook_attempts.at);
end $$;

-- Who is told of an endpoint: whoever set it up, if still an admin, else all admins.
create or replace function app.webhook_people(e webhook_endpoints) returns uuid[] language sql stable as $$
  select case when e.created_by = any (app.admins()) then array[e.created_by] else app.admins() end
$$;

-- An endpoint takes nothing any more; what waits for it can be replayed.
create or replace function app.disable_webhook(endpoint uuid, reason text, at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e webhook_endpoints;
begin
  update webhook_endpoints x set status = 'disabled', disabled_reason = reason where x.org_id = org_id()
    and x.id = endpoint and x.status = 'active' returning * into e;
  if not found then return; end if;
  perform skip_webhook_messages(endpoint, disable_webhook.at);
  perform tell('security', 'webhook', e.id, e.name || ' gets no more messages', webhook_people(e),
    'webhook:' || e.id || ':' || e.version, case reason when 'gone'
      then 'The receiver says that it is gone (410).'
      when 'failing' then 'No message has arrived for three days.'
      when 'unsafe' then 'Its name leads to an address that must not be reached.'
      else 'The plan allows fewer endpoints.' end || ' Its page offers to send again what it missed.');
end $$;
create or replace function app.skip_webhook_messages(endpoint uuid, at timestamptz) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update webhook_messages m set state = 'skipped', leased_until = null, next_at = null, urgent = false,
      ended_at = skip_webhook_messages.at
    where m.org_id = org_id() and m.endpoint_id = endpoint and m.state = 'pending'
$$;

-- Endpoints to which nothing arrives: people are told after a day, and after three days it is disabled; and
-- those above what the plan allows, the newest first.
create or replace function app.judge_webhooks(at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e webhook_endpoints; most numeric;
begin
  for e in select * from webhook_endpoints x where x.org_id = org_id() and x.status = 'active'
      and x.failing_since <= judge_webhooks.at - interval '24 hours' loop
    if e.failing_since <= judge_webhooks.at - interval '72 hours' and e.failures >= 5 then
      perform disable_webhook(e.id, 'failing', judge_webhooks.at);
    elsif not e.warned then
      update webhook_endpoints x set warned = true where x.org_id = e.org_id and x.id = e.id;
      perform tell('security', 'webhook', e.id, 'No message has reached ' || e.name || ' for a day',
        webhook_people(e),
        'webhook-failing:' || e.id || ':' || utc(e.failing_since),
        'After three days it is disabled. Its page shows what the receiver answers.');
    end if;
  end loop;
  most := entitlement_limit(org_id(), 'webhook_endpoints');
  if most is not null then
    perform disable_webhook(x.id, 'plan', judge_webhooks.at) from (select w.id from webhook_endpoints w
      where w.org_id = org_id() and w.status = 'active' order by w.id offset most::bigint) x;
  end if;
end $$;
