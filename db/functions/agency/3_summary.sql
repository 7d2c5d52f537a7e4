-- The summary by client. Each measure is one query over all clients; they are joined by client.

-- The worst of three rules: tasks that are late, budgets used, and what is unpaid for more than 30 days. Null
-- where nothing is known. `src/areas/agency/health.ts` says the same limits.
create or replace function app.agency_health(open numeric, overdue numeric, burn numeric,
  unpaid numeric) returns setof json rows 1
language sql immutable as $$
  select row_to_json(h) from (select
      case l.worst when 2 then 'red' when 1 then 'yellow' when 0 then 'green' end as value,
      array_remove(array[case when l.late = l.worst and l.worst > 0 then 'late' end,
        case when l.used = l.worst and l.worst > 0 then 'burn' end,
        case when l.owed = l.worst and l.worst > 0 then 'unpaid' end], null) as reasons,
      round(overdue / nullif(open, 0), 2)::text as late_share, round(burn, 2)::text as burn,
      round(unpaid, 2)::text as unpaid_share
    from (select x.*, greatest(x.late, x.used, x.owed) as worst from (select
      case when open > 0 then case when overdue * 10 >= open * 3 then 2 when overdue * 10 >= open then 1
        else 0 end end
        as late,
      case when burn > 1 then 2 when burn >= 0.8 then 1 when burn is not null then 0 end as used,
      case when unpaid >= 0.5 then 2 when unpaid > 0 then 1 when unpaid is not null
        then 0 end as owed) x) l) h
$$;

-- The amounts of a client as they are told. The margin is exact until it is rounded once; a gap leaves it
-- out.
create or replace function app.agency_money_json(amounts json,
  has_gap boolean) returns setof json rows 1 language sql immutable as $$
  select coalesce(json_agg(json_build_object('currency', a.currency, 'invoiced_net_minor', a.invoiced,
      'outstanding_minor', a.outstanding, 'unpaid_over_30_minor', a.unpaid_30,
      'unbilled_minor', app.round_div(a.unbilled, 3600), 'unbilled_seconds', a.unbilled_seconds,
      'revenue_minor', app.round_div(a.worth, 3600) + a.fixed, 'expenses_minor', a.expenses,
      'margin_minor', case when not has_gap then app.round_div(a.worth - a.cost,
        3600) + a.fixed - a.expenses end)
      order by a.currency), '[]')
    from json_to_recordset(amounts) a(currency text, invoiced numeric, outstanding numeric,
      unpaid_30 numeric, worth numeric,
      fixed numeric, unbilled numeric, unbilled_seconds numeric, expenses numeric, cost numeric)
$$;

-- Every client with its figures, and a row without a client for what has none.
create or replace function app.agency_figures(since date, until date, only_client uuid, with_money boolean)
returns table (client_id uuid, name text, status text, archived boolean, projects bigint, tasks_open numeric,
  tasks_overdue numeric, tasks_done numeric, seconds bigint, billable_seconds bigint, months bigint[],
    tickets bigint,
  breaches bigint, milestone json, health json, money json, gap json, has_any boolean)
language sql stable set plan_cache_mode = force_custom_plan as $$
  with organization as materialized (select o.timezone as zone, app.today(o.timezone) as today
    from organizations o
    where o.id = app.org_id()),
  hours as materialized (select * from app.agency_hours(since, until, only_client)),
  months as materialized (select * from app.agency_hours_by_month(date_trunc('month',
    until::timestamp)::date, only_client)),
  projects as materialized (select p.client_id, count(*) filter (where p.active) as active,
    max(p.burn) as burn
    from app.agency_projects(only_client, with_money) p group by 1),
  tasks as materialized (select t.client_id, sum(t.open) as open, sum(t.overdue) as overdue,
    sum(t.done) as done
    from organization o cross join lateral app.agency_tasks(since, until, least(until, o.today), o.zone,
      only_client) t
    group by 1),
  tickets as materialized (select * from app.agency_tickets(only_client)),
  breaches as materialized (select b.* from organization o
    cross join lateral app.agency_breaches(since, until, o.zone, only_client) b),
  milestones as materialized (select * from app.agency_milestones(only_client)),
  costs as materialized (select coalesce(json_agg(c), '[]') as list
    from app.agency_costs(since, until, only_client) c where with_money),
  time_values as materialized (select coalesce(json_agg(v), '[]') as list
    from app.agency_time_values(since, until, only_client) v where with_money),
  gaps as materialized (select g.* from costs c cross join time_values v
    cross join lateral app.agency_gaps(c.list, v.list) g),
  amounts as materialized (select a.client_id, json_agg(row_to_json(a)) as list,
      max(a.unpaid_30 / nullif(a.outstanding, 0)) as unpaid
    from organization o cross join costs c cross join time_values v
      cross join lateral app.agency_amounts(since, until, o.today, only_client, c.list, v.list) a
    where with_money group by 1),
  listed as (
    select c.id, c.name, c.status, c.archived_at is not null as archived from clients c
      where c.org_id = app.org_id() and c.merged_into_id is null and (only_client is null
        or c.id = only_client)
    union all select null, null, null, false where only_client is null)
  select l.id, l.name, l.status, l.archived, coalesce(p.active, 0), coalesce(t.open, 0), coalesce(t.overdue,
    0),
      coalesce(t.done, 0), coalesce(h.seconds, 0), coalesce(h.billable_seconds, 0),
      coalesce(m.months, array_fill(0::bigint, '{12}')), coalesce(k.open, 0), coalesce(b.breaches, 0),
        s.milestone,
      x.health, case when with_money then y.money end,
      case when g.reason is not null then json_build_object('reason', g.reason,
        'entries', case when g.reason <> 'small_group' then g.entries end,
        'seconds', case when g.reason <> 'small_group' then g.seconds end) end,
      coalesce(greatest(p.active, t.open + t.done, h.seconds, k.open, b.breaches,
        json_array_length(a.list)) > 0, false)
    from listed l
      left join hours h on app.client_key(h.client_id) = app.client_key(l.id)
      left join months m on app.client_key(m.client_id) = app.client_key(l.id)
      left join projects p on app.client_key(p.client_id) = app.client_key(l.id)
      left join tasks t on app.client_key(t.client_id) = app.client_key(l.id)
      left join tickets k on app.client_key(k.client_id) = app.client_key(l.id)
      left join breaches b on app.client_key(b.client_id) = app.client_key(l.id)
      left join milestones s on app.client_key(s.client_id) = app.client_key(l.id)
      left join gaps g on app.client_key(g.client_id) = app.client_key(l.id)
      left join amounts a on app.client_key(a.client_id) = app.client_key(l.id)
      cross join lateral app.agency_health(t.open, t.overdue, p.burn, a.unpaid) x(health)
      cross join lateral app.agency_money_json(coalesce(a.list, '[]'), g.reason is not null) y(money)
$$;
