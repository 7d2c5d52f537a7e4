-- What the service role may do beyond its tables; runs last, when every function exists.
grant select (id, name, email, created_at) on users to svc_app;
grant select on app.entities to svc_app;
revoke execute on all functions in schema app from public;
grant execute on all functions in schema app to svc_app;
alter role svc_app set statement_timeout = '10s';
-- Compiling a plan costs more than any of ours saves by it.
alter role svc_app set jit = off;
alter role svc_app set timezone = 'UTC';
alter role svc_app set lock_timeout = '5s';
-- No entry of the audit trail commits long after its id was made: sealing counts on it.
alter role svc_app set transaction_timeout = '60s';
