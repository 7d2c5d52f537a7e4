-- Warnings and breaches are recorded when they are due, once per deadline. Reading a clock does not depend on
-- this job; it notifies the assignee, and keeps the history.

create or replace function app.schedule_sla_run(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'sla', '{}', (select least(case when k.warned_at is null and k.breached_at is null then k.warn_at end,
      case when k.breached_at is null then k.due_at end) as at
    from sla_clocks k where k.org_id = org and k.state = 'running' and least(case when k.warned_at is null
      and k.breached_at is null
      then k.warn_at end, case when k.breached_at is null then k.due_at end) is not null order by 1 limit 1))
$$;

-- The job `sla`: records what is due for up to 20 000 clocks, and schedules the next run. For tasks these are
-- task events, which automations listen to. Each recipient gets one event per run.
create or replace function app.run_sla() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit(); run_id uuid := change_id();
begin
  with due as materialized (select k.id, k.due_at <= now() as late from sla_clocks k where k.org_id = app.org_id()
    and k.state = 'running'
      and least(case when k.warned_at is null and k.breached_at is null then k.warn_at end,
        case when k.breached_at is null then k.due_at end) <= now() order by k.id limit 20000 for update),
  stamped as (update sla_clocks k set breached_at = case when d.late then k.due_at end,
        warned_at = case when d.late then k.warned_at else k.warn_at end
      from due d where k.org_id = app.org_id() and k.id = d.id
      returning k.id, k.subject_type, k.task_id, k.ticket_id, k.metric, k.due_at, d.late,
        case when d.late then k.due_at else k.warn_at end as at),
  logged as (insert into sla_clock_events (clock_id, kind, at) select s.id, case when s.late then 'breached' else 'warned' end,
    s.at from stamped s),
  events as (insert into task_events (org_id, project_id, task_id, actor_type, request_id, change_id, kind, new_value)
    select t.org_id, t.project_id, t.id, 'system', nullif(current_setting('app.request_id', true), ''), run_id,
        case when s.late then 'sla_breached' else 'sla_at_risk' end,
        jsonb_build_object('clock_id', s.id, 'metric', s.metric, 'due_at', utc(s.due_at))
      from stamped s join tasks t on t.org_id = app.org_id() and t.id = s.task_id and t.deleted_at is null order by s.at, s.id)
  insert into outbox (org_id, topic, payload)
    select app.org_id(), 'sla.stamped', jsonb_build_object('person', c.person, 'of', s.subject_type, 'kind',
        case when s.late then 'breached' else 'warned' end, 'sweep', run_id, 'count', count(*),
        'clocks', (array_agg(s.id order by s.at, s.id))[1:10])
      from stamped s cross join lateral clock_audience(s.task_id, s.ticket_id, s.late) c
        group by c.person, s.subject_type, s.late;
  perform set_config('app.suppress_audit', saved, true), schedule_sla_run(app.org_id());
end $$;

-- Who is notified: the assignee of the ticket, or of the task if they may open it and have not muted it. A
-- late ticket without an assignee is reported to the managers.
create or replace function app.clock_audience(task uuid, ticket uuid, late boolean)
returns table (person uuid, project uuid, title text) language sql stable as $$
  select t.assignee_id, t.project_id, t.title::text from tasks t where t.org_id = app.org_id() and t.id = task
    and t.deleted_at is null and t.assignee_id is not null and app.can_open(t.project_id, t.assignee_id)
    and not app.is_muted(t.org_id, t.project_id, t.id, t.assignee_id)
  union all select m.user_id, null, '#' || t.number || ' ' || t.subject
    from tickets t left join organization_members a on a.org_id = t.org_id and a.user_id = t.assignee_user_id
        and a.status = 'active' and app.level_of(a.role) >= 20
      join organization_members m on m.org_id = t.org_id and m.status = 'active' and case when a.user_id is not null
        then m.user_id = a.user_id else late and app.level_of(m.role) >= 30 end
    where t.org_id = app.org_id() and t.id = ticket
$$;

-- The job `sla.stamped`: notifies one person of each of up to ten clocks, unless a clock has ended or has
-- another deadline by now; more than ten are combined in one notification.
create or replace function app.notify_of_clock_events(work jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare k sla_clocks; clock_recipient record; n notifications; saved text := suppress_audit();
  is_late boolean := work->>'kind' = 'breached';
  recipient uuid := work->>'person'; clock_count int := coalesce((work->>'count')::int, 1);
begin
  n.org_id := org_id(); n.reason := 'system'; n.actor_type := 'system';
  if clock_count > 10 and wants_notification(n.org_id, recipient, 'system') then
    n.user_id := recipient; n.entity_type := 'organization'; n.entity_id := n.org_id; n.count := clock_count;
    n.title := format('%s %ss %s', clock_count, work->>'of', case when is_late then 'are late' else 'are about to be late' end);
    n.snippet := 'Many deadlines came at once, so they are combined in one notification.';
    n.source_key := format('sla.%s:%s:%s', work->>'kind', work->>'of', work->>'sweep');
    perform notify(n);
  end if;
  if clock_count <= 10 then
    for k in select x.* from sla_clocks x where x.org_id = n.org_id and x.state = 'running'
        and x.id in (select c::uuid from jsonb_array_elements_text(coalesce(work->'clocks',
          jsonb_build_array(work->'clock_id'))) c)
        and case when is_late then x.breached_at else x.warned_at end is not null order by x.due_at, x.id loop
      for clock_recipient in select * from clock_audience(k.task_id, k.ticket_id, is_late) c
        where c.person = coalesce(recipient, c.person)
          and wants_notification(k.org_id, c.person, 'system') loop
        n.user_id := clock_recipient.person; n.entity_type := k.subject_type; n.entity_id := k.subject_id;
        n.project_id := clock_recipient.project; n.title := left(clock_recipient.title, 200);
        n.snippet := format('It %s to be %s by %s UTC (%s).', case when is_late then 'was' else 'is' end, case
          when k.subject_type = 'task' then 'done'
            when k.metric = 'resolution' then 'resolved' else 'answered' end,
          to_char(k.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), k.policy_snapshot->>'name');
        n.source_key := format('sla.%s:%s:%s', work->>'kind', k.id, extract(epoch from k.due_at)::bigint);
        perform notify(n);
      end loop;
    end loop;
  end if;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Each run schedules the next; the daily job schedules missed runs.
create or replace function app.daily_sla(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule_sla_run(o.id) from organizations o
    where o.id = org and o.deleted_at is null and o.status <> 'suspended'
      and exists (select from sla_clocks k where k.org_id = o.id and k.state = 'running')
$$;
