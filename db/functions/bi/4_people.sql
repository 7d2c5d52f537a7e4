-- Figures of few people. Of sources with `people`, groups of a month with fewer than three of them are
-- hidden. Where that is a single group, the next smallest is hidden too, and the whole of the month unless
-- three people more than those of the groups that are shown stand behind it. That is decided over all groups
-- of the month, whatever is asked, and what adds up several months is hidden where any of them is: no query
-- can then be taken off another.

-- The cells of all months by whole (place 0) and by each dimension, with how many people stand behind them.
create or replace function app.bi_people_cells(src jsonb, q jsonb, at text) returns text
language plpgsql immutable as $$
declare p app.bi_parts := app.bi_parts(src, q); picks text := app.bi_picks(p); cells text[]; d record;
  own text := case when p.has_currency then src->>'currency' else 'null::text' end;
  rest text := format('from %s where %s and %s between $2 and $3 group by 2, 3, 4', src->>'from', src->>'where', at);
  shape text := 'select %s as place, date_trunc(''month'', %s::timestamp)::date as b, %s as c, %s as k,
    count(distinct %s)::int as n, %s %s';
begin
  cells := array[format(shape, 0, at, own, 'null::text', src->>'people', picks, rest)];
  for d in select x.value->>'value' as value, x.n from jsonb_each(src->'dimensions') with ordinality x(key, value, n) loop
    cells := cells || format(shape, d.n, at, own, format('(%s)::text', d.value), src->>'people', picks, rest);
  end loop;
  return array_to_string(cells, ' union all ');
end $$;

-- Whether a query asks of people only what it may: one group, and filters that name one.
create or replace function app.bi_is_of_groups(src jsonb, q jsonb) returns boolean language sql immutable as $$
  select coalesce(jsonb_array_length(q->'dimensions'), 0) <= 1
    and coalesce(q->'time_dimension'->>'granularity', 'month') in ('month', 'quarter', 'year')
    and not q ?| '{having,order,limit,other,share,compare,cumulative,opening,complete_only,timezone,in}'::text[]
    and not exists (select from jsonb_array_elements(q->'filters') f where f->>'op' <> 'eq'
      or not src->'dimensions' ? (f->>'field'))
    and (select count(distinct x.name) <= 1 from (select jsonb_array_elements_text(q->'dimensions') as name
      union all select f->>'field' from jsonb_array_elements(q->'filters') f) x)
$$;

-- {rows, totals, groups} of a query of people.
create or replace function app.bi_people_rows(src jsonb, q jsonb, first date, last date, today date) returns jsonb
language plpgsql stable as $$
declare p app.bi_parts := app.bi_parts(src, q); m int := cardinality(p.measures); answer jsonb; unit text := p.unit;
  at text := '(' || coalesce(src->'times'->(q->'time_dimension'->>'field')->>'value',
    (select x.value->>'value' from jsonb_each(src->'times') x limit 1)) || ')';
  shown text := coalesce(q->'dimensions'->>0, q->'filters'->0->>'field');
  place int := (select x.n from jsonb_each(src->'dimensions') with ordinality x(key, value, n) where x.key = shown);
  its jsonb := src->'dimensions'->shown;
  wanted text[] := (select array_agg(i.id::text) from jsonb_array_elements(q->'filters') f
    cross join unnest(app.bi_values(f)) v cross join app.bi_ids(its->>'of', v) i(id));
  bucket text := case when unit is null then 'null::date' else format('date_trunc(%L, x.b::timestamp)::date', unit) end;
  told text := (select string_agg(format('%1$L, case when not x.gone then app.bi_number(x.v%2$s::numeric, %3$L) end',
    name, i, p.kinds[i]), ', ') from unnest(p.measures) with ordinality n(name, i))
    || case when p.has_currency then ', ''currency'', x.c' else '' end;
  hidden text := ' || case when x.gone then ''{"suppressed": "small_group"}''::jsonb else ''{}'' end';
  sums text := app.bi_list('sum(x.v%1$s) as v%1$s', m);
begin
  execute format('with cell as materialized (%s), ', app.bi_people_cells(src, q, at))
    || 'judged as (select *, count(*) filter (where n < 3) over w as few,
        row_number() over (partition by place, b, c order by n < 3, n, k) as small
      from cell where place > 0 window w as (partition by place, b, c)),
    closed as materialized (select *, n < 3 or few = 1 and small = 1 as gone from judged),
    whole as materialized (select t.*, t.n < 3 or exists (select from closed j where j.b = t.b
        and j.c is not distinct from t.c group by j.place
        having bool_or(j.gone) and t.n - coalesce(sum(j.n) filter (where not j.gone), 0) < 3) as gone
      from cell t where place = 0), '
    || format('asked as materialized (select * from %s), ', case when place is null then 'whole'
      when cardinality(wanted) is null and q->'filters'->0 is null then format('closed where place = %s', place)
      else format('closed where place = %s and k = any ($4)', place) end)
    || format('sums as (select %s as b, x.c, %s as k, bool_or(x.gone) as gone, %s from asked x group by 1, 2, 3), ',
      bucket, case when q->'dimensions'->0 is null then 'null::text' else 'x.k' end, sums)
    || format('total as (select x.c, bool_or(x.gone) as gone, %s from %s x group by 1), ', sums,
      case when wanted is null and q->'filters'->0 is null then 'whole' else 'asked' end)
    || format('named as (select x.*, %s as l from sums x) ', coalesce(replace(its->>'named', '{key}', 'x.k::uuid'),
      'null::text'))
    || format('select jsonb_build_object(''rows'', coalesce((select jsonb_agg(jsonb_build_object(%s) %s
        order by x.b, x.gone, x.v1 desc nulls last, app.folded(x.l), x.k) from named x where %s), ''[]''),
      ''totals'', coalesce((select jsonb_agg(jsonb_build_object(%s) %s order by x.c) from total x), ''[]''),
      ''groups'', (select count(distinct k) from sums), ''truncated'', false)',
      concat_ws(', ', case when unit is not null then '''time'', to_char(x.b, ''YYYY-MM-DD'')' end,
        case when q->'dimensions'->0 is not null then format('%L, jsonb_build_object(''id'', x.k, ''label'',
          coalesce(x.l, ''None''))', shown) end, told), hidden,
      (unit is not null or q->'dimensions'->0 is not null)::text, told, hidden)
    into answer using q, coalesce(first, '-infinity'), coalesce(last, 'infinity'), coalesce(wanted, '{}'), today,
      null::int, null::timestamptz, null::timestamptz, null::jsonb, null::int, app.org_id();
  return answer;
end $$;
