-- The service role's rights beyond its tables; runs last, when every function exists.
grant select (id, name, email, created_at, second_factor) on users to svc_app;
grant select on app.entities to svc_app;
grant usage on schema queries to svc_app;
revoke execute on all routines in schema queries from public;
grant execute on all functions in schema queries to svc_app;
revoke execute on all routines in schema app from public;
grant execute on all functions in schema app to svc_app, svc_functions;
grant select, insert, update, delete on all tables in schema public to svc_functions;
revoke select, update on all sequences in schema public from svc_functions;
grant usage on all sequences in schema public to svc_functions;
grant select on app.entities, app.items, app.searchable, app.import_plans, app.binding_plans to svc_functions;
-- JIT compilation costs more here than it saves. The last one bounds how long after its id was made an audit
-- entry commits: sealing relies on it. A role does not inherit settings.
do $$
declare app_role text; setting text;
begin
  foreach app_role in array '{svc_app, svc_app_b}'::text[] loop
    foreach setting in array '{statement_timeout = 10s, jit = off, timezone = UTC, lock_timeout = 5s,
        transaction_timeout = 60s}'::text[] loop
      execute format('alter role %I set %s = %L', app_role, split_part(setting, ' = ', 1),
        split_part(setting, ' = ', 2));
    end loop;
  end loop;
end $$;

-- Functions that run as their owner belong to svc_functions, but for those in crossing.sql.
do $$
declare f record;
begin
  grant create on schema app to svc_functions;
  for f in select p.oid::regprocedure as name, w.owner from pg_proc p
      cross join lateral (select case when p.prosecdef and p.proname not in (select c.name from app.crossing_functions() c)
        then 'svc_functions' else current_user end) w(owner)
      where p.pronamespace = 'app'::regnamespace and p.prokind = 'f' and p.proowner <> w.owner::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('alter function %s owner to %I', f.name, f.owner);
  end loop;
  revoke create on schema app from svc_functions;
end $$;
