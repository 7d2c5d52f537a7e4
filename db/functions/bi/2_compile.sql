-- Queries of figures put together from the whitelist of `app.bi_source`. What a caller sends is looked up
-- there or becomes a parameter; none of it is part of a statement. Parameters: $1 the filters, $2 and $3 the
-- first and last day, $4 the time zone, $5 today, $6 the weekday on which weeks begin, $7 and $8 the instants
-- around the days, $11 the organization: as a parameter, it lets each statement be planned for the rows that
-- this organization has.

-- The values of a filter as text; @me is the caller.
create or replace function app.bi_values(filter jsonb) returns text[] language sql stable as $$
  select array(select case v.one when '@me' then app.user_id()::text else v.one end
    from jsonb_array_elements_text(case jsonb_typeof(filter->'value') when 'array' then filter->'value'
      else jsonb_build_array(filter->'value') end) v(one))
$$;

-- The objects that a value of a filter names, by id or name.
create or replace function app.bi_ids(kind text,
  value text) returns setof uuid language plpgsql stable as $$
begin
  if value ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    return next value::uuid;
  else
    return query select f.id from app.find_by_name(kind, value, null) f where f.fit = 1
      union select c.id from app.find_called(kind, value, null, '{}') c;
  end if;
end $$;

-- The day that a filter names.
create or replace function app.bi_day(value text, today date, week_start int) returns date
language sql immutable as $$
  select case value when '@today' then today when '@week_start' then app.bi_begin(today, 'week', week_start)
    when '@month_start' then app.bi_begin(today, 'month', week_start) else value::date end
$$;

-- A comparison of a day, or of an instant with the days of the time zone.
create or replace function app.bi_time_condition(value text, kind text, op text, day text) returns text
language sql immutable as $$
  select case when kind = 'day' then format('%s %s %s', value, op, day)
    when op in ('<', '>=') then format('%s %s (select app.day_start(%s, $4))', value, op, day)
    else format('%s %s (select app.day_start(%s + 1, $4))', value, case op when '<=' then '<'
      else '>=' end, day)
    end
$$;

-- The condition of the filter at a place of $1; null where the source has no such field.
create or replace function app.bi_condition(src jsonb, filter jsonb, place int) returns text
language plpgsql immutable as $$
declare field jsonb := coalesce(src->'dimensions'->(filter->>'field'), src->'times'->(filter->>'field'));
  value text := '(' || (field->>'value') || ')'; kind text := field->>'kind'; op text := filter->>'op';
  item text := format('$1->%s', place);
  day text := '(select app.bi_day((app.bi_values(' || item || '))[%s], $5, $6))';
begin
  -- What a row has several of, it has if any of them is it.
  if field->>'fans' is not null and op not in ('ne', 'not_in', 'not_contains') then
    return format('%s exists (select from %s where %s%s)', case op when 'is_null' then 'not' else '' end,
      field #>> '{fans,table}', field #>> '{fans,on}', case when op in ('is_null', 'not_null') then ''
        else ' and ' || app.bi_condition(jsonb_set(src, array['dimensions', filter->>'field', 'fans'],
          'null'),
          filter, place) end);
  end if;
  if op = 'is_null' then return value || ' is null'; end if;
  if op = 'not_null' then return value || ' is not null'; end if;
  if op in ('ne', 'not_in', 'not_contains') then
    return '(' || app.bi_condition(src, filter || jsonb_build_object('op', case op when 'ne' then 'eq'
      when 'not_in' then 'in' else 'contains' end), place) || ') is not true';
  end if;
  if kind in ('day', 'moment') then
    return case op when 'between' then app.bi_time_condition(value, kind, '>=', format(day, 1)) || ' and '
          || app.bi_time_condition(value, kind, '<=', format(day, 2))
        when 'eq' then app.bi_time_condition(value, kind, '>=', format(day, 1)) || ' and '
          || app.bi_time_condition(value, kind, '<=', format(day, 1))
        else app.bi_time_condition(value, kind, case op when 'lt' then '<' when 'lte' then '<=' when 'gt'
          then '>'
          else '>=' end, format(day, 1)) end;
  end if;
  if op = 'contains' then
    return format('strpos(app.plain(%s), app.plain((app.bi_values(%s))[1])) > 0', value, item);
  end if;
  if kind = 'ref' then
    return format('%s = any (array(select app.bi_ids(%L, v) from unnest(app.bi_values(%s)) v))', value,
      field->>'of', item);
  end if;
  return format('%s = any ((select app.bi_values(%s)%s)::%s)', value, item,
    case kind when 'boolean' then '::boolean[]' else '' end, case kind when 'boolean' then 'boolean[]'
      else 'text[]' end);
end $$;

-- The condition that a row is in the range of a query, between $2 and $3 or $7 and $8.
create or replace function app.bi_in_range(field jsonb, has_first boolean, has_last boolean) returns text
language sql immutable as $$
  select concat_ws(' and ', case when has_first then format('(%s) >= %s', field->>'value',
      case field->>'kind' when 'day' then '$2' else '$7' end) end,
    case when has_last then format('(%s) %s', field->>'value', case field->>'kind' when 'day' then '<= $3'
      else '< $8' end) end)
$$;

-- The saved filter of a query as the caller may read it, with the caller for @me; null if they may not.
create or replace function app.bi_saved_filter(q jsonb) returns jsonb language sql stable as $$
  select replace(f.filter::text, '"@me"', format('"%s"', app.user_id()))::jsonb from saved_filters f
    where f.org_id = app.org_id() and f.id = (q->>'filter_id')::uuid and f.deleted_at is null
$$;
-- Tasks that the saved filter of a query finds.
create or replace function app.bi_saved_condition(q jsonb) returns text language sql stable as $$
  select format('tasks.id in (select x.id from tasks x where x.org_id = $11 and %s)',
    app.figure_condition(app.bi_saved_filter(q))) where q->>'filter_id' is not null
$$;

-- The bucket of a row, as an expression.
create or replace function app.bi_bucket(field jsonb,
  unit text) returns text language plpgsql immutable as $$
declare value text := '(' || (field->>'value') || ')'; local text;
begin
  if unit = 'hour' then return format('date_trunc(''hour'', %s, $4)', value); end if;
  local := case field->>'kind' when 'day' then value else format('(%s at time zone $4)::date', value) end;
  return case unit when 'day' then local
    when 'week' then format('(%1$s - (extract(isodow from %1$s)::int - $6 + 7) %% 7)', local)
    else format('date_trunc(%L, (%s)::timestamp)::date', unit, local) end;
end $$;

-- The names that are most like one that is not there, the nearest first.
create or replace function app.bi_nearest(name text, among jsonb) returns jsonb language sql immutable as $$
  select jsonb_agg(k.one order by k.fit desc, k.one) from (
    select f.one, similarity(f.one, name) as fit from jsonb_object_keys(among) f(one)
      order by 2 desc, 1 limit 3) k where k.fit > 0.15
$$;

-- The first name that the source does not have: {error, path, did_you_mean}; null if it has all.
create or replace function app.bi_unknown(src jsonb, q jsonb) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('error', 'unknown_field', 'path', x.path,
      'did_you_mean', app.bi_nearest(x.name, x.among))) from (
    select format('query.measures[%s]', n - 1) as path, v.name, src->'measures' as among
        from jsonb_array_elements_text(q->'measures') with ordinality v(name, n)
        where not src->'measures' ? v.name
    union all select format('query.dimensions[%s]', n - 1), v.name, src->'dimensions'
        from jsonb_array_elements_text(q->'dimensions') with ordinality v(name, n)
        where not src->'dimensions' ? v.name
    union all select 'query.time_dimension.field', q->'time_dimension'->>'field', src->'times'
        where q ? 'time_dimension' and not src->'times' ? (q->'time_dimension'->>'field')
    union all select format('query.filters[%s].field', n - 1), v.filter->>'field',
        (src->'dimensions') || (src->'times')
        from jsonb_array_elements(q->'filters') with ordinality v(filter, n)
        where not src->'dimensions' ? (v.filter->>'field')
          and not src->'times' ? (v.filter->>'field')) x limit 1
$$;

-- Whether a filter names something that is not there any more, or not for the caller.
create or replace function app.bi_is_gone(kind text, value text) returns boolean language plpgsql stable as $$
declare e app.entities; found boolean;
begin
  select x.* into e from app.entities x where x.kind = bi_is_gone.kind;
  if e.name is null or value = '@me' then return false; end if;
  execute format('select exists (select from %I n where n.org_id = app.org_id()
      and n.id in (select app.bi_ids($1, $2)) %s)', e.name,
    case when e.trash_days is not null then 'and n.deleted_at is null' else '' end)
    into found using kind, value;
  return not found;
end $$;

-- What of a query has no effect: values of filters that name nothing any more (people who left go on
-- counting), and a limit of a bare series of time.
create or replace function app.bi_warnings(src jsonb, q jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(w.said) from (
    select format('filters[%s]: %s %s is not there any more', f.n - 1,
        lower(src->'dimensions'->(f.one->>'field')->>'label'), v.value) as said
      from jsonb_array_elements(q->'filters') with ordinality f(one, n)
        cross join lateral unnest(app.bi_values(f.one)) v(value)
      where f.one ? 'value' and src->'dimensions'->(f.one->>'field')->>'kind' = 'ref'
        and src->'dimensions'->(f.one->>'field')->>'of' <> 'member'
        and app.bi_is_gone(src->'dimensions'->(f.one->>'field')->>'of', v.value)
    union all select 'limit: cuts nothing of a series of time without groups; the range decides'
      where q ? 'limit' and q->'time_dimension'->>'granularity' is not null
        and coalesce(jsonb_array_length(q->'dimensions'), 0) = 0) w
$$;

-- Whether a source has more rows than a text may be looked for in without a range of days.
create or replace function app.bi_is_large(src jsonb, most int default 100000) returns boolean
language plpgsql stable as $$
declare counted int;
begin
  execute format('select count(*) from (select from %s where %s limit $12) x', src->>'from', src->>'where')
    into counted using null::jsonb, null::date, null::date, null::text, null::date, null::int,
      null::timestamptz, null::timestamptz, null::jsonb, null::int, app.org_id(), most + 1;
  return counted > most;
end $$;
create or replace function app.bi_looks_everywhere(src jsonb, q jsonb) returns boolean
language sql stable as $$
  select not coalesce(q->'time_dimension' ? 'range', false) and exists (
      select from jsonb_array_elements(q->'filters') f(one)
        where f.one->>'op' in ('contains', 'not_contains'))
    and app.bi_is_large(src)
$$;
