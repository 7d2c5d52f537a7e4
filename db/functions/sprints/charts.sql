-- Sprint totals, burndown and report, and a project's velocity.

-- A sprint's scope in its project's unit; for a completed one, as it ended. Equals the sum of
-- `sprint_shares`, but index-only: all that counts, less tasks whose estimates count through their
-- descendants.
create or replace function app.sprint_totals(s sprints) returns json language sql stable
set plan_cache_mode = force_generic_plan as $$
  with recursive unit(name) as (select p.estimate_unit from projects p where p.org_id = s.org_id and p.id = s.project_id),
  up(id) as (
    select t.parent_id from unit u, app.counted_tasks(s.org_id, s.id) t
      where t.parent_id is not null and app.estimate_of(u.name, t.estimate_points, t.estimate_minutes) is not null
    union select t.parent_id from up join tasks t on t.org_id = s.org_id and t.id = up.id where t.parent_id is not null),
  covered as (
    select coalesce(sum(e.n), 0) as scope, coalesce(sum(e.n) filter (where t.status = 'done'), 0) as done
    from unit u, up join app.counted_tasks(s.org_id, s.id) t on t.id = up.id
      cross join lateral (select app.estimate_of(u.name, t.estimate_points, t.estimate_minutes)) e(n)),
  counted as (
    select count(*) as tasks, count(*) filter (where t.status = 'done') as tasks_done, coalesce(sum(e.n), 0) as scope,
      coalesce(sum(e.n) filter (where t.status = 'done'), 0) as done, count(*) filter (where e.n is null) as unestimated
    from unit u, app.counted_tasks(s.org_id, s.id) t
      cross join lateral (select app.estimate_of(u.name, t.estimate_points, t.estimate_minutes)) e(n))
  select coalesce(s.frozen_report->'totals', (select row_to_json(r) from (select u.name as unit,
      trim_scale(c.scope - o.scope) as scope, trim_scale(c.done - o.done) as done,
      trim_scale(c.scope - o.scope - c.done + o.done) as remaining, c.unestimated, c.tasks, c.tasks_done
    from unit u, counted c, covered o) r))
$$;

-- Days elapsed before today, and left from today on.
create or replace function app.sprint_days(s sprints) returns json language sql stable as $$
  select json_build_object('elapsed', least(greatest(d.today - s.start_date, 0), s.end_date - s.start_date + 1),
      'left', greatest(s.end_date - d.start + 1, 0), 'working_left', app.working_days(s.org_id, d.start, s.end_date))
    from (select t.today, greatest(t.today, s.start_date) as start from (select case when s.completed_at is not null
      then s.end_date + 1 else app.local_day(now(), app.project_zone(s.org_id, s.project_id)) end) t(today)) d
$$;

create or replace function app.task_card(task uuid) returns json language sql stable as $$
  select json_build_object('id', t.id, 'key', p.key || '-' || t.number, 'title', t.title)
    from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = app.org_id() and t.id = task
$$;

-- What the chart excludes: epics, and parents whose estimate counts through their subtasks.
create or replace function app.burndown_exclusions(s sprints, unit text, epics uuid[], parents uuid[]) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', t.id, 'key', p.key || '-' || t.number, 'title', t.title,
      'reason', x.reason) order by x.id), '[]')
  from (select epic as id, 'epic' as reason from unnest(epics) epic
    union all select h.task_id, 'estimated_subtasks'
      from app.sprint_shares(s.org_id, s.id, app.task_families(s.org_id, parents)) h
      where unit <> 'count' and parents is not null
        and case unit when 'points' then h.covered_points else h.covered_minutes end) x
    join tasks t on t.org_id = s.org_id and t.id = x.id join projects p on p.org_id = t.org_id and p.id = t.project_id
$$;

-- Who changed the scope after the start, and when: the last 200 changes.
create or replace function app.scope_changes(s sprints, unit text, zone text) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('at', app.utc(c.at), 'date', app.local_day(c.at, zone),
      'reason', c.reason, 'change', trim_scale(c.change), 'task', case when t.id is not null
        then json_build_object('id', t.id, 'key', p.key || '-' || t.number, 'title', t.title) end,
      'by', case when u.id is not null then json_build_object('user_id', u.id, 'name', u.name) end)
      order by c.at, c.id), '[]')
    from (select l.*, w.change from sprint_ledger l cross join lateral (select case unit
          when 'points' then l.scope_points when 'minutes' then l.scope_minutes else l.scope_count end) w(change)
        where l.org_id = s.org_id and l.sprint_id = s.id
          and l.reason not in ('committed', 'completed', 'reopened') and w.change <> 0
        order by l.at desc nulls last, l.id desc nulls last limit 200) c
      left join tasks t on t.org_id = s.org_id and t.id = c.task_id
      left join projects p on p.org_id = t.org_id and p.id = t.project_id
      left join users u on u.id = c.actor_id
$$;

-- What an unstarted sprint would commit to.
create or replace function app.planned_commitment(s sprints, unit text) returns numeric language sql stable as $$
  select coalesce(sum(case unit when 'points' then h.points when 'minutes' then h.minutes else 1 end), 0)
    from app.sprint_shares(s.org_id, s.id) h where not h.done
$$;

-- The commitment and days of the chart: running totals of the ledger by day in the project's zone. The ideal
-- line falls from the commitment on each working day after the first. Future days have no values.
create or replace function app.burndown_days(s sprints, unit text, zone text, out committed numeric, out days json)
language sql stable as $$
  with ends as (
    select least(s.start_date, app.local_day(s.started_at, zone)) as first, app.local_day(now(), zone) as today,
      greatest(s.end_date, case when s.started_at is not null then app.local_day(now(), zone) end) as last),
  moves as materialized (
    select case when l.reason <> 'committed' then greatest((l.at at time zone zone)::date, e.first)
        else e.first end as day, l.reason = 'committed' as promised,
      sum(case unit when 'points' then l.scope_points when 'minutes' then l.scope_minutes
        else l.scope_count end) as scope,
      sum(case unit when 'points' then l.done_points when 'minutes' then l.done_minutes
        else l.done_count end) as done
    from ends e, sprint_ledger l where l.org_id = s.org_id and l.sprint_id = s.id group by 1, 2),
  daily as (select m.day, sum(m.scope) as scope, sum(m.done) as done from moves m group by m.day),
  commitment as (
    select case when s.started_at is null then app.planned_commitment(s, unit)
      else (select coalesce(sum(m.scope - m.done), 0) from moves m where m.promised) end as n),
  axis as (
    select d.day, d.share > 0 as working, d.day > e.today as is_future, d.day > e.first and d.day <= s.end_date as falls
      from ends e cross join lateral app.day_shares(s.org_id, e.first, e.last) d),
  sums as (
    select d.*, sum(coalesce(m.scope, 0)) over past as scope, sum(coalesce(m.done, 0)) over past as done,
      count(*) filter (where d.working and d.falls) over past as fallen,
      count(*) filter (where d.working and d.falls) over () as steps,
      s.started_at is not null and not d.is_future as known
    from axis d left join daily m on m.day = d.day window past as (order by d.day))
  select p.n, (select json_agg(json_build_object('date', x.day, 'working', x.working,
      'scope', case when x.known then trim_scale(x.scope) end, 'done', case when x.known then trim_scale(x.done) end,
      'remaining', case when x.known then trim_scale(x.scope - x.done) end,
      'ideal', trim_scale(round(case when x.day > s.end_date then 0
        else p.n * (1 - x.fallen::numeric / greatest(x.steps, 1)) end, 2)),
      'is_future', x.is_future) order by x.day) from sums x) from commitment p
$$;

-- The burndown of a sprint that is not completed.
create or replace function app.compute_burndown(s sprints, unit text) returns json language plpgsql stable as $$
declare zone text := app.project_zone(s.org_id, s.project_id); chart record; current_tasks record;
begin
  chart := app.burndown_days(s, unit, zone);
  select array_agg(t.id) filter (where t.type = 'epic') as epics,
      array_agg(t.id) filter (where t.child_count > 0) as parents,
      count(*) filter (where t.type <> 'epic' and t.status <> 'cancelled' and case unit when 'points'
        then t.estimate_points is null when 'minutes' then t.estimate_minutes is null end) as unestimated
    into current_tasks from tasks t where t.org_id = s.org_id and t.sprint_id = s.id and t.deleted_at is null;
  return json_build_object('sprint_id', s.id, 'unit', unit, 'timezone', zone, 'committed', trim_scale(chart.committed),
    'days', chart.days, 'scope_changes', app.scope_changes(s, unit, zone), 'unestimated', current_tasks.unestimated,
    'excluded', app.burndown_exclusions(s, unit, current_tasks.epics, current_tasks.parents));
end $$;

create or replace function app.burndown(sprint uuid, unit text) returns json language sql stable as $$
  select case when s.frozen_charts is not null then s.frozen_charts->w.unit else app.compute_burndown(s, w.unit) end
    from sprints s join projects p on p.org_id = s.org_id and p.id = s.project_id
      cross join lateral (select coalesce(burndown.unit, p.estimate_unit)) w(unit)
    where s.org_id = app.org_id() and s.id = sprint
$$;

-- One row per report section (by its place) that a task belongs to, with what it counts for there. A task was
-- committed once at most. Entries are joined only where their reason matters, which is for few tasks.
create or replace function app.report_rows(s sprints, closing boolean)
returns table (place int, task uuid, points numeric, minutes bigint)
language sql stable rows 10000 set enable_nestloop = off as $$
  with ledger as materialized (select l.id, l.task_id, l.reason, l.scope_points, l.scope_minutes, l.scope_count, l.done_count
    from sprint_ledger l where l.org_id = s.org_id and l.sprint_id = s.id),
  totals as (
    select l.task_id as task, bool_or(l.done_count = 0) filter (where l.reason = 'committed') as committed,
      sum(l.scope_points) filter (where l.reason = 'committed') as first_points,
      sum(l.scope_minutes) filter (where l.reason = 'committed') as first_minutes,
      sum(l.scope_count) > 0 as counts, sum(l.done_count) > 0 as done, sum(l.scope_points) as points,
      sum(l.scope_minutes) as minutes, min(l.id) filter (where l.reason = 'added') as added_id,
      max(l.id) filter (where l.reason in ('committed', 'added')) as entry_id,
      max(l.id) as last_id, max(l.id) filter (where l.reason = 'reopened') as reopened
    from ledger l group by l.task_id),
  classified as materialized (
    select t.*, entry.id is not null and coalesce(t.reopened < entry.id, true) as outside
    from totals t left join (select l.id from ledger l where l.reason in ('committed', 'added') and l.done_count > 0) entry
      on entry.id = t.entry_id)
  select 1, j.task, j.first_points, j.first_minutes from classified j where j.committed
  union all select 2, j.task, j.points, j.minutes from classified j where j.counts and j.done and not j.outside
  union all select 3, j.task, j.points, j.minutes from classified j where j.counts and not j.done
  union all select 4, j.task, l.scope_points, l.scope_minutes from classified j join ledger l on l.id = j.added_id
    where j.committed is null
  union all select 5, j.task, -l.scope_points, -l.scope_minutes from classified j join ledger l on l.id = j.last_id
    where not j.counts and l.reason in ('removed', 'deleted')
  union all select 6, j.task, j.points, j.minutes from classified j where j.counts and j.done and j.outside
  union all select 7, j.task, j.points, j.minutes from classified j where closing and j.counts and not j.done
  union all select 8, j.task, -l.scope_points, -l.scope_minutes from classified j join ledger l on l.id = j.last_id
    where not j.counts and l.reason = 'cancelled'
$$;

-- The report as JSON text: as text it is built many times faster than from JSON objects. No nested loops,
-- because the planner cannot estimate row counts.
create or replace function app.report_text(s sprints, closing boolean) returns text
language sql stable set enable_nestloop = off as $$
  with rows as materialized (select * from app.report_rows(s, closing)),
  named as (select t.id,
      concat('{"id":"', t.id, '","key":"', p.key, '-', t.number, '","title":', to_json(t.title), '}') as content
    from tasks t join projects p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = app.org_id() and t.id = any (array(select distinct r.task from rows r))),
  sections as (
    select r.place, sum(r.points) as points, sum(r.minutes) as minutes, count(*) as n, string_agg(concat(
        '{"task":', coalesce(n.content, 'null'), ',"points":', coalesce(trim_scale(r.points)::text, 'null'),
        ',"minutes":', coalesce(r.minutes::text, 'null'), '}'), ',' order by r.task) as items
      from rows r left join named n on n.id = r.task group by r.place)
  select concat('{"sprint_id":"', s.id, '","totals":', app.sprint_totals(s), string_agg(concat(',"', n.name, '":{"points":',
      trim_scale(coalesce(c.points, 0)), ',"minutes":', coalesce(c.minutes, 0), ',"count":', coalesce(c.n, 0),
      ',"items":[', c.items, ']}'), '' order by n.place), '}')
    from unnest(array['committed', 'completed', 'not_completed', 'added_after_start', 'removed', 'completed_outside',
        'carried_over', 'cancelled']) with ordinality n(name, place) left join sections c on c.place = n.place
$$;

create or replace function app.sprint_report(sprint uuid) returns text language sql stable as $$
  select coalesce(s.frozen_report::text, app.report_text(s, false)) from sprints s
    where s.org_id = app.org_id() and s.id = sprint
$$;

-- Commitment and completion of a project's last completed sprints, with mean, median and sample standard
-- deviation.
create or replace function app.velocity(project uuid, max_rows int, unit text) returns json language sql stable as $$
  with completed_sprints as (
    select s.*, w.unit, (s.frozen_report->'committed'->>w.unit)::numeric as committed,
      (s.frozen_report->'completed'->>w.unit)::numeric as completed
    from sprints s join projects p on p.org_id = s.org_id and p.id = s.project_id
      cross join lateral (select coalesce(velocity.unit, p.estimate_unit)) w(unit)
    where s.org_id = app.org_id() and s.project_id = project and s.state = 'completed'
    order by s.completed_at desc limit max_rows)
  select json_build_object('unit', coalesce(velocity.unit, (select p.estimate_unit from projects p
      where p.org_id = app.org_id() and p.id = project)),
    'items', coalesce(json_agg(json_build_object('sprint', json_build_object('id', p.id, 'number', p.number,
      'name', p.name, 'start_date', p.start_date, 'end_date', p.end_date), 'committed', p.committed,
      'completed', p.completed) order by p.completed_at), '[]'),
    'mean', trim_scale(round(avg(p.completed), 2)),
    'median', trim_scale(round(percentile_cont(0.5) within group (order by p.completed)::numeric, 2)),
    'stdev', trim_scale(round(stddev_samp(p.completed), 2))) from completed_sprints p
$$;
