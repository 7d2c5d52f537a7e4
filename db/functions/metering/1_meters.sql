-- What is measured, and how. A sum adds up what happens in a period; of a gauge the latest value counts.
-- `counted` is counted after the response by each isolate, which loses what it holds when it is evicted;
-- `derived` from rows that exist anyway; `gauge` is a value now; `reported` comes from outside.
create or replace function app.meters() returns table (place int, key text, unit text, aggregation text,
  source text)
language sql immutable as $$
  select row_number() over ()::int, m.* from (values
    ('requests', 'requests', 'sum', 'counted'),
    ('tool_calls', 'calls', 'sum', 'counted'),
    ('storage_bytes', 'bytes', 'latest', 'gauge'),
    ('seats', 'seats', 'latest', 'gauge'),
    ('mails', 'mails', 'count', 'derived'),
    ('automation_runs', 'runs', 'count', 'derived'),
    ('webhook_attempts', 'attempts', 'count', 'derived'),
    ('meeting_minutes', 'minutes', 'sum', 'derived'),
    ('address_lookups', 'lookups', 'count', 'counted'),
    ('ai_tokens', 'tokens', 'sum', 'reported')) m
$$;
create or replace function app.meter_source(meter text) returns text language sql immutable as $$
  select m.source from app.meters() m where m.key = meter
$$;

-- Bytes of files, of messages to endpoints and of exports that the organization keeps: what its quota refuses
-- by. The trash counts until it is erased, announced uploads while they may still arrive, and a file once,
-- however many exports have it.
create or replace function app.stored_bytes() returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(sum(a.size_bytes), 0)::bigint + (select coalesce(sum(m.bytes), 0) from webhook_messages m
      where m.org_id = org_id()) + (select coalesce(sum(p.size_bytes), 0) from organization_export_parts p
      where p.org_id = org_id() and p.object_id is null)::bigint + (select coalesce(sum(p.size_bytes), 0)
      from organization_import_parts p where p.import_id = org_id())::bigint
    from attachments a where a.org_id = org_id()
    and (a.object_id is not null or a.created_at > now() - interval '1 hour')
$$;

create or replace function app.gauge_value(meter text) returns numeric language sql stable as $$
  select case meter when 'storage_bytes' then app.stored_bytes()::numeric when 'seats'
    then app.seats_taken(app.org_id())::numeric end
$$;

-- What is derived from rows of the entered organization, within [since, until). A new source is a branch here
-- and a trigger `keep_usage` below, if its rows are ever deleted.
create or replace function app.derived_usage(meter text, since timestamptz, until timestamptz)
returns table (at timestamptz, quantity numeric)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select m.sent_at, 1::numeric from mails m where meter = 'mails' and (m.facts->>'sender')::uuid = org_id()
    and m.sent_at >= since and m.sent_at < until
  union all
  select r.created_at, 1 from automation_runs r where meter = 'automation_runs' and r.org_id = org_id()
    and r.status in ('succeeded', 'no_change', 'failed') and r.created_at >= since and r.created_at < until
  union all
  select a.at, 1 from webhook_attempts a where meter = 'webhook_attempts' and a.org_id = org_id()
    and a.at >= since and a.at < until
  union all
  select m.at, m.minutes from minutes_of_meetings(since, until) m where meter = 'meeting_minutes'
$$;

-- What was derived from a row stays counted when the row goes, with its automation or as it is old: by its
-- day, and no more among the rows that are counted already.
create or replace function app.keep_derived_usage(kind text, moments timestamptz[]) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  -- First the lock: who counts them meanwhile counts these, too, which the next statement has to see.
  select from usage_periods p where p.org_id = org_id() and exists (select from unnest(moments) m(at)
    where m.at >= p.starts_at and m.at < p.ends_at) order by p.id for update;
  update usage_periods p set counted = jsonb_set(p.counted, array[kind, 'quantity'], to_jsonb(
      (p.counted->kind->>'quantity')::numeric - (select count(*) from unnest(moments) m(at)
        where m.at >= p.starts_at and m.at < (p.counted->kind->>'until')::timestamptz)))
    where p.org_id = org_id() and p.counted ? kind and exists (select from unnest(moments) m(at)
      where m.at >= p.starts_at and m.at < p.ends_at);
  insert into usage_daily as d (org_id, meter, day, quantity, events)
    select org_id(), kind, usage_day(m.at), count(*), count(*) from unnest(moments) m(at)
      where exists (select from organizations o where o.id = org_id()
        and (o.purge_after is null or o.purge_after > now()))
      group by 3
    on conflict (org_id, meter, day) do update
      set quantity = d.quantity + excluded.quantity, events = d.events + excluded.events
$$;
-- Rows of several organizations go at once when they are old: each is entered.
create or replace function app.keep_usage_of(org uuid, kind text, moments timestamptz[]) returns void
language plpgsql as $$
declare here jsonb := app.entered();
begin
  perform app.enter_system(org, 'usage.kept', 'usage'), app.keep_derived_usage(kind, moments),
    app.come_back(here);
end $$;
create or replace function app.keep_usage_of_mails() returns trigger language plpgsql as $$
begin
  perform app.keep_usage_of((g.facts->>'sender')::uuid, 'mails', array_agg(g.sent_at)) from gone g
    where g.sent_at is not null and g.facts->>'sender' is not null group by g.facts->>'sender';
  return null;
end $$;
create or replace trigger keep_usage after delete on mails referencing old table as gone
  for each statement execute function app.keep_usage_of_mails();
create or replace function app.keep_usage_of_automations() returns trigger language plpgsql as $$
begin
  perform app.keep_usage_of(g.org_id, 'automation_runs', array_agg(g.created_at)) from gone g
    where g.status in ('succeeded', 'no_change', 'failed') group by g.org_id;
  return null;
end $$;
create or replace trigger keep_usage after delete on automation_runs referencing old table as gone
  for each statement execute function app.keep_usage_of_automations();
