-- Project milestones. Assigning a task to one locks the project, as deleting one does.

-- Completion of a milestone's tasks; null percent if it has none.
create or replace function app.milestone_progress(milestone uuid) returns json language sql stable as $$
  select json_build_object('done', c.done, 'total', c.total, 'percent', app.percentage(c.done, c.total)) from (
    select count(*) filter (where t.status = 'done') as done, count(*) filter (where t.status <> 'cancelled') as total
    from tasks t where t.org_id = app.org_id() and t.milestone_id = milestone and t.deleted_at is null) c
$$;

-- The remaining work of a milestone: tasks by status, overdue ones, and the latest due date of an open one.
create or replace function app.milestone_tasks(m milestones) returns json language sql stable as $$
  select json_build_object('todo', count(*) filter (where t.status = 'todo'),
      'in_progress', count(*) filter (where t.status = 'in_progress'), 'done', count(*) filter (where t.status = 'done'),
      'cancelled', count(*) filter (where t.status = 'cancelled'),
      'overdue', count(*) filter (where w.open and t.due_date < (select app.own_today())),
      'blocked', count(*) filter (where w.open and t.open_blocker_count > 0),
      'latest_due', max(t.due_date) filter (where w.open))
    from tasks t cross join lateral (select t.status in ('todo', 'in_progress')) w(open)
    where t.org_id = m.org_id and t.milestone_id = m.id and t.deleted_at is null
$$;

create or replace function app.next_milestone(project uuid) returns json language sql stable as $$
  select json_build_object('id', m.id, 'name', m.name, 'due_date', m.due_date, 'progress', app.milestone_progress(m.id))
    from milestones m where m.org_id = app.org_id() and m.project_id = project and m.deleted_at is null
      and m.completed_at is null order by m.due_date, m.rank limit 1
$$;

-- Deletes a milestone and unlinks its tasks, including trashed ones.
create or replace function app.delete_milestone(milestone uuid) returns void language plpgsql as $$
begin
  perform 1 from tasks t where t.org_id = app.org_id() and t.milestone_id = milestone order by t.id for no key update;
  update tasks t set milestone_id = null where t.org_id = app.org_id() and t.milestone_id = milestone;
  update milestones m set deleted_at = now() where m.org_id = app.org_id() and m.id = milestone;
end $$;
