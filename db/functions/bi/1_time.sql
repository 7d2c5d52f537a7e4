-- Days, units and buckets of figures.

-- The first day of the year or quarter that a day is in, where years begin with the given month.
create or replace function app.fiscal_begin(day date, unit text, year_start int) returns date
language sql immutable parallel safe as $$
  select (date_trunc(unit, day - x.later) + x.later)::date
    from (select make_interval(months => year_start - 1) as later) x
$$;

-- The first day of the unit that a day is in; weeks begin on the given ISO weekday, fiscal years with the
-- given month.
create or replace function app.bi_begin(day date, unit text, week_start int, year_start int default 1)
returns date
language sql immutable parallel safe as $$
  select case unit when 'day' then day
    when 'week' then day - (extract(isodow from day)::int - week_start + 7) % 7
    when 'fiscal_year' then app.fiscal_begin(day, 'year', year_start)
    when 'fiscal_quarter' then app.fiscal_begin(day, 'quarter', year_start)
    else date_trunc(unit, day::timestamp)::date end
$$;

-- The first day of the unit that is so many units later.
create or replace function app.bi_later(day date, unit text, units int) returns date
language sql immutable parallel safe as $$
  select (day + case unit when 'day' then make_interval(days => units)
    when 'week' then make_interval(days => 7 * units) when 'month' then make_interval(months => units)
    when 'quarter' then make_interval(months => 3 * units)
    when 'fiscal_quarter' then make_interval(months => 3 * units)
    else make_interval(years => units) end)::date
$$;

-- The days of a range: {"from", "to"}, or a word such as this_month or last_30_days. `this_…` is the unit to
-- date; `unit` is set where the range is one.
create or replace function app.bi_days(range jsonb, today date, week_start int, year_start int,
  out first date, out last date, out unit text, out is_to_date boolean)
language plpgsql immutable as $$
declare word text := range #>> '{}'; parts text[];
begin
  is_to_date := false;
  if jsonb_typeof(range) = 'object' then
    first := (range->>'from')::date; last := (range->>'to')::date;
    return;
  end if;
  if word in ('today', 'yesterday') then
    unit := 'day'; first := today - (word = 'yesterday')::int; last := first;
    return;
  end if;
  parts := regexp_match(word, '^(last|next)_(\d+)_days$');
  if parts is not null then
    first := case parts[1] when 'last' then today - parts[2]::int + 1 else today + 1 end;
    last := case parts[1] when 'last' then today else today + parts[2]::int end;
    return;
  end if;
  parts := regexp_match(word, '^(this|last)_(\w+)$');
  unit := parts[2];
  first := app.bi_begin(today, unit, week_start, year_start);
  if parts[1] = 'this' then
    last := today; is_to_date := true;
  else
    last := first - 1; first := app.bi_later(first, unit, -1);
  end if;
end $$;

-- The days that a range is compared with: those of the unit before (of a unit to date as many from its
-- beginning, at most to its end), otherwise as many right before; or the same days a year earlier.
create or replace function app.bi_compared(range jsonb, today date, week_start int, year_start int, by text,
  out first date, out last date)
language plpgsql immutable as $$
declare d record;
begin
  select * into d from app.bi_days(range, today, week_start, year_start);
  if by = 'previous_year' then
    first := (d.first - interval '1 year')::date; last := (d.last - interval '1 year')::date;
  elsif d.unit is null then
    first := d.first - (d.last - d.first + 1); last := d.first - 1;
  else
    first := app.bi_later(app.bi_begin(d.first, d.unit, week_start, year_start), d.unit, -1);
    last := case when d.is_to_date then least(first + (d.last - d.first), d.first - 1) else d.first - 1 end;
  end if;
end $$;

-- An hour as it is told: local, with its offset, as one may come twice.
create or replace function app.bi_hour(at timestamptz, zone text) returns text language sql stable as $$
  select to_char(at at time zone zone, 'YYYY-MM-DD"T"HH24:MI') || case when o.minutes < 0 then '-'
    else '+' end
      || to_char(make_interval(mins => abs(o.minutes)), 'HH24:MI')
    from (select (extract(epoch from (at at time zone zone) - (at at time zone 'UTC')) / 60)::int
      as minutes) o
$$;

-- Whose figures they are, also of somebody who has left.
create or replace function app.bi_person(person uuid) returns text language sql stable as $$
  select coalesce(u.name || case when m.user_id is null then ' (left)' else '' end, 'former member')
    from (select person as id where person is not null) p left join users u on u.id = p.id
      left join organization_members m on m.org_id = app.org_id() and m.user_id = p.id
        and m.status = 'active'
$$;

-- A figure in JSON: whole ones beyond what a double holds are text.
create or replace function app.bi_number(value numeric, kind text) returns jsonb
language sql immutable parallel safe as $$
  select case when value is null then 'null'::jsonb
    when abs(value) > 9007199254740991 then to_jsonb(round(value)::text)
    when kind in ('count', 'money', 'seconds') then to_jsonb(round(value))
    else to_jsonb(trim_scale(round(value, case kind when 'ratio' then 4 else 2 end))) end
$$;
