-- What time does to subscriptions: periods follow each other, and access ends.

-- The period of a plan at a moment: whole local days from the day of the month on which the first began, or
-- the last day of a shorter month. Computed from that day, never from the period before.
create or replace function app.plan_period(first date, plan_interval text, zone text, at timestamptz)
returns tstzrange language sql stable as $$
  with step as (select case plan_interval when 'year' then 12 else 1 end as months),
  guess as (select s.months, floor((extract(year from d.day) * 12 + extract(month from d.day)
      - extract(year from first) * 12 - extract(month from first)) / s.months)::int as n
    from step s cross join (select app.local_day(at, zone) as day) d),
  border as (select g.n + k.n as n,
    app.day_start((first + make_interval(months => (g.n + k.n) * g.months))::date, zone)
      as starts
    from guess g cross join generate_series(-1, 2) k(n))
  select tstzrange(b.starts, (select c.starts from border c where c.n = b.n + 1)) from border b
    where b.starts <= at order by b.starts desc limit 1
$$;

-- Writes what follows from the subscription to the organization, unless an operator chose a plan.
create or replace function app.derive_plan(org uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit();
begin
  update organizations o set plan = coalesce(o.plan_override, tier_of(org))
    where o.id = org and o.plan <> coalesce(o.plan_override, tier_of(org));
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- When time next changes something about the subscription.
create or replace function app.next_billing_moment(s subscriptions) returns timestamptz
language sql stable security definer set search_path = public, app, pg_temp as $$
  select min(m.at) from (
      select u.at from unnest(array[grace_end(s), case when s.provider = 'manual' then s.cancel_at end,
        case when s.provider = 'manual' then s.current_period_end end]) u(at) where u.at > now()
      union all select b.at from billing_moments(s) b where not exists (select from billing_notices n
        where n.org_id = s.org_id and n.key = b.key)) m
    where s.ended_at is null and not s.is_duplicate
$$;

create or replace function app.follow_subscription() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if tg_op = 'INSERT' and not new.is_duplicate then
    perform anchor_usage(new.org_id, coalesce(new.current_period_start, now()));
  end if;
  perform derive_plan(new.org_id), schedule(new.org_id, 'billing', '{}', next_billing_moment(new));
  if new.pending_plan_key is not null and new.provider = 'stripe' then
    perform schedule(new.org_id, 'billing.plan', '{}', new.current_period_end - interval '1 hour');
  end if;
  return null;
end $$;
create or replace trigger follow_subscription after insert or update on subscriptions for each row
  execute function app.follow_subscription();

-- The job `billing` of the entered organization.
create or replace function app.run_billing() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s subscriptions; zone text;
begin
  perform settle_seats(), open_usage_period();
  perform count_ahead();
  select * into s from subscriptions x where x.org_id = org_id() and x.ended_at is null and not x.is_duplicate
    for update;
  if not found then return; end if;
  select o.timezone into zone from organizations o where o.id = s.org_id;
  if s.provider = 'manual' then
    if s.cancel_at <= now() then
      update subscriptions x set status = 'canceled', ended_at = s.cancel_at where x.org_id = s.org_id
        and x.id = s.id;
      return;
    end if;
    if s.current_period_end <= now() then
      update subscriptions x set plan_key = coalesce(n.key, x.plan_key), plan_version = coalesce(n.version,
        x.plan_version),
          pending_plan_key = null, current_period_start = lower(p.period),
            current_period_end = upper(p.period)
        from (select plan_period(local_day(s.created_at, zone), (select b.interval from billing_plans b
            where b.key = s.plan_key and b.version = s.plan_version), zone, now()) as period) p
          left join lateral newest_plan(s.pending_plan_key) n on true
        where x.org_id = s.org_id and x.id = s.id;
      return;
    end if;
  end if;
  perform tell_of_billing(s), derive_plan(s.org_id),
    schedule(s.org_id, 'billing', '{}', next_billing_moment(s));
end $$;
