-- The figures as the API answers them.

-- What a summary says of itself: whose hours it has, and of which days.
create or replace function app.agency_about(since date, until date) returns jsonb language sql stable as $$
  select jsonb_build_object('from', since, 'to', until, 'as_of', x.today, 'timezone', o.timezone,
      'hours_of', case when app.role_level() >= 30 then 'all' else 'me' end, 'visible_only', true)
    from organizations o cross join lateral (select app.today(o.timezone) as today) x
      where o.id = app.org_id()
$$;

-- One page of the clients that match, and the totals of all of them. A margin of the whole would tell the
-- one that is hidden.
create or replace function app.agency_summary(since date, until date, query jsonb,
  with_money boolean) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  with figures as materialized (select f.* from app.agency_figures(since, until, null, with_money) f
    where (f.client_id is not null and not f.archived or f.has_any)
      and (query->>'status' is null or f.status = query->>'status')),
  ranked as (select f.*, row_number() over (order by f.client_id is null,
        case when query->>'sort' = 'name' and not (query->>'descending')::boolean then app.folded(f.name) end,
        case when query->>'sort' = 'name' and (query->>'descending')::boolean
          then app.folded(f.name) end desc,
        case when not (query->>'descending')::boolean then k.key end nulls last,
        case when (query->>'descending')::boolean then k.key end desc nulls last, app.folded(f.name),
          f.client_id) as place
    from organizations o cross join figures f cross join lateral (select case query->>'sort' when 'hours'
      then f.seconds
      when 'health' then array_position('{red,yellow,green}'::text[], f.health->>'value')
      when 'margin' then (select (m->>'margin_minor')::numeric from json_array_elements(f.money) m
        where m->>'currency' = o.currency) end as key) k where o.id = app.org_id()),
  amounts as (select m.currency, json_build_object('currency', m.currency,
        'invoiced_net_minor', sum(m.invoiced_net_minor), 'outstanding_minor', sum(m.outstanding_minor),
        'unpaid_over_30_minor', sum(m.unpaid_over_30_minor), 'unbilled_minor', sum(m.unbilled_minor),
        'unbilled_seconds', sum(m.unbilled_seconds), 'revenue_minor', sum(m.revenue_minor),
        'expenses_minor', sum(m.expenses_minor), 'margin_minor',
        case when (select bool_and(f.gap is null) from figures f) then sum(m.margin_minor) end) as money
    from figures f cross join lateral json_to_recordset(f.money) m(currency text, invoiced_net_minor numeric,
      outstanding_minor numeric, unpaid_over_30_minor numeric, unbilled_minor numeric,
        unbilled_seconds numeric,
      revenue_minor numeric, expenses_minor numeric, margin_minor numeric) group by m.currency)
  select (app.agency_about(since, until) || jsonb_build_object(
      'items', (select coalesce(jsonb_agg(app.agency_client(to_jsonb(r)) order by r.place), '[]')
        from ranked r
        where r.place > (query->>'offset')::int and r.place <= (query->>'offset')::int +
          (query->>'limit')::int),
      'totals', (select jsonb_build_object('projects_active', coalesce(sum(f.projects), 0),
          'tasks_open', coalesce(sum(f.tasks_open), 0), 'tasks_overdue', coalesce(sum(f.tasks_overdue), 0),
          'tasks_done', coalesce(sum(f.tasks_done), 0), 'seconds', coalesce(sum(f.seconds), 0),
          'billable_seconds', coalesce(sum(f.billable_seconds), 0), 'tickets_open', coalesce(sum(f.tickets),
            0),
          'sla_breaches', coalesce(sum(f.breaches), 0),
          'red', count(*) filter (where f.health->>'value' = 'red'),
          'yellow', count(*) filter (where f.health->>'value' = 'yellow'),
          'green', count(*) filter (where f.health->>'value' = 'green'),
          'money', case when with_money then (select coalesce(json_agg(a.money order by a.currency), '[]')
            from amounts a) end,
          'margin_gap', (select f.gap->>'reason' from figures f where f.gap is not null
            order by f.gap->>'reason' = 'small_group' desc limit 1))
        from figures f),
      'projects_without_client', (select count(*) from app.agency_projects(null, false) p
        where p.client_id is null and p.active),
      'total', (select count(*) from figures), 'limit', (query->>'limit')::int,
      'offset', (query->>'offset')::int))::json
$$;

-- A row of the figures as an item.
create or replace function app.agency_client(f jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'client', case when f->>'client_id' is not null then jsonb_build_object('id', f->'client_id', 'name',
      f->'name',
      'status', f->'status', 'archived', f->'archived') end,
    'projects_active', f->'projects', 'tasks_open', f->'tasks_open', 'tasks_overdue', f->'tasks_overdue',
    'tasks_done', f->'tasks_done', 'seconds', f->'seconds', 'billable_seconds', f->'billable_seconds',
    'seconds_by_month', f->'months', 'tickets_open', f->'tickets', 'sla_breaches', f->'breaches',
    'next_milestone', f->'milestone', 'health', f->'health', 'money', f->'money', 'margin_gap', f->'gap')
$$;

-- Each of the client's projects; what is invoiced for those with a fixed price is what they earn.
create or replace function app.agency_project_rows(since date, until date, only_client uuid,
  with_money boolean)
returns json language sql stable set plan_cache_mode = force_custom_plan as $$
  with organization as materialized (select o.timezone as zone, app.today(o.timezone) as today
    from organizations o
    where o.id = app.org_id()),
  hours as (select e.project_id, sum(e.duration_seconds) as seconds,
      coalesce(sum(e.duration_seconds) filter (where e.billable), 0) as billable,
      sum(e.duration_seconds::numeric * e.hourly_rate_minor) filter (where e.billable) as worth, e.currency
    from app.agency_entries(since, until, only_client) e where e.project_id is not null
      group by grouping sets (
      (e.project_id), (e.project_id, e.currency))),
  tasks as (select t.* from organization o
    cross join lateral app.agency_tasks(since, until, least(until, o.today), o.zone, only_client) t),
  invoiced as (select s.project_id, s.currency, sum(s.net) as net from app.sales_between(since, until) s
    where s.project_id is not null group by 1, 2)
  select coalesce(json_agg(json_build_object('project', json_build_object('id', p.id, 'key', p.key, 'name',
    p.name),
      'status', p.status, 'basis', case when p.fixed_price then 'fixed_price' else 'time' end,
      'tasks_open', coalesce(t.open, 0), 'tasks_overdue', coalesce(t.overdue, 0), 'tasks_done',
        coalesce(t.done, 0),
      'seconds', coalesce(h.seconds, 0), 'billable_seconds', coalesce(h.billable, 0), 'burn', round(p.burn,
        2)::text,
      'revenue', case when with_money then case when p.fixed_price
        then (select coalesce(json_agg(json_build_object('currency', i.currency, 'revenue_minor', i.net)
          order by i.currency), '[]') from invoiced i where i.project_id = p.id)
        else (select coalesce(json_agg(json_build_object('currency', w.currency, 'revenue_minor',
            app.round_div(w.worth, 3600)) order by w.currency), '[]')
          from hours w where w.project_id = p.id and w.currency is not null and w.worth is not null) end end)
      order by p.active desc, p.key), '[]')
    from app.agency_projects(only_client, with_money) p left join tasks t on t.project_id = p.id
      left join (select h.project_id, max(h.seconds) as seconds, max(h.billable) as billable from hours h
        group by 1) h
        on h.project_id = p.id
$$;

-- The twelve months that end with that of a day, those without anything too; the last may be in the middle.
create or replace function app.agency_series(until date, only_client uuid, with_money boolean) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  with organization as materialized (select o.timezone as zone, app.today(o.timezone) as today
    from organizations o
    where o.id = app.org_id()),
  months as materialized (select m::date as month, (m + interval '1 month')::date - 1 as last
    from generate_series(date_trunc('month', until::timestamp) - interval '11 months', date_trunc('month',
      until::timestamp),
      interval '1 month') m),
  span as materialized (select min(m.month) as since, max(m.last) as until from months m),
  worked as (select date_trunc('month', e.work_date::timestamp)::date as month,
    sum(e.duration_seconds) as seconds,
      coalesce(sum(e.duration_seconds) filter (where e.billable), 0) as billable
    from span s cross join lateral app.agency_entries(s.since, s.until, only_client) e group by 1),
  done as (select date_trunc('month', t.completed_at at time zone o.zone)::date as month, count(*) as done
    from organization o cross join span s join projects p on p.org_id = app.org_id()
      and p.client_id = only_client
        and p.deleted_at is null and app.can_see_project(p.id)
      join tasks t on t.org_id = p.org_id and t.project_id = p.id and t.deleted_at is null
        and t.status = 'done'
    where t.completed_at >= app.day_start(s.since, o.zone) and t.completed_at < app.day_start(s.until + 1,
      o.zone)
    group by 1),
  invoiced as (select date_trunc('month', x.day::timestamp)::date as month, x.currency, sum(x.net) as net
    from span s cross join lateral app.sales_between(s.since, s.until) x where x.client_id = only_client
      group by 1, 2)
  select json_agg(json_build_object('month', to_char(m.month, 'YYYY-MM'), 'is_partial', m.last >= o.today,
      'seconds', coalesce(w.seconds, 0), 'billable_seconds', coalesce(w.billable, 0), 'tasks_done',
        coalesce(d.done, 0),
      'invoiced', case when with_money then (select coalesce(json_agg(json_build_object('currency',
        i.currency,
        'invoiced_net_minor', i.net) order by i.currency), '[]') from invoiced i where i.month = m.month) end)
      order by m.month)
    from organization o cross join months m left join worked w on w.month = m.month left join done d
      on d.month = m.month
$$;

create or replace function app.agency_client_summary(since date, until date, client uuid,
  with_money boolean) returns json
language sql stable set plan_cache_mode = force_custom_plan as $$
  select (app.agency_about(since, until) || app.agency_client(to_jsonb(f)) || jsonb_build_object(
      'projects', app.agency_project_rows(since, until, client, with_money),
      'by_month', app.agency_series(until, client, with_money)))::json
    from app.agency_figures(since, until, client, with_money) f
$$;
