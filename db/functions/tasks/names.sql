-- What people call the object whose id a field of a task has, if the caller may see it.
create or replace function app.name_of(field text, value jsonb) returns text language sql stable as $$
  select case when jsonb_typeof(value) = 'string' then case
    when field in ('assignee_id', 'reporter_id') then (select u.name from users u
      join organization_members m on m.org_id = app.org_id() and m.user_id = u.id
      where u.id = (value #>> '{}')::uuid)
    when field = 'column_id' then (select c.name from board_columns c
      where c.org_id = app.org_id() and c.id = (value #>> '{}')::uuid)
    when field = 'sprint_id' then (select s.name from sprints s
      where s.org_id = app.org_id() and s.id = (value #>> '{}')::uuid)
    when field = 'milestone_id' then (select m.name from milestones m
      where m.org_id = app.org_id() and m.id = (value #>> '{}')::uuid)
    when field = 'project_id' then (select p.key from projects p
      where p.org_id = app.org_id() and p.id = (value #>> '{}')::uuid and app.can_see_project(p.id))
    when field = 'parent_id' then (select p.key || '-' || t.number from tasks t
      join projects p on p.org_id = t.org_id and p.id = t.project_id
      where t.org_id = app.org_id() and t.id = (value #>> '{}')::uuid and app.can_see_project(p.id)) end end
$$;
