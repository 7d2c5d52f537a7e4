-- The reference table of holidays, filled from the rules, and an organization's working days.

-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher).
create or replace function app.easter(year int) returns date language plpgsql immutable as $$
declare a int := year % 19; b int := year / 100; c int := year % 100; h int; l int; m int; n int;
begin
  h := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  m := (a + 11 * h + 22 * l) / 451;
  n := h + l - 7 * m + 114;
  return make_date(year, n / 31, n % 31 + 1);
end $$;

-- The n-th weekday (1 is Monday) of a month, from its end where n is negative.
create or replace function app.nth_weekday(year int, month int, weekday int, n int) returns date
language sql immutable as $$
  select case when n > 0 then first + (weekday + 7 - extract(isodow from first)::int) % 7 + 7 * (n - 1)
    else last - (extract(isodow from last)::int + 7 - weekday) % 7 + 7 * (n + 1) end
  from (select make_date(year, month, 1) as first,
    (make_date(year, month, 1) + interval '1 month - 1 day')::date as last) m
$$;

create or replace function app.holiday_date(rule text, year int) returns date language plpgsql immutable as $$
declare parts text[] := string_to_array(rule, ' '); n int[];
begin
  if rule = 'brigid' then
    return case when extract(isodow from make_date(year, 2, 1)) = 5 then make_date(year, 2, 1)
      else app.nth_weekday(year, 2, 1, 1) end;
  end if;
  n := parts[2:]::int[];
  return case parts[1] when 'fixed' then make_date(year, n[1], n[2]) when 'easter' then app.easter(year) + n[1]
    when 'nth' then app.nth_weekday(year, n[1], n[2], n[3])
    else make_date(year, n[1], n[2]) - 1 - (extract(isodow from make_date(year, n[1], n[2]) - 1)::int + 7 - n[3]) % 7 end;
end $$;

-- The substitute for a holiday on this date, or null.
create or replace function app.holiday_substitute(day date, how text) returns date language sql immutable as $$
  select case when how = 'near' and d = 6 then day - 1 when how = 'near' and d = 7 then day + 1
    when how in ('next', 'pair') and d = 6 then day + 2 when how = 'next' and d = 7 then day + 1
    when how = 'pair' and d = 7 then day + 2 end from (select extract(isodow from day)::int) w(d)
$$;

create or replace function app.fill_holidays(first int, last int) returns void language sql as $$
  delete from public_holidays where date between make_date(first, 1, 1) and make_date(last, 12, 31);
  insert into public_holidays (country, region, date, name_en, name, kind, substitute)
    select r.country, reg, d.day, r.name_en, coalesce(nullif(r.name, ''), r.name_en), r.kind, d.instead
    from generate_series(first, last + 1) year, app.holiday_rules() r
    cross join unnest(case r.regions when '' then '{""}' else string_to_array(r.regions, ' ') end) reg
    cross join lateral (select app.holiday_date(r.rule, year) as fixed) f
    cross join lateral (
      select case when r.substitute = 'eve' and extract(isodow from fixed) = 7 then fixed - 1 else fixed end as day,
        false as instead
      union all select app.holiday_substitute(fixed, r.substitute), true) d
    where coalesce(r.since, year) <= year and coalesce(r.until, year) >= year
      and d.day between make_date(first, 1, 1) and make_date(last, 12, 31)
    on conflict do nothing
$$;
-- The years used by calendars and charts; each migration extends them from the current year.
select app.fill_holidays(2020, extract(year from now())::int + 9);

-- Places with known holidays; no region is the whole country.
create or replace function app.holiday_places() returns table (country text, region text, name text)
language sql immutable as $$
  values ('AT', null, 'Austria'), ('BE', null, 'Belgium'), ('DE', null, 'Germany'), ('ES', null, 'Spain'),
    ('FR', null, 'France'), ('GB', null, 'United Kingdom'), ('IE', null, 'Ireland'), ('IT', null, 'Italy'),
    ('NL', null, 'Netherlands'), ('PL', null, 'Poland'), ('PT', null, 'Portugal'), ('US', null, 'United States'),
    ('DE', 'BB', 'Brandenburg'), ('DE', 'BE', 'Berlin'), ('DE', 'BW', 'Baden-Württemberg'), ('DE', 'BY', 'Bayern'),
    ('DE', 'HB', 'Bremen'), ('DE', 'HE', 'Hessen'), ('DE', 'HH', 'Hamburg'), ('DE', 'MV', 'Mecklenburg-Vorpommern'),
    ('DE', 'NI', 'Niedersachsen'), ('DE', 'NW', 'Nordrhein-Westfalen'), ('DE', 'RP', 'Rheinland-Pfalz'),
    ('DE', 'SH', 'Schleswig-Holstein'), ('DE', 'SL', 'Saarland'), ('DE', 'SN', 'Sachsen'),
    ('DE', 'ST', 'Sachsen-Anhalt'), ('DE', 'TH', 'Thüringen'), ('FR', '57', 'Moselle'), ('FR', '67', 'Bas-Rhin'),
    ('FR', '68', 'Haut-Rhin'), ('GB', 'ENG', 'England'), ('GB', 'NIR', 'Northern Ireland'),
    ('GB', 'SCT', 'Scotland'), ('GB', 'WLS', 'Wales')
$$;
create or replace function app.is_holiday_place(place text, part text) returns boolean language sql immutable as $$
  select exists (select from app.holiday_places() h where h.country = place and h.region is not distinct from part)
$$;

-- Holidays of a place: the country's and, if given, the region's.
create or replace function app.holidays_of(place text, part text, first date, last date) returns setof public_holidays
language sql stable as $$
  select h.* from public_holidays h where h.country = place and h.date between first and last
    and h.region = any (array['', coalesce(part, '')])
$$;

-- Holidays of the organization: its place's, less removals, plus additions.
create or replace function app.holidays_kept(org uuid, first date, last date)
returns table (date date, name text, name_en text, kind text, substitute boolean, half_day boolean, source text)
language sql stable as $$
  select h.date, h.name, h.name_en, h.kind, h.substitute, h.half_day, 'library' from organizations o
    cross join lateral app.holidays_of(o.country, o.region, first, last) h
    where o.id = org and not exists (select from holiday_overrides v where v.org_id = org and v.date = h.date
      and v.kind = 'remove' and coalesce(v.region, o.region) is not distinct from o.region)
  union all select v.date, v.name, v.name, 'public', false, v.half_day, 'override' from organizations o
    join holiday_overrides v on v.org_id = o.id and v.date between first and last and v.kind = 'add'
      and coalesce(v.region, o.region) is not distinct from o.region where o.id = org
$$;

-- How much of each day the organization works: 1, 0.5 or 0; the single source for charts, forecasts and leave. The
-- plan is cached, as planning costs more than a month of days.
create or replace function app.day_shares(org uuid, first date, last date) returns table (day date, share numeric)
language sql stable rows 30 set plan_cache_mode = force_generic_plan as $$
  select d.day, case when extract(isodow from d.day)::smallint = any (o.working_days) then 1 - coalesce(h.off, 0) else 0 end
  from organizations o cross join generate_series(0, last - first) n cross join lateral (select first + n) d(day)
    left join (select k.date, max(case when k.half_day then 0.5 else 1 end) as off
      from app.holidays_kept(org, first, last) k where k.kind = 'public' group by k.date) h on h.date = d.day
  where o.id = org
$$;
