-- Reading an export in pieces, each in a transaction of its own.

-- The kinds of an export in their order: how a kind is called, and its table.
create or replace function app.export_kinds() returns table (kind text, name text) language sql stable as $$
  select coalesce(e.kind, e.name), e.name from app.entities e
    where (e.tenant or e.name = 'organizations')
      and e.name not in (select l.name from app.export_left_out() l)
    order by e.name <> 'organizations', 1
$$;

-- A column `t.c` as answers have it: moments in UTC, bytes in hexadecimal.
create or replace function app.export_value(column_name text, type oid) returns text
language sql immutable as $$
  select case type when 'timestamptz'::regtype then format('app.utc(t.%I)', column_name)
    when 'bytea'::regtype then format('encode(t.%I, ''hex'')', column_name)
    when 'daterange'::regtype then format('t.%I::text', column_name)
    when 'int8multirange'::regtype then format('t.%I::text', column_name)
    else format('t.%I', column_name) end
$$;

-- The columns by which rows of a table are read: its key without the organization, or with that alone.
create or replace function app.export_order(own regclass) returns text[] language sql stable as $$
  select coalesce((select o.columns from app.export_orders() o where o.name = own::text),
    (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = own and i.indisprimary and a.attname <> 'org_id'), '{org_id}')
$$;

-- The columns of a table that are exported.
create or replace function app.export_columns(own regclass)
returns table (name name, type oid, place smallint, refers boolean) language sql stable as $$
  select a.attname, a.atttypid, a.attnum, exists (select from pg_constraint c where c.contype = 'f'
      and c.conrelid = own and c.confrelid <> 'users'::regclass and a.attnum = any (c.conkey))
    from pg_attribute a
    where a.attrelid = own and a.attnum > 0 and not a.attisdropped and a.attname <> 'org_id'
      and own || '.' || a.attname not in (select l.name from app.export_left_columns() l)
      and (not app.is_secret(a.attname) or own || '.' || a.attname = any (app.export_kept_columns()))
$$;

-- How the lines of a table are read: `$1` is the organization, `$2` until when its rows were made, `$3` the
-- key after which to go on, as an array of texts, or null. A row is a line, its key, and ids that may be of
-- people. A column of the name kind is called own_kind, as kind says what the line is.
create or replace function app.export_query(table_kind text, table_name text) returns text
language plpgsql stable set search_path = public, app, pg_temp as $$
declare own regclass := table_name::regclass; keys text[] := export_order(own); fields text; ids text;
  key text; condition text; org text := case when table_name = 'organizations' then 'id' else 'org_id' end;
begin
  select concat_ws(', ', string_agg(format('%s as %I', export_value(c.name, c.type),
        case c.name when 'kind' then 'own_kind' else c.name end), ', ' order by c.name <> 'id', c.place),
      (select string_agg(format('%s as %I', x.expression, x.field), ', ') from export_added() x
        where x.name = table_name)),
    concat_ws(' || ', 'array[' || string_agg(format('t.%I', c.name), ', ') filter (where c.name <> 'id'
        and c.type = 'uuid'::regtype and not c.refers) || ']',
      string_agg(format('t.%I', c.name), ' || ') filter (where c.type = 'uuid[]'::regtype)),
    concat_ws(' and ', format('t.%I = $1', org),
      case when bool_or(c.name = 'created_at') then 't.created_at <= $2' else '$2 is not null' end,
      (select n.holds from export_narrowed() n where n.name = table_name))
    into fields, ids, condition from export_columns(own) c;
  select string_agg(format('t.%I', k.name), ', ' order by k.n) into key
    from unnest(keys) with ordinality k(name, n);
  return format('select (%s)::text as line, array[%s] as key, %s as ids from %I t
      where %s and ($3::text[] is null or (%s) > (%s)) order by %s',
    coalesce((select w.line from export_written() w where w.name = table_name),
      format('(select row_to_json(its_line) from (select %L as kind, %s) its_line)', table_kind, fields)),
    replace(key, ',', '::text,') || '::text', coalesce(nullif(ids, ''), '''{}''::uuid[]'), table_name,
    condition, key,
    (select string_agg(format('$3[%s]::%s', k.n, format_type(a.atttypid, a.atttypmod)), ', ' order by k.n)
      from unnest(keys) with ordinality k(name, n)
        join pg_attribute a on a.attrelid = own and a.attname = k.name), key);
end $$;

-- Lines of a query after a key, up to so many characters: the lines, how many they are, the last key, or null
-- at the end, and the people whom they name.
create or replace function app.export_lines(query text, org uuid, until timestamptz, after_key text[],
  max_length int, out lines text, out line_count int, out last_key text[], out people uuid[])
language plpgsql as $$
declare r record; one uuid; texts text[] := '{}'; ids uuid[] := '{}'; reached text[]; total_length int := 0;
  id_count int := 0; max_rows constant int := 5000;
begin
  line_count := 0;
  for r in execute query || ' limit ' || max_rows + 1 using org, until, after_key loop
    if total_length > max_length or line_count = max_rows then
      last_key := reached;
      exit;
    end if;
    line_count := line_count + 1;
    texts[line_count] := r.line;
    total_length := total_length + length(r.line) + 1;
    reached := r.key;
    foreach one in array r.ids loop
      continue when one is null;
      id_count := id_count + 1;
      ids[id_count] := one;
    end loop;
  end loop;
  lines := array_to_string(texts, E'\n') || E'\n';
  people := array(select u.id from (select distinct unnest(ids) as id) x join users u on u.id = x.id);
end $$;
