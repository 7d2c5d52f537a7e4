-- While rows of another deployment are written as they were (`app.restoring` is on), what triggers derive
-- from them is written, too: counters, histories, events. No trigger of an insert fires then but for these.
create or replace function app.ungated_triggers() returns table (name text,
    why text) language sql immutable as $$
  values ('audit', 'it looks whether it is suppressed'),
    ('count_references', 'how often bytes are named is not part of an export'),
    ('tally_new', 'how many tasks a project shows is not part of an export')
$$;

-- Triggers of inserts into a table that have no such condition although they need one. Those from before the
-- migration that runs (`app.migrating_since`) are of an earlier release, and about to be dropped.
create or replace function app.triggers_to_gate(of_table regclass) returns table (name text, def text)
language sql stable as $$
  select t.tgname, overlay(pg_get_triggerdef(t.oid) placing 'CREATE OR REPLACE TRIGGER' from 1 for 14)
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = of_table and not t.tgisinternal and t.tgconstraint = 0 and t.tgtype & 4 = 4
      and p.proname not in (select u.name from app.ungated_triggers() u)
      and strpos(pg_get_triggerdef(t.oid), '''app.restoring''') = 0
      and age(t.xmin) <= coalesce(age(nullif(current_setting('app.migrating_since', true), '')::xid),
        2147483647)
$$;

-- Adds that condition to the triggers of a table.
create or replace function app.attach_gate(of_table regclass) returns void language plpgsql as $$
declare t record; quiet constant text := 'coalesce(current_setting(''app.restoring'', true), '''') <> ''on''';
  at_condition int;
begin
  for t in select * from app.triggers_to_gate(of_table) loop
    at_condition := strpos(t.def, ' WHEN (');
    execute case when at_condition = 0
      then replace(t.def, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', quiet))
      else replace(overlay(t.def placing format(' WHEN (%s AND (', quiet) from at_condition for 7),
        ') EXECUTE FUNCTION ', ')) EXECUTE FUNCTION ') end;
  end loop;
end $$;
