-- The outbox, written in the transaction of the change.
create or replace function app.emit(topic text, payload jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload) values (app.org_id(), topic, payload)
$$;

-- 'on' if this transaction wrote to the outbox, else null: the last statement of every write, so that the drain after
-- the response runs only when needed.
create or replace function app.emitted() returns text language sql stable
  as $$ select nullif(current_setting('app.emitted', true), '') $$;
create or replace function app.note_emitted() returns trigger language plpgsql as $$
begin
  perform set_config('app.emitted', 'on', true);
  return null;
end $$;
create or replace trigger note_emitted after insert on outbox for each statement execute function app.note_emitted();

-- The id of this transaction's change; everything one request causes shares it.
create or replace function app.change_id() returns uuid language sql
  as $$ select coalesce(nullif(current_setting('app.change_id', true), '')::uuid, uuidv7()) $$;

-- Enqueues an event for each topic in a row of its own, so that a failing consumer does not make others repeat. Each
-- topic gets an event once per change, however many rows it touched.
create or replace function app.announce_to(topics text[], event text, payload jsonb, org uuid, change uuid)
returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare topic text; mark text; announced text := coalesce(current_setting('app.announced', true), '');
begin
  foreach topic in array topics loop
    mark := concat_ws(' ', topic, event, change) || ';';
    if strpos(announced, mark) = 0 then
      insert into outbox (org_id, topic, payload) values (org, topic,
        payload || jsonb_build_object('event', event, 'change_id', change, 'at', now()::timestamptz(3)));
      announced := announced || mark;
    end if;
  end loop;
  perform set_config('app.announced', announced, true);
end $$;

-- Announces events other than task events: app.announce('sprint.started', {sprint_id, project_id, name}). Consumers
-- get the payload with event, change_id, at (the timestamp shared by the change's events) and actor.
create or replace function app.announce(event text, payload jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select announce_to(subscribers(event, message), event, message, org_id(), change_id())
    from (select payload || jsonb_build_object('actor_id', user_id(), 'at', now()::timestamptz(3),
      'actor_type', coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      'change_id', nullif(current_setting('app.change_id', true), ''))) t(message)
$$;

-- The outbox topics interested in an event; without any, no job is enqueued. For `task.changed` the payload is a row
-- of task_events. New consumers add their topic and condition here.
create or replace function app.subscribers(event text, payload jsonb) returns text[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_remove(array[case when has_recipients(event, payload) then 'notify' end,
    case when is_automated(event, payload) then 'automate' end], null)
$$;

create or replace function app.announce_task_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare e task_events;
begin
  for e in select * from added loop
    perform announce_to(subscribers('task.changed', to_jsonb(e)), 'task.changed', '{}', e.org_id, e.change_id);
  end loop;
  return null;
end $$;
create or replace trigger announce after insert on task_events referencing new table as added
  for each statement execute function app.announce_task_events();
