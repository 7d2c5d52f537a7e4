-- Erases what has been in the trash of the entered organization for its table's retention; true while there
-- may be more. Tables that need more than a DELETE name a function that takes the cutoff and at most how many
-- rows, and returns how many it erased.
create or replace function app.daily_purge(org uuid, max_rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e app.entities; filled text[] := tables_with_trash(); before timestamptz; erased int;
begin
  perform emit('organization.purge', '{}') from organizations o where o.id = org and o.deleted_at is not null
    and o.purge_after <= now() and not exists (select from outbox b where b.org_id = org
      and b.topic = 'organization.purge' and b.done_at is null);
  for e in select * from entities where erase is not null or name = any (filled) order by name loop
    before := now() - make_interval(days => e.trash_days);
    perform begin_change(e.kind || '.purged');
    if e.erase is null then erased := erase_deleted(e, before, max_rows);
    else execute format('select app.%I($1, $2)', e.erase) into erased using before, max_rows; end if;
    max_rows := max_rows - erased;
    if max_rows <= 0 then return true; end if;
  end loop;
  return false;
end $$;

-- Makes `app.tables_with_trash()`: the tables of which the entered organization has something to erase. As one
-- function its plan is kept, so that organizations without any, which are most, cost next to nothing.
create or replace procedure app.make_trash_function() language plpgsql as $make$
begin
  execute format('create or replace function app.tables_with_trash() returns text[] language plpgsql stable as
    $$ begin return array_remove(array[%s], null); end $$', (select string_agg(format('case when exists (
      select from %1$I t where t.org_id = app.org_id() and t.deleted_at < now() - make_interval(days => %2$s))
      then %1$L end', e.name, e.trash_days), ', ') from app.entities e
      where e.trash_days is not null and e.erase is null));
end $make$;

-- Erases up to so many of a table's rows that were deleted before the cutoff; rows still referenced wait.
-- Private rows leave no audit entry.
create or replace function app.erase_deleted(e app.entities, before timestamptz, max_rows int) returns int
language plpgsql as $$
declare erased int; saved text; unused_condition text;
begin
  select string_agg(format(' and not exists (select from %s c where c.org_id = t.org_id and c.%I = t.id)',
      c.conrelid::regclass, a.attname), '') into unused_condition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
    where c.contype = 'f' and c.confrelid = e.name::regclass and c.confdeltype = 'a';
  perform set_config('app.purging', 'on', true);
  saved := case when e.private = 'always' then app.suppress_audit() end;
  execute format('delete from %1$I where ctid = any (array(select t.ctid from %1$I t where t.org_id = $1
    and t.deleted_at < $2 %2$s limit $3))', e.name, unused_condition) using app.org_id(), before, max_rows;
  get diagnostics erased = row_count;
  perform set_config('app.purging', '', true);
  if e.private = 'always' then perform set_config('app.suppress_audit', saved, true); end if;
  return erased;
end $$;

-- Tenant tables in deletion order: a table comes after those that reference it. `loops` are a table's
-- references to itself.
create or replace function app.erasure_order() returns table (name text, loops text[])
language sql stable security definer set search_path = public, app, pg_temp as $$
  with recursive foreign_keys as (
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, a.attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace),
  depth (name, level) as (
    select e.name, 0 from entities e where e.tenant
    union select r.parent, d.level + 1 from depth d join foreign_keys r on r.child = d.name and r.parent <> r.child
      join entities e on e.name = r.parent and e.tenant where d.level < 20)
  select d.name, (select array_agg(r.attname::text) from foreign_keys r where r.child = d.name and r.parent = d.name)
    from depth d join entities e on e.name = d.name and not e.outlives
    group by d.name order by max(d.level), d.name
$$;

-- Erases up to `rows` rows of an organization past its restore period; true while rows remain. Tables and
-- their order come from the catalogue and the foreign keys.
create or replace function app.purge_organization_step(org uuid, rows int) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare target organizations; t record; rows_left int := rows; erased int;
begin
  select * into target from organizations o
    where o.id = org and o.deleted_at is not null and o.purge_after <= now() for update;
  if not found then return false; end if;
  perform set_config('app.suppress_audit', 'on', true), set_config('app.purging', 'on', true);
  for t in select * from erasure_order() loop
    loop
      execute format('delete from %1$I where ctid = any (array(select t.ctid from %1$I t where t.org_id = $1 %2$s limit $2))',
        t.name, (select string_agg(format('and not exists (select from %I c where c.org_id = t.org_id and c.%I = t.id)',
          t.name, l), ' ') from unnest(t.loops) l)) using org, rows_left;
      get diagnostics erased = row_count;
      rows_left := rows_left - erased;
      if rows_left <= 0 then return true; end if;
      exit when erased = 0 or t.loops is null;
    end loop;
  end loop;
  delete from outbox where org_id = org and done_at is not null;
  with named as (delete from organization_import_people p where p.import_id = org returning p.user_id)
  update users u set name = 'Deleted account', updated_at = now() from named n
    where u.id = n.user_id and u.email like '%@placeholders.invalid';
  delete from organizations where id = org;
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    values (org, 'system', 'organization.erased', 'organizations', org::text, target.name, '{}');
  return false;
end $$;
