-- Money by client and currency, of which none is ever added to another. Amounts of time are rates times
-- seconds until the end, where a quotient is rounded once.

-- What time cost: the rate of the person for the day of the work. Only admins read the rates; others get sums
-- from here, and only over enough people.
create or replace function app.agency_costs(since date, until date, only_client uuid)
returns table (client_id uuid, currency text, cost numeric, people bigint, entries_without bigint,
  seconds_without numeric)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with spans as materialized (select r.user_id, r.hourly_minor, r.currency::text,
      daterange(r.effective_from, lead(r.effective_from) over (partition by r.user_id
        order by r.effective_from)) as days
    from cost_rates r where r.org_id = org_id()),
  -- By person first: what is left is few rows to sort.
  worked as materialized (select e.client_id, e.user_id, r.currency,
      sum(e.duration_seconds::numeric * r.hourly_minor) as cost,
      count(*) filter (where r.user_id is null) as entries,
      sum(e.duration_seconds) filter (where r.user_id is null) as seconds
    from agency_entries(since, until, only_client) e
      left join spans r on r.user_id = e.user_id and r.days @> e.work_date
    where e.org_id = org_id() and app.role_level() >= 30 and e.duration_seconds > 0
    group by 1, 2, 3)
  select w.client_id, w.currency, sum(w.cost), count(distinct w.user_id), sum(w.entries)::bigint,
      sum(w.seconds)
    from worked w group by grouping sets ((w.client_id, w.currency), (w.client_id))
$$;

-- What has been worked and billed, and what of it is not on an invoice. Work on projects with a fixed price
-- earns what is invoiced for them.
create or replace function app.agency_time_values(since date, until date, only_client uuid)
returns table (client_id uuid, currency text, worth numeric, unbilled numeric, unbilled_seconds bigint,
  entries_without bigint, seconds_without numeric) language sql stable as $$
  select e.client_id, e.currency::text,
      coalesce(sum(e.duration_seconds::numeric * e.hourly_rate_minor) filter (where e.billable
        and not x.fixed), 0),
      coalesce(sum(e.duration_seconds::numeric * e.hourly_rate_minor) filter (where x.unbilled), 0),
      coalesce(sum(e.duration_seconds) filter (where x.unbilled), 0), count(*) filter (where x.lacks),
      coalesce(sum(e.duration_seconds) filter (where x.lacks), 0)
    from app.agency_entries(since, until, only_client) e
      left join projects p on p.org_id = e.org_id and p.id = e.project_id
      left join invoice_line_sources s on s.org_id = e.org_id and s.time_entry_id = e.id
        and s.released_at is null
      cross join lateral (select f.fixed, app.can_be_billed(e) and s.time_entry_id is null as unbilled,
          e.needs_review or e.billable and not f.fixed and e.hourly_rate_minor is null as lacks
        from (select coalesce(p.budget_minor is not null and p.hourly_rate_minor is null,
          false) as fixed) f) x
    where e.duration_seconds > 0
    group by 1, 2
$$;

-- Everything about money by client and currency, with the costs and values of time that are known already.
create or replace function app.agency_amounts(since date, until date, today date, only_client uuid,
  costs json, time_values json)
returns table (client_id uuid, currency text, invoiced numeric, outstanding numeric, unpaid_30 numeric,
  worth numeric,
  fixed numeric, unbilled numeric, unbilled_seconds numeric, expenses numeric,
    cost numeric) language sql stable as $$
  select m.client_id, m.currency, sum(m.invoiced), sum(m.outstanding), sum(m.unpaid_30), sum(m.worth),
    sum(m.fixed),
      sum(m.unbilled), sum(m.unbilled_seconds), sum(m.expenses), sum(m.cost)
    from (
      select s.client_id, s.currency, s.net as invoiced, 0::numeric as outstanding, 0::numeric as unpaid_30,
          0::numeric as worth, case when p.id is not null then s.net else 0 end as fixed,
            0::numeric as unbilled,
          0::numeric as unbilled_seconds, 0::numeric as expenses, 0::numeric as cost
        from app.sales_between(since, until) s left join projects p on p.org_id = app.org_id()
          and p.id = s.project_id
          and p.budget_minor is not null and p.hourly_rate_minor is null
      union all select o.client_id, o.currency, 0, o.owed, o.days_31_60 + o.days_61_90 + o.days_over_90, 0,
        0, 0, 0, 0, 0
        from app.outstanding_amounts(today) o
      union all select v.client_id, v.currency, 0, 0, 0, v.worth, 0, v.unbilled, v.unbilled_seconds, 0, 0
        from json_to_recordset(time_values) v(client_id uuid, currency text, worth numeric, unbilled numeric,
          unbilled_seconds numeric) where v.currency is not null
      union all select e.client_id, e.currency, 0, 0, 0, 0, 0, 0, 0, e.cost, 0 from app.costs_between(since,
        until) e
        where e.client_id is not null
      union all select c.client_id, c.currency, 0, 0, 0, 0, 0, 0, 0, 0, c.cost
        from json_to_recordset(costs) c(client_id uuid, currency text, cost numeric)
        where c.currency is not null) m
    where only_client is null or m.client_id = only_client
    group by 1, 2
$$;

-- Why the margin of a client is not told, or null. The cost of one or two people would tell what they earn.
create or replace function app.agency_gaps(costs json, time_values json)
returns table (client_id uuid, reason text, entries bigint, seconds numeric) language sql stable as $$
  select t.client_id, case when app.role_level() < 40
    and t.people < 3 then 'small_group' when t.without_cost > 0
    then 'no_cost'
      when t.without_rate > 0 then 'no_rate' end, t.without_cost + t.without_rate,
        t.cost_seconds + t.rate_seconds
    from (select c.client_id, c.people, c.entries_without as without_cost, coalesce(c.seconds_without,
      0) as cost_seconds,
        coalesce(v.entries, 0) as without_rate, coalesce(v.seconds, 0) as rate_seconds
      from (select x.client_id, max(x.people) as people, max(x.entries_without) as entries_without,
          max(x.seconds_without) as seconds_without
        from json_to_recordset(costs) x(client_id uuid, people bigint, entries_without bigint,
          seconds_without numeric) group by 1) c
      left join (select x.client_id, sum(x.entries_without) as entries, sum(x.seconds_without) as seconds
        from json_to_recordset(time_values) x(client_id uuid, entries_without bigint, seconds_without numeric)
        group by 1) v
        on app.client_key(v.client_id) = app.client_key(c.client_id)) t
$$;
