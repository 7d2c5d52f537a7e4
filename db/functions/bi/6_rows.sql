-- The rows that a figure counts: all of them, or those of one cell: {measure, time, group: {dimension: id},
-- currency}.

-- The query of a cell; what is wrong with it is told with the place of the cell in the request.
create or replace function app.bi_narrowed(q jsonb, cell jsonb, path text) returns jsonb
  language plpgsql stable as $$
begin
  perform app.ensure_fields(array(select format('%s.group.%s: not one of the dimensions', path, g.name)
      from jsonb_object_keys(cell->'group') g(name) where not coalesce(q->'dimensions' ? g.name, false))
    || array[case when cell ? 'measure' and not q->'measures' ? (cell->>'measure')
      then path || '.measure: not one of the measures' end,
    case when cell ? 'time' and q->'time_dimension'->>'granularity' is null
      then path || '.time: the query has no buckets' end]);
  return q || jsonb_build_object('filters', coalesce(q->'filters', '[]') || coalesce((select jsonb_agg(
      jsonb_build_object('field', g.name) || case g.id when 'null' then '{"op": "is_null"}'
        else jsonb_build_object('op', 'eq', 'value', g.id) end)
    from jsonb_each(cell->'group') g(name, id)), '[]'));
end $$;

-- {items, total, limit, offset}, or {error}. Each row is an object {type, id, key, title, note, at}, the
-- latest first; an object that the caller may not open has neither id nor title.
create or replace function app.bi_behind(q jsonb, cell jsonb, path text, most int, skipped int, closed text[])
returns jsonb language plpgsql stable as $$
declare src jsonb := app.bi_source(q->>'source'); asked jsonb; field jsonb;
  unit text := q->'time_dimension'->>'granularity';
  o organizations; zone text; today date; d record; bucket date; starts timestamptz; ends timestamptz;
  conditions text; answer jsonb;
  adds_up boolean := q->'cumulative' is not distinct from 'true';
begin
  answer := app.bi_refusal(src, q, closed);
  if answer is not null then return answer; end if;
  if src->'row' = 'null' then return '{"error": "no_rows"}'; end if;
  asked := app.bi_narrowed(q, cell, path); field := src->'times'->(q->'time_dimension'->>'field');
  select x.* into o from organizations x where x.id = app.org_id();
  zone := coalesce(q->>'timezone', o.timezone); today := app.today(zone);
  select * into d from app.bi_days(q->'time_dimension'->'range', today, o.week_start, o.fiscal_year_start);
  if cell ? 'time' and unit <> 'hour' then
    bucket := left(cell->>'time', 10)::date;
    d.last := least(app.bi_later(bucket, unit, 1) - 1, d.last);
    if not adds_up then d.first := greatest(bucket, d.first); end if;
  end if;
  if q->'opening' = 'true' then d.first := null; end if;
  starts := app.day_start(d.first, zone); ends := app.day_start(d.last + 1, zone);
  if cell ? 'time' and unit = 'hour' then
    ends := (cell->>'time')::timestamptz + interval '1 hour';
    if not adds_up then starts := (cell->>'time')::timestamptz; end if;
  end if;
  conditions := concat_ws(' and ', src->>'where', app.bi_conditions(src, asked), app.bi_saved_condition(q),
    src->'measures'->(cell->>'measure')->>'of', case when cell ? 'currency' and src->>'currency' is not null
      then format('%s = %L', src->>'currency', cell->>'currency') end, nullif(app.bi_in_range(field, starts
        is not null, ends is not null), ''));
  execute format('select jsonb_build_object(''items'', coalesce((select jsonb_agg(
      jsonb_build_object(''type'', f.kind,
        ''id'', case when i.id is not null or not %s then f.id end, ''key'', i.key, ''title'',
          coalesce(i.title, f.says),
        ''note'', case when i.id is not null then f.says end, ''at'', f.at) order by f.n)
      from (select row_number() over () as n, r.* from (select %s as kind, (%s)::uuid as id, %s as says, %s
        as at
        from %s where %s order by %s desc nulls last, 2 limit $12 offset $13) r) f
      left join lateral app.item($11, f.kind, f.id) i on true), ''[]''),
      ''total'', (select count(*) from %s where %s))',
    src #>> '{row,found}', src #>> '{row,kind}', src #>> '{row,id}', src #>> '{row,says}',
    case field->>'kind' when 'day' then format('(%s)::text', field->>'value')
      when 'moment' then format('app.utc(%s)', field->>'value') else 'null::text' end,
    src->>'from', conditions, coalesce(field->>'value', src #>> '{row,id}'), src->>'from', conditions)
    into answer using coalesce(asked->'filters', '[]'::jsonb), d.first, d.last, zone, today, o.week_start,
      starts, ends,
      null::jsonb, null::int, app.org_id(), most, skipped;
  return answer || jsonb_build_object('limit', most, 'offset', skipped);
end $$;

create or replace function app.bi_widget_rows(i bi_widgets, filters jsonb, cell jsonb, most int, skipped int,
  closed text[])
returns jsonb language sql stable as $$
  select app.bi_behind(a.query, cell, 'query.cell', most, skipped, closed) from app.bi_asked(i, filters) a
$$;
