-- Runs a query of figures as the caller: {source, columns, rows, totals, range, …}, or {error}.

-- The expressions that a query selects and groups by.
call app.make_type('bi_parts', 'keys text[], names text[], labels text[], joins text, fans boolean,
  "values" text[], kinds text[], additive boolean[], measures text[], spare text, has_currency boolean,
  bucket text, unit text');

create or replace function app.bi_parts(src jsonb,
  q jsonb) returns app.bi_parts language plpgsql immutable as $$
declare p app.bi_parts; name text; field jsonb; n int := 0; in_base boolean := q->>'in' is not distinct
  from 'base';
  is_money boolean := false;
begin
  p.keys := '{}'; p.names := '{}'; p.labels := '{}'; p.joins := ''; p.fans := false;
  p."values" := '{}'; p.kinds := '{}'; p.additive := '{}'; p.measures := '{}';
  for name in select jsonb_array_elements_text(q->'dimensions') loop
    field := src->'dimensions'->name; n := n + 1;
    p.keys := p.keys || ('(' || (field->>'value') || ')'); p.names := p.names || name;
    p.labels := p.labels || case when field->>'named' is not null
        then replace(field->>'named', '{key}', format('s.k%s', n))
      when field->>'kind' = 'boolean'
        then format('case when s.k%s then ''Yes'' when not s.k%s then ''No'' end', n, n)
      else format('s.k%s::text', n) end;
    if field->>'fans' is not null then
      p.joins := format('%s left join %s on %s', p.joins, field #>> '{fans,table}', field #>> '{fans,on}');
      p.fans := true;
    end if;
  end loop;
  for name in select jsonb_array_elements_text(q->'measures') loop
    field := src->'measures'->name;
    is_money := is_money or field->>'kind' = 'money';
    if in_base and field->>'kind' = 'money' then p.spare := coalesce(p.spare,
      field->>'unconverted'); end if;
    p."values" := p."values" || case when in_base then coalesce(field->>'base', field->>'value')
      else field->>'value' end;
    p.kinds := p.kinds || (field->>'kind'); p.measures := p.measures || name;
    p.additive := p.additive || (field->>'additive')::boolean;
  end loop;
  -- Amounts of several currencies are never added up: the currency is a key of its own.
  p.has_currency := is_money and not in_base;
  p.keys := p.keys || case when p.has_currency then src->>'currency' else 'null::text' end;
  if q->'time_dimension'->>'granularity' is not null then
    p.unit := q->'time_dimension'->>'granularity';
    p.bucket := app.bi_bucket(src->'times'->(q->'time_dimension'->>'field'), p.unit);
  end if;
  return p;
end $$;

-- A list of a pattern for 1 to n.
create or replace function app.bi_list(pattern text, n int, separator text default ', ') returns text
language sql immutable as $$
  select coalesce(string_agg(format(pattern, i), separator order by i), '') from generate_series(1, n) i
$$;

create or replace function app.bi_picks(p app.bi_parts) returns text language sql immutable as $$
  select string_agg(format('%s as v%s', v, i), ', ' order by i)
    from unnest(p."values") with ordinality x(v, i)
$$;

-- The aggregates of a query by bucket, group and whole, with `level` 2, 1 and 0.
create or replace function app.bi_grouped(src jsonb, p app.bi_parts, conditions text) returns text
language plpgsql immutable as $$
declare n int := cardinality(p.keys); d int := n - 1; keyed text; level text; sets text; whole text := '';
  picks text := app.bi_picks(p) || format(', %s as u', coalesce(p.spare, '0'));
begin
  keyed := (select string_agg(format('%s as k%s', k, i), ', ' order by i)
    from unnest(p.keys) with ordinality x(k, i));
  level := case when d > 0 then format('case when grouping(%s) = 1 then 0 %s else 2 end', p.keys[1],
      case when p.bucket is null then 'when true then 1'
        else format('when grouping(%s) = 1 then 1', p.bucket) end)
    when p.bucket is not null then format('case when grouping(%s) = 1 then 0 else 2 end', p.bucket)
    else '0' end;
  sets := concat_ws(', ',
    case when p.bucket is not null then format('(%s, %s)', p.bucket, array_to_string(p.keys, ', ')) end,
    case when d > 0 then format('(%s)', array_to_string(p.keys, ', ')) end,
    case when not p.fans then format('(%s)', p.keys[n]) end);
  -- Where a row is in several groups, the whole is counted without them.
  if p.fans then
    whole := format(' union all select null, %s %s, 0, %s from %s where %s group by %s',
      app.bi_list('null,', d, ' '), p.keys[n], picks, src->>'from', conditions, p.keys[n]);
  end if;
  return format('select %s as b, %s, %s as level, %s from %s %s where %s group by grouping sets (%s)%s',
    coalesce(p.bucket, 'null::date'), keyed, level, picks, src->>'from', p.joins, conditions, sets, whole);
end $$;

-- The order of groups, with nothing last: by what is asked, else the largest first; then by name.
create or replace function app.bi_order(p app.bi_parts,
  q jsonb) returns text language plpgsql immutable as $$
declare o jsonb; orders text[] := '{}'; place int; d int := cardinality(p.keys) - 1; direction text;
begin
  for o in select * from jsonb_array_elements(q->'order') loop
    direction := case when (o->>'descending')::boolean then 'desc' else 'asc' end || ' nulls last';
    place := array_position(p.measures, o->>'by');
    if place is not null then orders := orders || format('v%s %s', place, direction);
    elsif o->>'by' <> 'time' then orders := orders || format('app.folded(l%s) %s',
      array_position(p.names, o->>'by'), direction);
    end if;
  end loop;
  if orders = '{}' then orders := array[format('k%s', d + 1), 'v1 desc nulls last']; end if;
  return array_to_string(orders, ', ') || (select coalesce(string_agg(format(
    ', app.folded(l%1$s) nulls last, k%1$s::text', i), '' order by i), '') from generate_series(1, d) i);
end $$;

-- The conditions on groups, by their figures over the whole range. `$9` is the list of them.
create or replace function app.bi_having(p app.bi_parts, q jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(format('v%s %s ($9->%s->>''value'')::numeric', array_position(p.measures,
    h.one->>'measure'),
      case h.one->>'op' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
        else '=' end,
      h.n - 1), ' and '), 'true')
    from jsonb_array_elements(q->'having') with ordinality h(one, n)
$$;

-- The figures of a row x with their currency.
create or replace function app.bi_told(p app.bi_parts) returns text language sql immutable as $$
  select concat_ws(', ', case when p.has_currency then format('''currency'', x.k%s', cardinality(p.keys)) end,
    (select string_agg(format('%L, app.bi_number(x.v%s::numeric, %L)', name, i, p.kinds[i]), ', ' order by i)
      from unnest(p.measures) with ordinality m(name, i)))
$$;
-- A row in JSON, from a row x.
create or replace function app.bi_row(p app.bi_parts) returns text language sql immutable as $$
  select format('jsonb_build_object(%s)', concat_ws(', ',
      case when p.bucket is not null then format('''time'', %s', case p.unit when 'hour'
        then 'app.bi_hour(x.b, $4)' else 'to_char(x.b, ''YYYY-MM-DD'')' end) end,
      (select string_agg(format('%L, case when not x.other then jsonb_build_object(''id'', x.k%s::text,
        ''label'', coalesce(x.l%s, ''None'')) end', name, i, i), ', ' order by i)
        from unnest(p.names) with ordinality n(name, i)), app.bi_told(p)))
    || ' || case when x.other then jsonb_build_object(''other'', true, ''groups'', x.groups - $10)
      else ''{}'' end || case when x.partial then ''{"partial": true}''::jsonb else ''{}'' end'
$$;
create or replace function app.bi_total(p app.bi_parts) returns text language sql immutable as $$
  select format('jsonb_build_object(%s)', concat_ws(', ', app.bi_told(p),
    case when p.spare is not null then '''unconverted'', x.u' end))
$$;

-- The first moments of the buckets of the range, and whether the range or the present cuts the bucket k.b.
create or replace function app.bi_steps(unit text) returns text language sql immutable as $$
  select case unit when 'hour'
    then 'select b from generate_series($7, $8 - interval ''1 second'', interval ''1 hour'') b'
    else format('select x.b from generate_series(0, $3 - $2) n cross join lateral (
      select app.bi_later(app.bi_begin($2, %1$L, $6), %1$L, n) as b) x where x.b <= $3', unit) end
$$;
create or replace function app.bi_is_cut(unit text) returns text language sql immutable as $$
  select case unit when 'hour' then 'k.b <= now() and k.b + interval ''1 hour'' > now()'
    else format('k.b < $2 or app.bi_later(k.b, %1$L, 1) - 1 > $3
      or k.b <= $5 and app.bi_later(k.b, %1$L, 1) > $5', unit) end
$$;

-- The figures of a bucket from the row `at`: where it has none, nothing adds up to 0, but not after today.
create or replace function app.bi_filled(p app.bi_parts, at text) returns text language sql immutable as $$
  select string_agg(case when a then format('coalesce(%1$s.v%2$s, case when k.b <= %3$s then 0 end) as v%2$s',
      at, i, case p.unit when 'hour' then 'now()' else '$5' end) else format('%s.v%s', at, i) end,
      ', ' order by i)
    from unnest(p.additive) with ordinality x(a, i)
$$;
-- The same added up from bucket to bucket, from what was before on if `opens`.
create or replace function app.bi_cumulated(p app.bi_parts, opens boolean) returns text
language sql immutable as $$
  select app.bi_list(format('case when k.b <= %s then sum(coalesce(g.v%%1$s, 0)) over (partition by s.kk
      order by k.b)%s end as v%%1$s', case p.unit when 'hour' then 'now()' else '$5' end,
      case when opens then ' + coalesce((select h.v%1$s from h where h.kk = s.kk), 0)' else '' end),
    cardinality(p.measures))
$$;

-- The rows that are shown: groups, or buckets of groups.
create or replace function app.bi_shown(p app.bi_parts, q jsonb) returns text language plpgsql immutable as $$
declare d int := cardinality(p.names); m int := cardinality(p.measures);
  own text := app.bi_list('s.k%s, ', d + 1, '') || app.bi_list('s.l%s, ', d, '');
begin
  if p.bucket is null then
    return format('select null::date as b, %s false as other, false as partial, s.place, s.groups, %s from s
      where s.place <= $10 and %s', own, app.bi_list('s.v%s', m), (d > 0)::text);
  end if;
  return format('select k.b, %s false as other, (%s) as partial, s.place, s.groups, %s
      from (%s) k cross join s left join g on g.level = 2 and g.b = k.b and g.kk = s.kk where s.place <= $10', own,
    app.bi_is_cut(p.unit), case when q->'cumulative' = 'true' then app.bi_cumulated(p, q->'opening' = 'true')
      else app.bi_filled(p, 'g') end, app.bi_steps(p.unit));
end $$;

-- What is beyond the groups that are shown, as one group more.
create or replace function app.bi_others(src jsonb, p app.bi_parts, conditions text) returns text
language plpgsql immutable as $$
declare m int := cardinality(p.measures);
  rest text := format('from %s where %s and exists (select from s where s.place > $10)
    and row(%s)::text <> all (array(select s.kk from s where s.place <= $10))', src->>'from', conditions,
    array_to_string(p.keys, ', '));
begin
  if p.bucket is null then
    return format('select null::date, null, o.k2, null, true, false, null, (select max(groups) from s), %s
      from (select %s as k2, %s %s group by 1) o', app.bi_list('o.v%s', m), p.keys[2], app.bi_picks(p), rest);
  end if;
  return format('select k.b, null, c.k2, null, true, (%s), null, c.groups, %s from (%s) k
      cross join (select distinct s.k2, s.groups from s where s.place > $10) c
      left join (select %s as b, %s as k2, %s %s group by 1, 2) o on o.b = k.b
        and o.k2 is not distinct from c.k2', app.bi_is_cut(p.unit), app.bi_filled(p, 'o'),
    app.bi_steps(p.unit), p.bucket, p.keys[2], app.bi_picks(p), rest);
end $$;

-- The statement that answers {rows, totals, groups}: g has the aggregates, s the groups in their order
-- (without dimensions the whole is the only one, also where it has no row), r the rows. `$10` is how many
-- groups are shown.
create or replace function app.bi_statement(src jsonb, q jsonb, p app.bi_parts, conditions text) returns text
language plpgsql immutable as $$
declare d int := cardinality(p.names); m int := cardinality(p.measures);
  keys text := app.bi_list('k%s', d + 1);
  own text := case when p.has_currency then 'o.currency::text' else 'null::text' end;
  is_backwards boolean := exists (select from jsonb_array_elements(q->'order') o where o->>'by' = 'time'
    and (o->>'descending')::boolean);
begin
  return format('with g as materialized (select *, row(%s)::text as kk from (%s) a), ', keys,
      app.bi_grouped(src, p, conditions))
    || format('y as (select %s, %s, kk from g where level = %s %s), ', keys, app.bi_list('v%s', m),
      (d > 0)::int, case when d = 0 then format('union all select %s, %s, row(%s)::text from organizations o
        where o.id = app.org_id() and not exists (select from g)', own, app.bi_list('null', m), own)
      else '' end)
    || format('s as materialized (select z.*, row_number() over (order by %s) as place,
      count(*) over () as groups from (select s.*, %s null as l0 from y s) z where %s), ', app.bi_order(p, q),
      (select coalesce(string_agg(format('%s as l%s,', l, i), ' ' order by i), '')
        from unnest(p.labels) with ordinality x(l, i)), app.bi_having(p, q))
    || case when q->'opening' = 'true' then format('h as materialized (%s), ', app.bi_before(src, q, p))
      else '' end
    || format('r as (%s %s) ', app.bi_shown(p, q), case when q->'other' = 'true'
      then 'union all ' || app.bi_others(src, p, conditions) else '' end)
    || format('select jsonb_build_object(''rows'', coalesce((select jsonb_agg(%s
        order by x.b %s nulls first, x.other, x.place) from r x where %s), ''[]''), ''totals'',
      coalesce((select jsonb_agg(%s order by x.k%s) from g x where x.level = 0), ''[]''), ''groups'',
      coalesce((select max(groups) from s), 0))', app.bi_row(p),
      case when is_backwards then 'desc' else '' end,
      case when q->'complete_only' = 'true' then 'not x.partial' else 'true' end, app.bi_total(p), d + 1);
end $$;

-- What adds up before the first day, by group.
create or replace function app.bi_before(src jsonb, q jsonb, p app.bi_parts) returns text
language sql immutable as $$
  select format('select row(%s)::text as kk, %s from %s %s where %s and (%s) < %s group by 1',
      array_to_string(p.keys, ', '), app.bi_picks(p), src->>'from', p.joins,
      concat_ws(' and ', src->>'where', app.bi_conditions(src, q), app.bi_saved_condition(q)), f->>'value',
      case f->>'kind' when 'day' then '$2' else '$7' end)
    from (select src->'times'->(q->'time_dimension'->>'field') as f) x
$$;

create or replace function app.bi_conditions(src jsonb, q jsonb) returns text language sql immutable as $$
  select string_agg(app.bi_condition(src, f.one, f.n::int - 1), ' and ')
    from jsonb_array_elements(q->'filters') with ordinality f(one, n)
$$;

-- How many buckets a range has.
create or replace function app.bi_buckets(first date, last date, unit text, week_start int) returns int
language sql immutable as $$
  select case unit when 'hour' then (last - first + 1) * 25
    when 'day' then last - first + 1
    when 'week' then (app.bi_begin(last, 'week', week_start) - app.bi_begin(first, 'week',
      week_start)) / 7 + 1
    else (extract(year from last)::int * 12 + extract(month from last)::int - extract(year
      from first)::int * 12
      - extract(month from first)::int) / case unit when 'month' then 1 when 'quarter' then 3
        else 12 end + 2 end
$$;

-- What rows have; a measure is `text` where a figure of it is larger than a number of JSON can be.
create or replace function app.bi_columns(src jsonb, q jsonb, rows jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(x.one), '[]') from (
    select jsonb_build_object('name', 'time', 'label',
      src->'times'->(q->'time_dimension'->>'field')->>'label',
        'type', 'time', 'unit', q->'time_dimension'->>'granularity') as one
      where q->'time_dimension'->>'granularity' is not null
    union all select jsonb_build_object('name', d.name, 'label', src->'dimensions'->d.name->>'label',
        'type', src->'dimensions'->d.name->>'kind') from jsonb_array_elements_text(q->'dimensions') d(name)
    union all select jsonb_build_object('name', m.name, 'label', src->'measures'->m.name->>'label',
        'type', src->'measures'->m.name->>'kind', 'better', src->'measures'->m.name->>'better',
        'additive', src->'measures'->m.name->'additive')
          || case when exists (select from jsonb_array_elements(rows) r(one)
            where jsonb_typeof(r.one->m.name) = 'string') then '{"text": true}' else '{}'::jsonb end
          from jsonb_array_elements_text(q->'measures') m(name)) x
$$;

-- Runs a query over given days.
create or replace function app.bi_rows(src jsonb, q jsonb, first date, last date, zone text, today date,
  week_start int)
returns jsonb language plpgsql stable as $$
declare p app.bi_parts := app.bi_parts(src,
  q); field jsonb := src->'times'->(q->'time_dimension'->>'field');
  conditions text := concat_ws(' and ', src->>'where', app.bi_conditions(src, q), app.bi_saved_condition(q),
    nullif(app.bi_in_range(field, first is not null, first is not null), ''));
  shown int := least(coalesce((q->>'limit')::int, 1000), case when p.bucket is null then 1000
    else greatest(1000 / app.bi_buckets(first, last, p.unit, week_start), 1) end);
  answer jsonb;
begin
  execute app.bi_statement(src, q, p, conditions) into answer
    using coalesce(q->'filters', '[]'::jsonb), first, last, zone, today, week_start, app.day_start(first,
      zone),
      app.day_start(last + 1, zone), coalesce(q->'having', '[]'::jsonb), shown,
      app.org_id();
  answer := answer || jsonb_build_object('truncated', (answer->>'groups')::int > shown
    and cardinality(p.names) > 0);
  if p.fans then answer := answer || '{"overlapping": true}'; end if;
  if q->'share' = 'true' then
    answer := answer || jsonb_build_object('rows', app.bi_shares(answer->'rows', answer->'totals',
      p.measures[1], p.fans));
  end if;
  return answer;
end $$;

-- Adds to each row its share of the total in percent with one decimal: they add up to 100.0 where groups do
-- not overlap and all are shown.
create or replace function app.bi_shares(rows jsonb, totals jsonb, measure text, overlap boolean)
returns jsonb language sql stable as $$
  with r as materialized (select r.one, r.n, (r.one->>measure)::numeric as v,
      coalesce((t.one->>measure)::numeric, 0) as whole, r.one->>'currency' as currency
    from jsonb_array_elements(rows) with ordinality r(one, n) left join jsonb_array_elements(totals) t(one)
      on t.one->>'currency' is not distinct from r.one->>'currency'),
  f as (select r.*, row_number() over own as place, min(v) over () < 0 as negative,
      sum(v) over own = whole and not overlap as is_whole, array_agg(v) over own as amounts
    from r window own as (partition by currency order by n
      rows between unbounded preceding and unbounded following))
  select coalesce(jsonb_agg(one || jsonb_build_object('share', case when whole = 0 or negative then null
      when is_whole then (app.shares(amounts))[place] else round(100 * v / whole, 1) end)
      order by n), '[]') from f
$$;

-- How totals differ from those of the days before.
create or replace function app.bi_changes(src jsonb, q jsonb, totals jsonb, before jsonb, days int,
  days_before int)
returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('measure', m.name, 'currency',
    t.one->>'currency')) || case
      when x.was is null or x.now is null then '{"change_percent": null, "change_reason": "no_previous"}'
      when src->'measures'->m.name->>'kind' = 'ratio' then jsonb_build_object('change_points',
        round((x.now - x.was) * 100, 1))
      when x.was = 0 then '{"change_percent": null, "change_reason": "previous_zero"}'
      else jsonb_build_object('change_percent', round((x.now - x.was) * 100 / abs(x.was), 1),
        'change_percent_per_day', round((x.now / days - x.was / days_before) * 100
          / abs(x.was / days_before), 1)) end
      order by m.n, t.one->>'currency'), '[]')
    from jsonb_array_elements_text(q->'measures') with ordinality m(name, n) cross
      join jsonb_array_elements(totals) t(one)
      left join jsonb_array_elements(before) b(one) on b.one->>'currency' is not distinct
        from t.one->>'currency'
      cross join lateral (select (t.one->>m.name)::numeric as now, (b.one->>m.name)::numeric as was) x
$$;

-- Nothing at all is 0 for what adds up.
create or replace function app.bi_whole(src jsonb, q jsonb,
  totals jsonb) returns jsonb language sql stable as $$
  select case when totals <> '[]' then (select jsonb_agg(t.one
    || coalesce((select jsonb_object_agg(m.name, 0)
        from jsonb_array_elements_text(q->'measures') m(name) where t.one->m.name = 'null'
          and not t.one ? 'suppressed' and src->'measures'->m.name->'additive' = 'true'), '{}') order by t.n)
      from jsonb_array_elements(totals) with ordinality t(one, n))
    else jsonb_build_array((select jsonb_object_agg(m.name, case
      when src->'measures'->m.name->'additive' = 'true' then 0 end)
        || case when src->>'currency' is not null and q->>'in' is distinct from 'base'
            and bool_or(src->'measures'->m.name->>'kind' = 'money')
          then (select jsonb_build_object('currency', o.currency) from organizations o
            where o.id = app.org_id()) else '{}' end
      from jsonb_array_elements_text(q->'measures') m(name))) end
$$;

-- Whether nothing was found: it is then said what was looked for.
create or replace function app.bi_is_nothing(q jsonb, answer jsonb) returns boolean
language sql immutable as $$
  select not exists (select from jsonb_array_elements((answer->'rows') || (answer->'totals')) r(one)
    cross join jsonb_array_elements_text(q->'measures') m(name) where coalesce(r.one->>m.name, '0') <> '0')
$$;

-- Why a query has no answer for the caller; null if it has one.
create or replace function app.bi_refusal(src jsonb, q jsonb, closed text[]) returns jsonb
  language sql stable as $$
  select case when src is null then '{"error": "unknown_field", "path": "query.source"}'::jsonb
    when app.role_level() < (src->>'rank')::int or src->>'block' = any (closed) then '{"error": "forbidden"}'
    when q->>'filter_id' is not null and app.bi_saved_filter(q) is null then '{"error": "filter_gone"}'
    else coalesce(app.bi_unknown(src, q), case when app.bi_looks_everywhere(src, q)
      then '{"error": "needs_range", "path": "query.time_dimension"}'::jsonb end) end
$$;

-- A query as the caller: {source, columns, rows, totals, groups, truncated, timezone, week_start, range,
-- generated_at}, or {error, …} where they may not read the source, or it has no such field any more. `closed`
-- are the blocks that are closed to this call.
create or replace function app.bi_run(q jsonb,
  closed text[] default '{}') returns jsonb language plpgsql stable as $$
declare src jsonb := app.bi_source(q->>'source'); o organizations; zone text; today date; d record; c record;
  answer jsonb; before jsonb;
begin
  answer := app.bi_refusal(src, q, closed);
  if answer is not null then return answer; end if;
  select x.* into o from organizations x where x.id = app.org_id();
  zone := coalesce(q->>'timezone', o.timezone); today := app.today(zone);
  select * into d from app.bi_days(q->'time_dimension'->'range', today, o.week_start, o.fiscal_year_start);
  if src->>'people' is not null then
    if not app.bi_is_of_groups(src, q) then return '{"error": "one_group_only"}'; end if;
    d.first := date_trunc('month', d.first::timestamp)::date;
    d.last := (date_trunc('month', d.last::timestamp) + interval '1 month - 1 day')::date;
    answer := app.bi_people_rows(src, q, d.first, d.last, today);
  else
    answer := app.bi_rows(src, q, d.first, d.last, zone, today, o.week_start);
  end if;
  answer := answer || jsonb_build_object('source', q->>'source', 'listable', src->'row' <> 'null', 'columns',
    app.bi_columns(src, q, coalesce(answer->'rows', '[]') || coalesce(answer->'totals', '[]')),
    'timezone', zone,
    'week_start', o.week_start, 'generated_at', app.utc(now()), 'totals', app.bi_whole(src, q,
      answer->'totals'));
  if d.first is not null then
    answer := answer || jsonb_build_object('range', jsonb_build_object('from', d.first, 'to', d.last));
  end if;
  answer := answer || jsonb_strip_nulls(jsonb_build_object('warnings', app.bi_warnings(src, q),
    'filters', case when app.bi_is_nothing(q, answer) then nullif(q->'filters', '[]') end));
  if q->>'compare' is not null and d.first is not null then
    select * into c from app.bi_compared(q->'time_dimension'->'range', today, o.week_start,
      o.fiscal_year_start, q->>'compare');
    before := app.bi_rows(src, q, c.first, c.last, zone, today, o.week_start);
    before := before || jsonb_build_object('totals', app.bi_whole(src, q, before->'totals'));
    answer := answer || jsonb_build_object('previous', jsonb_build_object('range',
      jsonb_build_object('from', c.first,
        'to', c.last), 'days', c.last - c.first + 1, 'rows', before->'rows', 'totals', before->'totals',
        'changes', app.bi_changes(src, q, answer->'totals', before->'totals', d.last - d.first + 1,
          c.last - c.first + 1)),
      'days', d.last - d.first + 1, 'unequal_days', d.last - d.first <> c.last - c.first);
  end if;
  return answer;
end $$;

-- The one figure of a query with one measure and no group; null where it cannot be read.
create or replace function app.bi_figure(q jsonb) returns numeric language sql stable as $$
  select (app.bi_run(q) #>> array['totals', '0', q #>> '{measures,0}'])::numeric
$$;
