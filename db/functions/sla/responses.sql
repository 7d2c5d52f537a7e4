-- Clocks as the API returns them: computed for the current time, even if no job has run.

create or replace function app.clock_state(k sla_clocks) returns text language sql stable as $$
  select case when k.state <> 'running' then k.state when k.due_at < now() then 'breached'
    when k.warn_at <= now() then 'at_risk' else 'running' end
$$;

-- Seconds of working time so far, as an integer.
create or replace function app.clock_elapsed(k sla_clocks) returns int language sql stable as $$
  select floor(case when k.state = 'running' then k.consumed_seconds + app.business_seconds(app.clock_calendar(k), k.since, now())
    else coalesce(k.elapsed_seconds, k.consumed_seconds) end)::int
$$;

-- How clocks ended between two days of the organization, grouped by policy, priority, assignee or project,
-- and running ones that are late. Covers tickets, and live tasks that the caller may see.
create or replace function app.sla_report(first date, last date, group_by text, kind text,
  metric_name text) returns json language sql stable as $$
  with span as (select app.day_start(first, o.timezone) as opens, app.day_start(last + 1, o.timezone) as closes
    from organizations o where o.id = app.org_id()),
  counted as (
    select case group_by when 'policy' then k.policy_id::text when 'priority' then coalesce(t.priority, d.priority)
          when 'assignee' then coalesce(t.assignee_id, d.assignee_user_id)::text else t.project_id::text end as key, k.state,
            k.elapsed_seconds, k.target_seconds
      from span s join sla_clocks k on k.org_id = app.org_id() and (k.state in ('met', 'missed') and k.completed_at >= s.opens
          and k.completed_at < s.closes or k.state = 'running' and k.due_at < now() and k.due_at >= s.opens
            and k.due_at < s.closes)
        left join tasks t on t.org_id = k.org_id and t.id = k.task_id and t.deleted_at is null
          and app.can_see_project(t.project_id)
          and exists (select from projects p where p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null)
        left join tickets d on d.org_id = k.org_id and d.id = k.ticket_id
      where num_nonnulls(t.id, d.id) > 0 and k.metric = metric_name and (kind is null or k.subject_type = kind)),
  sums as (
    select grouping(c.key) = 1 as is_total, c.key, count(*) filter (where c.state = 'met') as met,
        count(*) filter (where c.state = 'missed') as missed, count(*) filter (where c.state = 'running') as overdue,
        round(percentile_cont(0.5) within group (order by c.elapsed_seconds)
          filter (where c.state in ('met', 'missed')))::bigint as median
      from counted c group by grouping sets ((c.key), ())),
  summaries as (
    select s.is_total, s.met + s.missed as finished, row_to_json(x) as answer
      from sums s cross join lateral (select case when not s.is_total then s.key end as key,
        case when s.is_total then null when group_by = 'policy' then (select p.name from sla_policies p
          where p.org_id = app.org_id() and p.id::text = s.key)
          when group_by = 'assignee' then (select u.name from users u where u.id::text = s.key)
          when group_by = 'project' then (select p.name from projects p where p.org_id = app.org_id() and p.id::text = s.key)
            else s.key end as name,
        s.met, s.missed, s.overdue, round(100.0 * s.met / nullif(s.met + s.missed, 0), 1)::float8 as met_percent,
        s.median as median_elapsed_seconds) x)
  select json_build_object('from', first, 'to', last, 'group_by', group_by,
    'items', (select coalesce(array_to_json(array_agg(t.answer order by t.finished desc, t.answer->>'name', t.answer->>'key')),
      '[]')
      from summaries t where not t.is_total),
    'totals', (select t.answer from summaries t where t.is_total))
$$;
