-- When meetings take place. What is stored of an occurrence is what people and rooms did; that it is over
-- follows from the current time.

-- Without a room an occurrence is over at its end; a room that was opened may go on for four hours.
create or replace function app.meeting_status(o meeting_occurrences, provider text) returns text
language sql stable as $$
  select case when o.status in ('cancelled', 'ended') then o.status
    when now() > o.ends_at + case when provider in ('jitsi', 'livekit') and o.status = 'live'
      then interval '4 hours'
      when provider in ('jitsi', 'livekit') then interval '15 minutes' else interval '0' end then 'ended'
    when o.status = 'scheduled' and provider not in ('jitsi', 'livekit') and now() >= o.starts_at then 'live'
    else o.status end
$$;

-- Who may change a meeting: its host, and managers.
create or replace function app.can_change_meeting(m meetings) returns boolean language sql stable as $$
  select m.host_user_id = app.user_id() or app.role_level() >= 30
$$;

-- The occurrence that a meeting is at, or the next; the last one if none is to come.
create or replace function app.occurrence_at(meeting uuid, at timestamptz) returns meeting_occurrences
language sql stable as $$
  select o from meeting_occurrences o where o.org_id = app.org_id() and o.meeting_id = meeting
    order by o.status in ('cancelled', 'ended') or o.ends_at <= at, abs(extract(epoch
      from o.starts_at - at)), o.id limit 1
$$;

-- Plans the occurrences of a meeting from its first one on, besides those that have begun: one, or those of
-- the recurrence.
create or replace function app.plan_meeting(meeting uuid) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; times timestamptz[];
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  if m.id is null then return; end if;
  if m.recurrence is null then times := array[m.starts_at];
  else times := array(select o from occurrences(m.recurrence, m.starts_at, m.time_zone,
    m.starts_at - interval '1 second', 101) o); end if;
  perform ensure_fields(array[
    case when cardinality(times) > 100
      then 'body.recurrence: at most 100 occurrences; let it end earlier' end,
    case when times[1] is distinct from m.starts_at
      then 'body.recurrence: its first occurrence must be starts_at' end]);
  delete from meeting_occurrences o where o.org_id = m.org_id and o.meeting_id = m.id
    and o.status = 'scheduled'
    and o.starts_at > now();
  insert into meeting_occurrences (meeting_id, planned_at, starts_at, ends_at)
    select m.id, t, t, t + (m.ends_at - m.starts_at) from unnest(times) t order by t
    on conflict (org_id, meeting_id, planned_at) do nothing;
end $$;

-- The occurrence that a change names by its day in the zone of the meeting, or the next one.
create or replace function app.named_occurrence(m meetings, day date, field text) returns meeting_occurrences
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare o meeting_occurrences;
begin
  if day is null then return occurrence_at(m.id, now()); end if;
  select x.* into o from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
    and (x.starts_at at time zone m.time_zone)::date = day order by x.status = 'cancelled',
      x.starts_at limit 1;
  perform ensure_fields(array[case when o.id is null
    then field || ': the meeting does not take place on this day' end]);
  return o;
end $$;

-- The occurrences that a change of this scope is about: those to come, of which one is named.
create or replace function app.occurrences_in_scope(m meetings, o meeting_occurrences, scope text)
returns setof meeting_occurrences language sql stable security definer
  set search_path = public, app, pg_temp as $$
  select x.* from meeting_occurrences x where x.org_id = m.org_id and x.meeting_id = m.id
    and (x.id = o.id or scope <> 'this' and meeting_status(x, m.provider) = 'scheduled'
      and (scope = 'all' or x.starts_at >= o.starts_at))
$$;

-- Moves and renames occurrences. change: {title?, starts_at?, ends_at?, scope?, occurrence?}. All of a series
-- move by the same local time, so that nine o'clock stays nine o'clock. True if a time changed.
create or replace function app.move_meeting(meeting uuid, change jsonb) returns boolean
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; o meeting_occurrences; scope text := coalesce(change->>'scope',
  'this'); starts timestamptz;
  ends timestamptz; shift interval; length interval; whole boolean; moved boolean := false;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  if m.id is null then return false; end if;
  o := named_occurrence(m, (change->>'occurrence')::date, 'body.occurrence');
  perform ensure(meeting_status(o, m.provider) not in ('ended', 'cancelled'), 'WM409',
    format('the meeting is %s; it stays as it was', case meeting_status(o, m.provider) when 'ended'
      then 'over' else 'cancelled' end));
  starts := coalesce((change->>'starts_at')::timestamptz, o.starts_at);
  ends := coalesce((change->>'ends_at')::timestamptz, starts + (o.ends_at - o.starts_at));
  perform ensure_fields(meeting_time_problems(starts, ends, change ? 'starts_at' or change ? 'ends_at'));
  whole := m.recurrence is null or scope = 'all';
  if change ? 'title' and whole then
    update meeting_occurrences x set title = null where x.org_id = m.org_id and x.meeting_id = m.id
      and x.title is not null;
  elsif change ? 'title' then
    update meeting_occurrences x set title = change->>'title', updated_at = now()
      where x.org_id = m.org_id and x.id in (select s.id from occurrences_in_scope(m, o, scope) s);
  end if;
  if (starts, ends) is distinct from (o.starts_at, o.ends_at) then
    shift := (starts at time zone m.time_zone) - (o.starts_at at time zone m.time_zone);
    length := ends - starts; moved := true; perform set_config('app.meeting_moved', 'on', true);
    -- A series that has not begun and stays on its days is planned for the new time; else what moves is
    -- an exception.
    whole := whole and not exists (select from meeting_occurrences x where x.org_id = m.org_id
      and x.meeting_id = m.id and meeting_status(x, m.provider) <> 'scheduled' and x.id <> o.id)
      and (m.recurrence is null
        or (starts at time zone m.time_zone)::date = (o.starts_at at time zone m.time_zone)::date);
    update meeting_occurrences x set updated_at = now(), starts_at = s.at, ends_at = s.at + length,
        planned_at = case when whole then s.at else x.planned_at end
      from (select y.id, from_local_time((y.starts_at at time zone m.time_zone) + shift, m.time_zone) as at
        from occurrences_in_scope(m, o, scope) y) s
      where x.org_id = m.org_id and x.id = s.id;
    if whole then
      update meetings x set starts_at = from_local_time((m.starts_at at time zone m.time_zone) + shift,
        m.time_zone),
          ends_at = from_local_time((m.starts_at at time zone m.time_zone) + shift, m.time_zone) + length
        where x.org_id = m.org_id and x.id = m.id;
    end if;
  end if;
  return moved;
end $$;

-- Gives what is to come of a meeting another recurrence, or none: the next occurrence is its first.
create or replace function app.change_recurrence(meeting uuid, rule text) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; o meeting_occurrences;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  if m.id is null or m.recurrence is not distinct from rule then return; end if;
  o := occurrence_at(m.id, now());
  perform set_config('app.meeting_moved', 'on', true);
  update meetings x set recurrence = rule, starts_at = o.starts_at, ends_at = o.ends_at
    where x.org_id = m.org_id and x.id = m.id;
  perform plan_meeting(m.id);
end $$;

create or replace function app.meeting_time_problems(starts timestamptz, ends timestamptz,
  sent boolean) returns text[]
language sql stable as $$
  select array[case when ends <= starts then 'body.ends_at: must be after starts_at' end,
    case when ends > starts + interval '24 hours' then 'body.ends_at: at most 24 hours after starts_at' end,
    case when sent and ends > starts and ends <= now() then 'body.ends_at: is in the past' end]
$$;

-- Cancels a meeting, or some of its occurrences, and tells who takes part.
create or replace function app.cancel_meeting(meeting uuid, scope text, day date) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare m meetings; o meeting_occurrences; past boolean;
begin
  select * into m from meetings x where x.org_id = org_id() and x.id = meeting and can_change_meeting(x);
  if m.id is null then return; end if;
  o := named_occurrence(m, day, 'query.occurrence');
  perform ensure(meeting_status(o, m.provider) in ('scheduled', 'live'), 'WM409',
    format('the meeting is %s already',
    case meeting_status(o, m.provider) when 'ended' then 'over' else 'cancelled' end));
  update meeting_occurrences x set status = 'cancelled', ended_at = now(), updated_at = now()
    where x.org_id = m.org_id and x.id in (select s.id from occurrences_in_scope(m, o, scope) s);
  update meetings x set sequence = x.sequence + 1 where x.org_id = m.org_id
    and x.id = m.id returning * into m;
  perform tell_of_meeting(m, case when exists (select from meeting_occurrences x where x.org_id = m.org_id
    and x.meeting_id = m.id and meeting_status(x, m.provider) = 'scheduled') then 'cancelled_some'
      else 'cancelled' end, o);
end $$;
