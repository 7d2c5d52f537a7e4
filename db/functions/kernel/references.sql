-- True if a row of another table references this one without cascading or clearing on delete. References are
-- read from the schema.
create or replace function app.is_referenced(target regclass, referenced_id uuid) returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare reference record; is_used boolean;
begin
  for reference in
    select c.conrelid::regclass as referrer, a.attname as refers_by
      from pg_constraint c cross join unnest(c.conkey, c.confkey) k(referring, referenced)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.referring
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.referenced and b.attname = 'id'
      where c.contype = 'f' and c.confrelid = target and c.confdeltype not in ('c', 'n') loop
    execute format('select exists (select from %s r where r.org_id = app.org_id() and r.%I = $1)',
      reference.referrer, reference.refers_by) into is_used using referenced_id;
    if is_used then return true; end if;
  end loop;
  return false;
end $$;

-- A new row of a table, given as null::table, as the defaults of its columns make it.
create or replace function app.new_row(inout new_row anyelement) language plpgsql as $$
declare defaults text;
begin
  -- No joins: callers that plan without nested loops would have the whole catalog read.
  select string_agg(format('%L, %s', a.attname, (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
      where d.adrelid = a.attrelid and d.adnum = a.attnum)), ', ') into defaults
    from pg_attribute a
    where a.attrelid = (select t.typrelid from pg_type t where t.oid = pg_typeof(new_row))
      and a.attnum > 0 and a.atthasdef and a.attgenerated = '' and not a.attisdropped;
  execute format('select (jsonb_populate_record($1, jsonb_build_object(%s))).*', defaults) into new_row using new_row;
end $$;
