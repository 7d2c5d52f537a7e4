-- The job behind recurring tasks. The outbox enters the organization as the system before calling it.

-- The completed task's input to its rule, or null if there is no next occurrence to create.
create or replace function app.recurring_task(org uuid, task uuid) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  select json_build_object('rrule', t.rrule, 'recurrence_mode', t.recurrence_mode, 'start_date', t.start_date,
      'due_date', t.due_date, 'completed_day', (t.completed_at at time zone o.timezone)::date)
    from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id join organizations o on o.id = t.org_id
    where t.org_id = org and t.id = task and t.status = 'done' and t.rrule is not null and t.deleted_at is null
      and p.deleted_at is null and p.archived_at is null and o.deleted_at is null
      and not exists (select from tasks n where n.recurrence_of = t.id)
$$;

-- Creates the next occurrence: the same in all but dates and rule. Returns its id, or null if it exists.
create or replace function app.create_recurrence(org uuid, task uuid, next jsonb) returns uuid
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare new_id uuid;
begin
  perform 1 from projects p where p.org_id = org
    and p.id = (select t.project_id from tasks t where t.org_id = org and t.id = task) for no key update;
  if recurring_task(org, task) is null then return null; end if;
  insert into tasks (org_id, project_id, title, description, type, priority, assignee_id, reporter_id, created_by,
      parent_id, milestone_id, estimate_points, estimate_minutes, rrule, recurrence_mode, recurrence_of, start_date,
      due_date, external_source, imported_author)
    select t.org_id, t.project_id, t.title, t.description, t.type, t.priority,
      case when assignee_problem(t.project_id, t.assignee_id) is null then t.assignee_id end, t.reporter_id, t.created_by,
      t.parent_id, t.milestone_id, t.estimate_points, t.estimate_minutes, next->>'rrule', t.recurrence_mode, t.id,
      (next->>'start_date')::date, (next->>'due_date')::date, t.external_source,
      t.imported_author
    from tasks t where t.org_id = org and t.id = task
    returning id into new_id;
  insert into task_tags (org_id, task_id, tag_id, added_by)
    select tt.org_id, new_id, tt.tag_id, tt.added_by from task_tags tt where tt.org_id = org and tt.task_id = task;
  return new_id;
end $$;
