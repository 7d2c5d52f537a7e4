-- What jobs tell the payment provider: always the state that is to be, so that repeating it changes nothing.

-- As `app.store_subscription` takes it.
create or replace function app.last_event_of(subscription text) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select coalesce(s.last_event_at, 0) from subscriptions s where s.org_id = org_id()
    and s.provider_subscription_id = subscription), -1)
$$;

-- Whether a subscription is to end at the provider: a second one, or that of an organization that is deleted.
create or replace function app.must_end(subscription text) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select s.ended_at is null and (s.is_duplicate or o.deleted_at is not null)
    from organizations o join subscriptions s on s.org_id = o.id and s.provider_subscription_id = subscription
    where o.id = org_id()), true)
$$;

-- {subscription, item, seats} where the provider counts other seats than there are.
create or replace function app.seats_to_send() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('subscription', s.provider_subscription_id, 'item', s.provider_item_id,
      'seats', seats_to_pay(s.org_id))
    from subscription_of(org_id()) s where s.provider = 'stripe' and s.provider_item_id is not null
      and is_charged(s.status) and seats_to_pay(s.org_id) <> s.quantity
$$;
create or replace function app.seats_were_sent(subscription text, seats int) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update subscriptions s set quantity = seats, quantity_sent = seats
    where s.org_id = org_id() and s.provider_subscription_id = subscription
$$;

-- {subscription, item, price, seats} where another plan was chosen for a period that begins within the hour.
create or replace function app.plan_to_send() returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('subscription', s.provider_subscription_id, 'item', s.provider_item_id,
      'price', (newest_plan(s.pending_plan_key)).provider_price_id, 'seats', seats_to_pay(s.org_id))
    from subscription_of(org_id()) s where s.provider = 'stripe' and s.pending_plan_key is not null
      and s.cancel_at is null and s.current_period_end <= now() + interval '61 minutes'
$$;

-- Members who come and go change what is paid: told once a minute at most.
create or replace function app.count_seats() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := case when tg_op = 'DELETE' then old.org_id else new.org_id end;
begin
  if (subscription_of(org)).provider = 'stripe' then
    perform schedule(org, 'billing.seats', '{}', now() + interval '1 minute');
  end if;
  return null;
end $$;
create or replace trigger count_seats after insert or delete on organization_members for each row
  execute function app.count_seats();
create or replace trigger count_changed_seats after update of role,
  status on organization_members for each row
  when (old.status <> new.status or (old.role = 'viewer') <> (new.role = 'viewer'))
  execute function app.count_seats();

-- An organization that is deleted pays no more.
create or replace function app.end_subscriptions() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(new.id, 'billing.end', jsonb_build_object('subscription', s.provider_subscription_id),
    now())
    from subscriptions s where s.org_id = new.id and s.provider = 'stripe' and s.ended_at is null;
  return null;
end $$;
create or replace trigger end_subscriptions after update of deleted_at on organizations for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function app.end_subscriptions();

-- Once a day what is known of each subscription is read again, and seats are counted. What is to end and has
-- not, as the provider did not answer for longer than a job is tried, is tried again.
create or replace function app.daily_billing(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'billing.sync', jsonb_build_object('subscription', s.provider_subscription_id), now()),
      schedule(org, 'billing.seats', '{}', now()),
      schedule(org, 'billing.end', jsonb_build_object('subscription', s.provider_subscription_id),
        case when is_charged(s.status) and (s.is_duplicate or o.deleted_at is not null) then now() end)
    from subscriptions s join organizations o on o.id = s.org_id
    where s.org_id = org and s.provider = 'stripe' and s.ended_at is null and billing_provider() = 'stripe';
  select schedule(org, 'billing', '{}', now()) where has_unsettled_seats(org)
$$;

-- Bills that went to somebody who leaves need another address.
create or replace function app.tell_of_billing_address() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare who users; acting text := coalesce(current_setting('app.user_id', true), '');
begin
  select u.* into who from users u join billing_customers c on c.org_id = old.org_id
    and lower(c.email) = lower(u.email) where u.id = old.user_id;
  if who.id is null or current_setting('app.purging', true) = 'on' then return null; end if;
  -- Whoever takes the person out is to hear of it, too.
  perform set_config('app.user_id', '', true), tell('security', 'organization', old.org_id,
      format('Bills go to the address of %s, who left', who.name), billing_owners(),
      'billing address:' || who.id || ':' || current_date,
      'Enter another one under Plan, at the payment provider.'),
    set_config('app.user_id', acting, true);
  return null;
end $$;
create or replace trigger tell_of_billing_address after delete on organization_members for each row
  execute function app.tell_of_billing_address();
create or replace trigger tell_of_billing_address_later after update of status on organization_members
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function app.tell_of_billing_address();
