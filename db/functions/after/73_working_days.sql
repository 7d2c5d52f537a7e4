-- Working days as numbers: the first Monday of the calendar is 1 where Mondays are worked, and so on. With them the
-- length of a span and the end of a task are sums.

-- The days of the week on which the organization works, in their order.
create or replace function app.org_week() returns smallint[] language sql stable as $$
  select array(select distinct d from unnest(app.days_or_all(o.working_days)) d order by d) from organizations o
    where o.id = app.org_id()
$$;

-- How many working days there were up to a day, that day counted; `days` as app.org_week gives them.
create or replace function app.work_index(day date, days smallint[]) returns int language sql immutable parallel safe as $$
  select (day - date '0001-01-01') / 7 * cardinality(days)
    + (select count(*)::int from unnest(days) d where d <= extract(isodow from day))
$$;

-- The number of the working day on which work starts that is to start on a day.
create or replace function app.work_start(day date, days smallint[]) returns int language sql immutable parallel safe as $$
  select app.work_index(day - 1, days) + 1
$$;

-- The working day of a number.
create or replace function app.work_day(n int, days smallint[]) returns date language sql immutable parallel safe as $$
  select case when n is not null then least(date '0001-01-01' + (greatest(n, 1) - 1) / cardinality(days) * 7
    + days[(greatest(n, 1) - 1) % cardinality(days) + 1] - 1, date '9999-12-31') end
$$;
