-- What each day should have had by the schedule, beside what the log and the time entries say.

-- {from, to, tolerance, total, limit, offset, items: [{employee, uses_log, days, events, pending}]}, of the
-- caller's team. Days end before the person's today, and their time is that of the days of weeks, so that both
-- say the same; events begin a day earlier, for shifts over midnight.
create or replace function app.reconciliation(query jsonb) returns json language sql stable as $$
  with asked as materialized (select (query->>'from')::date as since, (query->>'to')::date as until),
  found as materialized (select p.* from asked q cross join lateral app.capacity_people(q.since, q.until,
    (query->>'department_id')::uuid, (query->>'employee_id')::uuid) p where p.is_told),
  shown as materialized (select f.*, app.employee_today(f.id) as today from (select f.* from found f
    order by app.folded(f.name), f.id limit (query->>'limit')::int offset (query->>'offset')::int) f),
  people as materialized (select coalesce(array_agg(s.id), '{}') as ids from shown s),
  events as materialized (select h.employee_id, json_agg(json_build_object('seq', h.seq, 'event', h.event,
      'at', app.hours_moment(h.occurred_at, h.occurred_offset), 'mode', h.mode, 'hours_kind', h.hours_kind,
      'is_corrected', h.is_corrected) order by h.occurred_at, h.seq) as list
    from asked q cross join people p cross join lateral app.people_hours(p.ids, q.since - interval '2 days',
      q.until + interval '3 days') h group by h.employee_id),
  waiting as materialized (select l.employee_id, json_agg(distinct app.hours_day(l)) as days
    from asked q cross join people p join working_hours_log l on l.org_id = app.org_id()
        and l.employee_id = any (p.ids) and l.event in ('correction', 'void')
        and l.occurred_at between q.since - interval '2 days' and q.until + interval '2 days'
    where app.hours_day(l) between q.since and q.until
      and app.correction_status(l.seq) in ('waiting', 'disputed') group by l.employee_id),
  weeks as materialized (select s.id, m.monday::date as monday from asked q cross join shown s
    cross join generate_series(app.week_begun(q.since)::timestamp, q.until::timestamp, interval '7 days')
      m(monday)),
  days as materialized (select s.id, json_agg(json_build_object('date', d.day,
      'expected', d.contracted - d.holiday - d.leave, 'leave', d.leave, 'entries', d.worked)
      order by d.day) as list
    from asked q cross join lateral app.week_days(array(select w.id from weeks w order by w.id, w.monday),
        array(select w.monday from weeks w order by w.id, w.monday)) d
      join shown s on s.id = d.employee_id and d.day < s.today
    where d.is_employed and d.day between q.since and q.until group by s.id)
  select json_build_object('from', q.since, 'to', q.until, 'tolerance',
        coalesce((query->>'tolerance')::int, (app.workforce_settings()).tolerance_minutes),
      'total', (select count(*) from found), 'limit', (query->>'limit')::int, 'offset',
        (query->>'offset')::int,
      'items', (select coalesce(json_agg(json_build_object(
          'employee', json_build_object('employee_id', s.id, 'name', s.name),
          'uses_log', exists (select from working_hours_log l where l.org_id = app.org_id()
            and l.employee_id = s.id),
          'days', coalesce(d.list, '[]'), 'events', coalesce(e.list, '[]'), 'pending', coalesce(w.days, '[]'))
          order by app.folded(s.name), s.id), '[]')
        from shown s left join days d on d.id = s.id left join events e on e.employee_id = s.id
          left join waiting w on w.employee_id = s.id))
    from asked q
$$;
