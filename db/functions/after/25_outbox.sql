-- Work that follows a write, put down in the write's own transaction.
create or replace function app.emit(topic text, payload jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload) values (app.org_id(), topic, payload)
$$;
