-- Public holidays, and an organization's working days.

-- Fills both tables from what scripts/holidays.ts writes, unless they hold it. A line of `places`: country,
-- region, name; of `holidays`: country, its regions ('*': all; '.': the country without a region), English
-- name, name, kind, flags (s: substitute, h: half day), and 'MM-DD' of every year or its days.
create or replace function app.load_holidays(first int, last int, places text, holidays text) returns void
language plpgsql as $$
declare content text := format('%s-%s %s', first, last, md5(places || holidays));
begin
  if obj_description('public_holidays'::regclass) = content then return; end if;
  delete from holiday_places;
  insert into holiday_places (country, region, name)
    select c[1], c[2], c[3] from regexp_split_to_table(btrim(places, E'\n'), E'\n') line, string_to_array(line, E'\t') c;
  delete from public_holidays;
  insert into public_holidays (country, regions, name_en, name, kind, substitute, half_day, days)
    select c[1], case c[2] when '*' then null when '.' then '{""}' else string_to_array(replace(c[2], '.', ''), ' ') end,
        c[3], coalesce(nullif(c[4], ''), c[3]), c[5], c[6] ~ 's', c[6] ~ 'h',
        case when c[7] like '__-__' then array(select (y || '-' || c[7])::date from generate_series(first, last) y)
          else string_to_array(c[7], ' ')::date[] end
      from regexp_split_to_table(btrim(holidays, E'\n'), E'\n') line, string_to_array(line, E'\t') c;
  analyze holiday_places, public_holidays;
  execute format('comment on table public_holidays is %L', content);
end $$;

-- Which public holidays the tables hold; another text once they hold others.
create or replace function app.holidays_edition() returns text language sql stable as $$
  select obj_description('public.public_holidays'::regclass)
$$;

-- A null region is the whole country.
create or replace function app.is_holiday_place(place text, part text) returns boolean language sql stable as $$
  select exists (select from holiday_places h where h.country = place::bpchar and h.region = coalesce(part, ''))
$$;

-- Holidays of a country or of one of its regions.
create or replace function app.holidays_of(place text, part text, first date, last date)
returns table (date date, name text, name_en text, kind text, substitute boolean, half_day boolean)
language sql stable as $$
  select d.day, h.name, h.name_en, h.kind, h.substitute, h.half_day from public_holidays h, unnest(h.days) d(day)
    where h.country = place::bpchar and d.day between first and last
      and (h.regions is null or coalesce(part, '') = any (h.regions))
$$;

-- Holidays of the organization: its place's, less removals, plus additions.
create or replace function app.org_holidays(org uuid, first date, last date)
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

-- How much of each day the organization works: 1, 0.5 or 0; the single source for charts, forecasts and
-- leave. The plan is cached, as planning costs more than a month of days.
create or replace function app.day_shares(org uuid, first date, last date) returns table (day date, share numeric)
language sql stable rows 30 set plan_cache_mode = force_generic_plan as $$
  select d.day, case when extract(isodow from d.day)::smallint = any (o.working_days) then 1 - coalesce(h.off, 0) else 0 end
  from organizations o cross join generate_series(0, last - first) n cross join lateral (select first + n) d(day)
    left join (select k.date, max(case when k.half_day then 0.5 else 1 end) as off
      from app.org_holidays(org, first, last) k where k.kind = 'public' group by k.date) h on h.date = d.day
  where o.id = org
$$;
