-- The daily job erases what has been in the trash for its table's retention. Tables that need more than a
-- DELETE name an erase function, which gets the cutoff.
create or replace function app.daily_purge() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e app.entities; expired record;
begin
  for expired in select o.id from organizations o where o.deleted_at is not null and o.purge_after <= now()
      and not exists (select from outbox b where b.org_id = o.id and b.topic = 'organization.purge'
        and b.done_at is null) loop
    insert into outbox (org_id, topic, payload) values (expired.id, 'organization.purge', '{}');
  end loop;
  for e in select * from entities where trash_days is not null order by name loop
    if e.erase is not null then
      execute format('select app.%I($1)', e.erase) using now() - make_interval(days => e.trash_days);
    else
      perform erase_deleted(e, now() - make_interval(days => e.trash_days));
    end if;
  end loop;
  perform erase_hours_of_erased();
end $$;

-- Erases a table's rows deleted before the cutoff, organization by organization; rows still referenced wait.
-- Private rows leave no audit entry.
create or replace function app.erase_deleted(e app.entities, before timestamptz) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare org uuid; saved text; unused_condition text;
begin
  select string_agg(format(' and not exists (select from %s c where c.org_id = t.org_id and c.%I = t.id)',
      c.conrelid::regclass, a.attname), '') into unused_condition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
    where c.contype = 'f' and c.confrelid = e.name::regclass and c.confdeltype = 'a';
  for org in execute format('select distinct org_id from %I where deleted_at < $1', e.name) using before loop
    perform enter_system(org, e.kind || '.purged', 'daily'), set_config('app.purging', 'on', true);
    saved := case when e.private = 'always' then suppress_audit() end;
    execute format('delete from %I t where t.org_id = $1 and t.deleted_at < $2', e.name) || coalesce(unused_condition, '')
      using org, before;
    perform set_config('app.purging', '', true);
    if e.private = 'always' then perform set_config('app.suppress_audit', saved, true); end if;
  end loop;
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
  delete from users u using named n where u.id = n.user_id and u.email like '%@placeholders.invalid';
  delete from organizations where id = org;
  insert into audit_log (org_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    values (org, 'system', 'organization.erased', 'organizations', org::text, target.name, '{}');
  return false;
end $$;
