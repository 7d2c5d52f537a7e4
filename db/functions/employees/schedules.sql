-- Work schedules: the minutes of a day, by version, cycle and person.

-- The schedule of an employee on a day: their own, or else the default one.
create or replace function app.schedule_on(employee uuid, day date) returns uuid
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce((select a.schedule_id from employee_schedules a where a.org_id = org_id()
    and a.employee_id = employee
      and a.valid @> day),
    (select s.id from work_schedules s where s.org_id = org_id() and s.is_default))
$$;

-- The day of a schedule as its version says: {minutes, value, intervals}; null on a day off.
create or replace function app.scheduled_day(schedule uuid, day date) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select (select d from jsonb_array_elements(v.days) d where (d->>'weekday')::int = extract(isodow from day)
      and coalesce((d->>'week')::int, 1) = (((day - v.cycle_start) / 7) % v.cycle_weeks + v.cycle_weeks) %
        v.cycle_weeks + 1)
    from work_schedule_versions v where v.org_id = org_id() and v.schedule_id = schedule
      and v.valid_from <= day
    order by v.valid_from desc limit 1
$$;

-- The minutes of an average week of a schedule on a day.
create or replace function app.weekly_minutes(schedule uuid, day date) returns int
language sql stable security definer set search_path = public, app, pg_temp as $$
  select round((select sum((d->>'minutes')::int) from jsonb_array_elements(v.days) d)::numeric /
    v.cycle_weeks)::int
    from work_schedule_versions v where v.org_id = org_id() and v.schedule_id = schedule
      and v.valid_from <= day
    order by v.valid_from desc limit 1
$$;

-- What of the hours of a schedule is unusual: weeks of more than 60 hours.
create or replace function app.schedule_warnings(schedule uuid) returns jsonb
language sql stable security definer set search_path = public, app, pg_temp as $$
  select coalesce(jsonb_agg(format('week %s has %s hours, more than 60', w.week, trim_scale(round(w.minutes / 60.0, 2))) order by w.week), '[]')
    from (select (d->>'week')::int as week, sum((d->>'minutes')::int) as minutes
        from (select v.days from work_schedule_versions v where v.org_id = org_id() and v.schedule_id = schedule
          order by v.valid_from desc limit 1) v, jsonb_array_elements(v.days) d
        group by 1) w
    where w.minutes > 3600
$$;

-- The problem of days of a schedule whose shift goes on after the one of the next day begins, also from the
-- last day of its cycle to the first; null where none does.
create or replace function app.overlapping_shift(days jsonb, cycle_weeks int) returns text
language sql immutable as $$
  with d as (select (coalesce((x->>'week')::int, 1) - 1) * 7 + (x->>'weekday')::int - 1 as place,
      x->'intervals' as intervals from jsonb_array_elements(days) x
    where jsonb_array_length(coalesce(x->'intervals', '[]')) > 0)
  select format('body.days: the shift of weekday %s goes on until %s of the next day, whose own begins at %s',
      d.place % 7 + 1, app.clock_at((d.intervals->-1->>1)::int - 1440),
      app.clock_at((n.intervals->0->>0)::int))
    from d join d n on n.place = (d.place + 1) % (cycle_weeks * 7)
    where (d.intervals->-1->>1)::int - 1440 > (n.intervals->0->>0)::int
    order by d.place limit 1
$$;
create or replace function app.clock_at(minutes int) returns text language sql immutable as $$
  select to_char(make_interval(mins => minutes), 'HH24:MI')
$$;

-- Writes the hours of a schedule from a day on; earlier days keep theirs.
create or replace function app.set_schedule_hours(schedule uuid, since date, hours jsonb) returns void
language plpgsql as $$
declare former work_schedule_versions;
begin
  select v.* into former from work_schedule_versions v where v.org_id = app.org_id()
    and v.schedule_id = schedule
    and v.valid_from <= since order by v.valid_from desc limit 1;
  insert into work_schedule_versions as v (schedule_id, valid_from, cycle_weeks, cycle_start, days)
    values (schedule, since, coalesce((hours->>'cycle_weeks')::int, former.cycle_weeks, 1),
      coalesce((hours->>'cycle_start')::date, former.cycle_start, '2024-01-01'), coalesce(hours->'days',
        former.days))
    on conflict (org_id, schedule_id, valid_from) do update set cycle_weeks = excluded.cycle_weeks,
      cycle_start = excluded.cycle_start, days = excluded.days;
  perform app.ensure_fields(array[(select format('body.days: week %s is not in a cycle of %s',
    max((d->>'week')::int), v.cycle_weeks)
    from work_schedule_versions v cross join jsonb_array_elements(v.days) d where v.org_id = app.org_id()
      and v.schedule_id = schedule and v.valid_from = since and (d->>'week')::int > v.cycle_weeks group by
        v.cycle_weeks)]),
    app.ensure_fields(array[(select app.overlapping_shift(v.days, v.cycle_weeks)
      from work_schedule_versions v where v.org_id = app.org_id() and v.schedule_id = schedule
        and v.valid_from = since)]);
end $$;

-- Takes the default from another schedule, so that one has it.
create or replace function app.make_default_schedule(schedule uuid) returns void language sql as $$
  update work_schedules s set is_default = false where s.org_id = app.org_id() and s.is_default
    and s.id <> schedule
$$;
