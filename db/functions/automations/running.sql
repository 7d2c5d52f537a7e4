-- Running automations: from the outbox, after the change that triggered them. The outbox enters the
-- organization as the system; a rule acts as itself, only in the task's project and with at most a manager's
-- rights.

-- What to run for a change: {rules: {id: {conditions, action}}, runs: [{automation_id, event_id, task_id}]},
-- tasks as they were touched, rules by rank, at most `max_rows`. Runs already done are left out.
create or replace function app.automation_work(org uuid, change uuid, at timestamptz, max_rows int) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with matched as materialized (
    select a.id as automation_id, coalesce(p.parent, e.task_id) as task_id, min(e.id) as event_id, a.rank, a.created_at
    from task_events e join automations a on a.org_id = org and a.is_enabled and a.deleted_at is null
        and (a.project_id is null or a.project_id = e.project_id)
      cross join lateral (select case when a.trigger->>'event' = 'task.subtasks_completed' then completed_parent(e) end)
        p(parent)
    where e.org_id = org and e.created_at = at and e.change_id = change
      and (matches_task_event(a.trigger, e) or p.parent is not null)
    group by 1, 2, 4, 5),
  due as materialized (
    select m.*, min(m.event_id) over (partition by m.task_id) as first from matched m
    where not exists (select from automation_runs r where r.automation_id = m.automation_id
      and r.event_id = m.event_id and r.record_id = m.task_id)
    order by first, m.task_id, m.rank, m.created_at, m.automation_id limit max_rows)
  select json_build_object(
    'rules', app.rules_json(org, array(select d.automation_id from due d)),
    'runs', (select coalesce(json_agg(json_build_object('automation_id', d.automation_id, 'event_id', d.event_id,
      'task_id', d.task_id) order by d.first, d.task_id, d.rank, d.created_at, d.automation_id), '[]') from due d))
$$;

create or replace function app.rules_json(org uuid, ids uuid[]) returns json language sql stable as $$
  select coalesce(json_object_agg(a.id, json_build_object('conditions', a.conditions, 'action', a.action)), '{}')
    from automations a where a.org_id = org and a.id = any (ids)
$$;

-- Serializes an organization's runs, which keeps limits exact and rotation fair; then takes the dependency
-- and task locks in the common order.
create or replace function app.lock_for_automations(tasks uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('automate:' || app.org_id()::text, 0));
  perform app.lock_dependencies();
  perform app.lock_tasks(tasks);
end $$;

-- A task right after an event's change, plus what this job has done since, so that each rule sees the results
-- of those before it.
create or replace function app.task_at(task uuid, event bigint) returns setof tasks language sql stable as $$
  select (jsonb_populate_record(t, coalesce(undo.fields, '{}'))).* from tasks t
    cross join lateral (select jsonb_object_agg(x.field, coalesce(x.old_value, 'null')) as fields from (
      select distinct on (x.field) x.field, x.old_value from task_events e join task_events x
        on x.org_id = e.org_id and x.task_id = t.id and x.id > e.id and x.change_id <> e.change_id
        and x.field = any (app.event_fields()) and x.field <> 'description'
        and x.request_id is distinct from nullif(current_setting('app.request_id', true), '')
      where e.org_id = t.org_id and e.id = event order by x.field, x.id) x) undo
    where t.org_id = app.org_id() and t.id = task
$$;

-- Assumes the rule's rights, or (null) returns to the system's.
create or replace function app.act_as(rule automations, project uuid, chain uuid[]) returns void
language plpgsql as $$
begin
  perform set_config('app.actor_type', case when rule.id is null then 'system' else 'automation' end, true),
    set_config('app.actor_label', coalesce(rule.name, ''), true),
    set_config('app.automation_id', coalesce(rule.id::text, ''), true),
    set_config('app.user_id', '', true), set_config('app.key_id', '', true), set_config('app.family', '', true),
    set_config('app.rank', case when rule.id is null then '50' else '30' end, true),
    set_config('app.hidden_projects', '{}', true),
    set_config('app.only_project', coalesce(project::text, ''), true),
    set_config('app.automation_chain', case when rule.id is null then '' else (chain || rule.id)::text end, true),
    set_config('app.change_id', uuidv7()::text, true);
end $$;

-- Why a rule may not touch a task, or null.
create or replace function app.task_access_problem(rule automations, task tasks) returns text language sql stable as $$
  select case when task.deleted_at is not null or p.deleted_at is not null then 'the task is in the trash'
      when rule.project_id <> task.project_id then 'a task of another project'
      when p.archived_at is not null then 'the project is archived' end
    from projects p where p.org_id = task.org_id and p.id = task.project_id
$$;

-- Why a run does not act: its status and a sentence. `matched_then` and `matches_now` say whether the
-- conditions held at the event and hold now; null if they no longer parse.
create or replace function app.run_refusal(rule automations, task tasks, chain uuid[], matched_then boolean, matches_now boolean,
  out status text, out why text) language plpgsql stable as $$
begin
  why := app.task_access_problem(rule, task);
  if why is null and matched_then is null then
    status := 'failed'; why := 'its conditions are no longer valid; save them again';
    return;
  end if;
  why := coalesce(why, case when not matched_then then 'the conditions did not hold' when not matches_now
      then 'the conditions do not hold any more'
    when rule.trigger->>'event' = 'task.subtasks_completed' and app.open_children(task.id) > 0
      then 'there are open subtasks again' end);
  if why is not null then status := 'conditions_not_met'; return; end if;
  select l.status, l.why into status, why from app.run_limit(rule, chain) l;
end $$;

-- Why a limit stops a run, whatever its subject.
create or replace function app.run_limit(rule automations, chain uuid[], out status text, out why text)
language plpgsql stable as $$
begin
  if rule.id = any (chain) then
    status := 'loop_blocked'; why := 'it is among the automations that caused this event';
  elsif cardinality(chain) >= 3 then
    status := 'loop_blocked'; why := 'three automations in a row caused this event';
  elsif app.recent_runs_of(rule.id) > 100 then
    status := 'throttled'; why := 'more than 100 runs in an hour';
  elsif app.recent_runs() > 2000 then
    status := 'throttled'; why := 'more than 2000 runs of the organization in an hour';
  else
    why := app.runs_problem();
    if why is not null then status := 'throttled'; end if;
  end if;
end $$;

-- Why the plan allows no more runs in this period, or null; the run that asks counts already.
create or replace function app.runs_problem() returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare most numeric := entitlement_limit(org_id(), 'automation_runs'); used numeric;
begin
  if most is null then return null; end if;
  used := meter_used(org_id(), 'automation_runs') - 1;
  return case when used >= most then said_limit('automation_runs', used, most) end;
end $$;

-- How often a rule, and any rule, acted within the last hour, including the current run; counted up to just
-- above the limits, so that a flood of throttled runs does not make the next ones more expensive.
create or replace function app.recent_runs_of(rule uuid) returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(*) from (select from automation_runs r where r.org_id = org_id() and r.automation_id = rule
    and r.status in ('succeeded', 'no_change', 'failed') and r.created_at > now() - interval '1 hour' limit 101) x
$$;
create or replace function app.recent_runs() returns bigint
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(*) from (select from automation_runs r where r.org_id = org_id()
    and r.status in ('succeeded', 'no_change', 'failed') and r.created_at > now() - interval '1 hour' limit 2001) x
$$;

-- Runs a rule on a task once per event or due date: the run row and its effects are one write. `rule_action`
-- is the action as read together with the conditions.
create or replace function app.run_automation(automation uuid, rule_action jsonb, event bigint, target uuid, due date,
  matched_then boolean, matches_now boolean) returns void language plpgsql as $$
declare rule automations; task tasks; run automation_runs; refusal record; began timestamptz := clock_timestamp();
begin
  select * into rule from automations a
    where a.org_id = app.org_id() and a.id = automation and a.is_enabled and a.deleted_at is null for no key update;
  select * into task from tasks t where t.org_id = app.org_id() and t.id = target;
  if rule.id is null or task.id is null or (due is not null and matches_now is not true) then return; end if;
  run.chain := coalesce((select e.automation_chain from task_events e where e.org_id = app.org_id() and e.id = event), '{}');
  insert into automation_runs (automation_id, event_id, due_date, record_kind, record_id, project_id, status, chain, depth)
    values (rule.id, event, due, 'task', task.id, task.project_id, 'failed', run.chain, cardinality(run.chain) + 1)
    on conflict do nothing returning * into run;
  if run.id is null then return; end if;
  refusal := app.run_refusal(rule, task, run.chain, matched_then, matches_now);
  run.status := refusal.status; run.error := refusal.why; run.changes := '[]';
  perform app.finish_run(rule, rule_action, run, began);
end $$;

-- Acts unless the run is already rejected, and records the outcome.
create or replace function app.finish_run(rule automations, rule_action jsonb, run automation_runs, began timestamptz)
returns void language plpgsql as $$
begin
  if run.status is null then run := app.try_action(rule, rule_action, run); end if;
  update automation_runs r set status = run.status, error = left(run.error, 300), changes = run.changes,
      duration_ms = extract(milliseconds from clock_timestamp() - began)
    where r.org_id = app.org_id() and r.id = run.id;
  perform app.record_run(rule, run.status, run.error), app.count_ahead_soon('automation_runs');
end $$;

-- Performs the action or records why it failed; transient errors are re-raised for a retry.
create or replace function app.try_action(rule automations, rule_action jsonb, run automation_runs)
returns automation_runs language plpgsql as $$
begin
  perform app.act_as(rule, run.project_id, run.chain);
  run.changes := app.perform_action(rule, rule_action, run);
  perform app.act_as(null, null, null);
  run.status := case when run.changes = '[]' then 'no_change' else 'succeeded' end;
  return run;
exception when serialization_failure or deadlock_detected or lock_not_available then raise;
  when others then
    run.status := 'failed'; run.changes := '[]'; run.error := app.error_sentence(sqlstate, sqlerrm);
    return run;
end $$;

create or replace function app.error_sentence(code text, message text) returns text
language sql immutable parallel safe as $$
  select case when code like 'WM%' then left(regexp_replace(message, '^body\.', ''), 300)
      when code like '23%' then 'what it names is gone'
    else 'it could not be done (' || code || ')' end
$$;

-- Records a run. Ten consecutive failures disable the rule and notify the admins.
create or replace function app.record_run(rule automations, done text, reason text) returns void language plpgsql as $$
declare failures int := case when done = 'failed' then rule.consecutive_failures + 1
  when done in ('succeeded', 'no_change') then 0 else rule.consecutive_failures end;
begin
  update automations a set last_run_at = now(), last_status = done, consecutive_failures = failures,
      run_count = a.run_count + (done in ('succeeded', 'no_change', 'failed'))::int
    where a.org_id = app.org_id() and a.id = rule.id;
  if failures >= 10 then
    perform set_config('app.action', 'automation.disabled', true);
    update automations a set is_enabled = false, disabled_reason = 'it failed 10 times in a row'
      where a.org_id = app.org_id() and a.id = rule.id;
    perform set_config('app.action', 'automation.ran', true);
    perform app.notify_admins('automation', rule.id, rule.name, 'It failed 10 times in a row and was turned off: ' || reason,
      'automation-off:' || rule.id || ':' || rule.version);
  end if;
end $$;

create or replace function app.notify_admins(entity text, entity_id uuid, title text, message text, source text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := app.suppress_audit(); n notifications; admin uuid;
begin
  n.org_id := org_id(); n.reason := 'automation'; n.actor_type := 'system'; n.entity_type := entity;
  n.entity_id := entity_id; n.title := left(title, 200); n.snippet := left(message, 300); n.source_key := source;
  for admin in select m.user_id from organization_members m where m.org_id = n.org_id and m.status = 'active'
      and level_of(m.role) >= 40 and wants_notification(n.org_id, m.user_id, n.reason) order by m.user_id loop
    n.user_id := admin;
    perform notify(n);
  end loop;
  perform set_config('app.suppress_audit', saved, true);
end $$;

-- Rules outlive their creator's membership; the admins are notified.
create or replace function app.announce_orphaned_rules() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n int;
begin
  if current_setting('app.purging', true) = 'on' then return null; end if;
  select count(*) into n from automations a
    where a.org_id = old.org_id and a.created_by = old.user_id and a.deleted_at is null and a.is_enabled;
  if n = 0 then return null; end if;
  perform notify_admins('organization', old.org_id, n || case when n = 1
      then ' automation goes on without its creator' else ' automations go on without their creator' end,
      'Created by ' || (select u.name from users u where u.id = old.user_id)
      || ', who is no longer a member', 'automation-orphans:' || old.user_id || ':' || now());
  return null;
end $$;
create or replace trigger announce_orphans after delete on organization_members
  for each row execute function app.announce_orphaned_rules();
create or replace trigger announce_orphans_off after update on organization_members for each row
  when (old.status = 'active' and new.status <> 'active') execute function app.announce_orphaned_rules();

-- A dry run: performs the action and rolls it back. Returns what would have changed.
create or replace function app.test_automation(automation uuid, kind text, target uuid, rule_action jsonb, conditions json,
  matches_now boolean)
returns json language plpgsql as $$
declare rule automations; task tasks; run automation_runs; would_run boolean;
begin
  select * into rule from automations a where a.org_id = app.org_id() and a.id = automation;
  run.record_kind := kind; run.record_id := target; run.changes := '[]'; run.chain := '{}';
  if kind = 'task' then
    select * into task from tasks t where t.org_id = app.org_id() and t.id = target;
    run.project_id := task.project_id;
    run.error := coalesce(app.task_access_problem(rule, task),
      case when matches_now is not true then 'the conditions do not hold' end);
  elsif app.matches_record(rule.trigger, kind, target) is not true then
    run.error := format('the %s does not match the params of the trigger', kind);
  end if;
  would_run := run.error is null;
  if would_run then
    begin
      run := app.try_action(rule, rule_action, run);
      perform app.refuse('WMDRY', 'taken back');
    exception when sqlstate 'WMDRY' then null;
    end;
    would_run := run.error is null;
  end if;
  insert into automation_runs (automation_id, record_kind, record_id, project_id, status, changes, error)
    values (rule.id, kind, target, run.project_id, 'dry_run', run.changes, left(run.error, 300)) returning id into run.id;
  perform app.audit_automation_test(rule);
  return json_build_object('run_id', run.id, 'would_run', would_run, 'reason', case when would_run and run.changes = '[]'
    then 'there is nothing to change' else run.error end, 'conditions', conditions, 'changes', run.changes);
end $$;

-- Audits that the caller tested a rule.
create or replace function app.audit_automation_test(rule automations) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into audit_log (org_id, actor_type, actor_user_id, actor_label, api_key_id, oauth_authorization_id, action,
      entity_type, entity_id, entity_label, changes, ip, user_agent, request_id)
    select org_id(), current_setting('app.actor_type', true), user_id(), u.email, key_id(), family(),
      current_setting('app.action', true), 'automations', rule.id::text, rule.name, '{}',
      nullif(current_setting('app.ip', true), ''), left(nullif(current_setting('app.agent', true), ''), 300),
      nullif(current_setting('app.request_id', true), '')
    from users u where u.id = user_id()
$$;
