-- Periods begin at the first moment of the local day on which the anchor falls, in the last month's last day
-- where a month is too short. They follow each other by days, so a new time zone, which holds from the next
-- one on, leaves neither gap nor overlap.

create or replace function app.anchor_date(month date, anchor int) returns date language sql immutable as $$
  select least(date_trunc('month', month::timestamp)::date + anchor - 1,
    (date_trunc('month', month::timestamp) + interval '1 month - 1 day')::date)
$$;
-- The first such day after another, and the last one up to it.
create or replace function app.next_anchor_date(day date, anchor int)
  returns date language sql immutable as $$
  select min(d.day) from generate_series(0, 1) n cross join lateral
    (select app.anchor_date((date_trunc('month', $1::timestamp) + make_interval(months => n))::date,
      anchor)) d(day)
    where d.day > $1
$$;
create or replace function app.last_anchor_date(day date, anchor int)
  returns date language sql immutable as $$
  select max(d.day) from generate_series(-1, 0) n cross join lateral
    (select app.anchor_date((date_trunc('month', $1::timestamp) + make_interval(months => n))::date,
      anchor)) d(day)
    where d.day <= $1
$$;

-- The period after another one, in the zone that the organization has now.
create or replace function app.period_after(p usage_periods, new_zone text) returns usage_periods
language plpgsql stable as $$
begin
  p.id := null; p.starts_at := p.ends_at; p.first_day := p.next_day; p.zone := new_zone;
  p.counted := '{}';
  p.next_day := app.next_anchor_date(p.first_day, p.anchor_day);
  p.ends_at := app.day_start(p.next_day, p.zone);
  return p;
end $$;

-- The period that holds a moment: a stored one, or as it would be stored. Its columns starts_at and ends_at
-- are instants, the latter excluded; first_day and next_day its local days in `zone`.
create or replace function app.metering_period(org uuid, at timestamptz) returns usage_periods
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare p usage_periods; home organizations; day date; before timestamptz;
begin
  select o.* into home from organizations o where o.id = org and o.id = org_id();
  if not found then return null; end if;
  select u.* into p from usage_periods u where u.org_id = org and u.starts_at <= at
    order by u.starts_at desc limit 1;
  if p.id is null then
    select u.* into p from usage_periods u where u.org_id = org order by u.starts_at limit 1;
    before := p.starts_at;
    p.zone := coalesce(p.zone, home.timezone);
    p.anchor_day := coalesce(p.anchor_day, extract(day from local_day(home.created_at, p.zone)));
    day := local_day(at, p.zone);
    p.id := null; p.org_id := org; p.counted := '{}';
    p.first_day := last_anchor_date(day, p.anchor_day);
    p.next_day := next_anchor_date(day, p.anchor_day);
    p.starts_at := day_start(p.first_day, p.zone);
    p.ends_at := least(day_start(p.next_day, p.zone), before);
    return p;
  end if;
  while at >= p.ends_at loop p := period_after(p, home.timezone); end loop;
  return p;
end $$;

-- The local day of a moment. The first hours of a period after a change of zone belong to its first day.
create or replace function app.usage_day(at timestamptz) returns date language sql stable as $$
  select greatest(app.local_day(at, p.zone), p.first_day) from app.metering_period(app.org_id(), at) p
$$;

-- Stores the period that is open, with those since the last stored one, and deletes events that are too old.
create or replace function app.open_usage_period() returns usage_periods
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p usage_periods; stored usage_periods;
begin
  select u.* into stored from usage_periods u where u.org_id = org_id() order by u.starts_at desc limit 1;
  if stored.ends_at > now() then return stored; end if;
  loop
    p := metering_period(org_id(), coalesce(stored.ends_at, now()));
    insert into usage_periods (org_id, starts_at, ends_at, first_day, next_day, zone, anchor_day)
      values (org_id(), p.starts_at, p.ends_at, p.first_day, p.next_day, p.zone, p.anchor_day)
      on conflict (org_id, starts_at) do update set zone = usage_periods.zone returning * into stored;
    exit when stored.ends_at > now();
  end loop;
  delete from usage_events e where e.org_id = org_id() and e.occurred_at < now() - interval '42 days';
  delete from usage_reservations r where r.org_id = org_id() and r.expires_at < now() - interval '42 days';
  return stored;
end $$;

-- A change of zone leaves the open period as it is.
create or replace function app.keep_usage_period() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if old.id = org_id() then perform open_usage_period(); end if;
  return new;
end $$;
create or replace trigger keep_usage_period before update of timezone on organizations for each row
  when (new.timezone is distinct from old.timezone) execute function app.keep_usage_period();

-- Lets periods begin on the day of the month that a moment has, such as the begin of a subscription; on a day
-- of the open period, that ends there.
create or replace function app.anchor_usage(org uuid, at timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p usage_periods; day date;
begin
  if org is distinct from org_id() then return; end if;
  perform lock_usage();
  p := open_usage_period();
  day := local_day(at, p.zone);
  p.anchor_day := extract(day from day);
  p.next_day := case when day > p.first_day and day < p.next_day then day
    else next_anchor_date(p.first_day, p.anchor_day) end;
  update usage_periods u set anchor_day = p.anchor_day, next_day = p.next_day,
    ends_at = day_start(p.next_day, p.zone), counted = '{}'
    where u.org_id = org and u.id = p.id;
  perform open_usage_period();
end $$;
