-- What organizations may: which provider there is, the plans, and what a plan or an operator allows.

-- The keys of entitlements with their types, in their order.
create or replace function app.entitlement_keys() returns table (key text, type text, place int)
language sql immutable as $$
  select * from (values ('seats', 'limit', 1), ('storage_bytes', 'limit', 2), ('requests', 'limit', 3),
    ('tool_calls', 'limit', 4), ('mails', 'limit', 5), ('automation_runs', 'limit', 6),
    ('meeting_minutes', 'limit', 7), ('webhook_endpoints', 'limit', 8), ('import_rows', 'limit', 9),
    ('vault', 'boolean', 10), ('apps', 'boolean', 11), ('single_sign_on', 'boolean', 12),
    ('audit_days', 'config', 13)) k(key, type, place)
$$;

-- The provider that the deployment names, as the request tells or another told before; null without one.
create or replace function app.billing_provider() returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case current_setting('app.billing_provider', true)
    when 'none' then null
    when 'stripe' then 'stripe'
    when 'manual' then 'manual'
    else (select s.provider from billing_settings s) end
$$;
-- Tells which provider the deployment names, for this transaction.
create or replace function app.name_billing_provider(provider text) returns void language sql as $$
  select set_config('app.billing_provider', coalesce(provider, 'none'), true)
$$;
-- The same, for all that comes after it.
create or replace function app.keep_billing_provider(named text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform name_billing_provider(named);
  insert into billing_settings as s (provider) values (named)
    on conflict (id) do update set provider = excluded.provider, updated_at = now()
      where s.provider is distinct from excluded.provider;
end $$;

-- The newest version of a plan.
create or replace function app.newest_plan(plan text) returns billing_plans
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p.* from billing_plans p where p.key = plan order by p.version desc limit 1
$$;
-- The plan of whom an operator gave a tier: that of this key, else the dearest of the tier.
create or replace function app.plan_of_tier(tier text) returns billing_plans
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p.* from billing_plans p where p.tier = plan_of_tier.tier and p.active
    order by p.key = p.tier desc, p.amount_minor desc, p.key, p.version desc limit 1
$$;

-- The current subscription of the entered organization.
create or replace function app.subscription_of(org uuid) returns subscriptions
language sql stable security definer set search_path = public, app, pg_temp as $$
  select s.* from subscriptions s where s.org_id = org and s.ended_at is null and not s.is_duplicate
$$;

-- Until when a subscription that was not paid gives its plan.
create or replace function app.grace_end(s subscriptions) returns timestamptz language sql immutable as $$
  select case when s.status = 'past_due' then s.past_due_since + interval '336 hours' end
$$;
-- Whether a subscription gives its plan.
create or replace function app.has_access(s subscriptions) returns boolean language sql stable as $$
  select coalesce(s.ended_at is null and not s.is_duplicate
    and (s.status in ('active', 'trialing') or app.grace_end(s) > now())
    and (s.provider <> 'manual' or coalesce(s.cancel_at > now(), true)), false)
$$;

-- What an organization's subscription makes `organizations.plan`.
create or replace function app.tier_of(org uuid) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select p.tier from subscription_of(org) s join billing_plans p
    on p.key = s.plan_key and p.version = s.plan_version where has_access(s)), 'free')
$$;
-- The plan that counts: what an operator chose, what is subscribed to, or the free one; null if there is
-- none.
create or replace function app.plan_of(org uuid) returns billing_plans
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare chosen text; s subscriptions; plan billing_plans;
begin
  select o.plan_override into chosen from organizations o where o.id = org;
  if chosen = 'free' then return newest_plan('free'); end if;
  if chosen is not null then return plan_of_tier(chosen); end if;
  s := subscription_of(org);
  if has_access(s) then
    select p.* into plan from billing_plans p where p.key = s.plan_key and p.version = s.plan_version;
    return plan;
  end if;
  return newest_plan('free');
end $$;

-- Each entitlement of an organization: its value (null for unlimited), and where that comes from.
create or replace function app.entitlements_of(org uuid, wanted text default null)
returns table (key text, type text, value jsonb, source text, expires_at timestamptz)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare mine billing_plans; free billing_plans;
begin
  if billing_provider() is not null then
    mine := plan_of(org);
    free := newest_plan('free');
    -- A tier that an operator gave and no plan describes has no limits.
    if mine.key is null and free.key is not null
      and exists (select from organizations o where o.id = org
        and o.plan_override is not null) then free := null;
    end if;
  end if;
  return query select k.key, k.type,
      case when o.key is not null then o.value
        when f.said is not null then f.said->'value'
        when k.type = 'boolean' then 'true' else 'null' end,
      case when o.key is not null then 'override' when f.said is not null then 'plan' else 'default' end,
      o.expires_at
    from entitlement_keys() k
      cross join lateral (select coalesce(mine.features->k.key, free.features->k.key) as said) f
      left join entitlement_overrides o on o.org_id = org and o.key = k.key
        and coalesce(o.expires_at > now(), true)
    where wanted is null or k.key = wanted
    order by k.place;
end $$;

-- The number of a value, or null for true, false and unlimited.
create or replace function app.number_of(value jsonb) returns numeric language sql immutable as $$
  select case when jsonb_typeof(value) = 'number' then (value #>> '{}')::numeric end
$$;

-- The limit of a key, or null where there is none.
create or replace function app.entitlement_limit(org uuid, key text) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select number_of(e.value) from entitlements_of(org, key) e
$$;
-- Whether a boolean key is on.
create or replace function app.entitled(org uuid, key text) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select e.value = 'true' from entitlements_of(org, key) e where e.type = 'boolean'), false)
$$;

-- Who counts as a seat: active members whose account is not locked, except viewers.
create or replace function app.seats_taken(org uuid) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(*) from organization_members m join users u on u.id = m.user_id and u.status = 'active'
    where m.org_id = org and m.status = 'active' and m.role <> 'viewer' and not m.is_app
$$;
