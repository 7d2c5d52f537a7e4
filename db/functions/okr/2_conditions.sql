-- The condition of one comparison of a filter, and of a whole tree. Nothing outside the list of fields and
-- operators reaches the text, and values only as literals.

create or replace function app.figure_comparison(node jsonb) returns text language plpgsql stable as $$
declare f record; op text := node->>'op'; wanted text[]; sign text; tag text;
begin
  f := app.figure_field(node->>'field');
  wanted := case jsonb_typeof(node->'value') when 'array'
    then array(select v #>> '{}' from jsonb_array_elements(node->'value') v)
    else array_remove(array[node->>'value'], null) end;
  if op in ('ne', 'not_in', 'not_contains', 'not_null') then
    return format('((%s) is not true)', app.figure_comparison(node || jsonb_build_object('op', case op
      when 'ne' then 'eq' when 'not_in' then 'in' when 'not_contains' then 'contains' else 'is_null' end)));
  end if;
  if f.kind = 'predicate' then
    return format(case when wanted[1] = 'true' then '((%s) is true)' else '((%s) is not true)' end, f.reads);
  elsif f.reads = 'tag' then
    tag := 'exists (select from task_tags g where g.org_id = x.org_id and g.task_id = x.id and %s)';
    return case when op = 'is_null' then format('not ' || tag, 'true')
      else format(tag, app.figure_among('g.tag_id', f.referent, f.token, wanted)) end;
  elsif op = 'is_null' then return format('%s is null', f.reads);
  elsif f.kind = 'id' then return app.figure_among(f.reads, f.referent, f.token, wanted);
  elsif f.kind = 'enum' then return format('%s = any (%L::text[])', f.reads, wanted);
  elsif f.kind = 'text' then return app.figure_text(node->>'field', f.reads, op, wanted[1]);
  elsif op = 'between' then
    return format('(%s and %s)', app.figure_order(f.kind, f.reads, '>=', wanted[1]), app.figure_order(f.kind,
      f.reads, '<=', wanted[2]));
  end if;
  sign := case op when 'eq' then '=' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte'
    then '>='
    end;
  return coalesce(app.figure_order(f.kind, f.reads, sign, wanted[1]), 'false');
end $$;

-- `text` is title or description: each is compared on its own.
create or replace function app.figure_text(field text, reads text, op text, needle text) returns text
language sql immutable as $$
  select concat('(', string_agg(case op
      when 'contains' then format('app.plain(%s) like app.plain(%L)', c.name,
        '%' || regexp_replace(normalize(needle, NFC), '([\\%_])', '\\\1', 'g') || '%')
      when 'starts_with' then format('starts_with(app.plain(%s), app.plain(%L))', c.name, needle)
      else format('app.folded(%s) = app.folded(%L)', c.name, needle) end, ' or '), ')')
    from unnest(case field when 'text' then '{x.title,x.description}'::text[] else array[reads] end) c(name)
$$;

create or replace function app.figure_order(kind text, reads text, sign text, value text) returns text
language sql stable as $$
  select case kind when 'number' then format('%s %s %L::numeric', reads, sign, value)
    when 'day' then format('%s %s %L::date', reads, sign, app.figure_day(value))
    else app.figure_moment(reads, sign, value) end
$$;

create or replace function app.figure_condition(node jsonb) returns text language plpgsql stable as $$
begin
  return case
    when node ? 'and' then (select concat('(', string_agg(app.figure_condition(n), ' and '), ')')
      from jsonb_array_elements(node->'and') n)
    when node ? 'or' then (select concat('(', string_agg(app.figure_condition(n), ' or '), ')')
      from jsonb_array_elements(node->'or') n)
    when node ? 'not' then format('((%s) is not true)', app.figure_condition(node->'not'))
    else app.figure_comparison(node) end;
end $$;

-- Whether a filter means somebody else for each reader.
create or replace function app.is_personal_filter(filter jsonb) returns boolean language sql immutable as $$
  select jsonb_path_exists(filter, '$.** ? (@ == "@me" || @ == "is_watched_by_me")')
$$;

-- How many tasks a filter finds, without cancelled ones, and how many of these are done. Archived tasks
-- count,
-- those of the trash do not, nor those of private projects unless the figure is private itself.
create or replace function app.count_figure(filter jsonb, with_private boolean, out done bigint, out total
  bigint)
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
begin
  execute format('select count(*) filter (where x.status = ''done''), count(*) from tasks x
      where x.org_id = org_id() and x.deleted_at is null and x.status <> ''cancelled''
        and x.project_id in (select p.id from projects p where p.org_id = org_id() and p.deleted_at is null
          and ($1 or p.visibility = ''organization'')) and (%s)', figure_condition(filter))
    into done, total using with_private;
end $$;
