-- What is told of plans, entitlements and the subscription.

create or replace function app.plan_json(p billing_plans) returns json language sql stable as $$
  select case when p.key is not null then json_build_object('key', p.key, 'name', p.name, 'version',
    p.version,
    'interval', p.interval, 'currency', p.currency, 'amount_minor', p.amount_minor, 'features',
      p.features) end
$$;

-- Entitlements by key with what is used up of each, as far as that is counted.
create or replace function app.entitlements_json(org uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_object_agg(e.key, jsonb_strip_nulls(jsonb_build_object('type', e.type, 'used', u.used,
        'remaining', case when e.value <> 'null' and u.used is not null
          then greatest(number_of(e.value) - u.used, 0) end,
        'expires_at', utc(e.expires_at)))
      || jsonb_build_object('value', e.value, 'source', e.source,
        'unlimited', e.type = 'limit' and e.value = 'null') order by k.place)
    from entitlements_of(org) e join entitlement_keys() k on k.key = e.key
      cross join lateral (select case when e.type = 'limit' then meter_used(org, e.key) end as used
        offset 0) u
$$;

-- What exceeds the entitlements of a plan: [{key, used, limit}].
create or replace function app.exceeded_by(org uuid, plan billing_plans) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(json_agg(json_build_object('key', k.key, 'used', u.used, 'limit', l.most) order by k.place),
    '[]')
    from entitlement_keys() k
      cross join lateral (select number_of(coalesce(plan.features->k.key,
        (newest_plan('free')).features->k.key)->'value') as most) l
      cross join lateral (select meter_used(org, k.key) as used offset 0) u
    where k.type = 'limit' and u.used > l.most and not exists (select from entitlement_overrides o
      where o.org_id = org and o.key = k.key and coalesce(o.expires_at > now(), true))
$$;

create or replace function app.subscription_json(s subscriptions) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case when s.id is not null then json_build_object('id', s.id, 'provider', s.provider, 'status',
    s.status,
    'has_access', has_access(s), 'plan', (select json_build_object('key', p.key, 'name', p.name, 'version',
      p.version)
      from billing_plans p where p.key = s.plan_key and p.version = s.plan_version),
    'interval', (select p.interval from billing_plans p where p.key = s.plan_key
      and p.version = s.plan_version),
    'currency', (select p.currency from billing_plans p where p.key = s.plan_key
      and p.version = s.plan_version),
    'amount_minor', (select p.amount_minor from billing_plans p where p.key = s.plan_key
      and p.version = s.plan_version),
    'quantity', s.quantity, 'trial_end', utc(s.trial_end),
    'current_period_start', utc(s.current_period_start), 'current_period_end', utc(s.current_period_end),
    'cancel_at', utc(s.cancel_at), 'canceled_at', utc(s.canceled_at), 'past_due_since', utc(s.past_due_since),
    'access_until', utc(grace_end(s)),
    'pending_plan', (select json_build_object('key', p.key, 'name', p.name)
      from newest_plan(s.pending_plan_key) p
      where p.key is not null),
    'card', (select json_build_object('brand', c.card_brand, 'last4', c.card_last4) from billing_customers c
      where c.org_id = s.org_id and c.card_last4 is not null)) end
$$;

-- What is charged next: {at, amount_minor, currency}, or null.
create or replace function app.next_charge(s subscriptions) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('at', utc(case when s.status = 'trialing' then s.trial_end
    else s.current_period_end end),
      'amount_minor', p.amount_minor * s.quantity, 'currency', p.currency)
    from billing_plans p
    where s.status in ('active', 'trialing') and s.provider <> 'manual' and s.current_period_end is not null
      and coalesce(s.cancel_at > s.current_period_end, true)
      and case when s.pending_plan_key is null then p.key = s.plan_key and p.version = s.plan_version
        else p.key = s.pending_plan_key and p.version = (newest_plan(s.pending_plan_key)).version end
$$;

-- The plan with what is near its limit, for those who decide.
create or replace function app.billing_overview(org uuid) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare s subscriptions := subscription_of(org); plan billing_plans := plan_of(org); o organizations;
begin
  select * into o from organizations x where x.id = org;
  return json_build_object('provider', billing_provider(),
    'plan', case when plan.key is null then json_build_object('key', o.plan, 'name', initcap(o.plan))
      else json_build_object('key', plan.key, 'name', plan.name) end,
    'is_overridden', o.plan_override is not null, 'status', s.status,
    'period', case when s.current_period_end is not null then json_build_object('start',
      utc(s.current_period_start),
      'end', utc(s.current_period_end)) end,
    'seats', json_build_object('used', seats_taken(org), 'paid', s.quantity, 'limit', entitlement_limit(org,
      'seats'), 'over', seats_over_json(org)),
    'usage', (select coalesce(json_agg(json_build_object('key', e.key, 'used', u.used, 'limit', l.most,
          'percent', floor(100 * u.used / nullif(l.most, 0))) order by k.place), '[]')
      from entitlements_of(org) e join entitlement_keys() k on k.key = e.key and k.type = 'limit'
        cross join lateral (select number_of(e.value) as most) l
        cross join lateral (select case when l.most is not null then meter_used(org,
          e.key) end as used offset 0) u
      where u.used * 2 >= l.most),
    'next_charge', next_charge(s), 'trial_end', case when s.status = 'trialing' then utc(s.trial_end) end,
    'cancel_at', utc(s.cancel_at), 'access_until', utc(grace_end(s)),
    'pending_plan', (subscription_json(s)->'pending_plan'));
end $$;

-- What the organization may choose from, with the plan it has.
create or replace function app.billing_plans_here(org uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with mine as (select * from plan_of(org)),
  offered as (
    select p.* from (select distinct on (x.key) x.* from billing_plans x order by x.key, x.version desc) p
      where p.active and not exists (select from mine m where m.key = p.key)
    union all select m.* from mine m where m.key is not null)
  select coalesce(json_agg(plan_json(o)::jsonb || jsonb_build_object('current',
      exists (select from mine m where m.key = o.key)) order by o.interval, o.amount_minor, o.key), '[]')
    from offered o
$$;
