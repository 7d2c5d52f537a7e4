-- The expected value of deals. An open deal counts in the month in which it is expected to close, a won one
-- in the month in which it closed; `first` and `last` bound the months. Deals expected earlier, or without a
-- date, are listed separately.

call app.make_type('forecast_deal', 'day date, currency text, open boolean, value_minor bigint,
  weighted_minor bigint');

create or replace function app.forecast_deals(pipeline uuid, owners uuid[], unowned boolean) returns setof app.forecast_deal
language sql stable as $$
  select case d.status when 'open' then d.expected_close_date else app.local_day(d.closed_at, z.zone) end,
      d.currency, d.status = 'open', d.value_minor,
      app.weighted(d.value_minor, case d.status when 'won' then 100 else coalesce(d.probability, s.probability) end)
    from (select app.crm_zone() as zone offset 0) z cross join app.crm_deals(pipeline, owners, unowned) d
      join pipeline_stages s on s.org_id = d.org_id and s.id = d.stage_id
    where d.status <> 'lost'
$$;

create or replace function app.crm_forecast(first date, last date, pipeline uuid, owners uuid[], unowned boolean) returns json
language sql stable as $$
  with sums as materialized (
    select case when f.day is null then 'undated' when f.day < first then 'overdue' else to_char(f.day, 'YYYY-MM') end as period,
        f.currency, count(*) filter (where f.open) as open, coalesce(sum(f.value_minor) filter (where f.open), 0) as open_minor,
        coalesce(sum(f.weighted_minor) filter (where f.open), 0) as weighted_minor,
        count(*) filter (where not f.open) as won, coalesce(sum(f.value_minor) filter (where not f.open), 0) as won_minor
      from app.forecast_deals(pipeline, owners, unowned) f
      where f.open and f.day is null or f.day between first and last or f.open and f.day < first group by 1, 2),
  waiting as (
    select s.period, array_to_json(array_agg((select row_to_json(x) from (select s.currency, s.open, s.open_minor,
        s.weighted_minor) x) order by s.currency)) as sums from sums s where s.period in ('undated', 'overdue') group by 1)
  select row_to_json(x) from (
    select first as "from", last as "to",
      coalesce((select array_to_json(array_agg((select row_to_json(m) from (select s.period as month, s.currency, s.open,
          s.open_minor, s.weighted_minor, s.won, s.won_minor) m) order by s.period, s.currency)) from sums s
        where s.period not in ('undated', 'overdue')), '[]') as months,
      coalesce((select w.sums from waiting w where w.period = 'overdue'), '[]') as overdue,
      coalesce((select w.sums from waiting w where w.period = 'undated'), '[]') as undated) x
$$;
