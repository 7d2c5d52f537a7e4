-- What reports of an employee's hours are made of.

-- Whose hours, from which day to which: the month until today, unless asked for others.
create or replace function app.hours_range(employee uuid, since date, until date, out worker uuid,
  out first_day date, out last_day date) language plpgsql stable as $$
declare today date;
begin
  worker := (app.hours_worker(employee, 'query.employee_id')).id;
  today := app.employee_today(worker);
  first_day := coalesce(since, date_trunc('month', coalesce(until, today))::date);
  last_day := coalesce(until, least(first_day + 399, greatest(first_day, today)));
end $$;

create or replace function app.hours_day(l working_hours_log) returns date language sql stable as $$
  select (l.occurred_at at time zone 'UTC' + l.occurred_offset::interval)::date
$$;

-- Events of an employee that count, in order: [{seq, event, at, mode, hours_kind, is_corrected}].
create or replace function app.hours_events(worker uuid, since timestamptz, until timestamptz) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('seq', h.seq, 'event', h.event,
      'at', app.hours_moment(h.occurred_at, h.occurred_offset), 'mode', h.mode, 'hours_kind', h.hours_kind,
      'is_corrected', h.is_corrected) order by h.occurred_at, h.seq), '[]')
    from app.effective_hours(worker, since, until) h
$$;

-- Events of an employee that count, and the corrections of these days that do not. Begins early enough for
-- the mean of seventeen weeks.
create or replace function app.hours_report(worker uuid, first_day date, last_day date) returns json
language sql stable as $$
  select json_build_object('employee', (select json_build_object('employee_id', e.id, 'name', e.name)
      from employees e where e.org_id = app.org_id() and e.id = worker),
    'time_zone', app.employee_zone(worker), 'from', first_day, 'to', last_day,
    'settings', app.workforce_settings_json(), 'head', app.working_hours_head()::jsonb - 'at',
    'events', app.hours_events(worker, first_day - interval '125 days', last_day + interval '3 days'),
    'open_corrections', (select coalesce(json_agg(json_build_object('seq', l.seq, 'status', s.status)
        order by l.seq), '[]')
      from working_hours_log l cross join lateral (select app.correction_status(l.seq) as status) s
      where l.org_id = app.org_id() and l.employee_id = worker and l.event in ('correction', 'void')
        and app.hours_day(l) between first_day and last_day and s.status in ('waiting', 'disputed')))
$$;
