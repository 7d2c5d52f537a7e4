-- Occurrences of an RFC 5545 rule. Daily and longer rules count in local time, so that nine o'clock stays
-- nine o'clock across DST changes; hourly rules count elapsed hours.

-- A local time as a timestamp. An ambiguous one is the first; a skipped one uses the offset before the gap (RFC 5545,
-- 3.3.5).
create or replace function app.from_local_time(local_time timestamp, zone text) returns timestamptz language sql stable as $$
  select case when early at time zone zone = local_time then early when usual at time zone zone = local_time then usual
      else early end
    from (select local_time at time zone zone) u(usual),
      lateral (select (local_time - (((usual - interval '1 day') at time zone zone)
      - ((usual - interval '1 day') at time zone 'UTC'))) at time zone 'UTC') e(early)
$$;

create or replace function app.rule_part(rule text, part text) returns text language sql immutable parallel safe as $$
  select substring(rule from '(?:^|;)' || part || '=([^;]*)')
$$;
create or replace function app.rule_parts(rule text, part text) returns text[] language sql immutable parallel safe as $$
  select string_to_array(app.rule_part(rule, part), ',')
$$;

-- The first day of the period that lies `periods` after a date's; weeks begin on Monday + `week_start` days.
create or replace function app.period_at(freq text, day date, periods bigint, week_start int) returns date
language sql immutable parallel safe as $$
  select case freq when 'DAILY' then day + periods::int
    when 'WEEKLY' then day - (extract(isodow from day)::int - 1 - week_start + 7) % 7 + periods::int * 7
    when 'MONTHLY' then (date_trunc('month', day::timestamp) + make_interval(months => periods::int))::date
    else (date_trunc('year', day::timestamp) + make_interval(years => periods::int))::date end
$$;

-- A lower bound of the periods between dates.
create or replace function app.periods_between(freq text, since date, until date) returns bigint
language sql immutable parallel safe as $$
  select greatest(0, case freq when 'DAILY' then until - since when 'WEEKLY' then (until - since) / 7
    when 'MONTHLY' then (extract(year from until) - extract(year from since)) * 12 + extract(month from until)
      - extract(month from since)
    else extract(year from until) - extract(year from since) end)::bigint
$$;

-- True if BYDAY includes the date: by weekday alone, or as the nth from either end of `since` to `before`.
create or replace function app.matches_byday(day date, names text[], since date, before date) returns boolean
language sql immutable parallel safe as $$
  select exists (select from unnest(names) n
    where right(n, 2) = ('{MO,TU,WE,TH,FR,SA,SU}'::text[])[extract(isodow from day)::int]
      and (length(n) = 2 or left(n, -2)::int in ((day - since) / 7 + 1, -((before - 1 - day) / 7 + 1))))
$$;

-- Which days a rule that began on `first` includes; null: any. What the rule leaves out is taken from
-- `first`. A day of the month that a month lacks is its last one if `clamps`, as for tasks (RFC 5545 would
-- skip the month): if neither BYDAY nor BYSETPOS selects among the days.
create or replace function app.rule_days(rule text, freq text, first date, out months int[], out names text[],
  out weekdays int[], out month_days int[], out clamps boolean) language plpgsql immutable parallel safe as $$
begin
  months := app.rule_parts(rule, 'BYMONTH')::int[]; names := app.rule_parts(rule, 'BYDAY');
  month_days := app.rule_parts(rule, 'BYMONTHDAY')::int[];
  clamps := names is null and app.rule_part(rule, 'BYSETPOS') is null;
  if names is not null then
    weekdays := array(select array_position('{MO,TU,WE,TH,FR,SA,SU}'::text[], right(n, 2)) from unnest(names) n);
  elsif freq = 'WEEKLY' then weekdays := array[extract(isodow from first)::int];
  elsif freq in ('MONTHLY', 'YEARLY') and month_days is null then
    month_days := array[extract(day from first)::int];
    if freq = 'YEARLY' then months := coalesce(months, array[extract(month from first)::int]); end if;
  end if;
  if freq not in ('MONTHLY', 'YEARLY') or not exists (select from unnest(names) n where length(n) > 2) then
    names := null;
  end if;
end $$;

-- True if a month includes the date by its number from either end; if `clamps`, its last day stands for those
-- it lacks.
create or replace function app.matches_month_day(day date, month_days int[], clamps boolean) returns boolean
language plpgsql immutable parallel safe as $$
declare n int := date_part('day', day); size int := date_part('day', date_trunc('month', day::timestamp)
  + interval '1 month' - interval '1 day');
begin
  return n = any (month_days) or n - size - 1 = any (month_days) or clamps and n = size and n < any (month_days);
end $$;

-- True if one of the weekdays is the date, as the nth from either end of its month, or its year if the rule
-- is yearly and names no month.
create or replace function app.matches_ordinal(day date, names text[], freq text, months int[]) returns boolean
language sql immutable parallel safe as $$
  select app.matches_byday(day, names, s.since, s.before)
  from (select case when freq = 'YEARLY' and months is null then 'year' else 'month' end) u(unit),
    lateral (select date_trunc(u.unit, day::timestamp)::date,
      (date_trunc(u.unit, day::timestamp) + ('1 ' || u.unit)::interval)::date) s(since, before)
$$;

-- The local times of a range of the rule's periods, in order. BYSETPOS selects within a period.
create or replace function app.occurrences_in_periods(rule text, freq text, first timestamp, first_period bigint,
  last_period bigint)
returns table (local_time timestamp) language sql stable as $$
  with every as materialized (select r.*, coalesce(app.rule_part(rule, 'INTERVAL')::int, 1) as n,
    array_position('{MO,TU,WE,TH,FR,SA,SU}'::text[], coalesce(app.rule_part(rule, 'WKST'), 'MO')) - 1 as week_start,
    coalesce(app.rule_parts(rule, 'BYHOUR')::int[], array[extract(hour from first)::int]) as hours,
    app.rule_parts(rule, 'BYSETPOS')::int[] as places from app.rule_days(rule, freq, first::date) r),
  days as materialized (select k, d as day
    from every, generate_series(first_period, last_period) k,
      generate_series(app.period_at(freq, first::date, k * every.n, week_start)::timestamp,
        app.period_at(freq, first::date, k * every.n + 1, week_start)::timestamp - interval '1 day', '1 day') d
    where (months is null or date_part('month', d)::int = any (months))
      and (weekdays is null or date_part('isodow', d)::int = any (weekdays))
      and (month_days is null or app.matches_month_day(d::date, month_days, clamps))),
  times as (select k, d.day::date + h.hour * interval '1 hour' + (first - date_trunc('hour', first)) as local_time
    from every, days d, unnest(every.hours) h(hour)
    where names is null or app.matches_ordinal(d.day::date, names, freq, months)),
  placed as (select t.local_time, row_number() over w as place, count(*) over (partition by t.k) as size
    from times t window w as (partition by t.k order by t.local_time))
  select p.local_time from placed p, every where p.local_time >= first
    and (every.places is null or p.place = any (every.places) or p.place - p.size - 1 = any (every.places))
  order by p.local_time
$$;

create or replace function app.hourly_occurrences(rule text, start timestamptz, zone text, first_period bigint,
  last_period bigint)
returns table (moment timestamptz) language sql stable as $$
  select m.at from generate_series(first_period, last_period) k,
      lateral (select start + k * coalesce(app.rule_part(rule, 'INTERVAL')::int, 1) * interval '1 hour') m(at),
      lateral (select m.at at time zone zone) l(local_at)
    where (app.rule_part(rule, 'BYHOUR') is null
      or extract(hour from l.local_at)::text = any (app.rule_parts(rule, 'BYHOUR')))
      and (app.rule_part(rule, 'BYMONTH') is null
        or extract(month from l.local_at)::text = any (app.rule_parts(rule, 'BYMONTH')))
      and (app.rule_part(rule, 'BYDAY') is null
        or app.matches_byday(l.local_at::date, app.rule_parts(rule, 'BYDAY'), l.local_at::date, l.local_at::date))
    order by k
$$;

-- True if UNTIL includes a timestamp; a date includes its whole local day.
create or replace function app.is_before_until(rule text, moment timestamptz, zone text) returns boolean
language sql stable as $$
  select case when u is null then true when u like '%Z' then moment <= rtrim(u, 'Z')::timestamp at time zone 'UTC'
      when length(u) = 8 then (moment at time zone zone)::date <= u::date
      else moment at time zone zone <= u::timestamp end
    from (select app.rule_part(rule, 'UNTIL')) r(u)
$$;

-- Up to `max_rows` occurrences of a rule from `start`, strictly after a timestamp. Searches 100 years, five
-- for hourly rules, in spans that grow while they are empty, so that a rule that never occurs costs few of
-- them.
create or replace function app.occurrences(rule text, start timestamptz, zone text, after timestamptz, max_rows int)
returns setof timestamptz language plpgsql stable as $$
declare freq text := app.rule_part(rule, 'FREQ'); step int := coalesce(app.rule_part(rule, 'INTERVAL')::int, 1);
  max_count int := app.rule_part(rule, 'COUNT')::int; first timestamp := start at time zone zone; k bigint := 0;
  span int := case freq when 'HOURLY' then 500 when 'DAILY' then 100 when 'WEEKLY' then 20 when 'MONTHLY' then 6 else 2 end;
  search_end timestamptz := greatest(start, after) + make_interval(years => case freq when 'HOURLY' then 5 else 100 end);
  m timestamptz; last_returned timestamptz := after; occurrence_count int := 0; returned_count int := 0; counted int;
begin
  if max_count is null and after > start then
    k := greatest(0, case freq when 'HOURLY' then extract(epoch from after - start)::bigint / 3600
      else app.periods_between(freq, first::date, (after at time zone zone)::date) end / step - 1);
  end if;
  loop
    counted := occurrence_count;
    for m in select h.moment from app.hourly_occurrences(rule, start, zone, k, k + span - 1) h where freq = 'HOURLY'
        union all select case when t.local_time = first then start else app.from_local_time(t.local_time, zone) end
          from app.occurrences_in_periods(rule, freq, first, k, k + span - 1) t where freq <> 'HOURLY'
        order by 1 loop
      occurrence_count := occurrence_count + 1;
      if occurrence_count > max_count or m > search_end or not app.is_before_until(rule, m, zone) then return; end if;
      continue when m <= last_returned;
      last_returned := m; returned_count := returned_count + 1;
      return next m;
      if returned_count = max_rows then return; end if;
    end loop;
    k := k + span;
    if occurrence_count = counted then span := span * 2; end if;
    if (case freq when 'HOURLY' then start + k * step * interval '1 hour' > search_end
      else app.period_at(freq, first::date, k * step, 0) > search_end::date end) then return; end if;
  end loop;
end $$;
