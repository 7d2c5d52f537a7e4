-- A person's running timer. The unique index time_entries_running ensures that there is at most one.

-- Stops the caller's running timer at a given time, or now, and sets app.target_id('time_entry'). Uses
-- clock_timestamp(), as the transaction may have begun before the timer that it waited for.
create or replace function app.stop_timer(until timestamptz) returns void language plpgsql as $$
declare e time_entries; ended timestamptz(3); setting text;
begin
  select * into e from time_entries t where t.org_id = app.org_id() and t.user_id = app.user_id()
    and t.ended_at is null and t.kind = 'timer' for update;
  perform app.ensure(e.id is not null, 'WM409', 'no timer is running; start one first');
  ended := coalesce(until, greatest(clock_timestamp(), e.started_at + interval '1 millisecond'));
  perform app.ensure_fields(array[
    case when ended <= e.started_at
        then format('body.ended_at: must be after %s, when the timer was started', app.utc(e.started_at))
      when ended > e.started_at + interval '24 hours' then format('body.ended_at: must be at most 24 hours after %s, when the '
        'timer was started; send when the work ended', app.utc(e.started_at))
      when ended > clock_timestamp() + interval '5 minutes' then 'body.ended_at: must not be in the future' end]);
  e.ended_at := ended;
  perform app.require_open_week(e, 'stopped');
  update time_entries t set ended_at = ended, duration_seconds = round(extract(epoch from ended - e.started_at))
    where t.org_id = e.org_id and t.id = e.id;
  setting := set_config('app.at_time_entry', e.id::text, true);
end $$;

-- Makes way for another timer of the caller: raises an error if one is running, or stops it. Locked until
-- commit, so that concurrent starts see each other.
create or replace function app.make_way_for_timer(stop_running boolean) returns void language plpgsql as $$
declare since timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('timer:' || app.org_id() || app.user_id(), 0));
  select e.started_at into since from time_entries e where e.org_id = app.org_id() and e.user_id = app.user_id()
    and e.ended_at is null and e.kind = 'timer';
  if since is null then return; end if;
  perform app.ensure(stop_running, 'WM409',
      format('a timer has been running since %s; stop it first, or send stop_running: true', app.utc(since))),
    app.ensure(clock_timestamp() <= since + interval '24 hours', 'WM409',
      format('a timer has been running since %s, more than 24 hours '
      'ago; stop it first with ended_at, when the work ended', app.utc(since)));
  perform app.stop_timer(null);
end $$;

-- A timer runs for a day at most. When the one that has run longest is due is told to the job `timers`.
create or replace function app.schedule_timers() returns trigger
language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform schedule(new.org_id, 'timers', '{}', new.started_at + interval '24 hours');
  return null;
end $$;
create or replace trigger schedule_timers after insert on time_entries for each row
  when (new.kind = 'timer' and new.ended_at is null) execute function app.schedule_timers();

-- The job `timers`: stops what has run for a day, which is to be looked at, as the end of the work is not
-- known, and tells whose it is.
create or replace function app.stop_long_timers() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare t record;
begin
  for t in update time_entries e set ended_at = e.started_at + interval '24 hours', duration_seconds = 86400,
        needs_review = true
      where e.org_id = org_id() and e.kind = 'timer' and e.ended_at is null
        and e.started_at <= now() - interval '24 hours' returning e.id, e.org_id, e.user_id loop
    perform tell('hr_task', 'organization', t.org_id, 'Your timer was stopped after 24 hours: say when the work ended',
      array[t.user_id], 'timer:' || t.id);
  end loop;
  perform schedule(org_id(), 'timers', '{}', (select min(e.started_at) + interval '24 hours' from time_entries e
    where e.org_id = org_id() and e.kind = 'timer' and e.ended_at is null));
end $$;
