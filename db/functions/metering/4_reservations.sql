-- Limits, and usage that is set aside before work begins. The key of a limit is that of its meter.

-- Up to when the rows of a meter are counted already.
create or replace function app.counted_until(meter text, p usage_periods) returns timestamptz
language sql stable as $$
  select greatest((p.counted->counted_until.meter->>'until')::timestamptz, p.starts_at)
$$;

-- What a period was charged: without what came late, which a later one was charged.
create or replace function app.charged_usage(meter text, p usage_periods) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select sum(d.quantity - d.late_quantity + d.charged_quantity) from usage_daily d
      where d.org_id = org_id() and d.meter = charged_usage.meter and d.day >= p.first_day
        and d.day < p.next_day), 0)
    + coalesce((p.counted->charged_usage.meter->>'quantity')::numeric, 0)
    + coalesce((select sum(u.quantity) from derived_usage(charged_usage.meter,
        counted_until(charged_usage.meter, p), p.ends_at) u
      where meter_source(charged_usage.meter) = 'derived'), 0)
$$;

-- Counts rows once, so that a limit asks for the latest alone, however many there were: those of a quarter of
-- an hour ago, as by then each transaction that writes one has ended. Whoever deletes rows waits for it.
create or replace function app.count_ahead() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p usage_periods; kind text;
  upto timestamptz := date_trunc('milliseconds', now()) - interval '15 minutes';
begin
  for kind in select k from usage_periods u cross join unnest(array['mails', 'automation_runs', 'meeting_minutes']) k
      where u.org_id = org_id() and u.starts_at <= now() and u.ends_at > now()
        and counted_until(k, u) < upto - interval '1 hour' loop
    select * into p from usage_periods u where u.org_id = org_id() and u.starts_at <= now()
      and u.ends_at > now() for update;
    update usage_periods u set counted = p.counted || jsonb_build_object(kind,
        jsonb_build_object('until', upto, 'quantity',
          coalesce((p.counted->kind->>'quantity')::numeric, 0) + coalesce((select sum(d.quantity)
          from derived_usage(kind, counted_until(kind, p), upto) d), 0)))
      where u.org_id = p.org_id and u.id = p.id and counted_until(kind, p) < upto;
  end loop;
end $$;
-- What was counted of these moments is counted again, as rows of then changed; those of the last minutes were
-- not counted yet.
create or replace function app.recount_usage(kind text, moments timestamptz[]) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare late timestamptz[] := array(select m.at from unnest(moments) m(at)
  where m.at < now() - interval '10 minutes');
begin
  if late = '{}' then return; end if;
  -- First the lock: who counts them meanwhile counted what the next statement has to undo.
  perform from usage_periods p where p.org_id = org_id() and exists (select from unnest(late) m(at)
    where m.at >= p.starts_at and m.at < p.ends_at) order by p.id for update;
  update usage_periods p set counted = p.counted - kind where p.org_id = org_id() and exists (select
    from unnest(late) m(at) where m.at >= p.starts_at and m.at < (p.counted->kind->>'until')::timestamptz);
end $$;
-- Has them counted where there is a limit and many are not.
create or replace function app.count_ahead_soon(meter text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p usage_periods;
begin
  if entitlement_limit(org_id(), meter) is null then return; end if;
  p := metering_period(org_id(), now());
  if counted_until(meter, p) < now() - interval '2 hours' and 500 = (select count(*)
    from (select from derived_usage(meter, counted_until(meter, p), p.ends_at) limit 500) x) then
    perform schedule(org_id(), 'billing', '{}', now());
  end if;
end $$;

-- What is used in the open period, or the value of a gauge now; null for what is not measured.
create or replace function app.meter_used(org uuid, meter text) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case meter_source(meter) when 'gauge' then gauge_value(meter)
    else charged_usage(meter, metering_period(org, now())) end
    where org = org_id() and meter_source(meter) is not null
$$;
create or replace function app.reserved_usage(meter text) returns numeric
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(sum(r.quantity), 0) from usage_reservations r where r.org_id = org_id()
    and r.meter = reserved_usage.meter and r.status = 'open' and r.expires_at > now()
$$;

create or replace function app.said_limit(meter text, used numeric, most numeric) returns text
language sql stable as $$
  select format('plan limit %s reached: %s of %s%s; an owner can change the plan under Plan and usage', meter,
    trim_scale(used), trim_scale(most), case when app.meter_source(meter) <> 'gauge'
      then ' until ' || (app.metering_period(app.org_id(), now())).next_day end)
$$;

-- 403 where so much more would be over the limit. Whoever may wait for it reserves instead.
create or replace function app.require_usage(meter text, added numeric) returns void
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare most numeric := entitlement_limit(org_id(), meter); used numeric;
begin
  if most is null or added <= 0 then return; end if;
  used := meter_used(org_id(), meter) + reserved_usage(meter);
  if used + added > most then perform ensure(false, 'WM403', said_limit(meter, used, most)); end if;
end $$;

-- Sets usage aside until it is settled, released, or `lasts` (15 minutes at most) is over; 403 over the
-- limit. A retry of the same request gets the reservation that it has. `attempt` is who opens it, and alone
-- may release it.
create or replace function app.reserve_usage(kind text, amount numeric, request text, attempt uuid,
  lasts interval default '15 minutes') returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r usage_reservations; most numeric := entitlement_limit(org_id(), kind); admitted uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('usage ' || org_id() || kind, 0));
  select x.* into r from usage_reservations x where x.org_id = org_id() and x.meter = kind
    and x.key = request;
  if r.status = 'settled' or r.status = 'open' and r.expires_at > now() then return r.id; end if;
  insert into usage_reservations as x (org_id, key, meter, quantity, opener, expires_at)
    select org_id(), request, kind, amount, attempt,
      now() + least(lasts, interval '15 minutes')
      where most is null
        or meter_used(org_id(), kind) + reserved_usage(kind) + amount <= most
    on conflict (org_id, meter, key) do update set quantity = excluded.quantity, opener = excluded.opener,
      expires_at = excluded.expires_at, status = 'open', settled_quantity = null
    returning x.id into admitted;
  if admitted is null then
    perform ensure(false, 'WM403', said_limit(kind, meter_used(org_id(), kind) + reserved_usage(kind),
      most));
  end if;
  return admitted;
end $$;

-- The work is done and used this much, which may be more than was set aside, and after that expired. What a
-- meter derives from rows or measures now is not recorded again.
create or replace function app.settle_usage(reservation uuid, actual numeric) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare r usage_reservations;
begin
  update usage_reservations x set status = 'settled', settled_quantity = actual where x.org_id = org_id()
    and x.id = reservation and x.status <> 'settled' returning x.* into r;
  if found and actual > 0 and meter_source(r.meter) in ('counted', 'reported') then
    perform record_usage(jsonb_build_array(jsonb_build_object('source', 'reservation', 'event_id', r.id,
      'meter', r.meter, 'quantity', actual)));
  end if;
end $$;

-- The work failed: what was set aside is free again. Only for the attempt that opened it, and not once it is
-- settled; true if it was released.
create or replace function app.release_usage(reservation uuid, attempt uuid) returns boolean
language sql security definer set search_path = public, app, pg_temp as $$
  with released as (update usage_reservations x set status = 'released' where x.org_id = org_id()
    and x.id = reservation and x.opener = attempt and x.status = 'open' returning x.id)
  select exists (select from released)
$$;
