-- The service role's rights beyond its tables; runs last, when every function exists.
grant select (id, name, email, created_at, second_factor) on users to svc_app;
grant select on app.entities to svc_app;
revoke execute on all routines in schema app from public;
grant execute on all functions in schema app to svc_app;
alter role svc_app set statement_timeout = '10s';
-- JIT compilation costs more here than it saves.
alter role svc_app set jit = off;
alter role svc_app set timezone = 'UTC';
alter role svc_app set lock_timeout = '5s';
-- Bounds how long after its id was made an audit entry commits: sealing relies on it.
alter role svc_app set transaction_timeout = '60s';
