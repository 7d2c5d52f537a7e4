-- Automation definitions: which events they listen to, validation of their parameters, and which could loop.
-- Trigger and action values come from src/areas/automations/catalog.ts.

-- True if a trigger matches an event of the task itself.
create or replace function app.matches_task_event(trigger jsonb, e task_events) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case trigger->>'event'
      when 'task.created' then e.kind = 'created'
      when 'task.updated' then e.field is not null and e.field not in ('deleted_at', 'archived_at', 'project_id')
        and (not p ? 'fields' or p->'fields' ? e.field)
      when 'task.status_changed' then e.kind = 'status_changed' and coalesce(p->>'from' = from_value, true)
        and coalesce(p->>'to' = to_value, true)
      when 'task.assigned' then e.field = 'assignee_id' and to_value is not null
        and coalesce(p->>'user_id' = to_value, true)
      when 'task.unassigned' then e.field = 'assignee_id' and to_value is null
      when 'task.commented' then e.kind = 'commented'
      when 'task.tag_added' then e.kind = 'tag_added' and coalesce(p->>'tag_id' = e.new_value->>'tag_id', true)
      when 'task.added_to_sprint' then e.field = 'sprint_id' and to_value is not null
        and coalesce(p->>'sprint_id' = to_value, true)
      when 'task.blocked' then e.kind = 'blocked'
      when 'task.unblocked' then e.kind = 'unblocked'
      when 'task.sla_at_risk' then e.kind = 'sla_at_risk'
      when 'task.sla_breached' then e.kind = 'sla_breached'
      else false end, false)
    from (select trigger->'params', e.old_value #>> '{}', e.new_value #>> '{}') v(p, from_value, to_value)
$$;

-- A task's status right after the event's change.
create or replace function app.status_at(task tasks, e task_events) returns text language sql stable as $$
  select coalesce((select x.old_value #>> '{}' from task_events x where x.org_id = task.org_id and x.task_id = task.id
    and x.field = 'status' and x.id > e.id and x.change_id <> e.change_id order by x.id limit 1), task.status)
$$;

-- The parent whose last open subtask the event closed, or null.
create or replace function app.completed_parent(e task_events) returns uuid language sql stable as $$
  select p.id from tasks t join tasks p on p.org_id = t.org_id and p.id = t.parent_id and p.deleted_at is null
    where e.field = 'status' and e.new_value #>> '{}' in ('done', 'cancelled')
      and t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null and p.done_child_count > 0
      and not exists (select from tasks s where s.org_id = p.org_id and s.parent_id = p.id and s.deleted_at is null
        and s.created_at <= e.created_at and app.status_at(s, e) in ('todo', 'in_progress'))
$$;

-- True if an enabled automation listens to the event; otherwise no job is enqueued.
create or replace function app.has_automations_for_event(e task_events) returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  return exists (select from automations a where a.org_id = e.org_id and a.is_enabled and a.deleted_at is null
    and (a.project_id is null or a.project_id = e.project_id) and (matches_task_event(a.trigger, e)
      or (a.trigger->>'event' = 'task.subtasks_completed' and completed_parent(e) is not null)));
end $$;

-- Adding or removing a tag is a task event.
create or replace function app.log_tag_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, new_value)
    select t.org_id, t.project_id, t.id, user_id(), coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      nullif(current_setting('app.request_id', true), ''), change_id(), tg_argv[0],
      jsonb_build_object('tag_id', g.id, 'name', g.name)
    from moved m join tasks t on t.org_id = m.org_id and t.id = m.task_id
      join tags g on g.org_id = m.org_id and g.id = m.tag_id;
  return null;
end $$;
create or replace trigger events_added after insert on task_tags referencing new table as moved
  for each statement execute function app.log_tag_events('tag_added');
create or replace trigger events_removed after delete on task_tags referencing old table as moved
  for each statement execute function app.log_tag_events('tag_removed');

-- Serializes the creation of automations, so that the limit holds.
create or replace function app.require_room_for_automations(added int) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('automations:' || app.org_id()::text, 0));
  perform app.ensure((select count(*) + added <= 100 from automations a
    where a.org_id = app.org_id() and a.deleted_at is null), 'WM409', 'an organization has at most 100 automations');
end $$;

-- True if the action of a rule with the trigger `cause` can cause the event that another trigger listens to.
create or replace function app.can_cause(cause jsonb, action jsonb, trigger jsonb) returns boolean
language sql immutable parallel safe as $$
  select affected = split_part(trigger->>'event', '.', 1) and coalesce(case trigger->>'event'
      when 'task.created' then kind in ('create_subtask', 'create_task')
      when 'task.updated' then case when p ? 'fields' then p->'fields' ?| touched else touched <> '{}' end
      when 'task.status_changed' then kind = 'set_status' and into_status
      when 'task.assigned' then kind = 'assign' and coalesce(p->>'user_id' = a->>'user_id', true)
      when 'task.unassigned' then kind = 'unassign'
      when 'task.commented' then kind = 'add_comment'
      when 'task.tag_added' then kind = 'add_tag' and coalesce(p->>'tag_id' = a->>'tag_id', true)
      when 'task.added_to_sprint' then kind = 'move_to_sprint' and a->>'to' = 'active'
      when 'task.blocked' then kind = 'set_status' and a->>'status' in ('todo', 'in_progress')
      when 'task.unblocked' then kind = 'set_status' and a->>'status' in ('done', 'cancelled')
      when 'task.subtasks_completed' then kind = 'set_status' and a->>'status' in ('done', 'cancelled')
      when 'ticket.status_changed' then kind = 'set_ticket_status' and into_status
      when 'ticket.priority_changed' then kind = 'set_priority' and coalesce(p->>'to' = a->>'priority', true)
      when 'ticket.assigned' then kind = 'assign' and coalesce(p->>'user_id' = a->>'user_id', true)
      else false end, false)
    from (select trigger->'params', action->'params', action->>'type', case action->>'type'
      when 'set_status' then '{status,column_id,progress_percent}'::text[] when 'set_priority' then '{priority}'
      when 'assign' then '{assignee_id}' when 'unassign' then '{assignee_id}' when 'move_to_sprint' then '{sprint_id}'
      when 'set_due_date' then '{due_date}' else '{}' end,
      case action->>'type' when 'create_task' then 'task' else split_part(cause->>'event', '.', 1) end,
      coalesce(trigger->'params'->>'to' = action->'params'->>'status', true)
        and coalesce(trigger->'params'->>'from' <> action->'params'->>'status', true))
      v(p, a, kind, touched, affected, into_status)
$$;

-- Loops a rule could start, as it is and with the enabled rules around it: a shortest one through each rule
-- that leads back to it, at most ten.
create or replace function app.loop_warnings(automation uuid) returns json language plpgsql stable as $$
declare rule automations; before jsonb := '{}'; frontier uuid[]; found_rule record; warnings jsonb := '[]'; path jsonb;
  step text;
begin
  select * into rule from automations a where a.org_id = app.org_id() and a.id = automation;
  before := jsonb_build_object(automation::text, null); frontier := array[automation];
  while cardinality(frontier) > 0 loop
    with reachable as (select distinct on (b.id) b.id, a.id as via from automations a join automations b
        on b.org_id = a.org_id and (a.project_id is null or b.project_id is null or a.project_id = b.project_id)
        and app.can_cause(a.trigger, a.action, b.trigger) and (b.project_id is null or rule.project_id is null
          or b.project_id = rule.project_id)
      where a.org_id = app.org_id() and a.id = any (frontier) and b.is_enabled and b.deleted_at is null
        and not before ? b.id::text order by b.id, a.rank)
    select array_agg(n.id), jsonb_object_agg(n.id, n.via) into frontier, path from reachable n;
    before := before || coalesce(path, '{}');
  end loop;
  for found_rule in select a.id::text from automations a where a.org_id = app.org_id() and before ? a.id::text
      and app.can_cause(a.trigger, a.action, rule.trigger) order by a.rank, a.created_at, a.id limit 10 loop
    path := '[]'; step := found_rule.id;
    while step is not null loop path := jsonb_build_array(step) || path; step := before->>step; end loop;
    warnings := warnings || jsonb_build_array(app.loop_warning(path || to_jsonb(automation)));
  end loop;
  return warnings;
end $$;

create or replace function app.loop_warning(path jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('message', string_agg(a.name, ' -> ' order by i.n)
        || '; a loop is stopped when it reaches a rule again',
      'automations', jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by i.n))
    from jsonb_array_elements_text(path) with ordinality i(id, n)
      join automations a on a.org_id = app.org_id() and a.id = i.id::uuid
$$;

-- Copies a project's rules. References are mapped to the copy of the same name; a rule with an unmapped
-- reference is created disabled.
create or replace function app.copy_automations(source uuid, copy uuid) returns void language plpgsql as $$
declare org uuid := app.org_id(); rule automations; pair record; rule_text text; is_incomplete boolean;
begin
  perform app.ensure(app.role_level() >= 40, 'WM403', 'copying automations needs the role admin or above');
  perform app.require_room_for_automations((select count(*)::int from automations a
    where a.org_id = org and a.project_id = source and a.deleted_at is null));
  for rule in select * from automations a where a.org_id = org and a.project_id = source and a.deleted_at is null
      order by a.created_at, a.id loop
    rule_text := jsonb_build_array(rule.trigger, rule.conditions, rule.action)::text;
    for pair in select o.id as source_id, n.id as copy_id from tags o
          join tags n on n.org_id = org and n.project_id = copy
          and app.folded(n.name) = app.folded(o.name) where o.org_id = org and o.project_id = source and o.deleted_at is null
        union all select o.id, n.id from board_columns o join board_columns n on n.org_id = org and n.project_id = copy
          and app.folded(n.name) = app.folded(o.name) where o.org_id = org and o.project_id = source
        union all select source, copy loop
      rule_text := replace(rule_text, pair.source_id::text, pair.copy_id::text);
    end loop;
    is_incomplete := app.automation_problems(copy, rule_text::jsonb->0, rule_text::jsonb->2) <> '{}' or exists (
      select from (select g.id from tags g where g.org_id = org and g.project_id = source
        union all select c.id from board_columns c where c.org_id = org and c.project_id = source
        union all select s.id from sprints s where s.org_id = org and s.project_id = source) o
      where strpos(rule_text, o.id::text) > 0);
    insert into automations (project_id, name, description, is_enabled, trigger, conditions, action, rank, disabled_reason)
      values (copy, rule.name, rule.description, rule.is_enabled and not is_incomplete, rule_text::jsonb->0, rule_text::jsonb->1,
        rule_text::jsonb->2, rule.rank, case when is_incomplete then 'it names what was not copied' end);
  end loop;
end $$;
