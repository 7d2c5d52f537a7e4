-- Exchange rates of a holding, which its parent enters by day: units of `quote` for one of `base`.

-- The rate of a pair on a day as it was entered, or the inverse of that of the reversed pair: the last one,
-- not older than 31 days.
create or replace function app.entered_rate(day date, base text,
  quote text) returns numeric language sql stable as $$
  select coalesce(
    (select r.rate from holding_rates r where r.org_id = app.org_id() and r.base = entered_rate.base
      and r.quote = entered_rate.quote and r.day between entered_rate.day - 31 and entered_rate.day
      order by r.day desc limit 1),
    (select 1::numeric(60, 40) / r.rate from holding_rates r where r.org_id = app.org_id()
      and r.base = entered_rate.quote and r.quote = entered_rate.base
      and r.day between entered_rate.day - 31 and entered_rate.day order by r.day desc limit 1))
$$;

-- The same, or else by way of the currency of the parent; and which it is.
create or replace function app.rate_on(day date, base text, quote text, out rate numeric, out derived text)
language sql stable as $$
  select coalesce(x.straight, x.across), case when base = quote then 'same' when x.straight is null
    then 'cross'
      when exists (select from holding_rates r where r.org_id = app.org_id() and r.base = rate_on.base
        and r.quote = rate_on.quote and r.day between rate_on.day - 31 and rate_on.day) then 'direct'
          else 'inverse' end
    from (select case when base = quote then 1 else app.entered_rate(day, base, quote) end as straight,
        app.entered_rate(day, base, o.currency) * app.entered_rate(day, o.currency, quote) as across
      from organizations o where o.id = app.org_id()) x
$$;

-- The mean of all days of a range, and the rate of its last day; null where a day that it needs has none.
create or replace function app.rates_of_range(since date, until date, base text, quote text)
returns table (average numeric, closing numeric, derived text) language sql stable as $$
  select case when count(*) = count(r.rate) then sum(r.rate) / count(*) end,
      (app.rate_on(until, base, quote)).rate, min(r.derived)
    from generate_series(since::timestamp, until, interval '1 day') d cross join lateral app.rate_on(d::date,
      base, quote) r
$$;

create or replace function app.save_holding_rates(rates jsonb) returns void language sql as $$
  delete from holding_rates r using jsonb_to_recordset(rates) x(day date, base text, quote text, rate numeric)
    where r.org_id = app.org_id() and x.rate is null and r.day = x.day and r.base = x.base
      and r.quote = x.quote;
  insert into holding_rates as r (day, base, quote, rate, source)
    select x.day, x.base, x.quote, x.rate, x.source
      from jsonb_to_recordset(rates) x(day date, base text, quote text, rate numeric, source text)
      where x.rate is not null
    on conflict (org_id, base, quote, day) do update set rate = excluded.rate, source = excluded.source,
      updated_at = now()
$$;
