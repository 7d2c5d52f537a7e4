-- The columns of other tables that refer to the ids of a table, by foreign key: read from the schema, so that
-- none can be forgotten, and by an index of it, as there are thousands.
create or replace function app.references_to(target regclass)
returns table (referrer regclass, refers_by name, action "char", may_be_null boolean, name name)
language sql stable rows 10 as $$
  select c.conrelid::regclass, a.attname, c.confdeltype, not a.attnotnull, c.conname
    from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) k(referring, referenced)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.referring
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.referenced and b.attname = 'id'
    where c.oid = any (array(select d.objid from pg_depend d where d.refclassid = 'pg_class'::regclass
        and d.refobjid = target and d.classid = 'pg_constraint'::regclass))
      and c.contype = 'f' and c.confrelid = target
$$;

-- True if a row of another table references this one without cascading or clearing on delete.
create or replace function app.is_referenced(target regclass, referenced_id uuid) returns boolean
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare reference record; is_used boolean;
begin
  for reference in select * from references_to(target) r where r.action not in ('c', 'n') loop
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
