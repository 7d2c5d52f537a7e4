-- Automation actions. Each returns its changes as [{field, from, to}]; no change is an empty list and writes
-- no event. They run with the rule's own rights and hold the task's locks.

create or replace function app.perform_action(rule automations, action jsonb, run automation_runs) returns jsonb
language plpgsql as $$
declare task tasks;
begin
  if run.record_kind <> 'task' then return app.perform_record_action(rule, action, app.record_facts_of(run)); end if;
  select * into task from tasks t where t.org_id = app.org_id() and t.id = run.record_id;
  return app.perform_task_action(rule, action, task);
end $$;

create or replace function app.perform_task_action(rule automations, action jsonb, task tasks) returns jsonb
language plpgsql as $$
declare p jsonb := coalesce(action->'params', '{}');
begin
  return case action->>'type'
    when 'set_status' then app.patch_task(task, jsonb_build_object('status', p->'status'))
    when 'set_priority' then app.patch_task(task, jsonb_build_object('priority', p->'priority'))
    when 'assign' then app.patch_task(task, jsonb_build_object('assignee_id', app.resolve_assignee(rule, p, task)))
    when 'unassign' then app.patch_task(task, '{"assignee_id":null}')
    when 'add_tag' then app.add_task_tag(task, (p->>'tag_id')::uuid)
    when 'remove_tag' then app.remove_task_tag(task, (p->>'tag_id')::uuid)
    when 'add_comment' then app.add_rule_comment(task, p->>'template')
    when 'move_to_sprint' then app.patch_task(task, jsonb_build_object('sprint_id',
      case p->>'to' when 'active' then app.require_active_sprint(task.project_id) end))
    when 'set_due_date' then app.patch_task(task, jsonb_build_object('due_date',
      app.working_day_from_now(task, (p->>'working_days')::int)))
    when 'create_subtask' then app.add_rule_subtask(task, p)
    when 'notify' then app.notify_rule_audience(rule, task, p)
  end;
end $$;

-- Changes task fields that have other values.
create or replace function app.patch_task(task tasks, patch jsonb) returns jsonb language plpgsql as $$
declare before jsonb := to_jsonb(task); after jsonb;
begin
  if before @> patch then return '[]'; end if;
  perform app.change_task(task.id, patch, 'task');
  select to_jsonb(t) into after from tasks t where t.org_id = app.org_id() and t.id = task.id;
  return (select coalesce(jsonb_agg(jsonb_build_object('field', f, 'from', before->f, 'to', after->f)
      order by patch ? f desc, f), '[]')
    from unnest(app.event_fields()) f where before->f is distinct from after->f);
end $$;

-- Resolves the assignee; round-robin over the listed people who can be assigned.
create or replace function app.resolve_assignee(rule automations, p jsonb, task tasks) returns uuid
language plpgsql as $$
declare lead uuid;
begin
  if p->>'to' = 'user' then return p->>'user_id'; end if;
  if p->>'to' = 'reporter' then return task.reporter_id; end if;
  if p->>'to' = 'project_lead' then
    select o.lead_user_id into lead from projects o where o.org_id = app.org_id() and o.id = task.project_id;
    perform app.ensure(lead is not null, 'WM409', 'the project has no lead');
    return lead;
  end if;
  return app.next_in_rotation(rule, array(select u.person::uuid from jsonb_array_elements_text(p->'user_ids')
    with ordinality u(person, n) where app.assignee_problem(task.project_id, u.person::uuid) is null order by u.n));
end $$;

create or replace function app.next_in_rotation(rule automations, candidates uuid[]) returns uuid language plpgsql as $$
declare turn_number int;
begin
  perform app.ensure(candidates <> '{}', 'WM409', 'nobody in the list can be assigned');
  update automations a set turn = a.turn + 1 where a.org_id = app.org_id() and a.id = rule.id returning a.turn into turn_number;
  return candidates[1 + (turn_number - 1) % cardinality(candidates)];
end $$;

create or replace function app.require_active_sprint(project uuid) returns uuid language plpgsql as $$
declare sprint uuid := app.active_sprint(project);
begin
  perform app.ensure(sprint is not null, 'WM409', 'the project has no active sprint');
  return sprint;
end $$;

-- The date n working days from today in the project.
create or replace function app.working_day_from_now(task tasks, days int) returns date language sql stable as $$
  select app.add_working_days(app.today(app.project_zone(task.org_id, task.project_id)), days, app.org_week())
$$;

create or replace function app.add_task_tag(task tasks, tag uuid) returns jsonb language plpgsql as $$
declare before jsonb := app.tags_of(task.id);
begin
  if before ? tag::text then return '[]'; end if;
  perform app.ensure(app.rule_tag_problem(task.project_id, tag) is null, 'WM409',
    'the tag is gone, or belongs to another project');
  insert into task_tags (task_id, tag_id) values (task.id, tag) on conflict do nothing;
  perform app.ensure(jsonb_array_length(before) < 20, 'WM409', 'a task has at most 20 tags');
  return jsonb_build_array(jsonb_build_object('field', 'tag_ids', 'from', before, 'to', before || to_jsonb(tag)));
end $$;

create or replace function app.remove_task_tag(task tasks, tag uuid) returns jsonb language plpgsql as $$
declare before jsonb := app.tags_of(task.id);
begin
  delete from task_tags tt where tt.org_id = app.org_id() and tt.task_id = task.id and tt.tag_id = tag;
  if not before ? tag::text then return '[]'; end if;
  return jsonb_build_array(jsonb_build_object('field', 'tag_ids', 'from', before, 'to', before - tag::text));
end $$;

-- Placeholder values.
create or replace function app.template_values(task tasks) returns jsonb language sql stable as $$
  select jsonb_build_object('task.key', p.key || '-' || task.number, 'task.title', task.title, 'task.status', task.status,
      'task.priority', task.priority, 'task.type', task.type, 'task.due_date', coalesce(task.due_date::text, '-'),
      'task.assignee', coalesce((select u.name from users u where u.id = task.assignee_id), '-'), 'project.name', p.name)
    from projects p where p.org_id = app.org_id() and p.id = task.project_id
$$;

-- Fills in placeholders in one pass; values are not expanded again. In Markdown no value can begin a link,
-- mention, code or HTML.
create or replace function app.fill_template(template text, known_values jsonb, markdown boolean) returns text
language sql immutable parallel safe as $$
  select string_agg(case when not known_values ? name then token when markdown
      then regexp_replace(known_values->>name, '([][<`\\])', '\\\1', 'g') else known_values->>name end, '' order by n)
    from regexp_matches(template, '\{\{ *[a-z_.]+ *\}\}|[^{]+|\{', 'g') with ordinality m(found, n)
      cross join lateral (select found[1], btrim(found[1], '{} ')) t(token, name)
$$;

create or replace function app.add_rule_comment(task tasks, template text) returns jsonb language plpgsql as $$
declare new_id uuid := uuidv7(); comment_body text := app.fill_template(template, app.template_values(task), true);
begin
  perform app.ensure(app.mentions_problem(comment_body) is null, 'WM409', 'at most 50 mentions');
  insert into comments (id, task_id, body, author_type) values (new_id, task.id, comment_body, 'automation');
  return jsonb_build_array(jsonb_build_object('field', 'comment_id', 'from', null, 'to', new_id));
end $$;

-- Adds a subtask on behalf of the task's creator.
create or replace function app.add_rule_subtask(task tasks, p jsonb) returns jsonb language plpgsql as $$
declare new_id uuid := uuidv7(); draft tasks; created tasks;
begin
  draft.project_id := task.project_id; draft.parent_id := task.id;
  perform app.ensure_fields(app.task_problems(null, draft, '{}', 'subtask'));
  -- Its title may be what a stranger wrote.
  insert into tasks (id, project_id, title, type, priority, parent_id, created_by, reporter_id, external_source)
    values (new_id, task.project_id, left(app.fill_template(p->>'title', app.template_values(task), false), 255),
      coalesce(p->>'type', 'task'), coalesce(p->>'priority', 'medium'), task.id, task.created_by, task.reporter_id,
      case when strpos(p->>'title', '{{') > 0 then task.external_source end)
    returning * into created;
  perform app.check_task(null, created);
  return jsonb_build_array(jsonb_build_object('field', 'subtask_id', 'from', null, 'to', new_id));
end $$;

-- Recipients of a rule: listed people, roles, watchers or the assignee, if they may see the task and want it.
create or replace function app.rule_audience(task tasks, p jsonb) returns setof uuid language sql stable as $$
  select m.user_id from organization_members m where m.org_id = task.org_id and m.status = 'active' and case p->>'to'
      when 'users' then p->'user_ids' ? m.user_id::text
      when 'roles' then p->'roles' ? m.role
      when 'assignee' then m.user_id = task.assignee_id
      when 'watchers' then exists (select from task_watchers w where w.org_id = task.org_id and w.task_id = task.id
        and w.user_id = m.user_id and w.state = 'watching') end
    and app.can_open(task.project_id, m.user_id) and app.wants_notification(task.org_id, m.user_id, 'automation')
    and not app.is_muted(task.org_id, task.project_id, task.id, m.user_id)
  order by m.user_id
$$;

create or replace function app.notify_rule_audience(rule automations, task tasks, p jsonb) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications;
begin
  n.entity_type := 'task'; n.entity_id := task.id; n.project_id := task.project_id; n.title := left(task.title, 200);
  return notify_all(rule, n, fill_template(p->>'message', template_values(task), false),
    array(select rule_audience(task, p)));
end $$;

-- Notifies people with a rule's message.
create or replace function app.notify_all(rule automations, n notifications, message text, people uuid[]) returns jsonb
language plpgsql as $$
declare saved text := app.suppress_audit(); recipient uuid;
begin
  n.org_id := rule.org_id; n.reason := 'automation'; n.actor_type := 'automation';
  n.snippet := left(coalesce(message, rule.name), 300); n.source_key := 'automation:' || rule.id || ':' || app.change_id();
  foreach recipient in array people loop
    n.user_id := recipient;
    perform app.notify(n);
  end loop;
  perform set_config('app.suppress_audit', saved, true);
  return case when people = '{}' then '[]' else jsonb_build_array(jsonb_build_object('field', 'notified', 'from', null,
    'to', people)) end;
end $$;
