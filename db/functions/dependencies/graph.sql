-- The graph of a project's dependencies.

-- A task's duration in days: start to due date, inclusive; else its estimate at eight hours a day; else one.
create or replace function app.task_days(task tasks) returns numeric language sql immutable as $$
  select coalesce((task.due_date - task.start_date + 1)::numeric, round(task.estimate_minutes / 480.0, 2), 1)
$$;

-- Where work of some days begins and after which day it ends, from a day on, if some days are free.
create or replace function app.work_around(start int, days int, free int4multirange, out first int,
  out stop int) language plpgsql immutable as $$
declare pause int4range; remaining int := days;
begin
  stop := start;
  foreach pause in array array(select f from unnest(free) f where upper(f) > start order by f) loop
    if lower(pause) > stop then
      first := coalesce(first, stop);
      exit when lower(pause) - stop >= remaining;
      remaining := remaining - (lower(pause) - stop);
    end if;
    stop := upper(pause);
  end loop;
  first := coalesce(first, stop); stop := stop + remaining;
end $$;

-- Topologically sorts nodes 1..n of an acyclic graph whose edges are sorted by source (Kahn 1962). For each
-- node: its level (most edges leading to it), the longest path to its end in days, its predecessor on that,
-- and where it begins. A node with free days takes its `work` around them, unless it begins where it keeps
-- its days.
create or replace function app.topological_order(days numeric[], sources int[], targets int[], lags int[],
  out levels int[], out reach numeric[], out via int[], out starts numeric[], out spans numeric[],
  free int4multirange[] default '{}', work int[] default '{}', kept int[] default '{}')
language plpgsql immutable as $$
declare n int := cardinality(days); in_degree int[] := array_fill(0, array[n]);
  first int[] := array_fill(null::int, array[n]); queue int[] := array_fill(null::int, array[n]);
  queue_head int := 1; queue_tail int := 0; v int; u int; e int;
  around record;
begin
  levels := array_fill(0, array[n]); reach := days; via := array_fill(null::int, array[n]);
  starts := via; spans := days;
  for e in 1 .. cardinality(sources) loop
    in_degree[targets[e]] := in_degree[targets[e]] + 1;
    first[sources[e]] := coalesce(first[sources[e]], e);
  end loop;
  for v in 1 .. n loop
    if in_degree[v] = 0 then queue_tail := queue_tail + 1; queue[queue_tail] := v; end if;
  end loop;
  while queue_head <= queue_tail loop
    v := queue[queue_head]; queue_head := queue_head + 1; e := first[v];
    starts[v] := reach[v] - days[v];
    if free[v] is not null and starts[v] is distinct from kept[v] then
      around := app.work_around(starts[v]::int, work[v], free[v]);
      reach[v] := around.stop; spans[v] := around.stop - starts[v]; starts[v] := around.first;
    end if;
    while sources[e] = v loop
      u := targets[e];
      levels[u] := greatest(levels[u], levels[v] + 1);
      if reach[v] + lags[e] + days[u] > reach[u] then
        reach[u] := reach[v] + lags[e] + days[u]; via[u] := v;
      end if;
      in_degree[u] := in_degree[u] - 1;
      if in_degree[u] = 0 then queue_tail := queue_tail + 1; queue[queue_tail] := u; end if;
      e := e + 1;
    end loop;
  end loop;
end $$;

-- For each node of a sorted graph, the longest path from its beginning to an end, in days.
create or replace function app.days_to_end(days numeric[], levels int[], sources int[], targets int[], lags int[])
returns numeric[] language plpgsql immutable as $$
declare ahead numeric[] := days; e record;
begin
  for e in select w.source, w.target, w.lag from unnest(sources, targets, lags) w(source, target, lag)
      order by levels[w.source] desc loop
    ahead[e.source] := greatest(ahead[e.source], days[e.source] + e.lag + ahead[e.target]);
  end loop;
  return ahead;
end $$;

-- The nodes on the path that ends at a node, from there back (n = 1) to its start.
create or replace function app.trace_path(via int[], last int) returns table (place int, n int)
language plpgsql immutable as $$
begin
  place := last; n := 1;
  while place is not null loop
    return next;
    place := via[place]; n := n + 1;
  end loop;
end $$;

-- A project's live edges; with `external`, also those to other projects; filtered by status, if given. Tasks
-- hidden from the caller pass the filter. No nested loops here: they are quadratic where statistics are
-- missing.
create or replace function app.project_edges(project uuid, external boolean, statuses text[])
returns table (id uuid, type text, source uuid, target uuid, lag int, at timestamptz, sees_source boolean,
  sees_target boolean)
language sql stable security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with project_tasks as materialized (select t.id from tasks t
      where t.org_id = org_id() and t.project_id = project and t.deleted_at is null),
  edges as materialized (
    select d.* from task_dependencies d where d.org_id = org_id()
      and d.from_task_id = any (array(select m.id from project_tasks m))
    union select d.* from task_dependencies d where d.org_id = org_id()
      and d.to_task_id = any (array(select m.id from project_tasks m))),
  ends as materialized (select t.id, t.project_id, t.status from tasks t where t.org_id = org_id() and t.deleted_at is null
    and t.id = any (array(select d.from_task_id from edges d union select d.to_task_id from edges d))),
  related_projects as materialized (select p.id, can_see_project(p.id) as is_visible from projects p where p.org_id = org_id()
    and p.deleted_at is null and p.id = any (array(select distinct t.project_id from ends t)))
  select d.id, d.type, a.id, b.id, d.lag_days::int, d.created_at, p.is_visible, q.is_visible from edges d
    join ends a on a.id = d.from_task_id join related_projects p on p.id = a.project_id
    join ends b on b.id = d.to_task_id join related_projects q on q.id = b.project_id
  where (external or a.project_id = b.project_id)
    and (statuses is null or ((not p.is_visible or a.status = any (statuses))
      and (not q.is_visible or b.status = any (statuses))))
$$;

-- Levels, roots, float and the critical path come from blocking edges between tasks that the caller may see.
create or replace function app.dependency_graph(project uuid, external boolean, statuses text[]) returns json
language sql stable security definer set search_path = public, app, pg_temp set enable_nestloop = off as $$
  with e as materialized (select * from project_edges(project, external, statuses)),
  ends as (select e.source as id, e.sees_source as is_visible from e union select e.target, e.sees_target from e),
  nodes as materialized (select t, t.id, row_number() over (order by t.project_id <> project, t.number, t.id) as place
    from tasks t where t.org_id = org_id() and t.id in (select n.id from ends n where n.is_visible)),
  waits as materialized (select a.place as source, b.place as target, e.lag from e join nodes a on a.id = e.source
    join nodes b on b.id = e.target where e.type = 'blocks' order by 1, 2),
  input as materialized (select array(select task_days(n.t) from nodes n order by n.place) as days,
    array(select w.source::int from waits w order by w.source, w.target) as sources,
    array(select w.target::int from waits w order by w.source, w.target) as targets,
    array(select w.lag from waits w order by w.source, w.target) as lags),
  topo as materialized (select g.*, days_to_end(i.days, g.levels, i.sources, i.targets, i.lags) as ahead
    from input i cross join topological_order(i.days, i.sources, i.targets, i.lags) g),
  placed as materialized (select n.id, n.t, n.place, o.level, o.reach, o.reach - task_days(n.t) + o.ahead as longest,
      n.place in (select w.source from waits w) as blocks,
      n.place in (select w.target from waits w) as waits
    from topo cross join lateral unnest(topo.levels, topo.reach, topo.ahead) with ordinality o(level, reach, ahead, place)
    join nodes n on n.place = o.place),
  floats as materialized (select p.id, p.place, trim_scale(max(p.reach) over () - p.longest) as days from placed p
    where p.blocks or p.waits),
  critical_path as (select p.id, b.n from topo, trace_path(topo.via, (select p.place::int from placed p where p.blocks or p.waits
      order by p.reach desc, p.place limit 1)) b join placed p on p.place = b.place)
  select json_build_object(
    'nodes', (select coalesce(json_agg(json_build_object('id', p.id, 'key', h.key || '-' || (p.t).number,
          'title', (p.t).title, 'status', (p.t).status,
          'project', json_build_object('id', h.id, 'key', h.key, 'name', h.name), 'start_date', (p.t).start_date,
          'due_date', (p.t).due_date, 'days', trim_scale(task_days(p.t)),
          'is_blocked', (p.t).open_blocker_count > 0, 'float_days', f.days) order by p.place), '[]')
        from placed p join projects h on h.org_id = org_id() and h.id = (p.t).project_id
          left join floats f on f.id = p.id)::jsonb
      || (select coalesce(jsonb_agg(jsonb_build_object('restricted', true)), '[]') from ends n where not n.is_visible),
    'edges', (select coalesce(json_agg(json_build_object('dependency_id', e.id, 'type', e.type,
        'from_task_id', case when e.sees_source then e.source end, 'to_task_id', case when e.sees_target then e.target end,
        'lag_days', e.lag) order by e.at, e.id), '[]') from e),
    'levels', (select coalesce(json_agg(l.ids order by l.level), '[]') from (
      select p.level, json_agg(p.id order by p.place) as ids from placed p group by p.level) l),
    'critical_path', (select coalesce(json_agg(w.id order by w.n desc), '[]') from critical_path w),
    'critical_tasks', (select coalesce(json_agg(f.id order by f.place), '[]') from floats f where f.days = 0),
    'critical_days', coalesce((select trim_scale(max(p.reach)) from placed p where p.blocks or p.waits), 0),
    'roots', (select coalesce(json_agg(p.id order by p.place), '[]') from placed p where p.blocks and not p.waits),
    'blocked_now', (select coalesce(json_agg(p.id order by p.place), '[]') from placed p
      where (p.t).open_blocker_count > 0 and (p.t).status in ('todo', 'in_progress')))
$$;
