-- The summary of the support desk over a range of days in the organization's time zone. Minutes are elapsed
-- time, not working time.

create or replace function app.elapsed_json(spans interval[]) returns json language sql immutable as $$
  select row_to_json(x) from (select count(*) as tickets,
      round(percentile_cont(0.5) within group (order by extract(epoch from s.span))::numeric / 60)::int as median_elapsed_minutes,
      round(percentile_disc(0.9) within group (order by extract(epoch from s.span))::numeric / 60)::int as p90_elapsed_minutes
    from unnest(spans) s(span)) x
$$;

create or replace function app.support_summary(since date, until date) returns json language sql stable as $$
  with range as materialized (select app.day_start(since, o.timezone) as start,
      app.day_start(until + 1, o.timezone) as stop from organizations o where o.id = app.org_id()),
  backlog as materialized (select t.status, t.priority, t.assignee_user_id, t.waiting_since from tickets t
    where t.org_id = app.org_id() and t.status in ('open', 'pending', 'on_hold')),
  resolved as materialized (select t.assignee_user_id, t.resolved_at - t.created_at as span from range r join tickets t
    on t.resolved_at >= r.start and t.resolved_at < r.stop where t.org_id = app.org_id() and t.merged_into_id is null)
  select row_to_json(x) from (select since as from, until as to,
    (select count(*) from range r join tickets t on t.created_at >= r.start and t.created_at < r.stop
      where t.org_id = app.org_id() and t.merged_into_id is null) as created,
    (select count(*) from resolved) as resolved,
    (select count(*) from range r join ticket_events e on e.at >= r.start and e.at < r.stop where e.org_id = app.org_id()
      and e.kind = 'status' and e.data->>'from' = 'resolved' and e.data->>'to' = 'open' and exists (select from ticket_messages m
        where m.org_id = e.org_id and m.ticket_id = e.ticket_id and m.author_kind = 'customer' and m.created_at = e.at)) as reopened,
    (select row_to_json(b) from (select count(*) as total, count(waiting_since) as waiting,
      count(*) filter (where assignee_user_id is null) as unassigned,
      (select row_to_json(s) from (select count(*) filter (where b.status = 'open') as open,
        count(*) filter (where b.status = 'pending') as pending, count(*) filter (where b.status = 'on_hold') as on_hold
        from backlog b) s) as by_status,
      (select row_to_json(p) from (select count(*) filter (where b.priority = 'low') as low,
        count(*) filter (where b.priority = 'medium') as medium, count(*) filter (where b.priority = 'high') as high,
        count(*) filter (where b.priority = 'urgent') as urgent from backlog b) p) as by_priority
      from backlog) b) as backlog,
    (select app.elapsed_json(array_agg(t.first_response_at - t.created_at)) from range r join tickets t
      on t.first_response_at >= r.start and t.first_response_at < r.stop
      where t.org_id = app.org_id() and t.merged_into_id is null) as first_response,
    (select app.elapsed_json(array_agg(d.span)) from resolved d) as resolution,
    (select row_to_json(c) from (select count(*) as ratings, round(avg(t.csat_score), 2)::float as average_score
      from range r join tickets t on t.rated_at >= r.start and t.rated_at < r.stop where t.org_id = app.org_id()) c) as csat,
    case when app.role_level() >= 30 then (select app.support_agents(r.start, r.stop) from range r) end as agents) x
$$;

-- Agents who answered, resolved or have tickets, the most active first.
create or replace function app.support_agents(start timestamptz, stop timestamptz) returns json language sql stable as $$
  with work as (
    select m.author_user_id as person, 1 as reply, 0 as held, null::interval as span from ticket_messages m
      where m.org_id = app.org_id() and m.created_at >= start and m.created_at < stop
        and m.author_kind = 'agent' and not m.is_internal
    union all select t.assignee_user_id, 0, 1, null from tickets t
      where t.org_id = app.org_id() and t.status in ('open', 'pending', 'on_hold') and t.assignee_user_id is not null
    union all select t.assignee_user_id, 0, 0, t.resolved_at - t.created_at from tickets t
      where t.org_id = app.org_id() and t.resolved_at >= start and t.resolved_at < stop
        and t.merged_into_id is null and t.assignee_user_id is not null),
  sums as (select w.person, sum(w.reply) as replies, sum(w.held) as backlog, count(w.span) as resolved,
      coalesce(array_agg(w.span) filter (where w.span is not null), '{}') as spans
    from work w group by w.person order by count(w.span) desc, sum(w.reply) desc, w.person limit 200)
  select coalesce(array_to_json(array_agg(row_to_json(a) order by s.resolved desc, s.replies desc, s.person)), '[]')
    from sums s join users u on u.id = s.person
      cross join lateral (select (select row_to_json(p) from (select u.id as user_id, u.name) p) as agent, s.replies, s.backlog,
        app.elapsed_json(s.spans) as resolution) a
$$;
