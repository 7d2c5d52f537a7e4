-- The messages of endpoints, made from the change log.

-- Whether a kind goes only to endpoints that an owner opened for it.
create or replace function app.is_sensitive_kind(kind text) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select e.block in ('fin', 'pay', 'hr', 'sup') from entities e
    where e.kind = is_sensitive_kind.kind), false)
$$;

-- Whether an endpoint asked for a change. `*` is everything but what is sensitive.
create or replace function app.webhook_wants(e webhook_endpoints, l change_log,
  is_sensitive boolean) returns boolean
language sql immutable as $$
  select l.event <> 'purged' and (e.sensitive or not is_sensitive)
    and (e.project_ids is null or coalesce(l.project_id = any (e.project_ids), false))
    and (l.kind || '.' || l.event = any (e.types) or l.kind || '.*' = any (e.types)
      or '*' = any (e.types) and not is_sensitive)
$$;

-- Tells endpoints what is no change of a row, such as that an import is done; `more` is what it says of it.
create or replace function app.tell_endpoints(kind text, object uuid, project uuid, event text, label text,
  more jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from webhook_endpoints w where w.org_id = org_id()) then return; end if;
  insert into change_log (org_id, kind, object_id, project_id, event, label, actor_kind, actor_id, change_id,
      more)
    values (org_id(), kind, object, project, event, left(label, 200), actor_type(), user_id(),
      nullif(current_setting('app.change_id', true), '')::uuid, more);
  perform announce_to('{webhooks}', 'changed', '{}', org_id(), change_id());
end $$;

-- The body of a message, as it is sent; `web_url` is where the pages are. What is deleted is told with its
-- last name; values before a change only where they are asked for.
create or replace function app.webhook_body(l change_log, web_url text, with_values boolean default false)
returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare key text := l.key; data json; more jsonb;
begin
  if l.kind = 'task' then
    key := coalesce((select i.key from item(l.org_id, l.kind, l.object_id) i), key);
  end if;
  select json_strip_nulls(row_to_json(d)) into data from (
    select l.object_id as id, l.kind, key,
      case when l.event in ('deleted', 'uninstalled') then l.label end as label,
      l.version, l.fields,
      l.project_id, (select row_to_json(a) from (select l.actor_kind as kind, l.actor_id as id) a) as actor,
      web_url || page_of(l.kind, l.object_id) as url, l.org_id as organization_id,
      l.change_id as change_set_id) d;
  more := coalesce(l.more, '{}') - 'now'
    - case when with_values and l.event = 'updated' then '' else 'previous' end;
  return format('{"type":%s,"timestamp":%s,"data":%s}', to_json(l.kind || '.' || l.event), to_json(utc(l.at)),
    case when more = '{}' then data::text else left(data::text, -1) || ',' || substr(more::text, 2) end);
end $$;

-- The same as a sentence for a chat: what is in it cannot address anybody there.
create or replace function app.slack_text(value text) returns text language sql immutable as $$
  select replace(replace(replace(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
$$;
create or replace function app.slack_body(l change_log, web_url text) returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare thin json := webhook_body(l, web_url); named text; who text;
begin
  named := slack_text(concat_ws(' ', initcap(replace(l.kind, '_', ' ')), thin->'data'->>'key', l.label));
  select u.name into who from users u where u.id = l.actor_id;
  return json_build_object('text', left(concat(case when thin->'data'->>'url' is null then named
      else '<' || (thin->'data'->>'url') || '|' || replace(named, '|', '/') || '>' end, ' was ', l.event,
    ' by ' || slack_text(who), case when l.fields <> '{}' then ': ' || replace(array_to_string(l.fields,
      ', '), '_', ' ') end),
    3000))::text;
end $$;

-- A message for each endpoint and each change since its position, which moves in the same transaction. Only
-- changes behind the oldest open transaction are read, so that none that commits later is passed over. How
-- many changes are read at once is limited; returns {more, sends}: whether there are others, and whether
-- messages wait.
create or replace function app.make_webhook_messages(web_url text) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e webhook_endpoints; horizon xid8 := pg_snapshot_xmin(pg_current_snapshot()); last record;
  more boolean := false;
  most constant int := 500; kept constant int := 50000; skipped int;
begin
  perform begin_feed_epoch();
  for e in select * from webhook_endpoints x where x.org_id = org_id() order by x.id for update loop
    skipped := case when e.status = 'active' then 0 else (select count(*) from (select from webhook_messages m
      where m.org_id = e.org_id and m.endpoint_id = e.id and m.state = 'skipped' limit kept) s) end;
    with batch as materialized (select l as entry, l.xid, l.seq, s.is_sensitive from change_log l
        cross join lateral (select is_sensitive_kind(l.kind) as is_sensitive offset 0) s
      where l.org_id = e.org_id and (l.xid, l.seq) > (e.position_xid, e.position_seq) and l.xid < horizon
      order by l.xid, l.seq limit most),
    asked as (select b.*, t.type from batch b cross join lateral (select case
          when e.installation_id is not null then chat_event(b.entry)
          else (b.entry).kind || '.' || (b.entry).event end as type offset 0) t
      where case when e.installation_id is not null then t.type = any (e.types) and not b.is_sensitive
        else webhook_wants(e, b.entry, b.is_sensitive) end),
    wanted as (select (a.entry).*, a.type, case when e.installation_id is not null
          then chat_body(a.entry, a.type, web_url)
        when e.format = 'slack' then slack_body(a.entry, web_url)
        else webhook_body(a.entry, web_url, e.payload = 'object') end as body
      from asked a where skipped < kept),
    made as (insert into webhook_messages (org_id, endpoint_id, xid, seq, type, object_id, body, bytes,
      state, next_at, ended_at, incomplete)
      select e.org_id, e.id, w.xid, w.seq, w.type, w.object_id, w.body,
        octet_length(w.body),
        case e.status when 'active' then 'pending' else 'skipped' end, now(), case when e.status <> 'active'
          then now() end, e.payload = 'object' and e.format = 'standard' and w.event <> 'deleted'
        from wanted w where w.body is not null on conflict do nothing),
    erased as (update webhook_messages m set body = null, bytes = 0, incomplete = false,
        state = case m.state when 'pending' then 'skipped' else m.state end,
        ended_at = coalesce(m.ended_at, now()) from batch b
      where (b.entry).event = 'purged' and m.org_id = e.org_id and m.endpoint_id = e.id
        and m.object_id = (b.entry).object_id)
    select count(*) as n, (select b.xid from batch b order by b.xid desc, b.seq desc limit 1) as xid,
        (select b.seq from batch b order by b.xid desc, b.seq desc limit 1) as seq,
        (select count(*) from asked a where skipped >= kept) as dropped,
        (select a.xid || ':' || a.seq from asked a where skipped >= kept order by a.xid, a.seq limit 1)
          as dropped_from into last from batch;
    continue when last.n = 0;
    update webhook_endpoints x set position_xid = last.xid, position_seq = last.seq,
        dropped = x.dropped + last.dropped, dropped_from = coalesce(x.dropped_from, last.dropped_from)
      where x.org_id = e.org_id and x.id = e.id;
    more := more or last.n = most;
  end loop;
  delete from change_log l where l.org_id = org_id() and l.xid < horizon and not exists (select
    from webhook_endpoints x
    where x.org_id = l.org_id and (x.position_xid, x.position_seq) < (l.xid, l.seq));
  if more or exists (select from change_log l where l.org_id = org_id()) then
    perform schedule(org_id(), 'webhooks', '{}', now() + case when more then interval '0'
      else interval '1 second' end);
  end if;
  perform tidy_webhooks(now());
  return json_build_object('sends', schedule_webhooks(now()), 'incomplete', exists (
    select from webhook_messages m where m.org_id = org_id() and m.incomplete));
end $$;

-- Messages whose object is still to be added, the oldest first: [{id, kind, object_id, body}].
create or replace function app.incomplete_webhook_messages(most int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', m.id, 'kind', split_part(m.type, '.', 1),
      'object_id', m.object_id, 'body', m.body) order by m.xid, m.seq), '[]')
    from (select * from webhook_messages x where x.org_id = org_id() and x.incomplete order by x.xid, x.seq
      limit most) m
$$;

-- Stores the bodies of messages with their objects, [{id, body}]: from then on they are sent.
create or replace function app.complete_webhook_messages(bodies jsonb) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update webhook_messages m set body = b.body, bytes = octet_length(b.body), incomplete = false
    from jsonb_to_recordset(bodies) b(id uuid, body text)
    where m.org_id = org_id() and m.id = b.id and m.incomplete and m.body is not null;
  return schedule_webhooks(now());
end $$;

-- Bodies go three days after they arrived, and messages after fourteen with their attempts.
create or replace function app.tidy_webhooks(at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  with gone as (delete from webhook_messages m where m.org_id = org_id()
    and m.ended_at < tidy_webhooks.at - interval '14 days' returning m.*),
  missed as (select g.endpoint_id, count(*) as n, (array_agg(g.xid || ':' || g.seq order by g.xid, g.seq))[1]
      as first from gone g where g.state = 'skipped' and g.xid is not null group by 1)
  update webhook_endpoints e set dropped = e.dropped + s.n, dropped_from = coalesce(e.dropped_from, s.first)
    from missed s where e.org_id = org_id() and e.id = s.endpoint_id and e.status <> 'active';
  delete from webhook_endpoints e using app_installations i where e.org_id = org_id() and i.org_id = e.org_id
    and i.id = e.installation_id and i.status = 'uninstalled' and not exists (select from webhook_messages m
      where m.org_id = e.org_id and m.endpoint_id = e.id and m.state = 'pending')
    and not exists (select from change_log l where l.org_id = e.org_id
      and (l.xid, l.seq) > (e.position_xid, e.position_seq));
  update webhook_messages m set body = null, bytes = 0 where m.org_id = org_id() and m.state = 'delivered'
    and m.body is not null and m.ended_at < tidy_webhooks.at - interval '3 days';
  perform schedule(org_id(), 'webhooks', '{}', (select min(m.ended_at) + interval '14 days 1 minute'
    from webhook_messages m
      where m.org_id = org_id())),
    schedule(org_id(), 'webhooks', '{}', (select min(m.ended_at) + interval '3 days 1 minute'
      from webhook_messages m
      where m.org_id = org_id() and m.state = 'delivered' and m.body is not null));
end $$;

-- In a database that counts its transactions anew, as one to which an organization was moved, what is
-- logged with later numbers than there are was logged before: it comes first, in its order, and every
-- endpoint goes on where it was.
create or replace function app.begin_feed_epoch() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare last bigint;
begin
  -- Each statement asks its own snapshot: what it sees of this epoch is older than that, however much is
  -- committed meanwhile.
  if not exists (select from webhook_endpoints e where e.org_id = org_id()
        and e.position_xid > pg_snapshot_xmax(pg_current_snapshot()))
    and not exists (select from change_log l where l.org_id = org_id()
        and l.xid > pg_snapshot_xmax(pg_current_snapshot())) then
    return;
  end if;
  select greatest(0, (select max(l.seq) from change_log l where l.org_id = org_id() and l.xid = '0'),
    (select max(e.position_seq) from webhook_endpoints e where e.org_id = org_id() and e.position_xid = '0'))
    into last;
  update webhook_endpoints e set position_xid = '0', position_seq = case when e.position_xid = '0'
      then e.position_seq else last + (select count(*) from change_log l where l.org_id = e.org_id
        and l.xid > pg_snapshot_xmax(pg_current_snapshot())
        and (l.xid, l.seq) <= (e.position_xid, e.position_seq)) end
    where e.org_id = org_id();
  update change_log l set xid = '0', seq = last + n.place from (select c.xid, c.seq,
      row_number() over (order by c.xid, c.seq) as place from change_log c where c.org_id = org_id()
        and c.xid > pg_snapshot_xmax(pg_current_snapshot())) n
    where l.org_id = org_id() and l.xid = n.xid and l.seq = n.seq;
end $$;
