-- An overview of a client: its deals, activities, projects and time, as far as the caller may see them, and
-- for managers the money. Currencies are never added together.
create or replace function app.client_summary(client uuid) returns json language sql stable as $$
  select row_to_json(r) from (select
    (select row_to_json(d) from (select count(*) filter (where d.status = 'open') as open,
        count(*) filter (where d.status = 'won') as won, count(*) filter (where d.status = 'lost') as lost,
        (select coalesce(array_to_json(array_agg(row_to_json(m) order by m.currency)), '[]') from (
          select x.currency, coalesce(sum(x.value_minor) filter (where x.status = 'open'), 0)::bigint as open_minor,
            coalesce(sum(app.weighted(x.value_minor, app.deal_probability(x))) filter (where x.status = 'open'),
              0)::bigint as weighted_minor,
            coalesce(sum(x.value_minor) filter (where x.status = 'won'), 0)::bigint as won_minor
          from deals x where x.org_id = app.org_id() and x.client_id = client group by x.currency) m) as by_currency
      from deals d where d.org_id = app.org_id() and d.client_id = client) d) as deals,
    (select row_to_json(a) from (select count(*) filter (where a.done_at is null) as open,
        count(*) filter (where a.done_at is null and a.due_at < now()) as overdue,
        app.utc(max(a.done_at)) as last_done_at, app.utc(min(a.due_at) filter (where a.done_at is null)) as next_due_at
      from crm_activities a where a.org_id = app.org_id() and a.client_id = client) a) as activities,
    (select row_to_json(t) from (select count(*) filter (where app.ticket_status(t) in ('open', 'pending', 'on_hold')) as open,
        count(*) filter (where t.waiting_since is not null and app.ticket_status(t) in ('open', 'pending', 'on_hold')) as waiting
      from tickets t where t.org_id = app.org_id() and t.client_id = client and t.merged_into_id is null) t) as tickets,
    (select coalesce(array_to_json(array_agg(row_to_json(p) order by p.key)), '[]') from (
      select p.id, p.key, p.name, p.status from projects p where p.org_id = app.org_id() and p.deleted_at is null
        and app.can_see_project(p.id) and (p.client_id = client
          or p.id in (select d.project_id from deals d where d.org_id = app.org_id() and d.client_id = client))
      order by p.key limit 100) p) as projects,
    (select row_to_json(h) from (select coalesce(sum(e.duration_seconds), 0)::bigint as seconds,
        coalesce(sum(e.duration_seconds) filter (where e.billable), 0)::bigint as billable_seconds
      from time_entries e where e.org_id = app.org_id() and e.client_id = client) h) as time,
    case when app.role_level() >= 30 then (select row_to_json(m) from (select
      (select coalesce(array_to_json(array_agg(row_to_json(c) order by c.currency)), '[]') from (
        select currency, coalesce(i.net, 0)::bigint as invoiced_net_minor,
          coalesce(w.owed, 0)::bigint as outstanding_minor, coalesce(w.owed - w.current, 0)::bigint as overdue_minor
        from (select s.currency, sum(s.net) as net from app.sales_between('-infinity', 'infinity') s
            where s.client_id = client group by 1) i
          full join (select o.currency, o.owed, o.current from app.outstanding_amounts(app.org_today()) o
            where o.client_id = client) w using (currency)) c) as by_currency,
      (select count(*) from contracts k where k.org_id = app.org_id() and k.client_id = client
        and app.contract_status(k, app.org_today()) = 'active') as active_contracts) m) end as money) r
$$;
