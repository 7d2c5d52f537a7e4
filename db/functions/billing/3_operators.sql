-- What operators of the platform set: plans, what an organization may besides its plan, and subscriptions
-- that are paid in another way.

-- Enters an organization as the calling operator, for the functions that follow.
create or replace function app.platform_enter(org uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id();
begin
  perform ensure(exists (select from organizations o where o.id = org), 'WM404', 'organization not found');
  perform set_config('app.org_id', org::text, true), set_config('app.rank', '50', true);
end $$;

create or replace function app.platform_billing_plans()
returns table (key text, name text, tier text, "interval" text, currency text, amount_minor bigint,
  provider_price_id text, active boolean, features jsonb, version int, created_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select distinct on (p.key) p.key, p.name, p.tier, p.interval, p.currency, p.amount_minor,
    p.provider_price_id,
      p.active, p.features, p.version, p.created_at
    from billing_plans p where operator_id() is not null order by p.key, p.version desc
$$;

-- Makes a plan, or a new version of it where anything differs. Who has it keeps the version they have.
create or replace function app.platform_set_plan(plan text, draft jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); known billing_plans; made billing_plans;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing plan ' || plan, 0));
  known := newest_plan(plan);
  select * into made from jsonb_populate_record(null::billing_plans, draft);
  made.key := plan; made.version := coalesce(known.version, 0) + 1;
  made.tier := coalesce(made.tier, case when plan = 'free' then 'free' else 'pro' end);
  made.created_by := operator; made.created_at := now();
  if plan = 'free' then
    perform ensure_fields(array[case when made.amount_minor <> 0
      then 'body.amount_minor: the free plan costs 0' end,
      case when made.tier <> 'free' then 'body.tier: the free plan is of the tier free' end]);
  end if;
  if (to_jsonb(known) - 'version' - 'created_by' - 'created_at')
      = (to_jsonb(made) - 'version' - 'created_by' - 'created_at') then return; end if;
  insert into billing_plans select made.*;
  perform audit_platform_event('billing_plans', md5(plan)::uuid, made.name, jsonb_build_object('key', plan,
    'version', made.version, 'amount_minor', made.amount_minor, 'currency', made.currency, 'active',
      made.active));
end $$;

-- Allows or denies the entered organization something, whatever its plan says.
create or replace function app.platform_set_entitlement(entitlement text, draft jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); of_type text; given jsonb := draft->'value'; saved text;
begin
  select k.type into of_type from entitlement_keys() k where k.key = entitlement;
  perform ensure(found, 'WM404', 'entitlement not found');
  perform ensure_fields(array[
    case when of_type = 'boolean' and jsonb_typeof(given) <> 'boolean'
      then 'body.value: must be true or false'
      when of_type <> 'boolean' and jsonb_typeof(given) not in ('number', 'null')
      then 'body.value: must be a whole number, or null for unlimited' end,
    case when (draft->>'expires_at')::timestamptz <= now()
      then 'body.expires_at: must be in the future' end]);
  saved := suppress_audit();
  insert into entitlement_overrides (org_id, key, value, expires_at, reason)
    values (org_id(), entitlement, given, (draft->>'expires_at')::timestamptz, draft->>'reason')
    on conflict on constraint entitlement_overrides_org_id_key_pk do update
      set value = excluded.value, expires_at = excluded.expires_at, reason = excluded.reason;
  perform set_config('app.suppress_audit', saved, true);
  perform audit_platform_event('organizations', org_id(), (select o.name from organizations o
    where o.id = org_id()),
    jsonb_build_object('entitlement', entitlement) || draft);
end $$;

create or replace function app.platform_remove_entitlement(entitlement text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); saved text := suppress_audit();
begin
  delete from entitlement_overrides o where o.org_id = org_id() and o.key = entitlement;
  perform ensure(found, 'WM404', 'entitlement not found');
  perform set_config('app.suppress_audit', saved, true);
  perform audit_platform_event('organizations', org_id(), (select o.name from organizations o
    where o.id = org_id()),
    jsonb_build_object('entitlement', entitlement, 'removed', true));
end $$;

-- Gives the entered organization a subscription that is paid in another way than by the provider, changes it,
-- or ends it.
create or replace function app.platform_set_subscription(draft jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); s subscriptions;
  plan billing_plans := newest_plan(draft->>'plan_key');
  zone text; saved text; ends timestamptz := (draft->>'ends_at')::timestamptz;
begin
  perform ensure(billing_provider() is not null, 'WM409', 'this deployment has no payment provider');
  perform pg_advisory_xact_lock(hashtextextended('subscription ' || org_id(), 0));
  s := subscription_of(org_id());
  perform ensure_fields(array[case when plan.key is null then 'body.plan_key: not found' end,
    case when plan.key = 'free'
      then 'body.plan_key: the free plan is what remains when a subscription ends' end]);
  perform ensure(s.id is null or s.provider = 'manual', 'WM409',
    'the payment provider charges for this organization; cancel that subscription first');
  select o.timezone into zone from organizations o where o.id = org_id();
  saved := suppress_audit();
  if ends <= now() then
    perform ensure(s.id is not null, 'WM409', 'there is no subscription to end');
    update subscriptions x set status = 'canceled', ended_at = now(), canceled_at = coalesce(x.canceled_at,
      now()),
      cancel_at = ends where x.id = s.id and x.org_id = s.org_id;
  elsif s.id is null then
    insert into subscriptions (org_id, provider, plan_key, plan_version, status, quantity, anchor_day,
      cancel_at,
        canceled_at, current_period_start, current_period_end)
      select org_id(), 'manual', plan.key, plan.version, 'active', (draft->>'quantity')::int,
          extract(day from local_day(now(), zone)), ends, case when ends is not null then now() end,
          lower(p.period), upper(p.period)
        from (select plan_period(local_day(now(), zone), plan.interval, zone, now()) as period) p;
  else
    update subscriptions x set plan_key = plan.key,
        plan_version = case when x.plan_key = plan.key then x.plan_version else plan.version end,
          quantity = (draft->>'quantity')::int, cancel_at = ends,
        canceled_at = case when ends is not null then coalesce(x.canceled_at, now()) end
      where x.id = s.id and x.org_id = s.org_id;
  end if;
  perform set_config('app.suppress_audit', saved, true);
  perform audit_platform_event('organizations', org_id(), (select o.name from organizations o
    where o.id = org_id()),
    jsonb_build_object('subscription', draft));
end $$;

-- What the provider told. Organizations are named by the directory of the platform.
create or replace function app.platform_billing_events(statuses text[])
returns table (id text, provider text, type text, status text, error text, organization json,
  created_at timestamptz,
  received_at timestamptz)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.event_id, e.provider, e.type, e.status, e.error, (select json_build_object('id', o.id, 'name',
    o.name)
      from organizations o where o.id = e.organization_id), to_timestamp(e.created), e.received_at
    from billing_events e where operator_id() is not null and (statuses is null or e.status = any (statuses))
$$;
