-- The hash chain over the audit trail: hash = sha256(previous hash || entry text), one chain per organization
-- and one for entries without an organization. A job seals entries in order about a minute after they were
-- written, so that no write waits for a chain's head.

-- The canonical text of an entry for the chain, independent of session settings. The impersonator, with IP
-- and user agent, is a digest: the chain can be verified without disclosing them.
create or replace function app.audit_text(a audit_log) returns text language sql stable parallel safe as $$
  select json_build_array(a.id, a.org_id, a.created_at at time zone 'UTC', a.actor_type, a.actor_user_id, a.actor_label,
    a.api_key_id, a.oauth_authorization_id, a.automation_id, a.action, a.entity_type, a.entity_id, a.entity_label,
    a.entity_version, a.changes, a.request_id, case when a.impersonator_user_id is null then a.ip end,
    case when a.impersonator_user_id is null then a.user_agent end,
    case when a.impersonator_user_id is not null then encode(sha256(convert_to(
      concat_ws('|', a.id, a.impersonator_user_id, a.ip, a.user_agent), 'UTF8')), 'hex') end)::text
$$;

-- The hash before the first entry, so that no chain can pass for another.
create or replace function app.chain_start(chain uuid) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to('audit chain of ' || chain::text, 'UTF8'))
$$;

-- Stable, like convert_to; otherwise it is not inlined.
create or replace function app.chain_step(state bytea, head bytea, entry text) returns bytea
language sql stable parallel safe as $$ select sha256(coalesce(state, head) || convert_to(entry, 'UTF8')) $$;
create or replace aggregate app.chained(head bytea, entry text) (sfunc = app.chain_step, stype = bytea);

-- The last sealed entry. No older one may appear: a transaction lasts at most 30 seconds (the service gives
-- up; transaction_timeout ends the rest), ids begin with their timestamp, and a minute is sealed a minute
-- after its end.
create or replace function app.sealed_up_to(chain uuid) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select s.entry_id from audit_seals s where s.org_id = chain order by s.entry_id desc limit 1),
    '00000000-0000-0000-0000-000000000000')
$$;

-- True if an entry was written when its id was created, since both come from the same transaction.
create or replace function app.id_matches_time(entry uuid, at timestamptz) returns boolean language sql stable parallel safe as $$
  select at between uuid_extract_timestamp(entry) - interval '31 seconds' and uuid_extract_timestamp(entry) + interval '1 second'
$$;

-- Seals up to `max_rows` unsealed entries made before `until` in id order; idempotent. Returns the head.
-- (Without statistics on the chain the planner would choose nested loops.)
create or replace function app.seal(chain uuid, max_rows int, until timestamptz default clock_timestamp() + interval '1 second')
returns json language plpgsql security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
declare head audit_seals; before bigint; sealed int; sealable_until uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit chain ' || chain, 0));
  select * into head from audit_seals s where s.org_id = chain order by s.position desc limit 1;
  before := coalesce(head.position, 0);
  sealable_until := sealed_up_to(chain);
  insert into audit_seals (org_id, position, entry_id, hash)
    select chain, before + row_number() over w, e.id, chained(coalesce(head.hash, chain_start(chain)), e.entry) over w
    from (select a.id, audit_text(a) as entry from audit_log a
      where chain_of(a.org_id, a.action) = chain and a.id > sealable_until and a.id < uuid_at(until)
      order by a.id limit max_rows) e
    window w as (order by e.id rows unbounded preceding);
  get diagnostics sealed = row_count;
  select * into head from audit_seals s where s.org_id = chain order by s.position desc limit 1;
  return json_build_object('sealed', sealed, 'position', coalesce(head.position, 0),
    'hash', encode(head.hash, 'hex'), 'at', utc(now()));
end $$;

-- The hash at a position of a chain, in hex.
create or replace function app.chain_hash_at(chain uuid, chain_position bigint) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select encode(s.hash, 'hex') from audit_seals s where s.org_id = chain and s.position = chain_position
$$;

-- An organization's first entry in a minute schedules the sealing of that minute for when all transactions
-- that wrote in it have ended. The minute is that of the entry's id: a transaction may begin in one and write
-- in the next. Nobody waits: of concurrent first writers, one schedules it. System entries schedule nothing:
-- they are sealed with the next user action or by the daily job. (Only the owner can insert entries, so this
-- need not be security definer.)
create or replace function app.schedule_seal() returns trigger language plpgsql as $$
declare planned text;
begin
  if new.org_id is null then planned := app.schedule_platform_seal(new.id);
  else planned := app.schedule_chain_seal(app.chain_of(new.org_id, new.action),
    coalesce(uuid_extract_timestamp(new.id), clock_timestamp())); end if;
  return null;
end $$;

-- The platform's chain is that of no organization, in whichever an entry was written.
create or replace function app.schedule_platform_seal(entry uuid) returns text
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule_chain_seal(chain_of(null, ''), coalesce(uuid_extract_timestamp(entry), clock_timestamp()))
$$;

create or replace function app.schedule_chain_seal(chain uuid, at timestamptz default clock_timestamp()) returns text
language plpgsql as $$
declare
  minute timestamptz := date_trunc('minute', at) + interval '2 minutes';
  work jsonb := to_jsonb(extract(epoch from minute)::bigint); seal_key text := chain || ' ' || work; planned text;
begin
  if current_setting('app.sealing', true) = seal_key then return seal_key; end if;
  planned := set_config('app.sealing', seal_key, true);
  if not exists (select from public.outbox o where o.org_id = chain and o.payload = work and o.topic = 'audit.seal'
      and o.done_at is null) and pg_try_advisory_xact_lock(hashtextextended('audit.seal' || seal_key, 0)) then
    insert into public.outbox (org_id, topic, payload, available_at) values (chain, 'audit.seal', work, minute)
      on conflict do nothing;
  end if;
  return planned;
end $$;

create or replace trigger plan_seal after insert on audit_log for each row
  when (new.actor_type <> 'system') execute function app.schedule_seal();

-- Schedules chains whose newest entry is unsealed.
create or replace function app.daily_seals(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule_chain_seal(org) from (select a.id from audit_log a where chain_of(a.org_id, a.action) = org
      and a.id < uuid_at(now() - interval '5 minutes') order by a.id desc limit 1) last
    where not exists (select from audit_seals s where s.org_id = org and s.entry_id = last.id)
$$;
