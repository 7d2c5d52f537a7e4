-- What owners do with the payment provider: what a request must know before it calls the provider, and what
-- is stored of the answer.

-- Raises why the provider cannot be called.
create or replace function app.require_payment_provider() returns void language plpgsql stable as $$
begin
  perform app.ensure(app.billing_provider() is not null, 'WM409', 'this deployment has no payment provider'),
    app.ensure(app.billing_provider() = 'stripe', 'WM409',
      'the operator of this deployment sets plans; ask them to change yours');
end $$;

-- The plan that is offered under this key, or 422.
create or replace function app.offered_plan(wanted text) returns billing_plans
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare plan billing_plans := newest_plan(wanted);
begin
  perform ensure_fields(array[case when plan.key is null or not plan.active
    then 'body.plan_key: not found' end]);
  return plan;
end $$;

-- Why a plan allows less than is used, as a sentence; null where it does not.
create or replace function app.too_small_for(org uuid, plan billing_plans) returns text
language sql stable security definer set search_path = public, app, pg_temp as $$
  select 'the plan allows less than is used: ' || string_agg(format('%s %s of %s', x->>'key', x->>'used',
    x->>'limit'), ', ')
      || '; use less first, or choose another plan'
    from json_array_elements(exceeded_by(org, plan)) x having count(*) > 0
$$;

create or replace function app.seats_to_pay(org uuid) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select greatest(seats_taken(org), 1)
$$;

-- What opening a checkout needs: {customer, name, email, price, seats}.
create or replace function app.checkout_facts(wanted text) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); s subscriptions := subscription_of(org); plan billing_plans; small text;
begin
  perform require_payment_provider();
  plan := offered_plan(wanted);
  perform ensure_fields(array[case when plan.provider_price_id is null
    then 'body.plan_key: this plan is not sold; choose another, or ask the operator of this deployment' end]);
  perform ensure(s.id is null or s.status = 'incomplete', 'WM409',
    'the organization has a subscription already; change that one instead');
  small := too_small_for(org, plan);
  perform ensure(small is null, 'WM409', small);
  return json_build_object('customer', (select c.provider_customer_id from billing_customers c
    where c.org_id = org),
    'name', (select o.name from organizations o where o.id = org),
    'email', (select u.email from users u where u.id = user_id()), 'price', plan.provider_price_id,
    'plan', plan.key, 'seats', seats_to_pay(org));
end $$;

-- Remembers the customer of the entered organization, and applies what was told of them before.
create or replace function app.store_customer(customer text, address text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into billing_customers (org_id, provider, provider_customer_id, email)
    values (org_id(), 'stripe', customer, address) on conflict (org_id) do nothing;
  perform apply_ignored_events(customer);
end $$;

-- An entry of the audit log about billing.
create or replace function app.log_billing(action text, changes jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select log_of_link('organizations', action, org_id(), changes)
$$;

create or replace function app.customer_of_org() returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare customer text;
begin
  perform require_payment_provider();
  select c.provider_customer_id into customer from billing_customers c where c.org_id = org_id();
  perform ensure(customer is not null, 'WM409', 'nothing was bought yet; choose a plan first');
  return customer;
end $$;

-- What is paid less for the days of the period that are left, today among them, in minor units.
create or replace function app.prorated(amount bigint, quantity int, days_left int, days int) returns bigint
language sql immutable as $$
  select app.round_div(amount::numeric * quantity * days_left, days)::bigint
$$;
-- What changing to a plan today costs at once, by whole local days, each line rounded.
create or replace function app.proration_of(s subscriptions, plan billing_plans, seats int) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select prorated(plan.amount_minor, seats, d.days_left, d.days)
      - prorated(p.amount_minor, s.quantity, d.days_left, d.days)
    from organizations o cross join lateral (select
        (local_day(s.current_period_end, o.timezone) - local_day(now(), o.timezone)) as days_left,
        (local_day(s.current_period_end, o.timezone) - local_day(s.current_period_start,
          o.timezone)) as days) d
      join billing_plans p on p.key = s.plan_key and p.version = s.plan_version
    where o.id = s.org_id and d.days > 0
$$;

-- What changing the plan needs: {subscription, item, price, at, seats, proration, next, currency, exceeds,
-- …}.
create or replace function app.change_facts(wanted text, wanted_at text, is_preview boolean) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); s subscriptions := subscription_of(org); plan billing_plans; has billing_plans;
  at text; seats int := seats_to_pay(org); small text;
begin
  perform ensure(billing_provider() is not null, 'WM409', 'this deployment has no payment provider');
  if not is_preview then perform require_payment_provider(); end if;
  plan := offered_plan(wanted);
  perform ensure(s.id is not null, 'WM409', 'there is no subscription to change; choose a plan first');
  perform ensure(is_preview or s.provider = 'stripe', 'WM409',
    'the operator of this deployment sets this plan; ask them to change it');
  select p.* into has from billing_plans p where p.key = s.plan_key and p.version = s.plan_version;
  perform ensure(not (plan.key = has.key and plan.version = has.version) or s.pending_plan_key is not null,
    'WM409',
    'this is the plan that the organization has');
  perform ensure_fields(array[case when plan.provider_price_id is null and s.provider = 'stripe'
    then 'body.plan_key: this plan is not sold; choose another, or ask the operator of this deployment' end]);
  at := coalesce(wanted_at, case when plan.amount_minor * case has.interval when 'year' then 12 else 1 end
    >= has.amount_minor * case plan.interval when 'year' then 12 else 1 end then 'now' else 'period_end' end);
  small := too_small_for(org, plan);
  perform ensure(is_preview or small is null, 'WM409', small);
  return json_build_object('subscription', s.provider_subscription_id, 'item', s.provider_item_id,
    'provider', s.provider, 'customer', (select c.provider_customer_id from billing_customers c
      where c.org_id = org),
    'plan', json_build_object('key', plan.key, 'name', plan.name), 'price', plan.provider_price_id, 'at', at,
    'seats', seats, 'prorated_minor', case when at = 'now' then proration_of(s, plan, seats) else 0 end,
    'next_minor', plan.amount_minor * seats, 'currency', plan.currency, 'exceeds', exceeded_by(org, plan),
    'is_same', plan.key = has.key and plan.version = has.version, 'preview', is_preview);
end $$;

-- The plan from the next period on; null for the one that the subscription has.
create or replace function app.plan_next(wanted text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update subscriptions s set pending_plan_key = nullif(wanted, s.plan_key)
    where s.org_id = org_id() and s.ended_at is null and not s.is_duplicate;
end $$;

-- The subscription that is to be cancelled or goes on: the current one, else the last: {subscription, …}.
create or replace function app.end_facts(must_live boolean, ends_now boolean, is_confirmed boolean)
  returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare s subscriptions;
begin
  perform ensure(billing_provider() is not null, 'WM409', 'this deployment has no payment provider');
  select x.* into s from subscriptions x where x.org_id = org_id() and not x.is_duplicate
    order by x.ended_at is null desc, x.ended_at desc limit 1;
  perform ensure(s.id is not null, 'WM409', 'there is no subscription; choose a plan');
  perform ensure(not must_live or s.ended_at is null, 'WM409', 'the subscription has ended; choose a plan');
  perform ensure(s.provider = 'stripe' or s.ended_at is not null, 'WM409',
    'the operator of this deployment sets this plan; ask them to change it');
  if ends_now and not is_confirmed and s.ended_at is null then
    perform refuse('WM422', 'body.confirm: the plan ends at once, and what is paid until '
      || local_day(s.current_period_end, (select o.timezone from organizations o where o.id = s.org_id))
      || ' is not refunded; send true if that is wanted');
  end if;
  return json_build_object('subscription', s.provider_subscription_id, 'ended', s.ended_at is not null,
    'cancels', s.cancel_at is not null);
end $$;

-- The current subscription, else the last.
create or replace function app.last_subscription() returns subscriptions
language sql stable security definer set search_path = public, app, pg_temp as $$
  select x.* from subscriptions x where x.org_id = org_id() and not x.is_duplicate
    order by x.ended_at is null desc, x.ended_at desc limit 1
$$;

-- What was known before the provider is asked where a checkout led: {customer, seen}, the second of the last
-- event by subscription.
create or replace function app.return_facts() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('customer', customer_of_org(), 'seen',
    (select coalesce(json_object_agg(s.provider_subscription_id, coalesce(s.last_event_at, 0)), '{}')
      from subscriptions s where s.org_id = org_id() and s.provider_subscription_id is not null))
$$;

-- What the provider answered, unless it became known meanwhile by an event or another answer: `seen` is the
-- second of the last event before the provider was asked, 0 without one, and -1 where nothing was known yet.
create or replace function app.store_subscription(o jsonb, seen bigint default null) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('subscription ' || org_id(), 0));
  if seen is not null and exists (select from subscriptions s where s.org_id = org_id()
    and s.provider_subscription_id = o->>'id' and coalesce(s.last_event_at, 0) <> seen) then return; end if;
  perform apply_subscription(o, null, null);
end $$;

-- The provider knows no such subscription any more.
create or replace function app.forget_subscription(subscription text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update subscriptions s set status = 'canceled', ended_at = now(),
      canceled_at = coalesce(s.canceled_at, now())
    where s.org_id = org_id() and s.provider_subscription_id = subscription and s.ended_at is null
$$;
