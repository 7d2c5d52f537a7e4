-- Actions on tickets, deals and leads, by the same rules as the corresponding operations.

create or replace function app.perform_record_action(rule automations, action jsonb, r app.record_facts) returns jsonb
language plpgsql as $$
declare p jsonb := coalesce(action->'params', '{}');
begin
  return case action->>'type'
    when 'notify' then app.notify_of_record(rule, r, p)
    when 'assign' then app.reassign(r, case p->>'to' when 'user' then (p->>'user_id')::uuid else app.next_in_rotation(rule, array(
      select u.person::uuid from jsonb_array_elements_text(p->'user_ids') with ordinality u(person, n)
        where app.handler_problem(r.kind, u.person::uuid) is null order by u.n)) end)
    when 'unassign' then app.reassign(r, null)
    when 'set_priority' then app.change_ticket(r.id, jsonb_build_object('priority', p->'priority'))
    when 'set_ticket_status' then app.change_ticket(r.id, jsonb_build_object('status', p->'status'))
    when 'add_ticket_tag' then app.add_ticket_tag(r.id, p->>'tag')
    when 'add_ticket_note' then app.add_ticket_note(r.id, app.fill_template(p->>'template', r.placeholders, true))
    when 'create_task' then app.create_task_for_record(rule, r, p)
  end;
end $$;

-- Why a person cannot be assigned a ticket, deal or lead, or null.
create or replace function app.handler_problem(kind text, person uuid) returns text language sql stable as $$
  select app.member_problem(person, case kind when 'ticket' then 20 else 0 end, 'not an active member who may work on tickets')
    where person is not null
$$;

-- The changed fields with their old and new values.
create or replace function app.changed_fields(before jsonb, after jsonb, patch jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', f, 'from', before->f, 'to', after->f) order by f), '[]')
    from jsonb_object_keys(patch) f where before->f is distinct from after->f
$$;

create or replace function app.change_ticket(ticket uuid, patch jsonb) returns jsonb language plpgsql as $$
declare before tickets; after tickets;
begin
  perform app.refresh_ticket(ticket);
  select * into before from tickets t where t.org_id = app.org_id() and t.id = ticket;
  if app.changed_fields(to_jsonb(before), patch, patch) = '[]' then return '[]'; end if;
  update tickets t set (status, priority, assignee_user_id, tags) = (select j.status, j.priority, j.assignee_user_id, j.tags
      from app.check_ticket(t, patch) j)
    where t.org_id = app.org_id() and t.id = ticket returning * into after;
  return app.changed_fields(to_jsonb(before), to_jsonb(after), patch);
end $$;

-- Gives a record to a person, or to nobody; returns the changed fields.
create or replace function app.reassign(r app.record_facts, person uuid) returns jsonb language plpgsql as $$
declare changes jsonb;
begin
  if r.person is not distinct from person then return '[]'; end if;
  execute format('select app.assign_record(x, $2) from %I x where x.org_id = app.org_id() and x.id = $1', app.table_of(r.kind))
    into changes using r.id, person;
  return changes;
end $$;

create or replace function app.add_ticket_tag(ticket uuid, tag text) returns jsonb language plpgsql as $$
declare current_tags text[];
begin
  select t.tags into current_tags from tickets t where t.org_id = app.org_id() and t.id = ticket;
  if exists (select from unnest(current_tags) g where app.folded(g) = app.folded(tag)) then return '[]'; end if;
  perform app.ensure(cardinality(current_tags) < 20, 'WM409', 'a ticket has at most 20 tags');
  return app.change_ticket(ticket, jsonb_build_object('tags', current_tags || tag));
end $$;

create or replace function app.add_ticket_note(ticket uuid, body text) returns jsonb language plpgsql as $$
declare new_id uuid := uuidv7();
begin
  perform app.refresh_ticket(ticket);
  perform app.check_ticket_message(ticket, null);
  insert into ticket_messages (id, ticket_id, author_kind, body, is_internal)
    values (new_id, ticket, 'agent', left(body, 20000), true);
  return jsonb_build_array(jsonb_build_object('field', 'message_id', 'from', null, 'to', new_id));
end $$;

-- Creates a task for a record on behalf of the record's creator, or else the rule. A ticket has one task.
create or replace function app.create_task_for_record(rule automations, r app.record_facts, p jsonb) returns jsonb
language plpgsql as $$
declare new_id uuid := uuidv7(); draft tasks; created tasks; target_project projects;
  author uuid := coalesce(r.created_by, rule.created_by);
begin
  if r.kind = 'ticket' then
    perform app.refresh_ticket(r.id);
    if exists (select from tickets t where t.org_id = app.org_id() and t.id = r.id and t.task_id is not null) then
      return '[]';
    end if;
    perform app.check_ticket_task(r.id);
    draft.external_source := 'ticket'; draft.external_id := r.placeholders->>'ticket.number';
  end if;
  draft.project_id := p->>'project_id'; draft.assignee_id := p->>'user_id';
  select * into target_project from projects o where o.org_id = app.org_id() and o.id = draft.project_id and o.deleted_at is null;
  perform app.ensure(target_project.id is not null, 'WM409', 'the project is gone'),
    app.ensure(target_project.archived_at is null, 'WM409', 'the project is archived'),
    app.ensure_fields(app.task_problems(null, draft, '{}', 'task'));
  insert into tasks (id, project_id, title, description, type, priority, assignee_id, created_by, reporter_id, external_source,
      external_id)
    values (new_id, target_project.id, left(app.fill_template(p->>'title', r.placeholders, false), 255),
      format('%s: %s', initcap(r.kind), regexp_replace(r.title, '([][<`\\])', '\\\1', 'g')), coalesce(p->>'type', 'task'),
      coalesce(p->>'priority', 'medium'), draft.assignee_id, author, author, draft.external_source, draft.external_id)
    returning * into created;
  perform app.check_task(null, created);
  if r.kind = 'ticket' then update tickets t set task_id = new_id where t.org_id = app.org_id() and t.id = r.id; end if;
  return jsonb_build_array(jsonb_build_object('field', 'task_id', 'from', null, 'to', new_id));
end $$;

-- Notifies listed people, roles or the assignee, if they may see the record and have these notifications on.
create or replace function app.notify_of_record(rule automations, r app.record_facts, p jsonb) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n notifications;
begin
  n.entity_type := r.kind; n.entity_id := r.id; n.title := left(r.title, 200);
  return app.notify_all(rule, n, app.fill_template(p->>'message', r.placeholders, false), array(
    select m.user_id from organization_members m where m.org_id = app.org_id() and m.status = 'active'
      and app.level_of(m.role) >= 20 and case p->>'to' when 'users' then p->'user_ids' ? m.user_id::text
        when 'roles' then p->'roles' ? m.role when 'assignee' then m.user_id = r.person end
      and app.wants_notification(m.org_id, m.user_id, 'automation') order by m.user_id));
end $$;
