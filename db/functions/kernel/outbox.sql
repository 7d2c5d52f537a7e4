-- The outbox, written in the transaction of the change.
create or replace function app.emit(topic text, payload jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload) values (app.org_id(), topic, payload)
$$;

-- A clock, an automation or a notification that fails never loses the write that it follows; operators read
-- of it in the log.
create or replace function app.note_side_effect(name text, code text) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select emit('side_effect.failed', jsonb_build_object('name', name, 'code', code))
$$;

-- {emitted, rows, live}: the shards whose jobs or mail this transaction queued, or null, how many rows it
-- wrote, and what live streams are to be told, or null; the last statement of every write. The drain after
-- the response runs only when needed, and rows count for the organization's allowance.
create or replace function app.write_summary() returns text language sql stable as $$
  select json_build_object('emitted', nullif(current_setting('app.emitted', true), '')::smallint[],
    'rows', coalesce(nullif(current_setting('app.rows', true), '')::int, 0), 'live', app.live_notes())
$$;
-- What live streams are to be told of this transaction, once it is committed: words of the form
-- `{org}/{kind}`, `{org}/access` where rights in it changed, and `{org}/!{id}` where the streams of that
-- person, session or credential end; `*` are all. Null if there is nothing.
create or replace function app.live_notes() returns text language sql stable
  as $$ select nullif(current_setting('app.live', true), '') $$;
create or replace function app.note_live(words text[]) returns text language sql as $$
  select set_config('app.live', said.before || coalesce(string_agg(w.word || ' ', ''), ''), true)
    from (select coalesce(current_setting('app.live', true), '') as before) said
      left join unnest(words) w(word) on strpos(said.before, w.word || ' ') = 0
    group by said.before
$$;
create or replace function app.add_row_count(added bigint) returns text language sql as $$
  select set_config('app.rows', (coalesce(nullif(current_setting('app.rows', true), '')::bigint, 0) + added)::text, true)
$$;
create or replace function app.add_emitted(shards smallint[]) returns void language sql as $$
  select set_config('app.emitted', (select array_agg(distinct shard)::text
    from unnest(shards || nullif(current_setting('app.emitted', true), '')::smallint[]) s(shard)), true)
$$;
create or replace function app.mark_emitted() returns trigger language plpgsql as $$
begin
  perform app.add_emitted(array_agg(app.job_shard(a.org_id, a.topic))) from added a having count(*) > 0;
  return null;
end $$;
create or replace trigger note_emitted after insert on outbox referencing new table as added
  for each statement execute function app.mark_emitted();

-- The id of this transaction's change; everything one request causes shares it.
create or replace function app.change_id() returns uuid language sql
  as $$ select coalesce(nullif(current_setting('app.change_id', true), '')::uuid, uuidv7()) $$;

-- Enqueues an event for each topic in a row of its own, so that a failing consumer does not make others
-- repeat. Each topic gets an event once per change, however many rows it touched.
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

-- Announces events other than task events: app.announce('sprint.started', {sprint_id, project_id, name}).
-- Consumers get the payload with event, change_id, at (the timestamp shared by the change's events) and
-- actor.
create or replace function app.announce(event text, payload jsonb) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  select announce_to(subscribers(event, message), event, message, org_id(), change_id())
    from (select payload || jsonb_build_object('actor_id', user_id(), 'at', now()::timestamptz(3),
      'actor_type', coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
      'change_id', nullif(current_setting('app.change_id', true), ''))) t(message)
$$;

-- The outbox topics interested in an event other than a task event; without any, no job is enqueued. New
-- consumers add their topic and condition here.
create or replace function app.subscribers(event text, payload jsonb) returns text[]
language sql stable security definer set search_path = public, app, pg_temp as $$
  select array_remove(array[case when has_recipients(event, payload) then 'notify' end], null)
$$;

-- The same for the task events that a statement added, all at once: who watches, is mentioned or is assigned
-- is notified, and enabled automations listen.
create or replace function app.announce_task_events() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp set plan_cache_mode = force_generic_plan as $$
declare change record; e task_events; topics text[];
begin
  if is_importing() then return null; end if;
  for change in select a.org_id, a.change_id, bool_or(case
        when a.kind = 'created' then exists (select from tasks t where t.org_id = a.org_id and t.id = a.task_id
          and t.assignee_id is distinct from human_actor(a.actor_type, a.actor_id) and t.assignee_id is not null)
        when a.kind = 'assigned' then coalesce(a.new_value #>> '{}' <> human_actor(a.actor_type, a.actor_id)::text
          or a.old_value #>> '{}' <> human_actor(a.actor_type, a.actor_id)::text,
          human_actor(a.actor_type, a.actor_id) is null)
        when a.kind in ('commented', 'comment_edited')
          and (a.new_value->'mentions' <> '[]' or a.new_value ? 'resolved_by') then true
        when a.kind in ('commented', 'status_changed', 'blocked', 'unblocked') then exists (
          select from task_watchers w where w.org_id = a.org_id and w.task_id = a.task_id and w.state = 'watching'
            and w.user_id is distinct from human_actor(a.actor_type, a.actor_id))
        else false end) as notifies,
      has_automations_for(a.org_id, 'task') as automates
      from added a group by a.org_id, a.change_id loop
    topics := case when change.notifies then '{notify}' else '{}' end;
    if change.automates then
      for e in select * from added a where a.org_id = change.org_id and a.change_id = change.change_id loop
        if has_automations_for_event(e) then topics := topics || 'automate'::text; exit; end if;
      end loop;
    end if;
    if topics <> '{}' then
      perform announce_to(topics, 'task.changed', '{}', change.org_id, change.change_id);
    end if;
  end loop;
  return null;
end $$;
create or replace trigger announce after insert on task_events referencing new table as added
  for each statement execute function app.announce_task_events();
