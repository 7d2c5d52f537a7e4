-- What tasks wait for, transitively.

-- The open tasks that the goals wait for through open blockers, in order of work, and the longest chain of
-- them in days. The traversal stops at tasks hidden from the caller; a task that waits for one of those, or
-- for one beyond the limit, is reported as waiting for something restricted. Within a level, tasks are in key
-- order. The tasks are looked up before their projects, so that no plan reads all tasks of a project.
create or replace function app.blocker_chain(goals uuid[]) returns json
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive visible as materialized (
    select p.id, p.key from projects p where p.org_id = org_id() and p.deleted_at is null and can_see_project(p.id)),
  chain_ids(id) as (
    select t.id from tasks t where t.org_id = org_id() and t.id = any (goals) and t.status in ('todo', 'in_progress')
    union select d.from_task_id from chain_ids join task_dependencies d on d.org_id = org_id() and d.to_task_id = chain_ids.id
        and d.type = 'blocks'
      join tasks t on t.org_id = d.org_id and t.id = d.from_task_id and t.status in ('todo', 'in_progress')
        and t.deleted_at is null and t.project_id in (select h.id from visible h)),
  limited as materialized (select u.id from chain_ids u limit 301),
  tasks_in_chain as materialized (select t from tasks t
    where t.org_id = org_id() and t.id = any (array(select f.id from limited f limit 300))),
  nodes as materialized (select c.t, (c.t).id, h.key || '-' || (c.t).number as key,
      row_number() over (order by h.key, (c.t).number) as place
    from tasks_in_chain c join visible h on h.id = (c.t).project_id),
  waits as materialized (select a.place::int as source, b.place::int as target, d.lag_days::int as lag
    from task_dependencies d join nodes a on a.id = d.from_task_id join nodes b on b.id = d.to_task_id
    where d.org_id = org_id() and d.type = 'blocks' and d.to_task_id = any (array(select n.id from nodes n))),
  graph as materialized (select g.* from topological_order(array(select task_days(n.t) from nodes n order by n.place),
      array(select w.source from waits w order by w.source, w.target),
      array(select w.target from waits w order by w.source, w.target),
      array(select w.lag from waits w order by w.source, w.target)) g),
  blockers as materialized (select w.target, array_agg(n.key order by n.place) as keys
    from waits w join nodes n on n.place = w.source group by w.target),
  placed as materialized (select n.id, n.t, n.key, n.place, o.level, o.reach, coalesce(b.keys, '{}') as keys
    from graph cross join lateral unnest(graph.levels, graph.reach) with ordinality o(level, reach, place)
    join nodes n on n.place = o.place left join blockers b on b.target = n.place
    where (n.t).open_blocker_count > 0 or n.place in (select w.source from waits w)),
  path as (select p.key, b.n from graph, trace_path(graph.via, (select p.place::int from placed p
      order by p.reach desc, p.place limit 1)) b join placed p on p.place = b.place)
  select json_build_object(
    'chain', (select coalesce(json_agg(json_build_object('id', p.id, 'key', p.key, 'title', (p.t).title,
        'status', (p.t).status, 'assignee', (select json_build_object('user_id', u.id, 'name', u.name) from users u
          where u.id = (p.t).assignee_id), 'start_date', (p.t).start_date, 'due_date', (p.t).due_date,
        'days', trim_scale(task_days(p.t)), 'waits_for',
        p.keys || case when (p.t).open_blocker_count > cardinality(p.keys) then '{(restricted)}' else '{}' end::text[])
      order by p.level, p.place), '[]') from placed p),
    'critical_path', (select coalesce(json_agg(p.key order by p.n desc), '[]') from path p),
    'critical_days', coalesce((select trim_scale(max(p.reach)) from placed p), 0),
    'truncated', (select count(*) > 300 from limited))
$$;

-- The open tasks of a project that wait for others, or all of those of a milestone.
create or replace function app.goals_of(project uuid, milestone uuid) returns uuid[]
language sql stable as $$
  select array(select t.id from tasks t where t.org_id = app.org_id() and t.project_id = project
    and t.deleted_at is null and t.archived_at is null and t.status in ('todo', 'in_progress')
    and case when milestone is null then t.open_blocker_count > 0 else t.milestone_id = milestone end
    order by t.id limit 300)
$$;
