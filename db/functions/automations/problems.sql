-- Problems of a rule. Trigger and action values come from src/areas/automations/catalog.ts.

-- Why a person is no active member with at least this rank, or null; `reason` is said of members below it.
create or replace function app.member_problem(person uuid, min_rank int, reason text) returns text language sql stable as $$
  select case when m.role is null then 'not an active member' when app.level_of(m.role) < min_rank then reason end
    from (select 1) one left join organization_members m
      on m.org_id = app.org_id() and m.user_id = person and m.status = 'active'
$$;

-- Why a rule of the project, or of all projects (null), cannot assign to a person.
create or replace function app.rule_assignee_problem(project uuid, person uuid) returns text
language sql stable as $$
  select case when project is not null then app.assignee_problem(project, person)
    else app.member_problem(person, 20, 'a viewer cannot be assigned') end
$$;

create or replace function app.rule_person_problem(project uuid, person uuid) returns text
language sql stable as $$
  select case when not exists (select from organization_members m where m.org_id = app.org_id() and m.user_id = person
      and m.status = 'active') then 'not an active member'
    when project is not null and not app.can_open(project, person) then 'has no access to the project' end
$$;

create or replace function app.rule_tag_problem(project uuid, tag uuid) returns text language sql stable as $$
  select case when not exists (select from tags g where g.org_id = app.org_id() and g.id = tag and g.deleted_at is null
    and (g.project_id is null or g.project_id = project)) then 'not found, or a tag of another project' end
$$;

create or replace function app.rule_sprint_problem(project uuid, sprint uuid) returns text language sql stable as $$
  select case when not exists (select from sprints s where s.org_id = app.org_id() and s.id = sprint
    and s.deleted_at is null and s.project_id = coalesce(project, s.project_id) and app.can_see_project(s.project_id))
    then 'not found, or a sprint of another project' end
$$;

-- Problems that follow from the type of record a rule listens to, each with its path. `facts` comes from the catalog:
-- {acts_on, task_only, placeholders}, the actions on each type of record, values for tasks only, and the placeholders
-- of each type.
create or replace function app.automation_mismatches(project uuid, trigger jsonb, conditions jsonb, action jsonb, facts jsonb)
returns text[] language sql stable as $$
  select coalesce(array_agg('body.' || r.place || ': ' || r.why order by r.n), '{}')
    from (select split_part(trigger->>'event', '.', 1), action->>'type', action->'params') p(kind, act, a)
      cross join lateral (values
      (1, 'project_id', case when project is not null and kind <> 'task' then format(
        'for automations of tasks only; leave it out, as %ss have no project', kind) end),
      (2, 'conditions', case when conditions <> '{}' and kind <> 'task'
        then 'for automations of tasks only; narrow the trigger by its params' end),
      (3, 'action.type', case when not facts->'acts_on'->kind ? act then format('not an action on %ss; use %s', kind,
        (select string_agg(x, ', ') from jsonb_array_elements_text(facts->'acts_on'->kind) x)) end),
      (4, 'action.params.to', case when kind <> 'task' and facts->'task_only' ? (a->>'to')
        then format('%s is for tasks only', a->>'to') end),
      (5, 'action.params.template', app.placeholder_problem(kind, a->>'template', facts)),
      (6, 'action.params.title', app.placeholder_problem(kind, a->>'title', facts)),
      (7, 'action.params.message', app.placeholder_problem(kind, a->>'message', facts))) r(n, place, why)
    where r.why is not null
$$;

-- Why a template cannot be used with a type of record, or null. Unknown placeholders are rejected earlier.
create or replace function app.placeholder_problem(kind text, template text, facts jsonb) returns text
language sql immutable as $$
  select format('{{%s}} does not go with a trigger of %ss; use %s', btrim(m.found[1], ' '), kind,
      (select string_agg('{{' || x || '}}', ', ') from jsonb_array_elements_text(facts->'placeholders'->kind) x))
    from regexp_matches(template, '\{\{(.*?)\}\}', 'g') m(found)
    where not facts->'placeholders'->kind ? btrim(m.found[1], ' ') limit 1
$$;

-- What a rule references but cannot use, each with its path.
create or replace function app.automation_problems(project uuid, trigger jsonb, action jsonb) returns text[]
language sql stable as $$
  select coalesce(array_agg('body.' || r.place || ': ' || r.why order by r.place), '{}')
    from (select split_part(trigger->>'event', '.', 1), action->>'type', coalesce(trigger->'params', '{}'),
      coalesce(action->'params', '{}')) p(kind, act, t, a) cross join lateral (
      select 'trigger.params.tag_id' as place, app.rule_tag_problem(project, (t->>'tag_id')::uuid) as why where t ? 'tag_id'
      union all select 'trigger.params.sprint_id', app.rule_sprint_problem(project, (t->>'sprint_id')::uuid)
        where t ? 'sprint_id'
      union all select 'trigger.params.user_id', app.rule_person_problem(project, (t->>'user_id')::uuid)
        where t ? 'user_id'
      union all select 'trigger.params.pipeline_id', case when not exists (select from pipelines x
        where x.org_id = app.org_id() and x.id = (t->>'pipeline_id')::uuid) then 'not found' end where t ? 'pipeline_id'
      union all select 'trigger.params.stage_id', app.rule_stage_problem((t->>'stage_id')::uuid, (t->>'pipeline_id')::uuid)
        where t ? 'stage_id'
      union all select format('trigger.params.client_ids[%s]', c.n - 1), app.client_problem(c.id::uuid)
        from jsonb_array_elements_text(t->'client_ids') with ordinality c(id, n) where app.client_problem(c.id::uuid) is not null
      union all select 'action.params.tag_id', app.rule_tag_problem(project, (a->>'tag_id')::uuid) where a ? 'tag_id'
      union all select 'action.params.project_id', case when app.rule_project(a) is null then 'not found' end
        where a ? 'project_id'
      union all select 'action.params.user_id', case when act = 'create_task' then
          app.rule_assignee_problem(app.rule_project(a), (a->>'user_id')::uuid)
        when kind = 'task' then app.rule_assignee_problem(project, (a->>'user_id')::uuid)
        else app.handler_problem(kind, (a->>'user_id')::uuid) end
        where a ? 'user_id'
      union all select format('action.params.user_ids[%s]', u.n - 1), case
          when act = 'assign' and kind = 'task' then app.rule_assignee_problem(project, u.person::uuid)
          when act = 'assign' then app.handler_problem(kind, u.person::uuid)
          when kind = 'task' then app.rule_person_problem(project, u.person::uuid)
          else app.member_problem(u.person::uuid, 20, 'a viewer cannot see it') end
        from jsonb_array_elements_text(a->'user_ids') with ordinality u(person, n)) r
    where r.why is not null
$$;

-- The project that an action references, if the caller may see it.
create or replace function app.rule_project(params jsonb) returns uuid language sql stable as $$
  select p.id from projects p where p.org_id = app.org_id() and p.id = (params->>'project_id')::uuid and p.deleted_at is null
    and app.can_see_project(p.id)
$$;

create or replace function app.rule_stage_problem(stage uuid, pipeline uuid) returns text language sql stable as $$
  select case when s.id is null then 'not found' when s.pipeline_id <> pipeline then 'not a stage of the pipeline' end
    from (select 1) one left join pipeline_stages s on s.org_id = app.org_id() and s.id = stage
$$;
