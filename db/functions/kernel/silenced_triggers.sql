-- While rows of another deployment are written as they were (`app.restoring` is on), what triggers derive
-- from them is written, too: counters, histories, events. No trigger of an insert fires then but for these,
-- nor one of an update that looks at a column which may name a person.
create or replace function app.unsilenced_triggers() returns table (name text,
    why text) language sql immutable as $$
  values ('audit', 'it looks whether it is suppressed'),
    ('count_references', 'how often bytes are named is not part of an export'),
    ('tally_new', 'how many tasks a project shows is not part of an export'),
    ('append_only', 'it knows what may be written anew')
$$;

-- Columns that may name a person by their id: whatever holds ids but references to other kinds, and prose.
create or replace function app.person_columns(of_table regclass) returns table (name name, place int2,
  type text) language sql stable as $$
  select a.attname, a.attnum, format_type(a.atttypid, null) from pg_attribute a
    where a.attrelid = of_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('org_id', 'id')
      and case when a.atttypid = 'uuid'::regtype then not exists (select from pg_constraint f
          where f.contype = 'f' and f.conrelid = of_table and a.attnum = f.conkey[cardinality(f.conkey)]
            and f.confrelid::regclass::text not in ('users', 'organization_members'))
        when a.atttypid = 'text'::regtype then not exists (select from pg_constraint c where c.contype = 'c'
          and c.conrelid = of_table and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%')
        else a.atttypid in ('uuid[]'::regtype, 'json'::regtype, 'jsonb'::regtype) end
$$;

-- Triggers of a table that have no such condition although they need one. Those from before the
-- migration that runs (`app.migrating_since`) are of an earlier release, and about to be dropped.
create or replace function app.triggers_to_silence(of_table regclass) returns table (name text, def text)
language sql stable as $$
  select t.tgname, overlay(pg_get_triggerdef(t.oid) placing 'CREATE OR REPLACE TRIGGER' from 1 for 14)
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = of_table and not t.tgisinternal and t.tgconstraint = 0
      and (t.tgtype & 4 = 4 or t.tgtype & 16 = 16 and p.proname not like 'touch\_%' and (t.tgattr = ''
        or t.tgattr::int2[] && (select array_agg(c.place) from app.person_columns(of_table) c)))
      and p.proname not in (select u.name from app.unsilenced_triggers() u)
      and strpos(pg_get_triggerdef(t.oid), '''app.restoring''') = 0
      and age(t.xmin) <= coalesce(age(nullif(current_setting('app.migrating_since', true), '')::xid),
        2147483647)
$$;

-- Adds that condition to the triggers of a table.
create or replace function app.silence_triggers(of_table regclass) returns void language plpgsql as $$
declare t record; quiet constant text := 'coalesce(current_setting(''app.restoring'', true), '''') <> ''on''';
  at_condition int;
begin
  for t in select * from app.triggers_to_silence(of_table) loop
    at_condition := strpos(t.def, ' WHEN (');
    execute case when at_condition = 0
      then replace(t.def, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', quiet))
      else replace(overlay(t.def placing format(' WHEN (%s AND (', quiet) from at_condition for 7),
        ') EXECUTE FUNCTION ', ')) EXECUTE FUNCTION ') end;
  end loop;
end $$;
