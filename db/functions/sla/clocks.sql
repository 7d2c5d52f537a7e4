-- Clocks. They change with their subject, in the same transaction. A running clock has consumed working time
-- up to `since`, and is due when the rest of its target has elapsed; so a changed target or calendar needs no
-- history.

-- When a clock running since a given time warns and is due.
create or replace function app.clock_deadlines(c business_calendars, since timestamptz, consumed numeric, target int, percent int,
  out warn timestamptz, out due timestamptz) language plpgsql stable as $$
declare warn_seconds numeric := target::numeric * percent / 100;
begin
  warn := app.business_due(c, since, warn_seconds - consumed);
  due := app.business_due(c, warn, target - greatest(consumed, warn_seconds));
end $$;

create or replace function app.clock_calendar(k sla_clocks) returns business_calendars language plpgsql stable as $$
declare c business_calendars;
begin
  if k.calendar_id is not null then
    select * into c from business_calendars x where x.org_id = k.org_id and x.id = k.calendar_id;
  end if;
  return c;
end $$;

create or replace function app.log_clock_event(clock uuid, kind text, data jsonb, at timestamptz default now()) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into sla_clock_events (clock_id, kind, data, at) values (clock, kind, jsonb_strip_nulls(data), at)
$$;

-- The clock with its deadlines, which it has only while it runs.
create or replace function app.with_deadlines(k sla_clocks) returns sla_clocks language plpgsql stable as $$
begin
  k.due_at := null; k.warn_at := null;
  if k.state = 'running' then
    select d.warn, d.due into k.warn_at, k.due_at from app.clock_deadlines(app.clock_calendar(k), k.since, k.consumed_seconds,
      k.target_seconds, (k.policy_snapshot->>'warn_percent')::int) d;
  end if;
  return k;
end $$;

-- Saves a clock. A warning or breach that is in the future again is cleared.
create or replace function app.save_clock(k sla_clocks) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  k := with_deadlines(k);
  if k.state = 'running' then
    if k.warn_at > now() then k.warned_at := null; end if;
    if k.due_at > now() then k.breached_at := null; end if;
    perform schedule(k.org_id, 'sla', '{}', case when k.breached_at is not null then null
      when k.warned_at is null then k.warn_at else k.due_at end);
  end if;
  insert into sla_clocks select k.* on conflict (org_id, id) do update set policy_id = k.policy_id, policy_snapshot = k.policy_snapshot,
    calendar_id = k.calendar_id, target_seconds = k.target_seconds, state = k.state, consumed_seconds = k.consumed_seconds,
    since = k.since, due_at = k.due_at, warn_at = k.warn_at, paused_at = k.paused_at, pause_reason = k.pause_reason,
    warned_at = k.warned_at, breached_at = k.breached_at, completed_at = k.completed_at, elapsed_seconds = k.elapsed_seconds;
end $$;

-- The clock with the working time up to now. Records a breach by then if no job did.
create or replace function app.stop_clock(k sla_clocks) returns sla_clocks language plpgsql as $$
begin
  if k.state <> 'running' then return k; end if;
  if k.due_at < now() and k.breached_at is null then
    k.breached_at := k.due_at;
    perform app.log_clock_event(k.id, 'breached', '{}', k.due_at);
  end if;
  k.consumed_seconds := k.consumed_seconds + app.business_seconds(app.clock_calendar(k), k.since, now());
  return k;
end $$;

create or replace function app.pause_clock(k sla_clocks, details jsonb, reason text) returns sla_clocks language plpgsql as $$
begin
  k := app.stop_clock(k);
  k.state := 'paused'; k.paused_at := now(); k.pause_reason := reason;
  perform app.log_clock_event(k.id, 'paused', details);
  return k;
end $$;

create or replace function app.resume_clock(k sla_clocks, details jsonb) returns sla_clocks language plpgsql as $$
begin
  k.state := 'running'; k.since := now(); k.paused_at := null; k.pause_reason := null; k.completed_at := null;
  k.elapsed_seconds := null;
  perform app.log_clock_event(k.id, 'resumed', details);
  return k;
end $$;

-- Ends a clock: as met or missed, by the time its subject says, or as cancelled.
create or replace function app.end_clock(k sla_clocks, outcome text, details jsonb) returns void language plpgsql as $$
declare is_late boolean := case k.state when 'running' then k.due_at < now() else k.consumed_seconds > k.target_seconds end;
begin
  k := app.stop_clock(k);
  k.state := case when outcome = 'met' and is_late then 'missed' else outcome end;
  k.completed_at := now(); k.elapsed_seconds := k.consumed_seconds; k.paused_at := null; k.pause_reason := null;
  perform app.log_clock_event(k.id, k.state, details), app.save_clock(k);
end $$;

-- The clock under the current version of a policy; its target is that of the subject's priority.
create or replace function app.assign_policy(k sla_clocks, p sla_policies) returns sla_clocks language plpgsql stable as $$
begin
  k.policy_id := p.id; k.calendar_id := p.calendar_id;
  k.policy_snapshot := jsonb_build_object('name', p.name, 'targets', p.targets, 'pause_statuses', p.pause_statuses,
    'warn_percent', p.warn_percent);
  return k;
end $$;

-- Brings the clocks of a subject in line with its state. `matches`: match its policy again; otherwise it
-- stays under its own, as that was then. `fresh`: even its own policy applies in its current version. Clocks
-- of a policy that is no longer in use stay under it unless another one matches.
create or replace function app.sync_clocks(s app.sla_subject, matches boolean, fresh boolean default false) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare k sla_clocks; before sla_clocks; p sla_policies; target int; is_open boolean;
begin
  select * into k from sla_clocks x where x.org_id = s.org_id and x.subject_id = s.id and x.metric = s.metric
    order by x.created_at desc, x.id desc limit 1 for update;
  is_open := coalesce(k.state in ('running', 'paused'), false);
  if s.metric = 'next_response' and s.standing = 'open' and not is_open then
    matches := true;
    if k.started_at <> s.began_at::timestamptz(3) then k := null; end if;
  end if;
  if not is_open and (s.standing <> 'open' or k.id is null and not matches) then return; end if;
  before := k;
  if matches or k.state = 'cancelled' then
    p := policy_for(s);
    if p.id is null and not (is_open and not fresh and policy_is_retired(k)) then
      if is_open then perform end_clock(k, 'cancelled', '{"reason":"no_policy"}'); end if;
      return;
    end if;
    if p.id is not null and (fresh or p.id is distinct from k.policy_id) then k := assign_policy(k, p); end if;
  end if;
  target := (k.policy_snapshot->'targets'->s.priority->>(s.metric || '_minutes'))::bigint * 60;
  if target is null then
    if is_open then perform end_clock(before, 'cancelled', '{"reason":"no_target"}'); end if;
    return;
  end if;
  k.target_seconds := target;
  if before.id is null then k := start_clock(k, s);
  elsif (before.target_seconds, before.policy_id) is distinct from (k.target_seconds, k.policy_id) then
    perform log_clock_event(k.id, 'target_changed', jsonb_build_object('from', before.target_seconds, 'to', target, 'policy',
      case when before.policy_id <> k.policy_id then k.policy_snapshot->'name' end));
  end if;
  perform apply_status(k, s);
end $$;

create or replace function app.policy_is_retired(k sla_clocks) returns boolean language sql stable as $$
  select not (p.active and p.archived_at is null) and not exists (select from sla_overrides o
      where o.org_id = k.org_id and o.task_id = k.subject_id)
    from sla_policies p where p.org_id = k.org_id and p.id = k.policy_id
$$;

create or replace function app.start_clock(k sla_clocks, s app.sla_subject) returns sla_clocks language plpgsql as $$
begin
  k.id := uuidv7(); k.org_id := s.org_id; k.created_at := now(); k.updated_at := now(); k.subject_type := s.kind;
  k.subject_id := s.id;
  if s.kind = 'task' then k.task_id := s.id; else k.ticket_id := s.id; end if;
  k.metric := s.metric; k.state := 'running'; k.started_at := s.began_at; k.since := s.began_at; k.consumed_seconds := 0;
  perform app.log_clock_event(k.id, 'started',
    jsonb_build_object('policy', k.policy_snapshot->'name', 'target', k.target_seconds));
  return k;
end $$;

-- Applies the status to a clock: it runs, is paused, or ends. A manual pause lasts until somebody ends it, or
-- the subject ends.
create or replace function app.apply_status(k sla_clocks, s app.sla_subject) returns void language plpgsql as $$
declare pauses boolean := k.policy_snapshot->'pause_statuses' ? s.status; details jsonb := jsonb_build_object('status', s.status);
begin
  if k.state not in ('running', 'paused') then
    k.consumed_seconds := k.elapsed_seconds;
    k := app.resume_clock(k, details || '{"reason":"reopened"}');
  end if;
  k := app.with_deadlines(k);
  if s.standing <> 'open' then
    perform app.end_clock(k, s.standing, details);
    return;
  end if;
  if k.state = 'running' and pauses then k := app.pause_clock(k, details, null);
  elsif k.state = 'paused' and not pauses and k.pause_reason is null then k := app.resume_clock(k, details);
  end if;
  perform app.save_clock(k);
end $$;

-- Tasks. An organization without policies for them pays for one lookup.
create or replace function app.sync_task_clocks() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text; changed_row record; s app.sla_subject;
begin
  if is_importing() then return null; end if;
  if not exists (select from sla_policies p where p.org_id = app.org_id() and p.applies_to = 'task') then return null; end if;
  saved := suppress_audit();
  begin
    if tg_op = 'INSERT' then
      for s in select t.* from sla_tasks(array(select n.id from new_rows n)) t loop perform sync_clocks(s, true); end loop;
    else
      for changed_row in select n.id, (n.priority, n.type, n.project_id)
          is distinct from (o.priority, o.type, o.project_id) as matches
          from old_rows o full join new_rows n on n.id = o.id
          where (n.status, n.priority, n.type, n.project_id, n.deleted_at)
            is distinct from (o.status, o.priority, o.type, o.project_id, o.deleted_at) order by n.id loop
        select t.* into s from sla_tasks(array[changed_row.id]) t;
        perform sync_clocks(s, changed_row.matches);
      end loop;
    end if;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('sla clocks', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger sla_new after insert on tasks referencing new table as new_rows
  for each statement execute function app.sync_task_clocks();
create or replace trigger sla_next after update on tasks referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_task_clocks();

-- Tags can affect the policy too, if one filters by tags.
create or replace function app.sync_tagged_task_clocks() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text; s app.sla_subject;
begin
  if is_importing() then return null; end if;
  if not exists (select from sla_policies p where p.org_id = app.org_id() and p.applies_to = 'task' and p.filter ? 'tags'
      and p.archived_at is null) then
    return null;
  end if;
  saved := suppress_audit();
  begin
    for s in select t.* from sla_tasks(array(select distinct m.task_id from moved m)) t loop perform sync_clocks(s, true); end loop;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('sla clocks', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger sla_tagged after insert on task_tags referencing new table as moved
  for each statement execute function app.sync_tagged_task_clocks();
create or replace trigger sla_untagged after delete on task_tags referencing old table as moved
  for each statement execute function app.sync_tagged_task_clocks();

-- Changes of tickets update the clocks of all their metrics.
create or replace function app.sync_ticket_clocks() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text; changed_row record; s app.sla_subject;
begin
  if not exists (select from sla_policies p where p.org_id = app.org_id() and p.applies_to = 'ticket') then return null; end if;
  saved := suppress_audit();
  begin
    if tg_op = 'INSERT' then
      for s in select t.* from sla_tickets(array(select n.id from new_rows n)) t loop perform sync_clocks(s, true); end loop;
    else
      for changed_row in select n.id, (n.priority, n.type, n.client_id, n.tags) is distinct from (o.priority, o.type, o.client_id,
        o.tags) as matches
          from old_rows o full join new_rows n on n.id = o.id
          where (n.status, n.merged_into_id, n.first_response_at, n.waiting_since, n.priority, n.type, n.client_id, n.tags)
            is distinct from (o.status, o.merged_into_id, o.first_response_at, o.waiting_since, o.priority, o.type, o.client_id,
              o.tags)
          order by n.id loop
        for s in select t.* from sla_tickets(array[changed_row.id]) t loop perform sync_clocks(s, changed_row.matches); end loop;
      end loop;
    end if;
  exception when data_exception or integrity_constraint_violation or plpgsql_error then
    perform note_side_effect('sla clocks', sqlstate);
  end;
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger sla_new after insert on tickets referencing new table as new_rows
  for each statement execute function app.sync_ticket_clocks();
create or replace trigger sla_next after update on tickets referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_ticket_clocks();

-- A ticket stores its next deadline, so that lists can sort by it. Writers of tickets' clocks lock the
-- tickets first.
create or replace function app.sync_ticket_deadlines() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp set plan_cache_mode = force_generic_plan as $$
declare ticket_ids uuid[]; saved text;
begin
  if tg_op = 'INSERT' then ticket_ids := array(select n.ticket_id from new_rows n
    where n.ticket_id is not null and n.due_at is not null);
  else ticket_ids := array(select n.ticket_id from old_rows o join new_rows n on n.id = o.id
    where n.ticket_id is not null and n.due_at is distinct from o.due_at);
  end if;
  if ticket_ids = '{}' then return null; end if;
  saved := suppress_audit();
  update tickets t set sla_due_at = (select min(k.due_at) from sla_clocks k where k.org_id = t.org_id and k.ticket_id = t.id
    and k.state = 'running') where t.id = any (ticket_ids);
  perform set_config('app.suppress_audit', saved, true);
  return null;
end $$;
create or replace trigger deadlines_new after insert on sla_clocks referencing new table as new_rows
  for each statement execute function app.sync_ticket_deadlines();
create or replace trigger deadlines_next after update on sla_clocks referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_ticket_deadlines();

create or replace function app.lock_tickets(ids uuid[]) returns void language sql as $$
  select from tickets t where t.org_id = app.org_id() and t.id = any (ids) order by t.id for no key update
$$;

-- The history of an erased clock is erased with it.
create or replace function app.erase_clock_history() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare saved text := coalesce(current_setting('app.purging', true), '');
begin
  perform set_config('app.purging', 'on', true);
  delete from sla_clock_events e using gone g where e.org_id = g.org_id and e.clock_id = g.id;
  perform set_config('app.purging', saved, true);
  return null;
end $$;
create or replace trigger forget after delete on sla_clocks referencing old table as gone
  for each statement execute function app.erase_clock_history();
