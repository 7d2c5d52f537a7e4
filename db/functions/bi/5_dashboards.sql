-- Dashboards and their widgets.

-- Why a query cannot be drawn like that; null if it can.
create or replace function app.bi_drawing_problem(source text, query jsonb, viz text,
  options jsonb) returns text
language sql stable as $$
  select case viz
      when 'number' then case when not s.is_one
        then 'number needs one measure, no dimension and no buckets' end
      when 'gauge' then case when not s.is_one or coalesce((options->>'target')::numeric, 0) = 0
        then 'gauge needs one measure, no dimension, no buckets, and options.target other than 0' end
      when 'pie' then case when s.measures <> 1 or s.dimensions <> 1 or s.buckets or not s.additive
        or s.fans
        then 'pie needs one measure that adds up, and one dimension of which a row has one value' end
      when 'funnel' then case when s.measures <> 1 or s.dimensions <> 1 or s.buckets
        then 'funnel needs one measure and one dimension' end
      when 'bar' then case when not s.buckets and s.dimensions = 0
        then 'bar needs a dimension or buckets' end
      when 'stacked' then case when s.measures <> 1 or not s.additive or s.dimensions + s.buckets::int < 2
        then 'stacked needs one measure that adds up, and two of dimensions and buckets' end
      when 'heatmap' then case when s.measures <> 1 or s.dimensions + s.buckets::int <> 2
        then 'heatmap needs one measure, and two of dimensions and buckets' end
      when 'table' then null
      else case when not s.buckets then viz || ' needs a time_dimension with a granularity' end end
    from (select jsonb_array_length(query->'measures') as measures, x.dimensions, x.buckets,
        jsonb_array_length(query->'measures') = 1 and x.dimensions = 0 and not x.buckets as is_one,
        (select bool_and((app.bi_source(source)->'measures'->m.name->>'additive')::boolean)
          from jsonb_array_elements_text(query->'measures') m(name)) as additive,
        exists (select from jsonb_array_elements_text(query->'dimensions') d(name)
          where app.bi_source(source)->'dimensions'->d.name->>'fans' is not null) as fans
      from (select coalesce(jsonb_array_length(query->'dimensions'), 0) as dimensions,
        query->'time_dimension'->>'granularity' is not null as buckets) x) s
$$;

-- Whether two places of the grid have a square in common.
create or replace function app.bi_overlap(a bi_widgets, x int, y int, w int, h int) returns boolean
language sql immutable as $$
  select a.x < x + w and x < a.x + a.w and a.y < y + h and y < a.y + a.h
$$;

-- The first free place of a size, row by row.
create or replace function app.bi_free_place(dashboard uuid, w int, h int, out x int, out y int)
language sql stable as $$
  with placed as materialized (select i.* from bi_widgets i where i.org_id = app.org_id()
    and i.dashboard_id = dashboard)
  select c.x, r.y from generate_series(0, (select coalesce(max(p.y + p.h), 0) from placed p)) r(y)
      cross join generate_series(0, 12 - w) c(x)
    where not exists (select from placed p where app.bi_overlap(p.*::bi_widgets, c.x, r.y, w,
      h)) order by r.y, c.x limit 1
$$;

-- Why a dashboard of this visibility cannot have a figure with this saved filter; null if it can.
create or replace function app.bi_filter_problem(query jsonb, shown text) returns text language sql stable
  as $$
  select case when f.id is null then 'not found'
      when shown = 'organization' and f.visibility = 'private' then 'not shared; share the filter first' end
    from (select) one left join saved_filters f on f.org_id = app.org_id()
      and f.id = (query->>'filter_id')::uuid
      and f.deleted_at is null where query->>'filter_id' is not null
$$;
-- A dashboard that the organization sees has no figure whose filter is private.
create or replace function app.require_shared_bi_filters(dashboard uuid) returns void
  language plpgsql stable as $$
begin
  perform app.ensure_fields(array(select format('body.visibility: the filter of %s is private; share it first',
      i.title)
    from bi_dashboards d join bi_widgets i on i.org_id = d.org_id and i.dashboard_id = d.id
      join saved_filters f on f.org_id = i.org_id and f.id = (i.query->>'filter_id')::uuid
    where d.org_id = app.org_id() and d.id = dashboard and d.visibility = 'organization'
      and f.visibility = 'private'));
end $$;

create or replace function app.check_bi_widget(widget bi_widgets,
  at text) returns void language plpgsql stable as $$
declare other text := (select i.title from bi_widgets i where i.org_id = app.org_id()
    and i.dashboard_id = widget.dashboard_id and i.id <> widget.id
    and app.bi_overlap(i, widget.x, widget.y, widget.w, widget.h) limit 1);
  problem text := app.bi_drawing_problem(widget.source, widget.query, widget.viz, widget.options);
  shown text := (select d.visibility from bi_dashboards d where d.org_id = app.org_id()
    and d.id = widget.dashboard_id);
begin
  perform app.ensure(app.role_level() >= (app.bi_source(widget.source)->>'rank')::int, 'WM403',
    widget.source || ' needs a higher role');
  perform app.ensure_fields(array[at || 'viz: ' || problem,
    at || 'query.filter_id: ' || app.bi_filter_problem(widget.query, shown),
    case when widget.x + widget.w > 12 then at || 'w: x + w must not be more than 12' end,
    at || 'x: overlaps ' || other]);
end $$;

-- Adds a figure to a dashboard that is locked: at its place, or else at the first one that is free.
create or replace function app.add_bi_widget(dashboard uuid, widget uuid, body jsonb, at text) returns void
language plpgsql as $$
declare i bi_widgets := jsonb_populate_record(app.new_row(null::bi_widgets), body
  || jsonb_build_object('id', widget,
  'dashboard_id', dashboard));
begin
  perform app.ensure((select count(*) < 40 from bi_widgets x where x.org_id = app.org_id()
    and x.dashboard_id = dashboard), 'WM409', 'a dashboard has at most 40 widgets');
  if body->'x' is null then
    select p.x, p.y into i.x, i.y from app.bi_free_place(dashboard, i.w, i.h) p;
  end if;
  perform app.check_bi_widget(i, at);
  insert into bi_widgets select i.*;
end $$;

-- Moves widgets of a dashboard that is locked.
create or replace function app.place_bi_widgets(dashboard uuid,
  items jsonb) returns void language plpgsql as $$
declare clash text;
begin
  perform app.ensure_fields(array(select format('body.items[%s].widget_id: not found', m.n - 1)
    from jsonb_array_elements(items) with ordinality m(item, n) where not exists (select from bi_widgets i
      where i.org_id = app.org_id() and i.dashboard_id = dashboard
        and i.id = (m.item->>'widget_id')::uuid)));
  update bi_widgets i set x = m.x, y = m.y, w = m.w, h = m.h
    from jsonb_to_recordset(items) m(widget_id uuid, x int, y int, w int, h int)
    where i.org_id = app.org_id() and i.dashboard_id = dashboard and i.id = m.widget_id;
  select format('%s and %s overlap', least(a.title, b.title), greatest(a.title, b.title)) into clash from bi_widgets a
    join bi_widgets b on b.org_id = a.org_id
      and b.dashboard_id = a.dashboard_id and b.id > a.id
    where a.org_id = app.org_id() and a.dashboard_id = dashboard and app.bi_overlap(a, b.x, b.y, b.w,
      b.h) limit 1;
  if clash is not null then perform app.ensure_fields(array['body.items: ' || clash]); end if;
end $$;

create or replace function app.require_room_for_bi_dashboard() returns void language plpgsql stable
security definer set search_path = public, app, pg_temp as $$
begin
  perform ensure((select count(*) filter (where d.owner_id = user_id()) < 100 and count(*) < 500
    from bi_dashboards d
    where d.org_id = org_id() and d.deleted_at is null), 'WM409',
    'at most 100 dashboards a person and 500 an organization; delete some');
end $$;

create or replace function app.copy_bi_dashboard(dashboard uuid, copy uuid, name text) returns void
language plpgsql as $$
begin
  insert into bi_dashboards (id, name, description, filters) select copy, coalesce(copy_bi_dashboard.name,
      left('Copy of ' || d.name, 80)), d.description, d.filters
    from bi_dashboards d where d.org_id = app.org_id() and d.id = dashboard;
  insert into bi_widgets (dashboard_id, title, source, query, viz, options, x, y, w, h)
    select copy, i.title, i.source, i.query, i.viz, i.options, i.x, i.y, i.w, i.h from bi_widgets i
      where i.org_id = app.org_id() and i.dashboard_id = dashboard
        and app.role_level() >= (app.bi_source(i.source)->>'rank')::int;
end $$;

-- The query of a widget with more filters, for those fields that its source has; the others are named.
create or replace function app.bi_asked(i bi_widgets, filters jsonb, out query jsonb, out not_applied jsonb)
language sql stable as $$
  select i.query || jsonb_build_object('source', i.source, 'filters', coalesce(i.query->'filters', '[]')
      || coalesce(jsonb_agg(f.one order by f.n) filter (where x.has), '[]')),
    jsonb_agg(f.one->>'field' order by f.n) filter (where not x.has)
    from app.bi_source(i.source) src cross
      join lateral jsonb_array_elements(filters) with ordinality f(one, n)
      cross join lateral (select case when src->>'people' is not null
          then src->'dimensions' ? (f.one->>'field') and f.one->>'op' = 'eq'
        else src->'dimensions' ? (f.one->>'field') or src->'times' ? (f.one->>'field') end as has) x
$$;

create or replace function app.bi_widget_data(i bi_widgets, filters jsonb, closed text[]) returns jsonb
language plpgsql stable as $$
declare asked record;
begin
  select * into asked from app.bi_asked(i, filters);
  return app.bi_run(asked.query, closed) || case when asked.not_applied is not null
    then jsonb_build_object('filters_not_applied', asked.not_applied) else '{}' end;
exception when query_canceled then return '{"error": "timeout"}';
end $$;

-- The figures of a dashboard by the id of the widget. What is asked twice is computed once; after three and a
-- half seconds the rest is left.
create or replace function app.bi_dashboard_data(dashboard uuid, filters jsonb, closed text[]) returns json
language plpgsql stable as $$
declare i bi_widgets; answers jsonb := '{}'; known jsonb := '{}'; key text; one jsonb;
  began timestamptz := clock_timestamp();
begin
  for i in select w.* from bi_widgets w where w.org_id = app.org_id()
    and w.dashboard_id = dashboard order by w.y, w.x loop
    key := md5(i.source || i.query::text);
    one := known->key;
    if one is null then
      one := case when clock_timestamp() - began > interval '3.5 seconds' then '{"error": "timeout"}'
        else app.bi_widget_data(i, filters, closed) end;
      known := known || jsonb_build_object(key, one);
    end if;
    answers := answers || jsonb_build_object(i.id::text, one);
  end loop;
  return json_build_object('widgets', answers);
end $$;

-- The first rows of figures, as those who asked for them are told, without what their question says.
create or replace function app.bi_first_rows(data jsonb) returns jsonb language sql immutable as $$
  select case when data ? 'rows'
    then data - '{columns,source,listable,generated_at,week_start,groups}'::text[]
        - case when data ? 'range' then '' else 'timezone' end
      || jsonb_build_object('rows', jsonb_path_query_array(data->'rows', '$[0 to 24]'))
    else data end
$$;

-- What becomes of the dashboards of somebody who leaves: private ones rest for as long as the trash keeps them,
-- and come back with the person. Admins are told once that others have nobody who keeps them.
create or replace function app.leave_bi_dashboards(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid := org_id(); saved text := suppress_audit(); lost bi_dashboards[];
begin
  update bi_dashboards d set deleted_at = now(), rests = true where d.org_id = org and d.owner_id = person
    and d.visibility = 'private' and d.deleted_at is null;
  perform set_config('app.suppress_audit', saved, true);
  lost := array(select d from bi_dashboards d where d.org_id = org and d.owner_id = person
    and d.visibility = 'organization' and d.deleted_at is null order by d.name, d.id);
  if successor is null and lost <> '{}' then
    perform tell('system', 'organization', org, case cardinality(lost)
        when 1 then format('The dashboard %s has nobody who keeps it any more', lost[1].name)
        else format('%s dashboards have nobody who keeps them any more', cardinality(lost)) end,
      admins(), null, 'An admin can take them over or delete them.');
  end if;
end $$;

create or replace function app.wake_bi_dashboards() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text;
begin
  if org_id() is distinct from new.org_id then return null; end if;
  saved := suppress_audit();
  update bi_dashboards d set deleted_at = null, rests = false
    where d.org_id = new.org_id and d.owner_id = new.user_id and d.rests;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger wake_bi_dashboards after insert on organization_members for each row
  execute function app.wake_bi_dashboards();
