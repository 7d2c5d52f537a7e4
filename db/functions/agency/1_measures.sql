-- Figures of work by client, one query for each measure. Null is the client of what has none; with `only`,
-- the figures are of that client alone. Everything is as far as the caller may see it: projects that they may
-- open, and as a member their own time.

-- What clients are joined by, with a value for none.
create or replace function app.client_key(client uuid) returns uuid language sql immutable parallel safe as $$
  select coalesce(client, '00000000-0000-0000-0000-000000000000')
$$;

-- Time without running timers, which have no duration yet.
create or replace function app.agency_entries(since date, until date,
  only_client uuid) returns setof time_entries
language sql stable as $$
  select e.* from time_entries e where e.org_id = app.org_id() and e.work_date between since and until
    and (e.kind = 'manual' or e.ended_at is not null)
    and coalesce(e.project_id <> all ((select app.hidden_projects())::uuid[]), true)
    and (app.role_level() >= 30 or e.user_id = app.user_id())
      and (only_client is null or e.client_id = only_client)
$$;

create or replace function app.agency_hours(since date, until date, only_client uuid)
returns table (client_id uuid, seconds bigint, billable_seconds bigint) language sql stable as $$
  select e.client_id, sum(e.duration_seconds), coalesce(sum(e.duration_seconds) filter (where e.billable), 0)
    from app.agency_entries(since, until, only_client) e group by 1
$$;

-- Seconds of each of the twelve months that end with this one.
create or replace function app.agency_hours_by_month(month date, only_client uuid)
returns table (client_id uuid, months bigint[]) language sql stable as $$
  with worked as (
    select e.client_id, date_trunc('month', e.work_date::timestamp) as month,
      sum(e.duration_seconds) as seconds
      from app.agency_entries((month - interval '11 months')::date, (month + interval '1 month')::date - 1,
        only_client) e group by 1, 2)
  select k.client_id, array_agg(coalesce(w.seconds, 0) order by m)
    from (select distinct w.client_id from worked w) k
      cross join generate_series(month - interval '11 months', month, interval '1 month') m
      left join worked w on app.client_key(w.client_id) = app.client_key(k.client_id) and w.month = m
    group by 1
$$;

-- Live projects that the caller may open, and how much of their budgets all time on them has used, whoever
-- worked it and whenever. Money counts the billable time at its rates in the currency of the organization.
create or replace function app.agency_projects(only_client uuid, with_money boolean)
returns table (id uuid, client_id uuid, key text, name text, status text, active boolean, fixed_price boolean,
  burn numeric) language sql stable as $$
  select p.id, p.client_id, p.key, p.name, p.status, p.archived_at is null and p.status = 'active',
      p.budget_minor is not null and p.hourly_rate_minor is null,
      case when p.archived_at is null and p.status not in ('completed', 'cancelled') then
        greatest(coalesce(u.seconds, 0) / nullif(p.budget_minutes * 60.0, 0),
          case when with_money then u.value / nullif(p.budget_minor, 0) / 3600 end) end
    from projects p left join app.used_of_budgets() u on u.project_id = p.id
    where p.org_id = app.org_id() and p.deleted_at is null and app.can_see_project(p.id)
      and (only_client is null or p.client_id = only_client)
$$;

-- All time on running projects with a budget: seconds, and rates times seconds in the currency of the
-- organization.
create or replace function app.used_of_budgets() returns table (project_id uuid, seconds numeric,
  value numeric)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.project_id, sum(e.duration_seconds), sum(e.duration_seconds::numeric * e.hourly_rate_minor) filter
    (where e.billable
      and e.currency = o.currency)
    from organizations o join projects p on p.org_id = o.id and p.deleted_at is null and p.archived_at is null
        and p.status not in ('completed', 'cancelled') and (p.budget_minutes > 0 or p.budget_minor > 0)
      join time_entries e on e.org_id = p.org_id and e.project_id = p.id and can_see_project(p.id)
    where o.id = org_id() group by 1
$$;

-- Tasks done in the range; those open and overdue at the end of a day, and what is late of them. Work of
-- archived projects is no longer open.
create or replace function app.agency_tasks(since date, until date, as_of date, zone text, only_client uuid)
returns table (client_id uuid, project_id uuid, open bigint, overdue bigint,
  done bigint) language sql stable as $$
  with span as materialized (select app.day_start(since, zone) as opens, app.day_start(until + 1,
    zone) as closes,
    app.day_start(as_of + 1, zone) as evening),
  -- All tasks are read once, rather than those of one project after the other.
  counted as materialized (
    select t.project_id, count(*) filter (where x.is_open) as open,
        count(*) filter (where x.is_open and t.due_date < as_of) as overdue,
        count(*) filter (where t.status = 'done' and t.completed_at >= s.opens and t.completed_at < s.closes)
          as done
      from span s cross join tasks t
        cross join lateral (select t.created_at < s.evening and (t.status in ('todo', 'in_progress')
          or coalesce(t.completed_at, t.cancelled_at) >= s.evening) as is_open) x
      where t.org_id = app.org_id() and t.deleted_at is null
        and (only_client is null or t.project_id = any (array(select p.id from projects p
          where p.org_id = app.org_id() and p.client_id = only_client)))
      group by 1)
  select p.client_id, p.id, case when p.archived_at is null then c.open else 0 end,
      case when p.archived_at is null then c.overdue else 0 end, c.done
    from projects p join counted c on c.project_id = p.id
    where p.org_id = app.org_id() and p.deleted_at is null and app.can_see_project(p.id)
      and (only_client is null or p.client_id = only_client)
$$;

create or replace function app.agency_tickets(only_client uuid) returns table (client_id uuid, open bigint)
language sql stable as $$
  select t.client_id, count(*) from tickets t where t.org_id = app.org_id() and t.merged_into_id is null
    and t.status in ('open', 'pending', 'on_hold') and (only_client is null
      or t.client_id = only_client)
    group by 1
$$;

-- Deadlines of service levels that passed in the range, whether or not a job has recorded it.
create or replace function app.agency_breaches(since date, until date, zone text, only_client uuid)
returns table (client_id uuid, breaches bigint) language sql stable as $$
  select w.client_id, count(*)
    from (select app.day_start(since, zone) as opens, app.day_start(until + 1, zone) as closes) s
      join sla_clocks k on k.org_id = app.org_id()
      cross join lateral (select coalesce(k.breached_at, case when k.state = 'running' and k.due_at < now()
        then k.due_at
        when k.state = 'missed' then k.completed_at end) as at) b
      left join tasks t on t.org_id = k.org_id and t.id = k.task_id and t.deleted_at is null
      left join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
        and app.can_see_project(p.id)
      left join tickets d on d.org_id = k.org_id and d.id = k.ticket_id and d.merged_into_id is null
      cross join lateral (select coalesce(p.client_id, d.client_id) as client_id) w
    where b.at >= s.opens and b.at < s.closes and (p.id is not null or d.id is not null)
      and (only_client is null or w.client_id = only_client)
    group by 1
$$;

-- The open milestone of their projects that is due next, or longest overdue.
create or replace function app.agency_milestones(only_client uuid) returns table (client_id uuid,
  milestone json)
language sql stable as $$
  select distinct on (p.client_id) p.client_id, (select row_to_json(x) from (select m.id, m.name, m.due_date,
      p.key as project_key) x)
    from projects p join milestones m on m.org_id = p.org_id and m.project_id = p.id and m.deleted_at is null
        and m.completed_at is null
    where p.org_id = app.org_id() and p.deleted_at is null and p.archived_at is null
      and app.can_see_project(p.id)
      and (only_client is null or p.client_id = only_client)
    order by p.client_id, m.due_date, m.id
$$;
