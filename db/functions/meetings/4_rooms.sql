-- Rooms of meetings: who may enter when, and what their provider reports.

-- The call that ends a room at its provider, or puts one connection out of it; retried for ten minutes.
create or replace function app.call_room(org uuid, provider text, room text, identity text default null,
  sid text default null) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  insert into outbox (org_id, topic, payload) select org, 'meeting.room', jsonb_strip_nulls(
    jsonb_build_object('room', room, 'identity', identity, 'sid', sid, 'until',
      utc(now() + interval '10 minutes'))) where provider = 'livekit'
$$;

-- The occurrence whose room is open, locked: from 15 minutes before the start until 15 minutes after the end,
-- and while it goes on, four hours at most. Without one it refuses, and says when.
create or replace function app.open_occurrence(m meetings) returns meeting_occurrences language plpgsql as $$
declare o meeting_occurrences; late interval := '15 minutes';
begin
  select x.* into o from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
    and x.status in ('scheduled', 'live') and now() >= x.starts_at - late
    and now() <= x.ends_at + case x.status when 'live' then interval '4 hours' else late end
    order by x.status = 'live' desc, x.starts_at limit 1 for update;
  if o.id is null then
    o := app.occurrence_at(m.id, now());
    perform app.refuse('WM409', case when o.status = 'cancelled' then 'the meeting is cancelled'
      when o.status = 'ended' or o.ends_at < now() then 'the meeting is over'
      else 'the room opens 15 minutes before the meeting begins, at ' || app.utc(o.starts_at - late) end);
  end if;
  return o;
end $$;

-- What a provider lets somebody in with. The identity says whether that is as the host; further devices have
-- the lowest number that none in the room has, as a second connection of an identity would end the first.
create or replace function app.room_pass(m meetings, o meeting_occurrences, identity text, name text,
  role text) returns json language sql stable as $$
  select json_build_object('provider', m.provider, 'room', o.room_name, 'name', name, 'url', m.external_url,
    'identity', (select d.called
      from (select n, identity || case role when 'host' then '#host' else '' end
          || case when n > 1 then '#' || n else '' end as called
        from generate_series(1, 1000) n) d
      where not exists (select from meeting_attendance a where a.org_id = o.org_id and a.occurrence_id = o.id
        and a.identity = d.called and a.joined_at is not null and a.left_at is null)
      order by d.n limit 1),
    'role', role)
$$;

-- Lets the caller into the room: {provider, room, identity, name, role, url}. The first who joins opens it.
create or replace function app.join_meeting(meeting uuid, configured text[]) returns json
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; o meeting_occurrences; p meeting_participants; called text;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting
    and (x.host_user_id = user_id() or user_id() = any (x.attendee_ids) or app.role_level() >= 30);
  if m.id is null then return null; end if;
  select * into p from meeting_participants x where x.org_id = m.org_id and x.meeting_id = m.id
    and x.user_id = user_id();
  perform ensure(m.provider <> 'internal', 'WM409', 'this meeting has no room');
  perform ensure(p.id is not null or m.provider <> 'external', 'WM403',
    'the room is for participants alone; the host can add you');
  perform ensure(m.provider = 'external' or m.provider = any (configured), 'WM409',
    format('%s is not set up in this service any more; choose another provider', m.provider));
  o := open_occurrence(m);
  -- Whoever was in it already may come back.
  if m.provider <> 'external' and not exists (select from meeting_attendance a where a.org_id = o.org_id
      and a.occurrence_id = o.id and split_part(a.identity, '#', 1) = user_id()::text) then
    perform require_usage('meeting_minutes', 1);
  end if;
  update meeting_occurrences x set status = 'live', started_at = coalesce(x.started_at, now()),
    updated_at = now(),
      host_joined_at = case when p.role = 'host' then coalesce(x.host_joined_at, now())
        else x.host_joined_at end
    where x.org_id = o.org_id and x.id = o.id and m.provider <> 'external'
      and (x.status <> 'live' or p.role = 'host' and x.host_joined_at is null);
  if m.provider <> 'external' then
    perform schedule(m.org_id, 'meeting.close', '{}', o.ends_at + interval '4 hours');
  end if;
  select u.name into called from users u where u.id = user_id();
  return room_pass(m, o, user_id()::text, called,
    case when p.role = 'host' then 'host' else 'participant' end);
end $$;

-- Ends what takes place now: by its host or, where the host is absent, any manager who takes part.
create or replace function app.end_meeting(meeting uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; o meeting_occurrences;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting;
  select x.* into o from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
    and meeting_status(x, m.provider) = 'live' order by x.starts_at limit 1 for update;
  perform ensure(m.host_user_id = user_id() or app.role_level() >= 30 and user_id() = any (m.attendee_ids)
    and o.host_joined_at is null, 'WM403',
    'only the host may end the meeting, or a manager who takes part while the host is absent');
  perform ensure(o.id is not null, 'WM409', 'the meeting does not take place now');
  perform close_occurrence(o, now());
  update meetings x set ended_at = now() where x.org_id = m.org_id and x.id = m.id;
end $$;

-- An occurrence is over: connections that are open end with it.
create or replace function app.close_occurrence(o meeting_occurrences, at timestamptz) returns void
language sql security definer set search_path = public, app, pg_temp as $$
  update meeting_occurrences x set status = 'ended', ended_at = at, updated_at = now()
    where x.org_id = o.org_id and x.id = o.id;
  update meeting_attendance a set left_at = greatest(at, a.joined_at) where a.org_id = o.org_id
    and a.occurrence_id = o.id and a.joined_at is not null and a.left_at is null
$$;

-- The job `meeting.close`: rooms that are open four hours after the end.
create or replace function app.close_meetings() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare o meeting_occurrences;
begin
  for o in select * from meeting_occurrences x where x.org_id = org_id() and x.status = 'live'
      and x.ends_at <= now() - interval '4 hours' order by x.id for update loop
    perform close_occurrence(o, o.ends_at + interval '4 hours');
  end loop;
end $$;

-- What LiveKit reports, once for each event, whose ids are known for a month: connections by their sid, in
-- whatever order they come. A room that starts again though its meeting is over is ended; one that finishes
-- before the end may be opened again.
create or replace function app.take_meeting_event(provider text, event jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare o meeting_occurrences; kind text := event->>'event'; at timestamptz;
  connection jsonb := event->'participant';
begin
  select * into o from meeting_occurrences x where x.room_name = event->'room'->>'name';
  if o.id is null or event->>'id' is null then return; end if;
  perform enter_system(o.org_id, 'meeting.event', 'meeting-event');
  insert into meeting_events (org_id, id) values (o.org_id, left(event->>'id', 100)) on conflict do nothing;
  if not found then return; end if;
  delete from meeting_events e where e.org_id = o.org_id and e.created_at < now() - interval '30 days';
  at := case when event->>'createdAt' ~ '^\d{1,11}$' then to_timestamp((event->>'createdAt')::bigint)
    else now() end;
  if kind in ('participant_joined', 'participant_left') and connection->>'sid' is not null then
    insert into meeting_attendance as a (occurrence_id, sid, identity, name, joined_at, left_at)
      values (o.id, left(connection->>'sid', 100), left(connection->>'identity', 100),
        left(coalesce(nullif(connection->>'name', ''), '?'), 120),
        case kind when 'participant_joined' then at end, case kind when 'participant_left' then at end)
      on conflict (org_id, occurrence_id, sid) do update
        set joined_at = coalesce(a.joined_at, excluded.joined_at), left_at = coalesce(a.left_at,
          excluded.left_at);
    perform put_out_of_rooms(o.meeting_id) where kind = 'participant_joined';
  elsif kind = 'room_finished' then
    update meeting_attendance a set left_at = greatest(at, a.joined_at) where a.org_id = o.org_id
      and a.occurrence_id = o.id and a.joined_at is not null and a.left_at is null;
    if o.status = 'live' and now() > o.ends_at then perform close_occurrence(o, at); end if;
  elsif kind = 'room_started' and o.status in ('ended', 'cancelled') then
    perform call_room(o.org_id, provider, o.room_name);
  end if;
end $$;

-- How long each person was there: intervals of all their connections as one, from 15 minutes before the start
-- until the room ended. `identity` is that of the first device.
create or replace function app.meeting_presence(occurrences uuid[])
returns table (occurrence_id uuid, identity text, name text, first_at timestamptz, last_at timestamptz,
  seconds bigint)
language sql stable security definer set search_path = public, app, pg_temp as $$
  with spans as (select o.id as occurrence, split_part(a.identity, '#', 1) as person, a.name,
      greatest(a.joined_at, o.starts_at - interval '15 minutes') as since,
      least(coalesce(a.left_at, now()), coalesce(o.ended_at, o.ends_at + interval '4 hours')) as until
    from meeting_occurrences o join meeting_attendance a on a.org_id = o.org_id and a.occurrence_id = o.id
    where o.org_id = org_id() and o.id = any (occurrences) and a.joined_at is not null),
  whole as (select s.occurrence, s.person, min(s.name) as name, min(s.since) as first_at,
    max(s.until) as last_at,
      range_agg(tstzrange(s.since, s.until)) as times
    from spans s where s.until > s.since group by s.occurrence, s.person)
  select w.occurrence, w.person, w.name, w.first_at, w.last_at, (select round(sum(extract(epoch
      from upper(r) - lower(r))))::bigint from unnest(w.times) r) from whole w
$$;

-- When occurrences ended in a stretch of time, and the minutes of all persons in each, rounded once.
create or replace function app.minutes_of_meetings(since timestamptz, until timestamptz)
returns table (at timestamptz, minutes numeric)
language sql stable security definer set search_path = public, app, pg_temp as $$
  select o.ended_at, round(sum(p.seconds) / 60.0)
    from meeting_presence(array(select x.id from meeting_occurrences x where x.org_id = org_id()
        and x.ended_at >= since and x.ended_at < until and x.status = 'ended')) p
      join meeting_occurrences o on o.org_id = org_id() and o.id = p.occurrence_id
    group by o.id, o.ended_at
$$;

-- Minutes of a meeting that was over a while ago, and counted, change when its end or a connection is reported
-- late: then they are counted again.
create or replace function app.recount_ended_meetings() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform recount_usage('meeting_minutes', array(select distinct o.ended_at from fresh f
    join meeting_occurrences o on o.org_id = f.org_id
      and o.id = case tg_table_name when 'meeting_occurrences' then (to_jsonb(f)->>'id')::uuid
        else (to_jsonb(f)->>'occurrence_id')::uuid end
    where o.status = 'ended' and o.ended_at is not null));
  return null;
end $$;
create or replace trigger recount_ended after update on meeting_occurrences referencing new table as fresh
  for each statement execute function app.recount_ended_meetings();
create or replace trigger recount_joined after insert on meeting_attendance referencing new table as fresh
  for each statement execute function app.recount_ended_meetings();
create or replace trigger recount_left after update on meeting_attendance referencing new table as fresh
  for each statement execute function app.recount_ended_meetings();

-- Takes a participant out of a meeting, and out of its room.
create or replace function app.remove_participant(meeting uuid, participant uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; p meeting_participants;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  select * into p from meeting_participants x where x.org_id = m.org_id and x.meeting_id = m.id
    and x.id = participant;
  perform ensure(p.id is not null, 'WM404', 'participant not found');
  perform ensure(p.role <> 'host', 'WM409',
    'the host stays; name another host first, or cancel the meeting');
  delete from meeting_participants x where x.org_id = p.org_id and x.id = p.id;
  perform tell_participant(m, p, 'removed');
end $$;
