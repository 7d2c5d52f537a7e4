-- Amounts of money: whole minor units of a currency. Rounded half away from zero, as Postgres rounds numeric.

-- The decimals of a currency's minor unit, by ISO 4217; the same as src/shared/money/currencies.ts.
create or replace function app.minor_digits(currency text) returns int language sql immutable parallel safe as $$
  select case when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
      'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4 else 2 end
$$;

-- Minor units of an amount in major ones.
create or replace function app.to_minor(amount numeric, currency text) returns numeric
language sql immutable parallel safe as $$
  select round(amount * 10::numeric ^ app.minor_digits(currency))
$$;

-- Minor units of another currency, from an amount in minor units of one; `rate` is between their major units.
create or replace function app.convert_minor(amount numeric, currency text, rate numeric, target text) returns numeric
language sql immutable parallel safe as $$
  select round(amount * rate * 10::numeric ^ (app.minor_digits(target) - app.minor_digits(currency)))
$$;

-- The quotient of integers, rounded half away from zero, without a truncating division.
create or replace function app.round_div(above numeric, below numeric) returns numeric
language sql immutable parallel safe as $$
  select sign(above) * sign(below) * div(2 * abs(above) + abs(below), 2 * abs(below))
$$;

-- Splits an amount in proportion to weights, so that the shares add up to it exactly (largest remainder):
-- each share is rounded down, and the remaining units go one by one to the largest remainders, ties to the
-- first. A negative amount gives the negated shares. If all weights are zero, the first share gets
-- everything.
create or replace function app.split_minor(amount numeric, weights numeric[]) returns numeric[]
language sql immutable parallel safe as $$
  with total as (select coalesce(sum(w), 0) as sum from unnest(weights) w),
  parts as materialized (select p.place, case when t.sum = 0 then case when p.place = 1 then abs(amount) else 0 end
        else floor_div end as share,
        case when t.sum = 0 then 0 else abs(amount) * p.weight * sign(t.sum) - floor_div * abs(t.sum) end as lost
    from unnest(weights) with ordinality p(weight, place) cross join total t
      cross join lateral (select case when t.sum <> 0 then div(abs(amount) * p.weight * sign(t.sum), abs(t.sum))
        - case when mod(abs(amount) * p.weight * sign(t.sum), abs(t.sum)) < 0 then 1 else 0 end end as floor_div) f),
  missing as (select abs(amount) - sum(share) as units from parts),
  ranked as (select p.*, row_number() over (order by p.lost desc, p.place) as turn from parts p)
  select array_agg(sign(amount) * (r.share + case when r.turn <= m.units then 1 else 0 end) order by r.place)
    from ranked r cross join missing m
$$;
