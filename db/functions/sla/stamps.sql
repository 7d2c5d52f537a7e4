-- Warnings and breaches are written down when they are due, once for each deadline. Reading a clock does not need this job; it
-- tells the assignee, and keeps the history.

create or replace function app.schedule_stamps(org uuid) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule(org, 'sla', '{}', (select least(case when k.warned_at is null and k.breached_at is null then k.warn_at end,
      case when k.breached_at is null then k.due_at end) as at
    from sla_clocks k where k.org_id = org and k.state = 'running' and least(case when k.warned_at is null
      and k.breached_at is null
      then k.warn_at end, case when k.breached_at is null then k.due_at end) is not null order by 1 limit 1))
$$;

-- The job `sla`: what is due of up to 20 000 clocks, and the next run. Each stamp of what is assigned is one event.
create or replace function app.run_sla() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := suppress_audit();
begin
  with due as materialized (select k.id, k.due_at <= now() as late from sla_clocks k where k.org_id = app.org_id()
    and k.state = 'running'
      and least(case when k.warned_at is null and k.breached_at is null then k.warn_at end,
        case when k.breached_at is null then k.due_at end) <= now() order by k.id limit 20000 for update),
  stamped as (update sla_clocks k set breached_at = case when d.late then k.due_at end,
        warned_at = case when d.late then k.warned_at else k.warn_at end
      from due d where k.org_id = app.org_id() and k.id = d.id
      returning k.id, k.subject_id, case when d.late then 'breached' else 'warned' end as kind,
        case when d.late then k.due_at else k.warn_at end as at),
  noted as (insert into sla_clock_events (clock_id, kind, at) select s.id, s.kind, s.at from stamped s)
  insert into outbox (org_id, topic, payload)
    select app.org_id(), 'sla.stamped', jsonb_build_object('clock_id', s.id, 'kind', s.kind, 'at', utc(s.at)) from stamped s
      where exists (select from tasks t where t.org_id = app.org_id() and t.id = s.subject_id and t.assignee_id is not null
          and t.deleted_at is null)
        or exists (select from tickets t where t.org_id = app.org_id() and t.id = s.subject_id
          and t.assignee_user_id is not null);
  perform set_config('app.suppress_audit', saved, true), schedule_stamps(app.org_id());
end $$;

-- The assignee of what a clock measures, if they may see it and have not muted it.
create or replace function app.clock_concerns(k sla_clocks) returns table (person uuid, project uuid,
  title text) language sql stable as $$
  select t.assignee_id, t.project_id, t.title::text from tasks t where t.org_id = k.org_id and t.id = k.task_id
    and t.deleted_at is null and app.can_open(t.project_id, t.assignee_id)
    and not app.is_muted(t.org_id, t.project_id, t.id, t.assignee_id)
  union all select t.assignee_user_id, null, '#' || t.number || ' ' || t.subject from tickets t join organization_members m
      on m.org_id = t.org_id and m.user_id = t.assignee_user_id and m.status = 'active' and app.rank_of(m.role) >= 20
    where t.org_id = k.org_id and t.id = k.ticket_id
$$;

-- The job `sla.stamped`: tells the assignee, unless the clock ended or has another deadline by now.
create or replace function app.tell_of_stamp(work jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare k sla_clocks; concern record; n notifications; saved text; late boolean := work->>'kind' = 'breached';
begin
  select * into k from sla_clocks x where x.org_id = org_id() and x.id = (work->>'clock_id')::uuid and x.state = 'running'
    and (work->>'at')::timestamptz = case when late then x.breached_at else x.warned_at end;
  select * into concern from clock_concerns(k);
  if concern.person is null or not wants(k.org_id, concern.person, 'system') then return; end if;
  n.org_id := k.org_id; n.user_id := concern.person; n.reason := 'system'; n.actor_type := 'system';
  n.entity_type := k.subject_type;
  n.entity_id := k.subject_id; n.project_id := concern.project; n.title := left(concern.title, 200);
  n.snippet := format('It %s to be %s by %s UTC (%s).', case when late then 'was' else 'is' end, case
    when k.subject_type = 'task' then 'done'
      when k.metric = 'resolution' then 'resolved' else 'answered' end,
    to_char(k.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), k.policy_snapshot->>'name');
  n.source_key := format('sla.%s:%s:%s', work->>'kind', k.id, extract(epoch from k.due_at)::bigint);
  saved := suppress_audit();
  perform notify(n), set_config('app.suppress_audit', saved, true);
end $$;

-- Each run schedules the next; the daily job schedules what was missed.
create or replace function app.daily_sla() returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select schedule_stamps(o.id) from organizations o where o.deleted_at is null and o.status <> 'suspended'
    and exists (select from sla_clocks k where k.org_id = o.id and k.state = 'running')
$$;
