-- Invariants of every task write: number, rank, status with its timestamps and column, events, parent
-- counters, watchers, recurrence.
--
-- Triggers of the same timing fire in name order: enter_project, keep_status, revive, then touch. Update
-- triggers list the columns that fire them, because Postgres parses every other condition again for each
-- statement; for a column that a before trigger derives, they list what it is derived from.

-- The column for a status; never one that is being deleted (app.gone_column).
create or replace function app.first_column(org uuid, project uuid, requested_status text) returns uuid
language sql stable as $$
  select c.id from board_columns c where c.org_id = org and c.project_id = project and c.status = requested_status
    and c.id is distinct from nullif(current_setting('app.gone_column', true), '')::uuid
  order by c.rank, c.id limit 1
$$;

create or replace function app.status_of_column(org uuid, project uuid, requested_column uuid) returns text
language sql stable as $$
  select c.status from board_columns c where c.org_id = org and c.project_id = project and c.id = requested_column
$$;

-- Takes a project's next number. The row lock lasts until commit, so numbers are unique and in order.
create or replace function app.next_task_number(org uuid, project uuid) returns int language plpgsql as $$
declare saved text := app.suppress_audit(); number int;
begin
  update projects set task_counter = task_counter + 1 where org_id = org and id = project returning task_counter into number;
  saved := set_config('app.suppress_audit', saved, true);
  return number;
end $$;

-- The rank after all live tasks of a project. Without sorts, it is the last entry of the index by rank:
-- planned for an average project, which is small on a shared deployment, reading and sorting all tasks looks
-- as cheap.
create or replace function app.rank_at_end(org uuid, project uuid) returns text
language sql stable set enable_sort = off as $$
  select app.rank_between((select t.rank from tasks t
    where t.org_id = org and t.project_id = project and t.deleted_at is null order by t.rank desc limit 1), null)
$$;

-- The rank itself, or the next free one if a live task has taken it.
create or replace function app.free_rank(org uuid, project uuid, requested_rank text) returns text
language sql stable as $$
  select case when not exists (select from tasks t where t.org_id = org and t.project_id = project
      and t.rank = requested_rank and t.deleted_at is null) then requested_rank
    else app.rank_between(requested_rank, (select t.rank from tasks t where t.org_id = org and t.project_id = project
      and t.rank > requested_rank and t.deleted_at is null order by t.rank limit 1)) end
$$;

-- A task new in its project: number, last rank, and the first column of its status.
create or replace function app.enter_project() returns trigger language plpgsql as $$
declare transferred boolean := tg_op = 'UPDATE';
begin
  new.reporter_id := coalesce(new.reporter_id, new.created_by);
  if transferred or coalesce(new.number, 0) = 0 then
    new.number := app.next_task_number(new.org_id, new.project_id);
  end if;
  if transferred or new.rank is null then new.rank := app.rank_at_end(new.org_id, new.project_id); end if;
  if transferred or new.column_id is null then
    new.column_id := app.first_column(new.org_id, new.project_id, new.status);
  end if;
  return new;
end $$;

-- The default assignee of a project's unassigned tasks when they are started, if any.
create or replace function app.default_assignee(org uuid, project uuid) returns uuid language sql stable as $$
  select (p.settings->>'default_assignee_id')::uuid from projects p where p.org_id = org and p.id = project
    and p.settings->>'default_assignee_id' is not null
    and app.assignee_problem(project, (p.settings->>'default_assignee_id')::uuid) is null
$$;

-- Status and column agree: a new column sets its status, a new status moves to its first column unless the
-- current one fits. Then the status timestamps.
create or replace function app.sync_status_and_column() returns trigger language plpgsql as $$
declare column_status text;
begin
  select c.status into column_status from board_columns c
    where c.org_id = new.org_id and c.project_id = new.project_id and c.id = new.column_id;
  if new.status = old.status then new.status := coalesce(column_status, new.status); end if;
  if column_status is distinct from new.status then
    new.column_id := app.first_column(new.org_id, new.project_id, new.status);
  end if;
  if new.status <> old.status then
    if new.status = 'in_progress' then
      new.started_at := coalesce(old.started_at, now());
      new.assignee_id := coalesce(new.assignee_id, app.default_assignee(new.org_id, new.project_id));
    end if;
    if new.status = 'done' then new.progress_percent := 100; end if;
    new.completed_at := case when new.status = 'done' then now() end;
    new.cancelled_at := case when new.status = 'cancelled' then now() end;
    new.reopen_count := old.reopen_count + (old.status in ('done', 'cancelled'))::int;
  end if;
  return new;
end $$;

create or replace function app.assign_free_rank() returns trigger language plpgsql as $$
begin
  new.rank := app.free_rank(new.org_id, new.project_id, new.rank);
  return new;
end $$;

-- The fields whose changes are recorded, and the kind of event of each.
create or replace function app.event_fields() returns text[] language sql immutable parallel safe as $$
  select '{title,description,status,column_id,priority,type,assignee_id,parent_id,sprint_id,milestone_id,
    estimate_points,estimate_minutes,progress_percent,start_date,due_date,rrule,recurrence_mode,project_id,
    archived_at,deleted_at}'::text[]
$$;

create or replace function app.event_kind(field text, value jsonb) returns text
language sql immutable parallel safe as $$
  select case field when 'status' then 'status_changed' when 'assignee_id' then 'assigned'
    when 'column_id' then 'moved' when 'sprint_id' then 'moved' when 'project_id' then 'transferred'
    when 'deleted_at' then case when value = 'null' then 'restored' else 'deleted' end else 'updated' end
$$;

create or replace function app.event_value(field text, value jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case when value = 'null' then null
    when field = 'description' then app.text_digest(value #>> '{}') else value end
$$;

-- One event per changed field; all of one request share a change_id. Whatever a statement changes is one
-- insert. (A full join is never a nested loop, which would compare each row with each.)
create or replace function app.log_task_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  if tg_op = 'INSERT' then
    insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, new_value)
      select n.org_id, n.project_id, n.id, user_id(), actor_type(), nullif(current_setting('app.request_id', true), ''),
        change_id(), 'created', jsonb_build_object('title', n.title, 'status', n.status) from new_rows n;
    return null;
  end if;
  insert into task_events (org_id, project_id, task_id, actor_id, actor_type, request_id, change_id, kind, field,
      old_value, new_value)
    select c.org_id, c.project_id, c.id, user_id(), actor_type(), nullif(current_setting('app.request_id', true), ''),
      change_id(), event_kind(field, after->field), field, event_value(field, before->field),
      event_value(field, after->field)
    from (select n.org_id, n.project_id, n.id, to_jsonb(o) as before, to_jsonb(n) as after
        from old_rows o full join new_rows n on n.id = o.id where coalesce(n.version <> o.version, false) offset 0) c
      cross join lateral unnest(event_fields()) field
    where before->field is distinct from after->field;
  return null;
end $$;

-- Maintains the parent's child_count (live subtasks) and done_child_count by difference; parents in id order.
create or replace function app.count_children() returns trigger language plpgsql as $$
declare parent record;
begin
  for parent in
    select p.id, sum(p.live)::int as live, sum(p.done)::int as done from (values
        (old.parent_id, -(old.deleted_at is null)::int, -(old.deleted_at is null and old.status = 'done')::int),
        (new.parent_id, (new.deleted_at is null)::int, (new.deleted_at is null and new.status = 'done')::int)
      ) p(id, live, done)
    where p.id is not null group by p.id having sum(p.live) <> 0 or sum(p.done) <> 0 order by p.id loop
    update tasks t set child_count = t.child_count + parent.live, done_child_count = t.done_child_count + parent.done
      where t.org_id = coalesce(new.org_id, old.org_id) and t.id = parent.id;
  end loop;
  return null;
end $$;

-- A task whose tags or dependencies change has changed, though its own row has not: `updated_since` finds it.
-- Unaudited, because it follows from those. A tag can be on tens of thousands of tasks when it is deleted,
-- which has to fit into a request: beyond a thousand at once nothing is touched.
create or replace function app.tell_tasks_changed() returns trigger language plpgsql as $$
declare org uuid; ids uuid[]; saved text;
begin
  if app.is_importing() or current_setting('app.suppress_audit', true) = 'on' then return null; end if;
  if tg_table_name = 'task_tags' then
    select (array_agg(m.org_id))[1], array_agg(m.task_id) into org, ids from moved m;
  else
    select (array_agg(m.org_id))[1], array_agg(t.id) into org, ids
      from moved m cross join lateral (values (m.from_task_id), (m.to_task_id)) t(id);
  end if;
  if cardinality(ids) > 1000 then return null; end if;
  perform 1 from (select distinct unnest(ids) as id order by 1) i cross join lateral (select from tasks t
    where t.org_id = org and t.id = i.id for no key update) t;
  saved := app.suppress_audit();
  update tasks t set updated_at = now() from (select distinct unnest(ids) as id) i
    where t.org_id = org and t.id = i.id and t.updated_at <> now()::timestamptz(3);
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger touch_tagged after insert on task_tags referencing new table as moved
  for each statement execute function app.tell_tasks_changed();
create or replace trigger touch_untagged after delete on task_tags referencing old table as moved
  for each statement execute function app.tell_tasks_changed();
create or replace trigger touch_linked after insert on task_dependencies referencing new table as moved
  for each statement execute function app.tell_tasks_changed();
create or replace trigger touch_unlinked after delete on task_dependencies referencing old table as moved
  for each statement execute function app.tell_tasks_changed();

-- Author and assignee watch automatically, unless muted. Not audited: it follows from the task's entry.
create or replace function app.auto_watch() returns trigger language plpgsql as $$
declare saved text;
begin
  if app.is_importing() then return null; end if;
  saved := app.suppress_audit();
  insert into task_watchers (org_id, task_id, user_id, state, reason)
    select new.org_id, new.id, w.person, 'watching', w.reason
    from (values (case when tg_op = 'INSERT' then new.created_by end, 'author'), (new.assignee_id, 'assignee'))
      w(person, reason)
    where w.person is not null on conflict do nothing;
  saved := set_config('app.suppress_audit', saved, true);
  return null;
end $$;

create or replace function app.store_former_key() returns trigger language plpgsql as $$
begin
  insert into task_key_aliases (org_id, key, task_id)
    select old.org_id, p.key || '-' || old.number, old.id from projects p
      where p.org_id = old.org_id and p.id = old.project_id
    on conflict (org_id, key) do update set task_id = excluded.task_id;
  return null;
end $$;

-- Completing a recurring task enqueues a job for its next occurrence.
create or replace function app.announce_recurrence() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into outbox (org_id, topic, payload)
    values (new.org_id, 'task.recurred', jsonb_build_object('task_id', new.id)
      || case when automation_chain() = '{}' then '{}' else jsonb_build_object('chain', automation_chain()) end);
  return null;
end $$;

create or replace trigger enter_project before insert on tasks for each row execute function app.enter_project();
create or replace trigger enter_project_again before update of project_id on tasks for each row
  when (new.project_id <> old.project_id) execute function app.enter_project();
create or replace trigger keep_status before update on tasks for each row
  when (new.status <> old.status or new.column_id is distinct from old.column_id)
  execute function app.sync_status_and_column();
create or replace trigger revive before update of deleted_at on tasks for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function app.assign_free_rank();

create or replace trigger auto_watch after insert on tasks for each row execute function app.auto_watch();
create or replace trigger auto_watch_assignee after update of assignee_id, status, column_id, project_id on tasks for each row
  when (new.assignee_id is distinct from old.assignee_id and new.assignee_id is not null)
  execute function app.auto_watch();
create or replace trigger count_children after insert on tasks for each row
  when (new.parent_id is not null) execute function app.count_children();
create or replace trigger count_children_again
  after update of parent_id, status, column_id, project_id, deleted_at on tasks for each row
  when (old.parent_id is distinct from new.parent_id or new.parent_id is not null
    and (old.status <> new.status or old.deleted_at is distinct from new.deleted_at))
  execute function app.count_children();
create or replace trigger count_children_gone after delete on tasks for each row
  when (old.parent_id is not null and old.deleted_at is null) execute function app.count_children();
create or replace trigger events_first after insert on tasks referencing new table as new_rows
  for each statement execute function app.log_task_events();
create or replace trigger events_next after update on tasks referencing old table as old_rows new table as new_rows
  for each statement execute function app.log_task_events();
create or replace trigger keep_old_key after update of project_id on tasks for each row
  when (new.project_id <> old.project_id) execute function app.store_former_key();
create or replace trigger recurrence after update of status, column_id, project_id on tasks for each row
  when (new.status = 'done' and old.status <> 'done' and new.rrule is not null)
  execute function app.announce_recurrence();
