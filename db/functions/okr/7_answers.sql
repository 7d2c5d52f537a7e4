-- What answers say of objectives and key results. Only here is progress rounded.

create or replace function app.number_out(value numeric) returns text language sql immutable as $$
  select trim_scale(value)::text
$$;

-- A key result of an objective, with its figure of now.
create or replace function app.key_result_json(k okr_key_results, o okr_objectives) returns json
language sql stable as $$
  select json_build_object('id', k.id, 'objective_id', k.objective_id, 'title', k.title,
    'owner', app.person_json(k.owner_id), 'former_owner', k.former_owner, 'metric_type', k.metric_type,
    'unit', k.unit, 'currency', k.currency, 'direction', k.direction,
    'start_value', app.number_out(k.start_value), 'target_value', app.number_out(k.target_value),
    'min_value', app.number_out(k.min_value), 'max_value', app.number_out(k.max_value),
    'current_value', app.number_out(f.value), 'done', f.done, 'total', f.total,
    'progress', round(f.progress, 4), 'progress_raw', round(f.raw, 4), 'reason', f.reason,
    'weight', app.number_out(k.weight), 'confidence', k.confidence, 'health', h.health, 'health_source',
      h.source,
    'due_date', k.due_date, 'checked_on', k.checked_on, 'stale', app.is_stale(k, o, d.today),
    'projected', app.number_out(case when k.metric_type not in ('tasks', 'bi') then app.projected_value(k, o)
      end),
    'filter_id', k.filter_id, 'filter', k.filter, 'bi_query', k.bi_query,
    'computed_over', case when k.metric_type in ('tasks', 'bi') then case o.visibility when 'private' then
      'all_projects'
      else 'open_projects' end end,
    'target_history', (select coalesce(json_agg(json_build_object('before', c.before, 'after', c.after,
        'reason', c.reason, 'by', app.person_json(c.author_id), 'at', app.utc(c.created_at)) order by c.id
          desc), '[]')
      from okr_definitions c where c.org_id = k.org_id and c.key_result_id = k.id),
    'version', k.version, 'created_at', app.utc(k.created_at), 'updated_at', app.utc(k.updated_at))
  from (select app.org_today() as today) d
    cross join lateral app.key_result_figure(k, o.visibility = 'private') f
    cross join lateral app.okr_health(o, f.progress, k.confidence, k.confidence_on, d.today) h
$$;

-- Nothing was checked in for two weeks of the period.
create or replace function app.is_stale(k okr_key_results, o okr_objectives, today date) returns boolean
language sql stable as $$
  select o.status = 'active' and k.metric_type not in ('tasks', 'bi')
    and least(today, o.period_end) - coalesce(k.checked_on, greatest(o.period_start, k.created_at::date)) >=
      14
$$;

-- What lists say of an objective. A table of one row, as that becomes part of the statement that asks for
-- many.
create or replace function app.objective_json(o okr_objectives, now_at numeric, why text)
  returns table (said jsonb) language sql stable as $$
  select jsonb_build_object('id', o.id, 'title', o.title, 'description', o.description, 'level', o.level,
    'status', o.status, 'parent_id', p.id, 'parent', case when p.id is not null
      then jsonb_build_object('id', p.id, 'title', p.title) end,
    'owner', app.person_json(o.owner_id), 'former_owner', o.former_owner, 'department_id', o.department_id,
    'project_id', case when app.can_see_project(o.project_id) then o.project_id end,
    'period_start', o.period_start, 'period_end', o.period_end, 'period_label', o.period_label,
    'outside_parent_period', coalesce(o.period_start < p.period_start or o.period_end > p.period_end, false),
    'roll_up', o.roll_up, 'weight', app.number_out(o.weight), 'visibility', o.visibility,
    'confidence', o.confidence, 'progress', round(now_at, 4), 'reason', why,
    'expected', round(app.expected_progress(o, d.today), 4), 'health', h.health, 'health_source', h.source,
    'score', o.score, 'band', app.score_band(o.score), 'close_note', o.close_note, 'closed_at',
      app.utc(o.closed_at),
    'key_results_count', (select count(*) from okr_key_results k where k.org_id = o.org_id and k.objective_id
      = o.id
      and k.deleted_at is null),
    'children_count', (select count(*) from okr_objectives c where c.org_id = o.org_id and c.parent_id = o.id
      and c.deleted_at is null),
    'version', o.version, 'created_at', app.utc(o.created_at), 'updated_at', app.utc(o.updated_at))
  from (select (select app.org_today()) as today) d
    cross join lateral app.okr_health(o, now_at, o.confidence, o.confidence_on, d.today) h
    left join lateral (select x.* from okr_objectives x where x.org_id = o.org_id and x.id = o.parent_id
      offset 0) p
      on p.deleted_at is null
$$;

-- Objectives in the order of these ids.
create or replace function app.objectives_json(ids uuid[]) returns json language sql stable as $$
  with figures as materialized (select * from app.okr_figures(ids))
  select coalesce(json_agg(j.said order by w.n), '[]')
    from (select u.id, u.n, f.progress, f.reason from unnest(ids) with ordinality u(id, n)
        left join figures f on f.objective_id = u.id offset 0) w
      cross join lateral (select x as o from okr_objectives x where x.org_id = app.org_id() and x.id = w.id
        offset 0) s
      cross join lateral app.objective_json(s.o, w.progress, w.reason) j
$$;

-- An objective with its key results and children, and why its progress is what it is.
create or replace function app.objective_detail(objective uuid) returns json language plpgsql stable as $$
declare o okr_objectives; figures jsonb; found jsonb; children uuid[]; key_results json;
begin
  select x.* into o from okr_objectives x where x.org_id = app.org_id() and x.id = objective;
  children := array(select c.id from okr_objectives c where c.org_id = o.org_id and c.parent_id = o.id
    and c.deleted_at is null order by c.id);
  select jsonb_object_agg(f.objective_id, jsonb_build_array(f.progress, f.reason)) into figures
    from app.okr_figures(children || o.id) f;
  select j.said into found
    from app.objective_json(o, (figures->o.id::text->>0)::numeric, figures->o.id::text->>1) j;
  select coalesce(json_agg(app.key_result_json(k, o) order by k.id), '[]') into key_results from
    okr_key_results k
    where k.org_id = o.org_id and k.objective_id = o.id and k.deleted_at is null;
  return (select json_object_agg(e.key, e.value order by e.n) from (
    select 0, x.key, x.value::json from jsonb_each(found) x
    union all select 1, 'key_results', key_results
    union all select 2, 'children', (select coalesce(json_agg(j.said order by c.id), '[]')
      from okr_objectives c cross join lateral app.objective_json(c, (figures->c.id::text->>0)::numeric,
        figures->c.id::text->>1) j where c.org_id = o.org_id and c.id = any (children))
    union all select 3, 'members', app.members_json(o, key_results, figures)
    union all select 4, 'warnings', to_json(app.objective_warnings(o))) e(n, key, value));
end $$;

-- The terms of the progress: what counts, with which weight. Null where a member that the caller does not see
-- could be computed from the others.
create or replace function app.members_json(o okr_objectives, key_results json, figures jsonb) returns json
language sql stable as $$
  with members as (
    select 0 as place, 'key_result' as kind, (k.value->>'id')::uuid as id, k.value->>'title' as title,
        (k.value->>'weight')::numeric as weight, (k.value->>'progress')::numeric as progress
      from json_array_elements(key_results) k where o.roll_up <> 'children'
    union all select 1, 'child', c.id, c.title, c.weight, case when app.is_open(c)
        then round((figures->c.id::text->>0)::numeric, 4) else c.score end
      from okr_objectives c where c.org_id = o.org_id and c.parent_id = o.id and app.counts(c)
        and o.roll_up <> 'key_results')
  select case when app.hidden_children(o) = 0 or (select count(*) from members) >= 2 then
    coalesce(json_agg(json_build_object('kind', m.kind, 'id', m.id, 'title', m.title,
      'weight', case when o.roll_up = 'combined' and m.kind = 'child' then '1' else app.number_out(m.weight)
        end,
      'progress', m.progress, 'counts', m.progress is not null and app.is_open(o)) order by m.place, m.id),
        '[]') end
    from members m
$$;

-- How many children count that the caller does not see.
create or replace function app.hidden_children(o okr_objectives) returns int language sql stable as $$
  select case when o.roll_up = 'key_results' then 0 else app.counted_children(o.id)
    - (select count(*)::int from okr_objectives c where c.org_id = o.org_id and c.parent_id = o.id
      and app.counts(c)) end
$$;
create or replace function app.counted_children(objective uuid) returns int
language sql stable security definer set search_path = public, app, pg_temp as $$
  select count(*)::int from okr_objectives c where c.org_id = org_id() and c.parent_id = objective and
    counts(c)
$$;

create or replace function app.objective_warnings(o okr_objectives) returns text[] language sql stable as $$
  select array(
    select 'owner_cannot_check_in' where app.is_open(o) and exists (select from organization_members m
      where m.org_id = o.org_id and m.user_id = o.owner_id and app.level_of(m.role) < 30)
    union all (select 'still_active: ' || c.title from okr_objectives c where not app.is_open(o)
      and c.org_id = o.org_id and c.parent_id = o.id and c.deleted_at is null and c.status = 'active' order by
        c.id))
$$;

-- The tree: each objective below the one it is part of, as far as the caller sees both, with its depth.
create or replace function app.okr_tree(ids uuid[], root uuid) returns json language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
declare shown uuid[]; depths int[];
begin
  with recursive wanted as materialized (select w.id, o.parent_id from unnest(ids) w(id) cross join lateral (
      select x.parent_id from okr_objectives x where x.org_id = app.org_id() and x.id = w.id offset 0) o),
  placed as (
    select w.id, 0 as depth, array[w.id] as path from wanted w
      where case when root is not null then w.id = root else w.parent_id is null or w.parent_id <> all (ids) end
    union all select c.id, p.depth + 1, p.path || c.id from placed p join wanted c on c.parent_id = p.id)
  select array_agg(p.id order by p.path), array_agg(p.depth order by p.path) into shown, depths from placed p;
  return json_build_object('items', app.tree_nodes(coalesce(shown, '{}'), depths),
    'total', coalesce(cardinality(shown), 0));
end $$;

create or replace function app.tree_nodes(shown uuid[], depths int[]) returns json language sql stable as $$
  with figures as materialized (select * from app.okr_figures(shown))
  select coalesce(json_agg(j.said || jsonb_build_object('depth', w.depth,
      'key_results', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title,
          'owner', app.person_json(k.owner_id),
          'weight', app.number_out(k.weight), 'progress', round(r.progress, 4),
          'current_value', app.number_out(r.value), 'target_value', app.number_out(k.target_value), 'unit',
          coalesce(k.unit, k.currency)) order by k.id), '[]')
        from okr_key_results k cross join lateral app.key_result_figure(k, (s.o).visibility = 'private') r
        where k.org_id = app.org_id() and k.objective_id = w.id and k.deleted_at is null)) order by w.n),
      '[]')
    from (select u.id, u.depth, u.n, f.progress, f.reason
        from unnest(shown, depths) with ordinality u(id, depth, n) join figures f on f.objective_id = u.id offset 0) w
      cross join lateral (select x as o from okr_objectives x where x.org_id = app.org_id() and x.id = w.id
        offset 0) s
      cross join lateral app.objective_json(s.o, w.progress, w.reason) j
$$;
