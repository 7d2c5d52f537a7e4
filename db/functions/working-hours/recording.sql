-- Recording of working hours as they happen.

-- How long a shift may be. Whoever clocks in after that has forgotten to clock out.
create or replace function app.longest_shift() returns interval language sql stable as $$
  select make_interval(mins => (app.workforce_settings()).longest_shift_minutes)
$$;

create or replace function app.hours_moment(at timestamptz, utc_offset text) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC' + utc_offset::interval, 'YYYY-MM-DD"T"HH24:MI:SS') || utc_offset
$$;

-- What may follow an event of an employee; after an open shift that is too old, another one may begin.
create or replace function app.next_events(event text, shift_start timestamptz, at timestamptz) returns text[]
language sql stable as $$
  select case when event in ('clock_in', 'break_end') then '{break_start,clock_out}'::text[]
      when event = 'break_start' then '{break_end}' else '{clock_in}' end
    || case when event <> 'clock_out' and at - shift_start > app.longest_shift() then '{clock_in}'::text[]
      else '{}' end
$$;

create or replace function app.hours_state(event text, name text, since text) returns text
language sql immutable as $$
  select name || case when event in ('clock_in', 'break_end') then ' is at work since ' || since
    when event = 'break_start' then ' is on a break since ' || since
    when event = 'clock_out' then ' is not at work since ' || since else ' is not at work' end
$$;

-- The problems of {event, occurred_at?, source?, captured_offline?} at a moment.
create or replace function app.check_hours_moment(entry jsonb, at timestamptz) returns void
  language plpgsql as $$
declare offline boolean := coalesce((entry->>'captured_offline')::boolean, false);
begin
  perform app.ensure_fields(array[
    case when at > now() + interval '5 minutes' then 'body.occurred_at: more than 5 minutes ahead' end,
    case when offline and coalesce(entry->>'source', '') not in ('mobile', 'kiosk')
      then 'body.captured_offline: only with source mobile' end,
    case when offline and at < now() - interval '24 hours' then 'body.occurred_at: more than 24 hours ago; '
        || 'correct it instead (POST .../working-hours/corrections)'
      when not offline and at < now() - interval '5 minutes'
        then 'body.occurred_at: more than 5 minutes ago; '
        || 'correct it instead (POST .../working-hours/corrections)' end]);
end $$;

create or replace function app.require_employed(e employees, at timestamptz, zone text) returns void
language plpgsql as $$
begin
  perform app.ensure(app.is_employed(e.id, app.local_day(at, zone)), 'WM409',
    format('%s is not employed on %s', e.name, app.local_day(at, zone)));
end $$;

-- Records {event, occurred_at?, mode?, hours_kind?, source?, captured_offline?, recorded_by?} of an employee.
-- The same event within a minute is the one that was recorded already. Only the records up to that moment
-- decide what may follow.
create or replace function app.record_hours_of(who employees, entry jsonb) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare n working_hours_log; head working_hours_heads; last record; zone text := employee_zone(who.id);
  allowed text[]; shift record;
begin
  n := jsonb_populate_record(null::working_hours_log, entry);
  n.occurred_at := date_trunc('second', coalesce(n.occurred_at, now()));
  perform check_hours_moment(entry, n.occurred_at);
  perform require_employed(who, n.occurred_at, zone);
  head := lock_working_hours();
  select h.* into last from effective_hours(who.id, '-infinity', case when n.captured_offline
    then n.occurred_at + interval '1 minute' else 'infinity' end) h
    order by h.occurred_at desc, h.seq desc limit 1;
  if last.event = entry->>'event' and abs(extract(epoch from last.occurred_at - n.occurred_at)) <= 60 then
    perform set_config('app.working_hours', last.seq::text, true), set_config('app.repeated', 'on', true);
    perform audit_event('working_hours.recorded', 'working_hours_log', last.seq::text, org_id());
    return;
  end if;
  select h.* into shift from effective_hours(who.id, '-infinity', coalesce(last.occurred_at, 'infinity')) h
    where h.event = 'clock_in' order by h.occurred_at desc, h.seq desc limit 1;
  allowed := next_events(last.event, shift.occurred_at, n.occurred_at);
  perform ensure(n.event = any (allowed), 'WM409', format('%s; possible now: %s',
    hours_state(last.event, who.name, hours_moment(last.occurred_at, last.occurred_offset)),
    array_to_string(allowed, ', ')));
  perform ensure(coalesce(last.occurred_at <= n.occurred_at, true), 'WM409', format(
    'the last record is of %s; what was before it is a correction (POST .../working-hours/corrections)',
    hours_moment(last.occurred_at, last.occurred_offset)));
  n.employee_id := who.id;
  n.occurred_offset := right(local_iso(n.occurred_at, zone), 6);
  n.recorded_by := nullif(coalesce(n.recorded_by, user_id()), who.user_id);
  n.mode := coalesce(n.mode, case when last.event <> 'clock_out' then shift.mode end, 'on_site');
  n.source := coalesce(n.source, case actor_type() when 'api_key' then 'api' when 'oauth' then 'mcp'
    else 'web' end);
  perform audit_event('working_hours.recorded', 'working_hours_log',
    append_working_hours(head, n)::text, org_id());
  if n.recorded_by is not null then
    perform tell('hours_correction', 'employee', who.id, 'Working hours were recorded for you',
      accounts_of(array[who.id]), null, null, 'hours:' || who.id || ':' || local_day(n.occurred_at, zone));
  end if;
end $$;

-- The same of {employee_id?, …}: of the caller unless sent.
create or replace function app.record_working_hours(entry jsonb) returns void language sql as $$
  select app.record_hours_of(app.hours_worker((entry->>'employee_id')::uuid, 'body.employee_id'), entry)
$$;
