-- Manual changes of a task's clock.

create or replace function app.task_clock(task uuid) returns sla_clocks language sql as $$
  select k.* from sla_clocks k where k.org_id = app.org_id() and k.task_id = task and k.state in ('running', 'paused')
    order by k.id limit 1
$$;

-- The policy that a task follows: a given one, none, or again the matching one.
create or replace function app.set_task_sla(task uuid, policy uuid, automatic boolean) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare s sla_subject; p sla_policies;
begin
  select t.* into s from sla_tasks(array[task]) t;
  select * into p from sla_policies x where x.org_id = s.org_id and x.id = policy and x.archived_at is null
    and x.applies_to = s.kind;
  perform ensure_fields(array[case when policy is not null and p.targets->s.priority->'resolution_minutes' is null
      then format('body.policy_id: the policy has no target for the priority %s; add one, or choose another policy',
        s.priority) end]);
  if automatic then delete from sla_overrides o where o.org_id = s.org_id and o.task_id = task;
  else
    insert into sla_overrides (task_id, policy_id) values (task, policy)
      on conflict (org_id, task_id) do update set policy_id = excluded.policy_id;
  end if;
  perform sync_clocks(s, true, true);
end $$;

create or replace function app.pause_task_sla(task uuid, reason text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare k sla_clocks := task_clock(task);
begin
  perform ensure(k.id is not null, 'WM409', 'no clock runs for the task; give it a policy first'),
    ensure(k.state = 'running', 'WM409', 'the clock is paused already, ' || case when k.pause_reason is null
      then 'by the status of the task' else 'by hand; resume it first to give another reason' end);
  perform save_clock(pause_clock(k, jsonb_build_object('reason', reason, 'by_hand', true), reason));
end $$;

create or replace function app.resume_task_sla(task uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare k sla_clocks := task_clock(task); s sla_subject;
begin
  select t.* into s from sla_tasks(array[task]) t;
  perform ensure(k.id is not null, 'WM409', 'no clock runs for the task; give it a policy first'),
    ensure(k.state = 'paused', 'WM409', 'the clock is running; only one that is paused can be resumed'),
    ensure(not k.policy_snapshot->'pause_statuses' ? s.status, 'WM409',
      format('the status %s pauses the clock; change the status of the task', s.status));
  perform save_clock(resume_clock(k, '{"by_hand":true}'));
end $$;
