-- Working time: how much of it lies between two timestamps, and when a given amount has elapsed. A calendar's
-- intervals are in local time, built for each date and converted to timestamps, so that days of 23 and 25
-- hours are correct. An interval bound within an hour that a clock change skips or repeats is interpreted as
-- Postgres does. Without a calendar, time counts around the clock.

-- The only traversal: from a timestamp until another, or until a number of seconds of working time has
-- elapsed. Ordinary weeks, without special days or clock changes, are counted as a unit.
create or replace function app.walk_hours(c business_calendars, start timestamptz, until timestamptz, seconds numeric,
  out at timestamptz, out spent numeric) language plpgsql stable as $$
declare day date; midnight timestamptz; week_after timestamptz; spans jsonb; opens timestamptz; closes timestamptz;
  interval_seconds numeric;
begin
  at := start; spent := 0;
  if seconds <= 0 or until <= start then return; end if;
  if c.id is null then
    at := least(until, start + make_interval(secs => seconds::float8)); spent := extract(epoch from at - start); return;
  end if;
  day := (start at time zone c.time_zone)::date;
  loop
    midnight := day::timestamp at time zone c.time_zone;
    if midnight >= until then at := until; return; end if;
    if midnight >= at and (seconds is null or spent + c.week_seconds < seconds)
        and width_bucket(day - 1, c.special_days) = width_bucket(day + 6, c.special_days) then
      week_after := (day + 7)::timestamp at time zone c.time_zone;
      if week_after <= until and week_after - midnight = interval '7 days' then
        spent := spent + c.week_seconds; day := day + 7; continue;
      end if;
    end if;
    spans := coalesce(c.exceptions->day::text, case when c.special_days[width_bucket(day, c.special_days)] = day then '[]'
      else c.week->extract(isodow from day)::text end);
    for n in 0 .. coalesce(jsonb_array_length(spans), 0) - 1 loop
      opens := greatest((day + make_interval(mins => (spans->n->>0)::int)) at time zone c.time_zone, at);
      closes := least((day + make_interval(mins => (spans->n->>1)::int)) at time zone c.time_zone, until);
      continue when closes <= opens;
      interval_seconds := extract(epoch from closes - opens);
      if spent + interval_seconds >= seconds then
        at := opens + make_interval(secs => (seconds - spent)::float8); spent := seconds; return;
      end if;
      spent := spent + interval_seconds; at := closes;
    end loop;
    day := day + 1;
  end loop;
end $$;

-- Seconds of working time between two timestamps, for at most ten years.
create or replace function app.business_seconds(c business_calendars, start timestamptz, until timestamptz) returns numeric
language sql stable as $$
  select w.spent from app.walk_hours(c, start, least(until, start + interval '10 years'), null) w
$$;

-- The time at which a number of seconds of working time has elapsed; ten years later if it has not by then. A
-- target that ends with an interval is due at its end, not at the start of the next one.
create or replace function app.business_due(c business_calendars, start timestamptz, seconds numeric) returns timestamptz
language sql stable as $$
  select w.at from app.walk_hours(c, start, start + interval '10 years', seconds) w
$$;
