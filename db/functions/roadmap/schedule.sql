-- The what-if schedule of a project: tasks keep their dates unless changed or pushed by a blocker that ends
-- later. Uses the dependency graph; nothing is written until it is applied.

call app.make_type('schedule_task', 'id uuid, number int, parent uuid, version int, milestone uuid,
  started boolean, start_date date, due_date date, asked boolean, wish_start boolean, new_start date,
  new_due date, minutes int, days int, first int, dated boolean, assignee uuid, counted_from int,
  keeps boolean');

create or replace function app.schedule_week(working boolean) returns app.work_calendar language sql stable as $$
  select case when working then app.org_week() else row('{1,2,3,4,5,6,7}', '{}', '{}')::app.work_calendar end
$$;

-- Problems with the changes, which name open tasks of the project.
create or replace function app.schedule_problems(project uuid, changes jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg('body.changes[' || c.place - 1 || '].' || w.why order by c.place), '{}')
    from jsonb_array_elements(changes) with ordinality c(requested, place)
      left join tasks t on t.org_id = app.org_id() and t.project_id = project and t.id = (c.requested->>'task_id')::uuid
        and t.deleted_at is null and t.archived_at is null and t.status in ('todo', 'in_progress')
      cross join lateral (select case when t.id is null then 'task_id: not an open task of the project'
        when coalesce(c.requested->>'start_date', t.start_date::text) > c.requested->>'due_date'
          then 'due_date: before start_date' end) w(why)
    where w.why is not null
$$;

-- The open tasks with their requested changes. A task takes the working days from start to due date; else its
-- estimate at eight hours a day; else one. `first` is the ordinal of its planned start; undated tasks can
-- start today. A new start keeps the duration, a new due date or estimate changes it. `counted_from` is the
-- ordinal from which `days` are those between two dates, if they are. `keeps`: these days are as they shall
-- be.
create or replace function app.schedule_tasks(project uuid, changes jsonb, week app.work_calendar) returns setof app.schedule_task
language sql stable rows 1000 set plan_cache_mode = force_generic_plan as $$
  with requested as materialized (select w.* from jsonb_to_recordset(changes)
    w(task_id uuid, start_date date, due_date date, estimate_minutes int)),
  today as materialized (select app.work_start(app.project_today(project), week) as n)
  select t.id, t.number, t.parent_id, t.version, t.milestone_id, t.status = 'in_progress', t.start_date, t.due_date,
      w.task_id is not null, w.start_date is not null, n.start, coalesce(w.due_date, t.due_date), w.estimate_minutes,
      x.days, coalesce(app.work_start(n.start, week), app.work_index(coalesce(w.due_date, t.due_date), week) - x.days + 1,
        d.n), coalesce(n.start, w.due_date, t.due_date) is not null, t.assignee_id,
      app.work_start(case when w.due_date is not null then n.start
        when w.estimate_minutes is null and t.due_date is not null then t.start_date end, week),
      w.task_id is null or w.due_date is not null
    from tasks t left join requested w on w.task_id = t.id cross join today d
      cross join lateral (select coalesce(w.start_date, t.start_date)) n(start)
      cross join lateral (select greatest(coalesce(
        case when w.due_date is not null then app.work_index(w.due_date, week) - app.work_start(n.start, week) + 1 end,
        ceil(w.estimate_minutes / 480.0)::int, app.work_index(t.due_date, week) - app.work_start(t.start_date, week) + 1,
        ceil(t.estimate_minutes / 480.0)::int), 1)) x(days)
    where t.org_id = app.org_id() and t.project_id = project and t.deleted_at is null and t.archived_at is null
      and t.status in ('todo', 'in_progress')
$$;

-- A graph's order as rows, one per node. Its setting prevents inlining, which would misestimate its size.
create or replace function app.graph_order_rows(days numeric[], sources int[], targets int[], lags int[],
  free int4multirange[], work int[], kept int[])
returns table (place bigint, reach numeric, via int, start numeric, span numeric)
language sql immutable rows 10000 set plan_cache_mode = force_generic_plan as $$
  select o.place, o.reach, o.via, o.start, o.span
    from app.topological_order(days, sources, targets, lags, free, work, kept) r
      cross join lateral unnest(r.reach, r.via, r.starts, r.spans)
        with ordinality o(reach, via, start, span, place)
$$;

-- The working days of the organization, as ordinals, on which people do not work: by their schedule, their
-- holidays or their leave; and those of leave alone. Who is no employee works on all of them.
create or replace function app.free_days(people uuid[], first date, last date, week app.work_calendar)
returns table (user_id uuid, free int4multirange, leave int4multirange) language sql stable as $$
  select e.user_id, range_agg(int4range(n.at, n.at + 1)),
      coalesce(range_agg(int4range(n.at, n.at + 1)) filter (where d.leave > 0), '{}')
    from employees e join app.available_days(array(select x.id from employees x where x.org_id = app.org_id()
        and x.user_id = any (people)), first, last) d on d.employee_id = e.id
      cross join lateral (select app.work_index(d.day, week) as at) n
    where e.org_id = app.org_id() and d.is_employed and d.share = 0
      and n.at > app.work_index(d.day - 1, week) group by e.user_id
$$;

-- The nodes without float: the goals, and backwards everything whose delay would delay them. `reach` is
-- where the work of a node ends.
create or replace function app.critical_nodes(days numeric[], reach numeric[], sources int[], targets int[], lags int[],
  goals int[]) returns int[] language plpgsql immutable as $$
declare is_critical boolean[] := array_fill(false, array[cardinality(days)]); goal int; edge record; changed boolean := true;
begin
  foreach goal in array goals loop is_critical[goal] := true; end loop;
  while changed loop
    changed := false;
    for edge in select w.source, w.target from unnest(sources, targets, lags) w(source, target, lag)
        where reach[w.source] + w.lag + days[w.target] = reach[w.target]
        order by reach[w.target] desc, reach[w.source] desc loop
      if is_critical[edge.target] and not is_critical[edge.source] then
        is_critical[edge.source] := true; changed := true;
      end if;
    end loop;
  end loop;
  return array(select f.place from unnest(is_critical) with ordinality f(critical, place) where f.critical);
end $$;

-- Computes all dates. Tasks that move, or take their length from an estimate, go around the days on which
-- their assignee does not work. Each task is a node; one with open subtasks is two, which enclose them.
-- Node 1 is the origin, with edges to the earliest starts. Started tasks and blockers in other projects
-- stay put. Ordinals become dates at the end. No nested loops, because row counts cannot be estimated and
-- all joins are equality joins.
create or replace function app.schedule(project uuid, changes jsonb, working boolean) returns jsonb
language sql stable set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
  with week as materialized (select app.schedule_week(working) as days),
  t as materialized (select t.* from week w cross join lateral app.schedule_tasks(project, changes, w.days) t),
  parents as materialized (select distinct c.parent as id from t c join t p on p.id = c.parent),
  nodes as materialized (select t.id, t.assignee, t.counted_from, t.keeps, k.kind, t.started, t.first,
      case k.kind when 'whole' then t.days else 0 end as days,
      k.kind = 'whole' or (k.kind = 'start' and t.wish_start) as bound, 1 + row_number() over (order by t.number, k.kind desc) as place
    from t cross join lateral unnest(case when t.id in (select p.id from parents p) then array['start', 'finish']
      else array['whole'] end) k(kind)),
  heads as materialized (select n.* from nodes n where n.kind <> 'finish'),
  tails as materialized (select n.* from nodes n where n.kind <> 'start'),
  e as materialized (select x.source, x.target, x.lag from app.project_edges(project, true, array['todo', 'in_progress']) x
    where x.type = 'blocks' and x.sees_source and x.sees_target),
  bounds as materialized (select n.place, n.first as at from nodes n where n.bound
    union all select h.place, app.work_index(o.due_date, w.days) + 1 + e.lag from e join heads h on h.id = e.target
      join tasks o on o.org_id = app.org_id() and o.id = e.source cross join week w
      where o.due_date is not null and not h.started and not exists (select from t where t.id = e.source)),
  earliest as materialized (select o.place, max(o.at) as at from bounds o group by o.place),
  base as materialized (select min(o.at) as n from earliest o),
  waits as materialized (
    select 1::bigint as source, n.place as target, coalesce(o.at - b.n, 0) as lag
      from base b cross join nodes n left join earliest o on o.place = n.place
    union all select h.place, c.place, 0 from t join heads h on h.id = t.parent and h.kind = 'start'
      join heads c on c.id = t.id where not c.started
    union all select c.place, f.place, 0 from t join tails f on f.id = t.parent and f.kind = 'finish'
      join tails c on c.id = t.id
    union all select a.place, b.place, e.lag from e join tails a on a.id = e.source join heads b on b.id = e.target
      where not b.started),
  days_off as materialized (select f.user_id, f.free, f.leave from base b cross join week w
      cross join lateral (select max(t.first + t.days) as n from t) h
      cross join lateral app.free_days(case when working then array(select distinct t.assignee from t
        where t.assignee is not null) else '{}' end, app.work_day(b.n, w.days),
        app.work_day(h.n, w.days) + 366, w.days) f),
  pauses as materialized (select n.place, o.leave, f.free, n.first - b.n as own, n.days - case
        when n.counted_from is null then 0
        else (select coalesce(sum(upper(r) - lower(r)), 0) from unnest(f.free
          * int4multirange(int4range(n.counted_from - b.n, n.counted_from - b.n + n.days))) r) end as work,
      not n.started and not (n.keeps and n.counted_from is not null) as always, n.started
    from nodes n join days_off o on o.user_id = n.assignee and n.kind = 'whole' cross join base b
      cross join lateral (select coalesce(range_agg(int4range(lower(r) - b.n, upper(r) - b.n)), '{}') as free
        from unnest(o.free) r) f),
  pauses_of as materialized (select array_agg(x.free order by n.place) as free,
      array_agg(greatest(1, x.work)::int order by n.place) as work, array_agg(x.kept order by n.place) as kept
    from (select 1::bigint as place union all select n.place from nodes n) n
      left join (select p.place, p.work, case when not p.started then p.free end as free,
        case when not p.always then p.own end as kept from pauses p) x on x.place = n.place),
  graph as materialized (select array(select x.days from (select 0 as days, 1::bigint as place
        union all select n.days, n.place from nodes n) x order by x.place) as days,
      array(select s.source::int from waits s order by s.source, s.target) as sources,
      array(select s.target::int from waits s order by s.source, s.target) as targets,
      array(select s.lag from waits s order by s.source, s.target) as lags),
  g as materialized (select o.* from graph, pauses_of f, app.graph_order_rows(graph.days, graph.sources,
    graph.targets, graph.lags, f.free, f.work, f.kept) o),
  placed as materialized (select n.id, n.kind, n.place, g.via, b.n + (g.reach - g.span)::int as first,
      b.n + g.start::int as start, b.n + g.reach::int - 1 as last
    from nodes n join g on g.place = n.place, base b),
  moves as materialized (select t.id, t.number, t.version, t.asked, t.parent, t.start_date, t.due_date, case when y.moves and t.new_start is not null
      then app.work_day(y.first, w.days) else t.start_date end as new_start, case when y.moves and t.new_due is not null
      then app.work_day(y.last, w.days) else t.due_date end as new_due
    from t join heads h on h.id = t.id join placed p on p.place = h.place cross join week w
      cross join lateral (select case h.kind when 'whole' then p.start else t.first end,
        case h.kind when 'whole' then p.last else t.first + t.days - 1 end,
        t.asked or (h.kind = 'whole' and p.first > t.first)) y(first, last, moves)),
  changed as materialized (select m.* from moves m where (m.start_date, m.due_date) is distinct from (m.new_start, m.new_due)),
  finish as (select p.place, p.last from placed p where p.kind = 'whole' order by p.last desc, p.place limit 1),
  critical as (select w.place from graph, unnest(app.critical_nodes(
      array(select g.span from g order by g.place), array(select g.reach from g order by g.place),
      graph.sources, graph.targets, graph.lags, array(select p.place::int from placed p, finish f
        where p.kind = 'whole' and p.last = f.last))) w(place)),
  risks as (select m.id, m.name, m.due_date, app.work_day(max(p.last), w.days) as projected, m.rank
    from t join placed p on p.id = t.id and p.kind = 'whole' join milestones m on m.org_id = app.org_id()
      and m.id = t.milestone and m.completed_at is null and m.deleted_at is null cross join week w
    group by m.id, m.name, m.due_date, m.rank, w.days),
  conflicts(type, task, by, place) as (
    select 'started', b.id, a.id, b.place from e join tails a on a.id = e.source join heads b on b.id = e.target
      join placed p on p.place = a.place where b.started and p.last + 1 + e.lag > b.first
    union all select 'pushed', t.id, (select v.id from placed v where v.place = p.via), p.place from t join placed p on p.id = t.id
      where t.asked and t.dated and p.kind = 'whole' and p.first > t.first
    union all select 'other_project', o.id, a.id, a.place from e join tails a on a.id = e.source
      join placed p on p.place = a.place join tasks o on o.org_id = app.org_id() and o.id = e.target cross join week w
      where o.project_id <> project and p.last + 1 + e.lag > app.work_start(o.start_date, w.days)
    union all select 'after_parent', m.id, p.id, m.number from changed m join moves p on p.id = m.parent
      where m.new_due > p.new_due
    union all select 'absent', p.id, null, p.place from placed p join pauses s on s.place = p.place
      join t on t.id = p.id where t.dated
        and (s.started or not s.always and p.first - s.own = (select n from base))
        and s.leave && int4range(p.start, p.last + 1)
    union all select 'after_target', p.id, null, p.place from finish f join placed p on p.place = f.place cross join week w
      join projects j on j.org_id = app.org_id() and j.id = project where app.work_day(f.last, w.days) > j.target_date)
  select jsonb_build_object(
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('task_id', m.id, 'from', jsonb_build_object('start_date', m.start_date,
      'due_date', m.due_date), 'to', jsonb_build_object('start_date', m.new_start, 'due_date', m.new_due)) order by m.number),
        '[]') from changed m),
    'old_end', (select max(coalesce(t.due_date, t.start_date)) from t),
    'new_end', (select app.work_day(f.last, w.days) from finish f, week w),
    'critical_path', (select coalesce(jsonb_agg(p.id order by p.first, p.last, p.place), '[]') from critical w
      join placed p on p.place = w.place
      where p.kind = 'whole'),
    'conflicts', (select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'task_id', c.task, 'by_task_id', c.by)
      order by c.place, c.type, c.by), '[]') from conflicts c),
    'milestones_at_risk', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'due_date', r.due_date,
      'projected', r.projected, 'late_days', r.projected - r.due_date) order by r.due_date, r.rank), '[]')
      from risks r where r.projected > r.due_date),
    'unscheduled', (select count(*) from t where not t.dated),
    'versions', (select coalesce(jsonb_object_agg(m.id, m.version), '{}') from moves m
      where m.asked or (m.start_date, m.due_date) is distinct from (m.new_start, m.new_due)),
    'cycle', (select exists (select from waits s join g a on a.place = s.source join g b on b.place = s.target
      where b.reach - b.span < a.reach + s.lag)))
$$;

-- A schedule preview, with a token that applies it as long as the result would be the same.
create or replace function app.preview_schedule(project uuid, changes jsonb, working boolean) returns jsonb
language plpgsql as $$
declare preview jsonb;
begin
  perform app.ensure_fields(app.schedule_problems(project, changes));
  preview := app.schedule(project, changes, working);
  perform app.ensure(not (preview->>'cycle')::boolean, 'WM409', 'the dependencies of the project form a cycle');
  return preview - 'cycle' || jsonb_build_object('token',
    md5(jsonb_build_array(changes, preview->'moved', preview->'versions')::text));
end $$;

-- Applies a schedule: new dates and requested estimates. The caller locks the project.
create or replace function app.apply_schedule(project uuid, changes jsonb, working boolean, token text) returns json
language plpgsql as $$
declare preview jsonb := app.preview_schedule(project, changes, working); is_stale boolean; n int;
begin
  perform app.ensure(token is null or token = preview->>'token', 'WM409',
    'the plan has changed since the preview; preview it again');
  perform 1 from tasks t where t.org_id = app.org_id() and t.id in (select v::uuid from jsonb_object_keys(preview->'versions') v)
    order by t.id for no key update;
  select bool_or(t.version <> v.value::int) into is_stale from jsonb_each(preview->'versions') v
    join tasks t on t.org_id = app.org_id() and t.id = v.key::uuid;
  perform app.ensure(is_stale is not true, 'WM409', 'the plan was changed at the same moment; try again');
  update tasks t set start_date = x.start_date, due_date = x.due_date, estimate_minutes = coalesce(x.minutes, t.estimate_minutes)
    from (select o.id, case when m.id is not null then m.start_date else o.start_date end as start_date,
        case when m.id is not null then m.due_date else o.due_date end as due_date, c.estimate_minutes as minutes
      from (select v::uuid as id from jsonb_object_keys(preview->'versions') v) k
        join tasks o on o.org_id = app.org_id() and o.id = k.id
        left join (select (j->>'task_id')::uuid as id, (j->'to'->>'start_date')::date as start_date,
          (j->'to'->>'due_date')::date as due_date from jsonb_array_elements(preview->'moved') j) m on m.id = o.id
        left join jsonb_to_recordset(changes) c(task_id uuid, estimate_minutes int) on c.task_id = o.id) x
    where t.org_id = app.org_id() and t.id = x.id and (t.start_date, t.due_date, t.estimate_minutes)
      is distinct from (x.start_date, x.due_date, coalesce(x.minutes, t.estimate_minutes));
  get diagnostics n = row_count;
  return json_build_object('updated', n, 'moved', preview->'moved', 'new_end', preview->>'new_end');
end $$;
