-- What was used: of a period by meter, and of a meter over time.

-- Used to the end of the period if it goes on like this; null in its first tenth.
create or replace function app.projected_usage(used numeric, starts_at timestamptz, ends_at timestamptz,
  at timestamptz)
returns numeric language sql immutable as $$
  select case when share >= 0.1 then round(used / share) end
    from (select extract(epoch from at - starts_at) / extract(epoch from ends_at - starts_at)) e(share)
$$;

-- {period, meters} of the period that holds a local day, or of the open one. One that is over stays as it is:
-- what came late is told beside it, and limits, which plans change, are not.
create or replace function app.usage_summary(on_day date) returns json
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare p usage_periods := metering_period(org_id(), now()); is_open boolean; lines json;
begin
  if on_day is not null then p := metering_period(org_id(),
    (on_day + time '12:00') at time zone p.zone); end if;
  is_open := now() < p.ends_at;
  select json_agg(json_build_object('meter', x.key, 'unit', x.unit, 'used', trim_scale(x.used), 'limit',
    trim_scale(x.most),
      'percent', case when x.most > 0 then floor(x.used * 100 / x.most) when x.most = 0 then 100 end,
      'projected', case when is_open and x.source <> 'gauge' then projected_usage(x.used, p.starts_at,
        p.ends_at, now()) end,
      'overage', case when x.most is not null then trim_scale(greatest(x.used - x.most, 0)) end,
        'late_quantity', trim_scale(x.late)) order by x.place)
    into lines
    from (select m.*, case when is_open then number_of(l.value) end as most,
        case when m.source <> 'gauge' then charged_usage(m.key, p) when is_open then gauge_value(m.key)
          else coalesce((select d.latest_value from usage_daily d where d.org_id = org_id()
            and d.meter = m.key
            and d.day < p.next_day and d.latest_value is not null order by d.day desc limit 1),
              0) end as used,
        coalesce((select sum(d.late_quantity) from usage_daily d where d.org_id = org_id() and d.meter = m.key
          and d.day >= p.first_day and d.day < p.next_day), 0) as late
      from meters() m left join entitlements_of(org_id()) l on l.key = m.key offset 0) x;
  return json_build_object('period', json_build_object('starts_at', utc(p.starts_at), 'ends_at',
    utc(p.ends_at),
    'first_day', p.first_day, 'last_day', p.next_day - 1, 'time_zone', p.zone, 'open', is_open), 'meters',
      lines);
end $$;

-- The points of a meter from a local day to another: by hour of the clock that was in use, day or calendar
-- month. A gauge has its last value. `grouped` is subject, source or the name of a dimension.
create or replace function app.usage_points(meter text, from_day date, to_day date, unit text, grouped text)
returns json language plpgsql stable security definer set search_path = public, app, pg_temp
set plan_cache_mode = force_custom_plan as $$
declare kind text := meter_source(meter); p usage_periods := metering_period(org_id(), now());
  today date := usage_day(now()); first date := coalesce(from_day, p.first_day);
  last date := coalesce(to_day, greatest(today,
    first)); spans usage_periods[] := '{}'; points json; total numeric; many int;
begin
  perform ensure_fields(array[
    case when last < first then 'query.to: must not be before from' end,
    case when last - first >= 400 then 'query.to: at most 400 days from the first' end,
    case when unit = 'hour' and kind = 'gauge'
      then format('query.window: %s is kept by day; use day or month', meter)
      when unit = 'hour' and first < today - 40 then 'query.window: hour is kept for 40 days'
      when unit = 'hour' and (last - first + 1) * 24 > 1000
        then 'query.window: more than 1000 points; use day, or fewer days' end,
    case when grouped is not null and kind <> 'reported'
      then 'query.group_by: only reported meters have groups: '
        || (select string_agg(m.key, ', ') from meters() m where m.source = 'reported')
      when grouped is not null and first < today - 40
        then 'query.group_by: events are kept for 40 days' end]);
  p := metering_period(org_id(), (first + time '12:00') at time zone p.zone);
  while p.first_day <= least(last, today) loop
    spans := spans || p;
    p := metering_period(org_id(), p.ends_at);
  end loop;
  with days as materialized (
    select d.day::date as day, greatest(day_start(d.day::date, s.zone), s.starts_at) as starts,
        least(day_start(d.day::date + 1, s.zone), s.ends_at) as ends, s.zone
      from unnest(spans) s cross join generate_series(greatest(s.first_day, first)::timestamp,
        least(s.next_day - 1, last, today)::timestamp, '1 day') d(day)),
  happened as materialized (
    select e.occurred_at as at, e.quantity, case grouped when 'subject' then e.subject when 'source'
      then e.source
        else e.dimensions->>grouped end as grp
      from usage_events e where e.org_id = org_id() and e.meter = usage_points.meter
        and (unit = 'hour' or grouped is not null)
        and e.occurred_at >= (select min(starts) from days) and e.occurred_at < (select max(ends) from days)
    union all select u.at, u.quantity, null from derived_usage(usage_points.meter, (select min(starts)
      from days),
      (select max(ends) from days)) u where kind = 'derived'),
  placed as (
    select greatest(local_day(h.at, s.zone), s.first_day) as day, h.* from happened h
      join unnest(spans) s on h.at >= s.starts_at and h.at < s.ends_at),
  buckets as (
    select case unit when 'month' then date_trunc('month', d.day::timestamp)::date else d.day end as day,
        case when unit = 'hour' then n - 1 else 0 end as hour,
        min(case when unit = 'hour' then h.at else d.starts end) as starts, max(d.day) as ends_on,
          min(d.zone) as zone
      from days d cross join lateral generate_series(d.starts, case when unit = 'hour'
        then least(d.ends - interval '1 microsecond', now()) else d.starts end,
          interval '1 hour') with ordinality h(at, n)
      group by 1, 2),
  sums as (
    select case unit when 'month' then date_trunc('month', x.day::timestamp)::date else x.day end as day,
      x.hour, x.grp,
        sum(x.quantity) as value
      from (select l.day, l.grp, l.quantity, case when unit = 'hour'
            then floor(extract(epoch from l.at - d.starts) / 3600)::int else 0 end as hour
          from placed l join days d on d.day = l.day
        union all select u.day, null, u.quantity, 0 from usage_daily u where u.org_id = org_id()
          and u.meter = usage_points.meter and u.day between first and last and grouped is null
            and unit <> 'hour') x
      group by 1, 2, 3),
  found as (
    select b.starts, b.zone, s.grp, case when kind <> 'gauge' then coalesce(s.value, 0)
        when b.ends_on = today then gauge_value(usage_points.meter)
        else (select u.latest_value from usage_daily u where u.org_id = org_id()
          and u.meter = usage_points.meter
          and u.day <= b.ends_on and u.latest_value is not null order by u.day desc limit 1) end as value
      from buckets b left join sums s on s.day = b.day and s.hour = b.hour
      where grouped is null or s.day is not null)
  select coalesce(json_agg(case when grouped is null
        then json_build_object('start', bi_hour(f.starts, f.zone), 'value', trim_scale(f.value))
        else json_build_object('start', bi_hour(f.starts, f.zone), 'value', trim_scale(f.value), 'group',
          f.grp) end
      order by f.starts, f.grp), '[]'), case when kind <> 'gauge' then coalesce(sum(f.value), 0) end, count(*)
    into points, total, many from found f;
  perform ensure_fields(array[case when many > 1000
    then 'query.window: more than 1000 points; use month, or fewer days' end]);
  return json_build_object('meter', meter, 'unit', (select m.unit from meters() m where m.key = meter),
    'window', unit,
    'from', first, 'to', last, 'time_zone', (select o.timezone from organizations o where o.id = org_id()),
    'total', trim_scale(total), 'points', points);
end $$;

-- What was used by day and meter, of those that add up, for figures; a meter that is derived has its rows and
-- what is kept of rows that went.
create or replace function app.usage_days() returns table (meter text, day date, quantity numeric)
language sql stable as $$
  select d.meter, d.day, d.quantity from usage_daily d
    where d.org_id = app.org_id() and app.meter_source(d.meter) <> 'gauge'
  union all
  select m.key, app.usage_day(u.at), u.quantity from app.meters() m
      cross join lateral app.derived_usage(m.key, '-infinity', 'infinity') u
    where m.source = 'derived'
$$;
