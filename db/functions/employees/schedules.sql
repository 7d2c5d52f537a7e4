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
        v.cycle_weeks)]);
end $$;

-- Takes the default from another schedule, so that one has it.
create or replace function app.make_default_schedule(schedule uuid) returns void language sql as $$
  update work_schedules s set is_default = false where s.org_id = app.org_id() and s.is_default
    and s.id <> schedule
$$;
