-- What the payment provider tells. An event counts once, in one transaction with its effect; what cannot be
-- applied is kept and can be applied again.

-- A provider's second since 1970 as a moment.
create or replace function app.moment_of(seconds jsonb) returns timestamptz language sql immutable as $$
  select to_timestamp(app.number_of(seconds)::double precision)
$$;

-- Which of two events of the same second counts: a payment that succeeds late is told after its failure.
create or replace function app.status_rank(status text) returns int language sql immutable as $$
  select case status when 'incomplete' then 1 when 'paused' then 2 when 'unpaid' then 3 when 'past_due' then 4
    when 'trialing' then 5 when 'active' then 6 else 7 end
$$;
-- Whether the provider charges for it.
create or replace function app.is_charged(status text) returns boolean language sql immutable as $$
  select status not in ('incomplete', 'incomplete_expired', 'canceled')
$$;

-- Enters the organization of a customer of the provider, the one that the provider's object names as ours, or
-- the one whose invoice was paid by one of these charges, as a dispute names no customer; null where nobody
-- knows any.
drop function if exists app.enter_billing(text, text);
create or replace function app.enter_billing(customer text, claimed text, charges text[]) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid;
begin
  select c.org_id into org from billing_customers c where c.provider = 'stripe'
    and c.provider_customer_id = customer;
  if customer is null and charges <> '{}' then
    select i.org_id into org from billing_invoices i where i.charge_id = any (charges) limit 1;
  end if;
  if org is null and customer is not null and claimed ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select o.id into org from organizations o where o.id = claimed::uuid
      and not exists (select from billing_customers c where c.org_id = o.id);
    if org is not null then
      perform enter_system(org, 'billing.customer_adopted', 'billing');
      insert into billing_customers (org_id, provider, provider_customer_id) values (org, 'stripe', customer);
    end if;
  end if;
  if org is not null then perform enter_system(org, 'subscription.synced', 'billing'); end if;
  return org;
end $$;

-- The plan of a price, as far as one has it: the version that the subscriber has, else the newest.
create or replace function app.plan_of_price(price text, has_key text, has_version int) returns billing_plans
language sql stable security definer set search_path = public, app, pg_temp as $$
  select p.* from billing_plans p where p.provider_price_id = price
    order by (p.key = has_key and p.version = has_version) is true desc, p.version desc, p.key limit 1
$$;

-- The fields of a subscription in the provider's object, whose periods stand in its items in newer versions
-- of its interface.
create or replace function app.read_subscription(o jsonb) returns subscriptions
language plpgsql stable as $$
declare s subscriptions; item jsonb := o #> '{items,data,0}';
begin
  s.provider := 'stripe'; s.provider_subscription_id := o->>'id'; s.provider_item_id := item->>'id';
  s.status := o->>'status';
  s.quantity := coalesce((item->>'quantity')::int, (o->>'quantity')::int, 1);
  s.current_period_start := app.moment_of(coalesce(nullif(item->'current_period_start', 'null'),
    o->'current_period_start'));
  s.current_period_end := app.moment_of(coalesce(nullif(item->'current_period_end', 'null'),
    o->'current_period_end'));
  s.trial_end := app.moment_of(o->'trial_end');
  s.cancel_at := coalesce(app.moment_of(o->'cancel_at'),
    case when (o->>'cancel_at_period_end')::boolean then s.current_period_end end);
  s.canceled_at := app.moment_of(o->'canceled_at');
  s.created_at := app.moment_of(o->'created');
  if s.status in ('canceled', 'incomplete_expired') then
    s.ended_at := coalesce(app.moment_of(o->'ended_at'), s.canceled_at, now());
  end if;
  return s;
end $$;

-- Stores a subscription of the entered organization as the provider has it: `applied`, `stale` where
-- something newer is known, or why it is ignored. `at` is the second of the event; null for what was read.
create or replace function app.apply_subscription(o jsonb, at bigint, event text) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  new_is subscriptions := read_subscription(o); known subscriptions; other subscriptions; plan billing_plans;
  price text := o #>> '{items,data,0,price,id}'; zone text; org uuid := org_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('subscription ' || org, 0));
  select * into known from subscriptions s where s.org_id = org
    and s.provider_subscription_id = new_is.provider_subscription_id;
  if known.last_event_at > at or known.last_event_at = at
    and status_rank(new_is.status) < status_rank(known.status) then return 'stale'; end if;
  plan := plan_of_price(price, known.plan_key, known.plan_version);
  if plan.key is null and known.id is null then return 'the price ' || coalesce(price,
    '') || ' is in no plan'; end if;
  new_is.plan_key := coalesce(plan.key, known.plan_key);
  new_is.plan_version := coalesce(plan.version, known.plan_version);
  new_is.pending_plan_key := case when known.pending_plan_key is distinct from new_is.plan_key
    and new_is.cancel_at is null and new_is.ended_at is null then known.pending_plan_key end;
  new_is.past_due_since := case when new_is.status in ('active', 'trialing') then null
    when new_is.status = 'past_due' then coalesce(known.past_due_since, to_timestamp(at), now())
    else known.past_due_since end;
  select o.timezone into zone from organizations o where o.id = org;
  new_is.anchor_day := coalesce(known.anchor_day,
    extract(day from local_day(coalesce(new_is.current_period_start, now()), zone)));
  new_is.created_at := coalesce(new_is.created_at, known.created_at, now());
  other := subscription_of(org);
  if other.id = known.id then other := null; end if;
  new_is.is_duplicate := false;
  if other.id is not null and new_is.ended_at is null then
    if is_charged(new_is.status) and (not is_charged(other.status) or other.provider = 'stripe'
        and new_is.created_at < other.created_at) then
      update subscriptions s set is_duplicate = true where s.org_id = org and s.id = other.id;
      perform tell_of_duplicate(other);
    else
      new_is.is_duplicate := true;
    end if;
  end if;
  if known.id is null then
    insert into subscriptions (org_id, provider, provider_subscription_id, provider_item_id, plan_key,
      plan_version,
        status, quantity, anchor_day, trial_end, current_period_start, current_period_end, cancel_at,
          canceled_at,
        ended_at, past_due_since, is_duplicate, last_event_at, last_event_id, created_at)
      values (org, 'stripe', new_is.provider_subscription_id, new_is.provider_item_id, new_is.plan_key,
        new_is.plan_version, new_is.status, new_is.quantity, new_is.anchor_day, new_is.trial_end,
        new_is.current_period_start, new_is.current_period_end, new_is.cancel_at, new_is.canceled_at,
        new_is.ended_at, new_is.past_due_since, new_is.is_duplicate, at, event, new_is.created_at)
      returning * into new_is;
  else
    update subscriptions s set provider_item_id = new_is.provider_item_id, plan_key = new_is.plan_key,
        plan_version = new_is.plan_version, status = new_is.status, quantity = new_is.quantity,
        trial_end = new_is.trial_end, current_period_start = new_is.current_period_start,
        current_period_end = new_is.current_period_end, cancel_at = new_is.cancel_at,
        canceled_at = new_is.canceled_at, ended_at = new_is.ended_at, past_due_since = new_is.past_due_since,
        pending_plan_key = new_is.pending_plan_key, is_duplicate = new_is.is_duplicate,
        last_event_at = coalesce(at, s.last_event_at),
        last_event_id = coalesce(event, s.last_event_id)
      where s.org_id = org and s.id = known.id returning * into new_is;
  end if;
  if new_is.is_duplicate and is_charged(new_is.status)
    and not (known.id is not null and known.is_duplicate and is_charged(known.status)) then
    perform tell_of_duplicate(new_is);
  end if;
  -- Another one that is charged for takes the place of one that ended.
  if new_is.ended_at is not null and other.id is null then
    update subscriptions s set is_duplicate = false where s.org_id = org and s.id = (select d.id
      from subscriptions d
      where d.org_id = org and d.is_duplicate and d.ended_at is null and is_charged(d.status)
      order by d.created_at, d.id limit 1);
  end if;
  perform derive_plan(org);
  return case when plan.key is null then 'the price ' || coalesce(price, '') || ' is in no plan'
    else 'applied' end;
end $$;

-- A second subscription is ended by a job, and owners are told that it was charged.
create or replace function app.tell_of_duplicate(s subscriptions) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not is_charged(s.status) then return; end if;
  perform schedule(s.org_id, 'billing.end', jsonb_build_object('subscription', s.provider_subscription_id),
    now());
  perform tell('security', 'organization', s.org_id, 'A second subscription was paid for; it ends now',
    billing_owners(), 'duplicate:' || s.provider_subscription_id,
    'Charged twice: ask for a refund of the second one.');
end $$;

create or replace function app.billing_owners() returns uuid[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(array_agg(m.user_id), '{}') from organization_members m where m.org_id = org_id()
    and m.status = 'active' and m.role = 'owner'
$$;

-- What an invoice was paid by: its charge or, in newer versions of the provider's interface, the payment
-- intent.
create or replace function app.payment_of(o jsonb) returns text language sql immutable as $$
  select coalesce(o->>'charge', o #>> '{payments,data,0,payment,charge}',
    o #>> '{payments,data,0,payment,payment_intent}')
$$;
-- The same of what was refunded or is disputed, by either name.
create or replace function app.payments_of_charge(kind text, o jsonb) returns text[]
language sql immutable as $$
  select array_remove(array[case when kind = 'charge.refunded' then o->>'id' else o->>'charge' end,
    o->>'payment_intent'], null) where kind like 'charge.%'
$$;

-- Stores an invoice of the entered organization as the provider has it.
create or replace function app.apply_invoice(o jsonb, at bigint) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare changed boolean;
begin
  insert into billing_invoices as i (org_id, provider_invoice_id, number, status, total_minor, currency,
    hosted_url,
      period_start, period_end, issued_at, charge_id, last_event_at)
    values (org_id(), o->>'id', left(o->>'number', 80), coalesce(o->>'status', 'draft'),
      coalesce((o->>'total')::bigint, 0), upper(o->>'currency'),
      case when o->>'hosted_invoice_url' ~ '^https://' then left(o->>'hosted_invoice_url', 2000) end,
      moment_of(coalesce(nullif(o #> '{lines,data,0,period,start}', 'null'), o->'period_start')),
      moment_of(coalesce(nullif(o #> '{lines,data,0,period,end}', 'null'), o->'period_end')),
      coalesce(moment_of(o->'created'), now()), payment_of(o), at)
    on conflict (provider_invoice_id) do update set number = excluded.number,
      status = case when i.status in ('refunded', 'disputed') then i.status else excluded.status end,
      total_minor = excluded.total_minor, hosted_url = excluded.hosted_url,
        period_start = excluded.period_start,
      period_end = excluded.period_end, charge_id = coalesce(excluded.charge_id, i.charge_id),
      last_event_at = at
    where i.org_id = org_id() and (i.last_event_at < at or i.last_event_at = at
      and array_position('{draft,open,uncollectible,void,paid}'::text[], excluded.status)
        >= coalesce(array_position('{draft,open,uncollectible,void,paid}'::text[], i.status), 0));
  return case when found then 'applied' else 'stale' end;
end $$;

-- What has paid an invoice, read from the provider where its event did not say it.
create or replace function app.store_invoice_payment(o jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update billing_invoices i set charge_id = payment_of(o) where i.org_id = org_id()
    and i.provider_invoice_id = o->>'id' and i.charge_id is null and payment_of(o) is not null
$$;

-- A refund or a dispute of a charge changes its invoice, never access: one of `paid` has paid it.
create or replace function app.apply_charge(kind text, o jsonb) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare i billing_invoices; paid text[] := payments_of_charge(kind, o);
  outcome text := case when kind = 'charge.refunded' then 'refunded'
    when kind = 'charge.dispute.created' then 'disputed'
    when o->>'status' = 'lost' then 'uncollectible' else 'paid' end;
begin
  if kind = 'charge.refunded' and (o->>'refunded')::boolean is not true
    or kind <> 'charge.refunded' and o->>'status' like 'warning%' then return 'ignored'; end if;
  update billing_invoices b set status = outcome where b.org_id = org_id()
    and (b.charge_id = any (paid) or b.provider_invoice_id = o->>'invoice') returning * into i;
  if not found then return 'ignored'; end if;
  if outcome = 'disputed' then
    perform tell('security', 'organization', i.org_id, 'A payment is disputed: invoice ' || coalesce(i.number,
      ''),
      billing_owners(), 'disputed:' || i.id, 'The plan stays until the provider ends it.');
  end if;
  return 'applied';
end $$;

-- What an event means for the entered organization.
create or replace function app.apply_event(kind text, o jsonb, at bigint, event text) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare subscription text; outcome text;
begin
  if kind like 'customer.subscription.%' then
    subscription := o->>'id';
    perform schedule(org_id(), 'billing.sync', jsonb_build_object('subscription', subscription), now());
    return apply_subscription(case when kind = 'customer.subscription.deleted'
      then o || jsonb_build_object('status', 'canceled') else o end, at, event);
  elsif kind like 'invoice.%' and o->>'id' is not null and kind <> 'invoice.upcoming' then
    outcome := apply_invoice(o, at);
    perform schedule(org_id(), 'billing.invoice', jsonb_build_object('invoice', o->>'id'), now())
      where kind = 'invoice.paid' and exists (select from billing_invoices i where i.org_id = org_id()
        and i.provider_invoice_id = o->>'id' and i.charge_id is null and i.total_minor > 0);
    if kind = 'invoice.payment_action_required' and outcome = 'applied' and o->>'status' = 'open' then
      perform tell('security', 'organization', org_id(), 'A payment waits for your confirmation',
        billing_owners(), 'action:' || (o->>'id'),
        'Open the invoice under Plan and confirm it at your bank.');
    end if;
    return outcome;
  elsif kind in ('charge.refunded', 'charge.dispute.created', 'charge.dispute.closed') then
    return apply_charge(kind, o);
  elsif kind = 'checkout.session.completed' and o->>'subscription' is not null then
    perform schedule(org_id(), 'billing.sync', jsonb_build_object('subscription', o->>'subscription'), now());
    return 'applied';
  elsif kind = 'payment_method.attached' then
    update billing_customers c set card_brand = left(o #>> '{card,brand}', 20),
      card_last4 = left(o #>> '{card,last4}', 4)
      where c.org_id = org_id() and o #>> '{card,last4}' is not null;
    return 'applied';
  elsif kind = 'customer.updated' then
    update billing_customers c set email = left(o->>'email', 254) where c.org_id = org_id();
    return 'applied';
  end if;
  return 'ignored';
end $$;

-- Applies an event that is stored. Raises what its effect raises.
create or replace function app.apply_stored_event(event text) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e billing_events; o jsonb; org uuid; outcome text;
begin
  select * into e from billing_events b where b.provider = 'stripe' and b.event_id = event for update;
  o := e.payload #> '{data,object}';
  org := enter_billing(e.customer, coalesce(o #>> '{metadata,org_id}', o->>'client_reference_id'),
    payments_of_charge(e.type, o));
  if org is not null then outcome := apply_event(e.type, o, e.created, event); end if;
  update billing_events b set organization_id = org, applied_at = now(), status = case
      when outcome in ('applied', 'stale') then outcome else 'ignored' end,
    error = case when org is null then 'unknown customer'
      when outcome not in ('applied', 'stale', 'ignored') then left(outcome, 300)
      when e.type like 'customer.subscription.%' and exists (select from subscriptions s where s.org_id = org
        and s.is_duplicate and s.ended_at is null and is_charged(s.status))
        then 'charged twice: the second subscription ends now; refund it at the provider' end
    where b.provider = 'stripe' and b.event_id = event;
  return case when org is null then 'unknown' else outcome end;
end $$;

-- Applies what was told of a customer before they were known here, in the order in which it happened.
create or replace function app.apply_ignored_events(who text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare event text; entered jsonb := entered();
begin
  for event in select b.event_id from billing_events b where b.provider = 'stripe' and b.customer = who
      and b.status = 'ignored' and b.error = 'unknown customer' order by b.created, b.received_at loop
    perform apply_stored_event(event);
  end loop;
  perform come_back(entered);
end $$;

-- Takes an event whose signature was verified: `duplicate`, or what became of it.
create or replace function app.take_billing_event(event jsonb, is_ours boolean) returns text
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare o jsonb := event #> '{data,object}'; who text; was text; outcome text;
begin
  who := case when event->>'type' like 'customer.%' and o->>'object' = 'customer' then o->>'id'
    else o->>'customer' end;
  insert into billing_events as b (provider, event_id, type, created, customer, status, error, payload)
    values ('stripe', event->>'id', left(event->>'type', 120), coalesce((event->>'created')::bigint, 0),
      left(who, 120),
      'ignored', case when not is_ours then 'of another mode of the provider' end, event)
    on conflict (provider, event_id) do nothing;
  if not found then
    select b.status into was from billing_events b where b.provider = 'stripe'
      and b.event_id = event->>'id' for update;
    if was <> 'failed' then return 'duplicate'; end if;
  end if;
  if not is_ours then return 'ignored'; end if;
  outcome := apply_stored_event(event->>'id');
  if outcome <> 'unknown' then perform apply_ignored_events(who); end if;
  return outcome;
end $$;

-- Remembers an event whose effect failed; the provider sends it again.
create or replace function app.fail_billing_event(event jsonb, reason text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into billing_events as b (provider, event_id, type, created, customer, status, error, payload)
    values ('stripe', event->>'id', left(event->>'type', 120), coalesce((event->>'created')::bigint, 0),
      left(event #>> '{data,object,customer}', 120), 'failed', left(reason, 300), event)
    on conflict (provider, event_id) do update set status = 'failed', error = excluded.error
      where b.status <> 'applied'
$$;

-- An operator applies an event again.
create or replace function app.platform_apply_event(event text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare operator uuid := operator_id(); entered jsonb := entered();
begin
  perform ensure(exists (select from billing_events b where b.provider = 'stripe' and b.event_id = event),
    'WM404',
    'event not found');
  perform audit_platform_event('billing_events', md5(event)::uuid, event, '{}');
  perform apply_stored_event(event);
  perform come_back(entered);
end $$;
