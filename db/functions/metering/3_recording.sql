-- Events of usage and their sums by day. Whoever writes them holds one lock of the organization until the end
-- of its transaction, so that what is a duplicate, and what a correction may take back, is exact.

create or replace function app.lock_usage() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('usage ' || app.org_id(), 0))
$$;

-- Adds to the sums: to the day on which it happened, and where its period is over, to what is charged today.
create or replace function app.add_usage(e usage_events, open usage_periods) returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare p usage_periods := open;
begin
  if e.occurred_at < open.starts_at or e.occurred_at >= open.ends_at
    then p := metering_period(e.org_id, e.occurred_at); end if;
  insert into usage_daily as d (org_id, meter, day, quantity, late_quantity, events)
    values (e.org_id, e.meter, greatest(local_day(e.occurred_at, p.zone), p.first_day), e.quantity,
      case when e.late then e.quantity else 0 end, 1)
    on conflict (org_id, meter, day) do update set quantity = d.quantity + excluded.quantity,
      late_quantity = d.late_quantity + excluded.late_quantity, events = d.events + 1;
  if e.late then
    insert into usage_daily as d (org_id, meter, day, charged_quantity)
      values (e.org_id, e.meter, greatest(local_day(now(), open.zone), open.first_day), e.quantity)
      on conflict (org_id, meter,
        day) do update set charged_quantity = d.charged_quantity + excluded.charged_quantity;
  end if;
end $$;

-- Why a correction cannot be taken, or null.
create or replace function app.correction_problem(e usage_events) returns text
language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare corrected usage_events; total numeric;
begin
  select x.* into corrected from usage_events x where x.org_id = org_id() and x.source = e.source
    and x.event_id = e.correction_of;
  if not found then return 'correction_of: no such event of this source in the last 40 days'; end if;
  if corrected.meter <> e.meter then return 'correction_of: an event of ' || corrected.meter; end if;
  if corrected.correction_of is not null then return 'correction_of: is a correction itself'; end if;
  total := corrected.quantity + coalesce((select sum(c.quantity) from usage_events c where c.org_id = org_id()
    and c.source = e.source and c.correction_of = e.correction_of), 0);
  if total + e.quantity < 0 then
    return format('quantity: takes back more than the %s that are left of it', trim_scale(total));
  end if;
  return null;
end $$;

-- Records events, [{source, event_id, meter, quantity, occurred_at, subject, dimensions, correction_of}],
-- each once by its source and id. Returns [{index, source, event_id, status, reason}]: `duplicate` for the
-- same event again, `conflict` for another one under its id, `invalid` where a correction does not fit.
create or replace function app.record_usage(events jsonb) returns jsonb
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare item record; e usage_events; known usage_events; open usage_periods; outcomes jsonb := '[]'; status text;
  reason text;
begin
  perform lock_usage();
  open := open_usage_period();
  for item in select x.ordinality - 1 as place, x.value as said from jsonb_array_elements(events)
      with ordinality x loop
    e := jsonb_populate_record(null::usage_events, item.said);
    e.id := uuidv7(); e.org_id := org_id(); e.created_at := now(); e.updated_at := now();
    e.payload_hash := sha256(convert_to((item.said - 'source' - 'event_id')::text, 'UTF8'));
    e.recorded_at := now(); e.occurred_at := coalesce(e.occurred_at, now());
    e.dimensions := coalesce(e.dimensions, '{}'); e.late := e.occurred_at < open.starts_at;
    select x.* into known from usage_events x
      where x.org_id = e.org_id and x.source = e.source and x.event_id = e.event_id;
    reason := null;
    if found then
      status := case when known.payload_hash = e.payload_hash then 'duplicate' else 'conflict' end;
      if status = 'conflict'
        then reason := 'another event has this id; send a correction under a new one'; end if;
    else
      reason := case when e.correction_of is not null then correction_problem(e) end;
      status := case when reason is null then 'accepted' else 'invalid' end;
      if reason is null then
        insert into usage_events select e.*;
        perform add_usage(e, open);
      end if;
    end if;
    outcomes := outcomes || jsonb_build_object('index', item.place, 'source', e.source, 'event_id',
      e.event_id,
      'status', status, 'reason', reason);
  end loop;
  perform count_ahead();
  perform judge_usage();
  return outcomes;
end $$;

-- What an isolate counted, as events of the source `service`. A failure is noted and fails nothing else, and of an
-- organization that is gone nothing is counted.
create or replace function app.count_usage(counted jsonb) returns void language plpgsql as $$
begin
  if not exists (select from organizations o where o.id = app.org_id()) then return; end if;
  perform app.record_usage(counted), app.sample_gauges();
exception when others then perform app.note_side_effect('usage', sqlstate);
end $$;

-- Notes the values of gauges for the chart of days, every ten minutes at most.
create or replace function app.sample_gauges() returns void
language plpgsql security definer set search_path = public, app, pg_temp as $$
declare today date := usage_day(now());
begin
  insert into usage_daily as d (org_id, meter, day, latest_value, max_value, sampled_at)
    select org_id(), m.key, today, v.value, v.value, now() from meters() m cross join lateral
        (select gauge_value(m.key) as value) v
      where m.source = 'gauge' and not exists (select from usage_daily s where s.org_id = org_id()
        and s.meter = m.key
        and s.day = today and s.sampled_at > now() - interval '10 minutes')
    on conflict (org_id, meter, day) do update set latest_value = excluded.latest_value,
      max_value = greatest(d.max_value, excluded.latest_value), sampled_at = excluded.sampled_at;
end $$;
